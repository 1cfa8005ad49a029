"""A goulash: which hands are one, which tiles change places, what wild tiles may stand in."""

from __future__ import annotations

import pytest

from cases.bmja import exchanges
from short_logs import accepted, codes, findings, refused, table

DRAWN = "game bmja; hand depth=result; washout"
GOULASH = f"{DRAWN}; hand 2"
PLAYING = f"{GOULASH}; {exchanges()}"
CALLED = f"{PLAYING} E discard 5b"


@pytest.mark.rule("bmja/goulash")
def test_a_drawn_hand_is_replayed_as_a_goulash_and_so_is_that_one() -> None:
    """Not after a win, nor by an option; a void one stays what it was, and of unknown hands nobody can say."""
    name = "exchanged_in_a_goulash"
    act = "E charleston across-1 123b"
    assert accepted(name, f"{GOULASH}; {act}")
    assert accepted(name, f"{DRAWN}; hand 2 depth=result; washout; hand 3; {act}")
    assert accepted(name, f"{GOULASH}; replay; hand 2; {act}")
    assert accepted(name, f"game bmja; hand depth=result; E mahjong wall; gap; hand 3; {act}")
    assert refused(name, f"game bmja; hand; {act}") == "charleston-order"
    assert refused(name, f"game bmja; hand depth=result; E mahjong wall; hand 2; {act}") == "charleston-order"
    assert refused(name, f"{GOULASH}; E stop") == "charleston-order"


@pytest.mark.rule("bmja/goulash")
def test_the_exchanges_are_made_in_their_order_before_play() -> None:
    """Across, East with South, East with North; what was not written down at all may have been made."""
    name = "exchanges_in_order"
    across = exchanges(("across-1",))
    assert accepted(name, f"{GOULASH}; {across} N charleston east-south 123b")
    assert refused(name, f"{GOULASH}; E charleston east-south 123b") == "charleston-order"
    assert refused(name, f"{GOULASH}; {across} E charleston right-1 123b") == "charleston-order"
    assert accepted("exchanges_are_made", f"{PLAYING} E discard 9d")
    assert refused("exchanges_are_made", f"{GOULASH}; {across} E discard 9d") == "charleston-order"
    (found,) = findings(f"{GOULASH}; dealt; E discard 9d")
    assert (found.code, found.severity) == ("charleston-order", "info")


@pytest.mark.rule("bmja/goulash")
def test_tiles_go_to_the_partner_of_the_exchange() -> None:
    """Across, then East with South and West with North, then East with North and West with South."""
    dealt = "dealt E 111222333b EEEEw 1c / S 111222333c SSSSw / W 111222333d WWWWw / N RRRd GGGd WWWd NNNNw"
    held = f"{GOULASH}; {dealt}; E charleston across-1 111b; S charleston across-1 111c; W charleston across-1 111d;"
    seats = table(f"{held} N charleston across-1 RRRd").places
    assert [seats[0].held[18], seats[1].held[31], seats[2].held[0], seats[3].held[9]] == [3, 3, 3, 3]


@pytest.mark.rule("bmja/goulash")
def test_three_tiles_that_are_held_and_no_bonus_tiles_change_places() -> None:
    """A flower is laid out before."""
    known = f"{GOULASH}; dealt E 123456789b EEEEw 1c / S 123456789c SSSSw / W 123456789d WWWWw / N RRRd GGGd WWWd NNNNw"
    assert accepted("three_tiles_passed", f"{GOULASH}; E charleston across-1 123b")
    assert refused("three_tiles_passed", f"{GOULASH}; E charleston across-1 12b") == "charleston-count"
    assert accepted("passed_tile_is_held", f"{known}; E charleston across-1 123b")
    assert refused("passed_tile_is_held", f"{known}; E charleston across-1 123d") == "tile-not-held"
    assert accepted("bonus_tiles_are_not_passed", f"{GOULASH}; E charleston across-1 123b")
    assert refused("bonus_tiles_are_not_passed", f"{GOULASH}; E charleston across-1 12b 1f") == "bonus-not-allowed"
    unseen = "blind_on_the_first_left_and_last_right"
    assert refused(unseen, f"{GOULASH}; E charleston across-1 123b blind=1") == "charleston-blind"
    laid_out = f"{GOULASH}; S bonus 1f; S bonus-replacement 5b; {exchanges()} E discard 9d"
    assert codes(laid_out) == []


@pytest.mark.rule("bmja/goulash")
def test_tiles_change_places_between_deal_and_play() -> None:
    """Not outside a hand, nor once somebody has discarded."""
    act = "E charleston east-north 123b"
    assert accepted("passed_after_the_deal", f"{GOULASH}; {act}")
    assert refused("passed_after_the_deal", f"game bmja; {act}") == "out-of-place"
    assert refused("passed_before_play", f"{PLAYING} E discard 9d; {act}") == "charleston-order"


