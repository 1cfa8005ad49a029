"""Games in which the winner alone scores and sticks lie on the table: what their events do to riichi, furiten, dora.

Each act of `Shared` is called by the function that carries out the event. Nothing here refuses.
"""

from __future__ import annotations

from mjlog.events import FROM_OTHERS, Discard, Expose, HandStart, Indicator, Kong, Show, Washout
from mjlog.seats import Seat
from mjlog.table.facts import Fact
from mjlog.table.place import Place, TableSet
from mjlog.table.plan import Family, RiichiPlan, StakesPlan
from mjlog.table.riichi import Declared, LetGo, Offer, RiichiState
from mjlog.table.stakes import CHOMBO, begin_hand, note_who_showed, pay_stick, stays_east, stick
from mjlog.table.state import Table
from mjlog.table.unseen import faces_of, faces_shown, give_reds, reds_among, take_reds
from mjlog.tiles import FIRST_HONOR, RED_FIVES, UNKNOWN, Tile, from_riichi_letters, kind_of

_MOST = {"head": 1, "two": 2, "all": 3}


class Shared(Family, frozen=True, kw_only=True):
    """Games in which the winner alone scores, and the total is shared: riichi.

    `riichi`, `stakes`: what the rule set says of riichi and of what lies on the table.
    """

    riichi: RiichiPlan
    stakes: StakesPlan

    name = "shared"
    aside_can_be_won = True
    calls_are_inferred = True
    counts_han = True
    declares_riichi = True
    draws_have_reasons = True
    goes_on_in_stakes = True
    has_chombo = True
    has_indicators = True
    is_settled_singly = True
    nobody_pays_for_all = "by these rules say who is liable for a yakuman, --liable SEAT"
    shares_total = True

    def round_words(self, table: Table) -> str:
        """The round with the number of its East, and how often the hand is repeated: `East 3, 1 honba`."""
        players, east = table.standing.players, table.players.get(Seat.E)
        number = f" {players.index(east) + 1}" if east in players else ""
        repeats = f", {table.standing.repeats} honba" if table.standing.repeats else ""
        return f"{super().round_words(table)}{number}{repeats}"

    def hand_words(self, table: Table) -> str:
        """Its round says it."""
        return self.round_words(table)

    def spelled(self, text: str) -> str:
        """A text with its tiles in the letters of this program: people write m p s z, and know no seasons."""
        return from_riichi_letters(text)

    def won_face(self, table: Table, kind: int, is_claimed: bool) -> int:
        """The face of the tile of this kind that a hand is won with: of the one claimed, or of the one drawn."""
        return of_the_hand(table).won_face(kind, is_claimed)

    def begin_hand(self, table: Table, event: HandStart) -> None:
        """What is stated of totals, repeats and pot holds; what is not follows from the hand before."""
        begin_hand(table, event)

    def keeps_east(self, table: Table) -> bool | None:
        """Whether East keeps the seat after the hand before; None where nobody can say (riichi/repeat-1)."""
        return stays_east(table.standing, self.stakes)

    def new_state(self) -> RiichiState:
        """Nothing was declared or turned in a hand that begins."""
        return RiichiState()

    def draw(self, table: Table, place: Place, tile: Tile, position: int | None) -> None:
        """A tile is drawn: the riichi discard before it was not won, and what its player let go bars no win more."""
        state = of_the_hand(table)
        stand(table, state)
        # As recorded, or as it lay in the wall.
        face = tile.face if tile.kind != UNKNOWN else table.wall.face_at(position)
        give_reds(table, place, (face,))
        state.drawn = face
        state.replaced = ""
        state.barred = ()
        # What was let go before bars no win, but in riichi (riichi/furiten-2, riichi/furiten-3).
        state.since[place.seat.index] = len(state.offers)
        state.let_go[place.seat.index] = ()

    def replace(self, table: Table, place: Place, tile: Tile, position: int | None, aside: bool = False) -> None:
        """The tile for a kong, or one laid `aside`: that stands, and whatever was to come within a turn is cut off."""
        state = of_the_hand(table)
        state.interruptions += not aside or self.riichi.north_calls
        self.draw(table, place, tile, position)
        state.replaced = "bonus" if aside else "kong"

    def lay_aside(self, table: Table, place: Place, tile: int) -> None:
        """A tile is laid aside: it can be won, and indicators are turned that waited for it (riichi-sanma/dora-2)."""
        state = of_the_hand(table)
        stand(table, state)
        state.offers.append(Offer(place.seat, tile))
        state.face = tile
        state.due, state.later = state.due + state.later, 0

    def make_kong(self, table: Table, place: Place, event: Kong, tile: int) -> None:
        """A kong out of the hand: its tile can be won, and an indicator is due for it, at once or later."""
        state = of_the_hand(table)
        stand(table, state)
        faces = faces_of(event.tiles)
        laid = next((laid for laid in place.sets if laid.kind == "kong" and laid.tiles[0] == tile), None)
        if laid is not None:
            if event.kind == "added":
                faces = [added_face(laid.reds, faces)]
            laid.reds += sum(reds_among(faces))
        take_reds(table, place, faces)
        state.offers.append(Offer(place.seat, tile, event.kind == "concealed"))
        state.face = faces[-1] if faces else UNKNOWN
        self._owe_indicator(state, at_once=event.kind == "concealed")

    def _owe_indicator(self, state: RiichiState, at_once: bool = False) -> None:
        """An indicator is due for a kong, at once or with the next discard (riichi/dora-2)."""
        if self.riichi.kan_dora == "none":
            return
        state.due, state.later = state.due + state.later, 0
        if at_once or self.riichi.kan_dora == "at-once":
            state.due += 1
        else:
            state.later += 1

    def rob_kong(self, table: Table, laid: TableSet | None) -> None:
        """A kong is robbed: it does not stand, and its indicator is not turned (riichi/kan-4)."""
        state = of_the_hand(table)
        if laid is not None and state.face in RED_FIVES:
            laid.reds -= 1
        if state.later:
            state.later -= 1
        elif state.due:
            state.due -= 1

    def discard(self, table: Table, place: Place, event: Discard) -> None:
        """A tile is discarded: others may win it, and indicators are turned that waited for it."""
        state, seat = of_the_hand(table), place.seat
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
                # What was won is not the riichi discard, but a later one.
                table.discard, table.open = None, False
                table.in_doubt |= Fact.TURN | Fact.CLAIMS
        state.offers.append(Offer(seat, event.tile.kind))
        state.face = event.tile.face
        if self.riichi.furiten_ends == "turn":
            state.since[seat.index] = len(state.offers)

    def claim(self, table: Table, place: Place, event: Expose, tile: int) -> None:
        """A discard is claimed for a set: a riichi with it stands, and like tiles may not be discarded (swap-1)."""
        state = of_the_hand(table)
        stand(table, state)
        state.interruptions += 1
        faces = faces_of(event.tiles)
        rest = list(faces)
        if state.face in rest:
            rest.remove(state.face)
        self._keep_let_go(state, place, rest)
        take_reds(table, place, rest, place.sets[-1].tiles)
        place.sets[-1].reds = sum(reds_among(faces))
        place.sets[-1].claimed_red = state.face in RED_FIVES and state.face in faces
        state.drawn = None
        state.barred = barred_after(table, event.kind, tuple(sorted(tile_laid.kind for tile_laid in event.tiles)), tile)
        if event.kind == "kong":
            self._owe_indicator(state)

    def _keep_let_go(self, state: RiichiState, place: Place, rest: list[int]) -> None:
        """Where only a draw ends it, what was let go before a claim bars a win after it, too (riichi/furiten-2)."""
        at = place.seat.index
        if self.riichi.furiten_ends != "draw":
            return
        missed = state.offers[state.since[at] :]
        offers = tuple(offer for offer in missed if offer.seat is not place.seat and not offer.concealed)
        state.since[at] = len(state.offers)
        if place.has_unseen:
            # What an unseen hand waited for before the claim nobody knows: afterwards it is another one.
            return
        held = list(place.held)
        for face in rest:
            held[kind_of(face)] += 1
        state.let_go[at] += (LetGo(tuple(held), tuple(laid_set.tiles for laid_set in place.sets[:-1]), offers),)

    def turn_indicator(self, table: Table, event: Indicator) -> None:
        """A dora indicator is turned."""
        state = of_the_hand(table)
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

    def win(self, table: Table, place: Place, source: str) -> None:
        """A hand is won: the tile goes to it; a riichi discard that is won makes no riichi."""
        state = of_the_hand(table)
        if source in FROM_OTHERS:
            give_reds(table, place, (state.face,))
        if source == "discard":
            state.pending = None
        elif source not in FROM_OTHERS:
            stand(table, state)

    def win_too(self, table: Table, place: Place) -> None:
        """Another has won with the same tile."""
        give_reds(table, place, (of_the_hand(table).face,))

    def end_in_a_draw(self, table: Table, event: Washout) -> None:
        """A hand is drawn: the riichi discard was not won, unless three would have won it."""
        if event.reason != "three-ron":
            stand(table, of_the_hand(table))

    def show(self, table: Table, place: Place, event: Show) -> None:
        """A hand is laid down: its red fives are seen."""
        of_the_hand(table).reds[place.seat.index] = [0, 0, 0]
        give_reds(table, place, faces_shown(table, event))
        if table.washout and not table.standing.aborted:
            note_who_showed(table)


