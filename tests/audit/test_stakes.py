"""Points that lie on the table through corrections, gaps, faults, earlier states and forks of a game."""

from __future__ import annotations

from typing import Any

from cases.riichi_ends import DEAL, DEALT, GAME, RESULT, SOUTH_WINS, TWO_CALL, UNSEEN, WEST_WINS
from mjlog.answers import plain
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.audit.report import state_fields
from mjlog.events import convert_event
from mjlog.log.records import GameRecord, Row
from mjlog.seats import Seat
from short_logs import codes, fields, play

Fields = dict[str, Any]
DECLARED = f"{UNSEEN}E draw ??; E discard 9b riichi=true; S draw ??; S discard 9c; "
WON = f"{DECLARED}W claim mahjong; W mahjong discard 9c; settlement W=2000 S=-1000 pot=1000; "
SOUTH_PAID = f"{SOUTH_WINS}S score 1300; settlement for=S S=1300 E=-1300; "


def rows(text: str, *corrections: Fields) -> list[Row]:
    """The rows of a text, with corrections at its end."""
    log = fields(text)
    for correction in corrections:
        log.append({"seq": len(log) + 1, "type": "correction", "reason": "misread", **correction})
    return [(convert_event(event), number) for number, event in enumerate(log, 1)]


def corrected(text: str, *corrections: Fields) -> Engine:
    """The text as corrected, replayed to its end."""
    replay = Engine(GameRecord("", "short", iter(rows(text, *corrections)), corrected=True))
    replay.run()
    return replay


def found(replay: Engine) -> list[str]:
    """What was found."""
    return [one.code for report in replay.told_reports for one in report.findings]


def seq_of(text: str, kind: str) -> int:
    """The number of the latest event of a type."""
    return next(event["seq"] for event in reversed(fields(text)) if event["type"] == kind)


def test_a_riichi_that_was_none_takes_its_stick_back() -> None:
    """As corrected it was never on the table."""
    discard = next(event for event in fields(DECLARED) if event["type"] == "discard")
    plain = {"type": "discard", "seat": "E", "tile": "9b"}
    replay = corrected(DECLARED, {"of": discard["seq"], "events": [plain]})
    assert (replay.table.totals["anna"], replay.table.standing.pot) == (25000, 0)
    recorded = play(DECLARED).table
    assert (recorded.totals["anna"], recorded.standing.pot) == (24000, 1000)


def test_a_settlement_is_corrected() -> None:
    """Totals and pot follow from the corrected one."""
    wrong = WON.replace("W=2000 S=-1000 pot=1000", "W=1000 S=-1000")
    assert codes(wrong) == ["wrong-pot"]
    right = {"type": "settlement", "change": {"W": 2000, "S": -1000}, "pot": 1000}
    replay = corrected(wrong, {"of": seq_of(wrong, "settlement"), "events": [right]})
    assert found(replay) == []
    assert (replay.table.totals["cora"], replay.table.standing.pot) == (27000, 0)


def test_a_further_winner_is_added_by_a_correction() -> None:
    """The hand has two then, as if they had been written down at once."""
    text = f"{DEALT}{TWO_CALL}{SOUTH_PAID}"
    more = [
        {"type": "mahjong", "seat": "W", "source": "discard", "tile": "8d"},
        {"type": "settlement", "for": "W", "change": {"W": 1300, "E": -1300}},
    ]
    replay = corrected(text, {"after": seq_of(text, "settlement"), "events": more})
    assert found(replay) == []
    (report,) = replay.told_reports
    assert plain(list(report.winners)) == ["S", "W"]


def test_an_earlier_state_has_the_stakes_of_that_moment() -> None:
    """A game goes back to it, and on from there."""
    every = rows(f"{WON}hand 2 E ben; dealt; indicator 2c; E draw ??; E discard 1d riichi=true; S draw ??")
    game = Game(GameRecord("", "short", every))
    after = state_fields(game.now.table)
    assert (after["pot"], after["totals"]["ben"]) == (1000, 23000)
    before = game.after(every[:-1]).table
    assert (before.standing.pot, before.totals["ben"]) == (0, 24000)
    earlier = game.fork(every[:-1])
    earlier.go_on(every[-1:])
    assert state_fields(earlier.now.table) == after


def test_forks_go_on_by_themselves() -> None:
    """What is paid in one is not paid in the other."""
    replay = play(f"{DEALT}{TWO_CALL}{SOUTH_PAID}")
    other = replay.fork()
    for row, where in rows(f"{DEALT}{TWO_CALL}{SOUTH_PAID}{WEST_WINS}settlement for=W W=1300 E=-1300")[-3:]:
        other.feed(row, where)
    assert other.table.totals["anna"] == 22400
    assert replay.table.totals["anna"] == 23700
    assert [win.seat for win in replay.table.wins] == [Seat.S]


def test_a_digest_tells_what_lies_on_the_table() -> None:
    """Two states that differ only in that are two."""
    with_stick = state_fields(play(f"{GAME}hand 1 E anna pot=1000 {RESULT}washout").table)
    without = state_fields(play(f"{GAME}hand 1 E anna {RESULT}washout").table)
    assert with_stick != without
    assert {name for name in with_stick if with_stick[name] != without[name]} == {"pot"}
    assert "pot" not in state_fields(play("game; hand").table)


