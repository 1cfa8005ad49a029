"""Claims in words and as JSON values: what a player could have claimed, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mjlog.findings import Refusal
from mjlog.tiles import CODES, JOKER, SUIT_NAMES, UNKNOWN, rank_of, suit_of, tile_name
from mjlog.views.naming import list_words, seat_name

if TYPE_CHECKING:
    from mjlog.views.claim_moments import Claimable
    from mjlog.views.claimable import Chance, SeatClaims

_NUMBERS = ("no", "one", "two", "three", "four", "five")
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
    return f"{_NUMBERS[_MORE[kind]]} {name}{or_jokers}"


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
    return f"{_either(ranks)} {SUIT_NAMES[suit_of(tile)]}"


def _either(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} or {parts[-1]}" if len(parts) > 1 else parts[0]


def chance_words(chance: Chance) -> str:
    """One claim in few words, with the reason where it was not possible.

    >>> from mjlog.views.claimable import Chance
    >>> chance_words(Chance("chow", "allowed", ((2, 3, 4), (3, 4, 5))))
    'chow of 3-4-5 or 4-5-6 bamboo'
    """
    if chance.verdict == "refused":
        return f"no {chance.kind}: {chance.why}"
    what = chance.kind if chance.verdict == "unknown" else chance.kind + _sets(chance)
    before = "" if chance.before is None else f"{seat_name(chance.before)}'s {chance.before_kind} goes before"
    if chance.verdict == "unknown":
        joint = " " if chance.why.startswith("if ") else ": "
        return f"{what}{joint}{chance.why}" + (f" ({before})" if before else "")
    against = f" ({chance.why})" if chance.why else ""
    return f"{what}{against}, but {before}" if before else what + against


def _sets(chance: Chance) -> str:
    if chance.kind == "chow":
        known = [laid for laid in chance.sets if UNKNOWN not in laid]
        ranks = ["-".join(str(rank_of(one)) for one in laid) for laid in known]
        return f" of {_either(ranks)} {SUIT_NAMES[suit_of(known[0][0])]}" if known else ""
    jokers = sorted({laid.count(JOKER) for laid in chance.sets})
    if not any(jokers):
        return ""
    numbers = _either([_NUMBERS[number] for number in jokers])
    return f" with {numbers} joker{'' if numbers == 'one' else 's'}"


def seat_words(claims: SeatClaims) -> str:
    """What one player could have claimed, and why not, in one line: what was possible first."""
    return f"{seat_name(claims.seat)}: {'; '.join(map(chance_words, possible_first(claims.chances)))}"


_ORDER = ("allowed", "outranked", "unknown", "refused")


def possible_first(chances: Sequence[Chance]) -> list[Chance]:
    """The claims of one player, what was possible first."""
    return sorted(chances, key=lambda chance: _ORDER.index(chance.verdict))


def claims_in_short(found: Claimable) -> list[str]:
    """The claims at a tile, a line a player, and what came of it."""
    return [*(seat_words(one) for one in found.claims), outcome_words(found)]


def outcome_words(found: Claimable) -> str:
    """What was called, and who got the tile."""
    taker = None if found.taken is None else found.taken.seat
    called = [f"{seat_name(call.seat)} called {call.kind}" for call in found.called if call.seat is not taker]
    if found.taken is None:
        return f"{list_words(called)}; nobody got the tile" if called else "nobody called"
    got = f"{seat_name(found.taken.seat)} got it for {_article(found.taken.kind)}"
    return f"{list_words(called)}; {got}" if called else got


def _article(kind: str) -> str:
    return kind if kind == "mahjong" else f"a {kind}"


# -- as JSON values -------------------------------------------------------------------------------------------


def claims_json(found: Claimable) -> dict[str, Any]:
    """The claims at a tile as plain JSON values: tiles as codes, seats as letters."""
    return {
        "seq": found.seq,
        "seat": found.seat.value,
        "tile": CODES[found.tile],
        "kong": found.is_kong,
        "seats": {one.seat.value: [_chance(chance) for chance in one.chances] for one in found.claims},
        "called": [call.as_json() for call in found.called],
        "taken": None if found.taken is None else found.taken.as_json(),
        "words": claims_in_short(found),
    }


def _chance(chance: Chance) -> dict[str, Any]:
    return {
        "for": chance.kind,
        "verdict": chance.verdict,
        "sets": [[CODES[kind] for kind in laid] for laid in chance.sets],
        "why": chance.why,
        "code": chance.code,
        "rule": chance.rule,
        "before": None if chance.before is None else chance.before.value,
        "words": chance_words(chance),
    }
