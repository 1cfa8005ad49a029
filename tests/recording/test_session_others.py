"""Recorders that are not alone: others add to the game, two record the same one, and drafts that are none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recorded_games import PLAYERS, TABLE_HAND, begin, kept, opened, seen, session_of

from mjlog.chain import event_body
from mjlog.errors import ConflictError, MjlogError
from mjlog.formats.shorthand.reading import acts_in
from mjlog.recording.game import RecordedGame, read_draft
from mjlog.recording.session import ChangedError, RecordingSession, pencil_beside
from mjlog.store import SqliteStore, open_store
from tests.recording.two_recorders import FITS, STRAYS
from turns import examples


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A database with a game in whose first hand East has discarded, not yet confirmed."""
    with opened(tmp_path) as made:
        session = session_of(made)
        for act in ("hand table", "5b"):
            session.enter(act)
        yield made


def add(store: SqliteStore, text: str, game: str = "t") -> None:
    """What `mjlog add` does: acts go into the log at once."""
    bodies = store.bodies(game)
    recorder = RecordedGame("add", game, bodies)
    made = recorder.carry_out(recorder.read(text))
    store.append(game, [one.body for one in made], expected_last=len(bodies))


def enter_all(session: RecordingSession, acts: list[str]) -> None:
    """Acts are entered one after the other."""
    for act in acts:
        session.enter(act)


def types(store: SqliteStore, game: str = "t") -> list[str]:
    """The types of the events in the log, without its game-start."""
    return [json.loads(body)["type"] for body in store.bodies(game)[1:]]


def test_what_is_in_pencil_follows_what_was_added(store: SqliteStore) -> None:
    session = session_of(store)
    add(store, "note the bell rang")
    session.enter("sp")
    assert session.notice == "somebody else added 1 event"
    assert [step.text for step in session.pencil] == ["hand table", "5b", "sp"]
    assert seen(session_of(store)) == seen(session)
    session.confirm()
    assert types(store) == ["note", "hand-start", "discard", "claim", "expose"]


def test_what_answers_an_event_in_pencil_answers_it_still_when_that_has_moved(store: SqliteStore) -> None:
    session = session_of(store)
    session.enter('{"type":"dispute","text":"it was 6","on":3}')
    session.enter('{"type":"dispute","text":"the players","on":1}')
    add(store, "note the bell rang")
    session.confirm()
    events = [json.loads(body) for body in store.bodies("t")]
    assert [(event["seq"], event["type"]) for event in events[1:4]] == [(2, "note"), (3, "hand-start"), (4, "discard")]
    assert [event["on"] for event in events if event["type"] == "dispute"] == [4, 1]


def test_what_would_mean_something_else_now_is_not_entered(store: SqliteStore) -> None:
    """Somebody else has confirmed the discard and written the next one down: it is not written twice."""
    mine, theirs = session_of(store), session_of(store)
    theirs.enter("6b")
    before = kept(store)
    with pytest.raises(ChangedError, match="changed what is in pencil: this would mean something else now"):
        mine.enter("6b")
    assert kept(store) == before
    assert seen(mine) == seen(theirs)
    mine.enter("7b")
    theirs.follow_others()
    assert seen(mine) == seen(theirs)
    assert [step.text for step in theirs.pencil] == ["hand table", "5b", "6b", "7b"]


@pytest.mark.parametrize("case", STRAYS)
def test_what_was_typed_belongs_to_its_hand_its_players_and_its_moment(tmp_path: Path, case: str) -> None:
    """Also where the words are the same; it is told for what it was. Whoever looks again can enter it all the same."""
    rules, _begun, line, _theirs = STRAYS[case]
    with opened(tmp_path, f"game t {rules} {PLAYERS}") as store:
        enter_all(session_of(store), STRAYS[case].acts)
        mine, theirs = session_of(store), session_of(store)
        enter_all(theirs, STRAYS[case].written)
        before = kept(store)
        with pytest.raises(ChangedError, match="this would mean something else now"):
            mine.enter(line)
        assert kept(store) == before
        assert seen(mine) == seen(theirs)


def test_for_whom_it_was_is_told(tmp_path: Path) -> None:
    with opened(tmp_path, f"game t riichi {PLAYERS}") as store:
        enter_all(session_of(store), ["hand result"])
        mine = session_of(store)
        enter_all(session_of(store), ["smfe3h30", "pay", "hand"])
        was = "East anna, South ben, West cleo, North dora"
        with pytest.raises(ChangedError, match=rf"was for hand 1 \({was}\), now it is for hand 2\);"):
            mine.enter("wmw1h30")


