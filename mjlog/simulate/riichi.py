"""Riichi, simulated: a hand as any other, with indicators, declarations, furiten and hands that are aborted; its end.

Each winner shows, is scored and paid; what is left at the end of the game goes to the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.audit.settling.shared import SharedSettling
from mjlog.rules.abortive import (
    ABORTS_BY_THEMSELVES,
    has_three_ron,
    lacks_for_nine_terminals,
    nagashi_seats,
    nothing_to_draw,
)
from mjlog.rules.indicators import under_due
from mjlog.rules.legal import faces_possible, indicators
from mjlog.rules.riichi import waits_now
from mjlog.scoring import Score
from mjlog.scoring.final import final_scores
from mjlog.seats import Seat
from mjlog.simulate.chance import Chance
from mjlog.simulate.hand import Intent, Play
from mjlog.simulate.player import Player
from mjlog.simulate.recorder import Recorder
from mjlog.table import Place, Table
from mjlog.table.riichi import RiichiState
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.stakes import pot_due
from mjlog.table.state import A_DISCARD
from mjlog.table.unseen import FIVES, held_faces
from mjlog.tiles import RED_FIVES, TILES, Tile

_GIVES_UP = 0.5
"""The share of hands with nine different terminals and honors that are ended for them."""
_LAYS_ASIDE = 0.9
"""The share of north winds in the hand that are laid aside where three play."""
_DECLARES = 0.8
"""The share of ready hands with which riichi is declared."""


def hand_faces(table: Table, place: Place) -> tuple[Tile, ...]:
    """All concealed tiles of a player whose hand is known."""
    return tuple(TILES[face] for face in held_faces(table, place))


def taken_faces(table: Table, place: Place, kinds: Iterable[int], chance: Chance) -> list[int]:
    """Tiles of these kinds out of a hand: of fives the red one or a plain one, as chance has it and the hand allows."""
    left: dict[int, tuple[int, int]] = {}
    faces: list[int] = []
    reds = dict(zip(FIVES, of_the_hand(table).reds[place.seat.index], strict=True))
    for kind in kinds:
        plain, red = left.get(kind) or (place.held[kind] - reds.get(kind, 0), reds.get(kind, 0))
        takes_red = bool(red) and (not plain or chance.happens(0.5))
        faces.append(RED_FIVES[FIVES.index(kind)] if takes_red else kind)
        left[kind] = (plain - (not takes_red), red - takes_red)
    return faces


def set_faces(table: Table, place: Place, kinds: Sequence[int], chance: Chance) -> tuple[Tile, ...]:
    """A claimed set: the tile as it was discarded, and the others out of the hand."""
    discard = table.discard
    assert discard is not None
    rest = list(kinds)
    rest.remove(discard.tile)
    return tuple(TILES[face] for face in (discard.face, *taken_faces(table, place, rest, chance)))


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
            due = next(indicators(self.table))
            self.recorder.happen(ev.Indicator, tile=due.tile, of=due.of)

    def _taking(self, event_type: type[ev.Taking], seat: Seat, kind: int | None) -> Iterator[ev.Taking | ev.Washout]:
        lies = self.table.live_position if event_type is ev.Draw else self.table.loose_position
        if kind is not None:
            yield self.recorder.make(event_type, seat=seat, tile=TILES[self.table.wall.face_at(lies(seat))])
        # At the end of the wall who is ready shows the hand.
        if nothing_to_draw(self.table):
            for place in self.table.places:
                if waits_now(self.table, place):
                    self.show(place)
            seats = tuple(nagashi_seats(self.table))
            yield self.recorder.make(ev.Washout, reason="nagashi" if seats else "exhaustive", seats=seats or None)

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
        drawn, concealed = self.state.drawn, all(laid_set.concealed for laid_set in place.sets)
        if self.state.stands(seat) and drawn is not None:
            yield self.recorder.make(ev.Discard, seat=seat, tile=TILES[drawn])
        for kind in player.discards(table):
            for face in faces_possible(table, place, [kind]):
                if concealed and player.waits_without(table, kind) and self.chance.happens(_DECLARES):
                    yield self.recorder.make(ev.Discard, seat=seat, tile=TILES[face], riichi=True)
                yield self.recorder.make(ev.Discard, seat=seat, tile=TILES[face])

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
        taken, won = self.table.kong or self.table.discard, False
        assert taken is not None
        for player in sorted(winners, key=lambda winner: winner.place.seat.ahead_of(taken.seat)):
            won = self.recorder.attempt(self._win(player, source, kind)) or won
        return won or self._take_back([player for player in winners if player.place.seat in self.table.claims])

    def _thinks_better(self, wish: Intent[Player]) -> bool:
        return False

    def _aborts(self) -> bool:
        """Whether the hand ends before its time, now that nobody has won the discard."""
        for reason, (holds, _words) in ABORTS_BY_THEMSELVES.items():
            if reason != "three-ron" and holds(self.table):
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


# -- the end ----------------------------------------------------------------------------------------------------------


def end_riichi_hand(recorder: Recorder) -> None:
    """Every winner shows the hand, announces its worth and is paid; or those who were not ready pay."""
    table = recorder.table
    for win in table.wins:
        state = table.riichi
        while state is not None and state.stands(win.seat) and len(state.under) < under_due(table, state):
            due = next(indicators(table))
            recorder.happen(ev.Indicator, tile=due.tile, of=due.of)
        place = table.place(win.seat)
        recorder.attempt(recorder.make(ev.Show, seat=win.seat, rest=hand_faces(table, place)))
        scores = SharedSettling(recorder.replay.reporter, table).value(win.seat)
        if scores and scores[0].total is not None:
            recorder.attempt(recorder.make(ev.Score, seat=win.seat, **_announced(scores[0])))
        pot = pot_due(table, win.seat) or 0
        owed = next(SharedSettling(recorder.replay.reporter, table).due_for(win, pot), None)
        if owed is not None:
            of_one = {"for_": win.seat} if len(table.wins) > 1 else {}
            paid = recorder.make(ev.Settlement, change=dict(owed.change), pot=pot or None, **of_one)
            recorder.attempt(paid)
    if table.washout and not table.standing.aborted:
        owed = SharedSettling(recorder.replay.reporter, table).due()
        if owed is not None and any(owed.change.values()):
            recorder.attempt(recorder.make(ev.Settlement, change=dict(owed.change)))


def _announced(score: Score) -> dict[str, Any]:
    """What is said of a hand's worth: fu, han, the limit, and what each pattern is for."""
    fields: dict[str, Any] = {"total": score.total, "points": score.points, "doubles": score.doubles}
    if score.limit is not None:
        fields["limit"] = score.limit
    yakuman = {item.name: item.yakuman for item in score.items if item.yakuman}
    fields["items"] = [
        {"name": item.name, "doubles": item.doubles} | ({"yakuman": yakuman[item.name]} if item.yakuman else {})
        for item in score.items
        if item.doubles
    ]
    return fields


def end_riichi_game(recorder: Recorder) -> None:
    """The game ends, if the rules say so: the sticks that are left go to the first, and the final scores are told."""
    end = recorder.replay.ending
    end.settle_if_unpaid()
    assert isinstance(end, SharedSettling)
    totals, terms = end.totals_at_the_end(), recorder.rules.final
    if totals is None or terms is None:
        return
    final = final_scores(totals, recorder.table.standing.players, terms)
    recorder.attempt(recorder.make(ev.GameEnd, totals=totals, final=final))
