"""Dead hands: when a hand is dead, what proves it, and what its player may no longer do; chombo (riichi)."""

from __future__ import annotations

from mjlog.cards.exposures import Exposure
from mjlog.events import (
    Claim,
    Dead,
    Discard,
    Draw,
    Event,
    Expose,
    HandStart,
    JokerExchange,
    Kong,
    Mahjong,
    Penalty,
    Replay,
    Settlement,
    Washout,
)
from mjlog.findings import Refusal
from mjlog.hands import is_complete
from mjlog.rules.by_card import as_exposures, exposures_of, lines_that_fit, verdict_of
from mjlog.rules.registry import check, with_stakes
from mjlog.scoring.from_table import values
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table
from mjlog.table.claims import replaced_set
from mjlog.table.closing import declares_too
from mjlog.table.facts import Fact
from mjlog.table.riichi_moves import of_the_hand
from mjlog.table.stakes import CHOMBO, EXHAUSTIVE, NAGASHI, is_chombo, not_ready
from mjlog.table.state import A_DISCARD, A_DRAW, CLOSING, DEALING, DONE, NOTHING, PASSING
from mjlog.tiles import HAND_TILES, UNKNOWN

Acts = Draw | Discard | Claim | Expose | JokerExchange | Mahjong
_ACTS = (Draw, Discard, Claim, Expose, JokerExchange, Mahjong)
_TOO_MANY_WRONG = 3
_MOST_SETS = 14
"""With more sets on the table than a hand has tiles there is nothing to ask."""


@check(*_ACTS, codes="dead-hand-acts", rare=True)
def dead_hand_does_not_act(table: Table, event: Acts) -> Refusal | None:
    """A dead hand does not draw, discard, call or exchange; the turn passes it over."""
    if event.seat not in table.dead:
        return None
    return Refusal("dead-hand-acts", f"{event.seat}'s {event.type}: {event.seat}'s hand is dead")


@check(Dead, codes="out-of-place")
def dead_once(table: Table, event: Dead) -> Refusal | None:
    """A hand that is dead is not declared dead again."""
    if event.seat not in table.dead:
        return None
    return Refusal("out-of-place", f"{event.seat} is declared dead, and is dead already", severity="info")


# -- wrong number of tiles ------------------------------------------------------------------------------------------


def tiles_due(table: Table, seat: Seat) -> int:
    """How many tiles a player has at this moment: thirteen between turns, fourteen in turn (american/dead-1).

    In games with kongs each is one tile more (riichi/dead-hand-1).
    """
    in_turn = (table.due == A_DISCARD and table.turn is seat) or table.winner is seat
    kongs = sum(laid.kind == "kong" for laid in table.place(seat).sets) if table.plan.family.sets_count_three else 0
    return HAND_TILES - 1 + in_turn + kongs


def wrong_counts(table: Table) -> list[Seat]:
    """Whose hands have too few or too many tiles by the record, or were declared dead for it.

    Tiles are counted from the first discard on: before it some may be on their way from rack to rack.
    """
    counted = [place for place in table.places if table.discards and place.seat not in table.dead]
    declared = [seat for seat, reason in table.dead.items() if reason == "count"]
    return declared + [place.seat for place in counted if place.tiles != tiles_due(table, place.seat)]


_COUNTED = Fact.MOVES | Fact.DRAWS
"""What tells how many tiles everybody has."""


@check(Draw, Discard, codes="dead-count", when=(A_DISCARD, A_DRAW), needs=_COUNTED | Fact.TURN | Fact.HAND)
def right_number_of_tiles(table: Table, event: Draw | Discard) -> Refusal | None:
    """A hand has thirteen tiles between turns and fourteen in turn, from East's first discard on."""
    if table.turn is event.seat and (table.due == A_DRAW) is (type(event) is Draw) and table.discards:
        # Who draws and discards in turn keeps the right number.
        return None
    if not table.discards:
        for place in table.places:
            due = tiles_due(table, place.seat)
            if place.tiles != due and place.seat not in table.dead:
                words = f"{place.seat} has {place.tiles} tiles when play begins: {due} are right"
                return Refusal("dead-count", words, due, place.tiles, seat=place.seat, severity="error")
        return None
    # Drawing or discarding twice, or without the other, leaves a wrong number; the act itself is the fault.
    seat, drawing = event.seat, type(event) is Draw
    if seat in table.dead:
        return None
    if drawing and table.due == A_DISCARD and table.turn is not seat:
        seat = table.turn
        left = table.place(seat).tiles
    else:
        left = table.place(seat).tiles + (1 if drawing else -1)
    due = HAND_TILES - 1 + (drawing and seat is event.seat)
    if left == due:
        return None
    words = f"{seat}'s hand has {left} tiles from here on, and {due} are right: it is dead, once somebody says so"
    return Refusal("dead-count", words, due, left, seat=seat)


