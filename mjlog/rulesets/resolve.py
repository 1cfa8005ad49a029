"""A rule set with its options decided: what a game is replayed by.

Options are resolved once, when a game starts; nothing is looked up per event.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from mjlog.errors import RuleSetError
from mjlog.rules import CHECKS, Bound, bind
from mjlog.rules.registry import in_force
from mjlog.rulesets.composition import Citations, Scoring, Settling, Tables, citations_of, tables_of
from mjlog.rulesets.document import RuleSet
from mjlog.rulesets.embedding import lender
from mjlog.rulesets.releases import load
from mjlog.rulesets.table_plan import make_plan
from mjlog.scoring import FinalTerms, Scorer, final_terms_of, scorer_by
from mjlog.table import TablePlan


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Rules in force in a game: the plan of the table, the checks per event type, option values.

    `problems` are options that do not exist or do not fit, as (name, message). `scoring`: how hands are valued, None
    where the rule set does not say; `settlement`: how they are paid; `cites`: the rules that wrong values break.
    `final`: how final scores are made of the totals, None where they are not. `scorer`: where the rules ask it, too.
    """

    ruleset: RuleSet
    options: Mapping[str, Any]
    plan: TablePlan
    bound: Bound
    problems: tuple[tuple[str, str], ...]
    scoring: Scoring | None
    settlement: Settling
    cites: Citations
    final: FinalTerms | None
    scorer: Scorer | None


def resolve(ruleset: RuleSet, given: Mapping[str, Any] | None = None) -> Rules:
    """Decide the options: given values where they fit, defaults elsewhere.

    Raises:
        RuleSetError: the document names a check, a mechanism or a table to borrow that does not exist.
    """
    key = tuple(sorted((name, repr(value)) for name, value in (given or {}).items()))
    return _RESOLVED.get((ruleset.document, key)) or _resolve(ruleset, dict(given or {}), key)


_RESOLVED: dict[tuple[str, tuple[tuple[str, str], ...]], Rules] = {}
"""By the text of the document, which the rules are asked for too, and the options given."""
_MOST_RESOLVED = 200


def _resolve(ruleset: RuleSet, given: dict[str, Any], key: tuple[tuple[str, str], ...]) -> Rules:
    values = {name: option.read(option.default) for name, option in ruleset.options.items()}
    problems = []
    for name, value in given.items():
        option = ruleset.options.get(name)
        if option is None:
            problems.append((name, f"the rule set {ruleset.id} has no option {name[:60]!r}"))
        elif not option.accepts(value):
            problems.append(
                (name, f"option {name} is {str(value)[:60]!r}: {_expected(option.kind, option.values)} is expected")
            )
        else:
            values[name] = option.read(value)
    fitting = {name for name, value in given.items() if name in values and ruleset.options[name].accepts(value)}
    values |= {name: option.unsaid(values) for name, option in ruleset.options.items() if name not in fitting}
    scoring, settlement = tables_of(ruleset, values, functools.partial(_lend, ruleset))
    plan = make_plan(ruleset.tables, values)
    if scoring is not None:
        scoring = scoring.for_the_table(plan, ruleset.tables.get("goulash", {}).get("rule", ""))
    # A complete hand may be worth too little to win, which the rules ask.
    scorer = scorer_by(scoring.table, scoring.options) if scoring is not None and scoring.has_minimum else None
    if scorer is not None:
        goulash = None if plan.goulash is None else replace(plan.goulash, scorer=scorer)
        plan = replace(plan, scorer=scorer, goulash=goulash)
    rules = Rules(
        ruleset, values, plan, _bound(ruleset, values, plan), tuple(problems),
        scoring, settlement, citations_of(ruleset), final_terms_of(ruleset.tables.get("final", {}), values), scorer,
    )  # fmt: skip
    if len(_RESOLVED) < _MOST_RESOLVED:
        _RESOLVED[ruleset.document, key] = rules
    return rules


def _lend(ruleset: RuleSet, ruleset_id: str, shared: Mapping[str, Any], decided: Mapping[str, Any]) -> Tables:
    """The tables of another rule set that this one uses: one that its document brings along, or a shipped one.

    Raises:
        RuleSetError: there is none by that id; or a decided option does not exist in it, or does not fit.
    """
    lent = lender(ruleset, ruleset_id)
    fitting = {
        name: value for name, value in shared.items() if name in lent.options and lent.options[name].accepts(value)
    }
    rules = resolve(lent, {**fitting, **decided})
    if rules.problems:
        raise RuleSetError(f"scoring.options.{ruleset_id}: {rules.problems[0][1]}")
    return rules.scoring, rules.settlement


def _expected(kind: str, values: tuple[Any, ...]) -> str:
    if kind == "choice":
        return "one of " + ", ".join(map(str, values))
    if kind == "list":
        return f"a list of {', '.join(map(str, values)) or 'whole numbers'}"
    if kind == "fines":
        return "reasons like late-call, and the points of each,"
    if kind == "suits":
        return "a count of 0 to 4 for each of b, c, d"
    return {"bool": "true or false", "count": "0, 1, 2 …", "int": "a whole number"}.get(
        kind, "a score (centi-limits x 1000000 + doubles x 10000 + points)"
    )


_BOUND: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Bound] = {}
"""By the digest of the document, and the rules and checks that are not in force."""


def _bound(ruleset: RuleSet, values: Mapping[str, Any], plan: TablePlan) -> Bound:
    """The checks of the rules in force: of those for some options or keys only, one of which is on."""
    on = {name for name, value in values.items() if value and value != "none"}
    said = (pair for table in ruleset.tables.values() for pair in table.items())
    on |= {name for name, value in said if isinstance(value, int) and value}
    off = tuple(rule.id for rule in ruleset.rules if rule.when and on.isdisjoint(rule.when))
    key = ruleset.digest, off, tuple(name for name, info in CHECKS.items() if not in_force(info, plan))
    if key not in _BOUND:
        if len(_BOUND) >= _MOST_RESOLVED:
            _BOUND.clear()
        _BOUND[key] = bind({name: rule for name, rule in ruleset.checks().items() if rule not in off}, plan)
    return _BOUND[key]


@functools.cache
def default_rules(ruleset_id: str) -> Rules:
    """A shipped rule set with all its defaults.

    Raises:
        RuleSetError: no such rule set ships.
    """
    return resolve(load(ruleset_id))
