"""What is provable of a short history with unknown tiles: every assignment of them is tried.

A model of its own, small enough to be seen through, that shares nothing with the rules it is to judge. It knows the
tiles of `NAMED` one by one; any other tile that nobody saw is `OTHER`, which can stand for every kind that is never
named, and is never used up. A *world* is one assignment: who has which of the named tiles, and how many others. A
history is followed in all worlds at once; an event that cannot be in a world ends it. When none is left, the history
is provably wrong, and the event at which that happened is where it became certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

NAMED = ("1b", "2b", "3b", "Ew", "9d")
OTHER = "other"
LETTERS = (*NAMED, OTHER)
SEATS = "ESWN"
COPIES = 4

Hand = tuple[int, ...]
"""How many of each of `LETTERS`."""


class World(NamedTuple):
    """One assignment: the four hands, and how many of each named tile have left them."""

    hands: tuple[Hand, Hand, Hand, Hand]
    gone: Hand


EMPTY: Hand = (0,) * len(LETTERS)


def _with(hand: Hand, letter: str, count: int = 1) -> Hand:
    place = LETTERS.index(letter)
    return (*hand[:place], hand[place] + count, *hand[place + 1 :])


def _has(hand: Hand, wanted: tuple[str, ...]) -> bool:
    return all(hand[LETTERS.index(letter)] >= count for letter, count in Counter(wanted).items())


class Assignments:
    """All worlds in which a history can have happened; `known` are the tiles that need no assignment, per seat."""

    def __init__(self) -> None:
        self.worlds: set[World] = {World((EMPTY,) * 4, EMPTY)}
        self.known: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
        self.called: dict[str, str] = {}
        self.discard: tuple[str, str] | None = None
        self.unclear = False
        """What an other tile was matters: in an unseen kong."""

    def follow(self, event: dict[str, Any]) -> bool:
        """Carry out one event in every world; whether one is left."""
        kind = event["type"].replace("-", "_")
        step = getattr(self, f"_{kind}", None)
        if step is not None:
            step(event)
        return bool(self.worlds)

    # -- what happens to one world -----------------------------------------------------------------------------

    def _give(self, seat: str, tile: str) -> None:
        if tile not in (*NAMED, "??"):
            self.known[seat][tile] += 1
            return
        letters = LETTERS if tile == "??" else (tile,)
        self.worlds = {new for world in self.worlds for letter in letters for new in _given(world, seat, letter)}

    def _take(self, seat: str, tile: str) -> None:
        """A tile leaves a hand: a named one, one known anyway, or one that nobody saw."""
        if tile not in (*NAMED, "??") and self.known[seat][tile]:
            self.known[seat][tile] -= 1
            return
        letters = LETTERS if tile == "??" else (tile if tile in NAMED else OTHER,)
        self.worlds = {new for world in self.worlds for letter in letters for new in _taken(world, seat, (letter,))}

    # -- events --------------------------------------------------------------------------------------------------

    def _deal(self, event: dict[str, Any]) -> None:
        for tile in event["tiles"]:
            self._give(event["seat"], tile)

    def _draw(self, event: dict[str, Any]) -> None:
        self._give(event["seat"], event["tile"])
        self._close()

    _kong_replacement = _draw

    def _discard(self, event: dict[str, Any]) -> None:
        self._take(event["seat"], event["tile"])
        self._close((event["seat"], event["tile"]))

    def _claim(self, event: dict[str, Any]) -> None:
        """A call proves nothing, also where it has to stand back: it may be a slip, or a bluff, and is no error."""
        self.called[event["seat"]] = event["for"]

    def _expose(self, event: dict[str, Any]) -> None:
        assert self.discard is not None
        rest = list(event["tiles"])
        if self.discard[1] not in rest or self.called.get(event["seat"]) != event["kind"]:
            self.worlds = set()
            return
        rest.remove(self.discard[1])
        for tile in rest:
            self._take(event["seat"], tile)
        self._close()

    def _close(self, discard: tuple[str, str] | None = None) -> None:
        self.called, self.discard = {}, discard

    def _kong(self, event: dict[str, Any]) -> None:
        if event["kind"] == "added":
            self._take(event["seat"], event["tiles"][0])
            return
        most = max(self.known[event["seat"]].values(), default=0)
        others = max((world.hands[SEATS.index(event["seat"])][-1] for world in self.worlds), default=0)
        self.unclear = self.unclear or ("??" in event["tiles"] and most > 0 and most + others >= 4)
        kinds = NAMED if "??" in event["tiles"] else (event["tiles"][0],)
        fours = [(letter,) * 4 for letter in kinds] + ([(OTHER,) * 4] if "??" in event["tiles"] else [])
        self.worlds = {new for world in self.worlds for four in fours for new in _taken(world, event["seat"], four)}

    def _show(self, event: dict[str, Any]) -> None:
        """The hand as shown: named tiles as many as there are, the unseen ones anything."""
        shown = Counter(event["rest"])
        unseen = shown.pop("??", 0)
        known = self.known[event["seat"]]
        unseen -= sum(max(0, known[tile] - shown[tile]) for tile in known)
        others = sum(max(0, shown[tile] - known[tile]) for tile in shown if tile not in NAMED)
        place = SEATS.index(event["seat"])
        named = [shown[letter] for letter in NAMED]

        def fits(world: World) -> bool:
            hand = world.hands[place]
            hidden = [have - seen for have, seen in zip(hand, named, strict=False)]
            return min(hidden) >= 0 and hand[-1] >= others and sum(hidden) + hand[-1] - others == unseen

        self.worlds = {world for world in self.worlds if fits(world)}


def _given(world: World, seat: str, letter: str) -> Iterator[World]:
    place = SEATS.index(seat)
    number = LETTERS.index(letter)
    held = sum(hand[number] for hand in world.hands) + world.gone[number]
    if letter == OTHER or held < COPIES:
        hands = list(world.hands)
        hands[place] = _with(hands[place], letter)
        yield World(tuple(hands), world.gone)  # type: ignore[arg-type]


def _taken(world: World, seat: str, letters: tuple[str, ...]) -> Iterator[World]:
    place = SEATS.index(seat)
    if not _has(world.hands[place], letters):
        return
    hand, gone = world.hands[place], world.gone
    for letter in letters:
        hand, gone = _with(hand, letter, -1), _with(gone, letter)
    hands = list(world.hands)
    hands[place] = hand
    yield World(tuple(hands), gone)  # type: ignore[arg-type]
