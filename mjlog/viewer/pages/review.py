"""A game looked over, player by player; and what if: other acts from a moment on, judged by the rules, kept nowhere."""

from __future__ import annotations

import itertools

from flask import Blueprint, render_template, request
from markupsafe import Markup

from mjlog.errors import MjlogError
from mjlog.recording.what_if import choices_after, what_if
from mjlog.seats import Seat
from mjlog.text import shown
from mjlog.viewer.drawing import LAYOUTS, scene_svg, table_scene
from mjlog.viewer.pages import present
from mjlog.viewer.pages.chart import ChartPoint, TotalsChart, chart_svg
from mjlog.viewer.pages.moment import reader_of
from mjlog.viewer.requests import library, number_in, place_in
from mjlog.views.board import board
from mjlog.views.review import review_of
from mjlog.views.seen import said_at, sight_in
from mjlog_schemas.api import LONGEST_ACTS

blueprint = Blueprint("review", __name__)
MOST_LAPSES = 12
"""Moments of a player that the page lists."""


@blueprint.get("/games/<game:name>/review")
def page(name: str) -> str:
    """For each player the moments at which something better was to be had, what has cost most first."""
    with reader_of(name) as reader:
        review = review_of(reader.game, library().patience)
        seats = {hand.number: hand.seats for hand in reader.game.played}

        def told(words: str, hand: int | None) -> Markup:
            return present.told(words, seats.get(hand, {}), reader.sprites)

        # What all of it has cost each player, in draws, after each hand that was looked over.
        sums = [list(itertools.accumulate(look.by_hand, initial=0.0)) for look in review.players.values()]
        points = tuple(
            ChartPoint(number, tuple(round(cost[at]) for cost in sums))
            for at, number in enumerate((None, *review.hands))
        )
        return render_template(
            "review.html", name=name, to=reader.to, found=review, told=told, most=MOST_LAPSES,
            chart=chart_svg(TotalsChart(tuple(map(shown, review.players)), points)),
        )  # fmt: skip


@blueprint.get("/games/<game:name>/events/<seq>/if", endpoint="what_if")
def variation(name: str, seq: str) -> str:
    """What becomes of other acts after an event: what the rules say, the table then, what could follow."""
    acts = request.args.get("acts", "")[:LONGEST_ACTS]
    with reader_of(name) as reader:
        place, other, trouble = place_in(reader.game, number_in(seq, "event")), None, ""
        try:
            other = what_if(reader.game, place, acts, reader.asked)
        except MjlogError as error:
            trouble = str(error)
        choices: dict[Seat, list[tuple[str, str, Markup]]] = {}
        for choice in choices_after(other) if other is not None and other.verdict == "legal" else ():
            further = "; ".join(filter(None, (other.typed if other else "", choice.text)))
            markup = present.tile_svg(choice.tile.face, reader.sprites) if choice.tile is not None else Markup("")
            address = reader.to.what_if(reader.game.seq_at(place), further)
            choices.setdefault(choice.seat, []).append((address, choice.words, markup))
        hand, pictures = reader.game.hand_at(place), []
        if other is not None:
            seen = board(other.table, sight_in(hand, reader.asked))
            pictures = [scene_svg(table_scene(seen, layout, reader.pen), f"{layout} board") for layout in LAYOUTS]
        return render_template(
            "what_if.html", name=name, to=reader.to, game=reader.game, seq=reader.game.seq_at(place),
            acts=acts, found=other,
            trouble=trouble, choices=choices, seats=hand.seats, is_over=hand.is_over, sprite=reader.sprites,
            said=said_at(reader.game, place, reader.asked), pictures=pictures,
            told=lambda words: present.told(words, hand.seats, reader.sprites),
        )  # fmt: skip
