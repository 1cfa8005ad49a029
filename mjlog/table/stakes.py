"""What lies on the table between the players, and what a hand leaves to the next: sticks, repeats, who stays East.

Source: riichi/start-1, riichi/riichi-2, riichi/pot-1, riichi/repeat-1, riichi/repeat-2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mjlog.events import HandStart, Penalty, Settlement, Washout
from mjlog.seats import SEATS, Seat, in_turn
from mjlog.table.facts import Fact
from mjlog.table.match_state import MatchState
from mjlog.table.place import Place
from mjlog.table.plan import ABORTS, FISHING, StakesPlan
from mjlog.table.state import Table
from mjlog.tiles import UNKNOWN

EXHAUSTIVE, NAGASHI = "exhaustive", "nagashi"
CHOMBO = "chombo"
"""The reason of a penalty for a fault that ends the hand; and why that hand is dead (riichi/chombo-1)."""


def pay_stick(table: Table, seat: Seat, amount: int) -> None:
    """A player lays a stick on the table: it goes from the total to the pot."""
    player = table.players.get(seat)
    if player is None:
        return
    table.totals[player] = table.totals.get(player, 0) - amount
    standing = table.standing
    standing.count(player, -amount)
    if standing.pot is not None:
        standing.pot += amount
    if standing.pot_most is not None:
        standing.pot_most += amount


def stick(table: Table) -> int:
    """What riichi costs; nothing where it is not played."""
    return table.plan.riichi.stick


def return_sticks(table: Table) -> None:
    """A hand is void: the sticks of its riichi go back (riichi/chombo-1)."""
    for seat in table.riichi.standing if table.riichi is not None else ():
        pay_stick(table, seat, -stick(table))


def is_chombo(event: Penalty) -> bool:
    """Whether a penalty is for a chombo, by its reason."""
    return event.reason.strip().lower() == CHOMBO


def take_from_pot(table: Table, event: Settlement) -> None:
    """A settlement takes what it says from the table; what it should have left there is open where that is not all."""
    standing, stated = table.standing, event.pot or 0
    unseen = unseen_sticks(table, event)
    is_due = pot_due(table, event.for_) in (None, stated - unseen)
    if unseen:
        # Who has laid them on the table is not known.
        standing.lose_totals()
    if event.for_ is None or table.plan.stakes.pot_to == "nearest":
        takes_the_rest = due_to(table, event.for_)
    else:
        others = parts_for_winners(table, 0, (*table.paid, event.for_))
        takes_the_rest = others is not None and not others
    if takes_the_rest:
        standing.pot, standing.pot_doubted = 0, not is_due
        standing.pot_most = 0 if is_due else standing.pot_most
    elif standing.pot is not None and (stated or not is_due):
        standing.pot, standing.pot_doubted = max(0, standing.pot - stated), standing.pot_doubted or not is_due


def pot_due(table: Table, winner: Seat | None) -> int | None:
    """What the payments to a winner, or to all, take from the table; None where nobody can say (riichi/pot-1)."""
    standing = table.standing
    if standing.pot_doubted or standing.pot is None:
        return None
    if winner is None or not table.wins:
        return standing.pot if table.wins else 0
    parts = parts_for_winners(table, standing.pot, [seat for seat in table.paid if seat is not winner])
    return None if parts is None else parts.get(winner, 0)


def parts_for_winners(table: Table, pot: int, paid: Sequence[Seat | None] = ()) -> dict[Seat, int] | None:
    """What each winner who is not `paid` takes of so many points on the table; None where nobody can say.

    Where they are divided, callers of the same tile who have not declared yet are among the winners; the part of one
    can depend on riichi that nobody saw (riichi/pot-1).
    """
    won, how = {win.seat for win in table.wins}, table.plan.stakes.pot_to
    if how == "nearest":
        return {seat: pot * due_to(table, seat) for seat in won if seat not in paid}
    called = [seat for seat, claim in table.claims.items() if claim == "mahjong"] if table.wins else []
    winners = _in_turn_from_the_giver(table, {*called, *won})
    left = [seat for seat in winners if seat not in paid]
    sees_no_riichi = table.depth == "result" or table.gaps
    if how == "own-back" and sees_no_riichi and pot and len(winners) > 1:
        return None
    in_riichi = table.riichi.standing if table.riichi is not None else []
    return parts_of_pot(pot, left, how, dict.fromkeys(in_riichi, stick(table)))


def parts_of_pot(pot: int, winners: Sequence[Seat], how: str, own: Mapping[Seat, int]) -> dict[Seat, int]:
    """What each winner takes of so many points on the table; the nearest to the discarder in turn comes first.

    `how`: as `StakesPlan.pot_to`; `own`: the stick of each who is in riichi.

    >>> list(parts_of_pot(3000, [Seat.S, Seat.W], "own-back", {Seat.W: 1000}).values())
    [2000, 1000]
    >>> list(parts_of_pot(1000, [Seat.S, Seat.W, Seat.N], "shared", {}).values())
    [400, 300, 300]

    Source: riichi/pot-1.
    """
    equal = pot // (100 * max(1, len(winners))) * 100
    parts = {seat: own.get(seat, 0) if how == "own-back" else equal * (how == "shared") for seat in winners}
    for nearest in winners[:1]:
        parts[nearest] += pot - sum(parts.values())
    return parts


def unseen_sticks(table: Table, event: Settlement) -> int:
    """Points of riichi that were not written down, as the payments tell, where only the result of a hand was."""
    due, stated = pot_due(table, event.for_), event.pot or 0
    if due is None or stated <= due or table.depth != "result" or not due_to(table, event.for_):
        return 0
    return stated - due if can_lie_there(table, stated) else 0


def can_lie_there(table: Table, points: int) -> bool:
    """Whether so many points can lie on the table, by the sticks that were laid, or can have been (riichi/pot-1)."""
    most, step = table.standing.pot_most, stick(table) or 1
    return most is None or (points <= most and points % step in (0, most % step))


def due_to(table: Table, winner: Seat | None) -> bool:
    """Whether the pot goes to this winner, or to all together; where it is divided, what is left of it."""
    return bool(table.wins) and winner in (None, nearest_winner(table))


def nearest_winner(table: Table) -> Seat | None:
    """The winner who is nearest to the discarder in turn; None where nobody has won."""
    return next(iter(_in_turn_from_the_giver(table, [win.seat for win in table.wins])), None)


def _in_turn_from_the_giver(table: Table, winners: Iterable[Seat]) -> list[Seat]:
    giver = table.wins[0].discarder if table.wins else None
    return [*winners] if giver is None else list(in_turn(winners, giver))


def begin_hand(table: Table, event: HandStart) -> None:
    """What is stated of totals, repeats and pot holds; what is not follows from the hand before.

    Where the two contradict one another either can be right: what comes next is not judged by it.
    """
    _state_totals(table, event)
    _state_repeats(table, event)
    _state_pot(table, event)


def _state_totals(table: Table, event: HandStart) -> None:
    standing, stated = table.standing, event.totals
    if stated is None:
        return
    differs = any(table.totals.get(player) != points for player, points in stated.items())
    # A record may begin with any hand.
    contradicts = differs and standing.seated and standing.totals_sure
    table.totals = {**table.totals, **stated}
    standing.counted = dict(table.totals)
    standing.totals_known, standing.totals_doubted = True, int(contradicts)


def _state_repeats(table: Table, event: HandStart) -> None:
    standing = table.standing
    due = repeats_due(standing) if Fact.HANDS not in table.in_doubt else None
    if event.repeats is None:
        standing.repeats, standing.repeats_doubted = due, standing.repeats_doubted and due != 0
        return
    is_known = standing.seated and due is not None and not standing.repeats_doubted
    standing.repeats, standing.repeats_doubted = event.repeats, is_known and due != event.repeats


def _state_pot(table: Table, event: HandStart) -> None:
    standing = table.standing
    are_all_known = Fact.HANDS not in table.in_doubt
    if event.pot is None:
        if not are_all_known:
            standing.lay(None)
    elif follows_with_unseen_sticks(table, event):
        # Who has laid them is not known.
        standing.lay(event.pot)
        if event.totals is None:
            standing.lose_totals()
    else:
        is_known = standing.seated and standing.result_known and are_all_known and not standing.pot_doubted
        standing.pot_doubted = is_known and standing.pot not in (None, event.pot)
        standing.lay(event.pot)
    if event.depth == "result" and standing.pot_most is not None:
        # Riichi are not written down in such a hand.
        standing.pot_most += stick(table) * len(event.seats)


def follows_with_unseen_sticks(table: Table, event: HandStart) -> bool:
    """Whether more lies on the table than was written down, as riichi of a drawn hand can have put there of which only
    the result was."""
    standing, stated = table.standing, event.pot
    if stated is None or standing.pot is None or standing.pot_doubted or stated <= standing.pot:
        return False
    return table.washout and table.depth == "result" and can_lie_there(table, stated)


def begins_in_the_middle(table: Table, event: HandStart) -> bool:
    """Whether a record begins with another hand than the first of the game: it states the totals then."""
    standing = table.standing
    if not table.plan.family.goes_on_in_stakes or standing.seated or event.totals is None or not standing.players:
        return False
    return event.round is not Seat.E or event.seats.get(Seat.E) != standing.players[0]


def repeats_due(standing: MatchState) -> int | None:
    """How often the next hand is repeated, as the hand before has ended; None where nobody can say."""
    if not standing.seated:
        return 0
    if standing.repeats is None or standing.outcome is None:
        return None
    if standing.voided:
        return standing.repeats
    if standing.outcome == "won" and Seat.E not in standing.winners:
        return 0
    return standing.repeats + 1


def stays_east(standing: MatchState, stakes: StakesPlan) -> bool | None:
    """Whether East keeps the seat after the hand before; None where nobody can say (riichi/repeat-1)."""
    if standing.outcome is None:
        return None
    if standing.voided or standing.aborted:
        return True
    if standing.outcome == "won":
        return Seat.E in standing.winners
    if stakes.east_stays == "win":
        return False
    return None if standing.ready is None else Seat.E in standing.ready


def reason_of(event: Washout) -> str:
    """Why a hand is drawn, in the word of the format."""
    return event.reason or EXHAUSTIVE


def end_in_a_draw(table: Table, event: Washout) -> None:
    """A hand is drawn: whether it was aborted, and who was ready, as far as hands were shown."""
    table.standing.aborted = reason_of(event) in ABORTS
    note_who_showed(table)


def concealed(place: Place) -> Sequence[int]:
    """The concealed tiles as counts per kind, unseen ones among them."""
    return [*place.held[:UNKNOWN], place.unknown]


def can_be_ready(table: Table, place: Place, held: Sequence[int]) -> bool:
    """Whether a hand shown as these concealed tiles lacks one tile, or may, as it is not shown whole.

    After moves that were missed there are as many sets as it has tiles too few, of which nobody saw some.
    """
    plan, size = table.plan.riichi, sum(held)
    if plan.how_near is None or held[UNKNOWN] or size % 3 != 1 or (place.sure and size != place.size):
        return True
    laid = [laid_set.tiles for laid_set in place.sets]
    unseen = (_TILES_READY - size) // 3 - len(laid)
    return unseen < 0 or plan.how_near(held, [*laid, *[()] * unseen]) == FISHING


_TILES_READY = 13


def not_ready(table: Table) -> frozenset[Seat]:
    """Whose hands were shown, and are not ready, or dead."""
    shown = [place for place in table.places if place.shown is not None]
    return frozenset(
        place.seat for place in shown if place.seat in table.dead or not can_be_ready(table, place, concealed(place))
    )


def note_who_showed(table: Table) -> None:
    """Who has shown a hand at a draw was ready; where nobody has, nobody was, if all of the hand was written down."""
    shown = frozenset(place.seat for place in table.places if place.shown is not None) - not_ready(table)
    table.standing.ready = shown if shown or (table.depth == "full" and not table.gaps) else None


def learn_who_was_ready(table: Table, event: Settlement) -> None:
    """Payments at a draw tell who was ready where nobody has shown a hand; nobody, where there are none.

    That a `show` is missing is no fault: whoever is paid, and is known to be ready, was. Payments of nagashi tell
    nothing but that everybody has shown who was.
    """
    standing = table.standing
    if not table.washout or standing.aborted:
        return
    is_for_ready = table.washout_for != NAGASHI
    paid = frozenset(seat for seat in SEATS if is_for_ready and event.change.get(seat, 0) > 0)
    if standing.ready:
        known = (place for place in table.places if place.sure and not place.unknown and place.seat not in table.dead)
        were = frozenset(place.seat for place in known if can_be_ready(table, place, concealed(place)))
        standing.ready |= paid & were if standing.ready < paid else frozenset()
    elif paid or table.depth == "result" or not table.gaps:
        standing.ready = paid - not_ready(table)
