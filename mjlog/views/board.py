"""The board: what somebody may see of a table at one moment. Plain values, nothing that changes later."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from mjlog.answers import Answer, BySeat, Count, Keeping, Kept, View, says
from mjlog.log.sight import Sight, parse_sight, sees_hand, sight_name
from mjlog.rules.dead import tiles_due
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table
from mjlog.table.facts import Fact
from mjlog.table.family import Family
from mjlog.table.plan import NO_WILD
from mjlog.table.red_fives import held_faces
from mjlog.table.state import A_DISCARD, DEALING, DONE, DUE_WORDS, NOTHING, PASSING, Discarded
from mjlog.table.unseen import is_blind
from mjlog.text import shown
from mjlog.tiles import TILES, UNKNOWN, Tile, kind_of
from mjlog.views.board_parts import (
    BoardLine,
    CharlestonView,
    LaidSetView,
    LinesLeft,
    RiichiView,
    SeatRiichi,
    WallBreak,
    WallView,
    charleston_view,
    laid_set,
    line_won,
    lines_left,
    riichi_view,
    seat_riichi,
    wall_view,
)
from mjlog.views.naming import list_words, seat_name

_LONGEST_NAME = 60


class DiscardView(Answer, kw_only=True):
    """A discard."""

    tile: Tile
    seq: Annotated[Count, says("the event")]
    claimed_by: Seat | None
    is_open: Annotated[bool, says("it can still be claimed")]
    riichi: Annotated[bool | UnsetType, says("true where riichi was declared with it")] = UNSET


class LatestAnswer(DiscardView):
    """The latest discard."""

    seat: Seat | None


class DiceView(Answer):
    """A throw for the break."""

    purpose: Annotated[str, says("`break-wall` or `break-stack`")]
    seat: Seat | None
    total: int
    dice: Annotated[tuple[int, ...], says("empty where only their sum is known")] = ()


class BoardSeat(Keeping):
    """One player's side of the table."""

    player: str
    total: Annotated[int | None, says("points")]
    concealed: Annotated[tuple[Tile, ...], says("`??` for tiles that the view does not see")]
    drawn: Annotated[Tile | None, says("which of them was drawn last, while a discard is due")]
    sets: tuple[LaidSetView, ...]
    bonus: tuple[Tile, ...]
    discards: tuple[DiscardView, ...]
    is_calling: bool
    claims: Annotated[str | None, says("what the player calls the latest discard for")]
    shown: Annotated[bool, says("the hand was shown")]
    score: int | None
    change: int | None
    tiles: Annotated[int | None, says("how many the player has")]
    tiles_due: Annotated[int | None, says("how many would be right, where another number is a fault")]
    dead: Annotated[str | None, says("why the hand is dead")]
    chips: int | None
    lines: LinesLeft | None
    riichi: Annotated[SeatRiichi | UnsetType, says("where riichi is played")] = UNSET

    seat = Kept[Seat]()
    is_turn = Kept[bool]()
    latest = Kept[int]()
    """Which of the discards is the latest at the table, from 0; -1 for none."""


