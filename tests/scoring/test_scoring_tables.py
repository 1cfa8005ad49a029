"""Scoring tables of a rule set document: what a club can write, and what it cannot."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_cases import document, lost, names, options, scorer, western, with_few_tables, won

from each import each
from mjlog.errors import RuleSetError
from mjlog.rulesets import default_rules
from mjlog.scoring import Hand, Scorer, scorer_by
from mjlog.scoring.registry import BONUS_PATTERNS, HAND_PATTERNS, SET_PATTERNS, TILE_PATTERNS
from mjlog.scoring.rows import manner_of
from mjlog.seats import SEATS
from mjlog.tiles import PLAIN_KINDS, parse_tiles
from turns import examples


def test_every_pattern_says_its_rule_in_a_sentence() -> None:
    patterns = [*SET_PATTERNS.values(), *BONUS_PATTERNS.values(), *HAND_PATTERNS.values()]
    patterns += [pattern for pattern, _ in TILE_PATTERNS.values()]  # type: ignore[misc]
    wrong = [pattern.__name__ for pattern in patterns if not (pattern.__doc__ or "").endswith(".")]
    assert not wrong, f"the docstring is no sentence, with a full stop at its end: {', '.join(wrong)}"


@pytest.mark.parametrize("ruleset", ["classical", "western"])
def test_every_row_of_a_shipped_table_names_a_rule_of_the_document(ruleset: str) -> None:
    known = {f"{ruleset}/{rule['id']}" for rule in document(ruleset)["rule"]}
    cited = {row["rule"] for row in document(ruleset)["scoring"]["item"]}
    assert cited <= known


@pytest.mark.parametrize("ruleset", ["classical", "western"])
def test_every_row_of_a_shipped_table_has_an_id_of_its_own(ruleset: str) -> None:
    ids = [row["id"] for row in document(ruleset)["scoring"]["item"]]
    assert len(ids) == len(set(ids))


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


@pytest.mark.rule("western/limit-5")
def test_a_club_changes_what_a_limit_hand_is_worth() -> None:
    pairs = won("1133b 5577c RRd GGd SSw", "1b", "discard")
    assert table_of(seven_pairs=500).score(pairs).total == 500
    assert table_of(seven_pairs=50).score(pairs).total == 56
    assert table_of(seven_pairs=56).score(pairs).limit == "seven-pairs"
    assert table_of(seven_pairs=55).score(pairs).limit is None


def test_other_rule_sets_add_rows_to_a_table() -> None:
    table = dict(document("western")["scoring"]) | {"robbing_kong": True}
    table["item"] = [*table["item"], {"id": "robbing-a-kong", "doubles": 1, "who": "winner", "rule": "club/kong"}]
    hand = won("123b 456c 789b 222d 55d", "4c", "kong")
    plain, more = western(robbing_kong=True).score(hand), Scorer(table, options("western")).score(hand)
    assert (more.points, more.doubles) == (plain.points, plain.doubles + 1)
    assert [item.rule for item in more.items if item.name == "robbing a kong"] == ["club/kong"]


def test_the_head_of_a_table_says_which_hands_are_complete() -> None:
    wonders = won("19b 19c 19d ESWNw RGWWd", "1b", "discard")
    table = {"item": [{"id": "mahjong", "points": 20, "who": "winner"}]}
    assert Scorer(table, {}).score(wonders).complete
    assert not Scorer(table | {"thirteen": False}, {}).score(wonders).complete
    snake = won("1126789d ESWNw", "1d", "discard", sets="345d")
    assert not Scorer(table, {}).score(snake).complete
    assert Scorer(table | {"snake": "Snakes"}, {"Snakes": True}).score(snake).complete


def test_what_the_head_of_a_table_leaves_out_is_as_usual() -> None:
    """Of every key the usual value is the same as none, and another is another manner."""
    usual = {
        "seven_pairs": False, "thirteen": True, "knitting": False, "triple_knitting": False, "two_suited_pair": False,
        "snake": False, "pair_honors": False, "gates": False, "chows": 4, "claimed_kong_hides": False,
        "robbing_kong": True, "undeclared_kong": "pung", "loser_pairs": "all", "long_hands_score_nothing": False,
        "players": 4, "bonus_from_live": False,
    }  # fmt: skip
    others = {"chows": 1, "undeclared_kong": "kong", "loser_pairs": "one", "players": 3}
    for key, value in usual.items():
        assert manner_of({key: value}, {}) == manner_of({}, {}), key
        assert manner_of({key: others.get(key, not value)}, {}) != manner_of({}, {}), key


def table_of(seven_pairs: int) -> Scorer:
    """The western table with another worth of seven pairs."""
    table = dict(document("western")["scoring"]) | {"seven_pairs": True}
    table["item"] = [
        row | {"limit_points": seven_pairs} if row["id"] == "seven-pairs" else row for row in table["item"]
    ]
    return Scorer(table, options("western"))


@each("table, text", [
    ({"item": [{"id": "x", "pattern": "straight", "points": 1}]}, "'x' names a pattern 'straight'"),
    ({"item": [{"id": "mahjong", "points": "many"}]}, "`points` of 'mahjong' is 'many': a whole number from 0"),
    ({"item": [{"id": "mahjong", "doubles": -1}]}, "`doubles` of 'mahjong' is '-1': a whole number from 0 to 100"),
    ({"item": [{"id": "mahjong", "doubles": 101}]}, "`doubles` of 'mahjong' is '101': a whole number from 0 to"),
    ({"item": [{"id": "mahjong", "points": True}]}, "`points` of 'mahjong' is 'True'"),
    ({"item": [{"id": "all-pungs", "limit_points": 1.5}]}, "`limit_points` of 'all-pungs' is '1.5'"),
    ({"item": [{"id": "all-pungs", "limit_points": 9, "doubles": 1}]}, "it can only be one"),
    ({"item": [{"id": "set-of-dragons", "limit_points": 9}]}, "'set-of-dragons' looks at single sets"),
    ({"item": [{"id": "mahjong", "with": ["x"]}]}, r"names an option \['x'\] that does not exist"),
    ({"seven_pairs": "Pairs"}, "names an option 'Pairs' that does not exist"),
    ({"players": 5}, "`players` is '5': 4 or 3, or an option of these values, is expected"),
    ({"undeclared_kong": "chow"}, "`undeclared_kong` is 'chow': pung or kong"),
    ({"loser_pairs": True}, "`loser_pairs` is 'True': all or one"),
    ({"item": [{"id": "mahjong", "option": "Score"}]}, "'mahjong' names an option 'Score' that does not exist"),
    ({"item": [{"id": "mahjong", "points": 1, "who": "west"}]}, "'mahjong' is for 'west'"),
    ({"item": [{"points": 1}]}, "a row lacks its `id`"),
    ({"item": "x"}, "`item` must be a list of tables"),
    ({"total": "sum"}, "no way to combine 'sum'; there are fans, fu-and-han, larger-of-limit-and-face"),
    ({"limit": "Limit"}, "names an option 'Limit' that does not exist"),
])  # fmt: skip
def test_a_table_that_names_what_does_not_exist_is_refused(table: dict[str, Any], text: str) -> None:
    with pytest.raises(RuleSetError, match=text):
        Scorer(table, {})


def test_tables_built_ahead_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_tables(monkeypatch)
    hand = won("123b 456b 789d 234c 55d", "5d", bonus="1f 2s")
    ahead = Scorer(document()["scoring"], options())
    ahead.prepare()
    assert ahead.score(hand) == scorer().score(hand)


def test_tables_of_fans_built_ahead_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_tables(monkeypatch)
    scoring = default_rules("mcr").scoring
    assert scoring is not None
    ahead, as_needed = (scorer_by(scoring.table, scoring.options) for _ in range(2))
    ahead.prepare()
    for tiles in ("123b 456b 789d 234c 55d", "123b 123b 789c 789c 55d", "111b 222b 333d 789c 55d"):
        hand = won(tiles, tiles[0] + tiles[3])
        assert ahead.score(hand) == as_needed.score(hand)


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


@settings(max_examples=examples(200))
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
