"""Evenings of riichi, tile by tile: what a table sees is typed, and all that follows from it is as it was played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest

from mjlog.chain import event_body
from mjlog.formats.shorthand.document import HEADING
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.writing import write_document
from mjlog.recording.game import RecordedGame
from mjlog.recording.hints import asked_next, indicators_due
from mjlog.rulesets import load
from mjlog.simulate.game import Game
from tests.formats.shorthand_runs import bodies_of, game_of

PLAY = ("discard", "claim", "expose", "kong", "mahjong", "washout", "indicator", "show")
TOLD = ("type", "seat", "tile", "tiles", "for", "kind", "source", "riichi", "of", "sets", "rest", "reason", "seats")
"""What is written down of an act; that a tile was drawn, and what a hand is worth, follows."""
KEYS = 4
SENT = 1
"""The key that ends an act."""


def hands_of(ruleset: str, seed: int) -> tuple[dict[str, Any], list[list[dict[str, Any]]], list[dict[str, Any]]]:
    """A simulated game: its beginning, its hands, and its end."""
    bodies: list[bytes] = []
    Game(load(ruleset), seed, 1, hands=6, depth="table").play(bodies.append)
    first, *rows = (json.loads(body) for body in bodies)
    hands: list[list[dict[str, Any]]] = []
    for row in rows:
        if row["type"] == "hand-start":
            hands.append([])
        hands[-1].append(row)
    return first, hands, [row for row in rows if row["type"] == "game-end"]


def _told(row: dict[str, Any]) -> dict[str, Any]:
    told = {name: row[name] for name in TOLD if name in row}
    if told["type"] == "expose":
        told["tiles"] = sorted(told["tiles"], key=lambda code: (code[1], code[0].replace("0", "5")))
    return told


def acts_of(first: dict[str, Any], hand: list[dict[str, Any]]) -> list[str]:
    """What is to be typed of a hand."""
    start = {name: hand[0][name] for name in ("type", "hand", "round", "seats")}
    rows = [first, {**start, "depth": "table"}, *(_told(row) for row in hand if row["type"] in PLAY)]
    log = [event_body({**row, "seq": seq}) for seq, row in enumerate(rows, 1)]
    text = "\n".join(line for line in write_document("g", log) if line != HEADING)
    return [act.text for act in acts_in(text)][2:]


def paid_in(hand: list[dict[str, Any]]) -> dict[str, int]:
    """What everybody gained or lost by the settlements of a hand; nobody who did neither."""
    paid: dict[str, int] = {}
    for change in (row["change"] for row in hand if row["type"] == "settlement"):
        paid = {seat: paid.get(seat, 0) + change.get(seat, 0) for seat in paid | change}
    return {seat: amount for seat, amount in paid.items() if amount}


def typed(recorded: RecordedGame, acts: list[str]) -> Iterator[str]:
    """What is found in acts as they are typed; an indicator is asked for when one is to be turned, and not else."""
    for act in acts:
        if bool(indicators_due(recorded.table)) != act.startswith("i"):
            yield f"{act}: {asked_next(recorded.table)}"
        yield from (one.message for said in recorded.carry_out(recorded.read(act)) for one in said.findings)


@pytest.mark.parametrize(("ruleset", "seed"), [("riichi", 1), ("riichi", 3), ("riichi-ema", 4), ("riichi-wrc", 2)])
def test_whoever_types_what_happens_has_payments_and_seats_as_they_were_played(ruleset: str, seed: int) -> None:
    first, hands, ends = hands_of(ruleset, seed)
    recorded = RecordedGame("text", "t", [event_body(first)])
    keys: list[int] = []
    for hand in hands:
        recorded.carry_out(recorded.read("hand table"))
        assert {seat.value: player for seat, player in recorded.table.players.items()} == hand[0]["seats"]
        acts = acts_of(first, hand)
        keys += [len(act) + SENT for act in acts]
        assert list(typed(recorded, acts)) == []
        if paid_in(hand):
            recorded.carry_out(recorded.read("pay"))
        settled = (recorded.table.settlement or {}).items()
        assert {seat.value: amount for seat, amount in settled if amount} == paid_in(hand)
    for end in ends:
        (row,) = recorded.read("end")
        assert (row["totals"], row["final"]) == (end["totals"], end["final"])
    assert median(keys) <= KEYS


@pytest.mark.parametrize("acts", [
    ("i9d", "wash 9"),
    ("i9d", "eh 9b1699c1489dwnwrgwd", "wash 9"),
    ("i9d", "1b", "wash 9"),
    ("i9d", "1b", "sh 9b1699c1489dwnwrgwd", "wash 9"),
    ("i9d", "1b", "t", "wash 9"),
])  # fmt: skip
def test_who_ends_the_hand_with_nine_terminals_need_not_type_the_draw(acts: tuple[str, ...]) -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of("riichi")))
    assert list(typed(recorded, list(acts))) == []
    assert recorded.table.standing.aborted


def test_a_hand_shown_by_somebody_else_is_not_one_of_nine_terminals() -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of("riichi", "i9d 1b")))
    assert list(typed(recorded, ["wh 9b1699c1489dwnwrgwd"])) == ["west shows the hand before it is won or drawn"]


def test_what_an_unseen_hand_let_go_before_a_claim_does_not_bar_its_win_after_it() -> None:
    """Before the pung it did not wait for the tile; what went by since then does bar it."""
    before, hand = "i9c ew 8d 7d 9d 1b 7c np 5c", "nh 123b12366c123d"
    barred = ["north's win: north has let east's 1b go since the latest turn"]
    for acts, found in (("3d 1b nm", []), ("1b 3d 1b nm", barred)):
        recorded = RecordedGame("text", "t", bodies_of(game_of("riichi-ema", before)))
        assert list(typed(recorded, [*acts.split(), hand])) == found


def test_after_the_last_discard_it_is_asked_who_is_ready() -> None:
    """The simulated game's hand is drawn, and some of its players were ready."""
    first, hands, _ends = hands_of("riichi", 2)
    acts = acts_of(first, hands[1])
    at = next(number for number, act in enumerate(acts) if act[1] == "h")
    recorded = RecordedGame("text", "t", [event_body(first)])
    assert list(typed(recorded, ["hand table", *acts[:at]])) == []
    assert str(asked_next(recorded.table)).startswith("who is ready?")
    assert list(typed(recorded, [acts[at]])) == []
    assert str(asked_next(recorded.table)).startswith("who else is ready?")
    assert list(typed(recorded, acts[at + 1 :])) == []
    assert asked_next(recorded.table) is None
