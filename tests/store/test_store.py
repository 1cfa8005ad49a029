"""What every store does."""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjlog.audit.game import Game
from mjlog.chain import GENESIS, chain_id, event_body
from mjlog.errors import ConflictError, StoreError
from mjlog.events import GameStart
from mjlog.sources import stored_game
from mjlog.store import GameInfo, Head, NotFoundError, Origin, SqliteStore, StoredEvent, open_store
from mjlog.store.merging import Relation, addition
from mjlog.store.queries import BATCH
from tests.store.conftest import note, notes
from turns import examples

START = event_body(
    {"seq": 1, "type": "game-start", "format": 1, "game": "demo", "ruleset": "western",
     "players": ["anna", "ben", "čeněk", "dora"]}
)  # fmt: skip
HAND = event_body(
    {"seq": 2, "type": "hand-start", "hand": 1, "round": "E",
     "seats": {"E": "anna", "S": "ben", "W": "čeněk", "N": "dora"}}
)  # fmt: skip
START_ID = "bedda872f1bfe4beee85b43be56da2fe8cbfe41114ba728f1d12839c77f96a7b"
HAND_ID = "803b8390d070cfc51c028558cdc2b13725fa8a8ba73ab4697bb84970a8e3c300"


def test_the_chain_is_the_one_of_the_format(store: SqliteStore) -> None:
    """The test vector of FORMAT gives its ids."""
    assert store.append("demo", [START], expected_last=0) == Head(1, START_ID)
    assert store.append("demo", [HAND], expected_last=1) == Head(2, HAND_ID)
    assert list(store.read("demo")) == [
        StoredEvent(1, START_ID, GENESIS, START),
        StoredEvent(2, HAND_ID, START_ID, HAND),
    ]
    assert store.verify() == []


def test_games_are_listed_as_their_first_event_describes_them(store: SqliteStore) -> None:
    """In the order in which they were begun; what is not said is None."""
    store.append("notes", notes(1, 2))
    store.append("demo", [START, HAND])
    players = ("anna", "ben", "čeněk", "dora")
    assert store.games() == [
        GameInfo("notes", None, 2, chain_id(chain_id(GENESIS, note(1)), note(2))),
        GameInfo("demo", "western", 2, HAND_ID, players),
    ]
    assert "demo" in store
    assert "other" not in store


def test_a_log_is_read_whole_or_from_a_seq_on(store: SqliteStore) -> None:
    """Reading goes on over batches, and links every event to the one before."""
    last = 2 * BATCH + 5
    store.import_game("long", notes(1, last))
    events = list(store.read("long"))
    assert [event.seq for event in events] == list(range(1, last + 1))
    assert all(after.prev == before.id for before, after in pairwise(events))
    assert list(store.read("long", after=BATCH)) == events[BATCH:]
    assert list(store.read("long", after=last)) == []
    assert store.bodies("long") == notes(1, last)
    assert store.checked_bodies("long") == (notes(1, last), [])
    assert store.event("long", BATCH + 1) == events[BATCH]
    assert store.head("long") == Head(last, events[-1].id)


def test_what_is_not_there_is_said_with_what_is(store: SqliteStore) -> None:
    """An unknown game names the nearest one, an unknown event the range."""
    store.append("demo", [START])
    for ask in (store.head, store.bodies, store.read, store.verify, store.origins, store.checked_bodies):
        with pytest.raises(NotFoundError, match=r"there is no game dmo here; did you mean demo\?"):
            ask("dmo")
    for seq in (0, 2, -1):
        with pytest.raises(NotFoundError, match="has the events 1 to 1"):
            store.event("demo", seq)


def test_the_second_of_two_writers_is_told(store: SqliteStore) -> None:
    """Whoever has not seen the end of the log stores nothing."""
    store.append("demo", [START], expected_last=0)
    store.append("demo", [note(2, "mine")], expected_last=1)
    with pytest.raises(ConflictError, match=r"has 2 events, this writer had seen 1; event 2 is .*mine.*append from 3"):
        store.append("demo", [note(2, "theirs")], expected_last=1)
    with pytest.raises(ConflictError, match="event 2 was to be added"):
        store.append("demo", [note(2, "theirs")])
    assert store.head("demo").seq == 2


def test_a_gap_is_refused(store: SqliteStore) -> None:
    """The next event is the next one, and an append has no hole in it."""
    with pytest.raises(StoreError, match="has 0 events: the next one is 1, not 2"):
        store.append("demo", [note(2)])
    with pytest.raises(StoreError, match="event 1 is followed by seq 3"):
        store.append("demo", [note(1), note(3)])
    assert "demo" not in store
    assert store.games() == []


