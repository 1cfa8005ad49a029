"""Reading by the API: what it tells, how lists go on, odd questions, how long answers may be kept; its page."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from mjlog.chain import event_body
from mjlog.rulesets import load, release_of, shipped, versions
from mjlog.store import open_store
from mjlog.text import segment
from mjlog.viewer.api.document import openapi
from mjlog_cli.main import main
from tests.mended_games import mended, times
from tests.viewer.api_games import TOKEN, store_of_samples
from tests.viewer.conftest import ODD, looking

API = "/api/v1"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A client of a viewer that only reads."""
    return looking(store_of_samples(tmp_path_factory.mktemp("api") / "club.db"))


def told(reader: FlaskClient, address: str) -> Any:
    """What an address answers."""
    answer = reader.get(API + address)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/json"
    assert answer.text.isascii()
    return answer.json


def problem(answer: TestResponse, status: int) -> Any:
    """A refusal, in the form of RFC 9457."""
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.json.keys() >= {"type", "title", "status", "detail"}
    assert answer.json["status"] == status
    assert "Traceback" not in answer.text
    assert len(answer.text) < 4000
    return answer.json


# -- what is told -----------------------------------------------------------------------------------------------


def test_of_a_hand_in_progress_everybody_is_given_the_tables_view(reader: FlaskClient) -> None:
    moment = told(reader, "/games/live/events/60?view=open")
    assert (moment["view"], moment["over"], moment["waits"]) == ("table", False, [])
    for seat in moment["board"]["seats"].values():
        assert set(seat["concealed"]) == {"??"}


def test_findings_are_filtered_and_sorted(reader: FlaskClient) -> None:
    found = told(reader, "/games/faulty/findings")
    assert [one["code"] for one in found["findings"]] == ["wrong-settlement"]
    assert told(reader, "/games/faulty/findings?severity=info")["count"] == 0
    assert told(reader, "/games/faulty/findings?hand=2")["count"] == 0
    weights = [one["severity"] for one in told(reader, "/games/american/findings?page_size=200")["findings"]]
    assert weights == sorted(weights, key=["error", "warning", "info"].index)
    seqs = [one["seq"] for one in told(reader, "/games/american/findings?sort=seq")["findings"]]
    assert seqs == sorted(seqs)


def test_rule_sets_and_codes_are_those_of_the_commands(reader: FlaskClient) -> None:
    def printed(*arguments: str) -> Any:
        return [json.loads(line) for line in CliRunner().invoke(main, [*arguments, "--json"]).output.splitlines()]

    assert [one["id"] for one in told(reader, "/rulesets")["rulesets"]] == list(shipped())
    for name in shipped():
        assert [told(reader, f"/rulesets/{name}")] == printed("rules", name)
        digest = load(name).digest
        assert told(reader, f"/rulesets/{name}/{digest}")["document"] == load(name).document
    assert [told(reader, "/rulesets/western/rules/chow-1")] == printed("explain", "western/chow-1")
    assert told(reader, "/codes")["codes"] == printed("explain")
    explained = printed("explain", "not-a-set")[0]
    assert told(reader, "/codes/not-a-set").items() <= explained.items(), "the command tells rules and an example, too"


def test_every_version_of_a_rule_set_is_given(reader: FlaskClient) -> None:
    """The newest unless another is asked for; each under its digest, also under one of former times."""
    listed = {one["id"]: one["versions"] for one in told(reader, "/rulesets")["rulesets"]}
    assert listed == {name: list(versions(name)) for name in shipped()}
    old = load("dead-wall", "1")
    assert told(reader, "/rulesets/dead-wall?version=1")["digest"] == old.digest
    assert told(reader, "/rulesets/dead-wall/rules/score-1?version=1")["id"] == "dead-wall/score-1"
    release = release_of(old)
    for digest in (old.digest, *release.texts):
        assert told(reader, f"/rulesets/dead-wall/{digest}")["document"] == old.document
    problem(reader.get(f"{API}/rulesets/dead-wall?version=77"), 404)
    problem(reader.get(f"{API}/rulesets/dead-wall?version=new"), 422)


# -- lists ------------------------------------------------------------------------------------------------------


def test_a_list_goes_on_in_its_body_and_in_its_link_header(reader: FlaskClient) -> None:
    address, seen = f"{API}/games?page_size=4", []
    while address:
        answer = reader.get(address)
        seen += [one["game"] for one in answer.json["games"]]
        address = answer.json["next"]
        assert (f'<{address}>; rel="next"' in answer.headers["Link"]) == bool(address)
    assert len(seen) == len(set(seen)) == 7
    back = reader.get(f"{API}/games?page_size=4&page=2")
    assert back.json["previous"] == f"{API}/games?page_size=4&page=1"
    assert 'rel="first"' in back.headers["Link"]
    found = told(reader, "/games/won/events?view=open&log=recorded&page_size=5&tea=1")
    assert found["next"] == f"{API}/games/won/events?view=open&log=recorded&page_size=5&page=2"


# -- odd questions ----------------------------------------------------------------------------------------------


