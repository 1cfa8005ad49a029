"""Audit: one object a hand for programs, a readable summary for people, the agreed exit status; what was ruled on."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import random
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from command_runs import PLAYERS, Run, event, foreign_hand, game_events, lines, write_lines
from terminal import Terminal

from mjlog.events import encode_event
from mjlog.text import shown
from mjlog_cli.console import Pace
from riichi_records import HEAD, RIICHI, THREE, XML, events, received, write_foreign
from soul_records import soul_json
from tests.club.evenings import Fields, game, hand, won, written
from tests.views.american_logs import bought, told


def test_a_file_that_opens_but_is_malformed_gives_findings(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "x.mjlog.jsonl"
    log.write_bytes(b"\xff\xfe\x00nonsense")
    result = run("audit", log, "--json")
    assert result.exit_code == 1
    (report,) = lines(result)
    assert report["hand"] is None
    assert (report["findings"][0]["code"], report["findings"][0]["line"]) == ("bad-json", 1)


def test_a_packed_log_that_breaks_off_is_a_finding_not_a_failure(run: Run, tmp_path: Path, log: Path) -> None:
    import gzip

    packed = tmp_path / "x.mjlog.jsonl.gz"
    packed.write_bytes(gzip.compress(log.read_bytes() * 50)[:-12])
    result = run("audit", packed, "--json")
    assert result.exit_code == 1
    assert any(finding["code"] == "bad-json" for report in lines(result) for finding in report["findings"])


def test_an_unreadable_database_in_a_folder_does_not_hide_the_logs_beside_it(run: Run, log: Path) -> None:
    (log.parent / "a.db").write_bytes(b"SQLite format 3\x00 and then nothing of the kind" * 40)
    result = run("audit", log.parent, "--json")
    assert result.exit_code == 2
    assert [report["game"] for report in lines(result)] == ["g1"]


def test_files_folders_and_databases_are_audited_alike(run: Run, tmp_path: Path, foreign_game: Path) -> None:
    run("import", "xmj", foreign_game, "--db", tmp_path / "c.sqlite")
    found = [lines(run("audit", path, "--json")) for path in (foreign_game, tmp_path / "c.sqlite")]
    assert found[0] == found[1]
    assert found[0][0]["game"] == "evening"


def test_several_processes_print_what_one_prints(run: Run, tmp_path: Path) -> None:
    for number in range(5):
        folder = tmp_path / "all" / f"evening-{number}"
        folder.mkdir(parents=True)
        (folder / "hand-1.mjs").write_text(foreign_hand(f"PlayerDiscards {number % 4 + 1} 9D 1 0"), "utf-8")
        write_lines(folder / "night.mjlog.jsonl", game_events(f"night-{number}"))
    for form in ([], ["--json"], ["--hands"]):
        alone = run("audit", tmp_path / "all", tmp_path / "no", *form)
        together = run("audit", tmp_path / "all", tmp_path / "no", "--workers", "2", *form)
        assert (alone.exit_code, alone.stdout, alone.stderr) == (together.exit_code, together.stdout, together.stderr)
        assert "evening-4" in alone.stdout


# -- audits of what is hardly a game ----------------------------------------------------------------------------------


BEGUN = game("begun", ended=False, ruleset="western")
"""A game of which nothing but the beginning is written down."""
PLAYED = game("played", hand(1, 0, {"type": "washout"}), at="2026-05-09T18:00:00Z")


@pytest.fixture
def db(run: Run, tmp_path: Path) -> Path:
    """A database with a game that has no hand yet, and one that has."""
    path = tmp_path / "club.db"
    assert run("import", "mjlog", "--db", path, written(tmp_path / "logs", BEGUN, PLAYED)).exit_code == 0
    return path


def test_a_game_without_a_hand_goes_by_its_own_name(run: Run, db: Path) -> None:
    text = run("audit", "--db", db, "begun").stdout
    assert text.startswith(f"begun: 0 hands, nothing found  ({db})\n")


@pytest.mark.parametrize("name", ["empty.mjlog.jsonl", "empty.mjlog.jsonl.xz"])
def test_an_empty_log_is_a_finding(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(lzma.compress(b"") if name.endswith(".xz") else b"")
    result = run("audit", path)
    assert result.exit_code == 1
    assert f"{path}: error bad-json: the log is empty\n" in result.stdout
    (report,) = lines(run("audit", path, "--json"))
    assert [one["code"] for one in report["findings"]] == ["bad-json"]


# -- faults that were ruled on at the table ---------------------------------------------------------------------------


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


# -- audit at a terminal ----------------------------------------------------------------------------------------------


def at_a_terminal(path: Path, *more: str) -> str:
    """What an audit prints at a terminal of 100 columns."""
    with Terminal("audit", path, *more, rows=40, columns=100, home=path.parent) as terminal:
        terminal.ended()
        return terminal.seen.decode("utf-8")


def faulty(path: Path, game: str = "g") -> Path:
    """A game with five faults."""
    seats = dict(zip("ESWN", PLAYERS, strict=True))
    acts = [event(3, "discard", seat="E", tile="5b")]
    acts += [event(seq, "claim", seat="S", **{"for": "chow"}, on=3) for seq in (4,)]
    acts += [event(seq, "discard", seat="WN"[seq % 2], tile=f"{seq % 9 + 1}c") for seq in range(5, 12)]
    start = [*game_events(game)[:1], event(2, "hand-start", hand=1, round="E", seats=seats, depth="full")]
    return write_lines(path, [*start, *acts])


def test_the_first_findings_are_told_and_the_way_to_the_others(tmp_path: Path) -> None:
    text = at_a_terminal(faulty(tmp_path / "g.mjlog.jsonl"))
    told = text.count("what is wrong: ")
    assert 1 <= told <= 3
    assert ("--stories tells all of them" in text) == (text.count(": error ") > 2 * told)
    assert max(len(line.rstrip("\r")) for line in text.split("\n") if "what is wrong" in line) <= 100


def test_they_are_not_told_where_that_is_not_wanted(tmp_path: Path) -> None:
    log = faulty(tmp_path / "g.mjlog.jsonl")
    assert "what is wrong: " not in at_a_terminal(log, "--no-stories")
    assert "what is wrong: " not in at_a_terminal(log, "--json")


def test_a_line_says_how_far_it_is_and_is_taken_away_again(tmp_path: Path) -> None:
    for number in range(3):
        write_lines(tmp_path / f"n{number}.mjlog.jsonl", game_events(f"n{number}"))
    text = at_a_terminal(tmp_path)
    assert "1 of 3 files and games (33%)" in text
    assert text.rstrip().endswith("3 games, 3 hands: nothing found")
    assert "\r" + " " * 78 + "\r" in text


def test_the_rest_is_told_by_what_it_took_so_far() -> None:
    pace = Pace(10_000, "files", begun=0.0)
    assert pace.words(0, 0, now=0.0) == "0 of 10,000 files (0%)"
    assert pace.words(100, 100, now=1.0) == "100 of 10,000 files (1%)"
    assert pace.words(5_000, 5_200, now=100.0) == "5,000 of 10,000 files (50%), 52 games/s, about 2 min left"
    assert Pace(0, "files", begun=0.0).words(0, 0, now=9.0) == "0 of 0 files"


# -- a folder with all sorts of files in it ---------------------------------------------------------------------------


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _written(form: str, text: str = XML) -> bytes:
    return write_foreign([encode_event(event) for event in events(text)], "game", form).content


NOISE = random.Random(1).randbytes(4000)
STRANGE = {
    "empty.xml": b"", "empty.json": b"", "noise.xml": NOISE, "noise.json": NOISE, "zeros.log": b"\0" * 500,
    "page.xml": b"<html><body>404</body></html>", "error.json": b'{"error": "not found"}', "letter.txt": b"dear all",
    "soul-data.json": b'{"head": {}, "data": "CgwubHEu"}',
}  # fmt: skip


def files() -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Those that can be read, and those that are broken."""
    sound = {
        "a.xml": XML.encode(), "three.xml": THREE.encode(), "seen.txt": received().encode(), "packed.xml.gz":
        gzip.compress(XML.encode()), "t6.json": _written("tenhou6"), "mjai.jsonl": _written("mjai"),
        "majiang.json": _written("majiang"), "soul.json": soul_json(events(XML)),
        "three.json": _written("tenhou6", THREE),
        "in/deep/one.mjlog": XML.encode(),
        "all.zip": _zipped(
            {"x.xml": XML.encode(), "y.json": _written("tenhou6"), "empty.json": b"", "noise.xml": NOISE}
        ),
    }  # fmt: skip
    broken = {
        "cut.xml": XML.encode()[:900], "cut.json": _written("tenhou6")[:900],
        "log.json": b'{"log": [[[0, 0, 0]]], "log": 5}', "words.jsonl": _written("mjai").replace(b"dahai", b"???"),
        "deep.json": b'{"log":[[' + b"[" * 50_000, "cut.xml.gz": gzip.compress(NOISE + XML.encode())[:3000],
        "fake.zip": b"no archive", "cut.zip": sound["all.zip"][:700],
    }  # fmt: skip
    return sound, broken


