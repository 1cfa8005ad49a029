"""Whatever stands in a log, and however wrong it is: every page of it is made, and every link on it leads somewhere."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from functools import cache
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from mjlog.audit.game import Game
from mjlog.cards.shelf import NO_CARDS
from mjlog.chain import event_body
from mjlog.formats.logs import SUFFIX
from mjlog.sources import stored_game
from mjlog.store import SqliteStore, open_store
from mjlog.viewer import create_app
from mjlog.viewer.live import LiveGame
from samples import rule_samples
from tests.store.conftest import without_guards
from tests.viewer.conftest import looking, store_games
from tests.viewer.reels import assert_drawn, title_of
from tests.viewer.test_film import frames
from tests.viewer.test_pages import parsed_text
from tests.views.table_logs import Fields, Log, won
from turns import in_turn

VIEWS = ("table", "open", "E", "S", "W", "N")
GAMES, FRAMES = 20, 14
SAID = "missing, unreadable or changed"


def looked_at(path: Path, *logs: Log) -> FlaskClient:
    """A client of a viewer with these games."""
    return looking(path / "odd.db", *logs)


@pytest.mark.parametrize("depth", ["full", "result"])
def test_payments_that_leave_a_player_out_are_shown_as_they_were_written(tmp_path: Path, depth: str) -> None:
    """Beside what is computed, and where nothing can be: of who is left out nothing is said."""
    log = won(Log("odd")) if depth == "full" else Log("odd")
    if depth == "result":
        log.add("hand-start", hand=1, round="E", seats={"E": "anna", "S": "ben", "W": "cleo", "N": "dora"}, depth=depth)
        log.add("settlement", change={"E": -8, "S": 8})
    del log.events[-1]["change"]["W" if depth == "full" else "S"]
    client = looked_at(tmp_path, log)
    for page in ("hands/1", f"events/{len(log.events)}", "sheet"):
        assert client.get(f"/games/odd/{page}").status_code == 200
    text = client.get("/games/odd/hands/1").text
    assert ('<td class="num differs">–</td>' if depth == "full" else "(East) −8</p>") in text


def test_the_film_is_the_page_where_a_seat_looks_at_a_hand_that_is_over_and_then_at_one_in_progress(
    tmp_path: Path,
) -> None:
    """Then everybody gets the table's view, with the first East at the bottom: things keep their order."""
    log = won(Log("odd"))
    log.add("hand-start", hand=2, round="E", seats={"E": "ben", "S": "cleo", "W": "dora", "N": "anna"})
    client = looked_at(tmp_path, log)
    seq = len(log.events)
    frame = next(one for one in frames(client, "odd", view="N") if one["head"]["seq"] == seq)
    assert_drawn(frame, "wide", client.get(f"/games/odd/events/{seq}?view=N").text)


# -- samples with something changed in them ----------------------------------------------------------------------


def _without_a_field(log: list[Fields], chance: random.Random) -> None:
    event = chance.choice(log)
    event.pop(chance.choice([name for name in event if name != "type"] or ["at"]), None)


def _with_an_odd_value(log: list[Fields], chance: random.Random) -> None:
    event = chance.choice(log[1:])
    odd: tuple[Any, ...] = (None, -1, 2**53 - 1, "", "??", "E", [], {}, "<b>\u202e", "x" * 300)
    event[chance.choice([name for name in event if name != "type"] or ["seat"])] = chance.choice(odd)


def _with_unseen_tiles(log: list[Fields], chance: random.Random) -> None:
    for event in log:
        if isinstance(event.get("tiles"), list):
            event["tiles"] = ["??" if chance.random() < 0.7 else tile for tile in event["tiles"]]


def _in_another_order(log: list[Fields], chance: random.Random) -> None:
    one, other = chance.randrange(1, len(log)), chance.randrange(1, len(log))
    log[one], log[other] = log[other], log[one]


def _without_an_event(log: list[Fields], chance: random.Random) -> None:
    del log[chance.randrange(1, len(log))]


def _twice(log: list[Fields], chance: random.Random) -> None:
    log.insert(chance.randrange(1, len(log)), dict(chance.choice(log)))


def _by_other_rules(log: list[Fields], chance: random.Random) -> None:
    log[0]["ruleset"] = chance.choice(("classical", "western", "american", "mahjiang", "nowhere"))
    log[0].pop("options", None)


