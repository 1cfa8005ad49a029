"""The addresses of one game's pages, for one way of looking at it."""

from __future__ import annotations

from collections.abc import Callable

from flask import url_for

from mjlog.views import Sight, sight_name


class Addresses:
    """Addresses that keep the view and the reading that were asked for; the usual ones are left out.

    A page has hundreds of addresses of events: too many to build each from its parts.
    """

    def __init__(self, game: str, sight: Sight, as_recorded: bool) -> None:
        self.game = game
        self.view = sight_name(sight)
        self.log = "recorded" if as_recorded else None
        self.event = self._events("events.event", self.view)

    def _events(self, endpoint: str, view: str, kind: str | None = None) -> Callable[[int], str]:
        shown = view if view != "table" else None
        pattern = url_for(endpoint, name=self.game, seq="0", view=shown, log=self.log, kind=kind)
        before, _, after = pattern.rpartition("/events/0")
        return lambda seq: f"{before}/events/{seq}{after}"

    def event_seen(self, seq: int, view: str) -> str:
        """The same event in another view."""
        return self._events("events.event", view)(seq)

    def event_read(self, seq: int, as_recorded: bool) -> str:
        """The same event as corrected, or as it was recorded."""
        view = self.view if self.view != "table" else None
        return url_for("events.event", name=self.game, seq=seq, view=view, log="recorded" if as_recorded else None)

    def file(self, seq: int, kind: str) -> str:
        """The moment as a file: `txt`, `svg`, or the log up to it as `jsonl`."""
        return self._events("events.file", self.view, kind=kind)(seq)

    def hand(self, number: int) -> str:
        """The page of a hand."""
        return url_for("pages.hand", name=self.game, number=number, log=self.log)

    def game_page(self) -> str:
        """The page of the game."""
        return url_for("pages.game", name=self.game, log=self.log)

    def game_read(self, as_recorded: bool) -> str:
        """The page of the game as corrected, or as it was recorded."""
        return url_for("pages.game", name=self.game, log="recorded" if as_recorded else None)

    def film(self) -> str:
        """Where the frames of the game are."""
        return url_for("events.film", name=self.game)

    def goto(self) -> str:
        """Where one is sent on to an event by its number."""
        return url_for("events.goto", name=self.game)

    def kept(self) -> list[tuple[str, str]]:
        """What an address says of the view and the reading, by name."""
        view = [("view", self.view)] if self.view != "table" else []
        return view + ([("log", self.log)] if self.log else [])
