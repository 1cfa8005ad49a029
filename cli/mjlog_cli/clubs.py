"""Many games, one after the other, as statistics, standings and searches need them: what they came to, no more."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, groupby
from typing import Any, NamedTuple, TypeVar

import click

from mjlog.audit.game import Game
from mjlog.cards.shelf import CardShelf
from mjlog.club import GameFacts, Seen, Wanted, game_facts
from mjlog.errors import MjlogError
from mjlog.events import GameStart
from mjlog.facts_index import FactsIndex, unpacked
from mjlog.log.records import GameRecord, as_of
from mjlog.period import ALWAYS, in_zone
from mjlog.sources import Source, records_of, stored_game, stored_units, units_at
from mjlog.store import open_readonly
from mjlog.text import counted, shell_word, shown
from mjlog.views.results import HandResult
from mjlog_cli.console import Progress, complain, tell
from mjlog_cli.games import games_named, or_the_last, read_units
from mjlog_cli.params import (
    as_of_one_option,
    as_recorded_option,
    cards_option,
    database_path,
    db_option,
    gathered,
    stored_games,
    stranger_words,
)

_F = TypeVar("_F", bound=Callable[..., Any])


def games_options(function: _F) -> _F:
    """PATH, `--db`, `--card`, `--as-recorded` and `--as-of`: `source`, the games that they name."""
    paths = click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=stored_games, callback=or_the_last)
    source = gathered("source", _source, "paths", "db", "cards", "as_recorded", "as_of")
    return paths(db_option(as_recorded_option(as_of_one_option(cards_option(source(function))))))


class ReadAs(NamedTuple):
    """How logs are read: as corrected, or as recorded; of one game also as of an earlier event, its last one then."""

    as_recorded: bool = False
    as_of: int | None = None

    @property
    def options(self) -> tuple[str, ...]:
        """As a command line states it."""
        recorded = ("--as-recorded",) if self.as_recorded else ()
        return recorded if self.as_of is None else (*recorded, "--as-of", str(self.as_of))


AS_CORRECTED = ReadAs()


class Played(NamedTuple):
    """A game that fits, the command line, in parts, that opens it, and how it was read."""

    facts: GameFacts
    opens: tuple[str, ...]
    read_as: ReadAs = AS_CORRECTED

    def replay(self, hand: HandResult | None = None) -> str:
        """The command that shows the game, or the end of one of its hands."""
        at: tuple[str, ...] = ()
        if hand is not None:
            at = ("--hand", str(hand.number)) if hand.number and hand.is_latest else ("--to", str(hand.last))
        game, *more = self.opens
        at += self.read_as.options
        parts = (*more, *at, "--", game) if game.startswith("-") else (game, *more, *at)
        return " ".join(map(shell_word, ("mjlog", "replay", *parts)))


class ClubGames:
    """The games of a source that fit, one at a time; then what is to be said of the others.

    `handles`: everybody who played in any game that was looked at.
    """

    def __init__(self, source: Replayed, wanted: Wanted) -> None:
        self.source, self.wanted = source, wanted
        self.handles: set[str] = set()
        self.troubles = 0
        self.progress = Progress()
        self._seen = Seen()
        self._noted: dict[str, list[str]] = {}

    def games(self) -> Iterator[Played]:
        """Every game that fits, each counted once. What cannot be read is complained of, and the others follow.

        Raises:
            UsageError: the log is asked for as of an event, and there are several games.
            MjlogError: it is, and the game cannot be read, or has not come so far.
        """
        with self.progress:
            found = self.source.games(self.wanted, self.progress, self._complain)
            yield from (played for played in found if self._is_wanted(played.facts))

    def notes(self) -> Iterator[str]:
        """What whoever reads the result has to know of games that were left out, or counted with a doubt."""
        for key, words in _NOTES.items():
            if games := self._noted.get(key):
                named = ", ".join(shown(game, 40) for game in games[:_NAMED]) + (" …" if len(games) > _NAMED else "")
                yield f"{counted(len(games), 'game')} {words}: {named}"

    def end(self) -> int:
        """Say what is to be said; returns the exit status."""
        for note in self.notes():
            tell(f"note: {note}")
        return 2 if self.troubles else 0

    def note(self, key: str, game: GameFacts) -> None:
        """Note one more game of which something is to be said."""
        self._noted.setdefault(key, []).append(game.game)

    def stranger(self, player: str) -> MjlogError:
        """The error for a handle that is in none of the games."""
        return MjlogError(stranger_words(player, self.handles))

    def _complain(self, message: str) -> None:
        self.progress.clear()
        self.troubles += 1
        complain(message)

    def _is_wanted(self, facts: GameFacts) -> bool:
        if facts.is_hidden:
            self.note("hidden", facts)
            return False
        self.handles |= set(facts.players)
        if not self.wanted.fits_game(facts):
            undated = facts.begun is None and not self.wanted.period.is_open
            if undated and replace(self.wanted, period=ALWAYS).fits_game(facts):
                self.note("undated", facts)
            return False
        meeting = self._seen.meet(facts)
        if meeting != "new":
            self.note(meeting, facts)
        if meeting == "again":
            return False
        if not facts.is_whole:
            self.note("broken", facts)
        if facts.is_live:
            self.note("live", facts)
        return True


_NOTES = {
    "hidden": "left out: hidden (`mjlog hide GAME --undo` puts it back)",
    "undated": "without a date left out: no event in them states a time (`at`)",
    "again": "found a second time: each is counted once",
    "other": "named like another one that is not the same: both are counted",
    "broken": "with lines that are missing, unreadable or changed: counted as they stand (`mjlog audit` shows where)",
    "live": "with a hand in progress, which is not counted",
    "seated-twice": "of somebody who has played in this session before: twice here? `mjlog hide GAME` takes one off",
    "lacks-final": "without an end: counted without uma and fines, which come with it (`mjlog add GAME end`)",
    "unended": "left out: the log does not say that the game is over",
    "unplayed": "left out: no hand was played to its end",
    "unsound": "left out: gains and losses of a hand do not add up (`mjlog audit` shows where)",
    "unknown": "left out: the totals are not known (`mjlog sheet` says what is missing)",
}
"""By key: what is said between the number of games and their names."""
_NAMED = 5
"""Games that are named in a note."""


def _source(paths: tuple[str, ...], db: str | None, cards: CardShelf, as_recorded: bool, as_of: int | None) -> Replayed:
    return Replayed(paths, db, cards, ReadAs(as_recorded, as_of))


class Replayed:
    """The games of paths or of a database, replayed one at a time."""

    def __init__(self, paths: tuple[str, ...], db: str | None, cards: CardShelf, read_as: ReadAs) -> None:
        self.paths, self.db, self.cards, self.read_as = paths, db, cards, read_as
        self._looked_at = 0

    def games(self, wanted: Wanted, progress: Progress, trouble: Callable[[str], None]) -> Iterator[Played]:
        """The games.

        Raises:
            UsageError: the log is asked for as of an event, and there are several games.
            MjlogError: it is, and the game cannot be read, or has not come so far.
        """
        found = self._found(wanted, progress, trouble)
        # Nothing is told of the first before it is known to be the only one.
        return found if self.read_as.as_of is None else iter(list(found))

    def _units(self) -> Iterator[Source]:
        if self.db is not None or not self.paths:
            yield from stored_units(str(database_path(self.db)), self.paths)
            return
        for path in self.paths:
            yield from read_units(games_named(path) or units_at((path,)))

    def _found(self, wanted: Wanted, progress: Progress, trouble: Callable[[str], None]) -> Iterator[Played]:
        has_index = self.read_as == AS_CORRECTED
        for path, units in groupby(self._units(), lambda unit: unit.path if has_index and unit.games else None):
            if path is not None:
                games = (game for unit in units for game in unit.games)
                yield from self._of_database(path, games, wanted, progress, trouble)
            else:
                for unit in units:
                    yield from self._of_unit(unit, wanted, progress, trouble)

    def _of_database(
        self, path: str, games: Iterator[str], wanted: Wanted, progress: Progress, trouble: Callable[[str], None]
    ) -> Iterator[Played]:
        """The games of a database, of which its index may tell what they came to."""
        try:
            with FactsIndex(open_readonly(path), self.cards) as index:
                for game in games:
                    self._look_at(game, progress)
                    facts = self._carefully(partial(self._stored, index, game, path, wanted), trouble)
                    if facts is not None:
                        yield Played(facts, _opens(path, facts.game, is_stored=True), self.read_as)
        except (MjlogError, OSError) as error:
            self._complain(error, trouble)

    def _stored(self, index: FactsIndex, game: str, path: str, wanted: Wanted) -> GameFacts | None:
        """What a game came to, by the index or by its log; None for one that is not meant."""
        kept = index.find(game)
        if kept is not None:
            facts, begins = unpacked(kept)
            is_meant = begins is None or wanted.can_begin(*begins)
            return _dated(replace(facts, source=path), wanted) if is_meant else None
        log = self._log(stored_game(index.store, game, path), wanted)
        if log is None:
            return None
        facts = game_facts(log)
        index.note(game, log, facts)
        return _dated(facts, wanted)

    def _look_at(self, game: str, progress: Progress) -> None:
        self._looked_at += 1
        progress.show(f"game {self._looked_at:,}: {game}")

    def _of_unit(
        self, unit: Source, wanted: Wanted, progress: Progress, trouble: Callable[[str], None]
    ) -> Iterator[Played]:
        try:
            for record in records_of(unit):
                if self.read_as.as_of is not None and self._looked_at:
                    raise click.UsageError("--as-of counts the events of one game, and here are several: name one")
                self._look_at(record.name, progress)
                facts = self._carefully(partial(self._facts, record, wanted), trouble)
                if facts is not None:
                    yield Played(facts, _opens(unit.path, facts.game, bool(unit.games)), self.read_as)
        except (MjlogError, OSError) as error:
            self._complain(error, trouble)

    def _carefully(self, find: Callable[[], GameFacts | None], trouble: Callable[[str], None]) -> GameFacts | None:
        """What a game came to; None also for one that cannot be read, which hides no other."""
        try:
            return find()
        except (MjlogError, OSError) as error:
            self._complain(error, trouble)
            return None

    def _complain(self, error: Exception, trouble: Callable[[str], None]) -> None:
        if self.read_as.as_of is not None:
            raise error
        trouble(str(error))

    def _facts(self, record: GameRecord, wanted: Wanted) -> GameFacts | None:
        """What a game came to; None for one that is not meant."""
        log = self._log(record, wanted)
        return None if log is None else _dated(game_facts(log), wanted)

    def _log(self, record: GameRecord, wanted: Wanted) -> Game | None:
        """A game, replayed; None for one that its first line shows not to be meant, or that is empty."""
        rows = iter(as_of(record, self.read_as.as_of).rows)
        first = next(rows, None)
        start = first[0] if first is not None else None
        could_be = not isinstance(start, GameStart) or (record.corrected and not self.read_as.as_recorded)
        if not could_be and isinstance(start, GameStart):
            could_be = wanted.can_begin(start.ruleset, start.place, start.table)
        if first is None or not could_be:
            self._pass_over(rows)
            return None
        record = replace(record, rows=chain((first,), rows), as_of=self.read_as.as_of)
        return Game(record, self.read_as.as_recorded, self.cards)

    @staticmethod
    def _pass_over(rows: Iterator[Any]) -> None:
        for _ in rows:  # the next game of a file stands behind them
            pass


def _dated(facts: GameFacts, wanted: Wanted) -> GameFacts:
    """What a game came to, with its time by the clocks that are asked for."""
    return facts if facts.begun is None else replace(facts, begun=in_zone(facts.begun, wanted.period.zone))


def _opens(path: str, game: str, is_stored: bool) -> tuple[str, ...]:
    """GAME, as commands take it, and the option that says where it is."""
    if not is_stored:
        return (path,)
    is_default = path == str(database_path(None)) and not os.path.exists(game)
    return (game,) if is_default else (game, "--db", path)
