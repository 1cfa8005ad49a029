"""`mjlog card`: lint, expand, show, compare."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runs import Run, lines

from mjlog.cards.expand import expand
from mjlog.cards.shipped import sample_card

CARD = """id birch
[All]
h1: FFFF 33333r 77777r (run) 30 X
h2: FFFF 333r! 77777r 00 30 C
"""


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "birch.card"
    path.write_text(CARD, "utf-8")
    return path


def test_a_card_without_fault_is_answered_with_nothing(run: Run, card: Path) -> None:
    result = run("card", "lint", card)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "birch: nothing is wrong; 2 lines, 18 concrete hands; digest " in result.stderr


def test_a_fault_is_printed_with_its_place(run: Run, card: Path) -> None:
    card.write_text(CARD.replace("333r!", "333!"), "utf-8")
    result = run("card", "lint", card)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{card}:4:10: error number-without-colour: h2: 333! has numbers and no colour")
    (fields,) = lines(run("card", "lint", card, "--json"))
    assert {key: fields[key] for key in ("line", "column", "label", "kind", "severity")} == {
        "line": 4, "column": 10, "label": "h2", "kind": "number-without-colour", "severity": "error",
    }  # fmt: skip


def test_a_warning_is_no_fault(run: Run) -> None:
    result = run("card", "lint", "-", stdin=CARD.replace("333r!", "= 333r!"))
    assert result.exit_code == 0
    assert result.stdout.startswith("standard input:4:10: warning syntax: ")


def test_a_card_that_cannot_be_opened_is_status_2(run: Run, tmp_path: Path) -> None:
    for command in ("lint", "expand", "show"):
        assert run("card", command, tmp_path / "none.card").exit_code == 2


def test_a_card_that_cannot_be_used_is_linted_all_the_same(run: Run, card: Path) -> None:
    card.write_text(CARD.replace("id birch", ""), "utf-8")
    assert run("card", "lint", card).exit_code == 1
    assert run("card", "show", card).exit_code == 2


def test_every_concrete_hand_is_printed(run: Run, card: Path) -> None:
    printed = run("card", "expand", card).stdout.splitlines()
    assert len(printed) == 18
    assert printed[0] == "h1: FFFFf 11111b 55555b"
    assert printed[-1] == "h2: FFFFf 333d! 77777d WWd"
    found = lines(run("card", "expand", card, "--json"))
    assert found[-1] == {
        "label": "h2",
        "groups": [
            {"tile": "Ff", "size": 4, "jokers": True},
            {"tile": "3d", "size": 3, "jokers": False},
            {"tile": "7d", "size": 5, "jokers": True},
            {"tile": "Wd", "size": 2, "jokers": False},
        ],
    }


def test_without_a_name_the_sample_card_is_taken(run: Run) -> None:
    assert len(run("card", "expand").stdout.splitlines()) == len(expand(sample_card()))
    assert run("card", "show").stdout.startswith("Riverside Club Card · riverside-2026")
    assert run("card", "lint", "riverside-2026").exit_code == 0


def test_what_is_left_out_of_a_card_is_said(run: Run, card: Path) -> None:
    card.write_text(CARD.replace("333r!", "333!"), "utf-8")
    result = run("card", "show", card)
    assert result.exit_code == 0
    assert "1 fault, the first in line 4 (number-without-colour); lines with faults are left out" in result.stderr
    assert "h2" not in result.stdout


def test_two_cards_are_compared(run: Run, card: Path, tmp_path: Path) -> None:
    other = tmp_path / "birch-2.card"
    other.write_text(CARD.replace("id birch", "id birch-2").replace("30 C", "35 C"), "utf-8")
    result = run("card", "compare", card, other)
    assert result.exit_code == 1
    assert result.stdout == "Head\n  id birch -> birch-2\nLines\n  h2: value 30 -> 35\n"
    assert [one["field"] for one in lines(run("card", "compare", card, other, "--json"))] == ["id", "value"]


def test_comments_are_no_difference(run: Run, card: Path, tmp_path: Path) -> None:
    other = tmp_path / "birch-2.card"
    other.write_text(CARD + "# the end\n", "utf-8")
    result = run("card", "compare", card, other)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "only comments, order or layout differ" in result.stderr
    assert "the same file" in run("card", "compare", card, card).stderr


def test_a_slip_is_answered_with_the_command_that_was_meant(run: Run) -> None:
    result = run("card", "expnad")
    assert result.exit_code == 2
    assert "did you mean expand?" in result.stderr
