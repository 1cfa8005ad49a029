"""Where things are put while a picture is made."""

from __future__ import annotations

from mjlog.viewer.drawing.scene import Sprite


class Canvas:
    """Collects the things of a picture, the lowest first."""

    def __init__(self) -> None:
        self.sprites: dict[str, Sprite] = {}

    def put(self, name: str, at: tuple[float, float], markup: str, turn: float = 0) -> None:
        """Put a thing with its middle at a place."""
        self.sprites[name] = Sprite(round(at[0], 1), round(at[1], 1), turn, markup)
