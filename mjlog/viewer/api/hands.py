"""A hand as an answer: what came of it, and where every point comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from flask import url_for
from msgspec import UNSET, Meta, UnsetType

from mjlog.answers import Address, Answer, AsOf, ByPlayer, BySeat, Count, Depth, GameId, Reading, Seq, says
from mjlog.audit.game import Game
from mjlog.audit.game import Hand as PlayedHand
from mjlog.audit.report import ScoreCompared, SettlementCompared
from mjlog.findings import Finding, Severity
from mjlog.scoring import NotCounted, Score
from mjlog.seats import SEATS, Seat
from mjlog.viewer.api.access import ReadAs
from mjlog.viewer.objections import with_rulings_on
from mjlog.views.card_lines import LineName
from mjlog.views.disclosure import line_told
from mjlog.views.results import Outcome, outcome_of, result_of
from mjlog.views.scores import PaymentTable, explain_score, payment_table
from mjlog.views.seen import findings_of, not_counted


class Counts(Answer):
    """How many findings there are, by severity."""

    error: Count
    warning: Count
    info: Count


class HandLine(Answer, kw_only=True):
    """A hand in short. Of a hand in progress no result is told."""

    hand: Annotated[int | None, says("its number in the game")]
    place: Annotated[
        int, Meta(ge=1, description="which hand of the log it is, from 1: a void hand and its replay have one number")
    ]
    round: Annotated[Seat | None, says("the prevailing wind")]
    seats: Annotated[BySeat[str], says("who sits where")]
    depth: Annotated[Depth, says("how much was written down")]
    first: Annotated[Seq, says("its first event")]
    last: Annotated[Seq, says("its last event")]
    over: Annotated[bool, says("nothing of it needs to be hidden any more")]
    outcome: Outcome
    winner: Seat | None = None
    line: Annotated[LineName | None, says("of the score card")] = None
    scores: BySeat[ScoreCompared] | None = None
    settlement: SettlementCompared | None = None
    totals_after: Annotated[ByPlayer[int] | None, says("points after it, where they are known")] = None
    totals_before: Annotated[ByPlayer[int] | None, says("points before it, where they are known")]
    findings: Counts
    url: Address | None


class HandOfGame(HandLine):
    """A hand, and the game that it belongs to."""

    game: GameId
    log: Reading
    as_of: AsOf


class Item(Answer):
    """One item of a score."""

    name: str
    points: int
    doubles: int
    limit: Annotated[int, says("hundredths of the limit")]
    yakuman: Annotated[int, says("how many limits it is worth, in riichi")]
    rule: str
    tiles: str


class Explained(Answer):
    """Where a score comes from."""

    total: Annotated[int | None, says("null for a win that is not complete")]
    points: Annotated[int, says("of the face value, before any limit")]
    doubles: int
    uncapped: Annotated[int, says("points x 2^doubles, and what is reckoned apart")]
    limit: Annotated[str | None, says("the limit hand that was taken")]
    complete: bool
    reason: Annotated[str | None, says("why there is no total")]
    items: Annotated[list[Item], says("what was counted")]
    set_aside: Annotated[list[Item], says("what a limit hand replaced")]
    not_counted: Annotated[Sequence[NotCounted], says("what a player might have expected")]
    arrangement: Annotated[tuple[str, ...], says("the sets that were counted")]
    words: Annotated[list[str], says("the same, line by line")]
    apart: Annotated[list[int] | UnsetType, says("points and doubles of bonus tiles that are reckoned apart")] = UNSET


class PaymentAnswer(Answer):
    """What one seat pays to another."""

    payer: Seat
    payee: Seat
    amount: int


class Payments(Answer):
    """Who pays whom, as computed."""

    payments: list[PaymentAnswer]
    change: Annotated[BySeat[int], says("what it makes for each seat")]


class Hand(HandOfGame, kw_only=True):
    """A hand, with its scores explained."""

    explained: Annotated[BySeat[Explained], says("the scores that are computed")]
    payments: Payments | None
    found: Annotated[list[Finding], says("the findings of the hand")]
    events_url: Annotated[Address, says("its events in words")]


def hand_line(view: Game, hand: PlayedHand, name: str) -> HandLine:
    """A hand in short. Of one in progress nothing is told that is not seen at the table."""
    known = hand.number is not None and hand.number >= 1
    result, is_over, line = result_of(hand, view.rows), hand.is_over, line_told(hand)
    return HandLine(
        hand=hand.number,
        place=hand.place,
        round=hand.round,
        seats=hand.seats,
        depth=hand.depth,
        first=view.seq_at(hand.first),
        last=view.seq_at(hand.end - 1),
        over=is_over,
        outcome=outcome_of(hand, view.rows),
        winner=result.winner,
        line=None if line is None or not is_over else LineName(line.label, line.value),
        scores=hand.report.scores if is_over else None,
        settlement=hand.report.settlement if is_over else None,
        totals_after=hand.after if is_over else None,
        totals_before=hand.before,
        findings=counts(findings_of(hand)),
        url=url_for("api_games.hand", name=name, hand=hand.number) if known else None,
    )


def counts(findings: Iterable[Finding]) -> Counts:
    """How many findings there are, by severity."""
    found = Counter(finding.severity for finding in findings)
    return Counts(**{severity.value: found[severity.value] for severity in Severity})


def hand_answer(view: Game, hand: PlayedHand, read_as: ReadAs) -> Hand:
    """A hand with its scores explained, payments and findings."""
    line = hand_line(view, hand, read_as["game"])
    return Hand(
        **read_as,
        **msgspec.structs.asdict(line),
        explained=_explained(view, hand) if hand.is_over else {},
        payments=_payments(hand) if hand.is_over else None,
        found=with_rulings_on(view, findings_of(hand)),
        events_url=url_for("api_moments.events", name=read_as["game"], hand=hand.number),
    )


def _explained(view: Game, hand: PlayedHand) -> dict[Seat, Explained]:
    missed = not_counted(hand)
    scores = {seat: hand.report.details.get(seat.value) for seat in SEATS}
    return {seat: _score(score, missed.get(seat, ())) for seat, score in scores.items() if isinstance(score, Score)}


def _score(score: Score, missed: Sequence[NotCounted]) -> Explained:
    return Explained(
        total=score.total,
        points=score.points,
        doubles=score.doubles,
        apart=UNSET if score.apart is None else list(score.apart),
        uncapped=score.uncapped,
        limit=score.limit,
        complete=score.complete,
        reason=score.reason,
        items=msgspec.convert(score.items, list[Item], from_attributes=True),
        set_aside=msgspec.convert(score.set_aside, list[Item], from_attributes=True),
        not_counted=missed,
        arrangement=score.arrangement,
        words=explain_score(score),
    )


def _payments(hand: PlayedHand) -> Payments | None:
    """Who pays whom, as computed; None where it cannot be."""
    if hand.report.owed is None:
        return None
    table: PaymentTable = payment_table(hand.report.details.get("payments") or (), hand.report.owed)
    paid = [
        PaymentAnswer(payer, payee, amount)
        for payer, row in zip(SEATS, table.rows, strict=True)
        for payee, amount in zip(SEATS, row, strict=True)
        if amount
    ]
    return Payments(paid, {seat: table.change[seat.index] for seat in SEATS if seat in hand.seats})
