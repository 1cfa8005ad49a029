"""What many games came to: faults by kind and by player, and the money that errors of counting moved.

Money is what was paid for hands less what was due for them, in points of their rule set: points of different rule sets
are never added up. Only what is certain is counted; how many hands leave it open is counted beside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from mjlog.audit.report import HandReport
from mjlog.findings import Severity, codes_that, gravity
from mjlog.reports.finding_words import code_title
from mjlog.seats import Seat
from mjlog.text import counted, list_words, shown, with_name


class Moved(msgspec.Struct):
    """What one player got too much and too little, in points; both are counted up over hands."""

    too_much: int = 0
    too_little: int = 0

    @property
    def balance(self) -> int:
        """What the player has too much (or too little, below nought) after all."""
        return self.too_much - self.too_little


class Summary(msgspec.Struct):
    """Counts of games, hands, findings and points.

    `faults`: findings by severity and code. `players`: errors and warnings by handle and severity, where they name a
    player's seat; `nobody`: how many name none. What is told for information is nobody's fault. `money`: by rule set
    and handle. `accepted`: findings that are left out as accepted; `ruled`: those that were ruled on at the table;
    `settled`: how many of these are counted nowhere else.

    Every hand is one of these. `wrong`: paid wrong for certain; `passed_over`: likewise, but what was found of it is
    accepted or not asked for; `right`: paid as due; `open`: paid, and it cannot be told whether rightly; `unpaid`: won,
    and no payment recorded; `drawn`, and nothing paid; `void`: thrown in; `without_result`: in progress, or the record
    does not say how it ended.
    """

    games: int = 0
    hands: int = 0
    faults: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    players: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    nobody: int = 0
    money: dict[str, dict[str, Moved]] = msgspec.field(default_factory=dict)
    wrong: int = 0
    passed_over: int = 0
    right: int = 0
    open: int = 0
    unpaid: int = 0
    drawn: int = 0
    void: int = 0
    without_result: int = 0
    accepted: int = 0
    ruled: int = 0
    settled: int = 0

    @property
    def severities(self) -> dict[str, int]:
        """How many findings of each severity."""
        return {severity: sum(codes.values()) for severity, codes in self.faults.items()}

    def add_game(self, hands: Iterable[HandReport], are_rulings_accepted: bool = False) -> None:
        """One more game. `are_rulings_accepted`: what was ruled on is counted apart, and nowhere else."""
        self.games += 1
        for hand in hands:
            self.add_hand(hand, are_rulings_accepted)

    def add_hand(self, hand: HandReport, are_rulings_accepted: bool = False) -> None:
        """One more hand of a game (or the time before its first)."""
        self.hands += hand.hand is not None
        self.accepted += hand.accepted
        for finding in hand.findings:
            self.ruled += finding.ruled is not None
            if finding.ruled is not None and are_rulings_accepted:
                self.settled += 1
                continue
            _count(self.faults.setdefault(finding.severity, {}), finding.code)
            if finding.severity == Severity.INFO.value:
                continue
            player = hand.player(finding)
            if player is None:
                self.nobody += 1
            else:
                _count(self.players.setdefault(player, {}), finding.severity)
        if hand.hand is not None:
            self._add_payment(hand)

    def _add_payment(self, hand: HandReport) -> None:
        due = hand.due
        paid, owed = _non_zero(hand.settled), _non_zero(hand.owed)
        nothing_due = hand.outcome in ("wash-out", "void") and not owed
        if paid is None or (nothing_due and not paid):
            self.unpaid += hand.outcome == "won"
            self.drawn += hand.outcome == "wash-out"
            self.void += hand.outcome == "void"
            self.without_result += hand.outcome == "unfinished"
        elif paid in (owed, _non_zero(due)):
            self.right += 1
        elif due is None:
            self.open += 1
        elif any(finding.code in codes_that("of-counting-or-paying") for finding in hand.findings):
            self.wrong += 1
            money = self.money.setdefault(hand.ruleset or "", {})
            settled = hand.settled or {}
            for seat in {**settled, **due}:
                points = settled.get(seat, 0) - due.get(seat, 0)
                player = hand.seats.get(seat)
                if points and player is not None:
                    moved = money.setdefault(player, Moved())
                    moved.too_much += max(points, 0)
                    moved.too_little += max(-points, 0)
        else:
            self.passed_over += 1

    def add(self, other: Summary) -> None:
        """Count what another summary has counted, too."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, others in ((self.faults, other.faults), (self.players, other.players)):
            for outer, counts in others.items():
                for inner, number in counts.items():
                    _count(mine.setdefault(outer, {}), inner, number)
        for ruleset, players in other.money.items():
            money = self.money.setdefault(ruleset, {})
            for player, moved in players.items():
                mine_of = money.setdefault(player, Moved())
                mine_of.too_much += moved.too_much
                mine_of.too_little += moved.too_little


