"""A score explained: the sets as counted, the items, what was set aside, what does not count and why, the sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from mjlog.answers import Answer, plain, says
from mjlog.errors import HandError
from mjlog.hands import CHOW, PAIR, Forms, arrangements, pack, waits, waits_left
from mjlog.hands.shapes import chows_laid
from mjlog.hands.special import forms_by_claim, gates
from mjlog.scoring import registry
from mjlog.scoring.facts import Manner, Win
from mjlog.scoring.fans import Counting, Fan, FanScorer, fan_item
from mjlog.scoring.from_table import waiting_worths
from mjlog.scoring.han import HanScorer
from mjlog.scoring.han_worth import Payout, rounded_fu
from mjlog.scoring.hand import CLAIMED_SOURCES, Hand, HanScore, Item, Score
from mjlog.scoring.placed import PlacedSet, earning_tiles, placed_sets
from mjlog.scoring.possible_hand import USUAL_COPIES
from mjlog.scoring.rows import ScoringRow
from mjlog.scoring.scorer import Scorer
from mjlog.scoring.totals import limit_worth
from mjlog.scoring.why_not import CountedHand, reason_why_not
from mjlog.seats import Seat
from mjlog.text import counted, either, points
from mjlog.tiles import CODES, tile_name


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
        others = " and ".join(dict.fromkeys(
            other.row.name for other in counting.fans
            if len(other.places) > 1 and not {*other.places}.isdisjoint(fan.places)
        ))  # fmt: skip
        why = f"its sets are joined already, by {others}" if others else "its sets are joined already"
        yield f"{fan.row.name}{_of_sets(fan, counting)}", fan.row.rule, why
    yield from _no_single_wait(hand, counting, scorer)


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
    counts, laid = hand.counts, hand.laid
    counts[hand.tile] -= 1
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


def fu_items(hand: Hand, score: HanScore, scorer: HanScorer, sets: tuple[PlacedSet, ...]) -> list[Item]:
    """The fu of a scored hand, an item each: those of its shape, then those of its sets, pair and wait."""
    facts, table = scorer.facts_of(hand, score), scorer.sets_for(hand)
    patterns = registry.HAND_PATTERNS
    held = [row for row in scorer.rows_for(True) if row.pattern in patterns and patterns[row.pattern](facts)]
    ids = {row.id for row in held}
    items = [Item(row.name, row.points, 0, row.rule) for row in held if row.points and not row.unless & ids]
    for placed_set in sets if facts.sets == 4 else ():
        earned = table.rows_of(placed_set.group, placed_set.state, placed_set.last)
        items += [Item(row.name, row.points, 0, row.rule, placed_set.tiles) for row in earned if row.points]
    return items


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


_SPECIAL = {
    "thirteen": "the thirteen wonders",
    "seven_pairs": "seven pairs",
    "knitting": "knitting",
    "triple_knitting": "triple knitting",
    "snake": "the wriggling snake",
    "pair_honors": "all pair honors",
    "gates": "the gates of heaven",
}
"""The field of `Forms` of each hand that is not four sets and a pair, and its name."""
_NO_SPECIAL = Forms(thirteen=False)
_ANY_PAIRS = Forms(thirteen=False, seven_pairs=True)


def why_not_complete(hand: Hand, manner: Manner) -> Iterator[str]:
    """What there is to say about a winner's hand that is no complete hand of these rules, a sentence each."""
    forms = manner.forms
    if hand.source == "kong" and not manner.robbing:
        return
    counts, laid = hand.counts, hand.laid
    ways = arrangements(counts, len(laid), forms=_NO_SPECIAL, laid=laid)
    if ways and forms.chows < 4:
        fewest = chows_laid(laid) + min(sum(form == CHOW for form, _ in way) for way in ways)
        yield f"it has {counted(fewest, 'chow')}, and by these rules a hand has {forms.chows} at most"
    for field, name in _SPECIAL.items():
        alone = replace(_NO_SPECIAL, **{field: True})
        if not getattr(forms, field) and len(arrangements(counts, len(laid), forms=alone, laid=laid)) > len(ways):
            yield f"{name} would be complete, but is no hand by these rules"
    if forms.different_pairs and arrangements(counts, len(laid), forms=_ANY_PAIRS, laid=laid) != ways:
        fours = " and ".join(tile_name(kind) for kind, count in enumerate(counts) if count == 4)
        yield f"four alike are not two pairs by these rules: the seven pairs are different ({fours})"
    claimed = hand.tile if hand.source in CLAIMED_SOURCES else None
    if claimed is not None and forms_by_claim(forms, claimed) != forms and not laid and gates(pack(counts)) is not None:
        yield "a claimed tile completes the gates of heaven only as a 1 or 9"
        return
    if hand.tile is not None and not ways:
        counts[hand.tile] -= 1
        held = [count + sum(tiles.count(kind) for tiles in laid) for kind, count in enumerate(counts)]
        kinds, won = waits_left(counts, len(laid), held, forms=forms, laid=laid), tile_name(hand.tile)
        if kinds:
            yield f"it waited for {either([tile_name(kind) for kind in kinds])}, not for {won}"
        else:
            yield f"without {won} it waited for no tile"


