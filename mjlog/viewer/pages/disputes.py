"""The disputes of a game, the dossier of each; and why a rule was silent about an event: the page behind a "why?"."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, render_template, request
from werkzeug.exceptions import NotFound

from mjlog.disputes import dossier as wording
from mjlog.disputes.dossier import dossier
from mjlog.disputes.why import Groups, Why, read_moment, rules_about, short_words, why
from mjlog.errors import RecordError, RuleSetError
from mjlog.sources import stored_in
from mjlog.viewer.drawing import scene_svg, table_scene
from mjlog.viewer.pages import dossier_words
from mjlog.viewer.pages.addresses import Addresses, tiles_url
from mjlog.viewer.pages.look import asked_look
from mjlog.viewer.pages.moment import Reader, reader_of
from mjlog.viewer.requests import Version, asked_reading, cases_of, library, number_in, opened, place_in
from mjlog.views.seen import said_at

blueprint = Blueprint("disputes", __name__)
MOST_DISPUTES = 300
"""Disputes that a page lists."""


@blueprint.get("/games/<game:name>/disputes")
def listed(name: str) -> str:
    """All disputes of a game, those that are open first."""
    with _reader_of(name) as reader:
        cases = cases_of(reader.game)
        ordered = sorted(cases, key=lambda case: not case.is_open)[:MOST_DISPUTES]
        places = {case.seq: reader.game.place_of(case.on) if case.on else None for case in ordered}
        hands = {
            seq: None if place is None else reader.game.hand_at(place).number for seq, place in places.items()
        }
        return render_template("disputes.html", name=name, to=reader.to, cases=ordered, count=len(cases), hands=hands)


@blueprint.get("/games/<game:name>/disputes/<seq>")
def page(name: str, seq: str) -> str:
    """The dossier of a dispute, or of any event."""
    with _reader_of(name) as reader:
        disputed = number_in(seq, "event")
        place_in(reader.game, disputed)
        gathered = dossier(reader.game, disputed, stored_in(library().store, name))
        before = "" if gathered.board is None else scene_svg(table_scene(gathered.board, "wide", reader.pen), "board")
        return render_template(
            "dossier.html", name=name, to=reader.to, asked=disputed, one=gathered, picture=before,
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


why_blueprint = Blueprint("why", __name__)


@why_blueprint.get("/games/<game:name>/events/<seq>/why", endpoint="page")
def why_page(name: str, seq: str) -> str:
    """What one rule answered about an event in each explanation; without a rule, which can be asked for."""
    named = request.args.get("rule", "").strip()
    with reader_of(name) as reader:
        number = number_in(seq, "event")
        place_in(reader.game, number)
        answers, groups, event_said, note = list[Why](), Groups([], []), "", ""
        try:
            moment = read_moment(reader.game, number)
            event_said, groups = said_at(reader.game, moment.last), rules_about(moment)
            answers = why(reader.game, number, named) if named else []
        except RuleSetError as error:
            raise NotFound(str(error)) from None
        except RecordError as error:
            note = error.bare_message
        return render_template(
            "why.html", name=name, to=reader.to, game=reader.game, seq=number, said=event_said, note=note, named=named,
            found=answers, groups=groups, short=short_words,
        )  # fmt: skip
