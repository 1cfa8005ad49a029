"""Payments, fines, totals and points that lie on the table: after gaps, faults and corrections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.riichi_ends import DEAL
from each import each
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.audit.settling.base import equal_shares
from mjlog.events import convert_event, decode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.log.records import GameRecord
from mjlog.rulesets import shipped
from mjlog.scoring import Terms, settle
from mjlog.seats import SEATS, Seat
from short_logs import codes, fields, findings, play

RIICHI = ("riichi", "riichi-ema", "riichi-wrc")
WITH_POINTS = ("classical", "western", "bmja", "dmjl", "dead-wall")
ALL_BUT_THE_CARD = (*WITH_POINTS, "mahjiang", "pung-chi")
DEALT_TO_ALL = (
    "dealt E 123b 456b 789b 19c 1d 8d Ew / N 111d 555d 147c SSw GGd / S 222b 555c 444d 666b 8d / "
    "W 333b 777c 222d 888c 9d; E discard 8d; S claim mahjong; S mahjong discard 8d; S show 222b 555c 444d 666b 88d; "
)


def last(text: str) -> HandReport:
    """The report of the hand."""
    return play(text).finish()[-1]


def paid(owed: dict[Seat, int] | None) -> str:
    """The settlement of these payments."""
    assert owed is not None
    return "settlement " + " ".join(f"{seat.value}={amount}" for seat, amount in owed.items())


@pytest.mark.rule("riichi/pay-1")
@pytest.mark.parametrize("ruleset", RIICHI)
def test_wrong_payments_after_a_riichi_that_may_not_have_stood_are_no_wrong_pot(ruleset: str) -> None:
    """Whether the stick lies on the table is open; the payments are wrong whether it does or not."""
    begun = f"game {ruleset}; hand; {DEAL}E draw 9c; E discard 9c riichi=true; S draw Ew; S discard Ew; W draw Sw; "
    won = f"{begun}W discard Sw; N draw 8d; N discard 8d; S claim mahjong; S mahjong discard 8d; "
    alone = [one.code for one in findings(won)]
    assert "riichi-not-ready" in alone
    assert codes(f"{won}settlement for=S S=100 N=-100") == [*alone, "wrong-settlement"]


@pytest.mark.parametrize("ruleset", WITH_POINTS)
def test_payments_by_the_points_of_a_score_that_is_doubled_once_too_often_are_right(ruleset: str) -> None:
    """Of hands that nobody saw the points and doubles tell what was meant."""
    begun = f"game {ruleset}; hand depth=table; E discard 8d; S claim mahjong; S mahjong discard 8d; "
    others = "E score 8; W score 4; N score 2; "
    # In some of these rule sets somebody may have to pay for all, as the tiles leave it open.
    replay = play(f"{begun}{others}S score 64")
    for way in replay.ending.settlements(announced=True):
        text = f"{begun}{others}S score 128 points=32 doubles=1; {paid(way.change)}"
        assert codes(text) == ["wrong-score"]
    assert codes(f"{begun}{others}S score 128 points=32 doubles=1; settlement E=-7 S=7") == [
        "wrong-score", "wrong-settlement",
    ]  # fmt: skip


@pytest.mark.parametrize("ruleset", RIICHI)
def test_payments_by_fu_and_han_of_a_score_that_is_another_are_right(ruleset: str) -> None:
    """Of a hand that nobody saw they tell what was meant."""
    begun = f"game {ruleset}; hand; dealt; indicator 1c; E draw Ew; E discard 8d; S claim mahjong; "
    scored = f"{begun}S mahjong discard 8d; S score 2600 points=40 doubles=1; settlement for=S "
    assert codes(f"{scored}S=1300 E=-1300") == codes(f"{scored}S=2600 E=-2600") == ["wrong-score"]
    assert codes(f"{scored}S=700 E=-700") == ["wrong-score", "wrong-settlement"]


@pytest.mark.parametrize("ruleset", ALL_BUT_THE_CARD)
def test_a_score_under_a_wrong_seat_is_one_fault(ruleset: str) -> None:
    """Whose seat it stands under scores twice then, and the other not at all; all scores written down or not."""
    for every in ("", " every=score"):
        begun = f"game {ruleset}; hand{every}; {DEALT_TO_ALL}"
        worth = last(begun).computed
        right = "".join(f"{seat} score {worth.get(Seat[seat], 0)}; " for seat in "WNE")
        text = f"{begun}E score {worth[Seat.S]}; {right}"
        assert codes(f"{text}{paid(last(begun).owed)}") == ["wrong-score"]


@pytest.mark.parametrize("ruleset", ["classical", "western", "dead-wall"])
def test_what_leaves_payments_open_is_not_what_was_found_in_them(ruleset: str) -> None:
    """Nobody saw the hands: that is why they are open, and the wrong score is no reason."""
    begun = f"game {ruleset}; hand depth=table; E discard 8d; S claim mahjong; S mahjong discard 8d; "
    report = last(f"{begun}S score 128 points=32 doubles=1; settlement S=12 E=-12")
    assert [one.code for one in report.findings] == ["wrong-score"]
    about = {one.because for one in report.unjudged if one.rules in ("scores", "payments")}
    assert about == {"unknown"}


# -- values and payments by a score card -------------------------------------------------------------------------------


CARD = "game american card=riverside-2026"
READY = "hand; dealt S 111b 11c GGGd Jk NESWw; passes ESWw; E discard"
"""South waits for 1c or Gd, for a line of 30 points, with a joker."""
JOKERLESS = READY.replace("GGGd Jk", "GGGGd")
CALLED = "1c; S claim mahjong; S mahjong discard 1c"
DRAWN = "9d; S draw 1c; S mahjong wall 1c"
UNSEEN = "hand depth=table; E discard 9d; S mahjong wall"
"""Nobody saw South's hand."""


