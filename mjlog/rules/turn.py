"""Whose turn it is: drawing, discarding and naming the discard, and that nothing happens after the end."""

from __future__ import annotations

from mjlog.events import (
    Bonus,
    BonusReplacement,
    Charleston,
    CharlestonStop,
    Claim,
    Discard,
    Draw,
    Expose,
    JokerExchange,
    Kong,
    KongReplacement,
    Mahjong,
    Name,
    Pass,
)  # fmt: skip
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.closing import declares_too
from mjlog.table.facts import Fact
from mjlog.table.state import A_DISCARD, A_DRAW, A_LOOSE_TILE, CLOSING, DEALING, DONE, DUE_WORDS, NOTHING
from mjlog.text import counted
from mjlog.tiles import CODES, UNKNOWN, is_bonus

Acts = Bonus | BonusReplacement | Claim | Discard | Draw | Expose | Kong | KongReplacement | Mahjong | Pass


@check(Draw, Discard, Pass, Claim, Expose, Kong, Bonus, KongReplacement, BonusReplacement, Mahjong,
       codes="play-after-end out-of-place", when=(NOTHING, CLOSING, DONE), frame=True)  # fmt: skip
def hand_is_on(table: Table, event: Acts) -> Refusal | None:
    """Tiles are drawn, discarded and claimed only between the deal and the end of the hand."""
    if table.due == NOTHING:
        return Refusal("out-of-place", f"{event.seat}'s {event.type}: no hand has begun")
    if type(event) is Expose and table.winner is event.seat:
        # The winner lays down the set that the winning tile completes.
        return None
    if declares_too(table, event):
        return None
    won = "declared a hand that is none" if table.winner in table.no_wins else "won"
    how = f"{table.winner} had {won}" if table.winner is not None else "the hand was drawn"
    return Refusal("play-after-end", f"{event.seat}'s {event.type} after the end of the hand: {how}")


@check(Draw, Discard, Pass, Claim, Expose, Kong, Bonus, KongReplacement, BonusReplacement, Mahjong, Charleston,
       CharlestonStop, JokerExchange, codes="wrong-deal-count", when=(DEALING,), frame=True)  # fmt: skip
def deal_is_finished(table: Table, event: Acts | Charleston | CharlestonStop | JokerExchange) -> Refusal | None:
    """Nothing is done before everybody has been dealt a full hand."""
    if not table.in_deal:
        return None
    total = table.dealing.size
    return Refusal(
        "wrong-deal-count",
        f"{event.seat}'s {event.type} before the end of the deal: {table.in_deal} of {total} tiles were dealt",
        expected=total,
        found=table.in_deal,
    )


@check(Draw, Discard, Kong, Mahjong, Expose, Claim, codes="replacement-missing", frame=True, needs=Fact.TURN)
def bonus_tile_replaced_at_once(table: Table, event: Acts) -> Refusal | None:
    """A bonus tile is replaced before anything else is done."""
    if table.loose_due is not None:
        return None
    place = table.places[event.seat.index]
    if not place.owed_bonus and not (table.in_setup and type(event) is Discard):
        return None
    if not place.owed_bonus:
        # Before the first discard of the hand everybody has replaced the bonus tiles laid out.
        place = next((owing for owing in table.places if owing.owed_bonus), place)
    replaces = type(event) is Draw and table.plan.bonus_from_live
    if not place.owed_bonus or replaces:
        return None
    return Refusal(
        "replacement-missing",
        f"{event.seat}'s {event.type}: no replacement yet for {place.seat}'s {counted(place.owed_bonus, 'bonus tile')}",
        expected="draw" if table.plan.bonus_from_live else "bonus-replacement",
        found=event.type,
        seat=place.seat,
    )


@check(Draw, Discard, Kong, Expose, Claim, codes="replacement-missing", when=(A_DISCARD, A_LOOSE_TILE), needs=Fact.TURN)
def kong_replaced_at_once(table: Table, event: Acts) -> Refusal | None:
    """A kong is replaced before anything else is done."""
    return _kong_replacement_first(table, event)