def test_other_methods_are_told_which_there_are(reader: FlaskClient) -> None:
    for method in ("post", "put", "delete", "patch"):
        answer = getattr(reader, method)(f"{API}/games/won")
        problem(answer, 405)
        assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    answer = reader.options(f"{API}/games/won/events")
    assert (answer.status_code, answer.data) == (204, b"")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


@pytest.mark.parametrize("address", ["/games", "/games/won/events/22", "/games/won/log", "/log", "/codes", "/"])
def test_head_is_get_without_the_body(reader: FlaskClient, address: str) -> None:
    head, get = reader.head(API + address), reader.get(API + address)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Cache-Control", "Content-Type", "Vary", "Link"):
        assert head.headers.get(name) == get.headers.get(name)


@pytest.mark.parametrize(("accept", "status"), [
    ("*/*", 200), ("application/*", 200), ("application/json;q=0.2", 200), ("text/html,*/*;q=0.8", 200),
    ("text/html", 406), ("application/json;q=0", 406), ("tea", 406), ("", 200),
])  # fmt: skip
def test_whoever_does_not_take_json_is_told_so(reader: FlaskClient, accept: str, status: int) -> None:
    answer = reader.get(f"{API}/games", headers={"Accept": accept})
    assert answer.status_code == status
    if status == 406:
        problem(answer, 406)


def test_odd_names_are_escaped(reader: FlaskClient) -> None:
    for address in ("/games", f"/games/{segment(ODD)}", f"/games/{segment(ODD)}/events/5"):
        text = reader.get(API + address).text
        assert "\\u202e" in text
        assert "\u202e" not in text


# -- keeping ----------------------------------------------------------------------------------------------------

KEPT = ["/games", "/games/won", "/games/won/events/22?view=open", "/games/won/sheet", "/games/won/stored/3", "/codes",
        "/games/won/log", "/log", "/openapi.json"]  # fmt: skip


@pytest.mark.parametrize("address", KEPT)
def test_who_has_an_answer_already_is_told_that_it_still_holds(reader: FlaskClient, address: str) -> None:
    first = reader.get(API + address)
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    assert first.headers["Cache-Control"] == "no-cache"
    for sent in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = reader.get(API + address, headers={"If-None-Match": sent})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
        assert "Content-Type" not in again.headers
    assert reader.get(API + address, headers={"If-None-Match": '"other"'}).status_code == 200
    problem(reader.get(API + address, headers={"If-Match": '"other"'}), 412)
    assert reader.get(API + address, headers={"If-Match": tag}).status_code == 200


def test_what_never_changes_may_be_kept_for_ever(reader: FlaskClient) -> None:
    stored = told(reader, "/games/won/stored/3")
    for address in (stored["url"], f"{API}/rulesets/western/{load('western').digest}"):
        assert reader.get(address).headers["Cache-Control"] == "public, max-age=31536000, immutable"


# -- docs/lookup/api --------------------------------------------------------------------------------------------------


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


# -- the API says of a game as of an event what it says of a log that ends there --------------------------------------


NAME = "western"
ENDS = ("", "/hands", "/hands/1", "/hands/2", "/findings", "/sheet", "/totals", "/events", "/events/300")
_OF_THE_READING = frozenset(("as_of", "url", "links", "next", "previous"))


def client_of(folder: Path, last: int | None) -> FlaskClient:
    """A viewer of the game, up to an event."""
    with open_store(folder / f"{last}.db") as store:
        store.append(mended(NAME)[0]["game"], [event_body(event) for event in mended(NAME)[:last]])
    return looking(folder / f"{last}.db")


def plain(value: Any) -> Any:
    """An answer without what says in which reading it was asked for."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items() if key not in _OF_THE_READING}
    return [plain(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("log", ["corrected", "recorded"])
def test_the_api_says_of_then_what_it_says_of_a_log_that_ends_there(tmp_path: Path, log: str) -> None:
    whole, game = client_of(tmp_path, None), segment(mended(NAME)[0]["game"])
    for seq in times(NAME)[-9::4]:
        cut = client_of(tmp_path, seq)
        for end in ENDS:
            then = whole.get(f"/api/v1/games/{game}{end}?log={log}&as-of={seq}")
            alone = cut.get(f"/api/v1/games/{game}{end}?log={log}")
            assert then.status_code == alone.status_code == 200, (end, then.text, alone.text)
            assert plain(then.json) == plain(alone.json), (end, seq)


def test_lists_tell_who_plays_where_by_now(tmp_path: Path) -> None:
    """As the page of the game does: the place and the order of the players were corrected."""
    client, log = client_of(tmp_path, None), mended(NAME)
    right = next(event["events"][0] for event in log if event.get("of") == 1)
    (listed,) = client.get("/api/v1/games").json["games"]
    assert (listed["game"], listed["players"], listed["place"]) == (log[0]["game"], right["players"], "club")
    assert right["players"] != log[0]["players"]
    listed_page = client.get("/?q=club").text
    assert all(player in listed_page for player in right["players"])
    assert client_of(tmp_path, 30).get("/api/v1/games").json["games"][0]["players"] == log[0]["players"]
