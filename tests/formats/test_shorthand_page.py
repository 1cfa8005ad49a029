"""The page on the short hand is checked by reading what stands in it."""

from __future__ import annotations

import re
from pathlib import Path

from each import each
from mjlog.errors import MjlogError
from mjlog.formats.shorthand.long_form import LONG_NAMES
from mjlog.formats.shorthand.reading import SHORT_ACTS, acts_in
from mjlog.formats.shorthand.sayings import is_said_of_others

from .shorthand_runs import game_after, game_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "lookup" / "shorthand.md").read_text("utf-8")
ROWS = "\n".join(line for line in PAGE.splitlines() if line.startswith("| "))
SPANS = tuple(dict.fromkeys(re.findall(r"`([^`]+)`", ROWS)))
"""Every act in the tables of the page."""
TABLES = (
    "", "game t western anna ben cleo dora\n", game_of("western"), game_of("western", "r34 r12"),
    game_of("western", "5b"), game_of("western", "5b sp-"), game_of("western", "1b"), game_of("western", "5b sm"),
    game_of("western", depth="result"), game_of("american", "deal"), game_of("american", "deal", "5b wpj 2c"),
    game_of("american", "o o o so-"), game_of("riichi", "i1b"), game_of("riichi", "i1b 5b"),
    game_of("riichi", "i1b 6b"), game_of("riichi", "i1b 5b!", "sm"), game_of("riichi", depth="result"),
    game_of("riichi-ema", "i1b"), game_of("riichi-sanma", "i1b"), game_of("riichi-sanma", "i1b", "Nw"),
)  # fmt: skip
"""Tables at which acts can be read; what is to be paid is computed elsewhere."""
NOT_AN_ACT = frozenset(("target=500", "place=club table=2 session=1", "/"))
"""What goes with an act, or stands inside one."""


def _pattern_of(act: str) -> int | None:
    return next((at for at, (pattern, _read) in enumerate(SHORT_ACTS) if pattern.fullmatch(act)), None)


@each("span", [span for span in SPANS if span not in NOT_AN_ACT])
def test_every_act_of_the_page_is_one_act_that_can_be_read(span: str) -> None:
    text = span.replace("h …", "h 123b").replace(" …", "")
    (act,) = acts_in(text)
    assert act.text == text
    assert _pattern_of(text) is not None or text.split()[0] in LONG_NAMES
    assert text in ("pay", "pay w", "pay jokerless") or any(_is_read(text, before) for before in TABLES)


def _is_read(act: str, before: str) -> bool:
    try:
        return bool(game_after(before).read(act))
    except MjlogError:
        return False


def test_every_pattern_stands_on_the_page() -> None:
    shown = {_pattern_of(span.replace("…", "").strip()) for span in SPANS}
    assert {pattern.pattern for at, (pattern, _read) in enumerate(SHORT_ACTS) if at not in shown} == set()


def test_what_is_said_of_acts_that_follow_stands_on_the_page_as_it_is_typed() -> None:
    (passage,) = (part for part in PAGE.split("**") if "nine seconds later" in part)
    said = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", passage)]
    assert "@+9" in said
    game = game_after(game_of("western"))
    for text in said:
        assert is_said_of_others(text)
        assert game.read(text) == []
