"""What follows from a correction: the game is judged as if it had been written down like that from the beginning."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from mjlog.audit.engine import Engine
from mjlog.chain import GENESIS, chain_id
from mjlog.events import Event, convert_event, encode_event
from mjlog.log.records import GameRecord, Row
from mjlog.samples import samples_folder
from mjlog.sources import games_in
from tests.short_logs import fields
from turns import in_turn

Fields = dict[str, Any]
GAMES = ("western", "bmja", "american")
_MOST = 450
"""Events of a game: the first hands."""
_ONE_HAND = "game western; hand depth=result; E mahjong wall; settlement E=60 S=-20 W=-20 N=-20"


def sample(name: str) -> list[Fields]:
    """The events of a sample game; none says by number which one it answers."""
    record = next(games_in(str(samples_folder() / "games" / f"{name}.mjlog.jsonl.xz")))
    events = [json.loads(encode_event(row)) for row, _where in record.rows if isinstance(row, Event)]
    return [{name: value for name, value in event.items() if name != "on"} for event in events]


def judged(events: list[Fields], as_recorded: bool = False) -> list[Fields]:
    """The reports of a log, without the numbers of the events that findings are at."""
    rows: list[Row] = [(convert_event(one), None) for one in events]
    replay = Engine(GameRecord("", "", iter(rows), corrected=True), as_recorded=as_recorded)
    reports = [report.as_json() for report in replay.run()]
    for report in reports:
        report["findings"] = [{**one, "seq": None} for one in report["findings"]]
        report["unjudged"] = [{**one, "since": None, "until": None} for one in report["unjudged"]]
    return reports


def corrected(events: list[Fields], of: int, inside: list[Fields], **more: Any) -> list[Fields]:
    """The log with one more correction."""
    made = {"seq": len(events) + 1, "type": "correction", "of": of, "events": inside, "reason": "a slip", **more}
    return [*events, made]


def rewritten(events: list[Fields], of: int, inside: list[Fields]) -> list[Fields]:
    """The log as it would be, had it been written like that."""
    found = [*events[: of - 1], *inside, *events[of:]]
    return [{**event, "seq": seq} for seq, event in enumerate(found, 1)]


def without_seq(event: Fields, **other: Any) -> Fields:
    """An event as it stands in a correction."""
    return {**{name: value for name, value in event.items() if name != "seq"}, **other}


@pytest.mark.parametrize("name", GAMES)
def test_a_corrected_game_is_judged_as_if_it_had_been_written_so(name: str) -> None:
    """Events of all types are left out, doubled, or changed."""
    events, chance = sample(name)[:_MOST], Random(7)
    types = sorted({event["type"] for event in events})
    for kind in in_turn(types, len(name)):
        event = chance.choice([one for one in events if one["type"] == kind])
        fields = without_seq(event)
        changed = {**fields, "seat": "N"} if "seat" in fields else fields
        for inside in ([], [fields, fields], [changed]):
            done, right = corrected(events, event["seq"], inside), rewritten(events, event["seq"], inside)
            if right and right[0]["type"] == "game-start":
                assert judged(done) == judged(right), (kind, inside)


def test_options_corrected_in_the_game_start_change_every_score_after_it() -> None:
    events = sample("limit-hands")
    start = without_seq(events[0])
    other = {**start, "options": {**(start.get("options") or {}), "ScoreLimit": 300}}
    done = corrected(events, 1, [other])
    assert judged(done) == judged(rewritten(events, 1, [other]))
    assert any(one["code"] == "wrong-score" for report in judged(done) for one in report["findings"])
    assert judged(done, as_recorded=True) == judged(events)
    assert judged(corrected(done, len(done), [])) == judged(events)


def test_players_who_sat_otherwise_have_other_totals_and_other_seats() -> None:
    text = f"{_ONE_HAND}; end anna=-20 ben=60 cora=-20 dora=-20"
    events = fields(text)
    assert [one["code"] for report in judged(events) for one in report["findings"]] == ["wrong-total"]
    for kind in ("game-start", "hand-start"):
        event = next(one for one in events if one["type"] == kind)
        seats = {"E": "ben", "S": "anna", "W": "cora", "N": "dora"}
        other = {"players": list(seats.values())} if kind == "game-start" else {"seats": seats}
        events = corrected(events, event["seq"], [without_seq(event, **other)], agreed=["anna", "ben"])
    assert judged(events) == judged([*rewritten_twice(fields(text))])
    assert [one["code"] for report in judged(events) for one in report["findings"]] == []


def rewritten_twice(events: list[Fields]) -> list[Fields]:
    """The log of the test above with anna and ben in each other's place from the beginning."""
    text = json.dumps(events[:2]).replace("anna", "\0").replace("ben", "anna").replace("\0", "ben")
    return [*json.loads(text), *events[2:]]


def test_a_hand_start_that_is_corrected_moves_the_winds_of_all_hands_after_it() -> None:
    events = fields(f"{_ONE_HAND}; hand 2 depth=result; washout")
    start = next(one for one in events if one["type"] == "hand-start")
    done = corrected(events, start["seq"], [without_seq(start, round="S")])
    assert judged(done) == judged(rewritten(events, start["seq"], [without_seq(start, round="S")]))
    assert any(one["code"] == "wrong-round" for report in judged(done) for one in report["findings"])


def test_a_correction_changes_no_id_of_what_was_written_before() -> None:
    events = sample("western")
    done = corrected(events, 40, [])

    def ids(log: list[Fields]) -> list[str]:
        found = [GENESIS]
        for event in log:
            found.append(chain_id(found[-1], msgspec.json.Encoder(order="sorted").encode(event)))
        return found[1:]

    assert ids(done)[: len(events)] == ids(events)
    assert len(ids(done)) == len(events) + 1
