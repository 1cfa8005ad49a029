"""The chains of what a path holds, computed anew; and what checkpoints and older copies prove of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog.chain import GENESIS, Checkpoint, chain, plain_name
from mjlog.errors import RecordError
from mjlog.formats.files import is_archive
from mjlog.formats.logs import CarriedGame, as_stored, carried
from mjlog.log.records import Fault, GameRecord, line_of
from mjlog.sources import Piece, is_database, logs_of, pieces_in, records_of
from mjlog.store.checkpoints import Difference, Evidence, Proof, Verdict, first_difference, prove
from mjlog.text import counted, did_you_mean, quoted

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


class Result(msgspec.Struct):
    """What was found of a game, or (`game` None) of a database as a whole.

    `head`: as it is computed, None where it cannot be. `proofs`, `comparisons`: None where none were asked for.
    """

    source: str | None
    game: str | None
    events: int = 0
    head: str | None = None
    chained: bool = False
    faults: list[Trouble] = msgspec.field(default_factory=list)
    evidence: Evidence | None = None
    proofs: list[Proof] | None = None
    comparisons: list[Comparison] | None = None

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong with it."""
        proved = all(proof.verdict is Verdict.KEPT for proof in self.proofs or ())
        return proved and not self.faults and all(comparison.kept for comparison in self.comparisons or ())


# -- older copies ------------------------------------------------------------------------------------------------------


class OlderCopy:
    """Games as they were: of a log, a database, a folder or packed folder, a foreign record."""

    def __init__(self, path: str) -> None:
        """Reads what is there; games of a database are read when they are asked for.

        Raises:
            MjlogError: it cannot be opened, or there is no game in it.
        """
        self._units: dict[str, Piece] = {}
        self._games: dict[str, CarriedGame] = {}
        for piece in pieces_in(path):
            self._units.update((game, piece._replace(games=(game,))) for game in piece.games)
            for record in () if piece.games else records_of(piece):
                whole = replace(record, rows=list(record.rows))  # what breaks off is no copy
                for log in carried(whole):
                    self._games.setdefault(log.game, log)
        if not self.games:
            raise RecordError("there is no game here to compare with", path)

    @property
    def games(self) -> list[str]:
        """The ids of the games that are in it."""
        return [*self._units, *(game for game in self._games if game not in self._units)]

    def __contains__(self, game: object) -> bool:
        """Whether this game is in it."""
        return game in self._units or game in self._games

    def game(self, game: str) -> CarriedGame | None:
        """One of them; None if it is not in it.

        Raises:
            MjlogError: it cannot be read any more.
        """
        if game in self._units:
            return next(logs_of(self._units[game]))
        return self._games.get(game)


# -- what is asked ------------------------------------------------------------------------------------------------


class ProofRequest:
    """The checkpoints that are to be proved, and the older copies to compare with."""

    def __init__(
        self, checkpoints: Iterable[Checkpoint] = (), copies: Iterable[str] = (), *, unchained: bool = False
    ) -> None:
        """Opens the copies. `unchained`: foreign records are looked at too, though they have no chain.

        Raises:
            MjlogError: one of them cannot be read.
        """
        self.checkpoints = list(checkpoints)
        self._copies = {path: OlderCopy(path) for path in copies}
        self._compared: set[str] = set()
        self._unchained = unchained
        self._of_any = {proved.count for proved in self.checkpoints if proved.game is None}
        self._of_game: dict[str, set[int]] = {}
        for checkpoint in self.checkpoints:
            if checkpoint.game is not None:
                self._of_game.setdefault(plain_name(checkpoint.game), set()).add(checkpoint.count)

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
        comparisons = []
        for path, copy in self._copies.items():
            old = copy.game(game)
            if old is None:
                continue
            there, difference = old.bodies, first_difference(old.bodies, bodies)
            if difference is None:
                are, verb = ("events", "are") if len(there) > 1 else ("event", "is")
                words = f"all {len(there):,} {are} of {path} {verb} here, unchanged"
            elif difference.here is None:
                can = f"{counted(len(bodies), 'event')} can be read here, {len(there):,} in {path}"
                words = f"event {difference.seq} is missing: {can}"
            else:
                words = f"event {difference.seq} is not what it is in {path}"
            if old.fault is not None:
                words += f"; the copy itself is not whole: {old.fault}"
            is_same = difference is None and old.fault is None
            comparisons.append(Comparison(path, len(there), is_same, words, difference))
        return comparisons

    def missing(self, paths: Iterable[str]) -> Iterator[Result]:
        """The games of the copies that were not come by in what was verified.

        Where that is but logs, they need not be all of a copy's games; but one of them must be among them.
        """
        places = [Path(path) for path in paths]
        have_all = any(place.is_dir() or is_archive(place) or is_database(place) for place in places)
        for path, copy in self._copies.items():
            lost = [game for game in copy.games if game not in self._compared]
            for game in lost if have_all or len(lost) == len(copy.games) else ():
                old = copy.game(game)
                words = f"this game is in {path}, and it is not here"
                yield Result(None, game, comparisons=[Comparison(path, len(old.bodies) if old else 0, False, words)])


