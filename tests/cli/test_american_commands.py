"""The commands that need a score card, as they are typed: new, add, audit, score, settle."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from command_runs import PLAYERS, Run, lines

from mjlog.cards.shipped import sample_card

CARD = """card  Hill
id    hill-1
year  2031
source {source}
[All]
h1: FF 1111r 2222r 3333r (run)   25 X
h2: 11r 22r 33r 44r 55r 66r 77r  50 C
[Pairs | no-jokerless-bonus]
p1: NN SS 1199r 1199g RG         60 C
"""
NAMES = [part for player in PLAYERS for part in ("--player", player)]


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A small card."""
    path = tmp_path / "hill.card"
    path.write_text(CARD.format(source="own"), "utf-8")
    return path


def begun_with(run: Run, card: Path | str) -> list[dict[str, Any]]:
    """The events of a game begun with a card."""
    assert run("new", "--ruleset", "american", "--card", card, *NAMES, "--game", "club").exit_code == 0
    return lines(run("export", "club"))


def test_a_game_carries_id_and_digest_of_its_card_and_nothing_else_of_it(run: Run, card: Path) -> None:
    card.write_text(CARD.format(source="purchased"), "utf-8")
    (start,) = begun_with(run, card)
    assert start["card"]["id"] == "hill-1"
    assert len(start["card"]["digest"]) == 64
    assert "1111r" not in json.dumps(start)


def test_a_shipped_card_is_named_by_its_id(run: Run) -> None:
    (start,) = begun_with(run, "riverside-2026")
    assert start["card"] == {"id": "riverside-2026", "digest": sample_card().digest}


def test_without_the_card_everything_else_is_judged(run: Run, card: Path) -> None:
    begun_with(run, card)
    run("add", "club", "hand-start depth=table", "discard E 5b", "draw N", "--card", card)
    shutil.rmtree(Path(default_db()).parent / "cards")
    reports = lines(run("audit", "--db", default_db(), "--json"))
    found = [finding for report in reports for finding in report["findings"]]
    assert [(one["code"], one["severity"]) for one in found] == [("unknown-card", "warning"), ("out-of-turn", "error")]
    with_card = lines(run("audit", "--db", default_db(), "--json", "--card", card))
    assert [one["code"] for report in with_card for one in report["findings"]] == ["out-of-turn"]


def test_a_card_that_was_given_once_is_kept_beside_the_database_for_its_owner_alone(run: Run, card: Path) -> None:
    begun_with(run, card)
    kept = list((Path(default_db()).parent / "cards").iterdir())
    assert [one.read_bytes() for one in kept] == [card.read_bytes()]
    assert {one.stat().st_mode & 0o077 for one in (*kept, kept[0].parent)} == {0}
    card.unlink()
    run("add", "club", "hand-start depth=table", "discard E 5b")
    for path in ("--db", default_db()), (default_db(),):
        assert [report["findings"] for report in lines(run("audit", *path, "--json"))] == [[]]
    kept[0].unlink()
    (report, *_others) = lines(run("audit", "--db", default_db(), "--json"))
    assert [one["code"] for one in report["findings"]] == ["unknown-card"]


def default_db() -> str:
    """The database that commands use where none is named."""
    import os

    return os.environ["MJLOG_DB"]