def report(text: str) -> HandReport:
    """The report of the first hand."""
    return play(text).finish()[-1]


def owed(text: str) -> list[int] | None:
    """What each seat gains, as the program makes it; None where that cannot be said."""
    change = report(text).as_json()["settlement"]["computed"]
    return None if change is None else [change[seat] for seat in "ESWN"]


@pytest.mark.rule("american/pay-1")
@pytest.mark.rule("american/pay-2")
@pytest.mark.rule("american/pay-3")
@each("won, change", [
    (f"{READY} {CALLED}", [-60, 120, -30, -30]),
    (f"{READY} {DRAWN}", [-60, 180, -60, -60]),
    (f"{JOKERLESS} {CALLED}", [-120, 240, -60, -60]),
    (f"{JOKERLESS} {DRAWN}", [-120, 360, -120, -120]),
    ("hand; dealt E 111b 111c GGGd Jk NESWw; E mahjong deal", [180, -60, -60, -60]),
    ("hand; dealt E 111b 111c GGGGd NESWw; E mahjong deal", [360, -120, -120, -120]),
    ("hand; dealt E 2c Wd 26c RGd 22b 66d NESWw; E mahjong deal", [360, -120, -120, -120]),
    ("hand depth=table; washout", [0, 0, 0, 0]),
])  # fmt: skip
def test_what_a_hand_is_paid(won: str, change: list[int]) -> None:
    """Once, twice or four times the value; singles and pairs have no double for want of jokers."""
    assert owed(f"{CARD}; {won}") == change


def test_the_value_of_the_hand_is_that_of_its_line() -> None:
    """The label of the line stands with it, and nothing else of the card."""
    found = report(f"{CARD}; {READY} {DRAWN}")
    assert found.as_json()["scores"]["S"]["computed"] == 30
    assert [item.name for item in found.details[Seat.S].items] == ["line l3"]


@pytest.mark.rule("american/pay-5")
def test_of_several_lines_the_best_counts_unless_one_is_named() -> None:
    """The winds, green dragons and jokers are of two lines."""
    hand = "hand; dealt E GGGGd JJJJJJk NESWw; E mahjong deal"
    assert owed(f"{CARD}; {hand}") == [270, -90, -90, -90]
    assert owed(f"{CARD}; {hand} line=w4") == [270, -90, -90, -90]
    assert owed(f"{CARD}; {hand} line=l3") == [180, -60, -60, -60]


@pytest.mark.rule("american/error-2")
@pytest.mark.parametrize("value", [" line=l3", "; S score 30", ""])
def test_who_pays_is_open_where_nobody_wrote_down_what_the_discard_was_called(value: str) -> None:
    """Whoever misnamed it pays four times, alone, where that was agreed; what was not agreed is wrong."""
    agreed = f"{CARD} misnamed_mahjong=four-times"
    won = f"hand depth=result; E discard ??; S claim mahjong; S mahjong discard{value}; settlement"
    for change in ("E=-120 S=120 W=0 N=0", "E=-60 S=120 W=-30 N=-30"):
        assert codes(f"{agreed}; {won} {change}") == []
    assert codes(f"{CARD}; {won} E=-120 S=120 W=0 N=0") == ["wrong-settlement"]
    assert codes(f"{agreed}; {won} E=0 S=120 W=-120 N=0") == ["wrong-settlement"]
    assert codes(f"{agreed}; {won.replace('??', '1c')} E=-120 S=120 W=0 N=0") == ["wrong-settlement"]


def test_where_the_value_is_unknown_totals_are_not_judged() -> None:
    """Nobody can say what was owed."""
    assert codes(f"{CARD}; {UNSEEN}; end anna=-1 ben=3 cora=-1 dora=-1") == []
    assert owed(f"{CARD}; {UNSEEN}") is None


def test_a_win_in_error_is_worth_nothing_and_its_payment_not_judged() -> None:
    """The fault is the declaration."""
    wrong = f"{CARD}; {READY} 9d; S draw 9d; S mahjong wall 9d; S score 30; settlement E=-60 S=180 W=-60 N=-60"
    assert codes(wrong) == ["not-on-card"]
    assert owed(wrong) is None


# -- fines go into the totals, and points are neither made nor lost by them --------------------------------------------


SEAT = st.sampled_from(SEATS)
GAME = "game {}; hand depth=result"


