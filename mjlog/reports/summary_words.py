"""A summary in words and rows, the same on a terminal and on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mjlog.findings import gravity
from mjlog.reports.summary import Moved, Summary
from mjlog.reports.words import code_title
from mjlog.text import counted, list_words, shown, with_name

_SEVERITIES = ("error", "warning", "info")


class FaultRow(NamedTuple):
    """So many findings of a kind."""

    number: int
    severity: str
    code: str
    title: str


class PlayerRow(NamedTuple):
    """So many findings that name a player's seat."""

    who: str
    errors: int
    warnings: int
    infos: int


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


def totals_words(games: int, hands: int, severities: Mapping[str, int]) -> str:
    """What was audited and how much was found.

    >>> totals_words(2, 20, {"error": 1})
    '2 games, 20 hands: 1 error'
    """
    found = [counted(severities[name], name) for name in ("error", "warning") if severities.get(name)]
    if severities.get("info"):
        found.append(f"{severities['info']:,} for information")
    return f"{counted(games, 'game')}, {counted(hands, 'hand')}: {', '.join(found) or 'nothing found'}"


def headline(summary: Summary) -> str:
    """What was audited and how much was found."""
    return totals_words(summary.games, summary.hands, summary.severities)


def fault_rows(summary: Summary) -> list[FaultRow]:
    """Findings by kind: errors first, then the most frequent."""
    rows = [
        FaultRow(count, severity, code, code_title(code))
        for severity, codes in summary.faults.items()
        for code, count in codes.items()
    ]
    return sorted(rows, key=lambda row: (gravity(row.severity), -row.number, row.code))


def player_rows(summary: Summary, names: Mapping[str, str] | None = None) -> list[PlayerRow]:
    """Findings by player, the most errors first. `names`: real names, where they are wanted."""
    rows = []
    for handle, found in summary.players.items():
        row = PlayerRow(with_name(handle, names or {}), *(found.get(severity, 0) for severity in _SEVERITIES))
        rows.append((-row.errors, -row.warnings, -row.infos, handle, row))
    return [row for *_order, row in sorted(rows, key=lambda one: one[:4])]


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
    """How far the payments could be judged at all."""
    parts = []
    if summary.wrong:
        parts.append(f"{counted(summary.wrong, 'hand')} paid wrong for certain")
    if summary.right:
        parts.append(f"{counted(summary.right, 'hand')} paid as due")
    if summary.open:
        parts.append(
            f"{counted(summary.open, 'hand')} of which it cannot be told: "
            "tiles or scores are not recorded, or in doubt after a fault"
        )
    if summary.unpaid:
        parts.append(f"{counted(summary.unpaid, 'hand')} won without a payment in the record")
    return [f"payments: {'; '.join(parts)}"] if parts else []


def other_notes(summary: Summary) -> list[str]:
    """What else is to be said."""
    notes = []
    if summary.nobody:
        notes.append(f"{counted(summary.nobody, 'finding')} at nobody's seat, or nobody known to sit there")
    if summary.accepted:
        notes.append(f"{counted(summary.accepted, 'finding')} left out as accepted")
    return notes


def summary_lines(summary: Summary, names: Mapping[str, str] | None = None) -> Iterator[str]:
    """The summary for a terminal; nothing where nothing was found."""
    faults = fault_rows(summary)
    if faults:
        yield "faults by kind"
        width = len(f"{max(row.number for row in faults):,}")
        for row in faults:
            mark = "" if row.severity == "error" else f", {row.severity}"
            yield f"  {row.number:>{width},}  {row.title} ({row.code}{mark})"
    players = player_rows(summary, names)
    if players:
        yield "faults by player"
        for one in players:
            yield f"  {one.who}: {_counts_words(one)}"
    for table in money_tables(summary, names):
        yield f"points moved by errors ({shown(table.ruleset)}): {table.total:,}"
        for got in table.rows:
            yield f"  {money_words(got)}"
    notes = [*(payment_notes(summary) if faults else []), *other_notes(summary)]
    yield from notes


def _counts_words(row: PlayerRow) -> str:
    parts = [counted(row.errors, "error")] * bool(row.errors) + [counted(row.warnings, "warning")] * bool(row.warnings)
    parts += [f"{row.infos:,} for information"] * bool(row.infos)
    return list_words(parts)
