"""Corrections as they are typed: what stands in the place of what, read at the table of then, and audited after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from cases import rows_in
from each import each
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.chain import event_body
from mjlog.errors import MjlogError
from mjlog.events import decode_event
from mjlog.formats.shorthand.fixing import read_at, read_fix
from mjlog.formats.shorthand.reading import read_act
from mjlog.formats.shorthand.scene import Scene
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import GameRecord, Row
from mjlog.seats import SEATS

from .shorthand_runs import RESULT, TABLE, bodies_of, game_of, meant, read_back

ROWS = Path(__file__).with_name("shorthand_fixing.txt")


class _Recorder:
    """A log that acts are added to, each read at the table as corrected."""

    def __init__(self, text: str) -> None:
        self.bodies = bodies_of(text)

    @property
    def events(self) -> list[ev.Event]:
        return [decode_event(body) for body in self.bodies]

    def read(self, act: str) -> list[dict[str, Any]]:
        if act.lower().startswith("fix"):
            return read_fix(act, self.events, self._scene_after)
        return read_act(act, self._scene_after(list(self._folded())))

    def typed(self, act: str) -> list[dict[str, Any]]:
        """An act as a recorder takes it."""
        return read_at(act, self._scene_after(list(self._folded())), self.events, self._scene_after)

    def add(self, *acts: str) -> list[dict[str, Any]]:
        """Acts one after the other; the events of the last one."""
        made: list[dict[str, Any]] = []
        for act in acts:
            made = self.read(act)
            for fields in made:
                self.bodies.append(event_body({**fields, "seq": len(self.bodies) + 1}))
        return made

    def now(self) -> list[ev.Event]:
        """The log as corrected."""
        return [row for row, _where in self._folded() if isinstance(row, ev.Event)]

    def found(self) -> list[tuple[str, int | None]]:
        """What the audit finds in the log as corrected, and where."""
        record = GameRecord("text", "t", ((event, None) for event in self.events), corrected=True)
        return [(finding.code, finding.seq) for report in Engine(record).run() for finding in report.findings]

    def _folded(self) -> Iterator[Row]:
        return apply_corrections((event, None) for event in self.events)

    def _scene_after(self, rows: Sequence[Row]) -> Scene:
        replay = Engine(GameRecord("text", "t", iter(()), corrected=True))
        for row, where in rows:
            replay.feed(row, where)
        return Scene(replay.table, replay.rules.bound, rules=replay.rules)


PUNG = f"{TABLE}5b sp 2d 3d"
"""Events: 3 East's discard, 4 and 5 South's pung, 6 South's discard, 7 West's."""

IN_PLACE = [
    ("fix 3 5c", {"of": 3}, "discard E 5c", "no reason given"),
    ("fix 3 5c -- misheard", {"of": 3}, "discard E 5c", "misheard"),
    ("FIX 3 5C -- Misheard", {"of": 3}, "discard E 5c", "Misheard"),
    ("fix 3 5c -- a -- b", {"of": 3}, "discard E 5c", "a -- b"),
    ("fix 7 void", {"of": 7}, "", "no reason given"),
    ("fix 7 VOID -- not so", {"of": 7}, "", "not so"),
    ("fix 7 t3d 4d", {"of": 7}, "draw W 3d | discard W 4d", "no reason given"),
    ("fix after 6 np-", {"after": 6}, "claim N pung", "no reason given"),
    ("fix after 6 e- n-; w-", {"after": 6}, "pass E | pass N | pass W", "no reason given"),
    ("fix 5 sk", {"of": 5}, "claim S kong | expose S kong 5555b", "no reason given"),
    ("fix 5 sp+", {"of": 5}, "expose S pung 555b", "no reason given"),
    ("fix after 7 note he said so", {"after": 7}, "note he said so", "no reason given"),
]


@each("act, place, events, reason", IN_PLACE, ids=[act for act, *_ in IN_PLACE])
def test_a_correction_is_read_where_it_belongs(act: str, place: dict[str, int], events: str, reason: str) -> None:
    (made,) = _Recorder(PUNG).read(act)
    assert made == {"type": "correction", **place, "events": meant(events), "reason": reason}


@pytest.mark.parametrize(("act", "reason", "agreed"), [
    ("fix 3 5c -- misheard -- agreed anna dora", "misheard", ["anna", "dora"]),
    ("fix 3 void -- agreed ben", "no reason given", ["ben"]),
    ("fix after 6 np- -- a -- b -- agreed cleo", "a -- b", ["cleo"]),
    ("fix 3 5c -- all agreed", "all agreed", None),
    ("fix 3 5c -- agreed", "agreed", None),
    ("fix 3 5c -- agreed anna -- agreed -", "agreed anna", None),
])  # fmt: skip
def test_who_agreed_to_a_correction_stands_behind_its_reason(act: str, reason: str, agreed: list[str] | None) -> None:
    (made,) = _Recorder(PUNG).read(act)
    assert (made["reason"], made.get("agreed")) == (reason, agreed)
    made = _Recorder(PUNG).read("fix seats 1 ben anna cleo dora -- they said so -- agreed anna ben")
    assert [(one["reason"], one["agreed"]) for one in made] == [("they said so", ["anna", "ben"])] * 2


@each("act, words", rows_in(ROWS, "a correction that cannot be read is refused"))
def test_a_correction_that_cannot_be_read_is_refused(act: str, words: str) -> None:
    with pytest.raises(MjlogError) as refused:
        _Recorder(PUNG).read(act)
    assert words in str(refused.value)


def test_a_chow_is_read_from_the_discard_of_then() -> None:
    """The last discard is 3 dots; the chow that was forgotten was of 5 bamboo."""
    recorder = _Recorder(f"{TABLE}5b 2d 3d")
    (made,) = recorder.read("fix after 3 c46")
    assert made["events"] == meant("claim S chow | expose S chow 456b")
    recorder.add("fix 3 8c")
    (made,) = recorder.read("fix after 3 c79")
    assert made["events"] == meant("claim S chow | expose S chow 789c"), "read at the table as corrected"


def test_a_correction_of_a_correction_is_read_where_the_first_event_stood() -> None:
    recorder = _Recorder(f"{TABLE}5b 2d 3d")
    recorder.add("fix 4 sp")
    (made,) = recorder.add("fix 6 c46")
    assert (made["of"], made["events"]) == (6, meant("claim S chow | expose S chow 456b"))
    exposed = [event for event in recorder.now() if isinstance(event, ev.Expose)]
    assert [event.kind for event in exposed] == ["chow"]
    recorder = _Recorder(PUNG)
    before = [(event.type, getattr(event, "tile", None)) for event in recorder.now()]
    recorder.add("fix 3 5c", "fix 8 void")
    assert [(event.type, getattr(event, "tile", None)) for event in recorder.now()] == before, "void, it gives all back"


def test_after_the_correction_of_a_slip_the_log_has_no_fault() -> None:
    """South's pung of 5 characters was of a tile written down as 5 bamboo. A fault in a correction is found there."""
    recorder = _Recorder(f"{TABLE}5b\nclaim S pung\nexpose S pung 555c\n2d")
    assert recorder.found() == [("claim-not-open", 5)]
    recorder.add("fix 3 5c -- misheard")
    assert recorder.found() == []
    recorder = _Recorder(f"{TABLE}5b")
    recorder.add("fix after 3 nc46")
    assert recorder.found() == [("chow-not-from-left", 4)]
    recorder.add("fix 3 8c -- misheard", "fix 4 void")
    assert recorder.read("sp") == meant("claim S pung | expose S pung 888c"), "acts go on at the table as corrected"


