"""The rules of `american` about jokers and winning, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in

_GAME = "game american card=riverside-2026;"
FULL = f"{_GAME} hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
TABLE = f"{_GAME} hand depth=table;"
"""What the table saw: draws are between the lines."""
READY = f"{FULL} dealt S 111b 11c GGGd Jk NESWw; passes ESWw;"
"""South waits for 1c, for line l3; the winds go round and come back."""
MANY_JOKERS = f"{FULL} dealt S 55b JJJJJk 9c 9d NESWw; passes ESWw;"
PUNG = "E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d;"
"""South has exposed a pung of 5b with a joker."""
TO_EAST = "W draw ??; W discard 9d; N draw ??; N discard 9d; E draw 5b;"
WINDS = f"{TABLE} E discard Ww; S claim quint; S expose quint WWWw JJk;"
"""No line has five west winds."""

CASES: dict[str, Case] = cases_in("american_jokers", globals())
