"""From points, doubles and limit hands to a total: the ways that rule sets combine them, registered by name.

A limit hand's value, or a row's, can stand apart, and the bonus tiles are reckoned beside it.

What the patterns say of a hand as a whole. Pure functions of few facts: each answer is kept and found again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from mjlog.errors import RuleSetError
from mjlog.scoring import registry
from mjlog.scoring.facts import BonusFacts, HandFacts, TileFacts, Win
from mjlog.scoring.han_worth import HanTerms
from mjlog.scoring.hand import Item
from mjlog.scoring.rows import FANS, FU_AND_HAN, ScoringRow, option_value
from mjlog.scoring.shares import SetTable, SplitTable
from mjlog.text import counted, points
from mjlog.tiles import FIRST_BONUS, FIRST_SEASON, format_tiles

# -- judging ----------------------------------------------------------------------------------------------------------


_MOST_KEPT = 100_000


class Judgment(NamedTuple):
    """Points, doubles and items that hold, limit hands that hold, and tile rows which must still be asked.

    `apart`: the rows that hold of a reckoning apart (`mjlog.scoring.totals`): those that begin one, and those beside
    it.
    """

    points: int
    doubles: int
    items: tuple[Item, ...]
    limits: tuple[ScoringRow, ...] = ()
    ask: tuple[ScoringRow, ...] = ()
    apart: tuple[ScoringRow, ...] = ()


NOTHING = Judgment(0, 0, ())


def judgment(rows: tuple[tuple[ScoringRow, int], ...], tiles: str = "", ask: tuple[ScoringRow, ...] = ()) -> Judgment:
    """The rows that hold, each so many times, added up."""
    points, doubles, items, limits, apart = 0, 0, [], [], []
    for row, times in rows:
        if row.apart or row.beside != "no":
            apart.append(row)
        if row.is_limit:
            limits.append(row)
        if row.is_limit or not row.is_ordinary:
            continue
        points, doubles = points + row.points * times, doubles + row.doubles * times
        items.append(Item(row.name, row.points * times, row.doubles * times, row.rule, tiles))
    return Judgment(points, doubles, tuple(items), tuple(limits), ask, tuple(apart))


class Beside(NamedTuple):
    """What the bonus tiles are worth beside a hand that is reckoned apart from them, and what that leaves out."""

    points: int
    doubles: int
    items: tuple[Item, ...]
    set_aside: tuple[Item, ...]


Verdict = tuple[
    int, int, int, int, tuple[Item, ...], tuple[ScoringRow, ...], ScoringRow | None, tuple[ScoringRow, ...], bool,
    Beside | None,
]  # fmt: skip
"""Of a hand in one arrangement: total, points, doubles, uncapped value; the items which are not of single sets; the
limit hands that hold, the one that was taken, those to be listed, whether these replace everything else; the bonus
tiles where they are reckoned apart."""


class BonusTable:
    """What the bonus tiles of a seat are worth."""

    def __init__(self, rows: tuple[ScoringRow, ...], own_number: int) -> None:
        known = registry.BONUS_PATTERNS
        self._rows = [(row, known[row.pattern]) for row in rows if row.pattern in known]
        self._own_number = own_number
        self._kept: dict[tuple[int, ...], Judgment] = {}

    def judge(self, bonus: tuple[int, ...]) -> Judgment:
        """The judgment of these flowers and seasons."""
        bonus_worth = self._kept.get(bonus)
        if bonus_worth is None:
            facts = BonusFacts(bonus, self._own_number)
            held = tuple((row, int(times)) for row, pattern in self._rows if (times := pattern(facts)))
            ids = {row.id for row, _times in held}
            held = tuple(each for each in held if not each[0].unless & ids)
            bonus_worth = added(*(judgment((each,), bonus_spoken_of(each[0].pattern, facts)) for each in held))
            if len(self._kept) < _MOST_KEPT:
                self._kept[bonus] = bonus_worth
        return bonus_worth


def bonus_spoken_of(pattern: str, facts: BonusFacts) -> str:
    """The flowers and seasons that a pattern speaks of, as a text."""
    flower, season = FIRST_BONUS - 1 + facts.own_number, FIRST_SEASON - 1 + facts.own_number
    choices: dict[registry.About, Iterable[int]] = {
        registry.About.OWN_FLOWER: (flower,),
        registry.About.OWN_SEASON: (season,),
        registry.About.OWN_BONUS: (flower, season),
        registry.About.FLOWERS: range(FIRST_BONUS, FIRST_SEASON),
        registry.About.SEASONS: range(FIRST_SEASON, FIRST_SEASON + 4),
    }
    chosen = choices.get(registry.about(pattern, of_fans=False), facts.kinds)
    return format_tiles([kind for kind in facts.kinds if kind in chosen])


class Case:
    """All that hands which ended alike have in common: seat, round, how they won, and the tables that follow from it.

    `tables`: shares of the concealed bamboo, characters, dots and honors; `singles`: their quick halves. `quick`:
    self-drawn wins of four sets and a pair, which the scorer tries to score quickly.
    """

    def __init__(
        self, win: Win, rows: tuple[ScoringRow, ...], sets: SetTable, bonus: BonusTable, tables: tuple[SplitTable, ...]
    ) -> None:
        self.win = win
        self.quick = False
        self.sets, self.bonus, self.tables = sets, bonus, tables
        self.singles = tuple(table.single for table in tables)
        hands, tiles = registry.HAND_PATTERNS, registry.TILE_PATTERNS
        self._hand_rows = [(row, hands[row.pattern]) for row in rows if row.pattern in hands]
        self._tile_rows = [(row, *tiles[row.pattern]) for row in rows if row.pattern in tiles]
        self._kept: dict[tuple[int, int], Judgment] = {}
        self.verdicts: dict[tuple[int, int, tuple[int, ...]], Verdict] = {}
        """What was found of hands that look alike; filled by `keep`."""

    def keep(self, key: tuple[int, int, tuple[int, ...]], verdict: Verdict) -> None:
        """Keep a verdict for hands with the same counts, points, flags and bonus tiles."""
        if len(self.verdicts) >= _MOST_KEPT:
            self.verdicts.clear()
        self.verdicts[key] = verdict

    def facts(self, counts: int, flags: int) -> HandFacts:
        """The facts which patterns of whole hands look at."""
        return HandFacts(counts, flags, self.win)

    def judge(self, counts: int, flags: int) -> Judgment:
        """What holds for hands with these counts of sets and flags of tiles."""
        judged = self._kept.get((counts, flags))
        if judged is None:
            facts = self.facts(counts, flags)
            held = tuple((row, 1) for row, pattern in self._hand_rows if pattern(facts))
            judged = judgment(held, ask=tuple(row for row, _, when in self._tile_rows if when(facts)))
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[counts, flags] = judged
        return judged


def added(*judgments: Judgment) -> Judgment:
    """Several judgments as one; nothing is left to be asked."""
    return Judgment(
        sum(each.points for each in judgments),
        sum(each.doubles for each in judgments),
        tuple(item for each in judgments for item in each.items),
        tuple(row for each in judgments for row in each.limits),
        apart=tuple(row for each in judgments for row in each.apart),
    )


def ask_tiles(rows: tuple[ScoringRow, ...], tiles: TileFacts) -> Judgment:
    """What holds of the tile rows that a judgment left open."""
    return judgment(tuple((row, 1) for row in rows if registry.TILE_PATTERNS[row.pattern][0](tiles)))


# -- totals -----------------------------------------------------------------------------------------------------------


def reckoned_apart(
    ordinary: Verdict, of_sets: tuple[int, int], judged: Judgment, bonus: Judgment, limits: Limits
) -> Verdict:
    """The verdict of a hand of which limit hands or rows apart hold: the best reckoning.

    `ordinary`: of the whole hand; `of_sets`: points and doubles of its sets; `found`: all that holds, the bonus tiles
    among it.
    """
    beside = tuple(row for row in judged.apart if not row.apart)
    heads = [row for row in judged.apart if row.apart]
    ways = [_of_row(row, ordinary, of_sets, beside, bonus, limits) for row in heads]
    if judged.limits:
        most = max(limit_worth(row, limits) for row in judged.limits)
        rows = tuple(row for row in judged.limits if limit_worth(row, limits) == most)
        more = tuple(row for row in beside if row.doubles and bonus.points)
        doubles = bonus.doubles + sum(row.doubles for row in more)
        items = (*bonus.items, *(Item(row.name, 0, row.doubles, row.rule) for row in more))
        aside = tuple(item for item in ordinary[4] if item not in items)
        worth = _capped(most + (bonus.points << doubles), limits)
        tiles = Beside(bonus.points, doubles, items, ())
        of_limit = (worth, *ordinary[1:4], aside, judged.limits, rows[0], rows, True, tiles)
        if not all(row.completes for row in judged.limits):
            return of_limit
        ways.append(of_limit)
    best = max(ways, key=lambda way: way[0], default=None)
    # The ordinary reckoning, whatever limit hand it gave way to
    plain: Verdict = (_capped(ordinary[3], limits), *ordinary[1:6], None, (), False, None)
    return best if best is not None and best[0] >= plain[0] else plain


def _of_row(
    head: ScoringRow, ordinary: Verdict, of_sets: tuple[int, int], beside: tuple[ScoringRow, ...], bonus: Judgment,
    limits: Limits,
) -> Verdict:  # fmt: skip
    points = of_sets[0] + head.points + sum(row.points for row in beside)
    doubles = of_sets[1] + head.doubles + sum(row.doubles for row in beside)
    whole = min((points << doubles) + (bonus.points << bonus.doubles), HIGHEST_FACE)
    items = tuple(Item(row.name, row.points, row.doubles, row.rule) for row in (head, *beside))
    aside = tuple(item for item in ordinary[4] if item not in items and item not in bonus.items)
    worth, held = _capped(whole, limits), ordinary[5]
    tiles = Beside(bonus.points, bonus.doubles, bonus.items, aside)
    return worth, points, doubles, whole, items, held, None, (), False, tiles


def _capped(worth: int, limits: Limits) -> int:
    return worth if limits.none else min(worth, limits.value)


HIGHEST_FACE = 100_000_000
"""Points x doubles stop growing here, where there is a limit or might be one."""
_HIGHEST_UNLIMITED = 10**12
"""And here where there is none: more than a hand of 144 tiles can reach by any table that is played."""


class Limits(NamedTuple):
    """The limit in points; whether hands have none (then it is only what limit hands are worth).

    `most`: no hand is worth more, whatever the limit; None where the table does not say.
    """

    value: int
    none: bool
    most: int | None = None


Total = tuple[int, int, ScoringRow | None, tuple[ScoringRow, ...], bool]
"""A hand's total; the face value uncapped; the limit hand that was taken; the limit hands to be listed; whether they
replace everything else."""

Combine = Callable[[int, int, tuple[ScoringRow, ...], Limits], Total]


def limit_or_face(points: int, doubles: int, held: tuple[ScoringRow, ...], limits: Limits) -> Total:
    """A limit hand is worth its share of the limit and nothing else counts; other hands their face value, to the limit.

    Without a limit the larger of the two is taken.

    Source: classical/limit-1.
    """
    face = min(points << doubles, HIGHEST_FACE)
    if not held:
        return face if limits.none else min(face, limits.value), face, None, (), False
    best = max(held, key=lambda row: limit_worth(row, limits))
    worth = limit_worth(best, limits)
    if limits.none and face > worth:
        return face, face, None, held, False
    return worth, face, best, held, not limits.none


def larger_of_limit_and_face(points: int, doubles: int, held: tuple[ScoringRow, ...], limits: Limits) -> Total:
    """A limit hand or the face value, whichever is larger; face values have no limit.

    Source: western/limit-5.
    """
    face = min(points << doubles, _HIGHEST_UNLIMITED)
    if not held:
        return face, face, None, (), False
    best = max(held, key=lambda row: limit_worth(row, limits))
    worth = limit_worth(best, limits)
    if face > worth:
        return face, face, None, (), False
    return worth, face, best, (best,), False


def limit_or_larger_fraction(points: int, doubles: int, held: tuple[ScoringRow, ...], limits: Limits) -> Total:
    """A whole limit and nothing else; a fraction of it where that is at least the points and doubles; or these.

    Points and doubles are worth the limit at most, unless there is none; a limit hand is worth its limit even then.

    Source: bmja/mahjong, dmjl/mahjong.
    """
    face = min(points << doubles, _HIGHEST_UNLIMITED if limits.none else HIGHEST_FACE)
    worth = max((limit_worth(row, limits) for row in held), default=0)
    if held and (worth >= limits.value or worth >= face):
        best = tuple(row for row in held if limit_worth(row, limits) == worth)
        return worth, face, best[0], best, True
    return face if limits.none else min(face, limits.value), face, None, (), False


def fu_and_han(points: int, doubles: int, held: tuple[ScoringRow, ...], limits: Limits) -> Total:
    """Points are fu, doubles are han: the base is fu x 2^(2 + han), up to the limit's steps by han; yakuman add up.

    The total here is the base; what a winner receives of it depends on the seat, and who had the tile
    (`mjlog.scoring.han`).

    Source: riichi/limit-1.
    """
    terms = HanTerms(limits.value)
    base = limits.value * sum(row.limit for row in held) // 100 if held else terms.limit_by_han(points, doubles)[0]
    return base, base, held[0] if held else None, held, bool(held)


def sum_of_fans(points: int, doubles: int, held: tuple[ScoringRow, ...], limits: Limits) -> Total:
    """Points are added up, without a limit.

    Source: mcr/count-1.
    """
    return points, points, None, held, bool(held)


def limit_worth(row: ScoringRow, limits: Limits) -> int:
    """What a limit hand is worth, in points."""
    return row.limit_points or row.limit * limits.value // 100


COMBINATIONS: Mapping[str, Combine] = {
    "limit-or-face": limit_or_face,
    "larger-of-limit-and-face": larger_of_limit_and_face,
    "limit-or-larger-fraction": limit_or_larger_fraction,
    FU_AND_HAN: fu_and_han,
    FANS: sum_of_fans,
}


def combination(scoring: Mapping[str, Any]) -> Combine:
    """The way in which a scoring table says to combine (`total`).

    Raises:
        RuleSetError: there is no such way.
    """
    name = scoring.get("total", "limit-or-face")
    if name not in COMBINATIONS:
        raise RuleSetError(f"scoring: no way to combine {name!r}; there are {', '.join(sorted(COMBINATIONS))}")
    return _cut_to_the_most(COMBINATIONS[name]) if scoring.get("most") else COMBINATIONS[name]


def _cut_to_the_most(combine: Combine) -> Combine:
    """The same way to combine, and totals are cut to the most that a hand is worth.

    Source: dead-wall/heaven-1.
    """

    def cut(points: int, doubles: int, held: tuple[ScoringRow, ...], limits: Limits) -> Total:
        worth, face, taken, listed, alone = combine(points, doubles, held, limits)
        return worth if limits.most is None else min(worth, limits.most), face, taken, listed, alone

    return cut


def limits_of(scoring: Mapping[str, Any], options: Mapping[str, Any]) -> Limits:
    """The limit under these options. `limit`: a number or the name of an option; `no_limit`: the name of an option.

    `most`: ids of limit hands; no hand is worth more than those of them that the table has.
    """
    limit, off = scoring.get("limit", 0), scoring.get("no_limit")
    value = limit if isinstance(limit, int) else int(option_value(options, limit, scoring))
    none = off is not None and bool(option_value(options, off, scoring))
    ids = scoring.get("most", ())
    rows = [row for row in scoring.get("item", ()) if row.get("id") in ids] if ids else []
    worths = [row.get("limit_points") or row.get("limit", 0) * value // 100 for row in rows]
    return Limits(value, none, max(worths, default=None))


class Minimum(NamedTuple):
    """What a complete hand must be worth to win: so many points, and so many doubles. A limit hand always is."""

    points: int
    doubles: int

    def is_met(self, worth: int, doubles: int, is_limit: bool) -> bool:
        """Whether a hand of this total and so many doubles may win."""
        return is_limit or (worth >= self.points and doubles >= self.doubles)

    def words(self, worth: int, doubles: int) -> str:
        """What a hand lacks.

        >>> Minimum(0, 3).words(48, 1)
        'the hand is worth 1 double: 3 are needed to win'
        """
        if doubles < self.doubles:
            return f"the hand is worth {counted(doubles, 'double')}: {_needed(self.doubles)}"
        return f"the hand is worth {points(worth)}: {_needed(self.points)}"


def _needed(number: int) -> str:
    return f"{number} {'is' if number == 1 else 'are'} needed to win"


def minimum_of(scoring: Mapping[str, Any], options: Mapping[str, Any]) -> Minimum | None:
    """What a win needs (`min_points`, `min_doubles`: numbers, or names of options); None where any hand wins."""
    values = [scoring.get(key, 0) for key in ("min_points", "min_doubles")]
    least = Minimum(*(value if isinstance(value, int) else option_value(options, value, scoring) for value in values))
    return least if any(least) else None
