"""The pages of disputes and their dossiers, of why a rule was silent, and of a game looked over."""

from __future__ import annotations

import json
import lzma
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from mjlog.audit.game import Game
from mjlog.chain import event_body
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.store import open_store
from mjlog.text import segment
from mjlog.viewer.pages.replay import replay_html
from short_logs import fields
from tests.disputes.dossiers import view_of_short
from tests.viewer.conftest import ODD, looking, looking_at, store_games
from tests.viewer.test_pages import check_page, links, parsed
from tests.views.table_logs import Log, played, won


def disputed(log: Log, on: int, text: str = "that was mine") -> Log:
    """The game with an objection to an event."""
    log.add("dispute", on=on, text=text, seat="S")
    return log


def ruled() -> Log:
    """A payment that was disputed and corrected."""
    log = disputed(won(Log("ruled")), 29, "too little")
    ruling = log.add("ruling", on=30, text="two points more", decision="upheld")
    paid = {"type": "settlement", "change": {"E": -1982, "S": 3998, "W": -1008, "N": -1008}}
    log.add("correction", of=29, on=ruling, events=[paid], reason="two points more")
    return log


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """A viewer of games with disputes: open, ruled, about a hand in progress, and with an odd name."""
    logs = [
        disputed(won(Log("open")), 22), ruled(), disputed(played(7, 30, Log("live")), 40), disputed(won(Log(ODD)), 22),
    ]  # fmt: skip
    return looking(tmp_path / "club.db", *logs, won(Log("none")))


PAGES = ["open/disputes", "open/disputes/30", "open/disputes/22", "ruled/disputes", "ruled/disputes/30",
         "ruled/disputes/31", "live/disputes/40", f"{segment(ODD)}/disputes", f"{segment(ODD)}/disputes/30",
         "none/disputes", "none/disputes/1"]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_the_pages_are_well_formed_strict_and_linked(client: FlaskClient, path: str) -> None:
    check_page(client, f"/games/{path}")


def test_a_dossier_of_a_hand_in_progress_shows_the_table_only(client: FlaskClient, tmp_path: Path) -> None:
    text = client.get("/games/live/disputes/40").text
    assert "The hand is in progress" in text
    assert "13 not seen" in text
    with open_store(tmp_path / "club.db") as store:
        assert store.event("live", 40).id not in text
        assert store.head("live").id not in text


def test_an_objection_that_is_added_is_seen_at_once(tmp_path: Path) -> None:
    """The viewer goes on with the game that it has read."""
    path = store_games(tmp_path / "club.db", won(Log("open")))
    client = looking(path)
    assert "/disputes" not in client.get("/games/open").text
    log = disputed(won(Log("open")), 22)
    with open_store(path) as store:
        store.append("open", log.bodies()[-1:], expected_last=29)
    assert re.search(r"1 dispute, 1 open", client.get("/games/open").text)
    assert client.get("/games/open/disputes/30").status_code == 200


# -- why a rule was silent, in the viewer -----------------------------------------------------------------------------


FAULTY = "game western; hand; E discard 5b; S discard 6b; W draw ??; washout reason=stopped"
"""South has not drawn; of West's draw one rule is silent for that."""
OPEN = (
    "game western; hand; dealt E 123b 456b 789b 11c 2d 5d 9d / S 123d 456d 789d 22c EwSw; E discard 9d;"
    "S discard 2c; W draw ??; W discard 1b; N draw ??; N discard 1b; E draw ??; E discard 1b; S draw 1b; S discard 7c;"
    "washout reason=stopped"
)
"""South has not drawn, and later discards what can only have been drawn then."""


@pytest.fixture
def why_client(tmp_path: Path) -> FlaskClient:
    """A viewer of two games with a fault."""
    return looking_at(tmp_path / "club.db", faulty=FAULTY, open=OPEN)


def test_without_a_rule_all_of_the_rule_set_can_be_chosen(why_client: FlaskClient) -> None:
    """Those first that are about such an event."""
    text = why_client.get("/games/faulty/events/5/why").text
    about, others = text.split('<optgroup label="Others">')
    assert "<option>western/turn-2</option>" in about
    assert "<option>western/settle-1</option>" in others


def test_in_a_game_of_one_file_nothing_leads_to_why() -> None:
    assert "why?" not in "".join(replay_html(view_of_short(FAULTY)))


# -- a game looked over and what if, in the viewer and by the API -----------------------------------------------------


SAMPLES = Path(__file__).resolve().parents[2] / "sample_logs" / "games"
LAPSE = "game western bonus_tiles=false; hand; dealt E 45b 678d 123c 789c EEw 9d; E discard 4b"


@pytest.fixture
def review_client(tmp_path: Path) -> FlaskClient:
    """A viewer of a hand that is over, the same in progress, one of which the result is known, and one that was won."""
    store_games(tmp_path / "club.db", won(Log("won")))
    result = "game western; hand depth=result; S mahjong wall; settlement -96/192/-48/-48"
    return looking_at(tmp_path / "club.db", over=f"{LAPSE}; washout", live=LAPSE, result=result)


def test_the_moments_are_marked_in_the_views_that_may_see_them(review_client: FlaskClient) -> None:
    """A hand in progress has none; a game in one file has them, too."""
    for view, is_marked in (("@anna", True), ("E", True), ("open", True), ("@ben", False), ("table", False)):
        text = review_client.get(f"/games/over/events/20?view={quote(view)}").text
        assert ('class="mark lapse"' in text.split('data-part="marks"')[1].split("</svg></div>")[0]) is is_marked, view
        assert ('class="comment lapse"' in text) is is_marked, view
    assert "comment lapse" not in review_client.get("/games/live/events/20?view=E").text
    game = Game(GameRecord("test", "test", ((convert_event(one), None) for one in fields(f"{LAPSE}; washout"))))
    assert "comment lapse" in "".join(replay_html(game))


