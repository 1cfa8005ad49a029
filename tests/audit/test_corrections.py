"""Corrections of every kind: what is read, in which order, and what a correction that is corrected comes to."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from each import each
from mjlog.audit.dead import dead_hands
from mjlog.audit.engine import Engine
from mjlog.chain import GENESIS, chain_id
from mjlog.events import Correction, Discard, Event, convert_event, encode_event
from mjlog.log.corrections import CorrectedLog, apply_corrections, fields_inside, fold_until
from mjlog.log.records import Fault, GameRecord, NoSuchEventError, Row, as_of, known_events
from mjlog.rulesets import load, shipped
from mjlog.samples import samples_folder
from mjlog.simulate import Game
from mjlog.sources import games_in
from tests.short_logs import fields
from turns import examples, in_turn

Fields = dict[str, Any]
FIRST, SECOND = 3, 4
"""The seqs of the two discards of the log below: 5b of East's, 1c of South's. Corrections are numbered from 5 on."""
_LOG = "game; hand depth=table; E discard 5b; S discard 1c"
_WHY = {"type": "correction", "reason": "misread"}


def discard(tile: str) -> list[Fields]:
    """A discard of East's, as it stands in a correction."""
    return [{"type": "discard", "seat": "E", "tile": tile}]


def meant(**more: Any) -> list[Fields]:
    """A correction that stands in another one."""
    return [{**_WHY, **more}]


def rows_of(*corrections: Fields) -> list[Row]:
    """A small log with its corrections."""
    log = fields(_LOG)
    for correction in corrections:
        log.append({"seq": len(log) + 1, **_WHY, **correction})
    return [(convert_event(event), None) for event in log]


def read(*corrections: Fields) -> list[str]:
    """What is read after the beginning of the hand: tiles that are discarded, and codes of what is wrong."""
    found = [row for row, _where in apply_corrections(rows_of(*corrections))][2:]
    return [row.code if isinstance(row, Fault) else getattr(row, "tile", row).value for row in found]


