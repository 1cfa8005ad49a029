"""The examples in docstrings say what the program does."""

from __future__ import annotations

import doctest
import importlib
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {"mjlog": ROOT, "mjlog_schemas": ROOT / "schemas", "mjlog_cli": ROOT / "cli"}


def modules_with_examples() -> dict[str, list[str]]:
    """The names of all modules that have any, by the package that they are in."""
    found: dict[str, list[str]] = {}
    for package, folder in SOURCES.items():
        for path in sorted((folder / package).rglob("*.py")):
            if ">>> " in path.read_text(encoding="utf-8"):
                parts = path.relative_to(folder).with_suffix("").parts
                found.setdefault(".".join(parts[:2] if len(parts) > 2 else parts[:1]), []).append(".".join(parts))
    return found


MODULES = modules_with_examples()


@pytest.mark.parametrize("package", MODULES)
def test_examples_come_to_what_is_written_below_them(package: str) -> None:
    tried = 0
    for name in MODULES[package]:
        importlib.import_module(name)
        results = doctest.testmod(sys.modules[name], raise_on_error=False)
        assert results.failed == 0, name
        tried += results.attempted
    assert tried > 0
