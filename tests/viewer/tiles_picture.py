"""Draws the tiles of `mjlog/viewer/faces/tiles.png` anew, in Chromium: `python -m tests.viewer.tiles_picture`.

Previews of links take no SVG, and the program has no means to draw one as dots; so the tiles were drawn once.
"""

from __future__ import annotations

import base64
import os
import shutil
import struct
import zlib
from collections import Counter
from typing import TYPE_CHECKING

from mjlog.viewer.faces import FELT, NAMES, TILE, TILES_FILE, symbols_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_COLOURS = 96
_STEP = 8
"""Shades nearer to one another than this are one."""
Shade = tuple[int, int, int]


def drawn(browser: Browser) -> list[list[Shade]]:
    """The tiles side by side on the felt, as rows of dots."""
    width, height = TILE
    uses = "".join(
        f'<use href="#{name}" x="{width * at}" width="{width}" height="{height}"/>' for at, name in enumerate(NAMES)
    )
    size = f'width="{width * len(NAMES)}" height="{height}"'
    inside = symbols_file().partition(">")[2].rpartition("</svg>")[0]
    felt = f'<rect {size} fill="rgb{FELT}"/>'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inside}{felt}{uses}</svg>'
    page = browser.new_page()
    dots = base64.b64decode(page.evaluate(_READ, base64.b64encode(picture.encode()).decode()))
    page.close()
    shades = [(dots[at], dots[at + 1], dots[at + 2]) for at in range(0, len(dots), 4)]
    across = width * len(NAMES)
    return [shades[at : at + across] for at in range(0, len(shades), across)]


_READ = """async (svg) => {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${svg}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
  return btoa(text);
}"""


def apart(one: Shade, other: Shade) -> int:
    """How far two shades are from one another."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def as_png(rows: list[list[Shade]]) -> bytes:
    """The dots in few shades, the felt's first: a PNG with a palette, without filters."""
    rough = Counter(tuple(min(255, part // _STEP * _STEP + 4) for part in shade) for row in rows for shade in row)
    kept: list[Shade] = [FELT, *(shade for shade, _ in rough.most_common(_COLOURS - 1))]  # type: ignore[misc]
    known: dict[Shade, int] = {}

    def number(shade: Shade) -> int:
        if shade not in known:
            known[shade] = min(range(len(kept)), key=lambda at: apart(kept[at], shade))
        return known[shade]

    lines = b"".join(b"\0" + bytes(map(number, row)) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", bytes(part for shade in kept for part in shade)),
             (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def read(png: bytes) -> list[list[Shade]]:
    """The dots of a picture that `as_png` made."""
    parts, at = dict[bytes, bytes](), 8
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        parts[kind] = png[at + 8 : at + 8 + length]
        at += length + 12
    width, height = struct.unpack_from(">II", parts[b"IHDR"])
    palette, dots = parts[b"PLTE"], zlib.decompress(parts[b"IDAT"])
    shades: list[Shade] = [(palette[n], palette[n + 1], palette[n + 2]) for n in range(0, len(palette), 3)]
    lines = [dots[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height)]
    return [[shades[dot] for dot in line] for line in lines]


def main() -> None:
    """Draw them, and keep them."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("MJLOG_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        TILES_FILE.write_bytes(as_png(drawn(browser)))
        browser.close()


if __name__ == "__main__":
    main()
