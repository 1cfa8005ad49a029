"""The OpenAPI document is true: what it says is what comes back, whatever is sent. Found out by schemathesis."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator

from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog.text import segment
from mjlog.viewer import api as api_package
from mjlog.viewer import create_app
from mjlog.viewer.api.document import PROBLEM_KINDS, openapi
from tests.viewer.api_games import HEADERS, TOKEN, sampled, store_of_samples

DOCUMENT = "/api/v1/openapi.json"
SEED = 20261121


@pytest.fixture(scope="module")
def writable(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A viewer with games of every rule set, that takes events."""
    app = create_app(store_of_samples(tmp_path_factory.mktemp("schema") / "club.db"), patience=60, token=TOKEN)
    return app


class _Later:
    """The application, which is made when the tests run."""

    def __init__(self) -> None:
        self.app: Any = None

    def __call__(self, environ: Any, start_response: Any) -> Any:
        return self.app(environ, start_response)


_LATER = _Later()
_APPEND = {"method": "POST", "path": "/api/v1/games/{name}/events"}
_PHASES = {"plain": ["examples", "coverage", "fuzzing"], "appending": ["examples", "fuzzing"], "walks": ["stateful"]}


def described(walk: str, examples: int) -> Any:
    """The document, as schemathesis reads it: all but appends, appends alone, or one operation after the other.

    Every field of every event, missing and wrong in every way, takes minutes: those requests `.ci/run` makes.
    """
    from schemathesis.openapi.loaders import from_dict  # takes longer to import than many a package's tests

    found = from_dict(_of_any_length(openapi()))
    found.app, found.location = _LATER, DOCUMENT
    found.config.update(headers=HEADERS)
    found.config.seed = SEED
    found.config.phases.update(phases=_PHASES[walk])
    found.config.generation.update(max_examples=examples, deterministic=True)
    return {"plain": found.exclude, "appending": found.include, "walks": lambda **_: found}[walk](**_APPEND)