class NotCounted(Answer):
    """What a player might have expected of a score."""

    name: str
    rule: str
    why: Annotated[str, says("why it does not count")]


class Explanation(msgspec.Struct, frozen=True):
    """How a score came about.

    `sets`: the arrangement that was counted; `items`: what was counted, each with the tiles that earn it; `set_aside`:
    points and doubles that a limit hand replaced; `sums`: from points and doubles to the total, or why there is none.
    """

    sets: tuple[PlacedSet, ...]
    items: tuple[Item, ...]
    set_aside: tuple[Item, ...]
    not_counted: tuple[NotCounted, ...]
    sums: tuple[str, ...]

    def lines(self) -> list[str]:
        """The explanation in lines of text."""
        return [
            *([f"counted as {' '.join(each.tiles for each in self.sets)}"] if self.sets else []),
            *(item_line(item) for item in self.items),
            *(f"set aside: {item_line(item)}" for item in self.set_aside),
            *(f"not counted: {each.name}: {each.why}" for each in self.not_counted),
            *self.sums,
        ]

    def answer(self) -> dict[str, Any]:
        """The explanation as plain values: what `mjlog score` adds to its answer."""
        return {
            "sets": [{"tiles": each.tiles, "how": each.how} for each in self.sets],
            "set_aside": [item_answer(item) for item in self.set_aside],
            "not_counted": plain(self.not_counted),
            "sum": list(self.sums),
        }


def item_answer(item: Item) -> dict[str, Any]:
    """An item as plain values; one of a limit hand also says which part of the limit, in hundredths, or its points."""
    fields: dict[str, Any] = {"name": item.name, "points": item.points, "doubles": item.doubles, "rule": item.rule}
    fields["tiles"] = item.tiles
    fields |= {"limit": item.limit} if item.limit else {}
    fields |= {"limit_points": item.limit_points} if item.limit_points else {}
    return fields | ({"yakuman": item.yakuman} if item.yakuman else {})


