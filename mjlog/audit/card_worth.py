"""What a hand of the card is worth and what is owed for it: all that it can be, where the record leaves it open.

Source: american/pay-1 to american/pay-5.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mjlog import events as ev
from mjlog.audit.diagnosis import Diagnosis
from mjlog.rules.by_card import exposures_of, lines_that_fit
from mjlog.rulesets.composition import Citations
from mjlog.scoring import Item, Score, Settlement
from mjlog.scoring.card_settlement import CardWin, settle_card_win
from mjlog.seats import Seat
from mjlog.table import Place, Table, Win
from mjlog.tiles import JOKER, UNKNOWN

if TYPE_CHECKING:
    from mjlog.cards.document import CardLine

_EITHER = (False, True)
_MOST_VALUE = 10**9


def lines_won(table: Table) -> list[CardLine]:
    """The lines that the winning hand can have been, the likeliest first; empty where the card does not say."""
    win = table.win
    if win is None or table.card is None:
        return []
    place = table.place(win.seat)
    exposures = exposures_of(place)
    if exposures is None:
        return []
    if place.shown is None and (table.gaps or not place.sure):
        # Of a hand that nobody saw the line named tells, or it can be any.
        every = table.card.card.lines
        return [line for line in every if line.label == win.line] or (list(every) if win.line is None else [])
    lines = [table.card.card.lines[line] for line in lines_that_fit(table, place, place.held, place.unknown, exposures)]
    named = [line for line in lines if line.label == win.line]
    if named:
        return named
    best = max((line.value for line in lines), default=0)
    # The best of those that fit counts; of a hand that is not wholly known it can be any.
    return lines if place.unknown else [line for line in lines if line.value == best][:1]


def line_shown(table: Table) -> CardLine | None:
    """The line that the winner's tiles are, once they were shown and are no other."""
    place = None if table.win is None else table.place(table.win.seat)
    if place is None or place.shown is None or place.unknown:
        return None
    lines = lines_won(table)
    return lines[0] if len(lines) == 1 else None


def is_judged_by_the_card(table: Table) -> bool:
    """Whether a hand that was shown is known to be a line of the card."""
    line, card, win = line_shown(table), table.card, table.win
    exposures = None if win is None else exposures_of(table.place(win.seat))
    if line is None or card is None or win is None or exposures is None:
        return False
    return card.match_line(table.place(win.seat).held, exposures, line.label) is not None


def told_by(table: Table) -> tuple[object, ...] | None:
    """All that `lines_won` follows from, of a hand whose tiles are all known; None of others, which more tells of."""
    win = table.win
    if win is None or table.place(win.seat).unknown:
        return None
    place = table.place(win.seat)
    laid = [one.tiles for one in place.sets]
    return table.card, win.seat, win.line, tuple(place.held), laid, place.shown is None, place.sure, table.gaps


def named_values(table: Table) -> frozenset[int]:
    """What a hand of the line that was named is worth, whatever its tiles are; any value of the card without a name.

    Empty where no card is at hand, or it has no such line.
    """
    if table.win is None or table.card is None:
        return frozenset()
    named = table.win.line
    return frozenset(line.value for line in table.card.card.lines if named in (None, line.label))


def card_scores(lines: Sequence[CardLine], rule: str | None) -> list[Score]:
    """The value of a hand that can be these lines as scores, one for each value that it can have."""
    values = dict.fromkeys((line.value, line.label) for line in lines)
    return [
        Score(value, value, 0, value, None, (), (Item(f"line {label}", value, 0, rule or ""),), (), True)
        for value, label in values
    ]


def card_wins(table: Table, lines: Sequence[CardLine], announced: int | None) -> list[CardWin]:
    """What the payment can go by: the lines that the hand can be, or the value announced where no card says more."""
    jokerless = _jokerless(table)
    if announced is not None:
        bonuses = {table.card.card.section_of(line).pays_jokerless for line in lines} if table.card else set()
        ways: Iterator[tuple[int, bool]] = itertools.product((announced,), sorted(bonuses or _EITHER, reverse=True))
    elif table.card is not None:
        ways = iter([(line.value, table.card.card.section_of(line).pays_jokerless) for line in lines])
    else:
        ways = iter(())
    found = [CardWin(value, without, bonus) for value, bonus in ways for without in jokerless]
    return list(dict.fromkeys(found))


