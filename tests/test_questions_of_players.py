"""What players and programmers asked in public, and the right answer: the case, what is right, and where it was asked.

Facts and figures alone; the hands are typed anew. The number is that of the case among seventy-two; those that no rule
set here can say (three cases of other games) are left out. What was asked a second time, by somebody who had not read
the program, stands with them. What is one line, and one answer, is a row of `questions_of_players.txt`.
"""
# ruff: noqa: E501  (a case is a line)

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cases import blocks_in
from cases.riichi_ends import UNSEEN, easts_majors
from each import each, try_each
from mjlog.calculator import answer_of, settlement_of
from mjlog.calculator.card import dead_request, match_request
from mjlog.cards.shelf import NO_CARDS
from mjlog.errors import HandError
from mjlog.reports.rule_pages import known_words, led_to
from mjlog.text import did_you_mean
from short_logs import findings

LIBRARY, SERVER, CALCULATOR = "a library of hands", "a simulator of a server", "a calculator in the browser"
TRACKER, CLUB, TRAINER = "a tracker of scores", "a club's server of ratings", "a program that plays and reviews"
LEAGUE, TEACHER, EXPLAINER = "a column of answers", "a teacher's page", "pages that explain the British booklet"


def asked(line: str, ruleset: str = "riichi", **options: Any) -> dict[str, Any]:
    """The answer to a hand on one line."""
    return answer_of({"hand": line, "options": options}, ruleset, explained=True)


_ROW = re.compile(r"(?:\d+ )?(?P<rules>[\w-]+)(?: (?P<options>\{.+?\}))?: (?P<question>.+) = (?P<answer>.+?) -- .+")


def _worth(answer: dict[str, Any], right: str) -> bool:
    return [answer["points"], answer["doubles"], answer["total"]] == [int(part) for part in right.split()]


def _counts(answer: dict[str, Any], right: str) -> bool:
    """`TOTAL: NAME, NAME; not NAME`: the total and the patterns that do not count need not be said."""
    total, _, names = right.rpartition(": ")
    counted, _, others = (set(filter(None, part.split(", "))) for part in names.partition("; not "))
    named = {item["name"] for item in answer["items"]}
    return total in ("", str(answer["total"])) and counted <= named and not others & named


def _none(answer: dict[str, Any], right: str) -> bool:
    return answer["total"] is None and right in "; ".join((answer.get("reason") or "", *answer.get("sum", ())))


def _paid(question: str, rules: str, right: str) -> bool:
    change = settlement_of(json.loads(question), rules)["change"]
    return " ".join(f"{seat}={points}" for seat, points in change.items()) == right


def _leads(question: str, what: str, right: str) -> bool:
    found = led_to(question)
    rules = [one for named in found.rules[:12] for one in (named.rule, *named.also)]
    return right in {"rule": rules, "code": [one.code for one in found.codes],
                     "option": [one.option for one in found.options]}[what]  # fmt: skip


OF_AN_ANSWER = {
    "worth": _worth, "counts": _counts, "none": _none,
    "total": lambda answer, right: str(answer["total"]) == right,
    "notes": lambda answer, right: any(right in note for note in answer["notes"]),
}  # fmt: skip


def _is_right(kind: str, row: str) -> None:
    """Fails where a question of the table gets another answer."""
    found = _ROW.fullmatch(row)
    assert found is not None, row
    rules, question, right = found["rules"], found["question"], found["answer"]
    options = json.loads(found["options"] or "{}")
    if kind == "refused":
        with pytest.raises(HandError) as caught:
            asked(question, rules, **options)
        assert right in str(caught.value)
    elif kind == "alike":
        assert asked(question, rules) == asked(right, rules)
    elif kind in ("paid", "leads"):
        assert {"paid": _paid, "leads": _leads}[kind](question, rules, right)
    else:
        assert OF_AN_ANSWER[kind](asked(question, rules, **options), right)


_TABLE = Path(__file__).with_name("questions_of_players.txt")
TABLES = {head: rows for head, *rows in blocks_in(_TABLE.read_text("utf-8"))}


@pytest.mark.parametrize("head", TABLES)
def test_what_players_asked_gets_the_right_answer(head: str) -> None:
    try_each((row, partial(_is_right, head.partition(":")[0], row.strip())) for row in TABLES[head])


# -- what a hand is worth -----------------------------------------------------------------------------------------------


