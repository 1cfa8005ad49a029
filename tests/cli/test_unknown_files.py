"""Files of no kind that is known: one sentence, with what they look like; and what a folder says of them."""

from __future__ import annotations

import json
import tarfile
import zipfile
from pathlib import Path

import pytest
from command_runs import Run

from each import each
from mjlog.errors import RecordError
from mjlog.sources import games_in
from riichi_records import XML

LOG = '{"seq":1,"type":"game-start","game":"g","ruleset":"western","players":["a","b","c","d"]}\n'


@each("content,words", [
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture (PNG)"),
    (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "a PDF"),
    (b"PK\3\4\x14\0\6\0", "a zip: folders that are packed end in .zip, workbooks in .xlsx or .ods"),
    (b"<!DOCTYPE html>\n<html lang='en'><body>hands</body></html>", "a web page"),
    (b"<?xml version='1.0'?>\n<!-- music -->\n<score-partwise/>", "XML that begins with <score-partwise>"),
    (b"\xff\xfe<\0a\0>\0", "XML that begins with <a>"),
    (b"[1, 2, 3]", "JSON: a list"),
    (b'{"head": {"uuid": "1"}, "data": []}', 'JSON with "head", "uuid", "data"'),
    (b'{"type": "FeatureCollection", "features": []}\n' * 2000, 'JSON with "type", "features"'),
    (b"anna;ben;cleo;dora\n41300;26500;21100;31100\n", "a table (mjlog import csv FILE reads tables)"),
    (b"https://example.org/6/?log=1\n", "an address: what is there can be saved, and read as a file"),
    ("tuesday, with žofie\nand others\n".encode() * 3000, "text (short hand is called NAME.mjlog.txt)"),
    (b"\0\1\2\3" * 100, "no text"),
    (b"\xff" * 100, "no text"),
])  # fmt: skip
def test_a_file_of_no_known_kind_gets_one_sentence(content: bytes, words: str, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "what.json"
    path.write_bytes(content)
    with pytest.raises(RecordError) as raised:
        list(games_in(str(path)))
    assert f"is no record that is known: it looks like {words}; read are logs of events" in str(raised.value)
    audited = run("audit", path, "--json")
    (report,) = map(json.loads, audited.stdout.splitlines())
    assert [one["code"] for one in report["findings"]] == ["bad-json"]
    for kind in ("mjlog", "tenhou", "tenhou6", "mjai", "majiang", "majsoul"):
        imported = run("import", kind, path, "--db", tmp_path / "a.db")
        assert (imported.exit_code, imported.stderr.count("\n")) == (2, 1)
        assert words in imported.stderr


@each("content", [b"", b"\n \n", LOG.encode(), b"not JSON\n" + LOG.encode(), LOG[:-20].encode()])
def test_what_may_be_a_damaged_log_is_read_line_by_line(content: bytes, tmp_path: Path) -> None:
    for name in ("log.json", "log"):
        path = tmp_path / name
        path.write_bytes(content)
        assert len(list(games_in(str(path)))) == 1


def test_a_log_by_its_name_is_read_whatever_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "a.mjlog.jsonl"
    path.write_text("<html>\n", "utf-8")
    assert len(list(games_in(str(path)))) == 1


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with a game, files that are none, and some that nobody misses."""
    folder = tmp_path / "mixed"
    (folder / "more").mkdir(parents=True)
    (folder / ".git").mkdir()
    for name, text in {
        "game.xml": XML, "notes.txt": "tuesday", "more/page.json": "{}", "more/picture.png": "x", ".hidden": "x",
        ".git/index": "x",
    }.items():  # fmt: skip
        (folder / name).write_text(text, "utf-8")
    return folder


PASSED = "3 files of no kind that is known were passed over"


def test_a_folder_says_which_files_it_passed_over(mixed: Path, tmp_path: Path, run: Run) -> None:
    said = f"{mixed}: {PASSED}: notes.txt, more/page.json, more/picture.png\n"
    audited = run("audit", mixed)
    assert (audited.exit_code, audited.stderr) == (0, said)
    imported = run("import", "tenhou", mixed, "--db", tmp_path / "a.db")
    assert (imported.exit_code, imported.stderr) == (0, said)
    assert run("stats", mixed).stderr.count(said) == 1
    (mixed / "notes.txt").unlink()
    (mixed / "more/page.json").unlink()
    assert "1 file of no kind that is known was passed over: more/picture.png" in run("audit", mixed).stderr


def test_many_files_are_counted_and_some_named(mixed: Path, run: Run) -> None:
    for number in range(40):
        (mixed / f"{number:02}.png").write_bytes(b"x")
    assert "05.png, 06.png, 07.png and 35 more" in run("audit", mixed).stderr


@each("ending", ["tar", "zip"])
def test_a_packed_folder_says_so_too(ending: str, mixed: Path, tmp_path: Path, run: Run) -> None:
    path = tmp_path / f"packed.{ending}"
    if ending == "tar":
        with tarfile.open(path, "w") as packed:
            packed.add(mixed, "mixed")
    else:
        with zipfile.ZipFile(path, "w") as zipped:
            for file in sorted(mixed.rglob("*")):
                zipped.write(file, file.relative_to(mixed.parent))
    audited = run("audit", path)
    assert audited.exit_code == 0
    assert f"{path}: {PASSED}" in audited.stderr
    assert "mixed/notes.txt" in audited.stderr


def test_a_folder_without_games_says_both(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.png").write_bytes(b"x")
    audited = run("audit", tmp_path)
    assert audited.exit_code == 2
    assert "there is no game here" in audited.stderr
    assert "passed over: a.png" in audited.stderr
