"""What makes a set, whether a player can have its tiles, and a hand shown against all that is known of it.

Asked by the rules of claims, calls, kongs and hands shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mjlog.events import Claim, Show
from mjlog.findings import Refusal
from mjlog.hands import can_complete
from mjlog.table import Place, Table
from mjlog.table.place import Statement
from mjlog.table.unseen import can_have, copies_for, copies_left, hands_then, newly_seen
from mjlog.tiles import CODES, JOKER, KINDS, UNKNOWN


def lacks(table: Table, place: Place, kinds: Sequence[int], words: str) -> Refusal | None:
    """What a player who lays down these tiles of the hand cannot have among them."""
    if can_have(table, place, kinds):
        return None
    named = sorted(set(kinds) - {UNKNOWN})
    missing = next((kind for kind in named if not can_have(table, place, (kind,) * kinds.count(kind))), None)
    kind = named[-1] if missing is None and named else missing
    with_it = "" if kind is None else f" with {CODES[kind]}"
    return Refusal("set-not-held", f"{words}{with_it}: {place.seat} does not have the tiles")


def rests_beside(laid: Sequence[int], claimed: int | None) -> list[list[int]]:
    """What of a set laid down can have come out of the hand: one way, or where nobody saw the tile claimed several.

    `claimed`: None where no tile was claimed for it; nobody claims a joker.
    """
    kinds: list[int] = []
    if claimed == UNKNOWN:
        kinds = sorted(set(laid) - {JOKER}) or sorted(set(laid))
    elif claimed is not None and (claimed in laid or UNKNOWN in laid):
        kinds = [claimed if claimed in laid else UNKNOWN]
    if not kinds:
        return [list(laid)]
    ways = [list(laid) for _kind in kinds]
    for way, kind in zip(ways, kinds, strict=True):
        way.remove(kind)
    return ways


def lacks_any(table: Table, place: Place, ways: Sequence[Sequence[int]], kind: str) -> Refusal | None:
    """What a player cannot have who lays down tiles of the hand in one of these ways, at least one, as such a set."""
    for way in ways:
        if can_have(table, place, way):
            return None
    return lacks(table, place, ways[0], f"{place.seat} lays down a {kind}")


def gravity(table: Table, event: object) -> str | None:
    """How grave it is to break a rule of claims: a call alone is no error; carried through it is (mahjiang/claim-3).

    Where a record writes down every answer, calls are made in earnest.
    """
    return call_gravity(table) if type(event) is Claim else None


def call_gravity(table: Table) -> str | None:
    """How grave a call is that the rules did not allow, and that nothing follows; None: an error."""
    return "warning" if "pass" not in table.every else None


# -- a hand shown against all that is known of it: the tiles seen, those of the others, and the calls made with it ----


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
    for statement in place.told:
        if not any(_allows(table, statement, held, hidden) for held, hidden in hands_then(statement, now)):
            if statement.claim == "fishing":
                return Contradiction("called that one tile was missing", None)
            words = f"called {CODES[statement.tile]} for {'a chow' if statement.claim == 'chow' else statement.claim}"
            return Contradiction(words, call_gravity(table))
    return None


def _allows(table: Table, statement: Statement, held: list[int], hidden: int) -> bool:
    """Whether the call can have been made with these tiles."""
    if hidden < 0:
        return True
    if statement.ways:
        # What is not held can be among the tiles that were laid down, or have left, unseen.
        missing = [Counter(way) - Counter(dict(enumerate(held))) for way in statement.ways]
        few = (tiles for tiles in missing if tiles.total() <= hidden)
        return any(all(copies_left(table, kind) >= number for kind, number in tiles.items()) for tiles in few)
    counts = [count + (kind == statement.tile) for kind, count in enumerate(held)]
    unseen = hidden + (statement.claim == "fishing")
    for plan in table.plans:
        if statement.claim == "fishing" and not hidden and plan.fishing is not None:
            is_possible = bool(plan.fishing(held, statement.laid))
        else:
            is_possible = can_complete(counts, unseen, len(statement.laid), _ANY, forms=plan.forms, laid=statement.laid)
        if is_possible:
            return True
    return False
