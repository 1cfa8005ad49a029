"""Bundles on the command line: a database written as one, and several merged into a database."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mjlog import __version__
from mjlog.errors import ConflictError, MjlogError, RecordError
from mjlog.formats.bundles import Bundle, BundledGame, Manifest, NamedPerson, PackedGame, open_bundle, write_bundle
from mjlog.store import EventStore, Head, Person, SqliteStore
from mjlog.store.merging import Addition, Standing, add_all, addition, has
from mjlog.text import counted, shown
from mjlog_cli.console import complain, say, tell
from mjlog_cli.files import write_file
from mjlog_cli.progress import Progress

_EVENTS_AT_ONCE = 20_000
_PART = 1 << 20
_DID = {
    Standing.NEW: "imported",
    Standing.LONGER: "continued",
    Standing.SAME: "already here",
    Standing.SHORTER: "already here and longer",
}


# -- out ----------------------------------------------------------------------------------------------------------


def export_bundle(store: EventStore, path: str, out: Path, *, names: bool) -> int:
    """Writes all games of a database as a bundle; one whose chain does not hold is left out and named.

    Returns the exit status.

    Raises:
        MjlogError: the bundle cannot be written.
    """
    left_out: list[str] = []
    people = [NamedPerson(*person) for person in store.people()] if names else []
    with tempfile.TemporaryFile() as stream, Progress() as progress:
        games = _packed_games(store, path, left_out, progress)
        manifest = write_bundle(stream, games, f"mjlog {__version__}", people)
        size = stream.tell()
        stream.seek(0)
        write_file(out, iter(lambda: stream.read(_PART), b""))
    for message in left_out:
        complain(message)
    drafts = len(store.drafts())
    if drafts:
        tell(f"acts in pencil are in no bundle: {counted(drafts, 'game')} of this database has some")
    said = f"{counted(len(manifest.games), 'game')}, {counted(manifest.events, 'event')}, {size:,} bytes"
    say(f"{shown(out, 500)}: {said}{f', {len(people)} names' if names else ''}")
    return 1 if left_out else 0


def _packed_games(store: EventStore, path: str, left_out: list[str], progress: Progress) -> Iterator[PackedGame]:
    games = store.games()
    for number, info in enumerate(games, 1):
        bodies, faults = store.checked_bodies(info.game)
        if faults:
            left_out.append(f"{path}: game {info.game} is left out: {faults[0].message}; `mjlog verify` shows more")
        elif bodies:
            yield PackedGame(info.game, info.ruleset, bodies)
        progress.show(f"{number:,} of {counted(len(games), 'game')} written")


# -- in -----------------------------------------------------------------------------------------------------------


def import_bundle(store: SqliteStore, path: str, *, resume: bool, atomic: bool, names: bool) -> int:
    """Merges a bundle into a database, says what was done, and returns the exit status.

    `resume`: games that are here already, by what the list says of their ends, are not read. `atomic`: all games or
    none. `names`: real names come, too.

    Raises:
        MjlogError: it is no bundle, or the database cannot be written.
    """
    with open_bundle(Path(path)) as bundle, Progress() as progress:
        merge = _Merge(store, bundle, resume, progress)
        if atomic:
            merge.all_or_nothing()
        else:
            merge.game_by_game()
        progress.clear()
        if names and not (atomic and merge.status):
            _add_people(store, bundle.manifest)
        elif bundle.manifest.people:
            tell(f"{path}: real names are in it, too ({len(bundle.manifest.people)}): --names brings them in")
    return merge.status


class _Merge:
    """One bundle on its way into the database."""

    def __init__(self, store: SqliteStore, bundle: Bundle, resume: bool, progress: Progress) -> None:
        self.status = 0
        self._store = store
        self._bundle = bundle
        self._resume = resume
        self._progress = progress
        self._done: Counter[str] = Counter()
        self._games = self._events = 0

    def game_by_game(self) -> None:
        """Every game that can be added is, whole; some small ones in one transaction."""
        waiting: list[Addition] = []
        for game in self._bundle.manifest.games:
            found = self._addition(game)
            if found is not None:
                waiting.append(found)
            if sum(len(one.rows) for one in waiting) >= _EVENTS_AT_ONCE:
                self._store_all(waiting)
                waiting = []
        self._store_all(waiting)
        self._sum_up()

    def all_or_nothing(self) -> None:
        """All games in one transaction, after all were looked at."""
        wanted = [game for game in self._bundle.manifest.games if self._addition(game) is not None]
        if self.status:
            complain(f"{self._bundle.path}: nothing of it was stored, for not all of it can be")
            return
        self._games = self._events = 0
        said: list[str] = []
        add_all(self._store, self._again(wanted, said))
        self._tell(said)
        self._sum_up()

    def _again(self, games: list[BundledGame], said: list[str]) -> Iterator[Addition]:
        """What was looked at before, read once more: not all of a bundle may have room in memory."""
        for game in games:
            found = addition(self._store, game.game, self._bundle.bodies(game))
            yield found
            said.append(self._added(found))
            self._show(game)

    def _addition(self, game: BundledGame) -> Addition | None:
        """What a game adds; None, and said why, where it adds nothing."""
        self._show(game)
        if self._resume and has(self._store, game.game, Head(game.events, game.head)):
            self._done[_DID[Standing.SAME]] += 1
            return None
        try:
            found = addition(self._store, game.game, self._bundle.bodies(game))
        except MjlogError as error:
            self._refuse(game, error)
            return None
        if found.rows:
            return found
        self._done[_DID[found.standing]] += 1
        return None

    def _refuse(self, game: BundledGame, error: MjlogError) -> None:
        """Says why a game is not stored: another one has its name (2), or the bundle is not what it says (1)."""
        is_conflict = isinstance(error, ConflictError)
        self.status = max(self.status, 2 if is_conflict else 1)
        self._done["in conflict" if is_conflict else "refused"] += 1
        self._progress.clear()
        said = str(error) if isinstance(error, RecordError) else f"{self._bundle.path}: {error}"
        complain(said if is_conflict else f"{said}; game {shown(game.game, 200)} is not stored")

    def _store_all(self, additions: list[Addition]) -> None:
        if additions:
            add_all(self._store, additions)
            self._tell([self._added(one) for one in additions])

    def _added(self, one: Addition) -> str:
        self._done[_DID[one.standing]] += 1
        events = counted(len(one.rows), "event")
        if one.standing is Standing.NEW:
            return f"{shown(one.game, 200)}: {events} imported"
        return f"{shown(one.game, 200)}: {events} added to the {one.after.seq:,} that were here"

    def _tell(self, said: list[str]) -> None:
        self._progress.clear()
        for line in said:
            say(line)

    def _show(self, game: BundledGame) -> None:
        """Says that one more game is at hand."""
        listed = self._bundle.manifest
        self._games += 1
        self._events += game.events
        games = f"{self._games:,} of {counted(len(listed.games), 'game')}"
        self._progress.show(f"{games}, {counted(self._events, 'event')}, {100 * self._events // listed.events} %")

    def _sum_up(self) -> None:
        parts = [f"{count:,} {what}" for what, count in self._done.items()]
        games = counted(len(self._bundle.manifest.games), "game")
        say(f"{shown(self._bundle.path, 500)}: {games}: {', '.join(parts) or 'nothing to do'}")


def _add_people(store: SqliteStore, manifest: Manifest) -> None:
    """Notes the people who are not noted here yet; of those who are, the name that is here stays."""
    here = {person.handle: person.name for person in store.people()}
    added = 0
    for person in manifest.people:
        if person.handle not in here:
            store.add_person(Person(person.handle, person.name, person.note))
            added += 1
        elif here[person.handle] != person.name:
            tell(f"{shown(person.handle)} has another name in the bundle: the one that is here stays")
    say(f"{counted(added, 'name')} added")
