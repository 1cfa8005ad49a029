"""The board: what somebody may see of a table at one moment. Plain values, nothing that changes later; and as text.

It is made of sets as they lie, lines of the score card, the Charleston, what riichi adds, the wall. Of a line of the
card only its label and value are told, never its groups; what exposures leave open depends on what lies face up alone,
so it may be told while a hand goes on. Furiten is told of hands that are seen, and of no others: whoever hears of it
learns what the hand waits for. Of the wall only counts are told, never tiles, except in the open view.
Source: american/dead-3, american/charleston-1 to american/charleston-4, riichi/dora-1, riichi/pot-1, riichi/furiten-1,
docs/do/cards.md#rulings, docs/lookup/geometry.md, docs/understand/trust.md.
"""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType, field
from msgspec.structs import asdict, replace

from mjlog.answers import Answer, BySeat, Count, Keeping, Kept, View, says
from mjlog.audit.settling.card import line_shown
from mjlog.log.sight import Sight, parse_sight, sees_hand, sight_name
from mjlog.rules.by_card import exposures_of, verdict_of
from mjlog.rules.dead import tiles_due
from mjlog.rules.riichi import furiten_words
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table, TableSet
from mjlog.table.facts import Fact
from mjlog.table.opening import StackPlace, count_end, from_the_right, stacks_to_count, tile_place, wall_found
from mjlog.table.passing import COURTESY, SECOND, receiver
from mjlog.table.plan import NO_WILD, BreakPlan, Family, WallPlan
from mjlog.table.state import A_DISCARD, DEALING, DUE_WORDS, PASSING, Discarded
from mjlog.table.unseen import FIVES, held_faces, is_blind, with_reds
from mjlog.text import counted, list_words, points, shown, signed
from mjlog.tiles import JOKER, TILES, UNICODE, UNKNOWN, Tile, dora_after, kind_of, naturals_of, parse_tiles
from mjlog.views.words import BASES, drawn_words, pass_words, seat_name, tile_words

if TYPE_CHECKING:
    from mjlog.cards.matcher import Match

# -- what a board is made of ------------------------------------------------------------------------------------------


class SetTile(NamedTuple):
    """A tile as it lies: turned where it was claimed, face down in concealed sets.

    `stands_for`: of a joker, the tile that it stands for, where that is known.
    """

    tile: Tile
    turned: bool = False
    down: bool = False
    stands_for: Tile | None = None


class LaidSetView(Answer):
    """A set on the table, its tiles from left to right as it lies."""

    kind: str
    tiles: tuple[Tile, ...]
    concealed: bool
    origin: str
    claimed_from: Annotated[Seat | None, says("whose tile was claimed")] = field(name="from")
    turned: Annotated[int | None, says("which tile is turned, from 0")]
    seq: Annotated[Count, says("the event that laid it")]
    stands_for: Annotated[Tile | None, says("what its jokers, or other wild tiles, stand for")]

    @property
    def lying(self) -> tuple[SetTile, ...]:
        """Its tiles as they lie. A kong shows its outer two tiles; other concealed sets lie wholly face down.

        Source: dead-wall/kong-2.
        """
        if self.concealed:
            is_kong = self.kind == "kong" and len(self.tiles) == 4
            return tuple(SetTile(tile, down=not is_kong or at in (1, 2)) for at, tile in enumerate(self.tiles))
        return tuple(
            tile._replace(turned=at == self.turned) for at, tile in enumerate(group_tiles(self.tiles, self.stands_for))
        )


def joker_stands_for(kinds: Sequence[int]) -> int | None:
    """The kind that a joker among like tiles stands for; None where no natural tile tells it.

    >>> from mjlog.tiles import parse_tiles
    >>> joker_stands_for(parse_tiles("55b Jk")), joker_stands_for(parse_tiles("JJJk"))
    (4, None)
    """
    naturals = naturals_of(kinds)
    return naturals.pop() if len(naturals) == 1 else None


