"""Work that is told to stop puts away what it has half done, however it is told."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import FrameType
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")
_NAMES = ("SIGTERM", "SIGHUP")


def tidy_when_stopped(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Whoever ends the program (a shutdown, a closed terminal) ends it as Ctrl-C does: nothing half-written stays."""

    @wraps(function)
    def tidily(*args: _P.args, **named: _P.kwargs) -> _R:
        with _ends_as_exceptions():
            return function(*args, **named)

    return tidily


@contextmanager
def _ends_as_exceptions() -> Iterator[None]:
    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {}
    for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
        try:
            if signal.getsignal(number) is signal.SIG_DFL:  # `nohup` stays what it is
                before[number] = signal.signal(number, end)
        except ValueError:  # not in the main thread: whoever started it ends it
            break
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
