"""What a rule set fixes about the table before a hand begins: tiles, seats, wall, break, deal.

A plan is plain numbers, resolved once per game from the rule set and its options, so that nothing is looked
up per event. The mechanisms that fill it are named in the rule set document (`mjlog.rulesets.mechanisms`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from mjlog.seats import SEATS, Seat, in_turn
from mjlog.table.family import POINTS, Family
from mjlog.table.passing import CHARLESTON
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, JOKER


@dataclass(frozen=True, slots=True)
class WallPlan:
    """Which tile of the wall is taken when.

    Positions count from 0 in the order of dealing, upper tile of a stack before the lower. `loose` are the positions
    of the replacements in the order they are taken; `live_ends[k]` is the position that the live wall ends before
    after k replacements. `kept`: so many tiles at the end that no replacement may touch. `meets`: both ends may come
    together in one stack; whoever comes second gets the tile that is left. `lifted`: which stack from the end (1: the
    last) is taken up, 0 for none; `loose_on`: the stacks from the end on which its upper and its lower tile are set.
    `refilled`: after every second replacement the last live stack is lifted in the same way. `indicators`: where the
    dora indicators lie, in the order in which they are turned; each has the one under it behind it. `own`: each seat
    draws, and replaces, from a wall of its own with so many tiles, East's first; 0: from the one wall (mcr/own-1).
    """

    size: int
    loose: tuple[int, ...]
    live_ends: tuple[int, ...]
    kept: int = 0
    meets: bool = False
    lifted: int = 0
    loose_on: tuple[int, int] = (0, 0)
    refilled: bool = False
    indicators: tuple[int, ...] = ()
    own: int = 0

    @property
    def replaces(self) -> bool:
        """Whether a kong is replaced by a tile more."""
        return bool(self.loose or self.own)

    def own_wall(self, seat: Seat) -> range:
        """The positions of a seat's own wall, in the order of drawing."""
        return range(seat.index * self.own, (seat.index + 1) * self.own)

    def set_aside(self, taken: int, loose_taken: int) -> tuple[tuple[int, int], ...]:
        """The loose tiles that lie on other stacks now: the position of each, and the stack from the end it lies on."""
        stack = 2 * (self.size // 2 - self.lifted) - (loose_taken // 2 * 2 if self.refilled else 0)
        if not self.lifted or stack < 0 or (loose_taken >= 2 and not self.refilled):
            return ()
        pair = ((stack, self.loose_on[0]), (stack + 1, self.loose_on[1]))
        return tuple(each for each in pair[loose_taken % 2 :] if each[0] >= taken)

    def loose_position(self, taken: int, loose_taken: int) -> int | None:
        """Where the next replacement lies after so many tiles from either end; None where none can be taken.

        Source: docs/lookup/geometry.md#live-and-loose-tiles.
        """
        if loose_taken >= len(self.loose) or taken + loose_taken + self.kept >= self.size:
            return None
        position = self.loose[loose_taken]
        if position < taken:
            # The upper tile of the stack was drawn as a live one: the lower is set, or left, alone.
            alone = self.loose[loose_taken + 1 : loose_taken + 2] == (position + 1,) and position + 1 >= taken
            return position + 1 if alone else None
        stood_alone = loose_taken and self.loose[loose_taken - 1] == position - 1 < taken
        return None if stood_alone else position

    def live_position(self, taken: int, loose_taken: int) -> int:
        """Where the next live tile lies after so many tiles from either end."""
        meeting = self.meets and loose_taken and self.loose[loose_taken - 1] == taken
        return taken + 1 if meeting else taken


@dataclass(frozen=True, slots=True)
class BreakPlan:
    """How the dice say where the wall is broken (docs/lookup/geometry.md#counting).

    `first`: the wall that is one in the count of players, which goes anticlockwise. `again`: who throws a second time,
    the player found or East, or nobody. `counts`: which throws are added to count the stacks. `clockwise`: from the
    right end of the wall and on clockwise; otherwise from the left and anticlockwise. `stacks`: a side of the wall.
    `short_above`: a break one stack short is only warned of where the sum is above this (None: it is an error).
    `finds_wall`: a first throw counts to the wall; otherwise it is always the `first` one (american/break-1). `walls`:
    how many are built, before East, South and on.
    """

    first: Seat
    again: Literal["found", "east", "none"]
    counts: Literal["both", "second", "first"]
    clockwise: bool
    stacks: int
    short_above: int | None = None
    finds_wall: bool = True
    walls: int = 4


@dataclass(frozen=True, slots=True)
class DealBlock:
    """One block of the deal: who takes how many tiles, and their positions in the wall."""

    seat: Seat
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealing:
    """One order in which a deal may be taken and written down. Derived: see `TablePlan`, which has them of the first.

    `positions` and `seats`: where each tile dealt lies in the wall, and who takes it; `size`: how many. `by_tile`: for
    each tile its block, and how many tiles are dealt once that is complete. `east_draws`: East has no tile more than
    the others, and draws the first one.
    """

    blocks: tuple[DealBlock, ...]
    positions: tuple[int, ...] = field(init=False)
    seats: tuple[Seat, ...] = field(init=False)
    size: int = field(init=False)
    by_tile: tuple[tuple[DealBlock, int], ...] = field(init=False)
    east_draws: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "positions", tuple(place for block in self.blocks for place in block.positions))
        object.__setattr__(self, "seats", tuple(block.seat for block in self.blocks for _ in block.positions))
        object.__setattr__(self, "size", len(self.positions))
        by_tile: list[tuple[DealBlock, int]] = []
        for block in self.blocks:
            by_tile += [(block, len(by_tile) + len(block.positions))] * len(block.positions)
        object.__setattr__(self, "by_tile", tuple(by_tile))
        object.__setattr__(self, "east_draws", self.seats.count(Seat.E) == self.seats.count(Seat.S))

    def begins_like(self, other: Dealing, dealt: int) -> bool:
        """Whether the first so many tiles are taken as in another order."""
        return self.positions[:dealt] == other.positions[:dealt] and self.seats[:dealt] == other.seats[:dealt]


