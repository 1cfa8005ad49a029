"""Imports go down only: every import of the project is read and compared with the order of the layers."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "tiles", "seats", "text", "canonical", "checkpoint", "events", "findings"),
    ("cards",),
    ("table",),
    ("hands",),
    ("rules", "rulesets"),
    ("scoring",),
    ("audit", "views", "simulate", "club", "reports"),
    ("disputes",),
    ("mjlog_schemas",),
    ("store", "formats", "referee"),
    ("viewer", "mjlog_cli", "demo", "samples"),
)
"""From the bottom up. What stands in one layer may import its own layer and those below."""

HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}
INSIDE_THE_VIEWER: tuple[tuple[str, ...], ...] = (
    ("faces", "game_id", "added", "caching", "problems"),
    ("drawing", "library", "objections"),
    ("requests",),
    ("opening", "stored_form"),
    ("errors",),
    ("serving",),
    ("live",),
    ("api",),
    ("pages",),
    ("app",),
    ("server",),
)
"""The rooms of the viewer, likewise from the bottom up: a page is drawn, a drawing knows no page."""
BOTTOM = {
    "errors": set(),
    "seats": set(),
    "canonical": set(),
    "tiles": {"errors"},
    "text": {"errors"},
    "checkpoint": {"errors", "text"},
    "events": {"tiles", "seats"},
    "findings": set(),
}
"""What the modules of the lowest layer may import of one another."""
SCHEMAS_MAY_IMPORT = {*LAYERS[0], "rulesets", "mjlog_schemas"}
NOT_EVERYWHERE = {"fcntl", "grp", "pwd", "resource", "termios", "msvcrt", "winreg"}
"""Modules of the standard library that only some systems have."""


def sources() -> list[Path]:
    """Every source file of the project."""
    return sorted(path for folder in ("mjlog", "schemas", "cli") for path in (ROOT / folder).rglob("*.py"))


def module_of(path: Path) -> str:
    """The dotted name of a source file."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    if parts[0] in ("schemas", "cli"):
        parts = parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str | None:
    """The part of the project that a module belongs to: `table` for `mjlog.table.apply`; None if it is not ours."""
    top, _, rest = module.partition(".")
    if top in ("mjlog_schemas", "mjlog_cli"):
        return top
    return rest.split(".")[0] if top == "mjlog" and rest else None


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """The modules that a file imports, at the top or inside functions, with their lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            assert node.module is not None
            # `from mjlog import events` names modules, `from mjlog.tiles import Tile` does not.
            names = [f"mjlog.{alias.name}" for alias in node.names] if node.module == "mjlog" else [node.module]
            yield from ((name, node.lineno) for name in names)


def misplaced(path: Path) -> list[str]:
    """The imports of a file that do not go down."""
    here = layer_of(module_of(path))
    wrong = []
    for name, line in imported(path):
        there = layer_of(name)
        if here is None or there is None or here == there or name == "mjlog.__version__":
            continue
        if not may_import(here, there):
            wrong.append(f"{path.relative_to(ROOT)}:{line}: {here} imports {there}")
    return wrong


def may_import(here: str, there: str) -> bool:
    """Whether one part of the project may import another."""
    if here in BOTTOM:
        return there in BOTTOM[here]
    if here == "mjlog_schemas":
        return there in SCHEMAS_MAY_IMPORT
    return HEIGHT[there] <= HEIGHT[here]


@pytest.mark.parametrize("path", sources(), ids=module_of)
def test_imports_go_down(path: Path) -> None:
    """No layer knows of one above it."""
    assert misplaced(path) == []


@pytest.mark.parametrize("path", sources(), ids=module_of)
def test_no_module_of_one_system_only(path: Path) -> None:
    """Nothing is tied to one operating system."""
    assert [name for name, _line in imported(path) if name.split(".")[0] in NOT_EVERYWHERE] == []


def room_of(module: str) -> int | None:
    """How high in the viewer a module stands; None if it is not in it, or is its face."""
    parts = module.split(".")
    if parts[:2] != ["mjlog", "viewer"] or len(parts) == 2:
        return None
    return next(height for height, names in enumerate(INSIDE_THE_VIEWER) if parts[2] in names)


def climbing(module: str, imports: Iterable[str]) -> list[str]:
    """The imports of a module of the viewer that lead up in it."""
    here = room_of(module)
    return [name for name in imports if here is not None and (room_of(name) or 0) > here]


@pytest.mark.parametrize("path", [path for path in sources() if "viewer" in path.parts], ids=module_of)
def test_imports_inside_the_viewer_go_down(path: Path) -> None:
    """No room of the viewer knows of one above it."""
    assert climbing(module_of(path), [name for name, _line in imported(path)]) == []


def test_a_drawing_that_knows_a_page_would_be_seen() -> None:
    """The test itself can fail."""
    assert climbing("mjlog.viewer.drawing.pen", ["mjlog.viewer.pages.look", "mjlog.viewer.faces"]) != []


def test_every_part_has_its_layer() -> None:
    """A new module at the top of the package is given a place in the order."""
    parts = {layer_of(module_of(path)) for path in sources()} - {None}
    assert parts - set(HEIGHT) == set()
    assert {"table", "rules", "scoring", "audit", "mjlog_schemas", "formats"} <= parts


def test_an_import_upwards_would_be_seen() -> None:
    """The test itself can fail: some pairs that are refused, and some that are not."""
    assert not may_import("table", "rules")
    assert not may_import("events", "canonical")
    assert not may_import("mjlog_schemas", "audit")
    assert not may_import("audit", "store")
    assert may_import("scoring", "rulesets")
    assert may_import("mjlog_cli", "tiles")
