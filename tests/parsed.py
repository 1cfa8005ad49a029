"""What the modules of the program say, each parsed once for all tests that read them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Module(NamedTuple):
    """Of one module its imports (module, names taken from it, line), attributes of names, and displays of strings."""

    imports: tuple[tuple[str, tuple[str, ...], int], ...]
    attributes: frozenset[str]
    displays: tuple[tuple[int, frozenset[str]], ...]


@cache
def sources() -> tuple[Path, ...]:
    """Every source file of the project."""
    return tuple(sorted(path for folder in ("mjlog", "schemas", "cli") for path in (ROOT / folder).rglob("*.py")))


@cache
def parsed(path: Path) -> Module:
    """What a module says, wherever in it."""
    imports, attributes, displays = [], set(), []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imports += [(alias.name, (), node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            imports.append((str(node.module), tuple(alias.name for alias in node.names), node.lineno))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            attributes.add(f"{node.value.id}.{node.attr}")
        elif isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
            parts = node.keys if isinstance(node, ast.Dict) else node.elts
            words = [one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if len(words) == len(parts) > 1:
                displays.append((node.lineno, frozenset(words)))
    return Module(tuple(imports), frozenset(attributes), tuple(displays))
