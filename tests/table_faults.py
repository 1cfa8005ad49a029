"""What goes wrong at tables, put into the log of a legal simulated game: faulty logs, and where the fault lies in each.

Each function takes the events of a game that was recorded in full, as JSON values, and the plan of its table, and makes
a faulty log of every place where its fault fits. The wall is laid anew then, so that everybody takes the tile that lies
where it is taken from: there is one fault, and all that follows is as it was played. `without_wall` leaves it out.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from mjlog.cards.shipped import shipped_cards
from mjlog.rulesets import load, resolve
from mjlog.table.plan import TablePlan
from simulate.games import played

Fields = dict[str, Any]
SEATS = "ESWN"
_REPLACED = ("kong-replacement", "bonus-replacement")
_TAKEN = ("draw", *_REPLACED)
_ENDS = ("mahjong", "washout")


class Faulty(NamedTuple):
    """A log with one fault, of a player: the number of the event at which it must be found."""

    kind: str
    events: list[Fields]
    at: int
    seat: str


class Standing(NamedTuple):
    """The tiles of a wall that still stand, as their positions: from the front, and as replacements are taken."""

    front: list[int]
    back: list[int]


TakenFrom = Callable[[Standing], int]
"""Which of the tiles that stand somebody takes."""


def from_the_front(standing: Standing) -> int:
    """The next live tile."""
    return standing.front[0]


def from_the_back(standing: Standing) -> int:
    """The next loose tile; where there are none the last tile of all."""
    return (standing.back or standing.front[::-1])[0]


@cache
def game(ruleset: str, seed: int) -> tuple[list[Fields], TablePlan]:
    """The events of a simulated game of one hand and the start of the next, and the plan of its table.

    No tile that was drawn goes back to the wall: its next player would have to take the same one.
    """
    card = next(iter(shipped_cards().values())) if ruleset == "american" else None
    lines = played(ruleset, seed, hands=2, card=card, options={"called_until": "draw"} if card else None)
    events = [json.loads(line) for line in lines]
    second = [at for at, one in enumerate(events) if one["type"] == "hand-start"][1:]
    return events[: second[0] + 1] if second else events, resolve(load(ruleset)).plan


def without_wall(faulty: Faulty) -> Faulty:
    """The same log without its wall."""
    (at,) = [number for number, one in enumerate(faulty.events) if one["type"] == "wall"]
    events = [*faulty.events[:at], *faulty.events[at + 1 :]]
    return faulty._replace(events=numbered(events), at=faulty.at - 1)


def numbered(events: Sequence[Fields]) -> list[Fields]:
    """The events numbered anew; what answers an event still does."""
    now = {one["seq"]: number for number, one in enumerate(events, start=1) if "seq" in one}
    answers = [{**one, "on": now[one["on"]]} if one.get("on") in now else one for one in events]
    return [{**one, "seq": number} for number, one in enumerate(answers, start=1)]


# -- a wall as tiles are taken from it -----------------------------------------------------------------------------


def laid_anew(events: Sequence[Fields], plan: TablePlan, elsewhere: Mapping[int, TakenFrom]) -> list[Fields] | None:
    """The events with a wall of which everybody takes the tiles written down; None where it has too few.

    `elsewhere`: of events, by their places among them, where their tile is taken from, if not where it should be.
    """
    at = next(number for number, one in enumerate(events) if one["type"] == "wall")
    wall: list[str] = events[at]["tiles"]
    dealt = _dealt(events)
    kept = {*range(dealt), *(each for one in plan.wall.indicators for each in (one, one + 1))}
    left = Counter(tile for position, tile in enumerate(wall) if position not in kept)
    lies = dict.fromkeys(kept, "")
    gone = set(range(dealt))
    for number, one in enumerate(events):
        if one["type"] not in _TAKEN:
            continue
        position = _taken_from(one, plan, gone, elsewhere.get(number))
        if position is None or position in lies or not left[one["tile"]]:
            return None
        left[one["tile"]] -= 1
        lies[position] = one["tile"]
        gone.add(position)
    rest = iter(left.elements())
    tiles = [wall[number] if number in kept else lies.get(number) or next(rest) for number in range(len(wall))]
    return [*events[:at], {**events[at], "tiles": tiles}, *events[at + 1 :]]


def _taken_from(event: Fields, plan: TablePlan, gone: set[int], where: TakenFrom | None) -> int | None:
    """The position of the tile that an event takes; None where the wall has no such tile any more."""
    back = [position for position in plan.wall.loose if position not in gone]
    loose_taken = plan.wall.loose.index(back[0]) if back else 0
    end = plan.wall.live_ends[min(loose_taken, len(plan.wall.live_ends) - 1)]
    front = [position for position in range(end) if position not in gone]
    is_live = _is_live(event, plan)
    if len(front) < 9 or (not is_live and len(back) < 2):
        # Near the end of the wall not every fault has room.
        return None
    return (where or (from_the_front if is_live else from_the_back))(Standing(front, back))


def _is_live(event: Fields, plan: TablePlan) -> bool:
    """Whether the tile of an event comes from the live end."""
    return event["type"] == "draw" or (event["type"] == "bonus-replacement" and plan.bonus_from_live)


def _is_seen(events: Sequence[Fields], plan: TablePlan, at: int, taken: Mapping[int, TakenFrom]) -> bool:
    """Whether another tile lies where the one of an event should have been taken from."""
    rightly = laid_anew(events, plan, taken)
    if rightly is None:
        return False
    wall = next(one["tiles"] for one in rightly if one["type"] == "wall")
    gone = set(range(_dealt(events)))
    for number, one in enumerate(events[: at + 1]):
        if one["type"] in _TAKEN:
            due = _taken_from(one, plan, gone, None)
            position = _taken_from(one, plan, gone, taken.get(number))
            assert due is not None
            assert position is not None
            gone.add(position)
    return bool(wall[due] != wall[position])


def _end(events: Sequence[Fields]) -> int:
    """Where the hand ends: its first declaration, or the call for it."""
    return next(
        (at for at, one in enumerate(events) if one["type"] in _ENDS or one.get("for") == "mahjong"), len(events)
    )


def _in_play(events: Sequence[Fields]) -> range:
    """The events of the play of a hand that somebody wins, but for the first discard."""
    first = next((at for at, one in enumerate(events) if one["type"] == "discard"), len(events))
    is_won = any(one["type"] == "mahjong" for one in events)
    return range(first + 1, _end(events)) if is_won else range(0)


# -- a tile taken from the wrong place -----------------------------------------------------------------------------


def _beyond(number: int, of: str) -> TakenFrom:
    """The tile so many places on, from the front or the back."""
    return lambda standing: getattr(standing, of)[number]


def tiles_from_the_wrong_place(events: list[Fields], plan: TablePlan) -> Iterator[Faulty]:
    """A replacement from the front; a draw from the back; a tile passed over, to be taken next or left where it is.

    One of each kind: to lay a wall anew takes long.
    """
    found = set[str]()
    for at in _in_play(events):
        one = events[at]
        if one["type"] not in _TAKEN:
            continue
        for kind, taken in _wrong_places(events, plan, at, _is_live(one, plan)):
            wrong = None if kind in found else laid_anew(events, plan, taken)
            if wrong is not None and _is_seen(events, plan, at, taken):
                found.add(kind)
                yield Faulty(kind, numbered(wrong), at + 1, one["seat"])


def _wrong_places(
    events: Sequence[Fields], plan: TablePlan, at: int, is_live: bool
) -> Iterator[tuple[str, dict[int, TakenFrom]]]:
    """Where else the tile of an event can be taken from, and what that changes for those that are taken later."""
    alike = [
        number for number in range(at + 1, len(events))
        if events[number]["type"] in _TAKEN and _is_live(events[number], plan) == is_live
    ]  # fmt: skip
    end, what = ("front", "a draw") if is_live else ("back", "a replacement")
    if is_live:
        yield "a draw from the back", {at: from_the_back}
    else:
        yield "a replacement from the front", {at: from_the_front}
        if plan.wall.refilled:
            yield "a replacement from the last stack", {at: lambda _standing: plan.wall.size - 2}
    passed: dict[int, TakenFrom] = {at: _beyond(1, end)}
    yield f"{what} past a tile that comes next", passed
    yield f"{what} past a tile that stays", {**passed, **dict.fromkeys(alike, _beyond(1, end))}
    yield f"{what} from farther on", {at: _beyond(7, "front")}


def stacks_with_such_a_tile_passed_over(events: list[Fields], plan: TablePlan) -> Iterator[Faulty]:
    """A player passes over two tiles, the second of which is like the one then drawn; both stay where they are."""
    for at in _in_play(events):
        if events[at]["type"] != "draw":
            continue
        later = [number for number in range(at, len(events)) if events[number]["type"] in _TAKEN]
        taken = {number: _beyond(2, "front") for number in later if _is_live(events[number], plan)}
        laid, due = laid_anew(events, plan, taken), None
        if laid is None:
            continue
        wall, gone = next(one for one in laid if one["type"] == "wall"), set(range(_dealt(events)))
        for number, one in enumerate(events):
            if one["type"] in _TAKEN:
                position = _taken_from(one, plan, gone, taken.get(number))
                due = position if number == at else due
                assert position is not None
                gone.add(position)
        assert due is not None
        tiles, drawn = list(wall["tiles"]), events[at]["tile"]
        spare = [number for number in range(due, len(tiles)) if number not in gone and _is_spare(number, plan)]
        alike = [number for number in spare if tiles[number] == drawn]
        others = [number for number in (due - 2, *spare) if tiles[number] != drawn]
        if not alike or not others:
            continue
        for passed, found in ((due - 1, alike[0]), (due - 2, others[0])):
            tiles[passed], tiles[found] = tiles[found], tiles[passed]
        wrong = [{**one, "tiles": tiles} if one is wall else one for one in laid]
        yield Faulty("a draw past such a tile", numbered(wrong), at + 1, events[at]["seat"])


def _is_spare(position: int, plan: TablePlan) -> bool:
    """Whether a tile of the wall is not turned as an indicator, or lies under one."""
    return not any(position in (one, one + 1) for one in plan.wall.indicators)


def _dealt(events: Sequence[Fields]) -> int:
    """How many tiles are dealt."""
    return sum(len(one["tiles"]) for one in events if one["type"] == "deal")


# -- a deal from the wrong places ----------------------------------------------------------------------------------


def deals_from_the_wrong_places(events: list[Fields], plan: TablePlan) -> Iterator[Faulty]:
    """Two took each other's tiles; a tile or a stack was passed over; the deal began a stack off."""
    wall: list[str] = next(one["tiles"] for one in events if one["type"] == "wall")
    for kind, tiles in itertools.chain(_interchanged(wall, plan), _passed_in_the_deal(events, wall, plan)):
        wrong = [{**one, "tiles": tiles} if one["type"] == "wall" else one for one in events]
        at = next((
            number for number, one, block in _blocks(events, plan)
            if Counter(tiles[position] for position in block) != Counter(one["tiles"])
        ), None)  # fmt: skip
        if at is not None:
            yield Faulty(kind, numbered(wrong), at + 1, events[at]["seat"])


