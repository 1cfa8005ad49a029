"""The pages: what they show, what they answer to odd addresses; previews, frames, files and charts."""

from __future__ import annotations

import itertools
import json
import re
import struct
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from each import each
from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.chain import chain_id, event_body
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.text import read_segment, segment
from mjlog.viewer import create_app
from mjlog.viewer.drawing import width_of
from mjlog.viewer.pages.chart import WIDTH, ChartPoint, TotalsChart, chart_svg
from mjlog.viewer.pages.events import KEYS
from mjlog.viewer.pages.present import curve_svg
from mjlog.viewer.serving.guard import origin
from mjlog.views.seen import correction_of
from short_logs import fields
from tests.viewer.conftest import ODD, answering, looking, store_games
from tests.viewer.hidden_logs import STAGES, scrambled
from tests.views.table_logs import Log, played, won
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


@each("address", ["/games/won/events/" + "9" * 4000, "/games/" + "x" * 4000, "/api/v1/games/" + "x" * 4000])
def test_an_address_of_any_length_gets_a_plain_answer(client: FlaskClient, address: str) -> None:
    """What else is not there, or cannot be, stands in `asked/pages.txt`."""
    answer = client.get(address)
    assert (answer.status_code, len(answer.text) < 2500) == (404, True)


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


# -- what is told of corrections while a hand goes on -----------------------------------------------------------------


def told(log: Log) -> list[object]:
    """What is told of the corrections at each event, in any view."""
    rows = ((convert_event(fields), None) for fields in log.events)
    view = Game(GameRecord("test", "test", rows, corrected=True))
    notes = [correction_of(view, event["seq"], sight) for event in log.events for sight in ("open", "table", Seat.S)]
    return [None if note is None else plain(note) for note in notes]


@pytest.mark.parametrize("stage", STAGES)
def test_logs_that_differ_in_hidden_tiles_tell_the_same_of_corrections(stage: str) -> None:
    """Whatever was void, written anew, or put back into play."""
    log = STAGES[stage]()
    for seed in range(3):
        assert told(scrambled(log, seed)) == told(log)


# -- what is drawn along a game and along a hand ----------------------------------------------------------------------


ON_A_PHONE = 20
"""The size of the letters of the chart on a phone (game.css)."""


def drawn(hands: int, players: tuple[str, ...] = ("anna", "ben", "cleo", "dora")) -> str:
    """A chart of so many hands."""
    points = [ChartPoint(at or None, (100 * at, 0, -40 * at, -60 * at)) for at in range(hands + 1)]
    return chart_svg(TotalsChart(players, tuple(points)))


@each("hands", [1, 2, 11, 12, 13, 16, 39, 40, 41, 97])
def test_the_numbers_of_the_hands_stand_apart_and_the_last_one_is_there(hands: int) -> None:
    labels = re.findall(r'x="([\d.]+)" y="288.0" text-anchor="middle">(\d+)<', drawn(hands))
    assert labels[-1][1] == str(hands)
    for (left, one), (right, other) in pairwise(labels):
        assert float(right) - float(left) > (width_of(one, ON_A_PHONE) + width_of(other, ON_A_PHONE)) / 2


@pytest.mark.parametrize("name", ["Wilhelmina-Josephine Oosterhuis", "欧阳娜娜司马相如之乎者也大人", "W" * 40])
def test_long_names_end_before_the_edge(name: str) -> None:
    svg = drawn(4, (name, "ben", "cleo", "dora"))
    for x, text in re.findall(r'<text class="name" x="([\d.]+)"[^>]*>([^<]*)<', svg):
        assert float(x) + width_of(text, ON_A_PHONE) <= WIDTH


def test_marks_stand_at_their_stops_also_after_a_correction_by_several_events(tmp_path: Path) -> None:
    log = played(11, 64, Log("mended"))
    found = next(fields for fields in log.events if fields["type"] == "discard")
    again = {name: value for name, value in found.items() if name != "seq"}
    log.add("correction", of=found["seq"], events=[again, {"type": "note", "text": "said again"}], reason="unclear")
    app = create_app(store_games(tmp_path / "club.db", log), patience=60)
    with app.test_client() as client:
        marks = re.findall(
            r'<svg x="([\d.]+)%" overflow="visible"><a href="([^"]+)"', client.get("/games/mended/events/40").text
        )
        assert len(marks) > 1
        for along, address in marks:
            page = client.get(address).text
            last, here = re.findall(r'id="slider" min="1" max="(\d+)" value="(\d+)"', page)[0]
            assert float(along) == pytest.approx(100 * (int(here) - 1) / (int(last) - 1), abs=0.01)


# -- the curves above the slider --------------------------------------------------------------------------------------


def test_a_curve_rises_as_the_hand_comes_nearer_and_begins_where_it_is_known() -> None:
    found = curve_svg([{}, {Seat.S: 3}, {Seat.S: 3}, {Seat.S: 2}, {Seat.S: -1}])
    assert '<path class="of-S" d="M1 4.5H3V3.5H4V0.5H4"/>' in found
    assert "of-E" not in found
    assert 'd="M0 7.5H1M2 2.5H2"' in curve_svg([{Seat.E: 9}, {}, {Seat.E: 1}]), "nobody sees it any more: a gap"
    assert curve_svg([{}, {}]) == curve_svg([]) == ""


