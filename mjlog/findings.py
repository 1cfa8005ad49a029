"""Findings: what the audit reports, and the one registry of their codes.

A registry entry says what a code means, how grave it is, what the state is afterwards, and which findings tell the same
fault again and are silenced: one fault, one finding.
Source: docs/format.md#findings.
"""

from __future__ import annotations

import enum
import functools
import importlib.resources
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec


class Severity(enum.Enum):
    """How grave a finding is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """One entry of the registry: a code's meaning and its consequences.

    `remedy`: what to do about the record; `at_the_table`: what to do when it is noticed during play.
    """

    code: str
    title: str
    meaning: str
    afterwards: str
    group: str
    severity: Severity = Severity.ERROR
    silences: frozenset[str] = frozenset()
    remedy: str = ""
    at_the_table: str = ""

    def as_json(self) -> dict[str, Any]:
        """The entry as plain JSON values: what `mjlog explain --json` prints."""
        return {
            "code": self.code,
            "title": self.title,
            "group": self.group,
            "severity": self.severity.value,
            "meaning": self.meaning,
            "afterwards": self.afterwards,
            "silences": sorted(self.silences),
            "remedy": self.remedy,
            "at_the_table": self.at_the_table,
        }


class Ruled(msgspec.Struct, frozen=True):
    """The ruling that holds on the event of a finding. `seq`: its event; `dispute`: that of the dispute it is on.

    `decision`: the word for it, None where none is written down; `text`: what it says.
    """

    seq: int
    dispute: int
    decision: str | None
    text: str


class Finding(msgspec.Struct, kw_only=True):
    """One thing that is wrong (or worth knowing) in a log, at the event where it became certain.

    `line` is the line of the file it was read from, `rule` the id of the rule broken; None where none applies.
    `ruled`: how it was ruled on at the table, in reports that tell; the audit itself knows of no rulings.
    """

    code: str
    severity: str
    seq: int | None
    line: int | None
    hand: int | None
    seat: str | None
    rule: str | None
    message: str
    expected: Any = None
    found: Any = None
    ruled: Ruled | None = None

    def as_json(self) -> dict[str, Any]:
        """The finding as docs/format.md spells it; `ruled` is there where the event was ruled on."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        for name in ("expected", "found", "ruled"):
            if fields[name] is None:
                del fields[name]
        return fields


_GRAVEST_FIRST = tuple(one.value for one in Severity)


def gravity(severity: str) -> int:
    """The place of a severity in a list that begins with the gravest, from 0."""
    return _GRAVEST_FIRST.index(severity)


def worst(findings: Iterable[Finding]) -> str | None:
    """The gravest severity among findings; None without any."""
    return min((finding.severity for finding in findings), key=gravity, default=None)


class Refusal(msgspec.Struct, frozen=True):
    """What a rule answers when it is broken: the code, the sentence, and where in the event.

    `seat`: the player at fault, where that is not the event's. `part`: which tile of the event (an index), or a named
    part of a record's event, for the line in the source file. `severity`: where it is not the code's own.
    """

    code: str
    message: str
    expected: Any = None
    found: Any = None
    seat: Any = None
    part: int | str | None = None
    severity: str | None = None


def severity_of(refusal: Refusal) -> str:
    """How grave a refusal is: as it says, or as its code does."""
    return refusal.severity or registry()[refusal.code].severity.value


@functools.cache
def registry() -> dict[str, CodeInfo]:
    """Every code, in the order of docs/format.md, from `codes.toml`."""
    text = (importlib.resources.files("mjlog") / "codes.toml").read_text("utf-8")
    return {code: _code_info(code, fields) for code, fields in tomllib.loads(text).items()}


def _code_info(code: str, fields: dict[str, Any]) -> CodeInfo:
    return CodeInfo(
        code=code,
        group=fields["group"],
        title=fields["title"],
        meaning=fields["meaning"],
        afterwards=fields["afterwards"],
        remedy=fields.get("remedy", ""),
        at_the_table=fields.get("at_the_table", ""),
        severity=Severity(fields.get("severity", "error")),
        silences=frozenset(fields.get("silences", ())),
    )
