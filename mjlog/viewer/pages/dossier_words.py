"""What a dossier says where there is only so much paper, and what lies on its table in tile codes.

On paper each list is cut where it is told that there is more, and what: nothing is left out in silence.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.disputes.case import LONGEST
from mjlog.disputes.dossier import (
    Dossier,
    Recorded,
    dispute_words,
    numbered,
    proof_lines,
    recorded_words,
    ruling_words,
    seen_words,
    standing_words,
)  # fmt: skip
from mjlog.text import counted, points, shown
from mjlog.tiles import UNKNOWN, Tile
from mjlog.viewer.pages.present import line_text
from mjlog.views.board import seat_words, set_text
from mjlog.views.words import DEAD_FOR, seat_name

_MOST_OBJECTIONS = 4
_MOST_RULINGS = 3
_MOST_RECORDED = 4
_MOST_IDS = 6
_LONGEST = 160
"""Characters of a text that is not the one that the dossier is about."""
_LINES = 220
"""Characters of an event as it was written down: its words stand on the page already."""
_MUCH = 1500
_PLURALS = {"penalty": "penalties"}


def is_long(dossier: Dossier) -> bool:
    """Whether the dispute has so many words that it is printed small."""
    own = 0 if dossier.dispute is None else len(shown(dossier.dispute.text, LONGEST))
    phrases = [*rulings_on_paper(dossier), *objections_on_paper(dossier)]
    return own + sum(map(len, phrases)) > _MUCH


def objections_on_paper(dispute: Dossier) -> list[str]:
    """The other objections to the event, and how they stand: the first of them shortened, the rest by number."""
    cases = dispute.others if len(dispute.others) <= _MOST_OBJECTIONS else dispute.others[: _MOST_OBJECTIONS - 1]
    lines = [
        f"{dispute_words(dispute, case)}: “{shown(case.text, _LONGEST)}” ({standing_words(case)})" for case in cases
    ]
    rest = dispute.others[len(cases) :]
    return [*lines, *([numbered("dispute", [case.seq for case in rest])] if rest else [])]


def rulings_on_paper(dossier: Dossier) -> list[str]:
    """The rulings on the dispute: the one that holds in full, those before it shortened, the earliest by number."""
    rulings = dossier.dispute.rulings if dossier.dispute is not None else ()
    first = max(0, len(rulings) - _MOST_RULINGS)
    earliest = [numbered("ruling", [ruling.seq for ruling in rulings[:first]]).capitalize()] if first else []
    return [
        *(f"Before: {words}" for words in earliest),
        *(shown(ruling_words(ruling), _LONGEST) for ruling in rulings[first:-1]),
        *(ruling_words(ruling) for ruling in rulings[-1:]),
    ]


def recorded_on_paper(dossier: Dossier) -> tuple[list[tuple[Recorded, str]], str]:
    """The events as they were written down, all but the disputed one shortened; and which more of them the log has."""
    event, recorded = dossier.event, dossier.event.recorded
    first = recorded if len(recorded) <= _MOST_RECORDED + 1 else recorded[:_MOST_RECORDED]
    rest = recorded[len(first) :]
    kinds: dict[str, list[int]] = {}
    for part in rest:
        kinds.setdefault(part.what, []).append(part.seq)
    more = ", ".join(numbered(kind, seqs, _PLURALS.get(kind, "")) for kind, seqs in kinds.items())
    phrases = [recorded_words(part) if part.seq == event.seq else shown(recorded_words(part), _LINES) for part in first]
    return list(zip(first, phrases, strict=True)), more


def proof_on_paper(dossier: Dossier) -> list[str]:
    """The head of the log, how to check it, and the first ids: all events stand behind the head."""
    head, ids = proof_lines(dossier)
    if len(ids) <= _MOST_IDS + 1:
        return [*head, *ids]
    more = counted(len(ids) - _MOST_IDS, "more event")
    return [*head, *ids[:_MOST_IDS], f"The ids of {more} of this dispute: mjlog dossier --format json"]


def seats_in_codes(dossier: Dossier) -> list[tuple[str, list[tuple[str, str]]]]:
    """What lies before each player, in tile codes: who it is, and the parts of it by name.

    Concealed tiles are told once, with what each player saw; while the hand is in progress only how many there are.
    """
    board = dossier.board
    seats = []
    for view in board.playing if board is not None else []:
        heading = [f"{shown(view.player or 'nobody', 40)} ({seat_name(view.seat)})"]
        heading += [points(view.total)] if view.total is not None else []
        heading += ["to act"] if view.is_turn else []
        heading += [f"claims {view.claims}"] if view.claims else []
        heading += ["calling"] if view.is_calling else []
        heading += seat_words(view.riichi) if view.riichi else []
        heading += [f"dead: {DEAD_FOR[view.dead]}"] if view.dead else []
        # The lines of the card that are left by the exposures: labels and values.
        lines = view.lines.lines if view.lines is not None and view.sets else None
        thrown = [f"{each.tile}{f' (to {each.claimed_by})' if each.claimed_by else ''}" for each in view.discards]
        parts = [
            ("hand", "" if seen_words(dossier) else _codes(view.concealed)),
            ("sets", " ".join(map(set_text, view.sets))), ("bonus", _codes(view.bonus)), ("out", " ".join(thrown)),
            ("lines", "" if lines is None else ", ".join(map(line_text, lines)) or "none is left"),
        ]  # fmt: skip
        seats.append((", ".join(heading), [part for part in parts if part[1]]))
    return seats


def _codes(tiles: Sequence[Tile]) -> str:
    known = [str(tile) for tile in tiles if tile.kind != UNKNOWN]
    hidden = len(tiles) - len(known)
    return " ".join([*known, *([f"{hidden} not seen"] if hidden else [])])
