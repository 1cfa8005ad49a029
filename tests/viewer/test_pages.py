"""The pages: what they show, what they answer to odd addresses."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from each import each
from mjlog.text import read_segment, segment
from mjlog.viewer import create_app
from short_logs import fields
from tests.viewer.conftest import ODD, answering, looking, store_games
from tests.views.table_logs import Log, won
from turns import in_turn

PAGES = [
    "/", "/games/won", "/games/won/events/1", "/games/won/events/25", "/games/won/events/25?view=open",
    "/games/won/events/25?view=S", "/games/won/events/29?view=open&log=recorded", "/games/won?log=recorded",
    "/games/won/events/25/why", "/games/won/events/25/why?rule=classical/claim-1&view=S", "/games/live/events/40/why",
    "/games/faulty/events/29/why?rule=wrong-settlement", "/games/won/hands/1", "/games/live",
    "/games/live/events/40", "/games/live/hands/1", "/games/faulty",
    "/games/faulty/events/29", f"/games/{segment(ODD)}", f"/games/{segment(ODD)}/events/5",
    f"/games/{segment(ODD)}/hands/1", "/games/won/sheet", "/league", "/look", "/score",
    "/score?hands=S+in+E+234b+55d+RRd+(222c)+[2222d]+2f+%2BRd+discard",
]  # fmt: skip
WRONG = [
    ("/games/nobody", 404), ("/games/won/events/0", 404), ("/games/won/events/99999", 404),
    ("/games/won/events/" + "9" * 4000, 404), ("/games/won/events/abc", 400), ("/games/won/events/-1", 400),
    ("/games/won/events/1.5", 400), ("/games/won/events/1.pdf", 400), ("/games/won/events/x.txt", 400),
    ("/games/won/events/\u0661", 400), ("/games/won/events/1?view=Q", 400), ("/games/won/events/1?view=", 400),
    ("/games/won/events/1?log=x", 400), ("/games/won/events/99999/why", 404),
    ("/games/won/events/25/why?rule=western/claim-1", 404),
    ("/games/won/hands/9", 404), ("/games/won/hands/x", 400), ("/?page=0", 404),
    ("/?page=7", 404), ("/?page=x", 400), ("/nowhere", 404), ("/games/~2E~2E", 404), ("/games/~FF", 404),
    ("/games/" + "x" * 4000, 404), ("/static/../app.py", 404),
]  # fmt: skip


class _Open(HTMLParser):
    """Checks that elements are closed in order, and gathers what matters."""

    VOID = frozenset(("meta", "link", "br", "img", "input", "hr"))

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


def parsed(answer: TestResponse) -> _Open:
    """The page, well-formed."""
    return parsed_text(answer.text)


def parsed_text(text: str) -> _Open:
    """The text of a page, well-formed."""
    page = _Open()
    page.feed(text)
    assert page.stack == []
    return page


def links(client: FlaskClient, address: str) -> list[str]:
    """Where a page leads to."""
    return [str(attributes.get("href")) for tag, attributes in parsed(client.get(address)).tags if tag == "a"]


def check_page(client: FlaskClient, address: str) -> None:
    """It is well-formed, has a heading and nothing inline; its links lead somewhere, which is asked for in turns."""
    answer = client.get(address)
    assert answer.status_code == 200
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "\u202e" not in answer.text
    tags = parsed(answer).tags
    for tag, attributes in tags:
        assert tag != "style"
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
        assert tag != "script" or attributes.get("src", "").startswith("/static/")  # type: ignore[union-attr]
    assert [tag for tag, _ in tags].count("h1") == 1
    targets = {str(attributes["href"]) for tag, attributes in tags if tag != "html" and "href" in attributes}
    for target in in_turn(sorted(targets), len(address)):
        if not target.startswith("#"):
            with client.get(target.split("#")[0]) as found:
                assert found.status_code == 200, target


@pytest.mark.parametrize("address", PAGES)
def test_pages_are_well_formed_strict_and_linked(client: FlaskClient, address: str) -> None:
    check_page(client, address)


@pytest.mark.parametrize(("address", "status"), WRONG)
def test_odd_addresses_get_a_plain_answer(client: FlaskClient, address: str, status: int) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert len(answer.text) < 2500
    assert "<h1>" in answer.text


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_nothing_can_be_written(client: FlaskClient, method: str) -> None:
    answer = getattr(client, method)("/games/won", data=b"x" * 100_000)
    assert answer.status_code in (405, 413)


def test_a_long_list_is_checked_bit_by_bit(database: Path) -> None:
    """With no patience at all each request still gets one game further."""
    client = looking(database, patience=0)
    waiting = [client.get("/").text.count("being checked") for _ in range(5)]
    assert waiting == [3, 2, 1, 0, 0]


def test_odd_names_are_shown_without_harm(client: FlaskClient) -> None:
    for address in ("/", f"/games/{segment(ODD)}", f"/games/{segment(ODD)}/events/5"):
        text = client.get(address).text
        assert "x&lt;b&gt;/..\\u202e&amp;&#34;\\n" in text
        assert "\u202e" not in text
        assert "<b>/" not in text


@each("name", [ODD, "..", ".", "a.b", "a~b", "ž/č", "~7E", " "])
def test_any_id_makes_one_segment_of_an_address(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_.~-]+", segment(name))
    assert segment(name) not in (".", "..")
    assert read_segment(segment(name)) == name


@each("letter", ["a", "/", "\u732b", "\U0001f004"])
def test_the_longest_id_that_can_be_stored_has_pages_too(letter: str, tmp_path: Path) -> None:
    game = letter * 1000
    with answering(create_app(store_games(tmp_path / "club.db", won(Log(game))), patience=60)) as address:
        for page in ("", "/events/5", "/hands/1", "/sheet", "/sheet.csv"):
            with urlopen(f"{address}/games/{segment(game)}{page}") as answer:
                assert answer.status == 200, page
        with urlopen(f"{address}/api/v1/games/{segment(game)}") as answer:
            assert json.load(answer)["game"] == game


def test_a_hand_is_stepped_by_links(client: FlaskClient) -> None:
    """From the first event to the last by `next` alone, and from each back by `prev`."""
    seq, steps = 1, {}
    while seq:
        tags = parsed(client.get(f"/games/won/events/{seq}")).tags
        links = {str(a["rel"]): str(a["href"]) for tag, a in tags if tag == "a" and "rel" in a and "href" in a}
        before, after = (int(links.get(rel, "0").rsplit("/", 1)[-1]) for rel in ("prev", "next"))
        steps[seq], seq = (before, after), after
    last = len(steps)
    assert steps == {seq: (seq - 1, (seq + 1) % (last + 1)) for seq in range(1, last + 1)}


def test_what_does_not_count_is_told_with_the_reason_on_the_page_and_to_programs(tmp_path: Path) -> None:
    log = Log("chow")
    hands = "E 1112b 345b 678d EEw 99d / S 222b 666b 444d 55b 12d / W 2345678d 456c SNw 1c / N 13469b 13458c 147d"
    end = "S mahjong wall 3d; settlement E=0 S=0 W=0 N=0"
    log.events = fields(f"game dmjl; hand; dealt {hands}; E discard 2b; S draw 3d; {end}")
    log.events[0]["game"] = "chow"
    client = looking(tmp_path / "chow.db", log)
    why = "there is the chow of 1-2-3 dots"
    assert f"no chow: {why}" in client.get("/games/chow/hands/1").text
    told = client.get("/api/v1/games/chow/hands/1").json["explained"]["S"]["not_counted"]
    assert {"name": "no chow", "rule": "dmjl/no-chow", "why": why} in told


def test_of_three_players_there_are_three_places(tmp_path: Path) -> None:
    """No place, and no view, for the wind that nobody has; the page stays well-formed from every seat."""
    log = Log("three")
    log.events = fields("game western players=3 bonus_tiles=false; hand; E discard 5b; gap; washout")
    log.events[0]["game"] = "three"
    client = looking(tmp_path / "three.db", log)
    for view in ("table", "open", "E", "S", "W", "N"):
        answer = client.get(f"/games/three/events/3?view={view}")
        parsed(answer)
        rows = {seat: answer.text.split(f'data-part="row-{seat}">')[1].split("</tr>")[0] for seat in "ESWN"}
        assert [seat for seat, row in rows.items() if row] == ["E", "S", "W"]
        assert "view=N" not in answer.text or view == "N"


def test_a_number_leads_to_its_event_without_script(client: FlaskClient) -> None:
    answer = client.get("/games/won/events?seq=25&view=S")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/games/won/events/25?view=S"
    assert client.get("/games/won/events?seq=x").status_code == 400
