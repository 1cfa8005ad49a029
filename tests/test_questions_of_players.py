"""What players and programmers asked in public, and the right answer: the case, what is right, and where it was asked.

Facts and figures alone; the hands are typed anew. The number is that of the case among seventy-two; those that no rule
set here can say (three cases of other games) are left out. What was asked a second time, by somebody who had not read
the program, stands at the end, by rule set.
"""
# ruff: noqa: E501  (a case is a line)

from __future__ import annotations

from typing import Any

import pytest

from cases.riichi_ends import UNSEEN, easts_majors
from each import each
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


# -- what a hand is worth -----------------------------------------------------------------------------------------------

FU_AND_HAN = [
    (1, "S in E 234c 1112356777b +4b wall", (30, 1, 1100), LIBRARY),
    (2, "S in E 1123444c 555d (123c) +1c last-discard", (30, 1, 1000), LIBRARY),
    (5, "S in E 4446667788c [2222c] +7c discard riichi dora=16", (60, 28, 32000), LIBRARY),
    (9, "S in S 567c 123d 567d 234b Ew +Ew discard riichi", (40, 1, 1300), SERVER),
    (14, "S in E 123d 77788899b 22c +9b ron riichi", (30, 3, 3900), CALCULATOR),
    (16, "E in E WWWw 234c 567d 789b 5c +5c tsumo riichi", (40, 2, 3900), CALCULATOR),
    (17, "S in E (GGGGd) SSSw 68d 234c 55b +7d ron", (50, 2, 3200), CALCULATOR),
    (20, "S in E 234c 567c 33d 78d [5505b] +9d tsumo riichi", (40, 3, 5200), TRACKER),
    (22, "S in E 234c 567c 33d 78d 345b +9d tsumo", (20, 2, 1500), CALCULATOR),
    (22, "E in E 234c 567c 33d 78d 345b +9d tsumo", (20, 2, 2100), CALCULATOR),
    (23, "S in E (222c) (333d) 678b 78d 55d +6d ron", (30, 1, 1000), CALCULATOR),
    (24, "N in E (NNNw) 123c 678b 78d 55d +6d ron", (30, 1, 1000), CALCULATOR),
    (30, "S in E 456c 789d 345b 22c 77d +2c ron riichi", (40, 1, 1300), SERVER),
    (72, "S in E 345c 678d 234b 55d 67b +8b tsumo", (20, 3, 2700), CALCULATOR),
]  # fmt: skip


@each("number, line, worth, source", FU_AND_HAN)
def test_fu_han_and_total(number: int, line: str, worth: tuple[int, int, int], source: str) -> None:
    answer = asked(line)
    assert (answer["points"], answer["doubles"], answer["total"]) == worth


TOTALS = [
    (3, "S in E 1112345678999c +9c ron", {"double_yakuman": ["chuuren-nine"]}, 64000, LIBRARY),
    (3, "S in E 1112345678999c +1c ron", {"double_yakuman": ["chuuren-nine"]}, 64000, LIBRARY),
    (4, "S in E 1112346678999c +5c ron", {"double_yakuman": ["chuuren-nine"]}, 32000, LIBRARY),
    (10, "S in E (EEEw) (SSSw) (WWWw) NNNw 5b +5b ron", {}, 32000, SERVER),
    (10, "S in E (EEEw) (SSSw) (WWWw) NNNw Rd +Rd ron", {}, 64000, SERVER),
    (11, "E in E 19b 19c 19d ESWNw RGWd +1b tsumo first-turn", {}, 96000, SERVER),
    (12, "S in E EEw SSw WWw NNw RRd GGd Wd +Wd ron riichi dora=2", {}, 32000, SERVER),
    (13, "S in E 111c 333d 555b 777b 9d +9d ron", {}, 32000, SERVER),
    (13, "S in E 111c 333d 555b 777b 9d +9d ron", {"double_yakuman": ["suanko-pair"]}, 64000, SERVER),
    (19, "S in E 2233445566778c +8c tsumo riichi dora=5", {}, 32000, CALCULATOR),
    (28, "S in E 222c 444d 666b 88c 33b +3b tsumo", {}, 32000, CLUB),
]  # fmt: skip


@each("number, line, options, total, source", TOTALS)
def test_yakuman_and_other_limits(number: int, line: str, options: dict[str, Any], total: int, source: str) -> None:
    assert asked(line, **options)["total"] == total


