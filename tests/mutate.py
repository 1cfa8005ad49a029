"""``python tests/mutate.py rules --count 50``: small faults are put into the program; do the tests find them?

Of each package so many places are drawn at random (`--seed`), where a comparison is turned round, a number is one more,
`and` becomes `or`, a condition its contrary, or a statement is left out. What survives is listed with what was changed:
a hole in the tests, or a change that nobody can see (`tests/equivalent_mutations.md`). It takes minutes a package and
is not part of the tests.

Which tests run which blocks of functions is found out first, and kept in the folder `--cache`: a test is looked at
again only when its file, or a function that it runs, is not any more what it was. All tests are collected once. A
process is forked for each fault, where functions get the code that they have with it, and runs the tests that run its
block, those of test files that are called like its module first, of each file in turn the quickest, up to one that
fails, and not without the fault. A fault with which they do not end has been found. What survives in a block that ran
while modules were imported is tried once more by a process that imports everything with the fault. Faults are put into
functions, not into what a module spells out, and programs that tests start have none: try by hand what only they could
find. The tests of a fault are those of `--seconds` at the most: try what survives with more, too.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import functools
import gc
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from faults import ROOT, Mutation, blocks_of, digest, mutations

TESTS = {
    "rules": ("rules", "audit"), "table": ("table", "rules", "audit"), "scoring": ("scoring", "audit"),
    "audit": ("audit", "rules"), "store": ("store", "formats", "cli/test_merging_databases.py", "cli/test_people.py"),
    "viewer": ("viewer",), "cards": ("cards", "rules"),
    "hands": ("hands", "scoring"), "views": ("views", "reports", "viewer"), "disputes": ("disputes",),
    "reports": ("reports", "cli"), "formats": ("formats", "cli"), "club": ("club", "cli"), "rulesets": ("rulesets",),
}  # fmt: skip
"""The folders of tests in which the faults of a package are looked for."""
_PYTEST = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not browser")
_ALIVE = "alive"


# -- processes with other code -------------------------------------------------------------------------------------


def forked(work: Callable[[], str], seconds: int | None = None) -> str:
    """What a piece of work says in a process of its own, which ends when it has worked for so many seconds."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            signal.alarm(10 * seconds)
        try:
            said = work()
        except BaseException as error:
            said = type(error).__name__
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    with open(reader, encoding="utf-8") as answer:
        return answer.read() or "they do not end"


def run_anew(tests: Sequence[str], plugins: Sequence[object], changed: Callable[[Path], bytes | None]) -> str:
    """Import everything anew, but some modules from other sources than they have, and run tests: what pytest says."""
    as_it_is = SourceFileLoader.get_code

    def get_code(self: Any, name: str) -> types.CodeType | None:
        source = changed(Path(self.path))
        return as_it_is(self, name) if source is None else _compiled(source, self.path)

    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(ROOT)) and name != "__main__":
            del sys.modules[name]
    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]
    return str(int(pytest.main([*_PYTEST, *tests], plugins)))


def give_code(mutation: Mutation, functions: Sequence[types.FunctionType]) -> None:
    """The functions of a module get the code that they have with a fault, but for one that sees fewer names then."""
    codes = _codes(_compiled(mutation.source(), ROOT / mutation.path))
    for function in functions:
        old = function.__code__
        new = codes.get((old.co_qualname, old.co_firstlineno), old)
        if len(new.co_freevars) == len(old.co_freevars):
            function.__code__ = new


def _compiled(source: bytes, path: Path) -> types.CodeType:
    return compile(source, str(path), "exec", dont_inherit=True)


def _codes(code: types.CodeType) -> dict[tuple[str, int], types.CodeType]:
    found: dict[tuple[str, int], types.CodeType] = {}
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            found |= {(one.co_qualname, one.co_firstlineno): one, **_codes(one)}
    return found


def _caches() -> list[Any]:
    """What functions of the project have kept."""
    every = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    return [one for one in every if _file(one.__wrapped__).startswith(str(ROOT))]


def _file(function: object) -> str:
    return function.__code__.co_filename if isinstance(function, types.FunctionType) else ""