def shared(riichi: RiichiPlan, stakes: StakesPlan) -> Shared:
    """A game of this kind, by what its rule set says of riichi, and of what lies on the table."""
    return Shared(
        aborts=stakes.aborts,
        dead_hands_play_on=True,
        empty_calls_kill=riichi.dead_hands and riichi.empty_call,
        false_win=None if stakes.chombo == "none" else f"{CHOMBO} {{}}",
        fines_go_to_nobody=stakes.fines == "nobody",
        has_dead_hands=riichi.dead_hands,
        most_winners=_MOST[stakes.several],
        red_fives=riichi.red_fives,
        start_points=stakes.start_points,
        winner_alone_scores=True,
        riichi=riichi,
        stakes=stakes,
    )


def of_the_hand(table: Table) -> RiichiState:
    """The riichi, furiten and dora of a hand of this kind."""
    assert table.riichi is not None, "a table of this family has them from the beginning of a hand on"
    return table.riichi


def added_face(reds: int, faces: list[int]) -> int:
    """The face of the tile added to a pung with so many red fives, of a kong written down with these tiles."""
    is_red = sum(reds_among(faces)) > reds
    return next((face for face in faces if (face in RED_FIVES) == is_red), UNKNOWN)


def barred_after(table: Table, kind: str, tiles: tuple[int, ...], claimed: int) -> tuple[int, ...]:
    """The kinds that may not be discarded after a set is claimed with this tile."""
    plan = table.plan.riichi
    if plan.swap_call == "all" or kind not in ("chow", "pung") or claimed == UNKNOWN:
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
    if declared is not None:
        state.declared[seat.index] = declared._replace(stands=True)
        pay_stick(table, seat, stick(table))


