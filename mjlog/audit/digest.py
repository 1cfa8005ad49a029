"""The digest of a state: two replays that agree on everything have the same."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table
from mjlog.tiles import CODES

LETTERS: dict[Seat, str] = {seat: seat.value for seat in SEATS}
"""Each seat as it is written. The value of an enum is slow to look up, and every hand needs dozens."""
_ENCODER = msgspec.json.Encoder(order="sorted")
_CLAIMED_BY: dict[Seat | None, str | None] = {None: None} | {seat: LETTERS[seat] for seat in SEATS}

_DUE_NUMBERS = (0, 1, 7, 2, 3, 4, 5, 6)
"""What is due, numbered as in the first digests, so that they stay what they were; the Charleston came later."""


def state_digest(table: Table) -> str:
    """SHA-256, in hex, over the canonical JSON of everything that is known of the table."""
    return hashlib.sha256(encoded_state(table)).hexdigest()


def encoded_state(table: Table) -> bytes:
    """What is known of the table, as canonical JSON."""
    return _ENCODER.encode(state_fields(table))


def state_fields(table: Table) -> dict[str, Any]:
    """What is known of the table, as plain JSON values; tiles as codes.

    What only some games have is there only in those: digests of the others stay what they were.
    """
    return {
        "hand": table.hand,
        "round": LETTERS[table.round],
        "players": {LETTERS[seat]: name for seat, name in table.players.items()},
        "totals": dict(table.totals),
        "places": {LETTERS[place.seat]: _place_fields(place) for place in table.places},
        "discards": [[LETTERS[one.seat], CODES[one.tile], _CLAIMED_BY[one.claimed_by]] for one in table.discards],
        "turn": LETTERS[table.turn],
        "due": _DUE_NUMBERS[table.due],
        "winner": LETTERS[table.winner] if table.winner is not None else None,
        "washout": table.washout,
        "taken": table.wall.taken,
        "loose": table.wall.loose_taken,
        **({"own": list(table.wall.own)} if table.plan.wall.own else {}),
        "scores": {LETTERS[seat]: total for seat, total in table.scores.items()},
        **_stakes_fields(table),
        **_riichi_fields(table),
    }


def _stakes_fields(table: Table) -> dict[str, Any]:
    """What lies on the table between the players, and who won it."""
    if not table.plan.family.goes_on_in_stakes:
        return {}
    winners = [LETTERS[win.seat] for win in table.wins]
    return {"winners": winners, "pot": table.standing.pot, "repeats": table.standing.repeats}


def _riichi_fields(table: Table) -> dict[str, Any]:
    """Who is in riichi, what was turned, and which fives are red."""
    state = table.riichi
    if state is None:
        return {}
    return {
        "riichi": [LETTERS[seat] for seat in state.standing],
        "indicators": [CODES[face] for face in state.indicators],
        "under": [CODES[face] for face in state.under],
        "reds": {LETTERS[place.seat]: state.reds[place.seat.index] for place in table.places},
    }


def _place_fields(place: Place) -> dict[str, Any]:
    doubtful = {CODES[kind]: count for kind, count in enumerate(place.doubtful) if count}
    return {
        "held": [CODES[kind] for kind in place.known()],
        "unknown": place.unknown,
        **({"doubtful": doubtful} if doubtful else {}),
        "sets": [[one.kind, [CODES[kind] for kind in one.tiles], one.concealed, one.origin] for one in place.sets],
        "bonus": [CODES[kind] for kind in place.bonus],
        "calling": place.calling,
    }
