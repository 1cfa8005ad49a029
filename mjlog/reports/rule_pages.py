"""A rule set on paper: its numbered rules, options, tables, scoring and settlement, for people."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from mjlog.rulesets import RuleInfo, RuleSet, versions
from mjlog.rulesets.difference import plain
from mjlog.text import counted, shown

_WIDTH = 100
_TABLES = {
    "table": "Table", "danger": "Danger", "fines": "Fines", "wall": "Wall", "break": "Break", "deal": "Deal",
}  # fmt: skip
_LIMIT_UNIT, _DOUBLE_UNIT = 1_000_000, 10_000


def one_line(ruleset: RuleSet) -> str:
    """A rule set in the list of all."""
    counts = f"{counted(len(ruleset.rules), 'rule')}, {counted(len(ruleset.options), 'option')}"
    return f"{_head(ruleset)}; {counts}"


def _head(ruleset: RuleSet) -> str:
    others = [version for version in versions(ruleset.id) if version != ruleset.version]
    also = f" (also: {', '.join(others)})" if others else ""
    return f"{shown(ruleset.id)}: {shown(ruleset.title, 200)}, version {shown(ruleset.version)}{also}"


def ruleset_lines(ruleset: RuleSet) -> Iterator[str]:
    """A rule set for people."""
    yield _head(ruleset)
    if ruleset.source:
        yield f"source: {shown(ruleset.source, 400)}"
    yield f"digest: {ruleset.digest}"
    yield from ("", "Rules", "")
    for rule in ruleset.rules:
        yield from rule_lines(rule)
    yield from ("", "Options", "")
    for option in ruleset.options.values():
        values = f", one of {', '.join(map(str, option.values))}" if option.values else ""
        default = {True: "on", False: "off"}[option.default] if option.kind == "bool" else option.default
        settled = ruleset.settled(option.name)
        usual = f"default {shown(default)}" if settled is None else f"no effect: [{settled[0]}] says {settled[1]}"
        yield f"{shown(option.name)} ({option.kind}{shown(values, 200)}; {usual})"
        if option.text:
            yield _paragraph(shown(option.text, 2000))
    for name, title in _TABLES.items():
        yield from _table_lines(title, ruleset.tables.get(name), ruleset)
    scoring = ruleset.tables.get("scoring", {})
    yield from _table_lines("Scoring", {key: value for key, value in scoring.items() if key != "item"}, ruleset)
    if scoring.get("item"):
        yield ""
    for row in scoring.get("item", ()):
        cited = f" [{shown(row['rule'])}]" if row.get("rule") else ""
        who = {"winner": "winner only", "loser": "losers only"}.get(row.get("who", "all"), "")
        opened = f"losers too with {shown(row['losers_with'])}" if "losers_with" in row else ""
        switches = [f"{word} {shown(row[word])}" for word in ("with", "without") if word in row]
        conditions = "; ".join(part for part in (who, opened, *switches) if part)
        conditions = f" ({conditions})" if conditions else ""
        yield f"{shown(row.get('name', row['id']))}: {_worth(row, ruleset)}{conditions}{cited}"
    yield from _table_lines("Settlement", ruleset.tables.get("settlement"), ruleset)


def rule_lines(rule: RuleInfo) -> Iterator[str]:
    """A rule for people."""
    yield shown(rule.id)
    breach = f"no log can show it broken: {rule.reason}" if rule.breach else ""
    parts = [("", rule.text), ("reading: ", rule.reading), ("option: ", rule.option)]
    parts += [("in force ", rule.in_force), ("source: ", rule.source), ("", breach)]
    for label, text in parts:
        if text:
            yield _paragraph(label + shown(text, 2000))


def _paragraph(text: str) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")


# -- tables -----------------------------------------------------------------------------------------------------


def _table_lines(title: str, table: Mapping[str, Any] | None, ruleset: RuleSet) -> Iterator[str]:
    if not table:
        return
    yield from ("", title, "")
    for key, value in table.items():
        yield f"{_spaced(key)}: {_said(value, ruleset)}"


def _spaced(key: str) -> str:
    return shown(key).replace("_", " ")


def _said(value: Any, ruleset: RuleSet) -> str:
    """A value of a table in words; one that names an option with the option's default."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        option = ruleset.options.get(value)
        return shown(value, 200) if option is None else f"option {shown(value)} (default {plain(option.default)})"
    if isinstance(value, dict):
        return ", ".join(f"{_spaced(key)} {_said(item, ruleset)}" for key, item in value.items())
    return shown(plain(value), 200)


def _worth(row: Mapping[str, Any], ruleset: RuleSet) -> str:
    """What a row earns, in words."""
    named = row.get("option")
    if named is None:
        own = f"limit hand, {counted(row['limit_points'], 'point')}" if row.get("limit_points") else ""
        return own or _earned(row.get("points", 0), row.get("doubles", 0), row.get("limit", 0))
    option = ruleset.options.get(named)
    if option is None or not isinstance(option.default, int):
        return f"as the option {shown(named)} says"
    value = int(option.default)
    usual = _earned(value % _DOUBLE_UNIT, value // _DOUBLE_UNIT % 100, value // _LIMIT_UNIT)
    return f"option {shown(named)} (default {usual})"


def _earned(points: int, doubles: int, limit: int) -> str:
    parts = [counted(points, "point") if points else "", counted(doubles, "double") if doubles else ""]
    share = "" if limit == 100 else f", {limit} % of the limit"
    parts.append(f"limit hand{share}" if limit else "")
    return ", ".join(part for part in parts if part) or "nothing"