RIICHI_WAYS = ((False, False), (True, False), (False, True), (True, True))
"""How a riichi can have been declared of which nothing was written down: whether it is double, and ippatsu."""


def declare_unseen(table: Table, seat: Seat, is_double: bool, is_ippatsu: bool) -> None:
    """A player had declared riichi earlier in the hand, and nobody wrote it down."""
    state, place = of_the_hand(table), table.places[seat.index]
    within = place.discarded if is_ippatsu else 0
    state.declared[seat.index] = Declared(0, within, is_double, state.interruptions, len(state.offers), stands=True)
    pay_stick(table, seat, stick(table))


def undo_riichi(table: Table, seat: Seat) -> None:
    """A player had not declared riichi, though it was written down: the stick goes back."""
    state = of_the_hand(table)
    if state.stands(seat):
        pay_stick(table, seat, -stick(table))
    state.declared[seat.index] = None


def forget_indicators(table: Table) -> None:
    """Which tiles were turned as indicators is not known any more; how many still is."""
    state = of_the_hand(table)
    for face in state.indicators:
        kind = kind_of(face)
        table.visible[kind] -= 1
        table.visible[UNKNOWN] += 1
        table.seen[kind] -= kind != UNKNOWN
    state.indicators = (UNKNOWN,) * len(state.indicators)
    state.under = (UNKNOWN,) * len(state.under)
