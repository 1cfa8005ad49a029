"""What the program goes by of a finding code stands in the registry of codes, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from each import each
from mjlog.findings import codes_that, registry
from parsed import ROOT, parsed, sources

_OF_THE_REGISTRY = ROOT / "mjlog" / "findings.py"


def lists_of_codes(path: Path) -> list[int]:
    """The lines in which several codes are listed, or something is said of several, wherever in the module."""
    return [line for line, words in parsed(path).displays if registry().keys() >= words]


@each("path", [path for path in sources() if path != _OF_THE_REGISTRY], ids=lambda path: path.stem)
def test_no_module_lists_finding_codes(path: Path) -> None:
    assert lists_of_codes(path) == []


def test_a_code_that_bars_a_win_says_it_once() -> None:
    """What follows from it follows by itself: who has won is open, the same fault is told once, no public win."""
    for follows in ("leaves-result-open", "of-the-same-win", "shows-no-win", "false-win", "does-not-count"):
        assert codes_that("bars-win") < codes_that(follows)


def test_what_is_said_of_no_code_is_an_error() -> None:
    with pytest.raises(KeyError, match="of-the-moon"):
        codes_that("of-the-moon")
