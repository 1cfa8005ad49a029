"""Why was a rule silent about an event? The page behind every "why?"."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from werkzeug.exceptions import NotFound

from mjlog.disputes.why import Groups, Why, read_moment, rules_about, short_words, why
from mjlog.errors import RecordError, RuleSetError
from mjlog.viewer.pages.moment import reader_of
from mjlog.viewer.requests import number_in, place_in
from mjlog.views.seen import said_at

blueprint = Blueprint("why", __name__)


@blueprint.get("/games/<game:name>/events/<seq>/why")
def page(name: str, seq: str) -> str:
    """What one rule answered about an event in each explanation; without a rule, which can be asked for."""
    named = request.args.get("rule", "").strip()
    with reader_of(name) as reader:
        asked = number_in(seq, "event")
        place_in(reader.game, asked)
        found, groups, said, note = list[Why](), Groups([], []), "", ""
        try:
            moment = read_moment(reader.game, asked)
            said, groups = said_at(reader.game, moment.last), rules_about(moment)
            found = why(reader.game, asked, named) if named else []
        except RuleSetError as error:
            raise NotFound(str(error)) from None
        except RecordError as error:
            note = error.bare_message
        return render_template(
            "why.html", name=name, to=reader.to, seq=asked, said=said, note=note, named=named, found=found,
            groups=groups, short=short_words,
        )  # fmt: skip
