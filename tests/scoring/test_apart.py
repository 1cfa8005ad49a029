"""Bonus tiles beside a limit hand, and rows that stand apart, in any document; what `bmja` says is in `worked`."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import document, lost, won

from each import each
from mjlog.errors import RuleSetError
from mjlog.rulesets.keys import idle_keys
from mjlog.scoring import Hand, Scorer, explain

_ROWS: list[dict[str, Any]] = [
    {"id": "mahjong", "points": 10, "who": "winner", "beside": "too"},
    {"id": "no-chows", "doubles": 1, "who": "winner"},
    {"id": "all-majors", "doubles": 3, "who": "winner", "apart": True},
    {"id": "drawn-tile", "points": 5, "who": "winner", "beside": "only"},
    {"id": "final-discard", "doubles": 1, "who": "winner", "beside": "too"},
    {"id": "all-honors", "limit": 50, "who": "winner"},
    {"id": "flowers-and-seasons", "points": 4},
    {"id": "own-flower", "doubles": 1, "unless": ["all-four-flowers"]},
    {"id": "all-four-flowers", "doubles": 2},
]
MAJORS, HONORS, PLAIN = "111b 999c EEEw RRRd GGd", "SSSw WWWw EEEw RRRd GGd", "222b 999c EEEw RRRd GGd"


def scored(hand: Hand, rows: list[dict[str, Any]] = _ROWS, **head: Any) -> Any:
    table = {"total": "limit-or-larger-fraction", "limit": 400, "bonus_apart": True, "item": rows, **head}
    return Scorer(table, {}).score(hand)


@each("hand, total, apart", [
    # 10 and what counts beside it, doubled three times: 5 for a drawn tile, a double for the last discard
    (won(MAJORS, "Gd"), (10 + 5) * 8, None),
    (won(MAJORS, "Gd", "discard"), 10 * 8, None),
    (won(MAJORS, "Gd", "last-discard"), 10 * 16, None),
    # the flowers with their own doubles, South's is the second
    (won(MAJORS, "Gd", "discard", bonus="1f"), 10 * 8 + 4, (4, 0)),
    (won(MAJORS, "Gd", "discard", bonus="2f"), 10 * 8 + 4 * 2, (4, 1)),
    # as a whole, without the three doubles: no chow, four flowers
    (won(MAJORS, "Gd", "discard", bonus="1234f"), (10 + 16) * 8, None),
    # half a limit, and the flowers; the last discard's double is theirs
    (won(HONORS, "Gd", "discard"), 200, None),
    (won(HONORS, "Gd", "discard", bonus="2f3s"), 200 + 8 * 2, (8, 1)),
    (won(HONORS, "Gd", "last-discard", bonus="2f3s"), 200 + 8 * 4, (8, 2)),
    (won(HONORS, "Gd", "discard", bonus="1234f 1234s"), 200 + 32 * 4, (32, 2)),
    # nothing stands apart
    (won(PLAIN, "Gd", "discard", bonus="2f"), (10 + 4) * 4, None),
    (won(PLAIN, "Gd", bonus="2f"), (10 + 4) * 4, None),
    (lost("258b 147c 369d ESWNw", bonus="2f"), 4 * 2, None),
])  # fmt: skip
def test_bonus_tiles_stand_beside_what_is_reckoned_apart(hand: Hand, total: int, apart: tuple[int, int] | None) -> None:
    score = scored(hand)
    assert (score.total, score.apart) == (total, apart)


def test_the_limit_cuts_the_sum_and_without_one_nothing_does() -> None:
    hand = won(HONORS, "Gd", "last-discard", bonus="1234f 1234s")
    assert scored(hand).total == 400
    table = {"total": "limit-or-larger-fraction", "limit": 400, "no_limit": "open", "bonus_apart": True, "item": _ROWS}
    assert Scorer(table, {"open": True}).score(hand).total == 200 + 32 * 8


def test_without_the_key_a_row_apart_is_an_ordinary_one_that_nobody_asks() -> None:
    """A limit hand replaces everything then, as in every other table."""
    assert scored(won(HONORS, "Gd", "discard", bonus="2f"), bonus_apart=False).total == 200


def test_items_and_sums_tell_what_was_added() -> None:
    table = {"total": "limit-or-larger-fraction", "limit": 400, "bonus_apart": True, "item": _ROWS}
    scorer = Scorer(table, {})
    hand = won(MAJORS, "Gd", "discard", bonus="2f")
    found = explain(hand, scorer.score(hand), scorer)
    assert [item.name for item in found.items] == ["all majors", "mahjong", "flowers and seasons", "own flower"]
    assert [item.name for item in found.set_aside] == ["no chows"]
    assert found.sums == ("10 points x 2^3 = 80", "bonus tiles apart: 4 points x 2^1 = 8", "together 88")


def test_a_word_that_is_none_is_refused_and_a_key_without_effect_is_told() -> None:
    with pytest.raises(RuleSetError, match="`beside` of 'mahjong' is 'often': no, too or only is expected"):
        scored(won(PLAIN, "Gd"), [{"id": "mahjong", "points": 10, "beside": "often"}])
    idle = {"scoring": {"total": "limit-or-larger-fraction", "item": [{"id": "mahjong", "apart": True}]}}
    assert [wrong.path for wrong in idle_keys(idle)] == ["scoring.item[0].apart"]
    assert not list(idle_keys(document("bmja")))