ITEMS = [
    (14, "S in E 123d 77788899b 22c +9b ron riichi", {"iipeiko"}, {"ryanpeiko"}, CALCULATOR),
    (15, "S in E 1122233344b SSSw +1b ron riichi", {"honitsu", "sananko", "toitoi", "own-wind", "riichi"}, set(),
     CALCULATOR),
    (16, "E in E WWWw 234c 567d 789b 5c +5c tsumo riichi", {"fully-concealed", "riichi"}, {"pinfu"}, CALCULATOR),
    (18, "S in E 234c 567c 33d 78d 345b +9d ron riichi indicators=2d ura=5b", {"riichi", "under-dora"}, set(), CALCULATOR),
    (20, "S in E 234c 567c 33d 78d [5505b] +9d tsumo riichi", {"red-five"}, set(), TRACKER),
    (24, "N in E (NNNw) 123c 678b 78d 55d +6d ron", {"own-wind"}, set(), CALCULATOR),
    (27, "S in E 234c 567c 33d 57d 345b +6d chankan riichi ippatsu", {"riichi", "ippatsu", "chankan"}, set(),
     "an app that counts hands"),
    (28, "S in E (111c) 999d (NNNw) 99b 1b 1b +1b tsumo", {"toitoi", "honroto"}, set(), CLUB),
    (72, "S in E 345c 678d 234b 55d 67b +8b tsumo", {"pinfu", "fully-concealed", "tanyao"}, set(), CALCULATOR),
]  # fmt: skip


@each("number, line, counted, others, source", ITEMS)
def test_which_patterns_count(number: int, line: str, counted: set[str], others: set[str], source: str) -> None:
    names = {item["name"] for item in asked(line)["items"]}
    assert counted <= names
    assert not others & names


NO_WINS = [
    (6, "S in E 13c 234d 340678b SSw +2c ron indicators=1c", LIBRARY),
    (29, "S in E 123c 44456678d 11b +4d ron", "a game in which hands are guessed"),
]


@each("number, line, source", NO_WINS)
def test_a_complete_hand_without_a_pattern_has_no_value(number: int, line: str, source: str) -> None:
    answer = asked(line)
    assert (answer["complete"], answer["total"]) == (True, None)
    assert "no pattern to win with" in answer["reason"]


REFUSED = [
    (7, "S in E 444b 123c 567c 789d 6b 5b +4b chankan", "a robbed kong has all four 4 bamboo", LIBRARY),
    (7, "S in E 444b 123c 567c 789d 5b +5b rinshan", "a loose tile replaces the fourth tile of a kong", LIBRARY),
    (8, "S in E 55555c 123b 456b 99d 7d +7d tsumo", "there are 4 of it", LIBRARY),
    (18, "S in E 234c 567c 33d 78d 345b +9d ron indicators=2d under=1b", "turned by a winner in riichi only", CALCULATOR),
    (27, "S in E 456c 789c 33d 444b 56b +4b chankan riichi", "a robbed kong has all four", "an app that counts hands"),
]  # fmt: skip


@each("number, line, says, source", REFUSED)
def test_what_cannot_be_is_refused(number: int, line: str, says: str, source: str) -> None:
    with pytest.raises(HandError, match=says):
        asked(line)


def test_the_last_discard_is_houtei() -> None:
    """7: a library of hands took only the flag for it."""
    names = {item["name"] for item in asked("S in E 234c 567c 33d 78d 345b +9d ron houtei")["items"]}
    assert "houtei" in names


def test_thirteen_han_and_a_win_in_the_first_turn_differ_by_rule_set() -> None:
    """19, 21: calculators in the browser."""
    line = "S in E 2233445566778c +8c tsumo riichi dora=5"
    assert asked(line, "riichi-wrc")["total"] == 24000
    renho = "S in E 234c 567c 33d 78d 345b +9d ron first-turn"
    for ruleset in ("riichi-wrc", "riichi-ema"):
        assert asked(renho, ruleset)["total"] == 8000


def test_a_kong_is_worth_what_it_adds_before_and_after() -> None:
    """25: a program that reviews games: haneman and more by fu alone after the kong."""
    before = asked("E in E 111222333c 11d 79b +8b ron double-riichi")
    after = asked("E in E 222333c 11d 79b [1111c] +8b ron double-riichi")
    assert before["total"] > after["total"] > 0
    assert after["points"] >= 70


# -- who pays what ------------------------------------------------------------------------------------------------------

PAID = [
    (31, {"total": 64000, "winner": "S", "discarder": "W", "liable": "N", "liable_total": 32000,
          "options": {"pao_covers": "yakuman", "pao_honba": "discarder"}}, {"E": 0, "S": 64000, "W": -48000, "N": -16000},
     CLUB),
    (32, {"total": 32000, "winner": "S", "discarder": "W", "liable": "N", "repeats": 1},
     {"E": 0, "S": 32300, "W": -16000, "N": -16300}, TRAINER),
    (33, {"total": 64000, "winner": "S", "liable": "N", "repeats": 1}, {"E": 0, "S": 64300, "W": 0, "N": -64300}, SERVER),
    (33, {"total": 64000, "winner": "S", "discarder": "W", "liable": "N", "honba": 1},
     {"E": 0, "S": 64300, "W": -32000, "N": -32300}, SERVER),
    (35, {"totals": {"S": 7700, "W": 3900}, "discarder": "E", "repeats": 2, "sticks": 1},
     {"E": -12200, "S": 9300, "W": 3900, "N": 0}, CLUB),
]  # fmt: skip


