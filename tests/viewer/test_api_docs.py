"""docs/lookup/api.md is true: its commands answer as they stand there, and it names every address."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from mjlog.viewer.api.document import openapi
from mjlog_cli.main import main
from tests.viewer.api_games import TOKEN
from tests.viewer.conftest import looking

TOP = Path(__file__).resolve().parent.parent.parent
PAGE = (TOP / "docs" / "lookup" / "api.md").read_text("utf-8")
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_SAMPLE = TOP / "sample_logs" / "games" / "limit-hands.mjlog.jsonl.xz"


def commands() -> list[tuple[str, str]]:
    """The commands of the page, each with what it prints."""
    steps: list[tuple[str, str]] = []
    for line in "".join(_CONSOLE.findall(PAGE)).splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], ""))
        else:
            steps[-1] = (steps[-1][0], f"{steps[-1][1]}{line}\n")
    return steps


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A client of the server that the page starts."""
    database = tmp_path_factory.mktemp("docs") / "club.db"
    assert CliRunner().invoke(main, ["import", "mjlog", str(_SAMPLE), "--db", str(database)]).exit_code == 0
    return looking(database, token=TOKEN)


def asked(client: FlaskClient, command: str) -> tuple[str, str | None]:
    """What `curl` would print, and the file that it would write."""
    words = shlex.split(command.replace("$API", "/api/v1").replace("$TOKEN", TOKEN))[1:]
    headers: dict[str, str] = {}
    data = file = address = None
    while words:
        word = words.pop(0)
        if word == "-H":
            name, _, value = words.pop(0).partition(": ")
            headers[name] = value
        elif word == "-d":
            data = words.pop(0)
        elif word == "-o":
            file = words.pop(0)
        elif word != "-s":
            assert address is None
            address = word
    assert address is not None
    answer = client.open(address, method="GET" if data is None else "POST", data=data, headers=headers)
    return answer.get_data(as_text=True), file


def test_every_command_answers_as_it_stands_on_the_page(client: FlaskClient) -> None:
    """`…` stands for more of the same answer."""
    curls = [(command, printed) for command, printed in commands() if command.startswith("curl ")]
    assert len(curls) >= 12
    for command, printed in curls:
        answer, file = asked(client, command)
        if file is not None:
            assert (printed, answer.count("\n")) == ("", 964)
            continue
        pattern = ".*".join(map(re.escape, printed.split("…")))
        assert re.fullmatch(pattern, answer, re.DOTALL), f"{command}\n{answer[:3000]}"


def test_the_page_names_every_address() -> None:
    told = set(re.findall(r"`(/[^`]*)`", PAGE.split("## Reading")[1].split("\n\n```")[0]))
    names = {"{name}": "ID", "{id}": "ID", "{seq}": "SEQ", "{hand}": "N", "{rule}": "RULE", "{code}": "CODE"}
    paths = set()
    for path in openapi()["paths"]:
        plain = path.removeprefix("/api/v1")
        for part, word in names.items():
            plain = plain.replace(part, word)
        paths.add(plain)
    for_good = {"/games/ID/stored/SEQ/ID", "/rulesets/ID/{digest}"}
    assert paths - for_good == told
