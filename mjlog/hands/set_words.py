"""Sets in English words."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.shapes import FORM_NAMES, GATES, SNAKE, WONDERS, Group, group_tiles
from mjlog.hands.special import meant
from mjlog.table.plan import NO_WILD
from mjlog.text import counted, list_words
from mjlog.tiles import (
    JOKER,
    RED_FIVES,
    SUIT_NAMES,
    UNKNOWN,
    Tile,
    is_suit,
    kind_of,
    rank_of,
    suit_of,
    tile_name,
    tiles_name,
)


def set_words(kind: str, tiles: Sequence[Tile | int], wild: int = NO_WILD) -> str:
    """A set of kinds or faces in words; of jokers, wild tiles and red fives in it how many there are.

    >>> set_words("pung", (4, 4, 4)), set_words("chow", (2, 3, 4)), set_words("kong", (4, 4, 43, 43))
    ('pung of 5 bamboo', 'chow of 3-4-5 bamboo', 'kong of 5 bamboo (2 jokers)')
    >>> set_words("chow", (2, 3, RED_FIVES[0])), set_words("pair", (42, 42))
    ('chow of 3-4-5 bamboo (1 red)', 'pair of flowers')
    >>> set_words("pung", (1, 16, 16), wild=1)
    'pung of 8 characters (1 wild)'
    """
    faces = [tile if isinstance(tile, int) else tile.face for tile in tiles]
    kinds = [kind_of(face) for face in faces]
    meant_as = meant(kinds, wild)
    jokers, reds = kinds.count(JOKER), sum(face in RED_FIVES for face in faces)
    known = sorted(kind for kind in meant_as if kind not in (UNKNOWN, JOKER))
    if not known:
        return f"{kind} of {'jokers' if jokers else 'unseen tiles'}"
    among = [counted(jokers, "joker")] if jokers else [f"{reds} red"] if reds else []
    among += [f"{kinds.count(wild)} wild"] if wild != JOKER and tuple(kinds) != meant_as else []
    if len(set(known)) == 1:
        named = tiles_name(known[0])
    elif all(is_suit(kind) for kind in known) and len({suit_of(kind) for kind in known}) == 1:
        named = f"{'-'.join(str(rank_of(kind)) for kind in known)} {SUIT_NAMES[suit_of(known[0])]}"
    else:
        named = list_words([tile_name(kind) for kind in known])
    return f"{kind} of {named}" + "".join(f" ({words})" for words in among)


def group_words(group: Group) -> str:
    """A group of an arrangement in words; the thirteen wonders, the snake and the gates by their name alone.

    >>> group_words((1, 4)), group_words((0, 2)), group_words((3, 31))
    ('pung of 5 bamboo', 'chow of 3-4-5 bamboo', 'pair of red dragons')
    """
    name = FORM_NAMES[group[0]].replace("-", " ")
    return name if group[0] in (WONDERS, SNAKE, GATES) else set_words(name, group_tiles(group))
