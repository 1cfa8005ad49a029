"""Who pays whom after a hand: all the winner, and each other the difference; the discarder, or shared, as in riichi; by
the value of a line of the card.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mjlog.errors import HandError, RuleSetError
from mjlog.scoring.han_worth import FOUR_PLAYERS, Payout, rounded_up
from mjlog.scoring.hand import Score
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
    payments: list[Payment] = []
    for payee in (seat for seat in seats if seat in winners and terms.nagashi):
        losers = [seat for seat in seats if seat is not payee]
        is_east = payee is Seat.E
        shares = payout.split(payout.received(terms.nagashi, is_east, drawn=True), is_east)
        payments += [(payer, payee, share) for payer, share in zip(losers, shares, strict=True)]
    return tuple(payments)


def liable_part(score: Score, terms: SharedTerms) -> int:
    """What of a score is for the yakuman that somebody can be liable for, in points.

    Source: riichi/pao-1.
    """
    units = sum(item.yakuman for item in score.items)
    answered = sum(item.yakuman for item in score.items if item.name in terms.liable_for)
    if answered and terms.covers_hand:
        return score.total or 0
    return (score.total or 0) * answered // units if units else 0


@dataclass(frozen=True, slots=True)
class Terms:
    """How a rule set settles.

    `east_doubles`: whatever goes to or from East is doubled. `losers_settle`: the losers pay each other the difference
    of their totals. `discarder_doubles`: whoever discarded the winning tile pays double, and everybody does where it
    was self-drawn. `discarder_alone`: the total is paid by the discarder, or by whose
    kong was robbed, alone, and by each of the losers where the tile was drawn; `basic`: what every loser pays beside.
    `players`: 3 or 4; with three the seat of North is empty. `shared`: the winner alone scores, and the
    total is paid by the discarder, or shared by all (`mjlog.scoring.settlement`); None where it is not so.
    """

    east_doubles: bool = True
    losers_settle: bool = True
    discarder_doubles: bool = False
    discarder_alone: bool = False
    basic: int = 0
    players: int = 4
    shared: SharedTerms | None = None


class Settlement(NamedTuple):
    """What the seats won or lost (points), and the payments that did it; they sum to what was taken from a pot."""

    change: dict[Seat, int]
    payments: tuple[Payment, ...]


def terms_of(settlement: Mapping[str, Any], options: Mapping[str, Any]) -> Terms:
    """The terms of a rule set's `[settlement]` table: each is true or false (`players`: 3 or 4), or names an option.

    Raises:
        RuleSetError: the table names an option that does not exist, or a number of players that cannot be.
    """
    players = _named(settlement, options, "players", 4)
    if players not in (3, 4):
        raise RuleSetError(f"settlement: `players` is {str(players)[:40]!r}: 3 or 4 is expected")
    shared = None
    if _term(settlement, options, "shared", False):
        repeats, pool, nagashi = (int(_named(settlement, options, key, 0)) for key in ("repeats", "pool", "nagashi"))
        shared = SharedTerms(
            repeats, pool, nagashi, tuple(_named(settlement, options, "liable_for", ())),
            covers_hand=_chosen(settlement, options, "liable_covers", "hand"),
            liable_pays_repeats=_chosen(settlement, options, "liable_repeats", "liable"),
        )  # fmt: skip
    return Terms(
        east_doubles=_term(settlement, options, "east_doubles", True),
        losers_settle=_term(settlement, options, "losers_settle", True),
        discarder_doubles=_term(settlement, options, "discarder_doubles", False),
        discarder_alone=_term(settlement, options, "discarder_alone", False),
        basic=int(_named(settlement, options, "basic", 0)),
        players=players,
        shared=shared,
    )


def _chosen(settlement: Mapping[str, Any], options: Mapping[str, Any], key: str, word: str) -> bool:
    """Whether a word stands there, or is the value of the option that is named there."""
    given = settlement.get(key)
    return word in (given, options.get(given) if isinstance(given, str) else None)


def _term(settlement: Mapping[str, Any], options: Mapping[str, Any], key: str, default: bool) -> bool:
    return bool(_named(settlement, options, key, default))


def _named(settlement: Mapping[str, Any], options: Mapping[str, Any], key: str, default: Any) -> Any:
    """A value of the table, or of the option that it names."""
    given = settlement.get(key, default)
    if not isinstance(given, str):
        return given
    if given not in options:
        raise RuleSetError(f"settlement: {key!r} names an option {given!r} that does not exist")
    return options[given]


def settle(
    totals: Mapping[Seat, int],
    winner: Seat | None,
    *,
    discarder: Seat | None = None,
    liable: Seat | None = None,
    self_drawn: bool | None = None,
    terms: Terms = Terms(),
    repeats: int = 0,
    pot: int = 0,
    liable_total: int | None = None,
) -> Settlement:
    """Settle a hand: everybody pays the winner, the losers each other; nobody pays after a wash-out.

    `totals`: what each seat scored; a seat that is not there (three players) takes no part. `discarder`: who discarded
    the winning tile; None for a self-drawn one and for a robbed kong, which are settled alike. `self_drawn`: False
    where there is no discarder and yet nobody is to pay double for it. `liable`: who pays the winner for everybody;
    then the losers settle nothing. Where the winner's total is shared: `repeats`, how many; `pot`, what the winner
    takes from the table; `liable_total`, what of the total it is that the liable player answers for, all by default.

    >>> result = settle({Seat.E: 16, Seat.S: 40, Seat.W: 8, Seat.N: 8}, Seat.S, discarder=Seat.W)
    >>> [result.change[seat] for seat in SEATS]
    [-48, 160, -56, -56]

    Raises:
        HandError: the winner, discarder or liable seat has no total, or is where it cannot be.

    Source: classical/settle-1, classical/cannon-1.
    """
    seats = [seat for seat in SEATS if seat in totals]
    change = dict.fromkeys(seats, 0)
    if winner is None:
        return Settlement(change, ())
    _check_seats(seats, winner, discarder, liable)
    if terms.shared is not None:
        answered = totals[winner] if liable_total is None else liable_total
        win = SharedWin(totals[winner], winner, discarder, liable, answered, repeats)
        return settle_wins((win,), terms.shared, seats, {winner: pot})
    drawn = discarder is None if self_drawn is None else self_drawn
    double = set(seats if drawn else [discarder]) if terms.discarder_doubles else set()
    others = [seat for seat in seats if seat is not winner]
    payments: list[Payment] = []
    for loser in others:
        due = 0 if terms.discarder_alone and discarder not in (None, loser) else totals[winner]
        points = (terms.basic + due) * _east_factor(loser, winner, terms) * (2 if loser in double else 1)
        payments.append((liable or loser, winner, points))
    if terms.losers_settle and liable is None:
        payments += _between(totals, others, terms)
    return _settled(change, tuple(payment for payment in payments if payment[2]))


def settle_wins(
    wins: Sequence[SharedWin], terms: SharedTerms, seats: Sequence[Seat] = SEATS, taken: Mapping[Seat, int] = {}
) -> Settlement:
    """Settle the wins of one tile, each by itself; repeats are those of the nearest to the discarder in turn.

    `taken`: what each winner takes from the table (`mjlog.table.stakes.parts_of_pot`).

    Raises:
        HandError: the discarder or who is liable is the winner, or has no seat.

    Source: riichi/win-3, riichi/pot-1.
    """
    for win in wins:
        _check_seats(seats, win.winner, win.discarder, win.liable)
    wins = sorted(wins, key=lambda win: win.winner.ahead_of(win.discarder or win.winner))
    paid = (win_payments(win if win is wins[0] else replace(win, repeats=0), terms, seats) for win in wins)
    return _settled(dict.fromkeys(seats, 0), tuple(itertools.chain.from_iterable(paid)), taken)


def settle_ready(ready: Collection[Seat], terms: Terms, seats: Sequence[Seat] = SEATS) -> Settlement:
    """Settle an exhaustive draw: who is not ready pays who is.

    Source: riichi/draw-1.
    """
    payments = ready_payments(ready, terms.shared, seats) if terms.shared is not None else ()
    return _settled(dict.fromkeys(seats, 0), payments)


def settle_nagashi(winners: Collection[Seat], terms: Terms, seats: Sequence[Seat] = SEATS) -> Settlement:
    """Settle an exhaustive draw at which somebody had discarded terminals and honors only.

    Source: riichi/draw-2.
    """
    payments = nagashi_payments(winners, terms.shared, seats) if terms.shared is not None else ()
    return _settled(dict.fromkeys(seats, 0), payments)


def _settled(change: dict[Seat, int], payments: tuple[Payment, ...], taken: Mapping[Seat, int] = {}) -> Settlement:
    """The settlement by these payments; `taken`: what was taken from the table."""
    for payer, payee, points in payments:
        change[payer] -= points
        change[payee] += points
    for seat, points in taken.items():
        change[seat] += points
    return Settlement(change, payments)


def _check_seats(seats: Collection[Seat], winner: Seat, discarder: Seat | None, liable: Seat | None) -> None:
    for role, seat in (("winner", winner), ("discarder", discarder), ("seat that pays for all", liable)):
        if seat is not None and seat not in seats:
            raise HandError(f"the {role}, {seat}, has no total")
        if seat is winner and role != "winner":
            raise HandError(f"{winner} cannot be the winner and the {role}")


def _between(totals: Mapping[Seat, int], losers: list[Seat], terms: Terms) -> Iterator[Payment]:
    for seat, other in itertools.combinations(losers, 2):
        payer, payee = (seat, other) if totals[seat] < totals[other] else (other, seat)
        yield payer, payee, (totals[payee] - totals[payer]) * _east_factor(payer, payee, terms)


def _east_factor(seat: Seat, other: Seat, terms: Terms) -> int:
    return 2 if terms.east_doubles and (seat is Seat.E or other is Seat.E) else 1


# -- who pays whom for a hand of the card: its value once, twice or four times ----------------------------------------
#
# Source: american/pay-1 to american/pay-4, american/error-2.


class CardWin(NamedTuple):
    """What the payment for a hand of the card depends on.

    `value`: of the line, in points; `jokerless`: no joker among the fourteen tiles; `bonus`: the section pays double
    for that (singles and pairs do not).
    """

    value: int
    jokerless: bool
    bonus: bool


def explain_card_win(win: CardWin, discarder: Seat | None = None, *, misnamed: bool = False) -> str:
    """Why the others pay what they pay. `misnamed`: as in `settle_card_win`.

    >>> explain_card_win(CardWin(25, jokerless=True, bonus=True), Seat.W)
    '25, doubled for a hand without jokers: 50; twice that from West, who discarded the tile'
    >>> explain_card_win(CardWin(25, jokerless=False, bonus=True))
    '25; twice that from all, for no discard was won'
    """
    if misnamed and discarder is not None:
        return f"{win.value}; four times that from {str(discarder).capitalize()} alone, who misnamed the tile"
    doubled = f", doubled for a hand without jokers: {2 * win.value}" if win.jokerless and win.bonus else ""
    if discarder is None:
        return f"{win.value}{doubled}; twice that from all, for no discard was won"
    return f"{win.value}{doubled}; twice that from {str(discarder).capitalize()}, who discarded the tile"


def settle_card_win(
    win: CardWin, winner: Seat, discarder: Seat | None = None, seats: Sequence[Seat] = SEATS, *, misnamed: bool = False
) -> Settlement:
    """The others pay the winner the value: the discarder twice, and everybody twice for a drawn tile.

    `misnamed`: the tile that was called had been misnamed by its discarder, who alone pays, four times.

    Without jokers all of it doubles, where the section pays that. East pays and receives like the others, and so do
    players whose hands are dead.

    >>> result = settle_card_win(CardWin(25, jokerless=True, bonus=True), Seat.S, Seat.W)
    >>> [result.change[seat] for seat in SEATS]
    [-50, 200, -100, -50]

    Raises:
        HandError: the winner or discarder has no seat, or they are one.
    """
    for role, seat in (("winner", winner), ("discarder", discarder)):
        if seat is not None and seat not in seats:
            raise HandError(f"the {role}, {seat}, does not sit at the table")
    if discarder is winner:
        raise HandError(f"{winner} cannot be the winner and the discarder")
    if misnamed and discarder is not None:
        due = {discarder: 4 * win.value}
    else:
        factor = 2 if win.jokerless and win.bonus else 1
        due = {loser: win.value * factor * (2 if discarder in (None, loser) else 1) for loser in seats}
    payments = tuple((loser, winner, points) for loser, points in due.items() if loser is not winner)
    change = dict.fromkeys(seats, 0)
    for payer, payee, points in payments:
        change[payer] -= points
        change[payee] += points
    return Settlement(change, tuple(payment for payment in payments if payment[2]))
