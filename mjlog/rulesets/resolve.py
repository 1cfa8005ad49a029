"""A rule set with its options decided: what a game is replayed by.

Options are resolved once, when a game starts; nothing is looked up per event.

A rule set values and settles hands by its own tables, by an agreed value, or by another rule set's tables. `[scoring]`
of a document: `by` names an option whose value is "agreed", the rule set's own id, or the id of a shipped rule set
whose tables of scoring and settlement are used then. `agreed`: the agreed value in points, or the option that holds it.
Of a borrowed table each row is cited by `[scoring.cite]` (row id = rule id), otherwise by `rule`;
`[scoring.options.ID]` decides options of that rule set; own rows are added (one with a borrowed row's id stands in its
place), and other keys stand in the place of the borrowed ones.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from mjlog.errors import RuleSetError
from mjlog.rules import CHECKS, Bound, bind
from mjlog.rules.registry import in_force
from mjlog.rulesets.document import OptionInfo, RuleSet, load, parse, release_of, shipped, text_digest
from mjlog.rulesets.table_plan import make_plan
from mjlog.scoring import FinalTerms, Scorer, final_terms_of, scorer_by
from mjlog.scoring.rows import FU_AND_HAN
from mjlog.scoring.totals import minimum_of
from mjlog.table import TablePlan
from mjlog.text import quoted, shown
from mjlog.tiles import PLAIN_KINDS

# -- how hands are valued and settled ---------------------------------------------------------------------------------


AGREED = "agreed"
"""The value of the option named by `by` that stands for an agreed value."""
SCORING_RULES = (
    "rule", "face_rule", "losers_limit_rule", "claimed_kong_rule", "counted_rule", "adds_rule", "doubled_rule",
)  # fmt: skip
SETTLEMENT_RULES = (
    "rule", "east_rule", "losers_rule", "liable_rule", "washout_rule", "drawn_rule", "jokerless_rule", "misnamed_rule",
    "dead_count_rule", "dead_exposure_rule", "dead_false_rule", "repeats_rule", "pot_rule", "abort_rule",
    "nagashi_rule",
)  # fmt: skip
"""Keys of the two tables that hold the id of the rule to cite."""
SCORING_KEYS = ("by", "agreed", "cite", "options", *SCORING_RULES)
"""What `[scoring]` says about whose table is used; every other key is the scorer's."""

Options = Mapping[str, Any]


class Scoring(msgspec.Struct, frozen=True, eq=False):
    """How hands are valued: a scoring table, and the option values that it is read by.

    `agreed`: what every winning hand is worth, in points; then the table only says which hands are complete. None where
    the rows of the table say what a hand is worth.
    """

    table: Mapping[str, Any]
    options: Options
    agreed: int | None = None

    @property
    def by_fu(self) -> bool:
        """Whether points are fu, and doubles are han."""
        return self.agreed is None and self.table.get("total") == FU_AND_HAN

    @property
    def has_minimum(self) -> bool:
        """Whether a complete hand may be worth too little to win: where points are fu, or so much is agreed on."""
        return self.by_fu or (self.agreed is None and minimum_of(self.table, self.options) is not None)

    def for_the_table(self, plan: TablePlan, goulash_rule: str = "") -> Scoring:
        """The same, with the wins that are played at the table: which hands are complete, whether kongs are robbed."""
        wins: dict[str, Any] = {**_forms_of(plan), "robbing_kong": plan.robbing != "none", "players": plan.players}
        wins |= {"bonus_from_live": plan.bonus_from_live}
        wins["left_out"] = tuple(kind for kind in range(PLAIN_KINDS) if not plan.copies[kind])
        if plan.goulash is not None:
            wins["in_goulash"] = {**_forms_of(plan.goulash), "rule": goulash_rule}
        return Scoring({**self.table, **wins}, self.options, self.agreed)


def _forms_of(plan: TablePlan) -> dict[str, Any]:
    return {name: getattr(plan.forms, name) for name in plan.forms.__struct_fields__}


class Settling(msgspec.Struct, frozen=True, eq=False):
    """How hands are paid: a settlement table, and the option values that it is read by."""

    table: Mapping[str, Any]
    options: Options


