"""What a winner of a hand of fu and han is paid by each of the others.

Source: riichi/pay-1, riichi-sanma/pay-1, riichi-sanma/round-1.
"""

from __future__ import annotations

from dataclasses import dataclass

_FOUR = 4


def rounded_up(amount: int, unit: int = 100) -> int:
    """An amount rounded up to whole units."""
    return -(-amount // unit) * unit


@dataclass(frozen=True, slots=True)
class Payout:
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
