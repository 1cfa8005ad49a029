"""Small records of games by competition rules, written by hand, and how they are judged."""

from __future__ import annotations

import json
from typing import Any

from mjlog.audit.engine import Engine
from mjlog.events import Event
from mjlog.formats.foreign import format_of
from mjlog.log.records import GameRecord

SEVEN_PAIRS = """Match 5eed0001
Wind 1
Player 0 Deal W2 W5 W8 B1 B3 B6 B7 T2 T3 T6 F2 F3 F4
Player 1 Deal W1 W1 W3 W3 B2 B2 B5 B5 T7 T7 F1 F1 J2
Player 2 Deal W4 W6 W9 B4 B8 B9 T1 T4 T8 F2 J1 J2 J2
Player 3 Deal W2 W4 W7 B3 B6 B8 T5 T9 T9 F3 F4 J1 J3
Player 0 Draw J2
Player 0 Play J2
Player 1 Hu J2 Ignore Player 2 Peng J2
Fan 30 七对*1+五门齐*1
Score -38 54 -8 -8
"""
"""South wins the first discard, which west has called for a pung."""
CALLS = """Match 5eed0002
Wind 0
Player 0 Deal W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 J1 F2
Player 1 Deal W4 W5 B7 B8 B9 T1 T2 T3 F2 F2 F3 J2 J2
Player 2 Deal W9 W9 W9 B1 B1 T4 T4 T5 T6 F3 F3 F4 J3
Player 3 Deal W6 W7 W8 W9 B2 B3 B3 T5 T6 T7 F4 J1 J1
Player 0 Draw W6
Player 0 Play J1
Player 3 Peng J1
Player 3 Play W9
Player 2 Gang W9
Player 2 Draw T9
Player 2 Play J3
Player 3 Draw J1
Player 3 BuGang J1
Player 3 Draw W6
Player 3 Play F4
Player 0 Draw T1
Player 0 Play W6
Player 3 Peng W6 Ignore Player 1 Chi W5
Player 3 Play B2
Player 0 Draw B2
Player 0 Play F1
Player 1 Draw F2
Player 1 Play B7
Player 2 Draw F3
Player 2 Play F4
"""
"""Kongs of a discard and of a pung, and a chow that a pung goes before; the record breaks off."""
DUPLICATE = """[Event "Evening"]
[Date "2024.05.01"]
[Board "3"]
[PWind "S"]
[East "anna"]
[South "ben"]
[West "cora"]
[North "dora"]
[Deal "c258d1367b236w234rf c1133d2255b77w11r2f c469d489b148w2r122f c247d368b599w34r13f"]
[Scoring "Duplicate"]
[Starting "0 0 0 0"]
[Result "-38 54 -8 -8"]
[Penalty "0 0 0 0"]
[Play "T0r2D0z1H1"]
[Fan "None 19/24/1.52/6/1 None None"]
"""
"""The same win, as duplicate play is written."""
_PASS = {str(seat): {"verdict": "OK", "response": "PASS"} for seat in range(4)}


def judge(*shown: dict[str, Any], walltiles: str | None = None) -> list[Any]:
    """A judge's outputs, each with replies that let the tile go; `replies` of a display say otherwise."""
    said: list[Any] = []
    for display in ({"action": "INIT", "quan": 1}, *shown):
        replies = {
            **_PASS,
            **{seat: {"verdict": "OK", "response": text} for seat, text in display.pop("replies", {}).items()},
        }
        output: dict[str, Any] = {"command": "request", "content": {}, "display": display}
        if walltiles is not None and display["action"] == "INIT":
            output["initdata"] = {"quan": 1, "walltiles": walltiles}
        said += [{"output": output}, replies]
    return said


def dealt(text: str) -> list[list[str]]:
    """The hands that a match is dealt."""
    return [line.split()[3:] for line in text.splitlines() if " Deal " in line]


def seven_pairs_judged() -> list[Any]:
    """The same win, as a judge tells it."""
    fan = [{"name": "七对", "cnt": 1, "value": 24}, {"name": "五门齐", "cnt": 1, "value": 6}]
    return judge(
        {"action": "DEAL", "hand": dealt(SEVEN_PAIRS)},
        {"action": "DRAW", "player": 0, "tile": "J2"},
        {"action": "PLAY", "player": 0, "tile": "J2", "replies": {"1": "HU", "2": "PENG J1"}},
        {"action": "HU", "player": 1, "fanCnt": 30, "fan": fan, "score": [-38, 54, -8, -8]},
    )


def records(text: str | bytes | list[Any]) -> list[GameRecord]:
    """The games of a record, by how it begins."""
    content = json.dumps(text).encode() if isinstance(text, list) else text.encode() if isinstance(text, str) else text
    found = format_of(content)
    assert found is not None, "the record is of no kind that is known"
    return list(found.games("game", "record", [("record", content)]))


def events(text: str | bytes | list[Any]) -> list[Event]:
    """The events of a record of one game."""
    (record,) = records(text)
    return [row for row, _where in record.rows if isinstance(row, Event)]


def findings(text: str | bytes | list[Any]) -> list[tuple[str, int | None]]:
    """What is wrong with a record: codes with their lines, but for information."""
    found = []
    for record in records(text):
        engine = Engine(record)
        for row, where in record.rows:
            engine.feed(row, where)
        found += [one for report in engine.finish() for one in report.findings if one.severity != "info"]
    return [(one.code, one.line) for one in found]