CASES: dict[str, tuple[list[Fields], list[str]]] = {
    "added after one another, in their order": (
        [{"after": FIRST, "events": discard("7b")}, {"after": FIRST, "events": discard("8b")},
         {"after": FIRST, "events": discard("9b")}], ["5b", "7b", "8b", "9b", "1c"]),
    "added after one that was added": (
        [{"after": FIRST, "events": discard("7b")}, {"after": FIRST, "events": discard("9b")},
         {"after": 5, "events": discard("8b")}], ["5b", "7b", "8b", "9b", "1c"]),
    "added after one that is void": (
        [{"of": FIRST, "events": []}, {"after": FIRST, "events": discard("7b")}], ["7b", "1c"]),
    "added after what was added and is void": (
        [{"after": FIRST, "events": discard("7b")}, {"of": 5, "events": []}, {"after": 5, "events": discard("8b")}],
        ["5b", "8b", "1c"]),
    "added after a correction": (
        [{"of": FIRST, "events": discard("7b")}, {"after": 5, "events": discard("8b")}], ["7b", "8b", "1c"]),
    "several events in the place of one": (
        [{"of": FIRST, "events": discard("7b") + discard("8b")}], ["7b", "8b", "1c"]),
    "what was added is corrected": (
        [{"after": FIRST, "events": discard("7b")}, {"of": 5, "events": discard("8b")}], ["5b", "8b", "1c"]),
    "of two corrections the last stands": (
        [{"of": FIRST, "events": discard("7b")}, {"of": FIRST, "events": discard("8b")}], ["8b", "1c"]),
    "the last is void, the one before stands": (
        [{"of": FIRST, "events": discard("7b")}, {"of": FIRST, "events": discard("8b")}, {"of": 6, "events": []}],
        ["7b", "1c"]),
    "the first is void, the last stands all the same": (
        [{"of": FIRST, "events": discard("7b")}, {"of": FIRST, "events": discard("8b")}, {"of": 5, "events": []}],
        ["8b", "1c"]),
    "the first says something else, the last stands all the same": (
        [{"of": FIRST, "events": discard("7b")}, {"of": FIRST, "events": discard("8b")},
         {"of": 5, "events": discard("9b")}], ["8b", "1c"]),
    "void, and made again": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": []}, {"of": 6, "events": []}], ["7b", "1c"]),
    "void, and void no more, and void": (
        [{"of": FIRST, "events": []}, {"of": 5, "events": []}, {"of": 6, "events": []}], ["1c"]),
    "a void correction is written anew": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": []}, {"of": 6, "events": discard("8b")}],
        ["8b", "1c"]),
    "all that corrected a correction is void": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": discard("8b")}, {"of": 5, "events": []}],
        ["5b", "1c"]),
    "another event was meant": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": meant(of=SECOND, events=discard("7b"))}],
        ["5b", "7b"]),
    "another place was meant": (
        [{"after": FIRST, "events": discard("7b")}, {"of": 5, "events": meant(after=SECOND, events=discard("7b"))}],
        ["5b", "1c", "7b"]),
    "another event was meant to be void": (
        [{"of": FIRST, "events": []}, {"of": 5, "events": meant(of=SECOND, events=[])}], ["5b"]),
    "another was not meant after all": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": meant(of=SECOND, events=discard("8b"))},
         {"of": 6, "events": []}], ["7b", "1c"]),
    "the one that was meant is withdrawn for a third, and the first stands again": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": meant(of=SECOND, events=discard("8b"))},
         {"of": 6, "events": meant(after=SECOND, events=discard("9b"))}], ["7b", "1c", "9b"]),
    "the withdrawal was meant for another": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": []},
         {"of": 6, "events": meant(of=SECOND, events=[])}], ["7b"]),
    "it was meant as it was made, with another tile": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": meant(of=SECOND, events=discard("8b"))},
         {"of": 6, "events": discard("9b")}], ["9b", "1c"]),
    "another correction was meant": (
        [{"of": FIRST, "events": discard("7b")}, {"of": SECOND, "events": discard("8b")},
         {"of": 6, "events": meant(of=5, events=discard("9b"))}], ["9b", "1c"]),
    "it names itself": ([{"of": 5, "events": discard("7b")}], ["5b", "1c", "out-of-place"]),
    "it names a later event": ([{"of": 6, "events": discard("7b")}, {"of": SECOND, "events": []}],
                               ["5b", "out-of-place"]),
    "it names nothing": ([{"events": discard("7b")}], ["5b", "1c", "out-of-place"]),
    "it names two": ([{"of": FIRST, "after": SECOND, "events": discard("7b")}], ["5b", "1c", "out-of-place"]),
    "what names nothing is void": ([{"of": 99, "events": []}, {"of": 5, "events": []}], ["5b", "1c"]),
    "what names nothing was meant for an event": (
        [{"of": 99, "events": discard("7b")}, {"of": 5, "events": meant(of=FIRST, events=discard("7b"))}],
        ["7b", "1c"]),
    "what was meant is not there": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": meant(of=77, events=discard("8b"))}],
        ["out-of-place", "1c"]),
    "a correction inside one of an event": (
        [{"of": FIRST, "events": meant(of=SECOND, events=[])}], ["bad-event", "1c"]),
    "a correction inside, of the same one": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": meant(of=5, events=[])}], ["bad-event", "1c"]),
    "a correction inside, beside an event": (
        [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": discard("8b") + meant(of=SECOND, events=[])}],
        ["8b", "bad-event", "1c"]),
    "a correction inside one inside": (
        [{"of": FIRST, "events": discard("7b")}, {"of": SECOND, "events": discard("8b")},
         {"of": 5, "events": meant(of=6, events=meant(of=FIRST, events=[]))}], ["5b", "bad-event"]),
    "what is no event": ([{"of": FIRST, "events": [{"type": "discard", "seat": "E", "tile": "12x"}]}],
                         ["bad-field", "1c"]),
}  # fmt: skip


