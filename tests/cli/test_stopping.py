"""Work that is told to stop ends, wherever in it the signal comes."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from mjlog_cli.stopping import tidy_when_stopped

PATIENCE = 30.0


class StoppedWhileDeleted:
    """Something that is told to stop just while it is deleted, where Python can raise nothing."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.001)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")
def test_a_signal_that_comes_while_an_object_is_deleted_is_not_lost() -> None:
    reached = []

    @tidy_when_stopped
    def work() -> None:
        one = StoppedWhileDeleted()
        del one
        reached.append("past the deletion")
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            time.sleep(0.01)

    with pytest.raises(SystemExit) as ended:
        work()
    assert ended.value.code == 128 + signal.SIGTERM
    assert reached == ["past the deletion"]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_what_else_fails_while_an_object_is_deleted_is_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __del__(self) -> None:
            raise ValueError("nobody hears this")

    @tidy_when_stopped
    def work() -> None:
        one = Broken()
        del one

    told = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: told.append(str(lost.exc_value)))
    work()
    assert told == ["nobody hears this"]
