"""Reading by the API: what it tells, how lists go on, how it answers odd questions, how long answers may be kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from mjlog.rulesets import load, release_of, shipped, versions
from mjlog.text import segment
from mjlog_cli.main import main
from tests.viewer.api_games import store_of_samples
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

MISSING = [
    "/games/nobody", "/games/won/events/0", "/games/won/events/99999", "/games/won/events/" + "9" * 4000,
    "/games/won/events/abc", "/games/won/events/-1", "/games/won/events/1.5", "/games/won/events/\u0661",
    "/games/won/events/007", "/games/won/hands/9", "/games/won/hands/x", "/games?page=7", "/nowhere", "/games/~2E~2E",
    "/games/~FF", "/games/" + "x" * 1500, "/games/" + "x" * 4000, "/games/won/stored/30", "/rulesets/../../etc",
    "/rulesets/%2e%2e", "/rulesets/none", f"/rulesets/western/{'0' * 64}", "/rulesets/western/rules/tea", "/codes/tea",
    f"/games/won/stored/1/{'0' * 64}", "/games/won/events/", "/games/", "/games/won/log.ndjson",
]  # fmt: skip
INVALID = [
    ("/games?page=0", "page"), ("/games?page=x", "page"), ("/games?page=%2B1", "page"), ("/games?page=1.0", "page"),
    ("/games?page=\u0661", "page"), ("/games?page=", "page"), ("/games?page=1&page=2", "page"),
    ("/games/won?as-of=1&as-of=2", "as-of"),
    ("/games?page_size=201", "page_size"), ("/games?page=" + "9" * 5000, "page"), ("/games/won?log=x", "log"),
    ("/games/won/events/1?view=Q", "view"), ("/games/won/events/1?view=", "view"),
    ("/games/won/events?hand=-1", "hand"), ("/games/won/findings?severity=grave", "severity"),
    ("/games/won/findings?sort=up", "sort"),
]  # fmt: skip


@pytest.mark.parametrize("address", MISSING)
def test_what_is_not_there_is_not_found(reader: FlaskClient, address: str) -> None:
    problem(reader.get(API + address), 404)


@pytest.mark.parametrize(("address", "field"), INVALID)
def test_a_query_that_cannot_be_is_refused_field_by_field(reader: FlaskClient, address: str, field: str) -> None:
    errors = problem(reader.get(API + address), 422)["errors"]
    assert [(one["place"], one["field"]) for one in errors] == [("query", field)]


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
