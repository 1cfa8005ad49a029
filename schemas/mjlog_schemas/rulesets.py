"""What is wrong with a rule set's document, each fault with its line (head, options, rules, tables), and with
the options that a game has.

The keys of tables are declared in `mjlog.rulesets.keys`; here they become faults, and what several keys say together
is looked at: what a scoring row is worth, which pattern it means.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from marshmallow import Schema, ValidationError
from msgspec.structs import replace

from mjlog.rulesets.keys import KEYS, ROW_KEYS, Known, Wrong, idle_keys, wrong_tables
from mjlog.rulesets.locate import Lines
from mjlog.text import DocumentError, did_you_mean, quoted, read_toml, shown
from mjlog.tiles import SUIT_LETTERS
from mjlog_schemas.events import KeepingSchema
from mjlog_schemas.fields import (
    AnyField,
    Complaint,
    Fault,
    FlagField,
    ListField,
    NumberField,
    TableField,
    TextField,
    Worded,
    WordField,
    faults_of,
    unknown_key,
)

MOST_FAULTS = 100
"""Faults that are told of one document; the rest waits until these are mended."""
_MOST_LISTED, _COPIES = 20, 4
_REASON = r"[a-z][a-z0-9-]{0,39}"
MOST_OF_AN_OPTION = 10**9
"""Ten limits, as a score option writes them; nothing at a table is larger."""

_MAKERS: dict[str, Callable[[Mapping[str, Any]], Worded]] = {
    "bool": lambda _: FlagField(or_digit=True),
    "count": lambda _: NumberField(0, MOST_OF_AN_OPTION),
    "int": lambda _: NumberField(-MOST_OF_AN_OPTION, MOST_OF_AN_OPTION),
    "score": lambda _: NumberField(0, MOST_OF_AN_OPTION),
    "choice": lambda declared: WordField(choices_of(declared)),
    "list": lambda declared: ListField(
        _MAKERS["choice" if declared.get("values") else "int"](declared), 0, _MOST_LISTED
    ),
    "suits": lambda _: TableField(WordField(list(SUIT_LETTERS)), NumberField(0, _COPIES)),
    "fines": lambda _: TableField(
        TextField(1, 40, pattern=_REASON, expected="a reason like late-call"), NumberField(1, MOST_OF_AN_OPTION)
    ),
}
KINDS = tuple(_MAKERS)
"""bool; count 0, 1, 2 …; int; score: centi-limits x 1 000 000 + doubles x 10 000 + points; choice: one of `values`;
list: some of `values`, or whole numbers where there are none; suits: a count for bamboo, characters and dots; fines: by
the reason of a penalty its points."""


def choices_of(declared: Mapping[str, Any]) -> list[str | int]:
    """The values of a choice that can be chosen; whatever else stands there is left out."""
    values = declared.get("values")
    return [value for value in values if isinstance(value, str | int)] if isinstance(values, list | tuple) else []


def value_field(declared: object) -> Worded:
    """The field that takes an option's values; a declaration that is itself wrong takes any."""
    kind = declared.get("kind") if isinstance(declared, Mapping) else None
    if not isinstance(kind, str) or kind not in _MAKERS or not isinstance(declared, Mapping):
        return AnyField(allow_none=True)
    return _MAKERS[kind](declared)


def explain_options(declared: Mapping[str, Any], given: object) -> list[Fault]:
    """What is wrong with the options of a game, against those that its rule set declares.

    >>> explain_options({"SevenPairs": {"kind": "bool"}}, {"sevenpair": True})[0].message
    "'sevenpair' is no option of the rule set; expected one of SevenPairs; did you mean 'SevenPairs'?"
    """
    if given is None:
        return []
    if not isinstance(given, Mapping):
        return [Complaint.about(given, "an object of option values").at("options")]
    faults = (fault for name, value in given.items() for fault in _value_faults(declared, name, value))
    return [fault for fault, _ in zip(faults, range(MOST_FAULTS), strict=False)]


def _value_faults(declared: Mapping[str, Any], name: object, value: object) -> Iterator[Fault]:
    if name not in declared:
        names = [shown(known) for known in list(declared)[:40]]
        expected = "one of " + ", ".join(names) if names else "no options"
        words = f"{quoted(name)} is no option of the rule set"
        unknown = Complaint.saying(words, quoted(name), expected, did_you_mean(name, declared))
        yield Fault("unknown-option", f"options.{shown(name)}", unknown, expected, unknown.found)
        return
    complaint = complaint_about(value_field(declared[str(name)]), value)
    if complaint is not None:
        text = f"option {shown(name)} {complaint}"
        yield Fault("bad-field", f"options.{shown(name)}", text, complaint.expected, complaint.found)


