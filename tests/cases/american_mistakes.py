"""The mistakes of `american`: each recorded with its consequence, and each followed by the wrong one."""

from __future__ import annotations

from cases import Case
from mjlog.tiles import CODES, PLAIN_KINDS
from short_notation import tiles

_GAME = "game american card=riverside-2026;"
_AT_THE_TABLE = "game american card=riverside-2026 dead_basis=table;"
_TAKEN_BACK = "game american card=riverside-2026 dead_jokers=before_death;"
_CORRECTED_IN_VAIN = "game american card=riverside-2026 corrected_names=false;"
_FULL = "hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
_TABLE = "hand depth=table;"
"""What the table saw: draws are between the lines."""
_NEARLY = f"{_GAME} {_FULL} dealt S 111b 11c GGGd Jk NESWw; passes ESWw;"
"""South waits for 1c, for line l3 with a joker: 30 points."""
_MISNAMED = (
    _NEARLY.replace(_GAME, f"{_GAME[:-1]} misnamed_mahjong=four-times;")
    + "E discard 9d named=1c; S claim mahjong; S mahjong discard 1c; S show | 111b 111c GGGd Jk NESWw; S score 30;"
)
"""East has misnamed a discard, and South has called it for mahjong as the tile that was said."""
_IN_ERROR = f"{_NEARLY} E discard 9d; S draw 9d; S mahjong wall 9d;"
_SHOWN = f"{_IN_ERROR} S show | 111b 11c 9d GGGd Jk NESWw;"
"""South has declared mahjong with a tile too few of the line, and shown it."""
_WON_IN_ERROR = f"{_GAME} {_TABLE} E discard 9d; S mahjong wall; S show | 111b 11c 9d GGGd Jk NESWw;"
"""The same, of which the table has not seen the draw."""
_WINDS = "E discard Ww; S claim quint; S expose quint WWWw JJk;"
"""No line has five west winds."""
_FLOWERS_AND_SOAP = (
    "E discard Wd; S discard Wd; W discard Wd; N discard 5b; S claim sextet; S expose sextet 555b JJJk; S discard 9c;"
)
"""The only line with six alike takes two soaps, of which one is left."""
_FIVE = "E discard 5b; S claim pung; S expose pung 55b Jk;"
_THREE = "S dead count by=E; W dead count by=E; N dead count by=E;"
_WEST_WINS = "W claim mahjong; W mahjong discard; W score 30;"


def _three_play_on(draws: int) -> str:
    """West, North and East draw and discard what South has not shown, until the wall is empty."""
    kinds = [code for code in CODES[:PLAIN_KINDS] if code not in tiles("1b 1c 9d Gd NESWw")]
    return "; ".join(f"{'WNE'[turn % 3]} discard {kinds[turn % len(kinds)]}" for turn in range(draws))


_SHOWN_IN_PART = f"{_GAME[:-1]} withdrawn_mahjong=exposure; {_TABLE} E discard 5d; S claim mahjong;"
_SHOWN_IN_PART += " S mahjong discard 5d; S show 555d;"
"""South has called a discard for mahjong, and shown three tiles."""
_CHALLENGED = (
    f"{_GAME[:-1]} failed_challenge=50; {_TABLE} E discard 5b; S claim pung; S expose pung 555b; S discard 9d;"
)
"""South's set leaves many lines: whoever says that the hand is dead is wrong."""

