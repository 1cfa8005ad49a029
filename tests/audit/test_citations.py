"""Scores and payments that are wrong cite the rule that was not kept; so do those of hands of an agreed value."""

from __future__ import annotations

from typing import Any

import pytest

from audit.ending_documents import AGREED, HEAD, LOSERS, SHOWN, TABLE, cited, found, house, replayed
from each import each
from mjlog import events as ev
from mjlog.answers import plain
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.audit.settling.points import blame_for_score
from mjlog.audit.valuing import Diagnosis, agreed_score, hand_values, items_fault, ledger_for, scorer_for, terms_for
from mjlog.errors import RuleSetError
from mjlog.events import convert_event
from mjlog.findings import Finding
from mjlog.log.records import GameRecord
from mjlog.rulesets import default_rules, parse, resolve
from mjlog.scoring import Hand, Terms
from mjlog.scoring.hand import Item, Score
from mjlog.seats import Seat
from mjlog.tiles import parse_tiles
from short_logs import fields, table

# South: mahjong 20, wall 3, concealed pungs of dots 4 and of dragons 8, one double: 35 points, 70.
# West: pungs of dragons 8 and of characters 4, one double: 12 points, 24.


def wrong(score: str) -> Finding:
    """The wrong score that is found, where nothing else is."""
    (finding,) = found(TABLE, f"{SHOWN}; {LOSERS}; {score}")
    assert finding.code == "wrong-score"
    return finding


def test_the_right_scores_are_no_fault() -> None:
    text = f"{SHOWN}; {LOSERS}; S score 70 points=35 doubles=1; W score 24; E score 0; N score 4"
    assert found(TABLE, text) == []


@each("score, rule, words", [
    ("S score 35", "dragon-1", "the double for set of dragons had been left out"),
    ("S score 30", "win-1", "the 20 points for mahjong had been left out"),
    ("S score 64", "win-2", "the 3 points for from the wall had been left out"),
    ("S score 62", "pung-2", "closed pung of minors had been left out"),
    ("S score 54", "pung-4", "closed pung of majors had been left out"),
    ("S score 560", "suit-1", "the 3 doubles for one suit had been counted"),
    ("S score 2240", "major-1", "the 5 doubles for all majors had been counted"),
    ("S score 74", "pung-1", "the 2 points for open pung of minors had been counted"),
    ("S score 102", "kong-1", "closed kong of minors had been counted"),
    ("S score 3000", "limit-1", "the limit hand thirteen unique wonders had been counted"),
    ("S score 1000", "limit-2", "the limit hand all honours had been counted"),
    ("S score 1120", "suit-2", "the 4 doubles for one suit with honors had been counted"),
    ("W score 12", "dragon-1", "the double for set of dragons had been left out"),
    ("W score 64", "win-1", "the 20 points for mahjong had been counted"),
    ("W score 3000", "limit-9", "the limit hand thirteen unique wonders had been counted"),
    ("S score 94", "kong-1", "in the place of closed pung of minors"),
    ("S score 71", "score-1", "south's hand: 71 is announced, 70 is what it is worth"),
])  # fmt: skip
def test_a_total_is_explained_by_one_row(score: str, rule: str, words: str) -> None:
    finding = wrong(score)
    assert finding.rule == f"house/{rule}"
    assert words in finding.message
    assert (finding.expected, finding.found) == (70 if score[0] == "S" else 24, int(score.split()[2]))


@pytest.mark.parametrize(("score", "rule"), [
    ("S score 35 points=35 doubles=0", "dragon-1"),
    ("S score 70 points=35 doubles=0", "dragon-1"),
    ("S score 70 points=27 doubles=1", "pung-4"),
    ("S score 72 points=36 doubles=1", "score-1"),
    ("S score 280 points=35 doubles=3", "score-1"),
])  # fmt: skip
def test_announced_points_and_doubles_tell_rows_apart(score: str, rule: str) -> None:
    assert wrong(score).rule == f"house/{rule}"