@check(Dead, codes="dead-count dead-not-proved", needs=Fact.MOVES)
def dead_for_its_number(table: Table, event: Dead) -> Refusal | None:
    """A hand with too few or too many tiles is dead, and pays the winner like the others."""
    place, due = table.places[event.seat.index], tiles_due(table, event.seat)
    if event.reason != "count" or table.due in (DEALING, PASSING) or place.tiles == due:
        return None
    words = f"{event.seat} has {place.tiles} tiles, {due} are right: the hand is dead"
    return Refusal("dead-count", words, due, place.tiles)


@check(Dead, codes="dead-not-proved", needs=_COUNTED, part_of="dead_for_its_number")
def right_number_is_not_dead(table: Table, event: Dead) -> Refusal | None:
    """A hand with the right number of tiles is not dead for it."""
    if event.reason != "count":
        return None
    if table.due in (DEALING, PASSING):
        # Tiles are still dealt and passed.
        words = f"{event.seat} is said to have a wrong number of tiles: that is counted from East's first discard on"
        return Refusal("dead-not-proved", words)
    place, due = table.places[event.seat.index], tiles_due(table, event.seat)
    if place.tiles != due or table.due in (CLOSING, DONE):
        return None
    return Refusal("dead-not-proved", f"{event.seat} is said to have a wrong number of tiles, and has {due}", due,
                   place.tiles)  # fmt: skip


@check(Replay, codes="replay-not-due", needs=Fact.MOVES, part_of="replayed_only_for_three_wrong_hands")
def replayed_before_it_is_paid(table: Table, event: Replay) -> Refusal | None:
    """A hand that is played again has begun, and is not over."""
    if table.due not in (NOTHING, DONE):
        return None
    return Refusal("replay-not-due", "the hand is to be played again: it is over, or none has begun")


@check(Replay, codes="replay-not-due", needs=Fact.MOVES, part_of="replayed_only_for_three_dead_hands")
def replayed_while_it_is_played(table: Table, event: Replay) -> Refusal | None:
    """A hand that is played again has begun, and is not over."""
    return replayed_before_it_is_paid(table, event)


@check(Replay, codes="replay-not-due", needs=_COUNTED)
def replayed_only_for_three_wrong_hands(table: Table, event: Replay) -> Refusal | None:
    """A hand is played again when three players have a wrong number of tiles."""
    return _too_few_for_a_replay(table, len(wrong_counts(table)), "have a wrong number of tiles")


@check(Replay, codes="replay-not-due", needs=_COUNTED)
def replayed_only_for_three_dead_hands(table: Table, event: Replay) -> Refusal | None:
    """A hand is played again when three hands are dead, or have a wrong number of tiles."""
    number = len({*table.dead, *wrong_counts(table)})
    return _too_few_for_a_replay(table, number, "have a dead hand, or a wrong number of tiles")


def _too_few_for_a_replay(table: Table, number: int, must: str) -> Refusal | None:
    if not table.in_play or number >= _TOO_MANY_WRONG:
        return None
    words = f"the hand is to be played again: {_TOO_MANY_WRONG} players must {must}, not {number}"
    return Refusal("replay-not-due", words, _TOO_MANY_WRONG, number)


