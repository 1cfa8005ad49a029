"""What a scoring pattern can ask: about one set, the bonus tiles, the whole hand, its single tiles, and of fans.

A hand that is counted in fans is counted in one *reading*: its parts, which are four sets and the pair or those of
another complete hand, and which of them the winning tile completed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from mjlog.hands import (
    CHOW,
    GATES,
    KNITTED_PAIR,
    KNITTED_THREE,
    KONG,
    PAIR,
    PLAIN,
    PUNG,
    SNAKE,
    WONDERS,
    Forms,
    Group,
    group_tiles,
)
from mjlog.hands.shapes import SUIT_BITS, pack_tiles
from mjlog.scoring import tally
from mjlog.scoring.hand import CLAIMED_SOURCES, LAST_TILE, OF_LOSERS, WALL_SOURCES, Hand
from mjlog.seats import Seat
from mjlog.tiles import FIRST_BONUS, FIRST_HONOR, FIRST_SEASON, is_dragon, is_major, is_wind

CONCEALED, EXPOSED, CLAIMED_KONG, ADDED_KONG, COMPLETED = STATES = range(5)
"""How a set came about: in the hand (or laid face down); claimed; a kong claimed on a concealed pung; a kong by adding
to an exposed pung; completed by the claimed winning tile."""


@dataclass(frozen=True, slots=True)
class Manner:
    """Ways of counting that hold for a whole rule set.

    `claimed_kong_hides`: a kong claimed on a concealed pung counts as concealed for doubles (points as exposed).
    `forms`: the complete hands beside four sets and a pair. `robbing`: robbing a kong is a win. `undeclared_kongs`:
    four alike that a loser kept in the hand may be a kong; `single_pair`: a loser scores one pair. `long_hands`: a hand
    with too many tiles scores nothing. `players`: 3 or 4. `bonus_from_live`: bonus tiles are replaced from the
    live wall. `left_out`: kinds that are not played with. `fu`: points are fu, which depend on what the last tile
    completed and are no items of a score.
    """

    claimed_kong_hides: bool = False
    forms: Forms = PLAIN
    robbing: bool = True
    undeclared_kongs: bool = False
    single_pair: bool = False
    long_hands: bool = False
    players: int = 4
    bonus_from_live: bool = False
    left_out: tuple[int, ...] = ()
    fu: bool = False


@dataclass(frozen=True, slots=True)
class SetFacts:
    """One set (or pair) of a hand. `state`: how it came about; `own`, `prevailing`: of the wind.

    `last`: the kind of the winning tile, where that completed this set; asked where points are fu only.
    """

    form: int
    tile: int
    state: int
    own: bool
    prevailing: bool
    manner: Manner
    last: int | None = None

    @property
    def concealed(self) -> bool:
        """Dealt or drawn, the last tile too."""
        return self.state == CONCEALED

    @property
    def hidden(self) -> bool:
        """Counts as concealed for doubles."""
        return self.concealed or (self.state == CLAIMED_KONG and self.manner.claimed_kong_hides)

    @property
    def major(self) -> bool:
        """Of ones, nines or honors."""
        return is_major(self.tile)

    @property
    def is_triplet(self) -> bool:
        """A pung or a kong."""
        return self.form in (PUNG, KONG)

    @property
    def has_pair(self) -> bool:
        """A pair, or the thirteen wonders, which have one."""
        return self.form in (PAIR, WONDERS)

    @property
    def tally(self) -> int:
        """This set counted; also which one it is, where points are fu."""
        pair, triplet, dragon, wind = self.form == PAIR, self.is_triplet, is_dragon(self.tile), is_wind(self.tile)
        return (self._set_itself if self.manner.fu else 0) + tally.tally_of(
            sets=self.form in (CHOW, PUNG, KONG),
            chows=self.form == CHOW,
            pungs=self.form == PUNG,
            kongs=self.form == KONG,
            pairs=pair,
            wonders=self.form == WONDERS,
            open_before=self.state in (EXPOSED, CLAIMED_KONG, ADDED_KONG),
            open_sets=not self.hidden and (self.form <= PAIR or self.form == KNITTED_THREE),
            hidden_pungs=triplet and self.hidden,
            dragon_sets=triplet and dragon,
            dragon_pairs=pair and dragon,
            wind_sets=triplet and wind,
            wind_pairs=pair and wind,
            claimed_pairs=pair and self.state == COMPLETED,
        )

    @property
    def _set_itself(self) -> int:
        if self.form == CHOW:
            return tally.one_chow(self.tile)
        return tally.one_pung(self.tile) if self.is_triplet and self.tile < FIRST_HONOR else 0

    @property
    def flags(self) -> int:
        """What this group alone says of the hand, beside its tiles."""
        return _FORM_FLAGS.get(self.form, 0) | (self._shape_flags if self.manner.fu else 0)

    @property
    def _shape_flags(self) -> int:
        kinds, last_in_pair = group_tiles((self.form, self.tile)), self.has_pair and self.last == self.tile
        return (tally.LAST_IN_PAIR if last_in_pair else 0) | (0 if any(map(is_major, kinds)) else tally.INNER_SET)


_FORM_FLAGS = {
    KNITTED_PAIR: tally.KNITTED_PAIRS, KNITTED_THREE: tally.KNITTED_THREES, SNAKE: tally.SNAKES, GATES: tally.GATES,
}  # fmt: skip


class DoraFacts(NamedTuple):
    """How many tiles of a hand are dora: pointed at by an indicator, by one under it, and red fives."""

    indicated: int
    under: int
    red: int


@dataclass(frozen=True, slots=True)
class BonusFacts:
    """The flowers and seasons of a seat; `own_number` is the seat's, 1 East to 4 North."""

    kinds: tuple[int, ...]
    own_number: int

    @property
    def flowers(self) -> frozenset[int]:
        """Numbers of the flowers."""
        return frozenset(kind - FIRST_BONUS + 1 for kind in self.kinds if kind < FIRST_SEASON)

    @property
    def seasons(self) -> frozenset[int]:
        """Numbers of the seasons."""
        return frozenset(kind - FIRST_SEASON + 1 for kind in self.kinds if kind >= FIRST_SEASON)


