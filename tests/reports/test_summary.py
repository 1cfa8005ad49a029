"""The summary of an audit, in rows and lines."""

from __future__ import annotations

from told_games import hands_of, summary_of

from mjlog.reports.choice import Choice
from mjlog.reports.summary import fault_rows, headline, player_rows, summary_lines

OUT_OF_TURN = "game; hand depth=table; E discard 5b; W draw ??; W discard 1c; N discard 1c; N discard 2c"


def test_faults_are_told_by_kind_in_words_and_by_player() -> None:
    summary = summary_of(OUT_OF_TURN)
    assert [(row.number, row.code, row.title) for row in fault_rows(summary)] == [
        (1, "no-discard-due", "no discard was due"), (1, "out-of-turn", "out of turn"),
    ]  # fmt: skip
    assert ("cora", 1) in [(row.who, row.errors) for row in player_rows(summary)]
    lines = list(summary_lines(summary))
    assert "  1  out of turn (out-of-turn)" in lines
    assert "  cora: 1 error" in lines
    assert "faults by player" in lines


def test_real_names_stand_beside_the_handles() -> None:
    lines = list(summary_lines(summary_of(OUT_OF_TURN), {"cora": "Cora \u202eNew"}))
    assert "  cora (Cora \\u202eNew): 1 error" in lines


def test_nothing_found_is_said_in_one_line() -> None:
    summary = summary_of("game; hand depth=table; E discard 5b")
    assert list(summary_lines(summary)) == []
    assert headline(summary) == "1 game, 1 hand: nothing found"


def test_a_choice_leaves_out_what_is_not_asked_for() -> None:
    hands = hands_of(OUT_OF_TURN)
    found = [one.code for hand in Choice(codes=frozenset(["no-discard-due"])).of(hands) for one in hand.findings]
    assert set(found) <= {"no-discard-due"}
    assert Choice(player="nobody").of(hands) == []
    own = Choice(player="cora").of(hands)
    assert [one.code for hand in own for one in hand.findings] == ["out-of-turn"]
    assert [one.code for hand in Choice(player="anna").of(hands) for one in hand.findings] == []


def test_a_choice_by_severity_keeps_what_is_graver() -> None:
    hands = hands_of("game; hand depth=table; E discard 5b named=6b; W draw ??")
    codes = {
        name: [one.severity for hand in Choice(severity=name).of(hands) for one in hand.findings]
        for name in ("error", "info")
    }
    assert codes == {"error": ["error"], "info": ["info", "error"]}
