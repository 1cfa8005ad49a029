"""What a board is made of: sets as they lie, lines of the score card, the Charleston, what riichi adds, the wall.

Of a line of the card only its label and value are told, never its groups; what exposures leave open depends on what
lies face up alone, so it may be told while a hand goes on. Furiten is told of hands that are seen, and of no others:
whoever hears of it learns what the hand waits for. Of the wall only counts are told, never tiles, except in the open
view. Source: american/dead-3, american/charleston-1 to american/charleston-4, riichi/dora-1, riichi/pot-1,
riichi/furiten-1, docs/do/cards.md#rulings, docs/lookup/geometry.md, docs/understand/trust.md.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NamedTuple

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from mjlog.answers import Answer, BySeat, Count, Keeping, Kept, says
from mjlog.audit.settling.card import line_shown
from mjlog.log.sight import Sight, sees_hand
from mjlog.rules.by_card import exposures_of, verdict_of
from mjlog.rules.riichi import furiten_words
from mjlog.seats import SEATS, Seat
from mjlog.table import Table, TableSet
from mjlog.table.opening import StackPlace, count_end, from_the_right, stacks_to_count, tile_place, wall_found
from mjlog.table.passing import CHARLESTON, COURTESY, FIRST, SECOND, Given, receiver
from mjlog.table.plan import BreakPlan, WallPlan
from mjlog.table.red_fives import FIVES, with_reds
from mjlog.table.state import PASSING
from mjlog.table.unseen import is_blind
from mjlog.text import counted, points, shown
from mjlog.tiles import JOKER, TILES, UNKNOWN, Tile, dora_after, kind_of, naturals_of, parse_tiles
from mjlog.views.naming import list_words, tile_words

if TYPE_CHECKING:
    from mjlog.cards.matcher import Match


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
            one._replace(turned=at == self.turned) for at, one in enumerate(group_tiles(self.tiles, self.stands_for))
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
    faces, turned, stands_for = _faces(laid), None, None
    if laid.concealed:
        is_seen = sees_down or (laid.kind == "kong" and len(laid.tiles) == 4)
        faces = faces if is_seen else [UNKNOWN] * len(faces)
    else:
        stands_for = joker_stands_for(faces) if JOKER in faces else laid.tiles[0] if laid.wild else None
        turned = _turn(owner, laid, faces)
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


def _faces(laid: TableSet) -> list[int]:
    """The faces of the tiles of a set, the claimed one in its place among them."""
    if not laid.reds:
        return list(laid.tiles)
    reds = [laid.reds if five in laid.tiles else 0 for five in FIVES]
    return with_reds(laid.tiles, reds)


def _turn(owner: Seat, laid: TableSet, faces: list[int]) -> int | None:
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


_ROUNDS = {**dict.fromkeys(FIRST, "the first Charleston"), **dict.fromkeys(SECOND, "the second Charleston")}
_WAYS = {"right": "to the right", "across": "across", "left": "to the left", "east": "in exchange"}
_PARTNERS = {
    "across": "East with West, North with South", "east-south": "East with South, West with North",
    "east-north": "East with North, West with South",
}  # fmt: skip
"""Who changes tiles with whom in a goulash."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


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


def way_words(name: str) -> str:
    """The way that the tiles of a pass go, in words.

    >>> way_words("left-2"), way_words("courtesy")
    ('to the left', 'across, as a courtesy')
    """
    return "across, as a courtesy" if name == COURTESY else _WAYS[name.partition("-")[0]]


def pass_words(name: str, order: Sequence[str] = CHARLESTON) -> str:
    """A pass in words; `order`: the passes that there are.

    >>> pass_words("left-2"), pass_words("courtesy")
    ('the second Charleston, to the left', 'the courtesy')
    >>> pass_words("east-south", ("across-1", "east-south"))
    'the second exchange, East with South, West with North'
    """
    if order != CHARLESTON:
        partners = _PARTNERS.get(name) or _PARTNERS.get(name.partition("-")[0]) or way_words(name)
        return f"the {_ORDINALS[order.index(name)]} exchange, {partners}"
    return "the courtesy" if name == COURTESY else f"{_ROUNDS[name]}, {way_words(name)}"


def charleston_view(table: Table, sight: Sight) -> CharlestonView | None:
    """The Charleston of a table while it is played; None before and after."""
    passing = table.passing
    if passing is None or table.due != PASSING:
        return None
    name = passing.due
    given = passing.given if name == passing.name and name not in passing.done else {}
    parcels = tuple(_parcel(name, seat, given[seat], sight) for seat in SEATS if seat in given)
    waiting = () if name == COURTESY else tuple(seat for seat in SEATS if seat not in passing.given)
    return CharlestonView(name, passing.done, parcels, waiting, passing.stopped).keeping(order=passing.order)


def _parcel(name: str, giver: Seat, given: Given, sight: Sight) -> Parcel:
    """The giver knows what was not passed on unseen; nobody else has looked at it yet."""
    is_seen = sees_hand(sight, giver)
    tiles = tuple(TILES[kind if is_seen else UNKNOWN] for kind in given.kinds)
    return Parcel(giver, receiver(name, giver), tiles, given.blind)


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


