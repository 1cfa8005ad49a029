"""Dangerous discards: what an exposed hand threatens, and who has become liable for it.

A hand is dangerous by what lies open. Whoever discards a tile that it may need, and could have discarded
something else, is liable if that hand wins that way. What a rule set says otherwise of it: `DangerPlan`.
Source: classical/cannon-1, bmja/cannon, bmja/cannon-pay.
"""

from __future__ import annotations

from mjlog.seats import SEATS, Seat
from mjlog.table.state import Place, Table, TableSet
from mjlog.tiles import KINDS, UNKNOWN, is_dragon, is_honor, is_major, is_suit, is_terminal, is_wind, suit_of

BAMBOO, CHARACTERS, DOTS, WINDS, DRAGONS, HONORS, GREENS, TERMINALS, WALL_END = (1 << bit for bit in range(9))
DANGER_NAMES = {
    BAMBOO: "bamboo", CHARACTERS: "characters", DOTS: "dots", WINDS: "winds", DRAGONS: "dragons",
    HONORS: "honors", GREENS: "greens", TERMINALS: "terminals", WALL_END: "the end of the wall",
}  # fmt: skip
GREEN_KINDS = frozenset((1, 2, 3, 5, 7, 32))
"""2, 3, 4, 6, 8 bamboo and the green dragon."""
_OPEN_SETS = 3


def _kind_dangers(kind: int) -> int:
    """Every danger that a tile of this kind can feed."""
    bits = 0
    if is_suit(kind):
        bits |= (BAMBOO, CHARACTERS, DOTS)[suit_of(kind)]
    bits |= WINDS if is_wind(kind) else 0
    bits |= DRAGONS if is_dragon(kind) else 0
    bits |= HONORS if is_honor(kind) else 0
    bits |= TERMINALS if is_terminal(kind) else 0
    return bits | (GREENS if kind in GREEN_KINDS else 0)


KIND_DANGERS: tuple[int, ...] = tuple(_kind_dangers(kind) for kind in range(45))


def set_dangers(sets: list[TableSet]) -> int:
    """What a player's sets on the table threaten.

    Suits, honors, greens and terminals need three open sets; winds three sets, dragons two, concealed kongs
    included.
    """
    open_sets = sum(1 for laid in sets if not laid.concealed)
    bits = 0
    if open_sets >= _OPEN_SETS:
        bits = BAMBOO | CHARACTERS | DOTS | HONORS | GREENS | TERMINALS
        for laid in sets:
            for kind in laid.tiles:
                bits &= KIND_DANGERS[kind]
    if sum(1 for laid in sets if is_wind(laid.tiles[0])) >= 3:
        bits |= WINDS
    if sum(1 for laid in sets if is_dragon(laid.tiles[0])) >= 2:
        bits |= DRAGONS
    return bits


def danger_of(table: Table, claimer: Seat, tile: int) -> int:
    """The dangers that this tile feeds, given to this claimer now (0: a harmless one)."""
    bits = table.dangers[claimer.index] & KIND_DANGERS[tile]
    if _near_the_end(table) and _is_new(table, tile, 1):
        bits |= WALL_END
    return bits


def _near_the_end(table: Table) -> bool:
    return table.live_left <= table.plan.danger.last_tiles


def _is_new(table: Table, kind: int, discarded: int) -> bool:
    """Whether a kind is dangerous late in the wall; `discarded`: how many of it are the discard that is judged."""
    if table.plan.danger.late == "unseen":
        return table.visible[kind] <= discarded
    # As its records show: a kind that was discarded once is still new, also where the tile is another one in the hand.
    return table.thrown[kind] <= 1


def had_no_choice(table: Table, supplier: Place) -> bool | None:
    """Whether every tile left in the supplier's hand was dangerous to somebody; None: cannot be known."""
    if table.plan.danger.forced_by_drawing and table.whence == "discard":
        return False
    thrown = table.discard.tile if table.discard is not None else UNKNOWN
    threats = 0
    for seat in SEATS:
        if seat is not supplier.seat:
            threats |= table.dangers[seat.index]
    late = _near_the_end(table)
    for kind, count in enumerate(supplier.held):
        if count and not threats & KIND_DANGERS[kind] and not (late and _is_new(table, kind, kind == thrown)):
            return False
    return None if supplier.unknown else True


def may_be_thirteen_wonders(place: Place) -> bool:
    """Whether the known hand collects thirteen wonders: completing it lays down no set, so no discard is judged."""
    if place.sets or place.unknown:
        return False
    kinds = [kind for kind in range(KINDS) if place.held[kind]]
    return len(kinds) >= 12 and all(is_major(kind) for kind in kinds)


def judge_supply(table: Table, claimer: Seat, supplier: Seat, tile: int) -> str | None:
    """None for a harmless tile; else `choice`, `no-choice`, or `unknown` where concealed tiles leave it open."""
    if not danger_of(table, claimer, tile):
        return None
    forced = had_no_choice(table, table.place(supplier))
    return "unknown" if forced is None else "no-choice" if forced else "choice"


def note_claimed(table: Table, claimer: Seat, supplier: Seat, tile: int, stated: str | None) -> None:
    """A claimed tile changes hands: note whether it was dangerous, and who is liable from now on.

    `stated` is what the log says of it; it decides only what the concealed tiles leave open. What stays open
    is an open debt: the claimer, the supplier, the dangers.
    """
    judged = judge_supply(table, claimer, supplier, tile)
    if judged is None:
        return
    # Where the winning tile alone counts, what the hand became is not asked: the end of the wall always is.
    dangers = WALL_END if table.plan.danger.by_winning_tile else danger_of(table, claimer, tile)
    table.danger = (stated or judged) if judged == "unknown" else judged
    if table.danger in ("unknown", "unclear"):
        table.open_debts.append((claimer, supplier, dangers))
    if table.danger == "choice":
        debts = table.liabilities[claimer.index]
        debts[supplier.index] |= dangers
        for seat in SEATS:
            if seat is not claimer and seat is not supplier:
                debts[seat.index] = 0
