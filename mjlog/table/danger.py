"""Dangerous discards: what an exposed hand threatens, and who has become liable for it.

A hand is dangerous by what lies open. Whoever discards a tile that it may need, and could have discarded
something else, is liable if that hand wins that way. What a rule set says otherwise of it: `DangerPlan`.
Source: classical/cannon-1, bmja/cannon, bmja/cannon-pay.
"""

from __future__ import annotations

from mjlog.seats import SEATS, Seat
from mjlog.table.place import Statement
from mjlog.table.state import Fed, Place, Table, TableSet
from mjlog.table.unseen import hands_then
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
            for kind in laid.tiles[: len(laid.tiles) - laid.wild]:
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
    harmless = harmless_kinds(table, supplier)
    if any(supplier.held[kind] for kind in harmless):
        return False
    return None if supplier.unknown or (_near_the_end(table) and table.visible[UNKNOWN]) else True


def harmless_kinds(table: Table, supplier: Place) -> tuple[int, ...]:
    """What the supplier could have discarded, as it is dangerous to nobody."""
    thrown = table.discard.tile if table.discard is not None else UNKNOWN
    threats = 0
    for seat in SEATS:
        if seat is not supplier.seat:
            threats |= table.dangers[seat.index]
    late = _near_the_end(table)
    return tuple(
        kind
        for kind, dangers in enumerate(KIND_DANGERS[:UNKNOWN])
        if not threats & dangers and not (late and _is_new(table, kind, kind == thrown))
    )


def as_shown(table: Table, fed: Fed, shown: list[int]) -> str:
    """Whether the supplier had a choice, as the concealed tiles tell that are shown in the end, per kind."""
    statement = next((remembered for remembered in table.place(fed.supplier).told if remembered.at == fed.at), None)
    if fed.judged != "unknown" or statement is None:
        return fed.judged
    hands = list(hands_then(statement._replace(ways=()), shown))
    had = [any(held[kind] for kind in fed.harmless) for held, _hidden in hands]
    if all(had):
        return "choice"
    return "unknown" if any(had) or any(hidden for _held, hidden in hands) else "no-choice"


def danger_fed(table: Table, fed: Fed) -> str:
    """Whether the supplier had a choice: by the tiles, and where they leave it open as it is recorded."""
    place = table.place(fed.supplier)
    judged = fed.judged if place.shown is None else as_shown(table, fed, [*place.held[:UNKNOWN], place.unknown])
    return (fed.stated or judged) if judged == "unknown" else judged


def may_be_thirteen_wonders(place: Place) -> bool:
    """Whether the known hand collects thirteen wonders: completing it lays down no set, so no discard is judged."""
    if place.sets or place.unknown:
        return False
    kinds = [kind for kind in range(KINDS) if place.held[kind]]
    return len(kinds) >= 12 and all(is_major(kind) for kind in kinds)


def judge_supply(table: Table, claimer: Seat, supplier: Seat, tile: int) -> str | None:
    """None for a harmless tile; else `choice`, `no-choice`, or `unknown` where concealed tiles leave it open."""
    dangers = danger_of(table, claimer, tile)
    if not dangers and tile != UNKNOWN:
        return None
    if _is_danger_open(table, claimer, tile):
        return "unknown"
    if not dangers:
        return None
    forced = had_no_choice(table, table.place(supplier))
    return "unknown" if forced is None else "no-choice" if forced else "choice"


def _is_danger_open(table: Table, claimer: Seat, tile: int) -> bool:
    """Whether it depends on tiles that nobody saw, the one claimed or others that lie there, if it is dangerous."""
    if tile == UNKNOWN:
        return bool(table.dangers[claimer.index]) or _near_the_end(table)
    return danger_of(table, claimer, tile) == WALL_END and table.visible[UNKNOWN] > 0


def note_claimed(table: Table, claimer: Seat, supplier: Seat, tile: int, stated: str | None) -> None:
    """A claimed tile changes hands: note whether it was dangerous, and what else could have been discarded.

    `stated` is what the log says of it; it decides only what the concealed tiles leave open.
    """
    judged = judge_supply(table, claimer, supplier, tile)
    if judged is None:
        return
    # Where the winning tile alone counts, what the hand became is not asked: the end of the wall always is.
    dangers = WALL_END if table.plan.danger.by_winning_tile else danger_of(table, claimer, tile)
    place = table.place(supplier)
    fed = Fed(claimer, supplier, tile, dangers, judged, stated, harmless_kinds(table, place), table.acts)
    table.danger = danger_fed(table, fed)
    table.fed += (fed,)
    if judged == "unknown" and not _is_danger_open(table, claimer, tile):
        # Once the hand is shown it tells what was in it.
        place.told = (*place.told, Statement("discard", tile, (), ((),), at=fed.at))
