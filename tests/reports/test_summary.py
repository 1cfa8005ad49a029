"""The summary of an audit, in rows and lines: every hand, and money moved by errors."""

from __future__ import annotations

import msgspec
import pytest
from told_games import PAID, RIGHT, hands_of, record, rows, summary_of

from mjlog.audit.game import Game
from mjlog.reports.choice import Choice
from mjlog.reports.story import told_hands
from mjlog.reports.summary import (
    Moved,
    Summary,
    fault_rows,
    headline,
    info_rows,
    money_tables,
    money_words,
    payment_notes,
    player_rows,
    summary_lines,
)
from mjlog.viewer.pages.audit_file import frame

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


# -- the summary of an audit accounts for every hand, and calls no fault what is told for information -----------------


KINDS = ("wrong", "passed_over", "right", "open", "unpaid", "drawn", "void", "without_result")
ANNOUNCED = "game riichi; hand depth=result; E discard ??; S claim mahjong; S mahjong discard; S score 3900; "
WRONG = PAID + "settlement E=-64 S=128 W=-32 N=-32"


@pytest.mark.parametrize(("text", "kind"), [
    pytest.param("game western" + WRONG, "wrong", id="wrong"),
    pytest.param("game western" + PAID + RIGHT, "right", id="right"),
    pytest.param("game western" + PAID, "unpaid", id="unpaid"),
    pytest.param(f"{ANNOUNCED}settlement E=-3900 S=3900; end", "right", id="right, and the game ends too early"),
    pytest.param(f"{ANNOUNCED}settlement E=-1000 S=1000", "wrong", id="wrong by what was announced"),
    pytest.param("game" + PAID + "settlement E=-2 S=6 W=-2 N=-2", "open", id="open"),
    pytest.param("game western; hand depth=result; washout", "drawn", id="drawn"),
    pytest.param("game western; hand depth=result; washout; settlement E=0 S=0 W=0 N=0", "drawn", id="drawn, paid"),
    pytest.param("game american card=riverside-2026; hand depth=table; E discard 9d; replay all agree", "void",
                 id="void"),
    pytest.param("game western; hand depth=table; E discard 5b", "without_result", id="in progress"),
])  # fmt: skip
def test_every_hand_is_one_of_its_kinds(text: str, kind: str) -> None:
    summary = summary_of(text)
    assert {name: getattr(summary, name) for name in KINDS} == {name: int(name == kind) for name in KINDS}
    assert bool(summary.money) == (kind == "wrong"), "a hand that was paid as due moves nothing"
    assert bool(payment_notes(summary)) == (kind not in ("drawn", "void", "without_result"))


def test_a_wrong_payment_that_is_not_asked_for_is_counted_apart() -> None:
    summary = summary_of("game western" + WRONG, Choice(codes=frozenset(["out-of-turn"])))
    assert (summary.wrong, summary.passed_over, summary.money) == (0, 1, {})
    assert payment_notes(summary) == ["payments: 1 hand paid wrong, which is accepted or not asked for"]


def test_the_hands_of_the_payments_add_up_in_words() -> None:
    summary = summary_of("game western" + WRONG)
    for other in ("game western; hand depth=result; washout", "game western; hand depth=table; E discard 5b"):
        summary.add(summary_of(other))
    assert summary.hands == 3
    assert payment_notes(summary) == [
        "payments: 1 hand paid wrong for certain; 1 hand drawn; 1 hand in progress, or without a result in the record"
    ]
    assert "payments: " in "\n".join(summary_lines(summary))


def test_a_summary_adds_every_count_of_another() -> None:
    counts = [field.name for field in msgspec.structs.fields(Summary) if field.default == 0]
    assert set(KINDS) <= set(counts)
    one = Summary(**dict.fromkeys(counts, 1))
    one.add(Summary(**dict.fromkeys(counts, 2)))
    assert [getattr(one, name) for name in counts] == [3] * len(counts)


IMPOSSIBLE = (
    "game american card=riverside-2026; hand depth=table; E discard Ww; S claim quint; S expose quint WWWw JJk;"
    "S dead exposure by=N; W discard 9d"
)
"""No line has five west winds: told for information of the set, and once more when the hand is said to be dead."""


