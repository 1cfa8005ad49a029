"""What makes a set, and whether a player can have its tiles. Asked by the rules of claims, kongs and hands shown."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.events import Claim
from mjlog.findings import Refusal
from mjlog.hands import NO_WILD, SET_SIZES
from mjlog.table import Place, Table
from mjlog.table.unseen import can_have
from mjlog.tiles import CODES, JOKER, UNKNOWN


def rests_of_set(kind_of_set: str, tile: int, wild: int = NO_WILD) -> list[tuple[int, ...]]:
    """What a player needs beside a claimed tile for a set: one way, for a chow, or with wild tiles, up to three."""
    if kind_of_set == "chow":
        return list(chow_partners(tile))
    others = SET_SIZES[kind_of_set] - 1
    most = others if wild != NO_WILD and kind_of_set == "pung" else 0
    return [(tile,) * (others - stand_ins) + (wild,) * stand_ins for stand_ins in range(most + 1)]


def chow_partners(kind: int) -> list[tuple[int, int]]:
    """The pairs of kinds that make a chow with this suit tile."""
    rank = kind % 9
    pairs = ((-2, -1), (-1, 1), (1, 2))
    return [(kind + low, kind + high) for low, high in pairs if rank + low >= 0 and rank + high <= 8]


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
