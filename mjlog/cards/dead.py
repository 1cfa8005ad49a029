"""Dead or alive: which lines of the card a player can still complete, by what lies face up.

*Dead* is a proof, *alive* no promise. On the basis `rack` only the player's own exposures count; on `table` everything
that lies face up. Source: docs/cards.md#rulings; american/dead-3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from mjlog.cards.document import Card, ConcreteHand
from mjlog.cards.exposures import Exposure, placements
from mjlog.cards.face_up import Supply, supply
from mjlog.cards.hand_index import HandIndex, at_count, bits
from mjlog.cards.shortages import RACK, TABLE, Lack, Shortage, lack_of, missing, shortage
from mjlog.tiles import HAND_TILES, UNKNOWN


class Question(NamedTuple):
    """What is asked of a hand. `own`: its exposures; `others`: those of the other players; `visible`: the discards."""

    own: Sequence[Exposure]
    others: Sequence[Exposure] = ()
    visible: Sequence[int] | None = None
    basis: str = RACK

    def come(self) -> Supply:
        """What can still come, as far as the basis looks."""
        if self.basis == RACK:
            return supply(self.own, (), None)
        return supply(self.own, self.others, self.visible)


@dataclass(frozen=True)
class Verdict:
    """Whether a hand is dead. `basis`: rack or table."""

    dead: bool
    basis: str
    question: Question = field(repr=False, compare=False)
    judge: Judge = field(repr=False, compare=False)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The lines that live, by index in card order."""
        return () if self.dead else self.judge.living_lines(self.question)

    @cached_property
    def nearest(self) -> Lack | None:
        """What the nearest line lacks; None for a hand that lives, or a card without a line that could be exposed."""
        return self.judge.nearest(self.question) if self.dead else None

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the lines that live."""
        return tuple(self.judge.card.lines[line].label for line in self.lines)


class Judge:
    """Verdicts by one card. `exposable`: the hands of its X lines."""

    def __init__(self, card: Card, hands: Sequence[ConcreteHand], index: HandIndex, exposable: int) -> None:
        self.card = card
        self._hands = hands
        self._index = index
        self._exposable = exposable
        self._untouched = Verdict(False, RACK, Question(()), self)

    def verdict(self, asked: Question) -> Verdict:
        """The verdict on a hand, by the basis of the question."""
        if not asked.own and asked.basis == RACK:
            return self._untouched
        alive, doubtful = self._sifted(asked)
        lives = alive or (doubtful and self._looked_at(doubtful, alive, asked))
        return Verdict(not lives, asked.basis, asked, self)

    def living_lines(self, asked: Question) -> tuple[int, ...]:
        """The lines that can still be completed, by index in card order."""
        alive, doubtful = self._sifted(asked)
        if doubtful:
            alive |= self._looked_at(doubtful, alive, asked)
        return tuple([line for line, mask in enumerate(self._index.lines) if mask & alive]) if alive else ()

    def _sifted(self, asked: Question) -> tuple[int, int]:
        """Of the hands that have the exposures: those that can still be completed, and those to be looked at."""
        own, basis = asked.own, asked.basis
        holding, exposed = self._index.with_groups(self._among(own), own)
        if not holding:
            return 0, 0
        alive = plain = self._plainly_placed(holding, own, basis)
        if basis == TABLE:
            alive = self._supplied(plain, exposed, asked.come())
        return alive, holding & ~plain

    def _among(self, own: Sequence[Exposure]) -> int:
        return self._exposable if own else self._index.all

    def _plainly_placed(self, holding: int, own: Sequence[Exposure], basis: str) -> int:
        """Those hands where no exposure with jokers has to be a group without, or on `table` might be one."""
        alike: dict[tuple[int, int], int] = {}
        for kind, size, _, jokers in own:
            if kind == UNKNOWN:
                return 0
            if jokers or basis == TABLE:
                number = alike[kind, size] = alike.get((kind, size), 0) + 1
                holding &= at_count(self._index.flexible, kind, size, number)
        if basis == TABLE:
            for kind, size in alike:
                holding &= ~at_count(self._index.firm, kind, size, 1)
        return holding

    def _supplied(self, alive: int, exposed: dict[int, int], come: Supply) -> int:
        """Those hands whose other groups can still come, every exposure being a group that takes jokers.

        A natural that redeems a joker counts as that joker: it is worth as much where jokers stand, and where none
        stands the natural itself was counted before.
        """
        index = self._index
        for kind, most in index.rigid_kinds:
            if come.naturals[kind] < most:
                alive &= index.rigid[kind][come.naturals[kind]]
        limits = list(come.naturals)
        jokers = come.jokers + come.loose
        for kind, standing in come.standing:
            redeemable = min(standing, limits[kind])
            limits[kind] -= redeemable
            jokers += redeemable
        for kind, count in exposed.items():
            limits[kind] = min(limits[kind] + count, HAND_TILES)
        return index.within(alive, limits, jokers)

    def _looked_at(self, doubtful: int, alive: int, asked: Question) -> int:
        """The lines that have no living hand yet and get one, found by trying every way to place the exposures."""
        come = asked.come()
        found = 0
        for lined in self._index.lines:
            if doubtful & lined and not alive & lined:
                for place in bits(doubtful & lined):
                    if any(not missing(short, asked.basis) for short in self._shortages(place, asked.own, come)):
                        found |= lined
                        break
        return found

    def _shortages(self, place: int, own: Sequence[Exposure], come: Supply) -> Iterator[Shortage]:
        hand = self._hands[place]
        for placed in placements(hand.groups, own, jokers_anywhere=True):
            yield shortage(hand, placed, own, come)

    def nearest(self, asked: Question) -> Lack | None:
        """What is lacking for the first hand among those that hold the most exposures and lack the fewest tiles."""
        come = asked.come()
        for number in range(len(asked.own), -1, -1):
            found = [self._least_short(held, asked, come) for held in combinations(range(len(asked.own)), number)]
            best = min((each for each in found if each is not None), default=None, key=lambda each: each[:2])
            if best is not None:
                return best[2]
        return None

    def _least_short(self, held: tuple[int, ...], asked: Question, come: Supply) -> tuple[int, int, Lack] | None:
        """Among the hands that hold some of the exposures: tiles missing, the hand, and what is lacking."""
        kept = [asked.own[number] for number in held]
        misfits = tuple(laid for number, laid in enumerate(asked.own) if number not in held)
        holding, _ = self._index.with_groups(self._among(asked.own), kept)
        best: tuple[int, int, Lack] | None = None
        for place in bits(holding):
            for short in self._shortages(place, kept, come):
                lacking = missing(short, asked.basis)
                if best is None or lacking < best[0]:
                    best = lacking, place, lack_of(self._hands[place].line, misfits, short, asked.basis)
            if best is not None and not best[0]:
                break
        return best
