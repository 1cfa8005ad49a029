"""A search for unseen tiles that make an act legal and agree with the rest of the hand, where there are too many ways.

The rules are asked about hands of which only a part is fixed: they refuse those that no unseen tiles can make legal.
So whole families of hands are ruled out at once. Where all are, the act is proved illegal; where one is left, a hand
is filled in tile by tile. Neither is said where the search becomes too long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mjlog.disputes.evidence import Need
from mjlog.tiles import UNKNOWN

Judge = Callable[[Counter[int], Mapping[int, int]], tuple[str, str | None]]
"""Given fixed tiles, and how many of each kind there can be at most: why no such hand is legal, and by which rule; an
empty text where one may be."""
_MOST_REASONS = 12


class Ruled(NamedTuple):
    """Hands that are none: all those with these tiles. `why`: how the act breaks a rule with them, and which."""

    tiles: Counter[int]
    why: str
    rule: str | None


@dataclass(slots=True)
class Search:
    """What was found: a hand that makes the act legal, or that there is none, or neither (`is_over` False).

    `ruled_out`: for each reason some hands that it holds for. `asked`: how often the rules were asked.
    """

    example: Counter[int] | None = None
    is_over: bool = True
    asked: int = 0
    ruled_out: list[Ruled] = field(default_factory=list)


class _Node(NamedTuple):
    """Hands with these tiles at least, and of each kind no more than `most`."""

    tiles: Counter[int]
    most: dict[int, int]


def search(
    judge: Judge, needs: Sequence[Need], held: Sequence[int], most: Mapping[int, int], unknown: int, longest: int
) -> Search:
    """Look for `unknown` unseen tiles. `held`: the known ones per kind; `most`: how many of a kind can be unseen ones.

    `needs`: what the whole hand must have had; see `Evidence`. `longest`: how often the rules are asked at most.
    """
    found = Search()
    waiting = [_Node(Counter(), {kind: min(number, unknown) for kind, number in most.items() if number > 0})]
    while waiting:
        node = _with_what_is_needed(waiting.pop(), needs, held, unknown)
        if node is None:
            continue
        if found.asked >= longest:
            found.is_over = False
            return found
        if not _may_be(judge, node, found):
            continue
        kind = _to_decide(node, needs, held)
        if kind is not None:
            more = Counter(node.tiles)
            more[kind] += 1
            waiting.append(_Node(node.tiles, {**node.most, kind: node.tiles[kind]}))
            waiting.append(_Node(more, node.most))
            continue
        found.example = _filled(judge, node, unknown, found)
        if found.example is not None:
            return found
        # A rule that cannot be asked about parts of a hand: what was not found need not be impossible.
        found.is_over = False
    return found


def _may_be(judge: Judge, node: _Node, found: Search) -> bool:
    """Whether the rules leave a hand; the reason why not is kept."""
    found.asked += 1
    why, rule = judge(node.tiles, node.most)
    if why and len(found.ruled_out) < _MOST_REASONS and all(one.why != why for one in found.ruled_out):
        found.ruled_out.append(Ruled(node.tiles, why, rule))
    return not why


def _missing(node: _Node, need: Need, held: Sequence[int]) -> Counter[int]:
    """What the hand must have had, or has drawn since, beyond what is fixed."""
    return Counter({
        kind: number - held[kind] - node.tiles[kind]
        for kind, number in need.kinds.items()
        if kind < UNKNOWN and number > held[kind] + node.tiles[kind]
    })  # fmt: skip


def _with_what_is_needed(node: _Node, needs: Sequence[Need], held: Sequence[int], unknown: int) -> _Node | None:
    """The hands that agree with the rest of the record, as far as it leaves no choice; None where none does."""
    grown = True
    while grown:
        grown = False
        for need in needs:
            missing = _missing(node, need, held)
            can = Counter({kind: min(number, _room(node, kind)) for kind, number in missing.items()})
            due = missing.total() - need.drawn
            if due > can.total():
                return None
            if 0 < due == can.total():
                node, grown = _Node(node.tiles + can, node.most), True
    return node if node.tiles.total() <= unknown else None


def _room(node: _Node, kind: int) -> int:
    return node.most.get(kind, 0) - node.tiles[kind]


def _to_decide(node: _Node, needs: Sequence[Need], held: Sequence[int]) -> int | None:
    """A kind of which it is open whether one more was there, or was drawn later; None where nothing more is needed."""
    for need in needs:
        missing = _missing(node, need, held)
        if missing.total() > need.drawn:
            return min(kind for kind in missing if _room(node, kind) > 0)
    return None


def _filled(judge: Judge, node: _Node, unknown: int, found: Search) -> Counter[int] | None:
    """A whole hand: the tiles that are fixed, and others, one by one. What is refused once is refused with more."""
    tiles = Counter(node.tiles)
    for kind in sorted(node.most):
        while tiles.total() < unknown and tiles[kind] < node.most[kind]:
            tiles[kind] += 1
            found.asked += 1
            if judge(tiles, node.most)[0]:
                tiles[kind] -= 1
                break
    return +tiles if tiles.total() == unknown else None