def test_a_limit_hand_that_was_not_seen_is_its_own_row() -> None:
    """And so is the face value where a limit was thought to cut it."""
    shown = "S draw 9c; S mahjong wall 9c; S show | 19b 19c 19d ESWNw RGWd 9c"
    assert [one.rule for one in found(TABLE, f"{shown}; S score 3000")] == []
    (finding,) = found(TABLE, f"{shown}; S score 736")
    assert finding.rule == "house/limit-1"
    honors = "S draw Rd; S mahjong wall Rd; S show EEEw SSSw WWWw GGGd RRd"
    face = (20 + 3 + 8 * 4 + 2) << 1 + 5
    assert found(TABLE, f"{honors}; S score {face}") == []
    (finding,) = found(TABLE, f"{honors}; S score 1000")
    assert finding.rule == "house/face-1"
    assert "no more than 1000" in finding.message


def test_a_limit_hand_is_cited_by_the_name_that_is_announced() -> None:
    assert wrong("S score 990 limit=all-honours").rule == "house/limit-2"


def items(*changes: tuple[str, int, int]) -> list[dict[str, Any]]:
    """South's announced score with other items than it has; a negative worth leaves one out."""
    due = [
        ("mahjong", 20, 0), ("from the wall", 3, 0), ("closed pung of minors", 4, 0),
        ("closed pung of majors", 8, 0), ("set of dragons", 0, 1),
    ]  # fmt: skip
    gone = [(name, -points, -doubles) for name, points, doubles in changes if points < 0 or doubles < 0]
    stated = [item for item in due if item not in gone] + [item for item in changes if min(item[1:]) >= 0]
    return [{"name": name, "points": points, "doubles": doubles} for name, points, doubles in stated]


def itemised(total: int, *changes: tuple[str, int, int]) -> list[Finding]:
    """What is found of South's score with these items."""
    return found(TABLE, f"{SHOWN}; {LOSERS}; S score {total}", {"items": items(*changes)})


@each("total, changes, rule", [
    (35, [("set of dragons", 0, -1)], "dragon-1"),
    (70, [("set of dragons", 0, -1)], "dragon-1"),
    (62, [("closed pung of minors", -4, 0)], "pung-2"),
    (74, [("pair of dragons", 2, 0)], "pair-1"),
    (66, [("closed pung of minors", -4, 0), ("open pung of minors", 2, 0)], "pung-1"),
    (64, [("from the wall", -3, 0)], "win-2"),
    (560, [("one suit", 0, 3)], "suit-1"),
    (71, [], "score-1"),
])  # fmt: skip
def test_announced_items_say_which_one_is_wrong(total: int, changes: list[Any], rule: str) -> None:
    """The same total can come from another item: what was announced decides."""
    (finding,) = itemised(total, *changes)
    assert (finding.code, finding.rule) == ("wrong-score", f"house/{rule}")


def test_items_that_come_to_the_same_are_told_apart() -> None:
    missing, extra = ("closed pung of minors", -4, 0), ("pair of dragons", 4, 0)
    (finding,) = itemised(70, missing, extra)
    said = "not announced: closed pung of minors (4 points); announced and not earned: pair of dragons (4 points)"
    assert said in finding.message


def test_what_is_not_spelled_as_items_is_not_judged() -> None:
    assert found(TABLE, f"{SHOWN}; {LOSERS}; S score 70", {"items": [1] * 5}) == []


@pytest.mark.parametrize(("stated", "place"), [("mahjong", "doubles"), ("set of dragons", "points")])
def test_an_item_that_is_missing_stands_before_the_sum_that_it_goes_into(stated: str, place: str) -> None:
    worth = [Item("mahjong", 20, 0, ""), Item("set of dragons", 0, 1, "")]
    score = Score(40, 20, 1, 40, None, (), tuple(worth), (), True)
    items = [{"name": one.name, "points": one.points, "doubles": one.doubles} for one in worth if one.name == stated]
    announced = ev.Score(seq=1, seat=Seat.S, total=40, items=items)
    fault = items_fault(announced, score, frozenset(one.name for one in worth))
    assert fault is not None
    assert fault[3] == place


