"""The games of a store, replayed when they are looked at, and kept while they stay the same."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Annotated, NamedTuple, TypeVar

from msgspec.structs import replace

from mjlog.answers import Answer, Count, says
from mjlog.audit.game import Game, Hand
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.club import GameFacts, date_of, game_facts
from mjlog.events import Event
from mjlog.facts_index import FactsIndex, Indexed, packed, unpacked
from mjlog.log.records import as_of as log_as_of
from mjlog.seats import Seat
from mjlog.sources import added_rows, stored_game
from mjlog.store import GameInfo, Head, SqliteStore
from mjlog.views.board import SetTile
from mjlog.views.moment import winning_hand, winning_move
from mjlog.views.results import result_of
from mjlog.views.seen import findings_of

_MOST_VIEWS, _MOST_SHORT, _MOST_ROWS = 8, 64, 100_000
"""So many games are kept replayed, however long they are; more of them, as a tournament has tables, as long as all
have no more events than this. An event takes a thousand bytes or so, and some thousand more where it was looked at from
all sides."""
_MOST_EARLIER = 4
"""Games as of an earlier time that are kept: whoever looks through the past does not crowd out the others."""
_MOST_KNOWN = 2_000
_CLUBS_WAIT = 3
"""So many times as long as for a list of games one waits for the answer to what all games of a club came to."""
_MOST_TRIED = 3
"""Hands whose tiles are looked at for a picture."""
_LATELY = timedelta(hours=12)
"""A game that nobody has gone on with for so long is none that is played now."""
_MOST_KEPT = 16_000_000
"""Characters of what is kept ready to be sent."""


_T = TypeVar("_T")


class Summary(Answer):
    """What the rules say of a game, in short: what can be told without hidden tiles of a hand in progress."""

    hands: Annotated[Count, says("won by somebody, or drawn: a void hand is none")]
    errors: Count
    warnings: Count
    is_live: Annotated[bool, says("a hand is in progress")]


class BestHand(NamedTuple):
    """A hand that was won, to be shown small: who won it, what it brought, its declaration, its tiles as they lay."""

    player: str
    gain: int
    seq: int
    groups: Sequence[Sequence[SetTile]]


class Known(NamedTuple):
    """What a game came to. `last`: the last time that its log states."""

    summary: Summary
    facts: GameFacts
    best: BestHand | None
    last: datetime | None


_Shelved = tuple[str, bool, int | None]


class _Shelf:
    """One game, and the lock that its readers take in turn."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.head: Head | None = None
        self.game: Game | None = None

    @property
    def rows(self) -> int:
        """How many events of it are kept."""
        return 0 if self.head is None else self.head.seq