@each("number, request, change, source", PAID)
def test_who_pays_in_riichi(number: int, request: dict[str, Any], change: dict[str, int], source: str) -> None:
    assert settlement_of(request, "riichi")["change"] == change


def test_payments_that_are_argued_about_name_their_rule() -> None:
    """32, 33, 34: who is liable, and who gets the repeats, and not only how a win is paid."""
    liable = settlement_of({"total": 32000, "winner": "S", "discarder": "W", "liable": "N", "honba": 1}, "riichi")
    assert liable["remark"].endswith("the repeats are north's [riichi/pao-1]")
    both = settlement_of({"totals": {"S": 7700, "W": 3900}, "discarder": "E", "honba": 2}, "riichi")
    assert both["remark"] == "repeats, and what lies on the table, go to south, the nearest in turn [riichi/pot-1]"


def test_payments_of_other_games() -> None:
    """60: a table of many games; 68: a page of corrections to the British booklet."""
    drawn = settlement_of({"value": 30, "winner": "S"}, "american")["change"]
    assert drawn == {"E": -60, "S": 180, "W": -60, "N": -60}
    british = {"winner": "S", "totals": {"E": 8, "S": 48, "W": 4, "N": 2}}
    assert settlement_of(british, "bmja")["change"] == {"E": -76, "S": 192, "W": -54, "N": -62}


def test_a_ninth_win_of_east_is_a_limit_hand() -> None:
    """71: the tracker of a program of classical games."""
    answer = asked("E in E 234b 55d RRd (222c) [2222d] 2f +Rd discard east-wins=9", "dmjl")
    assert answer["total"] == 500


BRITISH = [
    (69, "S in E 55c (222c) (333c) (666c) EEw +Ew discard", 240, "one suit with winds or dragons"),
    (69, "S in E 234c 5c (222c) (333c) (RRRd) +5c discard", 112, "one suit with winds or dragons"),
    (69, "S in E 234b 5b (222c) [3333d] (666c) +5b loose", 80, "with a tile from the kong box"),
    (70, "S in E 234b 5d (222c) (333d) (666c) 1f2f3f4f +5d discard", 168, "all four flowers"),
    (70, "N in E EEw SSw WWw RRd 11b 99c 1d 4f1f +1d wall", 516, "all pair honors"),
    (70, "S in E 5c (222c) (333c) (666c) 888c +5c discard", 240, "purity"),
]


@each("number, line, total, counted", BRITISH)
def test_british_hands_as_the_explainers_count_them(number: int, line: str, total: int, counted: str) -> None:
    answer = asked(line, "bmja")
    assert answer["total"] == total
    assert counted in [item["name"] for item in answer["items"]]


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
_OPEN_KONG = "hand; dealt S 444c 1234567b 123d; indicator 5d; E draw ??; E discard 4c; S claim kong; S expose kong 4444c;"
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


@each("agreed, units", [("adds", 2), ("lifts", 3), ("same", 1)])
def test_heaven_beside_another_yakuman_is_worth_what_was_agreed(agreed: str, units: int) -> None:
    """54: a program that plays and reviews: on its server the four concealed pungs become those of a single wait."""
    line = "E in E 111c 222c 333d 55b 66b +6b wall first-turn"
    assert asked(line, heaven=agreed, double_yakuman=["suanko-pair"])["total"] == 48_000 * units


@each("agreed, south, west", [("nearest", 4_300, 2_600), ("own-back", 3_300, 3_600), ("shared", 2_800, 4_100)])
def test_sticks_of_two_winners_go_where_was_agreed(agreed: str, south: int, west: int) -> None:
    """55: a club's server of ratings."""
    question = {"totals": {"S": 1_300, "W": 2_600}, "discarder": "N", "pot": 3_000, "riichi": ["W"]}
    change = settlement_of(question | {"options": {"pot_to": agreed}}, "riichi")["change"]
    assert change == {"E": 0, "S": south, "W": west, "N": -3_900}


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


MCR = [
    # A column of pointers: three sets in a row are joined twice; the fourth joins one of them once.
    ("S in E 123b 456c 789d 789b Ew +Ew discard", 12, {"Mixed Straight", "Mixed Double Chow"}, {"Two Terminal Chows"}),
    ("S in E 123b 234c 345d 456b Ew +Ew discard", 10, {"Mixed Shifted Chows", "Short Straight"}, set()),
    # A column on disputed countings: four shifted chows leave nothing to join; a knitted straight has no wait in it.
    ("S in E 123b 345b 567b 789b 5d +5d discard", 38, {"Four Pure Shifted Chows"}, {"Two Terminal Chows"}),
    ("S in E [1111b] [9999c] (EEEw) 555d 2b +2b wall", 34, {"Two Concealed Kongs", "Three Concealed Pungs"}, set()),
]  # fmt: skip