def group_tiles(tiles: Iterable[Tile], meant: Tile | None) -> tuple[SetTile, ...]:
    """Tiles as a group, in the order given; its jokers, or other wild tiles, stand for the tile `meant`."""
    natural = UNKNOWN if meant is None else meant.kind
    return tuple(SetTile(tile, stands_for=None if tile.kind in (natural, UNKNOWN) else meant) for tile in tiles)


def laid_set(owner: Seat, laid: TableSet, sees_down: bool) -> LaidSetView:
    """A set as it lies before its owner. `sees_down`: face-down tiles too are known."""
    faces, turned, stands_for = list(laid.tiles), None, None
    if laid.reds:
        faces = with_reds(laid.tiles, [laid.reds if five in laid.tiles else 0 for five in FIVES])
    if laid.concealed:
        is_seen = sees_down or (laid.kind == "kong" and len(laid.tiles) == 4)
        faces = faces if is_seen else [UNKNOWN] * len(faces)
    else:
        stands_for = joker_stands_for(faces) if JOKER in faces else laid.tiles[0] if laid.wild else None
        turned = _laid_across(owner, laid, faces)
    return LaidSetView(
        kind=laid.kind,
        tiles=tuple(TILES[face] for face in faces),
        concealed=laid.concealed,
        origin=laid.origin,
        claimed_from=laid.claimed_from,
        turned=turned,
        seq=laid.seq,
        stands_for=None if stands_for is None else TILES[stands_for],
    )


def _laid_across(owner: Seat, laid: TableSet, faces: list[int]) -> int | None:
    """Puts the claimed tile, which lies across, on the side of the player it came from; says where."""
    if laid.claimed_from is None or laid.claimed_tile not in laid.tiles:
        return None
    at = {owner.left: 0, owner.right: len(faces) - 1}.get(laid.claimed_from, 1)
    alike = [number for number, face in enumerate(faces) if kind_of(face) == laid.claimed_tile]
    # The red five goes first among the fives.
    faces.insert(at, faces.pop(alike[0 if laid.claimed_red or not laid.reds else -1]))
    # Of a single tile, which is no set, the first place is the last one.
    return min(at, len(faces) - 1)


class LineName(Keeping):
    """A line of a score card, as it may be told."""

    label: str
    value: Annotated[int | None, says("points")]

    section = ""
    """The name of its section, where the card is nobody's own and it is known which line it is."""


class LinesLeft(Answer):
    """The lines of the card that a hand can still be by its exposures; none: the hand can be shown to be dead."""

    basis: Annotated[str, says("`rack`, its own exposures, or `table`, everything that lies face up")]
    lines: tuple[LineName, ...]


class GroupAnswer(Answer):
    """A group of a hand of the card."""

    tiles: tuple[Tile, ...]
    stands_for: Annotated[Tile | None, says("as in a set on the table, also for a group of jokers only")]

    @property
    def lying(self) -> tuple[SetTile, ...]:
        """Its tiles, with what its jokers stand for."""
        return group_tiles(self.tiles, self.stands_for)


class BoardLine(LineName):
    """The line that the hand was won by."""

    # Of a hand that was not shown, or of a card that is not at hand, there are none.
    groups: tuple[GroupAnswer, ...]


def lines_left(table: Table, seat: Seat) -> LinesLeft | None:
    """What a seat can still be by its exposures; None without exposures, or without the card."""
    exposures = exposures_of(table.place(seat)) if table.card is not None else None
    if table.card is None or not exposures:
        return None
    basis = table.plan.dead_basis
    lines = table.card.card.lines
    verdict = verdict_of(table, seat, exposures, basis)
    return LinesLeft(basis, tuple(LineName(lines[line].label, lines[line].value) for line in verdict.lines))


