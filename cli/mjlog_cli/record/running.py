"""From the command line to the screen: which game is recorded, and how."""

from __future__ import annotations

import os
from typing import NamedTuple

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from mjlog.errors import MjlogError
from mjlog.recording.beginning import Beginning, begin
from mjlog.recording.session import Manner, RecordingSession
from mjlog.rulesets import self_contained
from mjlog.store import GameInfo, SqliteStore
from mjlog.text import shown
from mjlog_cli.console import tell
from mjlog_cli.house_rules import ruleset_of
from mjlog_cli.moments import moment
from mjlog_cli.params import option_values, shelf_of
from mjlog_cli.record.app import RecorderApp
from mjlog_cli.record.new_game import Ask, Known, ask_new_game, asker, say_in_lines
from mjlog_cli.welcome import is_over

_OFFERED = 9
"""Unfinished games that are offered to be gone on with."""


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str | None
    ruleset: str | None
    players: tuple[str, ...]
    options: tuple[str, ...]
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
    shelf_of(wishes.cards)
    try:
        game, cards = _game(store, wishes, asker())
    except (KeyboardInterrupt, EOFError):
        tell("nothing was begun")
        raise KeyboardInterrupt from None
    manner = Manner(wishes.recorder, _clock if wishes.clock else _no_clock, shelf_of(cards), wishes.hold)
    session = RecordingSession(store, game, manner)
    RecorderApp(session, _history()).run()
    return _farewell(session)


def _clock() -> str | None:
    return moment("now")


def _no_clock() -> str | None:
    return None


def _game(store: SqliteStore, wishes: Wishes, ask: Ask) -> tuple[str, tuple[str, ...]]:
    """The id of the game to record, and the cards at hand; a new game is begun when everything is known of it."""
    game = wishes.game
    if game is None and not wishes.ruleset and not wishes.players:
        game = _chosen(store, ask)
    if game is not None and game in store:
        if wishes.ruleset or wishes.players or wishes.options:
            raise MjlogError(
                f"game {shown(game)} has begun: its rule set, players and options stand; leave these options out"
            )
        return game, wishes.cards
    rules = self_contained(ruleset_of(wishes.ruleset, str(store.path))) if wishes.ruleset else None
    card = wishes.cards[0] if wishes.cards else None
    known = Known(rules, wishes.players, option_values(wishes.options), card, wishes.place, wishes.table)
    if rules is None or not wishes.players:
        begun = f"game {shown(game)} is not there yet: it is begun now" if game is not None else "a new game"
        tell(f"{begun} (Ctrl-C: none)")
        answers = ask_new_game(store, known, ask, say_in_lines)
        wanted, seating = answers.beginning, answers.seating
    else:
        wanted, seating = Beginning(rules, known.players, known.options, card, None, known.place, known.table), []
    wanted.game, wanted.recorder = game, wishes.recorder
    wanted.at = _clock() if wishes.clock else None
    cards = wishes.cards or ((wanted.card,) if wanted.card is not None else ())
    return begin(store, wanted, seating), cards


def _chosen(store: SqliteStore, ask: Ask) -> str | None:
    """A game that is not over, or None for a new one."""
    going_on = [info for info in reversed(store.games()) if not is_over(store, info)][:_OFFERED]
    if not going_on:
        return None
    tell("games that are not over:")
    for number, info in enumerate(going_on, 1):
        say_in_lines(f"  {number}  {_in_words(info)}")
    while True:
        answer = ask("go on with (number or id; Enter: a new game)")
        if not answer:
            return None
        if answer.isdigit() and 1 <= int(answer) <= len(going_on):
            return going_on[int(answer) - 1].game
        if answer in store:
            return answer
        say_in_lines(f"  there is no such game: expected a number from 1 to {len(going_on)}, or an id")


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


def _farewell(session: RecordingSession) -> str:
    head = session.store.head(session.game)
    pencil = f", {len(session.pencil)} acts in pencil" if session.pencil else ""
    game = shown(session.game, 60)
    more = f"score sheet: mjlog sheet {game}" if session.table.standing.ended else f"go on with: mjlog record {game}"
    return f"{game}: {head.seq:,} events{pencil}, head {head.id}\n{more}"
