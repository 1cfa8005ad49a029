"""How a score of fans came about: each fan with its sets, what was not counted beside it, and by which principle."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.hands import CHOW, PAIR, waits
from mjlog.scoring.fans import Counting, Fan, FanScorer, fan_item
from mjlog.scoring.hand import Hand, Item
from mjlog.scoring.placed import PlacedSet
from mjlog.text import counted, either, points
from mjlog.tiles import PLAIN_KINDS, tile_name


def placed_parts(hand: Hand, counting: Counting) -> tuple[PlacedSet, ...]:
    """The parts of the reading that was counted, those on the table first."""
    claimed = counting.facts.win.claimed
    return tuple(
        PlacedSet((part.form, part.tile), part.state, place < len(hand.sets),
                  hand.source if claimed and place == counting.facts.completed else None)
        for place, part in enumerate(counting.facts.parts)
    )  # fmt: skip


def in_order(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Fans as they are read: those worth more first."""
    return tuple(sorted(items, key=lambda item: -item.points))


def fans_not_counted(hand: Hand, counting: Counting, scorer: FanScorer) -> Iterator[tuple[str, str, str]]:
    """What a player might have expected: its name, the rule, and why it does not count.

    Source: mcr/count-4, mcr/count-5, mcr/wait-1.
    """
    for fan, by in counting.implied:
        yield f"{fan.row.name}{_of_sets(fan, counting)}", fan.row.rule, f"{by.name} implies it"
    for fan in counting.joined:
        others = " and ".join(dict.fromkeys(one.row.name for one in counting.fans if _shares(one, fan)))
        why = f"its sets are joined already, by {others}" if others else "its sets are joined already"
        yield f"{fan.row.name}{_of_sets(fan, counting)}", fan.row.rule, why
    yield from _no_single_wait(hand, counting, scorer)


def _shares(one: Fan, other: Fan) -> bool:
    return len(one.places) > 1 and not {*one.places}.isdisjoint(other.places)


def _of_sets(fan: Fan, counting: Counting) -> str:
    tiles = fan_item(fan, counting.facts.parts).tiles
    return f" {tiles}" if tiles else ""


def _no_single_wait(hand: Hand, counting: Counting, scorer: FanScorer) -> Iterator[tuple[str, str, str]]:
    """A wait that would count if the hand had waited for nothing else."""
    facts = counting.facts
    if facts.completed is None or facts.is_single or hand.tile is None or len(facts.parts) > 5:
        return
    part = facts.parts[facts.completed]
    row = next((row for row in scorer.rows if row.pattern == _WAITS.get(_wait(part.form, part.tile, hand.tile))), None)
    if row is None:
        return
    counts = [hand.concealed.count(kind) for kind in range(PLAIN_KINDS)]
    counts[hand.tile] -= 1
    laid = [given.tiles for given in hand.sets]
    kinds = waits(counts, len(laid), forms=scorer.manner.forms, laid=laid)
    if len(kinds) > 1:
        yield row.name, row.rule, f"the hand waited for {either([tile_name(kind) for kind in kinds])}"


def _wait(form: int, tile: int, last: int) -> str:
    if form == PAIR:
        return "pair"
    if form != CHOW:
        return ""
    if last == tile + 1:
        return "middle"
    return "edge" if (last - tile, tile % 9) in ((2, 0), (0, 6)) else ""


_WAITS = {"pair": "single-wait", "middle": "closed-wait", "edge": "edge-wait"}


def sum_of_fans(counting: Counting) -> Iterator[str]:
    """The sum of the fans, in words."""
    apart = counting.total - counting.least
    if apart:
        yield f"{counted(counting.least, 'point')}, and {apart} beside them: {points(counting.total)}"
    else:
        yield counted(counting.total, "point")

