"""A hand that somebody lays down, typed on one line: what it is worth and why, and what everybody pays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from mjlog.calculator import Deal, Payers, how_it_ended, read_hands, rules_of, score_deal
from mjlog.errors import MjlogError, NotationError
from mjlog.rulesets import load, shipped
from mjlog.scoring import Item
from mjlog.scoring.explain import item_worth
from mjlog.seats import SEATS, Seat
from mjlog.text import named_values
from mjlog.viewer.requests import library
from mjlog.views.naming import PaymentTable, payment_table

blueprint = Blueprint("score", __name__)
EXAMPLE = "S in E 234b 55d RRd (222c) [2222d] 2f +Rd discard"
_MOST_HANDS = 4
_LONGEST = 4000
_MOST_DIGITS = 9
_FIRST_CHOICE = "western"


@dataclass(slots=True)
class Asked:
    """What the form asks, as it was typed, and what came of it; `wrong` says why nothing did."""

    ruleset: str = _FIRST_CHOICE
    hands: str = ""
    options: str = ""
    discarder: str = ""
    liable: str = ""
    repeats: str = ""
    pot: str = ""
    deal: Deal | None = None
    wrong: str = ""
    errors: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """The hands that were typed, a line each."""
        return [line.strip() for line in self.hands.splitlines() if line.strip()]

    @property
    def seats(self) -> list[Seat]:
        """Whose payments there are: all, unless fewer play."""
        change = None if self.deal is None else self.deal.change
        return [seat for seat in SEATS if change is None or seat.value in change]

    @property
    def payments(self) -> PaymentTable | None:
        """Who pays whom; what each makes of it only where all hands are known."""
        if self.deal is None or not self.deal.payments:
            return None
        paid = [(Seat[payer], Seat[payee], points) for payer, payee, points in self.deal.payments]
        return payment_table(paid, self.deal.change)


@blueprint.get("/score")
def page() -> Response:
    """The form, and the answer where a hand was asked about."""
    asked = Asked(
        ruleset=request.args.get("ruleset", _FIRST_CHOICE),
        hands=request.args.get("hands", "")[:_LONGEST],
        options=request.args.get("options", "")[:_LONGEST],
        discarder=request.args.get("discarder", ""),
        liable=request.args.get("liable", ""),
        repeats=request.args.get("repeats", ""),
        pot=request.args.get("pot", ""),
    )
    if asked.lines:
        _answer(asked)
    sets = [(name, load(name).title) for name in shipped()]
    text = render_template("score.html", asked=asked, sets=sets, seats=SEATS, example=EXAMPLE, how=how_it_ended)
    return make_response(text, 422 if asked.wrong or asked.errors else 200)


def _answer(asked: Asked) -> None:
    try:
        if len(asked.lines) > _MOST_HANDS:
            raise NotationError(f"{len(asked.lines)} hands: a deal has {_MOST_HANDS} at the most, a line each")
        options = named_values(asked.options.split())
        repeats, pot = _number(asked.repeats, "repeats"), _number(asked.pot, "points on the table")
        payers = Payers(_seat(asked.discarder), liable=_seat(asked.liable), repeats=repeats, pot=pot)
        rules = rules_of(asked.ruleset, options)
        asked.deal = score_deal(read_hands(asked.lines, rules.plan), rules, library().cards, payers)
    except MjlogError as error:
        asked.wrong = str(error)
        return
    asked.errors = [error for error in (*(one.error for one in asked.deal.hands), asked.deal.error) if error]


def _seat(letter: str) -> Seat | None:
    return Seat[letter] if letter in Seat.__members__ else None


def _number(text: str, name: str) -> int | None:
    """A number of the form; nothing where it was left empty.

    Raises:
        NotationError: it is none.
    """
    text = text.strip().replace(",", "")
    if text and not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise NotationError(f"{name}: {text[:40]!r} is no number; expected 0 or more")
    return int(text) if text else None


def item_words(item: dict[str, Any], by_fu: bool) -> str:
    """What an item of an answer is worth, in words; `by_fu`: doubles are han."""
    limits = {name: item.get(name, 0) for name in ("limit", "limit_points", "yakuman")}
    if by_fu and not any(limits.values()):
        return f"{item['doubles']} han"
    return item_worth(Item(item["name"], item["points"], item["doubles"], item["rule"], **limits))


FILTERS: dict[str, Callable[..., Any]] = {"item_words": item_words}
"""Filters of this page's template."""