def line_won(table: Table) -> BoardLine | None:
    """The line that the hand was won by: the one that the tiles are once they were shown, before that the one named."""
    shown = line_shown(table)
    if shown is None or table.win is None:
        return label_won(table)
    # The tiles of the winner as the groups of the line; single tiles that stand side by side are one.
    place = table.place(table.win.seat)
    exposures = exposures_of(place)
    match = None
    if table.card is not None and exposures is not None:
        match = table.card.match_line(place.held, exposures, shown.label)
    return _told(table, BoardLine(shown.label, shown.value, () if match is None else tuple(_grouped(match))))


def label_won(table: Table) -> BoardLine | None:
    """The line that the hand was won by, without its groups."""
    win, shown = table.win, line_shown(table)
    if shown is not None:
        return _told(table, BoardLine(shown.label, shown.value, ()))
    return None if win is None or win.line is None else _told(table, BoardLine(win.line, None, ()))


def _told(table: Table, board_line: BoardLine) -> BoardLine:
    """The line with its value and section, as far as the card tells them."""
    card = table.card.card if table.card is not None else None
    line = next((line for line in card.lines if line.label == board_line.label), None) if card is not None else None
    if card is None or line is None:
        return board_line
    made = board_line.replaced(value=line.value if board_line.value is None else board_line.value)
    return made if card.private else made.keeping(section=card.sections[line.section].name)


def _grouped(match: Match) -> list[GroupAnswer]:
    groups: list[GroupAnswer] = []
    was_single = False
    for text, group in zip(match.assignment, match.hand.groups, strict=True):
        tiles = tuple(TILES[kind] for kind in parse_tiles(text))
        is_single = len(tiles) == 1
        if is_single and was_single:
            groups[-1] = replace(groups[-1], tiles=groups[-1].tiles + tiles)
        else:
            groups.append(GroupAnswer(tiles, TILES[group.kind] if TILES[JOKER] in tiles else None))
        was_single = is_single
    return groups


class Parcel(Answer):
    """Tiles that lie between two players."""

    giver: Seat = field(name="from")
    taker: Seat = field(name="to")
    tiles: tuple[Tile, ...]
    blind: Count


class CharlestonView(Keeping):
    """The Charleston, while it is played."""

    name: Annotated[str, says("the pass that is made, or next")] = field(name="pass")
    done: Annotated[tuple[str, ...], says("the passes that are over")]
    parcels: tuple[Parcel, ...] = field(name="passed")
    waiting: Annotated[tuple[Seat, ...], says("who has still to pass")]
    stopped: Seat | None = field(name="refused_by")

    order = Kept[tuple[str, ...]]()
    """The passes that there are."""

    @property
    def words(self) -> str:
        """The pass that is made or next, in words."""
        return pass_words(self.name, self.order)

    @property
    def due(self) -> str:
        """What is due next, in words: a pass, and what may come in its place."""
        if self.name == COURTESY:
            return "the courtesy, or the first discard"
        refusable = self.name == SECOND[0] and not self.parcels
        return f"{self.words}, or its refusal" if refusable else self.words


def charleston_view(table: Table, sight: Sight) -> CharlestonView | None:
    """The Charleston of a table while it is played; None before and after."""
    passing = table.passing
    if passing is None or table.due != PASSING:
        return None
    name = passing.due
    given = passing.given if name == passing.name and name not in passing.done else {}
    parcels = []
    for giver in (seat for seat in SEATS if seat in given):
        # The giver knows what was not passed on unseen; nobody else has looked at it yet.
        tiles = (TILES[kind if sees_hand(sight, giver) else UNKNOWN] for kind in given[giver].kinds)
        parcels.append(Parcel(giver, receiver(name, giver), tuple(tiles), given[giver].blind))
    waiting = () if name == COURTESY else tuple(seat for seat in SEATS if seat not in passing.given)
    return CharlestonView(name, passing.done, tuple(parcels), waiting, passing.stopped).keeping(order=passing.order)


