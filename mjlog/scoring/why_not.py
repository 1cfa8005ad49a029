"""What a player might have expected of a hand, and why it does not count.

By the pattern of a row: a small function that gives the reason, or None where nobody would ask. Most are asked where
one set stands in the way, or one tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mjlog.hands import CHOW, KONG, PAIR, PUNG, Forms, group_tiles, pack, packed_waits
from mjlog.scoring import tally
from mjlog.scoring.facts import BonusFacts, HandFacts
from mjlog.scoring.hand import DOUBLE_RIICHI, IPPATSU, NO_DISCARD, ORIGINAL_CALL, RIICHI, Hand
from mjlog.scoring.placed import PlacedSet
from mjlog.seats import SEATS, Seat
from mjlog.text import either
from mjlog.tiles import (
    FIRST_DRAGON,
    FIRST_HONOR,
    SUIT_NAMES,
    is_dragon,
    is_honor,
    is_major,
    is_suit,
    is_terminal,
    is_wind,
    rank_of,
    suit_of,
    tile_name,
)


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A scored hand, as it is asked about: its facts, and the sets of the arrangement that was counted.

    `hides`: a kong claimed on a concealed pung counts as concealed; `forms`: the complete hands there are. `is_known`:
    how the win came about is known whole, as of a hand that was recorded; of one that is asked about only what is said.
    """

    hand: Hand
    facts: HandFacts
    sets: Sequence[PlacedSet]
    hides: bool
    forms: Forms
    is_known: bool = True

    def all_but_one(self, belongs: Callable[[int], bool]) -> str | None:
        """The only set of which not all tiles belong, in words; None where there is none, or more than one."""
        strange = [each for each in self.sets if not all(map(belongs, group_tiles(each.group)))]
        return strange[0].name if len(strange) == 1 and len(self.sets) > 1 else None


Reason = Callable[[CountedHand], str | None]
WHY_NOT: dict[str, Reason] = {}
"""By the name of a pattern that is no fan; a fan of the same name is another one."""


def reason_why_not(pattern: str, *, of_fans: bool) -> Reason | None:
    """What says why a pattern of this name does not hold; of fans that is told otherwise."""
    return None if of_fans else WHY_NOT.get(pattern)


def reason_of(*patterns: str) -> Callable[[Reason], Reason]:
    """Register the reason why patterns do not hold."""

    def register(reason: Reason) -> Reason:
        for pattern in patterns:
            WHY_NOT[pattern] = reason
        return reason

    return register


def _first(reasons: Sequence[str]) -> str | None:
    return reasons[0] if reasons else None


@reason_of("concealed-until-the-win")
def _lay_open(counted: CountedHand) -> str | None:
    return _first([each.lies_open for each in counted.sets if each.laid and each.lies_open])


@reason_of("concealed-and-drawn", "concealed-hand", "no-exposed-set-or-pair")
def _open_or_claimed(counted: CountedHand) -> str | None:
    return _first(_opened(counted))


@reason_of("nothing-exposed-with-honors")
def _open_or_without_honors(counted: CountedHand) -> str | None:
    opened = _opened(counted)
    if opened or not counted.facts.suits:
        return _first(opened)
    return None if counted.facts.honors else "there are no winds or dragons"


@reason_of("no-exposed-set")
def _open_set(counted: CountedHand) -> str | None:
    return _first(_opened(counted, pairs=False))


def _opened(counted: CountedHand, *, pairs: bool = True) -> list[str]:
    """Why sets do not count as concealed, a sentence each; with `pairs` also a pair that a claimed tile completed."""
    sets = [each for each in counted.sets if (pairs or not each.is_pair) and not each.hidden(counted.hides)]
    return [each.lies_open for each in sets if each.lies_open]


def only_reason(reasons: Sequence[str]) -> str | None:
    """The reason where there is one alone: who is far from a hand does not ask for it."""
    return reasons[0] if len(reasons) == 1 else None


@reason_of("three-concealed-pungs")
def _three_concealed(counted: CountedHand) -> str | None:
    triplets = [each for each in counted.sets if each.is_triplet]
    hidden = [each for each in triplets if each.hidden(counted.hides)]
    opened = [each for each in triplets if each not in hidden]
    return opened[0].lies_open if len(hidden) == 2 and opened else None


@reason_of("buried-treasure")
def _four_concealed(counted: CountedHand) -> str | None:
    return only_reason(_opened(counted)) if counted.facts.triplets == 4 else None


