"""Scoring tables of a rule set document: what a club can write, and what it cannot."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_cases import document, lost, names, options, scorer, won

from mjlog.errors import RuleSetError
from mjlog.scoring import Hand, Scorer
from mjlog.scoring.registry import BONUS_PATTERNS, HAND_PATTERNS, SET_PATTERNS, TILE_PATTERNS
from mjlog.seats import SEATS
from mjlog.tiles import PLAIN_KINDS, parse_tiles


def test_every_pattern_says_its_rule_in_a_sentence() -> None:
    patterns = [*SET_PATTERNS.values(), *BONUS_PATTERNS.values(), *HAND_PATTERNS.values()]
    patterns += [pattern for pattern, _ in TILE_PATTERNS.values()]  # type: ignore[misc]
    assert all((pattern.__doc__ or "").endswith(".") for pattern in patterns)


def test_every_row_of_the_classical_table_names_a_rule_of_the_document() -> None:
    known = {f"classical/{rule['id']}" for rule in document().get("rule", ())}
    assert {row["rule"] for row in document()["scoring"]["item"]} <= known or not known


def test_a_club_writes_its_own_rows() -> None:
    table = {
        "limit": 500,
        "item": [
            {"id": "mahjong", "points": 10, "who": "winner", "rule": "club/1"},
            {"id": "all-odd", "pattern": "all-majors", "name": "noble hand", "doubles": 1, "without": "Plain"},
        ],
    }
    hand = won("111b 999c EEEw RRRd GGd", "Gd")
    assert Scorer(table, {"Plain": False}).score(hand).total == 20
    assert Scorer(table, {"Plain": True}).score(hand).total == 10


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ({"item": [{"id": "x", "pattern": "straight", "points": 1}]}, "'x' names a pattern 'straight'"),
        ({"item": [{"id": "mahjong", "option": "Score"}]}, "'mahjong' names an option 'Score' that does not exist"),
        ({"item": [{"id": "mahjong", "points": 1, "who": "west"}]}, "'mahjong' is for 'west'"),
        ({"item": [{"points": 1}]}, "a row lacks its `id`"),
        ({"item": "x"}, "`item` must be a list of tables"),
        ({"total": "sum"}, "no way to combine 'sum'; there are limit-or-face"),
        ({"limit": "Limit"}, "names an option 'Limit' that does not exist"),
    ],
)
def test_a_table_that_names_what_does_not_exist_is_refused(table: dict[str, Any], text: str) -> None:
    with pytest.raises(RuleSetError, match=text):
        Scorer(table, {})


def test_tables_built_ahead_change_no_answer() -> None:
    hand = won("123b 456b 789b 234c 55d", "5d", bonus="1f 2s")
    ahead = Scorer(document()["scoring"], options())
    ahead.prepare()
    assert ahead.score(hand) == scorer().score(hand)


@st.composite
def winning_hands(draw: st.DrawFn) -> Hand | None:
    """A concealed hand of sets and a pair, at random."""
    tiles: list[int] = []
    for _ in range(4):
        first = draw(st.integers(0, PLAIN_KINDS - 1))
        run = first < 27 and first % 9 < 7 and draw(st.booleans())
        tiles += [first, first + 1, first + 2] if run else [first] * 3
    tiles += [draw(st.integers(0, PLAIN_KINDS - 1))] * 2
    if any(tiles.count(kind) > 4 for kind in tiles):
        return None
    source = draw(st.sampled_from(["wall", "discard", "loose", "kong", "last-wall"]))
    seat, wind = draw(st.sampled_from(SEATS)), draw(st.sampled_from(SEATS))
    return Hand(seat, wind, tuple(tiles), won=True, tile=draw(st.sampled_from(tiles)), source=source)


@settings(max_examples=200)
@given(winning_hands())
def test_the_best_arrangement_is_found_however_it_is_shown(hand: Hand | None) -> None:
    if hand is None:
        return
    best = scorer(NoLimit=True).score(hand)
    assert best.complete
    shown = (*(hand.concealed[start : start + 3] for start in (0, 3, 6, 9)), hand.concealed[12:])
    as_shown = scorer(NoLimit=True).score(
        Hand(hand.seat, hand.round, hand.concealed, won=True, tile=hand.tile, source=hand.source, shown=shown)
    )
    assert best.total is not None
    assert as_shown.total is not None
    assert best.total >= as_shown.total


def test_the_best_arrangement_counts_three_pungs_before_three_chows() -> None:
    score = scorer().score(won("111222333b 99c EEEw", "9c", "discard"))
    assert names(score) >= {"three concealed pungs", "no chows"}
    assert score.arrangement == ("111b", "222b", "333b", "99c", "EEEw")


def test_shown_sets_are_scored_as_they_lie() -> None:
    tiles = ("123b", "123b", "123b", "99c", "EEEw")
    hand = won("111222333b 99c EEEw", "9c", shown=tuple(map(parse_tiles, tiles)))
    assert scorer().score(hand).arrangement == tiles


def test_shown_sets_that_are_no_complete_hand_do_not_win() -> None:
    hand = won("111222333b 99c EEEw", "9c", shown=tuple(map(parse_tiles, ("123b", "123b", "99c", "EEEw"))))
    assert scorer().score(hand).total is None


def test_a_bonus_tile_that_was_not_laid_out_counts_nothing() -> None:
    assert scorer(LosersPurity=True).score(lost("112235566778b 1f")).doubles == 3
