"""What is computed counts on a sheet until something else is said; a `?` says what is missing."""

from __future__ import annotations

import pytest

from each import each
from mjlog.answers import plain
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.errors import NotationError
from mjlog.events import decode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.log.records import GameRecord
from mjlog.recording.asking import presumed_payment
from mjlog.recording.game import RecordedGame
from mjlog.views.sheet import ScoreSheet, legend_words, score_sheet

BY_SCORES = ("bmja", "classical", "dead-wall", "dmjl", "western")
NEXT = "hand-start hand=2 E=ben S=cleo W=dora N=anna round=E result"
EVENING = "hand result\n8s48/4/2\new64/0/12/8\nwash\nend\n"


def bodies_of(text: str, ruleset: str = "bmja") -> tuple[bytes, ...]:
    """The log of a text in short hand."""
    (game,) = read_document(f"game t {ruleset} anna ben cleo dora\n{text}", "text")
    assert game.fault is None, game.fault
    return tuple(game.bodies)


def sheet_of(text: str, ruleset: str = "bmja") -> ScoreSheet:
    """The sheet of a text in short hand."""
    rows = ((decode_event(body), None) for body in bodies_of(text, ruleset))
    return score_sheet(Game(GameRecord("text", "t", rows, corrected=True)))


def changes(sheet: ScoreSheet, hand: int) -> list[int | None]:
    """What a hand brought to everybody, in the order of the sheet's players."""
    return [cell.change for cell in sheet.hands[hand - 1].cells]


@each("ruleset", BY_SCORES)
def test_an_evening_by_results_has_totals_in_every_rule_set_that_pays_by_scores(ruleset: str) -> None:
    sheet = sheet_of(EVENING, ruleset)
    assert changes(sheet, 1) == [-76, 192, -54, -62]
    assert changes(sheet, 3) == [0, 0, 0, 0]
    assert tuple(sheet.totals.values()) == (-200, 576, -202, -174)


def test_the_sheet_names_the_hands_that_count_as_computed_and_what_was_not_said_of_them() -> None:
    words = "hands 1 and 2 count as computed: nobody wrote down whether somebody pays for all"
    assert legend_words(sheet_of(EVENING)) == words
    assert legend_words(sheet_of(EVENING, "western")) == ""
    assert legend_words(sheet_of("hand result\n8s48/4/2\npay\nhand\n8s48/4/2\nend\n")).startswith("hand 2 counts")


def test_what_is_presumed_is_not_computed_for_certain_and_no_total_is_judged_by_it() -> None:
    stated = EVENING.replace("end\n", 'game-end totals={"anna":1,"ben":2,"cleo":3,"dora":-6}\n')
    rows = ((decode_event(body), None) for body in bodies_of(stated))
    replay = Engine(GameRecord("text", "t", rows))
    reports = [report for report in replay.run() if report.hand is not None]
    assert [report.as_json()["settlement"]["computed"] for report in reports[:2]] == [None, None]
    assert not [finding for report in reports for finding in report.findings]


def test_what_is_said_later_counts_instead() -> None:
    sheet = sheet_of("hand result\n8s48/4/2\npay w\nhand\new64/0/12/8\npay -1/2/-1/0\nend\n")
    assert changes(sheet, 1) == [0, 192, -192, 0]
    assert tuple(sheet.totals.values()) == (0, 191, -190, -1)
    assert legend_words(sheet) == ""


@each("ruleset", ("bmja", "classical", "dmjl"))
def test_that_somebody_paid_for_all_is_what_the_rules_say_is_due(ruleset: str) -> None:
    rows = ((decode_event(body), None) for body in bodies_of("hand result\n8s48/4/2\npay e\n", ruleset))
    *_, report = Engine(GameRecord("text", "t", rows)).run()
    assert not report.findings
    assert plain(report.settled) == {"E": -192, "S": 192, "W": 0, "N": 0}


@pytest.mark.parametrize(("ruleset", "text", "words"), [
    ("western", "8s48/4/2\npay w", "nobody pays for all"),
    ("bmja", "8s48/4/2\npay s", "does not follow"),
    ("bmja", "sm48\npay w", "does not follow"),
], ids=["by these rules nobody does", "the winner", "scores are missing"])  # fmt: skip
def test_nobody_pays_for_all_who_cannot(ruleset: str, text: str, words: str) -> None:
    *begun, last = f"hand result\n{text}".split("\n")
    recorder = RecordedGame("text", "t", bodies_of("\n".join(begun), ruleset))
    with pytest.raises(NotationError, match=words):
        recorder.read(last)


@pytest.mark.parametrize(("ruleset", "hand", "missing"), [
    ("bmja", "sm48", "the scores of East, West and North"),
    ("western", "8s48//2", "the score of West"),
    ("american", "sm25", "who discarded the winning tile"),
    ("american", "sm", "the score of South"),
])  # fmt: skip
def test_a_question_mark_says_what_is_missing(ruleset: str, hand: str, missing: str) -> None:
    sheet = sheet_of(f"hand result\n{hand}\nend\n", ruleset)
    assert tuple(sheet.totals.values()) == (None, None, None, None)
    assert legend_words(sheet) == f"? is not certain, for something was not written down: hand 1, {missing}"


def test_a_game_whose_last_hand_has_missed_moves_has_totals_where_that_hand_was_paid() -> None:
    won = "hand table\nnw 1d ..s sm48 e=8 w=4 n=2\n"
    assert tuple(sheet_of(f"{won}pay -76/192/-54/-62\nend\n", "western").totals.values()) == (-76, 192, -54, -62)
    assert tuple(sheet_of(f"{won}end\n", "western").totals.values()) == (-76, 192, -54, -62)
    unpaid = sheet_of("hand result\n8s48/4/2\nhand table\nnw 1d ..\nwash\npay\nend\n")
    assert tuple(unpaid.totals.values()) == (-76, 192, -54, -62)


@each("text", (f"hand table\nnw 1d ..\n{NEXT}\n8s48/4/2\n", "hand result\n8s48/4/2\n..\nend\n"))
def test_missed_moves_without_an_end_or_between_the_hands_leave_the_totals_open(text: str) -> None:
    assert tuple(sheet_of(text, "western").totals.values()) == (None, None, None, None)


def test_a_later_hand_of_other_players_leaves_what_was_paid_before_as_it_was() -> None:
    other = "hand-start hand=2 E=ben S=cleo W=bob N=anna round=E result\n8s48/4/2\npay\n"
    other += "hand-start hand=3 E=cleo S=dora W=anna N=ben round=E result\n"
    sheet = sheet_of(f"hand result\n8s48/4/2\npay\n{other}", "western")
    assert [cell.total for cell in sheet.hands[0].cells] == [-76, 192, -54, -62, 0]
    assert sheet.totals == {"anna": -138, "ben": 116, "cleo": 138, "dora": -62, "bob": -54}


def test_what_is_presumed_of_the_hand_that_is_over_is_told_until_it_is_paid() -> None:
    recorder = RecordedGame("text", "t", bodies_of("hand result\n8s48/4/2\n"))
    presumed = presumed_payment(recorder.replay)
    assert (str(presumed), presumed.unsaid) == (
        "East −76, South +192, West −54, North −62", "whether somebody pays for all",
    )  # fmt: skip
    recorder.carry_out(recorder.read("pay"))
    assert presumed_payment(recorder.replay) is None