def test_what_is_told_for_information_is_no_fault_of_a_player() -> None:
    hands = hands_of(IMPOSSIBLE)
    severities = {found.severity for hand in hands for found in hand.findings}
    assert severities == {"info"}
    summary = summary_of(IMPOSSIBLE)
    assert fault_rows(summary) == []
    assert player_rows(summary) == []
    assert summary.nobody == 0
    assert [row.code for row in info_rows(summary)] == ["dead-exposure"]
    lines = list(summary_lines(summary))
    assert lines[0] == "for information, and no faults"
    assert not any(line.startswith("faults") for line in lines)


def test_on_a_page_it_has_a_table_of_its_own() -> None:
    page = frame(summary_of(IMPOSSIBLE), [], has_parts=False)
    text = page.before + page.between + page.after
    assert "<h2>For information, and no faults</h2>" in text
    assert "<h2>Faults by kind</h2>" not in text
    assert "<h2>Faults by player</h2>" not in text


def test_of_a_hand_in_progress_others_are_not_told_how_it_came_out() -> None:
    """South has declared, and nobody has seen the hand."""
    text = "game; hand depth=table; E discard 5b; S claim mahjong; S mahjong discard"
    hands = hands_of(text)
    assert [hand.outcome for hand in hands] == ["won"]
    told = told_hands(hands, Game(record(rows(text))))
    assert [hand.outcome for hand in told] == ["unfinished"]


# -- money moved by errors --------------------------------------------------------------------------------------------


def test_what_was_paid_too_much_is_counted_for_each_player() -> None:
    summary = summary_of("game western" + PAID + "settlement E=-64 S=128 W=-32 N=-32")
    assert summary.money == {"western": {"anna": Moved(0, 64), "ben": Moved(32, 0), "cora": Moved(32, 0)}}
    (table,) = money_tables(summary)
    assert table.total == 64
    assert [money_words(row) for row in table.rows] == [
        "ben got 32 too much", "cora got 32 too much", "anna got 64 too little"
    ]  # fmt: skip
    assert payment_notes(summary) == ["payments: 1 hand paid wrong for certain"]


def test_where_the_rules_leave_it_open_who_pays_nothing_is_counted() -> None:
    """In `classical` somebody may have to pay for all, which the tiles would tell."""
    summary = summary_of("game" + PAID + "settlement E=-2 S=6 W=-2 N=-2")
    assert (summary.money, summary.wrong, summary.open) == ({}, 0, 1)
    assert "1 hand of which it cannot be told" in payment_notes(summary)[0]


def test_a_score_that_may_be_wrong_makes_nothing_certain() -> None:
    """What was announced wrong, of a hand that nobody saw, is no ground to compute on."""
    wrong = PAID.replace("S score 24", "S score 25 points=6 doubles=2")
    (hand,) = hands_of("game western" + wrong + "settlement E=-2 S=6 W=-2 N=-2")
    assert "wrong-score" in [found.code for found in hand.findings]
    assert hand.due is None


def test_points_scored_in_a_drawn_hand_go_back() -> None:
    summary = summary_of("game western; hand depth=result; washout; settlement E=8 S=-8 W=0 N=0")
    assert summary.money == {"western": {"anna": Moved(8, 0), "ben": Moved(0, 8)}}


def test_summaries_add_up_to_that_of_all_games() -> None:
    texts = ["game western" + PAID + "settlement E=-64 S=128 W=-32 N=-32", "game western; E discard 5b; W draw 1c"]
    together, one_by_one = Summary(), Summary()
    for text in texts:
        together.add_game(hands_of(text))
        one_by_one.add(summary_of(text))
    assert together == one_by_one
    assert together.games == 2


def test_points_of_different_rule_sets_are_not_added_up() -> None:
    summary = summary_of("game western" + PAID + "settlement E=-64 S=128 W=-32 N=-32")
    summary.add(summary_of("game bmja; hand depth=result; washout; settlement E=8 S=-8 W=0 N=0"))
    assert set(summary.money) == {"western", "bmja"}
