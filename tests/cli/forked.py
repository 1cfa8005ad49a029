"""The program in a process that was split off from the tests: it has imported already what a new one would import.

Starting Python and importing the program takes most of the time of a short command. That it starts is tested where
processes and terminals are begun `anew`.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Mapping, Sequence
from typing import NoReturn

import mjlog_cli.main
import mjlog_cli.record.app
import mjlog_cli.record.beginning

_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


def run_and_end(words: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """Be `mjlog …` with these words, in a process that is a copy of the tests; it ends with the command.

    Standard input and output are those of the process; nothing that the tests have put in their place stays.
    """
    status = 70
    try:
        _as_new(words, environment)
        status = _status_of(words)
    except BaseException:
        traceback.print_exc()
    finally:
        _end(status)


def _as_new(words: Sequence[str], environment: Mapping[str, str]) -> None:
    os.closerange(3, 1024)
    for number in _SIGNALS:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python does as it starts
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["mjlog", *words]
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, buffering, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
        for number, mode, buffering, errors in (
            (0, "r", -1, "strict"), (1, "w", -1, "strict"), (2, "w", 1, "backslashreplace"),
        )
    )  # fmt: skip
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
    sys.excepthook, sys.unraisablehook = sys.__excepthook__, sys.__unraisablehook__
    threading.excepthook = threading.__excepthook__
    warnings.resetwarnings()
    warnings.simplefilter("ignore")
    atexit._clear()


def _status_of(words: Sequence[str]) -> int:
    try:
        mjlog_cli.main.main(list(words))
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _end(status: int) -> NoReturn:
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)
