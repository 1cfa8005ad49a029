"""What a view says of a log as of an event is what it says of a log that ends with that event, to the byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import structs

from mjlog.answers import plain
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.chain import GENESIS, chain_id, event_body
from mjlog.club import game_facts
from mjlog.disputes.dossier import Stored, dossier
from mjlog.log.records import as_of
from mjlog.viewer.pages.chart import chart
from mjlog.views.moment import moment_at, move_answer, moves_after
from mjlog.views.results import east_next
from mjlog.views.seen import correction_of, disclosed_until, event_lines, findings_of
from mjlog.views.sheet import LogHead, head_seq, score_sheet
from tests.mended_games import GAMES, Fields, mended, record_of, times


def moments(view: Game) -> Any:
    """The table in the middle of a hand and at the end of the log, with what could be done there."""
    for place in (view.hands[-1].first + (len(view.rows) - view.hands[-1].first) // 2, len(view.rows) - 1):
        moment = moment_at(view, place, "open")
        yield moment.seq, moment.words, plain(moment.board), [one.as_json() for one in moment.findings]
        yield [plain(move_answer(move)) for move in moves_after(view, place, moment.sight)]


def hands(view: Game) -> Any:
    """Every hand in words, as everybody may see it; how far the log may be read."""
    for hand in view.hands:
        yield list(event_lines(hand, "open"))
        yield hand.number, hand.is_over, hand.before, hand.after, [one.as_json() for one in findings_of(hand)]
    yield view.last_seq, disclosed_until(view), east_next(view), list(view.players), repr(chart(view))


def sheet(view: Game) -> Any:
    """The score sheet, but for the line that says as of when it is."""
    return plain(structs.replace(score_sheet(view, LogHead(head_seq(view), GENESIS)).answer, as_of=None))


def corrections(view: Game) -> Any:
    """What was corrected at every event."""
    for seq in range(1, view.last_seq + 1):
        note = correction_of(view, seq, "open")
        yield None if note is None else plain(note)


def facts(view: Game) -> Any:
    """What searches, statistics and standings are made of."""
    return repr(game_facts(view))


VIEWS = (moments, hands, sheet, corrections, facts)


@pytest.mark.parametrize("as_recorded", [False, True], ids=["corrected", "recorded"])
@pytest.mark.parametrize("name", GAMES)
def test_as_of_an_event_a_view_says_what_it_says_of_a_log_that_ends_there(name: str, as_recorded: bool) -> None:
    log = mended(name)
    told: dict[str, set[bytes]] = {}
    for seq in times(name)[1::5]:
        as_of_then = Game(as_of(record_of(log), seq), as_recorded)
        cut = Game(record_of(log[:seq]), as_recorded)
        for view in VIEWS:
            then = written(view(as_of_then))
            assert then == written(view(cut)), (view.__name__, seq)
            told.setdefault(view.__name__, set()).add(then)
    assert len(told) == len(VIEWS)
    assert all(len(said) > 2 for said in told.values())


@pytest.mark.parametrize("as_recorded", [False, True], ids=["corrected", "recorded"])
@pytest.mark.parametrize("name", GAMES)
def test_as_of_an_event_an_audit_finds_what_it_finds_in_a_log_that_ends_there(name: str, as_recorded: bool) -> None:
    log = mended(name)
    found = set()
    for seq in times(name)[1::3]:
        records = as_of(record_of(log), seq), record_of(log[:seq])
        then, cut = (written([one.as_json() for one in Engine(one, as_recorded=as_recorded).run()]) for one in records)
        assert then == cut, seq
        found.add(then)
    assert len(found) > 2


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
            dossier(Game(record), of, stored_in(events))
            for record, events in ((as_of(record_of(log), seq), log), (record_of(log[:seq]), log[:seq]))
        ]
        assert [one.as_of for one in made] == [seq, None]
        then, cut = (json.dumps({**plain(one), "as_of": None}) for one in made)
        assert then == cut
        assert made[0].proof.events == seq