@check(Mahjong, codes="replacement-missing", needs=Fact.TURN)
def kong_replaced_before_winning(table: Table, event: Mahjong) -> Refusal | None:
    """The tile that makes a kong does not also win: the loose tile comes first."""
    return _kong_replacement_first(table, event)


def _kong_replacement_first(table: Table, event: Acts) -> Refusal | None:
    seat = table.loose_due
    if seat is None:
        return None
    wins_it = type(event) is Mahjong and event.source in ("kong", "bonus") and event.seat is not seat
    if table.kong is not None and (wins_it or type(event) is Claim):
        # Robbing it comes before; that nobody robs their own kong is another rule.
        return None
    if type(event) is Draw and table.places[event.seat.index].owed_bonus and event.seat is seat:
        return None
    return Refusal(
        "replacement-missing",
        f"{event.seat}'s {event.type}: {seat} has not taken the loose tile for the kong",
        expected="kong-replacement",
        found=event.type,
        seat=seat,
    )


def _opening(table: Table) -> bool:
    """Whether East's first discard is due: tiles have been dealt, and nobody has discarded."""
    return table.in_setup and table.due == A_DISCARD and table.turn is Seat.E


@check(Draw, Discard, codes="out-of-turn", when=(A_DISCARD,), rare=True, needs=Fact.TURN)
def east_begins_by_discarding(table: Table, event: Draw | Discard) -> Refusal | None:
    """East has fourteen tiles and begins by discarding; nobody draws before."""
    if not _opening(table) or (type(event) is Discard and event.seat is Seat.E):
        return None
    if type(event) is Draw and table.places[event.seat.index].owed_bonus and table.plan.bonus_from_live:
        return None
    words = f"{event.seat}'s {event.type}: east begins by discarding"
    return Refusal("out-of-turn", words, Seat.E.value, event.seat.value)


@check(Draw, codes="out-of-turn", needs=Fact.TURN)
def draws_in_turn(table: Table, event: Draw) -> Refusal | None:
    """After a discard that nobody takes, the player to the right draws."""
    if (table.due == A_DRAW and event.seat is table.turn) or _opening(table):
        return None
    if table.places[event.seat.index].owed_bonus and table.plan.bonus_from_live:
        return None
    if table.due == A_DISCARD and event.seat is table.turn:
        why = f"{event.seat} has not discarded since taking the last tile"
    elif table.due == A_DRAW:
        why = f"it is {table.turn}'s turn to draw"
    else:
        why = f"{DUE_WORDS[table.due]} is due, by {table.turn}"
    return Refusal("out-of-turn", f"{event.seat}'s draw: {why}", expected=table.turn.value, found=event.seat.value)


@check(Discard, codes="no-discard-due", when=(A_DRAW,), needs=Fact.TURN)
def called_set_is_laid_down(table: Table, event: Discard) -> Refusal | None:
    """Who has called a discard lays the set down before discarding."""
    if event.seat not in table.claims:
        return None
    words = (
        f"{event.seat}'s discard of {CODES[event.tile.kind]}: {event.seat} has not laid down the set that was called"
    )
    return Refusal("no-discard-due", words)


@check(Discard, codes="out-of-turn no-discard-due", needs=Fact.TURN)
def discards_in_turn(table: Table, event: Discard) -> Refusal | None:
    """A player discards after drawing, claiming or taking a replacement, once."""
    if (table.due == A_DISCARD and event.seat is table.turn) or _opening(table):
        return None
    words = f"{event.seat}'s discard of {CODES[event.tile.kind]}"
    if table.due == A_DRAW:
        discard = table.discard
        if event.seat is table.turn or (discard is not None and event.seat is discard.seat):
            return Refusal("no-discard-due", f"{words}: {event.seat} has taken no tile since the last discard")
        return Refusal("out-of-turn", f"{words}: it is {table.turn}'s turn to draw", table.turn.value, event.seat.value)
    if event.seat is table.turn:
        return Refusal("no-discard-due", f"{words}: {DUE_WORDS[table.due]} is due first")
    return Refusal("out-of-turn", f"{words}: it is {table.turn}'s turn", table.turn.value, event.seat.value)


