"""Scripts beside the program, which no test runs: what they take from the program, and from each other, is there."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from types import ModuleType

from each import each

TOP = Path(__file__).resolve().parents[1]
FOLDERS = ("benchmarks", "docs", ".ci")
SCRIPTS = [path for folder in FOLDERS for path in sorted(TOP.glob(f"{folder}/*")) if path.is_file()]
_OURS = r"(?:benchmarks|mjlog|mjlog_cli|mjlog_schemas|tests)(?:\.\w+)*"
_IMPORT = re.compile(rf"\bfrom ({_OURS}) import (\([^)]*\)|[\w, ]+)")
"""An import, also one in a text that a script gives to another process."""


@each("script", SCRIPTS, ids=[script.name for script in SCRIPTS])
def test_what_a_script_takes_from_the_program_is_there(script: Path) -> None:
    text, modules = script.read_text(encoding="utf-8", errors="replace"), {}
    for source, names in _IMPORT.findall(text):
        for name, _as, alias in (one.strip().partition(" as ") for one in names.strip("()").split(",") if one.strip()):
            taken = getattr(importlib.import_module(source), name, None) or importlib.import_module(f"{source}.{name}")
            if isinstance(taken, ModuleType):
                modules[alias or name] = taken
    for node in ast.walk(ast.parse(text)) if script.suffix == ".py" else ():
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            assert hasattr(modules[node.value.id], node.attr), f"{node.value.id} has no {node.attr}"