@each("name", CASES)
def test_the_log_as_corrected_reads(name: str) -> None:
    corrections, expected = CASES[name]
    assert read(*corrections) == expected


def test_what_stands_inside_a_correction_has_its_number() -> None:
    rows = list(
        apply_corrections(rows_of({"of": FIRST, "events": discard("7b")}, {"after": SECOND, "events": discard("8b")}))
    )
    assert [row.seq for row, _where in rows] == [1, 2, 5, 4, 6]


def test_an_act_answers_what_is_read_in_the_place_of_the_event_that_it_names() -> None:
    """What is only said of an event names it as it was written."""
    log = [
        *fields(_LOG),
        {"seq": 5, "type": "claim", "seat": "W", "for": "pung", "on": SECOND},
        {"seq": 6, "type": "dispute", "on": SECOND, "text": "no"},
        {"seq": 7, **_WHY, "of": SECOND, "events": discard("2c")},
    ]

    def answered(log: list[Fields]) -> list[int | None]:
        return [
            row.on
            for row, _where in apply_corrections((convert_event(event), None) for event in log)
            if not isinstance(row, Fault)
        ]

    assert answered(log)[-2:] == [7, SECOND]
    log.append({"seq": 8, **_WHY, "of": 7, "events": discard("3c")})
    assert answered(log)[-2:] == [8, SECOND]
    log.append({"seq": 9, **_WHY, "of": SECOND, "events": []})
    assert answered(log)[-2:] == [SECOND, SECOND]


def _renamed(game: str) -> Fields:
    """The game-start with another rule set, and this id."""
    start = {**fields(_LOG)[0], "game": game, "ruleset": "western"}
    return {"of": 1, "events": [{name: value for name, value in start.items() if name != "seq"}]}


@pytest.mark.parametrize("corrections", [
    [_renamed("wednesday")],
    [{"of": FIRST, "events": discard("7b")}, {"of": 5, "events": meant(**_renamed("wednesday"))}],
])  # fmt: skip
def test_a_game_keeps_its_id_whatever_a_correction_says(corrections: list[Fields]) -> None:
    """The id is that of the log. The rest of the game-start is read, and the correction is at fault."""
    record = GameRecord("", "", iter(rows_of(*corrections)), corrected=True)
    replay = Engine(record)
    found = [finding for report in replay.run() for finding in report.findings]
    assert [(one.code, one.seq, one.found) for one in found] == [("bad-field", 4 + len(corrections), "wednesday")]
    assert found[0].expected == replay.frame.game == fields(_LOG)[0]["game"]
    assert "a game keeps the id that its log began with" in found[0].message
    assert replay.rules.ruleset.id == "western"


def test_the_events_that_do_not_stand_any_more_are_named_with_what_decides_instead() -> None:
    def corrected(*corrections: Fields) -> dict[int, int]:
        return CorrectedLog(rows_of(*corrections)).corrected()

    other, void = {"of": FIRST, "events": discard("7b")}, {"events": []}
    assert corrected(other) == {FIRST: 5}
    assert corrected(other, {"of": FIRST, **void}) == {FIRST: 6}
    assert corrected(other, {"of": 5, **void}) == {5: 6}
    assert corrected(other, {"of": FIRST, **void}, {"of": 6, **void}) == {FIRST: 5, 6: 7}
    assert corrected(other, {"of": 5, "events": discard("8b")}) == {FIRST: 6, 5: 6}
    assert corrected(other, {"of": 5, "events": meant(of=SECOND, events=[])}) == {SECOND: 6, 5: 6}
    assert corrected({"after": FIRST, "events": discard("7b")}, {"of": 5, **void}) == {5: 6}


