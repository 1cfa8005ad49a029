"""What is certain of tiles that nobody saw: how many can be of a kind, and what tells of them; which fives are red.

A player's concealed tiles are known ones and a number of unknown ones. A tile of a known kind that leaves the hand is
taken from the known ones first: tiles of a kind are alike, so that nothing is assumed by it. Here is what goes beyond
that: tiles that leave the hand unseen, sets laid down with tiles that nobody saw, and calls that were made in vain.
Such a call can have been a slip, or a bluff, which is no error of the record: no tile is taken to be there by it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from mjlog.events import Mahjong, Show, Tiles
from mjlog.seats import Seat
from mjlog.table.facts import Fact
from mjlog.table.place import Statement
from mjlog.table.plan import NO_WILD, TablePlan
from mjlog.table.riichi import SUITS
from mjlog.table.state import DEALING, Place, Table
from mjlog.tiles import FIRST_HONOR, JOKER, KINDS, PLAIN_KINDS, RED_FIVES, UNKNOWN, kind_of, naturals_of

_RANK = {"chow": 1, "pung": 2, "kong": 2, "mahjong": 3}
_BESIDE = {"pung": 2, "kong": 3, "quint": 4, "sextet": 5}
"""How many tiles of the hand are in a set of tiles alike beside the one that is claimed."""


def copies_left(table: Table, kind: int) -> int:
    """How many tiles of a kind can be among those that nobody saw, in the hands and in the wall.

    A wall of which only a part is known still has its known tiles until they are drawn. Where tiles were misread, so
    many of those seen may have been others.
    """
    copies = table.plan.copies[kind]
    if table.gaps and Fact.COPIES in table.in_doubt:
        return copies
    return min(copies, max(0, copies - table.seen[kind] - _known_in_wall(table, kind)) + table.misread)


def _known_in_wall(table: Table, kind: int) -> int:
    """How many of a kind are known to lie in the live wall still."""
    wall = table.wall
    if table.plan.wall.own and table.due != DEALING:
        standing = zip(wall.tiles or (), table.tiles_standing, strict=False)
        return sum(is_there for tile, is_there in standing if tile == kind)
    if wall.tiles is None or table.due == DEALING or kind not in wall.tiles[wall.taken :]:
        return 0
    # The stacks from which replacements were taken: one tile of them may be gone.
    begun = {position // 2 for position in table.plan.wall.loose[: wall.loose_taken]}
    live = enumerate(wall.tiles[wall.taken : table.live_end], start=wall.taken)
    return sum(1 for position, tile in live if tile == kind and position // 2 not in begun and position not in wall.out)


def begin_count_anew(table: Table) -> None:
    """Moves are missing: what was seen before may have been seen in another hand, or be in other hands now."""
    table.seen = [0] * KINDS


def is_blind(table: Table) -> bool:
    """Whether moves are missing, so that hands are unknown although the record has no fault."""
    return Fact.MOVES in table.in_doubt or table.depth == "result"


def newly_seen(table: Table, place: Place, sets: Iterable[tuple[int, ...]], rest: Iterable[int]) -> Counter[int]:
    """Of a hand shown that nobody followed: its tiles that were not seen before, per kind; of another hand none.

    A set that lies on the table may be repeated in it, and a tile won from another player was seen with the discard.
    """
    if place.sure:
        return Counter()
    on_table, counts = list(place.sets), Counter(rest)
    for tiles in sets:
        laid = next((laid_set for laid_set in on_table if laid_set.can_be(tiles)), None)
        counts += Counter(tiles)
        if laid is not None:
            on_table.remove(laid)
            counts -= Counter(laid.tiles)
    win = table.win_of(place.seat)
    if win is not None and win.discarder is not None and win.tile is not None:
        counts -= Counter((win.tile,))
    return counts


def copies_for(table: Table, place: Place, kind: int) -> int:
    """How many tiles of a kind can be among the player's concealed ones beside those that are certainly there."""
    left = copies_left(table, kind)
    return min(left, place.doubtful[kind] + place.unseen) if place.surplus else left


