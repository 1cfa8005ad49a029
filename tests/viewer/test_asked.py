"""Tables of addresses and of what is answered, as in `asked/pages.txt`.

    a time that never was is refused
      /games/mended?as-of=31 404
      + its events are 1 to 30
      /games/mended?as-of=x, /games/mended/film?as-of=x 400

`NAME = LOG` is a game in short words. A sentence, and under it addresses (commas between those of which the same is
said) with their status, 200 if none stands there; what stands in the answer (`+`) and what does not (`-`), as a browser
shows it or as it is sent; and which field the API names as wrong (`field`).
"""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from cases import blocks_in
from each import try_each
from mjlog.viewer.answers import PROBLEM
from tests.viewer.conftest import looking_at, store_games
from tests.viewer.test_as_of_pages import corrected, going_on
from tests.viewer.test_dispute_pages import disputed, ruled
from tests.views.american_logs import told
from tests.views.table_logs import Log, played, won

_ADDRESSES = re.compile(r"(?P<addresses>/\S*(?:, /\S*)*)(?: (?P<status>\d{3}))?")
_GAME = re.compile(r"(\w+) = (game .+)")
_BLOCKS = [(path.stem, *block) for path in sorted(Path(__file__).with_name("asked").glob("*.txt"))
           for block in blocks_in(path.read_text("utf-8"))]  # fmt: skip
GAMES = dict(found.groups() for _table, head, *_lines in _BLOCKS if (found := _GAME.fullmatch(head)))
TABLES = [block for block in _BLOCKS if _GAME.fullmatch(block[1]) is None]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A viewer of games that were won, are in progress, corrected, disputed and ruled; `demo` is American."""
    running = going_on()
    running.events[0]["game"] = "running"
    logs = (won(Log("won")), played(7, 30, Log("live")), corrected(), running, disputed(won(Log("open")), 22), ruled())
    path = store_games(tmp_path_factory.mktemp("asked") / "club.db", *logs, told("demo"))
    return looking_at(path, **GAMES)


def holds(reader: FlaskClient, addresses: str, status: str | None, said: list[str]) -> None:
    """Fails where something else is answered."""
    for address in addresses.split(", "):
        answer = reader.get(address)
        assert answer.status_code == int(status or 200), (address, answer.text[:300])
        assert "Traceback" not in answer.text, address
        assert answer.status_code == 200 or len(answer.text) < 4000, address
        if address.startswith("/api/") and answer.status_code != 200:
            assert answer.mimetype == PROBLEM, address
            assert answer.json.keys() >= {"type", "title", "status", "detail"}, address
        for what, _, words in (line.partition(" ") for line in said):
            if what == "field":
                assert [one["field"] for one in answer.json["errors"]] == [words], address
            else:
                assert (words in answer.text or words in unescape(answer.text)) == (what == "+"), (address, words)


@pytest.mark.parametrize("lines", [lines for _table, _sentence, *lines in TABLES],
                         ids=[f"{table}: {sentence}" for table, sentence, *_lines in TABLES])  # fmt: skip
def test_what_is_asked_for_is_answered_as_the_tables_say(reader: FlaskClient, lines: list[str]) -> None:
    asked: list[tuple[str, str | None, list[str]]] = []
    for line in (line.strip() for line in lines):
        found = _ADDRESSES.fullmatch(line)
        if found is not None:
            asked.append((found["addresses"], found["status"], []))
        else:
            asked[-1][2].append(line)
    try_each((addresses, partial(holds, reader, addresses, *more)) for addresses, *more in asked)