NOT_FISHING, FISHING_IN_VAIN, FISHING = range(3)
Fishing = Callable[[Sequence[int], Sequence[Sequence[int]]], int]
"""Whether concealed tiles, as counts per kind, beside the tiles of the sets on the table lack one tile: no; only a tile
of which the player has all four; yes."""


@dataclass(frozen=True, slots=True)
class RiichiPlan:
    """What may be done by and against a player who has declared riichi, and which discards and wins are barred.

    `points` and `left`: with at least so many points, and so many live tiles, riichi can be declared; `stick`: what it
    costs. `kong`: which concealed kongs are made in riichi. `furiten_ends`: whether who has let a winning tile go may
    win again after their own next discard (`turn`) or only after a draw. `swap_call`: what may be discarded after a
    call. `kan_dora`: when a kong's indicator is turned; `under_dora`: how many lie under them. `red_fives`: so many
    fives of bamboo, characters and dots are red. `dead_hands`: a hand can be declared dead; `empty_call`: it
    is when its player takes a call for a win back. `ron_until`: when a discard
    can no longer be won, the next draw or the next discard. `how_near`: whether a hand is ready. `north`: whether
    north winds can be laid aside, each a dora; `north_rinshan`: a win with the replacement of one is a win with a loose
    tile; `north_ron`: which hands may win one that is laid aside; `north_calls`: it ends what a call ends;
    `north_claim`: one that is discarded can be claimed for a pung or kong, and a kong of them be made.

    Source: riichi/riichi-1, riichi/kan-3, riichi/furiten-2, riichi/swap-1, riichi/dora-2, riichi/dora-3,
    riichi/tiles-2, riichi/win-3, riichi/dead-hand-2, riichi-sanma/north-1, riichi-sanma/north-6, riichi-sanma/north-7,
    riichi-sanma/north-8, riichi-sanma/north-10.
    """

    points: int = 1000
    left: int = 4
    stick: int = 1000
    kong: Literal["same-shape", "same-waits", "none"] = "same-shape"
    furiten_ends: Literal["turn", "draw"] = "turn"
    swap_call: Literal["none", "ends", "all"] = "none"
    kan_dora: Literal["late", "at-once", "none"] = "late"
    under_dora: Literal["all", "first", "none"] = "all"
    dead_hands: bool = False
    empty_call: bool = False
    ron_until: Literal["draw", "discard"] = "draw"
    red_fives: tuple[int, int, int] = (0, 0, 0)
    how_near: Fishing | None = None
    north: Literal["none", "dora"] = "none"
    north_rinshan: bool = True
    north_ron: Literal["any", "orphans-winds", "none"] = "any"
    north_calls: bool = True
    north_claim: bool = True


