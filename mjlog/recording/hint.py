"""What can be typed, told to who types."""

from __future__ import annotations

from typing import NamedTuple


class Hint(NamedTuple):
    """Something that can be typed, and what it means. `is_example`: other tiles, numbers or words can stand there."""

    text: str
    words: str
    is_example: bool = False
