"""What the program goes by of a finding code stands in the registry of codes, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from each import each
from mjlog.findings import codes_that, registry

TOP = Path(__file__).resolve().parents[1]
SOURCES = sorted(path for folder in ("mjlog", "cli") for path in (TOP / folder).rglob("*.py"))
_OF_THE_REGISTRY = TOP / "mjlog" / "findings.py"


def lists_of_codes(path: Path) -> list[int]:
    """The lines in which several codes are listed, as the value of a name of the module."""
    codes, found = registry().keys(), []
    for node in ast.parse(path.read_text("utf-8")).body:
        value = getattr(node, "value", None) if isinstance(node, ast.Assign | ast.AnnAssign) else None
        for part in ast.walk(value) if value is not None else ():
            if isinstance(part, ast.Tuple | ast.List | ast.Set) and len(part.elts) > 1:
                words = [one.value for one in part.elts if isinstance(one, ast.Constant)]
                if len(words) == len(part.elts) and codes >= set(words):
                    found.append(part.lineno)
    return found


@each("path", [path for path in SOURCES if path != _OF_THE_REGISTRY], ids=lambda path: path.stem)
def test_no_module_lists_finding_codes(path: Path) -> None:
    assert lists_of_codes(path) == []


def test_a_code_that_bars_a_win_says_it_once() -> None:
    """What follows from it follows by itself: who has won is open, the same fault is told once, no public win."""
    for follows in ("leaves-result-open", "of-the-same-win", "shows-no-win", "false-win", "does-not-count"):
        assert codes_that("bars-win") < codes_that(follows)


def test_what_is_said_of_no_code_is_an_error() -> None:
    with pytest.raises(KeyError, match="of-the-moon"):
        codes_that("of-the-moon")
