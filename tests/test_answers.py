"""What answers keep beside what they tell."""

from __future__ import annotations

import copy
import pickle

import pytest

from mjlog.answers import Keeping, Kept, plain


class Shelf(Keeping):
    """A shelf with a label, and what stands on it."""

    label: str

    books = Kept[tuple[str, ...]]()


SHELF = Shelf("rules").keeping(books=("western", "riichi"))


def test_what_an_answer_keeps_is_not_told() -> None:
    assert plain(SHELF) == {"label": "rules"}
    assert SHELF.books == ("western", "riichi")


def test_what_an_answer_keeps_goes_where_it_is_copied_sent_or_changed() -> None:
    for other in (copy.copy(SHELF), pickle.loads(pickle.dumps(SHELF)), SHELF.replaced(label="rules")):
        assert other is not SHELF
        assert other == SHELF
        assert hash(other) == hash(SHELF)
        assert other.books == SHELF.books


def test_answers_that_keep_other_things_are_not_equal() -> None:
    assert Shelf("rules").keeping(books=()) != SHELF
    assert SHELF.replaced(label="cards") != SHELF
    assert SHELF != "rules"


def test_what_an_answer_was_not_given_is_missed_by_name() -> None:
    with pytest.raises(AttributeError, match="Shelf keeps no books here"):
        _ = Shelf("rules").books
