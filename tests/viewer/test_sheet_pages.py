"""The page and the table of a score sheet."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from mjlog.store import open_store
from mjlog.text import segment
from mjlog.viewer.pages.alone import sheet_html
from mjlog.views.sheet import score_sheet
from short_logs import fields
from tests.viewer.conftest import ODD, looking
from tests.viewer.test_pages import check_page, parsed
from tests.views.sheets import HEAD, log_of
from tests.views.table_logs import Log, won


@pytest.mark.parametrize("game", ["won", "live", "faulty", segment(ODD)])
def test_the_page_is_well_formed_strict_and_linked(client: FlaskClient, game: str) -> None:
    check_page(client, f"/games/{game}/sheet")
    assert f'href="/games/{game}/sheet"' in client.get(f"/games/{game}").text


def test_a_hand_in_progress_shows_the_head_before_it(client: FlaskClient, database: Path) -> None:
    text = client.get("/games/live/sheet").text
    with open_store(database) as store:
        before, now = store.event("live", 1), store.head("live")
    assert "in progress" in text
    assert before.id in text
    assert now.id not in text
    assert "before the hand in progress" in text


def test_the_table_is_given_to_be_saved(client: FlaskClient) -> None:
    answer = client.get("/games/won/sheet.csv")
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="won-sheet.csv"'
    (row,) = csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"), newline=""))
    assert (row["hand"], row["winner"], row["ben change"], row["ben total"]) == ("1", "ben", "4000", "4000")
    assert re.fullmatch("[0-9a-f]{64}", row["head"])


def test_odd_names_do_no_harm(client: FlaskClient) -> None:
    for address in ("sheet", "sheet.csv"):
        answer = client.get(f"/games/{segment(ODD)}/{address}")
        text = answer.get_data(as_text=True)
        assert "\\u202e" in text
        assert "\u202e" not in text
        assert address == "sheet.csv" or "<b>/" not in text
        assert re.fullmatch(r'attachment; filename="[A-Za-z0-9_.~-]+"|', answer.headers.get("Content-Disposition", ""))


def test_three_players_and_none_at_all(tmp_path: Path) -> None:
    three, none = Log("three"), Log("none")
    three.events = fields("game western players=3 bonus_tiles=false; hand depth=result; washout")
    three.events[0]["game"] = "three"
    client = looking(tmp_path / "few.db", three, none)
    page = parsed(client.get("/games/three/sheet"))
    assert [attrs.get("scope") for tag, attrs in page.tags if tag == "th"].count("colgroup") == 3
    assert "No hand has been played yet" in client.get("/games/none/sheet").text


def test_a_file_needs_nothing_else() -> None:
    """Its style is inside, nothing is fetched, hostile texts are text, and it is made for paper."""
    log = won(Log("<script>alert(1)</script>\u202e"))
    log.events[0]["place"] = "</style><img src=x>"
    text = sheet_html(score_sheet(log_of(log.events), HEAD))
    assert text.startswith("<!doctype html>")
    assert text.count("<style>") == text.count("</style>") == 1
    assert not re.search(r"<(script|img|link|iframe)|url\(|@import|href=|src=\"", text)
    assert "&lt;/style&gt;&lt;img" in text
    assert "\u202e" not in text
    assert "size: A4" in text
    assert HEAD.id in text
