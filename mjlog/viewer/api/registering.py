"""The API as a part of the application."""

from __future__ import annotations

from flask import Flask

from mjlog.viewer.api import cards, document, games, logs, page, rules
from mjlog.viewer.api.append import blueprint as moments
from mjlog.viewer.api.converters import CONVERTERS
from mjlog.viewer.api.writer import Writer

PARTS = (games.blueprint, moments, logs.blueprint, rules.blueprint, cards.blueprint)
"""In the order of the page and of the OpenAPI document."""


def register_api(app: Flask, writer: Writer | None = None) -> None:
    """Add the API to the application. `writer`: takes events; None: the server only reads."""
    app.extensions["mjlog_writer"] = writer
    app.extensions["mjlog_extents"] = logs.Extents()
    app.url_map.converters.update(CONVERTERS)
    for part in (*PARTS, document.blueprint, page.blueprint):
        app.register_blueprint(part)
