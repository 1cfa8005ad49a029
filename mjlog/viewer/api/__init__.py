"""The API: everything that the pages show as JSON, the log itself, and appending to it, under `/api/v1`.

Its answers are described by the schemas of `mjlog_schemas.api`, its OpenAPI document by the operations themselves.
"""

from functools import lru_cache

from flask import Flask

from mjlog.viewer.api import document
from mjlog.viewer.api.operations import Writer, refuse_wrong_token
from mjlog.viewer.requests import extent

_MOST_EXTENTS = 20_000


def register_api(app: Flask, writer: Writer | None = None) -> None:
    """Add the API to the application. `writer`: takes events; None: the server only reads."""
    app.extensions["mjlog_writer"] = writer
    app.before_request(refuse_wrong_token)
    # Kept by name and head: a list of all logs would replay them all.
    app.extensions["mjlog_extents"] = lru_cache(_MOST_EXTENTS)(lambda name, _head: extent(name))
    app.url_map.converters.update(document.CONVERTERS)
    for part in (*document.PARTS, document.blueprint, document.page_blueprint):
        app.register_blueprint(part)


__all__ = ["Writer", "register_api"]
