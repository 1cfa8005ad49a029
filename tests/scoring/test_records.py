"""Hands and settlements of an independent server's records, a few for each item it prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from scoring_cases import document, given_options, lines, options, scorer

from each import each
from mjlog.scoring import Hand, LaidSet, settle, terms_of
from mjlog.seats import SEATS, Seat
from mjlog.tiles import KINDS, parse_tile, parse_tiles

FOLDER = Path(__file__).parent
BY_CODE = {seat.value: seat for seat in SEATS}


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


def hand_of(given: dict[str, Any], *, as_shown: bool = True) -> Hand:
    sets = tuple(
        LaidSet(laid["kind"], parse_tiles(laid["tiles"]), laid.get("concealed", False), laid.get("origin"))
        for laid in given.get("sets", ())
    )
    visible = parse_tiles(given.get("visible", ""))
    return Hand(
        seat=BY_CODE[given["seat"]],
        round=BY_CODE[given["round"]],
        concealed=parse_tiles(given["concealed"]),
        sets=sets,
        bonus=parse_tiles(given.get("bonus", "")),
        won=given["won"],
        tile=parse_tile(given["tile"]) if given.get("tile") else None,
        source=given.get("source"),
        flags=frozenset(given.get("flags", ())),
        east_wins=given.get("east_wins", 0),
        shown=tuple(parse_tiles(tiles) for tiles in given["shown"]) if as_shown else None,
        completes=given.get("completes") if as_shown else None,
        visible=[visible.count(kind) for kind in range(KINDS)] if given["won"] else None,
    )


@pytest.mark.rule("classical/points-1")
@pytest.mark.rule("classical/points-2")
@pytest.mark.rule("classical/double-1")
@pytest.mark.rule("classical/double-2")
@pytest.mark.rule("classical/double-3")
@pytest.mark.rule("classical/limit-1")
@pytest.mark.rule("classical/kong-3")
@each("given", records("record_hands.jsonl"))
def test_a_recorded_hand_scores_what_the_record_says(given: dict[str, Any]) -> None:
    score = scorer(**given_options(given["options"])).score(hand_of(given))
    assert score.total == given["total"]
    assert lines(score.items) == given["items"]


@each("given", records("record_hands.jsonl"))
def test_the_best_arrangement_is_worth_no_less_than_the_one_shown(given: dict[str, Any]) -> None:
    score = scorer(**given_options(given["options"])).score(hand_of(given, as_shown=False))
    assert score.total is not None
    assert score.total >= given["total"]


@pytest.mark.rule("classical/settle-1")
@pytest.mark.rule("classical/cannon-1")
@each("given", records("record_settlements.jsonl"))
def test_a_recorded_hand_is_settled_as_the_record_says(given: dict[str, Any]) -> None:
    result = settle(
        {BY_CODE[name]: total for name, total in given["totals"].items()},
        BY_CODE.get(given["winner"]),
        discarder=BY_CODE.get(given["discarder"]),
        liable=BY_CODE.get(given["pays_for_all"]),
        terms=terms_of(document()["settlement"], options(**given["options"])),
    )
    assert [result.change[seat] for seat in SEATS] == given["change"]
    assert sorted([payer.value, payee.value, points] for payer, payee, points in result.payments) == given["payments"]


def test_the_server_leaves_a_dealt_hand_of_unknown_source_uncounted() -> None:
    hand = Hand(
        Seat.E, Seat.E, parse_tiles("111222333b 555c 99d"), won=True, flags=frozenset({"no-discard"}),
        shown=tuple(map(parse_tiles, ("111b", "222b", "333b", "555c", "99d"))),
    )  # fmt: skip
    score = scorer(NoLimit=True).score(hand)
    assert score.limits == ("heavens-blessing",)
    assert not {"winning from wall", "concealed hand"} & {item.name for item in score.items}
