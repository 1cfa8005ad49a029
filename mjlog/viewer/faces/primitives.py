"""What every face is made of: the colours of a look, and strokes, areas and spots as small SVG markup.

Only presentation attributes are written, and no id: the markup may stand in any picture any number of times.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float]


class Look(NamedTuple):
    """The colours of a set of tiles. `bold`: fewer and thicker strokes, and a larger index; `brush`: written signs.

    `heart` is the middle of a blossom, `unsure` the question mark, `patch` what the index of a red five lies on.
    """

    name: str
    bold: bool
    paper: str
    ink: str
    red: str
    green: str
    blue: str
    gold: str
    pink: str
    purple: str
    brown: str
    heart: str
    unsure: str
    patch: str = ""
    brush: bool = False

    def in_red(self) -> Look:
        """As a red five is drawn: all red, and its index light on a red patch, which is seen without colour too."""
        return self._replace(ink=self.red, green=self.red, blue=self.red, patch=self.red)


CLASSIC = Look(
    name="classic", bold=False, paper="#fefbf1", ink="#1d2230", red="#c01f1a", green="#0c6b38", blue="#1747a0",
    gold="#e0a010", pink="#cf2f7b", purple="#6b3aa6", brown="#7a4a20", heart="#f0b21c",
    unsure="#5d6472",
)  # fmt: skip
CONTRAST = Look(
    name="contrast", bold=True, paper="#fff", ink="#000", red="#a40000", green="#00562a", blue="#00329b",
    gold="#6b4500", pink="#90004f", purple="#4b1390", brown="#5a3000", heart="#fff", unsure="#000",
)  # fmt: skip
IVORY = CLASSIC._replace(
    name="ivory", brush=True, paper="#fff8e6", ink="#15171c", red="#b8160f", green="#0a6a34", blue="#173f94",
)  # fmt: skip
PALETTES = {look.name: look for look in (CLASSIC, IVORY, CONTRAST)}


def body(look: Look) -> str:
    """The tile that a figure stands on: a light face with its edge."""
    if look.bold:
        return (
            f'<rect x="1" y="1" width="28" height="38" rx="3.5" fill="{look.paper}" stroke="#000" stroke-width="2"/>'
        )
    if look.brush:
        return relief("#2c8a5f", "#e9d9ae", look.paper)
    return (
        '<rect x=".5" y=".5" width="29" height="39" rx="3.8" fill="#d3c59d" stroke="#857a5c"/>'
        f'<rect x="1" y="1" width="28" height="36.7" rx="3.3" fill="{look.paper}"/>'
    )


def relief(back: str, side: str, face: str) -> str:
    """A tile as it lies in the light: its back below, its side, its face with a gleam along two edges."""
    return (
        f'<rect x=".5" y=".5" width="29" height="39" rx="4" fill="{back}" stroke="#12402c"/>'
        f'<rect x=".8" y=".8" width="28.4" height="37.6" rx="3.9" fill="{side}"/>'
        f'<rect x="1" y="1" width="28" height="36.4" rx="3.6" fill="{face}"/>'
        '<path d="M1.7 34V4.6A2.9 2.9 0 0 1 4.6 1.7H25.6" fill="none" stroke="#fff" stroke-opacity=".75"/>'
    )


def index_patch(look: Look) -> str:
    """The corner of a red five, which is filled: its index stands on it. Other tiles have none."""
    if not look.patch:
        return ""
    if look.bold:
        return area("M2 17.6V4.5A2.5 2.5 0 0 1 4.5 2H13.8V15.6a2 2 0 0 1-2 2Z", look.patch)
    return area("M1 14V4.3A3.3 3.3 0 0 1 4.3 1H11V12a2 2 0 0 1-2 2Z", look.patch)


def number(value: float) -> str:
    """A number in as few characters as a hundredth of a unit needs."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "") else short.replace("0.", ".", 1) if short.startswith(("0.", "-0.")) else short


def point(spot: Point) -> str:
    """Two coordinates in a path."""
    return f"{number(spot[0])} {number(spot[1])}"


def figure(markup: str) -> str:
    """What all strokes of a figure have in common, said once."""
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{markup}</g>'


def stroke(path: str, colour: str, width: float, *, butt: bool = False) -> str:
    """A line drawn along a path, with round ends unless `butt`. It belongs into a `figure`."""
    ends = ' stroke-linecap="butt"' if butt else ""
    return f'<path d="{path}" stroke="{colour}" stroke-width="{number(width)}"{ends}/>'


def area(path: str, colour: str) -> str:
    """A filled path."""
    return f'<path d="{path}" fill="{colour}"/>'


def line(path: str, colour: str, width: float, look: Look) -> str:
    """A line of a drawing: thicker in a bold look."""
    return stroke(path, colour, width * 1.4 if look.bold else width)


