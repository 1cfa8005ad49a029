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
IN_ERROR = f"{TABLE}; E discard 9d; S mahjong wall"
SHOWN = f"{IN_ERROR}; S show | 111b 11c 9d GGGd Jk NESWw"
"""South has shown what is no hand of the card."""


# -- what a dead hand may not do -----------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-5")
@pytest.mark.parametrize(
    "act", ["draw ??", "discard 9c", "claim pung", "expose pung 999c", "exchange S 5b", "mahjong wall"]
)
def test_a_dead_hand_does_nothing(act: str) -> None:
    """The others do."""
    text = f"{DEAD}; W discard 9c"
    assert refused("dead_hand_does_not_act", f"{text}; S {act}") == "dead-hand-acts"
    assert accepted("dead_hand_does_not_act", f"{text}; N {act}")


@pytest.mark.rule("american/dead-5")
def test_the_turn_passes_a_dead_hand_over() -> None:
    """So that two go on when two are dead."""
    assert codes(f"{DEAD}; W discard 9c; N discard 9c; E discard 9c; W draw ??; W discard 8c") == []
    two = f"{DEAD}; W discard 9c; N dead count by=E"
    assert codes(f"{two}; E draw ??; E discard 9c; W draw ??; W discard 9b; E draw ??") == []


@pytest.mark.rule("american/dead-5")
def test_an_act_of_a_dead_hand_is_found_once() -> None:
    """What it does next belongs to the same fault."""
    assert codes(f"{DEAD}; W discard 9c; S claim pung; S expose pung 999c; S discard 9b") == ["dead-hand-acts"]


@pytest.mark.rule("american/dead-5")
def test_a_hand_dies_once() -> None:
    """To say it again is worth a word, and no fault."""
    assert accepted("dead_once", f"{DEAD}; W dead count by=N")
    assert refused("dead_once", f"{DEAD}; S dead count by=W") == "out-of-place"
    assert [one.severity for one in findings(f"{DEAD}; S dead count by=W")] == ["info"]


# -- numbers of tiles ----------------------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-1")
def test_thirteen_tiles_between_turns_and_fourteen_in_turn() -> None:
    """Who draws twice, or discards without a draw, has another number from there on."""
    name = "right_number_of_tiles"
    drawn = f"{DEALT}; S draw ??"
    assert accepted(name, drawn)
    assert accepted(name, f"{drawn}; S discard 9c; W draw ??")
    assert refused(name, f"{drawn}; S draw ??") == "dead-count"
    assert refused(name, f"{DEALT}; S discard 9c") == "dead-count"
    assert refused(name, f"{DEALT}; E discard 9c") == "dead-count"
    assert accepted(name, f"{DEALT.replace('hand', 'hand depth=table')}; S discard 9c")


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


@pytest.mark.rule("american/dead-1")
def test_a_hand_not_proved_dead_lives() -> None:
    """It goes on to draw and to discard."""
    assert codes(f"{DEALT}; S dead count by=N; S draw ??; S discard 9c; W draw ??") == ["dead-not-proved"]


@pytest.mark.rule("american/dead-2")
def test_a_hand_is_replayed_for_three_wrong_numbers() -> None:
    """Not for two, nor for none."""
    name = "replayed_only_for_three_dead_hands"
    assert refused(name, f"{DEALT}; replay we do not like it") == "replay-not-due"
    assert (
        refused(name, f"{TABLE}; E mahjong wall; settlement E=180 S=-60 W=-60 N=-60; replay at last")
        == "replay-not-due"
    )
    assert refused(name, f"{CARD}; replay at first") == "replay-not-due"
    assert accepted(name, f"{TABLE}; E discard 9d; replay three wrong numbers")
    assert accepted(name, f"{HAND}; gap; replay three wrong numbers")
    assert accepted("replayed_only_for_three_wrong_hands", f"{TABLE}; E discard 9d; replay three wrong numbers")


