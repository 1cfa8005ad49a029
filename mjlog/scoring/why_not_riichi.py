"""Why patterns of riichi do not count, as `mjlog.scoring.why_not` says it of others."""

from __future__ import annotations

from collections import Counter

from mjlog.hands import CHOW, KONG, PAIR, PUNG
from mjlog.scoring.hand import DOUBLE_RIICHI, IPPATSU, RIICHI
from mjlog.scoring.placed import PlacedSet
from mjlog.scoring.why_not import Asked, not_part, only_reason, reason_of
from mjlog.tiles import FIRST_DRAGON, FIRST_HONOR, SUIT_NAMES, is_dragon, is_major, is_suit, rank_of, suit_of, tile_name

_CHOWS = {1: "123", 4: "456", 7: "789"}


def _opened(asked: Asked) -> str | None:
    """Why the hand is not closed: a set that lay open before it won."""
    return next((each.lies_open for each in asked.sets if each.laid and each.lies_open), None)


def _chows(asked: Asked) -> list[int]:
    return [each.group[1] for each in asked.sets if each.group[0] == CHOW]


def _pungs(asked: Asked) -> list[int]:
    return [each.group[1] for each in asked.sets if each.group[0] in (PUNG, KONG)]


@reason_of("two-equal-chows")
def _equal_but_open(asked: Asked) -> str | None:
    pairs = sum(number // 2 for number in Counter(_chows(asked)).values())
    if pairs == 2 and not _opened(asked):
        return "there are twice two equal chows"
    return _opened(asked) if pairs == 1 else None


@reason_of("twice-two-equal-chows")
def _twice_equal(asked: Asked) -> str | None:
    numbers = Counter(_chows(asked))
    pairs = sum(number // 2 for number in numbers.values())
    if pairs == 2:
        return _opened(asked)
    single = [kind for kind, number in numbers.items() if number % 2]
    if pairs != 1 or len(single) != 2 or _opened(asked):
        return None
    return f"the chows from {tile_name(single[0])} and from {tile_name(single[1])} are not equal"


@reason_of("seven-pairs")
def _pairs_of_chows(asked: Asked) -> str | None:
    """Only where points are fu are equal chows counted: there twice two of them are no pairs."""
    return "the hand counts as four sets and a pair: twice two equal chows" if asked.facts.twin_chows == 2 else None


@reason_of("chows-without-points")
def _no_points(asked: Asked) -> str | None:
    """Asked where four chows, or three, have one thing against them."""
    if asked.facts.pairs != 1 or asked.facts.chows < 3:
        return None
    reasons = [f"{each.name} is no chow" for each in asked.sets if each.is_triplet]
    reasons += [f"{each.name} has points" for each in asked.sets if _is_valued_pair(each, asked)]
    reasons += filter(None, [_wait_with_points(asked), _opened(asked)])
    return only_reason(reasons)


def _is_valued_pair(one: PlacedSet, asked: Asked) -> bool:
    form, kind = one.group
    win = asked.facts.win
    return form == PAIR and (is_dragon(kind) or kind - FIRST_HONOR in (win.seat.index, win.round.index))


def _wait_with_points(asked: Asked) -> str | None:
    """That the wait was not one at both ends, in words."""
    completed = next((each for each in asked.sets if each.last is not None), None)
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
def _two_of_three_chows(asked: Asked) -> str | None:
    return _two_of_three(_chows(asked), "chow from") if asked.facts.chows >= 3 else None


@reason_of("same-pung-in-three-suits")
def _two_of_three_pungs(asked: Asked) -> str | None:
    return _two_of_three([kind for kind in _pungs(asked) if is_suit(kind)], "pung of")


def _two_of_three(kinds: list[int], what: str) -> str | None:
    for rank in range(1, 10):
        suits = {suit_of(kind) for kind in kinds if rank_of(kind) == rank}
        if len(suits) == 2:
            return f"there is no {what} {rank} {SUIT_NAMES[({0, 1, 2} - suits).pop()]}"
    return None


@reason_of("one-to-nine-in-chows")
def _two_of_the_straight(asked: Asked) -> str | None:
    chows = _chows(asked)
    for suit, name in enumerate(SUIT_NAMES):
        held = {rank_of(kind) for kind in chows if suit_of(kind) == suit and rank_of(kind) in _CHOWS}
        missing = set(_CHOWS) - held
        if len(missing) == 1 and len(chows) >= 3:
            return f"there is no chow {_CHOWS[missing.pop()]} of {name}"
    return None


def _one_inner_set(asked: Asked) -> str | None:
    inner = [each.name for each in asked.sets if not any(map(is_major, _kinds(each)))]
    if len(inner) == 1 and asked.facts.pairs == 1 and len(asked.sets) > 1:
        return f"{inner[0]} has no end"
    return None


@reason_of("ends-and-honors-in-every-set")
def _no_honors(asked: Asked) -> str | None:
    has_ends = all(any(map(is_major, _kinds(each))) for each in asked.sets) and asked.facts.pairs == 1
    no_honors = has_ends and asked.facts.chows and not asked.facts.honors
    return "every set has a terminal, and there are no honors" if no_honors else _one_inner_set(asked)


@reason_of("ends-in-every-set")
def _with_honors(asked: Asked) -> str | None:
    has_ends = all(any(map(is_major, _kinds(each))) for each in asked.sets) and asked.facts.pairs == 1
    return "there are honors" if has_ends and asked.facts.chows and asked.facts.honors else _one_inner_set(asked)


def _kinds(one: PlacedSet) -> tuple[int, ...]:
    form, kind = one.group
    return (kind, kind + 1, kind + 2) if form == CHOW else (kind,)


@reason_of("no-terminals-or-honors")
def _one_end(asked: Asked) -> str | None:
    """Also of an open hand, where these rules want a closed one."""
    return not_part(asked.all_but_one(lambda kind: not is_major(kind))) or (
        _opened(asked) if asked.facts.simples and not asked.facts.terminals and not asked.facts.honors else None
    )


@reason_of("set-of-red-dragons")
def _pair_of_red(asked: Asked) -> str | None:
    return _only_a_pair(asked, FIRST_DRAGON)


@reason_of("set-of-green-dragons")
def _pair_of_green(asked: Asked) -> str | None:
    return _only_a_pair(asked, FIRST_DRAGON + 1)


@reason_of("set-of-white-dragons")
def _pair_of_white(asked: Asked) -> str | None:
    return _only_a_pair(asked, FIRST_DRAGON + 2)


def _only_a_pair(asked: Asked, kind: int) -> str | None:
    pair = next((each.name for each in asked.sets if each.group == (PAIR, kind)), None)
    return None if pair is None else f"{pair} is only a pair"


@reason_of("ippatsu")
def _not_in_the_turn(asked: Asked) -> str | None:
    declared = {RIICHI, DOUBLE_RIICHI} & asked.hand.flags
    late = asked.is_known and bool(declared) and IPPATSU not in asked.hand.flags
    return "the turn after the riichi was over, or a claim or kong came in between" if late else None


@reason_of("four-concealed-pungs")
def _four_pungs(asked: Asked) -> str | None:
    opened = [each.lies_open for each in asked.sets if each.is_triplet and each.lies_open]
    return opened[0] if asked.facts.triplets == 4 and len(opened) == 1 else None


@reason_of("three-kongs")
def _two_kongs(asked: Asked) -> str | None:
    pungs = [each.name for each in asked.sets if each.group[0] == PUNG]
    return f"{pungs[0]} is no kong" if asked.facts.kongs == 2 and pungs else None
