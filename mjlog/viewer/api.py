"""The same as JSON. Texts are written in ASCII with escapes, so that no control character is ever shown raw."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import NotFound

from mjlog.viewer import present
from mjlog.viewer.pages import PAGE_SIZE
from mjlog.viewer.requests import asked_sight, library, number_in, place_in
from mjlog.views import GameView, Hand, board_json, sight_name

blueprint = Blueprint("api", __name__, url_prefix="/api")


def answer(fields: dict[str, Any], status: int = 200, mimetype: str = "application/json") -> Response:
    """Plain values as an answer."""
    return Response(json.dumps(fields, ensure_ascii=True) + "\n", status=status, mimetype=mimetype)


def problem(code: int, title: str, detail: str) -> Response:
    """An error, in the form of RFC 9457."""
    fields = {"type": "about:blank", "title": title, "status": code, "detail": detail}
    return answer(fields, code, "application/problem+json")


@blueprint.get("/games")
def games() -> Response:
    """The list of games, in the order in which they were begun; `next` is the address of the next part."""
    page = number_in(request.args.get("page", "1"), "page")
    infos = library().store.games()
    pages = max(1, -(-len(infos) // PAGE_SIZE))
    if not 1 <= page <= pages:
        raise NotFound(f"the list of games has {pages} pages")
    listed = [
        {
            "game": info.game,
            "players": list(info.players),
            "ruleset": info.ruleset,
            "at": info.at,
            "events": info.last,
            "url": url_for("api.game", name=info.game),
        }
        for info in infos[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    ]
    following = url_for("api.games", page=page + 1) if page < pages else None
    return answer({"games": listed, "count": len(infos), "next": following})


@blueprint.get("/games/<game:name>")
def game(name: str) -> Response:
    """A game: its hands, with results and findings."""
    with library().game(name) as view:
        fields = {
            "game": name,
            "players": list(view.players),
            "ruleset": view.hands[0].report.ruleset,
            "card": None if view.card is None else view.card._asdict(),
            "events": view.last_seq,
            "findings": [finding.as_json() for finding in view.findings(view.hands[0])],
            "hands": [_hand(view, hand) for hand in view.played],
        }
    return answer(fields)


def _hand(view: GameView, hand: Hand) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "hand": hand.number,
        "round": hand.round.value if hand.round is not None else None,
        "seats": {seat.value: player for seat, player in hand.seats.items()},
        "first": view.seq_at(hand.first),
        "last": view.seq_at(hand.end - 1),
        "over": hand.is_over,
        "totals_before": hand.before,
        "findings": [finding.as_json() for finding in view.findings(hand)],
    }
    return fields | _outcome(hand) if hand.is_over else fields


def _outcome(hand: Hand) -> dict[str, Any]:
    report = hand.report.as_json()
    found = present.scores(hand)
    explained = [one for one in found.seats if one.score is not None] if found is not None else []
    return {
        "winner": report["winner"],
        "washout": hand.is_washout,
        "line": None if hand.line is None else {"label": hand.line.label, "value": hand.line.value},
        "scores": report["scores"],
        "settlement": report["settlement"],
        "totals_after": hand.after,
        "explained": {one.seat.value: msgspec.to_builtins(one.score) for one in explained},
    }


@blueprint.get("/games/<game:name>/events/<seq>")
def event(name: str, seq: str) -> Response:
    """The table just after one event, as the view asked for may see it."""
    asked = asked_sight()
    with library().game(name) as view:
        moment = view.at(place_in(view, seq), asked)
        found = present.steps(view, moment)
        fields = {
            "game": name,
            "seq": moment.seq,
            "view": sight_name(moment.sight),
            "hand": moment.hand.number,
            "over": moment.hand.is_over,
            "event": None if moment.event is None else msgspec.to_builtins(moment.event, str_keys=True),
            "words": moment.words,
            "findings": [finding.as_json() for finding in moment.findings],
            "previous": found.previous,
            "next": found.next,
            "board": board_json(moment.board),
        }
    return answer(fields)
