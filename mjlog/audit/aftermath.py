"""After a fault: what can no longer be relied on, so that one fault gives one finding.

The registry says for each code which doubts it leaves; here they are put on the table. The replay goes on.
"""

from __future__ import annotations

from typing import NamedTuple

from mjlog.events import (
    Bonus,
    Charleston,
    Claim,
    Deal,
    Discard,
    Event,
    Expose,
    HandStart,
    Kong,
    Mahjong,
    Pass,
    Score,
    Settlement,
    Show,
    Wall,
    Washout,
)
from mjlog.findings import Doubt, Refusal, registry
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.moves import doubt_hand
from mjlog.table.passing import receiver
from mjlog.table.state import A_DISCARD, DEALING
from mjlog.tiles import parse_tile


class Before(NamedTuple):
    """Of the table before a faulty event was applied: whose turn, what due, who had claimed, who owed a replacement.

    `undealt`: how many tiles of a deal that has begun each seat had not taken.
    """

    turn: Seat
    due: int
    claimants: tuple[Seat, ...]
    owing: tuple[Seat, ...]
    undealt: tuple[int, ...]


def before(table: Table) -> Before:
    """What `leave_doubts` needs to know of the table before the event."""
    owing = [place.seat for place in table.places if place.owed_bonus]
    if table.loose_due is not None:
        owing.append(table.loose_due)
    return Before(table.turn, table.due, tuple(table.claims), tuple(owing), _undealt(table))


def _undealt(table: Table) -> tuple[int, ...]:
    if table.due != DEALING or not table.in_deal:
        return (0, 0, 0, 0)
    dealt = table.plan.deal_seats
    return tuple(max(0, dealt.count(seat) - table.place(seat).size) for seat in SEATS)


def leave_doubts(table: Table, event: Event, refusal: Refusal, earlier: Before) -> None:
    """Put the doubts of a finding on the table, after its event was applied."""
    doubts = doubts_of(event, refusal, earlier.due)
    if Doubt.HAND in doubts:
        _doubt_hands(table, event, refusal, earlier)
    if Doubt.TURN in doubts:
        _doubt_turn(table, event, earlier)
    if Doubt.DISCARD in doubts and table.discard is not None:
        doubt_hand(table, table.place(table.discard.seat))
    if Doubt.CLAIM in doubts or Doubt.DISCARD in doubts:
        _doubt_claims(table, event, earlier)
    if Doubt.WALL in doubts or refusal.code == "wrong-deal-tiles":
        _doubt_wall(table, event, refusal)
    if Doubt.TOTALS in doubts:
        table.standing.totals_doubted += 1
    if Doubt.SEATS in doubts:
        table.standing.lose_totals()
        table.standing.wins_known = False
    if refusal.code == "wrong-deal-count" and not isinstance(event, Deal):
        # Play begins before the end of the deal: the tiles that are missing were taken unseen.
        for seat, missing in zip(SEATS, earlier.undealt, strict=True):
            if missing:
                doubt_hand(table, table.place(seat))
                table.place(seat).unknown += missing
    if isinstance(event, Settlement) and refusal.code == "out-of-place":
        # Of which hand these payments are is open.
        table.standing.lose_totals()
    if refusal.code in ("call-too-late", "call-changed"):
        table.place(event.seat).calling = False  # type: ignore[attr-defined]
    if isinstance(event, Charleston):
        _doubt_passed(table, event, refusal)
    if isinstance(event, Mahjong):
        table.standing.result_known = False
        doubt_everything(table)
    if _answers_what_is_not_there(event, refusal) or (isinstance(event, Kong) and table.first_turns):
        # Anybody can have made the discard or kong in question.
        doubt_everything(table)


def _doubt_passed(table: Table, event: Charleston, refusal: Refusal) -> None:
    """What went from rack to rack is in doubt; where it may have been another seat, or pass, that is every rack."""
    known = refusal.code in ("charleston-count", "joker-passed")
    for seat in (event.seat, receiver(event.pass_, event.seat)) if known else SEATS:
        doubt_hand(table, table.place(seat))
    table.sure_copies = False
    if not known and table.passing is not None:
        table.passing.sure = False


def _answers_what_is_not_there(event: Event, refusal: Refusal) -> bool:
    """A pass or claim of a later discard or kong than the latest: one was not written down."""
    if not isinstance(event, Pass | Claim) or refusal.code != "claim-not-open" or not isinstance(refusal.found, int):
        return False
    return refusal.expected is None or refusal.found > refusal.expected


