"""Winds and dragons by their signs; the joker, the back, and a tile of which nobody knows what it is."""

from __future__ import annotations

from mjlog.viewer.faces.glyphs import GREEN_DRAGON, LETTERS, RED_DRAGON, WINDS, index
from mjlog.viewer.faces.primitives import Look, area, body, figure, lowered, relief, sign, spots


def joker(look: Look) -> str:
    """A fool's cap with bells."""
    left = "M7 31.4C7.4 27.4 7.4 25 4.2 24 4.4 18.6 9.4 16.8 12.6 20.4 14.4 22.6 14.8 26.4 14.8 31.4Z"
    right = "M23 31.4C22.6 27.4 22.6 25 25.8 24 25.6 18.6 20.6 16.8 17.4 20.4 15.6 22.6 15.2 26.4 15.2 31.4Z"
    middle = "M10.6 31.4C10.6 24.6 12 19 15 14.6 18 19 19.4 24.6 19.4 31.4Z"
    cap = (
        area(left, look.blue)
        + area(right, look.green)
        + area(middle, look.red)
        + area("M5.4 30H24.6L22.8 35.8 18.9 32.8 15 36.4 11.1 32.8 7.2 35.8Z", look.gold)
        + spots([(4.6, 24.6), (25.4, 24.6), (15, 14)], 2, look.gold)
    )
    return index("J", look.red, look) + lowered(cap, look)


def back(look: Look) -> str:
    """A tile face down, or one that the watcher may not see."""
    if look.bold:
        return (
            '<rect x="1" y="1" width="28" height="38" rx="3.5" fill="#000" stroke="#000" stroke-width="2"/>'
            '<path d="M3.6 3.6H26.4V36.4H3.6ZL26.4 36.4M26.4 3.6L3.6 36.4" fill="none" stroke="#fff" stroke-width="2"/>'
        )
    if look.brush:
        return relief("#e9d9ae", "#1f6b49", "#2c8a5f") + (
            '<path d="M15 7.5C19 11.5 22.5 14 22.5 19.2S19 27 15 31C11 27 7.5 24.4 7.5 19.2S11 11.5 15 7.5Z" '
            'fill="none" stroke="#9fdcbb" stroke-width="1.2"/>'
        )
    return (
        '<rect x=".5" y=".5" width="29" height="39" rx="3.8" fill="#1c4d40" stroke="#12352c"/>'
        '<rect x="1" y="1" width="28" height="36.7" rx="3.3" fill="#2f7a66"/>'
        '<path d="M4.5 4.5H25.5V34.5H4.5ZM15 8L22 19.5 15 31 8 19.5Z" fill="none" stroke="#8fcdb9" stroke-width="1.1"/>'
        '<path d="M15 13L19 19.5 15 26 11 19.5Z" fill="#8fcdb9"/>'
    )


def unknown(look: Look) -> str:
    """A tile that lies face up, of which nobody wrote down what it was."""
    return body(look) + figure(sign(LETTERS["?"], look.unsure, 4, (8.8, 9), 2.5))


def wind(letter: str, look: Look) -> str:
    """A wind: `E`, `S`, `W` or `N`."""
    width, corner, scale = (2.3, (5.8, 18.6), 0.77) if look.bold else (2.1, (4.2, 14.4), 0.9)
    return index(letter, look.ink, look) + sign(WINDS[letter], look.ink, width, corner, scale, look.brush)


def dragon(letter: str, look: Look) -> str:
    """A dragon: `R`, `G` or `W`."""
    if letter == "W":
        return index("Wh", look.blue, look) + _frame(look)
    path, colour = (RED_DRAGON, look.red) if letter == "R" else (GREEN_DRAGON, look.green)
    if look.bold:
        return index(letter, colour, look) + sign(path, colour, 3.4 if letter == "R" else 2, (5.8, 18.4), 0.77)
    return index(letter, colour, look) + sign(path, colour, 2.8 if letter == "R" else 1.9, (4, 14.2), 0.92, look.brush)


def _frame(look: Look) -> str:
    if look.bold:
        return f'<path d="M7 21H23V35H7Z" fill="none" stroke="{look.blue}" stroke-width="3.6"/>'
    return (
        f'<path d="M5.4 16H24.6V35.4H5.4Z" fill="none" stroke="{look.blue}" stroke-width="2.4"/>'
        f'<path d="M8.6 19.2H21.4V32.2H8.6Z" fill="none" stroke="{look.blue}"/>'
    )
