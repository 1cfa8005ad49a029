"""The dossier of a dispute: one page from which somebody who was not at the table can rule, and both parties can check.

Whatever it says follows from the log and the rules in force. Texts in it are as they may be printed. Of a hand in
progress it is made from what the table sees, and from nothing else; of a purchased card it tells label and value only.
Source: docs/understand/trust.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, structs

from mjlog import events as ev
from mjlog.answers import Answer, AsOf, BySeat, Depth, Digest, GameId, Keeping, Kept, Seq, one_of, says
from mjlog.audit.dead import DeadHand, DeadHandTracker
from mjlog.audit.game import Game, Hand
from mjlog.chain import short_form
from mjlog.disputes.applicable_rules import RuleAsked, with_options_changed
from mjlog.disputes.reading import (
    DisputedMoment,
    Outcome,
    as_disputed,
    is_taken_out,
    moment_of,
    no_event,
    outcome_as_it_stands,
    outcome_without,
    type_of,
    with_differences,
)
from mjlog.disputes.register import CaseInfo, cases_about, disputes_in
from mjlog.disputes.unseen import Unseen
from mjlog.disputes.verdicts import Verdicts, certain_words, possible_acts, unknown_words
from mjlog.disputes.why import Silent, silent_rules
from mjlog.events import encode_event
from mjlog.findings import Finding, Severity
from mjlog.log.sight import SIGHT_NAMES, parse_sight, redact
from mjlog.rulesets import Rules
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.views.board import Board
from mjlog.views.claimable import upon
from mjlog.views.corrected import CorrectionNote, StartChange, correction_of, start_changes
from mjlog.views.dead_words import dead_hand_words
from mjlog.views.moment import claims_after, moment_at
from mjlog.views.moves import SeatMoves
from mjlog.views.seen import EventLine, disclosed_until, event_lines, findings_by_event, line_at, said_at

# -- as it was written down -------------------------------------------------------------------------------------------


_LONGEST = 20_000
"""Bytes of an event that are quoted in full; a rule set document is longer."""


class Stored(NamedTuple):
    """An event as it is stored: its id (64 hex digits), and its canonical bytes."""

    id: str
    body: bytes


AsStored = Callable[[int], Stored | None]
"""An event of the game by its seq; None where it is not there, or the log has no chain that could be computed."""


class Recorded(Answer):
    """An event as it was written down."""

    what: Annotated[
        str, one_of("event", "correction", "dispute", "ruling", "penalty"), says("what it is to the dispute")
    ]
    seq: Seq
    fields: Annotated[dict[str, Any], says("of a hand in progress as the table saw it")]
    is_whole: Annotated[bool, says("every field as it was written; else what is hidden, or too long, is left out")]

    @property
    def text(self) -> str:
        """As one line of JSON."""
        return msgspec.json.encode(self.fields).decode("utf-8")


def recorded_of(view: Game, seqs: Iterable[tuple[str, int]], stored: AsStored | None) -> Iterator[Recorded]:
    """Events of a log as they were written, those that it has; beyond what is public as the table saw them."""
    events = {event.seq: event for event in view.log.events}
    public = disclosed_until(view)
    for what, seq in seqs:
        event = events.get(seq)
        if event is None:
            continue
        one = stored(seq) if stored is not None else None
        body = None if one is None or len(one.body) > _LONGEST else msgspec.json.decode(one.body)
        if isinstance(body, dict) and seq <= public:
            yield Recorded(what, seq, body, True)
            continue
        seen = redact(event, "open" if seq <= public else "table")
        fields = msgspec.json.decode(encode_event(seen))
        is_short = len(str(fields)) <= _LONGEST
        # By the kind of event: whether a hidden tile was written down at all is not told either.
        is_whole = is_short and seen is event and (body is None or body == fields)
        quoted = {name: value for name, value in fields.items() if is_short or len(str(value)) <= 200}
        yield Recorded(what, seq, quoted, is_whole)


# -- the dossier ------------------------------------------------------------------------------------------------------


def dead_in_hand(view: Game, hand: Hand) -> list[DeadHand]:
    """The dead hands of a hand; none while it is in progress. A purchased card is not asked."""
    began = view.rows[hand.first] if hand.is_over and hand.has_play else None
    if not isinstance(began, ev.HandStart):
        return []
    tracker = DeadHandTracker(hand.replayed(), began)
    for row in view.rows[hand.first + 1 : hand.end]:
        tracker.feed(row)
    return tracker.finish()


_BEFORE, _AFTER = 7, 3
"""Events in words round the one disputed."""
_INFO = Severity.INFO.value


class OptionInForce(Answer):
    """An option that matters: one that a rule of the dossier reads, or that the game has set otherwise."""

    name: str
    value: Any
    default: Any
    text: str
    corrections: Annotated[tuple[Seq, ...], says("of the beginning of the game, that changed it")] = ()


class ProvedId(Answer):
    """The id of an event of the dispute."""

    what: str
    seq: Seq
    id: Digest


class Proof(Answer):
    """What proves the log, as far as everybody may know it."""

    events: Annotated[int, Meta(ge=1, description="how many it stands for")]
    head: Annotated[Digest, says("the id of the last of them")]
    short: Annotated[str, says("the checkpoint, to be typed")]
    ids: Annotated[tuple[ProvedId, ...], says("of the events that the dossier is about, as far as they may be told")]


class DossierRules(Answer):
    """The rule set in force; null where it is not known."""

    id: str | None
    title: str | None
    version: str | None
    digest: Annotated[Digest | None, says("of the version that the game is judged by")]


class NearAnswer(Answer):
    """What happened round the event, in words."""

    seq: Seq
    until: Annotated[Seq, says("the last of several events that one line tells")]
    words: str


class DisputedEvent(Answer):
    """The event that is disputed."""

    seq: Seq
    type: Annotated[str, says("as the log has it; `fault` for a line that cannot be read")]
    words: str
    read: Annotated[bool, says("false where nothing is read there any more")]
    recorded: tuple[Recorded, ...]
    correction: Annotated[CorrectionNote | None, says("null where no correction is about it")]
    near: tuple[NearAnswer, ...]


class DeadHandAnswer(DeadHand, kw_only=True):
    """A hand that is dead by the rules, or was declared dead, or has done what the rules fine like that."""

    words: list[str]


class Dossier(Keeping):
    """Everything about a disputed event from which somebody who was not there can rule."""

    game: GameId
    as_of: AsOf
    ruleset: DossierRules
    place: str | None
    table: str | None
    hand: Annotated[int | None, says("null before the first hand")]
    round: Annotated[Seat | None, says("the prevailing wind")]
    depth: Depth
    over: Annotated[bool, says("false while the hand is in progress: then it tells what the table sees")]
    players: Annotated[BySeat[str], says("who sits where")]
    names: Annotated[dict[str, str], says("real names: none are told here")]
    dispute: Annotated[CaseInfo | None, says("null where nobody has objected")]
    others: Annotated[tuple[CaseInfo, ...], says("other objections to the same event")]
    event: DisputedEvent
    before: Annotated[dict[str, Board], says("the table just before, by view: table, open, E, S, W, N")]
    legal: Annotated[bool | None, says("no rule refuses it; null: it cannot be judged")]
    findings: Annotated[tuple[Finding, ...], says("at the event")]
    called: Annotated[tuple[Finding, ...], says("at the call that it carries out")]
    rules: Annotated[tuple[RuleAsked, ...], says("the broken ones first")]
    silent: Annotated[tuple[Silent, ...], says("rules that say nothing of it for another fault")]
    options: tuple[OptionInForce, ...]
    possible: Annotated[tuple[SeatMoves, ...], says("what the rules allowed at that moment")]
    claims: Annotated[tuple[str, ...], says("what each player could claim of the tile")]
    certain: Annotated[tuple[str, ...], says("what holds whatever the unseen tiles were")]
    unknown: Annotated[tuple[str, ...], says("what the record does not tell")]
    unseen: Annotated[Unseen | None, says("null where it depends on no unseen tile")]
    outcomes: Annotated[
        tuple[Outcome, ...], says("as it stands, without the event, and as ruled; none while the hand goes on")
    ]
    dead: Annotated[BySeat[str], says("whose hand was dead by then, and why")]
    dead_hands: list[DeadHandAnswer]
    proof: Annotated[Proof | None, says("null where there is no head that may be told")]

    has_round = Kept[bool]()

    @property
    def board(self) -> Board | None:
        """The table as everything that may be told shows it."""
        return self.before.get("open") or self.before.get("table")


def dossier(
    view: Game,
    seq: int,
    stored: AsStored | None = None,
    names: Mapping[str, str] | None = None,
) -> Dossier:
    """The dossier of a dispute, or of any event. `seq`: the dispute's, that of a ruling on it, or the event's.

    `view`: the game, not `to_owner`; `stored`: an event as it is stored, for ids and bytes.

    Raises:
        RecordError: the log has no such event.
    """
    cases = disputes_in(view)
    about = list(cases_about(cases, seq)) or list(cases_about(cases, view.slots.root.get(seq, seq)))
    named = [one for one in about if one.on != seq]
    chosen = named or [one for one in about if one.is_open] or about
    case, target = chosen[-1] if chosen else None, seq
    if case is not None:
        target = case.on if case.on is not None and view.place_of(case.on) is not None else case.seq
    others = tuple(one for one in cases if case is not None and one.on == case.on and one is not case)
    reading = as_disputed(view, case) if case is not None else None
    moment = moment_of(reading or view, target)
    if moment is None:
        raise no_event(view, seq)
    return _made(Verdicts(view, moment, case, others), stored, names or {})


def _of_the_call(moment: DisputedMoment) -> Iterator[Finding]:
    """What was found at the call that the event carries out: a set that is laid down, a mahjong, a hand that is shown.

    A fault is reported where it is made, and not again where somebody first objects to it.
    """
    row, view = moment.row, moment.view
    if not moment.is_read or not isinstance(row, ev.Expose | ev.Kong | ev.Mahjong | ev.Show):
        return
    by_seq = findings_by_event(moment.hand)
    for place in range(moment.first - 1, moment.hand.first, -1):
        if isinstance(view.rows[place], ev.Claim | ev.Mahjong) and moment.first in upon(view.rows, place).done:
            yield from (finding for finding in by_seq.get(view.seq_at(place), ()) if finding.severity != _INFO)


def _made(parts: Verdicts, stored: AsStored | None, names: Mapping[str, str]) -> Dossier:
    moment, view = parts.moment, parts.view
    hand, table = moment.hand, parts.before[0] if parts.before is not None else None
    event = parts.before[1] if parts.before is not None else None
    start = view.first_of(ev.GameStart)
    ruleset = parts.rules.ruleset if parts.rules is not None else view.rules.ruleset if view.rules is not None else None
    changes = () if view.as_recorded else tuple(start_changes(view.log.rows))
    rules = with_options_changed(parts.rules, parts.rules_told(), _within(hand, view, changes))
    note = _correction(view, moment)
    return Dossier(
        game=shown(view.id, 200),
        as_of=view.as_of,
        ruleset=DossierRules(
            id=None if ruleset is None else shown(ruleset.id, 200),
            title=None if ruleset is None else shown(ruleset.title, 200),
            version=None if ruleset is None else shown(ruleset.version, 60),
            digest=None if ruleset is None else ruleset.digest,
        ),
        place=None if start is None or start.place is None else shown(start.place, 200),
        table=None if start is None or start.table is None else shown(start.table, 200),
        hand=hand.number,
        round=hand.round,
        depth=hand.depth,
        over=hand.is_over,
        players={seat: shown(hand.seats[seat], 200) for seat in SEATS if seat in hand.seats},
        names={shown(handle, 200): shown(names[handle], 200) for handle in hand.seats.values() if handle in names},
        dispute=parts.case,
        others=parts.others,
        event=DisputedEvent(
            seq=moment.seq,
            type=type_of(moment),
            words=said_at(moment.view, moment.last) if moment.is_read else (note.written if note is not None else ""),
            read=moment.is_read,
            recorded=tuple(recorded_of(view, _seqs(parts, note), stored)),
            correction=note,
            near=tuple(NearAnswer(line.seq, line.until, line.words) for line in _near(moment, changes)),
        ),
        before=_boards(moment),
        legal=parts.legal,
        findings=parts.findings,
        called=tuple(_of_the_call(moment)),
        rules=rules,
        silent=silent_rules(moment),
        options=tuple(_options(parts.rules, rules, start, changes)),
        possible=tuple(possible_acts(moment)),
        claims=_claims(moment),
        certain=(*certain_words(moment, table, parts.findings, parts.unseen, parts.refusals), *parts.called),
        unknown=tuple(unknown_words(moment, table, event, parts.unseen)),
        unseen=parts.unseen,
        outcomes=_outcomes(parts),
        dead={} if table is None else {seat: table.dead[seat] for seat in SEATS if seat in table.dead},
        dead_hands=[
            DeadHandAnswer(**structs.asdict(each), words=dead_hand_words(each)) for each in _dead_hands(moment, view)
        ],
        proof=_proof(view, _seqs(parts, note), stored),
    ).keeping(has_round=parts.rules is None or parts.rules.plan.family.has_round_winds)


def _dead_hands(moment: DisputedMoment, view: Game) -> list[DeadHand]:
    """The dead hands of the hand as corrected: what is recorded of the consequences may follow from the ruling."""
    corrected = moment if moment.view is view else moment_of(view, moment.seq) or moment
    return dead_in_hand(corrected.view, corrected.hand)


def _correction(view: Game, moment: DisputedMoment) -> CorrectionNote | None:
    """What was corrected at the event; of what is not public yet in the words that everybody may hear."""
    note = correction_of(view, moment.seq, "table")
    if note is None or not moment.hand.is_over:
        return note
    seqs = [moment.seq, note.first or 0, *(step.seq for step in note.steps)]
    return correction_of(view, moment.seq, "open") if max(seqs) <= disclosed_until(view) else note


def _seqs(parts: Verdicts, note: CorrectionNote | None) -> list[tuple[str, int]]:
    """The events that the dossier is about: what each is, and its seq."""
    seqs = [("event", parts.moment.seq)]
    if note is not None:
        seqs += [("event", note.first)] if note.first is not None else []
        seqs += [("correction", step.seq) for step in note.steps]
    if parts.case is not None:
        seqs += [("dispute", parts.case.seq)]
        for ruling in parts.case.rulings:
            seqs += [("ruling", ruling.seq), *(("correction", seq) for seq in ruling.corrections)]
            seqs += [("penalty", seq) for seq in ruling.penalties]
    return list({seq: (what, seq) for what, seq in reversed(seqs)}.values())[::-1]


def _within(hand: Hand, view: Game, changes: Sequence[StartChange]) -> list[StartChange]:
    """Those corrections of the beginning of the game that were written down while the hand was."""
    first = view.seq_at(hand.first) if hand.has_play else 1
    following = view.hands[hand.place + 1] if hand.place + 1 < len(view.hands) else None
    end = None if following is None else view.seq_at(following.first)
    return [one for one in changes if one.correction.seq > first and (end is None or one.correction.seq < end)]


def _near(moment: DisputedMoment, changes: Sequence[StartChange]) -> list[EventLine]:
    """The events round the one disputed, in words; with them corrections of the rules that were made meanwhile."""
    taken_out = {row.seq for row in moment.view.rows if is_taken_out(row)}
    lines = [line for line in event_lines(moment.hand, moment.sight) if line.seq not in taken_out]
    seq = moment.view.seq_at(moment.last)
    at = line_at(lines, seq)
    if at is None:
        return []
    near = lines[max(0, at - _BEFORE) : at + 1 + _AFTER]
    begin, end = near[0].seq, near[-1].until
    for change in changes:
        made = change.correction
        if begin < made.seq <= end:
            reason = f": {shown(made.reason, 200)}" if made.reason else ""
            words = f"The game is corrected, {'; '.join(change.words) or 'nothing'}{reason}"
            near.append(EventLine(made.seq, made.seq, "correction", words, 0))
    return sorted(near, key=lambda line: line.seq)


def _boards(moment: DisputedMoment) -> dict[str, Board]:
    """The table just before the event, in every view that may be had of it."""
    if not moment.hand.has_play or moment.first == moment.hand.first:
        return {}
    names = SIGHT_NAMES if moment.hand.is_over else ("table",)
    seen = {name: moment_at(moment.view, moment.first - 1, parse_sight(name)).board for name in names}
    return {name: one for name, one in seen.items() if name in ("open", "table") or Seat[name] in one.sides}


def _claims(moment: DisputedMoment) -> tuple[str, ...]:
    """What each player could claim of the tile that the event is about."""
    claims = claims_after(moment.view, moment.last, moment.sight) if moment.is_read else None
    return () if claims is None else claims.words


def _options(
    rules: Rules | None, asked: Sequence[RuleAsked], start: ev.GameStart | None, changes: Sequence[StartChange]
) -> Iterator[OptionInForce]:
    if rules is None:
        return
    given = (start.options if start is not None else None) or {}
    named = [name for rule in asked for name in rule.options]
    made = [name for change in changes for name in change.options]
    for name in dict.fromkeys([*named, *(name for name in (*given, *made) if name in rules.options)]):
        info, settled = rules.ruleset.options[name], rules.ruleset.settled(name)
        value = rules.options[name] if settled is None else settled[1]
        if name in named or name in made or value != info.read(info.default):
            by = tuple(change.correction.seq for change in changes if name in change.options)
            yield OptionInForce(shown(name), value, info.read(info.default), shown(info.text, 400), by)


def _outcomes(parts: Verdicts) -> tuple[Outcome, ...]:
    """What the hand comes to as it stands, and without the event; after a ruling with a correction also with that."""
    moment, view = parts.moment, parts.view
    stands = outcome_as_it_stands("as it stands", moment)
    if stands is None:
        return ()
    outcomes = [stands, outcome_without(f"without event {moment.seq}, the rest read as it stands", moment)]
    ruled = None if moment.view is view or parts.case is None else moment_of(view, parts.case.on or 0)
    if ruled is not None and parts.case is not None:
        outcomes.append(outcome_as_it_stands("as ruled" if parts.case.rulings else "as the log stands now", ruled))
    return with_differences([outcome for outcome in outcomes if outcome is not None])


def _proof(view: Game, seqs: list[tuple[str, int]], stored: AsStored | None) -> Proof | None:
    """The head of the log, as far as everybody may know it; None without any, or where nothing is stored."""
    public = disclosed_until(view) if view.log.is_whole else 0
    end = stored(public) if stored is not None and public else None
    if stored is None or end is None:
        return None
    ids = tuple(ProvedId(what, seq, one.id) for what, seq in seqs if seq <= public and (one := stored(seq)) is not None)
    return Proof(public, end.id, short_form(public, end.id, view.id), ids)
