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
        asked |= _ask_payers(fields, asked["winner"].upper(), rules, ask, say)
    return fields | asked


def _ask_payers(fields: dict[str, Any], winner: str, rules: Rules, ask: Ask, say: Say) -> dict[str, Any]:
    """Who discarded the winning tile, where that matters, and whether that player pays for all, where somebody can."""
    others = [seat for seat in rules.plan.seats if seat.value != winner]
    asked: dict[str, Any] = {}
    discarder, matters = fields["discarder"], terms_for(rules).discarder_doubles
    if matters and discarder is None:
        question = "who discarded the winning tile"
        discarder = asked["discarder"] = _letter(ask_seat(ask, say, question, others, nobody="it was drawn"))
    # Only the discarder pays for all; nobody does for a tile that was drawn.
    able = others if discarder is None else [seat for seat in others if seat.value == discarder.upper()]
    if fields["pays_for_all"] is None and (discarder is not None or not matters):
        asked["pays_for_all"] = _letter(ask_seat(ask, say, "who pays for all", able, nobody="nobody"))
    return asked


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _MOST_DIGITS:
        raise NotationError("expected a number of points, 0 or more, like 26")
    return int(text)


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value
