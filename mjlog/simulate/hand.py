"""The play of one hand: turns, claims, kongs and their robbing, until somebody wins or no tile is left.

Tiles are drawn and discards answered alike in every game, whatever hands are built in it.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from mjlog import events as ev
from mjlog.findings import codes_that
from mjlog.rules.legal import kong_tiles
from mjlog.seats import Seat
from mjlog.simulate.chance import Chance
from mjlog.simulate.player import Player, exchange_tiles
from mjlog.simulate.recorder import Recorder
from mjlog.table import Place, Table
from mjlog.table.state import A_DRAW
from mjlog.tiles import TILES, Tile

# -- draws and answers ------------------------------------------------------------------------------------------------


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

    def _take(self, event_type: type[ev.Taking], seat: Seat, kind: int | None) -> None:
        """A tile is taken from the wall; where none is left, the hand is drawn."""
        self.recorder.must(f"{event_type.type} of {seat}", self._taking(event_type, seat, kind))

    def _taking(self, event_type: type[ev.Taking], seat: Seat, kind: int | None) -> Iterator[ev.Taking | ev.Washout]:
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
        """The call that goes before the others is carried out; False if nobody gets the tile."""
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
        """The player whose call goes before has the win; False if nobody has."""
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


# -- a hand by sets and pairs -----------------------------------------------------------------------------------------


_LAYS_DOWN = 0.01
"""The share of turns in which a set in the hand is laid face down, where that is allowed."""


class Play(Answers[Player]):
    """One hand between the deal and its end."""

    def __init__(self, recorder: Recorder, chance: Chance, players: Mapping[Seat, Player], bonus_at_once: bool) -> None:
        super().__init__(recorder, chance, players)
        self.bonus_at_once = bonus_at_once
        self.aside = tuple(kind for kind in self.table.plan.aside if self.table.plan.copies[kind])
        self.lays_concealed = ev.LayConcealed in recorder.rules.bound
        self.calls = "called_with_the_first_discard" in recorder.rules.ruleset.checks()

    def run(self) -> None:
        """Play until the hand is over."""
        table = self.table
        if self.aside:
            for seat in table.plan.seats:
                if table.in_play and (self.bonus_at_once or seat is Seat.E):
                    self._lay_bonus(table.places[seat.index])
        for player in self.players.values():
            player.sort_hand(table)
        if table.passing is not None:
            exchange_tiles(self.recorder, self.chance, self.players)
        if table.due == A_DRAW and table.in_play:
            self._draw()
        drawn = True
        while table.in_play:
            self._turn(table.turn, drawn)
            if not table.in_play:
                return
            drawn = not self._answers()
            if drawn and table.in_play:
                self._draw()

    # -- taking tiles ---------------------------------------------------------------------------------------------

    def _lay_bonus(self, place: Place) -> None:
        """Lay out the bonus tiles of a hand, and replace them, until none is left in it."""
        while self.table.in_play:
            tiles = tuple(TILES[kind] for kind in self.aside if place.held[kind])
            # All at once, or else one of them.
            choices = [tiles, *((tile,) for tile in tiles)] if tiles else []
            laid = self.recorder.attempt_one_of(
                self.recorder.make(ev.Bonus, seat=place.seat, tiles=choice) for choice in choices
            )
            if laid is None:
                return
            for _tile in laid.tiles:
                if self.table.in_play:
                    # What a hand of thirteen waits for is seen before the last of its tiles comes.
                    self.players[place.seat].look(self.table)
                    self._replace_bonus(place.seat)

    def _replace_bonus(self, seat: Seat) -> None:
        table = self.table
        if table.plan.bonus_from_live:
            self._take(ev.Draw, seat, table.next_live(seat) if table.live_left_for(seat) else None)
        else:
            self._take(ev.BonusReplacement, seat, table.next_loose(seat))

    def _replace_kong(self, seat: Seat) -> None:
        self._take(ev.KongReplacement, seat, self.table.next_loose(seat))

    # -- a turn ---------------------------------------------------------------------------------------------------

    def _turn(self, seat: Seat, drawn: bool) -> None:
        """A player has a tile more: what is done with it, up to the discard, the win or the wash-out."""
        table, player = self.table, self.players[seat]
        if table.loose_due is seat:
            self._replace_kong(seat)
            drawn = True
        while table.in_play:
            if self.aside:
                self._lay_bonus(player.place)
                if not self.table.in_play:
                    return
            if drawn and self._wins_by_itself(player):
                return
            if self.lays_concealed and self.chance.happens(_LAYS_DOWN):
                for kind, tiles in player.self_drawn_sets()[:1]:
                    faces = tuple(TILES[tile] for tile in tiles)
                    self.recorder.attempt(self.recorder.make(ev.LayConcealed, seat=seat, kind=kind, tiles=faces))
            kong = self.recorder.attempt_one_of(
                self.recorder.make(ev.Kong, seat=seat, kind=manner, tiles=kong_tiles(table, player.place, kind, manner))
                for manner, kind in player.kongs()
            )
            if kong is None:
                self.recorder.must(f"discard of {seat}", self._discards(player))
                player.look(table)
                if table.call_due is seat:
                    self.recorder.attempt(self.recorder.make(ev.Fishing, seat=seat))
                return
            player.look(table)
            if self._robbed(kong):
                return
            self._replace_kong(seat)
            drawn = True

    def _wins_by_itself(self, player: Player) -> bool:
        table, place = self.table, player.place
        dealt = not table.discards and not place.sets and not table.dealing.east_draws
        if not dealt and place.last_drawn not in player.waits:
            return False
        source = "deal" if dealt else table.whence
        tile = None if dealt or place.last_drawn is None else TILES[place.last_drawn]
        event = self.recorder.make(ev.Mahjong, seat=place.seat, source=source, tile=tile)
        return not self.chance.happens(player.style.overlooks) and self.recorder.attempt(event)

    def _robbed(self, kong: ev.Kong) -> bool:
        """Whether somebody wins with the tile of a kong that has just been made."""
        kind = kong.tiles[0].kind
        claimers = []
        for player in self._others(kong.seat):
            sees = kind in player.waits and not self.chance.happens(player.style.overlooks)
            if sees and self._may_call(player, self._win(player, "kong", kind)):
                claimers.append(player)
        claimers = [player for player in claimers if self._claim(player, "mahjong", kong.seq)]
        return self._win_of(claimers, "kong", kind)

    def _discards(self, player: Player) -> Iterator[ev.Discard]:
        """What the player would discard, best first: each tile with the original call, with its name, silently."""
        for kind in player.discards(self.table):
            tile = TILES[kind]
            discard = functools.partial(self.recorder.make, ev.Discard, seat=player.place.seat, tile=tile)
            named = tile if self.chance.happens(player.style.names) else None
            is_first = not player.place.discarded and not player.place.sets
            if self.calls and is_first and player.waits_without(self.table, kind):
                yield discard(named=named, calling=True)
            yield discard(named=named)
            if named is not None:
                yield discard()

    # -- answers to a discard -------------------------------------------------------------------------------------

    def _wish(self, player: Player, kind: int) -> Intent[Player] | None:
        """What a player calls the discard for."""
        table, place = self.table, player.place
        wins = kind in player.waits and not self.chance.happens(player.style.overlooks)
        if wins and self._may_call(player, self._win(player, "discard", kind)):
            return Intent(player, "mahjong")
        call = player.claim(table, kind, table.turn is place.seat)
        if call is None:
            return None
        wish = Intent(player, call[0], tuple(TILES[kind_laid] for kind_laid in call[1]))
        return wish if self._may_call(player, self._exposed(wish)) else None
