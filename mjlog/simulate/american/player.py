"""A simulated player of the American game: chooses lines of the card, passes, calls and exchanges what they need."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.cards.document import HandGroup
from mjlog.cards.exposures import Exposure
from mjlog.cards.matcher import Match
from mjlog.rules.by_card import exposures_of
from mjlog.rules.claim import SIZES
from mjlog.seats import Seat
from mjlog.simulate.american.goals import CardGoal, CardGoals, Distance, distance
from mjlog.simulate.chance import Chance
from mjlog.table import Place, Table
from mjlog.tiles import JOKER

_CALLS = {size: name for name, size in SIZES.items()}
_LOOKED_AT, _KEPT = 14, 4
"""Hands of the card that a player looks at, and those of them that stay in mind."""
_WEIGHTS = (8.0, 2.0, 1.0, 0.5)
"""How much a tile is worth that is wanted by the first goal in mind, the second, and so on."""
_FAITH = 0.8
"""How much further another goal may be before it is left for a nearer one."""
_TURNS_OF_FAITH = 4
"""How many turns a player goes on without looking at the whole card again."""
_FAVOURED = 3.0
"""How much nearer a favourite section seems than it is."""
_WHIM = 1.0
"""How much nearer than it is a hand of the card may seem to one player."""
_NONE: list[float] = []


class CardStyle(NamedTuple):
    """How somebody plays: shares of all cases from 0 to 1.

    `calls`: calls a tile that helps; `greed`: how much a high value draws, in steps a hundred points; `dreams`: goes
    for one section of the card in a hand; `exchanges`: takes a joker that can be had; `agrees`: to a second Charleston
    that would help little; `gives`: offers tiles in the courtesy; `blind`: passes tiles on unseen without need;
    `overlooks`: does not see a win or a call; `names`: says what is discarded; `passes`: says so when letting a discard
    go; `tells`: says which line of the card a win is.
    """

    calls: float
    greed: float
    dreams: float
    exchanges: float
    agrees: float
    gives: float
    blind: float
    overlooks: float
    names: float
    passes: float
    tells: float


def a_card_style(chance: Chance) -> CardStyle:
    """How one player of a game plays."""
    return CardStyle(
        calls=chance.pick((0.6, 0.9, 1.0)),
        greed=chance.pick((0.0, 0.5, 2.0)),
        dreams=chance.pick((0.1, 0.4, 0.8)),
        exchanges=chance.pick((0.8, 1.0)),
        agrees=chance.pick((0.7, 0.9, 1.0)),
        gives=chance.pick((0.2, 0.6, 1.0)),
        blind=chance.pick((0.0, 0.0, 0.1)),
        overlooks=chance.pick((0.0, 0.01, 0.05)),
        names=chance.pick((0.2, 0.9, 1.0)),
        passes=chance.pick((0.0, 0.0, 0.02, 0.3)),
        tells=chance.pick((0.5, 1.0)),
    )


class CardPlayer:
    """One player during one hand. Sees its own tiles and what lies on the table, and nothing else.

    `goals`: the hands of the card in mind, the first one foremost, each with how far the tiles are from it; `waits`:
    the kinds that would complete one of them.
    """

    def __init__(self, style: CardStyle, table: Table, seat: Seat, card: CardGoals, chance: Chance) -> None:
        self.style, self.table, self.seat, self.card, self.chance = style, table, seat, card, chance
        self.goals: list[tuple[CardGoal, Distance]] = []
        self.waits: frozenset[int] = frozenset()
        self._turns = 0
        dreams = bool(card.sections) and chance.happens(style.dreams)
        self._favourite = chance.pick(card.sections) if dreams else None

    @property
    def place(self) -> Place:
        """The player's place; a win that is taken back puts another in its stead."""
        return self.table.places[self.seat.index]

    @property
    def passes(self) -> float:
        """The share of discards of which the player says aloud that they may go."""
        return self.style.passes

    @property
    def steps(self) -> int:
        """How many tiles are lacking for the nearest goal."""
        return min((far.steps for _goal, far in self.goals), default=14)

    # -- goals --------------------------------------------------------------------------------------------------------

    def choose(self) -> None:
        """Look at the card: which hands are near, the one in mind somewhat before others."""
        place = self.place
        exposures = self.exposures()
        kept = self.goals[0][0].number if self.goals else -1
        if exposures:
            counts = place.held.copy()
            for kind, size, _naturals, _jokers in exposures:
                counts[kind] += size
            numbers = self.card.with_exposed(counts, exposures, _LOOKED_AT)
        else:
            numbers = self.card.near(place.held, _LOOKED_AT)
        if self._favourite is not None and not exposures:
            numbers = numbers[: _LOOKED_AT // 2] + self.card.near(place.held, _LOOKED_AT // 2, self._favourite)
        goals = []
        for number in dict.fromkeys((*([kept] if kept >= 0 else []), *numbers)):
            goal = self.card.goal(number, exposures)
            far = distance(goal, place.held, self.table.visible) if goal is not None else None
            if goal is not None and far is not None:
                goals.append((self._charm(goal, far) - _FAITH * (number == kept), goal, far))
        goals.sort(key=lambda rated: rated[0])
        self.goals = [(goal, far) for _charm, goal, far in goals[:_KEPT]]
        self._turns = 0

    def _charm(self, goal: CardGoal, far: Distance) -> float:
        """What speaks against a goal: how hard it is to reach, less what it promises."""
        favourite = self._favourite is not None and self._favourite[0] <= goal.number < self._favourite[1]
        return far.cost - goal.value / 100 * self.style.greed - _FAVOURED * favourite - _WHIM * self.chance.number()

    def exposures(self) -> list[Exposure]:
        """What the player has laid open."""
        return exposures_of(self.place) or []

    def take_up(self) -> None:
        """A turn begins: the goals are looked at with the new tile, now and then all of the card."""
        self._turns += 1
        self.look(self.table)
        if self._turns >= _TURNS_OF_FAITH or not self.goals:
            self.choose()

    def look(self, table: Table) -> None:
        """How far the hand is from the goals in mind as it is now, and what would complete it."""
        held, visible = self.place.held, table.visible
        measured = [(goal, distance(goal, held, visible)) for goal, _far in self.goals]
        self.goals = [(goal, far) for goal, far in measured if far is not None]
        waits: set[int] = set()
        for goal, far in self.goals:
            if far.steps == 1:
                rigid = [need.kind for need in goal.needs if held[need.kind] < need.rigid]
                wanted = [need.kind for need in goal.needs if held[need.kind] < need.wanted]
                waits.update(rigid or wanted + [JOKER] * (far.places > 0))
        self.waits = frozenset(waits)

    def match(self, more: int | None = None) -> Match | None:
        """The ruling of the card on the hand, with one tile more where that is called."""
        counts = self.place.held
        if more is not None:
            counts = counts.copy()
            counts[more] += 1
        return self.card.rulings.match(counts, self.exposures())

    # -- tiles to part with -------------------------------------------------------------------------------------------

    def worths(self) -> dict[int, list[float]]:
        """Per kind of the rack, for its first tile, its second …: how much it is worth keeping."""
        held = self.place.held
        worth = {kind: [0.0] * count for kind, count in enumerate(held) if count}
        jokers = worth.get(JOKER, [])
        jokers[:] = [1.0] * len(jokers)
        for weight, (goal, far) in zip(_WEIGHTS, self.goals, strict=False):
            for kind, wanted, _rigid, _copies in goal.needs:
                row = worth.get(kind, _NONE)
                for copy in range(min(len(row), wanted)):
                    row[copy] += weight
            for copy in range(min(len(jokers), far.places)):
                jokers[copy] += weight
        return worth

    def discards(self) -> list[int]:
        """The kinds to discard, the one that is least worth keeping first."""
        number = self.chance.number
        return [
            kind for _worth, kind in sorted((row[-1] + 0.4 * number(), kind) for kind, row in self.worths().items())
        ]

    def spare(self) -> list[tuple[float, int]]:
        """The tiles that could be passed on, and what each is worth, the least worth first; never jokers."""
        number = self.chance.number
        rows = self.worths().items()
        return sorted((worth + 0.4 * number(), kind) for kind, row in rows if kind != JOKER for worth in row)

    # -- calls and exchanges ------------------------------------------------------------------------------------------

    def call(self, kind: int) -> tuple[str, tuple[int, ...]] | None:
        """The group to call this discard for, and its tiles; None to let it go."""
        if not self.goals or not self.goals[0][0].open or kind in self.waits:
            # What would complete the hand is called for mahjong, or was overlooked.
            return None
        (goal, far), style = self.goals[0], self.style
        for group in goal.groups:
            if group.kind == kind and group.size in _CALLS:
                tiles = self._tiles_for(goal, group)
                if tiles is None:
                    continue
                # With this group laid open the hand must be nearer to its goal.
                held, jokers = self.place.held.copy(), tiles.count(JOKER)
                held[group.kind] -= group.size - 1 - jokers
                held[JOKER] -= jokers
                after = distance(self.card.without(goal, group), held, self.table.visible)
                if after is None or after.steps >= far.steps:
                    continue
                if self.chance.happens(style.calls) and not self.chance.happens(style.overlooks):
                    return _CALLS[group.size], tiles
        return None

    def _tiles_for(self, goal: CardGoal, group: HandGroup) -> tuple[int, ...] | None:
        """A called group out of the player's own tiles: naturals that no pair or single wants, then jokers."""
        (kind, size, takes_jokers), held = group, self.place.held
        rigid = next(need.rigid for need in goal.needs if need.kind == kind) - (0 if takes_jokers else size)
        naturals = min(size - 1, max(0, held[kind] - rigid))
        jokers = size - 1 - naturals
        if jokers > (held[JOKER] if takes_jokers else 0):
            return None
        return (kind,) * (naturals + 1) + (JOKER,) * jokers

    def can_give(self, kind: int) -> bool:
        """Whether a tile can go for a joker without harm: no pair or single of the goal in mind wants it."""
        if not self.place.held[kind] or not self.goals:
            return False
        rigid = next((need.rigid for need in self.goals[0][0].needs if need.kind == kind), 0)
        return self.place.held[kind] > rigid
