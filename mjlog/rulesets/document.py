"""Rule set documents: reading one, what it declares, the digest of what it says; every version that was released.

A rule set is data (TOML): ids and statements of the rules, the checks of `mjlog.rules` that enforce each, options
with their defaults, wall and deal, scoring tables. A club writes its own from the same mechanisms.

The newest version of a shipped rule set is `ID.toml`; those before it are `released/ID@VERSION.toml`, most of them as
what differs from the version after, so that an old game is judged as it was played. `released/releases.toml` lists
what was released, and is only ever added to.

A document of differences is like another one, but for what it says itself: `like = "riichi"` (or `like = "riichi@1"`)
names the shipped rule set that all else is taken from; whatever value stands in the document stands in the place of
that one's. Rules and scoring rows are told apart by their `id`; one with an id that the other has not is added. `lacks`
lists what that one has and this one has not. What comes out is a whole document: that is printed, copied, put into
logs, and its digest is the rule set's.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec

from mjlog.answers import Answer, Digest, Keeping, Kept, one_of, says
from mjlog.chain import UTF_16, canonical_json
from mjlog.errors import RuleSetError
from mjlog.rulesets.keys import with_full_rules, wrong_values
from mjlog.rulesets.locate import Spans, below
from mjlog.text import did_you_mean, quoted, read_toml, shown

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


# -- documents of differences -----------------------------------------------------------------------------------------


LIKE, LACKS = "like", "lacks"
"""The key that makes a document one of differences, and the one that lists what is left out."""
_HEAD_COMMENT = re.compile(r"\A(?:#[^\n]*\n|\s)*")


class _Edit(NamedTuple):
    """A text that goes into the document from one place to another."""

    start: int
    end: int
    text: str


def likeness(fields: Mapping[str, Any]) -> str | None:
    """The rule set that a document says it is like; None where it is whole.

    Raises:
        RuleSetError: `like` is no text.
    """
    like = fields.get(LIKE)
    if like is not None and not isinstance(like, str):
        raise RuleSetError(f"{LIKE} is {quoted(like)}; expected the id of a shipped rule set, like riichi or riichi@1")
    return like


def whole(text: str, named: Callable[[str], RuleSet]) -> tuple[str, dict[str, Any]]:
    """The whole document of a rule set, and what it says: the text itself, or what its differences make of another one.

    `named`: a shipped rule set by its id, with or without a version.

    Raises:
        RuleSetError: the text is no TOML, is like nothing that ships, or has a difference that fits nowhere.
    """
    fields = read_toml(text.encode("utf-8", "replace").decode("utf-8"))
    like = likeness(fields)
    if like is None:
        return text, fields
    document = _with_differences(text, fields, named(like))
    return document, read_toml(document)


def overlaid(fields: Mapping[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What a document of differences says, whole, without its text: for those that ship, where tests compare the two.

    >>> overlaid({"like": "b", "id": "a", "lacks": ["rule.x"]}, {"id": "b", "rule": [{"id": "x"}, {"id": "y"}]})
    {'id': 'a', 'rule': [{'id': 'y'}]}
    """
    said = {key: value for key, value in fields.items() if key not in (LIKE, LACKS)}
    base = other if said["id"] == other["id"] else _renamed(other, other["id"], said["id"])
    return _overlaid(said, base, fields.get(LACKS, ()), "")


def _overlaid(said: Mapping[str, Any], other: dict[str, Any], lacks: Sequence[str], path: str) -> dict[str, Any]:
    if not said and not any(lack.startswith(path) for lack in lacks):
        return other
    fields = {key: value for key, value in other.items() if path + key not in lacks}
    for key, value in fields.items():
        place = f"{path}{key}."
        if isinstance(value, dict):
            fields[key] = _overlaid(said.get(key, {}), value, lacks, place)
        elif _is_rows(value):
            own = {row["id"]: row for row in said.get(key, ())}
            kept = [row for row in value if place + row["id"] not in lacks]
            rows = [_overlaid(own.get(row["id"], {}), row, lacks, f"{place}{row['id']}.") for row in kept]
            fields[key] = rows + [row for name, row in own.items() if all(name != row["id"] for row in kept)]
        else:
            fields[key] = said.get(key, value)
    added = {key: value for key, value in said.items() if key not in fields}
    last = {key: fields.pop(key) for key in [*fields] if added and _is_rows(fields[key])}
    return fields | added | last  # rows stand behind the values


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _renamed(value: Any, old: str, new: str) -> Any:
    """A value in which references to the rules of one rule set are to those of another."""
    if isinstance(value, dict):
        return {key: _renamed(inner, old, new) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, old, new) for inner in value]
    return renamed(f'"{value}"', old, new)[1:-1] if isinstance(value, str) and f"{old}/" in value else value


