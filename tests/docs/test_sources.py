"""Every source that the code names leads somewhere: to a page of this repository, a rule of a rule set, or the web."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from each import each
from mjlog.rulesets import load, shipped
from tests.docs.test_documentation import TOP, headings

RELEASED = TOP / "mjlog" / "rulesets" / "released"
FILES = sorted(
    path
    for top in ("mjlog", "cli", "schemas")
    for path in (TOP / top).rglob("*.*")
    if path.suffix == ".py" or (path.suffix == ".toml" and path.parent != RELEASED)
)
"""Superseded versions of rule sets are not among them: they stay as they were released, comments included."""
_SOURCE = re.compile(r"\bSource:\s+(?!TypeAlias)(.+?)(?:\.(?=\s|\"|$)|\n\s*\n|\"\"\"|$)", re.DOTALL)
_PAGE = re.compile(r"\bdocs/[\w/-]+\.md(?:#[\w-]+)?")
_REMARK = re.compile(r"\s+\([^)]*\)")


def sources(text: str) -> Iterator[str]:
    """What a file names as its sources, one by one: after `Source:`, to the end of the sentence."""
    for sentence in _SOURCE.findall(re.sub(r"\n\s*#? *", "\n", text)):
        yield from (one for one in re.split(r"[;,]\s+|\s+to\s+", _REMARK.sub("", sentence.strip())) if one)


@cache
def rules() -> frozenset[str]:
    """The ids of all rules of the shipped rule sets."""
    return frozenset(rule.id for name in shipped() for rule in load(name).rules)


def leads_somewhere(source: str) -> bool:
    """Whether a source is a rule's id, an address, or a page, with the heading that it names."""
    path, _, anchor = source.partition("#")
    if path.endswith(".md"):
        page = TOP / path
        return page.is_file() and (not anchor or anchor in headings(page))
    return source in rules() or source.startswith("https://")


@each("path", FILES, ids=lambda path: str(path.relative_to(TOP)))
def test_sources_lead_somewhere(path: Path) -> None:
    """No comment sends its reader to a page that is not in this repository."""
    assert [source for source in sources(path.read_text("utf-8")) if not leads_somewhere(source)] == []


@each("path", FILES, ids=lambda path: str(path.relative_to(TOP)))
def test_pages_that_are_named_anywhere_are_there(path: Path) -> None:
    """Nor does a help text or a message."""
    assert [page for page in _PAGE.findall(path.read_text("utf-8")) if not leads_somewhere(page)] == []


def test_sources_are_found() -> None:
    """In docstrings and comments, over the end of a line, with remarks behind them; there are many."""
    text = '"""One. Source: docs/lookup/format.md#events (`hand-start`);\n    american/dead-1 to american/dead-3.\n"""'
    assert list(sources(text)) == ["docs/lookup/format.md#events", "american/dead-1", "american/dead-3"]
    assert list(sources("# What it is. Source: docs/lookup/findings.md.\n")) == ["docs/lookup/findings.md"]
    assert sum(len(list(sources(path.read_text("utf-8")))) for path in FILES) > 120


@pytest.mark.parametrize(
    "source", ["FORMAT", "docs/nowhere.md", "docs/do/club.md#nowhere", "american/dead-9", "dead-1", "rules/western.md"]
)
def test_a_source_that_leads_nowhere_would_be_seen(source: str) -> None:
    """The test itself can fail."""
    assert not leads_somewhere(source)
