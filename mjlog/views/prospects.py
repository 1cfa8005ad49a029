"""How far hands are from being ready, what brings them nearer, what can go without a loss; what is seen of each tile.

Told of hands that are seen, and of no others; all of it follows from the table of one sight. What is a complete hand is
asked of the judges of `waiting`. Source: classical/win-1, american/card-1;
docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mjlog.hands import Lack
from mjlog.log.sight import Sight
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.danger import DANGER_NAMES, danger_of
from mjlog.tiles import HAND_TILES, PLAIN_KINDS
from mjlog.views.card_lines import LineName
from mjlog.views.naming import list_words, seat_name
from mjlog.views.waiting import Judge, judges, unseen_by

_MOST_DISCARDS = 4
_WHOLE = (HAND_TILES - 1, HAND_TILES)


@dataclass(frozen=True, slots=True)
class Draws:
    """The kinds that bring a hand nearer, and how many of them its player has not seen."""

    kinds: tuple[int, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Keeping:
    """A discard after which a hand is as near as it can be."""

    kind: int
    draws: Draws


@dataclass(frozen=True, slots=True)
class LineNear:
    """A line of the card that a hand is near to, and the kinds that it lacks, each as often as it is lacking."""

    line: LineName
    tiles: int
    lacks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A hand that is not ready: `away`: how many tiles it is from that.

    `draws`: between turns; `discards`: in turn, the best ones first; `lines`: of a card, the nearest ones; `spare`: the
    kinds that none of them has a place for.
    """

    seat: Seat
    away: int
    draws: Draws | None = None
    discards: tuple[Keeping, ...] = ()
    lines: tuple[LineNear, ...] = ()
    spare: tuple[int, ...] = ()


def prospects_at(table: Table) -> list[Prospect]:
    """The prospects of each hand that is seen, and is neither complete nor ready, nor ready after a discard."""
    found = (_of_card(judge) or _of_forms(judge) for judge in judges(table) if judge.size() in _WHOLE)
    return [one for one in found if one.away > 0]


def _of_card(judge: Judge) -> Prospect | None:
    near = judge.nearest(judge.place.held)
    if not near:
        return None
    lines = tuple(LineNear(line, one.tiles, one.lacks) for line, one in near)
    spare = frozenset.intersection(*(frozenset(one.spare) for _, one in near))
    return Prospect(judge.place.seat, lines[0].tiles - 1, lines=lines, spare=tuple(sorted(spare)))


def _of_forms(judge: Judge) -> Prospect:
    lack = judge.lack(judge.place.held)
    if judge.size() < HAND_TILES:
        return Prospect(judge.place.seat, lack.tiles - 1, _draws(lack, judge.left))
    return Prospect(judge.place.seat, lack.tiles - 1, discards=_discards(judge, lack.tiles))


def _discards(judge: Judge, least: int) -> tuple[Keeping, ...]:
    """What can go without a loss: what leaves the most tiles to draw first."""
    counts, found = list(judge.place.held), []
    for kind in range(PLAIN_KINDS):
        if counts[kind]:
            counts[kind] -= 1
            lack = judge.lack(counts)
            counts[kind] += 1
            if lack.tiles == least:
                found.append(Keeping(kind, _draws(lack, judge.left)))
    found.sort(key=lambda one: (-one.draws.left, one.kind))
    return tuple(found[:_MOST_DISCARDS])


def _draws(lack: Lack, left: Sequence[int]) -> Draws:
    return Draws(lack.kinds, sum(left[kind] for kind in lack.kinds))


Distances = dict[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], int]
"""How far hands are from being ready, by their concealed tiles, by kind, and their sets on the table."""


def away_of(table: Table, known: Distances) -> dict[Seat, int]:
    """How many tiles each hand that is seen is from being ready; -1: it is complete. `known`: what was found before."""
    found: dict[Seat, int] = {}
    for judge in judges(table):
        if judge.size() in _WHOLE:
            hand = tuple(judge.place.held), tuple(tuple(laid.tiles) for laid in judge.place.sets)
            if hand not in known:
                known[hand] = judge.lack(judge.place.held).tiles - 1
            found[judge.place.seat] = known[hand]
    return found


# -- what is seen of each kind ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unseen:
    """How many tiles of each kind `seat` sees nowhere, or, with None, who sees the table alone; None: there are none.

    `risky`: kinds that are dangerous to discard; `safe`: those that nobody in riichi can win. `dangers`: both in words.
    """

    seat: Seat | None
    left: tuple[int | None, ...]
    risky: frozenset[int]
    safe: frozenset[int]
    dangers: tuple[str, ...]


def unseen_at(table: Table, sight: Sight) -> Unseen:
    """What is seen of each kind: by the player who looks, by the one whose turn it is, or by the table."""
    looks = sight if isinstance(sight, Seat) else table.turn if sight == "open" else None
    looks = looks if looks in table.plan.seats else None
    left = unseen_by(table, None if looks is None else table.place(looks))
    others = [seat for seat in table.plan.seats if seat is not looks and seat not in table.dead]
    safe = [_safe(table, seat) for seat in others if table.riichi is not None and table.riichi.of(seat) is not None]
    return Unseen(
        looks,
        tuple(number if copies else None for number, copies in zip(left, table.plan.copies, strict=True)),
        _risky(table, others),
        frozenset.intersection(*safe) if safe else frozenset(),
        tuple(_dangers(table, others)) + (("green: nobody in riichi can win with it",) if safe else ()),
    )


def _risky(table: Table, others: Iterable[Seat]) -> frozenset[int]:
    if not table.plan.tracks_danger or not table.in_play:
        return frozenset()
    return frozenset(kind for seat in others for kind in range(PLAIN_KINDS) if danger_of(table, seat, kind))


def _dangers(table: Table, others: Iterable[Seat]) -> Iterator[str]:
    """What the open sets of each player threaten."""
    for seat in others if table.plan.tracks_danger else ():
        names = [name for bit, name in DANGER_NAMES.items() if table.dangers[seat.index] & bit]
        if names:
            yield f"red: {seat_name(seat)} may win dearly with {list_words(names)}"


def _safe(table: Table, seat: Seat) -> frozenset[int]:
    """What somebody in riichi cannot win from a discard: their own discards, and what was let go since.

    Source: riichi/furiten-1.
    """
    declared = table.riichi.of(seat) if table.riichi is not None else None
    since = 0 if declared is None else declared.seq
    latest = table.open_discard.seq if table.open_discard is not None else None
    return frozenset(
        one.tile for one in table.discards if one.seat is seat or (one.seq > since and one.seq != latest)
    )
