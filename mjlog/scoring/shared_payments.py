"""Who pays whom where the winner's total is paid by the discarder, or shared: riichi. And what a drawn hand brings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from mjlog.errors import HandError
from mjlog.scoring.hand import Score
from mjlog.scoring.payout import FOUR_PLAYERS, Payout, rounded_up
from mjlog.seats import SEATS, Seat

Payment = tuple[Seat, Seat, int]
"""From, to, points; always more than nothing."""


@dataclass(frozen=True, slots=True)
class SharedTerms:
    """What is paid beside the winner's total.

    `repeats`: what each repeat adds to a win; `pool`: what the others pay in all to who is ready after an exhaustive
    draw; `nagashi`: the base of what is paid for discards of terminals and honors only, 0 for nothing; `liable_for`:
    the names of the yakuman that somebody can be liable for; `payout`: how a drawn total is shared; `covers_hand`:
    who is liable answers for all of a hand that has one of these; `liable_pays_repeats`: and pays the repeats of a win
    from another's discard.
    """

    repeats: int = 300
    pool: int = 3000
    nagashi: int = 2000
    liable_for: tuple[str, ...] = ()
    payout: Payout = FOUR_PLAYERS
    covers_hand: bool = False
    liable_pays_repeats: bool = False


@dataclass(frozen=True, slots=True)
class SharedWin:
    """A win as it is paid: `total` without repeats and pot; `discarder` None for a drawn tile.

    `liable`: who answers for a yakuman; `liable_total`: what the winner receives for that one; `repeats`: how many.
    """

    total: int
    winner: Seat
    discarder: Seat | None = None
    liable: Seat | None = None
    liable_total: int = 0
    repeats: int = 0


def win_payments(win: SharedWin, terms: SharedTerms, seats: Sequence[Seat] = SEATS) -> tuple[Payment, ...]:
    """What the others pay a winner.

    A discarder pays all, or shares what somebody else is liable for with that player half and half. A drawn win is
    paid by all, East's part double; but who is liable pays for all.

    Raises:
        HandError: a drawn total that cannot be shared so.

    Source: riichi/pay-1, riichi/repeat-3, riichi/pao-1.
    """
    added, losers = win.repeats * terms.repeats, [seat for seat in seats if seat is not win.winner]
    owed = dict.fromkeys(losers, 0)
    answered = win.liable_total if win.liable is not None else 0
    if win.discarder is not None:
        half = rounded_up(answered // 2, terms.payout.unit)
        owed[win.discarder] += win.total - half
        if win.liable is not None:
            owed[win.liable] += half
        by_liable = terms.liable_pays_repeats and win.liable is not None
        owed[win.liable if win.liable is not None and by_liable else win.discarder] += added
    else:
        for seat, share in zip(losers, _shares(win.total - answered, win.winner, losers, terms), strict=True):
            owed[seat] += share
        for seat in losers if win.liable is None else ():
            owed[seat] += added // len(losers)
        if win.liable is not None:
            owed[win.liable] += answered + added
    return tuple((seat, win.winner, points) for seat, points in owed.items() if points)


def _shares(total: int, winner: Seat, losers: Sequence[Seat], terms: SharedTerms) -> list[int]:
    """What each of the others pays of a drawn total: equal parts to East, otherwise East two."""
    payout = replace(terms.payout, players=len(losers) + 1)
    shares = payout.split(total, winner is Seat.E)
    least = min(shares)
    if sum(shares) != total or not (payout.shares or all(0 <= 2 * least - share <= least for share in shares)):
        raise HandError(f"a drawn total of {total} cannot be shared so that each payment is of whole hundreds")
    return shares


def ready_payments(ready: Collection[Seat], terms: SharedTerms, seats: Sequence[Seat] = SEATS) -> tuple[Payment, ...]:
    """What is paid to the ready players after an exhaustive draw; nothing where all are ready, or nobody.

    >>> [points for _, _, points in ready_payments([Seat.S, Seat.W], SharedTerms())]
    [750, 750, 750, 750]

    Source: riichi/draw-1.
    """
    others = [seat for seat in seats if seat not in ready]
    if not ready or not others:
        return ()
    each = terms.pool // (len(others) * len(ready))
    return tuple((payer, payee, each) for payer in others for payee in seats if payee in ready and each)


def nagashi_payments(
    winners: Collection[Seat], terms: SharedTerms, seats: Sequence[Seat] = SEATS
) -> tuple[Payment, ...]:
    """What is paid, as for a drawn win, to each player who discarded terminals and honors only, none of them claimed.

    Source: riichi/draw-2.
    """
    payout = replace(terms.payout, players=len(seats))
    found: list[Payment] = []
    for payee in (seat for seat in seats if seat in winners and terms.nagashi):
        losers = [seat for seat in seats if seat is not payee]
        is_east = payee is Seat.E
        shares = payout.split(payout.received(terms.nagashi, is_east, drawn=True), is_east)
        found += [(payer, payee, share) for payer, share in zip(losers, shares, strict=True)]
    return tuple(found)


def liable_part(score: Score, terms: SharedTerms) -> int:
    """What of a score is for the yakuman that somebody can be liable for, in points.

    Source: riichi/pao-1.
    """
    units = sum(item.yakuman for item in score.items)
    answered = sum(item.yakuman for item in score.items if item.name in terms.liable_for)
    if answered and terms.covers_hand:
        return score.total or 0
    return (score.total or 0) * answered // units if units else 0
