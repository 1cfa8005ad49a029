"""A game whose options are corrected while it is looked at stands as if it had been read anew, whatever they say."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from mjlog import events as ev
from mjlog.audit.records import GameRecord, Row
from mjlog.audit.replay import Replay
from mjlog.events import decode_event
from mjlog.rulesets import load, shipped
from mjlog.rulesets.document import OptionInfo
from mjlog.simulate import Game
from mjlog.table import TablePlan
from mjlog.views.hands import PLAY
from mjlog.views.mending import OF_KONGS, OF_THE_END
from tests.views.test_going_on import LOGS, read, rows_in, stand
from tests.views.test_mending import correction, game, inside, of_type, replayed

HANDS = 5
OPTIONS = [(ruleset, name) for ruleset in shipped() for name in load(ruleset).options]


@functools.cache
def simulated(ruleset: str) -> list[Row]:
    """A short game of a rule set, every tile of it recorded."""
    lines: list[bytes] = []
    Game(load(ruleset), 3, 1, hands=HANDS).play(lines.append)
    return [(decode_event(line), None) for line in lines]


def others(option: OptionInfo) -> list[Any]:
    """Values of an option, among them some that are not its default."""
    if option.kind == "bool":
        return [True, False]
    return list(option.values) if option.kind == "choice" else [0, 1, 3, 16]


def with_options(rows: list[Row], **options: Any) -> list[Row]:
    """A correction of the beginning of the game: these options were agreed on, beside those that it names."""
    start = of_type(rows, ev.GameStart)[0]
    return [correction(rows, of=start.seq, events=[inside(start, options={**(start.options or {}), **options})])]


@pytest.mark.parametrize(("ruleset", "name"), OPTIONS, ids=lambda given: given)
def test_whichever_option_is_corrected_the_game_stands_as_if_read_anew(ruleset: str, name: str) -> None:
    rows = simulated(ruleset)
    view = read(rows)
    for value in others(load(ruleset).options[name]):
        added = with_options(rows, **{name: value})
        assert view.go_on(added)
        rows = [*rows, *added]
        assert stand(view) == stand(read(rows)), value


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("western", {"rounds": 1}),
        ("western-three-players", {"undeclared_kong": True}),
        ("bmja", {"roof_off": True}),
        ("default", {"NumRounds": 1}),
        ("default", {"ConcealedFully": 1}),
        ("american", {"stake": 50}),
    ],
)
def test_recorded_games_with_faults_stand_as_if_read_anew(name: str, options: dict[str, Any]) -> None:
    rows = game(name)
    paid = of_type(rows, ev.Settlement)[0]
    for added in (
        with_options(rows, **options),
        [correction([*rows, rows[0]], of=paid.seq, events=[])],
        [correction([*rows, *rows[:2]], of=len(rows) + 1, events=[])],
    ):
        view = read(rows)
        assert view.go_on(added)
        rows = [*rows, *added]
        assert stand(view) == stand(read(rows))


def test_play_that_was_corrected_before_is_not_taken_for_what_it_was() -> None:
    rows = simulated("classical")
    view = read(rows)
    second = view.played[1]
    thrown = next(row for row in view.rows[second.first : second.end] if isinstance(row, ev.Discard))
    other = "9d" if thrown.tile.value != "9d" else "1b"
    for added in (
        [correction(rows, of=thrown.seq, events=[inside(thrown, tile=other)])],
        with_options([*rows, rows[0]], MahJongScore=40),
    ):
        assert view.go_on(added)
        rows = [*rows, *added]
        assert stand(view) == stand(read(rows))


def test_play_is_not_replayed_where_only_the_number_of_rounds_is_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every hand its beginning and its end: a declaration, the hands shown, their scores, and what is paid."""
    rows = simulated("western")
    view = read(rows)
    assert replayed(view, with_options(rows, rounds=9), monkeypatch) < len(rows) / 4


def test_play_without_a_kong_is_not_replayed_where_kongs_may_be_robbed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = simulated("western")
    view = read(rows)
    kongs = sum(any(isinstance(row, ev.Kong) for row in view.rows[hand.first : hand.end]) for hand in view.played[:-1])
    assert kongs < len(view.played) - 2
    assert replayed(view, with_options(rows, robbing_kong=True), monkeypatch) < len(rows) * (kongs + 2) / len(
        view.played
    )


def test_all_is_replayed_where_other_tiles_are_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = simulated("western")
    plain = load("western").options["bonus_tiles"].default
    view = read(rows)
    assert replayed(view, with_options(rows, bonus_tiles=not plain), monkeypatch) >= len(rows)


def test_scores_are_judged_by_the_corrected_options() -> None:
    """Everything else is as it was: the hands were played alike."""
    rows = simulated("classical")
    view = read(rows)
    assert not any(hand.report.findings for hand in view.hands)
    assert view.go_on(with_options(rows, MahJongScore=40))
    assert {one.code for hand in view.hands for one in hand.report.findings} == {"wrong-score"}


class OnlyPlay:
    """A plan that says nothing of what comes of a hand once its end has begun, and of kongs only `after_a_kong`."""

    def __init__(self, plan: TablePlan, after_a_kong: bool) -> None:
        self.plan = plan
        self.silent = OF_THE_END if after_a_kong else OF_THE_END | OF_KONGS

    def __getattr__(self, name: str) -> Any:
        assert name not in self.silent, name
        return getattr(self.plan, name)


@pytest.mark.parametrize("ruleset", shipped())
def test_no_rule_of_play_asks_for_what_is_known_only_of_the_end(ruleset: str) -> None:
    assert_play_asks_for_nothing_else(simulated(ruleset))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name.split(".")[0])
def test_nor_does_what_becomes_of_a_fault(path: Path) -> None:
    assert_play_asks_for_nothing_else(rows_in(path))


def assert_play_asks_for_nothing_else(rows: list[Row]) -> None:
    """Whatever is played, the rules and the table ask the plan for nothing that only the end of a hand depends on."""
    replay = Replay(GameRecord("test", "test", iter(())))
    after_a_kong = False
    for row, where in rows:
        plan = replay.table.plan
        after_a_kong = type(row) is ev.Kong or (after_a_kong and type(row) is not ev.HandStart)
        if type(row) in PLAY:
            replay.table.plan = OnlyPlay(plan, after_a_kong)  # type: ignore[assignment]
        replay.feed(row, where)
        if type(row) in PLAY:
            replay.table.plan = plan
