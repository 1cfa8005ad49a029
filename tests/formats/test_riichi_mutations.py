"""Records of riichi in which one thing is changed: one finding, wherever it is, whatever it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.log.records import GameRecord
from mjlog.seats import SEATS
from riichi_records import XML, events

Fields = dict[str, Any]
_SEATS = [seat.value for seat in SEATS]
_OTHERS: dict[str, tuple[str, ...]] = {
    "for": ("chow", "pung", "kong", "mahjong"), "kind": ("chow", "pung", "kong", "concealed", "added"),
    "source": ("wall", "discard", "loose", "kong"), "of": ("first", "kong", "under"),
    "reason": ("exhaustive", "nagashi", "nine-terminals", "four-winds", "four-riichi", "four-kongs", "three-ron"),
    "limit": ("mangan", "haneman", "yakuman"), "round": ("E", "S", "W", "N"), "seat": tuple(_SEATS),
    "tile": ("9d", "Nw", "1c"),
}  # fmt: skip
_OF_ITS_KIND: dict[tuple[str, str], tuple[str, ...]] = {
    ("expose", "kind"): ("chow", "pung", "kong"), ("kong", "kind"): ("concealed", "added"),
    ("settlement", "for"): tuple(_SEATS),
}  # fmt: skip
_NUMBERS = ("pot", "repeats", "total", "points", "doubles")
_MAY_BE_MISSING = frozenset(
    (
        "discard drawn gone", "hand-start pot gone", "hand-start repeats gone", "hand-start totals gone",
        "score items gone", "score limit gone", "score points gone", "score doubles gone", "washout seats gone",
        "score left out", "settlement left out", "show left out",
    )
)
"""What a record need not say; what is not said cannot be wrong."""
_CAN_BE_TRUE = ("deal tiles another", "indicator tile", "discard drawn another")
"""Where there can be another tile, and nothing contradicts it."""


def changes(fields: Fields) -> Iterator[tuple[str, list[Fields]]]:
    """What can be wrong with one event, by name, and the events that stand there then."""
    kind = fields["type"]
    yield f"{kind} left out", []
    yield f"{kind} twice", [fields, fields]
    if kind == "discard" and not fields.get("riichi"):
        yield "discard with riichi", [{**fields, "riichi": True}]
    for key, value in fields.items():
        yield from ((f"{kind} {key} {how}", [{**fields, key: new}]) for how, new in _instead(kind, key, value))
        if key in ("riichi", "drawn", "pot", "repeats", "totals", "limit", "items", "points", "doubles", "reason"):
            yield f"{kind} {key} gone", [{name: one for name, one in fields.items() if name != key}]


def _instead(kind: str, key: str, value: Any) -> Iterator[tuple[str, Any]]:
    if key == "drawn":
        yield "another", not value
    elif key in _NUMBERS:
        yield "more", value + (1000 if key in ("pot", "total") else 1)
    elif key in ("tiles", "rest"):
        yield "less", value[1:]
        yield "more", [*value, "7d"]
        yield "another", ["9d", *value[1:]]
    elif key in ("change", "totals") and value:
        yield "more", {name: points + 100 * (at == 0) for at, (name, points) in enumerate(value.items())}
    elif key == "items" and value:
        yield "less", value[1:]
        yield "more", [*value, {"name": "toitoi", "doubles": 2}]
    elif key in _OTHERS:
        possible = _OF_ITS_KIND.get((kind, key), _OTHERS[key])
        yield from ((one, one) for one in possible if one != value)


_START, *_EVENTS = (json.loads(ev.encode_event(event)) for event in events(XML))


def found(log: list[Fields]) -> list[tuple[str, int | None]]:
    """What an audit finds in a log: codes, and the numbers of events."""
    bodies = [json.dumps({**fields, "seq": seq}).encode() for seq, fields in enumerate(log, 1)]
    rows = ((ev.decode_event(body), seq) for seq, body in enumerate(bodies, 1))
    reports = Engine(GameRecord("game", "game", rows)).run()
    return [(one.code, one.seq) for report in reports for one in report.findings]


@pytest.mark.parametrize("hand", [1, 2, 3])
def test_a_change_of_one_event_is_one_finding_or_cannot_be_seen(hand: int) -> None:
    wrong: dict[str, Any] = {}
    now = 0
    for at, fields in enumerate(_EVENTS):
        now += fields["type"] == "hand-start"
        for name, instead in changes(fields) if now == hand else ():
            told = found([_START, *_EVENTS[:at], *instead, *_EVENTS[at + 1 :]])
            is_hidden = not told and (name in _MAY_BE_MISSING or name.startswith(_CAN_BE_TRUE))
            if len(told) != 1 and not is_hidden:
                wrong[f"{at + 2}: {name}"] = told
    assert wrong == {}