def _without_a_player(log: list[Fields], chance: random.Random) -> None:
    seat = chance.choice("ESWN")
    for event in log:
        for name in ("seats", "change"):
            if isinstance(event.get(name), dict):
                event[name].pop(seat, None)


def _corrected(log: list[Fields], chance: random.Random) -> None:
    for _ in range(chance.randint(1, 3)):
        where = chance.choice(("of", "of", "after"))
        events = [chance.choice(log) for _ in range(chance.choice((0, 1, 1, 3)))]
        content = [{name: value for name, value in event.items() if name != "seq"} for event in events]
        log.append({"type": "correction", where: chance.randint(1, len(log)), "events": content, "reason": "so"})


def _unreadable(log: list[Fields], chance: random.Random) -> None:
    log.insert(chance.randrange(1, len(log) + 1), {"type": chance.choice(("throw", "discard"))})


CHANGES: tuple[Callable[[list[Fields], random.Random], None], ...] = (
    _without_a_field, _with_an_odd_value, _with_unseen_tiles, _in_another_order, _without_an_event, _twice,
    _by_other_rules, _without_a_player, _corrected, _unreadable,
)  # fmt: skip


@cache
def samples() -> list[bytes]:
    """The logs that show the rules, in the order of their files."""
    by_path = {Path(f"{name}{SUFFIX}"): content for name, content in rule_samples().items()}
    return [by_path[path] for path in sorted(by_path)]


def odd_log(game: str, number: int) -> list[bytes]:
    """A sample with a few things changed in it, as a store takes it."""
    chance = random.Random(number)
    log: list[Any] = [json.loads(line) for line in chance.choice(samples()).decode().splitlines()]
    for change in (CHANGES[number % len(CHANGES)], *chance.choices(CHANGES, k=chance.randint(0, 2))):
        if len(log) > 2:
            change(log, chance)
    log[0] |= {"game": game}
    return [event_body(event | {"seq": seq}) for seq, event in enumerate(log, start=1)]