def test_a_kong_is_worth_what_it_adds_before_and_after() -> None:
    """25: a program that reviews games: haneman and more by fu alone after the kong."""
    before = asked("E in E 111222333c 11d 79b +8b ron double-riichi")
    after = asked("E in E 222333c 11d 79b [1111c] +8b ron double-riichi")
    assert before["total"] > after["total"] > 0
    assert after["points"] >= 70


# -- who pays what ------------------------------------------------------------------------------------------------------


def test_payments_that_are_argued_about_name_their_rule() -> None:
    """32, 33, 34: who is liable, and who gets the repeats, and not only how a win is paid."""
    liable = settlement_of({"total": 32000, "winner": "S", "discarder": "W", "liable": "N", "honba": 1}, "riichi")
    assert liable["remark"].endswith("the repeats are north's [riichi/pao-1]")
    both = settlement_of({"totals": {"S": 7700, "W": 3900}, "discarder": "E", "honba": 2}, "riichi")
    assert both["remark"] == "repeats, and what lies on the table, go to south, the nearest in turn [riichi/pot-1]"


def test_a_chow_that_leaves_no_discard_is_not_open() -> None:
    """48: a simulator of a server. Called, it is warned of; both tiles left are barred by it."""
    found = [(one.code, one.severity) for one in findings(f"game riichi; {_KONGS}")]
    assert ("claim-not-open", "warning") in found


# -- what is played -----------------------------------------------------------------------------------------------------

