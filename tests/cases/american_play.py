"""The rules of `american` about drawing and calling, each kept and broken."""

from __future__ import annotations

from cases import Case

_GAME = "game american card=riverside-2026;"
_FULL = f"{_GAME} hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
_TABLE = f"{_GAME} hand depth=table;"
"""What the table saw: draws are between the lines."""
_READY = f"{_FULL} dealt S 111b 11c GGGd Jk NESWw; passes ESWw;"
"""South waits for 1c, for line l3; the winds go round and come back."""
_MANY_JOKERS = f"{_FULL} dealt S 55b JJJJJk 9c 9d NESWw; passes ESWw;"
_PUNG = "E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d;"
"""South has exposed a pung of 5b with a joker."""

CASES: dict[str, Case] = {
    "american/turn-1": Case(
        legal=f"{_FULL} E discard 9b named=9b; S draw ??; S discard Ew; W draw ??",
        illegal=f"{_FULL} E discard 9b; W draw ??",
        code="out-of-turn",
    ),
    "american/turn-1#east-begins": Case(
        legal=f"{_FULL} E discard 9b",
        illegal=f"{_FULL} S draw ??",
        code="out-of-turn",
    ),
    "american/turn-1#order-of-the-wall": Case(
        legal=f"{_FULL} wall 54=12b; dealt; passes; E discard 9d; S draw 1b; S discard 1b; W draw 2b",
        illegal=f"{_FULL} wall 54=12b; dealt; passes; E discard 9d; S draw 2b",
        code="not-the-wall-tile",
    ),
    "american/turn-1#a-tile-of-the-rack": Case(
        legal=f"{_READY} E discard 9d; S draw 2d; S discard Nw",
        illegal=f"{_READY} E discard 9d; S draw 2d; S discard 3d",
        code="tile-not-held",
    ),
    "american/turn-1#nothing-from-the-end": Case(
        legal=f"{_TABLE} E discard 5b; S claim kong; S expose kong 5555b; S discard 9d",
        illegal=f"{_FULL} E discard 5b; S claim kong; S expose kong 5555b; S kong-replacement ??",
        code="replacement-not-due",
    ),
    "american/turn-1#nothing-drawn-after-a-call": Case(
        legal=f"{_FULL} E discard 5b; N claim pung; N expose pung 555b; N discard 9d; E draw ??",
        illegal=f"{_FULL} E discard 5b; N claim pung; N expose pung 555b; N draw ??",
        code="out-of-turn",
        also=("dead-count",),
    ),
    "american/turn-1#nothing-said": Case(
        legal=f"{_FULL} E discard 9d; S draw ??",
        illegal=f"{_FULL} E discard 9d; S fishing",
        code="out-of-place",
    ),
    "american/turn-1#a-discard-stays": Case(
        legal=f"{_FULL} E discard 5b; S draw ??",
        illegal=f"{_FULL} E discard 5b; E discard 6b",
        code="no-discard-due",
        also=("dead-count",),
    ),
    "american/turn-1#named": Case(legal=f"{_FULL} E discard 9b named=8b", infos=("discard-misnamed",)),
    "american/call-1": Case(
        legal=f"{_TABLE} E discard 5b; W pass; N pass; S claim pung; S expose pung 555b; S discard 9d",
        illegal=f"{_FULL} E discard 5b; S draw ??; W claim pung",
        code="claim-not-open",
    ),
    "american/call-1#not-an-older-one": Case(
        legal=f"{_FULL} E discard 5b; S draw ??; S discard 5b; W claim pung on=discard",
        illegal=f"{_FULL} E discard 5b; S draw ??; S discard 6b; W claim pung on=3",
        code="claim-not-open",
    ),
    "american/call-1#not-racked": Case(
        legal=f"{_GAME[:-1]} called_until=rack; hand; E discard 5b; S draw ?? racked=false; W claim pung",
        illegal=f"{_GAME[:-1]} called_until=rack; hand; E discard 5b; S draw ??; W claim pung",
        code="claim-not-open",
    ),
    "american/call-1#not-ones-own": Case(
        legal=f"{_FULL} E discard 5b; N claim pung",
        illegal=f"{_FULL} E discard 5b; E claim pung",
        code="claim-own-discard",
    ),
    "american/call-2": Case(
        legal=f"{_TABLE} E discard 5b; S claim sextet; S expose sextet 555b JJJk; S discard 9d",
        illegal=f"{_TABLE} E discard 5b; S claim pung; S expose pung 556b",
        code="not-a-set",
    ),
    "american/call-2#no-chows": Case(
        legal=f"{_FULL} E discard 5b; S claim kong; W claim pung",
        illegal=f"{_TABLE} E discard 5b; S claim chow",
        code="not-a-set",
        severity="warning",
    ),
    "american/call-2#as-many-as-called": Case(
        legal=f"{_TABLE} E discard 5b; S claim quint; S expose quint 5555b Jk",
        illegal=f"{_TABLE} E discard 5b; S claim quint; S expose quint 5555b",
        code="not-a-set",
    ),
    "american/call-2#with-the-discard": Case(
        legal=f"{_TABLE} E discard 5b; S claim pung; S expose pung 5b JJk",
        illegal=f"{_TABLE} E discard 5b; S claim pung; S expose pung 666b",
        code="not-a-set",
    ),
    "american/call-2#out-of-the-rack": Case(
        legal=f"{_MANY_JOKERS} E discard 5b; S claim quint; S expose quint 555b JJk; S discard 9d",
        illegal=f"{_READY} E discard 5b; S claim pung; S expose pung 555b",
        code="set-not-held",
    ),
    "american/call-2#jokers-out-of-the-rack": Case(
        legal=f"{_READY} E discard 1c; S claim kong; S expose kong 111c Jk; S discard Nw",
        illegal=f"{_READY} E discard 1c; S claim quint; S expose quint 111c JJk",
        code="set-not-held",
    ),
    "american/call-2#called-first": Case(
        legal=f"{_TABLE} E discard 5b; W claim pung; W expose pung 555b",
        illegal=f"{_TABLE} E discard 5b; W expose pung 555b",
        code="claim-not-made",
    ),
    "american/call-2#as-called": Case(
        legal=f"{_TABLE} E discard 5b; W claim kong; W expose kong 555b Jk",
        illegal=f"{_TABLE} E discard 5b; W claim pung; W expose kong 5555b",
        code="claim-misnamed",
    ),
    "american/call-3": Case(
        legal=f"{_FULL} E discard 5b; S claim pung; S retract; S draw ??",
        illegal=f"{_TABLE} E discard 5b; S claim pung; S expose pair 55b",
        code="pair-claimed",
        also=("dead-exposure",),
    ),
    "american/call-3#a-single": Case(
        legal=f"{_TABLE} E discard Nw; S claim mahjong; S mahjong discard Nw; S show | 111b 111c GGGGd NESWw",
        illegal=f"{_TABLE} E discard Nw; S claim pung; S expose single Nw",
        code="single-claimed",
        also=("dead-exposure",),
    ),
    "american/call-3#unless-it-wins": Case(
        legal=f"{_TABLE} E discard Nw; S claim mahjong; S mahjong discard Nw; S expose single Nw",
        illegal=f"{_TABLE} E discard 5b; S expose pair 55b",
        code="pair-claimed",
        also=("dead-exposure",),
    ),
    "american/call-4#dropped": Case(
        legal=f"{_TABLE} E discard 5b; W claim pung; W retract; S discard 9d",
        illegal=f"{_TABLE} E discard 5b; W claim pung; S discard 9d",
        code="claim-dropped",
        severity="warning",
    ),
    "american/call-4": Case(
        legal=f"{_TABLE} E discard 5b; W claim pung; W expose pung 555b; W discard 9c; N draw ??",
        illegal=f"{_TABLE} E discard 5b; W claim pung; W discard 9c",
        code="no-discard-due",
    ),
    "american/call-4#stays": Case(
        legal=f"{_TABLE} {_PUNG} W discard 9c",
        illegal=f"{_TABLE} {_PUNG} S expose pung 555b on=expose",
        code="exposure-changed",
    ),
    "american/call-4#nothing-out-of-the-rack": Case(
        legal=f"{_FULL} E discard 9d",
        illegal=f"{_FULL} E kong concealed 5555b",
        code="kong-not-allowed",
    ),
    "american/call-5": Case(
        legal=f"{_TABLE} E discard 1c; W claim pung; S claim mahjong; S mahjong discard 1c",
        illegal=f"{_TABLE} E discard 1c; W claim pung; S claim mahjong; W expose pung 111c",
        code="claim-outranked",
    ),
    "american/call-5#next-in-turn": Case(
        legal=f"{_TABLE} E discard 1c; W claim pung; S claim pung; S expose pung 111c",
        illegal=f"{_TABLE} E discard 1c; W claim pung; S claim pung; W expose pung 111c",
        code="claim-outranked",
    ),
    "american/call-5#kong-has-no-precedence": Case(
        legal=f"{_TABLE} E discard 1c; W claim kong; S claim pung; S expose pung 11c Jk",
        illegal=f"{_TABLE} E discard 1c; W claim kong; S claim pung; W expose kong 1111c",
        code="claim-outranked",
    ),
    "american/call-5#two-mahjongs": Case(
        legal=f"{_TABLE} E discard 1c; N claim mahjong; S claim mahjong; S mahjong discard 1c",
        illegal=f"{_TABLE} E discard 1c; N claim mahjong; S claim mahjong; N mahjong discard 1c",
        code="mahjong-outranked",
    ),
    "american/call-5#taken-back": Case(
        legal=f"{_TABLE} E discard 1c; W claim pung; S claim pung; S retract; W expose pung 111c",
        illegal=f"{_TABLE} E discard 1c; W claim pung; S claim pung; N claim pung; N retract; W expose pung 111c",
        code="claim-outranked",
    ),
    "american/call-6": Case(
        legal=f"{_TABLE} E discard 3b; S claim mahjong; S mahjong discard 3b line=t1; S show | 333b 6666c 999d NESWw",
        illegal=f"{_TABLE} E discard 3b; S claim pung; S expose pung 333b; S discard 9c; W discard 9c; N discard 9c;"
        "E discard 9c; S mahjong wall; S show | 6666c 999d NESWw",
        code="concealed-hand-exposed",
    ),
    "american/call-6#the-line-named": Case(
        legal=f"{_TABLE} E discard 9c; S mahjong wall line=t1",
        illegal=f"{_TABLE} E discard 3b; S claim pung; S expose pung 333b; S discard 9c; W discard 9c; N discard 9c;"
        "E discard 9c; S mahjong wall line=t1",
        code="concealed-hand-exposed",
    ),
}
