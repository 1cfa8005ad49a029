"""Disputes on the command line: the game that is disputed, its stored events, and what is appended to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from mjlog.disputes.register import CaseInfo, disputes_in
from mjlog.errors import MjlogError, NotationError, RecordError
from mjlog.log.records import Fault, GameRecord, line_of
from mjlog.seats import Seat
from mjlog.text import as_command, counted, did_you_mean, list_words, quoted, shown
from mjlog_cli.console import complain
from mjlog_cli.games import is_path, opened
from mjlog_cli.params import database_path

if TYPE_CHECKING:
    from mjlog.audit.game import Game, Hand
    from mjlog.cards.shelf import CardShelf
    from mjlog.store import SqliteStore

Fields = dict[str, Any]


def game_to_look_at(
    game: str, db: str | None, cards: CardShelf, as_of: int | None = None
) -> tuple[Game, GameRecord]:
    """The game as everybody may see it: a purchased card tells no more than label and value; and what was read of it.

    `as_of`: the event that its log is taken to end with; None: all of it.

    Raises:
        MjlogError: there is no such game, it has not come so far, or the log is empty.
    """
    from mjlog.audit.game import Game
    from mjlog.log.records import as_of as log_as_of

    with opened(game, db) as record:
        view = Game(log_as_of(record, as_of), cards=cards)
    if not view.rows:
        raise MjlogError(f"{view.source}: the log is empty")
    if not view.log.events:
        raise RecordError(f"this is no log of a game: {damage_in(view)}", view.source)
    return view, record


def damage_in(view: Game) -> str:
    """What of a log cannot be read, so that nothing is told of it; empty for a whole one."""
    faults = [(row, line_of(where)) for row, where in view.log.rows if isinstance(row, Fault)]
    if not faults:
        return "" if view.log.is_whole else "events are missing, or are not in the order of their numbers"
    fault, line = faults[0]
    where = f"line {line}: " if line is not None else ""
    more = f", and {counted(len(faults) - 1, 'other line')} cannot be read either" if len(faults) > 1 else ""
    return f"{where}{shown(fault.message, 300)}{more}"


def told_damage(view: Game) -> int:
    """Say to standard error what of a log cannot be read. Returns the exit status."""
    damage = damage_in(view)
    if damage:
        complain(f"{view.source}: {damage}; what is told is read from the rest, and `mjlog audit` tells more")
    return 1 if damage else 0


def refuse_empty(*given: tuple[str, str | None]) -> None:
    """What is written down says something.

    Raises:
        UsageError: one of these texts is given, and is blank.
    """
    for name, text in given:
        if text is not None and not text.strip():
            raise click.UsageError(f"{name} is empty; expected words that both parties can read")


# -- what is appended ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class OpenGame:
    """A game of a database that something is appended to."""

    store: SqliteStore
    game: str
    bodies: list[bytes]
    view: Game
    cards: CardShelf

    @property
    def next_seq(self) -> int:
        """The number of the event that is appended next."""
        return len(self.bodies) + 1

    @property
    def cases(self) -> list[CaseInfo]:
        """The disputes of the game."""
        return disputes_in(self.view)

    def hand_of(self, seq: int) -> Hand:
        """The hand that an event belongs to.

        Raises:
            MjlogError: the game has no such event.
        """
        last = len(self.bodies)
        if not 1 <= seq <= last:
            words = f"there is no event {seq}: {shown(self.game)} has the events 1 to {last} (nothing was stored)"
            raise MjlogError(words)
        return self.view.hand_at(self.view.place_of(seq) or 0)

    def append(self, bodies: Sequence[bytes]) -> None:
        """Store events, all or none, where nobody else has stored one since.

        Raises:
            ConflictError: somebody has; nothing was stored.
        """
        self.store.append(self.game, list(bodies), expected_last=len(self.bodies))

    def with_added(self, bodies: Sequence[bytes]) -> Game:
        """The game as it would be with these events behind it."""
        from mjlog.events import decode_event

        view = self.view.fork()
        view.go_on([(decode_event(body), None) for body in bodies])
        return view


@contextmanager
def game_to_write(game: str, db: str | None, cards: CardShelf) -> Iterator[OpenGame]:
    """A game of a database, to be written to.

    Raises:
        MjlogError: GAME is a file; there is no such database or game, or an event of it cannot be read.
    """
    from mjlog.audit.game import Game
    from mjlog.recording.game import stored_event
    from mjlog.sources import stored_game
    from mjlog.store import open_store

    if is_path(game, db):
        raise MjlogError(
            f"{shown(game, 200)} is a file: events are appended to the games of a database only; "
            f"`{as_command('import mjlog', game)}` puts its games into one, and then GAME is the game's id"
        )
    with open_store(database_path(db), create=False) as store:
        bodies = store.bodies(game)
        for body in bodies:
            stored_event(game, body)
        yield OpenGame(store, game, bodies, Game(stored_game(store, game, str(store.path)), cards=cards), cards)


def seat_of(hand: Hand, seat: str | None, player: str | None) -> Seat | None:
    """The seat of who objects, in the hand that the event belongs to; None where nobody is named.

    Raises:
        MjlogError: nobody sits there, or the player does not sit at the table in that hand.
    """
    if seat is not None:
        if Seat[seat] not in hand.seats:
            raise MjlogError(f"{seat}: nobody sits there in {_hand_words(hand)} (nothing was stored)")
        return Seat[seat]
    if player is None:
        return None
    found = next((one for one, name in hand.seats.items() if name == player), None)
    if found is None:
        names = list(hand.seats.values())
        meant = did_you_mean(player, names)
        there = f"{list_words([shown(name) for name in names])} sit there" if names else "nobody sits there yet"
        hint = f"; did you mean {shown(meant)}?" if meant else ""
        raise MjlogError(f"{quoted(player)} plays no part in {_hand_words(hand)}: {there}{hint} (nothing was stored)")
    return found


def _hand_words(hand: Hand) -> str:
    return f"hand {hand.number}" if hand.number is not None else "what comes before the first hand"


def body_of(fields: Mapping[str, Any]) -> bytes:
    """The event as it is stored; fields that are None are left out.

    Raises:
        NotAnEventError: the fields make no event.
    """
    from mjlog.formats.shorthand.document import event_of

    return event_of({name: value for name, value in fields.items() if value is not None})[1]


def the_case(open_game: OpenGame, seq: int) -> CaseInfo:
    """The dispute that is to be ruled on: its own number, or that of an event with one open dispute about it.

    Raises:
        MjlogError: the event is no dispute, and none is open about it, or several are.
    """
    open_game.hand_of(seq)
    cases = open_game.cases
    named = next((one for one in cases if one.seq == seq), None)
    if named is not None:
        return named
    about = [one for one in cases if one.on == seq]
    waiting = [one for one in about if one.is_open] or about
    if len(waiting) == 1:
        return waiting[0]
    if waiting:
        numbers = list_words([str(one.seq) for one in waiting])
        raise NotationError(f"the disputes {numbers} are about event {seq}: say on which of them you rule")
    raise NotationError(
        f"event {seq} is no dispute, and nobody has objected to it: `{as_command('dispute', open_game.game, seq)} "
        '"…"` opens one (nothing was stored)'
    )