@pytest.mark.parametrize("case", FITS)
def test_what_stays_what_it_was_is_entered(tmp_path: Path, case: str) -> None:
    rules, _begun, line, _theirs = FITS[case]
    with opened(tmp_path, f"game t {rules} {PLAYERS}") as store:
        enter_all(session_of(store), FITS[case].acts)
        mine, theirs = session_of(store), session_of(store)
        enter_all(theirs, FITS[case].written)
        mine.enter(line)
        assert mine.steps[-1].text == line


def test_the_same_act_of_somebody_else_is_not_undone_unseen(store: SqliteStore) -> None:
    """Both have fined South: whoever undoes that has seen one fine."""
    mine = session_of(store)
    mine.enter("penalty s 50 talking")
    theirs = session_of(store)
    theirs.enter("penalty s 50 talking")
    with pytest.raises(ChangedError, match="another act is the last one now"):
        mine.undo()
    assert [step.text for step in mine.pencil][-2:] == ["penalty s 50 talking"] * 2


def test_two_recorders_of_one_game_lose_nothing_of_each_other(store: SqliteStore) -> None:
    """Whoever writes has seen what the other wrote; what means the same at both tables is entered at once."""
    recorders = [session_of(store, held=3) for _ in range(2)]
    for number in range(12):
        recorders[number % 2].enter(f"note {number}")
    recorders[1].confirm()
    notes = [json.loads(body)["text"] for body in store.bodies("t") if b'"note"' in body]
    assert notes == [str(number) for number in range(12)]


def test_an_act_of_somebody_else_is_not_undone_unseen(store: SqliteStore) -> None:
    mine, theirs = session_of(store), session_of(store)
    theirs.enter("6b")
    with pytest.raises(ChangedError, match="another act is the last one now"):
        mine.undo()
    assert [step.text for step in mine.pencil] == ["hand table", "5b", "6b"]
    undone = mine.undo()
    assert undone.text == "6b"
    theirs.follow_others()
    assert seen(theirs) == seen(mine)


def test_an_act_is_undone_though_something_else_was_added(store: SqliteStore) -> None:
    session = session_of(store)
    add(store, "note the bell rang")
    undone = session.undo()
    assert undone.text == "5b"
    assert seen(session_of(store)) == seen(session)


@pytest.mark.parametrize("moment", ["draft", "log"])
def test_whoever_writes_between_a_look_and_the_writing_is_not_overwritten(store: SqliteStore, moment: str) -> None:
    """The store refuses; nothing was entered, and the next try stands on what is there then."""
    session = session_of(store)
    look = session.follow_others

    def meanwhile() -> bool:
        seen_then = look()
        if moment == "log":
            add(store, "note quick")
        else:
            session_of(store).enter("note quick")
        return seen_then

    session.follow_others = meanwhile  # type: ignore[method-assign]
    with pytest.raises(ConflictError, match="another writer was first"):
        session.enter("note slow")
    session.follow_others = look  # type: ignore[method-assign]
    session.enter("note slow")
    session.confirm()
    notes = [json.loads(body)["text"] for body in store.bodies("t") if b'"note"' in body]
    assert notes == ["quick", "slow"]


def test_two_games_in_one_database_know_nothing_of_each_other(store: SqliteStore) -> None:
    begin(store, f"game other classical {PLAYERS}")
    before = kept(store)
    other = session_of(store, "other")
    for act in TABLE_HAND:
        other.enter(act)
    assert kept(store) == before
    other.undo()
    assert [step.text for step in session_of(store).pencil] == ["hand table", "5b"]


# -- drafts -----------------------------------------------------------------------------------------------------------


def test_a_draft_that_is_in_the_log_by_now_is_not_entered_again(store: SqliteStore) -> None:
    """A writer that knows nothing of drafts has stored the first acts of it."""
    session = session_of(store)
    session.enter("sp")
    draft = store.draft("t")
    store.append("t", [body for step in session.pencil[:2] for body in step.bodies])
    again = session_of(store)
    assert (draft, [step.text for step in again.pencil]) == (store.draft("t"), ["sp"])
    again.confirm()
    assert types(store) == ["hand-start", "discard", "claim", "expose"]


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"{}", b"[]", b"null", b'{"after":1}', b'{"after":"x","acts":[]}', b'{"after":-1,"acts":[]}',
     b'{"after":1e999,"acts":[]}', b'{"after":1,"acts":[["5b",[{}]]]}', b'{"after":1,"acts":[["5b",[7]]]}',
     b'{"after":1,"acts":[["5b"]]}', b'{"after":1,"acts":[["5b",[{"type":"discard","seat":"E","tile":"5x"}]]]}',
     b'{"after":1,"acts":[["x",[{"type":"game-start","game":"t","ruleset":"western","players":["a","b","c"]}]]]}',
     b"[" * 100_000],
)  # fmt: skip
def test_what_is_no_draft_of_ours_is_told_and_left_alone(store: SqliteStore, content: bytes) -> None:
    store.keep_draft("t", content)
    with pytest.raises(MjlogError, match="the acts in pencil cannot be read"):
        session_of(store)
    assert store.draft("t") == content


