"""Boards as answers: tiles as codes, seats as letters. So `mjlog replay --json` and the viewer's API tell them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

from msgspec import UNSET, UnsetType, field

from mjlog.answers import Answer, BySeat, Count, View, code, codes, says
from mjlog.seats import Seat
from mjlog.tiles import TILES, Tile
from mjlog.views.board import Board, DiceView, DiscardView, SeatView
from mjlog.views.card_lines import LineName, LinesLeft, LineWon
from mjlog.views.laid import SetTile, SetView
from mjlog.views.passed import CharlestonView
from mjlog.views.riichi_view import RiichiView, SeatRiichi
from mjlog.views.sight import sight_name
from mjlog.views.walls import Stack, WallBreak, WallView


class DiscardAnswer(Answer, kw_only=True):
    """A discard."""

    tile: Tile
    seq: Annotated[Count, says("the event")]
    claimed_by: Seat | None
    is_open: Annotated[bool, says("it can still be claimed")]
    riichi: Annotated[bool | UnsetType, says("true where riichi was declared with it")] = UNSET


class LatestAnswer(DiscardAnswer):
    """The latest discard."""

    seat: Seat | None


class LaidSetAnswer(Answer):
    """A set on the table, its tiles from left to right as it lies."""

    kind: str
    tiles: list[Tile]
    concealed: bool
    origin: str
    from_: Annotated[Seat | None, says("whose tile was claimed")]
    turned: Annotated[int | None, says("which tile is turned, from 0")]
    seq: Annotated[Count, says("the event that laid it")]
    stands_for: Annotated[Tile | None, says("what its jokers stand for")]


class SeatRiichiAnswer(Answer):
    """One player in riichi."""

    declared: bool
    stands: Annotated[bool, says("the discard was not won, and the stick is paid")]
    double: Annotated[bool, says("with the first discard")]
    furiten: Annotated[str | None, says("why no discard can be won, where the hand is seen")]


class BoardSeatAnswer(Answer):
    """One player's side of the table."""

    player: str
    total: Annotated[int | None, says("points")]
    concealed: Annotated[list[Tile], says("`??` for tiles that the view does not see")]
    drawn: Annotated[Tile | None, says("which of them was drawn last, while a discard is due")]
    sets: list[LaidSetAnswer]
    bonus: list[Tile]
    discards: list[DiscardAnswer]
    calling: bool
    claims: Annotated[str | None, says("what the player calls the latest discard for")]
    shown: Annotated[bool, says("the hand was shown")]
    score: int | None
    change: int | None
    tiles: Annotated[int | None, says("how many the player has")]
    tiles_due: Annotated[int | None, says("how many would be right, where another number is a fault")]
    dead: Annotated[str | None, says("why the hand is dead")]
    chips: int | None
    lines: LinesLeft | None
    riichi: Annotated[SeatRiichiAnswer | UnsetType, says("where riichi is played")] = UNSET


class GroupAnswer(Answer):
    """A group of a hand of the card."""

    tiles: list[Tile]
    stands_for: Annotated[Tile | None, says("as in a set on the table, also for a group of jokers only")]


class BoardLineAnswer(LineName):
    """The line that the hand was won by."""

    groups: list[GroupAnswer]


class ParcelAnswer(Answer):
    """Tiles that lie between two players."""

    from_: Seat
    to: Seat
    tiles: list[Tile]
    blind: Count


class CharlestonAnswer(Answer):
    """The Charleston, while it is played."""

    name: Annotated[str, says("the pass that is made, or next")] = field(name="pass")
    done: Annotated[tuple[str, ...], says("the passes that are over")]
    passed: list[ParcelAnswer]
    waiting: Annotated[tuple[Seat, ...], says("who has still to pass")]
    refused_by: Seat | None


class WallAnswer(Answer):
    """What is left of the wall."""

    size: int
    live: Annotated[int, says("tiles that can be drawn")]
    dead: Annotated[int, says("tiles set apart for replacements")]
    sure: Annotated[bool, says("false where moves were not recorded")]
    broken: WallBreak | None
    sides: Annotated[BySeat[list[int]], says("tiles of each stack, from each builder's right")]
    loose_on: Annotated[BySeat[list[int]], says("stacks with loose tiles on them, from 1")]
    dead_stacks: Annotated[BySeat[list[int]], says("stacks of the dead wall, from 1")]
    coming: Annotated[list[Tile] | UnsetType, says("still to be drawn, in the open view")] = UNSET
    loose: Annotated[list[Tile] | UnsetType, says("still to be taken as replacements, in the open view")] = UNSET


class RiichiAnswer(Answer):
    """What lies on the table in riichi."""

    indicators: Annotated[list[Tile], says("dora indicators, in the order in which they were turned")]
    under: Annotated[list[Tile], says("those turned under them after a win in riichi")]
    dora: Annotated[list[Tile], says("the kinds that they make dora, one for each indicator")]
    repeats: Annotated[Count | None, says("how often the hand is repeated (honba)")]
    pot: Annotated[Count | None, says("points that lie on the table")]
    drawn_for: Annotated[str, says("why the hand was drawn, in words; empty where it was not")]
    winners: Annotated[tuple[Seat, ...], says("all who won the hand, in the order of payment")]


