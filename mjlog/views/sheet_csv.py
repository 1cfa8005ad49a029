"""The score sheet as a table for a spreadsheet: a row a hand, columns for each player."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.views.csv_cells import Value, csv_text
from mjlog.views.sheet import ScoreSheet
from mjlog.views.sheet_hands import SheetCell, SheetDispute, SheetHand
from mjlog.views.sheet_words import dispute_words, finding_words, penalty_words

_FIRST = ("game", "hand", "round", "east", "result", "winner", "won by", "discarder", "limit or line")
_OF_PLAYER = ("seat", "announced", "computed", "change", "penalties", "total")
_STAKES = ("repeats", "pot", "drawn for")
"""What riichi adds."""
_LAST = (
    "corrections", "penalties", "findings", "disputes", "head at event", "head", "date", "place", "table", "ruleset",
)  # fmt: skip


def sheet_csv(sheet: ScoreSheet) -> str:
    """The sheet as comma-separated values (RFC 4180): a line of names, then a line a hand; unknown values are empty.

    What a spreadsheet would take for a formula begins with an apostrophe.
    """
    return csv_text([*_names(sheet)], (_row(sheet, hand) for hand in sheet.hands))


def _names(sheet: ScoreSheet) -> Iterator[str]:
    yield from _FIRST
    yield from _STAKES if _has_stakes(sheet) else ()
    known = dict(sheet.names)
    for player in sheet.players:
        who = f"{player} ({known[player]})" if player in known else player
        yield from (f"{who} {name}" for name in (*_OF_PLAYER, *(["final score"] if sheet.final else [])))
    yield from _LAST


def _row(sheet: ScoreSheet, hand: SheetHand) -> Iterator[Value]:
    round_ = None if hand.round is None else hand.round.value
    yield from (sheet.game, hand.number, round_, hand.east, hand.outcome, _winner(hand), hand.source, hand.discarder)
    yield hand.worth
    if _has_stakes(sheet):
        yield from _stakes(hand)
    for number, cell in enumerate(hand.cells):
        yield from _cells(hand, cell)
        if sheet.final:
            yield sheet.final[sheet.players[number]] if hand is sheet.hands[-1] else None
    is_told = hand.outcome != "in progress"
    yield hand.corrections if is_told else None
    yield "; ".join(map(penalty_words, hand.penalties))
    yield "; ".join(map(finding_words, hand.findings))
    yield "; ".join(dispute_words(one) for one in sheet.disputes if _is_told_at(one, hand, sheet))
    yield from (sheet.head.seq, sheet.head.id) if sheet.head is not None else (None, None)
    yield from (sheet.date, sheet.place, sheet.table, sheet.ruleset)


def _is_told_at(dispute: SheetDispute, hand: SheetHand, sheet: ScoreSheet) -> bool:
    """A dispute stands in the last row of its number; one about no hand in the first row."""
    rows = [row for row in sheet.hands if row.number == dispute.hand] or sheet.hands[:1]
    return hand is rows[-1]


def _has_stakes(sheet: ScoreSheet) -> bool:
    return any(hand.stakes for hand in sheet.hands)


def _stakes(hand: SheetHand) -> tuple[Value, ...]:
    """Repeats and pot at the beginning, and why the hand was drawn."""
    stakes = hand.stakes
    return (stakes.repeats, stakes.pot, stakes.drawn_for or None) if stakes else (None,) * len(_STAKES)


def _winner(hand: SheetHand) -> str | None:
    """Who won, by name; all who did."""
    if not hand.winners:
        return hand.winner
    names = {cell.seat: cell.player for cell in hand.cells}
    return "; ".join(names.get(seat, seat.value) for seat in hand.winners)


def _cells(hand: SheetHand, cell: SheetCell) -> tuple[Value, ...]:
    seat = None if cell.seat is None else cell.seat.value
    off = sum(one.amount for one in hand.penalties if one.player == cell.player and not one.to)
    penalties = None if cell.seat is None or hand.outcome == "in progress" else cell.penalties - off
    return seat, cell.announced, cell.computed, cell.change, penalties, cell.total
