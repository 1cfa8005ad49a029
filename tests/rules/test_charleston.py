"""The Charleston: which pass comes when, how many tiles, what may go on unseen, and what is never passed."""

from __future__ import annotations

import pytest

from short_logs import ask, codes, findings

HAND = "game american card=riverside-2026; hand"
DEALT = f"{HAND}; dealt"
FIRST = f"{DEALT}; passes first 123b"
STOPPED = f"{FIRST}; N stop"
SECOND = f"{FIRST}; passes second 123b"
KNOWN = "dealt E 123456789b EEEEw 1c / S 123456789c SSSSw / W 123456789d WWWWw / N RRRd GGGd WWWd NNNNw"
"""All hands are known."""


def one_pass(name: str, seats: str = "ESWN", passed: str = "????") -> str:
    """These seats pass, each the same."""
    return "; ".join(f"{seat} charleston {name} {passed}" for seat in seats)


RIGHT_ACROSS = f"{DEALT}; {one_pass('right-1')}; {one_pass('across-1')}"


def test_what_is_missing_is_said_in_words() -> None:
    """Who has not passed, and that nobody has refused."""
    (half,) = findings(f"{RIGHT_ACROSS}; {one_pass('left-1', 'ES')}; E discard 9d")
    assert "west and north have not passed left-1" in half.message
    (whole,) = findings(f"{FIRST}; E discard 9d")
    assert "left-2 was not passed, and nobody has refused it" in whole.message


def test_a_pass_out_of_turn_is_told_which_is_next_or_who_has_refused_it() -> None:
    (early,) = findings(f"{FIRST}; E charleston across-2 123b")
    assert "left-2 is next" in early.message
    (refused_by_north,) = findings(f"{STOPPED}; E charleston left-2 123b")
    assert "north has refused the second Charleston" in refused_by_north.message


def test_one_fault_of_order_is_found_once() -> None:
    """The passes that were left out are not asked for again."""
    assert codes(f"{DEALT}; {one_pass('across-1')}; {one_pass('left-1')}; N stop; E discard 9d") == ["charleston-order"]


def test_a_charleston_that_cannot_be_is_one_fault_whoever_takes_part() -> None:
    """After play has begun, each pass of it; in a game without one, all of it."""
    late = f"{SECOND}; E discard 9d; {one_pass('right-1')}"
    assert codes(late) == ["charleston-order"]
    assert codes(f"{late}; {one_pass('left-1')}; E charleston left-1 123b") == ["charleston-order"] * 3
    without = f"game western; hand; dealt; {one_pass('right-1')}; {one_pass('across-1')}"
    assert codes(f"{without}; E discard 9d") == ["out-of-place"]


@pytest.mark.rule("american/charleston-1")
def test_the_tile_that_is_one_too_many_is_pointed_at() -> None:
    """Of two alike where one is held, the second."""
    refusal = ask("passed_tile_is_held", f"{HAND}; {KNOWN}; S charleston right-1 112c")
    assert refusal is not None
    assert refusal.part == 1