def test_a_repeated_append_is_stored_once(store: SqliteStore) -> None:
    """The same key with the same bodies is answered with what was stored, also when the log went on."""
    head = store.append("demo", notes(1, 2), expected_last=0, key="k")
    store.append("demo", notes(3, 4))
    assert store.append("demo", notes(1, 2), expected_last=0, key="k") == head
    assert store.appended("k") == (1, head)
    assert store.appended("other") is None
    assert store.head("demo").seq == 4


@pytest.mark.parametrize(
    ("game", "bodies"), [("demo", [note(1, "b")]), ("other", [note(1, "a")]), ("demo", notes(1, 2))]
)
def test_a_key_stands_for_one_append(store: SqliteStore, game: str, bodies: list[bytes]) -> None:
    """Used for another one, both are shown."""
    store.append("demo", [note(1, "a")], key="k")
    with pytest.raises(ConflictError, match=r"stored then, in game demo: .*\"a\".*; sent now, for game"):
        store.append(game, bodies, key="k")
    assert store.bodies("demo") == [note(1, "a")]


def test_a_refused_append_does_not_use_up_its_key(store: SqliteStore) -> None:
    """What was not stored may be sent again, corrected."""
    with pytest.raises(StoreError):
        store.append("demo", [note(2)], key="k")
    assert store.append("demo", [note(1)], key="k").seq == 1


def test_an_import_can_be_repeated(store: SqliteStore) -> None:
    """The same log is left as it is; another one of the same name is a conflict that says where it differs."""
    head = store.import_game("demo", notes(1, 3))
    assert store.import_game("demo", notes(1, 3)) == head
    with pytest.raises(ConflictError, match="has 3 events, the new one 3; they agree up to event 2"):
        store.import_game("demo", [*notes(1, 2), note(3, "other")])
    with pytest.raises(ConflictError, match="they agree up to event 3"):
        store.import_game("demo", notes(1, 4))


def test_origins_stay_with_their_events(store: SqliteStore) -> None:
    """File and line, over several files, with events of no file between them."""
    given = [Origin("h1.mjs", 3), Origin("h1.mjs", 3), None, Origin("h2.mjs", None), Origin("h2.mjs", 7)]
    store.append("demo", notes(1, 5), origins=given)
    store.append("demo", [note(6)])
    store.append("demo", [note(7)], origins=[Origin("h2.mjs", 8)])
    expected = {seq: origin for seq, origin in enumerate(given, 1) if origin} | {7: Origin("h2.mjs", 8)}
    assert store.origins("demo") == expected
    with pytest.raises(StoreError, match="1 events came with 2 origins"):
        store.append("demo", [note(8)], origins=[None, None])


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b"1", b'"text"', b"\xff", b'{"seq":1', b"{" * 100_000,
    b'{"type":"note","seq":1}', b'{"seq": 1}', b'{"seq":1.0}', b'{"seq":1,"x":1.0}', b'{"seq":1,"x":1E3}',
    b'{"seq":1,"x":"\\u00e9"}', b'{"seq":1,"x":"\\ud800"}', b'{"seq":1,"seq":1}', b'{"seq":1,"x":NaN}',
    b'{"seq":true}', b'{"seq":"1"}', b'{"seq":0}', b'{"seq":-1}', b'{"text":"no seq"}',
    b'{"seq":1,"x":' + b"9" * 5000 + b"}", b'{"id":"x","seq":1}', b'{"prev":"x","seq":1}',
    b'{"game":"other","seq":1,"type":"game-start"}', b'{"seq":1,"x":"' + b"a" * 5_000_000 + b'"}',
], ids=lambda body: repr(body[:30]))  # fmt: skip
def test_what_is_no_canonical_event_is_refused(store: SqliteStore, body: bytes) -> None:
    """Nothing enters whose bytes a stand-alone verifier would compute otherwise."""
    with pytest.raises(StoreError):
        store.append("demo", [body])
    assert store.games() == []


@pytest.mark.parametrize("body", [
    '{"seq":1,"x":1.5}', '{"seq":1,"x":1e+21}', '{"seq":1,"x":"2e5 \U0001f000"}',
    '{"seq":1,"\U0001f000":1,"\ufb33":2}',
    '{"seq":1,"x":"\\u0000\\u001f\\"\\\\/\x7f\u2028"}', '{"seq":1,"x":123456789012345678901234567890}',
])  # fmt: skip
def test_canonical_json_is_stored_as_it_is(store: SqliteStore, body: str) -> None:
    """Unknown fields of every shape come back byte for byte."""
    store.append("demo", [body.encode()])
    assert store.bodies("demo") == [body.encode()]


@pytest.mark.parametrize("name", ["", "x" * 1001, "half \ud800"])
def test_names_that_cannot_be_stored_are_refused(store: SqliteStore, name: str) -> None:
    """Game ids, keys and file names alike."""
    with pytest.raises(StoreError):
        store.append(name, [note(1)])
    with pytest.raises(StoreError):
        store.append("demo", [note(1)], key=name)
    with pytest.raises(StoreError):
        store.append("demo", [note(1)], origins=[Origin(name)])
    assert store.games() == []


