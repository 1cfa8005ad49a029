"""What the events of a hand do to its riichi, furiten and dora. Nothing here refuses.

Each function is called by the one of `moves`, `claims` or `closing` that carries out the event, where riichi is played.
"""

from __future__ import annotations

from mjlog.events import FROM_OTHERS, Discard, Expose, Indicator, Kong, Show
from mjlog.seats import Seat
from mjlog.table.facts import Fact
from mjlog.table.place import Place
from mjlog.table.red_fives import faces_of, faces_shown, give_reds, reds_among, take_reds
from mjlog.table.riichi import Declared, LetGo, Offer, RiichiState
from mjlog.table.stakes import pay_stick
from mjlog.table.state import Table
from mjlog.tiles import FIRST_HONOR, RED_FIVES, UNKNOWN, kind_of


def begin_turn(table: Table, state: RiichiState, place: Place, face: int) -> None:
    """A tile is drawn: the riichi discard before it was not won, and what its player let go bars no win any more."""
    stand(table, state)
    give_reds(table, place, (face,))
    state.drawn = face
    state.replaced = ""
    state.barred = ()
    forget_let_go(state, place.seat)


def forget_let_go(state: RiichiState, seat: Seat) -> None:
    """The player has drawn a tile: what was let go before bars no win, but in riichi (riichi/furiten-2, furiten-3)."""
    state.since[seat.index] = len(state.offers)
    state.let_go[seat.index] = ()


def note_replacement(table: Table, state: RiichiState, place: Place, face: int, aside: bool = False) -> None:
    """The tile for a kong, or one laid `aside`: that stands, and whatever was to come within a turn is cut off."""
    plan = table.plan.riichi
    state.interruptions += not aside or (plan is not None and plan.north_calls)
    begin_turn(table, state, place, face)
    state.replaced = "bonus" if aside else "kong"


def note_laid_aside(table: Table, state: RiichiState, place: Place, tile: int) -> None:
    """A tile is laid aside: it can be won, and indicators are turned that waited for it (riichi-sanma/dora-2)."""
    stand(table, state)
    state.offers.append(Offer(place.seat, tile))
    state.face = tile
    state.due, state.later = state.due + state.later, 0


def note_kong(table: Table, state: RiichiState, place: Place, event: Kong, tile: int) -> None:
    """A kong out of the hand: its tile can be won, and an indicator is due for it, at once or later."""
    stand(table, state)
    plan = table.plan.riichi
    faces = faces_of(event.tiles)
    laid = next((one for one in place.sets if one.kind == "kong" and one.tiles[0] == tile), None)
    if laid is not None:
        if event.kind == "added":
            faces = [added_face(laid.reds, faces)]
        laid.reds += sum(reds_among(faces))
    take_reds(table, place, faces)
    state.offers.append(Offer(place.seat, tile))
    state.face = faces[-1] if faces else UNKNOWN
    if plan is not None and plan.kan_dora != "none":
        state.due, state.later = state.due + state.later, 0
        if event.kind == "concealed" or plan.kan_dora == "at-once":
            state.due += 1
        else:
            state.later += 1


def added_face(reds: int, faces: list[int]) -> int:
    """The face of the tile added to a pung with so many red fives, of a kong written down with these tiles."""
    is_red = sum(reds_among(faces)) > reds
    return next((face for face in faces if (face in RED_FIVES) == is_red), UNKNOWN)


def unmake_kong(state: RiichiState) -> None:
    """A kong is robbed: it does not stand, and its indicator is not turned (riichi/kan-4)."""
    if state.later:
        state.later -= 1
    elif state.due:
        state.due -= 1


def note_discard(table: Table, state: RiichiState, place: Place, event: Discard) -> None:
    """A tile is discarded: others may win it, and indicators are turned that waited for it."""
    seat, plan = place.seat, table.plan.riichi
    take_reds(table, place, (event.tile.face,))
    state.due, state.later = state.due + state.later, 0
    state.barred, state.drawn = (), None
    if event.riichi and state.declared[seat.index] is None:
        # Of what was missed nobody knows whether it went before.
        double = place.discarded == 1 and not state.interruptions and Fact.MOVES not in table.in_doubt
        state.declared[seat.index] = Declared(
            event.seq, place.discarded, double, state.interruptions, len(state.offers)
        )
        state.pending = seat
        if table.depth == "result":
            stand(table, state)
            _play_on_unseen(table)
    state.offers.append(Offer(seat, event.tile.kind))
    state.face = event.tile.face
    if plan is not None and plan.furiten_ends == "turn":
        state.since[seat.index] = len(state.offers)


def _play_on_unseen(table: Table) -> None:
    """Of a hand whose result alone is recorded: what was won is not the riichi discard, but a later one."""
    table.discard, table.open = None, False
    table.in_doubt |= Fact.TURN | Fact.CLAIMS


