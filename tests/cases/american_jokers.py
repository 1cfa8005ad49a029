"""The rules of `american` about jokers and winning, each kept and broken."""

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
_TO_EAST = "W draw ??; W discard 9d; N draw ??; N discard 9d; E draw 5b;"
_WINDS = f"{_TABLE} E discard Ww; S claim quint; S expose quint WWWw JJk;"
"""No line has five west winds."""

CASES: dict[str, Case] = {
    "american/joker-1": Case(
        legal=f"{_READY} E discard 9d; S draw 1c; S mahjong wall 1c",
        illegal=f"{_FULL} dealt S 111b 11c GGGGd Jk ESWw; passes ESWw; E discard 9d; S draw 1c; S mahjong wall 1c",
        code="joker-not-allowed",
    ),
    "american/joker-1#nor-in-a-pair": Case(
        legal=f"{_TABLE} E discard 9d; S mahjong wall; S show | 2b Wd 26b RRRd GGGd 66c WWd",
        illegal=f"{_TABLE} E discard 9d; S mahjong wall; S show | 2b Wd 26b RRRd GGGd 6c Jk WWd",
        code="joker-not-allowed",
    ),
    "american/joker-1#all-jokers": Case(
        legal=f"{_TABLE} E discard 9d; S mahjong wall; S show | JJJk 111c GGGGd NESWw",
        illegal=f"{_TABLE} E discard 9d; S mahjong wall; S show | 111b 111c GGGGd Jk ESWw",
        code="joker-not-allowed",
    ),
    "american/joker-2": Case(
        legal=f"{_FULL} {_PUNG} {_TO_EAST} E exchange S 5b; E discard 9c",
        illegal=f"{_FULL} {_PUNG} W exchange S 5b",
        code="exchange-before-draw",
    ),
    "american/joker-2#in-the-own-turn": Case(
        legal=f"{_FULL} {_PUNG} W draw ??; W exchange S 5b",
        illegal=f"{_FULL} {_PUNG} W draw ??; N exchange S 5b",
        code="exchange-out-of-turn",
    ),
    "american/joker-2#the-right-tile": Case(
        legal=f"{_TABLE} {_PUNG} W exchange S 5b set=0",
        illegal=f"{_TABLE} {_PUNG} W exchange S 6b",
        code="exchange-no-match",
    ),
    "american/joker-2#a-set-that-is-there": Case(
        legal=f"{_TABLE} {_PUNG} W exchange S 5b set=0",
        illegal=f"{_TABLE} {_PUNG} W exchange S 5b set=1",
        code="exchange-no-match",
    ),
    "american/joker-2#a-joker-that-is-there": Case(
        legal=f"{_TABLE} {_PUNG} W exchange S 5b; W discard 9c",
        illegal=f"{_TABLE} {_PUNG} W exchange S 5b; W exchange S 5b",
        code="exchange-no-match",
    ),
    "american/joker-2#several-at-once": Case(
        legal=f"{_TABLE} E discard 5b; S claim sextet; S expose sextet 55b JJJJk; S discard 9d; W exchange S 5b;"
        "W exchange S 5b; W discard 9c",
        illegal=f"{_TABLE} E discard 5b; S claim sextet; S expose sextet 55b JJJJk; S discard 9d; W exchange S 5b;"
        "W discard 9c; W exchange S 5b",
        code="exchange-out-of-turn",
    ),
    "american/joker-2#after-a-call": Case(
        legal=f"{_TABLE} {_PUNG} W discard Nw; E claim pung; E expose pung NNNw; E exchange S 5b; E discard 9c",
        illegal=f"{_FULL} {_PUNG} W draw ??; W discard Nw; E claim pung; E exchange S 5b",
        code="exchange-out-of-turn",
    ),
    "american/joker-2#of-the-own-exposure": Case(
        legal=f"{_FULL} {_PUNG} {_TO_EAST} E discard 9c; S draw 5b; S exchange S 5b; S discard 9c",
        illegal=f"{_MANY_JOKERS.replace('55b', '58b')} {_PUNG.replace('9d', '9c')} W draw ??; W discard 9d; N draw ??;"
        "N discard 9d; E draw ??; E discard 9d; S draw 1d; S exchange S 5b",
        code="tile-not-held",
    ),
    "american/joker-2#in-play": Case(
        legal=f"{_TABLE} {_PUNG} W exchange S 5b; W discard 9c",
        illegal=f"{_TABLE} {_PUNG} W mahjong wall; W exchange S 5b",
        code="play-after-end",
    ),
    "american/joker-2#unseen": Case(
        legal=f"{_FULL} E discard 5b; S claim kong; S expose kong 5b ?? ?? Jk; S discard 9d; W draw ??;W exchange S 5b",
        illegal=f"{_FULL} E discard 5b; S claim kong; S expose kong 5b ?? ?? Jk; S discard 9d; W draw ??;"
        "W exchange S 6b",
        code="exchange-no-match",
    ),
    "american/joker-3": Case(
        legal=f"{_WINDS} S dead exposure by=N sets=0; W exchange S Ww; W discard Jk",
        illegal=f"{_WINDS.replace('riverside-2026', 'riverside-2026 dead_jokers=before_death')}"
        "S dead exposure by=N sets=0; W exchange S Ww",
        code="exchange-no-match",
        also=("dead-exposure", "dead-exposure"),
        infos=("dead-exposure", "dead-exposure"),
    ),
    "american/joker-4": Case(
        legal=f"{_TABLE} E discard Jk; S discard 9d",
        illegal=f"{_TABLE} E discard Jk; !S claim pung; S expose pung JJJk",
        code="claim-not-open",
    ),
    "american/joker-4#a-call-alone": Case(
        legal=f"{_TABLE} E discard Jk; S pass",
        illegal=f"{_TABLE} E discard Jk; S claim pung",
        code="claim-not-open",
        severity="warning",
    ),
    "american/win-1": Case(
        legal=f"{_READY} E discard 1c; S claim mahjong; S mahjong discard 1c; S show | 111b 111c GGGd Jk NESWw",
        illegal=f"{_READY} E discard 1c; S claim mahjong; S mahjong discard 1d",
        code="mahjong-tile-wrong",
    ),
    "american/win-1#drawn": Case(
        legal=f"{_READY} E discard 9d; S draw 1c; S mahjong wall 1c",
        illegal=f"{_READY} E discard 9d; S draw ??; S discard 9d; S mahjong wall",
        code="out-of-turn",
    ),
    "american/win-1#unseen": Case(
        legal=f"{_FULL} E discard 9d; S draw ??; S mahjong wall; S show | 111b ?? ?? GGGd Jk NESWw ??",
        illegal=f"{_FULL} dealt; passes ESWw; E discard 9d; S draw ??; S mahjong wall;S show | 11b 11c 1111d RRRRd WWd",
        code="shown-hand-differs",
    ),
    "american/win-1#by-exchange": Case(
        legal=f"{_FULL} E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d; W draw ??; W exchange S 5b;"
        "W mahjong exchange",
        illegal=f"{_FULL} E discard 9d; S draw ??; S mahjong exchange",
        code="mahjong-tile-wrong",
    ),
    "american/win-1#dealt": Case(
        legal=f"{_FULL} dealt E 111b 111c GGGGd NESWw; E mahjong deal line=l3",
        illegal=f"{_FULL} dealt E 111b 111c GGGGd NESWw; passes ESWw; E mahjong deal line=l3",
        code="mahjong-tile-wrong",
    ),
    "american/win-1#no-kong-is-robbed": Case(
        legal=f"{_FULL} E discard 9d; S draw ??; S mahjong wall",
        illegal=f"{_FULL} E discard 9d; S draw ??; S mahjong loose",
        code="mahjong-tile-wrong",
    ),
    "american/win-1#shown": Case(
        legal=f"{_READY} E discard 9d; S draw 1c; S mahjong wall 1c; S show | 111b 111c GGGd Jk NESWw",
        illegal=f"{_READY} E discard 9d; S draw 1c; S mahjong wall 1c; S show | 111b 111c GGGGd NESWw",
        code="shown-hand-differs",
    ),
    "american/win-1#nothing-after-it": Case(
        legal=f"{_FULL} E discard 9d; S draw ??; S mahjong wall; S score 25",
        illegal=f"{_FULL} E discard 9d; S draw ??; S mahjong wall; W draw ??",
        code="play-after-end",
    ),
}
