"""`--as-of SEQ`: what the log said at that time, replayed, audited, shown and exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines, write_lines

from short_logs import fields

_RIGHT = {"type": "settlement", "change": {"E": -40, "S": 80, "W": -20, "N": -20}}


def events() -> list[dict[str, Any]]:
    """A payment (event 4) that was wrong, put right (5), put wrong again (6), and right by 8."""
    log = fields("game western; hand depth=result; S mahjong wall; settlement E=-40 S=80 W=-20 N=-10")
    log[0]["game"] = "tuesday"
    more: list[dict[str, Any]] = [
        {"type": "correction", "of": 4, "events": [_RIGHT], "reason": "ten more", "agreed": ["anna", "ben"]},
        {"type": "correction", "of": 5, "events": [], "reason": "no"},
        {"type": "game-end"},
        {"type": "correction", "of": 6, "events": [], "reason": "yes"},
    ]
    return [*log, *({"seq": seq, **event} for seq, event in enumerate(more, 5))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The log of this game."""
    return write_lines(tmp_path / "tuesday.mjlog.jsonl", events())


def test_the_table_as_of_an_event_says_which_reading_it_is(run: Run, path: Path) -> None:
    told = {seq: lines(run("replay", path, "--as-of", seq, "--json"))[0] for seq in (4, 5, 6)}
    assert [told[seq]["seats"]["N"]["total"] for seq in (4, 5, 6)] == [-10, -20, -10]
    assert lines(run("replay", path, "--as-of", 5, "--as-recorded", "--to", 4, "--json"))[0]["seq"] == 4
    first = run("replay", path, "--as-of", 5, "--as-recorded").stdout.splitlines()[0]
    assert first == "tuesday, event 5 of 5 (as recorded, as of event 5)"
    assert "as of" not in run("replay", path).stdout
    late = run("replay", path, "--as-of", 5, "--to", 7)
    assert (late.exit_code, "there is no event 7" in late.stderr) == (2, True)
