"""Draws, and what the others answer to a discard: the same in every game, whatever hands are built in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from mjlog import events as ev
from mjlog.seats import Seat
from mjlog.simulate.chance import Chance
from mjlog.simulate.recorder import Recorder
from mjlog.table import Place, Table
from mjlog.tiles import TILES, Tile

_RETRACTS = 0.01
"""The share of calls for a set that are taken back."""


class Answering(Protocol):
    """A player as the play asks one."""

    @property
    def place(self) -> Place:
        """The player's place at the table."""

    @property
    def passes(self) -> float:
        """The share of discards of which the player says aloud that they may go."""

    def look(self, table: Table) -> None:
        """The player looks at the hand as it is between two turns."""


_P = TypeVar("_P", bound=Answering)


class Wish(NamedTuple, Generic[_P]):
    """What a player calls a discard for, and the set that would be laid down."""

    player: _P
    what: str
    tiles: tuple[Tile, ...] = ()


class Answers(ABC, Generic[_P]):
    """One hand at the table: tiles are drawn, discards answered, and the call that goes before is carried out."""

    def __init__(self, recorder: Recorder, chance: Chance, players: Mapping[Seat, _P]) -> None:
        self.recorder, self.chance, self.players = recorder, chance, players
        self.table = recorder.table

    @abstractmethod
    def _wish(self, player: _P, kind: int) -> Wish[_P] | None:
        """What a player calls the discard for; None to let it go."""

    def _take_live(self, seat: Seat) -> None:
        kind = self.table.next_live()
        assert kind is not None
        self.recorder.happen(ev.Draw, seat=seat, tile=TILES[kind])

    def _draw(self) -> None:
        if self.table.live_left:
            self._take_live(self.table.turn)
        else:
            self.recorder.happen(ev.Washout)

    def _on(self, seq: int) -> int | None:
        """Now and then a call says what it answers."""
        return seq if self.chance.happens(0.1) else None

    def _others(self, seat: Seat) -> list[_P]:
        """The other players, the next in turn first."""
        return [self.players[other] for other in seat.others() if other in self.players]

    def _answers(self) -> bool:
        """The others answer the discard; True if somebody takes it."""
        discard = self.table.discard
        assert discard is not None
        answers = [(player, self._wish(player, discard.tile)) for player in self._others(discard.seat)]
        wishes = [wish for _player, wish in answers if wish is not None]
        for player, wish in answers:
            if wish is None and player.passes and self.chance.happens(player.passes):
                self.recorder.happen(ev.Pass, seat=player.place.seat)
        if not wishes:
            return False
        return self._carry_out(self._call(wishes, discard.seq), discard.tile)

    def _carry_out(self, calls: Sequence[Wish[_P]], kind: int) -> bool:
        """Of the calls that stand the one that goes before is carried out; False if the tile stays."""
        winners = [call.player for call in calls if call.what == "mahjong"]
        return self._win_of(winners, "discard", kind) if winners else self._expose(calls)

    def _call(self, wishes: Sequence[Wish[_P]], seq: int) -> list[Wish[_P]]:
        """The calls, in the order in which they happen to be made; one may be taken back at once."""
        standing = []
        for wish in self.chance.shuffled(wishes) if len(wishes) > 1 else wishes:
            seat = wish.player.place.seat
            self.recorder.happen(ev.Claim, seat=seat, for_=wish.what, on=self._on(seq))
            if wish.what != "mahjong" and self.chance.happens(_RETRACTS):
                self.recorder.happen(ev.Retract, seat=seat)
            else:
                standing.append(wish)
        return standing

    def _win(self, player: _P, source: str, kind: int) -> ev.Mahjong:
        """The declaration of a win with this tile."""
        return self.recorder.make(ev.Mahjong, seat=player.place.seat, source=source, tile=TILES[kind])

    def _win_of(self, winners: Sequence[_P], source: str, kind: int) -> bool:
        """Of those who called the win the one whose call goes before has it."""
        for player in winners:
            event = self._win(player, source, kind)
            if self.recorder.allowed(event):
                self.recorder.put(event)
                return True
        return False

    def _exposed(self, wish: Wish[_P]) -> ev.Expose:
        return self.recorder.make(ev.Expose, seat=wish.player.place.seat, kind=wish.what, tiles=wish.tiles)

    def _expose(self, calls: Sequence[Wish[_P]]) -> bool:
        """The set whose call goes before is laid down; its player's turn begins."""
        for wish in calls:
            event = self._exposed(wish)
            if self.recorder.allowed(event):
                self.recorder.put(event)
                wish.player.look(self.table)
                return True
        return False
