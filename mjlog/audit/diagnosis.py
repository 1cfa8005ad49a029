"""Which rule a wrong score or payment breaks: what must have been left out or counted too much to make the difference.

A guess at the mistake, tried in the order of the document: rows left out, the limit, rows counted too much, one row in
the place of another. Where nothing explains the figures, the general rule of the table is cited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mjlog import events as ev
from mjlog.audit.compare import differing_items
from mjlog.audit.ledger import Ledger
from mjlog.rulesets.composition import Citations
from mjlog.scoring import Score, Settlement
from mjlog.scoring.rows import ScoringRow
from mjlog.seats import Seat
from mjlog.text import counted


class Diagnosis(NamedTuple):
    """The rule that was broken, and how, in words that follow the fault; no words where only the rule is known."""

    rule: str | None
    words: str = ""


class _Guess(NamedTuple):
    """A mistake that may have been made: the rule it breaks, and what the hand would be worth with it."""

    blame: Diagnosis
    points: int
    doubles: int
    total: int


def blame_for_score(event: ev.Score, scores: Iterable[Score], ledger: Ledger, cites: Citations) -> Diagnosis:
    """The rule that an announced score breaks; `scores` are what the hand can be worth, the likeliest first."""
    usable = [score for score in scores if score.total is not None]
    for score in usable:
        found = _blame_item(event, score, ledger) or _blame_limit_name(event, score, ledger, cites)
        if found is not None:
            return found
    for score in usable:
        found = _explained(event, score, list(_guesses(score, ledger, cites)))
        if found is not None:
            return found
    limits = [row for score in usable[:1] for row in ledger.rows if row.id in score.limits]
    return Diagnosis(limits[0].rule if limits else cites.score)


def _blame_item(event: ev.Score, score: Score, ledger: Ledger) -> Diagnosis | None:
    """The first row, in the order of the document, by which the announced items differ."""
    missing, extra = differing_items(event, score, ledger.names)
    faults = [(item, _left_out) for item in missing] + [(item, _counted) for item in extra]
    found = [(ledger.named(*item), words) for item, words in faults]
    known = [(ledger.place(row), row, words) for row, words in found if row is not None]
    if not known:
        return None
    _, row, words = min(known, key=lambda each: each[0])
    return Diagnosis(row.rule, words(row) if event.total != score.total else "")


def _blame_limit_name(event: ev.Score, score: Score, ledger: Ledger, cites: Citations) -> Diagnosis | None:
    """A limit hand that is announced and not held."""
    row = ledger.limit_row(event.limit)
    if row is None or row.id in score.limits:
        return None
    return Diagnosis(_limit_rule(row, score.complete, ledger, cites), _counted(row))


def _limit_rule(row: ScoringRow, won: bool, ledger: Ledger, cites: Citations) -> str | None:
    """The rule of a limit hand that is not held: its own, or that it is the winner's alone."""
    winners = not won and not row.for_loser and row in ledger.rows
    return cites.losers_limit if winners else row.rule


def _explained(event: ev.Score, score: Score, guesses: list[_Guess]) -> Diagnosis | None:
    """The first guess that makes all announced figures, or else the first that makes one of the wrong ones."""
    stated = {name: getattr(event, name) for name in ("points", "doubles", "total")}
    stated = {name: figure for name, figure in stated.items() if figure is not None}
    wrong = [name for name, figure in stated.items() if figure != getattr(score, name)]
    for names in (list(stated), *([name] for name in wrong)):
        for guess in guesses if wrong else ():
            if all(getattr(guess, name) == stated[name] for name in names):
                return guess.blame
    return None


