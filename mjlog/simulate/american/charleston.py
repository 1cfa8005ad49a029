"""The Charleston as simulated players do it: they part with what is worth least, blind where that is not enough.

Source: american/charleston-1 to american/charleston-5.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from mjlog import events as ev
from mjlog.seats import SEATS, Seat
from mjlog.simulate.american.player import CardPlayer
from mjlog.simulate.chance import Chance
from mjlog.simulate.recorder import NoLegalActError, Recorder
from mjlog.table.passing import COURTESY, FIRST, SECOND, TILES_PASSED, giver, receiver
from mjlog.tiles import TILES

Kinds = tuple[int, ...]
_BLIND_IN = (FIRST[-1], SECOND[-1])
_WORTH_KEEPING = 2.0
"""What a tile must be worth to be missed."""
_RELUCTANT = 0.6
"""The share of players with little to give away who keep all of it back by passing blind."""


class CharlestonPasses:
    """The Charleston of one hand, from the first pass to the courtesy."""

    def __init__(self, recorder: Recorder, chance: Chance, players: Mapping[Seat, CardPlayer]) -> None:
        self.recorder, self.chance, self.players = recorder, chance, players

    def run(self) -> None:
        """All passes; players look at the card again after each."""
        for name in FIRST:
            self._pass(name)
        # Who would miss what there is to pass refuses the second Charleston, as a rule.
        refusing = [seat for seat, player in self.players.items()
                    if self._free(player) != TILES_PASSED and not self.chance.happens(player.style.agrees)]  # fmt: skip
        stop = self.recorder.make(ev.CharlestonStop, seat=self.chance.pick(refusing)) if refusing else None
        if stop is None or not self.recorder.attempt(stop):
            for name in SECOND:
                self._pass(name)
        for seat in SEATS[:2]:
            self._exchange(seat, seat.across)

    def _give(self, name: str, seat: Seat, kinds: Kinds, blind: int = 0) -> None:
        """Tiles are passed on; they have been chosen among those that the rules let go."""
        self.recorder.must(f"{name} of {seat}", [self._gift(name, seat, kinds, blind)])

    def _gift(self, name: str, seat: Seat, kinds: Kinds, blind: int = 0) -> ev.Charleston:
        tiles = tuple(TILES[kind] for kind in kinds)
        return self.recorder.make(ev.Charleston, pass_=name, seat=seat, tiles=tiles, blind=blind or None)

    # -- three tiles each ---------------------------------------------------------------------------------------------

    def _pass(self, name: str) -> None:
        """All four pass on three tiles at once; they are written down in any order."""
        blind_of = self._blind(name)
        spare = {seat: self._spare(seat) for seat in self.players}
        passed: dict[Seat, tuple[int, Kinds]] = {}
        for seat in _in_order(name, blind_of):
            # Blind tiles are among those that the seat gets in the same pass.
            got = passed[giver(name, seat)][1] if blind_of[seat] else ()
            passed[seat] = self._choice(name, seat, [(blind_of[seat], got), (0, ())], spare[seat])
        for seat in self.chance.shuffled(SEATS):
            blind, kinds = passed[seat]
            self._give(name, seat, kinds, blind)
        for player in self.players.values():
            player.choose()

    def _blind(self, name: str) -> dict[Seat, int]:
        """How many tiles each player passes on unseen; somebody gives three tiles, or nothing would move."""
        if name not in _BLIND_IN:
            return dict.fromkeys(SEATS, 0)
        blind: dict[Seat, int] = {}
        for seat, player in self.players.items():
            free = self._free(player)
            if free < TILES_PASSED and self.chance.happens(_RELUCTANT):
                blind[seat] = TILES_PASSED - free
            else:
                is_bold = self.chance.happens(player.style.blind)
                blind[seat] = 1 + self.chance.below(TILES_PASSED) if is_bold else 0
        if all(blind.values()):
            blind[self.chance.pick(SEATS)] = 0
        return blind

    def _free(self, player: CardPlayer) -> int:
        """How many tiles a player would not miss, of the three to be passed."""
        return sum(worth < _WORTH_KEEPING for worth, _kind in player.spare()[:TILES_PASSED])

    def _choice(
        self, name: str, seat: Seat, blind: Iterable[tuple[int, Kinds]], spare: Sequence[int]
    ) -> tuple[int, Kinds]:
        """The first choice of three tiles that the rules let go: so many blind ones of those got, and spare ones."""
        for number, got in blind:
            for own in itertools.combinations(spare, TILES_PASSED - number):
                kinds = (*got[len(got) - number :], *own)
                if self.recorder.allowed(self._gift(name, seat, kinds, number)):
                    return number, kinds
        raise NoLegalActError(f"the rules refuse every {name} of {seat}")

    def _spare(self, seat: Seat) -> list[int]:
        """The kinds that a player could part with, the least worth first."""
        return [kind for _worth, kind in self.players[seat].spare()]

    # -- the second one, and the courtesy -----------------------------------------------------------------------------

    def _exchange(self, first: Seat, other: Seat) -> None:
        """Two players give each other the same number of tiles: what the one who wants less of it wants."""
        number = min(self._wished(first), self._wished(other))
        given: dict[Seat, Kinds] = {}
        for seat in (first, other) if number else ():
            choices, allowed = itertools.combinations(self._spare(seat), number), self.recorder.allowed
            given[seat] = next((kinds for kinds in choices if allowed(self._gift(COURTESY, seat, kinds))), ())
        if not all(given.values()):
            return
        for seat in self.chance.shuffled(tuple(given)):
            self._give(COURTESY, seat, given[seat])
        for seat in given:
            self.players[seat].choose()

    def _wished(self, seat: Seat) -> int:
        player = self.players[seat]
        return self._free(player) if self.chance.happens(player.style.gives) else 0


def _in_order(name: str, blind: Mapping[Seat, int]) -> Sequence[Seat]:
    """The seats, first one that passes nothing blind: so all tiles are known before somebody passes them on unseen."""
    if not any(blind.values()):
        return SEATS
    order = [next(seat for seat in SEATS if not blind[seat])]
    while len(order) < len(SEATS):
        order.append(receiver(name, order[-1]))
    return order
