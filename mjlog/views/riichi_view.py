"""What riichi adds to the board: indicators, what lies on the table, who is in riichi, who is furiten.

Furiten is told of hands that are seen, and of no others: whoever hears of it learns what the hand waits for.
Source: riichi/dora-1, riichi/pot-1, riichi/furiten-1; docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated

from msgspec import UNSET, UnsetType

from mjlog.answers import Answer, Count, Keeping, Kept, says
from mjlog.log.sight import Sight, sees_hand
from mjlog.rules.furiten import furiten_words
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.text import counted, points, shown
from mjlog.tiles import TILES, UNKNOWN, Tile, dora_after, kind_of, tile_name
from mjlog.views.naming import list_words


class RiichiView(Keeping):
    """What lies on the table in riichi."""

    indicators: Annotated[tuple[Tile, ...], says("dora indicators, in the order in which they were turned")]
    under: Annotated[tuple[Tile, ...], says("those turned under them after a win in riichi")]
    dora: Annotated[tuple[Tile, ...], says("the kinds that they make dora, one for each indicator")]
    repeats: Annotated[Count | None, says("how often the hand is repeated (honba)")]
    pot: Annotated[Count | None, says("points that lie on the table")]
    drawn_for: Annotated[str, says("why the hand was drawn, in words; empty where it was not")]
    winners: Annotated[tuple[Seat, ...], says("all who won the hand, in the order of payment")]

    places = Kept[int]()
    """How many indicators can be turned."""


class SeatRiichi(Answer):
    """One player in riichi."""

    declared: bool
    stands: Annotated[bool, says("the discard was not won, and the stick is paid")]
    double: Annotated[bool, says("with the first discard")]
    furiten: Annotated[str | None, says("why no discard can be won, where the hand is seen")]


def _tile_name(tile: Tile) -> str:
    return tile_name(tile.face)


def table_words(view: RiichiView, name: Callable[[Tile], str] = _tile_name) -> Iterator[str]:
    """What lies on the table for all, in words; tiles by `name`."""
    if view.repeats:
        yield counted(view.repeats, "repeat")
    if view.pot:
        yield f"{points(view.pot)} in the pot"
    for which, tiles in (("indicator", view.indicators), ("under-indicator", view.under)):
        if tiles:
            yield f"{which}{'s' if len(tiles) > 1 else ''} {list_words(list(map(name, tiles)))}"
    if view.dora:
        yield f"dora {list_words(list(map(name, view.dora)))}"


def seat_words(riichi: SeatRiichi, in_full: bool = False) -> Iterator[str]:
    """What there is to be said of a player; `in_full`: why the player is furiten, too."""
    if riichi.declared:
        yield f"{'double ' if riichi.double else ''}riichi{'' if riichi.stands else ' (not paid yet)'}"
    if riichi.furiten:
        yield f"furiten: {riichi.furiten}" if in_full else "furiten"


def riichi_view(table: Table, winners: tuple[Seat, ...]) -> RiichiView | UnsetType:
    """What lies on the table for all, where riichi is played."""
    state, standing = table.riichi, table.standing
    if state is None:
        return UNSET
    return RiichiView(
        indicators=tuple(TILES[face] for face in state.indicators),
        under=tuple(TILES[face] for face in state.under),
        dora=tuple(
            TILES[dora_after(kind_of(face))] for face in (*state.indicators, *state.under) if face != UNKNOWN
        ),
        repeats=standing.repeats,
        pot=standing.pot,
        drawn_for=drawn_words(table.washout_for) if table.washout else "",
        winners=winners,
    ).keeping(places=len(table.plan.wall.indicators))


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


def seat_riichi(table: Table, seat: Seat, sight: Sight) -> SeatRiichi | UnsetType:
    """What riichi has to say of a player, where it is played."""
    if table.riichi is None:
        return UNSET
    declared = table.riichi.of(seat)
    return SeatRiichi(
        declared=declared is not None,
        stands=declared is not None and declared.stands,
        double=declared is not None and declared.double,
        furiten=furiten_words(table, seat) if sees_hand(sight, seat) else None,
    )
