"""Rulings by the score cards at hand, as JSON: is it mahjong, is a hand dead. Nothing is told of purchased cards.

The bodies are the lines of `mjlog card match` and `mjlog card dead` in a batch. Source: FORMAT, CARD (Rulings).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from flask import Blueprint, Response, request
from werkzeug.exceptions import BadRequest, Forbidden, NotFound, UnprocessableEntity

from mjlog.cards.document import Card
from mjlog.cards.requests import dead_request, match_request
from mjlog.cards.rulings import Rulings, rulings_for
from mjlog.errors import MjlogError
from mjlog.text import quoted, shown
from mjlog.viewer.api import answer
from mjlog.viewer.requests import library

blueprint = Blueprint("card_api", __name__, url_prefix="/api/v1/cards")
_Ruling = Callable[[Mapping[str, Any], Rulings], dict[str, Any]]


@blueprint.get("")
def cards() -> Response:
    """The cards at hand, those given to the server before those that ship; private ones by their id alone."""
    listed: dict[str, Card] = {}
    for card in library().card_list:
        listed.setdefault(card.id, card)
    return answer({"cards": [_card(card) for card in listed.values()]})


def _card(card: Card) -> dict[str, Any]:
    if card.private:
        return {"id": card.id, "private": True}
    title = card.headers.get("card", card.id)
    return {"id": card.id, "private": False, "title": title, "lines": len(card.lines)}


@blueprint.post("/<name>/match")
def match(name: str) -> Response:
    """Whether fourteen tiles are mahjong, by which lines, for how much, and what the jokers stand for."""
    return _ruled(name, match_request)


@blueprint.post("/<name>/dead")
def dead(name: str) -> Response:
    """Whether a hand with some exposures is dead, or which lines it can still be."""
    return _ruled(name, dead_request)


def _ruled(name: str, ruling: _Ruling) -> Response:
    rulings = _public_rulings(name)
    fields = _fields()
    try:
        return answer(ruling(fields, rulings))
    except MjlogError as error:
        raise UnprocessableEntity(shown(str(error), 1000)) from None


def _public_rulings(name: str) -> Rulings:
    """The rulings by a card that everybody may ask.

    Raises:
        NotFound: no such card is at hand.
        Forbidden: it is a purchased one.
    """
    card = next((card for card in library().card_list if card.id == name), None)
    if card is None:
        raise NotFound(f"no score card {quoted(name)} is at hand")
    if card.private:
        raise Forbidden("this score card is private: ask its owner, who can use `mjlog card`")
    return rulings_for(card)


def _fields() -> dict[str, Any]:
    """The object that a request holds.

    Raises:
        BadRequest: it holds none.
    """
    try:
        given = json.loads(request.get_data(), parse_constant=_no_number)
    except RecursionError:
        raise BadRequest("the body is nested too deeply") from None
    except ValueError as error:
        raise BadRequest(f"the body is not JSON: {shown(str(error), 200)}") from None
    if not isinstance(given, dict):
        raise BadRequest(f"the body is {quoted(given)}: a JSON object is expected")
    return given


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")