@check(*_ACTS, Washout, codes="replay-missing", when=range(DEALING, CLOSING), rare=True)
def replayed_for_three_wrong_hands(table: Table, event: Acts | Washout) -> Refusal | None:
    """When three players have a wrong number of tiles the hand is played again."""
    if len(table.dead) < _TOO_MANY_WRONG:
        return None
    wrong = list(table.dead.values()).count("count")
    if wrong < _TOO_MANY_WRONG:
        return None
    words = f"{event.type}: {wrong} hands are dead for a wrong number of tiles, and the hand is void"
    return Refusal("replay-missing", words, "replay", event.type)


@check(*_ACTS, Washout, codes="replay-missing", when=range(DEALING, CLOSING), rare=True)
def replayed_for_three_dead_hands(table: Table, event: Acts | Washout) -> Refusal | None:
    """When three hands are dead, for whatever reasons, nobody plays on: the hand is played again."""
    refusal = replayed_for_three_wrong_hands(table, event)
    if refusal is not None or isinstance(event, Washout) or len(table.dead) < _TOO_MANY_WRONG:
        return refusal
    words = f"{event.type}: {len(table.dead)} hands are dead, and the hand is void"
    return Refusal("replay-missing", words, "replay", event.type)


# -- impossible exposures -------------------------------------------------------------------------------------------


@check(Expose, codes="dead-exposure", needs=Fact.MOVES | Fact.CARD)
def exposure_leaves_a_line(table: Table, event: Expose) -> Refusal | None:
    """An exposure after which no line of the card is left makes a dead hand, once another player shows it."""
    place = table.places[event.seat.index]
    if table.winner is event.seat or event.seat in table.dead or len(place.sets) > _MOST_SETS:
        return None
    old = replaced_set(table, event)
    sets = [laid_set.tiles for laid_set in place.sets if old is None or laid_set is not old]
    laid = as_exposures([*sets, tuple([tile.kind for tile in event.tiles])])
    if laid is None or not event.tiles:
        return None
    verdict = verdict_of(table, event.seat, laid, "rack")
    if not verdict.dead:
        return None
    words = f"{event.seat}'s exposures are those of no line of the card (basis: rack); another player can say so"
    return Refusal("dead-exposure", words)


@check(Dead, codes="dead-exposure dead-not-proved", needs=Fact.MOVES | Fact.CARD)
def dead_for_its_exposures(table: Table, event: Dead) -> Refusal | None:
    """A hand that another player shows to be impossible, by what it has exposed, is dead, and pays the winner."""
    place = table.places[event.seat.index]
    exposures = exposures_of(place)
    if event.reason != "exposure" or table.card is None or exposures is None:
        return None
    basis = table.plan.dead_basis
    if table.plan.misnamed_mahjong != "none" and any(
        discard.claimed_by is event.seat and discard.is_under_a_wrong_name for discard in table.discards
    ):
        return Refusal("dead-exposure", f"{event.seat} has laid down a set on a wrong name: the hand is dead")
    verdict = verdict_of(table, event.seat, exposures, basis)
    if verdict.dead:
        return Refusal("dead-exposure", f"{event.seat}'s hand can be no line of the card (basis: {basis}): it is dead")
    # Tiles that lie open and that nobody wrote down may be what makes the hand impossible.
    seats = [event.seat] if basis == "rack" else list(table.plan.seats)
    laid = [kind for seat in seats for exposed in table.place(seat).sets for kind in exposed.tiles]
    if UNKNOWN in laid or (basis == "table" and any(discard.tile == UNKNOWN for discard in table.discards)):
        return None
    labels = [table.card.card.lines[line].label for line in verdict.lines]
    words = f"{event.seat}'s hand can still be {', '.join(labels[:8])}{' …' * (len(labels) > 8)} (basis: {basis})"
    return Refusal("dead-not-proved", words, found=event.on_basis)


# -- mahjong in error -----------------------------------------------------------------------------------------------