# -- seats ----------------------------------------------------------------------------------------------------------


def _seated(recorder: _Recorder) -> list[Sequence[str]]:
    """Who sits as East, South, West and North, hand by hand."""
    return [
        [event.seats[seat] for seat in SEATS if seat in event.seats]
        for event in recorder.now()
        if isinstance(event, ev.HandStart)
    ]


THREE_HANDS = f"{RESULT}sm8/48/4/2\nwm8/4/48/2\nem48/4/8/2\n"
"""East has lost twice: ben is East of the second hand, cleo of the third."""


def test_from_a_later_hand_on_all_hands_are_seated_anew() -> None:
    recorder = _Recorder(THREE_HANDS)
    assert _seated(recorder)[1:] == [["ben", "cleo", "dora", "anna"], ["cleo", "dora", "anna", "ben"]]
    made = recorder.add("fix seats 2 ben dora cleo anna -- misread")
    assert [fields["reason"] for fields in made] == ["misread"] * 2
    assert _seated(recorder) == [
        ["anna", "ben", "cleo", "dora"], ["ben", "dora", "cleo", "anna"], ["dora", "cleo", "anna", "ben"],
    ]  # fmt: skip


def test_from_the_first_hand_on_the_players_of_the_game_are_seated_anew() -> None:
    recorder = _Recorder(THREE_HANDS)
    recorder.add("fix seats 1 ben anna cleo dora")
    start = recorder.now()[0]
    assert start.players == ("ben", "anna", "cleo", "dora")
    assert _seated(recorder)[0] == ["ben", "anna", "cleo", "dora"]
    assert recorder.found() == []