# -- what is not known ----------------------------------------------------------------------------------------------


def test_after_missing_moves_nobody_knows_what_lies_on_the_table() -> None:
    """Sticks may have been laid in them; what is stated next holds, and a win takes whatever there is."""
    text = f"{UNSEEN}E draw ??; E discard 9b; gap; washout; "
    totals = "totals=anna:24000,ben:24000,cora:25000,dora:25000"
    assert codes(f"{text}hand 2 E ben pot=2000 repeats=1 {totals}") == []
    assert codes(f"{text}hand 2 E anna pot=0 repeats=1") == []
    won = f"{RESULT}S mahjong discard; settlement S=5000 W=-3000 pot=2000"
    assert codes(f"{text}hand 2 {won}; hand 3 E ben pot=0") == []


def test_between_hands_that_are_missing_everything_may_have_happened() -> None:
    """Repeats and pot begin anew with what is stated."""
    text = f"{GAME}hand {RESULT}S mahjong discard; settlement S=1000 W=-1000; gap; "
    assert codes(f"{text}hand 5 E dora pot=3000 repeats=2") == []


def test_hands_without_payments_are_paid_as_computed() -> None:
    """With repeats and pot, to each winner."""
    begun = "game riichi; hand repeats=1 pot=2000 totals=anna:25000,ben:24000,cora:25000,dora:24000; "
    text = f"{begun}{DEAL}{TWO_CALL}{SOUTH_WINS}{WEST_WINS}"
    due = "anna:22100,ben:27600,cora:26300,dora:24000"
    assert codes(f"{text}hand 2 E ben totals={due} pot=0 repeats=0") == []
    assert codes(f"{text}hand 2 E ben totals={due.replace('27600', '27300')}") == ["wrong-total"]


def test_of_two_winners_one_may_be_paid() -> None:
    """The other's payment is computed."""
    text = f"{DEALT}{TWO_CALL}{SOUTH_PAID}{WEST_WINS}hand 2 E ben totals=anna:{{}},ben:26300,cora:26300,dora:25000"
    assert codes(text.format(22400)) == []
    assert codes(text.format(23700)) == ["wrong-total"]


# -- after faults ----------------------------------------------------------------------------------------------------


def test_a_draw_for_the_wrong_reason_leaves_the_next_hand_open() -> None:
    """Whether East stays hangs on it, and so do the repeats."""
    text = f"{UNSEEN}E draw ??; washout reason=four-winds; settlement E=0; "
    assert codes(f"{text}hand 2 E anna repeats=1") == codes(f"{text}hand 2 E ben repeats=1") == ["washout-not-due"]


def test_after_a_wrong_payment_totals_are_as_the_record_says() -> None:
    """One finding, at the payment."""
    text = f"{DEALT}{TWO_CALL}{SOUTH_WINS}settlement S=2000 E=-2000; hand 2 E ben "
    for anna, ben in ((23000, 27000), (23700, 26300)):
        assert codes(f"{text}totals=anna:{anna},ben:{ben},cora:25000,dora:25000") == ["wrong-settlement"]


def test_a_wrong_liable_player_is_told_once() -> None:
    """What is paid for the hand is not judged then."""
    text = f"{DEALT}{TWO_CALL}S mahjong discard 8d liable=N; S show 234b 567c 345d 666b 88d; "
    assert codes(f"{text}settlement S=1300 E=-700 N=-600; hand 2 E ben") == ["wrong-liable"]


WON_AT_ONCE = "game riichi; hand depth=result; S mahjong discard; W mahjong discard"
"""Two winners of a tile, of whom nothing else was written down."""


def test_where_only_results_are_recorded_sticks_may_not_have_been() -> None:
    """Who was in riichi nobody has said: the winner takes whole sticks more than is known, but no part of one."""
    paid = "settlement E=-8000 S={} W=0 N=0 for=S pot={}; settlement E=-1000 S=0 W=1000 N=0 for=W"
    assert codes(f"{WON_AT_ONCE}; {paid.format(10_000, 2000)}") == []
    assert codes(f"{WON_AT_ONCE}; {paid.format(8700, 700)}") == ["wrong-pot"]
    assert codes(f"{WON_AT_ONCE.replace('result', 'table')}; {paid.format(10_000, 2000)}").count("wrong-pot") == 1


def test_where_only_results_are_recorded_nobody_has_called() -> None:
    """A second winner of a tile has not called it either."""
    assert codes(WON_AT_ONCE) == []


def test_totals_of_a_game_that_ends_too_early_are_no_second_fault() -> None:
    """A hand that is missing makes both; that they do not fit is told."""
    won = f"{GAME}hand {RESULT}S mahjong discard; settlement S=1000 W=-1000; "
    for last, told in ((25000, False), (26000, True)):
        engine = play(f"{won}end anna=25000 ben=26000 cora=24000 dora={last}")
        (report,) = [one for one in engine.told_reports if one.hand is not None]
        assert [one.code for one in report.findings] == ["game-end-too-early"]
        words = "dora ends with 26000 points: 25000 is what the hands make"
        assert any(words in one.words for one in report.unjudged) is told
