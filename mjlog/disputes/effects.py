"""What a ruling changes in a game: totals, results of hands, findings, told before it is written down."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from mjlog import events as ev
from mjlog.audit.game import Game, Hand
from mjlog.disputes.case import CaseInfo, disputes_in, shows_no_more
from mjlog.disputes.dossier import ruling_words
from mjlog.findings import Finding, codes_that
from mjlog.log.corrections import Amendment
from mjlog.log.sight import Sight
from mjlog.seats import SEATS, Seat
from mjlog.text import list_words, points, shown, signed
from mjlog.views.results import fines_in, outcome_of
from mjlog.views.seen import correction_of, disclosed_until, findings_of, said_at
from mjlog.views.words import seat_name

_Key = tuple[object, ...]


class Effect(msgspec.Struct, frozen=True):
    """The difference between two readings of a game. `totals`: points before and after, by player.

    `hands`: what is otherwise in each hand, in words. `came`, `went`: findings that are new, or no longer there.
    `fines`: what fines of the hand in progress will move when it ends, by player. `is_hidden`: what changes may not be
    told while a hand is in progress. `is_in_progress`: one is, and only what everybody can see is told of it.
    """

    totals: dict[str, tuple[int | None, int | None]]
    hands: tuple[str, ...]
    came: tuple[Finding, ...]
    went: tuple[Finding, ...]
    fines: Mapping[str, int] = msgspec.field(default_factory=dict)
    is_hidden: bool = False
    is_in_progress: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether nothing changes that is counted."""
        moved = any(old != new for old, new in self.totals.values())
        return not (moved or self.hands or self.came or self.went or self.fines or self.is_hidden)


def effect(before: Game, after: Game) -> Effect:
    """What changes from one reading of a game to another one of the same game."""
    if not shows_no_more(after, before):
        return Effect({}, (), (), (), is_hidden=True)
    old, new = _totals(before), _totals(after)
    names = dict.fromkeys((*old, *new))
    first, second = _findings(before), _findings(after)
    fined, fines = _fines(before), _fines(after)
    more = {player: fines.get(player, 0) - fined.get(player, 0) for player in dict.fromkeys((*fined, *fines))}
    return Effect(
        totals={name: (old.get(name), new.get(name)) for name in names},
        hands=tuple(_changed_hands(before, after)),
        came=tuple(finding for key, finding in second.items() if key not in first),
        went=tuple(finding for key, finding in first.items() if key not in second),
        fines={player: amount for player, amount in more.items() if amount},
        is_in_progress=not (before.hands[-1].is_over and after.hands[-1].is_over),
    )


def _totals(game: Game) -> dict[str, int | None]:
    """Points of every player after the last hand that is over; None where they are not known."""
    live = game.hands[-1]
    totals = live.after if live.is_over else live.before
    return {player: None if totals is None else totals.get(player, 0) for player in game.players}


def _fines(game: Game) -> dict[str, int]:
    live = game.hands[-1]
    moved = fines_in(live.report.penalties, live.seats) if not live.is_over else {}
    return {live.seats[seat]: moved[seat] for seat in SEATS if seat in moved and seat in live.seats}


def _findings(game: Game) -> dict[_Key, Finding]:
    def key(finding: Finding) -> _Key:
        # The number of a hand changes where another hand is void.
        hand = finding.hand if finding.seq is None else None
        return finding.code, finding.seq, hand, finding.seat, finding.message, finding.severity

    return {key(finding): finding for hand in game.hands for finding in findings_of(hand)}


def _changed_hands(before: Game, after: Game) -> Iterator[str]:
    """Hands that end otherwise, or are paid otherwise; those that are there no more, or are new."""
    old, new = _by_beginning(before), _by_beginning(after)
    if len(old) != len(new):
        yield f"there are {len(new)} hands instead of {len(old)}"
    yield from (f"hand {hand.number} does not begin any more" for begun, hand in old.items() if begun not in new)
    for begun, hand in new.items():
        if begun not in old:
            yield f"hand {hand.number} is new: {_result(hand)}"
            continue
        number = old[begun].number
        name = f"hand {number}" + (f" (hand {hand.number} now)" if hand.number != number else "")
        for what, words_of in (("", _result), ("announced ", _announced)):
            first, second = words_of(old[begun]), words_of(hand)
            if first != second:
                yield f"{name}: {what}{first} - now: {second}"


def _by_beginning(game: Game) -> dict[tuple[int, int], Hand]:
    """The hands by the place in the log where each begins: a number is another one where a hand before it is void."""
    here: Counter[int] = Counter()
    by_root = {}
    for hand in game.played:
        seq = game.seq_at(hand.first)
        root = game.slots.root.get(seq, seq)
        here[root] += 1
        by_root[root, here[root]] = hand
    return by_root


