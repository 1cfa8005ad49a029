"""One player's concealed tiles through a hand, in every assignment of those that nobody saw: each is tried.

It knows how tiles move, and no rules: what comes in must come from somewhere, what leaves was there, what is shown is
all there is. The tiles of one act can be left open, so that nothing else is proved by its own word.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

SEATS = "ESWN"
UNSEEN = "??"
NEVER = 10**9
TAKEN = ("draw", "kong-replacement", "bonus-replacement")
Event = dict[str, Any]
Tiles = Counter[str]


class Step(NamedTuple):
    """Tiles come `in` from the wall, are `got` from a player, go `out`, or are `shown`; `now`: the act is next."""

    seq: int
    what: str
    tiles: tuple[str, ...] = ()


def steps(events: Sequence[Event], seat: str, act: int | None = None) -> list[Step]:
    """What happens to a player's concealed tiles. `act`: the event whose own tiles are left open."""
    made: list[Step] = []
    discard, laid, passed, last = "", [], dict[str, list[Step]](), 0
    for event, then in itertools.zip_longest(events, events[1:], fillvalue=Event()):
        if event.get("racked") is False and then.get("type") == "claim":
            # The tile goes back to the wall.
            continue
        kind, seq, is_own = event["type"], event["seq"], event.get("seat") == seat
        if seq == act:
            made.append(Step(seq, "now"))
        if kind == "charleston":
            passed.setdefault(event["pass"], []).extend(_passed(event, seat))
            last = seq
        elif passed:
            # The four of a pass take effect together: what a player gets can go on in the same pass.
            in_order = (sorted(one, key=lambda step: step.what == "out") for one in passed.values())
            made += [step._replace(seq=last) for one in in_order for step in one]
            passed = {}
        if is_own or kind == "discard":
            made += _own(event, discard, laid, seq == act) if is_own else []
            discard = event["tile"] if kind == "discard" else discard
        if is_own and kind in ("expose", "kong", "lay-concealed"):
            laid.append(sorted(event["tiles"]))
    return made


def _passed(event: Event, seat: str) -> Iterator[Step]:
    """What a pass brings to a player, or takes."""
    steps = {"right": 1, "across": 2, "left": 3, "courtesy": 2}[event["pass"].split("-")[0]]
    if event["seat"] == seat:
        yield Step(event["seq"], "out", tuple(event["tiles"]))
    elif SEATS[(SEATS.index(event["seat"]) + steps) % 4] == seat:
        yield Step(event["seq"], "got", tuple(event["tiles"]))


def _own(event: Event, discard: str, laid: Sequence[list[str]], is_open: bool) -> Iterator[Step]:
    kind, seq = event["type"], event["seq"]
    if kind == "deal" or kind in TAKEN:
        yield Step(seq, "in", tuple(event.get("tiles", [event.get("tile")])))
    elif kind == "mahjong" and event["source"] == "discard" and not event.get("taken_back"):
        yield Step(seq, "got", (discard,))
    elif kind == "show":
        yield Step(seq, "shown", tuple(_shown(event, laid)))
    else:
        left = tuple(leaving(event, discard))
        if left:
            yield Step(seq, "out", (UNSEEN,) * len(left) if is_open else left)
        if kind == "joker-exchange":
            yield Step(seq, "got", ("Jk",))


def leaving(event: Event, discard: str) -> list[str]:
    """The tiles that an act takes out of the hand."""
    tiles = list(event.get("tiles", ()))
    if event["type"] in ("discard", "joker-exchange"):
        return [event["tile"]]
    if event["type"] == "kong":
        return tiles[: 4 if event["kind"] == "concealed" else 1]
    if event["type"] == "expose":
        tiles.remove(discard)
    return tiles if event["type"] in ("expose", "bonus", "lay-concealed") else []


def _shown(event: Event, laid: Sequence[list[str]]) -> Iterator[str]:
    """The concealed tiles of a hand shown: sets that lie on the table are repeated there."""
    on_table = list(laid)
    for tiles in event.get("sets") or ():
        if sorted(tiles) in on_table:
            on_table.remove(sorted(tiles))
        else:
            yield from tiles
    yield from event.get("rest") or ()


