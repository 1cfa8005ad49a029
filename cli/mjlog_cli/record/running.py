"""From the command line to the screen: which game is recorded, and how."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from mjlog.cards.shelf import card_name
from mjlog.errors import MjlogError
from mjlog.period import date_of
from mjlog.recording.beginning import Beginning, begin, going_on
from mjlog.recording.game import RecordedGame
from mjlog.recording.session import Manner, RecordingSession
from mjlog.rulesets import self_contained, shipped
from mjlog.store import GameInfo, SqliteStore
from mjlog.table.state import CLOSING, DONE, NOTHING
from mjlog.text import as_command, counted, shown
from mjlog_cli.console import tell
from mjlog_cli.moments import moment
from mjlog_cli.params import ruleset_of, shelf_of
from mjlog_cli.record.app import RecorderApp
from mjlog_cli.record.new_game import Ask, Known, ask_new_game, asker, say_in_lines

_NEW, _SAME = "n", "s"
"""What is typed for a new game, and for one like the last."""
_AN_EVENING = timedelta(hours=8)
_OFFERED = 9
"""Unfinished games that are offered to be gone on with."""


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str | None
    ruleset: str | None
    players: tuple[str, ...]
    options: dict[str, Any]
    cards: tuple[str, ...]
    place: str | None
    table: str | None
    recorder: str | None
    hold: int
    clock: bool


def record(store: SqliteStore, wishes: Wishes) -> str:
    """Record a game until its recorder leaves; what is to be said afterwards.

    Raises:
        KeyboardInterrupt: the recorder left while a new game was asked for; none was begun.
        MjlogError: the game cannot be read, or there can be none like this.
    """
    try:
        game, cards = _game(store, wishes, asker())
    except (KeyboardInterrupt, EOFError):
        tell("nothing was begun")
        raise KeyboardInterrupt from None
    manner = Manner(wishes.recorder, _clock if wishes.clock else _no_clock, shelf_of(cards), wishes.hold)
    session = RecordingSession(store, game, manner)
    RecorderApp(session, _history()).run()
    head = session.store.head(session.game)
    pencil = f", {len(session.pencil)} acts in pencil" if session.pencil else ""
    game = shown(session.game, 60)
    sheet, record = as_command("sheet", session.game), as_command("record", session.game)
    more = f"score sheet: {sheet}" if session.table.standing.ended else f"go on with: {record}"
    return f"{game}: {counted(head.seq, 'event')}{pencil}, head {head.id}\n{more}"


def _clock() -> str | None:
    return moment("now")


def _no_clock() -> str | None:
    return None


def _game(store: SqliteStore, wishes: Wishes, ask: Ask) -> tuple[str, tuple[str, ...]]:
    """The id of the game to record, and the cards at hand; a new game is begun when everything is known of it."""
    game, before = wishes.game, None
    if game is None and not wishes.ruleset and not wishes.players:
        game, before = _chosen(store, ask)
    if game is not None and game in store:
        if wishes.ruleset or wishes.players or wishes.options:
            raise MjlogError(
                f"game {shown(game)} has begun: its rule set, players and options stand; leave these options out"
            )
        return game, wishes.cards
    rules = self_contained(ruleset_of(wishes.ruleset, str(store.path))) if wishes.ruleset else None
    card = card_name(wishes.cards[0]) if wishes.cards else None
    known = Known(rules, wishes.players, wishes.options, card, wishes.cards, wishes.place, wishes.table)
    if before is not None:
        known = _as_before(store, before, known)
    if rules is None or not wishes.players:
        tell(_begun(game))
        answers = ask_new_game(store, known, ask, say_in_lines)
        wanted, seating, cards = answers.beginning, answers.seating, answers.cards
    else:
        wanted = Beginning(rules, known.players, known.options, card, None, known.place, known.table)
        seating, cards = [], wishes.cards
    wanted.game, wanted.recorder = game, wishes.recorder
    wanted.at = _clock() if wishes.clock else None
    return begin(store, wanted, seating), cards


def _begun(game: str | None) -> str:
    if game is not None:
        return f"game {shown(game)} is not there yet: it is begun now (Ctrl-C: none)"
    return "a new game, named by its date (Ctrl-C: none; `mjlog record NAME` names it)"


def _chosen(store: SqliteStore, ask: Ask) -> tuple[str | None, GameInfo | None]:
    """A game that is not over; or none for a new one, and the game that it is to be like."""
    games = [info for info in reversed(store.games()) if not info.hidden]
    offered = going_on(store)[:_OFFERED]
    if not games:
        return None, None
    say_in_lines("games that are not over:" if offered else "no game is left to be gone on with")
    for number, info in enumerate(offered, 1):
        say_in_lines(f"  {number}  {_in_words(info)}")
    say_in_lines(f"  {_NEW}  a new game")
    say_in_lines(f"  {_SAME}  a new game with the same players and rules as {_in_words(games[0])}; {games[0].ruleset}")
    usual = "1" if offered and _was_left(store, offered[0]) else _NEW
    while True:
        answer = ask(f"go on with (number, id, {_NEW} or {_SAME}; Enter: {usual})") or usual
        if answer.isdecimal() and 1 <= int(answer) <= len(offered):
            return offered[int(answer) - 1].game, None
        if answer in store:
            return answer, None
        if answer.lower() in (_NEW, _SAME):
            return None, games[0] if answer.lower() == _SAME else None
        numbers = f"a number from 1 to {len(offered)}, " if offered else ""
        say_in_lines(f"  there is no such game: expected {numbers}an id, {_NEW} or {_SAME}")


def _was_left(store: SqliteStore, info: GameInfo) -> bool:
    """Whether a game was left while it was played: with acts in pencil, in the middle of a hand, or a moment ago."""
    if info.game in store.drafts() or _is_recent(store.event(info.game, info.last).body):
        return True
    table = RecordedGame(str(store.path), info.game, store.bodies(info.game)).table
    return table.due not in (NOTHING, CLOSING, DONE)


def _is_recent(body: bytes) -> bool:
    """Whether an event happened this evening."""
    fields = json.loads(body)
    at = date_of(fields["at"]) if isinstance(fields.get("at"), str) else None
    return at is not None and abs(datetime.now(UTC) - at) < _AN_EVENING


def _as_before(store: SqliteStore, info: GameInfo, known: Known) -> Known:
    """A new game with the players, rules, place and table of another; what was said besides goes before."""
    replay = RecordedGame(str(store.path), info.game, store.bodies(info.game)).replay
    rules, card = replay.rules, replay.frame.start.card if replay.frame.start is not None else None
    options = {name: value for name, value in rules.options.items() if value != rules.ruleset.options[name].default}
    ruleset = ruleset_of(rules.ruleset.id) if rules.ruleset.id in shipped() else rules.ruleset
    return Known(
        self_contained(ruleset), info.players, {**options, **known.options}, known.card or card,
        known.cards, known.place or info.place, known.table or info.table, as_before=True,
    )  # fmt: skip


def _in_words(info: GameInfo) -> str:
    where = ", ".join(shown(part, 20) for part in (info.place, info.table) if part)
    players = ", ".join(shown(player, 20) for player in info.players)
    return f"{shown(info.game, 40)}: {players}{f' ({where})' if where else ''}"


def _history() -> History:
    """The lines typed before, kept in the user's state folder; where there can be none, only those of this session."""
    from platformdirs import user_state_path

    path = user_state_path("mjlog", appauthor=False) / "record-history"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path)) if os.access(path, os.R_OK | os.W_OK) else InMemoryHistory()
