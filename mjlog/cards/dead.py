"""Dead or alive: which lines of the card a player can still complete, by what lies face up.

*Dead* is a proof, *alive* no promise. On the basis `rack` only the player's own exposures count; on `table` everything
that lies face up. Source: docs/do/cards.md#rulings; american/dead-3;
american/tiles-1, american/joker-2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from operator import sub
from typing import NamedTuple

from mjlog.cards.document import COPIES, Card, ConcreteHand
from mjlog.cards.exposures import Exposure, Placement, placements, rest_of
from mjlog.cards.hand_index import NATURAL_KINDS, HandIndex, at_count, bits
from mjlog.tiles import HAND_TILES, JOKER, UNKNOWN


class Supply(NamedTuple):
    """What can still come to one player.

    `naturals`: per kind 0 … 42, those that lie nowhere face up. `jokers`: those neither discarded nor standing in an
    exposure. `standing`: kinds, and how many jokers stand for them in exposures, where a natural tile redeems them;
    `loose`: those in other players' exposures of jokers only, which are taken to be redeemable.
    """

    naturals: tuple[int, ...]
    jokers: int
    standing: tuple[tuple[int, int], ...]
    loose: int


def supply(own: Sequence[Exposure], others: Sequence[Exposure], visible: Sequence[int] | None) -> Supply:
    """What can still come, given the player's exposures, those of the others, and the discards per kind."""
    left = list(COPIES)
    if visible is not None:
        left = list(map(sub, COPIES, visible))
        if min(left) < 0:  # a faulty log, or tiles that nobody saw
            left = [max(0, count) for count in left]
    standing: dict[int, int] = {}
    for kind, _, naturals, jokers in (*own, *others):
        left[kind] = max(0, left[kind] - naturals)
        left[JOKER] = max(0, left[JOKER] - jokers)
        if jokers and kind != UNKNOWN:
            standing[kind] = standing.get(kind, 0) + jokers
    loose = sum([laid.jokers for laid in others if laid.kind == UNKNOWN])
    return Supply(tuple(left[:NATURAL_KINDS]), left[JOKER], tuple(standing.items()), loose)


RACK, TABLE = "rack", "table"

Tiles = tuple[tuple[int, int], ...]
"""Kinds, and how many of each."""


class Shortage(NamedTuple):
    """What cannot come any more for one hand whose exposures are placed.

    All by kind, beyond the naturals that can come. `redeem`: those wanted to take jokers out of groups where none may
    stand; `rigid`, `tiles`: those that the other groups want, where no joker stands and in all. `jokers`: jokers that
    can come.
    """

    redeem: dict[int, int]
    rigid: dict[int, int]
    tiles: dict[int, int]
    jokers: int


def shortage(hand: ConcreteHand, placed: Placement, own: Sequence[Exposure], come: Supply) -> Shortage:
    """What one hand lacks of what can come, if its exposures are placed so."""
    naturals, standing, jokers = list(come.naturals), dict(come.standing), come.jokers + come.loose
    redeem: dict[int, int] = {}
    for place, laid in zip(placed, own, strict=True):
        group = hand.groups[place]
        if laid.kind == UNKNOWN:
            standing[group.kind] = standing.get(group.kind, 0) + laid.jokers
        if not group.jokers and laid.jokers:
            standing[group.kind] -= laid.jokers
            jokers += laid.jokers
            # Naturals take the places of the jokers; those that cannot come are lacking.
            short = max(0, laid.jokers - naturals[group.kind])
            naturals[group.kind] -= laid.jokers - short
            if short:
                redeem[group.kind] = redeem.get(group.kind, 0) + short
    need, rigid = rest_of(hand.groups, placed)
    for kind, count in standing.items():
        jokers += min(count, max(0, naturals[kind] - need.get(kind, 0)))
    return Shortage(redeem, _beyond(rigid, naturals), _beyond(need, naturals), jokers)


def _beyond(wanted: dict[int, int], naturals: Sequence[int]) -> dict[int, int]:
    return {kind: count - naturals[kind] for kind, count in wanted.items() if count > naturals[kind]}


