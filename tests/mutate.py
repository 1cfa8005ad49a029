"""``python tests/mutate.py rules --count 50``: small faults are put into the program; do the tests find them?

Of each package so many places are drawn at random (`--seed`), where a comparison is turned round, a number is one more,
`and` becomes `or`, a condition its contrary, or a statement is left out. The tests that run the function it stands in
are run, the quickest first, and stop at the first failure. What survives is listed with what was changed: a hole in the
tests, or a change that nobody can see. Which tests run which functions is found out first, once for each package, and
kept in the folder `--cache`: where it is of another state of the program, delete it. What a cache keeps is run by
the first test that asks for it alone, so try what survives there by hand. It takes minutes a package and is not part of
the tests.

What nobody can see, with the reasons why, stands in `tests/equivalent_mutations.md`.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = {
    "rules": ("rules", "audit", "calculator"), "table": ("table", "rules", "audit"), "scoring": ("scoring", "audit"),
    "audit": ("audit", "rules"), "store": ("store", "formats"), "viewer": ("viewer",), "cards": ("cards", "rules"),
    "hands": ("hands", "scoring"), "views": ("views", "reports", "viewer"), "disputes": ("disputes",),
    "reports": ("reports", "cli"), "formats": ("formats", "cli"), "club": ("club", "cli"), "rulesets": ("rulesets",),
}  # fmt: skip
"""The folders of tests in which the faults of a package are looked for."""
_COPIED = ("mjlog", "cli", "schemas", "tests", "docs", "sample_logs", "benchmarks", "pyproject.toml", "README.md",
           "CHANGELOG.md", "CONTRIBUTING.md")  # fmt: skip
_TOO_LONG = 300
"""Seconds: a program that does not end any more has been found out, too."""
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OTHER: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


@dataclass(frozen=True)
class Mutation:
    """A piece of a file, and what stands there instead. `function`: the first line of the function that it is in."""

    path: Path
    line: int
    start: int
    end: int
    old: str
    new: str
    function: int

    def carry_out(self, folder: Path) -> None:
        """Put the fault into a copy of the project."""
        source = (ROOT / self.path).read_bytes()
        (folder / self.path).write_bytes(source[: self.start] + self.new.encode() + source[self.end :])

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {' '.join(self.old.split())}  ->  {' '.join(self.new.split())}"


def mutations(path: Path) -> Iterator[Mutation]:
    """Every fault that can be put into a module of the project."""
    source = (ROOT / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(source)
    for function in (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)):
        for statement in function.body[_begin(function) :]:
            for node in (one for one in _pieces(statement) if isinstance(one, ast.expr | ast.stmt)):
                for new in _changed(node):
                    start = starts[node.lineno - 1] + node.col_offset
                    end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
                    yield Mutation(
                        path, node.lineno, start, end, source[start:end].decode(), new, _first_line(function)
                    )


def _first_line(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(one.lineno for one in function.decorator_list)])


def _begin(function: ast.FunctionDef) -> int:
    """The number of its first statement, behind what it says of itself."""
    return int(ast.get_docstring(function) is not None)


def _pieces(node: ast.AST) -> Iterator[ast.AST]:
    """A piece of a program and all within, but for functions, which come by themselves, and texts with fields."""
    if not isinstance(node, ast.FunctionDef | ast.JoinedStr):
        yield node
        for one in ast.iter_child_nodes(node):
            yield from _pieces(one)


def _changed(node: ast.AST) -> Iterator[str]:
    """What a piece of a program could be instead."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _TURNED:
        yield ast.unparse(ast.Compare(node.left, [_TURNED[type(node.ops[0])](), *node.ops[1:]], node.comparators))
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"({ast.unparse(ast.BoolOp(other, node.values))})"
        yield f"({ast.unparse(node.values[0])})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.IfExp):
        yield f"({ast.unparse(ast.IfExp(node.test, node.orelse, node.body))})"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield str(node.value + 1)
    elif isinstance(node, ast.BinOp) and type(node.op) in _OTHER and not isinstance(node.left, ast.Constant):
        yield f"({ast.unparse(ast.BinOp(node.left, _OTHER[type(node.op)](), node.right))})"
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield "pass"
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield "return None"


# -- which tests run which functions ------------------------------------------------------------------------------


_RAN = "mutate_ran"
"""The module of a copy in which its functions note that they run."""


def mark(folder: Path, package: str) -> None:
    """Let every function of a package note that it runs, in a copy of the project."""
    (folder / "tests" / f"{_RAN}.py").write_text("RAN = set()", encoding="utf-8")
    within = folder / "mjlog" / package
    for module in within.rglob("*.py"):
        tree = ast.parse(module.read_bytes())
        for function in [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]:
            name = f"{module.relative_to(within).as_posix()}:{_first_line(function)}"
            note = ast.parse(f"__import__({_RAN!r}).RAN.add({name!r})").body
            function.body[_begin(function) : _begin(function)] = note
        module.write_text(ast.unparse(tree), encoding="utf-8")


