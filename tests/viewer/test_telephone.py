"""Recording with a telephone: who may, what is entered and what is asked, once and no more; nothing leaks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from mjlog.recording.session import Manner, RecordingSession
from mjlog.store import open_store
from mjlog.viewer.live import Pace, message
from mjlog.viewer.recorder.tables import Keys
from mjlog.viewer.serving.guard import HEADERS
from tests.recording.two_recorders import FITS, STRAYS, Meanwhile
from tests.viewer.conftest import looking
from tests.viewer.tables import (
    FROM_HERE,
    PLAYERS,
    SECRET,
    Telephone,
    begun,
    entered,
    hidden,
    preview_of,
    serving,
    session_of,
    tables_of,
)

RESULT = "hand result 8s48/4/2"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with a game that has begun, and another one."""
    begun(tmp_path / "club.db")
    return begun(tmp_path / "club.db", game="other")


@pytest.fixture
def app(database: Path) -> Iterator[Flask]:
    """Its viewer, which telephones record with."""
    with serving(database) as made:
        yield made


@pytest.fixture
def telephone(app: Flask) -> Telephone:
    """A telephone that has shown the key."""
    return Telephone(app)


# -- who may ----------------------------------------------------------------------------------------------------------


def pages(game: str = "tuesday") -> list[str]:
    """All that is read of a table."""
    return [f"/record/{game}", f"/record/{game}/link", f"/record/{game}/live"]


def test_without_the_key_there_is_a_page_in_words(app: Flask) -> None:
    """Whether there is such a game is not told either; the games are looked at as before."""
    client = app.test_client()
    for path in ("/record", *pages(), *pages("nobody")):
        answer = client.get(path)
        assert (answer.status_code, "Whoever has the link records" in answer.text) == (403, True), path
        assert "anna" not in answer.text
    assert client.post("/record/tuesday", data={"do": "enter", "text": RESULT}, headers=FROM_HERE).status_code == 403
    assert client.get("/games/tuesday").status_code == 200


def test_the_key_of_one_table_opens_that_one_and_the_key_of_all_opens_all(app: Flask, telephone: Telephone) -> None:
    assert telephone.client.get("/record/tuesday").status_code == 200
    assert [telephone.client.get(path).status_code for path in ("/record", *pages("other"))] == [403] * 4
    other = telephone.client.post(
        "/record/other", data={"do": "key", "key": tables_of(app).keys.of("tuesday")}, headers=FROM_HERE
    )
    assert (other.status_code, "not the key of this table" in other.text) == (403, True)
    client = app.test_client()
    answer = client.post("/record", data={"do": "key", "key": tables_of(app).keys.of(None)}, headers=FROM_HERE)
    assert (answer.status_code, answer.location) == (303, "/record")
    assert [client.get(path).status_code for path in ("/record", "/record/tuesday", "/record/other")] == [200] * 3


def test_a_key_is_kept_where_no_script_reads_it_and_stands_in_no_address(app: Flask) -> None:
    key = tables_of(app).keys.of("tuesday")
    assert tables_of(app).keys.link("http://192.168.1.20:8008/", "tuesday").endswith(f"/record/tuesday#{key}")
    client = app.test_client()
    answer = client.post("/record/tuesday", data={"do": "key", "key": key}, headers=FROM_HERE)
    assert answer.location == "/record/tuesday"
    cookie = answer.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict", "Path=/record/tuesday"))
    assert key not in client.get("/record/tuesday").text
    page = client.get("/record/tuesday/link").text
    assert f"http://localhost/record/tuesday#{key}" in page, "but on the page with the link for another telephone"
    assert '<svg viewBox="' in page, "where it is a code, too"


def test_keys_follow_from_the_secret_and_from_nothing_else() -> None:
    one, other = Keys(b"one secret"), Keys(b"another")
    assert len({one.of("a"), one.of("b"), one.of(None), other.of("a")}) == 4
    assert one.opens(Keys(b"one secret").of("a"), "a")
    assert not any(one.opens(key, "a") for key in (other.of("a"), one.of("b"), "", "ä"))


