"""The dossier as plain JSON values, with keys that stay: what `mjlog dossier --format json` prints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mjlog.disputes.applicable_rules import RuleAsked
from mjlog.disputes.dossier import Dossier, dead_json
from mjlog.disputes.outcome import Outcome
from mjlog.disputes.register import DisputeCase, RulingMade
from mjlog.disputes.unseen import Assignment, Tiles, Unseen
from mjlog.disputes.wording import difference_words
from mjlog.tiles import CODES
from mjlog.views.corrected import correction_json
from mjlog.views.moves import SeatMoves
from mjlog.views.plain import board_json
from mjlog.views.results import Points


def dossier_json(one: Dossier) -> dict[str, Any]:
    """Everything that the dossier says. Seats are letters, tiles codes, points whole numbers."""
    proof = one.proof
    return {
        "game": one.game,
        "as_of": one.as_of,
        "ruleset": {"id": one.ruleset, "title": one.title, "version": one.version, "digest": one.digest},
        "place": one.place,
        "table": one.table,
        "hand": one.hand,
        "round": None if one.round is None else one.round.value,
        "depth": one.depth,
        "over": one.is_over,
        "players": {seat.value: player for seat, player in one.seats.items()},
        "names": dict(one.names),
        "dispute": None if one.case is None else case_json(one.case),
        "others": [case_json(case) for case in one.others],
        "event": {
            "seq": one.seq,
            "type": one.type,
            "words": one.words,
            "read": one.is_read,
            "recorded": [
                {"what": part.what, "seq": part.seq, "fields": part.fields, "whole": part.is_whole}
                for part in one.recorded
            ],
            "correction": None if one.correction is None else correction_json(one.correction),
            "near": [{"seq": line.seq, "until": line.until, "words": line.words} for line in one.near],
        },
        "before": {name: board_json(board) for name, board in one.boards.items()},
        "legal": one.legal,
        "findings": [finding.as_json() for finding in one.findings],
        "called": [finding.as_json() for finding in one.called],
        "rules": [_rule(rule) for rule in one.rules],
        "options": [
            {"name": option.name, "value": option.value, "default": option.default, "text": option.text}
            for option in one.options
        ],
        "possible": _moves(one.moves),
        "claims": list(one.claims),
        "certain": list(one.certain),
        "unknown": list(one.unknown),
        "unseen": None if one.unseen is None else _unseen(one.unseen),
        "outcomes": [_outcome(outcome, one.outcomes[0]) for outcome in one.outcomes],
        "dead": {seat.value: reason for seat, reason in one.dead},
        "dead_hands": [dead_json(each) for each in one.dead_hands],
        "proof": None
        if proof is None
        else {
            "events": proof.events,
            "head": proof.head,
            "short": proof.short,
            "ids": [{"what": what, "seq": seq, "id": event_id} for what, seq, event_id in proof.ids],
        },
    }


def case_json(case: DisputeCase) -> dict[str, Any]:
    """A dispute, and the rulings on it; texts as they stand in the log, for JSON has escapes of its own."""
    return {
        "seq": case.seq,
        "on": case.on or None,
        "text": case.logged.text,
        "seat": None if case.seat is None else case.seat.value,
        "player": case.player,
        "at": case.logged.at,
        "recorder": case.logged.recorder,
        "open": case.is_open,
        "rulings": [_ruling(ruling) for ruling in case.rulings],
    }


def _ruling(ruling: RulingMade) -> dict[str, Any]:
    return {
        "seq": ruling.seq,
        "text": ruling.logged.text,
        # What is no word is told as one.
        "decision": ruling.logged.decision if isinstance(ruling.logged.decision, str) else ruling.decision,
        "at": ruling.logged.at,
        "recorder": ruling.logged.recorder,
        "corrections": list(ruling.corrections),
        "penalties": list(ruling.penalties),
    }


def _rule(rule: RuleAsked) -> dict[str, Any]:
    return {
        "id": rule.id,
        "verdict": rule.verdict,
        "severity": rule.severity,
        "wrong": list(rule.says),
        "kept": [{"demand": one.words, "otherwise": one.otherwise or None} for one in rule.kept],
        "text": rule.text or None,
        "reading": rule.reading or None,
        "source": rule.source or None,
        "options": list(rule.options),
    }


def _moves(moves: Iterable[SeatMoves]) -> list[dict[str, Any]]:
    return [{"seat": None if one.seat is None else one.seat.value, "acts": list(one.acts)} for one in moves]


def _unseen(one: Unseen) -> dict[str, Any]:
    return {
        "seat": one.seat.value,
        "count": one.count,
        "tried": one.tried,
        "proves": one.proves,
        "later": one.by_later,
        "whole": one.is_whole,
        "shows": one.shows,
        "sure": one.is_sure,
        "doubt": one.doubt,
        "example": None if one.example is None else _assignment(one.example),
        "asked": one.asked,
        "left": _tiles(one.matter),
        "least": [_tiles(tiles) for tiles in one.least],
        "legal": [_assignment(each) for each in one.legal],
        "illegal": [_assignment(each) for each in one.illegal],
    }


def _assignment(one: Assignment) -> dict[str, Any]:
    tiles: dict[str, Any] = {"tiles": _tiles(one.tiles)}
    return tiles if not one.why else {**tiles, "why": one.why, "rule": one.rule}


def _tiles(tiles: Tiles) -> dict[str, int]:
    return {CODES[kind]: number for kind, number in tiles}


def _outcome(one: Outcome, first: Outcome) -> dict[str, Any]:
    return {
        "label": one.label,
        "winner": None if one.winner is None else one.winner.value,
        "washout": one.is_washout,
        "no_win": one.is_no_win,
        "replayed": one.is_replayed,
        "announced": _points(one.announced),
        "computed": _points(one.computed),
        "paid": _points(one.paid),
        "due": _points(one.due),
        "penalties": _points(one.fines),
        "gets": _points(one.gets),
        "worth": list(one.worth),
        "why": one.why or None,
        "faults": [finding.as_json() for finding in one.faults],
        "difference": [] if one is first else difference_words(first, one),
    }


def _points(points: Points | None) -> dict[str, int] | None:
    return None if points is None else {seat.value: amount for seat, amount in points.items()}
