"""Findings and hands in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mjlog.audit.report import HandReport
from mjlog.findings import Finding
from mjlog.seats import Seat
from mjlog.text import counted, shown

_LONGEST = 600


def game_lines(source: str, reports: list[HandReport], every_hand: bool = False) -> Iterator[str]:
    """A game of an audit: what it is, then its findings under their hands."""
    hands = [report for report in reports if report.hand is not None]
    game = reports[0].game if reports else source
    findings = sum(len(report.findings) for report in reports)
    said = f"{counted(findings, 'finding')}" if findings else "nothing found"
    yield f"{shown(game)}: {counted(len(hands), 'hand')}, {said}  ({shown(source, 200)})"
    for report in reports:
        if report.findings or every_hand:
            yield f"  {hand_words(report)}"
        for finding in report.findings:
            yield f"    {finding_line(finding, report.source)}"


def hand_words(report: HandReport) -> str:
    """A hand and how it ended.

    >>> hand_words(HandReport("a.mjs", "demo", 3, winner="S", recorded={"S": 64}))
    'hand 3: south wins 64'
    """
    if report.hand is None:
        return "before the first hand"
    if report.winner is None:
        drawn = report.owed is not None and not any(report.owed.values())
        return f"hand {report.hand}: {'drawn' if drawn else 'no result'}"
    total = report.recorded.get(report.winner, report.computed.get(report.winner))
    worth = "" if total is None else f" {total}"
    return f"hand {report.hand}: {Seat[report.winner]} wins{worth}"


def finding_line(finding: Finding, source: str | None = None) -> str:
    """One finding: where, how grave, what, by which rule.

    >>> finding_line(Finding(code="out-of-turn", severity="error", seq=37, line=40, hand=1, seat="S",
    ...     rule="classical/claim-1", message="south discards out of turn"), "a.mjs")
    'a.mjs:40: error out-of-turn: south discards out of turn [classical/claim-1, event 37]'
    """
    place = "" if source is None else f"{shown(source, 200)}{'' if finding.line is None else f':{finding.line}'}: "
    cited = [shown(finding.rule)] if finding.rule is not None else []
    if finding.seq is not None:
        cited.append(f"event {finding.seq}")
    where = f" [{', '.join(cited)}]" if cited else ""
    return f"{place}{finding.severity} {finding.code}: {shown(finding.message, _LONGEST)}{where}"


def totals_line(games: int, hands: int, severities: Mapping[str, int]) -> str:
    """The end of an audit.

    >>> totals_line(2, 20, {"error": 1})
    '2 games, 20 hands: 1 error'
    """
    found = [counted(severities[name], name) for name in ("error", "warning") if severities.get(name)]
    if severities.get("info"):
        found.append(f"{severities['info']:,} for information")
    return f"{counted(games, 'game')}, {counted(hands, 'hand')}: {', '.join(found) or 'nothing found'}"
