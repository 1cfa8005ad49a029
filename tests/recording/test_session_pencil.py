"""A game being recorded: what is entered is in pencil, then in ink; what is undone was never there."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recorded_games import (
    RULE_SETS,
    TABLE_HAND,
    begin,
    card_of,
    kept,
    opened,
    seen,
    session_of,
    simulated,
    slips,
    typed,
)

from mjlog.errors import MjlogError, StoreError
from mjlog.recording.session import RecordingSession, preview
from mjlog.seats import Seat
from mjlog.store import SqliteStore, open_store
from turns import examples, in_turn


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A database with a game of western that has just begun."""
    with opened(tmp_path) as made:
        yield made


def log_words(store: SqliteStore) -> list[str]:
    """The types of the events in the log."""
    return [json.loads(body)["type"] for body in store.bodies("t")]


# -- pencil and ink ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [0, 1, 8, 1000])
def test_so_many_acts_stay_in_pencil(store: SqliteStore, held: int) -> None:
    session = session_of(store, held=held)
    for number, act in enumerate(TABLE_HAND, 1):
        session.enter(act)
        assert len(session.pencil) == min(held, number)
        assert session.stored == store.head("t").seq
        assert sum(len(step.said) for step in session.steps) + 1 == session.recorder.last


def test_a_score_that_stands_there_already_is_no_act(store: SqliteStore) -> None:
    """What is undone then is the act before it."""
    session = session_of(store)
    for act in ("hand table", "5b", "sm24", "e=8"):
        session.enter(act)
    (step,) = session.enter("e=8")
    assert step.words == preview(session.recorder, "e=8").said == ["e=8: announced already, nothing is added"]
    assert [step.text for step in session_of(store).pencil] == ["hand table", "5b", "sm24", "e=8"]
    undone = session.undo()
    assert (undone is not None and undone.text, session.table.scores) == ("e=8", {Seat.S: 24})


def test_an_act_in_pencil_is_changed_without_a_trace(store: SqliteStore) -> None:
    """Those behind it stay, in pencil too; what is in ink, agreed to, or a part of an act gets a correction."""
    session = session_of(store)
    for act in ("hand table", "5b", "9d", "2c", "3c"):
        session.enter(act)
    (step,) = session.enter("fix 4 8d -- misheard")
    assert [one.words for one in step.said] == ["South discards 8 dots"]
    assert [step.text for step in session.pencil] == ["hand table", "5b", "8d", "2c", "3c"]
    assert log_words(store) == ["game-start"]
    assert (session.recorder.last, session.table.discard and session.table.discard.seat.value) == (6, "N")
    session.enter("fix 6 void")
    assert [step.text for step in session.pencil] == ["hand table", "5b", "8d", "2c"]
    assert session_of(store).recorder.last == 5
    session.enter("fix 5 3c -- agreed anna ben")
    assert log_words(store)[-1] == "correction"
    session.enter("fix 3 6b")
    assert log_words(store)[-2:] == ["correction", "correction"]


def test_what_cannot_stay_as_it_was_behind_a_changed_act_is_corrected_instead(store: SqliteStore) -> None:
    session = session_of(store)
    for act in ("hand table", "5b", "sp", "9d"):
        session.enter(act)
    session.enter("fix 5 np+")  # the set alone, of a call and a set that were one act
    assert log_words(store)[-1] == "correction"


def test_the_acts_before_a_new_hand_become_ink(store: SqliteStore) -> None:
    session = session_of(store, held=1000)
    for act in ("hand result", "8s48/4/2", "hand result"):
        session.enter(act)
    assert [step.text for step in session.pencil] == ["hand result"]
    assert log_words(store)[-1] == "score"
    assert [step.text for step in session.steps] == ["hand result"]


@pytest.mark.parametrize("act", ["end", "fix 3 6b -- misheard -- agreed anna", "fix after 3 np"])
def test_a_correction_and_the_end_of_the_game_are_ink_at_once(store: SqliteStore, act: str) -> None:
    session = session_of(store)
    for text in ("hand table", "5b", "9d", act):
        session.enter(text)
    assert session.pencil == []
    assert store.draft("t") is None
    assert store.head("t").seq == session.recorder.last