def test_items_by_other_names_are_compared_by_their_sums() -> None:
    """Whoever gathers several in one line has not made a mistake."""
    worth = [("mahjong", -20, 0), ("from the wall", -3, 0), ("going out from the wall", 23, 0)]
    assert itemised(70, *worth) == []
    (finding,) = itemised(70, *worth[:2], ("going out from the wall", 20, 0))
    assert (finding.expected, finding.found) == (35, 32)


def test_a_row_that_is_switched_off_and_cannot_be_does_no_harm() -> None:
    """It is refused where it is switched on."""
    document = TABLE.replace('id = "one-suit-with-honors"', 'id = "lantern"')
    (finding,) = found(document, f"{SHOWN}; {LOSERS}; S score 35")
    assert finding.rule == "house/dragon-1"


# -- wrong payments cite the rule that was not kept --------------------------------------------------------------------


# Scores 70 to South, 0, 24 and 4 to East, West and North. To South: 140, 70, 70; among the losers: East pays West 48
# and North 8, North pays West 20.
RIGHT = {"E": -196, "S": 280, "W": -2, "N": -82}
PAID = [["E", "S", 140], ["W", "S", 70], ["N", "S", 70], ["E", "W", 48], ["E", "N", 8], ["N", "W", 20]]


def settled(change: dict[str, int], text: str = f"{SHOWN}; {LOSERS}", **last: Any) -> list[tuple[str, Any]]:
    """Codes and rules of what is found of these payments."""
    words = " ".join(f"{seat}={amount}" for seat, amount in change.items())
    return cited(TABLE, f"{text}; settlement {words}", last)


def paid(*payments: list[Any]) -> list[tuple[str, Any]]:
    """What is found where these payments stand in the place of those between the same two players."""
    pairs = {frozenset(one[:2]): one for one in [*PAID, *payments]}
    change = dict.fromkeys("ESWN", 0)
    for payer, payee, points in pairs.values():
        change[payer] -= points
        change[payee] += points
    return settled(change, payments=list(pairs.values()))


def test_the_payments_due_are_no_fault() -> None:
    assert settled(RIGHT) == []
    assert paid() == []


@pytest.mark.parametrize(("change", "rule"), [
    ({"E": -98, "S": 210, "W": -26, "N": -86}, "pay-3"),
    ({"E": -140, "S": 280, "W": -70, "N": -70}, "pay-2"),
    ({"E": -126, "S": 210, "W": -2, "N": -82}, "pay-3"),
    ({"E": -172, "S": 280, "W": -26, "N": -82}, "pay-3"),
    ({"E": -196, "S": 280, "W": -12, "N": -72}, "pay-2"),
    ({"E": -196, "S": 290, "W": -12, "N": -82}, "pay-1"),
    ({"E": -200, "S": 300, "W": -10, "N": -90}, "pay-1"),
])  # fmt: skip
def test_gains_and_losses_tell_which_rule_was_not_kept(change: dict[str, int], rule: str) -> None:
    """East never doubled, no payments among losers, one payment of East not doubled, one among losers, others."""
    assert settled(change) == [("wrong-settlement", f"house/{rule}")]


@pytest.mark.parametrize(("payments", "rule"), [
    ([["E", "S", 70]], "pay-3"),
    ([["E", "S", 70], ["E", "W", 24]], "pay-3"),
    ([["E", "W", 24]], "pay-3"),
    ([["N", "W", 24]], "pay-2"),
    ([["E", "N", 0], ["N", "W", 0]], "pay-2"),
    ([["W", "S", 140]], "pay-1"),
    ([["N", "W", 24], ["N", "S", 60]], "pay-1"),
])  # fmt: skip
def test_single_payments_tell_which_rule_was_not_kept(payments: list[list[Any]], rule: str) -> None:
    assert paid(*payments) == [("wrong-settlement", f"house/{rule}")]