def test_a_line_that_cannot_be_read_is_corrected_like_an_event() -> None:
    rows = rows_of({"of": FIRST, "events": discard("7b")})
    rows[FIRST - 1] = (Fault("bad-field", "a blot", seq=FIRST), 3)
    found = [row for row, _where in apply_corrections(rows)][2:]
    assert [row.tile.value for row in found if isinstance(row, Discard)] == ["7b", "1c"]
    unread = [row for row, _where in apply_corrections(rows[:-1])]
    assert [type(row).__name__ for row in unread] == ["GameStart", "HandStart", "Fault", "Discard"]


def test_a_gap_in_the_numbers_is_told_once_and_its_event_cannot_be_named() -> None:
    rows = rows_of({"of": FIRST, "events": discard("7b")})
    del rows[FIRST - 1]
    found = [row for row, _where in apply_corrections(rows)][2:]
    assert [row.code if isinstance(row, Fault) else row.type for row in found] == [
        "seq-gap", "discard", "out-of-place"
    ]  # fmt: skip


def test_rows_up_to_a_place_are_those_before_it_as_corrected() -> None:
    rows = rows_of({"after": FIRST, "events": discard("7b")}, {"of": SECOND, "events": discard("8b")})
    whole = list(apply_corrections(rows))
    assert fold_until(rows, FIRST, after=False) == whole[:2]
    assert fold_until(rows, FIRST, after=True) == whole[:3]
    assert fold_until(rows, 5, after=False) == whole[:3]
    assert fold_until(rows, 5, after=True) == whole[:4]
    assert fold_until(rows, 6, after=True) == fold_until(rows, SECOND, after=True) == whole
    assert fold_until(rows, 99, after=False) == whole


def test_all_that_a_correction_holds_is_told_also_inside_another() -> None:
    event = convert_event({"seq": 9, **_WHY, "of": 5, "events": meant(of=FIRST, events=discard("7b"))})
    assert isinstance(event, Correction)
    assert [one["type"] for one in fields_inside(event)] == ["correction", "discard"]


@pytest.mark.parametrize("how", ["of", "after"])
def test_a_chain_of_thousands_of_corrections_is_read(how: str) -> None:
    chain = [{how: FIRST if at == 0 else 4 + at, "events": discard("7b")} for at in range(20_000)]
    assert len(read(*chain)) == (2 if how == "of" else 20_002)


# -- whatever they hold ---------------------------------------------------------------------------------------------

_EVENTS = st.lists(
    st.one_of(
        st.sampled_from([*discard("7b"), {"type": "note", "text": "x"}, {"type": "nothing"}, {}, {"type": 7}]),
        st.builds(lambda of, events: meant(of=of, events=events)[0], st.integers(1, 12), st.just(discard("8b"))),
        st.builds(lambda after: meant(after=after, events=[])[0], st.integers(1, 12)),
    ),
    max_size=2,
)
_CORRECTIONS = st.lists(
    st.builds(lambda how, seq, events: {how: seq, "events": events}, st.sampled_from(["of", "after"]),
              st.integers(1, 14), _EVENTS), max_size=10,
)  # fmt: skip


def replayed(rows: list[Row]) -> list[Fields]:
    """What comes of a log, as corrected."""
    return [report.as_json() for report in Engine(GameRecord("", "", iter(rows), corrected=True)).run()]


@given(_CORRECTIONS)
@settings(max_examples=examples(150), deadline=None)
def test_any_corrections_can_be_read_and_give_the_same_each_time(corrections: list[Fields]) -> None:
    rows = rows_of(*corrections)
    assert list(apply_corrections(rows)) == list(apply_corrections(rows))
    assert replayed(rows) == replayed(rows)
    told = [row for row, _where in apply_corrections(rows)]
    assert not any(isinstance(row, Correction) for row in told)
    for seq in range(1, len(rows) + 1):
        before, here = (fold_until(rows, seq, after) for after in (False, True))
        assert list(apply_corrections(rows))[: len(before)] == before == here[: len(before)]


