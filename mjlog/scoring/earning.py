"""Which tiles earn an item: those that it names, or those that the pattern of its row speaks of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from mjlog.hands import group_tiles
from mjlog.scoring.facts import BonusFacts
from mjlog.scoring.han_worth import dora_of
from mjlog.scoring.hand import Hand, Item
from mjlog.scoring.judging import bonus_spoken_of
from mjlog.scoring.placed import PlacedSet
from mjlog.scoring.registry import BONUS_PATTERNS, DORA_PATTERNS, About, about
from mjlog.scoring.rows import ScoringRow
from mjlog.scoring.scorer import Scorer
from mjlog.tiles import format_tiles, is_dragon, is_wind


def row_of(item: Item, scorer: Scorer) -> ScoringRow | None:
    """The row of the scoring table that an item comes from; None where no row is worth it (an agreed value)."""
    return next((row for row in scorer.rows if (row.name, row.rule) == (item.name, item.rule)), None)


def tiles_spoken_of(
    chosen_by: About, tiles: Iterable[int], last: int | None, concealed_pungs: Iterable[Sequence[int]]
) -> list[int]:
    """The tiles that a pattern of whole hands speaks of.

    `chosen_by`: which those are; `tiles`: all kinds of the hand without bonus tiles; `last`: the kind that won;
    `concealed_pungs`: the tiles of the
    pungs and kongs that count as concealed.
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
    tiles = [*hand.concealed, *(kind for laid in hand.sets for kind in laid.tiles)]
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
    tiles = sorted([*hand.concealed, *hand.bonus, *(kind for laid in hand.sets for kind in laid.tiles)])
    indicators = hand.under if pattern == "under-dora" else hand.indicators
    pointed_at = dora_of(left_out)
    found = [kind for indicator in indicators for kind in tiles if kind == pointed_at[indicator]]
    return [*hand.bonus, *found] if pattern == "dora" else found