def complaint_about(field: Worded, value: object) -> Complaint | None:
    """What a field says about a value, None where it takes it."""
    try:
        field.deserialize(value)
    except ValidationError as error:
        # Messages stand in lists, and by the place in a list that they are about: the first of them.
        message: object = error.messages
        while isinstance(message, list | dict) and message:
            message = next(iter(message.values() if isinstance(message, dict) else message))
        return message if isinstance(message, Complaint) else Complaint.about(value, field.expected)
    return None


_WORTHS = ("points", "doubles", "limit", "limit_points")


def table_faults(document: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    """The faults in a document's tables. `known`: names that exist, by what they name.

    The document itself gives names, too: to options by the kinds of their values, to rules by both forms of id.
    """
    options = {name: option for name, option in _pairs(document.get("options")) if isinstance(option, dict)}
    # An option of a kind that does not exist has its own fault: it is taken for whatever is wanted.
    unclear = [name for name, option in options.items() if option.get("kind") not in KINDS]
    switches = [name for name, option in options.items() if option.get("kind") == "bool"]
    numbers = [
        name for name, option in options.items()
        if option.get("kind") in ("count", "int", "score")
        or (option.get("kind") == "choice" and type(option.get("default")) is int)
    ]  # fmt: skip
    scoring = document.get("scoring")
    rows = _tables(scoring.get("item")) if isinstance(scoring, dict) else []
    local = [rule["id"] for rule in _tables(document.get("rule")) if isinstance(rule.get("id"), str)]
    names = {
        **known,
        "option": tuple(options),
        "switch": switches + unclear,
        "number": numbers + unclear,
        "own item": [row["id"] for row in rows if isinstance(row.get("id"), str)],
        "rule": [f"{document.get('id')}/{rule}" for rule in local] + local,
    }
    yield from map(_fault, wrong_tables(document, names))
    yield from _scoring_faults(document.get("scoring"), names)


def _pairs(value: object) -> list[tuple[Any, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def _tables(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _fault(wrong: Wrong) -> Fault:
    meant = did_you_mean(wrong.value, wrong.candidates)
    if wrong.is_key:
        table = wrong.path.rpartition(".")[0]
        complaint = Complaint.saying(
            f"{quoted(wrong.value)} is no key of this table", quoted(wrong.value), wrong.expected, meant
        )
        return Fault("bad-field", wrong.path, f"{table}: {complaint}", complaint.expected, complaint.found)
    if wrong.is_idle:
        found = None if wrong.value is None else quoted(wrong.value)
        words = f"{wrong.path}{f' is {found}, and' if found else ''} has no effect here: it goes with {wrong.expected}"
        return Fault("bad-field", wrong.path, words, wrong.expected, found)
    if wrong.is_missing:
        return _missing(wrong.path, wrong.expected)
    return _wrong(wrong.path, wrong.value, wrong.expected, meant)


# -- scoring ----------------------------------------------------------------------------------------------------


def _scoring_faults(scoring: object, known: Known) -> Iterator[Fault]:
    if not isinstance(scoring, dict):
        return
    for name, _rule in _pairs(scoring.get("cite")):
        if "item" in known and name not in known["item"]:
            expected = "the id of a scoring row as key"
            yield _wrong(f"scoring.cite.{shown(name)}", name, expected, did_you_mean(name, known["item"]))
    items = scoring.get("item")
    for index, row in enumerate(items if isinstance(items, list) else []):
        if not isinstance(row, dict):
            continue
        path, row_id = f"scoring.item[{index}]", row.get("id")
        if "pattern" not in row and isinstance(row_id, str) and "pattern" in known and row_id not in known["pattern"]:
            expected = "the name of a pattern, or a row with `pattern`"
            yield _wrong(f"{path}.id", row_id, expected, did_you_mean(row_id, known["pattern"]))
        worths = [key for key in _WORTHS if key in row]
        if "option" in row and worths:
            yield _wrong(f"{path}.{worths[0]}", row[worths[0]], "none beside option, which says what the row is worth")
        elif "option" not in row and not any(row.get(key) for key in _WORTHS) and set(row) <= set(ROW_KEYS):
            what = " and ".join(f"{key} is {quoted(row[key])}" for key in worths) or "the row earns nothing"
            expected = "points, doubles, limit, limit_points, or option with a score value"
            complaint = Complaint.saying(what, None, expected)
            yield Fault("bad-field", path, f"{path}: {complaint}", complaint.expected)


RAW_TABLES = tuple(KEYS)
"""Tables of a rule set that its mechanisms read."""
_WORDS = 10_000
_ID = r"[a-z0-9][a-z0-9._-]*"


class RuleSetHead(KeepingSchema):
    """What a rule set is called and where it comes from."""

    id = TextField(1, 200, pattern=_ID, expected="an id like club-2024", required=True)
    title = TextField(1, _WORDS)
    version = TextField(1, 200)
    source = TextField(0, _WORDS)


class OptionDeclaration(KeepingSchema):
    """An option: the kind of its values, the default, and what it means in words.

    `follows`: by another option and its value, the value of this one where none is given.
    """

    kind = WordField(KINDS, required=True)
    default = AnyField(required=True)
    text = TextField(0, _WORDS)
    values = ListField(AnyField(), 1, 100)
    follows = AnyField()


class NumberedRule(KeepingSchema):
    """A rule: its id within the set, its statement and source, the checks that enforce it, how it was read.

    `when`: options of which one must be on for the rule to be in force. `breach` is "none", with a `reason`, where no
    log can show the rule broken.
    """

    id = TextField(1, 200, pattern=_ID, expected="a rule id like chow-1", required=True)
    text = TextField(1, _WORDS, required=True)
    source = TextField(0, _WORDS)
    checks = ListField(TextField(1, 200), 0, 100)
    reading = TextField(0, _WORDS)
    option = TextField(1, 200)
    when = ListField(TextField(1, 200), 1, 20)
    breach = TextField(0, _WORDS)
    reason = TextField(0, _WORDS)


_HEAD, _OPTION, _RULE = RuleSetHead(), OptionDeclaration(), NumberedRule()
_STRICT_FLAG = FlagField()


def explain_ruleset(text: str, known: Known | None = None) -> list[Fault]:
    """What is wrong with a rule set's TOML text, in the order of its lines; empty where nothing is.

    `known`: names that exist elsewhere in the program (check, pattern, way to combine, item); those of what is not
    there are not looked up.

    >>> [(fault.line, fault.message) for fault in explain_ruleset('title = "our club"')]
    [(1, 'id is missing; expected an id like club-2024')]
    """
    try:
        document = read_toml(text)
    except DocumentError as error:
        return [Fault("bad-field", None, str(error), line=error.line)]
    faults = list(itertools.islice(_document_faults(document, known or {}), MOST_FAULTS))
    return located(faults or map(_fault, idle_keys(document)), text)


def located(faults: Iterable[Fault], text: str) -> list[Fault]:
    """The faults of a document, each with its line, in their order; `text` must be TOML."""
    listed = list(faults)
    lines = Lines(text) if listed else None
    if lines is None:
        return []
    return sorted((replace(fault, line=lines.of(fault.field)) for fault in listed), key=lambda fault: fault.line or 0)


def _document_faults(document: dict[str, Any], known: Known) -> Iterator[Fault]:
    yield from faults_of(_HEAD.validate(document))
    read = [*_HEAD.fields, "options", "rule", *RAW_TABLES]
    yield from (unknown_key("bad-field", "", key, read, "part of a rule set") for key in document if key not in read)
    options = document.get("options", {})
    if not isinstance(options, dict):
        yield _wrong("options", options, "tables like [options.SevenPairs]")
        options = {}
    for name, option in options.items():
        yield from _option_faults(f"options.{shown(name)}", option, options)
    yield from _rules_faults(document.get("rule", []), options, known)
    yield from table_faults(document, known)


def _wrong(path: str, value: object, expected: str, suggestion: str | None = None) -> Fault:
    return Complaint.about(value, expected, suggestion).at(path)


def _missing(path: str, expected: str) -> Fault:
    return Complaint.saying("is missing", None, expected).at(path)


def _part_faults(path: str, part: object, schema: Schema, noun: str) -> Iterator[Fault]:
    if not isinstance(part, dict):
        yield _wrong(path, part, f"a table, which {noun} is")
        return
    yield from faults_of(schema.validate(part), path=path)
    for key in part:
        if key not in schema.fields:
            yield unknown_key("bad-field", path, key, list(schema.fields), f"part of {noun}")


def _option_faults(path: str, option: object, options: Mapping[str, Any]) -> Iterator[Fault]:
    yield from _part_faults(path, option, _OPTION, "an option")
    if not isinstance(option, dict):
        return
    if option.get("kind") == "choice" or (option.get("kind") == "list" and "values" in option):
        yield from _choice_faults(path, option)
    elif "values" in option and option.get("kind") != "list":
        yield _wrong(f"{path}.values", option["values"], "no values, which only a choice or a list has")
    field = _STRICT_FLAG if option.get("kind") == "bool" else value_field(option)
    complaint = complaint_about(field, option["default"]) if "default" in option else None
    if complaint is not None:
        yield complaint.at(f"{path}.default")
    yield from _follows_faults(f"{path}.follows", option.get("follows", {}), field, options)


def _follows_faults(
    path: str, follows: object, field: Worded, options: Mapping[str, Any]
) -> Iterator[Fault]:
    if not isinstance(follows, dict) or not all(isinstance(by, dict) for by in follows.values()):
        yield _wrong(path, follows, "tables: by another option and its value, the value that follows")
        return
    for name, by in follows.items():
        if name not in options:
            yield _wrong(f"{path}.{shown(name)}", name, "the name of another option", did_you_mean(name, options))
        for value, own in by.items():
            complaint = complaint_about(field, own)
            if complaint is not None:
                yield _wrong(f"{path}.{shown(name)}.{shown(value)}", own, complaint.expected or "a value of its kind")


def _choice_faults(path: str, option: Mapping[str, Any]) -> Iterator[Fault]:
    values = option.get("values")
    if values is None:
        yield _missing(f"{path}.values", "the list of what can be chosen")
        return
    choices = choices_of(option)
    if isinstance(values, list) and (len(choices) < len(values) or len(set(choices)) < len(choices)):
        yield _wrong(f"{path}.values", values, "words or whole numbers, each once")


def _rules_faults(rules: object, options: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    if not isinstance(rules, list):
        yield _wrong("rule", rules, "tables like [[rule]]")
        return
    first_places: dict[str, int] = {}
    enforced: dict[str, int] = {}
    for index, rule in enumerate(rules):
        path = f"rule[{index}]"
        yield from _part_faults(path, rule, _RULE, "a rule")
        if isinstance(rule, dict):
            when = rule["when"] if isinstance(rule.get("when"), list) else []
            for key, name in (("option", rule.get("option")), *((f"when[{at}]", name) for at, name in enumerate(when))):
                if isinstance(name, str) and name not in options:
                    yield _wrong(f"{path}.{key}", name, "the name of a declared option", did_you_mean(name, options))
            rule_id = rule.get("id")
            if isinstance(rule_id, str) and (first := first_places.setdefault(rule_id, index)) != index:
                yield _wrong(f"{path}.id", rule_id, f"an id of its own, for {quoted(rule_id)} is that of rule[{first}]")
            yield from _check_faults(path, rule.get("checks"), known, enforced, index)
            breach = rule.get("breach")
            if isinstance(breach, str) and breach != "none":
                yield _wrong(f"{path}.breach", breach, "none, or no breach at all")
            elif breach == "none" and not rule.get("reason"):
                yield _missing(f"{path}.reason", "why no log can show the rule broken")
            elif breach is None and "reason" in rule:
                yield _wrong(f"{path}.reason", rule["reason"], 'none, which only a rule with breach = "none" has')


def _check_faults(path: str, checks: object, known: Known, enforced: dict[str, int], index: int) -> Iterator[Fault]:
    """Checks exist, and none enforces two rules: a finding could cite only one of them."""
    for place, name in enumerate(checks if isinstance(checks, list) else []):
        if not isinstance(name, str):
            continue
        here, first = f"{path}.checks[{place}]", enforced.setdefault(name, index)
        if "check" in known and name not in known["check"]:
            yield _wrong(here, name, "the name of a check", did_you_mean(name, known["check"]))
        elif first != index:
            yield _wrong(here, name, f"a check of its own, for rule[{first}] names it already")
