"""Every event in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from each import each
from mjlog.events import EVENT_TYPES, convert_event
from mjlog.rulesets import default_rules
from mjlog.table import Table, apply
from mjlog.views.words import _WORDS, words
from short_logs import events, table
from tests.views.sentences import SENTENCES, START


@each("before, event, sentence", SENTENCES)
def test_an_event_reads_as(before: list[dict[str, Any]], event: dict[str, Any], sentence: str) -> None:
    table = Table(default_rules("classical").plan)
    for seq, fields in enumerate([START, *before], 1):
        apply(table, convert_event({"seq": seq, **fields}))
    assert words(table, convert_event({"seq": 9, **event})) == sentence


DICE = [
    ("mahjiang", "E roll break-wall 5 6", "East rolls 5 and 6, 11 in all, to break the wall: West's"),
    ("mahjiang", "W roll break-stack 4 5", "West rolls 4 and 5, 9 in all, for the stack"),
    ("mahjiang", "break S 3 by=W", "West breaks South's wall at stack 3 from the right"),
    ("pung-chi", "E roll break-wall 3 4", "East rolls 3 and 4, 7 in all, to break the wall: North's"),
    ("pung-chi", "break N 7", "The wall is broken: North's wall at stack 7 from the left"),
    ("western", "E roll break-wall 3 9", "East rolls 3 and 9, 12 in all, to break the wall"),
]


@pytest.mark.parametrize(("ruleset", "event", "sentence"), DICE)
def test_dice_and_break_are_told_as_the_rule_set_counts(ruleset: str, event: str, sentence: str) -> None:
    """Which wall a throw counts to, and from which end stacks are counted."""
    rows = events(f"game {ruleset}; hand; {event}")
    assert words(Table(default_rules(ruleset).plan), rows[-1]) == sentence


@pytest.mark.parametrize(("event", "sentence"), [
    ("E lay-concealed chow 345b", "East lays a chow of 3-4-5 bamboo face down"),
    ("E lay-concealed pung ????", "East lays a pung of unseen tiles face down"),
    ("E fishing", "East is fishing: one tile is missing"),
])  # fmt: skip
def test_sets_laid_face_down_and_calls_are_said(event: str, sentence: str) -> None:
    """What only mahjiang plays."""
    assert words(Table(default_rules("mahjiang").plan), events(f"game mahjiang; hand; {event}")[-1]) == sentence


STAKES = [
    ("N claim chow", "S claim pung", "South claims pung of 5 bamboo from East; North's chow is refused"),
    ("S claim pung", "N claim chow", "North claims chow with 5 bamboo from East; South's pung goes before"),
    ("S claim chow; W claim pung", "N claim mahjong",
     "North claims mahjong on 5 bamboo from East; South's chow and West's pung are refused"),
    ("S claim chow", "W expose pung 555b",
     "West lays down a pung of 5 bamboo with the discard from East; South's chow is refused"),
    ("S claim chow; W claim pung", "S expose chow 456b",
     "South lays down a chow of 4-5-6 bamboo with the discard from East; West's pung goes before"),
    ("S claim mahjong", "W claim mahjong", "West claims mahjong on 5 bamboo from East"),
    ("S claim mahjong; W claim mahjong", "S mahjong discard 5b",
     "South declares mahjong on 5 bamboo from East; West's mahjong is refused"),
    ("S claim chow; S retract", "W claim pung", "West claims pung of 5 bamboo from East"),
    ("S claim chow; W pass; N pass", "S expose chow 456b",
     "South lays down a chow of 4-5-6 bamboo with the discard from East"),
    ("S claim chow; S retract", "S draw ??", "South draws a tile"),
]  # fmt: skip


@each("before, event, sentence", STAKES)
def test_where_several_want_one_tile_it_is_said_what_is_at_stake(before: str, event: str, sentence: str) -> None:
    """Whose call is refused, and whose goes before; not where nobody else has called, or not any more."""
    text = f"game; hand depth=table; E discard 5b; {before}"
    assert words(table(text), events(f"{text}; {event}")[-1]) == sentence


ROUND = "E discard 9b; S draw 1b; S discard 1b; W draw ??; W discard 2d; N draw ??; N discard 3d"


def test_a_set_of_own_tiles_is_not_laid_down_with_a_discard() -> None:
    """No tile is open once East has drawn."""
    text = f"game western; hand; dealt E 555b; {ROUND}; E draw 1c"
    assert words(table(text), events(f"{text}; E expose pung 555b")[-1]) == (
        "East lays down a pung of 5 bamboo out of the hand"
    )


def test_a_mahjong_says_the_tile_that_it_names_where_that_is_another_than_the_one_claimed() -> None:
    text = "game western; hand depth=table; E discard 4d; S claim mahjong"
    named = events(f"{text}; S mahjong discard 4c")[-1]
    assert words(table(text), named) == "South declares mahjong on 4 dots from East, naming it 4 characters"
    same = events(f"{text}; S mahjong discard 4d")[-1]
    assert words(table(text), same) == "South declares mahjong on 4 dots from East"
    robbed = "game western robbing_kong=true; hand depth=table; E kong concealed 5555d; W claim mahjong"
    kong = events(f"{robbed}; W mahjong kong 6d")[-1]
    assert words(table(robbed), kong) == "West declares mahjong by robbing East's kong of 5 dots, naming it 6 dots"


def test_in_the_american_game_the_next_in_turn_goes_before() -> None:
    """Pung or kong, whichever was called first."""
    text = "game american card=riverside-2026; hand depth=table; passes; E discard 5b; N claim kong"
    assert words(table(text), events(f"{text}; S claim pung")[-1]) == (
        "South claims pung of 5 bamboo from East; North's kong is refused"
    )


def test_every_event_type_has_words_and_an_example() -> None:
    names = {str(one.__struct_config__.tag) for one in EVENT_TYPES}
    assert {str(one.__struct_config__.tag) for one in _WORDS} == names
    assert {event["type"] for _before, event, _sentence in SENTENCES} == names


def test_every_event_can_be_said_of_an_empty_table() -> None:
    """Words never fail, however odd the log: here nothing has happened before."""
    table = Table(default_rules("classical").plan)
    for _before, event, _sentence in SENTENCES:
        assert words(table, convert_event({"seq": 1, **event}))
