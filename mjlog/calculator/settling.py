"""Who pays whom for a hand of which somebody tells the totals, or the value of its line; who of several wins a tile."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog.audit.valuing import terms_for
from mjlog.errors import HandError, RuleSetError
from mjlog.rulesets import Rules, RuleSet, load_named, resolve
from mjlog.rulesets.resolve import typed_options
from mjlog.scoring.hand import CLAIMED_SOURCES
from mjlog.scoring.possible_hand import ImpossibleHandError
from mjlog.scoring.request import SEAT_EXPECTED, by_own_names, missing, read_flag, read_number, read_seat, refused
from mjlog.scoring.settlement import (
    CardWin,
    Settlement,
    SharedTerms,
    SharedWin,
    Terms,
    settle,
    settle_card_win,
    settle_nagashi,
    settle_ready,
    settle_wins,
)
from mjlog.seats import SEATS, Seat, in_turn
from mjlog.table.stakes import parts_of_pot
from mjlog.text import cited, list_words

Fields = dict[str, Any]


class SettleRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked about the payments of a hand.

    `totals`: of everybody, or of the winners alone where the winner's total is shared; `winners`: who won, None where
    that is not said. `pays_for_all`: who pays the winner for everybody. Where the total is shared: `liable`, by winner
    who answers for a yakuman, `liable_total` for how much of the total; `repeats`; `pot`, points on the table, and
    `riichi`, which winners are in riichi; after a drawn hand `ready`, or `nagashi`, who discarded terminals and honors
    only. Of a card: the `value` of the line,
    `jokerless`, whether its section pays the `bonus` for that, and the `misnamer`, whose wrong name was called.
    """

    totals: dict[Seat, int] = {}
    winners: tuple[Seat, ...] | None = None
    discarder: Seat | None = None
    pays_for_all: Seat | None = None
    liable: dict[Seat, Seat] = {}
    liable_total: dict[Seat, int] = {}
    repeats: int = 0
    pot: int = 0
    riichi: tuple[Seat, ...] = ()
    ready: tuple[Seat, ...] | None = None
    nagashi: tuple[Seat, ...] | None = None
    value: int | None = None
    jokerless: bool = False
    bonus: bool = True
    misnamer: Seat | None = None

    @property
    def winner(self) -> Seat | None:
        """The only winner."""
        return self.winners[0] if self.winners else None


def rules_of(named: object, options: object) -> Rules:
    """A rule set, or the one that a line names (`ID`, `ID@VERSION`), under given options.

    A line cannot name a file: what is in a batch may come from anybody.

    Raises:
        MjlogError: there is no such rule set or option, or a value does not fit.
    """
    if options is not None and not isinstance(options, Mapping):
        raise RuleSetError('options is no object; expected option values, like {"SevenPairs": true}')
    if not isinstance(named, str | RuleSet):
        raise RuleSetError("no rule set is named; expected one with --ruleset, or as ruleset in the line")
    ruleset = load_named(named) if isinstance(named, str) else named
    rules = resolve(ruleset, typed_options(ruleset, options or {}))
    if rules.problems:
        raise RuleSetError(rules.problems[0][1])
    return rules


def settlement_of(fields: Fields, ruleset: RuleSet | str) -> Fields:
    """Who pays whom: `change` per seat, `payments` as from, to, points.

    After a wash-out `winner` is null. Of several who win one tile, where the winner's total is shared, `totals` stands
    in the place of `total` and `winner`; all are paid whom the rules let win, and a `remark` says why not all are.

    Raises:
        MjlogError: the request cannot be answered; the message says why.
    """
    given = by_own_names(fields)
    rules = rules_of(ruleset, given.get("options"))
    terms = terms_for(rules)
    if rules.plan.family.shares_total and rules.settlement.table:
        return _settled_by_shares(_read_shares(given, terms), rules, terms)
    request = _read(given, _OF_A_CARD if rules.plan.family.wins_by_card else _OF_TOTALS)
    if "winner" not in given:
        raise missing("winner", f"{SEAT_EXPECTED}, or null after a wash-out")
    if request.winners is not None and len(request.winners) > 1:
        why = f"by these rules the nearest to the discarder in turn does{rule_of_wins(rules)}"
        are_paid = not rules.plan.family.winner_alone_scores
        more = ", with the totals of the others as of hands that have not won" if are_paid else ""
        raise HandError(f"{list_words(map(str, request.winners))} have won: {why}; name that one{more}")
    if rules.plan.family.wins_by_card:
        return settlement_answer(_settled_by_card(request, rules))
    if not rules.settlement.table:
        raise RuleSetError(f"the rule set {rules.ruleset.id} does not say how hands are settled")
    if rules.plan.family.winner_alone_scores:
        # The hands of the others are worth nothing.
        request = replace(request, totals={**dict.fromkeys(rules.plan.seats, 0), **request.totals})
    _check_all(request.totals, terms.players)
    _check_payers(request, request.totals)
    return settlement_answer(
        settle(request.totals, request.winner, discarder=request.discarder, liable=request.pays_for_all, terms=terms)
    )


