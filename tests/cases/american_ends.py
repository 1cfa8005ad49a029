"""The rules of `american` about payments, the drawn hand and who is East next, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in
from short_logs import discards

GAME = "game american card=riverside-2026;"
FULL = f"{GAME} hand;"
TABLE = f"{GAME} hand depth=table;"
READY = f"{FULL} dealt S 111b 11c GGGd Jk NESWw; passes ESWw;"
"""South waits for 1c, for line l3 with a joker: 30 points."""
JOKERLESS = f"{GAME[:-1]} jokerless=due; hand; dealt S 111b 11c GGGGd NESWw; passes ESWw;"
"""The same without a joker, which is paid double without a word."""
TOLD = JOKERLESS.replace("jokerless=due", "jokerless=told")
SAID = """S score 30 items=[{"name":"jokerless"}];"""
NOT_SAID = """S score 30 items=[{"name":"line","points":30}];"""
PAIRS = f"{FULL} dealt S 2c Wd 26c Rd 22b 66d NESWw; passes ESWw;"
"""South waits for Gd, for line s2 of singles and pairs: 60 points."""
CALLED = "E discard 1c; S claim mahjong; S mahjong discard 1c;"
DRAWN = "E discard 9d; S draw 1c; S mahjong wall 1c;"
TWO_LINES = f"{FULL} dealt S GGGd JJJJJJk NESWw; passes ESWw; E discard Gd; S claim mahjong; S mahjong discard Gd;"
"""South's hand is of line l3, for 30 points, and of line w4, for 45."""
RESULT = f"{GAME} hand depth=result;"
TO_THE_END = f"{TABLE} {discards(100)};"
"""East's discard, and 99 more: nothing is left of the wall."""


def paid(text: str, right: str, wrong: str) -> Case:
    """A hand paid as it should be, and otherwise."""
    return Case(f"{text} settlement {right}", f"{text} settlement {wrong}", "wrong-settlement")

CASES: dict[str, Case] = cases_in("american_ends", globals())
