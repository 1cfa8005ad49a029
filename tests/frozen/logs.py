"""The logs that outputs are made of: those of the repository, those made here, those that stand beside it.

Which they are, and which of their events are looked at, depends on nothing that the program says.
"""

from __future__ import annotations

import io
import json
import lzma
import re
import tarfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from frozen import mutants
from samples import generated, kept

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_logs"
BESIDE = ROOT.parent / "shared"
"""Records and examples that are no part of the repository; nobody needs to have them."""
FROM_BESIDE = "beside/"
"""So the names begin of what is made of them."""
_RECORDS, _EXAMPLES = BESIDE / "oracle" / "classical-records.tar.xz", BESIDE / "examples"
_PAIRS = ROOT / "tests" / "audit" / "two-faults.tar.xz"
_EVERY_PAIR, _EVERY_RECORD = 6, 12
_OF_A_LEGAL_ONE = 6
_SUFFIX = ".mjlog.jsonl"
_DISPUTE, _CORRECTION, _WIN = (
    re.compile(f'"type": ?"{kind}"'.encode()) for kind in ("dispute", "correction", "mahjong")
)

Files = Mapping[str, bytes]


class Log(NamedTuple):
    """A game, and how it is looked at.

    `name`: in the names of outputs. `path`: what commands are given, from the folder in which they run. `files`: what
    has to be written there first, by path. `marks`: events that are disputed, or near which something is wrong.
    `moments`: so many of its moments are looked at, evenly, and those near the marks; None: all. `is_corrected`,
    `is_won`: whether it has a correction, a winning hand. `is_short`: it is one of many alike, or long, and what takes
    long is not made of it. `cards`: score cards at hand.
    """

    name: str
    path: str
    files: Callable[[], Files] | None = None
    marks: tuple[int, ...] = ()
    moments: int | None = None
    is_corrected: bool = False
    is_won: bool = False
    is_short: bool = False
    cards: tuple[str, ...] = ()


def all_logs() -> Iterator[Log]:
    """All of them, the large ones first, in the same order every time."""
    yield from _games()
    yield from _records_beside()
    yield from _pairs()
    yield from _made()
    yield from _examples_beside()
    yield from _small()


# -- logs of the repository -------------------------------------------------------------------------------------------


def _games() -> Iterator[Log]:
    """Complete games of hundreds or thousands of events."""
    for path in sorted((SAMPLES / "games").glob("*.xz")):
        name = path.name.split(".")[0]
        yield Log(f"games/{name}", f"sample_logs/games/{path.name}", moments=60, is_won=True)


def _small() -> Iterator[Log]:
    """One log a finding, rule, dispute or dead hand: every event of it is looked at, and of a legal one some.

    Up to the fault most of the illegal ones are the same.
    """
    for path, text in sorted(_small_texts().items()):
        name, inside = path.as_posix().removesuffix(_SUFFIX), f"sample_logs/{path.as_posix()}"
        is_legal = name.endswith("-legal")
        yield Log(
            name, inside, marks=_marks(_said_of(path), text), moments=_OF_A_LEGAL_ONE if is_legal else None,
            is_corrected=bool(_CORRECTION.search(text)), is_won=bool(_WIN.search(text)),
        )  # fmt: skip


def _small_texts() -> dict[Path, bytes]:
    """The small logs by their paths below `sample_logs/`: those that lie there, and those that are made from cases."""
    lying = {path.relative_to(SAMPLES): path.read_bytes() for path in SAMPLES.rglob(f"*{_SUFFIX}")}
    return lying | {Path(place): text for place, text in generated().items()}


def _said_of(path: Path) -> Mapping[str, Any]:
    """What is kept of a small log; of one that is told elsewhere, nothing."""
    return {} if path.parent.name == "disputes" else _kept(path.parent.name)[path.name.removesuffix(_SUFFIX)]


_kept = cache(kept)


def _marks(said: Mapping[str, Any], text: bytes) -> tuple[int, ...]:
    """What is disputed in a small log, and where something is said to be wrong."""
    disputed = [number for number, line in enumerate(text.splitlines(), 1) if _DISPUTE.search(line)]
    found = [one["seq"] for one in said.get("findings", ())] + [one["certain"] for one in said.get("dead", ())]
    return tuple(sorted({*disputed, *(seq for seq in found if seq is not None)}))


