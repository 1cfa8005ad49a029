"""Figures are told in one piece a rule set, with one minus sign, and rows add up; a false mahjong is no win."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from each import each
from mjlog.formats.files import OURS
from mjlog.sources import logs_of, pieces_in
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog_cli.main import main
from tests.viewer.conftest import looking, store_games
from tests.views.table_logs import PLAYERS, Log, played

SAMPLES = Path(__file__).resolve().parents[2] / "sample_logs"
MINUS = "\N{MINUS SIGN}"
HYPHEN = re.compile(r"(?<![\w\-–.)])-\d+(?![bcdfs\d-])")
"""A hyphen that stands for a minus sign; between tiles of a set, and in a day, it stands for none."""


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club that has played riichi, western rules, and a hand whose mahjong was ruled false."""
    path = tmp_path_factory.mktemp("figures") / "club.db"
    with open_store(path) as store:
        for name in ("disputes/false-mahjong-ruled.mjlog.jsonl", "games/western.mjlog.jsonl.xz"):
            for piece in pieces_in(str(SAMPLES / name)):
                for log in logs_of(piece, (OURS,)):
                    store.import_game(log.game, log.bodies)
        store.import_game("east", riichi().bodies())
    return path


def riichi() -> Log:
    """A game of riichi, of two hands, with final scores."""
    log = Log("east")
    log.events[0] |= {"ruleset": "riichi", "options": {}}
    for hand, change in enumerate(({"E": -8000, "S": 8000}, {"E": -3900, "N": 3900}), 1):
        log.add("hand-start", hand=hand, round="E", seats=PLAYERS, depth="result")
        log.add("mahjong", seat="S" if hand == 1 else "N", source="discard")
        log.add("settlement", change={"E": 0, "S": 0, "W": 0, "N": 0} | change)
    totals = {"anna": 13100, "ben": 33000, "cleo": 25000, "dora": 28900}
    log.add("game-end", totals=totals, final={"anna": -36900, "ben": 42000, "cleo": -15000, "dora": 9900})
    return log


@pytest.fixture(scope="module")
def club(stored: Path) -> FlaskClient:
    """Somebody who looks at the club's games."""
    return looking(stored)


def words_of(html: str) -> str:
    """What is read on a page."""
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


PAGES = (
    "/", "/league", "/players/anna", "/players/max", "/games/east", "/games/east/sheet", "/games/east/hands/1",
    "/games/east/events/8", "/games/western", "/games/western/sheet", "/games/western/hands/1", "/games/false-mahjong",
    "/games/false-mahjong/sheet", "/games/false-mahjong/disputes/36",
)  # fmt: skip


@each("page", PAGES)
def test_a_page_has_one_minus_sign(club: FlaskClient, page: str) -> None:
    text = words_of(club.get(page).text)
    assert HYPHEN.search(text) is None, HYPHEN.search(text)
    assert MINUS in text


COMMANDS = (
    ("sheet", "east"), ("sheet", "western"), ("standings",), ("stats",), ("replay", "western"), ("replay", "east"),
    ("dossier", "false-mahjong", "36"), ("sheet", "false-mahjong"),
)  # fmt: skip


@each("command", COMMANDS)
def test_a_command_has_the_same(stored: Path, command: tuple[str, ...]) -> None:
    said = CliRunner().invoke(main, [*command, "--db", str(stored)]).stdout
    assert HYPHEN.search(said) is None, HYPHEN.search(said)
    assert MINUS in said or command[0] == "replay"


def test_final_scores_are_told_in_thousands_wherever_they_stand(club: FlaskClient, stored: Path) -> None:
    """In the list, the league, a player's page, the sheet, the end of the game; and at a terminal."""
    for page in ("/", "/league", "/players/ben", "/games/east/sheet", "/games/east/events/8"):
        text = words_of(club.get(page).text)
        assert "+42.0" in text, page
        assert "42000" not in text, page
    for command in ("standings",), ("sheet", "east"):
        said = CliRunner().invoke(main, [*command, "--db", str(stored)]).stdout
        assert "+42.0" in said
        assert f"{MINUS}36.9" in said


def test_the_figures_of_a_player_are_the_sum_of_the_table_below(club: FlaskClient) -> None:
    for player in ("anna", "ben", "gus"):
        for part in club.get(f"/players/{player}").text.split("<section")[1:]:
            told = re.search(r"<dt>Points</dt><dd>([^<]*)</dd>", part)
            rows = re.findall(r'<td class="num">([+\u2212]?[\d.]+)</td><td class="num">\d+</td></tr>', part)
            assert number(told[1]) == pytest.approx(sum(map(number, rows)))
            assert rows


def number(text: str) -> float:
    """A figure of a page."""
    return float(text.replace(MINUS, "-"))


# -- a false mahjong ---------------------------------------------------------------------------------------------------