_COUNTS = tuple(field.name for field in msgspec.structs.fields(Summary) if field.type is int)


def _count(counts: dict[str, int], name: str, number: int = 1) -> None:
    counts[name] = counts.get(name, 0) + number


def _non_zero(change: Mapping[Seat, int] | None) -> dict[Seat, int] | None:
    return None if change is None else {seat: points for seat, points in change.items() if points}


# -- in words ---------------------------------------------------------------------------------------------------------


_SEVERITIES = ("error", "warning")
"""The severities of faults: a finding for information is none."""
_INFO = "info"


class FaultRow(NamedTuple):
    """A kind of finding, and how many there are."""

    number: int
    severity: str
    code: str
    title: str


class PlayerRow(NamedTuple):
    """A player, and how many faults name the player's seat."""

    who: str
    errors: int
    warnings: int


class MoneyRow(NamedTuple):
    """What a player got too much and too little, and which of the two is left over, in points."""

    who: str
    too_much: int
    too_little: int
    balance: int


class MoneyTable(NamedTuple):
    """What errors moved in the games of one rule set; `total`: points that somebody got too much."""

    ruleset: str
    total: int
    rows: tuple[MoneyRow, ...]


def totals_words(games: int, hands: int, severities: Mapping[str, int], settled: int = 0) -> str:
    """What was audited and how much was found. `settled`: findings that were ruled on, and are not among the others.

    >>> totals_words(2, 20, {"error": 1})
    '2 games, 20 hands: 1 error'
    """
    phrases = [counted(severities[name], name) for name in ("error", "warning") if severities.get(name)]
    if severities.get("info"):
        phrases.append(f"{severities['info']:,} for information")
    if settled:
        phrases.append(f"{settled:,} ruled on")
    return f"{counted(games, 'game')}, {counted(hands, 'hand')}: {', '.join(phrases) or 'nothing found'}"


def headline(summary: Summary) -> str:
    """What was audited and how much was found."""
    return totals_words(summary.games, summary.hands, summary.severities, summary.settled)


def fault_rows(summary: Summary) -> list[FaultRow]:
    """Faults by kind: errors first, then the most frequent."""
    return _rows(summary, _SEVERITIES)


def info_rows(summary: Summary) -> list[FaultRow]:
    """What is told for information, and is no fault by itself, by kind: the most frequent first."""
    return _rows(summary, (_INFO,))


def _rows(summary: Summary, severities: Iterable[str]) -> list[FaultRow]:
    rows = [
        FaultRow(count, severity, code, code_title(code))
        for severity in severities
        for code, count in summary.faults.get(severity, {}).items()
    ]
    return sorted(rows, key=lambda row: (gravity(row.severity), -row.number, row.code))


def player_rows(summary: Summary, names: Mapping[str, str] | None = None) -> list[PlayerRow]:
    """Faults by player, the most errors first. `names`: real names, where they are wanted."""
    counts = {
        handle: [counts.get(severity, 0) for severity in _SEVERITIES] for handle, counts in summary.players.items()
    }
    ordered = sorted(counts, key=lambda handle: (*(-number for number in counts[handle]), handle))
    return [PlayerRow(with_name(handle, names or {}), *counts[handle]) for handle in ordered]


