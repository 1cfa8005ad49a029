"""Requests of other programs to settle one hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mjlog.errors import HandError
from mjlog.scoring.card_settlement import CardWin, settle_card_win
from mjlog.scoring.hand import CLAIMED_SOURCES
from mjlog.scoring.possible_hand import ImpossibleHandError
from mjlog.scoring.request import SEATS_BY_CODE
from mjlog.scoring.settlement import Settlement, Terms, settle, settle_nagashi, settle_ready, settle_wins
from mjlog.scoring.shared_payments import Payment, SharedWin
from mjlog.seats import SEATS, Seat
from mjlog.text import list_words

_HIGHEST = 10**12


def settle_request(request: Mapping[str, Any], terms: Terms) -> dict[str, Any]:
    """Settle the hand of a request (docs/do/scoring.md); fields that are not known are ignored.

    Where the winner's total is shared, the request is `total`, `winner`, `discarder`, `repeats`, `pot`, `liable` and
    `liable_total`; after a drawn hand `ready` or `nagashi`. Of several who win one tile `totals` stands in the place of
    `total` and `winner`, and `liable` and `liable_total` name the winner, like {"S": "N"}; all are paid.

    >>> request = {"totals": {"E": 4, "S": 26, "W": 4, "N": 4}, "winner": "S", "discarder": "W"}
    >>> settle_request(request, Terms())["change"]
    {'E': -52, 'S': 104, 'W': -26, 'N': -26}

    Raises:
        HandError: the totals or seats are none, a seat's total is missing, or they do not go together.
    """
    if not isinstance(request, Mapping):
        raise HandError("a settlement is asked for with an object: totals, winner …")
    if terms.shared is not None:
        return settlement_answer(_shared(request, terms))
    if "winner" not in request:
        raise HandError("`winner` is missing: a seat, or null after a wash-out, is expected")
    winner = _seat(request["winner"], "winner")
    result = settle(
        _totals(request.get("totals"), terms.players),
        winner,
        discarder=_seat(request.get("discarder"), "discarder"),
        liable=_seat(request.get("pays_for_all"), "pays_for_all"),
        terms=terms,
    )
    return settlement_answer(result)


def _shared(request: Mapping[str, Any], terms: Terms) -> Settlement:
    """Settle a win whose total is shared, or a drawn hand: `ready`, who is, or `nagashi`, who discarded ends only."""
    seats = SEATS[: terms.players]
    kinds = ("totals" if request.get("total") is None else "total", *_DRAWN)
    named = [name for name in kinds if request.get(name) is not None]
    if len(named) != 1:
        given = " and ".join(f"`{name}`" for name in named) or "none of them"
        raise HandError(
            "`total`, what the winner's hand is worth, is expected, of several winners `totals`, or `ready` or "
            f"`nagashi`: a list of seats after a drawn hand; {given} is given"
        )
    assert terms.shared is not None
    if named[0] == "totals":
        return settle_wins(shared_wins(request, terms), terms.shared, seats, _number(request, "pot"))
    if named[0] in _DRAWN:
        drawn = settle_ready if named[0] == "ready" else settle_nagashi
        return drawn(_seats(request[named[0]], named[0], seats), terms, seats)
    winner = _seat(request.get("winner"), "winner")
    if winner is None:
        raise HandError("`winner` is missing: one of E, S, W, N is expected")
    totals = dict.fromkeys(seats, 0) | {winner: _number(request, "total")}
    answered = request.get("liable_total")
    return settle(
        totals, winner, terms=terms,
        discarder=_seat(request.get("discarder"), "discarder"), liable=_seat(request.get("liable"), "liable"),
        repeats=_number(request, "repeats"), pot=_number(request, "pot"),
        liable_total=None if answered is None else min(_number(request, "liable_total"), totals[winner]),
    )  # fmt: skip


_DRAWN = ("ready", "nagashi")


def shared_wins(request: Mapping[str, Any], terms: Terms) -> list[SharedWin]:
    """The wins of one tile that a request names by their `totals`.

    Raises:
        HandError: a seat or number is none, or nobody discarded what several have won.
    """
    totals = request.get("totals")
    if not isinstance(totals, Mapping) or not totals:
        raise HandError(f'`totals` is {str(totals)[:40]!r}: the total of each winner is expected, like {{"S": 7700}}')
    winners = [_at_the_table(name, "totals", terms) for name in totals]
    if len(set(winners)) < len(winners):
        raise HandError("`totals` names a seat twice")
    named = request.get("winner")
    said = [_seat(one, "winner") for one in (named if isinstance(named, list) else [named])]
    if named is not None and set(said) != set(winners):
        raise HandError(f"`winner` is {_text(named)}, and `totals` are those of {_text(list(totals))}: say them once")
    discarder = _seat(request.get("discarder"), "discarder")
    if discarder is None and len(winners) > 1:
        raise HandError("`discarder` is missing: one of E, S, W, N is expected, whose tile they have won")
    paid = {seat: _number(totals, name) for seat, name in zip(winners, totals, strict=True)}
    liable = {seat: _seat(one, "liable") for seat, one in _by_winner(request.get("liable"), "liable", paid, terms)}
    parts = _by_winner(request.get("liable_total"), "liable_total", paid, terms)
    answered = {seat: min(_number({"liable_total": part}, "liable_total"), paid[seat]) for seat, part in parts}
    repeats = _number(request, "repeats")
    return [
        SharedWin(total, seat, discarder, liable.get(seat), answered.get(seat, total), repeats)
        for seat, total in paid.items()
    ]


def _by_winner(value: Any, field: str, paid: Mapping[Seat, int], terms: Terms) -> list[tuple[Seat, Any]]:
    """What a field says of each winner; of the only one also without naming it."""
    if value is None:
        return []
    if isinstance(value, Mapping):
        found = [(_at_the_table(name, field, terms), one) for name, one in value.items()]
        wrong = next((seat for seat, _ in found if seat not in paid), None)
        if wrong is None:
            return found
        raise HandError(f"`{field}` names {wrong}, who is none of the winners")
    if len(paid) > 1:
        one = next(iter(paid)).value
        like = f'{one}={value}, or {{"{one}": "{value}"}}'
        raise HandError(f"`{field}` is {_text(value)}: for which winner? Expected something like {like}")
    return [(next(iter(paid)), value)]


def _at_the_table(name: Any, field: str, terms: Terms) -> Seat:
    seat = _seat(name, field)
    if seat is None or seat not in SEATS[: terms.players]:
        seats = ", ".join(seat.value for seat in SEATS[: terms.players])
        raise HandError(f"`{field}` is {_text(name)}: one of {seats} is expected")
    return seat


def _text(value: Any) -> str:
    return repr(" ".join(map(str, value)) if isinstance(value, list) else str(value)[:40])


def _seats(value: Any, field: str, seats: Sequence[Seat]) -> list[Seat]:
    if not isinstance(value, list) or len(value) > len(seats):
        raise HandError(f"`{field}` is {str(value)[:40]!r}: a list of seats is expected")
    found = [_seat(one, field) for one in value]
    if not set(found) <= set(seats) or len(set(found)) < len(found):
        raise HandError(f"`{field}` is {str(value)[:40]!r}: seats at the table, each once, are expected")
    return [seat for seat in seats if seat in found]


def _number(request: Mapping[str, Any], field: str) -> int:
    value = request.get(field)
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _HIGHEST:
        raise HandError(f"`{field}` is {str(value)[:40]!r}: 0, 1, 2 … is expected")
    return value


def settle_card_request(request: Mapping[str, Any]) -> dict[str, Any]:
    """Settle a hand of the card (docs/do/scoring.md): winner, discarder, value, jokerless, bonus.

    `bonus` (default true): the section pays double for a hand without jokers.

    >>> settle_card_request({"winner": "S", "discarder": "W", "value": 25, "jokerless": False})["change"]
    {'E': -25, 'S': 100, 'W': -50, 'N': -25}

    Raises:
        HandError: a field is missing or none, or winner and discarder are one.
    """
    if not isinstance(request, Mapping):
        raise HandError("a settlement is asked for with an object: winner, value, jokerless …")
    if "winner" not in request:
        raise HandError("`winner` is missing: a seat, or null after a drawn hand, is expected")
    winner, discarder = _seat(request["winner"], "winner"), _seat(request.get("discarder"), "discarder")
    if winner is None:
        return settlement_answer(Settlement(dict.fromkeys(SEATS, 0), ()))
    value = request.get("value")
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _HIGHEST:
        raise HandError(f"`value` is {str(value)[:40]!r}: what the line of the card is worth, 0, 1, 2 … is expected")
    win = CardWin(value, _flag(request, "jokerless", False), _flag(request, "bonus", True))
    return settlement_answer(settle_card_win(win, winner, discarder))


def payments_to_winner(
    total: int, winner: Seat, terms: Terms, *, discarder: Seat | None = None, liable: Seat | None = None
) -> tuple[Payment, ...]:
    """What each other seat pays the winner of so many points, before the losers settle among themselves.

    `discarder`, `liable`: as in `settle`.

    >>> payments_to_winner(40, Seat.S, Terms())[0]
    (<Seat.E: 'E'>, <Seat.S: 'S'>, 80)

    Raises:
        HandError: the discarder or who pays for all is the winner, or has no seat.
    """
    totals = {seat: total if seat is winner else 0 for seat in SEATS[: terms.players]}
    return settle(
        totals, winner, discarder=discarder, liable=liable, terms=replace(terms, losers_settle=False)
    ).payments


def discarder_of(source: str | None, named: Seat | None, *, robbed_pays: bool = False) -> Seat | None:
    """Who discarded the winning tile, None where nobody did or nobody says; `named`: who is said to have done it.

    `robbed_pays`: whose kong was robbed pays as who discards.

    Raises:
        HandError: somebody is named, and the tile was no discard.
    """
    if source == "first-discard":
        if named not in (None, Seat.E):
            raise HandError(f"the discarder is {named}, and the tile was the first discard: that is east's")
        return Seat.E
    robbed = source == "kong" and not robbed_pays
    if named is not None and source is not None and (source not in CLAIMED_SOURCES or robbed):
        raise HandError(
            f"the discarder is {named}, and the source of the winning tile is {source!r}: nobody discarded it"
        )
    return named


def check_payers(discarder: Seat | None, liable: Seat | None, *, won: bool = True, apart: bool = False) -> None:
    """Can these have discarded the winning tile, and pay for everybody? Only whoever discarded it pays for all.

    `apart`: somebody else may answer for a yakuman (riichi/pao-1).

    Raises:
        HandError: nobody won, or they are two players.

    Source: classical/cannon-1, bmja/cannon-pay, dmjl/cannon-pay.
    """
    said = f"{discarder} discarded the winning tile" if discarder is not None else f"{liable} pays for all"
    if not won and (discarder is not None or liable is not None):
        raise HandError(f"{said}, and nobody won: nobody pays then; name the winner or the winning tile, too")
    if discarder is not None and liable not in (None, discarder) and not apart:
        raise HandError(f"{said}, and {liable} pays for all: whoever pays for all is the discarder; name one of them")


def needs_discarder(source: str | None, named: Seat | None, terms: Terms) -> bool:
    """Whether what is paid depends on a discarder whom nobody has named."""
    if terms.shared is not None:
        return named is None and source in CLAIMED_SOURCES
    return terms.discarder_doubles and named is None and source in ("discard", "last-discard")


def _flag(request: Mapping[str, Any], field: str, default: bool) -> bool:
    value = request.get(field, default)
    if not isinstance(value, bool):
        raise HandError(f"`{field}` is {str(value)[:40]!r}: true or false is expected")
    return value


def settlement_answer(result: Settlement) -> dict[str, Any]:
    """A settlement as plain values."""
    return {
        "change": {seat.value: points for seat, points in result.change.items()},
        "payments": [[payer.value, payee.value, points] for payer, payee, points in result.payments],
    }


def _totals(value: Any, players: int) -> dict[Seat, int]:
    """The total of every seat that somebody sits at."""
    if not isinstance(value, Mapping):
        raise HandError('`totals` must give each seat\'s total, like {"E": 8, "S": 26, "W": 4, "N": 0}')
    totals: dict[Seat, int] = {}
    for name, total in value.items():
        seat = _seat(name, "totals")
        if seat is None or seat in totals:
            raise HandError(f"`totals` names the seat {str(name)[:20]!r} twice, or none")
        if not isinstance(total, int) or isinstance(total, bool) or not 0 <= total <= _HIGHEST:
            raise HandError(f"the total of {seat} is {str(total)[:40]!r}: 0, 1, 2 … is expected")
        totals[seat] = total
    _check_all(totals, players)
    return totals


def _check_all(totals: Mapping[Seat, int], players: int) -> None:
    """Everybody who plays has a total, and nobody else."""
    missing = [str(seat) for seat in SEATS[:players] if seat not in totals]
    if missing:
        has = "has" if len(missing) == 1 else "have"
        raise ImpossibleHandError(
            f"{list_words(missing)} {has} no total: with {players} players `totals` gives that of each seat"
        )
    empty = next((str(seat) for seat in SEATS[players:] if seat in totals), None)
    if empty is not None:
        raise ImpossibleHandError(f"`totals` has one of {empty}: with {players} players nobody sits {empty}")


def _seat(value: Any, field: str) -> Seat | None:
    if value is None:
        return None
    if not isinstance(value, str) or value.upper() not in SEATS_BY_CODE:
        raise HandError(f"`{field}` is {str(value)[:40]!r}: one of E, S, W, N is expected")
    return SEATS_BY_CODE[value.upper()]