def _blocks(events: Sequence[Fields], plan: TablePlan) -> Iterator[tuple[int, Fields, tuple[int, ...]]]:
    """The deals of a hand: their places among the events, and where their tiles lie in the wall."""
    deals = [(number, one) for number, one in enumerate(events) if one["type"] == "deal"]
    for (number, one), block in zip(deals, plan.deal, strict=True):
        yield number, one, block.positions


def _interchanged(wall: Sequence[str], plan: TablePlan) -> Iterator[tuple[str, list[str]]]:
    """The wall from which two players took each other's blocks, or one the first tiles of another's."""
    for one, other in itertools.combinations(plan.deal, 2):
        if one.seat is not other.seat and len(one.positions) == len(other.positions):
            pairs = [*zip(one.positions, other.positions, strict=True)]
            for what, some_of in (("a block of another", pairs), ("a tile of another", pairs[:1])):
                tiles = list(wall)
                for mine, its in some_of:
                    tiles[mine], tiles[its] = tiles[its], tiles[mine]
                yield f"a deal of {what}", tiles


def _passed_in_the_deal(
    events: Sequence[Fields], wall: Sequence[str], plan: TablePlan
) -> Iterator[tuple[str, list[str]]]:
    """The wall in which tiles were passed over that stay where they are; or from which the deal began a stack off."""
    yield "a deal begun a stack later", [*wall[-2:], *wall[:-2]]
    yield "a deal begun a stack before", [*wall[2:], *wall[:2]]
    lives = sum(one["type"] in _TAKEN and _is_live(one, plan) for one in events)
    loose = sum(one["type"] in _TAKEN and not _is_live(one, plan) for one in events)
    ends = plan.wall.live_ends
    used, end = _dealt(events) + lives, ends[min(loose, len(ends) - 1)]
    for number in (1, 2):
        if end - used > number + _ROOM:
            left, rest = wall[end - _ROOM - number : end - _ROOM], [*wall[: end - _ROOM - number], *wall[end - _ROOM :]]
            for at in range(_dealt(events)):
                yield f"a deal past {number}", [*rest[:at], *left, *rest[at:]]


