"""Dead hands: when a hand is dead, what proves it, and what its player may no longer do."""

from __future__ import annotations

import pytest

from short_logs import accepted, ask, codes, findings, refused

CARD = "game american card=riverside-2026"
HAND = f"{CARD}; hand"
TABLE = f"{CARD}; hand depth=table"
DEALT = f"{HAND}; dealt; passes; E discard 9d"
DEAD = f"{TABLE}; E discard 9d; S dead count by=N"
"""South's hand was said to have a wrong number of tiles."""
WINDS = "E discard Ww; S claim quint; S expose quint WWWw JJk"
"""No line has five west winds."""
A_ROUND = "E discard 9d; S discard 9d; W discard 9d"
SIX = "N discard 5b; S claim sextet; S expose sextet 555b JJJk; S discard 9c"
"""Only one line has six alike: six flowers, six of the number, and two soaps."""
NEARLY = f"{HAND}; dealt S 111b 11c GGGd Jk NESWw; passes ESWw; E discard 9d"


# -- what a dead hand may not do -----------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-5")
def test_a_hand_dies_once() -> None:
    """To say it again is worth a word, and no fault."""
    assert accepted("dead_once", f"{DEAD}; W dead count by=N")
    assert refused("dead_once", f"{DEAD}; S dead count by=W") == "out-of-place"
    assert [one.severity for one in findings(f"{DEAD}; S dead count by=W")] == ["info"]


# -- numbers of tiles ----------------------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-1")
def test_a_wrong_number_is_reported_where_it_first_goes_wrong() -> None:
    """The fault that led there keeps its own code; what is said of the number is a word beside it."""
    found = findings(f"{DEALT}; S draw ??; S draw ??; S discard 9c; W draw ??; W discard 9c; N draw ??; N discard 9b")
    assert [(one.code, one.severity, one.rule) for one in found] == [
        ("out-of-turn", "error", "american/turn-1"),
        ("dead-count", "info", "american/dead-1"),
    ]


@pytest.mark.rule("american/dead-1")
def test_a_wrong_number_is_to_be_proved() -> None:
    """As far as the record shows how many tiles there are."""
    name = "dead_for_its_number"
    assert refused(name, f"{DEALT}; S dead count by=N") == "dead-not-proved"
    assert refused(name, f"{DEALT}; S draw ??; S dead count by=N") == "dead-not-proved"
    assert refused(name, f"{HAND}; dealt; E charleston right-1 123b; E dead count by=N") == "dead-not-proved"
    assert accepted(name, f"{TABLE}; S dead count by=N")
    assert accepted(name, f"{TABLE}; E discard 9d; S dead count by=N")
    assert accepted(name, f"{HAND}; gap; S dead count by=N")
    assert accepted(name, f"{DEALT}; S dead other by=N")
    drawn_twice = f"{DEALT}; S draw ??; S draw ??"
    assert refused(name, f"{drawn_twice}; S dead count by=N", after="out-of-turn") == "dead-count"
    assert ask(name, f"{drawn_twice}; S dead other by=N", after="out-of-turn") is None


@pytest.mark.rule("american/dead-2")
def test_wrong_numbers_count_though_nobody_said_so() -> None:
    """As the record shows them: three players who drew twice."""
    twice = [f"{seat} draw ??; {seat} draw ??; {seat} discard 9c" for seat in "SWN"]
    name, again = "replayed_only_for_three_wrong_hands", "replay three wrong numbers"
    two, three = ("; ".join([DEALT, *twice[:number], again]) for number in (2, 3))
    assert refused(name, two, after="out-of-turn") == "replay-not-due"
    assert ask(name, three, after="out-of-turn") is None


@pytest.mark.rule("american/dead-2")
@pytest.mark.parametrize("depth", ["full", "table"])
def test_after_three_hands_are_dead_for_whatever_reasons_nobody_plays_on(depth: str) -> None:
    """By older versions of the rule set those with a wrong number of tiles alone count."""
    three = f"{HAND} depth={depth}; dealt; passes; E discard 9d; S dead other; W dead call; N dead other"
    name, older = "replayed_for_three_dead_hands", "replayed_for_three_wrong_hands"
    for act in ("E draw ??", "E mahjong wall"):
        assert refused(name, f"{three}; {act}") == "replay-missing"
        assert accepted(older, f"{three}; {act}")
    assert accepted(name, f"{HAND} depth={depth}; dealt; passes; E discard 9d; S dead other; W dead call; N draw ??")
    assert codes(f"{three}; E draw ??; E discard 9d") == ["replay-missing"]
    assert codes(f"{three}; replay nobody is left; hand 1; E discard 9d") == []
    if depth == "full":
        assert refused("replayed_only_for_three_wrong_hands", f"{three}; replay nobody is left") == "replay-not-due"


@pytest.mark.rule("american/dead-3")
@pytest.mark.parametrize(("by", "seat"), [(" by=N", "N"), ("", None)])
@pytest.mark.parametrize("reason", ["count", "false-mahjong"])
def test_who_says_wrongly_that_a_hand_is_dead_is_at_fault(by: str, seat: str | None, reason: str) -> None:
    """And not the player whose hand it is; where nobody wrote down who said it, nobody is charged."""
    (found,) = findings(f"{DEALT}; S dead {reason}{by}")
    assert (found.code, found.seat) == ("dead-not-proved", seat)


# -- impossible exposures ------------------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-3")
def test_an_exposure_that_no_line_has_is_told_of() -> None:
    """It is no fault of the record: another player may see it, or not."""
    name = "exposure_leaves_a_line"
    assert accepted(name, f"{TABLE}; E discard 5b; S claim pung; S expose pung 55b Jk")
    assert refused(name, f"{TABLE}; {WINDS}") == "dead-exposure"
    assert [one.severity for one in findings(f"{TABLE}; {WINDS}")] == ["info"]
    second = f"{TABLE}; E discard Nw; S claim pung; S expose pung NNNw; S discard 9d; E claim pung; E expose pung 999d;"
    assert refused(name, f"{second} E discard 5b; S claim pung; S expose pung 555b") == "dead-exposure"
    assert accepted(name, f"{second} E discard Rd; S claim kong; S expose kong RRRd Jk")


@pytest.mark.rule("american/dead-3")
def test_a_verdict_names_its_basis_and_what_still_lives() -> None:
    """The labels of the lines, and no more of the card."""
    (found,) = findings(f"{TABLE}; {A_ROUND}; {SIX}; S dead exposure by=N")
    assert "q4" in found.message
    assert "basis: rack" in found.message
    assert "FFFFFF" not in found.message


# -- mahjong in error ----------------------------------------------------------------------------------------------


@pytest.mark.rule("american/error-5")
def test_a_mahjong_in_error_that_was_not_shown_changes_nothing() -> None:
    """Play goes on where it was, and what was declared is no fault."""
    found = findings(f"{NEARLY}; S draw 9d; S mahjong wall 9d; S retract; S discard 9d; W draw ??")
    assert [(one.code, one.severity) for one in found] == [("not-on-card", "info")]
