"""Wrong payments cite the rule that was not kept: of the winner, of East, of the losers."""

from __future__ import annotations

from typing import Any

import pytest

from audit.ending_documents import AGREED, LOSERS, SHOWN, TABLE, cited, found, replayed
from mjlog.answers import plain

# Scores 70 to South, 0, 24 and 4 to East, West and North. To South: 140, 70, 70; among the losers: East pays West 48
# and North 8, North pays West 20.
RIGHT = {"E": -196, "S": 280, "W": -2, "N": -82}
PAID = [["E", "S", 140], ["W", "S", 70], ["N", "S", 70], ["E", "W", 48], ["E", "N", 8], ["N", "W", 20]]


def settled(change: dict[str, int], text: str = f"{SHOWN}; {LOSERS}", **last: Any) -> list[tuple[str, Any]]:
    """Codes and rules of what is found of these payments."""
    words = " ".join(f"{seat}={amount}" for seat, amount in change.items())
    return cited(TABLE, f"{text}; settlement {words}", last)


def paid(*payments: list[Any]) -> list[tuple[str, Any]]:
    """What is found where these payments stand in the place of those between the same two players."""
    pairs = {frozenset(one[:2]): one for one in [*PAID, *payments]}
    change = dict.fromkeys("ESWN", 0)
    for payer, payee, points in pairs.values():
        change[payer] -= points
        change[payee] += points
    return settled(change, payments=list(pairs.values()))


def test_the_payments_due_are_no_fault() -> None:
    assert settled(RIGHT) == []
    assert paid() == []


@pytest.mark.parametrize(("change", "rule"), [
    ({"E": -98, "S": 210, "W": -26, "N": -86}, "pay-3"),
    ({"E": -140, "S": 280, "W": -70, "N": -70}, "pay-2"),
    ({"E": -126, "S": 210, "W": -2, "N": -82}, "pay-3"),
    ({"E": -172, "S": 280, "W": -26, "N": -82}, "pay-3"),
    ({"E": -196, "S": 280, "W": -12, "N": -72}, "pay-2"),
    ({"E": -196, "S": 290, "W": -12, "N": -82}, "pay-1"),
    ({"E": -200, "S": 300, "W": -10, "N": -90}, "pay-1"),
])  # fmt: skip
def test_gains_and_losses_tell_which_rule_was_not_kept(change: dict[str, int], rule: str) -> None:
    """East never doubled, no payments among losers, one payment of East not doubled, one among losers, others."""
    assert settled(change) == [("wrong-settlement", f"house/{rule}")]


@pytest.mark.parametrize(("payments", "rule"), [
    ([["E", "S", 70]], "pay-3"),
    ([["E", "S", 70], ["E", "W", 24]], "pay-3"),
    ([["E", "W", 24]], "pay-3"),
    ([["N", "W", 24]], "pay-2"),
    ([["E", "N", 0], ["N", "W", 0]], "pay-2"),
    ([["W", "S", 140]], "pay-1"),
    ([["N", "W", 24], ["N", "S", 60]], "pay-1"),
])  # fmt: skip
def test_single_payments_tell_which_rule_was_not_kept(payments: list[list[Any]], rule: str) -> None:
    assert paid(*payments) == [("wrong-settlement", f"house/{rule}")]


def test_a_swap_that_changes_no_sum_is_found_where_payments_are_written_down() -> None:
    """East pays South a part of what West owed, and West East's."""
    swapped = [["E", "S", 130], ["W", "S", 80], ["N", "S", 70], ["E", "W", 58], ["E", "N", 8], ["N", "W", 20]]
    assert settled(RIGHT, payments=swapped) == [("wrong-settlement", "house/pay-1")]


def test_the_message_says_what_was_not_kept() -> None:
    (finding,) = found(TABLE, f"{SHOWN}; {LOSERS}; settlement E=-98 S=210 W=-26 N=-86")
    assert finding.message == "east loses 98: loses 196 is due, as if East's payments were not doubled"
    (finding,) = found(AGREED, "S draw ??; S mahjong wall; settlement E=-1 S=3 W=-1 N=-1")
    assert "as if East's payments were not doubled" in finding.message


def test_gains_that_do_not_cancel_cite_the_rule_of_paying() -> None:
    assert settled({"E": -196, "S": 280, "W": -2, "N": -80}) == [("not-zero-sum", "house/pay-1")]


def test_payments_after_announced_scores_are_judged_by_them() -> None:
    """The wrong score is the fault, not the payments that follow it."""
    wrong = f"{SHOWN}; {LOSERS}; S score 80; E score 0; W score 24; N score 4"
    assert settled({"E": -216, "S": 320, "W": -12, "N": -92}, wrong) == [("wrong-score", "house/score-1")]


@pytest.mark.parametrize(("change", "found_rules"), [
    ({"E": -150, "S": 280, "W": -60, "N": -70}, []),
    ({"E": -70, "S": 210, "W": -70, "N": -70}, ["house/pay-3"]),
    ({"E": -140, "S": 270, "W": -60, "N": -70}, ["house/pay-1"]),
])  # fmt: skip
def test_the_winners_gain_is_certain_though_the_losers_hands_are_unknown(
    change: dict[str, int], found_rules: list[str]
) -> None:
    """What losers pay each other is not."""
    assert [rule for _, rule in settled(change, SHOWN)] == found_rules


def test_nothing_is_certain_where_nobody_has_shown() -> None:
    unseen = "S draw ??; S mahjong wall"
    assert settled({"E": -3, "S": 3}, unseen) == []
    assert settled({"E": -3, "S": 3}, f"gap; {SHOWN.split('; ', 1)[1]}") == []


def test_a_hand_without_a_known_end_is_paid_as_it_is() -> None:
    assert settled({"E": -3, "S": 3}, "gap") == []


# -- three players ------------------------------------------------------------------------------------------------

THREE = (
    TABLE.replace("copies = 4", 'copies = 4\nplayers = "players"')
    + """
[options.players]
kind = "choice"
values = [4, 3]
default = 3
"""
)
AT_THREE = {"E": "anna", "S": "ben", "W": "cora"}


def three(text: str) -> Any:
    """The report on a hand of three players."""
    return replayed(THREE, text, seats=AT_THREE)


def test_an_empty_seat_neither_scores_nor_pays() -> None:
    hands = "; ".join([SHOWN, *LOSERS.split("; ")[:2]])
    report = three(f"{hands}; S score 70; settlement E=-188 S=210 W=-22")
    assert report.findings == []
    assert plain(report.computed) == {"E": 0, "S": 70, "W": 24}
    assert plain(report.owed) == {"E": -188, "S": 210, "W": -22}


def test_an_agreed_value_is_paid_by_two() -> None:
    document = AGREED.replace("copies = 4", "copies = 4\nplayers = 3")
    report = replayed(document, "S draw ??; S mahjong wall; settlement E=-2 S=3 W=-1", seats=AT_THREE)
    assert (report.findings, plain(report.owed)) == ([], {"E": -2, "S": 3, "W": -1})


def test_a_score_of_an_empty_seat_is_wrong() -> None:
    report = three(f"{SHOWN}; N score 4")
    assert [(one.code, one.message) for one in report.findings] == [
        ("wrong-score", "north's hand: 4 is announced, and nobody sits there")
    ]
    assert three(f"{SHOWN}; N score 0").findings == []
