"""One hand of a score sheet: how it ended, and what each player scored, gained, paid and has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, UnsetType, field

from mjlog import events as ev
from mjlog.answers import Answer, Count, Seq, says
from mjlog.audit.game import Game, Hand
from mjlog.findings import Finding, Grave
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.views.disclosure import line_told
from mjlog.views.results import (
    HandResult,
    Outcome,
    drawn_for,
    false_win,
    is_by_fu,
    outcome_of,
    penalties_in,
    result_of,
    shares_of,
    worth_in_han,
)


def totals_after(game: Game, hand: Hand) -> dict[str, int] | None:
    """Totals after the hand; not those that nobody could know any more, and that the next hand states anew."""
    following = game.hands[hand.place + 1] if hand.place + 1 < len(game.hands) else None
    begun = game.rows[following.first] if following is not None else None
    if not isinstance(begun, ev.HandStart) or begun.totals != hand.after or _adds_up(game, hand):
        return hand.after
    return None


def _adds_up(game: Game, hand: Hand) -> bool:
    """Whether the totals after a hand follow from those before it."""
    after = hand.after or {}
    if not hand.has_play:
        stakes = game.rules.plan.stakes if game.rules is not None else None
        begun = stakes.start_points if stakes is not None else 0
        return all(points == begun for points in after.values())
    before, result = hand.before, result_of(hand, game.rows)
    gained, fined = result.change, result.fines
    if before is None or gained is None:
        return False
    return all(
        before.get(player, 0) + gained.get(seat, 0) + fined.get(seat, 0) == after.get(player, 0)
        for seat, player in hand.seats.items()
    )


def is_restated(game: Game, hand: Hand) -> bool:
    """Whether totals that nobody could know any more were stated when the hand began."""
    previous = game.hands[hand.place - 1]
    return hand.place > 0 and previous.after is not None and totals_after(game, previous) is None


LONGEST = 200
"""Characters of one text of a sheet; a handle has no more."""
_LONGEST_MESSAGE = 600
_GRAVE = frozenset(("error", "warning"))


class SheetCell(Answer):
    """One player's part of a hand, in points; null where it is not known."""

    player: str
    seat: Seat | None = None
    announced: int | None = None
    computed: int | None = None
    is_wrong: Annotated[bool, says("the announced score is not the right one")] = False
    change: Annotated[int | None, says("by the settlement that was recorded, else by the computed one")] = None
    penalties: Annotated[int, says("received less paid")] = 0
    total: Annotated[int | None, says("after the hand")] = None

    @property
    def score(self) -> int | None:
        """The score as announced, as computed where nobody announced it."""
        return self.computed if self.announced is None else self.announced


class SheetFinding(Answer):
    """An error or a warning on the sheet."""

    code: str
    severity: Grave
    seq: Seq | None
    rule: str | None
    message: str


class Share(Answer):
    """A share of a fine."""

    player: str
    amount: int


class SheetPenalty(Answer):
    """A fine. Players are names, or seats where nobody sits."""

    hand: int | None
    seq: Seq
    player: Annotated[str, says("who pays")]
    amount: int
    to: tuple[Share, ...]
    reason: str


class SheetRuling(Answer):
    """The ruling that holds."""

    seq: Seq
    decision: str | None
    text: str


class SheetDispute(Answer):
    """A dispute of the game, and how it was ruled."""

    hand: int | None
    seq: Seq
    on: Annotated[Seq | None, says("the event that it is about; null where it names none")]
    player: Annotated[str | None, says("who objects")]
    text: str
    ruling: Annotated[SheetRuling | None, says("null: it is open")]


class SheetStakes(Answer):
    """What riichi adds to a row: what lay on the table when the hand began, and why it was drawn."""

    repeats: Annotated[Count | None, says("how often the hand was repeated (honba)")]
    pot: Annotated[Count | None, says("points on the table")]
    drawn_for: Annotated[str, says("in words; empty where the hand was not drawn")]


class SheetHand(Answer):
    """A row of the sheet. Cells run parallel to the sheet's players."""

    number: int | None = field(name="hand")
    round: Annotated[Seat | None, says("null where there are none")]
    outcome: Outcome
    east: str | None
    winner: str | None = None
    winner_seat: Seat | None = None
    winners: Annotated[tuple[Seat, ...] | UnsetType, says("all of them, where several won one tile")] = UNSET
    source: Annotated[str | None, says("of the winning tile")] = None
    discarder: str | None = None
    discarder_seat: Seat | None = None
    worth: Annotated[str | None, says("the limit hand, or the line of the card")] = None
    cells: tuple[SheetCell, ...] = ()
    findings: tuple[SheetFinding, ...] = ()
    penalties: tuple[SheetPenalty, ...] = ()
    corrections: Annotated[Count, says("how many touched the hand")] = 0
    restated: Annotated[bool, says("totals were stated anew when it began")] = False
    unsaid: Annotated[
        str | None, says("what its payments depend on, and nobody wrote down; those that count are presumed, or null")
    ] = None
    stakes: Annotated[SheetStakes | UnsetType, says("where riichi is played")] = UNSET
    no_win: Annotated[str | UnsetType, says("why a mahjong that was declared is none, in words")] = UNSET


