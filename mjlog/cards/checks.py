"""What is wrong with a hand that can be read: its colours, its tiles, its conditions.

Each check is a function of the line, and knows one kind of fault. What only the concrete hands can show is asked by
`mjlog.cards.lint`. Source: docs/do/cards.md#what-the-linter-says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mjlog.cards.conditions import LIKE, SUITS, conflicts, named, spelled
from mjlog.cards.document import CardLine, Condition, Flaw, Group, Item, Part, ways_of
from mjlog.text import counted
from mjlog.tiles import HAND_TILES

LARGEST_GROUP = 6
"""A sextet; there is no name, and no claim, for a larger group."""

_SUITS_OF_THE_SET = 3
_NUMBER = re.compile("[1-9]")
_COLOURED = re.compile("[1-9D]")
_THREE_ALIKE = re.compile(r"(.)\1\1")


def flaws_of(line: CardLine, year: str) -> Iterator[Flaw]:
    """Everything that is wrong with a line by itself. `year`: the card's, whose digits may stand three in a row."""
    groups = [group for part in line.parts for group in groups_of(part.items)]
    colour_flaws = [flaw for group in groups for flaw in _colour_flaws(group)]
    yield from colour_flaws
    for group in groups:
        yield from _shape_flaws(group, year)
    for part in line.parts:
        conditions = (*line.conditions, *part.conditions)
        yield from not_14(part)
        at_odds = list(conflicts(conditions))
        yield from at_odds or like_two_numbers(part, conditions)
        if not colour_flaws:  # else a colour that is missing, or too many, would be told twice
            yield from suits_contradict_colours(part, conditions)


def groups_of(items: Iterable[Item]) -> Iterator[Group]:
    """All groups as printed, those of every choice among them."""
    return (group for item in items for way in ways_of(item) for group in way)


def is_mixed(group: Group) -> bool:
    """Whether the group has different symbols: then it is as many single tiles."""
    return len(set(group.symbols)) > 1


def written(group: Group) -> str:
    """The group as it is typed."""
    return f"{'=' * group.pinned}{group.symbols}{group.colour}{'!' * group.natural}"


def _colour_flaws(group: Group) -> Iterator[Flaw]:
    """`222` says no suit, `NEWSr` has none."""
    if not group.colour and _NUMBER.search(group.symbols):
        words = f"{written(group)} has numbers and no colour; expected r, g or b behind it, like {group.symbols}r"
        yield Flaw("number-without-colour", group.column, words)
    if group.colour and not _COLOURED.search(group.symbols):
        others = {"F": "flowers have", "0": "soap as zero has"}
        has = others.get(group.symbols[0], "flowers, winds, R, G and 0 have")
        if set(group.symbols) <= set("NEWSZ"):
            has = "winds have"
        words = f"{written(group)} has a colour, but {has} no suit; expected {group.symbols}"
        yield Flaw("colour-without-suit", group.column, words)


def _shape_flaws(group: Group, year: str) -> Iterator[Flaw]:
    """Groups that no set of tiles holds, and groups that ran together."""
    if not is_mixed(group):
        if len(group.symbols) > LARGEST_GROUP:
            words = f"{written(group)} is a group of {len(group.symbols)} tiles"
            yield Flaw("needs-too-much", group.column, f"{words}; expected at most {LARGEST_GROUP} (a sextet)")
        return
    match = _THREE_ALIKE.search(group.symbols)
    if match is not None and group.symbols != year:
        words = f"{written(group)} has {match.group()} within a mixed group, where no joker may stand"
        yield Flaw("three-alike-in-mixed", group.column + match.start(), f"{words}; expected a blank between groups")


def not_14(part: Part) -> Iterator[Flaw]:
    """Every way through the choices of a part makes fourteen tiles.

    Only the least and the most are needed: with a choice of unlike size, one of them is not fourteen.
    """
    sizes = [[sum(len(group.symbols) for group in way) for way in ways_of(item)] for item in part.items]
    least, most = sum(map(min, sizes)), sum(map(max, sizes))
    if least == most == HAND_TILES:
        return
    count = str(least) if least == most else f"{least} to {most}"
    typed = []
    for item in part.items:
        ways = "|".join(" ".join(map(written, way)) for way in ways_of(item))
        typed.append(ways if isinstance(item, Group) else f"{{{ways}}}")
    yield Flaw("not-14", part.column, f"{' '.join(typed)}: {count} tiles; expected {HAND_TILES}")


def like_two_numbers(part: Part, conditions: Iterable[Condition]) -> Iterator[Flaw]:
    """`(like)` makes any number of the one that is printed; of two it would not be clear which."""
    like = named(conditions, LIKE)
    if like is None:
        return
    numbers: dict[str, Group] = {}
    for group in groups_of(part.items):
        if not group.pinned:
            for number in _NUMBER.findall(group.symbols):
                numbers.setdefault(number, group)
    if len(numbers) > 1:
        words = f"{spelled(like)} with the numbers {', '.join(sorted(numbers))}"
        second = list(numbers.values())[1]
        remedy = "expected one number, = before a group that stays as it is, or (free)"
        yield Flaw("like-two-numbers", second.column, f"{words}; {remedy}")


def suits_contradict_colours(part: Part, conditions: Iterable[Condition]) -> Iterator[Flaw]:
    """`(any 2 suits)` goes with two colours; `(any 1 or 2 suits)` with two or three, which may then be alike."""
    colours = {group.colour for group in groups_of(part.items)} - {""}
    for condition in conditions:
        if condition.name != SUITS:
            continue
        counts = condition.suits
        fits = counts == (len(colours),) or (len(counts) > 1 and counts[-1] <= len(colours))
        if counts[-1] > _SUITS_OF_THE_SET or not fits:
            letters = " ".join(sorted(colours, key="rgb".index))
            seen = f"{counted(len(colours), 'colour')}{f' ({letters})' if letters else ''}"
            words = f"{spelled(condition)} over {seen}: different colours are different suits"
            remedy = "colours behind the numbers, or no such condition"
            if colours:
                remedy = f"(any {counted(len(colours), 'suit')}), or other colours"
            yield Flaw("suits-contradict-colours", condition.column, f"{words}; expected {remedy}")
