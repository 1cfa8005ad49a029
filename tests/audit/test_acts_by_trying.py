"""The audit of acts with unseen tiles, against trying every assignment: card games, kongs, bonus tiles."""

from __future__ import annotations

import pytest

from audit.brute.acts import Record, copies_of, records
from audit.brute.concealed import NEVER, UNSEEN, Copies, follow, kinds_that_can_be, steps
from audit.hiding import audited
from turns import in_turn

CASES = [
    *(("american", seed) for seed in range(20, 26)),
    *((ruleset, 21) for ruleset in ("western", "bmja", "mahjiang", "dead-wall")),
]
OF_TILES = frozenset(("too-many-copies", "tile-not-held", "set-not-held", "shown-hand-differs", "kong-not-concealed"))


def _contradicts(record: Record, ruleset: str) -> int:
    """The event at which no assignment is left."""
    seat = record.act["seat"]
    made, copies = steps(record.events, seat), Copies(record.events, seat, copies_of(ruleset))
    came = [step.seq for step in made if step.what == "in" for tile in step.tiles if tile == UNSEEN]
    latest = 0
    for way in kinds_that_can_be(made, copies):
        if latest < NEVER and follow(made, way)[1] > latest:
            latest = max(latest, min(follow(made, way)[1], copies.lasts(list(zip(came, way, strict=True)))))
    return latest


@pytest.mark.parametrize(("ruleset", "seed"), in_turn(CASES))
def test_tiles_are_at_fault_exactly_where_no_assignment_of_the_unseen_ones_is_left(ruleset: str, seed: int) -> None:
    for record in records(ruleset, seed, 6):
        errors = [one for one in audited(record.written) if one.severity == "error"]
        if record.act["type"] == "mahjong" or any(one.code not in OF_TILES for one in errors[:1]):
            continue
        assert (errors[0].seq if errors else NEVER) == _contradicts(record, ruleset), (record.act, errors)
