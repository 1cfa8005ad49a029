"""What may be told while a game goes on: how far its log is for everybody, private cards, wins that were shown.

The id of an event depends on every tile written down before it, so of a hand in progress nothing is given out. Neither
is anything of a hand that was undone: its tiles lie on the table still, and are about to be written down anew.
Source: docs/understand/trust.md.

For everybody but its owner a game is judged as if a purchased card were not at hand. A second replay, by the card, is
kept beside it, of which nothing comes out but label and value (docs/do/cards.md#a-bought-card-stays-private). As long
as the winner has not shown a complete hand it may go on, and nothing that depends on a concealed tile may be told.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from mjlog import events as ev
from mjlog.answers import Answer, says
from mjlog.cards.shelf import CardShelf
from mjlog.findings import codes_that
from mjlog.log.corrections import fields_inside
from mjlog.log.records import Fault
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.views.as_written import AsWritten, Slots
from mjlog.views.card_lines import BoardLine, label_won, line_won
from mjlog.views.hands import HandSpan
from mjlog.views.places import Places
from mjlog.views.sight import HIDING
from mjlog.views.walk import Walk

_HIDING_TYPES = frozenset(str(cls.__struct_config__.tag) for cls in HIDING)
_BEGINS = str(ev.HandStart.__struct_config__.tag)


def disclosed_until(log: Places, written: AsWritten, slots: Slots) -> int:
    """The last event that everybody may read as it is stored; 0: none. `written`: the log before corrections."""
    kept_back = [*_of_the_hand_in_progress(log, slots), *_undone(log, written, slots)]
    return min(max(written.last, log.last_seq), min(kept_back, default=log.last_seq + written.last + 1) - 1)


def _of_the_hand_in_progress(log: Places, slots: Slots) -> Iterator[int]:
    """Its events, and those that they stand in the place of."""
    live = log.hands[-1]
    for place in range(live.first, live.end) if not live.is_over else ():
        seq = log.seq_at(place)
        yield seq
        yield slots.root.get(seq, seq)


def _undone(log: Places, written: AsWritten, slots: Slots) -> Iterator[int]:
    """The beginnings, since the last hand that is over, of hands that were made void with tiles in them."""
    has_tiles = False
    for event in reversed(written.events):
        has_tiles = has_tiles or _has_tiles(event)
        if isinstance(event, ev.GameEnd) and slots.here(event.seq) is not None:
            return
        begun = _begun_at(log, slots, event)
        if begun is None and has_tiles:
            yield event.seq
        elif begun and isinstance(event, ev.HandStart) and log.hand_at(begun).is_over:
            return


def _has_tiles(event: ev.Event) -> bool:
    """Whether it tells tiles that are hidden at the table."""
    if isinstance(event, ev.Correction):
        return any(fields.get("type") in _HIDING_TYPES for fields in fields_inside(event))
    return type(event) in HIDING


def _begun_at(log: Places, slots: Slots, event: ev.Event) -> int | None:
    """Where the hand is read that begins with an event; None where it is void. -1 for what begins no hand."""
    if isinstance(event, ev.Correction):
        if all(fields.get("type") != _BEGINS for fields in fields_inside(event)):
            return -1
    elif not isinstance(event, ev.HandStart):
        return -1
    standing = slots.here(slots.root.get(event.seq, event.seq))
    place = None if standing is None else log.by_seq[standing]
    while place is not None and place >= 0 and log.seq_at(place) == standing:
        if isinstance(log.rows[place], ev.HandStart):
            return place
        place -= 1
    return None


if TYPE_CHECKING:
    from mjlog.cards.rulings import Rulings


@dataclass(frozen=True)
class PublicCards(CardShelf):
    """The cards of a shelf that everybody may look at: those that were not bought."""

    def find(self, named: ev.Card | None) -> Rulings | None:
        """The card that a game names; None without it, and where it is a purchased one."""
        found = super().find(named)
        return None if found is None or found.card.private else found


class CardInForce(Answer):
    """The score card that a game names; title and number of lines are null where it is not at hand, or private."""

    id: str
    title: str | None = None
    lines: int | None = None
    private: Annotated[bool, says("of a purchased card nothing is told but label and value of lines that were won")] = (
        False
    )


def card_in_force(named: ev.Card | None, cards: CardShelf, to_owner: bool) -> CardInForce | None:
    """What may be told of the card that a game names."""
    if named is None:
        return None
    found = cards.find(named)
    if found is None:
        return CardInForce(named.id)
    card = found.card
    if card.private and not to_owner:
        return CardInForce(named.id, private=True)
    return CardInForce(named.id, card.headers.get("card", card.id), len(card.lines), card.private)


class LineWatch:
    """Label and value of the line that a hand is won by, as far as the game has come.

    Between the rows that it depends on nobody asks: the table is looked at when the next row is another one.
    `is_behind`: it has not been looked at since.
    """

    SEEN: ClassVar[frozenset[type]] = frozenset((ev.HandStart, ev.Mahjong, ev.Show, ev.Retract, ev.Dead))
    """The rows that it depends on."""

    def __init__(self) -> None:
        self.line: BoardLine | None = None
        self.is_behind = False

    def look(self, table: Table) -> None:
        """What the table says after the last of the rows that it depends on."""
        self.is_behind = False
        self.line = label_won(table)


def forget_missing_card(before: HandSpan) -> None:
    """The card is at hand, but not for everybody: that it is missing is no finding."""
    report = before.report
    report.findings[:] = [finding for finding in report.findings if finding.code != "unknown-card"]




def is_shown_win(hand: HandSpan, rows: Sequence[ev.Event | Fault], winner: Seat, declared: int) -> bool:
    """Whether everybody can see that the hand is won. `declared`: the seq of the call, or of the declaration."""
    walk = Walk(hand, rows, "table")
    since = {row.seq for row in itertools.dropwhile(lambda row: row.seq != declared, walk.rows)}
    if any(one.code in codes_that("shows-no-win") and one.seq in since for one in walk.findings):
        return False
    won = max(at for at, row in enumerate(walk.rows) if isinstance(row, ev.Mahjong) and row.seat is winner)
    shows = [at for at, row in enumerate(walk.rows) if at > won and isinstance(row, ev.Show) and row.seat is winner]
    before, after = walk.table_after(shows[0] - 1), walk.table_after(shows[-1])
    return _is_shown_whole(before, after, winner) and _is_judged(after)


def _is_shown_whole(before: Table, after: Table, winner: Seat) -> bool:
    """Whether as many tiles were shown as the winner holds, where that is known."""
    return not before.place(winner).sure or before.place(winner).size == after.place(winner).size


def _is_judged(table: Table) -> bool:
    """Whether a hand that was shown is known to be complete, or not: by a card only with the card."""
    if not table.plan.family.wins_by_card:
        return True
    won = line_won(table)
    return won is not None and bool(won.groups)
