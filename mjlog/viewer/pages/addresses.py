"""The addresses of one game's pages, for one way of looking at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import url_for

from mjlog.log.sight import View, view_name
from mjlog.viewer.requests import USUAL_VIEW
from mjlog.viewer.serving.embedding import MOUNT


class Addresses:
    """Addresses that keep the view and the reading that were asked for; the usual ones are left out.

    A page has hundreds of addresses of events: too many to build each from its parts.
    """

    def __init__(self, game: str, asked: View, as_recorded: bool, as_of: int | None = None) -> None:
        self.game = game
        self.asked = asked
        self.view = view_name(asked)
        self.log = "recorded" if as_recorded else None
        self.as_of = as_of
        self.event = self._events("events.event", self.view)

    def _events(self, endpoint: str, view: str, kind: str | None = None) -> Callable[[int], str]:
        shown = view if view != USUAL_VIEW else None
        pattern = self._url(endpoint, name=self.game, seq="0", view=shown, kind=kind, **self._read())
        path, *query = pattern.split("?", 1)
        before, _, after = path.rpartition("/events/0")
        after = "?".join((after, *query))
        return lambda seq: f"{before}/events/{seq}{after}"

    def event_seen(self, seq: int, view: str) -> str:
        """The same event in another view."""
        return self._events("events.event", view)(seq)

    def embedded(self, seq: int) -> str:
        """The same event for a frame in another page."""
        return f"{MOUNT}{self.event(seq)}"

    def file(self, seq: int, kind: str) -> str:
        """The moment as a file: `txt`, `svg`, or the log up to it as `jsonl`."""
        return self._events("events.file", self.view, kind=kind)(seq)

    def hand(self, number: int) -> str:
        """The page of a hand."""
        return self._url("pages.hand", name=self.game, number=number, **self._seen())

    def game_page(self) -> str:
        """The page of the game."""
        return self._url("pages.game", name=self.game, **self._seen())

    def sheet(self) -> str:
        """The score sheet."""
        return self._url("sheets.page", name=self.game, **self._seen())

    def sheet_table(self) -> str:
        """The score sheet for a spreadsheet."""
        return self._url("sheets.table", name=self.game, **self._read())

    def disputes(self) -> str:
        """The disputes of the game."""
        return self._url("disputes.listed", name=self.game, **self._then())

    def dossier(self, seq: int) -> str:
        """All about a disputed event on one page."""
        return self._url("disputes.page", name=self.game, seq=seq, **self._then())

    def why(self, seq: int, rule: str | None = None) -> str:
        """Why a rule was silent about an event; without a rule, which can be asked for."""
        return self._url("why.page", name=self.game, seq=seq, rule=rule, **self._seen())

    def film(self) -> str:
        """Where the frames of the game are."""
        return self._url("events.film", name=self.game)

    def goto(self) -> str:
        """Where one is sent on to an event by its number."""
        return self._url("events.goto", name=self.game)

    def kept(self) -> list[tuple[str, str]]:
        """What an address says of the view and the reading, by name."""
        return [(name, str(value)) for name, value in self._seen().items() if value is not None]

    def _url(self, endpoint: str, **parts: Any) -> str:
        return url_for(endpoint, **parts)

    def _read(self) -> dict[str, Any]:
        """What an address says of the reading; None is left out."""
        return {"log": self.log, "as-of": self.as_of}

    def _seen(self) -> dict[str, Any]:
        """What an address says of the view and the reading, so that both stay while one goes about."""
        return {"view": self.view if self.view != USUAL_VIEW else None, **self._read()}

    def _then(self) -> dict[str, Any]:
        """What an address says of the time, where a page tells both readings."""
        return {"as-of": self.as_of}

    def read(self, as_recorded: bool) -> Addresses:
        """Addresses in the log as it was recorded, or as corrected."""
        return type(self)(self.game, self.asked, as_recorded, self.as_of)

    def then(self, as_of: int | None) -> Addresses:
        """Addresses in the log as it was when `as_of` was its last event; None: as it is now."""
        return type(self)(self.game, self.asked, self.log is not None, as_of)
