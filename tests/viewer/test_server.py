"""The server: a free port, its address told when it answers, an orderly end."""

from __future__ import annotations

import _thread
import threading
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from mjlog.cards.shelf import CardShelf
from mjlog.errors import CardError, StoreError
from mjlog.viewer import serve
from mjlog_cli.main import main


def test_it_answers_at_the_address_it_tells(database: Path) -> None:
    told: list[str] = []
    answers: list[str] = []

    def ask(address: str) -> None:
        with urllib.request.urlopen(address + "games/won", timeout=10) as answer:
            answers.append(answer.read().decode())
        _thread.interrupt_main()

    def ready(address: str) -> None:
        told.append(address)
        threading.Thread(target=ask, args=[address]).start()

    serve(database, port=0, on_ready=ready)
    assert told[0].startswith("http://127.0.0.1:")
    assert not told[0].endswith(":0/")
    assert "South wins" in answers[0]


def test_a_database_that_is_not_there_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database here"):
        serve(tmp_path / "none.db", port=0)


def test_a_card_that_is_none_is_said_at_once(tmp_path: Path, database: Path) -> None:
    """By the library and by the command, before any page is asked for."""
    (tmp_path / "no.card").write_text("tea", encoding="utf-8")
    with pytest.raises(CardError, match=r"no\.card"):
        serve(database, port=0, cards=CardShelf((str(tmp_path / "no.card"),)))
    result = CliRunner().invoke(main, ["serve", "--db", str(database), "--card", str(tmp_path / "no.card")])
    assert result.exit_code == 2
    assert "no.card" in result.output
