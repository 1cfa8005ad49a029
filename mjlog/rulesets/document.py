"""A rule set document: reading it, what it declares, and the digest of what it says.

A rule set is data (TOML): ids and statements of the rules, the checks of `mjlog.rules` that enforce each, options
with their defaults, wall and deal, scoring tables. A club writes its own from the same mechanisms.
"""

from __future__ import annotations

import functools
import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

import msgspec

from mjlog.answers import Answer, Digest, Keeping, Kept, one_of, says
from mjlog.chain import UTF_16, canonical_json
from mjlog.errors import RuleSetError
from mjlog.rulesets.keys import with_full_rules, wrong_values
from mjlog.text import quoted, read_toml, shown

_WIDEST = 63
"""Bits of a whole number as TOML has it, beside its sign."""
_ENCODER = msgspec.json.Encoder()


def digest_of(fields: dict[str, Any]) -> str:
    """The SHA-256, in hex, of a document's fields as canonical JSON. Comments, layout and the order of keys are free.

    >>> from mjlog.text import read_toml
    >>> one, other = "id = 'club'\\nversion = '2'", "version = '2'  # since May\\nid = 'club'"
    >>> digest_of(read_toml(one)) == digest_of(read_toml(other))
    True
    """
    return hashlib.sha256(_ENCODER.encode(_in_json(fields))).hexdigest()