@pytest.mark.parametrize("origin", [{}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_what_another_site_sends_is_not_taken(database: Path, telephone: Telephone, origin: dict[str, str]) -> None:
    fields = {"do": "enter", "text": RESULT, "after": telephone.mark}
    answer = telephone.client.post("/record/tuesday", data=fields, headers=origin)
    assert (answer.status_code, entered(database)) == (403, [])


def test_a_server_that_was_started_without_it_records_nothing(database: Path) -> None:
    client = looking(database)
    answer = client.get("/record/tuesday", headers={"Cookie": f"mjlog-table={Keys(SECRET).of('tuesday')}"})
    assert (answer.status_code, "started without `--record`" in answer.text) == (403, True)


def test_answers_are_kept_by_nobody_and_safe(telephone: Telephone) -> None:
    for answer in (telephone.look(), telephone.look("5b"), telephone.client.get("/record/tuesday/link")):
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert "Cookie" in answer.headers["Vary"]
        assert "ETag" not in answer.headers
        assert all(answer.headers[name] == value for name, value in HEADERS.items())


def test_whoever_has_no_key_sees_nothing_of_what_is_in_pencil(tmp_path: Path) -> None:
    """Two games that differ in what was typed give the same bytes."""
    paths = [begun(tmp_path / f"{at}.db", "hand full", *acts) for at, acts in enumerate((("5b",), ("9d", "t2c")))]
    answers = []
    for path in paths:
        with serving(path) as app:
            answers.append([app.test_client().get(page).data for page in ("/", "/games/tuesday", *pages())])
    assert answers[0] == answers[1]


def test_the_key_shows_no_more_on_any_other_page(tmp_path: Path) -> None:
    """Hidden tiles of a hand that goes on are seen where it is recorded, and nowhere else."""
    path = begun(tmp_path / "club.db", "hand full", "9d", "t5b")
    with open_store(path) as store:
        session_of(store).confirm()
    with serving(path) as app:
        telephone = Telephone(app)
        kept = {"Cookie": f"mjlog-table={tables_of(app).keys.of('tuesday')}"}
        for page in ("/", "/games/tuesday", "/games/tuesday/events/3?view=open", "/api/v1/games/tuesday/events"):
            assert telephone.client.get(page, headers=kept).data == app.test_client().get(page).data


# -- entering ---------------------------------------------------------------------------------------------------------


def test_a_line_is_entered_in_pencil_as_in_the_terminal(database: Path, telephone: Telephone) -> None:
    said = preview_of(telephone.look(RESULT).text)
    assert "to be paid: East −76, South +192, West −54, North −62 (East 96 to South" in said
    assert telephone.enter(RESULT).status_code == 200
    with open_store(database) as store:
        assert [step.text for step in session_of(store).pencil] == ["hand result", "8s48/4/2"]
    assert "South declares mahjong" in " ".join(entered(database))


def test_without_a_script_the_form_leads_back_to_the_table(database: Path, telephone: Telephone) -> None:
    answer = telephone.enter(RESULT, script=None)
    assert (answer.status_code, answer.location) == (303, "/record/tuesday")
    tapped = telephone.send(text="hand", tap="hand table", script=None)
    assert (tapped.status_code, 'value="hand hand table"' in tapped.text) == (200, True)
    assert len(entered(database)) == 6


def test_what_cannot_be_read_is_told_and_comes_back(database: Path, telephone: Telephone) -> None:
    """Texts show no backquotes: what can be typed is set apart otherwise."""
    answer = telephone.enter("8q48")
    assert (answer.status_code, 'value="8q48"' in answer.text) == (422, True)
    assert "is no act; expected a tile discarded" in preview_of(answer.text)
    assert telephone.enter("  ").status_code == 422
    assert entered(database) == []
    asked, wrong = telephone.enter("hand table 5b sp 9d 2c 3c 4c ska5b emk"), telephone.enter("fix 99")
    assert "<code>fix option robbing_kong=true</code>" in asked.text
    assert "<code>fix 37 void</code>" in wrong.text
    assert "`" not in asked.text + wrong.text


def yes_to(asked: TestResponse) -> dict[str, str]:
    """What the button of a question sends."""
    block = re.search(r'class="asked".*?</form>', asked.text, re.DOTALL)
    return {name: hidden(block[0], name) for name in ("text", "after", "meant", "sure", "key")}  # type: ignore[index]


def test_what_breaks_a_rule_is_asked_about_in_the_words_of_the_terminal(database: Path, telephone: Telephone) -> None:
    telephone.enter("hand table 5b")
    asked = telephone.enter("s6b s7b")
    assert (asked.status_code, "did it happen at the table?" in preview_of(asked.text)) == (409, True)
    assert "no-discard-due: south" in preview_of(asked.text)
    assert len(entered(database)) == 2
    wrong = telephone.enter("s6b s7b", sure="no such thing")
    assert wrong.status_code == 409
    assert telephone.send(do="enter", **yes_to(asked)).status_code == 200
    assert entered(database)[-1] == "South discards 7 bamboo"


def test_payments_that_nobody_wrote_down_are_asked_about(tmp_path: Path) -> None:
    path = begun(tmp_path / "club.db", "hand result", "8s48/4/2", ruleset="classical")
    with serving(path) as app:
        telephone = Telephone(app)
        asked = telephone.enter("8w48/2")
        if asked.status_code == 200:
            pytest.fail("these rules let one player pay for all: that is to be asked")
        assert "was it paid as computed?" in asked.text
        assert yes_to(asked)["text"] == "pay; 8w48/2"
        assert telephone.send(do="enter", **yes_to(asked)).status_code in (200, 409)


def test_fines_and_dead_hands_are_tapped(tmp_path: Path) -> None:
    """How much and why is asked for in words."""
    path = begun(tmp_path / "club.db", "hand table", "nw", ruleset="american")
    with serving(path) as app:
        telephone = Telephone(app)
        page = telephone.look().text
        assert all(f'name="tap" value="{act}"' in page for act in ("penalty s", "dead w exposure", "dead w count"))
        assert "how much, and why?" in preview_of(telephone.look("penalty s").text)
        assert telephone.enter("penalty s 50 talking").status_code == 200


@pytest.mark.parametrize(("rules", "won", "act", "then"), [
    ("riichi-ema", "sfe3h30", "chombo s", "The hand is void and played again: chombo"),
    ("riichi-wrc", "s! sw3h30", "chombo s", "The hand is void and played again: chombo"),
    ("american", "smfe25", "dead s false-mahjong", "South's hand is declared dead for a mahjong that is none"),
])  # fmt: skip
def test_that_a_win_is_none_is_tapped(tmp_path: Path, rules: str, won: str, act: str, then: str) -> None:
    """As long as it is not paid; nobody else's win, and no other hand, is void by it."""
    path = begun(tmp_path / "club.db", "hand result", won, ruleset=rules)
    with serving(path) as app:
        telephone = Telephone(app)
        offered = re.findall(r'name="tap" value="(chombo .|dead . false-mahjong)"', telephone.look().text)
        assert offered == [act]
        assert telephone.enter(act).status_code == 200
        assert entered(path)[-1] == then
    assert not any(words.startswith("Hand 2") for words in entered(path))


def test_undo_rubs_out_pencil_and_ink_makes_it_stay(database: Path, telephone: Telephone) -> None:
    """What is in ink is taken back by a correction, after a yes."""
    telephone.enter("hand table 5b")
    assert telephone.send(do="undo", after=telephone.mark).status_code == 200
    assert len(entered(database)) == 1
    assert telephone.send(do="ink").status_code == 200
    telephone.look()
    with open_store(database) as store:
        assert (len(store.bodies("tuesday")), store.draft("tuesday")) == (2, None)
    assert "nothing to undo in this hand" in telephone.send(do="undo", after=telephone.mark).text
    telephone.enter("5b")
    telephone.send(do="ink")
    telephone.look()
    asked = telephone.send(do="undo", after=telephone.mark)
    assert (asked.status_code, "void it by a correction" in asked.text) == (409, True)
    sure = hidden(asked.text.partition('class="asked"')[2], "sure")
    assert telephone.send(do="undo", after=telephone.mark, sure=sure).status_code == 200
    with open_store(database) as store:
        assert b'"type":"correction"' in store.bodies("tuesday")[-1]


def test_when_it_was_tapped_is_written_down(database: Path, telephone: Telephone) -> None:
    telephone.enter("hand table", ago="0")
    telephone.enter("5b", ago="3600")
    with open_store(database) as store:
        hand, discard = (step.said[0].event for step in session_of(store).pencil)
    assert str(discard.at) < str(hand.at)
    assert telephone.enter("sp", ago="x").status_code == 400
    assert [telephone.send(do="delete").status_code, telephone.send().status_code] == [400, 400], "nothing else is done"


# -- a new game -------------------------------------------------------------------------------------------------------


def of_all(app: Flask) -> FlaskClient:
    """A telephone that has shown the key of all tables."""
    client = app.test_client()
    client.post("/record", data={"do": "key", "key": tables_of(app).keys.of(None)}, headers=FROM_HERE)
    return client


def test_a_new_game_is_begun_once(app: Flask, database: Path) -> None:
    client = of_all(app)
    game = hidden(client.get("/record").text, "game")
    fields = {"do": "new", "game": game, "ruleset": "western", "place": "club"}
    fields |= {f"player{at}": player for at, player in enumerate(PLAYERS)}
    for _time in range(2):
        answer = client.post("/record", data=fields, headers=FROM_HERE)
        assert (answer.status_code, answer.location) == (303, f"/record/{game}")
    with open_store(database) as store:
        (info,) = [one for one in store.games() if one.game == game]
        assert (info.players, info.place, info.at is not None) == (PLAYERS, "club", True)


def test_a_new_game_names_its_card_where_its_rules_go_by_one(app: Flask, database: Path) -> None:
    """Of those at hand, and of games before; the field is shown for these rule sets only."""
    client = of_all(app)
    page = client.get("/record").text
    assert '<option value="american" data-card>' in page
    assert '<option value="western" selected>' in page
    assert '<option value="riverside-2026">' in page
    fields = {"do": "new", "card": "riverside-2026"} | {f"player{at}": one for at, one in enumerate(PLAYERS)}
    for game, ruleset in (("a", "american"), ("w", "western")):
        begun = client.post("/record", data=fields | {"game": game, "ruleset": ruleset}, headers=FROM_HERE)
        assert begun.status_code == 303
    with open_store(database) as store:
        cards = [json.loads(store.event(game, 1).body).get("card", {}).get("id") for game in ("a", "w")]
    assert cards == ["riverside-2026", None]
    wrong = fields | {"game": "b", "ruleset": "american", "card": "none"}
    assert client.post("/record", data=wrong, headers=FROM_HERE).status_code == 400


def test_whoever_is_written_otherwise_than_a_player_of_the_club_is_asked_about_once(app: Flask, database: Path) -> None:
    client = of_all(app)
    fields = {"do": "new", "game": "new", "ruleset": "western"} | {f"player{at}": one for at, one in enumerate(PLAYERS)}
    asked = client.post("/record", data=fields | {"player0": "Anna"}, headers=FROM_HERE)
    assert (asked.status_code, "anna has played here: is Anna the same?" in asked.text) == (422, True)
    sure = {"player0": "Anna", "others": hidden(asked.text, "others")}
    assert client.post("/record", data=fields | sure | {"player1": "BEN"}, headers=FROM_HERE).status_code == 422
    assert client.post("/record", data=fields | sure, headers=FROM_HERE).status_code == 303
    with open_store(database) as store:
        assert json.loads(store.event("new", 1).body)["players"] == ["Anna", *PLAYERS[1:]]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"player1": "anna"}, "same handle"), ({"player1": "ben b"}, "one word"), ({"options": "x=1"}, "x")],
)
def test_a_game_that_cannot_be_is_not_begun(app: Flask, database: Path, wrong: dict[str, str], said: str) -> None:
    client = of_all(app)
    fields = {"do": "new", "game": "new", "ruleset": "western"} | {f"player{at}": one for at, one in enumerate(PLAYERS)}
    answer = client.post("/record", data=fields | wrong, headers=FROM_HERE)
    assert (answer.status_code, said in answer.text, 'value="dora"' in answer.text) == (422, True, True)
    with open_store(database) as store:
        assert "new" not in store


