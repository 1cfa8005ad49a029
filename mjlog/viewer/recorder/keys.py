"""Who may record at a table: whoever has its key, which is in the link that is handed round.

A key is computed from the secret of the server: so there is one for each game, and nothing to be kept. It comes behind
the `#` of a link, which no browser sends and no log tells, and is changed for a cookie that no script reads.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from io import StringIO
from typing import NamedTuple

import segno
from flask import request, url_for
from werkzeug.wrappers import Response

from mjlog.viewer.game_id import segment

PATH = "/record"
_COOKIE_OF_ALL, _COOKIE_OF_GAME = "mjlog-tables", "mjlog-table"
_KEPT = 30 * 24 * 3600
_LENGTH = 16
_LONGEST = 200


class Keys(NamedTuple):
    """The keys of all tables."""

    secret: bytes

    def of(self, game: str | None) -> str:
        """The key of a game; None: of all games, and to begin new ones."""
        said = b"all tables" if game is None else b"table of " + game.encode("utf-8", "surrogatepass")
        return base64.urlsafe_b64encode(hmac.digest(self.secret, said, hashlib.sha256)[:_LENGTH]).decode().rstrip("=")

    def opens(self, key: str, game: str | None) -> bool:
        """Whether a key is that of the game, or of all."""
        sent = key.strip()[:_LONGEST].encode("utf-8", "replace")
        return any(hmac.compare_digest(sent, self.of(one).encode()) for one in {game, None})

    def is_shown(self, game: str | None) -> bool:
        """Whether whoever asks has the key, in a cookie."""
        kept = (request.cookies.get(name, "") for name in (_COOKIE_OF_GAME, _COOKIE_OF_ALL))
        return any(self.opens(key, game) for key in kept)

    def link(self, address: str, game: str | None) -> str:
        """The link to a table, for whoever is to record there. `address`: of the viewer."""
        path = PATH if game is None else f"{PATH}/{segment(game)}"
        return f"{address.rstrip('/')}{path}#{self.of(game)}"


def keep(response: Response, key: str, game: str | None) -> None:
    """Let the browser keep a key, and show it wherever it opens."""
    name, path = (_COOKIE_OF_ALL, PATH) if game is None else (_COOKIE_OF_GAME, url_for("recorder.table", name=game))
    response.set_cookie(
        name, key, max_age=_KEPT, path=path, httponly=True, samesite="Strict", secure=request.is_secure
    )


def code_in_lines(link: str) -> str:
    """The link as a code that a telephone reads from the terminal."""
    lines = StringIO()
    segno.make(link, micro=False).terminal(lines, compact=True, border=2)
    return lines.getvalue()


def code_as_svg(link: str) -> str:
    """The link as a code that a telephone reads from a page."""
    return segno.make(link, micro=False).svg_inline(scale=6, border=3, light="#fff", omitsize=True, lineclass=None)