def _announced(hand: Hand) -> str:
    """What was announced in a hand that is over."""
    recorded = hand.report.recorded if hand.is_over else {}
    return " ".join(f"{seat.value} {recorded[seat]}" for seat in SEATS if seat in recorded) or "nothing"


def _result(hand: Hand) -> str:
    """How a hand ended, and who got what for it, as it was paid or as it is due."""
    outcome, report = outcome_of(hand), hand.report
    if outcome in ("in progress", "void"):
        return outcome
    if outcome == "false mahjong":
        words = "no win"
    elif report.winner is not None:
        words = f"{seat_name(report.winner)} wins"
    else:
        words = "drawn" if outcome == "wash-out" else "no result"
    if report.settled is not None:
        return f"{words}, paid {_moved(report.settled)}"
    if report.owed is None:
        return f"{words}, no payments recorded, and what is due is not known"
    return f"{words}, no payments recorded, due {_moved(report.owed)}"


def _moved(change: Mapping[Seat, int]) -> str:
    return " ".join(f"{seat.value} {signed(change[seat])}" for seat in SEATS if seat in change) or "nothing"


def effect_words(change: Effect) -> list[str]:
    """The difference, a line for each thing that changes."""
    if change.is_hidden:
        return ["what changes is not told while a hand is in progress"]
    lines = [
        f"{shown(name, 40)}: {_number(old)} -> {_number(new)}"
        for name, (old, new) in change.totals.items()
        if old != new
    ]
    same = [] if lines or change.is_in_progress or not change.hands else ["the totals stay what they are"]
    lines += [*change.hands, *same]
    if change.fines:
        fined = list_words(f"{shown(name, 40)} {signed(amount)}" for name, amount in change.fines.items())
        lines.append(f"when the hand in progress ends: {fined}")
    lines += [f"new: {_finding(finding)}" for finding in change.came]
    lines += [f"no longer: {_finding(finding)}" for finding in change.went]
    stays = [] if lines else ["scores, payments, totals and findings stay what they are"]
    if change.is_in_progress:
        return [*lines, *(f"{line}, as far as everybody can see" for line in stays), _IN_PROGRESS]
    return lines or stays


_IN_PROGRESS = "a hand is in progress: what concealed tiles change is told when it is over"


def _number(total: int | None) -> str:
    return "not known" if total is None else points(total)


def _finding(finding: Finding) -> str:
    where = f" [event {finding.seq}]" if finding.seq is not None else ""
    return f"{finding.severity} {finding.code}: {shown(finding.message, 300)}{where}"


def still_standing(game: Game, case: CaseInfo) -> list[int]:
    """The corrections and fines that follow from the rulings on a dispute, and that nothing has taken back since."""
    standing = []
    for seq in (seq for ruling in case.rulings for seq in ruling.consequences):
        corrections = (made for made in game.log.corrected.made if made.outer is None)
        made = next((correction for correction in corrections if correction.event.seq == seq), None)
        if made is None:
            is_standing = seq in game.by_seq
        else:
            holds = made.target.standing if isinstance(made.target, Amendment) else made.slot.standing
            is_standing = made.standing is None and holds is made
        if is_standing:
            standing.append(seq)
    return standing


def consequence_words(game: Game, seq: int, sight: Sight = "open") -> str:
    """A correction or a fine in words, with what was read there before; of a hand in progress as all may hear it.

    `sight`: what may be told; `table` where this reading ends a hand that is in progress as the log stands.
    """
    event = next((candidate for candidate in game.log.events if candidate.seq == seq), None)
    if isinstance(event, ev.Correction):
        note = correction_of(game, event.seq, sight if seq <= disclosed_until(game) else "table")
        if note is None:
            return f"a correction of event {event.of if event.of is not None else event.after}"
        stands = note.stands or "nothing"
        if event.of is None:
            return f"after event {event.after} is read: {stands}"
        is_of_another = any(candidate.seq == event.of for candidate in game.log.corrections)
        if is_of_another and not event.events:
            return f"correction {event.of} is taken back, and there is read: {stands}"
        if not note.stands:
            return f"event {event.of} is void: {note.written}"
        return f"event {event.of}, {note.written}, is now: {stands}"
    place = game.by_seq.get(seq)
    return "" if place is None else said_at(game, place)


# -- told before a ruling is stored -----------------------------------------------------------------------------------


