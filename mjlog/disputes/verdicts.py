"""What the rules say of one event: each of them, the event as a whole, what was legal instead.

In a game with jokers only the set that is laid down is judged, and a call can be taken back before (american/call-2,
american/call-4). The rules say what they refuse; they are silent where a record may have left something out. What
nobody would call a choice at that moment is not told: a set laid down by a winner whose hand lies open, a draw past a
call that stands. Of a score or a payment the choice is the right number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from mjlog import events as ev
from mjlog.audit.game import Game
from mjlog.disputes.applicable_rules import (
    RuleAsked,
    Verdict,
    allowed_by_options,
    fine_rules,
    in_order,
    money_rules,
    rules_asked,
    told_in_full,
    with_findings,
)
from mjlog.disputes.evidence import NOTHING_LATER, Evidence, later
from mjlog.disputes.reading import DisputedMoment, judged, table_before
from mjlog.disputes.register import CaseInfo
from mjlog.disputes.unseen import Unseen, asked_of, depends_on, ways_to_fill
from mjlog.findings import Finding, Severity
from mjlog.rules import Bound, not_asked
from mjlog.rules.dead import replayed_for_three_wrong_hands
from mjlog.rules.groups import SIZES
from mjlog.scoring import Score
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import NO_FACT, Fact, words_of
from mjlog.tiles import JOKER, UNKNOWN
from mjlog.views.claimable import upon, what_it_takes
from mjlog.views.event_words import words
from mjlog.views.moment import moves_after
from mjlog.views.moves import Move, SeatMoves, by_seat
from mjlog.views.naming import tile_words
from mjlog.views.seen import findings_by_event


def call_words(bound: Bound, table: Table, event: ev.Event, after: Evidence) -> Iterator[str]:
    """What the player needed to lay down the set that was called, and whether it was there, where that is certain.

    `after`: what is known of the hand from the rest of the record.
    """
    discard = table.discard
    if not isinstance(event, ev.Claim) or event.for_ not in SIZES or not table.plan.copies[JOKER]:
        return
    if discard is None or discard.tile in (UNKNOWN, JOKER) or table.kong is not None:
        return
    takes = what_it_takes(event.for_, discard.tile, (), jokers=True)
    told = {True: ": it held them", False: ": it did not", None: ""}[_had(bound, table, event, after)]
    yield f"The call alone breaks no rule; the {event.for_} can be laid down {takes}{told}"


def _had(bound: Bound, table: Table, event: ev.Claim, after: Evidence) -> bool | None:
    """Whether the tiles of the set were in the hand; None where the record leaves it open."""
    place, tile = table.place(event.seat), table.discard.tile if table.discard is not None else UNKNOWN
    if not place.sure:
        return None
    needed, kinds = SIZES[event.for_] - 1, (tile, JOKER)
    known = sum(place.held[kind] for kind in kinds)
    asked = asked_of(bound, table, event, event.seat, after)
    ways = ways_to_fill(asked, {kind: asked.left[kind] for kind in kinds})
    found = {known + sum(number for _kind, number in tiles) >= needed for tiles, agrees in ways or () if agrees}
    return found.pop() if len(found) == 1 else None


class Verdicts:
    """What the rules say of the event of one moment, and of which dispute it is.

    `before`: the table and the event as they are asked about, None where no rule can be asked. `called`: what a call
    needed, in words. `unseen`: how it depends on unseen tiles, None where it does not.
    """

    def __init__(
        self, view: Game, moment: DisputedMoment, case: CaseInfo | None, others: tuple[CaseInfo, ...]
    ) -> None:
        self.view, self.moment, self.case, self.others = view, moment, case, others
        self.rules = moment.rules
        self.before: tuple[Table, ev.Event] | None = None
        if self.rules is not None and moment.is_read:
            self.before = judged(moment, moment.sight)
        self.findings = tuple(_findings(moment))
        self.asked = self._asked()
        self.refusals = [words for one in self.asked if one.verdict == "broken" for words in one.says]
        self.called: tuple[str, ...] = ()
        self.unseen = self._unseen()

    def _asked(self) -> list[RuleAsked]:
        if self.rules is None or self.before is None:
            return with_findings(self.rules, [], self.findings)
        table, event = self.before
        made = [*rules_asked(self.rules, table, event), *fine_rules(self.rules, table, event)]
        known = {one.id for one in made}
        made += [one for one in allowed_by_options(self.rules, table, event) if one.id not in known]
        made += money_rules(self.rules, event, self._score(event))
        return with_findings(self.rules, made, self.findings)

    def _score(self, event: ev.Event) -> Score | None:
        """The computed worth of the hand that an announcement is about."""
        found = None
        if isinstance(event, ev.Score) and self.moment.hand.is_over:
            found = self.moment.hand.report.details.get(event.seat.value)
        return found if isinstance(found, Score) else None

    def _unseen(self) -> Unseen | None:
        if self.rules is None or self.before is None or self.refusals:
            return None
        table, event = self.before
        seat = getattr(event, "seat", None)
        after = later(self.moment, table, seat) if isinstance(seat, Seat) else NOTHING_LATER
        self.called = tuple(call_words(self.rules.bound, table, event, after))
        if isinstance(seat, Seat) and not table.place(seat).sure and is_judged_when_shown(self.moment):
            return None
        return depends_on(self.rules.bound, table, event, after)

    @property
    def legal(self) -> bool | None:
        """Whether no rule refuses the event as it stands, and nothing that was seen later proves it wrong."""
        is_disproved = self.unseen is not None and self.unseen.proves is False
        if self.rules is None or self.before is None:
            return None
        if not self.refusals and is_not_judged(self.rules.bound, *self.before, self.unseen):
            return None
        return not (self.refusals or is_disproved)

    def rules_told(self) -> tuple[RuleAsked, ...]:
        """The rules; those that an unseen tile decides are open, or broken where it was seen later."""
        unseen = self.unseen
        if unseen is None or self.rules is None or not (unseen.is_open or unseen.proves is False):
            return tuple(self.asked)
        verdict: Verdict = "open" if unseen.is_open else "broken"
        made = {one.id: one for one in self.asked}
        for one in unseen.illegal:
            rule = one.rule or None
            known = made.get(rule)
            if known is None:
                known = told_in_full(self.rules, RuleAsked(rule, "open"))
            if known.verdict != "broken":
                made[rule] = replace(known, verdict=verdict, says=(one.why,))
        return tuple(in_order(list(made.values())))


def _findings(moment: DisputedMoment) -> Iterator[Finding]:
    """What was found at the event, as far as it may be told."""
    if moment.is_read:
        yield from findings_by_event(moment.hand).get(moment.view.seq_at(moment.last), ())


_ANSWERS = (ev.Pass, ev.Claim, ev.Retract, ev.Expose, ev.Fishing)
"""What can be done about a tile while a call for it stands; and a win on it."""
_IF_WRONG = ", if three hands have a wrong number of tiles"


def possible_acts(moment: DisputedMoment) -> list[SeatMoves]:
    """All that could rightly be done instead of the event, each seat's acts together; empty before a hand begins."""
    if not moment.hand.has_play or moment.first == moment.hand.first:
        return []
    table = table_before(moment, moment.sight)
    found = [move for move in moves_after(moment.view, moment.first - 1, moment.sight) if _is_choice(table, move)]
    acts = by_seat(found, tile_words)
    return _together([*_right_numbers(moment, table), *(_with_condition(table, one, found) for one in acts)])


