"""Logs made wrong: games with corrections of every kind, with one fault or two, and a server's records with a fault.

All of it comes from the sample games, by chance that is the same every time.
"""

from __future__ import annotations

import io
import json
import lzma
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from audit.faults import fault_in
from audit.hiding import hide, numbered
from audit.mutations import MUTATIONS
from mended_games import GAMES as MENDED
from mended_games import mended

__all__ = ["MENDED", "foreign_mutant", "foreign_names", "mended_log", "mutant_log", "names", "places"]

Fields = dict[str, Any]
_FOLDER = Path(__file__).resolve().parents[2] / "sample_logs" / "games"
_GAMES = (
    "american", "bmja", "dead-wall", "default", "dmjl", "mahjiang", "pung-chi", "western", "western-three-players"
)  # fmt: skip
_WITH_ONE, _WITH_TWO = 6, 8
_HANDS = 2
"""A fault is in the first; the second is there to be judged after it."""
_RECORDS = ("end-of-the-wall", "low-limit")


def mended_log(name: str) -> bytes:
    """A sample game with a dozen corrections, as a log."""
    return _lines(mended(name))


def names() -> Iterator[str]:
    """The names of games with faults: the sample game, how many faults it has, a number."""
    for game in _GAMES:
        for faults, many in (("one", _WITH_ONE), ("two", _WITH_TWO)):
            yield from (f"{game}-{faults}-{number}" for number in range(many))


def mutant_log(name: str) -> bytes:
    """A game with a fault or two, as a log."""
    return _mutant(name)[0]


def places(name: str) -> tuple[int, ...]:
    """The events of it at which something was changed."""
    return _mutant(name)[1]


@cache
def _mutant(name: str) -> tuple[bytes, tuple[int, ...]]:
    """A game of two hands with a fault or two in the first, of every third also less was seen; and their places."""
    game, faults, number = name.rsplit("-", 2)
    chance = Random(name)
    hands = _hands_of(game)
    first, rest = hands[0], hands[1:]
    if int(number) % 3 == 2:
        first = hide(first, chance)
    places = []
    for _ in range(1 if faults == "one" else 2):
        first, place = fault_in(first, chance)
        places.append(place + 1)
    return _lines(numbered([*first, *(event for hand in rest for event in hand)])), tuple(places)


@cache
def _hands_of(game: str) -> list[list[Fields]]:
    """The first hands of a sample game; what stands before a hand goes with it."""
    with lzma.open(_FOLDER / f"{game}.mjlog.jsonl.xz") as stream:
        events = [json.loads(line) for line in stream]
    starts = [number for number, event in enumerate(events) if event["type"] == "hand-start"]
    bounds = [0, *starts[1 : _HANDS + 1]]
    return [events[start:end] for start, end in pairwise(bounds)]


def _lines(events: Iterable[Fields]) -> bytes:
    return b"".join(json.dumps(event, sort_keys=True).encode() + b"\n" for event in events)


# -- records of a server ----------------------------------------------------------------------------------------------


def foreign_names() -> Sequence[str]:
    """The names of records with a fault: the kind of change."""
    return sorted(MUTATIONS)


@cache
def foreign_mutant(name: str) -> list[tuple[str, bytes]]:
    """A record of the changed hand and of the one after it, each with the name of its file."""
    chance = Random(name)
    places = [(hands, number) for hands in _records() for number in range(len(hands))]
    chance.shuffle(places)
    for hands, number in places:
        path, text = hands[number]
        changed = MUTATIONS[name].change(chance, text.decode().splitlines())
        if changed is not None:
            return [(path, "\r\n".join([*changed[0], ""]).encode()), *hands[number + 1 : number + 2]]
    raise AssertionError(f"no hand of the sample records has anything for {name}")


@cache
def _records() -> list[list[tuple[str, bytes]]]:
    """The games of the sample records: a list of hands each."""
    return [_record(_FOLDER / f"{name}.tar.xz") for name in _RECORDS]


def _record(path: Path) -> list[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
        members = sorted((one for one in archive if one.isfile()), key=lambda one: one.name)
        found = ((Path(one.name).name, archive.extractfile(one)) for one in members)
        return [(name, stream.read()) for name, stream in found if stream is not None]