def test_a_swap_that_changes_no_sum_is_found_where_payments_are_written_down() -> None:
    """East pays South a part of what West owed, and West East's."""
    swapped = [["E", "S", 130], ["W", "S", 80], ["N", "S", 70], ["E", "W", 58], ["E", "N", 8], ["N", "W", 20]]
    assert settled(RIGHT, payments=swapped) == [("wrong-settlement", "house/pay-1")]


def test_the_message_says_what_was_not_kept() -> None:
    (finding,) = found(TABLE, f"{SHOWN}; {LOSERS}; settlement E=-98 S=210 W=-26 N=-86")
    assert finding.message == "east loses 98: loses 196 is due, as if East's payments were not doubled"
    (finding,) = found(AGREED, "S draw ??; S mahjong wall; settlement E=-1 S=3 W=-1 N=-1")
    assert "as if East's payments were not doubled" in finding.message


def test_gains_that_do_not_cancel_cite_the_rule_of_paying() -> None:
    assert settled({"E": -196, "S": 280, "W": -2, "N": -80}) == [("not-zero-sum", "house/pay-1")]


def test_payments_after_announced_scores_are_judged_by_them() -> None:
    """The wrong score is the fault, not the payments that follow it."""
    wrong = f"{SHOWN}; {LOSERS}; S score 80; E score 0; W score 24; N score 4"
    assert settled({"E": -216, "S": 320, "W": -12, "N": -92}, wrong) == [("wrong-score", "house/score-1")]


@pytest.mark.parametrize(("change", "found_rules"), [
    ({"E": -150, "S": 280, "W": -60, "N": -70}, []),
    ({"E": -70, "S": 210, "W": -70, "N": -70}, ["house/pay-3"]),
    ({"E": -140, "S": 270, "W": -60, "N": -70}, ["house/pay-1"]),
])  # fmt: skip
def test_the_winners_gain_is_certain_though_the_losers_hands_are_unknown(
    change: dict[str, int], found_rules: list[str]
) -> None:
    """What losers pay each other is not."""
    assert [rule for _, rule in settled(change, SHOWN)] == found_rules


def test_nothing_is_certain_where_nobody_has_shown() -> None:
    unseen = "S draw ??; S mahjong wall"
    assert settled({"E": -3, "S": 3}, unseen) == []
    assert settled({"E": -3, "S": 3}, f"gap; {SHOWN.split('; ', 1)[1]}") == []


def test_a_hand_without_a_known_end_is_paid_as_it_is() -> None:
    assert settled({"E": -3, "S": 3}, "gap") == []


# -- three players ------------------------------------------------------------------------------------------------

THREE = (
    TABLE.replace("copies = 4", 'copies = 4\nplayers = "players"')
    + """
[options.players]
kind = "choice"
values = [4, 3]
default = 3
"""
)
AT_THREE = {"E": "anna", "S": "ben", "W": "cora"}


def three(text: str) -> Any:
    """The report on a hand of three players."""
    return replayed(THREE, text, seats=AT_THREE)


def test_an_empty_seat_neither_scores_nor_pays() -> None:
    hands = "; ".join([SHOWN, *LOSERS.split("; ")[:2]])
    report = three(f"{hands}; S score 70; settlement E=-188 S=210 W=-22")
    assert report.findings == []
    assert plain(report.computed) == {"E": 0, "S": 70, "W": 24}
    assert plain(report.owed) == {"E": -188, "S": 210, "W": -22}


def test_an_agreed_value_is_paid_by_two() -> None:
    document = AGREED.replace("copies = 4", "copies = 4\nplayers = 3")
    report = replayed(document, "S draw ??; S mahjong wall; settlement E=-2 S=3 W=-1", seats=AT_THREE)
    assert (report.findings, plain(report.owed)) == ([], {"E": -2, "S": 3, "W": -1})


def test_a_score_of_an_empty_seat_is_wrong() -> None:
    report = three(f"{SHOWN}; N score 4")
    assert [(one.code, one.message) for one in report.findings] == [
        ("wrong-score", "north's hand: 4 is announced, and nobody sits there")
    ]
    assert three(f"{SHOWN}; N score 0").findings == []


# -- `western`: each rule of its scoring table is cited by a score that misses, or adds, just what that ----------------


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