def test_options_are_said_one_by_one_and_the_usual_ones_are_not_written_down(app: Flask, database: Path) -> None:
    """A wrong one is named, and what was chosen stays chosen."""
    client = of_all(app)
    fields = {"do": "new", "game": "new", "ruleset": "riichi-ema"}
    fields |= {f"player{at}": one for at, one in enumerate(PLAYERS)}
    said = {"option": ["", "open_tanyao=false"], "option-uma": "30/10/-10/-30", "options": "honba=0"}
    fields["option-rounds"] = ""
    wrong = client.post("/record", data={**fields, **said, "option-min_han": "x"}, headers=FROM_HERE)
    assert (wrong.status_code, "option min_han is" in wrong.text) == (422, True)
    assert re.search('<option value="open_tanyao=false" selected>', wrong.text)
    assert 'value="30/10/-10/-30"' in wrong.text
    assert client.post("/record", data={**fields, **said}, headers=FROM_HERE).status_code == 303
    with open_store(database) as store:
        options = json.loads(store.event("new", 1).body)["options"]
    assert options == {"open_tanyao": False, "uma": [30000, 10000, -10000, -30000], "honba": 0}


def test_pay_comes_back_with_what_the_hand_is_worth_where_only_that_is_missing(telephone: Telephone) -> None:
    """As a button, and in the line of who typed `pay`; entered, it is paid."""
    telephone.enter("hand table 1b 9b 9c 1d 2d wm")
    telephone.enter("wh 123c 456c 22d 678b 777c e=10 s=6 n=2")
    assert 'name="tap" value="w=52 pay"' in telephone.look().text
    refused = telephone.enter("pay")
    assert (refused.status_code, 'name="text" value="w=52 pay"' in refused.text) == (422, True)
    assert telephone.enter("w=52 pay").status_code == 200
    assert "West +208" in telephone.look().text


