"""``python -m frozen``: outputs of the program compared with those that were frozen; see the package.

Exit status: 0 nothing differs, or it was frozen; 1 something differs; 2 it cannot be done.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from frozen.book import FROZEN, Book, Difference, FrozenError, kind_of, read
from frozen.comparing import alike, differences, diffs, freeze_all, write_outputs

_NAMED = 5
_WORKERS = 2
_MOST_LINES = 60


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked, tell, and answer with the exit status."""
    asked = _parser().parse_args(arguments)
    try:
        if asked.command == "make":
            write_outputs(sys.stdin.read().split())
            return 0
        if asked.command == "freeze":
            print(freeze_all(asked.because, asked.workers))
            return 0
        return _compare(asked, read(asked.book))
    except FrozenError as error:
        print(f"frozen: {error}", file=sys.stderr)
        return 2


def _compare(asked: argparse.Namespace, book: Book) -> int:
    """Compare all outputs or those that are asked for; show those that are to be shown."""
    if asked.show:
        return show(book, asked.show)
    started = time.monotonic()
    found = differences(book, asked.only, asked.workers)
    tell(found)
    if found.absent:
        print(f"not looked at: {found.absent:,} outputs made of what should stand beside the repository")
    print(f"{len(book.digests):,} outputs frozen of {book.revision[:10]}, {time.monotonic() - started:.0f} seconds")
    if asked.alike:
        tell_alike(book, found.other)
    elif asked.diff:
        show(book, found.other[: asked.diff])
    return 1 if found.total() else 0


def tell(found: Difference) -> None:
    """Print which outputs differ, by kind."""
    for word, names in (("changed", found.other), ("new", found.new), ("gone", found.gone)):
        for kind, some in groupby(sorted(names), kind_of):
            _tell_some(kind, word, list(some))
    for name, why in found.failed.items():
        print(f"{name} cannot be made: {why}")
    for name, why in found.unmade.items():
        print(f"{name} cannot be made, and could not before: {why}")
    many = f"{found.total():,} outputs are not what they were: {found.by_kind()}"
    new = f"; {len(found.new):,} are new, and compared as soon as they are frozen" if found.new else ""
    print(many if found.total() else f"nothing differs{new}")


def _tell_some(kind: str, word: str, names: list[str]) -> None:
    print(f"{kind}: {len(names):,} {word}")
    for name in names[:_NAMED]:
        print(f"  {name}")
    if len(names) > _NAMED:
        print("  …")


def show(book: Book, names: Sequence[str]) -> int:
    """Print in which lines outputs differ from the frozen ones; 1 if any does."""
    status = 0
    for name, lines in diffs(book, names):
        status |= bool(lines)
        _print_lines(lines or [f"{name} does not differ"])
    return status


def tell_alike(book: Book, names: Sequence[str]) -> None:
    """Print the sorts of differences, each once, the most frequent first."""
    for some, lines in alike(diffs(book, names)):
        print(f"\n== {len(some):,} outputs: {', '.join(some[:_NAMED])}{' …' if len(some) > _NAMED else ''}")
        _print_lines(lines[:_MOST_LINES])


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="frozen", description="Compare what the program puts out with what it did.")
    commands = parser.add_subparsers(dest="command", required=True)
    compare = commands.add_parser("compare", help="say which outputs are no longer what was frozen")
    compare.add_argument("--only", action="append", default=[], metavar="PATTERN", help="some, like 'audit/*'")
    compare.add_argument("--show", action="append", metavar="NAME", help="the lines in which this output differs")
    compare.add_argument("--diff", type=int, default=0, metavar="N", help="show so many of the outputs that differ")
    compare.add_argument("--alike", action="store_true", help="show each sort of difference once, with its outputs")
    compare.add_argument("--book", type=Path, default=FROZEN, help=argparse.SUPPRESS)
    freeze = commands.add_parser("freeze", help="take what the program puts out now as what is right")
    freeze.add_argument("--because", metavar="TEXT", help="why it differs: one line, for intended.md")
    for each in (compare, freeze):
        each.add_argument("--workers", type=int, default=min(_WORKERS, os.cpu_count() or 1), help="processes")
    commands.add_parser("make", help="write the outputs whose names are read, for the program of another revision")
    return parser


if __name__ == "__main__":
    sys.exit(main())
