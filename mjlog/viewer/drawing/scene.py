"""A picture of the table as a list of things with names: drawn the same way at every step; and as SVG.

A thing keeps its name from event to event (the second stack of South's wall, North's fifth discard), so that a step
from one picture to the next is told by what has changed.
"""

from __future__ import annotations

import functools
import re
from html import escape
from importlib import resources
from typing import Literal, NamedTuple

from mjlog.viewer.faces import symbol

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


_SPRITE_FILE = re.compile(r'(<use [^>]*?)\bhref="[^"#]*#')
_LINK = re.compile(r"</?a\b[^>]*>")
_USED = re.compile(r'href="#([^"]+)"')
_LIGHT, _DARK = (
    re.compile(r"^:root \{(.*?)^\}", re.M | re.S),
    re.compile(r'^:root\[data-theme="dark"\] \{(.*?)^\}', re.M | re.S),
)
_COLOUR, _VARIABLE = re.compile(r"(--[\w-]+): ([^;]+);"), re.compile(r"var\((--[\w-]+)\)")
_RULE = re.compile(r"^\.scene.*\}$", re.M)


def sprite_place(sprite: Sprite) -> str:
    """The `transform` of a thing."""
    turn = f" rotate({sprite.turn:g})" if sprite.turn else ""
    return f"translate({sprite.x:g} {sprite.y:g}){turn}"


def _things(scene: Scene) -> str:
    return "".join(
        f'<g data-n="{name}" transform="{sprite_place(sprite)}">{sprite.markup}</g>'
        for name, sprite in scene.sprites.items()
    )


def scene_svg(scene: Scene, css_class: str) -> str:
    """The picture as an element of a page; a table in HTML tells the same to assistive technology."""
    return (
        f'<svg class="scene {escape(css_class)}" viewBox="0 0 {scene.width:g} {scene.height:g}" aria-hidden="true" '
        f'focusable="false"><g class="sprites">{_things(scene)}</g></svg>'
    )


def scene_file(scene: Scene, look: str, dark: bool = False, title: str = "A mahjong table", told: str = "") -> str:
    """The picture as a file of its own, with its tiles and colours in it, and without links.

    `title` and `told` (what is to be seen) are for whoever does not see it. Nothing in it needs a browser: tiles are
    named as older programs want it too, and colours stand where they are used.

    Raises:
        KeyError: a look of tiles that there is not.
    """
    things = _SPRITE_FILE.sub(r'\1xlink:href="#', _LINK.sub("", _things(scene)))
    symbols = "".join(symbol(name, look) for name in sorted(set(_USED.findall(things))))
    size = f'viewBox="0 0 {scene.width:g} {scene.height:g}" width="{scene.width:g}" height="{scene.height:g}"'
    names = f"<title>{escape(title)}</title>" + (f"<desc>{escape(told)}</desc>" if told else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" {size}>{names}'
        f'<style>{file_style(dark)}</style><defs>{symbols}</defs><g class="scene">{things}</g></svg>\n'
    )


@functools.cache
def file_style(dark: bool) -> str:
    """The rules of the page's style sheet with the colours put in, since few other programs know variables."""
    sheet = resources.files("mjlog").joinpath("viewer/static/table.css").read_text(encoding="utf-8")
    block = (_DARK if dark else _LIGHT).search(sheet)
    colours = dict(_COLOUR.findall(block.group(1))) if block is not None else {}
    return _VARIABLE.sub(lambda match: colours[match.group(1)], "".join(_RULE.findall(sheet)))
