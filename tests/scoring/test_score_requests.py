"""Requests to score one hand, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import scorer

from mjlog.errors import HandError
from mjlog.scoring import explain, read_hand, score_request

ONES = {"kind": "kong", "tiles": "1111b"}
WIN: dict[str, Any] = {
    "seat": "E",
    "round": "E",
    "concealed": "55c 222d",
    "sets": [
        {"kind": "chow", "tiles": "123b"},
        {"kind": "pung", "tiles": "RRRd"},
        {"kind": "kong", "tiles": "EEEEw", "concealed": True},
    ],
    "bonus": "1f",
    "won": True,
    "tile": "2d",
    "source": "discard",
}


def test_a_win_is_answered_with_total_items_and_arrangement() -> None:
    answer = score_request(WIN, scorer())
    assert (answer["complete"], answer["total"], answer["points"], answer["doubles"]) == (True, 496, 62, 3)
    assert answer["arrangement"] == ["123b", "RRRd", "EEEEw", "55c", "222d"]
    assert {"name": "flowers and seasons", "points": 4, "doubles": 0, "rule": "classical/points-1", "tiles": "1f"} in (
        answer["items"]
    )
    assert "waits" not in answer


def test_a_hand_that_did_not_win_is_answered_with_its_waits() -> None:
    request = {"seat": "S", "round": "E", "concealed": ["1b", "1b", "4c", "5c"], "sets": WIN["sets"], "won": False}
    answer = score_request(request | {"tile": None, "source": None}, scorer())
    assert (answer["complete"], answer["waits"]) == (False, ["3c", "6c"])


def test_a_win_that_is_not_complete_has_no_total() -> None:
    answer = score_request(WIN | {"concealed": "56c 222d"}, scorer())
    assert (answer["complete"], answer["total"]) == (False, None)
    assert answer["reason"] == "the tiles are not four sets and a pair, nor another complete hand"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"concealed": "555c 222d"}, r"15 tiles \(a kong counts as three\): a winning hand has 14"),
        ({"concealed": "5c 222d"}, r"13 tiles"),
        ({"won": False}, r"14 tiles .* a hand that did not win has 13"),
        ({"concealed": "55c 22d 1b", "tile": "1b", "sets": [*WIN["sets"][1:], ONES]}, "5 tiles 1 bamboo"),
        ({"bonus": "1f 1f"}, "2 tiles flower 1: there are 1 of it"),
        ({"tile": "9b"}, "the winning tile, 9 bamboo, is not among the concealed tiles"),
        ({"tile": None}, "does not say which: `tile` is missing"),
        ({"concealed": "55c 22d 1f"}, "flower 1 among the concealed tiles"),
        ({"concealed": "55c 22d ??"}, "unknown tile among the concealed tiles"),
        ({"bonus": "5b"}, "5 bamboo among the bonus tiles"),
        ({"concealed": "55x"}, "`concealed`: '55x' in '55x' is not a tile"),
        ({"concealed": 5}, "`concealed` is '5': tiles are expected"),
        ({"tile": "zz"}, "`tile`: 'zz' is not a tile"),
        ({"tile": 4}, "`tile` is '4': one tile is expected"),
        ({"seat": "X"}, "`seat` is 'X': one of E, S, W, N is expected"),
        ({"round": None}, "`round` is missing: one of E, S, W, N is expected"),
        ({"won": "yes"}, "`won` is 'yes': true or false is expected"),
        ({"source": "sky"}, "`source` is 'sky': one of deal, discard"),
        ({"source": "deal", "tile": None, "seat": "S"}, "only east is dealt 14 tiles"),
        ({"source": "first-discard"}, "it is east's own"),
        ({"source": "kong"}, "a robbed kong has all four 2 dots: the winner can hold no other"),
        ({"flags": ["lucky"]}, "`flags` is 'lucky': one of"),
        ({"flags": "twofold"}, "`flags` is 'twofold': a list is expected"),
        ({"east_wins": -1}, "`east_wins` is '-1'"),
        ({"sets": "123b"}, "`sets` is '123b': a list of objects"),
        ({"sets": [{"kind": "chow", "tiles": "124b"}]}, "1b 2b 4b is no chow"),
        ({"sets": [{"kind": "quint", "tiles": "11111b"}]}, "`kind` is 'quint': one of chow, kong, pung is expected"),
        ({"sets": [{"kind": "pung", "tiles": "111b", "origin": "added"}]}, "`origin` of a pung is 'added'"),
        ({"sets": [{"kind": "kong", "tiles": "1111b", "origin": "added", "concealed": True}]}, "cannot be added"),
        ({"sets": [{"kind": "kong", "tiles": "1111b", "concealed": 1}]}, "`concealed` of a set is '1'"),
    ],
)
def test_a_hand_that_cannot_exist_is_refused_with_its_reason(change: dict[str, Any], text: str) -> None:
    with pytest.raises(HandError, match=text):
        score_request(WIN | change, scorer())


def test_a_request_is_an_object() -> None:
    with pytest.raises(HandError, match="a hand is given as an object"):
        read_hand([])  # type: ignore[arg-type]


def test_an_explanation_names_items_what_was_not_counted_and_the_sum() -> None:
    hand = read_hand(WIN)
    lines = explain(hand, scorer().score(hand), scorer())
    assert lines[0] == "counted as 123b RRRd EEEEw 55c 222d"
    assert "closed kong of majors EEEEw: 32 points [classical/points-1]" in lines
    assert "not counted: concealed hand: a set lies open" in lines
    assert "not counted: no chows: 1 chow" in lines
    assert lines[-1] == "62 points x 2^3 = 496"


def test_an_explanation_tells_the_limit() -> None:
    hand = read_hand(WIN)
    low = scorer(ScoreLimit=100)
    assert explain(hand, low.score(hand), low)[-1] == "over the limit of 100: 100"
    wonders = read_hand(
        {"seat": "S", "round": "E", "concealed": "19b 19c 19d ESWNw RGWWd", "won": True, "tile": "1b", "source": "wall"}
    )
    lines = explain(wonders, scorer().score(wonders), scorer())
    assert "Thirteen Unique Wonders: the limit [classical/limit-1]" in lines
    assert lines[-1] == "limit hand thirteen-unique-wonders: 1000 (points and doubles: 176)"