class Citations(msgspec.Struct, frozen=True):
    """Ids of the rules that wrong scores, payments and totals are reported under; None where the document names none.

    `score`: a score, where no single row explains it; `face`: the face value against the limit; `losers_limit`: a limit
    hand that only a winner scores; `counted`: so many doubles that they count as a limit; `adds`, `doubled`: several
    limit hands in one, and those worth two; `claimed_kong`: that claimed kongs count as concealed (None where no rule
    of its own says so); `settle`: a payment; `east`: East's double; `losers`: what losers pay each other; `liable`: who
    pays for all; `washout`: points for a drawn hand; `drawn`, `jokerless`: what is paid for a drawn tile and for a hand
    without jokers; `misnamed`: for a discard that was misnamed; `dead_…`: that dead hands pay; `total`: the totals of
    the game. `repeats`: what they add; `pot`: who takes it, `last_pot`: at the end of the game; `abort`, `nagashi`:
    what is paid then; `final`: the final scores.
    """

    score: str | None
    face: str | None
    losers_limit: str | None
    counted: str | None
    adds: str | None
    doubled: str | None
    claimed_kong: str | None
    settle: str | None
    east: str | None
    losers: str | None
    liable: str | None
    washout: str | None
    drawn: str | None
    jokerless: str | None
    misnamed: str | None
    dead_count: str | None
    dead_exposure: str | None
    dead_false: str | None
    total: str | None
    repeats: str | None
    pot: str | None
    last_pot: str | None
    abort: str | None
    nagashi: str | None
    final: str | None


Tables = tuple[Scoring | None, Settling]
"""How hands are valued and paid. No scoring where a document says nothing of what hands are worth."""
Lend = Callable[[str, Options, Options], Tables]
"""The tables of another rule set, by its id: under option values that it may or may not have, and others that it must.
"""


def tables_of(ruleset: RuleSet, options: Options, lend: Lend) -> Tables:
    """The tables in force.

    Raises:
        RuleSetError: the document names an option, a rule set or a row that does not exist.
    """
    own = _Own(ruleset, options)
    settling = Settling(ruleset.tables.get("settlement", {}), options)
    chosen = own.chosen()
    if chosen is None:
        return None, settling
    if chosen == ruleset.id:
        return Scoring(own.without_sources(), options), settling
    if chosen == AGREED:
        return Scoring(own.without_sources() | {"item": ()}, options, own.agreed()), settling
    # Own option values count for another rule set's tables where it has options of the same names.
    shared = {name: value for name, value in options.items() if name != own.table.get("by")}
    scoring, payments = lend(chosen, shared, own.decided_options(chosen))
    if scoring is None:
        raise RuleSetError(f"scoring: the rule set {chosen} does not say what hands are worth")
    # What the document says itself of payments stands in the place of what the other one says.
    terms = {key: value for key, value in payments.table.items() if key not in SETTLEMENT_RULES}
    paid = Settling({**terms, **settling.table}, {**options, **payments.options})
    return own.borrowed(scoring), paid


def citations_of(ruleset: RuleSet) -> Citations:
    """The rule ids that the document names for wrong scores and payments; a missing one is the table's `rule`.

    Raises:
        RuleSetError: an id is no text.
    """
    scoring = _rule_ids(ruleset, "scoring", SCORING_RULES)
    settling = _rule_ids(ruleset, "settlement", SETTLEMENT_RULES)
    final = _rule_ids(ruleset, "final", ("rule", "pot_rule"))
    rules_cited = {key.removesuffix("_rule"): rule for key, rule in (scoring | settling).items() if key != "rule"}
    rules_cited |= {"score": scoring["rule"], "settle": settling["rule"], "final": final["rule"]}
    rules_cited |= {"last_pot": final["pot_rule"], "total": ruleset.checks().get("totals_add_up")}
    return Citations(**rules_cited | {"claimed_kong": ruleset.tables.get("scoring", {}).get("claimed_kong_rule")})


def _rule_ids(ruleset: RuleSet, name: str, keys: tuple[str, ...]) -> dict[str, str | None]:
    table = ruleset.tables.get(name, {})
    fields = {key: table.get(key, table.get("rule")) for key in keys}
    wrong = next((key for key, value in fields.items() if not isinstance(value, str | None)), None)
    if wrong is not None:
        raise RuleSetError(f"{name}: `{wrong}` is {str(fields[wrong])[:40]!r}: the id of a rule is expected")
    return fields


