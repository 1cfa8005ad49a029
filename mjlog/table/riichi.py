"""What is known at a table beside the rest where riichi is played: who has declared it, what barred a win, indicators.

`Table.riichi` holds it, and is None where riichi is not played. What the events do to it: `mjlog.table.riichi_moves`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from mjlog.seats import SEATS, Seat
from mjlog.tiles import KINDS, RED_FIVES, kind_of

SUITS = range(len(RED_FIVES))


class Declared(NamedTuple):
    """A riichi as it was declared.

    `seq`: the discard; `number`: which of the player's own discards that was, from 1; `double`: it was the first, and
    nothing had been claimed; `interruptions`, `offers`: how many there had been in the hand. `stands`: the discard was
    not won, and the stick lies on the table.
    """

    seq: int
    number: int
    double: bool
    interruptions: int
    offers: int
    stands: bool = False


class Offer(NamedTuple):
    """A tile that others could win: a discard, the tile of a kong out of the hand, or one laid aside.

    `concealed`: of a concealed kong, which thirteen wonders alone can win, or none; and no tile of its kind is left
    that could be won later (riichi/kan-4).
    """

    seat: Seat
    tile: int
    concealed: bool = False


class LetGo(NamedTuple):
    """Tiles that a player let go while holding these: what the hand waited for is asked only when it wins."""

    held: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]
    offers: tuple[Offer, ...]


class RiichiState(msgspec.Struct):
    """The riichi, furiten and dora of one hand.

    Lists by seat have four entries. `declared`: the riichi of each player. `pending`: whose riichi discard may still be
    won. `offers`: the tiles that could be won, in order; `since`: from which of them on each player has drawn no tile
    (or discarded); `let_go`: what a player let go before their own latest discard, where that still bars a win.
    `interruptions`: sets claimed, and kongs that stood. `indicators`, `under`: the faces turned; `due`: indicators that
    are to be turned before anything else is done; `later`: those that are turned with the next discard. `barred`: kinds
    that the player who has just claimed may not discard. `reds`: the red fives known to be in each hand, by suit.
    `drawn`: the face of the tile just drawn, KINDS - 1 (`??`) where nobody saw it; None after a claim. `face`: that of
    the tile that can be won. `replaced`: for what the tile just drawn was taken, a kong or a tile laid aside (`bonus`).
    """

    declared: list[Declared | None] = msgspec.field(default_factory=lambda: [None for _ in SEATS])
    pending: Seat | None = None
    offers: list[Offer] = []
    since: list[int] = msgspec.field(default_factory=lambda: [0 for _ in SEATS])
    let_go: list[tuple[LetGo, ...]] = msgspec.field(default_factory=lambda: [() for _ in SEATS])
    interruptions: int = 0
    indicators: tuple[int, ...] = ()
    under: tuple[int, ...] = ()
    due: int = 1
    later: int = 0
    barred: tuple[int, ...] = ()
    reds: list[list[int]] = msgspec.field(default_factory=lambda: [[0 for _ in SUITS] for _ in SEATS])
    drawn: int | None = None
    face: int = KINDS - 1
    replaced: Literal["", "kong", "bonus"] = ""

    def copy(self) -> RiichiState:
        """An independent state."""
        return msgspec.structs.replace(
            self, declared=self.declared.copy(), offers=self.offers.copy(), since=self.since.copy(),
            let_go=self.let_go.copy(), reds=[reds.copy() for reds in self.reds],
        )  # fmt: skip

    def of(self, seat: Seat) -> Declared | None:
        """The riichi of a player."""
        return self.declared[seat.index]

    def stands(self, seat: Seat) -> bool:
        """Whether a player is in riichi."""
        declared = self.declared[seat.index]
        return declared is not None and declared.stands

    @property
    def standing(self) -> list[Seat]:
        """Who is in riichi."""
        return [seat for seat in SEATS if self.stands(seat)]

    def won_face(self, kind: int, is_claimed: bool) -> int:
        """The face of the tile of this kind that the hand was won with: of the one claimed, or of the one drawn."""
        face = self.face if is_claimed else self.drawn
        return face if face is not None and kind_of(face) == kind else kind

    def is_ippatsu(self, seat: Seat, discarded: int) -> bool:
        """Whether a win of who has discarded so often comes within a turn of the riichi (riichi/han-1)."""
        declared = self.declared[seat.index]
        uninterrupted = declared is not None and declared.interruptions == self.interruptions
        return declared is not None and declared.stands and uninterrupted and discarded == declared.number

    def missed(self, seat: Seat, is_open: bool = True) -> list[Offer]:
        """What others offered since the player drew or discarded, or the riichi; the latest unless it `is_open`."""
        declared = self.declared[seat.index]
        since = self.since[seat.index] if declared is None else min(declared.offers, self.since[seat.index])
        let_go = self.offers[since:-1] if is_open else self.offers[since:]
        return [offer for offer in let_go if offer.seat is not seat and not offer.concealed]