class Plugin:
    """A plugin of pytest that sees whether tests fail."""

    failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of a test has ended."""
        self.failed |= report.failed


# -- which tests run what ------------------------------------------------------------------------------


_IMPORT = "import"
"""Stands in the place of a test for what runs while modules are imported."""


def marked(path: Path) -> bytes | None:
    """A module of the program, of which each block of each function notes that it runs."""
    if not path.is_relative_to(ROOT / "mjlog"):
        return None
    tree = ast.parse(path.read_bytes())
    for block in reversed(blocks_of(path.relative_to(ROOT), tree)):
        block.body[block.start : block.start] = ast.parse(f"__ran__.add({block.name!r})").body
    return ast.unparse(tree).encode()


class Recorder(Plugin):
    """Keeps which blocks each test that passes runs, and how long it takes."""

    def __init__(self, kept: Path) -> None:
        self._kept, self._known = kept, {test for test, *_ in _rows(kept)}
        self._ran: set[str] = set()
        self._shared: dict[str, set[str]] = defaultdict(set)
        builtins.__ran__ = self._ran  # type: ignore[attr-defined]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """All modules are imported; only new tests are run."""
        items[:] = [item for item in items if item.nodeid not in self._known]
        self._caches = _caches()
        if _IMPORT not in self._known:
            self._keep(_IMPORT, 0, self._ran)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """What several tests share is made when the first of them runs, and so run by all."""
        before = set(self._ran)
        self._ran.clear()
        result = yield
        self._shared[f"{fixturedef.baseid}::{fixturedef.argname}"] |= self._ran
        self._ran |= before
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Function) -> Iterator[None]:
        """One test is run, for which nothing has been kept before."""
        self.failed, began = False, time.process_time()  # a busy machine makes no test longer
        for kept in (self._ran, *(cache.cache_clear for cache in self._caches)):
            kept.clear() if isinstance(kept, set) else kept()
        result = yield
        fixtures = [one for every in item._fixtureinfo.name2fixturedefs.values() for one in every]
        if not self.failed:
            shared = (self._shared[f"{one.baseid}::{one.argname}"] for one in fixtures)
            self._keep(item.nodeid, time.process_time() - began, self._ran.union(*shared))
        return result

    def _keep(self, test: str, took: float, ran: set[str]) -> None:
        with self._kept.open("a", encoding="utf-8") as kept:
            print(test, f"{took:.3f}", *_file_of(test), *sorted(ran), sep="\t", file=kept)


def _file_of(test: str) -> list[str]:
    """The name of its file, which is another one when the file is changed."""
    path = ROOT / test.partition("::")[0]
    return [f"{path.name}:{digest(path.read_bytes())}"] if path.is_file() else []


def _rows(kept: Path) -> list[list[str]]:
    return [line.split("\t") for line in kept.read_text(encoding="utf-8").splitlines()] if kept.exists() else []


def forget_changed(kept: Path) -> None:
    """Leave out what is kept of tests that have changed, or that run a function which is not there any more."""
    modules = [(one.relative_to(ROOT), ast.parse(one.read_bytes())) for one in modules_of(".")]
    there = {block.name for path, tree in modules for block in blocks_of(path, tree)}
    rows = [row for row in _rows(kept) if there.union(_file_of(row[0])).issuperset(row[2:])]
    kept.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


class Coverage:
    """Which tests run a block."""

    def __init__(self, folders: Sequence[str], cache: Path) -> None:
        self._tests: dict[str, list[tuple[float, str]]] = defaultdict(list)
        self._every: list[tuple[float, str]] = []
        for folder in folders:
            kept = cache / f"{folder}.txt"
            kept.parent.mkdir(parents=True, exist_ok=True)
            forget_changed(kept)
            forked(lambda: run_anew([f"{ROOT}/tests/{folder}"], [Recorder(kept)], marked))  # noqa: B023
            for test, took, *blocks in _rows(kept):
                self._every.append((float(took), test))
                for block in map(sys.intern, blocks):
                    self._tests[block].append((float(took), test))

    def runs_for_imports(self, block: str) -> bool:
        """Whether it ran while modules were imported."""
        return (0.0, _IMPORT) in self._tests[block]

    def of(self, block: str, seconds: float) -> Iterator[str]:
        """Those that run it, from each file in turn the quickest; where it ran for an import all others, too.

        Files of tests that are called like its module come first.
        """
        others = self._every if self.runs_for_imports(block) else []
        in_turn = dict.fromkeys([*_in_turn(self._tests[block]), *_in_turn(others)])
        for took, test in sorted(in_turn, key=lambda one: -_likeness(one[1], block)):
            seconds -= took
            if seconds > 0 and test != _IMPORT:
                yield test


def _likeness(test: str, block: str) -> int:
    """2: a word of the test file's name is one of the module's; 1: one of its folder's below the package; else 0."""
    *words, _py = re.split(r"\W|_", test.partition("::")[0].rpartition("/test_")[2])
    _root, _package, *folders, module = block.partition(".py:")[0].split("/")
    names = (module, "_".join(folders))
    return next((2 - at for at, name in enumerate(names) if not {*words}.isdisjoint(name.split("_"))), 0)


def _in_turn(tests: list[tuple[float, str]]) -> list[tuple[float, str]]:
    turns, ordered = Counter[str](), []
    for took, test in sorted(tests):
        file = test.partition("::")[0]
        turns[file] += 1
        ordered.append((turns[file], took, test))
    return [(took, test) for _turn, took, test in sorted(ordered)]