def missing(short: Shortage, basis: str) -> int:
    """How many tiles are missing for good: none for a hand that lives. On `rack` only jokers to be redeemed count."""
    redeem = sum(short.redeem.values())
    if basis == RACK:
        return redeem
    rigid = sum(short.rigid.values())
    return redeem + rigid + max(0, sum(short.tiles.values()) - rigid - short.jokers)


class Lack(NamedTuple):
    """What the line that a dead hand is nearest to lacks.

    `misfits`: exposures that are none of its groups. `tiles`: how many tiles of which kinds it wants beyond those that
    can still come; `rigid`: those among them that no joker stands for. `jokers`: how many jokers can still come.
    """

    line: int
    misfits: tuple[Exposure, ...]
    tiles: Tiles
    rigid: Tiles
    jokers: int


def lack_of(line: int, misfits: tuple[Exposure, ...], short: Shortage, basis: str) -> Lack:
    """A shortage in words for people: what is wanted to redeem jokers is wanted as well as what the groups lack."""
    rigid, tiles = Counter(short.redeem), Counter(short.redeem)
    if basis == TABLE:
        rigid.update(short.rigid)
        tiles.update(short.tiles)
    return Lack(line, misfits, tuple(sorted(tiles.items())), tuple(sorted(rigid.items())), short.jokers)


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

    def verdict(self, question: Question) -> Verdict:
        """The verdict on a hand, by the basis of the question."""
        if not question.own and question.basis == RACK:
            return self._untouched
        alive, doubtful = self._sifted(question)
        lives = alive or (doubtful and self._looked_at(doubtful, alive, question))
        return Verdict(not lives, question.basis, question, self)

    def living_lines(self, question: Question) -> tuple[int, ...]:
        """The lines that can still be completed, by index in card order."""
        alive, doubtful = self._sifted(question)
        if doubtful:
            alive |= self._looked_at(doubtful, alive, question)
        return tuple([line for line, mask in enumerate(self._index.lines) if mask & alive]) if alive else ()

    def _sifted(self, question: Question) -> tuple[int, int]:
        """Of the hands that have the exposures: those that can still be completed, and those to be looked at."""
        own, basis = question.own, question.basis
        holding, exposed = self._index.with_groups(self._among(own), own)
        if not holding:
            return 0, 0
        alive = plain = self._plainly_placed(holding, own, basis)
        if basis == TABLE:
            alive = self._supplied(plain, exposed, question.come())
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

    def _looked_at(self, doubtful: int, alive: int, question: Question) -> int:
        """The lines that have no living hand yet and get one, found by trying every way to place the exposures."""
        come = question.come()
        counts_lined = 0
        for lined in self._index.lines:
            if doubtful & lined and not alive & lined:
                for place in bits(doubtful & lined):
                    if any(not missing(short, question.basis) for short in self._shortages(place, question.own, come)):
                        counts_lined |= lined
                        break
        return counts_lined

    def _shortages(self, place: int, own: Sequence[Exposure], come: Supply) -> Iterator[Shortage]:
        hand = self._hands[place]
        for placed in placements(hand.groups, own, jokers_anywhere=True):
            yield shortage(hand, placed, own, come)

    def nearest(self, question: Question) -> Lack | None:
        """What is lacking for the first hand among those that hold the most exposures and lack the fewest tiles."""
        come = question.come()
        for number in range(len(question.own), -1, -1):
            lacks = [self._least_short(held, question, come) for held in combinations(range(len(question.own)), number)]
            best = min((each for each in lacks if each is not None), default=None, key=lambda each: each[:2])
            if best is not None:
                return best[2]
        return None

    def _least_short(self, held: tuple[int, ...], question: Question, come: Supply) -> tuple[int, int, Lack] | None:
        """Among the hands that hold some of the exposures: tiles missing, the hand, and what is lacking."""
        kept = [question.own[number] for number in held]
        misfits = tuple(laid for number, laid in enumerate(question.own) if number not in held)
        holding, _ = self._index.with_groups(self._among(question.own), kept)
        best: tuple[int, int, Lack] | None = None
        for place in bits(holding):
            for short in self._shortages(place, kept, come):
                lacking = missing(short, question.basis)
                if best is None or lacking < best[0]:
                    best = lacking, place, lack_of(self._hands[place].line, misfits, short, question.basis)
            if best is not None and not best[0]:
                break
        return best
