"""Findings and hands in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.audit.report import HandReport
from mjlog.findings import Finding
from mjlog.reports.finding_words import finding_words, hand_words, unjudged_words
from mjlog.text import counted, shown

__all__ = ["finding_line", "game_lines", "hand_words"]


def game_lines(source: str, game: str, reports: list[HandReport], every_hand: bool = False) -> Iterator[str]:
    """A game of an audit: what it is, then its findings under their hands."""
    hands = [report for report in reports if report.hand is not None]
    findings = sum(len(report.findings) for report in reports)
    said = f"{counted(findings, 'finding')}" if findings else "nothing found"
    yield f"{shown(game)}: {counted(len(hands), 'hand')}, {said}  ({shown(source, 200)})"
    for report in reports:
        if report.findings or every_hand:
            yield f"  {hand_words(report)}"
        for finding in report.findings:
            yield f"    {finding_line(finding, report.source)}"
        if report.findings or every_hand:
            yield from (f"    {line}" for line in unjudged_lines(report))


def unjudged_lines(report: HandReport) -> Iterator[str]:
    """What was not judged in a hand, on one line; that nothing was found and everything judged is said, too."""
    if report.hand is None:
        return
    words = unjudged_words(report.unjudged)
    if words:
        yield f"not judged: {'; '.join(words)}"
    elif not report.findings and not report.unjudged:
        yield "nothing found, and nothing left unjudged"


def finding_line(finding: Finding, source: str | None = None) -> str:
    """One finding: where, how grave, what, by which rule.

    >>> finding_line(Finding(code="out-of-turn", severity="error", seq=37, line=40, hand=1, seat="S",
    ...     rule="classical/claim-1", message="south discards out of turn"), "a.mjs")
    'a.mjs:40: error out-of-turn: south discards out of turn [classical/claim-1, event 37]'
    """
    place = "" if source is None else f"{shown(source, 200)}{'' if finding.line is None else f':{finding.line}'}: "
    return f"{place}{finding_words(finding)}"