def _is_choice(table: Table, move: Move) -> bool:
    event = move.event
    if isinstance(event, ev.Expose) and table.winner is event.seat:
        return table.place(event.seat).shown is None
    if not table.claims or table.winner is not None:
        return True
    return isinstance(event, _ANSWERS) or (isinstance(event, ev.Mahjong) and event.source in ev.FROM_OTHERS)


def _with_condition(table: Table, one: SeatMoves, found: Sequence[Move]) -> SeatMoves:
    """What is nobody's act; that a hand is played again with its condition, unless three hands are declared dead."""
    if one.seat is not None or not any(isinstance(move.event, ev.Replay) for move in found):
        return one
    if replayed_for_three_wrong_hands(table, ev.Washout(seq=1)) is not None:
        return one
    # By kind, in their order: the hand that is played again comes last.
    return SeatMoves(None, (*one.acts[:-1], one.acts[-1] + _IF_WRONG))


def _right_numbers(moment: DisputedMoment, table: Table) -> Iterator[SeatMoves]:
    """The worth of the hand that is announced, the payment that is due; nothing where they cannot be computed."""
    report, row = moment.hand.report, moment.row
    if not moment.hand.is_over:
        return
    if isinstance(row, ev.Score) and row.seat.value in report.computed:
        yield SeatMoves(row.seat, (f"announce the hand at {report.computed[row.seat.value]}",))
    elif isinstance(row, ev.Settlement) and report.owed is not None:
        change = {Seat[seat]: points for seat, points in report.owed.items()}
        said = words(table, ev.Settlement(seq=1, change=change))
        yield SeatMoves(None, (said[:1].lower() + said[1:],))