def text_digest(text: str) -> str:
    """The SHA-256, in hex, of a document's text: it names a document that a log carries.

    Games of the first releases name the shipped rule sets by it, too.
    """
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _in_json(value: Any) -> Any:
    """A value of a document as canonical JSON has it; what JSON has no number for, and dates, are texts."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {key: _in_json(value[key]) for key in sorted(value, key=UTF_16)}
    if isinstance(value, list):
        return [_in_json(inner) for inner in value]
    if isinstance(value, int):
        return value if value.bit_length() <= _WIDEST else hex(value)
    if isinstance(value, float) and math.isfinite(value):
        return msgspec.Raw(canonical_json(value))
    return str(value)


_Tables = TypeVar("_Tables", dict[str, Any], list[Any])
KINDS = ("bool", "count", "int", "score", "choice", "list", "suits", "fines")
"""Kinds of options: bool; count 0, 1, 2 …; int; score: centi-limits x 1 000 000 + doubles x 10 000 + points; choice;
list: of some of its values, or of whole numbers; suits: a count for bamboo, characters and dots; fines: by the reason
of a penalty the points that it costs."""
_MOST_LISTED, _SUITS, _COPIES = 20, "bcd", 4
_REASON = re.compile(r"[a-z][a-z0-9-]{0,39}")


_NONE: Mapping[str, Any] = {}


class OptionInfo(Keeping, omit_defaults=True):
    """An option of a rule set."""

    kind: Annotated[str, one_of(*KINDS)]
    default: Any
    text: str
    values: tuple[Any, ...] = ()
    follows: Annotated[Mapping[str, Any], says("by option and value of that: its own, unless one is given")] = _NONE

    name = Kept[str]()

    def unsaid(self, values: Mapping[str, Any]) -> Any:
        """Its value where none is given: its default, or what another option brings, which has one of `values`."""
        brought = (by.get(str(values.get(other))) for other, by in self.follows.items())
        return self.read(next((value for value in brought if value is not None), self.default))

    def accepts(self, value: Any) -> bool:
        """Whether a JSON value fits the option."""
        if self.kind == "bool":
            return isinstance(value, int) and value in (0, 1)
        if self.kind == "choice":
            return self._is_choice(value)
        if self.kind == "list":
            each = self._is_choice if self.values else _is_whole
            return isinstance(value, list | tuple) and len(value) <= _MOST_LISTED and all(map(each, value))
        if self.kind == "suits":
            counts = isinstance(value, Mapping) and all(suit in _SUITS for suit in value)
            return counts and all(_is_whole(count) and 0 <= count <= _COPIES for count in value.values())
        if self.kind == "fines":
            named = isinstance(value, Mapping) and all(map(_REASON.fullmatch, value)) and len(value) <= _MOST_LISTED
            return named and all(_is_whole(points) and points > 0 for points in value.values())
        return _is_whole(value) and (self.kind == "int" or value >= 0)

    def _is_choice(self, value: Any) -> bool:
        return any(type(value) is type(choice) and value == choice for choice in self.values)

    def read(self, value: Any) -> Any:
        """The value as the program uses it."""
        if self.kind == "list":
            return tuple(value)
        if self.kind == "suits":
            return {suit: value.get(suit, 0) for suit in _SUITS}
        if self.kind == "fines":
            return dict(value)
        return bool(value) if self.kind == "bool" else value


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 10**9


class RuleInfo(Answer, omit_defaults=True):
    """A numbered rule. What it does not state is left out."""

    id: str
    text: str
    checks: Annotated[tuple[str, ...], says("what enforces it")]
    source: str = ""
    reading: Annotated[str, says("how an unclear text is read")] = ""
    option: Annotated[str, says("the option that switches it")] = ""
    when: Annotated[tuple[str, ...], says("it is in force where one of these options is on")] = ()
    breach: Annotated[str, says("`none`: no log can show it broken")] = ""
    reason: Annotated[str, says("why not")] = ""

    @property
    def in_force(self) -> str:
        """Where it is in force, in words; nothing where it always is."""
        return f"where {' or '.join(self.when)} says so" if self.when else ""


class RuleSet(Keeping):
    """A rule set: rules, options, tables."""

    id: str
    title: str
    version: str
    source: str
    digest: Annotated[Digest, says("SHA-256 of its document as canonical JSON")]
    rules: tuple[RuleInfo, ...]
    options: Annotated[dict[str, OptionInfo], says("by name")]
    tables: Annotated[dict[str, Any], says("wall, break, deal, scoring, settlement, as the document has them")]

    made = Kept[Callable[[], str]]()
    """Its TOML text, where that takes work."""
    # A rule set is equal to itself alone: much is kept by it.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @functools.cached_property
    def document(self) -> str:
        """Its TOML text."""
        return self.made()

    def checks(self) -> dict[str, str]:
        """Which rule each check enforces, by the check's name."""
        return {name: rule.id for rule in self.rules for name in rule.checks}

    def goes_by(self, digest: str) -> bool:
        """Whether a digest names this document: the digest of what it says, or that of its text."""
        return digest == self.digest or digest == text_digest(self.document)

    def rule(self, rule_id: str) -> RuleInfo | None:
        """The rule with this id."""
        return next((rule for rule in self.rules if rule.id == rule_id), None)

    def settled(self, option: str) -> tuple[str, Any] | None:
        """The table that says itself what the option of that name was asked for, and what: nothing reads the option.

        A house writes `min_doubles = 3` where the rule set that its own one is like asks an option.
        """
        tables = ((name, table) for name, table in self.tables.items() if isinstance(table, dict))
        said = next(((name, table[option]) for name, table in tables if option in table), None)
        return None if said is None or option in _texts_in(self.tables) else said


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(inner)


@functools.lru_cache(16)
def parse(text: str) -> RuleSet:
    """A rule set from the text of its document, whoever wrote it.

    A reference to a rule (`rule = "chow-1"`) without the rule set's id is to a rule of the document itself.

    Raises:
        RuleSetError: the text is no rule set document; the message says where.
    """
    return ruleset_from(read_toml(text.encode("utf-8", "replace").decode("utf-8")), document=text)


def renamed(text: str, old: str, new: str) -> str:
    """The document of a copy: the id is the new one, also in the ids of rules that it refers to.

    >>> renamed('id = "western"\\nrule = "western/chow-1"', "western", "club")
    'id = "club"\\nrule = "club/chow-1"'
    """
    text = re.sub(rf'(?m)^(id\s*=\s*["\']){re.escape(old)}(?=["\'])', lambda match: match[1] + new, text, count=1)
    numbered, quoted_id = r"(?=[a-z][a-z0-9-]*-\d)", r"(?=[a-z][a-z0-9-]*[\"'])"
    old = re.escape(old)
    return re.sub(rf"(?<![\w/.-]){old}/{numbered}|(?<=[\"']){old}/{quoted_id}", f"{new}/", text)