def spots(centres: Iterable[Point], radius: float, colour: str) -> str:
    """Discs of one size: one path of lines with almost no length and round ends."""
    return stroke("".join(f"M{point(centre)}h.01" for centre in centres), colour, 2 * radius)


def sign(path: str, colour: str, width: float, corner: Point, scale: float = 1, brush: bool = False) -> str:
    """A sign of `glyphs` with its upper left corner at a place. `width`: of the stroke as it is seen."""
    if brush:
        return brushed(path, colour, width, corner, scale)
    return placed(stroke(path, colour, width / scale), corner, scale)


_TOKEN = re.compile(r"[MLHVCSZ]|-?\d*\.?\d+")
_PRESSED = ((0.0, 1.1), (0.5, 0.75), (1.0, 1.1))
_LIFTED = ((0.0, 0.8), (0.15, 1.25), (0.6, 0.9), (1.0, 0.1))
"""How broad a brush draws on its way along a stroke: set down and pressed again, or lifted at the end."""


def brushed(path: str, colour: str, width: float, corner: Point, scale: float) -> str:
    """A sign as a brush writes it: each stroke an area of its own breadth, thinner where it lies level."""
    outlines = "".join(_outline(points, is_last, width / scale) for points, is_last in _strokes(path))
    return (
        f'<path transform="translate({point(corner)})scale({scale / 10:.3g})" d="{outlines}" fill="{colour}" '
        f'stroke="{colour}" stroke-width="{3.5 / scale:.0f}"/>'
    )


def _strokes(path: str) -> Iterator[tuple[tuple[Point, ...], bool]]:
    """The strokes of a sign: two ends or, of a curve, four points; and whether the brush is lifted after it."""
    tokens = _TOKEN.findall(path)
    here = start = (0.0, 0.0)
    found: list[tuple[tuple[Point, ...], bool]] = []
    command, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        take = {"H": 1, "V": 1, "C": 6, "Z": 0}.get(command, 2)
        values = [float(one) for one in tokens[at : at + take]]
        at += take
        ends = list(zip(values[::2], values[1::2], strict=False))
        if command in "HV":
            ends = [(values[0], here[1]) if command == "H" else (here[0], values[0])]
        points = (here, *(ends or [start]))
        here = points[-1]
        if command == "M":
            start, command = here, "L"
            continue
        is_last = command != "Z" and (at >= len(tokens) or tokens[at] == "M") and points[0][1] != here[1]
        found.append((points, is_last))
    return iter(found)


def _outline(points: tuple[Point, ...], is_last: bool, width: float) -> str:
    level = abs(points[-1][0] - points[0][0]) > 2 * abs(points[-1][1] - points[0][1])
    broad = width * (0.85 if level else 1.1) / 2
    one, other = [], []
    for part, press in _LIFTED if is_last else _PRESSED:
        (x, y), (dx, dy) = _on(points, part), _on(points, min(part + 0.05, 1))
        if part == 1:
            (x, y), (dx, dy) = _on(points, 0.95), (x, y)
        length = math.hypot(dx - x, dy - y) or 1
        across, down = -(dy - y) / length * broad * press, (dx - x) / length * broad * press
        x, y = _on(points, part)
        one.append((x + across, y + down))
        other.append((x - across, y - down))
    # Tenths of a unit, each place as so far from the one before it: a third of the length.
    places = [(round(10 * x), round(10 * y)) for x, y in (*one, *reversed(other))]
    steps = [(u - x, v - y) for (x, y), (u, v) in pairwise(places)]
    return f"M{places[0][0]} {places[0][1]}l" + " ".join(f"{u} {v}" for u, v in steps).replace(" -", "-") + "Z"


def _on(points: tuple[Point, ...], part: float) -> Point:
    """The place so far along a line or a curve."""
    if len(points) == 1:
        return points[0]
    return _on(tuple((x + (u - x) * part, y + (v - y) * part) for (x, y), (u, v) in pairwise(points)), part)


def placed(markup: str, corner: Point, scale: float = 1) -> str:
    """One element, with its origin moved to a place."""
    larger = "" if scale == 1 else f"scale({number(scale)})"
    element, rest = markup.split(" ", 1)
    return f'{element} transform="translate({point(corner)}){larger}" {rest}'


def around(centre: Point, count: int, distance: float, start: float = 0) -> list[Point]:
    """Places on a circle, clockwise; the first straight up, or `start` degrees further."""
    turns = [math.radians(start + 360 * step / count) for step in range(count)]
    return [(centre[0] + distance * math.sin(turn), centre[1] - distance * math.cos(turn)) for turn in turns]


def lowered(markup: str, look: Look) -> str:
    """A drawing made for the classic look, made smaller if need be to leave room for a large index."""
    return f'<g transform="translate(2.7 7)scale(.82)">{markup}</g>' if look.bold else markup
