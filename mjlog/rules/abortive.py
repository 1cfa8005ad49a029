"""Hands that end before their time, and draws at their end: when they are due, and who shows a hand for it."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.events import Claim, Draw, Expose, Mahjong, Show, Washout
from mjlog.findings import Refusal
from mjlog.rules.registry import Where, check, with_riichi, with_stakes
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.plan import ABORTS
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.stakes import EXHAUSTIVE, NAGASHI, can_be_ready, concealed, reason_of
from mjlog.table.state import A_DISCARD, A_DRAW, NOTHING
from mjlog.text import counted
from mjlog.tiles import PLAIN_KINDS, UNKNOWN, is_major, is_wind

_NINE, _KONGS, _WINNERS = 9, 4, 3
_AT_THE_END = (EXHAUSTIVE, NAGASHI)
_NOT_PLAYED = "the game is played without it"


def nothing_to_draw(table: Table) -> bool:
    """Whether the hand is over if nobody wins the last discard."""
    return table.live_left == 0 and table.due == A_DRAW


def lacks_for_nine_terminals(table: Table, seat: Seat) -> str:
    """Why a player cannot end the hand for nine terminals, in words; nothing where it can be done (riichi/abort-1)."""
    place, state = table.places[seat.index], table.riichi
    if table.due != A_DISCARD or table.turn is not seat or place.discarded:
        return f"it is not {seat}'s first draw"
    if state is not None and state.interruptions:
        return "a set was claimed or a kong made before"
    kinds = sum(1 for kind in range(PLAIN_KINDS) if is_major(kind) and place.held[kind])
    if kinds + place.most_unknown < _NINE:
        return f"{seat} has {kinds} different terminals and honors"
    return ""


def has_four_winds(table: Table) -> bool:
    """Whether the first discards of all are the same wind, and nothing was claimed (riichi/abort-2)."""
    if len(table.discards) != len(table.plan.seats) or (table.riichi is not None and table.riichi.interruptions):
        return False
    kinds = {discard.tile for discard in table.discards}
    return len(kinds) == 1 and all(map(is_wind, kinds))


def has_four_riichi(table: Table) -> bool:
    """Whether all players have declared riichi (riichi/abort-3)."""
    state = table.riichi
    return state is not None and None not in [state.declared[seat.index] for seat in table.plan.seats]


def has_four_kongs(table: Table) -> bool:
    """Whether several players have made four kongs, and the discard after the fourth lies (riichi/abort-4)."""
    if table.due != A_DRAW or table.loose_due is not None or sum([len(place.sets) for place in table.places]) < _KONGS:
        return False
    owners = [place.seat for place in table.places for laid in place.sets if laid.kind == "kong"]
    return len(owners) >= _KONGS and len(set(owners)) > 1


def has_three_ron(table: Table) -> bool:
    """Whether three players have called one tile to win (riichi/abort-5)."""
    return list(table.claims.values()).count("mahjong") >= _WINNERS


ABORTS_BY_THEMSELVES = {
    "four-winds": (has_four_winds, "the four first discards are the same wind"),
    "four-riichi": (has_four_riichi, "all players have declared riichi"),
    "four-kongs": (has_four_kongs, "four kongs were made by several players"),
    "three-ron": (has_three_ron, "three players have called the tile"),
}


_PlaysOn = Claim | Draw | Expose


def _with(reason: str) -> Where:
    """In force where this ends a hand before its time."""
    return lambda plan: reason in plan.stakes.aborts


def _without(reason: str) -> Where:
    """In force where this could end a hand, and is not played."""
    return lambda plan: with_stakes(plan) and reason not in plan.stakes.aborts


def _plays_on(table: Table, event: _PlaysOn, reason: str) -> Refusal | None:
    """What is done in a hand that had ended for this reason."""
    if (type(event) is Claim and event.for_ == "mahjong") or table.winner is not None:
        return None
    words = f"{event.seat}'s {event.type}: the hand had ended, for {ABORTS_BY_THEMSELVES[reason][1]}"
    return Refusal("abort-missing", words, "washout", event.type)


@check(Claim, Draw, Expose, codes="abort-missing", needs=Fact.MOVES, where=_with("four-winds"))
def four_winds_end_the_hand(table: Table, event: _PlaysOn) -> Refusal | None:
    """Four discards of one wind, the first of all, end the hand."""
    return _plays_on(table, event, "four-winds") if has_four_winds(table) else None


@check(Claim, Draw, Expose, codes="abort-missing", needs=Fact.MOVES, where=_with("four-riichi"))
def four_riichi_end_the_hand(table: Table, event: _PlaysOn) -> Refusal | None:
    """The riichi of the last player ends the hand once it stands."""
    return _plays_on(table, event, "four-riichi") if has_four_riichi(table) else None


@check(Claim, Draw, Expose, codes="abort-missing", needs=Fact.MOVES, where=_with("four-kongs"))
def four_kongs_end_the_hand(table: Table, event: _PlaysOn) -> Refusal | None:
    """Four kongs of several players end the hand with the discard after the fourth."""
    return _plays_on(table, event, "four-kongs") if has_four_kongs(table) else None


@check(Mahjong, codes="abort-missing", needs=Fact.CLAIMS, where=_with("three-ron"))
def three_ron_end_the_hand(table: Table, event: Mahjong) -> Refusal | None:
    """Three who would win one tile end the hand."""
    if table.winner is not None or not has_three_ron(table):
        return None
    words = f"{event.seat}'s win: the hand had ended, for {ABORTS_BY_THEMSELVES['three-ron'][1]}"
    return Refusal("abort-missing", words, "washout", "mahjong")


def _is_for(table: Table, event: Washout, reason: str) -> bool:
    return table.in_play and reason_of(event) == reason


def _not_due(event: Washout, why: str) -> Refusal:
    return Refusal("washout-not-due", f"the hand is called drawn for {reason_of(event)}: {why}", found=event.reason)


def _condition(table: Table, event: Washout, reason: str, why: str, holds: bool) -> Refusal | None:
    return None if holds or not _is_for(table, event, reason) else _not_due(event, why)


@check(Washout, codes="washout-not-due", part_of="nine_terminals_are_held", where=_without("nine-terminals"))
def nine_terminals_are_played(table: Table, event: Washout) -> Refusal | None:
    """Nine terminals end a hand only where that was agreed."""
    return _condition(table, event, "nine-terminals", _NOT_PLAYED, holds=False)


@check(Washout, codes="washout-not-due", part_of="four_winds_were_discarded", where=_without("four-winds"))
def four_winds_are_played(table: Table, event: Washout) -> Refusal | None:
    """Four winds end a hand only where that was agreed."""
    return _condition(table, event, "four-winds", _NOT_PLAYED, holds=False)


@check(Washout, codes="washout-not-due", part_of="four_riichi_were_declared", where=_without("four-riichi"))
def four_riichi_are_played(table: Table, event: Washout) -> Refusal | None:
    """Four riichi end a hand only where that was agreed."""
    return _condition(table, event, "four-riichi", _NOT_PLAYED, holds=False)


@check(Washout, codes="washout-not-due", part_of="four_kongs_were_made", where=_without("four-kongs"))
def four_kongs_are_played(table: Table, event: Washout) -> Refusal | None:
    """Four kongs end a hand only where that was agreed."""
    return _condition(table, event, "four-kongs", _NOT_PLAYED, holds=False)


@check(Washout, codes="washout-not-due", part_of="three_have_called_to_win", where=_without("three-ron"))
def three_ron_are_played(table: Table, event: Washout) -> Refusal | None:
    """Three wins of one tile end a hand only where that was agreed."""
    return _condition(table, event, "three-ron", _NOT_PLAYED, holds=False)


@check(Washout, codes="washout-not-due", needs=Fact.MOVES, where=with_stakes)
def nine_terminals_are_held(table: Table, event: Washout) -> Refusal | None:
    """Who ends a hand for nine terminals has so many different terminals and honors in the first draw."""
    if not _is_for(table, event, "nine-terminals"):
        return None
    seat = event.seats[0] if event.seats else table.turn
    why = lacks_for_nine_terminals(table, seat)
    return _condition(table, event, "nine-terminals", why, not why)


@check(Washout, codes="washout-not-due", needs=Fact.MOVES, where=with_stakes)
def four_winds_were_discarded(table: Table, event: Washout) -> Refusal | None:
    """A hand drawn for four winds began with four discards of one wind, and no claim."""
    why = "the four first discards are not the same wind, or something was claimed"
    return _condition(table, event, "four-winds", why, has_four_winds(table))


@check(Washout, codes="washout-not-due", needs=Fact.MOVES, where=with_stakes)
def four_riichi_were_declared(table: Table, event: Washout) -> Refusal | None:
    """A hand drawn for four riichi has four."""
    state = table.riichi
    number = sum(1 for declared in state.declared if declared is not None) if state is not None else 0
    why = f"{counted(number, 'player')} declared riichi"
    return _condition(table, event, "four-riichi", why, has_four_riichi(table) and table.due == A_DRAW)


@check(Washout, codes="washout-not-due", needs=Fact.MOVES, where=with_stakes)
def four_kongs_were_made(table: Table, event: Washout) -> Refusal | None:
    """A hand drawn for four kongs has four of several players, and the discard after the fourth."""
    why = "there are not four kongs of several players, with the discard after them"
    return _condition(table, event, "four-kongs", why, has_four_kongs(table))


@check(Washout, codes="washout-not-due", needs=Fact.CLAIMS, where=with_stakes)
def three_have_called_to_win(table: Table, event: Washout) -> Refusal | None:
    """A hand drawn for three winners has three who called one tile."""
    number = list(table.claims.values()).count("mahjong")
    why = f"{counted(number, 'player')} called the tile to win"
    return _condition(table, event, "three-ron", why, has_three_ron(table))


@check(Washout, codes="washout-not-due", where=with_stakes)
def drawn_for_a_reason_of_the_rules(table: Table, event: Washout) -> Refusal | None:
    """A hand is drawn for one of the reasons that the rules know."""
    if not table.in_play or reason_of(event) in (EXHAUSTIVE, NAGASHI, *ABORTS):
        return None
    return _not_due(event, f"expected {', '.join((EXHAUSTIVE, NAGASHI, *ABORTS))}")


# -- draws at the end of the wall ------------------------------------------------------------------------------------


def nagashi_seats(table: Table) -> list[Seat]:
    """Whose discards are all terminals and honors, none of them claimed (riichi/draw-2)."""
    if not table.plan.stakes.nagashi:
        return []
    other = {
        discard.seat for discard in table.discards
        if discard.claimed_by is not None or discard.tile == UNKNOWN or not is_major(discard.tile)
    }  # fmt: skip
    played = [place.seat for place in table.places if place.seat in table.plan.seats and place.discarded]
    return [seat for seat in played if seat not in other]


@check(Washout, codes="washout-not-due", needs=Fact.MOVES, where=with_stakes)
def nagashi_is_told(table: Table, event: Washout) -> Refusal | None:
    """At an exhaustive draw whoever has discarded nothing but terminals and honors, none claimed, is named."""
    if not table.in_play or not nothing_to_draw(table):
        return None
    due, reason = nagashi_seats(table), reason_of(event)
    if reason == EXHAUSTIVE and due:
        seats = " and ".join(map(str, due))
        return Refusal("washout-not-due", f"the hand is called drawn: nagashi of {seats} is passed over", NAGASHI)
    if reason != NAGASHI or set(event.seats or due) == set(due) != set():
        return None
    wrong = next((seat for seat in event.seats or () if seat not in due), None)
    why = f"{wrong} has discarded other tiles, or one was claimed" if wrong is not None else "nobody has a right to it"
    if due and wrong is None:
        why = f"it is {' and '.join(map(str, due))}'s"
    return _not_due(event, why)


@check(Washout, codes="washout-not-due", part_of="nagashi_is_told",
       where=lambda plan: with_stakes(plan) and not plan.stakes.nagashi)  # fmt: skip
def nagashi_is_played(table: Table, event: Washout) -> Refusal | None:
    """Discards of terminals and honors alone are paid only where that was agreed."""
    return _condition(table, event, NAGASHI, _NOT_PLAYED, holds=False)


@check(Show, codes="out-of-place", needs=Fact.CLAIMS | Fact.WALL, where=with_stakes)
def shown_when_the_hand_is_over(table: Table, event: Show) -> Refusal | None:
    """A hand is shown at the end; before a draw is told, where a hand is shown for it."""
    if not table.in_play or may_show(table, event.seat):
        return None
    return Refusal("out-of-place", f"{event.seat} shows the hand before it is won or drawn")


def may_show(table: Table, seat: Seat) -> bool:
    """Whether a player may show the hand before the draw is told: as ready at its end, or to end it."""
    if nothing_to_draw(table) or has_four_riichi(table) or has_three_ron(table):
        return True
    return not lacks_for_nine_terminals(table, seat)


@check(Show, codes="fishing-false", where=with_riichi)
def shown_at_the_draw_is_ready(table: Table, event: Show) -> Refusal | None:
    """Who shows a hand at an exhaustive draw is ready."""
    is_over = table.washout_for in _AT_THE_END if table.washout else table.live_left == 0 and table.due != NOTHING
    if table.wins or not is_over:
        return None
    shown: Sequence[int] = table.shown_counts(event)
    place = table.places[event.seat.index]
    is_unsaid = shown[UNKNOWN] == place.size
    if not place.has_unseen and (is_unsaid or can_be_ready(table, place, place.held)):
        # Its tiles, which are known, were not written down again, or otherwise: that is another fault.
        shown = place.held
    return _not_ready(table, event.seat, shown)


@check(Washout, codes="fishing-false", part_of="shown_at_the_draw_is_ready", where=with_riichi)
def hands_shown_for_the_draw_are_ready(table: Table, event: Washout) -> Refusal | None:
    """Where nobody knew that the wall was at its end, who has shown a hand for the draw is ready all the same."""
    if not table.in_play or not table.live_left or reason_of(event) not in _AT_THE_END:
        return None
    shown = [place for place in table.places if place.shown is not None]
    refused = (_not_ready(table, place.seat, concealed(place)) for place in shown)
    return next((refusal for refusal in refused if refusal is not None), None)


def _not_ready(table: Table, seat: Seat, shown: Sequence[int]) -> Refusal | None:
    """That a player shows this hand at the draw, and it is not ready."""
    if seat in table.dead:
        words = f"{seat} shows a hand at the draw, and it is dead: it is not ready"
        return Refusal("fishing-false", words, seat=seat)
    is_told = table.riichi is not None and table.riichi.stands(seat)
    if is_told or can_be_ready(table, table.places[seat.index], shown):
        return None
    return Refusal("fishing-false", f"{seat} shows a hand at the draw, and it is not ready", seat=seat)


@check(Washout, codes="riichi-not-ready", needs=Fact.MOVES, where=with_riichi)
def riichi_is_shown_at_the_draw(table: Table, event: Washout) -> Refusal | None:
    """Who is in riichi shows the hand at an exhaustive draw, before that is told."""
    state = of_the_hand(table)
    if not table.in_play or table.live_left or reason_of(event) not in _AT_THE_END:
        return None
    owing = [seat for seat in state.standing if seat not in table.dead]
    silent = next((seat for seat in owing if table.places[seat.index].shown is None), None)
    if silent is None:
        return None
    return Refusal("riichi-not-ready", f"{silent} is in riichi, and does not show the hand at the draw", seat=silent)