def blocks_with_a_tile_too_many(events: list[Fields], plan: TablePlan) -> Iterator[Faulty]:
    """A tile more is written down of a block of the deal, which its player never has."""
    got = Counter(tile for one in events if one["type"] in (*_TAKEN, "deal")
                  for tile in (*one.get("tiles", ()), one.get("tile", "")))  # fmt: skip
    for at, one, _block in _blocks(events, plan):
        own = {tile for each in events if each.get("seat") == one["seat"]
               for tile in (*each.get("tiles", ()), each.get("tile"))}  # fmt: skip
        free = (rank + suit for rank in "2346789" for suit in "bcd")
        more = next((tile for tile in free if got[tile] < 4 and tile not in own), None)
        if more is None:
            continue
        written = {**one, "tiles": [*one["tiles"], more]}
        seat = one["seat"]
        yield Faulty(f"a tile too many of {seat}", [*events[:at], written, *events[at + 1 :]], at + 1, seat)


_ROOM = 5
"""So many tiles of the live wall are left at its end, also where kongs take some of them."""


# -- out of turn, and the turn stays where it was ------------------------------------------------------------------


def draws_out_of_turn(events: list[Fields], plan: TablePlan) -> Iterator[Faulty]:
    """A player draws in another's turn and keeps the tile, or discards in the player's turn for it; the turn stays.

    One of each kind: to lay a wall anew takes long.
    """
    found = set[str]()
    for at in _in_play(events):
        one = events[at]
        if one["type"] not in ("draw", "discard") or events[at + 1]["type"] not in ("discard", "draw"):
            continue
        if one["type"] == "discard" and events[at - 1]["type"] != "draw":
            continue
        for seat in SEATS:
            if seat != one["seat"] and _is_free(events, seat):
                when = "to draw" if one["type"] == "draw" else "to discard"
                for makes, kind in ((_kept, "kept"), (_drawn_early, "early")):
                    if f"{when}, {kind}" not in found:
                        for fault in makes(events, plan, at, seat, when):
                            found.add(f"{when}, {kind}")
                            yield fault


