"""From fu and han to what the winner receives from each of the others; which tiles are dora.

Source: riichi/limit-1, riichi/pay-1, riichi/yakuman-4.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from mjlog.errors import RuleSetError
from mjlog.scoring import tally
from mjlog.scoring.rows import option_value
from mjlog.tiles import FIRST_DRAGON, FIRST_HONOR, PLAIN_KINDS

_FOUR = 4


def rounded_up(amount: int, unit: int = 100) -> int:
    """An amount rounded up to whole units."""
    return -(-amount // unit) * unit


class Payout(msgspec.Struct, frozen=True):
    """How what a hand is worth comes together: from the discarder, or for a drawn win from all.

    `players`: who is not there pays nothing, or with `shares` the others make up for it, so that a drawn win brings
    what a claimed one does; `unit`: each payment is rounded up to it.
    """

    players: int = _FOUR
    unit: int = 100
    shares: bool = False

    def received(self, base: int, east: bool, drawn: bool) -> int:
        """What a winner receives of all others.

        >>> four, three, clubs = Payout(), Payout(players=3), Payout(players=3, unit=1000, shares=True)
        >>> four.received(960, east=False, drawn=False), four.received(960, east=False, drawn=True)
        (3900, 4000)
        >>> three.received(2000, east=False, drawn=True), clubs.received(2000, east=False, drawn=True)
        (6000, 8000)
        """
        if not drawn:
            return rounded_up(base * (6 if east else 4), self.unit)
        if self.shares:
            return sum(self.split(self.received(base, east, drawn=False), east))
        whole = rounded_up(2 * base, self.unit)
        return (self.players - 1) * whole if east else (self.players - 2) * rounded_up(base, self.unit) + whole

    def split(self, total: int, east: bool) -> list[int]:
        """The payments of a drawn total: East's first, where another wins. They need not sum to a total that is none.

        >>> Payout().split(7900, east=False), Payout(players=3).split(6000, east=False)
        ([3900, 2000, 2000], [4000, 2000])
        >>> clubs = Payout(players=3, unit=1000, shares=True)
        >>> [clubs.split(total, east=False) for total in (1000, 4000, 7000, 8000, 12000)]
        [[1000, 1000], [3000, 1000], [5000, 2000], [5000, 3000], [8000, 4000]]
        """
        others = self.players - 1
        if east:
            return [rounded_up(-(-total // others), self.unit)] * others
        if self.shares:
            units = -(-total // self.unit)
            part = units // 3 if units % 3 == 0 else max(1, units * 3 // 8)
            return [max(1, units - part) * self.unit, part * self.unit]
        each = rounded_up(-(-total // self.players), self.unit)
        return [total - (others - 1) * each, *[each] * (others - 1)]


FOUR_PLAYERS = Payout()
"""Each payment by itself, rounded up to hundreds."""


YAKUMAN_HAN = 13
"""The doubles of a yakuman, and those from which on a hand counts as one."""
HAN_SHIFT = tally.DOUBLES_SHIFT - tally.POINTS_SHIFT
FU_MASK, FU_AND_HAN = tally.POINTS_MASK, tally.DOUBLES_MASK << HAN_SHIFT | tally.POINTS_MASK
"""Fu, not rounded, and han in one int, as they ride above the counts of a sum: han above fu."""
_FU_OF_PINFU, _FU_OF_PAIRS = 20, 25
_MOST_FU = 170
"""Those of four concealed kongs of terminals, claimed, with a pair of both winds: more than 160."""
MOST_HAN = 100
"""All patterns bring less than 57 together, ten indicators four tiles each at most, and three fives are red."""
_MOST_SHIFT = 30
_STEPS = (
    (YAKUMAN_HAN, "counted-yakuman", 8), (11, "sanbaiman", 6), (8, "baiman", 4), (6, "haneman", 3), (5, "mangan", 2),
)  # fmt: skip
"""From so many han on: the name of the limit, and what it is worth in eighths of a yakuman."""
LIMITS_BY_NAME = {"yakuman": 8, **{name: eighths for _, name, eighths in _STEPS}}
"""What the limits are worth, in eighths of a yakuman."""
COUNTED_AS, DRAWN_TOTALS = ("yakuman", "sanbaiman"), ("loss", "share")


class HanTerms(msgspec.Struct, frozen=True):
    """How fu and han are valued.

    `limit`: the base of a yakuman; `counted`: thirteen han without one are worth it, too; `rounds_up`: a base that
    lacks a fifth of a hundred of a mangan is one; `adds`: several yakuman add up; `least`: han of patterns that a win
    needs. `payout`: what is paid for it.
    """

    limit: int = 8000
    counted: bool = True
    rounds_up: bool = False
    adds: bool = True
    least: int = 1
    payout: Payout = FOUR_PLAYERS

    @property
    def limit_names(self) -> list[str]:
        """The limits that a hand can reach, by name."""
        return [name for name in LIMITS_BY_NAME if self.counted or name != _STEPS[0][1]]

    def limit_by_han(self, fu: int, han: int) -> tuple[int, str | None]:
        """The base of a hand, in points, and the name of the limit that it reaches.

        >>> HanTerms().limit_by_han(30, 3), HanTerms().limit_by_han(40, 4), HanTerms().limit_by_han(25, 6)
        ((960, None), (2000, 'mangan'), (3000, 'haneman'))
        """
        for least, name, eighths in _STEPS:
            if han >= least and (self.counted or name != "counted-yakuman"):
                return eighths * self.limit // 8, name
        base, mangan = fu << 2 + han, self.limit // 4
        if base >= mangan or (self.rounds_up and base * 25 >= mangan * 24):
            return mangan, "mangan"
        return base, None

    def why_not(self, fu: int | None, han: int | None, drawn: bool) -> str:
        """Why no hand is worth so many fu and han, in words; nothing where one can be, or they are not all stated.

        >>> HanTerms().why_not(20, 2, drawn=False), HanTerms().why_not(20, 2, drawn=True)
        ('20 fu are those of a drawn pinfu, of 2 han or more', '')

        Source: riichi/win-1, riichi/fu-1, riichi/fu-5, riichi/han-1, riichi/han-3.
        """
        least = max(1, self.least)
        if han is not None and han < least:
            return f"no win has less than {least} han"
        if han is not None and han > MOST_HAN:
            return f"no win has more than {MOST_HAN} han"
        if not fu and (fu is None or (han or 0) >= _STEPS[-1][0]):
            # From there on nobody needs to count the fu.
            return ""
        if fu == _FU_OF_PINFU:
            fits = drawn and (han is None or han > 1)
            return "" if fits else "20 fu are those of a drawn pinfu, of 2 han or more"
        if fu == _FU_OF_PAIRS:
            # A drawn hand of pairs is fully concealed, too.
            fits = han is None or han > 1 + drawn
            return "" if fits else f"25 fu are those of seven pairs, of {2 + drawn} han or more"
        return "" if not fu % 10 and 30 <= fu <= _MOST_FU else f"fu are 20, 25, or tens from 30 to {_MOST_FU}"

    def base(self, value: int) -> int:
        """The base of fu and han, in one int."""
        return self.limit_by_han(rounded_fu(value & FU_MASK), min(value >> HAN_SHIFT, _MOST_SHIFT))[0]

    def named(self, base: int) -> tuple[int, str]:
        """The han from which on a limit of this base is reached, and its name."""
        if base >= self.limit:
            return YAKUMAN_HAN, "yakuman"
        return next((least, name) for least, name, eighths in reversed(_STEPS) if base <= eighths * self.limit // 8)


def han_terms_of(scoring: Mapping[str, Any], options: Mapping[str, Any]) -> HanTerms:
    """What the head of a scoring table says: values, or names of options that have them.

    Raises:
        RuleSetError: an option does not exist, or a value is none that there can be.
    """

    def value(key: str, usual: Any) -> Any:
        given = scoring.get(key, usual)
        is_named = isinstance(given, str) and given not in (*COUNTED_AS, *DRAWN_TOTALS)
        return option_value(options, given, scoring) if is_named else given

    counted = value("counted", "yakuman")
    if counted not in COUNTED_AS:
        raise RuleSetError(f"scoring: `counted` is {str(counted)[:40]!r}: {' or '.join(COUNTED_AS)} is expected")
    tsumo = value("tsumo", "loss")
    return HanTerms(
        limit=int(value("limit", 8000)),
        counted=counted == "yakuman",
        rounds_up=bool(value("round_up_mangan", False)),
        adds=bool(value("yakuman_add", True)),
        least=int(value("min_han", 1)),
        payout=Payout(int(value("players", 4)), int(value("round_points", 100)) or 1, tsumo == "share"),
    )


def limit_base(terms: HanTerms, name: str) -> int:
    """The base of a limit, in points.

    >>> limit_base(HanTerms(), "mangan")
    2000
    """
    return LIMITS_BY_NAME[name] * terms.limit // 8


def rounded_fu(fu: int) -> int:
    """Fu rounded up to ten, but for the 25 of seven pairs.

    Source: riichi/fu-1, riichi/fu-5.
    """
    return fu if fu == 25 else rounded_up(fu, 10)


Worth = tuple[int, int, int, str | None]
"""What a winner receives, the fu rounded, the base, the name of the limit."""


class Worths(dict[int, Worth]):
    """By fu and han in one int: what the hands of a winner are worth; found when asked for."""

    def __init__(self, terms: HanTerms, east: bool, drawn: bool) -> None:
        super().__init__()
        self._terms, self._east, self._drawn = terms, east, drawn

    def __missing__(self, key: int) -> Worth:
        fu = rounded_fu(key & FU_MASK)
        base, name = self._terms.limit_by_han(fu, min(key >> HAN_SHIFT, _MOST_SHIFT))
        worth = self[key] = self.of_base(base), fu, base, name
        return worth

    def of_base(self, base: int) -> int:
        """What a base brings, in points."""
        return self._terms.payout.received(base, self._east, self._drawn)


def _after(kind: int) -> int:
    """The tile after another: 1 to 9 of the suit and 9 to 1, E S W N, white green red (riichi/dora-1)."""
    if kind < FIRST_HONOR:
        return kind // 9 * 9 + (kind + 1) % 9
    if kind < FIRST_DRAGON:
        return FIRST_HONOR + (kind - FIRST_HONOR + 1) % 4
    return FIRST_DRAGON + (kind - FIRST_DRAGON + 2) % 3


def dora_of(left_out: Collection[int]) -> tuple[int, ...]:
    """By the kind of an indicator the kind that is dora: the next one that is played with.

    Source: riichi/dora-1, riichi-sanma/dora-1.
    """
    dora = []
    for kind in range(PLAIN_KINDS):
        after = _after(kind)
        while after in left_out:
            after = _after(after)
        dora.append(after)
    return tuple(dora)
