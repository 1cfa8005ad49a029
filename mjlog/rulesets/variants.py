"""A document of differences: a rule set that is like another one, but for what it says itself.

`like = "riichi"` (or `like = "riichi@1"`) names the shipped rule set that all else is taken from; whatever value stands
in the document stands in the place of that one's. Rules and scoring rows are told apart by their `id`; one with an id
that the other has not is added. `lacks` lists what that one has and this one has not. What comes out is a whole
document: that is printed, copied, put into logs, and its digest is the rule set's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mjlog.errors import RuleSetError
from mjlog.rulesets.document import RuleSet, renamed
from mjlog.rulesets.locate import Spans, below
from mjlog.text import quoted, read_toml, shown

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