def test_each_file_of_a_folder_is_judged_or_named_with_a_reason(run: Run, tmp_path: Path) -> None:
    sound, broken = files()
    for name, content in {**sound, **broken, **STRANGE, "nested.zip": _zipped({"in.zip": sound["all.zip"]})}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    result = run("audit", tmp_path)
    told = result.stdout + result.stderr
    assert "Traceback" not in told
    assert result.exit_code == 2, "something could not be read"
    for name in sound.keys() - {"all.zip"}:
        assert f"{tmp_path / name}" in result.stdout, name
    assert f"{tmp_path}/all.zip/x.xml" in result.stdout
    for name in broken:
        assert name in told, name
    assert "cut.xml.gz: cannot be read" in result.stderr
    assert "nested.zip: 1 file of no kind that is known was passed over: in.zip" in result.stderr
    assert "passed over: empty.json, noise.xml" in result.stderr.replace("2 files of no kind that is known were ", "")
    passed = next(line for line in result.stderr.splitlines() if line.startswith(f"{tmp_path}: {len(STRANGE)} files"))
    assert "of no kind that is known were passed over" in passed


def test_one_fault_of_a_broken_file_is_told_and_the_sound_ones_are_as_if_alone(run: Run, tmp_path: Path) -> None:
    sound, mixed = tmp_path / "sound", tmp_path / "mixed"
    for folder, files in ((sound, {"a.xml": HEAD + RIICHI}), (mixed, {"a.xml": HEAD + RIICHI, "b.xml": HEAD[:60]})):
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
    alone, beside = run("audit", sound / "a.xml").stdout, run("audit", mixed).stdout
    assert alone.splitlines()[0].replace(str(sound), str(mixed)) in beside


