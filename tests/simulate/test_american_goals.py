"""What can be built by a card, and how far tiles are from it: against a count by hand of every hand of the card."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.cards.document import ConcreteHand
from mjlog.cards.exposures import exposure_of
from mjlog.cards.rulings import rulings_for
from mjlog.cards.shipped import sample_card
from mjlog.simulate.american.goals import CardGoal, CardGoals, distance, goals_of
from mjlog.tiles import ANY_FLOWER, JOKER, KINDS, parse_tiles
from tests.cards.made_cards import rulings
from turns import examples

SAMPLE = goals_of(rulings_for(sample_card()))
_NOTHING = [0] * KINDS
_KINDS = (*range(34), ANY_FLOWER)
_RACKS = st.lists(st.sampled_from((*_KINDS, JOKER)), min_size=13, max_size=14).filter(
    lambda kinds: all(kinds.count(kind) <= (8 if kind >= ANY_FLOWER else 4) for kind in kinds)
)


def counts(kinds: list[int] | tuple[int, ...]) -> list[int]:
    """Tiles per kind."""
    found = Counter(kinds)
    return [found[kind] for kind in range(KINDS)]


def tiles_of(hand: ConcreteHand) -> list[int]:
    """The fourteen tiles of a hand, without jokers where that can be."""
    return [group.kind for group in hand.groups for _tile in range(group.size)]


def lacking(goal: CardGoal, held: list[int]) -> int:
    """How many tiles a rack lacks, counted group by group: naturals go where no joker stands first."""
    held = held.copy()
    short = places = 0
    for group in sorted(goal.groups, key=lambda group: group.jokers):
        used = min(held[group.kind], group.size)
        held[group.kind] -= used
        if group.jokers:
            places += group.size - used
        else:
            short += group.size - used
    return short + max(0, places - held[JOKER])


def a_goal(line: str) -> CardGoal:
    """The only hand of a card of one line."""
    goal = CardGoals(rulings(line)).goal(0)
    assert goal is not None
    return goal


@given(_RACKS)
@settings(max_examples=30, deadline=None)
def test_tiles_in_common_are_counted_for_every_hand_at_once(kinds: list[int]) -> None:
    """The sum of long integers is what counting hand by hand gives."""
    rack = counts(kinds)
    common = SAMPLE.common(rack)
    for place, hand in enumerate(SAMPLE.hands):
        wanted = Counter(tiles_of(hand))
        assert common[place] == sum(min(count, rack[kind]) for kind, count in wanted.items())


@given(_RACKS, st.integers(0, len(SAMPLE.hands) - 1))
@settings(max_examples=examples(200), deadline=None)
def test_steps_are_the_tiles_lacking(kinds: list[int], number: int) -> None:
    """With nothing open they are what counting group by group gives."""
    goal, rack = SAMPLE.goal(number), counts(kinds)
    assert goal is not None
    found = distance(goal, rack, _NOTHING)
    # A rack can hold so many of a kind that none is left for a pair; then nobody can lack less.
    if found is not None:
        assert found.steps == lacking(goal, rack)


@given(st.integers(0, len(SAMPLE.hands) - 1), st.integers(0, 3))
@settings(max_examples=examples(100), deadline=None)
def test_a_hand_of_the_card_is_no_step_away_from_itself(number: int, jokers: int) -> None:
    """With or without jokers where they may stand; it is among the nearest, and the card says that it is mahjong."""
    hand = SAMPLE.hands[number]
    goal = SAMPLE.goal(number)
    assert goal is not None
    flexible = [group.kind for group in hand.groups if group.jokers]
    tiles = tiles_of(hand)
    for kind in flexible[:jokers]:
        tiles[tiles.index(kind)] = JOKER
    rack = counts(tiles)
    found = distance(goal, rack, _NOTHING)
    if found is None:
        # Five of a kind: one of them is a joker at least.
        assert any(rack[kind] > 4 for kind in range(34))
        return
    assert found.steps == 0
    assert number in SAMPLE.near(rack, 60)
    assert SAMPLE.rulings.match(rack) is not None


def test_what_lies_open_cannot_come() -> None:
    """A pair of which three tiles lie open is no goal; a group of them is one, for jokers."""
    visible = counts(parse_tiles("999d"))
    held = counts(parse_tiles("1111b 2222b 333b FF"))
    assert distance(a_goal("X 1111b 2222b 3333b 99d"), held, visible) is None
    near = distance(a_goal("X 1111b 2222b 333b 999d"), held, _NOTHING)
    hard = distance(a_goal("X 1111b 2222b 333b 999d"), held, visible)
    assert near is not None
    assert hard is not None
    assert hard.steps == near.steps == 3
    assert hard.cost > near.cost


def test_an_exposure_is_a_whole_group_of_the_goal() -> None:
    """It is not wanted any more; a hand without the group, and a concealed one, are no goals beside it."""
    card = CardGoals(rulings("X 111b 2222b 333b FFFFf", "X 1111b 222b 333b FFFFf", "C 111b 2222b 333b FFFFf"))
    laid = exposure_of(parse_tiles("11b Jk"))
    assert laid is not None
    goal = card.goal(0, [laid])
    assert goal is not None
    assert [need.kind for need in goal.needs] == [*parse_tiles("2b 3b"), ANY_FLOWER]
    assert card.goal(1, [laid]) is None
    assert card.goal(2, [laid]) is None
    assert card.with_exposed(counts(parse_tiles("111b")), [laid], 5) == [0]


def test_no_more_hands_are_looked_at_than_asked_for() -> None:
    """Where many are equally near, some of them, from all over the card."""
    found = SAMPLE.near(counts((JOKER,) * 8), 10)
    assert len(found) == len(set(found)) == 10
    assert len({SAMPLE.hands[place].line for place in found}) > 5


@pytest.mark.parametrize("section", range(3))
def test_a_section_can_be_looked_at_alone(section: int) -> None:
    """Its hands follow one another on the card."""
    begin, end = SAMPLE.sections[section]
    rack = counts(parse_tiles("123456789b NEWSw R d".replace(" d", "d")))
    assert all(begin <= place < end for place in SAMPLE.near(rack, 5, (begin, end)))
    card = SAMPLE.rulings.card
    assert {card.lines[SAMPLE.hands[place].line].section for place in range(begin, end)} == {section}
