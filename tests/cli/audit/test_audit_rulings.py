"""Faults that were ruled on at the table: told as such, counted apart if asked for; the exit status."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from command_runs import Run

from tests.club.evenings import Fields, game, hand, written


def fault(*said: Fields) -> list[Fields]:
    """A game with a fault in event 5, and what was said of it from event 6 on."""
    play: list[Fields] = [
        {"type": "discard", "seat": "E", "tile": "5b"},
        {"type": "draw", "seat": "S", "tile": "??"},
        {"type": "draw", "seat": "W", "tile": "??"},
    ]
    return game("turns", hand(1, 0, *play, depth="table"), list(said), ended=False)


FAULT = 5
"""West's draw out of turn."""


def dispute(on: int = FAULT, **more: Any) -> Fields:
    """An objection to an event."""
    return {"type": "dispute", "text": "it was not his turn", "on": on, **more}


def ruling(on: int, decision: str | None = "upheld", **more: Any) -> Fields:
    """A ruling on a dispute."""
    said = {} if decision is None else {"decision": decision}
    return {"type": "ruling", "text": "he puts it back", "on": on, **said, **more}


RULED = fault(dispute(), ruling(6))


def audited(run: Run, tmp_path: Path, events: list[Fields], *asked: str, command: str = "audit") -> Any:
    return run(command, written(tmp_path / "logs", events), *asked)


def test_stories_and_pages_say_it(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    told = audited(run, tmp_path, RULED, "--stories", "--ruled", "accept")
    assert told.stdout.count("ruled on in event 7: upheld") == 2
    audited(run, tmp_path, RULED, "--out", str(page), "--ruled", "accept", command="report")
    text = page.read_text("utf-8")
    assert "<p>Ruled on in event 7: upheld.</p>" in text
    assert "findings that were ruled on at the table are counted apart" in text


def test_what_a_ruling_says_cannot_write_into_the_page(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    events = fault(dispute(), ruling(6, "<script>alert(1)</script>"))
    audited(run, tmp_path, events, "--out", str(page), command="report")
    assert "<script" not in page.read_text("utf-8")
