"""Making outputs: all of them or some, in several processes, each to its digest."""

from __future__ import annotations

import fnmatch
import gc
import hashlib
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import cache

from frozen import of_rules, of_viewer
from frozen.logs import all_logs
from frozen.of_logs import outputs_of
from frozen.room import room

Digests = dict[str, str]
_LENGTH = 10
"""So many hexadecimal digits tell two outputs apart."""
_AT_ONCE = 12
FAILED = "cannot be made: "
"""So begins what stands in the place of the digest of an output that cannot be made; then follows why."""

_stay = ExitStack()
"""What a process of its own enters and never leaves."""


@cache
def outputs() -> dict[str, Callable[[], bytes]]:
    """Every output that there is, by its name: a kind and what it is made of. Those that take long come first."""
    made = dict(of_viewer.outputs()) | dict(of_rules.outputs())
    return made | {name: make for log in all_logs() for name, make in outputs_of(log)}


def chosen(patterns: Sequence[str]) -> list[str]:
    """The names of outputs that one of the patterns describes, as a shell would; without a pattern all names."""
    names = list(outputs())
    return [name for name in names if not patterns or any(fnmatch.fnmatchcase(name, one) for one in patterns)]


def made(name: str) -> bytes:
    """One output; in a `room`."""
    return outputs()[name]()


def digests(names: Sequence[str], workers: int = 1) -> Digests:
    """The digest of each of these outputs."""
    if workers == 1:
        with room():
            return dict(map(_digest, names))
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=fresh, initializer=_move_in) as pool:
        parts = [names[start : start + _AT_ONCE] for start in range(0, len(names), _AT_ONCE)]
        return dict(each for part in pool.map(_digests, parts) for each in part)


def _move_in() -> None:
    """Begin a process of its own; what is there for good is not searched for garbage again and again."""
    _stay.enter_context(room())
    outputs()
    gc.collect()
    gc.freeze()
    gc.disable()


def _digests(names: Iterable[str]) -> list[tuple[str, str]]:
    made = [_digest(name) for name in names]
    gc.collect()
    return made


def _digest(name: str) -> tuple[str, str]:
    """The name and the digest; an output that cannot be made hinders no other."""
    try:
        return name, digest_of(made(name))
    except Exception as error:
        return name, f"{FAILED}{type(error).__name__}: {error}"


def digest_of(output: bytes) -> str:
    """The beginning of the SHA-256 of an output, in hexadecimal digits."""
    return hashlib.sha256(output).hexdigest()[:_LENGTH]


def texts(names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Some outputs themselves."""
    with room():
        for name in names:
            yield name, made(name)
