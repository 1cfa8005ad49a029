"""The Charleston, and the exchanges of a goulash: which pass comes when, how many tiles, which go unseen, or never."""

from __future__ import annotations

from mjlog.events import Charleston, CharlestonStop, Claim, Discard, Draw, Expose, JokerExchange, Mahjong, Pass, Washout
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.table.charleston import can_be_passed, can_be_refused, given_by, pass_meant
from mjlog.table.facts import Fact
from mjlog.table.passing import COURTESY, FIRST, SECOND, TILES_PASSED, Given, Passing, giver, receiver
from mjlog.table.state import A_DISCARD, CLOSING, DEALING, DONE, NOTHING, PASSING
from mjlog.table.unseen import can_have, copies_left
from mjlog.text import counted
from mjlog.tiles import CODES, JOKER, TILES, UNKNOWN

Play = Claim | Discard | Draw | Expose | JokerExchange | Mahjong | Pass | Washout
_PLAY = (Claim, Discard, Draw, Expose, JokerExchange, Mahjong, Pass, Washout)
_BLIND_IN = ("left-1", "right-2")
_UNSEEN = (UNKNOWN,) * TILES_PASSED
_NOTHING = Given(())
_JOKER = TILES[JOKER]


def _words(event: Charleston) -> str:
    return f"{event.seat}'s {event.pass_}"


# -- order ----------------------------------------------------------------------------------------------------------


@check(Charleston, CharlestonStop, codes="out-of-place charleston-order", when=(NOTHING, DEALING, CLOSING, DONE),
       needs=Fact.MOVES)  # fmt: skip
def passed_after_the_deal(table: Table, event: Charleston | CharlestonStop) -> Refusal | None:
    """Tiles are passed when everybody has been dealt a full hand."""
    if table.due == DEALING:
        # Before the end of the deal it is the deal that is at fault.
        return None
    return Refusal("out-of-place", f"{event.seat}'s {event.type} outside a hand")


@check(Charleston, CharlestonStop, codes="charleston-order", needs=Fact.GOULASH)
def exchanged_in_a_goulash(table: Table, event: Charleston | CharlestonStop) -> Refusal | None:
    """Tiles change places only where a drawn hand is replayed; nobody can refuse it."""
    if type(event) is CharlestonStop:
        return Refusal("charleston-order", f"{event.seat} refuses to exchange tiles: that cannot be refused")
    if table.passing is not None:
        return None
    words = f"{event.seat} passes tiles: the hand before was not drawn, and this one is no goulash"
    return Refusal("charleston-order", words)


@check(Charleston, CharlestonStop, codes="charleston-order", when=tuple(range(A_DISCARD, CLOSING)), needs=Fact.MOVES)
def passed_before_play(table: Table, event: Charleston | CharlestonStop) -> Refusal | None:
    """Tiles are passed before the first discard."""
    if table.in_setup and len(table.plans) > 1:
        # Nobody has played yet, and by one of the two plans tiles are passed now.
        return None
    if type(event) is Charleston and table.passing is not None and table.passing.was_told(event.pass_, event.seat):
        return None
    return Refusal("charleston-order", f"{event.seat}'s {event.type} after play has begun")


@check(Charleston, codes="charleston-order", when=(PASSING,), needs=Fact.MOVES)
def first_charleston_in_order(table: Table, event: Charleston) -> Refusal | None:
    """First all pass to the right, then across, then to the left, each seat once."""
    return _in_order(table, event) if event.pass_ in FIRST else None


@check(Charleston, codes="charleston-order", when=(PASSING,), needs=Fact.MOVES)
def second_charleston_in_order(table: Table, event: Charleston) -> Refusal | None:
    """Then, unless somebody refuses, all pass to the left, across, and to the right, each seat once."""
    return _in_order(table, event) if event.pass_ in SECOND else None


@check(Charleston, codes="charleston-order", when=(PASSING,), needs=Fact.MOVES)
def courtesy_comes_last(table: Table, event: Charleston) -> Refusal | None:
    """The courtesy follows the second Charleston, or its refusal, once."""
    return _in_order(table, event) if event.pass_ == COURTESY else None


@check(Charleston, codes="charleston-order", when=(PASSING,), needs=Fact.MOVES)
def exchanges_in_order(table: Table, event: Charleston) -> Refusal | None:
    """Tiles change places as often, and with whom, as the rules say, each seat once; a goulash has no other passes."""
    return _in_order(table, event)


def _in_order(table: Table, event: Charleston) -> Refusal | None:
    passing = table.passing
    assert passing is not None
    name, due = pass_meant(table, event), passing.due
    if event.seat in passing.given and name == passing.name:
        return Refusal("charleston-order", f"{_words(event)}: {event.seat} has passed {name} already")
    if can_be_passed(table, name) or (name in passing.left_out and not passing.given):
        # That it was left out was told when another was made before it.
        return None
    if passing.given and due != COURTESY:
        words = f"{_words(event)}: {passing.not_made()}"
    elif event.pass_ in SECOND and passing.stopped is not None:
        words = f"{_words(event)}: {passing.stopped} has refused the second Charleston"
    else:
        words = f"{_words(event)}: {due} is next"
    return Refusal("charleston-order", words, due, event.pass_)


