"""A hand as it is put to the scorer, what can be said of it before it is taken apart, and what a scorer answers."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from plain.groups import Group, Special, Way, copies, sets_and_pair
from plain.tiles import CODES, DRAGONS, HONORS, KINDS, MAJORS, NUMBERS, TERMINALS, WINDS, Tiles, suit

TAKEN = ("discard", "last-discard", "first-discard", "kong")
"""Sources of a winning tile that another player held."""
DRAWN = ("wall", "last-wall", "loose")
"""Sources of a winning tile that the winner drew; the dealt hand is none of them."""

Specials = Callable[[Tiles, Sequence[Group]], Iterable[Special]]
"""The hands of a rule set that are not four sets and a pair: those that concealed tiles and sets on the table make."""

Item = tuple[str, int, int]
"""A rule, and the points and doubles earned by it once."""


class Limit(NamedTuple):
    """A limit hand: its name, the rule, and what it is worth in points."""

    name: str
    rule: str
    worth: int


class Answer(NamedTuple):
    """What a hand is worth in one arrangement.

    `limits`: the names that the limit hand taken may have; none where the points and doubles count. `items`: what is
    told, in order.
    """

    total: int
    points: int
    doubles: int
    limits: frozenset[str]
    items: tuple[Item, ...]


class Hand:
    """A hand of a request (FORMAT, `mjlog score`), with its options.

    `concealed` are the tiles not on the table, the winning one among them, in order; `held` the copies of every kind,
    table included; `number` the number of the seat's flower and season.
    """

    def __init__(self, request: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.options = options
        self.seat, self.round = "ESWN".index(request["seat"]), "ESWN".index(request["round"])
        self.own_wind, self.prevailing_wind = WINDS[self.seat], WINDS[self.round]
        self.concealed: Tiles = tuple(sorted(NUMBERS[code] for code in request["concealed"]))
        self.laid = tuple(_laid(given) for given in request.get("sets") or ())
        self.bonus = frozenset(request.get("bonus") or ())
        self.number = self.seat + 1
        self.won: bool = request["won"]
        self.source: str | None = request.get("source") if self.won else None
        self.tile: int | None = NUMBERS.get(request.get("tile") or "") if self.won else None
        self.flags = frozenset(request.get("flags") or ())
        self.east_wins: int = request.get("east_wins") or 0 if self.won else 0
        self.taken, self.drawn = self.source in TAKEN, self.source in DRAWN
        self.held = copies(self.concealed, self.laid)
        self.kinds = [tile for tile in KINDS if self.held[tile]]
        self.last_of_the_wall = self.source == "last-wall" or ("last-tile" in self.flags and self.source == "wall")
        self.last_discard = self.source == "last-discard" or ("last-tile" in self.flags and self.source == "discard")

    def with_drawn(self, tile: int) -> Hand:
        """The hand of a loser as if one more tile had been drawn, and won."""
        drawn = copy.copy(self)
        for name in ("honors", "suits", "only_majors", "only_honors", "only_terminals"):
            drawn.__dict__.pop(name, None)
        drawn.concealed = tuple(sorted((*self.concealed, tile)))
        drawn.won, drawn.source, drawn.tile, drawn.taken, drawn.drawn = True, "wall", tile, False, True
        drawn.held = copies(drawn.concealed, self.laid)
        drawn.kinds = [kind for kind in KINDS if drawn.held[kind]]
        return drawn

    @property
    def dealt(self) -> bool:
        """Whether East won with the dealt hand: bonus tiles may have been replaced, but no kong was made."""
        dealt = self.source == "deal" or ("no-discard" in self.flags and self.drawn)
        return self.seat == 0 and dealt and not any(group.form == "kong" for group in self.laid)

    # -- the tiles alone

    @functools.cached_property
    def honors(self) -> bool:
        """Whether there are winds or dragons."""
        return self.kinds[-1] >= 27

    @functools.cached_property
    def suits(self) -> int:
        """How many suits there are."""
        return len({suit(tile) for tile in self.kinds if tile < 27})

    def only(self, kinds: Iterable[int]) -> bool:
        """Whether all tiles are of these kinds."""
        return set(self.kinds) <= set(kinds)

    @functools.cached_property
    def only_majors(self) -> bool:
        """Only 1s, 9s, winds and dragons."""
        return self.only(MAJORS)

    @functools.cached_property
    def only_honors(self) -> bool:
        """Only winds and dragons."""
        return self.only(HONORS)

    @functools.cached_property
    def only_terminals(self) -> bool:
        """Only 1s and 9s."""
        return self.only(TERMINALS)

    # -- flowers and seasons

    def has_own(self, letter: str) -> bool:
        """Whether the seat's flower ("f") or season ("s") is there."""
        return f"{self.number}{letter}" in self.bonus

    def has_all(self, letter: str) -> bool:
        """Whether all four flowers ("f") or seasons ("s") are there."""
        return all(f"{number}{letter}" in self.bonus for number in (1, 2, 3, 4))

    # -- the hand taken apart

    def completed(self, way: Way) -> Iterator[list[Group]]:
        """The groups of the whole hand, with each in turn that the winning tile can have completed."""
        places = {way.index(group) for group in way if self.tile in group.tiles}
        if not places:
            yield [*self.laid, *way]
        for at in places:
            last = way[at]._replace(last=True, closed=not self.taken)
            yield [*self.laid, *way[:at], last, *way[at + 1 :]]

    def only_one_completes(self, specials: Specials, used_up: Sequence[int] | None = None, most_chows: int = 4) -> bool:
        """Whether no other kind than the winning tile's would have completed the hand as it was held.

        A kind of which `used_up` has four is not possible; by default, of which the player holds four.
        """
        if self.tile is None:
            return False
        before = list(self.concealed)
        before.remove(self.tile)
        used_up = copies(before, self.laid) if used_up is None else used_up
        return not any(
            tile != self.tile
            and used_up[tile] < 4
            and is_complete(tuple(sorted((*before, tile))), self.laid, specials, most_chows)
            for tile in KINDS
        )


