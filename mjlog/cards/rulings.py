"""Rulings by a score card: is it mahjong, which line it may be, is the hand dead.

    rulings = rulings_for(card)
    rulings.match(counts, exposures)         # fourteen tiles: a Match, or None
    rulings.dead(exposures, basis="rack")    # a Verdict, with the lines that live

The card is expanded once, and its hands are kept as bits (`mjlog.cards.hand_index`): a ruling takes microseconds.
Source: docs/do/cards.md#rulings.

Of hands with unseen tiles: docs/understand/certainty.md#what-is-concluded.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from mjlog.cards.dead import RACK, Judge, Question, Verdict
from mjlog.cards.document import Card, ConcreteHand
from mjlog.cards.expand import expand
from mjlog.cards.exposures import Exposure, Rest, placements, rest_of
from mjlog.cards.hand_index import NATURAL_KINDS, HandIndex, bits
from mjlog.cards.matcher import Counts, Match, Matcher, NearLine, as_concealed, lacking, nearest_lines
from mjlog.tiles import HAND_TILES, JOKER, UNKNOWN

_MOST_KEPT = 16
_kept: dict[str, Rulings] = {}


class Rulings:
    """All rulings by one card. Tiles are counts per kind: jokers at JOKER, flowers and seasons at ANY_FLOWER."""

    def __init__(self, card: Card, hands: tuple[ConcreteHand, ...]) -> None:
        """`hands`: the concrete hands of the card, in the order of their lines."""
        self.card = card
        self.hands = hands
        self._index = index = HandIndex(hands, len(card.lines))
        self._exposable = sum(mask for line, mask in zip(card.lines, index.lines, strict=True) if line.exposed)
        self._matcher = Matcher(card, hands, index)
        self._free = Matcher(card, hands, index, free=True)
        self._judge = Judge(card, hands, index, self._exposable)
        self._latest: tuple[object, Match | None] = (None, None)
        self._numbers = {line.label: number for number, line in reversed(list(enumerate(card.lines)))}

    def match(self, counts: Counts, exposures: Sequence[Exposure] = ()) -> Match | None:
        """The line that fourteen tiles are, or None: neither fewer nor other tiles are mahjong (american/card-1)."""
        # Who has won is asked about several times: when it is declared, shown, scored and paid.
        asked, latest = (tuple(counts), tuple(exposures)), self._latest
        if latest[0] == asked:
            return latest[1]
        fitting = self._matcher.fitting(counts, exposures, self._among(exposures))
        match = self._matcher.match(fitting, counts, exposures) if fitting else None
        if fitting:
            self._latest = asked, match
        return match

    def match_line(self, counts: Counts, exposures: Sequence[Exposure], label: str) -> Match | None:
        """The same for one line, which the player named (american/pay-5); None too if the card has no such line."""
        number = self._numbers.get(label)
        if number is None:
            return None
        among = self._among(exposures) & self._index.lines[number]
        return self._matcher.match(self._matcher.fitting(counts, exposures, among), counts, exposures)

    def match_with_free_jokers(self, counts: Counts, exposures: Sequence[Exposure] = ()) -> Match | None:
        """What the tiles would be if jokers could stand in pairs and singles too (american/joker-1)."""
        fitting = self._free.fitting(counts, exposures, self._among(exposures))
        return self._free.match(fitting, counts, exposures)

    def match_concealed(self, counts: Counts, exposures: Sequence[Exposure]) -> Match | None:
        """The concealed line (C) that the fourteen tiles would be if nothing were laid open (american/call-6).

        The sets on the table are groups of it where they can be; else their tiles count as concealed ones.
        """
        among = self._index.all & ~self._exposable
        placed = self._matcher.match(self._matcher.fitting(counts, exposures, among), counts, exposures)
        held = None if placed or not exposures else as_concealed(counts, exposures)
        if held is None:
            return placed
        return self._matcher.match(self._matcher.fitting(held, (), among), held, ())

    def possible(
        self, counts: Counts, unknown: int, left: Sequence[int], exposures: Sequence[Exposure] = ()
    ) -> tuple[int, ...]:
        """The lines that a hand may be of which `unknown` concealed tiles were not seen, by index in card order.

        `left`: how many tiles of each kind can be among those.
        """
        seen = HalfSeen(counts, unknown, left, exposures)
        return possible_lines(seen, self._among(exposures), self.hands, self._index)

    def nearest(self, counts: Counts, exposures: Sequence[Exposure] = (), most: int = 3) -> list[NearLine]:
        """The lines that a hand, all of whose tiles were seen, lacks least of."""
        return nearest_lines(counts, exposures, self._among(exposures), self.hands, self._index, most)

    def lacking(self, counts: Counts, exposures: Sequence[Exposure] = ()) -> tuple[int, frozenset[int]]:
        """How many tiles a hand lacks of its nearest line, and the kinds of which one more makes that less."""
        return lacking(counts, exposures, self._among(exposures), self.hands, self._index)

    def dead(
        self,
        exposures: Sequence[Exposure],
        *,
        visible: Sequence[int] | None = None,
        others: Sequence[Exposure] = (),
        basis: str = RACK,
    ) -> Verdict:
        """Whether no line can be completed any more with these sets laid open (american/dead-3).

        `visible`: the discards per kind; `others`: what the other players have laid open. Both count on the basis
        `table` only.
        """
        discards = None if visible is None else tuple(visible)
        return self._judge.verdict(Question(tuple(exposures), tuple(others), discards, basis))

    def _among(self, exposures: Sequence[Exposure]) -> int:
        return self._exposable if exposures else self._index.all


def rulings_for(card: Card) -> Rulings:
    """The rulings by a card; of the cards used last, by their digest, the same object again."""
    rulings = _kept.pop(card.digest, None) if card.digest else None
    if rulings is None:
        rulings = Rulings(card, expand(card))
    if card.digest:
        _kept[card.digest] = rulings
        while len(_kept) > _MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
    return rulings


class HalfSeen(NamedTuple):
    """A hand of which some tiles were not seen.

    `counts`: the concealed tiles that were, per kind; `unknown`: how many were not; `left`: how many tiles of each kind
    can be among those.
    """

    counts: Sequence[int]
    unknown: int
    left: Sequence[int]
    exposures: Sequence[Exposure]


def possible_lines(seen: HalfSeen, among: int, hands: Sequence[ConcreteHand], index: HandIndex) -> tuple[int, ...]:
    """The lines of which a hand of the mask can be this one, in card order."""
    laid = sum(exposure.size for exposure in seen.exposures)
    if sum(seen.counts) + seen.unknown + laid != HAND_TILES or seen.counts[UNKNOWN]:
        return ()
    # By counting, the hands that are not ruled out: too many rather than too few.
    among, exposed = index.with_groups(among, seen.exposures)
    for kind in compress(range(NATURAL_KINDS), seen.counts):
        among &= index.need[kind][seen.counts[kind] + exposed.get(kind, 0)]
    if all(exposure.kind != UNKNOWN for exposure in seen.exposures):
        limits = [
            min(HAND_TILES, seen.counts[kind] + seen.left[kind] + exposed.get(kind, 0)) for kind in range(NATURAL_KINDS)
        ]
        for kind, _ in index.rigid_kinds:
            among &= index.rigid[kind][limits[kind]]
        among = index.within(among, limits, seen.counts[JOKER] + seen.left[JOKER])
    return tuple(
        number
        for number, mask in enumerate(index.lines)
        if any(
            _fills(seen, rest_of(hands[place].groups, placed))
            for place in bits(mask & among)
            for placed in placements(hands[place].groups, seen.exposures)
        )
    )


def _fills(seen: HalfSeen, rest: Rest) -> bool:
    """Whether unseen tiles can complete what is left: as many naturals as must be, no more than can be."""
    fewest = most = known = 0
    for kind, need in rest.need.items():
        held = seen.counts[kind]
        can = held + seen.left[kind]
        rigid = rest.rigid.get(kind, 0)
        if held > need or rigid > can:
            return False
        known += held
        fewest += max(0, rigid - held)
        most += min(need, can) - held
    all_placed = known + seen.counts[JOKER] == sum(seen.counts)
    return all_placed and fewest <= seen.unknown <= most + seen.left[JOKER]