@reason_of("hidden-treasure")
def _four_concealed_and_drawn(counted: CountedHand) -> str | None:
    if counted.facts.triplets != 4:
        return None
    return only_reason([*_opened(counted), *(["no last tile was drawn"] if counted.hand.source == "deal" else [])])


@reason_of("concealed-pungs-of-one-suit")
def _four_concealed_of_one_suit(counted: CountedHand) -> str | None:
    if counted.facts.triplets != 4 or counted.facts.suits != 1:
        return None
    kongs = [f"{each.name} is no pung" for each in counted.sets if each.group[0] == KONG and not each.lies_open]
    return only_reason([*_opened(counted, pairs=False), *kongs])


@reason_of("dealt-hand")
def _a_kong_was_made(counted: CountedHand) -> str | None:
    dealt = counted.hand.source == "deal" or NO_DISCARD in counted.hand.flags
    return "a kong was made" if counted.hand.seat is Seat.E and dealt and counted.facts.kongs else None


@reason_of("all-pungs", "no-chows", "without-chows")
def _one_chow(counted: CountedHand) -> str | None:
    chows = [each for each in counted.sets if each.group[0] == CHOW]
    return f"there is {chows[0].name}" if len(chows) == 1 else None


@reason_of("all-chows")
def _one_pung(counted: CountedHand) -> str | None:
    pungs = [each for each in counted.sets if each.is_triplet]
    return f"there is {pungs[0].name}" if counted.facts.chows == 3 and pungs else None


@reason_of("no-score-hand")
def _one_with_points(counted: CountedHand) -> str | None:
    if counted.facts.chows < 3:
        return None
    pung = next((each.name for each in counted.sets if each.is_triplet), None)
    pair = next((each.name for each in counted.sets if each.is_pair and not is_suit(each.group[1])), None)
    return f"{pung or pair} has points" if pung or pair else None


@reason_of("from-the-wall")
def _from_the_wall(counted: CountedHand) -> str | None:
    return "a loose tile is not from the live wall" if counted.facts.win.loose else None


@reason_of("only-possible-tile", "only-place")
def _others_would_do(counted: CountedHand) -> str | None:
    hand = counted.hand
    if hand.tile is None:
        return None
    counts = hand.counts
    counts[hand.tile] -= 1
    laid = hand.laid
    kinds = [kind for kind in packed_waits(pack(counts), len(laid), counted.forms, laid) if kind != hand.tile]
    others = [kind for kind in kinds if counts[kind] + sum(tiles.count(kind) for tiles in laid) < 4]
    return f"{either([tile_name(kind) for kind in others])} would have won too" if 0 < len(others) <= 2 else None


@reason_of("original-call-with-few-sets")
def _three_open(counted: CountedHand) -> str | None:
    exposed = counted.facts.exposed_sets
    return f"{exposed} sets lie open" if ORIGINAL_CALL in counted.hand.flags and exposed >= 3 else None


# ---------------------------------------------------------------- which tiles


@reason_of("all-majors")
def _but_majors(counted: CountedHand) -> str | None:
    return not_part(counted.all_but_one(is_major))


@reason_of("all-honors", "only-honors", "pungs-of-honors")
def _but_honors(counted: CountedHand) -> str | None:
    return not_part(counted.all_but_one(is_honor))


@reason_of("all-terminals", "heads-and-tails", "pungs-of-terminals")
def _but_terminals(counted: CountedHand) -> str | None:
    return not_part(counted.all_but_one(is_terminal))


@reason_of("imperial-jade")
def _but_greens(counted: CountedHand) -> str | None:
    return not_part(counted.all_but_one(_is_green))


@reason_of("pungs-of-greens")
def _but_pungs_of_greens(counted: CountedHand) -> str | None:
    if all(_is_green(kind) for each in counted.sets for kind in group_tiles(each.group)):
        return _one_chow(counted)
    return _but_greens(counted) if counted.facts.triplets == 4 else None


@reason_of("concealed-clear-suit", "one-suit-with-nothing-exposed")
def _but_one_suit_and_drawn(counted: CountedHand) -> str | None:
    return _of_one_suit_but_for(counted, _opened(counted))


@reason_of("one-suit-concealed")
def _but_one_suit_concealed(counted: CountedHand) -> str | None:
    return _of_one_suit_but_for(counted, _opened(counted, pairs=False))


def _of_one_suit_but_for(counted: CountedHand, opened: list[str]) -> str | None:
    """What alone stands in the way: an open set, or a set of other tiles."""
    if counted.facts.suits == 1 and not counted.facts.honors:
        return only_reason(opened)
    return None if opened else _but_one_suit(counted)


