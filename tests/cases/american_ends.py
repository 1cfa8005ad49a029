"""The rules of `american` about payments, the drawn hand and who is East next, each kept and broken."""

from __future__ import annotations

from cases import Case
from short_logs import discards

_GAME = "game american card=riverside-2026;"
_FULL = f"{_GAME} hand;"
_TABLE = f"{_GAME} hand depth=table;"
_READY = f"{_FULL} dealt S 111b 11c GGGd Jk NESWw; passes ESWw;"
"""South waits for 1c, for line l3 with a joker: 30 points."""
_JOKERLESS = f"{_GAME[:-1]} jokerless=due; hand; dealt S 111b 11c GGGGd NESWw; passes ESWw;"
"""The same without a joker, which is paid double without a word."""
_TOLD = _JOKERLESS.replace("jokerless=due", "jokerless=told")
_SAID = """S score 30 items=[{"name":"jokerless"}];"""
_NOT_SAID = """S score 30 items=[{"name":"line","points":30}];"""
_PAIRS = f"{_FULL} dealt S 2c Wd 26c Rd 22b 66d NESWw; passes ESWw;"
"""South waits for Gd, for line s2 of singles and pairs: 60 points."""
_CALLED = "E discard 1c; S claim mahjong; S mahjong discard 1c;"
_DRAWN = "E discard 9d; S draw 1c; S mahjong wall 1c;"
_TWO_LINES = f"{_FULL} dealt S GGGd JJJJJJk NESWw; passes ESWw; E discard Gd; S claim mahjong; S mahjong discard Gd;"
"""South's hand is of line l3, for 30 points, and of line w4, for 45."""
_RESULT = f"{_GAME} hand depth=result;"
_TO_THE_END = f"{_TABLE} {discards(100)};"
"""East's discard, and 99 more: nothing is left of the wall."""


def _paid(text: str, right: str, wrong: str) -> Case:
    """A hand paid as it should be, and otherwise."""
    return Case(f"{text} settlement {right}", f"{text} settlement {wrong}", "wrong-settlement")


