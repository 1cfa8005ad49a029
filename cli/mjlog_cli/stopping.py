"""Work that is told to stop puts away what it has half done, however it is told."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_P = ParamSpec("_P")
_R = TypeVar("_R")
_NAMES = ("SIGTERM", "SIGHUP")
_SOON = 0.05
"""Seconds until a signal comes again that was lost where nothing can be raised."""


class _Stopped(SystemExit):
    """Somebody has ended the program by this signal."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


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
        raise _Stopped(number)

    def end_again(lost: UnraisableHookArgs) -> None:
        # What is raised while an object is deleted goes to nobody: the signal comes once more, where it is heard.
        if not isinstance(lost.exc_value, _Stopped):
            told(lost)
            return
        again = Timer(_SOON, os.kill, (os.getpid(), lost.exc_value.number))
        again.daemon = True
        again.start()

    before = {}
    told, sys.unraisablehook = sys.unraisablehook, end_again
    for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
        try:
            if signal.getsignal(number) is signal.SIG_DFL:  # `nohup` stays what it is
                before[number] = signal.signal(number, end)
        except ValueError:  # not in the main thread: whoever started it ends it
            break
    try:
        yield
    finally:
        sys.unraisablehook = told
        for number, handler in before.items():
            signal.signal(number, handler)
