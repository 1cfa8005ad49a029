"""The play of one hand of the American game: from the deal to mahjong, or until the wall is used up.

The Charleston as simulated players do it: they part with what is worth least, blind where that is not enough.

Mistakes that simulated players make, and what follows from them: the record shows both.

A tile is named wrongly; mahjong is declared without a hand of the card, and taken back or shown; a group is called
that no line of the card has room for; another player shows that a hand is dead. Source: american/error-1 to
american/dead-5.

Source: american/charleston-1 to american/charleston-5.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from mjlog import events as ev
from mjlog.cards.rulings import Rulings
from mjlog.findings import codes_that
from mjlog.rules.claim import SIZES
from mjlog.rules.legal import is_legal
from mjlog.seats import SEATS, Seat
from mjlog.simulate.american.goals import goals_of
from mjlog.simulate.american.player import CardPlayer, CardStyle
from mjlog.simulate.answers import Answers, Intent
from mjlog.simulate.chance import Chance
from mjlog.simulate.recorder import NoLegalActError, Recorder
from mjlog.table.charleston import begin_play
from mjlog.table.passing import COURTESY, FIRST, SECOND, TILES_PASSED, giver, receiver
from mjlog.table.state import A_DISCARD, A_DRAW, TableSet
from mjlog.tiles import JOKER, PLAIN_KINDS, TILES, UNKNOWN, Tile

# -- mistakes ---------------------------------------------------------------------------------------------------------


_SLIPS_OF_THE_TONGUE, _PUT_RIGHT = 0.004, 0.7
"""The share of discards named wrongly, and of those the share named again before the next draw."""
_FALSE_WIN, _SHOWN = 0.01, 0.5
"""The share of turns of a hand that lacks one tile in which it is declared, and of those the share shown."""
_WRONG_CALL = 0.01
"""The share of discards called for a group though no goal in mind wants it, by a player who could lay it down."""
_SEEN = 0.5
"""The share of discards and exposures after which somebody sees that a hand is dead."""
_MOST_DEAD = 2
"""So many hands are dead at most: somebody must be able to win."""


class Mistakes:
    """The mistakes of one hand."""

    def __init__(self, recorder: Recorder, chance: Chance, players: Mapping[Seat, CardPlayer]) -> None:
        self.recorder, self.chance, self.players = recorder, chance, players
        self.table = recorder.table

    def _may_die(self, seat: Seat) -> bool:
        return seat not in self.table.dead and len(self.table.dead) < _MOST_DEAD

    def _accuser(self, seat: Seat) -> Seat:
        """Who says that a hand is dead: a player whose own is not."""
        return self.chance.pick([other for other in seat.others() if other not in self.table.dead])

    # -- wrong names --------------------------------------------------------------------------------------------------

    def name_of(self, kind: int, named: Tile | None) -> Tile | None:
        """What is said of a discard: now and then another tile."""
        if named is None or not self.chance.happens(_SLIPS_OF_THE_TONGUE):
            return named
        return TILES[self.chance.pick([other for other in range(PLAIN_KINDS) if other != kind])]

    def put_right(self, seat: Seat) -> bool:
        """A discard that was named wrongly is named again, as a rule; whether it was."""
        discard = self.table.discard
        if discard is None or discard.named in (None, discard.tile) or not self.chance.happens(_PUT_RIGHT):
            return False
        return self.recorder.attempt(self.recorder.make(ev.Name, seat=seat, tile=TILES[discard.tile]))

    # -- mahjong in error ---------------------------------------------------------------------------------------------

    def false_win(self, player: CardPlayer) -> bool:
        """A player who lacks a tile declares a win all the same; whether the hand is dead for it."""
        table, seat = self.table, player.seat
        drawn = player.place.last_drawn
        if player.steps != 1 or table.whence != "wall" or drawn is None or not self._may_die(seat):
            return False
        if not self.chance.happens(_FALSE_WIN) or player.match() is not None:
            return False
        return self._declare(player, "wall", drawn)

    def _declare(self, player: CardPlayer, source: str, kind: int) -> bool:
        """Mahjong in error: taken back, or shown, and then the hand is dead; whether it is."""
        seat, make = player.seat, self.recorder.make
        win = make(ev.Mahjong, seat=seat, source=source, tile=TILES[kind])
        if not self.recorder.attempt(win, given=codes_that("bars-win")):
            return False
        if not self.chance.happens(_SHOWN) and self.recorder.attempt(make(ev.Retract, seat=seat)):
            return False
        if self._changes(player, kind):
            return False
        tiles = tuple(TILES[kind] for kind in player.place.known())
        self.recorder.must(f"show of {seat}", [make(ev.Show, seat=seat, rest=tiles)])
        dead = make(ev.Dead, seat=seat, reason="false-mahjong", by=self._accuser(seat))
        self.recorder.must(f"declaration that {seat} is dead", [dead], given=codes_that("proves-dead"))
        return True

    def _changes(self, player: CardPlayer, kind: int) -> bool:
        """A mahjong on a discard becomes a pung of it, where the rules let it and the player holds two more of it."""
        win, seat, pung = self.table.win, player.seat, (TILES[kind],) * SIZES["pung"]
        may = self.table.plan.withdrawn_mahjong == "exposure" and win is not None and win.source == "discard"
        if not may or player.place.held[kind] < len(pung):
            return False
        self.recorder.happen(ev.Show, seat=seat, sets=(pung,))
        self.recorder.happen(ev.Retract, seat=seat)
        self.recorder.happen(ev.Claim, seat=seat, for_="pung")
        self.recorder.happen(ev.Expose, seat=seat, kind="pung", tiles=pung)
        player.choose()
        self.prove_dead()
        return True

    def false_calls(self, calls: Sequence[Intent[CardPlayer]], kind: int) -> bool:
        """The next in turn of those who called mahjong declares it, and has none; whether that was so."""
        callers = [call.player for call in calls if call.what == "mahjong"]
        assert self.table.discard is not None
        discarder = self.table.discard.seat
        callers.sort(key=lambda player: player.seat.ahead_of(discarder))
        if not callers or callers[0].match(kind) is not None:
            return False
        first = callers[0]
        for player in callers:
            if player is not first:
                self.recorder.attempt(self.recorder.make(ev.Retract, seat=player.seat))
        self._declare(first, "discard", kind)
        return True

    # -- exposures that no line has room for --------------------------------------------------------------------------

    def call_of(self, player: CardPlayer, kind: int) -> tuple[str, tuple[int, ...]] | None:
        """A call by mistake: for mahjong with a hand that lacks a tile, or for a group that fits no goal in mind."""
        if not self._may_die(player.seat):
            return None
        if player.steps == 1 and player.match(kind) is None and self.chance.happens(_FALSE_WIN):
            return "mahjong", ()
        # A group that no goal in mind wants, called because the player has the tiles
        held = player.place.held
        if held[kind] + held[JOKER] < 2 or not held[kind] or not self.chance.happens(_WRONG_CALL):
            return None
        most = min(held[kind] + held[JOKER], player.place.size - 1)
        sizes = [size for size in SIZES.values() if size - 1 <= most]
        if not sizes:
            # A tile must be left to discard.
            return None
        size = self.chance.pick(sizes)
        naturals = min(held[kind], size - 1)
        name = next(name for name, of_size in SIZES.items() if of_size == size)
        return name, (kind,) * (naturals + 1) + (JOKER,) * (size - 1 - naturals)

    def prove_dead(self) -> None:
        """Somebody sees, or overlooks, that what lies open makes a hand impossible, and says so."""
        basis = self.table.plan.dead_basis
        for place in self.table.places:
            if not place.sets or not self._may_die(place.seat) or not self.chance.happens(_SEEN):
                continue
            event = self.recorder.make(
                ev.Dead, seat=place.seat, reason="exposure", by=self._accuser(place.seat), on_basis=basis,
                sets=(len(place.sets) - 1,),
            )  # fmt: skip
            self.recorder.attempt(event, given=codes_that("proves-dead"))


# -- the Charleston ---------------------------------------------------------------------------------------------------


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
        if not self._is_stopped():
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
        passed = self._passed(name, self._blind(name))
        for seat in self.chance.shuffled(SEATS):
            blind, kinds = passed[seat]
            self._give(name, seat, kinds, blind)
        for player in self.players.values():
            player.choose()

    def _blind(self, name: str) -> dict[Seat, int]:
        """How many tiles each player passes on unseen; somebody gives three tiles, or nothing would move."""
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

    def _passed(self, name: str, blind: Mapping[Seat, int]) -> dict[Seat, tuple[int, Kinds]]:
        """What every seat passes, the blind tiles first: they are among those that it gets in the same pass."""
        spare = {seat: self._spare(seat) for seat in self.players}
        passed: dict[Seat, tuple[int, Kinds]] = {}
        for seat in _in_order(name, blind):
            got = passed[giver(name, seat)][1] if blind[seat] else ()
            passed[seat] = self._choice(name, seat, [(blind[seat], got), (0, ())], spare[seat])
        return passed

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

    def _agrees(self, player: CardPlayer) -> bool:
        """Who would miss what there is to pass refuses the second Charleston, as a rule."""
        return self._free(player) == TILES_PASSED or self.chance.happens(player.style.agrees)

    def _is_stopped(self) -> bool:
        """Whether one of those who do not agree refuses the second Charleston."""
        refusing = [seat for seat, player in self.players.items() if not self._agrees(player)]
        if not refusing:
            return False
        return self.recorder.attempt(self.recorder.make(ev.CharlestonStop, seat=self.chance.pick(refusing)))

    def _exchange(self, one: Seat, other: Seat) -> None:
        """Two players give each other the same number of tiles: what the one who wants less of it wants."""
        number = min(self._wished(one), self._wished(other))
        given = {seat: self._courtesy(seat, number) for seat in (one, other)} if number else {}
        if not all(given.values()):
            return
        for seat in self.chance.shuffled(tuple(given)):
            self._give(COURTESY, seat, given[seat])
        for seat in given:
            self.players[seat].choose()

    def _courtesy(self, seat: Seat, number: int) -> Kinds:
        """So many spare tiles that the rules let go in the courtesy; none where there are not so many."""
        choices = itertools.combinations(self._spare(seat), number)
        return next((kinds for kinds in choices if self.recorder.allowed(self._gift(COURTESY, seat, kinds))), ())

    def _wished(self, seat: Seat) -> int:
        player = self.players[seat]
        return self._free(player) if self.chance.happens(player.style.gives) else 0


def _in_order(name: str, blind: Mapping[Seat, int]) -> Sequence[Seat]:
    """The seats from one who gives only own tiles on: everybody's tiles are known before they go on unseen."""
    if not any(blind.values()):
        return SEATS
    order = [next(seat for seat in SEATS if not blind[seat])]
    while len(order) < len(SEATS):
        order.append(receiver(name, order[-1]))
    return order


