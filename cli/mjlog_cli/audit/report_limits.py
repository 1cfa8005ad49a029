"""How many findings may still be told: nobody draws what is not shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mjlog_cli.audit.audit_request import AuditRequest
from mjlog_cli.audit.audited import Audited

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