CASES: dict[str, Case] = {
    "american/error-1": Case(
        legal=f"{_GAME} {_TABLE} E discard 5b named=5b; S claim pung; S expose pung 555b; S discard 9d",
    ),
    "american/error-2": Case(
        legal=f"{_GAME} {_TABLE} E discard 5b named=5c; E name 5b; S claim pung; S expose pung 555b",
        illegal=f"{_GAME} {_TABLE} E discard 5b named=5c; !S claim pung; S expose pung 555b",
        code="claim-misnamed",
        also=("discard-misnamed",),
        infos=("discard-misnamed",),
    ),
    "american/error-2#a-call-alone": Case(
        legal=f"{_GAME} {_TABLE} E discard 5b named=5c; S discard 9d",
        illegal=f"{_GAME} {_TABLE} E discard 5b named=5c; S claim pung",
        code="claim-misnamed",
        severity="warning",
        also=("discard-misnamed",),
        infos=("discard-misnamed",),
    ),
    "american/error-2#nor-for-mahjong": Case(
        legal=f"{_GAME} {_TABLE} E discard 5b named=5c; E name 5b; S claim mahjong; S mahjong discard 5b",
        illegal=f"{_GAME} {_TABLE} E discard 5b named=5c; !S claim mahjong; S mahjong discard 5b",
        code="claim-misnamed",
        also=("discard-misnamed",),
        infos=("discard-misnamed",),
    ),
    "american/error-2#by-who-discarded": Case(
        legal=f"{_GAME} {_TABLE} E discard 5b named=5c; E name 5b",
        illegal=f"{_GAME} {_TABLE} E discard 5b named=5c; S name 5b",
        code="out-of-place",
        also=("discard-misnamed",),
        infos=("discard-misnamed",),
    ),
    "american/error-2#wrongly-again": Case(
        legal=f"{_GAME} {_TABLE} E discard 5b named=5c; E name 5d; E name 5b",
        infos=("discard-misnamed", "discard-misnamed"),
    ),
    "american/error-2#not-even-corrected": Case(
        legal=f"{_GAME} {_TABLE} E discard 5b named=5c; E name 5b; S claim pung; S expose pung 555b",
        illegal=f"{_CORRECTED_IN_VAIN} {_TABLE} E discard 5b named=5c; E name 5b; !S claim pung;S expose pung 555b",
        code="claim-misnamed",
        also=("discard-misnamed",),
        infos=("discard-misnamed",),
    ),
    "american/error-2#called-for-mahjong": Case(
        legal=f"{_MISNAMED}settlement S=120 E=-120",
        illegal=f"{_MISNAMED}settlement S=120 E=-60 W=-30 N=-30",
        code="wrong-settlement",
        infos=("discard-misnamed",),
        also=("discard-misnamed",),
    ),
    "american/error-6": Case(
        legal=f"{_SHOWN_IN_PART} S retract; S claim pung; S expose pung 555d; S discard 9d",
        illegal=f"{_SHOWN_IN_PART} S retract; S draw ??",
        code="dead-false-mahjong",
    ),
    "american/error-6#whole": Case(
        legal=f"{_SHOWN_IN_PART} S retract; S dead false-mahjong; W draw ??; W discard 9d",
        illegal=f"{_SHOWN_IN_PART} S score 25",
        code="shown-hand-differs",
        infos=("dead-false-mahjong",),
    ),
    "american/error-3": Case(
        legal=f"{_GAME} {_TABLE} E discard 5b; S claim pung; S retract; S discard 9d",
        illegal=f"{_GAME} {_TABLE} E discard 5b; S claim pung; S expose pung 555b; S retract",
        code="retract-too-late",
    ),
    "american/error-3#what-was-called": Case(
        legal=f"{_GAME} {_TABLE} E discard 5b; S claim pung; W claim pung; S retract; W expose pung 555b",
        illegal=f"{_GAME} {_TABLE} E discard 5b; S claim pung; W retract",
        code="retract-too-late",
    ),
    "american/error-4": Case(
        legal=f"{_GAME} {_TABLE} {_FIVE} S expose kong 555b Jk on=expose; S discard 9d; W exchange S 5b",
    ),
    "american/error-4#to-another-that-lives": Case(
        legal=f"{_GAME} {_TABLE} E discard Ww; S claim quint; S expose quint WWWw JJk;"
        "S expose pung WWw Jk on=expose; S discard 9d",
        infos=("dead-exposure",),
    ),
    "american/error-5": Case(
        legal=f"{_IN_ERROR} S retract; S discard 9d; W draw ??",
        infos=("not-on-card",),
    ),
    "american/error-5#a-tile-called": Case(
        legal=f"{_NEARLY} E discard 9d; S claim mahjong; S mahjong discard 9d; S retract; S draw 1c; S mahjong wall 1c;"
        "S score 30",
        infos=("not-on-card",),
    ),
    "american/error-5#the-tile-is-live-again": Case(
        legal=f"{_NEARLY} E discard 9d; S claim mahjong; S mahjong discard 9d; S retract; N claim pung;"
        "N expose pung 999d",
        infos=("not-on-card",),
    ),
    "american/error-5#a-dealt-hand": Case(
        legal=f"{_GAME} {_FULL} dealt E 111b 11c 9d GGGd Jk NESWw; E mahjong deal; E retract; passes ESWw;E discard 9d",
        infos=("not-on-card",),
    ),
    # -- dead hands
    "american/dead-1": Case(
        legal=f"{_GAME} {_TABLE} E discard 9d; S dead count by=N; W discard 9d; N discard 9d; E discard 9c;"
        "W discard 9c",
        illegal=f"{_GAME} {_FULL} dealt; passes; E discard 9d; S dead count by=N",
        code="dead-not-proved",
    ),
    "american/dead-1#two-dead-two-play-on": Case(
        legal=f"{_GAME} {_TABLE} E discard 9d; S dead count by=N; N dead count by=W; W discard 9d; E discard 9c;"
        "W discard 9c",
        illegal=f"{_GAME} {_FULL} dealt; passes; E discard 9d; S draw ??; S dead count by=N",
        code="dead-not-proved",
    ),
    "american/dead-1#drawn-twice": Case(
        legal=f"{_GAME} {_FULL} E discard 9d; S draw ??; S discard 9d",
        illegal=f"{_GAME} {_FULL} E discard 9d; S draw ??; S draw ??",
        code="dead-count",
        severity="info",
        also=("out-of-turn",),
    ),
    "american/dead-1#pays": Case(
        legal=f"{_GAME} {_TABLE} E discard 9d; S dead count by=N; W discard 9d; N discard 9c; {_WEST_WINS}"
        "settlement E=-30 S=-30 W=120 N=-60",
        illegal=f"{_GAME} {_TABLE} E discard 9d; S dead count by=N; W discard 9d; N discard 9c; {_WEST_WINS}"
        "settlement E=-30 S=0 W=90 N=-60",
        code="wrong-settlement",
    ),
    "american/dead-2": Case(
        legal=f"{_GAME} {_TABLE} E discard 9d; {_THREE} replay three hands with a wrong number of tiles;"
        "hand 1 E anna; E discard 9d",
        illegal=f"{_GAME} {_FULL} dealt; passes; E discard 9d; replay two hands with a wrong number of tiles",
        code="replay-not-due",
    ),
    "american/dead-2#three-wrong": Case(
        legal=f"{_GAME} {_TABLE} E discard 9d; S dead count by=E; W dead count by=E; N discard 9d",
        illegal=f"{_GAME} {_TABLE} E discard 9d; {_THREE} E discard 9c",
        code="replay-missing",
    ),
    "american/dead-2#whatever-reasons": Case(
        legal=f"{_GAME} {_TABLE} E discard 9d; S dead other; W dead call; N discard 9d",
        illegal=f"{_GAME} {_TABLE} E discard 9d; S dead other; W dead call; N dead other; E discard 9c",
        code="replay-missing",
    ),
    "american/dead-3": Case(
        legal=f"{_GAME} {_TABLE} {_WINDS} S discard 9d; S dead exposure by=N on_basis=rack sets=0; W discard 9d",
        illegal=f"{_GAME} {_TABLE} {_FIVE} S discard 9d; S dead exposure by=N on_basis=rack sets=0",
        code="dead-not-proved",
        infos=("dead-exposure", "dead-exposure"),
    ),
    "american/dead-3#two-exposures": Case(
        legal=f"{_GAME} {_TABLE} E discard Nw; S claim pung; S expose pung NNw Jk; S discard 9d; W discard 9d;"
        "N discard 5b; S claim sextet; S expose sextet 555b JJJk; S dead exposure by=W; W discard 9c",
        illegal=f"{_GAME} {_TABLE} E discard Nw; S claim pung; S expose pung NNw Jk; S discard 9d; W discard 9d;"
        "N discard Rd; S claim kong; S expose kong RRRd Jk; S dead exposure by=W",
        code="dead-not-proved",
        infos=("dead-exposure", "dead-exposure"),
    ),
    "american/dead-3#by-the-rack": Case(
        legal=f"{_GAME} {_TABLE} {_FLOWERS_AND_SOAP} W discard 9d",
        illegal=f"{_GAME} {_TABLE} {_FLOWERS_AND_SOAP} S dead exposure by=W on_basis=rack",
        code="dead-not-proved",
    ),
    "american/dead-3#by-the-table": Case(
        legal=f"{_AT_THE_TABLE} {_TABLE} {_FLOWERS_AND_SOAP} S dead exposure by=W on_basis=table; W discard 9d",
        illegal=f"{_AT_THE_TABLE} {_TABLE} {_FLOWERS_AND_SOAP.replace('W discard Wd', 'W discard 9d')}"
        "S dead exposure by=W on_basis=table",
        code="dead-not-proved",
        infos=("dead-exposure",),
    ),
    "american/dead-3#pays": Case(
        legal=f"{_GAME} {_TABLE} {_WINDS} S dead exposure by=N; W discard 9d; N discard 9c; {_WEST_WINS}"
        "settlement E=-30 S=-30 W=120 N=-60",
        illegal=f"{_GAME} {_TABLE} {_WINDS} S dead exposure by=N; W discard 9d; N discard 9c; {_WEST_WINS}"
        "settlement E=-30 S=0 W=90 N=-60",
        code="wrong-settlement",
        also=("dead-exposure", "dead-exposure"),
        infos=("dead-exposure", "dead-exposure"),
    ),
    "american/dead-4": Case(
        legal=f"{_SHOWN} S dead false-mahjong by=W; W draw ??; W discard 9c",
        illegal=f"{_NEARLY} E discard 9d; S draw 1c; S mahjong wall 1c; S show | 111b 111c GGGd Jk NESWw;"
        "S dead false-mahjong by=W",
        code="dead-not-proved",
        infos=("not-on-card", "dead-false-mahjong"),
    ),
    "american/dead-4#declared-dead": Case(
        legal=f"{_SHOWN} S dead false-mahjong by=W; W draw ??; W mahjong wall; W score 30;"
        "settlement E=-60 S=-60 W=180 N=-60",
        illegal=f"{_IN_ERROR} S dead false-mahjong by=W",
        code="dead-not-proved",
        also=("not-on-card",),
        infos=("not-on-card", "dead-false-mahjong"),
    ),
    "american/dead-4#a-tile-called": Case(
        legal=f"{_NEARLY} E discard 9d; S claim mahjong; S mahjong discard 9d; S show | 111b 11c 9d GGGd Jk NESWw;"
        "S dead false-mahjong by=W; W draw ??; W discard 9c; N draw ??; N discard 9c; E draw ??",
        infos=("not-on-card", "dead-false-mahjong"),
    ),
    "american/dead-4#nobody-has-declared": Case(
        legal=f"{_SHOWN} S dead false-mahjong by=W",
        illegal=f"{_NEARLY} E discard 9d; S draw 9d; S dead false-mahjong by=W",
        code="dead-not-proved",
        infos=("not-on-card", "dead-false-mahjong"),
    ),
    "american/dead-4#play-goes-on": Case(
        legal=f"{_SHOWN} S dead false-mahjong by=W; W draw ??",
        illegal=f"{_WON_IN_ERROR} W draw ??",
        code="dead-false-mahjong",
        also=("not-on-card",),
        infos=("not-on-card", "dead-false-mahjong"),
    ),
    "american/dead-4#pays": Case(
        legal=f"{_SHOWN} S dead false-mahjong by=W; W draw ??; W mahjong wall; W score 30;"
        "settlement E=-60 S=-60 W=180 N=-60",
        illegal=f"{_SHOWN} S dead false-mahjong by=W; W draw ??; W mahjong wall; W score 30;"
        "settlement E=-60 S=0 W=120 N=-60",
        code="wrong-settlement",
        also=("not-on-card", "dead-false-mahjong"),
        infos=("not-on-card", "dead-false-mahjong"),
    ),
    "american/dead-4#in-a-draw-nobody-pays": Case(
        legal=f"{_WON_IN_ERROR} S dead false-mahjong; {_three_play_on(98)}; washout; settlement E=0 S=0 W=0 N=0",
        infos=("not-on-card", "dead-false-mahjong"),
    ),
    "american/dead-5": Case(
        legal=f"{_GAME} {_TABLE} {_WINDS} S dead exposure by=N; W discard 9d; N discard 9d; E discard 9d; W discard 9c",
        illegal=f"{_GAME} {_TABLE} {_WINDS} S dead exposure by=N; W discard 9d; N discard 9d; E discard 9d; S draw ??",
        code="dead-hand-acts",
        also=("dead-exposure", "dead-exposure"),
        infos=("dead-exposure", "dead-exposure"),
    ),
    "american/dead-5#east-too": Case(
        legal=f"{_GAME} {_TABLE} E dead other by=S; S discard 9d; W discard 9d; N discard 9d; S discard 9c",
        illegal=f"{_GAME} {_TABLE} E dead other by=S; S discard 9d; W discard 9d; N discard 9d; E draw ??",
        code="dead-hand-acts",
    ),
    "american/dead-5#does-not-discard": Case(
        legal=f"{_GAME} {_TABLE} {_WINDS} S dead exposure by=N; W discard 9d",
        illegal=f"{_GAME} {_TABLE} {_WINDS} S dead exposure by=N; S discard 9d",
        code="dead-hand-acts",
        also=("dead-exposure", "dead-exposure"),
        infos=("dead-exposure", "dead-exposure"),
    ),
    "american/dead-5#does-not-call": Case(
        legal=f"{_GAME} {_TABLE} {_WINDS} S dead exposure by=N; W discard 5b; N claim pung; N expose pung 555b",
        illegal=f"{_GAME} {_TABLE} {_WINDS} S dead exposure by=N; W discard 5b; S claim pung",
        code="dead-hand-acts",
        also=("dead-exposure", "dead-exposure"),
        infos=("dead-exposure", "dead-exposure"),
    ),
    "american/dead-5#does-not-exchange": Case(
        legal=f"{_GAME} {_TABLE} {_FIVE} S discard 9d; S dead count by=E; W exchange S 5b; W discard 9d",
        illegal=f"{_GAME} {_TABLE} {_FIVE} S discard 9d; W dead count by=E; W exchange S 5b",
        code="dead-hand-acts",
    ),
    "american/dead-5#does-not-win": Case(
        legal=f"{_GAME} {_TABLE} E discard 9d; S dead count by=N; W mahjong wall",
        illegal=f"{_GAME} {_TABLE} E discard 9d; S dead count by=N; W discard 9d; !S claim mahjong; S mahjong discard",
        code="dead-hand-acts",
    ),
    "american/joker-3#of-dead-hands": Case(
        legal=f"{_TAKEN_BACK} {_TABLE} {_FIVE} S discard 9d; W discard Ww; S claim quint; S expose quint WWWw JJk;"
        "S dead exposure by=N sets=1; W exchange S 5b; W discard 9d",
        illegal=f"{_TAKEN_BACK} {_TABLE} {_FIVE} S discard 9d; W discard Ww; S claim quint; S expose quint WWWw JJk;"
        "S dead exposure by=N sets=1; W exchange S Ww set=1",
        code="exchange-no-match",
        also=("dead-exposure", "dead-exposure"),
        infos=("dead-exposure", "dead-exposure"),
    ),
    "american/joker-3#not-shown-at-once": Case(
        legal=f"{_GAME} {_TABLE} {_FIVE} S discard 9d; W exchange S 5b; W discard 9d; N discard 9c",
    ),
    "american/dead-6": Case(
        legal=f"""{_CHALLENGED} W penalty 50 reason=challenge to={{"S":50}}""",
        illegal=f"""{_CHALLENGED} W penalty 25 reason=challenge to={{"S":25}}""",
        code="wrong-penalty",
    ),
    "american/dead-6#to-one": Case(
        legal=f"""{_CHALLENGED} W penalty 50 reason=challenge to={{"S":50}}""",
        illegal=f"{_CHALLENGED} W penalty 50 reason=challenge",
        code="wrong-penalty",
    ),
}
