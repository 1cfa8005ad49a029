"""The board: what somebody may see of a table at one moment. Plain values, nothing that changes later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from mjlog.answers import Answer, says
from mjlog.rules.dead import tiles_due
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table
from mjlog.table.facts import Fact
from mjlog.table.red_fives import held_faces
from mjlog.table.state import A_DISCARD, DEALING, DONE, DUE_WORDS, NOTHING, PASSING, Discarded
from mjlog.table.unseen import is_blind
from mjlog.tiles import UNKNOWN, kind_of
from mjlog.views.card_lines import LinesLeft, LineWon, line_won, lines_left
from mjlog.views.laid import SetView, set_view
from mjlog.views.naming import seat_name, won_words
from mjlog.views.passed import CharlestonView, charleston_view
from mjlog.views.riichi_view import RiichiView, SeatRiichi, riichi_view, seat_riichi
from mjlog.views.sight import Sight, sees_hand
from mjlog.views.walls import WallBreak, WallView, wall_view


@dataclass(frozen=True, slots=True)
class DiscardView:
    """A discard in its place. `is_latest`: the last one made; `is_open`: it can still be claimed.

    `face`: what the tile looks like; `riichi` was declared with it: it lies across.
    """

    face: int
    seq: int
    claimed_by: Seat | None
    is_latest: bool
    is_open: bool
    riichi: bool = False

    @property
    def kind(self) -> int:
        """The kind of the tile: that of a red five is the plain five's."""
        return kind_of(self.face)


class DiceView(Answer):
    """A throw for the break."""

    purpose: Annotated[str, says("`break-wall` or `break-stack`")]
    seat: Seat | None
    total: int
    dice: Annotated[tuple[int, ...], says("empty where only their sum is known")] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's side of the table.

    `concealed`: faces, unknown ones for backs; `drawn`: which of them was drawn last, while a discard is due.
    `is_empty`: nobody plays there, with three players. `tiles`: how many the player has, those on the table among
    them; None where moves were not recorded; `tiles_due`: how many would be right, where another number is a fault.
    `dead`: why the hand is dead. `chips`: what the chips of the beginning have become. `lines`: the lines of the card
    that the exposures leave open. `riichi`: None where it is not played.
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
    tiles: int | None = None
    tiles_due: int | None = None
    dead: str | None = None
    chips: int | None = None
    lines: LinesLeft | None = None
    riichi: SeatRiichi | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A table as somebody sees it. `seats` are East, South, West, North, whoever looks. `sides`: who is at the bottom
    of the table, then in the order of play all others who play: people keep their places while the winds go round.

    `by_card`: complete hands are those of a score card; there are no rounds then, and no dead wall. `charleston`: while
    tiles are passed. `line`: the one that the hand was won by. `dice`: the throws for the break, in their order.
    `won_on`: the face of the winning tile. `riichi`: what lies on the table for all; None where it is not played.
    `winners`: all who won the hand, `winner` the first. `false_by`: whose mahjong did not stand, as turned out.
    """

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
    by_card: bool = False
    charleston: CharlestonView | None = None
    line: LineWon | None = None
    dice: tuple[DiceView, ...] = ()
    riichi: RiichiView | None = None
    winners: tuple[Seat, ...] = ()
    sides: tuple[Seat, ...] = SEATS
    false_by: Seat | None = None

    @property
    def is_decided(self) -> bool:
        """Whether it is known how the hand came out."""
        return self.winner is not None or self.is_washout or self.false_by is not None

    @property
    def outcome(self) -> list[str]:
        """How it came out where nobody has won, in up to two short lines."""
        if self.false_by is not None:
            return ["no win", f"{seat_name(self.false_by)}'s mahjong is false"]
        drawn_for = self.riichi.drawn_for if self.riichi is not None else ""
        return ["drawn", drawn_for] if drawn_for else ["wash-out"] if self.is_washout else []

    @property
    def won_by(self) -> str:
        """Who has won, in words: `South wins`, `South and North win`."""
        return won_words(self.winners)

    def seat(self, seat: Seat) -> SeatView:
        """One player's side."""
        return self.seats[seat.index]


def board(
    table: Table,
    sight: Sight,
    broken: WallBreak | None = None,
    stake: int = 0,
    as_table: Board | None = None,
    bottom: Seat | None = None,
) -> Board:
    """What may be seen of a table; the wall stands where it was broken (the `break` event of the hand, or the dice).

    `stake`: the chips of each player at the beginning, in points; 0 where nobody counts chips. `as_table`: the same
    table as it lies open to all, if it is known: everybody sees the walls, and the sides of others, like that.
    `bottom`: who is at the bottom of the table; without it whoever looks, else who was the first East of the game.
    """
    in_play = table.in_play
    latest = _latest(table)
    charleston = charleston_view(table, sight)
    return Board(
        sight=sight,
        hand=table.hand,
        round=table.round,
        depth=table.depth,
        seats=tuple([
            _seat_view(table, seat, sight, stake) if as_table is None or sees_hand(sight, seat) else as_table.seat(seat)
            for seat in SEATS
        ]),
        wall=wall_view(table, broken, sight == "open") if as_table is None or sight == "open" else as_table.wall,
        turn=_turn(table) if in_play else None,
        due=_due(table, charleston),
        latest=latest,
        latest_by=table.discard.seat if table.discard is not None else None,
        winner=table.winner,
        won_on=_won_on(table, sight),
        won_from=table.win.discarder if table.win is not None else None,
        is_washout=table.washout,
        by_card=table.plan.by_card,
        charleston=charleston,
        line=line_won(table) if table.plan.by_card else None,
        dice=tuple(DiceView(purpose, throw.seat, throw.total, throw.dice) for purpose, throw in table.rolls.items()),
        riichi=riichi_view(table),
        winners=tuple(win.seat for win in table.wins),
        sides=_sides(table, sight if bottom is None and isinstance(sight, Seat) else bottom),
    )


