"""Which games the list shows, in which order: what is searched for, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import request
from werkzeug.exceptions import BadRequest

from mjlog.club.standings import Rank, places_of
from mjlog.store import GameInfo
from mjlog.text import list_words, shown
from mjlog.viewer.library import Known
from mjlog.viewer.requests import library

STATES = {"": "all games", "live": "in progress", "faulty": "with faults", "clean": "without faults"}
SORTS = {
    "": "newest first", "oldest": "oldest first", "name": "by name", "hands": "most hands", "faults": "most faults",
}  # fmt: skip
MOST_LOOKED_AT = 500
"""Games that are asked how they stand, where the list depends on that: those that were begun last."""
_LONGEST = 100


class Row(NamedTuple):
    """A game of the list, with what is known of it."""

    info: GameInfo
    known: Known | None

    @property
    def ranks(self) -> dict[str, Rank]:
        """How everybody ended, the first first; empty where nobody knows."""
        places = places_of(self.known.facts) if self.known is not None else {}
        return dict(sorted(places.items(), key=lambda pair: (pair[1].place or 99, -pair[1].points)))

    @property
    def is_live(self) -> bool:
        """Whether a hand is in progress."""
        return self.known is not None and self.known.summary.is_live

    @property
    def is_stopped(self) -> bool:
        """Whether a hand was begun long ago, and not played to its end."""
        last = self.known.last if self.known is not None else None
        return self.is_live and last is not None and not library().came_lately(self.info.game, last)

    @property
    def faults(self) -> int:
        """Errors and warnings."""
        return 0 if self.known is None else self.known.summary.errors + self.known.summary.warnings


class Listed(NamedTuple):
    """What an address asks of the list. `q`: words that all occur in a game's id, players, place, table or rules."""

    q: str = ""
    ruleset: str = ""
    state: str = ""
    sort: str = ""

    @classmethod
    def asked(cls) -> Listed:
        """What the address says.

        Raises:
            BadRequest: there is no such order, or no such state.
        """
        said = (request.args.get("q", ""), request.args.get("ruleset", ""), request.args.get("state", ""),
                request.args.get("sort", ""))  # fmt: skip
        found = cls(*(text.strip()[:_LONGEST] for text in said))
        for name, value, known in (("state", found.state, STATES), ("sort", found.sort, SORTS)):
            if value not in known:
                words = list_words(sorted(filter(None, known)))
                raise BadRequest(f"there is no {name} '{shown(value, 20)}': only {words}")
        return found

    @property
    def kept(self) -> dict[str, str]:
        """What an address has to say of it."""
        return {name: value for name, value in self._asdict().items() if value}

    def rows(self, infos: Sequence[GameInfo], part: slice) -> tuple[list[Row], int, int]:
        """The games of one page; of how many nobody knows yet how they stand; how many there are in all."""
        fitting = [info for info in infos if self._fits(info)]
        fitting.sort(key=lambda info: info.at or "", reverse=self.sort != "oldest")
        if self.sort == "name":
            fitting.sort(key=lambda info: info.game.casefold())
        if not self.state and self.sort not in ("hands", "faults"):
            return *_with_known(fitting[part]), len(fitting)
        rows, waiting = _with_known(fitting[:MOST_LOOKED_AT])
        rows = [row for row in rows if self._is_in_state(row)]
        if self.sort in ("hands", "faults"):
            rows.sort(key=lambda row: -(row.faults if self.sort == "faults" else _hands(row)))
        return rows[part], waiting, len(rows)

    def _fits(self, info: GameInfo) -> bool:
        told = " ".join(filter(None, (info.game, *info.players, info.place, info.table, info.ruleset))).casefold()
        return self.ruleset in ("", info.ruleset) and all(word in told for word in self.q.casefold().split())

    def _is_in_state(self, row: Row) -> bool:
        match self.state:
            case "live":
                return row.is_live
            case "faulty":
                return row.faults > 0
            case "clean":
                return row.known is not None and not row.faults
        return True


def _with_known(infos: Sequence[GameInfo]) -> tuple[list[Row], int]:
    rows = [Row(info, one) for info, one in zip(infos, library().known(infos), strict=True)]
    return rows, sum(row.known is None for row in rows)


def _hands(row: Row) -> int:
    return 0 if row.known is None else row.known.summary.hands
