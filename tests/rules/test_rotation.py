"""From hand to hand: seats, prevailing wind, running totals, the end of the game."""

from __future__ import annotations

import pytest

from short_logs import RESULT, accepted, ask, codes, fields, refused

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
def test_the_same_players_sit_in_their_order() -> None:
    """Whoever is East."""
    assert accepted("same_players_round_the_table", "game; hand 1 E ben")
    for seats in (("ben", "anna", "cora", "dora"), ("anna", "anna", "cora", "dora"), ("eva", "ben", "cora", "dora")):
        assert _seated_as(seats) == "wrong-seats"


def _seated_as(seats: tuple[str, ...]) -> str | None:
    from mjlog.events import convert_event
    from mjlog.rules import CHECKS
    from short_logs import table

    start = fields(f"{SOUTH_WON}; hand 2 E ben")[-1]
    start["seats"] = dict(zip("ESWN", seats, strict=True))
    refusal = CHECKS["same_players_round_the_table"].function(table(SOUTH_WON), convert_event(start))
    return None if refusal is None else refusal.code


@pytest.mark.rule("classical/rotate-1")
@pytest.mark.parametrize("ended", ["E mahjong wall", "washout"])
def test_east_stays_after_winning_and_after_a_wash_out(ended: str) -> None:
    """Nobody else becomes East."""
    assert accepted("east_moves_on", f"{RESULT}; {ended}; hand 2 E anna")
    assert refused("east_moves_on", f"{RESULT}; {ended}; hand 2 E ben") == "wrong-east"


@pytest.mark.rule("classical/rotate-1")
@pytest.mark.parametrize("winner", ["S", "W", "N"])
def test_the_player_on_the_right_becomes_east(winner: str) -> None:
    """After anybody else's win."""
    won = f"{RESULT}; {winner} mahjong wall"
    assert accepted("east_moves_on", f"{won}; hand 2 E ben")
    assert refused("east_moves_on", f"{won}; hand 2 E anna") == "wrong-east"
    assert refused("east_moves_on", f"{won}; hand 2 E cora") == "wrong-east"


@pytest.mark.rule("classical/rotate-1")
def test_east_leaves_the_seat_after_thirteen_wins() -> None:
    """Twelve in a row keep it."""
    twelve = "game; " + "; ".join(f"hand {number} depth=result; E mahjong wall" for number in range(1, 13))
    assert accepted("east_moves_on", f"{twelve}; hand 13 E anna")
    thirteen = f"{twelve}; hand 13 depth=result; E mahjong wall"
    assert accepted("east_moves_on", f"{thirteen}; hand 14 E ben")
    assert refused("east_moves_on", f"{thirteen}; hand 14 E anna") == "wrong-east"


@pytest.mark.rule("classical/rotate-1")
def test_the_prevailing_wind_changes_with_the_round() -> None:
    """East first; South when everybody has been East."""
    assert accepted("wind_follows_the_round", "game; hand 1 E")
    assert refused("wind_follows_the_round", "game; hand 1 S") == "wrong-round"
    assert accepted("wind_follows_the_round", f"{SOUTH_WON}; hand 2 E ben")
    assert refused("wind_follows_the_round", f"{SOUTH_WON}; hand 2 S ben") == "wrong-round"
    four_rounds = ONE_ROUND.replace("NumRounds=1", "NumRounds=4")
    assert accepted("wind_follows_the_round", f"{four_rounds}; hand 5 S anna")
    assert refused("wind_follows_the_round", f"{four_rounds}; hand 5 E anna") == "wrong-round"


@pytest.mark.rule("classical/rotate-1")
def test_the_game_ends_after_its_rounds() -> None:
    """One round was agreed."""
    assert refused("wind_follows_the_round", f"{ONE_ROUND}; hand 5 S anna") == "hand-after-end"
    last_stays = ONE_ROUND.rsplit(";", 1)[0] + "; E mahjong wall"
    assert accepted("wind_follows_the_round", f"{last_stays}; hand 5 E dora")


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
    from mjlog.events import convert_event
    from mjlog.rules import CHECKS
    from short_logs import table

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


def test_a_wrong_east_is_one_finding() -> None:
    """The hand is judged as it was played, and the next one does not repeat the fault."""
    text = f"{SOUTH_WON}; hand 2 E anna depth=result; S mahjong wall; hand 3 E ben depth=result; S mahjong wall"
    assert codes(text) == ["wrong-east"]


def test_hands_that_were_not_recorded_leave_the_seats_open() -> None:
    """After a gap between hands any of the players may be East, and totals are taken as stated."""
    assert ask("east_moves_on", f"{SOUTH_WON}; gap; hand 9 S dora") is None
    assert codes(f"{SOUTH_WON}; gap; hand 9 S dora depth=result; E mahjong wall; hand 10 S dora") == []
