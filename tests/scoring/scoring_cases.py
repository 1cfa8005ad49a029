"""Hands in notation for the scoring tests."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from mjlog.hands import FORM_NAMES, group_of
from mjlog.hands.shapes import part_size, suit_shapes
from mjlog.rulesets import load, resolve
from mjlog.scoring import Hand, Item, LaidSet, Score, Scorer, fans, hand_answer, shares
from mjlog.scoring.request import read_fields
from mjlog.seats import Seat
from mjlog.tiles import parse_tile, parse_tiles
from turns import TURNS, in_turn


@functools.cache
def document(ruleset: str = "classical") -> dict[str, Any]:
    """A shipped rule set's document."""
    return tomllib.loads(load(ruleset).document)


def options(ruleset: str = "classical", **given: Any) -> dict[str, Any]:
    """Every option's value, some of them given."""
    return {name: option["default"] for name, option in document(ruleset)["options"].items()} | given


@functools.cache
def _scorer(ruleset: str, given: tuple[tuple[str, Any], ...]) -> Scorer:
    rules = resolve(load(ruleset), dict(given))
    assert rules.scoring is not None
    return Scorer(rules.scoring.table, rules.scoring.options)


def scorer(**given: Any) -> Scorer:
    """A scorer of the classical rules under some options."""
    return _scorer("classical", tuple(sorted(given.items())))


def western(**given: Any) -> Scorer:
    """A scorer of the western rules under some options."""
    return _scorer("western", tuple(sorted(given.items())))


def clubs(ruleset: str, **given: Any) -> Scorer:
    """A scorer of `bmja` or `dmjl` under some options."""
    return _scorer(ruleset, tuple(sorted(given.items())))


def answered(given: Mapping[str, Any], scorer: Scorer) -> dict[str, Any]:
    """The answer to a request that gives a hand by its fields."""
    request = read_fields(given)
    hand = request.hand(bonus_from_live=scorer.manner.bonus_from_live)
    return hand_answer(hand, scorer, explained=request.explain, would_be=bool(request.would_be))


def with_few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what is made ahead a share, where tables are asked in turns: of suits of up to six tiles, of some chows."""
    if TURNS > 1:
        shapes, chows = [one for one in suit_shapes() if part_size(one) <= 6], in_turn(fans.all_chows())
        monkeypatch.setattr(fans, "all_chows", lambda: chows)
        for module in (fans, shares):
            monkeypatch.setattr(module, "suit_shapes", lambda: shapes)


def laid(text: str) -> tuple[LaidSet, ...]:
    """Sets on the table: tiles, after a kong of one's own `-`, after an added kong `+`, after a claimed kong `!`."""
    return tuple(_laid(word) for word in text.split())


def _laid(word: str) -> LaidSet:
    tiles = tuple(sorted(parse_tiles(word.rstrip("-+!"))))
    group = group_of(tiles)
    assert group is not None, word
    origin = {"-": "self", "+": "added", "!": "claimed"}.get(word[-1])
    return LaidSet(FORM_NAMES[group[0]], tiles, word.endswith("-"), origin)


def won(concealed: str, tile: str | None, source: str = "wall", sets: str = "", **more: Any) -> Hand:
    """South's winning hand in the east round; `concealed` with the winning tile."""
    return Hand(
        seat=more.pop("seat", Seat.S),
        round=more.pop("round", Seat.E),
        concealed=parse_tiles(concealed),
        sets=laid(sets),
        bonus=parse_tiles(more.pop("bonus", "")),
        won=True,
        tile=None if tile is None else parse_tile(tile),
        source=source,
        flags=frozenset(more.pop("flags", ())),
        **more,
    )


def lost(concealed: str, sets: str = "", bonus: str = "", **more: Any) -> Hand:
    """South's hand in the east round after another's win."""
    seat, wind = more.pop("seat", Seat.S), more.pop("round", Seat.E)
    return Hand(seat, wind, parse_tiles(concealed), laid(sets), parse_tiles(bonus), **more)


def named(score: Score, name: str) -> list[tuple[int, int]]:
    """Points and doubles of all items of a name."""
    return [(item.points, item.doubles) for item in score.items if item.name == name]


def names(score: Score) -> set[str]:
    """The names of all items."""
    return {item.name for item in score.items}


def lines(items: tuple[Item, ...]) -> list[list[Any]]:
    """Items as the records print them: a line for the points, a line for the doubles."""
    printed = []
    for item in items:
        if item.points or not item.doubles:
            printed.append([item.name, item.points, 0])
        if item.doubles:
            printed.append([item.name, 0, item.doubles])
    return sorted(printed)


def given_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a record (0 and 1 for false and true) as values of the rule set."""
    kinds = {name: option["kind"] for name, option in document()["options"].items()}
    return {name: bool(value) if kinds[name] == "bool" else value for name, value in given.items()}
