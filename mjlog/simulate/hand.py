"""The play of one hand: turns, claims, kongs and their robbing, until somebody wins or no tile is left."""

from __future__ import annotations

from collections.abc import Mapping

from mjlog import events as ev
from mjlog.seats import Seat
from mjlog.simulate.answers import Answers, Wish
from mjlog.simulate.chance import Chance
from mjlog.simulate.player import Player
from mjlog.simulate.recorder import Recorder
from mjlog.table import Place
from mjlog.tiles import TILES, is_bonus

_BONUS_KINDS = tuple(kind for kind in range(len(TILES)) if is_bonus(kind))
_LAYS_DOWN = 0.01
"""The share of turns in which a set in the hand is laid face down, where that is allowed."""


class Play(Answers[Player]):
    """One hand between the deal and its end."""

    def __init__(self, recorder: Recorder, chance: Chance, players: Mapping[Seat, Player], bonus_at_once: bool) -> None:
        super().__init__(recorder, chance, players)
        self.bonus_at_once = bonus_at_once
        self.with_bonus = any(self.table.plan.copies[kind] for kind in _BONUS_KINDS)
        self.lays_concealed = ev.LayConcealed in recorder.rules.bound
        self.calls = "called_with_the_first_discard" in recorder.rules.ruleset.checks()

    def run(self) -> None:
        """Play until the hand is over."""
        table = self.table
        if self.with_bonus:
            self._lay_dealt_bonus()
        for player in self.players.values():
            player.sort_hand(table)
        drawn = True
        while table.in_play:
            self._turn(table.turn, drawn)
            if not table.in_play:
                return
            drawn = not self._answers()
            if drawn and table.in_play:
                self._draw()

    # -- taking tiles ---------------------------------------------------------------------------------------------

    def _lay_dealt_bonus(self) -> None:
        for seat in self.table.plan.seats:
            if self.table.in_play and (self.bonus_at_once or seat is Seat.E):
                self._lay_bonus(self.table.places[seat.index])

    def _lay_bonus(self, place: Place) -> None:
        """Lay out the bonus tiles of a hand, and replace them, until none is left in it."""
        while self.table.in_play:
            tiles = tuple(TILES[kind] for kind in _BONUS_KINDS if place.held[kind])
            if not tiles:
                return
            self.recorder.happen(ev.Bonus, seat=place.seat, tiles=tiles)
            for _tile in tiles:
                if self.table.in_play:
                    # What a hand of thirteen waits for is seen before the last of its tiles comes.
                    self.players[place.seat].look(self.table)
                    self._replace_bonus(place.seat)

    def _ends_with_bonus(self, place: Place) -> bool:
        """Lay out the bonus tiles that came; whether no tile was left for one."""
        self._lay_bonus(place)
        return not self.table.in_play

    def _replace_bonus(self, seat: Seat) -> None:
        table = self.table
        if not table.plan.bonus_from_live:
            self._take_loose(seat, ev.BonusReplacement)
        elif table.live_left:
            self._take_live(seat)
        else:
            self.recorder.happen(ev.Washout)

    def _take_loose(self, seat: Seat, event_type: type[ev.BonusReplacement | ev.KongReplacement]) -> None:
        kind = self.table.next_loose()
        if kind is None:
            self.recorder.happen(ev.Washout)
        else:
            self.recorder.happen(event_type, seat=seat, tile=TILES[kind])

    # -- a turn ---------------------------------------------------------------------------------------------------

    def _turn(self, seat: Seat, drawn: bool) -> None:
        """A player has a tile more: what is done with it, up to the discard, the win or the wash-out."""
        table, player = self.table, self.players[seat]
        if table.loose_due is seat:
            self._take_loose(seat, ev.KongReplacement)
            drawn = True
        while table.in_play:
            if self.with_bonus and self._ends_with_bonus(player.place):
                return
            if drawn and self._wins_by_itself(player):
                return
            if self.lays_concealed and self.chance.happens(_LAYS_DOWN):
                self._lay_concealed(player)
            kong = self._kong(player)
            if kong is None:
                self._discard(player)
                return
            player.look(table)
            if self._robbed(kong):
                return
            self._take_loose(seat, ev.KongReplacement)
            drawn = True

    def _wins_by_itself(self, player: Player) -> bool:
        table, place = self.table, player.place
        dealt = not table.discards and not place.sets
        if not dealt and place.last_drawn not in player.waits:
            return False
        source = "deal" if dealt else table.whence
        tile = None if dealt or place.last_drawn is None else TILES[place.last_drawn]
        event = self.recorder.make(ev.Mahjong, seat=place.seat, source=source, tile=tile)
        if self.chance.happens(player.style.overlooks) or not self.recorder.allowed(event):
            return False
        self.recorder.put(event)
        return True

    def _lay_concealed(self, player: Player) -> None:
        seat = player.place.seat
        for kind, tiles in player.self_drawn_sets()[:1]:
            event = self.recorder.make(ev.LayConcealed, seat=seat, kind=kind, tiles=tuple(TILES[one] for one in tiles))
            if self.recorder.allowed(event):
                self.recorder.put(event)

    def _kong(self, player: Player) -> ev.Kong | None:
        """The kong that the player makes now, if any."""
        for manner, kind in player.kongs():
            if self.table.loose_position is None:
                return None
            event = self.recorder.make(ev.Kong, seat=player.place.seat, kind=manner, tiles=(TILES[kind],) * 4)
            if self.recorder.allowed(event):
                self.recorder.put(event)
                return event
        return None

    def _robbed(self, kong: ev.Kong) -> bool:
        """Whether somebody wins with the tile of a kong that has just been made."""
        kind = kong.tiles[0].kind
        claimers = []
        for player in self._others(kong.seat):
            if kind in player.waits and not self.chance.happens(player.style.overlooks):
                win = self.recorder.make(ev.Mahjong, seat=player.place.seat, source="kong", tile=TILES[kind])
                if self.recorder.allowed(win, given="claim-not-made"):
                    claimers.append(player)
        for player in claimers:
            self.recorder.happen(ev.Claim, seat=player.place.seat, for_="mahjong", on=self._on(kong.seq))
        return self._win_of(claimers, "kong", kind)

    def _discard(self, player: Player) -> None:
        table, place = self.table, player.place
        seat = place.seat
        drawn = place.last_drawn
        kind = drawn if place.calling and drawn is not None else player.discard(table)
        named = TILES[kind] if self.chance.happens(player.style.names) else None
        calling = True if self.calls and self._calls(player, kind) else None
        self.recorder.happen(ev.Discard, seat=seat, tile=TILES[kind], named=named, calling=calling)
        player.look(table)
        if table.call_due is seat:
            self.recorder.happen(ev.Fishing, seat=seat)

    def _calls(self, player: Player, kind: int) -> bool:
        """Whether the first discard comes with the original call."""
        place = player.place
        if place.discarded or place.sets:
            return False
        event = self.recorder.make(ev.Discard, seat=place.seat, tile=TILES[kind], calling=True)
        return bool(player.waits_without(self.table, kind)) and self.recorder.allowed(event)

    # -- answers to a discard -------------------------------------------------------------------------------------

    def _wish(self, player: Player, kind: int) -> Wish[Player] | None:
        """What a player calls the discard for."""
        table, place = self.table, player.place
        if kind in player.waits and not self.chance.happens(player.style.overlooks):
            win = self.recorder.make(ev.Mahjong, seat=place.seat, source="discard", tile=TILES[kind])
            if self.recorder.allowed(win, given="claim-not-made"):
                return Wish(player, "mahjong")
        found = player.claim(table, kind, table.turn is place.seat)
        if found is None:
            return None
        wish = Wish(player, found[0], tuple(TILES[one] for one in found[1]))
        return wish if self.recorder.allowed(self._exposed(wish), given="claim-not-made") else None