class Library:
    """Games by their id. Several threads may read.

    `patience`: seconds that a list may spend on games that nobody has looked at yet. `cards`: score cards at hand; of
    purchased ones nothing is shown but label and value of lines that were won.

    Raises:
        CardError: a file given is no card, or cannot be read.
    """

    def __init__(self, store: SqliteStore, patience: float = 1.0, cards: CardShelf = NO_CARDS) -> None:
        self.store = store
        self.cards = cards
        # All are read at once: a wrong one is told now, and not to whoever comes first.
        self.card_list = tuple(cards.cards())
        self.patience = patience
        self._lock = threading.Lock()
        self._shelves: OrderedDict[_Shelved, _Shelf] = OrderedDict()
        self._earlier: OrderedDict[_Shelved, _Shelf] = OrderedDict()
        self._grown: dict[str, datetime] = {}
        self._known: OrderedDict[tuple[str, str], Known] = OrderedDict()
        self._index = FactsIndex(store, cards)
        self._came_to: dict[str, tuple[str, bytes]] = {}
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._kept_length = 0

    @contextmanager
    def game(self, name: str, as_recorded: bool = False, as_of: int | None = None) -> Iterator[Game]:
        """A game for this reader alone: as corrected, or as it was recorded; as it is now, or as of an earlier event.

        Raises:
            NotFoundError: no such game, or it has no such event.
            RecordError: it is too long to be looked at.
        """
        self._head(name, as_of)  # there is no shelf for what is not there
        shelf = self._shelf((name, as_recorded, as_of))
        with shelf.lock:
            # Not sooner: whoever had the game before may have read more of it by now.
            head = self._head(name, as_of)
            if shelf.game is None or shelf.head != head:
                if shelf.head is not None and as_of is None:
                    self.grew(name)
                shelf.game = self._gone_on(shelf, name, head)
                if shelf.game is None:
                    record = log_as_of(stored_game(self.store, name, name), as_of)
                    # Nothing is carried on from here: the lines need not stay.
                    shelf.game = Game(replace(record, lines={}), as_recorded, cards=self.cards)
                shelf.head = head
            yield shelf.game

    def _head(self, name: str, as_of: int | None) -> Head:
        """The end of the log, or the event `as_of`."""
        return self.store.head(name) if as_of is None else Head(as_of, self.store.event(name, as_of).id)

    def _gone_on(self, shelf: _Shelf, name: str, head: Head) -> Game | None:
        """The game that is on the shelf, with what was added to its log; None where it is to be read anew."""
        # It is off the shelf meanwhile: half a step is none.
        game, shelf.game = shelf.game, None
        if game is None or shelf.head is None or not game.log.is_whole or game.log.last != shelf.head.seq:
            return None
        rows = added_rows(self.store, name, shelf.head, head)
        if rows is None:
            return None
        game.go_on(rows)
        return game

    def _shelf(self, reading: _Shelved) -> _Shelf:
        is_now = reading[2] is None
        shelves, least, most = (
            (self._shelves, _MOST_VIEWS, _MOST_SHORT) if is_now else (self._earlier, _MOST_EARLIER, _MOST_EARLIER)
        )
        with self._lock:
            shelf = shelves.setdefault(reading, _Shelf())
            shelves.move_to_end(reading)
            rows = sum(kept_shelf.rows for kept_shelf in shelves.values())
            while len(shelves) > most or (len(shelves) > least and rows > _MOST_ROWS):
                rows -= shelves.popitem(last=False)[1].rows
            return shelf

    def kept(self, key: Hashable, make: Callable[[], str]) -> str:
        """A text that many ask for, made once and kept for a while. `key`: all it depends on, the log's length too."""
        with self._lock:
            text = self._kept.get(key)
            if text is not None:
                self._kept.move_to_end(key)
                return text
        text = make()
        with self._lock:
            self._kept_length += len(text) - len(self._kept.get(key, ""))
            self._kept[key] = text
            while self._kept_length > _MOST_KEPT and self._kept:
                self._kept_length -= len(self._kept.popitem(last=False)[1])
        return text

    def known(self, games: Iterable[GameInfo]) -> list[Known | None]:
        """What is known of games as their logs are now; None for those that there was no time for (ask again).

        A game that somebody looks at is replayed already, and known at once.
        """
        return self._in_time(self.patience, games, lambda info: self._known.get((info.game, info.head)), self._make)

    def came_to(self, games: Sequence[GameInfo]) -> list[GameFacts | None]:
        """What games came to, as their logs are now; None for those that there was no time for (ask again).

        That of all games is kept, small; and in the database, where this program may write there.
        """

        def kept(info: GameInfo) -> bytes | None:
            head, content = self._came_to.get(info.game, ("", None))
            return content if head == info.head else None

        contents = self._in_time(_CLUBS_WAIT * self.patience, games, kept, self._find)
        return [None if content is None else replace(unpacked(content).facts, source=info.game)
                for info, content in zip(games, contents, strict=True)]  # fmt: skip

    def _in_time(
        self,
        patience: float,
        games: Iterable[GameInfo],
        kept: Callable[[GameInfo], _T | None],
        make: Callable[[GameInfo], _T],
    ) -> list[_T | None]:
        """What is kept of games, and made of the others while there is time; of one in any case."""
        end = time.monotonic() + patience
        kept_all: list[_T | None] = []
        made = 0
        for info in games:
            kept_one = kept(info)
            shelf = self._shelves.get((info.game, False, None))
            is_replayed = shelf is not None and shelf.head is not None and shelf.head.id == info.head
            if kept_one is None and (not made or time.monotonic() < end or is_replayed):
                kept_one = make(info)
                made += 1
            kept_all.append(kept_one)
        return kept_all

    def _find(self, info: GameInfo) -> bytes:
        """What a game came to, packed: by the index, else by its log."""
        content = self._index.find(info.game)
        if content is None:
            known = self._known.get((info.game, info.head)) or self._make(info)
            content = packed(Indexed(known.facts, None))
        self._came_to[info.game] = info.head, content
        return content

    def _make(self, info: GameInfo) -> Known:
        with self.game(info.game) as game:
            facts = game_facts(game)
            severities = Counter(finding.severity for hand in game.hands for finding in findings_of(hand))
            is_live = any(not hand.is_over for hand in game.played)
            summary = Summary(len(facts.counted), severities["error"], severities["warning"], is_live)
            # The hand that brought its winner most, of those whose tiles are all known.
            won = [hand for hand in game.played if winning_move(game, hand) is not None]
            best = next(
                (
                    BestHand(next(iter(result_of(hand).won_by), ""), _gain(hand), winning_move(game, hand) or 0, groups)
                    for hand in sorted(won, key=lambda won_hand: -_gain(won_hand))[:_MOST_TRIED]
                    if (groups := winning_hand(game, hand))
                ),
                None,
            )
            known_game = Known(summary, facts, best, last_time(game))
            self._index.note(info.game, game, facts)
        with self._lock:
            self._known[info.game, info.head] = known_game
            while len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)
        return known_game

    def grew(self, name: str) -> None:
        """Something has come to a game just now."""
        self._grown[name] = datetime.now(UTC)

    def came_lately(self, name: str, last: datetime | None) -> bool:
        """Whether a game is played now: something came lately, by the last time that its log states, or as was seen."""
        now = datetime.now(UTC)
        return any(time is not None and abs(now - time) < _LATELY for time in (last, self._grown.get(name)))

    def forgotten(self) -> frozenset[str]:
        """Handles of those who were forgotten: of them no list of players tells anything."""
        return frozenset(self.store.forgotten())


def _gain(hand: Hand) -> int:
    result = result_of(hand)
    return (result.change or {}).get(result.winner or Seat.E, 0)


def last_time(game: Game) -> datetime | None:
    """The last time that the log states, in the hand that goes on or before."""
    times = (date_of(row.at) for row in reversed(game.rows) if isinstance(row, Event) and row.at)
    return next((time for time in times if time is not None), None)
