"""A game as of an earlier event: all that is shown is what the log said then, and nothing that is hidden now."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient

from mjlog.store import open_store
from mjlog.viewer import create_app
from tests.viewer.conftest import answering, looking, store_games
from tests.viewer.hidden_logs import AGAIN
from tests.viewer.test_browser import at, stepping
from tests.viewer.test_pages import parsed
from tests.views.table_logs import Log, played, won

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAID, VOID = 29, 30
"""The payment of a hand that is won, and the correction that makes it void, the last event."""
PAGES = ("", "/events/25", "/events/25?view=open", "/hands/1", "/sheet")


def corrected(name: str = "mended") -> Log:
    """A hand that is won and paid; the payment is made void."""
    log = won(Log(name))
    log.add("correction", of=PAID, events=[], reason="not paid yet", agreed=["anna"])
    return log


def going_on() -> Log:
    """A hand that is over, another one in progress, and in the meantime a correction of the first."""
    log = played(5, 3, won(Log("live")))
    start = [event for event in log.events if event["type"] == "hand-start"][1]
    start |= {"hand": 2, "seats": AGAIN}
    paid = {name: value for name, value in log.events[PAID - 1].items() if name != "seq"}
    log.add("correction", of=PAID, events=[paid, {"type": "note", "text": "paid"}], reason="noted")
    return log


def revived() -> Log:
    """A hand that was drawn by a slip of the pencil, and goes on."""
    log = played(5, 3, Log("revived"))
    log.add("washout")
    log.add("correction", of=len(log.events), events=[], reason="not drawn yet")
    return log


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with these games."""
    return store_games(tmp_path_factory.mktemp("then") / "club.db", corrected(), going_on(), revived())


@pytest.fixture(scope="module")
def client(database: Path) -> FlaskClient:
    """A viewer of them."""
    return looking(database)


def told(client: FlaskClient, address: str) -> Any:
    """What the API answers."""
    answer = client.get(f"/api/v1/games/{address}")
    assert answer.status_code == 200, answer.text
    return answer.json


def as_of(page: str, seq: int) -> str:
    """The address of a page as of an event."""
    return f"/games/mended{page}{'&' if '?' in page else '?'}as-of={seq}"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_that_it_is_of_an_earlier_time_and_leads_back(client: FlaskClient, page: str) -> None:
    """Every other way from it stays at that time, but to what is of no time: the list, the rules, a dossier."""
    answer = client.get(as_of(page, PAID))
    assert answer.status_code == 200
    parsed(answer)
    assert f"as of event {PAID}" in answer.text.lower()
    back = re.search(r'<a href="([^"]*)">As of now</a>', answer.text)
    now = client.get(unescape(back[1]))
    assert (now.status_code, "as-of" in back[1], f"as of event {PAID}:" in now.text.lower()) == (200, False, False)
    text = client.get(f"{as_of(page, PAID)}&log=recorded").text
    found = re.findall(r'<a [^>]*href="(/games/mended[^"]*)"[^>]*>([^<]*)', text)
    assert found
    for target, words in found:
        if words == "As of now" or "/disputes" in target:
            continue
        assert f"as-of={PAID}" in target, (target, words)
        assert "log=recorded" in target or words == "As corrected", (target, words)
        with client.get(unescape(target).split("#")[0]) as answer:
            assert answer.status_code == 200, target


def test_the_film_and_the_files_are_of_that_time(client: FlaskClient) -> None:
    then = client.get(f"/games/mended/film?seq=last&as-of={PAID}").json
    now = client.get("/games/mended/film?seq=last").json
    assert (then["asked"], then["last"], then["edition"]) == (PAID, PAID, PAID)
    assert (now["asked"], now["edition"]) == (PAID - 1, VOID)
    assert f"event 25 of {PAID}" in client.get(as_of("/events/25.txt", PAID)).text
    assert client.get(as_of("/events/29.jsonl", PAID)).status_code == 200
    assert client.get(f"/games/mended/events?seq=20&as-of={PAID}").headers["Location"].endswith(f"/20?as-of={PAID}")


def test_the_api_says_of_which_time_its_answers_are(client: FlaskClient) -> None:
    lists = ("mended", "mended/hands", "mended/findings", "mended/sheet", "mended/totals", "mended/events",
             "mended/hands/1", "mended/events/25")  # fmt: skip
    for address in lists:
        assert told(client, f"{address}?as-of={PAID}")["as_of"] == PAID
        assert told(client, address)["as_of"] is None
    paid = {seq: told(client, f"mended/hands/1?as-of={seq}")["settlement"]["recorded"] for seq in (PAID, VOID)}
    assert paid[PAID] is not None
    assert paid[VOID] is None
    part = told(client, f"mended/events?as-of={PAID}&page_size=5")
    assert part["next"].count(f"as-of={PAID}") == 1
    assert f"as-of={PAID}" in told(client, f"mended/events/25?as-of={PAID}")["next"]