CASES: dict[str, Case] = {
    "american/pay-1": _paid(f"{_READY} {_CALLED}", "E=-60 S=120 W=-30 N=-30", "E=-30 S=90 W=-30 N=-30"),
    "american/pay-1#the-discarder-alone": _paid(f"{_READY} {_CALLED}", "E=-60 S=120 W=-30 N=-30", "E=-60 S=60 W=0 N=0"),
    "american/pay-1#not-as-drawn": _paid(f"{_READY} {_CALLED}", "E=-60 S=120 W=-30 N=-30", "E=-60 S=180 W=-60 N=-60"),
    "american/pay-1#not-another": _paid(f"{_READY} {_CALLED}", "E=-60 S=120 W=-30 N=-30", "E=-30 S=120 W=-60 N=-30"),
    "american/pay-1#value-announced": _paid(
        f"{_TABLE} {_CALLED} S score 40;", "E=-80 S=160 W=-40 N=-40", "E=-50 S=100 W=-25 N=-25"
    ),
    "american/pay-1#payments-named": _paid(
        f"{_READY} {_CALLED}",
        "E=-60 S=120 W=-30 N=-30 payments=E>S:60,W>S:30,N>S:30",
        "E=-60 S=120 W=-30 N=-30 payments=E>S:30,W>S:60,N>S:30",
    ),
    "american/pay-1#adds-up": Case(
        legal=f"{_READY} {_CALLED} settlement E=-60 S=120 W=-30 N=-30",
        illegal=f"{_READY} {_CALLED} settlement E=-60 S=130 W=-30 N=-30",
        code="not-zero-sum",
    ),
    "american/pay-2": _paid(f"{_READY} {_DRAWN}", "E=-60 S=180 W=-60 N=-60", "E=-30 S=90 W=-30 N=-30"),
    "american/pay-2#nobody-has-discarded-it": _paid(
        f"{_READY} {_DRAWN}", "E=-60 S=180 W=-60 N=-60", "E=-60 S=120 W=-30 N=-30"
    ),
    "american/pay-2#by-exchange": _paid(
        f"{_TABLE} E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d; W exchange S 5b;"
        "W mahjong exchange; W score 25;",
        "E=-50 S=-50 W=150 N=-50",
        "E=-25 S=-50 W=100 N=-25",
    ),
    "american/pay-2#dealt": _paid(
        f"{_FULL} dealt E 111b 111c GGGd Jk NESWw; E mahjong deal;",
        "E=180 S=-60 W=-60 N=-60",
        "E=90 S=-30 W=-30 N=-30",
    ),
    "american/pay-3": _paid(f"{_JOKERLESS} {_CALLED}", "E=-120 S=240 W=-60 N=-60", "E=-60 S=120 W=-30 N=-30"),
    "american/pay-3#drawn": _paid(f"{_JOKERLESS} {_DRAWN}", "E=-120 S=360 W=-120 N=-120", "E=-60 S=180 W=-60 N=-60"),
    "american/pay-3#told": _paid(f"{_TOLD} {_CALLED} {_SAID}", "E=-120 S=240 W=-60 N=-60", "E=-60 S=120 W=-30 N=-30"),
    "american/pay-3#not-told": _paid(
        f"{_TOLD} {_CALLED} {_NOT_SAID}", "E=-60 S=120 W=-30 N=-30", "E=-120 S=240 W=-60 N=-60"
    ),
    "american/pay-3#with-a-joker": _paid(f"{_READY} {_DRAWN}", "E=-60 S=180 W=-60 N=-60", "E=-120 S=360 W=-120 N=-120"),
    "american/pay-3#not-in-singles-and-pairs": _paid(
        f"{_PAIRS} E discard Gd; S claim mahjong; S mahjong discard Gd;",
        "E=-120 S=240 W=-60 N=-60",
        "E=-240 S=480 W=-120 N=-120",
    ),
    "american/pay-3#jokers-at-the-declaration": _paid(
        f"{_TABLE} E discard 1c; S claim pung; S expose pung 11c Jk; S discard 9d; W discard 9d; N discard 9d;"
        "E discard 8d; S draw 1c; S exchange S 1c; S mahjong exchange; S show | 111b GGGd Jk NESWw;",
        "E=-60 S=180 W=-60 N=-60",
        "E=-120 S=360 W=-120 N=-120",
    ),
    "american/pay-3#jokers-exchanged-before": _paid(
        f"{_GAME[:-1]} jokerless=due; hand depth=table; "
        "E discard 1c; S claim pung; S expose pung 11c Jk; S discard 9d; W exchange S 1c; W discard Jk;"
        "N discard Nw; S claim mahjong; S mahjong discard Nw; S show | 111b GGGGd NESWw;",
        "E=-60 S=240 W=-60 N=-120",
        "E=-30 S=120 W=-30 N=-60",
    ),
    "american/pay-4": _paid(f"{_READY} {_DRAWN}", "E=-60 S=180 W=-60 N=-60", "E=-120 S=240 W=-60 N=-60"),
    "american/pay-4#receives": _paid(
        f"{_TABLE} E discard 9d; S discard 9d; W discard 9d; N discard 1c; E claim mahjong; E mahjong discard 1c;"
        "E show | 111b 111c GGGGd NESWw;",
        "E=240 S=-60 W=-60 N=-120",
        "E=480 S=-120 W=-120 N=-240",
    ),
    "american/pay-5": Case(
        legal=f"{_READY} {_DRAWN} S score 30",
        illegal=f"{_READY} {_DRAWN} S score 25",
        code="wrong-score",
    ),
    "american/pay-5#the-highest-of-several": Case(
        legal=f"{_TWO_LINES} S score 45; settlement E=-90 S=180 W=-45 N=-45",
        illegal=f"{_TWO_LINES} S score 30",
        code="wrong-score",
    ),
    "american/pay-5#the-line-named": Case(
        legal=f"{_TWO_LINES.removesuffix(';')} line=l3; S score 30; settlement E=-60 S=120 W=-30 N=-30",
        illegal=f"{_TWO_LINES.removesuffix(';')} line=l3; S score 45",
        code="wrong-score",
    ),
    "american/pay-5#concealed-line": Case(
        legal=f"{_PAIRS} E discard 9d; S draw Gd; S mahjong wall Gd; S score 60",
        illegal=f"{_PAIRS} E discard 9d; S draw Gd; S mahjong wall Gd; S score 50",
        code="wrong-score",
    ),
    # -- the drawn hand
    "american/draw-1": Case(
        legal=f"{_TO_THE_END} washout; settlement E=0 S=0 W=0 N=0",
        illegal=f"{_TABLE} {discards(99)}; washout",
        code="washout-too-early",
    ),
    "american/draw-1#nobody-pays": Case(
        legal=f"{_TO_THE_END} washout; settlement",
        illegal=f"{_TO_THE_END} washout; settlement E=-25 S=75 W=-25 N=-25",
        code="washout-scored",
    ),
    "american/draw-1#the-last-discard": Case(
        legal=f"{_TO_THE_END} S claim mahjong; S mahjong discard",
        illegal=f"{_TO_THE_END} E draw ??",
        code="draw-past-end",
    ),
    # -- the next hand
    "american/rotate-1": Case(
        legal=f"{_RESULT} E mahjong wall; hand 2 E ben",
        illegal=f"{_RESULT} E mahjong wall; hand 2 E anna",
        code="wrong-east",
    ),
    "american/rotate-1#after-a-drawn-hand": Case(
        legal=f"{_RESULT} washout; hand 2 E ben depth=result; S mahjong wall; hand 3 E cora",
        illegal=f"{_RESULT} washout; hand 2 E anna",
        code="wrong-east",
    ),
    "american/rotate-1#after-another-wins": Case(
        legal=f"{_RESULT} W mahjong wall; hand 2 E ben",
        illegal=f"{_RESULT} W mahjong wall; hand 2 E cora",
        code="wrong-east",
    ),
    "american/rotate-1#replayed": Case(
        legal=f"{_RESULT} replay three hands with a wrong number of tiles; hand 1 E anna",
        illegal=f"{_RESULT} replay three hands with a wrong number of tiles; hand 1 E ben",
        code="wrong-east",
    ),
    "american/rotate-1#no-winds": Case(
        legal=f"{_RESULT} E mahjong wall; hand 2 E ben",
        illegal=f"{_RESULT} E mahjong wall; hand 2 S ben",
        code="wrong-round",
    ),
    "american/rotate-1#four-rounds": Case(
        legal=f"{_GAME} hand depth=result; E mahjong wall; hand 2 E ben depth=result; E mahjong wall;"
        "hand 3 E cora depth=result; E mahjong wall; hand 4 E dora depth=result; E mahjong wall; hand 5 E anna",
        illegal=f"{_GAME} hand depth=result; E mahjong wall; hand 2 E ben depth=result; E mahjong wall;"
        "hand 3 E cora depth=result; E mahjong wall; hand 4 E dora depth=result; E mahjong wall; hand 5 S anna",
        code="wrong-round",
    ),
}