def test_from_the_first_hand_on_the_seats_that_were_drawn_are_corrected() -> None:
    drawn = "seats anna ben cleo dora anna=Ew ben=Sw cleo=Ww dora=Nw\nhand result\nsm48"
    recorder = _Recorder(f"game t classical anna ben cleo dora\n{drawn}")
    first, second = recorder.add("fix seats 1 ben anna cleo dora")
    assert (first["of"], second["of"]) == (2, 3)
    assert first["events"][0]["seats"] == {"E": "ben", "S": "anna", "W": "cleo", "N": "dora"}
    assert first["events"][0]["draw"] == {"ben": "Ew", "anna": "Sw", "cleo": "Ww", "dora": "Nw"}


def test_seats_that_were_corrected_are_corrected_again() -> None:
    """Also of three players, and of some whose handles are the names of seats."""
    recorder = _Recorder(game_of("western players=3", "sm", depth="result"))
    recorder.add("fix seats 1 ben cleo anna")
    assert _seated(recorder) == [["ben", "cleo", "anna"]]
    with pytest.raises(MjlogError, match="expected anna, ben, cleo"):
        recorder.read("fix seats 1 ben cleo anna dora")
    recorder = _Recorder("game t classical S E W N\nhand result\nsm48")
    recorder.add("fix seats 1 E S W N")
    assert _seated(recorder) == [["E", "S", "W", "N"]]
    recorder = _Recorder(THREE_HANDS)
    recorder.add("fix seats 1 ben anna cleo dora", "fix seats 1 anna ben cleo dora")
    assert _seated(recorder) == _seated(_Recorder(THREE_HANDS))
    with pytest.raises(MjlogError, match="sit like that already"):
        recorder.read("fix seats 1 anna ben cleo dora")


def test_totals_at_the_end_follow_the_players_who_earned_them() -> None:
    """What was won before the hand that is seated anew stays where it was."""
    totals = 'game-end totals={"anna":5,"ben":-5}'
    recorder = _Recorder(f"{RESULT}sm\npay -8/12/-2/-2\n{totals}\n")
    recorder.add("fix seats 1 ben anna cleo dora")
    (end,) = (event for event in recorder.now() if isinstance(event, ev.GameEnd))
    assert end.totals == {"ben": 5, "anna": -5}


def test_a_log_with_corrections_of_all_kinds_is_kept_in_short_hand() -> None:
    recorder = _Recorder(THREE_HANDS)
    recorder.add("fix seats 1 ben anna cleo dora", "fix 3 smw", "fix 2 void", "fix after 4 note later -- told", "end")
    assert [event.type for event in recorder.events].count("correction") == 7
    assert read_back(recorder.bodies) == recorder.bodies


MEANT = [
    ("fix 8 for 6 4d", {"of": 6}, "discard S 4d"),
    ("FIX 8 FOR 6 4D", {"of": 6}, "discard S 4d"),
    ("fix 8 for 6 void", {"of": 6}, ""),
    ("fix 8 for after 7 np-", {"after": 7}, "claim N pung"),
]


