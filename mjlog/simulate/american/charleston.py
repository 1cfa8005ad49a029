"""The Charleston as simulated players do it: they part with what is worth least, blind where that is not enough.

Source: american/charleston-1 to charleston-5.
"""

from __future__ import annotations

from collections.abc import Mapping

from mjlog import events as ev
from mjlog.seats import SEATS, Seat
from mjlog.simulate.american.player import CardPlayer
from mjlog.simulate.chance import Chance
from mjlog.simulate.recorder import Recorder
from mjlog.table.passing import COURTESY, FIRST, SECOND, TILES_PASSED, giver, receiver
from mjlog.tiles import TILES

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
        refusing = [seat for seat, player in self.players.items() if not self._agrees(player)]
        if refusing:
            self.recorder.happen(ev.CharlestonStop, seat=self.chance.pick(refusing))
        else:
            for name in SECOND:
                self._pass(name)
        for seat in SEATS[:2]:
            self._exchange(seat, seat.across)

    # -- three tiles each ---------------------------------------------------------------------------------------------

    def _pass(self, name: str) -> None:
        """All four pass on three tiles at once; they are written down in any order."""
        passed = self._passed(name, self._blind(name))
        for seat in self.chance.shuffled(SEATS):
            blind, kinds = passed[seat]
            tiles = tuple(TILES[kind] for kind in kinds)
            self.recorder.happen(ev.Charleston, pass_=name, seat=seat, tiles=tiles, blind=blind or None)
        for player in self.players.values():
            player.choose()

    def _blind(self, name: str) -> dict[Seat, int]:
        """How many tiles each player passes on unseen; somebody gives three of the own, or nothing would move."""
        if name not in _BLIND_IN:
            return dict.fromkeys(SEATS, 0)
        blind = {seat: self._wished_blind(player) for seat, player in self.players.items()}
        if all(blind.values()):
            blind[self.chance.pick(SEATS)] = 0
        return blind

    def _wished_blind(self, player: CardPlayer) -> int:
        free = self._free(player)
        if free < TILES_PASSED and self.chance.happens(_RELUCTANT):
            return TILES_PASSED - free
        return 1 + self.chance.below(TILES_PASSED) if self.chance.happens(player.style.blind) else 0

    def _free(self, player: CardPlayer) -> int:
        """How many tiles a player would not miss, of the three to be passed."""
        return sum(worth < _WORTH_KEEPING for worth, _kind in player.spare()[:TILES_PASSED])

    def _passed(self, name: str, blind: Mapping[Seat, int]) -> dict[Seat, tuple[int, tuple[int, ...]]]:
        """What every seat passes, the blind tiles first: they are among those that it gets in the same pass."""
        own = {
            seat: tuple(kind for _worth, kind in player.spare()[: TILES_PASSED - blind[seat]])
            for seat, player in self.players.items()
        }
        if not any(blind.values()):
            return {seat: (0, kinds) for seat, kinds in own.items()}
        passed: dict[Seat, tuple[int, tuple[int, ...]]] = {}
        # Beginning with one who gives only own tiles, everybody's tiles are known before they go on unseen.
        seat = next(seat for seat in SEATS if not blind[seat])
        for _seat in SEATS:
            got = passed[giver(name, seat)][1] if blind[seat] else ()
            passed[seat] = (blind[seat], (*got[len(got) - blind[seat] :], *own[seat]))
            seat = receiver(name, seat)
        return passed

    # -- the second one, and the courtesy -----------------------------------------------------------------------------

    def _agrees(self, player: CardPlayer) -> bool:
        """Who would miss what there is to pass refuses the second Charleston, as a rule."""
        return self._free(player) == TILES_PASSED or self.chance.happens(player.style.agrees)

    def _exchange(self, one: Seat, other: Seat) -> None:
        """Two players give each other the same number of tiles: what the one who wants less of it wants."""
        number = min(self._wished(one), self._wished(other))
        if not number:
            return
        given = {seat: [kind for _worth, kind in self.players[seat].spare()[:number]] for seat in (one, other)}
        for seat in self.chance.shuffled((one, other)):
            tiles = tuple(TILES[kind] for kind in given[seat])
            self.recorder.happen(ev.Charleston, pass_=COURTESY, seat=seat, tiles=tiles)
        for seat in (one, other):
            self.players[seat].choose()

    def _wished(self, seat: Seat) -> int:
        player = self.players[seat]
        return self._free(player) if self.chance.happens(player.style.gives) else 0