def of_western(text: str, last: dict[str, Any] | None = None) -> HandReport:
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
        report = of_western(text)
        for seat, score in report.details.items():
            for item in score.items:
                rest = [one for one in score.items if one is not item]
                stated = [{"name": one.name, "points": one.points, "doubles": one.doubles} for one in rest]
                total = 1 + score.total
                found.append((text, {"seat": seat.value, "total": total, "items": stated}, item.rule))
    return found


@each("text", HANDS)
def test_the_hands_are_legal(text: str) -> None:
    report = of_western(text)
    assert [one.message for one in report.findings] == []
    assert of_western(text, {"seat": "S", "total": report.computed[Seat.S]}).findings == []


def test_an_item_that_was_not_announced_is_cited_by_its_rule() -> None:
    """Points of sets, pairs, bonus tiles and the win; doubles; limit hands."""
    cited = set()
    for text, last, rule in cases():
        (finding,) = of_western(text, last).findings
        assert (finding.code, finding.rule) == ("wrong-score", rule), finding.message
        cited.add(rule.removeprefix("western/"))
    points, doubles = {f"points-{number}" for number in range(1, 6)}, {f"double-{number}" for number in range(1, 5)}
    assert cited >= points | doubles | {f"limit-{number}" for number in range(1, 5)}


@each("text, last, rule", [
    (PUNGS, {"points": -4, "doubles": 0}, "points-1"),
    (KONG, {"points": -16, "doubles": 0}, "points-2"),
    (CHOWS, {"points": -20, "doubles": 0}, "points-5"),
    (PUNGS, {"points": 0, "doubles": -1}, "double-1"),
    (CHOWS, {"points": 0, "doubles": -1}, "double-3"),
    (SUIT, {"points": 0, "doubles": -3}, "double-4"),
    (PUNGS, {"points": 0, "doubles": 3}, "double-2"),
    (PUNGS, {"points": 0, "doubles": 7}, "limit-7"),
])  # fmt: skip
def test_figures_that_are_off_by_a_row_cite_it(text: str, last: dict[str, int], rule: str) -> None:
    score = of_western(text).details[Seat.S]
    points, doubles = score.points + last["points"], score.doubles + last["doubles"]
    stated = {"seat": "S", "total": points << doubles, "points": points, "doubles": doubles}
    (finding,) = of_western(text, stated).findings
    assert (finding.code, finding.rule) == ("wrong-score", f"western/{rule}"), finding.message


@pytest.mark.parametrize(("text", "seat", "total", "rule"), [
    (PUNGS, "S", 3000, "limit-1"),
    (PUNGS, "S", 1000, "limit-2"),
    (DRAGONS, "W", 3000, "limit-1"),
    (DRAGONS, "W", 24 << 3, "limit-2"),
    (f"{PUNGS}; W show | 11447b 2277c 3366d", "W", 1000, "limit-2"),
])  # fmt: skip
def test_limit_hands_that_are_not_there_and_those_not_seen(text: str, seat: str, total: int, rule: str) -> None:
    (finding,) = of_western(text, {"seat": seat, "total": total}).findings
    assert (finding.code, finding.rule) == ("wrong-score", f"western/{rule}"), finding.message


def test_a_limit_hand_of_the_winner_is_no_losers() -> None:
    text = f"{PUNGS}; W show | 11447b 2277c 3366d"
    (finding,) = of_western(text, {"seat": "W", "total": 1000, "limit": "seven-pairs"}).findings
    assert finding.rule == "western/limit-6"


def blamed(concealed: str, total: int, **more: Any) -> Diagnosis:
    """The rule that an announced total of East's hand breaks."""
    rules = default_rules("western")
    scorer = scorer_for(rules)
    assert scorer is not None
    tiles = parse_tiles(concealed)
    score = scorer.score(Hand(Seat.E, Seat.E, tiles, won=True, tile=tiles[-1], source="wall", **more))
    assert score.total != total
    return blame_for_score(ev.Score(seq=1, seat=Seat.E, total=total), [score], ledger_for(rules), rules.cites)


