"""Whatever is typed, at whatever table: it is read, or refused in words; nothing else happens."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from each import each
from mjlog.errors import MjlogError
from mjlog.events import decode_event
from mjlog.formats.shorthand import reading
from mjlog.formats.shorthand.document import WrittenGame, event_of, read_document
from mjlog.formats.shorthand.long_form import LONG_NAMES
from mjlog.formats.shorthand.reading import acts_in, read_act
from mjlog.rulesets import load, shipped
from mjlog.simulate.game import Game
from turns import examples

from .shorthand_runs import TABLE, text_of

SIGNS = "eswnESWN123456789bcdfxjkpqzmtlohrua+-=!./?:;#, \t\"{}[]@'\\|\r\n\x00\u00a0\u2028\ufeffİßſ²٣🀙🀫😀"
WORDS = st.text(SIGNS, max_size=12) | st.sampled_from(sorted(LONG_NAMES)) | st.text(max_size=6)
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
MUTATIONS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 4), st.text(SIGNS, max_size=3)), max_size=6)


@cache
def _game(ruleset: str) -> tuple[bytes, ...]:
    bodies: list[bytes] = []
    Game(load(ruleset), 5, 1, hands=2, depth="table").play(bodies.append)
    return tuple(bodies)


@cache
def _table(ruleset: str, cut: int) -> WrittenGame:
    """A table in the middle of a game: after so many hundredths of it."""
    game = WrittenGame("text")
    bodies = _game(ruleset)
    game.follow([decode_event(body) for body in bodies[: len(bodies) * cut // 100]])
    return game


@settings(max_examples=examples(400))
@given(
    ruleset=st.sampled_from(sorted(shipped())), cut=st.sampled_from((0, 1, 3, 8, 30, 48, 50, 52, 99, 100)), text=TEXTS
)
def test_any_text_at_any_table_is_events_or_is_refused(ruleset: str, cut: int, text: str) -> None:
    scene = _table(ruleset, cut).scene
    try:
        made = [event_of({**fields, "seq": 1}) for fields in read_act(text, scene)]
    except MjlogError:
        return
    assert made


@settings(max_examples=examples(400))
@given(TEXTS | st.text(SIGNS, max_size=60))
def test_acts_are_the_text_without_separators_and_remarks(text: str) -> None:
    """Every act stands in the text at its place, in order; between acts there is nothing that could be one."""
    lines = text.split("\n")
    done = [0] * len(lines)
    for act in acts_in(text):
        line = lines[act.line - 1]
        assert act.text
        assert line[act.start :].startswith(act.text)
        assert not _without_separators(line[done[act.line - 1] : act.start])
        done[act.line - 1] = act.start + len(act.text)
    for line, end in zip(lines, done, strict=True):
        rest = _without_separators(line[end:])
        assert not rest or rest.startswith("#")


def _without_separators(text: str) -> str:
    return "".join(sign for sign in text if not sign.isspace() and sign not in ";,\ufeff")


@given(TEXTS)
def test_any_text_is_games_and_faults_with_their_line(text: str) -> None:
    for game in read_document(text, "a.txt"):
        assert len(game.bodies) == len(game.lines)
        assert game.fault is None or game.fault.startswith("a.txt:")


@settings(max_examples=examples(60))
@given(ruleset=st.sampled_from(sorted(shipped())), changes=MUTATIONS)
def test_a_game_with_slips_is_read_up_to_the_first_that_cannot_be(
    ruleset: str, changes: list[tuple[int, int, str]]
) -> None:
    text = text_of(list(_game(ruleset)))
    first = len(text)
    for place, length, instead in changes:
        at = place % len(text)
        text = text[:at] + instead + text[at + length :]
        first = min(first, at)
    games = list(read_document(text, "a.txt"))
    untouched = text[:first].count("\n")
    whole = [line for game in games[:1] for line in game.lines if line <= untouched]
    assert [body for body, _line in zip(games[0].bodies if games else [], whole, strict=False)] == list(_game(ruleset))[
        : len(whole)
    ]


@each("line", [
    "[" * 100_000, '{"a":' * 100_000, '{"type":"note","text":"' + "x" * 200_000, "note " + "x" * 200_000,
    "replay " + '" ' * 80_000, "replay x " + 'a="x ' * 50_000, "hand-start " + "a=[ " * 10_000,
    "seats " + "a " * 50_000, "sh " + "123b " * 10_000, "sh " + "w" * 50_000 + "z", "l" + "w" * 50_000 + "z",
    "deal " + "xxxx " * 50_000, "/" * 50_000, "1" * 50_000 + "/", "pay " + "1/" * 50_000, "score E " + "9" * 50_000,
    "m:" + "r" * 200_000 + "=1/2", "@" + "9" * 50_000, "@+999999999", "x" * 200_000, "🀙" * 50_000, "-" * 50_000,
], ids=lambda line: line[:12])  # fmt: skip
def test_a_line_without_end_is_refused(line: str) -> None:
    games = list(read_document(f"{TABLE}{line}\n", "a.txt"))
    assert len(games) == 1
    assert games[0].fault.startswith("a.txt:3: ")
    assert len(games[0].fault) < 500
    assert len(games[0].bodies) == 2


NONSENSE = {
    "discards of one tile": ("hand full", "5b"),
    "passes of one player": ("hand table 5b", "s-"),
    "discards out of turn": ("hand table", "w3d e9c"),
    "corrections of one event": ("hand table 5b", "fix 3 6b"),
}


MOST_AT_FAULT = 50
"""So many acts at fault are read; the program reads ten times as many."""


@each("kind", NONSENSE)
def test_a_text_of_nothing_but_faults_is_cut_off(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands before is read, and the line is told at which the reading ended; so it is for games after it."""
    monkeypatch.setattr(reading, "MOST_AT_FAULT", MOST_AT_FAULT)
    begin, act = NONSENSE[kind]
    wanted = 2 * MOST_AT_FAULT
    text = f"game a western anna ben cleo dora\n{begin}\n" + f"{act}\n" * wanted + "game b western anna ben cleo dora"
    first, second = read_document(text, "evening")
    assert MOST_AT_FAULT <= len(first.bodies) < 2.5 * MOST_AT_FAULT
    assert first.fault is not None
    assert "is no record of games" in first.fault
    assert first.error.line is not None
    assert first.error.line <= MOST_AT_FAULT + 10
    assert second.bodies == []
    assert second.fault is not None
    assert "is no record of games" in second.fault


def test_what_is_less_than_that_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_AT_FAULT", MOST_AT_FAULT)
    text = "game a western anna ben cleo dora\nhand table\n" + "5b\n" * (MOST_AT_FAULT - 10)
    (game,) = read_document(text, "evening")
    assert game.error is None
    assert len(game.bodies) == MOST_AT_FAULT - 8
