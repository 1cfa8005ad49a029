"""What commands say is what the transcripts say, whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from transcripts import FOLDER, cases, played

CASES = [(path.stem, name, lines) for path in sorted(FOLDER.glob("*.txt")) for name, lines in cases(path)]


@pytest.mark.parametrize("lines", [pytest.param(lines, id=f"{stem}: {name}") for stem, name, lines in CASES])
def test_commands_say_what_the_transcript_says(lines: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "case"
    folder.mkdir()
    assert played(lines, folder) == lines


def test_what_a_command_says_is_compared_whole(tmp_path: Path) -> None:
    told = played(["file a.txt", "| nothing", "$ mjlog verify a.txt", "  ok", "? 0"], tmp_path)
    assert told[:3] == ["file a.txt", "| nothing", "$ mjlog verify a.txt"]
    assert "? 2" in told
    assert "  ok" not in told
