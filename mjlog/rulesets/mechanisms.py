"""The mechanisms that a rule set document can name: how a wall is broken and taken, how tiles are dealt.

Each turns words and options into the plain numbers of a `TablePlan`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mjlog.errors import RuleSetError
from mjlog.hands import waits
from mjlog.seats import SEATS, Seat
from mjlog.table import DealBlock, TablePlan, WallPlan
from mjlog.table.plan import (
    ABORTS,
    FISHING,
    FISHING_IN_VAIN,
    NOT_FISHING,
    BreakPlan,
    DangerPlan,
    Ending,
    Fine,
    Forms,
    RiichiPlan,
    StakesPlan,
)
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, JOKER, KINDS, PLAIN_KINDS

_COPIES = 4
Options = Mapping[str, Any]
Table = Mapping[str, Any]


def make_plan(tables: Mapping[str, Any], options: Options) -> TablePlan:
    """The table plan of a rule set under given option values.

    Raises:
        RuleSetError: the document names a mechanism or an option that does not exist.
    """
    table: Table = tables.get("table", {})
    copies = _copies(table, options)
    size = sum(copies)
    wall = tables.get("wall", {})
    deal = tables.get("deal", {})
    players = _number(table, options, "players", 4)
    if not 3 <= players <= len(SEATS):
        raise RuleSetError(f"table: {players} players; three or four play")
    forms = _forms(table, options)
    plan = TablePlan(
        copies=copies,
        wall=_pick(WALLS, wall, "wall")(wall, options, size),
        deal=_pick(DEALS, deal, "deal")(players),
        other_deals=OTHER_DEALS.get(deal["mechanism"], _no_others)(players),
        east_draws=deal["mechanism"] in OTHER_DEALS,
        riichi=_riichi(tables.get("riichi"), options, forms),
        stakes=_stakes(tables.get("stakes"), tables.get("settlement", {}), options),
        bonus_from_live=_flag(table, options, "bonus_from_live", not _flag(table, options, "bonus_loose", False)),
        tracks_danger=_flag(table, options, "tracks_danger", False),
        danger=_danger(tables.get("danger", {})),
        fines=tuple(_fine(reason, given) for reason, given in tables.get("fines", {}).items()),
        scored_as_laid=_flag(table, options, "scored_as_laid", False),
        forms=forms,
        ending=_ending(table, options),
        east_leaves_after=_number(table, options, "east_leaves_after", 0),
        players=players,
        seating=_word(table, "seating", ("", "winds", "rolls")),
        breaking=_breaking(tables.get("break"), size),
        robbing=_robbing(table, options),
        concealed_kongs=_flag(table, options, "concealed_kongs", True),
        kongs_at_setup=_flag(table, options, "kongs_at_setup", False),
        any_kong_upon_kong=_flag(table, options, "any_kong_upon_kong", False),
        wind_stays=_flag(table, options, "wind_stays", False),
        fishing=functools.partial(_how_near, forms) if _flag(table, options, "says_fishing", False) else None,
        charleston=_flag(table, options, "charleston", False),
        any_flower=copies[ANY_FLOWER] > 0,
        by_card=_flag(table, options, "by_card", False),
        dead_basis=_choice(table, options, "dead_basis", ("rack", "table")),
        dead_jokers=_choice(table, options, "dead_jokers", ("all", "before_death")),
        east_always_leaves=_flag(table, options, "east_always_leaves", False),
        held_fourth=_flag(table, options, "held_fourth", True),
        own_sets_open=_flag(table, options, "own_sets_open", False),
        corrected_names=_flag(table, options, "corrected_names", True),
        first_call_first=_choice(table, options, "claim_order", ("rank", "first")) == "first",
    )
    _check_together(plan)
    return plan


def _check_together(plan: TablePlan) -> None:
    """That the parts of a game by a score card go together.

    Raises:
        RuleSetError: they do not.
    """
    copies = plan.copies
    if not plan.by_card:
        played = {"jokers": copies[JOKER], "flowers": copies[ANY_FLOWER], "charleston": plan.charleston}
        wrong = next((name for name, value in played.items() if value), None)
        if wrong is not None:
            raise RuleSetError(f"table: {wrong} without by_card; expected by_card = true, or none of these")
        return
    if plan.players != len(SEATS):
        raise RuleSetError(f"table: by_card with {plan.players} players; four play")
    if any(copies[FIRST_BONUS:ANY_FLOWER]):
        raise RuleSetError("table: by_card with bonus_tiles; flowers are tiles of the hand: expected flowers = 8")
    if plan.wall.loose:
        raise RuleSetError('wall: by_card with loose tiles, and no use for them; expected mechanism = "whole-wall"')


def _value(table: Table, options: Options, key: str, default: Any) -> Any:
    """A value of the document: what stands there, or the value of the option that it names."""
    given = table.get(key, default)
    if not isinstance(given, str):
        return given
    if given not in options:
        raise RuleSetError(f"{key} names an option {given!r} that does not exist")
    return options[given]


def _flag(table: Table, options: Options, key: str, default: bool) -> bool:
    return bool(_value(table, options, key, default))


def _number(table: Table, options: Options, key: str, default: int) -> int:
    return int(_value(table, options, key, default))


def _word(table: Table, key: str, words: tuple[str, ...]) -> Any:
    given = table.get(key, words[0])
    if given not in words:
        raise RuleSetError(f"{key} is {str(given)[:40]!r}: one of {', '.join(filter(None, words))} is expected")
    return given


def _choice(table: Table, options: Options, key: str, words: tuple[str, ...]) -> Any:
    """One of some words: what stands there, or the value of the option that it names."""
    given = table.get(key, words[0])
    value = given if given in words else options.get(given)
    if value not in words:
        raise RuleSetError(
            f"{key} is {str(given)[:40]!r}: one of {', '.join(words)}, or an option of these, is expected"
        )
    return value


def _pick(mechanisms: Mapping[str, Callable[..., Any]], given: Table, what: str) -> Callable[..., Any]:
    name = given.get("mechanism", "")
    if name not in mechanisms:
        raise RuleSetError(f"{what}: no mechanism {name!r}; there are {', '.join(sorted(mechanisms))}")
    return mechanisms[name]


def _copies(table: Table, options: Options) -> tuple[int, ...]:
    plain = int(table.get("copies", 4))
    bonus = 1 if _flag(table, options, "bonus_tiles", False) else 0
    counts = [plain] * PLAIN_KINDS + [bonus] * (ANY_FLOWER - FIRST_BONUS)
    counts += [int(table.get("flowers", 0)), int(table.get("jokers", 0))]
    return tuple(counts + [0] * (KINDS - len(counts)))


def _ending(table: Table, options: Options) -> Ending:
    """A game of so many rounds; or of so many hands or points instead, where the players agreed on them."""
    hands, target = _number(table, options, "hands", 0), _number(table, options, "target", 0)
    return Ending(0 if hands or target else _number(table, options, "rounds", 0), hands, target)


def _forms(table: Table, options: Options) -> Forms:
    return Forms(
        seven_pairs=_flag(table, options, "seven_pairs", False),
        thirteen=_flag(table, options, "thirteen", True),
        knitting=_flag(table, options, "knitting", False),
        triple_knitting=_flag(table, options, "triple_knitting", False),
        two_suited_pair=_flag(table, options, "two_suited_pair", False),
        snake=_flag(table, options, "snake", False),
        pair_honors=_flag(table, options, "pair_honors", False),
        gates=_flag(table, options, "gates", False),
        different_pairs=_flag(table, options, "different_pairs", False),
        chows=_number(table, options, "chows", 4),
    )


def _riichi(given: Table | None, options: Options, forms: Forms) -> RiichiPlan | None:
    if given is None:
        return None
    reds = _value(given, options, "red_fives", {})
    return RiichiPlan(
        points=_number(given, options, "points", 1000),
        left=_number(given, options, "left", 4),
        stick=_number(given, options, "stick", 1000),
        kong=_choice(given, options, "kong", ("same-shape", "same-waits", "none")),
        furiten_ends=_choice(given, options, "furiten_ends", ("turn", "draw")),
        ron_until=_choice(given, options, "ron_until", ("draw", "discard")),
        swap_call=_choice(given, options, "swap_call", ("none", "ends", "all")),
        kan_dora=_choice(given, options, "kan_dora", ("late", "at-once", "none")),
        under_dora=_choice(given, options, "under_dora", ("all", "first", "none")),
        min_han=_number(given, options, "min_han", 1),
        dead_hands=_flag(given, options, "dead_hands", False),
        red_fives=(reds.get("b", 0), reds.get("c", 0), reds.get("d", 0)),
        how_near=functools.partial(_how_near, forms),
    )


def _stakes(given: Table | None, paid: Table, options: Options) -> StakesPlan | None:
    if given is None:
        return None
    return StakesPlan(
        start_points=_number(given, options, "start_points", 0),
        several=_choice(given, options, "several", ("two", "all", "head")),
        aborts=frozenset(reason for reason in ABORTS if _flag(given, options, reason, True)),
        nagashi=_flag(given, options, "nagashi", True),
        east_stays=_choice(given, options, "east_stays", ("ready", "win")),
        liable_for=tuple(_value(paid, options, "liable_for", ())),
        rounds=_number(given, options, "rounds", 2),
        extra_round=_flag(given, options, "extra_round", True),
        target=_number(given, options, "target", 0),
        bust=_flag(given, options, "bust", True),
        leader_stops=_choice(given, options, "leader_stops", ("auto", "may", "no")),
        chombo=_choice(given, options, "chombo", ("none", "mangan", "points")),
        chombo_points=_number(given, options, "chombo_points", 0),
        fines=_choice(given, options, "fines", ("others", "nobody")),
        clock=_flag(given, options, "clock", False),
    )


def _danger(given: Table) -> DangerPlan:
    return DangerPlan(
        last_tiles=int(given.get("last_tiles", 4)),
        late=_word(given, "late", ("thrown", "unseen")),
        by_winning_tile=bool(given.get("by_winning_tile", False)),
        forced_by_drawing=bool(given.get("forced_by_drawing", False)),
    )


def _fine(reason: str, given: Table) -> Fine:
    return Fine(reason, int(given["amount"]), bool(given.get("to_all", False)))


def _robbing(table: Table, options: Options) -> Any:
    how = _word(table, "robbing", ("added-or-wonders", "added", "none"))
    if _value(table, options, "rob_concealed", True) is False and how == "added-or-wonders":
        return "added"
    return how if _flag(table, options, "robbing_with", True) else "none"


def _how_near(forms: Forms, held: Sequence[int], laid: Sequence[Sequence[int]]) -> int:
    """Whether one tile would complete the hand, and whether the player has all four of it already (mahjiang/call-1).

    Source: riichi/win-4.
    """
    missing = waits(held, len(laid), forms=forms, laid=laid)
    if not missing:
        return NOT_FISHING
    own = list(held)
    for kind in (kind for tiles in laid for kind in tiles):
        own[kind] += 1
    if any(own[kind] < _COPIES for kind in missing):
        return FISHING
    return FISHING_IN_VAIN


def _breaking(given: Table | None, size: int) -> BreakPlan | None:
    if given is None:
        return None
    return BreakPlan(
        first={"E": Seat.E, "S": Seat.S}[_word(given, "first_wall", ("E", "S"))],
        again=_word(given, "second_throw", ("none", "found", "east")),
        counts=_word(given, "stacks", ("first", "second", "both")),
        clockwise=_word(given, "direction", ("clockwise", "anticlockwise")) == "clockwise",
        stacks=size // 8,
        short_above=given.get("short_above_stacks") and size // 8,
        finds_wall=_word(given, "first_throw", ("east", "none")) == "east",
    )


# -- walls ----------------------------------------------------------------------------------------------------------


def both_ends(wall: Table, options: Options, size: int) -> WallPlan:
    """Live tiles from the front, loose ones from the end, the last tile first.

    A dead wall may be reserved, and refilled by so many live tiles after as many loose ones; or, as `tiles`, a kong box
    that is not.
    """
    loose = tuple(range(size - 1, -1, -1))
    if "tiles" in wall:
        return _not_refilled(size, loose, int(wall["tiles"]))
    dead = wall.get("dead", {})
    fixed = wall.get("dead_fixed", {})
    if not options.get(dead.get("option", ""), False):
        return WallPlan(size, loose, tuple(size - taken for taken in range(size + 1)))
    if options.get(fixed.get("option", ""), False):
        return _not_refilled(size, loose, int(fixed["tiles"]))
    reserved, refill = int(dead["tiles"]), int(dead["refill"])
    ends = tuple(size - reserved - refill * (taken // refill) for taken in range(size + 1))
    return WallPlan(size, loose, ends)


def _not_refilled(size: int, loose: tuple[int, ...], reserved: int) -> WallPlan:
    return WallPlan(size, loose[:reserved], (size - reserved,) * (reserved + 1))


def _from_the_end(size: int, first: int) -> tuple[int, ...]:
    """Stacks from the one with the position `first` backwards, the upper tile of each before the lower."""
    return tuple(position for stack in range(first // 2, -1, -1) for position in (2 * stack, 2 * stack + 1))


def _lifted(wall: Table, size: int) -> dict[str, Any]:
    lifted, on = int(wall.get("lifted", 0)), tuple(wall.get("loose_on", (0, 0)))
    stacks = size // 2
    if lifted and not (lifted <= stacks and len(on) == 2 and all(0 < at <= stacks and at != lifted for at in on)):
        words = f"loose_on is {list(on)}, and stack {lifted} from the end is lifted"
        raise RuleSetError(f"wall: {words}; expected two other stacks, 1 to {stacks} from the end")
    return {"lifted": lifted, "loose_on": on}


def whole_wall(wall: Table, options: Options, size: int) -> WallPlan:
    """All tiles are drawn, from the front to the end; there are no replacements (american)."""
    return WallPlan(size, (), (size,))


def kong_box(wall: Table, options: Options, size: int) -> WallPlan:
    """Replacements from a kong box of `tiles` at the end, which is not refilled (mahjiang)."""
    reserved = int(wall["tiles"])
    loose = _from_the_end(size, size - 1)[:reserved]
    return WallPlan(size, loose, (size - reserved,) * (reserved + 1), **_lifted(wall, size))


def back_of_wall(wall: Table, options: Options, size: int) -> WallPlan:
    """Replacements from the back of the wall; no tile is reserved (pung-chi)."""
    ends = tuple(size - taken for taken in range(size + 1))
    return WallPlan(size, _from_the_end(size, size - 1), ends, meets=True, **_lifted(wall, size))


def refilled_dead_wall(wall: Table, options: Options, size: int) -> WallPlan:
    """Two loose tiles on a dead wall of `tiles`; after both are taken the last live stack is set there (dead-wall)."""
    first = size - int(wall["tiles"])
    ends = tuple(max(0, first - taken // 2 * 2) for taken in range(size + 1))
    return WallPlan(size, _from_the_end(size, first), ends, refilled=True, **_lifted(wall, size))


def shrinking_wall(wall: Table, options: Options, size: int) -> WallPlan:
    """Replacements from the end; the `tiles` that are last from the end are never drawn (western)."""
    reserved = int(wall["tiles"])
    ends = tuple(max(0, size - reserved - taken) for taken in range(size + 1))
    return WallPlan(size, _from_the_end(size, size - 1), ends, kept=reserved, **_lifted(wall, size))


def fourteen_dead(wall: Table, options: Options, size: int) -> WallPlan:
    """The last seven stacks are dead and stay fourteen tiles, four replacements among them (riichi/dead-1, dead-2)."""
    dead, last = 14, size - 2
    loose = (last, last + 1, last - 2, last - 1)
    ends = tuple(size - dead - taken for taken in range(len(loose) + 1))
    indicators = tuple(last - 4 - 2 * number for number in range(len(loose) + 1))
    return WallPlan(size, loose, ends, indicators=indicators)


# -- deals ----------------------------------------------------------------------------------------------------------


def _blocks(order: list[tuple[Seat, int]]) -> list[DealBlock]:
    blocks = []
    position = 0
    for seat, count in order:
        blocks.append(DealBlock(seat, tuple(range(position, position + count))))
        position += count
    return blocks


def _fours(players: int) -> list[tuple[Seat, int]]:
    return [(seat, 4) for _ in range(3) for seat in SEATS[:players]]


def four_four_four_one(players: int) -> tuple[DealBlock, ...]:
    """Three times four tiles to each in turn, then one each, then one more to East."""
    return tuple(_blocks([*_fours(players), *((seat, 1) for seat in SEATS[:players]), (Seat.E, 1)]))


def thirteen_each(players: int) -> tuple[DealBlock, ...]:
    """Three times four tiles to each in turn, then one each; East draws first (riichi/deal-1)."""
    return tuple(_blocks([*_fours(players), *((seat, 1) for seat in SEATS[:players])]))


def _other_thirteen_each(players: int) -> tuple[tuple[DealBlock, ...], ...]:
    """The same deal with East's fourteenth tile taken last, or with the thirteenth; and each hand as one block."""
    blocks = thirteen_each(players)
    fourteenth = 13 * players
    hands = tuple(
        DealBlock(seat, tuple(place for block in blocks if block.seat is seat for place in block.positions))
        for seat in SEATS[:players]
    )
    last = DealBlock(Seat.E, (fourteenth,))
    both = DealBlock(Seat.E, (*blocks[3 * players].positions, fourteenth))
    return (
        (*blocks, last), (*blocks[: 3 * players], both, *blocks[3 * players + 1 :]),
        hands, (*hands, last), (DealBlock(Seat.E, (*hands[0].positions, fourteenth)), *hands[1:]),
    )  # fmt: skip