def doubts_of(event: Event | None, refusal: Refusal, due: int) -> Doubt:
    """What a finding leaves in doubt. `due`: what was due at the table before the event."""
    doubts = registry()[refusal.code].doubts
    if isinstance(event, Show) and refusal.code == "call-changed":
        # The hand is seen: only whether its call still counts is open.
        return Doubt.CALL
    if refusal.code == "out-of-place" and not isinstance(event, HandStart):
        doubts |= Doubt.CLAIM
    if _leaves_the_result_open(event, refusal):
        doubts |= Doubt.SCORES | Doubt.RESULT
    if isinstance(event, Pass | Claim) and due != A_DISCARD:
        # A refused answer changes nothing; an answer where a discard was due tells of a discard not recorded.
        # Who claims without the other tiles may have seen another tile discarded than the one written down.
        # After a false call for mahjong the hand itself is open: the win that follows is the same fault.
        if refusal.code in ("not-mahjong", "rob-not-allowed"):
            return Doubt.CLAIM | Doubt.HAND
        return doubts & (Doubt.CLAIM | Doubt.DISCARD if refusal.code == "set-not-held" else Doubt.CLAIM)
    if isinstance(event, Bonus) and refusal.code in ("tile-not-held", "too-many-copies"):
        return doubts | Doubt.TURN | Doubt.WALL
    if isinstance(event, Discard) and refusal.code == "too-many-copies":
        # Another tile was discarded than the one written down; whoever claims it may have seen it.
        return doubts | Doubt.DISCARD
    if isinstance(event, Kong) or (isinstance(event, Expose) and event.kind == "kong"):
        # It is open whether a loose tile was taken for it.
        doubts |= Doubt.WALL
    if isinstance(event, Kong | Claim):
        # Whoever robs the kong takes a tile that is in doubt; and it is in doubt who had claimed.
        return doubts | Doubt.CLAIM
    return doubts


def _leaves_the_result_open(event: Event | None, refusal: Refusal) -> bool:
    """Whether nobody can tell any more how the hand ended: the end itself is in error, or stands where it cannot be."""
    return isinstance(event, Mahjong | Washout) or (
        refusal.code == "out-of-place" and isinstance(event, Show | Score | Settlement)
    )


def _doubt_hands(table: Table, event: Event, refusal: Refusal, earlier: Before) -> None:
    own = getattr(event, "seat", None)
    seats = [refusal.seat] if isinstance(refusal.seat, Seat) else []
    if refusal.code == "claim-not-open" and earlier.due == A_DISCARD:
        # A claim where a discard was due tells of one that was not written down.
        seats = [earlier.turn]
    if isinstance(own, Seat) and not (seats and isinstance(event, Pass | Claim)):
        seats.append(own)
    for seat in seats:
        doubt_hand(table, table.place(seat))
    if isinstance(event, Expose | Kong | Bonus | Discard):
        table.sure_copies = False


def _doubt_turn(table: Table, event: Event, earlier: Before) -> None:
    begins = isinstance(event, Deal)  # East has the first turn, and has done nothing yet
    if not begins and (not isinstance(event, Discard | Expose | Kong) or event.seat is not earlier.turn):
        doubt_hand(table, table.place(earlier.turn))
    for seat in earlier.owing:
        doubt_hand(table, table.place(seat))
    table.sure_turn = False
    table.loose_due = None
    for place in table.places:
        place.owed_bonus = 0


def _doubt_claims(table: Table, event: Event, earlier: Before) -> None:
    table.sure_claims = False
    if isinstance(event, Expose):
        for seat in earlier.claimants:
            doubt_hand(table, table.place(seat))


def _doubt_wall(table: Table, event: Event, refusal: Refusal) -> None:
    if isinstance(event, Wall):
        table.wall.tiles = None
        return
    if refusal.code in ("not-the-wall-tile", "wrong-deal-tiles"):
        # Two tiles that changed places in the record are one fault: the one due now may come later.
        table.wall.displaced.add(parse_tile(str(refusal.expected)))
    if refusal.code != "wrong-deal-tiles":
        table.wall.doubt()


def doubt_everything(table: Table) -> None:
    """A line of the log could not be read, or the win is in doubt: nothing about this hand is certain any more."""
    for seat in SEATS:
        doubt_hand(table, table.place(seat))
        table.place(seat).owed_bonus = 0
    table.sure_turn = False
    table.sure_claims = False
    table.wall.doubt()
    table.loose_due = None
    if table.passing is not None:
        table.passing.sure = False
