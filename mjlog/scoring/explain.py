"""A score in words, for the table: what was counted, what was not and why, and the sum."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mjlog.scoring import tally
from mjlog.scoring.facts import HandFacts, Win
from mjlog.scoring.hand import Hand, Item, Score
from mjlog.scoring.scorer import Scorer
from mjlog.text import counted


def explain(hand: Hand, score: Score, scorer: Scorer) -> list[str]:
    """Lines that say how a score came about; `score` is what `scorer` made of `hand`.

    A line an item, then what a player might have expected, the multiplication, the limit.
    """
    if score.reason is not None:
        return [score.reason]
    lines = [f"counted as {' '.join(score.arrangement)}"] if score.arrangement else []
    lines += [_item_line(item) for item in (*score.items, *score.set_aside)]
    lines += [f"not counted: {name}: {why}" for name, why in not_counted(hand, score, scorer)]
    return [*lines, *_sum_lines(score, scorer)]


def _item_line(item: Item) -> str:
    worth = []
    if item.limit_points:
        worth.append(f"worth {item.limit_points}")
    elif item.limit:
        worth.append("the limit" if item.limit == 100 else f"{item.limit / 100:g} of the limit")
    if item.points:
        worth.append(counted(item.points, "point"))
    if item.doubles:
        worth.append(counted(item.doubles, "double"))
    tiles = f" {item.tiles}" if item.tiles else ""
    return f"{item.name}{tiles}: {', '.join(worth)} [{item.rule}]"


def _sum_lines(score: Score, scorer: Scorer) -> list[str]:
    if score.limit is not None:
        return [f"limit hand {score.limit}: {score.total} (points and doubles: {score.uncapped})"]
    lines = [f"{score.points} points x 2^{score.doubles} = {score.uncapped}"]
    if score.total != score.uncapped:
        lines.append(f"over the limit of {scorer.limits.value}: {score.total}")
    return lines


def not_counted(hand: Hand, score: Score, scorer: Scorer) -> list[tuple[str, str]]:
    """What a player might have expected of a winning hand, with the reason why it does not count."""
    if not hand.won or not score.shares:
        return []
    facts = facts_of(hand, score)
    found = []
    for row in scorer.rows_for(True):
        reason = WHY_NOT.get(row.pattern)
        text = None if reason is None else reason(facts)
        if text is not None:
            found.append((row.name, text))
    return found


def facts_of(hand: Hand, score: Score) -> HandFacts:
    """The facts of a scored hand in the arrangement that was counted."""
    total, flags = 0, 0
    for share in score.shares:
        total += share[0]
        flags |= share[1]
    return HandFacts(total & tally.COUNTS_MASK, flags & tally.FLAGS_MASK, Win(hand))


def _lies_open(facts: HandFacts) -> str | None:
    return "a set lies open" if facts.open_before else None


def _lies_open_or_claimed(facts: HandFacts) -> str | None:
    return _lies_open(facts) or ("a claimed tile completed it" if facts.win.claimed else None)


def _dealt(facts: HandFacts) -> str | None:
    return "the whole hand was dealt" if facts.win.dealt else None


def _one_chow(facts: HandFacts) -> str | None:
    return "1 chow" if (facts.triplets, facts.chows) == (3, 1) else None


def _one_pung(facts: HandFacts) -> str | None:
    return "1 pung or kong" if (facts.triplets, facts.chows) == (1, 3) else None


def _concealed(facts: HandFacts) -> str | None:
    if facts.fully_concealed:
        return None
    return "a set lies open" if facts.open_before else "a claimed tile completed it"


def _exposed_set(facts: HandFacts) -> str | None:
    exposed = facts.open_sets - facts.claimed_pairs
    if not exposed:
        return None
    completed = facts.win.claimed and not facts.claimed_pairs and exposed == 1
    return "a claimed tile completed a set" if completed else "a set lies open"


def _chow_of_one_suit(facts: HandFacts) -> str | None:
    return counted(facts.chows, "chow") if facts.suits == 1 and not facts.honors and facts.chows else None


def _no_chows(facts: HandFacts) -> str | None:
    return counted(facts.chows, "chow") if 0 < facts.chows <= 1 else None


def _one_suit(facts: HandFacts) -> str | None:
    return "it has honors" if facts.suits == 1 and facts.honors else None


def _three_pungs(facts: HandFacts) -> str | None:
    few = facts.hidden_pungs < 3 <= facts.triplets
    return f"{facts.hidden_pungs} of {facts.triplets} are concealed" if few else None


def _from_the_wall(facts: HandFacts) -> str | None:
    return "a loose tile is not from the live wall" if facts.win.loose else None


WHY_NOT: Mapping[str, Callable[[HandFacts], str | None]] = {
    "all-chows": _one_pung,
    "all-pungs": _one_chow,
    "concealed-until-the-win": _lies_open,
    "concealed-and-drawn": _lies_open_or_claimed,
    "drawn-tile": _dealt,
    "concealed-hand": _concealed,
    "no-chows": _no_chows,
    "without-chows": _no_chows,
    "no-exposed-set": _exposed_set,
    "pungs-of-one-suit": _chow_of_one_suit,
    "one-suit": _one_suit,
    "three-concealed-pungs": _three_pungs,
    "from-the-wall": _from_the_wall,
}
"""By pattern: why it does not hold, or None where nobody would ask."""
