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


@pytest.mark.parametrize(("kong", "is_dead"), [("3333b", True), ("333b J", False)])
def test_a_hand_that_is_dead_by_the_table_alone_is_told(run: Run, tmp_path: Path, kong: str, is_dead: bool) -> None:
    """A column of answers: a jokerless kong leaves no tile for the single of the same number."""
    path = tmp_path / "elm.card"
    path.write_text("id elm\n[All]\nh1: FFFF 3333r 5555r 35r 30 X\n", "utf-8")
    said = run("card", "dead", str(path), "--set", f"kong:{kong}", "--set", "kong:5555b" if is_dead else "kong:555b J")
    assert said.stdout.startswith("not dead, by what the rack shows")
    assert ("it is dead, where the table plays so (--basis table)" in said.stdout) is is_dead
    assert "by the tiles" not in run("card", "dead", str(path), "--set", f"kong:{kong}", "--basis", "table").stdout
