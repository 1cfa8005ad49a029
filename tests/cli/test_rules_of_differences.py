"""Rule sets that are written down as differences, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from command_runs import Run

from mjlog.rulesets import load

CLUB = 'like = "riichi"\nid = "club"\nversion = "3"\n\n[options.bust]\ndefault = false\n'


def test_the_command_shows_them_whole(run: Run) -> None:
    shown = json.loads(run("rules", "riichi-ema", "--json").stdout)
    assert len(shown["rules"]) == len(load("riichi-ema").rules) > len(load("riichi").rules)
    assert shown["digest"] == load("riichi-ema").digest
    assert run("rules", "riichi-ema", "--toml").stdout == load("riichi-ema").document


def test_mistakes_in_differences_are_told_by_their_own_lines(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB.replace("default = false", "default = 7"), "utf-8")
    found = run("rules", "--check", str(path))
    assert found.exit_code == 1
    assert f"{path}:6: " in found.stdout
    path.write_text(CLUB, "utf-8")
    assert run("rules", "--check", str(path)).exit_code == 0
    path.write_text('like = "rchi"\nid = "club"\n', "utf-8")
    assert f"{path}:1: " in run("rules", "--check", str(path)).stdout
