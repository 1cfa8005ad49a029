"""`western`: each rule of its scoring table is cited by a score that misses, or adds, just what that rule gives."""

from __future__ import annotations

from typing import Any

import pytest

from each import each
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.audit.settling.points import blame_for_score
from mjlog.audit.valuing import Diagnosis, ledger_for, scorer_for
from mjlog.events import Score, convert_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import default_rules
from mjlog.scoring import Hand
from mjlog.seats import Seat
from mjlog.tiles import parse_tiles
from short_logs import fields

PUNGS = "E discard Ww; S draw 5d; S mahjong wall 5d; S show 123b 789c 222d RRRd 55d"
CHOWS = "E discard Ww; S draw 5d; S mahjong wall 5d; S show 123b 789c 234d 345d GGd"
KONG = (
    "E discard Ww; S draw 5b; S kong concealed 5555b; S kong-replacement 5d; S mahjong loose 5d;"
    "S show 123c 456c SSSw 55d"
)
FLOWERS = (
    "E bonus 1f; E bonus-replacement 2f; E bonus 2f; E bonus-replacement 3f; E bonus 3f; E bonus-replacement 4f;"
    "E bonus 4f; E bonus-replacement 6c; E discard Ww; S draw 5d; S mahjong wall 5d; S show 123b 789c 222d RRRd 55d;"
    "E show | 147b 258c 369d Nw Sw Ew 6c"
)
SUIT = "E discard Ww; S draw 5d; S mahjong wall 5d; S show 123d 345d 678d 999d 55d"
WONDERS = "E discard Ww; S draw 9d; S mahjong wall 9d; S show | 19b 19c 199d ESWNw RGWd"
PAIRS = "E discard Ww; S draw 9d; S mahjong wall 9d; S show 11b 33b 44c 66c 88d 99d EEw"
PLUM = (
    "E discard Ww; S draw 5b; S kong concealed 5555b; S kong-replacement 5d; S mahjong loose 5d;"
    "S show 123c 678c 222b 55d"
)
HEADS = "E discard Ww; S draw 9c; S mahjong wall 9c; S show 111b 999b 111c 999d 99c"
DRAGONS = (
    "E discard Ww; S draw 5d; S mahjong wall 5d; S show 123b 789c 234d 345d 99b; W show RRRd WWWd GGGd | 1b 4b 8c 9c"
)
HANDS = (PUNGS, CHOWS, KONG, FLOWERS, SUIT, WONDERS, PAIRS, PLUM, HEADS, DRAGONS)


def replayed(text: str, last: dict[str, Any] | None = None) -> HandReport:
    """The report on one hand of western, recorded as the table saw it."""
    events = fields(f"game; hand depth=table; {text}")
    events[0]["ruleset"] = "western"
    if last is not None:
        events.append({"type": "score", "seq": len(events) + 1, **last})
    replay = Engine(GameRecord("short", "short", iter(())))
    for number, event in enumerate(events, start=1):
        replay.feed(convert_event(event), number)
    return replay.finish()[-1]


def cases() -> list[Any]:
    """For every item of all these hands: the hand, the seat, what is announced of it, the item."""
    found = []
    for text in HANDS:
        report = replayed(text)
        for seat, score in report.details.items():
            for item in score.items:
                rest = [one for one in score.items if one is not item]
                stated = [{"name": one.name, "points": one.points, "doubles": one.doubles} for one in rest]
                total = 1 + score.total
                found.append((text, {"seat": seat.value, "total": total, "items": stated}, item.rule))
    return found


@each("text", HANDS)
def test_the_hands_are_legal(text: str) -> None:
    report = replayed(text)
    assert [one.message for one in report.findings] == []
    assert replayed(text, {"seat": "S", "total": report.computed[Seat.S]}).findings == []


def test_an_item_that_was_not_announced_is_cited_by_its_rule() -> None:
    """Points of sets, pairs, bonus tiles and the win; doubles; limit hands."""
    cited = set()
    for text, last, rule in cases():
        (finding,) = replayed(text, last).findings
        assert (finding.code, finding.rule) == ("wrong-score", rule), finding.message
        cited.add(rule.removeprefix("western/"))
    points, doubles = {f"points-{number}" for number in range(1, 6)}, {f"double-{number}" for number in range(1, 5)}
    assert cited >= points | doubles | {f"limit-{number}" for number in range(1, 5)}


@each(
    "text, last, rule",
    [
        (PUNGS, {"points": -4, "doubles": 0}, "points-1"),
        (KONG, {"points": -16, "doubles": 0}, "points-2"),
        (CHOWS, {"points": -20, "doubles": 0}, "points-5"),
        (PUNGS, {"points": 0, "doubles": -1}, "double-1"),
        (CHOWS, {"points": 0, "doubles": -1}, "double-3"),
        (SUIT, {"points": 0, "doubles": -3}, "double-4"),
        (PUNGS, {"points": 0, "doubles": 3}, "double-2"),
        (PUNGS, {"points": 0, "doubles": 7}, "limit-7"),
    ],
)
def test_figures_that_are_off_by_a_row_cite_it(text: str, last: dict[str, int], rule: str) -> None:
    score = replayed(text).details[Seat.S]
    points, doubles = score.points + last["points"], score.doubles + last["doubles"]
    stated = {"seat": "S", "total": points << doubles, "points": points, "doubles": doubles}
    (finding,) = replayed(text, stated).findings
    assert (finding.code, finding.rule) == ("wrong-score", f"western/{rule}"), finding.message


@pytest.mark.parametrize(
    ("text", "seat", "total", "rule"),
    [
        (PUNGS, "S", 3000, "limit-1"),
        (PUNGS, "S", 1000, "limit-2"),
        (DRAGONS, "W", 3000, "limit-1"),
        (DRAGONS, "W", 24 << 3, "limit-2"),
        (f"{PUNGS}; W show | 11447b 2277c 3366d", "W", 1000, "limit-2"),
    ],
)
def test_limit_hands_that_are_not_there_and_those_not_seen(text: str, seat: str, total: int, rule: str) -> None:
    (finding,) = replayed(text, {"seat": seat, "total": total}).findings
    assert (finding.code, finding.rule) == ("wrong-score", f"western/{rule}"), finding.message


def test_a_limit_hand_of_the_winner_is_no_losers() -> None:
    text = f"{PUNGS}; W show | 11447b 2277c 3366d"
    (finding,) = replayed(text, {"seat": "W", "total": 1000, "limit": "seven-pairs"}).findings
    assert finding.rule == "western/limit-6"


def blamed(concealed: str, total: int, **more: Any) -> Diagnosis:
    """The rule that an announced total of East's hand breaks."""
    rules = default_rules("western")
    scorer = scorer_for(rules)
    assert scorer is not None
    tiles = parse_tiles(concealed)
    score = scorer.score(Hand(Seat.E, Seat.E, tiles, won=True, tile=tiles[-1], source="wall", **more))
    assert score.total != total
    return blame_for_score(Score(seq=1, seat=Seat.E, total=total), [score], ledger_for(rules), rules.cites)


def test_the_thirteenth_win_and_the_face_value_have_rules_of_their_own() -> None:
    """A face value above the limit is not cut to it."""
    thirteenth = "123b 789c 222d RRRd 55d"
    plain = blamed(thirteenth, 36 << 2, east_wins=13)
    assert plain.rule == "western/limit-7"
    assert "the 7 doubles for" in plain.words
    assert blamed("EEEw RRRd GGGd 111c 99c", 1000).rule == "western/limit-5"
