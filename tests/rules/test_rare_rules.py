"""Rules that never speak in the ordinary course of play are not asked then: they would say nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from each import each
from mjlog.audit.engine import Engine
from mjlog.log.records import Fault, GameRecord, Row
from mjlog.rules import CHECKS
from mjlog.rules.registry import ORDINARY, stage, unknown_for
from mjlog.rulesets import load, resolve, shipped, versions
from mjlog.samples import samples_folder
from mjlog.sources import games_in
from tests.views.test_corrected import simulated
from turns import in_turn

RARE = [info for info in CHECKS.values() if info.rare]
FAULTY = sorted((samples_folder() / "findings").glob("*.mjlog.jsonl"))


def silent_in_ordinary_play(rows: list[Row]) -> int:
    """Asks the rare rules of a log at every ordinary event that they are about; how often that was."""
    replay, asked = Engine(GameRecord("test", "test", iter(()))), 0
    for row, where in rows:
        if not isinstance(row, Fault) and stage(replay.table) >= ORDINARY:
            unknown = unknown_for(replay.table, row)
            about = [info for info in RARE if type(row) in info.events and replay.table.due in info.when]
            for info in (info for info in about if not info.needs & unknown):
                asked += 1
                assert info.function(replay.table, row) is None, (info.name, row)
        replay.feed(row, where)
    return asked


def put_out_of_order(rows: list[Row], chance: Random) -> list[Row]:
    """The rows, with some of them left out, doubled, or put elsewhere."""
    rows = list(rows)
    for _ in range(12):
        row = rows.pop(chance.randrange(2, len(rows)))
        for _ in range(chance.randrange(3)):
            rows.insert(chance.randrange(2, len(rows)), row)
    return rows


@pytest.mark.parametrize("ruleset", shipped())
def test_in_legal_games_and_in_broken_ones(ruleset: str) -> None:
    rows = simulated(ruleset)
    assert silent_in_ordinary_play(rows) > 50
    for seed in in_turn(range(25)):
        assert silent_in_ordinary_play(put_out_of_order(rows, Random(f"{ruleset}{seed}"))) > 10


@each("path", FAULTY, ids=lambda path: path.name.split(".")[0])
def test_in_logs_with_findings(path: Path) -> None:
    for game in games_in(str(path)):
        silent_in_ordinary_play(list(game.rows))


def test_every_one_of_them_is_asked_out_of_the_ordinary() -> None:
    """Its functions are asked in the other stages, and in no ordinary one."""
    bound: dict[str, set[int]] = {}
    for ruleset in (load(name, version) for name in shipped() for version in versions(name)):
        for by_stage in resolve(ruleset, {}).bound.values():
            for at, checks in enumerate(by_stage):
                for one in checks:
                    bound.setdefault(one.function.__name__, set()).add(at)
    assert RARE
    for info in RARE:
        assert bound[info.name] <= set(range(ORDINARY)), info.name
        assert bound[info.name] == info.when, info.name
