"""Whether the server answers: for whoever watches over it."""

from __future__ import annotations

from typing import Annotated

from flask import Response

from mjlog import __version__
from mjlog.answers import Answer, Count, says
from mjlog.viewer.api.answers import answer
from mjlog.viewer.api.operations import ApiBlueprint, operation
from mjlog.viewer.requests import library

blueprint = ApiBlueprint("health", "Whether the server answers.")


class Health(Answer):
    """The server answers, and its database can be read; where it cannot, the answer is a problem with status 503."""

    version: Annotated[str, says("of the program")]
    games: Annotated[Count, says("in the database")]


@operation(blueprint, "/health", Health)
def health() -> Response:
    """Whether the server answers and can read its database."""
    return answer(Health(version=__version__, games=len(library().store.games())), keep="no-store")
