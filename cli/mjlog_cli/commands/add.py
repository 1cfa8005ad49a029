"""`mjlog add`: one or more events, typed at the table, go into the record."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from mjlog import events as ev
from mjlog.cards.shelf import CardShelf
from mjlog.errors import ConflictError, MjlogError
from mjlog.findings import Finding
from mjlog.store import Head, SqliteStore, open_store
from mjlog_cli.console import say, write_json
from mjlog_cli.findings import finding_line
from mjlog_cli.moments import moment
from mjlog_cli.params import cards_option, database_path, db_option, json_option, shelf_of
from mjlog_cli.recording import Recorder, event_of, place_after, read_event


class _Wish(NamedTuple):
    """What goes with every event of one append, and the score cards to judge them by."""

    at: str | None
    recorder: str | None
    key: str | None
    expect: int | None
    cards: CardShelf


class _Answer(NamedTuple):
    """One event as it was understood, and what the rules say of it."""

    event: ev.Event
    body: bytes
    words: str
    findings: list[Finding]


@click.command(name="add", short_help="Append events to a game.")
@click.argument("game")
@click.argument("events", metavar="EVENT...", nargs=-1, required=True)
@db_option
@click.option("--at", metavar="TIME", help="When it happened: `now`, or an RFC 3339 time in UTC.")
@click.option("--recorder", metavar="HANDLE", help="Who writes it down.")
@click.option("--key", metavar="KEY", help="A name for this append: sent twice, it is stored once.")
@click.option("--expect", type=click.IntRange(1), metavar="SEQ", help="Store only if this is the last event so far.")
@cards_option
@json_option
def command(
    game: str, events: tuple[str, ...], db: str | None, at: str | None, recorder: str | None, key: str | None,
    expect: int | None, cards: tuple[str, ...], as_json: bool,
) -> int:  # fmt: skip
    """Append events to a GAME of the database; say what was understood, and what the rules say of it.

    EVENT is a JSON object, or the short form: type, seat, tiles, key=value. For example `draw S`, `discard S 5b`,
    `claim W pung`, `expose W pung 555b`, `kong E concealed 1111b`, `bonus N 1f`, `mahjong W discard`, `show W
    123b | 55d`, `score W 64`, `settlement E=-128 S=128 W=0 N=0`, and before the play `roll anna 3 4`, `seats ben
    cleo dora anna`, `roll E 3 3 break-wall`, `break S 8 E`. `hand-start` alone begins the next hand: number,
    round and seats follow from the game. In the American game also `charleston right-1 E 5c 5c Ew` (without tiles:
    unseen), `charleston-stop N`, `joker-exchange S W 5b`, `mahjong S wall 4c line=b2`, `dead N exposure by=E`.

    All events of one call are stored together, or none. What breaks a rule is stored all the same; the exit status
    is then 1.
    """
    wish = _Wish(at, recorder, key, expect, shelf_of(cards))
    with open_store(database_path(db), create=False) as store:
        answers, head = _append(store, game, events, wish)
    for answer in answers:
        _print(answer, head, as_json)
    return 1 if any(finding.severity == "error" for answer in answers for finding in answer.findings) else 0


def _append(store: SqliteStore, game: str, texts: tuple[str, ...], wish: _Wish) -> tuple[list[_Answer], Head]:
    """Read, judge and store the events; everything is read before anything is stored.

    Raises:
        MjlogError: an event cannot be read, or another writer was first; nothing was stored.
    """
    stored = store.bodies(game)
    done = store.appended(wish.key) if wish.key is not None else None
    before = _before_the_first_time(stored, len(texts), done)
    recorder = Recorder(str(store.path), game, before, wish.cards)
    again = stored[len(before)] if done is not None and len(before) < len(stored) else None
    time = moment(wish.at, again)
    answers = [_judged(recorder, text, time, wish.recorder) for text in texts]
    if done is None and wish.expect is not None and wish.expect != len(stored):
        raise ConflictError(f"game {game} has {len(stored)} events, {wish.expect} were expected: nothing was stored")
    bodies = [answer.body for answer in answers]
    head = store.append(game, bodies, expected_last=len(before), key=wish.key)
    return answers, head


def _before_the_first_time(stored: list[bytes], count: int, done: Head | None) -> list[bytes]:
    """What was stored before these events: all, unless their key shows that they are stored already."""
    return stored if done is None else stored[: max(0, done.seq - count)]


def _judged(recorder: Recorder, text: str, at: str | None, handle: str | None) -> _Answer:
    from mjlog.views.words import words

    try:
        fields = read_event(text)
        if isinstance(fields.get("type"), str):
            recorder.fill_in(fields)
        for name, value in (("at", at), ("recorder", handle)):
            if value is not None:
                fields.setdefault(name, value)
        place_after(fields, recorder.last)
        event, body = event_of(fields)
    except MjlogError as error:
        raise MjlogError(f"{error} (nothing was stored)") from None
    if isinstance(event, ev.GameStart):
        raise MjlogError("a game has one game-start, and `mjlog new` has written it (nothing was stored)")
    said = words(recorder.table, event)
    return _Answer(event, body, said, recorder.judge(event))


def _print(answer: _Answer, head: Head, as_json: bool) -> None:
    if as_json:
        fields: dict[str, Any] = {"seq": answer.event.seq, "type": answer.event.type, "words": answer.words}
        fields["findings"] = [finding.as_json() for finding in answer.findings]
        fields["head"] = head.id
        write_json(fields)
        return
    say(f"{answer.event.seq}  {answer.words}")
    for finding in answer.findings:
        say(f"    {finding_line(finding)}")