# -- reading ------------------------------------------------------------------------------------------------------


def verified(path: str, request: ProofRequest) -> Iterator[Result]:
    """What is found in a path, game by game.

    Raises:
        MjlogError: it, or something in it, cannot be opened; or there is nothing in it that could be verified.
    """
    if os.path.isfile(path) and is_database(Path(path)):
        yield from _verified_database(path, request)
        return
    seen = False
    databases: set[str] = set()
    for piece in pieces_in(path):
        if piece.path in databases:  # the next few games of a database that is done
            continue
        if piece.games:
            databases.add(piece.path)
        logs = (
            _verified_log(record, request) if record.foreign is None else _verified_record(record, request)
            for record in records_of(piece)
            if record.foreign is None or request.is_more
        )
        for result in _verified_database(piece.path, request) if piece.games else logs:
            seen = True
            yield result
    if not seen:
        raise RecordError("there is no log and no database here: foreign records have no chain", path)


def _verified_database(path: str, request: ProofRequest) -> Iterator[Result]:
    from mjlog.store import open_readonly

    with open_readonly(path) as store:
        games = store.games()
        faults = store.verify()
        for info in games:
            mine = [fault for fault in faults if fault.game == info.game]
            result = _stored_result(path, info.game, info.last, info.head, mine)
            game = result.game or ""
            if request.checkpoints:
                result.evidence = _stored_evidence(store, game, result.events, mine, request.counts(game))
            if request.is_copied(game):
                result.comparisons = request.compared(game, store.bodies(game))
            yield result
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


def _stored_evidence(store: SqliteStore, game: str, last: int, faults: list[StoreFault], wanted: set[int]) -> Evidence:
    """What a database says of a game up to its event `last`; `faults`: what was found in it."""
    here = {seq for seq in wanted if seq <= last}
    if not faults:
        return Evidence(last, last, {seq: store.event(game, seq).id for seq in here})
    bodies: list[bytes] = []
    stored_ids: dict[int, str] = {}
    for event in store.read(game):
        if event.seq != len(bodies) + 1:
            break
        bodies.append(event.body)
        if event.seq in here:
            stored_ids[event.seq] = event.id
    broken = [fault.seq for fault in faults if fault.code == "chain-broken" and fault.seq is not None]
    return Evidence(last, len(bodies), ids_of(bodies, here), stored_ids, broken)


def ids_of(bodies: list[bytes], wanted: set[int]) -> dict[int, str]:
    """The ids of some events of a log, by seq; those that it does not have are not in it."""
    ids = enumerate(chain(bodies[: max(wanted, default=0)]), 1)
    return {seq: event_id for seq, event_id in ids if seq in wanted}


def _verified_record(record: GameRecord, request: ProofRequest) -> Result:
    """A foreign record: it has no chain, but the ids that it would have in a database."""
    (log,) = carried(record)
    last = len(log.bodies)
    ids = ids_of(log.bodies, request.counts(log.game) | {last})
    result = Result(log.source, log.game, last, evidence=Evidence(last, last, ids))
    if log.fault is not None:
        result.faults.append(_trouble_of(log))
        return result
    result.head, result.comparisons = ids.get(last, GENESIS), request.compared(log.game, log.bodies)
    return result


