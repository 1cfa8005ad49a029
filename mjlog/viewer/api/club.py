"""A club: how the league stands, how the players did, hands that somebody looks for. Handles alone are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from flask import url_for
from msgspec import UNSET, UnsetType, convert

from mjlog.answers import Address, Answer, Count, GameId, says
from mjlog.club import Wanted, stats_by_ruleset
from mjlog.club.records import standing_json, stats_json
from mjlog.club.stats import leagues, without
from mjlog.period import Period
from mjlog.seats import Seat
from mjlog.viewer.api.operations import PAGE, PERIOD, ApiBlueprint, Asked, Paged, operation, part_of
from mjlog.viewer.requests import counted, hands_found, library, wanted_hands

_WANTED = (*PAGE, *PERIOD, "player", "won_by", "ruleset", "code", "result")
blueprint = ApiBlueprint("club", "The league, the players, and hands that somebody looks for.")
Damaged: TypeAlias = Annotated[
    list[GameId], says("games of which lines are missing, unreadable or changed: what is left of them is counted")
]


class SessionLine(Answer):
    """A round of a tournament."""

    session: Count
    points: Annotated[int | None, says("what it brought; null for who did not play")]
    rank: Annotated[int, says("after it")]


class StandingLine(Answer):
    """A player of a league."""

    ruleset: str | None
    rank: Annotated[int | None, says("null for who was a guest only")]
    player: str
    games: Count
    hands: Count
    places: Annotated[list[int], says("how often first, second …")]
    points: int
    average: Annotated[float | None, says("points a game")]
    won: Annotated[int | UnsetType, says("won at the tables, where places alone bring points; fines are in it")] = UNSET
    fines: Annotated[int | UnsetType, says("of a tournament: received less paid; in the points, or in `won`")] = UNSET
    sessions: Annotated[list[SessionLine] | UnsetType, says("the rounds of a tournament")] = UNSET


class Standings(Answer):
    """The tables of the leagues, a rule set after the other."""

    waiting: Annotated[Count, says("games that there was no time to read yet, and that are not counted; ask again")]
    damaged: Damaged
    without_end: Annotated[list[GameId], says("games that count without the bonus for places, for they have no end")]
    standings: list[StandingLine]


class BestWin(Answer):
    """The win of the highest value."""

    value: int
    game: GameId
    hand: Count
    limit: str | None


class PlayerFigures(Answer):
    """What a player did by one rule set."""

    ruleset: str | None
    player: str
    games: Count
    hands: Count
    wins: Count
    wins_self_drawn: Count
    wins_on_discard: Count
    win_rate: float | None
    gave_win: Count
    gave_win_unknown: Annotated[Count, says("wins of others on a tile of which nobody wrote down whose it was")]
    average_win: float | None
    best_win: BestWin | None
    limit_hands: Count
    points: int
    points_won: Count
    points_lost: Count
    fines: int
    hands_unknown: Annotated[Count, says("won hands whose payments nobody knows")]
    games_won: Count
    longest_run: Count
    longest_run_of_games: Count
    faults: Annotated[dict[str, int], says("errors that name the player, by code")]


class Players(Answer):
    """How the players did."""

    waiting: Annotated[Count, says("games that there was no time to read yet, and that are not counted; ask again")]
    damaged: Damaged
    players: list[PlayerFigures]


class HandFound(Answer):
    """A hand that fits."""

    game: GameId
    hand: Count
    date: str | None
    ruleset: str | None
    round: Seat | None
    seats: Annotated[Mapping[str, str], says("handles, by seat")]
    result: str
    winners: list[str]
    discarder: str | None
    value: int | None
    limit: str | None
    change: Annotated[Mapping[str, int] | None, says("gains and losses, by player")]
    url: Address


class HandsFound(Paged):
    """A part of the hands that fit, those of the latest games first."""

    waiting: Annotated[Count, says("games that there was no time to read yet; ask again")]
    damaged: Damaged
    hands: list[HandFound]


@operation(blueprint, "/standings", Standings, query=(*PERIOD, "tournament", "after"))
def standings(query: Asked) -> Standings:
    """How the league stands, each rule set on its own."""
    period = Period(query.get("since"), query.get("until"))
    wanted = Wanted(period=period, tournament=query.get("tournament"), last_session=query.get("after"))
    games, gone = counted(wanted), library().forgotten()
    tables = [without(league, gone) for league in leagues(games.games)]
    lines = [standing_json(each, table.ruleset, None, False) for table in tables for each in table.standings]
    return Standings(
        waiting=games.waiting,
        damaged=games.damaged,
        without_end=[game for table in tables for game in table.without_end],
        standings=convert(lines, list[StandingLine]),
    )


@operation(blueprint, "/players", Players, query=PERIOD)
def players(query: Asked) -> Players:
    """How the players did, each rule set on its own."""
    games, gone = counted(Wanted(period=Period(query.get("since"), query.get("until")))), library().forgotten()
    tables = stats_by_ruleset(games.games).items()
    figures = ((name, stats) for name, players in tables for stats in players if stats.player not in gone)
    players = [stats_json(stats, name, None) for name, stats in figures]
    return Players(waiting=games.waiting, damaged=games.damaged, players=convert(players, list[PlayerFigures]))


@operation(blueprint, "/hands", HandsFound, query=_WANTED)
def hands(query: Asked) -> HandsFound:
    """Hands that somebody looks for: all that is asked is true of them."""
    wanted = wanted_hands(query, Period(query.get("since"), query.get("until")))
    games_counted = counted(Wanted(period=wanted.period))
    fitting = list(hands_found(games_counted.games, wanted, library().forgotten()))
    places, fields = part_of(query, len(fitting))
    lines = [
        HandFound(
            game=game.game,
            hand=hand.number or 0,
            date=None if game.day is None else game.day.isoformat(),
            ruleset=game.ruleset,
            round=hand.round,
            seats={seat.value: player for seat, player in hand.seats.items()},
            result=hand.outcome,
            winners=list(hand.won_by),
            discarder=hand.player(hand.discarder),
            value=hand.value,
            limit=hand.limit,
            change=None if hand.change is None else hand.by_player(hand.change),
            url=url_for("api_games.hand", name=game.game, hand=hand.number),
        )
        for game, hand in (fitting[place] for place in places)
    ]
    return HandsFound(waiting=games_counted.waiting, damaged=games_counted.damaged, hands=lines, **fields)