@each("line, total, counted, others", MCR)
def test_competition_hands_as_referees_join_their_sets(
    line: str, total: int, counted: set[str], others: set[str]
) -> None:
    answer = asked(line, "mcr")
    names = {item["name"] for item in answer["items"]}
    assert answer["total"] == total
    assert counted <= names
    assert not others & names


def test_a_win_of_eleven_from_a_discard_is_paid_by_its_total_and_eight() -> None:
    """A table of many games paid a third of it; where the winner alone scores only that total is told."""
    paid = settlement_of({"totals": {"S": 11}, "winner": "S", "discarder": "W"}, "mcr")["change"]
    assert paid == {"E": -8, "S": 35, "W": -19, "N": -8}


@each("word, rule", [
    ("double ron", "riichi/win-3"), ("head bump", "riichi/win-3"), ("kuikae", "riichi/swap-1"),
    ("kuitan", "riichi/han-2"), ("abortive draw", "riichi/abort-1"), ("wall game", "american/draw-1"),
    ("sekinin barai", "riichi/pao-1"), ("kan dora", "riichi/dora-2"), ("agari yame", "riichi/end-4"),
    ("ryanhan shibari", "riichi/win-1"), ("heavenly hand", "bmja/heaven"), ("exclusionary rule", "mcr/count-5"),
    ("redeem a joker", "american/joker-1"), ("goulash", "bmja/goulash"), ("sticks", "riichi/pot-1"),
])  # fmt: skip
def test_words_of_an_argument_lead_to_its_rule(word: str, rule: str) -> None:
    assert rule in [one.rule for one in led_to(word).rules][:4]


# -- how people ask -----------------------------------------------------------------------------------------------------

ALIKE = [
    ("South, East round: 123m 456p 789s 1155z +1z ron", "S in E 123m 456p 789s 1155z +1z ron"),
    ("South in East round 123m 456p 789s 1155z +1z ron", "S in E 123m 456p 789s 1155z +1z ron"),
    ("East round, South seat: 123m 456p 789s 1155z +1z ron", "S in E 123m 456p 789s 1155z +1z ron"),
    ("seat S round E 123m 456p 789s 1155z +1z ron", "S in E 123m 456p 789s 1155z +1z ron"),
    ("round=E seat=S 123m 456p 789s 1155z +1z ron", "S in E 123m 456p 789s 1155z +1z ron"),
    ("East, East round: 123m 456p 789s 1155z +1z ron", "E in E 123m 456p 789s 1155z +1z ron"),
    ("S in E 123m 456p 789s 1155z +1z ron riichi dora=1m ura=4p", "S in E 123m 456p 789s 1155z +1z ron riichi indicators=9m under=3p"),
    ("S in E 123m 456p 789s 1155z +1z ron from=W honba=2 sticks=1",
     "S in E 123m 456p 789s 1155z +1z ron discarder=W repeats=2 pot=1000"),
]  # fmt: skip


@each("line, like", ALIKE)
def test_a_line_as_people_write_it_means_the_same(line: str, like: str) -> None:
    assert asked(line) == asked(like)


WORDS_OF_SOURCES = [
    ("self-drawn", "wall"), ("self-draw", "wall"), ("drawn", "wall"), ("zimo", "wall"), ("discarded", "discard"),
]  # fmt: skip


@each("said, source", WORDS_OF_SOURCES)
def test_where_a_tile_came_from_is_said_as_players_say_it(said: str, source: str) -> None:
    """In every rule set: rules of competitions, of clubs, of riichi."""
    for ruleset in ("mcr", "bmja", "riichi", "classical"):
        line = "S in E 123b 345b 567b 789b 5d +5d" if ruleset == "mcr" else "S in E 222b 333c 444d 66b 789b +9b"
        line = line.replace(" 789b +9b", " 78b +9b")
        assert asked(f"{line} {said}", ruleset) == asked(f"{line} {source}", ruleset)
    assert asked("S in E 123b 456c 789d 78b EEw +9b robbed", "mcr")["total"] == 19


def test_a_set_that_is_named_and_not_bracketed_asks_for_its_brackets() -> None:
    with pytest.raises(HandError, match=r"a set that lies open is written \(333b\)"):
        asked("S in E pung 333b NNNw 678c RRRd 55d +5d wall", "western")


@each("line", ["S round E 123m 456p 789s 1155z +1z ron", "S E round seat 123m 456p 789s 1155z +1z ron",
               "S in E round W 123m 456p 789s 1155z +1z ron", "S in 123m 456p 789s 1155z +1z ron"])  # fmt: skip
def test_whose_hand_it_is_is_not_guessed(line: str) -> None:
    with pytest.raises(HandError, match="is no seat and round; write like S in E"):
        asked(line)


