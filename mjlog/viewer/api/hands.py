"""A hand as plain values: what came of it, and where every point comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from flask import url_for

from mjlog.findings import Finding, Severity
from mjlog.scoring import Item, NotCounted, Score
from mjlog.seats import SEATS, Seat
from mjlog.viewer.objections import with_rulings_on
from mjlog.views import GameView, HandSpan, PaymentTable, explain_score, payment_table
from mjlog.views.results import outcome_of


def hand_line(view: GameView, hand: HandSpan, name: str) -> dict[str, Any]:
    """A hand in short. Of one in progress nothing is told that is not seen at the table."""
    known = hand.number is not None and hand.number >= 1
    return {
        "hand": hand.number,
        "place": hand.place,
        "round": hand.round.value if hand.round is not None else None,
        "seats": {seat.value: player for seat, player in hand.seats.items()},
        "depth": hand.depth,
        "first": view.seq_at(hand.first),
        "last": view.seq_at(hand.end - 1),
        "over": hand.is_over,
        "outcome": outcome_of(hand),
        **_result(hand),
        "totals_before": hand.before,
        "findings": counts(view.findings(hand)),
        "url": url_for("api_games.hand", name=name, hand=hand.number) if known else None,
    }


def findings_json(view: GameView, findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings of a game, each with the ruling on its event where there is one."""
    return [finding.as_json() for finding in with_rulings_on(view, findings)]


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are, by severity."""
    found = Counter(finding.severity for finding in findings)
    return {severity.value: found[severity.value] for severity in Severity}


def _result(hand: HandSpan) -> dict[str, Any]:
    if not hand.is_over:
        return dict.fromkeys(("winner", "line", "scores", "settlement", "totals_after"))
    report = hand.report.as_json()
    return {
        "winner": report["winner"],
        "line": None if hand.line is None else {"label": hand.line.label, "value": hand.line.value},
        "scores": report["scores"],
        "settlement": report["settlement"],
        "totals_after": hand.after,
    }


def hand_fields(view: GameView, hand: HandSpan, name: str) -> dict[str, Any]:
    """A hand with its scores explained, payments and findings."""
    return {
        **hand_line(view, hand, name),
        "explained": _explained(view, hand) if hand.is_over else {},
        "payments": _payments(hand) if hand.is_over else None,
        "found": findings_json(view, view.findings(hand)),
        "events_url": url_for("api_moments.events", name=name, hand=hand.number),
    }


def _explained(view: GameView, hand: HandSpan) -> dict[str, Any]:
    missed = view.not_counted(hand)
    scores = {seat: hand.report.details.get(seat.value) for seat in SEATS}
    return {
        seat.value: _score(score, missed.get(seat, ())) for seat, score in scores.items() if isinstance(score, Score)
    }


def _score(score: Score, missed: Sequence[NotCounted]) -> dict[str, Any]:
    return {
        "total": score.total,
        "points": score.points,
        "doubles": score.doubles,
        "uncapped": score.uncapped,
        "limit": score.limit,
        "complete": score.complete,
        "reason": score.reason,
        "items": [_item(item) for item in score.items],
        "set_aside": [_item(item) for item in score.set_aside],
        "not_counted": [{"name": one.name, "rule": one.rule, "why": one.why} for one in missed],
        "arrangement": list(score.arrangement),
        "words": explain_score(score),
    }


def _item(item: Item) -> dict[str, Any]:
    names = ("name", "points", "doubles", "limit", "rule", "tiles")
    return {name: getattr(item, name) for name in names}


def _payments(hand: HandSpan) -> dict[str, Any] | None:
    """Who pays whom, as computed; None where it cannot be."""
    if hand.report.owed is None:
        return None
    table: PaymentTable = payment_table(hand.report.details.get("payments") or ())
    paid = [
        {"payer": payer.value, "payee": payee.value, "amount": amount}
        for payer, row in zip(SEATS, table.rows, strict=True)
        for payee, amount in zip(SEATS, row, strict=True)
        if amount
    ]
    change = {seat.value: table.change[seat.index] for seat in SEATS if _plays(hand, seat)}
    return {"payments": paid, "change": change}


def _plays(hand: HandSpan, seat: Seat) -> bool:
    return seat in hand.seats
