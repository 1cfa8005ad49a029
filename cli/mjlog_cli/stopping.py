"""Work that is told to stop puts away what it has half done, however it is told.

Signals differ from system to system (Windows has no SIGHUP, cannot hold them, and has none in an event loop): all that
is asked of them is asked here, and what a system does not have is left out.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_P = ParamSpec("_P")
_R = TypeVar("_R")
_TOLD = ("SIGTERM", "SIGHUP")
_ENDING = ("SIGINT", *_TOLD)
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
            hook_before(lost)
            return
        again = Timer(_SOON, os.kill, (os.getpid(), lost.exc_value.number))
        again.daemon = True
        again.start()

    before = {}
    hook_before, sys.unraisablehook = sys.unraisablehook, end_again
    for number in _known(_TOLD):
        try:
            if signal.getsignal(number) is signal.SIG_DFL:  # `nohup` stays what it is
                before[number] = signal.signal(number, end)
        except ValueError:  # not in the main thread: whoever started it ends it
            break
    try:
        yield
    finally:
        sys.unraisablehook = hook_before
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def ended_by_terminate() -> Iterator[None]:
    """Let a request to terminate end the server as Ctrl-C does."""

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not in the main thread: whoever started it ends it
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def leave_when_stopped(leave: Callable[[], None]) -> None:
    """A signal to end lets whatever runs in this event loop leave by itself; on a system without that, an exception
    does."""
    import asyncio  # the recorder has it already; whatever starts cold shall not wait for it

    with suppress(NotImplementedError, RuntimeError, ValueError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, leave)


def _known(names: Iterable[str]) -> list[signal.Signals]:
    """The signals that this system has."""
    return [signal.Signals[name] for name in names if name in signal.Signals.__members__]


# -- of several processes -----------------------------------------------------------------------------------------


def how_ended(code: int | None) -> str:
    """How a process ended, by its exit code."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"was ended by {signal.Signals(-code).name}"
    return f"ended with {code}"


@contextmanager
def signals_held() -> Iterator[None]:
    """No signal comes in between: what is run around a fork would swallow it, and a process that has just begun, and
    gets the Ctrl-C of the whole terminal, would complain of it at length."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _known(_ENDING))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def answer_signals() -> None:
    """Signals end the process as they end any other, whatever the parent does about them."""
    for number in _known(_ENDING):
        # Ctrl-C reaches all processes of a terminal: the parent ends the others.
        signal.signal(number, signal.SIG_IGN if number is signal.SIGINT else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _known(_ENDING))
