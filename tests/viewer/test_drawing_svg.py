"""Pictures as SVG: in a page, and as files that need nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import mjlog.viewer
from mjlog.viewer.drawing import Layout, scene_file, scene_svg, table_scene
from mjlog.views.moment import moment_at
from tests.viewer.drawn_tables import PEN, crowded, in_play, sample

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
SHEET = Path(mjlog.viewer.__file__).parent / "static" / "table.css"
both = pytest.mark.parametrize("layout", ["wide", "tall"])


@both
def test_the_picture_of_a_page_is_well_formed_and_hidden_from_assistive_technology(layout: Layout) -> None:
    scene = table_scene(crowded(14, 2, 3, 9), layout, PEN)
    root = ElementTree.fromstring(scene_svg(scene, "wide first"))
    assert root.get("class") == "scene wide first"
    assert root.get("aria-hidden") == "true"
    assert root.get("viewBox") == f"0 0 {scene.width:g} {scene.height:g}"
    (group,) = root
    assert group.get("class") == "sprites"
    assert [one.get("data-n") for one in group] == list(scene.sprites)
    assert all(link.get("tabindex") == "-1" for link in root.iter("a"))


@both
def test_nothing_in_a_page_is_against_its_security_policy(layout: Layout) -> None:
    """No inline style, no script, no address but those of the pen; and no id, since a page has two pictures."""
    markup = scene_svg(table_scene(crowded(14, 2, 3, 9), layout, PEN), "wide")
    assert not re.search(r"\s(style|on\w+|id)=|<script|data:", markup)
    assert {link.partition("#")[0] for link in re.findall(r'<use [^>]*?href="([^"]+)"', markup)} == {PEN.sprites}


@both
@pytest.mark.parametrize("look", ["classic", "contrast"])
def test_a_file_has_its_tiles_and_colours_in_it(layout: Layout, look: str) -> None:
    text = scene_file(table_scene(in_play(), layout, PEN), look, "Hand 4", "East <discards>")
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == "Hand 4"
    assert root.findtext(f"{SVG}desc") == "East <discards>"
    symbols = {one.get("id") for one in root.iter(f"{SVG}symbol")}
    used = {use.get(LINK, "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used <= symbols
    assert not list(root.iter(f"{SVG}a"))
    style = root.findtext(f"{SVG}style") or ""
    assert ".felt{" in style.replace(" ", "")
    assert "var(" not in style
    assert "/static/" not in text


def test_a_file_is_the_same_whatever_it_is_drawn_with() -> None:
    scene = table_scene(in_play(), "wide", PEN)
    other = table_scene(in_play(), "wide", type(PEN)(href=lambda seq: f"?{seq}&x", sprites="/tiles.svg?v=1&look=a"))
    assert scene_file(scene, "classic", "", "") == scene_file(other, "classic", "", "")


def test_there_is_no_such_look() -> None:
    with pytest.raises(KeyError):
        scene_file(table_scene(in_play(), "wide", PEN), "wooden", "", "")


def test_every_class_of_the_pictures_has_its_style() -> None:
    """What has no rule would be black on whatever lies below."""
    styled = set(
        re.findall(r"\.([a-z][\w-]*)", re.sub(r"/\*.*?\*/", "", SHEET.read_text(encoding="utf-8"), flags=re.S))
    )
    view = sample("american")
    scenes = [
        table_scene(moment_at(view, at, "open").board, layout, PEN)
        for at in range(0, 218, 9)
        for layout in ("wide", "tall")
    ]
    scenes += [table_scene(crowded(14, 2, 3, 9), layout, PEN) for layout in ("wide", "tall")]
    used = {name for scene in scenes for sprite in scene.sprites.values()
            for names in re.findall(r'class="([^"]+)"', sprite.markup) for name in names.split()}  # fmt: skip
    assert used <= styled
