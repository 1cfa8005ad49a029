"""Why a rule was silent about an event: each of the reasons there are, and what every rule says of every event."""

from __future__ import annotations

import re

import pytest

from cases import all_cases
from each import each
from mjlog import events as ev
from mjlog.audit.game import Game
from mjlog.disputes.case import disputes_in
from mjlog.disputes.why import Inquiry, Why, read_moment, why, why_lines
from mjlog.errors import MjlogError, RecordError, RuleSetError
from mjlog.log.records import GameRecord
from mjlog.rulesets import shipped
from mjlog.seats import Seat
from samples import SAMPLES
from short_logs import events, fields
from tests.disputes.dossiers import dossier_of, view_of_events, view_of_sample, view_of_short
from tests.simulate.games import played, read
from turns import in_turn

DEALT = (
    "game western; hand; dealt E 123b 456b 789b 11c 2d 5d 9d / S 123d 456d 789d 22c EwSw / W 123b 456b 789b 333c 8c /"
    "N 44c 55c 66c 77c RRd GGd Nw;"
)
NOT_READY = (
    "game riichi; hand; dealt E 159b 159c 159d EwSwWwNw / S 234b 567c 345d 666b 8d; indicator 1c;"
    "E draw 5b; E discard 9d riichi=true; S draw ??; S discard 8d; W draw ??; W discard 8c; N draw ??; N discard 7c;"
    "E draw 9c; E discard 1b"
)
FROM_ACROSS = "game western; hand; E discard 5b; W claim chow; W expose chow 456b"
NOT_DRAWN = "game western; hand; E discard 5b; S discard 6b; W draw ??"


def asked(text: str, named: str, seq: int | None = None) -> Why:
    """What came of a rule at an event of a short log, the last one if none is named."""
    view = view_of_short(text)
    (found,) = why(view, view.log.last if seq is None else seq, named, as_audited=True)
    return found


# -- the reasons -------------------------------------------------------------------------------------------------------


def test_an_explanation_in_which_the_rule_is_kept() -> None:
    found = asked(NOT_DRAWN, "western/turn-2")
    assert found.verdict == "explained"
    assert found.words.startswith("kept as it was written down or if south had drawn, unseen; broken if it had not ")
    assert [(one.explanation, one.verdict, one.stands) for one in found.explanations] == [
        ("as it was written down", "kept", True),
        ("if south had drawn, unseen", "kept", True),
        ("if it had not happened", "refused", False),
        ("if event 4 came one event later", "refused", False),
    ]


def test_it_is_excused() -> None:
    """The event whose fault is carried through is named."""
    found = asked(NOT_READY, "riichi/riichi-3")
    told = next(one.seq for one in view_of_short(NOT_READY).hands[1].report.findings if one.code == "riichi-not-ready")
    assert found.verdict == "excused"
    assert found.words.endswith(f"in riichi: 9c was drawn: it carries the fault of event {told} through")


# -- and what is no silence --------------------------------------------------------------------------------------------


SHOWN = "game western; hand depth=table; E discard Ww; S draw 5d; S mahjong wall 5d; S show 123b 789c 222d RRRd 55d;"


@pytest.mark.parametrize(
    ("total", "verdict", "words"),
    [(17, "told", "error wrong-score: "), (None, "kept", "computed and compared: the hand is worth ")],
)
def test_a_score_is_computed_and_compared(total: int | None, verdict: str, words: str) -> None:
    """It is told what the hand is worth, and where it is wrong, the rule that has the finding has answered."""
    worth = view_of_short(SHOWN).hands[1].report.computed[Seat.S]
    view = view_of_short(f"{SHOWN} S score {worth if total is None else total}")
    found = view.hands[1].report.findings
    rule = found[0].rule if found else "western/points-2"
    assert rule is not None
    (one,) = why(view, 7, rule)
    assert (one.is_asked, one.verdict) == (True, verdict)
    assert one.words.startswith(words)


def test_a_code_tells_of_nothing_else_that_its_checks_answer() -> None:
    assert asked(FROM_ACROSS, "chow-not-from-left", 4).verdict == "told"
    assert asked(FROM_ACROSS, "claim-own-discard", 4).verdict in ("kept", "not-due")


# -- every rule, every event -------------------------------------------------------------------------------------------


def games(ruleset: str) -> list[Game]:
    """A hand with mistakes, with its wall and without."""
    rows = read(played(ruleset, 7, hands=1, mistakes=True))
    without = [row for row in rows if not isinstance(row, ev.Wall)]
    records = (GameRecord("sim", "sim", iter([(row, None) for row in each])) for each in (rows, without))
    return [Game(record, to_owner=True) for record in records]


