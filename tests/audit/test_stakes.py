"""Points that lie on the table through corrections, gaps, faults, earlier states and forks of a game."""

from __future__ import annotations

from typing import Any

from cases.riichi_ends import DEALT, GAME, RESULT, SOUTH_WINS, TWO_CALL, UNSEEN, WEST_WINS
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


# -- after faults ----------------------------------------------------------------------------------------------------


def test_totals_of_a_game_that_ends_too_early_are_no_second_fault() -> None:
    """A hand that is missing makes both; that they do not fit is told."""
    won = f"{GAME}hand {RESULT}S mahjong discard; settlement S=1000 W=-1000; "
    for last, told in ((25000, False), (26000, True)):
        engine = play(f"{won}end anna=25000 ben=26000 cora=24000 dora={last}")
        (report,) = [one for one in engine.told_reports if one.hand is not None]
        assert [one.code for one in report.findings] == ["game-end-too-early"]
        words = "dora ends with 26000 points: 25000 is what the hands make"
        assert any(words in one.words for one in report.unjudged) is told
