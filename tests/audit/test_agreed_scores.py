"""Hands of an agreed value, and hands valued by the tables of another rule set."""

from __future__ import annotations

from typing import Any

import pytest

from audit.ending_documents import AGREED, HEAD, LOSERS, SHOWN, TABLE, cited, found, house, replayed
from mjlog.answers import plain
from mjlog.audit.valuing import agreed_score, hand_values, scorer_for, terms_for
from mjlog.errors import RuleSetError
from mjlog.rulesets import parse, resolve
from mjlog.scoring import Terms
from short_logs import table

UNSEEN = "S draw ??; S mahjong wall"
"""South wins, and nobody wrote down a tile."""
ROBBING = "robbing-a-kong"


# -- an agreed value ----------------------------------------------------------------------------------------------


def test_the_winner_has_the_agreed_value_and_the_losers_nothing() -> None:
    """No tile needs to be known for it."""
    report = replayed(AGREED, UNSEEN, hand_value=5)
    assert plain(report.computed) == {"E": 0, "S": 5, "W": 0, "N": 0}
    assert plain(report.owed) == {"E": -10, "S": 20, "W": -5, "N": -5}


def test_after_a_win_in_error_nothing_is_computed() -> None:
    report = replayed(AGREED, "W mahjong wall")
    assert [one.code for one in report.findings] == ["out-of-turn"]
    assert (plain(report.computed), plain(report.owed)) == ({}, None)


def test_moves_that_were_not_recorded_do_not_change_an_agreed_value() -> None:
    assert plain(replayed(AGREED, "gap turn=N; N mahjong wall").computed) == {"E": 0, "S": 0, "W": 0, "N": 1}


def test_a_fault_elsewhere_leaves_the_agreed_value_as_it_is() -> None:
    report = replayed(AGREED, f"{SHOWN}; W show RRRd 777c | 1379b 135c")
    assert [one.code for one in report.findings] == ["shown-hand-differs"]
    assert plain(report.computed) == {"E": 0, "S": 1, "W": 0, "N": 0}


def test_a_drawn_hand_has_no_scores() -> None:
    report = replayed(AGREED, "gap; washout")
    assert (plain(report.computed), plain(report.owed)) == ({}, {"E": 0, "S": 0, "W": 0, "N": 0})
    assert cited(AGREED, "gap; washout; S score 1") == [("washout-scored", "house/draw-1")]
    assert cited(AGREED, "gap; washout; settlement S=1 E=-1") == [("washout-scored", "house/draw-1")]


@pytest.mark.parametrize(("score", "codes"), [("S score 3", []), ("S score 2", ["wrong-score"]),
                                              ("W score 0", []), ("W score 1", ["wrong-score"])])  # fmt: skip
def test_only_the_agreed_value_and_only_by_the_winner_is_announced(score: str, codes: list[str]) -> None:
    findings = found(AGREED, f"{UNSEEN}; {score}", hand_value=3)
    assert [one.code for one in findings] == codes
    assert {one.rule for one in findings} <= {"house/score-1"}


def test_payments_follow_the_agreed_value() -> None:
    assert cited(AGREED, f"{UNSEEN}; settlement E=-2 S=4 W=-1 N=-1") == []
    assert cited(AGREED, f"{UNSEEN}; settlement E=-1 S=3 W=-1 N=-1") == [("wrong-settlement", "house/seats-3")]
    assert cited(AGREED, f"{UNSEEN}; settlement E=-2 S=5 W=-2 N=-1") == [("wrong-settlement", "house/pay-1")]
    assert cited(AGREED, f"{UNSEEN}; settlement E=-2 S=4 W=-2") == [("wrong-settlement", "house/pay-2")]
    assert cited(AGREED, f"{UNSEEN}; settlement E=-2 S=4 W=-1") == [("not-zero-sum", "house/pay-1")]


def test_without_easts_double_a_doubled_payment_is_wrong() -> None:
    doubled = f"{UNSEEN}; settlement E=-2 S=4 W=-1 N=-1"
    assert cited(AGREED, doubled, EastDoubles=False) == [("wrong-settlement", "house/seats-3")]