@pytest.mark.parametrize("ruleset", shipped())
def test_every_rule_can_be_asked_about_every_event(ruleset: str) -> None:
    for view in games(ruleset):
        for seq in in_turn(view.by_seq):
            moment = read_moment(view, seq)
            inquiry = Inquiry(moment, moment.last, as_audited=True)
            for rule in inquiry.rules.ruleset.rules:
                found = inquiry.why(rule.id)
                assert found.words
                assert list(why_lines(found))


@each("key", lambda: in_turn(key for key, case in all_cases().items() if case.illegal))
def test_a_rule_that_is_broken_is_said_to_have_answered(key: str) -> None:
    """Of every rule set every rule: whatever is found in a log that breaks it, the rule and the code have told."""
    rows = iter((event, None) for event in events(all_cases()[key].illegal))
    view = Game(GameRecord("case", "case", rows), to_owner=True)
    found = [one for hand in view.hands for one in hand.report.findings if one.seq]
    assert found
    for one in found:
        for named in (one.rule, one.code) if one.rule is not None else (one.code,):
            assert "told" in [told.verdict for told in why(view, one.seq or 0, named, as_audited=True)], one


# -- what cannot be asked ----------------------------------------------------------------------------------------------

UNKNOWN = [
    ("western/turn-99", 3, "the rule set western has no rule 'western/turn-99'; did you mean western/turn-2?"),
    ("classical/claim-1", 3, "the game is played by western, and 'classical/claim-1' is no rule of that"),
    ("out-of-trun", 3, "there is no finding code 'out-of-trun', and no rule of western is called so; did you mean"),
    ("western/turn-2", 99, "there is no event 99: the game has the events 1 to 5"),
]


@pytest.mark.parametrize(("named", "seq", "words"), UNKNOWN)
def test_what_is_not_there_is_said(named: str, seq: int, words: str) -> None:
    with pytest.raises(MjlogError, match=re.escape(words)):
        why(view_of_short(NOT_DRAWN), seq, named)


def test_a_line_that_cannot_be_read_is_asked_nothing() -> None:
    view = view_of_short(NOT_DRAWN)
    with pytest.raises(RuleSetError):
        why(view, 3, "no-code")
    struck = view_of_events([*fields(NOT_DRAWN), {"type": "correction", "of": 4, "events": [], "reason": "not so"}])
    with pytest.raises(RecordError, match="event 4 is not read in the log as corrected"):
        why(struck, 4, "western/turn-2")


def test_each_event_of_a_correction_is_asked_about() -> None:
    events = [{"type": "draw", "seat": "S", "tile": "??"}, {"type": "discard", "seat": "S", "tile": "6b"}]
    view = view_of_events([*fields(NOT_DRAWN), {"type": "correction", "of": 4, "events": events, "reason": "drawn"}])
    assert [one.type for one in why(view, 6, "western/turn-2")] == ["draw", "discard"]


# -- in the dossier ----------------------------------------------------------------------------------------------------


def test_a_dossier_tells_which_rules_are_silent_for_another_fault() -> None:
    (one,) = dossier_of(view_of_short(f"{NOT_DRAWN}; washout reason=stopped"), 5).silent
    assert (one.rules, one.verdict) == (("western/turn-2",), "explained")


def test_beside_a_wrong_score_those_rules_are_named_by_which_the_hand_counts_alike_ones_together() -> None:
    view = view_of_sample(SAMPLES / "disputes" / "three-dragons-and-a-chow-ruled.mjlog.jsonl")
    silent = dossier_of(view, disputes_in(view)[0].seq).silent
    assert [one.rules for one in silent] == [("western/points-1",), ("western/points-5",), ("western/double-1",)]


def test_rules_that_are_silent_for_one_reason_are_told_together() -> None:
    text = "game mahjiang; hand depth=result; S mahjong discard; settlement E=-1 S=3 W=-1 N=-1"
    (one,) = dossier_of(view_of_short(text), 4).silent
    assert one.rules == ("mahjiang/draw-1", "mahjiang/score-1")


def test_a_dossier_of_a_legal_hand_names_none() -> None:
    text = f"{DEALT} E discard 9d; S draw ??; washout reason=stopped"
    assert dossier_of(view_of_short(text), 21).silent == ()


def test_of_a_hand_in_progress_nothing_hidden_is_told() -> None:
    """What is not for everybody's eyes is asked as the table sees it."""
    (open_to_all,) = why(view_of_short(DEALT + "E discard 3c"), 20, "western/turn-2")
    assert open_to_all.verdict == "tiles-unknown"
    assert asked(DEALT + "E discard 3c", "western/turn-2").verdict == "told"
