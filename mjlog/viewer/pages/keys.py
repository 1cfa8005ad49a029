"""The keys of the viewer, as they are listed on the page and in docs/viewer.md; what they do is in static/play.js."""

from __future__ import annotations

KEYS = (
    (("←", "→"), "event before, event after"),
    (("Shift ←", "Shift →"), "decision before, decision after"),
    ((",", "."), "finding before, finding after"),
    (("Page up", "Page down"), "hand before, hand after"),
    (("Home", "End"), "first and last event of the hand"),
    (("Shift Home", "Shift End"), "start and end of the game"),
    (("Space",), "play and pause"),
    (("+", "−"), "play faster, slower"),
    (("G",), "go to an event by its number"),
    (("T", "O"), "the table’s view, all open"),
    (("E", "S", "W", "N"), "the view of a seat"),
    (("R",), "as recorded, as corrected"),
    (("C", "V", "L", "A"), "copy as text, as SVG, as log, the address"),
    (("F",), "whole screen"),
    (("?",), "these keys"),
    (("Esc",), "close"),
)
"""Keys, and what they do."""