@check(CharlestonStop, codes="charleston-order", when=(PASSING,), needs=Fact.MOVES)
def refused_before_it_begins(table: Table, event: CharlestonStop) -> Refusal | None:
    """The second Charleston is refused after the first left and before it begins; once begun it is finished."""
    passing = table.passing
    assert passing is not None
    if can_be_refused(table):
        return None
    why = passing.not_made() or "the second Charleston is over"
    begun = passing.name in SECOND or any(name in SECOND for name in passing.done)
    why = "it has begun, and is finished" if begun else why
    return Refusal("charleston-order", f"{event.seat} refuses the second Charleston: {why}", passing.due, event.type)


@check(*_PLAY, codes="charleston-order", when=(A_DISCARD,), rare=True, needs=Fact.MOVES | Fact.DRAWS)
def first_charleston_is_made(table: Table, event: Play) -> Refusal | None:
    """The first Charleston is compulsory: nobody plays before all have passed right, across and left."""
    passing = _unfinished(table)
    if passing is None or passing.broken_off not in FIRST:
        return None
    if passing.none_recorded:
        words = f"{event.type}, and no Charleston is recorded: the first one is compulsory"
        # It may have been made and not written down: what is missing of the setup is not judged.
        return Refusal("charleston-order", words, FIRST[0], event.type, severity="info")
    words = f"{event.type} before the end of the Charleston: {passing.missing}"
    return Refusal("charleston-order", words, passing.broken_off, event.type)


@check(*_PLAY, codes="charleston-order", when=(A_DISCARD,), rare=True, needs=Fact.MOVES | Fact.DRAWS)
def second_charleston_is_made_or_refused(table: Table, event: Play) -> Refusal | None:
    """Unless somebody refuses, the second Charleston follows, and once begun it is finished."""
    passing = _unfinished(table)
    if passing is None or passing.broken_off not in SECOND:
        return None
    words = f"{event.type} before the end of the second Charleston: {passing.missing}"
    if not any(name in passing.done for name in SECOND):
        words += ", and nobody has refused it"
    return Refusal("charleston-order", words, passing.broken_off, event.type)


@check(*_PLAY, codes="charleston-order", when=(A_DISCARD,), rare=True, needs=Fact.MOVES | Fact.DRAWS)
def exchanges_are_made(table: Table, event: Play) -> Refusal | None:
    """In a goulash nobody plays before all exchanges are made."""
    passing = _unfinished(table)
    if passing is None:
        return None
    is_left_out = passing.none_recorded
    why = "no exchange is recorded, and the hand is a goulash" if is_left_out else passing.missing
    words = f"{event.type} before the end of the exchanges: {why}"
    # They may have been made and not written down: what is missing of the setup is not judged.
    severity = "info" if is_left_out else None
    return Refusal("charleston-order", words, passing.broken_off, event.type, severity=severity)


def _unfinished(table: Table) -> Passing | None:
    """The Charleston that play did not wait for; None where it was finished, or need not be recorded."""
    passing = table.passing
    if not table.in_setup or passing is None or not passing.missing:
        return None
    # Where the deal was not written down either, nobody can say that it was followed by nothing.
    return passing if table.in_deal or not passing.none_recorded else None


# -- number of tiles --------------------------------------------------------------------------------------------------


@check(Charleston, codes="charleston-count")
def three_tiles_passed(table: Table, event: Charleston) -> Refusal | None:
    """Three tiles are passed each time, in a Charleston blind ones among them, in an exchange all seen."""
    number = len(event.tiles)
    if number == TILES_PASSED or pass_meant(table, event) == COURTESY:
        return None
    words = f"{_words(event)} has {number} tiles: {TILES_PASSED} are passed"
    return Refusal("charleston-count", words, TILES_PASSED, number)


@check(Charleston, codes="charleston-count")
def courtesy_of_the_same_number(table: Table, event: Charleston) -> Refusal | None:
    """In the courtesy up to three tiles change places, as many from either side."""
    if pass_meant(table, event) != COURTESY:
        return None
    number = len(event.tiles)
    if number > TILES_PASSED:
        words = f"{_words(event)} has {number} tiles: up to {TILES_PASSED} are exchanged"
        return Refusal("charleston-count", words, TILES_PASSED, number)
    passing = table.passing
    other = passing.given.get(event.seat.across) if passing is not None and passing.name == COURTESY else None
    if other is None or len(other.kinds) == number:
        return None
    words = f"{_words(event)} has {counted(number, 'tile')}: {event.seat.across} gives {len(other.kinds)}"
    return Refusal("charleston-count", words, len(other.kinds), number)