def sheet_hand(game: Game, hand: Hand, handles: Sequence[str], corrections: int) -> SheetHand:
    """The row of a hand. `handles`: the players of the columns; `corrections`: how many touched it."""
    round_ = None if game.rules is not None and game.rules.plan.by_card else hand.round
    east = hand.seats.get(Seat.E)
    shown_east = None if east is None else shown(east, LONGEST)
    seat_of = {player: seat for seat, player in hand.seats.items()}
    if not hand.is_over:
        cells = tuple(SheetCell(shown(handle, LONGEST), seat_of.get(handle)) for handle in handles)
        return SheetHand(hand.number, round_, "in progress", shown_east, cells=cells)
    result, false = result_of(hand, game.rows), false_win(hand, game.rows)
    parts = _Cells(game, hand, result)
    return SheetHand(
        number=hand.number,
        round=round_,
        outcome=outcome_of(hand, game.rows),
        east=shown_east,
        cells=tuple(parts.of(handle, seat_of.get(handle)) for handle in handles),
        winner=_player(hand.seats, result.winner),
        winner_seat=result.winner,
        winners=result.winners if len(result.winners) > 1 else UNSET,
        source=result.source,
        discarder=_player(hand.seats, result.discarder),
        discarder_seat=result.discarder,
        worth=_worth(game, hand, result),
        findings=grave_findings(hand),
        penalties=tuple(_penalty(hand.number, hand.seats, one) for one in penalties_in(hand, game.rows)),
        corrections=corrections,
        restated=is_restated(game, hand),
        unsaid=None if hand.is_void else hand.report.unsaid,
        stakes=_stakes(hand),
        no_win=UNSET if false is None else false.words,
    )


def _stakes(hand: Hand) -> SheetStakes | UnsetType:
    table = hand.start.table
    if table.riichi is None:
        return UNSET
    return SheetStakes(table.standing.repeats, table.standing.pot, drawn_for(hand))


def grave_findings(hand: Hand) -> tuple[SheetFinding, ...]:
    """The errors and warnings of a hand that is over."""
    grave = [one for one in hand.report.findings if one.severity in _GRAVE]
    return tuple(map(_finding, grave))


def _finding(one: Finding) -> SheetFinding:
    rule = None if one.rule is None else shown(one.rule)
    return SheetFinding(one.code, one.severity, one.seq, rule, shown(one.message, _LONGEST_MESSAGE))


def _player(seats: Mapping[Seat, str], seat: Seat | None) -> str | None:
    """Who sits there; the seat itself where nobody does."""
    return None if seat is None else shown(seats.get(seat, seat.wind_name.capitalize()), LONGEST)


def _worth(game: Game, hand: Hand, result: HandResult) -> str | None:
    """The line or limit hand of the winner, or han and fu; of several winners those of each."""
    line = line_told(hand)
    if line is None or not result.winners:
        return worth_in_han(hand, result.winners, game.rows) or result.limit
    value = "" if line.value is None else f" ({line.value})"
    return f"line {shown(line.label, 40)}{value}"


class _Cells:
    """What a hand brought to each player."""

    def __init__(self, game: Game, hand: Hand, result: HandResult) -> None:
        self.result = result
        self.wrong = {one.seat for one in hand.report.findings if one.code == "wrong-score"}
        self.after = totals_after(game, hand)
        self.only_winners = is_by_fu(hand)

    def of(self, handle: str, seat: Seat | None) -> SheetCell:
        """One player's part."""
        total = None if self.after is None else self.after.get(handle, 0)
        if seat is None:
            return SheetCell(shown(handle, LONGEST), total=total)
        result = self.result
        announced, computed = result.announced.get(seat), result.computed.get(seat)
        if self.only_winners and seat not in result.winners:
            computed = None
        differs = None not in (announced, computed) and announced != computed
        return SheetCell(
            player=shown(handle, LONGEST),
            seat=seat,
            announced=announced,
            computed=computed,
            is_wrong=differs or seat.value in self.wrong,
            change=None if result.change is None else result.change.get(seat, 0),
            penalties=result.fines.get(seat, 0),
            total=total,
        )


def early_penalties(game: Game) -> Iterator[SheetPenalty]:
    """The fines that were written down before the first hand, by the seats that the players have there."""
    seats: Mapping[Seat, str] = {}
    for row in game.rows[: game.hands[0].end]:
        if isinstance(row, ev.GameStart):
            seats = dict(zip(SEATS, row.players, strict=False))
        elif isinstance(row, ev.Seats):
            seats = row.seats
        elif isinstance(row, ev.Penalty):
            yield _penalty(None, seats, row)


def _penalty(hand: int | None, seats: Mapping[Seat, str], event: ev.Penalty) -> SheetPenalty:
    to = tuple(Share(_player(seats, seat) or "", amount) for seat, amount in shares_of(event, seats).items() if amount)
    return SheetPenalty(hand, event.seq, _player(seats, event.seat) or "", event.amount, to, shown(event.reason, 300))
