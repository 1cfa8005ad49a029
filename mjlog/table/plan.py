"""What a rule set fixes about the table before a hand begins: the kind of game, tiles, seats, wall, break, deal.

A plan is plain numbers, resolved once per game from the rule set and its options, so that nothing is looked
up per event. The mechanisms that fill it are named in the rule set document (`mjlog.rulesets.mechanisms`).

The family of a plan is the kind of game: one object a kind, which answers what differs between them. Nobody asks which
kind a game is of. A question says what is meant, as `winner_alone_scores`; what an event does to the table in one kind
alone is an act of that kind. How a new kind is written: CONTRIBUTING.md, "A family of games".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any, Literal, Protocol

import msgspec

from mjlog.seats import SEATS, Seat, in_turn
from mjlog.table.match_state import east_stays
from mjlog.table.passing import CHARLESTON
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, JOKER, from_card_numbers


class Family(msgspec.Struct, frozen=True):
    """Games in which every hand scores points: classical, western and their like. Other kinds say what they do else.

    `name`: by which a layer above finds what it has of this kind (how a hand is settled: `mjlog.audit.settling`).

    The hand. `aside_can_be_won`: a tile that is laid aside, until it is replaced. `wins_by_card`: complete hands
    are the lines of a score card, which must be at hand. `sets_count_three`: tiles of a hand, as the fourth of a
    kong is replaced. `has_round_winds`: a wind prevails, and is told. `has_indicators`: dora are turned.
    `declares_riichi`: a discard that calls is a riichi. `red_fives`: how many fives of bamboo, characters and dots
    are red, where some can be.

    Faults. `has_dead_hands`: a hand can be declared dead; it pays the winner (`dead_hands_pay`), and plays on
    (`dead_hands_play_on`) or is passed over. `empty_calls_kill`: it is dead, too, when its player takes a call for a
    win back. `has_chombo`: a fine can end the hand. `false_win`: the act that says that a win is none, as it is typed,
    where there is one. `fines_go_to_nobody`: they are taken off the final score.

    Its end. `most_winners` may win one tile. `aborts`: for what it ends before its time. `winner_alone_scores`: the
    hands of the others are worth nothing. `counts_han`: worth is told in han and fu. `is_settled_singly`: each of
    several winners shows, scores and is paid by itself. `shares_total`: it is paid by the discarder, or shared by all.
    `nobody_pays_for_all`: why, and what is said instead. `draws_have_reasons`: a hand is drawn for a reason, and who
    was ready is shown, or told.

    The game. `start_points`: of everybody. `goes_on_in_stakes`: repeats, and what lies on the table, go over to the
    next hand. `calls_are_inferred`: records of others have no calls, which follow from what they led to.
    """

    aborts: frozenset[str] = frozenset()
    dead_hands_play_on: bool = False
    empty_calls_kill: bool = False
    false_win: str | None = None
    fines_go_to_nobody: bool = False
    has_dead_hands: bool = True
    most_winners: int = 1
    red_fives: tuple[int, int, int] | None = None
    start_points: int = 0
    winner_alone_scores: bool = False

    name = "points"
    aside_can_be_won = False
    calls_are_inferred = False
    counts_han = False
    dead_hands_pay = False
    declares_riichi = False
    draws_have_reasons = False
    goes_on_in_stakes = False
    has_chombo = False
    has_indicators = False
    has_round_winds = True
    is_settled_singly = False
    nobody_pays_for_all = ""
    sets_count_three = True
    shares_total = False
    wins_by_card = False

    def spelled(self, text: str) -> str:
        """A text with its tiles in the letters of this program, where people write others."""
        return text

    def won_face(self, table: Any, kind: int, is_claimed: bool) -> int:
        """The face of the tile of this kind that a hand is won with: of the one claimed, or of the one drawn."""
        return kind

    def keeps_east(self, table: Any) -> bool | None:
        """Whether East keeps the seat after the hand before, whatever is played; None where nobody can say."""
        return east_stays(table.standing, table.plan.east_leaves_after, table.plan.east_always_leaves)

    def round_words(self, table: Any) -> str:
        """The round of a hand as players say it; nothing where there are none."""
        return str(table.round.wind_name.capitalize())

    def hand_words(self, table: Any) -> str:
        """What players call a hand."""
        return f"{self.round_words(table)} round, hand {table.hand}"

    # -- acts: what an event does to the table, beside what it does in every game --------------------------------------

    def begin_hand(self, table: Any, event: Any) -> None:
        """A hand begins, with what is stated of totals and of what lies on the table."""

    def new_state(self) -> Any:
        """What is known of a hand beside the rest (`Table.riichi`); None where there is no more."""

    def draw(self, table: Any, place: Any, tile: Any, position: int | None) -> None:
        """A tile is drawn from this place of the wall, where that is known."""

    def replace(self, table: Any, place: Any, tile: Any, position: int | None, aside: bool = False) -> None:
        """A loose tile is drawn for a kong, or a tile for one laid `aside`."""

    def lay_aside(self, table: Any, place: Any, tile: int) -> None:
        """A tile is laid aside, which can be won."""

    def discard(self, table: Any, place: Any, event: Any) -> None:
        """A tile is discarded."""

    def claim(self, table: Any, place: Any, event: Any, tile: int) -> None:
        """A discard is claimed for a set."""

    def make_kong(self, table: Any, place: Any, event: Any, tile: int) -> None:
        """A kong is made out of the hand."""

    def rob_kong(self, table: Any, laid: Any) -> None:
        """A kong is robbed, which leaves a pung of it, where one lies there."""

    def turn_indicator(self, table: Any, event: Any) -> None:
        """A dora indicator is turned."""

    def win(self, table: Any, place: Any, source: str) -> None:
        """A hand is won."""

    def win_too(self, table: Any, place: Any) -> None:
        """Another has won with the same tile."""

    def end_in_a_draw(self, table: Any, event: Any) -> None:
        """Nobody wins."""

    def show(self, table: Any, place: Any, event: Any) -> None:
        """A hand is laid down."""


class Card(Family, frozen=True):
    """Games whose hands win by the lines of a score card: American."""

    name = "card"
    dead_hands_pay = True
    has_round_winds = False
    nobody_pays_for_all = "by a score card everybody pays, the discarder double; say who discarded it"
    sets_count_three = False
    wins_by_card = True

    def round_words(self, table: Any) -> str:
        """There are no rounds."""
        return ""

    def hand_words(self, table: Any) -> str:
        """By its number."""
        return f"Hand {table.hand}"

    def spelled(self, text: str) -> str:
        """A text with its tiles in the letters of this program: cards print a zero for the white dragon."""
        return from_card_numbers(text)


POINTS, WINNER_ALONE = Family(), Family(winner_alone_scores=True)
CARD = Card(false_win="dead {} false-mahjong", winner_alone_scores=True)


# -- what was agreed on -----------------------------------------------------------------------------------------------


class WallPlan(msgspec.Struct, frozen=True):
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


class BreakPlan(msgspec.Struct, frozen=True):
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


class DealBlock(msgspec.Struct, frozen=True):
    """One block of the deal: who takes how many tiles, and their positions in the wall."""

    seat: Seat
    positions: tuple[int, ...]


class Dealing(msgspec.Struct, frozen=True, dict=True):
    """One order in which a deal may be taken and written down."""

    blocks: tuple[DealBlock, ...]

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """Where each tile dealt lies in the wall."""
        return tuple(place for block in self.blocks for place in block.positions)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Who takes each."""
        return tuple(block.seat for block in self.blocks for _ in block.positions)

    @cached_property
    def size(self) -> int:
        """How many tiles are dealt."""
        return len(self.positions)

    @cached_property
    def by_tile(self) -> tuple[tuple[DealBlock, int], ...]:
        """For each tile its block, and how many tiles are dealt once that is complete."""
        by_tile: list[tuple[DealBlock, int]] = []
        for block in self.blocks:
            by_tile += [(block, len(by_tile) + len(block.positions))] * len(block.positions)
        return tuple(by_tile)

    @cached_property
    def east_draws(self) -> bool:
        """Whether East has no tile more than the others, and draws the first one."""
        return self.seats.count(Seat.E) == self.seats.count(Seat.S)

    def begins_like(self, other: Dealing, dealt: int) -> bool:
        """Whether the first so many tiles are taken as in another order."""
        return self.positions[:dealt] == other.positions[:dealt] and self.seats[:dealt] == other.seats[:dealt]


