"""Lists of games follow the corrections of their beginnings, as a replay of the whole log does."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjlog.audit.game import Game
from mjlog.chain import event_body
from mjlog.events import GameStart
from mjlog.sources import stored_game
from mjlog.store import GameInfo, SqliteStore, open_store
from turns import examples

Fields = dict[str, Any]
PLAYERS = ["anna", "ben", "cleo", "dora"]
START: Fields = {"type": "game-start", "game": "demo", "ruleset": "western", "players": PLAYERS}
SEATS = dict(zip("ESWN", PLAYERS, strict=True))
LOG: list[Fields] = [
    {**START, "at": "2026-05-01T19:30:00Z", "place": "club"},
    {"type": "hand-start", "hand": 1, "round": "E", "depth": "result", "seats": SEATS},
    {"type": "washout"},
]


def bodies(*corrections: Fields) -> list[bytes]:
    """The log with its corrections, from event 4 on."""
    more = [{"type": "correction", "reason": "a slip", **one} for one in corrections]
    return [event_body({"seq": seq, **event}) for seq, event in enumerate([*LOG, *more], 1)]


def meant(**fields: Any) -> list[Fields]:
    """A correction that stands in another one."""
    return [{"type": "correction", "reason": "that one", **fields}]


OTHER: Fields = {**START, "ruleset": "bmja", "players": PLAYERS[::-1], "table": "2"}
WASHOUT: list[Fields] = [{"type": "washout"}]
CASES: dict[str, tuple[list[Fields], tuple[str, str | None, str | None]]] = {
    "nothing was corrected": ([], ("western", "club", None)),
    "something else was": ([{"of": 3, "events": []}], ("western", "club", None)),
    "other rules": ([{"of": 1, "events": [OTHER]}], ("bmja", None, "2")),
    "others again": (
        [{"of": 1, "events": [OTHER]}, {"of": 1, "events": [{**START, "place": "home"}]}], ("western", "home", None)),
    "the correction was corrected": (
        [{"of": 1, "events": [START]}, {"of": 4, "events": [OTHER]}], ("bmja", None, "2")),
    "the correction was taken back": (
        [{"of": 1, "events": [OTHER]}, {"of": 4, "events": []}], ("western", "club", None)),
    "that was taken back too": (
        [{"of": 1, "events": [OTHER]}, {"of": 4, "events": []}, {"of": 5, "events": []}], ("bmja", None, "2")),
    "another event was meant": (
        [{"of": 1, "events": [OTHER]}, {"of": 4, "events": meant(of=3, events=WASHOUT)}], ("western", "club", None)),
    "the beginning was meant": (
        [{"of": 3, "events": []}, {"of": 4, "events": meant(of=1, events=[OTHER])}], ("bmja", None, "2")),
    "it is void": ([{"of": 1, "events": [OTHER]}, {"of": 1, "events": []}], ("western", "club", None)),
    "another id is no matter for it": ([{"of": 1, "events": [{**OTHER, "game": "else"}]}], ("bmja", None, "2")),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_list_says_what_the_beginning_is_by_now(store: SqliteStore, name: str) -> None:
    """The name of the game and the time of its beginning stay; rule set, players, place and table follow."""
    corrections, (ruleset, place, table) = CASES[name]
    store.append("demo", bodies(*corrections))
    head = store.head("demo")
    players = tuple(OTHER["players"] if ruleset == "bmja" else PLAYERS)
    at = "2026-05-01T19:30:00Z"
    assert store.games() == [GameInfo("demo", ruleset, *head, players, place, table, at)]


def test_a_time_that_a_correction_states_is_that_of_the_game(store: SqliteStore) -> None:
    then = "2026-04-30T19:30:00Z"
    store.append("demo", bodies({"of": 1, "events": [{**START, "at": then}]}))
    assert [info.at for info in store.games()] == [then]


def test_what_cannot_be_read_changes_no_list(store: SqliteStore) -> None:
    """A correction that is no event, and one of nothing that a game could begin with."""
    odd = bodies({"of": 1, "events": [{**START, "players": "anna"}]}, {"of": "1", "events": [OTHER]})
    store.append("demo", odd)
    assert [(info.ruleset, info.place) for info in store.games()] == [("western", "club")]


def test_each_game_of_many_is_listed_by_its_own_corrections(store: SqliteStore) -> None:
    for number in range(4):
        name, fixes = f"game {number}", [{"of": 1, "events": [{**OTHER, "place": str(number)}]}] * (number % 2)
        log = bodies(*fixes)
        store.append(name, [event_body({**START, "seq": 1, "game": name, "place": "club"}), *log[1:]])
    assert [info.place for info in store.games()] == ["club", "1", "club", "3"]


inside = st.lists(st.sampled_from([START, OTHER, *WASHOUT]), max_size=2)
correction = st.builds(
    lambda how, number, events, then: {how: number, "events": then if then is not None else events},
    st.sampled_from(["of", "of", "after"]), st.integers(1, 7), inside,
    st.none() | st.builds(lambda how, number, events: meant(**{how: number, "events": events}),
                          st.sampled_from(["of", "after"]), st.integers(1, 7), inside),
)  # fmt: skip


@given(st.lists(correction, max_size=4))
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_list_says_what_a_replay_says(corrections: list[Fields]) -> None:
    """Whatever corrects what: rule set, place and table are those of the first game-start that is read."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "a.db") as store:
        store.append("demo", bodies(*corrections))
        log = Game(stored_game(store, "demo", "here"))
        (info,) = store.games()
    # Where nothing begins the game any more, a list tells what was written first.
    begun = next((row for row in log.rows if isinstance(row, GameStart)), None) or log.log.events[0]
    assert isinstance(begun, GameStart)
    said = (begun.game, begun.ruleset, begun.players, begun.place, begun.table)
    assert (info.game, info.ruleset, info.players, info.place, info.table) == said
