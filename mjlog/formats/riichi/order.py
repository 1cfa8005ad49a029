"""In which order the moves of a tenhou/6 hand came.

The format has four lists of what each player drew or claimed, and of what each put down. A claim names the tile and
whose discard it was: so the order is found by search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from mjlog.tiles import Tile


class Claimed(NamedTuple):
    """A set laid down with the discard of another place. `tiles`: the claimed one first."""

    kind: Literal["chow", "pung", "kong"]
    tiles: tuple[Tile, ...]
    giver: int


class Own(NamedTuple):
    """A kong out of the hand, or a north wind laid aside; the tile added, or the last one, stands first.

    `giver`: of an added one, how many places after the owner's that is whose tile the pung was claimed from.
    """

    kind: Literal["concealed", "added", "north"]
    tiles: tuple[Tile, ...]
    giver: int | None = None


class Thrown(NamedTuple):
    """A discard; of the tile just drawn where no tile is named."""

    tile: Tile | None
    riichi: bool = False


class Nothing(NamedTuple):
    """What is put down after a kong is claimed, before the replacement."""


Taken = Tile | Claimed
Put = Thrown | Own | Nothing


class Step(NamedTuple):
    """One move: whose it was, and what was done; `is_loose`: the tile drawn replaces one of a kong."""

    place: int
    act: Taken | Put
    is_loose: bool = False


class _State(NamedTuple):
    """How far the hand has come: the next entry of each list, whose turn it is, the steps so far (the latest, before).

    `drawn`: the tile that the player in turn has drawn; None after a claim. `must_draw`: the turn begins with a draw.
    """

    taken: tuple[int, ...]
    put: tuple[int, ...]
    place: int
    must_draw: bool
    is_loose: bool
    drawn: Tile | None
    steps: tuple[object, ...] | None

    def step(self, act: Taken | Put, place: int | None = None) -> tuple[object, ...]:
        """The steps with one more."""
        return (Step(self.place if place is None else place, act, self.is_loose), self.steps)


_MOST_STATES = 50_000
"""States that are looked at before the search is given up."""


class Order:
    """The lists of one hand: by place, what was drawn or claimed, and what was put down."""

    def __init__(self, dealer: int, taken: Sequence[Sequence[Taken]], put: Sequence[Sequence[Put]]) -> None:
        self.dealer = dealer
        self.taken = taken
        self.put = put

    def found(self) -> list[Step] | None:
        """The moves in the order that fits; None where none does."""
        return next(self.fitting(), None)

    def fitting(self) -> Iterator[list[Step]]:
        """Every order that fits: whoever takes part in a claim waits for the other, so there is but one."""
        start = (0,) * len(self.taken)
        open_states = [_State(start, start, self.dealer, True, False, None, None)]
        for _count in range(_MOST_STATES):
            if not open_states:
                return
            state = open_states.pop()
            following = list(self._following(state))
            if not following and self._is_at_the_end(state):
                yield _steps(state.steps)
            open_states += reversed(following)

    def _is_at_the_end(self, state: _State) -> bool:
        lists = zip((*state.taken, *state.put), (*self.taken, *self.put), strict=True)
        return all(number == len(entries) for number, entries in lists)

    def _following(self, state: _State) -> Iterator[_State]:
        """What can come next: the likeliest first, which is that a discard is claimed as soon as it can be."""
        place = state.place
        if state.must_draw:
            entry = self._next(self.taken, state.taken, place)
            if isinstance(entry, Tile):
                taken = _counted(state.taken, place)
                yield state._replace(taken=taken, must_draw=False, is_loose=False, drawn=entry, steps=state.step(entry))
            return
        put = self._next(self.put, state.put, place)
        counted = _counted(state.put, place)
        if isinstance(put, Own):
            yield state._replace(put=counted, must_draw=True, steps=state.step(put))._replace(is_loose=True)
        elif isinstance(put, Thrown):
            after = state._replace(put=counted, steps=state.step(put))
            yield from self._after_a_discard(after, put.tile or state.drawn)

    def _after_a_discard(self, state: _State, tile: Tile | None) -> Iterator[_State]:
        giver = state.place
        for step in range(1, len(self.taken)):
            place = (giver + step) % len(self.taken)
            entry = self._next(self.taken, state.taken, place)
            if isinstance(entry, Claimed) and entry.giver == giver and entry.tiles[0] is tile:
                is_kong = entry.kind == "kong"
                stands = is_kong and isinstance(self._next(self.put, state.put, place), Nothing)
                put = _counted(state.put, place) if stands else state.put
                taken, steps = _counted(state.taken, place), (Step(place, entry), state.steps)
                yield _State(taken, put, place, is_kong, is_kong, None, steps)
        yield _State(state.taken, state.put, (giver + 1) % len(self.taken), True, False, None, state.steps)

    @staticmethod
    def _next(lists: Sequence[Sequence[Taken]] | Sequence[Sequence[Put]], at: tuple[int, ...],
              place: int) -> Taken | Put | None:  # fmt: skip
        entries = lists[place]
        return entries[at[place]] if at[place] < len(entries) else None


def _counted(numbers: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + 1, *numbers[place + 1 :])


def _steps(linked: tuple[object, ...] | None) -> list[Step]:
    steps: list[Step] = []
    while linked is not None:
        steps.append(linked[0])  # type: ignore[arg-type]
        linked = linked[1]  # type: ignore[assignment]
    return steps[::-1]