def money_tables(summary: Summary, names: Mapping[str, str] | None = None) -> list[MoneyTable]:
    """What errors of counting and paying moved, a table for each rule set."""
    tables = []
    for ruleset, money in sorted(summary.money.items()):
        ordered = sorted(money.items(), key=lambda player_money: (-player_money[1].balance, player_money[0]))
        rows = tuple(MoneyRow(with_name(handle, names or {}), moved.too_much, moved.too_little, moved.balance)
                     for handle, moved in ordered)  # fmt: skip
        tables.append(MoneyTable(ruleset or "rules not known", sum(row.too_much for row in rows), rows))
    return tables


def money_words(row: MoneyRow) -> str:
    """What one player got too much or too little.

    >>> money_words(MoneyRow("anna", 64, 0, 64)), money_words(MoneyRow("ben", 8, 72, -64))
    ('anna got 64 too much', 'ben got 64 too little (8 too much, 72 too little)')
    """
    both = f" ({row.too_much:,} too much, {row.too_little:,} too little)" if row.too_much and row.too_little else ""
    if not row.balance:
        return f"{row.who} comes out even{both}"
    return f"{row.who} got {abs(row.balance):,} too {'much' if row.balance > 0 else 'little'}{both}"


def payment_notes(summary: Summary) -> list[str]:
    """How far the payments could be judged at all: what became of each of the hands. Nothing where none was won."""
    paid = [
        (summary.wrong, "paid wrong for certain"),
        (summary.passed_over, "paid wrong, which is accepted or not asked for"),
        (summary.right, "paid as due"),
        (summary.open, "of which it cannot be told: tiles or scores are not recorded, or in doubt after a fault"),
        (summary.unpaid, "won without a payment in the record"),
    ]
    others = [
        (summary.drawn, "drawn"),
        (summary.void, "void"),
        (summary.without_result, "in progress, or without a result in the record"),
    ]
    if not any(number for number, _words in paid):
        return []
    return ["payments: " + "; ".join(f"{counted(number, 'hand')} {words}" for number, words in paid + others if number)]


def other_notes(summary: Summary) -> list[str]:
    """What else is to be said."""
    notes = []
    if summary.nobody:
        notes.append(f"{counted(summary.nobody, 'fault')} of the table, not of one player (payments, seats, totals)")
    if summary.accepted:
        notes.append(f"{counted(summary.accepted, 'finding')} left out as accepted")
    if summary.ruled:
        apart = " and counted apart" if summary.settled else ""
        notes.append(f"{counted(summary.ruled, 'finding')} ruled on at the table{apart}")
    return notes


def summary_lines(summary: Summary, names: Mapping[str, str] | None = None) -> Iterator[str]:
    """The summary for a terminal; nothing where nothing was found."""
    yield from _kind_lines("faults by kind", fault_rows(summary))
    players = player_rows(summary, names)
    if players:
        yield "faults by player"
        for player in players:
            counts = ((player.errors, "error"), (player.warnings, "warning"))
            yield f"  {player.who}: {list_words([counted(number, what) for number, what in counts if number])}"
    yield from _kind_lines("for information, and no faults", info_rows(summary))
    for table in money_tables(summary, names):
        yield f"points moved by errors ({shown(table.ruleset)}): {table.total:,}"
        for got in table.rows:
            yield f"  {money_words(got)}"
    yield from payment_notes(summary) if summary.faults else ()
    yield from other_notes(summary)


def _kind_lines(title: str, rows: list[FaultRow]) -> Iterator[str]:
    if not rows:
        return
    yield title
    width = len(f"{max(row.number for row in rows):,}")
    for row in rows:
        mark = ", warning" if row.severity == "warning" else ""
        yield f"  {row.number:>{width},}  {row.title} ({row.code}{mark})"
