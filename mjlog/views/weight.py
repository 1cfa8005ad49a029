"""Findings in the order in which a reader wants them: what weighs most comes first.

The order, which is the same wherever findings are listed by weight:

1. severity: errors, then warnings, then information;
2. points: how far what was recorded lies from what is right, where both are points, the most first;
3. wins, then scores and payments, then dead hands, then what was played, then how it was written down;
4. the event, by its number in the log; what belongs to no event comes last;
5. as they were found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mjlog.findings import Finding, codes_that, gravity, registry

_LAST = 9_007_199_254_740_992
_RANKS = ("the win", "the end", "dead hands")
_PLAY, _RECORD = len(_RANKS), len(_RANKS) + 1
_WRITTEN = "the file"


def by_weight(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, what weighs most first."""
    return sorted(findings, key=_weight)


def points_moved(finding: Finding) -> int:
    """How many points what was recorded lies from what is right; 0 where it is not about points, or not known.

    >>> points_moved(Finding(code="wrong-score", severity="error", seq=9, line=None, hand=1, seat="S", rule=None,
    ...                      message="", expected=64, found=60))
    4
    """
    if finding.code not in codes_that("told-in-points"):
        return 0
    expected, found = finding.expected, finding.found
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return max((_apart(expected.get(name, 0), found.get(name, 0)) for name in {*expected, *found}), default=0)
    return _apart(expected, found)


def _apart(one: object, other: object) -> int:
    if isinstance(one, bool) or isinstance(other, bool) or not (isinstance(one, int) and isinstance(other, int)):
        return 0
    return abs(one - other)


def _weight(finding: Finding) -> tuple[int, int, int, int]:
    seq = _LAST if finding.seq is None else finding.seq
    return gravity(finding.severity), -points_moved(finding), _kind(finding.code), seq


def _kind(code: str) -> int:
    """Wins, scores and payments, dead hands, what was played, how it was written down."""
    info = registry().get(code)
    if code in codes_that("told-in-points"):
        return _RANKS.index("the end")
    group = "" if info is None else info.group
    if group in _RANKS:
        return _RANKS.index(group)
    return _RECORD if group == _WRITTEN else _PLAY