def _jokerless(table: Table) -> tuple[bool, ...]:
    """Whether the fourteen tiles can be without jokers, as far as they are known."""
    assert table.win is not None
    place = table.place(table.win.seat)
    laid = [kind for one in place.sets for kind in one.tiles]
    if place.held[JOKER] or JOKER in laid:
        return (False,)
    return (True,) if _is_known(place) and UNKNOWN not in laid else _EITHER


def _is_known(place: Place) -> bool:
    return not place.unknown and (place.sure or place.shown is not None)


def card_settlements(table: Table, wins: list[CardWin], discarders: list[Seat | None]) -> list[Settlement]:
    """What can be owed, each once, the likeliest first."""
    assert table.win is not None
    seats, winner = tuple(table.players), table.win.seat
    found: list[Settlement] = []
    # Who sits nowhere pays nothing: that seats are wrong is told where they are.
    paying = [one for one in discarders if one is None or one in seats]
    for win, discarder in itertools.product(wins, paying):
        settled = settle_card_win(win, winner, discarder, seats)
        if settled not in found:
            found.append(settled)
    return found


def fits_some_value(table: Table, event: ev.Settlement, discarders: list[Seat | None]) -> bool:
    """Whether the payments are right for some value, where nobody knows which: only their proportions tell."""
    win = table.win
    assert win is not None
    paid = [-event.change.get(seat, 0) for seat in table.players if seat is not win.seat]
    values = {amount // factor for amount in paid for factor in (1, 2, 4) if 0 < amount <= _MOST_VALUE}
    ways = itertools.product(sorted(values), _jokerless(table), _EITHER)
    wins = [CardWin(value, without, bonus) for value, without, bonus in ways]
    return any(one.change == _whole(table, event) for one in card_settlements(table, wins, discarders))


def _whole(table: Table, event: ev.Settlement) -> dict[Seat, int]:
    return {seat: event.change.get(seat, 0) for seat in table.players}


def blame_by_card(table: Table, event: ev.Settlement, wins: list[CardWin], win: Win, cites: Citations) -> Diagnosis:
    """Which rule of paying was not kept: that of the mistake which makes the payments, else of the way of winning."""
    paid = _whole(table, event)
    for one in wins:
        for blame, change in _mistakes(table, one, win, cites):
            if change == paid:
                return blame
    return Diagnosis(cites.settle if win.discarder is not None else cites.drawn)


def _mistakes(table: Table, one: CardWin, win: Win, cites: Citations) -> Iterator[tuple[Diagnosis, dict[Seat, int]]]:
    seats, winner, discarder = tuple(table.players), win.seat, win.discarder
    if discarder is winner or discarder not in (None, *seats):
        # Who discarded is written down wrongly, and told: no way of paying follows from it.
        return
    due = settle_card_win(one, winner, discarder, seats).change
    doubled = one._replace(value=one.value * 2, jokerless=False)
    single = one._replace(jokerless=False)
    twice = one.jokerless and one.bonus
    words = "as if jokers had been in the hand" if twice else "as if a hand without jokers were paid double here"
    yield (
        Diagnosis(cites.jokerless, words),
        settle_card_win(single if twice else doubled, winner, discarder, seats).change,
    )
    if discarder is not None:
        yield Diagnosis(cites.settle, "as if the tile had been drawn"), settle_card_win(one, winner, None, seats).change
    for seat in seats:
        if seat not in (winner, discarder):
            rule = cites.drawn if discarder is None else cites.settle
            other = settle_card_win(one, winner, seat, seats).change
            yield Diagnosis(rule, f"as if {seat} had discarded the tile"), other
    if Seat.E in seats:
        yield Diagnosis(cites.east, "as if East paid and received double"), _east_doubled(due, winner)
    for seat, reason in table.dead.items():
        rule = {"count": cites.dead_count, "exposure": cites.dead_exposure}.get(reason, cites.dead_false)
        yield Diagnosis(rule, f"as if {seat}, whose hand is dead, had nothing to pay"), _spared(due, winner, seat)


def _east_doubled(due: dict[Seat, int], winner: Seat) -> dict[Seat, int]:
    """The payments with those to or from East doubled."""
    if winner is Seat.E:
        return {seat: 2 * amount for seat, amount in due.items()}
    return {**due, Seat.E: 2 * due[Seat.E], winner: due[winner] - due[Seat.E]}


def _spared(due: dict[Seat, int], winner: Seat, seat: Seat) -> dict[Seat, int]:
    return {**due, seat: 0, winner: due[winner] + due.get(seat, 0)}
