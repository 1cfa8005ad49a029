"""Mistakes that simulated players make, and what follows from them: the record shows both.

A tile is named wrongly; mahjong is declared without a hand of the card, and taken back or shown; a group is called
that no line of the card has room for; another player shows that a hand is dead. Source: american/error-1 to
american/dead-5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mjlog import events as ev
from mjlog.findings import codes_that
from mjlog.rules.claim import SIZES
from mjlog.seats import Seat
from mjlog.simulate.american.player import CardPlayer
from mjlog.simulate.chance import Chance
from mjlog.simulate.hand import Intent
from mjlog.simulate.recorder import Recorder
from mjlog.tiles import JOKER, PLAIN_KINDS, TILES, Tile

_MISNAMED, _PUT_RIGHT = 0.004, 0.7
"""The share of discards named wrongly, and of those the share named again before the next draw."""
_FALSE_WIN, _SHOWN = 0.01, 0.5
"""The share of turns of a hand that lacks one tile in which it is declared, and of those the share shown."""
_WRONG_CALL = 0.01
"""The share of discards called for a group though no goal in mind wants it, by a player who could lay it down."""
_SEEN = 0.5
"""The share of discards and exposures after which somebody sees that a hand is dead."""
_MOST_DEAD = 2
"""How many hands are dead at most: somebody must be able to win."""


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
        if named is None or not self.chance.happens(_MISNAMED):
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
