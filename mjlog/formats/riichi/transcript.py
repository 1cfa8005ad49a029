"""What becomes of a riichi record: its events, numbered, with the line of each, and what could not be read.

The formats differ in how a hand is written down, and not in how a game begins, a hand is won or drawn.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from mjlog import events as ev
from mjlog.formats.foreign import Script
from mjlog.formats.riichi.tiles import UNSEEN
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import Tile

RULESET, THREE_PLAYERS = "riichi", "riichi-sanma"
STICK = 1000
PLACES = range(4)
"""The places of a record; of three players the last one is empty."""
OWN = "mjlog"
"""A field that this program writes beside those of a format, and reads again: the rules of the game."""
NOT_UNDERSTOOD = "not_understood"
"""What a record says of its rules, and nobody here understands."""
LIVE = {3: 55, 4: 70}
"""By the number of players: tiles that are drawn in a hand which nobody wins (riichi/dead-1, riichi-sanma/dead-1)."""
_MOST_SHOWN = 100
_TARGETS = {3: 40_000, 4: 30_000}
"""By the number of players: the points that somebody must have at the end."""
_HUNDRED = 100
"""Points are in hundreds (riichi/start-1)."""


class MalformedError(Exception):
    """A part of a record that does not fit: the finding code, and in words what is wrong."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Opening(NamedTuple):
    """How a hand begins. `number`: 0 East 1 to 4 South 1 and on; `totals`: by place; `dealer`: East's place.

    `view`: the place whose view the record is.
    """

    number: int
    dealer: int
    repeats: int | None
    sticks: int | None
    totals: Sequence[int] | None
    view: int | None = None

    @property
    def is_first(self) -> bool:
        """Whether it is the first hand of a game: no stick lies on the table, and all have the same."""
        return not self.number and not self.repeats

    @property
    def is_uneven(self) -> bool:
        """Whether it is the first hand of a game, and some are said to have more than others: that cannot be."""
        return self.is_first and self.totals is not None and len(set(self.totals)) > 1


class Won(NamedTuple):
    """One win, by places.

    `sets`, `rest`: the hand as it is shown; `under`: the indicators under the others, as far as they are to be turned
    now; `score`: the fields of what was announced; `change`: points by place, `pot` among them.
    """

    place: int
    source: ev.Source
    line: int
    tile: Tile | None = None
    liable: int | None = None
    sets: Sequence[Sequence[Tile]] | None = None
    rest: Sequence[Tile] | None = None
    under: Sequence[Tile] = ()
    score: Mapping[str, Any] | None = None
    change: Sequence[int] | None = None
    pot: int = 0


_OLD_NUMBER = re.compile(r"(?:200\d{5}|20100[1-5]\d\d)\d\dgm-")
OLD_RULES: Mapping[str, Any] = {"leader_stops": "may"}
"""The options by which the server's games were played before June 2010: in the last hand an East who led, and was
ready, played on (riichi/end-4). Source: docs/lookup/riichi-records.md."""


def is_old_number(number: str) -> bool:
    """Whether the number of a game of the server begins with a day before June 2010.

    >>> is_old_number("2010053123gm-0089-0000-01234567"), is_old_number("2010060100gm-0089-0000-01234567")
    (True, False)
    """
    return _OLD_NUMBER.match(number) is not None