def test_the_thirteenth_win_and_the_face_value_have_rules_of_their_own() -> None:
    """A face value above the limit is not cut to it."""
    thirteenth = "123b 789c 222d RRRd 55d"
    plain = blamed(thirteenth, 36 << 2, east_wins=13)
    assert plain.rule == "western/limit-7"
    assert "the 7 doubles for" in plain.words
    assert blamed("EEEw RRRd GGGd 111c 99c", 1000).rule == "western/limit-5"


# -- hands of an agreed value, and hands valued by the tables of another rule set --------------------------------------


UNSEEN = "S draw ??; S mahjong wall"
"""South wins, and nobody wrote down a tile."""
ROBBING = "robbing-a-kong"


# -- an agreed value ----------------------------------------------------------------------------------------------


def test_the_winner_has_the_agreed_value_and_the_losers_nothing() -> None:
    """No tile needs to be known for it."""
    report = replayed(AGREED, UNSEEN, hand_value=5)
    assert plain(report.computed) == {"E": 0, "S": 5, "W": 0, "N": 0}
    assert plain(report.owed) == {"E": -10, "S": 20, "W": -5, "N": -5}


def test_after_a_win_in_error_nothing_is_computed() -> None:
    report = replayed(AGREED, "W mahjong wall")
    assert [one.code for one in report.findings] == ["out-of-turn"]
    assert (plain(report.computed), plain(report.owed)) == ({}, None)


def test_moves_that_were_not_recorded_do_not_change_an_agreed_value() -> None:
    assert plain(replayed(AGREED, "gap turn=N; N mahjong wall").computed) == {"E": 0, "S": 0, "W": 0, "N": 1}


def test_a_fault_elsewhere_leaves_the_agreed_value_as_it_is() -> None:
    report = replayed(AGREED, f"{SHOWN}; W show RRRd 777c | 1379b 135c")
    assert [one.code for one in report.findings] == ["shown-hand-differs"]
    assert plain(report.computed) == {"E": 0, "S": 1, "W": 0, "N": 0}


def test_a_drawn_hand_has_no_scores() -> None:
    report = replayed(AGREED, "gap; washout")
    assert (plain(report.computed), plain(report.owed)) == ({}, {"E": 0, "S": 0, "W": 0, "N": 0})
    assert cited(AGREED, "gap; washout; S score 1") == [("washout-scored", "house/draw-1")]
    assert cited(AGREED, "gap; washout; settlement S=1 E=-1") == [("washout-scored", "house/draw-1")]


@pytest.mark.parametrize(("score", "codes"), [("S score 3", []), ("S score 2", ["wrong-score"]),
                                              ("W score 0", []), ("W score 1", ["wrong-score"])])  # fmt: skip
def test_only_the_agreed_value_and_only_by_the_winner_is_announced(score: str, codes: list[str]) -> None:
    findings = found(AGREED, f"{UNSEEN}; {score}", hand_value=3)
    assert [one.code for one in findings] == codes
    assert {one.rule for one in findings} <= {"house/score-1"}


def test_payments_follow_the_agreed_value() -> None:
    assert cited(AGREED, f"{UNSEEN}; settlement E=-2 S=4 W=-1 N=-1") == []
    assert cited(AGREED, f"{UNSEEN}; settlement E=-1 S=3 W=-1 N=-1") == [("wrong-settlement", "house/seats-3")]
    assert cited(AGREED, f"{UNSEEN}; settlement E=-2 S=5 W=-2 N=-1") == [("wrong-settlement", "house/pay-1")]
    assert cited(AGREED, f"{UNSEEN}; settlement E=-2 S=4 W=-2") == [("wrong-settlement", "house/pay-2")]
    assert cited(AGREED, f"{UNSEEN}; settlement E=-2 S=4 W=-1") == [("not-zero-sum", "house/pay-1")]


def test_without_easts_double_a_doubled_payment_is_wrong() -> None:
    doubled = f"{UNSEEN}; settlement E=-2 S=4 W=-1 N=-1"
    assert cited(AGREED, doubled, EastDoubles=False) == [("wrong-settlement", "house/seats-3")]


