"""A document of differences: a rule set that is like another one, but for what it says itself.

`like = "riichi"` (or `like = "riichi@1"`) names the shipped rule set that all else is taken from; whatever value stands
in the document stands in the place of that one's. Rules and scoring rows are told apart by their `id`; one with an id
that the other has not is added. `lacks` lists what that one has and this one has not. What comes out is a whole
document: that is printed, copied, put into logs, and its digest is the rule set's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from mjlog.errors import RuleSetError
from mjlog.rulesets.document import RuleSet, renamed
from mjlog.rulesets.locate import Spans
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


def _with_differences(text: str, fields: dict[str, Any], other: RuleSet) -> str:
    new_id = fields.pop(LIKE) and fields.get("id")
    if not isinstance(new_id, str):
        raise RuleSetError(f"the document: id {'is missing' if new_id is None else 'is no text'}")
    base, their_fields = _without(renamed(other.document, other.id, new_id), fields.pop(LACKS, []))
    own, theirs = Spans(text), Spans(base)
    edits = list(_edits(fields, their_fields, own, theirs))
    for at in sorted(range(len(edits)), key=lambda at: (edits[at].start, at), reverse=True):
        edit = edits[at]
        base = base[: edit.start] + edit.text + base[edit.end :]
    return _HEAD_COMMENT.sub(lambda _: _head(text, other, new_id), base)


def _head(text: str, other: RuleSet, new_id: str) -> str:
    """What stands above a whole document: of another version of a rule set what stands above its differences."""
    own = _HEAD_COMMENT.match(text)
    if new_id == other.id and own is not None:
        return own[0]
    return f"# {shown(new_id)}: {other.id}, version {other.version}, with the differences of its document.\n\n"


def _without(base: str, lacks: object) -> tuple[str, dict[str, Any]]:
    """A document without these values, tables and rows (`options.bust`, `rule.end-3`, `rule.end-3.reading`), and what
    it says.

    Raises:
        RuleSetError: it has no such thing.
    """
    if not isinstance(lacks, list) or not all(isinstance(one, str) for one in lacks):
        raise RuleSetError(f"{LACKS} is {quoted(lacks)}; expected a list of texts, like options.bust and rule.end-3")
    fields = read_toml(base)
    if not lacks:
        return base, fields
    spans = Spans(base)
    found = [_found(name, fields) for name in lacks]
    try:
        gone = {spans.lines_of(path) for path, _holder, _part in found}
    except ValueError:  # it has no lines of its own
        gone = set()
    for start, end in sorted(gone, reverse=True):
        if not any(other[0] <= start and end <= other[1] for other in gone - {(start, end)}):
            base = base[:start] + base[end:]
    for _path, holder, part in found:
        if isinstance(holder, list):
            holder[:] = [row for row in holder if row.get("id") != part]
        else:
            holder.pop(part, None)
    if read_toml(base) != fields:
        raise RuleSetError(f"{LACKS}: something has no lines of its own; expected tables, rows, and values of these")
    return base.rstrip("\n") + "\n", fields


def _found(name: str, fields: dict[str, Any]) -> tuple[str, Any, str]:
    """Where a thing stands in a document, of which a row of a list is named by its id; what holds it, and as what."""
    path, part = "", ""
    holder: Any = None
    value: Any = fields
    for part in name.split("."):
        holder = value
        if isinstance(value, dict) and part in value:
            path, value = _below(path, part), value[part]
        elif isinstance(value, list) and part in (ids := [isinstance(row, dict) and row.get("id") for row in value]):
            path, value = f"{path}[{ids.index(part)}]", value[ids.index(part)]
        else:
            raise RuleSetError(f"{LACKS}: {quoted(name)} is not in the rule set that this one is like")
    return path, holder, part


def _edits(
    fields: Mapping[str, Any], other: Mapping[str, Any], own: Spans, theirs: Spans, mine: str = "", path: str = ""
) -> Iterator[_Edit]:
    """What is to be changed in a table of the other document; `mine` and `path`: where the table is in either."""
    for key, value in fields.items():
        here, there = _below(mine, key), _below(path, key)
        if isinstance(value, dict) and isinstance(other.get(key), dict) and there not in theirs.values:
            yield from _edits(value, other[key], own, theirs, here, there)
        elif isinstance(value, dict) and key not in other and here not in own.values:
            yield _Edit(len(theirs.text), len(theirs.text), "\n" + own.block(here))
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            yield from _rows(value, other.get(key, []), own, theirs, here, there)
        else:
            yield _value(key, own, theirs, here, there, path)


def _rows(
    rows: list[dict[str, Any]], others: list[Any], own: Spans, theirs: Spans, mine: str, path: str
) -> Iterator[_Edit]:
    """Tables of a list, told apart by their ids; new ones go to the end."""
    places = {row.get("id"): at for at, row in enumerate(others) if isinstance(row, dict)}
    for at, row in enumerate(rows):
        place = places.get(row.get("id"))
        here = f"{mine}[{at}]"
        if place is None:
            yield _Edit(len(theirs.text), len(theirs.text), "\n" + own.block(here))
        else:
            yield from _edits(row, others[place], own, theirs, here, f"{path}[{place}]")


def _value(key: str, own: Spans, theirs: Spans, mine: str, there: str, table: str) -> _Edit:
    """A value in the place of another, or behind the last one of its table."""
    if mine not in own.values:
        raise RuleSetError(f"{shown(mine)} is a table; expected a value, as in the rule set that this one is like")
    start, end = own.values[mine]
    text = own.text[start:end]
    if there in theirs.values:
        return _Edit(*theirs.values[there], text)
    at = theirs.end_of(table)
    if at is None:
        raise RuleSetError(f"{shown(mine)}: [{shown(table)}] of the rule set that this one is like has no values")
    return _Edit(at, at, f"\n{key} = {text}")


def _below(path: str, name: str) -> str:
    return f"{path}.{shown(name)}" if path else shown(name)
