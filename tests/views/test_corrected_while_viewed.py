"""A game corrected while it is looked at stands as if it had been read anew; what comes before is not replayed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from mjlog import events as ev
from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.events import convert_event, encode_event
from mjlog.log.records import GameRecord, Row, as_of
from mjlog.samples import samples_folder
from mjlog.views.moment import moment_at
from mjlog.views.seen import disclosed_until
from tests.short_logs import events
from tests.views.table_logs import won
from tests.views.test_going_on import read, rows_in, rows_of, stand

Fields = dict[str, Any]
GAMES = ("western", "bmja", "default", "american", "western-three-players")
_MOST = 1300


def game(name: str) -> list[Row]:
    """The first hands of a sample game."""
    return rows_in(Path(samples_folder() / "games" / f"{name}.mjlog.jsonl.xz"))[:_MOST]


def inside(event: ev.Event, **other: Any) -> Fields:
    """An event as it stands in a correction."""
    fields: Fields = msgspec.json.decode(encode_event(event))
    return {**{name: value for name, value in fields.items() if name != "seq"}, **other}


def correction(rows: list[Row], **fields: Any) -> Row:
    """The next event of the log: a correction."""
    return convert_event({"seq": len(rows) + 1, "type": "correction", "reason": "a slip", **fields}), None


def of_type(rows: list[Row], kind: type[ev.Event]) -> list[Any]:
    """The events of a type."""
    return [row for row, _where in rows if isinstance(row, kind)]


def paid_otherwise(event: ev.Settlement) -> Fields:
    """East pays South four points more."""
    change = {seat.value: amount for seat, amount in event.change.items()}
    return inside(event, change={**change, "E": change["E"] - 4, "S": change["S"] + 4}, payments=None)


def any_correction(rows: list[Row], chance: Random) -> Row:
    """A correction as it may come: of payments, scores, a tile, a correction; void, added, or naming nothing."""
    paid, scored, made = (of_type(rows, kind) for kind in (ev.Settlement, ev.Score, ev.Correction))
    event = chance.choice([row for row, _where in rows if not isinstance(row, ev.Correction)])
    choices = [
        {"of": event.seq, "events": []},
        {"of": event.seq, "events": [inside(event)]},
        {"after": event.seq, "events": [{"type": "note", "text": "tea"}]},
        {"after": event.seq, "events": [{"type": "penalty", "seat": "S", "amount": 30, "reason": "late"}]},
        {"of": len(rows) + 5, "events": []},
    ]
    if paid:
        event = chance.choice(paid)
        choices += [{"of": event.seq, "events": [paid_otherwise(event)]}] * 2
    if scored:
        event = chance.choice(scored)
        choices.append({"of": event.seq, "events": [inside(event, total=event.total + 2)]})
    if made:
        choices += [{"of": chance.choice(made).seq, "events": []}] * 3
    return correction(rows, **chance.choice(choices))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_corrected_the_game_stands_as_if_read_anew(name: str) -> None:
    """One correction at a time, or two that come together, with what was said between them."""
    rows, chance = game(name), Random(11)
    view = read(rows)
    for at in range(12):
        added = [any_correction(rows, chance)]
        if not at % 3:
            added.append((convert_event({"seq": len(rows) + 2, "type": "note", "text": "tea"}), None))
            added.append(any_correction([*rows, *added], chance))
        rows = [*rows, *added]
        if at % 2:
            moment_at(view, chance.randrange(len(view.rows)), "open")
        view.go_on(added)
        fresh = read(rows)
        assert stand(view) == stand(fresh), added
        assert (disclosed_until(view), view.stops) == (disclosed_until(fresh), fresh.stops)
        assert looks(view) == looks(fresh)


def looks(view: Game) -> list[Any]:
    """The table at places all over the game, as it is seen when all is open."""
    moments = [moment_at(view, place, "open") for place in range(0, len(view.rows), 97)]
    return [(one.seq, one.words, plain(one.board)) for one in moments]


def replayed(view: Game, added: list[Row], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many rows are replayed when these are added."""
    count = 0
    feed = type(view.now).feed

    def counted(self: Any, row: Any, where: Any) -> None:
        nonlocal count
        count += 1
        feed(self, row, where)

    with monkeypatch.context() as patch:
        patch.setattr(type(view.now), "feed", counted)
        view.go_on(added)
    return count


def test_after_a_correction_the_hands_before_it_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = game("western")
    view = read(rows)
    second = view.played[1]
    paid = next(row for row in view.rows[second.first : second.end] if isinstance(row, ev.Settlement))
    made = [correction(rows, of=paid.seq, events=[paid_otherwise(paid)])]
    assert replayed(view, made, monkeypatch) < len(rows) - second.first
    assert view.hands[second.place].start is second.start
    rows = [*rows, *made]
    otherwise = view.hands[3].before
    undone = [correction(rows, of=len(rows), events=[])]
    assert replayed(view, undone, monkeypatch) < len(rows) - second.first
    assert stand(view) == stand(read([*rows, *undone]))
    assert view.hands[3].before != otherwise


def test_a_game_as_of_an_earlier_event_goes_on_to_what_it_came_to() -> None:
    rows = rows_of(won())
    view = Game(as_of(GameRecord("test", "test", iter(rows)), 20))
    assert (view.as_of, view.last_seq) == (20, 20)
    view.go_on(rows[20:])
    assert view.as_of is None
    assert stand(view) == stand(read(rows))


def test_a_call_of_a_discard_that_was_corrected_answers_what_is_read_there() -> None:
    """Also when it is added to a game that is looked at."""
    discard = {"type": "discard", "seat": "E", "tile": "9d"}
    rows: list[Row] = [(event, None) for event in events("game western; hand depth=table; E discard 8d")]
    last = len(rows)
    rows.append(correction(rows, of=last, events=[discard]))
    view = read(rows)
    called = (convert_event({"seq": len(rows) + 1, "type": "claim", "seat": "S", "for": "pung", "on": last}), None)
    view.go_on([called])
    assert not [finding for hand in view.hands for finding in hand.report.findings]
    assert stand(view) == stand(read([*rows, called]))
