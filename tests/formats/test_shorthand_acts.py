"""Acts of play and answers to a discard: every row of the page, at every depth, by the rule sets that differ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from mjlog.errors import MjlogError, NotationError
from mjlog.events import decode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.tokens import tiles_in
from mjlog.rulesets import load
from mjlog.tiles import CODES
from tests.formats.shorthand_runs import FULL, GAME, RESULT, TABLE, game_of, meant, read_after

SEEN = "basis=inferred"
"""What is filled in, where nobody saw the tile."""
DEALT = f"{FULL}deal\n"
AMERICAN = game_of("american", "deal")
RICH = f"{TABLE}5b sp 2d"
"""South has a pung of 5 bamboo and has discarded 2 dots; West is next."""

PLAY = [
    # -- a discard
    (TABLE, "5b", "discard E 5b"),
    (TABLE, "e5b", "discard E 5b"),
    (f"{TABLE}5b", "9c", "discard S 9c"),
    (f"{TABLE}5b", "n9c", "discard N 9c"),
    (f"{TABLE}5b", "2d9c", "draw S 2d | discard S 9c"),
    (f"{TABLE}5b", "s2d9c", "draw S 2d | discard S 9c"),
    (f"{TABLE}5b", "x9c", "draw S ?? | discard S 9c"),
    (f"{TABLE}5b", "x", "discard S ??"),
    (f"{TABLE}5b", "9c!", "discard S 9c calling"),
    (f"{TABLE}5b", "5b=4b", "discard S 5b named=4b"),
    (f"{TABLE}5b", "2d5b!=4b", "draw S 2d | discard S 5b calling named=4b"),
    (f"{DEALT}5b", "9c", f"draw S ?? {SEEN} | discard S 9c"),
    (f"{DEALT}5b", "2d9c", "draw S 2d | discard S 9c"),
    (DEALT, "9c", "discard E 9c"),
    (AMERICAN, "ff", "discard E Ff"),
    (AMERICAN, "jk", "discard E Jk"),
    (AMERICAN, "1f", "discard E 1f"),
    # -- taking
    (f"{TABLE}5b", "t", "draw S"),
    (f"{TABLE}5b", "st2d", "draw S 2d"),
    (f"{DEALT}5b", "t", f"draw S ?? {SEEN}"),
    (f"{DEALT}5b", "t2d", "draw S 2d"),
    (f"{DEALT}5b sk", "t", f"kong-replacement S ?? {SEEN}"),
    (f"{TABLE}5b sk", "t2d", "kong-replacement S 2d"),
    (f"{TABLE}5b 1f", "t", "bonus-replacement S"),
    # -- flowers and seasons
    (TABLE, "1f", "bonus E 1f"),
    (TABLE, "n1f3s", "bonus N 1f 3s"),
    (f"{TABLE}5b", "2d1f", "draw S 2d | bonus S 1f"),
    (f"{TABLE}5b", "1f1f", "draw S 1f | bonus S 1f"),
    (f"{DEALT}5b t1f", "1f", "bonus S 1f"),
    (f"{DEALT}5b", "1f", f"draw S ?? {SEEN} | bonus S 1f"),
    (f"{DEALT}5b t1f 1f", "9c", f"bonus-replacement S ?? {SEEN} | discard S 9c"),
    (f"{DEALT}5b t1f 1f", "2d9c", "bonus-replacement S 2d | discard S 9c"),
    (f"{DEALT}5b t1f 1f", "2s", f"bonus-replacement S ?? {SEEN} | bonus S 2s"),
    # -- kongs out of the hand
    (RICH.replace("2d", ""), "k9c", "kong S concealed 9999c"),
    (RICH.replace("2d", ""), "k5b", "kong S added 5555b"),
    (RICH.replace("2d", ""), "sk5b", "kong S added 5555b"),
    (RICH.replace("2d", ""), "kc5b", "kong S concealed 5555b"),
    (RICH, "ska5b", "kong S added 5555b"),
    (RICH, "kcx", "kong W concealed ?? ?? ?? ??"),
    (RICH, "k9c", "kong W concealed 9999c"),
    (f"{DEALT}5b", "k9c", f"draw S ?? {SEEN} | kong S concealed 9999c"),
    (f"{DEALT}k9c", "5b", f"kong-replacement E ?? {SEEN} | discard E 5b"),
    # -- sets laid face down, jokers, what is said
    (f"{TABLE}5b", "l555b", "lay-concealed S pung 555b"),
    (f"{TABLE}5b", "nl456b", "lay-concealed N chow 456b"),
    (f"{TABLE}5b", "lwwww", "lay-concealed S pung Ww Ww Ww"),
    (f"{DEALT}5b", "l5555b", f"draw S ?? {SEEN} | lay-concealed S kong 5555b"),
    (f"{AMERICAN}5b wpj 2c", "jw5b", "joker-exchange N W 5b"),
    (f"{AMERICAN}5b wpj 2c", "sjw5b", "joker-exchange S W 5b"),
    (f"{TABLE}5b", "=4b", "name E 4b"),
    (f"{TABLE}5b", "w=4b", "name W 4b"),
    (f"{TABLE}5b", "f", "fishing E"),
    (f"{TABLE}5b", "sf", "fishing S"),
    (f"{TABLE}5b sp-", "su", "retract S"),
    (f"{TABLE}5b sp- np-", "u", "retract N"),
    (f"{TABLE}5b sm", "u", "retract S"),
    # -- what was missed
    (TABLE, "..", "gap"),
    (TABLE, "..5", "gap text=\"5 moves missed\""),
    (TABLE, "..1", "gap text=\"1 move missed\""),
    (TABLE, "..s", "gap turn=S"),
    (TABLE, "..5s", "gap text=\"5 moves missed\" turn=S"),
    (TABLE, "..s5", "gap text=\"5 moves missed\" turn=S"),
]  # fmt: skip

ANSWERS = [
    (f"{TABLE}5b", "sp", "claim S pung | expose S pung 555b"),
    (f"{TABLE}5b", "nk", "claim N kong | expose N kong 5555b"),
    (f"{TABLE}5b", "sp5b", "claim S pung | expose S pung 555b"),
    (f"{TABLE}..", "sp5b", "claim S pung | expose S pung 555b"),
    (f"{AMERICAN}5b", "sq", "claim S quint | expose S quint 55555b"),
    (f"{AMERICAN}5b", "sz", "claim S sextet | expose S sextet 555555b"),
    (f"{AMERICAN}5b", "spj", "claim S pung | expose S pung 55b Jk"),
    (f"{AMERICAN}5b", "skjj", "claim S kong | expose S kong 55b Jk Jk"),
    (f"{AMERICAN}5b", "szjjjj", "claim S sextet | expose S sextet 55b Jk Jk Jk Jk"),
    (f"{AMERICAN}ff", "sk", "claim S kong | expose S kong Ff Ff Ff Ff"),
    (f"{TABLE}5b", "c46", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "c64", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "c34", "claim S chow | expose S chow 345b"),
    (f"{TABLE}5b", "c67", "claim S chow | expose S chow 567b"),
    (f"{TABLE}5b", "c456", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "c4", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "wc4", "claim W chow | expose W chow 456b"),
    (f"{TABLE}1b", "c", "claim S chow | expose S chow 123b"),
    (f"{TABLE}9d", "c", "claim S chow | expose S chow 789d"),
    (f"{TABLE}9d", "c789c", "claim S chow | expose S chow 789c"),
    (f"{TABLE}..s", "c456b", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "sp-", "claim S pung"),
    (f"{TABLE}5b", "c-", "claim S chow"),
    (f"{TABLE}5b", "nc-", "claim N chow"),
    (f"{TABLE}5b", "sm-", "claim S mahjong"),
    (f"{TABLE}5b wm- sm-", "sm", "mahjong S discard tile=5b"),
    (f"{TABLE}5b wm-", "sm", "claim S mahjong | mahjong S discard tile=5b"),
    (f"{TABLE}5b sp-", "sp+", "expose S pung 555b"),
    (f"{TABLE}5b c-", "c46+", "expose S chow 456b"),
    (f"{TABLE}5b", "s-", "pass S"),
    (f"{TABLE}5b", "ne-", "pass N | pass E"),
    (f"{TABLE}5b", "-", "pass S | pass W | pass N"),
    (f"{TABLE}5b w-", "-", "pass S | pass N"),
    (f"{TABLE}5b sp-", "-", "pass W | pass N"),
    (f"{DEALT}5b", "sp", "claim S pung | expose S pung 555b"),
]  # fmt: skip

THREE = game_of("western players=3")
DIFFERENT = [
    (f"{THREE}5b", "-", "pass S | pass W"),
    (f"{THREE}5b 6b 7b", "5c", "discard E 5c"),
    (f"{THREE}5b 6b 7b", "c68", "claim E chow | expose E chow 678b"),
    (game_of("classical", "5b", "1f"), "t", "draw S"),
    (game_of("classical FlowersLoose=true", "5b", "1f"), "t", "bonus-replacement S"),
    (game_of("classical", "deal", "1f", depth="full"), "5b", f"draw E ?? {SEEN} | discard E 5b"),
    (game_of("dead-wall", "5b", "1f"), "t", "bonus-replacement S"),
    (game_of("mahjiang", "5b", "1f"), "t", "bonus-replacement S"),
    (game_of("pung-chi", "5b", "sk"), "t", "kong-replacement S"),
    (game_of("american", "deal", "5b", "sk"), "t", "draw S"),
]

RIICHI = game_of("riichi", "i1b")
LETTERS = [
    (RIICHI, "5m", "5c"),
    (RIICHI, "3s", "3b"),
    (RIICHI, "e0p!", "e0d!"),
    (f"{RIICHI}5b", "2p7z", "2drd"),
    (f"{RIICHI}5c", "sp5m", "sp5c"),
    (f"{RIICHI}5b", "smfe5s", "smfe5b"),
    (f"{RIICHI}5b smd", "sh 123m 456p 789s (111z) / 25z", "sh 123c 456d 789b eeew / sw wd"),
    (f"{TABLE}5b smd", "sh EEE RRR 123b / NEWS", "sh eeew rrrd 123b / nw ew ww sw"),
]


@each("before, act, events", PLAY)
def test_an_act_of_play_is_read_as_what_was_done(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@each("before, act, events", ANSWERS)
def test_an_answer_to_a_discard_is_read_as_what_was_called(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@each("before, act, ours", LETTERS)
def test_tiles_are_read_as_players_write_them(before: str, act: str, ours: str) -> None:
    assert read_after(before, act) == read_after(before, ours)


@each("before, act, events", DIFFERENT)
def test_the_same_act_is_read_by_the_rules_of_the_game(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@pytest.mark.parametrize("missed", ["..s", "..5s", ".. e9d"])
def test_after_missed_moves_the_turn_is_told_by_the_gap_or_by_the_first_act_with_a_seat(missed: str) -> None:
    assert read_after(f"{TABLE}5b {missed}\n", "6d") == meant("discard S 6d")


# -- acts before the play and at the end of a hand ---------------------------------------------------------------------


MISNAMED = game_of("american misnamed_mahjong=four-times")
NEXT = "hand-start result hand=2 round=E E=anna S=ben W=cleo N=dora"
AFTER_EAST_WON = f"{RESULT}em\n"
"""East has won the first hand, and stays East."""

ENDINGS = [
    # -- mahjong, as the table stands
    (f"{TABLE}5b 6c", "m", "mahjong W wall"),
    (f"{TABLE}5b t2d", "m", "mahjong S wall tile=2d"),
    (f"{TABLE}5b t2d", "sm", "mahjong S wall tile=2d"),
    (f"{TABLE}5b", "sm", "claim S mahjong | mahjong S discard tile=5b"),
    (f"{TABLE}5b", "em", "mahjong E wall"),
    (f"{TABLE}5b", "penalty ben 50 talking", "penalty S 50 talking"),
    (f"{TABLE.replace(' cleo ', ' c ')}5b", "penalty c 50 talking", "penalty W 50 talking"),
    # -- scores after it, in any of their forms
    (f"{TABLE}5b sm", "E=12", "score E 12"),
    (f"{TABLE}5b sm", "8s48/4/2", "score E 8 | score S 48 | score W 4 | score N 2"),
    (f"{RESULT}smk120", "8s120/4/2", "score E 8 | score W 4 | score N 2"),
    (f"{RESULT}smk120", "8sk120/4/2", "score E 8 | score W 4 | score N 2"),
    (f"{TABLE}5b sp 6c 7c 8c 9c k5b", "nm", "claim N mahjong | mahjong N kong tile=5b"),
    (f"{TABLE}5b sp 6c 7c k9c", "nm", "mahjong N loose"),
    (f"{FULL}deal\n5b", "m", f"draw S ?? {SEEN} | mahjong S wall"),
    (f"{FULL}deal\n5b", "m2d", "draw S 2d | mahjong S wall tile=2d"),
    (f"{FULL}deal\n5b", "nm", "claim N mahjong | mahjong N discard tile=5b"),
    (f"{FULL}deal\n", "m", "mahjong E deal"),
    (f"{FULL}deal\nk5b t9c", "m", "mahjong E loose tile=9c"),
    (f"{TABLE}5b sk t9c", "m", "mahjong S loose tile=9c"),
    (f"{AMERICAN}5b wpj 2c t jw5b", "m", "mahjong N exchange"),
    # -- mahjong, as it is said
    (f"{TABLE}5b", "smw", "mahjong S wall"),
    (f"{TABLE}5b", "sml", "mahjong S loose"),
    (f"{TABLE}5b", "smd", "claim S mahjong | mahjong S discard tile=5b"),
    (f"{TABLE}5b", "smo", "mahjong S deal"),
    (f"{TABLE}5b", "smx", "mahjong S exchange"),
    (f"{TABLE}5b", "smk5b", "claim S mahjong | mahjong S kong tile=5b"),
    (f"{TABLE}5b", "sm6b", "claim S mahjong | mahjong S discard tile=6b"),
    (f"{TABLE}5b", "smwww", "mahjong S wall tile=Ww"),
    (f"{TABLE}5b", "smwd", "claim S mahjong | mahjong S discard tile=Wd"),
    (f"{TABLE}5b", "nmfs9c", "discard S 9c | claim N mahjong | mahjong N discard tile=9c"),
    (f"{TABLE}5b", "nmfs", "discard S ?? | claim N mahjong | mahjong N discard"),
    (f"{TABLE}5b", "nmfe", "claim N mahjong | mahjong N discard tile=5b"),
    (f"{AMERICAN}5b", "sm:r2", "claim S mahjong | mahjong S discard tile=5b line=r2"),
    (f"{AMERICAN}5b", "sm:r2=30", "claim S mahjong | mahjong S discard tile=5b line=r2 | score S 30"),
    (f"{TABLE}5b", "sm48", "claim S mahjong | mahjong S discard tile=5b | score S 48"),
    (f"{TABLE}5b", "smw48", "mahjong S wall | score S 48"),
    (f"{TABLE}5b", "smw8/48/4/2", "mahjong S wall | score E 8 | score S 48 | score W 4 | score N 2"),
    # -- results, where nothing else is written down
    (RESULT, "sm", "mahjong S discard"),
    (RESULT, "smw", "mahjong S wall"),
    (RESULT, "smw5b", "mahjong S wall tile=5b"),
    (RESULT, "sm8/48/4/2", "mahjong S discard | score E 8 | score S 48 | score W 4 | score N 2"),
    (RESULT, "8s1000:snake/4/2",
     "mahjong S discard | score E 8 | score S 1000 limit=wriggling-snake | score W 4 | score N 2"),
    (RESULT, "smw1000:snake", "mahjong S wall | score S 1000 limit=wriggling-snake"),
    (f"{TABLE}5b sm", "s=1000:Snake", "score S 1000 limit=wriggling-snake"),
    (f"{TABLE}5b sm24", "0/24/10/10", "score E 0 | score W 10 | score N 10"),
    (f"{TABLE}5b sm24", "/24//", ""),
    (f"{TABLE}5b sm24", "s=24", "score S 24"),
    (f"{TABLE}5b sm24", "s=25", "score S 25"),
    (f"{RESULT}sm1000", "s=1000:thirteen-wonders", "score S 1000 limit=thirteen-wonders"),
    (f"{TABLE}5b sm24", "0/25/10/10", "score E 0 | score S 25 | score W 10 | score N 10"),
    (TABLE, "discard E x", "discard E ??"),
    (TABLE, "deal E xxx x", "deal E ?? ?? ?? ??"),
    (RESULT, "8s48/4/2", "mahjong S discard | score E 8 | score S 48 | score W 4 | score N 2"),
    (RESULT, "2/8/ww40/4", "mahjong W wall | score E 2 | score S 8 | score W 40 | score N 4"),
    (RESULT, "8/w48/2", "mahjong W discard | score E 8 | score W 48 | score N 2"),
    (RESULT, "8sw48/4/2", "mahjong S wall | score E 8 | score S 48 | score W 4 | score N 2"),
    (RESULT, "e8/48/4/2", "mahjong E discard | score E 8 | score S 48 | score W 4 | score N 2"),
    (RESULT, "8/48/4n2", "mahjong N discard | score E 8 | score S 48 | score W 4 | score N 2"),
    (RESULT, "smfe", "discard E ?? | claim S mahjong | mahjong S discard"),
    (RESULT, "sfe24", "discard E ?? | claim S mahjong | mahjong S discard | score S 24"),
    (RESULT, "sw24", "mahjong S wall | score S 24"),
    (RESULT, "wl24", "mahjong W loose | score W 24"),
    (RESULT, "wash", "washout"),
    (AFTER_EAST_WON, "sm48", f"{NEXT} | mahjong S discard | score S 48"),
    (AFTER_EAST_WON, "8s48/4/2", f"{NEXT} | mahjong S discard | score E 8 | score S 48 | score W 4 | score N 2"),
    (AFTER_EAST_WON, "smfe", f"{NEXT} | discard E ?? | claim S mahjong | mahjong S discard"),
    (AFTER_EAST_WON, "wash", f"{NEXT} | washout"),
    # -- what else ends a hand
    (TABLE, "wash", "washout"),
    (TABLE, "replay the wall fell", 'replay reason="the wall fell"'),
    (AMERICAN, "dead S exposure by=E", "dead S exposure by=E"),
    (TABLE, "penalty S 50 a wrong call", "penalty S 50 a wrong call"),
    (TABLE, "end", "game-end"),
    (f"{TABLE}5b sm", "8/48/4/2", "score E 8 | score S 48 | score W 4 | score N 2"),
    (f"{TABLE}5b sm", "/48//", "score S 48"),
    (f"{TABLE}5b sm", "s=48", "score S 48"),
    (f"{game_of('western players=3')}5b sm", "8/48/4", "score E 8 | score S 48 | score W 4"),
    (f"{game_of('western players=3')}5b sm", "pay -12/24/-12", "settlement E=-12 S=24 W=-12"),
    (f"{TABLE}5b sm", "pay -12/36/-12/-12", "settlement E=-12 S=36 W=-12 N=-12"),
    (f"{TABLE}5b sm", "sh 123b 55d / 9c ew", "show S 123b | 55d | rest 9c Ew"),
    (f"{TABLE}5b sm", "sh 123b 55d", "show S 123b | 55d"),
    (f"{TABLE}5b sm", "sh (123b) [5555d] / 9c", "show S 123b | 5555d | rest 9c"),
    (f"{TABLE}2f 5b sm", "eh (2f) 123b / 9c", "show E 123b | rest 9c"),
    (f"{TABLE}2f 5b sm", "eh 2f3f / 9c", "show E rest 3f9c"),
    (f"{TABLE}5b sm", "h 123b 55d 9c ew", "show S 123b | 55d | rest 9c Ew"),
    (f"{TABLE}5b sm", "nh 1234b", "show N 1234b"),
    (f"{RESULT}e5b", "sm48", "claim S mahjong | mahjong S discard | score S 48"),
    (f"{game_of('american', depth='result')}e5b", "sm25", "claim S mahjong | mahjong S discard | score S 25"),
    (f"{MISNAMED}5b=6b", "sm", "claim S mahjong | mahjong S discard 6b"),
]  # fmt: skip

BEFORE = [
    (f"{GAME}\n", "hand", "hand-start table hand=1 round=E E=anna S=ben W=cleo N=dora"),
    (f"{GAME}\n", "hand table", "hand-start table hand=1 round=E E=anna S=ben W=cleo N=dora"),
    (f"{GAME}\n", "hand result", "hand-start result hand=1 round=E E=anna S=ben W=cleo N=dora"),
    (f"{GAME}\n", "hand full", "hand-start full hand=1 round=E E=anna S=ben W=cleo N=dora"),
    (AFTER_EAST_WON, "hand", NEXT),
    (f"{RESULT}sm", "hand", "hand-start result hand=2 round=E E=ben S=cleo W=dora N=anna"),
    (f"{FULL}em", "hand", "hand-start hand=2 round=E E=anna S=ben W=cleo N=dora"),
    (f"{TABLE}em", "hand full", "hand-start full hand=2 round=E E=anna S=ben W=cleo N=dora"),
    (f"{TABLE}5b\nreplay the wall fell", "hand", "hand-start table hand=1 round=E E=anna S=ben W=cleo N=dora"),
    (TABLE, "r34", "roll E 3 4 break-wall"),
    (f"{TABLE}r34", "r56", "roll E 5 6 break-stack"),
    (f"{TABLE}r34", "wr56", "roll W 5 6 break-stack"),
    (f"{game_of('dead-wall')}r34", "r56", "roll W 5 6 break-stack"),
    (game_of("american"), "r34", "roll E 3 4 break-stack"),
    (f"{TABLE}r34", "bs7", "break S 7"),
    (f"{TABLE}r34", "bs7w", "break S 7 by=W"),
    (TABLE, "deal 12b5cew 2279d", "deal E 12b 5c Ew | deal S 2279d"),
    (TABLE, "deal wwwdrd5b", "deal E Ww Wd Rd 5b"),
    (TABLE, "deal E 5b", "deal E 5b"),
    (f"{TABLE}deal 12b5cew", "deal 2279d", "deal S 2279d"),
    (f"{TABLE}wall 1234b 5678c", "deal 12b5cew", "deal E 12b 5c Ew"),
    (AMERICAN, "o", " | ".join(f"charleston right-1 {seat} ?? ?? ??" for seat in "ESWN")),
    (f"{AMERICAN}so3b3b5c", "o", " | ".join(f"charleston right-1 {seat} ?? ?? ??" for seat in "EWN")),
    (f"{AMERICAN}o o", "so", "charleston left-1 S ?? ?? ??"),
    (f"{AMERICAN}o o o", "so", "charleston left-2 S ?? ?? ??"),
    (AMERICAN, "so3b3b5c", "charleston right-1 S 33b 5c"),
    (AMERICAN, "sob2", "charleston right-1 S ?? ?? ?? blind=2"),
    (AMERICAN, "sob23b", "charleston right-1 S ?? ?? 3b blind=2"),
    (AMERICAN, "sob13b5c", "charleston right-1 S ?? 3b 5c blind=1"),
    (AMERICAN, "sob13b5cew", "charleston right-1 S 3b 5c Ew blind=1"),
    (f"{AMERICAN}so3b3b5c", "ob3", " | ".join(f"charleston right-1 {seat} ?? ?? ?? blind=3" for seat in "EWN")),
    (AMERICAN, "charleston right-1 S x x 3b", "charleston right-1 S ?? ?? 3b"),
    (AMERICAN, "so33b5c", "charleston right-1 S 33b 5c"),
    (AMERICAN, "eowwrdsw", "charleston right-1 E Ww Rd Sw"),
    (AMERICAN, "eowwrd", "charleston right-1 E Wd Wd Rd"),
    (f"{AMERICAN}o o o o o o", "so2", "charleston courtesy S ?? ??"),
    (f"{AMERICAN}o o o o o o", "so0", "charleston courtesy S tiles=[]"),
    (f"{AMERICAN}o o o so-", "o0", " | ".join(f"charleston courtesy {seat} tiles=[]" for seat in "ESWN")),
    (f"{AMERICAN}o o o so- so2 no2", "o0", "charleston courtesy E tiles=[] | charleston courtesy W tiles=[]"),
    (f"{AMERICAN}o o o o o o", "sowwrd", "charleston courtesy S Wd Wd Rd"),
    (f"{AMERICAN}o o o", "so-", "charleston-stop S"),
    (f"{AMERICAN}o o o", "n-", "charleston-stop N"),
    (f"{AMERICAN}o o o 5b", "n-", "pass N"),
    (f"{GAME}\n", "seats anna ben cleo dora", "seats E=anna S=ben W=cleo N=dora"),
    (f"{GAME}\n", "roll anna 3 4", "roll anna 3 4 seats"),
]  # fmt: skip


@each("before, act, events", [one for one in ENDINGS if "rest" not in one[2] and "show" not in one[2]])
def test_an_act_at_the_end_is_read_as_what_was_said(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@pytest.mark.parametrize(("before", "act", "shown"), [one for one in ENDINGS if one[2].startswith("show")])
def test_a_hand_is_shown_in_sets_and_what_is_left_over(before: str, act: str, shown: str) -> None:
    """The long form has strokes of its own, and is one event."""
    assert read_after(before, act) == [*meant(shown.replace(" | ", "|"))]


@each("before, act, events", BEFORE)
def test_an_act_before_the_play_states_what_follows_from_the_game(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


def test_a_whole_deal_is_taken_unseen_from_where_the_dice_say() -> None:
    """East's seven falls on the wall across; three stacks are counted along it, clockwise from its end."""
    (broken,) = read_after(f"{TABLE}r34 r12", "b")
    assert (broken["type"], broken["wall"]) == ("break", "W")
    assert read_after(f"{TABLE}r34 r12", f"bw{broken['stack']}") == [broken]
    blocks = read_after(TABLE, "deal")
    assert {code for block in blocks for code in block["tiles"]} == {"??"}
    held = {seat: sum(len(block["tiles"]) for block in blocks if block["seat"] == seat) for seat in "ESWN"}
    assert held == {"E": 14, "S": 13, "W": 13, "N": 13}


