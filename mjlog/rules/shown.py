"""A hand shown against all that is known of it: the tiles seen, those of the others, and the calls made with it."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from mjlog.events import Show
from mjlog.hands import can_complete
from mjlog.rules.sets import call_gravity
from mjlog.table import Place, Table
from mjlog.table.state import Told
from mjlog.table.unseen import copies_for, copies_left, hands_then, newly_seen
from mjlog.tiles import CODES, KINDS, UNKNOWN

_ANY = [5] * KINDS
"""What can be among unseen tiles, with the one that is missing, where nothing is to be excluded."""


class Difference(NamedTuple):
    """What is wrong with a hand shown: the tile, in words why, and how many the player has and shows."""

    kind: int
    words: str
    held: int
    shown: int


def difference(table: Table, place: Place, shown: list[int]) -> Difference | None:
    """The first tile shown that the player cannot have, or not shown that the player has; `shown`: per kind.

    A tile laid down unseen stands for one that is known, or for any other.
    """
    hidden, seen = shown[UNKNOWN], list[int]()
    for kind in range(UNKNOWN):
        seen += (kind,) * shown[kind]
        new = shown[kind] - place.held[kind]
        if new < 0:
            hidden += new
            if hidden < 0:
                return Difference(kind, "does not show {}, which {} has", place.held[kind], shown[kind])
        elif new and (not place.unknown or new > copies_for(table, place, kind) or not place.has_room_for(seen)):
            return Difference(kind, "shows {}, which {} cannot have", place.held[kind], shown[kind])
    return None


def one_too_many(table: Table, place: Place, event: Show) -> int | None:
    """Of a hand shown that nobody followed: a kind of which there are not that many beside the tiles seen."""
    if not place.has_unseen:
        return None
    new = newly_seen(table, place, *table.shown_tiles(event)).items()
    return min((kind for kind, number in new if kind != UNKNOWN and number > copies_left(table, kind)), default=None)


class Contradiction(NamedTuple):
    """Something that was said earlier, in words, and cannot be true of the hand shown. `severity`: how grave it is."""

    words: str
    severity: str | None


def contradicted_call(table: Table, place: Place, shown: list[int]) -> Contradiction | None:
    """The call made earlier that cannot have been made rightly with this hand; None where all can.

    A call in vain that was none is as grave now as it would have been when it was made, had the hand been known.
    """
    # What the player is known to have and does not show is among the tiles laid down unseen.
    now = [max(pair) for pair in zip(shown, place.held, strict=True)]
    now[UNKNOWN] = sum(shown) - sum(now[:UNKNOWN])
    for told in place.told:
        if not any(_allows(table, told, held, hidden) for held, hidden in hands_then(told, now)):
            return Contradiction(_words(told), _gravity(table, told))
    return None


def _gravity(table: Table, told: Told) -> str | None:
    return call_gravity(table) if told.claim != "fishing" else None


def _words(told: Told) -> str:
    if told.claim == "fishing":
        return "called that one tile was missing"
    return f"called {CODES[told.tile]} for {'a chow' if told.claim == 'chow' else told.claim}"


def _allows(table: Table, told: Told, held: list[int], hidden: int) -> bool:
    """Whether the call can have been made with these tiles."""
    if hidden < 0:
        return True
    if told.ways:
        return any(_had(table, Counter(way) - Counter(dict(enumerate(held))), hidden) for way in told.ways)
    if told.claim == "fishing" and not hidden and table.plan.fishing is not None:
        return bool(table.plan.fishing(held, told.laid))
    counts = [count + (kind == told.tile) for kind, count in enumerate(held)]
    unseen = hidden + (told.claim == "fishing")
    return can_complete(counts, unseen, len(told.laid), _ANY, forms=table.plan.forms, laid=told.laid)


def _had(table: Table, missing: Counter[int], hidden: int) -> bool:
    """Whether these tiles can be among the ones that were laid down, or have left, unseen."""
    return missing.total() <= hidden and all(copies_left(table, kind) >= number for kind, number in missing.items())
