"""Findings: what the audit reports, and the one registry of their codes.

A registry entry says what a code means, how grave it is, what the state is afterwards, and which findings tell the same
fault again and are silenced: one fault, one finding.
Source: docs/lookup/format.md#findings.
"""

from __future__ import annotations

import enum
import functools
import importlib.resources
import tomllib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from mjlog.answers import Answer, Seq, one_of, plain, says


class Severity(enum.Enum):
    """How grave a finding is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


Grave: TypeAlias = Annotated[str, one_of(*(one.value for one in Severity))]
"""A severity, as answers spell it."""


class CodeInfo(Answer):
    """A finding code: an entry of the registry. So `mjlog explain --json` prints it."""

    code: str
    title: str
    group: str
    severity: Severity
    meaning: str
    afterwards: Annotated[str, says("how the replay goes on")]
    silences: Annotated[tuple[str, ...], says("later findings that belong to the same fault")]
    remedy: Annotated[str, says("what to do with the record")]
    at_the_table: Annotated[str, says("what to do at the table")]


class Ruled(Answer):
    """The ruling that holds on the event of a finding, at the table."""

    seq: Annotated[Seq, says("the ruling")]
    dispute: Annotated[Seq, says("the dispute that it is a ruling on")]
    decision: Annotated[str | None, says("in a word, like `upheld` or `dismissed`")]
    text: str


class Finding(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that is wrong, or worth knowing, at the event where it became certain.

    What is None without being stated is left out of answers. The audit itself knows of no rulings.
    """

    code: Annotated[str, says("what it means: `/api/v1/codes/CODE`")]
    severity: Grave
    seq: Annotated[Seq | None, says("the event")]
    line: Annotated[int | None, says("the line of the file that it was read from")]
    hand: Annotated[int | None, says("the hand")]
    seat: Annotated[str | None, says("the player at fault")]
    rule: Annotated[str | None, says("the rule that is broken")]
    message: Annotated[str, says("what was done, by whom, why not, where")]
    expected: Annotated[Any, says("what would be right")] = None
    found: Annotated[Any, says("what was found")] = None
    ruled: Annotated[Ruled | None, says("where a ruling holds on a dispute about the event")] = None

    def as_json(self) -> dict[str, Any]:
        """The finding as docs/lookup/format.md spells it; `ruled` is there where the event was ruled on."""
        fields: dict[str, Any] = plain(self)
        return fields


def ruled_findings(findings: Iterable[Finding], ruled: Mapping[int, Ruled]) -> list[Finding]:
    """The findings, each with the ruling on its event where there is one. `ruled`: by event."""
    rulings = ((finding, None if finding.seq is None else ruled.get(finding.seq)) for finding in findings)
    return [one if ruling is None else msgspec.structs.replace(one, ruled=ruling) for one, ruling in rulings]


_GRAVEST_FIRST = tuple(severity.value for severity in Severity)


def gravity(severity: str) -> int:
    """The place of a severity in a list that begins with the gravest, from 0."""
    return _GRAVEST_FIRST.index(severity)


def worst(findings: Iterable[Finding]) -> str | None:
    """The gravest severity among findings; None without any."""
    return min((finding.severity for finding in findings), key=gravity, default=None)


class Refusal(msgspec.Struct, frozen=True):
    """What a rule answers when it is broken: the code, the sentence, and where in the event.

    `seat`: the player at fault, where that is not the event's. `part`: which tile of the event (an index), or a named
    part of a record's event, for the line in the source file. `severity`: where it is not the code's own. `short`: why
    not, without who and which tile, where the code alone does not say it.
    """

    code: str
    message: str
    expected: Any = None
    found: Any = None
    seat: Any = None
    part: int | str | None = None
    severity: str | None = None
    short: str = ""


def severity_of(refusal: Refusal) -> str:
    """How grave a refusal is: as it says, or as its code does."""
    return refusal.severity or registry()[refusal.code].severity.value


@functools.cache
def registry() -> dict[str, CodeInfo]:
    """Every code, in the order of docs/lookup/format.md, from `codes.toml`."""
    return {
        code: CodeInfo(
            code=code,
            group=fields["group"],
            title=fields["title"],
            meaning=fields["meaning"],
            afterwards=fields["afterwards"],
            remedy=fields.get("remedy", ""),
            at_the_table=fields.get("at_the_table", ""),
            severity=Severity(fields.get("severity", "error")),
            silences=tuple(sorted(fields.get("silences", ()))),
        )
        for code, fields in _entries().items()
    }


@functools.cache
def _entries() -> dict[str, dict[str, Any]]:
    return tomllib.loads((importlib.resources.files("mjlog") / "codes.toml").read_text("utf-8"))


def said_of(code: str, what: str) -> str:
    """What the registry says of a code under a name that not each has (`cites`, `unit`, `short`, …); else nothing.

    >>> said_of("wrong-score", "unit"), said_of("not-mahjong", "unit")
    ('point', '')
    """
    return str(_entries().get(code, {}).get(what, ""))


@functools.cache
def codes_that(what: str) -> frozenset[str]:
    """The codes of which something is said in the registry (`is`), or follows from what is said there.

    >>> sorted(codes_that("stands-behind")), "not-mahjong" in codes_that("leaves-result-open")
    (['mahjong-outranked', 'too-many-winners'], True)

    Raises:
        KeyError: it is said of none.
    """
    codes = frozenset(code for code, fields in _entries().items() if what in fields.get("is", ()))
    implied = [codes_that(other) for other, others in _IMPLIES.items() if what in others]
    if not codes and not implied:
        raise KeyError(what)
    return codes.union(*implied)


_IMPLIES = {
    "bars-win": ("does-not-count", "false-win", "leaves-result-open", "of-the-same-win", "shows-no-win"),
    "told-at-the-win": ("false-win",),
    "stands-behind": ("does-not-count",),
    "leaves-seats-open": ("leaves-result-open",),
    "of-the-set": ("after-a-false-call",),
    "of-totals": ("of-the-end",),
}
"""What is said of a code with something else."""


# -- in order of weight -----------------------------------------------------------------------------------------------


_LAST = 9_007_199_254_740_992
_RANKS = ("the win", "the end", "dead hands")
_PLAY, _RECORD = len(_RANKS), len(_RANKS) + 1
_WRITTEN = "the file"


def by_weight(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, what weighs most first: the same order wherever they are listed by weight.

    1. severity: errors, then warnings, then information;
    2. points: how far what was recorded lies from what is right, where both are points, the most first;
    3. wins, then scores and payments, then dead hands, then what was played, then how it was written down;
    4. the event, by its number in the log; what belongs to no event comes last;
    5. as they were found.
    """
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