def test_what_is_paid_is_computed_where_it_is_not_said() -> None:
    from mjlog.formats.shorthand.reading import read_act
    from mjlog.formats.shorthand.scene import Scene

    from .shorthand_runs import game_after

    scene = game_after(f"{RESULT}8s48/4/2").scene
    asked = Scene(scene.table, scene.bound, owed=lambda payer: {"E": -96, "S": 192, "W": -48, "N": -48})
    assert read_act("pay", asked) == meant("settlement E=-96 S=192 W=-48 N=-48")


@pytest.mark.parametrize("act", ["8s48/4/2", "8/4w48/2", "sm48", "wash"])
def test_a_game_can_begin_with_the_result_of_its_first_hand(act: str) -> None:
    """As docs/lookup/shorthand.md says, that is all that is to be typed of it."""
    (game,) = read_document(f"game g western anna ben cleo dora\n{act}\n", "text")
    first = decode_event(game.bodies[1])
    assert (game.error, first.hand, first.depth) == (None, 1, "result")


def test_a_game_begins_by_its_rule_set_as_it_is_now() -> None:
    (start,) = read_after("", "game tuesday Western anna ben cleo dora robbing_kong=true place=club table=2")
    assert start["game"] == "tuesday"
    assert start["ruleset"] == "western"
    assert start["players"] == ["anna", "ben", "cleo", "dora"]
    assert (start["place"], start["table"], start["options"]) == ("club", "2", {"robbing_kong": True})
    assert len(start["digest"]) == 64
    assert start["version"]
    for said in ("", " players=3"):
        (start,) = read_after("", f"game t western anna ben cleo{said}")
        assert (start["players"], start["options"]) == (["anna", "ben", "cleo"], {"players": 3})


