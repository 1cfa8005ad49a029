"""People keep their places round the table from hand to hand, while the winds go round."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, unquote_plus

import pytest
from flask.testing import FlaskClient

from mjlog.audit.game import Game
from mjlog.events import decode_event
from mjlog.log.records import GameRecord
from mjlog.log.sight import Player, View
from mjlog.rulesets import load, shipped
from mjlog.seats import SEATS, Seat
from mjlog.simulate import Game as SimulatedGame
from mjlog.store import open_store
from mjlog.viewer.drawing import table_scene
from mjlog.views.board import text_table
from mjlog.views.moment import moment_at
from tests.viewer.conftest import looking
from tests.viewer.drawn_tables import PEN
from tests.views.table_logs import PLAYERS, Log, view_of

WEST = "/games/western-11-1"
GAMES: list[tuple[str, dict[str, Any]]] = [*((one, {}) for one in shipped()), ("western", {"players": 3})]


def lines_of(ruleset: str, options: dict[str, Any]) -> list[bytes]:
    """A game of some hands, played by chance."""
    lines: list[bytes] = []
    SimulatedGame(load(ruleset), 11, 1, options=options, hands=4, depth="table").play(lines.append)
    return lines


@pytest.fixture(scope="module", params=GAMES, ids=lambda one: f"{one[0]}-{one[1].get('players', 4)}")
def game(request: pytest.FixtureRequest) -> Game:
    """A game of each rule set, and one of three players."""
    rows = map(decode_event, lines_of(*request.param))
    return Game(GameRecord("game", "game", ((row, None) for row in rows)))


def round_the_table(game: Game, place: int, view: View) -> list[str]:
    """Who sits at the bottom, at the right, above, and at the left."""
    moment = moment_at(game, place, view)
    return [moment.hand.seats[seat] for seat in moment.board.sides]


def test_everybody_stays_where_they_sit_from_hand_to_hand(game: Game) -> None:
    first = game.played[0].seats
    order = [first[seat] for seat in SEATS if seat in first]
    assert len({tuple(hand.seats.items()) for hand in game.played}) > 1
    for hand in game.played:
        for view in ("open", "table"):
            assert round_the_table(game, hand.end - 1, view) == order
        for at, player in enumerate(order):
            assert round_the_table(game, hand.end - 1, Player(player)) == order[at:] + order[:at]
            assert hand.seats[moment_at(game, hand.end - 1, Player(player)).sight] == player  # type: ignore[index]


def test_whoever_looks_is_drawn_below_with_the_next_at_the_right_in_every_hand(game: Game) -> None:
    first = game.played[0].seats
    order = [first[seat] for seat in SEATS if seat in first]
    for hand in game.played:
        board = moment_at(game, hand.end - 1, Player(order[1])).board
        letter = {player: seat.value for seat, player in hand.seats.items()}
        wide, tall = (table_scene(board, layout, PEN).sprites for layout in ("wide", "tall"))
        turns = [wide[f"plate.{letter[player]}"].turn for player in order[1:] + order[:1]]
        assert turns == [0, -90, 0, 90][: len(order)]
        heights = [tall[f"plate.{letter[player]}"].y for player in order[2:] + order[:2]]
        assert heights == sorted(heights)
        told = text_table(board)
        assert told.rindex(f"{Seat[letter[order[1]]].wind_name.upper()} {order[1]}") > told.index("wall")


def with_a_guest() -> Log:
    """Two hands, between which eva takes over the place of ben."""
    log = Log("guest")
    others = {"E": "anna", "S": "eva", "W": "cleo", "N": "dora"}
    for number, seats in ((1, PLAYERS), (2, others)):
        log.add("hand-start", hand=number, round="E", seats=seats, depth="result")
        log.add("mahjong", seat="E", source="wall")
        log.add("settlement", change={"E": 30, "S": -10, "W": -10, "N": -10})
        if number == 1:
            log.add("seats", seats=others)
    return log


@pytest.mark.parametrize(("player", "hand"), [("ben", 2), ("eva", 1)])
def test_of_a_hand_without_the_player_the_table_is_seen_from_the_same_place(player: str, hand: int) -> None:
    game = view_of(with_a_guest().events)
    moment = moment_at(game, game.played[hand - 1].end - 1, Player(player))
    assert (moment.sight, moment.board.sides[0]) == ("table", Seat.S)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """Somebody who looks at games of some hands."""
    path: Path = tmp_path_factory.mktemp("places") / "games.db"
    with open_store(path) as store:
        store.import_game("western-11-1", lines_of("western", {}))
        store.import_game("guest", with_a_guest().bodies())
    return looking(path)


def hrefs(text: str) -> list[str]:
    """Where the links of a page to events of its game lead."""
    return [unescape(one) for one in re.findall(r'href="(/games/[^/"]+/events/\d+[^"]*)"', text)]


def test_the_views_of_a_page_are_players_and_the_one_that_is_asked_for_stays(client: FlaskClient) -> None:
    api = f"/api/v1{WEST}"
    hands = client.get(f"{api}/hands").json["hands"]
    player = hands[0]["seats"]["E"]
    for hand in hands:
        text = client.get(f"{WEST}/events/{hand['last']}?view=@{player}").text
        nav = text.split('aria-label="Whose view"')[1].split("</nav>")[0]
        views = re.findall(r'data-view="([^"]+)"', nav)
        assert sorted(views) == sorted(["table", "open", *(f"@{one}" for one in hand["seats"].values())])
        assert re.findall(r'data-view="([^"]+)"[^>]* aria-current', nav) == [f"@{player}"]
        steps = [one for one in hrefs(text) if "data-view" not in one and f"view=@{player}" in unquote(one)]
        assert len(steps) > len(views)
        own = client.get(f"{api}/events/{hand['last']}?view=@{player}").json
        assert hand["seats"][own["view"]] == player
        assert all(f"view=@{player}" in unquote(own[way] or f"view=@{player}") for way in ("next", "previous"))


def test_an_old_link_to_the_view_of_a_seat_shows_that_seat(client: FlaskClient) -> None:
    """And the view of somebody who does not play in a hand says so."""
    last = client.get("/api/v1/games/guest/hands").json["hands"][1]["last"]
    text = client.get(f"/games/guest/events/{last}?view=@ben").text
    assert "ben does not play in this hand: it is shown as the table sees it." in text
    hand = client.get(f"/api/v1{WEST}/hands").json["hands"][1]
    for seat, player in hand["seats"].items():
        text = client.get(f"{WEST}/events/{hand['last']}?view={seat}").text
        assert re.findall(r'data-view="([^"]+)"[^>]* aria-current', text) == [f"@{player}"]
        assert f'data-view="{seat}" data-log' in text


@pytest.mark.parametrize(
    "address",
    [*(WEST + page for page in ("", "/events/9", "/film", "/hands/1", "/events/9.txt")), f"/api/v1{WEST}/events/9"],
)
def test_the_view_of_nobody_in_the_game_is_refused_with_the_name_that_is_meant(
    client: FlaskClient, address: str
) -> None:
    player = client.get(f"/api/v1{WEST}/hands").json["hands"][0]["seats"]["E"]
    answer = client.get(f"{address}?view=@{player}x")
    assert answer.status_code == 404
    assert f"did you mean {player}?" in answer.text


def test_a_name_may_have_any_letters(tmp_path: Path) -> None:
    odd = "x'\"<b>&? #%/events/0/\u00e9"
    log = Log("odd")
    log.events[0]["players"][0] = odd
    log.add("hand-start", hand=1, round="E", seats={**PLAYERS, "E": odd}, depth="result")
    last = log.add("washout")
    with open_store(tmp_path / "games.db") as store:
        store.import_game("odd", log.bodies())
    client = looking(tmp_path / "games.db")
    page = client.get(f"/games/odd/events/{last}?view=E").text
    nav = page.split('aria-label="Whose view"')[1].split("</nav>")[0]
    (own,) = [one for one in hrefs(nav) if unquote_plus(one).endswith(f"view=@{odd}")]
    assert client.get(own).text.split('aria-label="Whose view"')[1].split("</nav>")[0].count("aria-current") == 1
