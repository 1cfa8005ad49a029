"""A game whose options are corrected while it is looked at stands as if it had been read anew, whatever they say."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from mjlog import events as ev
from mjlog.events import decode_event
from mjlog.log.records import Row
from mjlog.rulesets import load, shipped
from mjlog.rulesets.document import OptionInfo
from mjlog.simulate import Game
from tests.views.test_corrected_while_viewed import correction, game, inside, of_type
from tests.views.test_going_on import read, stand
from turns import in_turn

HANDS = 3
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


@pytest.mark.parametrize(("ruleset", "name"), in_turn(OPTIONS), ids=lambda given: given)
def test_whichever_option_is_corrected_the_game_stands_as_if_read_anew(ruleset: str, name: str) -> None:
    rows = simulated(ruleset)
    view = read(rows)
    for value in others(load(ruleset).options[name]):
        added = with_options(rows, **{name: value})
        view.go_on(added)
        rows = [*rows, *added]
        assert stand(view) == stand(read(rows)), value


@pytest.mark.parametrize(("name", "options"), [
    ("western", {"rounds": 1}),
    ("western-three-players", {"undeclared_kong": True}),
    ("bmja", {"roof_off": True}),
    ("default", {"NumRounds": 1}),
    ("default", {"ConcealedFully": 1}),
    ("american", {"stake": 50}),
])  # fmt: skip
def test_recorded_games_with_faults_stand_as_if_read_anew(name: str, options: dict[str, Any]) -> None:
    rows = game(name)
    paid = of_type(rows, ev.Settlement)[0]
    for added in (
        with_options(rows, **options),
        [correction([*rows, rows[0]], of=paid.seq, events=[])],
        [correction([*rows, *rows[:2]], of=len(rows) + 1, events=[])],
    ):
        view = read(rows)
        view.go_on(added)
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
        view.go_on(added)
        rows = [*rows, *added]
        assert stand(view) == stand(read(rows))


def test_scores_are_judged_by_the_corrected_options() -> None:
    """Everything else is as it was: the hands were played alike."""
    rows = simulated("classical")
    view = read(rows)
    assert not any(hand.report.findings for hand in view.hands)
    view.go_on(with_options(rows, MahJongScore=40))
    assert {one.code for hand in view.hands for one in hand.report.findings} == {"wrong-score"}
