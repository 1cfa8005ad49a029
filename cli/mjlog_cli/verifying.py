"""The chains of what a path holds, computed anew; and what checkpoints and older copies prove of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mjlog.audit.records import Fault, GameRecord, line_of
from mjlog.canonical import GENESIS
from mjlog.checkpoint import Checkpoint, plain_name
from mjlog.errors import RecordError
from mjlog.formats.archives import is_archive
from mjlog.formats.logs import Log, bodies_past_faults, foreign_logs, native_logs, written_logs
from mjlog.formats.sources import WRITTEN_SUFFIX, Source, is_database, records_of, units_in
from mjlog.store.checkpoints import Difference, Evidence, Proof, Verdict, first_difference, prove
from mjlog.text import counted, did_you_mean, quoted
from mjlog_cli.chain_heads import OlderCopy, ids_of, readable_twice, stored_evidence

if TYPE_CHECKING:
    from mjlog.store import SqliteStore, StoreFault


class Trouble(NamedTuple):
    """A place where a log is not what it was, or cannot be read; `code` is a finding code."""

    seq: int | None
    line: int | None
    code: str
    message: str


class Comparison(NamedTuple):
    """A game beside an older copy of it, which has so many events; `difference`: the first one."""

    copy: str
    events: int
    kept: bool
    message: str
    difference: Difference | None = None


@dataclass
class Result:
    """What was found of a game, or (`game` None) of a database as a whole.

    `head`: as it is computed, None where it cannot be. `proofs`, `comparisons`: None where none were asked for.
    """

    source: str | None
    game: str | None
    events: int = 0
    head: str | None = None
    chained: bool = False
    faults: list[Trouble] = field(default_factory=list)
    evidence: Evidence | None = None
    proofs: list[Proof] | None = None
    comparisons: list[Comparison] | None = None

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong with it."""
        proved = all(proof.verdict is Verdict.KEPT for proof in self.proofs or ())
        return proved and not self.faults and all(one.kept for one in self.comparisons or ())


# -- what is asked ------------------------------------------------------------------------------------------------


class Asked:
    """The checkpoints that are to be proved, and the older copies to compare with."""

    def __init__(
        self, checkpoints: Iterable[Checkpoint] = (), copies: Iterable[str] = (), *, unchained: bool = False
    ) -> None:
        """Opens the copies. `unchained`: foreign records are looked at too, though they have no chain.

        Raises:
            MjlogError: one of them cannot be read.
        """
        self.checkpoints = list(checkpoints)
        self._copies = {path: _opened(path) for path in copies}
        self._compared: set[str] = set()
        self._unchained = unchained
        self._of_any = {one.count for one in self.checkpoints if one.game is None}
        self._of_game: dict[str, set[int]] = {}
        for one in self.checkpoints:
            if one.game is not None:
                self._of_game.setdefault(plain_name(one.game), set()).add(one.count)

    @property
    def is_more(self) -> bool:
        """Whether more is asked than that the chain holds: then records without one are looked at too."""
        return self._unchained or bool(self.checkpoints or self._copies)

    def counts(self, game: str) -> set[int]:
        """The events of a game whose ids must be known."""
        return self._of_any | self._of_game.get(plain_name(game), set())

    def is_copied(self, game: str) -> bool:
        """Whether one of the copies has this game."""
        return any(game in copy for copy in self._copies.values())

    def compared(self, game: str, bodies: list[bytes]) -> list[Comparison] | None:
        """A game beside every copy that has it; None if there are no copies at all."""
        if not self._copies:
            return None
        self._compared.add(game)
        olds = ((path, copy.game(game)) for path, copy in self._copies.items())
        return [_comparison(path, old.bodies, bodies, old.fault) for path, old in olds if old is not None]

    def missing(self, paths: Iterable[str]) -> Iterator[Result]:
        """The games of the copies that were not come by in what was verified.

        Where that is but logs, they need not be all of a copy's games; but one of them must be among them.
        """
        have_all = any(_has_many(path) for path in paths)
        for path, copy in self._copies.items():
            lost = [game for game in copy.games if game not in self._compared]
            for game in lost if have_all or len(lost) == len(copy.games) else ():
                old = copy.game(game)
                said = f"this game is in {path}, and it is not here"
                yield Result(None, game, comparisons=[Comparison(path, len(old.bodies) if old else 0, False, said)])


def _has_many(path: str) -> bool:
    """Whether a path is made to hold all games of a club: a database, a folder, a packed folder."""
    place = Path(path)
    return place.is_dir() or is_archive(place) or is_database(place)