def test_confirming_writes_what_was_in_pencil_and_no_more(store: SqliteStore) -> None:
    session = session_of(store)
    for act in TABLE_HAND:
        session.enter(act)
    bodies = [body for step in session.pencil for body in step.bodies]
    assert session.confirm() == len(TABLE_HAND)
    assert store.bodies("t")[1:] == bodies
    assert (store.draft("t"), session.confirm()) == (None, 0)
    assert store.bodies("t")[1:] == bodies


def test_nothing_is_written_where_nothing_has_changed(store: SqliteStore) -> None:
    """Leaving must work while another program holds the database."""
    session = session_of(store)
    session.enter("hand table")
    session.confirm()
    session.store = _Calls(store, fail_at=None)
    session.confirm()
    session.enter("")
    assert session.undo() is None
    assert not {"append", "keep_draft"} & set(session.store.names)


def test_times_and_recorder_stand_with_every_event_of_an_act(store: SqliteStore) -> None:
    times = iter(["2026-11-21T19:30:00Z", "2026-11-21T19:30:09Z", "2026-11-21T19:31:00Z"])
    session = session_of(store, recorder="kim", clock=lambda: next(times))
    for act in ("hand table", "5b sp", '{"type":"note","text":"late","at":"2026-11-21T18:00:00Z","recorder":"lou"}'):
        session.enter(act)
    session.confirm()
    marks = [(event.get("at", "")[11:], event.get("recorder")) for event in map(json.loads, store.bodies("t")[1:])]
    assert marks == [("19:30:00Z", "kim"), *[("19:30:09Z", "kim")] * 3, ("18:00:00Z", "lou")]


def test_without_a_clock_and_a_name_neither_is_written(store: SqliteStore) -> None:
    session = session_of(store, held=0)
    session.enter("hand table")
    assert not {"at", "recorder"} & set(json.loads(store.bodies("t")[-1]))


# -- the session is what is stored ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "depth"), in_turn(itertools.product(RULE_SETS, ("table", "full"))))
def test_another_session_sees_the_same_after_each_act(tmp_path: Path, ruleset: str, depth: str) -> None:
    card, shelf = card_of(tmp_path, ruleset)
    first, acts = typed(simulated(ruleset, depth, seed=5, card=card))
    with opened(tmp_path, first) as store:
        game = store.games()[0].game
        session = session_of(store, game, held=5, cards=shelf)
        for number, act in enumerate(slips(3)(acts)):
            before = seen(session)
            try:
                session.enter(act)
            except MjlogError:
                assert seen(session) == before
            if number % 9 == 0 or number > len(acts) - 4:
                assert seen(session_of(store, game, held=5, cards=shelf)) == seen(session)


TEXTS = ("5b", "sp", "9d", "c46", "m", "sm48", "..s", "8/4/2/2", "s=4", "wash", "note a", "1f", "k5b", "", "5b sp 9d",
         "2d5b", "zz", "5b zz", "pay")  # fmt: skip


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(TEXTS), max_size=10), st.integers(0, 12))
def test_undoing_any_number_of_acts_leads_back_to_the_byte(tmp_path: Path, texts: list[str], number: int) -> None:
    with open_store(tmp_path / "undo.db") as store:
        game = f"g{len(store.games())}"
        begin(store, f"game {game} western anna ben cleo dora\nhand table")
        session = session_of(store, game, held=1000)
        trail = [(kept(store, game), seen(session))]
        for text in texts:
            for act in text.split():
                adds = False  # neither does what is refused, nor a score that stands there already
                with contextlib.suppress(MjlogError):
                    adds = any(step.said for step in session.enter(act))
                if adds:
                    trail.append((kept(store, game), seen(session)))
                assert (kept(store, game), seen(session)) == trail[-1]
        for _time in range(min(number, len(trail) - 1)):
            assert session.undo() is not None
            trail.pop()
            assert (kept(store, game), seen(session)) == trail[-1]
        if len(trail) == 1:
            assert session.undo() is None