class Transcript(Script):
    """A game as it is written down. `seats`: the seat of each place.

    A place is a player's number in the record, 0 to 3; it stays the same for a whole game. `players`: how many play;
    the `ruleset` is that of as many.
    """

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game
        self.hand = 0
        self.players = len(PLACES)
        self.seats: tuple[Seat, ...] = SEATS
        self.handles: list[str] = [f"p{place}" for place in PLACES]

    @property
    def places(self) -> range:
        """The places of those who play."""
        return PLACES[: self.players]

    @property
    def ruleset(self) -> str:
        """The rule set for this number of players."""
        return RULESET if self.players == len(PLACES) else THREE_PLAYERS

    # -- the beginning of a game and of a hand ----------------------------------------------------------------------

    def name_players(self, names: Sequence[str]) -> None:
        """The handles of the players: the names as written, `p0` and on for those without, told apart if alike."""
        taken: set[str] = set()
        for place in self.places:
            name = shown(names[place].strip(), _MOST_SHOWN) if place < len(names) else ""
            handle = name or f"p{place}"
            self.handles[place] = handle if handle not in taken else f"{handle}#{place}"
            taken.add(self.handles[place])

    def start_game(
        self, first: int, options: dict[str, Any], record: dict[str, Any], line: int, own: object = None
    ) -> None:
        """Who plays, from the first East on, and by which options; those that this program has written go before."""
        if isinstance(own, dict):
            options = {**options, **(own["options"] if isinstance(own.get("options"), dict) else {})}
            record = {**record, **({NOT_UNDERSTOOD: own[NOT_UNDERSTOOD]} if NOT_UNDERSTOOD in own else {})}
        players = tuple(self.handles[(first + step) % self.players] for step in self.places)
        self.add(
            ev.GameStart(
                seq=self.seq, game=self.game, ruleset=self.ruleset, options=options, players=players, record=record
            ),
            line,
        )

    def start_hand(self, opening: Opening, line: int) -> Opening:
        """A hand begins: everybody has a seat, points, and what lies on the table; what cannot be is put right."""
        self.hand += 1
        self.seats = tuple(SEATS[(place - opening.dealer) % self.players] for place in self.places)
        stated, opening = opening, opening._replace(sticks=0) if opening.is_first and opening.sticks else opening
        sticks = stated.sticks or 0
        totals = None if opening.is_uneven else opening.totals
        event = ev.HandStart(
            seq=self.seq,
            hand=self.hand,
            round=SEATS[opening.number // 4 % 4],
            seats={SEATS[step]: self.handles[(opening.dealer + step) % self.players] for step in self.places},
            depth="table" if opening.view is not None else None,
            totals=dict(zip(self.handles, totals, strict=False)) if totals is not None else None,
            repeats=opening.repeats,
            pot=None if opening.sticks is None else STICK * opening.sticks,
            view=None if opening.view is None else self.seats[opening.view],
        )
        self.add(event, line)
        if stated.is_first and sticks:
            words = f"a game begins, and {sticks} sticks are said to lie on the table"
            self.remark("wrong-pot", words, line, 0, STICK * sticks)
        if stated.is_uneven:
            words = f"the points at the beginning of the game are said to be {stated.totals}"
            even = start_points(stated.totals, sticks)
            self.remark("wrong-total", words, line, None if even is None else [even] * self.players, stated.totals)
        elif self.hand == 1 and totals is not None and (sum(totals) + STICK * sticks) % (self.players * _HUNDRED):
            # The record begins later, and yet all must have begun alike.
            number = "four" if self.players == len(PLACES) else "three"
            words = f"points and sticks are {sum(totals) + STICK * sticks}: {number} players cannot have begun alike"
            self.remark("wrong-total", words, line, None, totals)
        return opening

    def compare_number(self, opening: Opening, first: int, line: int) -> None:
        """The number of a hand in its round says once more who is East; `first`: who was East first."""
        due, stated = (opening.dealer - first) % self.players + 1, opening.number % 4 + 1
        if stated != due:
            words = f"this is said to be hand {stated} of the round; by its East it is hand {due}"
            self.remark("out-of-place", words, line, due, stated)

    def deal(self, hands: Mapping[int, Sequence[Tile]], line: int) -> None:
        """Everybody's tiles, by place, from East on."""
        for place in sorted(hands, key=lambda place: self.seats[place].index):
            self.add(ev.Deal(seq=self.seq, seat=self.seats[place], tiles=tuple(hands[place])), line)

    def indicate(self, tile: Tile, of: Literal["first", "kong", "under"], line: int) -> None:
        """An indicator is turned."""
        self.add(ev.Indicator(seq=self.seq, tile=tile, of=of), line)

    def claim(self, place: int, wanted: ev.Claimed, line: int) -> None:
        """A call, which records tell only by what it led to."""
        self.add(ev.Claim(seq=self.seq, seat=self.seats[place], for_=wanted, basis="inferred"), line)

    def claim_wins(self, places: Iterable[int], line: int) -> None:
        """Several have called one tile to win it; where they are not paid, too."""
        for place in sorted(places, key=lambda place: self.seats[place].index):
            self.claim(place, "mahjong", line)

    # -- the end of a hand --------------------------------------------------------------------------------------------

    def show(self, place: int, line: int, rest: Sequence[Tile] | None, sets: Sequence[Sequence[Tile]] | None = None,
             basis: Literal["inferred"] | None = None) -> None:  # fmt: skip
        """A hand is laid down."""
        laid = None if not sets else tuple(map(tuple, sets))
        left = None if rest is None else tuple(rest)
        self.add(ev.Show(seq=self.seq, seat=self.seats[place], sets=laid, rest=left, basis=basis), line)

    def is_in_riichi(self, place: int) -> bool:
        """Whether a player has declared riichi in the hand."""
        seat = self.seats[place]
        for row, _line in reversed(self.rows):
            if isinstance(row, ev.HandStart):
                return False
            if isinstance(row, ev.Discard) and row.riichi and row.seat is seat:
                return True
        return False

    def compare_under(self, place: int, under: Sequence[object], turned: Sequence[object], line: int) -> None:
        """The indicators under the others are written down with each winner in riichi, and with no other.

        `turned`: those of winners before; whether the first has them is judged by the rules.
        """
        if turned and bool(under) != self.is_in_riichi(place):
            code, words = ("indicator-not-due", "has") if under else ("indicator-missing", "lacks")
            self.remark(code, f"place {place} {words} the indicators under the others, which go with riichi", line)

    def unseen_under(self, place: int, turned: Sequence[object]) -> list[Tile]:
        """The indicators under the others that a win turns in a record which names none of them: nobody saw them.

        `turned`: those of winners before.
        """
        if turned or not self.is_in_riichi(place):
            return []
        since = itertools.takewhile(lambda row: not isinstance(row[0], ev.HandStart), reversed(self.rows))
        return [UNSEEN for row, _line in since if isinstance(row, ev.Indicator) and row.of != "under"]

    def declare(self, won: Won) -> None:
        """A win is declared, shown, scored and paid; all who win the tile have called it before."""
        seat, line = self.seats[won.place], won.line
        liable = None if won.liable is None else self.seats[won.liable]
        self.add(ev.Mahjong(seq=self.seq, seat=seat, source=won.source, tile=won.tile, liable=liable), line)
        for tile in won.under:
            self.indicate(tile, "under", line)
        if won.rest is not None:
            self.show(won.place, line, won.rest, won.sets)
        if won.score is not None:
            self.add(ev.Score(seq=self.seq, seat=seat, **won.score), line)
        if won.change is not None:
            self.settle(won.change, line, won.place, won.pot)

    def settle(self, change: Sequence[int], line: int, place: int | None = None, pot: int = 0,
               basis: Literal["inferred"] | None = None) -> None:  # fmt: skip
        """What was paid, by place; for a winner, who takes the pot."""
        by_seat = dict(sorted(zip(self.seats, change, strict=True), key=lambda pair: pair[0].index))
        winner = None if place is None else self.seats[place]
        self.add(ev.Settlement(seq=self.seq, change=by_seat, for_=winner, pot=pot or None, basis=basis), line)

    def draw_hand(self, reason: str, places: Sequence[int], line: int) -> None:
        """The hand is drawn; `places`: who ended it, or has a right by it."""
        seats = tuple(sorted((self.seats[place] for place in places), key=lambda seat: seat.index))
        stated = None if reason == "exhaustive" else reason
        self.add(ev.Washout(seq=self.seq, reason=stated, seats=seats or None), line)

    def end_game(self, totals: Sequence[int], final: Sequence[int] | None, line: int) -> None:
        """The game is over: points, and scores after uma and oka, by place."""
        scores = None if final is None else dict(zip(self.handles, final, strict=False))
        self.add(ev.GameEnd(seq=self.seq, totals=dict(zip(self.handles, totals, strict=False)), final=scores), line)


def start_points(totals: Sequence[int] | None, sticks: int) -> int | None:
    """What everybody began with, as the first hand of a record tells it: what most have, or what is there in all.

    >>> start_points([24000, 27000, 24000, 24000], 1), start_points([30000, 30000, 30000, 29900], 0)
    (25000, 30000)
    """
    if totals is None:
        return None
    most = max(totals, key=totals.count)
    share, rest = divmod(sum(totals) + STICK * sticks, len(totals))
    if rest == 0 and share % STICK == 0:
        return share
    return most if totals.count(most) == len(totals) - 1 else None


def rounds_told_by(
    hands: Sequence[tuple[int, Sequence[int]]], end: Sequence[int] | None, players: int = len(PLACES)
) -> int:
    """How many rounds are played where a record does not say it: one, or as usual two.

    `hands`: the number of each and the points before it; `end`: the points at the end of the game, None where that is
    not told. One round it is where the game ends with its last hand, or in a second one that was begun for want of
    somebody with the target (riichi/end-2).

    >>> rounds_told_by([(3, [20000, 20000, 20000, 40000])], [20000, 20000, 20000, 40000])
    1
    >>> rounds_told_by([(3, [25000] * 4), (4, [25000] * 4)], [10000, 25000, 25000, 40000])
    1
    >>> rounds_told_by([(3, [25000] * 4), (4, [40000, 20000, 20000, 20000]), (7, [25000] * 4)], [25000] * 4)
    2
    """
    last, target = hands[-1][0] if hands else 0, _TARGETS[players]
    if end is None or last < players - 1 or last >= 2 * len(PLACES):
        return 2
    begun = next((totals for number, totals in hands if number >= len(PLACES)), None)
    if begun is None:
        return 1
    has_reached, is_last = max(end) >= target, last == len(PLACES) + players - 1
    return 1 if max(begun, default=0) < target and min(end) >= 0 and has_reached != is_last else 2


def pot_of(change: Sequence[int]) -> int:
    """What a win takes from the table, where the payments alone tell it: sticks of a thousand.

    >>> pot_of([9700, 0, 0, -7700]), pot_of([1000, 0, 0, -1100])
    (2000, 0)
    """
    return STICK * max(0, round(sum(change) / STICK))


def liable_of(place: int, giver: int, change: Sequence[int]) -> int | None:
    """Who is liable for a yakuman, where the payments alone tell it: pays all of a drawn one, half of one claimed.

    >>> liable_of(0, 0, [48000, 0, -48000, 0]), liable_of(1, 0, [-16300, 32300, 0, -16000])
    (2, 3)
    >>> liable_of(0, 0, [48000, -16000, -16000, -16000]), liable_of(1, 0, [-8000, 8000, 0, 0])
    (None, None)
    """
    payers = [payer for payer, paid in enumerate(change) if paid < 0 and payer != giver]
    is_alone = len(payers) == 1 and payers[0] != place
    return payers[0] if is_alone and -change[payers[0]] >= _HALF_A_YAKUMAN else None


_HALF_A_YAKUMAN = 16000


def who_won(
    place: int, giver: int, last: int, is_drawn: bool, change: Sequence[int] | None
) -> tuple[int, int, str | None]:
    """Who has won whose tile: where a record states it otherwise than moves and payments tell, they are right.

    `place`, `giver`: as it is stated; `last`: whose the last tile is, who has drawn it where `is_drawn`. The third is
    the finding code, None where nothing differs, or nobody can say which is right.

    >>> who_won(1, 2, 0, False, [-1000, 1000, 0, 0]), who_won(3, 0, 0, False, [-1000, 1000, 0, 0])
    ((1, 0, 'claim-not-open'), (1, 0, 'not-mahjong'))
    """
    gained = [place for place, points in enumerate(change or ()) if points > 0]
    only = gained[0] if len(gained) == 1 else None
    if is_drawn:
        if place == giver == last or last not in (place, only):
            return place, giver, None
        return last, last, "claim-not-open" if place == last else "not-mahjong"
    are_all_paying = change is not None and sum(paid < 0 for paid in change) == len(change) - 1
    winner = place if only in (None, last) else only
    if winner in (None, last) or (place == giver and are_all_paying):
        return place, giver, None
    return winner, last, "not-mahjong" if winner != place else "claim-not-open" if giver != last else None
