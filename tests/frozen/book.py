"""The frozen digests as a file, and the list of changes that were meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from frozen.logs import FROM_BESIDE
from frozen.making import FAILED, Digests

FOLDER = Path(__file__).resolve().parent
FROZEN = FOLDER / "frozen.txt"
INTENDED = FOLDER / "intended.md"
_HEAD = "# A digest of each output, made by: python -m frozen freeze\n# revision {revision}\n"
_REVISION = "# revision "


class FrozenError(Exception):
    """What is asked for cannot be done; the message says why."""


class Book(NamedTuple):
    """What was frozen: the revision that made it, and the digest of each output."""

    revision: str
    digests: Digests


class Difference(NamedTuple):
    """Outputs that are not what was frozen: changed, impossible to make (and why), new, missing.

    What is new is no difference yet: it has to be frozen to be compared. `unmade`: what cannot be made, and could not
    when it was frozen. `absent`: how many more cannot be looked at, for what they are made of should stand beside the
    repository.
    """

    other: list[str]
    failed: dict[str, str]
    new: list[str]
    gone: list[str]
    absent: int = 0
    unmade: Mapping[str, str] = MappingProxyType({})

    def total(self) -> int:
        """How many outputs are not what they were."""
        return len(self.other) + len(self.failed) + len(self.gone)

    def by_kind(self) -> str:
        """How many of each kind, in words."""
        kinds = Counter(map(kind_of, (*self.other, *self.failed)))
        words = [f"{kind} {number:,}" for kind, number in sorted(kinds.items())]
        words += [f"{len(names):,} {word}" for word, names in (("new", self.new), ("gone", self.gone)) if names]
        return ", ".join(words)


def kind_of(name: str) -> str:
    """The kind of an output, as its name says."""
    return name.split("/", 1)[0]


def _source_of(name: str) -> str:
    """What an output is made of."""
    return name.split("/", 1)[1]


def _by_source(name: str) -> tuple[str, str]:
    return _source_of(name), kind_of(name)


def is_beside(name: str) -> bool:
    """Whether an output is made of what stands beside the repository."""
    return _source_of(name).startswith(FROM_BESIDE)


def read(path: Path = FROZEN) -> Book:
    """The book.

    Raises:
        FrozenError: there is none.
    """
    if not path.exists():
        raise FrozenError(f"{path.name}: nothing is frozen yet: python -m frozen freeze")
    lines = path.read_text("utf-8").splitlines()
    revision = next((line.removeprefix(_REVISION) for line in lines if line.startswith(_REVISION)), "")
    return Book(revision, dict(_outputs_in(lines)))


def _outputs_in(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The names and digests of outputs: a line an output, under what it is made of."""
    source = ""
    for line in lines:
        if line.startswith(" "):
            digest, kind = line.split()
            yield f"{kind}/{source}", digest
        elif not line.startswith("#"):
            source = line


def write(book: Book, path: Path = FROZEN) -> None:
    """Write the book: what outputs are made of, under it a line for each of them, in the order of their names."""
    text = _HEAD.format(revision=book.revision)
    for source, names in groupby(sorted(book.digests, key=_by_source), _source_of):
        text += f"{source}\n" + "".join(f" {book.digests[name]} {kind_of(name)}\n" for name in names)
    path.write_text(text, "utf-8")


def compared(frozen: Mapping[str, str], now: Mapping[str, str], asked: Iterable[str]) -> Difference:
    """How outputs differ from what was frozen. `asked`: the frozen names that should be among them."""
    missing = sorted(name for name in asked if name not in now)
    gone = [name for name in missing if not is_beside(name)]
    no_output = {name: found.removeprefix(FAILED) for name, found in now.items() if found.startswith(FAILED)}
    failed = {name: why for name, why in no_output.items() if name in frozen}
    unmade = {name: why for name, why in no_output.items() if name not in frozen}
    made = [name for name in now if name not in no_output]
    other = [name for name in made if name in frozen and now[name] != frozen[name]]
    new = [name for name in made if name not in frozen]
    return Difference(other, failed, new, gone, len(missing) - len(gone), unmade)


def note(found: Difference, revision: str, because: str, path: Path = INTENDED) -> None:
    """Add a line about a change that was meant."""
    said = f"- `{revision[:10]}` {found.by_kind()}: {because.strip()}\n"
    path.write_text(path.read_text("utf-8") + said, "utf-8")
