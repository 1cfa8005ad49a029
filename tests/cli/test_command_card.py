"""`mjlog card`: lint, expand, show, compare."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runs import Run

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


def test_without_a_name_the_sample_card_is_taken(run: Run) -> None:
    assert len(run("card", "expand").stdout.splitlines()) == len(expand(sample_card()))
    assert run("card", "show").stdout.startswith("Riverside Club Card · riverside-2026")
    assert run("card", "lint", "riverside-2026").exit_code == 0