def settlement_answer(result: Settlement) -> Fields:
    """A settlement as plain values."""
    return {
        "change": {seat.value: points for seat, points in result.change.items()},
        "payments": [[payer.value, payee.value, points] for payer, payee, points in result.payments],
    }


# -- by the totals of everybody, or the value of a line ---------------------------------------------------------------


def _settled_by_card(request: SettleRequest, rules: Rules) -> Settlement:
    if request.winner is None:
        return Settlement(dict.fromkeys(SEATS, 0), ())
    if request.value is None:
        raise missing("value", "what the line of the card is worth, a whole number from 0")
    _check_payers(request, SEATS)
    win = CardWin(request.value, request.jokerless, request.bonus)
    if request.misnamer is None:
        return settle_card_win(win, request.winner, request.discarder)
    if rules.plan.misnamed_mahjong == "none":
        why = "by these rules no misnamed discard is called for mahjong: option misnamed_mahjong=four-times lets it"
        raise HandError(f"{request.misnamer} has misnamed the discard: {why}{cited(rules.cites.misnamed)}")
    if request.discarder not in (None, request.misnamer):
        raise HandError(f"{request.misnamer} has misnamed the discard, and {request.discarder} is named as discarder")
    return settle_card_win(win, request.winner, request.misnamer, misnamed=True)


def _check_all(totals: Mapping[Seat, int], players: int) -> None:
    """Everybody who plays has a total, and nobody else."""
    lacking = [str(seat) for seat in SEATS[:players] if seat not in totals]
    if lacking:
        has = "has" if len(lacking) == 1 else "have"
        raise ImpossibleHandError(
            f"{list_words(lacking)} {has} no total: with {players} players `totals` gives that of each seat"
        )
    empty = next((str(seat) for seat in SEATS[players:] if seat in totals), None)
    if empty is not None:
        raise ImpossibleHandError(f"`totals` has one of {empty}: with {players} players nobody sits {empty}")


def _check_payers(request: SettleRequest, seats: Mapping[Seat, int] | tuple[Seat, ...]) -> None:
    """Who pays or is paid sits at the table, and nobody wins from himself."""
    paying = {"discarder": request.discarder, "pays_for_all": request.pays_for_all, "misnamer": request.misnamer}
    for name, seat in {"winner": request.winner, **paying}.items():
        if seat is not None and seat not in seats:
            with_totals = ", ".join(sitting.value for sitting in SEATS if sitting in seats)
            raise refused(name, seat.value, f"one of the seats that have totals: {with_totals}")
    for name, seat in paying.items():
        if seat is not None and seat is request.winner:
            raise refused(name, seat.value, _ANOTHER)


# -- where the winner's total is shared -------------------------------------------------------------------------------