def _with_differences(text: str, fields: dict[str, Any], other: RuleSet) -> str:
    """The text of the other document, in which each difference is worked in at its place."""
    new_id, lacks = fields.pop(LIKE) and fields.get("id"), fields.pop(LACKS, [])
    if not isinstance(new_id, str):
        raise RuleSetError(f"the document: id {'is missing' if new_id is None else 'is no text'}")
    if not isinstance(lacks, list) or not all(isinstance(lack, str) for lack in lacks):
        raise RuleSetError(f"{LACKS} is {quoted(lacks)}; expected a list of texts, like options.bust and rule.end-3")
    base = renamed(other.document, other.id, new_id)
    own, theirs = Spans(text), Spans(base, by_id=True)
    missing = next((name for name in lacks if name not in theirs.tables and name not in theirs.values), None)
    if missing is not None:
        raise RuleSetError(f"{LACKS}: {quoted(missing)} is not in the rule set that this one is like")
    gone = [name for name in dict.fromkeys(lacks) if not any(name.startswith(f"{above}.") for above in lacks)]
    try:
        edits = [_Edit(*theirs.cut(name), "") for name in gone]
    except ValueError:
        words = "something has no lines of its own; expected tables, rows, and values of these"
        raise RuleSetError(f"{LACKS}: {words}") from None
    edits += _edits(fields, own, theirs)
    parts, at = [], 0
    for start, end, new in sorted((edit for edit in edits if edit.start < len(base)), key=lambda edit: edit.start):
        parts += [base[at:start], new]
        at = end
    document = "".join(parts) + base[at:]
    if lacks:  # perhaps what stood last
        document = document.rstrip("\n") + "\n"
    document += "".join(edit.text for edit in edits if edit.start == len(base))
    head = f"# {shown(new_id)}: {other.id}, version {other.version}, with the differences of its document.\n\n"
    own_head = _HEAD_COMMENT.match(text)
    if new_id == other.id and own_head is not None:
        head = own_head[0]  # another version of the same one
    return _HEAD_COMMENT.sub(lambda _: head, document)


def _edits(fields: Mapping[str, Any], own: Spans, theirs: Spans, mine: str = "", path: str = "") -> Iterator[_Edit]:
    """What is to be changed in a table of the other document; `mine` and `path`: where the table is in either."""
    for key, value in fields.items():
        here, there = below(mine, key), below(path, key)
        said, are_rows = [(value, here, there)], there in theirs.tables or here not in own.values
        if are_rows and isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            said = [(row, f"{here}[{at}]", below(there, str(row.get("id")))) for at, row in enumerate(value)]
        for one, at, to in said:
            if isinstance(one, dict) and to in theirs.tables:
                yield from _edits(one, own, theirs, at, to)
            elif isinstance(one, dict) and to not in theirs.values and at not in own.values:
                yield _Edit(len(theirs.text), len(theirs.text), "\n" + own.block(at))
            elif at not in own.values:
                words = "is a table; expected a value, as in the rule set that this one is like"
                raise RuleSetError(f"{shown(at)} {words}")
            elif to in theirs.values:
                yield _Edit(*theirs.values[to], own.text[slice(*own.values[at])])
            elif (end := theirs.end_of(path)) is not None:
                yield _Edit(end, end, f"\n{key} = {own.text[slice(*own.values[at])]}")
            else:
                words = f"[{shown(path)}] of the rule set that this one is like has no values"
                raise RuleSetError(f"{shown(at)}: {words}")


# -- released versions ------------------------------------------------------------------------------------------------


_FOLDER = importlib.resources.files("mjlog.rulesets")
_RELEASED = _FOLDER / "released"
_LIST = "releases.toml"
_VERSION = "@"


class Release(msgspec.Struct, frozen=True):
    """A version of a shipped rule set as the list has it.

    `texts`: digests of the texts that were released as this version while rule sets went by those. `lenders`: versions
    of the rule sets whose tables it can use, by their ids.
    """

    id: str
    version: str
    digest: str
    texts: tuple[str, ...]
    lenders: Mapping[str, str]


@functools.cache
def releases() -> tuple[Release, ...]:
    """All that was ever released."""
    listed = read_toml((_RELEASED / _LIST).read_text("utf-8"))["release"]
    return tuple(
        Release(entry["id"], entry["version"], entry["digest"], tuple(entry.get("texts", ())), entry.get("lenders", {}))
        for entry in listed
    )


@functools.cache
def shipped() -> tuple[str, ...]:
    """The ids of the rule sets that ship with the program."""
    return tuple(sorted(entry.name[:-5] for entry in _FOLDER.iterdir() if entry.name.endswith(".toml")))


@functools.cache
def versions(ruleset_id: str) -> tuple[str, ...]:
    """The versions of a shipped rule set, the newest last; none of one that does not ship.

    >>> versions("dead-wall")[:2]
    ('1', '2')
    """
    if ruleset_id not in shipped():
        return ()
    named = (entry.name.removesuffix(".toml").partition(_VERSION) for entry in _RELEASED.iterdir())
    older = (version for name, _, version in named if name == ruleset_id)
    return (*sorted(older, key=int), load(ruleset_id).version)