def test_a_wrongly_announced_value_that_is_paid_is_one_fault() -> None:
    assert cited(AGREED, f"{UNSEEN}; S score 2; settlement E=-4 S=8 W=-2 N=-2") == [("wrong-score", "house/score-1")]


def test_an_agreed_value_has_one_item() -> None:
    score = agreed_score(house(AGREED, hand_value=7), True)
    assert score is not None
    assert [(item.points, item.rule) for item in score.items] == [(7, "house/score-1")]
    assert agreed_score(house(TABLE), True) is None


# -- the tables of another rule set -------------------------------------------------------------------------------


def test_a_borrowed_table_scores_and_the_documents_own_words_settle() -> None:
    """East pays double, and the losers settle nothing, whatever the other rule set says of it."""
    report = replayed(AGREED, f"{SHOWN}; {LOSERS}", scoring="classical")
    assert plain(report.computed) == {"E": 0, "S": 232, "W": 24, "N": 4}
    assert plain(report.owed) == {"E": -464, "S": 928, "W": -232, "N": -232}


def test_borrowed_rows_are_cited_by_the_rules_of_the_borrower() -> None:
    rules = house(AGREED, scoring="classical")
    scorer = scorer_for(rules)
    assert scorer is not None
    cites = {row.id: row.rule for row in scorer.rows}
    assert cites["mahjong"] == "house/win-1"
    assert set(cites.values()) == {"house/win-1", "house/score-1", "house/kong-4", "house/kong-5"}


def test_own_rows_are_added_or_stand_in_the_place_of_borrowed_ones() -> None:
    rows = list((scorer_for(house(AGREED, scoring="classical"))).rows)  # type: ignore[union-attr]
    assert [row.doubles for row in rows if row.id == ROBBING] == [2]
    assert rows[-1].id == "two-kongs"


def test_options_of_the_other_rule_set_are_decided_by_the_document_and_by_options_of_the_same_name() -> None:
    rules = house(AGREED, scoring="classical", EastDoubles=False)
    assert rules.scoring is not None
    assert rules.scoring.options["MahJongScore"] == 40
    assert rules.scoring.options["ScoreLimit"] == 1000
    assert terms_for(rules) == Terms(east_doubles=False, losers_settle=False)
    assert terms_for(house(AGREED, EastDoubles=False)) == Terms(east_doubles=False, losers_settle=False)


def test_a_rule_set_without_values_leaves_scores_alone() -> None:
    """Gains and losses must still cancel."""
    assert house(HEAD).scoring is None
    assert cited(HEAD, f"{UNSEEN}; S score 7; settlement S=7 E=-7") == []
    assert cited(HEAD, f"{UNSEEN}; settlement S=7 E=-6") == [("not-zero-sum", None)]


def test_hand_values_are_those_of_the_seats_in_play() -> None:
    assert hand_values(table("E discard Ww; S draw 5d"), house(AGREED).plan.deal[0].seat, house(AGREED)) == []


@pytest.mark.parametrize(("old", "new", "words"), [
    ('by = "scoring"', 'by = "lantern"', "lantern"),
    ('by = "scoring"', 'by = "hand_value"', "hand_value"),
    ('agreed = "hand_value"', 'agreed = "lantern"', "lantern"),
    ('agreed = "hand_value"', "", "agreed"),
    ('"classical"]', '"lunar"]', "lunar"),
    ("MahJongScore = 40", "Lantern = 40", "Lantern"),
    ("MahJongScore = 40", "MahJongScore = -1", "MahJongScore"),
])  # fmt: skip
def test_a_document_that_names_what_is_not_there_is_refused(old: str, new: str, words: str) -> None:
    document = AGREED.replace(old, new)
    assert document != AGREED

    def every_choice() -> Any:
        ruleset = parse(document)
        return [resolve(ruleset, {"scoring": value}) for value in ruleset.options["scoring"].values]

    with pytest.raises(RuleSetError, match=words):
        every_choice()
