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