def test_a_wrongly_announced_value_that_is_paid_is_one_fault() -> None:
    assert cited(AGREED, f"{UNSEEN}; S score 2; settlement E=-4 S=8 W=-2 N=-2") == [("wrong-score", "house/score-1")]


def test_an_agreed_value_has_one_item() -> None:
    score = agreed_score(house(AGREED, hand_value=7), True)
    assert score is not None
    assert [(item.points, item.rule) for item in score.items] == [(7, "house/score-1")]
    assert agreed_score(house(TABLE), True) is None


# -- the tables of another rule set -------------------------------------------------------------------------------


def test_a_borrowed_table_scores_and_the_documents_own_words_settle() -> None:
    """East pays double, and the losers settle nothing, whatever the other rule set says of it."""
    report = replayed(AGREED, f"{SHOWN}; {LOSERS}", scoring="classical")
    assert plain(report.computed) == {"E": 0, "S": 232, "W": 24, "N": 4}
    assert plain(report.owed) == {"E": -464, "S": 928, "W": -232, "N": -232}


def test_borrowed_rows_are_cited_by_the_rules_of_the_borrower() -> None:
    rules = house(AGREED, scoring="classical")
    scorer = scorer_for(rules)
    assert scorer is not None
    cites = {row.id: row.rule for row in scorer.rows}
    assert cites["mahjong"] == "house/win-1"
    assert set(cites.values()) == {"house/win-1", "house/score-1", "house/kong-4", "house/kong-5"}


def test_own_rows_are_added_or_stand_in_the_place_of_borrowed_ones() -> None:
    rows = list((scorer_for(house(AGREED, scoring="classical"))).rows)  # type: ignore[union-attr]
    assert [row.doubles for row in rows if row.id == ROBBING] == [2]
    assert rows[-1].id == "two-kongs"


def test_options_of_the_other_rule_set_are_decided_by_the_document_and_by_options_of_the_same_name() -> None:
    rules = house(AGREED, scoring="classical", EastDoubles=False)
    assert rules.scoring is not None
    assert rules.scoring.options["MahJongScore"] == 40
    assert rules.scoring.options["ScoreLimit"] == 1000
    assert terms_for(rules) == Terms(east_doubles=False, losers_settle=False)
    assert terms_for(house(AGREED, EastDoubles=False)) == Terms(east_doubles=False, losers_settle=False)


def test_a_rule_set_without_values_leaves_scores_alone() -> None:
    """Gains and losses must still cancel."""
    assert house(HEAD).scoring is None
    assert cited(HEAD, f"{UNSEEN}; S score 7; settlement S=7 E=-7") == []
    assert cited(HEAD, f"{UNSEEN}; settlement S=7 E=-6") == [("not-zero-sum", None)]


def test_hand_values_are_those_of_the_seats_in_play() -> None:
    assert hand_values(table("E discard Ww; S draw 5d"), house(AGREED).plan.deal[0].seat, house(AGREED)) == []


@pytest.mark.parametrize(("old", "new", "words"), [
    ('by = "scoring"', 'by = "lantern"', "lantern"),
    ('by = "scoring"', 'by = "hand_value"', "hand_value"),
    ('agreed = "hand_value"', 'agreed = "lantern"', "lantern"),
    ('agreed = "hand_value"', "", "agreed"),
    ('"classical"]', '"lunar"]', "lunar"),
    ("MahJongScore = 40", "Lantern = 40", "Lantern"),
    ("MahJongScore = 40", "MahJongScore = -1", "MahJongScore"),
])  # fmt: skip
def test_a_document_that_names_what_is_not_there_is_refused(old: str, new: str, words: str) -> None:
    document = AGREED.replace(old, new)
    assert document != AGREED

    def every_choice() -> Any:
        ruleset = parse(document)
        return [resolve(ruleset, {"scoring": value}) for value in ruleset.options["scoring"].values]

    with pytest.raises(RuleSetError, match=words):
        every_choice()