class BoardAnswer(Answer):
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
    washout: bool
    line: BoardLineAnswer | None
    charleston: CharlestonAnswer | None
    dice: tuple[DiceView, ...]
    wall: WallAnswer
    seats: BySeat[BoardSeatAnswer]
    riichi: Annotated[RiichiAnswer | UnsetType, says("where riichi is played")] = UNSET


def board_answer(board: Board) -> BoardAnswer:
    """The board, as programs are told of it."""
    return BoardAnswer(
        view=sight_name(board.sight),
        hand=board.hand,
        round=board.round,
        depth=board.depth,
        turn=board.turn,
        due=board.due,
        latest=None if board.latest is None else _latest(board.latest, board.latest_by),
        winner=board.winner,
        won_on=code(board.won_on),
        won_from=board.won_from,
        washout=board.is_washout,
        line=None if board.line is None else _line(board.line),
        charleston=None if board.charleston is None else _charleston(board.charleston),
        dice=board.dice,
        wall=_wall(board.wall),
        seats={view.seat: _seat(view, view.handle) for view in board.seats if view.handle is not None},
        riichi=UNSET if board.riichi is None else _riichi(board.riichi, board.winners),
    )


def _seat(view: SeatView, player: str) -> BoardSeatAnswer:
    return BoardSeatAnswer(
        player=player,
        total=view.total,
        concealed=codes(view.concealed),
        drawn=code(view.drawn),
        sets=[_set(laid) for laid in view.sets],
        bonus=codes(view.bonus),
        discards=[_discard(one) for one in view.discards],
        calling=view.is_calling,
        claims=view.claims,
        shown=view.has_shown,
        score=view.score,
        change=view.change,
        tiles=view.tiles,
        tiles_due=view.tiles_due,
        dead=view.dead,
        chips=view.chips,
        lines=view.lines,
        riichi=UNSET if view.riichi is None else _seat_riichi(view.riichi),
    )


def _riichi(view: RiichiView, winners: tuple[Seat, ...]) -> RiichiAnswer:
    return RiichiAnswer(
        indicators=codes(view.indicators),
        under=codes(view.under),
        dora=codes(view.dora),
        repeats=view.repeats,
        pot=view.pot,
        drawn_for=view.drawn_for,
        winners=winners,
    )


def _seat_riichi(view: SeatRiichi) -> SeatRiichiAnswer:
    return SeatRiichiAnswer(view.declared, view.stands, view.double, view.furiten)


def _line(won: LineWon) -> BoardLineAnswer:
    return BoardLineAnswer(won.label, won.value, [_group(tiles) for tiles in won.groups])


def _group(tiles: Iterable[SetTile]) -> GroupAnswer:
    stands_for = next((one.stands_for for one in tiles if one.stands_for is not None), None)
    return GroupAnswer(codes(one.face for one in tiles), code(stands_for))


def _charleston(view: CharlestonView) -> CharlestonAnswer:
    return CharlestonAnswer(
        name=view.name,
        done=view.done,
        passed=[ParcelAnswer(one.giver, one.taker, codes(one.kinds), one.blind) for one in view.parcels],
        waiting=view.waiting,
        refused_by=view.stopped,
    )


def _set(laid: SetView) -> LaidSetAnswer:
    return LaidSetAnswer(
        kind=laid.kind,
        tiles=codes(one.face for one in laid.tiles),
        concealed=laid.concealed,
        origin=laid.origin,
        from_=laid.claimed_from,
        turned=next((at for at, one in enumerate(laid.tiles) if one.turned), None),
        seq=laid.seq,
        stands_for=code(laid.stands_for),
    )


def _discard(one: DiscardView) -> DiscardAnswer:
    return DiscardAnswer(
        tile=TILES[one.face], seq=one.seq, claimed_by=one.claimed_by, is_open=one.is_open, riichi=one.riichi or UNSET
    )


def _latest(one: DiscardView, seat: Seat | None) -> LatestAnswer:
    return LatestAnswer(
        seat=seat, tile=TILES[one.face], seq=one.seq, claimed_by=one.claimed_by, is_open=one.is_open,
        riichi=one.riichi or UNSET,
    )  # fmt: skip


def _stacks(wall: WallView, chosen: Callable[[Stack], bool]) -> dict[Seat, list[int]]:
    """Stacks by wall, numbered from 1 and from each builder's right, as `sides` has them."""
    found = {
        seat: [number for number, stack in enumerate(side, start=1) if chosen(stack)]
        for seat, side in zip(Seat, wall.sides, strict=False)
    }
    return {seat: numbers for seat, numbers in found.items() if numbers}


def _wall(wall: WallView) -> WallAnswer:
    is_seen = bool(wall.coming or wall.loose)
    return WallAnswer(
        size=wall.size,
        live=wall.live,
        dead=wall.dead,
        sure=wall.sure,
        broken=wall.broken,
        sides={seat: [stack.tiles for stack in side] for seat, side in zip(Seat, wall.sides, strict=False)},
        loose_on=_stacks(wall, lambda stack: stack.loose > 0),
        dead_stacks=_stacks(wall, lambda stack: stack.dead and stack.tiles > 0),
        coming=codes(wall.coming) if is_seen else UNSET,
        loose=codes(wall.loose) if is_seen else UNSET,
    )
