"""What is installed with the program: each dependency is used, and each package says that it is typed."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from each import each
from parsed import ROOT, parsed, sources

PACKAGES = [ROOT / folder for folder in ("mjlog", "cli/mjlog_cli", "schemas/mjlog_schemas")]
DATA_ONLY = {"tzdata"}
"""Distributions that are read by the standard library, not imported."""


@cache
def imported() -> set[str]:
    """The top names of everything that the program imports, and what it imports from them: `backports.zstd`."""
    imports = [one for path in sources() for one in parsed(path).imports]
    taken = {f"{module}.{name}" for module, names, _line in imports for name in names}
    return taken | {module.partition(".")[0] for module, _names, _line in imports}


def pyproject() -> dict[str, Any]:
    """The description of the project."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def dependencies() -> list[str]:
    """The names of the distributions that are installed with the program."""
    return [re.split(r"[<>=;\[ ]", one, maxsplit=1)[0] for one in pyproject()["project"]["dependencies"]]


@each("name", [name for name in dependencies() if name not in DATA_ONLY])
def test_what_is_installed_with_the_program_is_imported_by_it(name: str) -> None:
    assert name.replace("-", "_").lower() in imported()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_packages_tell_that_they_are_typed(package: Path) -> None:
    assert (package / "py.typed").is_file()


def test_the_groups_of_those_who_work_on_it_are_the_extras() -> None:
    """Whoever installs one or the other has the same; `dev` is what tests and linting need."""
    groups, extras = pyproject()["dependency-groups"], pyproject()["project"]["optional-dependencies"]
    assert groups.keys() == {"test", "lint", "bench", "docs", "dev"}
    assert all(groups[name] == extras[name] for name in groups.keys() - {"dev"})
    assert groups["dev"] == [{"include-group": "test"}, {"include-group": "lint"}]
