"""Nothing of a hand in progress leaks: two games that differ only in hidden tiles give the same bytes.

Every address that the application knows is asked for, so that what is added later is tried as well: at each stage some
of whatever answers, in turns, or all (`.ci/run`: `MJLOG_TEST_TURNS=1`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import AnyConverter, Rule

from mjlog.audit.game import Game
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.sources import stored_game
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog.viewer.api.document import openapi
from mjlog.viewer.live import Pace
from mjlog.viewer.pages.replay import replay_html
from tests.viewer.api_games import HEADERS, TOKEN
from tests.viewer.conftest import looking, store_games
from tests.viewer.hidden_logs import STAGES, scrambled
from tests.views.american_logs import bought, told
from tests.views.table_logs import Log, hidden_twin, played
from turns import TURNS

VIEWER = Path(__file__).resolve().parents[2] / "mjlog" / "viewer"
FIXED = {"filename": "mjlog.css", "id": "0" * 64, "digest": "0" * 64, "rule": "chow-1", "code": "not-a-set",
         "handle": "anna"}  # fmt: skip
UNLIKE = {"look.page"}
"""What is never the same twice: a form has a key."""
QUERIES = ("", "?view=open", "?view=S&log=recorded", "?view=open&log=recorded", "?view=@anna")
LISTS = ("?page_size=200&view=open", "?page_size=200&view=W&log=recorded", "?page=2&page_size=3&hand=1",
         "?hand=2&severity=error&sort=seq")  # fmt: skip
TRIED = {"view", "log", "as-of", "page", "page_size", "hand", "severity", "sort", "reel", "seq", "after",
         "standing", "rule", "acts", "seat", "layout"}  # fmt: skip
"""Arguments that tell which part of a game is asked for, and how."""
OTHERWISE = {"look", "v", "back", "ruleset", "version", "hands", "options", "discarder", "since", "until", "player",
             "won_by", "code", "result", "q", "state", "repeats", "pot", "liable", "card", "row",
             "tournament"}  # fmt: skip
"""Arguments that have nothing to do with a game, or ask of hands that are over."""

SHOWS = {f"api_logs.{name}" for name in ("stored", "stored_event", "log", "logs")}
"""What shows more to whoever has the token."""

SHARE = 2 * TURNS - 1
"""Every so manieth address is asked at a stage; 1: all of them."""
RARELY = 1 if TURNS == 1 else 4
"""Every so manieth stage it is asked what is not of one game: lists, rules, files."""


class Asked(NamedTuple):
    """An address, with the name of what answers."""

    endpoint: str
    path: str
    is_of_game: bool


def addresses(app: Flask, log: Log) -> Iterator[Asked]:
    """Everything that can be asked of a game."""
    last = len(log.events)
    since = max((event["seq"] + 1 for event in log.events if event["type"] == "washout"), default=0)
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in UNLIKE:
            continue
        is_of_game = "name" in rule.arguments
        queries: Sequence[str] = queries_of(rule.endpoint, last, since) if is_of_game else ("",)
        yield from (Asked(rule.endpoint, path + query, is_of_game) for path in paths(rule, last) for query in queries)
        if rule.endpoint in ("events.event", "events.film"):
            yield from (Asked("embed", f"/embed{path}{queries[1]}", is_of_game) for path in paths(rule, last))


def in_turn(asked: Iterable[Asked], stage: int) -> Iterator[Asked]:
    """Of each endpoint one address of every `SHARE`: at the next stage the next ones; at every stage one at least."""
    of_endpoints: dict[str, list[Asked]] = {}
    for one in asked:
        of_endpoints.setdefault(one.endpoint, []).append(one)
    for found in of_endpoints.values():
        turns = min(SHARE, len(found))
        if found[0].is_of_game or stage % RARELY == 0:
            yield from found[stage % turns :: turns]


def paths(rule: Rule, last: int) -> list[str]:
    """The paths of a rule: of some events, of two hands."""
    values: dict[str, Sequence[Any]] = {
        "name": ["demo"], "seq": sorted({2, last // 2 + 2, last, last + 1}), "number": [1, 2], "hand": [1, 2],
    }  # fmt: skip
    names = sorted(rule.arguments)
    choices = [_any_of(rule, name) or values.get(name) or [FIXED[name]] for name in names]
    found = []
    for combination in itertools.product(*choices):
        path = rule.rule
        for name, value in zip(names, combination, strict=True):
            path = re.sub(rf"<(?:[^<>]*:)?{name}>", str(value), path)
        found.append(path)
    return found


def _any_of(rule: Rule, name: str) -> list[str]:
    converter = rule._converters[name]
    return sorted(converter.items) if isinstance(converter, AnyConverter) else []


def queries_of(endpoint: str, last: int, since: int) -> list[str]:
    """How a game can be looked at. A stream tells a hand that was over as it was told then: it begins after that."""
    if endpoint.startswith("live."):
        return [f"?after={after}" for after in sorted({since, max(since, 1), max(since, last // 2), last - 1, last})]
    if endpoint == "events.film":
        looks = ("view=open", "view=S&log=recorded", "view=@anna")
        reels = [f"?{look}&reel={reel}" for look in looks for reel in range(last // 16 + 1)]
        earlier = [f"?view=open&as-of={seq}&seq=last" for seq in times_of(last)]
        # What is shown to whoever does not say is decided once, for all reels.
        return [*reels, f"?reel={last // 16}", f"?seq={last}", *earlier]
    if endpoint == "events.goto":
        return [*QUERIES, f"?seq={last}", f"?seq={last + 1}", f"?as-of={last - 1}"]
    earlier = [f"?view=open&as-of={seq}" for seq in times_of(last)]
    if endpoint == "why.page":
        return ["", *(f"?rule={code}" for code in ("tile-not-held", "not-mahjong", "too-many-copies", "wrong-seats"))]
    if endpoint == "preview.picture":
        return [*QUERIES, "?seat=E", "?seat=S"]
    if endpoint in ("review.what_if", "api_moments.variation"):
        acts = ("", "discard E 5b", "sp-; expose S pung 555b", "wm", "discard S Rd; wp", "et5b", "n h 123b")
        asked = [f"?view={view}&acts={quote(one)}" for one in acts for view in ("open", "S", "@anna")]
        return [*asked, f"?acts=wm&as-of={last - 1}", "?acts=wm&log=recorded"]
    if endpoint == "api_disputes.dossier_of":
        # It has one view and one log; each takes a while.
        return ["", f"?view=open&log=recorded&as-of={last - 1}"]
    return [
        *QUERIES,
        *earlier,
        f"?view=open&log=recorded&as-of={last - 1}",
        *(LISTS if endpoint.startswith("api_") else ()),
    ]


def times_of(last: int) -> list[int]:
    """Events that a log is looked at as of: the last ones, where corrections stand, and some before."""
    return sorted({last // 2, last - 2, last - 1})


def client_of(path: Path, log: Log, cards: CardShelf = NO_CARDS) -> FlaskClient:
    """A viewer of this game, which takes events from whoever has the token."""
    app = create_app(store_games(path, log), patience=60, token=TOKEN, cards=cards, record=b"the secret of the tables",
                     embed=("https://club.example",))  # fmt: skip
    app.extensions["mjlog_live"].pace = Pace(distance=0.01)
    return app.test_client()


def answer(client: FlaskClient, path: str, last: int, **more: Any) -> tuple[int, list[tuple[str, str]], bytes]:
    """What is answered: status, headers, body; of a stream all up to the last event."""
    with client.get(path, **more) as found:
        headers = [one for one in found.headers if one[0] != "Date"]
        if found.mimetype != "text/event-stream":
            return found.status_code, headers, found.data
        body = b""
        for chunk in found.response:
            body += chunk if isinstance(chunk, bytes) else chunk.encode()
            if f"id: {last}\n".encode() in body:
                return found.status_code, headers, body
        return found.status_code, headers, body


def check_alike(one: FlaskClient, other: FlaskClient, log: Log, stage: int) -> None:
    """Both give the same answers, also to those who have an answer already, or a wrong token.

    At the addresses whose turn it is at a stage.
    """
    last, asked = len(log.events), 0
    for _endpoint, path, is_of_game in in_turn(addresses(one.application, log), stage):
        first, second = (answer(client, path, last) for client in (one, other))
        assert first == second, path
        assert first[0] < 500, path
        asked += is_of_game
        tag = dict(first[1]).get("ETag")
        if tag is not None and is_of_game and "?" not in path:
            again = [answer(client, path, last, headers={"If-None-Match": tag}) for client in (one, other)]
            assert again[0] == again[1], path
            assert again[0][0] == 304, path
        wrong = [answer(client, path, last, headers={"Authorization": "Bearer no"}) for client in (one, other)]
        assert wrong[0] == wrong[1], path
        assert wrong[0][0] == 401, path
    assert asked > 150 // SHARE
    for client in (one, other):
        client.application.extensions["mjlog_tables"].close()


@pytest.mark.parametrize("stage", STAGES)
def test_games_that_differ_in_hidden_tiles_give_the_same_bytes(tmp_path: Path, stage: str) -> None:
    """At every stage of a hand, whatever the hidden tiles are, and whatever is asked."""
    log = STAGES[stage]()
    twin = scrambled(log, 9)
    assert log.events != twin.events
    number = list(STAGES).index(stage)
    check_alike(client_of(tmp_path / "one.db", log), client_of(tmp_path / "two.db", twin), log, number)


@pytest.mark.parametrize(("seed", "stage"), [(1, 0), (1, 1), (2, 2), (2, 3)])
def test_games_with_other_tiles_that_fit_as_well_give_the_same_bytes(tmp_path: Path, seed: int, stage: int) -> None:
    """Tiles that have changed places: both games are right in themselves, but for one discard."""
    log = played(seed, 12)
    twin = hidden_twin(log, seed + 100)
    for one in (log, twin):
        discard = [event for event in one.events if event["type"] == "discard"][9]
        discard["tile"] = "9d" if discard["tile"] != "9d" else "1b"
    assert log.events != twin.events
    check_alike(client_of(tmp_path / "one.db", log), client_of(tmp_path / "two.db", twin), log, stage)


@pytest.mark.parametrize(("until", "stage"), [("exchange", 0), ("end", 1)])
def test_purchased_cards_with_other_lines_give_the_same_bytes(tmp_path: Path, until: str, stage: int) -> None:
    """Nothing of a purchased card is told but label and value of the line that was won, also of a hand that is over."""
    log = told(card="bought-2026", until=until)
    shelves = bought(tmp_path), bought(tmp_path, "other", **{"r5: {FFFF|EEEE|WWWW}": "r5: {FFFF|SSSS|NNNN}"})
    one, other = (client_of(tmp_path / f"{at}.db", log, shelf) for at, shelf in enumerate(shelves))
    check_alike(one, other, log, stage)


@pytest.mark.parametrize("stage", ["the first beginning made void", "a hand undone and written anew"])
def test_a_replay_in_one_file_tells_nothing_hidden(tmp_path: Path, stage: str) -> None:
    log = STAGES[stage]()
    made = []
    for at, one in enumerate((log, scrambled(log, 9))):
        with open_store(store_games(tmp_path / f"{at}.db", one)) as store:
            made.append("".join(replay_html(Game(stored_game(store, "demo", "demo")))))
    assert made[0] == made[1]


def test_what_is_in_pencil_is_told_nobody(tmp_path: Path) -> None:
    log = played(3, 3)
    one, other = (client_of(tmp_path / f"{at}.db", log) for at in range(2))
    with open_store(tmp_path / "1.db") as store:
        store.keep_draft("demo", b"discard 5b")
    check_alike(one, other, log, 4)


def test_every_argument_that_is_read_is_tried_here() -> None:
    """A new argument of a page or of the API is to be tried with games that differ in hidden tiles."""
    read = re.compile(r"""args(?:\.get(?:list)?\(|\[)["']([\w-]+)["']|["']([\w-]+)["'] in request\.args""")
    named = {name for path in VIEWER.rglob("*.py") for pair in read.findall(path.read_text("utf-8")) for name in pair}
    operations = [one for item in openapi()["paths"].values() for one in item.values() if isinstance(one, dict)]
    stated = {
        part["name"] for one in operations for part in one.get("parameters", ()) if part.get("in") == "query"
    }  # fmt: skip
    assert named - {""} | stated == TRIED | OTHERWISE


def test_with_the_token_all_of_it_is_read_and_kept_by_nobody(tmp_path: Path) -> None:
    """Wherever the token shows more, the answer says so to caches; everywhere else it changes nothing."""
    log = played(3, 3)
    client = client_of(tmp_path / "club.db", log)
    last = len(log.events)
    asked, shown_more = [*addresses(client.application, log)], set()
    for endpoint, path, _is_of_game in (*in_turn(asked, 0), *(one for one in asked if one.endpoint in SHOWS)):
        without, with_token = answer(client, path, last), answer(client, path, last, headers=HEADERS)
        headers = dict(with_token[1])
        if with_token[0] != 200 or without == with_token:
            continue
        shown_more.add(endpoint)
        assert "Authorization" in headers.get("Vary", ""), path
        assert headers["Cache-Control"] == "private, no-store", path
        assert "ETag" not in headers, path
    assert shown_more == SHOWS


@pytest.mark.parametrize(
    "log", ["the first beginning made void", "a first hand undone", "a hand undone and written anew"]
)
def test_of_a_hand_that_is_undone_nothing_is_given_out_as_it_is_stored(tmp_path: Path, log: str) -> None:
    """Its tiles lie on the table, and are about to be written down again; when it is over all of it may be read."""
    found = STAGES[log]()
    first = max(event["seq"] for event in found.events if event["type"] == "hand-start")
    client = client_of(tmp_path / "on.db", found)
    assert last_stored(client) < first
    found.start_hand(3, [])
    found.add("game-end")
    client = client_of(tmp_path / "over.db", found)
    assert last_stored(client) == len(found.events)


def last_stored(client: FlaskClient) -> int:
    """The last event that is given out as it is stored."""
    listed = client.get("/api/v1/games/demo/stored").json
    return int(listed["last"])


def test_as_recorded_nothing_is_seen_of_a_hand_that_a_correction_has_put_back_into_play(tmp_path: Path) -> None:
    """A wash-out that was none: the hand goes on, and its tiles are hidden in both readings."""
    log = played(3, 24)
    log.add("washout")
    over = log.events[-1]["seq"]
    client = looking(tmp_path / "over.db", log)
    assert client.get(f"/games/demo/events/{over}?view=open&log=recorded").status_code == 200
    log.add("correction", of=over, events=[], reason="the wall was not used up")
    client = looking(tmp_path / "on.db", log)
    for address in (f"/events/{over}", f"/events/{over}.txt", "/film", "/hands/1", ""):
        answered = client.get(f"/games/demo{address}?view=open&log=recorded")
        assert answered.status_code == 409, address
    assert client.get(f"/games/demo/events/{over - 1}?view=open").status_code == 200
