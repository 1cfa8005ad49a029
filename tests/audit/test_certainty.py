"""After a fault whatever is still certain is judged, and what is not is said."""

from __future__ import annotations

import json
import lzma
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from short_logs import play

PAIRS = Path(__file__).with_name("two-faults.tar.xz")
"""Hands with two independent faults of different players, and with each of them alone, written by others."""
RECORDED_BY = {"classical": "2", "dead-wall": "2", "mahjiang": "2", "pung-chi": "2"}
"""The versions of the rule sets by which these hands were played; of all others the first."""

Fields = dict[str, Any]


@cache
def archive() -> dict[str, bytes]:
    with lzma.open(PAIRS) as packed, tarfile.open(fileobj=packed) as files:
        found = ((member.name, files.extractfile(member)) for member in files if member.isfile())
        return {name.split("/", 1)[1]: content.read() for name, content in found if content is not None}


def pairs() -> Iterator[Fields]:
    return (json.loads(text) for name, text in sorted(archive().items()) if name.startswith("expected/"))


def audited(name: str) -> list[tuple[str, int | None]]:
    """The errors of one of the logs."""
    replay = Engine(GameRecord(name, name, iter(())))
    for line in archive()[f"{name}.mjlog.jsonl"].splitlines():
        event = json.loads(line)
        if event["type"] == "game-start":
            event["version"] = RECORDED_BY.get(event["ruleset"], "1")
        replay.feed(convert_event(event), event["seq"])
    found = [one for report in replay.finish() for one in report.findings]
    return [(one.code, one.seq) for one in found if one.severity == "error"]


@pytest.mark.parametrize("ruleset", sorted({one["ruleset"] for one in pairs()}))
def test_both_of_two_independent_faults_are_found_and_nothing_else(ruleset: str) -> None:
    for one in pairs():
        if one["ruleset"] == ruleset:
            asked = [(one[fault]["code"], one[fault]["seq"]) for fault in ("f1", "f2")]
            assert sorted(audited(f"logs/{one['case']}")) == sorted(asked), one["case"]


def test_each_of_the_faults_alone_is_one_finding() -> None:
    alone = {one[fault]["alone"]: one[fault] for one in pairs() for fault in ("f1", "f2")}
    for name, fault in alone.items():
        assert audited(f"singles/{name}") == [(fault["code"], fault["alone_seq"])], name


# -- by hand ----------------------------------------------------------------------------------------------------------

_DEALT = (
    "game western bonus_tiles=false; hand; dealt E 123b 456b 789b 11c 2d 5d 9d / S 123d 456d 789d 22c EwSw /"
    "W 123b 456b 789b 333c 8c / N 44c 55c 66c 77c RRd GGd Nw;"
)
"""All tiles are known, East is to discard; West waits for 8 characters."""


def codes(text: str) -> list[str]:
    """The errors of a short log."""
    return [one.code for one in reported(text).findings if one.severity == "error"]


def reported(text: str) -> HandReport:
    return play(text).finish()[-1]


def test_scores_are_judged_after_a_fault_of_play() -> None:
    """East draws before the first discard. West shows the whole winning hand; what was announced is not its worth."""
    log = f"{_DEALT} E draw 3d; E discard 2d; S draw Ww; S discard Ww; W draw 8c; W mahjong wall 8c;"
    log += "W show | 123b 456b 789b 333c 88c"
    computed = reported(log).computed[Seat.W]
    assert codes(f"{log}; W score {computed}") == ["out-of-turn"]
    assert codes(f"{log}; W score {computed + 100}") == ["out-of-turn", "wrong-score"]


_KONG = _DEALT.replace("S 123d 456d 789d 22c EwSw", "S 1111d 456d 789d 22c Ew")
_ROUND = "W draw {0}; W discard {0}; N draw {0}; N discard {0}; E draw {0}; E discard {0}; S draw {0}; S discard {0};"


