"""What is told of each event of a game that is being recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.cards.shelf import NO_CARDS
from mjlog.store import open_store
from mjlog.viewer import live as watch_module
from mjlog.viewer.live import Feed, LiveGame
from tests.viewer.conftest import store_games
from tests.viewer.live_logs import all_messages, corrected_evening, rows, told
from tests.views.table_logs import Log, played, stacked, won

SEATS = {"E": "ben", "S": "cleo", "W": "dora", "N": "anna"}


def stored(tmp_path: Path, log: Log) -> Path:
    return store_games(tmp_path / "club.db", log)


def test_every_event_is_told_once_and_in_order(tmp_path: Path) -> None:
    log = corrected_evening()
    found = [one for one in all_messages(told(stored(tmp_path, log), "club")) if one.kind == "row"]
    assert [one.id for one in found] == [one.data["seq"] for one in found] == list(range(1, len(log.events) + 1))
    assert [one.data["type"] for one in found] == [one["type"] for one in log.events]


def test_whoever_comes_later_is_told_the_same(tmp_path: Path) -> None:
    """From any event on, and while the log grows: what is told of an event follows from the log up to it alone."""
    log = corrected_evening()
    path = stored(tmp_path, log)
    whole = told(path, "club")
    for after in range(0, len(log.events), 17):
        assert told(path, "club", after) == whole[after:]
    grown: list[bytes] = []
    bodies = log.bodies()
    with open_store(tmp_path / "other.db") as store:
        store.append("club", bodies[:1])
        live = LiveGame(store, "club", NO_CARDS, 0)
        for at in range(1, len(bodies) + 1, 9):
            store.append("club", bodies[at : at + 9])
            grown += live.more(100, 60.0)
        assert [LiveGame(store, "club", NO_CARDS, after).last for after in (0, 10, 15, 29)] == [0, 10, 15, 29]
    assert grown == whole


def test_the_end_of_a_hand_opens_it(tmp_path: Path) -> None:
    log = won()
    log.add("hand-start", hand=2, round="E", seats=SEATS)
    found = all_messages(told(stored(tmp_path, log), "demo"))
    (at,) = [at for at, one in enumerate(found) if one.kind == "opened"]
    assert found[at].data == {"hand": 1, "first": 2}
    assert found[at].id is None  # who loses the connection after it is told it again, with the event
    assert found[at + 1].data["type"] == "show"
    assert [one.data["over"] for one in found if one.kind == "row" and one.data["hand"] == 1][-6:] == [False] + 5 * [
        True
    ]


def test_a_hand_that_is_left_is_opened_by_the_next_one(tmp_path: Path) -> None:
    log = played(3, 4)
    log.add("hand-start", hand=2, round="E", seats=SEATS)
    found = all_messages(told(stored(tmp_path, log), "demo"))
    assert [one.kind for one in found[-2:]] == ["opened", "row"]
    assert found[-1].data["hand"] == 2


def test_a_void_hand_and_the_one_played_in_its_place_are_told_apart(tmp_path: Path) -> None:
    log = played(3, 4)
    log.add("replay", reason="a tile fell")
    second = log.add("hand-start", hand=1, round="E", seats={"E": "anna", "S": "ben", "W": "cleo", "N": "dora"})
    log.add("washout", reason="end of the evening")
    opened = [one.data for one in all_messages(told(stored(tmp_path, log), "demo")) if one.kind == "opened"]
    assert opened == [{"hand": 1, "first": 2}, {"hand": 1, "first": second}]


def test_a_correction_changes_the_past_and_says_what_stands_there_now(tmp_path: Path) -> None:
    log = played(3, 6)
    discard = next(event for event in log.events if event["type"] == "discard")
    tile = "1b" if discard["tile"] != "1b" else "2b"
    log.add("correction", of=discard["seq"], events=[{**discard, "tile": tile}], reason="it was another")
    log.add("correction", of=len(log.events), events=[], reason="no")
    log.add("note", text="tea")
    *_, new, void, note = rows(told(stored(tmp_path, log), "demo"))
    assert new["words"].startswith(f"Event {discard['seq']} is corrected: it was another; now: East discards ")
    assert void["words"].startswith("Event ")
    assert (new["changed"], void["changed"], note["changed"]) == (True, True, False)
    assert new["last"] == len(log.events) - 3
    assert note["last"] == note["seq"]


def test_a_fault_that_becomes_graver_changes_the_past(tmp_path: Path) -> None:
    """A call out of turn is warned of; it is an error once it is carried through. Other faults are errors at once."""
    log = Log("second")
    log.add("hand-start", hand=2, round="E", seats={"E": "anna", "S": "ben", "W": "cleo", "N": "dora"})
    found = rows(told(store_games(tmp_path / "second.db", log), "second"))[-1]
    assert (found["findings"] > 0, found["worst"]) == (True, "error")
    log = Log("demo")
    log.start_hand(1, stacked("1b 2b 3b", "", "2b 3b 4b", ""))
    log.add("discard", seat="E", tile="1b")
    log.add("claim", seat="W", for_="chow")
    log.add("expose", seat="W", kind="chow", tiles=["1b", "2b", "3b"])
    *_, discard, claim, expose = rows(told(stored(tmp_path, log), "demo"))
    assert (discard["findings"], claim["findings"], claim["worst"]) == (0, 1, "warning")
    assert (discard["changed"], claim["changed"], expose["changed"]) == (False, False, True)


def test_a_line_that_cannot_be_read_is_told_as_a_fault(tmp_path: Path) -> None:
    """And a log of which nothing is left can be told."""
    log = Log("nothing")
    log.add("correction", of=1, events=[], reason="wrong table")
    assert rows(told(store_games(tmp_path / "nothing.db", log), "nothing"))[-1]["last"] == 0
    bodies = [*Log("demo").bodies(), b'{"seq":2,"type":"tea"}', b'{"seq":3,"text":"tea","type":"note"}']
    with open_store(tmp_path / "club.db") as store:
        store.append("demo", bodies)
    first, fault, note = rows(told(tmp_path / "club.db", "demo"))
    assert (first["type"], fault["type"], note["type"]) == ("game-start", "fault", "note")
    assert fault["words"] == "This event cannot be read"
    assert note["words"] == "Note: tea"


def test_the_game_ends_with_its_end_whatever_is_said_of_it_later(tmp_path: Path) -> None:
    log = won()
    path = stored(tmp_path, log)
    with open_store(path) as store:
        live = LiveGame(store, "demo", NO_CARDS, len(log.events))
        assert not live.is_ended
        seq = log.add("game-end")
        log.add("note", text="a fine evening")
        store.append("demo", log.bodies()[seq - 1 :])
        live.more(10, 60.0)
        assert live.is_ended
        log.add("correction", of=seq, events=[], reason="one more hand")
        store.append("demo", log.bodies()[-1:])
        live.more(10, 60.0)
        assert not live.is_ended


def test_who_comes_back_late_is_told_the_same_and_nothing_is_told_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored(tmp_path, corrected_evening())
    whole = told(path, "club")
    replayed: list[int] = []
    plain = LiveGame.more
    monkeypatch.setattr(LiveGame, "more", lambda game, *most: replayed.append(game.last) or plain(game, *most))
    with open_store(path) as store:
        feed = Feed(store, "club", NO_CARDS)

        def followed(at: int) -> list[bytes]:
            found: list[bytes] = []
            while more := feed.after(at + len(found))[0]:
                found += more
            return found

        for after in (len(whole) - 5, 100, 60, 100):
            assert followed(after) == whole[after:]
        assert replayed.count(100) == 1


def test_messages_that_are_kept_no_more_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = stored(tmp_path, won(Log("club")))
    whole = told(path, "club")
    monkeypatch.setattr(watch_module, "_AT_ONCE", 3)
    monkeypatch.setattr(watch_module, "_MOST_KEPT", 5)
    with open_store(path) as store:
        feed = Feed(store, "club", NO_CARDS)
        for after in (20, len(whole) - 3, 20, len(whole)):
            found, _ended = feed.after(after)
            assert found == whole[after : after + len(found)]
            assert bool(found) == (after < len(whole))