# -- several recorders, and what is sent again ------------------------------------------------------------------------


def test_two_telephones_and_a_terminal_see_one_another(database: Path, app: Flask, telephone: Telephone) -> None:
    other = Telephone(app)
    telephone.enter("hand table 5b")
    assert "East discards 5 bamboo" in other.look().text
    with open_store(database) as store:
        terminal = session_of(store)
        terminal.enter("sp")
        assert "South claims pung" in other.look().text
        other.enter("9d")
        terminal.follow_others()
        assert [step.text for step in terminal.pencil] == ["hand table", "5b", "sp", "9d"]


def test_what_was_typed_before_somebody_else_wrote_comes_back_to_be_looked_at(app: Flask, telephone: Telephone) -> None:
    """Typed without seeing that; once it has been looked at it is taken."""
    other = Telephone(app)
    telephone.enter("hand table 5b")
    refused = other.enter("hand table 6b")
    assert (refused.status_code, 'value="hand table 6b"' in refused.text) == (409, True)
    assert "somebody else wrote meanwhile" in preview_of(refused.text)
    looked = other.look("6b")
    telephone.send(do="ink")
    assert other.enter("6b", meant=hidden(looked.text, "meant")).status_code == 200, "it means the same as then"


@contextmanager
def two_at(path: Path, case: Meanwhile) -> Iterator[tuple[Telephone, str]]:
    """A telephone whose page was shown before somebody else wrote; and how the game stood there."""
    path = begun(path, *case.acts, ruleset=case.rules)
    with serving(path) as app:
        mine = Telephone(app)
        then = mine.mark
        with open_store(path) as store:
            theirs = session_of(store)
            for act in case.written:
                theirs.enter(act)
        yield mine, then


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("case", STRAYS)
def test_what_was_tapped_belongs_to_its_hand_its_players_and_its_moment(tmp_path: Path, case: str, looks: bool) -> None:
    """However soon after somebody else it is sent, and whether the page has shown that. It comes back, and is told."""
    path, line = tmp_path / "club.db", STRAYS[case].mine
    with two_at(path, STRAYS[case]) as (telephone, then):
        before = entered(path)
        if looks:
            page = telephone.send(do="look", text=line, after=then).text
            assert ("somebody else wrote meanwhile" in preview_of(page), 'class="slip strays"' in page) == (True, True)
            assert hidden(page, "after") == then
        refused = telephone.enter(line, after=then)
        assert (refused.status_code, f'value="{line}"' in refused.text) == (409, True)
        assert "somebody else wrote meanwhile" in preview_of(refused.text)
        assert entered(path) == before
        again = telephone.enter(line, after=hidden(refused.text, "after"))
        assert "somebody else wrote meanwhile" not in preview_of(again.text)


