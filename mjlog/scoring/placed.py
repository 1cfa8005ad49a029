"""The sets of a scored hand, each with how it came about, and which tiles earn an item."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from mjlog.hands import KONG, PAIR, PUNG, Group, group_tiles, group_words
from mjlog.scoring.facts import ADDED_KONG, CLAIMED_KONG, COMPLETED, CONCEALED, EXPOSED, BonusFacts, Win
from mjlog.scoring.han_worth import dora_of
from mjlog.scoring.hand import Hand, Item, Score
from mjlog.scoring.registry import BONUS_PATTERNS, DORA_PATTERNS, About, about
from mjlog.scoring.rows import ScoringRow
from mjlog.scoring.scorer import Scorer
from mjlog.scoring.shares import SetTable, completed_share, laid_state
from mjlog.scoring.totals import bonus_spoken_of
from mjlog.tiles import format_tiles, is_dragon, is_wind


def row_of(item: Item, scorer: Scorer) -> ScoringRow | None:
    """The row of the scoring table that an item comes from; None where no row is worth it (an agreed value)."""
    return next((row for row in scorer.rows if (row.name, row.rule) == (item.name, item.rule)), None)


def tiles_spoken_of(
    chosen_by: About, tiles: Iterable[int], last: int | None, concealed_pungs: Iterable[Sequence[int]]
) -> list[int]:
    """The tiles that a pattern of whole hands speaks of.

    `chosen_by`: which those are; `tiles`: all kinds of the hand without bonus tiles; `last`: the kind that won;
    `concealed_pungs`: the tiles of the pungs and kongs that count as concealed.
    """
    held = sorted(tiles)
    if chosen_by is About.NOTHING:
        return []
    if chosen_by is About.LAST_TILE:
        return [] if last is None else [last]
    if chosen_by is About.CONCEALED_PUNGS:
        return sorted(kind for pung in concealed_pungs for kind in pung)
    chosen = _CHOSEN.get(chosen_by)
    return held if chosen is None else [kind for kind in held if chosen(kind, held)]


_CHOSEN: dict[About, Callable[[int, list[int]], bool]] = {
    About.DRAGONS: lambda kind, _held: is_dragon(kind),
    About.WINDS: lambda kind, _held: is_wind(kind),
    About.KONGS: lambda kind, held: held.count(kind) == 4,
    About.FOUR_ALIKE: lambda kind, held: held.count(kind) == 4,
    About.BONUS: lambda _kind, _held: False,
}


def earning_tiles(item: Item, hand: Hand, sets: Sequence[PlacedSet], scorer: Scorer) -> str:
    """The tiles of a hand that earn an item of its score, as a text; empty for what is earned by no tile.

    `sets`: of the arrangement that was counted.
    """
    row = row_of(item, scorer)
    if item.tiles or row is None:
        return item.tiles
    if row.pattern in DORA_PATTERNS:
        return format_tiles(_dora_tiles(row.pattern, hand, scorer.manner.left_out))
    if row.pattern in BONUS_PATTERNS:
        return bonus_spoken_of(row.pattern, BonusFacts(hand.bonus, hand.seat.index + 1))
    tiles = hand.all_tiles
    chosen_by = about(row.pattern, of_fans=scorer.of_fans)
    if chosen_by is About.BONUS:
        return format_tiles(hand.bonus)
    if chosen_by is About.FOUR_ALIKE:
        kongs = {laid.tiles[0] for laid in hand.sets if laid.kind == "kong"}
        return format_tiles(sorted(kind for kind in tiles if tiles.count(kind) == 4 and kind not in kongs))
    hides = scorer.manner.claimed_kong_hides
    hidden = (group_tiles(each.group) for each in sets if each.is_triplet and each.hidden(hides))
    return format_tiles(tiles_spoken_of(chosen_by, tiles, hand.tile, hidden))


def _dora_tiles(pattern: str, hand: Hand, left_out: Collection[int]) -> list[int]:
    """The tiles of a hand that are dora: those laid aside, and once for each indicator that points at them; or its red
    fives."""
    if pattern == "red-five":
        return list(hand.reds)
    tiles = sorted([*hand.all_tiles, *hand.bonus])
    indicators = hand.under if pattern == "under-dora" else hand.indicators
    pointed_at = dora_of(left_out)
    dora = [kind for indicator in indicators for kind in tiles if kind == pointed_at[indicator]]
    return [*hand.bonus, *dora] if pattern == "dora" else dora


class PlacedSet(NamedTuple):
    """A set, a pair or another group of the arrangement that was counted.

    `state`: how it came about, see `facts`. `laid`: on the table before the win; `source`: of the winning tile, where
    that tile was claimed and completed this group. `last`: the kind of the winning tile, where it is known that it
    completed this group, and points are fu.
    """

    group: Group
    state: int
    laid: bool
    source: str | None = None
    last: int | None = None

    @property
    def tiles(self) -> str:
        """Its tiles, like ``123b``."""
        return format_tiles(group_tiles(self.group))

    @property
    def name(self) -> str:
        """In words, like ``the pung of 3 bamboo``."""
        return f"the {group_words(self.group)}"

    @property
    def how(self) -> str:
        """How it came about, in a word or two."""
        if self.state == COMPLETED:
            return "completed by the robbed tile" if self.source == "kong" else "completed by the discard"
        if self.group[0] == KONG:
            return _KONGS[self.state]
        return "exposed" if self.state == EXPOSED else "concealed"

    @property
    def lies_open(self) -> str | None:
        """Why it is not concealed, as a sentence; None where it is."""
        if self.state == COMPLETED:
            return f"the {'robbed tile' if self.source == 'kong' else 'discard'} completed {self.name}"
        if self.state == CONCEALED:
            return None
        if self.state == ADDED_KONG:
            return f"{self.name} lies open"
        return f"{self.name} was claimed"

    def hidden(self, claimed_kong_hides: bool) -> bool:
        """Does it count as concealed for doubles?"""
        return self.state == CONCEALED or (self.state == CLAIMED_KONG and claimed_kong_hides)

    @property
    def is_triplet(self) -> bool:
        """A pung or a kong."""
        return self.group[0] in (PUNG, KONG)

    @property
    def is_pair(self) -> bool:
        """A pair."""
        return self.group[0] == PAIR


_KONGS = {
    CONCEALED: "concealed",
    EXPOSED: "exposed",
    CLAIMED_KONG: "claimed on a concealed pung",
    ADDED_KONG: "exposed",
}


def placed_sets(hand: Hand, score: Score, scorer: Scorer) -> tuple[PlacedSet, ...]:
    """All groups of the arrangement that was counted, those on the table first."""
    if scorer.manner.fu:
        return _read_sets(hand, score)
    laid = [PlacedSet(group, laid_state(given), True) for group, given in zip(score.groups, hand.sets, strict=False)]
    rest, at_win = score.groups[len(laid) :], _completed(hand, score, scorer.sets_for(hand))
    sets_read = [PlacedSet(group, CONCEALED, False) for group in rest]
    if at_win is not None:
        sets_read[rest.index(at_win)] = PlacedSet(at_win, COMPLETED, False, hand.source)
    return (*laid, *sets_read)


def _read_sets(hand: Hand, score: Score) -> tuple[PlacedSet, ...]:
    """The same of a score in which the set that the last tile completed is told (`mjlog.scoring.shares`)."""
    laid, claimed = zip(score.shares, hand.sets, strict=False), Win(hand).claimed
    sets_read = [PlacedSet(share[4][0], laid_state(given), True) for share, given in laid]
    for *_, groups, at in score.shares[len(hand.sets) :]:
        for number, group in enumerate(groups):
            if number in at:
                state, source = (COMPLETED, hand.source) if claimed else (CONCEALED, None)
                sets_read.append(PlacedSet(group, state, False, source, hand.tile))
            else:
                sets_read.append(PlacedSet(group, CONCEALED, False))
    return tuple(sets_read)


def _completed(hand: Hand, score: Score, sets: SetTable) -> Group | None:
    """The group that a claimed winning tile completed in the arrangement that was counted."""
    if hand.tile is None or not Win(hand).claimed:
        return None
    for share in score.shares[len(hand.sets) :]:
        for group in dict.fromkeys(share[4]):
            if hand.tile in group_tiles(group) and completed_share(share[4], group, sets) == share:
                return group
    return None
