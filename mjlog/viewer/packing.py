"""Answers on the wire: packed with gzip for whoever takes that (RFC 9110, 8.4), static files once for all.

Not packed is what has a secret in it, for how small it packs would tell of the secret whoever may put words beside it
(https://www.breachattack.com): what nobody may keep (`no-store`), as pages with the key of a form, those of a table's
recorder. The API packs nothing yet.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Response, request

_SMALLEST = 500
"""Bytes below which packing gains less than its header costs."""
_QUICKLY, _WELL = 5, 9
_TEXTS = frozenset(("application/json", "application/javascript"))


def packed(response: Response) -> Response:
    """The answer as it goes on the wire, with the tag that it had: a weak one, for the bytes are others."""
    if request.path.startswith("/api/"):  # whose document lists every header of its answers
        return response
    response.vary.add("Accept-Encoding")
    is_whole = response.status_code == 200 and (response.direct_passthrough or not response.is_streamed)
    if not is_whole or not _is_text(response.mimetype) or response.cache_control.no_store:
        return response
    if not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) < _SMALLEST:
        return response
    is_kept = request.endpoint in ("static", "assets.tiles")
    response.set_data(_kept(body) if is_kept else gzip.compress(body, _QUICKLY, mtime=0))
    response.content_encoding = "gzip"
    tag, _is_weak = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    return response


def _is_text(mimetype: str | None) -> bool:
    return mimetype is not None and (mimetype in _TEXTS or mimetype.startswith(("text/", "image/svg")))


@lru_cache(maxsize=64)
def _kept(body: bytes) -> bytes:
    return gzip.compress(body, _WELL, mtime=0)
