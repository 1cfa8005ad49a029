"""Reckonings that stand apart: a limit hand's value, or a row's, and the bonus tiles beside it.

Where the bonus tiles are reckoned `bonus_apart`, a limit hand is worth its value *plus* the bonus tiles, which only
their own rows double; so is a hand with a row that stands `apart`: the points of its sets, doubled by that row alone.
Other rows count `beside` such a hand as the document says: `too`, or `only` there. Beside a limit hand, which has no
points to double, their doubles are those of the bonus tiles.

A winner's limit hand is worth that and nothing else. A row that stands apart, and what a loser lacked one tile of,
gives way to the ordinary reckoning of the whole hand where that is more.

Source: bmja/special-bonus, bmja/purity, bmja/fishing-limit.
"""

from __future__ import annotations

from mjlog.scoring.hand import Item
from mjlog.scoring.judging import Beside, Judgment, Verdict
from mjlog.scoring.rows import ScoringRow
from mjlog.scoring.totals import HIGHEST_FACE, Limits, limit_worth


def reckoned_apart(
    ordinary: Verdict, of_sets: tuple[int, int], found: Judgment, bonus: Judgment, limits: Limits
) -> Verdict:
    """The verdict of a hand of which limit hands or rows apart hold: the best reckoning.

    `ordinary`: of the whole hand; `of_sets`: points and doubles of its sets; `found`: all that holds, the bonus tiles
    among it.
    """
    beside = tuple(row for row in found.apart if not row.apart)
    heads = [row for row in found.apart if row.apart]
    ways = [_of_row(row, ordinary, of_sets, beside, bonus, limits) for row in heads]
    if found.limits:
        of_limit = _of_limit(ordinary, found, beside, bonus, limits)
        if not all(row.completes for row in found.limits):
            return of_limit
        ways.append(of_limit)
    best = max(ways, key=lambda way: way[0], default=None)
    plain = _without_limit(ordinary, limits)
    return best if best is not None and best[0] >= plain[0] else plain


def _of_row(
    head: ScoringRow, ordinary: Verdict, of_sets: tuple[int, int], beside: tuple[ScoringRow, ...], bonus: Judgment,
    limits: Limits,
) -> Verdict:  # fmt: skip
    points = of_sets[0] + head.points + sum(row.points for row in beside)
    doubles = of_sets[1] + head.doubles + sum(row.doubles for row in beside)
    whole = min((points << doubles) + (bonus.points << bonus.doubles), HIGHEST_FACE)
    items = tuple(map(_item, (head, *beside)))
    aside = tuple(item for item in ordinary[4] if item not in items and item not in bonus.items)
    worth, held = _capped(whole, limits), ordinary[5]
    tiles = Beside(bonus.points, bonus.doubles, bonus.items, aside)
    return worth, points, doubles, whole, items, held, None, (), False, tiles


def _of_limit(
    ordinary: Verdict, found: Judgment, beside: tuple[ScoringRow, ...], bonus: Judgment, limits: Limits
) -> Verdict:
    most = max(limit_worth(row, limits) for row in found.limits)
    told = tuple(row for row in found.limits if limit_worth(row, limits) == most)
    more = tuple(row for row in beside if row.doubles and bonus.points)
    doubles = bonus.doubles + sum(row.doubles for row in more)
    items = (*bonus.items, *(Item(row.name, 0, row.doubles, row.rule) for row in more))
    aside = tuple(item for item in ordinary[4] if item not in items)
    worth = _capped(most + (bonus.points << doubles), limits)
    tiles = Beside(bonus.points, doubles, items, ())
    return (worth, *ordinary[1:4], aside, found.limits, told[0], told, True, tiles)


def _without_limit(ordinary: Verdict, limits: Limits) -> Verdict:
    """The ordinary reckoning, whatever limit hand it gave way to."""
    return (_capped(ordinary[3], limits), *ordinary[1:6], None, (), False, None)


def _capped(worth: int, limits: Limits) -> int:
    return worth if limits.none else min(worth, limits.value)


def _item(row: ScoringRow) -> Item:
    return Item(row.name, row.points, row.doubles, row.rule)