def _settled_by_shares(request: SettleRequest, rules: Rules, terms: Terms) -> Fields:
    """Settle a drawn hand, or the wins of those alone who win by the rules."""
    assert terms.shared is not None
    seats = SEATS[: terms.players]
    if request.ready is not None or request.nagashi is not None:
        rule = rules.cites.pot if request.nagashi is None else rules.cites.nagashi
        left = f"repeats are not paid after a draw, and what lies on the table stays there{cited(rule)}"
        drawn = (
            settle_ready(request.ready or (), terms, seats)
            if request.nagashi is None
            else settle_nagashi(request.nagashi, terms, seats)
        )
        return settlement_answer(drawn) | ({"remark": left} if request.repeats or request.pot else {})
    wins = [
        SharedWin(total, seat, request.discarder, request.liable.get(seat),
                  min(request.liable_total.get(seat, total), total), request.repeats)
        for seat, total in request.totals.items()
    ]  # fmt: skip
    words: list[str] = []
    if len(wins) > 1 and request.discarder is not None:
        ruling = ruled(list(request.totals), request.discarder, rules)
        wins = [win for win in wins if not ruling.words or win.winner in ruling.winners]
        words += [ruling.words] if ruling.words else []
    taken = taken_from_the_table([win.winner for win in wins], request.discarder, rules, request.pot, request.riichi)
    words += rules_of_shares(wins, terms.shared, rules, taken)
    paid = settle_wins(wins, terms.shared, seats, taken) if wins else settle_ready((), terms, seats)
    return settlement_answer(paid) | ({"remark": "; ".join(words)} if words else {})


def taken_from_the_table(
    winners: Iterable[Seat], discarder: Seat | None, rules: Rules, pot: int, in_riichi: Collection[Seat]
) -> dict[Seat, int]:
    """What each winner takes of the points on the table."""
    own = dict.fromkeys(in_riichi, rules.plan.riichi.stick)
    in_order = in_turn(winners, discarder) if discarder is not None else [*winners]
    return parts_of_pot(pot, in_order, rules.plan.stakes.pot_to, own)


def rules_of_shares(
    wins: Sequence[SharedWin], terms: SharedTerms, rules: Rules, taken: Mapping[Seat, int]
) -> list[str]:
    """What decides the payments of these wins beside the general rule, each with its rule. `taken`: from the table."""
    words_of_wins = []
    for win in wins:
        if win.liable is not None and win.liable_total:
            what = "all of the hand" if win.liable_total == win.total else f"{win.liable_total:,} of {win.total:,}"
            shared = f", half of it with {win.discarder}" if win.discarder not in (None, win.liable) else ""
            pays = win.liable if win.discarder is None or terms.liable_pays_repeats else win.discarder
            repeats = f", and the repeats are {pays}'s" if win.repeats else ""
            words_of_wins.append(f"{win.liable} answers for {what}{shared}{repeats}{cited(rules.cites.liable)}")
    takers = [seat for seat, points in taken.items() if points]
    if len(wins) > 1 and (takers or any(win.repeats for win in wins)):
        nearest = next(iter(taken))
        divided = bool(takers) and takers != [nearest]
        what = "repeats go to" if divided else "repeats, and what lies on the table, go to"
        words_of_wins.append(f"{what} {nearest}, the nearest in turn{cited(rules.cites.pot)}")
        if divided:
            parts = list_words(f"{seat} takes {taken[seat]:,}" for seat in takers)
            words_of_wins.append(f"of what lies on the table {parts}{cited(rules.cites.pot)}")
    return words_of_wins


