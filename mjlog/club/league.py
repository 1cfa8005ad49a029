"""A league, as it is shown to everybody: its table, its evenings, its players; rule sets each on their own."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from mjlog.club.facts import GameFacts
from mjlog.club.standings import Rank, Standing, Standings, places_of
from mjlog.club.stats import PlayerStats, Stats
from mjlog.period import Period


@dataclass(frozen=True, slots=True)
class Evening:
    """A game of the league. `hands`: those that count; `ranks`: how everybody ended, the first first, guests last."""

    game: str
    day: date | None
    place: str | None
    table: str | None
    hands: int
    ranks: Mapping[str, Rank]


@dataclass(frozen=True, slots=True)
class League:
    """The games by one rule set. `standings`: from the top of the table down; `evenings`: the latest first; `players`:
    how everybody did, in the order of the table; `left_out`: games that have no order of players; `without_end`: those
    that count without the bonus for places, for they have no end."""

    ruleset: str | None
    has_table_points: bool
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
    return [one.closed(ruleset) for ruleset, one in ordered]


def league_title(period: Period) -> str:
    """What the page is called.

    >>> league_title(Period(date(2026, 1, 1), None)), league_title(Period())
    ('League, from 2026-01-01', 'League')
    """
    since = f", from {period.since}" if period.since is not None else ""
    until = f"{' to' if since else ', to'} {period.until}" if period.until is not None else ""
    return f"League{since}{until}"


@dataclass(slots=True)
class _OpenLeague:
    """A league to which games are added."""

    standings: Standings
    stats: Stats = field(default_factory=Stats)
    evenings: list[Evening] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    without_end: list[str] = field(default_factory=list)

    def add(self, game: GameFacts) -> None:
        if not self.standings.add(game):
            self.left_out.append(game.game)
            return
        if game.lacks_final:
            self.without_end.append(game.game)
        self.stats.add(game)
        ranks = dict(sorted(places_of(game).items(), key=lambda pair: pair[1].place or math.inf))
        self.evenings.append(Evening(game.game, game.day, game.place, game.table, len(game.counted), ranks))

    def closed(self, ruleset: str | None) -> League:
        standings = self.standings.players()
        stats = {one.player: one for one in self.stats.players()}
        # A stable order: evenings of one day stay as they were begun.
        evenings = sorted(self.evenings, key=lambda one: one.day or date.min, reverse=True)
        players = [stats[one.player] for one in standings]
        has_points = bool(self.standings.table_points)
        return League(ruleset, has_points, standings, evenings, players, self.left_out, self.without_end)
