"""Small faults that can be put into functions of the program; `mutate.py` tries whether the tests find them."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LEFT_OUT, _NOTHING = "pass", "return None"
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OTHER: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


@dataclass(frozen=True)
class Mutation:
    """A piece of a file, and what stands there instead. `function`: the name of the one it is in."""

    path: Path
    line: int
    start: int
    end: int
    old: str
    new: str
    function: str

    def source(self) -> bytes:
        """The module with the fault, and all else on the lines where it was."""
        whole = (ROOT / self.path).read_bytes()
        lines = "\n" * self.old.count("\n")
        new = f"{self.new}{lines}" if self.new in (_LEFT_OUT, _NOTHING) else f"({self.new}{lines})"
        return whole[: self.start] + new.encode() + whole[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {' '.join(self.old.split())}  ->  {self.new}"


def mutations(path: Path) -> Iterator[Mutation]:
    """Every fault that can be put into a module of the project."""
    source = (ROOT / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for function in functions_of(ast.parse(source)):
        for statement in function.body[begin_of(function) :]:
            for node in (one for one in _pieces(statement) if isinstance(one, ast.expr | ast.stmt)):
                start = starts[node.lineno - 1] + node.col_offset
                end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
                for new in _changed(node):
                    old = source[start:end].decode()
                    yield Mutation(path, node.lineno, start, end, old, new, name_of(path, function))


def functions_of(tree: ast.AST) -> list[ast.FunctionDef]:
    """All functions of a module, also those within others."""
    return [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]


def name_of(path: Path, function: ast.FunctionDef) -> str:
    """What records of tests call a function: its file, and a digest of what it does, wherever it stands."""
    return f"{path.as_posix()}:{digest(ast.dump(function).encode())}"


def digest(content: bytes) -> str:
    """A few letters that another content does not have."""
    return hashlib.sha256(content).hexdigest()[:12]


def begin_of(function: ast.FunctionDef) -> int:
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
        yield ast.unparse(ast.BoolOp(other, node.values))
        yield ast.unparse(node.values[0])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield ast.unparse(node.operand)
    elif isinstance(node, ast.IfExp):
        yield ast.unparse(ast.IfExp(node.test, node.orelse, node.body))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield str(node.value + 1)
    elif isinstance(node, ast.BinOp) and type(node.op) in _OTHER and not isinstance(node.left, ast.Constant):
        yield ast.unparse(ast.BinOp(node.left, _OTHER[type(node.op)](), node.right))
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield _LEFT_OUT
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield _NOTHING