_KONG = (
    "hand; dealt {0} 111222333c 11d 79b; indicator 5d; E draw ??; E discard 4d; S draw 9d; S discard 9d riichi=true;"
    "W draw ??; W discard 4d; N draw ??; N discard 6d; E draw ??; E discard 7d; S draw 1c; S kong concealed 1111c"
)
_EXTRA = (
    "hand 1 W anna totals=anna:20000,ben:29500,cora:26000,dora:24500 depth=result; washout;"
    "settlement E=1500 S=1500 W=-1500 N=-1500; hand 2 W anna"
)
_READY = "dealt S 234b 567c 345d 666b 8d; indicator 1c; "
_BEFORE = "E draw 9c; E discard 9c; "
_SOUTH = f"hand; {_READY}{_BEFORE}S draw Ew; S discard Ew"
_PASSED_KONG = (
    "hand; dealt S 234b 567c 6d 1d 666b 99d / N 88d 1b 2b ??????????; indicator 1c; E draw ??; E discard 8d;"
    "N claim pung; N expose pung 888d; N discard 1b; E draw ??; E discard 1b; S draw 7d; S discard 1d riichi=true;"
    "W draw ??; W discard 1b; N draw 8d; N kong added 8888d; N kong-replacement ??; N discard 2b; indicator 2c kong;"
    "E draw ??; E discard 5d; S claim mahjong; S mahjong discard 5d"
)
_BOTH = (
    "hand repeats=2 pot=1000 totals=anna:25000,ben:24000,cora:25000,dora:25000; dealt S 234b 567c 345d 66b 78d /"
    "W 123b 456b 789b 11c 78d; indicator Ww; E draw ??; E discard 9d; S claim mahjong; W claim mahjong;"
    "S mahjong discard 9d; W mahjong discard 9d; S show | 234b 567c 345d 66b 789d; W show | 123456789b 11c 789d;"
    "S score 1000; W score 3900;"
)
_THREE = (
    "hand; dealt E 234b 567c 345d 66b 78d; indicator 1c; E draw 1d; E discard 1d riichi=true; S draw ??; S discard 9d;"
    "E claim mahjong; W claim mahjong; N claim mahjong; washout reason=three-ron; hand 2 E anna repeats=1 pot={}"
)
_KONGS = (
    "hand; dealt S 1111c 2222c 3333c 3b; indicator Ww; E draw ??; E discard 9d; S draw 4b; S kong concealed 1111c;"
    "indicator Ww kong; S kong-replacement 2b; S kong concealed 2222c; indicator Sw kong; S kong-replacement 5b;"
    "S kong concealed 3333c; indicator Sw kong; S kong-replacement 9d; S discard 9d; W draw ??; W discard 9d; N draw ??;"
    "N discard Ew; E draw ??; E discard 5b; S claim chow; S expose chow 345b"
)
_OPEN_KONG = (
    "hand; dealt S 444c 1234567b 123d; indicator 5d; E draw ??; E discard 4c; S claim kong; S expose kong 4444c;"
)
_FOUR_TO_ROB = (
    "hand; dealt S 1111b 23456789c 1d / W 9b 19c 19d ESWNw RGWd Rd; indicator 5d; E draw ??; E discard 5c; S draw 3d;"
    "S kong concealed 1111b; W claim mahjong; W mahjong kong 1b"
)
_FIRST = "hand; dealt S 234b 567c 345d 66b 78d / {}; indicator Ww; E draw ??; E discard 1b; "
_EARTH = "S draw 9d; S mahjong wall 9d; S show | 234b 567c 345d 66b 789d; S score {}"
_RON = "E draw ??; E discard 9d; S claim mahjong; S mahjong discard 9d; {} S show | 234b 567c 345d 66b 789d; S score {}"
_DECLARED = f"{_FIRST.format('N 9999c 123d 456d 78b Rd')}S draw Ew; S discard Ew riichi=true; W draw ??; W discard 2d; N draw Gd;"
AMERICAN = "game american card=riverside-2026; hand depth=table;"
_REDEEMED = (
    "E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d; W draw ??; W discard 1c; N draw ??; N discard 1c;"
    "E draw ??; E discard 9c; S draw 5b; S exchange S 5b set=0; S mahjong exchange 5b; S score 30;"
)
_SIX = "hand; dealt S 3578899c 234789d; indicator 1b; E draw ??; E discard Nw; S draw 6c; "
LOGS = [
    (26, f"game riichi; {_KONG.format('S')}", [], TRAINER),
    (38, f"game riichi; {_EXTRA}", [], TRAINER),
    (39, "game riichi; hand; dealt E 19b 19c 19d EESWNw RGd; indicator 5d; E draw 5b; E discard 5b; S draw ??; S discard 2b;"
         "W draw ??; W discard 3b; N draw ??; N discard 4b; E draw 6b; washout reason=nine-terminals seats=E",
     ["washout-not-due"], SERVER),
    (40, "game riichi; hand; dealt S 3333b 24b 567c 345d 8d; indicator 5c; E draw ??; E discard 9c; S draw 9c;"
         "S discard 9c riichi=true; W draw ??; W discard 1b; N draw ??; N discard 2b; E draw ??; E discard 1b; S draw 1d;"
         "S kong concealed 3333b", ["kong-changes-wait"], SERVER),
    (42, f"game riichi; {_SOUTH.replace('hand;', 'hand totals=anna:25000,ben:900,cora:25000,dora:25000;')} riichi=true",
     ["riichi-not-allowed"], SERVER),
    (42, f"game riichi; {_SOUTH.replace('hand;', 'hand totals=anna:25000,ben:1000,cora:25000,dora:25000;')} riichi=true",
     [], CLUB),
    (47, "game riichi; hand; dealt S 34b 2589c 147d EEw RGd; indicator 5d; E draw ??; E discard 5b; S claim chow;"
         "S expose chow 345b; S discard 2c", [], TRAINER),
    (47, "game riichi; hand; dealt S 342b 589c 147d EEw RGd; indicator 5d; E draw ??; E discard 5b; S claim chow;"
         "S expose chow 345b; S discard 2b", ["swap-call"], TRAINER),
    (49, "game riichi; hand; dealt S 1111b 567c 345d 88d 6d; indicator 5c; E draw ??; E discard 9c; S draw 7d;"
         "S kong concealed 1111b; indicator 2c kong; S kong-replacement Nw; S discard Nw riichi=true", [],
     "a game for building and playing"),
    (43, f"game riichi; {_PASSED_KONG}", ["furiten"], SERVER),
    (45, f"game riichi; {_SIX}S discard 3c riichi=true", [], "a program's records"),
    (45, f"game riichi; {_SIX}S discard 8c riichi=true", [], "a program's records"),
    (45, f"game riichi; {_SIX}S discard 5c riichi=true", ["riichi-not-ready"], "a program's records"),
    (51, f"game riichi; hand; {_READY}E draw ??; E discard Nw; S draw 1c; S discard 1c riichi=true; W claim mahjong;"
         "W mahjong discard 1c; settlement W=1000 S=-1000; hand 2 E ben totals=anna:25000,ben:24000,cora:26000,dora:25000"
         " pot=0", [], "a judge of recorded games"),
    (34, f"game riichi; {_BOTH} settlement S=2600 E=-1600 for=S pot=1000; settlement for=W W=3900 E=-3900", [], CLUB),
    (34, f"game riichi; {_BOTH} settlement S=1000 E=-1000 for=S; settlement for=W W=5500 E=-4500 pot=1000",
     ["wrong-pot", "wrong-settlement"], CLUB),
    (36, f"{UNSEEN}{easts_majors()}washout reason=nagashi seats=E; settlement E=12000 S=-4000 W=-4000 N=-4000;"
         "hand 2 E ben repeats=1", [], SERVER),
    (37, "game riichi; hand 1 S dora totals=anna:21000,ben:21000,cora:21000,dora:37000; dealt E 19b 19c 19d ESWNw RGd 5b;"
         "indicator 5d; E draw 5c; washout reason=nine-terminals seats=E; hand 2 S dora repeats=1", [], SERVER),
    (41, f"game riichi; {_THREE.format('1000')}", [], SERVER),
    (41, f"game riichi; {_THREE.format('0')}", ["wrong-pot"], SERVER),
    (44, "game riichi; hand; dealt S 234b 567c 345d 666b 8d; indicator 1c; E draw ??; E discard 9c; S draw 1d; S discard 1d;"
         "W draw ??; W discard 5b; N draw ??; N discard 8d; S claim mahjong; S mahjong discard 8d", [], "a program's records"),
    (46, f"game riichi; {_SIX}S discard 5c riichi=true; gap; washout; S show | 36788c 99c 234789d;"
         "settlement S=3000 E=-1000 W=-1000 N=-1000", ["riichi-not-ready", "riichi-not-ready", "wrong-settlement"], SERVER),
    (48, f"game riichi swap_call=all; {_KONGS}", [], SERVER),
    (50, f"game riichi; {_OPEN_KONG} indicator 2c kong; S kong-replacement 1b; S discard 1b", ["indicator-not-due"], SERVER),
    (50, f"game riichi; {_OPEN_KONG} S kong-replacement 1b; S discard 1b; indicator 2c kong; W draw ??", [], SERVER),
    (52, f"game riichi; {_FIRST.format('W 11b 45679c Ew NNNw RWd')}{_EARTH.format(32000)}", [], "a judge of recorded games"),
    (52, f"game riichi; {_FIRST.format('W 11b 45679c Ew NNNw RWd')}W claim pung; W expose pung 111b; W discard 9c; N draw ??; N discard 2d;"
         f"E draw ??; E discard 2d; {_EARTH.format(1500)}", [], "a judge of recorded games"),
    # Riichi with the first discard, pinfu, and ippatsu, which a concealed kong of another ends, too.
    (52, f"game riichi; {_DECLARED} N discard 8b; {_RON.format('indicator Sw under;', 7700)}", [], "a judge of recorded games"),
    (52, f"game riichi; {_DECLARED} N kong concealed 9999c; indicator Ww kong; N kong-replacement 8b; N discard 8b;"
         f"{_RON.format('indicator Ww under; indicator Sw under;', 3900)}", [], "a judge of recorded games"),
    (53, f"game riichi; {_FOUR_TO_ROB}", ["rob-not-allowed"], SERVER),
    (53, f"game riichi rob_closed_kan=true; {_FOUR_TO_ROB}", [], SERVER),
    (62, f"{AMERICAN} E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d; W draw ??; W discard 1c;"
         "S exchange S 5b set=0", ["exchange-out-of-turn"], LEAGUE),
    (63, f"{AMERICAN} E discard 5b; S claim kong; S expose kong 5b Jk Jk Jk; S discard 9d", [], LEAGUE),
    (63, f"{AMERICAN} {_REDEEMED} settlement S=180 E=-60 W=-60 N=-60", [], LEAGUE),
    (63, f"{AMERICAN} {_REDEEMED} settlement S=90 E=-30 W=-30 N=-30", ["wrong-settlement"], LEAGUE),
    (63, "game american card=riverside-2026; hand; dealt; passes first; N stop; E charleston courtesy 123b;"
         "W charleston courtesy 123c; E discard 9d", [], LEAGUE),
]  # fmt: skip


