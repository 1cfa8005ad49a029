"""The ways in which a hand's tiles can be counted: as they were shown, or every arrangement there is."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence

from mjlog.hands import KONG, PAIR, PUNG, Arrangement, Forms, Group, group_of, group_tiles
from mjlog.hands.shapes import parts
from mjlog.hands.special import ODD, forms_by_claim, special_arrangements
from mjlog.scoring import tally
from mjlog.scoring.facts import CONCEALED, Manner
from mjlog.scoring.hand import Hand, Share
from mjlog.scoring.judging import Case
from mjlog.scoring.shares import completed_share, joined
from mjlog.tiles import UNKNOWN

Candidate = tuple[int, int, tuple[Share, ...]]
"""One way to count a hand: the sum of its shares, the flags of its tiles (see `tally`), the shares."""


def groups_of(shares: Sequence[Share]) -> tuple[Group, ...]:
    """All sets and pairs of a hand, those on the table too."""
    return tuple(group for share in shares for group in share[4])


def arranged(hand: Hand, packed: int, case: Case, forms: Forms) -> list[Candidate]:
    """Every arrangement of a winner's hand, with every set that the claimed tile may have completed."""
    claimed = hand.tile if case.win.claimed and hand.tile is not None else UNKNOWN
    ways = [
        table.claimed(shape, claimed) if part == claimed // 9 else table.drawn(shape)
        for part, (table, shape) in enumerate(zip(case.tables, parts(packed), strict=True))
    ]
    laid = [case.sets.laid(given) for given in hand.sets]
    found = []
    forms = forms if claimed == UNKNOWN else forms_by_claim(forms, claimed)
    for way in itertools.product(*ways):
        candidate = _joined((*laid, *way))
        if _is_standard(candidate[0], forms):
            found.append(candidate)
    if found and (laid or packed & ODD or not forms.seven_pairs) and (laid or not forms.mixed_knitting):
        # Seven pairs, alike or knitted, can be four sets and a pair as well; no other special hand can.
        return found
    special = special_arrangements(packed, forms, [given.tiles for given in hand.sets])
    return found + [candidate for way in special for candidate in from_groups(way, hand.tile, case, tuple(laid))]


def _is_standard(total: int, forms: Forms) -> bool:
    """Four sets and a pair, with no more chows than there may be."""
    return total & tally.WHOLE_MASK == tally.WHOLE and tally.chows_of(total) <= forms.chows


def _joined(shares: tuple[Share, ...]) -> Candidate:
    total, flags = 0, 0
    for share in shares:
        total += share[0]
        flags |= share[1]
    return total, flags, shares


def from_groups(
    groups: Arrangement, tile: int | None, case: Case, laid: tuple[Share, ...], completes: int | None = None
) -> list[Candidate]:
    """A winner's hand in one arrangement: once, or once for each set which the claimed tile may have completed."""
    if not case.win.claimed:
        return [_joined((*laid, joined([case.sets.share(group, CONCEALED) for group in groups])))]
    if completes is not None:
        choices = [groups[completes]]
    else:
        choices = [group for group in dict.fromkeys(groups) if tile in group_tiles(group)]
    return [_joined((*laid, completed_share(groups, group, case.sets))) for group in choices]


def as_shown(hand: Hand, case: Case) -> list[Candidate]:
    """A winner's hand as it was laid down; empty where that is no complete hand."""
    shown = hand.shown or ()
    groups = [group_of(tiles) for tiles in shown]
    known = tuple(group for group in groups if group is not None)
    if len(known) < len(groups) or sum(map(len, shown)) != len(hand.concealed):
        return []
    laid = tuple(case.sets.laid(given) for given in hand.sets)
    return from_groups(known, hand.tile, case, laid, hand.completes)


def is_whole(candidate: Candidate, forms: Forms) -> bool:
    """Four sets and a pair or, where they are allowed, thirteen wonders or seven pairs."""
    total = candidate[0]
    if _is_standard(total, forms):
        return True
    if total >> tally.SHIFTS["wonders"] & 15:
        return forms.thirteen
    return forms.seven_pairs and total & tally.PAIRS_MASK == 7


def not_won(hand: Hand, case: Case, manner: Manner) -> list[Candidate]:
    """The hand of a player who did not win: the sets and pairs shown, or all that its pungs and pairs can be."""
    ways = _kept_groups(hand.concealed, manner) if hand.shown is None else [_shown_groups(hand.shown)]
    laid = [case.sets.laid(given) for given in hand.sets]
    loose = tally.flags_of(hand.concealed)
    found = []
    for groups in ways:
        total, flags, shares = _joined((*laid, *[case.sets.share(group, CONCEALED) for group in groups]))
        # A tile that is in no set counts for what the hand is made of, too.
        found.append((total, flags | loose, shares))
    return found


def _shown_groups(shown: Iterable[Sequence[int]]) -> list[Group]:
    return [group for group in map(group_of, shown) if group is not None]


def _kept_groups(concealed: Sequence[int], manner: Manner) -> list[list[Group]]:
    """The ways to take pungs and pairs from a loser's concealed tiles, the likeliest first."""
    counts: dict[int, int] = {}
    alike = []
    for kind in concealed:
        count = counts[kind] = counts.get(kind, 0) + 1
        if count == 2:
            alike.append(kind)
    ways: list[list[Group]] = [[]]
    for kind in sorted(alike):
        choices = _alike_as(kind, counts[kind], manner.undeclared_kongs)
        ways = [[*way, *choice] for way in ways for choice in choices]
    return [fewer for way in ways for fewer in _with_one_pair(way)] if manner.single_pair else ways


@functools.lru_cache(maxsize=1 << 10)
def _alike_as(kind: int, count: int, undeclared_kongs: bool) -> tuple[tuple[Group, ...], ...]:
    """What two to four tiles of a kind can be: a pung (and a tile), pairs, or a kong that was not laid."""
    ways: list[tuple[Group, ...]] = [((KONG, kind),)] if count == 4 and undeclared_kongs else []
    ways += [((PUNG, kind),)] if count >= 3 else []
    return (*ways, ((PAIR, kind),) * (count // 2))


def _with_one_pair(way: list[Group]) -> list[list[Group]]:
    """The way with each of its pairs in turn as the only one."""
    sets = [group for group in way if group[0] != PAIR]
    pairs = [group for group in way if group[0] == PAIR]
    return [[*sets, pair] for pair in dict.fromkeys(pairs)] or [sets]
