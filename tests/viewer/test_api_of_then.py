"""The API says of a game as of an event what it says of a log that ends there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from mjlog.chain import event_body
from mjlog.store import open_store
from mjlog.text import segment
from tests.mended_games import mended, times
from tests.viewer.conftest import looking

NAME = "western"
ENDS = ("", "/hands", "/hands/1", "/hands/2", "/findings", "/sheet", "/totals", "/events", "/events/300")
_OF_THE_READING = frozenset(("as_of", "url", "links", "next", "previous"))


def client_of(folder: Path, last: int | None) -> FlaskClient:
    """A viewer of the game, up to an event."""
    with open_store(folder / f"{last}.db") as store:
        store.append(mended(NAME)[0]["game"], [event_body(event) for event in mended(NAME)[:last]])
    return looking(folder / f"{last}.db")


def plain(value: Any) -> Any:
    """An answer without what says in which reading it was asked for."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items() if key not in _OF_THE_READING}
    return [plain(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("log", ["corrected", "recorded"])
def test_the_api_says_of_then_what_it_says_of_a_log_that_ends_there(tmp_path: Path, log: str) -> None:
    whole, game = client_of(tmp_path, None), segment(mended(NAME)[0]["game"])
    for seq in times(NAME)[-9::4]:
        cut = client_of(tmp_path, seq)
        for end in ENDS:
            then = whole.get(f"/api/v1/games/{game}{end}?log={log}&as-of={seq}")
            alone = cut.get(f"/api/v1/games/{game}{end}?log={log}")
            assert then.status_code == alone.status_code == 200, (end, then.text, alone.text)
            assert plain(then.json) == plain(alone.json), (end, seq)


def test_lists_tell_who_plays_where_by_now(tmp_path: Path) -> None:
    """As the page of the game does: the place and the order of the players were corrected."""
    client, log = client_of(tmp_path, None), mended(NAME)
    right = next(event["events"][0] for event in log if event.get("of") == 1)
    (listed,) = client.get("/api/v1/games").json["games"]
    assert (listed["game"], listed["players"], listed["place"]) == (log[0]["game"], right["players"], "club")
    assert right["players"] != log[0]["players"]
    listed_page = client.get("/?q=club").text
    assert all(player in listed_page for player in right["players"])
    assert client_of(tmp_path, 30).get("/api/v1/games").json["games"][0]["players"] == log[0]["players"]
