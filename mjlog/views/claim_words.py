"""Claims in words and as JSON values: what a player could have claimed, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mjlog.tiles import CODES, JOKER, SUIT_NAMES, UNKNOWN, rank_of, suit_of
from mjlog.views.claim_moments import Claimable
from mjlog.views.claimable import NUMBERS, Chance, SeatClaims
from mjlog.views.naming import either, list_words, seat_name

_ORDER = ("allowed", "outranked", "unknown", "refused")
"""Verdicts, what was possible first."""


def chance_words(chance: Chance) -> str:
    """One claim in few words, with the reason where it was not possible.

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
        return f" of {either(ranks)} {SUIT_NAMES[suit_of(known[0][0])]}" if known else ""
    jokers = sorted({laid.count(JOKER) for laid in chance.sets})
    if not any(jokers):
        return ""
    numbers = either([NUMBERS[number] for number in jokers])
    return f" with {numbers} joker{'' if numbers == 'one' else 's'}"


def seat_words(claims: SeatClaims) -> str:
    """What one player could have claimed, and why not, in one line: what was possible first."""
    return f"{seat_name(claims.seat)}: {'; '.join(map(chance_words, possible_first(claims.chances)))}"


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
    called += [f"{seat_name(call.seat)} called {call.kind} (taken back)" for call in found.withdrawn]
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
