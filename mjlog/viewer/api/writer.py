"""Who may write, and read what is hidden: whoever holds the token that the server was started with."""

from __future__ import annotations

import hashlib
import hmac
import os

from flask import current_app, request

from mjlog.errors import MjlogError
from mjlog.store import SqliteStore, open_store
from mjlog.viewer.problems import Problem

_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="mjlog"'}
_WRONG = {"WWW-Authenticate": 'Bearer realm="mjlog", error="invalid_token"'}


class Writer:
    """The right to write into a database. Of the token only a digest is kept.

    Raises:
        MjlogError: the token is empty.
        StoreError: the database cannot be written.
    """

    def __init__(self, database: str | os.PathLike[str], token: str) -> None:
        if not token.strip():
            raise MjlogError("the write token is empty: anybody could write; choose a long random one")
        self.digest = _digest(token)
        self._database = database
        self.store().close()  # what cannot be written is said now, and not to whoever writes first

    def store(self) -> SqliteStore:
        """The database, opened for one write.

        Raises:
            StoreError: it cannot be written.
        """
        return open_store(self._database, create=False)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def the_writer() -> Writer | None:
    """The writer of this application; None where it only reads."""
    found: Writer | None = current_app.extensions["mjlog_writer"]
    return found


def holds_token() -> bool:
    """Whether whoever asks holds the token. On a server that only reads there is none, and nobody does.

    Raises:
        Problem: a token was sent, and it is the wrong one.
    """
    writer, sent = the_writer(), request.authorization
    if writer is None or sent is None or sent.type != "bearer":
        return False
    # How long this takes does not tell how much of a token is right.
    if not hmac.compare_digest(_digest(sent.token or ""), writer.digest):
        raise Problem(401, "the token is not the right one", kind="token", title="Wrong token", headers=_WRONG)
    return True


def refuse_wrong_token() -> None:
    """A wrong token is an error wherever it is sent: whoever sends one means to be somebody.

    Raises:
        Problem: a token was sent, and it is the wrong one.
    """
    holds_token()


def authorized_writer() -> Writer:
    """The writer, for whoever holds the token.

    Raises:
        Problem: this server only reads; no token was sent, or a wrong one.
    """
    writer = the_writer()
    if writer is None:
        detail = "this server only reads: nothing can be written, for it was started without a write token"
        raise Problem(403, detail, kind="read-only", title="Read-only")
    if not holds_token():
        detail = "whoever writes sends the token: `Authorization: Bearer TOKEN`"
        raise Problem(401, detail, kind="token", title="No token", headers=_CHALLENGE)
    return writer