@each("number, text, codes, source", LOGS)
def test_what_is_played(number: int, text: str, codes: list[str], source: str) -> None:
    assert [one.code for one in findings(text) if one.severity == "error"] == codes


# -- American cards -----------------------------------------------------------------------------------------------------

RIVERSIDE = NO_CARDS.asked("riverside-2026")
CARDS = [
    (58, {"concealed": "2026b RRd Jk GGGd 66c WWd"}, True, "a table of many games"),
    (58, {"concealed": "2026b RRRd GGGd 6c Jk WWd"}, False, "a table of many games"),
    (59, {"concealed": "111b 111c GGGGd NEWS"}, True, "a sheet of help"),
    (59, {"concealed": "111b 111c GGGGd NEWw Jk"}, False, "a sheet of help"),
    (59, {"concealed": "2206b RRRd GGGd 66c WWd"}, True, "a sheet of help"),
]


@each("number, hand, complete, source", CARDS)
def test_hands_of_a_card(number: int, hand: dict[str, Any], complete: bool, source: str) -> None:
    answer = match_request(hand, RIVERSIDE)
    assert answer["complete"] is complete
    if number == 58 and not complete:
        assert "a joker stands in a pair" in answer["reason"]


def test_two_kongs_that_no_line_has_are_a_dead_hand() -> None:
    """58: a table of many games."""
    laid = [{"kind": "kong", "tiles": "1111b"}, {"kind": "kong", "tiles": "9999c"}]
    assert dead_request({"sets": laid}, RIVERSIDE)["dead"] is True


