"""The plan of a table: what the tables of a rule set document come to under given option values.

What each key is called, takes and means is declared in `mjlog.rulesets.keys`; here its values become a `TablePlan`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from mjlog.errors import RuleSetError
from mjlog.hands import waits
from mjlog.rulesets.keys import KEYS, value_of, values_of
from mjlog.rulesets.mechanisms import DEALS, OTHER_DEALS, WALLS, by_hand, from_own_walls, own_walls
from mjlog.seats import SEATS, Seat
from mjlog.table import TablePlan
from mjlog.table.plan import (
    ABORTS,
    CARD,
    FISHING,
    FISHING_IN_VAIN,
    NO_RIICHI,
    NOT_FISHING,
    NOTHING_AT_STAKE,
    POINTS,
    WINNER_ALONE,
    BreakPlan,
    DangerPlan,
    Ending,
    Family,
    Fine,
    Forms,
    RiichiPlan,
    StakesPlan,
    WallPlan,
)
from mjlog.table.riichi_moves import shared
from mjlog.table.unseen import FIVES
from mjlog.tiles import (
    ANY_FLOWER,
    CODES,
    FIRST_BONUS,
    FIRST_HONOR,
    JOKER,
    KINDS,
    NORTH,
    PLAIN_KINDS,
    is_major,
)

_COPIES = 4
Options = Mapping[str, Any]
Values = Mapping[str, Any]
"""The value of every key of one table of a document."""


def make_plan(tables: Mapping[str, Any], options: Options) -> TablePlan:
    """The table plan of a rule set under given option values.

    Raises:
        RuleSetError: the document names a mechanism or an option that does not exist.
    """
    table = values_of("table", tables.get("table", {}), options)
    copies = _copies(table)
    size, players, wall, deal = sum(copies), table["players"], tables.get("wall", {}), tables.get("deal", {})
    if not 3 <= players <= len(SEATS):
        raise RuleSetError(f"table: {players} players; three or four play")
    forms = Forms(**{name: table[name] for name in Forms.__struct_fields__ if name in table})
    loose = table["bonus_loose"] and "bonus_from_live" not in tables.get("table", {})
    same = ("tracks_danger", "scored_as_laid", "east_leaves_after", "seating", "concealed_kongs", "kongs_at_setup",
            "any_kong_upon_kong", "wind_stays", "charleston", "dead_basis", "dead_jokers",
            "east_always_leaves", "held_fourth", "own_sets_open", "corrected_names", "misnamed_mahjong",
            "chows_claimed", "change_places", "withdrawn_mahjong", "called_until", "jokerless")  # fmt: skip
    riichi = _riichi(tables["riichi"], options, forms, copies) if "riichi" in tables else NO_RIICHI
    stakes = _stakes(tables, options) if "stakes" in tables else NOTHING_AT_STAKE
    family = _family(tables, table, riichi, stakes)
    added_alone = table["robbing"] == "added-or-wonders" and not table["rob_concealed"]
    is_shared = value_of("wall", "walls", wall, options) == "shared"
    wall_plan = _pick(WALLS, wall, "wall")(wall, options, size) if is_shared else own_walls(size, players)
    plan = TablePlan(
        copies=copies,
        wall=wall_plan,
        **_deals(deal, options, players, wall_plan),
        riichi=riichi,
        aside=(NORTH,) if riichi.north == "dora" else tuple(range(FIRST_BONUS, ANY_FLOWER)),
        stakes=stakes,
        family=family,
        bonus_from_live=table["bonus_from_live"] and not loose and not family.declares_riichi,
        danger=DangerPlan(**values_of("danger", tables.get("danger", {}), options)),
        fines=tuple(_fines(tables.get("fines", {}), table, options)),
        forms=forms,
        # A game of so many rounds; or of so many hands or points instead, where the players agreed on them.
        ending=Ending(0 if table["hands"] or table["target"] else table["rounds"], table["hands"], table["target"]),
        players=players,
        breaking=_breaking(values_of("break", tables["break"], options), size)
        if "break" in tables and is_shared
        else None,
        robbing="none" if not table["robbing_with"] else "added" if added_alone else table["robbing"],
        fishing=functools.partial(_how_near, forms) if table["says_fishing"] else None,
        any_flower=copies[ANY_FLOWER] > 0,
        first_call_first=table["claim_order"] == "first",
        **{name: table[name] for name in same},
    )
    _check_together(plan)
    return replace(plan, goulash=_goulash(values_of("goulash", tables.get("goulash", {}), options), plan))


def _goulash(said: Values, plan: TablePlan) -> TablePlan | None:
    """The plan by which a drawn hand is replayed, where that is another one (bmja/goulash)."""
    if not said["played"]:
        return None
    return replace(
        plan,
        exchanges=tuple(said["exchanges"]),
        forms=replace(plan.forms, chows=said["chows"], wild=CODES.index(said["wild"])),
        chows_claimed=said["chows"] > 0 and plan.chows_claimed,
        east_always_leaves=plan.east_always_leaves or said["east_leaves"],
    )


def _fines(given: Mapping[str, Any], table: Values, options: Options) -> Iterator[Fine]:
    """The fines that the rules name, and those of the option that names more."""
    for reason, fine in given.items():
        each = _EACH.value(f"fines.{reason}.each", fine.get("each", 0), options)
        fine_amount = _AMOUNT.value(f"fines.{reason}.amount", fine.get("amount", 0), options)
        amount = each * (table["players"] - 1) or fine_amount
        if amount:
            yield Fine(reason, amount, fine.get("to_all", bool(each)), fine.get("to_one", False))
    for reason, points in table["fines"].items():
        yield Fine(reason, points)


_FINE = KEYS["fines"].each
assert _FINE is not None
_EACH, _AMOUNT = _FINE.keys["each"], _FINE.keys["amount"]


def _family(tables: Mapping[str, Any], table: Values, riichi: RiichiPlan, stakes: StakesPlan) -> Family:
    """What kind of game it is.

    Raises:
        RuleSetError: what riichi is said to be stands alone.
    """
    tables_said = {f"[{name}]": name in tables for name in ("riichi", "stakes")}
    tables_said["shared in [settlement]"] = bool(tables.get("settlement", {}).get("shared"))
    if all(tables_said.values()):
        return shared(riichi, stakes)
    if any(tables_said.values()):
        here, missing = ([name for name, value in tables_said.items() if value is here] for here in (True, False))
        raise RuleSetError(f"{' and '.join(here)} without {' and '.join(missing)}; expected all of them, or none")
    if table["by_card"]:
        return CARD
    plays_on = table["dead_hands"] == "play"
    usual = WINNER_ALONE if tables.get("settlement", {}).get("winner_alone") else POINTS
    return replace(usual, dead_hands_play_on=True, false_win=CARD.false_win) if plays_on else usual


def _check_together(plan: TablePlan) -> None:
    """That the parts of a game by a score card go together.

    Raises:
        RuleSetError: they do not.
    """
    copies = plan.copies
    if not plan.family.wins_by_card:
        played = {"jokers": copies[JOKER], "flowers": copies[ANY_FLOWER], "charleston": plan.charleston}
        wrong = next((name for name, value in played.items() if value), None)
        if wrong is not None:
            raise RuleSetError(f"table: {wrong} without by_card; expected by_card = true, or none of these")
        return
    if plan.players != len(SEATS):
        raise RuleSetError(f"table: by_card with {plan.players} players; four play")
    if any(copies[FIRST_BONUS:ANY_FLOWER]):
        raise RuleSetError("table: by_card with bonus_tiles; flowers are tiles of the hand: expected flowers = 8")
    if plan.wall.replaces:
        raise RuleSetError('wall: by_card with loose tiles, and no use for them; expected mechanism = "whole-wall"')


def _pick(mechanisms: Mapping[str, Callable[..., Any]], given: Values, what: str) -> Callable[..., Any]:
    name = given.get("mechanism", "")
    if name not in mechanisms:
        raise RuleSetError(f"{what}: no mechanism {name!r}; there are {', '.join(sorted(mechanisms))}")
    return mechanisms[name]


def _deals(given: Values, options: Options, players: int, wall: WallPlan) -> dict[str, Any]:
    """In which orders tiles are dealt: the first as it is done, others as it may be written down."""
    blocks = _pick(DEALS, given, "deal")(players)
    name = "thirteen-each" if wall.own else given["mechanism"]
    deals = [DEALS[name](players), *(OTHER_DEALS[name](players) if name in OTHER_DEALS else ())]
    if wall.own:
        deals = [from_own_walls(deal, wall) for deal in deals]
    elif value_of("deal", "by_hand", given, options):
        deals.append(by_hand(blocks))
    return {"deal": deals[0], "other_deals": tuple(deals[1:]), "east_draws": name in OTHER_DEALS}


def _copies(table: Values) -> tuple[int, ...]:
    # Of a short suit only ones and nines are played with (riichi-sanma/tiles-1).
    short = [kind < FIRST_HONOR and CODES[kind][1] == table["short_suit"] for kind in range(PLAIN_KINDS)]
    counts = [0 if is_short and not is_major(kind) else table["copies"] for kind, is_short in enumerate(short)]
    counts += [int(table["bonus_tiles"])] * (ANY_FLOWER - FIRST_BONUS)
    counts += [table["flowers"], table["jokers"]]
    return tuple(counts + [0] * (KINDS - len(counts)))


def _riichi(given: Values, options: Options, forms: Forms, copies: Sequence[int]) -> RiichiPlan:
    values = values_of("riichi", given, options)
    reds = values["red_fives"]
    values["red_fives"] = tuple(min(reds.get(suit, 0), copies[five]) for suit, five in zip("bcd", FIVES, strict=True))
    values["how_near"] = functools.partial(_how_near, forms)
    return RiichiPlan(**{name: values[name] for name in RiichiPlan.__struct_fields__})


def _stakes(tables: Mapping[str, Any], options: Options) -> StakesPlan:
    values, paid = values_of("stakes", tables["stakes"], options), tables.get("settlement", {})
    values["aborts"] = frozenset(reason for reason in ABORTS if values[reason])
    values["liable_for"] = tuple(value_of("settlement", "liable_for", paid, options))
    return StakesPlan(**{name: values[name] for name in StakesPlan.__struct_fields__})


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


def _breaking(values: Values, size: int) -> BreakPlan:
    return BreakPlan(
        first={"E": Seat.E, "S": Seat.S}[values["first_wall"]],
        again=values["second_throw"],
        counts=values["stacks"],
        clockwise=values["direction"] == "clockwise",
        stacks=size // (2 * values["walls"]),
        short_above=size // (2 * values["walls"]) if values["short_above_stacks"] else None,
        walls=values["walls"],
        finds_wall=values["first_throw"] == "east",
    )