def load(ruleset_id: str, version: str | None = None) -> RuleSet:
    """A shipped rule set by its id: the version asked for, without one the newest.

    Raises:
        RuleSetError: no such rule set ships, or not in this version.
    """
    if ruleset_id not in shipped():
        raise RuleSetError(f"no rule set {_unknown(ruleset_id, shipped())}")
    newest = _document(f"{ruleset_id}.toml")
    if version is None or version == newest.version:
        return newest
    if version not in versions(ruleset_id):
        raise RuleSetError(f"the rule set {ruleset_id} has no version {_unknown(version, versions(ruleset_id))}")
    return _document(f"released/{ruleset_id}{_VERSION}{version}.toml")


def load_named(name: str) -> RuleSet:
    """A shipped rule set by what people call it: `ID` for the newest version, or `ID@VERSION`.

    >>> load_named("dead-wall@1").version
    '1'

    Raises:
        RuleSetError: as of `load`.
    """
    ruleset_id, marked, version = name.partition(_VERSION)
    return load(ruleset_id, version if marked else None)


def names_shipped(name: str) -> bool:
    """Whether a name is `ID` or `ID@VERSION` of a shipped rule set, in whatever version."""
    return name.partition(_VERSION)[0] in shipped()


def played_by(ruleset_id: str, version: str | None, digest: str | None) -> RuleSet:
    """The shipped rule set that a game was played by, as it names it: the digest decides, then the version.

    It is the newest version where the game names neither, or none that is known.

    Raises:
        RuleSetError: no such rule set ships.
    """
    named = version_of(ruleset_id, digest) or version
    return load(ruleset_id, named if named in versions(ruleset_id) else None)


def version_of(ruleset_id: str, digest: str | None) -> str | None:
    """Which version of a shipped rule set goes by a digest, of its document or of a text released in former times.

    Raises:
        RuleSetError: no such rule set ships.
    """
    newest = load(ruleset_id)
    if digest is None:
        return None
    if newest.goes_by(digest):
        return newest.version
    own = (release for release in releases() if release.id == ruleset_id)
    return next((release.version for release in own if digest in (release.digest, *release.texts)), None)


def release_of(ruleset: RuleSet) -> Release | None:
    """The release that a document is, word for word but for comments; None for any other."""
    return next((release for release in releases() if release.digest == ruleset.digest), None)


def find_rule(rule_id: str) -> RuleInfo | None:
    """A rule by its full id, like `western/chow-1`, of the newest version of a shipped rule set that has it."""
    ruleset_id = rule_id.partition("/")[0]
    newest_first = (load(ruleset_id, version) for version in reversed(versions(ruleset_id)))
    return next(filter(None, (ruleset.rule(rule_id) for ruleset in newest_first)), None)


@functools.cache
def _document(path: str) -> RuleSet:
    fields, like = _said(path)
    if like is None:
        return ruleset_from(fields, document=_text_of(path))
    return ruleset_from(fields, made=functools.partial(_whole_text, path))


@functools.cache
def _said(path: str) -> tuple[dict[str, Any], str | None]:
    """What a shipped document says, whole; and the other one, where it is written as the differences from one."""
    fields = read_toml(_text_of(path))
    like = likeness(fields)
    if like is None:
        return fields, None
    older = f"released/{like}.toml"
    other, _ = _said(older if _FOLDER.joinpath(older).is_file() else f"{like.partition(_VERSION)[0]}.toml")
    return overlaid(fields, other), like


def _whole_text(path: str) -> str:
    return whole(_text_of(path), load_named)[0]


def read(text: str) -> RuleSet:
    """A rule set from the text of its document, which may be one of differences from a shipped rule set.

    Raises:
        RuleSetError: the text is no rule set document; the message says where.
    """
    document, fields = whole(text, load_named)
    return ruleset_from(fields, document=document)


def parent_of(ruleset_id: str) -> str | None:
    """The rule set that a shipped one is written down as the differences from; None where its document is whole.

    >>> parent_of("riichi-ema"), parent_of("western")
    ('riichi', None)

    Raises:
        RuleSetError: no such rule set ships.
    """
    load(ruleset_id)
    _, like = _said(f"{ruleset_id}.toml")
    return None if like is None else like.partition(_VERSION)[0]


def _text_of(path: str) -> str:
    return _FOLDER.joinpath(*path.split("/")).read_text("utf-8")


def _unknown(name: str, known: tuple[str, ...]) -> str:
    meant = did_you_mean(name, known)
    hint = f"; did you mean {quoted(meant)}?" if meant else ""
    verb = "ship" if len(known) > 1 else "ships"
    return f"{quoted(name)}: {', '.join(known)} {verb} with the program{hint}"
