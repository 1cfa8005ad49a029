"""Pages that are one file and need nothing else, for printing and sending on, and how they are made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from mjlog.club.stats import League
from mjlog.disputes import dossier as wording
from mjlog.disputes.dossier import Dossier
from mjlog.viewer.drawing import Pen, scene_file, table_scene
from mjlog.viewer.faces import bare, policy_hash
from mjlog.viewer.pages import dossier_words, present
from mjlog.viewer.pages.present import caption
from mjlog.views import sheet as sheet_words
from mjlog.views.sheet import BlankSheet, ScoreSheet

_VIEWER = Path(__file__).resolve().parents[1]


def templates(more: Mapping[str, Callable[..., Any]] | None = None) -> Environment:
    """The viewer's templates with its filters, and these `more`."""
    pages = Environment(
        loader=FileSystemLoader(_VIEWER / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    pages.filters.update({**present.FILTERS, **(more or {})})
    return pages


def static(*names: str) -> Markup:
    """These style sheets or scripts, one after the other: our own, with nothing in them that ends the element.

    Raises:
        FileNotFoundError: there is no such file.
    """
    return Markup("\n".join(bare((_VIEWER / "static" / name).read_text("utf-8")) for name in names))


def in_the_dark() -> Markup:
    """The colours of the dark, for pages that have no other look than that of whoever reads them."""
    media = "@media screen and (forced-colors: none) and (prefers-color-scheme: dark)"
    return Markup(f"\n{media} {{ {static('dark.css')} }}")


_LOOK = "contrast"
"""Tiles that can be told apart in black and white."""


_POLICY = "default-src 'none'; style-src {}; base-uri 'none'; form-action 'none'"
_SOURCES = "\x00"
"""Stands for the policy while a page is made, which follows from the styles in it: nothing in a log can hold it."""
_STYLE = re.compile("<style>([^<]*+)</style>")


def _page(template: str, styles: Sequence[str], **values: Any) -> str:
    """A page of the viewer as a file, with its style inside, and that of its picture: it may load nothing else."""
    page = templates().get_template(template)
    text = page.render(base="alone.html", style=static("paper.css", *styles), policy=_SOURCES, **values)
    hashes = dict.fromkeys(f"'{policy_hash(style)}'" for style in _STYLE.findall(text))
    return text.replace(_SOURCES, _POLICY.format(" ".join(hashes)), 1) + "\n"


def dossier_html(one: Dossier) -> str:
    """The dossier, with its picture inside."""
    picture = ""
    if one.board is not None:
        scene = table_scene(one.board, "wide", Pen(href=lambda seq: "", sprites=""))
        title = f"The table just before event {one.event.seq}"
        picture = scene_file(scene, _LOOK, title=title, told=f"{caption(one.board)}.")
    return _page("dossier.html", ["dossier.css"], one=one, picture=picture, words=wording, paper=dossier_words)


def sheet_html(sheet: ScoreSheet) -> str:
    """The score sheet."""
    return _page("sheet.html", ["sheet.css"], sheet=sheet, words=sheet_words, most=len(sheet.hands))


def blank_html(sheet: BlankSheet, hands: int = 20) -> str:
    """An empty sheet for so many hands, and a tally, to be printed."""
    return _page("blank.html", ["sheet.css", "blank.css"], sheet=sheet, hands=hands)


def league_html(leagues: Sequence[League], title: str, names: Mapping[str, str]) -> str:
    """Leagues. `names`: real names by handle, where they are to be told."""
    return _page("league.html", ["sheet.css"], leagues=leagues, title=title, names=names)
