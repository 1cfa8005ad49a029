"""Who pays whom after a hand."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mjlog.errors import HandError, RuleSetError
from mjlog.scoring.shared_payments import (
    Payment,
    SharedTerms,
    SharedWin,
    nagashi_payments,
    ready_payments,
    win_payments,
)
from mjlog.seats import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Terms:
    """How a rule set settles.

    `east_doubles`: whatever goes to or from East is doubled. `losers_settle`: the losers pay each other the difference
    of their totals. `discarder_doubles`: whoever discarded the winning tile pays double, and everybody does where it
    was self-drawn. `discarder_alone`: the total is paid by the discarder, or by whose
    kong was robbed, alone, and by each of the losers where the tile was drawn; `basic`: what every loser pays beside.
    `players`: 3 or 4; with three the seat of North is empty. `shared`: the winner alone scores, and the
    total is paid by the discarder, or shared by all (`mjlog.scoring.shared_payments`); None where it is not so.
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
    return Terms(
        east_doubles=_term(settlement, options, "east_doubles", True),
        losers_settle=_term(settlement, options, "losers_settle", True),
        discarder_doubles=_term(settlement, options, "discarder_doubles", False),
        discarder_alone=_term(settlement, options, "discarder_alone", False),
        basic=int(_named(settlement, options, "basic", 0)),
        players=players,
        shared=_shared(settlement, options) if _term(settlement, options, "shared", False) else None,
    )


def _shared(settlement: Mapping[str, Any], options: Mapping[str, Any]) -> SharedTerms:
    repeats, pool, nagashi = (int(_named(settlement, options, key, 0)) for key in ("repeats", "pool", "nagashi"))
    return SharedTerms(
        repeats, pool, nagashi, tuple(_named(settlement, options, "liable_for", ())),
        covers_hand=_chosen(settlement, options, "liable_covers", "hand"),
        liable_pays_repeats=_chosen(settlement, options, "liable_repeats", "liable"),
    )  # fmt: skip


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
    for one, other in itertools.combinations(losers, 2):
        payer, payee = (one, other) if totals[one] < totals[other] else (other, one)
        yield payer, payee, (totals[payee] - totals[payer]) * _east_factor(payer, payee, terms)


def _east_factor(one: Seat, other: Seat, terms: Terms) -> int:
    return 2 if terms.east_doubles and (one is Seat.E or other is Seat.E) else 1