class RiichiView(Keeping):
    """What lies on the table in riichi."""

    indicators: Annotated[tuple[Tile, ...], says("dora indicators, in the order in which they were turned")]
    under: Annotated[tuple[Tile, ...], says("those turned under them after a win in riichi")]
    dora: Annotated[tuple[Tile, ...], says("the kinds that they make dora, one for each indicator")]
    repeats: Annotated[Count | None, says("how often the hand is repeated (honba)")]
    pot: Annotated[Count | None, says("points that lie on the table")]
    drawn_for: Annotated[str, says("why the hand was drawn, in words; empty where it was not")]
    winners: Annotated[tuple[Seat, ...], says("all who won the hand, in the order of payment")]

    places = Kept[int]()
    """How many indicators can be turned."""


class SeatRiichi(Answer):
    """One player in riichi."""

    declared: bool
    stands: Annotated[bool, says("the discard was not won, and the stick is paid")]
    double: Annotated[bool, says("with the first discard")]
    furiten: Annotated[str | None, says("why no discard can be won, where the hand is seen")]


def table_words(view: RiichiView, name: Callable[[Tile], str] = tile_words) -> Iterator[str]:
    """What lies on the table for all, in words; tiles by `name`."""
    if view.repeats:
        yield counted(view.repeats, "repeat")
    if view.pot:
        yield f"{points(view.pot)} in the pot"
    for which, tiles in (("indicator", view.indicators), ("under-indicator", view.under)):
        if tiles:
            yield f"{which}{'s' if len(tiles) > 1 else ''} {list_words(list(map(name, tiles)))}"
    if view.dora:
        yield f"dora {list_words(list(map(name, view.dora)))}"


def seat_words(riichi: SeatRiichi, in_full: bool = False) -> Iterator[str]:
    """What there is to be said of a player; `in_full`: why the player is furiten, too."""
    if riichi.declared:
        yield f"{'double ' if riichi.double else ''}riichi{'' if riichi.stands else ' (not paid yet)'}"
    if riichi.furiten:
        yield f"furiten: {riichi.furiten}" if in_full else "furiten"


def riichi_view(table: Table, winners: tuple[Seat, ...]) -> RiichiView | UnsetType:
    """What lies on the table for all, where riichi is played."""
    state, standing = table.riichi, table.standing
    if state is None:
        return UNSET
    return RiichiView(
        indicators=tuple(TILES[face] for face in state.indicators),
        under=tuple(TILES[face] for face in state.under),
        dora=tuple(TILES[dora_after(kind_of(face))] for face in (*state.indicators, *state.under) if face != UNKNOWN),
        repeats=standing.repeats,
        pot=standing.pot,
        drawn_for=drawn_words(table.washout_for) if table.washout else "",
        winners=winners,
    ).keeping(places=len(table.plan.wall.indicators))


def seat_riichi(table: Table, seat: Seat, sight: Sight) -> SeatRiichi | UnsetType:
    """What riichi has to say of a player, where it is played."""
    if table.riichi is None:
        return UNSET
    declared = table.riichi.of(seat)
    return SeatRiichi(
        declared=declared is not None,
        stands=declared is not None and declared.stands,
        double=declared is not None and declared.double,
        furiten=furiten_words(table, seat) if sees_hand(sight, seat) else None,
    )


class Stack(msgspec.Struct, frozen=True):
    """A place for two tiles: how many stand there (0 to 2), whether they are of the dead wall, loose tiles on top.

    `indicator`: the face of the upper one, where it has been turned.
    """

    tiles: int
    dead: bool
    loose: int = 0
    indicator: int | None = None


class WallBreak(Answer):
    """Where the count of the dice ended: the wall, and the stack in it from the end where the count entered it.

    As the `break` of the log says; where it has none, as the dice do.
    """

    wall: Seat
    stack: int