def test_turns_are_judged_after_a_kong_that_was_not_replaced() -> None:
    """South's kong is not replaced. Rounds later north draws twice running, and west discards without drawing."""
    log = f"{_KONG} E discard 2d; S draw Ww; S kong concealed 1111d; S discard Ww;"
    log += _ROUND.format("Wd") + _ROUND.format("Sw") + "W draw 8b; W discard 8b; N draw 9c; N draw 6d; N discard 6d;"
    log += "E draw 7d; E discard 7d; S draw 7d; S discard 7d; W discard 8c"
    assert codes(log) == ["replacement-missing", "out-of-turn", "no-discard-due"]


def test_a_false_mahjong_is_found_after_another_player_has_discarded_twice() -> None:
    log = f"{_DEALT} E discard 2d; S draw Ww; S discard Ww; S discard Ew; W draw Nw; W mahjong wall Nw"
    assert codes(log) == ["no-discard-due", "not-mahjong"]


def test_a_pung_of_tiles_not_held_is_found_after_a_chow_over_another_s_pung() -> None:
    """South lays a chow over west's pung; later north lays down a pung of tiles that north does not have."""
    log = (
        "game western bonus_tiles=false; hand; dealt E 123b 456b 789b 1c 2c 2d 5d 9d /"
        "S 123d 456d 789d 23c EwSw / W 123b 456b 789b 113c 8c / N 44c 55c 66c 77c RRd GGd Nw;"
        "E discard 1c; W claim pung; S claim chow; S expose chow 123c; S discard Ew;"
        "W draw Ww; W discard Ww; N claim pung; N expose pung WwWwWw"
    )
    assert codes(log) == ["claim-outranked", "set-not-held"]


def test_a_wash_out_is_too_early_however_a_single_tile_may_be_counted() -> None:
    assert codes(f"{_DEALT} E discard 2d; S discard Ew; W draw Nw; W discard Nw; washout") == [
        "no-discard-due", "washout-too-early",
    ]  # fmt: skip


def test_each_of_three_players_who_discard_without_drawing_is_at_fault() -> None:
    log = "game american card=riverside-2026; hand; dealt; E discard 2d; S discard 3d; W discard 4d; N discard 5d"
    assert [code for code in codes(log) if code == "no-discard-due"] == ["no-discard-due"] * 3


def test_what_readings_disagree_about_is_not_judged_and_said() -> None:
    """South discards without drawing, and later a tile that South did not have: it may be the one drawn unseen."""
    log = f"{_DEALT} E discard 2d; S discard Ew; W draw Nw; W discard Nw; N draw 8b; N discard 8b; E draw 9c;"
    report = reported(f"{log} E discard 9c; S draw 8b; S discard Gd")
    assert [one.code for one in report.findings] == ["no-discard-due"]
    (open_one,) = report.unjudged
    assert open_one.since == open_one.until
    assert (open_one.rules, open_one.because) == (["western/turn-2"], "no-discard-due")
    assert open_one.words == "legal if south had drawn, unseen; else south's discard of Gd: south does not have it"


def test_moves_that_are_missing_are_told_with_the_event_since_when() -> None:
    replay = play(f"{_DEALT} E discard 2d")
    gap = replay.frame.next_seq
    report = reported(f"{_DEALT} E discard 2d; gap; W discard Nw")
    (open_one,) = report.unjudged
    assert (open_one.since, open_one.until, open_one.because) == (gap, gap + 1, "gap")
    assert "western/turn-2" in open_one.rules


def test_a_hand_without_its_deal_says_which_rules_cannot_be_judged_for_it() -> None:
    (open_one,) = reported("game western; hand; E discard 2d").unjudged
    assert open_one.because == "unknown"
    assert "western/deal-1" in open_one.rules


def test_an_american_hand_without_its_charleston_says_so() -> None:
    report = reported("game american card=riverside-2026; hand; E discard 2d")
    told = [one.words for one in report.unjudged]
    assert "no Charleston was recorded" in told
    assert any("american/charleston-1" in one.rules for one in report.unjudged)


def test_a_legal_hand_leaves_nothing_unjudged() -> None:
    report = reported(f"{_DEALT} E discard 2d; S draw Ww; S discard Ww")
    assert (report.findings, report.unjudged) == ([], [])
