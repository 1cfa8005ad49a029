"""What can be due for a hand after a fault in play, whichever way the record is read, the fault let pass or not.

The tiles do not tell any more what the hands are worth, or may not. But what was paid still follows from what was
announced, or from the tiles all the same, whoever discarded the winning tile and whoever had to pay for all; or the
fault was held against somebody: then that hand scores nothing, or nothing is paid at all. Payments that fit none of
these are wrong, whatever happened.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mjlog.audit.card_worth import card_settlements
from mjlog.audit.counts import tiles_shown
from mjlog.audit.valuing import values_with_bonus
from mjlog.findings import Doubt, Severity
from mjlog.scoring import Score, Settlement
from mjlog.scoring.card_settlement import CardWin
from mjlog.seats import Seat
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, HAND_TILES

if TYPE_CHECKING:
    from mjlog.audit.worth import HandWorth
    from mjlog.table import Table, Win

_MOST_TOTALS = 2000
"""Combinations of totals that are tried; with more of them nothing is called wrong."""


def readings(worth: HandWorth) -> Iterator[Settlement]:
    """Everything that can be due, what follows from the announced scores first; nothing where nobody can tell."""
    table = worth.replay.table
    win = table.win
    if table.washout or win is None or win.seat not in table.players:
        return
    is_known = False
    for one in _by_card(worth, win) if worth.by_card else _by_scores(worth, win):
        is_known = True
        yield one
    if is_known:
        yield Settlement(dict.fromkeys(table.players, 0), ())


def _by_scores(worth: HandWorth, win: Win) -> Iterator[Settlement]:
    totals = {seat: list(_totals(worth, seat)) for seat in worth.replay.table.players}
    ways = list(itertools.islice(itertools.product(*totals.values()), _MOST_TOTALS + 1))
    if len(ways) > _MOST_TOTALS:
        return
    payers = payers_for_all(worth, win)
    for way in ways:
        given = dict(zip(totals, way, strict=True))
        for discarder in suppliers(worth, win):
            yield from worth.settlements(given=given, liable=payers, discarders=[discarder])


def _totals(worth: HandWorth, seat: Seat) -> Iterator[int]:
    """What a hand can have counted as: as announced, by its tiles, or nothing where it is at fault; each once.

    Nothing where it was not announced: by tiles that are in doubt alone nobody can be told to be wrong.
    """
    said = worth.announced.get(seat)
    if said is None and not worth.agreed:
        return
    scores = itertools.chain(worth.value(seat), worth.alternatives(seat), worth.if_let_pass(seat))
    totals = [score.total for score in scores if score.total is not None]
    nothing = [0] if _is_at_fault(worth, seat) else []
    yield from dict.fromkeys([*([said.total] if said is not None else []), *totals, *nothing])


def _is_at_fault(worth: HandWorth, seat: Seat) -> bool:
    """Whether something was found in what the player did in this hand."""
    errors = (one for one in worth.replay.report.findings if one.severity == Severity.ERROR.value)
    return any(one.seat == seat.value for one in errors)


def is_sure_of(worth: HandWorth, seat: Seat) -> bool:
    """Whether a hand is worth what its tiles are worth, though a fault was found in the play.

    It is that of a player who has neither won nor made the fault, and all hands that are shown are whole: so no set is
    missing in the record, and none lies before another player than the one who has laid it.
    """
    table = worth.replay.table
    if worth.doubted(Doubt.RESULT) or table.winner is None or _is_at_fault(worth, seat):
        return False
    return seat is not table.winner and all(_is_whole(table, one) for one in table.players)


def _is_whole(table: Table, seat: Seat) -> bool:
    """Whether the hand that was shown has as many tiles as it should."""
    place = table.place(seat)
    whole = HAND_TILES - (seat is not table.winner)
    return place.shown is not None and tiles_shown(place, table.plan.by_card) == whole


def scores_by_bonus(worth: HandWorth, seat: Seat) -> Iterator[Score]:
    """What a hand is worth with any bonus tiles: who has laid out which may be what was written down wrong."""
    scorer = worth.scorer
    if not worth.tiles_doubted or scorer is None or worth.agreed or worth.by_card:
        return
    kinds = range(FIRST_BONUS, ANY_FLOWER)
    for number in range(len(kinds) + 1):
        for bonus in itertools.combinations(kinds, number):
            yield from values_with_bonus(worth.replay.table, seat, scorer, bonus)


def suppliers(worth: HandWorth, win: Win) -> list[Seat | None]:
    """Who can have discarded the winning tile, or made the kong that it was taken from, the one recorded first."""
    others = [seat for seat in win.seat.others() if seat in worth.replay.table.players]
    if win.source == "discard":
        return list(dict.fromkeys([one for one in (win.discarder,) if one in others] + others))
    return [None, *others] if win.source == "kong" else [None]


def payers_for_all(worth: HandWorth, win: Win) -> list[Seat | None]:
    """Who can have to pay for all, by rules that have such a duty."""
    table = worth.replay.table
    if not table.plan.tracks_danger:
        return [None]
    return [None, *(seat for seat in win.seat.others() if seat in table.players)]


def _by_card(worth: HandWorth, win: Win) -> Iterator[Settlement]:
    """What can be due for a line of the card; with an exchange in doubt, with jokers or without."""
    wins = [*worth.card_wins(announced=True), *worth.card_wins()]
    wins += [CardWin(one.value, not one.jokerless, one.bonus) for one in wins]
    yield from card_settlements(worth.replay.table, wins, suppliers(worth, win))
