"""What a hand of the card lacks of the tiles that can still come. Source: docs/cards.md#rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mjlog.cards.document import ConcreteHand
from mjlog.cards.exposures import Exposure, Placement, rest_of
from mjlog.cards.face_up import Supply
from mjlog.tiles import UNKNOWN

RACK, TABLE = "rack", "table"

Tiles = tuple[tuple[int, int], ...]
"""Kinds, and how many of each."""


class Shortage(NamedTuple):
    """What cannot come any more for one hand whose exposures are placed.

    All by kind, beyond the naturals that can come. `redeem`: those wanted to take jokers out of groups where none may
    stand; `rigid`, `tiles`: those that the other groups want, where no joker stands and in all. `jokers`: jokers that
    can come.
    """

    redeem: dict[int, int]
    rigid: dict[int, int]
    tiles: dict[int, int]
    jokers: int


def shortage(hand: ConcreteHand, placed: Placement, own: Sequence[Exposure], come: Supply) -> Shortage:
    """What one hand lacks of what can come, if its exposures are placed so."""
    naturals, standing, jokers = list(come.naturals), dict(come.standing), come.jokers + come.loose
    redeem: dict[int, int] = {}
    for place, laid in zip(placed, own, strict=True):
        group = hand.groups[place]
        if laid.kind == UNKNOWN:
            standing[group.kind] = standing.get(group.kind, 0) + laid.jokers
        if not group.jokers and laid.jokers:
            standing[group.kind] -= laid.jokers
            jokers += laid.jokers
            _redeem(group.kind, laid.jokers, naturals, redeem)
    need, rigid = rest_of(hand.groups, placed)
    for kind, count in standing.items():
        jokers += min(count, max(0, naturals[kind] - need.get(kind, 0)))
    return Shortage(redeem, _beyond(rigid, naturals), _beyond(need, naturals), jokers)


def _redeem(kind: int, count: int, naturals: list[int], lacking: dict[int, int]) -> None:
    """So many naturals take the places of jokers; those that cannot come are lacking."""
    short = max(0, count - naturals[kind])
    naturals[kind] -= count - short
    if short:
        lacking[kind] = lacking.get(kind, 0) + short


def _beyond(wanted: dict[int, int], naturals: Sequence[int]) -> dict[int, int]:
    return {kind: count - naturals[kind] for kind, count in wanted.items() if count > naturals[kind]}


def missing(short: Shortage, basis: str) -> int:
    """How many tiles are missing for good: none for a hand that lives. On `rack` only jokers to be redeemed count."""
    redeem = sum(short.redeem.values())
    if basis == RACK:
        return redeem
    rigid = sum(short.rigid.values())
    return redeem + rigid + max(0, sum(short.tiles.values()) - rigid - short.jokers)


class Lack(NamedTuple):
    """What the line that a dead hand is nearest to lacks.

    `misfits`: exposures that are none of its groups. `tiles`: how many tiles of which kinds it wants beyond those that
    can still come; `rigid`: those among them that no joker stands for. `jokers`: how many jokers can still come.
    """

    line: int
    misfits: tuple[Exposure, ...]
    tiles: Tiles
    rigid: Tiles
    jokers: int


def lack_of(line: int, misfits: tuple[Exposure, ...], short: Shortage, basis: str) -> Lack:
    """A shortage in words for people: what is wanted to redeem jokers is wanted as well as what the groups lack."""
    rigid = dict(short.redeem)
    tiles = dict(short.redeem)
    if basis == TABLE:
        _add(rigid, short.rigid)
        _add(tiles, short.tiles)
    return Lack(line, misfits, tuple(sorted(tiles.items())), tuple(sorted(rigid.items())), short.jokers)


def _add(totals: dict[int, int], more: dict[int, int]) -> None:
    for kind, count in more.items():
        totals[kind] = totals.get(kind, 0) + count