def _is_free(events: Sequence[Fields], seat: str) -> bool:
    """Whether a player neither wins nor declares riichi, so that nothing is said of the hand but what is shown."""
    return not any(one.get("seat") == seat and (one["type"] == "mahjong" or one.get("riichi")) for one in events)


def _kept(events: list[Fields], plan: TablePlan, at: int, seat: str, when: str) -> Iterator[Faulty]:
    """The tile stays in the hand to the end, and is shown with it."""
    tile = _spare_tile(events, plan, seat)
    if tile is None:
        return
    drawn = {"type": "draw", "seat": seat, "tile": tile}
    laid = laid_anew(_shown_otherwise([*events[:at], drawn, *events[at:]], seat, more=(tile,)), plan, {})
    if laid is not None:
        yield Faulty(f"a draw when another is {when}, kept", numbered(laid), at + 1, seat)


def _shown_otherwise(
    events: Sequence[Fields], seat: str, more: Sequence[str] = (), without: Sequence[str] = ()
) -> list[Fields]:
    """The events with tiles more, or without some, in the hand that a player shows; what it is worth is not said."""
    changed = []
    for one in events:
        if one["type"] == "show" and one["seat"] == seat:
            rest = Counter([*one.get("rest", ()), *more])
            rest.subtract(without)
            changed.append({**one, "rest": [*rest.elements()]})
        elif one["type"] != "settlement" and (one["type"], one.get("seat")) != ("score", seat):
            changed.append(one)
    return changed


