"""One player's place at the table: concealed tiles, sets, bonus tiles, and what was called and shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from mjlog.seats import Seat
from mjlog.tiles import HAND_TILES, JOKER, KINDS, PLAIN_KINDS, UNKNOWN, counts_of

HELD, DRAWN = "held", "drawn"
"""Where the fourth tile of a pung was when that was laid down: in the hand; or in the wall, perhaps."""


class TableSet(msgspec.Struct, gc=False):
    """A set on the table. `origin`: self, claimed, or added (a claimed pung made a kong).

    `seq`: the event that laid it; `first`: the one whose set it took the place of, 0 where it did not. `at`: which of
    the acts of the hand this was (`Table.acts`). `fourth`: of a claimed pung, whether its player is known to have
    "held" the fourth tile then, or may have "drawn" it since. `reds`: how many of its tiles are red fives;
    `claimed_red`: the claimed one is. `unseen`: of how many nobody saw the face; `wild`: how many stand for another.
    """

    kind: str
    tiles: tuple[int, ...]
    concealed: bool
    origin: str
    claimed_from: Seat | None = None
    claimed_tile: int = UNKNOWN
    seq: int = 0
    first: int = 0
    at: int = 0
    fourth: str = ""
    reds: int = 0
    claimed_red: bool = False
    unseen: int = 0
    wild: int = 0

    def can_be(self, shown: tuple[int, ...]) -> bool:
        """Whether sorted tiles can be those of this set, of which some were perhaps not seen."""
        if UNKNOWN not in self.tiles:
            return shown == tuple(sorted(self.tiles))
        known = [kind for kind in self.tiles if kind != UNKNOWN]
        alike = len(set(shown) - {JOKER}) <= 1
        held = all(shown.count(kind) >= known.count(kind) for kind in known)
        return len(shown) == len(self.tiles) and alike == (self.kind != "chow") and held

    def copy(self) -> TableSet:
        """An independent set."""
        return msgspec.structs.replace(self)


class Shown(msgspec.Struct):
    """A hand laid down at the end: sets, what is left over, and which set the winning tile completed."""

    sets: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]
    completes: int | None
    arranged: bool

    @property
    def counts(self) -> list[int]:
        """The tiles laid down, as counts per kind."""
        return counts_of(chain(*self.sets, self.rest))


class Statement(NamedTuple):
    """What a player said about a hand that is not wholly known, kept until the hand is shown.

    `claim`: a set or `mahjong` (called in vain), `fishing` (said), or a `discard` of which it is asked what else was in
    the hand, `at` which of the acts of the hand; `tile`: the one called; `laid`: the tiles of the
    sets that lay on the table then. `ways`: the tiles of which one choice was in the hand, if the set was called
    rightly. `left` and `drawn`: the tiles that have left the hand, and come to it, since then.
    """

    claim: str
    tile: int
    laid: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[int, ...], ...] = ()
    left: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    at: int = 0


class Called(NamedTuple):
    """An original call: which of the acts of the hand it was made with, and the concealed tiles left then, by kind."""

    at: int
    held: tuple[int, ...]


class Place(msgspec.Struct, eq=False):
    """One player's place: concealed tiles, sets, bonus tiles and what was called.

    `called`: the hand as it was when the player made an original call; None where none was made, or it is not known.
    `fishing_said`: the player has said that one tile is missing, and it still is; `fishing_missed`: had to,
    and has not. `told`: what was said of unknown tiles, which need not be true.
    `claim`: the event by which the player last called a tile, 0 where none did. `taken_back`: exposures of a dead hand
    that went back to the rack. `sure` is false where moves are missing: then nobody knows how many concealed tiles the
    player has, nor which.

    `held` are the concealed tiles that are certainly there, per kind; `unknown` is how many others there are. Where a
    tile has left that nobody saw, or that the player cannot have had, the hand is what had come to it without that
    tile: `surplus` says how many are too many, `doubtful` of which kinds they can be (empty where none is). All of
    `unknown` but the `unseen` ones are doubtful tiles.
    """

    seat: Seat
    held: list[int] = msgspec.field(default_factory=lambda: [0] * KINDS)
    unknown: int = 0
    doubtful: tuple[int, ...] = ()
    surplus: int = 0
    sets: list[TableSet] = []
    bonus: list[int] = []
    calling: bool = False
    called: Called | None = None
    fishing_said: bool = False
    fishing_missed: bool = False
    discarded: int = 0
    claim: int = 0
    claims_made: int = 0
    owed_bonus: int = 0
    last_drawn: int | None = None
    shown: Shown | None = None
    sure: bool = True
    told: tuple[Statement, ...] = ()
    taken_back: tuple[TableSet, ...] = ()

    def copy(self) -> Place:
        """An independent place."""
        sets = [laid.copy() for laid in self.sets]
        return msgspec.structs.replace(self, held=self.held.copy(), sets=sets, bonus=self.bonus.copy())

    @property
    def size(self) -> int:
        """How many concealed tiles the player has."""
        return sum(self.held) + self.unknown

    @property
    def tiles(self) -> int:
        """How many tiles the player has, those on the table included."""
        return self.size + sum(len(laid.tiles) for laid in self.sets)

    @property
    def most_unknown(self) -> int:
        """How many concealed tiles can be others than the ones held for certain: where moves are missing, all."""
        return self.unknown if self.sure else HAND_TILES

    @property
    def unseen(self) -> int:
        """How many concealed tiles are ones that nobody saw."""
        return self.unknown - sum(self.doubtful) + self.surplus

    @property
    def came(self) -> list[int]:
        """The tiles that are known to have come to the hand, per kind, those among them that are too many."""
        if not self.surplus:
            return list(self.held)
        return [certain + perhaps for certain, perhaps in zip(self.held, self.doubtful, strict=True)]

    def has_room_for(self, kinds: Sequence[int]) -> bool:
        """Whether these can all be among the concealed tiles, wherever else copies of them were seen."""
        unknown, unseen = self.most_unknown, self.unseen if self.sure else HAND_TILES
        for kind in set(kinds) - {UNKNOWN}:
            short = max(0, kinds.count(kind) - self.held[kind])
            unknown -= short
            unseen -= max(0, short - self.doubtful[kind]) if self.surplus else short
        return unknown >= 0 and unseen >= 0 and len(kinds) <= sum(self.held) + self.most_unknown

    @property
    def known_sets(self) -> list[TableSet] | None:
        """The sets on the table; None where moves are missing: then they may be those of another hand."""
        return self.sets if self.sure else None

    @property
    def pungs(self) -> Collection[int]:
        """The kinds of which a pung lies on the table, or can lie: nobody saw which, or there may be more."""
        laid = [laid_set.tiles[0] for laid_set in self.sets if laid_set.kind == "pung" and not laid_set.wild]
        return range(PLAIN_KINDS) if UNKNOWN in laid or not self.sure else [kind for kind in laid if kind < PLAIN_KINDS]

    @property
    def has_unseen(self) -> bool:
        """Whether tiles that nobody saw are, or can be, among the concealed ones."""
        return bool(self.unknown) or not self.sure

    def known(self) -> list[int]:
        """The kinds of the known concealed tiles, in kind order."""
        kinds: list[int] = []
        for kind, count in enumerate(self.held):
            if count:
                kinds += (kind,) * count
        return kinds