@reason_of("one-suit")
def _but_one_suit(counted: CountedHand) -> str | None:
    if counted.facts.suits == 1 and counted.facts.honors:
        return not_part(counted.all_but_one(is_suit)) or "it has winds or dragons"
    return not_part(next(filter(None, (counted.all_but_one(suit) for suit in _SUITS)), None))


@reason_of("one-suit-with-honors")
def _but_one_suit_or_honors(counted: CountedHand) -> str | None:
    if not counted.facts.honors:
        return None
    return not_part(next(filter(None, (counted.all_but_one(suit) for suit in _SUITS_OR_HONORS)), None))


@reason_of("pungs-of-one-suit")
def _but_pungs_of_one_suit(counted: CountedHand) -> str | None:
    if counted.facts.suits == 1 and not counted.facts.honors:
        return _one_chow(counted)
    return _but_one_suit(counted) if counted.facts.triplets == 4 else None


def not_part(name: str | None) -> str | None:
    return None if name is None else f"{name} does not belong"


def _suit(suit: int, honors: bool) -> Callable[[int], bool]:
    return lambda kind: suit_of(kind) == suit if is_suit(kind) else honors


def _is_green(kind: int) -> bool:
    return not tally.TILE_FLAGS[kind] & tally.NOT_JADE


_SUITS = tuple(_suit(suit, honors=False) for suit in range(3))
_SUITS_OR_HONORS = tuple(_suit(suit, honors=True) for suit in range(3))


# ---------------------------------------------------------------- dragons, winds, kongs


@reason_of("big-three-dragons", "three-great-scholars", "all-three-dragons")
def _one_dragon_is_a_pair(counted: CountedHand) -> str | None:
    if counted.facts.dragon_sets == 3:
        return _one_chow(counted)
    return _only_a_pair(counted, is_dragon) if counted.facts.dragon_sets == 2 else None


@reason_of("big-four-winds", "four-blessings")
def _one_wind_is_a_pair(counted: CountedHand) -> str | None:
    return _only_a_pair(counted, is_wind) if counted.facts.wind_sets == 3 else None


def _only_a_pair(counted: CountedHand, of: Callable[[int], bool]) -> str | None:
    pair = next((each.name for each in counted.sets if each.is_pair and of(each.group[1])), None)
    return None if pair is None else f"{pair} is only a pair"


@reason_of("little-three-dragons")
def _no_pair_of_dragons(counted: CountedHand) -> str | None:
    held = (counted.facts.dragon_sets, counted.facts.dragon_pairs)
    return "there is no pair of the third dragon" if held == (2, 0) else None


@reason_of("little-four-winds")
def _no_pair_of_winds(counted: CountedHand) -> str | None:
    facts = counted.facts
    return "there is no pair of the fourth wind" if (facts.wind_sets, facts.wind_pairs) == (3, 0) else None


@reason_of("four-kongs")
def _three_kongs(counted: CountedHand) -> str | None:
    other = [each.name for each in counted.sets if each.group[0] != KONG and not each.is_pair]
    return f"{other[0]} is no kong" if counted.facts.kongs == 3 and other else None


# ---------------------------------------------------------------- flowers and seasons


@reason_of("own-flower")
def _another_flower(counted: CountedHand) -> str | None:
    facts = _bonus(counted)
    return _not_own("flower", facts.flowers, facts.own_number)


@reason_of("own-season")
def _another_season(counted: CountedHand) -> str | None:
    facts = _bonus(counted)
    return _not_own("season", facts.seasons, facts.own_number)


@reason_of("own-flower-and-season")
def _one_of_the_own(counted: CountedHand) -> str | None:
    facts = _bonus(counted)
    own = facts.own_number
    if (own in facts.flowers) == (own in facts.seasons):
        return None
    return f"{'season' if own in facts.flowers else 'flower'} {own} is missing"


@reason_of("all-four-flowers")
def _three_flowers(counted: CountedHand) -> str | None:
    return _one_missing("flower", _bonus(counted).flowers)


@reason_of("all-four-seasons")
def _three_seasons(counted: CountedHand) -> str | None:
    return _one_missing("season", _bonus(counted).seasons)


def _bonus(counted: CountedHand) -> BonusFacts:
    return BonusFacts(counted.hand.bonus, counted.hand.seat.index + 1)


def _not_own(name: str, numbers: frozenset[int], own: int) -> str | None:
    if not numbers or own in numbers:
        return None
    other = min(numbers)
    return f"{name} {other} is {SEATS[other - 1].wind_name.capitalize()}'s, yours is {name} {own}"


