"""What a line would mean: before Enter just what it is afterwards; judged once; slips; what if."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded_games import (
    PLAYERS,
    RULE_SETS,
    begin,
    card_of,
    opened,
    recorder_of,
    session_of,
    simulated,
    slips,
    stands,
    typed,
)

from mjlog.audit.engine import Engine
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import MjlogError
from mjlog.findings import codes_that, registry
from mjlog.formats.shorthand import MOST_AT_FAULT
from mjlog.formats.shorthand.reading import acts_in
from mjlog.recording.game import RecordedGame, Step
from mjlog.recording.session import preview
from mjlog.recording.what_if import MOST_ACTS, WhatIf, choices_after, what_if
from mjlog.seats import Seat
from mjlog.store import open_store
from short_logs import fields
from tests.views.table_logs import hidden_twin, played, view_of
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


@pytest.mark.parametrize("text", ["su 5b 6c 7d", "su w6b w7b", "su wp- 9d sm", "su dead S other\n5b 6b"])
def test_taking_a_declaration_back_is_only_looked_at_too(text: str) -> None:
    """What the table was like before the declaration is no other after somebody has tried to go on from there."""
    recorder = recorder_of(f"{HAND}5b sm")
    preview(recorder, text)
    for act in ("su", "w5c", "n5c"):
        recorder.carry_out(recorder.read(act))
    afresh = recorder_of(f"{HAND}5b sm su w5c n5c")
    assert stands(recorder) == stands(afresh)


# -- an act that is typed is judged once ------------------------------------------------------------------------------


class Judged:
    """Counts the events that are judged."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.events, feed = 0, Engine.feed

        def counting(engine: Engine, row: object, where: object) -> None:
            self.events += 1
            feed(engine, row, where)  # type: ignore[arg-type]

        patch.setattr(Engine, "feed", counting)

    def since(self) -> int:
        """How many there were since it was last asked."""
        count, self.events = self.events, 0
        return count


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    """A counter of what is judged."""
    return Judged(monkeypatch)


@pytest.mark.parametrize(("ruleset", "depth"), list(itertools.product(RULE_SETS, ("table", "full"))))
def test_each_act_of_a_hand_is_judged_when_it_is_looked_at_and_not_again(
    tmp_path: Path, judged: Judged, ruleset: str, depth: str
) -> None:
    card, shelf = card_of(tmp_path, ruleset)
    first, acts = typed(simulated(ruleset, depth, seed=4, card=card))
    with open_store(tmp_path / "club.db") as store:
        game = begin(store, first)
        session = session_of(store, game, cards=shelf, recorder="rea", clock=lambda: "2026-05-01T19:00:00Z")
        for act in slips(3)(acts):
            judged.since()
            understood = preview(session.recorder, act)
            looked_at = judged.since()
            try:
                made = session.enter(act, understood)
            except MjlogError:
                continue
            assert judged.since() == 0
            assert looked_at == sum(len(step.said) for step in made)
            assert all(one.event.recorder == "rea" and one.event.at is not None for step in made for one in step.said)
        assert stands(session.recorder) == stands(session_of(store, game, cards=shelf).recorder)


def test_what_was_looked_at_before_somebody_else_wrote_is_judged_anew(tmp_path: Path, judged: Judged) -> None:
    with open_store(tmp_path / "club.db") as store:
        game = begin(store)
        session, other = session_of(store, game), session_of(store, game)
        session.enter("hand table")
        understood = preview(other.recorder, "note looked at too early")
        judged.since()
        made = other.enter("note looked at too early", understood)
        assert judged.since() > 0
        assert [one.event.seq for step in made for one in step.said] == [other.recorder.last]
        assert stands(other.recorder) == stands(session_of(store, game).recorder)