def _pairs() -> Iterator[Log]:
    """Hands with two faults of different players, written by others: some of those with which certainty is tested."""
    cases = [name for name in _packed(_PAIRS) if "/expected/" in name]
    for name in cases[::_EVERY_PAIR]:
        said = json.loads(_packed(_PAIRS)[name])
        log = name.replace("/expected/", "/logs/").removesuffix(".json") + _SUFFIX
        marks = tuple(sorted(said[fault]["seq"] for fault in ("f1", "f2")))
        yield _made_log(f"pairs/{said['case']}", partial(_unpacked, _PAIRS, log), marks, moments=8)


# -- logs made here ---------------------------------------------------------------------------------------------------


def _made() -> Iterator[Log]:
    """Games with corrections of every kind, and games and records with one fault and with two."""
    for name in mutants.MENDED:
        log = _made_log(f"mended/{name}", partial(mutants.mended_log, name), (), moments=50)
        yield log._replace(is_corrected=True, is_won=True, is_short=False)
    for name in mutants.names():
        yield _made_log(f"mutants/{name}", partial(mutants.mutant_log, name), mutants.places(name), moments=6)
    for name in mutants.foreign_names():
        yield Log(f"foreign/{name}", f"foreign/{name}", partial(_foreign, name), moments=4, is_short=True)


def _made_log(name: str, make: Callable[[], bytes], marks: tuple[int, ...], moments: int) -> Log:
    path = f"{name}{_SUFFIX}"
    return Log(name, path, partial(_one_file, path, make), marks, moments, is_short=True)


def _one_file(path: str, make: Callable[[], bytes]) -> Files:
    return {path: make()}


def _foreign(name: str) -> Files:
    return {f"foreign/{name}/{file}": text for file, text in mutants.foreign_mutant(name)}


# -- logs beside the repository ---------------------------------------------------------------------------------------


def is_all_beside() -> bool:
    """Whether all of it is there."""
    return _RECORDS.exists() and _EXAMPLES.exists()


def _records_beside() -> Iterator[Log]:
    """Games as an independent server recorded them, a folder each: every twelfth."""
    hands = [name for name in _packed(_RECORDS) if name.endswith(".mjs")] if _RECORDS.exists() else []
    games = [(game, list(names)) for game, names in groupby(hands, lambda name: name.rsplit("/", 1)[0])]
    for game, names in games[::_EVERY_RECORD]:
        name = game.rsplit("/", 1)[1]
        files = partial(_members, _RECORDS, names)
        yield Log(f"{FROM_BESIDE}records/{name}", f"records/{name}", files, moments=20, is_won=True, is_short=True)


def _examples_beside() -> Iterator[Log]:
    """Games of several rule sets, legal ones and faulty ones, as somebody else wrote them."""
    for path in sorted(_EXAMPLES.glob(f"*/*{_SUFFIX}")):
        inside = path.relative_to(BESIDE).as_posix()
        cards = [card.relative_to(BESIDE).as_posix() for card in sorted(path.parent.glob("*.card"))]
        yield Log(
            FROM_BESIDE + inside.removesuffix(_SUFFIX), inside, partial(_copies, [inside, *cards]),
            _marks(_said_beside(path), path.read_bytes()), moments=20, is_won=True, cards=tuple(cards),
        )  # fmt: skip


def _said_beside(path: Path) -> Mapping[str, Any]:
    """What the file beside an example says of it."""
    beside = path.with_name(path.name.removesuffix(_SUFFIX) + ".expected.json")
    return json.loads(beside.read_bytes()) if beside.exists() else {}


def _copies(names: list[str]) -> Files:
    return {name: (BESIDE / name).read_bytes() for name in names}


# -- archives ---------------------------------------------------------------------------------------------------------


def _members(path: Path, names: list[str]) -> Files:
    return {name: _packed(path)[name] for name in names}


def _unpacked(path: Path, name: str) -> bytes:
    return _packed(path)[name]


@cache
def _packed(path: Path) -> dict[str, bytes]:
    """The files of an archive, by name, in the order of their names."""
    with lzma.open(path) as stream, tarfile.open(fileobj=io.BytesIO(stream.read())) as archive:
        members = sorted((one for one in archive if one.isfile()), key=lambda one: one.name)
        return {one.name: found.read() for one in members if (found := archive.extractfile(one)) is not None}
