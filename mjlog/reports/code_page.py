"""What a finding code means, on one page: the rule in words, an example, what to do.

`mjlog explain` prints it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from mjlog import events as ev
from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.findings import CodeInfo, Finding, registry, said_of
from mjlog.log.records import GameRecord
from mjlog.reports.finding_words import finding_words, right_words, rule_words
from mjlog.rules import CHECKS
from mjlog.rulesets import load, shipped
from mjlog.rulesets.resolve import citations_of
from mjlog.views.seen import EventLine, event_lines

_IN_RUNS = {"deal": "the tiles are dealt", "charleston": "tiles are passed"}
_SHORTEST_RUN = 4


class RuleSaid(NamedTuple):
    """A numbered rule that is enforced by a code.

    `reading`: how its text is read, where that leaves something open, and where it is in force, if not in every game.
    """

    ruleset: str
    id: str
    text: str
    reading: str = ""


class ToldEvent(NamedTuple):
    """One event of an example in words, or several alike; `until`: the last of them."""

    seq: int
    until: int
    words: str


class Example(msgspec.Struct, frozen=True):
    """A log with the fault. `about`: what is wrong with it, in a sentence; `lines`: what happens up to the fault."""

    file: str
    about: str
    lines: tuple[ToldEvent, ...]
    findings: tuple[Finding, ...]

    @property
    def right(self) -> str:
        """What would have been right, where the finding says so."""
        return right_words(self.findings[-1]) if self.findings else ""


class CodePage(msgspec.Struct, frozen=True):
    """A code: its entry in the registry, the rules of every rule set that it enforces, an example if it is at hand."""

    info: CodeInfo
    rules: tuple[RuleSaid, ...]
    example: Example | None = None

    def as_json(self) -> dict[str, Any]:
        """The page as plain JSON values: the entry of the registry, the rules, the example."""
        fields: dict[str, Any] = plain(self.info)
        fields["rules"] = [rule._asdict() for rule in self.rules]
        example = self.example
        fields["example"] = None if example is None else {
            "file": example.file, "about": example.about, "events": [line._asdict() for line in example.lines],
            "findings": [finding.as_json() for finding in example.findings], "right": example.right or None,
        }  # fmt: skip
        return fields


def code_page(code: str, example: Example | None = None) -> CodePage:
    """The page of a code.

    Raises:
        KeyError: there is no such code.
    """
    info, rules = registry()[code], list[RuleSaid]()
    for name in shipped():
        ruleset = load(name)
        cited = getattr(citations_of(ruleset), said_of(code, "cites"), None)
        for rule in ruleset.rules:
            if rule.id == cited or any(code in CHECKS[check].codes for check in rule.checks):
                reading = (rule.reading, f"In force {rule.in_force}." if rule.when else "")
                rules.append(RuleSaid(name, rule.id, rule.text, " ".join(filter(None, reading))))
    return CodePage(info, tuple(rules), example)


# -- the example ------------------------------------------------------------------------------------------------


def example_of(code: str, record: GameRecord, file: str) -> Example:
    """A log with a fault of this code, told up to the fault. The whole log is at hand: nothing in it is hidden."""
    game = Game(record)
    game.is_closed = True
    findings = [finding for hand in game.hands for finding in hand.report.findings]
    last = max((at for at, finding in enumerate(findings) if finding.code == code), default=len(findings) - 1)
    note = game.first_of(ev.Note)
    about = "" if note is None else note.text[:1].upper() + note.text[1:]
    # A fault without an event is told to the end, and the note says what it is.
    seq = findings[last].seq if findings else None
    end = game.last_seq if seq is None else seq
    lines: list[ToldEvent] = []
    for hand in game.hands:
        events = [line for line in event_lines(hand, "open") if line.seq <= end and line.type not in ("note", "fault")]
        lines += _in_short(events, end)
    return Example(file, about, tuple(lines), tuple(findings[: last + 1]))


def _in_short(lines: list[EventLine], end: int) -> Iterator[ToldEvent]:
    run: list[EventLine] = []
    for line in lines:
        if run and (line.type != run[0].type or line.seq == end):
            yield from _run(run)
            run = []
        run.append(line)
    yield from _run(run)


def _run(run: list[EventLine]) -> Iterator[ToldEvent]:
    if len(run) >= _SHORTEST_RUN and run[0].type in _IN_RUNS:
        yield ToldEvent(run[0].seq, run[-1].until, _IN_RUNS[run[0].type])
    else:
        yield from (ToldEvent(line.seq, line.until, line.words) for line in run)


_WIDTH = 79
_RULES = "Rules that it enforces"
_EXAMPLE = "An example"


def _seqs(told_event: ToldEvent) -> str:
    return str(told_event.seq) if told_event.until == told_event.seq else f"{told_event.seq}–{told_event.until}"


# -- text -------------------------------------------------------------------------------------------------------


def page_lines(page: CodePage) -> Iterator[str]:
    """The page for a terminal."""
    yield f"{page.info.code} ({page.info.severity.value}): {page.info.title}"
    yield from _paragraph(page.info.meaning.replace("*", ""))
    for label, text in (
        ("At the table", page.info.at_the_table),
        ("In the record", page.info.remedy),
        ("How the replay goes on", page.info.afterwards),
    ):
        if text:
            yield from _paragraph(f"{label}: {text}")
    if page.info.silences:
        yield from _paragraph(f"Belongs to the same fault: {', '.join(page.info.silences)}")
    if page.rules:
        yield from ("", _RULES)
        for rule in page.rules:
            yield from _paragraph(f"{rule.id}: {rule_words(rule.text, rule.reading)}")
    if page.example is not None:
        yield from ("", f"{_EXAMPLE} ({page.example.file})")
        yield from _paragraph(page.example.about)
        width = max((len(_seqs(line)) for line in page.example.lines), default=0)
        for told_event in page.example.lines:
            label = f"    {_seqs(told_event):>{width}}  "
            yield from textwrap.wrap(told_event.words, _WIDTH, initial_indent=label, subsequent_indent=" " * len(label),
                                     break_on_hyphens=False)  # fmt: skip
        for finding in page.example.findings:
            yield from _paragraph(finding_words(finding))
        if page.example.right:
            yield from _paragraph(f"Right would be: {page.example.right}")


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