def _verified_log(record: GameRecord, request: ProofRequest) -> Result:
    game, last, faults = _followed(record)
    whole = None if faults else next(carried(record), None)
    if whole is not None and whole.fault is not None:
        faults = [_trouble_of(whole)]  # what can be read, but not written down again: a field stated twice
    if whole is None or faults:
        bodies = _past_faults(record, game) if request.is_more else []
        evidence = Evidence(max(last, len(bodies)), len(bodies), ids_of(bodies, request.counts(game)))
        return Result(record.source, game, last, None, False, faults, evidence, None, request.compared(game, bodies))
    ids = ids_of(whole.bodies, request.counts(game) | {last})
    evidence, compared = Evidence(last, last, ids), request.compared(game, whole.bodies)
    return Result(record.source, game, last, ids.get(last, GENESIS), whole.chained, [], evidence, None, compared)


def _trouble_of(log: CarriedGame) -> Trouble:
    """The fault of a log, which names file and line, as a trouble of one that are known."""
    words = (log.fault or "").removeprefix(f"{log.source}:")
    line, _, rest = words.partition(":")
    return Trouble(len(log.bodies) + 1, int(line) if line.isdecimal() else None, "bad-event", (rest or words).strip())


def _followed(record: GameRecord) -> tuple[str, int, list[Trouble]]:
    """A log from line to line: its game, its last seq, and where its lines are no events that follow one another."""
    faults: list[Trouble] = []
    game, last, due = record.name, 0, 1
    try:
        for row, where in record.rows:
            if isinstance(row, Fault):
                faults.append(Trouble(row.seq, line_of(where), row.code, row.message))
                due = 0
                continue
            if due and row.seq != due:
                words = f"event {row.seq} comes where event {due} was due"
                faults.append(Trouble(row.seq, line_of(where), "seq-gap", words))
            game, last, due = getattr(row, "game", game), row.seq, row.seq + 1
    except RecordError as error:
        if error.line is None:
            raise
        faults.append(Trouble(None, error.line, "bad-json", error.bare_message))
    return game, last, faults


def _past_faults(record: GameRecord, game: str) -> list[bytes]:
    """The events of a log whose chain is broken, from its beginning up to the first line that cannot be read."""
    links: list[bytes] = []
    with suppress(RecordError):
        for place, (row, _where) in enumerate(record.rows):
            if isinstance(row, Fault) and row.code == "chain-broken":
                continue
            written = row if isinstance(row, Fault) else as_stored(record, place, row)
            is_next = row.seq == len(links) + 1 and (links or getattr(row, "game", None) == game)
            if is_next and not isinstance(written, Fault):
                links.append(written.body)
            elif links:
                break
    return links


# -- proving ------------------------------------------------------------------------------------------------------


def with_proofs(results: list[Result], checkpoints: list[Checkpoint]) -> Iterator[Result]:
    """The results, each with what becomes of the checkpoints that are of its game; then those of no game here."""
    by_name: dict[str, list[Result]] = {}
    for result in results:
        if result.game is not None:
            by_name.setdefault(plain_name(result.game), []).append(result)
    mine: dict[int, list[Checkpoint]] = {}
    strays = []
    for checkpoint in checkpoints:
        if checkpoint.game is not None:
            of_it = by_name.get(plain_name(checkpoint.game), [])
        elif len(by_name) == 1:
            of_it = next(iter(by_name.values()))
        else:
            # Without a name it can be of those that have its id.
            every = (result for results in by_name.values() for result in results)
            of_it = [
                result for result in every
                if result.evidence is not None and checkpoint.fits(result.evidence.ids.get(checkpoint.count, ""))
            ]  # fmt: skip
        for result in of_it:
            mine.setdefault(id(result), []).append(checkpoint)
        if of_it:
            continue
        if checkpoint.game is None:
            what = f"an event {checkpoint.count} with an id that begins {checkpoint.head}"
            words = f"none of the {len(by_name):,} games here has {what}"
        else:
            meant = did_you_mean(checkpoint.game, by_name)
            hint = f"; did you mean {quoted(meant, 200)}?" if meant else ""
            words = f"there is no game {quoted(checkpoint.game, 200)} here{hint}"
        strays.append(Result(None, checkpoint.game, proofs=[Proof(checkpoint, Verdict.UNKNOWN, words)]))
    for result in results:
        if id(result) in mine and result.evidence is not None:
            result.proofs = prove(mine[id(result)], result.evidence)
        yield result
    yield from strays