def test_the_dora_of_three_players_follow_their_tiles() -> None:
    """2 to 8 of characters are not played with: a 9 is dora by a 1."""
    found = asked("S in E 19m 456p 789s 1155z 9m +9m ron riichi dora=9m", "riichi-sanma")
    assert found == asked("S in E 19m 456p 789s 1155z 9m +9m ron riichi indicators=1m", "riichi-sanma")


@each("ruleset, line, says", [
    ("riichi", "S in E 123m 456p 789s 1155z +1z ron dora=2 indicators=1m", "say one of them"),
    ("riichi", "S in E 123m 456p 789s 1155z +1z ron dora=2m indicators=1m", "say one of them"),
    ("riichi", "S in E 123m 456p 789s 1155z +1z ron dora=41", "a hand has 40 at the most"),
    ("riichi-sanma", "S in E 1m 456p 789s 1155z 11m +1z ron dora=5m", "that tile is never dora"),
    ("western", "S in E 123b 456b 789b 1155d +1d discard dora=3", "by these rules there are none"),
])  # fmt: skip
def test_dora_that_contradict_one_another_or_the_rules_are_refused(ruleset: str, line: str, says: str) -> None:
    with pytest.raises(HandError, match=says):
        asked(line, ruleset)


@each("ruleset", ["bmja", "western", "classical", "dmjl"])
def test_seasons_that_may_be_bamboos_are_asked_about(ruleset: str) -> None:
    with pytest.raises(HandError, match="is 123s seasons, or bamboo"):
        asked("S in E 123s 55d RRd (222c) [2222d] +Rd discard", ruleset)
    with pytest.raises(HandError, match=r"those are seasons; of bamboo it is written \(123b\)"):
        asked("S in E 55d RRd (222c) [2222d] (123s) +Rd discard", ruleset)
    assert asked("S in E 123s 234b 55d RRd (222c) [2222d] +Rd discard", ruleset)["total"]


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


@each("word, rule, code", [
    ("pao", "riichi/pao-1", None), ("honba", "riichi/repeat-3", None), ("misnamed", "american/error-2", "claim-misnamed"),
    ("furiten", "riichi/furiten-1", "furiten"), ("robbing", "riichi/kan-4", "rob-not-allowed"),
    ("kyotaku", "riichi/pot-1", "wrong-pot"), ("chombo", "riichi/chombo-1", None), ("jokers", "american/joker-1", None),
])  # fmt: skip
def test_words_of_players_lead_to_rules_and_codes(word: str, rule: str, code: str | None) -> None:
    found = led_to(word)
    assert rule in [one.rule for one in found.rules]
    assert code is None or code in [one.code for one in found.codes]


@each("words, option", [
    ("atozuke", "min_han"), ("kiriage mangan", "round_up_mangan"), ("time limit", "clock"), ("red five", "red_fives"),
    ("start points", "start_points"), ("losers settle", "LosersSettle"), ("who takes the sticks", "pot_to"),
    ("points that a win needs", "min_points"), ("akadora", "red_fives"), ("uma", "uma"),
])  # fmt: skip
def test_words_of_players_lead_to_options(words: str, option: str) -> None:
    """By its name, however it is spelled, or by what it says."""
    assert option in [one.option for one in led_to(words).options]
    assert led_to(words).rules


def test_a_word_that_stands_nowhere_leads_nowhere() -> None:
    """Of a slip what is meant is told: a code, a word of players, an option."""
    assert led_to("zebra").is_nowhere
    assert led_to("../x").is_nowhere
    assert led_to("what is for whom may").is_nowhere
    for slip, meant in (("atozuk", "atozuke"), ("furitn", "furiten"), ("min_hann", "min_han"), ("kuitann", "kuitan")):
        assert did_you_mean(slip, known_words()) == meant


# -- asked a second time, and worked out by hand before -----------------------------------------------------------------

