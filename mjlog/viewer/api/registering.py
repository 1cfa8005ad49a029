"""The API as a part of the application."""

from __future__ import annotations

from flask import Flask

from mjlog.viewer.api import document, logs, page
from mjlog.viewer.api.document import CONVERTERS
from mjlog.viewer.api.parts import PARTS
from mjlog.viewer.api.writer import Writer


def register_api(app: Flask, writer: Writer | None = None) -> None:
    """Add the API to the application. `writer`: takes events; None: the server only reads."""
    app.extensions["mjlog_writer"] = writer
    app.extensions["mjlog_extents"] = logs.Extents()
    app.url_map.converters.update(CONVERTERS)
    for part in (*PARTS, document.blueprint, page.blueprint):
        app.register_blueprint(part)
