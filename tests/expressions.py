"""The regular expressions of the whole program, found in its modules, and texts on which a slow one is slow."""

from __future__ import annotations

import ast
import builtins
import gc
import importlib
import pkgutil
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import mjlog
import mjlog_cli
import mjlog_schemas

PACKAGES = (mjlog, mjlog_cli, mjlog_schemas)
_WALKED = {"builtins", "functools", "types", "collections", "typing", "msgspec", *(each.__name__ for each in PACKAGES)}
"""Where values, and classes, come from that may lead to expressions of the program."""
_NOTHING_IN_IT = (ModuleType, int, str, bytes, type(None))
_SEARCHES = frozenset(("search", "sub", "subn", "split", "findall", "finditer"))
_CALLS = _SEARCHES | {"compile", "match", "fullmatch"}
Pattern = re.Pattern[Any]


def modules() -> list[ModuleType]:
    """All of the program."""
    names = [
        found.name for package in PACKAGES for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return [importlib.import_module(name) for name in names if not name.endswith("__main__")]


class Expression(NamedTuple):
    """An expression, where it stands, and whether a text is searched for it, not only held against it."""

    pattern: Pattern
    module: str
    is_searched: bool


@cache
def expressions() -> list[Expression]:
    """Every expression of the program."""
    found: dict[Pattern, Expression] = {}
    seen = set[int]()
    for module in modules():
        tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        asked = _asked(tree)
        named = {name for name, value in vars(module).items() if isinstance(value, re.Pattern)}
        # Of those in tables: as the module asks what has no such name (`split` is asked of texts).
        others = set[str]().union(*(how for name, how in asked.items() if name not in {*named, "re"})) - {"split"}
        for name, pattern in _kept(module, seen):
            how = asked.get(name) or others or _SEARCHES
            found.setdefault(pattern, Expression(pattern, module.__name__, not how.isdisjoint(_SEARCHES)))
        for how, pattern in _in_calls(tree, module):
            found.setdefault(pattern, Expression(pattern, module.__name__, how in _SEARCHES))
    return list(found.values())


def _asked(tree: ast.Module) -> dict[str, set[str]]:
    """How names are asked in a module, where they are asked directly: `_NAME.search(…)`."""
    asked: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in _CALLS:
            asked.setdefault(ast.unparse(node.value).rpartition(".")[2], set()).add(node.attr)
    return asked


def _kept(module: ModuleType, seen: set[int]) -> Iterator[tuple[str, Pattern]]:
    """Those that the module's names lead to: by classes, functions with what they enclose, containers, values."""
    waiting: list[tuple[str, object]] = list(vars(module).items())
    while waiting:
        name, one = waiting.pop()
        if id(one) in seen or isinstance(one, _NOTHING_IN_IT):
            continue
        seen.add(id(one))
        if isinstance(one, re.Pattern):
            yield name, one
        elif isinstance(one, FunctionType):
            inside = (one.__closure__, one.__defaults__, one.__kwdefaults__, one.__dict__)
            waiting += [("", each) for each in inside]
        elif isinstance(one, type) and one.__module__.split(".")[0] in _WALKED:
            waiting += vars(one).items()
        elif type(one).__module__.split(".")[0] in _WALKED:
            waiting += [("", each) for each in gc.get_referents(one)]


class _Unknown(str):
    """What stands for a value that only a run of the program would tell."""

    def __getattr__(self, name: str) -> _Unknown:
        return self


class _Names(dict[str, Any]):
    def __missing__(self, name: str) -> Any:
        if hasattr(builtins, name):
            raise KeyError(name)
        return _Unknown("name")


def _in_calls(tree: ast.Module, module: ModuleType) -> Iterator[tuple[str, Pattern]]:
    """Those that are written where they are used, in functions; what they are put together from may be unknown."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for call in (node for function in functions for node in ast.walk(function)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "re":
            how = call.func.attr
            flags = [word.value for word in call.keywords if word.arg == "flags"]
            flags += call.args[1:2] if how == "compile" else []
            if how in _CALLS:
                yield how, re.compile(*(_value(each, module) for each in (call.args[0], *flags)))


def _value(node: ast.expr, module: ModuleType) -> Any:
    return eval(compile(ast.Expression(node), str(module.__file__), "eval"), _Names(vars(module)))


# -- Texts on which they may be slow -----------------------------------------------------------------------------------

UNITS = ("a", " ", "[", "9")
_SAMPLES = "a 9[.,-/:;=\"'<>(){}]!?*+_EAxé飜\n"


def texts(pattern: Pattern, sizes: Sequence[int]) -> Iterator[list[Any]]:
    """Texts of about so many signs, one after the other: whatever the expression repeats, behind what it wants before.

    Also what it wants behind that, and each sign that is in it; and the same signs for all expressions, alone. Each
    comes by itself, with what fits nowhere behind it, and with what may not stand there.
    """
    tree = parser.parse(pattern.pattern, pattern.flags)
    signs, barred = set(UNITS), {""}
    for kind, what in _parts(tree):
        if kind is op.LITERAL:
            signs.add(chr(what))
        elif kind is op.ASSERT_NOT:
            barred.add("".join(map(_shortest, what[1])))
    pumped = {("", sign) for sign in signs} | set(_pumped("", tree))
    for before, unit in sorted(pumped):
        for behind in ("", *(f"\0{word}" for word in sorted(barred))):
            grown = [before + unit * (size // len(unit)) + behind for size in sizes]
            yield [text.encode("utf-8") for text in grown] if isinstance(pattern.pattern, bytes) else grown


def _pumped(before: str, tree: Any) -> Iterator[tuple[str, str]]:
    """Each thing that may be repeated without end, or often, with a text that leads to it."""
    for at, (kind, what) in enumerate(tree):
        lead = before + "".join(map(_shortest, tree[:at]))
        if kind in _REPEATS:
            _least, most, inner = what
            yield from _pumped(lead, inner)
            if most > 1:
                yield from ((lead, unit) for unit in _units(inner))
                # It may begin at many places, each of which could be the right one.
                yield from [("", lead)] if lead else []
                # What comes behind may come often, too, and each time it could be the right one.
                rest = [_shortest(each) for each in tree[at + 1 :]]
                yield from ((lead, unit) for end in range(len(rest)) if (unit := "".join(rest[: end + 1])))
        for inner in _inside(kind, what):
            yield from _pumped(lead, inner)


_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


def _parts(tree: Any) -> Iterator[tuple[Any, Any]]:
    """All parts, however deep."""
    for kind, what in tree:
        yield kind, what
        for inner in [what[2]] if kind in _REPEATS else _inside(kind, what):
            yield from _parts(inner)


def _inside(kind: Any, what: Any) -> list[Any]:
    """The expressions within a part of one."""
    if kind is op.SUBPATTERN:
        return [what[3]]
    if kind is op.BRANCH:
        return list(what[1])
    if kind in (op.ASSERT, op.ASSERT_NOT):
        return [what[1]]
    if kind is op.ATOMIC_GROUP:
        return [what]
    return list(what[2:]) if kind is op.GROUPREF_EXISTS else []


def _units(tree: Any) -> set[str]:
    """Texts that a repeated part takes: the shortest, and where it is one sign, some of those that it may be."""
    (kind, what), *more = tree
    if kind is op.IN and not more:
        return set(_signs(what))
    return {found for found in ["".join(map(_shortest, tree))] if found}


def _signs(what: Any) -> list[str]:
    """Some of the signs of a class."""
    negated = what[0][0] is op.NEGATE
    parts = what[negated:]
    fit = [sign for sign in _SAMPLES if negated != any(_is_one(part, sign) for part in parts)]
    return fit or [chr(value if kind is op.LITERAL else value[0]) for kind, value in parts]


def _is_one(part: tuple[Any, Any], sign: str) -> bool:
    kind, what = part
    if kind is op.LITERAL:
        return what == ord(sign)
    if kind is op.RANGE:
        return what[0] <= ord(sign) <= what[1]
    return re.match(_CATEGORIES[what], sign) is not None


_CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d", op.CATEGORY_NOT_DIGIT: r"\D", op.CATEGORY_SPACE: r"\s", op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w", op.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


def _shortest(part: tuple[Any, Any]) -> str:
    """A text that a part takes; nothing where it takes none."""
    kind, what = part
    if kind is op.LITERAL:
        return chr(what)
    if kind is op.NOT_LITERAL:
        return next(sign for sign in _SAMPLES if ord(sign) != what)
    if kind is op.ANY:
        return "a"
    if kind is op.IN:
        return _signs(what)[0]
    if kind in _REPEATS:
        return "".join(map(_shortest, what[2])) * what[0]
    if kind is op.BRANCH:
        return "".join(map(_shortest, what[1][0]))
    if kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
        return "".join(map(_shortest, _inside(kind, what)[0]))
    return ""