FORUM, COLUMN, HELP = "a thread of players", "a column on competition hands", "the help of a program"
WIKI, RULEBOOK, OLD_BOOK, STREAM = "pages on riichi", "a tournament's rules", "a book of the twenties", "a log of streamed games"
WORTH = [
    ("riichi", "S in E [4444z] 234m 567p 67s 22s +8s ron riichi dora=2 from W", (70, 3, 8000), CALCULATOR),
    ("riichi", "W in E [1111s] 444m 678p EE GG +G ron from E", (80, 1, 2600), HELP),
    ("riichi", "S in E 234m 567p 678p 67s 22s +8s ron riichi dora=1", (30, 4, 7700), TEACHER),
    ("riichi-wrc", "S in E 234m 567p 678p 67s 22s +8s ron riichi dora=1", (30, 4, 8000), RULEBOOK),
    ("riichi", "E in E EE 111m 456p 345s 67s +8s ron riichi", (50, 1, 2400), WIKI),
    ("riichi-wrc", "E in E EE 111m 456p 345s 67s +8s ron riichi", (40, 1, 2000), WIKI),
    ("riichi", "S in E 222m 555p 88s 33s 456m +8s ron riichi", (40, 2, 2600), WIKI),
    ("riichi", "S in E 1144m 3366p 88s 55s 7z +7z tsumo", (25, 3, 3200), WIKI),
    ("riichi", "S in E [2222m] 345p 678p 34s 99s +5s rinshan", (40, 2, 2700), RULEBOOK),
    ("riichi", "S in E 234m 567p 678p 67s 22s +8s riichi haitei", (20, 5, 8000), WIKI),
    ("riichi-ema", "S in E (234m) 456p 678p 34s 88s +5s ron", (30, 1, 1000), TEACHER),
    ("riichi-sanma", "S in E 123p 456p 234s 46s 99p +0s tsumo riichi dora=3 kita=2", (30, 8, 12000), STREAM),
    ("classical", "W in E [1111b] 444c 678d EE GG +G from E", (62, 1, 124), HELP),
    ("classical", "S in E (555c) (777d) (888c) 2234b +2b from W", (28, 0, 28), HELP),
    ("dmjl", "W in E [1111b] 444c 678d EE GG +G from E", (62, 1, 124), HELP),
    ("dmjl", "S in E 123b 456b 789b 22c 67d +8d from W", (20, 1, 40), "a league's sheet"),
    ("bmja", "W in E [1111b] 444c 678d EE GG +G from E", (62, 1, 124), HELP),
    ("bmja", "N in E 234b 55d RRd (222c) 678d 1s2s3s4s", (20, 2, 80), EXPLAINER),
    ("bmja", "S in E (RRR) (GGG) WWd 888c 55c", (14, 2, 400), EXPLAINER),
    ("bmja", "S in E 19b 19c 19d EWNw RGWd 1b", (0, 0, 400), EXPLAINER),
    ("western", "W in E [1111b] 444c 678d EE GG +G from E", (60, 2, 240), HELP),
    ("western", "S in E 11b 33b 44c 55c 77d 99d R +R wall", (26, 1, 1000), FORUM),
    ("mcr", "S in E 1111c 33d 44d 55b 77b 9b +9b from W", (27, 0, 27), WIKI),
    ("mcr", "S in E (123c) (789c) (123d) 78d RR +9d from W", (8, 0, 8), FORUM),
    ("mcr", "S in E (234b) (567c) (888b) 45d EE +6d from W", (8, 0, 8), COLUMN),
    ("mcr", "S in E (999d) [2222b] [5555c] 777b Ww +Ww from E", (30, 0, 30), COLUMN),
    ("mcr", "S in E (567c) (345d) 13b 888d EE +2b robbing from W", (9, 0, 9), COLUMN),
    ("mcr", "S in E (555d) (123b) (789c) 46d NN +5d from W", (15, 0, 15), COLUMN),
    ("mcr", "S in E 147c 25b 36d EWNw RGWd +9d from W", (12, 0, 12), COLUMN),
]  # fmt: skip


@each("ruleset, line, worth, source", WORTH)
def test_hands_asked_about_a_second_time(ruleset: str, line: str, worth: tuple[int, int, int], source: str) -> None:
    answer = asked(line, ruleset)
    assert (answer["points"], answer["doubles"], answer["total"]) == worth


LITTLE_OR_NONE = [
    ("mcr", "S in E (123b) (234c) (345d) 45b EE +6b from W", "the hand is worth 7: 8 are needed", COLUMN),
    ("riichi", "S in E 1111m 33p 44p 55s 77s 9s +9s ron", "four alike are not two pairs by these rules", WIKI),
    ("bmja", "S in E 11b 33b 44c 55c 77d 99d R +R wall", "seven pairs would be complete, but is no hand", FORUM),
    ("western", "S in E 46b 55d (222c) (333d) RRRd +5b kong", "robbing a kong, which is no win", FORUM),
]  # fmt: skip


@each("ruleset, line, says, source", LITTLE_OR_NONE)
def test_why_a_hand_is_no_win_is_said(ruleset: str, line: str, says: str, source: str) -> None:
    answer = asked(line, ruleset)
    assert answer["total"] is None
    assert says in "; ".join(answer["sum"])


@each("ruleset, line, options, note", [
    ("western", "S in E 46b 55d (222c) (333d) RRRd +5b kong", {}, "option robbing_kong=true it is a win [western/win-3]"),
    ("classical", "S in E 11b 33b 44c 55c 77d 99d R +R wall", {}, "option SevenPairs=true it is a win [classical/win-1]"),
    ("riichi-ema", "S in E (234m) 456p 678p 34s 88s +5s ron", {"open_tanyao": "off"}, "open_tanyao=true it is a win"),
])  # fmt: skip
def test_an_option_that_makes_a_win_of_a_hand_is_named(
    ruleset: str, line: str, options: dict[str, Any], note: str
) -> None:
    assert any(note in one for one in asked(line, ruleset, **options)["notes"])


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