def all_copies_for(table: Table, place: Place) -> list[int]:
    """`copies_for` of every kind."""
    return [copies_for(table, place, kind) for kind in range(KINDS)]


def can_have(table: Table, place: Place, kinds: Sequence[int]) -> bool:
    """Whether these tiles can all be among the player's: known ones, or unseen copies among the unknown ones.

    Of a hand that nobody followed only what lies elsewhere is certain.
    """
    held = place.held
    for kind in kinds:
        if held[kind] < kinds.count(kind):
            break
    else:
        # All are known ones, as nearly always.
        return True
    if not place.has_room_for(kinds):
        return False
    short = ((kind, kinds.count(kind) - held[kind]) for kind in set(kinds) - {UNKNOWN})
    return all(number <= 0 or number <= copies_left(table, kind) for kind, number in short)


def named_draw(table: Table, event: Mahjong) -> int:
    """The tile that a winner says was just drawn, where nobody saw the draw; an unknown one where that tells nothing.

    A set that was laid face down since may have the tile.
    """
    place, named = table.places[event.seat.index], event.tile.kind if event.tile is not None else UNKNOWN
    is_drawn = event.source == table.whence and event.source in ("wall", "loose") and place.last_drawn == UNKNOWN
    if not is_drawn or not place.sure or is_blind(table) or not (table.discards or event.source == "loose"):
        return UNKNOWN
    is_laid = any(laid.concealed and (named in laid.tiles or UNKNOWN in laid.tiles) for laid in place.sets)
    return UNKNOWN if is_laid else named


def can_have_drawn(table: Table, place: Place, kind: int) -> bool:
    """Whether the tile drawn last, which nobody saw, can have been one of this kind."""
    return can_have(table, place, (kind,) * (place.held[kind] + 1))


def learned_draw(table: Table, event: Mahjong) -> int:
    """The tile that a winner is known to have drawn last by naming it; an unknown one where that tells nothing."""
    place, named = table.places[event.seat.index], named_draw(table, event)
    is_told = named != UNKNOWN and place.unknown and can_have_drawn(table, place, named)
    return named if is_told else UNKNOWN


def forget(table: Table, place: Place, kinds: Iterable[int]) -> None:
    """Whether the player still has the tiles of these kinds is not certain any more: they count as unseen ones."""
    came, unseen = place.came, place.unseen
    for kind in kinds:
        unseen += came[kind]
        came[kind] = 0
    hold(table, place, came, unseen, place.surplus)


def hold(
    table: Table, place: Place, came: list[int], unseen: int, surplus: int, among: Iterable[int] | None = None
) -> None:
    """The concealed tiles are those that came to the hand and so many unseen ones, without as many as are too many.

    Of a kind of which more have come than are too many in all, the rest is certainly there, and so is all that is not
    of the kinds `among` which those are too many; None: of any.
    """
    size = sum(came) + unseen - surplus
    kinds = set(range(KINDS) if among is None else among)
    if sum(came[kind] for kind in kinds) < surplus:
        kinds = set(range(KINDS))
    if unseen >= size:
        # Any of them can be one that nobody saw: what has come tells nothing any more.
        came, unseen, surplus = [0] * KINDS, size, 0
    certain = [max(0, number - surplus * (kind in kinds)) for kind, number in enumerate(came)] if surplus else came
    for kind, (now, before) in enumerate(zip(certain, place.held, strict=True)):
        if now != before:
            table.seen[kind] += now - before
    place.held, place.unknown = certain, size - sum(certain)
    doubtful = tuple(number - sure for number, sure in zip(came, certain, strict=True))
    # Where only one kind is in doubt, all that is too many is of it.
    place.doubtful, place.surplus = (doubtful, surplus) if sum(doubtful) > surplus else ((), 0)


# -- sets with tiles that nobody saw -------------------------------------------------------------------------------


class Parts(NamedTuple):
    """A set laid down: its tiles as far as they are known, those of them out of the hand, and what those can be.

    `choices`: the ways to fill in the unknown ones of `rest`; empty where all are known or nothing can be said.
    """

    tiles: tuple[int, ...]
    rest: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...] = ()


