"""A dossier as one file that needs nothing else: for printing, for both parties."""

from __future__ import annotations

from mjlog.disputes.dossier import Dossier
from mjlog.viewer.drawing import Pen, scene_file, table_scene
from mjlog.viewer.pages.alone import style, templates
from mjlog.viewer.pages.as_table import caption
from mjlog.viewer.pages.dossier_words import FILTERS

_LOOK = "contrast"
"""Tiles that can be told apart in black and white."""


def dossier_html(one: Dossier) -> str:
    """The dossier as an HTML page with its style and its picture inside."""
    page = templates(FILTERS).get_template("dossier_file.html")
    return page.render(one=one, picture=_picture(one), style=style("paper.css", "dossier.css")) + "\n"


def _picture(one: Dossier) -> str:
    """The table just before the event; nothing where there is none."""
    if one.board is None:
        return ""
    scene = table_scene(one.board, "wide", Pen(href=lambda seq: "", sprites=""))
    return scene_file(scene, _LOOK, title=f"The table just before event {one.seq}", told=f"{caption(one.board)}.")