@given(_CORRECTIONS)
@settings(max_examples=examples(150), deadline=None)
def test_void_of_void_is_as_before(corrections: list[Fields]) -> None:
    """Whichever correction is made void, and that again: nothing reads otherwise."""
    rows = rows_of(*corrections)
    last = len(rows)
    for made in CorrectedLog(rows).made:
        if made.outer is None:
            again = [*corrections, {"of": made.event.seq, "events": []}, {"of": last + 1, "events": []}]
            assert list(apply_corrections(rows_of(*again))) == list(apply_corrections(rows))


@given(_CORRECTIONS)
@settings(max_examples=examples(100), deadline=None)
def test_a_correction_that_is_void_might_never_have_been_made(corrections: list[Fields]) -> None:
    """The last one at least, which no other depends on."""
    rows = rows_of(*corrections)
    if corrections and any(made.event.seq == len(rows) for made in CorrectedLog(rows).made):
        undone = [*corrections, {"of": len(rows), "events": []}]
        assert list(apply_corrections(rows_of(*undone))) == list(apply_corrections(rows[:-1]))


# -- what a log said at an earlier time --------------------------------------------------------------------------------


def rows() -> list[Row]:
    """A payment that is wrong (event 4), put right (5), and wrong again (6)."""
    log = fields("game western; hand depth=result; E mahjong wall; settlement E=60 S=-20 W=-20 N=-10")
    right = {"type": "settlement", "change": {"E": 60, "S": -20, "W": -20, "N": -20}}
    log.append({"seq": 5, "type": "correction", "of": 4, "events": [right], "reason": "ten more"})
    log.append({"seq": 6, "type": "correction", "of": 5, "events": [], "reason": "no"})
    return [(convert_event(event), None) for event in log]


def record(found: list[Row]) -> GameRecord:
    """A game of these rows."""
    return GameRecord("club.jsonl", "tuesday", iter(found), corrected=True)


def codes(seq: int | None, as_recorded: bool = False) -> list[str]:
    """What is found as of an event."""
    replay = Engine(as_of(record(rows()), seq), as_recorded=as_recorded)
    return [finding.code for report in replay.run() for finding in report.findings]


def test_each_correction_counts_from_its_own_event_on() -> None:
    assert [codes(seq) for seq in (3, 4, 5, 6)] == [[], ["not-zero-sum"], [], ["not-zero-sum"]]
    assert [codes(seq, as_recorded=True) for seq in (3, 4, 5, 6)] == [[], *[["not-zero-sum"]] * 3]


def test_as_of_the_last_event_is_now() -> None:
    assert list(as_of(record(rows()), 6).rows) == rows()
    assert codes(6) == codes(None)
    same = record(rows())
    assert as_of(same, None) is same
    assert (as_of(same, 6).as_of, same.as_of) == (6, None)


@pytest.mark.parametrize("seq", [7, 900])
def test_a_log_that_has_not_come_so_far_says_how_far_it_has(seq: int) -> None:
    with pytest.raises(NoSuchEventError) as caught:
        list(as_of(record(rows()), seq).rows)
    assert str(caught.value) == f"club.jsonl: game tuesday: there is no event {seq}: its events are 1 to 6"
    assert caught.value.last == 6
    assert known_events(0) == "it has no events"


def test_a_damaged_log_ends_with_the_event_and_what_is_wrong_with_it() -> None:
    """A broken chain is told before its event; what cannot be read has a number, or it is left out after it."""
    found = rows()
    found.insert(3, (Fault("chain-broken", "changed", seq=4), None))
    assert [row.seq for row, _where in as_of(record(found), 4).rows] == [1, 2, 3, 4, 4]
    found = rows()
    found[3] = (Fault("bad-field", "a blot", seq=4), None)
    assert [row.seq for row, _where in as_of(record(found), 4).rows] == [1, 2, 3, 4]
    found[3] = (Fault("bad-json", "a blot"), None)
    assert [row.seq for row, _where in as_of(record(found), 3).rows] == [1, 2, 3]
    with pytest.raises(NoSuchEventError):
        list(as_of(record(found), 4).rows)