@pytest.mark.rule("american/dead-2")
def test_wrong_numbers_count_though_nobody_said_so() -> None:
    """As the record shows them: three players who drew twice."""
    twice = [f"{seat} draw ??; {seat} draw ??; {seat} discard 9c" for seat in "SWN"]
    name, again = "replayed_only_for_three_wrong_hands", "replay three wrong numbers"
    two, three = ("; ".join([DEALT, *twice[:number], again]) for number in (2, 3))
    assert refused(name, two, after="out-of-turn") == "replay-not-due"
    assert ask(name, three, after="out-of-turn") is None


@pytest.mark.rule("american/dead-2")
def test_after_three_wrong_numbers_nobody_plays_on() -> None:
    """The hand is void; two dead hands leave two to play."""
    name = "replayed_for_three_wrong_hands"
    two = f"{DEAD}; N dead count by=E"
    three = f"{two}; W dead count by=E"
    for act in ("E draw ??", "E discard 9c", "E mahjong wall", "washout"):
        assert accepted(name, f"{two}; {act}")
        assert refused(name, f"{three}; {act}") == "replay-missing"
    assert codes(f"{three}; replay three wrong numbers; hand 1; E discard 9d") == []


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


@pytest.mark.rule("american/error-4")
def test_a_corrected_exposure_counts_in_the_place_of_the_first() -> None:
    """So that a hand may live again before the discard."""
    name, text = "exposure_leaves_a_line", f"{TABLE}; {WINDS}; S expose"
    assert accepted(name, f"{text} pung WWw Jk on=expose")
    assert refused(name, f"{text} sextet WWWw JJJk on=expose") == "dead-exposure"


@pytest.mark.rule("american/dead-3")
def test_exposures_are_shown_to_be_impossible() -> None:
    """By the rack alone, unless all that lies open was agreed on."""
    name = "dead_for_its_exposures"
    assert refused(name, f"{TABLE}; {WINDS}; S discard 9d; S dead exposure by=N") == "dead-exposure"
    assert refused(name, f"{TABLE}; {A_ROUND}; {SIX}; S dead exposure by=N") == "dead-not-proved"
    assert refused(name, f"{TABLE}; E discard 9d; S dead exposure by=N") == "dead-not-proved"
    assert accepted(name, f"{TABLE}; {WINDS}; S dead other by=N")
    without = TABLE.replace(" card=riverside-2026", "")
    assert codes(f"{without}; {WINDS}; S dead exposure by=N") == ["unknown-card"]
    no_group = f"{TABLE}; E discard 5b; S claim pung; S expose pung 556b; S discard 9d; S dead exposure by=N"
    assert codes(no_group) == ["not-a-set"]


@pytest.mark.rule("american/dead-3")
@pytest.mark.parametrize(("soaps", "rack", "table"), [(2, False, False), (3, False, True)])
def test_what_lies_face_up_counts_where_that_was_agreed(soaps: int, rack: bool, table: bool) -> None:
    """Of a pair of soaps one is left when three have been discarded."""
    name, thrown = "dead_for_its_exposures", [*["Wd"] * soaps, *["9d"] * (3 - soaps)]
    moves = "; ".join(f"{seat} discard {tile}" for seat, tile in zip("ESW", thrown, strict=True))
    for basis, dead in (("rack", rack), ("table", table)):
        text = f"{CARD} dead_basis={basis}; hand depth=table; {moves}; {SIX}; S dead exposure by=N on_basis={basis}"
        assert refused(name, text) == ("dead-exposure" if dead else "dead-not-proved")


@pytest.mark.rule("american/dead-3")
def test_a_discard_that_can_still_be_called_is_not_lost_to_the_others() -> None:
    """The third soap is the one that makes the pair; nobody else's is, once the next player has drawn."""
    name, dead = "dead_for_its_exposures", "S dead exposure by=N on_basis=table"
    at_table = f"{CARD} dead_basis=table; hand depth=table; E discard Wd; S discard Wd; W discard 9d; {SIX}"
    assert refused(name, f"{at_table}; W discard Wd; {dead}") == "dead-not-proved"
    assert refused(name, f"{at_table}; W discard Wd; N discard 9c; {dead}") == "dead-exposure"


@pytest.mark.rule("american/dead-3")
def test_the_basis_is_that_of_the_game() -> None:
    """Whatever the declaration names."""
    soaps = "; ".join(f"{seat} discard Wd" for seat in "ESW")
    text = f"{TABLE}; {soaps}; {SIX}; S dead exposure by=N on_basis=table"
    assert refused("dead_for_its_exposures", text) == "dead-not-proved"


