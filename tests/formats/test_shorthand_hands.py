"""Acts before the play and at the end of a hand: every row of the page, at every depth."""

from __future__ import annotations

import pytest

from each import each
from mjlog.events import decode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.rulesets import load

from .shorthand_runs import FULL, GAME, RESULT, TABLE, game_of, meant, read_after

AMERICAN = game_of("american", "deal")
MISNAMED = game_of("american misnamed_mahjong=four-times")
SEEN = "basis=inferred"
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
