"""The score sheet as plain values."""

from __future__ import annotations

from typing import Any

from mjlog.seats import Seat
from mjlog.views import ScoreSheet, SheetCell, SheetFinding, SheetHand, SheetPenalty


def sheet_fields(sheet: ScoreSheet) -> dict[str, Any]:
    """The sheet, row by row."""
    return {
        "game": sheet.game,
        "log": "recorded" if sheet.as_recorded else "corrected",
        "as_of": sheet.as_of,
        "ruleset": sheet.ruleset,
        "title": sheet.title,
        "version": sheet.version,
        "options": [{"name": name, "value": value} for name, value in sheet.options],
        "card": sheet.card,
        "place": sheet.place,
        "table": sheet.table,
        "date": sheet.date,
        "by_card": sheet.is_by_card,
        "players": list(sheet.players),
        "hands": [_hand(sheet, hand) for hand in sheet.hands],
        "early": [_finding(one) for one in sheet.early],
        "totals": dict(zip(sheet.players, sheet.totals, strict=True)),
        "stated": None if sheet.stated is None else dict(zip(sheet.players, sheet.stated, strict=True)),
        "next_east": sheet.next_east,
        "whole": sheet.is_whole,
        "live": sheet.is_live,
        "head": None if sheet.head is None else sheet.head._asdict(),
    }


def _hand(sheet: ScoreSheet, hand: SheetHand) -> dict[str, Any]:
    return {
        "hand": hand.number,
        "round": _letter(hand.round),
        "outcome": hand.outcome,
        "east": hand.east,
        "winner": hand.winner,
        "winner_seat": _letter(hand.winner_seat),
        "source": hand.source,
        "discarder": hand.discarder,
        "discarder_seat": _letter(hand.discarder_seat),
        "worth": hand.worth,
        "cells": [_cell(player, cell) for player, cell in zip(sheet.players, hand.cells, strict=True)],
        "findings": [_finding(one) for one in hand.findings],
        "penalties": [_penalty(one) for one in hand.penalties],
        "corrections": hand.corrections,
        "restated": hand.restated,
    }


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value


def _cell(player: str, cell: SheetCell) -> dict[str, Any]:
    return {
        "player": player,
        "seat": _letter(cell.seat),
        "announced": cell.announced,
        "computed": cell.computed,
        "wrong": cell.is_wrong,
        "change": cell.change,
        "penalties": cell.penalties,
        "total": cell.total,
    }


def _finding(one: SheetFinding) -> dict[str, Any]:
    return one._asdict()


def _penalty(one: SheetPenalty) -> dict[str, Any]:
    shares = [{"player": player, "amount": amount} for player, amount in one.to]
    return {
        "hand": one.hand, "seq": one.seq, "player": one.player, "amount": one.amount, "to": shares,
        "reason": one.reason,
    }  # fmt: skip
