"""What comes of a game that was audited: the output, ready to be written, and what it adds to the totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from mjlog.reports.choice import Entry
from mjlog.reports.summary import Summary
from mjlog_cli.audit.audit_request import AuditRequest

if TYPE_CHECKING:
    from mjlog.archive.rows import GameRows


class FindingPart(msgspec.Struct):
    """One finding on a page, in HTML: as it is listed, and told as a story.

    `story`: empty where it is not told; None where the page had no room for it any more, so that nobody tried.
    """

    line: str
    story: str | None = ""


class GamePart(msgspec.Struct):
    """One game on a page, in HTML: its heading, and its findings hand by hand.

    `more`: how many findings there are for which the page had no room any more.
    """

    title: str
    source: str
    findings: list[FindingPart]
    more: int = 0


class Audited(msgspec.Struct, kw_only=True):
    """One game audited: the output, ready to be written, and what it adds to the totals.

    `told`: what may be told of it to others, in numbers, where a page is made. `stories`: in text. `games`: the ids of
    the games; `used`: which accepted findings were found, by number; `entries`: findings gathered to be accepted.
    `handles`: of players of the game, where one is asked for: that one, or those that may be meant.
    `trouble`: why something could not be read (then there is no game); `is_our_fault`: by a fault of the program.
    `note`: what is to be said of a piece beside its games (then there is none).
    `tables`: the rows of tables, where these are asked for.
    """

    output: bytes = b""
    summary: Summary = msgspec.field(default_factory=Summary)
    told: Summary | None = None
    stories: list[str] = msgspec.field(default_factory=list)
    parts: list[GamePart] = msgspec.field(default_factory=list)
    games: list[str] = msgspec.field(default_factory=list)
    used: list[int] = msgspec.field(default_factory=list)
    entries: list[Entry] = msgspec.field(default_factory=list)
    handles: list[str] = msgspec.field(default_factory=list)
    trouble: str | None = None
    note: str | None = None
    is_our_fault: bool = False
    tables: GameRows | None = None

    @property
    def severities(self) -> Mapping[str, int]:
        """How many findings of each severity."""
        return self.summary.severities

    @property
    def listed(self) -> int:
        """How many findings are listed on a page, or told there."""
        return sum(len(part.findings) for part in self.parts)

    @property
    def drawn(self) -> int:
        """How many findings are told as stories on a page."""
        return sum(bool(finding.story) for part in self.parts for finding in part.findings)


MOST_STORIES = 200
"""Findings of a page that are told as stories, with the table drawn; all others are listed."""
MOST_FINDINGS = 5_000
"""Findings of a page at all."""


@dataclass
class ReportLimits:
    """How many more findings are told as stories in text, and on a page how many are listed and how many drawn."""

    stories: int
    listed: int
    drawn: int

    @classmethod
    def of(cls, wish: AuditRequest) -> ReportLimits:
        """All that an audit tells, before its first game."""
        return cls(wish.stories, *((MOST_FINDINGS, MOST_STORIES) if wish.page else (0, 0)))

    def copy(self) -> ReportLimits:
        """The same room, for somebody else to take from."""
        return replace(self)

    def take(self, found: Iterable[Audited]) -> None:
        """What was told of these games has taken its part."""
        for one in found:
            self.stories -= min(self.stories, len(one.stories))
            self.listed -= min(self.listed, one.listed)
            self.drawn -= min(self.drawn, one.drawn)
