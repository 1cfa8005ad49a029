"""Red fives: which of the fives in the hands and on the table are known to be red (riichi/tiles-2).

A red five is of the kind of the plain one, and all else at the table goes by kinds. What is known of faces is kept
beside that: never more red fives than fives are known to be in a hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from mjlog.events import Show, Tiles
from mjlog.table.place import Place
from mjlog.table.riichi import SUITS
from mjlog.table.state import Table
from mjlog.tiles import RED_FIVES, UNKNOWN, kind_of

FIVES = tuple(kind_of(face) for face in RED_FIVES)
"""The kinds of the fives, by suit."""
_REDS, _NO_REDS = frozenset(RED_FIVES), [0] * len(SUITS)


def reds_among(faces: Iterable[int]) -> list[int]:
    """How many red fives of each suit are among some tiles.

    >>> from mjlog.tiles import parse_faces
    >>> reds_among(parse_faces("340b 0c 5d"))
    [1, 1, 0]
    """
    reds = [0] * len(SUITS)
    for face in faces:
        if face in RED_FIVES:
            reds[face - RED_FIVES[0]] += 1
    return reds


def faces_of(tiles: Tiles | None) -> list[int]:
    """The faces of the tiles of an event."""
    return [tile.face for tile in tiles or ()]


def faces_shown(table: Table, event: Show) -> list[int]:
    """The faces of the concealed tiles that are laid down; sets that lie on the table may be repeated there."""
    left, faces = list(table.shown_tiles(event)[0]), []
    for tiles in event.sets or ():
        kinds = tuple(sorted([tile.kind for tile in tiles]))
        if kinds in left:
            left.remove(kinds)
            faces += faces_of(tiles)
    return faces + faces_of(event.rest)


def take_reds(table: Table, place: Place, faces: Iterable[int], kinds: Collection[int] = (UNKNOWN,)) -> None:
    """Tiles have left a hand: red ones, and those that nobody saw, are there no more for certain.

    `kinds`: what those can be that nobody saw.
    """
    known = _NO_REDS if table.riichi is None else table.riichi.reds[place.seat.index]
    if known == _NO_REDS:
        return
    faces = list(faces)
    unseen = faces.count(UNKNOWN)
    for suit, gone in enumerate(reds_among(faces)):
        if unseen and not {FIVES[suit], UNKNOWN}.isdisjoint(kinds):
            gone += unseen
        known[suit] = min(max(0, known[suit] - gone), place.held[FIVES[suit]])


def give_reds(table: Table, place: Place, faces: Iterable[int]) -> None:
    """Tiles have come to a hand."""
    if table.riichi is None:
        return
    known = table.riichi.reds[place.seat.index]
    if known == _NO_REDS and _REDS.isdisjoint(faces):
        return
    for suit, come in enumerate(reds_among(faces)):
        known[suit] = min(known[suit] + come, place.held[FIVES[suit]])


def with_reds(kinds: Iterable[int], reds: Sequence[int]) -> list[int]:
    """The faces of tiles among which so many fives of each suit are red; the red ones go first.

    >>> from mjlog.tiles import format_tiles, parse_tiles
    >>> format_tiles(with_reds(parse_tiles("4556b 5d"), (1, 0, 0)))
    '4056b 5d'
    """
    left, faces = list(reds), []
    for kind in kinds:
        suit = FIVES.index(kind) if kind in FIVES else None
        if suit is None or not left[suit]:
            faces.append(kind)
        else:
            left[suit] -= 1
            faces.append(RED_FIVES[suit])
    return faces


def held_faces(table: Table, place: Place) -> list[int]:
    """The faces of the known concealed tiles, in the order of their kinds."""
    known = place.known()
    return known if table.riichi is None else with_reds(known, table.riichi.reds[place.seat.index])


def hides_a_five(place: Place, suit: int) -> bool:
    """Whether a five of the suit lies in a set of which nobody saw all faces: it may be a red one."""
    return any(laid_set.unseen and not {FIVES[suit], UNKNOWN}.isdisjoint(laid_set.tiles) for laid_set in place.sets)


def known_reds(table: Table, suit: int) -> int:
    """How many red fives of a suit are known: in hands, in sets, among the discards."""
    if table.riichi is None:
        return 0
    in_hands = sum(reds[suit] for reds in table.riichi.reds)
    laid = sum(laid_set.reds for place in table.places for laid_set in place.sets if FIVES[suit] in laid_set.tiles)
    thrown = sum(1 for discard in table.discards if discard.claimed_by is None and discard.face == RED_FIVES[suit])
    turned = (*table.riichi.indicators, *table.riichi.under).count(RED_FIVES[suit])
    return in_hands + laid + thrown + turned


def copies_of_face(table: Table, face: int) -> int:
    """How many fives of a suit are red, or plain; of other tiles how many there are."""
    kind, plan = kind_of(face), table.plan.riichi
    if kind not in FIVES:
        return table.plan.copies[kind]
    red = plan.red_fives[FIVES.index(kind)]
    return red if face in RED_FIVES else table.plan.copies[kind] - red


def has_seen_all_of(table: Table, face: int) -> bool:
    """Whether all red, or all plain, fives of a suit have certainly been seen."""
    kind = kind_of(face)
    if kind not in FIVES:
        return table.has_seen_all(kind)
    reds = known_reds(table, FIVES.index(kind))
    # Of a set or a discard that was not seen, some can be red.
    hidden = sum(laid_set.unseen for place in table.places for laid_set in place.sets if kind in laid_set.tiles)
    hidden += table.visible[UNKNOWN]
    seen = reds if face in RED_FIVES else table.seen[kind] - reds - hidden
    return seen >= copies_of_face(table, face) + table.misread
