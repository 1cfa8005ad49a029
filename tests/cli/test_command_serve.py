"""`mjlog serve`: what is to be given, and what is said before anything is served; in a container."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import tomllib
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

import pytest
from click.testing import CliRunner, Result
from command_runs import ROOT, process_env
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mjlog.formats.shorthand.document import read_document
from mjlog.store import open_store
from mjlog.viewer.recorder.tables import Keys, code_in_lines
from mjlog_cli.commands.serve import SHORTEST, VARIABLE
from mjlog_cli.main import main

TOKEN = "a-token_of-the-Club.2026"


@pytest.fixture(autouse=True)
def called(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the server was started with; it tells its address and ends."""
    calls: dict[str, Any] = {}

    def serve(path: Path, host: str, port: int, **named: Any) -> None:
        calls.update(named, host=host, port=port)
        named["on_ready"](f"http://{host}:{port}/")

    monkeypatch.setattr("mjlog.viewer.serve", serve)
    monkeypatch.delenv(VARIABLE, raising=False)
    return calls


def run(tmp_path: Path, *arguments: str) -> Result:
    """The command, with an empty database."""
    path = tmp_path / "club.db"
    if not path.exists():
        open_store(path).close()
    return CliRunner().invoke(main, ["serve", "--db", str(path), *arguments])


def written(path: Path, text: str, mode: int = 0o600) -> str:
    """A file that holds this."""
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return str(path)


def test_without_more_it_is_for_this_machine_and_for_looking_only(tmp_path: Path, called: dict[str, Any]) -> None:
    result = run(tmp_path)
    assert result.exit_code == 0
    assert result.output == "the viewer is at http://127.0.0.1:8008/ (Ctrl-C stops it)\n"
    assert (called["host"], called["names"], called["token"], called["proxy"]) == ("127.0.0.1", (), None, None)


def test_a_token_is_read_from_a_file(tmp_path: Path, called: dict[str, Any]) -> None:
    result = run(tmp_path, "--token-file", written(tmp_path / "t", f"{TOKEN}\n"))
    assert called["token"] == TOKEN
    assert "whoever has the token may add events" in result.stdout
    assert TOKEN not in result.output
    assert result.stderr == ""


def links_in(output: str) -> list[str]:
    """The links to tables."""
    return re.findall(r"http://\S+/record\S*", output)


def with_games(tmp_path: Path) -> None:
    """A database with two games that go on, and one that is over."""
    with open_store(tmp_path / "club.db") as store:
        for game, acts in (("over", "\nend"), ("monday", ""), ("tuesday", "")):
            (read,) = read_document(f"game {game} western anna ben cleo dora{acts}", "text")
            store.append(game, read.bodies, expected_last=0)


def test_for_each_game_that_goes_on_there_is_a_link_and_one_for_all(tmp_path: Path, called: dict[str, Any]) -> None:
    """The latest first, each with a key of its own, and its code for a camera."""
    with_games(tmp_path)
    result = run(tmp_path, "--host", "0.0.0.0", "--record")
    keys = Keys(called["record"])
    assert links_in(result.stdout) == [keys.link("http://0.0.0.0:8008/", game) for game in ("tuesday", "monday", None)]
    assert code_in_lines(links_in(result.stdout)[0]) in result.stdout
    assert "keys of tables cross the network unencrypted" in result.stderr


def test_a_game_that_is_named_gets_the_only_link(tmp_path: Path, called: dict[str, Any]) -> None:
    with_games(tmp_path)
    result = run(tmp_path, "--record", "monday")
    assert links_in(result.stdout) == [Keys(called["record"]).link("http://127.0.0.1:8008/", "monday")]
    assert "only this machine can open these links" in result.stderr
    wrong = run(tmp_path, "--record", "munday")
    assert (wrong.exit_code, "there is no game munday" in wrong.stderr) == (2, True)


def test_links_of_a_server_behind_a_proxy_have_its_name(tmp_path: Path, called: dict[str, Any]) -> None:
    with_games(tmp_path)
    result = run(tmp_path, "--record", "monday", "--allow-host", "club.example", "--proxy", "127.0.0.1")
    assert "https://club.example/record/monday#" in result.stdout
    assert result.stderr == ""


def test_links_stay_as_long_as_the_token_does(tmp_path: Path, called: dict[str, Any]) -> None:
    with_games(tmp_path)
    token = ("--token-file", written(tmp_path / "t", TOKEN))
    first, again, other = (links_in(run(tmp_path, "--record", *more).stdout) for more in (token, token, ()))
    assert first == again != other
    assert TOKEN not in "".join(first)


def test_without_being_asked_for_nothing_is_recorded_from_telephones(tmp_path: Path, called: dict[str, Any]) -> None:
    run(tmp_path)
    assert called["record"] is None


def test_a_token_is_read_from_the_environment_unless_a_file_is_named(
    tmp_path: Path, called: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "another-token-than-that")
    run(tmp_path)
    assert called["token"] == "another-token-than-that"
    run(tmp_path, "--token-file", written(tmp_path / "t", TOKEN))
    assert called["token"] == TOKEN


