"""A picture of the table as a list of things with names: what is drawn once is drawn the same way at every step.

A thing keeps its name from event to event (the second stack of South's wall, North's fifth discard), so that a step
from one picture to the next is told by what has changed.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Layout = Literal["wide", "tall"]
"""`wide`: a square table seen from above; `tall`: seats one below the other, for narrow screens."""


class Sprite(NamedTuple):
    """One thing in a picture: where its middle lies, how far it is turned clockwise (degrees), and its SVG.

    `markup` is drawn round the origin, so that things that look alike have the same.
    """

    x: float
    y: float
    turn: float
    markup: str


class Scene(NamedTuple):
    """A picture: its width and height in units of its own, and its things by name, from the lowest to the topmost."""

    width: float
    height: float
    sprites: dict[str, Sprite]


def scene_difference(before: Scene | None, after: Scene) -> dict[str, Sprite | None]:
    """What has changed since another picture: things that came or changed, None for those that are gone.

    What came or changed stands in the order of the picture, what is gone after it. Things that come and go lie on
    nothing but things that are always there, so that a new one may be drawn on top of all others.

    >>> one, other = Sprite(1, 1, 0, ""), Sprite(2, 1, 0, "")
    >>> scene_difference(Scene(9, 9, {"a": one, "b": one, "c": one}), Scene(9, 9, {"a": one, "b": other}))
    {'b': Sprite(x=2, y=1, turn=0, markup=''), 'c': None}
    """
    old = before.sprites if before is not None else {}
    change: dict[str, Sprite | None] = {
        name: sprite for name, sprite in after.sprites.items() if old.get(name) != sprite
    }
    change.update((name, None) for name in old if name not in after.sprites)
    return change
