"""Findings and hands in words, the same in every report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mjlog.audit.report import HandReport, Unjudged
from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog.findings import Finding, Ruled, codes_that, registry, said_of
from mjlog.seats import SEATS, Seat
from mjlog.text import counted, shown, signed
from mjlog.tiles import CODES, tile_name
from mjlog.views.words import seat_name, with_names

_LONGEST = 600
_LONGEST_VALUE = 300
_LONGEST_RULING = 80
_KINDS = {code: kind for kind, code in enumerate(CODES)}
_WRITTEN = "the file"
"""The group of codes of which the message says what the file should have said."""


def finding_words(finding: Finding) -> str:
    """One finding: how grave, what, by which rule, at which event.

    >>> finding_words(Finding(code="out-of-turn", severity="error", seq=37, line=40, hand=1, seat="S",
    ...     rule="classical/claim-1", message="south discards out of turn"))
    'error out-of-turn: south discards out of turn [classical/claim-1, event 37]'
    """
    cited = [shown(finding.rule)] if finding.rule is not None else []
    if finding.seq is not None:
        cited.append(f"event {finding.seq}")
    where = f" [{', '.join(cited)}]" if cited else ""
    ruled = "" if finding.ruled is None else f"; {ruled_words(finding.ruled)}"
    return f"{finding.severity} {finding.code}: {shown(finding.message, _LONGEST)}{where}{ruled}"


def ruled_words(ruled: Ruled) -> str:
    """How a finding was ruled on.

    >>> ruled_words(Ruled(1246, 1245, "dismissed", "North had both tiles"))
    'ruled on in event 1246: dismissed'
    >>> ruled_words(Ruled(1246, 1245, None, "North had both tiles"))
    'ruled on in event 1246: North had both tiles'
    """
    return f"ruled on in event {ruled.seq}: {shown(ruled.decision or ruled.text, _LONGEST_RULING)}"


def code_title(code: str) -> str:
    """What a code stands for, in few words; the code itself where it is none of ours.

    >>> code_title("chow-not-from-left")
    'a chow not from the left'
    """
    info = registry().get(code)
    return info.title if info is not None else shown(code)


def hand_words(report: HandReport) -> str:
    """A hand and how it ended.

    >>> hand_words(HandReport("a.mjs", "demo", 3, winners=(Seat.S,), recorded={Seat.S: 64}))
    'hand 3: south wins 64'
    """
    if report.hand is None:
        return "before the first hand"
    if report.winner is None:
        drawn = report.owed is not None and not any(report.owed.values())
        return f"hand {report.hand}: {'drawn' if drawn else 'no result'}"
    if report.is_no_win:
        return f"hand {report.hand}: no win: {report.winner}'s mahjong was false"
    total = report.recorded.get(report.winner, report.computed.get(report.winner))
    worth = "" if total is None else f" {total}"
    return f"hand {report.hand}: {report.winner} wins{worth}"


def unjudged_words(unjudged: Iterable[Unjudged], seats: Mapping[Seat, str]) -> list[str]:
    """What was not judged, since when and why; what a record of its depth does not have is left out.

    >>> one = Unjudged(["western/chow-1"], 40, 40, "out-of-turn", "legal if it was west; else it was not")
    >>> unjudged_words([one], {}), unjudged_words([one], {Seat.W: "gus"})
    (['event 40: legal if it was west; else it was not'], ['event 40: legal if it was gus (West); else it was not'])
    """
    lines = []
    for gap in unjudged:
        if gap.is_by_depth:
            continue
        words = with_names(shown(gap.words, _LONGEST), seats)
        if gap.since is not None:
            words = f"event {gap.since}: {words}" if gap.until == gap.since else f"since event {gap.since}, {words}"
        lines.append(words)
    return lines


def rule_words(text: str, reading: str) -> str:
    """A rule of a rule set with the sentences by which it is read: where it leaves something open, these decide.

    >>> rule_words("The text gives no points table.", "A mahjong is worth one point.")
    'The text gives no points table. Read as: A mahjong is worth one point.'
    """
    return f"{text} Read as: {reading}" if reading else text


def right_words(finding: Finding, seats: Mapping[Seat, str] | None = None) -> str:
    """What would have been right, and what was recorded, where the finding says so.

    >>> right_words(Finding(code="wrong-score", severity="error", seq=9, line=None, hand=1, seat="S", rule=None,
    ...                     message="", expected=64, found=60))
    '64 points, not 60 points'
    """
    unit, info = said_of(finding.code, "unit"), registry().get(finding.code)
    if info is not None and info.group == _WRITTEN and not unit:
        # What the file should have said is in the message.
        return ""
    if finding.expected is None or (isinstance(finding.expected, int) and not unit):
        return ""
    expected, recorded = (_with_unit(value, unit, seats or {}) for value in (finding.expected, finding.found))
    return f"{expected}, not {recorded}" if recorded and recorded != expected else expected


def _with_unit(value: Any, unit: str, seats: Mapping[Seat, str]) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return counted(value, unit) if unit and "{}" not in unit else (unit or "{}").format(value)
    return "" if value is None else _value(value, seats)


def _value(value: Any, seats: Mapping[Seat, str]) -> str:
    """A value of a finding in words: tiles, seats, points per seat."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value, seats)
    if isinstance(value, Mapping):
        return ", ".join(f"{_text(str(name), seats)} {_value(part, seats)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_value(part, seats) for part in value[:20])
    return shown(value, _LONGEST_VALUE)


def _text(value: str, seats: Mapping[Seat, str]) -> str:
    if value in Seat.__members__:
        player = seats.get(Seat[value])
        return seat_name(Seat[value]) + (f" ({shown(player, 40)})" if player is not None else "")
    if value in EVENT_TYPE_BY_NAME:
        return value.replace("-", " ")
    return tile_name(_KINDS[value]) if value in _KINDS else shown(value, _LONGEST_VALUE)


# -- a game of an audit -----------------------------------------------------------------------------------------------


def game_lines(source: str, game: str, reports: list[HandReport], every_hand: bool = False) -> Iterator[str]:
    """A game of an audit: what it is, then its findings under their hands."""
    hands = [report for report in reports if report.hand is not None]
    findings = sum(len(report.findings) for report in reports)
    words = f"{counted(findings, 'finding')}" if findings else "nothing found"
    yield f"{shown(game)}: {counted(len(hands), 'hand')}, {words}  ({shown(source, 200)})"
    for report in reports:
        if report.findings or every_hand:
            who = f"  ({players_words(report)})" if report.findings and report.seats else ""
            yield f"  {hand_words(report)}{who}"
        for finding in report.findings:
            yield f"    {finding_line(finding, report.source)}"
            if finding.code in codes_that("wrong-payment") and report.due is not None:
                paid, due = points_words(report, report.settled or {}), points_words(report, report.due)
                yield f"      paid: {paid}; due: {due}"
        if report.findings or every_hand:
            yield from (f"    {line}" for line in unjudged_lines(report))


def players_words(report: HandReport) -> str:
    """Who sits where.

    >>> players_words(HandReport("a.mjs", "demo", 3, seats={Seat.E: "anna", Seat.S: "ben"}))
    'east anna, south ben'
    """
    return ", ".join(f"{seat} {shown(player, 24)}" for seat, player in _in_order(report))


def points_words(report: HandReport, change: Mapping[Seat, int]) -> str:
    """What everybody gains of a hand, by player.

    >>> report = HandReport("a.mjs", "demo", 3, seats={Seat.E: "anna", Seat.S: "ben"})
    >>> points_words(report, {Seat.E: -8, Seat.S: 8})
    'anna −8, ben +8'
    """
    return ", ".join(f"{shown(player, 24)} {signed(change.get(seat, 0))}" for seat, player in _in_order(report))


def _in_order(report: HandReport) -> list[tuple[Seat, str]]:
    """The players by their seats, from East on."""
    return [(seat, report.seats[seat]) for seat in SEATS if seat in report.seats]


def unjudged_lines(report: HandReport) -> Iterator[str]:
    """What was not judged in a hand, on one line; that nothing was found and everything judged is said, too."""
    if report.hand is None:
        return
    words = unjudged_words(report.unjudged, report.seats)
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
