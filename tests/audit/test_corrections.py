"""Corrections of every kind: what is read, in which order, and what a correction that is corrected comes to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from each import each
from mjlog.audit.engine import Engine
from mjlog.events import Correction, Discard, convert_event
from mjlog.log.corrections import CorrectedLog, apply_corrections, fields_inside, fold_until
from mjlog.log.records import Fault, GameRecord, Row
from tests.short_logs import fields
from turns import examples

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
