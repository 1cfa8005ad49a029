"""Declarations of mahjong that are undone: taken back, or found to be none when the hand was shown.

What was in doubt because of them is not any more: play goes on as it was before. Source: american/error-5,
american/dead-4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mjlog.audit.reading import Reading
from mjlog.findings import Finding, Severity, codes_that
from mjlog.seats import Seat

Excused = frozenset[tuple[Seat | None, str]]
"""What is excused in a reading."""


def before_the_win(readings: list[Reading], read_before: Mapping[tuple[str, ...], Excused]) -> list[Reading]:
    """The hand is read as it was before the declaration: what explained that it was none is not asked any more."""
    standing = [one for one in readings if one.why in read_before]
    for one in standing:
        one.end.result_open, one.excused = False, read_before[one.why]
    return standing or readings[:1]


def forgive(found: Iterable[Finding], seat: Seat) -> None:
    """What was found in a seat's declaration, or in the hand shown for it, is no fault of the record."""
    for finding in found:
        if finding.code in codes_that("bars-win") and finding.seat == seat.value:
            finding.severity = Severity.INFO.value