def test_a_game_can_name_the_version_of_its_rule_set() -> None:
    """By the version or the digest; the other follows, where it is known."""
    old = load("dead-wall", "1")
    for said in ("version=1", f"digest={old.digest}"):
        (start,) = read_after("", f"game tuesday dead-wall anna ben cleo dora {said}")
        assert (start["version"], start["digest"]) == ("1", old.digest)
    (start,) = read_after("", "game tuesday dead-wall anna ben cleo dora version=77")
    assert (start["version"], start.get("digest")) == ("77", None)


# -- where a text could be read in two ways, it is read in one, and always the same ------------------------------------


AFTER_EAST = f"{TABLE}5b"
"""South is next."""

AMBIGUOUS = {
    "ew": "discard S Ew", "eew": "discard E Ew", "sww": "discard S Ww", "www": "discard W Ww", "wd": "discard S Wd",
    "wwd": "discard W Wd", "wwwd": "draw S Ww | discard S Wd", "wwww": "draw S Ww | discard S Ww",
    "wwwwd": "draw W Ww | discard W Wd", "ewew": "draw S Ew | discard S Ew", "nw": "discard S Nw",
    "nnw": "discard N Nw", "nwnw": "draw S Nw | discard S Nw", "nwsw": "draw S Nw | discard S Sw", "1s": "bonus S 1s",
    "s1s": "bonus S 1s", "e1s": "bonus E 1s", "2d1d": "draw S 2d | discard S 1d", "rdgd": "draw S Rd | discard S Gd",
    "n5b": "discard N 5b", "5b-": None, "b": None, "??": "discard S ??", "x": "discard S ??",
    "xx": "draw S ?? | discard S ??", "??5b": "draw S ?? | discard S 5b", "sx": "discard S ??", "🀔": "discard S 5b",
    "w🀔": "discard W 5b", "🀄\ufe0e": "discard S Rd", "🀄\ufe0f": "discard S Rd", "🀙5b": "draw S 1d | discard S 5b",
    "e=12": None, "e=1b": "name E 1b", "c": None, "5c": "discard S 5c", "c5c": None,
    "sc3": "claim S chow | expose S chow 345b", "f": "fishing E",
}  # fmt: skip


