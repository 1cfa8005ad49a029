"""Where scoring patterns are registered by name. Rule set documents name them; nothing else connects the two.

A pattern is a small function which says whether (or how many times) something holds. Its name is the function's, with
dashes. There are six families, by what a pattern looks at:

- `set_pattern`: one set or pair; its points and doubles count once for each.
- `bonus_pattern`: the bonus tiles; the answer may be a number, the points count so many times.
- `hand_pattern`: the hand as a whole, by counts of sets and sorts of tiles.
- `tile_pattern`: single tiles; `when` is a hand pattern which must hold before it is asked.
- `dora_pattern`: how many tiles are dora; the answer is a number, the doubles count so many times.
- `fan_pattern`, `set_fan_pattern`: a hand in one reading, where hands are counted in fans (`mjlog.scoring.fans`).

A hand pattern may say that it looks at less, and is asked less often then: a `shape_pattern` at sets and tiles, and of
the win only whether the last tile was claimed (a `pair_pattern` also whether it completed the pair); a `win_pattern`
at the win, and of the sets only whether one was open.

What is earned by some of the tiles only says so by `speaks_of`; a pattern without it speaks of all that it looks at.

`ONE_TILE_SHORT` is none of these: it looks at what other rows would say of a loser's hand with one tile more (see
`mjlog.scoring.scorer`).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from mjlog.scoring.facts import BonusFacts, DoraFacts, FanFacts, HandFacts, Places, SetFacts, TileFacts

SetPattern = Callable[[SetFacts], bool]
BonusPattern = Callable[[BonusFacts], int]
HandPattern = Callable[[HandFacts], bool]
TilePattern = Callable[[TileFacts], bool]
FanPattern = Callable[[FanFacts], int]
SetFanPattern = Callable[[FanFacts], list[Places]]
DoraPattern = Callable[[DoraFacts], int]
_Pattern = TypeVar("_Pattern", bound=Callable[..., int])


class About(enum.Enum):
    """The tiles that earn what a pattern is worth."""

    ALL = enum.auto()
    NOTHING = enum.auto()
    """How the hand was won, or that it was: no tile in particular."""
    LAST_TILE = enum.auto()
    DRAGONS = enum.auto()
    WINDS = enum.auto()
    KONGS = enum.auto()
    FOUR_ALIKE = enum.auto()
    """All four of a kind that are no kong."""
    BONUS = enum.auto()
    CONCEALED_PUNGS = enum.auto()
    """Pungs and kongs that count as concealed."""
    OWN_BONUS = enum.auto()
    """The flower and the season of the player's seat."""
    OWN_FLOWER = enum.auto()
    OWN_SEASON = enum.auto()
    FLOWERS = enum.auto()
    SEASONS = enum.auto()


ABOUT: dict[Callable[..., object], About] = {}
"""By the pattern itself, where it is not `ALL`: a pattern and a fan may have one name, and speak of other tiles."""

ONE_TILE_SHORT = "one-tile-short"
"""The pattern of rows for losers whom one tile would bring what a winner scores."""
SET_PATTERNS: dict[str, SetPattern] = {}
BONUS_PATTERNS: dict[str, BonusPattern] = {}
HAND_PATTERNS: dict[str, HandPattern] = {}
TILE_PATTERNS: dict[str, tuple[TilePattern, HandPattern]] = {}
DORA_PATTERNS: dict[str, DoraPattern] = {}
FAN_PATTERNS: dict[str, FanPattern] = {}
SET_FAN_PATTERNS: dict[str, SetFanPattern] = {}
FAMILIES: tuple[Mapping[str, Any], ...] = (
    SET_PATTERNS, BONUS_PATTERNS, HAND_PATTERNS, TILE_PATTERNS, DORA_PATTERNS, FAN_PATTERNS, SET_FAN_PATTERNS,
)  # fmt: skip
"""All patterns, by name, a mapping a family."""
FAN_FAMILIES = (FAN_PATTERNS, SET_FAN_PATTERNS)
"""Those of hands that are counted in fans."""
OF_THE_SHAPE: set[str] = set()
OF_THE_PAIR: set[str] = set()
OF_THE_WIN: set[str] = set()
"""Hand patterns that look at less, by name."""