@pytest.mark.parametrize(("act", "place", "events"), MEANT, ids=[act for act, *_ in MEANT])
def test_a_correction_can_have_been_meant_for_another_event(act: str, place: dict[str, int], events: str) -> None:
    """Event 8 has made another tile of West's discard: that was misheard elsewhere, or nothing was."""
    recorder = _Recorder(PUNG)
    recorder.add("fix 7 4d -- misheard")
    (made,) = recorder.add(f"{act} -- the wrong line -- agreed ben")
    why = {"reason": "the wrong line", "agreed": ["ben"]}
    right = {"type": "correction", **place, "events": meant(events), **why}
    assert made == {"type": "correction", "of": 8, "events": [right], **why}
    now = [event for event in recorder.now() if isinstance(event, ev.Discard)]
    assert [event.tile.value for event in now if event.seq == 7] == ["3d"]
    recorder.add("fix 9 void")
    assert [event.tile.value for event in recorder.now() if event.seq == 8] == ["4d"]


def test_what_was_meant_is_read_at_the_table_without_the_wrong_correction() -> None:
    """The wrong one was before the event that was meant: there its tile is the one that was written first."""
    recorder = _Recorder(f"{TABLE}5b 2d 3d")
    recorder.add("fix 3 8c")
    (made,) = recorder.read("fix 6 for after 3 c46")
    assert made["events"][0]["events"] == meant("claim S chow | expose S chow 456b")


@each("act, words", rows_in(ROWS, "what a correction was meant for has to be there"))
def test_what_a_correction_was_meant_for_has_to_be_there(act: str, words: str) -> None:
    recorder = _Recorder(PUNG)
    recorder.add("fix 7 4d")
    with pytest.raises(MjlogError) as refused:
        recorder.read(act)
    assert words in str(refused.value)


def test_an_option_is_changed_for_the_whole_game() -> None:
    """What else the beginning says stays; an act that a rule set's option forbade is judged anew."""
    log = _Recorder(f"{game_of('western held_fourth=true')}5b sp 9d 2c 3c 4c ska5b emk")
    assert "rob-not-allowed" in {code for code, _seq in log.found()}
    (made,) = log.add("fix option robbing_kong=true -- agreed before -- agreed anna ben")
    assert (made["of"], made["agreed"]) == (1, ["anna", "ben"])
    assert made["events"][0]["options"] == {"held_fourth": True, "robbing_kong": True}
    assert "rob-not-allowed" not in {code for code, _seq in log.found()}
    for wrong, words in (
        ("fix option robbing_kong=true", "is what the game is played by already"),
        ("fix option robing_kong=true", "did you mean 'robbing_kong'?"),
        ("fix option robbing_kong", "expected an option and its value"),
        ("fix option robbing_kong=often", "robbing_kong"),
    ):
        with pytest.raises(MjlogError, match=words.replace("?", r"\?")):
            log.read(wrong)


def test_a_handle_that_sits_in_hands_is_not_changed_at_the_beginning_alone() -> None:
    """The other line, that is named, does it in all of the game; before the first hand there is nothing else."""
    log = _Recorder(game_of("western", "8s48/4/2", depth="result"))
    with pytest.raises(MjlogError, match="expected `fix player cleo clea`, which is carried through all of it"):
        log.read("fix 1 game t western anna ben clea dora")
    log.add("fix 1 game t western anna ben cleo dora place=club")
    log.add("fix player cleo clea")
    assert not log.found()
    assert {"clea"} == {event.seats[SEATS[2]] for event in log.now() if isinstance(event, ev.HandStart)}
    early = _Recorder("game t western anna ben clo dora")
    assert early.add("fix 1 game t western anna ben cleo dora")[0]["events"][0]["players"][2] == "cleo"


@each("act", ["fix <event> 5c", "[seat]m48", "fix 1 <acts>", "sit <new> for <old>"])
def test_who_types_brackets_of_a_usage_is_told_what_they_stand_for(act: str) -> None:
    log = _Recorder(game_of("western", "8s48/4/2", depth="result"))
    with pytest.raises(MjlogError, match="stands for what is to be typed there, without brackets"):
        log.typed(act)
