"""From hand to hand: seats, prevailing wind, running totals, the end of the game."""

from __future__ import annotations

import pytest

from mjlog.events import convert_event
from mjlog.rules import CHECKS
from short_logs import RESULT, accepted, ask, codes, fields, refused, table

EAST_WON = f"{RESULT}; E mahjong wall"
SOUTH_WON = f"{RESULT}; S mahjong wall"
ONE_ROUND = "game NumRounds=1; " + "; ".join(
    f"hand {number} E {east} depth=result; S mahjong wall"
    for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
"""Everybody has been East once."""


@pytest.mark.rule("classical/rotate-1")
def test_a_hand_begins_when_the_last_is_over() -> None:
    """Won, drawn or void."""
    assert accepted("hand_before_is_over", "E discard 5b; S claim mahjong; S mahjong discard; hand 2 E ben")
    assert accepted("hand_before_is_over", f"{RESULT}; washout; hand 2")
    assert refused("hand_before_is_over", "E discard 5b; hand 2") == "out-of-place"


@pytest.mark.rule("classical/wall-1")
def test_hands_are_numbered() -> None:
    """1, 2, 3 …; one that is played again keeps its number; of hands not recorded nothing is said."""
    assert accepted("hands_numbered_in_order", f"{EAST_WON}; hand 2")
    assert refused("hands_numbered_in_order", f"{EAST_WON}; hand 3") == "out-of-place"
    assert refused("hands_numbered_in_order", "game; hand 2") == "out-of-place"
    assert accepted("hands_numbered_in_order", f"{EAST_WON}; gap; hand 7 W cora")


@pytest.mark.rule("classical/rotate-1")
@pytest.mark.parametrize("ended", ["E mahjong wall", "washout"])
def test_east_stays_after_winning_and_after_a_wash_out(ended: str) -> None:
    """Nobody else becomes East."""
    check = "east_stays_after_a_drawn_hand" if ended == "washout" else "east_stays_after_winning"
    assert accepted(check, f"{RESULT}; {ended}; hand 2 E anna")
    assert refused(check, f"{RESULT}; {ended}; hand 2 E ben") == "wrong-east"


@pytest.mark.rule("classical/rotate-1")
def test_each_way_a_hand_ends_has_its_own_rule_of_the_next_east() -> None:
    """The others have nothing to say."""
    assert refused("east_stays_after_a_drawn_hand", f"{RESULT}; washout; hand 2 E cora") == "wrong-east"
    assert refused("east_stays_after_winning", f"{EAST_WON}; hand 2 E cora") == "wrong-east"
    for check in ("east_stays_after_winning", "east_passes_on_after_losing"):
        assert accepted(check, f"{RESULT}; washout; hand 2 E cora")
    for check in ("east_stays_after_a_drawn_hand", "east_passes_on_after_losing"):
        assert accepted(check, f"{EAST_WON}; hand 2 E cora")
    for check in ("east_stays_after_a_drawn_hand", "east_stays_after_winning"):
        assert accepted(check, f"{SOUTH_WON}; hand 2 E cora")


@pytest.mark.rule("classical/rotate-1")
def test_a_void_hand_is_played_again_by_the_same_east() -> None:
    """With the same number."""
    void = "game; hand; replay four alike"
    assert accepted("east_stays_after_a_drawn_hand", f"{void}; hand 1 E anna")
    assert refused("east_stays_after_a_drawn_hand", f"{void}; hand 1 E ben") == "wrong-east"


@pytest.mark.rule("mahjiang/seats-1")
def test_the_first_east_is_the_one_that_was_found() -> None:
    """Or the first of the players, where no seats are stated; after that other rules say."""
    assert accepted("first_east_is_as_found", "game mahjiang; hand 1 E anna")
    assert refused("first_east_is_as_found", "game mahjiang; hand 1 E ben") == "wrong-east"
    found = "game mahjiang; seats cora anna dora ben; hand 1 E"
    assert accepted("first_east_is_as_found", f"{found} cora")
    assert refused("first_east_is_as_found", f"{found} anna") == "wrong-east"
    assert accepted("first_east_is_as_found", f"{SOUTH_WON}; hand 2 E cora")


@pytest.mark.rule("classical/rotate-1")
@pytest.mark.parametrize("winner", ["S", "W", "N"])
def test_the_player_on_the_right_becomes_east(winner: str) -> None:
    """After anybody else's win."""
    won = f"{RESULT}; {winner} mahjong wall"
    assert accepted("east_passes_on_after_losing", f"{won}; hand 2 E ben")
    assert refused("east_passes_on_after_losing", f"{won}; hand 2 E anna") == "wrong-east"
    assert refused("east_passes_on_after_losing", f"{won}; hand 2 E cora") == "wrong-east"


@pytest.mark.rule("classical/rotate-1")
def test_east_leaves_the_seat_after_thirteen_wins() -> None:
    """Twelve in a row keep it."""
    twelve = "game; " + "; ".join(f"hand {number} depth=result; E mahjong wall" for number in range(1, 13))
    assert accepted("east_stays_after_winning", f"{twelve}; hand 13 E anna")
    thirteen = f"{twelve}; hand 13 depth=result; E mahjong wall"
    assert accepted("east_stays_after_winning", f"{thirteen}; hand 14 E ben")
    assert refused("east_stays_after_winning", f"{thirteen}; hand 14 E anna") == "wrong-east"


@pytest.mark.rule("classical/rotate-1")
def test_the_prevailing_wind_changes_with_the_round() -> None:
    """East first; South when everybody has been East."""
    assert accepted("first_wind_is_east", "game; hand 1 E")
    assert refused("first_wind_is_east", "game; hand 1 S") == "wrong-round"
    assert accepted("first_wind_is_east", f"{SOUTH_WON}; hand 2 S ben")
    assert accepted("wind_follows_the_round", f"{SOUTH_WON}; hand 2 E ben")
    assert refused("wind_follows_the_round", f"{SOUTH_WON}; hand 2 S ben") == "wrong-round"
    four_rounds = ONE_ROUND.replace("NumRounds=1", "NumRounds=4")
    assert accepted("wind_follows_the_round", f"{four_rounds}; hand 5 S anna")
    assert refused("wind_follows_the_round", f"{four_rounds}; hand 5 E anna") == "wrong-round"


@pytest.mark.rule("classical/rotate-1")
def test_the_game_ends_after_its_rounds() -> None:
    """One round was agreed."""
    assert refused("no_hand_after_the_rounds", f"{ONE_ROUND}; hand 5 S anna") == "hand-after-end"
    last_stays = ONE_ROUND.rsplit(";", 1)[0] + "; E mahjong wall"
    assert accepted("no_hand_after_the_rounds", f"{last_stays}; hand 5 E dora")
    open_end = ONE_ROUND.replace("NumRounds=1", "NumRounds=0")
    assert accepted("no_hand_after_the_rounds", f"{open_end}; hand 5 S anna")


@pytest.mark.rule("mahjiang/session-1")
def test_a_session_ends_when_everybody_has_lost_as_east() -> None:
    """Unless another end was agreed on."""
    session = ONE_ROUND.replace("game NumRounds=1", "game mahjiang")
    assert refused("no_hand_after_the_rounds", f"{session}; hand 5 E anna") == "hand-after-end"
    for agreed in ("rounds=5", "target_score=9"):
        assert accepted("no_hand_after_the_rounds", f"{session.replace('mahjiang;', f'mahjiang {agreed};')}; hand 5")


@pytest.mark.rule("mahjiang/session-2")
def test_a_session_ends_after_so_many_hands_or_points() -> None:
    """Two hands were agreed on; or four points."""
    two = "game mahjiang rounds=2; hand depth=result; E mahjong wall; hand 2"
    assert accepted("no_hand_after_the_last", two)
    assert refused("no_hand_after_the_last", f"{two} depth=result; E mahjong wall; hand 3") == "hand-after-end"
    paid = "hand depth=result; S mahjong wall; settlement E=-2 S=4 W=-1 N=-1; hand 2 E ben"
    assert refused("no_hand_after_the_last", f"game mahjiang target_score=4; {paid}") == "hand-after-end"
    assert accepted("no_hand_after_the_last", f"game mahjiang target_score=5; {paid}")
    assert accepted("no_hand_after_the_last", f"game mahjiang; {paid}")


@pytest.mark.rule("mahjiang/session-2")
def test_the_wind_stays_east_where_a_round_is_one_hand() -> None:
    """Also when everybody has been East."""
    session = ONE_ROUND.replace("game NumRounds=1", "game mahjiang rounds=8")
    assert accepted("wind_stays_east", f"{session}; hand 5 E anna")
    assert refused("wind_stays_east", f"{session}; hand 5 S anna") == "wrong-round"


def test_no_hand_begins_after_the_game_has_ended() -> None:
    """Whatever was agreed on."""
    assert refused("no_hand_after_the_game", f"{SOUTH_WON}; end anna=0; hand 2 E ben") == "hand-after-end"
    assert accepted("no_hand_after_the_game", f"{SOUTH_WON}; hand 2 E ben")


@pytest.mark.rule("classical/rotate-1")
def test_totals_add_up() -> None:
    """They begin at nothing and add what was paid."""
    paid = f"{SOUTH_WON}; settlement E=-48 S=96 W=-24 N=-24"
    stated = {"anna": -48, "ben": 96, "cora": -24, "dora": -24}
    assert _totals(paid, stated) is None
    assert _totals(paid, {**stated, "cora": -26}) == "wrong-total"
    assert _totals("game", {"anna": 0, "ben": 0, "cora": 0, "dora": 0}) is None
    assert _totals("game", {"anna": 10, "ben": 0, "cora": 0, "dora": -10}) == "wrong-total"


def _totals(before: str, totals: dict[str, int]) -> str | None:
    start = fields(f"{before}; hand")[-1]
    refusal = CHECKS["totals_add_up"].function(table(before), convert_event({**start, "totals": totals}))
    return None if refusal is None else refusal.code


@pytest.mark.rule("classical/rotate-1")
def test_wins_in_a_row_as_east_are_counted() -> None:
    """Where a record says how often East had won."""
    assert accepted("hands_held_as_east", f"{EAST_WON}; hand 2 held=1 held_by=anna")
    assert refused("hands_held_as_east", f"{EAST_WON}; hand 2 held=0 held_by=anna") == "wrong-east"
    assert refused("hands_held_as_east", f"{EAST_WON}; hand 2 held=2 held_by=anna") == "wrong-east"
    assert accepted("hands_held_as_east", f"{RESULT}; washout; hand 2 held=0 held_by=anna")
    assert accepted("hands_held_as_east", f"{EAST_WON}; hand 2")
    assert accepted("hands_held_as_east", f"{EAST_WON}; hand 2 held=0 held_by=ben")
    assert refused("hands_held_as_east", f"{EAST_WON}; hand 2 held=1 held_by=ben") == "wrong-east"


def test_a_wrong_east_is_one_finding() -> None:
    """The hand is judged as it was played, and the next one does not repeat the fault."""
    text = f"{SOUTH_WON}; hand 2 E anna depth=result; S mahjong wall; hand 3 E ben depth=result; S mahjong wall"
    assert codes(text) == ["wrong-east"]


def test_two_hands_after_a_wrong_east_it_is_judged_again() -> None:
    """Only in the next hand it is open who is East."""
    text = f"{SOUTH_WON}; hand 2 E anna depth=result; S mahjong wall; hand 3 E ben depth=result; S mahjong wall"
    assert codes(f"{text}; hand 4 E anna") == ["wrong-east", "wrong-east"]


def test_hands_that_were_not_recorded_leave_the_seats_open() -> None:
    """After a gap between hands any of the players may be East, and totals are taken as stated."""
    assert ask("east_passes_on_after_losing", f"{SOUTH_WON}; gap; hand 9 S dora") is None
    assert codes(f"{SOUTH_WON}; gap; hand 9 S dora depth=result; E mahjong wall; hand 10 S dora") == []


AMERICAN = "game american card=riverside-2026; hand depth=result"


@pytest.mark.rule("american/rotate-1")
@pytest.mark.parametrize("ending", ["E mahjong wall", "S mahjong wall", "N mahjong discard", "washout"])
def test_east_passes_on_after_every_hand(ending: str) -> None:
    """Whoever won; only after a hand that is played again East stays."""
    name, replayed = "east_passes_on_after_every_hand", f"{AMERICAN}; replay three wrong numbers"
    assert accepted(name, f"{AMERICAN}; {ending}; hand 2 E ben")
    assert refused(name, f"{AMERICAN}; {ending}; hand 2 E anna") == "wrong-east"
    assert refused(name, f"{AMERICAN}; {ending}; hand 2 E cora") == "wrong-east"
    assert accepted(name, f"{replayed}; hand 1 E anna")
    assert refused(name, f"{replayed}; hand 1 E ben") == "wrong-east"
    assert codes(f"{replayed}; hand 2 E anna depth=result; {ending}; hand 3 E ben") == []


@pytest.mark.rule("american/rotate-1")
def test_there_is_no_prevailing_wind() -> None:
    """East is written throughout, however long the game."""
    hands = "; ".join(
        f"hand {number} E {east} depth=result; S mahjong wall"
        for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
    )
    four = f"game american card=riverside-2026; {hands}"
    assert accepted("wind_stays_east", f"{four}; hand 5 E anna")
    assert refused("wind_stays_east", f"{four}; hand 5 S anna") == "wrong-round"


@pytest.mark.rule("riichi/end-1")
def test_a_game_ends_after_a_whole_hand() -> None:
    """Won or drawn; not while tiles are still drawn."""
    played = "game riichi; hand; dealt; indicator 1c; E draw ??; E discard 9c"
    assert refused("last_hand_is_over", f"{played}; end") == "out-of-place"
    assert accepted("last_hand_is_over", "game riichi; hand 1 depth=result; S mahjong discard; end")
