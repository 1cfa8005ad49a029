"""Texts from outside are shown without harm, compared, and read within bounds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from mjlog.text import DocumentError, did_you_mean, is_deeper, quoted, read_toml, shown

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=[]))


@given(ANY_TEXT, st.integers(1, 80))
def test_whatever_is_shown_is_one_short_harmless_line(text: str, limit: int) -> None:
    result = shown(text, limit)
    assert len(result) <= limit
    assert result.isprintable()
    result.encode("utf-8")


@given(ANY_TEXT | st.binary() | st.integers() | st.floats() | st.none() | st.lists(st.integers()) | st.just(10**5000))
def test_any_value_is_quoted_within_bounds(value: Any) -> None:
    assert len(quoted(value)) <= 2 + 2 * 60


def test_harmless_text_is_shown_as_it_is() -> None:
    assert shown("Zoë, čeněk, 北, 🀀 and \\n") == "Zoë, čeněk, 北, 🀀 and \\n"


@each("text, result",
    [("\u202eabc", "\\u202eabc"), ("a\u200db", "a\\u200db"), ("\x1b[2J", "\\x1b[2J"), ("a\u3164", "a\\u3164"),
     ("\U000e0041", "\\U000e0041"), ("\ud800", "\\ud800"), ("\x85", "\\x85"), ("\u2028", "\\u2028")],
)  # fmt: skip
def test_control_bidi_and_invisible_characters_become_escapes(text: str, result: str) -> None:
    assert shown(text) == result


def test_a_long_text_ends_in_an_ellipsis_and_no_escape_is_cut() -> None:
    assert shown("x" * 100, 10) == "xxxxxxxxx…"
    assert shown("abcdef\u202e\u202e", 10) == "abcdef…"


def test_a_slip_is_matched_in_any_case_and_a_long_word_is_not_looked_at() -> None:
    assert did_you_mean("sevenpairs", ["SevenPairs"]) == "SevenPairs"
    assert did_you_mean("x" * 10**6, ["x" * 61]) is None
    assert did_you_mean(None, ["x"]) is None


def test_a_document_is_read_or_refused_with_its_line() -> None:
    assert read_toml("a = [1]\n") == {"a": [1]}
    with pytest.raises(DocumentError, match="line 2") as caught:
        read_toml("a = 1\na = b\n")
    assert caught.value.line == 2


def test_depth_is_counted_without_recursion() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert is_deeper(deep, 500)
    assert not is_deeper({"a": [1]}, 2)
    assert is_deeper({"a": [1]}, 1)
