"""Scores and payments for people: where every point of a hand comes from, and who pays whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mjlog.scoring import Item, Score
from mjlog.scoring.explain import item_worth
from mjlog.scoring.hand import HanScore
from mjlog.seats import SEATS, Seat
from mjlog.text import shown

Payment = tuple[Seat, Seat, int]


def explain_score(score: Score) -> list[str]:
    """Where a score comes from, a line a step: items, doubling, the limit, the sets it was counted in."""
    if score.total is None:
        return [f"no score: {score.reason or 'the hand is not complete'}"]
    lines = [_item_line(item) for item in score.items]
    lines += [working(score)]
    if score.set_aside:
        lines.append("replaced by the limit hand: " + ", ".join(shown(item.name) for item in score.set_aside))
    if score.arrangement:
        lines.append("arranged as: " + " / ".join(score.arrangement))
    return lines


def working(score: Score) -> str:
    """From points and doubles to the total, in one line."""
    if isinstance(score, HanScore):
        return _by_fu_and_han(score)
    if score.limit is not None:
        return f"limit hand '{shown(score.limit)}': {score.total}"
    face = f"{score.points} points"
    if score.doubles:
        face += f" x 2^{score.doubles} = {score.uncapped}"
    return face if score.total == score.uncapped else f"{face}, the limit is {score.total}"


def _by_fu_and_han(score: HanScore) -> str:
    """From fu and han to what the winner receives."""
    reached = shown((score.limit or "").replace("-", " "))
    if score.limits:
        times = sum(item.yakuman for item in score.items)
        return f"{f'{times} x ' if times > 1 else ''}{reached}: {score.total}"
    base = f", {reached}" if reached else f": {score.points} x 2^(2 + {score.doubles}) = {score.uncapped}"
    return f"{score.points} fu, {score.doubles} han{base}: {score.total} in all"


def _item_line(item: Item) -> str:
    tiles = f" ({shown(item.tiles)})" if item.tiles else ""
    rule = f" [{shown(item.rule)}]" if item.rule else ""
    return f"{shown(item.name)}{tiles}: {item_worth(item)}{rule}"


@dataclass(frozen=True, slots=True)
class PaymentTable:
    """Who pays whom: `rows[i][j]` is what seat i pays to seat j (E S W N); None on the diagonal."""

    rows: tuple[tuple[int | None, ...], ...]
    change: tuple[int, int, int, int]


def payment_table(payments: Iterable[Payment]) -> PaymentTable:
    """Single payments gathered in a table, and what they make for each seat."""
    amounts = [[0] * 4 for _ in SEATS]
    for payer, payee, amount in payments:
        amounts[payer.index][payee.index] += amount
    change = [sum(row[at] for row in amounts) - sum(amounts[at]) for at in range(4)]
    rows = tuple(tuple(None if i == j else amounts[i][j] for j in range(4)) for i in range(4))
    return PaymentTable(rows, (change[0], change[1], change[2], change[3]))
