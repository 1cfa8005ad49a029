"""A summary in words and rows, the same on a terminal and on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mjlog.findings import gravity
from mjlog.reports.finding_words import code_title
from mjlog.reports.summary import Moved, Summary
from mjlog.text import counted, list_words, shown, with_name

_SEVERITIES = ("error", "warning")
"""Of faults: what is told for information is none."""
_INFO = "info"


class FaultRow(NamedTuple):
    """So many findings of a kind."""

    number: int
    severity: str
    code: str
    title: str


class PlayerRow(NamedTuple):
    """So many faults that name a player's seat."""

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
    found = [counted(severities[name], name) for name in ("error", "warning") if severities.get(name)]
    if severities.get("info"):
        found.append(f"{severities['info']:,} for information")
    if settled:
        found.append(f"{settled:,} ruled on")
    return f"{counted(games, 'game')}, {counted(hands, 'hand')}: {', '.join(found) or 'nothing found'}"


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
    rows = []
    for handle, found in summary.players.items():
        row = PlayerRow(with_name(handle, names or {}), *(found.get(severity, 0) for severity in _SEVERITIES))
        rows.append((-row.errors, -row.warnings, handle, row))
    return [row for *_order, row in sorted(rows, key=lambda one: one[:3])]


def money_tables(summary: Summary, names: Mapping[str, str] | None = None) -> list[MoneyTable]:
    """What errors of counting and paying moved, a table for each rule set."""
    return [_money_table(ruleset, money, names or {}) for ruleset, money in sorted(summary.money.items())]


def _money_table(ruleset: str, money: Mapping[str, Moved], names: Mapping[str, str]) -> MoneyTable:
    rows = [
        (-moved.balance, handle, MoneyRow(with_name(handle, names), moved.too_much, moved.too_little, moved.balance))
        for handle, moved in money.items()
    ]
    ordered = tuple(row for *_order, row in sorted(rows, key=lambda one: one[:2]))
    return MoneyTable(ruleset or "rules not known", sum(row.too_much for row in ordered), ordered)


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
        notes.append(f"{counted(summary.nobody, 'fault')} at nobody's seat, or nobody known to sit there")
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
        for one in players:
            yield f"  {one.who}: {_counts_words(one)}"
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


def _counts_words(row: PlayerRow) -> str:
    parts = [counted(row.errors, "error")] * bool(row.errors) + [counted(row.warnings, "warning")] * bool(row.warnings)
    return list_words(parts)