def test_what_was_looked_at_before_an_undo_is_judged_anew(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        session = session_of(store)
        for act in ("hand table", "5b"):
            session.enter(act)
        understood = preview(session.recorder, "9d")
        session.undo()
        session.enter("9d", understood)
        assert [step.text for step in session.pencil] == ["hand table", "9d"]
        assert stands(session.recorder) == stands(session_of(store).recorder)


def test_of_what_somebody_else_adds_no_more_than_that_is_judged(tmp_path: Path, judged: Judged) -> None:
    """A program that sends events, while a telephone looks on: what was read before is not read again."""
    first, acts = typed(simulated("western", "table", seed=4, card=None))
    with open_store(tmp_path / "club.db") as store:
        game = begin(store, first)
        other, looking = session_of(store, game), session_of(store, game)
        for act in acts:
            other.enter(act)
            other.confirm()
            before = looking.stored
            judged.since()
            assert looking.follow_others() is (looking.stored > before)
            assert judged.since() <= 2 * (looking.stored - before)
            assert stands(looking.recorder) == stands(other.recorder)
        assert looking.recorder.last > 100


def test_nonsense_is_not_understood_to_its_end(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        session = session_of(store)
        understood = preview(session.recorder, "hand table " + "5b " * (2 * MOST_AT_FAULT))
        assert understood.error is not None
        assert "is no record of games" in understood.error
        assert understood.act == "5b"
        # What was entered before does not count: whoever makes one mistake more is still heard.
        assert preview(session.recorder, "hand table " + "5b " * 20).error is None


# -- what if ----------------------------------------------------------------------------------------------------------


EAST = "game western bonus_tiles=false; hand; dealt E 45b 678d 123c 789c EEw 9d / S 345b 678c 123d 55d 67d"
PLAYED = f"{EAST}; E discard 4b; washout"


def tried(acts: str, text: str = PLAYED, back: int = 3, view: object = "open") -> WhatIf:
    """Acts so many events before the end."""
    game = view_of(fields(text))
    return what_if(game, len(game.rows) - back, acts, view)  # type: ignore[arg-type]


def test_a_legal_discard_is_told_with_what_could_be_won_on_then() -> None:
    found = tried("discard E 9d")
    assert (found.verdict, found.findings) == ("legal", ())
    assert found.words == "East discards 9 dots: legal; East could then win on 3 bamboo (4 left) and 6 bamboo (4 left)"


def test_a_hand_that_waits_with_too_little_to_win_is_not_said_to_win() -> None:
    """No tile makes it eight points."""
    text = "game mcr; hand; dealt E 123b 789c 567d 33d 88b Nw; E discard 8b; washout"
    words = tried("discard E Nw", text).words
    assert "could then win" not in words
    assert words.endswith("3 dots (2 left), and have too little to win with any")


def test_an_illegal_one_is_told_with_the_rule() -> None:
    found = tried("discard E 1b")
    assert found.verdict == "illegal"
    assert found.words.endswith("east does not have it [western/turn-2]")


def test_who_could_win_or_claim_the_tile_is_told_where_the_hand_is_seen() -> None:
    open_hands = tried("discard E 8d")
    assert "South could win with it" in open_hands.words
    assert "South" not in tried("discard E 8d", view=Seat.E).words


def test_acts_follow_one_another() -> None:
    found = tried("discard E 5b; claim S chow; expose S chow 345b; discard S 7d")
    assert (found.verdict, [act.text for act in found.acts][-1]) == ("legal", "discard S 7d")
    assert found.typed == "discard E 5b; claim S chow; expose S chow 345b; discard S 7d"
    assert tried("discard E 5b; claim S chow; expose S chow 567b").verdict == "illegal"


def test_each_choice_can_be_tried_and_is_legal() -> None:
    found = tried("")
    for choice in choices_after(found):
        assert tried(choice.text).verdict == "legal", choice


def test_nothing_of_it_is_kept() -> None:
    game = view_of(fields(PLAYED))
    before = [*game.rows], [*game.played[0].report.findings]
    what_if(game, len(game.rows) - 3, "discard E 1b")
    assert ([*game.rows], [*game.played[0].report.findings]) == before


def test_what_is_no_act_of_play_is_refused() -> None:
    for text in ("note done", "hand", "penalty E 5", "blabla"):
        with pytest.raises(MjlogError):
            tried(text)
    with pytest.raises(MjlogError, match="too many"):
        tried("; ".join(["discard E 9d"] * (MOST_ACTS + 1)))


def test_where_nothing_is_played_nothing_can_be_tried() -> None:
    game = view_of(fields(PLAYED))
    with pytest.raises(MjlogError, match="no hand has begun there"):
        what_if(game, 0, "discard E 9d")


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1 << 20))
def test_of_a_hand_in_progress_no_hidden_tile_decides(seed: int) -> None:
    """Two games that differ in hidden tiles alone answer the same, whatever is tried and whoever asks."""
    log = played(seed, 9)
    for view in ("open", Seat.S):
        for acts in ("", "discard E 5b", "sp", "wm", "discard S Rd; wp"):
            answers = []
            for one in (log, hidden_twin(log, seed)):
                game = view_of(one.events)
                try:
                    found = what_if(game, len(game.rows) - 1, acts, view)  # type: ignore[arg-type]
                    answers.append((found.words, [choice.text for choice in choices_after(found)]))
                except MjlogError as error:
                    answers.append((str(error), []))
            assert answers[0] == answers[1]
