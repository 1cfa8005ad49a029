"""Games that kept much are looked through for garbage, and not before."""

from __future__ import annotations

import weakref

import pytest

from mjlog.audit import pause
from mjlog.audit.pause import collect_kept, collector_paused


class Circle:
    """Something that knows itself, as a table knows its judge."""

    def __init__(self) -> None:
        self.own = self


def circle_kept() -> weakref.ref[Circle]:
    """A circle that nobody holds, made while the collector was put off."""
    with collector_paused():
        return weakref.ref(Circle())


def test_what_nobody_holds_is_freed_once_much_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pause, "_kept", 0)
    kept = circle_kept()
    collect_kept()
    assert kept() is not None
    monkeypatch.setattr(pause, "_MOST_KEPT", 0)
    collect_kept()
    assert kept() is None
