"""The table as one picture: a board becomes a scene of named things, a scene becomes SVG.

Nothing here knows the game's rules or the web: a `Board` says what may be seen, and is all that is drawn.

Things have the same names in both layouts, with the letter of their seat and a number where there are several: `h.S.3`
a tile of South's hand, `s.S.0.2` of South's first set, `b.S.0` a bonus tile, `d.S.5` a discard, `p.S.1` a tile that
South passes and `pass.S` where to, `w.S.7` a stack of South's wall counted from the builder's right, `break` the mark
of the break; `plate.S`, `name.S`, `total.S`, `badges.S`; in the middle `lamp.S`, `round`, `left`, `dice`, `passing`,
`result`, `won`, `i.0.2` an indicator and `i.1.2` the one under it; `stick.S` that of a riichi, `call.S` what South
calls. `felt`, `panel` and `tray.S` lie below all others.
"""

from __future__ import annotations

from mjlog.viewer.drawing.layouts import table_scene
from mjlog.viewer.drawing.scene import Layout, Pen, Scene, Sprite, file_style, scene_file, scene_svg, sprite_place

__all__ = ["Layout", "Pen", "Scene", "Sprite", "file_style", "scene_file", "scene_svg", "sprite_place", "table_scene"]
