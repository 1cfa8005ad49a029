"""The tiles as drawings: all there, each its own, inside the tile, and told apart by everybody."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from each import each
from mjlog.tiles import CODES, RED_FIVES, UNKNOWN
from mjlog.viewer.faces import BACK, LOOKS, NAMES, UNKNOWN_FACE, symbol, symbol_id, symbols_file
from tests.viewer.conftest import blank

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SVG = "{http://www.w3.org/2000/svg}"
RED_CODES = tuple(CODES[face] for face in RED_FIVES)
TILE_CODES = (*CODES[:UNKNOWN], *RED_CODES)
looks = pytest.mark.parametrize("look", LOOKS)


def symbols(look: str) -> dict[str, ElementTree.Element]:
    """The symbols of a file by id."""
    root = ElementTree.fromstring(symbols_file(look))
    assert {child.tag for child in root} == {f"{SVG}symbol"}
    return {child.attrib["id"]: child for child in root}


def drawn(element: ElementTree.Element) -> bytes:
    """What is inside a symbol."""
    return b"".join(ElementTree.tostring(child) for child in element)


def index_of(code: str) -> str:
    """What stands in the corner of a tile: on a red five a five."""
    if code in RED_CODES:
        return "5"
    return "Wh" if code == "Wd" else code if code[1] in "fs" and code != "Ff" else code[0]


def colours(markup: str) -> set[str]:
    """Every colour that a drawing uses."""
    return set(re.findall(r'(?:fill|stroke)="(?!none)([^"]+)"', markup))


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@looks
def test_every_tile_the_back_and_the_face_that_nobody_knows_have_a_symbol(look: str) -> None:
    found = symbols(look)
    assert list(found) == [*TILE_CODES, BACK, UNKNOWN_FACE]
    assert {symbol_id(face) for face in range(len(CODES))} == set(found) - {BACK}
    assert {symbol_id(face, is_seen=False) for face in range(len(CODES))} == set(found) - {UNKNOWN_FACE}
    assert {one.attrib["viewBox"] for one in found.values()} == {"0 0 30 40"}
    assert all(symbol(name, look) in symbols_file(look) for name in NAMES)
    assert len({drawn(one) for one in found.values()}) == len(NAMES), "no two are drawn alike"
    assert len(symbols_file(look).encode()) < 64_000, "small enough for a phone"


def test_the_looks_draw_every_tile_differently() -> None:
    drawings = [symbols(look) for look in LOOKS]
    assert [name for name in NAMES if len({drawn(look[name]) for look in drawings}) < len(LOOKS)] == []


@looks
def test_drawings_stand_in_any_page_under_a_strict_policy_and_without_fonts(look: str) -> None:
    """No style, no script, no reference to anything else, and no id that could clash with another."""
    allowed = {"path", "rect", "g"}
    for one in symbols(look).values():
        inside = list(one.iter())[1:]
        assert {element.tag.removeprefix(SVG) for element in inside} <= allowed
        assert not {"id", "style", "class", "href"} & {name for element in inside for name in element.attrib}
    assert "url(" not in symbols_file(look)


def test_every_face_says_first_what_it_is() -> None:
    """The index: rank or letter, in the upper left corner, each character by the same strokes wherever it stands."""
    strokes: dict[str, set[str]] = {}
    for look in LOOKS:
        for code in TILE_CODES:
            figure = symbols(look)[code].find(f"{SVG}g")
            assert figure is not None
            text = index_of(code)
            glyphs = list(figure)[: len(text)]
            for character, glyph in zip(text, glyphs, strict=True):
                strokes.setdefault(character, set()).add(glyph.attrib["d"])
            place = re.match(r"translate\(([\d.]+) ([\d.]+)\)", glyphs[0].attrib["transform"])
            assert max(float(part) for part in place.groups()) < 6, (look, code)
    assert {character: found for character, found in strokes.items() if len(found) > 1} == {}
    assert len(set.union(*strokes.values())) == len(strokes)


def test_contrast_is_at_least_seven_to_one_on_every_face() -> None:
    for name in set(NAMES) - {BACK}:
        used = colours(symbol(name, "contrast"))
        assert "#fff" in used
        assert min(contrast(colour, "#fff") for colour in used - {"#fff"}) >= 7, name
    assert colours(symbol(BACK, "contrast")) == {"#000", "#fff"}


@each("code", TILE_CODES)
def test_the_index_of_the_classic_look_can_be_read(code: str) -> None:
    """4.5 to 1, what WCAG asks of text: on the face, or on what the index of a red five lies on."""
    figure = symbols("classic")[code].find(f"{SVG}g")
    ground = list(symbols("classic")[code])[ground_of(code, "classic") - 1].attrib["fill"]
    assert ground == ("#c01f1a" if code in RED_CODES else "#fefbf1")
    assert contrast(figure[0].attrib["stroke"], ground) >= 4.5


@looks
def test_red_fives_are_all_red(look: str) -> None:
    """But for the tile itself, what is light on it, and its gleam."""
    red, paper = {
        "classic": ("#c01f1a", "#fefbf1"), "ivory": ("#b8160f", "#fff8e6"), "contrast": ("#a40000", "#fff"),
    }[look]  # fmt: skip
    for code in RED_CODES:
        figure = parts(code, look)[1]
        assert colours(figure) - {paper, "#f3a79c"} == {red}, code


def test_there_is_no_tile_and_no_look_of_another_name() -> None:
    for name, look in (("5x", "classic"), ("??", "classic"), ("5b", "plain")):
        with pytest.raises(KeyError):
            symbol(name, look)
    with pytest.raises(KeyError):
        symbols_file("plain")


# ---------------------------------------------------------------- in a browser

DRAWING = """
const drawn = async (markup, width, height) => {
  const context = new OffscreenCanvas(width, height).getContext("2d");
  const image = new Image(width, height);
  image.src = URL.createObjectURL(new Blob([markup], { type: "image/svg+xml" }));
  await image.decode();
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
};"""
GREY = f"""async pictures => {{{DRAWING}
  const grey = data => Array.from({{ length: data.length / 4 }}, (_, at) =>
    Math.round(0.2126 * data[4 * at] + 0.7152 * data[4 * at + 1] + 0.0722 * data[4 * at + 2]));
  return Promise.all(pictures.map(async markup => grey(await drawn(markup, 20, 27))));
}}"""
"""Pictures as grey pixels, 20 by 27, each a list of 0 … 255."""
EXTENT = f"""async ([pairs, width, height]) => {{{DRAWING}
  const extent = async ([below, whole]) => {{
    const one = await drawn(below, width, height), other = await drawn(whole, width, height);
    const box = [width, height, 0, 0];
    for (let at = 0; at < one.length; at++) {{
      if (Math.abs(one[at] - other[at]) <= 2) continue;
      const x = (at >> 2) % width, y = Math.floor((at >> 2) / width);
      box[0] = Math.min(box[0], x), box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x + 1), box[3] = Math.max(box[3], y + 1);
    }}
    return box;
  }};
  const boxes = [];
  for (const pair of pairs) boxes.push(await extent(pair));
  return boxes;
}}"""
"""The pixels in which two pictures differ, of each pair: left, top, right, bottom."""
UNIT = 8
"""Pixels of a unit of the tile, where it is measured."""
AROUND = 5
"""Units round about the tile that are in the picture too."""
Box = tuple[float, float, float, float]


def ground_of(name: str, look: str) -> int:
    """How many elements the tile itself has, before its figure: a red five has a patch below its index."""
    return {"classic": 2, "ivory": 4, "contrast": 1}[look] + (name in RED_CODES)


def picture(inside: str, box: str, width: int, height: int) -> str:
    """A picture of its own."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" height="{height}">{inside}</svg>'