def _one_missing(name: str, numbers: frozenset[int]) -> str | None:
    missing = {1, 2, 3, 4} - numbers
    return f"{name} {min(missing)} is missing" if len(missing) == 1 else None


# ---------------------------------------------------------------- gates


@reason_of("nine-gates")
def _nearly_nine_gates(counted: CountedHand) -> str | None:
    """The fourteen tiles would do, but the last one was not the one that is held once too often."""
    hand = counted.hand
    extra = Counter(kind % 9 for kind in hand.concealed)
    if hand.sets or hand.tile is None or not extra >= _GATES or counted.facts.suits != 1 or counted.facts.honors:
        return None
    extra -= _GATES
    return None if hand.tile % 9 in extra else f"without {tile_name(hand.tile)} the tiles are not 1112345678999"


@reason_of("gates-of-heaven")
def _gates_of_claimed_ends(counted: CountedHand) -> str | None:
    """The pungs of ones and nines may not be completed by a discard."""
    tiles = [kind for each in counted.sets for kind in group_tiles(each.group)]
    claimed = next(
        (each for each in counted.sets if each.source and each.is_triplet and is_terminal(each.group[1])), None
    )
    whole = Counter(kind % 9 for kind in tiles) >= _GATES and counted.facts.suits == 1 and not counted.facts.honors
    return claimed.lies_open if whole and claimed is not None else None


_GATES = Counter({0: 3, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 3})


# -- patterns of riichi -----------------------------------------------------------------------------------------------


_CHOWS = {1: "123", 4: "456", 7: "789"}


def _lies_open(counted: CountedHand) -> str | None:
    """Why the hand is not closed: a set that lay open before it won."""
    return next((each.lies_open for each in counted.sets if each.laid and each.lies_open), None)


def _chows(counted: CountedHand) -> list[int]:
    return [each.group[1] for each in counted.sets if each.group[0] == CHOW]


def _pungs(counted: CountedHand) -> list[int]:
    return [each.group[1] for each in counted.sets if each.group[0] in (PUNG, KONG)]


