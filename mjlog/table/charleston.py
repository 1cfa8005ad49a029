"""What physically happens in the Charleston: tiles leave a rack, and the four of one pass change places together."""

from __future__ import annotations

import itertools

from mjlog.events import Charleston, CharlestonStop
from mjlog.seats import SEATS, Seat
from mjlog.table.facts import Fact
from mjlog.table.moves import put_back, take, take_of
from mjlog.table.passing import COURTESY, FIRST, SECOND, TILES_PASSED, Given, Passing, receiver
from mjlog.table.state import A_DISCARD, A_DRAW, PASSING, Place, Table
from mjlog.table.unseen import forget
from mjlog.tiles import KINDS, UNKNOWN


def apply_charleston(table: Table, event: Charleston) -> None:
    """A seat passes tiles; they arrive when all have passed (in the courtesy: when the one across has)."""
    is_in_time = (table.in_setup and table.due == A_DISCARD) or Fact.MOVES in table.in_doubt
    if table.passing is None and table.agreed.goulash is not None and is_in_time:
        # That tiles change places tells what nobody knew; or the hand before was not drawn, and this one is played as
        # if it had been.
        is_told = Fact.GOULASH in table.in_doubt
        table.play_goulash()
        table.due = PASSING
        if not is_told:
            table.doubt_goulash()
    passing, given = table.passing or Passing(), given_by(event)
    name = passing.meant(event.pass_)
    if table.due != PASSING or (event.seat in passing.given and name == passing.name):
        _lay_out(table, table.place(event.seat), given.kinds)
        _hand_over(table, table.place(receiver(name, event.seat)), given.kinds)
        passing.late |= {(name, event.seat)}
        table.passing = passing
        return
    if name != passing.due:
        # Passes were left out, or not recorded: nobody knows what the racks hold now.
        finish_pass(table, passing)
        forget_racks(table)
        passing.pass_over(name)
    passing.name = name
    _lay_out(table, table.places[event.seat.index], given.kinds[given.blind :])
    passing.given[event.seat] = given
    if name == COURTESY:
        if event.seat.across in passing.given:
            _exchange(table, passing, (event.seat, event.seat.across))
    elif len(passing.given) == len(SEATS):
        finish_pass(table, passing)


def pass_meant(table: Table, event: Charleston) -> str:
    """Which pass an event is of."""
    return event.pass_ if table.passing is None else table.passing.meant(event.pass_)


def given_by(event: Charleston) -> Given:
    """What is passed, as far as it is known; no more tiles are blind than there are."""
    kinds = tuple([tile.kind for tile in event.tiles])
    return Given(kinds, min(event.blind, len(kinds)) if event.blind else 0)


def can_be_passed(table: Table, name: str) -> bool:
    """Whether a pass can be made now: it is due, or those before it may be left out of the record."""
    passing = table.passing
    assert passing is not None
    return name == passing.due or (Fact.DRAWS in table.in_doubt and passing.may_follow(name))


def can_be_refused(table: Table) -> bool:
    """Whether the second Charleston can be refused now: also by a second player, and before it begins."""
    passing = table.passing
    assert passing is not None
    if passing.stopped is not None or (passing.done == FIRST and not passing.given):
        return True
    # What is missing of the first one may be left out of the record.
    return Fact.DRAWS in table.in_doubt and not {*passing.done, passing.name} & {*SECOND, COURTESY}


def apply_charleston_stop(table: Table, event: CharlestonStop) -> None:
    """A player refuses the second Charleston."""
    passing = table.passing
    if passing is None or passing.stopped is not None or any(name in SECOND for name in (*passing.done, passing.name)):
        return
    if passing.done != FIRST and Fact.DRAWS in table.in_doubt:
        # What is missing of the first one was made unseen.
        finish_pass(table, passing)
        passing.pass_over(SECOND[0])
        forget_racks(table)
    if not passing.given and passing.done[-1:] == FIRST[-1:]:
        passing.stopped = event.seat


