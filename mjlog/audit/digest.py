"""The digest of a state: two replays that agree on everything have the same."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from mjlog.seats import SEATS
from mjlog.table import Place, Table
from mjlog.tiles import CODES

_ENCODER = msgspec.json.Encoder(order="sorted")
_LETTERS = tuple(seat.value for seat in SEATS)

_DUE_NUMBERS = (0, 1, 7, 2, 3, 4, 5, 6)
"""What is due, numbered as in the first digests, so that they stay what they were; the Charleston came later."""


def state_digest(table: Table) -> str:
    """SHA-256, in hex, over the canonical JSON of everything that is known of the table."""
    return fields_digest(state_fields(table))


def fields_digest(fields: dict[str, Any]) -> str:
    """The digest of a state that is given as `state_fields` has it."""
    return hashlib.sha256(_ENCODER.encode(fields)).hexdigest()


def state_fields(table: Table) -> dict[str, Any]:
    """What is known of the table, as plain JSON values; tiles as codes."""
    return {
        "hand": table.hand,
        "round": table.round.value,
        "players": {seat.value: name for seat, name in table.players.items()},
        "totals": dict(table.totals),
        "places": {seat.value: _place_fields(table.place(seat)) for seat in SEATS},
        "discards": [
            [
                _LETTERS[one.seat.index],
                CODES[one.tile],
                _LETTERS[one.claimed_by.index] if one.claimed_by is not None else None,
            ]
            for one in table.discards
        ],
        "turn": table.turn.value,
        "due": _DUE_NUMBERS[table.due],
        "winner": table.winner.value if table.winner is not None else None,
        "washout": table.washout,
        "taken": table.wall.taken,
        "loose": table.wall.loose_taken,
        "scores": {seat.value: total for seat, total in table.scores.items()},
    }


def _place_fields(place: Place) -> dict[str, Any]:
    return {
        "held": [CODES[kind] for kind in place.known()],
        "unknown": place.unknown,
        "sets": [[one.kind, [CODES[kind] for kind in one.tiles], one.concealed, one.origin] for one in place.sets],
        "bonus": [CODES[kind] for kind in place.bonus],
        "calling": place.calling,
    }
