"""Claims in words and as answers: what a player could have claimed, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import field

from mjlog.answers import Answer, BySeat, Seq, says
from mjlog.seats import Seat
from mjlog.tiles import JOKER, SUIT_NAMES, TILES, UNKNOWN, Tile, rank_of, suit_of
from mjlog.views.claim_moments import Claimable
from mjlog.views.claimable import NUMBERS, Chance, SeatClaims, Verdict
from mjlog.views.exchange import Call
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


def so_far_words(found: Claimable, place: int, seq: int) -> str:
    """What had come of the tile by the event at this place of the hand: as long as it can be claimed, somebody may."""
    if place > found.last:
        return outcome_words(found)
    called = [f"{seat_name(call.seat)} calls {call.kind}" for call in found.called if call.seq <= seq]
    return list_words(called) if called else "can still be claimed"


def _article(kind: str) -> str:
    return kind if kind == "mahjong" else f"a {kind}"


# -- as answers -----------------------------------------------------------------------------------------------


class ClaimChanceAnswer(Answer):
    """One kind of claim, for one player: whether it was possible, and why not."""

    kind: Annotated[str, says("chow, pung, kong, quint, sextet or mahjong")] = field(name="for")
    verdict: Verdict
    sets: Annotated[list[list[Tile]], says("the sets that it could be laid down as")]
    why: Annotated[str, says("why not, or what it takes; empty where there is nothing to say")]
    code: Annotated[str | None, says("the finding that it would be")]
    rule: Annotated[str | None, says("the rule that refuses it")]
    before: Annotated[Seat | None, says("whose call goes before")]
    words: str


class ClaimsAnswer(Answer):
    """What each player could have claimed of a tile, and what came of it."""

    seq: Annotated[Seq, says("the event that laid the tile")]
    seat: Annotated[Seat, says("whose tile it was")]
    tile: Tile
    kong: Annotated[bool, says("it is the tile of a kong, that can be robbed")]
    seats: Annotated[BySeat[list[ClaimChanceAnswer]], says("every kind of claim, by player")]
    called: Annotated[tuple[Call, ...], says("in their order, without those taken back")]
    taken: Annotated[Call | None, says("the call by which the tile was got")]
    words: Annotated[list[str], says("the same in words, a line a player, and what came of it")]


def claims_answer(found: Claimable) -> ClaimsAnswer:
    """The claims at a tile, as programs are told of them."""
    return ClaimsAnswer(
        seq=found.seq,
        seat=found.seat,
        tile=TILES[found.tile],
        kong=found.is_kong,
        seats={one.seat: [_chance(chance) for chance in one.chances] for one in found.claims},
        called=found.called,
        taken=found.taken,
        words=claims_in_short(found),
    )


def _chance(chance: Chance) -> ClaimChanceAnswer:
    return ClaimChanceAnswer(
        kind=chance.kind,
        verdict=chance.verdict,
        sets=[[TILES[kind] for kind in laid] for laid in chance.sets],
        why=chance.why,
        code=chance.code,
        rule=chance.rule,
        before=chance.before,
        words=chance_words(chance),
    )
