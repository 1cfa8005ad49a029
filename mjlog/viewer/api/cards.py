"""Rulings by the score cards at hand: is it mahjong, is a hand dead. Nothing is told of purchased cards.

The answers are those of `mjlog card match` and `mjlog card dead` in a batch. Source: docs/do/cards.md#commands,
docs/do/cards.md#rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET, UnsetType
from werkzeug.exceptions import NotFound

from mjlog.answers import Answer
from mjlog.calculator.card import DeadAnswer, MatchAnswer, dead_request, match_request
from mjlog.cards.document import Card
from mjlog.cards.rulings import Rulings, rulings_for
from mjlog.errors import MjlogError
from mjlog.text import quoted, shown
from mjlog.viewer.api.operations import ApiBlueprint, Asked, operation
from mjlog.viewer.problems import Problem
from mjlog.viewer.requests import library
from mjlog_schemas.api import DeadAskedSchema, MatchAskedSchema

blueprint = ApiBlueprint("cards", "Rulings by the score cards at hand.")
_Ruling = Callable[[Mapping[str, Any], Rulings], dict[str, Any]]
_MATCH = {"concealed": "336699b FFFf Jk", "sets": [{"kind": "kong", "tiles": "9999c"}]}
_DEAD = {"sets": [{"kind": "kong", "tiles": ["9c", "9c", "9c", "Jk"]}], "visible": "RRRRd", "basis": "table"}


class CardAnswer(Answer):
    """A score card. Of a private one nothing is told but its id."""

    id: str
    private: bool
    title: str | UnsetType = UNSET
    lines: int | UnsetType = UNSET


class CardList(Answer):
    """The cards at hand."""

    cards: list[CardAnswer]


@operation(blueprint, "/cards", CardList)
def cards() -> CardList:
    """The cards at hand, those given to the server before those that ship; private ones by their id alone."""
    listed: dict[str, Card] = {}
    for card in library().card_list:
        listed.setdefault(card.id, card)
    return CardList([_card(card) for card in listed.values()])


def _card(card: Card) -> CardAnswer:
    if card.private:
        return CardAnswer(card.id, private=True)
    return CardAnswer(card.id, private=False, title=card.headers.get("card", card.id), lines=len(card.lines))


def _public_card(id: str) -> Card:
    """A card that everybody may ask.

    Raises:
        NotFound: no such card is at hand.
        Problem: it is a purchased one.
    """
    card = next((card for card in library().card_list if card.id == id), None)
    if card is None:
        raise NotFound(f"no score card {quoted(id)} is at hand")
    if card.private:
        detail = "this score card is private: ask its owner, who can use `mjlog card`"
        raise Problem(403, detail, kind="private-card", title="A private card")
    return card


@operation(blueprint, "/cards/<id>/match", MatchAnswer, body=MatchAskedSchema, problems=(403, 409), example=_MATCH,
           first=_public_card)  # fmt: skip
def match(asked: Asked, id: str) -> dict[str, Any]:
    """Whether fourteen tiles are mahjong, by which lines, for how much, and what the jokers stand for."""
    return _ruled(id, asked, match_request)


@operation(blueprint, "/cards/<id>/dead", DeadAnswer, body=DeadAskedSchema, problems=(403, 409), example=_DEAD,
           first=_public_card)  # fmt: skip
def dead(asked: Asked, id: str) -> dict[str, Any]:
    """Whether a hand with some exposures is dead, or which lines it can still be."""
    return _ruled(id, asked, dead_request)


def _ruled(id: str, asked: Asked, ruling: _Ruling) -> dict[str, Any]:
    rulings = rulings_for(_public_card(id))
    try:
        return ruling(asked, rulings)
    except MjlogError as error:
        detail = shown(str(error), 1000)
        raise Problem(409, detail, kind="impossible-hand", title="There is no such hand") from None
