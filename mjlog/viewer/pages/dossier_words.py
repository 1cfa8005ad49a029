"""What the templates of a dossier are given: filters that say in words what it holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mjlog.disputes import sheets, wording
from mjlog.disputes.dossier import Dossier
from mjlog.disputes.outcome import Outcome
from mjlog.text import points, shown
from mjlog.tiles import CODES, UNKNOWN
from mjlog.viewer.pages.as_table import caption
from mjlog.viewer.pages.present import line_text
from mjlog.views.board import SeatView
from mjlog.views.naming import seat_name
from mjlog.views.text_table import set_text


def seats_in_codes(one: Dossier) -> list[tuple[str, list[tuple[str, str]]]]:
    """What lies before each player, in tile codes: who it is, and the parts of it by name.

    Concealed tiles are told once, with what each player saw; while the hand is in progress only how many there are.
    """
    board = one.board
    views = [view for view in board.seats if not view.is_empty] if board is not None else []
    return [(_heading(view), [part for part in _parts(one, view) if part[1]]) for view in views]


def _heading(view: SeatView) -> str:
    parts = [seat_name(view.seat), shown(view.handle or "nobody", 40)]
    parts += [points(view.total)] if view.total is not None else []
    parts += ["to act"] if view.is_turn else []
    parts += [f"claims {view.claims}"] if view.claims else []
    parts += ["calling"] if view.is_calling else []
    parts += [f"dead: {view.dead.replace('-', ' ')}"] if view.dead else []
    return ", ".join(parts)


def _parts(one: Dossier, view: SeatView) -> list[tuple[str, str]]:
    concealed = "" if wording.seen_words(one) else _codes(view.concealed)
    thrown = [f"{CODES[each.kind]}{f' (to {each.claimed_by})' if each.claimed_by else ''}" for each in view.discards]
    return [
        ("hand", concealed), ("sets", " ".join(map(set_text, view.sets))), ("bonus", _codes(view.bonus)),
        ("out", " ".join(thrown)), ("lines", _lines(view)),
    ]  # fmt: skip


def _lines(view: SeatView) -> str:
    """The lines of the card that are left by the exposures: labels and values."""
    if view.lines is None or not view.sets:
        return ""
    return ", ".join(map(line_text, view.lines.lines)) or "none is left"


def _codes(kinds: Sequence[int]) -> str:
    known = [CODES[kind] for kind in kinds if kind != UNKNOWN]
    hidden = len(kinds) - len(known)
    return " ".join([*known, *([f"{hidden} not seen"] if hidden else [])])


def _points(one: Dossier) -> list[tuple[str, list[list[str]]]]:
    return wording.outcome_rows(one.outcomes, one.seats)


def _difference(one: Dossier, outcome: Outcome) -> list[str]:
    return wording.difference_words(one.outcomes[0], outcome)


FILTERS: dict[str, Callable[..., Any]] = {
    "dossier_title": wording.title_words,
    "dossier_heading": wording.heading_words,
    "dossier_case": wording.dispute_words,
    "dossier_standing": wording.standing_words,
    "dossier_ruling": wording.ruling_words,
    "dossier_is_long": sheets.is_long,
    "dossier_objections": sheets.objections_on_paper,
    "dossier_rulings": sheets.rulings_on_paper,
    "dossier_recorded": sheets.recorded_on_paper,
    "dossier_found": wording.found_words,
    "dossier_verdict": wording.VERDICTS.__getitem__,
    "dossier_rule": wording.rule_name,
    "dossier_kept": wording.kept_words,
    "dossier_option": wording.option_words,
    "dossier_outcome": wording.outcome_words,
    "dossier_points": _points,
    "dossier_difference": _difference,
    "dossier_dead": wording.dead_words,
    "dossier_proof": sheets.proof_on_paper,
    "dossier_seen": wording.seen_words,
    "dossier_each_saw": lambda one: wording.EACH_SAW,
    "dossier_caption": caption,
    "dossier_seats": seats_in_codes,
}
"""Filters of the templates of dossiers."""
