"""How long an answer may be kept, and the tag by which it is known again (RFC 9110, RFC 9111)."""

from __future__ import annotations

import hashlib
from typing import Final

from flask import Response, request

FRESH: Final = "no-cache"
"""To be asked for again each time, with the entity tag."""
FOREVER: Final = "public, max-age=31536000, immutable"
"""What never changes under its address."""
PRIVATE: Final = "private, no-store"
"""What only the holder of the token may see."""
_KEPT = ("ETag", "Cache-Control", "Vary", "Link")
"""Headers of an answer that go with a 304 as well."""


def entity_tag(data: bytes) -> str:
    """A tag made from the bytes of an answer, and so from nothing that it does not show."""
    return hashlib.sha256(data).hexdigest()[:32]


def with_tag(response: Response, tag: str) -> Response:
    """The answer with its entity tag; 304 without a body where the one who asks has it already."""
    response.set_etag(tag)
    if not request.if_none_match.contains_weak(tag):
        return response
    kept = [(name, value) for name, value in response.headers if name in _KEPT]
    response.close()
    unchanged = Response(status=304, headers=kept)
    del unchanged.headers["Content-Type"]
    return unchanged
