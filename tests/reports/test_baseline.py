"""Accepted findings: recognised however the log grows, and by nothing else."""

from __future__ import annotations

import pytest
from told_games import hands_of, rows

from mjlog.errors import RecordError
from mjlog.reports.choice import Baseline, Entry, baseline_lines, entry_of, events_of, kept, read_baseline, stale

FAULTY = "game; hand depth=table; E discard 5b; W draw ??"


def accepted_in(text: str) -> Baseline:
    """A baseline of everything found in a log, written and read again."""
    events = events_of(rows(text))
    entries = [entry_of("short", one, events) for hand in hands_of(text) for one in hand.findings]
    return read_baseline(b"".join(baseline_lines(entries)), "b.jsonl")


def left(text: str, baseline: Baseline) -> list[str]:
    """The codes that are not accepted."""
    hands, _used = baseline.apply("short", hands_of(text), events_of(rows(text)))
    return [one.code for hand in hands for one in hand.findings]


def test_an_accepted_finding_is_left_out_and_counted() -> None:
    hands, used = accepted_in(FAULTY).apply("short", hands_of(FAULTY), events_of(rows(FAULTY)))
    assert [(len(hand.findings), hand.accepted) for hand in hands] == [(0, 1)]
    assert used == [0]


def test_it_is_recognised_when_the_log_has_grown() -> None:
    assert left(FAULTY + "; W discard 1c; N discard 2c; S discard 2c", accepted_in(FAULTY)) != []
    assert "out-of-turn" not in left(FAULTY + "; W discard 1c", accepted_in(FAULTY))


def test_another_event_under_the_same_number_is_another_finding() -> None:
    assert left(FAULTY.replace("W draw ??", "W draw 1c"), accepted_in(FAULTY)) == ["out-of-turn"]


def test_a_game_of_another_name_is_another_game() -> None:
    hands, used = accepted_in(FAULTY).apply("other", hands_of(FAULTY), events_of(rows(FAULTY)))
    assert (len(hands[0].findings), used) == (1, [])


def test_one_entry_accepts_one_finding() -> None:
    doubled = "game; hand depth=table; E discard 5b; W draw ??; W discard 1c; N draw ??; N discard 1c; S draw ??"
    assert left(doubled, accepted_in(FAULTY)).count("out-of-turn") == 1


def test_a_finding_of_a_corrected_event_is_gone_and_its_entry_stale() -> None:
    baseline = accepted_in(FAULTY)
    assert [entry.seq for entry in stale(baseline, ["short"], [])] == [4]
    assert stale(baseline, ["another game"], []) == []
    assert stale(baseline, ["short"], [0]) == []


def test_entries_of_games_that_were_not_audited_are_kept() -> None:
    baseline = Baseline((Entry("a", "out-of-turn", 4), Entry("b", "out-of-turn", 4), Entry("b", "out-of-turn", 9)))
    assert [(one.game, one.seq) for one in kept(baseline, ["b"], [1])] == [("a", 4), ("b", 4)]


def test_notes_of_people_and_fields_of_others_are_no_hindrance() -> None:
    header, entry = b"".join(baseline_lines([Entry("a", "out-of-turn", 4, note="agreed")])).splitlines()
    baseline = read_baseline(header + b"\n\n" + entry[:-1] + b',"by":"carl"}\n', "b.jsonl")
    assert [(one.game, one.note) for one in baseline.entries] == [("a", "agreed")]


@pytest.mark.parametrize(("content", "said"), [
    (b"", "is no file of accepted findings"),
    (b"\xff\xfe", "is no file of accepted findings"),
    (b'{"seq":1,"type":"game-start"}\n', "is no file of accepted findings"),
    (b'{"kind":"mjlog-baseline","version":9}\n', "has version 9"),
    (b'{"kind":"mjlog-baseline","version":1}\n{"game":1}\n', "b.jsonl:2: is no accepted finding"),
    (b'{"kind":"mjlog-baseline","version":1}\n{"game"', "b.jsonl:2: is no accepted finding"),
])  # fmt: skip
def test_another_file_is_refused_with_what_is_wrong_with_it(content: bytes, said: str) -> None:
    with pytest.raises(RecordError, match=r"b\.jsonl") as error:
        read_baseline(content, "b.jsonl")
    assert said in str(error.value)
