"""How the players of many games did: hands and games, wins, points, streaks, faults."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog.club.facts import GameFacts, Wanted
from mjlog.club.standings import Rank, Standing, Standings, places_of
from mjlog.events import FROM_OTHERS
from mjlog.views.results import HandResult

_SELF_DRAWN = frozenset(("deal", "wall", "loose", "exchange"))
_UNDATED = datetime.min.replace(tzinfo=UTC)


class BestHand(NamedTuple):
    """The hand of the highest value that somebody won with, and where it was played."""

    value: int
    game: str
    hand: int
    limit: str | None


class PlayedGame(NamedTuple):
    """A game in the order of games, and whether it was won."""

    begun: datetime
    game: str
    is_won: bool


class PlayerStats(msgspec.Struct):
    """What one player did. Points are sums over all hands.

    `hands`: won by somebody, or drawn. `self_drawn`: wins with a tile from the wall or another of one's own,
    `on_discard`: with a tile of another player, a robbed kong's too. `given`: discards, and robbed kongs, that gave
    somebody the win; `perhaps_given`: wins of others on the tile of a player whom nobody wrote down. `values`: wins
    whose value is known, `value`: of all these. `won`, `lost`: gains and losses by the settlements; `fines`: received
    less paid. `unknown`: hands whose payments are not known. `longest_run`: of hands that were won one after the other
    in one game. `faults`: errors that name the player, by code. `ended`: games that have an order of players.
    """

    player: str
    games: int = 0
    hands: int = 0
    wins: int = 0
    self_drawn: int = 0
    on_discard: int = 0
    given: int = 0
    perhaps_given: int = 0
    values: int = 0
    value: int = 0
    best: BestHand | None = None
    limit_hands: int = 0
    won: int = 0
    lost: int = 0
    fines: int = 0
    unknown: int = 0
    longest_run: int = 0
    faults: Counter[str] = msgspec.field(default_factory=Counter)
    ended: list[PlayedGame] = msgspec.field(default_factory=list)

    @property
    def points(self) -> int:
        """All gains, less all losses, and fines."""
        return self.won - self.lost + self.fines

    @property
    def win_rate(self) -> float | None:
        """Wins by hands; None where no hand was played to its end."""
        return self.wins / self.hands if self.hands else None

    @property
    def average_win(self) -> float | None:
        """What a hand that was won was worth in the middle, of those whose value is known."""
        return self.value / self.values if self.values else None

    @property
    def games_won(self) -> int:
        """Games in which nobody had more points at the end."""
        return sum(played_game.is_won for played_game in self.ended)

    @property
    def longest_run_of_games(self) -> int:
        """Games won one after the other, in the order of their dates; those without a date first, by their names."""
        return _longest(played_game.is_won for played_game in sorted(self.ended))


class Stats:
    """The statistics of all players, game by game; what was added of a game is forgotten.

    >>> Stats().players()
    []
    """

    def __init__(self) -> None:
        self._players: dict[str, PlayerStats] = {}
        self.games = 0

    def add(self, game: GameFacts) -> None:
        """Count one more game."""
        self.games += 1
        for hand in game.played:
            self._add_hand(game, hand)
        for player in dict.fromkeys(player for hand in game.played for player in hand.players):
            stats = self._of(player)
            stats.games += 1
            run = _longest(player in hand.won_by for hand in game.counted if player in hand.players)
            stats.longest_run = max(stats.longest_run, run)
        for player, place in places_of(game).items():
            if place.place is not None:
                self._of(player).ended.append(PlayedGame(game.begun or _UNDATED, game.game, place.place == 1))
        for mark in (finding for hand in game.hands for finding in hand.found):
            if mark.severity == "error" and mark.player is not None:
                self._of(mark.player).faults[mark.code] += 1

    def players(self) -> list[PlayerStats]:
        """Everybody, who has won most points first."""
        return sorted(self._players.values(), key=lambda player: (-player.points, player.player))

    def _of(self, player: str) -> PlayerStats:
        return self._players.setdefault(player, PlayerStats(player))

    def _add_hand(self, game: GameFacts, hand: HandResult) -> None:
        for seat, player in hand.seats.items():
            stats = self._of(player)
            stats.hands += hand.is_played
            stats.fines += hand.fines.get(seat, 0)
            stats.unknown += hand.change is None and hand.outcome == "won"
            gain = (hand.change or {}).get(seat, 0)
            stats.won += max(gain, 0)
            stats.lost += max(-gain, 0)
        discarder = hand.player(hand.discarder)
        if hand.outcome == "won" and discarder is not None:
            self._of(discarder).given += 1
        elif hand.outcome == "won" and hand.source in FROM_OTHERS:
            # Nobody knows who gave the win: each of the others perhaps did.
            for player in hand.players:
                self._of(player).perhaps_given += player not in hand.won_by
        for seat in (seat for seat in hand.winners if seat in hand.seats):
            stats, value, limit = self._of(hand.seats[seat]), hand.value_of(seat), hand.limits.get(seat)
            stats.wins += 1
            stats.self_drawn += hand.source in _SELF_DRAWN
            stats.on_discard += hand.source in FROM_OTHERS
            stats.limit_hands += limit is not None
            if value is None:
                continue
            stats.values += 1
            stats.value += value
            best, known = BestHand(value, game.game, hand.number or 0, limit), stats.best
            # Of equal ones the first by name and number: the same one in whatever order the games come.
            if known is None or (-best.value, best.game, best.hand) < (-known.value, known.game, known.hand):
                stats.best = best


def stats_by_ruleset(games: Iterable[GameFacts], together: bool = False) -> dict[str | None, list[PlayerStats]]:
    """Everybody by each rule set, the one with most games first; `together`: in one table.

    >>> stats_by_ruleset([])
    {}
    """
    open_: dict[str | None, Stats] = {}
    for game in games:
        open_.setdefault(None if together else game.ruleset, Stats()).add(game)
    ordered = sorted(open_.items(), key=lambda pair: (-pair[1].games, pair[0] or ""))
    return {ruleset: stats.players() for ruleset, stats in ordered}


def _longest(won: Iterable[bool]) -> int:
    """The longest run of wins.

    >>> _longest([True, True, False, True])
    2
    """
    longest = run = 0
    for is_won in won:
        run = run + 1 if is_won else 0
        longest = max(longest, run)
    return longest


# -- a league ---------------------------------------------------------------------------------------------------------


class Evening(msgspec.Struct, frozen=True):
    """A game of the league. `hands`: those that count; `ranks`: how everybody ended, the first first, guests last;
    `session`: the round of a tournament."""

    game: str
    day: date | None
    where: Sequence[str]
    hands: int
    ranks: Mapping[str, Rank]
    session: int | None = None


class League(msgspec.Struct, frozen=True):
    """The games by one rule set. `standings`: from the top of the table down; `evenings`: the latest first, those of a
    tournament by its rounds; `players`: how everybody did, in the order of the table; `left_out`: games that have no
    order of players; `without_end`: those that count without the bonus for places, for they have no end. `sessions`:
    the rounds of a tournament that were played, where all games are of one."""

    ruleset: str | None
    has_table_points: bool
    sessions: Sequence[int]
    standings: Sequence[Standing]
    evenings: Sequence[Evening]
    players: Sequence[PlayerStats]
    left_out: Sequence[str]
    without_end: Sequence[str]


def leagues(games: Iterable[GameFacts], table_points: Sequence[Fraction | int] = ()) -> list[League]:
    """The leagues that these games are, by rule set, the one with most games first.

    Points by different rules are no sum: each rule set has a table of its own.

    >>> leagues([])
    []
    """
    open_: dict[str | None, _OpenLeague] = {}
    for game in games:
        open_.setdefault(game.ruleset, _OpenLeague(Standings(table_points))).add(game)
    ordered = sorted(open_.items(), key=lambda pair: (-len(pair[1].evenings), pair[0] or ""))
    return [league.closed(ruleset) for ruleset, league in ordered]


def without(league: League, gone: Collection[str]) -> League:
    """A league in which some are not named: those who were forgotten."""
    evenings = [
        replace(each, ranks={player: rank for player, rank in each.ranks.items() if player not in gone})
        for each in league.evenings
    ]
    standings = [each for each in league.standings if each.player not in gone]
    return replace(
        league, standings=standings, evenings=evenings,
        players=[each for each in league.players if each.player not in gone],
    )


def league_title(wanted: Wanted) -> str:
    """What the page is called.

    >>> league_title(Wanted(period=Wanted().period._replace(since=date(2026, 1, 1))))
    'League, from 2026-01-01'
    >>> league_title(Wanted(tournament="Rhine Open", last_session=2))
    'Rhine Open, after session 2'
    """
    period = wanted.period
    since = f", from {period.since}" if period.since is not None else ""
    until = f"{' to' if since else ', to'} {period.until}" if period.until is not None else ""
    after = f", after session {wanted.last_session}" if wanted.last_session is not None else ""
    return f"{wanted.tournament or 'League'}{since}{until}{after}"


class _OpenLeague(msgspec.Struct):
    """A league to which games are added."""

    standings: Standings
    stats: Stats = msgspec.field(default_factory=Stats)
    evenings: list[Evening] = msgspec.field(default_factory=list)
    left_out: list[str] = msgspec.field(default_factory=list)
    without_end: list[str] = msgspec.field(default_factory=list)

    def add(self, game: GameFacts) -> None:
        if not self.standings.add(game):
            self.left_out.append(game.game)
            return
        if game.lacks_final:
            self.without_end.append(game.game)
        self.stats.add(game)
        ranks = dict(sorted(places_of(game).items(), key=lambda pair: pair[1].place or math.inf))
        self.evenings.append(Evening(game.game, game.day, game.where, len(game.counted), ranks, game.session))

    def closed(self, ruleset: str | None) -> League:
        standings = self.standings.players()
        stats = {player.player: player for player in self.stats.players()}
        # A stable order: evenings of one day stay as they were begun.
        evenings = sorted(self.evenings, key=lambda evening: evening.day or date.min, reverse=True)
        if self.standings.sessions:
            evenings.sort(key=lambda evening: evening.session or 0)
        players = [stats[standing.player] for standing in standings]
        has_points = bool(self.standings.table_points)
        sessions, left_out, without_end = self.standings.sessions, self.left_out, self.without_end
        return League(ruleset, has_points, sessions, standings, evenings, players, left_out, without_end)
