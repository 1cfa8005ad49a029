"""What a pattern can ask of a hand that is counted in fans: parts, tiles, how it was won and what it waited for.

A hand is counted in one *reading*: its parts, which are four sets and the pair or those of another complete hand, and
which of them the winning tile completed.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import msgspec

from mjlog.hands import CHOW, KONG, PAIR, PUNG
from mjlog.hands.shapes import SUIT_BITS, pack_tiles
from mjlog.scoring.facts import COMPLETED, CONCEALED, Win
from mjlog.tiles import FIRST_HONOR, is_dragon, is_wind

ASKED: list[int] = []
"""The sets of kinds that fans ask whether all tiles of a hand are in, a bit a kind."""


def asked(kinds: int) -> int:
    """Some kinds, a bit each, of which a fan asks whether all tiles are of them (`FanFacts.has_only`)."""
    if kinds not in ASKED:
        ASKED.append(kinds)
    return kinds


Places = tuple[int, ...]
"""The places, among the parts of a hand, of those that make a fan together."""


_GATES = pack_tiles((0, 0, 0, *range(1, 8), 8, 8, 8))
NINE_GATES = frozenset(_GATES << suit * SUIT_BITS for suit in range(3))
"""1112345678999 of each suit, packed."""


class Part(NamedTuple):
    """A set, the pair, or the whole of another hand; `state`: how it came about (`mjlog.scoring.facts`)."""

    form: int
    tile: int
    state: int

    @property
    def is_pung(self) -> bool:
        """A pung or a kong."""
        return self.form in (PUNG, KONG)

    @property
    def is_melded(self) -> bool:
        """It was claimed, or is a kong that was added to a claimed pung; what the win completed is not melded."""
        return self.state not in (CONCEALED, COMPLETED)


class FanFacts(msgspec.Struct, frozen=True, dict=True):
    """A winning hand in one reading.

    `parts`: those on the table first; of four sets and a pair, or of what is left of them beside a knitted nine, the
    pair last. `completed`: the place of the part that the winning tile completed, None where no tile was the last;
    `win_tile`: its kind, -1 then. `kinds`: the kinds of all tiles, a bit each; `fours`: of how many kinds all four are
    in the hand, and are no kong; `before`: the concealed tiles before the win, packed, of a hand without sets on the
    table. `is_single`: the winning tile's kind alone could complete
    the hand. `seat`, `round`: kinds of the winds. `bonus`: how many flowers and seasons. `is_last_of_kind`: the three
    others of the winning tile's kind lie open.
    """

    parts: tuple[Part, ...]
    completed: int | None
    win_tile: int
    kinds: int
    fours: int
    before: int
    is_single: bool
    seat: int
    round: int
    bonus: int
    is_last_of_kind: bool
    win: Win

    @property
    def is_standard(self) -> bool:
        """Four sets and a pair."""
        return len(self.parts) == 5 and all(part.form <= PAIR for part in self.parts)

    @functools.cached_property
    def pair(self) -> Part | None:
        """The only pair."""
        pairs = [part for part in self.parts if part.form == PAIR]
        return pairs[0] if len(pairs) == 1 else None

    @functools.cached_property
    def chows(self) -> list[tuple[int, int]]:
        """Of each chow its place, and its first tile, by which they are ordered."""
        found = [(part.tile, place) for place, part in enumerate(self.parts) if part.form == CHOW]
        return [(place, tile) for tile, place in sorted(found)]

    @functools.cached_property
    def pungs(self) -> list[tuple[int, int]]:
        """Of each pung and kong its place and its tile, by which they are ordered."""
        found = [(part.tile, place) for place, part in enumerate(self.parts) if part.is_pung]
        return [(place, tile) for tile, place in sorted(found)]

    @functools.cached_property
    def suit_pungs(self) -> list[tuple[int, int]]:
        """The pungs and kongs of suits."""
        return [(place, tile) for place, tile in self.pungs if tile < FIRST_HONOR]

    @functools.cached_property
    def wind_pungs(self) -> Places:
        """The places of pungs and kongs of winds."""
        return tuple(place for place, tile in self.pungs if is_wind(tile))

    @functools.cached_property
    def dragon_pungs(self) -> Places:
        """The places of pungs and kongs of dragons."""
        return tuple(place for place, tile in self.pungs if is_dragon(tile))

    @property
    def concealed_pungs(self) -> int:
        """How many pungs and kongs were not claimed, and not completed by another player's tile."""
        return sum(part.is_pung and part.state == CONCEALED for part in self.parts)

    @property
    def concealed_kongs(self) -> int:
        """How many kongs were laid out of the hand."""
        return sum(part.form == KONG and part.state == CONCEALED for part in self.parts)

    @property
    def melded_kongs(self) -> int:
        """How many kongs were claimed, or added to a claimed pung."""
        return sum(part.form == KONG and part.is_melded for part in self.parts)

    @property
    def is_concealed(self) -> bool:
        """No set was claimed before the win."""
        return not any(part.is_melded for part in self.parts)

    @property
    def is_self_drawn(self) -> bool:
        """Won with a tile out of the wall, the dealt hand too."""
        return self.win.source is not None and not self.win.claimed

    def has_only(self, kinds: int) -> bool:
        """Whether all tiles are of these kinds, which are `asked` for."""
        return not self.kinds & ~kinds
