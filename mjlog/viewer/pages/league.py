"""The page of a league: its table, its evenings, its players."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import BadRequest

from mjlog.club.league import league_title, leagues
from mjlog.club.period import Period, day_from
from mjlog.errors import NotationError
from mjlog.viewer.requests import library

blueprint = Blueprint("league", __name__)
MOST_GAMES = 500
"""Games that are counted: those that were begun last."""


@blueprint.get("/league")
def page() -> str:
    """The games of a period, by rule set."""
    period = _period()
    games = [info for info in library().store.games()[::-1] if not info.hidden]
    found = library().facts(games[:MOST_GAMES])
    waiting = sum(1 for one in found if one is None)
    meant = [one for one in reversed(found) if one is not None and period.has(one.day)]
    return render_template(
        "league.html", leagues=leagues(meant), title=league_title(period), since=period.since, until=period.until,
        waiting=waiting, damaged=[one.game for one in meant if not one.is_whole],
        older=len(games) > MOST_GAMES, most=MOST_GAMES,
        again=url_for("league.page", since=period.since, until=period.until), game_page=_game_page,
    )  # fmt: skip


def _game_page(game: str) -> str:
    return url_for("pages.game", name=game)


def _period() -> Period:
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
