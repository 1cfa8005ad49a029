"""Simulated hands with one event of the play made wrong: no score or payment is told to be wrong beside it.

And with a second fault, in a score or payment, that is told, as far as it is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.faults import TILES, fault_in
from audit.hiding import Fields, audited, hide, numbered, read
from mjlog.cards.shipped import shipped_cards
from simulate.games import CHINESE, played

RULESETS = (*CHINESE, "american")
MONEY = frozenset(("wrong-score", "wrong-settlement", "not-zero-sum", "washout-scored", "danger-misjudged"))


def hand(ruleset: str, seed: int, hidden: bool) -> list[Fields]:
    """A legal hand; perhaps some of its tiles were not seen."""
    card = next(iter(shipped_cards().values())) if ruleset == "american" else None
    events = read(played(ruleset, seed, hands=1, card=card))
    return numbered(hide(events, Random(seed)) if hidden else events)


def with_fault(events: Sequence[Fields], chance: Random) -> list[Fields]:
    """The hand with one event of its play made wrong, numbered anew."""
    return numbered(fault_in(events, chance)[0])


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_fault_in_the_play_makes_no_score_wrong(ruleset: str, hidden: bool, seed: int) -> None:
    """The scores that were announced and paid were right."""
    found = audited(with_fault(hand(ruleset, seed, hidden), Random(seed)))
    codes = [one.code for one in found]
    assert len(found) < 2 or not MONEY.intersection(codes), [one.message for one in found]


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_payments_that_do_not_cancel_are_told_beside_any_other_fault(ruleset: str, seed: int) -> None:
    """The sum of what is won and lost depends on nothing that was played."""
    events = [
        {**one, "change": {**one["change"], "E": one["change"]["E"] + 1}} if one["type"] == "settlement" else one
        for one in hand(ruleset, seed, False)
    ]
    chance = Random(seed)
    turn = next(number for number, one in enumerate(events) if one["type"] == "discard")
    faulty = numbered([*events[: turn + 1], {**events[turn], "tile": chance.choice(TILES)}, *events[turn + 1 :]])
    codes = [one.code for one in audited(faulty)]
    paid = any(one["type"] == "settlement" for one in events)
    assert ({"not-zero-sum", "washout-scored"} & set(codes) != set()) == paid