@pytest.mark.rule("bmja/goulash")
def test_a_wild_tile_stands_in_a_claimed_pung_and_cannot_be_claimed() -> None:
    """Two of them beside the tile claimed are enough; a kong has none; what is discarded stays."""
    name = "exposed_set_is_a_set"
    assert accepted(name, f"{CALLED}; S claim pung; S expose pung 5b 2b 2b")
    assert accepted(name, f"{CALLED}; S claim pung; S expose pung 55b 2b")
    assert refused(name, f"{CALLED}; S claim kong; S expose kong 555b 2b") == "not-a-set"
    assert refused(name, "game bmja; hand; E discard 5b; S claim pung; S expose pung 55b 2b") == "not-a-set"
    assert accepted("discarded_joker_stays", f"{CALLED}; S claim pung")
    assert refused("discarded_joker_stays", f"{PLAYING} E discard 2b; S claim pung") == "claim-not-open"
    assert refused("no_chow_in_a_goulash", f"{CALLED}; S claim chow") == "claim-not-open"
    assert accepted("no_chow_in_a_goulash", "game bmja; hand; E discard 5b; S claim chow")


@pytest.mark.rule("bmja/goulash")
def test_nothing_is_added_to_a_pung_that_has_a_wild_tile() -> None:
    """A kong has none."""
    claimed = f"{CALLED}; S claim pung; S expose pung 5b 5b {{}}; S discard 9c; W draw ??; W discard 9c; N draw ??;"
    added = "N discard 9d; E draw ??; E discard 9d; S draw 5b; S kong added 5b"
    assert accepted("added_to_a_pung", f"{claimed.format('5b')} {added}")
    assert refused("added_to_a_pung", f"{claimed.format('2b')} {added}") == "kong-no-pung"


@pytest.mark.rule("bmja/goulash")
def test_tiles_of_a_pung_that_nobody_saw_may_be_wild() -> None:
    """So that the others can have the tiles of its kind; in an ordinary hand they cannot."""
    after = "S claim pung; S expose pung 5d ?? ??; S discard 9b; W draw ??; W discard 5d; N draw ??; N discard 5d"
    assert codes(f"{PLAYING} E discard 5d; {after}") == []
    assert codes(f"game bmja; hand; dealt; E discard 5d; {after}") == ["too-many-copies"]


@pytest.mark.rule("bmja/goulash")
@pytest.mark.parametrize("act", [
    "E discard 5b; S claim pung; S expose pung 225b",
    "E discard 2b; S claim pung; S expose pung 222b",
    "E discard 5b; S claim chow; S expose chow 456b",
    "S charleston across-1 123b",
])  # fmt: skip
def test_what_only_a_goulash_forbids_or_allows_is_not_judged_where_nobody_knows_whether_it_is_one(act: str) -> None:
    """The end of the hand before is missing; a set that neither allows is none all the same."""
    may_be = f"{DRAWN}; gap; hand 3; dealt"
    assert codes(f"{may_be}; {act}") == []
    assert codes(f"{may_be}; E discard 5b; S claim pung; S expose pung 255b; S discard 9b") == []
    assert codes(f"{may_be}; E discard 5b; S claim pung; S expose pung 355b") == ["not-a-set"]


@pytest.mark.rule("bmja/goulash")
def test_a_goulash_after_a_hand_that_was_won_is_one_fault() -> None:
    """All passes of it; and whether wild tiles count then is not judged."""
    wrongly = f"game bmja; hand depth=result; E mahjong wall; hand 2; dealt; {exchanges()} E discard 5b; S claim pung"
    (found,) = findings(f"{wrongly}; S expose pung 5b 2b 2b; S discard 9d")
    assert (found.code, found.seq) == ("charleston-order", 22)
    assert codes(f"{wrongly}; S expose pung 5b 3b 3b") == ["charleston-order", "not-a-set"]


@pytest.mark.rule("bmja/goulash")
def test_an_exchange_made_before_another_is_one_fault() -> None:
    """The one that was left out is made afterwards; nobody makes it twice."""
    swapped = f"{GOULASH}; dealt; {exchanges(('east-south',))} {exchanges(('across-1',))}"
    assert codes(f"{swapped} {exchanges(('east-north',))} E discard 9d") == ["charleston-order"]
    assert codes(f"{swapped} E charleston across-1 123b") == ["charleston-order"] * 2


@pytest.mark.rule("bmja/goulash")
def test_exchanges_after_play_has_begun_are_the_fault_whatever_the_hand_is() -> None:
    """Also where nobody knows whether it is a goulash: not the draw that comes after them."""
    after = "E discard 9d; S draw ??; S discard 3b;"
    after += f" {exchanges(('across-1',))} W draw ??; W discard 4b; N draw ??; N discard 1c"
    for hand in (f"{DRAWN}; gap; hand 3; dealt;", f"{GOULASH}; dealt; {exchanges()}", "game bmja; hand; dealt;"):
        assert codes(f"{hand} {after}") == ["charleston-order"]