def test_a_mahjong_that_was_ruled_false_is_no_win(club: FlaskClient, stored: Path) -> None:
    """It counts for no player as a win, and for all as a hand."""
    text = club.get("/games/false-mahjong").text
    assert "no win: ben (South)&#39;s mahjong was ruled false, fined 500" in text
    assert "★" not in text
    assert "ben wins" not in words_of(text)
    for page in ("/games/false-mahjong/hands/1", "/games/false-mahjong/events/40", "/games/false-mahjong/sheet"):
        told = words_of(club.get(page).text)
        assert re.search(r"[Nn]o win", told), page
        assert not re.search(r"\bwins\b", told.replace("South wins on", "")), page
    for command in ("replay", "log", "audit"):
        said = CliRunner().invoke(main, [command, "false-mahjong", "--db", str(stored)]).stdout
        assert "no win" in said, command
        assert not re.search("WINS|south wins", said), command
    assert "ben wins" in club.get("/games/false-mahjong?log=recorded").text, "as recorded it is the win that was paid"
    assert words_of(club.get("/find?won_by=ben&ruleset=bmja").text).count("ben wins") == 0
    assert "Hands won 0 of 1" in words_of(club.get("/players/ben").text)
    hand = club.get("/api/v1/games/false-mahjong/hands").json["hands"][0]
    assert (hand["outcome"], hand["winner"]) == ("false mahjong", None)


def test_a_fine_has_its_place_and_the_row_adds_up(club: FlaskClient) -> None:
    spans = r'"change">([^<]+)</span> <span class="fine">fine ([^<]+)</span> <span class="running"[^>]*>([^<]+)<'
    cells = re.findall(spans, club.get("/games/false-mahjong").text)
    assert len(cells) == 4
    for change, fine, total in cells:
        assert number(change) + number(fine) == number(total)
    sheet = club.get("/games/false-mahjong/sheet").text
    assert sheet.count('<th scope="col" class="num">fine</th>') == 4
    assert '<th scope="col" class="num">fine</th>' not in club.get("/games/western/sheet").text


def settled(change: dict[str, int], *more: tuple[str, dict[str, object]]) -> Log:
    """A hand of which only the result is written down, won by East."""
    log = Log("told")
    log.add("hand-start", hand=1, round="E", seats=PLAYERS, depth="result")
    log.add("mahjong", seat="E", source="wall")
    log.add("settlement", change={"E": 0, "S": 0, "W": 0, "N": 0} | change)
    for kind, fields in more:
        log.add(kind, **fields)
    return log


FINE = ("penalty", {"seat": "E", "amount": 30, "reason": "false mahjong"})
DISPUTE = ("dispute", {"on": 3, "text": "that was no mahjong", "seat": "S"})
RULING = ("ruling", {"on": 5, "text": "so it was", "decision": "upheld"})
CASES = (
    (settled({}, FINE), "no win: anna (East)'s mahjong was false, fined 30"),
    (settled({}, DISPUTE, RULING), "no win: anna (East)'s mahjong was ruled false"),
    (settled({}, DISPUTE), "anna wins"),
    (settled({}, DISPUTE, ("ruling", {"on": 5, "text": "let it be", "decision": "withdrawn"})), "anna wins"),
    (settled({"E": 3, "S": -1, "W": -1, "N": -1}, FINE), "anna wins"),
    (settled({}), "anna wins"),
)


@each("log, result", CASES)
def test_what_is_no_win_is_told_by_who_has_ruled_or_fined_it(
    tmp_path_factory: pytest.TempPathFactory, log: Log, result: str
) -> None:
    """As long as it is paid, or nobody has said that it was none, it stands as it was recorded."""
    app = create_app(store_games(tmp_path_factory.mktemp("told") / "club.db", log), patience=60)
    assert result in words_of(app.test_client().get("/games/told").text)


# -- what is played now ----------------------------------------------------------------------------------------------


def begun(at: datetime | None) -> Log:
    """A hand in progress, of a game whose log says when it was begun."""
    log = played(5, 30, Log("tonight"))
    if at is not None:
        log.events[0]["at"] = at.isoformat(timespec="seconds").replace("+00:00", "Z")
    return log


NOW = datetime.now(UTC)


@each(
    "at, state",
    [(None, "Not ended"), (NOW - timedelta(hours=1), "In progress"), (NOW - timedelta(days=700), "Not ended")],
)
def test_a_game_is_live_where_something_came_lately(
    tmp_path_factory: pytest.TempPathFactory, at: datetime | None, state: str
) -> None:
    log = begun(at)
    path = store_games(tmp_path_factory.mktemp("lately") / "club.db", log)
    client = looking(path)
    page = client.get("/games/tonight/events/20").text
    assert f'class="live-state" role="status">{state}<' in page
    assert ("data-played" in page) == (state == "In progress")
    badge = "in progress" if state == "In progress" else "not finished"
    assert all(f">{badge}<" in client.get(address).text for address in ("/", "/games/tonight"))
    with open_store(path) as store:
        log.add("note", text="tea")
        store.append("tonight", log.bodies()[-1:], expected_last=len(log.events) - 1)
    assert "data-played" in client.get("/games/tonight/events/20").text, "what comes while the server looks came lately"