def _read_shares(given: Fields, terms: Terms) -> SettleRequest:
    """A win, several of one tile, or a drawn hand: whose total it is, or who was ready.

    Raises:
        HandError: none of them is told, or more than one; or they do not go together.
    """
    kinds = ("totals" if given.get("total") is None else "total", *_OF_A_DRAW)
    named = [name for name in kinds if given.get(name) is not None]
    if not named:
        raise missing("total", "what the winner's hand is worth; totals of several winners; ready or nagashi, a list "
                      "of seats after a drawn hand")  # fmt: skip
    if len(named) > 1:
        words = " and ".join(f"`{name}`" for name in named)
        raise HandError(f"{words} are given: one of them is expected, for a hand was won or drawn")
    if named[0] in _OF_A_DRAW:
        request = _read(given, {**_OF_A_DRAW, "repeats": read_number, "pot": read_number})
        _check_seated(named[0], request.ready or request.nagashi or (), terms)
        return request
    if named[0] == "totals":
        request = _read(given, _OF_SHARES)
        if request.winners is not None and set(request.winners) != set(request.totals):
            words, paid = (" ".join(seat.value for seat in seats) for seats in (request.winners, request.totals))
            raise HandError(f"`winner` is {words!r}, and `totals` are those of {paid!r}: say them once")
    else:
        request = _read({**given, "totals": None}, _OF_SHARES)
        total = read_number(given["total"], "total")
        if request.winner is None:
            raise missing("winner", SEAT_EXPECTED)
        request = replace(request, totals={request.winner: total})
    _check_seated(named[0], request.totals, terms)
    if request.discarder is None and len(request.totals) > 1:
        raise HandError(f"`discarder` is missing: {SEAT_EXPECTED} is expected, whose tile they have won")
    by_winner = {name: _by_winner(given[name], name, read, request.totals)
                 for name, read in _BY_WINNER.items() if given.get(name) is not None}  # fmt: skip
    request = replace(request, **by_winner)
    strange = next((seat for seat in request.riichi if seat not in request.totals), None)
    if strange is not None:
        raise HandError(f"`riichi` names {strange}, who is none of the winners")
    if request.discarder in request.totals:
        raise refused("discarder", given["discarder"], _ANOTHER)
    for winner, liable in request.liable.items():
        if liable is winner:
            raise refused("liable", liable.value, _ANOTHER)
    return request


_ANOTHER = "another seat than the winner's"


def _check_seated(name: str, seats: Iterable[Seat], terms: Terms) -> None:
    empty = next((seat for seat in seats if seat.index >= terms.players), None)
    if empty is not None:
        raise refused(name, empty.value, f"one of {', '.join(seat.value for seat in SEATS[: terms.players])}")


# -- fields -----------------------------------------------------------------------------------------------------------


def _read(given: Fields, readers: Mapping[str, Callable[[object, str], object]]) -> SettleRequest:
    fields: Any = {
        "winners" if name == "winner" else name: read(given[name], name)
        for name, read in readers.items()
        if given.get(name) is not None
    }
    return SettleRequest(**fields)


def _seats(value: object, name: str) -> tuple[Seat, ...]:
    if not isinstance(value, list):
        raise refused(name, value, "a list of seats")
    seats = [read_seat(text, f"{name}[{place}]") for place, text in enumerate(value)]
    if len(set(seats)) < len(seats):
        raise HandError(f"{name} names a seat twice; expected each once")
    return tuple(seats)


def _winners(value: object, name: str) -> tuple[Seat, ...]:
    return _seats(value, name) if isinstance(value, list) else (read_seat(value, name),)


def _totals(value: object, name: str) -> dict[Seat, int]:
    """The totals, each by its seat."""
    if not isinstance(value, dict) or not value:
        raise refused(name, value, 'an object from seats to whole numbers, like {"E": 8, "S": 26, "W": 4, "N": 0}')
    seats = [read_seat(key, name) for key in value]
    if len(set(seats)) < len(seats):
        raise HandError(f"{name} names a seat twice; expected each once")
    return {seat: read_number(total, f"{name}.{seat.value}") for seat, total in zip(seats, value.values(), strict=True)}


def _by_winner(
    value: object, name: str, read: Callable[[object, str], Any], paid: Mapping[Seat, int]
) -> dict[Seat, Any]:
    """What a field says of each winner; where there is only one, the field need not name it."""
    if isinstance(value, dict):
        by_seat = {read_seat(key, name): read(item, f"{name}.{key}") for key, item in value.items() if item is not None}
        strange = next((seat for seat in by_seat if seat not in paid), None)
        if strange is not None:
            raise HandError(f"`{name}` names {strange}, who is none of the winners")
        return by_seat
    answer = read(value, name)
    if len(paid) > 1:
        first = next(iter(paid)).value
        like = f'{first}={value}, or {{"{first}": "{value}"}}'
        raise HandError(f"`{name}` is {str(value)[:40]!r}: for which winner? Expected something like {like}")
    return {next(iter(paid)): answer}


