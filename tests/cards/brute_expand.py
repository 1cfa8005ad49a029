"""The hands of a line, found by trying everything: written from the notation's rules in the plainest way.

A line is a text without label, value and mode. Every suit is tried for every colour, every dragon and wind for every
group that leaves it open; what a condition forbids, and what was found before, is thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, product

Hand = tuple[tuple[str, int, bool], ...]
"""Groups: the tile's code, how many, whether jokers may stand in it."""

DRAGON = {"b": "Gd", "c": "Rd", "d": "Wd"}
PLAIN = {"F": "Ff", "0": "Wd", "R": "Rd", "G": "Gd", "N": "Nw", "E": "Ew", "W": "Ww", "S": "Sw"}


def brute_hands(text: str) -> list[Hand]:
    """All hands of a line, in order, each once."""
    front_text, rest = re.fullmatch(r"((?:\([^)]*\) *)*)(.*)", text).groups()  # type: ignore[union-attr]
    front = re.findall(r"\(([^)]*)\)", front_text)
    found: dict[tuple[object, ...], Hand] = {}
    for part in rest.split("-or-"):
        said = front + re.findall(r"\(([^)]*)\)", part)
        for way in ways(re.sub(r"\([^)]*\)", "", part)):
            for hand in readings(way, said):
                if possible(hand):
                    found.setdefault(tuple(sorted(hand)), hand)
    return list(found.values())


def ways(part: str) -> list[list[str]]:
    """The groups, for every way through the choices."""
    pieces = [piece for piece in re.split(r"(\{[^}]*\})", part) if piece.strip()]
    choices = [piece[1:-1].split("|") if piece[0] == "{" else [piece] for piece in pieces]
    return [" ".join(chosen).split() for chosen in product(*choices)]


def readings(groups: list[str], said: list[str]) -> Iterator[Hand]:
    """Everything that the symbols can stand for."""
    numbers = list(dict.fromkeys(sign for group in groups if group[0] != "=" for sign in group if sign in "123456789"))
    colours = list(dict.fromkeys(sign for group in groups for sign in group if sign in "rgb"))
    dragons = [at for at, group in enumerate(groups) if "D" in group and not set(group) & set("rgb")]
    winds = [at for at, group in enumerate(groups) if "Z" in group]
    for ranks in rank_choices(numbers, said):
        for suits in product("bcd", repeat=len(colours)):
            if len(set(suits)) not in suit_counts(len(colours), said):
                continue
            for open_dragons in product(("Rd", "Gd", "Wd"), repeat=len(dragons)):
                for open_winds in product(("Ew", "Sw", "Ww", "Nw"), repeat=len(winds)):
                    suit = dict(zip(colours, suits, strict=True))
                    dragon = dict(zip(dragons, open_dragons, strict=True))
                    for at, group in enumerate(groups):
                        if "D" in group and at not in dragon:
                            dragon[at] = DRAGON[suit[(set(group) & set("rgb")).pop()]]
                    if fit(dragon.values(), "dragon", said) and fit(open_winds, "wind", said):
                        rank = dict(zip(numbers, ranks, strict=True))
                        wind = dict(zip(winds, open_winds, strict=True))
                        yield hand_of(groups, rank, suit, dragon, wind, "no jokers" in said)


def rank_choices(printed: list[str], said: list[str]) -> Iterator[tuple[str, ...]]:
    """The ranks that the printed numbers can stand for, upward."""
    words = " ".join(said)
    if "run" in words or "like" in words:
        parity = 1 if "odd" in words else 0 if "even" in words else None
        for step in range(-8, 9):
            ranks = [int(number) + step for number in printed]
            if all(1 <= rank <= 9 and parity in (None, rank % 2) for rank in ranks):
                yield tuple(map(str, ranks))
            if not printed:
                return
    elif "free" in words:
        yield from permutations("123456789", len(printed))
    else:
        yield tuple(printed)


def suit_counts(colours: int, said: list[str]) -> set[int]:
    """How many suits there may be."""
    for text in said:
        if relaxed := re.fullmatch(r"any (\d) or (\d) suits", text):
            return {min(int(count), colours) for count in relaxed.groups()}
    return {colours}


def fit(tiles: object, word: str, said: list[str]) -> bool:
    """Whether dragons (or winds) are as alike as the conditions want them."""
    found = list(tiles)  # type: ignore[call-overload]
    if f"same {word}" in said and len(set(found)) > 1:
        return False
    return not (f"different {word}s" in said and len(set(found)) < len(found))


def hand_of(
    groups: list[str], rank: dict[str, str], suit: dict[str, str], dragon: dict[int, str], wind: dict[int, str],
    natural: bool,
) -> Hand:  # fmt: skip
    """The groups with their tiles; mixed ones tile by tile."""
    hand: list[tuple[str, int, bool]] = []
    for at, group in enumerate(groups):
        symbols = re.sub("[rgb=!]", "", group)
        colour = suit.get((set(group) & set("rgb") or {""}).pop())
        tiles = []
        for sign in symbols:
            if sign in "123456789":
                tiles.append((sign if group[0] == "=" else rank[sign]) + str(colour))
            else:
                tiles.append({"D": dragon.get(at), "Z": wind.get(at)}.get(sign) or PLAIN[sign])
        if len(set(symbols)) > 1:
            hand += [(tile, 1, False) for tile in tiles]
        else:
            hand.append((tiles[0], len(tiles), len(tiles) > 2 and not natural and not group.endswith("!")))
    return tuple(hand)


def possible(hand: Hand) -> bool:
    """Whether the tiles can be laid out: real ones where jokers may not stand, then as many as there are."""
    left = {tile: 8 if tile == "Ff" else 4 for tile, _, _ in hand}
    for tile, size, jokers in hand:
        left[tile] -= 0 if jokers else size
    if any(count < 0 for count in left.values()):
        return False
    wanted = 0
    for tile, size, jokers in hand:
        taken = min(left[tile], size) if jokers else 0
        left[tile] -= taken
        wanted += size - taken if jokers else 0
    return wanted <= 8
