"""Every event in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.events import EVENT_TYPES, convert_event
from mjlog.rulesets import default_rules
from mjlog.table import Table, apply
from mjlog.views import words
from mjlog.views.words import _WORDS
from tests.views.table_logs import PLAYERS

DISCARD = {"type": "discard", "seat": "E", "tile": "5b"}
KONG = {"type": "kong", "seat": "E", "kind": "added", "tiles": ["5b"] * 4}
START = {"type": "hand-start", "hand": 1, "round": "E", "seats": PLAYERS}

SENTENCES: list[tuple[list[dict[str, Any]], dict[str, Any], str]] = [
    ([], {"type": "game-start", "game": "g", "ruleset": "classical", "players": ["anna", "ben", "cleo\u202e"]},
     "A game begins: anna, ben and cleo\\u202e play by the rules 'classical'"),
    ([], {"type": "ruleset", "document": "x"}, "The text of the rule set is written into the log"),
    ([], {"type": "seats", "seats": PLAYERS},
     "Everyone takes a seat: anna is East, ben is South, cleo is West, dora is North"),
    ([], START, "Hand 1 begins in the east round: anna is East, ben is South, cleo is West, dora is North"),
    ([], {"type": "gap", "turn": "S", "left": 1, "text": "tea"},
     "What happened here was not recorded: tea; South is next; 1 live tile left"),
    ([], {"type": "wall", "tiles": ["1b"] * 136}, "The wall is built of 136 tiles"),
    ([], {"type": "roll", "seat": "E", "dice": [3, 4], "purpose": "break-wall"},
     "East rolls 3 and 4, 7 in all, to break the wall"),
    ([], {"type": "break", "wall": "S", "stack": 8, "by": "E"}, "East breaks south's wall at stack 8"),
    ([], {"type": "break", "wall": "S", "stack": 8}, "The wall is broken: south's wall at stack 8"),
    ([], {"type": "deal", "seat": "S", "tiles": ["??"] * 4}, "South is dealt 4 tiles"),
    ([], {"type": "deal", "seat": "S", "tiles": ["1b", "Ew", "??"]},
     "South is dealt 1 bamboo, east wind and 1 more tile"),
    ([], {"type": "charleston", "pass": "right-1", "seat": "E", "tiles": ["??"] * 3, "blind": 1},
     "East passes 3 tiles to the right, 1 of them blind"),
    ([], {"type": "charleston-stop", "seat": "N"}, "North refuses a second Charleston"),
    ([], {"type": "bonus", "seat": "N", "tiles": ["1f", "2s"]}, "North lays out flower 1 and season 2"),
    ([], {"type": "draw", "seat": "N", "tile": "??"}, "North draws a tile"),
    ([], {"type": "draw", "seat": "N", "tile": "5b"}, "North draws 5 bamboo"),
    ([], {"type": "kong-replacement", "seat": "N", "tile": "??"}, "North draws a tile to replace the kong's fourth"),
    ([], {"type": "bonus-replacement", "seat": "N", "tile": "Rd"}, "North draws red dragon for a bonus tile"),
    ([], {**DISCARD, "calling": True}, "East discards 5 bamboo, with an original call"),
    ([], {**DISCARD, "named": "5d"}, "East discards 5 bamboo, naming it 5 dots"),
    ([DISCARD], {"type": "name", "seat": "E", "tile": "5b"}, "East names the discard correctly: 5 bamboo"),
    ([DISCARD], {"type": "pass", "seat": "S"}, "South passes on 5 bamboo from East"),
    ([DISCARD], {"type": "claim", "seat": "S", "for": "pung"}, "South claims pung of 5 bamboo from East"),
    ([DISCARD], {"type": "claim", "seat": "S", "for": "chow"}, "South claims chow with 5 bamboo from East"),
    ([KONG], {"type": "claim", "seat": "S", "for": "mahjong"}, "South claims mahjong on 5 bamboo from East's kong"),
    ([], {"type": "claim", "seat": "S", "for": "pung"}, "South claims pung"),
    ([DISCARD, {"type": "claim", "seat": "S", "for": "pung"}], {"type": "retract", "seat": "S"},
     "South takes back the claim for pung"),
    ([DISCARD, {"type": "claim", "seat": "S", "for": "chow"}],
     {"type": "expose", "seat": "W", "kind": "pung", "tiles": ["5b"] * 3, "dangerous": "choice"},
     "West lays down a pung of 5 bamboo with the discard from East, before South's chow; the discard was dangerous"),
    ([DISCARD], {"type": "expose", "seat": "S", "kind": "chow", "tiles": ["4b", "5b", "6b"]},
     "South lays down a chow of 4-5-6 bamboo with the discard from East"),
    ([], {"type": "lay-concealed", "seat": "S", "kind": "pung", "tiles": ["??"] * 3},
     "South lays a pung of unseen tiles face down"),
    ([], KONG, "East adds 5 bamboo to the pung: kong of 5 bamboo"),
    ([], {"type": "kong", "seat": "E", "kind": "concealed", "tiles": ["Rd"] * 4},
     "East lays down a concealed kong of red dragons"),
    ([], {"type": "joker-exchange", "seat": "E", "owner": "S", "tile": "5b"},
     "East exchanges 5 bamboo for the joker in South's set"),
    ([], {"type": "fishing", "seat": "E"}, "East is fishing: one tile is missing"),
    ([DISCARD], {"type": "mahjong", "seat": "S", "source": "discard", "tile": "5b", "dangerous": "no-choice"},
     "South declares mahjong on 5 bamboo from East; the discard was dangerous, without a choice"),
    ([KONG], {"type": "mahjong", "seat": "S", "source": "kong"},
     "South declares mahjong by robbing East's kong of 5 bamboo"),
    ([], {"type": "mahjong", "seat": "S", "source": "wall", "tile": "5b", "line": "2468"},
     "South declares mahjong with 5 bamboo from the wall, line 2468"),
    ([], {"type": "mahjong", "seat": "E", "source": "deal"}, "East declares mahjong with the tiles dealt"),
    ([], {"type": "show", "seat": "S", "sets": [["1b", "2b", "3b"], ["Ew", "Ew"]], "rest": ["9d", "??"]},
     "South shows chow of 1-2-3 bamboo; pair of east winds; 9 dots and 1 more tile"),
    ([], {"type": "dead", "seat": "S", "reason": "count", "by": "E"},
     "South's hand is declared dead by East for a wrong number of tiles"),
    ([], {"type": "penalty", "seat": "S", "amount": 30, "to": {"E": 30}, "reason": "late"},
     "South pays a penalty of 30 (30 to East): late"),
    ([], {"type": "washout"}, "The hand is drawn: a wash-out"),
    ([], {"type": "replay", "reason": "cat"}, "The hand is void and played again: cat"),
    ([], {"type": "score", "seat": "S", "total": 64}, "South's hand is announced at 64"),
    ([], {"type": "settlement", "change": {"E": -64, "S": 64, "W": 0, "N": 0}},
     "The hand is paid: East loses 64 and South gains 64"),
    ([], {"type": "settlement", "change": {"E": 0}}, "The hand is settled: nobody pays"),
    ([], {"type": "game-end", "totals": {"anna": 4, "ben": -4}}, "The game ends: anna 4 and ben -4"),
    ([], {"type": "correction", "of": 7, "events": [], "reason": "slip"}, "Event 7 is void: slip"),
    ([], {"type": "correction", "after": 7, "events": [DISCARD], "reason": "lost", "agreed": ["anna"]},
     "1 event added after event 7: lost (agreed by anna)"),
    ([], {"type": "note", "text": "nice\x1b[2J"}, "Note: nice\\x1b[2J"),
    ([], {"type": "dispute", "seat": "S", "text": "no", "on": 4}, "Dispute (south) on event 4: no"),
    ([], {"type": "ruling", "text": "yes", "decision": "stands"}, "Ruling: yes; decision: 'stands'"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "sentence"), SENTENCES)
def test_an_event_reads_as(before: list[dict[str, Any]], event: dict[str, Any], sentence: str) -> None:
    table = Table(default_rules("classical").plan)
    for seq, fields in enumerate([START, *before], 1):
        apply(table, convert_event({"seq": seq, **fields}))
    assert words(table, convert_event({"seq": 9, **event})) == sentence


def test_every_event_type_has_words_and_an_example() -> None:
    names = {str(one.__struct_config__.tag) for one in EVENT_TYPES}
    assert {str(one.__struct_config__.tag) for one in _WORDS} == names
    assert {event["type"] for _before, event, _sentence in SENTENCES} == names


def test_every_event_can_be_said_of_an_empty_table() -> None:
    """Words never fail, however odd the log: here nothing has happened before."""
    table = Table(default_rules("classical").plan)
    for _before, event, _sentence in SENTENCES:
        assert words(table, convert_event({"seq": 1, **event}))
