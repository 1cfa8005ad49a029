"""Where each of the 136 tiles of a hand is: records that number their tiles say of each twice where it came from.

A tile is dealt or drawn once, and what is discarded, laid down or shown lay in that hand before. That holds of the
number; what holds of the kind is judged by the rules. So a contradiction is told when the hand is over: where the rules
found the fault, it has been told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from mjlog.formats.riichi.melds import Meld
from mjlog.formats.riichi.tiles import BY_NUMBER
from mjlog.formats.riichi.transcript import PLACES, Transcript
from mjlog.formats.riichi.walls import SeededWall


class Numbers:
    """The tiles of one hand by number.

    `viewer`: the place whose view it is; of the others nobody knows what they hold. `held`: what each place is known to
    have; `met`: every tile that was seen; `laid`: the sets of each place. `live`, `loose`: the tiles of the wall that
    come next, where it is known. `wrong`: what first contradicts itself: code, words, line.
    """

    def __init__(self, viewer: int | None, players: int) -> None:
        self.viewer = viewer
        self.players = players
        self.held: list[set[int]] = [set() for _ in PLACES]
        self.met: set[int] = set()
        self.laid: list[list[Meld]] = [[] for _ in PLACES]
        self.live: Iterator[int] | None = None
        self.loose: Iterator[int] = iter(())
        self.wrong: tuple[str, str, int] | None = None

    def is_unseen(self, place: int) -> bool:
        """Whether the hand of a place was not seen."""
        return self.viewer is not None and place != self.viewer

    def deal(self, place: int, numbers: Iterable[int | None], line: int) -> None:
        """The tiles that a place begins with."""
        dealt = [number for number in numbers if number is not None]
        self._appear(dealt, f"is dealt to place {place}", line)
        self.held[place].update(dealt)

    def build(self, wall: SeededWall, dealer: int, line: int) -> None:
        """The wall is known: what was dealt, and what is drawn, lay in it."""
        self.live, self.loose = wall.live(), wall.loose()
        for step, dealt in enumerate(wall.dealt()):
            place = (dealer + step) % self.players
            other = min(self.held[place] - set(dealt), default=None)
            if other is not None:
                words = f"{_tile(other)} is dealt to place {place}, and lies elsewhere in the wall"
                self._tell("wrong-deal-tiles", words, line)

    def draw(self, place: int, number: int, is_loose: bool, line: int) -> None:
        """A tile is drawn, of the wall or for a kong."""
        if self.live is not None:
            due = next(self.loose if is_loose else self.live, number)
            if due != number:
                words = f"{_tile(number)} is drawn by place {place}, and {_tile(due)} lies there in the wall"
                self._tell("not-the-wall-tile", words, line)
        if number in self.met:
            self._tell("too-many-copies", f"{_tile(number)} is drawn by place {place}, and was somewhere else", line)
        self.met.add(number)
        self.held[place].add(number)

    def turn(self, numbers: Iterable[int], line: int) -> None:
        """Tiles are turned as indicators."""
        self._appear(numbers, "is turned", line)

    def _appear(self, numbers: Iterable[int], what: str, line: int) -> None:
        met = self.met
        for number in numbers:
            if number in met:
                self._tell("too-many-copies", f"{_tile(number)} {what}, and was somewhere else", line)
            met.add(number)

    def discard(self, place: int, number: int, line: int) -> bool:
        """A tile leaves a hand: whether that was known to have it."""
        held = self.held[place]
        if number in held:
            held.remove(number)
            return True
        if number not in self.met and self.is_unseen(place):
            self.met.add(number)
            return False
        self._leave(place, (number,), "discards", "tile-not-held", line)
        return False

    def lay(self, place: int, meld: Meld, latest: object, line: int) -> None:
        """A set is laid down, or a kong made. `latest`: the number of the latest discard, where it is known."""
        own = [number for number in meld.numbers if number != meld.claimed]
        if meld.claimed is not None and meld.claimed != latest:
            self._tell("claim-not-open", f"{_tile(meld.claimed)} is claimed, and was not discarded last", line)
        if meld.claimed is None and meld.own == "added":
            self._add(place, meld, line)
            own = own[-1:]
        self._leave(place, own, "lays down", "set-not-held", line)
        self.laid[place].append(meld)

    def _add(self, place: int, meld: Meld, line: int) -> None:
        laid = self.laid[place]
        pung = next((one for one in laid if one.kind == "pung" and set(one.numbers) < set(meld.numbers)), None)
        if pung is None:
            self._tell("set-not-held", f"place {place} adds {_tile(meld.numbers[-1])} to a set that does not lie", line)
            return
        laid.remove(pung)
        if pung.giver != meld.giver:
            givers = [(place + one.giver) % len(PLACES) for one in (pung, meld)]
            words = f"place {place} adds to a pung from place {givers[0]}, which is said to be from place {givers[1]}"
            self._tell("claim-not-open", words, line)

    def show(self, place: int, shown: Iterable[int], line: int) -> None:
        """A hand is laid down."""
        own = set(shown)
        if self.is_unseen(place):
            self._leave(place, own, "shows", "shown-hand-differs", line)
        elif own != self.held[place]:
            other = min(own ^ self.held[place])
            words = "shows" if other in own else "does not show"
            self._tell("shown-hand-differs", f"place {place} {words} {_tile(other)}", line)

    def win(self, place: int, shown: Iterable[int], last: int, is_claimed: bool, latest: object, line: int) -> None:
        """A winner lays down a hand with its `last` tile; `latest`: the one discarded or drawn, where it is known."""
        if latest is not None and last != latest:
            self._tell("mahjong-tile-wrong", f"place {place} wins with {_tile(last)}, and another came last", line)
        self.show(place, (number for number in shown if not (is_claimed and number == last)), line)

    def compare_sets(self, place: int, sets: Sequence[Meld], line: int) -> None:
        """The sets of a winner are written down once more."""
        if sorted(sets, key=_first) != sorted(self.laid[place], key=_first):
            words = f"the sets of place {place} are said to be other ones than it has laid down"
            self._tell("shown-hand-differs", words, line)

    def _leave(self, place: int, numbers: Collection[int], what: str, code: str, line: int) -> None:
        """Tiles leave a hand, or are seen in it: it had them, or nobody knew where they were."""
        held, is_unseen = self.held[place], self.is_unseen(place)
        wrong = next((one for one in numbers if (one in self.met if is_unseen else one not in held)), None)
        if wrong is not None:
            self._tell(code, f"place {place} {what} {_tile(wrong)}, and did not have it", line)
        self.met.update(numbers)
        held.difference_update(numbers)

    def _tell(self, code: str, words: str, line: int) -> None:
        if self.wrong is None:
            self.wrong = code, words, line

    def tell(self, script: Transcript) -> None:
        """The hand is over: what contradicts itself is told."""
        if self.wrong is not None:
            code, words, line = self.wrong
            script.remark(code, words, line)
            self.wrong = None


def _tile(number: int) -> str:
    return f"tile {number} ({BY_NUMBER[number]})"


def _first(meld: Meld) -> int:
    return min(meld.numbers)
