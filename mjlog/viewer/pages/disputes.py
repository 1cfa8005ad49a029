"""The disputes of a game: which are open, how the others were ruled, and the dossier of each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, render_template

from mjlog.audit.game import Game
from mjlog.disputes import wording
from mjlog.disputes.dossier import Dossier, dossier
from mjlog.disputes.register import CaseInfo
from mjlog.sources import stored_in
from mjlog.viewer.access import opened
from mjlog.viewer.drawing import scene_svg, table_scene
from mjlog.viewer.objections import cases_of
from mjlog.viewer.pages import dossier_words
from mjlog.viewer.pages.addresses import Addresses
from mjlog.viewer.pages.assets import tiles_url
from mjlog.viewer.pages.look import asked_look
from mjlog.viewer.pages.moment import Reader
from mjlog.viewer.requests import Version, asked_reading, library, number_in, place_in

blueprint = Blueprint("disputes", __name__)
MOST_DISPUTES = 300
"""Disputes that a page lists."""


@blueprint.get("/games/<game:name>/disputes")
def listed(name: str) -> str:
    """All disputes of a game, those that are open first."""
    with _reader_of(name) as reader:
        cases = cases_of(reader.game)
        ordered = sorted(cases, key=lambda case: not case.is_open)[:MOST_DISPUTES]
        hands = {case.seq: _hand_of(reader.game, case) for case in ordered}
        return render_template("disputes.html", name=name, to=reader.to, cases=ordered, count=len(cases), hands=hands)


@blueprint.get("/games/<game:name>/disputes/<seq>")
def page(name: str, seq: str) -> str:
    """The dossier of a dispute, or of any event."""
    with _reader_of(name) as reader:
        asked = number_in(seq, "event")
        place_in(reader.game, asked)
        found = dossier(reader.game, asked, stored_in(library().store, name))
        return render_template(
            "dossier.html", name=name, to=reader.to, asked=asked, one=found, picture=_picture(found, reader),
            words=wording, paper=dossier_words,
        )  # fmt: skip


@contextmanager
def _reader_of(name: str) -> Iterator[Reader]:
    """Whoever asks, with the game as corrected, of now or of an earlier time: it says what was recorded first.

    Raises:
        BadRequest: there is no such reading.
        NotFoundError, NotFound: no such game, or it has not come so far.
        RecordError: it is too long to be looked at.
        RevivedError: as of that time something would be seen of a hand that goes on.
    """
    as_of = asked_reading().as_of
    with opened(name, Version(as_of=as_of)) as game:
        look, to = asked_look(), Addresses(name, "open", False, as_of)
        yield Reader(game, "open", to, look, game.stops, tiles_url(look.tiles))


def _hand_of(game: Game, case: CaseInfo) -> int | None:
    place = game.place_of(case.on) if case.on else None
    return None if place is None else game.hand_at(place).number


def _picture(found: Dossier, reader: Reader) -> str:
    """The table just before the event; nothing where there is none."""
    return "" if found.board is None else scene_svg(table_scene(found.board, "wide", reader.pen), "board")