# -- the keys of the viewer are the same on the page, in the guide and in the script ----------------------------------


ROOT = Path(__file__).resolve().parents[2]
IN_THE_SCRIPT = {
    "←": "ArrowLeft", "→": "ArrowRight", "Page up": "PageUp", "Page down": "PageDown", "−": '"-"', "+": '"+"',
    ",": '","', ".": '"."',
}  # fmt: skip
BY_A_CLICK = {"Space": " "}


def test_the_guide_lists_every_key() -> None:
    table = (ROOT / "docs" / "do" / "viewer.md").read_text("utf-8").split("## Keys")[1].split("\n\nOn a touch")[0]
    rows = re.findall(r"^\| (`.*`) \| (.*) \|$", table, re.MULTILINE)
    assert [(tuple(re.findall(r"`([^`]+)`", keys)), what) for keys, what in rows] == list(KEYS)


def test_the_page_lists_every_key_and_the_script_or_a_link_knows_it(client: FlaskClient) -> None:
    script = (ROOT / "mjlog" / "viewer" / "static" / "play.js").read_text("utf-8")
    moment = (ROOT / "mjlog" / "viewer" / "templates" / "_moment.html").read_text("utf-8")  # not all are on each page
    page = client.get("/games/won/events/5").text + moment
    for keys, what in KEYS:
        assert what in page.split('id="keys"')[1]
        for key in keys:
            assert f"<kbd>{key}</kbd>" in page.split('id="keys"')[1]
            name = key.removeprefix("Shift ")
            known = IN_THE_SCRIPT.get(name, f"{name.lower()}:" if len(name) == 1 else name)
            if key == "Esc":
                known = ""  # a browser closes what was opened (`popover`) by itself
            assert known in script or f'data-key="{BY_A_CLICK.get(name, name.lower())}"' in page, key


# -- what is shown to others ------------------------------------------------------------------------------------------


SITE = "https://club.example"


@pytest.fixture
def embedding(database: Path) -> FlaskClient:
    """A client of a viewer whose tables one site may show."""
    return looking(database, embed=(SITE,))


def preview(text: str) -> dict[str, str]:
    """What a page tells of itself to other programs."""
    return {name: unescape(told) for name, told in re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', text)}


def test_a_link_to_a_hand_has_a_preview_with_its_result_and_a_picture(client: FlaskClient) -> None:
    told = preview(client.get("/games/won/events/25").text)
    assert told["title"].startswith("Event 25: ")
    assert re.match(r"\w+ \+\d+\. anna, ben, cleo, dora", told["description"])
    assert told["url"] == "http://localhost/games/won/events/25"
    picture = client.get(told["image"].removeprefix("http://localhost"))
    assert picture.mimetype == "image/png"
    assert struct.unpack(">II", picture.data[16:24]) == (1200, 630)
    assert picture.data != client.get("/games/live/hands/1.png").data


def test_of_a_hand_in_progress_the_preview_shows_tiles_of_no_hand(client: FlaskClient) -> None:
    assert preview(client.get("/games/live/events/40").text)["description"].startswith("In progress. ")
    assert client.get("/games/live/hands/1.png").data == client.get("/games/live/hands/0.png").data


@pytest.mark.parametrize("page", ["", "/events/25", "/hands/1"])
def test_a_preview_names_its_picture_in_full(client: FlaskClient, page: str) -> None:
    """Whoever makes it is another site."""
    (picture,) = re.findall(r'property="og:image" content="([^"]*)"', client.get(f"/games/won{page}").text)
    assert picture == "http://localhost/games/won/hands/1.png"


def test_a_table_is_framed_by_the_sites_that_are_allowed_and_nothing_else_is(embedding: FlaskClient) -> None:
    framed = embedding.get("/embed/games/won/events/25")
    assert f"frame-ancestors {SITE};" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert 'data-film="/embed/games/won/film"' in framed.text
    assert set(re.findall(r'href="(/games[^"]*)"', framed.text)) == {"/games/won/events/25"}, "the way out"
    for path in ("/games/won/events/25", "/", "/games/won"):
        answer = embedding.get(path)
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Frame-Options"] == "DENY"


@each("path", ["/", "/games/won", "/look", "/api/v1/games", "/games/won/events/25.txt/x", "/record"])
def test_nothing_but_the_table_can_be_embedded(embedding: FlaskClient, path: str) -> None:
    assert embedding.get(f"/embed{path}").status_code == 404


def test_without_a_site_nothing_is_embedded_and_no_frame_is_offered(
    client: FlaskClient, embedding: FlaskClient
) -> None:
    assert client.get("/embed/games/won/events/25").status_code == 404
    frame = 'href="/embed/games/won/events/25" data-copy="frame"'
    assert frame not in client.get("/games/won/events/25").text
    assert frame in embedding.get("/games/won/events/25").text


@each("text", ["club.example", "https://club.example/games", "ftp://club.example", "https://a b", "https://x;y", "*"])
def test_a_site_is_an_origin(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        origin(text)


# -- a moment as a file -----------------------------------------------------------------------------------------------


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
