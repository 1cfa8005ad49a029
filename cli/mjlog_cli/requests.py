"""Scoring and settling one hand: from the request as JSON values to the answer as JSON values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mjlog.audit.valuing import scorer_for
from mjlog.errors import HandError, RuleSetError
from mjlog.rulesets import Rules, load, resolve
from mjlog.scoring import score_request, settle_request, terms_of

if TYPE_CHECKING:
    from mjlog_schemas import Fault

Fields = dict[str, Any]


def score_of(fields: Fields, ruleset: str | None) -> Fields:
    """What a hand is worth, by the rule set that it names, or else by this one.

    Raises:
        MjlogError: there is no such rule set, or there cannot be such a hand; the message says why.
    """
    rules = _rules(fields.get("ruleset") or ruleset, fields.get("options"))
    scorer = scorer_for(rules)
    if scorer is None:
        raise RuleSetError(f"the rule set {rules.ruleset.id} has no scoring table")
    try:
        return score_request(fields, scorer, rules.plan.copies)
    except HandError as error:
        from mjlog_schemas import explain_score_request

        raise _explained(explain_score_request, fields, error) from None


def settlement_of(fields: Fields, ruleset: str) -> Fields:
    """Who pays whom: `change` per seat, `payments` as from, to, points.

    Raises:
        MjlogError: the request cannot be answered; the message says why.
    """
    rules = _rules(ruleset, fields.get("options"))
    table = rules.ruleset.tables.get("settlement")
    if table is None:
        raise RuleSetError(f"the rule set {rules.ruleset.id} does not say how hands are settled")
    try:
        return settle_request(fields, terms_of(table, rules.options))
    except HandError as error:
        from mjlog_schemas import explain_settle_request

        raise _explained(explain_settle_request, fields, error) from None


def _explained(explain: Callable[[object], Fault | None], fields: Fields, error: HandError) -> HandError:
    """The error in the words of the border, which names the field, where it finds the fault too."""
    fault = explain(fields)
    return error if fault is None else HandError(fault.message)


def _rules(ruleset: object, options: object) -> Rules:
    """The rule set under given options.

    Raises:
        RuleSetError: there is no such rule set or option, or a value does not fit.
    """
    if not isinstance(ruleset, str):
        raise RuleSetError("no rule set is named; expected one with --ruleset, or as ruleset in the line")
    if options is not None and not isinstance(options, Mapping):
        raise RuleSetError("options is no object; expected option values, like {\"SevenPairs\": true}")
    rules = resolve(load(ruleset), options)
    if rules.problems:
        raise RuleSetError(rules.problems[0][1])
    return rules