@check(Dead, codes="dead-false-mahjong dead-not-proved", needs=Fact.MOVES)
def dead_for_a_false_mahjong(table: Table, event: Dead) -> Refusal | None:
    """Mahjong in error with the hand shown makes a dead hand, and its player pays the winner."""
    if event.reason != "false-mahjong":
        return None
    place = table.places[event.seat.index]
    if table.withdrawn is event.seat:
        return Refusal("dead-false-mahjong", f"{event.seat} has shown a mahjong and taken it back: the hand is dead")
    if table.declared_by(event.seat) is None:
        return Refusal(
            "dead-not-proved", f"{event.seat} is said to have declared mahjong in error, and has not declared it"
        )
    if place.shown is None:
        words = f"{event.seat} has declared mahjong and shown nothing: then nothing follows from it"
        return Refusal("dead-not-proved", words)
    right = _shown_is_right(table, place)
    if right is None:
        return None
    if right:
        return Refusal("dead-not-proved", f"{event.seat}'s mahjong is {_a_hand(table)}")
    return Refusal("dead-false-mahjong", f"{event.seat} has shown what is not {_a_hand(table)}: it is dead")


def _a_hand(table: Table) -> str:
    return "a hand of the card" if table.plan.family.wins_by_card else "a hand that wins"


def _shown_is_right(table: Table, place: Place) -> bool | None:
    """Whether the hand shown is one of the card, or is complete and worth a win; None where that cannot be said."""
    shown = place.shown.counts if place.shown is not None else None
    if shown is None or shown[UNKNOWN]:
        return None
    if table.plan.family.wins_by_card:
        exposures: list[Exposure] | None = exposures_of(place)
        if table.card is None or exposures is None:
            return None
        return bool(lines_that_fit(table, place, shown, 0, exposures))
    laid = [laid_set.tiles for laid_set in place.sets]
    if any(UNKNOWN in tiles for tiles in laid):
        return None
    if not any(is_complete(shown, len(laid), forms=plan.forms, laid=laid) for plan in table.plans):
        return False
    if table.plan.scorer is None:
        return True
    scores = values(table, place.seat, table.plan.scorer)
    return any(score.total is not None for score in scores) if scores else None


@check(*_ACTS, Washout, codes="dead-false-mahjong", when=(CLOSING,), needs=Fact.MOVES | Fact.CARD)
def false_mahjong_is_declared_dead(table: Table, event: Event) -> Refusal | None:
    """After a false mahjong that was shown the hand is declared dead before play goes on."""
    winner = table.winner
    if winner is None or table.settlement is not None or table.scores:
        return None
    if declares_too(table, event):
        return None
    place = table.place(winner)
    if place.shown is None or _shown_is_right(table, place) is not False:
        return None
    words = f"{event.type}: {winner} has shown a mahjong, and play goes on without a word about it"
    return Refusal("dead-false-mahjong", words, "dead", event.type, seat=winner, severity="error")


# -- chombo, and hands that are dead for smaller faults, where riichi is played by the rules of a club ---------------


_MANGAN = 2000
"""The base of what a chombo is paid like (riichi/limit-1)."""