def _of_any_length(value: Any) -> Any:
    """The document without how long texts of a pattern can be: to make up one of hundreds of characters takes seconds.

    Those are sent by `.ci/run`.
    """
    if isinstance(value, dict):
        left_out = {"minLength", "maxLength"} if isinstance(value.get("pattern"), str) else set()
        return {name: _of_any_length(one) for name, one in value.items() if name not in left_out}
    return [_of_any_length(one) for one in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(("walk", "examples", "least"), [("plain", 3, 500), ("appending", 40, 40), ("walks", 6, 20)])
def test_whatever_is_sent_gets_an_answer_that_is_documented(
    writable: Any, walk: str, examples: int, least: int
) -> None:
    """Statuses, kinds, shapes and headers of answers; what is wrong is refused, also without the token."""
    from schemathesis.engine import from_schema
    from schemathesis.engine.events import FatalError, FuzzScenarioFinished, NonFatalError, ScenarioFinished

    _LATER.app = writable
    made, faults = 0, []
    for event in from_schema(described(walk, examples)).execute():
        if isinstance(event, NonFatalError | FatalError):
            faults.append(str(event.info if isinstance(event, NonFatalError) else event.exception))
        if isinstance(event, ScenarioFinished | FuzzScenarioFinished):
            made += len(event.recorder.cases)
            failed = [one for checks in event.recorder.checks.values() for one in checks if one.failure_info]
            faults += [f"{event.recorder.label}: {one.name}: {one.failure_info}"[:2000] for one in failed]
    assert faults == []
    assert made >= least


@functools.cache
def shape(name: str) -> Draft202012Validator:
    """What the document says of an object of this name."""
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": openapi()["components"]})


def refuse_unless_shaped(name: str, value: Any) -> None:
    """Make sure that a value is what the document says of an object of this name."""
    errors = [f"{error.instance_path}: {error.message[:300]}" for error in shape(name).iter_errors(value)]
    assert not errors, (name, errors[:3])


@pytest.mark.parametrize("log", sampled(), ids=lambda log: json.dumps(log.events[0]["game"])[1:9])
@pytest.mark.parametrize("reading", ["corrected", "recorded"])
def test_every_answer_about_a_game_has_the_shape_that_is_documented(writable: Any, log: Any, reading: str) -> None:
    client: FlaskClient = writable.test_client()
    game = client.get(f"/api/v1/games/{segment(log.events[0]['game'])}?log={reading}")
    refuse_unless_shaped("Game", game.json)
    shapes = {"hands": "HandList", "findings": "FindingList", "events": "EventList", "sheet": "Sheet",
              "totals": "Totals", "disputes": "DisputeList", "stored": "StoredList"}  # fmt: skip
    for link, shape in shapes.items():
        refuse_unless_shaped(shape, client.get(f"{game.json['links'][link]}?log={reading}").json)
    for hand in game.json["hands"]:
        refuse_unless_shaped("Hand", client.get(f"{hand['url']}?log={reading}").json)
    for seq in {*range(1, game.json["events"], 7), game.json["events"] - 2, game.json["events"]}:
        refuse_unless_shaped("Dossier", client.get(f"{game.json['links']['disputes']}/{seq}").json)
        for view in ("table", "open", "S"):
            answer = client.get(f"{game.json['links']['events']}/{seq}?log={reading}&view={view}")
            refuse_unless_shaped("Moment", answer.json)


def test_the_document_is_whole() -> None:
    """Every operation has a summary, every part of an address bounds and a meaning."""
    made = openapi()
    assert made["openapi"] == "3.1.0"
    assert made["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for path, item in made["paths"].items():
        for parameter in item.get("parameters", []):
            assert parameter["description"], path
            assert {"pattern", "minimum"} & parameter["schema"].keys(), path
        for method in item.keys() & {"get", "post"}:
            assert item[method]["summary"], path
            assert item[method]["responses"].keys() >= {"400", "404", "405", "406", "413", "500"}, path
            assert "default" not in item[method]["responses"]
            assert all(one["description"] for one in item[method]["parameters"]), path
    events = made["paths"]["/api/v1/games/{name}/events"]
    asked = {one["name"]: one["schema"] for one in events["get"]["parameters"]}
    assert asked.keys() == {"log", "as-of", "view", "hand", "page", "page_size", "If-None-Match"}
    assert asked["page_size"] == {"type": "integer", "minimum": 1, "maximum": 200, "default": 50}
    assert asked["view"]["pattern"] == "^(?:table|open|E|S|W|N|@.+)$"
    assert [one["name"] for one in events["post"]["parameters"]] == ["Idempotency-Key"]
    assert made["components"]["schemas"].keys() >= {*EVENT_TYPE_BY_NAME, "Problem", "Moment", "Game"}
    assert "Schema" not in "".join(made["components"]["schemas"])


def test_the_document_is_served_with_a_tag(writable: Any) -> None:
    client: FlaskClient = writable.test_client()
    answer = client.get(DOCUMENT)
    assert answer.json == json.loads(json.dumps(openapi()))
    again = client.get(DOCUMENT, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_server_that_only_reads_asks_for_no_token(tmp_path: Path) -> None:
    app = create_app(store_of_samples(tmp_path / "club.db"))
    made = app.test_client().get(DOCUMENT).json
    assert made["paths"].keys() == openapi()["paths"].keys()
    assert "securitySchemes" not in made["components"]
    assert made["paths"][_APPEND["path"]]["post"]["security"] == []


def test_the_page_tells_every_operation_and_object_without_a_script(writable: Any) -> None:
    text = writable.test_client().get("/api/v1/").text
    made = openapi()
    for path, item in made["paths"].items():
        for method in item.keys() & {"get", "post"}:
            assert f'id="{item[method]["operationId"]}"' in text, path
    for name in made["components"]["schemas"]:
        assert f'id="object-{name}"' in text
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert ">string or null<" in text
    assert "style=" not in text
    assert "<script>" not in text


def test_every_kind_of_problem_that_is_told_is_on_the_page() -> None:
    """The `type` of a problem leads to its line."""
    folder = Path(api_package.__file__ or "").parent
    texts = [path.read_text("utf-8") for path in folder.parent.rglob("*.py")]
    told = {kind for text in texts for kind in re.findall(r'kind="([a-z-]+)"', text)}
    told |= set(re.findall(r'_conflict\([^)]*"([a-z-]+)"\)', (folder / "events.py").read_text("utf-8")))
    assert told | {"misplaced"} == set(PROBLEM_KINDS)
