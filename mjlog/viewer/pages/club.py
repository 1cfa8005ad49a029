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
    said, period = (
        {name: text.strip()[:_LONGEST] for name, text in request.args.items() if text.strip()},
        asked_period(),
    )
    after = number_in(said["after"], "session") or None if "after" in said else None
    wanted = Wanted(period=period, tournament=said.get("tournament"), last_session=after)
    found, gone = counted(wanted), library().forgotten()
    try:
        table_points = table_points_from(said["points"]) if "points" in said else ()
    except NotationError as error:
        raise BadRequest(str(error)) from None
    asked: dict[str, Any] = {one: said[one] for one in ("tournament", "points", "since", "until") if one in said}
    return render_template(
        "league.html", leagues=[without(one, gone) for one in leagues(found.games, table_points)], wanted=wanted,
        title=league_title(wanted), names={}, period=period, found=found, most=MOST_LISTED, asked=asked,
        again=url_for("club.league", **asked, after=after),
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
        one = self.stats
        rate, average = one.win_rate, one.average_win
        return [
            ("Points", self.points),
            ("Games won", f"{one.games_won} of {one.games}"),
            ("Hands won", f"{one.wins} of {one.hands}" + ("" if rate is None else f", {100 * rate:.0f} %")),
            ("Self-drawn", one.self_drawn),
            ("Gave a win", one.given or ("?" if one.perhaps_given else 0)),
            ("Average win", "–" if average is None else decimal(average)),
            ("Best hand", best),
            ("Limit hands", one.limit_hands),
            ("Faults", sum(one.faults.values())),
        ]


@blueprint.get("/players/<game:handle>")
def player(handle: str) -> str:
    """One player: statistics, a chart and the games, by rule set."""
    found = counted(Wanted())
    if handle in library().forgotten() or not any(handle in game.players for game in found.games):
        raise NotFound("nobody of that name has played, as far as games are read")
    parts = [one for league in leagues(found.games) if (one := _of_player(handle, league.ruleset, found.games))]
    return render_template("player.html", handle=handle, parts=parts, found=found, most=MOST_LISTED)


def _of_player(handle: str, ruleset: str | None, games: Sequence[GameFacts]) -> OfPlayer | None:
    stats, ended = Stats(), []
    for game in (one for one in games if one.ruleset == ruleset and handle in one.players):
        stats.add(game)
        rank = places_of(game).get(handle)
        if rank is not None:
            ended.append((game, rank))
    own = next((shown_stats for shown_stats in stats.players() if shown_stats.player == handle), None)
    chart = _chart(handle, [rank for _, rank in ended]) if len(ended) > 1 else ""
    return None if own is None else OfPlayer(ruleset, own, chart, ended[::-1])


def _chart(handle: str, ranks: Sequence[Rank]) -> str:
    """Points added up, game by game."""
    totals = list(accumulate((rank.points for rank in ranks), initial=0))
    made = tuple(ChartPoint(at or None, (total,)) for at, total in enumerate(totals))
    return chart_svg(TotalsChart((handle,), made), "game", partial(result, unit=ranks[0].unit))


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
    found = counted(Wanted(period=wanted.period))
    hands = list(hands_found(found.games, wanted, gone)) if is_asked else []
    pages = max(1, -(-len(hands) // PAGE_SIZE))
    if not 1 <= page <= pages:
        raise NotFound(f"the list of hands has {pages} pages")
    rulesets = sorted({game.ruleset for game in found.games if game.ruleset})
    return render_template(
        "find.html", wanted=wanted, asked=query, is_asked=is_asked, found=found, page=page, pages=pages,
        hands=hands[(page - 1) * PAGE_SIZE : page * PAGE_SIZE], count=len(hands), rulesets=rulesets, results=RESULTS,
        kept={name: text for name, text in query.items() if text},
        players=sorted({one for game in found.games[-20:] for one in game.players} - gone)[:3],
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
