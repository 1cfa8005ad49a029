"""The parts that tables are written in, each by itself; which of them are there tells what is done already.

A part is there when its commit is: `parts/NAME.json`, which is written when all of its files lie in their places. NAME
is a digest of what the part is made from and of what was asked, so whoever goes on knows what is done, on any machine.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from mjlog.archive.columns import TABLES, VERSION
from mjlog.archive.target import Target, write
from mjlog.errors import MjlogError
from mjlog.urls import called

MARK = "mjlog-tables.txt"
"""Stands in a folder of tables, and says what was asked for."""
COMMITS = "parts"
_COMMIT = re.compile(rf"{COMMITS}/(\w+)\.json")
_FILE = re.compile(rf"({'|'.join(TABLES)})/(.*)/part-(\w+)-(\d+)\.parquet")
_ASKED = re.compile(rb"^asked: (\w+)$", re.MULTILINE)


class Done(msgspec.Struct):
    """What came of a part.

    `games`: how many are in it, and how many of these are `damaged`; `troubles`: what could not be read. `lost`: what
    befell the workers that were lost over it, `refused`: what the target said to it; then there is no such part.
    """

    games: int = 0
    damaged: int = 0
    troubles: list[str] = msgspec.field(default_factory=list)
    lost: str | None = None
    refused: str | None = None


class Parts:
    """The parts in a target."""

    def __init__(self, target: Target) -> None:
        self.target = target

    def found(self, name: str) -> Done | None:
        """What came of a part; None where it is to be made, as it is again where something could not be read."""
        said = self.target.read(_commit(name))
        try:
            done = None if said is None else msgspec.json.decode(said, type=Done)
        except msgspec.MsgspecError:
            return None
        return None if done is None or done.troubles else done

    def commit(self, name: str, folder: Path, done: Done) -> None:
        """A part that was written into a folder gets its place: first all of its files, then what says so."""
        for file in sorted(folder.rglob("*.parquet")):
            self.target.put(file, file.relative_to(folder).as_posix())
        write(self.target, _commit(name), msgspec.json.encode(done))

    def tidy(self, wanted: Iterable[str]) -> None:
        """Take away what is no part of these: of games that have changed or gone, or of a writer that was cut short."""
        found = list(self.target.files())
        commits = {match[1]: name for name in found if (match := _COMMIT.fullmatch(name)) is not None}
        stay = commits.keys() & set(wanted)
        for name in sorted(commits.keys() - stay):
            self.target.remove(commits[name])
        for name in found:
            match = _FILE.fullmatch(name)
            if match is not None and match[3] not in stay:
                self.target.remove(name)

    def whole(self) -> list[dict[str, list[str]]]:
        """The parts that are there, partition by partition: by table the names of its files, as they were written.

        Of a part that is being written some files may be there already.
        """
        found = list(self.target.files())
        commits = {match[1] for match in map(_COMMIT.fullmatch, found) if match is not None}
        names: dict[tuple[str, str], dict[str, dict[int, str]]] = defaultdict(lambda: defaultdict(dict))
        for name in found:
            match = _FILE.fullmatch(name)
            if match is not None and match[3] in commits:
                names[match[2], match[3]][match[1]][int(match[4])] = name
        return [
            {table: [numbered[one] for one in sorted(numbered)] for table, numbered in names[key].items()}
            for key in sorted(names)
        ]


def _commit(name: str) -> str:
    return f"{COMMITS}/{name}.json"


# -- whose tables these are -----------------------------------------------------------------------------------------


def make_room(path: str, target: Target, asked: str, force: bool) -> None:
    """Let there be a target for tables of what is asked; those that are there already for the same are gone on with.

    Raises:
        MjlogError: it holds something else, and may not be written over.
    """
    target.make()
    mark = target.read(MARK)
    before = None if mark is None else _ASKED.search(mark)
    is_same = before is not None and before[1].decode() == asked
    if not is_same and (mark is not None or any(True for _name in target.files())):
        if not force:
            raise MjlogError(f"{called(path)}: is there already: name another folder, or --force to write it anew")
        if mark is None:
            words = "holds something other than tables, and is left alone: name another folder"
            raise MjlogError(f"{called(path)}: {words}")
    if not is_same or force:
        Parts(target).tidy(())
    _write_mark(target, asked, is_whole=False)


def say_whole(target: Target, asked: str) -> None:
    """All parts are there."""
    _write_mark(target, asked, is_whole=True)


def _write_mark(target: Target, asked: str, is_whole: bool) -> None:
    state = "whole" if is_whole else "being written, or cut short: the same command goes on"
    write(target, MARK, f"tables of mjlog, version {VERSION}\nasked: {asked}\nstate: {state}\n".encode())
