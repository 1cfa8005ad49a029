"""What a rule set document can name, as pages: every scoring pattern, and every mechanism with its keys.

The lists come from the registries and from the shipped rule sets; only what a key means is written here.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import mjlog.scoring.patterns  # noqa: F401  (registers the patterns)
from mjlog.rulesets import RuleSet, load, shipped
from mjlog.rulesets.keys import KEYS, MECHANISMS, Key
from mjlog.rulesets.mechanisms import DEALS, WALLS
from mjlog.scoring.registry import (
    BONUS_PATTERNS,
    DORA_PATTERNS,
    FAN_PATTERNS,
    HAND_PATTERNS,
    ONE_TILE_SHORT,
    SET_FAN_PATTERNS,
    SET_PATTERNS,
    TILE_PATTERNS,
    pattern_name,
)
from mjlog.scoring.totals import COMBINATIONS
from mjlog.text import counted

_PATTERNS = """\
# Scoring patterns

What a `[[scoring.item]]` of a rule set can name. A pattern takes no parameters: it holds or it does not. The row
says what that is worth (`points`, `doubles`, `limit`, `limit_points`, or the name of an `option`), to `who`, and
under which name it is printed ([house rules](../do/house-rules.md)). A pattern that no shipped rule set names is as
good as the others. How one is added: [CONTRIBUTING](../../CONTRIBUTING.md#a-scoring-pattern).
"""
_HEAD = ("| pattern | holds for | in the rule sets |", "|---|---|---|")
_FAMILIES: dict[str, tuple[str, Mapping[str, Callable[..., object]]]] = {
    "Sets and pairs": (
        "Asked of each set and pair, laid or in the hand: what a row is worth counts once for each that fits.",
        SET_PATTERNS,
    ),
    "Bonus tiles": (
        "Asked of the flowers and seasons that lie open. Where the answer is a number, points count so often.",
        BONUS_PATTERNS,
    ),
    "Whole hands": (
        "Asked once of a hand, by counts of its sets and sorts of tiles, and by how it was won.",
        HAND_PATTERNS,
    ),
    "Single tiles": (
        "Asked of the tiles of a hand one by one, where the pattern behind *if* holds.",
        {name: pattern for name, (pattern, _when) in TILE_PATTERNS.items()},
    ),
    "Dora": (
        "Asked how many tiles of a hand are dora: its doubles count so often, and are no pattern to win with.",
        DORA_PATTERNS,
    ),
    "Fans of the hand": (
        "Asked of a hand in one reading, where hands are counted in fans; where the answer is a number, so often.",
        FAN_PATTERNS,
    ),
    "Fans of sets": (
        "Asked which sets, alone or joined, make the fan: it counts once for each choice of them that may count.",
        SET_FAN_PATTERNS,
    ),
}
_FISHING = """\
## Fishing

For losers only. It looks at what other rows would say of the hand with one tile more: the row names them in
`completes`, and is earned where one tile could bring one of them.
"""


def patterns_page(note: str) -> str:
    """Every scoring pattern: when it holds, and which rule sets give something for it."""
    lines = [note, _PATTERNS]
    for title, (what, patterns) in _FAMILIES.items():
        rows = (_pattern(name, _said_of(name, pattern)) for name, pattern in patterns.items())
        lines += [f"## {title}", "", what, "", *_HEAD, *rows, ""]
    lines += [_FISHING, *_HEAD, _pattern(ONE_TILE_SHORT, "A loser whom one tile would bring what winners score.")]
    return "\n".join(lines) + "\n"


def _said_of(name: str, pattern: Callable[..., object]) -> str:
    """When a pattern holds; of one of single tiles also where it is asked."""
    asked = f" *If* `{pattern_name(TILE_PATTERNS[name][1])}`." if name in TILE_PATTERNS else ""
    return _said(pattern) + asked


def _pattern(name: str, said: str) -> str:
    used = (f"`{ruleset.id}`: {'; '.join(rows)}" for ruleset in _rulesets() if (rows := list(_rows(ruleset, name))))
    return f"| `{name}` | {said} | {'<br>'.join(used)} |"


def _rows(ruleset: RuleSet, pattern: str) -> Iterator[str]:
    """The rows of a rule set with a pattern, each by the name that is printed and what it is worth."""
    for row in ruleset.tables.get("scoring", {}).get("item", []):
        if row.get("pattern", row["id"]) == pattern:
            name = str(row.get("name", row["id"]))
            yield f"{name} ({', '.join(_worth(row))})"


def _worth(row: Mapping[str, Any]) -> Iterator[str]:
    if "option" in row:
        yield f"as `{row['option']}` says"
    if "limit" in row:
        yield "limit" if row["limit"] == 100 else f"{row['limit']} % of the limit"
    if "when" in row:
        yield "where " + " and ".join(f"`{name}` says {word}" for name, word in row["when"].items())
    if "limit_points" in row:
        yield f"limit of {row['limit_points']}"
    yield from (counted(row[key], key[:-1]) for key in ("points", "doubles") if key in row)
    if "open" in row:
        yield f"open {row['open'] or 'none'}"


def _said(function: Callable[..., object]) -> str:
    """The docstring of a function, its paragraphs in one line, without sources."""
    paragraphs = inspect.getdoc(function) or ""
    return " ".join(part.replace("\n", " ") for part in paragraphs.split("\n\n") if not part.startswith("Source:"))


def _rulesets() -> list[RuleSet]:
    return [load(name) for name in shipped()]


# -- mechanisms ---------------------------------------------------------------------------------------------------

_MECHANISMS = """\
# Mechanisms

What the tables of a rule set can say ([house rules](../do/house-rules.md)): every key, what it takes and means, and
what else the document must say for it to have an effect; `mjlog rules --check` names a key without effect. Mechanisms
of walls and deals are built in [mjlog/rulesets/mechanisms.py](../../mjlog/rulesets/mechanisms.py); where the tiles lie
is told in [the wall](geometry.md). Where the name of an option may stand, the option has the value.
"""

def mechanisms_page(note: str) -> str:
    """Every mechanism that a document can name, every key of its tables, and what shipped rule sets say there."""
    lines = [note, _MECHANISMS]
    lines += ["## The table", "", *_keys("table")]
    lines += ["## Walls", "", *_mechanisms(WALLS, "wall", "mechanism"), "", *_keys("wall")]
    lines += ["## Breaks", "", "Without `[break]` no dice are recorded.", "", *_keys("break")]
    lines += ["## Deals", "", *_mechanisms(DEALS, "deal", "mechanism"), "", *_keys("deal")]
    lines += ["## Danger", "", "Which discards are dangerous.", "", *_keys("danger")]
    lines += ["## Goulash", "", "How a drawn hand is replayed: with wild tiles, and exchanges before play.", ""]
    lines += _keys("goulash")
    lines += ["## Riichi", "", "Without `[riichi]` and `[stakes]` it is not played.", "", *_keys("riichi")]
    lines += ["## Stakes", "", "What lies on the table, and how a hand and a game go on.", "", *_keys("stakes")]
    lines += ["## Scoring", "", *_mechanisms(COMBINATIONS, "scoring", "total"), "", *_keys("scoring")]
    lines += ["### Rows", "", "Each `[[scoring.item]]`.", "", *_rows_of_keys(KEYS["scoring"].keys["item"])]
    checks = "the check is `fine_is_one_of_the_rules`, or one for some reasons only"
    lines += ["## Fines", "", f"Each `[fines.REASON]`; {checks}.", ""]
    lines += [*_rows_of_keys(KEYS["fines"].each or Key())]
    lines += ["## Settlement", "", *_keys("settlement")]
    lines += ["## Final scores", "", "Without `[final]` there are none.", "", *_keys("final")]
    return "\n".join(lines).rstrip() + "\n"


def _mechanisms(known: Mapping[str, Callable[..., object]], table: str, key: str) -> Iterator[str]:
    yield from (f"| `{key}` | what it does | in the rule sets |", "|---|---|---|")
    for name, function in known.items():
        used = [f"`{one.id}`" for one in _rulesets() if one.tables.get(table, {}).get(key) == name]
        yield f"| `{name}` | {_said(function)} | {', '.join(used)} |"


def _keys(table: str) -> Iterator[str]:
    """The keys of a table: what each takes, what it means, what the shipped rule sets say there."""
    yield from (f"| key of `[{table}]` | takes | meaning | goes with | in the rule sets |", "|---|---|---|---|---|")
    for name, key in KEYS[table].keys.items():
        yield f"| `{name}` | {_taken(key)} | {key.means} | {_needed(key)} | {_values(table, name, key)} |"
    yield ""


def _rows_of_keys(table: Key) -> Iterator[str]:
    """The keys of a table that stands several times: what each takes and means."""
    yield from ("| key | takes | meaning | goes with |", "|---|---|---|---|")
    yield from (f"| `{name}` | {_taken(key)} | {key.means} | {_needed(key)} |" for name, key in table.keys.items())
    yield ""


def _needed(key: Key) -> str:
    """What else a document must say for a key to have an effect."""
    where = [key.where.words] if key.where is not None else []
    checks = key.checks.values() if isinstance(key.checks, Mapping) else [key.checks] if key.checks else []
    return "; ".join([*where, *(f"a rule with the check {' or '.join(map(_code, names))}" for names in checks)])


def _code(name: str) -> str:
    return f"`{name}`"


def _taken(key: Key) -> str:
    known = {**MECHANISMS, "way to combine": COMBINATIONS}
    return key.expected(known).replace(str(sys.maxsize), "any")


def _values(table: str, name: str, key: Key) -> str:
    """What shipped rule sets say, each value with those that say it; tables and rules are not repeated here."""
    if key.listed or key.names == "rule" or name == "cite":
        return ""
    said: dict[str, list[str]] = {}
    for ruleset in _rulesets():
        if name in ruleset.tables.get(table, {}):
            said.setdefault(_shown(ruleset.tables[table][name]), []).append(f"`{ruleset.id}`")
    return "<br>".join(f"{value}: {', '.join(rulesets)}" for value, rulesets in said.items())


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {_shown(inner)}" for key, inner in value.items())
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
