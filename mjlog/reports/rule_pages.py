"""A rule set on paper: its numbered rules, options, tables, scoring and settlement, for people.

Words of players, and the rules and finding codes that are about them: `mjlog explain pao`.

A word is looked for in the ids, texts, readings and options of the rules that ship, and in the codes and their titles.
A few words that stand nowhere there have what they are called here.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from mjlog.answers import Answer, says
from mjlog.findings import registry
from mjlog.rules.registry import CHECKS
from mjlog.rulesets import RuleInfo, RuleSet, load, parent_of, shipped, versions
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
    yield from _scoring_lines(ruleset)
    yield from _table_lines("Settlement", ruleset.tables.get("settlement"), ruleset)


def rule_lines(rule: RuleInfo) -> Iterator[str]:
    """A rule for people."""
    yield shown(rule.id)
    breach = f"no log can show it broken: {rule.reason}" if rule.breach else ""
    said = [("", rule.text), ("reading: ", rule.reading), ("option: ", rule.option)]
    said += [("in force ", rule.in_force), ("source: ", rule.source), ("", breach)]
    for label, text in said:
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


def _scoring_lines(ruleset: RuleSet) -> Iterator[str]:
    scoring = ruleset.tables.get("scoring")
    if not scoring:
        return
    yield from _table_lines("Scoring", {key: value for key, value in scoring.items() if key != "item"}, ruleset)
    if scoring.get("item"):
        yield ""
    for row in scoring.get("item", ()):
        rule = f" [{shown(row['rule'])}]" if row.get("rule") else ""
        yield f"{shown(row.get('name', row['id']))}: {_worth(row, ruleset)}{_conditions(row)}{rule}"


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


def _conditions(row: Mapping[str, Any]) -> str:
    """For whom a row is, and which options switch it."""
    who = {"winner": "winner only", "loser": "losers only"}.get(row.get("who", "all"), "")
    opened = f"losers too with {shown(row['losers_with'])}" if "losers_with" in row else ""
    switches = [f"{word} {shown(row[word])}" for word in ("with", "without") if word in row]
    said = "; ".join(part for part in (who, opened, *switches) if part)
    return f" ({said})" if said else ""


# -- words that lead to rules -----------------------------------------------------------------------------------------


_CALLED = {
    "agari": "win", "atamahane": "several_ron", "call": "claim", "chi": "chow", "chii": "chow", "dealer": "east",
    "hora": "win", "kan": "kong", "kuikae": "swap_call", "kuitan": "open_tanyao", "kyotaku": "pot",
    "misnaming": "misnamed", "noten": "ready", "oya": "east", "pon": "pung", "redeem": "joker", "renchan": "repeat",
    "robbing": "rob", "ryukyoku": "draw", "stick": "pot", "sticks": "pot", "tenpai": "ready", "ura": "under-dora",
    "abortive draw": "abort", "agari yame": "leader_stops", "double ron": "several_ron", "exclusionary rule": "implies",
    "head bump": "several_ron", "heavenly hand": "heaven", "joker redemption": "joker", "kan dora": "kan_dora",
    "redeem a joker": "joker", "riichi stick": "pot", "riichi sticks": "pot", "ryanhan shibari": "min_han",
    "sekinin barai": "pao", "triple ron": "several_ron", "wall game": "washout",
}  # fmt: skip
_MOST = 12
"""Rules that are told; further ones are counted."""


class NamedRule(Answer):
    """A rule that a word leads to."""

    rule: str
    text: str
    codes: Annotated[tuple[str, ...], says("what is found where it is broken")]
    also: Annotated[tuple[str, ...], says("rules of other rule sets that say the same")] = ()


class NamedCode(Answer):
    """A finding that a word leads to."""

    code: str
    title: str


class Led(NamedTuple):
    """What a word leads to; `called`: what it is called in rules, where that is another word."""

    called: str
    rules: tuple[NamedRule, ...]
    codes: tuple[NamedCode, ...]


def led_to(word: str) -> Led:
    """The rules and codes that a word of players is about, those first that are named by it.

    >>> [one.rule for one in led_to("pao").rules], [one.code for one in led_to("misnamed").codes]
    (['riichi/pao-1'], ['discard-misnamed', 'claim-misnamed'])
    """
    word = word.strip().lower()
    called = _CALLED.get(word, word)
    if not re.fullmatch("[a-z][a-z0-9 _-]{1,40}", called):
        return Led(called, (), ())
    rules = [rule for name in shipped() for rule in load(name).rules]
    codes = [one for one in registry().values() if called in one.code.split("-") or _is_about(called, one.title)]
    found = [rule for rule in rules if _is_named(rule, called)]
    found = found or [rule for rule in rules if _is_about(called, rule.text)]
    found += [rule for rule in rules if rule not in found and {one.code for one in codes} & {*_codes_of(rule)}]
    return Led(called, tuple(_told(found)), tuple(NamedCode(one.code, one.title) for one in codes))


def _codes_of(rule: RuleInfo) -> tuple[str, ...]:
    """What is found where a rule is broken."""
    return tuple(dict.fromkeys(code for check in rule.checks for code in CHECKS[check].codes))


def _is_named(rule: RuleInfo, word: str) -> bool:
    """Whether the id of the rule, its option, or an option in its reading is called so."""
    name = rule.id.partition("/")[2].rpartition("-")[0]
    options = re.findall("`([a-z_0-9]+)`", f"{rule.text} {rule.reading} `{rule.option}`")
    said = {word, word.removesuffix("s")}
    return name in said or any({option, *option.split("_")} & said for option in options)


def _is_about(word: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?:s|ed|es)?(?![\w-])", text.lower()) is not None


def _told(rules: Iterable[RuleInfo]) -> Iterable[NamedRule]:
    """Each rule once, with those of rule sets that are like its own behind it."""
    found: dict[tuple[str, str], list[RuleInfo]] = {}
    for rule in sorted(rules, key=lambda one: parent_of(one.id.partition("/")[0]) is not None):
        ruleset, _, name = rule.id.partition("/")
        found.setdefault((_first(ruleset), name), []).append(rule)
    for first, *others in found.values():
        yield NamedRule(first.id, first.text, _codes_of(first), tuple(one.id for one in others))


def _first(ruleset: str) -> str:
    parent = parent_of(ruleset)
    return ruleset if parent is None else _first(parent)


def led_lines(word: str, led: Led) -> Iterable[str]:
    """What a word leads to, for people."""
    also = f" ({led.called} in the rules)" if led.called != word.lower() else ""
    yield f"{word}{also}"
    for one in led.rules[:_MOST]:
        codes = f" -> {', '.join(one.codes)}" if one.codes else ""
        yield f"  {one.rule}: {one.text}{codes}"
        if one.also:
            yield f"    also {', '.join(one.also)}"
    if len(led.rules) > _MOST:
        yield f"  … and {len(led.rules) - _MOST} more rules"
    for code in led.codes:
        yield f"  {code.code}: {code.title}"
    yield "`mjlog explain RULE` and `mjlog explain CODE` say more of one"