def _lay_out(table: Table, place: Place, kinds: tuple[int, ...]) -> None:
    """Tiles leave a rack, face down."""
    for kind in kinds:
        take(table, place, kind)
    place.last_drawn = None


def _lay_out_blind(table: Table, place: Place, kinds: tuple[int, ...], received: tuple[int, ...]) -> None:
    """Tiles go on unseen out of those received: where nobody knows which, only of these it is open who has them."""
    unseen = kinds.count(UNKNOWN)
    if not 0 < unseen <= len(received):
        # Where more went on than had come, some of them were others.
        _lay_out(table, place, kinds)
        return
    _lay_out(table, place, tuple(kind for kind in kinds if kind != UNKNOWN))
    take_of(table, place, set(itertools.combinations(received, unseen)))


def _hand_over(table: Table, place: Place, kinds: tuple[int, ...]) -> None:
    """Tiles that were laid out come to a rack; they were counted as seen on the way, and are not seen twice."""
    for kind in kinds:
        put_back(table, place, kind)


def finish_pass(table: Table, passing: Passing) -> None:
    """The tiles of the pass that is being made arrive; who has not passed did so unseen."""
    name = passing.name
    if name is None or not passing.given:
        return
    if name == COURTESY:
        alone = [seat for seat in passing.given if seat.across not in passing.given]
        for seat in alone if Fact.DRAWS in table.in_doubt else ():
            # As many came back, which nobody wrote down.
            _pass_unseen(table, passing, seat.across, len(passing.given[seat].kinds))
        _exchange(table, passing, tuple(partner for seat in alone for partner in (seat, seat.across)))
        return
    for seat in SEATS:
        if seat not in passing.given:
            _pass_unseen(table, passing, seat, TILES_PASSED)
    before = passing.received
    passing.received = {receiver(name, seat): own.kinds for seat, own in passing.given.items()}
    for seat, kinds in passing.received.items():
        place = table.places[seat.index]
        _hand_over(table, place, kinds)
        place.last_drawn = None
    for seat, own in passing.given.items():
        if own.blind:
            # What went on unseen is of the tiles that the player has got; it is gone already.
            choice = (*before.get(seat, ()), *passing.received[seat])
            _lay_out_blind(table, table.place(seat), own.kinds[: own.blind], choice)
    passing.done = (*passing.done, name)
    passing.name, passing.given, passing.written = None, {}, ""
    if not passing.due and table.due == PASSING:
        table.due = A_DISCARD


def _pass_unseen(table: Table, passing: Passing, seat: Seat, number: int) -> None:
    """A player passed so many tiles of which nothing was written down."""
    passing.given[seat] = Given((UNKNOWN,) * number)
    _lay_out(table, table.place(seat), passing.given[seat].kinds)


def _exchange(table: Table, passing: Passing, seats: tuple[Seat, ...]) -> None:
    """Tiles of a courtesy arrive, as far as any were given."""
    for seat in seats:
        given = passing.given.get(seat)
        if given is not None:
            _hand_over(table, table.place(seat.across), given.kinds)
    passing.done = (*passing.done, COURTESY)


def forget_racks(table: Table) -> None:
    """Tiles were passed that nobody wrote down: each rack holds as many as before, and nobody knows which."""
    for place in table.places:
        forget(table, place, range(KINDS))


def begin_play(table: Table, dealt_win: bool) -> None:
    """Play begins, or East declares the dealt hand; what is missing of the Charleston was not recorded."""
    passing = table.passing
    if passing is not None and not (dealt_win and not passing.begun):
        passing.none_recorded = not passing.begun
        passing.missing, passing.broken_off = passing.not_made(), passing.due
        finish_pass(table, passing)
        if passing.missing:
            forget_racks(table)
    table.due = A_DISCARD
    if table.turn in table.dead:
        table.turn, table.due, table.in_setup = table.next_in_turn(table.turn), A_DRAW, False