def inside(name: str, look: str) -> str:
    """What is drawn of a tile."""
    return symbol(name, look).partition(">")[2].removesuffix("</symbol>")


def extents(page: Page, pairs: list[tuple[str, str]]) -> list[Box]:
    """Left, top, right and bottom of what is seen of a drawing when it lies on another one, in units of the tile."""
    width, height = (30 + 2 * AROUND) * UNIT, (40 + 2 * AROUND) * UNIT
    box = f"{-AROUND} {-AROUND} {30 + 2 * AROUND} {40 + 2 * AROUND}"
    pictures = [[picture(drawing, box, width, height) for drawing in (below, below + above)] for below, above in pairs]
    boxes = page.evaluate(EXTENT, [pictures, width, height])
    return [tuple(side / UNIT - AROUND for side in sides) for sides in boxes]


@pytest.fixture
def page(browser: Browser) -> Page:
    """An empty page."""
    return blank(browser)


def parts(name: str, look: str) -> tuple[str, str]:
    """The tile itself, and the figure on it."""
    elements = [ElementTree.tostring(child, "unicode") for child in symbols(look)[name]]
    return "".join(elements[: ground_of(name, look)]), "".join(elements[ground_of(name, look) :])


def only_index(code: str, look: str) -> str:
    """A figure without all but the first character of its index."""
    figure = symbols(look)[code].find(f"{SVG}g")
    for other in list(figure)[1:]:
        figure.remove(other)
    return ElementTree.tostring(figure, "unicode")


@pytest.mark.browser
@looks
def test_everything_is_drawn_inside_the_tile(page: Page, look: str) -> None:
    """The tile fills its box, and no figure runs over its edge; the index is a quarter of the tile high.

    At 20 pixels it is then as high as capitals of a 9 pixel font.
    """
    boxes = extents(page, [("", inside(name, look)) for name in NAMES])
    assert dict.fromkeys(NAMES, (0, 0, 30, 40)) == dict(zip(NAMES, boxes, strict=True))
    face = {"classic": (1, 1, 29, 37.75), "ivory": (1, 1, 29, 37.5), "contrast": (2, 2, 28, 38)}[look]
    names = [name for name in NAMES if name != BACK]
    for name, box in zip(names, extents(page, [parts(name, look) for name in names]), strict=True):
        assert (box[0] >= face[0], box[1] >= face[1], box[2] <= face[2], box[3] <= face[3]) == (True,) * 4, name
    boxes = extents(page, [(parts(code, look)[0], only_index(code, look)) for code in TILE_CODES])
    assert [code for code, (_, top, _, bottom) in zip(TILE_CODES, boxes, strict=True) if bottom - top < 10] == []


@pytest.mark.browser
@looks
def test_any_two_tiles_can_be_told_apart_without_colour_at_twenty_pixels(page: Page, look: str) -> None:
    """In at least a dozen pixels of 20 by 27 they differ by more than a quarter of the way from black to white."""
    pictures = [picture(inside(name, look), "0 0 30 40", 20, 27) for name in NAMES]
    grey = page.evaluate(GREY, pictures)
    for (name, one), (other, another) in itertools.combinations(zip(NAMES, grey, strict=True), 2):
        different = sum(abs(mine - yours) > 64 for mine, yours in zip(one, another, strict=True))
        assert different >= 12, (name, other, different)