@pytest.mark.rule("american/dead-3")
def test_exposures_of_the_others_lie_face_up_too() -> None:
    """And so do jokers."""
    at_table = f"{CARD} dead_basis=table; hand depth=table"
    soaps = "E discard Wd; W claim pung; W expose pung WWWd; W discard 9d; N discard 5b; S claim sextet;"
    text = f"{at_table}; {soaps} S expose sextet 555b JJJk; S discard 9c; S dead exposure by=N"
    assert refused("dead_for_its_exposures", text) == "dead-exposure"
    with_jokers = text.replace("WWWd", "WWd Jk")
    assert refused("dead_for_its_exposures", with_jokers) == "dead-not-proved"


@pytest.mark.rule("american/dead-3")
@pytest.mark.parametrize(("basis", "proved"), [("rack", False), ("table", True)])
def test_tiles_that_nobody_wrote_down_may_prove_it_where_they_count(basis: str, proved: bool) -> None:
    """West's unseen tiles can be the soaps that South lacks, which matters by what lies on the table."""
    soaps = "E discard Wd; W claim pung; W expose pung Wd ???; W discard 9d"
    text = f"{CARD} dead_basis={basis}; hand depth=table; {soaps}; {SIX}; S dead exposure by=N"
    assert codes(text) == ([] if proved else ["dead-not-proved"])


@pytest.mark.rule("american/dead-3")
def test_a_verdict_names_its_basis_and_what_still_lives() -> None:
    """The labels of the lines, and no more of the card."""
    (found,) = findings(f"{TABLE}; {A_ROUND}; {SIX}; S dead exposure by=N")
    assert "q4" in found.message
    assert "basis: rack" in found.message
    assert "FFFFFF" not in found.message


# -- mahjong in error ----------------------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-4")
def test_a_false_mahjong_that_was_shown_makes_a_dead_hand() -> None:
    """One that was not shown does not, nor one that is right, nor one that was never declared."""
    name = "dead_for_a_false_mahjong"
    right = f"{IN_ERROR}; S show | 111b 111c GGGd Jk NESWw"
    assert refused(name, f"{right}; S dead false-mahjong") == "dead-not-proved"
    assert refused(name, f"{IN_ERROR}; S dead false-mahjong") == "dead-not-proved"
    assert refused(name, f"{right}; N dead false-mahjong") == "dead-not-proved"
    assert refused(name, f"{NEARLY}; S draw ??; S dead false-mahjong") == "dead-not-proved"
    assert accepted(name, f"{IN_ERROR}; S show | 111b 111c GGGd Jk NESw ??; S dead false-mahjong")
    assert accepted(name, f"{IN_ERROR}; S dead other")
    assert codes(f"{SHOWN}; S dead false-mahjong") == ["not-on-card", "dead-false-mahjong"]


@pytest.mark.rule("american/dead-4")
@pytest.mark.parametrize("act", ["W draw ??", "S discard 9d", "W claim pung", "washout"])
def test_after_a_false_mahjong_the_hand_is_declared_dead(act: str) -> None:
    """Before anybody plays on; after a right one that is another fault."""
    name = "false_mahjong_is_declared_dead"
    right = f"{IN_ERROR}; S show | 111b 111c GGGd Jk NESWw"
    assert accepted(name, f"{right}; {act}")
    assert accepted(name, f"{IN_ERROR}; {act}")
    assert refused(name, f"{SHOWN}; {act}", after="not-on-card") == "dead-false-mahjong"
    assert codes(f"{SHOWN}; {act}") == ["not-on-card", "dead-false-mahjong"]


@pytest.mark.rule("american/error-5")
def test_a_mahjong_in_error_that_was_not_shown_changes_nothing() -> None:
    """Play goes on where it was, and what was declared is no fault."""
    found = findings(f"{NEARLY}; S draw 9d; S mahjong wall 9d; S retract; S discard 9d; W draw ??")
    assert [(one.code, one.severity) for one in found] == [("not-on-card", "info")]