def runs_with(kind: int) -> list[tuple[int, int]]:
    """The pairs of kinds that make a chow with this tile; none for an honor."""
    if kind >= FIRST_HONOR:
        return []
    rank = kind % 9
    return [
        (kind + low, kind + high) for low, high in ((-2, -1), (-1, 1), (1, 2)) if 0 <= rank + low <= 8 >= rank + high
    ]


def rests_of_set(kind_of_set: str, tile: int, wild: int = NO_WILD) -> list[tuple[int, ...]]:
    """What a player needs beside a claimed tile for a set: one way, for a chow, or with wild tiles, up to three."""
    if kind_of_set == "chow":
        return list(runs_with(tile))
    others = _BESIDE[kind_of_set]
    most = others if wild != NO_WILD and kind_of_set == "pung" else 0
    return [(tile,) * (others - stand_ins) + (wild,) * stand_ins for stand_ins in range(most + 1)]


def alike(tiles: Sequence[int], claimed: int = UNKNOWN) -> tuple[int, ...]:
    """A pung or kong of which some tiles were not seen: they are like those that were, or like the tile claimed."""
    known = {kind for kind in (*tiles, claimed) if kind != UNKNOWN}
    return tuple(known) * len(tiles) if len(known) == 1 else tuple(tiles)


def parts_of_claimed(table: Table, place: Place, kind: str, tiles: tuple[int, ...], claimed: int) -> Parts:
    """The parts of a set laid down around a claimed tile, as far as they are certain."""
    plan = table.plans[-1]
    if UNKNOWN in tiles and (plan.copies[JOKER] or (kind == "pung" and plan.wild != NO_WILD)):
        return _parts_with_wild(tiles, claimed, plan)
    if UNKNOWN in tiles and kind != "chow":
        tiles = alike(tiles, claimed)
    rest = list(tiles)
    if claimed in rest or UNKNOWN in rest:
        rest.remove(claimed if claimed in rest else UNKNOWN)
    elif rest:
        rest.pop()
    if UNKNOWN not in tiles or kind != "chow" or (UNKNOWN not in rest and claimed != UNKNOWN):
        return Parts(tiles, tuple(rest))
    named = set(tiles) - {UNKNOWN}
    taken = range(FIRST_HONOR) if claimed == UNKNOWN else (claimed,)
    ways = tuple(
        way for needed in taken for way in runs_with(needed) if named <= {needed, *way} and can_have(table, place, way)
    )
    if len(ways) == 1 and claimed != UNKNOWN:
        return Parts(tuple(sorted((*ways[0], claimed))), ways[0])
    return Parts(tiles, tuple(rest), tuple(dict.fromkeys(ways)))


def _parts_with_wild(tiles: tuple[int, ...], claimed: int, plan: TablePlan) -> Parts:
    """The parts of a group of which some tiles were not seen: each is one like the others, or a wild one."""
    naturals = naturals_of((*tiles, claimed)) - {plan.wild}
    if claimed == UNKNOWN and len(naturals) == 1:
        # No wild tile is claimed.
        (claimed,) = naturals
    laid = list(tiles)
    if claimed not in laid and claimed != UNKNOWN:
        laid[laid.index(UNKNOWN)] = claimed
    rest = list(laid)
    rest.remove(claimed if claimed in rest else UNKNOWN)
    if len(naturals) != 1 or UNKNOWN not in rest:
        return Parts(wild_last(laid, plan.forms.wild), tuple(rest))
    (natural,) = naturals
    seen, unseen = [kind for kind in rest if kind != UNKNOWN], rest.count(UNKNOWN)
    ways = tuple((*seen, *(natural,) * (unseen - wild), *(plan.wild,) * wild) for wild in range(unseen + 1))
    return Parts(wild_last(laid, plan.forms.wild), tuple(rest), ways)


def wild_last(kinds: Iterable[int], wild: int) -> tuple[int, ...]:
    """The kinds of a set in order, those that stand for others behind."""
    in_order = sorted(kinds)
    return tuple(in_order) if wild not in in_order else tuple(sorted(in_order, key=lambda kind: kind == wild))


