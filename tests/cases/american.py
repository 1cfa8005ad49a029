"""The rules of `american` before play begins, each kept and broken: tiles, wall, deal, card, Charleston."""

from __future__ import annotations

from cases import Case, cases_in

GAME = "game american card=riverside-2026;"
TABLE = f"{GAME} hand depth=table;"
"""What the table saw."""
BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""


def others(name: str, *passed: str) -> str:
    """East, South and West pass these tiles."""
    return " ".join(f"{seat} charleston {name} {one};" for seat, one in zip("ESW", passed, strict=True))


def won(line: str, hand: str) -> str:
    """South has won with a drawn tile, and lays down a hand of this line."""
    return f"{TABLE} E discard 9d; S mahjong wall line={line}; S show | {hand}"


CASES: dict[str, Case] = cases_in("american", globals())
