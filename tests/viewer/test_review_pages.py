"""A game looked over and what if, in the viewer and by the API; the winning hand to share. Without a script."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from mjlog.audit.game import Game
from mjlog.chain import event_body
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.store import open_store
from mjlog.viewer.pages.replay import replay_html
from short_logs import fields
from tests.viewer.conftest import looking, looking_at, store_games
from tests.viewer.test_pages import links, parsed
from tests.views.table_logs import Log, won

SAMPLES = Path(__file__).resolve().parents[2] / "sample_logs" / "games"
LAPSE = "game western bonus_tiles=false; hand; dealt E 45b 678d 123c 789c EEw 9d; E discard 4b"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """A viewer of a hand that is over, the same in progress, one of which the result is known, and one that was won."""
    store_games(tmp_path / "club.db", won(Log("won")))
    result = "game western; hand depth=result; S mahjong wall; settlement -96/192/-48/-48"
    return looking_at(tmp_path / "club.db", over=f"{LAPSE}; washout", live=LAPSE, result=result)


def test_the_page_lists_each_moment_with_a_link_to_it_and_to_what_was_better(client: FlaskClient) -> None:
    """The page of the game leads to it; what is not looked over is said."""
    assert "/games/over/review" in links(client, "/games/over")
    text = client.get("/games/over/review").text
    assert "0 of 1 judged discards lost nothing that counts; 1 moment" in text
    found = links(client, "/games/over/review")
    assert "/games/over/events/20?view=@anna" in [one.replace("%40", "@") for one in found]
    tried = next(one for one in found if "/if" in one)
    assert "legal; anna (East) could then win on " in client.get(tried).text
    assert "Hand 1: it is in progress." in client.get("/games/live/review").text
    assert "there is nothing to look over" in client.get("/games/result/review").text


def test_the_moments_are_marked_in_the_views_that_may_see_them(client: FlaskClient) -> None:
    """A hand in progress has none; a game in one file has them, too."""
    for view, is_marked in (("@anna", True), ("E", True), ("open", True), ("@ben", False), ("table", False)):
        text = client.get(f"/games/over/events/20?view={quote(view)}").text
        assert ('class="mark lapse"' in text.split('data-part="marks"')[1].split("</svg></div>")[0]) is is_marked, view
        assert ('class="comment lapse"' in text) is is_marked, view
    assert "comment lapse" not in client.get("/games/live/events/20?view=E").text
    game = Game(GameRecord("test", "test", ((convert_event(one), None) for one in fields(f"{LAPSE}; washout"))))
    assert "comment lapse" in "".join(replay_html(game))


def test_choices_are_links_and_what_comes_of_each_is_told(client: FlaskClient) -> None:
    """An illegal act with its rule; of one that cannot be read, why."""
    found = [one for one in links(client, "/games/over/events/19/if") if "acts=" in one]
    assert len(found) >= 10
    for address in found[:3]:
        page = client.get(address)
        assert (page.status_code, 'class="verdict legal"' in page.text) == (200, True)
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
