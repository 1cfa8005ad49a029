"""How a score of fu and han came about: where the fu come from, and the way from them to what is received."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.scoring import registry
from mjlog.scoring.facts import Win
from mjlog.scoring.han import HanScorer
from mjlog.scoring.han_worth import rounded_fu
from mjlog.scoring.hand import Hand, HanScore, Item
from mjlog.scoring.payout import Payout
from mjlog.scoring.placed import PlacedSet
from mjlog.seats import Seat


def fu_items(hand: Hand, score: HanScore, scorer: HanScorer, sets: tuple[PlacedSet, ...]) -> list[Item]:
    """The fu of a scored hand, an item each: those of its shape, then those of its sets, pair and wait."""
    facts, table = scorer.facts_of(hand, score), scorer.sets_for(hand)
    patterns = registry.HAND_PATTERNS
    held = [row for row in scorer.rows_for(True) if row.pattern in patterns and patterns[row.pattern](facts)]
    ids = {row.id for row in held}
    found = [Item(row.name, row.points, 0, row.rule) for row in held if row.points and not row.unless & ids]
    for one in sets if facts.sets == 4 else ():
        earned = table.rows_of(one.group, one.state, one.last)
        found += [Item(row.name, row.points, 0, row.rule, one.tiles) for row in earned if row.points]
    return found


def sum_of_fu_and_han(hand: Hand, score: HanScore, scorer: HanScorer, sets: tuple[PlacedSet, ...]) -> Iterator[str]:
    """From fu and han to what the winner receives, a line a step."""
    if score.total is None:
        if scorer.has_dora(hand):
            yield "dora adds doubles to a pattern, and is none"
        return
    items = fu_items(hand, score, scorer, sets)
    for item in items:
        yield f"{item.name}{f' {item.tiles}' if item.tiles else ''}: {item.points} fu [{item.rule}]"
    fu = sum(item.points for item in items)
    if fu != rounded_fu(fu):
        yield f"{fu} fu, rounded up to {rounded_fu(fu)}"
    if score.limits:
        units = sum(item.yakuman for item in score.items)
        reached = score.limit or ""
        yield f"{reached if units < 2 else f'{units} x {reached}'}: base {score.uncapped:,}"
    elif score.limit is not None:
        yield f"{score.points} fu, {score.doubles} han: {score.limit.replace('-', ' ')}, base {score.uncapped:,}"
    else:
        yield f"{score.points} fu x 2^(2 + {score.doubles} han) = base {score.uncapped:,}"
    yield received_words(hand, score.total, scorer.terms.payout)


def received_words(hand: Hand, total: int, payout: Payout) -> str:
    """What a base makes, in words."""
    win, east = Win(hand), hand.seat is Seat.E
    if win.claimed:
        return f"{6 if east else 4} times the base from whoever discarded the tile: {total:,}"
    first, *others = payout.split(total, east)
    if east:
        return f"twice the base from each: {first:,}, in all {total:,}"
    if payout.shares:
        return f"{total:,} as from a discard, shared by both: {others[0]:,}, and {first:,} from East"
    each = "the base from each" if len(others) > 1 else "the base"
    return f"{each}, twice from East: {others[0]:,} and {first:,}, in all {total:,}"
