"""Money moved by errors: who got how much too much, only where it is certain."""

from __future__ import annotations

from told_games import PAID, hands_of, summary_of

from mjlog.reports.summary import Moved, Summary, money_tables, money_words, payment_notes


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
