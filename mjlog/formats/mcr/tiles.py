"""Tiles and fans as records of competition rules name them. Source: docs/lookup/mcr-records.md, mcr/count-6."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, FIRST_DRAGON, FIRST_HONOR, PLAIN_KINDS, TILES, Tile

_KINDS = {
    "b": range(9), "c": range(9, 18), "d": range(18, 27), "w": range(FIRST_HONOR, FIRST_DRAGON),
    "r": range(FIRST_DRAGON, PLAIN_KINDS), "f": range(FIRST_BONUS, ANY_FLOWER),
}  # fmt: skip
_OF_PROGRAMS = {"W": "c", "T": "b", "B": "d", "F": "w", "J": "r", "H": "f"}
"""Letters of the open data and of the judge program, with those of the text of duplicate play."""
PMN: Mapping[str, Tile] = {
    f"{letter}{number}": TILES[kind] for letter, kinds in _KINDS.items() for number, kind in enumerate(kinds, start=1)
}
"""The tile of each name in the text of duplicate play: `c1` 1 of characters, `w2` south, `r1` red dragon."""
PKU: Mapping[str, Tile] = {
    f"{letter}{name[1]}": tile for letter, ours in _OF_PROGRAMS.items() for name, tile in PMN.items() if name[0] == ours
}
"""The tile of each name in the open data: `W1` 1 of characters, `F2` south, `J1` red dragon, `H5` the first season."""
PKU_OF: Mapping[Tile, str] = {tile: name for name, tile in PKU.items()}


class Fan(NamedTuple):
    """A fan as records name it: its number, its id, its Chinese name, and its points."""

    number: int
    id: str
    name: str
    points: int


_NAMED = re.compile(r"\(([^()]+)\)")
_NUMBERED = re.compile(r"fan (\d+)")


@functools.cache
def fans() -> tuple[Fan, ...]:
    """All fans of the competition rules, as their document names them."""
    from mjlog.rulesets import default_rules  # takes longer to import than most records to read

    rules = default_rules("mcr")
    by_number: dict[int, Fan] = {}
    for row in rules.ruleset.tables["scoring"]["item"]:
        info = rules.ruleset.rule(row["rule"])
        number = _NUMBERED.fullmatch(info.source) if info is not None else None
        name = _NAMED.search(info.text) if info is not None else None
        if number is not None and name is not None:
            points = row["points"] if "points" in row else rules.options[row["option"]]
            # Several rows may count one fan, each in other hands.
            by_number.setdefault(int(number[1]), Fan(int(number[1]), row["id"], name[1], points))
    return tuple(by_number.values())


@functools.cache
def fan_named() -> Mapping[str, Fan]:
    """Fans by what records call them: the Chinese name, or the number."""
    return {name: fan for fan in fans() for name in (fan.name, str(fan.number))}


class FanAnnounced(NamedTuple):
    """A fan as it is announced: its name or number, how often it counts, and its points where they are told."""

    name: str
    times: int = 1
    points: int | None = None


def announced(fans_counted: Iterable[FanAnnounced], total: int | None = None, words: str = "") -> dict[str, Any]:
    """The fields of a score: the fans that are told, and the total, if it is not their sum. Where one is not known, the
    `words` stand for all.

    >>> announced([FanAnnounced("混一色"), FanAnnounced("73", 2)])["items"]
    [{'name': 'half-flush', 'points': 6}, {'name': 'pung-of-terminals-or-honors', 'points': 2}]
    >>> announced([FanAnnounced("???")], 8, "???*1")
    {'total': 8, 'words': ('???*1',)}
    """
    named, items = fan_named(), list[dict[str, Any]]()
    for one in fans_counted:
        if one.name not in named:
            return {"total": total or 0, **({"words": (words,)} if words else {})}
        fan = named[one.name]
        items.append({"name": fan.id, "points": one.times * (fan.points if one.points is None else one.points)})
    due = sum(item["points"] for item in items)
    return {"total": due if total is None else total, **({"items": items} if items else {})}