@each("act", AMBIGUOUS)
@each("case", [str, str.upper])
def test_short_texts_have_one_meaning_in_any_case(act: str, case: type[str]) -> None:
    events = AMBIGUOUS[act]
    if events is None:
        with pytest.raises(NotationError):
            read_after(AFTER_EAST, case(act))
    else:
        assert read_after(AFTER_EAST, case(act)) == meant(events)


@pytest.mark.parametrize(
    "text", ["DISCARD S 5B", "CLAIM S PUNG", "EXPOSE S PUNG 555B", "Hand-Start TABLE E=a S=b W=c N=d"]
)
def test_long_forms_are_read_in_any_case(text: str) -> None:
    assert read_after(AFTER_EAST, text)[0]["type"] == text.split()[0].lower()
    assert "PUNG" not in str(read_after(AFTER_EAST, text))


@pytest.mark.parametrize("text", ["İ", "s²", "٣b", "ſ5b", "5\u212a", "ﬀ"])
def test_letters_that_only_look_like_ours_are_none(text: str) -> None:
    with pytest.raises(NotationError):
        read_after(AFTER_EAST, text)


GROUPS = {
    "123b55d": "1b 2b 3b 5d 5d", "esw": "Ew Sw", "eswnw": "Ew Sw Ww Nw", "www": "Ww Ww", "wwd": "Wd Wd",
    "wwwd": "Wd Wd Wd", "swwd": "Sw Wd", "rrdwwd": "Rd Rd Wd Wd", "fff": "Ff Ff", "1fff": "1f Ff", "jjk": "Jk Jk",
    "x??x": "?? ?? ??", "5bx5b": "5b ?? 5b", "12f3s": "1f 2f 3s", "🀙🀐": "1d 1b", "": "",
}  # fmt: skip


