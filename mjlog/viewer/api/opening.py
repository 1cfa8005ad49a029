"""The games of the server as the API reads them, and how far the log of each may be read by everybody.

The id of an event depends on every tile written down before it. So of a log with a hand in progress nothing is shown
of that hand in its stored form: no event, no id, no head, and no entity tag. Source: DESIGN, What must never leak.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from werkzeug.exceptions import NotFound

from mjlog.text import quoted
from mjlog.viewer import opening
from mjlog.viewer.requests import library
from mjlog.views import GameView, ScoreSheet

_LONGEST_NAME = 1000
RECORDED = "recorded"


class Extent(NamedTuple):
    """How far a log goes. `public`: the last event that everybody may read as it is stored; `head`: its id.

    `is_whole`: nothing that was stored has been changed or lost; without that there is no head.
    """

    last: int
    public: int
    head: str | None
    is_whole: bool


@contextmanager
def opened(name: str, log: str = "corrected") -> Iterator[GameView]:
    """A game, read as corrected or as recorded.

    Raises:
        NotFoundError, NotFound: there is no such game.
        Problem: as recorded, something would be seen of a hand that goes on.
    """
    refuse_overlong(name)
    with opening.opened(name, log == RECORDED) as view:
        yield view


def sheet(name: str, log: str) -> ScoreSheet:
    """The score sheet of a game, with the head that may be told.

    Raises:
        NotFoundError, NotFound: there is no such game.
        Problem: as recorded, something would be seen of a hand that goes on.
    """
    refuse_overlong(name)
    return opening.sheet_of(name, log == RECORDED)


def refuse_overlong(name: str) -> None:
    """No game has such a name.

    Raises:
        NotFound: the name is too long for any.
    """
    if not 1 <= len(name) <= _LONGEST_NAME:
        raise NotFound(f"there is no game {quoted(name)} here: ids have at most {_LONGEST_NAME} characters")


def extent(name: str) -> Extent:
    """How far a log goes, and how far for everybody.

    Raises:
        NotFoundError, NotFound: there is no such game.
    """
    with opened(name) as view:
        last, public, is_whole = max(view.written.last, view.last_seq), view.public_end, view.written.is_whole
    head = library().store.event(name, public).id if public and is_whole else None
    return Extent(last, public, head, is_whole)
