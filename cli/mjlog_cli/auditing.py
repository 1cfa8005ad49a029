"""Auditing many games: one process or several, the same output in the same order."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context

from mjlog.audit.records import Fault, GameRecord
from mjlog.audit.replay import Replay
from mjlog.audit.report import HandReport
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import MjlogError, RecordError
from mjlog.findings import Finding
from mjlog.rulesets import RuleSet
from mjlog_cli.console import json_line
from mjlog_cli.findings import game_lines
from mjlog_cli.units import Unit, records_of


@dataclass(frozen=True)
class Wish:
    """How an audit is wanted: by which rules and score cards, of which reading of the log, and in what form."""

    ruleset: RuleSet | None = None
    as_json: bool = False
    every_hand: bool = False
    as_recorded: bool = False
    cards: CardShelf = NO_CARDS


@dataclass
class Audited:
    """One game audited: the output, ready to be written, and what it adds to the totals.

    `trouble`: why something could not be read (then there is no game).
    """

    output: bytes = b""
    games: int = 0
    hands: int = 0
    severities: dict[str, int] = field(default_factory=dict)
    trouble: str | None = None

    def add(self, other: Audited) -> None:
        """Add another one's counts to these."""
        self.games += other.games
        self.hands += other.hands
        for severity, count in other.severities.items():
            self.severities[severity] = self.severities.get(severity, 0) + count


def audit_all(units: Iterable[Unit], wish: Wish, workers: int = 1) -> Iterator[Audited]:
    """Every game of every unit, in order, whoever audits it."""
    if workers == 1:
        for unit in units:
            yield from audit_unit(unit, wish)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_parent)
    try:
        for found in pool.map(partial(_audited_unit, wish=wish), units):
            yield from found
    except BrokenProcessPool:
        yield Audited(trouble="one of the audit's processes was stopped from outside; try fewer workers")
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _audited_unit(unit: Unit, wish: Wish) -> list[Audited]:
    return list(audit_unit(unit, wish))


def audit_unit(unit: Unit, wish: Wish) -> Iterator[Audited]:
    """Every game of one unit; what cannot be opened is one more entry, with its trouble."""
    try:
        for record in records_of(unit):
            yield _audited(record.source, replayed(record, wish), wish)
    except RecordError as error:
        yield _malformed(error, wish) if _can_be_opened(error.path) else Audited(trouble=str(error))
    except (MjlogError, OSError) as error:
        yield Audited(trouble=str(error))


def _can_be_opened(path: str | None) -> bool:
    return path is not None and os.path.isfile(path) and os.access(path, os.R_OK)


def _malformed(error: RecordError, wish: Wish) -> Audited:
    """A file that opens and is not what its name says is a finding."""
    source = error.path or ""
    report = HandReport(source, os.path.basename(source), None)
    report.findings.append(
        Finding(code="bad-json", severity="error", seq=None, line=error.line, hand=None, seat=None, rule=None,
                message=error.bare_message)
    )  # fmt: skip
    return _audited(source, [report], wish)


def replayed(record: GameRecord, wish: Wish) -> list[HandReport]:
    """The reports of one game. A file that breaks off in the middle is a finding, and the end of the game.

    Raises:
        MjlogError: the game cannot be opened.
    """
    replay = Replay(record, wish.ruleset, wish.as_recorded, wish.cards)
    try:
        return replay.run()
    except RecordError as error:
        if error.line is None:
            raise
        replay.feed(Fault("bad-json", error.bare_message), error.line)
        return replay.finish()


def _audited(source: str, reports: list[HandReport], wish: Wish) -> Audited:
    if wish.as_json:
        output = b"".join(json_line(report.as_json()) for report in reports)
    else:
        lines = game_lines(source, reports, wish.every_hand)
        output = "".join(line + "\n" for line in lines).encode("utf-8", "backslashreplace")
    audited = Audited(output, 1, sum(report.hand is not None for report in reports))
    for report in reports:
        for finding in report.findings:
            audited.severities[finding.severity] = audited.severities.get(finding.severity, 0) + 1
    return audited
