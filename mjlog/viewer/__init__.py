"""The viewer: games of a database as pages and as JSON. It only reads."""

from mjlog.viewer.app import create_app
from mjlog.viewer.serving.server import serve

__all__ = ["create_app", "serve"]