# -- trying --------------------------------------------------------------------------------------------------------


class Trial(Plugin):
    """Instead of running the tests, tries faults: `found` says what finds each."""

    def __init__(self, faults: dict[Mutation, list[str]], seconds: int) -> None:
        self._faults, self._seconds = faults, seconds
        self._unsound: set[str] = set()
        self.found: dict[Mutation, str] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all faults."""
        gc.unfreeze()
        self._caches = _caches()
        self._functions: dict[str, list[types.FunctionType]] = defaultdict(list)
        for one in gc.get_objects():
            if isinstance(one, types.FunctionType):
                self._functions[_file(one)].append(one)
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        for number, (mutation, tests) in enumerate(self._faults.items(), start=1):
            found = self._first_that_finds(mutation, [items[test] for test in tests if test in items])
            print(f"{number} of {len(self._faults)}: {mutation}  ({found})", file=sys.stderr)
            self.found[mutation] = found
        return True

    def _first_that_finds(self, mutation: Mutation, tests: list[pytest.Item]) -> str:
        while True:
            tests = [test for test in tests if test.nodeid not in self._unsound]
            names = [test.nodeid for test in tests]
            found = forked(functools.partial(self._run, tests, mutation), self._seconds)
            if found not in names:
                return found
            without = forked(functools.partial(self._run, tests[: names.index(found) + 1]))
            if without == _ALIVE:
                return found
            self._unsound.add(without if without in names else found)

    def _run(self, tests: list[pytest.Item], mutation: Mutation | None = None) -> str:
        for cache in self._caches:
            cache.cache_clear()
        if mutation is not None:
            give_code(mutation, self._functions[str(ROOT / mutation.path)])
        for test, following in zip_longest(tests, tests[1:]):
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            if self.failed:
                return test.nodeid
        return _ALIVE


def found_anew(mutation: Mutation, tests: list[str], seconds: int) -> str:
    """What finds a fault where everything is imported with it."""

    def status(source: bytes | None) -> str:
        return run_anew(["-x", *tests], [], lambda path: source if path == ROOT / mutation.path else None)

    found = bool(tests) and forked(lambda: status(mutation.source()), seconds) != "0" == forked(lambda: status(None))
    return "imported anew" if found else _ALIVE


def modules_of(package: str) -> list[Path]:
    """The modules of a package, in the order of their names."""
    return sorted((ROOT / "mjlog" / package).rglob("*.py"))


def drawn(package: str, asked: argparse.Namespace) -> list[Mutation]:
    """So many faults of a package, each as likely as every other, or all of some lines."""
    every = [one for module in modules_of(package) for one in mutations(module.relative_to(ROOT))]
    if asked.at:
        return [one for one in every if f"{one.path}:{one.line}" in asked.at]
    return random.Random(asked.seed).sample(every, min(asked.count, len(every)))


def try_package(package: str, asked: argparse.Namespace) -> None:
    """Try faults of a package, and list those that no test finds."""
    folders = asked.tests or TESTS[package]
    coverage = Coverage(folders, asked.cache)
    faults = {one: list(coverage.of(one.block, asked.seconds)) for one in drawn(package, asked)}
    limit = 3 * asked.seconds + 20
    trial = Trial(faults, limit)
    pytest.main([*_PYTEST, *(f"{ROOT}/tests/{folder}" for folder in folders)], [trial])
    survivors = 0
    for fault, found in trial.found.items():
        if found == _ALIVE and coverage.runs_for_imports(fault.block):
            found = found_anew(fault, faults[fault], limit)
        survivors += found == _ALIVE
        if found == _ALIVE:
            print(f"  {fault}  ({len(faults[fault])} tests)", flush=True)
    print(f"{package}: {len(faults) - survivors} of {len(faults)} found", flush=True)


def main() -> None:
    """Read what is asked, and do it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("package", nargs="+", choices=sorted(TESTS))
    parser.add_argument("--tests", nargs="+", metavar="FOLDER", help="other folders, or files, of tests")
    parser.add_argument("--count", type=int, default=50, help="faults a package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", nargs="+", metavar="FILE:LINE", help="every fault of these lines instead")
    parser.add_argument("--seconds", type=int, default=40, help="so long the tests of a fault may take")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "mjlog-mutate")
    asked = parser.parse_args()
    asked.cache = asked.cache.resolve() / digest(str(ROOT).encode())
    # Programs that tests start and kill have no faults: a few are enough.
    os.environ |= {"CI": "true", "MJLOG_TEST_KILLS": "1", "MJLOG_TEST_DAMAGES": "20"}
    for package in asked.package:
        try_package(package, asked)


if __name__ == "__main__":
    main()
