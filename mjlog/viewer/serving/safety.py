"""What holds for every request and every answer, whatever page it is for: names, sizes, numbers, headers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from mjlog.viewer.errors import refusal
from mjlog.viewer.problems import Problem
from mjlog.viewer.serving.caps import BY_PROXY, SHOWS_KEY, Capacity
from mjlog.viewer.serving.digest import policy_hash
from mjlog.viewer.serving.embedding import mounted
from mjlog.viewer.serving.hosts import HostCheck, bare_address, is_own_target
from mjlog.viewer.serving.limits import Limits

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
)
_POLICY_NAME, _STYLE_FROM_HERE = "Content-Security-Policy", "style-src 'self'"
_OF_A_PICTURE = re.compile(
    re.escape(_POLICY).replace(re.escape(_STYLE_FROM_HERE), r"style\-src\ 'sha256\-[A-Za-z0-9+/]{43}='")
)
HEADERS = {
    _POLICY_NAME: _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: browsers would then hide where our own forms come from as well.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""Headers of every answer, whatever a page says."""

_Environ = dict[str, Any]
_Start = Callable[..., Any]
_Application = Callable[[_Environ, _Start], Iterable[bytes]]


def _nobody(environ: _Environ) -> bool:
    return False


class Guard:
    """Stands before the application: refuses what is not for it or too much, and gives every answer its headers.

    `shows_key`: whether the sender of a request has shown a key, and so has places of their own.
    """

    def __init__(
        self, inner: _Application, hosts: HostCheck, limits: Limits, proxy: str | None = None,
        origins: Sequence[str] = (), shows_key: Callable[[_Environ], bool] = _nobody,
        shared: str | None = None,
    ) -> None:  # fmt: skip
        self._inner = inner
        self._hosts = hosts
        self._limits = limits
        self._proxy = proxy
        self._origins = origins
        self._shows_key = shows_key
        self.requests = Capacity(limits.requests, limits.requests_per_client, limits.patience, shared)
        self.of_keys = Capacity(limits.key_requests, limits.key_requests_per_client, limits.patience, shared)

    def __call__(self, environ: _Environ, start_response: _Start) -> Iterable[bytes]:
        framed = self._origins if mounted(environ, self._origins) else ()
        start = _with_headers(start_response, framed)
        if self._proxy is not None and environ.get("REMOTE_ADDR") == self._proxy:
            _believe(environ)
        path = str(environ.get("PATH_INFO", ""))
        try:
            self._check(environ)
            environ[SHOWS_KEY] = self._shows_key(environ)
            places = self.of_keys if environ[SHOWS_KEY] else self.requests
            place = places.take(str(environ.get("REMOTE_ADDR", "")))
        except HTTPException as error:
            return refusal(error, path)(environ, start)
        with place:  # until the answer is made; what is made while it is sent has a place among the streams
            return self._inner(environ, start)

    def _check(self, environ: _Environ) -> None:
        """Make sure that a request is for this server, and of no unusual size.

        Raises:
            Problem: it is not.
        """
        limits = self._limits
        host = str(environ.get("HTTP_HOST", ""))
        target = str(environ.get("REQUEST_URI", "/"))
        query = str(environ.get("QUERY_STRING", ""))
        if not self._hosts.allows(host) or not is_own_target(target, host):
            raise Problem(400, "this viewer does not answer under that name")
        if max(len(target), len(str(environ.get("PATH_INFO", ""))) + len(query)) > limits.address:
            raise Problem(414, f"an address has at most {limits.address:,} characters")
        if query.count("&") >= limits.arguments:
            raise Problem(400, f"an address has at most {limits.arguments} arguments")
        check_length(str(environ.get("CONTENT_LENGTH") or "0"), limits.body)


def _believe(environ: _Environ) -> None:
    """Take from our own proxy's word who asks, and whether safely. It appends; what stood before is hearsay."""
    client = str(environ.get("HTTP_X_FORWARDED_FOR", "")).rpartition(",")[2].strip()
    if bare_address(client) is not None:
        environ["REMOTE_ADDR"] = client
        environ[BY_PROXY] = True
    scheme = str(environ.get("HTTP_X_FORWARDED_PROTO", "")).rpartition(",")[2].strip().lower()
    if scheme in ("http", "https"):
        environ["wsgi.url_scheme"] = scheme


def check_length(length: str, most: int) -> None:
    """Make sure that a body of a length that was stated is to be read.

    Raises:
        Problem: it is not.
    """
    if not (length.isascii() and length.isdigit()):
        raise Problem(400, "the length of the body is not a number")
    if len(length.lstrip("0")) > len(str(most)) or int(length) > most:
        raise Problem(413, f"a request has at most {most:,} bytes")


def _with_headers(start_response: _Start, framed: Sequence[str]) -> _Start:
    def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
        return start_response(status, safe_headers(int(status[:3]), headers, framed), *more)

    return start


def safe_headers(code: int, headers: Iterable[tuple[str, str]], framed: Sequence[str] = ()) -> list[tuple[str, str]]:
    """The headers of an answer with those that every answer has; only a picture may allow the style that is in it.

    `framed`: sites whose pages may show it in a frame.
    """
    made = Headers(list(headers))
    own = next((value for value in made.getlist(_POLICY_NAME) if _OF_A_PICTURE.fullmatch(value)), _POLICY)
    made.remove("Server")
    made.setdefault("Cache-Control", "no-store" if code >= 400 else "no-cache")
    made.update(HEADERS | {_POLICY_NAME: own})
    if framed:
        made.remove("X-Frame-Options")
        made.set(_POLICY_NAME, own.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(framed)}"))
    return made.to_wsgi_list()


def allow_style(response: Response, style: str) -> None:
    """Let the one style that a picture carries inside hold where it is opened on its own."""
    response.headers[_POLICY_NAME] = _POLICY.replace(_STYLE_FROM_HERE, f"style-src '{policy_hash(style)}'")