def _opened(path: str) -> OlderCopy:
    with readable_twice(path) as file:
        return OlderCopy(file)


def _comparison(path: str, there: list[bytes], here: list[bytes], fault: str | None) -> Comparison:
    found = first_difference(there, here)
    if found is None:
        are = "events" if len(there) > 1 else "event"
        said = f"all {len(there):,} {are} of {path} {'are' if len(there) > 1 else 'is'} here, unchanged"
    elif found.here is None:
        said = f"event {found.seq} is missing: {counted(len(here), 'event')} can be read here, {len(there):,} in {path}"
    else:
        said = f"event {found.seq} is not what it is in {path}"
    if fault is not None:
        said += f"; the copy itself is not whole: {fault}"
    return Comparison(path, len(there), found is None and fault is None, said, found)


# -- reading ------------------------------------------------------------------------------------------------------


def verified(path: str, asked: Asked) -> Iterator[Result]:
    """What is found in a path, game by game.

    Raises:
        MjlogError: it, or something in it, cannot be opened; or there is nothing in it that could be verified.
    """
    with readable_twice(path) as file:
        for result in _verified(file, asked):
            if file != path:
                result.source = path
            yield result


def _verified(path: str, asked: Asked) -> Iterator[Result]:
    if os.path.isfile(path) and is_database(Path(path)):
        yield from _verified_database(path, asked)
        return
    seen = False
    databases: set[str] = set()
    for unit in units_in(path):
        if unit.path in databases:  # the next few games of a database that is done
            continue
        if unit.games:
            databases.add(unit.path)
        for result in _verified_database(unit.path, asked) if unit.games else _verified_logs(unit, asked):
            seen = True
            yield result
    if not seen:
        raise RecordError("there is no log and no database here: foreign records have no chain", path)


def _verified_database(path: str, asked: Asked) -> Iterator[Result]:
    from mjlog.store import open_readonly

    with open_readonly(path) as store:
        games = store.games()
        faults = store.verify()
        for info in games:
            mine = [fault for fault in faults if fault.game == info.game]
            yield _with_answers(_stored_result(path, info.game, info.last, info.head, mine), store, mine, asked)
    strays = [Trouble(fault.seq, None, fault.code, fault.message) for fault in faults if not fault.game]
    if strays:
        yield Result(path, None, chained=True, faults=strays)


def verified_game(path: str, store: SqliteStore, game: str) -> Result:
    """What is found in one game of a database.

    Raises:
        StoreError: there is no such game, or it cannot be read.
    """
    head = store.head(game)
    return _stored_result(path, game, head.seq, head.id, store.verify(game))


def _stored_result(path: str, game: str, last: int, head: str, faults: list[StoreFault]) -> Result:
    troubles = [Trouble(fault.seq, None, fault.code, fault.message) for fault in faults]
    return Result(path, game, last, None if faults else head, True, troubles)


def _with_answers(result: Result, store: SqliteStore, faults: list[StoreFault], asked: Asked) -> Result:
    game = result.game or ""
    if asked.checkpoints:
        result.evidence = stored_evidence(store, game, result.events, faults, asked.counts(game))
    if asked.is_copied(game):
        result.comparisons = asked.compared(game, store.bodies(game))
    return result


class _Followed(NamedTuple):
    """A log whose lines were followed: its last seq, and where they are no events that follow one another."""

    source: str
    game: str
    last: int
    faults: list[Trouble]


class _Read(NamedTuple):
    """What is known of a log that was read to its end, or to its first fault."""

    log: Log
    readable: int
    head: str | None
    ids: dict[int, str]
    comparisons: list[Comparison] | None


def _verified_logs(unit: Source, asked: Asked) -> Iterator[Result]:
    if not unit.is_folder:
        followed = [_followed(record) for record in records_of(unit) if record.ruleset is None]
        reads = {} if all(one.faults for one in followed) else _reads(unit, asked)
        yield from (_verified_log(unit, one, reads.get((one.source, one.game)), asked) for one in followed)
    if asked.is_more:
        yield from (_verified_record(_read(log, asked)) for log in foreign_logs(unit))


def _reads(unit: Source, asked: Asked) -> dict[tuple[str, str], _Read]:
    """The logs of a unit by file and game, read a second time: byte for byte now."""
    found: dict[tuple[str, str], _Read] = {}
    for log in written_logs(unit) if unit.path.endswith(WRITTEN_SUFFIX) else native_logs(unit):
        found.setdefault((log.source, log.game), _read(log, asked))
    return found


