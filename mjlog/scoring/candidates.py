"""The ways in which a hand's tiles can be counted: as they were shown, or every arrangement there is."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from mjlog.hands import PAIR, PUNG, Arrangement, Group, group_of, group_tiles
from mjlog.hands.groups import parts
from mjlog.hands.special import special_arrangements
from mjlog.scoring import tally
from mjlog.scoring.facts import CONCEALED
from mjlog.scoring.hand import Hand, Share
from mjlog.scoring.judging import Case
from mjlog.scoring.shares import completed_share, joined
from mjlog.tiles import UNKNOWN

Candidate = tuple[int, int, tuple[Share, ...]]
"""One way to count a hand: the sum of its shares, the flags of its tiles (see `tally`), the shares."""


def groups_of(shares: Sequence[Share]) -> tuple[Group, ...]:
    """All sets and pairs of a hand, those on the table too."""
    return tuple(group for share in shares for group in share[4])


def arranged(hand: Hand, packed: int, case: Case, seven_pairs: bool) -> list[Candidate]:
    """Every arrangement of a winner's hand, with every set that the claimed tile may have completed."""
    claimed = hand.tile if case.win.claimed and hand.tile is not None else UNKNOWN
    ways = (
        table.claimed(shape, claimed) if part == claimed // 9 else table.drawn(shape)
        for part, (table, shape) in enumerate(zip(case.tables, parts(packed), strict=True))
    )
    laid = [case.sets.laid(given) for given in hand.sets]
    found = [_joined((*laid, *way)) for way in itertools.product(*ways)]
    found = [candidate for candidate in found if candidate[0] & tally.WHOLE_MASK == tally.WHOLE]
    if laid or (found and not seven_pairs):
        return found
    special = special_arrangements(packed, pairs=seven_pairs, thirteen=True)
    return found + [candidate for way in special for candidate in from_groups(way, hand.tile, case, ())]


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


def is_whole(candidate: Candidate, seven_pairs: bool) -> bool:
    """Four sets and a pair, thirteen wonders or, where they are allowed, seven pairs."""
    total = candidate[0]
    if total & tally.WHOLE_MASK == tally.WHOLE or total >> tally.SHIFTS["wonders"] & 15:
        return True
    return seven_pairs and total & tally.PAIRS_MASK == 7


def not_won(hand: Hand, case: Case) -> Candidate:
    """The hand of a player who did not win: the sets and pairs shown, or all pungs and pairs; every tile has flags."""
    groups = _found_groups(hand.concealed) if hand.shown is None else _shown_groups(hand.shown)
    shares = [case.sets.laid(given) for given in hand.sets]
    shares += [case.sets.share(group, CONCEALED) for group in groups]
    total, flags, _ = _joined(tuple(shares))
    return total, flags | tally.flags_of(hand.concealed), tuple(shares)


def _shown_groups(shown: Iterable[Sequence[int]]) -> list[Group]:
    return [group for group in map(group_of, shown) if group is not None]


def _found_groups(concealed: Sequence[int]) -> list[Group]:
    """Three alike as a pung, two as a pair, four (not laid as a kong) as a pung and a tile."""
    alike = {kind: concealed.count(kind) for kind in sorted(set(concealed))}
    return [(PUNG if count >= 3 else PAIR, kind) for kind, count in alike.items() if count >= 2]
