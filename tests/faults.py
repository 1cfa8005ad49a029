"""Small faults that can be put into functions of the program; `mutate.py` tries whether the tests find them."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
_LEFT_OUT, _NOTHING = "pass", "return None"
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OTHER: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


@dataclass(frozen=True)
class Mutation:
    """A piece of a file, and what stands there instead. `block`: the name of the one it is in."""

    path: Path
    line: int
    start: int
    end: int
    old: str
    new: str
    block: str

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
    for block in blocks_of(path, ast.parse(source)):
        for statement in block.statements:
            for node in (one for one in _pieces(statement) if isinstance(one, ast.expr | ast.stmt)):
                start = starts[node.lineno - 1] + node.col_offset
                end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
                for new in _changed(node):
                    old = source[start:end].decode()
                    yield Mutation(path, node.lineno, start, end, old, new, block.name)


class Block(NamedTuple):
    """Statements of a function that follow one another: from one of its `body` on, up to the next `if`, loop, `try` …

    Whoever runs one of them has run the first. `name`: its file, and a digest of the function, wherever that stands.
    """

    name: str
    body: list[ast.stmt]
    start: int
    end: int

    @property
    def statements(self) -> list[ast.stmt]:
        """Them themselves; what is inside the last one is other blocks."""
        return self.body[self.start : self.end]


def blocks_of(path: Path, tree: ast.AST) -> list[Block]:
    """All blocks of all functions of a module, those of a body in order."""
    found = []
    for function in (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)):
        name = f"{path.as_posix()}:{digest(ast.dump(function).encode())}"
        first = int(ast.get_docstring(function) is not None)
        places = [(body, *place) for body, start in _bodies(function, first) for place in _split(body, start)]
        found += [Block(f"{name}.{number}", *place) for number, place in enumerate(places)]
    return found


def _bodies(node: ast.AST, first: int = 0) -> Iterator[tuple[list[ast.stmt], int]]:
    """Lists of statements within one another, and with which each begins; functions and classes come by themselves."""
    for field in ("body", "orelse", "finalbody"):
        body = getattr(node, field, [])
        if body and isinstance(body, list):
            yield body, first if field == "body" else 0
            for one in body:
                if not isinstance(one, ast.FunctionDef | ast.ClassDef):
                    yield from _bodies(one)
    for one in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from _bodies(one)


def _split(body: list[ast.stmt], start: int) -> Iterator[tuple[int, int]]:
    """Behind each statement that has others within, which may not go on to the next."""
    for number in range(start, len(body)):
        if number + 1 == len(body) or any(True for _inside in _bodies(body[number])):
            yield start, number + 1
            start = number + 1


def digest(content: bytes) -> str:
    """A few letters that another content does not have."""
    return hashlib.sha256(content).hexdigest()[:12]


def _pieces(node: ast.AST) -> Iterator[ast.AST]:
    """A piece of a program and all within, but for texts with fields and other statements, which come by themselves."""
    if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.JoinedStr):
        yield node
        for one in ast.iter_child_nodes(node):
            if not isinstance(one, ast.stmt):
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
