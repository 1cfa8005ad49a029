"""Scores and payments for people: where every point of a hand comes from, and who pays whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mjlog import events as ev
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
    lines = [_item_line(item, score) for item in score.items]
    lines += [working(score)]
    if score.set_aside:
        lines.append("replaced by the limit hand: " + ", ".join(shown(item.name) for item in score.set_aside))
    if score.arrangement:
        lines.append("arranged as: " + " / ".join(score.arrangement))
    return lines


def working(score: Score) -> str:
    """From points and doubles, or han and fu, to the total, in one line."""
    if isinstance(score, HanScore):
        return f"{han_words(score)}: {score.total}"
    if score.limit is not None:
        return f"limit hand '{shown(score.limit)}'{_apart(score)}: {score.total}"
    face = f"{score.points} points"
    if score.doubles:
        face += f" x 2^{score.doubles}"
    face += _apart(score)
    if "x 2^" in face:
        face += f" = {score.uncapped}"
    return face if score.total == score.uncapped else f"{face}, the limit is {score.total}"


def _apart(score: Score) -> str:
    """The bonus tiles of a hand from which they are reckoned apart."""
    points, doubles = score.apart or (0, 0)
    return f" + bonus tiles {points}{f' x 2^{doubles}' if doubles else ''}" if points else ""


def han_words(score: HanScore) -> str:
    """Han and fu of a hand, and the limit that they reach; of yakuman alone their name."""
    limit = "" if score.limit is None else shown(score.limit).replace("-", " ")
    if score.limits:
        return limit
    return f"{score.doubles} han {score.points} fu" + (f", {limit}" if limit else "")


def announced_words(event: ev.Score) -> str:
    """Han and fu as they were announced, and the limit that they reach; empty where neither was."""
    han = "" if event.doubles is None else f"{event.doubles} han" + (f" {event.points} fu" if event.points else "")
    limit = shown(event.limit, 60).replace("-", " ") if isinstance(event.limit, str) else ""
    return ", ".join(filter(None, (han, limit)))


def worth_words(item: Item, score: Score) -> str:
    """What an item of a score is worth, in words; doubles are han where the score is reckoned in these."""
    is_han = isinstance(score, HanScore) and not (item.yakuman or item.limit or item.limit_points)
    return f"{item.doubles} han" if is_han else item_worth(item)


def _item_line(item: Item, score: Score) -> str:
    tiles = f" ({shown(item.tiles)})" if item.tiles else ""
    rule = f" [{shown(item.rule)}]" if item.rule else ""
    return f"{shown(item.name)}{tiles}: {worth_words(item, score)}{rule}"


@dataclass(frozen=True, slots=True)
class PaymentTable:
    """Who pays whom: `rows[i][j]` is what seat i pays to seat j (E S W N); None on the diagonal.

    `change`: what each seat gains or loses; `pot`: what of it lay on the table.
    """

    rows: tuple[tuple[int | None, ...], ...]
    change: tuple[int, ...]
    pot: tuple[int, ...] = (0, 0, 0, 0)


def payment_table(payments: Iterable[Payment], owed: Mapping[str, int] | None = None) -> PaymentTable:
    """Single payments gathered in a table, and what they make for each seat.

    `owed`: what each seat gains or loses in all, by its letter; what nobody pays of it is taken from the pot.
    """
    amounts = [[0] * 4 for _ in SEATS]
    for payer, payee, amount in payments:
        amounts[payer.index][payee.index] += amount
    change = [sum(row[at] for row in amounts) - sum(amounts[at]) for at in range(4)]
    pot = [(owed or {}).get(seat.value, paid) - paid for seat, paid in zip(SEATS, change, strict=True)]
    rows = tuple(tuple(None if i == j else amounts[i][j] for j in range(4)) for i in range(4))
    return PaymentTable(rows, tuple(map(sum, zip(change, pot, strict=True))), tuple(pot))
