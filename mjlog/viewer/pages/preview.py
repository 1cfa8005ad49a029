"""What another program shows of a link to a page: title, a sentence, a picture (https://ogp.me).

The picture is a PNG of the winning hand: previews take no SVG. Nothing of a hand in progress is in it.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response, url_for

from mjlog.audit.game import Game, Hand
from mjlog.text import counted, list_words, points, shown, signed
from mjlog.viewer.access import opened
from mjlog.viewer.faces import symbol_id
from mjlog.viewer.faces.picture import hand_png
from mjlog.viewer.pages import present
from mjlog.viewer.requests import asked_reading, hand_in, number_in
from mjlog.views.moments import winning_hand, winning_move
from mjlog.views.results import COUNTED, outcome_of, result_of

blueprint = Blueprint("preview", __name__)
_SAMPLE = (("1b", "5b", "9c", "5d"), ("Ew", "Sw", "Ww", "Nw"), ("Rd", "Gd", "Wd"))
"""What is shown where nobody has won."""


class Preview(NamedTuple):
    """`picture`: its address."""

    title: str
    told: str
    picture: str


def of_hand(view: Game, hand: Hand, title: str) -> Preview:
    """The preview of a page about a hand: how it came out, who played."""
    result = result_of(hand, view.rows)
    changes = result.by_player(result.change or {})
    won = [f"{shown(one, 40)} {signed(changes[one])}" for one in result.won_by if one in changes]
    ended = f"{list_words(won)}. " if won else f"{present.result_words(view, hand, result).words.capitalize()}. "
    return Preview(title, ended + _players(view), _picture(view, hand))


def of_game(view: Game, title: str) -> Preview:
    """The preview of the page of a game: totals, who played, and the hand that was won last."""
    over = [hand for hand in view.played if hand.is_over and hand.after is not None]
    totals = sorted((over[-1].after or {}).items(), key=lambda pair: -pair[1]) if over else []
    said = ", ".join(f"{shown(player, 40)} {points(total)}" for player, total in totals) or _players(view)
    won = next((hand for hand in reversed(view.played) if winning_move(view, hand) is not None), None)
    count = sum(outcome_of(hand, view.rows) in COUNTED for hand in view.played)
    hands = f"{counted(count, 'hand')} by" if count else "By"
    told = f"{said}. {hands} the rules {shown(str(view.ruleset or 'unknown'), 80)}"
    return Preview(title, told, _picture(view, won))


def _players(view: Game) -> str:
    return ", ".join(shown(player, 40) for player in view.players)


def _picture(view: Game, hand: Hand | None) -> str:
    number = hand.number if hand is not None and hand.number is not None else 0
    return url_for("preview.picture", name=view.id, number=number, _external=True)


@blueprint.get("/games/<game:name>/hands/<number>.png")
def picture(name: str, number: str) -> Response:
    """The hand that was won, as it lay at the end; tiles of no hand where none was."""
    asked = number_in(number, "hand")
    with opened(name, asked_reading()) as view:
        groups = winning_hand(view, hand_in(view, asked)) if asked else []
    names = [[symbol_id(one.tile.face) for one in group] for group in groups]
    return Response(hand_png(names or _SAMPLE), mimetype="image/png")