class _Own:
    """What a document itself says about the value of hands."""

    def __init__(self, ruleset: RuleSet, options: Options) -> None:
        self.ruleset, self.options = ruleset, options
        self.table: Mapping[str, Any] = ruleset.tables.get("scoring", {})
        self.rows = self.table.get("item", ())
        if not isinstance(self.rows, list | tuple) or not all(isinstance(row, dict) for row in self.rows):
            raise RuleSetError("scoring: `item` must be a list of tables, [[scoring.item]]")

    def chosen(self) -> str | None:
        """Whose values are used: a rule set's id, or `AGREED`; None where the document has no values."""
        name = self.table.get("by")
        if name is None:
            own = self.ruleset.id if self.rows else None
            return AGREED if "agreed" in self.table and not self.rows else own
        option = self.ruleset.options.get(name) if isinstance(name, str) else None
        if option is None or option.kind != "choice":
            raise RuleSetError(
                f"scoring: `by` is {str(name)[:40]!r}: the name of an option of the kind choice is expected"
            )
        return str(self.options[option.name])

    def agreed(self) -> int:
        """The agreed value, in points."""
        named = self.table.get("agreed")
        value = self.options.get(named) if isinstance(named, str) else named
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            expected = "a number of points, or the name of an option that holds one, is expected"
            raise RuleSetError(f"scoring: `agreed` is {str(named)[:40]!r}: {expected}")
        return value

    def without_sources(self) -> dict[str, Any]:
        """The table without the keys that say whose values are used."""
        return {key: value for key, value in self.table.items() if key not in SCORING_KEYS}

    def decided_options(self, lender: str) -> Options:
        """Option values that the document decides for another rule set's tables."""
        decided = self._part("options").get(lender, {})
        if not isinstance(decided, dict):
            raise RuleSetError(f"scoring.options.{lender}: option values are expected, like robbing_kong = true")
        return decided

    def borrowed(self, lent: Scoring) -> Scoring:
        """Another rule set's scoring with this document's citations, rows and keys."""
        cite, general = self._part("cite"), self.table.get("rule", "")
        added = {str(row.get("id")): row for row in self.rows}
        rows = [{**row, "rule": cite.get(str(row.get("id")), general)} for row in lent.table.get("item", ())]
        kept = {str(row.get("id")) for row in rows}
        rows = [added.get(str(row.get("id")), row) for row in rows]
        rows += [row for row in self.rows if str(row.get("id")) not in kept]
        table = {**lent.table, **self.without_sources(), "item": rows}
        return Scoring(table, {**self.options, **lent.options}, lent.agreed)

    def _part(self, key: str) -> Mapping[str, Any]:
        part = self.table.get(key, {})
        if not isinstance(part, dict):
            raise RuleSetError(f"scoring.{key} is {str(part)[:40]!r}: a table is expected")
        return part


# -- a rule set as a log carries it: together with those whose tables it uses, so that a game is always judged alike --
#
# A document may value hands by another rule set's tables (`[scoring] by`). In a log it brings the documents of those
# along (`[lent]`), as they were when the game began.


LENT = "lent"
"""The table with the documents that a document brings along: id, text."""


def self_contained(ruleset: RuleSet) -> RuleSet:
    """The rule set as it is put into a log: with the documents of those that it may borrow from.

    A shipped rule set is named by the log, not put into it, and is given back as it is.
    """
    named = ruleset.tables.get("scoring", {}).get("by")
    option = ruleset.options.get(named) if isinstance(named, str) else None
    chosen = [str(value) for value in option.values if value in shipped()] if option is not None else []
    lenders = [ruleset_id for ruleset_id in chosen if ruleset_id != ruleset.id]
    if not lenders or LENT in ruleset.tables or ruleset.id in shipped():
        return ruleset
    lines = ["", "# The rule sets whose tables are used, as they were when the game began.", f"[{LENT}]"]
    # A text in JSON is a text in TOML as well.
    lines += [f"{ruleset_id} = {json.dumps(load(ruleset_id).document)}" for ruleset_id in lenders]
    return parse(ruleset.document.rstrip("\n") + "\n" + "\n".join(lines) + "\n")


def named_in_start(ruleset: RuleSet) -> dict[str, str]:
    """How a game-start names the rule set: id, version, digest.

    A shipped rule set goes by the digest of what it says, so that its comments are free; a document that is put into
    the log by the SHA-256 of its text, which stays as it is there (docs/lookup/format.md).
    """
    digest = ruleset.digest if ruleset.id in shipped() else text_digest(ruleset.document)
    return {"ruleset": ruleset.id, "version": ruleset.version, "digest": digest}


def lender(ruleset: RuleSet, ruleset_id: str) -> RuleSet:
    """The rule set that lends its tables: the one that the document brings along, else a shipped one.

    A released rule set borrows from the version that it was released beside, any other from the newest.

    Raises:
        RuleSetError: there is none, or what the document brings along is no rule set.
    """
    text = ruleset.tables.get(LENT, {}).get(ruleset_id)
    if text is None:
        release = release_of(ruleset)
        return load(ruleset_id, release.lenders.get(ruleset_id) if release is not None else None)
    if not isinstance(text, str):
        raise RuleSetError(f"{LENT}.{ruleset_id[:60]} is no text: the document of a rule set is expected")
    lent = parse(text)
    if lent.id != ruleset_id:
        raise RuleSetError(f"{LENT}.{ruleset_id[:60]} is the document of {lent.id[:60]}")
    return lent


# -- a rule set with its options decided ------------------------------------------------------------------------------


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
