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


@pytest.mark.parametrize(
    ("path", "status"),
    [("open/disputes/99", 404), ("open/disputes/x", 400), ("open/disputes/0", 404), ("nobody/disputes", 404),
     ("nobody/disputes/1", 404)],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client: FlaskClient, path: str, status: int) -> None:
    answer = client.get(f"/games/{path}")
    assert answer.status_code == status
    assert "<h1>" in answer.text


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


def test_a_dossier_as_of_an_earlier_event_is_what_could_be_said_then(client: FlaskClient) -> None:
    """The payment (29) was disputed (30), ruled on (31) and corrected (32)."""
    now = client.get("/games/ruled/disputes/29").text
    assert "Not ruled yet" not in now
    assert "As of event" not in now
    then = client.get("/games/ruled/disputes/29?as-of=30").text
    assert "Not ruled yet" in then
    assert "As of event 30: what could be said when that was the last one." in then
    assert 'href="/games/ruled/disputes/29"' in then
    before = client.get("/games/ruled/disputes/29?as-of=29").text
    assert "Nobody has objected to this event." in before
    recorded = client.get("/games/ruled/disputes/29?as-of=30&log=recorded").text
    assert "Not ruled yet" in recorded


def test_the_list_of_disputes_as_of_an_earlier_event_is_that_of_then(client: FlaskClient) -> None:
    assert "Nobody has objected" in client.get("/games/ruled/disputes?as-of=29").text
    then = client.get("/games/ruled/disputes?as-of=30").text
    assert 'href="/games/ruled/disputes/30?as-of=30"' in then
    assert 'href="/games/ruled/disputes"' in then
    assert 'href="/games/ruled/disputes?as-of=30"' in client.get("/games/ruled?as-of=30").text


@pytest.mark.parametrize("path", ["ruled/disputes", "ruled/disputes/29"])
@pytest.mark.parametrize(("query", "status"), [("as-of=33", 404), ("as-of=0", 400), ("as-of=x", 400), ("log=x", 400)])
def test_disputes_of_a_time_that_there_was_not_are_refused(
    client: FlaskClient, path: str, query: str, status: int
) -> None:
    assert client.get(f"/games/{path}?{query}").status_code == status


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


def test_the_page_says_what_came_of_a_rule_in_each_explanation(why_client: FlaskClient) -> None:
    answer = why_client.get("/games/faulty/events/5/why?rule=western/turn-2")
    assert "western/turn-2: kept in another explanation" in answer.text
    assert "<b>if south had drawn, unseen</b>: " in answer.text
    assert "<b>if it had not happened</b>, given up by this event: refused: " in answer.text
    assert "script" not in {tag for tag, _attributes in parsed(answer).tags}


def test_without_a_rule_all_of_the_rule_set_can_be_chosen(why_client: FlaskClient) -> None:
    """Those first that are about such an event."""
    text = why_client.get("/games/faulty/events/5/why").text
    about, others = text.split('<optgroup label="Others">')
    assert "<option>western/turn-2</option>" in about
    assert "<option>western/settle-1</option>" in others


def test_findings_and_what_was_not_judged_lead_to_it(why_client: FlaskClient) -> None:
    """On the pages of game, hand and event; in a dossier by each rule; in a game in one file nothing does."""
    why = "/games/faulty/events/4/why?rule=western/turn-2"
    for page in ("/games/faulty", "/games/faulty/hands/1", "/games/faulty/events/4", "/games/faulty/disputes/4"):
        assert why in links(why_client, page), page
    assert "/games/faulty/events/5/why" in links(why_client, "/games/faulty/events/5")
    unjudged = why_client.get("/games/open/hands/1").text.partition("Not judged")[2]
    assert "why?rule=western" in unjudged
    assert "western/turn-2, kept in another explanation: " in why_client.get("/games/faulty/disputes/5").text
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


def test_the_page_lists_each_moment_with_a_link_to_it_and_to_what_was_better(review_client: FlaskClient) -> None:
    """The page of the game leads to it; what is not looked over is said."""
    assert "/games/over/review" in links(review_client, "/games/over")
    text = review_client.get("/games/over/review").text
    assert "0 of 1 judged discards lost nothing that counts; 1 moment" in text
    found = links(review_client, "/games/over/review")
    assert "/games/over/events/20?view=@anna" in [one.replace("%40", "@") for one in found]
    tried = next(one for one in found if "/if" in one)
    assert "legal; anna (East) could then win on " in review_client.get(tried).text
    assert "Hand 1: it is in progress." in review_client.get("/games/live/review").text
    assert "there is nothing to look over" in review_client.get("/games/result/review").text


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
    """An illegal act with its rule; of one that cannot be read, why."""
    found = [one for one in links(review_client, "/games/over/events/19/if") if "acts=" in one]
    assert len(found) >= 10
    for address in found[:3]:
        page = review_client.get(address)
        assert (page.status_code, 'class="verdict legal"' in page.text) == (200, True)
    illegal = review_client.get("/games/over/events/19/if?acts=discard+E+1b")
    assert 'class="verdict illegal"' in illegal.text
    assert "western/turn-2" in illegal.text
    unread = review_client.get("/games/over/events/19/if?acts=%3Cb%3E")
    assert (unread.status_code, "is no act" in unread.text, "<b>&" in unread.text) == (200, True, False)
    assert "no hand has begun there" in review_client.get("/games/over/events/1/if?acts=sp").text


def test_of_a_hand_in_progress_only_what_lies_on_the_table_decides(review_client: FlaskClient) -> None:
    text = review_client.get("/games/live/events/19/if?acts=discard+E+1b&view=E").text
    assert 'class="verdict legal"' in text  # the table has not seen that East has none
    assert "acts=discard" not in " ".join(links(review_client, "/games/live/events/19/if"))


def test_the_page_has_the_line_that_records_it_as_a_note(review_client: FlaskClient) -> None:
    text = review_client.get("/games/over/events/19/if?acts=discard+E+9d").text
    assert "<code>note what if after event 19: anna (East) discards 9 dots: legal;" in text
    assert review_client.get("/games/over/events/21").status_code == 200
    assert review_client.get("/games/over/events/22").status_code == 404


def test_the_api_gives_the_same(review_client: FlaskClient) -> None:
    found = review_client.get("/api/v1/games/over/review").json
    assert [lapse["instead"] for lapse in found["players"]["anna"]["lapses"]] == ["discard E 6d"]
    tried = review_client.get("/api/v1/games/over/events/19/if?acts=discard+E+1b&view=open").json
    assert (tried["verdict"], tried["findings"][0]["rule"]) == ("illegal", "western/turn-2")
    assert review_client.get("/api/v1/games/over/events/19/if?acts=note+x").status_code == 409
    assert review_client.get("/api/v1/games/over/events/19/if").status_code == 422


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
