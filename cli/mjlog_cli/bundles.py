"""Bundles on the command line: a database written as one, and several merged into a database."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from mjlog import __version__
from mjlog.errors import ConflictError, MjlogError, RecordError, StoreError
from mjlog.formats.bundles import Bundle, BundledGame, NamedPerson, PackedGame, open_bundle, write_bundle
from mjlog.store import EventStore, Head, Person, SqliteStore
from mjlog.store.merging import Addition, Relation, add_all, addition, has, new_people
from mjlog.text import counted, shown
from mjlog_cli.console import complain, say, tell
from mjlog_cli.files import write_file
from mjlog_cli.progress import Progress

_EVENTS_AT_ONCE = 20_000
_BYTES_AT_ONCE = 32_000_000
_PART = 1 << 20
_DID = {
    Relation.NEW: "imported",
    Relation.LONGER: "continued",
    Relation.SAME: "already here",
    Relation.SHORTER: "already here and longer",
}


# -- out ----------------------------------------------------------------------------------------------------------


def export_bundle(store: EventStore, path: str, out: Path, *, names: bool, force: bool) -> int:
    """Writes all games of a database as a bundle; one whose chain does not hold is left out and named.

    Returns the exit status.

    Raises:
        MjlogError: the bundle cannot be written.
    """
    left_out: list[str] = []
    people = [NamedPerson(*person) for person in store.people()] if names else []
    with tempfile.TemporaryFile() as stream, Progress() as progress:
        games = _packed_games(store, path, left_out, progress)
        try:
            manifest = write_bundle(stream, games, f"mjlog {__version__}", people)
            size = stream.tell()
            stream.seek(0)
        except OSError as error:
            raise MjlogError(
                f"{out}: cannot be written, for the folder for temporary files takes no more: {error}"
            ) from error
        write_file(out, iter(lambda: stream.read(_PART), b""), force)
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

    All of it is stored at once, or nothing where it is damaged; a game that is another one here is left out, unless
    `atomic` (then nothing is stored). `resume`: game by game instead, each whole, damaged ones left out; those that are
    here already, by what the list says of their ends, are not read. `names`: real names come, too.

    Raises:
        MjlogError: it is no bundle, or the database cannot be written.
    """
    with open_bundle(Path(path)) as bundle, Progress() as progress:
        people = _new_people(store, bundle) if names else []
        merge = _Merge(store, bundle, resume, people, progress)
        if resume:
            merge.game_by_game()
        else:
            merge.at_once(atomic)
        if bundle.manifest.people and not names:
            tell(f"{path}: real names are in it, too ({len(bundle.manifest.people)}): --names brings them in")
    return merge.status


def _new_people(store: SqliteStore, bundle: Bundle) -> list[Person]:
    """The people who are not noted here yet, all of whom can be; of those who are, the name that is here stays.

    Raises:
        StoreError: one of them cannot be noted. Then nothing of the bundle is stored.
    """
    listed = bundle.manifest.people
    try:
        new, others = new_people(store, (Person(one.handle, one.name, one.note) for one in listed))
    except StoreError as error:
        raise StoreError(
            f"{bundle.path}: {error}; nothing of the bundle was stored: import it without --names"
        ) from error
    for person in others:
        tell(f"{shown(person.handle)} has another name in the bundle: the one that is here stays")
    return new


class _Merge:
    """One bundle on its way into the database."""

    def __init__(
        self, store: SqliteStore, bundle: Bundle, resume: bool, people: list[Person], progress: Progress
    ) -> None:
        self.status = 0
        self._people = people
        self._store = store
        self._bundle = bundle
        self._resume = resume
        self._progress = progress
        self._done: Counter[str] = Counter()
        self._games = self._events = 0
        self._doing = "stored"
        self._all = bundle.manifest.events

    def game_by_game(self) -> None:
        """Every game that can be added is, whole; some small ones in one transaction."""
        waiting: list[Addition] = []
        events = size = 0
        for game in self._bundle.manifest.games:
            found = self._addition(game)
            if found is not None:
                waiting.append(found)
                events += len(found.rows)
                size += game.size
            if events >= _EVENTS_AT_ONCE or size >= _BYTES_AT_ONCE:
                self._store_all(waiting)
                waiting, events, size = [], 0, 0
        self._store_all(waiting, self._people)
        self._sum_up()

    def at_once(self, atomic: bool) -> None:
        """All games in one transaction, after all were looked at."""
        self._doing = "checked"
        wanted = [game for game in self._bundle.manifest.games if self._addition(game) is not None]
        if self._done["refused"] or (self.status and atomic):
            hint = (
                "--resume stores the games that are whole"
                if self._done["refused"]
                else "without --atomic the others are"
            )
            complain(f"{self._bundle.path}: nothing of it was stored, for not all of it can be; {hint}")
            return
        self._games = self._events = 0
        self._doing = "stored"
        said: list[str] = []
        add_all(self._store, self._again(wanted, said), self._people)
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
            is_longer = self._store.head(game.game).seq > game.events
            self._done[_DID[Relation.SHORTER if is_longer else Relation.SAME]] += 1
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

    def _store_all(self, additions: list[Addition], people: Sequence[Person] = ()) -> None:
        if additions or people:
            add_all(self._store, additions, people)
            self._tell([self._added(one) for one in additions])

    def _added(self, one: Addition) -> str:
        self._done[_DID[one.standing]] += 1
        events = counted(len(one.rows), "event")
        if one.standing is Relation.NEW:
            return f"{shown(one.game, 200)}: {events} imported"
        return f"{shown(one.game, 200)}: {events} added to the {one.after.seq:,} that were here"

    def _tell(self, said: list[str]) -> None:
        self._progress.clear()
        for line in said:
            say(line)

    def _show(self, game: BundledGame) -> None:
        """Says that one more game is at hand."""
        self._games += 1
        self._events += game.events
        games = f"{self._games:,} of {counted(len(self._bundle.manifest.games), 'game')}"
        events = f"{counted(self._events, 'event')}, {100 * self._events // self._all} %"
        self._progress.show(f"{self._doing}: {games}, {events}")

    def _sum_up(self) -> None:
        parts = [f"{count:,} {what}" for what, count in self._done.items()]
        games = counted(len(self._bundle.manifest.games), "game")
        self._progress.clear()
        say(f"{shown(self._bundle.path, 500)}: {games}: {', '.join(parts) or 'nothing to do'}")
        if self._people:
            say(f"{counted(len(self._people), 'name')} added")