class Recorder:
    """A plugin of pytest: which functions of a package each test that passes runs, and how long it takes."""

    def __init__(self, kept: Path) -> None:
        self._ran: set[str] = importlib.import_module(_RAN).RAN
        self._kept = kept
        self._lines: list[str] = []

    def pytest_collection_finish(self) -> None:
        """All modules are imported: what ran for that, every test relies on."""
        self._imported = set(self._ran)

    def pytest_runtest_protocol(self, item: object, nextitem: object) -> None:
        """One test begins."""
        self._failed = False
        self._began = time.monotonic()
        self._ran.clear()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of a test has ended."""
        self._failed |= report.failed

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """One test has ended."""
        took = time.monotonic() - self._began
        if not self._failed:
            self._lines.append("\t".join([nodeid, f"{took:.3f}", *sorted(self._ran | self._imported)]))

    def pytest_sessionfinish(self) -> None:
        """All have ended."""
        self._kept.write_text("\n".join(self._lines), encoding="utf-8")


def record(package: str, within: Sequence[str], kept: Path) -> None:
    """Run the tests of a package once, in this process, and keep which functions each runs."""
    folders = [f"tests/{name}" for name in within if (ROOT / "tests" / name).is_dir()]
    pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not browser", *folders], [Recorder(kept)])


def tests_of(package: str, within: Sequence[str], cache: Path, folder: Path) -> dict[str, list[str]]:
    """The tests that pass in a copy of the project, by the functions that they run, the quickest first."""
    kept = cache / f"{package}-in-{'-'.join(within)}.txt"
    if not kept.exists():
        print(f"{package}: which tests run which functions is found out first", flush=True)
        command = [sys.executable, "tests/mutate.py", package, "--record", str(kept), "--tests", *within]
        mark(folder, package)
        run(folder, command, timeout=None)
    found: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for line in kept.read_text(encoding="utf-8").splitlines():
        test, took, *functions = line.split("\t")
        for function in functions:
            found[function].append((float(took), test))
    return {function: [test for _took, test in sorted(tests)] for function, tests in found.items()}


# -- trying --------------------------------------------------------------------------------------------------------


def run(folder: Path, command: Sequence[str], timeout: float | None) -> int:
    """Run a command on a copy of the project; its exit status, 1 where it does not end."""
    roots = os.pathsep.join(str(folder / name) for name in ("", "cli", "schemas", "tests"))
    try:
        return subprocess.run(
            command, cwd=folder, env={**os.environ, "PYTHONPATH": roots, "CI": "true"}, timeout=timeout,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
        ).returncode  # fmt: skip
    except subprocess.TimeoutExpired:
        return 1


def is_found(mutation: Mutation, tests: Sequence[str], folder: Path) -> bool:
    """Whether any of these tests fails with a fault."""
    mutation.carry_out(folder)
    try:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        return run(folder, command, _TOO_LONG) != 0
    finally:
        shutil.copyfile(ROOT / mutation.path, folder / mutation.path)


def drawn(package: str, count: int, seed: int) -> list[Mutation]:
    """So many faults of a package, each as likely as every other."""
    modules = sorted((ROOT / "mjlog" / package).rglob("*.py"))
    every = [one for module in modules for one in mutations(module.relative_to(ROOT))]
    return random.Random(seed).sample(every, min(count, len(every)))


def try_package(package: str, within: Sequence[str], count: int, seed: int, cache: Path) -> None:
    """Try so many faults of a package, two at a time, and list those that no test finds."""
    found, survivors = 0, list[str]()

    def tried(mutation: Mutation) -> tuple[Mutation, str]:
        name = f"{mutation.path.relative_to(f'mjlog/{package}').as_posix()}:{mutation.function}"
        if name not in tests:
            return mutation, "no test runs it"
        folder = folders.pop()
        try:
            return mutation, "" if is_found(mutation, tests[name], folder) else f"{len(tests[name])} tests"
        finally:
            folders.append(folder)

    with tempfile.TemporaryDirectory() as made, ThreadPoolExecutor(2) as pool:
        tests = tests_of(package, within, cache.resolve(), copy_to(Path(made) / "marked"))
        folders = [copy_to(Path(made) / str(number)) for number in range(2)]
        for mutation, survived in pool.map(tried, drawn(package, count, seed)):
            found += not survived
            if survived:
                survivors.append(f"{mutation}  ({survived})")
                print(f"  {survivors[-1]}", flush=True)
    print(f"{package}: {found} of {found + len(survivors)} found")


def copy_to(folder: Path) -> Path:
    """A copy of the project in which faults can be made."""
    for name in _COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / name)
    return folder


def main() -> None:
    """Read what is asked, and do it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("package", nargs="+", choices=sorted(TESTS))
    parser.add_argument("--tests", nargs="+", metavar="FOLDER", help="other folders of tests than those of the package")
    parser.add_argument("--count", type=int, default=50, help="faults a package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "mjlog-mutate")
    parser.add_argument("--record", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.record is not None:
        record(asked.package[0], asked.tests, asked.record)
        return
    asked.cache.mkdir(parents=True, exist_ok=True)
    for package in asked.package:
        try_package(package, asked.tests or TESTS[package], asked.count, asked.seed, asked.cache)


if __name__ == "__main__":
    main()
