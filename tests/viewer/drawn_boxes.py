"""The rectangles that a picture's tiles and words take up, read from its SVG, to find what lies over something else."""

from __future__ import annotations

import math
import re
from typing import NamedTuple
from xml.etree import ElementTree

from mjlog.viewer.drawing import Scene, Sprite, width_of

GROUNDS = ("felt", "panel", "lamp.", "plate.", "tray.")
"""Things made to lie below others."""
OVER = ("call.",)
"""What is said for a moment over the wall."""
_MOVE = re.compile(r"(translate|rotate|scale)\(([^)]*)\)")
_SLACK = 0.6
Matrix = tuple[float, float, float, float, float, float]


class Box(NamedTuple):
    """A rectangle with sides along the picture's, and the thing that it belongs to."""

    name: str
    left: float
    top: float
    right: float
    bottom: float


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _matrix(transform: str) -> Matrix:
    found: Matrix = (1, 0, 0, 1, 0, 0)
    for kind, values in _MOVE.findall(transform):
        numbers = [float(value) for value in re.split(r"[\s,]+", values.strip())]
        if kind == "translate":
            found = _times(found, (1, 0, 0, 1, numbers[0], numbers[1]))
        elif kind == "scale":
            found = _times(found, (numbers[0], 0, 0, numbers[0], 0, 0))
        else:
            turn = math.radians(numbers[0])
            found = _times(found, (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0))
    return found


def _shape(element: ElementTree.Element) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of an element before it is moved; None of what only groups others."""
    tag = element.tag
    if tag in ("use", "rect"):
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        return x, y, x + float(element.get("width", 0)), y + float(element.get("height", 0))
    if tag == "circle":
        x, y, r = float(element.get("cx", 0)), float(element.get("cy", 0)), float(element.get("r", 0))
        return x - r, y - r, x + r, y + r
    if tag == "text":
        size, words = float(element.get("font-size", 0)), element.text or ""
        wide = width_of(words, size)
        x = (
            float(element.get("x", 0))
            - {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
        )
        y = float(element.get("y", 0))
        return (x, y - size * 0.74, x + wide, y + size * 0.1) if words else None
    if tag == "path":
        numbers = [float(value) for value in re.findall(r"-?[\d.]+", element.get("d", ""))]
        most = max(abs(value) for value in numbers)
        return -most, -most, most, most
    return None


def _parts(element: ElementTree.Element, matrix: Matrix) -> list[tuple[float, float, float, float]]:
    matrix = _times(matrix, _matrix(element.get("transform", "")))
    found = []
    shape = _shape(element)
    if shape is not None:
        left, top, right, bottom = shape
        a, b, c, d, e, f = matrix
        corners = [(a * x + c * y + e, b * x + d * y + f) for x in (left, right) for y in (top, bottom)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        found.append((min(xs), min(ys), max(xs), max(ys)))
    for child in element:
        found += _parts(child, matrix)
    return found


def boxes_of(name: str, sprite: Sprite) -> list[Box]:
    """The rectangles of the parts of a thing."""
    root = ElementTree.fromstring(f"<g>{sprite.markup}</g>")
    place = f"translate({sprite.x} {sprite.y}) rotate({sprite.turn})"
    return [Box(name, *part) for part in _parts(root, _matrix(place))]


def boxes(scene: Scene) -> list[Box]:
    """The rectangles of all things but the grounds that others lie on."""
    things = [(name, sprite) for name, sprite in scene.sprites.items() if not name.startswith(GROUNDS + OVER)]
    return [box for name, sprite in things for box in boxes_of(name, sprite)]


def overlaps(scene: Scene) -> list[tuple[str, str]]:
    """Pairs of things that lie over one another."""
    found = sorted(boxes(scene), key=lambda box: box.left)
    pairs = []
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            if other.left >= one.right - _SLACK:
                break
            if (
                other.top < one.bottom - _SLACK
                and one.top < other.bottom - _SLACK
                and not _belong(one.name, other.name)
            ):
                pairs.append((one.name, other.name))
    return pairs


def _belong(one: str, other: str) -> bool:
    """Parts of one thing; the frame round a discard touches its neighbours."""
    return one == other or all(name.startswith("d.") for name in (one, other))


def outside(scene: Scene) -> list[str]:
    """Things that stick out of the picture."""
    return [
        box.name
        for box in boxes(scene)
        if box.left < 0 or box.top < 0 or box.right > scene.width or box.bottom > scene.height
    ]


def apart(one: Box, other: Box) -> float:
    """How far it is from one rectangle to another."""
    across = max(one.left - other.right, other.left - one.right, 0)
    down = max(one.top - other.bottom, other.top - one.bottom, 0)
    return math.hypot(across, down)


def doubtful(scene: Scene) -> list[str]:
    """Tiles of hands and sets that are not clearly nearer to their owner's plate than to any other: by two fifths."""
    drawn = {name: sprite for name, sprite in scene.sprites.items() if name.startswith("plate.")}
    plates = {name[-1]: boxes_of(name, sprite)[0] for name, sprite in drawn.items()}
    tiles = [box for box in boxes(scene) if box.name.startswith(("h.", "s."))]
    return [tile.name for tile in tiles if not _is_clear(tile, plates)]


def _is_clear(tile: Box, plates: dict[str, Box]) -> bool:
    owner = tile.name.split(".")[1]
    others = [apart(tile, plate) for letter, plate in plates.items() if letter != owner]
    return 1.4 * apart(tile, plates[owner]) < min(others)