def test_choices_are_links_and_what_comes_of_each_is_told(review_client: FlaskClient) -> None:
    found = [one for one in links(review_client, "/games/over/events/19/if") if "acts=" in one]
    assert len(found) >= 10
    for address in found[:3]:
        page = review_client.get(address)
        assert (page.status_code, 'class="verdict legal"' in page.text) == (200, True)
    tried = next(one for one in links(review_client, "/games/over/review") if "/if" in one)
    assert "legal; anna (East) could then win on " in review_client.get(tried).text


def test_the_api_gives_the_same(review_client: FlaskClient) -> None:
    found = review_client.get("/api/v1/games/over/review").json
    assert [lapse["instead"] for lapse in found["players"]["anna"]["lapses"]] == ["discard E 6d"]


def test_the_winning_hand_can_be_saved_as_a_card_with_its_tiles_in_words(review_client: FlaskClient) -> None:
    last = review_client.get("/api/v1/games/won").json["events"]  # type: ignore[index]
    page = parsed(review_client.get(f"/games/won/events/{last}"))
    (picture,) = [attributes for tag, attributes in page.tags if tag == "img"]
    assert picture["src"] == "/games/won/hands/1.png?seat=S"
    assert "Save ben’s winning hand as a card" in review_client.get(f"/games/won/events/{last}").text
    assert "9 dots" in str(picture["alt"])
    assert review_client.get(str(picture["src"])).data == review_client.get("/games/won/hands/1.png").data
    assert review_client.get("/games/won/hands/1.png?seat=X").status_code == 400
    assert not [tag for tag, _attributes in parsed(review_client.get("/games/over/events/21")).tags if tag == "img"]


def test_of_two_winners_each_has_a_card(tmp_path: Path) -> None:
    log = lzma.decompress((SAMPLES / "riichi.mjlog.jsonl.xz").read_bytes()).splitlines(keepends=True)
    with open_store(tmp_path / "club.db") as store:
        store.import_game("riichi", [event_body(json.loads(line)) for line in log])
    viewer = looking(tmp_path / "club.db")
    page = parsed(viewer.get("/games/riichi/events/152"))
    cards = [str(attributes["src"]) for tag, attributes in page.tags if tag == "img"]
    assert cards == ["/games/riichi/hands/1.png?seat=S", "/games/riichi/hands/1.png?seat=W"]
    assert len({viewer.get(card).data for card in cards}) == 2


# -- the viewer tells of a finding that it was ruled on, wherever it lists it -----------------------------------------


RULED_ON = '<a href="/games/wrong/disputes/30">ruled on in event 31: {}</a>'


def wrongly_paid(decision: str | None = None, text: str = "it stays") -> Log:
    """A payment (29) that is wrong, and an objection to it (30); ruled on (31) where there is a decision."""
    log = won(Log("wrong"), settled=False)
    log.add("settlement", change={"E": -1, "S": 1, "W": 0, "N": 0})
    log.add("dispute", on=29, text="too little", seat="S")
    if decision is not None:
        log.add("ruling", on=30, text=text, decision=decision)
    return log


RULED_PAGES = ["/games/wrong", "/games/wrong/hands/1", "/games/wrong/events/29"]
API = ["/api/v1/games/wrong/findings", "/api/v1/games/wrong/hands/1", "/api/v1/games/wrong/events/29"]


def found(client: FlaskClient, address: str) -> dict[str, Any]:
    """The one finding that the API answers there."""
    answered = client.get(address).json
    (finding,) = answered["found" if "/hands/" in address else "findings"]
    return dict(finding)


def test_a_finding_that_was_ruled_on_says_so_and_leads_to_the_dispute(tmp_path: Path) -> None:
    """On the pages, in the film, by the API; as of the event before the ruling there is none."""
    client = looking(tmp_path / "club.db", wrongly_paid("upheld"))
    for page in RULED_PAGES:
        text = client.get(page).text
        assert "wrong-settlement" in text, page
        assert RULED_ON.format("upheld") in text, page
        assert "ruled on in" not in client.get(f"{page}?as-of=30").text, page
        assert "ruled on in event 31" in client.get(f"{page}?as-of=31").text, page
    assert client.get("/games/wrong/disputes/30").status_code == 200
    assert "ruled on in event 31: upheld" in client.get("/games/wrong/film?seq=29").text
    for address in API:
        told = found(client, address)["ruled"]
        assert told == {"seq": 31, "dispute": 30, "decision": "upheld", "text": "it stays"}, address


@pytest.mark.parametrize("decision", [None, "withdrawn"])
def test_what_nobody_has_ruled_on_is_told_as_before(tmp_path: Path, decision: str | None) -> None:
    client = looking(tmp_path / "club.db", wrongly_paid(decision))
    for page in RULED_PAGES:
        text = client.get(page).text
        assert "wrong-settlement" in text, page
        assert "ruled on in" not in text, page
    assert not [address for address in API if "ruled" in found(client, address)]


def test_a_ruling_that_is_added_is_told_at_once(tmp_path: Path) -> None:
    """The viewer goes on with the game that it has read. What a ruling says cannot write into the page."""
    client = looking(tmp_path / "club.db", wrongly_paid())
    assert "ruled on in" not in client.get("/games/wrong").text
    with open_store(tmp_path / "club.db") as store:
        store.append("wrong", wrongly_paid("<script>alert(1)</script>").bodies()[-1:], expected_last=30)
    for page in RULED_PAGES:
        text = client.get(page).text
        assert RULED_ON.format("&lt;script&gt;alert(1)&lt;/script&gt;") in text, page
        assert "<script>alert" not in text, page