class Board(Keeping):
    """The table as somebody sees it."""

    view: View
    hand: int
    round: Seat
    depth: str
    turn: Seat | None
    due: Annotated[str, says("what is due next, in words")]
    latest: LatestAnswer | None
    winner: Seat | None
    won_on: Tile | None
    won_from: Seat | None
    is_washout: bool
    line: BoardLine | None
    charleston: CharlestonView | None
    dice: tuple[DiceView, ...]
    wall: WallView
    seats: BySeat[BoardSeat]
    riichi: Annotated[RiichiView | UnsetType, says("where riichi is played")] = UNSET
    wild: Annotated[Tile | UnsetType, says("in a goulash, which replays a drawn hand: it is any tile")] = UNSET

    family = Kept[Family]()
    """Complete hands are those of a score card; there are no rounds then, and no dead wall."""
    places = Kept[tuple[BoardSeat, ...]]()
    """All four sides, East, South, West, North; no player where nobody sits."""
    sides = Kept[tuple[Seat, ...]]()
    """Who is at the bottom of the table, then in the order of play all others who play: people keep their places while
    the winds go round."""
    winners = Kept[tuple[Seat, ...]]()
    """All who won the hand."""
    hand_words = Kept[str]()
    """What players call the hand: `East round, hand 4`, `East 3, 1 honba`."""
    false_by = Kept[Seat | None]()
    """Whose mahjong did not stand, as turned out."""

    @property
    def sight(self) -> Sight:
        """Who looks."""
        return parse_sight(self.view)

    @property
    def playing(self) -> list[BoardSeat]:
        """The sides of those who play, from East on."""
        return [self.places[seat.index] for seat in SEATS if seat in self.sides]

    @property
    def is_decided(self) -> bool:
        """Whether it is known how the hand came out."""
        return self.winner is not None or self.is_washout or self.false_by is not None

    @property
    def outcome(self) -> list[str]:
        """How it came out where nobody has won, in up to two short lines."""
        if self.false_by is not None:
            return ["no win", f"{self.named(self.false_by)}'s mahjong is false"]
        drawn_for = self.riichi.drawn_for if self.riichi else ""
        return ["drawn", drawn_for] if drawn_for else ["wash-out"] if self.is_washout else []

    @property
    def won_by(self) -> str:
        """Who has won, in words: `gus wins`, `gus and fay win`."""
        return f"{list_words(list(map(self.named, self.winners)))} win{'s' if len(self.winners) == 1 else ''}"

    def named(self, seat: Seat) -> str:
        """Who sits in a seat, by name; the seat where nobody does."""
        return shown(self.seat(seat).player or seat_name(seat), _LONGEST_NAME)

    def seat(self, seat: Seat) -> BoardSeat:
        """One player's side."""
        return self.places[seat.index]


