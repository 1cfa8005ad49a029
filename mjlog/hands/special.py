"""Complete hands that are not four sets and a pair, as far as a rule set has them."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.forms import Forms, Laid
from mjlog.hands.gates import gates, gates_possible, gates_waits
from mjlog.hands.groups import Arrangement
from mjlog.hands.knitting import (
    knitting,
    knitting_possible,
    knitting_waits,
    triple_knitting,
    triple_knitting_possible,
    triple_knitting_waits,
)
from mjlog.hands.pairs import (
    pair_honors,
    pair_honors_possible,
    pair_honors_waits,
    seven_pairs,
    seven_pairs_possible,
    seven_pairs_waits,
)
from mjlog.hands.snake import snake, snake_possible, snake_waits
from mjlog.hands.wonders import thirteen_wonders, wonders_possible, wonders_waits


def is_special(packed: int, forms: Forms, laid: Laid = ()) -> bool:
    """Are the concealed tiles a special hand? Beside sets on the table only the snake can be one."""
    if forms.snake and snake(packed, laid) is not None:
        return True
    if laid:
        return False
    return (
        (forms.thirteen and thirteen_wonders(packed) is not None)
        or (forms.seven_pairs and seven_pairs(packed) is not None)
        or (forms.knitting and knitting(packed) is not None)
        or (forms.triple_knitting and triple_knitting(packed, forms.two_suited_pair) is not None)
        or (forms.pair_honors and pair_honors(packed) is not None)
        or (forms.gates and gates(packed) is not None)
    )


def special_arrangements(packed: int, forms: Forms, laid: Laid = ()) -> tuple[Arrangement, ...]:
    """The concealed tiles as each special hand that they are."""
    ways = (
        thirteen_wonders(packed) if forms.thirteen and not laid else None,
        seven_pairs(packed) if forms.seven_pairs and not laid else None,
        knitting(packed) if forms.knitting and not laid else None,
        triple_knitting(packed, forms.two_suited_pair) if forms.triple_knitting and not laid else None,
        pair_honors(packed) if forms.pair_honors and not laid else None,
        gates(packed) if forms.gates and not laid else None,
        snake(packed, laid) if forms.snake else None,
    )
    return tuple(way for way in ways if way is not None)


def special_waits(packed: int, forms: Forms, laid: Laid = ()) -> tuple[int, ...]:
    """Kinds which complete a special hand."""
    found: tuple[int, ...] = ()
    if not laid:
        if forms.thirteen:
            found += wonders_waits(packed)
        if forms.seven_pairs:
            found += seven_pairs_waits(packed)
        if forms.knitting:
            found += knitting_waits(packed)
        if forms.triple_knitting:
            found += triple_knitting_waits(packed, forms.two_suited_pair)
        if forms.pair_honors:
            found += pair_honors_waits(packed)
        if forms.gates:
            found += gates_waits(packed)
    return found + snake_waits(packed, laid) if forms.snake else found


def special_possible(known: Sequence[int], most: Sequence[int], unknown: int, forms: Forms, laid: Laid = ()) -> bool:
    """Could the known concealed tiles and `unknown` unseen ones be a special hand?

    `most`: how many of a kind the hand may hold.
    """
    if forms.snake and snake_possible(known, most, laid):
        return True
    if laid:
        return False
    return (
        (forms.thirteen and wonders_possible(known, most))
        or (forms.seven_pairs and seven_pairs_possible(known, most, unknown))
        or (forms.knitting and knitting_possible(known, most))
        or (forms.triple_knitting and triple_knitting_possible(known, most, forms.two_suited_pair))
        or (forms.pair_honors and pair_honors_possible(known, most))
        or (forms.gates and gates_possible(known, most))
    )
