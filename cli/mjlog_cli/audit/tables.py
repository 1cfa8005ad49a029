"""An archive audited into tables, part by part: each is written by one worker, and is whole or not there.

A part that is there already is not made again. One over which workers are lost is looked through piece by piece; the
pieces that end whoever reads them are told, and it is written without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from mjlog.archive.parquet import PartWriter
from mjlog.archive.parts import Done, Parts, refusals_told, staged, target_at
from mjlog.archive.rows import VERSION, trouble_rows
from mjlog.errors import MjlogError
from mjlog.sources import Source
from mjlog.urls import called
from mjlog_cli.audit.audit_request import AuditRequest, wish_digest
from mjlog_cli.audit.audited import ReportLimits
from mjlog_cli.audit.crew import Crew, in_order
from mjlog_cli.audit.games import audit_unit
from mjlog_cli.audit.pieces import BATCH_BYTES, all_pieces, bytes_of, digest_of

_LEAST, _MOST = 8_000_000, 500_000_000
"""Bytes of logs, for a part: with whole events its largest table is then at most some 100 MB."""
_SHARE = 8
"""A part is at most such a share of what goes before it: several workers have something to do also in a small archive,
and at the end none waits long for the others."""
_AHEAD = 2
"""Parts for each worker that are begun before their turn."""
_NO_ROOM = ReportLimits(0, 0, 0)


class Part(NamedTuple):
    """Pieces that are written together.

    `name`: a digest of their fingerprints, and of what is asked; `is_known`: each has one, so that a part that is there
    already is known again.
    """

    units: tuple[Source, ...]
    name: str
    is_known: bool

    @property
    def words(self) -> str:
        """Which pieces these are."""
        first, last = self.units[0].path, self.units[-1].path
        return first if first == last else f"{first} to {last}"


def parts_of(units: Iterable[Source], wish: AuditRequest) -> Iterator[Part]:
    """The parts of an archive."""
    asked = (VERSION, wish_digest(wish))
    for group in _groups(units):
        pieces = list(all_pieces(group))
        name = digest_of(asked, pieces)
        yield Part(tuple(group), name, all(key is not None for _unit, key in pieces))


def _groups(units: Iterable[Source]) -> Iterator[list[Source]]:
    """Pieces that are written together."""
    group: list[Source] = []
    size = total = 0
    for unit in units:
        most = min(max(_LEAST, total // _SHARE), _MOST)
        if group and size + bytes_of(unit) > most:
            yield group
            total += size
            group, size = [], 0
        group.append(unit)
        size += bytes_of(unit)
    if group:
        yield group


@dataclass(frozen=True)
class PartWork:
    """The audit of a part, written into its place in the target by whoever does it."""

    wish: AuditRequest
    target: str

    def __call__(self, part: Part, room: ReportLimits) -> Done:
        """What came of it."""
        try:
            with refusals_told(self.target):
                return self._written(part)
        except MjlogError as error:
            return Done(refused=str(error))

    def lost(self, part: Part, how: str) -> Done:
        """Something in it ends whoever reads it."""
        return Done(lost=how)

    def _written(self, part: Part) -> Done:
        parts = Parts(target_at(self.target))
        made = parts.found(part.name) if part.is_known else None
        if made is not None:
            return made
        done = Done()
        with staged(parts.target) as folder:
            with PartWriter(folder, part.name, self.wish.tables is not None and self.wish.tables.with_bodies) as into:
                for unit in part.units:
                    self._add(unit, into, done)
            parts.commit(part.name, folder, done)
        return done

    def _add(self, unit: Source, into: PartWriter, done: Done) -> None:
        for one in audit_unit(unit, self.wish):
            if one.tables is not None:
                into.add(one.tables)
                done.games += 1
                done.damaged += not one.tables.is_whole
            if one.trouble is not None:
                into.add(trouble_rows(one.trouble))
                done.troubles.append(one.trouble)


@dataclass(frozen=True)
class _Probe:
    """Reads a piece, to see whether one can: what is wrong with it is None, or how whoever read it was lost."""

    wish: AuditRequest

    def __call__(self, piece: Source, room: ReportLimits) -> str | None:
        for _one in audit_unit(piece, self.wish):
            pass
        return None

    def lost(self, piece: Source, how: str) -> str | None:
        return f"{called(piece.path)}: the process that audited it {how}; try fewer workers"


def write_tables(units: Callable[[], Iterator[Source]], wish: AuditRequest, crew: Crew, path: str) -> Iterator[Done]:
    """What came of each part, in order, when it lies in its place. What is there of other parts is taken away.

    Raises:
        MjlogError: the target refuses something; there is nobody left to work.
    """
    parts, work = Parts(target_at(path)), PartWork(wish, path)
    wanted = {part.name for part in parts_of(units(), wish)}
    with refusals_told(path):
        parts.tidy(wanted)
    for part, done in in_order(parts_of(units(), wish), work, crew, _NO_ROOM, _by_itself, _AHEAD):
        made = done if done.lost is None else _without_what_kills(part, work, crew)
        if made.refused is not None:
            raise MjlogError(made.refused)
        yield made


def _by_itself(part: Part) -> int:
    return BATCH_BYTES


def _without_what_kills(part: Part, work: PartWork, crew: Crew) -> Done:
    """Each piece is tried by itself; those over which workers are lost stand in the part as trouble."""
    tried = in_order(part.units, _Probe(work.wish), crew, _NO_ROOM, bytes_of)
    units = tuple(unit if trouble is None else unit._replace(trouble=trouble) for unit, trouble in tried)
    ((_part, done),) = in_order([part._replace(units=units)], work, crew, _NO_ROOM, _by_itself)
    if done.lost is None:
        return done
    return Done(troubles=[f"{part.words}: the process that wrote these {done.lost}; try fewer workers"])
