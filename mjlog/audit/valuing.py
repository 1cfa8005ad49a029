"""What the hands on the table are worth: from the replayed state to the scorer and back.

Where the record leaves something open that a score depends on (an unknown winning tile, moves not recorded), every
possibility is scored: a recorded score is right if it is one of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from mjlog.rulesets import Rules
from mjlog.scoring import Hand, LaidSet, Score, Scorer
from mjlog.seats import Seat
from mjlog.table import Place, Table, Win
from mjlog.table import danger as d
from mjlog.tiles import UNKNOWN


_SCORERS: dict[tuple[str, tuple[tuple[str, Any], ...]], Scorer] = {}
_MOST_SCORERS = 100


def scorer_for(rules: Rules) -> Scorer | None:
    """The scorer of the rules in force, made once; None where the rule set has no scoring table."""
    table = rules.ruleset.tables.get("scoring")
    if table is None:
        return None
    key = (rules.ruleset.digest, tuple(sorted(rules.options.items())))
    if key not in _SCORERS:
        if len(_SCORERS) >= _MOST_SCORERS:
            _SCORERS.clear()
        _SCORERS[key] = Scorer(table, rules.options)
    return _SCORERS[key]


def laid_sets(place: Place) -> tuple[LaidSet, ...]:
    """The sets on the table as the scorer takes them."""
    return tuple(LaidSet(one.kind, one.tiles, one.concealed, one.origin) for one in place.sets)


def values(table: Table, seat: Seat, scorer: Scorer) -> list[Score]:
    """What a seat's hand can be worth, the likeliest first; empty where its tiles are not known."""
    place = table.place(seat)
    concealed = _concealed(place)
    if concealed is None or place.bonus.count(UNKNOWN) or any(UNKNOWN in one.tiles for one in place.sets):
        return []
    shown = place.shown
    arranged = shown.sets if shown is not None and shown.arranged else None
    base = Hand(
        seat=seat,
        round=table.round,
        concealed=concealed,
        sets=laid_sets(place),
        bonus=tuple(place.bonus),
        shown=arranged,
        completes=shown.completes if shown is not None else None,
    )
    win = table.win
    if win is None or win.seat is not seat:
        return [scorer.score(base)]
    return [scorer.score(hand) for hand in _won_hands(table, base, win, place)]


def _concealed(place: Place) -> tuple[int, ...] | None:
    if place.shown is not None:
        tiles = (*itertools.chain.from_iterable(place.shown.sets), *place.shown.rest)
        return None if UNKNOWN in tiles else tiles
    return None if place.unknown or not place.sure else tuple(place.known())


def _won_hands(table: Table, base: Hand, win: Win, place: Place) -> Iterator[Hand]:
    """The winner's hand, once for everything that the record leaves open about the win."""
    base, completes = _with_winning_set(base, place, win)
    tiles = [win.tile] if win.tile is not None and win.tile != UNKNOWN else sorted(set(base.concealed))
    lasts = [win.last_tile] if win.last_tile is not None else [False, True]
    seen = [win.visible] if win.last_tile is not None else [None, win.visible]
    for tile, last, visible in itertools.product(tiles, lasts, seen):
        fields = {name: getattr(base, name) for name in base.__struct_fields__}
        fields.update(
            won=True, tile=tile, source=_source(win), flags=_flags(win, bool(last)), visible=visible,
            east_wins=table.standing.east_wins if win.seat is Seat.E else 0, completes=completes,
        )  # fmt: skip
        yield Hand(**fields)


def _with_winning_set(base: Hand, place: Place, win: Win) -> tuple[Hand, int | None]:
    """A set laid down after the declaration is the one that the winning tile completed, not one laid before."""
    late = next((one for one in place.sets if one.seq > win.seq), None)
    if late is None:
        return base, base.completes
    sets = tuple(LaidSet(one.kind, one.tiles, one.concealed, one.origin) for one in place.sets if one is not late)
    fields = {name: getattr(base, name) for name in base.__struct_fields__}
    shown = (late.tiles, *base.shown) if base.shown is not None else None
    fields.update(sets=sets, concealed=(*late.tiles, *base.concealed), shown=shown)
    return Hand(**fields), 0 if shown is not None else None


def _source(win: Win) -> str:
    return "first-discard" if win.source == "discard" and win.first_discard and win.seat is not Seat.E else win.source


def _flags(win: Win, last: bool) -> frozenset[str]:
    flags = set()
    if win.streak >= 2:
        flags.add("twofold")
    if win.calling:
        flags.add("original-call")
    if last:
        flags.add("last-tile")
    if win.untouched:
        flags.add("no-discard")
    return frozenset(flags)


def liable_seat(table: Table, winner: Score) -> Seat | None:
    """Who pays for all: whose dangerous discard fed what the winner has shown (classical/cannon-1).

    `winner` is the winner's score: the end of the wall always counts, other dangers only if the hand became that.
    """
    win = table.win
    if win is None:
        return None
    debts = table.liabilities[win.seat.index]
    achieved = achieved_dangers(table.place(win.seat), winner)
    return next((seat for seat in Seat if seat is not win.seat and debts[seat.index] & achieved), None)


def achieved_dangers(place: Place, score: Score) -> int:
    """The dangers that the complete hand has become."""
    names = {item.name for item in (*score.items, *score.set_aside)} | set(score.limits)
    tiles = [kind for one in place.sets for kind in one.tiles]
    if place.shown is not None:
        tiles += [*itertools.chain.from_iterable(place.shown.sets), *place.shown.rest]
    else:
        tiles += place.known()
    bits = d.WALL_END
    common = d.BAMBOO | d.CHARACTERS | d.DOTS | d.HONORS | d.GREENS | d.TERMINALS
    for kind in tiles:
        common &= d.KIND_DANGERS[kind]
    bits |= common
    if names & {"Big Three Dragons", "Little Three Dragons"}:
        bits |= d.DRAGONS
    if names & {"Big Four Joys", "Little Four Joys"}:
        bits |= d.WINDS
    return bits
