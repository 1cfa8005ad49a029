"""The table as one picture: a board becomes a scene of named things, a scene becomes SVG.

Nothing here knows the game's rules or the web: a `Board` says what may be seen, and is all that is drawn.
"""

from __future__ import annotations

from mjlog.viewer.drawing.pen import Pen
from mjlog.viewer.drawing.scene import Layout, Scene, Sprite, file_style, scene_file, scene_svg
from mjlog.viewer.drawing.table import table_scene

__all__ = [
    "Layout", "Pen", "Scene", "Sprite", "file_style", "scene_file", "scene_svg", "table_scene",
]  # fmt: skip
