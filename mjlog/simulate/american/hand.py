"""The play of one hand of the American game: from the deal to mahjong, or until the wall is used up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mjlog import events as ev
from mjlog.cards.rulings import Rulings
from mjlog.rules.legal import is_legal
from mjlog.seats import Seat
from mjlog.simulate.american.charleston import CharlestonPasses
from mjlog.simulate.american.goals import goals_of
from mjlog.simulate.american.mistakes import Mistakes
from mjlog.simulate.american.player import CardPlayer, CardStyle
from mjlog.simulate.chance import Chance
from mjlog.simulate.hand import Answers, Intent
from mjlog.simulate.recorder import Recorder
from mjlog.table.charleston import begin_play
from mjlog.table.state import A_DISCARD, A_DRAW
from mjlog.tiles import JOKER, TILES, UNKNOWN

_NAMED_AFTERWARDS = 0.1
"""The share of discards without a word that are named when somebody asks."""
_CORRECTED = 0.1
"""The share of exposures with a joker that are laid down otherwise before the discard, where that can be done."""
_TELLS_SET = 0.5
"""The share of exchanges in which it is written down in which set the joker stood."""
_LOWER_LINE = 0.2
"""The share of told wins, among those that are several lines of the card, for which another than the best is named."""
_DRAWN_FIRST = 0.2
"""The share of calls before which the next player has drawn a tile and not racked it, where it can be called then."""
_MISNAMED, _DEAD = ("discard-misnamed",), ("dead-exposure",)
"""What is told of mistakes that players make, and refuses nothing."""


def play_card_hand(
    recorder: Recorder, chance: Chance, styles: Mapping[str, CardStyle], card: Rulings, mistakes: bool
) -> None:
    """A hand that has been dealt is played to its end. `mistakes`: players make such as the record shows."""
    table = recorder.table
    goals = goals_of(card)
    players = {seat: CardPlayer(styles[player], table, seat, goals, chance) for seat, player in table.players.items()}
    CardPlay(recorder, chance, players, mistakes).run()


class CardPlay(Answers[CardPlayer]):
    """One hand between the deal and its end."""

    def __init__(self, recorder: Recorder, chance: Chance, players: Mapping[Seat, CardPlayer], mistakes: bool) -> None:
        super().__init__(recorder, chance, players)
        self.mistakes = Mistakes(recorder, chance, players) if mistakes else None

    def run(self) -> None:
        """Pass tiles and play until the hand is over."""
        table = self.table
        for player in self.players.values():
            player.choose()
        east = self.players[Seat.E]
        win = self._win(east, "deal") if east.match() is not None else None
        if win is not None and is_legal(self.recorder.rules.bound, table, win):
            # A hand of the card that was dealt is declared before anything is passed.
            begin_play(table, dealt_win=True)
            self.recorder.put(win)
            return
        if table.passing is not None:
            CharlestonPasses(self.recorder, self.chance, self.players).run()
            begin_play(table, dealt_win=False)
        for player in self.players.values():
            player.look(table)
        while table.in_play:
            if self._turn(self.players[table.turn]):
                self._answers()
            if table.due == A_DRAW:
                self._draw()

    # -- a turn -------------------------------------------------------------------------------------------------------

    def _turn(self, player: CardPlayer) -> bool:
        """A player has fourteen tiles: what is done with them; whether a tile was discarded."""
        table = self.table
        player.take_up()
        sees_win = not player.steps and table.whence != "discard" and not self.chance.happens(player.style.overlooks)
        if (sees_win and self._declares(player, table.whence)) or self._exchanges(player):
            return False
        if self.mistakes and self.mistakes.false_win(player):
            return False
        made = self.recorder.must(f"discard of {player.seat}", self._discards(player), given=_MISNAMED)
        player.look(table)
        right = self.mistakes.put_right(player.seat) if self.mistakes else False
        if made.named is None and not right and self.chance.happens(_NAMED_AFTERWARDS):
            self.recorder.attempt(self.recorder.make(ev.Name, seat=player.seat, tile=made.tile))
        if self.mistakes:
            self.mistakes.prove_dead()
        return True

    def _declares(self, player: CardPlayer, source: str) -> bool:
        """A win with a tile that nobody else gives, where the card has the hand."""
        if player.match() is None:
            return False
        drawn = player.place.last_drawn
        return self.recorder.attempt(self._win(player, source, UNKNOWN if drawn is None else drawn))

    def _win(self, player: CardPlayer, source: str, kind: int = UNKNOWN) -> ev.Mahjong:
        """The declaration of a win, with or without its line."""
        tile = None if kind == UNKNOWN else TILES[kind]
        line, match = None, player.match(kind if source == "discard" else None)
        if match is not None and self.chance.happens(player.style.tells):
            other = len(match.lines) > 1 and self.chance.happens(_LOWER_LINE)
            line = self.chance.pick(match.labels) if other else match.label
        return self.recorder.make(ev.Mahjong, seat=player.seat, source=source, tile=tile, line=line)

    def _exchanges(self, player: CardPlayer) -> bool:
        """Tiles are given for the jokers that stand for them; whether that wins."""
        on_the_table = [(place.seat, number, laid) for place in self.table.places
                        for number, laid in enumerate(place.sets) if JOKER in laid.tiles]  # fmt: skip
        for owner, number, laid in on_the_table:
            kind = next((tile for tile in laid.tiles if tile != JOKER), UNKNOWN)
            while JOKER in laid.tiles and player.can_give(kind) and self.chance.happens(player.style.exchanges):
                number_told = number if self.chance.happens(_TELLS_SET) else None
                made = self.recorder.make(
                    ev.JokerExchange, seat=player.seat, owner=owner, tile=TILES[kind], set=number_told
                )
                if not self.recorder.attempt(made):
                    break
                player.look(self.table)
                if not player.steps and self._declares(player, "exchange"):
                    return True
        return False

    def _discards(self, player: CardPlayer) -> Iterator[ev.Discard]:
        """What the player would discard, best first: each tile with the name that is said, then silently."""
        for kind in player.discards():
            named = TILES[kind] if self.chance.happens(player.style.names) else None
            if self.mistakes:
                named = self.mistakes.name_of(kind, named)
            yield self.recorder.make(ev.Discard, seat=player.seat, tile=TILES[kind], named=named)
            if named is not None:
                yield self.recorder.make(ev.Discard, seat=player.seat, tile=TILES[kind])

    # -- answers to a discard -----------------------------------------------------------------------------------------

    def _others(self, seat: Seat) -> list[CardPlayer]:
        """The other players whose hands are not dead, the next in turn first."""
        return [player for player in super()._others(seat) if player.seat not in self.table.dead]

    def _wish(self, player: CardPlayer, kind: int) -> Intent[CardPlayer] | None:
        """What a player calls the discard for."""
        discard = self.table.discard
        if kind == JOKER or discard is None or discard.named not in (None, kind):
            return None
        wins = kind in player.waits and not self.chance.happens(player.style.overlooks)
        # Whichever line is named then: the rules are asked whether the tile can be called for mahjong.
        if wins and player.match(kind) is not None and self._may_call(player, super()._win(player, "discard", kind)):
            return Intent(player, "mahjong")
        call = player.call(kind)
        if call is None and self.mistakes:
            call = self.mistakes.call_of(player, kind)
        if call is None:
            return None
        wish = Intent(player, call[0], tuple(TILES[kind_laid] for kind_laid in call[1]))
        return wish if wish.what == "mahjong" or self._may_call(player, self._exposed(wish)) else None

    def _call(self, wishes: Sequence[Intent[CardPlayer]], seq: int) -> list[Intent[CardPlayer]]:
        """The calls, now and then after a draw that goes back for them (american/call-1)."""
        table, seat = self.table, self.table.turn
        goes_on = seat in [wish.player.seat for wish in wishes] or not table.live_left_for(seat)
        if table.plan.called_until == "rack" and not goes_on and self.chance.happens(_DRAWN_FIRST):
            kind = table.next_live(seat)
            tile = TILES[UNKNOWN if kind is None else kind]
            self.recorder.attempt(self.recorder.make(ev.Draw, seat=seat, tile=tile, racked=False))
        return super()._call(wishes, seq)

    def _carry_out(self, calls: Sequence[Intent[CardPlayer]], kind: int) -> bool:
        """The call that goes before the others is carried out, calls for mahjong in turn."""
        if self.mistakes and self.mistakes.false_calls(calls, kind):
            calls = [call for call in calls if call.what != "mahjong"]
            return self.table.open and self._expose(calls)
        return super()._carry_out(calls, kind)

    def _expose(self, calls: Sequence[Intent[CardPlayer]]) -> bool:
        """The group whose call goes before is laid down; its player's turn begins."""
        for wish in calls:
            event = self._exposed(wish)
            if self.recorder.allowed(event, given=_DEAD):
                self._lay_down(wish.player, event)
                wish.player.choose()
                if self.mistakes:
                    self.mistakes.prove_dead()
                return self.table.due == A_DISCARD
        return self._take_back(wish.player for wish in calls)

    def _lay_down(self, player: CardPlayer, event: ev.Expose) -> None:
        """An exposure, at times a joker in it where a tile was meant, which is put right before the discard."""
        kind, held = event.tiles[0].kind, player.place.held
        takes_more = held[JOKER] > event.tiles.count(TILES[JOKER]) and event.tiles.count(TILES[kind]) > 1
        if not (takes_more and self.chance.happens(_CORRECTED)):
            self.recorder.put(event)
            return
        wrong = (*event.tiles[:-1], TILES[JOKER]) if event.tiles[-1].kind != JOKER else (*event.tiles[1:], TILES[JOKER])
        first = self.recorder.make(ev.Expose, seat=event.seat, kind=event.kind, tiles=wrong)
        if not self.recorder.attempt(first):
            self.recorder.put(event)
            return
        right = self.recorder.make(ev.Expose, seat=event.seat, kind=event.kind, tiles=event.tiles, on=first.seq)
        self.recorder.attempt(right, given=_DEAD)
