"""The totals of a hand asked for: what every seat has, who won, and who pays differently."""

from __future__ import annotations

from typing import Any

from mjlog.audit.valuing import terms_for
from mjlog.errors import NotationError
from mjlog.rulesets import Rules
from mjlog.seats import Seat
from mjlog_cli.scoring.questions import Ask, Say, ask_seat, until_right

_MOST_DIGITS = 12


def ask_totals(fields: dict[str, Any], rules: Rules, ask: Ask, say: Say) -> dict[str, Any]:
    """The request with its totals, and with the winner and who pays for all where these were not given.

    The discarder is asked for only where it matters who that was.
    """
    seats = rules.plan.seats
    totals = {seat.value: until_right(ask, say, f"total of {str(seat).capitalize()}", _number) for seat in seats}
    asked: dict[str, Any] = {"totals": totals}
    asked["winner"] = fields["winner"] or _letter(ask_seat(ask, say, "who won", seats, nobody="nobody"))
    if asked["winner"] is not None:
        others = [seat for seat in seats if seat.value != asked["winner"].upper()]
        if terms_for(rules).discarder_doubles and fields["discarder"] is None:
            question = "who discarded the winning tile"
            asked["discarder"] = _letter(ask_seat(ask, say, question, others, nobody="it was drawn"))
        if fields["pays_for_all"] is None:
            asked["pays_for_all"] = _letter(ask_seat(ask, say, "who pays for all", others, nobody="nobody"))
    return fields | asked


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _MOST_DIGITS:
        raise NotationError("expected a number of points, 0 or more, like 26")
    return int(text)


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value