def _laid(given: Mapping[str, Any]) -> Group:
    tiles = tuple(sorted(NUMBERS[code] for code in given["tiles"]))
    return Group(
        given["kind"],
        tiles,
        closed=given.get("concealed", False),
        laid=True,
        claimed=given["kind"] == "kong" and given.get("origin") == "claimed",
    )


def standard_ways(concealed: Tiles, laid: Sequence[Group], most_chows: int = 4) -> Iterator[Way]:
    """All ways to make four sets and a pair of the hand, with no more chows than there may be."""
    if len(concealed) + 3 * len(laid) != 14:
        return
    table = sum(group.form == "chow" for group in laid)
    for way in sets_and_pair(concealed):
        if table + sum(group.form == "chow" for group in way) <= most_chows:
            yield way


@functools.lru_cache(maxsize=256)
def is_complete(concealed: Tiles, laid: tuple[Group, ...], specials: Specials, most_chows: int = 4) -> bool:
    """Whether the tiles are a complete hand."""
    return any(True for _ in standard_ways(concealed, laid, most_chows)) or any(True for _ in specials(concealed, laid))


def waits_of(hand: Hand, specials: Specials, most_chows: int = 4) -> list[str]:
    """The kinds that complete a loser's hand and of which the player does not hold all four already."""
    return [
        CODES[tile]
        for tile in KINDS
        if hand.held[tile] < 4 and is_complete(tuple(sorted((*hand.concealed, tile))), hand.laid, specials, most_chows)
    ]


def set_points(group: Group) -> int:
    """Pung 2, kong 8; of 1s, 9s, winds and dragons, and concealed, each twice that. All rule sets agree."""
    return (2 if group.form == "pung" else 8) * (2 if group.tile in MAJORS else 1) * (2 if group.closed else 1)


def numbers_of(groups: Sequence[Group], kinds: Sequence[int] = DRAGONS) -> tuple[int, int]:
    """How many pungs and kongs, and how many pairs, of some kinds there are."""
    sets = sum(group.alike and group.tile in kinds for group in groups)
    return sets, sum(group.form == "pair" and group.tile in kinds for group in groups)


def best(answers: Iterable[Answer]) -> list[Answer]:
    """The answers with the best total: where several arrangements have it, the rules do not say which is told."""
    all_answers = list(answers)
    most = max((answer.total for answer in all_answers), default=None)
    return [answer for answer in all_answers if answer.total == most]