def stakes_words(repeats: int | None, pot: int | None) -> str:
    """How often a hand is repeated, and what lies on the table, as words behind others; empty where neither is."""
    return (f", {counted(repeats, 'repeat')}" if repeats else "") + (f", {pot} in the pot" if pot else "")


DRAWN_FOR = {
    "exhaustive": "an exhaustive draw", "nagashi": "nagashi", "nine-terminals": "nine terminals and honors",
    "four-winds": "four discards of one wind", "four-riichi": "four riichi",
    "four-kongs": "four kongs of several players", "three-ron": "three wins on one tile",
}  # fmt: skip
"""Why a hand of riichi is drawn, by the word of the record."""


def drawn_words(reason: str) -> str:
    """Why a hand of riichi is drawn.

    >>> drawn_words("four-winds"), drawn_words("the roof leaks")
    ('four discards of one wind', 'the roof leaks')
    """
    return DRAWN_FOR.get(reason, shown(reason, 300))


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


@dataclass(frozen=True, slots=True)
class Stack:
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
    """The wall of a table, broken where the log says."""
    standing = table.tiles_standing
    end = table.live_end
    places = _valid_break(table, broken)
    stacks = _sides(table, places, standing) if places is not None else ()
    if table.plan.wall.own:
        places, stacks = None, _own_walls(table, standing)
    known = table.wall.tiles if is_open else None
    coming, loose = ((), ()) if known is None else (_coming(table, known, standing), _loose(table, known, standing))
    is_seen = bool(coming or loose)
    return WallView(
        size=table.plan.wall.size,
        live=sum(standing) if table.plan.wall.own else table.live_left,
        dead=0 if table.plan.wall.meets else sum(standing[end:]),
        sure=not is_blind(table),
        broken=places,
        sides={seat: [stack.tiles for stack in side] for seat, side in zip(SEATS, stacks, strict=False)},
        loose_on=_numbers(stacks, lambda stack: stack.loose > 0),
        dead_stacks=_numbers(stacks, lambda stack: stack.dead and stack.tiles > 0),
        coming=tuple(TILES[kind] for kind in coming) if is_seen else UNSET,
        loose=tuple(TILES[kind] for kind in loose) if is_seen else UNSET,
    ).keeping(
        built=_break_plan(table).walls, stacks=stacks,
        mark=from_the_right(_break_plan(table), places.stack) if places is not None else 0,
    )  # fmt: skip


def _numbers(stacks: Sequence[Sequence[Stack]], chosen: Callable[[Stack], bool]) -> dict[Seat, list[int]]:
    """Some stacks of each wall, numbered from 1."""
    found = {
        seat: [number for number, stack in enumerate(side, start=1) if chosen(stack)]
        for seat, side in zip(SEATS, stacks, strict=False)
    }
    return {seat: numbers for seat, numbers in found.items() if numbers}


def _own_walls(table: Table, standing: list[bool]) -> tuple[tuple[Stack, ...], ...]:
    """The wall of each seat, which is its own: drawn from the builder's right on, the upper tile of a stack first."""
    walls = [[standing[at] for at in table.plan.wall.own_wall(seat)] for seat in table.plan.seats]
    return tuple(tuple(Stack(sum(wall[at : at + 2]), False) for at in range(0, len(wall), 2)) for wall in walls)


def _coming(table: Table, known: tuple[int, ...], standing: list[bool]) -> tuple[int, ...]:
    """The tiles to be drawn; where replacements come from the back of the same tiles, all that still stand."""
    end = len(known) if table.plan.wall.meets else table.live_end
    first = 0 if table.plan.wall.own else table.wall.taken
    return tuple(known[at] for at in range(first, min(end, len(known), len(standing))) if standing[at])


def _loose(table: Table, known: tuple[int, ...], standing: list[bool]) -> tuple[int, ...]:
    order = table.plan.wall.loose[table.wall.loose_taken :]
    return tuple(known[at] for at in order if standing[at] and table.live_end <= at < len(known))


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


def _valid_break(table: Table, broken: WallBreak | None) -> WallBreak | None:
    plan, size = _break_plan(table), table.plan.wall.size
    if broken is None or size != 2 * plan.walls * plan.stacks or broken.wall.index >= plan.walls:
        return None
    return broken if 1 <= broken.stack <= plan.stacks else None


def _break_plan(table: Table) -> BreakPlan:
    """How stacks are counted; where the rule set has no dice, from the right and clockwise."""
    return table.plan.breaking or BreakPlan(Seat.E, "none", "first", True, table.plan.wall.size // 8)


def _sides(table: Table, broken: WallBreak, standing: list[bool]) -> tuple[tuple[Stack, ...], ...]:
    """The walls, each from its builder's right; loose tiles lie on the stacks where they were set."""
    wall = table.wall
    aside = table.plan.wall.set_aside(wall.taken, wall.loose_taken)
    return _stacks(
        table.plan.wall, _break_plan(table), (broken.wall, broken.stack), tuple(standing), aside, table.live_end,
        table.indicators,
    )  # fmt: skip


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
    """The same; kept, since all who look see the same walls."""
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
