"""The Charleston as it is seen: which pass is made, who has passed, and what lies between two players.

Source: american/charleston-1 to american/charleston-4.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from mjlog.answers import Answer, Count, says
from mjlog.log.sight import Sight, sees_hand
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.passing import COURTESY, FIRST, SECOND, Given, Passing, receiver
from mjlog.table.state import PASSING
from mjlog.tiles import TILES, UNKNOWN, Tile

_ROUNDS = {**dict.fromkeys(FIRST, "the first Charleston"), **dict.fromkeys(SECOND, "the second Charleston")}
_WAYS = {"right": "to the right", "across": "across", "left": "to the left"}


class Parcel(Answer):
    """Tiles that lie between two players."""

    giver: Seat = field(name="from")
    taker: Seat = field(name="to")
    tiles: tuple[Tile, ...]
    blind: Count


class CharlestonView(Answer):
    """The Charleston, while it is played."""

    name: Annotated[str, says("the pass that is made, or next")] = field(name="pass")
    done: Annotated[tuple[str, ...], says("the passes that are over")]
    parcels: tuple[Parcel, ...] = field(name="passed")
    waiting: Annotated[tuple[Seat, ...], says("who has still to pass")]
    stopped: Seat | None = field(name="refused_by")

    @property
    def words(self) -> str:
        """The pass that is made or next, in words."""
        return pass_words(self.name)

    @property
    def due(self) -> str:
        """What is due next, in words: a pass, and what may come in its place."""
        if self.name == COURTESY:
            return "the courtesy, or the first discard"
        refusable = self.name == SECOND[0] and not self.parcels
        return f"{self.words}, or its refusal" if refusable else self.words


def way_words(name: str) -> str:
    """The way that the tiles of a pass go, in words.

    >>> way_words("left-2"), way_words("courtesy")
    ('to the left', 'across, as a courtesy')
    """
    return "across, as a courtesy" if name == COURTESY else _WAYS[name.partition("-")[0]]


def pass_words(name: str) -> str:
    """A pass in words.

    >>> pass_words("left-2"), pass_words("courtesy")
    ('the second Charleston, to the left', 'the courtesy')
    """
    return "the courtesy" if name == COURTESY else f"{_ROUNDS[name]}, {way_words(name)}"


def charleston_view(table: Table, sight: Sight) -> CharlestonView | None:
    """The Charleston of a table while it is played; None before and after."""
    passing = table.passing
    if passing is None or table.due != PASSING:
        return None
    name = passing.due
    given = passing.given if name == passing.name and name not in passing.done else {}
    parcels = tuple(_parcel(name, seat, given[seat], sight) for seat in SEATS if seat in given)
    return CharlestonView(name, passing.done, parcels, _waiting(passing, name), passing.stopped)


def _waiting(passing: Passing, name: str) -> tuple[Seat, ...]:
    return () if name == COURTESY else tuple(seat for seat in SEATS if seat not in passing.given)


def _parcel(name: str, giver: Seat, given: Given, sight: Sight) -> Parcel:
    """The giver knows what was not passed on unseen; nobody else has looked at it yet."""
    is_seen = sees_hand(sight, giver)
    tiles = tuple(TILES[kind if is_seen else UNKNOWN] for kind in given.kinds)
    return Parcel(giver, receiver(name, giver), tiles, given.blind)