@each("basis, dead", [("table", True), ("rack", False)])
def test_a_pair_that_lies_in_another_players_pung_is_gone_for_who_looks_at_the_table(basis: str, dead: bool) -> None:
    """61: a guide for tournaments. Every line with these two pungs needs two white dragons."""
    laid = [{"kind": "pung", "tiles": "RRRd"}, {"kind": "pung", "tiles": "GGGd"}]
    asked_about = {"sets": laid, "others": [{"kind": "pung", "tiles": "WWWd"}], "basis": basis}
    assert dead_request(asked_about, RIVERSIDE)["dead"] is dead


def test_a_hand_without_jokers_that_nobody_announced_is_not_wrong_for_certain() -> None:
    """64: a column of answers. The text is silent about it; what a table has agreed on decides."""
    won = "hand; dealt S 111b 11c GGGGd NESWw; passes ESWw; E discard 1c; S claim mahjong; S mahjong discard 1c;"
    paid = f"{won} S score 30; settlement E=-60 S=120 W=-30 N=-30"
    for agreed, found in (("", []), (" jokerless=due", ["wrong-settlement"]), (" jokerless=told", [])):
        told = findings(f"game american card=riverside-2026{agreed}; {paid}")
        assert [one.code for one in told if one.severity == "error"] == found


def test_a_mahjong_that_is_withdrawn_may_become_an_exposure_where_leagues_play_so() -> None:
    """67: a league's guide, and a teacher's page: shown or not, the tile may still be called for a set."""
    called = "hand depth=table; E discard 5d; S claim mahjong; S mahjong discard 5d;"
    exposed = "S retract; S claim pung; S expose pung 555d; S discard 9d; W discard 1b"
    agreed = " withdrawn_mahjong=exposure"
    for rules, shown in (("", ""), (agreed, ""), (agreed, "S show 555d;")):
        told = findings(f"game american card=riverside-2026{rules}; {called} {shown} {exposed}")
        assert [one.code for one in told if one.severity == "error"] == []


LEAGUE_RULES = "game american card=riverside-2026 misnamed_mahjong=four-times; hand;"
SOUTH_WAITS = "dealt S 111b 11c GGGd Jk NESWw; passes ESWw;"
CALLED = "E discard 9d named=1c; S claim mahjong; S mahjong discard 1c; S show | 111b 111c GGGd Jk NESWw; S score 30;"


def test_a_misnamed_discard_that_is_called_for_mahjong_is_paid_by_whoever_misnamed_it() -> None:
    """65: six pages of teachers and leagues. By the printed text nobody can call it."""
    assert [one.code for one in findings(f"{LEAGUE_RULES} {SOUTH_WAITS} {CALLED} settlement S=120 E=-120")] == [
        "discard-misnamed"
    ]
    for change in ("S=120 E=-60 W=-30 N=-30", "S=60 E=-60", "S=240 E=-240"):
        wrong = [
            one
            for one in findings(f"{LEAGUE_RULES} {SOUTH_WAITS} {CALLED} settlement {change}")
            if one.severity == "error"
        ]
        assert [(one.code, one.rule) for one in wrong] == [("wrong-settlement", "american/error-2")]
    by_the_text = f"game american card=riverside-2026; hand; {SOUTH_WAITS} {CALLED} settlement S=120 E=-120"
    assert "claim-misnamed" in [one.code for one in findings(by_the_text)]
    asked = {"value": 30, "winner": "S", "misnamer": "E", "options": {"misnamed_mahjong": "four-times"}}
    assert settlement_of(asked, "american")["change"] == {"E": -120, "S": 120, "W": 0, "N": 0}
    assert settlement_of(asked | {"discarder": "E"}, "american") == settlement_of(asked, "american")