NO_RIICHI = RiichiPlan(points=0, left=0, stick=0, swap_call="all", kan_dora="none", under_dora="none", north_ron="none")
"""Where it is not played: nothing is barred, laid on the table or turned for it."""

ABORTS = ("nine-terminals", "four-winds", "four-riichi", "four-kongs", "three-ron")
"""What may end a hand before its time, as a `washout` names it; all but the first by themselves."""


@dataclass(frozen=True, slots=True)
class StakesPlan:
    """What lies on the table between the players, and how a hand and a game go on from what was won.

    `start_points`: of everybody. `several`: how many may win one tile. `aborts`: what ends a hand before its time (of
    `ABORTS`). `nagashi`: discards of terminals and honors alone are paid. `east_stays`: when `ready` at a draw, or
    after a `win` only. `liable_for`: the yakuman that whoever fed the last set answers for. `pot_to`: which of several
    winners takes what lies on the table: the nearest to the discarder; that one what is left after each in riichi has
    taken the own stick back; or all in equal parts. `rounds` are played, and
    with `extra_round` one more until somebody has `target`, where `extra_ends` says so only after a hand that moves
    East on; with `bust` the game ends when somebody is below nothing.
    `leader_stops`: whether an East who leads ends it in the last hand. `chombo`: what a fault that ends a hand costs:
    nothing, a lost mangan, or `chombo_points` off the final score. `fines`: who gets any other fine; what nobody
    gets is off the final score. `clock`: a game may be stopped before its last hand.

    Source: riichi/start-1, riichi/win-3, riichi/abort-1 to riichi/abort-5, riichi/draw-1,
    riichi/draw-2, riichi/repeat-1, riichi/pot-1, riichi/pao-1, riichi/chombo-1, riichi/end-1 to riichi/end-4,
    riichi-ema/penalty-1.
    """

    start_points: int = 0
    several: Literal["two", "all", "head"] = "two"
    aborts: frozenset[str] = frozenset(ABORTS)
    nagashi: bool = True
    east_stays: Literal["ready", "win"] = "ready"
    liable_for: tuple[str, ...] = ()
    pot_to: Literal["nearest", "own-back", "shared"] = "nearest"
    rounds: int = 2
    extra_round: bool = True
    extra_ends: Literal["at-once", "east-leaves"] = "at-once"
    target: int = 0
    bust: bool = True
    leader_stops: Literal["auto", "may", "no"] = "auto"
    chombo: Literal["none", "mangan", "points"] = "none"
    chombo_points: int = 0
    fines: Literal["others", "nobody"] = "others"
    clock: bool = False


NOTHING_AT_STAKE = StakesPlan(aborts=frozenset(), nagashi=False, rounds=0, extra_round=False, bust=False)
"""Where nothing lies on the table, and a hand leaves nothing to the next."""


@dataclass(frozen=True, slots=True)
class Ending:
    """When a game ends, as far as its rule set says.

    `rounds`: rounds that are played (0: any number); `hands`: hands (0: any number); `target`: points that end the
    game with the hand in which somebody reaches them (0: none).
    """

    rounds: int = 0
    hands: int = 0
    target: int = 0


NO_WILD = -1
"""Where every tile is what its face says."""


@dataclass(frozen=True, slots=True)
class Forms:
    """The complete hands of a rule set: those that are not four sets and a pair, and how many chows these may have.

    `thirteen`: the thirteen wonders; `knitting`: seven pairs of one number in the same two suits; `triple_knitting`:
    four threes of one number in all three suits, and a pair; `two_suited_pair`: that pair is one number in two suits,
    no other; `snake`: a pair of ones, 2 to 9 of their suit, one of each wind; `pair_honors`: seven different pairs of
    ones, nines, winds, dragons; `gates`: 111, 2 to 8 and 999 of one suit, one of 2 to 8 twice, all concealed. `chows`:
    the most chows of four sets and a pair. `different_pairs`: four alike are not two of seven pairs. `mixed_knitting`:
    each pair of a knitting hand has two suits of its own; `repeated_honors`: a pair of `pair_honors` may come twice;
    `gates_by_ends`: a claimed tile completes gates only as a one or nine; `hidden_snake`: nothing of a snake is laid
    down before it wins. `knitted_straight`: a knitted nine (1 4 7, 2 5 8, 3 6 9 of three suits), a set and a pair;
    `honors_and_knitted`: fourteen different tiles, each an honor or one of a knitted nine. `wild`: the kind that stands
    for any other (bmja/goulash).

    Source: classical/win-1, western/win-1, bmja/mahjong, bmja/knitting, bmja/pair-honors, bmja/gates, bmja/snake,
    mcr/form-3, mcr/form-4.
    """

    seven_pairs: bool = False
    thirteen: bool = True
    knitting: bool = False
    triple_knitting: bool = False
    two_suited_pair: bool = False
    snake: bool = False
    pair_honors: bool = False
    gates: bool = False
    chows: int = 4
    different_pairs: bool = False
    knitted_straight: bool = False
    honors_and_knitted: bool = False
    mixed_knitting: bool = False
    repeated_honors: bool = False
    gates_by_ends: bool = False
    hidden_snake: bool = False
    wild: int = NO_WILD


