"""One event of the play of a log made wrong, as recorders do; chance comes in from outside."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

Fields = dict[str, Any]
_PLAY = frozenset(
    (
        "draw", "discard", "claim", "expose", "kong", "kong-replacement", "bonus", "bonus-replacement", "mahjong",
        "show", "pass", "joker-exchange", "charleston",
    )
)  # fmt: skip
TILES = [f"{rank}{suit}" for suit in "bcd" for rank in range(1, 10)] + ["Ew", "Sw", "Ww", "Nw", "Rd", "Gd", "Wd"]


def fault_in(events: Sequence[Fields], chance: Random) -> tuple[list[Fields], int]:
    """One event of the play is missing, doubled, too late, another player's, or of another tile or kind.

    Also its place; the numbers of the events are left as they were.
    """
    place = chance.choice([number for number, one in enumerate(events) if one["type"] in _PLAY])
    one, after = events[place], [*events[place + 1 : place + 2]]
    ways = [[], [one, one], [{**one, "seat": chance.choice("ESWN")}]]
    if "tile" in one:
        ways.append([{**one, "tile": chance.choice(TILES)}])
    for name in ("tiles", "rest"):
        if one.get(name):
            ways.append([{**one, name: [chance.choice(TILES), *one[name][1:]]}])
    if one["type"] == "discard":
        ways.append([{**one, "calling": True}])
    if one["type"] in ("claim", "expose"):
        ways.append([{**one, "for" if one["type"] == "claim" else "kind": chance.choice(("chow", "pung", "kong"))}])
    if chance.random() < 1 / len(ways):
        return [*events[:place], *after, one, *events[place + 2 :]], place
    return [*events[:place], *chance.choice(ways), *events[place + 1 :]], place
