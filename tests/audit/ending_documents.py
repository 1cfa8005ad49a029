"""Small rule sets for tests of scores and payments, and games of one hand that are played by them."""

from __future__ import annotations

from typing import Any

from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.events import convert_event
from mjlog.findings import Finding
from mjlog.log.records import GameRecord
from mjlog.rulesets import Rules, parse, resolve
from short_logs import Fields, fields

HEAD = """
id = "house"

[table]
copies = 4

[wall]
mechanism = "both-ends"

[deal]
mechanism = "four-four-four-one"
"""

AGREED = (
    HEAD
    + """
[options.scoring]
kind = "choice"
values = ["agreed", "classical"]
default = "agreed"

[options.hand_value]
kind = "count"
default = 1

[options.EastDoubles]
kind = "bool"
default = true

[scoring]
by = "scoring"
agreed = "hand_value"
rule = "house/score-1"
cite = { mahjong = "house/win-1" }

[scoring.options.classical]
MahJongScore = 40

[[scoring.item]]
id = "robbing-a-kong"
name = "robbing a kong"
doubles = 2
who = "winner"
rule = "house/kong-4"

[[scoring.item]]
id = "two-kongs"
pattern = "four-kongs"
name = "kongs"
doubles = 1
who = "winner"
rule = "house/kong-5"

[settlement]
rule = "house/pay-1"
east_rule = "house/seats-3"
losers_rule = "house/pay-2"
washout_rule = "house/draw-1"
east_doubles = "EastDoubles"
losers_settle = false
"""
)
"""Winners are paid an agreed value, or by the tables of `classical`."""

TABLE = (
    HEAD
    + """
[scoring]
rule = "house/score-1"
face_rule = "house/face-1"
losers_limit_rule = "house/limit-9"
limit = 1000
no_limit = "open"

[options.open]
kind = "bool"
default = true

[options.purity]
kind = "bool"
default = false

[settlement]
rule = "house/pay-1"
east_rule = "house/pay-3"
losers_rule = "house/pay-2"
"""
    + "".join(
        f'\n[[scoring.item]]\nid = "{row}"\n{worth}\nrule = "house/{rule}"\n'
        for row, worth, rule in (
            ("open-pung-of-minors", "points = 2", "pung-1"),
            ("closed-pung-of-minors", "points = 4", "pung-2"),
            ("open-pung-of-majors", "points = 4", "pung-3"),
            ("closed-pung-of-majors", "points = 8", "pung-4"),
            ("closed-kong-of-minors", "points = 16", "kong-1"),
            ("pair-of-dragons", "points = 2", "pair-1"),
            ("mahjong", 'points = 20\nwho = "winner"', "win-1"),
            ("from-the-wall", 'points = 3\nwho = "winner"', "win-2"),
            ("set-of-dragons", "doubles = 1", "dragon-1"),
            ("all-majors", 'doubles = 5\nwho = "winner"', "major-1"),
            ("one-suit", 'doubles = 3\nwho = "winner"', "suit-1"),
            ("one-suit-with-honors", 'doubles = 4\nwho = "winner"\nwith = "purity"', "suit-2"),
            ("thirteen-unique-wonders", 'limit = 300\nwho = "winner"', "limit-1"),
            ("all-honours", 'pattern = "only-honors"\nlimit = 100\nwho = "winner"', "limit-2"),
        )
    )
)
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