PAID_LATER = [
    ("riichi", {"total": 12000, "winner": "E", "honba": 1}, {"E": 12300, "S": -4100, "W": -4100, "N": -4100}, TRACKER),
    ("riichi", {"nagashi": ["E", "S"]}, {"E": 8000, "S": 4000, "W": -6000, "N": -6000}, WIKI),
    ("riichi", {"ready": ["E", "S", "W"]}, {"E": 1000, "S": 1000, "W": 1000, "N": -3000}, RULEBOOK),
    ("riichi", {"total": 64000, "winner": "S", "liable": "W", "liable_total": 32000, "honba": 1,
                "options": {"pao_covers": "yakuman"}}, {"E": -16000, "S": 64300, "W": -40300, "N": -8000}, WIKI),
    ("riichi", {"total": 8000, "winner": "S", "discarder": "west"}, {"E": 0, "S": 8000, "W": -8000, "N": 0}, FORUM),
    ("riichi-sanma", {"total": 7700, "winner": "E", "discarder": "S", "honba": 1}, {"E": 7900, "S": -7900, "W": 0}, STREAM),
    ("riichi-sanma", {"ready": ["E"]}, {"E": 2000, "S": -1000, "W": -1000}, WIKI),
    ("riichi-sanma", {"nagashi": ["S"]}, {"E": -4000, "S": 6000, "W": -2000}, WIKI),
    ("mcr", {"totals": {"S": 12}, "winner": "S", "discarder": "W"}, {"E": -8, "S": 36, "W": -20, "N": -8}, FORUM),
    ("bmja", {"totals": {"E": 608, "S": 64, "W": 400, "N": 16}, "winner": "E"},
     {"E": 3648, "S": -1504, "W": -496, "N": -1648}, OLD_BOOK),
    ("bmja", {"totals": {"E": 10, "S": 100, "W": 20, "N": 30}, "winner": "S", "pays_for_all": "W"},
     {"E": 0, "S": 400, "W": -400, "N": 0}, "a British club"),
    ("western", {"totals": {"E": 16, "S": 40, "W": 8}, "winner": "S", "options": {"players": 3}},
     {"E": -64, "S": 120, "W": -56}, FORUM),
    ("american", {"winner": "S", "value": 25, "discarder": "W", "jokerless": True},
     {"E": -50, "S": 200, "W": -100, "N": -50}, LEAGUE),
    ("american", {"winner": "S", "value": 25, "jokerless": True}, {"E": -100, "S": 300, "W": -100, "N": -100}, LEAGUE),
    ("american", {"winner": "S", "value": 25, "discarder": "W"}, {"E": -25, "S": 100, "W": -50, "N": -25}, LEAGUE),
]  # fmt: skip


@each("ruleset, request, change, source", PAID_LATER)
def test_payments_asked_about_a_second_time(
    ruleset: str, request: dict[str, Any], change: dict[str, int], source: str
) -> None:
    assert settlement_of(request, ruleset)["change"] == change


@each("request, rule", [({"nagashi": ["S"], "honba": 2}, "draw-2"), ({"ready": ["S"], "pot": 1000}, "pot-1")])
def test_after_a_draw_it_is_said_what_is_not_paid(request: dict[str, Any], rule: str) -> None:
    assert settlement_of(request, "riichi")["remark"].endswith(f"stays there [riichi/{rule}]")


def test_of_two_who_call_the_last_discard_the_nearest_wins_and_the_rule_is_named() -> None:
    hands = ["S in E 234b 5d (222c) (333d) (666c) +5d from E", "W in E 678b (777c) (111d) GG 55d +5d discard"]
    told = answer_of({"hands": hands}, "bmja")["settlement"]
    assert {tuple(one) for one in told["payments"]} >= {("E", "S", 52), ("W", "S", 26), ("N", "S", 26)}
    assert told["remark"].startswith("south wins: ")
    assert "[bmja/claim]" in told["remark"]


