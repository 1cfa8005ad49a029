"""Disputes and rulings by score cards over the API: opened, ruled, listed; asked, refused, malformed, private."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from mjlog.calculator.card import dead_request, match_request
from mjlog.cards.rulings import rulings_for
from mjlog.cards.shelf import CardShelf
from mjlog.cards.shipped import sample_card
from mjlog_cli.main import main
from tests.viewer.api_games import HEADERS, appending, store_of_samples
from tests.viewer.conftest import looking
from tests.views.american_logs import bought
from turns import examples

GAMES = "/api/v1/games"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with games, of which one has disputes."""
    return store_of_samples(tmp_path / "club.db")


@pytest.fixture
def client(database: Path) -> FlaskClient:
    """A client of a viewer that takes events."""
    return appending(database)


def told(client: FlaskClient, address: str) -> Any:
    """What an address answers."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.text.isascii()
    return answer.json


def last_of(client: FlaskClient, game: str) -> int:
    """The last event of a game."""
    last = told(client, f"{GAMES}/{game}")["events"]
    assert isinstance(last, int)
    return last


def append(client: FlaskClient, game: str, *events: dict[str, Any]) -> int:
    """Append events; the number of the first one."""
    wanted = {"expected_last": last_of(client, game), "events": list(events)}
    answer = client.post(f"{GAMES}/{game}/events", json=wanted, headers=HEADERS)
    assert answer.status_code == 201, answer.text
    return int(answer.json["first"])


# -- the list ---------------------------------------------------------------------------------------------------


def test_the_disputes_of_a_game_are_listed_with_the_rulings_on_them(client: FlaskClient) -> None:
    found = told(client, told(client, f"{GAMES}/disputed")["links"]["disputes"])
    first, second = found["disputes"]
    assert (first["on"], first["seat"], first["player"], first["hand"], first["open"]) == (22, "S", "ben", 1, False)
    assert (first["text"], first["at"], first["recorder"]) == ("he took it back", "2026-11-20T20:15:00Z", "dora")
    (ruling,) = first["rulings"]
    assert (ruling["decision"], ruling["corrections"], ruling["penalties"]) == (
        "upheld", [first["seq"] + 2], [first["seq"] + 3],
    )  # fmt: skip
    assert (second["open"], second["rulings"], second["text"]) == (True, [], "<b>that</b> was no mahjong")
    assert (found["game"], found["as_of"], found["count"]) == ("disputed", None, 2)


def test_as_of_an_earlier_event_a_dispute_is_still_open(client: FlaskClient) -> None:
    seq = told(client, f"{GAMES}/disputed/disputes")["disputes"][0]["seq"]
    then = told(client, f"{GAMES}/disputed/disputes?as-of={seq}")
    (only,) = then["disputes"]
    assert (then["as_of"], only["open"], only["rulings"]) == (seq, True, [])
    page = told(client, only["url"])
    assert (page["as_of"], page["dispute"]["open"], page["event"]["correction"]) == (seq, True, None)
    assert page["proof"]["events"] == seq
    assert "as ruled" not in [one["label"] for one in page["outcomes"]]


# -- the dossier ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 1, -1])
def test_a_dossier_is_what_the_command_prints(client: FlaskClient, database: Path, at: int) -> None:
    """Of a dispute, of the ruling on it, of an event that nobody has objected to."""
    dispute = told(client, f"{GAMES}/disputed/disputes")["disputes"][0]["seq"]
    seq = 5 if at < 0 else dispute + at
    asked = ["dossier", "disputed", str(seq), "--format", "json", "--db", str(database)]
    printed = CliRunner().invoke(main, asked)
    assert printed.exit_code == 0, printed.stderr
    assert told(client, f"{GAMES}/disputed/disputes/{seq}") == json.loads(printed.stdout)


def test_a_dossier_tells_handles_and_never_a_name(client: FlaskClient, database: Path) -> None:
    runner = CliRunner()
    added = runner.invoke(main, ["people", "add", "ben", "Benedict Unmistakable", "--db", str(database)])
    assert added.exit_code == 0, added.output
    seq = told(client, f"{GAMES}/disputed/disputes")["disputes"][0]["seq"]
    answer = client.get(f"{GAMES}/disputed/disputes/{seq}", headers=HEADERS)
    assert answer.json["names"] == {}
    assert "Unmistakable" not in answer.text


def test_of_a_hand_in_progress_a_dossier_tells_what_the_table_sees_to_the_holder_of_the_token_too(
    client: FlaskClient,
) -> None:
    answer = client.get(f"{GAMES}/live/disputes/60", headers=HEADERS)
    assert answer.json["over"] is False
    assert list(answer.json["before"]) == ["table"]
    concealed = [tile for seat in answer.json["before"]["table"]["seats"].values() for tile in seat["concealed"]]
    assert set(concealed) == {"??"}
    assert client.get(f"{GAMES}/live/disputes/60").data == answer.data


@pytest.mark.parametrize(("address", "status"), [
    ("nothing/disputes", 404), ("nothing/disputes/3", 404), ("won/disputes/3000", 404), ("won/disputes/0", 404),
    ("won/disputes/x", 404), ("won/disputes/999999999999999", 404), ("won/disputes/9?as-of=5", 404),
    ("won/disputes?as-of=3000", 404), ("won/disputes?page=2", 404), ("won/disputes?standing=closed", 422),
    ("won/disputes?page=x", 422), ("won/disputes/9?as-of=x", 422),
])  # fmt: skip
def test_what_is_not_there_or_cannot_be_asked_is_a_problem(client: FlaskClient, address: str, status: int) -> None:
    answer = client.get(f"{GAMES}/{address}")
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.json["detail"]


def test_an_answer_that_somebody_has_already_is_not_sent_again(client: FlaskClient) -> None:
    for address in (f"{GAMES}/disputed/disputes", f"{GAMES}/disputed/disputes/22"):
        tag = client.get(address).headers["ETag"]
        again = client.get(address, headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        append(client, "disputed", {"type": "dispute", "on": 22, "text": "and another one"})
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


# -- opening and ruling -----------------------------------------------------------------------------------------


def test_a_dispute_is_opened_by_an_append_and_ruled_by_another_with_what_follows(client: FlaskClient) -> None:
    """The ruling, the correction and the penalty are stored together, or not at all."""
    payment = last_of(client, "won")
    before = told(client, f"{GAMES}/won")["totals"]
    seq = append(client, "won", {"type": "dispute", "on": payment, "seat": "E", "text": "that is too much"})
    (opened,) = told(client, f"{GAMES}/won/disputes?standing=open")["disputes"]
    assert (opened["seq"], opened["player"], opened["hand"]) == (seq, "anna", 1)
    paid = {"type": "settlement", "change": {"E": 0, "S": 0, "W": 0, "N": 0}}
    ruling = append(
        client,
        "won",
        {"type": "ruling", "on": seq, "text": "nobody pays", "decision": "upheld"},
        {"type": "correction", "on": seq + 1, "of": payment, "events": [paid], "reason": "agreed", "agreed": ["ben"]},
        {"type": "penalty", "on": seq + 1, "seat": "S", "amount": 30, "reason": "for the noise"},
    )
    (ruled,) = told(client, f"{GAMES}/won/disputes?standing=ruled")["disputes"]
    assert ruled["rulings"][0]["seq"] == ruling == seq + 1
    assert (ruled["rulings"][0]["corrections"], ruled["rulings"][0]["penalties"]) == ([seq + 2], [seq + 3])
    page = told(client, ruled["url"])
    assert [one["label"] for one in page["outcomes"]][-1] == "as ruled"
    assert page["outcomes"][0]["gets"] != page["outcomes"][-1]["gets"]
    after = told(client, f"{GAMES}/won")["totals"]
    assert (after["ben"], after["anna"]) == (-30, 10)
    assert told(client, f"{GAMES}/won?as-of={seq}")["totals"] == before


def test_a_ruling_with_a_fault_in_what_follows_stores_nothing(client: FlaskClient) -> None:
    last = last_of(client, "disputed")
    events = [{"type": "ruling", "on": 22, "text": "so be it"}, {"type": "penalty", "seat": "X", "amount": 1}]
    wanted = {"expected_last": last, "events": events}
    answer = client.post(f"{GAMES}/disputed/events", json=wanted, headers=HEADERS)
    assert answer.status_code == 422
    assert last_of(client, "disputed") == last


# -- rulings by score cards over the API ------------------------------------------------------------------------------


RULINGS = "/api/v1/cards/riverside-2026"
WON = {"concealed": "336699b FFFf Jk", "sets": [{"kind": "kong", "tiles": "9999c"}]}
SETS = {"sets": [{"kind": "kong", "tiles": ["9c", "9c", "9c", "Jk"]}], "visible": "Rd Rd Rd Rd", "basis": "table"}


@pytest.fixture(scope="module")
def carded(tmp_path_factory: pytest.TempPathFactory, database: Path) -> FlaskClient:
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


def test_cards_are_listed_private_ones_by_their_id_alone(carded: FlaskClient) -> None:
    answer = carded.get("/api/v1/cards")
    assert answer.json == {
        "cards": [
            {"id": "club.2026_a", "private": False, "title": "Riverside Club Card", "lines": len(sample_card().lines)},
            {"id": "bought-2026", "private": True},
            {"id": "riverside-2026", "private": False, "title": "Riverside Club Card",
             "lines": len(sample_card().lines)},
        ]
    }  # fmt: skip


def test_the_answers_are_those_of_the_command(carded: FlaskClient) -> None:
    rulings = rulings_for(sample_card())
    match, dead = carded.post(f"{RULINGS}/match", json=WON), carded.post(f"{RULINGS}/dead", json=SETS)
    assert match.json == json.loads(json.dumps(match_request(WON, rulings)))
    assert (match.json["line"], match.json["value"], match.json["jokerless"]) == ("t2", 30, False)
    assert dead.json == json.loads(json.dumps(dead_request(SETS, rulings)))
    assert dead.json["lines"]
    assert carded.post("/api/v1/cards/club.2026_a/match", json=WON).status_code == 200, "any id may be asked for"


@pytest.mark.parametrize("ruling", ["match", "dead"])
def test_a_purchased_card_answers_nobody(carded: FlaskClient, ruling: str) -> None:
    """Whatever is asked, right or wrong: the answer is the same, and says nothing of the card."""
    answers = [carded.post(f"/api/v1/cards/bought-2026/{ruling}", data=body)
               for body in (json.dumps(WON), json.dumps(SETS), "{}", "tea")]  # fmt: skip
    assert "private" in refused(answers[0], 403)
    assert len({answer.data for answer in answers}) == 1


@pytest.mark.parametrize("ruling", ["match", "dead"])
def test_a_card_that_is_not_at_hand_is_not_found(carded: FlaskClient, ruling: str) -> None:
    assert "league" in refused(carded.post(f"/api/v1/cards/league-2026/{ruling}", json=WON), 404)


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
def test_a_field_that_is_wrong_is_named(carded: FlaskClient, ruling: str, fields: dict[str, Any], field: str) -> None:
    answer = carded.post(f"{RULINGS}/{ruling}", json=fields)
    assert field in refused(answer, 422)
    assert (answer.json["errors"][0]["place"], answer.json["errors"][0]["field"]) == ("body", field)


@pytest.mark.parametrize(("ruling", "fields", "why"), [
    ("match", {"concealed": "11111b"}, "5 tiles 1 bamboo"),
    ("match", {"concealed": "1b", "line": "zz"}, "no such line"),
    ("match", {"concealed": "1b ??"}, "nobody saw"), ("dead", {"sets": [{"kind": "kong", "tiles": "111b"}]}, "no kong"),
])  # fmt: skip
def test_a_hand_that_cannot_be_is_refused_with_the_reason(
    carded: FlaskClient, ruling: str, fields: dict[str, Any], why: str
) -> None:
    assert why in refused(carded.post(f"{RULINGS}/{ruling}", json=fields), 409)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["111b", "Jk", "??", "pung"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "tiles", "x"]), inner),
    max_leaves=6,
)
_FIELDS = st.sampled_from(["concealed", "sets", "line", "visible", "others", "basis"])


@given(st.dictionaries(_FIELDS, _JSON), st.sampled_from(["match", "dead"]))
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_body_gets_an_answer(carded: FlaskClient, fields: dict[str, Any], ruling: str) -> None:
    """A ruling, or a refusal with a reason; never a failure."""
    answer = carded.post(f"{RULINGS}/{ruling}", json=fields)
    assert answer.status_code in (200, 409, 422), answer.text
    if answer.status_code != 200:
        refused(answer, answer.status_code)


@pytest.mark.parametrize(
    "body", [b"\xef\xbb\xbf{}", "{}".encode("utf-16"), b'{"concealed": 1e999}', b'{"concealed": NaN}', b"\xff"]
)
def test_a_body_that_is_no_json_in_utf_8_is_refused(carded: FlaskClient, body: bytes) -> None:
    sent = carded.post(f"{RULINGS}/match", data=body, content_type="application/json")
    assert "is not JSON" in refused(sent, 400)


def test_a_number_that_is_too_long_is_refused_in_words_of_the_format(carded: FlaskClient) -> None:
    body = b'{"concealed": -' + b"9" * 5000 + b"}"
    sent = carded.post(f"{RULINGS}/match", data=body, content_type="application/json")
    words = "the body is not read: there is a number of 5000 digits; no number of the format has more than 16"
    assert words in refused(sent, 400)


def test_winds_alone_are_tiles_and_what_is_none_is_named(carded: FlaskClient) -> None:
    answer = carded.post(f"{RULINGS}/match", json={"concealed": "FFf 111b 555d NN 33c JJk"})
    assert (answer.json["complete"], answer.json["line"]) == (True, "r3")
    wrong = refused(carded.post(f"{RULINGS}/match", json={"concealed": "FFf 111b 00"}), 422)
    assert "'00' is not a tile or a group like 123b; did you mean Wd, the white dragon" in wrong