def explain(hand: Hand, score: Score, scorer: Scorer, *, is_known: bool = True) -> Explanation:
    """How a score came about; `score` is what `scorer` made of `hand`. `is_known`: as in `CountedHand`."""
    hand, scorer = scorer.counted_as(hand)
    if isinstance(scorer, FanScorer) and (not hand.won or score.items):
        return _explain_fans(hand, score, scorer)
    if score.reason is not None and not score.shares:
        more = why_not_complete(hand, scorer.manner) if hand.won else ()
        return Explanation((), (), (), (), (score.reason, *more))
    score = scorer.read(hand) if isinstance(scorer, HanScorer) else score
    sets = placed_sets(hand, score, scorer)
    items, aside = (
        tuple(msgspec.structs.replace(item, tiles=earning_tiles(item, hand, sets, scorer)) for item in given)
        for given in (score.items, score.set_aside)
    )
    missed = tuple(_not_counted(hand, score, scorer, sets, is_known))
    sums: tuple[str, ...] = () if score.reason is None else (score.reason,)
    if not isinstance(score, HanScore) or not isinstance(scorer, HanScorer):
        sums += tuple(sum_lines(score, scorer))
    elif hand.won:
        sums += tuple(sum_of_fu_and_han(hand, score, scorer, sets))
    return Explanation(sets, items, aside, missed, sums)


def _explain_fans(hand: Hand, score: Score, scorer: FanScorer) -> Explanation:
    counting = scorer.count(hand) if hand.won else None
    if counting is None:
        return Explanation((), (), (), (), ())
    missed = tuple(NotCounted(*each) for each in fans_not_counted(hand, counting, scorer))
    reason = () if score.reason is None else (score.reason,)
    sums = (*reason, *sum_of_fans(counting))
    sets = placed_parts(hand, counting)
    items = (msgspec.structs.replace(item, tiles=earning_tiles(item, hand, sets, scorer)) for item in score.items)
    return Explanation(sets, in_order(tuple(items)), (), missed, sums)


def hand_answer(
    hand: Hand, scorer: Scorer, copies: Sequence[int] = USUAL_COPIES, *, explained: bool = False, would_be: bool = False
) -> dict[str, Any]:
    """What a hand is worth, as plain values (docs/do/scoring.md): `waits` of one that did not win, `reason` of no win.

    `copies`: how many tiles of each kind the rule set's tiles have. `explained`: with how the score came about;
    `would_be`: with how many are left of every tile that is waited for, and what it would bring.

    Raises:
        HandError: nobody sits where the hand is said to be.
    """
    if hand.seat.index >= scorer.manner.players:
        raise HandError(f"`seat` is {hand.seat.value}: with {scorer.manner.players} players nobody sits {hand.seat}")
    score = scorer.score(hand)
    answer = score_answer(score)
    if explained:
        explanation = explain(hand, score, scorer, is_known=False)
        answer |= {"items": [item_answer(item) for item in explanation.items]} if explanation.items else {}
        answer |= explanation.answer()
    if not hand.won:
        answer["waits"] = [CODES[kind] for kind in hand.waits(scorer.forms_of(hand))]
    if not hand.won and would_be:
        answer["would_be"] = [
            {"tile": CODES[wait.kind], "left": wait.left, "wall": wait.wall, "discard": wait.discard}
            for wait in waiting_worths(hand, scorer, copies)
        ]
    return answer


def score_answer(score: Score) -> dict[str, Any]:
    """A score as plain values (docs/do/scoring.md)."""
    answer: dict[str, Any] = {
        "complete": score.complete,
        "total": score.total,
        "points": score.points,
        "doubles": score.doubles,
        "limit": score.limit,
        "items": [item_answer(item) for item in score.items],
        "arrangement": list(score.arrangement),
    }
    if score.apart is not None:
        answer["apart"] = dict(zip(("points", "doubles"), score.apart, strict=True))
    if score.reason is not None:
        answer["reason"] = score.reason
    return answer


# ---------------------------------------------------------------- in words


def item_line(item: Item) -> str:
    """An item on one line: its name, tiles, worth and rule."""
    tiles = f" {item.tiles}" if item.tiles else ""
    return f"{item.name}{tiles}: {item_worth(item)}{f' [{item.rule}]' if item.rule else ''}"