@given(ruleset=st.sampled_from(shipped()), fines=st.lists(st.tuples(SEAT, st.integers(1, 1000)), max_size=5))
def test_whatever_is_fined_the_points_of_all_players_add_up_to_what_they_began_with(
    ruleset: str, fines: list[tuple[Seat, int]]
) -> None:
    said = [f"{seat.value} penalty {amount}" for seat, amount in fines]
    table = play("; ".join([GAME.format(ruleset), *said])).table
    assert sum(table.totals.values()) == len(table.plan.seats) * table.plan.family.start_points


@given(amount=st.integers(0, 10_000), seats=st.permutations([Seat.S, Seat.W, Seat.N]))
def test_a_fine_is_split_as_equally_as_it_can_be(amount: int, seats: list[Seat]) -> None:
    shares = equal_shares(amount, seats)
    assert sum(shares.values()) == amount
    assert max(shares.values()) - min(shares.values()) <= 1


@pytest.mark.rule("bmja/penalty")
@pytest.mark.parametrize(
    ("to", "found"), [({"N": 50}, []), ({"N": 40}, ["wrong-penalty"]), ({"S": 50}, ["wrong-penalty"])]
)
def test_a_fine_that_is_not_paid_in_full_to_others_is_found(to: dict[str, int], found: list[str]) -> None:
    *before, fine = fields(f"{GAME.format('bmja')}; S penalty 50")
    replay = Engine(GameRecord("fined", "fined", iter(())))
    for event in (*before, fine | {"reason": "misnamed", "to": to}):
        replay.feed(convert_event(event), None)
    assert [finding.code for report in replay.finish() for finding in report.findings] == found


totals_of_seats = st.fixed_dictionaries({seat: st.integers(0, 5000) for seat in SEATS})


@given(
    totals=totals_of_seats, winner=SEAT, other=SEAT, liable=st.booleans(),
    terms=st.builds(Terms, st.booleans(), st.booleans(), st.booleans()),
)  # fmt: skip
def test_whatever_is_settled_the_points_add_up_to_nothing(
    totals: dict[Seat, int], winner: Seat, other: Seat, liable: bool, terms: Terms
) -> None:
    """The payments make the changes, one by one."""
    discarder = None if other is winner else other
    found = settle(totals, winner, discarder=discarder, liable=discarder if liable else None, terms=terms)
    assert sum(found.change.values()) == 0
    made = {seat: sum(n for _, to, n in found.payments if to is seat) for seat in SEATS}
    paid = {seat: sum(n for by, _, n in found.payments if by is seat) for seat in SEATS}
    assert {seat: made[seat] - paid[seat] for seat in SEATS} == found.change


# -- moves that were missed leave the running totals open only until the next hand shows that no hand is ---------------


WRITTEN = "game t western anna ben cleo dora\n"
MISSED = WRITTEN + "hand table\n5b 9d ..3 wm\n8/4/48/2\npay -76/-54/192/-62\n"
"""A hand with moves missing, whose end was written down."""


def after(text: str) -> Engine:
    """The game that a text leads to."""
    (game,) = read_document(text, "text")
    assert game.fault is None, game.fault
    replay = Engine(GameRecord("text", "t", iter(())))
    for body in game.bodies:
        replay.feed(decode_event(body), None)
    return replay


def test_in_a_hand_with_missing_moves_nobody_knows_the_totals() -> None:
    assert not after(MISSED).table.standing.totals_known


def test_the_next_hand_tells_that_none_is_missing_and_the_totals_are_known_again() -> None:
    replay = after(MISSED + "hand table\n")
    assert replay.table.standing.totals_known
    assert sum(replay.table.totals.values()) == 0
    assert replay.table.totals["cleo"] == 192


@pytest.mark.parametrize("then", [
    "hand-start table hand=3 E=ben S=cleo W=dora N=anna round=E",
    "..\nhand-start table hand=2 E=ben S=cleo W=dora N=anna round=E",
], ids=["a hand is missing", "something is missing between the hands"])  # fmt: skip
def test_where_more_may_be_missing_they_stay_unknown(then: str) -> None:
    assert not after(f"{MISSED}{then}\n").table.standing.totals_known


def test_a_hand_without_its_end_leaves_them_unknown() -> None:
    text = WRITTEN + "hand table\n5b 9d ..3\nhand-start table hand=2 E=ben S=cleo W=dora N=anna round=E\n"
    assert not after(text).table.standing.totals_known


def test_totals_that_a_hand_states_count_and_not_those_reckoned() -> None:
    text = MISSED + 'hand-start table totals={"anna":1,"ben":2,"cleo":3,"dora":-6}\n'
    replay = after(text)
    assert replay.table.totals == {"anna": 1, "ben": 2, "cleo": 3, "dora": -6}
    assert [finding.code for finding in replay.report.findings] == []


def test_the_end_of_the_game_is_not_held_against_a_hand_with_missing_moves() -> None:
    replay = after(MISSED + 'game-end totals={"anna":-99,"ben":-44,"cleo":195,"dora":-52}\n')
    assert [finding.code for finding in replay.report.findings] == []
