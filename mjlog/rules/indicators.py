"""Dora indicators: when one is turned, and which tile it is."""

from __future__ import annotations

from mjlog.events import (
    Bonus,
    BonusReplacement,
    Claim,
    Discard,
    Draw,
    Expose,
    Indicator,
    Kong,
    KongReplacement,
    Mahjong,
    Pass,
    Score,
    Settlement,
    Show,
    Washout,
)
from mjlog.findings import Refusal
from mjlog.rules.registry import check, with_riichi
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.riichi import RiichiState
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.state import A_DISCARD, CLOSING, DEALING, DONE, NOTHING
from mjlog.tiles import CODES, UNKNOWN

_PlaysOn = (
    Bonus | BonusReplacement | Claim | Discard | Draw | Expose | Kong | KongReplacement | Mahjong | Pass | Washout
)


@check(Draw, Discard, Kong, KongReplacement, Bonus, BonusReplacement, Expose, Claim, Pass, Mahjong, Washout,
       codes="indicator-missing", needs=Fact.MOVES, where=with_riichi)  # fmt: skip
def first_indicator_is_turned(table: Table, event: _PlaysOn) -> Refusal | None:
    """The first indicator is turned after the deal, before the first tile is drawn."""
    state = of_the_hand(table)
    if state.indicators or not state.due or not table.in_play or table.due == DEALING:
        return None
    return _missing(event, "the first indicator has not been turned")


@check(Draw, Kong, KongReplacement, BonusReplacement, Expose, Claim, Pass, Mahjong, Washout,
       codes="indicator-missing", needs=Fact.MOVES, where=with_riichi)  # fmt: skip
def kong_indicator_is_turned(table: Table, event: _PlaysOn) -> Refusal | None:
    """A kong's indicator is turned before the replacement, or with the next discard."""
    state = of_the_hand(table)
    if not state.indicators or not state.due or not table.in_play:
        return None
    answers_the_kong = table.kong is not None and type(event) in (Pass, Claim, Mahjong)
    if type(event) is Kong or (answers_the_kong and state.due <= 1):
        # The kong may be robbed: its indicator comes after that; and another one turns the indicators that waited.
        return None
    return _missing(event, "the indicator of a kong has not been turned")


def _missing(event: _PlaysOn, why: str) -> Refusal:
    who = f"{event.seat}'s {event.type}" if not isinstance(event, Washout) else "the wash-out"
    return Refusal("indicator-missing", f"{who}: {why}", "indicator", event.type)


@check(Show, Score, Settlement, codes="indicator-missing wrong-indicator", needs=Fact.MOVES, where=with_riichi)
def under_indicators_are_turned(table: Table, event: Show | Score | Settlement) -> Refusal | None:
    """For a winner in riichi the indicators under those turned are turned, as many, before the hand is scored."""
    state = of_the_hand(table)
    winner = event.for_ if isinstance(event, Settlement) else event.seat
    if table.win is None:
        return None
    if winner is not None and not (state.stands(winner) and table.win_of(winner)):
        # Whoever wins beside one in riichi need not wait for them.
        return None
    due = under_due(table, state)
    if len(state.under) >= due:
        return None
    if not state.under:
        words = f"the {event.type} comes before the indicators under those turned: {due} are to be turned"
        return Refusal("indicator-missing", words, due, 0)
    words = f"{len(state.under)} indicators lie under those turned: there are {due} for a winner in riichi"
    return Refusal("wrong-indicator", words, due, len(state.under))


def under_due(table: Table, state: RiichiState) -> int:
    """How many indicators are turned under the others: where somebody in riichi has won (riichi/dora-3)."""
    plan = table.plan.riichi
    won_in_riichi = any(state.stands(win.seat) for win in table.wins)
    if plan.under_dora == "none" or not won_in_riichi:
        return 0
    return len(state.indicators) if plan.under_dora == "all" else min(1, len(state.indicators))


@check(Indicator, codes="indicator-not-due", part_of="indicator_is_due", where=lambda plan: not with_riichi(plan))
def indicators_are_played(_table: Table, _event: Indicator) -> Refusal | None:
    """Indicators are turned where the game is played with dora."""
    return Refusal("indicator-not-due", "an indicator is turned, and the game is played without dora")


@check(Indicator, codes="indicator-not-due", needs=Fact.MOVES, where=with_riichi)
def indicator_is_due(table: Table, event: Indicator) -> Refusal | None:
    """An indicator is turned when one is due: the first after the deal, one for a kong, those under for riichi."""
    state = of_the_hand(table)
    if event.of == "under":
        if table.win is None:
            return Refusal("indicator-not-due", "an indicator is turned under another before anybody has won")
        due = under_due(table, state)
        if not due:
            return Refusal("indicator-not-due", "an indicator is turned under another, and no winner was in riichi")
        if len(state.under) < due:
            return None
        words = f"{len(state.under) + 1} indicators are turned under the others: there are {due}"
        return Refusal("wrong-indicator", words, due, len(state.under) + 1)
    if table.due in (NOTHING, DEALING, CLOSING, DONE):
        return Refusal("indicator-not-due", f"the indicator {event.tile} is turned outside the play of a hand")
    if event.of == "first" and state.indicators:
        return Refusal("indicator-not-due", f"a second first indicator, {event.tile}: the first was turned")
    if event.of == "kong" and not state.indicators:
        return Refusal("indicator-not-due", f"the indicator {event.tile} of a kong comes before the first one")
    waits = state.later and table.due == A_DISCARD and table.loose_due is None
    if event.of == "kong" and not (state.due or waits):
        return Refusal("indicator-not-due", f"the indicator {event.tile} is turned, and no kong has one to come")
    return None


@check(Indicator, codes="wrong-indicator", where=with_riichi)
def indicator_is_the_walls(table: Table, event: Indicator) -> Refusal | None:
    """An indicator is the tile that lies there in the wall."""
    state, places = of_the_hand(table), table.plan.wall.indicators
    number = len(state.under if event.of == "under" else state.indicators)
    if number >= len(places):
        return None
    due = table.wall.face_at(places[number] + (event.of == "under"))
    if UNKNOWN in (due, event.tile.kind) or due == event.tile.face:
        return None
    words = f"the indicator {event.tile}: the tile there is {CODES[due]}"
    return Refusal("wrong-indicator", words, CODES[due], event.tile.value)


@check(Indicator, codes="too-many-copies tile-not-in-set", needs=Fact.COPIES, where=with_riichi)
def indicator_is_one_of_the_set(table: Table, event: Indicator) -> Refusal | None:
    """An indicator is one of the tiles in play, of which there are so many copies."""
    kind = event.tile.kind
    if kind == UNKNOWN or not table.has_seen_all(kind):
        return None
    copies = table.plan.copies[kind]
    words = f"the indicator {event.tile}: all {copies} of it were seen before"
    return Refusal("too-many-copies" if copies else "tile-not-in-set", words, copies, copies + 1)
