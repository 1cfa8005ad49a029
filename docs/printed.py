"""A page of the documentation as one sheet to be printed: `docs/lookup/shorthand.html`, self-contained, A4."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import groupby

from mjlog.viewer.pages.alone import static

_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")

_STYLE = """
@page { size: A4; margin: 5mm 11mm }
body { font: 8pt/1.14 Arial, "Liberation Sans", Narrowed, sans-serif; margin: 0 auto; max-width: 188mm }
body { color: #000; background: #fff }
h1 { font-size: 14pt; margin: 0 0 1mm }
p { margin: 0.8mm 0 }
table { border-collapse: collapse; width: 100%; margin: 0.9mm 0; break-inside: avoid }
td, th { border-top: 0.3pt solid #999; padding: 0.2mm 1.2mm; text-align: left; vertical-align: top }
tr:first-child th { border-top: 0.8pt solid #000; font-size: 8pt; text-transform: uppercase; letter-spacing: 0.03em }
code { font: 7.9pt "Liberation Mono", monospace; white-space: nowrap; background: #eee; padding: 0 0.5mm }
@media screen { body { padding: 6mm } }
@media print { code { background: none; font-weight: bold } }
"""


def printed_page(markdown: str) -> str:
    """The page as HTML; it knows headings, paragraphs, tables, bold words and code, and no more."""
    lines = markdown.splitlines()
    title = html.escape(lines[0].removeprefix("# "))
    body = "\n".join(_blocks(lines[1:]))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    # Its letters are those of whatever is printed; how it is laid out is its own.
    letters = "\n".join(line for line in static("paper.css").splitlines() if line.startswith("@font-face"))
    look = f"{letters}\n{_STYLE.lstrip()}"
    return (
        f'<!doctype html>\n<html lang="en">\n<head>{head}\n<style>\n{look}</style></head>\n'
        f"<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def _blocks(lines: list[str]) -> Iterator[str]:
    for is_text, group in groupby(lines, key=lambda line: bool(line.strip())):
        block = list(group)
        if is_text:
            yield _table(block) if block[0].startswith("|") else "\n".join(_paragraphs(block))


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """Lines that begin with a bold word begin a paragraph."""
    found: list[list[str]] = []
    for line in lines:
        if line.startswith("**") or not found:
            found.append([])
        found[-1].append(line)
    for paragraph in found:
        yield f"<p>{_inline(' '.join(paragraph))}</p>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head = "".join(f"<th>{_inline(cell)}</th>" for cell in rows[0])
    body = "\n".join("<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return f"<table>\n<tr>{head}</tr>\n{body}\n</table>"


def _inline(text: str) -> str:
    parts = _CODE.split(text)
    return "".join(
        f"<code>{html.escape(part)}</code>" if number % 2 else _BOLD.sub(r"<b>\1</b>", html.escape(part, quote=False))
        for number, part in enumerate(parts)
    )