def _no_others(players: int) -> tuple[tuple[DealBlock, ...], ...]:
    return ()


def four_four_four_top(players: int) -> tuple[DealBlock, ...]:
    """Three times four tiles to each in turn; then East the next upper tile and the one two stacks on, the rest one.

    Between East's two tiles the others take theirs in order, lower and upper.
    """
    blocks = _blocks(_fours(players))
    first = 12 * players
    blocks.append(DealBlock(Seat.E, (first, first + players)))
    blocks += [DealBlock(seat, (first + number,)) for number, seat in enumerate(SEATS[1:players], start=1)]
    return tuple(blocks)


WALLS: Mapping[str, Callable[..., WallPlan]] = {
    "both-ends": both_ends,
    "whole-wall": whole_wall,
    "kong-box": kong_box,
    "back-of-wall": back_of_wall,
    "refilled-dead-wall": refilled_dead_wall,
    "shrinking-wall": shrinking_wall,
    "fourteen-dead": fourteen_dead,
}
DEALS: Mapping[str, Callable[..., tuple[DealBlock, ...]]] = {
    "four-four-four-one": four_four_four_one,
    "four-four-four-top": four_four_four_top,
    "thirteen-each": thirteen_each,
}
OTHER_DEALS: Mapping[str, Callable[[int], tuple[tuple[DealBlock, ...], ...]]] = {"thirteen-each": _other_thirteen_each}
"""Further orders in which a deal may be written down, where East's first tile is a draw."""
