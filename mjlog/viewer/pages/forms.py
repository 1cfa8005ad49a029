"""Forms that only our own pages can send: a signed key in the form and in a cookie, and where the request comes from.

The key is signed with a secret of this process: after a restart a form that was still open is to be loaded again.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.exceptions import Forbidden

COOKIE = "mjlog-form"
FIELD = "key"
_VALID = 24 * 3600
_LONGEST = 200
_STALE = "this form is out of date: load its page again, and send it once more"


def init_app(app: Flask) -> None:
    """Give the application its secret."""
    app.extensions["mjlog_forms"] = URLSafeTimedSerializer(secrets.token_bytes(32), salt="mjlog form")


def with_form_key(make: Callable[[str], Response]) -> Response:
    """A page with a form; `make` gets the key to put into it."""
    nonce = _nonce(request.cookies.get(COOKIE, ""))
    is_new = nonce is None
    if nonce is None:
        nonce = secrets.token_urlsafe(24)
    key = _signer().dumps(nonce)
    response = make(key)
    if is_new:
        response.set_cookie(
            COOKIE, key, max_age=_VALID, path="/", httponly=True, samesite="Strict", secure=request.is_secure
        )
    return response


def check_form() -> None:
    """Make sure that a form was sent by a page of ours.

    Raises:
        Forbidden: it was not, or the page is a day old, or the server was started anew since.
    """
    check_from_here()
    kept = _nonce(request.cookies.get(COOKIE, ""))
    sent = _nonce(request.form.get(FIELD, ""))
    if kept is None or sent is None or not hmac.compare_digest(kept, sent):
        raise Forbidden(_STALE)


def check_from_here() -> None:
    """Make sure that a request comes from a page of this server.

    Raises:
        Forbidden: it does not, or does not say so.
    """
    if not _is_from_here():
        raise Forbidden("this form was sent by another site, or by a program that does not say where it comes from")


def _is_from_here() -> bool:
    """Browsers say it in one of two headers, the first only where the connection is known to be safe."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site != "same-origin":
        return False
    origin = request.headers.get("Origin")
    if origin is None:
        return site is not None
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == request.host.lower()


def _nonce(key: str) -> str | None:
    """What a key of ours holds."""
    if not key or len(key) > _LONGEST:
        return None
    try:
        nonce = _signer().loads(key, max_age=_VALID)
    except BadSignature:
        return None
    return nonce if isinstance(nonce, str) else None


def _signer() -> URLSafeTimedSerializer:
    found = current_app.extensions["mjlog_forms"]
    assert isinstance(found, URLSafeTimedSerializer)
    return found
