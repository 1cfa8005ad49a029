"""Settling one hand's totals: from the request as JSON to the answer as JSON."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from mjlog.errors import HandError, RuleSetError
from mjlog.events import MAX_INT
from mjlog.rulesets import Rules, RuleSet, resolve
from mjlog.scoring.settlement import settle, terms_of
from mjlog.seats import Seat

Points = Annotated[int, msgspec.Meta(ge=-MAX_INT, le=MAX_INT)]


class _Request(msgspec.Struct):
    """What is asked; `explain_settle_request` says in words what is wrong with it."""

    totals: dict[Seat, Points]
    winner: Seat | None
    discarder: Seat | None = None
    pays_for_all: Seat | None = None
    options: dict[str, Any] | None = None


def settlement_of(fields: dict[str, Any], ruleset: RuleSet) -> dict[str, Any]:
    """Who pays whom, by a rule set: `change` per seat, `payments` as from, to, points.

    Raises:
        MjlogError: the request cannot be answered; the message says why.
    """
    request = _request(fields)
    rules = known_options(ruleset, request.options)
    table = rules.ruleset.tables.get("settlement")
    if table is None:
        raise RuleSetError(f"the rule set {ruleset.id} does not say how hands are settled")
    done = settle(
        request.totals, request.winner, discarder=request.discarder, liable=request.pays_for_all,
        terms=terms_of(table, rules.options),
    )  # fmt: skip
    return {
        "change": {seat.value: amount for seat, amount in done.change.items()},
        "payments": [[payer.value, payee.value, points] for payer, payee, points in done.payments],
    }


def _request(fields: dict[str, Any]) -> _Request:
    try:
        request = msgspec.convert(fields, _Request)
    except msgspec.ValidationError as error:
        raise HandError(_why(fields) or str(error)) from None
    if len(request.totals) < 3 or request.winner in (request.discarder, request.pays_for_all):
        words = _why(fields)
        if words is not None:
            raise HandError(words)
    return request


def _why(fields: dict[str, Any]) -> str | None:
    from mjlog_schemas import explain_settle_request

    fault = explain_settle_request(fields)
    return None if fault is None else fault.message


def known_options(ruleset: RuleSet, given: dict[str, Any] | None) -> Rules:
    """The rule set under given options.

    Raises:
        RuleSetError: it has no such option, or a value does not fit.
    """
    rules = resolve(ruleset, given)
    if rules.problems:
        raise RuleSetError(rules.problems[0][1])
    return rules
