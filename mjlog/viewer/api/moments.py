"""The events of a game in words, and the table after any of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Response, url_for

from mjlog.findings import worst
from mjlog.viewer.api.access import opened, read_as
from mjlog.viewer.api.hands import findings_json
from mjlog.viewer.api.operations import GAME, ApiBlueprint, listed, operation, part_of
from mjlog.viewer.requests import hand_in, place_in
from mjlog.views import (
    GameView,
    HandSpan,
    Sight,
    board_json,
    by_seat,
    claims_json,
    correction_json,
    move_json,
    parse_sight,
    sight_name,
    waits_json,
)
from mjlog.views.places import row_type
from mjlog.views.walk import Walk
from mjlog_schemas.api import EventListSchema, EventsQuery, MomentQuery, MomentSchema

blueprint = ApiBlueprint("moments", "What happened, event by event, as somebody sees it.")
Asked = dict[str, Any]
MOVES = frozenset((
    "draw", "kong-replacement", "bonus-replacement", "bonus", "discard", "expose", "kong", "mahjong", "washout", "show",
    "settlement", "charleston", "joker-exchange", "dead", "replay", "game-end", "fault",
))  # fmt: skip
"""Event types that a step to the next move stops at."""


@operation(blueprint, f"{GAME}/events", EventListSchema, query=EventsQuery, problems=(409, 422),
           headers=("Link",))  # fmt: skip
def events(asked: Asked, name: str) -> Response:
    """The events of a game in words, as the view that is asked for may see them."""
    sight = parse_sight(asked["view"])
    with opened(name, asked) as view:
        places = _places(view, asked.get("hand"))
        part, fields = part_of(asked, len(places))
        lines = _lines(view, [places[at] for at in part], sight, name)
    told = {"game": name, **read_as(asked), "view": asked["view"], "events": lines}
    return listed({**told, **fields})


def _places(view: GameView, number: int | None) -> Sequence[int]:
    """The places in the log of the events that are asked for."""
    if number is None:
        return range(len(view.rows))
    found = view.hands[0] if number == 0 else hand_in(view, number)
    return range(found.first, found.end)


def _lines(view: GameView, places: Sequence[int], sight: Sight, name: str) -> list[dict[str, Any]]:
    """Events in words, hand by hand."""
    lines: list[dict[str, Any]] = []
    for place in places:
        hand = view.hand_at(place)
        lines.append(_line(view, view.walk(hand, view.allowed(hand, sight)), place, name))
    return lines


def _line(view: GameView, walk: Walk, place: int, name: str) -> dict[str, Any]:
    hand, seq = walk.hand, view.seq_at(place)
    here = view.findings_by_seq(hand).get(seq, [])
    return {
        "seq": seq,
        "hand": hand.number,
        "type": row_type(view.rows[place]),
        "words": walk.lines[place - hand.first],
        "findings": len(here),
        "worst": worst(here),
        "url": url_for("api_moments.event", name=name, seq=seq),
    }


@operation(blueprint, f"{GAME}/events/<natural:seq>", MomentSchema, query=MomentQuery, problems=(409, 422))
def event(asked: Asked, name: str, seq: int) -> dict[str, Any]:
    """The game just after one event: the table, what was found, what could be done and claimed there, and why not.

    Of a hand in progress everybody is given the table's view, whatever view is asked for.
    """
    with opened(name, asked) as view:
        return _moment(view, seq, name, asked)


def _moment(view: GameView, seq: int, name: str, asked: Asked) -> dict[str, Any]:
    place = place_in(view, seq)
    moment = view.at(place, parse_sight(asked["view"]))
    moves = view.moves(place, moment.sight)
    claims = view.claims(place, moment.sight)
    correction = view.corrected(seq, moment.sight)
    steps = _steps(view, moment.hand, place)
    here = {"name": name, "view": asked["view"], "log": asked["log"], "as-of": asked.get("as_of")}
    following, before = steps["next"], steps["previous"]
    return {
        "game": name,
        **read_as(asked),
        "seq": moment.seq,
        "hand": moment.hand.number,
        "over": moment.hand.is_over,
        "view": sight_name(moment.sight),
        "event": None if moment.event is None else msgspec.to_builtins(moment.event, str_keys=True),
        "words": moment.words,
        "findings": findings_json(view, moment.findings),
        "steps": steps,
        "board": board_json(moment.board),
        "possible": [
            {"seat": one.seat.value if one.seat is not None else None, "acts": list(one.acts)} for one in by_seat(moves)
        ],
        "moves": [move_json(move) for move in moves],
        "claims": None if claims is None else claims_json(claims),
        "waits": waits_json(view.waits(place, moment.sight)),
        "correction": None if correction is None else correction_json(correction),
        "next": None if following is None else url_for("api_moments.event", **here, seq=following),
        "previous": None if before is None else url_for("api_moments.event", **here, seq=before),
    }


def _steps(view: GameView, hand: HandSpan, place: int) -> dict[str, int | None]:
    """The neighbours of an event: first and last of its hand, next and previous in the log."""
    return {
        "first": view.seq_at(hand.first),
        "last": view.seq_at(hand.end - 1),
        "previous": view.neighbour(place, -1),
        "next": view.neighbour(place, 1),
        "previous_move": view.neighbour(place, -1, MOVES),
        "next_move": view.neighbour(place, 1, MOVES),
    }
