"""Imports go down only, systems are told apart in one place, codes stand in the registry, what is installed is used."""

from __future__ import annotations

import ast
import asyncio
import functools
import os
import re
import signal
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from each import each
from mjlog.findings import codes_that, registry
from mjlog.store import doctor, place
from mjlog_cli.commands import serve
from mjlog_cli.stopping import answer_signals, leave_when_stopped, signals_held
from parsed import ROOT, parsed, sources

LAYERS = (
    "errors", "text", "urls", "period", "seats", "tiles", "events", "answers", "findings", "chain",
    "program",
    "cards", "table", "hands", "scoring", "rules", "rulesets",
    "log", "audit", "simulate", "views", "club", "reports", "disputes", "archive",
    "mjlog_schemas", "calculator", "formats", "store", "sources", "verifying", "house_rules", "facts_index",
    "recording", "samples", "viewer", "mjlog_cli",
)  # fmt: skip
"""From the bottom up, one package a layer: each may import those below. Up to `program`: the words of the field."""

HEIGHT = {name: height for height, name in enumerate(LAYERS)}
INSIDE_THE_VIEWER = (
    "faces", "drawing", "answers", "library", "requests", "serving", "live", "api", "pages", "recorder",
    "app",
)  # fmt: skip
"""The rooms of the viewer, likewise from the bottom up: a page is drawn, a drawing knows no page."""
SENTENCES = {
    "reading a file needs no database": ("formats", {"store", "sources", "facts_index"}),
    "the store knows no replay, and no file": ("store", {*LAYERS[LAYERS.index("audit") : LAYERS.index("store")]}),
    "a log is read without a replay": ("log", {*LAYERS[LAYERS.index("audit") :]}),
}
"""What a layer is, beside its place: it does without these others, also by way of what it imports."""
SCHEMAS_MAY_IMPORT = {*LAYERS[: LAYERS.index("cards")], "rulesets"}
NOT_EVERYWHERE = {"fcntl", "grp", "pwd", "resource", "termios", "msvcrt", "winreg"}
"""Modules of the standard library that only some systems have."""


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


PATHS = {module_of(path): path for path in sources()}


@functools.cache
def imported(path: Path) -> tuple[tuple[str, int], ...]:
    """The modules that a file imports, wherever in it, with their lines."""
    # `from mjlog import events` names modules, `from mjlog.tiles import Tile` does not.
    taken = (({f"{module}.{name}" for name in names}, module, line) for module, names, line in parsed(path).imports)
    return tuple((name, line) for names, module, line in taken for name in sorted(names & PATHS.keys()) or [module])


@functools.cache
def graph() -> dict[str, frozenset[str]]:
    """Which of our modules each of our modules imports."""
    return {
        module: frozenset(name for name, _line in imported(path) if name in PATHS and name != module)
        for module, path in PATHS.items()
    }


