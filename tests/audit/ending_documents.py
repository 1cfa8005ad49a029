"""Small rule sets for tests of scores and payments, and games of one hand that are played by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.events import convert_event
from mjlog.findings import Finding
from mjlog.log.records import GameRecord
from mjlog.rulesets import Rules, parse, resolve
from short_logs import Fields, fields

_HOUSE = Path(__file__).parent / "house"
HEAD = (_HOUSE / "head.toml").read_text("utf-8")
"""Nothing is said of scores and payments."""
AGREED = HEAD + (_HOUSE / "agreed.toml").read_text("utf-8")
"""Winners are paid an agreed value, or by the tables of `classical`."""
TABLE = HEAD + (_HOUSE / "table.toml").read_text("utf-8")
"""A scoring table of which every row has a rule of its own."""

SHOWN = "S draw 5d; S mahjong wall 5d; S show 123b 789c 222d RRRd 55d"
LOSERS = "E show | 1358b 1358c 1358d Nw; W show GGGd 777c | 1379b 135c; N show 222c | 1369b 135c 378d"
"""What the losers lay down where `SHOWN` won: nothing, dragons, a pung."""


def house(document: str, **options: Any) -> Rules:
    """The rules of a document under some options."""
    return resolve(parse(document), options)


def replayed(
    document: str, text: str, last: Fields | None = None, seats: dict[str, str] | None = None, **options: Any
) -> HandReport:
    """The report on the one hand of a text under an embedded document; only the last turn and the end are recorded.

    `last`: more fields of the last event. `seats`: who sits where, other than the usual four.
    """
    events = fields(f"game; hand depth=table; E discard Ww; {text}")
    events[0] |= {"ruleset": "house", "options": options}
    if seats is not None:
        events[0]["players"] = list(seats.values())
        events[1]["seats"] = seats
    events.insert(1, {"type": "ruleset", "document": document})
    for number, event in enumerate(events, start=1):
        event["seq"] = number
    events[-1] |= last or {}
    replay = Engine(GameRecord("short", "short", iter(())))
    for number, event in enumerate(events, start=1):
        replay.feed(convert_event(event), number)
    *before, report = replay.finish()
    assert not [one for earlier in before for one in earlier.findings]
    return report


def found(document: str, text: str, last: Fields | None = None, **options: Any) -> list[Finding]:
    """What is found in that hand."""
    return replayed(document, text, last, **options).findings


def cited(document: str, text: str, last: Fields | None = None, **options: Any) -> list[tuple[str, Any]]:
    """Codes and rules of what is found in that hand."""
    return [(one.code, one.rule) for one in found(document, text, last, **options)]
