"""Digits, letters and Chinese signs as strokes of our own: no font is needed, and they look the same everywhere.

Digits and letters are 8 high and as wide as `WIDTHS` says; numerals are 15 by 10; other signs are 24 by 23. Paths
give the middle of the stroke.
"""

from __future__ import annotations

from mjlog.viewer.faces.primitives import Look, sign

LETTERS = {
    "1": "M0 2L2.6 0V8",
    "2": "M.2 2.1C.4-.7 4.9-.7 4.9 2.2 4.9 4.2 1.4 5.8 0 8H5",
    "3": "M.2.9C1.9-.6 4.8-.1 4.7 2 4.6 3.5 3.4 3.9 1.9 3.9 3.6 3.9 5 4.5 5 6 5 8.5 1.6 8.6 0 7.2",
    "4": "M3.9 8V0L0 5.7H5.4",
    "5": "M4.6 0H.8L.5 3.6C2.1 2.6 5 2.9 5 5.4 5 8.3 1.6 8.6 0 7.2",
    "6": "M4.2 0C1.6.8 0 3 0 5.4 0 8.9 5 8.9 5 5.5 5 2.4.9 2.2.1 5",
    "7": "M0 0H5C3.3 2.4 2.3 5 2.1 8",
    "8": "M2.5 3.8C-.2 3.7-.2 0 2.5 0S5.2 3.7 2.5 3.8C-.9 3.9-.9 8 2.5 8S5.9 3.9 2.5 3.8Z",
    "9": "M.8 8C3.4 7.2 5 5 5 2.6 5-.9 0-.9 0 2.5 0 5.6 4.1 5.8 4.9 3",
    "E": "M4.4 0H0V8H4.4M0 3.9H3.8",
    "S": "M4.6 1.1C3.4-.6.2-.5.2 2 .2 4.6 4.8 3.4 4.8 6 4.8 8.6 1.1 8.5 0 6.8",
    "W": "M0 0L1.8 8 3.7 2.2 5.6 8 7.4 0",
    "N": "M0 8V0L4.8 8V0",
    "R": "M0 8V0H2.4C5.6 0 5.6 4.3 2.4 4.3H0M2.5 4.3L4.9 8",
    "G": "M4.7 1.2C3.1-.8 0-.3 0 4 0 8.5 4.9 8.9 4.9 5.5V4.6H2.8",
    "h": "M0 0V8M0 5C.7 3 3.6 2.9 3.6 5.2V8",
    "F": "M0 8V0H4.4M0 3.9H3.8",
    "J": "M4.3 0V5.6C4.3 8.7.3 8.8 0 6",
    "f": "M3.8.2C1.8-.6 1.4.8 1.4 2V8M0 3.3H3.3",
    "s": "M3.7 3.7C2.6 2.4.3 2.7.3 4.2.3 5.9 3.8 5 3.8 6.7 3.8 8.5 1 8.4 0 7.2",
    "?": "M0 2.3C.2-.8 5-.8 5 2.2 5 4.3 2.5 4.2 2.5 6M2.5 8.4h.01",
}
"""Characters of the index, by what they say."""
WIDTHS = {"1": 2.6, "4": 5.4, "W": 7.4, "h": 3.6, "f": 3.8, "s": 3.8, "E": 4.4, "F": 4.4, "J": 4.3}
"""How wide a character is, if not 5."""

NUMERALS = (
    "M0 5H15",
    "M2 1.8H13M0 8.4H15",
    "M1.4.8H13.6M2.6 5H12.4M0 9.3H15",
    "M.8.8H14.2V9.4H.8ZM5.4.8C5.4 3.6 5 5 3.6 6.2M9.4.8V4C9.4 5.4 10 5.7 11.4 5.6",
    "M1.2.4H13.8M7 .4L5.2 9.5M2.2 4.8H11.8L11.2 9.5M0 9.5H15",
    "M7.5-.4V2M0 3.4H15M5 6L1.4 10M9.8 6L13.6 10",
    "M0 5.2L14.4 3.2M6.2-.2V7.4C6.2 9.4 7 9.6 9 9.6H13.4V7.4",
    "M5.2 1.5C5 5.5 3.2 8.4.3 10M8.6.4C9.2 5 11.4 8.2 14.7 10",
    "M.8 3.1H10.2V8C10.2 9.6 10.8 9.7 14.4 9.6V7.2M5.6-.4C5.7 5 4 8.4.2 10",
)
"""The signs for one to nine."""
TEN_THOUSAND = (
    "M1.5 2.8H22.5M7.8.2V5.4M16.2.2V5.4M5.4 7.2H18.6V13.2H5.4ZM5.4 10.2H18.6M12 7.2V19"
    "M3.2 22.8V16.2H20.8V20.4C20.8 22.2 20 22.8 18 22.6M8.2 19.8L15 18.8M14.2 17.6L16 20.4"
)
TEN_THOUSAND_SHORT = "M1 2H23M9.5 2C9.5 11 8 18 2 22.5M9 9.6H20C20 17 19.4 22.5 16.8 22.5 15.6 22.5 14.4 22 13.4 21.4"

WINDS = {
    "E": "M2 3.8H22M12 .2V22.8M5 7.4H19V15H5ZM5 11.2H19"
    "M11.6 15.4C9.4 18.4 6 20.8 1.8 22.2M12.4 15.4C14.6 18.4 18 20.8 22.2 22.2",
    "S": "M2.6 3.4H21.4M12 0V7.4M3 22.8V7.4H21V20.4C21 22.2 20.2 22.6 18.2 22.4M8.4 10L9.8 12.4M15.6 10L14.2 12.4"
    "M7.2 14H16.8M6.8 17.8H17.2M12 14V22.2",
    "W": "M1.8 1.6H22.2M3.6 7.4H20.4V22.2H3.6ZM9.2 1.6V7.4C9.2 12.4 8.6 15 6 17"
    "M14.8 1.6V12.4C14.8 14.6 15.6 15 18.2 15",
    "N": "M8.6.8V22.4M2 7.6H8.6M1.6 19.4L8.6 16.2M15 .8V18.2C15 20.8 16 21.4 18.4 21.4 21.6 21.4 22.4 20.8 22.4 17"
    "M21.6 6.4C20 8.4 17.8 10 15 11",
}
"""East, south, west, north."""
RED_DRAGON = "M3 5.6H21V14.8H3ZM12 0V23"
GREEN_DRAGON = (
    "M3 2.4H9.6C8.4 6.4 5.6 9 1.2 10.8M3.2 5.2L6 7.8M13.6.4C15 5.4 18 8.8 22.8 10.6M19.6 1L16.2 4.2M22.4 3.6L18.6 7"
    "M3.2 12.2H9.6V15.6H3.8L3.2 19H10C10 22 9.4 23 7 22.8M14.2 11.8V14.4C14.2 16 13.4 16.8 12 17.2"
    "M14.2 11.8H19.2V15.4H22"
    "M13 18.8H20.6C19 21.2 16.2 22.8 12.6 23.4M14.6 19.4C16.4 21.6 19 22.8 22.6 23.2"
)


def index(text: str, colour: str, look: Look) -> str:
    """A digit or letters; light on the patch of a red five."""
    scale, width, left, top = (1.42, 2.9, 4.3, 4.4) if look.bold else (1.03, 2.2, 3.8, 3.7)
    if look.patch:
        colour, width = look.paper, width * 0.85
    if text == "1":
        left += scale * 0.8
    drawn = ""
    for character in text:
        drawn += sign(LETTERS[character], colour, width, (left, top), scale)
        left += scale * (WIDTHS.get(character, 5) + 2.9)
    return drawn
