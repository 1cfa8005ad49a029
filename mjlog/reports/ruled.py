"""Findings that were ruled on at the table: told as such, and counted apart.

A fault that was really made stays in the log, and in every audit of it; that it was ruled on is what is new. The
rulings themselves come from outside: the audit, and reports of it, know of no disputes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from mjlog.findings import Finding, Ruled
from mjlog.reports.choice import with_findings
from mjlog.reports.hands import AuditedHand
from mjlog.text import shown

_LONGEST = 80


def with_rulings(hands: Iterable[AuditedHand], ruled: Mapping[int, Ruled]) -> list[AuditedHand]:
    """The hands, with the ruling beside each finding whose event was ruled on. `ruled`: by event."""
    if not ruled:
        return list(hands)
    return [with_findings(hand, ruled_findings(hand.report.findings, ruled)) for hand in hands]


def ruled_findings(findings: Iterable[Finding], ruled: Mapping[int, Ruled]) -> list[Finding]:
    """The findings, each with the ruling on its event where there is one. `ruled`: by event."""
    return [_marked(one, ruled) for one in findings]


def _marked(finding: Finding, ruled: Mapping[int, Ruled]) -> Finding:
    found = ruled.get(finding.seq) if finding.seq is not None else None
    return finding if found is None else msgspec.structs.replace(finding, ruled=found)


def ruled_words(ruled: Ruled) -> str:
    """How a finding was ruled on.

    >>> ruled_words(Ruled(1246, 1245, "dismissed", "North had both tiles"))
    'ruled on in event 1246: dismissed'
    >>> ruled_words(Ruled(1246, 1245, None, "North had both tiles"))
    'ruled on in event 1246: North had both tiles'
    """
    return f"ruled on in event {ruled.seq}: {shown(ruled.decision or ruled.text, _LONGEST)}"