# -- what follows from a correction ------------------------------------------------------------------------------------


GAMES = ("western", "bmja", "american")
_MOST = 450
"""Events of a game: the first hands."""
_ONE_HAND = "game western; hand depth=result; E mahjong wall; settlement E=60 S=-20 W=-20 N=-20"


def sample(name: str) -> list[Fields]:
    """The events of a sample game; none says by number which one it answers."""
    record = next(games_in(str(samples_folder() / "games" / f"{name}.mjlog.jsonl.xz")))
    events = [json.loads(encode_event(row)) for row, _where in record.rows if isinstance(row, Event)]
    return [{name: value for name, value in event.items() if name != "on"} for event in events]


def judged(events: list[Fields], as_recorded: bool = False) -> list[Fields]:
    """The reports of a log, without the numbers of the events that findings are at."""
    rows: list[Row] = [(convert_event(one), None) for one in events]
    replay = Engine(GameRecord("", "", iter(rows), corrected=True), as_recorded=as_recorded)
    reports = [report.as_json() for report in replay.run()]
    for report in reports:
        report["findings"] = [{**one, "seq": None} for one in report["findings"]]
        report["unjudged"] = [{**one, "since": None, "until": None} for one in report["unjudged"]]
    return reports


def corrected(events: list[Fields], of: int, inside: list[Fields], **more: Any) -> list[Fields]:
    """The log with one more correction."""
    made = {"seq": len(events) + 1, "type": "correction", "of": of, "events": inside, "reason": "a slip", **more}
    return [*events, made]


def rewritten(events: list[Fields], of: int, inside: list[Fields]) -> list[Fields]:
    """The log as it would be, had it been written like that."""
    found = [*events[: of - 1], *inside, *events[of:]]
    return [{**event, "seq": seq} for seq, event in enumerate(found, 1)]


def without_seq(event: Fields, **other: Any) -> Fields:
    """An event as it stands in a correction."""
    return {**{name: value for name, value in event.items() if name != "seq"}, **other}


@pytest.mark.parametrize("name", GAMES)
def test_a_corrected_game_is_judged_as_if_it_had_been_written_so(name: str) -> None:
    """Events of all types are left out, doubled, or changed."""
    events, chance = sample(name)[:_MOST], Random(7)
    types = sorted({event["type"] for event in events})
    for kind in in_turn(types, len(name)):
        event = chance.choice([one for one in events if one["type"] == kind])
        fields = without_seq(event)
        changed = {**fields, "seat": "N"} if "seat" in fields else fields
        for inside in ([], [fields, fields], [changed]):
            done, right = corrected(events, event["seq"], inside), rewritten(events, event["seq"], inside)
            if right and right[0]["type"] == "game-start":
                assert judged(done) == judged(right), (kind, inside)


def test_options_corrected_in_the_game_start_change_every_score_after_it() -> None:
    events = sample("limit-hands")
    start = without_seq(events[0])
    other = {**start, "options": {**(start.get("options") or {}), "ScoreLimit": 300}}
    done = corrected(events, 1, [other])
    assert judged(done) == judged(rewritten(events, 1, [other]))
    assert any(one["code"] == "wrong-score" for report in judged(done) for one in report["findings"])
    assert judged(done, as_recorded=True) == judged(events)
    assert judged(corrected(done, len(done), [])) == judged(events)


def test_players_who_sat_otherwise_have_other_totals_and_other_seats() -> None:
    text = f"{_ONE_HAND}; end anna=-20 ben=60 cora=-20 dora=-20"
    events = fields(text)
    assert [one["code"] for report in judged(events) for one in report["findings"]] == ["wrong-total"]
    for kind in ("game-start", "hand-start"):
        event = next(one for one in events if one["type"] == kind)
        seats = {"E": "ben", "S": "anna", "W": "cora", "N": "dora"}
        other = {"players": list(seats.values())} if kind == "game-start" else {"seats": seats}
        events = corrected(events, event["seq"], [without_seq(event, **other)], agreed=["anna", "ben"])
    assert judged(events) == judged([*rewritten_twice(fields(text))])
    assert [one["code"] for report in judged(events) for one in report["findings"]] == []


