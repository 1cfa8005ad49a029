"""From hand to hand: seats, dice and the break, the end of a hand and of the game."""

from __future__ import annotations

import pytest

from cases.riichi_ends import turns
from mjlog.events import Penalty, convert_event
from mjlog.rules import CHECKS
from mjlog.rulesets import default_rules
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from short_logs import RESULT, accepted, codes, discards, fields, findings, refused, table

SOUTH_WON = f"{RESULT}; S mahjong wall"
ONE_ROUND = "game NumRounds=1; " + "; ".join(
    f"hand {number} E {east} depth=result; S mahjong wall"
    for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
"""Everybody has been East once."""


@pytest.mark.rule("mahjiang/session-1")
def test_a_session_ends_when_everybody_has_lost_as_east() -> None:
    """Unless another end was agreed on."""
    session = ONE_ROUND.replace("game NumRounds=1", "game mahjiang")
    assert refused("no_hand_after_the_rounds", f"{session}; hand 5 E anna") == "hand-after-end"
    for agreed in ("rounds=5", "target_score=9"):
        assert accepted("no_hand_after_the_rounds", f"{session.replace('mahjiang;', f'mahjiang {agreed};')}; hand 5")


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


# -- who sits where at the beginning, and that the players keep their order round the table ----------------------------


@pytest.mark.rule("western/three-1")
def test_with_three_players_norths_seat_is_empty() -> None:
    """East, South and West are in play."""
    assert accepted("seats_in_play_are_taken", "game western players=3; hand")
    assert accepted("seats_in_play_are_taken", "game western players=3; seats ben cora anna")
    start = fields("game western players=3; hand")[-1]
    seated = convert_event({**start, "seats": {"E": "anna", "S": "ben", "N": "cora"}})
    refusal = CHECKS["seats_in_play_are_taken"].function(table("game western players=3"), seated)
    assert refusal is not None
    assert refusal.code == "wrong-seats"
    north = {**start, "seats": {"E": "anna", "W": "ben", "N": "cora"}}
    assert _refused_by("seats_in_play_are_taken", "game western players=3", north) == "wrong-seats"


def _refused_by(check: str, before: str, event: dict[str, object]) -> str | None:
    refusal = CHECKS[check].function(table(before), convert_event(event))
    return None if refusal is None else refusal.code


def _rounds(*firsts: str) -> str:
    """Rounds without a win; of each who sits as East, South, West, North in its first hand."""
    played = []
    for number, first in enumerate(firsts):
        order = first.split(",")
        for east in range(4):
            seats = ",".join(order[east:] + order[:east])
            played.append(f"hand {4 * number + east + 1} {'ESWN'[number % 4]} seats={seats} depth=result; washout")
    return "; ".join(played)


_FOUR = ("anna,ben,cora,dora", "ben,anna,dora,cora", "cora,dora,ben,anna", "dora,cora,anna,ben")


@pytest.mark.rule("mcr/seats-4")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_after_each_round_the_players_change_places(rounds: int) -> None:
    """As the rules say; told by the seats of the next hand, or before it."""
    played = f"game mcr; {_rounds(*_FOUR[:rounds])}"
    due = _FOUR[rounds]
    next_hand = f"hand {4 * rounds + 1} {'ESWN'[rounds]}"
    assert accepted("places_change_after_a_round", f"{played}; {next_hand} seats={due}")
    assert accepted("places_change_after_a_round", f"{played}; seats {due.replace(',', ' ')}")
    for other in (_FOUR[rounds - 1], ",".join(reversed(due.split(",")))):
        assert refused("places_change_after_a_round", f"{played}; {next_hand} seats={other}") == "wrong-seats"
        assert refused("places_change_after_a_round", f"{played}; seats {other.replace(',', ' ')}") == "wrong-seats"
    assert codes(f"{played}; seats {due.replace(',', ' ')}; {next_hand} seats={due}") == []


@pytest.mark.rule("mcr/seats-4")
def test_places_change_only_when_a_round_is_over() -> None:
    """A hand that is played again is none of the round; where places stay nothing changes."""
    three = _rounds(_FOUR[0]).rpartition("; hand 4")[0]
    again = f"game mcr; {three}; hand 4 E seats=dora,anna,ben,cora; replay a tile too many"
    assert accepted("seats_keep_their_order", f"{again}; hand 4 E seats=dora,anna,ben,cora")
    assert codes(f"{again}; hand 4 E seats=ben,anna,dora,cora") == ["wrong-seats"]
    last = f"{again}; hand 4 E seats=dora,anna,ben,cora depth=result; washout"
    assert codes(f"{last}; hand 5 S seats={_FOUR[1]}") == []
    stay = f"game mcr change_places=false; {_rounds(_FOUR[0])}; hand 5 S"
    assert codes(f"{stay} seats={_FOUR[0]}") == []
    assert codes(f"{stay} seats={_FOUR[1]}") == ["wrong-seats"]


@pytest.mark.rule("mcr/seats-4")
def test_after_a_wrong_change_the_next_one_goes_from_the_places_as_they_are() -> None:
    """One fault, told once."""
    stayed = (_FOUR[0], _FOUR[0], "dora,cora,anna,ben")
    assert codes(f"game mcr; {_rounds(*stayed)}") == ["wrong-seats"]


@pytest.mark.rule("mcr/seats-4")
@pytest.mark.parametrize("first", [*_FOUR, "anna,cora,ben,dora"])
def test_after_the_fourth_round_nobody_says_who_sits_where(first: str) -> None:
    assert codes(f"game mcr hands=0; {_rounds(*_FOUR)}; hand 17 E seats={first}") == []


# -- dice and the break ------------------------------------------------------------------------------------------------


MAHJIANG = "game mahjiang; hand"
PUNG_CHI = "game pung-chi; hand"
DEAD_WALL = "game dead-wall; hand"
WESTERN = "game western; hand"
ROUND_THE_CORNER = f"{MAHJIANG}; E roll break-wall 5 6; W roll break-stack 4 5"
"""Eleven: West; twenty stacks: West's seventeen and South's third."""


@pytest.mark.rule("mahjiang/break-1")
@pytest.mark.parametrize("hand", [MAHJIANG, PUNG_CHI, DEAD_WALL, WESTERN])
def test_east_throws_for_the_wall(hand: str) -> None:
    """Named by the seat, or as a player; a throw by nobody in particular is not judged."""
    assert accepted("east_throws_for_the_wall", f"{hand}; E roll break-wall 5 6")
    assert accepted("east_throws_for_the_wall", f"{hand}; roll anna 5 6 purpose=break-wall")
    assert refused("east_throws_for_the_wall", f"{hand}; S roll break-wall 5 6") == "wrong-roller"
    assert refused("east_throws_for_the_wall", f"{hand}; roll ben 5 6 purpose=break-wall") == "wrong-roller"


@pytest.mark.rule("mahjiang/break-2")
@pytest.mark.parametrize(("dice", "found"), [("1 1", "S"), ("1 2", "W"), ("1 3", "N"), ("1 4", "E"), ("6 6", "N")])
def test_the_player_found_throws_again(dice: str, found: str) -> None:
    """East is one in the count, South two."""
    thrown = f"{MAHJIANG}; E roll break-wall {dice}"
    for seat in "ESWN":
        again = f"{thrown}; {seat} roll break-stack 2 3"
        if seat == found:
            assert accepted("found_player_throws_for_the_stack", again)
        else:
            assert refused("found_player_throws_for_the_stack", again) == "wrong-roller"


@pytest.mark.parametrize(("thrown", "wall", "stack"), [
    pytest.param(ROUND_THE_CORNER, "S", 3, marks=pytest.mark.rule("mahjiang/break-3")),
    pytest.param(
        f"{MAHJIANG}; E roll break-wall 5 6; W roll break-stack 3 3", "W", 17,
        marks=pytest.mark.rule("mahjiang/break-3"),
    ),
    pytest.param(f"{PUNG_CHI}; E roll break-wall 3 4", "N", 7, marks=pytest.mark.rule("pung-chi/break-2")),
    pytest.param(f"{PUNG_CHI}; E roll break-wall 6 6", "E", 12, marks=pytest.mark.rule("pung-chi/break-1")),
    pytest.param(
        f"{DEAD_WALL}; E roll break-wall 2 3; E roll break-stack 4 6", "E", 10,
        marks=pytest.mark.rule("dead-wall/break-1"),
    ),
    pytest.param(
        f"{WESTERN}; E roll break-wall 3 3; E roll break-stack 4 4", "S", 8,
        marks=pytest.mark.rule("western/break-2"),
    ),
])  # fmt: skip
def test_the_wall_is_broken_where_the_count_ends(thrown: str, wall: str, stack: int) -> None:
    """Wall and stack are what the dice count to."""
    assert accepted("wall_of_the_count", f"{thrown}; break {wall} {stack}")
    assert accepted("stack_of_the_count", f"{thrown}; break {wall} {stack}")
    assert refused("stack_of_the_count", f"{thrown}; break {wall} {stack + 1}") == "wrong-break"
    for other in set("ESWN") - {wall}:
        assert refused("wall_of_the_count", f"{thrown}; break {other} {stack}") == "wrong-break"
        assert accepted("stack_of_the_count", f"{thrown}; break {other} {stack}")


@pytest.mark.rule("mahjiang/break-3")
def test_one_stack_short_over_the_corner_is_a_warning() -> None:
    """As the rule's own example counts, and only where the sum is above seventeen."""
    (found,) = findings(f"{ROUND_THE_CORNER}; break S 2")
    assert (found.code, found.severity, found.rule) == ("wrong-break", "warning", "mahjiang/break-3")
    assert "example" in found.message
    for wrong in ("break S 1", "break S 4", "break W 17"):
        assert [one.severity for one in findings(f"{ROUND_THE_CORNER}; {wrong}")] == ["error"]
    seventeen = f"{MAHJIANG}; E roll break-wall 5 6; W roll break-stack 3 3; break W 16"
    assert [one.severity for one in findings(seventeen)] == ["error"]
    eighteen = f"{MAHJIANG}; E roll break-wall 5 6; W roll break-stack 3 4; break W 17"
    assert [one.severity for one in findings(eighteen)] == ["warning"]


AMERICAN = "game american card=riverside-2026; hand"


@pytest.mark.rule("american/break-1")
@pytest.mark.parametrize(("dice", "stack"), [("1 1", 2), ("4 5", 9), ("6 6", 12)])
def test_the_throw_counts_stacks_of_easts_wall(dice: str, stack: int) -> None:
    """From the right end; other walls, and stacks, are wrong."""
    thrown = f"{AMERICAN}; E roll break-stack {dice}; break"
    assert accepted("stack_of_the_count", f"{thrown} E {stack}")
    assert refused("stack_of_the_count", f"{thrown} E {stack + 1}") == "wrong-break"
    assert accepted("wall_of_the_count", f"{thrown} E {stack}")
    for wall in "SWN":
        assert refused("wall_of_the_count", f"{thrown} {wall} {stack}") == "wrong-break"


# -- the end of a hand -------------------------------------------------------------------------------------------------


@pytest.mark.rule("classical/dead-1")
def test_a_hand_is_drawn_when_nothing_can_be_drawn() -> None:
    """A tile is due and none is left."""
    dealt = "game Flowers=false DeadWall16=true; hand"
    play = "; ".join(f"{one.split()[0]} draw ??; {one}" if number else one for number, one in enumerate(_turns(68)))
    assert accepted("washed_out_when_nothing_can_be_drawn", f"{dealt}; {play}; washout")
    fewer = "; ".join(f"{one.split()[0]} draw ??; {one}" if number else one for number, one in enumerate(_turns(67)))
    assert refused("washed_out_when_nothing_can_be_drawn", f"{dealt}; {fewer}; washout") == "washout-too-early"
    undiscarded = play.rsplit(";", 1)[0]
    assert refused("washed_out_when_nothing_can_be_drawn", f"{dealt}; {undiscarded}; washout") == "washout-too-early"


def _turns(count: int) -> list[str]:
    return discards(count).split("; ")


@pytest.mark.rule("bmja/penalty")
def test_a_fine_is_as_high_as_the_rules_say() -> None:
    """As that of its reason where the rule set names it, otherwise one of its fines; some go to all others."""
    check, start = "fine_is_one_of_the_rules", "game bmja; hand;"
    assert accepted(check, f"{start} E penalty 50")
    assert accepted(check, f"{start} E penalty 300 reason=misnamed-mahjong")
    assert accepted(check, f"{start} E penalty 500 reason=false-mahjong")
    assert refused(check, f"{start} E penalty 100") == "wrong-penalty"
    assert refused(check, f"{start} E penalty 300 reason=misnamed") == "wrong-penalty"
    table = Table(default_rules("bmja").plan)
    table.players = {seat: str(seat) for seat in SEATS}
    fine = Penalty(seq=1, seat=Seat.E, amount=500, reason="false mahjong", to={Seat.S: 300, Seat.W: 200})
    refusal = CHECKS[check].function(table, fine)
    assert refusal is not None
    assert refusal.message == "east's fine of 500 goes to all 3 others"


EVERY_SET = ("mahjiang", "pung-chi", "dead-wall", "western", "classical", "bmja", "dmjl", "american", "riichi",
             "riichi-ema", "riichi-wrc")  # fmt: skip


@pytest.mark.parametrize("ruleset", EVERY_SET)
@pytest.mark.parametrize("depth", ["hand; dealt; ", "hand depth=table; "])
def test_a_hand_is_not_drawn_while_a_call_for_mahjong_stands(ruleset: str, depth: str) -> None:
    """The last discard may still be won; once the call is taken back the hand is drawn."""
    plan = default_rules(ruleset).plan
    draws = plan.wall.live_ends[0] - plan.dealing.size + (not plan.east_draws)
    card = " card=riverside-2026" if plan.family.wins_by_card else ""
    before = "passes; " if plan.charleston and "dealt" in depth else ""
    before = "indicator 1c; " if plan.family.has_indicators else before
    played = turns(draws) if plan.east_draws else turns(draws).replace("E draw ??; ", "", 1)
    caller = "ESWN"[draws % 4]
    begun = f"game {ruleset}{card}; {depth}{before}{played}{caller} claim mahjong; "
    assert codes(f"{begun}washout") == ["washout-too-early"]
    assert refused("washed_out_when_nothing_can_be_drawn", f"{begun}washout") == "washout-too-early"
    assert codes(f"{begun}{caller} retract; washout") == []