# -- a hand -----------------------------------------------------------------------------------------------------------


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
        if self._dealt_win():
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

    def _dealt_win(self) -> bool:
        """East may have been dealt a hand of the card: it is declared before anything is passed."""
        player = self.players[Seat.E]
        win = self._win(player, "deal") if player.match() is not None else None
        if win is None or not is_legal(self.recorder.rules.bound, self.table, win):
            return False
        begin_play(self.table, dealt_win=True)
        self.recorder.put(win)
        return True

    # -- a turn -------------------------------------------------------------------------------------------------------

    def _turn(self, player: CardPlayer) -> bool:
        """A player has fourteen tiles: what is done with them; whether a tile was discarded."""
        player.take_up()
        if self._wins_by_itself(player) or self._exchanges(player):
            return False
        if self.mistakes and self.mistakes.false_win(player):
            return False
        self._discard(player)
        return True

    def _wins_by_itself(self, player: CardPlayer) -> bool:
        table = self.table
        if player.steps or table.whence == "discard" or self.chance.happens(player.style.overlooks):
            return False
        return self._declares(player, table.whence)

    def _declares(self, player: CardPlayer, source: str) -> bool:
        """A win with an own tile, where the card has the hand."""
        if player.match() is None:
            return False
        drawn = player.place.last_drawn
        return self.recorder.attempt(self._win(player, source, UNKNOWN if drawn is None else drawn))

    def _win(self, player: CardPlayer, source: str, kind: int = UNKNOWN) -> ev.Mahjong:
        """The declaration of a win, with or without its line."""
        tile = None if kind == UNKNOWN else TILES[kind]
        line = self._line(player, kind if source == "discard" else None)
        return self.recorder.make(ev.Mahjong, seat=player.seat, source=source, tile=tile, line=line)

    def _line(self, player: CardPlayer, called: int | None) -> str | None:
        """The line that the player names; mostly the best, or none."""
        match = player.match(called)
        if match is None or not self.chance.happens(player.style.tells):
            return None
        other = len(match.lines) > 1 and self.chance.happens(_LOWER_LINE)
        return self.chance.pick(match.labels) if other else match.label

    def _exchanges(self, player: CardPlayer) -> bool:
        """Tiles are given for the jokers that stand for them; whether that wins."""
        for owner, number, laid in self._jokers_on_the_table():
            kind = next((tile for tile in laid.tiles if tile != JOKER), UNKNOWN)
            while JOKER in laid.tiles and player.can_give(kind) and self.chance.happens(player.style.exchanges):
                told = number if self.chance.happens(_TELLS_SET) else None
                made = self.recorder.make(ev.JokerExchange, seat=player.seat, owner=owner, tile=TILES[kind], set=told)
                if not self.recorder.attempt(made):
                    break
                player.look(self.table)
                if not player.steps and self._declares(player, "exchange"):
                    return True
        return False

    def _jokers_on_the_table(self) -> list[tuple[Seat, int, TableSet]]:
        return [
            (place.seat, number, laid)
            for place in self.table.places
            for number, laid in enumerate(place.sets)
            if JOKER in laid.tiles
        ]

    def _discard(self, player: CardPlayer) -> None:
        made = self.recorder.must(f"discard of {player.seat}", self._discards(player), given=_MISNAMED)
        player.look(self.table)
        right = self.mistakes.put_right(player.seat) if self.mistakes else False
        if made.named is None and not right and self.chance.happens(_NAMED_AFTERWARDS):
            self.recorder.attempt(self.recorder.make(ev.Name, seat=player.seat, tile=made.tile))
        if self.mistakes:
            self.mistakes.prove_dead()

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
        if wins and player.match(kind) is not None and self._may_win(player, kind):
            return Intent(player, "mahjong")
        found = player.call(kind)
        if found is None and self.mistakes:
            found = self.mistakes.call_of(player, kind)
        if found is None:
            return None
        wish = Intent(player, found[0], tuple(TILES[one] for one in found[1]))
        return wish if wish.what == "mahjong" or self._may_call(player, self._exposed(wish)) else None

    def _may_win(self, player: CardPlayer, kind: int) -> bool:
        """Whether the rules let the player call this tile for mahjong, whichever line is named."""
        win = self.recorder.make(ev.Mahjong, seat=player.seat, source="discard", tile=TILES[kind])
        return self._may_call(player, win)

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
        """Of the calls that stand the one that goes before is carried out, those for mahjong in turn."""
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
