"""Game ids in addresses: any id makes one path segment, plain ones stay as they are.

Everything but letters, digits, `-`, `_` and inner dots is written as `~` and two hex digits a byte.
"""

from __future__ import annotations

import re
from contextlib import suppress

from werkzeug.exceptions import NotFound
from werkzeug.routing import BaseConverter

from mjlog.store.checks import MAX_NAME
from mjlog.text import quoted

_OTHER = re.compile(r"[^A-Za-z0-9_.-]|(?<![A-Za-z0-9_-])\.")
_ESCAPE = re.compile(rb"~([0-9A-Fa-f]{2})")
_LONGEST_FILE_NAME = 80


class GameIdConverter(BaseConverter):
    """Turns a path segment into a game id and back.

    What can be none is not found: routing would say of some that they take other methods.
    """

    regex = r"[^/]+"

    def to_python(self, value: str) -> str:
        """The id that a segment stands for.

        Raises:
            NotFound: it stands for none.
        """
        with suppress(ValueError):
            name = read_segment(value)
            if len(name) <= MAX_NAME:
                return name
        raise NotFound(f"there is no game {quoted(value)} here: ids have at most {MAX_NAME} characters")

    def to_url(self, value: str) -> str:
        """The segment of an id."""
        return segment(value)


def segment(game: str) -> str:
    """The path segment of an id.

    >>> segment("club-2026.1"), segment("a/b c"), segment("..")
    ('club-2026.1', 'a~2Fb~20c', '~2E~2E')
    """
    return _OTHER.sub(lambda match: "".join(f"~{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass")), game)


def file_name(game: str, end: str) -> str:
    """The name under which something of a game is saved.

    >>> file_name("tuesday, no. 2", "-sheet.csv")
    'tuesday~2C~20no.~202-sheet.csv'
    """
    return segment(game)[:_LONGEST_FILE_NAME] + end


def read_segment(text: str) -> str:
    """The id of a path segment.

    >>> read_segment("a~2Fb~20c")
    'a/b c'

    Raises:
        ValueError: it is none.
    """
    raw = _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), text.encode("utf-8"))
    return raw.decode("utf-8")


def event_address(base: str, game: str, seq: int, as_recorded: bool = False, as_of: int | None = None) -> str:
    """Where the viewer shows an event, in which reading. `base`: where the viewer is, as `http://127.0.0.1:8008`.

    >>> event_address("http://127.0.0.1:8008/", "tuesday 2", 37)
    'http://127.0.0.1:8008/games/tuesday~202/events/37'
    """
    queries = ["log=recorded"] * as_recorded + [f"as-of={as_of}"] * (as_of is not None)
    return f"{base.rstrip('/')}/games/{segment(game)}/events/{seq}{'?' * bool(queries)}{'&'.join(queries)}"
