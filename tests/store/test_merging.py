"""Games of elsewhere beside those that are here: what each would add, and where two of one name differ."""

from __future__ import annotations

import pytest

from mjlog.errors import ConflictError
from mjlog.store import SqliteStore
from mjlog.store.merging import Relation, addition

from .conftest import note, notes


@pytest.mark.parametrize("seq", range(1, 6))
@pytest.mark.parametrize("longer", [0, 3])
def test_the_first_event_that_differs_is_named(store: SqliteStore, seq: int, longer: int) -> None:
    store.append("demo", notes(1, 5))
    other = [*notes(1, seq - 1), note(seq, "another"), *notes(seq + 1, 5 + longer)]
    with pytest.raises(ConflictError, match=rf"event {seq} differs, .*{{\"seq\":{seq},.*another"):
        addition(store, "demo", other)


@pytest.mark.parametrize(
    ("last", "relation", "added"),
    [(3, Relation.SHORTER, []), (5, Relation.SAME, []), (7, Relation.LONGER, [6, 7])],
)
def test_a_log_that_goes_on_adds_what_is_new(
    store: SqliteStore, last: int, relation: Relation, added: list[int]
) -> None:
    store.append("demo", notes(1, 5))
    found = addition(store, "demo", notes(1, last))
    assert (found.standing, [row.seq for row in found.rows]) == (relation, added)
    assert addition(store, "other", notes(1, last)).standing is Relation.NEW
