"""A player discards a tile that was never there, and later does something else that cannot be: both are found.

The hand is the tiles that came without one of them: what cannot be among those is wrong, whichever that one is.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.events import convert_event
from mjlog.findings import Severity
from mjlog.log.records import GameRecord
from mjlog.rulesets import default_rules, shipped
from short_logs import findings, play
from simulate.american_cards import small_card
from simulate.games import played

Fields = dict[str, Any]
HONORS = ("Ew", "Sw", "Ww", "Nw", "Rd", "Gd", "Wd")
GOT = ("deal", "draw", "kong-replacement", "bonus-replacement")
SEEDS = range(1, 9)


@cache
def hand(ruleset: str, seed: int) -> list[Fields]:
    """One legal simulated hand; no answers, which would be others after another discard."""
    card = small_card() if ruleset == "american" else None
    events = [json.loads(line) for line in played(ruleset, seed, hands=1, card=card)]
    return [
        {name: value for name, value in one.items() if name not in ("every", "on", "seq", "digest", "version", "card")}
        for one in events
        if one["type"] not in ("pass", "fishing")
    ]


def reports(events: Sequence[Fields]) -> list[HandReport]:
    """What an audit says of these events."""
    rows = [(convert_event({"seq": number, **one}), number) for number, one in enumerate(events, start=1)]
    return Engine(GameRecord("made", "made", iter(rows))).run()


def errors_at(events: Sequence[Fields]) -> list[int]:
    """The places of the errors."""
    found = [one for report in reports(events) for one in report.findings if one.severity == Severity.ERROR.value]
    return [int(one.seq or 0) - 1 for one in found]


def tiles_of(event: Fields) -> list[str]:
    """The kinds of the tiles of a deal or draw."""
    tiles = event.get("tiles") or [event["tile"]]
    return ["5" + tile[1] if tile[0] == "0" else tile for tile in tiles]


def second_faults(events: list[Fields]) -> Iterator[tuple[str, list[Fields], int, str, list[Fields]]]:
    """What the second act is; the hand up to it, the place of the first one, the tile that was never there; the act."""
    all_got = Counter(tile for one in events if one["type"] in GOT for tile in tiles_of(one))
    for seat in "ESWN":
        own = [
            place
            for place, (one, after) in enumerate(itertools.pairwise(events))
            if one["type"] == "discard" and one["seat"] == seat and after["type"] == "draw" and "riichi" not in one
        ]
        got = {tile for one in events if one["type"] in GOT and one["seat"] == seat for tile in tiles_of(one)}
        got |= {events[place]["tile"] for place in own}
        never = [tile for tile in HONORS if tile not in got and all_got[tile] <= 2]
        if len(own) < 4 or len(never) < 2:
            continue
        first, other = never[:2]
        yield "discard", events[: own[3]], own[1], first, [{"type": "discard", "seat": seat, "tile": other}]
        kong = {"type": "kong", "seat": seat, "kind": "concealed", "tiles": [other] * 4}
        yield "kong", events[: own[3]], own[1], first, [kong]
        for place in range(own[2] + 1, len(events) - 1):
            one, after = events[place], events[place + 1]
            is_free = one["type"] == "discard" and after["type"] == "draw"
            if is_free and one["seat"] != seat and one["tile"] in never[1:]:
                expose = {"type": "expose", "seat": seat, "kind": "pung", "tiles": [one["tile"]] * 3}
                claim = {"type": "claim", "seat": seat, "for": "pung"}
                yield "pung", events[: place + 1], own[1], first, [claim, expose]
                break


def both(ruleset: str, wall: bool) -> Counter[str]:
    """How many pairs of each kind there are, all of which are found."""
    found = Counter[str]()
    for seed in SEEDS:
        events = [one for one in hand(ruleset, seed) if wall or one["type"] != "wall"]
        for kind, before, place, tile, act in second_faults(events):
            alone = errors_at([*before, *act])
            if len(alone) != 1 or alone[0] < len(before):
                # What is not allowed at all by these rules, or is told otherwise.
                continue
            wrong = {key: value for key, value in before[place].items() if key not in ("named", "drawn")}
            with_first = [*before[:place], {**wrong, "tile": tile}, *before[place + 1 :]]
            assert errors_at(with_first) == [place], (kind, seed)
            assert errors_at([*with_first, *act]) == [place, *alone], (kind, seed)
            found[kind] += 1
    return found


@pytest.mark.parametrize("wall", [True, False], ids=["with the wall", "without"])
@pytest.mark.parametrize("ruleset", shipped())
def test_a_later_act_without_the_tiles_is_found(ruleset: str, wall: bool) -> None:
    found = both(ruleset, wall)
    assert found["discard"]


SHOWN = (
    "game {}; hand; dealt S 123456789b 1234c; E discard 5c; S draw 9d; S discard 7d; W draw 1d; W discard 1d;"
    "N draw 2d; N discard 2d; E draw 1c; E discard 1c; S draw 5d; S mahjong wall; S show {}"
)
NOT_CARD = [name for name in shipped() if name != "american" and not name.startswith("riichi")]


@pytest.mark.parametrize("ruleset", NOT_CARD)
def test_a_hand_of_tiles_that_cannot_be_there_is_no_mahjong(ruleset: str) -> None:
    text = SHOWN.format(ruleset, "111c 999c EwEwEw RdRdRd 55d")
    found = [one.code for one in findings(text) if one.severity == "error"]
    assert found == ["tile-not-held", "not-mahjong"]


@pytest.mark.parametrize("ruleset", NOT_CARD)
@pytest.mark.parametrize("tile", ["9b", "5d"])
def test_a_tile_drawn_since_and_one_dealt_can_leave(ruleset: str, tile: str) -> None:
    """That one of the tiles is not there does not tell which."""
    text = SHOWN.partition("S mahjong")[0].format(ruleset) + f"S discard {tile}; W draw 9b"
    codes = [one.code for one in findings(text) if one.severity == "error"]
    assert codes == ["tile-not-held"]


@pytest.mark.parametrize("ruleset", NOT_CARD)
def test_what_hangs_on_the_tiles_in_doubt_is_said_not_to_be_judged(ruleset: str) -> None:
    (report,) = play(SHOWN.partition("S draw 5d")[0].format(ruleset)).finish()[-1:]
    told = [one for one in report.unjudged if one.because == "tile-not-held"]
    assert [one.rules for one in told] == ["what hangs on south's tiles"]


FIFTH = (
    "game {}; hand{}; dealt E 1111b 7777d 6666d {} / S 123456789b 1234c / W 11d 22d 33d 44d 88d 8c 7c 6c /"
    "N EEw SSw WWw NNw RRd GGd Wd; {} E discard 1c; S draw 9d; S discard 7d; W draw 9d; W discard 9d; N draw 8d;"
    "N discard 8d; E draw 8c; E discard 8c; S draw 5c; S discard Ew; W draw 5c; W discard 5c; N draw 5c; N discard 5c;"
    "E draw 4c; E discard 4c; S draw 4c; S discard Nw"
)
FIFTH_OF_THREE = (
    "game {}; hand{}; dealt E 1111b 7777d 6666d {} / S 123456789b 1234d / W 11d 22d 33d 44d 88d GGd 7b; {}"
    "E discard 1c; S draw 9d; S discard 8d; W draw 9d; W discard 9d; E draw Rd; E discard Rd; S draw 5d; S discard Ew;"
    "W draw 5d; W discard 5d; E draw 4d; E discard 4d; S draw 9c; S discard Nw"
)
"""South is dealt a fifth 1b, and discards three tiles that were not dealt. (With a Charleston more would be open.)"""


@pytest.mark.parametrize("ruleset", [name for name in shipped() if name != "american"])
def test_of_a_block_with_a_fifth_tile_the_others_are_known(ruleset: str) -> None:
    """One of the tiles was another, the first of those discarded; further ones were never there."""
    is_riichi = ruleset.startswith("riichi")
    points = {"riichi": 25000, "riichi-sanma": 35000}.get(ruleset, 30000)
    players = default_rules(ruleset).plan.players
    totals = ",".join(f"{name}:{points}" for name in ("anna", "ben", "cora", "dora")[:players])
    text = (FIFTH if players == 4 else FIFTH_OF_THREE).format(
        ruleset, f" totals={totals}" if is_riichi else "", "1c" if is_riichi else "1c 9c",
        "indicator 9c; E draw 9c;" if is_riichi else "",
    )  # fmt: skip
    found = [(one.code, one.seat) for one in findings(text) if one.severity == "error"]
    assert found == [("too-many-copies", "S"), ("tile-not-held", "S"), ("tile-not-held", "S")]
