"""A test over a table of cases fails where any of them fails, and names each that does."""

from __future__ import annotations

from pathlib import Path

import pytest

from each import each


def failed(test: object, **fixtures: object) -> BaseExceptionGroup[AssertionError]:
    """How a test over a table fails."""
    with pytest.raises(BaseExceptionGroup) as raised:
        test(**fixtures)  # type: ignore[operator]
    return raised.value


def test_every_case_that_fails_is_named_and_no_other() -> None:
    tried = []

    @each("word, length", [("chow", 4), ("pung", 5), ("kong", 4), ("pair", 3)])
    def lengths(word: str, length: int) -> None:
        tried.append(word)
        assert len(word) == length

    told = failed(lengths)
    assert tried == ["chow", "pung", "kong", "pair"]
    assert told.message == "2 of 4 cases fail: pung, 5, pair, 3"
    assert [error.__notes__[-1] for error in told.exceptions] == [
        "this was the case pung, 5", "this was the case pair, 3",
    ]  # fmt: skip


def test_what_should_have_been_raised_and_is_not_is_a_failure_of_its_case() -> None:
    @each("number", lambda: range(2), ids="number {}".format)
    def raises(number: int) -> None:
        with pytest.raises(ZeroDivisionError):
            1 / number

    assert failed(raises).message == "1 of 2 cases fail: number 1"


def test_cases_can_have_names_of_their_own() -> None:
    names = {"one": 1, "two": 2}

    @each("number", names.values(), ids=names)
    def is_one(number: int) -> None:
        assert number == 1

    assert failed(is_one).message == "1 of 2 cases fail: two"


def test_a_table_without_a_case_is_a_failure() -> None:
    @each("number", [])
    def nothing(number: int) -> None:
        pass

    with pytest.raises(AssertionError, match="there is no case"):
        nothing()


def test_an_argument_that_the_test_does_not_take_is_refused() -> None:
    with pytest.raises(AssertionError, match="does not take numbr"):

        @each("numbr", [1])
        def takes(number: int) -> None:
            pass


def test_one_table_within_another_names_both() -> None:
    @each("one", [1, 2])
    @each("other", [1, 2])
    def differ(one: int, other: int) -> None:
        assert (one, other) != (2, 1)

    outer = failed(differ)
    assert outer.message == "1 of 2 cases fail: 2"
    (inner,) = outer.exceptions
    assert isinstance(inner, BaseExceptionGroup)
    assert inner.message == "1 of 2 cases fail: 1"


@each("number", [1, 2])
def test_every_case_has_a_folder_and_changes_of_its_own(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    assert not hasattr(Path, "changed")
    monkeypatch.setattr(Path, "changed", number, raising=False)


@pytest.mark.rule("western/chow-1")
@each("number", [1])
@pytest.mark.rule("western/chow-2")
def test_marks_are_kept_wherever_they_stand(number: int) -> None:
    marks = test_marks_are_kept_wherever_they_stand.pytestmark  # type: ignore[attr-defined]
    assert {mark.args[0] for mark in marks} == {"western/chow-1", "western/chow-2"}