@each("more, says", [
    ({"options": {}}, "option misnamed_mahjong=four-times lets it"), ({"discarder": "W"}, "west is named as discarder"),
    ({"misnamer": "S"}, "another seat than the winner's"), ({"misnamer": "X"}, "one of E, S, W, N"),
])  # fmt: skip
def test_who_cannot_have_misnamed_the_discard_is_refused(more: dict[str, Any], says: str) -> None:
    asked = {"value": 30, "winner": "S", "misnamer": "E", "options": {"misnamed_mahjong": "four-times"}}
    with pytest.raises(HandError, match=says):
        settlement_of(asked | more, "american")


def test_a_tile_that_completes_nothing_under_its_wrong_name_wins_nothing() -> None:
    """The tile counts as what was said, not as what it is."""
    right = CALLED.replace("9d named=1c", "1c named=9d")
    codes = [one.code for one in findings(f"{LEAGUE_RULES} {SOUTH_WAITS} {right} settlement S=120 E=-120")]
    assert {"not-on-card", "mahjong-tile-wrong"} & {*codes}


def test_a_set_that_was_laid_down_on_a_wrong_name_makes_a_dead_hand() -> None:
    """65: by the league; by the printed text it proves nothing."""
    dead = (
        "hand depth=table; E discard 5b named=5c; S claim pung; S expose pung 555b; S discard 9d; S dead exposure by=E"
    )
    assert "dead-exposure" in [one.code for one in findings(f"{LEAGUE_RULES.removesuffix(' hand;')} {dead}")]
    assert "dead-not-proved" in [one.code for one in findings(f"game american card=riverside-2026; {dead}")]


def test_a_discard_that_is_named_again_rightly_can_be_claimed() -> None:
    """66: a teacher's page."""
    named = "hand depth=table; E discard 5b named=5c; E name 5b; S claim pung; S expose pung 555b; S discard 9d"
    assert [
        one.code for one in findings(f"game american card=riverside-2026; {named}") if one.severity == "error"
    ] == []


# -- how people ask -----------------------------------------------------------------------------------------------------


@each("written, codes", [("FFf 2026b", "FFf 226b Wd"), ("0 00", "Wd WWd"), ("2003d", "23d WWd")])
def test_a_zero_of_a_card_is_a_white_dragon(written: str, codes: str) -> None:
    given = match_request({"concealed": f"{written} 1b"}, RIVERSIDE)
    assert given == match_request({"concealed": f"{codes} 1b"}, RIVERSIDE)


def test_a_year_without_a_suit_asks_for_it() -> None:
    with pytest.raises(HandError, match="of which suit"):
        match_request({"concealed": "2026"}, RIVERSIDE)


def test_ippatsu_is_no_question_where_nobody_spoke_of_it() -> None:
    told = asked("S in E 123m 456p 789s 1155z +1z ron riichi")["not_counted"]
    assert "ippatsu" not in [one["name"] for one in told]


@each("options, line, noted", [
    ({}, "S in E 123m 55z 22789s [5505p] +2s ron riichi indicators=1m", True),
    ({}, "S in E 123m 55z 22789s [5505p] +2s ron riichi indicators=1m9s", False),
    ({"kan_dora": "none"}, "S in E 123m 55z 22789s [5505p] +2s ron riichi indicators=1m", False),
    ({}, "S in E 123m 55z 22789s [5505p] +2s ron riichi", False),
    # The indicator of a claimed kong is turned with the discard: too late for its replacement.
    ({}, "S in E 123m 44z 22789s (5555z) +2s rinshan indicators=1m", False),
    ({"kan_dora": "at-once"}, "S in E 123m 44z 22789s (5555z) +2s rinshan indicators=1m", True),
])  # fmt: skip
def test_fewer_indicators_than_kongs_ask_for_are_noted(options: dict[str, Any], line: str, noted: bool) -> None:
    assert bool(asked(line, **options).get("notes")) is noted


