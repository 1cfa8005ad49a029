"""A game looked over and what if, in the viewer and by the API; the winning hand to share. Without a script."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from mjlog.audit.game import Game
from mjlog.canonical import event_body
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.store import open_store
from mjlog.viewer.pages.replay import replay_html
from short_logs import fields
from tests.viewer.conftest import looking
from tests.viewer.test_pages import parsed
from tests.views.table_logs import Log, won

SAMPLES = Path(__file__).resolve().parents[2] / "sample_logs" / "games"
LAPSE = "game western bonus_tiles=false; hand; dealt E 45b 678d 123c 789c EEw 9d; E discard 4b"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """A viewer of a hand that is over, the same in progress, one of which the result is known, and one that was won."""
    path = tmp_path / "club.db"
    texts = {
        "over": f"{LAPSE}; washout", "live": LAPSE,
        "result": "game western; hand depth=result; S mahjong wall; settlement -96/192/-48/-48",
    }  # fmt: skip
    with open_store(path) as store:
        for name, text in texts.items():
            begin, *others = fields(text)
            store.import_game(name, [event_body(one) for one in (begin | {"game": name}, *others)])
        store.import_game("won", won(Log("won")).bodies())
    return looking(path)


def links(client: FlaskClient, address: str) -> list[str]:
    """Where a page leads to."""
    return [str(attributes.get("href")) for tag, attributes in parsed(client.get(address)).tags if tag == "a"]


def test_the_page_lists_each_moment_with_a_link_to_it_and_to_what_was_better(client: FlaskClient) -> None:
    text = client.get("/games/over/review").text
    assert "0 of 1 judged discards lost nothing that counts; 1 moment" in text
    found = links(client, "/games/over/review")
    assert "/games/over/events/20?view=@anna" in [one.replace("%40", "@") for one in found]
    tried = next(one for one in found if "/if" in one)
    assert "legal; anna (East) could then win on " in client.get(tried).text


def test_the_page_of_a_game_leads_to_it(client: FlaskClient) -> None:
    assert "/games/over/review" in links(client, "/games/over")


def test_what_is_not_looked_over_is_said(client: FlaskClient) -> None:
    assert "Hand 1: it is in progress." in client.get("/games/live/review").text
    assert "there is nothing to look over" in client.get("/games/result/review").text


def test_the_moments_are_marked_in_the_views_that_may_see_them(client: FlaskClient) -> None:
    for view, is_marked in (("@anna", True), ("E", True), ("open", True), ("@ben", False), ("table", False)):
        text = client.get(f"/games/over/events/20?view={quote(view)}").text
        assert ('class="mark lapse"' in text.split('data-part="marks"')[1].split("</svg></div>")[0]) is is_marked, view
        assert ('class="comment lapse"' in text) is is_marked, view


def test_a_hand_in_progress_has_no_marks(client: FlaskClient) -> None:
    assert "comment lapse" not in client.get("/games/live/events/20?view=E").text


def test_a_game_of_one_file_has_the_marks_too() -> None:
    game = Game(GameRecord("test", "test", ((convert_event(one), None) for one in fields(f"{LAPSE}; washout"))))
    assert "comment lapse" in "".join(replay_html(game))


def test_choices_are_links_and_each_is_a_variation_of_its_own(client: FlaskClient) -> None:
    found = [one for one in links(client, "/games/over/events/19/if") if "acts=" in one]
    assert len(found) >= 10
    for address in found[:3]:
        page = client.get(address)
        assert page.status_code == 200
        assert 'class="verdict legal"' in page.text


def test_an_illegal_act_is_told_with_its_rule_and_one_that_cannot_be_read_is_told_why(client: FlaskClient) -> None:
    illegal = client.get("/games/over/events/19/if?acts=discard+E+1b")
    assert 'class="verdict illegal"' in illegal.text
    assert "western/turn-2" in illegal.text
    unread = client.get("/games/over/events/19/if?acts=%3Cb%3E")
    assert (unread.status_code, "is no act" in unread.text, "<b>&" in unread.text) == (200, True, False)
    assert "no hand has begun there" in client.get("/games/over/events/1/if?acts=sp").text


def test_of_a_hand_in_progress_only_what_lies_on_the_table_decides(client: FlaskClient) -> None:
    text = client.get("/games/live/events/19/if?acts=discard+E+1b&view=E").text
    assert 'class="verdict legal"' in text  # the table has not seen that East has none
    assert "acts=discard" not in " ".join(links(client, "/games/live/events/19/if"))


def test_the_page_has_the_line_that_records_it_as_a_note(client: FlaskClient) -> None:
    text = client.get("/games/over/events/19/if?acts=discard+E+9d").text
    assert "<code>note what if after event 19: anna (East) discards 9 dots: legal;" in text
    assert client.get("/games/over/events/21").status_code == 200
    assert client.get("/games/over/events/22").status_code == 404


def test_the_api_gives_the_same(client: FlaskClient) -> None:
    found = client.get("/api/v1/games/over/review").json
    assert [lapse["instead"] for lapse in found["players"]["anna"]["lapses"]] == ["discard E 6d"]
    tried = client.get("/api/v1/games/over/events/19/if?acts=discard+E+1b&view=open").json
    assert (tried["verdict"], tried["findings"][0]["rule"]) == ("illegal", "western/turn-2")
    assert client.get("/api/v1/games/over/events/19/if?acts=note+x").status_code == 409
    assert client.get("/api/v1/games/over/events/19/if").status_code == 422


def test_the_winning_hand_can_be_saved_as_a_card_with_its_tiles_in_words(client: FlaskClient) -> None:
    last = client.get("/api/v1/games/won").json["events"]  # type: ignore[index]
    page = parsed(client.get(f"/games/won/events/{last}"))
    (picture,) = [attributes for tag, attributes in page.tags if tag == "img"]
    assert picture["src"] == "/games/won/hands/1.png?seat=S"
    assert "Save ben’s winning hand as a card" in client.get(f"/games/won/events/{last}").text
    assert "9 dots" in str(picture["alt"])
    assert client.get(str(picture["src"])).data == client.get("/games/won/hands/1.png").data
    assert client.get("/games/won/hands/1.png?seat=X").status_code == 400
    assert not [tag for tag, _attributes in parsed(client.get("/games/over/events/21")).tags if tag == "img"]


def test_of_two_winners_each_has_a_card(tmp_path: Path) -> None:
    log = lzma.decompress((SAMPLES / "riichi.mjlog.jsonl.xz").read_bytes()).splitlines(keepends=True)
    with open_store(tmp_path / "club.db") as store:
        store.import_game("riichi", [event_body(json.loads(line)) for line in log])
    viewer = looking(tmp_path / "club.db")
    page = parsed(viewer.get("/games/riichi/events/152"))
    cards = [str(attributes["src"]) for tag, attributes in page.tags if tag == "img"]
    assert cards == ["/games/riichi/hands/1.png?seat=S", "/games/riichi/hands/1.png?seat=W"]
    assert len({viewer.get(card).data for card in cards}) == 2
