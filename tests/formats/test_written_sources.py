"""A text in short hand is read wherever a log is: audited, replayed, in folders and packed folders."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest

from mjlog.audit.engine import Engine
from mjlog.errors import RecordError
from mjlog.sources import games_in

GAME = "game tuesday western anna ben cleo dora\nhand table\n5b wc46 9d\n"
"""West's chow is not from the left: an error at events 4 and 5."""


def found(path: Path) -> list[tuple[str, int | None, int | None]]:
    """What an audit finds at a path: codes, events, lines."""
    return [
        (finding.code, finding.seq, finding.line)
        for record in games_in(str(path))
        for report in Engine(record).run()
        for finding in report.findings
    ]


def test_a_text_is_audited_like_a_log_with_the_lines_of_the_text(tmp_path: Path) -> None:
    text = tmp_path / "tuesday.mjlog.txt"
    text.write_text(GAME)
    assert found(text) == [("chow-not-from-left", 4, 3)]


def test_an_act_that_cannot_be_read_is_a_finding_with_its_line(tmp_path: Path) -> None:
    text = tmp_path / "tuesday.mjlog.txt"
    text.write_text("game tuesday western anna ben cleo dora\nhand table\n5b\nzzz\n")
    assert found(text) == [("bad-event", None, 4)]


def test_texts_lie_in_folders_and_packed_folders_beside_logs(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "tuesday.mjlog.txt").write_text(GAME)
    packed = tmp_path / "season.tar"
    with tarfile.open(packed, "w") as archive:
        content = GAME.encode()
        member = tarfile.TarInfo("games/tuesday.mjlog.txt")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    for path in (tmp_path / "club", packed):
        assert [record.name for record in games_in(str(path))] == ["tuesday"]
        assert [code for code, _seq, _line in found(path)] == ["chow-not-from-left"]


def test_a_correction_in_a_text_is_carried_out(tmp_path: Path) -> None:
    text = tmp_path / "tuesday.mjlog.txt"
    text.write_text(GAME.replace(" 9d", "") + "fix 4 void\nFIX 5 void\n9c\n")
    assert found(text) == []


def test_bytes_that_are_no_text_are_refused_in_words(tmp_path: Path) -> None:
    text = tmp_path / "tuesday.mjlog.txt"
    text.write_bytes(GAME.encode() + b"\xff")
    with pytest.raises(RecordError, match=r"is no text in UTF-8 \(byte 63\)"):
        list(games_in(str(text)))


def test_two_games_in_one_text_are_two_games(tmp_path: Path) -> None:
    text = tmp_path / "week.mjlog.txt"
    text.write_text(GAME + GAME.replace("tuesday", "friday"))
    names = []
    for record in games_in(str(text)):
        names.append(record.name)
        assert json.dumps(Engine(record).run()[-1].as_json()["findings"]).count("chow-not-from-left") == 1
    assert names == ["tuesday", "friday"]
