"""The page for clubs: its examples print what they print, and it names what there is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mjlog.club import GameFacts, PlayerStats, Standing
from mjlog.club.records import game_json, hand_json, standing_json, stats_json
from mjlog.store.schema import CLUB_VIEWS, VIEWS
from mjlog.views.results import HandResult
from mjlog_cli.main import main

TOP = Path(__file__).resolve().parents[2]
PAGE = (TOP / "docs" / "do" / "club.md").read_text("utf-8")
EXAMPLES = re.findall(r"```text\n\$ (mjlog [^\n]*)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("command", "printed"), EXAMPLES, ids=[command for command, _printed in EXAMPLES])
def test_an_example_prints_what_the_page_says(
    command: str, printed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(TOP)
    monkeypatch.setenv("MJLOG_DB", str(tmp_path / "none.db"))
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert (result.exit_code, result.stdout) == (0, printed)


def test_there_are_examples_of_every_question() -> None:
    assert {shlex.split(command)[1] for command, _printed in EXAMPLES} == {"find", "stats", "standings"}


def test_every_field_and_view_is_named() -> None:
    """Of every record that is printed as JSON."""
    game = GameFacts("", "", None, (), None, None, None, None, False, False, True)
    records = [
        stats_json(PlayerStats("anna"), None, {}), standing_json(Standing("anna", games=1), None, {}, with_table=True),
        game_json(game, 0, {}, ""), hand_json(game, HandResult("won", 1), {}, ""),
    ]  # fmt: skip
    text = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
    named = {word for code in re.findall(r"`([^`]+)`", text) for word in code.split()}
    assert {field for record in records for field in record} <= named
    assert {*VIEWS, *CLUB_VIEWS} <= named