def test_nothing_cannot_be_appended(store: SqliteStore) -> None:
    """An append of no event is a mistake of the caller's."""
    with pytest.raises(StoreError, match="nothing to append"):
        store.append("demo", [])


def test_messages_show_nothing_that_a_terminal_obeys(store: SqliteStore) -> None:
    """Bidirectional controls in a stored event are not repeated in an error."""
    store.append("demo", [note(1, "\u202eabc\u009b")])
    with pytest.raises(ConflictError) as caught:
        store.append("demo", [note(1, "b")])
    assert "\u202e" not in str(caught.value)
    assert "\u009b" not in str(caught.value)


def test_a_closed_store_says_so(store: SqliteStore) -> None:
    """Closing twice does nothing."""
    store.append("demo", [note(1)])
    store.close()
    store.close()
    for ask in (store.games, lambda: store.append("demo", [note(2)]), lambda: store.bodies("demo"), store.verify):
        with pytest.raises(StoreError, match="the store is closed"):
            ask()


# -- games of elsewhere beside those that are here ---------------------------------------------------------------------


@pytest.mark.parametrize("seq", range(1, 6))
@pytest.mark.parametrize("longer", [0, 3])
def test_the_first_event_that_differs_is_named(store: SqliteStore, seq: int, longer: int) -> None:
    store.append("demo", notes(1, 5))
    other = [*notes(1, seq - 1), note(seq, "another"), *notes(seq + 1, 5 + longer)]
    with pytest.raises(ConflictError, match=rf"event {seq} differs, .*{{\"seq\":{seq},.*another"):
        addition(store, "demo", other)


@pytest.mark.parametrize(
    ("last", "relation", "added"),
    [(3, Relation.SHORTER, []), (5, Relation.SAME, []), (7, Relation.LONGER, [6, 7])],
)
def test_a_log_that_goes_on_adds_what_is_new(
    store: SqliteStore, last: int, relation: Relation, added: list[int]
) -> None:
    store.append("demo", notes(1, 5))
    found = addition(store, "demo", notes(1, last))
    assert (found.standing, [row.seq for row in found.rows]) == (relation, added)
    assert addition(store, "other", notes(1, last)).standing is Relation.NEW


# -- lists of games follow the corrections of their beginnings, as a replay of the whole log does ----------------------


Fields = dict[str, Any]
PLAYERS = ["anna", "ben", "cleo", "dora"]
BEGINNING: Fields = {"type": "game-start", "game": "demo", "ruleset": "western", "players": PLAYERS}
SEATS = dict(zip("ESWN", PLAYERS, strict=True))
LOG: list[Fields] = [
    {**BEGINNING, "at": "2026-05-01T19:30:00Z", "place": "club"},
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


OTHER: Fields = {**BEGINNING, "ruleset": "bmja", "players": PLAYERS[::-1], "table": "2"}
WASHOUT: list[Fields] = [{"type": "washout"}]
CASES: dict[str, tuple[list[Fields], tuple[str, str | None, str | None]]] = {
    "nothing was corrected": ([], ("western", "club", None)),
    "something else was": ([{"of": 3, "events": []}], ("western", "club", None)),
    "other rules": ([{"of": 1, "events": [OTHER]}], ("bmja", None, "2")),
    "others again": (
        [{"of": 1, "events": [OTHER]}, {"of": 1, "events": [{**BEGINNING, "place": "home"}]}],
        ("western", "home", None),
    ),
    "the correction was corrected": (
        [{"of": 1, "events": [BEGINNING]}, {"of": 4, "events": [OTHER]}], ("bmja", None, "2")),
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
    store.append("demo", bodies({"of": 1, "events": [{**BEGINNING, "at": then}]}))
    assert [info.at for info in store.games()] == [then]


def test_what_cannot_be_read_changes_no_list(store: SqliteStore) -> None:
    """A correction that is no event, and one of nothing that a game could begin with."""
    odd = bodies({"of": 1, "events": [{**BEGINNING, "players": "anna"}]}, {"of": "1", "events": [OTHER]})
    store.append("demo", odd)
    assert [(info.ruleset, info.place) for info in store.games()] == [("western", "club")]


def test_each_game_of_many_is_listed_by_its_own_corrections(store: SqliteStore) -> None:
    for number in range(4):
        name, fixes = f"game {number}", [{"of": 1, "events": [{**OTHER, "place": str(number)}]}] * (number % 2)
        log = bodies(*fixes)
        store.append(name, [event_body({**BEGINNING, "seq": 1, "game": name, "place": "club"}), *log[1:]])
    assert [info.place for info in store.games()] == ["club", "1", "club", "3"]


inside = st.lists(st.sampled_from([BEGINNING, OTHER, *WASHOUT]), max_size=2)
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
