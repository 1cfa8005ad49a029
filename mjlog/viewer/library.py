"""The games of a store, replayed when they are looked at, and kept while they stay the same."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.formats.sources import stored_game
from mjlog.store import GameInfo, Head, Store
from mjlog.views import GameView

_MOST_VIEWS = 8
_MOST_SUMMARIES = 20_000


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in the list: what can be told of it without hidden tiles of a hand in progress."""

    hands: int
    errors: int
    warnings: int
    is_live: bool


class _Shelf:
    """One game, and the lock that its readers take in turn."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.head: Head | None = None
        self.view: GameView | None = None


class Library:
    """Games by their id. Several threads may read.

    `patience`: seconds that a list may spend on games that nobody has looked at yet. `cards`: score cards at hand; of
    purchased ones nothing is shown but label and value of lines that were won.

    Raises:
        CardError: a file given is no card, or cannot be read.
    """

    def __init__(self, store: Store, patience: float = 1.0, cards: CardShelf = NO_CARDS) -> None:
        self.store = store
        self.cards = cards
        # All are read at once: a wrong one is told now, and not to whoever comes first.
        self.card_list = tuple(cards.cards())
        self.patience = patience
        self._lock = threading.Lock()
        self._shelves: OrderedDict[str, _Shelf] = OrderedDict()
        self._summaries: OrderedDict[tuple[str, str], Summary] = OrderedDict()

    @contextmanager
    def game(self, name: str) -> Iterator[GameView]:
        """A game as it is now, for this reader alone.

        Raises:
            NotFoundError: no such game.
            RecordError: it is too long to be looked at.
        """
        head = self.store.head(name)
        shelf = self._shelf(name)
        with shelf.lock:
            if shelf.view is None or shelf.head != head:
                shelf.view = GameView(stored_game(self.store, name, name), cards=self.cards)
                shelf.head = head
            yield shelf.view

    def _shelf(self, name: str) -> _Shelf:
        with self._lock:
            shelf = self._shelves.setdefault(name, _Shelf())
            self._shelves.move_to_end(name)
            while len(self._shelves) > _MOST_VIEWS:
                self._shelves.popitem(last=False)
            return shelf

    def summaries(self, games: list[GameInfo]) -> list[Summary | None]:
        """Summaries of games; None for those that there was no time for (ask again)."""
        end = time.monotonic() + self.patience
        found: list[Summary | None] = []
        made = 0
        for info in games:
            summary = self._summaries.get((info.game, info.head))
            if summary is None and (not made or time.monotonic() < end):
                summary = self._summarize(info)
                made += 1
            found.append(summary)
        return found

    def _summarize(self, info: GameInfo) -> Summary:
        with self.game(info.game) as view:
            findings = [finding for hand in view.hands for finding in view.findings(hand)]
            summary = Summary(
                hands=len(view.played),
                errors=sum(1 for finding in findings if finding.severity == "error"),
                warnings=sum(1 for finding in findings if finding.severity == "warning"),
                is_live=any(not hand.is_over for hand in view.played),
            )
        with self._lock:
            self._summaries[info.game, info.head] = summary
            while len(self._summaries) > _MOST_SUMMARIES:
                self._summaries.popitem(last=False)
        return summary
