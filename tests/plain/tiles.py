"""Tiles as small numbers: suits first, bamboo, characters, dots; then the winds; then the dragons."""

from __future__ import annotations

SUITS = "bcd"
CODES: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *(f"{wind}w" for wind in "ESWN"),
    *(f"{dragon}d" for dragon in "RGW"),
)
NUMBERS = {code: number for number, code in enumerate(CODES)}
KINDS = range(34)
WINDS = (27, 28, 29, 30)
DRAGONS = (31, 32, 33)
HONORS = frozenset((*WINDS, *DRAGONS))
TERMINALS = frozenset(9 * suit + rank for suit in range(3) for rank in (0, 8))
MAJORS = TERMINALS | HONORS
GREENS = frozenset(NUMBERS[code] for code in ("2b", "3b", "4b", "6b", "8b", "Gd"))

Tiles = tuple[int, ...]


def suit(tile: int) -> int:
    """0, 1, 2 for bamboo, characters, dots; 3 for an honor."""
    return min(tile // 9, 3)


def rank(tile: int) -> int:
    """1 … 9 of a suit tile."""
    return tile % 9 + 1


def suit_tile(suit: int, rank: int) -> int:
    """The tile of a suit (0, 1, 2) with a number (1 … 9)."""
    return 9 * suit + rank - 1