NOT_FISHING, FISHING_IN_VAIN, FISHING = range(3)
Fishing = Callable[[Sequence[int], Sequence[Sequence[int]]], int]
"""Whether concealed tiles, as counts per kind, beside the tiles of the sets on the table lack one tile: no; only a tile
of which the player has all four; yes."""


class RiichiPlan(msgspec.Struct, frozen=True):
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


class StakesPlan(msgspec.Struct, frozen=True):
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


class Ending(msgspec.Struct, frozen=True):
    """When a game ends, as far as its rule set says.

    `rounds`: rounds that are played (0: any number); `hands`: hands (0: any number); `target`: points that end the
    game with the hand in which somebody reaches them (0: none).
    """

    rounds: int = 0
    hands: int = 0
    target: int = 0


NO_WILD = -1
"""Where every tile is what its face says."""


class Forms(msgspec.Struct, frozen=True):
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


class DangerPlan(msgspec.Struct, frozen=True):
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


class Fine(msgspec.Struct, frozen=True):
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


class TablePlan(msgspec.Struct, frozen=True, dict=True):
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
    hand may win, where not each may. `family`: what kind of game it is.
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
    @property
    def passes(self) -> tuple[str, ...]:
        """The passes before play, in their order: of the Charleston, or the exchanges."""
        return CHARLESTON if self.charleston else self.exchanges

    @property
    def wild(self) -> int:
        """The kind that stands for any tile: jokers, or a tile of the set; `NO_WILD` where there is none."""
        return JOKER if self.copies[JOKER] else self.forms.wild

    @cached_property
    def dealings(self) -> tuple[Dealing, ...]:
        """The orders of the deal."""
        return tuple(Dealing(blocks) for blocks in (self.deal, *self.other_deals))

    @cached_property
    def dealing(self) -> Dealing:
        """The first of them."""
        return self.dealings[0]

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Those in play."""
        return SEATS[: self.players]

    @cached_property
    def after(self) -> tuple[Seat, ...]:
        """Who comes after each seat."""
        return tuple(_next(seat, self.seats, 1) for seat in SEATS)

    @cached_property
    def before(self) -> tuple[Seat, ...]:
        """Who comes before each seat."""
        return tuple(_next(seat, self.seats, -1) for seat in SEATS)

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