def preview(before: Game, case: CaseInfo, after: Game, follows: Sequence[int]) -> Iterator[str]:
    """What is read before somebody says yes to a ruling. `before`, `after`: the game without it, and with it.

    `follows`: the events behind the ruling.
    """
    changes = effect(before, after)
    sight: Sight = "table" if changes.is_hidden else "open"
    yield f"ruling on dispute {case.seq} of {shown(before.id, 60)}:"
    ruled = next((dispute for dispute in disputes_in(after) if dispute.seq == case.seq), None)
    ruling = None if ruled is None else ruled.ruling
    if ruling is not None:
        yield f"  {ruling_words(ruling)}"
    for seq in follows:
        yield f"  {seq}  {shown(consequence_words(after, seq, sight), 600)}"
    yield from _why(after, follows, "" if ruling is None else ruling.text)
    standing = still_standing(after, case)
    if standing:
        yield "what still stands from earlier rulings on this dispute (--void with the number takes it back):"
    for seq in standing:
        yield f"  {seq}  {shown(consequence_words(after, seq, sight), 600)}"
    yield "what changes:"
    yield from (f"  {line}" for line in effect_words(changes))
    for seq, hand, typed in payments_due(before, after, changes.came):
        due = hand.report.due or {}
        gains = ((player, due[seat]) for seat, player in hand.seats.items() if seat in due)
        words = ", ".join(f"{shown(player, 40)} {signed(points)}" for player, points in gains)
        makes = f"; these make {words}" if words else ""
        yield f"hand {hand.number} was paid for other scores{makes}: --pay corrects the payment, too,"
        yield f"  as --replace {seq} {shlex.quote(typed)} does"
    # How the totals at the end of the game are corrected, where they agree no more
    wrong = {finding.seq for finding in changes.came if finding.code == "wrong-total"}
    for place, row in enumerate(after.rows):
        totals = after.hand_at(place).after
        if isinstance(row, ev.GameEnd) and row.totals and totals is not None and row.seq in wrong:
            right = {player: totals.get(player, 0) for player in row.totals}
            given = shlex.quote(json.dumps({"type": "game-end", "totals": right}))
            yield "the totals at the end of the game agree no more; this option corrects them too:"
            yield f"  --replace {row.seq} {given}"


def _why(after: Game, follows: Sequence[int], text: str) -> Iterator[str]:
    """Why it is corrected, where that is not the text of the ruling, and who agreed; all corrections say the same."""
    correction = next((cause for cause in after.log.corrections if cause.seq in follows), None)
    if correction is None:
        return
    if correction.reason != text:
        yield f"  because: {shown(correction.reason, 300)}"
    if correction.agreed:
        yield f"  agreed by {list_words(shown(name, 40) for name in correction.agreed)}"


def payments_due(before: Game, after: Game, came: Sequence[Finding]) -> Iterator[tuple[int, Hand, str]]:
    """The payments that do not go with the scores any more: the event of each, its hand, what is due as it is typed.

    Only where one way to pay is certain, or it is left open alone whether somebody pays for all, or whether a hand of a
    card had jokers: then as it was paid `before`.
    Source: docs/do/disputes.md.
    """
    codes = codes_that("of-a-settlement")
    wrong = {finding.seq for finding in came if finding.code in codes}
    for place, row in enumerate(after.rows):
        if isinstance(row, ev.Settlement) and row.seq in wrong:
            hand = after.hand_at(place)
            due = hand.report.due
            if due is not None and row.for_ is not None:
                yield row.seq, hand, "pay"
            elif due is not None:
                yield row.seq, hand, f"pay {'/'.join(str(due[seat]) for seat in SEATS if seat in due)}"
            elif row.for_ is None and _can_be_paid_for_all(after, hand):
                payers = [seat for seat, points in row.change.items() if points < 0]
                yield row.seq, hand, "pay" if len(payers) > 1 else f"pay {payers[0].value.lower()}"
            elif typed := _paid_as_before(before, after, hand, row):
                yield row.seq, hand, typed


def _can_be_paid_for_all(after: Game, hand: Hand) -> bool:
    """Whether all scores of a won hand are told, and its payments leave open alone whether one pays for all."""
    report, plan = hand.report, after.rules.plan if after.rules is not None else None
    is_told = report.outcome == "won" and {*report.recorded, *report.computed} >= {*hand.seats}
    paid = report.settled or {}
    return plan is not None and plan.tracks_danger and is_told and any(points < 0 for points in paid.values())


def _paid_as_before(before: Game, after: Game, hand: Hand, row: ev.Settlement) -> str | None:
    """How a hand of a card is paid for its value as corrected: doubled for want of jokers if it was paid so before."""
    place, win = before.by_seq.get(row.seq), hand.report.win
    if place is None or win is None or after.rules is None or not after.rules.plan.family.wins_by_card:
        return None
    report = before.hand_at(place).report
    value = report.recorded.get(report.win.seat) if report.win is not None else None
    is_told = win.seat in hand.report.recorded and (win.source != "discard" or win.discarder is not None)
    if report.win is None or not value or not is_told:
        return None
    # The discarder pays twice the value, and the others once; of a drawn hand all pay twice (american/pay-1 to pay-3).
    singly = value * (6 if report.win.source != "discard" else 4)
    return {singly: "pay", 2 * singly: "pay jokerless"}.get((report.settled or {}).get(report.win.seat, 0))