def _spare_tile(events: Sequence[Fields], plan: TablePlan, seat: str) -> str | None:
    """A tile of the wall that nobody takes, and that is worth nothing to a player."""
    wall = next(one["tiles"] for one in events if one["type"] == "wall")
    dealt = _dealt(events)
    indicated = {each for one in plan.wall.indicators for each in (one, one + 1)}
    left = Counter(tile for position, tile in enumerate(wall) if position >= dealt and position not in indicated)
    left.subtract(one["tile"] for one in events if one["type"] in _TAKEN)
    had = {
        tile[-2:] for one in events if one.get("seat") == seat
        for tile in (*one.get("tiles", ()), one.get("tile", ""), *one.get("rest", ()))
    }  # fmt: skip
    return next((tile for tile, count in left.items() if count and tile[0] in "2345678" and tile not in had
                 and tile[1] in "bcd" and not (tile[0] == "5" and f"0{tile[1]}" in had)), None)  # fmt: skip


def _drawn_early(events: list[Fields], plan: TablePlan, at: int, seat: str, when: str) -> Iterator[Faulty]:
    """The player's next draw is made now; in that turn the player discards without another."""
    later = next((
        number for number in range(at + 1, _end(events) - 1)
        if events[number]["type"] == "draw" and events[number]["seat"] == seat
    ), None)  # fmt: skip
    if later is None or events[later + 1]["type"] != "discard" or events[later - 1]["type"] not in ("discard", "pass"):
        return
    if any(one["type"] == "kong" and one["seat"] == seat for one in events[later:]):
        # With the tile at hand before, it may not be added to a pung.
        return
    moved = [*events[:at], events[later], *events[at:later], *events[later + 1 :]]
    laid = laid_anew(moved, plan, {})
    if laid is not None:
        yield Faulty(f"a draw when another is {when}, early", numbered(laid), at + 1, seat)


def discards_out_of_turn(events: list[Fields], plan: TablePlan) -> Iterator[Faulty]:
    """A player discards in another's turn, and the turn stays: the hand is a tile short from then on."""
    for at in _in_play(events):
        one = events[at]
        if one["type"] not in ("draw", "discard") or (one["type"] == "discard" and events[at - 1]["type"] != "draw"):
            continue
        for seat in SEATS:
            if seat == one["seat"] or not _is_free(events, seat):
                continue
            tile = _unused_tile(events, at, seat)
            if tile is None:
                continue
            thrown = {"type": "discard", "seat": seat, "tile": tile}
            put = _shown_otherwise([*events[:at], thrown, *events[at:]], seat, without=(tile,))
            when = "to draw" if one["type"] == "draw" else "to discard"
            yield Faulty(f"a discard when another is {when}", numbered(put), at + 1, seat)


def _unused_tile(events: Sequence[Fields], at: int, seat: str) -> str | None:
    """A single tile that a player has at a place and keeps to the end, shown by itself where the hand is shown."""
    acts = [one for one in events if one.get("seat") == seat]
    if any(one["type"] == "fishing" for one in acts):
        return None
    shown = [one.get("rest", []) for one in acts if one["type"] == "show"]
    told = Counter(
        tile for one in acts if one["type"] != "show" for tile in (*one.get("tiles", ()), one.get("tile", ""))
    )
    came = _came(events[:at], seat)
    return next((tile for tile in came if told[tile] == 1 and tile[0] in "12346789" and tile[1] in "bcd"
                 and all(rest.count(tile) == 1 for rest in shown)), None)  # fmt: skip


def _came(events: Sequence[Fields], seat: str) -> Counter[str]:
    """The tiles that came to a player from the wall."""
    taken = [one for one in events if one["type"] in (*_TAKEN, "deal") and one["seat"] == seat]
    return Counter(tile for one in taken for tile in (one.get("tiles") or [one["tile"]]))