def circle_in(arrows: Mapping[str, Iterable[str]]) -> list[str]:
    """Some names that lead round to the first of them again; none where there is no circle."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        found = next((found for to in sorted(arrows.get(name, ())) if (found := walk(to, [*way, name]))), [])
        done.add(name)
        return found

    return next((found for name in sorted(arrows) if (found := walk(name, []))), [])


def reached(modules: Iterable[str]) -> set[str]:
    """These modules, and all that they import, and what that imports."""
    found: set[str] = set()
    ahead = [*modules]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += graph()[name]
    return found


def rooms_of(package: str) -> dict[str, set[str]]:
    """Which parts of a package (modules, and packages in it) each of its parts imports."""

    def room(module: str) -> str | None:
        return module[len(package) + 1 :].split(".")[0] if module.startswith(f"{package}.") else None

    rooms: dict[str, set[str]] = {}
    for module, names in graph().items():
        here = room(module)
        if here is not None:
            rooms.setdefault(here, set()).update({room(name) for name in names} - {None, here})  # type: ignore[arg-type]
    return rooms


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
    return there in SCHEMAS_MAY_IMPORT if here == "mjlog_schemas" else HEIGHT[there] < HEIGHT[here]


@each("path", sources(), ids=module_of)
def test_imports_go_down(path: Path) -> None:
    """No layer knows of one above it."""
    advice = "a package imports only those before it in LAYERS of tests/test_layers.py: move what both need down"
    assert not (wrong := misplaced(path)), f"{'; '.join(wrong)}: {advice}"


def test_no_module_is_imported_by_what_it_imports() -> None:
    """There is no circle of modules, however long."""
    assert not (circle := circle_in(graph())), f"modules import one another: {' -> '.join(circle)}"


@each("sentence", SENTENCES)
def test_a_layer_is_what_its_sentence_says(sentence: str) -> None:
    """What it does without is not imported by anything that it imports, either."""
    layer, without = SENTENCES[sentence]
    found = {module: layer_of(module) for module in reached([name for name in PATHS if layer_of(name) == layer])}
    assert not (wrong := sorted(name for name, there in found.items() if there in without)), f"{sentence}: {wrong}"


@each("package", [module for module, path in PATHS.items() if path.name == "__init__.py"])
def test_no_part_of_a_package_is_imported_by_what_it_imports(package: str) -> None:
    """Neither is there one of the rooms of a package: of its modules, and the packages in it."""
    assert not (circle := circle_in(rooms_of(package))), f"parts of {package} import one another: {' -> '.join(circle)}"


IMPORTERS = ("mjlog.formats.mcr", "mjlog.formats.riichi", "mjlog.formats.xmj")


@each("importer", IMPORTERS)
def test_an_importer_is_named_by_nobody(importer: str) -> None:
    """It is found by its entry point: one more takes no edit elsewhere."""
    named = {
        module
        for module, names in graph().items()
        if not f"{module}.".startswith(f"{importer}.") and any(f"{name}.".startswith(f"{importer}.") for name in names)
    }
    assert not named, f"{', '.join(sorted(named))} name {importer}, which is found by entry points"


def test_a_circle_would_be_seen() -> None:
    """The test itself can fail; and it knows what is imported only inside functions."""
    assert circle_in({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert circle_in({"a": ["b", "c"], "b": ["c"], "c": []}) == []
    assert "mjlog_cli.audit.telling" in graph()["mjlog_cli.audit.games"]


@each("path", sources(), ids=module_of)
def test_no_module_of_one_system_only(path: Path) -> None:
    """Nothing is tied to one operating system; what stands under a question for the system has another answer."""
    found = [(name, line) for name, line in imported(path) if name.split(".")[0] in NOT_EVERYWHERE]
    asked = lines_for_one_system(path) if found else set()
    assert [name for name, line in found if line not in asked] == []


def lines_for_one_system(path: Path) -> set[int]:
    """The lines under `if sys.platform == …`."""
    asking = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.If))
    return {
        line
        for node in asking
        if ast.unparse(node.test).startswith("sys.platform ==")
        for line in range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1)
    }


def room_of(module: str) -> int | None:
    """How high in the viewer a module stands; None if it is not in it, or is its face."""
    parts = module.split(".")
    if parts[:2] != ["mjlog", "viewer"] or len(parts) == 2:
        return None
    return INSIDE_THE_VIEWER.index(parts[2])


def climbing(module: str, imports: Iterable[str]) -> list[str]:
    """The imports of a module of the viewer that lead up in it."""
    here = room_of(module)
    return [name for name in imports if here is not None and (room_of(name) or 0) > here]


@each("path", [path for path in sources() if "viewer" in path.parts], ids=module_of)
def test_imports_inside_the_viewer_go_down(path: Path) -> None:
    """No room of the viewer knows of one above it."""
    up = climbing(module_of(path), [name for name, _line in imported(path)])
    assert not up, f"{module_of(path)} imports {', '.join(up)}: only what stands before it in INSIDE_THE_VIEWER, here"


def test_a_drawing_that_knows_a_page_would_be_seen() -> None:
    """The test itself can fail."""
    assert climbing("mjlog.viewer.drawing", ["mjlog.viewer.pages.look", "mjlog.viewer.faces"]) != []


def test_every_part_has_its_layer() -> None:
    """A new module at the top of the package is given a place in the order, and what is gone has none."""
    parts = {layer_of(module) for module in PATHS} - {None}
    assert parts == set(HEIGHT), "LAYERS, here, has other parts than the project: give a new one its place"


def test_an_import_upwards_would_be_seen() -> None:
    """The test itself can fail: some pairs that are refused, and some that are not."""
    assert not may_import("table", "rules")
    assert not may_import("events", "chain")
    assert not may_import("mjlog_schemas", "audit")
    assert not may_import("audit", "views")
    assert not may_import("audit", "store")
    assert "mjlog.scoring" in {name.rpartition(".")[0] for name in reached(["mjlog.rulesets.resolve"])}
    assert may_import("rulesets", "scoring")
    assert may_import("mjlog_cli", "tiles")


# -- what differs from system to system is asked in one place each, and what a system lacks is left out ---------------


HOMES = {
    "signal": {"cli/mjlog_cli/stopping.py"},
    "fcntl": {"mjlog/store/place.py"},
    "sys.platform": {"mjlog/store/place.py", "cli/mjlog_cli/audit/crew.py"},
    "os.name": {"mjlog/store/place.py"},
    "msvcrt": set(),
    "termios": set(),
    "resource": set(),
}
"""By what systems are told apart, and the modules that do."""


def test_systems_are_told_apart_in_one_place_each() -> None:
    found: dict[str, set[str]] = {name: set() for name in HOMES}
    for path in sources():
        asked = parsed(path).attributes | {module for module, _names, _line in parsed(path).imports}
        for name in asked & set(HOMES):
            found[name].add(path.relative_to(ROOT).as_posix())
    assert found == HOMES


def test_where_signals_cannot_be_held_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.delattr(signal, "pthread_sigmask")
    told = []
    monkeypatch.setattr(signal, "signal", lambda number, what: told.append(number))
    with signals_held():
        answer_signals()
    assert signal.SIGINT in told


def test_where_an_event_loop_has_no_signals_nothing_is_asked_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        def refused(*_args: object) -> None:
            raise NotImplementedError

        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refused)
        leave_when_stopped(lambda: None)

    asyncio.run(run())


def test_without_locks_on_bytes_one_writes_at_a_time_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(place.sys, "platform", "darwin")
    database = tmp_path / "a.db"
    first, second = place.WriterLock(database, timeout=5), place.WriterLock(database, timeout=0.05)
    with first.held(), pytest.raises(place.BusyError), second.held():
        pass
    with second.held():
        pass


def test_where_a_mode_says_nothing_of_others_nobody_is_warned_of_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    token = tmp_path / "token"
    token.write_text("x" * 40, "utf-8")
    os.chmod(token, 0o644)
    serve.read_token(token)
    warned = capsys.readouterr().err
    monkeypatch.setattr(serve, "KNOWS_OTHERS", False)
    monkeypatch.setattr(doctor, "KNOWS_OTHERS", False)
    serve.read_token(token)
    assert ("can be read by others" in warned, capsys.readouterr().err) == (True, "")


# -- what the program goes by of a finding code stands in the registry of codes, and nowhere else ---------------------


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


# -- what is installed with the program -------------------------------------------------------------------------------


PACKAGES = [ROOT / folder for folder in ("mjlog", "cli/mjlog_cli", "schemas/mjlog_schemas")]
DATA_ONLY = {"tzdata"}
"""Distributions that are read by the standard library, not imported."""


@cache
def packaging_imported() -> set[str]:
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
    assert name.replace("-", "_").lower() in packaging_imported()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_packages_tell_that_they_are_typed(package: Path) -> None:
    assert (package / "py.typed").is_file()


def test_the_groups_of_those_who_work_on_it_are_the_extras() -> None:
    """Whoever installs one or the other has the same; `dev` is what tests and linting need."""
    groups, extras = pyproject()["dependency-groups"], pyproject()["project"]["optional-dependencies"]
    assert groups.keys() == {"test", "lint", "bench", "docs", "dev"}
    assert all(groups[name] == extras[name] for name in groups.keys() - {"dev"})
    assert groups["dev"] == [{"include-group": "test"}, {"include-group": "lint"}]