def _together(acts: Sequence[SeatMoves]) -> list[SeatMoves]:
    """All acts of a seat in one line, East's first; what is nobody's act comes last."""
    made = {seat: [act for one in acts if one.seat is seat for act in one.acts] for seat in (*SEATS, None)}
    return [SeatMoves(seat, tuple(own)) for seat, own in made.items() if own]


# -- what is not judged ------------------------------------------------------------------------------------------------


def silent_about(bound: Bound, table: Table, event: ev.Event) -> str:
    """What decides whether such an event is legal, and is not known at this table, in words; else empty.

    Of the tiles of a hand see `Unseen.is_sure`.
    """
    decides, unknown = _decides(table, event), NO_FACT
    for _rule, facts in not_asked(bound, table, event):
        unknown |= facts & decides
    return next(words_of(unknown), "")


def _decides(table: Table, event: ev.Event) -> Fact:
    """The facts without which it is not said that an event is legal, though no rule refuses it."""
    card = Fact.CARD if isinstance(event, ev.Mahjong) else NO_FACT
    # After a win no tile is open any more; of a hand recorded by its result no turn and no discard is written down.
    is_played = table.winner is None and table.depth != "result"
    return card | Fact.TURN | Fact.CLAIMS if is_played else card


def is_not_judged(bound: Bound, table: Table, event: ev.Event, unseen: Unseen | None) -> bool:
    """Whether an event that no rule refuses was not judged, or its own word is against what was seen elsewhere."""
    if silent_about(bound, table, event):
        return True
    return unseen is not None and (unseen.conflicts or not unseen.is_sure)


def is_judged_when_shown(moment: DisputedMoment) -> bool:
    """Whether a mahjong is called or declared whose hand is shown, every tile of it, and nothing is wrong with that.

    Where the hand was not known before, the rules ask about it then.
    """
    row = moment.row
    if not isinstance(row, ev.Mahjong | ev.Claim) or not _is_mahjong(row):
        return False
    at = upon(moment.view.rows, moment.last).shown
    after = None if at is None else moment.view.rows[at]
    if at is None or not isinstance(after, ev.Show):
        return False
    found = findings_by_event(moment.hand).get(moment.view.seq_at(at), ())
    return _is_named(after) and not any(one.severity == Severity.ERROR.value for one in found)


def _is_mahjong(event: object) -> bool:
    return isinstance(event, ev.Mahjong) or (isinstance(event, ev.Claim) and event.for_ == "mahjong")


def _is_named(event: ev.Show) -> bool:
    tiles = [tile.kind for part in (*(event.sets or ()), event.rest or ()) for tile in part]
    return bool(tiles) and UNKNOWN not in tiles
