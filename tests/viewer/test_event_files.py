"""A moment as a file: text, picture, excerpt of the log."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from xml.etree import ElementTree

from flask.testing import FlaskClient

from mjlog.chain import chain_id, event_body
from tests.viewer.conftest import looking
from tests.views.table_logs import Log, won


def test_the_picture_stands_on_its_own(client: FlaskClient) -> None:
    """No file beside it, no script; it is well-formed."""
    answer = client.get("/games/won/events/25.svg?view=open")
    assert answer.mimetype == "image/svg+xml"
    root = ElementTree.fromstring(answer.text)
    names = {one.get("id") for one in root.iter() if one.tag.endswith("symbol")}
    uses = [one for one in root.iter() if one.tag.endswith("use")]
    used = [address for one in uses for name, address in one.items() if name.endswith("href")]
    assert len(used) > 50
    assert {href.lstrip("#") for href in used} <= names
    assert not [one for one in root.iter() if one.tag.endswith("script")]


def test_the_excerpt_is_the_log_of_the_hand_up_to_the_event_and_keeps_its_chain(client: FlaskClient) -> None:
    answer = client.get("/games/won/events/25.jsonl")
    assert answer.mimetype == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["seq"] for line in lines] == list(range(lines[0]["seq"], 26))
    assert lines[0]["type"] == "hand-start"
    for before, line in itertools.pairwise(lines):
        assert line["prev"] == before["id"]
        fields = {name: value for name, value in line.items() if name not in ("id", "prev")}
        assert chain_id(line["prev"], event_body(fields)) == line["id"]


def test_the_excerpt_has_the_corrections_of_the_hand(tmp_path: Path) -> None:
    log = won(Log("mended"))
    wrong = next(event for event in log.events if event["type"] == "discard")
    content = {name: value for name, value in wrong.items() if name != "seq"} | {"calling": False}
    log.add("correction", of=wrong["seq"], events=[content], reason="misheard")
    last = log.events[-1]["seq"]
    client = looking(tmp_path / "mended.db", log)
    excerpt = client.get(f"/games/mended/events/{wrong['seq'] + 1}.jsonl").text
    lines = [json.loads(line) for line in excerpt.splitlines()]
    assert [line["seq"] for line in lines][-2:] == [wrong["seq"] + 1, last]
    assert wrong["seq"] in [line["seq"] for line in lines]


def test_the_log_of_a_hand_that_is_corrected_while_another_goes_on_is_not_offered_until_that_is_over(
    tmp_path: Path,
) -> None:
    """The ids of the corrections depend on the tiles of the hand in progress."""
    log = won(Log("late"))
    log.add("hand-start", hand=2, round="E", seats={"E": "ben", "S": "cleo", "W": "dora", "N": "anna"})
    wrong = next(event for event in log.events if event["type"] == "discard")
    content = {name: value for name, value in wrong.items() if name != "seq"} | {"calling": False}
    log.add("correction", of=wrong["seq"], events=[content], reason="misheard")
    client = looking(tmp_path / "late.db", log)
    for seq, status in ((wrong["seq"] - 1, 200), (wrong["seq"], 409), (wrong["seq"] + 1, 409)):
        answer = client.get(f"/games/late/events/{seq}.jsonl")
        assert answer.status_code == status
        offered = f'events/{seq}.jsonl"' in client.get(f"/games/late/events/{seq}").text
        assert offered is (status == 200)
    assert "was corrected while another is in progress" in answer.text


def test_before_the_first_hand_there_is_nothing_to_draw(client: FlaskClient) -> None:
    assert client.get("/games/won/events/1.svg").status_code == 409
    assert client.get("/games/won/events/1.txt").status_code == 200
    assert client.get("/games/live/events/40.jsonl").status_code == 409, "nor the log of a hand in progress to be given"