def replacements_out_of_turn(events: list[Fields], plan: TablePlan) -> Iterator[Faulty]:
    """A player takes a loose tile for which there is no kong, in another's turn, and keeps it; the turn stays."""
    for at in _in_play(events) if plan.wall.loose else ():
        one = events[at]
        if one["type"] not in ("draw", "discard") or (one["type"] == "discard" and events[at - 1]["type"] != "draw"):
            continue
        for seat in SEATS:
            tile = _spare_tile(events, plan, seat)
            if seat == one["seat"] or not _is_free(events, seat) or tile is None:
                continue
            loose = {"type": "kong-replacement", "seat": seat, "tile": tile}
            laid = laid_anew(_shown_otherwise([*events[:at], loose, *events[at:]], seat, more=(tile,)), plan, {})
            if laid is not None:
                when = "to draw" if one["type"] == "draw" else "to discard"
                yield Faulty(f"a loose tile when another is {when}", numbered(laid), at + 1, seat)


def claims_too_late(events: list[Fields], plan: TablePlan) -> Iterator[Faulty]:
    """A player calls a discard when the next one has drawn; and lays the set down with it or not; the turn stays."""
    for at in _in_play(events):
        one, before = events[at], events[at - 1]
        if (before["type"], one["type"], events[at - 2]["type"]) != ("draw", "discard", "discard"):
            continue
        latest = events[at - 2]["tile"]
        for seat in set(SEATS) - {one["seat"], events[at - 2]["seat"]}:
            if not _is_free(events, seat) or not _keeps_a_pair(events, at, seat, latest):
                continue
            call = {"type": "claim", "seat": seat, "for": "pung"}
            laid = {"type": "expose", "seat": seat, "kind": "pung", "tiles": [latest] * 3}
            yield Faulty("a call too late", numbered([*events[:at], call, *events[at:]]), at + 1, seat)
            put = _shown_otherwise([*events[:at], call, laid, *events[at:]], seat, without=(latest,) * 2)
            yield Faulty("a pung too late", numbered(put), at + 1, seat)


def _keeps_a_pair(events: Sequence[Fields], at: int, seat: str, tile: str) -> bool:
    """Whether a player has two of a tile at a place, and shows them in the end."""
    gone = any(tile in (*one.get("tiles", ()), one.get("tile")) for one in events
               if one.get("seat") == seat and one["type"] in ("discard", "expose", "kong", "charleston"))  # fmt: skip
    shown = [one.get("rest", []) for one in events if one["type"] == "show" and one["seat"] == seat]
    return _came(events[:at], seat)[tile] == 2 and not gone and all(rest.count(tile) == 2 for rest in shown)


_NEXT = 2
"""So soon after a fault it is open how that is to be read."""


def also_discarded(faulty: Faulty, chance: Random, of_same: bool = False) -> tuple[Faulty, int] | None:
    """The log with a later discard of a tile that its player does not have; also its number.

    It is another player than the one of the fault, or the same.
    """
    events, held = faulty.events, {seat: Counter[str]() for seat in SEATS}
    places = []
    for at, one in enumerate(events[: _end(events)]):
        tiles = (*one.get("tiles", ()), one.get("tile", ""))
        is_whose = one["type"] == "discard" and (one["seat"] == faulty.seat) == of_same
        if is_whose and _is_free(events, one["seat"]) and at > faulty.at + _NEXT:
            places.append((at, {seat: +each for seat, each in held.items()}))
        if one["type"] in (*_TAKEN, "deal"):
            held[one["seat"]].update(tiles)
        elif one["type"] == "discard":
            held[one["seat"]].subtract(tiles)
    if not places:
        return None
    at, now = chance.choice(places)
    passed = {tile for one in events if one["type"] == "charleston" for tile in one["tiles"]}
    # What somebody took in another's place that player can be thought to have.
    passed |= {*events[faulty.at - 1].get("tiles", ())}
    tile = chance.choice([tile for rank in "12346789" for suit in "bcd"
                          if not now[events[at]["seat"]][tile := f"{rank}{suit}"] and tile not in passed])  # fmt: skip
    other = {name: value for name, value in events[at].items() if name not in ("drawn", "riichi", "calling", "named")}
    changed = [*events[:at], {**other, "tile": tile}, *events[at + 1 :]]
    return faulty._replace(events=changed), at + 1


def first_of_each_kind(faults: Iterator[Faulty]) -> list[Faulty]:
    """One fault of each kind."""
    kinds: dict[str, Faulty] = {}
    for one in faults:
        kinds.setdefault(one.kind, one)
    return [*kinds.values()]
