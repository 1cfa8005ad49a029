"""A rule set on paper: its rules, options, tables, scoring and settlement; and which rules a word of players is about.

A word (`mjlog explain pao`) is looked for in the ids, texts, readings and options of the rules that ship, and in the
codes and their titles; several words as they stand, but for articles, else each of them; Japanese ones also with their
long vowels written short. Those that stand nowhere there, and the English names of patterns, have what they are called
here.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from mjlog.answers import Answer, says
from mjlog.findings import CodeInfo, registry
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


# -- what words of players lead to ------------------------------------------------------------------------------------


_CALLED = {
    "agari": "win", "atamahane": "several_ron", "call": "claim", "chi": "chow", "chii": "chow", "dealer": "east",
    "hora": "win", "kan": "kong", "kuikae": "swap_call", "kuitan": "open_tanyao", "kyotaku": "pot",
    "misnaming": "misnamed", "noten": "ready", "oya": "east", "pon": "pung", "redeem": "joker", "renchan": "repeat",
    "robbing": "rob", "ryukyoku": "draw", "stick": "pot", "sticks": "pot", "tenpai": "ready", "ura": "under-dora",
    "aka": "red_fives", "akadora": "red_fives", "atozuke": "min_han", "kataagari": "min_han",
    "kiriage": "round_up_mangan",
    "sakizuke": "min_han", "time limit": "clock",
    "kiriage mangan": "round_up_mangan", "minimum": "min or minimum", "shibari": "min_han",
    "starting points": "start_points",
    "abortive draw": "abort", "agari yame": "leader_stops", "double ron": "several_ron", "exclusionary rule": "implies",
    "head bump": "several_ron", "heavenly hand": "heaven", "joker redemption": "joker", "kan dora": "kan_dora",
    "redeem joker": "joker", "riichi stick": "pot", "riichi sticks": "pot", "ryanhan shibari": "min_han",
    "sekinin barai": "pao", "triple ron": "several_ron", "wall game": "washout",
    **dict.fromkeys(("kita", "pei", "nuki", "nukidora"), "north"), **dict.fromkeys(("liability", "liable"), "pao"),
    **dict.fromkeys(("riichi bet", "riichi bets"), "pot"), **dict.fromkeys(("counter", "counters"), "repeat"),
    **dict.fromkeys(("sacred discard", "missed win"), "furiten"), **dict.fromkeys(("tobi", "buttobi"), "bust"),
    **dict.fromkeys(("letting off cannon", "nine pieces"), "cannon"), "eight points": "8 points",
    "menzen": "fully concealed",
    **dict.fromkeys(("clean hand", "cleared suit", "dirty hand"), "purity or one-suit or mixed-suit"),
    "courtesy pass": "courtesy",
    **dict.fromkeys(("chiitoitsu", "chiitoi", "all pairs"), "seven pairs"), "kokushi muso": "kokushi",
    "churen poto": "chuuren",
    **dict.fromkeys(("false hu", "false woo", "mahjong in error"), "false mahjong or mahjong in error"),
    **dict.fromkeys(("picking ahead", "looking ahead"), "wall order"), "foul hand": "too many tiles or dead hand",
    "uradora": "under-dora", "joker exchange": "joker", "kyushu kyuhai": "nine terminals",
    "precedence": "goes before or go before or goes first", "swap call": "swap_call",
    "all simples": "tanyao or all simples", "fully concealed hand": "fully concealed",
    **dict.fromkeys(("double run", "pure double chow"), "iipeiko or pure double chow"),
    "twice pure double chow": "ryanpeiko", "mixed triple chow": "sanshoku or mixed triple chow",
    "pure straight": "ittsu or pure straight", "half flush": "honitsu or half flush",
    "full flush": "chinitsu or full flush", **dict.fromkeys(("all pungs", "all triplets"), "toitoi or all pungs"),
    "outside hand": "chanta or outside hand", "terminals in all sets": "junchan", "nine gates": "chuuren or gates",
    "three concealed pungs": "sananko or three concealed pungs",
    "four concealed pungs": "suanko or four concealed pungs",
    "little three dragons": "shosangen or three-dragons", "big three dragons": "daisangen or three-dragons",
    "all green": "ryuiso or all green or imperial-jade", "all honors": "tsuiso or all honors",
    "thirteen orphans": "kokushi or wonders", "seat wind": "own wind", "value tiles": "own wind", "yakuhai": "own wind",
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
    word = _ARTICLES.sub("", re.sub("mah[ -]?jongg?", "mahjong", " ".join(word.lower().split())))
    least = _LEAST.fullmatch(word)
    called = _CALLED.get(word) or _CALLED.get(_short(word), word)
    called = called if least is None else "min_han" if least["unit"] == "han" else "at least 8 points or minimum points"
    if not re.fullmatch("[a-z0-9][a-z0-9 _-]{1,60}", called):
        return Led(called, (), ())
    rules, codes, options = [], [], []
    for phrase in called.split(" or "):
        more = _about(phrase, also_said=called == word or " " in phrase) or _about(phrase, _short)
        rules += [rule for rule in more.rules if rule not in rules]
        codes += [code for code in more.codes if code not in codes]
        options += [option for option in more.options if option not in options]
    # Each rule once, with those that say the same, and those of rule sets that are like its own, behind it.
    by_rule: dict[tuple[str, str], list[RuleInfo]] = {}
    for rule in sorted(rules, key=lambda informed: parent_of(informed.id.partition("/")[0]) is not None):
        ruleset, _, name = rule.id.partition("/")
        alike = ((first, own) for (first, own), same in by_rule.items() if own == name and same[0].text == rule.text)
        by_rule.setdefault(next(alike, (_first(ruleset), name)), []).append(rule)
    named = (
        NamedRule(first.id, first.text, _codes_of(first), tuple(informed.id for informed in others))
        for first, *others in by_rule.values()
    )
    return Led(called, tuple(named), tuple(NamedCode(code.code, code.title) for code in codes), tuple(options))


_ARTICLES = re.compile(r"\b(?:the|an?) ")
_LEAST = re.compile("(?:[0-9]+|one|two|three|five|eight)[ -](?P<unit>han|fan|faan|points?) minimum")


def _short(text: str) -> str:
    """A text with long vowels written short, as in `sanankou`, which is `sananko` in the rules."""
    return re.sub("ou", "o", re.sub(r"([aeiou])\1", r"\1", text.lower()))


class _About(NamedTuple):
    """What ships that is about a word."""

    rules: list[RuleInfo]
    codes: list[CodeInfo]
    options: list[NamedOption]

    def __bool__(self) -> bool:
        return bool(self.rules or self.codes or self.options)


def _about(called: str, spelled: Callable[[str], str] = str, *, also_said: bool = False) -> _About:
    """The rules, codes and options about a word, as both are `spelled`: those named by it, else those that say it.

    `also_said`: of rule sets that have none of that name those that say it, too.
    """
    called = spelled(called)
    sets = [load(name) for name in shipped()]
    rules = [rule for ruleset in sets for rule in ruleset.rules]
    codes = [info for info in registry().values() if called in info.code.split("-") or _is_about(called, info.title)]
    about = [rule for rule in rules if _is_named(rule, called)]
    if also_said or not about:
        named = {rule.id.partition("/")[0] for rule in about}
        others = (rule for ruleset in sets if ruleset.id not in named for rule in ruleset.rules)
        about += [rule for rule in others if _is_about(called, spelled(rule.text))]
    about += [rule for rule in rules if rule not in about and {code.code for code in codes} & {*_codes_of(rule)}]
    bare, wanted = re.sub("[ _-]", "", called), _words(called)
    options = list(_options(sets, lambda name, _: name.replace("_", "").lower() == bare or _words(name) == wanted))
    if not (about or codes) and wanted and "-" not in called:  # with a hyphen it is a code, or a slip of one
        texts = ((rule, f"{rule.id.partition('/')[2]} {rule.text} {rule.reading}") for rule in rules)
        about = [rule for rule, text in texts if wanted <= _words(spelled(text))]
        codes = [info for info in registry().values() if wanted <= _words(f"{info.code} {info.title}")]
        options = options or list(_options(sets, lambda name, text: wanted <= _words(f"{name} {text}")))
    return _About(about, codes, options)


def _options(sets: Iterable[RuleSet], is_meant: Callable[[str, str], bool]) -> Iterator[NamedOption]:
    """The options that are meant, each once, with the rule sets that have it."""
    texts: dict[str, str] = {}
    having: dict[str, list[str]] = {}
    for ruleset in sets:
        for name, option in ruleset.options.items():
            if is_meant(name, option.text):
                texts.setdefault(name, option.text)
                having.setdefault(name, []).append(ruleset.id)
    for name, text in texts.items():
        yield NamedOption(name, text, tuple(having[name]))


_OF_NO_MATTER = frozenset(
    ("a", "and", "are", "by", "can", "for", "from", "how", "in", "is", "may", "of", "on", "or", "rule", "rules", "that",
     "the", "to", "what", "when", "who", "with")
)  # fmt: skip
_ENDS = re.compile("(?<=[a-z]{3})(?:ing|ed|es|e|s)$")


def _words(text: str) -> set[str]:
    """The words of a text that matter, without their endings."""
    return {_ENDS.sub("", word) for word in re.findall("[a-z0-9]+", text.lower()) if word not in _OF_NO_MATTER}


def known_words() -> list[str]:
    """What can be asked for by its name, to find what a slip means: codes, words of players, options, rules."""
    sets = [load(name) for name in shipped()]
    names = [name for ruleset in sets for name in ruleset.options]
    rules = [rule.id.partition("/")[2].rpartition("-")[0] for ruleset in sets for rule in ruleset.rules]
    return list(dict.fromkeys([*registry(), *_CALLED, *names, *filter(None, rules)]))


def _codes_of(rule: RuleInfo) -> tuple[str, ...]:
    """What is found where a rule is broken."""
    return tuple(dict.fromkeys(code for check in rule.checks for code in CHECKS[check].codes))


def _is_named(rule: RuleInfo, word: str) -> bool:
    """Whether the id of the rule, its option, or an option in its reading is called so."""
    whole = rule.id.partition("/")[2]
    name, named = whole.rpartition("-")[0], {whole, whole.replace("-", " ")}
    options = re.findall("`([a-z_0-9]+)`", f"{rule.text} {rule.reading} `{rule.option}`")
    forms = {word, word.removesuffix("s")}
    return name in forms or bool(named & forms) or any({option, *option.split("_")} & forms for option in options)


def _is_about(word: str, text: str) -> bool:
    words = r"\s(?:(?:the|an?)\s)?".join(map(re.escape, word.split()))
    return re.search(rf"(?<![\w-]){words}(?:s|ed|es)?(?![\w-])", text.lower()) is not None


def _first(ruleset: str) -> str:
    parent = parent_of(ruleset)
    return ruleset if parent is None else _first(parent)


def led_lines(word: str, led: Led) -> Iterable[str]:
    """What a word leads to, for people."""
    also = f" ({led.called} in the rules)" if led.called != word.lower() else ""
    yield f"{word}{also}"
    for rule in led.rules[:_MOST]:
        codes = f" -> {', '.join(rule.codes)}" if rule.codes else ""
        yield f"  {rule.rule}: {rule.text}{codes}"
        if rule.also:
            yield f"    also {', '.join(rule.also)}"
    if len(led.rules) > _MOST:
        yield f"  … and {len(led.rules) - _MOST} more rules"
    for option in led.options[:_MOST]:
        yield f"  option {option.option} ({', '.join(option.rulesets)}): {option.text}"
    for code in led.codes:
        yield f"  {code.code}: {code.title}"
    yield "`mjlog explain RULE` and `mjlog explain CODE` say more of one"
