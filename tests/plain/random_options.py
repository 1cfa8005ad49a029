"""Options of the rule sets at random: the usual ones mostly, the others often enough."""

from __future__ import annotations

import random
from typing import Any

PROFILES = 96
"""So many different sets of options are drawn; the program reads a rule set's tables once for each."""

SCORES: dict[str, tuple[int, ...]] = {
    "ScoreLimit": (1000, 1000, 500, 300, 2000),
    "MahJongScore": (20, 20, 20, 10, 10_010),
    "SevenPairsVal": (20, 20, 0, 20_000, 10_010, 50_000_000),
    "FlowersOwnEach": (0, 0, 10_000, 4, 50_010_000),
    "FlowersOwnBoth": (10_000, 10_000, 0, 20_000),
    "FlowersBouquet": (10_000, 10_000, 30_000, 100_000_000, 25_020_000),
    "ConcealedFully": (10_000, 10_000, 30_000, 50_000_000, 50_030_004, 6),
    "ConcealedAlmost": (0, 10_000, 30_000_000, 10_000),
}
"""Options of `classical` whose value is a number; scores are centi-limits x 1 000 000 + doubles x 10 000 + points."""

SWITCHES: dict[str, dict[str, float]] = {
    "classical": {
        "NoLimit": 0.35,
        "SevenPairs": 0.6,
        "Flowers": 0.85,
        "FlowersLoose": 0.4,
        "LosersPurity": 0.4,
        "KongHas3Types": 0.4,
    },
    "western": {
        "bonus_tiles": 0.85,
        "prevailing_wind": 0.4,
        "concealed_on_discard": 0.6,
        "optional_limits": 0.8,
        "robbing_kong": 0.6,
    },
    "bmja": {
        "roof_off": 0.35,
        "claimed_kong_hides": 0.35,
        "call_twice": 0.65,
        "loose_drawn": 0.35,
        "plain_concealed": 0.35,
        "purity_kept": 0.35,
        "treasure_hidden": 0.35,
        "jade_chow": 0.35,
        "heaven_replaced": 0.35,
        "gates_by_ends": 0.65,
        "hidden_snake": 0.35,
        "mixed_knitting": 0.65,
        "repeated_honors": 0.65,
    },
    "bmja-kajongg": {"roof_off": 0.35, "discarded_pair_conceals": 0.35},
    "dmjl": {"roof_off": 0.35, "discarded_pair_conceals": 0.35},
}
"""How often each of the other options is on."""

CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "western": {"players": (4, 4, 4, 3), "undeclared_kong": ("pung", "kong"), "loser_pairs": ("all", "one")},
}
RULESETS = tuple(SWITCHES)


def options(ruleset: str, profile: int) -> dict[str, Any]:
    """The options of a profile, 0 … `PROFILES` - 1; those of the first are the usual ones."""
    if profile == 0:
        return {}
    chance = random.Random(f"{ruleset} {profile}")
    found: dict[str, Any] = {name: chance.random() < often for name, often in SWITCHES[ruleset].items()}
    found |= {name: chance.choice(values) for name, values in CHOICES.get(ruleset, {}).items()}
    if ruleset == "classical":
        found |= {name: chance.choice(values) for name, values in SCORES.items()}
    return found
