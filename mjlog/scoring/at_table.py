"""The hand of a player at a table where riichi is played, as the scorer takes it; whether it may win."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace as changed

from mjlog.scoring.hand import DOUBLE_RIICHI, FIRST_TURN, IPPATSU, RIICHI, Hand, LaidSet, Score
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.plan import Scores
from mjlog.tiles import RED_FIVES, UNKNOWN, kind_of

_LAST = {"wall": "last-wall", "discard": "last-discard"}


def laid_sets(place: Place) -> tuple[LaidSet, ...]:
    """The sets on the table as the scorer takes them."""
    return tuple([LaidSet(one.kind, one.tiles, one.concealed, one.origin) for one in place.sets])


def won_with(table: Table, hand: Hand, source: str, tile: int | None, last: bool) -> Hand:
    """A hand as it wins with this tile: with what was declared, and the dora that count for it.

    `last`: no live tile is left. A replacement and a robbed kong are no last tile (riichi/han-2).
    """
    state, place = table.riichi, table.places[hand.seat.index]
    assert state is not None
    counted = state.stands(hand.seat)
    return changed(
        hand, won=True, tile=tile, source=_LAST.get(source, source) if last else source,
        flags=riichi_flags(table, place), reds=red_faces(table, place),
        indicators=_seen(state.indicators),
        under=_seen(state.under[: len(state.indicators)]) if counted else (),
    )  # fmt: skip


def _seen(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds of indicators that somebody saw."""
    return tuple(kind_of(face) for face in faces if face != UNKNOWN)


def riichi_flags(table: Table, place: Place) -> frozenset[str]:
    """What else is true of a win of this player, in the scorer's words.

    Source: riichi/han-1, riichi/han-3, riichi/yakuman-1.
    """
    state = table.riichi
    assert state is not None
    declared, found = state.of(place.seat), set[str]()
    if declared is not None and declared.stands:
        found.add(DOUBLE_RIICHI if declared.double else RIICHI)
        found |= {IPPATSU} if state.is_ippatsu(place.seat, place.discarded) else set()
    if not place.discarded and not state.interruptions:
        found.add(FIRST_TURN)
    return frozenset(found)


def red_faces(table: Table, place: Place) -> tuple[int, ...]:
    """The red fives among a player's tiles, those of the sets on the table included."""
    assert table.riichi is not None
    held = table.riichi.reds[place.seat.index]
    laid = [one for one in place.sets if one.reds]
    return tuple(
        face
        for suit, face in enumerate(RED_FIVES)
        for _ in range(held[suit] + sum(one.reds for one in laid if one.tiles[0] // 9 == suit))
    )


def has_yaku(table: Table, seat: Seat, source: str, tile: int) -> bool | None:
    """Whether a complete hand has the patterns that a win with this tile needs; None where the hand is not known.

    Of a tile of another player (`source` discard or kong) the hand is as it is without it. A hand that is not complete
    has none.

    Source: riichi/win-1.
    """
    place, scorer = table.places[seat.index], table.plan.scorer
    is_unseen = place.has_unseen or tile == UNKNOWN or any(UNKNOWN in laid.tiles for laid in place.sets)
    if table.riichi is None or scorer is None or is_unseen:
        return None
    kinds = list(place.known()) + ([tile] if source in ("discard", "kong") else [])
    return score_with(table, scorer, place, kinds, source, tile).total is not None


def score_with(table: Table, scorer: Scores, place: Place, kinds: Iterable[int], source: str, tile: int) -> Score:
    """What concealed tiles of these kinds are worth beside the sets on the table, won with this tile now."""
    hand = Hand(place.seat, table.round, tuple(sorted(kinds)), laid_sets(place))
    found: Score = scorer.score(won_with(table, hand, source, tile, not table.live_left))
    return found
