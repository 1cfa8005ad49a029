"""The board: what somebody may see of a table at one moment. Plain values, nothing that changes later."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table, TableSet
from mjlog.table.state import A_DISCARD, DEALING, DONE, DUE_WORDS, NOTHING
from mjlog.tiles import UNKNOWN
from mjlog.views.sight import Sight, sees_hand
from mjlog.views.walls import WallBreak, WallView, wall_view


@dataclass(frozen=True, slots=True)
class SetTile:
    """A tile of a set on the table: turned where it was claimed, face down in concealed sets."""

    kind: int
    turned: bool = False
    down: bool = False


@dataclass(frozen=True, slots=True)
class SetView:
    """A set on the table, its tiles from left to right as it lies. `seq`: the event that laid it."""

    kind: str
    tiles: tuple[SetTile, ...]
    concealed: bool
    origin: str
    claimed_from: Seat | None
    seq: int


@dataclass(frozen=True, slots=True)
class DiscardView:
    """A discard in its place. `is_latest`: the last one made; `is_open`: it can still be claimed."""

    kind: int
    seq: int
    claimed_by: Seat | None
    is_latest: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's side of the table.

    `concealed`: kinds, unknown ones for backs; `drawn`: which of them was drawn last, while a discard is due.
    `is_empty`: nobody plays there, with three players.
    """

    seat: Seat
    handle: str | None
    total: int | None
    concealed: tuple[int, ...]
    drawn: int | None
    sets: tuple[SetView, ...]
    bonus: tuple[int, ...]
    discards: tuple[DiscardView, ...]
    is_calling: bool
    is_turn: bool
    claims: str | None
    has_shown: bool
    score: int | None
    change: int | None
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A table as somebody sees it. `seats` are East, South, West, North, whoever looks."""

    sight: Sight
    hand: int
    round: Seat
    depth: str
    seats: tuple[SeatView, ...]
    wall: WallView
    turn: Seat | None
    due: str
    latest: DiscardView | None
    latest_by: Seat | None
    winner: Seat | None
    won_on: int | None
    won_from: Seat | None
    is_washout: bool

    def seat(self, seat: Seat) -> SeatView:
        """One player's side."""
        return self.seats[seat.index]


def board(table: Table, sight: Sight, broken: WallBreak | None = None) -> Board:
    """What may be seen of a table; the wall stands where it was broken (the `break` event of the hand)."""
    in_play = table.in_play
    latest = _latest(table)
    return Board(
        sight=sight,
        hand=table.hand,
        round=table.round,
        depth=table.depth,
        seats=tuple(_seat_view(table, seat, sight) for seat in SEATS),
        wall=wall_view(table, broken, sight == "open"),
        turn=_turn(table) if in_play else None,
        due=DUE_WORDS[table.due] if table.due not in (NOTHING, DONE) else "nothing",
        latest=latest,
        latest_by=table.discard.seat if table.discard is not None else None,
        winner=table.winner,
        won_on=_won_on(table, sight),
        won_from=table.win.discarder if table.win is not None else None,
        is_washout=table.washout,
    )


def _turn(table: Table) -> Seat | None:
    """Whoever acts next: in the deal who takes the next tiles; a discard may first be claimed."""
    if table.due == DEALING:
        left = table.plan.deal_seats[table.in_deal :]
        return left[0] if left else None
    return table.turn if table.sure_turn else None


def _won_on(table: Table, sight: Sight) -> int | None:
    """The winning tile, once it can be seen: claimed ones at once, self-drawn ones when the hand is shown."""
    win = table.win
    if win is None or win.tile is None or win.tile == UNKNOWN:
        return None
    is_seen = win.discarder is not None or table.place(win.seat).shown is not None or sees_hand(sight, win.seat)
    return win.tile if is_seen else None


def _latest(table: Table) -> DiscardView | None:
    if table.discard is None:
        return None
    one = table.discard
    return DiscardView(one.tile, one.seq, one.claimed_by, True, table.open)


def _seat_view(table: Table, seat: Seat, sight: Sight) -> SeatView:
    place = table.place(seat)
    player = table.players.get(seat)
    is_seen = sees_hand(sight, seat) or place.shown is not None
    concealed = _concealed(place, is_seen)
    return SeatView(
        seat=seat,
        handle=player,
        total=table.totals.get(player) if player is not None and table.standing.totals_known else None,
        concealed=concealed,
        drawn=_drawn(table, place, concealed) if is_seen else None,
        sets=tuple(_set_view(place.seat, laid, sees_hand(sight, seat)) for laid in place.sets),
        bonus=tuple(place.bonus),
        discards=tuple(
            DiscardView(one.tile, one.seq, one.claimed_by, one is table.discard, one is table.discard and table.open)
            for one in table.discards
            if one.seat is seat
        ),
        is_calling=place.calling,
        is_turn=table.in_play and _turn(table) is seat,
        claims=table.claims.get(seat),
        has_shown=place.shown is not None,
        score=table.scores.get(seat),
        change=table.settlement.get(seat) if table.settlement is not None else None,
        is_empty=seat not in table.plan.seats,
    )


def _concealed(place: Place, is_seen: bool) -> tuple[int, ...]:
    return (*place.known(), *(UNKNOWN,) * place.unknown) if is_seen else (UNKNOWN,) * place.size


def _drawn(table: Table, place: Place, concealed: tuple[int, ...]) -> int | None:
    holds_one_more = table.due == A_DISCARD and table.turn is place.seat and not table.first_turns
    return place.last_drawn if holds_one_more and place.last_drawn in concealed else None


def _set_view(owner: Seat, laid: TableSet, sees_down: bool) -> SetView:
    tiles = _face_down(laid, sees_down) if laid.concealed else _turned(owner, laid)
    return SetView(laid.kind, tiles, laid.concealed, laid.origin, laid.claimed_from, laid.seq)


def _face_down(laid: TableSet, sees_down: bool) -> tuple[SetTile, ...]:
    """A kong shows its outer two tiles; other concealed sets lie wholly face down.

    Source: dead-wall/kong-2.
    """
    if laid.kind == "kong" and len(laid.tiles) == 4:
        return tuple(SetTile(kind, down=at in (1, 2)) for at, kind in enumerate(laid.tiles))
    return tuple(SetTile(kind if sees_down else UNKNOWN, down=True) for kind in laid.tiles)


def _turned(owner: Seat, laid: TableSet) -> tuple[SetTile, ...]:
    """The claimed tile lies across, on the side of the player it came from."""
    kinds = list(laid.tiles)
    if laid.claimed_from is None or laid.claimed_tile not in kinds:
        return tuple(SetTile(kind) for kind in kinds)
    kinds.remove(laid.claimed_tile)
    at = {owner.left: 0, owner.right: len(kinds)}.get(laid.claimed_from, 1)
    tiles = [SetTile(kind) for kind in kinds]
    tiles.insert(at, SetTile(laid.claimed_tile, turned=True))
    return tuple(tiles)
