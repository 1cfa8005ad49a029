"""What riichi adds to the board: indicators, what lies on the table, who is in riichi, who is furiten.

Furiten is told of hands that are seen, and of no others: whoever hears of it learns what the hand waits for.
Source: riichi/dora-1, riichi/pot-1, riichi/furiten-1; docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mjlog.rules.furiten import furiten_words
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.text import counted, points, shown
from mjlog.tiles import UNKNOWN, dora_after, kind_of, tile_name
from mjlog.views.naming import list_words
from mjlog.views.sight import Sight, sees_hand


@dataclass(frozen=True, slots=True)
class RiichiView:
    """What lies on the table for all. `indicators` and those turned `under` them: faces, in the order of turning.

    `repeats`: how often the hand is repeated (honba), `pot`: points on the table; None where nobody can say.
    `drawn_for`: why the hand was drawn, in words; empty where it was not. `places`: how many indicators can be turned.
    """

    indicators: tuple[int, ...]
    under: tuple[int, ...]
    repeats: int | None
    pot: int | None
    drawn_for: str = ""
    places: int = 5

    @property
    def dora(self) -> list[int]:
        """The kinds that the indicators make dora, those under them too: one for each."""
        return [dora_after(kind_of(face)) for face in (*self.indicators, *self.under) if face != UNKNOWN]


@dataclass(frozen=True, slots=True)
class SeatRiichi:
    """One player in riichi: `declared`, and whether it `stands` (the discard was not won), `double`: at the first one.

    `furiten`: why no discard can be won, in words, where the hand is seen.
    """

    declared: bool
    stands: bool
    double: bool
    furiten: str | None


def table_words(view: RiichiView, name: Callable[[int], str] = tile_name) -> Iterator[str]:
    """What lies on the table for all, in words; tiles by `name`."""
    if view.repeats:
        yield counted(view.repeats, "repeat")
    if view.pot:
        yield f"{points(view.pot)} in the pot"
    for which, faces in (("indicator", view.indicators), ("under-indicator", view.under)):
        if faces:
            yield f"{which}{'s' if len(faces) > 1 else ''} {list_words(list(map(name, faces)))}"
    if view.dora:
        yield f"dora {list_words(list(map(name, view.dora)))}"


def seat_words(riichi: SeatRiichi, in_full: bool = False) -> Iterator[str]:
    """What there is to be said of a player; `in_full`: why the player is furiten, too."""
    if riichi.declared:
        yield f"{'double ' if riichi.double else ''}riichi{'' if riichi.stands else ' (not paid yet)'}"
    if riichi.furiten:
        yield f"furiten: {riichi.furiten}" if in_full else "furiten"


def riichi_view(table: Table) -> RiichiView | None:
    """What lies on the table for all; None where riichi is not played."""
    state, standing = table.riichi, table.standing
    if state is None:
        return None
    drawn_for = drawn_words(table.washout_for) if table.washout else ""
    places = len(table.plan.wall.indicators)
    return RiichiView(state.indicators, state.under, standing.repeats, standing.pot, drawn_for, places)


def stakes_words(repeats: int | None, pot: int | None) -> str:
    """How often a hand is repeated, and what lies on the table, as words behind others; empty where neither is."""
    return (f", {counted(repeats, 'repeat')}" if repeats else "") + (f", {pot} in the pot" if pot else "")


DRAWN_FOR = {
    "exhaustive": "an exhaustive draw", "nagashi": "nagashi", "nine-terminals": "nine terminals and honors",
    "four-winds": "four discards of one wind", "four-riichi": "four riichi",
    "four-kongs": "four kongs of several players", "three-ron": "three wins on one tile",
}  # fmt: skip
"""Why a hand of riichi is drawn, by the word of the record."""


def drawn_words(reason: str) -> str:
    """Why a hand of riichi is drawn.

    >>> drawn_words("four-winds"), drawn_words("the roof leaks")
    ('four discards of one wind', 'the roof leaks')
    """
    return DRAWN_FOR.get(reason, shown(reason, 300))


def seat_riichi(table: Table, seat: Seat, sight: Sight) -> SeatRiichi | None:
    """What riichi has to say of a player; None where it is not played."""
    if table.riichi is None:
        return None
    declared = table.riichi.of(seat)
    return SeatRiichi(
        declared=declared is not None,
        stands=declared is not None and declared.stands,
        double=declared is not None and declared.double,
        furiten=furiten_words(table, seat) if sees_hand(sight, seat) else None,
    )