@pytest.fixture(scope="module")
def odd_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with games in which something is wrong."""
    path = tmp_path_factory.mktemp("odd") / "odd.db"
    with open_store(path) as store:
        for number in range(GAMES):
            store.import_game(f"odd-{number}", odd_log(f"odd-{number}", number))
    return path


def made(client: FlaskClient, address: str) -> str:
    """What is at an address: well-formed; or why it cannot be told: a hand goes on, or the log is damaged."""
    answer = client.get(address)
    is_damaged = answer.status_code == 500 and SAID in answer.text
    assert answer.status_code in (200, 302, 303, 308, 409) or is_damaged, (address, answer.text)
    if answer.status_code == 200 and answer.mimetype == "text/html":
        assert parsed_text(answer.text).tags
    if answer.status_code == 200 and answer.mimetype == "image/svg+xml":
        assert ElementTree.fromstring(answer.text) is not None
    answer.close()
    return answer.text if answer.status_code == 200 else ""


def links(text: str) -> Sequence[str]:
    """The addresses that a page leads to."""
    found = {str(fields["href"]).partition("#")[0] for tag, fields in parsed_text(text).tags if fields.get("href")}
    return sorted(one for one in found if one.startswith(("/games/", "/api/")))


@pytest.mark.parametrize("number", in_turn(range(GAMES)))
def test_every_page_of_an_odd_log_is_made(odd_games: Path, number: int) -> None:
    """Film and page are the same; the table is drawn, the moment told; what follows live gets every event."""
    app = create_app(odd_games, patience=60)
    client, chance, name = app.test_client(), random.Random(number), f"odd-{number}"
    store = app.extensions["mjlog_library"].store
    last = store.head(name).seq
    for reading in ("corrected", "recorded"):
        page = made(client, f"/games/{name}?log={reading}")
        for address in chance.sample(links(page), min(4, len(links(page)))) if page else ():
            made(client, address)
        view, seq = chance.choice(VIEWS), chance.randint(1, last)
        for kind in ("", ".txt", ".svg", ".jsonl"):
            made(client, f"/games/{name}/events/{seq}{kind}?log={reading}&view={view}")
        made(client, f"/api/v1/games/{name}/events/{seq}?log={reading}&view={view}")
        made(client, f"/api/v1/games/{name}/hands?log={reading}")
        if page:
            _film_is_page(client, store, name, view=view, log=reading)
    made(client, f"/games/{name}/sheet")
    told = LiveGame(store, name, NO_CARDS, 0).more(last + 1, 60)
    assert len(told) >= last
    store.close()


def _film_is_page(client: FlaskClient, store: SqliteStore, name: str, **query: str) -> None:
    *_, frame = islice(frames(client, name, **query), FRAMES)
    seq = frame["head"]["seq"]
    text = made(client, f"/games/{name}/events/{seq}?view={query['view']}&log={query['log']}")
    for part, html in frame["parts"].items():
        assert f'data-part="{part}">{html}</' in text, part
    game = Game(stored_game(store, name, name), as_recorded=query["log"] == "recorded")
    # An odd log may be stored under another name than it gives itself.
    assert unescape(text.split("<title>")[1].split(" – mjlog</title>")[0]) == title_of(frame, str(game.id))
    assert_drawn(frame, "wide", text)


@pytest.mark.parametrize("number", [8, 18])
def test_every_address_of_a_corrected_game_is_good_in_both_readings(odd_games: Path, number: int) -> None:
    """And says what became of the event that was asked for."""
    client = looking(odd_games)
    for body in odd_log(f"odd-{number}", number):
        event = json.loads(body)
        for reading in ("corrected", "recorded"):
            text = made(client, f"/games/odd-{number}/events/{event['seq']}?log={reading}")
            is_told = event["type"] == "correction" and text and 1 <= event.get("of", 0) < event["seq"]
            assert not is_told or f"vent {event['seq']} " in text


def test_a_discarder_who_sits_nowhere_is_told_as_a_fault_of_the_seats(tmp_path: Path) -> None:
    """In the American game the discarder pays alone: here it is a wind that nobody has."""
    text = rule_samples("american/dead-1-pays")["american/dead-1-pays-illegal"].decode()
    log = Log("odd")
    log.events = [json.loads(line) for line in text.splitlines()]
    log.events[0]["game"] = "odd"
    for event in log.events:
        event.pop("id", None)
        event.pop("prev", None)
        if event["type"] == "hand-start":
            del event["seats"]["N"]
    client = looked_at(tmp_path, log)
    page = client.get("/games/odd")
    assert page.status_code == 200
    assert "wrong-seats" in page.text
    assert client.get(f"/games/odd/events/{len(log.events)}?view=open").status_code == 200


# -- a log of which lines are missing or changed ----------------------------------------------------------------------

DAMAGES = {
    "a changed event": """UPDATE events SET body = replace(body, '{', '{"x":1,') WHERE seq = 9""",
    "an event that is gone": "DELETE FROM events WHERE seq = 9",
    "no event at all": "DELETE FROM events",
}
SAYING = ("", "/sheet", "/disputes", "/events/5")
ASKED = ("", "/hands", "/totals", "/events", "/events/5", "/disputes", "/stored", "/stored/5", "/log")


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_log_is_not_shown_as_if_nothing_had_been(tmp_path: Path, damage: str) -> None:
    """Pages say so; answers that cannot are not given."""
    path = store_games(tmp_path / "club.db", won(Log("won")))
    whole = looking(path)
    pages = ["/league", *(f"/games/won{page}" for page in SAYING)]
    answers = ["/api/v1/log", *(f"/api/v1/games/won{one}" for one in ASKED)]
    files = [f"/games/won/{file}" for file in ("sheet.csv", "events/5.txt", "events/5.jsonl")]
    for address in (*pages, *answers, *files):
        assert whole.get(address).status_code == 200
        assert SAID not in whole.get(address).text
    counting = [f"/api/v1/{address}" for address in ("standings", "players", "hands")]
    assert [whole.get(address).get_json()["damaged"] for address in counting] == [[]] * 3
    with without_guards(path) as connection:
        connection.execute(DAMAGES[damage])
    client = looking(path)
    for address in pages:
        answer = client.get(address)
        assert SAID in unescape(answer.text) or (answer.status_code == 404 and damage == "no event at all"), address
    for address in answers:
        answer = client.get(address)
        assert (answer.status_code, answer.get_json()["type"]) == (500, "/api/v1/#damaged"), address
        assert SAID in answer.get_json()["detail"]
    assert [client.get(address).get_json()["damaged"] for address in counting] == [["won"]] * 3
    for address in files:
        assert client.get(address).status_code == 500
    assert client.get("/api/v1/games/won/findings").get_json()["findings"][0]["code"] in ("chain-broken", "seq-gap")
    assert client.get("/api/v1/games/won/sheet").get_json()["whole"] is False
