"""The documentation covers the program: every event, field, code, rule, option, command, link, source and example."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import click
import msgspec
import pytest

from each import each
from mjlog import events as ev
from mjlog.findings import registry
from mjlog.formats.riichi import mjai, tenhou
from mjlog.formats.xmj.convert import _HANDLERS
from mjlog.formats.xmj.header import SILENT
from mjlog.rulesets import load, shipped
from mjlog.rulesets.keys import KEYS
from mjlog.rulesets.mechanisms import DEALS, WALLS
from mjlog.scoring.registry import FAMILIES, ONE_TILE_SHORT
from mjlog.scoring.totals import COMBINATIONS
from mjlog_cli.main import main as commands

TOP = Path(__file__).resolve().parent.parent.parent
DOCS = TOP / "docs"
PAGES = sorted((*DOCS.rglob("*.md"), TOP / "README.md", TOP / "CHANGELOG.md", TOP / "CONTRIBUTING.md"))
COMMON = {"seq", "at", "recorded", "recorder", "basis", "on"}
NESTED = {"id", "digest"}
"""Fields of a card, named in the row of the event that has one."""
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_NAME = re.compile(r"`([^`]+)`")


_FILE, _PATH = re.compile(r"`(\w+\.py)`"), re.compile(r"`((?:\w+/)+\w+\.py)`")


@cache
def generator() -> ModuleType:
    """docs/generate.py, which is no module of the program."""
    spec = importlib.util.spec_from_file_location("generate_docs", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def generated() -> dict[Path, str]:
    """Every page as `python docs/generate.py` writes it."""
    pages: dict[Path, str] = generator().pages()
    return pages


@cache
def text_of(path: Path) -> str:
    """A page."""
    return path.read_text("utf-8")


def headings(path: Path) -> set[str]:
    """The names that links into a page can have."""
    found = (line.lstrip("#").strip() for line in text_of(path).splitlines() if line.startswith("#"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in found}


def test_generated_pages_are_current() -> None:
    """What is committed is what `python docs/generate.py` writes; line breaks of `--help` may differ."""
    late = [path.name for path, written in generated().items() if text_of(path).split() != written.split()]
    assert late == [], "run docs/generate.py"


@each("event_type", ev.EVENT_TYPES, ids=lambda cls: str(cls.__struct_config__.tag))
def test_event_and_its_fields_are_documented(event_type: type[ev.Event]) -> None:
    """The format page has a row for the event, and in it exactly its fields."""
    tag = str(event_type.__struct_config__.tag)
    rows = [line for line in text_of(DOCS / "lookup" / "format.md").splitlines() if line.startswith(f"| `{tag}` |")]
    assert len(rows) == 1
    _, fields, _ = rows[0].removeprefix("| ").split(" | ", 2)
    named = set(_NAME.findall(fields))
    own = {one.encode_name for one in msgspec.structs.fields(event_type)} - COMMON
    assert own <= named
    assert named <= own | NESTED


def test_common_fields_are_documented() -> None:
    """The fields of every event have a row each."""
    for name in COMMON | {"type"}:
        assert f"| `{name}` |" in text_of(DOCS / "lookup" / "format.md")


def test_score_items_are_documented() -> None:
    """The fields of an announced item are named in the row of `score`."""
    row = next(line for line in text_of(DOCS / "lookup" / "format.md").splitlines() if line.startswith("| `score` |"))
    assert {one.encode_name for one in msgspec.structs.fields(ev.ScoreItem)} <= set(_NAME.findall(row))


def test_server_messages_are_documented() -> None:
    """Every message of a server's record that becomes an event, or means nothing, is on the format page."""
    named = set(_NAME.findall(text_of(DOCS / "lookup" / "format.md")))
    assert set(_HANDLERS) | SILENT <= named


def test_what_is_read_of_riichi_records_is_documented() -> None:
    """Every tag and message of riichi servers and programs that becomes an event, or means nothing, is on its page."""
    named = set(_NAME.findall(text_of(DOCS / "lookup" / "riichi-records.md")))
    assert set(tenhou._HANDLERS) | tenhou.SILENT | set(mjai._HANDLERS) | mjai.SILENT <= named


@each("code", registry())
def test_code_has_its_section(code: str) -> None:
    """Every finding code is a heading, so that it can be linked to."""
    assert code in headings(DOCS / "lookup" / "findings.md")


@each("name", shipped())
def test_rules_and_options_are_documented(name: str) -> None:
    """Every rule is a heading, every option a row; of a rule set that is like another, those that differ."""
    page = text_of(DOCS / "lookup" / "rules" / f"{name}.md")
    parent = generator().like(name)
    same = load(parent) if parent else None
    for rule in load(name).rules:
        known = same and same.rule(rule.id.replace(f"{name}/", f"{parent}/"))
        assert f"### {rule.id}\n\n{rule.text}\n" in page or (known and known.text == rule.text)
    for option in load(name).options.values():
        assert f"| `{option.name}` | {option.kind}" in page or (same and same.options.get(option.name) == option)


def test_patterns_are_documented() -> None:
    """Every pattern has one row in its family, and every scoring row of a shipped rule set stands in one."""
    page = text_of(DOCS / "lookup" / "patterns.md")
    names = Counter([*(name for family in FAMILIES for name in family), ONE_TILE_SHORT])
    for name, rows in names.items():
        assert page.count(f"\n| `{name}` | ") == rows
    for row in (row for name in shipped() for row in load(name).tables.get("scoring", {}).get("item", [])):
        assert f"{row.get('name', row['id'])} (" in page