def rewritten_twice(events: list[Fields]) -> list[Fields]:
    """The log of the test above with anna and ben in each other's place from the beginning."""
    text = json.dumps(events[:2]).replace("anna", "\0").replace("ben", "anna").replace("\0", "ben")
    return [*json.loads(text), *events[2:]]


def test_a_hand_start_that_is_corrected_moves_the_winds_of_all_hands_after_it() -> None:
    events = fields(f"{_ONE_HAND}; hand 2 depth=result; washout")
    start = next(one for one in events if one["type"] == "hand-start")
    done = corrected(events, start["seq"], [without_seq(start, round="S")])
    assert judged(done) == judged(rewritten(events, start["seq"], [without_seq(start, round="S")]))
    assert any(one["code"] == "wrong-round" for report in judged(done) for one in report["findings"])


def test_a_correction_changes_no_id_of_what_was_written_before() -> None:
    events = sample("western")
    done = corrected(events, 40, [])

    def ids(log: list[Fields]) -> list[str]:
        found = [GENESIS]
        for event in log:
            found.append(chain_id(found[-1], msgspec.json.Encoder(order="sorted").encode(event)))
        return found[1:]

    assert ids(done)[: len(events)] == ids(events)
    assert len(ids(done)) == len(events) + 1


# -- what came first is told by the place in the log -------------------------------------------------------------------


TYPES = (
    "claim", "expose", "kong", "discard", "joker-exchange", "lay-concealed", "retract", "mahjong", "show", "dead",
    "score", "settlement",
)  # fmt: skip
HANDS = 5


def simulated(ruleset: str) -> list[Fields]:
    """A game in which everything is recorded; by a card with mistakes, and what follows from them."""
    return list(_made(ruleset))


@cache
def _made(ruleset: str) -> tuple[Fields, ...]:
    lines: list[bytes] = []
    Game(load(ruleset), 4711, 2, hands=HANDS, mistakes=ruleset == "american").play(lines.append)
    return tuple(json.loads(line) for line in lines)


def said_again(events: Sequence[Fields], wanted: Callable[[Fields], bool]) -> list[Fields]:
    """The log with these events corrected to what they are already, the last of them first."""
    log = list(events)
    for event in reversed([event for event in events if wanted(event)]):
        same = {key: value for key, value in event.items() if key != "seq"}
        log.append({"seq": len(log) + 1, "type": "correction", "of": event["seq"], "events": [same], "reason": "again"})
    return log


def told(events: Sequence[Fields]) -> list[Any]:
    """What the audit says of each hand, but for the numbers of events."""
    rows = ((convert_event(event), None) for event in events)
    reports = [report.as_json() for report in Engine(GameRecord("test", "test", rows, corrected=True)).run()]
    numbers = {"seq": None, "expected": None, "found": None, "message": None}
    return [report | {"findings": [finding | numbers for finding in report["findings"]]} for report in reports]


@cache
def told_of(ruleset: str) -> list[Any]:
    """What it says of the game as it was written down."""
    return told(simulated(ruleset))


@pytest.mark.parametrize(("ruleset", "kind"), in_turn(itertools.product(shipped(), TYPES)))
def test_events_that_are_corrected_to_what_they_are_change_nothing(ruleset: str, kind: str) -> None:
    events = simulated(ruleset)
    assert told(said_again(events, lambda event: event["type"] == kind)) == told_of(ruleset)


@pytest.mark.parametrize("ruleset", shipped())
def test_nor_do_those_of_every_other_place(ruleset: str) -> None:
    events = simulated(ruleset)
    for odd in range(3):
        assert told(said_again(events, lambda event, odd=odd: event["seq"] % 3 == odd)) == told_of(ruleset)


