"""Final scores of a game: points against a target, and a bonus for the place (uma, oka).

Where nobody says by which terms, the scores themselves tell it, as far as they are made by terms that people use.

Source: riichi/final-1, riichi/end-5, docs/lookup/riichi-records.md.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from mjlog.errors import RuleSetError

_THOUSAND = 1000
_PLAYERS = 4
_MOST_OKA = 80_000
_IN_USE_OF_THREE = (20_000, 15_000)
_IN_USE = ((20_000, 10_000), (10_000, 5_000), (15_000, 5_000), (30_000, 10_000))
"""What the places bring by the terms of servers and leagues: the fourth gives it to the first, the third to the second.
"""


class FinalTerms(msgspec.Struct, frozen=True):
    """How final scores are made, in points.

    `target`: what is taken off everybody's points; `uma`: the bonus for each place, the first's first; `shares`: equal
    points share what their places bring, otherwise who sat first in the first hand is ahead; `rounds`: points are
    rounded to thousands. `by_place`: the final score is what the place brings, whatever the points (mcr/table-1).
    """

    target: int
    uma: tuple[int, ...]
    shares: bool = False
    rounds: bool = True
    by_place: bool = False


def final_terms_of(table: Mapping[str, Any], options: Mapping[str, Any]) -> FinalTerms | None:
    """The terms of a rule set's `[final]` table: values, or names of options; None where it has none.

    Without a target what everybody began with is taken off.

    Raises:
        RuleSetError: an option does not exist, or a value is none that there can be.
    """
    if not table:
        return None

    def value(key: str, usual: Any) -> Any:
        given = table.get(key, usual)
        return options.get(given, given) if isinstance(given, str) else given

    uma, ties = value("uma", (0, 0, 0, 0)), value("ties", "seat")
    if not isinstance(uma, list | tuple) or not all(isinstance(each, int) for each in uma):
        raise RuleSetError(f"final: `uma` is {str(uma)[:40]!r}: a list of points, the first's first, is expected")
    if ties not in ("seat", "share"):
        raise RuleSetError(f"final: `ties` is {str(ties)[:40]!r}: seat or share is expected")
    target = value("target", 0) or value("start", 0)
    brought = value("places", ())
    if brought:
        return FinalTerms(0, tuple(_THOUSAND * each for each in brought), ties == "share", rounds=False, by_place=True)
    return FinalTerms(int(target), tuple(uma), ties == "share", bool(value("round", True)))


def final_scores(
    totals: Mapping[str, int], order: Sequence[str], terms: FinalTerms, fined: Mapping[str, int] | None = None
) -> dict[str, int]:
    """The final scores, in points (+41.0 is 41000), by player; they sum to nothing, but for what is `fined`.

    `totals`: what everybody ends with (`with_pot`); `order`: the players as they sat in the first hand, from East;
    `fined`: what is taken off at last, and goes to nobody (riichi/chombo-1).

    >>> totals = {"ann": 34_100, "ben": 15_900, "cleo": 25_500, "dora": 24_500}
    >>> final_scores(totals, list(totals), FinalTerms(30_000, (20_000, 10_000, -10_000, -20_000)))
    {'ann': 43000, 'ben': -34000, 'cleo': 6000, 'dora': -15000}
    """
    ranked = sorted(order, key=lambda player: -totals.get(player, 0))
    places = [list(tied) for _, tied in itertools.groupby(ranked, key=lambda player: totals.get(player, 0))]
    firsts = _firsts(totals, order, terms)
    scores = {player: _rounded(totals.get(player, 0), terms) - terms.target for player in order}
    if terms.by_place:
        scores = dict.fromkeys(order, 0)
    bonus = list(itertools.islice(itertools.chain(terms.uma, itertools.repeat(0)), len(ranked)))
    for tied in places if terms.shares else [[player] for player in ranked]:
        shares = _split(sum(bonus[: len(tied)]), len(tied))
        bonus = bonus[len(tied) :]
        for player, share in zip(tied, shares, strict=True):
            scores[player] += share
    left = 0 if terms.by_place else -sum(scores.values())
    for player, share in zip(firsts, _split(left, len(firsts)), strict=True):
        scores[player] += share
    return {player: score - (fined or {}).get(player, 0) for player, score in scores.items()}


def terms_told_by(
    final: Mapping[str, int], totals: Mapping[str, int], order: Sequence[str], usual: FinalTerms
) -> FinalTerms | None:
    """The terms by which these final scores are made of the totals: `usual` ones, others in use, or else fair ones.

    Fair are those by which the fourth gives to the first, and the third to the second, so many thousands, and five
    thousands, or a multiple, are taken off. None where the scores are made by none.

    >>> totals = {"ann": 54_300, "ben": 24_500, "cleo": 21_300, "dora": -100}
    >>> final = {"ann": 64_300, "ben": 4_500, "cleo": -18_700, "dora": -50_100}
    >>> terms_told_by(final, totals, list(totals), FinalTerms(30_000, (20_000, 10_000, -10_000, -20_000)))
    FinalTerms(target=30000, uma=(20000, 10000, -10000, -20000), shares=False, rounds=False, by_place=False)
    """
    possible = _possible_terms(final, totals, order, usual)
    return next((final_terms for final_terms in possible if final_scores(totals, order, final_terms) == final), None)


def _possible_terms(
    final: Mapping[str, int], totals: Mapping[str, int], order: Sequence[str], usual: FinalTerms
) -> Iterator[FinalTerms]:
    yield usual
    if len(order) != _PLAYERS:
        share = sum(totals.values()) // len(order)
        for first, target in itertools.product(_IN_USE_OF_THREE, (usual.target, share, share + 5 * _THOUSAND)):
            for rounds in (usual.rounds, not usual.rounds):
                yield FinalTerms(target, (first, 0, -first), usual.shares, rounds)
        return
    share = sum(totals.values()) // _PLAYERS
    targets = dict.fromkeys((usual.target, share, share + 5 * _THOUSAND))
    for rounds, shares in itertools.product((usual.rounds, not usual.rounds), (usual.shares, not usual.shares)):
        yield FinalTerms(usual.target, usual.uma, shares, rounds)
        for (first, second), target in itertools.product(_IN_USE, targets):
            yield FinalTerms(target, (first, second, -second, -first), shares, rounds)
    for rounds in (usual.rounds, not usual.rounds):
        yield from _fair_terms(final, totals, order, replace(usual, shares=False, rounds=rounds), share)


def _fair_terms(
    final: Mapping[str, int], totals: Mapping[str, int], order: Sequence[str], terms: FinalTerms, share: int
) -> Iterator[FinalTerms]:
    """The terms that the scores of the second, third and fourth tell; the first has what makes the sum nothing."""
    _, *others = sorted(order, key=lambda player: -totals[player])
    second, third, fourth = (final[player] - _rounded(totals[player], terms) for player in others)
    target = -(second + third) // 2
    uma = (-fourth - target, second + target, third + target, fourth + target)
    are_whole = target % (5 * _THOUSAND) == 0 and all(amount % _THOUSAND == 0 for amount in uma)
    if are_whole and sum(uma) == 0 and uma[0] >= uma[1] >= 0 <= target - share <= _MOST_OKA // _PLAYERS:
        yield replace(terms, target=target, uma=uma)


def terms_words(terms: FinalTerms, totals: Mapping[str, int]) -> str:
    """How final scores are made, in words.

    >>> terms_words(FinalTerms(25_000, (15_000, 5_000, -5_000, -15_000), rounds=False), {"ann": 60_000, "ben": 40_000,
    ...     "cleo": 0, "dora": 0})
    'points less 25,000, and for the places 15,000, 5,000, -5,000, -15,000; no oka; not rounded'
    """
    places = ", ".join(f"{points:,}" for points in terms.uma)
    oka = len(totals) * terms.target - sum(totals.values())
    words = [f"points less {terms.target:,}, and for the places {places}", f"oka {oka:,}" if oka else "no oka"]
    words += ["equal points share"] * terms.shares
    return "; ".join([*words, "rounded to thousands" if terms.rounds else "not rounded"])


def with_pot(totals: Mapping[str, int], order: Sequence[str], terms: FinalTerms, pot: int) -> dict[str, int]:
    """What everybody ends with once the first has taken what is left on the table; equal firsts may share it.

    Source: riichi/end-5.
    """
    points, firsts = {player: totals.get(player, 0) for player in order}, _firsts(totals, order, terms)
    for player, share in zip(firsts, _split(pot, len(firsts)), strict=True):
        points[player] += share
    return points


def _firsts(totals: Mapping[str, int], order: Sequence[str], terms: FinalTerms) -> list[str]:
    """Who has most; of several who sat first in the first hand, unless they share the place."""
    most = max((totals.get(player, 0) for player in order), default=0)
    firsts = [player for player in order if totals.get(player, 0) == most]
    return firsts if terms.shares else firsts[:1]


def _rounded(points: int, terms: FinalTerms) -> int:
    """Points rounded to thousands, a half away from zero."""
    if not terms.rounds:
        return points
    whole = (abs(points) + _THOUSAND // 2) // _THOUSAND * _THOUSAND
    return whole if points >= 0 else -whole


def _split(amount: int, number: int) -> list[int]:
    """An amount in equal parts; what cannot be split goes to the first, a point each."""
    each, left = divmod(amount, max(1, number))
    return [each + (at < left) for at in range(number)]
