"""Words of players, and the rules, options and finding codes that are about them: `mjlog explain pao`.

A word is looked for in the ids, texts, readings and options of the rules that ship, and in the codes and their titles;
several words as they stand, else each of them. A few that stand nowhere there have what they are called here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, NamedTuple

from mjlog.answers import Answer, says
from mjlog.findings import registry
from mjlog.rules.registry import CHECKS
from mjlog.rulesets import RuleInfo, RuleSet, load, parent_of, shipped

_CALLED = {
    "agari": "win", "atamahane": "several_ron", "call": "claim", "chi": "chow", "chii": "chow", "dealer": "east",
    "hora": "win", "kan": "kong", "kuikae": "swap_call", "kuitan": "open_tanyao", "kyotaku": "pot",
    "misnaming": "misnamed", "noten": "ready", "oya": "east", "pon": "pung", "redeem": "joker", "renchan": "repeat",
    "robbing": "rob", "ryukyoku": "draw", "stick": "pot", "sticks": "pot", "tenpai": "ready", "ura": "under-dora",
    "aka": "red_fives", "akadora": "red_fives", "atozuke": "min_han", "kataagari": "min_han",
    "kiriage": "round_up_mangan",
    "sakizuke": "min_han", "letting off a cannon": "cannon", "time limit": "clock",
    "kiriage mangan": "round_up_mangan", "minimum": "min", "shibari": "min_han", "starting points": "start_points",
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


class NamedOption(Answer):
    """An option that a word leads to."""

    option: str
    text: str
    rulesets: Annotated[tuple[str, ...], says("those that have it")]


class NamedCode(Answer):
    """A finding that a word leads to."""

    code: str
    title: str


class Led(NamedTuple):
    """What a word leads to; `called`: what it is called in rules, where that is another word."""

    called: str
    rules: tuple[NamedRule, ...]
    codes: tuple[NamedCode, ...]
    options: tuple[NamedOption, ...] = ()

    @property
    def is_nowhere(self) -> bool:
        """Whether it leads to nothing."""
        return not (self.rules or self.codes or self.options)


def led_to(word: str) -> Led:
    """The rules, options and codes that a word of players is about, those first that are named by it.

    >>> [one.rule for one in led_to("pao").rules], [one.code for one in led_to("misnamed").codes]
    (['riichi/pao-1'], ['discard-misnamed', 'claim-misnamed'])
    """
    word = word.strip().lower()
    called = _CALLED.get(word, word)
    if not re.fullmatch("[a-z0-9][a-z0-9 _-]{1,40}", called):
        return Led(called, (), ())
    sets = [load(name) for name in shipped()]
    rules = [rule for one in sets for rule in one.rules]
    codes = [one for one in registry().values() if called in one.code.split("-") or _is_about(called, one.title)]
    found = [rule for rule in rules if _is_named(rule, called)]
    found = found or [rule for rule in rules if _is_about(called, rule.text)]
    found += [rule for rule in rules if rule not in found and {one.code for one in codes} & {*_codes_of(rule)}]
    bare, asked = re.sub("[ _-]", "", called), _words(called)
    options = tuple(_options(sets, lambda name, _: name.replace("_", "").lower() == bare or _words(name) == asked))
    if not (found or codes) and asked and "-" not in called:  # with a hyphen it is a code, or a slip of one
        found = [rule for rule in rules if asked <= _words(f"{rule.id} {rule.text} {rule.reading}")]
        codes = [one for one in registry().values() if asked <= _words(f"{one.code} {one.title}")]
        options = options or tuple(_options(sets, lambda name, text: asked <= _words(f"{name} {text}")))
    return Led(called, tuple(_told(found)), tuple(NamedCode(one.code, one.title) for one in codes), options)


def _options(sets: Iterable[RuleSet], is_meant: Callable[[str, str], bool]) -> Iterator[NamedOption]:
    """The options that are meant, each once, with the rule sets that have it."""
    texts: dict[str, str] = {}
    having: dict[str, list[str]] = {}
    for one in sets:
        for name, option in one.options.items():
            if is_meant(name, option.text):
                texts.setdefault(name, option.text)
                having.setdefault(name, []).append(one.id)
    for name, text in texts.items():
        yield NamedOption(name, text, tuple(having[name]))


_OF_NO_MATTER = frozenset(
    ("a", "and", "are", "by", "can", "for", "from", "how", "in", "is", "may", "of", "on", "or", "rule", "rules", "that",
     "the", "to", "what", "when", "who", "with")
)  # fmt: skip
_ENDS = re.compile("(?<=[a-z]{3})(?:ing|ed|es|e|s)$")


def _words(text: str) -> set[str]:
    """The words of a text that matter, without their endings."""
    return {_ENDS.sub("", one) for one in re.findall("[a-z0-9]+", text.lower()) if one not in _OF_NO_MATTER}


def known_words() -> list[str]:
    """What can be asked for by its name, to find what a slip means: codes, words of players, options, rules."""
    sets = [load(name) for name in shipped()]
    names = [name for one in sets for name in one.options]
    rules = [rule.id.partition("/")[2].rpartition("-")[0] for one in sets for rule in one.rules]
    return list(dict.fromkeys([*registry(), *_CALLED, *names, *filter(None, rules)]))


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
    for option in led.options[:_MOST]:
        yield f"  option {option.option} ({', '.join(option.rulesets)}): {option.text}"
    for code in led.codes:
        yield f"  {code.code}: {code.title}"
    yield "`mjlog explain RULE` and `mjlog explain CODE` say more of one"
