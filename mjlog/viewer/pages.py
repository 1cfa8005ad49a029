"""The pages."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.viewer import present
from mjlog.viewer.faces import tile_symbols
from mjlog.viewer.requests import asked_sight, hand_in, library, number_in, place_in
from mjlog.views import by_seat, sight_name
from mjlog.views.naming import tile_words

blueprint = Blueprint("pages", __name__)
PAGE_SIZE = 50
MOST_HANDS = 1000
"""Hands that a game's page lists."""


@blueprint.get("/")
def games() -> str:
    """The list of games, newest last begun first."""
    page = number_in(request.args.get("page", "1"), "page")
    infos = library().store.games()[::-1]
    pages = max(1, -(-len(infos) // PAGE_SIZE))
    if not 1 <= page <= pages:
        raise NotFound(f"the list of games has {pages} pages")
    part = infos[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    found = list(zip(part, library().summaries(part), strict=True))
    waiting = sum(1 for _info, summary in found if summary is None)
    return render_template("games.html", games=found, count=len(infos), page=page, pages=pages, waiting=waiting)


@blueprint.get("/games/<game:name>")
def game(name: str) -> str:
    """One game: its hands, results, running totals and findings."""
    with library().game(name) as view:
        hands = [(hand, present.result(hand), view.findings(hand), view.seq_at(hand.first)) for hand in view.played]
        early = view.findings(view.hands[0])
        is_live = any(not hand.is_over for hand in view.played)
        return render_template(
            "game.html", name=name, view=view, hands=hands, early=early, is_live=is_live, most=MOST_HANDS
        )


@blueprint.get("/games/<game:name>/events/<seq>")
def event(name: str, seq: str) -> str:
    """The table just after one event."""
    asked = asked_sight()
    with library().game(name) as view:
        moment = view.at(place_in(view, seq), asked)
        lines = view.lines(moment.hand, moment.sight)
        is_closing = moment.board.winner is not None or moment.board.is_washout
        return render_template(
            "event.html",
            name=name,
            at=_addresses(name, sight_name(moment.sight)),
            moment=moment,
            steps=present.steps(view, moment),
            near=present.near(lines, moment.seq),
            lines=lines,
            views=present.sights(moment.board),
            view_name=sight_name(moment.sight),
            asked=sight_name(asked),
            last_seq=view.last_seq,
            scores=present.scores(moment.hand) if is_closing else None,
            possible=by_seat(view.moves(moment.place, moment.sight), tile_words),
            **present.table_values(moment),
        )


def _addresses(name: str, view: str) -> Callable[[int], str]:
    """The addresses of a game's events in one view: a page has hundreds, too many to build each from its parts."""
    pattern = url_for("pages.event", name=name, seq="0", view=view if view != "table" else None)
    before, _, after = pattern.rpartition("/events/0")
    return lambda seq: f"{before}/events/{seq}{after}"


@blueprint.get("/games/<game:name>/hands/<number>")
def hand(name: str, number: str) -> str:
    """One hand: its scores explained, payments, findings."""
    with library().game(name) as view:
        found = hand_in(view, number)
        return render_template(
            "hand.html",
            name=name,
            hand=found,
            result=present.result(found),
            scores=present.scores(found),
            findings=view.findings(found),
            first=view.seq_at(found.first),
            last=view.seq_at(found.end - 1),
            others=[one.number for one in view.played],
        )


@blueprint.get("/games")
@blueprint.get("/games/")
def games_again() -> BaseResponse:
    """The list has one address."""
    return redirect(url_for("pages.games"), 308)


@blueprint.get("/tiles.svg")
def tiles() -> Response:
    """The drawings of the tiles."""
    response = Response(tile_symbols(), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response
