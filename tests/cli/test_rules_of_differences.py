"""Rule sets that are written down as differences, on the command line."""

from __future__ import annotations

import json

from command_runs import Run

from mjlog.rulesets import load


def test_the_command_shows_them_whole(run: Run) -> None:
    shown = json.loads(run("rules", "riichi-ema", "--json").stdout)
    assert len(shown["rules"]) == len(load("riichi-ema").rules) > len(load("riichi").rules)
    assert shown["digest"] == load("riichi-ema").digest
    assert run("rules", "riichi-ema", "--toml").stdout == load("riichi-ema").document