def _guesses(score: Score, ledger: Ledger, cites: Citations) -> Iterator[_Guess]:
    won, points, doubles = score.complete, score.points, score.doubles
    held = tuple(row for row in ledger.rows if row.id in score.limits)
    counted = [(row, worth) for row in ledger.open_to(won) for worth in ledger.counted(row, score)]

    def guess(
        rule: str | None, words: str, more: tuple[int, int] = (0, 0), limits: tuple[ScoringRow, ...] = held
    ) -> _Guess:
        new = (max(0, points + more[0]), max(0, doubles + more[1]))
        return _Guess(Diagnosis(rule, words), *new, ledger.total(*new, limits))

    if cites.face is not None:
        if score.uncapped > (score.total or 0):
            yield guess(cites.face, "as if there were no limit")._replace(total=score.uncapped)
        for row, worth in ledger.limits(held):
            if worth < (score.total or 0):
                words = f"as if no more than {worth}, {row.name}, could be scored"
                yield guess(cites.face, words)._replace(total=worth)
    for row, (lost_points, lost_doubles) in counted:
        rest = tuple(other for other in held if other is not row)
        yield guess(row.rule, _left_out(row), (-lost_points, -lost_doubles), rest)
    if held:
        yield guess(held[0].rule, _left_out(held[0]), limits=())
    rows = [row for row, _ in counted]
    for row in [row for row in ledger.open_to(won) if row not in rows] + rows:
        more = (row.points, row.doubles)
        yield guess(row.rule, _counted(row), more, (*held, row) if row.is_limit else held)
    for row in ledger.closed_to(won):
        rule = _limit_rule(row, won, ledger, cites) if row.is_limit else row.rule
        yield guess(rule, _counted(row), (row.points, row.doubles), (*held, row) if row.is_limit else held)
    for row in [row for row in rows if ledger.is_of_sets(row)]:
        for other in ledger.open_to(won):
            if ledger.is_of_sets(other) and other is not row:
                more = (other.points - row.points, other.doubles - row.doubles)
                yield guess(other.rule, f"as if {other.name} had been counted in the place of {row.name}", more)


def _worth(row: ScoringRow) -> str:
    parts = [counted(row.points, "point")] if row.points else []
    parts += [f"{row.doubles} doubles" if row.doubles > 1 else "double"] if row.doubles else []
    return "the " + (" and the ".join(parts) or "limit hand") + (" for " if parts else " ") + row.name


def _left_out(row: ScoringRow) -> str:
    return f"as if {_worth(row)} had been left out"


def _counted(row: ScoringRow) -> str:
    return f"as if {_worth(row)} had been counted"


# -- payments -----------------------------------------------------------------------------------------------------

Variant = tuple[Diagnosis, list[Settlement]]
"""A mistake in settling, and what would have been paid with it."""


def blame_for_payments(
    event: ev.Settlement, due: Settlement, winner: Seat, variants: Iterable[Variant], cites: Citations
) -> Diagnosis:
    """The rule that recorded payments break: that of the mistake which makes them, or of the payments that differ."""
    paid = {seat: amount for seat, amount in event.change.items() if amount}
    for blame, settlements in variants:
        if any({seat: amount for seat, amount in one.change.items() if amount} == paid for one in settlements):
            return blame
    wrong = _wrong_pairs(event, due)
    if wrong and all(Seat.E in pair and abs(stated) in (2 * abs(owed), abs(owed) / 2) for pair, stated, owed in wrong):
        return Diagnosis(cites.east)
    if wrong and all(winner not in pair for pair, _, _ in wrong):
        return Diagnosis(cites.losers)
    return Diagnosis(cites.settle)


def _wrong_pairs(event: ev.Settlement, due: Settlement) -> list[tuple[frozenset[Seat], int, int]]:
    """Each two seats between whom something else was paid than was due: what the first in turn got, and should have."""
    owed = _between(due.payments)
    if event.payments is not None:
        stated = _between(event.payments)
    else:
        off = [seat for seat in due.change if event.change.get(seat, 0) != due.change[seat]]
        if len(off) != 2:
            return []
        pair = (off[0], off[1])
        stated = {**owed, pair: owed.get(pair, 0) + event.change.get(off[0], 0) - due.change[off[0]]}
    pairs = [pair for pair in dict.fromkeys((*stated, *owed)) if stated.get(pair, 0) != owed.get(pair, 0)]
    return [(frozenset(pair), stated.get(pair, 0), owed.get(pair, 0)) for pair in pairs]


def _between(payments: Iterable[tuple[Seat, Seat, int]]) -> dict[tuple[Seat, Seat], int]:
    """What each two seats paid each other in all, as what the first in turn got."""
    sums: dict[tuple[Seat, Seat], int] = {}
    for payer, payee, points in payments:
        pair, amount = ((payee, payer), points) if payee.index < payer.index else ((payer, payee), -points)
        sums[pair] = sums.get(pair, 0) + amount
    return sums
