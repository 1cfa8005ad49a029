"""What differs between two rule sets: between a club's and the one it was copied from, or between two seasons.

Rules are compared by their ids without the rule set's own (`chow-1` of one with `chow-1` of the other), scoring rows
by theirs. Comments and layout are no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from mjlog.rulesets.document import RuleSet
from mjlog.text import quoted, shown

PARTS = (
    "head", "options", "rules", "table", "danger", "riichi", "stakes", "fines", "wall", "break", "deal", "goulash",
    "scoring", "settlement", "final",
)  # fmt: skip
"""The parts of a rule set, in the order in which they are compared."""
ABSENT = None
"""Stands for a value that one of the two does not have; a document has no null."""
_LONGEST = 2000


class Difference(msgspec.Struct, frozen=True):
    """One difference: in which part, of what (an option, a rule, a row; "" for the part itself), in which field.

    `field` is "" where the whole thing is in one of the two only; then `before` or `after` is None, as for a
    field that only one of them has.
    """

    part: str
    name: str
    field: str
    before: Any
    after: Any

    def words(self) -> str:
        """The difference as a line for people.

        >>> Difference("scoring", "set-of-dragons", "points", 4, 6).words()
        'set-of-dragons: points 4 -> 6'
        """
        name = shown(self.name)
        if not self.field:
            what, thing = ("removed", self.before) if self.after is ABSENT else ("added", self.after)
            said = plain(thing)
            if isinstance(thing, dict):
                parts = thing.items()
                said = ", ".join(f"{shown(key)} {plain(value)}" for key, value in parts if value not in ("", (), []))
            return f"{name}: {what} ({said})" if said else f"{name}: {what}"
        place = f"{name}: {shown(self.field)}" if name else shown(self.field)
        return f"{place} {plain(self.before)} -> {plain(self.after)}"


def plain(value: Any) -> str:
    """A value of a document as a document writes it, on one line.

    >>> plain(True), plain("Flowers"), plain([1, 2]), plain({"tiles": 14}), plain(None)
    ('true', "'Flowers'", '[1, 2]', '{tiles = 14}', 'nothing')
    """
    if value is ABSENT:
        return "nothing"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{shown(key)} = {plain(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(plain, value)) + "]"
    return quoted(value, _LONGEST)


def differences(before: RuleSet, after: RuleSet) -> list[Difference]:
    """Everything that differs, in the order of `PARTS`.

    >>> from mjlog.rulesets import load
    >>> differences(load("classical"), load("classical"))
    []
    """
    changes: list[Difference] = []
    changes += _fields("head", "", _head(before), _head(after))
    changes += _things("options", _options(before), _options(after))
    changes += _things("rules", _rules(before), _rules(after))
    for part in PARTS[3:]:
        changes += _fields(part, "", _table(before, part), _table(after, part))
        if part == "scoring":
            changes += _things("scoring", _rows(before), _rows(after))
    return changes


def _head(ruleset: RuleSet) -> dict[str, Any]:
    return {"id": ruleset.id, "title": ruleset.title, "version": ruleset.version, "source": ruleset.source}


def _options(ruleset: RuleSet) -> dict[str, dict[str, Any]]:
    return {
        option.name: {"kind": option.kind, "default": option.default, "values": option.values, "text": option.text,
                      "follows": dict(option.follows)}
        for option in ruleset.options.values()
    }


def _rules(ruleset: RuleSet) -> dict[str, dict[str, Any]]:
    fields = ("text", "source", "reading", "option", "checks", "breach", "reason")
    return {_local(rule.id, ruleset.id): {name: getattr(rule, name) for name in fields} for rule in ruleset.rules}


def _table(ruleset: RuleSet, part: str) -> dict[str, Any]:
    table = ruleset.tables.get(part, {})
    return {key: _local_rules(value, ruleset.id) for key, value in table.items() if (part, key) != ("scoring", "item")}


def _rows(ruleset: RuleSet) -> dict[str, dict[str, Any]]:
    """The scoring rows by their ids; a second one of the same id gets a number."""
    rows: dict[str, dict[str, Any]] = {}
    seen: Counter[str] = Counter()
    for row in ruleset.tables.get("scoring", {}).get("item", ()):
        seen[row["id"]] += 1
        name = row["id"] if seen[row["id"]] == 1 else f"{row['id']} ({seen[row['id']]})"
        rows[name] = {key: _local_rules(value, ruleset.id) for key, value in row.items() if key != "id"}
    return rows


def _local(rule_id: str, ruleset_id: str) -> str:
    return rule_id.removeprefix(f"{ruleset_id}/")


def _local_rules(value: Any, ruleset_id: str) -> Any:
    """A value in which references to the rule set's own rules are without its id."""
    if isinstance(value, str):
        return _local(value, ruleset_id)
    if isinstance(value, dict):
        return {key: _local_rules(item, ruleset_id) for key, item in value.items()}
    return value


def _things(part: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Difference]:
    """Named things that came, went or changed, and whether those in both stand in another order."""
    for name in _all_names(before, after):
        if name not in after:
            yield Difference(part, name, "", before[name], ABSENT)
        elif name not in before:
            yield Difference(part, name, "", ABSENT, after[name])
        else:
            yield from _fields(part, name, before[name], after[name])
    if part == "scoring":
        # Rows in another order: the one that moved furthest, with its places among those that both have.
        was = {name: place for place, name in enumerate((name for name in before if name in after), start=1)}
        now = {name: place for place, name in enumerate((name for name in after if name in before), start=1)}
        moved = max(now, key=lambda name: abs(now[name] - was[name]), default=None)
        if moved is not None and now[moved] != was[moved]:
            yield Difference(part, moved, "place in the order", was[moved], now[moved])


def _fields(part: str, name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Difference]:
    for field in _all_names(before, after):
        was, now = before.get(field, ABSENT), after.get(field, ABSENT)
        if isinstance(was, dict) and isinstance(now, dict):
            yield from _fields(part, name, _below(field, was), _below(field, now))
        elif type(was) is not type(now) or was != now:  # true is not 1
            yield Difference(part, name, field, was, now)


def _below(field: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a table as fields of the one that it stands in: `cite.heaven`."""
    return {f"{field}.{key}": value for key, value in table.items()}


def _all_names(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterable[str]:
    return dict.fromkeys([*before, *after])