@check(Draw, codes="draw-past-end", needs=Fact.WALL)
def live_tile_left(table: Table, event: Draw) -> Refusal | None:
    """Draws end with the live wall."""
    if table.live_left_for(event.seat):
        return None
    taken = f"no live tile is left ({table.wall.taken} of {table.live_end} were taken)"
    return Refusal(
        "draw-past-end",
        f"{event.seat}'s draw: {f'the wall of {event.seat} is used up' if table.plan.wall.own else taken}",
        expected="washout",
        found="draw",
    )


@check(Discard, codes="bonus-kept", frame=True)
def bonus_never_discarded(table: Table, event: Discard) -> Refusal | None:
    """A flower or season is laid out, never discarded."""
    if not is_bonus(event.tile.kind) or not table.plan.copies[event.tile.kind]:
        # Played without bonus tiles, it is the tile that is at fault.
        return None
    return Refusal("bonus-kept", f"{event.seat}'s discard of {CODES[event.tile.kind]}: a bonus tile is laid out")


@check(Discard, Kong, Pass, Claim, codes="out-of-place claim-not-open", frame=True, needs=Fact.CLAIMS)
def numbered_in_order(table: Table, event: Discard | Kong | Pass | Claim) -> Refusal | None:
    """Where a record numbers discards and kongs, each has the next number, and an answer gives the latest."""
    number = event.number
    if number is None:
        return None
    if type(event) is Discard or type(event) is Kong:
        if table.can_be_number(number):
            return None
        return Refusal(
            "out-of-place",
            f"{event.seat}'s {event.type} has number {number}: the next is {table.number + 1}",
            table.number + 1,
            number,
        )
    if number == table.number:
        return None
    return Refusal(
        "claim-not-open",
        f"{event.seat}'s {event.type} answers number {number}: the latest is {table.number}",
        table.number,
        number,
    )


# -- the name of a discard: said when it is discarded, or again when it was wrong -------------------------------------


@check(Discard, codes="discard-misnamed", frame=True)
def named_as_it_is(table: Table, event: Discard) -> Refusal | None:
    """The name said is the tile's."""
    if event.named is None or event.named is event.tile or UNKNOWN in (event.named.kind, event.tile.kind):
        return None
    return Refusal(
        "discard-misnamed",
        f"{event.seat} discarded {CODES[event.tile.kind]} and named it {CODES[event.named.kind]}",
        expected=event.tile.value,
        found=event.named.value,
    )


@check(Name, codes="out-of-place", frame=True, needs=Fact.CLAIMS)
def latest_discard_is_named(table: Table, event: Name) -> Refusal | None:
    """Who discarded the latest tile names it again, if need be."""
    discard = table.discard
    if discard is not None and discard.seat is event.seat:
        return None
    words = (
        f"{event.seat} names a discard: the latest is {discard.seat}'s" if discard is not None else "no discard to name"
    )
    return Refusal("out-of-place", words)


@check(Name, codes="discard-misnamed", frame=True, needs=Fact.CLAIMS)
def named_rightly_at_last(table: Table, event: Name) -> Refusal | None:
    """The name said at last is that of the tile."""
    discard = table.discard
    if discard is None or event.tile.kind in (discard.tile, UNKNOWN) or discard.tile == UNKNOWN:
        return None
    words = f"{event.seat} discarded {CODES[discard.tile]} and named it {event.tile.value}"
    return Refusal("discard-misnamed", words, CODES[discard.tile], event.tile.value)
