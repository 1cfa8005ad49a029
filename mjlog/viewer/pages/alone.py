"""What a page that is one file, and needs nothing else, is made with: templates without a viewer, styles put inside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from mjlog.viewer.pages.present import FILTERS

_VIEWER = Path(__file__).resolve().parents[1]


def templates(more: Mapping[str, Callable[..., Any]] | None = None) -> Environment:
    """The viewer's templates with its filters, and these `more`."""
    pages = Environment(
        loader=FileSystemLoader(_VIEWER / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    pages.filters.update({**FILTERS, **(more or {})})
    return pages


def style(*names: str) -> Markup:
    """These style sheets, one after the other: they are our own, and have nothing in them that ends the element.

    Raises:
        FileNotFoundError: there is no such style sheet.
    """
    return Markup("\n".join((_VIEWER / "static" / name).read_text("utf-8") for name in names))
