"""What is wrong with a rule set's document, each fault with its line: head, options, numbered rules.

The tables of wall, deal, scoring and settlement are looked at in `mjlog_schemas.ruleset_tables`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from marshmallow import Schema

from mjlog.rulesets.keys import KEYS, Known
from mjlog.rulesets.locate import Lines
from mjlog.text import DocumentError, did_you_mean, quoted, read_toml, shown
from mjlog_schemas.containers import ListField
from mjlog_schemas.derive import KeepingSchema
from mjlog_schemas.faults import Complaint, Fault, faults_of, unknown_key
from mjlog_schemas.options import KINDS, MOST_FAULTS, choices_of, complaint_about, value_field
from mjlog_schemas.ruleset_tables import table_faults
from mjlog_schemas.scalars import AnyField, FlagField, TextField, WordField

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
    """An option: the kind of its values, the default, and what it means in words."""

    kind = WordField(KINDS, required=True)
    default = AnyField(required=True)
    text = TextField(0, _WORDS)
    values = ListField(AnyField(), 1, 100)


class NumberedRule(KeepingSchema):
    """A rule: its id within the set, its statement and source, the checks that enforce it, how it was read.

    `breach` is "none", with a `reason`, where no log can show the rule broken.
    """

    id = TextField(1, 200, pattern=_ID, expected="a rule id like chow-1", required=True)
    text = TextField(1, _WORDS, required=True)
    source = TextField(0, _WORDS)
    checks = ListField(TextField(1, 200), 0, 100)
    reading = TextField(0, _WORDS)
    option = TextField(1, 200)
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
    return located(itertools.islice(_document_faults(document, known or {}), MOST_FAULTS), text)


def located(faults: Iterable[Fault], text: str) -> list[Fault]:
    """The faults of a document, each with its line, in their order; `text` must be TOML."""
    found = list(faults)
    lines = Lines(text) if found else None
    if lines is None:
        return []
    return sorted((replace(fault, line=lines.of(fault.field)) for fault in found), key=lambda fault: fault.line or 0)


def _document_faults(document: dict[str, Any], known: Known) -> Iterator[Fault]:
    yield from faults_of(_HEAD.validate(document))
    yield from _other_keys(document)
    options = document.get("options", {})
    if not isinstance(options, dict):
        yield _wrong("options", options, "tables like [options.SevenPairs]")
        options = {}
    for name, option in options.items():
        yield from _option_faults(f"options.{shown(name)}", option)
    yield from _rules_faults(document.get("rule", []), options, known)
    yield from table_faults(document, known)


def _wrong(path: str, value: object, expected: str, suggestion: str | None = None) -> Fault:
    complaint = Complaint.about(value, expected, suggestion)
    return Fault("bad-field", path, f"{path} {complaint}", complaint.expected, complaint.found)


def _other_keys(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Nothing stands there that nobody reads."""
    known = [*_HEAD.fields, "options", "rule", *RAW_TABLES]
    for key in document:
        if key not in known:
            yield unknown_key("bad-field", "", key, known, "part of a rule set")


def _part_faults(path: str, part: object, schema: Schema, noun: str) -> Iterator[Fault]:
    if not isinstance(part, dict):
        yield _wrong(path, part, f"a table, which {noun} is")
        return
    yield from faults_of(schema.validate(part), path=path)
    for key in part:
        if key not in schema.fields:
            yield unknown_key("bad-field", path, key, list(schema.fields), f"part of {noun}")


def _option_faults(path: str, option: object) -> Iterator[Fault]:
    yield from _part_faults(path, option, _OPTION, "an option")
    if not isinstance(option, dict):
        return
    if option.get("kind") == "choice":
        yield from _choice_faults(path, option)
    elif "values" in option:
        yield _wrong(f"{path}.values", option["values"], "no values, which only a choice has")
    field = _STRICT_FLAG if option.get("kind") == "bool" else value_field(option)
    complaint = complaint_about(field, option["default"]) if "default" in option else None
    if complaint is not None:
        yield Fault("bad-field", f"{path}.default", f"{path}.default {complaint}", complaint.expected, complaint.found)


def _choice_faults(path: str, option: Mapping[str, Any]) -> Iterator[Fault]:
    values = option.get("values")
    if values is None:
        complaint = Complaint.saying("is missing", None, "the list of what can be chosen")
        yield Fault("bad-field", f"{path}.values", f"{path}.values {complaint}", complaint.expected)
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
            yield from _reference_faults(path, rule, options)
            yield from _repeated_id(path, rule.get("id"), first_places, index)
            yield from _check_faults(path, rule.get("checks"), known, enforced, index)
            yield from _breach_faults(path, rule)


def _reference_faults(path: str, rule: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Fault]:
    name = rule.get("option")
    if isinstance(name, str) and name not in options:
        yield _wrong(f"{path}.option", name, "the name of a declared option", did_you_mean(name, options))


def _repeated_id(path: str, rule_id: object, first_places: dict[str, int], index: int) -> Iterator[Fault]:
    if not isinstance(rule_id, str):
        return
    first = first_places.setdefault(rule_id, index)
    if first != index:
        yield _wrong(f"{path}.id", rule_id, f"an id of its own, for {quoted(rule_id)} is that of rule[{first}]")


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


def _breach_faults(path: str, rule: Mapping[str, Any]) -> Iterator[Fault]:
    breach = rule.get("breach")
    if isinstance(breach, str) and breach != "none":
        yield _wrong(f"{path}.breach", breach, "none, or no breach at all")
    elif breach == "none" and not rule.get("reason"):
        complaint = Complaint.saying("is missing", None, "why no log can show the rule broken")
        yield Fault("bad-field", f"{path}.reason", f"{path}.reason {complaint}", complaint.expected)
    elif breach is None and "reason" in rule:
        yield _wrong(f"{path}.reason", rule["reason"], 'none, which only a rule with breach = "none" has')
