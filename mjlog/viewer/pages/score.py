"""A hand that somebody lays down, typed on one line: what it is worth and why, and what everybody pays."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, render_template, request, url_for

from mjlog.calculator import Deal, Payers, how_it_ended, read_hands, rules_of, score_deal
from mjlog.errors import MjlogError, NotationError
from mjlog.rulesets import default_rules, load, shipped
from mjlog.scoring import Item
from mjlog.scoring.explain import item_worth
from mjlog.scoring.hand import FLAGS, RIICHI_FLAGS, SOURCES_IN_RIICHI
from mjlog.seats import SEATS, Seat
from mjlog.text import named_values
from mjlog.tiles import CODES, PLAIN_KINDS, RED_FIVES, UNKNOWN, tile_name
from mjlog.viewer.requests import library
from mjlog.views.words import PaymentTable, payment_table

blueprint = Blueprint("score", __name__)
EXAMPLE = "S in E 234b 55d RRd (222c) [2222d] 2f +Rd discard"
_MOST_HANDS = 4
_LONGEST = 4000
_MOST_DIGITS = 9
_FIRST_CHOICE = "western"


class RuleSetKeys(NamedTuple):
    """What can be clicked of a rule set: its tiles, and which kind of game it is."""

    id: str
    title: str
    tiles: list[str]
    kind: str


_FACES = (*range(PLAIN_KINDS), *RED_FIVES, *range(PLAIN_KINDS, UNKNOWN))
_KEYS = [(CODES[face], tile_name(face), face) for face in _FACES]
"""Every tile: its code, its name, its face."""
_GOES_TO = [
    ("hand", "the hand", "points card shared"), ("open", "an open set", "points card shared"),
    ("down", "a kong face down", "points shared"), ("won", "the winning tile", "points card shared"),
    ("indicators", "the indicators", "shared"), ("under", "under these", "shared"),
]  # fmt: skip
"""Where a tile that is clicked goes, in words, and in which kinds of games."""
_SOURCES = ("discard", "wall", "loose", "kong", "last-wall", "last-discard", "deal", "first-discard")


@functools.cache
def _rule_sets() -> tuple[RuleSetKeys, ...]:
    known = []
    for name in shipped():
        plan = default_rules(name).plan
        reds = [face for face, number in zip(RED_FIVES, plan.family.red_fives or (), strict=False) if number]
        tiles = [CODES[face] for face in (*(kind for kind in range(UNKNOWN) if plan.copies[kind]), *reds)]
        known.append(RuleSetKeys(name, load(name).title, tiles, plan.family.name))
    return tuple(known)


@dataclass(slots=True)
class ScoreForm:
    """What the form asks, as it was typed, and what came of it; `wrong` says why nothing did."""

    ruleset: str = _FIRST_CHOICE
    hands: str = ""
    options: str = ""
    card: str = ""
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
        change = self.deal.change
        return payment_table(paid, None if change is None else {Seat[seat]: each for seat, each in change.items()})


@blueprint.get("/score")
def page() -> Response:
    """The form, and the answer where a hand was asked about."""
    form = ScoreForm(
        ruleset=request.args.get("ruleset", _FIRST_CHOICE),
        hands=request.args.get("hands", "")[:_LONGEST],
        options=request.args.get("options", "")[:_LONGEST],
        card=request.args.get("card", "")[:_LONGEST],
        discarder=request.args.get("discarder", ""),
        liable=request.args.get("liable", ""),
        repeats=request.args.get("repeats", ""),
        pot=request.args.get("pot", ""),
    )
    if form.lines:
        _answer(form)
    given = {name: value for name, value in request.args.items() if value}
    address = f"{url_for('score.page')}?{urlencode(given)}"
    text = render_template(
        "score.html", asked=form, sets=_rule_sets(), seats=SEATS, example=EXAMPLE, how=how_it_ended, tile_keys=_KEYS,
        goes_to=_GOES_TO, sources=_SOURCES, riichi_sources=SOURCES_IN_RIICHI, flags=sorted(FLAGS),
        riichi_flags=sorted(RIICHI_FLAGS), cards=[card.id for card in library().cards.cards()], address=address,
    )  # fmt: skip
    return make_response(text, 422 if form.wrong or form.errors else 200)


def _answer(form: ScoreForm) -> None:
    try:
        if len(form.lines) > _MOST_HANDS:
            raise NotationError(f"{len(form.lines)} hands: a deal has {_MOST_HANDS} at the most, a line each")
        options = named_values(form.options.split())
        repeats, pot = _number(form.repeats, "repeats"), _number(form.pot, "points on the table")
        payers = Payers(_seat(form.discarder), liable=_seat(form.liable), repeats=repeats, pot=pot)
        rules = rules_of(form.ruleset, options)
        cards = library().cards
        card = form.card or next((card.id for card in cards.cards()), None)
        of_a_card = {"card": card} if rules.plan.family.wins_by_card else {}
        hands = read_hands([{"hand": line, **of_a_card} for line in form.lines], rules.plan)
        form.deal = score_deal(hands, rules, cards, payers)
        if any(card_info.private for card_info in library().card_list if card_info.id == card):
            for hand in form.deal.hands:  # Of a bought card label and value are told, and no groups.
                hand.answer["arrangement"] = []
    except MjlogError as error:
        form.wrong = str(error)
        return
    form.errors = [error for error in (*(hand.error for hand in form.deal.hands), form.deal.error) if error]


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