@given(st.binary(max_size=60) | st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["after", "acts", "type"]), inner),
).map(lambda value: json.dumps(value).encode()))  # fmt: skip
def test_any_bytes_are_a_draft_or_are_refused(content: bytes) -> None:
    try:
        draft = read_draft(content)
    except MjlogError:
        return
    assert draft.after >= 0


WRITERS = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from(["5b", "note", "undo", "sp", "confirm", "add"])), max_size=16
)


@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(WRITERS, st.sampled_from([0, 1, 3]))
def test_three_recorders_keep_one_game_whatever_they_do(tmp_path: Path, acts: list[tuple[int, str]], held: int) -> None:
    """After each act all of them, and one that comes new, have the same game; every note stands in it once."""
    with open_store(tmp_path / "three.db") as store:
        game = f"g{len(store.games())}"
        begin(store, f"game {game} western {PLAYERS}\nhand table")
        sessions = [session_of(store, game, held=held) for _ in range(3)]
        notes: list[str] = []
        for number, (who, act) in enumerate(acts):
            try:
                if act == "undo":
                    undone = sessions[who].undo()
                    notes = [one for one in notes if undone is None or undone.text != f"note {one}"]
                elif act == "confirm":
                    sessions[who].confirm()
                elif act == "add":
                    add(store, f"note {number}", game)
                    notes.append(str(number))
                else:
                    sessions[who].enter(act if act != "note" else f"note {number}")
                    notes += [str(number)] if act == "note" else []
            except MjlogError:
                pass
        for session in sessions:
            session.follow_others()
            assert seen(session) == seen(session_of(store, game, held=held))
        sessions[0].confirm()
        said = [json.loads(body)["text"] for body in store.bodies(game) if b'"note"' in body]
        assert sorted(said) == sorted(notes)
        assert store.verify(game) == []


def test_the_body_of_a_stored_act_is_the_one_that_was_seen(store: SqliteStore) -> None:
    """What goes into the log is, byte for byte, what the pencil showed."""
    session = session_of(store, recorder="kim")
    session.enter("sp")
    bodies = [body for step in session.pencil for body in step.bodies]
    session.confirm()
    assert store.bodies("t")[1:] == bodies
    assert all(event_body(json.loads(body)) == body for body in bodies)


# -- what is in pencil, and who adds to the log -----------------------------------------------------------------------


def beside(store: SqliteStore, text: str) -> bytes | None:
    """What is in pencil, for whoever adds this to the log."""
    log = store.bodies("t")
    game = RecordedGame("add", "t", log)
    made = [one.body for act in acts_in(text) for one in game.carry_out(game.read(act.text))]
    return pencil_beside(store, "t", log, made)


@pytest.mark.parametrize("added", ["wash hand", "smw1h30", "smw1h30; pay; hand", "wash r-; hand; wash"])
def test_a_result_in_pencil_is_not_moved_into_the_next_hand(tmp_path: Path, added: str) -> None:
    with opened(tmp_path, f"game t riichi {PLAYERS}\nhand result") as store:
        session_of(store).enter("wmw1h30")
        with pytest.raises(ChangedError, match="1 act in pencil would mean something else then"):
            beside(store, added)


@pytest.mark.parametrize("added", ["note the bell rang", "s!", "penalty s 1000 late"])
def test_what_leaves_what_is_in_pencil_what_it_is_may_be_added(tmp_path: Path, added: str) -> None:
    """Also the acts themselves, by a writer that knows nothing of pencil."""
    with opened(tmp_path, f"game t riichi {PLAYERS}\nhand result") as store:
        session_of(store).enter("penalty w 1000 late")
        assert beside(store, added) == store.draft("t")
        assert beside(store, "penalty w 1000 late") == store.draft("t")
