"""Dice as they lie after a throw."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from mjlog.viewer.drawing.lettering import text
from mjlog.views.board import DiceView

FOR = {"break-wall": "wall", "break-stack": "stack"}
"""What a throw is for, in one word."""
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip


def dice_markup(throws: Sequence[DiceView], size: float) -> str:
    """All throws side by side, each with what it was thrown for."""
    widths = [_faces(throw) * size * 1.12 for throw in throws]
    along = -(sum(widths) + size * 0.55 * (len(throws) - 1)) / 2
    parts = []
    for throw, width in zip(throws, widths, strict=True):
        parts.append(f'<g transform="translate({along + width / 2:.1f} 0)">{_throw(throw, size)}</g>')
        along += width + size * 0.55
    return "".join(parts)


def _faces(throw: DiceView) -> int:
    return len(throw.dice) or 1


@functools.lru_cache(maxsize=256)
def _throw(throw: DiceView, size: float) -> str:
    label = text(FOR.get(throw.purpose, throw.purpose), 0, size * 1.08, size * 0.5, "soft")
    if not throw.dice:
        return text(str(throw.total), 0, round(size * 0.36, 1), size, "strong") + label
    step = size * 1.12
    places = [(at - (len(throw.dice) - 1) / 2) * step for at in range(len(throw.dice))]
    return "".join(_die(number, x, size) for number, x in zip(throw.dice, places, strict=True)) + label


def _square(x: float, size: float) -> str:
    half = size / 2
    return f'<rect class="die" x="{x - half:g}" y="{-half:g}" width="{size:g}" height="{size:g}" rx="{size * 0.2:g}"/>'


def _die(number: int, x: float, size: float) -> str:
    """One die; the one and the four are red, as on Chinese dice."""
    look = "pip red" if number in (1, 4) else "pip"
    radius = size * (0.15 if number == 1 else 0.095)
    step = size * 0.26
    pips = "".join(
        f'<circle class="{look}" cx="{x + across * step:.2f}" cy="{down * step:.2f}" r="{radius:.2f}"/>'
        for across, down in _PIPS.get(number, ())
    )
    return _square(x, size) + pips