def findings(events: Sequence[Fields]) -> list[tuple[str, int | None]]:
    """Codes and events of what is found."""
    replay = Engine(GameRecord("test", "test", ((convert_event(event), None) for event in events), corrected=True))
    return [(finding.code, finding.seq) for report in replay.run() for finding in report.findings]


def inside(event: Fields, **other: Any) -> Fields:
    """An event as it stands in a correction."""
    return {key: value for key, value in event.items() if key != "seq"} | other


def test_a_wrong_score_is_no_fault_of_the_mahjong_that_one_correction_puts_in_with_it() -> None:
    """All events of a correction have one number: what the hand was worth and who pays is judged all the same."""
    events = simulated("pung-chi")
    won = next(event["seq"] for event in events if event["type"] == "mahjong")
    scored = next(event["seq"] for event in events if event["type"] == "score" and event["total"])
    end = [inside(event) for event in events[won - 1 : scored]]
    end[-1]["total"] += 1
    log = [*events]
    for seq in range(won, scored + 1):
        log.append({"seq": len(log) + 1, "type": "correction", "of": seq, "events": [], "reason": "all again"})
    log.append({"seq": len(log) + 1, "type": "correction", "after": won, "events": end, "reason": "all again"})
    assert findings(log) == [("wrong-score", len(log))]
    before, after = told(events)[0], told(log)[0]
    assert after["settlement"] == before["settlement"]
    assert [one["computed"] for one in after["scores"].values()] == [
        one["computed"] for one in before["scores"].values()
    ]


def test_a_set_that_answers_its_claim_may_follow_a_discard_that_was_corrected() -> None:
    events = simulated("western")
    at = next(at for at, event in enumerate(events) if event["type"] == "expose")
    claim = max(
        event["seq"] for event in events[:at] if event["type"] == "claim" and event["seat"] == events[at]["seat"]
    )
    events[at] = {**events[at], "on": claim}
    discard = max(event["seq"] for event in events[:at] if event["type"] == "discard")
    assert findings(events) == []
    assert findings(said_again(events, lambda event: event["seq"] == discard)) == []


def test_what_a_correction_puts_before_the_game_start_is_out_of_place() -> None:
    events = simulated("western")
    fined = {"type": "note", "text": "late"}
    both = {"type": "correction", "of": 1, "events": [fined, inside(events[0])], "reason": "late"}
    assert findings([*events, {"seq": len(events) + 1, **both}]) == [("out-of-place", len(events) + 1)]


def dead_told(events: Sequence[Fields]) -> list[Any]:
    """The dead hands in their order, with places in the log instead of numbers."""
    rows = [(convert_event(event), None) for event in events]
    where = {row.seq: place for place, (row, _where) in enumerate(apply_corrections(rows))}
    found = dead_hands(GameRecord("test", "test", iter(rows), corrected=True))
    return [
        (one.seat, one.kind, one.since and [where.get(seq, seq) for seq in one.since], where.get(one.certain or 0))
        for one in found
    ]


@pytest.mark.parametrize("ruleset", in_turn(shipped()))
def test_dead_hands_of_corrected_events_are_told_in_the_order_of_the_log(ruleset: str) -> None:
    """Since when a number of tiles may have been wrong: from the earlier event to the later one."""
    events, chance = simulated(ruleset), Random(1)
    several = 0
    for _ in range(4):
        log = [dict(event) for event in events if event["type"] != "wall" and "on" not in event]
        for place in sorted(chance.sample(range(10, len(log)), 6), reverse=True):
            del log[place]
        log = [{**event, "seq": seq} for seq, event in enumerate(log, 1)]
        told = dead_told(log)
        several += len(told) > 1
        assert dead_told(said_again(log, lambda event: event["seq"] % 2 == 0)) == told
    assert several
