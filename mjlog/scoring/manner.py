"""The manner of a scoring table: what its head says of hands and wins, read with the values of the options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mjlog.errors import RuleSetError
from mjlog.hands import NO_WILD, Forms
from mjlog.scoring.facts import Manner
from mjlog.scoring.rows import option_value

_PLAYERS = (4, 3)
_CHOWS = (4, 0, 1, 2, 3)
_KONG_IN_HAND = ("pung", "kong")
_LOSER_PAIRS = ("all", "one")
FANS = "fans"
"""The way to combine (`total`) in which a hand is worth the sum of its fans: `mjlog.scoring.fans`."""
FU_AND_HAN = "fu-and-han"
"""The way to combine (`total`) in which points are fu, and doubles han: `mjlog.scoring.han`."""


def manner_of(scoring: Mapping[str, Any], options: Mapping[str, Any]) -> Manner:
    """What the head of a scoring table says; a key that is missing there says what is usual.

    Switches (`seven_pairs`, `thirteen`, `knitting`, `triple_knitting`, `snake` …: complete hands, see `Forms`;
    `robbing_kong`, `claimed_kong_hides`) are true, false or the name of an option. `players`, `chows` (the most of a
    complete hand), `undeclared_kong` (pung or kong) and `loser_pairs` (all or one) are a value or the name of an option
    that has one.

    Raises:
        RuleSetError: an option does not exist, or a value is none of those.
    """
    forms = Forms(
        seven_pairs=_switch(scoring, options, "seven_pairs", False),
        thirteen=_switch(scoring, options, "thirteen", True),
        knitting=_switch(scoring, options, "knitting", False),
        triple_knitting=_switch(scoring, options, "triple_knitting", False),
        two_suited_pair=_switch(scoring, options, "two_suited_pair", False),
        snake=_switch(scoring, options, "snake", False),
        pair_honors=_switch(scoring, options, "pair_honors", False),
        gates=_switch(scoring, options, "gates", False),
        chows=_choice(scoring, options, "chows", _CHOWS),
        different_pairs=_switch(scoring, options, "different_pairs", False),
        knitted_straight=_switch(scoring, options, "knitted_straight", False),
        honors_and_knitted=_switch(scoring, options, "honors_and_knitted", False),
        mixed_knitting=_switch(scoring, options, "mixed_knitting", False),
        repeated_honors=_switch(scoring, options, "repeated_honors", False),
        gates_by_ends=_switch(scoring, options, "gates_by_ends", False),
        hidden_snake=_switch(scoring, options, "hidden_snake", False),
        wild=scoring.get("wild", NO_WILD),
    )
    return Manner(
        claimed_kong_hides=_switch(scoring, options, "claimed_kong_hides", False),
        forms=forms,
        robbing=_switch(scoring, options, "robbing_kong", True),
        undeclared_kongs=_choice(scoring, options, "undeclared_kong", _KONG_IN_HAND) == "kong",
        single_pair=_choice(scoring, options, "loser_pairs", _LOSER_PAIRS) == "one",
        long_hands=_switch(scoring, options, "long_hands_score_nothing", False),
        players=_choice(scoring, options, "players", _PLAYERS),
        bonus_from_live=_switch(scoring, options, "bonus_from_live", False),
        left_out=tuple(scoring.get("left_out", ())),
        fu=scoring.get("total") == FU_AND_HAN,
    )


def _switch(scoring: Mapping[str, Any], options: Mapping[str, Any], key: str, usual: bool) -> bool:
    named = scoring.get(key, usual)
    return named if isinstance(named, bool) else bool(option_value(options, named, scoring))


def _choice(scoring: Mapping[str, Any], options: Mapping[str, Any], key: str, values: Sequence[Any]) -> Any:
    """One of some values: given as such, or by an option of that name; the first is the usual one."""
    named = scoring.get(key, values[0])
    value = options.get(named, named) if isinstance(named, str) else named
    if isinstance(value, bool) or value not in values:
        raise RuleSetError(
            f"scoring: `{key}` is {str(value)[:40]!r}: {' or '.join(map(str, values))}, or an option of these values, "
            "is expected"
        )
    return value