def follow(made: Sequence[Step], unseen: Sequence[str]) -> tuple[Tiles, int]:
    """The hand at the act if these are the unseen tiles, in order; and the event that cannot be then."""
    coming, hand, now, before, owed = iter(unseen), Tiles(), Tiles(), Tiles(), 0
    for step in made:
        named = Tiles(tile for tile in step.tiles if tile != UNSEEN)
        if step.what in ("in", "got"):
            hand.update(next(coming) if tile == UNSEEN else tile for tile in step.tiles)
        elif step.what == "now":
            now = Tiles(hand)
        elif step.what == "out":
            if len(step.tiles) > named.total():
                before, owed = Tiles(hand), len(step.tiles) - named.total()
            hand.subtract(named)
            # What was drawn since the act goes first: what is owed left the hand at the act.
            before &= hand
        elif not _is_all(step, hand, before, owed):
            return now, step.seq
        if min(hand.values(), default=0) < 0 or before.total() < owed:
            return now, step.seq
    return now, NEVER


def _is_all(shown: Step, hand: Tiles, before: Tiles, owed: int) -> bool:
    """Whether a hand shown is this one, but for the tiles that left it at the act: they were there `before`."""
    named = Tiles(tile for tile in shown.tiles if tile != UNSEEN)
    left = hand - named
    is_there = named <= hand and left.total() == owed + shown.tiles.count(UNSEEN)
    return is_there and (not owed or UNSEEN in shown.tiles or left <= before)


def known(made: Sequence[Step]) -> Tiles:
    """The known tiles of the hand at the act: where a known one and an unseen one can have left, the known one did."""
    hand = Tiles()
    for step in made:
        if step.what == "now":
            break
        hand.update(tile for tile in step.tiles if step.what in ("in", "got") and tile != UNSEEN)
        if step.what == "out":
            hand = hand - Tiles(step.tiles)
    return hand


class Copies:
    """How many tiles of each kind are left for one player's unseen ones, after each event."""

    def __init__(self, events: Sequence[Event], seat: str, copies: Mapping[str, int]) -> None:
        self.copies, self.used = copies, Tiles()
        self.after: list[tuple[int, Tiles]] = []
        parts = {other: steps(events, other) for other in SEATS}
        hands = {other: Tiles() for other in SEATS}
        for event in events:
            for other in SEATS:
                for step in (step for step in parts[other] if step.seq == event["seq"]):
                    self._use(step, hands[other], other == seat)
            self.after.append((event["seq"], Tiles(self.used)))

    def _use(self, step: Step, hand: Tiles, is_own: bool) -> None:
        """Tiles of the others that were not seen before; of the player only those that were seen to come."""
        named = Tiles(tile for tile in step.tiles if tile != UNSEEN)
        if step.what in ("in", "got"):
            hand.update(named)
            self.used.update(named if step.what == "in" else ())
            return
        if not is_own:
            self.used.update(named - hand)
        if step.what == "shown":
            hand.update(named - hand)
        else:
            hand.subtract(named & hand)

    @property
    def left(self) -> dict[str, int]:
        """By the whole record."""
        return {tile: number - self.used[tile] for tile, number in self.copies.items()}

    def lasts(self, came: Sequence[tuple[int, str]]) -> int:
        """The event at which there are too many of a kind. `came`: unseen tiles, and the events that brought them."""
        for seq, used in self.after:
            more = Tiles(tile for at, tile in came if at <= seq)
            if any(used[tile] + more[tile] > number for tile, number in self.copies.items()):
                return seq
        return NEVER


def kinds_that_can_be(made: Sequence[Step], copies: Copies) -> Iterator[tuple[str, ...]]:
    """Every way to name the unseen tiles that came in."""
    count = sum(step.tiles.count(UNSEEN) for step in made if step.what == "in")
    yield from itertools.product(copies.copies, repeat=count)


def assignments(made: Sequence[Step], copies: Copies) -> Iterator[tuple[str, ...]]:
    """Every way to name them with which nothing contradicts itself."""
    left = copies.left
    for way in kinds_that_can_be(made, copies):
        if all(number <= left[tile] for tile, number in Tiles(way).items()) and follow(made, way)[1] == NEVER:
            yield way