@dataclass(frozen=True, slots=True)
class DangerPlan:
    """Which discards are dangerous, and for which a player pays for all, beside what lies open (`mjlog.table.danger`).

    `last_tiles`: with so many live tiles left every tile is dangerous that was not thrown before, or with `late` as
    "unseen" that lies nowhere on the table. `by_winning_tile`: only who discards the winning tile pays; otherwise also
    who fed what the hand became, and whose added kong was robbed. `forced_by_drawing`: nobody who has just claimed a
    tile is without a choice.
    """

    last_tiles: int = 4
    late: Literal["thrown", "unseen"] = "thrown"
    by_winning_tile: bool = False
    forced_by_drawing: bool = False


@dataclass(frozen=True, slots=True)
class Fine:
    """A fine of a rule set: the reason that a penalty gives for it, its points.

    `to_all`: all others share it; `to_one`: one of them gets it.
    """

    reason: str
    amount: int
    to_all: bool = False
    to_one: bool = False


class Scores(Protocol):
    """What tells the worth of a hand (`mjlog.scoring.hand.Hand`) as a `Score`."""

    too_little: str
    """The finding code of a complete hand that is not worth what a win needs."""
    flags: frozenset[str]
    """What else may be said of a win, by name."""

    def score(self, hand: Any) -> Any:
        """What the hand is worth."""

    def scores(self, hand: Any) -> list[Any]:
        """What the hand is worth, once for each way to count it that brings the most."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Everything about tiles, wall and turns that the replay needs.

    `copies[kind]` tiles of each kind are in play. `aside`: the kinds that can be laid aside, and are replaced then;
    `bonus_from_live`: from the live wall. `chows_claimed`: a discard can be claimed for a chow.
    `tracks_danger`: dangerous discards make their discarder liable, as `danger` says. `fines`: the penalties that there
    are (none: any). `forms`: the complete hands; East leaves
    the seat after winning `east_leaves_after` hands in a row (0: never). `scored_as_laid`: a hand is worth what
    its player makes of it when laying it down, not the most it could be. `seating`: how the first seats are
    found, by drawing winds or by rolling dice, where the rule set says. `breaking`: None where no dice are
    recorded. `robbing`: which kongs may be robbed. `concealed_kongs` may be made; `kongs_at_setup`: also by
    others than East before the first discard. `wind_stays`: East prevails in every hand. `any_kong_upon_kong`:
    a kong follows another also where it was not made by its loose tile. `fishing`: how a hand that lacks one
    tile is recognised, where a player must say so. `charleston`: tiles are passed after the deal; `exchanges`:
    how often, with whom, they change places otherwise. `goulash`: by what a drawn hand is replayed, if by another
    plan. `any_flower`: flowers and seasons are alike, and tiles of the hand. `dead_basis`:
    whether a hand is shown to be dead by its exposures alone, or by all that lies open; `dead_jokers`: which jokers of
    dead hands may be exchanged. `east_always_leaves`: after every hand.
    `change_places`: the players change places after each round. `held_fourth`: a tile that was held when a pung
    was laid down may be added to it. `own_sets_open`: self-drawn chows and pungs may be laid open. `corrected_names`: a
    discard that was misnamed can be claimed once it is named rightly; `misnamed_mahjong`: it can be called for mahjong
    under its wrong name, and whoever misnamed it pays for all; `withdrawn_mahjong`: one that was shown may become an
    exposure; `called_until`: the next player draws, or racks the tile; `jokerless`: what is due for a hand without
    jokers that nobody announced. `first_call_first`: of calls for sets the first
    one goes before the others. `other_deals`: further orders in which the deal may be written down; `east_draws`: the
    deal ends with thirteen tiles each, and East's first tile is a draw. `riichi`, `stakes`: what was agreed of
    both, and of a game without them `NO_RIICHI`, `NOTHING_AT_STAKE`. `scorer`: tells whether a complete
    hand may win, where not each may. `family`: what kind of game it is. Derived: the orders of the
    deal (`dealing` the first), the position in the wall and the taker of each tile dealt, the position of the first
    tile drawn after the deal, the seats in play, and who comes after and before each.
    """

    copies: tuple[int, ...]
    wall: WallPlan
    deal: tuple[DealBlock, ...]
    bonus_from_live: bool
    tracks_danger: bool
    danger: DangerPlan = DangerPlan()
    fines: tuple[Fine, ...] = ()
    forms: Forms = Forms()
    ending: Ending = Ending()
    east_leaves_after: int = 0
    scored_as_laid: bool = False
    players: int = 4
    seating: Literal["", "winds", "rolls"] = ""
    breaking: BreakPlan | None = None
    robbing: Literal["none", "added", "added-or-wonders"] = "added-or-wonders"
    concealed_kongs: bool = True
    kongs_at_setup: bool = False
    wind_stays: bool = False
    any_kong_upon_kong: bool = False
    fishing: Fishing | None = None
    charleston: bool = False
    exchanges: tuple[str, ...] = ()
    goulash: TablePlan | None = None
    any_flower: bool = False
    dead_basis: Literal["rack", "table"] = "rack"
    dead_jokers: Literal["all", "before_death"] = "all"
    east_always_leaves: bool = False
    change_places: bool = False
    held_fourth: bool = True
    own_sets_open: bool = False
    corrected_names: bool = True
    misnamed_mahjong: Literal["none", "four-times"] = "none"
    withdrawn_mahjong: Literal["none", "exposure"] = "none"
    called_until: Literal["draw", "rack"] = "draw"
    jokerless: Literal["due", "open", "told"] = "due"
    first_call_first: bool = False
    aside: tuple[int, ...] = tuple(range(FIRST_BONUS, ANY_FLOWER))
    chows_claimed: bool = True
    other_deals: tuple[tuple[DealBlock, ...], ...] = ()
    east_draws: bool = False
    riichi: RiichiPlan = NO_RIICHI
    stakes: StakesPlan = NOTHING_AT_STAKE
    scorer: Scores | None = None
    family: Family = POINTS
    dealing: Dealing = field(init=False)
    dealings: tuple[Dealing, ...] = field(init=False)
    deal_positions: tuple[int, ...] = field(init=False)
    deal_seats: tuple[Seat, ...] = field(init=False)
    first_draw: int = field(init=False)
    seats: tuple[Seat, ...] = field(init=False)
    after: tuple[Seat, ...] = field(init=False)
    before: tuple[Seat, ...] = field(init=False)

    @property
    def passes(self) -> tuple[str, ...]:
        """The passes before play, in their order: of the Charleston, or the exchanges."""
        return CHARLESTON if self.charleston else self.exchanges

    @property
    def wild(self) -> int:
        """The kind that stands for any tile: jokers, or a tile of the set; `NO_WILD` where there is none."""
        return JOKER if self.copies[JOKER] else self.forms.wild

    def __post_init__(self) -> None:
        dealings = tuple(Dealing(blocks) for blocks in (self.deal, *self.other_deals))
        seats = SEATS[: self.players]
        object.__setattr__(self, "dealing", dealings[0])
        object.__setattr__(self, "dealings", dealings)
        object.__setattr__(self, "deal_positions", dealings[0].positions)
        object.__setattr__(self, "deal_seats", dealings[0].seats)
        object.__setattr__(self, "first_draw", dealings[0].size)
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "after", tuple(_next(seat, seats, 1) for seat in SEATS))
        object.__setattr__(self, "before", tuple(_next(seat, seats, -1) for seat in SEATS))

    def winners_of(self, seats: Collection[Seat], giver: Seat) -> tuple[Seat, ...]:
        """Who of those who would win one tile does, the nearest in turn first; nobody where so many end the hand.

        Source: riichi/win-3, riichi/abort-5.
        """
        if len(seats) == len(self.seats) - 1 > 2 and "three-ron" in self.family.aborts:
            return ()
        return tuple(in_turn(seats, giver)[: self.family.most_winners])


def _next(seat: Seat, seats: Sequence[Seat], step: int) -> Seat:
    """The next seat in play, in the order of turns or against it; an empty seat is passed over."""
    neighbour = SEATS[(seat.index + step) % 4]
    return neighbour if neighbour in seats else _next(neighbour, seats, step)
