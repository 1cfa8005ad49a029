"""Who audits what: whatever crew works the pieces off, with or without a journal, the same output in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

from mjlog.formats.sources import Source
from mjlog_cli.audit.audit_request import AuditRequest
from mjlog_cli.audit.audited import Audited, ReportLimits
from mjlog_cli.audit.crew import Alone, Crew, in_order
from mjlog_cli.audit.games import audit_unit
from mjlog_cli.audit.journal import Journal
from mjlog_cli.audit.pieces import BATCH_BYTES, Piece, all_pieces, bytes_of

_SMALL = 4 * BATCH_BYTES
"""Bytes of a piece that holds nobody up."""

Lacks = Callable[[list[Audited]], bool]


@dataclass(frozen=True)
class AuditWork:
    """The audit of a piece, as it is asked for."""

    wish: AuditRequest

    def __call__(self, piece: Source, room: ReportLimits) -> list[Audited]:
        """Every game of the piece."""
        return list(audit_unit(piece, self.wish, room))

    def lost(self, piece: Source, how: str) -> list[Audited]:
        """Trouble: nobody could audit it."""
        return [Audited(trouble=f"{piece.path}: the process that audited it {how}; try fewer workers", is_lost=True)]


def audit_all(
    units: Iterable[Source],
    wish: AuditRequest,
    crew: Crew,
    journal: Journal | None = None,
    lacks: Lacks | None = None,
) -> Iterator[tuple[Source, list[Audited]]]:
    """What came of every piece, in order, whoever audits it; what the journal knows is not audited again.

    `lacks`: whether something is missing of what the journal knows, so that it is audited again all the same.

    Raises:
        MjlogError: the journal cannot be written, or there is nobody to work.
    """
    known = None if journal is None else _Known(journal, lacks)
    pieces = ((unit, None) for unit in units) if journal is None else all_pieces(units)
    work, room = AuditWork(wish), ReportLimits.of(wish)
    for some, by in _shares(pieces, crew):
        for unit, found in in_order(some, work, by, room, bytes_of, known):
            room.take(found)
            yield unit, found


def _shares(pieces: Iterator[Piece], crew: Crew) -> Iterator[tuple[Iterable[Piece], Crew]]:
    """Which pieces are whose: where workers begin as copies, this process does the first piece, if it is a small one.

    What nearly all games need (rules, above all) is loaded by that.
    """
    first = list(islice(pieces, 1)) if crew.are_copies else []
    if first and bytes_of(first[0][0]) <= _SMALL:
        yield first, Alone()
        first = []
    yield chain(first, pieces), crew


class _Known(NamedTuple):
    """What has been audited before, by the journal."""

    journal: Journal
    lacks: Lacks | None

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self.journal

    def found(self, key: str) -> list[Audited] | None:
        """What came of a piece; None where it is to be audited."""
        found = self.journal.found(key)
        return None if found is None or (self.lacks is not None and self.lacks(found)) else found

    def note(self, key: str, found: list[Audited]) -> None:
        """What came of a piece; trouble is tried again the next time."""
        if all(one.trouble is None for one in found):
            self.journal.note(key, found)
