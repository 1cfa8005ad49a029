"""What the tables of a rule set document may say: every key that the program reads, declared once.

Whoever reads a new key declares it here. Then a document that misuses it is refused before anything is built from
it, and `mjlog rules --check` says in which line; a key that stands nowhere here is told as misspelt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mjlog.rulesets.mechanisms import DEALS, WALLS
from mjlog.table.plan import ABORTS
from mjlog.text import shown

Known = Mapping[str, Collection[str]]
"""Names that exist, by what they name: option, rule, pattern, …; what is missing here is not looked up."""

_LONGEST, _LONGEST_DOCUMENT = 10_000, 400_000
_MOST_TILES = 200
_MOST_POINTS = 100_000
_MOST_LIMIT = 10**8


@dataclass(frozen=True, slots=True)
class Key:
    """What a key takes: a flag, a whole number from `least` to `most`, a text, a name of something, or a table.

    `names`: what a text names (one of `Known`); `words`: the words that it can be. `row`: so many numbers in a list;
    `several`: a list of texts that name something.
    `keys`: the keys of a table, `each`: what every key of a table with free names takes; `listed`: a list of tables.
    """

    flag: bool = False
    least: int = 0
    most: int | None = None
    row: int = 0
    several: bool = False
    text: bool = False
    names: str = ""
    words: tuple[str, ...] = ()
    keys: Mapping[str, Key] = field(default_factory=dict)
    each: Key | None = None
    listed: bool = False
    required: bool = False
    longest: int = _LONGEST

    @property
    def is_table(self) -> bool:
        """Whether further keys stand below."""
        return bool(self.keys) or self.each is not None

    def fits(self, value: object) -> bool:
        """Whether a value is of the right kind; what it names is not looked up."""
        if self.is_table:
            return isinstance(value, dict)
        if self.row:
            return isinstance(value, list) and len(value) == self.row and all(map(self._is_number, value))
        if self.several:
            return isinstance(value, list) and all(isinstance(one, str) and len(one) <= self.longest for one in value)
        if isinstance(value, str):
            return (self.text or bool(self.names) or value in self.words) and len(value) <= self.longest
        return self.flag if isinstance(value, bool) else self._is_number(value)

    def _is_number(self, value: object) -> bool:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and self.most is not None and self.least <= value <= self.most  # type: ignore[operator]

    def expected(self, known: Known) -> str:
        """What would be right, in words."""
        if self.is_table:
            return "tables, each under a heading in double brackets" if self.listed else "a table"
        if self.several:
            return f"a list of texts, each {_name_of(self.names, known)}"
        number = f"a whole number from {self.least} to {self.most}" if self.most is not None else ""
        if self.row:
            return f"a list of {self.row}, each {number}"
        kinds = [
            "true or false" if self.flag else "",
            number,
            "one of " + ", ".join(self.words) if self.words else "",
            _name_of(self.names, known) if self.names else "a text" if self.text else "",
        ]
        return ", or ".join(kind for kind in kinds if kind)


_NAMED = {
    "option": "the name of an option", "switch": "the name of an option that is true or false",
    "number": "the name of an option that is a number", "rule": "the id of a rule of this document",
    "pattern": "the name of a pattern", "item": "the id of a scoring row", "own item": "the id of another scoring row",
}  # fmt: skip


def _name_of(what: str, known: Known) -> str:
    names = known.get(what)
    if what in _NAMED or names is None:
        return _NAMED.get(what, f"a {what}")
    return "one of " + ", ".join(map(shown, sorted(names)))


FLAG, TEXT = Key(flag=True), Key(text=True)
OPTION, RULE = Key(names="option"), Key(names="rule")
SWITCH = Key(flag=True, names="switch")
"""On, off, or as an option says."""


def _count(most: int, least: int = 0) -> Key:
    return Key(least=least, most=most)


def _number(most: int, least: int = 0) -> Key:
    """A number that stands there, or as an option says."""
    return Key(least=least, most=most, names="number")


def _word(*words: str) -> Key:
    return Key(words=words)


_TABLE = {
    "copies": _count(4, least=2),
    "flowers": _count(8),
    "jokers": _count(8),
    "charleston": SWITCH,
    "by_card": FLAG,
    "dead_basis": Key(words=("rack", "table"), names="option"),
    "dead_jokers": Key(words=("all", "before_death"), names="option"),
    "east_always_leaves": SWITCH,
    "bonus_tiles": SWITCH,
    "bonus_loose": SWITCH,
    "bonus_from_live": SWITCH,
    "thirteen": SWITCH,
    "seven_pairs": SWITCH,
    "knitting": SWITCH,
    "triple_knitting": SWITCH,
    "two_suited_pair": SWITCH,
    "snake": SWITCH,
    "pair_honors": SWITCH,
    "gates": SWITCH,
    "different_pairs": SWITCH,
    "chows": _number(4),
    "rounds": _number(1000),
    "hands": _number(10_000),
    "target": _number(_MOST_LIMIT),
    "players": _number(4, least=3),
    "seating": _word("winds", "rolls"),
    "east_leaves_after": _number(1000),
    "wind_stays": SWITCH,
    "any_kong_upon_kong": SWITCH,
    "robbing": _word("added-or-wonders", "added", "none"),
    "robbing_with": SWITCH,
    "rob_concealed": SWITCH,
    "claim_order": Key(words=("rank", "first"), names="option"),
    "concealed_kongs": SWITCH,
    "kongs_at_setup": SWITCH,
    "says_fishing": SWITCH,
    "scored_as_laid": SWITCH,
    "tracks_danger": SWITCH,
    "held_fourth": SWITCH,
    "own_sets_open": SWITCH,
    "corrected_names": SWITCH,
}
_RIICHI = {
    "points": _number(_MOST_POINTS),
    "left": _number(_MOST_TILES),
    "stick": _number(_MOST_POINTS),
    "kong": Key(words=("same-shape", "same-waits", "none"), names="option"),
    "furiten_ends": Key(words=("turn", "draw"), names="option"),
    "ron_until": Key(words=("draw", "discard"), names="option"),
    "swap_call": Key(words=("none", "ends", "all"), names="option"),
    "kan_dora": Key(words=("late", "at-once", "none"), names="option"),
    "under_dora": Key(words=("all", "first", "none"), names="option"),
    "min_han": _number(100),
    "dead_hands": SWITCH,
    "red_fives": OPTION,
}
_STAKES = {
    "start_points": _number(_MOST_LIMIT),
    "several": Key(words=("two", "all", "head"), names="option"),
    "nagashi": SWITCH,
    "east_stays": Key(words=("ready", "win"), names="option"),
    "rounds": _number(1000),
    "extra_round": SWITCH,
    "target": _number(_MOST_LIMIT),
    "bust": SWITCH,
    "leader_stops": Key(words=("auto", "may", "no"), names="option"),
    "chombo": Key(words=("none", "mangan", "points"), names="option"),
    "chombo_points": _number(_MOST_LIMIT),
    "fines": Key(words=("others", "nobody"), names="option"),
    "clock": SWITCH,
    **dict.fromkeys(ABORTS, SWITCH),
}
_DANGER = {
    "last_tiles": _count(_MOST_TILES),
    "late": _word("thrown", "unseen"),
    "by_winning_tile": FLAG,
    "forced_by_drawing": FLAG,
}
_FINE = {"amount": Key(least=1, most=_MOST_POINTS, required=True), "to_all": FLAG}
_WALL = {
    "mechanism": Key(names="wall mechanism", required=True),
    "tiles": _count(_MOST_TILES),
    "lifted": _count(_MOST_TILES),
    "loose_on": Key(row=2, most=_MOST_TILES),
    "dead": Key(keys={
        "option": Key(names="switch", required=True), "tiles": Key(most=_MOST_TILES, required=True),
        "refill": Key(least=1, most=_MOST_TILES, required=True),
    }),
    "dead_fixed": Key(keys={
        "option": Key(names="switch", required=True), "tiles": Key(most=_MOST_TILES, required=True),
    }),
}  # fmt: skip
_BREAK = {
    "first_wall": _word("E", "S"),
    "first_throw": _word("east", "none"),
    "second_throw": _word("none", "found", "east"),
    "stacks": _word("first", "second", "both"),
    "direction": _word("clockwise", "anticlockwise"),
    "short_above_stacks": FLAG,
}
_ROW = {
    "id": Key(text=True, required=True),
    "pattern": Key(names="pattern"),
    "name": TEXT,
    "points": _count(_MOST_POINTS),
    "doubles": _count(100),
    "limit": _count(_MOST_LIMIT),
    "limit_points": _count(_MOST_LIMIT),
    "option": OPTION,
    "who": _word("all", "winner", "loser"),
    "with": OPTION,
    "without": OPTION,
    "losers_with": OPTION,
    "completes": Key(names="own item", several=True),
    "unless": Key(names="own item", several=True),
    "open": _count(100),
    "when": Key(each=Key(flag=True, least=-(10**9), most=10**9, text=True)),
    "rule": RULE,
}
_SCORING = {
    "total": Key(names="way to combine"),
    "counted": Key(words=("yakuman", "sanbaiman"), names="option"),
    "round_up_mangan": SWITCH,
    "yakuman_add": SWITCH,
    "min_han": _number(100),
    "limit": _number(_MOST_LIMIT),
    "no_limit": Key(names="switch"),
    "most": Key(names="item", several=True),
    "claimed_kong_hides": SWITCH,
    "long_hands_score_nothing": SWITCH,
    "undeclared_kong": Key(words=("pung", "kong"), names="option"),
    "loser_pairs": Key(words=("all", "one"), names="option"),
    "by": OPTION,
    "agreed": _number(_MOST_LIMIT),
    "options": Key(each=Key(each=Key(flag=True, least=-(10**9), most=10**9, text=True))),
    "rule": RULE,
    "face_rule": RULE,
    "counted_rule": RULE,
    "adds_rule": RULE,
    "doubled_rule": RULE,
    "losers_limit_rule": RULE,
    "claimed_kong_rule": RULE,
    "cite": Key(each=RULE),
    "item": Key(keys=_ROW, listed=True),
}
_SETTLEMENT = {
    "rule": RULE,
    "east_rule": RULE,
    "losers_rule": RULE,
    "liable_rule": RULE,
    "washout_rule": RULE,
    "drawn_rule": RULE,
    "jokerless_rule": RULE,
    "dead_count_rule": RULE,
    "dead_exposure_rule": RULE,
    "dead_false_rule": RULE,
    "east_doubles": SWITCH,
    "losers_settle": SWITCH,
    "discarder_doubles": SWITCH,
    "players": _number(4, least=3),
    "shared": SWITCH,
    "repeats": _number(_MOST_POINTS),
    "repeats_rule": RULE,
    "pot_rule": RULE,
    "nagashi_rule": RULE,
    "abort_rule": RULE,
    "pool": _number(_MOST_POINTS),
    "nagashi": _number(_MOST_POINTS),
    "liable_for": OPTION,
}
_FINAL = {
    "rule": RULE,
    "pot_rule": RULE,
    "start": _number(_MOST_LIMIT),
    "target": _number(_MOST_LIMIT),
    "uma": OPTION,
    "ties": Key(words=("seat", "share"), names="option"),
    "round": SWITCH,
}
KEYS: Mapping[str, Key] = {
    "table": Key(keys=_TABLE),
    "wall": Key(keys=_WALL),
    "break": Key(keys=_BREAK),
    "danger": Key(keys=_DANGER),
    "riichi": Key(keys=_RIICHI),
    "stakes": Key(keys=_STAKES),
    "fines": Key(each=Key(keys=_FINE)),
    "deal": Key(keys={"mechanism": Key(names="deal mechanism", required=True)}),
    "scoring": Key(keys=_SCORING),
    "settlement": Key(keys=_SETTLEMENT),
    "final": Key(keys=_FINAL),
    "lent": Key(each=Key(text=True, longest=_LONGEST_DOCUMENT)),
}
"""The tables beside head, options and rules."""
ROW_KEYS = tuple(_ROW)
"""The keys of a scoring row."""
NEEDED = {"kong-box": ("tiles",), "refilled-dead-wall": ("tiles",), "shrinking-wall": ("tiles",)}
"""Keys of [wall] that a mechanism cannot do without."""
MECHANISMS: Known = {"wall mechanism": WALLS, "deal mechanism": DEALS}


class Wrong(NamedTuple):
    """One thing wrong with a table: where, the value, what would be right.

    `candidates`: names of which the value may be a slip. `is_key`: a key that nothing reads; `is_name`: a name of
    nothing that exists; `is_missing`: there is no value.
    """

    path: str
    value: Any
    expected: str
    candidates: Collection[str] = ()
    is_key: bool = False
    is_name: bool = False
    is_missing: bool = False


def wrong_values(fields: Mapping[str, Any]) -> Iterator[Wrong]:
    """Values of the wrong kind in a document's tables; unknown keys and names are passed over.

    >>> [wrong.path for wrong in wrong_values({"table": {"copies": "four", "lanterns": 3}})]
    ['table.copies']
    """
    return (wrong for wrong in _walk(fields, {}) if not (wrong.is_key or wrong.is_name))


def wrong_tables(fields: Mapping[str, Any], known: Known) -> Iterator[Wrong]:
    """Everything wrong with the tables of a document: kinds of values, keys that nothing reads, names of nothing."""
    return _walk(fields, {**MECHANISMS, **known})


def _walk(fields: Mapping[str, Any], known: Known) -> Iterator[Wrong]:
    for name, key in KEYS.items():
        if name in fields:
            yield from _value(name, fields[name], key, known)


def _value(path: str, value: Any, key: Key, known: Known) -> Iterator[Wrong]:
    if key.listed:
        yield from _list(path, value, key, known)
    elif not key.fits(value):
        yield Wrong(path, value, key.expected(known))
    elif key.is_table:
        yield from _table(path, value, key, known)
    elif key.several and key.names in known:
        for index, one in enumerate(value):
            if one not in known[key.names]:
                yield Wrong(f"{path}[{index}]", one, _name_of(key.names, known), known[key.names], is_name=True)
    elif isinstance(value, str) and key.names in known and value not in {*key.words, *known[key.names]}:
        yield Wrong(path, value, key.expected(known), known[key.names], is_name=True)


def _list(path: str, value: Any, key: Key, known: Known) -> Iterator[Wrong]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        yield Wrong(path, value, key.expected(known))
        return
    for index, item in enumerate(value):
        yield from _table(f"{path}[{index}]", item, key, known)


def _table(path: str, table: Mapping[str, Any], key: Key, known: Known) -> Iterator[Wrong]:
    needed = NEEDED.get(str(table.get("mechanism")), ()) if path == "wall" else ()
    for name, inner in key.keys.items():
        if (inner.required or name in needed) and name not in table:
            yield Wrong(f"{path}.{name}", None, inner.expected(known), is_missing=True)
    for name, value in table.items():
        place = f"{path}.{shown(name)}"
        below = key.keys.get(name, key.each)
        if below is None:
            yield Wrong(place, name, "one of " + ", ".join(key.keys), tuple(key.keys), is_key=True)
        else:
            yield from _value(place, value, below, known)


def with_full_rules(tables: Mapping[str, Any], complete: Callable[[str], str]) -> dict[str, Any]:
    """The tables with every reference to a rule completed to the rule's full id."""
    return {name: _completed(value, KEYS.get(name), complete) for name, value in tables.items()}


def _completed(value: Any, key: Key | None, complete: Callable[[str], str]) -> Any:
    if key is None:
        return value
    if key.names == "rule" and isinstance(value, str):
        return complete(value)
    if isinstance(value, list):
        return [_completed(item, key, complete) for item in value]
    if isinstance(value, dict):
        return {name: _completed(item, key.keys.get(name, key.each), complete) for name, item in value.items()}
    return value
