"""A rule set with its options decided: what a game is replayed by.

Options are resolved once, when a game starts; nothing is looked up per event.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from mjlog.errors import RuleSetError
from mjlog.rules import CHECKS, Bound, bind
from mjlog.rules.registry import in_force
from mjlog.rulesets.composition import Citations, Scoring, Settling, Tables, citations_of, lender, tables_of
from mjlog.rulesets.document import OptionInfo, RuleSet
from mjlog.rulesets.releases import load
from mjlog.rulesets.table_plan import make_plan
from mjlog.scoring import FinalTerms, Scorer, final_terms_of, scorer_by
from mjlog.table import TablePlan
from mjlog.text import quoted, shown


class Rules(msgspec.Struct, frozen=True, eq=False):
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
    return _RESOLVED.get((ruleset, key)) or _resolve(ruleset, dict(given or {}), key)


_RESOLVED: dict[tuple[RuleSet, tuple[tuple[str, str], ...]], Rules] = {}
"""By the rule set and the options given."""
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
        _RESOLVED[ruleset, key] = rules
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
    pairs = (pair for table in ruleset.tables.values() for pair in table.items())
    on |= {name for name, value in pairs if isinstance(value, int) and value}
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


# -- options as people type them: `red_fives=1/1/1`, `uma=20/10/-10/-20`, `pao=daisangen,daisushi` --------------------


_SUITS = "bcd"
_NOTHING = ("none", "")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_FINE = re.compile(r"(?P<reason>[a-z][a-z0-9-]{0,39})\s*:\s*(?P<points>[1-9][0-9]{0,8})")
_THOUSAND = 1000


def typed_options(ruleset: RuleSet, values: Mapping[str, Any]) -> dict[str, Any]:
    """Options with the values that were typed in full; whether these fit is for others to check.

    Of counts for the suits one number is meant of each, three are those of bamboo, characters and dots. Lists have
    commas, or strokes: numbers between strokes are thousands. Fines are reasons with their points, like
    `late-call:10`. `none` is an empty list, no suit, or no fine. JSON is read as it stands.

    Raises:
        RuleSetError: a list or counts cannot be read.
    """
    return {name: _in_full(ruleset.options.get(name), value) for name, value in values.items()}


_SWITCHES = {"on": True, "yes": True, "off": False, "no": False}


def _in_full(option: OptionInfo | None, value: Any) -> Any:
    if option is not None and option.kind == "bool" and isinstance(value, str):
        return _SWITCHES.get(value.lower(), value)
    if option is None or option.kind not in ("list", "suits", "fines") or not isinstance(value, str | int):
        return value
    text = str(value).strip()
    if text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise _not_understood(option, text) from None
    parts = [] if text.lower() in _NOTHING else [part.strip() for part in re.split("[/,]", text)]
    if option.kind == "fines":
        named = [_FINE.fullmatch(part) for part in parts]
        if not all(named):
            raise _not_understood(option, text)
        return {match["reason"]: int(match["points"]) for match in named if match is not None}
    if option.kind == "list" and option.values:
        return parts
    if not all(map(_WHOLE.fullmatch, parts)):
        raise _not_understood(option, text)
    numbers = [int(part) for part in parts]
    if option.kind == "list":
        are_thousands = "/" in text and all(abs(number) < _THOUSAND for number in numbers)
        return [number * _THOUSAND for number in numbers] if are_thousands else numbers
    if len(numbers) <= 1:
        numbers = (numbers or [0]) * len(_SUITS)
    if len(numbers) != len(_SUITS):
        raise _not_understood(option, text)
    return dict(zip(_SUITS, numbers, strict=True))


def _not_understood(option: OptionInfo, text: str) -> RuleSetError:
    ways = {
        "fines": "reasons with their points, like late-call:10,wrong-call:20",
        "suits": "one number of each suit, or three of bamboo, characters and dots, like 1/1/1",
        "list": "numbers with strokes between them for thousands, like 20/10/-10/-20, or with commas",
    }
    return RuleSetError(f"option {shown(option.name)} is {quoted(text, 40)}; expected {ways[option.kind]}")


def written_option(value: Any) -> str:
    """The value of an option as it is typed.

    >>> written_option([20000, 10000, -10000, -20000]), written_option({"b": 1, "c": 1, "d": 2}), written_option([])
    ('20/10/-10/-20', '1/1/2', 'none')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping) and not (value and value.keys() <= set(_SUITS)):
        return ",".join(f"{reason}:{points}" for reason, points in value.items()) or "none"
    if isinstance(value, Mapping):
        return "/".join(str(value.get(suit, 0)) for suit in _SUITS)
    if not isinstance(value, list | tuple):
        return str(value)
    are_thousands = len(value) > 1 and all(isinstance(amount, int) and amount % _THOUSAND == 0 for amount in value)
    if are_thousands and max(map(abs, value)) < _THOUSAND**2:
        return "/".join(str(amount // _THOUSAND) for amount in value)
    return ",".join(map(str, value)) or "none"
