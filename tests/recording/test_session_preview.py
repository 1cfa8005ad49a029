"""What a line would mean: before Enter just what it is afterwards; and which findings are most likely slips."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded_games import PLAYERS, RULE_SETS, card_of, recorder_of, simulated, slips, stands, typed

from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import MjlogError
from mjlog.findings import codes_that, registry
from mjlog.formats.shorthand.reading import acts_in
from mjlog.recording.game import RecordedGame, Step
from mjlog.recording.session import preview
from turns import in_turn

ALWAYS = ("5b", "s1c", "m", "sm", "sp", "c", "k5b", "1f", "-", "..", "wash", "hand", "pay", "8/48/4/2", "note x", "end")
"""Acts that can be typed at any moment, and mean something at many."""


Meaning = tuple[list[str], list[dict[str, object]], str | None]
"""What a line says in words, what is found, and why it cannot be read on."""


def entered(recorder: RecordedGame, text: str) -> Meaning:
    """What a line says when it is entered for good."""
    said, findings = [], []
    try:
        for act in acts_in(text):
            made = recorder.carry_out(recorder.read(act.text))
            said += Step(act.text, made).words
            findings += [finding.as_json() for one in made for finding in one.findings]
    except MjlogError as error:
        return said, findings, str(error)
    return said, findings, None


def previewed(recorder: RecordedGame, text: str) -> Meaning:
    """The same before it is entered, which changes nothing."""
    before = stands(recorder)
    found = preview(recorder, text)
    assert stands(recorder) == before, f"{text} was only looked at"
    return found.said, [finding.as_json() for finding in found.findings], found.error


@pytest.mark.parametrize(("ruleset", "depth"), in_turn(itertools.product(RULE_SETS, ("table", "full"))))
def test_a_line_means_before_enter_what_it_means_afterwards(tmp_path: Path, ruleset: str, depth: str) -> None:
    """At any moment of a hand with slips in it, for its own acts and for others; looking changes nothing."""
    card, shelf = card_of(tmp_path, ruleset)
    first, acts = typed(simulated(ruleset, depth, seed=9, card=card))
    recorder = recorder_of(first, shelf)
    moments = 0
    for number, act in enumerate(slips(7)(acts)):
        if number % 6 == 0 or number > len(acts) - 8:
            for text in ALWAYS:
                assert previewed(recorder, text) == entered(recorder.fork(), text)
            moments += 1
        before = previewed(recorder, act)
        assert before == entered(recorder, act)
    assert moments > 5


def test_a_false_call_that_is_carried_through_is_the_error_before_enter_too() -> None:
    """The call alone is a warning at most; with the set laid down it is the fault."""
    recorder = recorder_of(f"game t western {PLAYERS}\nhand table\n5b")
    recorder.carry_out(recorder.read("claim N chow"))
    before = previewed(recorder, "expose N chow 456b")
    assert [finding["code"] for finding in before[1]] == ["chow-not-from-left"]
    assert before == entered(recorder, "expose N chow 456b")


CLOSING = f"game t western {PLAYERS}\nhand table\n5b sm\nsh 123b 456c 789d 99c 55b"


@pytest.mark.parametrize(
    "text", ["8/48/4/2", "pay", "pay -12/36/-12/-12", "s=1000", "wh 123b", "sh 999b 123d",
             "su", "hand", "penalty s 50 x", "dead S exposure",
              "8/4/2/2 pay hand 5b", "fix 3 6b", "fix after 3 wp-", "fix seats 1 ben anna cleo dora"],
)  # fmt: skip
@pytest.mark.parametrize(
    "before", [(), ("8/48/4/2",), ("8/48/4/2", "pay"), ("fix 3 6b",), ("fix 4 void", "fix 5 void")]
)
def test_the_end_of_a_hand_is_understood_before_enter(before: tuple[str, ...], text: str) -> None:
    recorder = recorder_of(CLOSING)
    for act in before:
        recorder.carry_out(recorder.read(act))
    said, findings, error = previewed(recorder, text)
    assert (said, findings, error) == entered(recorder, text)


def test_a_line_of_several_acts_is_understood_as_far_as_it_can_be_read() -> None:
    recorder = recorder_of(f"game t western {PLAYERS}\nhand table")
    found = preview(recorder, "5b sp zz 9d")
    assert found.said == [
        "East discards 5 bamboo", "South claims pung of 5 bamboo from East",
        "South lays down a pung of 5 bamboo with the discard from East",
    ]  # fmt: skip
    assert found.act == "zz"
    assert "is no act" in str(found.error)
    assert preview(recorder, "  # a remark").is_empty


def test_what_cannot_be_an_event_here_is_told_before_enter() -> None:
    """A second game-start, a number that is not the next."""
    recorder = recorder_of(f"game t western {PLAYERS}")
    for text in ('{"type":"game-start","game":"x","ruleset":"western","players":["a","b","c"]}',
                 '{"type":"note","text":"a","seq":9}', "game x western a b c d"):  # fmt: skip
        said, _findings, error = previewed(recorder, text)
        assert said == []
        assert error is not None
        assert entered(recorder, text)[2] == error


@given(st.text(alphabet='eswn123456789bcdfpkmhtlo-/=.!+ {}"#;:', max_size=24))
def test_any_text_is_understood_or_explained(text: str) -> None:
    recorder = _AT_PLAY
    found = preview(recorder, text)
    assert found.error is None or found.act
    assert recorder.last == 3


_AT_PLAY = recorder_of(f"game t western {PLAYERS}\nhand table\n5b", NO_CARDS)


def test_with_a_card_a_win_is_judged_before_enter(tmp_path: Path) -> None:
    card, shelf = card_of(tmp_path, "american")
    first, acts = typed(simulated("american", "full", seed=2, card=card))
    for cards in (shelf, CardShelf(())):
        recorder = recorder_of(first, cards)
        for act in acts:
            assert previewed(recorder, act) == entered(recorder, act)


# -- slips ------------------------------------------------------------------------------------------------------------

CAN_HAPPEN = frozenset(
    (
        # who sits, throws, deals; what is said of totals
        "wrong-seats", "wrong-east", "wrong-round", "hand-after-end", "wrong-total", "wrong-roller", "wrong-break",
        "wrong-deal-order", "wrong-deal-count",
        # a tile too many or too few, out of turn, past the end, without a replacement
        "wrong-tile-count", "out-of-turn", "draw-past-end", "no-discard-due", "replacement-missing",
        "replacement-not-due", "bonus-kept", "not-a-bonus", "bonus-not-allowed",
        # calls that were not open, not the caller's, late, false; sets changed afterwards
        "claim-not-open", "claim-misnamed", "chow-not-from-left", "chow-of-honors", "claim-outranked", "claim-not-made",
        "claim-dropped",
        "retract-too-late", "self-drawn-exposed", "exposure-changed", "pair-claimed", "single-claimed",
        "concealed-hand-exposed", "kong-not-allowed", "kong-on-exposed-pung", "kong-tile-claimed", "rob-not-allowed",
        "fishing-false", "call-changed", "call-too-late",
        # the Charleston and jokers
        "charleston-order", "charleston-count", "charleston-blind", "joker-passed", "joker-not-allowed",
        "exchange-out-of-turn", "exchange-before-draw",
        # a false mahjong, a hand that should have been dead, an end that is none, a wrong sum
        "not-mahjong", "mahjong-outranked", "not-on-card", "danger-misjudged", "dead-hand-acts", "dead-not-proved",
        "dead-count", "dead-exposure", "dead-false-mahjong", "washout-too-early", "replay-not-due", "replay-missing",
        "washout-scored", "wrong-score", "wrong-settlement", "wrong-penalty",
        # riichi: declared, called, turned, counted and ended as it should not have been
        "riichi-not-allowed", "riichi-not-ready", "furiten", "no-yaku", "swap-call", "kong-changes-wait",
        "wrong-indicator", "indicator-missing", "indicator-not-due", "wrong-pot", "wrong-repeats", "wrong-liable",
        "too-many-winners", "washout-not-due", "abort-missing", "wrong-final", "game-end-too-early",
    )
)  # fmt: skip
"""What players do, though no rule allows it: it is recorded as it was."""


def test_of_every_fault_it_is_decided_whether_it_can_have_happened() -> None:
    """An error is something that people do, or most likely a slip of the one who types."""
    not_errors = {"unknown-card", "discard-misnamed", "fishing-not-said"}
    assert not CAN_HAPPEN & codes_that("slip")
    assert set(registry()) == CAN_HAPPEN | codes_that("slip") | not_errors
    assert {code for code, info in registry().items() if info.severity.value != "error"} >= not_errors


HAND = f"game t western {PLAYERS}\nhand table\n"


@pytest.mark.parametrize(
    ("before", "text", "slip"),
    [
        ("5b 5b 5b 5b", "5b", True),
        ("", "ew ew ew ew ew", True),
        ("5b", "ep", True),
        ("5b sp-", "expose S pung 556b", True),
        ("5b", "wc46", False),
        ("5b", "w6b", False),
        ("5b", "hand-start E=anna S=ben W=cleo N=dora", True),
        ("5b sm", "9d", True),
        ("5b", "wash", False),
        ("5b", "sm6b", True),
        ("5b sm", "pay -1/2/3/4", True),
        ("5b", "ka5b", True),
    ],
)
def test_what_cannot_be_is_told_from_what_is_not_allowed(before: str, text: str, slip: bool) -> None:
    found = preview(recorder_of(HAND + before), text)
    assert found.error is None
    assert found.errors, found.said
    assert found.is_impossible is slip, [finding.code for finding in found.errors]


@pytest.mark.parametrize("text", ["su 5b 6c 7d", "su w6b w7b", "su wp- 9d sm", "su dead S other\n5b 6b"])
def test_taking_a_declaration_back_is_only_looked_at_too(text: str) -> None:
    """What the table was like before the declaration is no other after somebody has tried to go on from there."""
    recorder = recorder_of(f"{HAND}5b sm")
    preview(recorder, text)
    for act in ("su", "w5c", "n5c"):
        recorder.carry_out(recorder.read(act))
    afresh = recorder_of(f"{HAND}5b sm su w5c n5c")
    assert stands(recorder) == stands(afresh)