def item_worth(item: Item) -> str:
    """What an item is worth, in words."""
    if item.limit_points:
        return f"worth {item.limit_points}"
    if item.yakuman:
        return "yakuman" if item.yakuman == 1 else f"{item.yakuman} x yakuman"
    if item.limit:
        return "the limit" if item.limit == 100 else f"{item.limit / 100:g} of the limit"
    worth = [counted(item.points, "point")] if item.points or not item.doubles else []
    return ", ".join([*worth, *([counted(item.doubles, "double")] if item.doubles else [])])


def sum_lines(score: Score, scorer: Scorer) -> Iterator[str]:
    """From points and doubles to the total, a line a step."""
    if score.limit is not None:
        row = next(row for row in scorer.rows if row.id == score.limit)
        alone = (score.total or 0) if score.apart is None else limit_worth(row, scorer.limits)
        face = f" (points and doubles: {score.uncapped:,})" if score.apart is None else ""
        yield f"{row.name}: {alone:,}{face}"
    else:
        alone = score.uncapped if score.apart is None else score.points << score.doubles
        yield _doubled(score.points, score.doubles, alone)
    whole = alone
    if score.apart is not None:
        points, doubles = score.apart
        whole += points << doubles
        yield f"bonus tiles apart: {_doubled(points, doubles, points << doubles)}"
        yield f"together {whole:,}"
    if score.total is not None and score.total != whole:
        yield f"over the limit of {score.total:,}: {score.total:,}"


def _doubled(points: int, doubles: int, worth: int) -> str:
    return counted(points, "point") + (f" x 2^{doubles} = {worth:,}" if doubles else "")


# ---------------------------------------------------------------- what does not count


def _not_counted(
    hand: Hand, score: Score, scorer: Scorer, sets: tuple[PlacedSet, ...], is_known: bool
) -> Iterator[NotCounted]:
    """What a player might have expected, with the reason why it does not count."""
    facts = scorer.facts_of(hand, score)
    yield from _smaller_limits(score, scorer)
    if not hand.won:
        for row in scorer.rows_for(True):
            if not row.for_loser and row.pattern in _COMPOSED and registry.HAND_PATTERNS[row.pattern](facts):
                yield _missed(row, "only the winner scores it")
        return
    counted_hand = CountedHand(hand, facts, sets, scorer.manner.claimed_kong_hides, scorer.manner.forms, is_known)
    earned = {(item.name, item.rule) for item in (*score.items, *score.set_aside)}
    by_fu = isinstance(score, HanScore)
    names = {item.name for item in score.items} if by_fu else set()
    # A mangan and its likes are what fu and han come to: they replace no pattern.
    is_limited = bool(score.limits) if by_fu else score.limit is not None
    for row in scorer.rows_for(True):
        reason = reason_why_not(row.pattern, of_fans=scorer.of_fans)
        idle = is_limited and not row.is_limit
        if reason is None or idle or row.id in score.limits or (row.name, row.rule) in earned or row.name in names:
            continue
        why = reason(counted_hand)
        if why is not None:
            yield _missed(row, why)


def _missed(row: ScoringRow, why: str) -> NotCounted:
    return NotCounted(row.name, row.rule, why)


def _smaller_limits(score: Score, scorer: Scorer) -> Iterator[NotCounted]:
    """Limit hands that hold, where points and doubles are more."""
    if score.limit is not None or isinstance(score, HanScore):
        return
    items_counted = {(item.name, item.rule) for item in score.items}
    for row in scorer.rows:
        if row.id in score.limits and (row.name, row.rule) not in items_counted:
            yield _missed(row, f"worth {limit_worth(row, scorer.limits)}, less than the points and doubles")


_COMPOSED = ("one-suit", "one-suit-with-honors", "all-majors", "all-honors", "only-honors", "all-terminals",
             "heads-and-tails", "imperial-jade", "three-concealed-pungs", "little-three-dragons", "big-three-dragons",
             "little-four-winds", "big-four-winds", "four-blessings", "three-great-scholars")  # fmt: skip
"""Patterns of what a hand is made of, which a hand that did not win can have too."""