@pytest.mark.parametrize("case", FITS)
def test_what_stays_what_it_was_is_taken(tmp_path: Path, case: str) -> None:
    with two_at(tmp_path / "club.db", FITS[case]) as (telephone, then):
        looked = telephone.send(do="look", text=FITS[case].mine, after=then).text
        assert "somebody else wrote" not in preview_of(looked)
        assert telephone.enter(FITS[case].mine, after=then).status_code == 200


def test_what_follows_on_it_belongs_to_what_its_sender_has_seen(app: Flask, database: Path) -> None:
    """Two lines sent one after the other: the first stays what it was, and the second does not."""
    first, other = Telephone(app), Telephone(app)
    first.enter("hand result")
    other.look()
    first.enter("wash")
    assert other.enter("penalty s 50 talking").status_code == 200
    refused = other.enter("smfe8/48/4/2")
    assert (refused.status_code, "somebody else wrote meanwhile" in refused.text) == (409, True)
    assert entered(database)[-1].startswith("South pays a penalty")


def test_a_form_that_was_begun_without_a_line_belongs_to_its_hand_too(app: Flask) -> None:
    first, other = Telephone(app), Telephone(app)
    first.enter("hand result")
    other.look()
    then = other.mark
    first.enter("wash")
    assert "somebody else wrote" not in preview_of(other.send(do="look", after=then).text)
    first.enter("hand")
    assert "it was for hand 1" in preview_of(other.send(do="look", after=then).text)


