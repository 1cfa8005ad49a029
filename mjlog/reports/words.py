"""Words of players, and the rules and finding codes that are about them: `mjlog explain pao`.

A word is looked for in the ids, texts, readings and options of the rules that ship, and in the codes and their titles.
A few words that stand nowhere there have what they are called here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, NamedTuple

from mjlog.answers import Answer, says
from mjlog.findings import CodeInfo, registry
from mjlog.rules.registry import CHECKS
from mjlog.rulesets import RuleInfo, load, parent_of, shipped

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
    codes = [one for one in registry().values() if _code_is_about(one, called)]
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


def _code_is_about(info: CodeInfo, word: str) -> bool:
    return word in info.code.split("-") or _is_about(word, info.title)


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