# -- audit for people -------------------------------------------------------------------------------------------------


WRONG = game(
    "wrong",
    hand(1, 0, {"type": "washout"}, {"type": "settlement", "change": {"E": 8, "S": -8, "W": 0, "N": 0}}),
    hand(2, 1, *won("W", -64, -32, 128, -30)),
    at="2026-05-05T18:00:00Z", ruleset="western",
)  # fmt: skip
TURNS: list[Fields] = [
    {"type": "discard", "seat": "E", "tile": "5b"},
    {"type": "claim", "seat": "W", "for": "chow"},
    {"type": "draw", "seat": "W", "tile": "??"},
]
LIVE = game("live", hand(1, 0, *TURNS, depth="table"), at="2026-05-08T18:00:00Z", ended=False)
FINE = game("fine", hand(1, 0, {"type": "washout"}), at="2026-05-09T18:00:00Z")


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with a game that was paid wrong, one with faults of play, and one without a fault."""
    return written(tmp_path / "logs", WRONG, LIVE, FINE)


def codes(result: Any) -> list[str]:
    """The codes in a report for programs."""
    return [one["code"] for report in lines(result) for one in report["findings"]]


# -- stories --------------------------------------------------------------------------------------------------------


def test_a_game_of_a_database_is_linked_to_its_page(run: Run, logs: Path) -> None:
    run("import", "mjlog", logs)
    text = run("audit", "--db", logs.parent / "default.db", "--stories").stdout
    assert "look at it: http://127.0.0.1:8008/games/live/events/" in text
    other = run("audit", "--db", logs.parent / "default.db", "--stories", "--viewer", "https://club.example/m/").stdout
    assert "look at it: https://club.example/m/games/live/events/" in other
    assert "look at it" not in run("audit", logs, "--stories").stdout


# -- accepted findings ----------------------------------------------------------------------------------------------


def test_scripts_of_before_are_understood(run: Run, logs: Path, tmp_path: Path) -> None:
    """Pages and accepted findings had options of `audit`."""
    for former, today in (("--html", "report"), ("--write-baseline", "baseline")):
        told = [run("audit", logs, former, tmp_path / "a"), run("audit", logs, f"{former}={tmp_path / 'b'}")]
        told.append(run(today, logs, "--out", tmp_path / "c"))
        assert {(one.stdout, one.exit_code) for one in told} == {(told[0].stdout, int(today == "report"))}
        assert len({(tmp_path / name).read_bytes() for name in "abc"}) == 1
        for name in "abc":
            (tmp_path / name).unlink()


# -- the page -------------------------------------------------------------------------------------------------------


def page_of(run: Run, out: Path, *args: Any) -> str:
    run("report", *args, "--out", out)
    return out.read_text("utf-8")


def test_the_page_needs_no_other_file_and_no_script(run: Run, logs: Path, tmp_path: Path) -> None:
    page = page_of(run, tmp_path / "r.html", logs)
    assert "<script" not in page
    assert not re.search(r'(src|href)="(?!#|https?:)', page)
    assert not re.search(r"url\(|@import|\sstyle=|\son\w+=", page)
    assert "default-src 'none'; style-src 'sha256-" in page


def test_its_style_is_the_one_that_its_policy_allows(run: Run, logs: Path, tmp_path: Path) -> None:
    import base64
    import hashlib
    import html

    page = page_of(run, tmp_path / "r.html", logs)
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"sha256-{digest}" in html.unescape(page.partition("<style>")[0])


def test_the_page_tells_the_summary_and_every_finding_with_an_anchor(run: Run, logs: Path, tmp_path: Path) -> None:
    page = page_of(run, tmp_path / "r.html", logs)
    assert "Points moved by errors: 8" in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert page.count('<article class="finding') == len(codes(run("audit", logs, "--json")))
    assert "West claims chow with 5 bamboo from East" in page


def test_names_of_others_do_no_harm_on_the_page(run: Run, tmp_path: Path) -> None:
    odd = "<script>alert(1)</script>\u202e\x00{{ 7*7 }}"
    events = game("g", hand(1, 0, *TURNS, depth="table", players=[odd, "b", "c", "d"]), ended=False)
    events[0] |= {"players": [odd, "b", "c", "d"], "game": "odd\x00\u202e<b>"}
    log = written(tmp_path / "one", [{**events[0], "game": "odd"}, *events[1:]]) / "odd.mjlog.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in events), "utf-8")
    page = page_of(run, tmp_path / "r.html", log)
    assert "<script" not in page
    assert "\u202e" not in page
    assert "\x00" not in page
    assert "49" not in page.partition("odd")[2][:200]
    assert shown("odd\x00\u202e") in page


def test_a_hand_in_progress_in_a_database_is_told_of_as_the_table_sees_it(run: Run, tmp_path: Path) -> None:
    """Two games that differ in hidden tiles only give the same page and the same stories."""
    pages = []
    for number, hidden in enumerate(("1c", "9d")):
        acts = [
            {"type": "discard", "seat": "E", "tile": "5b"}, {"type": "draw", "seat": "S", "tile": hidden},
            {"type": "draw", "seat": "W", "tile": "??"},
        ]  # fmt: skip
        folder = written(tmp_path / str(number), game("live", hand(1, 0, *acts, depth="full"), ended=False))
        (folder / "db").mkdir()
        run("import", "mjlog", folder / "live.mjlog.jsonl", "--db", folder / "db" / "c.db")
        page = page_of(run, folder / "r.html", "--db", folder / "db" / "c.db")
        pages.append(page.replace(str(folder), ""))
    assert "South draws a tile" in pages[0]
    assert pages[0] == pages[1]


def test_of_a_purchased_card_the_page_tells_no_line(run: Run, tmp_path: Path) -> None:
    """Nothing that only the card can say; its owner is told on the terminal."""
    shelf = bought(tmp_path)
    log = tmp_path / "g.mjlog.jsonl"
    log.write_bytes(b"".join(body + b"\n" for body in told(card="bought-2026").bodies()))
    owner = run("audit", log, "--card", shelf.paths[0])
    assert "dead-exposure" in owner.stdout
    page = page_of(run, tmp_path / "r.html", log, "--card", shelf.paths[0])
    without = page_of(run, tmp_path / "s.html", log)
    assert "dead-exposure" not in page
    assert page.count("<article") == without.count("<article") - 1  # only that the card is missing is not told
    assert "unknown-card" not in page


def test_the_address_of_an_event_is_that_of_the_viewer(run: Run, logs: Path) -> None:
    from flask import url_for

    from mjlog.viewer import create_app
    from mjlog_cli.audit.telling import event_address

    run("import", "mjlog", logs)
    with create_app(logs.parent / "default.db").test_request_context():
        plain = url_for("events.event", name="a/b c", seq=3)
        read = url_for("events.event", name="a/b c", seq=3, log="recorded", **{"as-of": "9"})
    assert event_address("http://x", "a/b c", 3) == f"http://x{plain}"
    assert event_address("http://x/", "a/b c", 3, True, 9).split("?")[1].split("&") == read.split("?")[1].split("&")
