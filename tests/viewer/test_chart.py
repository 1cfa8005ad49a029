"""What is drawn along a game and along a hand: the chart of running totals, the marks below the slider."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from each import each
from mjlog.viewer import create_app
from mjlog.viewer.drawing import width_of
from mjlog.viewer.pages.chart import WIDTH, ChartPoint, TotalsChart, chart_svg
from tests.viewer.conftest import store_games
from tests.views.table_logs import Log, played

ON_A_PHONE = 20
"""The size of the letters of the chart on a phone (game.css)."""


def drawn(hands: int, players: tuple[str, ...] = ("anna", "ben", "cleo", "dora")) -> str:
    """A chart of so many hands."""
    points = [ChartPoint(at or None, (100 * at, 0, -40 * at, -60 * at)) for at in range(hands + 1)]
    return chart_svg(TotalsChart(players, tuple(points)))


@each("hands", [1, 2, 11, 12, 13, 16, 39, 40, 41, 97])
def test_the_numbers_of_the_hands_stand_apart_and_the_last_one_is_there(hands: int) -> None:
    labels = re.findall(r'x="([\d.]+)" y="288.0" text-anchor="middle">(\d+)<', drawn(hands))
    assert labels[-1][1] == str(hands)
    for (left, one), (right, other) in pairwise(labels):
        assert float(right) - float(left) > (width_of(one, ON_A_PHONE) + width_of(other, ON_A_PHONE)) / 2


@pytest.mark.parametrize("name", ["Wilhelmina-Josephine Oosterhuis", "欧阳娜娜司马相如之乎者也大人", "W" * 40])
def test_long_names_end_before_the_edge(name: str) -> None:
    svg = drawn(4, (name, "ben", "cleo", "dora"))
    for x, text in re.findall(r'<text class="name" x="([\d.]+)"[^>]*>([^<]*)<', svg):
        assert float(x) + width_of(text, ON_A_PHONE) <= WIDTH


def test_marks_stand_at_their_stops_also_after_a_correction_by_several_events(tmp_path: Path) -> None:
    log = played(11, 64, Log("mended"))
    found = next(fields for fields in log.events if fields["type"] == "discard")
    again = {name: value for name, value in found.items() if name != "seq"}
    log.add("correction", of=found["seq"], events=[again, {"type": "note", "text": "said again"}], reason="unclear")
    app = create_app(store_games(tmp_path / "club.db", log), patience=60)
    with app.test_client() as client:
        marks = re.findall(
            r'<svg x="([\d.]+)%" overflow="visible"><a href="([^"]+)"', client.get("/games/mended/events/40").text
        )
        assert len(marks) > 1
        for along, address in marks:
            page = client.get(address).text
            last, here = re.findall(r'id="slider" min="1" max="(\d+)" value="(\d+)"', page)[0]
            assert float(along) == pytest.approx(100 * (int(here) - 1) / (int(last) - 1), abs=0.01)