def _sides(table: Table, bottom: Seat | None) -> tuple[Seat, ...]:
    """Who plays, from the bottom of the table on in the order of play."""
    seats, first = table.plan.seats, table.standing.players[:1]
    if bottom is None:
        bottom = next((seat for seat in seats if (table.players.get(seat),) == first), None)
    at = seats.index(bottom) if bottom in seats else 0
    return seats[at:] + seats[:at]


def _due(table: Table, charleston: CharlestonView | None) -> str:
    if charleston is not None:
        return charleston.due
    return DUE_WORDS[table.due] if table.due not in (NOTHING, DONE) else "nothing"


def _turn(table: Table) -> Seat | None:
    """Whoever acts next: in the deal who takes the next tiles; a discard may first be claimed. All pass together."""
    if table.due == DEALING:
        left = table.dealing.seats[table.in_deal :]
        return left[0] if left else None
    return table.turn if table.due != PASSING and Fact.TURN not in table.in_doubt else None


def _won_on(table: Table, sight: Sight) -> int | None:
    """The winning tile, once it can be seen: claimed ones at once, self-drawn ones when the hand is shown."""
    win = table.win
    if win is None or win.tile is None or win.tile == UNKNOWN:
        return None
    is_seen = win.discarder is not None or table.place(win.seat).shown is not None or sees_hand(sight, win.seat)
    if not is_seen:
        return None
    return win.tile if table.riichi is None else table.riichi.won_face(win.tile, win.discarder is not None)


def _latest(table: Table) -> DiscardView | None:
    if table.discard is None:
        return None
    return _discard_view(table, table.discard)


def _discard_view(table: Table, one: Discarded) -> DiscardView:
    is_latest = one is table.discard
    # A tile of which a fault leaves open what it was has lost its face, too.
    face = one.face if kind_of(one.face) == one.tile else one.tile
    return DiscardView(face, one.seq, one.claimed_by, is_latest, is_latest and table.open, one.riichi)


def _seat_view(table: Table, seat: Seat, sight: Sight, stake: int) -> SeatView:
    place = table.place(seat)
    player = table.players.get(seat)
    totals = table.counted_totals
    total = None if player is None or totals is None else totals.get(player)
    is_seen = sees_hand(sight, seat) or place.shown is not None
    concealed = _concealed(table, place, is_seen)
    return SeatView(
        seat=seat,
        handle=player,
        total=total,
        concealed=concealed,
        drawn=_drawn(table, place, concealed) if is_seen else None,
        sets=tuple(set_view(place.seat, laid, sees_hand(sight, seat)) for laid in place.sets),
        bonus=tuple(place.bonus),
        discards=tuple(
            _discard_view(table, one) for one in table.discards if one.seat is seat
        ),
        is_calling=place.calling,
        is_turn=_is_turn(table, seat),
        claims=table.claims.get(seat),
        has_shown=place.shown is not None,
        score=table.scores.get(seat),
        change=table.settlement.get(seat) if table.settlement is not None else None,
        is_empty=seat not in table.plan.seats,
        tiles=None if is_blind(table) else place.tiles,
        tiles_due=_tiles_due(table, place),
        dead=table.dead.get(seat),
        chips=stake + total if stake > 0 and total is not None else None,
        lines=lines_left(table, seat) if _plays_on(table, seat) else None,
        riichi=seat_riichi(table, seat, sight),
    )


def _plays_on(table: Table, seat: Seat) -> bool:
    """Whether it is of interest what a hand of the card can still become."""
    return table.plan.by_card and seat not in table.dead and table.winner is not seat


def _is_turn(table: Table, seat: Seat) -> bool:
    """Whether the player is to act; in the Charleston everybody who has not passed yet."""
    if table.due == PASSING and table.passing is not None:
        return bool(table.passing.not_made()) and seat not in table.passing.given
    return table.in_play and _turn(table) is seat


def _tiles_due(table: Table, place: Place) -> int | None:
    """The right number of tiles of a player who has another, from East's first discard on (american/dead-1)."""
    if not table.plan.by_card or not table.discards or place.seat in table.dead:
        return None
    if table.in_doubt & (Fact.DRAWS | Fact.MOVES):
        return None
    due = tiles_due(table, place.seat)
    return due if place.tiles != due else None


def _concealed(table: Table, place: Place, is_seen: bool) -> tuple[int, ...]:
    return (*held_faces(table, place), *(UNKNOWN,) * place.unknown) if is_seen else (UNKNOWN,) * place.size


def _drawn(table: Table, place: Place, concealed: tuple[int, ...]) -> int | None:
    holds_one_more = table.due == A_DISCARD and table.turn is place.seat and not table.first_turns
    drawn = place.last_drawn
    if table.riichi is not None and table.riichi.drawn is not None and kind_of(table.riichi.drawn) == drawn:
        drawn = table.riichi.drawn
    return drawn if holds_one_more and drawn in concealed else None
