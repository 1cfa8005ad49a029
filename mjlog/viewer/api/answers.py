"""Answers of the API: JSON in ASCII, with an entity tag and how long it may be kept.

Texts are written with escapes, so that no control character is ever shown raw.
"""

from __future__ import annotations

import json
from typing import Final

from flask import Response, request
from werkzeug.exceptions import NotAcceptable, PreconditionFailed

from mjlog.answers import plain
from mjlog.viewer.caching import FRESH, PRIVATE, entity_tag, with_tag

JSON: Final = "application/json"
LOG: Final = "application/x-ndjson"


def answer(fields: object, status: int = 200, keep: str = FRESH) -> Response:
    """An answer, or plain values, as they are sent."""
    body = (json.dumps(plain(fields), ensure_ascii=True) + "\n").encode("ascii")
    return tagged(Response(body, status=status, mimetype=JSON), entity_tag(body), keep)


def tagged(response: Response, tag: str, keep: str) -> Response:
    """The answer with its entity tag; 304 without a body where the one who asks has it already.

    Raises:
        PreconditionFailed: it was asked for in another state only (`If-Match`).
    """
    response.headers["Cache-Control"] = keep
    if keep == PRIVATE or request.method not in ("GET", "HEAD"):
        return response
    if request.if_match and not request.if_match.contains(tag):
        raise PreconditionFailed("the answer is not any more what `If-Match` says")
    return with_tag(response, tag)


def refuse_unless_accepted(mimetype: str) -> None:
    """Make sure that whoever asks takes this kind of answer.

    Raises:
        NotAcceptable: the request says that it does not.
    """
    accepted = request.accept_mimetypes
    if "Accept" in request.headers and accepted and accepted.best_match([mimetype]) is None:
        raise NotAcceptable(f"this address answers with {mimetype} only, which `Accept` does not take")