AS_TYPED = [
    ("riichi", "S in E 123m 456p 789s 1155z +1z from West", "S in E 123m 456p 789s 1155z +1z ron discarder=W"),
    ("riichi", "S in E 123m 456p 789s 1155z +1z from=W", "S in E 123m 456p 789s 1155z +1z ron discarder=W"),
    ("riichi", "S in E 123m 456p 789s 1155z +1z ron riichi honba 1, 2 sticks by W",
     "S in E 123m 456p 789s 1155z +1z ron riichi honba=1 sticks=2 from=W"),
    ("riichi", "S in E 123m 456p 789s 1155z +1z ron riichi dora 2, ura 1", "S in E 123m 456p 789s 1155z +1z ron riichi dora=3"),
    ("riichi", "S in E 123m 456p 789s 1155z +1z ron riichi dora 1m", "S in E 123m 456p 789s 1155z +1z ron riichi dora=1m"),
    ("riichi", "S in E M123 P456 S789 1155z +1z ron", "S in E 123m 456p 789s 1155z +1z ron"),
    ("riichi", "S in E 123m 456p 789s 1155z + 1z tsumo", "S in E 123m 456p 789s 1155z +1z tsumo"),
    ("mcr", "S in E (B123) (C456) (D789) B78 EE +B9 from W", "S in E (123b) (456c) (789d) 78b EE +9b discard discarder=W"),
    ("mcr", "S in E 147c 25b 36d E N Ww R G Wd", "S in E 147c 25b 36d EWNw RGWd"),
    ("bmja", "S in E 234b 55d red red (222c) [2222d] +red from the wall", "S in E 234b 55d RRd (222c) [2222d] +Rd wall"),
    ("western", "S in E F1 F2 234b 55d RRd (222c) [2222d] +Rd wall", "S in E 12f 234b 55d RRd (222c) [2222d] +Rd wall"),
    ("riichi-sanma", "S in E 123p 456p 234s 46s 99p +0s tsumo pei=2", "S in E 123p 456p 234s 46s 99p +0s tsumo north=2"),
]  # fmt: skip


@each("ruleset, line, like", AS_TYPED)
def test_what_players_type_is_read(ruleset: str, line: str, like: str) -> None:
    assert asked(line, ruleset) == asked(like, ruleset)


@each("line, says", [
    ("S in E 234m 567p 678p 67s 22s +8s rinshan haitei", "a loose tile is none of the wall"),
    ("S in E 234m 567p 678p 67s 22s +8s ron ura 1", "only who is in riichi turns the tiles under the indicators"),
    ("S in E 234m 567p 678p 67s 22s +8s", "or whose discard it is, as in from=W"),
    ("S in E 234m 567p 678p 67s 2s W +8s ron", "did you mean Ww, of the west wind, or Wd"),
    ("S in E 234m 567p 678p 67s 22s +8s ron hanba=2", "did you mean honba=?"),
    ("S in E 234m 567p 678p 67s 22s +8s ron zzz=2", "there are north=, kita="),
])  # fmt: skip
def test_what_is_refused_says_how_it_is_written(line: str, says: str) -> None:
    with pytest.raises(HandError) as caught:
        asked(line)
    assert says in str(caught.value)


@each("hand", ["S in E FF 111b 555d N (33cJJ) +N from W", "S in E F F 111b 555d N (33c J J) +N from W",
               "S in E FFf 111b 555d Nw (33c JJk) +Nw discard discarder=W"])  # fmt: skip
def test_flowers_and_jokers_are_written_as_on_a_card(hand: str) -> None:
    """A set with jokers stands in brackets, too: a sheet of help."""
    answer = answer_of({"hand": hand, "card": "riverside-2026"}, "american")
    assert (answer["total"], answer["line"]) == (25, "r3")
    assert answer["settlement"]["payments"] == [["E", "S", 25], ["W", "S", 50], ["N", "S", 25]]


@each("word, rule", [
    ("1 han minimum", "riichi/win-1"), ("eight points", "mcr/win-1"), ("double run", "mcr/pure-double-chow"),
    ("double run", "riichi/han-1"), ("letting off the cannon", "bmja/cannon"), ("kita", "riichi-sanma/north-1"),
    ("robbing the kong", "bmja/rob"), ("robbing a kong", "dead-wall/kong-4"), ("clean hand", "bmja/purity"),
    ("chiitoitsu", "riichi/han-3"), ("sanankou", "riichi/han-3"), ("suuankou", "riichi/yakuman-1"),
    ("chuuren poutou", "riichi/yakuman-1"), ("kyuushu kyuuhai", "riichi/abort-1"), ("ryuukyoku", "riichi/draw-1"),
    ("tobi", "riichi/end-3"), ("sacred discard", "riichi/furiten-1"), ("riichi bet", "riichi/pot-1"),
    ("liability", "riichi/pao-1"), ("courtesy pass", "american/charleston-4"), ("joker exchange", "american/joker-2"),
    ("mah jongg in error", "american/dead-4"), ("flowers", "bmja/bouquet"), ("precedence", "riichi/claim-2"),
    ("mixed triple chow", "riichi/han-3"), ("half flush", "mcr/half-flush"), ("foul hand", "bmja/long-hand"),
    ("one-suit", "dmjl/one-suit"), ("three concealed pungs", "riichi/han-3"), ("uradora", "riichi/dora-3"),
])  # fmt: skip
def test_words_asked_a_second_time_lead_to_their_rule(word: str, rule: str) -> None:
    found = [one for named in led_to(word).rules[:12] for one in (named.rule, *named.also)]
    assert rule in found


def test_the_id_of_a_rule_set_is_no_word_of_its_rules() -> None:
    """Of a pattern that is in no rule set nothing is told but what has both words in it."""
    assert [one.rule for one in led_to("open riichi").rules] == ["riichi/han-3"]