@each("table", [name for name, key in KEYS.items() if key.keys])
def test_mechanisms_and_their_keys_are_documented(table: str) -> None:
    """What a document can say has a row, and in it what it takes and means."""
    page = text_of(DOCS / "lookup" / "mechanisms.md")
    for name in KEYS[table].keys:
        assert f"\n| `{name}` | " in page
    for mechanism in (*WALLS, *DEALS, *COMBINATIONS):
        assert page.count(f"\n| `{mechanism}` | ") == 1


def test_commands_are_documented() -> None:
    """Every command has a section, with every option that it takes."""
    context = click.Context(commands, info_name="mjlog")
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command is not None
        section = text_of(DOCS / "lookup" / "commands.md").partition(f"\n## mjlog {name}\n")[2].partition("\n## ")[0]
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.opts[-1] in section


@each("page", PAGES, ids=lambda path: str(path.relative_to(TOP)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every link is to a file of this repository, and to a heading that is there."""
    for target in _LINK.findall(text_of(page)):
        path, _, anchor = target.partition("#")
        where = (page.parent / path).resolve() if path else page
        assert where.exists(), target
        assert where.is_relative_to(TOP), target
        if anchor:
            assert anchor in headings(where), target


def test_files_that_the_architecture_names_without_a_link_are_there() -> None:
    """A bare name is one beside a file, or in a folder, that the same line names with its path."""
    page = DOCS / "understand" / "architecture.md"
    for line in text_of(page).splitlines():
        named = [(page.parent / target.partition("#")[0]).resolve() for target in _LINK.findall(line)]
        named += [TOP / path for path in _PATH.findall(line)]
        assert all(path.exists() for path in named), line
        folders = [path if path.is_dir() else path.parent for path in named]
        for name in _FILE.findall(line):
            assert any((folder / name).is_file() for folder in folders), f"{name}: {line}"


def test_every_page_is_linked() -> None:
    """From the README one comes to every page."""
    reached, new = set[Path](), {TOP / "README.md"}
    while new:
        page = new.pop()
        reached.add(page)
        targets = {(page.parent / target.partition("#")[0]).resolve() for target in _LINK.findall(text_of(page))}
        new |= {target for target in targets if target.suffix == ".md"} - reached
    assert set(PAGES) <= reached


def test_the_exit_statuses_are_those_of_the_program() -> None:
    """The page lists every status that the entry point can give."""
    from mjlog_cli import main

    page = text_of(DOCS / "lookup" / "commands.md")
    for status in (0, 1, main.CANNOT, main.INTERNAL, main.INTERRUPTED, main.PIPE_CLOSED):
        assert f"| {status} |" in page


def test_glossary_is_in_order() -> None:
    """Terms stand in alphabetical order, each once: those of all games, and those of riichi."""
    for table in re.split(r"\n\| (?:term|here) \|", text_of(DOCS / "lookup" / "glossary.md"))[1:]:
        rows = [line for line in table.partition("\n## ")[0].splitlines()[2:] if line.startswith("| ")]
        terms = [line.split(" | ")[0].removeprefix("| ") for line in rows]
        assert len(terms) > 10
        assert terms == sorted(set(terms), key=str.casefold)


# -- every source that the code names leads somewhere -----------------------------------------------------------------


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


# -- the examples in docstrings say what the program does -------------------------------------------------------------


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


# -- cONTRIBUTING -----------------------------------------------------------------------------------------------------


PAGE = TOP / "CONTRIBUTING.md"
NOT_YET = {
    "mjlog/rulesets/released/ID@VERSION.toml",
    "sample_logs/findings/CODE.mjlog.jsonl",
    "tests/cli/test_command_NAME.py",
}
"""Files that somebody is going to write: the name says which."""
_CODE = re.compile(r"`([^`\n]+)`")
_IN_TREE = re.compile(r"(?:\.ci|cli|docs|mjlog|sample_logs|schemas|tests)/[\w./@-]*")
_STEPS = (
    "a-rule", "an-optional-rule", "a-scoring-pattern", "a-rule-set", "a-family-of-games", "a-command", "an-importer",
)  # fmt: skip


def paths() -> set[str]:
    """Every file and folder that the page names, in sentences and in commands."""
    return {found for part in _CODE.findall(text_of(PAGE)) for found in _IN_TREE.findall(part)} | {
        found
        for block in re.findall(r"```sh\n(.*?)```", text_of(PAGE), re.DOTALL)
        for found in re.findall(rf"(?<=\s){_IN_TREE.pattern}", block)
    }


@each("path", sorted(paths() - NOT_YET))
def test_what_the_page_names_is_there(path: str) -> None:
    """Nobody is sent to a file that has moved."""
    assert (TOP / path).exists(), f"CONTRIBUTING.md names {path}, which is not there (one yet to be written: NOT_YET)"


def test_paths_are_found() -> None:
    """In backquotes and in commands; those to be written are among them."""
    assert paths() >= {"mjlog/rules/claim.py", "tests/docs", "docs/generate.py", "cli/mjlog_cli/main.py", *NOT_YET}


@each("name, path", [
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
])  # fmt: skip
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
