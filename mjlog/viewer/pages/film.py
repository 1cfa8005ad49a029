"""The film of a game: the pages of its events in a row, each as what is different from the one before.

A browser that has a reel of it steps without asking the server. It knows nothing of the game: it puts ready-made HTML
and SVG in their places. So there is one way to draw a moment, here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjlog.viewer.drawing import Layout, Scene, Sprite
from mjlog.viewer.pages.going import WAYS, ways
from mjlog.viewer.pages.moment import MomentPage, Reader, macros_for

REEL = 16
"""Frames of one reel."""


class _Strings:
    """Texts by number: what is said twice is sent once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))


def reel(reader: Reader, number: int, layout: Layout) -> dict[str, Any]:
    """One reel as plain values; `number` from 0.

    `edition`: of so many events of the log it is made; with another, any frame may be another. `stops`: all frames of
    the film; `last`: the seq of the last event. `frames[i].parts`: the parts of the page that have changed, by name, as
    numbers into `strings`. `sprites`: the things in the picture that have changed: `[x, y, turn, markup, the one before
    it]`, or 0 where it is gone. `ways`: the seqs that the steps lead to, in the order of `steps`.
    """
    first = number * REEL
    strings, macros = _Strings(), macros_for(reader)
    parts: Mapping[str, str] = {}
    scene = _EMPTY
    hand = -1
    frames = []
    for place in reader.stops[first : first + REEL]:
        page = reader.moment(place)
        now = page.parts(macros)
        now |= page.parts_of_the_hand(macros) if page.hand.place != hand else {}
        hand = page.hand.place
        picture = page.scene(layout) or _EMPTY
        frames.append(_head(page) | _changes(strings, parts, now, scene, picture))
        parts, scene = {**parts, **now}, picture
    return {
        "edition": reader.game.written.last,
        "stops": len(reader.stops),
        "last": reader.game.last_seq,
        "reel": number,
        "reels": -(-len(reader.stops) // REEL),
        "first": first,
        "steps": WAYS,
        "layout": layout,
        "frames": frames,
        "strings": list(strings.numbers),
    }


_EMPTY = Scene(0, 0, {})


def _head(page: MomentPage) -> dict[str, Any]:
    return {
        "seq": page.seq,
        "hand": page.hand.place,
        "title": page.title,
        "at": page.position,
        "of": page.length,
        "ways": list(ways(page.game, page.moment)),
    }


def _changes(
    strings: _Strings, before: Mapping[str, str], parts: Mapping[str, str], scene: Scene, picture: Scene
) -> dict[str, Any]:
    changed = {name: strings.number(html) for name, html in parts.items() if before.get(name) != html}
    fields: dict[str, Any] = {"parts": changed, "sprites": _sprites(strings, scene.sprites, picture.sprites)}
    if scene[:2] != picture[:2]:
        fields["size"] = [picture.width, picture.height]
    return fields


def _sprites(strings: _Strings, before: Mapping[str, Sprite], after: Mapping[str, Sprite]) -> dict[str, Any]:
    """What has changed in the picture; new things say above which other they lie."""
    changed: dict[str, Any] = dict.fromkeys((name for name in before if name not in after), 0)
    below = ""
    for name, sprite in after.items():
        if before.get(name) != sprite:
            changed[name] = [sprite.x, sprite.y, sprite.turn, strings.number(sprite.markup), below]
        below = name
    return changed