def _read(log: Log, asked: Asked) -> _Read:
    """The ids of a log; its events are not kept."""
    bodies, last = log.bodies, len(log.bodies)
    ids = ids_of(bodies, asked.counts(log.game) | {last})
    comparisons = asked.compared(log.game, bodies) if log.fault is None else None
    read = _Read(log, last, ids.get(last, GENESIS) if log.fault is None else None, ids, comparisons)
    log.bodies, log.origins = [], []
    return read


def _verified_record(read: _Read) -> Result:
    """A foreign record: it has no chain, but the ids that it would have in a database."""
    faults = [] if read.log.fault is None else [_trouble_of(read)]
    evidence = Evidence(read.readable, read.readable, read.ids)
    return Result(
        read.log.source, read.log.game, read.readable, read.head, False, faults, evidence, None, read.comparisons
    )


def _verified_log(unit: Source, one: _Followed, read: _Read | None, asked: Asked) -> Result:
    source, game, last, faults = one
    if read is not None and not faults and read.log.fault is not None:
        faults = [_trouble_of(read)]  # what can be read, but not written down again: a field stated twice
    if read is None or faults:
        bodies = bodies_past_faults(unit, game) if asked.is_more else []
        evidence = Evidence(max(last, len(bodies)), len(bodies), ids_of(bodies, asked.counts(game)))
        return Result(source, game, last, None, False, faults, evidence, None, asked.compared(game, bodies))
    evidence = Evidence(last, read.readable, read.ids)
    return Result(source, game, last, read.head, read.log.chained, faults, evidence, None, read.comparisons)


def _trouble_of(read: _Read) -> Trouble:
    """The fault of a log, which names file and line, as a trouble of one that are known."""
    said = (read.log.fault or "").removeprefix(f"{read.log.source}:")
    line, _, rest = said.partition(":")
    return Trouble(read.readable + 1, int(line) if line.isdecimal() else None, "bad-event", (rest or said).strip())


def _followed(record: GameRecord) -> _Followed:
    """What is found in a log from line to line."""
    faults: list[Trouble] = []
    game, last, due = record.name, 0, 1
    try:
        for row, where in record.rows:
            if isinstance(row, Fault):
                faults.append(Trouble(row.seq, line_of(where), row.code, row.message))
                due = 0
                continue
            if due and row.seq != due:
                said = f"event {row.seq} comes where event {due} was due"
                faults.append(Trouble(row.seq, line_of(where), "seq-gap", said))
            game, last, due = getattr(row, "game", game), row.seq, row.seq + 1
    except RecordError as error:
        if error.line is None:
            raise
        faults.append(Trouble(None, error.line, "bad-json", error.bare_message))
    return _Followed(record.source, game, last, faults)


# -- proving ------------------------------------------------------------------------------------------------------


def with_proofs(results: list[Result], checkpoints: list[Checkpoint]) -> Iterator[Result]:
    """The results, each with what becomes of the checkpoints that are of its game; then those of no game here."""
    by_name: dict[str, list[Result]] = {}
    for result in results:
        if result.game is not None:
            by_name.setdefault(plain_name(result.game), []).append(result)
    mine: dict[int, list[Checkpoint]] = {}
    strays = []
    for one in checkpoints:
        of_it = _games_of(one, by_name)
        for result in of_it:
            mine.setdefault(id(result), []).append(one)
        strays += [] if of_it else [_unknown(one, by_name)]
    for result in results:
        if id(result) in mine and result.evidence is not None:
            result.proofs = prove(mine[id(result)], result.evidence)
        yield result
    yield from strays


def _games_of(one: Checkpoint, by_name: dict[str, list[Result]]) -> list[Result]:
    """The games that a checkpoint can be of: without a name the only one, or those that have its id."""
    if one.game is not None:
        return by_name.get(plain_name(one.game), [])
    if len(by_name) == 1:
        return next(iter(by_name.values()))
    results = (result for found in by_name.values() for result in found)
    return [
        result for result in results
        if result.evidence is not None and one.fits(result.evidence.ids.get(one.count, ""))
    ]  # fmt: skip


def _unknown(one: Checkpoint, by_name: dict[str, list[Result]]) -> Result:
    if one.game is None:
        said = f"none of the {len(by_name):,} games here has an event {one.count} with an id that begins {one.head}"
    else:
        meant = did_you_mean(one.game, by_name)
        said = f"there is no game {quoted(one.game, 200)} here" + (
            f"; did you mean {quoted(meant, 200)}?" if meant else ""
        )
    return Result(None, one.game, proofs=[Proof(one, Verdict.UNKNOWN, said)])
