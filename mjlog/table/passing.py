"""The Charleston of a hand, or the exchanges of a goulash: which passes were made, and what lies between two players.

Source: american/charleston-1 to american/charleston-4, bmja/goulash.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from mjlog.seats import Seat

FIRST = ("right-1", "across-1", "left-1")
SECOND = ("left-2", "across-2", "right-2")
BOTH = (*FIRST, *SECOND)
COURTESY = "courtesy"
CHARLESTON = (*BOTH, COURTESY)
"""The passes of the American game, in their order; the second three may be refused."""
WITH_THE_RIGHT = {"east-south": (Seat.E, Seat.W), "east-north": (Seat.S, Seat.N)}
"""Exchanges between neighbours: the seats that change tiles with whoever sits on their right; the others do so with
whoever sits on their left."""
TILES_PASSED = 3


class Given(NamedTuple):
    """What a seat passes: kinds, the first `blind` of them unseen, out of those that it has just got.

    That is in the pass before, or in the same one: the rack holds the same tiles afterwards.
    """

    kinds: tuple[int, ...]
    blind: int = 0


@cache  # of nine passes and four seats
def receiver(name: str, giver: Seat) -> Seat:
    """Who gets what a seat passes.

    >>> receiver("right-1", Seat.E), receiver("courtesy", Seat.E), receiver("left-2", Seat.E)
    (<Seat.S: 'S'>, <Seat.W: 'W'>, <Seat.N: 'N'>)
    >>> [receiver(name, seat).value for name in ("east-south", "east-north") for seat in Seat]
    ['S', 'E', 'N', 'W', 'N', 'W', 'S', 'E']
    """
    if name in WITH_THE_RIGHT:
        return giver.right if giver in WITH_THE_RIGHT[name] else giver.left
    if name.startswith("right"):
        return giver.right
    return giver.left if name.startswith("left") else giver.across


@cache  # of nine passes and four seats
def giver(name: str, taker: Seat) -> Seat:
    """From whom a seat gets tiles.

    >>> giver("right-1", Seat.S), giver("courtesy", Seat.W), giver("left-2", Seat.N)
    (<Seat.E: 'E'>, <Seat.E: 'E'>, <Seat.E: 'E'>)
    """
    if name in WITH_THE_RIGHT:
        return receiver(name, taker)
    if name.startswith("right"):
        return taker.left
    return taker.right if name.startswith("left") else taker.across


@dataclass(slots=True)
class Passing:
    """How far the Charleston, or the exchanges of a goulash, have come.

    `order`: the passes that there are. `done`: the passes made, in order; `name`: the one being made, `given`: what has
    been passed in it; `received`: what each seat got in the one before. `written`: under which name this one is written
    down, where that is another. `stopped`: who refused the second Charleston. `missing`: what had not been passed when
    play began, in words, and `broken_off`: the pass that was due then; `none_recorded`: no pass at all. `left_out`: the
    passes that others were made before. `late`: what was passed, and by whom, when nothing could be passed.
    """

    done: tuple[str, ...] = ()
    name: str | None = None
    given: dict[Seat, Given] = field(default_factory=dict)
    received: dict[Seat, tuple[int, ...]] = field(default_factory=dict)
    stopped: Seat | None = None
    missing: str = ""
    broken_off: str = ""
    none_recorded: bool = False
    written: str = ""
    order: tuple[str, ...] = CHARLESTON
    left_out: frozenset[str] = frozenset()
    late: frozenset[tuple[str, Seat]] = frozenset()

    def copy(self) -> Passing:
        """An independent one."""
        return Passing(
            self.done, self.name, dict(self.given), self.received, self.stopped, self.missing, self.broken_off,
            self.none_recorded, self.written, self.order, self.left_out, self.late,
        )  # fmt: skip

    @property
    def begun(self) -> bool:
        """Whether anything was passed."""
        return bool(self.done or self.given)

    @property
    def due(self) -> str:
        """The pass to be made next: the one begun, or the one after those that are done; empty where none is left."""
        if self.given and self.name is not None:
            return self.name
        left_out = (COURTESY, *(SECOND if self.stopped is not None else ()))
        last = COURTESY if COURTESY in self.order else ""
        return next((name for name in self.order if name not in self.done and name not in left_out), last)

    def meant(self, name: str) -> str:
        """Which pass is meant by a name: the one being made, where that is written down under another."""
        return self.name if self.name is not None and name == self.written else name

    def pass_over(self, name: str) -> None:
        """Another pass is made than the one that is due: those before it count as made unseen."""
        left_out = tuple(earlier_pass for earlier_pass in self.before(name) if earlier_pass not in self.done)
        self.done, self.left_out = (*self.done, *left_out), self.left_out.union(left_out) - {name}

    def was_told(self, name: str, seat: Seat) -> bool:
        """Whether a pass that could not be made was begun by another player: this is a part of it."""
        of_others = {late_pass for late_pass, by in self.late if by is not seat}
        return name in of_others and (name, seat) not in self.late

    def before(self, name: str) -> tuple[str, ...]:
        """The passes that come before one; none where there is no such pass.

        >>> Passing().before("left-1")
        ('right-1', 'across-1')
        """
        return self.order[: self.order.index(name)] if name in self.order else ()

    def may_follow(self, name: str) -> bool:
        """Whether a pass comes later than those made, so that others in between may just not be written down."""
        if name not in self.order or (name in SECOND and self.stopped is not None):
            return False
        begun = (*self.done, *((self.name,) if self.name else ()))
        made = [begun_pass for begun_pass in begun if begun_pass in self.order]
        return self.order.index(name) > max(map(self.order.index, made), default=-1)

    def not_made(self) -> str:
        """What is still to be passed before play can begin, in words; empty where nothing is."""
        if self.due in (COURTESY, ""):
            return ""
        silent = [seat for seat in Seat if seat not in self.given]
        if self.given:
            names = [str(seat) for seat in silent]
            who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
            return f"{who} {'has' if len(names) == 1 else 'have'} not passed {self.due}"
        return f"{self.due} was not passed"