@each("text", GROUPS)
def test_tiles_of_a_class_share_its_letter(text: str) -> None:
    assert " ".join(CODES[kind] for kind in tiles_in(text)) == GROUPS[text]
    assert tiles_in(text.upper()) == tiles_in(text)


@each("text", ["5", "b", "5f", "9s", "ed", "rw", "w", "f", "5b5", "?", "55x", "jj"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="are no tiles; tiles are written like 123b"):
        tiles_in(text)


@given(st.lists(st.sampled_from(CODES), max_size=18))
def test_tiles_written_one_by_one_are_read_as_so_many(codes: list[str]) -> None:
    """Glued winds and dragons have several readings: how many tiles there have to be tells which."""
    text = "".join(codes).lower()
    found = tiles_in(text, len(codes))
    assert len(found) == len(codes)
    assert "".join(CODES[kind] for kind in found).lower() == text or set("esw") & set(text)


@given(st.text("eswnrgwdfjkbcdx?123459", max_size=400))
def test_tiles_are_read_or_refused_however_long(text: str) -> None:
    try:
        kinds = tiles_in(text)
    except NotationError:
        return
    assert len(kinds) <= len(text)


@pytest.mark.parametrize("text", ["w" * 399 + "z", "f" * 400 + "z", "esw" * 130 + "!", "w" * 5000 + "/z"])
def test_a_long_word_of_many_readings_is_settled_at_once(text: str) -> None:
    """There are more ways to cut it than could ever be tried one by one."""
    assert [act.text for act in acts_in(f"sh 123b {text}")] == ["sh 123b", text]


# -- what cannot be read is refused in words that say what would be right ----------------------------------------------


REFUSED = [
    # -- who, which, of what
    (f"{TABLE}5b", "p", "who claims the pung? expected one of `sp`, `wp`, `np`"),
    (f"{TABLE}5b", "k", "who claims the kong? expected one of `sk`, `wk`, `nk`"),
    (f"{game_of('western players=3')}5b", "p", "expected one of `sp`, `wp`"),
    (TABLE, "p", "there is no discard to claim"),
    (TABLE, "sp", "there is no discard to claim: say whose call it is and of which tile, like `sp5b`"),
    (TABLE, "c", "there is no discard to claim"),
    (f"{TABLE}5b", "c", "which chow? expected one of `c34`, `c46`, `c67`"),
    (f"{TABLE}8b", "c", "which chow? expected one of `c67`, `c79`"),
    (f"{TABLE}5b", "c8", "no chow from 8 up has a 5 in it"),
    (f"{TABLE}9b", "c8", "no chow from 8 up has a 9 in it"),
    (f"{TABLE}9b", "c46", "no chow has a 4, a 6 and the 9 that is claimed in it"),
    (f"{TABLE}5b", "c55", "no chow has a 5, a 5 and the 5 that is claimed in it"),
    (f"{TABLE}5b", "c46d", "the last discard is 5b; where the chow is of another tile, say all of it"),
    (f"{TABLE}ew", "c46", "the last discard is Ew; where the chow is of another tile, say all of it"),
    (f"{AMERICAN}5b", "spjjj", "a pung has 3 tiles; 3 jokers leave none that was claimed"),
    (f"{AMERICAN}5b", "spjk", "a pung cannot be of jokers alone; with one joker it is `spj`"),
    (f"{TABLE}5b t", "k", "'k': which kong? expected its tile, like `k5b`, or `kcx` for a concealed one unseen"),
    # -- letting go, taking back, naming
    (TABLE, "-", "nobody is left to let a discard go; expected seats, like `sn-`"),
    (f"{TABLE}5b -", "-", "nobody is left to let a discard go"),
    (f"{TABLE}5b", "sns-", "names a seat twice; expected everyone once"),
    (TABLE, "u", "there is no call to take back"),
    (TABLE, "=5b", "there is no discard to be named again"),
    # -- tiles
    (TABLE, "5b6b7b", "has 3 tiles; expected one discarded, or one drawn and one discarded"),
    (TABLE, "2d1f3s", "2d is no flower or season"),
    (TABLE, "l55d6d", "lays down no set; expected one like `l555b` or `l456b`"),
    (TABLE, "5m", "'5m' is no act; did you mean 5c, for m p s z are written c d b, Ew to Rd here?"),
    (TABLE, "sh 123m 456b", "'123m' are no tiles; tiles are written like 123b, 55d, esw, rrd, x; did you mean 123c"),
    (f"{TABLE}5b", "ron", "'ron' is no act; `sm` says so of South"),
    (f"{TABLE}5b", "Chi", "`sc46` says so of South"),
    (TABLE, "5mr", "'5mr' is no act; did you mean 0c?"),
    (TABLE, "l5", "'5' are no tiles; tiles are written like 123b, 55d, esw, rrd, x"),
    # -- the Charleston
    (AMERICAN, "o-", "who refuses the second Charleston? expected a seat, like `so-`"),
    (TABLE, "o", "no tiles are passed in this rule set"),
    (AMERICAN, "so5", "'5' are no tiles"),
    (AMERICAN, "so0", "'so0': in a Charleston three tiles are passed; none only as a courtesy"),
    (AMERICAN, "courtesy none", "as `so2 no2`, two tiles from either side, or as `o0` where nobody passes any"),
    (AMERICAN, "sob", "how many of the three pass blind? expected `ob1`, `ob2` or `ob3`"),
    (AMERICAN, "sob23b3b3b3b", "4 tiles behind 2 blind; expected 1 out of the hand, or all 3"),
    (f"{TABLE}5b", "q", "by these rules there is no quint"),
    # -- before the play
    (TABLE, "b", "where the wall is broken does not follow from the dice; expected a wall and a stack, like `bs7`"),
    (TABLE, "deal 5b", "'5b' is 1 tile, and E's block is of 4"),
    (f"{TABLE}deal", "deal 5b", "the deal is done: no block is left to be taken"),
    (f"{TABLE}deal", "deal", "the deal is done: no block is left to be taken"),
    (f"{TABLE}5b", "hand", "hand 1 has no result yet"),
    (f"{RESULT}8s48/4/2 end", "hand", "the game is over (event 8): `fix 8 void -- one more hand` opens it again"),
    (f"{RESULT}8s48/4/2 end", "8s48/4/2", "else begin another game"),
    # -- the end
    (RESULT, "m", "who wins? expected a seat before the m, like `sm48`"),
    (TABLE, "h 123b", "whose hand is shown? expected a seat, like `sh 123b 55d`"),
    (TABLE, "sh", "'sh' is south's hand, and shows no tiles; expected them, like `sh 123b 55d`"),
    (f"{TABLE}5b", "8/48/4/2", "nobody has won yet, and the mahjong comes first: `sm`, if South has won; `8s48/4/2`"),
    (TABLE, "s=48", "nobody has won yet, and the mahjong comes first"),
    (RESULT, "8/48/4/2", "`8s48/4/2` says both at once"),
    (f"{TABLE}5b sm", "8/48/4", "'8/48/4' has 3 numbers; expected 4, for east/south/west/north"),
    (f"{TABLE}5b sm", "///", "'///' says no score"),
    (f"{TABLE}5b", "sm8/48", "'8/48' has 2 numbers; expected 4"),
    (RESULT, "8s1000:thirteen-wondrs/4/2", "is no limit hand of these rules; did you mean thirteen-wonders?"),
    (f"{RESULT}sm", "s=1000:knit", "did you mean knitting or triple-knitting?"),
    (RESULT, "sm1000:qq", "expected one of heavens-blessing, earths-blessing, thirteen-wonders,"),
    (RESULT, "8/48s4/2", "expected a score each for east, south, west, north, the winner's letter before its own"),
    (f"{TABLE}5b ..", "6d", "whose act is it? moves were missed: expected a seat before it, like `w6d`"),
    (RESULT, "8s48/4", "expected a score each for east, south, west, north, the winner's letter before its own"),
    (f"{TABLE}5b sm", "pay -12/36/-12", "has 3 numbers; expected 4"),
    (TABLE, "pay -12 36 -12 -12", "expected one number a seat, like `pay -12/4/20/-12`, the seat that paid for all"),
    (TABLE, "pay", "nobody has won yet, and the mahjong comes first"),
    (TABLE, "replay", "ends too early; expected words, the reason"),
    (TABLE, "penalty ben", "'penalty ben': how much, and why? expected something like `penalty ben 50 talking`"),
    (TABLE, "penalty s", "how much, and why? expected something like `penalty s 50 talking`"),
    (TABLE, "penalty bert 50 talking", "'bert' is no seat; expected one of E, S, W, N"),
    (TABLE, "penalty s fifty talking", "'fifty' is not an amount; expected a whole number"),
    # -- the game, and what is said of acts
    ("", "game t westren anna ben cleo dora", "westren"),
    ("", "game t western anna ben cleo dora robing_kong=true", "did you mean 'robbing_kong'?"),
    ("", "game t western anna ben cleo dora robbing_kong=maybe", "robbing_kong"),
    (TABLE, "habits drawers", "'drawers' is no habit; expected some of draws, passes, numbers, inferred"),
    (TABLE, "@half past nine", "is no time; expected one like @2026-11-21T19:30:00Z, a day like @2026-11-21"),
    (TABLE, "@+9", "counts on from the time before, and there is none in whole seconds"),
    (TABLE, "fix 3 void", "there is no event 3; expected one from 1 to 2"),
    (TABLE, "correction", "correction has no short form: write it as JSON"),
    # -- no act at all
    (TABLE, "discrad S 5b", "did you mean discard?"),
    (TABLE, "S24", "'S24' is no act; `s=24` says what the hand is worth, `sm24` that it has won, `sfe24` from East"),
    (TABLE, "5x", "'5x' is no act; expected a tile discarded (5b), a claim (sp, c46), m for mahjong"),
    (TABLE, "tt", "'tt' is no act"),
    (TABLE, "option robbing_kong=true", "is changed for the whole game by `fix option`"),
    (TABLE, "", "'' is no act"),
    (TABLE, '{"type":"pass","seat":"S","seat":"W"}', "'seat' is stated twice; expected every field once"),
    (TABLE, '{"type":"pass","seat":"S","prev":"0"}', "prev is computed when the event is stored, never given"),
    (TABLE, '{"type":"pass"', "the line is not JSON"),
]  # fmt: skip


@each("before, act, words", REFUSED)
def test_an_act_that_cannot_be_read_is_refused_with_what_would_be_right(before: str, act: str, words: str) -> None:
    with pytest.raises(MjlogError) as refused:
        read_after(before, act)
    assert words in str(refused.value)


DEAL = "deal 1234b 6789b eswnw 55b55d 1234c 6789c rgwdew 55c99c 1234d 6789d swnwrd 99d11d 5b ew gd 8c 9b"
"""A deal that is known; nobody but North has two of 5 bamboo."""


def test_a_call_that_only_one_player_can_make_needs_no_seat() -> None:
    known = game_of("western", DEAL, "5b", depth="full")
    assert read_after(known, "p") == read_after(known, "np")
    assert [one["seat"] for one in read_after(known, "p")] == ["N", "N"]


def test_a_call_that_nobody_can_make_is_not_given_to_anybody() -> None:
    with pytest.raises(MjlogError, match="who claims the pung"):
        read_after(game_of("western", DEAL, "9b", depth="full"), "p")
