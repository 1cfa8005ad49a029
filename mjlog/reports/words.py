"""Words of players, and the rules, options and finding codes that are about them: `mjlog explain pao`.

A word is looked for in the ids, texts, readings and options of the rules that ship, and in the codes and their titles;
several words as they stand, but for articles, else each of them; Japanese ones also with their long vowels written
short. Those that stand nowhere there, and the English names of patterns, have what they are called here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, NamedTuple

from mjlog.answers import Answer, says
from mjlog.findings import CodeInfo, registry
from mjlog.rules.registry import CHECKS
from mjlog.rulesets import RuleInfo, RuleSet, load, parent_of, shipped

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
    return Led(called, tuple(_told(rules)), tuple(NamedCode(code.code, code.title) for code in codes), tuple(options))


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


def _told(rules: Iterable[RuleInfo]) -> Iterable[NamedRule]:
    """Each rule once, with those that say the same, and those of rule sets that are like its own, behind it."""
    by_rule: dict[tuple[str, str], list[RuleInfo]] = {}
    for rule in sorted(rules, key=lambda informed: parent_of(informed.id.partition("/")[0]) is not None):
        ruleset, _, name = rule.id.partition("/")
        alike = ((first, own) for (first, own), same in by_rule.items() if own == name and same[0].text == rule.text)
        by_rule.setdefault(next(alike, (_first(ruleset), name)), []).append(rule)
    for first, *others in by_rule.values():
        yield NamedRule(first.id, first.text, _codes_of(first), tuple(informed.id for informed in others))


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