def test_the_same_sent_twice_is_entered_once_whatever_became_of_it(database: Path, telephone: Telephone) -> None:
    first = telephone.mark
    telephone.enter("hand table 5b", key="one")
    stood = telephone.mark
    again = telephone.enter("hand table 5b", key="one", after=first)
    assert (again.status_code, again.headers["Record-Mark"]) == (200, stood)
    telephone.send(do="undo", after=stood, key="back")
    telephone.send(do="undo", after=stood, key="back")
    assert len(entered(database)) == 1
    telephone.look()
    telephone.send(do="undo", after=telephone.mark, key="all of it")
    assert telephone.enter("hand table 5b", key="one", after=first).status_code == 200
    assert entered(database) == []


def test_a_server_that_was_started_anew_knows_what_is_in_pencil(database: Path) -> None:
    """And asks about what it cannot know; a terminal keeps the names of what was sent."""
    with serving(database) as app:
        telephone = Telephone(app)
        first = telephone.mark
        telephone.enter("hand table 5b", key="one")
        telephone.send(do="undo", after=telephone.mark, key="two")
    with serving(database) as app:
        telephone = Telephone(app)
        assert telephone.enter("hand table 5b", key="one", after=first).status_code == 200
        assert telephone.enter("6b", key="three", after=first).status_code == 409
        telephone.look()
        assert telephone.enter("9d", key="four", after=telephone.mark).status_code == 200
    assert len(entered(database)) == 2
    with open_store(database) as store:
        RecordingSession(store, "tuesday", Manner()).enter("sp")
    with serving(database) as app:
        assert Telephone(app).enter("9d", key="four", after="-").status_code == 200
    assert [words.partition(" ")[0] for words in entered(database)] == ["Hand", "East", "South", "South"]


ACTS = ("hand table", "5b", "9d", "1c", "2c")


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(sendings=st.lists(st.integers(0, len(ACTS) - 1), max_size=14))
def test_sent_in_any_order_and_however_often_the_game_is_the_one_that_was_tapped(sendings: list[int]) -> None:
    """A telephone taps acts one after the other; the network doubles, delays and reorders what it sends."""
    with TemporaryDirectory() as folder:
        path = begun(Path(folder) / "club.db")
        with serving(path) as app:
            telephone = Telephone(app)
            stood = {0: telephone.mark}  # how the game stood before each act, as far as its sender has heard
            for at in [*sendings, *range(len(ACTS)), *sendings]:
                answer = telephone.send(do="enter", text=ACTS[at], key=f"k{at}", after=stood.get(at, "-"))
                assert answer.status_code in (200, 409)
                if answer.status_code == 200:
                    stood[at + 1] = answer.headers["Record-Mark"]
        with open_store(path) as store:
            assert [step.text for step in session_of(store).steps] == list(ACTS)


# -- the stream -------------------------------------------------------------------------------------------------------


def test_the_stream_tells_how_the_game_stands_and_no_more(app: Flask, telephone: Telephone) -> None:
    app.extensions["mjlog_live"].pace = Pace(distance=0.01, keep_alive=60, life=60)
    answer = telephone.client.get("/record/tuesday/live")
    told = answer.iter_encoded()
    first = next(told)
    assert first == message("stands", {"mark": telephone.mark}, retry=2000)
    telephone.enter("hand full 5b")
    second = next(told)
    assert second == message("stands", {"mark": telephone.mark}, retry=2000)
    with open_store(tables_of(app).store.path) as store:
        session_of(store).confirm()
    assert next(told) not in (first, second)
    answer.close()


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "\u202egnp\x07", "{{ 7*7 }}"])
def test_names_and_notes_are_shown_harmless(tmp_path: Path, words: str) -> None:
    path = begun(tmp_path / "club.db")
    with serving(path) as app:
        telephone = Telephone(app)
        page = telephone.look(f"hand table; note {words}").text
        telephone.enter(f"hand table; note {words}")
        for text in (page, telephone.look().text):
            assert "<script>alert" not in text
            assert "\u202e" not in re.sub(r'value="[^"]*"', "", text)
            assert "49" not in preview_of(text)
