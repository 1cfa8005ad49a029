"""Write tokens: read from a file or from the environment, never from the command line, which others can list."""

from __future__ import annotations

import os
import re
import secrets
import stat
from pathlib import Path

from mjlog.errors import MjlogError
from mjlog.text import shown
from mjlog_cli.console import complain

VARIABLE = "MJLOG_TOKEN"
SHORTEST = 16
LONGEST = 512
_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]+")
_FRESH_BYTES = 32


def token_for(file: str | None, new_file: str | None) -> str | None:
    """The token to serve with: of the file, of a fresh one, else of the environment; None if there is none.

    Raises:
        MjlogError: the file cannot be read or written, or what it holds is no token.
    """
    if new_file is not None:
        return new_token(Path(new_file))
    if file is not None:
        return read_token(Path(file))
    given = os.environ.get(VARIABLE)
    return _checked(given, f"${VARIABLE}") if given else None


def read_token(path: Path) -> str:
    """The token of a file; a warning if others can read it.

    Raises:
        MjlogError: it cannot be read, or holds no token.
    """
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST * 2)
            mode = os.fstat(file.fileno()).st_mode
    except OSError as error:
        raise MjlogError(f"{_name(path)}: the token cannot be read: {_reason(error)}") from error
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        complain(f"warning: {_name(path)} can be read by others: whoever reads it may write; `chmod 600` it")
    return _checked(text.decode("utf-8", "replace"), _name(path))


def new_token(path: Path) -> str:
    """A fresh token, written into a new file that only its owner can read.

    Raises:
        MjlogError: there is such a file already, or it cannot be written.
    """
    token = secrets.token_urlsafe(_FRESH_BYTES)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise MjlogError(f"{_name(path)} is there already: use it with --token-file, or name a new file") from None
    except OSError as error:
        raise MjlogError(f"{_name(path)}: the token cannot be written: {_reason(error)}") from error
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(token + "\n")
    return token


def _checked(text: str, where: str) -> str:
    token = text.strip()
    if not SHORTEST <= len(token) <= LONGEST:
        size = f"expected {SHORTEST} to {LONGEST}"
        raise MjlogError(f"the token of {where} has {len(token)} characters: {size}; --new-token FILE makes one")
    if _TOKEN.fullmatch(token) is None:
        raise MjlogError(f"the token of {where} is none: expected letters, digits and -._~+/= on one line")
    return token


def _name(path: Path) -> str:
    return shown(str(path), 200)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