class WallView(Keeping):
    """What is left of the wall."""

    size: int
    live: Annotated[int, says("tiles that can be drawn")]
    dead: Annotated[int, says("tiles set apart for replacements")]
    sure: Annotated[bool, says("false where moves were not recorded")]
    broken: WallBreak | None
    sides: Annotated[BySeat[list[int]], says("tiles of each stack, from each builder's right")]
    loose_on: Annotated[BySeat[list[int]], says("stacks with loose tiles on them, from 1")]
    dead_stacks: Annotated[BySeat[list[int]], says("stacks of the dead wall, from 1")]
    coming: Annotated[tuple[Tile, ...] | UnsetType, says("still to be drawn, in the open view")] = UNSET
    loose: Annotated[tuple[Tile, ...] | UnsetType, says("still to be taken as replacements, in the open view")] = UNSET

    stacks = Kept[tuple[tuple[Stack, ...], ...]]()
    """The walls of East, South, West, North, from each builder's right; empty where the break is not known."""
    mark = Kept[int]()
    """The stack of the break in that order, from 1."""
    built = Kept[int]()
    """How many walls were built."""


def wall_view(table: Table, broken: WallBreak | None, is_open: bool) -> WallView:
    """The wall of a table, broken where the log says; loose tiles lie on the stacks where they were set."""
    wall, standing, end = table.plan.wall, table.tiles_standing, table.live_end
    # Where the rule set has no dice, stacks are counted from the right and clockwise.
    plan = table.plan.breaking or BreakPlan(Seat.E, "none", "first", True, wall.size // 8)
    places = broken
    if broken is not None and (broken.wall.index >= plan.walls or not 1 <= broken.stack <= plan.stacks):
        places = None
    stacks: tuple[tuple[Stack, ...], ...] = ()
    if wall.own:
        # The wall of each seat is its own: drawn from the builder's right on, the upper tile of a stack first.
        walls = [[standing[at] for at in wall.own_wall(seat)] for seat in table.plan.seats]
        stacks = tuple(tuple(Stack(sum(own[at : at + 2]), False) for at in range(0, len(own), 2)) for own in walls)
        places = None
    elif wall.size != 2 * plan.walls * plan.stacks:
        places = None
    elif places is not None:
        aside = wall.set_aside(table.wall.taken, table.wall.loose_taken)
        stacks = _stacks(wall, plan, (places.wall, places.stack), tuple(standing), aside, end, table.indicators)
    known, coming, loose = table.wall.tiles if is_open else None, list[int](), list[int]()
    if known is not None:
        # Where replacements come from the back of the same tiles, all that still stand are to be drawn.
        last, first = len(known) if wall.meets else end, 0 if wall.own else table.wall.taken
        coming = [known[at] for at in range(first, min(last, len(known), len(standing))) if standing[at]]
        order = wall.loose[table.wall.loose_taken :]
        loose = [known[at] for at in order if standing[at] and end <= at < len(known)]
    is_seen = bool(coming or loose)
    return WallView(
        size=wall.size,
        live=sum(standing) if wall.own else table.live_left,
        dead=0 if wall.meets else sum(standing[end:]),
        sure=not is_blind(table),
        broken=places,
        sides={seat: [stack.tiles for stack in side] for seat, side in zip(SEATS, stacks, strict=False)},
        loose_on=_numbers(stacks, lambda stack: stack.loose > 0),
        dead_stacks=_numbers(stacks, lambda stack: stack.dead and stack.tiles > 0),
        coming=tuple(TILES[kind] for kind in coming) if is_seen else UNSET,
        loose=tuple(TILES[kind] for kind in loose) if is_seen else UNSET,
    ).keeping(
        built=plan.walls, stacks=stacks, mark=from_the_right(plan, places.stack) if places is not None else 0,
    )  # fmt: skip


def _numbers(stacks: Sequence[Sequence[Stack]], chosen: Callable[[Stack], bool]) -> dict[Seat, list[int]]:
    """Some stacks of each wall, numbered from 1."""
    by_seat = {
        seat: [number for number, stack in enumerate(side, start=1) if chosen(stack)]
        for seat, side in zip(SEATS, stacks, strict=False)
    }
    return {seat: numbers for seat, numbers in by_seat.items() if numbers}


def break_of_the_dice(table: Table) -> WallBreak | None:
    """Where the wall is broken by the throws alone; None where they do not tell."""
    plan = table.plan.breaking
    if plan is None:
        return None
    first, second = table.rolls.get("break-wall"), table.rolls.get("break-stack")
    seat = plan.first if not plan.finds_wall else wall_found(plan, first.total) if first is not None else None
    count = stacks_to_count(plan, first and first.total, second and second.total)
    if seat is None or count is None:
        return None
    place = count_end(plan, seat, count)
    return WallBreak(place.wall, place.stack)


@functools.lru_cache(maxsize=256)
def _stacks(
    plan: WallPlan,
    break_plan: BreakPlan,
    broken: tuple[Seat, int],
    standing: tuple[bool, ...],
    aside: tuple[tuple[int, int], ...],
    live_end: int,
    indicators: tuple[int, ...],
) -> tuple[tuple[Stack, ...], ...]:
    """The walls, each from its builder's right; kept, since all who look see the same."""
    lifted, loose = {position for position, _ in aside}, [0] * (plan.size // 2)
    for _, on in aside:
        loose[plan.size // 2 - on] += 1
    turned = dict(zip(plan.indicators, indicators, strict=False))
    walls = {seat: [Stack(0, False)] * break_plan.stacks for seat in SEATS[: break_plan.walls]}
    for number in range(plan.size // 2):
        tiles = sum(standing[at] and at not in lifted for at in (2 * number, 2 * number + 1))
        place = tile_place(break_plan, StackPlace(*broken), 2 * number)
        at = from_the_right(break_plan, place.stack) - 1
        walls[place.wall][at] = Stack(tiles, 2 * number >= live_end, loose[number], turned.get(2 * number))
    return tuple(map(tuple, walls.values()))


# -- the board --------------------------------------------------------------------------------------------------------


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
    """Who declared a mahjong that turned out to be false."""

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
    charleston, due = charleston_view(table, sight), DUE_WORDS[table.due]
    winners, latest = () if is_false else tuple(win.seat for win in table.wins), table.discard
    places = tuple(
        _seat_view(table, seat, sight, stake) if as_table is None or sees_hand(sight, seat) else as_table.seat(seat)
        for seat in SEATS
    )
    return Board(
        view=sight_name(sight),
        hand=table.hand,
        round=table.round,
        depth=table.depth,
        turn=_turn(table) if table.in_play else None,
        due=due if charleston is None else charleston.due,
        latest=None if latest is None else LatestAnswer(**asdict(_discard_view(table, latest)), seat=latest.seat),
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
    drawn = place.last_drawn if is_seen else None
    if drawn is not None:
        drawn = table.plan.family.won_face(table, drawn, is_claimed=False)
    holds_one_more = table.due == A_DISCARD and table.turn is place.seat and not table.in_setup
    thrown = [discard for discard in table.discards if discard.seat is seat]
    # What a hand of the card can still become is of interest while it is played.
    plays_on = table.plan.family.wins_by_card and seat not in table.dead and table.winner is not seat
    return BoardSeat(
        player=player or "",
        total=total,
        concealed=tuple(TILES[face] for face in concealed),
        drawn=TILES[drawn] if drawn is not None and holds_one_more and drawn in concealed else None,
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
        lines=lines_left(table, seat) if plays_on else None,
        riichi=seat_riichi(table, seat, sight),
    ).keeping(
        seat=seat,
        is_turn=_is_turn(table, seat),
        latest=next((at for at, discard in enumerate(thrown) if discard is table.discard), -1),
    )


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


# -- as text for a terminal -------------------------------------------------------------------------------------------


_NARROW = 72
_BACK = TILES[UNKNOWN]


def text_table(board: Board, unicode: bool = False, width: int = 80) -> str:
    """The board as lines of text: whoever is at the bottom below, the next in turn at the right, then above, left."""
    if width < _NARROW:
        parts = [_seat_lines(board, seat, unicode, width) for seat in board.sides]
        return _join(filter(None, [_middle(board, unicode, width), *parts, _card_lines(board, unicode, width)]))
    below, above = (_seat_lines(board, board.sides[side], unicode, width) for side in (0, 2))
    third = (width - 4) // 3
    widths = (third, width - 4 - 2 * third, third)
    columns = [
        _seat_lines(board, board.sides[3], unicode, third) if len(board.sides) > 3 else [],
        _middle(board, unicode, widths[1]),
        _seat_lines(board, board.sides[1], unicode, third),
    ]
    height = max(map(len, columns))
    # Where nobody sits there is no column.
    cells = [
        [line.ljust(size) for line in (*column, *[""] * (height - len(column)))]
        for column, size in zip(columns, widths, strict=True)
        if column
    ]
    beside = ["  ".join(row) for row in zip(*cells, strict=True)]
    return _join(filter(None, [above, beside, below, _card_lines(board, unicode, width)]))


def _join(parts: Iterable[Sequence[str]]) -> str:
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def _seat_lines(board: Board, seat: Seat, unicode: bool, width: int) -> list[str]:
    view = board.seat(seat)
    lines = _wrapped(_heading(board, view), width, "", "    ")
    hand = _faces(view.concealed, unicode)
    lines += _wrapped(hand, width, "  hand ") if hand else []
    lines += _wrapped([set_text(laid, unicode, width - 7) for laid in view.sets], width, "  sets ") if view.sets else []
    lines += _wrapped([_face(tile, unicode) for tile in view.bonus], width, "  bonus ") if view.bonus else []
    thrown = []
    for at, discard in enumerate(view.discards):
        face = _face(discard.tile, unicode)
        claimed = f"^{discard.claimed_by.value}" if discard.claimed_by is not None else ""
        mark = claimed or ("*" if at == view.latest else "")
        thrown.append((f"({face})" if discard.riichi else face) + mark)
    return lines + (_wrapped(thrown, width, "  out  ") if thrown else [])


def _heading(board: Board, view: BoardSeat) -> list[str]:
    """Seat, player, points and what is to be said of the hand; each part stays on one line."""
    parts = [("> " if view.is_turn else "  ") + view.seat.wind_name.upper()]
    if view.player:
        parts.append(shown(view.player, 24))
    if view.total is not None:
        parts.append(signed(view.total) if not board.riichi else points(view.total))
    if view.chips is not None:
        parts.append(f"({view.chips} chips)")
    if board.family.wins_by_card and view.tiles is not None:
        parts.append(f"{view.tiles} tiles" + (f" (not {view.tiles_due})" if view.tiles_due is not None else ""))
    if view.dead is not None:
        parts.append(f"DEAD ({view.dead.replace('-', ' ')})")
    if view.seat in board.winners:
        parts.append("WINS")
    if view.is_calling:
        parts.append("calling")
    if view.riichi:
        parts += seat_words(view.riichi)
    if view.claims:
        parts.append(f"claims {view.claims}")
    return [part.replace(" ", "\u00a0") for part in parts]


def _face(tile: Tile, unicode: bool) -> str:
    return UNICODE[tile.face] if unicode else str(tile)


def set_text(laid: LaidSetView, unicode: bool = False, width: int = 80) -> str:
    """A set in brackets, on one line where it fits."""
    between = " " if unicode else "-"
    tiles = [_set_tile(tile, unicode) for tile in laid.lying]
    source = f"\u00a0{laid.claimed_from.value}" if laid.claimed_from is not None else ""
    text = f"[{between.join(tiles)}{source}]"
    return text.replace(" ", "\u00a0") if len(text) <= width else f"[{f'{between} '.join(tiles)}{source}]"


def _set_tile(tile: SetTile, unicode: bool) -> str:
    face = _face(_BACK if tile.down and unicode else tile.tile, unicode)
    meant = f"({_face(tile.stands_for, unicode)})" if tile.stands_for is not None else ""
    return f"({face})" if tile.turned else face + meant


def _wrapped(words: Sequence[str], width: int, label: str, indent: str | None = None) -> list[str]:
    text = " ".join(words)
    indent = " " * len(label) if indent is None else indent
    lines = textwrap.wrap(text, max(width, 20), initial_indent=label, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _middle(board: Board, unicode: bool, width: int) -> list[str]:
    lines = [f"hand {board.hand}" + (f", {board.round} round" if board.family.has_round_winds else "")]
    lines += [] if not board.wild else [f"goulash: {_face(board.wild, unicode)} is wild"]
    wall = board.wall
    about = "" if wall.sure else "about "
    left = f"wall {about}{wall.live} " + ("tiles" if board.family.wins_by_card else f"live, {wall.dead} dead")
    lines.append(left if board.depth != "result" else "wall not recorded")
    if wall.broken is not None:
        lines.append(f"broken at {wall.broken.wall}'s stack {wall.broken.stack}")
    if board.riichi:
        lines += table_words(board.riichi, lambda tile: _face(tile, unicode))
    if board.latest is not None and board.latest.seat is not None:
        lines.append(f"last out: {_face(board.latest.tile, unicode)} by {board.latest.seat}")
    lines += _state_lines(board, unicode)
    return [part for line in lines for part in _wrapped([line], width, "")]


def _state_lines(board: Board, unicode: bool) -> list[str]:
    if board.winner is not None:
        tile = f" on {_face(board.won_on, unicode)}" if board.won_on is not None else ""
        source = f" from {board.won_from}" if board.won_from is not None else ""
        line = [f"line {_line_text(board.line.label, board.line.value)}"] if board.line is not None else []
        return [f"{board.won_by}{tile}{source}", *line]
    if board.is_decided:
        return [": ".join(board.outcome)]
    due = board.due if board.turn is None else f"{board.due}: {board.turn}"
    lines = [f"due: {due}"] if board.due != "nothing" else []
    if board.charleston is not None:
        # What lies between two players, and who has still to pass.
        for parcel in board.charleston.parcels:
            tiles = " ".join(_faces(parcel.tiles, unicode)) or "no tile"
            blind = f" ({parcel.blind} blind)" if parcel.blind else ""
            lines.append(f"{parcel.giver} to {parcel.taker}: {tiles}{blind}")
        if board.charleston.waiting:
            lines.append(f"to pass: {', '.join(map(str, board.charleston.waiting))}")
        if board.charleston.stopped is not None:
            lines.append(f"{board.charleston.stopped} refused a second one")
    return lines


def _faces(tiles: Sequence[Tile], unicode: bool) -> list[str]:
    """Tiles that are known, and how many are not."""
    known = [_face(tile, unicode) for tile in tiles if tile is not _BACK]
    backs = len(tiles) - len(known)
    return [*known, f"{_face(_BACK, unicode)}x{backs}"] if backs else known


def _line_text(label: str, value: int | None) -> str:
    return shown(label, 40) + (f"\u00a0({value})" if value is not None else "")


def _card_lines(board: Board, unicode: bool, width: int) -> list[str]:
    """Below the table: the lines that exposures leave open, and the winner's hand as its line arranges it."""
    lines = []
    for view in board.playing:
        if view.lines is not None:
            left = ", ".join(_line_text(line.label, line.value) for line in view.lines.lines) or "none is left"
            lines += [f"{seat_name(view.seat)}'s lines, {BASES[view.lines.basis]}:", *_wrapped([left], width, "  ")]
    if board.line is not None and board.line.groups and board.winner is not None:
        groups = [" ".join(_set_tile(tile, unicode) for tile in group.lying) for group in board.line.groups]
        label = _line_text(board.line.label, board.line.value)
        lines += _wrapped([f"{seat_name(board.winner)}'s hand, line {label}:"], width, "")
        lines += _wrapped([" / ".join(groups)], width, "  ")
    return lines
