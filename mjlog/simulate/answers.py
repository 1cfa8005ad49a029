"""Draws, and what the others answer to a discard: the same in every game, whatever hands are built in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from mjlog import events as ev
from mjlog.findings import codes_that
from mjlog.seats import Seat
from mjlog.simulate.chance import Chance
from mjlog.simulate.recorder import Recorder
from mjlog.table import Place, Table
from mjlog.tiles import TILES, Tile

_RETRACTS = 0.01
"""The share of calls for a set that are taken back."""
Taking = ev.Draw | ev.KongReplacement | ev.BonusReplacement


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


class Intent(NamedTuple, Generic[_P]):
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
    def _wish(self, player: _P, kind: int) -> Intent[_P] | None:
        """What a player calls the discard for, if the rules let it be called; None to let it go."""

    def _draw(self) -> None:
        """The player in turn takes a live tile."""
        seat = self.table.turn
        self._take(ev.Draw, seat, self.table.next_live(seat) if self.table.live_left_for(seat) else None)

    def _take(self, event_type: type[Taking], seat: Seat, kind: int | None) -> None:
        """A tile is taken from the wall; where none is left, the hand is drawn."""
        self.recorder.must(f"{event_type.type} of {seat}", self._taking(event_type, seat, kind))

    def _taking(self, event_type: type[Taking], seat: Seat, kind: int | None) -> Iterator[Taking | ev.Washout]:
        if kind is not None:
            yield self.recorder.make(event_type, seat=seat, tile=TILES[kind])
        yield self.recorder.make(ev.Washout)

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
                self.recorder.attempt(self.recorder.make(ev.Pass, seat=player.place.seat))
        if not wishes:
            return False
        return self._carry_out(self._call(wishes, discard.seq), discard.tile)

    def _carry_out(self, calls: Sequence[Intent[_P]], kind: int) -> bool:
        """Of the calls that stand the one that goes before is carried out; False if the tile stays."""
        winners = [call.player for call in calls if call.what == "mahjong"]
        others = [call for call in calls if call.what != "mahjong"]
        return self._win_of(winners, "discard", kind) or self._expose(others)

    def _call(self, wishes: Sequence[Intent[_P]], seq: int) -> list[Intent[_P]]:
        """The calls, in the order in which they happen to be made; one may be taken back at once."""
        standing = []
        for wish in self.chance.shuffled(wishes) if len(wishes) > 1 else wishes:
            if self._claim(wish.player, wish.what, seq) and not self._thinks_better(wish):
                standing.append(wish)
        return standing

    def _claim(self, player: _P, what: str, seq: int) -> bool:
        """A call, unless the rules refuse it by now."""
        # Now and then a call says what it answers.
        on = seq if self.chance.happens(0.1) else None
        claim = self.recorder.make(ev.Claim, seat=player.place.seat, for_=what, on=on)
        return self.recorder.attempt(claim)

    def _may_call(self, player: _P, act: ev.Expose | ev.Mahjong) -> bool:
        """Whether the rules let a discard or a kong be called, and what it is called for be done."""
        what = act.kind if isinstance(act, ev.Expose) else "mahjong"
        claim = self.recorder.make(ev.Claim, seat=player.place.seat, for_=what)
        return self.recorder.allowed(act, given=codes_that("before-a-call")) and self.recorder.allowed(claim)

    def _thinks_better(self, wish: Intent[_P]) -> bool:
        """Whether a call for a set is taken back at once."""
        return wish.what != "mahjong" and self.chance.happens(_RETRACTS) and self._retract(wish.player)

    def _retract(self, player: _P) -> bool:
        return self.recorder.attempt(self.recorder.make(ev.Retract, seat=player.place.seat))

    def _win(self, player: _P, source: str, kind: int) -> ev.Mahjong:
        """The declaration of a win with this tile."""
        return self.recorder.make(ev.Mahjong, seat=player.place.seat, source=source, tile=TILES[kind])

    def _win_of(self, winners: Sequence[_P], source: str, kind: int) -> bool:
        """Of those who called the win the one whose call goes before has it."""
        for player in winners:
            if self.recorder.attempt(self._win(player, source, kind)):
                return True
        return self._take_back(winners)

    def _exposed(self, wish: Intent[_P]) -> ev.Expose:
        return self.recorder.make(ev.Expose, seat=wish.player.place.seat, kind=wish.what, tiles=wish.tiles)

    def _expose(self, calls: Sequence[Intent[_P]]) -> bool:
        """The set whose call goes before is laid down; its player's turn begins."""
        for wish in calls:
            if self.recorder.attempt(self._exposed(wish)):
                wish.player.look(self.table)
                return True
        return self._take_back(wish.player for wish in calls)

    def _take_back(self, players: Iterable[_P]) -> bool:
        """Calls that the rules do not let be carried out are withdrawn; nobody has the tile."""
        for player in players:
            self._retract(player)
        return False
