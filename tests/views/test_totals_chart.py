"""Running totals as the data of a chart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mjlog.audit.game import Game
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.viewer.pages.chart import TotalsChart, chart, ticks
from short_logs import fields
from tests.views.sheets import TWO_HANDS, log_of, result
from tests.views.table_logs import hidden_twin, played, view_of, won


def chart_of(text: str) -> TotalsChart:
    """The chart of a short log."""
    return chart(log_of(fields(text)))


def test_there_is_a_point_for_the_beginning_and_one_for_each_hand() -> None:
    found = chart_of(TWO_HANDS)
    assert found.players == ("anna", "ben", "cora", "dora")
    assert [point.number for point in found.points] == [None, 1, 2]
    assert [point.totals for point in found.points] == [(0, 0, 0, 0), (-40, 80, -20, -20), (-42, 76, -12, -22)]
    text = f"game western; {result(1, 'anna', 'E=-40 S=80 W=-20 N=-20')}; gap; hand 4 E ben; washout"
    assert None in chart_of(text).points[-1].totals, "hands are missing, and the next one states the totals anew"
    found = chart(log_of([]))
    assert (found.players, found.points[0].totals, found.ticks.values) == ((), (), (0, 1))


def test_a_hand_in_progress_has_no_point() -> None:
    """Whatever its tiles are, and whatever was fined in it."""
    log = played(3, 12, won())
    log.add("penalty", seat="E", amount=30, reason="late")
    assert [point.number for point in chart(view_of(log.events)).points] == [None, 1]
    fresh = played(3, 12)
    one, two = (chart(view_of(each.events)) for each in (fresh, hidden_twin(fresh, 5)))
    assert one == two
    assert len(one.points) == 1


def test_names_do_no_harm() -> None:
    start = convert_event({"seq": 1, "type": "game-start", "game": "g", "ruleset": "classical",
                           "players": ["an\u202ena", "b", "c", "d"]})  # fmt: skip
    found = chart(Game(GameRecord("test", "test", iter([(start, None)]))))
    assert found.players[0] == r"an\u202ena"


@given(st.lists(st.none() | st.integers(-(10**15), 10**15), max_size=12))
def test_ticks_are_round_few_and_take_in_all_totals(totals: list[int | None]) -> None:
    found = ticks(totals)
    assert 2 <= len(found.values) <= 9
    assert 0 in found.values
    assert found.values[-1] == found.high
    assert str(found.step).rstrip("0") in ("1", "2", "5")
    assert all(found.low <= total <= found.high for total in totals if total is not None)
