"""Tiles as riichi programs spell them: numbers 0 to 135, two digits, names of mjai."""

from __future__ import annotations

from collections.abc import Iterable

from mjlog.tiles import FIRST_DRAGON, RED_FIVES, TILES, UNKNOWN, Tile

SUIT_STARTS = (9, 18, 0)
"""The first kind of each suit, in the order of these programs: characters, dots, bamboo."""
_HONORS = (27, 28, 29, 30, FIRST_DRAGON + 2, FIRST_DRAGON + 1, FIRST_DRAGON)
"""East to north, then white, green, red."""
_KINDS = (*(start + rank for start in SUIT_STARTS for rank in range(9)), *_HONORS)
_RED_NUMBERS = (16, 52, 88)
_RED_FACES = (RED_FIVES[1], RED_FIVES[2], RED_FIVES[0])
ALL = 4 * len(_KINDS)
"""How many tiles there are, each with a number of its own."""
UNSEEN = TILES[UNKNOWN]

BY_NUMBER: tuple[Tile, ...] = tuple(
    TILES[_RED_FACES[_RED_NUMBERS.index(number)] if number in _RED_NUMBERS else _KINDS[number // 4]]
    for number in range(ALL)
)
"""The tile of each number, where red fives are played with."""
PLAIN_BY_NUMBER: tuple[Tile, ...] = tuple(TILES[_KINDS[number // 4]] for number in range(ALL))
"""The tile of each number, where they are not."""

TENHOU6: dict[int, Tile] = {
    **{10 * (suit + 1) + rank + 1: TILES[start + rank] for suit, start in enumerate(SUIT_STARTS) for rank in range(9)},
    **{41 + place: TILES[kind] for place, kind in enumerate(_HONORS)},
    **{51 + suit: TILES[face] for suit, face in enumerate(_RED_FACES)},
}
"""The tile of each number of tenhou/6: `11` 1 of characters, `47` red dragon, `51` red five of characters."""
TENHOU6_OF: dict[Tile, int] = {tile: code for code, tile in TENHOU6.items()}

MJAI: dict[str, Tile] = {
    **{
        f"{rank + 1}{letter}": TILES[start + rank]
        for letter, start in zip("mps", SUIT_STARTS, strict=True)
        for rank in range(9)
    },
    **{name: TILES[kind] for name, kind in zip("ESWNPFC", _HONORS, strict=True)},
    **{f"5{letter}r": TILES[face] for letter, face in zip("mps", _RED_FACES, strict=True)},
    "?": UNSEEN,
}
"""The tile of each name of mjai: `1m`, `5pr`, `E`, `P` white dragon, `?` unseen."""
MJAI_OF: dict[Tile, str] = {tile: name for name, tile in MJAI.items()}


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """Tiles by kind, a red five behind the plain ones."""
    return sorted(tiles, key=lambda tile: (tile.kind, tile.face))