def test_a_token_on_the_command_line_is_not_taken(tmp_path: Path) -> None:
    assert "No such option" in run(tmp_path, "--token", TOKEN).output


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o604])
def test_a_file_that_others_can_read_gets_a_warning(tmp_path: Path, called: dict[str, Any], mode: int) -> None:
    result = run(tmp_path, "--token-file", written(tmp_path / "t", TOKEN, mode))
    assert called["token"] == TOKEN
    assert ("can be read by others" in result.stderr) is (os.name == "posix")


@pytest.mark.parametrize(("text", "said"), [
    ("", "has 0 characters: expected 16 to 512"),
    ("x" * (SHORTEST - 1), "has 15 characters: expected 16 to 512"),
    ("x" * 5000, "expected 16 to 512"),
    ("two words of a token", "is none: expected letters, digits and -._~+/= on one line"),
    (f"{TOKEN}\n{TOKEN}", "on one line"),
    ("tökentökentökentöken", "is none"),
])  # fmt: skip
def test_what_is_no_good_token_is_refused(tmp_path: Path, called: dict[str, Any], text: str, said: str) -> None:
    result = run(tmp_path, "--token-file", written(tmp_path / "t", text))
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert called == {}


def test_a_short_token_of_the_environment_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "short")
    result = run(tmp_path)
    assert result.exit_code == 2
    assert "the token of $MJLOG_TOKEN has 5 characters" in result.stderr
    assert "--new-token FILE makes one" in result.stderr


def test_a_token_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    result = run(tmp_path, "--token-file", str(tmp_path / "none"))
    assert result.exit_code == 2
    assert "the token cannot be read: no such file" in result.stderr


def test_a_fresh_token_is_written_for_its_owner_alone(tmp_path: Path, called: dict[str, Any]) -> None:
    path = tmp_path / "fresh"
    result = run(tmp_path, "--new-token", str(path))
    assert called["token"] == path.read_text().strip()
    assert len(called["token"]) > 40
    assert called["token"] not in result.output
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    first = called["token"]
    run(tmp_path, "--new-token", str(tmp_path / "fresher"))
    assert called["token"] != first


def test_a_fresh_token_never_takes_the_place_of_a_file(tmp_path: Path, called: dict[str, Any]) -> None:
    path = written(tmp_path / "t", TOKEN)
    result = run(tmp_path, "--new-token", path)
    assert result.exit_code == 2
    assert "is there already: use it with --token-file" in result.stderr
    assert Path(path).read_text() == TOKEN
    assert called == {}


def test_one_token_is_enough(tmp_path: Path) -> None:
    result = run(tmp_path, "--new-token", "a", "--token-file", "b")
    assert result.exit_code == 2
    assert "expected one of them" in result.stderr


def test_a_token_that_leaves_the_machine_gets_a_warning(tmp_path: Path) -> None:
    path = written(tmp_path / "t", TOKEN)
    assert "crosses the network unencrypted" in run(tmp_path, "--host", "0.0.0.0", "--token-file", path).stderr
    assert run(tmp_path, "--host", "::1", "--token-file", path).stderr == ""


def test_names_and_proxy_are_passed_on(tmp_path: Path, called: dict[str, Any]) -> None:
    run(tmp_path, "--allow-host", "Mahjong.Club.Example", "--allow-host", "[::1]", "--proxy", "127.0.0.1",
        "--embed", "https://Club.Example/")  # fmt: skip
    assert called["names"] == ("mahjong.club.example", "::1")
    assert called["proxy"] == "127.0.0.1"
    assert called["embed"] == ("https://club.example",)


