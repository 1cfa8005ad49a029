"""Rulings by score cards over the API: asked, refused, malformed, private."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from mjlog.calculator.card import dead_request, match_request
from mjlog.cards.rulings import rulings_for
from mjlog.cards.shelf import CardShelf
from mjlog.cards.shipped import sample_card
from tests.viewer.conftest import looking
from tests.views.american_logs import bought
from turns import examples

RULINGS = "/api/v1/cards/riverside-2026"
WON = {"concealed": "336699b FFFf Jk", "sets": [{"kind": "kong", "tiles": "9999c"}]}
SETS = {"sets": [{"kind": "kong", "tiles": ["9c", "9c", "9c", "Jk"]}], "visible": "Rd Rd Rd Rd", "basis": "table"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, database: Path) -> FlaskClient:
    """A viewer with a card of its owner, and one that was bought."""
    folder = tmp_path_factory.mktemp("cards")
    text = Path(bought(folder, "own", source="own").paths[0]).read_text("utf-8").replace("bought-2026", "club.2026_a")
    (folder / "own.card").write_text(text, encoding="utf-8")
    shelf = CardShelf((str(folder / "own.card"), *bought(folder).paths))
    return looking(database, cards=shelf)


def refused(answer: TestResponse, status: int) -> str:
    """Why a request was refused, in the form of RFC 9457."""
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    assert answer.json["status"] == status
    assert "Traceback" not in answer.text
    assert len(answer.text) < 3000
    return str(answer.json["detail"])


def test_cards_are_listed_private_ones_by_their_id_alone(client: FlaskClient) -> None:
    answer = client.get("/api/v1/cards")
    assert answer.json == {
        "cards": [
            {"id": "club.2026_a", "private": False, "title": "Riverside Club Card", "lines": len(sample_card().lines)},
            {"id": "bought-2026", "private": True},
            {"id": "riverside-2026", "private": False, "title": "Riverside Club Card",
             "lines": len(sample_card().lines)},
        ]
    }  # fmt: skip


def test_the_answers_are_those_of_the_command(client: FlaskClient) -> None:
    rulings = rulings_for(sample_card())
    match, dead = client.post(f"{RULINGS}/match", json=WON), client.post(f"{RULINGS}/dead", json=SETS)
    assert match.json == json.loads(json.dumps(match_request(WON, rulings)))
    assert (match.json["line"], match.json["value"], match.json["jokerless"]) == ("t2", 30, False)
    assert dead.json == json.loads(json.dumps(dead_request(SETS, rulings)))
    assert dead.json["lines"]
    assert client.post("/api/v1/cards/club.2026_a/match", json=WON).status_code == 200, "any id may be asked for"


@pytest.mark.parametrize("ruling", ["match", "dead"])
def test_a_purchased_card_answers_nobody(client: FlaskClient, ruling: str) -> None:
    """Whatever is asked, right or wrong: the answer is the same, and says nothing of the card."""
    answers = [client.post(f"/api/v1/cards/bought-2026/{ruling}", data=body)
               for body in (json.dumps(WON), json.dumps(SETS), "{}", "tea")]  # fmt: skip
    assert "private" in refused(answers[0], 403)
    assert len({answer.data for answer in answers}) == 1


@pytest.mark.parametrize("ruling", ["match", "dead"])
def test_a_card_that_is_not_at_hand_is_not_found(client: FlaskClient, ruling: str) -> None:
    assert "league" in refused(client.post(f"/api/v1/cards/league-2026/{ruling}", json=WON), 404)


@pytest.mark.parametrize(("ruling", "fields", "field"), [
    ("match", {}, "concealed"), ("match", {"concealed": 3}, "concealed"), ("match", {"concealed": "5x"}, "concealed"),
    ("match", {"concealed": ["5x"]}, "concealed"), ("match", {"concealed": "1b", "sets": 3}, "sets"),
    ("match", {"concealed": "1b", "sets": [3]}, "sets[0]"),
    ("match", {"concealed": "1b", "sets": [{}]}, "sets[0].tiles"),
    ("match", {"concealed": "1b", "line": ["t2"]}, "line"), ("dead", {"sets": [], "basis": ["rack"]}, "basis"),
    ("dead", {"sets": [{"kind": "tea", "tiles": "111b"}]}, "sets[0].kind"), ("dead", {"others": "111b"}, "others"),
    ("dead", {"sets": [], "visible": {}}, "visible"), ("match", {**WON, "lines": "x"}, "lines"),
    ("dead", {**SETS, "visable": "RRRRd"}, "visable"),
])  # fmt: skip
def test_a_field_that_is_wrong_is_named(client: FlaskClient, ruling: str, fields: dict[str, Any], field: str) -> None:
    answer = client.post(f"{RULINGS}/{ruling}", json=fields)
    assert field in refused(answer, 422)
    assert (answer.json["errors"][0]["place"], answer.json["errors"][0]["field"]) == ("body", field)


@pytest.mark.parametrize(("ruling", "fields", "why"), [
    ("match", {"concealed": "11111b"}, "5 tiles 1 bamboo"),
    ("match", {"concealed": "1b", "line": "zz"}, "no such line"),
    ("match", {"concealed": "1b ??"}, "nobody saw"), ("dead", {"sets": [{"kind": "kong", "tiles": "111b"}]}, "no kong"),
])  # fmt: skip
def test_a_hand_that_cannot_be_is_refused_with_the_reason(
    client: FlaskClient, ruling: str, fields: dict[str, Any], why: str
) -> None:
    assert why in refused(client.post(f"{RULINGS}/{ruling}", json=fields), 409)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["111b", "Jk", "??", "pung"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "tiles", "x"]), inner),
    max_leaves=6,
)
_FIELDS = st.sampled_from(["concealed", "sets", "line", "visible", "others", "basis"])


@given(st.dictionaries(_FIELDS, _JSON), st.sampled_from(["match", "dead"]))
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_body_gets_an_answer(client: FlaskClient, fields: dict[str, Any], ruling: str) -> None:
    """A ruling, or a refusal with a reason; never a failure."""
    answer = client.post(f"{RULINGS}/{ruling}", json=fields)
    assert answer.status_code in (200, 409, 422), answer.text
    if answer.status_code != 200:
        refused(answer, answer.status_code)


@pytest.mark.parametrize(
    "body", [b"\xef\xbb\xbf{}", "{}".encode("utf-16"), b'{"concealed": 1e999}', b'{"concealed": NaN}', b"\xff"]
)
def test_a_body_that_is_no_json_in_utf_8_is_refused(client: FlaskClient, body: bytes) -> None:
    sent = client.post(f"{RULINGS}/match", data=body, content_type="application/json")
    assert "is not JSON" in refused(sent, 400)


def test_a_number_that_is_too_long_is_refused_in_words_of_the_format(client: FlaskClient) -> None:
    body = b'{"concealed": -' + b"9" * 5000 + b"}"
    sent = client.post(f"{RULINGS}/match", data=body, content_type="application/json")
    words = "the body is not read: there is a number of 5000 digits; no number of the format has more than 16"
    assert words in refused(sent, 400)


def test_winds_alone_are_tiles_and_what_is_none_is_named(client: FlaskClient) -> None:
    answer = client.post(f"{RULINGS}/match", json={"concealed": "FFf 111b 555d NN 33c JJk"})
    assert (answer.json["complete"], answer.json["line"]) == (True, "r3")
    wrong = refused(client.post(f"{RULINGS}/match", json={"concealed": "FFf 111b 00"}), 422)
    assert "'00' is not a tile or a group like 123b; did you mean Wd, the white dragon" in wrong
