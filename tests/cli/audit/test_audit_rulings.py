"""Faults that were ruled on at the table: told as such, counted apart if asked for; the exit status."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines

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
OPEN = fault(dispute())


def found(result: Any) -> list[dict[str, Any]]:
    """The errors in a report for programs."""
    return [one for report in lines(result) for one in report["findings"] if one["severity"] == "error"]


def audited(run: Run, tmp_path: Path, events: list[Fields], *asked: str, command: str = "audit") -> Any:
    return run(command, written(tmp_path / "logs", events), *asked)


def test_programs_read_the_ruling_beside_the_finding(run: Run, tmp_path: Path) -> None:
    (one,) = found(audited(run, tmp_path, RULED, "--json"))
    assert one["ruled"] == {"seq": 7, "dispute": 6, "decision": "upheld", "text": "he puts it back"}
    (other,) = found(audited(run, tmp_path, OPEN, "--json"))
    assert "ruled" not in other


def test_of_an_appeal_the_later_ruling_is_told(run: Run, tmp_path: Path) -> None:
    (one,) = found(audited(run, tmp_path, fault(dispute(), ruling(6), ruling(6, "dismissed")), "--json"))
    assert (one["ruled"]["seq"], one["ruled"]["decision"]) == (8, "dismissed")


_CALLED: list[Fields] = [
    {"type": "discard", "seat": "E", "tile": "5b"},
    {"type": "claim", "seat": "W", "for": "chow"},
    {"type": "expose", "seat": "W", "kind": "chow", "tiles": ["4b", "5b", "6b"]},
]


@pytest.mark.parametrize("on", [4, 5])
def test_a_call_and_the_set_laid_down_upon_it_are_ruled_on_together(run: Run, tmp_path: Path, on: int) -> None:
    events = game("called", hand(1, 0, *_CALLED, depth="table"), [dispute(on), ruling(6)], ended=False)
    (one,) = found(audited(run, tmp_path, events, "--json"))
    assert one["code"] == "chow-not-from-left"
    assert one["ruled"]["seq"] == 7


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
