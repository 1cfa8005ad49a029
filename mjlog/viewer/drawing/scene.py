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


_SPRITE_FILE = re.compile(r'(<use [^<>]*?)\bhref="[^"#<>]*#')
_LINK = re.compile(r"</?a\b[^<>]*>")
_USED = re.compile(r'href="#([^"]+)"')
_LIGHT = re.compile(r"^:root \{(.*?)^\}", re.M | re.S)
_COLOUR, _VARIABLE = re.compile(r"(?<![\w-])(--[\w-]++): ([^;]++);"), re.compile(r"var\((--[\w-]+)\)")
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


def scene_file(scene: Scene, look: str, title: str, told: str) -> str:
    """The picture as a file of its own, with its tiles and colours in it, and without links.

    `title` and `told` (what is to be seen) are for whoever does not see it. Nothing in it needs a browser: tiles are
    named as older programs want it too, and colours stand where they are used.

    Raises:
        KeyError: a look of tiles that there is not.
    """
    things = _SPRITE_FILE.sub(r'\1xlink:href="#', _LINK.sub("", _things(scene)))
    symbols = "".join(symbol(name, look) for name in sorted(set(_USED.findall(things))))
    size = f'viewBox="0 0 {scene.width:g} {scene.height:g}" width="{scene.width:g}" height="{scene.height:g}"'
    names = f"<title>{escape(title)}</title><desc>{escape(told)}</desc>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" {size}>{names}'
        f'<style>{file_style()}</style><defs>{symbols}</defs><g class="scene">{things}</g></svg>\n'
    )


@functools.cache
def file_style() -> str:
    """The rules of the page's style sheet with the colours put in, since few other programs know variables."""
    sheet = resources.files("mjlog").joinpath("viewer/static/table.css").read_text(encoding="utf-8")
    block = _LIGHT.search(sheet)
    colours = dict(_COLOUR.findall(block.group(1))) if block is not None else {}
    return _VARIABLE.sub(lambda match: colours[match.group(1)], "".join(_RULE.findall(sheet)))
