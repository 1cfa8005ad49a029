"""The look that somebody has chosen: kept in a cookie, changed on a page of its own, without JavaScript too.

Its form is one that only our own pages can send: a signed key in the form and in a cookie, and where the request comes
from. The key is signed with a secret of this process: after a restart a form that was still open is to be loaded again.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, current_app, g, make_response, render_template, request, url_for
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.exceptions import Forbidden
from werkzeug.urls import iri_to_uri
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.viewer.pages.addresses import asset, tiles_url

FORM_COOKIE = "mjlog-form"
FIELD = "key"
_VALID = 24 * 3600
_LONGEST = 200
_STALE = "this form is out of date: load its page again, and send it once more"


def init_forms(app: Flask) -> None:
    """Give the application its secret."""
    app.extensions["mjlog_forms"] = URLSafeTimedSerializer(secrets.token_bytes(32), salt="mjlog form")


def with_form_key(make: Callable[[str], Response]) -> Response:
    """A page with a form; `make` gets the key to put into it."""
    nonce = _nonce(request.cookies.get(FORM_COOKIE, ""))
    is_new = nonce is None
    if nonce is None:
        nonce = secrets.token_urlsafe(24)
    key = _signer().dumps(nonce)
    response = make(key)
    if is_new:
        response.set_cookie(
            FORM_COOKIE, key, max_age=_VALID, path="/", httponly=True, samesite="Strict", secure=request.is_secure
        )
    return response


def check_form() -> None:
    """Make sure that a form was sent by a page of ours.

    Raises:
        Forbidden: it was not, or the page is a day old, or the server was started anew since.
    """
    check_from_here()
    kept = _nonce(request.cookies.get(FORM_COOKIE, ""))
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
    signer = current_app.extensions["mjlog_forms"]
    assert isinstance(signer, URLSafeTimedSerializer)
    return signer


COOKIE = "mjlog-look"
A_YEAR = 365 * 24 * 3600
SAMPLES = ("1b", "5b", "7c", "8d", "Ew", "Rd", "1f", "Jk", "back")
"""Tiles that the page shows in each look."""
_LONGEST_COOKIE = 60
_LONGEST_WAY_BACK = 2000

blueprint = Blueprint("look", __name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose, with its values and what the page says of each."""

    name: str
    title: str
    values: dict[str, str]


CHOICES = (
    Choice("tiles", "Tiles", {"ivory": "Ivory, with a brush", "classic": "Classic", "contrast": "High contrast"}),
    Choice("theme", "Light or dark", {"system": "As this device is set", "light": "Light", "dark": "Dark"}),
    Choice("motion", "Moving tiles", {"system": "As this device is set", "on": "On", "off": "Off"}),
    Choice("table", "Table", {"felt": "Green felt, with an edge of wood", "slate": "Slate"}),
    Choice("discards", "Discards", {"turned": "Turned towards their owner", "upright": "Upright"}),
    Choice("sound", "A soft click at each event", {"off": "Off", "on": "On"}),
)


@dataclass(frozen=True, slots=True)
class Look:
    """How the pages look; the first value of each is what holds if nothing was chosen.

    >>> Look.read("contrast.dark.off.slate")
    Look(tiles='contrast', theme='dark', motion='off', table='slate', discards='turned', sound='off')
    >>> Look.read("<script>.dark")
    Look(tiles='ivory', theme='dark', motion='system', table='felt', discards='turned', sound='off')
    """

    tiles: str = "ivory"
    theme: str = "system"
    motion: str = "system"
    table: str = "felt"
    discards: str = "turned"
    sound: str = "off"

    @classmethod
    def read(cls, text: str) -> Look:
        """The look that a cookie says; nothing of it is taken that is not one of our own words."""
        words = text[:_LONGEST_COOKIE].split(".")
        return cls.of(dict(zip((choice.name for choice in CHOICES), words, strict=False)))

    @classmethod
    def of(cls, given: Any) -> Look:
        """The look of these values by name; where one is no value, the default holds."""
        chosen = {choice.name: given.get(choice.name) for choice in CHOICES}
        return cls(**{choice.name: chosen[choice.name] for choice in CHOICES if chosen[choice.name] in choice.values})

    def __str__(self) -> str:
        return ".".join(str(getattr(self, field.name)) for field in fields(self))


def asked_look() -> Look:
    """The look of whoever asks. The answer is marked as depending on it."""
    if "mjlog_look" not in g:
        g.mjlog_look = Look.read(request.cookies.get(COOKIE, ""))
    look = g.mjlog_look
    assert isinstance(look, Look)
    return look


def depends_on_look() -> bool:
    """Whether the look was asked for while this request was answered."""
    return "mjlog_look" in g


def look_address() -> str:
    """The address of the look page, which knows the way back to here."""
    if request.endpoint is None or request.method not in ("GET", "HEAD") or request.blueprint == blueprint.name:
        return url_for("look.page")
    here = way_back_of(iri_to_uri(request.full_path.removesuffix("?")))
    return url_for("look.page", back=here if here != "/" else None)


def way_back_of(text: str) -> str:
    """The page of ours to go back to; the list of games if the text is none.

    >>> way_back_of("/games/club?page=2"), way_back_of("//evil.example/"), way_back_of("https://evil.example")
    ('/games/club?page=2', '/', '/')
    """
    is_plain = text.isascii() and text.isprintable() and " " not in text and "\\" not in text
    if not is_plain or not text.startswith("/") or text.startswith("//") or len(text) > _LONGEST_WAY_BACK:
        return "/"
    try:
        parts = urlsplit(text)
    except ValueError:
        return "/"
    return text if not parts.scheme and not parts.netloc else "/"


@blueprint.get("/look")
def page() -> Response:
    """What can be chosen, and what is."""
    values = {
        "choices": CHOICES,
        "samples": SAMPLES,
        "chosen": asdict(asked_look()),
        "back": way_back_of(request.args.get("back", "/")),
    }
    response = with_form_key(lambda key: make_response(render_template("look.html", key=key, **values)))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/look")
def choose() -> BaseResponse:
    """Keep what was chosen, and go back."""
    check_form()
    look = Look.of(request.form)
    response = redirect(way_back_of(request.form.get("back", "/")), 303)
    response.set_cookie(
        COOKIE, str(look), max_age=A_YEAR, path="/", httponly=True, samesite="Strict", secure=request.is_secure
    )
    return response


def init_app(app: Flask) -> None:
    """Make the look known to the templates."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(asset=asset, tiles_url=tiles_url, look_address=look_address)
    app.context_processor(lambda: {"look": asked_look(), "sprite": tiles_url(asked_look().tiles)})
