"""The rules of `american` before play begins, each kept and broken: tiles, wall, deal, card, Charleston."""

from __future__ import annotations

from cases import Case, cases_in

GAME = "game american card=riverside-2026;"
FULL = f"{GAME} hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
TABLE = f"{GAME} hand depth=table;"
"""What the table saw."""
BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
ROLLS = "roll anna 6 3; roll ben 3 4; roll cora 5 6; roll dora 1 1;"
TIED = "roll anna 6 3; roll ben 3 4; roll cora 4 5; roll dora 1 1;"
BROKEN = f"{FULL} E roll break-stack 4 5;"

DEALT = f"{FULL} dealt;"
HALFWAY = f"{DEALT} E charleston right-1 123b; S charleston right-1 123b; W charleston right-1 123b;"
"""North has still to pass to the right."""
TWO_PASSES = (
    f"{DEALT} E charleston right-1 123b; S charleston right-1 456b; W charleston right-1 789b;"
    "N charleston right-1 123c; E charleston across-1 123b; S charleston across-1 456b; W charleston across-1 789b;"
    "N charleston across-1 123c;"
)
"""All have passed to the right and across."""
LEFT = "E charleston left-1 123d; S charleston left-1 456d;"
FIRST = f"{DEALT} passes first 123b;"
SECOND = f"{FIRST} passes second 123b;"
STOPPED = f"{FIRST} N stop;"


def others(name: str, *passed: str) -> str:
    """East, South and West pass these tiles."""
    return " ".join(f"{seat} charleston {name} {one};" for seat, one in zip("ESW", passed, strict=True))


ONE_MORE = f"{FIRST} {others('left-2', '123b', '123b', '123b')} N charleston left-2 123b;"
"""The first pass of the second Charleston has been made."""
LAST_RIGHT = (
    f"{ONE_MORE} {others('across-2', '123b', '123b', '123b')} N charleston across-2 123b;"
    f"{others('right-2', '123b', '123b', '789c')}"
)
"""West passes 789c to North."""


def won(line: str, hand: str) -> str:
    """South has won with a drawn tile, and lays down a hand of this line."""
    return f"{TABLE} E discard 9d; S mahjong wall line={line}; S show | {hand}"


CASES: dict[str, Case] = cases_in("american", globals())