@each("ruleset, line, tiles, least, most", [
    ("riichi", "S in E 123m 456p 789s 11155z +?? ron", {"Ew", "Wd", "1c"}, 1300, 1600),
    ("riichi", "S in E 123m 456p 789s 1155z +?? ron riichi", {"Ew", "Wd"}, 2600, 2600),
    ("western", "S in E 123b 55d RRRd (222c) [2222d] +?? discard", {"Rd", "1b", "2b", "3b", "5d"}, 84, 96),
])  # fmt: skip
def test_a_winning_tile_that_nobody_knows_gives_a_range(
    ruleset: str, line: str, tiles: set[str], least: int, most: int
) -> None:
    answer = asked(line, ruleset)
    assert {one["tile"] for one in answer["by_tile"]} >= tiles
    assert (answer["least"], answer["most"]) == (least, most)
    for one in answer["by_tile"]:
        assert asked(line.replace("+??", f"+{one['tile']}"), ruleset)["total"] == one["total"]


def test_a_word_that_stands_nowhere_leads_nowhere() -> None:
    """Of a slip what is meant is told: a code, a word of players, an option."""
    assert led_to("zebra").is_nowhere
    assert led_to("../x").is_nowhere
    assert led_to("what is for whom may").is_nowhere
    for slip, meant in (("atozuk", "atozuke"), ("furitn", "furiten"), ("min_hann", "min_han"), ("kuitann", "kuitan")):
        assert did_you_mean(slip, known_words()) == meant


# -- asked a second time, and worked out by hand before -----------------------------------------------------------------


def test_a_hand_that_no_option_makes_a_win_has_no_such_note() -> None:
    assert "notes" not in asked("S in E 123b 567b 5d 222c (333d) +1d wall", "bmja")


@each("ruleset, line, waits, tile", [
    ("riichi", "S in E 1111z 234m 567p 789s", [], "east wind"), ("dmjl", "S in E [1111b] 23b 456c 789d 55c", ["4b"], "1 bamboo"),
])  # fmt: skip
def test_a_wait_for_a_fifth_tile_is_said_to_be_none(ruleset: str, line: str, waits: list[str], tile: str) -> None:
    """By pages on riichi; of a kong on the table, too."""
    answer = asked(line, ruleset)
    assert answer["waits"] == waits
    assert answer["notes"] == [f"{tile} would complete it, but it has all four: that is no wait"]


@each("request, rule", [({"nagashi": ["S"], "honba": 2}, "draw-2"), ({"ready": ["S"], "pot": 1000}, "pot-1")])
def test_after_a_draw_it_is_said_what_is_not_paid(request: dict[str, Any], rule: str) -> None:
    assert settlement_of(request, "riichi")["remark"].endswith(f"stays there [riichi/{rule}]")


def test_of_two_who_call_the_last_discard_the_nearest_wins_and_the_rule_is_named() -> None:
    hands = ["S in E 234b 5d (222c) (333d) (666c) +5d from E", "W in E 678b (777c) (111d) GG 55d +5d discard"]
    told = answer_of({"hands": hands}, "bmja")["settlement"]
    assert {tuple(one) for one in told["payments"]} >= {("E", "S", 52), ("W", "S", 26), ("N", "S", 26)}
    assert told["remark"].startswith("south wins: ")
    assert "[bmja/claim]" in told["remark"]


@each("hand", ["S in E FF 111b 555d N (33cJJ) +N from W", "S in E F F 111b 555d N (33c J J) +N from W",
               "S in E FFf 111b 555d Nw (33c JJk) +Nw discard discarder=W"])  # fmt: skip
def test_flowers_and_jokers_are_written_as_on_a_card(hand: str) -> None:
    """A set with jokers stands in brackets, too: a sheet of help."""
    answer = answer_of({"hand": hand, "card": "riverside-2026"}, "american")
    assert (answer["total"], answer["line"]) == (25, "r3")
    assert answer["settlement"]["payments"] == [["E", "S", 25], ["W", "S", 50], ["N", "S", 25]]


def test_the_id_of_a_rule_set_is_no_word_of_its_rules() -> None:
    """Of a pattern that is in no rule set nothing is told but what has both words in it."""
    assert [one.rule for one in led_to("open riichi").rules] == ["riichi/han-3"]