_OF_TOTALS = {"totals": _totals, "winner": _winners, "discarder": read_seat, "pays_for_all": read_seat}
_OF_A_CARD = {"winner": _winners, "discarder": read_seat, "value": read_number, "jokerless": read_flag,
              "bonus": read_flag, "misnamer": read_seat}  # fmt: skip
_OF_SHARES = {"totals": _totals, "winner": _winners, "discarder": read_seat, "repeats": read_number,
              "pot": read_number, "riichi": _seats}  # fmt: skip
_OF_A_DRAW = {"ready": _seats, "nagashi": _seats}
_BY_WINNER: dict[str, Callable[[object, str], Any]] = {"liable": read_seat, "liable_total": read_number}


# -- who discarded, who pays ------------------------------------------------------------------------------------------


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
    if source == "kong" and not robbed_pays:
        return None  # Whose kong was robbed pays as the others do.
    if named is not None and source is not None and source not in CLAIMED_SOURCES:
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
    words = f"{discarder} discarded the winning tile" if discarder is not None else f"{liable} pays for all"
    if not won and (discarder is not None or liable is not None):
        raise HandError(f"{words}, and nobody won: nobody pays then; name the winner or the winning tile, too")
    if discarder is not None and liable not in (None, discarder) and not apart:
        raise HandError(f"{words}, and {liable} pays for all: whoever pays for all is the discarder; name one of them")


def needs_discarder(source: str | None, named: Seat | None, terms: Terms) -> bool:
    """Whether what is paid depends on a discarder whom nobody has named."""
    if terms.shared is not None:
        return named is None and source in CLAIMED_SOURCES
    if terms.discarder_alone:
        return named is None and source in CLAIMED_SOURCES
    return terms.discarder_doubles and named is None and source in ("discard", "last-discard")


# -- several who would win one tile ----------------------------------------------------------------------------------


_RULES_OF_WINS = ("only_so_many_win", "nearest_in_turn_wins", "nearest_wins_unless_by_chows")
_TIE = "first_to_call_wins_by_a_chow"


class WinnersRuled(NamedTuple):
    """Who wins, the nearest to the discarder first; `words`: why not all do, or why nobody can say; else empty.

    `is_open`: it depends on what is not known.
    """

    winners: tuple[Seat, ...]
    words: str = ""
    is_open: bool = False


def ruled(seats: Collection[Seat], giver: Seat, rules: Rules, by_chow: Collection[Seat] | None = None) -> WinnersRuled:
    """Who of several who would win the tile of one player does.

    `by_chow`: those of them whom it completes a chow, as far as that is certain or possible; None: nobody knows.

    Source: riichi/win-3, riichi/abort-5, western/win-4, pung-chi/claim-5.
    """
    checks = rules.ruleset.checks()
    winners = rules.plan.winners_of(seats, giver)
    if not winners:
        words = f"{len(seats)} players win one tile: that ends the hand, nobody is paid, what lies on the table stays"
        return WinnersRuled((), words + cited(checks.get("three_ron_end_the_hand")))
    if len(winners) == len(seats):
        return WinnersRuled(winners)
    rule = rule_of_wins(rules)
    if not rule:
        words = f"{names_of(seats)} would win one tile, and no rule in force says who does"
        return WinnersRuled((), words, is_open=True)
    if _TIE in checks and (by_chow is None or (winners[0] in by_chow and len(by_chow) > 1)):
        words = f"of {names_of(seats)}, who win by a chow, the first to call does: ask without the others' hands"
        return WinnersRuled((), words + cited(checks[_TIE]), is_open=True)
    wins, may = ("wins", "one player wins") if rules.plan.family.most_winners == 1 else ("win", "two players win")
    words = f"{names_of(winners)} {wins}: by these rules {may} a tile, the nearest to {giver} in turn"
    return WinnersRuled(winners, words + rule)


def rule_of_wins(rules: Rules) -> str:
    """The rule that says who of several wins one tile, as it is cited; nothing where none is in force."""
    checks = rules.ruleset.checks()
    return cited(next((checks[name] for name in _RULES_OF_WINS if name in checks), None))


def names_of(seats: Iterable[Seat]) -> str:
    """Seats, as they are listed in a sentence."""
    return list_words(map(str, seats))
