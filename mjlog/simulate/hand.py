"""The play of one hand: turns, claims, kongs and their robbing, until somebody wins or no tile is left."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from mjlog import events as ev
from mjlog.rules.legal import kong_tiles
from mjlog.seats import Seat
from mjlog.simulate.answers import Answers, Intent
from mjlog.simulate.chance import Chance
from mjlog.simulate.goulash import exchange_tiles
from mjlog.simulate.player import Player
from mjlog.simulate.recorder import Recorder
from mjlog.table import Place
from mjlog.table.state import A_DRAW
from mjlog.tiles import TILES

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
