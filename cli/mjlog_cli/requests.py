"""Scoring and settling one hand: from the request as JSON values to the answer as JSON values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mjlog.audit.valuing import agreed_score, scorer_for, terms_for
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import HandError, RuleSetError
from mjlog.rulesets import Rules, RuleSet, load, resolve
from mjlog.scoring import answer_of, score_request, settle_card_request, settle_request

if TYPE_CHECKING:
    from mjlog_schemas import Fault

Fields = dict[str, Any]


def score_of(fields: Fields, ruleset: RuleSet | str | None, cards: CardShelf = NO_CARDS) -> Fields:
    """What a hand is worth, by the rule set that it names, or else by this one; by a card where hands are of a card.

    Raises:
        MjlogError: there is no such rule set or card, or there cannot be such a hand; the message says why.
    """
    rules = _rules(fields.get("ruleset") or ruleset, fields.get("options"))
    if rules.plan.by_card:
        from mjlog.scoring.card_request import score_by_card

        return score_by_card(fields, cards.asked(fields.get("card")), rules.cites.score or "")
    scorer = scorer_for(rules)
    if scorer is None:
        raise RuleSetError(f"the rule set {rules.ruleset.id} does not say what hands are worth")
    try:
        return _by_agreement(score_request(fields, scorer, rules.plan.copies), rules)
    except HandError as error:
        from mjlog_schemas import explain_score_request

        raise _explained(explain_score_request, fields, error) from None


def settlement_of(fields: Fields, ruleset: RuleSet | str) -> Fields:
    """Who pays whom: `change` per seat, `payments` as from, to, points.

    Raises:
        MjlogError: the request cannot be answered; the message says why.
    """
    rules = _rules(ruleset, fields.get("options"))
    if rules.plan.by_card:
        return settle_card_request(fields)
    if not rules.settlement.table:
        raise RuleSetError(f"the rule set {rules.ruleset.id} does not say how hands are settled")
    try:
        return settle_request(fields, terms_for(rules))
    except HandError as error:
        from mjlog_schemas import explain_settle_request

        raise _explained(explain_settle_request, fields, error) from None


def _by_agreement(answer: Fields, rules: Rules) -> Fields:
    """The answer with the agreed value, where winners are paid one; a win that is not complete keeps its reason."""
    won = answer["complete"]
    agreed = agreed_score(rules, won)
    if agreed is None or (answer["total"] is None and not won):
        return answer
    worth = answer_of(agreed)
    return {**answer, **{key: worth[key] for key in ("total", "points", "doubles", "limit", "items")}}


def _explained(explain: Callable[[object], Fault | None], fields: Fields, error: HandError) -> HandError:
    """The error in the words of the border, which names the field, where it finds the fault too."""
    fault = explain(fields)
    return error if fault is None else HandError(fault.message)


def _rules(named: object, options: object) -> Rules:
    """A rule set, or the one that a line names by its id, under given options.

    A line cannot name a file: what is in a batch may come from anybody.

    Raises:
        MjlogError: there is no such rule set or option, or a value does not fit.
    """
    if options is not None and not isinstance(options, Mapping):
        raise RuleSetError('options is no object; expected option values, like {"SevenPairs": true}')
    if not isinstance(named, str | RuleSet):
        raise RuleSetError("no rule set is named; expected one with --ruleset, or as ruleset in the line")
    rules = resolve(load(named) if isinstance(named, str) else named, options)
    if rules.problems:
        raise RuleSetError(rules.problems[0][1])
    return rules