def test_heads_of_an_earlier_time_are_those_of_then(client: FlaskClient, database: Path) -> None:
    with open_store(database) as store:
        ids = {event.seq: event.id for event in store.read("mended")}
        live = {event.seq: event.id for event in store.read("live")}
    assert told(client, f"mended?as-of={PAID}")["head"] == {"seq": PAID, "id": ids[PAID]}
    assert ids[PAID] in client.get(as_of("/sheet", PAID)).text
    assert ids[VOID] in client.get("/games/mended/sheet").text
    for page in ("games/live", "games/live/sheet"):
        text = client.get(f"/api/v1/{page}?as-of={len(live)}").text
        assert live[PAID] in text
        assert not [seq for seq in live if seq > PAID and live[seq] in text]


def test_a_log_of_an_earlier_time_is_its_beginning_with_the_same_ids(client: FlaskClient) -> None:
    whole = client.get("/api/v1/games/mended/log").text.splitlines(keepends=True)
    then = client.get(f"/api/v1/games/mended/log?as-of={PAID}")
    assert then.text == "".join(whole[:PAID])
    assert then.headers["ETag"] != client.get("/api/v1/games/mended/log").headers["ETag"]
    last = len(going_on().events)
    for seq, status in ((PAID, 200), (PAID + 1, 404), (last, 404), (last + 1, 404), (0, 422)):
        assert client.get(f"/api/v1/games/live/log?as-of={seq}").status_code == status


# -- what must not be seen ------------------------------------------------------------------------------------------


def test_a_hand_in_progress_is_as_the_table_sees_it_at_every_earlier_time(client: FlaskClient) -> None:
    for seq in range(PAID + 2, len(going_on().events)):
        found = told(client, f"live/events/{seq}?view=open&as-of={seq}")
        assert (found["over"], found["view"]) == (False, "table")
        assert {tile for one in found["board"]["seats"].values() for tile in one["concealed"]} <= {"??"}


def test_a_hand_that_was_over_once_and_goes_on_is_shown_to_nobody(client: FlaskClient) -> None:
    """As of its end all tiles would lie open; before that they never did."""
    last = len(revived().events)
    pages = ("/games/revived", "/games/revived/sheet", "/api/v1/games/revived", f"/games/revived/events/{last - 1}")
    for address in pages:
        assert client.get(f"{address}?as-of={last - 1}&view=open").status_code == 409
        assert client.get(f"{address}?as-of={last - 1}&view=open&log=recorded").status_code == 409
    assert f"as of event {last - 1} can be read again" in client.get(f"/games/revived?as-of={last - 1}").text
    assert told(client, f"revived/events/9?view=open&as-of={last - 2}")["view"] == "table"
    assert told(client, f"revived?as-of={last}")["live"] is True


def test_a_hand_that_is_over_is_open_also_where_it_was_corrected_during_the_next(client: FlaskClient) -> None:
    """What is read in it is open now; but the stored form tells of the hand in progress, and is kept back."""
    last = len(going_on().events)
    found = told(client, f"live/events/{last}?view=open&as-of={last}")
    assert (found["over"], found["view"], found["hand"]) == (True, "open", 1)
    assert client.get(f"/games/live/events/{last}.jsonl?view=open&as-of={last}").status_code == 409
    assert client.get(f"/games/live/events/{last}.jsonl?view=open").status_code == 409


def test_who_looks_through_the_past_does_not_crowd_out_the_games_of_now(client: FlaskClient) -> None:
    library = client.application.extensions["mjlog_library"]
    with library.game("mended") as now:
        pass
    for seq in range(1, VOID):
        assert client.get(f"/games/mended?as-of={seq}").status_code == 200
    with library.game("mended") as again:
        assert again is now
    with library.game("mended", False, VOID - 1) as then, library.game("mended", False, VOID - 1 - 1) as before:
        assert (then.as_of, before.as_of) == (VOID - 1, VOID - 2)


def test_an_earlier_time_stays_as_it_was_when_the_log_goes_on(tmp_path: Path) -> None:
    log = corrected()
    path = store_games(tmp_path / "club.db", log)
    app = create_app(path, patience=60)
    client, library = app.test_client(), app.extensions["mjlog_library"]
    address = f"/games/mended/events/25?as-of={PAID}&view=open"
    before = client.get(address).data
    with library.game("mended", False, PAID) as kept:
        pass
    with open_store(path) as store:
        store.append("mended", [b'{"seq":31,"text":"tea","type":"note"}'], expected_last=VOID)
    assert client.get(address).data == before
    with library.game("mended", False, PAID) as again:
        assert again is kept
    library.store.close()


@pytest.mark.browser
def test_stepping_stays_at_that_time(browser: Browser, database: Path) -> None:
    """Also where the script has the next events already: their addresses, and what is said of them."""
    with answering(create_app(database, patience=60)) as address:
        page = stepping(browser, f"{address}/games/mended/events/{PAID - 1}?as-of={PAID}")
        page.keyboard.press("ArrowRight")
        at(page, PAID)
        assert page.url.endswith(f"/events/{PAID}?as-of={PAID}")
        assert f"As of event {PAID}" in page.inner_text("[data-part=note]")
        page.get_by_role("link", name="As of now").click()
        page.wait_for_load_state()
        assert page.url.endswith(f"/events/{PAID}")
