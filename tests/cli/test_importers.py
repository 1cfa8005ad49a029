"""Importers are found by entry points, those of other packages like our own; a broken one stops no other."""

from __future__ import annotations

import dataclasses
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command_runs import ROOT, Run, lines, run_process

from mjlog.errors import RecordError
from mjlog.formats import foreign
from mjlog.formats.foreign import importers
from mjlog.sources import games_in
from riichi_records import XML
from samples import RECORDS, hand_histories

TALLY = Path(__file__).parent.parent / "importers" / "tally"
GOOD = "tally classical anna ben cora dora\nS 16 24 0 8 : 0 96 -64 -32\n"
WRONG = GOOD.replace("-64 -32", "-62 -34")
Install = Callable[[Path], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts what a package installs where Python looks for packages, until the test is over."""

    def put(folder: Path) -> None:
        monkeypatch.syspath_prepend(folder)
        importlib.invalidate_caches()
        importers.cache_clear()

    importers.cache_clear()
    before = set(sys.modules)
    yield put
    importers.cache_clear()
    for name in {*sys.modules} - before:
        if name.startswith("mjlog_") and not name.startswith(("mjlog_cli", "mjlog_schemas")):
            del sys.modules[name]


@pytest.fixture
def tallies(tmp_path: Path) -> Path:
    """A folder with a tally, a log of each of two other programs, and a file that nobody knows."""
    folder = tmp_path / "evening"
    (folder / "server").mkdir(parents=True)
    (folder / "friday.tally").write_text(WRONG, "utf-8")
    (folder / "riichi.xml").write_text(XML, "utf-8")
    for name, content in hand_histories(RECORDS[0])[:2]:
        (folder / "server" / Path(name).name).write_bytes(content)
    return folder


def package(folder: Path, name: str, code: str, declared: str = "BAD") -> Path:
    """What a package installs whose only module is this, with an importer of this name."""
    info = folder / f"mjlog_{name}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: mjlog-{name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{foreign.GROUP}]\n{name} = mjlog_{name}:{declared}\n")
    (folder / f"mjlog_{name}.py").write_text(code)
    return folder


def test_our_own_importers_are_found_as_those_of_others(install: Install) -> None:
    own = ["botzone", "majiang", "majsoul", "mjai", "pku", "pmn", "tenhou", "tenhou6", "xmj"]
    assert (list(importers().formats), importers().broken) == (own, {})
    install(TALLY)
    assert (list(importers().formats), importers().broken) == ([*own, "tally"], {})


def test_an_importer_of_another_package_is_used_by_audit_and_import_and_says_what_it_reads(
    install: Install, run: Run, tallies: Path, own_database: Path
) -> None:
    """It is uninstalled again: its files are of no kind that is known, and nothing else has changed."""
    install(TALLY)
    told = " ".join(run("import", "--help").stdout.split())
    assert "tally tallies of the Riverside club, .tally; not taken over: who discarded" in told
    result = run("audit", tallies, "--json")
    assert "tally" not in result.stderr
    hands = [hand for hand in lines(result) if hand["game"] == "friday"]
    assert [(one["hand"], one["winner"], [f["code"] for f in one["findings"]]) for one in hands] == [
        (1, "S", ["wrong-settlement"])
    ]
    assert hands[0]["findings"][0]["line"] == 2
    result = run("import", "tally", tallies)
    assert (result.exit_code, result.stdout) == (0, "friday: 8 events imported\n")
    assert lines(run("audit", "--db", own_database, "--json"))[0]["source"].endswith("friday.tally")


@pytest.mark.parametrize("packed", ["friday.tally", "friday.tally.gz", "all.zip", "-"])
def test_its_files_are_read_wherever_ours_are(install: Install, run: Run, tmp_path: Path, packed: str) -> None:
    """A file, packed or not; in a packed folder; through a pipe."""
    from mjlog.formats.files import packed_folder
    from mjlog.formats.lines import packed_as_called

    install(TALLY)
    path = tmp_path / packed
    if packed == "-":
        path = tmp_path / "pipe"
        os.mkfifo(path)
        writer = os.fork()
        if writer == 0:
            path.write_text(GOOD, "utf-8")
            os._exit(0)
    elif packed == "all.zip":
        path.write_bytes(b"".join(packed_folder(path, [("club/friday.tally", GOOD.encode())])))
    else:
        path.write_bytes(b"".join(packed_as_called(packed, [GOOD.encode()])))
    [record] = games_in(str(path))
    assert (record.foreign, record.name) == ("tally", "game" if packed == "-" else "friday")
    assert len(list(record.rows)) == 8


def test_a_line_that_an_importer_cannot_read_is_a_finding_with_its_place(
    install: Install, run: Run, tmp_path: Path
) -> None:
    install(TALLY)
    (tmp_path / "friday.tally").write_text(GOOD + "\nS 1 2\n", "utf-8")
    result = run("import", "tally", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "friday: 8 events imported (up to the fault)\n")
    assert "friday.tally:4: 'S 1 2' is no hand" in result.stderr


HEAD = "from mjlog.log.records import GameRecord\nfrom mjlog.formats.foreign import ForeignFormat\n"
DECLARED = HEAD + "BAD = ForeignFormat('bad', 'bad files', ('.bad', '.tally'), {begins}, {read})\n"
UNUSABLE = {
    "needs what is not installed": ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
    "is no Python": ("def", "SyntaxError"),
    "leaves": ("raise SystemExit(3)", "SystemExit: 3"),
    "names what is not there": ("", "AttributeError"),
    "is something else": ("BAD = 'tally'", "TypeError: mjlog_bad:BAD is no ForeignFormat"),
    "has another name": (
        HEAD + "BAD = ForeignFormat('good', '', ('.bad',), None, None)", "it calls itself 'good'",
    ),
    "has no endings": (
        HEAD + "BAD = ForeignFormat('bad', '', (), None, None)", "does not say how the names of its files end",
    ),
}  # fmt: skip


@pytest.mark.parametrize("how", UNUSABLE)
def test_an_importer_that_cannot_be_used_is_told_and_the_others_are(
    install: Install, run: Run, tallies: Path, tmp_path: Path, how: str
) -> None:
    code, why = UNUSABLE[how]
    install(package(tmp_path / "site", "bad", code))
    install(TALLY)
    words = "the importer bad of mjlog-bad cannot be used: "
    for result in (run("audit", tallies), run("import", "tally", tallies)):
        assert (words in result.stderr, why in result.stderr, "Traceback" in result.output) == (True, True, False)
        assert "friday: " in result.stdout
    assert words in " ".join(run("import", "--help").stdout.split())
    result = run("import", "bad", tallies)
    assert (result.exit_code, words in result.stderr) == (2, True)
    (tallies / "x.bad").write_text("bad\n")
    result = run("audit", tallies / "x.bad")
    assert (result.exit_code, words in result.stdout) == (1, True)


@pytest.mark.parametrize("name", ["tenhou", "mjlog", "shorthand", "csv"])
def test_a_name_that_is_taken_stays_with_who_has_it(install: Install, tmp_path: Path, name: str) -> None:
    before = list(importers().formats.values())
    code = HEAD + f"BAD = ForeignFormat({name!r}, 'stolen', ('.bad',), None, None)"
    install(package(tmp_path, name, code))
    assert list(importers().formats.values()) == before
    [words] = importers().broken.values()
    assert words == f"the importer {name} of mjlog-{name} cannot be used: ValueError: the name is another's"


FAILING = {
    "as it tells its files": ("lambda beginning: 1 / 0", "None", "cannot tell its files: ZeroDivisionError"),
    "as it reads": ("lambda beginning: beginning.startswith(b'bad')", "lambda *asked: 1 / 0", "ZeroDivisionError"),
    "between two rows": (
        "lambda beginning: beginning.startswith(b'bad')",
        "lambda game, source, files: GameRecord(source, game, (1 / 0 for _ in 'x'))", "ZeroDivisionError",
    ),
    "with rows that are none": (
        "lambda beginning: beginning.startswith(b'bad')",
        "lambda game, source, files: GameRecord(source, game, iter([({'type': 'draw'}, 1)]))",
        "TypeError: {'type': 'draw'} is neither an event nor a fault",
    ),
    "with no game": ("lambda beginning: beginning.startswith(b'bad')", "lambda *asked: None", "TypeError"),
}  # fmt: skip


@pytest.mark.parametrize("when", FAILING)
def test_an_importer_that_fails_is_told_of_its_file_and_the_others_are_read(
    install: Install, run: Run, tallies: Path, tmp_path: Path, when: str
) -> None:
    begins, read, why = FAILING[when]
    install(package(tmp_path / "site", "bad", DECLARED.format(begins=begins, read=read)))
    install(TALLY)
    (tallies / "a.bad").write_text("bad\n")
    for words in (("audit",), ("import", "bad")):
        result = run(*words, tallies)
        told = result.stderr + result.stdout
        assert ("the importer bad cannot" in told, why in told, "Traceback" in told) == (True, True, False), words
        assert "friday: " in told or words == ("import", "bad")
    assert "friday: 8 events imported" in run("import", "tally", tallies).stdout


def test_what_begins_as_files_of_two_importers_is_read_by_our_own(install: Install, tmp_path: Path) -> None:
    """The order does not depend on what was installed first."""
    code = DECLARED.format(begins="lambda beginning: True", read="lambda *asked: 1 / 0")
    install(package(tmp_path, "bad", code))
    found = foreign.format_of(XML.encode())
    assert found.kind == "tenhou"


def test_where_no_importer_is_installed_that_is_said(monkeypatch: pytest.MonkeyPatch, install: Install) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [])
    install(TALLY)
    assert foreign.format_of(XML.encode()) is None
    assert foreign.troubles() == [importers().broken["mjlog"]]
    assert "install it again" in foreign.troubles()[0]


def test_logs_are_read_without_a_look_at_importers(
    monkeypatch: pytest.MonkeyPatch, install: Install, run: Run, log: Path
) -> None:
    """They take a while to be found."""
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: pytest.fail("they are looked for"))
    for words in (("import", "mjlog"), ("audit",), ("verify",), ("replay",)):
        assert run(*words, log).exit_code == 0
    assert foreign.troubles() == []


def test_an_importer_may_read_several_games_of_a_file(tmp_path: Path, install: Install) -> None:
    """They are numbered; its fault as it reads one is told of the file."""
    code = (TALLY / "mjlog_tally.py").read_text("utf-8") + (
        "\n\ndef several(game, source, files):\n    [(path, content)] = files\n"
        "    for part in content.split(b'--\\n'):\n        yield read(game, source, [(path, part)])\n\n\n"
        "import dataclasses\nMANY = dataclasses.replace(TALLY, kind='many', endings=('.many',), read=several)\n"
    )
    install(package(tmp_path, "many", code, declared="MANY"))
    (tmp_path / "friday.many").write_text(f"{GOOD}--\n{GOOD}", "utf-8")
    games = list(games_in(str(tmp_path / "friday.many")))
    assert [(game.name, next(iter(game.rows))[0].game) for game in games] == [  # type: ignore[union-attr]
        ("friday-1", "friday-1"), ("friday-2", "friday-2"),
    ]  # fmt: skip


def test_a_record_that_is_longer_than_any_is_not_given_to_an_importer(
    monkeypatch: pytest.MonkeyPatch, install: Install, tmp_path: Path
) -> None:
    install(TALLY)
    monkeypatch.setattr(foreign, "MAX_RECORD", 10)
    with pytest.raises(RecordError, match="is longer than 10 bytes"):
        list(importers().formats["tally"].games("friday", "friday.tally", [("friday.tally", GOOD.encode())]))


def test_an_installed_package_is_found_by_the_program_itself(tallies: Path) -> None:
    """In a process of its own, and by its workers."""
    out = run_process("audit", tallies, "--json", "--workers", "2", anew=True, PYTHONPATH=str(TALLY))
    games = [json.loads(line)["game"] for line in out.stdout.splitlines()]
    assert "friday" in games
    assert out.returncode == 1


def test_the_page_about_importers_shows_the_one_that_is_tried_here() -> None:
    page = (ROOT / "docs" / "do" / "importers.md").read_text("utf-8")
    for name in ("mjlog_tally.py", "mjlog_tally-1.0.dist-info/entry_points.txt"):
        code = (TALLY / name).read_text("utf-8")
        assert (code if name.endswith(".py") else code.splitlines()[1].split(" = ")[1]) in page
    for field in dataclasses.fields(foreign.ForeignFormat):
        assert f"`{field.name}`" in page