def test_a_container_is_told_by_its_environment(
    tmp_path: Path, called: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its command stays as it is; an option goes before."""
    monkeypatch.setenv("MJLOG_ALLOW_HOST", "club.example table-pc.local")
    monkeypatch.setenv("MJLOG_SHARED", "gateway")
    monkeypatch.setenv("MJLOG_PROXY", "10.0.0.9")
    monkeypatch.setattr("mjlog.viewer.serving.guard.gateway", lambda: IPv4Address("10.88.0.1"))
    assert run(tmp_path, "--proxy", "127.0.0.1").exit_code == 0
    assert called["names"] == ("club.example", "table-pc.local")
    assert (called["shared"], called["proxy"]) == ("10.88.0.1", "127.0.0.1")


def test_where_there_is_no_gateway_nobody_is_believed(
    tmp_path: Path, called: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mjlog.viewer.serving.guard.gateway", lambda: None)
    result = run(tmp_path, "--proxy", "gateway")
    assert (result.exit_code, called) == (2, {})
    assert "this machine tells of no gateway" in result.stderr
    result = run(tmp_path, "--shared", "gateway")
    assert (result.exit_code, called["shared"]) == (0, None)
    assert "every address counts as one client" in result.stderr


@pytest.mark.parametrize(
    ("option", "value"),
    [("--allow-host", "http://club"), ("--allow-host", "club:80"), ("--allow-host", "*"), ("--allow-host", ""),
     ("--proxy", "localhost"), ("--embed", "club.example"), ("--embed", "*"), ("--proxy", "\u202e"),
     ("--shared", "club.example"), ("--shared", "10.0.0.0/8")],
)  # fmt: skip
def test_names_and_proxies_that_are_none_are_refused(
    tmp_path: Path, called: dict[str, Any], option: str, value: str
) -> None:
    result = run(tmp_path, option, value)
    assert result.exit_code == 2
    assert f"{option} " in result.stderr
    assert "expected " in result.stderr
    assert "\u202e" not in result.output
    assert called == {}


# -- where there is no database ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [["--record"], ["--new-token", "new"], ["--token-file", "token"], ["$"], ["--create"]])
def test_where_something_is_to_be_written_a_database_is_begun_and_said_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    """By telephones, or by whoever holds a token; once, and with nothing in it."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "token", TOKEN)
    if more == ["$"]:
        monkeypatch.setenv(VARIABLE, TOKEN)
    arguments = ["serve", "--db", "club.db", *(one for one in more if one != "$")]
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, f"one is begun at {tmp_path / 'club.db'}" in result.stderr) == (0, True), result.output
    with open_store(tmp_path / "club.db", create=False) as store:
        assert store.games() == []
    (tmp_path / "new").unlink(missing_ok=True)
    assert "begun" not in CliRunner().invoke(main, arguments).stderr


@pytest.mark.parametrize("more", [[], ["--record", "tuesday"], ["--token-file", "nowhere"], ["--token-file", "short"]])
def test_else_none_is_begun_and_it_is_said_how_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    """Where there is only something to look at, a game that cannot be there, or a token that is none."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "short", "x")
    result = CliRunner().invoke(main, ["serve", "--db", "club.db", *more])
    assert (result.exit_code, (tmp_path / "club.db").exists()) == (2, False)
    assert ("the token" if "--token-file" in more else "with --record, without a game's id") in result.stderr


# -- the container file starts what there is, and its health check asks what answers ----------------------------------


LINES = (ROOT / "Containerfile").read_text("utf-8").splitlines()


def words(instruction: str) -> list[str]:
    """The words of an instruction that is written as JSON."""
    line = next(line for line in LINES if line.startswith(f"{instruction} "))
    found: list[str] = json.loads(line[line.index("[") :])
    return found


def test_what_it_installs_is_pinned_and_its_program_has_no_rights() -> None:
    assert [line for line in LINES if line.startswith("FROM ")] == ["FROM ${PYTHON} AS built", "FROM ${PYTHON}"]
    installs = [line for line in LINES if "pip install" in line]
    assert all("--require-hashes" in line or "--no-deps --no-index" in line for line in installs)
    assert LINES.index("USER mjlog") < LINES.index("VOLUME /data") < len(LINES)


@pytest.mark.parametrize(("file", "section"), [("requirements.txt", "project"), ("build.txt", "build-system")])
def test_pins_are_of_versions_that_are_allowed_and_have_hashes(file: str, section: str) -> None:
    text = (ROOT / "deploy" / file).read_text("utf-8")
    pins = {canonicalize_name(name): version for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.M)}
    described = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[section]
    for one in map(Requirement, described.get("dependencies") or described["requires"]):
        if one.marker is None or one.marker.evaluate({"sys_platform": "linux", "python_version": "3.13"}):
            assert pins[canonicalize_name(one.name)] in one.specifier
    assert all(line.endswith("\\") for line in text.splitlines() if "==" in line)


def test_it_begins_a_database_serves_it_is_asked_for_its_health_and_ends(tmp_path: Path) -> None:
    assert words("ENTRYPOINT") == ["mjlog"]
    command = [sys.executable, "-m", "mjlog_cli", *words("CMD"), "--port", "0"]
    env = process_env(MJLOG_DB=str(tmp_path / "club.db"), MJLOG_SHARED="10.88.0.1")
    with (tmp_path / "err").open("wb") as err:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=err, env=env)
        said = process.stdout.readline().decode()
        port = said.partition(" (")[0].rstrip("/").rpartition(":")[2]
        _python, flag, check = words("HEALTHCHECK")
        assert flag == "-c"
        exec(check.replace(":8008/", f":{port}/"), {})
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0
    begun, *logged = (tmp_path / "err").read_text("utf-8").splitlines()
    assert begun == f"mjlog: note: there was no database: one is begun at {tmp_path / 'club.db'}"
    lines = [json.loads(line) for line in logged]
    assert [(line["path"], line["status"]) for line in lines if line["logger"] == "mjlog.requests"] == [
        ("/api/v1/health", 200)
    ]
    with pytest.raises((HTTPError, URLError)):
        exec(check.replace(":8008/", f":{port}/"), {})
    assert os.path.exists(tmp_path / "club.db")