def ruleset_from(fields: dict[str, Any], **text: object) -> RuleSet:
    """A rule set from what its document says. `text`: its text (`document`), or how that is made (`made`).

    Raises:
        RuleSetError: it says too little, or something wrong.
    """
    ruleset_id = _text(fields, "id", "the document")
    wrong = next(wrong_values(fields), None)
    if wrong is not None:
        wrong_words = "is missing" if wrong.is_missing else f"is {quoted(wrong.value)}"
        raise RuleSetError(f"{wrong.path} {wrong_words}; expected {wrong.expected}")
    tables = {key: value for key, value in fields.items() if isinstance(value, dict) and key != "options"}
    return RuleSet(
        id=ruleset_id,
        title=_text(fields, "title", "the document", ruleset_id),
        version=_text(fields, "version", "the document", "1"),
        source=_text(fields, "source", "the document", ""),
        digest=digest_of(fields),
        options={name: _option(name, given) for name, given in _tables(fields, "options", dict).items()},
        rules=tuple(_rule(ruleset_id, given, index) for index, given in enumerate(_tables(fields, "rule", list))),
        tables=with_full_rules(tables, lambda rule: rule if "/" in rule else f"{ruleset_id}/{rule}"),
    ).keeping(**text)


def _tables(fields: dict[str, Any], key: str, kind: type[_Tables]) -> _Tables:
    given = fields.get(key, kind())
    inner = given.values() if isinstance(given, dict) else given if isinstance(given, list) else ()
    if not isinstance(given, kind) or not all(isinstance(row, dict) for row in inner):
        heading = "[options.NAME]" if kind is dict else f"[[{key}]]"
        raise RuleSetError(f"{key} is {quoted(given)}; expected tables like {heading}")
    return given


def _text(given: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
    value = given.get(key, default)
    if not isinstance(value, str):
        wrong_words = "is missing" if key not in given else f"is {quoted(value)}"
        raise RuleSetError(f"{where}: {key} {wrong_words}; expected a text")
    return value


def _texts(given: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = given.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise RuleSetError(f"{where}: {key} is {quoted(value)}; expected a list of texts")
    return tuple(value)


def _option(name: str, given: dict[str, Any]) -> OptionInfo:
    where = f"option {shown(name)}"
    kind, values = _text(given, "kind", where), given.get("values", [])
    if kind not in KINDS:
        raise RuleSetError(f"{where}: kind is {quoted(kind)}; expected one of {', '.join(KINDS)}")
    if "default" not in given:
        raise RuleSetError(f"{where}: default is missing; expected a value of its kind, {kind}")
    if not isinstance(values, list) or not all(isinstance(value, str | int) for value in values):
        raise RuleSetError(f"{where}: values is {quoted(values)}; expected words or whole numbers")
    follows = given.get("follows", {})
    if not isinstance(follows, dict) or not all(isinstance(by, dict) for by in follows.values()):
        raise RuleSetError(f"{where}: follows is {quoted(follows)}; expected a table: option.value = its own value")
    text = _text(given, "text", where, "")
    option = OptionInfo(kind, given["default"], text, tuple(values), follows).keeping(name=name)
    if not option.accepts(option.default):
        raise RuleSetError(f"{where}: the default {quoted(option.default)} is no {kind}")
    wrong = next((value for by in follows.values() for value in by.values() if not option.accepts(value)), None)
    if wrong is not None:
        raise RuleSetError(f"{where}: follows brings {quoted(wrong)}, which is no {kind}")
    return option


def _rule(ruleset_id: str, given: dict[str, Any], index: int) -> RuleInfo:
    local = _text(given, "id", f"rule[{index}]")
    where = f"rule {shown(local)}"
    return RuleInfo(
        id=f"{ruleset_id}/{local}",
        text=_text(given, "text", where),
        checks=_texts(given, "checks", where),
        source=_text(given, "source", where, ""),
        reading=_text(given, "reading", where, ""),
        option=_text(given, "option", where, ""),
        when=_texts(given, "when", where),
        breach=_text(given, "breach", where, ""),
        reason=_text(given, "reason", where, ""),
    )
