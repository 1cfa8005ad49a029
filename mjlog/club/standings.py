"""The table of a league: games played, places, points, points for places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Literal, NamedTuple

import msgspec

from mjlog.club.facts import GameFacts
from mjlog.errors import NotationError
from mjlog.text import decimal, quoted, result


class Rank(NamedTuple):
    """Where a player ended: the best of the places that are shared (from 1), how many share it, the points and the
    hands that were played. A guest has no place. `unit`: how many points results are told in."""

    place: int | None
    shared_by: int
    points: int
    hands: int = 0
    unit: int = 1

    @property
    def result(self) -> str:
        """The points, in words."""
        return result(self.points, self.unit)


def places_of(game: GameFacts) -> dict[str, Rank]:
    """The place of everybody who played; nobody's where the game goes on, nothing was played, or totals are unknown.

    Points are final scores where the rule set has them (riichi/final-1), ordered before fines are off them. Players
    with as many share a place, and the places behind them stay empty: 1, 2, 2, 4. Who played less than
    half the hands was a guest: without a place, and in nobody's way. Source: docs/do/club.md#guests-and-substitutes.
    """
    if why_unplaced(game) is not None:
        return {}
    results = game.results or {}
    players = dict.fromkeys(player for hand in game.played for player in hand.players) or dict.fromkeys(game.players)
    points = {player: results.get(player, 0) for player in players}
    over = [hand.players for hand in game.counted]
    hands = {player: sum(player in sitting for sitting in over) for player in players}
    # What is taken off a final score, and goes to nobody, is no matter of the table: it changes nobody's place there.
    played = {player: points[player] + game.off.get(player, 0) for player in players}
    every = [played[player] for player in players if 2 * hands[player] >= len(over)]

    def rank(player: str) -> Rank:
        own = points[player]
        if 2 * hands[player] < len(over):
            return Rank(None, 0, own, hands[player], game.unit)
        at_the_table = played[player]
        place = 1 + sum(other > at_the_table for other in every)
        return Rank(place, every.count(at_the_table), own, hands[player], game.unit)

    return {player: rank(player) for player in players}


Unplaced = Literal["live", "unplayed", "unknown", "unsound"]


def why_unplaced(game: GameFacts) -> Unplaced | None:
    """Why a game has no order of players; None where it has.

    It goes on, nothing was played, totals are unknown, or more was paid in a hand than was won, or less. Of some games
    only the totals were written down.
    """
    if game.is_live:
        return "live"
    is_told = game.is_ended and not game.played and any((game.results or {}).values())
    if not is_told and not game.counted:
        return "unplayed"
    if any(mark.code == "not-zero-sum" for hand in game.played for mark in hand.found):
        return "unsound"
    return "unknown" if game.results is None else None


_MOST_PLACES = 12


class Standing(msgspec.Struct):
    """One player of a league. `games`: without those as a guest, whose `hands` and points count all the same;
    `places`: how often first, second …; `table`: points for places, exact.

    `rank`: from 1 in the table; who is equal in all that the table is ordered by shares it. None without a game.
    `unit`: how many points results are told in. `sessions`: table points and points of each round of a tournament,
    `after`: the rank after it; `fines`: what fines came to, which is in the points. `won`: where places alone bring
    points, what was won at the tables, which tells equal ones apart; the fines are in it then. None elsewhere.
    """

    player: str
    games: int = 0
    hands: int = 0
    points: int = 0
    table: Fraction = Fraction(0)
    places: Counter[int] = msgspec.field(default_factory=Counter)
    rank: int | None = None
    unit: int = 1
    fines: int = 0
    won: int | None = None
    sessions: dict[int, tuple[Fraction, int, int]] = msgspec.field(default_factory=dict)
    after: dict[int, int] = msgspec.field(default_factory=dict)

    def in_session(self, session: int) -> str:
        """What a round brought, in words; nothing of one without a game."""
        return result(self.sessions[session][1], self.unit) if session in self.sessions else ""

    @property
    def fined(self) -> str:
        """The fines in words; nothing where there are none."""
        return result(self.fines, 1 if self.won is not None else self.unit) if self.fines else ""

    @property
    def results(self) -> tuple[str, str]:
        """The points, and how many that are a game, in words."""
        in_units = partial(result, unit=self.unit) if self.unit > 1 else decimal
        return result(self.points, self.unit), "" if self.average is None else in_units(self.average)

    @property
    def average(self) -> float | None:
        """Points a game; None for who was a guest only."""
        return self.points / self.games if self.games else None


class Standings:
    """A league. `table_points`: what the first, the second … of a game gets; behind these nothing.

    Ordered by table points where there are any, then by points, where these are of places alone by what was won at the
    tables, then by the name. Players who share a place share
    what is given for the places that they take.

    >>> Standings((4, 2, 1, 0)).players()
    []
    """

    def __init__(self, table_points: Sequence[Fraction | int] = ()) -> None:
        self.table_points = tuple(map(Fraction, table_points))
        self.games = 0
        self._units: set[int] = set()
        self._players: dict[str, Standing] = {}
        self._sessions: set[int | None] = set()

    @property
    def sessions(self) -> list[int]:
        """The rounds that were played, where every game is one of a tournament's; none where some is not."""
        return [] if None in self._sessions else sorted(session for session in self._sessions if session is not None)

    def add(self, game: GameFacts) -> bool:
        """Count one more game; False where it has no order of players, for it goes on or its totals are not known."""
        places = places_of(game)
        self.games += bool(places)
        self._units |= {place.unit for place in places.values()}
        self._sessions |= {game.session} if places else set()
        for player, place in places.items():
            standing = self._players.setdefault(player, Standing(player))
            standing.hands += place.hands
            standing.points += place.points
            standing.fines += game.fined(player)
            won = (game.points or {}).get(player, 0) if game.is_by_place else 0
            if game.is_by_place:
                standing.won = (standing.won or 0) + won
            worth = Fraction(0)
            if place.place is not None:
                standing.games += 1
                standing.places[place.place] += 1
                taken = self.table_points[place.place - 1 : place.place - 1 + place.shared_by]
                worth = sum(taken, Fraction(0)) / place.shared_by
                standing.table += worth
            if game.session is not None:
                table, points, before = standing.sessions.get(game.session, (Fraction(0), 0, 0))
                standing.sessions[game.session] = table + worth, points + place.points, before + won
        return bool(places)

    def players(self) -> list[Standing]:
        """Everybody, from the top of the table down; who was a guest only stands below it."""
        ordered = sorted(self._players.values(), key=lambda standing: standing.player)
        ordered.sort(key=lambda standing: (standing.games > 0, _order(standing)), reverse=True)
        for standing in ordered:
            # Of games by several rule sets together there is no other unit than points.
            standing.unit = min(self._units)
        for number, placed in enumerate((standing for standing in ordered if standing.games), 1):
            before = ordered[number - 2] if number > 1 else None
            is_equal = before is not None and _order(before) == _order(placed)
            placed.rank = before.rank if before is not None and is_equal else number
        for session in self.sessions:
            # Where everybody stood after the round, who had played until then; equal ones share the place.
            stood = {
                standing.player: tuple(map(sum, zip(*until, strict=True)))
                for standing in ordered
                if standing.games
                and (until := [each for played, each in standing.sessions.items() if played <= session])
            }
            for player, own in stood.items():
                self._players[player].after[session] = 1 + sum(other > own for other in stood.values())
        return ordered


def _order(standing: Standing) -> tuple[Fraction, int, int]:
    """What players are ordered by, the most first."""
    return standing.table, standing.points, standing.won or 0


def table_points_from(text: str) -> tuple[Fraction, ...]:
    """Points for places as they are typed.

    >>> table_points_from("4/2/1/0")
    (Fraction(4, 1), Fraction(2, 1), Fraction(1, 1), Fraction(0, 1))

    Raises:
        NotationError: it is no such list.
    """
    parts = text.split("/")
    try:
        fractions = tuple(Fraction(part) for part in parts if len(part) <= 9 and "e" not in part.lower())
    except (ValueError, ZeroDivisionError):
        fractions = ()
    if len(fractions) != len(parts) or len(fractions) > _MOST_PLACES:
        raise NotationError(f"{quoted(text)} is no list of points for places; expected one like 4/2/1/0")
    return fractions