@pytest.mark.parametrize("held", [0, 1, 8])
def test_what_is_undone_is_what_is_in_pencil(store: SqliteStore, held: int) -> None:
    """The log keeps what was ink; the table is as if the rest had never been typed."""
    session = session_of(store, held=held)
    for act in TABLE_HAND:
        session.enter(act)
    log = store.bodies("t")
    undone = list(iter(session.undo, None))
    assert [step.text for step in undone] == list(TABLE_HAND[::-1][:held])
    assert kept(store) == (log, None)
    assert seen(session) == seen(session_of(store))


# -- all or nothing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["5b sp zz", "5b {", '5b\n{"type":"game-start"}', "fix 2 void 5b\nzz", "9d fix 99 5b"])
def test_a_line_that_fails_in_the_middle_leaves_everything_as_before(store: SqliteStore, text: str) -> None:
    session = session_of(store)
    for act in ("hand table", "5b"):
        session.enter(act)
    before = (kept(store), seen(session))
    with pytest.raises(MjlogError):
        session.enter(text)
    assert (kept(store), seen(session)) == before
    session.enter("sp")
    assert seen(session_of(store)) == seen(session)


class _Crash(BaseException):
    """The program ends here."""


class _Calls:
    """A store that counts what is asked of it, and ends the program, or fails, at one of these calls."""

    def __init__(
        self, store: SqliteStore, fail_at: int | None, after: bool = False, how: type[BaseException] = _Crash
    ) -> None:
        self.store, self.fail_at, self.after, self.how = store, fail_at, after, how
        self.names: list[str] = []

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self.store, name)
        return (lambda *args, **kwargs: self._ask(name, asked, *args, **kwargs)) if callable(asked) else asked

    def _ask(self, name: str, asked: Any, *args: Any, **kwargs: Any) -> Any:
        self.names.append(name)
        fails = self.fail_at == len(self.names)
        if fails and not self.after:
            raise self.how("the store fails")
        answer = asked(*args, **kwargs)
        if fails:
            raise self.how("the store fails")
        return answer


EVENING = (
    "hand table",
    "5b",
    "sp 9d",
    "undo",
    "c46",
    "m",
    "8/4/2/2",
    "confirm",
    "hand result",
    "fix 3 6b",
    "8s48/4/2",
    "end",
)


def _do(session: RecordingSession, text: str) -> None:
    if text == "undo":
        session.undo()
    elif text == "confirm":
        session.confirm()
    else:
        session.enter(text)


def _after(folder: Path, acts: tuple[str, ...]) -> dict[str, Any]:
    """What is seen after some acts that nothing went wrong with; what is in ink and what in pencil does not count."""
    with opened(folder) as store:
        session = session_of(store, held=2)
        for act in acts:
            _do(session, act)
        return _content(session)


def _content(session: RecordingSession) -> dict[str, Any]:
    return {name: value for name, value in seen(session).items() if name not in ("stored", "pencil")}


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("how", [_Crash, StoreError])
def test_a_failure_at_any_call_of_the_store_loses_and_doubles_nothing(
    tmp_path: Path, after: bool, how: type[BaseException]
) -> None:
    """Whoever opens the game then finds all acts up to the failing one, and that one whole or not at all."""
    folders = (tmp_path / str(number) for number in itertools.count())
    states = []
    for number in range(len(EVENING) + 1):
        (folder := next(folders)).mkdir()
        states.append(_after(folder, EVENING[:number]))
    failures = 0
    for fail_at in itertools.count(1):
        (folder := next(folders)).mkdir()
        with opened(folder) as store:
            session = session_of(store, held=2)
            calls = _Calls(store, fail_at, after, how)
            session.store = calls  # type: ignore[assignment]
            done = 0
            try:
                for act in EVENING:
                    _do(session, act)
                    done += 1
            except how:
                failures += 1
                _check_what_is_left(session, session_of(store, held=2), states[done], states[done + 1])
                continue
        break
    assert failures > 2 * len(EVENING)


def _check_what_is_left(
    failed: RecordingSession, reopened: RecordingSession, before: dict[str, Any], entered: dict[str, Any]
) -> None:
    left = _content(reopened)
    assert left in (before, entered)
    # The one that failed goes on as well: what it shows is what is stored.
    failed.store = reopened.store
    failed.follow_others()
    assert _content(failed) == left
    assert failed.stored == reopened.stored
