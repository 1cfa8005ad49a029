"""Hands of a goulash: what their wild tiles stand for, and what the hand is worth so.

A hand counts as what brings the most. What wild tiles of a winner stand for completes the hand; those of a loser stand
for what makes sets and pairs of it.

Source: bmja/goulash.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace as changed

from mjlog.hands import Forms, lacking, meant, plain, stand_ins
from mjlog.scoring.hand import GOULASH, Hand, Item, Score
from mjlog.tiles import CODES, FIRST_HONOR, PLAIN_KINDS, tile_name

_MOST_FOR_ALL = 2
"""Of more wild tiles than these a loser's are tried as what the hand holds or lacks only: so many ways there are."""


class WildTiles:
    """How hands with wild tiles are counted: by the best of the hands that they can be.

    `score`: counts what counts in a goulash, and asks of no tile whether it is wild; `forms`: the complete hands;
    `rule`: the one that makes tiles wild.
    """

    def __init__(self, score: Callable[[Hand], Score], forms: Forms, rule: str) -> None:
        self.score, self.forms, self.rule = score, forms, rule

    def best(self, hand: Hand) -> tuple[Hand, Score]:
        """The hand as it counts, every tile as what it stands for, and its score."""
        found = ((one, self.score(one)) for one in self._readings(hand))
        best, score = max(found, key=lambda each: _rank(each[1]))
        return best, changed(score, items=(*score.items, *self._items(hand, best)))

    def _readings(self, hand: Hand) -> Iterator[Hand]:
        """The hands that this can be."""
        wild = self.forms.wild
        sets = tuple(changed(laid, tiles=meant(laid.tiles, wild)) for laid in hand.sets)
        as_it_is = changed(hand, sets=sets, flags=hand.flags - {GOULASH}, shown=None, completes=None)
        natural = tuple(kind for kind in hand.concealed if kind != wild)
        ways = list(self._ways(as_it_is))
        for kinds in ways:
            tiles = {*kinds} if hand.tile == wild else {hand.tile}
            for tile in sorted(tiles, key=lambda kind: -1 if kind is None else kind):
                yield changed(as_it_is, concealed=tuple(sorted((*natural, *kinds))), tile=tile)
        if not ways:
            yield as_it_is

    def _ways(self, hand: Hand) -> Iterable[tuple[int, ...]]:
        """What the wild tiles can stand for: kinds, one a tile."""
        counts = [hand.concealed.count(kind) for kind in range(PLAIN_KINDS)]
        laid, number = [one.tiles for one in hand.sets], counts[self.forms.wild]
        if hand.won:
            return stand_ins(counts, len(laid), self.forms, laid)
        kinds: Iterable[int] = range(PLAIN_KINDS)
        if number > _MOST_FOR_ALL:
            counts[self.forms.wild] = 0
            lack = lacking(counts, len(laid), forms=plain(self.forms), laid=laid)
            held = (kind for kind, count in enumerate(counts) if count)
            kinds = sorted({*held, *lack.kinds, *range(FIRST_HONOR, PLAIN_KINDS)})
        return itertools.combinations_with_replacement(kinds, number)

    def _items(self, hand: Hand, best: Hand) -> Iterator[Item]:
        """What each wild tile stands for; nothing of one that is what it says."""
        wild = self.forms.wild
        stood_for = list(best.concealed)
        for kind in (kind for kind in hand.concealed if kind != wild):
            stood_for.remove(kind)
        for laid in hand.sets:
            stood_for += [meant(laid.tiles, wild)[0]] * laid.tiles.count(wild)
        for kind in sorted(kind for kind in stood_for if kind != wild):
            yield Item(f"{tile_name(wild)}, wild, as {tile_name(kind)}", 0, 0, self.rule, CODES[wild])


def _rank(score: Score) -> tuple[int, int, int]:
    return -1 if score.total is None else score.total, score.uncapped, score.points