class Win:
    """How a hand ended for a player: whether it won, with which kind of tile, and what else was true then.

    `east_wins`: as in `Hand`. Nothing here depends on the tiles.
    """

    __slots__ = (
        "claimed", "dealt", "east_wins", "flags", "from_wall", "last_tile", "loose", "robbed", "round", "seat",
        "source", "won",
    )  # fmt: skip

    def __init__(self, hand: Hand) -> None:
        self.seat: Seat = hand.seat
        self.round: Seat = hand.round
        self.won: bool = hand.won
        self.source: str | None = hand.source if hand.won else None
        self.flags: frozenset[str] = hand.flags if hand.won else hand.flags & OF_LOSERS
        self.east_wins: int = hand.east_wins if hand.won else 0
        self.claimed: bool = self.source in CLAIMED_SOURCES
        self.from_wall: bool = self.source in WALL_SOURCES
        self.dealt: bool = self.source in ("deal", None)
        self.loose: bool = self.source == "loose"
        self.robbed: bool = self.source == "kong"
        self.last_tile: bool = self.source in ("last-wall", "last-discard") or LAST_TILE in self.flags


_SHIFTS = tuple(tally.SHIFTS.values())


class HandFacts:
    """A whole hand in one arrangement: how many sets of which sort, which tiles it is made of, how it won.

    Counts: `sets`, `chows`, `pungs`, `kongs`, `pairs`; `triplets` are pungs and kongs. `open_before`: exposed sets
    before the win, `open_sets`: also one which the claimed tile completed; `hidden_pungs`: concealed pungs and kongs.
    `twin_chows`: how many times two equal chows, told where points are fu.
    `wonders`: the thirteen wonders. `suits`: how many; `honors`, `terminals`, `simples`: whether there are any.
    """

    __slots__ = (*tally.SHIFTS, "flags", "honors", "simples", "suits", "terminals", "triplets", "win")
    pairs: int
    sets: int
    chows: int
    pungs: int
    kongs: int
    wonders: int
    open_before: int
    open_sets: int
    hidden_pungs: int
    dragon_sets: int
    dragon_pairs: int
    wind_sets: int
    wind_pairs: int
    claimed_pairs: int
    twin_chows: int

    def __init__(self, counts: int, flags: int, win: Win) -> None:
        (
            self.pairs, self.sets, self.chows, self.pungs, self.kongs, self.wonders, self.open_before, self.open_sets,
            self.hidden_pungs, self.dragon_sets, self.dragon_pairs, self.wind_sets, self.wind_pairs, self.claimed_pairs,
            self.twin_chows,
        ) = [counts >> shift & 15 for shift in _SHIFTS]  # fmt: skip
        self.triplets = self.pungs + self.kongs
        self.flags = flags
        self.suits = (flags & tally.SUITS).bit_count()
        self.honors = bool(flags & tally.HONORS)
        self.terminals = bool(flags & tally.TERMINALS)
        self.simples = bool(flags & tally.SIMPLES)
        self.win = win

    @property
    def only_place(self) -> bool:
        """The winning tile was the only one that could come."""
        return bool(self.flags & tally.ONLY_PLACE)

    @property
    def only_tile(self) -> bool:
        """No other kind than the winning tile's could have completed the hand."""
        return bool(self.flags & tally.ONLY_TILE)

    @property
    def pointless(self) -> bool:
        """No set and no pair has points."""
        return bool(self.flags & tally.POINTLESS)

    @property
    def exposed_sets(self) -> int:
        """How many sets lie open, claimed kongs too, with the one that the claimed tile completed."""
        return self.open_before + (self.win.claimed and not self.claimed_pairs)

    @property
    def fully_concealed(self) -> bool:
        """Nothing open, and won with a tile that is known not to be a discard."""
        return not self.open_sets and self.win.source not in (None, "discard", "last-discard", "first-discard")


@dataclass(frozen=True, slots=True)
class TileFacts:
    """The single tiles of a hand: for patterns that counts do not tell apart. `groups`: also those on the table."""

    hand: Hand
    facts: HandFacts
    groups: tuple[Group, ...]

    @property
    def before(self) -> list[int]:
        """The concealed tiles before the winning tile came, as sorted kinds."""
        tiles = sorted(self.hand.concealed)
        if self.hand.tile is not None:
            tiles.remove(self.hand.tile)
        return tiles

    def forms(self, form: int) -> Iterable[int]:
        """The first tiles of all groups of a form, ascending."""
        return sorted(tile for other, tile in self.groups if other == form)


# -- hands that are counted in fans ----------------------------------------------------------------------------------


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


@dataclass(frozen=True)
class FanFacts:
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
        chows = [(part.tile, place) for place, part in enumerate(self.parts) if part.form == CHOW]
        return [(place, tile) for tile, place in sorted(chows)]

    @functools.cached_property
    def pungs(self) -> list[tuple[int, int]]:
        """Of each pung and kong its place and its tile, by which they are ordered."""
        pungs = [(part.tile, place) for place, part in enumerate(self.parts) if part.is_pung]
        return [(place, tile) for tile, place in sorted(pungs)]

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
