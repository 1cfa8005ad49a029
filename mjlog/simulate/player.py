"""A simulated player: builds a hand, claims what brings it nearer, makes kongs, now and then overlooks something.

In a goulash a player keeps wild tiles, and three times gives the three least useful ones away. Source: bmja/goulash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mjlog import events as ev
from mjlog.hands import lacking, waits
from mjlog.hands.shapes import ONE_TILE, pack, parts
from mjlog.seats import SEATS, Seat
from mjlog.simulate.chance import Chance
from mjlog.simulate.goals import ANY_HAND, KEPT, KEPT_ALIKE, Goal, any_hand, goals, great_goals, is_usual
from mjlog.simulate.recorder import Recorder
from mjlog.table import Place, Table
from mjlog.table.passing import TILES_PASSED
from mjlog.table.unseen import rests_of_set, runs_with
from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS, TILES


def waits_of(table: Table, place: Place) -> Sequence[int]:
    """The kinds of which one tile more completes the concealed tiles."""
    laid = [laid_set.tiles for laid_set in place.sets]
    return waits(place.held, len(laid), forms=table.plan.forms, laid=laid)


_FOREIGN = 100
"""How much less a tile that does not belong to the goal is worth keeping."""
_LATE = 24
"""Live tiles left when a player gives up a goal that is still far."""


class Style(NamedTuple):
    """How somebody plays: shares of all cases from 0 to 1.

    `claims`: claims a set that helps; `honors`: claims one that does not help yet; `kongs`: makes one that does no
    harm; `aims`: follows a goal that lies near; `dreams`: only one of great worth; `patience`: steps more that a goal
    may take; `overlooks`: does not see a win or a claim; `names`: says what is discarded; `passes`: says so when
    letting a discard go.
    """

    claims: float
    honors: float
    kongs: float
    aims: float
    dreams: bool
    patience: int
    overlooks: float
    names: float
    passes: float


def a_style(chance: Chance, dreams: bool) -> Style:
    """How one player of a game plays; at a table that `dreams` everybody goes for great hands, and has the time."""
    return Style(
        claims=chance.pick((0.1, 0.5, 0.8, 0.95, 1.0)),
        honors=chance.pick((0.0, 0.2, 0.6)),
        kongs=chance.pick((0.5, 0.9, 1.0)),
        aims=1.0 if dreams else chance.pick((0.1, 0.5, 0.9)),
        dreams=dreams,
        patience=2 if dreams else chance.pick((-1, 0, 0, 1)),
        overlooks=chance.pick((0.0, 0.01, 0.05)),
        names=chance.pick((0.0, 0.0, 0.2, 1.0)),
        passes=chance.pick((0.0, 0.0, 0.02, 0.3)),
    )


class Player:
    """One player during one hand. Sees its own tiles and what lies on the table, and nothing else.

    `waits`: the kinds that would complete the hand as it is between two turns.
    """

    def __init__(self, style: Style, place: Place, chance: Chance) -> None:
        self.style, self.place, self.chance = style, place, chance
        self.goal: Goal = ANY_HAND
        self.waits: Sequence[int] = ()
        self.steps = 9

    @property
    def passes(self) -> float:
        """The share of discards of which the player says aloud that they may go."""
        return self.style.passes

    def sort_hand(self, table: Table) -> None:
        """Look at the dealt tiles: choose what to build."""
        self.goal = any_hand(table.plan.forms)
        if self.chance.happens(self.style.aims):
            packed = pack(self.place.held)
            limit = self.goal.steps(packed, 0) + self.style.patience
            number = self.chance.number
            choice = (great_goals if self.style.dreams else goals)(table.plan.forms)
            far = [(goal.steps(packed, 0), more, goal) for goal, more in choice]
            # Of those that are near enough, rather a near one.
            near = [(steps - more + 4 * number(), goal) for steps, more, goal in far if steps <= limit + more]
            if near:
                self.goal = min(near, key=lambda rated: rated[0])[1]
        self.look(table)

    def look(self, table: Table) -> None:
        """The hand between two turns: how far it is, and what would complete it."""
        place = self.place
        packed = pack(place.held)
        sets = len(place.sets)
        usual = any_hand(table.plan.forms, [laid_set.tiles for laid_set in place.sets])
        gives_up = is_usual(self.goal) or not self.goal.fits(place)
        if not gives_up and table.live_left < _LATE:
            steps = self.goal.steps(packed, sets)
            gives_up = steps > 2 and usual.steps(packed, sets) < steps
        if gives_up:
            self.goal = usual
        self.steps = self.goal.steps(packed, sets)
        self.waits = waits_of(table, place)

    def waits_without(self, table: Table, kind: int) -> Sequence[int]:
        """What would complete the hand after this discard."""
        self.place.held[kind] -= 1
        waits_left = waits_of(table, self.place)
        self.place.held[kind] += 1
        return waits_left

    # -- discards -------------------------------------------------------------------------------------------------

    def discards(self, table: Table) -> Iterator[int]:
        """The kinds to discard, best first; who has made the original call gives the tile just drawn."""
        place = self.place
        held = [kind for kind in range(PLAIN_KINDS) if place.held[kind]]
        kind = place.last_drawn if place.calling else None
        while held:
            if kind is None:
                kind = self._best_discard(table, held)
            yield kind
            held = [other for other in held if other != kind]
            kind = None

    def _best_discard(self, table: Table, held: Sequence[int]) -> int:
        """Of these kinds the one that leaves the hand nearest to its goal, and is least worth keeping."""
        place = self.place
        packed, sets = pack(place.held), len(place.sets)
        steps = self.goal.steps
        distances = [steps(packed - ONE_TILE[kind], sets) for kind in held]
        nearest = min(distances)
        best = [kind for kind, distance in zip(held, distances, strict=True) if distance == nearest]
        if len(best) == 1:
            return best[0]
        if nearest == 1 and is_usual(self.goal):
            visible, hand = table.visible, place.held
            # The one after which most tiles could come that complete the hand.
            return max(best, key=lambda kind: sum(4 - visible[w] - hand[w] for w in self.waits_without(table, kind)))
        kept = KEPT if self.goal.chows else KEPT_ALIKE
        bamboo, characters, dots, honors = parts(packed)
        worth = [*kept[bamboo], *kept[characters], *kept[dots], *KEPT_ALIKE[honors]]
        if not is_usual(self.goal):
            kinds = self.goal.kinds
            worth = [
                value - (0 if ONE_TILE[kind] & kinds else _FOREIGN) for kind, value in enumerate(worth[:PLAIN_KINDS])
            ]
        number = self.chance.number
        return min(best, key=lambda kind: worth[kind] + number())

    # -- claims ---------------------------------------------------------------------------------------------------

    def claim(self, table: Table, kind: int, from_left: bool) -> tuple[str, tuple[int, ...]] | None:
        """The set to call this discard for, and its tiles; None to let it go."""
        place = self.place
        if place.calling or not self.goal.open or not ONE_TILE[kind] & self.goal.kinds:
            return None
        held = place.held
        chow = from_left and self.goal.chows and kind < FIRST_HONOR
        if held[kind] < 2 and not (chow and any(held[low] and held[other] for low, other in runs_with(kind))):
            return None
        if self.chance.happens(self.style.overlooks):
            return None
        packed, sets = pack(held), len(place.sets) + 1
        if held[kind] >= 2:
            call = self._alike(packed, sets, kind, held[kind])
            if call is not None:
                return call
        return self._chow(packed, sets, kind, held) if chow else None

    def _alike(self, packed: int, sets: int, kind: int, count: int) -> tuple[str, tuple[int, ...]] | None:
        each_tile = ONE_TILE[kind]
        wants_kong = count == 3 and self.chance.happens(self.style.kongs * self.style.claims)
        if wants_kong and self.goal.steps(packed - 3 * each_tile, sets) <= self.steps:
            return "kong", (kind,) * 4
        after = self.goal.steps(packed - 2 * each_tile, sets)
        if after < self.steps and self.chance.happens(self.style.claims):
            return "pung", (kind,) * 3
        if after == self.steps and kind >= FIRST_HONOR and self.chance.happens(self.style.honors):
            return "pung", (kind,) * 3
        return None

    def _chow(self, packed: int, sets: int, kind: int, held: list[int]) -> tuple[str, tuple[int, ...]] | None:
        best: tuple[int, ...] | None = None
        nearest = self.steps
        for low, other in runs_with(kind):
            if held[low] and held[other]:
                after = self.goal.steps(packed - ONE_TILE[low] - ONE_TILE[other], sets)
                if after < nearest:
                    best, nearest = tuple(sorted((kind, low, other))), after
        return ("chow", best) if best is not None and self.chance.happens(self.style.claims) else None

    # -- kongs and sets out of the hand ---------------------------------------------------------------------------

    def kongs(self) -> list[tuple[str, int]]:
        """Kongs out of the hand that do it no harm: `concealed` or `added`, and the kind."""
        place = self.place
        held = place.held
        laid = [laid_set.tiles[0] for laid_set in place.sets if laid_set.kind == "pung" and held[laid_set.tiles[0]]]
        fours = [kind for kind in range(PLAIN_KINDS) if held[kind] == 4]
        if not (laid or fours) or place.calling or not self.goal.open:
            return []
        packed, sets, steps = pack(held), len(place.sets), self.goal.steps
        now = steps(packed, sets)
        kongs = [("added", kind) for kind in laid if steps(packed - ONE_TILE[kind], sets) <= now]
        kongs += [("concealed", kind) for kind in fours if steps(packed - 4 * ONE_TILE[kind], sets + 1) <= now]
        return [kong for kong in kongs if self.chance.happens(self.style.kongs)]

    def self_drawn_sets(self) -> list[tuple[str, tuple[int, ...]]]:
        """Pungs and chows in the hand that can be laid face down without harm."""
        held, packed, sets = self.place.held, pack(self.place.held), len(self.place.sets) + 1
        sets_held: list[tuple[str, tuple[int, ...]]] = [("pung", (kind,) * 3) for kind in range(34) if held[kind] == 3]
        runs = [kind for kind in range(FIRST_HONOR) if kind % 9 <= 6 and all(held[kind : kind + 3])]
        sets_held += [("chow", (kind, kind + 1, kind + 2)) for kind in runs]
        now = self.goal.steps(packed, sets - 1)
        return [laid for laid in sets_held if self.goal.steps(packed - sum(ONE_TILE[k] for k in laid[1]), sets) <= now]


# -- in a goulash -----------------------------------------------------------------------------------------------------


def exchange_tiles(recorder: Recorder, chance: Chance, players: Mapping[Seat, Player]) -> None:
    """All exchanges before play; everybody gives at once, and they are written down in any order."""
    table = recorder.table
    while (passing := table.passing) is not None and passing.due and table.in_play:
        given = {seat: tuple(TILES[kind] for kind in _spare(table, players[seat])) for seat in SEATS}
        name = passing.due
        for seat in chance.shuffled(SEATS):
            passed = recorder.make(ev.Charleston, pass_=name, seat=seat, tiles=given[seat])
            recorder.must(f"{name} of {seat}", [passed])
    for player in players.values():
        player.look(table)


def _spare(table: Table, player: Player) -> list[int]:
    """The three tiles that a player would miss least."""
    held, spare = player.place.held, list[int]()
    for _tile in range(TILES_PASSED):
        kind = next(iter(player.discards(table)))
        spare.append(kind)
        held[kind] -= 1
    for kind in spare:
        held[kind] += 1
    return spare


class WildPlayer(Player):
    """A player in a goulash, who goes for whatever hand is nearest."""

    def sort_hand(self, table: Table) -> None:
        """Look at the dealt tiles."""
        self.look(table)

    def look(self, table: Table) -> None:
        """The hand between two turns: how far it is, and what would complete it."""
        self.table = table
        self.steps = self._steps()
        self.waits = waits_of(table, self.place)

    def _steps(self, beside: Sequence[Sequence[int]] = ()) -> int:
        """How many tiles the hand lacks, with these sets more on the table."""
        laid = [*(laid_set.tiles for laid_set in self.place.sets), *beside]
        return lacking(self.place.held, len(laid), forms=self.table.plan.forms, laid=laid).tiles

    def _steps_without(self, kinds: Sequence[int], beside: Sequence[Sequence[int]] = ()) -> int:
        """How many tiles it lacks when these have left the hand."""
        for kind in kinds:
            self.place.held[kind] -= 1
        steps = self._steps(beside)
        for kind in kinds:
            self.place.held[kind] += 1
        return steps

    def discards(self, table: Table) -> Iterator[int]:
        """The kinds to discard, best first, a wild tile last; after the original call the tile just drawn."""
        place, wild = self.place, table.plan.forms.wild
        if place.calling and place.last_drawn is not None:
            yield place.last_drawn
        held = [kind for kind in range(PLAIN_KINDS) if place.held[kind]]
        worth = {kind: self._steps_without((kind,)) + self.chance.number() for kind in held}
        yield from sorted(held, key=lambda kind: (kind == wild, worth[kind]))

    def claim(self, table: Table, kind: int, from_left: bool) -> tuple[str, tuple[int, ...]] | None:
        """The set to call this discard for, and its tiles; None to let it go."""
        place, wild = self.place, table.plan.forms.wild
        if place.calling or kind == wild or self.chance.happens(self.style.overlooks):
            return None
        for name in ("kong", "pung") if self.chance.happens(self.style.claims) else ():
            for rest in rests_of_set(name, kind, wild):
                laid = (kind, *rest)
                is_held = all(place.held[kind_needed] >= rest.count(kind_needed) for kind_needed in rest)
                if is_held and self._steps_without(rest, [laid]) < self.steps + (name == "kong"):
                    return name, laid
        return None

    def kongs(self) -> list[tuple[str, int]]:
        """Kongs out of the hand that do it no harm: `concealed` or `added`, and the kind."""
        place, wild = self.place, self.table.plan.forms.wild
        pungs = [laid for laid in place.sets if laid.kind == "pung" and not laid.wild]
        added = [pung for pung in pungs if place.held[pung.tiles[0]]]
        kongs = [("added", laid_set.tiles[0]) for laid_set in added]
        fours = [kind for kind in range(PLAIN_KINDS) if place.held[kind] == 4 and kind != wild]
        kongs += [("concealed", kind) for kind in fours if self._steps_without((kind,) * 4, [(kind,) * 4]) < self.steps]
        return [] if place.calling else [kong for kong in kongs if self.chance.happens(self.style.kongs)]

    def self_drawn_sets(self) -> list[tuple[str, tuple[int, ...]]]:
        """Nothing is laid face down: what a wild tile is good for may change."""
        return []
