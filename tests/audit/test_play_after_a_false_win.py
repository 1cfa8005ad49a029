"""A hand that is none was declared, and play goes on: nobody had won, and what follows is judged like all play."""

from __future__ import annotations

import itertools

import pytest

from mjlog.findings import Finding
from short_logs import play

GOES_ON = ("mahjiang", "pung-chi", "dead-wall", "western", "classical", "bmja", "dmjl", "riichi")
ASKS_FOR_MORE = {
    "american card=riverside-2026": "dead-false-mahjong",
    "riichi-ema": "play-after-end",
    "riichi-wrc": "play-after-end",
}
DEALT = {"known": "dealt S 1379b 1379c 1379d Ew;", "unseen": "dealt;"}
SHOWN = {
    "wall": "S draw Sw; S mahjong wall; S show | 1379b 1379c 1379d EwSw; {} S discard 1b;",
    "kept": "S claim mahjong; S mahjong discard; S show | 12379b 1379c 1379d Ew; {} S discard 1b;",
    "given back": "S claim mahjong; S mahjong discard; S show | 12379b 1379c 1379d Ew; {} S draw ??; S discard ??;",
}
TURNS = "W draw ??; W discard 3b; N draw ??; N discard 4b; E draw ??; E discard 9c;"
EVERY = list(itertools.product(GOES_ON, DEALT, SHOWN))


def told(ruleset: str, dealt: str, shown: str, turns: str = TURNS) -> list[Finding]:
    """What is found where play goes on like that."""
    first = "indicator 5d; E draw ??;" if ruleset.startswith("riichi") else ""
    passes = "passes;" if ruleset.startswith("american") else ""
    text = f"game {ruleset}; hand; {DEALT[dealt]} {first} {passes} E discard 2b; {shown.format('')} {turns}"
    return [one for report in play(text.rstrip("; ")).finish() for one in report.findings]


@pytest.mark.parametrize(("ruleset", "dealt", "shown"), EVERY)
def test_the_false_win_is_the_one_fault(ruleset: str, dealt: str, shown: str) -> None:
    assert [(one.code, one.seat) for one in told(ruleset, dealt, SHOWN[shown])] == [("not-mahjong", "S")]


@pytest.mark.parametrize(("ruleset", "dealt", "shown"), EVERY)
def test_a_second_fault_is_found_where_it_happens(ruleset: str, dealt: str, shown: str) -> None:
    """South discards in East's turn, what is not there besides; another draws in North's."""
    found = told(ruleset, dealt, SHOWN[shown], TURNS.replace("E discard 9c", "S discard 5d"))
    assert [one.seat for one in found] == ["S", "S"]
    assert found[-1].code in ("out-of-turn", "tile-not-held")
    found = told(ruleset, dealt, SHOWN[shown], "W draw ??; W discard 3b; E draw ??; E discard 4b")
    assert [(one.code, one.seat) for one in found] == [("not-mahjong", "S"), ("out-of-turn", "E")]


@pytest.mark.parametrize("ruleset", GOES_ON)
@pytest.mark.parametrize("fine", ["", "S penalty 300 reason=other;"])
def test_another_can_win_later(ruleset: str, fine: str) -> None:
    turns = "W draw ??; W mahjong wall; W show | 111222333b 555c 11d"
    shown = SHOWN["wall"].replace("{}", fine)
    found = told(ruleset, "known", shown, turns)
    assert [one.code for one in found if one.severity == "error"] == ["not-mahjong"]


@pytest.mark.parametrize("ruleset", ASKS_FOR_MORE)
def test_where_a_rule_asks_for_more_first_that_is_told(ruleset: str) -> None:
    first, second = told(ruleset, "known", SHOWN["wall"])
    assert (first.code in ("not-mahjong", "not-on-card"), second.code) == (True, ASKS_FOR_MORE[ruleset])
    assert "won" not in second.message


@pytest.mark.parametrize("ruleset", ["mahjiang", "dead-wall", "classical", "bmja", "dmjl"])
def test_a_kong_that_was_robbed_with_no_hand_goes_on(ruleset: str) -> None:
    """The tile goes back to the kong, and its maker takes the loose tile."""
    play_on = "E claim pung; E expose pung 555d; E discard 9c; S draw ??; S discard 8c; W draw ??; W discard 8c;"
    kong = "N draw ??; N discard 8c; E draw 5d; E kong added 5555d; {} E kong-replacement ??; E discard 1c"
    robbed = "S claim mahjong; S mahjong kong; S show | 1379b 1379c 1379d Ew5d;"
    dealt = "dealt E 55d / S 1379b 1379c 1379d Ew"
    start = f"game {ruleset}; hand; {dealt}; E discard 2b; S draw ??; S discard 2c; W draw ??; W discard 5d;"
    legal = [one.code for report in play(f"{start} {play_on} {kong.format('')}").finish() for one in report.findings]
    found = [
        one.code for report in play(f"{start} {play_on} {kong.format(robbed)}").finish() for one in report.findings
    ]
    assert [one for one in found if one not in legal] == ["not-mahjong"]