@check(Penalty, codes="wrong-penalty", where=with_stakes)
def chombo_is_paid_as_agreed(table: Table, event: Penalty) -> Refusal | None:
    """A chombo costs a lost mangan, or points off the final score, as agreed; or there is none."""
    stakes = table.plan.stakes
    if not is_chombo(event):
        return None
    words = f"{event.seat}'s chombo of {event.amount}"
    if stakes.chombo == "none":
        return Refusal("wrong-penalty", f"{words}: the game is played without chombo", found=event.amount)
    due = lost_mangan(table, event.seat)
    amount = sum(due.values()) if stakes.chombo == "mangan" else stakes.chombo_points
    if event.amount != amount:
        return Refusal("wrong-penalty", f"{words}: it costs {amount}", amount, event.amount)
    if stakes.chombo == "points":
        why = f"{words} is taken off the final score, and goes to nobody: an empty `to` is expected"
        return None if event.to == {} else Refusal("wrong-penalty", why)
    # Without a word about who gets it all get the same, which is right of East's alone.
    paid = event.to if event.to is not None else dict.fromkeys(due, amount // len(due))
    wrong = next((seat for seat in due if paid.get(seat, 0) != due[seat]), None)
    if wrong is None:
        return None
    gone = paid.get(wrong, 0)
    return Refusal("wrong-penalty", f"{words}: {gone} go to {wrong}, expected {due[wrong]}", due[wrong], gone)


@check(Penalty, codes="wrong-penalty", where=lambda plan: plan.stakes.fines == "nobody")
def fine_goes_to_nobody(table: Table, event: Penalty) -> Refusal | None:
    """Where fines are taken off the final score, no other player gets one."""
    if is_chombo(event) or event.to == {}:
        return None
    words = f"{event.seat}'s fine of {event.amount} is taken off the final score, and goes to nobody"
    return Refusal("wrong-penalty", f"{words}: an empty `to` is expected", {}, event.to)


def lost_mangan(table: Table, seat: Seat) -> dict[Seat, int]:
    """What each of the others gets for a chombo that is paid like a lost mangan."""
    others = [other_seat for other_seat in SEATS if other_seat in table.plan.seats and other_seat is not seat]
    return {other_seat: _MANGAN * (2 if Seat.E in (other_seat, seat) else 1) for other_seat in others}


@check(Replay, codes="replay-not-due", needs=Fact.MOVES, where=with_stakes)
def replayed_after_a_chombo(table: Table, event: Replay) -> Refusal | None:
    """A hand is dealt again after a chombo, and for nothing else."""
    if CHOMBO in table.dead.values():
        return None
    return Refusal("replay-not-due", "the hand is to be dealt again: there was no chombo in it")


_PlaysOn = Draw | Discard | Claim | Expose | Kong | Mahjong | Washout


@check(Draw, Discard, Claim, Expose, Kong, Mahjong, Washout, codes="replay-missing", when=range(DEALING, CLOSING),
       rare=True, where=with_stakes)  # fmt: skip
def chombo_ends_the_hand(table: Table, event: _PlaysOn) -> Refusal | None:
    """After a chombo nobody plays on: the hand is dealt again."""
    if CHOMBO not in table.dead.values():
        return None
    return Refusal("replay-missing", f"{event.type}: the hand is void after a chombo", "replay", event.type)


@check(Settlement, HandStart, codes="replay-missing", part_of="chombo_ends_the_hand",
       where=lambda plan: plan.stakes.chombo != "none")  # fmt: skip
def hand_is_void_after_a_chombo(table: Table, event: Settlement | HandStart) -> Refusal | None:
    """Nothing is paid after a chombo, or a riichi that the draw has shown not to be ready: the hand is dealt again."""
    state = of_the_hand(table)
    is_paid = type(event) is HandStart and table.settlement is not None
    if table.wins or table.standing.voided or is_paid:
        return None
    in_vain = not_ready(table) & {*state.standing} if table.washout_for in (EXHAUSTIVE, NAGASHI) else ()
    guilty = next((seat for seat in SEATS if seat in in_vain or table.dead.get(seat) == CHOMBO), None)
    if guilty is None:
        return None
    why = f"the hand is void after {guilty}'s chombo, which is to be fined, and is dealt again"
    return Refusal("replay-missing", f"{event.type}: {why}", "replay", event.type)


@check(Dead, codes="dead-not-proved", where=lambda plan: not plan.family.has_dead_hands)
def dead_hands_are_played(table: Table, event: Dead) -> Refusal | None:
    """A hand is declared dead only where that was agreed."""
    return Refusal("dead-not-proved", f"{event.seat}'s hand is declared dead: the game is played without dead hands")


@check(Claim, Expose, Kong, Mahjong, Discard, codes="dead-hand-acts", rare=True)
def dead_hand_only_discards(table: Table, event: Claim | Expose | Kong | Mahjong | Discard) -> Refusal | None:
    """A dead hand goes on drawing and discarding; it does not claim, make kongs, declare riichi or win."""
    if event.seat not in table.dead or (type(event) is Discard and not event.riichi):
        return None
    why = " by the call for a win that was taken back" if table.dead[event.seat] == "call" else ""
    return Refusal("dead-hand-acts", f"{event.seat}'s {event.type}: {event.seat}'s hand is dead{why}")


@check(Mahjong, codes="mahjong-tile-wrong")
def nothing_won_from_a_kong(table: Table, event: Mahjong) -> Refusal | None:
    """The last tile is drawn, called, or a joker exchanged; there are no loose tiles and no kongs to rob."""
    if event.source not in ("loose", "kong"):
        return None
    words = f"{event.seat}'s win from the {event.source}: the last tile is drawn, called, or a joker exchanged"
    return Refusal("mahjong-tile-wrong", words, found=event.source)
