"""The viewer: games of a database as pages and as JSON. It only reads, but for whoever has the token."""

from mjlog.viewer.app import create_app, serve

__all__ = ["create_app", "serve"]
