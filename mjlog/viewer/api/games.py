"""Games, hands, findings, the score sheet, running totals."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for

from mjlog import events as ev
from mjlog.findings import gravity
from mjlog.seats import Seat
from mjlog.store import GameInfo
from mjlog.viewer.api import access
from mjlog.viewer.api.access import extent, opened, read_as
from mjlog.viewer.api.hands import counts, findings_json, hand_fields, hand_line
from mjlog.viewer.api.operations import GAME, ApiBlueprint, listed, operation, part_of
from mjlog.viewer.library import Summary
from mjlog.viewer.objections import with_rulings_on
from mjlog.viewer.requests import hand_in, library
from mjlog.views import GameView, HandSpan, ScoreSheet, SheetCell, SheetFinding, SheetHand, SheetPenalty, score_sheet
from mjlog.views.results import outcome_of
from mjlog_schemas.api import (
    FindingListSchema,
    FindingsQuery,
    GameListSchema,
    GameSchema,
    HandListSchema,
    HandSchema,
    HandsQuery,
    PageQuery,
    ReadingQuery,
    SheetSchema,
    TotalsSchema,
)


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


blueprint = ApiBlueprint("games", "Games, their hands, what was found in them, what came of them.")
Asked = dict[str, Any]
MOST_HANDS = 1000
"""Hands that the answer of a game lists."""


@operation(blueprint, "/games", GameListSchema, query=PageQuery, problems=(422,), headers=("Link",))
def games(asked: Asked) -> Response:
    """The games, in the order in which they were begun here."""
    infos = library().store.games()
    places, fields = part_of(asked, len(infos))
    part = [infos[place] for place in places]
    summaries = library().summaries(part)
    lines = [_line(info, summary) for info, summary in zip(part, summaries, strict=True)]
    return listed({"games": lines, **fields})


def _line(info: GameInfo, summary: Summary | None) -> dict[str, Any]:
    told = None if summary is None else {
        "hands": summary.hands, "errors": summary.errors, "warnings": summary.warnings, "live": summary.is_live,
    }  # fmt: skip
    return {
        "game": info.game,
        "players": list(info.players),
        "ruleset": info.ruleset,
        "place": info.place,
        "table": info.table,
        "at": info.at,
        "events": info.last,
        "summary": told,
        "url": url_for("api_games.game", name=info.game),
    }


@operation(blueprint, GAME, GameSchema, query=ReadingQuery, problems=(409, 422))
def game(asked: Asked, name: str) -> dict[str, Any]:
    """One game: players, rules, hands with their results, totals, findings."""
    reach = extent(name, asked.get("as_of"))
    with opened(name, asked) as view:
        sheet = score_sheet(view)
        return {
            "game": name,
            **read_as(asked),
            "players": list(view.players),
            "ruleset": _ruleset(view),
            "card": None if view.card is None else view.card._asdict(),
            "events": view.last_seq,
            "live": any(not hand.is_over for hand in view.played),
            "public_to": reach.public,
            "head": None if reach.head is None else {"seq": reach.public, "id": reach.head},
            "totals": dict(zip(sheet.players, sheet.totals, strict=True)),
            "findings": counts(finding for hand in view.hands for finding in view.findings(hand)),
            "early": findings_json(view, view.findings(view.hands[0])),
            "hands": [hand_line(view, hand, name) for hand in view.played[:MOST_HANDS]],
            "links": _links(name),
        }


def _ruleset(view: GameView) -> dict[str, Any]:
    start = next((row for row in view.rows if isinstance(row, ev.GameStart)), None)
    known = view.rules.ruleset if view.rules is not None else None
    return {
        "id": view.hands[0].report.ruleset,
        "title": known.title if known is not None else None,
        "version": start.version if start is not None else None,
        "digest": known.digest if known is not None else None,
        "options": (start.options or {}) if start is not None else {},
    }


def _links(name: str) -> dict[str, str]:
    ends = {one: f"api_games.{one}" for one in ("hands", "findings", "sheet", "totals")}
    ends |= {"events": "api_moments.events", "disputes": "api_disputes.disputes"}
    ends |= {"stored": "api_logs.stored", "log": "api_logs.log", "page": "pages.game"}
    return {link: url_for(endpoint, name=name) for link, endpoint in ends.items()}


@operation(blueprint, f"{GAME}/hands", HandListSchema, query=HandsQuery, problems=(409, 422),
           headers=("Link",))  # fmt: skip
def hands(asked: Asked, name: str) -> Response:
    """The hands of a game, in their order."""
    with opened(name, asked) as view:
        places, fields = part_of(asked, len(view.played))
        lines = [hand_line(view, view.played[place], name) for place in places]
    return listed({"game": name, **read_as(asked), "hands": lines, **fields})


@operation(blueprint, f"{GAME}/hands/<natural:hand>", HandSchema, query=ReadingQuery, problems=(409, 422))
def hand(asked: Asked, name: str, hand: int) -> dict[str, Any]:
    """One hand: its scores explained, who pays whom, findings. Of a void hand and its replay, the last."""
    with opened(name, asked) as view:
        return {"game": name, **read_as(asked), **hand_fields(view, hand_in(view, hand), name)}


@operation(blueprint, f"{GAME}/findings", FindingListSchema, query=FindingsQuery, problems=(409, 422),
           headers=("Link",))  # fmt: skip
def findings(asked: Asked, name: str) -> Response:
    """What was found in a game, the gravest first. Of a hand in progress: what can be said of what lies open."""
    with opened(name, asked) as view:
        wanted = [one for one in view.hands if _is_wanted(one, asked)]
        found = with_rulings_on(view, (finding for one in wanted for finding in view.findings(one)))
    found = [finding for finding in found if asked.get("severity") in (None, finding.severity)]
    if asked["sort"] == "weight":
        found.sort(key=lambda finding: gravity(finding.severity))
    places, fields = part_of(asked, len(found))
    told = [found[place].as_json() for place in places]
    return listed({"game": name, **read_as(asked), "findings": told, **fields})


def _is_wanted(hand: HandSpan, asked: Asked) -> bool:
    number = asked.get("hand")
    return number is None or number == (hand.number if hand.has_play else 0)


@operation(blueprint, f"{GAME}/sheet", SheetSchema, query=ReadingQuery, problems=(409, 422))
def sheet(asked: Asked, name: str) -> dict[str, Any]:
    """The score sheet, as a club keeps it on paper."""
    return sheet_fields(access.sheet(name, asked))


@operation(blueprint, f"{GAME}/totals", TotalsSchema, query=ReadingQuery, problems=(409, 422))
def totals(asked: Asked, name: str) -> dict[str, Any]:
    """The running totals, hand by hand: what a chart of the game shows."""
    with opened(name, asked) as view:
        made = score_sheet(view)
        rows = [
            {
                "hand": hand.number,
                "round": row.round.value if row.round is not None else None,
                "last": view.seq_at(hand.end - 1),
                "outcome": outcome_of(hand),
                "change": {
                    player: None if cell.change is None else cell.change + cell.penalties
                    for player, cell in zip(made.players, row.cells, strict=True)
                },
                "totals": {player: cell.total for player, cell in zip(made.players, row.cells, strict=True)},
            }
            for hand, row in zip(view.played, made.hands, strict=True)
        ]
    return {"game": name, **read_as(asked), "players": list(made.players), "rows": rows}
