"""A club in the browser: its league, what one player did, hands that somebody looks for. Read only.

Handles alone are shown, and nothing of a person who was forgotten (docs/do/club.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound

from mjlog.club import GameFacts, PlayerStats, Stats, Wanted
from mjlog.club.standings import Rank, places_of, table_points_from
from mjlog.club.stats import league_title, leagues, without
from mjlog.errors import NotationError
from mjlog.period import Period, day_from
from mjlog.text import decimal, list_words, result, shown
from mjlog.viewer.pages.chart import ChartPoint, TotalsChart, chart_svg
from mjlog.viewer.requests import counted, hands_found, library, number_in, wanted_hands

blueprint = Blueprint("club", __name__)
MOST_LISTED = 200
"""Hands, evenings or games of a player that are listed: the latest."""
_LONGEST = 100
PAGE_SIZE = 50
"""Hands on a page of those that are found."""
ASKED = ("player", "won_by", "ruleset", "result", "code", "since", "until", "page")
"""What a search for hands is made of, as its address says it."""
RESULTS = {"": "any result", "limit": "limit hands", "washout": "drawn"}


@blueprint.get("/league")
def league() -> str:
    """Table, evenings and players of a period, or of a tournament up to a round of it, by rule set."""
    query, period = (
        {name: text.strip()[:_LONGEST] for name, text in request.args.items() if text.strip()},
        asked_period(),
    )
    after = number_in(query["after"], "session") or None if "after" in query else None
    wanted = Wanted(period=period, tournament=query.get("tournament"), last_session=after)
    games, gone = counted(wanted), library().forgotten()
    try:
        table_points = table_points_from(query["points"]) if "points" in query else ()
    except NotationError as error:
        raise BadRequest(str(error)) from None
    stated: dict[str, Any] = {name: query[name] for name in ("tournament", "points", "since", "until") if name in query}
    return render_template(
        "league.html", wanted=wanted,
        leagues=[without(league, gone) for league in leagues(games.games, table_points)],
        title=league_title(wanted), names={}, period=period, found=games, most=MOST_LISTED, asked=stated,
        again=url_for("club.league", **stated, after=after),
    )  # fmt: skip


class OfPlayer(NamedTuple):
    """What a player did by one rule set: statistics, points game by game as a chart, games with how they ended."""

    ruleset: str | None
    stats: PlayerStats
    chart: str
    games: list[tuple[GameFacts, Rank]]

    @property
    def points(self) -> str:
        """All that the games brought, in words; nothing where none has been played to its end."""
        return result(sum(rank.points for _, rank in self.games), self.games[0][1].unit) if self.games else ""

    def figures(self, best: str) -> list[tuple[str, object]]:
        """The statistics by name. `best`: the link to the best hand."""
        stats = self.stats
        rate, average = stats.win_rate, stats.average_win
        return [
            ("Points", self.points),
            ("Games won", f"{stats.games_won} of {stats.games}"),
            ("Hands won", f"{stats.wins} of {stats.hands}" + ("" if rate is None else f", {100 * rate:.0f} %")),
            ("Self-drawn", stats.self_drawn),
            ("Gave a win", stats.given or ("?" if stats.perhaps_given else 0)),
            ("Average win", "–" if average is None else decimal(average)),
            ("Best hand", best),
            ("Limit hands", stats.limit_hands),
            ("Faults", sum(stats.faults.values())),
        ]


@blueprint.get("/players/<game:handle>")
def player(handle: str) -> str:
    """One player: statistics, a chart and the games, by rule set."""
    games = counted(Wanted())
    if handle in library().forgotten() or not any(handle in game.players for game in games.games):
        raise NotFound("nobody of that name has played, as far as games are read")
    parts = [part for league in leagues(games.games) if (part := _of_player(handle, league.ruleset, games.games))]
    return render_template("player.html", handle=handle, parts=parts, found=games, most=MOST_LISTED)


def _of_player(handle: str, ruleset: str | None, games: Sequence[GameFacts]) -> OfPlayer | None:
    stats, ended = Stats(), []
    for game in (played for played in games if played.ruleset == ruleset and handle in played.players):
        stats.add(game)
        rank = places_of(game).get(handle)
        if rank is not None:
            ended.append((game, rank))
    own = next((shown_stats for shown_stats in stats.players() if shown_stats.player == handle), None)
    chart = ""
    if len(ended) > 1:
        # Points added up, game by game.
        totals = accumulate((rank.points for _, rank in ended), initial=0)
        points = tuple(ChartPoint(at or None, (total,)) for at, total in enumerate(totals))
        chart = chart_svg(TotalsChart((handle,), points), "game", partial(result, unit=ended[0][1].unit))
    return None if own is None else OfPlayer(ruleset, own, chart, ended[::-1])


@blueprint.get("/find")
def find() -> str:
    """Hands that somebody looks for."""
    unknown = next((name for name in request.args if name not in ASKED), None)
    if unknown is not None:
        raise BadRequest(f"hands are not found by '{shown(unknown, 20)}': only by {list_words(list(ASKED))}")
    query = {name: text.strip()[:_LONGEST] for name, text in request.args.items()}
    wanted, gone = wanted_hands(query, asked_period()), library().forgotten()
    page = number_in(query.pop("page", "1"), "page")
    is_asked = any(query.values())
    games = counted(Wanted(period=wanted.period))
    hands = list(hands_found(games.games, wanted, gone)) if is_asked else []
    pages = max(1, -(-len(hands) // PAGE_SIZE))
    if not 1 <= page <= pages:
        raise NotFound(f"the list of hands has {pages} pages")
    rulesets = sorted({game.ruleset for game in games.games if game.ruleset})
    return render_template(
        "find.html", wanted=wanted, asked=query, is_asked=is_asked, found=games, page=page, pages=pages,
        hands=hands[(page - 1) * PAGE_SIZE : page * PAGE_SIZE], count=len(hands), rulesets=rulesets, results=RESULTS,
        kept={name: text for name, text in query.items() if text},
        players=sorted({player for game in games.games[-20:] for player in game.players} - gone)[:3],
    )  # fmt: skip


def asked_period() -> Period:
    """The period that is asked for; an empty day is none, for a form sends it so.

    Raises:
        BadRequest: it is none.
    """
    try:
        return Period(_day("since"), _day("until"))
    except NotationError as error:
        raise BadRequest(str(error)) from None


def _day(name: str) -> date | None:
    text = request.args.get(name, "")
    return day_from(text) if text else None
