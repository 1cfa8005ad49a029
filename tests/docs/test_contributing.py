"""CONTRIBUTING.md is true: what it names is there."""

from __future__ import annotations

import re

from each import each
from tests.docs.test_documentation import DOCS, TOP, headings, text_of

PAGE = TOP / "CONTRIBUTING.md"
NOT_YET = {
    "mjlog/rulesets/released/ID@VERSION.toml",
    "sample_logs/findings/CODE.mjlog.jsonl",
    "tests/cli/test_command_NAME.py",
}
"""Files that somebody is going to write: the name says which."""
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"(?:\.ci|cli|docs|mjlog|sample_logs|schemas|tests)/[\w./@-]*")
_STEPS = (
    "a-rule", "an-optional-rule", "a-scoring-pattern", "a-rule-set", "a-family-of-games", "a-command", "an-importer",
)  # fmt: skip


def paths() -> set[str]:
    """Every file and folder that the page names, in sentences and in commands."""
    return {found for part in _CODE.findall(text_of(PAGE)) for found in _PATH.findall(part)} | {
        found
        for block in re.findall(r"```sh\n(.*?)```", text_of(PAGE), re.DOTALL)
        for found in re.findall(rf"(?<=\s){_PATH.pattern}", block)
    }


@each("path", sorted(paths() - NOT_YET))
def test_what_the_page_names_is_there(path: str) -> None:
    """Nobody is sent to a file that has moved."""
    assert (TOP / path).exists(), f"CONTRIBUTING.md names {path}, which is not there (one yet to be written: NOT_YET)"


def test_paths_are_found() -> None:
    """In backquotes and in commands; those to be written are among them."""
    assert paths() >= {"mjlog/rules/claim.py", "tests/docs", "docs/generate.py", "cli/mjlog_cli/main.py", *NOT_YET}


@each(
    "name, path",
    [
        ("_GROUPS", "cli/mjlog_cli/main.py"),
        ("with_stakes", "mjlog/rules/registry.py"),
        ("ForeignFormat", "mjlog/formats/foreign.py"),
        ("WALLS", "mjlog/rulesets/mechanisms.py"),
        ("set_pattern", "mjlog/scoring/registry.py"),
        ("speaks_of", "mjlog/scoring/registry.py"),
        ("accepted", "tests/short_logs.py"),
        ("Table", "mjlog/table/state.py"),
        ("opened", "cli/mjlog_cli/games.py"),
        ("stored", "tests/cli/conftest.py"),
        ("lines_of_bytes", "mjlog/formats/lines.py"),
        ("MOST_FAULTS", "mjlog/formats/xmj/convert.py"),
        ("write_json", "cli/mjlog_cli/console.py"),
    ],
)
def test_names_of_the_code_stand_where_the_page_says(name: str, path: str) -> None:
    """Both are on the page, and the name is in the file."""
    assert name in text_of(PAGE)
    assert path in text_of(PAGE)
    assert name in text_of(TOP / path)


def test_architecture_sends_its_readers_here() -> None:
    """The steps are written once."""
    assert set(_STEPS) <= headings(PAGE)
    for step in _STEPS:
        assert f"](../../CONTRIBUTING.md#{step})" in text_of(DOCS / "understand" / "architecture.md")
