"""The play of one hand of riichi: as any other, with indicators, declarations, furiten and hands that are aborted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlog import events as ev
from mjlog.rules.abortive import (
    has_four_kongs,
    has_four_riichi,
    has_four_winds,
    has_three_ron,
    lacks_for_nine_terminals,
    nagashi_seats,
    nothing_to_draw,
)
from mjlog.rules.riichi import waits_now
from mjlog.seats import Seat
from mjlog.simulate.answers import Intent, Taking
from mjlog.simulate.hand import Play
from mjlog.simulate.player import Player
from mjlog.simulate.riichi.faces import faces_held, hand_faces, red_of, reds_in, set_faces
from mjlog.table import Place
from mjlog.table.red_fives import FIVES
from mjlog.table.riichi import RiichiState
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.state import A_DISCARD
from mjlog.tiles import TILES, Tile

_GIVES_UP = 0.5
"""The share of hands with nine different terminals and honors that are ended for them."""
_LAYS_ASIDE = 0.9
"""The share of north winds in the hand that are laid aside where three play."""
_DECLARES = 0.8
"""The share of ready hands with which riichi is declared."""
_ABORTS = (("four-winds", has_four_winds), ("four-riichi", has_four_riichi), ("four-kongs", has_four_kongs))


class RiichiPlay(Play):
    """One hand between the deal and its end."""

    def run(self) -> None:
        """Play until the hand is over."""
        table = self.table
        self._turn_indicators()
        for player in self.players.values():
            player.sort_hand(table)
        drawn = table.due == A_DISCARD
        if not drawn:
            self._draw()
        while table.in_play:
            self._turn(table.turn, True)
            if not table.in_play:
                return
            self._turn_indicators()
            if not self._answers() and not self._aborts():
                self._draw()

    @property
    def state(self) -> RiichiState:
        """What is special to riichi at this table."""
        return of_the_hand(self.table)

    # -- indicators and tiles -------------------------------------------------------------------------------------

    def _turn_indicators(self) -> None:
        """All indicators that are due are turned."""
        while self.table.in_play and self.state.due:
            number = len(self.state.indicators)
            position = self.table.plan.wall.indicators[number]
            tile = TILES[self.table.wall.face_at(position)]
            self.recorder.happen(ev.Indicator, tile=tile, of="kong" if number else "first")

    def _taking(self, event_type: type[Taking], seat: Seat, kind: int | None) -> Iterator[Taking | ev.Washout]:
        lies = self.table.live_position if event_type is ev.Draw else self.table.loose_position
        if kind is not None:
            yield self.recorder.make(event_type, seat=seat, tile=TILES[self.table.wall.face_at(lies(seat))])
        yield from self._drawn_hand()

    def _drawn_hand(self) -> Iterator[ev.Washout]:
        """The end of the wall: who is ready shows the hand."""
        if not nothing_to_draw(self.table):
            return
        for place in self.table.places:
            if waits_now(self.table, place):
                self.show(place)
        seats = nagashi_seats(self.table)
        yield self.recorder.make(ev.Washout, reason="nagashi" if seats else "exhaustive", seats=tuple(seats) or None)

    def show(self, place: Place) -> None:
        """A hand is laid down as it is."""
        self.recorder.attempt(self.recorder.make(ev.Show, seat=place.seat, rest=hand_faces(self.table, place)))

    def _replace_kong(self, seat: Seat) -> None:
        self._turn_indicators()
        super()._replace_kong(seat)

    # -- a turn ---------------------------------------------------------------------------------------------------

    def _turn(self, seat: Seat, drawn: bool) -> None:
        player = self.players[seat]
        if not lacks_for_nine_terminals(self.table, seat) and self.chance.happens(_GIVES_UP):
            washout = self.recorder.make(ev.Washout, reason="nine-terminals", seats=(seat,))
            if self.recorder.allowed(washout):
                self.show(player.place)
                self.recorder.attempt(self.recorder.make(ev.Washout, reason="nine-terminals", seats=(seat,)))
                return
        super()._turn(seat, drawn)

    def _wins_by_itself(self, player: Player) -> bool:
        table, place = self.table, player.place
        if place.last_drawn is None or place.last_drawn not in player.waits or self.state.drawn is None:
            return False
        tile = TILES[self.state.drawn]
        event = self.recorder.make(ev.Mahjong, seat=place.seat, source=table.whence, tile=tile)
        return not self.chance.happens(player.style.overlooks) and self.recorder.attempt(event)

    def _kong(self, player: Player) -> ev.Kong | None:
        for manner, kind in player.kongs():
            event = self.recorder.make(
                ev.Kong, seat=player.place.seat, kind=manner, tiles=self._kong_faces(player.place, manner, kind)
            )
            if self.recorder.attempt(event):
                return event
        return None

    def _kong_faces(self, place: Place, manner: str, kind: int) -> tuple[Tile, ...]:
        if kind not in FIVES:
            return (TILES[kind],) * 4
        pung = next((one for one in place.sets if one.kind == "pung" and one.tiles[0] == kind), None)
        laid = pung.reds if pung is not None and manner == "added" else 0
        reds = laid + reds_in(self.table, place, kind)
        return tuple(TILES[face] for face in (*[kind] * (4 - reds), *[red_of(kind)] * reds))

    def _lay_bonus(self, place: Place) -> None:
        """Lay north winds aside one by one, each to be won or replaced, unless the hand is won or keeps them."""
        player, seat = self.players[place.seat], place.seat
        for kind in self.aside:
            while place.held[kind] and place.last_drawn not in player.waits and self.chance.happens(_LAYS_ASIDE):
                event = self.recorder.make(ev.Bonus, seat=seat, tiles=(TILES[kind],))
                if not self.recorder.attempt(event):
                    return
                player.look(self.table)
                if self._robbed(event):
                    return
                self._turn_indicators()
                self._replace_bonus(seat)
                if not self.table.in_play:
                    return

    def _robbed(self, kong: ev.Kong | ev.Bonus) -> bool:
        kind, source = kong.tiles[0].kind, "kong" if isinstance(kong, ev.Kong) else "bonus"
        winners = [
            player
            for player in self._others(kong.seat)
            if kind in player.waits and self._may_call(player, self._win(player, source, kind))
        ]
        winners = [player for player in winners if self._claim(player, "mahjong", kong.seq)]
        return self._win_of(winners, source, kind)

    def _discards(self, player: Player) -> Iterator[ev.Discard]:
        """What the player would discard, best first: with riichi where the hand is ready, else silently."""
        table, place, seat = self.table, player.place, player.place.seat
        drawn = self.state.drawn
        if self.state.stands(seat) and drawn is not None:
            yield self.recorder.make(ev.Discard, seat=seat, tile=TILES[drawn])
        for kind in player.discards(table):
            for face in faces_held(table, place, kind):
                if self._declares(player, kind):
                    yield self.recorder.make(ev.Discard, seat=seat, tile=TILES[face], riichi=True)
                yield self.recorder.make(ev.Discard, seat=seat, tile=TILES[face])

    def _declares(self, player: Player, kind: int) -> bool:
        ready = not player.place.sets or all(one.concealed for one in player.place.sets)
        return ready and bool(player.waits_without(self.table, kind)) and self.chance.happens(_DECLARES)

    # -- answers to a discard -------------------------------------------------------------------------------------

    def _wish(self, player: Player, kind: int) -> Intent[Player] | None:
        wish = super()._wish(player, kind)
        if wish is None or wish.what == "mahjong":
            return wish
        faces = set_faces(self.table, player.place, [tile.kind for tile in wish.tiles], self.chance)
        wish = wish._replace(tiles=faces)
        return wish if self._may_call(player, self._exposed(wish)) else None

    def _win(self, player: Player, source: str, kind: int) -> ev.Mahjong:
        return self.recorder.make(ev.Mahjong, seat=player.place.seat, source=source, tile=TILES[self.state.face])

    def _win_of(self, winners: Sequence[Player], source: str, kind: int) -> bool:
        """Several may win one tile; three end the hand where the rules say so."""
        if has_three_ron(self.table) and self._ends_for("three-ron", [player.place for player in winners]):
            return True
        seat = self.table.kong.seat if self.table.kong is not None else self._discarder()
        won = False
        for player in sorted(winners, key=lambda one: one.place.seat.ahead_of(seat)):
            won = self.recorder.attempt(self._win(player, source, kind)) or won
        return won or self._take_back([player for player in winners if player.place.seat in self.table.claims])

    def _discarder(self) -> Seat:
        assert self.table.discard is not None
        return self.table.discard.seat

    def _thinks_better(self, wish: Intent[Player]) -> bool:
        return False

    def _aborts(self) -> bool:
        """Whether the hand ends before its time, now that nobody has won the discard."""
        for reason, holds in _ABORTS:
            if holds(self.table):
                seats = self.table.plan.seats if reason == "four-riichi" else ()
                places = [self.table.places[seat.index] for seat in seats]
                if self._ends_for(reason, places):
                    return True
        return False

    def _ends_for(self, reason: str, places: Sequence[Place]) -> bool:
        if reason not in self.table.plan.family.aborts:
            return False
        for place in places:
            self.show(place)
        return self.recorder.attempt(self.recorder.make(ev.Washout, reason=reason))
