"""A game that goes on by what was added to its log stands as if the whole log had been read anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from each import each
from mjlog import events as ev
from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.cards.shelf import CardShelf
from mjlog.events import convert_event
from mjlog.log.records import GameRecord, Row
from mjlog.log.sight import Sight
from mjlog.samples import samples_folder
from mjlog.sources import games_in
from mjlog.views.moment import claims_after, moment_at
from mjlog.views.results import east_next
from mjlog.views.seen import card_in_force, event_lines, findings_by_event, findings_of, line_told, said_at
from mjlog.views.sheet import score_sheet
from tests.views.table_logs import Log, played, won
from turns import in_turn

GAMES = sorted(path for path in (samples_folder() / "games").iterdir() if not path.name.endswith(".json"))
LOGS = sorted((samples_folder() / "findings").glob("*.mjlog.jsonl"))
CARDS = CardShelf(())
MOST_ENDS = 8
MOST_ROWS = 800
"""Of longer games the first hands; the game is read anew again and again."""


def rows_in(path: Path) -> list[Row]:
    return list(next(games_in(str(path))).rows)


def rows_of(log: Log) -> list[Row]:
    return [(convert_event(fields), None) for fields in log.events]


def read(rows: list[Row], as_recorded: bool = False) -> Game:
    corrected = any(isinstance(row, ev.Correction) for row, _where in rows)
    return Game(GameRecord("test", "test", iter(rows), corrected=corrected), as_recorded, CARDS)


def stand(view: Game) -> dict[str, Any]:
    """Everything that a game tells of how it stands."""
    last = view.hands[-1]
    sights: tuple[Sight, ...] = ("table", "open") if view.rows else ()
    return {
        "game": (view.id, view.ruleset, east_next(view), view.players, card_in_force(view), view.last_seq),
        "written": (view.log.last, view.log.is_whole, len(view.log.corrections)),
        "reports": [(hand.report.as_json(), hand.report.details) for hand in view.hands],
        "hands": [
            (
                (hand.place, hand.number, hand.first, hand.end, hand.round, hand.seats, hand.depth),
                (hand.is_over, hand.is_washout, hand.is_void, hand.before, hand.after),
                (line_told(hand), hand.report.win),
            )
            for hand in view.hands
        ],
        "findings": [[one.as_json() for one in findings_of(hand)] for hand in view.hands] if view.rows else [],
        "lines": [event_lines(last, sight) for sight in sights],
        "claims": [claims_after(view, place, sight) for sight in sights for place in range(len(view.rows))[-3:]],
        "boards": [plain(moment_at(view, len(view.rows) - 1, sight).board) for sight in sights],
    }


def assert_goes_on(rows: list[Row], step: int, every: int, as_recorded: bool = False) -> None:
    """Rows are added some at a time; the game is compared with one read anew, now and then and where a hand ends."""
    view = read(rows[:1], as_recorded)
    over, ends = False, 0
    for at in range(1, len(rows), step):
        added = rows[at : at + step]
        view.go_on(added)
        turned, over = view.hands[-1].is_over != over, view.hands[-1].is_over
        ends += turned
        if (turned and ends < MOST_ENDS) or not (at - 1) // step % every:
            assert stand(view) == stand(read(rows[: at + step], as_recorded)), at
    assert stand(view) == stand(read(rows, as_recorded))
    assert score_sheet(view) == score_sheet(read(rows, as_recorded))


@pytest.mark.parametrize("path", in_turn(GAMES), ids=lambda path: path.name.split(".")[0])
def test_every_sample_game_goes_on(path: Path) -> None:
    rows = rows_in(path)[:MOST_ROWS]
    assert_goes_on(rows, 1, max(61, len(rows) // 6))


@each("path", LOGS, ids=lambda path: path.name.split(".")[0])
def test_logs_with_mistakes_go_on(path: Path) -> None:
    assert_goes_on(rows_in(path), 1, 29)


@pytest.mark.parametrize("step", [2, 7, 60])
def test_a_game_goes_on_by_several_events_at_a_time(step: int) -> None:
    assert_goes_on(rows_in(GAMES[0])[:600], step, 20)


def corrected_game() -> list[Row]:
    """A discard that was another tile, in a hand that is over when that is found."""
    log = won()
    log.add("correction", of=23, events=[{"type": "claim", "seat": "S", "for": "mahjong"}], reason="said again")
    log.add("hand-start", hand=2, round="E", seats={"E": "ben", "S": "cleo", "W": "dora", "N": "anna"})
    log.add("correction", of=len(log.events), events=[], reason="not yet")
    log.add("note", text="tea")
    return rows_of(log)


@pytest.mark.parametrize("as_recorded", [False, True])
def test_a_game_goes_on_after_corrections(as_recorded: bool) -> None:
    assert_goes_on(corrected_game(), 1, 1, as_recorded)


def test_a_gap_in_a_corrected_log_is_told_as_if_it_was_read_anew() -> None:
    rows = corrected_game()
    view, late = read(rows[:-1]), rows_of(played(1, 2))[-1:]
    view.go_on(late)
    assert stand(view) == stand(read([*rows[:-1], *late]))


def test_what_was_looked_at_before_does_not_stay_as_it_was() -> None:
    """The words, the marks and the findings of a hand grow with it."""
    rows = rows_of(played(3, 30))
    view = read(rows[:20])
    for at in range(20, len(rows)):
        moment_at(view, len(view.rows) - 1)
        findings_by_event(view.hands[-1])
        view.go_on(rows[at : at + 1])
    fresh = read(rows)
    for place in range(len(rows)):
        assert plain(moment_at(view, place).board) == plain(moment_at(fresh, place).board)
        assert said_at(view, place) == moment_at(fresh, place).words
