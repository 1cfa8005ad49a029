"""What runs from hand to hand: who was East, how the hand ended, whose totals are known.

Facts only; what they mean for the next hand is judged in `mjlog.rules.rotation`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mjlog.seats import SEATS, Seat


class MatchState(msgspec.Struct):
    """The game between two hands.

    `players` in the order of the game's start; `hand_due`: the number of the next hand, as hands were begun;
    `seats` of the last hand (empty before the first). `round_number` counts from 0, `east_wins` the hands that
    the last East won in a row. What a gap between hands, or a fault, has made uncertain is marked:
    `order_unknown`, `result_known`, `totals_known`. `seat_rolls`: throws for the seats, each a
    player and a total, in order; `totals_but_for_a_gap`: they are known again if it turns out that no hand is missing
    where moves are; `totals_doubted`: faults that leave open whether they are what the players should have. `counted`:
    what everybody has in all as long as nothing else is said, by what was paid and what is most likely due; None where
    nobody can say. Nothing is judged by it.
    `seats_stated`: the first seats are stated; `places_changed`: the players have changed places since the last
    hand; `pot`: points that lie on the table, and `repeats`: how often the hand is repeated, each None where nobody
    can say; `pot_doubted`, `repeats_doubted`: what was stated contradicts the hands before, and either can be
    right; `pot_most`: even then no more than this lies there, by the sticks that were laid or can have been; None
    where nobody can say. Of the last hand: its `winners`, whether it was `aborted`, and who was `ready` at an
    exhaustive draw (None where nobody knows). `ended`: the event that ended the game, 0 while it goes on. `fined`:
    what is taken off final scores, by player.
    """

    players: tuple[str, ...] = ()
    seats: dict[Seat, str] = {}
    hand_due: int = 1
    seated: bool = False
    order_unknown: bool = False
    first_east: str | None = None
    winner: Seat | None = None
    result_known: bool = False
    voided: bool = False
    east_wins: int = 0
    wins_known: bool = True
    round_number: int = 0
    totals_known: bool = True
    totals_but_for_a_gap: bool = False
    totals_doubted: int = 0
    counted: dict[str, int] | None = {}
    seat_rolls: tuple[tuple[str, int], ...] = ()
    seats_stated: bool = False
    places_changed: bool = False
    pot: int | None = 0
    repeats: int | None = 0
    pot_doubted: bool = False
    pot_most: int | None = 0
    repeats_doubted: bool = False
    winners: tuple[Seat, ...] = ()
    aborted: bool = False
    ready: frozenset[Seat] | None = None
    ended: int = 0
    fined: Mapping[str, int] = {}

    def fine(self, player: str, amount: int) -> None:
        """So many points are taken off a player's final score (riichi/chombo-1)."""
        self.fined = {**self.fined, player: self.fined.get(player, 0) + amount}

    def lose_totals(self) -> None:
        """Nobody can say any more what everybody has in all."""
        self.totals_known = self.totals_but_for_a_gap = False

    def count(self, player: str, amount: int) -> None:
        """A player has so many points more, as it counts now."""
        if self.counted is not None:
            self.counted[player] = self.counted.get(player, 0) + amount

    def lay(self, points: int | None) -> None:
        """So many points lie on the table; None: nobody can say."""
        most = self.pot_most if self.pot_doubted else 0
        self.pot, self.pot_most = points, None if points is None or most is None else max(points, most)

    @property
    def totals_sure(self) -> bool:
        """Whether totals that are stated can be judged: those of the log are known, and follow from no fault."""
        return self.totals_known and not self.totals_doubted

    def is_order(self, players: list[str]) -> bool:
        """Whether players who sit like that keep the order round the table in which they were named."""
        turns = range(len(self.players))
        return any(tuple(players) == self.players[at:] + self.players[:at] for at in turns)

    def can_be_order(self, players: list[str]) -> bool:
        """Whether players who sit like that can have kept their order, which need not be known."""
        return self.order_unknown or self.is_order(players)

    def places_taken(self, seats: Mapping[Seat, str]) -> dict[str, str]:
        """Who takes over whose place round the table between two hands, by the handle of who leaves it.

        The others keep theirs, and somebody does; it is nothing where that is not so, or nobody has sat down yet.
        """
        sitting = [seats[seat] for seat in SEATS if seat in seats]
        if not self.seated or not (self.result_known or self.voided) or len(set(sitting)) != len(self.players):
            return {}
        for at in range(len(self.players)):
            pairs = list(zip(self.players[at:] + self.players[:at], sitting, strict=True))
            moved = {old: new for old, new in pairs if old != new}
            if len(moved) < len(pairs) and not moved.keys() & set(sitting) and not {*moved.values()} & {*self.players}:
                return moved
        return {}

    def hand_over(self, taken: Mapping[str, str]) -> None:
        """Places round the table are taken over; a new East has not won yet."""
        if self.seats.get(Seat.E) in taken:
            self.east_wins = 0
        self.seats = {seat: taken.get(player, player) for seat, player in self.seats.items()}
        self.players = tuple(taken.get(player, player) for player in self.players)
        if self.first_east is not None:
            self.first_east = taken.get(self.first_east, self.first_east)

    @property
    def outcome(self) -> str | None:
        """How the last hand ended: `won`, `drawn` or `voided`; None where there was none, or nobody knows."""
        if not self.result_known or Seat.E not in self.seats:
            return None
        return "voided" if self.voided else "drawn" if self.winner is None else "won"

    @property
    def wins_in_a_row(self) -> int | None:
        """How often East has won in a row; None where that is not known."""
        return self.east_wins if self.wins_known and (self.result_known or not self.seats) else None

    @property
    def came_to(self) -> tuple[object, ...]:
        """How the last hand ended, as far as the next one depends on it."""
        return self.winner, self.result_known, self.voided, self.east_wins

    def next_seat(self) -> Seat:
        """The seat whose player becomes East when the seats move: South, or the next that is taken."""
        return next((seat for seat in SEATS[1:] if seat in self.seats), Seat.E)

    def copy(self) -> MatchState:
        """An independent standing."""
        counted = None if self.counted is None else dict(self.counted)
        return msgspec.structs.replace(self, seats=dict(self.seats), counted=counted)


def east_stays(standing: MatchState, leaves_after: int, always_leaves: bool = False) -> bool:
    """Whether East keeps the seat: after a win by East or a drawn hand, until so many wins in a row (0: for ever).

    Where East `always_leaves`, the seat is kept after a voided hand only (american/rotate-1).
    """
    if standing.voided or always_leaves:
        return standing.voided
    if standing.winner is Seat.E:
        return not leaves_after or standing.east_wins < leaves_after
    return standing.winner is None
