"""Exchanging jokers on the table for the tiles that they stand for."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, refused

HAND = "game american card=riverside-2026; hand"
TABLE = f"{HAND} depth=table"
PUNG = "E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d"
TWO_SETS = f"{TABLE}; {PUNG}; W discard 9d; N discard Rd; S claim kong; S expose kong RRd JJk; S discard 9c"
"""South has a pung with one joker, and a kong with two."""
TAKEN_BACK = "game american card=riverside-2026 dead_jokers=before_death; hand depth=table"
WINDS = "W discard Ww; S claim quint; S expose quint WWWw JJk; S dead exposure by=N sets=1"
"""South's second set is of no line."""


@pytest.mark.rule("american/joker-2")
def test_jokers_are_exchanged_while_a_hand_is_played() -> None:
    """Not before it, nor after the win."""
    name = "exchanged_in_play"
    assert accepted(name, f"{TABLE}; {PUNG}; W exchange S 5b")
    assert refused(name, f"{TABLE}; {PUNG}; W mahjong wall; W exchange S 5b") == "play-after-end"
    assert refused(name, "game american card=riverside-2026; W exchange S 5b") == "out-of-place"


@pytest.mark.rule("american/joker-2")
def test_jokers_are_exchanged_in_the_own_turn() -> None:
    """After the draw or the call, before the discard."""
    name, full = "exchanged_in_the_own_turn", f"{HAND}; {PUNG}"
    assert accepted(name, f"{full}; W draw ??; W exchange S 5b")
    assert accepted(name, f"{TABLE}; {PUNG}; W exchange S 5b")
    assert accepted(name, f"{full}; N claim pung; N expose pung 999d; N exchange S 5b")
    assert accepted(name, f"{HAND}; {PUNG.removesuffix('; S discard 9d')}; S exchange S 5b")
    assert refused(name, f"{full}; W exchange S 5b") == "exchange-before-draw"
    for seat in "ESN":
        assert refused(name, f"{full}; {seat} exchange S 5b") == "exchange-out-of-turn"
    assert refused(name, f"{full}; W draw ??; W discard 9d; W exchange S 5b") == "exchange-out-of-turn"


@pytest.mark.rule("american/joker-2")
def test_nothing_is_exchanged_before_the_first_discard() -> None:
    """In the Charleston it is nobody's turn."""
    assert refused("exchanged_in_the_own_turn", f"{HAND}; dealt; S exchange E 5b") == "exchange-out-of-turn"


@pytest.mark.rule("american/joker-2")
def test_a_joker_is_exchanged_for_the_tile_that_it_stands_for() -> None:
    """In the set that is named, or in any of the owner."""
    name = "exchanged_for_what_it_stands_for"
    for act in ("5b", "5b set=0", "Rd", "Rd set=1"):
        assert accepted(name, f"{TWO_SETS}; W exchange S {act}")
    for act in ("6b", "6b set=0", "5b set=1", "Rd set=0", "5b set=2"):
        assert refused(name, f"{TWO_SETS}; W exchange S {act}") == "exchange-no-match"
    assert refused(name, f"{TWO_SETS}; W exchange N 5b") == "exchange-no-match"


@pytest.mark.rule("american/joker-2")
def test_as_many_are_exchanged_as_there_are_jokers() -> None:
    """Several at once, of one set or of two."""
    name = "exchanged_for_what_it_stands_for"
    assert accepted(name, f"{TWO_SETS}; W exchange S Rd; W exchange S Rd; W exchange S 5b")
    assert refused(name, f"{TWO_SETS}; W exchange S 5b; W exchange S 5b") == "exchange-no-match"


@pytest.mark.rule("american/joker-1")
def test_a_group_of_jokers_stands_for_the_tile_that_was_called() -> None:
    """All but one of its tiles may be jokers."""
    text = f"{TABLE}; E discard 5b; S claim pung; S expose pung 5b JJk; S discard 9d"
    assert accepted("exchanged_for_what_it_stands_for", f"{text}; W exchange S 5b")
    assert refused("exchanged_for_what_it_stands_for", f"{text}; W exchange S 5c") == "exchange-no-match"


@pytest.mark.rule("american/joker-3")
def test_jokers_of_exposures_at_fault_stay_where_that_was_agreed() -> None:
    """Those of the dead hand's other exposures can be taken; by the text all can."""
    name = "jokers_of_faulty_exposures_stay"
    dead = f"{TAKEN_BACK}; {PUNG}; {WINDS}"
    assert accepted(name, f"{dead}; W exchange S 5b set=0")
    assert accepted(name, f"{dead}; W exchange S 5b")
    assert refused(name, f"{dead}; W exchange S Ww set=1") == "exchange-no-match"
    assert refused(name, f"{dead}; W exchange S Ww") == "exchange-no-match"
    by_the_text = dead.replace(" dead_jokers=before_death", "")
    assert accepted(name, f"{by_the_text}; W exchange S Ww set=1")


@pytest.mark.rule("american/joker-3")
def test_a_joker_out_of_reach_is_found_once() -> None:
    """It is the agreement that is broken, and not what the joker stands for."""
    found = codes(f"{TAKEN_BACK}; {PUNG}; {WINDS}; W exchange S Ww set=1")
    assert found == ["dead-exposure", "dead-exposure", "exchange-no-match"]


@pytest.mark.rule("american/joker-2")
def test_who_exchanges_has_the_tile() -> None:
    """On the rack, a tile drawn among them; a joker is no such tile."""
    name = "exchanged_tile_is_held"
    known = f"{HAND}; dealt W 5b 123456789c Jk EEw; passes 123c; {PUNG}; W draw 6b"
    assert accepted(name, f"{known}; W exchange S 5b")
    assert accepted(name, f"{TABLE}; {PUNG}; W exchange S 5b")
    assert refused(name, f"{known.replace('W 5b', 'W 6b')}; W exchange S 5b") == "tile-not-held"
    assert refused(name, f"{known}; W exchange S Jk") == "exchange-no-match"
    gone = f"{TABLE}; {PUNG}; W discard 5b; N discard 5b; E discard 9d; S discard 9d"
    assert refused(name, f"{gone}; W exchange S 5b") == "tile-not-held"
