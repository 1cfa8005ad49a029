"""The games of the server as the API reads them, and how far the log of each may be read by everybody.

The id of an event depends on every tile written down before it. So of a log with a hand in progress nothing is shown
of that hand in its stored form: no event, no id, no head, and no entity tag. Source:
docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypedDict

from mjlog.answers import Reading
from mjlog.audit.game import Game
from mjlog.viewer import access
from mjlog.viewer.requests import Version, library
from mjlog.views.disclosure import disclosed_until


class Extent(NamedTuple):
    """How far a log goes. `public`: the last event that everybody may read as it is stored; `head`: its id.

    `is_whole`: nothing that was stored has been changed or lost; without that there is no head.
    """

    last: int
    public: int
    head: str | None
    is_whole: bool


@contextmanager
def opened(name: str, asked: Mapping[str, Any], *, may_be_damaged: bool = False) -> Iterator[Game]:
    """A game in the reading that is asked for: as corrected or as recorded, of now or of an earlier time.

    `may_be_damaged`: for an answer that says by itself that lines of the log are missing or changed.

    Raises:
        NotFoundError, NotFound: there is no such game, or it has not come so far.
        DamagedError: lines of its log are missing, or were changed.
        Problem: in this reading something would be seen of a hand that goes on.
    """
    with access.opened(name, reading_in(asked)) as view:
        if not (may_be_damaged or view.log.is_kept):
            raise access.DamagedError(name)
        yield view


def reading_in(asked: Mapping[str, Any]) -> Version:
    """The reading that a query asks for; without any, that of now."""
    return Version(asked.get("log") == "recorded", asked.get("as_of"))


class ReadAs(TypedDict):
    """Which game, and in which reading it was asked for."""

    game: str
    log: Reading
    as_of: int | None


def read_as(name: str, asked: Mapping[str, Any]) -> ReadAs:
    """The fields of an answer that say which game it is about, and in which reading it was asked for."""
    return {"game": name, "log": asked["log"], "as_of": asked.get("as_of")}


def extent(name: str, as_of: int | None = None) -> Extent:
    """How far a log goes, and how far for everybody; as of an earlier event, so far at the most.

    Raises:
        NotFoundError, NotFound: there is no such game.
    """
    with opened(name, {}) as view:
        last, public, is_whole = max(view.log.last, view.last_seq), disclosed_until(view), view.log.is_whole
    if as_of is not None:
        last, public = min(last, as_of), min(public, as_of)
    head = library().store.event(name, public).id if public and is_whole else None
    return Extent(last, public, head, is_whole)