@reason_of("two-equal-chows")
def _equal_but_open(counted: CountedHand) -> str | None:
    pairs = sum(number // 2 for number in Counter(_chows(counted)).values())
    if pairs == 2 and not _lies_open(counted):
        return "there are twice two equal chows"
    return _lies_open(counted) if pairs == 1 else None


@reason_of("twice-two-equal-chows")
def _twice_equal(counted: CountedHand) -> str | None:
    numbers = Counter(_chows(counted))
    pairs = sum(number // 2 for number in numbers.values())
    if pairs == 2:
        return _lies_open(counted)
    single = [kind for kind, number in numbers.items() if number % 2]
    if pairs != 1 or len(single) != 2 or _lies_open(counted):
        return None
    return f"the chows from {tile_name(single[0])} and from {tile_name(single[1])} are not equal"


@reason_of("seven-pairs")
def _pairs_of_chows(counted: CountedHand) -> str | None:
    """Only where points are fu are equal chows counted: there twice two of them are no pairs."""
    return "the hand counts as four sets and a pair: twice two equal chows" if counted.facts.twin_chows == 2 else None


@reason_of("chows-without-points")
def _no_points(counted: CountedHand) -> str | None:
    """Asked where four chows, or three, have one thing against them."""
    if counted.facts.pairs != 1 or counted.facts.chows < 3:
        return None
    reasons = [f"{each.name} is no chow" for each in counted.sets if each.is_triplet]
    reasons += [f"{each.name} has points" for each in counted.sets if _is_valued_pair(each, counted)]
    reasons += filter(None, [_wait_with_points(counted), _lies_open(counted)])
    return only_reason(reasons)


def _is_valued_pair(placed_set: PlacedSet, counted: CountedHand) -> bool:
    form, kind = placed_set.group
    win = counted.facts.win
    return form == PAIR and (is_dragon(kind) or kind - FIRST_HONOR in (win.seat.index, win.round.index))


def _wait_with_points(counted: CountedHand) -> str | None:
    """That the wait was not one at both ends, in words."""
    completed = next((each for each in counted.sets if each.last is not None), None)
    if completed is None or completed.last is None:
        return None
    form, first = completed.group
    if form == PAIR:
        return f"{tile_name(completed.last)} completed the pair: a single wait"
    if form != CHOW:
        return None
    at = completed.last - first
    if at == 1:
        return f"{tile_name(completed.last)} completed {completed.name} in the middle: a closed wait"
    is_edge = (at == 2 and first % 9 == 0) or (at == 0 and first % 9 == 6)
    return f"{tile_name(completed.last)} completed {completed.name} at the only end: an edge wait" if is_edge else None


@reason_of("same-chow-in-three-suits")
def _two_of_three_chows(counted: CountedHand) -> str | None:
    return _two_of_three(_chows(counted), "chow from") if counted.facts.chows >= 3 else None


@reason_of("same-pung-in-three-suits")
def _two_of_three_pungs(counted: CountedHand) -> str | None:
    return _two_of_three([kind for kind in _pungs(counted) if is_suit(kind)], "pung of")


def _two_of_three(kinds: list[int], what: str) -> str | None:
    for rank in range(1, 10):
        suits = {suit_of(kind) for kind in kinds if rank_of(kind) == rank}
        if len(suits) == 2:
            return f"there is no {what} {rank} {SUIT_NAMES[({0, 1, 2} - suits).pop()]}"
    return None


@reason_of("one-to-nine-in-chows")
def _two_of_the_straight(counted: CountedHand) -> str | None:
    chows = _chows(counted)
    for suit, name in enumerate(SUIT_NAMES):
        held = {rank_of(kind) for kind in chows if suit_of(kind) == suit and rank_of(kind) in _CHOWS}
        missing = set(_CHOWS) - held
        if len(missing) == 1 and len(chows) >= 3:
            return f"there is no chow {_CHOWS[missing.pop()]} of {name}"
    return None


def _one_inner_set(counted: CountedHand) -> str | None:
    inner = [each.name for each in counted.sets if not any(map(is_major, _kinds(each)))]
    if len(inner) == 1 and counted.facts.pairs == 1 and len(counted.sets) > 1:
        return f"{inner[0]} has no end"
    return None


@reason_of("ends-and-honors-in-every-set")
def _no_honors(counted: CountedHand) -> str | None:
    has_ends = all(any(map(is_major, _kinds(each))) for each in counted.sets) and counted.facts.pairs == 1
    no_honors = has_ends and counted.facts.chows and not counted.facts.honors
    return "every set has a terminal, and there are no honors" if no_honors else _one_inner_set(counted)


@reason_of("ends-in-every-set")
def _with_honors(counted: CountedHand) -> str | None:
    has_ends = all(any(map(is_major, _kinds(each))) for each in counted.sets) and counted.facts.pairs == 1
    return "there are honors" if has_ends and counted.facts.chows and counted.facts.honors else _one_inner_set(counted)


def _kinds(placed_set: PlacedSet) -> tuple[int, ...]:
    form, kind = placed_set.group
    return (kind, kind + 1, kind + 2) if form == CHOW else (kind,)


@reason_of("no-terminals-or-honors")
def _one_end(counted: CountedHand) -> str | None:
    """Also of an open hand, where these rules want a closed one."""
    facts = counted.facts
    return not_part(counted.all_but_one(lambda kind: not is_major(kind))) or (
        _lies_open(counted) if facts.simples and not facts.terminals and not facts.honors else None
    )


@reason_of("set-of-red-dragons")
def _pair_of_red(counted: CountedHand) -> str | None:
    return _only_a_pair_of(counted, FIRST_DRAGON)


@reason_of("set-of-green-dragons")
def _pair_of_green(counted: CountedHand) -> str | None:
    return _only_a_pair_of(counted, FIRST_DRAGON + 1)


@reason_of("set-of-white-dragons")
def _pair_of_white(counted: CountedHand) -> str | None:
    return _only_a_pair_of(counted, FIRST_DRAGON + 2)


def _only_a_pair_of(counted: CountedHand, kind: int) -> str | None:
    pair = next((each.name for each in counted.sets if each.group == (PAIR, kind)), None)
    return None if pair is None else f"{pair} is only a pair"


@reason_of("ippatsu")
def _not_in_the_turn(counted: CountedHand) -> str | None:
    declared = {RIICHI, DOUBLE_RIICHI} & counted.hand.flags
    late = counted.is_known and bool(declared) and IPPATSU not in counted.hand.flags
    return "the turn after the riichi was over, or a claim or kong came in between" if late else None


@reason_of("four-concealed-pungs")
def _four_pungs(counted: CountedHand) -> str | None:
    opened = [each.lies_open for each in counted.sets if each.is_triplet and each.lies_open]
    return opened[0] if counted.facts.triplets == 4 and len(opened) == 1 else None


@reason_of("three-kongs")
def _two_kongs(counted: CountedHand) -> str | None:
    pungs = [each.name for each in counted.sets if each.group[0] == PUNG]
    return f"{pungs[0]} is no kong" if counted.facts.kongs == 2 and pungs else None