def board(
    table: Table,
    sight: Sight,
    broken: WallBreak | None = None,
    stake: int = 0,
    as_table: Board | None = None,
    bottom: Seat | None = None,
    is_false: bool = False,
) -> Board:
    """What may be seen of a table; the wall stands where it was broken (the `break` event of the hand, or the dice).

    `stake`: the chips of each player at the beginning, in points; 0 where nobody counts chips. `as_table`: the same
    table as it lies open to all, if it is known: everybody sees the walls, and the sides of others, like that.
    `bottom`: who is at the bottom of the table; without it whoever looks, else who was the first East of the game.
    `is_false`: the mahjong that was declared did not stand, as turned out.
    """
    in_play = table.in_play
    charleston = charleston_view(table, sight)
    winners = () if is_false else tuple(win.seat for win in table.wins)
    places = tuple(
        _seat_view(table, seat, sight, stake) if as_table is None or sees_hand(sight, seat) else as_table.seat(seat)
        for seat in SEATS
    )
    return Board(
        view=sight_name(sight),
        hand=table.hand,
        round=table.round,
        depth=table.depth,
        turn=_turn(table) if in_play else None,
        due=_due(table, charleston),
        latest=_latest(table),
        winner=None if is_false else table.winner,
        won_on=_won_on(table, sight),
        won_from=table.win.discarder if table.win is not None else None,
        is_washout=table.washout,
        line=line_won(table) if table.plan.family.wins_by_card else None,
        charleston=charleston,
        dice=tuple(DiceView(purpose, throw.seat, throw.total, throw.dice) for purpose, throw in table.rolls.items()),
        wall=wall_view(table, broken, sight == "open") if as_table is None or sight == "open" else as_table.wall,
        seats={view.seat: view for view in places if table.players.get(view.seat) is not None},
        riichi=riichi_view(table, winners),
        wild=UNSET if table.plan.forms.wild == NO_WILD else TILES[table.plan.forms.wild],
    ).keeping(
        family=table.plan.family,
        places=places,
        sides=_sides(table, sight if bottom is None and isinstance(sight, Seat) else bottom),
        winners=winners,
        hand_words=table.plan.family.hand_words(table),
        false_by=table.winner if is_false else None,
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


def _won_on(table: Table, sight: Sight) -> Tile | None:
    """The winning tile, once it can be seen: claimed ones at once, self-drawn ones when the hand is shown."""
    win = table.win
    if win is None or win.tile is None or win.tile == UNKNOWN:
        return None
    is_seen = win.discarder is not None or table.place(win.seat).shown is not None or sees_hand(sight, win.seat)
    if not is_seen:
        return None
    return TILES[table.plan.family.won_face(table, win.tile, win.discarder is not None)]


def _latest(table: Table) -> LatestAnswer | None:
    latest = table.discard
    return None if latest is None else LatestAnswer(**asdict(_discard_view(table, latest)), seat=latest.seat)


def _discard_view(table: Table, discard: Discarded) -> DiscardView:
    return DiscardView(
        # A tile of which a fault leaves open what it was has lost its face, too.
        tile=TILES[discard.face if kind_of(discard.face) == discard.tile else discard.tile],
        seq=discard.seq,
        claimed_by=discard.claimed_by,
        is_open=discard is table.discard and table.open,
        riichi=discard.riichi or UNSET,
    )


def _seat_view(table: Table, seat: Seat, sight: Sight, stake: int) -> BoardSeat:
    place = table.place(seat)
    player = table.players.get(seat)
    totals = table.counted_totals
    total = None if player is None or totals is None else totals.get(player)
    is_seen = sees_hand(sight, seat) or place.shown is not None
    concealed = (*held_faces(table, place), *(UNKNOWN,) * place.unknown) if is_seen else (UNKNOWN,) * place.size
    thrown = [discard for discard in table.discards if discard.seat is seat]
    return BoardSeat(
        player=player or "",
        total=total,
        concealed=tuple(TILES[face] for face in concealed),
        drawn=_drawn(table, place, concealed) if is_seen else None,
        sets=tuple(laid_set(place.seat, laid, sees_hand(sight, seat)) for laid in place.sets),
        bonus=tuple(TILES[kind] for kind in place.bonus),
        discards=tuple(_discard_view(table, discard) for discard in thrown),
        is_calling=place.calling,
        claims=table.claims.get(seat),
        shown=place.shown is not None,
        score=table.scores.get(seat),
        change=table.settlement.get(seat) if table.settlement is not None else None,
        tiles=None if is_blind(table) else place.tiles,
        tiles_due=_tiles_due(table, place),
        dead=table.dead.get(seat),
        chips=stake + total if stake > 0 and total is not None else None,
        lines=lines_left(table, seat) if _plays_on(table, seat) else None,
        riichi=seat_riichi(table, seat, sight),
    ).keeping(
        seat=seat,
        is_turn=_is_turn(table, seat),
        latest=next((at for at, discard in enumerate(thrown) if discard is table.discard), -1),
    )


def _plays_on(table: Table, seat: Seat) -> bool:
    """Whether it is of interest what a hand of the card can still become."""
    return table.plan.family.wins_by_card and seat not in table.dead and table.winner is not seat


def _is_turn(table: Table, seat: Seat) -> bool:
    """Whether the player is to act; in the Charleston everybody who has not passed yet."""
    if table.due == PASSING and table.passing is not None:
        return bool(table.passing.not_made()) and seat not in table.passing.given
    return table.in_play and _turn(table) is seat


def _tiles_due(table: Table, place: Place) -> int | None:
    """The right number of tiles of a player who has another, from East's first discard on (american/dead-1)."""
    if not table.plan.family.dead_hands_pay or not table.discards or place.seat in table.dead:
        return None
    if table.in_doubt & (Fact.DRAWS | Fact.MOVES):
        return None
    due = tiles_due(table, place.seat)
    return due if place.tiles != due else None


def _drawn(table: Table, place: Place, concealed: tuple[int, ...]) -> Tile | None:
    holds_one_more = table.due == A_DISCARD and table.turn is place.seat and not table.in_setup
    drawn = place.last_drawn
    if drawn is not None:
        drawn = table.plan.family.won_face(table, drawn, is_claimed=False)
    return TILES[drawn] if holds_one_more and drawn in concealed else None
