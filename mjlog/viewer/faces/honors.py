"""Winds and dragons by their signs."""

from __future__ import annotations

from mjlog.viewer.faces.glyphs import GREEN_DRAGON, RED_DRAGON, WINDS
from mjlog.viewer.faces.index import index
from mjlog.viewer.faces.primitives import Look, sign


def wind(letter: str, look: Look) -> str:
    """A wind: `E`, `S`, `W` or `N`."""
    width, corner, scale = (2.3, (5.8, 18.6), 0.77) if look.bold else (2.1, (4.2, 14.4), 0.9)
    return index(letter, look.ink, look) + sign(WINDS[letter], look.ink, width, corner, scale)


def dragon(letter: str, look: Look) -> str:
    """A dragon: `R`, `G` or `W`."""
    if letter == "W":
        return index("Wh", look.blue, look) + _frame(look)
    path, colour = (RED_DRAGON, look.red) if letter == "R" else (GREEN_DRAGON, look.green)
    if look.bold:
        return index(letter, colour, look) + sign(path, colour, 3.4 if letter == "R" else 2, (5.8, 18.4), 0.77)
    return index(letter, colour, look) + sign(path, colour, 2.8 if letter == "R" else 1.9, (4, 14.2), 0.92)


def _frame(look: Look) -> str:
    if look.bold:
        return f'<path d="M7 21H23V35H7Z" fill="none" stroke="{look.blue}" stroke-width="3.6"/>'
    return (
        f'<path d="M5.4 16H24.6V35.4H5.4Z" fill="none" stroke="{look.blue}" stroke-width="2.4"/>'
        f'<path d="M8.6 19.2H21.4V32.2H8.6Z" fill="none" stroke="{look.blue}"/>'
    )
