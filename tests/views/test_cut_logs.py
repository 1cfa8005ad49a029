"""What a view says of a log as of an event is what it says of a log that ends with that event, to the byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from mjlog.answers import plain
from mjlog.audit.as_of import as_of
from mjlog.audit.engine import Engine
from mjlog.audit.records import GameRecord
from mjlog.canonical import GENESIS, chain_id, event_body
from mjlog.club import game_facts
from mjlog.disputes.dossier import dossier
from mjlog.disputes.dossier_json import dossier_json
from mjlog.disputes.recorded import Stored
from mjlog.viewer.api.sheet import sheet_answer
from mjlog.views import GameView, LogHead, board_answer, head_seq, move_answer, score_sheet
from mjlog.views.totals_chart import chart
from tests.mended_games import GAMES, Fields, mended, record_of, times

Reads = Callable[[], GameRecord]


def reports(reads: Reads, as_recorded: bool) -> Any:
    """The audit."""
    return [report.as_json() for report in Engine(reads(), as_recorded=as_recorded).run()]


def moments(reads: Reads, as_recorded: bool) -> Any:
    """The table in the middle of a hand and at the end of the log, with what could be done there."""
    view = GameView(reads(), as_recorded)
    for place in (view.hands[-1].first + (len(view.rows) - view.hands[-1].first) // 2, len(view.rows) - 1):
        moment = view.at(place, "open")
        yield moment.seq, moment.words, plain(board_answer(moment.board)), [one.as_json() for one in moment.findings]
        yield [plain(move_answer(move)) for move in view.moves(place, moment.sight)]


def hands(reads: Reads, as_recorded: bool) -> Any:
    """Every hand in words, as everybody may see it; how far the log may be read."""
    view = GameView(reads(), as_recorded)
    for hand in view.hands:
        yield list(view.lines(hand, "open"))
        yield hand.number, hand.is_over, hand.before, hand.after, [one.as_json() for one in view.findings(hand)]
    yield view.last_seq, view.disclosed_until, view.next_east, list(view.players), repr(chart(view))


def sheet(reads: Reads, as_recorded: bool) -> Any:
    """The score sheet, but for the line that says as of when it is."""
    view = GameView(reads(), as_recorded)
    return plain(sheet_answer(replace(score_sheet(view, LogHead(head_seq(view), GENESIS)), as_of=None)))


def corrections(reads: Reads, as_recorded: bool) -> Any:
    """What was corrected at every event."""
    view = GameView(reads(), as_recorded)
    for seq in range(1, view.last_seq + 1):
        note = view.corrected(seq, "open")
        yield None if note is None else plain(note)


def facts(reads: Reads, as_recorded: bool) -> Any:
    """What searches, statistics and standings are made of."""
    return repr(game_facts(GameView(reads(), as_recorded)))


VIEWS = (reports, moments, hands, sheet, corrections, facts)


@pytest.mark.parametrize("as_recorded", [False, True], ids=["corrected", "recorded"])
@pytest.mark.parametrize("view", VIEWS, ids=[view.__name__ for view in VIEWS])
@pytest.mark.parametrize("name", GAMES)
def test_as_of_an_event_a_view_says_what_it_says_of_a_log_that_ends_there(
    name: str, view: Callable[[Reads, bool], Any], as_recorded: bool
) -> None:
    log = mended(name)
    told = set()
    for seq in times(name)[1::3]:
        then = written(view(lambda seq=seq: as_of(record_of(log), seq), as_recorded))  # type: ignore[misc]
        assert then == written(view(lambda seq=seq: record_of(log[:seq]), as_recorded)), seq  # type: ignore[misc]
        told.add(then)
    assert len(told) > 2


def written(found: Any) -> bytes:
    """As JSON, byte for byte."""
    return json.dumps(list(found) if isinstance(found, Iterator) else found, default=str).encode()


def stored_in(log: tuple[Fields, ...]) -> Callable[[int], Stored | None]:
    """The events as a database would store them."""
    made: list[Stored] = []
    for event in log:
        body = event_body(event)
        made.append(Stored(chain_id(made[-1].id if made else GENESIS, body), body))
    return lambda seq: made[seq - 1] if 1 <= seq <= len(made) else None


@pytest.mark.parametrize("name", GAMES)
def test_a_dossier_as_of_an_event_is_that_of_a_log_that_ends_there(name: str) -> None:
    """The head that proves it is that of then, too."""
    log = mended(name)
    for seq in times(name)[-8::3]:
        of = next(event["of"] for event in reversed(log[:seq]) if event.get("of"))
        made = [
            dossier(GameView(record), of, stored_in(events))
            for record, events in ((as_of(record_of(log), seq), log), (record_of(log[:seq]), log[:seq]))
        ]
        assert [one.as_of for one in made] == [seq, None]
        then, cut = (json.dumps({**dossier_json(one), "as_of": None}) for one in made)
        assert then == cut
        assert made[0].proof is not None
        assert made[0].proof.events == seq
