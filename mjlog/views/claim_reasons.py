"""Why a claim is refused, and what an unseen hand must hold for it, in the fewest words."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.findings import Refusal
from mjlog.tiles import CODES, JOKER, SUIT_NAMES, UNKNOWN, rank_of, suit_of, tile_name
from mjlog.views.naming import either

NUMBERS = ("no", "one", "two", "three", "four", "five")
"""How many tiles, in words."""
_MORE = {"pung": 2, "kong": 3, "quint": 4, "sextet": 5}
_SAID = {
    "chow-not-from-left": "a chow takes the discard of the player on the left",
    "chow-of-honors": "only suit tiles make a chow",
    "not-mahjong": "the hand is not complete",
    "not-on-card": "the hand is none of the card",
    "dead-hand-acts": "dead hand",
    "call-changed": "after an original call only the win is claimed",
    "kong-on-exposed-pung": "the pung lies exposed, and takes a self-drawn tile only",
    "kong-not-allowed": "no loose tile is left for a kong",
}  # fmt: skip
"""What a refusal says, by its code, without who and which tile: these are told apart."""

_OF_THE_HAND = frozenset(("concealed-hand-exposed", "joker-not-allowed"))
"""Refusals that say what the hand is in words of their own."""


def why_not(refusal: Refusal, kind: str, tile: int, jokers: bool) -> str:
    """Why a claim of this kind for a tile is refused, in the fewest words. `jokers`: they may stand in sets."""
    if refusal.code == "claim-not-open" and tile == JOKER:
        return "a joker cannot be claimed"
    if refusal.code == "set-not-held":
        return _not_held(kind, tile, jokers)
    if refusal.code == "claim-misnamed" and isinstance(refusal.found, str) and refusal.found in CODES:
        return f"the discard was named {tile_name(CODES.index(refusal.found))}"
    if refusal.code == "rob-not-allowed":
        return f"robbing the kong: {refusal.message.partition(': ')[2]}"
    if refusal.code in _OF_THE_HAND:
        return f"the hand {refusal.message.partition(' hand ')[2]}"
    return _SAID.get(refusal.code, refusal.message)


def _not_held(kind: str, tile: int, jokers: bool) -> str:
    if kind == "chow":
        return f"no two tiles in the hand make a chow with {tile_name(tile)}"
    return f"not {_others(kind, tile, jokers)} in the hand"


def _others(kind: str, tile: int, jokers: bool) -> str:
    or_jokers = " or jokers" if jokers else ""
    name = "like tiles" if tile == UNKNOWN else f"more {tile_name(tile)}"
    return f"{NUMBERS[_MORE[kind]]} {name}{or_jokers}"


def what_it_takes(kind: str, tile: int, sets: Sequence[Sequence[int]], jokers: bool) -> str:
    """What an unseen hand must hold for a claim, in words."""
    if kind == "mahjong":
        return "if the tile completes the hand"
    if kind == "chow":
        return f"if the hand holds {_partners(tile, sets)}"
    return f"if the hand holds {_others(kind, tile, jokers)}"


def _partners(tile: int, sets: Sequence[Sequence[int]]) -> str:
    if tile == UNKNOWN:
        return "two tiles that make one"
    ranks = ["-".join(str(rank_of(one)) for one in laid if one != tile) for laid in sets]
    return f"{either(ranks)} {SUIT_NAMES[suit_of(tile)]}"