def note_claimed_set(table: Table, state: RiichiState, place: Place, event: Expose, tile: int) -> None:
    """A discard is claimed for a set: a riichi with it stands, and like tiles may not be discarded (riichi/swap-1)."""
    stand(table, state)
    state.interruptions += 1
    faces = faces_of(event.tiles)
    rest = list(faces)
    if state.face in rest:
        rest.remove(state.face)
    _keep_let_go(table, state, place, rest)
    take_reds(table, place, rest, place.sets[-1].tiles)
    place.sets[-1].reds = sum(reds_among(faces))
    place.sets[-1].claimed_red = state.face in RED_FIVES and state.face in faces
    state.drawn = None
    state.barred = barred_after(table, event.kind, tuple(sorted(one.kind for one in event.tiles)), tile)
    if event.kind == "kong" and table.plan.riichi is not None:
        state.due, state.later = state.due + state.later, 0
        if table.plan.riichi.kan_dora == "at-once":
            state.due += 1
        elif table.plan.riichi.kan_dora == "late":
            state.later += 1


def _keep_let_go(table: Table, state: RiichiState, place: Place, rest: list[int]) -> None:
    """Where only a draw ends it, what was let go before a claim bars a win after it, too (riichi/furiten-2)."""
    plan, at = table.plan.riichi, place.seat.index
    if plan is None or plan.furiten_ends != "draw":
        return
    offers = tuple(one for one in state.offers[state.since[at] :] if one.seat is not place.seat)
    state.since[at] = len(state.offers)
    if place.has_unseen:
        # What an unseen hand waited for before the claim nobody knows: afterwards it is another one.
        return
    held = list(place.held)
    for face in rest:
        held[kind_of(face)] += 1
    state.let_go[at] += (LetGo(tuple(held), tuple(one.tiles for one in place.sets[:-1]), offers),)


def barred_after(table: Table, kind: str, tiles: tuple[int, ...], claimed: int) -> tuple[int, ...]:
    """The kinds that may not be discarded after a set is claimed with this tile."""
    plan = table.plan.riichi
    if plan is None or plan.swap_call == "all" or kind not in ("chow", "pung") or claimed == UNKNOWN:
        return ()
    if kind == "pung" or plan.swap_call == "ends" or UNKNOWN in tiles or len(tiles) < 3 or claimed >= FIRST_HONOR:
        return (claimed,)
    ends = {tiles[0]: claimed + 3, tiles[-1]: claimed - 3}
    other = ends.get(claimed)
    return (claimed,) if other is None or other // 9 != claimed // 9 or other < 0 else (claimed, other)


def stand(table: Table, state: RiichiState) -> None:
    """The riichi discard was not won: the riichi stands, and its stick is paid (riichi/riichi-2)."""
    seat = state.pending
    if seat is None:
        return
    state.pending = None
    declared = state.declared[seat.index]
    if declared is not None and table.plan.riichi is not None:
        state.declared[seat.index] = declared._replace(stands=True)
        pay_stick(table, seat, table.plan.riichi.stick)


RIICHI_WAYS = ((False, False), (True, False), (False, True), (True, True))
"""How a riichi can have been declared of which nothing was written down: whether it is double, and ippatsu."""


def declare_unseen(table: Table, seat: Seat, is_double: bool, is_ippatsu: bool) -> None:
    """A player had declared riichi earlier in the hand, and nobody wrote it down."""
    state, place = table.riichi, table.places[seat.index]
    if state is None or table.plan.riichi is None:
        return
    within = place.discarded if is_ippatsu else 0
    state.declared[seat.index] = Declared(0, within, is_double, state.interruptions, len(state.offers), stands=True)
    pay_stick(table, seat, table.plan.riichi.stick)


def undo_riichi(table: Table, seat: Seat) -> None:
    """A player had not declared riichi, though it was written down: the stick goes back."""
    state = table.riichi
    if state is None or table.plan.riichi is None:
        return
    if state.stands(seat):
        pay_stick(table, seat, -table.plan.riichi.stick)
    state.declared[seat.index] = None


def apply_indicator(table: Table, event: Indicator) -> None:
    """A dora indicator is turned."""
    state = table.riichi
    if state is None:
        return
    if event.of == "under":
        state.under += (event.tile.face,)
        return
    state.indicators += (event.tile.face,)
    if state.due:
        state.due -= 1
    elif state.later:
        state.later -= 1
    table.visible[event.tile.kind] += 1
    table.seen[event.tile.kind] += event.tile.kind != UNKNOWN


def forget_indicators(table: Table) -> None:
    """Which tiles were turned as indicators is not known any more; how many still is."""
    state = table.riichi
    if state is None:
        return
    for face in state.indicators:
        kind = kind_of(face)
        table.visible[kind] -= 1
        table.visible[UNKNOWN] += 1
        table.seen[kind] -= kind != UNKNOWN
    state.indicators = (UNKNOWN,) * len(state.indicators)
    state.under = (UNKNOWN,) * len(state.under)


def note_win(table: Table, state: RiichiState, place: Place, source: str) -> None:
    """A hand is won: the tile goes to it; a riichi discard that is won makes no riichi."""
    if source in FROM_OTHERS:
        give_reds(table, place, (state.face,))
    if source == "discard":
        state.pending = None
    elif source not in FROM_OTHERS:
        stand(table, state)


def note_shown(table: Table, state: RiichiState, place: Place, event: Show) -> None:
    """A hand is laid down: its red fives are seen."""
    state.reds[place.seat.index] = [0, 0, 0]
    give_reds(table, place, faces_shown(table, event))