@check(*_PLAY, codes="charleston-count", when=(A_DISCARD,), rare=True, needs=Fact.MOVES | Fact.DRAWS)
def courtesy_from_both_sides(table: Table, event: Play) -> Refusal | None:
    """Who gives tiles in the courtesy gets as many from the one across."""
    passing = table.passing
    if not table.in_setup or passing is None or passing.name != COURTESY:
        return None
    for seat, given in passing.given.items():
        if given.kinds and seat.across not in passing.given:
            words = f"{seat} gave {counted(len(given.kinds), 'tile')} in the courtesy, and {seat.across} none"
            return Refusal("charleston-count", words, len(given.kinds), 0, seat=seat)
    return None


# -- which tiles ------------------------------------------------------------------------------------------------------


@check(Charleston, codes="charleston-blind")
def blind_on_the_first_left_and_last_right(table: Table, event: Charleston) -> Refusal | None:
    """Tiles may go on unseen only on the first left and the last right."""
    if not event.blind:
        return None
    if pass_meant(table, event) not in _BLIND_IN:
        only = "only on the first left and last right" if table.plan.charleston else "nobody passes unseen here"
        words = f"{_words(event)} has {counted(event.blind, 'blind tile')}: {only}"
        return Refusal("charleston-blind", words, 0, event.blind)
    if event.blind > len(event.tiles):
        words = f"{_words(event)} has {counted(event.blind, 'blind tile')} of {len(event.tiles)}"
        return Refusal("charleston-blind", words, len(event.tiles), event.blind)
    return None


@check(Charleston, codes="charleston-blind", when=(PASSING,), needs=Fact.MOVES)
def blind_tiles_were_just_received(table: Table, event: Charleston) -> Refusal | None:
    """What goes on unseen is of the tiles just received: in the pass before, or in this one."""
    passing, name = table.passing, pass_meant(table, event)
    assert passing is not None
    if name not in _BLIND_IN:
        return None
    taker = receiver(name, event.seat)
    is_blind = event.blind or passing.given.get(taker, _NOTHING).blind
    if not is_blind or name != passing.due:
        return None
    passed = {**passing.given, event.seat: given_by(event)}
    for seat in (event.seat, taker):
        own, received = passed.get(seat, _NOTHING), passed.get(giver(name, seat))
        blind = own.kinds[: own.blind]
        if received is None or _not_among(blind, passing.received.get(seat, _UNSEEN)) is None:
            continue
        extra = _not_among(blind, received.kinds)
        if extra is not None:
            words = f"{seat}'s {name} has {CODES[extra]} as a blind tile: {giver(name, seat)} passed no such tile"
            return Refusal("charleston-blind", words, found=CODES[extra], seat=seat)
    return None


def _not_among(blind: tuple[int, ...], received: tuple[int, ...]) -> int | None:
    """The first of the blind tiles that cannot be one of those received; what nobody saw can be any."""
    left = list(received)
    for kind in (known for known in blind if known != UNKNOWN):
        if kind in left:
            left.remove(kind)
        elif UNKNOWN in left:
            left.remove(UNKNOWN)
        else:
            return kind
    return None


@check(Charleston, codes="bonus-not-allowed")
def bonus_tiles_are_not_passed(table: Table, event: Charleston) -> Refusal | None:
    """Flowers and seasons are laid out before tiles change places, and never passed."""
    passed = next((tile.kind for tile in event.tiles if tile.kind in table.plan.aside), None)
    if passed is None:
        return None
    return Refusal("bonus-not-allowed", f"{_words(event)} has {CODES[passed]}: bonus tiles are laid out and replaced")


@check(Charleston, codes="joker-passed")
def jokers_are_not_passed(table: Table, event: Charleston) -> Refusal | None:
    """No joker is passed, in the Charleston or the courtesy."""
    if _JOKER not in event.tiles[event.blind or 0 :]:
        return None
    return Refusal("joker-passed", f"{_words(event)} has a joker")


@check(Charleston, codes="tile-not-held too-many-copies tile-not-in-set", when=(PASSING,), needs=Fact.HAND)
def passed_tile_is_held(table: Table, event: Charleston) -> Refusal | None:
    """What is passed and was not just received is a tile of the player's own rack."""
    place = table.places[event.seat.index]
    kinds = [tile.kind for tile in event.tiles[event.blind or 0 :]]
    if can_have(table, place, kinds):
        return None
    for part, kind in enumerate(kinds):
        number = kinds[: part + 1].count(kind)
        if kind != UNKNOWN and not can_have(table, place, (kind,) * number):
            words = f"{_words(event)} of {CODES[kind]}: {event.seat} does not have it"
            unseen = number - place.held[kind]
            too_many = copies_left(table, kind) < unseen and place.has_room_for(kinds[: part + 1])
            code = "too-many-copies" if too_many else "tile-not-held"
            return Refusal(code, words, part=part)
    words = f"{_words(event)}: {event.seat} does not have the tiles"
    return Refusal("tile-not-held", words)
