"""The hand that a player has called, compared with the one shown at the end: which of its tiles have gone."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from mjlog.table.place import Called, Place
from mjlog.table.state import Discarded, Table
from mjlog.tiles import PLAIN_KINDS, UNKNOWN, counts_of


def hand_called(place: Place, at: int) -> Called | None:
    """The concealed tiles with which an original call is made, by a discard (`at`); None where they are not known."""
    return Called(at, tuple(place.held)) if place.sure and not place.unknown else None


def counts_shown(sets: Iterable[tuple[int, ...]], rest: Iterable[int]) -> list[int]:
    """The concealed tiles of a hand shown, as counts per kind."""
    return counts_of(itertools.chain(*sets, rest))


def gone_since_call(table: Table, place: Place, shown: Sequence[int]) -> list[Discarded]:
    """The discards since an original call of tiles that were in the hand called and are not in the one shown.

    `shown`: the concealed tiles laid down at the end, as counts per kind. Where a discard is returned, the hand was
    changed: after a call only the tile just drawn is discarded. Where the record does not tell (the hand called is
    not known, a kong was made of it, moves are missing), nothing is returned.

    Source: classical/call-1, bmja/original-call, dmjl/original-call.
    """
    called, win = place.called, table.win if table.winner is place.seat else None
    if called is None or shown[UNKNOWN] or table.gaps:
        return []
    # What can be left of the hand called: the tiles shown without the winning one
    held = list(shown)
    for laid in place.sets:
        if win is not None and laid.at > win.at:
            # The set that the winning tile completed may be laid down before the rest.
            for kind in laid.tiles:
                held[kind] += 1
        elif laid.at > called.at:
            return []
    if win is not None and win.tile is not None and held[win.tile]:
        held[win.tile] -= 1
    # A winning tile that nobody has named is one of those shown: then there is one more.
    unnamed = win is not None and win.tile in (None, UNKNOWN)
    if sum(held) != sum(called.held) + unnamed:
        return []
    gone = {kind for kind in range(PLAIN_KINDS) if held[kind] < called.held[kind]}
    return [one for one in table.discards if one.seat is place.seat and one.at > called.at and one.tile in gone]