def kinds_of_kong(table: Table, place: Place) -> list[int]:
    """The kinds of which all four can be among the player's concealed tiles."""
    return [kind for kind in range(PLAIN_KINDS) if can_have(table, place, (kind,) * 4)]


# -- calls made in vain --------------------------------------------------------------------------------------------


def note_lost_claims(table: Table, taker: Seat) -> None:
    """A discard is taken: who called it too, and had to stand back, said by it which tiles were in the hand.

    It is kept until the hand is shown, and nothing else follows from it: the call can have been made without the
    tiles. Of a call that nothing goes before, or that the rules did not allow, nothing is kept.
    """
    discard = table.discard
    taken = _RANK.get(table.claims.get(taker, ""), 0)
    if discard is None or discard.tile == UNKNOWN or table.kong is not None:
        return
    if table.plan.copies[JOKER]:
        # Jokers can be what a set is called with.
        return
    for seat, claimed in table.claims.items():
        rank = _RANK.get(claimed, 9)
        place = table.places[seat.index]
        if seat is taker or seat in table.refused or not place.sure or not place.unknown:
            continue
        if rank > taken or (rank == taken and claimed != "mahjong"):
            continue
        if claimed == "mahjong":
            place.told = (*place.told, Statement("mahjong", discard.tile, _laid(place)))
            continue
        called = table.claimed_sets.get(seat) if claimed == "chow" else None
        ways = [
            way for way in rests_of_set(claimed, discard.tile, table.plans[-1].wild)
            if (called is None or tuple(sorted((*way, discard.tile))) == called) and can_have(table, place, way)
        ]  # fmt: skip
        if ways and not any(all(place.held[kind] >= way.count(kind) for kind in way) for way in ways):
            place.told = (*place.told, Statement(claimed, discard.tile, _laid(place), tuple(ways)))


def note_fishing(place: Place) -> None:
    """After a discard a player says that one tile is missing; where the hand is not known, that is kept in mind."""
    if place.sure and place.unknown and place.size % 3 == 1:
        place.told = (*place.told, Statement("fishing", UNKNOWN, _laid(place)))


def note_taken(place: Place, kind: int) -> None:
    """A tile comes to a hand of which something was told: it was not there when that was said."""
    place.told = tuple(statement._replace(drawn=(*statement.drawn, kind)) for statement in place.told)


_MOST_UNSEEN_DRAWS = 2
"""With more draws that nobody saw since a call, what the hand was then is not worked out."""


def hands_then(statement: Statement, now: list[int]) -> Iterator[tuple[list[int], int]]:
    """The hands that can have been held at the time of a call: known tiles per kind, and how many unseen ones.

    Tiles that have left since then were in it, tiles drawn since then were not; of a tile drawn unseen, any tile of
    the hand can be the one.
    """
    held, hidden = list(now), now[UNKNOWN]
    held[UNKNOWN] = 0
    for kind in statement.left:
        held[kind] += 1
    hidden += held[UNKNOWN]
    held[UNKNOWN] = 0
    for kind in statement.drawn:
        held[kind] -= kind != UNKNOWN
    for kind in range(KINDS):
        hidden += min(0, held[kind])
        held[kind] = max(0, held[kind])
    unseen = statement.drawn.count(UNKNOWN)
    if statement.ways or not unseen:
        yield held, hidden
    elif unseen <= _MOST_UNSEEN_DRAWS:
        kinds = [kind for kind in range(KINDS) for _ in range(held[kind])] + [UNKNOWN] * hidden
        for chosen in set(itertools.combinations(kinds, unseen)):
            gone = Counter(chosen)
            yield [have - gone[kind] for kind, have in enumerate(held)], hidden - gone[UNKNOWN]
    else:
        yield [0] * KINDS, sum(held) + hidden - unseen


def _laid(place: Place) -> tuple[tuple[int, ...], ...]:
    return tuple(laid.tiles for laid in place.sets)


# -- red fives: which of the fives in the hands and on the table are known to be red ----------------------------------
#
# A red five is of the kind of the plain one, and all else at the table goes by kinds. What is known of faces is kept
# beside that (`RiichiState.reds`): never more red fives than fives are known to be in a hand (riichi/tiles-2).


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
