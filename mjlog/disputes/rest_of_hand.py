"""The rest of a hand as it can bear witness: without the word of the disputed event, up to where it contradicts itself.

Of the event only that it happened is kept, not which tiles were in it; a call that came to nothing is left out, for
nobody had to have tiles for it. Where the hand then has a fault of its own, either what was recorded before that or
what comes with it is wrong: nothing from there on is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from mjlog import events as ev
from mjlog.audit.game import Hand
from mjlog.disputes.reading import DisputedMoment
from mjlog.findings import Severity, codes_that
from mjlog.log.records import Fault
from mjlog.log.sight import rows_as_seen
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.tiles import TILES, UNKNOWN
from mjlog.views.exchange import upon

_ERROR = Severity.ERROR.value
_TELLING = frozenset((
    ev.Draw, ev.KongReplacement, ev.BonusReplacement, ev.Discard, ev.Bonus, ev.Expose, ev.LayConcealed, ev.Kong,
    ev.JokerExchange, ev.Mahjong, ev.Show, ev.Retract, ev.Charleston,
))  # fmt: skip
Act = tuple[Table, ev.Event, Table]


@dataclass(frozen=True, slots=True)
class RestOfHand:
    """A hand from an event on. `first`: the place of that in the hand; `doubt`: the event that contradicts the rest."""

    seen: Hand
    first: int
    doubt: int | None
    kept: dict[Seat, list[Act]] = field(default_factory=dict, compare=False, repr=False)

    def acts(self, seat: Seat) -> list[Act]:
        """What a player does from the event on, each with the table before it and after; up to their first fault."""
        if seat not in self.kept:
            self.kept[seat] = list(self._acts(seat))
        return self.kept[seat]

    def _acts(self, seat: Seat) -> Iterator[Act]:
        found = self.seen.findings
        faulty = {one.seq for one in found if one.severity == _ERROR and one.seat in (None, seat.value)}
        for at in range(self.first, len(self.seen.rows)):
            event = self.seen.rows[at]
            if isinstance(event, Fault | ev.Gap | ev.Dead | ev.Replay) or event.seq == self.doubt:
                return
            # A hand that is shown is seen by all, also where it is not the one that was declared.
            if event.seq in faulty and not isinstance(event, ev.Show):
                return
            if getattr(event, "seat", None) is seat and type(event) in _TELLING:
                yield self.seen.table_after(at - 1), event, self.seen.table_after(at)


def afterwards(moment: DisputedMoment) -> RestOfHand:
    """The rest of the hand of an event, without its own word."""
    hand = moment.hand
    rows = hand.rows
    for at in range(moment.first, moment.last + 1):
        rows[at - hand.first] = _without_its_word(rows[at - hand.first])
    for at in (*_came_to_nothing(moment), *_won_in_vain(moment)):
        rows[at - hand.first] = ev.Note(seq=moment.view.rows[at].seq or 0, text="")
    seen = hand.alone(rows_as_seen(rows, moment.sight))
    seqs = {row.seq for row in seen.rows[moment.first - hand.first :]}
    contradicts = codes_that("contradicts-the-tiles")
    doubt = next((one.seq for one in seen.findings if one.code in contradicts and one.seq in seqs), None)
    return RestOfHand(seen, moment.first - hand.first, doubt)


def _without_its_word(row: ev.Event | Fault) -> ev.Event | Fault:
    """An event that happened, with tiles that nobody names. A call for the last tile needs a whole hand: it stays."""
    if isinstance(row, ev.JokerExchange) or (isinstance(row, ev.Discard) and not row.calling):
        return msgspec.structs.replace(row, tile=TILES[UNKNOWN])
    if isinstance(row, ev.Bonus | ev.Kong | ev.LayConcealed | ev.Expose):
        return msgspec.structs.replace(row, tiles=(TILES[UNKNOWN],) * len(row.tiles))
    return row


def _came_to_nothing(moment: DisputedMoment) -> list[int]:
    """The places of a disputed call, and of its taking back, where no set or win of that player follows from it."""
    claim = moment.row
    if not isinstance(claim, ev.Claim):
        return []
    led = upon(moment.view.rows, moment.first)
    if led.done:
        return []
    return [moment.first] if led.taken_back is None else [moment.first, led.taken_back]


def _won_in_vain(moment: DisputedMoment) -> Iterator[int]:
    """The places of wins declared from the event on and taken back: play went on as if they had not been.

    What is taken back is then the call for the discard, where there was one.
    """
    rows = moment.view.rows
    for at in range(moment.first, moment.hand.end):
        won = rows[at]
        if not isinstance(won, ev.Mahjong):
            continue
        led = upon(rows, at)
        if led.taken_back is not None and not led.done:
            yield from (at,) if won.source in ("discard", "kong") else (at, led.taken_back)