def pattern_name(pattern: Callable[..., object]) -> str:
    """The name under which a pattern is registered."""
    return pattern.__name__.replace("_", "-")


def registered(name: str, *, of_fans: bool) -> Callable[..., object] | None:
    """The pattern of this name, among fans or among all others; None where there is none (`ONE_TILE_SHORT`)."""
    for family in FAMILIES:
        if name in family and any(family is fan_family for fan_family in FAN_FAMILIES) is of_fans:
            entry: Any = family[name]
            return entry[0] if isinstance(entry, tuple) else entry  # type: ignore[no-any-return]
    return None


def about(name: str, *, of_fans: bool) -> About:
    """The tiles that a pattern of this name speaks of, among fans or among all others."""
    pattern = registered(name, of_fans=of_fans)
    return About.ALL if pattern is None else ABOUT.get(pattern, About.ALL)


def set_pattern(pattern: SetPattern) -> SetPattern:
    """Register a pattern of single sets."""
    return _register(SET_PATTERNS, pattern)


def bonus_pattern(pattern: BonusPattern) -> BonusPattern:
    """Register a pattern of bonus tiles."""
    return _register(BONUS_PATTERNS, pattern)


def hand_pattern(pattern: HandPattern) -> HandPattern:
    """Register a pattern of whole hands."""
    return _register(HAND_PATTERNS, pattern)


def shape_pattern(pattern: HandPattern) -> HandPattern:
    """Register a pattern of whole hands that does not ask how the hand was won, but for a claimed last tile."""
    OF_THE_SHAPE.add(pattern_name(pattern))
    return hand_pattern(pattern)


def pair_pattern(pattern: HandPattern) -> HandPattern:
    """Register a pattern of the shape that also asks whether the last tile completed the pair."""
    OF_THE_PAIR.add(pattern_name(pattern))
    return shape_pattern(pattern)


def win_pattern(pattern: HandPattern) -> HandPattern:
    """Register a pattern of whole hands that asks how the hand was won, and whether a set lay open before."""
    OF_THE_WIN.add(pattern_name(pattern))
    return hand_pattern(pattern)


def dora_pattern(pattern: DoraPattern) -> DoraPattern:
    """Register a pattern of dora."""
    return _register(DORA_PATTERNS, pattern)


def fan_pattern(pattern: FanPattern) -> FanPattern:
    """Register a fan: how often the whole hand, or the win, earns it."""
    return _register(FAN_PATTERNS, pattern)


SETS = CHOWS, PUNGS = ("chows", "pungs")
FANS_OF: dict[str, str] = {}
"""By the name of a fan that sets make: whether chows make it or pungs, a pair among them or not."""


def set_fan_pattern(of: str) -> Callable[[SetFanPattern], SetFanPattern]:
    """Register a fan that sets make, by themselves or together: which do, each time. `of`: chows, or pungs."""

    def register(pattern: SetFanPattern) -> SetFanPattern:
        name = pattern_name(pattern)
        FANS_OF[name], SET_FAN_PATTERNS[name] = of, pattern
        return pattern

    return register


def tile_pattern(when: HandPattern) -> Callable[[TilePattern], TilePattern]:
    """Register a pattern of single tiles, asked only where the hand pattern `when` holds."""

    def register(pattern: TilePattern) -> TilePattern:
        TILE_PATTERNS[pattern_name(pattern)] = (pattern, when)
        return pattern

    return register


def speaks_of(tiles: About) -> Callable[[_Pattern], _Pattern]:
    """Say which tiles earn what a pattern is worth. Stands above the decorator that registers it."""

    def register(pattern: _Pattern) -> _Pattern:
        ABOUT[pattern] = tiles
        return pattern

    return register


def _register(family: dict[str, _Pattern], pattern: _Pattern) -> _Pattern:
    family[pattern_name(pattern)] = pattern
    return pattern
