"""Files of no kind that is known, and records of riichi games: told by their content, imported, audited, written."""

from __future__ import annotations

import gzip
import json
import tarfile
import zipfile
from pathlib import Path

import pytest
from command_runs import Run

from each import each
from mjlog.errors import RecordError
from mjlog.sources import games_in
from riichi_records import XML, received

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


# -- records of riichi games at the command line ----------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, run: Run) -> Path:
    """A folder with the same game in each form, and files that are no games."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "xml.xml").write_text(XML, "utf-8")
    (folder / "packed.mjlog").write_bytes(gzip.compress(XML.encode()))
    (folder / "also.xml.gz").write_bytes(gzip.compress(XML.encode()))
    (folder / "view.txt").write_text(received(), "utf-8")
    for form, name in (("tenhou6", "six.json"), ("mjai", "messages.jsonl"), ("majiang", "moves.json")):
        result = run("export", folder / "xml.xml", "--as", form, "--out", folder / name)
        assert result.exit_code == 0, result.stderr
    (folder / "again.mjson").write_bytes((folder / "messages.jsonl").read_bytes())
    (folder / "README.md").write_text("# Games\n", "utf-8")
    (folder / "index.jsonl").write_text('{"file": "xml.xml", "hands": 3}\n', "utf-8")
    (folder / "notes.txt").write_text("nothing of the sort\n", "utf-8")
    return folder


def test_a_folder_is_audited_without_a_name_of_the_formats(run: Run, folder: Path) -> None:
    result = run("audit", folder, "--workers", "1")
    assert result.exit_code == 0, result.stdout
    assert result.stdout.endswith("8 games, 24 hands: nothing found\n")


def test_an_archive_of_them_is_read_like_the_folder(run: Run, folder: Path, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "games.tar.xz", "w:xz") as archive:
        archive.add(folder, "games")
    result = run("audit", tmp_path / "games.tar.xz", "--workers", "1")
    assert result.stdout.endswith("8 games, 24 hands: nothing found\n")


def test_winners_scores_and_payments_are_the_same_in_each_form(run: Run, folder: Path) -> None:
    told: dict[str, list[object]] = {}
    for line in run("audit", folder, "--json", "--workers", "1").stdout.splitlines():
        hand = json.loads(line)
        money = {seat: scores["computed"] for seat, scores in hand["scores"].items()}
        told.setdefault(hand["game"], []).append((hand["winner"], hand["winners"], money, hand["settlement"]))
    assert len(told) == 8
    assert all(hands == told["xml"] for hands in told.values())


@each(
    "kind,names",
    [
        ("tenhou", ["also", "packed", "view", "xml"]),
        ("tenhou6", ["six"]),
        ("mjai", ["again", "messages"]),
        ("majiang", ["moves"]),
    ],
)
def test_import_takes_the_games_of_its_kind(
    kind: str, names: list[str], run: Run, folder: Path, tmp_path: Path
) -> None:
    result = run("import", kind, folder, "--db", tmp_path / f"{kind}.db")
    assert result.exit_code == 0, result.stderr
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == names
    again = run("audit", tmp_path / f"{kind}.db", "--workers", "1")
    assert again.exit_code == 0, again.stdout


def test_a_kind_that_is_not_there_is_said(run: Run, folder: Path) -> None:
    result = run("import", "mjai", folder / "xml.xml")
    assert result.exit_code == 2
    assert "no game of the kind mjai" in result.stderr
    assert "mjlog import tenhou" in run("import", folder / "xml.xml", "x").stderr


def test_a_foreign_record_is_no_log(run: Run, folder: Path) -> None:
    assert run("import", "mjlog", folder / "xml.xml").exit_code == 2


@each("sign", [2048, 4096])
def test_games_of_other_sorts_cannot_be_read(sign: int, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "three.xml"
    path.write_text(XML.replace('type="169"', f'type="{169 + sign}"'), "utf-8")
    for command in (["import", "tenhou"], ["audit"]):
        result = run(*command, path)
        assert result.exit_code == 2
        assert f"is a game of type {169 + sign}" in result.stderr


def test_what_is_lost_is_said_a_line_each(run: Run, folder: Path) -> None:
    result = run("export", folder / "xml.xml", "--as", "tenhou6")
    assert result.stderr.splitlines() == [
        "mjlog: lost in tenhou6: order between seats", "mjlog: lost in tenhou6: rule set but a line",
        "mjlog: lost in tenhou6: hands shown (3)", "mjlog: lost in tenhou6: when indicators were turned (1)",
        "mjlog: lost in tenhou6: fu of wins with a limit (1)",
    ]  # fmt: skip
    assert json.loads(result.stdout)["name"] == ["anna", "ben", "čeněk", "p3"]


@each("path,lost", [
    ("xml.xml", [
        "majiang: lost: rule set", "majiang: lost: limits of wins (1)",
        "mjai: lost: rule set but red fives and rounds", "mjai: lost: limits of wins (1)",
        "tenhou6: lost: order between seats", "tenhou6: lost: rule set but a line", "tenhou6: lost: hands shown (3)",
        "tenhou6: lost: when indicators were turned (1)", "tenhou6: lost: fu of wins with a limit (1)",
    ]),
    ("view.txt", ["tenhou6: refused: hand 1 has a tile that nobody saw (event 4): the format cannot say that"]),
])  # fmt: skip
def test_a_report_says_before_writing_what_each_form_cannot_say(
    path: str, lost: list[str], run: Run, folder: Path
) -> None:
    result = run("export", folder / path, "--report")
    told = result.stdout.splitlines()
    assert set(lost) <= set(told)
    assert result.exit_code == (2 if any("refused" in line for line in told) else 0)
    (one, *_rest) = run("export", folder / path, "--as", "majiang", "--report").stdout.splitlines()
    assert one == "majiang: lost: rule set"
    assert run("export", folder / path, "--report", "--out", folder / "x.json").exit_code == 2


def test_hands_that_follow_no_other_are_said(run: Run, folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "hands"
    place.mkdir()
    for number in (1, 3):
        run("export", folder / "xml.xml", "--as", "tenhou6", "--hand", str(number), "--out", place / f"{number}.json")
    words = f"{place}: 2 hands follow none of those beside them, and are games of their own: 1, 3"
    assert words in run("audit", place, "--workers", "1").stderr
    assert words in run("import", "tenhou6", place, "--db", tmp_path / "a.db").stderr
    run("export", folder / "xml.xml", "--as", "tenhou6", "--hand", "2", "--out", place / "2.json")
    hands = sorted(place.iterdir(), reverse=True)
    addresses = [f"https://tenhou.net/6/#json={path.read_text('utf-8')}" for path in hands]
    for paths in ([place], hands, addresses, [*hands[:2], addresses[2]]):
        result = run("audit", *paths, "--workers", "1")
        assert result.stdout.endswith("1 game, 3 hands: nothing found\n")
        assert "follow" not in result.stderr
    assert len(run("import", "tenhou6", *hands, "--db", tmp_path / "b.db").stdout.splitlines()) == 1


def test_an_address_of_the_editor_is_a_path(run: Run, folder: Path, tmp_path: Path) -> None:
    address = f"https://tenhou.net/6/#json={(folder / 'six.json').read_text('utf-8')}"
    assert run("audit", address, "--workers", "1").stdout.endswith("1 game, 3 hands: nothing found\n")
    imported = run("import", "tenhou6", address, "--db", tmp_path / "a.db")
    assert imported.stdout.startswith("game-")
    assert run("replay", address).stdout.startswith(imported.stdout.split(":")[0])


def test_a_folder_of_all_sorts_is_judged_file_by_file(run: Run, folder: Path) -> None:
    """What is judged, and what is not, with the reason: nothing hides the others."""
    (folder / "many.json").write_text((folder / "six.json").read_text("utf-8") * 2, "utf-8")
    (folder / "three.xml").write_text(XML.replace('type="169"', 'type="2217"'), "utf-8")
    (folder / "broken.json").write_text((folder / "six.json").read_text("utf-8")[:-20], "utf-8")
    result = run("audit", folder, "--workers", "1")
    assert (result.exit_code, "11 games, 30 hands: 1 error" in result.stdout) == (2, True)
    assert "three.xml:2: is a game of type 2217" in result.stderr
    assert "3 files of no kind that is known were passed over: README.md, index.jsonl, notes.txt" in result.stderr


def test_one_hand_of_a_stored_game(run: Run, folder: Path) -> None:
    run("import", "tenhou", folder / "xml.xml")
    result = run("export", "xml", "--as", "mjai", "--hand", "2")
    starts = [message for message in map(json.loads, result.stdout.splitlines()) if message["type"] == "start_kyoku"]
    assert [(start["kyoku"], start["honba"]) for start in starts] == [(1, 1)]


def test_nothing_is_written_where_the_format_cannot_say_it(run: Run, folder: Path, tmp_path: Path) -> None:
    result = run("export", folder / "view.txt", "--as", "tenhou6", "--out", tmp_path / "view.json")
    assert result.exit_code == 2
    assert "a tile that nobody saw" in result.stderr
    assert not (tmp_path / "view.json").exists()


@each("more", [["--shorthand"], ["--unchained"]])
def test_a_form_is_one_form(more: list[str], run: Run, folder: Path) -> None:
    assert run("export", folder / "xml.xml", "--as", "mjai", *more).exit_code == 2
    assert run("export", folder / "xml.xml", "--hand", "1").exit_code == 2
