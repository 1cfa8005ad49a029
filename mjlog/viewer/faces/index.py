"""The index in the upper left corner: what a tile is, for people who do not read Chinese."""

from __future__ import annotations

from mjlog.viewer.faces.glyphs import LETTERS, WIDTHS
from mjlog.viewer.faces.primitives import Look, sign


def index(text: str, colour: str, look: Look) -> str:
    """A digit or letters."""
    scale, width, left, top = (1.42, 2.9, 4.3, 4.4) if look.bold else (1.03, 2.2, 3.8, 3.7)
    if text == "1":
        left += scale * 0.8
    drawn = ""
    for character in text:
        drawn += sign(LETTERS[character], colour, width, (left, top), scale)
        left += scale * (WIDTHS.get(character, 5) + 2.9)
    return drawn
