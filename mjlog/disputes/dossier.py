"""The dossier of a dispute: one page from which somebody who was not at the table can rule, and both parties can check.

Whatever it says follows from the log and the rules in force. Texts in it are as they may be printed. Of a hand in
progress it is made from what the table sees, and from nothing else; of a purchased card it tells label and value only.
In words it is the same in a terminal and on paper. Source: docs/understand/trust.md.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, structs

from mjlog import events as ev
from mjlog.answers import Answer, AsOf, BySeat, Depth, Digest, GameId, Keeping, Kept, Seq, one_of, says
from mjlog.audit.dead import DeadHand, DeadHandTracker
from mjlog.audit.game import Game, Hand
from mjlog.audit.report import Points
from mjlog.chain import short_form
from mjlog.disputes.case import (
    LONGEST,
    CaseInfo,
    DisputedMoment,
    Outcome,
    RulingInfo,
    as_disputed,
    cases_about,
    disputes_in,
    is_taken_out,
    moment_of,
    no_event,
    outcome_as_it_stands,
    outcome_without,
    type_of,
    with_differences,
)
from mjlog.disputes.unseen import Unseen
from mjlog.disputes.verdicts import (
    RuleAsked,
    Verdicts,
    certain_words,
    possible_acts,
    unknown_words,
    with_options_changed,
)
from mjlog.disputes.why import Silent, short_words, silent_rules
from mjlog.events import encode_event
from mjlog.findings import Finding, Severity
from mjlog.log.sight import SIGHT_NAMES, parse_sight, redact
from mjlog.reports.finding_words import finding_words
from mjlog.rulesets import Rules
from mjlog.seats import SEATS, Seat
from mjlog.text import as_command, counted, list_words, points, shell_word, shown, signed, with_name
from mjlog.tiles import UNKNOWN, Tile
from mjlog.views.board import Board, text_table
from mjlog.views.claimable import upon
from mjlog.views.dead_words import dead_hand_words
from mjlog.views.moment import SeatMoves, claims_after, moment_at
from mjlog.views.seen import (
    CorrectionNote,
    EventLine,
    StartChange,
    correction_of,
    disclosed_until,
    event_lines,
    findings_by_event,
    line_at,
    said_at,
    start_changes,
)
from mjlog.views.words import player_words, seat_name, value_words

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


def recorded_of(game: Game, seqs: Iterable[tuple[str, int]], stored: AsStored | None) -> Iterator[Recorded]:
    """Events of a log as they were written, those that it has; beyond what is public as the table saw them."""
    events = {event.seq: event for event in game.log.events}
    public = disclosed_until(game)
    for what, seq in seqs:
        event = events.get(seq)
        if event is None:
            continue
        kept = stored(seq) if stored is not None else None
        body = None if kept is None or len(kept.body) > _LONGEST else msgspec.json.decode(kept.body)
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


def dead_in_hand(game: Game, hand: Hand) -> list[DeadHand]:
    """The dead hands of a hand; none while it is in progress. A purchased card is not asked."""
    began = game.rows[hand.first] if hand.is_over and hand.has_play else None
    if not isinstance(began, ev.HandStart):
        return []
    tracker = DeadHandTracker(hand.replayed(), began)
    for row in game.rows[hand.first + 1 : hand.end]:
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
    game: Game,
    seq: int,
    stored: AsStored | None = None,
    names: Mapping[str, str] | None = None,
) -> Dossier:
    """The dossier of a dispute, or of any event. `seq`: the dispute's, that of a ruling on it, or the event's.

    `game`: the game, not `to_owner`; `stored`: an event as it is stored, for ids and bytes.

    Raises:
        RecordError: the log has no such event.
    """
    cases = disputes_in(game)
    about = list(cases_about(cases, seq)) or list(cases_about(cases, game.slots.root.get(seq, seq)))
    named = [case for case in about if case.on != seq]
    chosen = named or [case for case in about if case.is_open] or about
    case, target = chosen[-1] if chosen else None, seq
    if case is not None:
        target = case.on if case.on is not None and game.place_of(case.on) is not None else case.seq
    others = tuple(other for other in cases if case is not None and other.on == case.on and other is not case)
    reading = as_disputed(game, case) if case is not None else None
    moment = moment_of(reading or game, target)
    if moment is None:
        raise no_event(game, seq)
    return _made(Verdicts(game, moment, case, others), stored, names or {})


def _of_the_call(moment: DisputedMoment) -> Iterator[Finding]:
    """What was found at the call that the event carries out: a set that is laid down, a mahjong, a hand that is shown.

    A fault is reported where it is made, and not again where somebody first objects to it.
    """
    row, game = moment.row, moment.game
    if not moment.is_read or not isinstance(row, ev.Expose | ev.Kong | ev.Mahjong | ev.Show):
        return
    by_seq = findings_by_event(moment.hand)
    for place in range(moment.first - 1, moment.hand.first, -1):
        if isinstance(game.rows[place], ev.Claim | ev.Mahjong) and moment.first in upon(game.rows, place).done:
            yield from (finding for finding in by_seq.get(game.seq_at(place), ()) if finding.severity != _INFO)


def _made(parts: Verdicts, stored: AsStored | None, names: Mapping[str, str]) -> Dossier:
    moment, game = parts.moment, parts.game
    hand, table = moment.hand, parts.before[0] if parts.before is not None else None
    event = parts.before[1] if parts.before is not None else None
    start = game.first_of(ev.GameStart)
    ruleset = parts.rules.ruleset if parts.rules is not None else game.rules.ruleset if game.rules is not None else None
    changes = () if game.as_recorded else tuple(start_changes(game.log.rows))
    rules = with_options_changed(parts.rules, parts.rules_told(), _within(hand, game, changes))
    note = _correction(game, moment)
    return Dossier(
        game=shown(game.id, 200),
        as_of=game.as_of,
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
            words=said_at(moment.game, moment.last) if moment.is_read else (note.written if note is not None else ""),
            read=moment.is_read,
            recorded=tuple(recorded_of(game, _seqs(parts, note), stored)),
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
            DeadHandAnswer(**structs.asdict(each), words=dead_hand_words(each)) for each in _dead_hands(moment, game)
        ],
        proof=_proof(game, _seqs(parts, note), stored),
    ).keeping(has_round=parts.rules is None or parts.rules.plan.family.has_round_winds)


def _dead_hands(moment: DisputedMoment, game: Game) -> list[DeadHand]:
    """The dead hands of the hand as corrected: what is recorded of the consequences may follow from the ruling."""
    corrected = moment if moment.game is game else moment_of(game, moment.seq) or moment
    return dead_in_hand(corrected.game, corrected.hand)


def _correction(game: Game, moment: DisputedMoment) -> CorrectionNote | None:
    """What was corrected at the event; of what is not public yet in the words that everybody may hear."""
    note = correction_of(game, moment.seq, "table")
    if note is None or not moment.hand.is_over:
        return note
    seqs = [moment.seq, note.first or 0, *(step.seq for step in note.steps)]
    return correction_of(game, moment.seq, "open") if max(seqs) <= disclosed_until(game) else note


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


def _within(hand: Hand, game: Game, changes: Sequence[StartChange]) -> list[StartChange]:
    """Those corrections of the beginning of the game that were written down while the hand was."""
    first = game.seq_at(hand.first) if hand.has_play else 1
    following = game.hands[hand.place + 1] if hand.place + 1 < len(game.hands) else None
    end = None if following is None else game.seq_at(following.first)
    return [each for each in changes if each.correction.seq > first and (end is None or each.correction.seq < end)]


def _near(moment: DisputedMoment, changes: Sequence[StartChange]) -> list[EventLine]:
    """The events round the one disputed, in words; with them corrections of the rules that were made meanwhile."""
    taken_out = {row.seq for row in moment.game.rows if is_taken_out(row)}
    lines = [line for line in event_lines(moment.hand, moment.sight) if line.seq not in taken_out]
    seq = moment.game.seq_at(moment.last)
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
    seen = {name: moment_at(moment.game, moment.first - 1, parse_sight(name)).board for name in names}
    return {name: board for name, board in seen.items() if name in ("open", "table") or Seat[name] in board.sides}


def _claims(moment: DisputedMoment) -> tuple[str, ...]:
    """What each player could claim of the tile that the event is about."""
    claims = claims_after(moment.game, moment.last, moment.sight) if moment.is_read else None
    return () if claims is None else claims.words


def _options(
    rules: Rules | None, bearing: Sequence[RuleAsked], start: ev.GameStart | None, changes: Sequence[StartChange]
) -> Iterator[OptionInForce]:
    if rules is None:
        return
    given = (start.options if start is not None else None) or {}
    named = [name for rule in bearing for name in rule.options]
    made = [name for change in changes for name in change.options]
    for name in dict.fromkeys([*named, *(name for name in (*given, *made) if name in rules.options)]):
        info, settled = rules.ruleset.options[name], rules.ruleset.settled(name)
        value = rules.options[name] if settled is None else settled[1]
        if name in named or name in made or value != info.read(info.default):
            by = tuple(change.correction.seq for change in changes if name in change.options)
            yield OptionInForce(shown(name), value, info.read(info.default), shown(info.text, 400), by)


def _outcomes(parts: Verdicts) -> tuple[Outcome, ...]:
    """What the hand comes to as it stands, and without the event; after a ruling with a correction also with that."""
    moment, game = parts.moment, parts.game
    stands = outcome_as_it_stands("as it stands", moment)
    if stands is None:
        return ()
    outcomes = [stands, outcome_without(f"without event {moment.seq}, the rest read as it stands", moment)]
    ruled = None if moment.game is game or parts.case is None else moment_of(game, parts.case.on or 0)
    if ruled is not None and parts.case is not None:
        outcomes.append(outcome_as_it_stands("as ruled" if parts.case.rulings else "as the log stands now", ruled))
    return with_differences([outcome for outcome in outcomes if outcome is not None])


def _proof(game: Game, seqs: list[tuple[str, int]], stored: AsStored | None) -> Proof | None:
    """The head of the log, as far as everybody may know it; None without any, or where nothing is stored."""
    public = disclosed_until(game) if game.log.is_whole else 0
    end = stored(public) if stored is not None and public else None
    if stored is None or end is None:
        return None
    events = ((what, seq, stored(seq)) for what, seq in seqs if seq <= public)
    ids = tuple(ProvedId(what, seq, event.id) for what, seq, event in events if event is not None)
    return Proof(public, end.id, short_form(public, end.id, game.id), ids)


# -- in words ---------------------------------------------------------------------------------------------------------


VERDICTS = {
    "broken": "Broken", "open": "Depends on unseen tiles", "noted": "To be said", "applies": "By this it is counted",
    "kept": "Kept",
}  # fmt: skip
AT_EVERY_TABLE = "holds at every table"
EACH_SAW = "What each player saw, beside what lies open: the player's own tiles, and backs of all others"
_LONGEST_LINE = 700


def title_words(dossier: Dossier) -> str:
    """What the dossier is: of which dispute, or of which event."""
    what = f"Dispute {dossier.dispute.seq}" if dossier.dispute is not None else f"Event {dossier.event.seq}"
    return f"{what} in {shown(dossier.game, 60)}"


def heading_words(dossier: Dossier) -> list[tuple[str, str]]:
    """What stands at the top, by name: where the game was, its rules, the hand, who sat where."""
    ruleset = dossier.ruleset
    version = f", version {ruleset.version}" if ruleset.version is not None else ""
    rules = f"{ruleset.title} ({ruleset.id}{version})" if ruleset.id is not None else "not known"
    round_ = "" if not dossier.has_round or dossier.round is None else f", {dossier.round.wind_name} round"
    progress = "" if dossier.over else ", in progress"
    seats = [f"{with_name(player, dossier.names)} ({seat.wind_name})" for seat, player in dossier.players.items()]
    then = "" if dossier.as_of is None else f"event {dossier.as_of}: what the log said when that was its last one"
    parts = [
        ("as of", then),
        ("rules", rules),
        ("place", ", ".join(part for part in (dossier.place, dossier.table) if part)),
        ("hand", f"{dossier.hand}{round_}{progress}" if dossier.hand is not None else "before the first hand"),
        ("players", ", ".join(seats)),
    ]
    return [(name, text) for name, text in parts if text]


def dispute_words(dossier: Dossier, case: CaseInfo) -> str:
    """Who objects to what."""
    seat = seat_name(case.seat) if case.seat is not None else ""
    player = with_name(case.player, dossier.names) if case.player is not None else ""
    who = f"{player} ({seat})" if seat and player else seat or "Somebody"
    about = f"event {case.on}" if case.on else "no event"
    when = f", {shown(case.at)}" if case.at is not None else ""
    by = f", written down by {shown(case.recorder)}" if case.recorder is not None else ""
    return f"{who} objects to {about} (dispute {case.seq}{when}{by})"


def standing_words(case: CaseInfo) -> str:
    """Whether a dispute is open, or how it was ruled."""
    if case.ruling is None:
        return "open"
    again = f" (again, {len(case.rulings)} rulings)" if len(case.rulings) > 1 else ""
    return f"ruled{f': {shown(case.ruling.decision)}' if case.ruling.decision is not None else ''}{again}"


def ruling_words(ruling: RulingInfo) -> str:
    """A ruling, and what follows from it."""
    decision = f" {shown(ruling.decision)}" if ruling.decision is not None else ""
    when = f", {shown(ruling.at)}" if ruling.at is not None else ""
    by = f", by {shown(ruling.recorder)}" if ruling.recorder is not None else ""
    parts = [numbered("correction", ruling.corrections), numbered("penalty", ruling.penalties, "penalties")]
    follows = f" [{list_words([part for part in parts if part])}]" if any(parts) else ""
    return f"Ruling {ruling.seq}{when}{by}:{decision and f'{decision}:'} {shown(ruling.text, LONGEST)}{follows}"


def numbered(what: str, seqs: Sequence[int], plural: str = "") -> str:
    """Events of a kind by their numbers, those that follow one another together; empty for none.

    >>> numbered("correction", [19, 20, 21, 22, 30]), numbered("penalty", [7])
    ('corrections 19 to 22 and 30', 'penalty 7')
    """
    if len(seqs) < 2:
        return "".join(f"{what} {seq}" for seq in seqs)
    runs: list[list[int]] = []
    for seq in seqs:
        if runs and seq == runs[-1][-1] + 1:
            runs[-1].append(seq)
        else:
            runs.append([seq])
    phrases = [f"{run[0]} to {run[-1]}" if len(run) > 2 else list_words([str(seq) for seq in run]) for run in runs]
    return f"{plural or what + 's'} {list_words(phrases) if len(phrases) > 1 else phrases[0]}"


def recorded_words(recorded: Recorded) -> str:
    """An event as it was written down."""
    rest = "" if recorded.is_whole else " (as everybody saw it, or shortened)"
    return shown(recorded.text, _LONGEST_LINE) + rest


def seen_words(dossier: Dossier) -> list[tuple[str, str]]:
    """What each player saw beside what lies open: codes of the player's own tiles; nothing while the hand goes on."""
    views = [(seat, dossier.before[seat.value]) for seat in SEATS if seat.value in dossier.before]
    return [(player_words(seat, dossier.players), tile_codes(board.seat(seat).concealed)) for seat, board in views]


def tile_codes(tiles: Sequence[Tile]) -> str:
    """Tiles of a hand as codes, and how many of them are not known."""
    known = [str(tile) for tile in tiles if tile.kind != UNKNOWN]
    hidden = len(tiles) - len(known)
    return " ".join([*known, *([f"{hidden} not known"] if hidden else [])]) or "no tile"


NO_FINDING = "No rule was broken: the audit reports nothing at this event."
NOT_REPORTED = "The audit reports nothing at this event, and it was not legal: see what is certain."
LEFT_OPEN = "No rule was broken for certain: the audit reports nothing at this event. See what cannot be known."
NOT_JUDGED = "Nothing was found at this event, and it could not be judged: see what cannot be known."
SO_FAR = "The hand is in progress: what lies hidden is judged when it is over."
NOTHING_SEEN = f"Nothing that everybody could see breaks a rule at this event. {SO_FAR}"
SEEN_WRONG = f"By what everybody could see it was not legal: see what is certain. {SO_FAR}"


def found_words(dossier: Dossier) -> list[str]:
    """What was found at the event, or that nothing was."""
    called = [f"At the call, event {finding.seq}: {finding_words(finding)}" for finding in dossier.called]
    if dossier.findings or called:
        return [*(finding_words(finding) for finding in dossier.findings), *called]
    if dossier.hand is not None and not dossier.over:
        return [SEEN_WRONG if dossier.legal is False else NOTHING_SEEN if dossier.legal else f"{NOT_JUDGED} {SO_FAR}"]
    if dossier.legal is False:
        return [NOT_REPORTED]
    if dossier.unseen is not None and dossier.unseen.is_open:
        return [LEFT_OPEN]
    return [NO_FINDING if dossier.legal or dossier.hand is None else NOT_JUDGED]


def rule_name(rule: RuleAsked) -> str:
    """The id of a rule, or that it belongs to none."""
    return shown(rule.id, 80) if rule.id is not None else AT_EVERY_TABLE


def kept_words(rule: RuleAsked) -> list[str]:
    """What a rule demands that was kept, each with an act that it would have refused."""
    return [
        f"{demand.words}" + (f" (refused would be: {shown(demand.otherwise, 200)})" if demand.otherwise else "")
        for demand in rule.kept
    ]


def silent_words(silent: Silent) -> str:
    """Rules that are silent, and why."""
    return f"{list_words(silent.rules)}, {short_words(silent.verdict)}: {shown(silent.words, _LONGEST_LINE)}"


def option_words(option: OptionInForce) -> str:
    """An option in force."""
    usual = "" if option.value == option.default else f" (usually {value_words(option.default)})"
    by = f", since correction {list_words(map(str, option.corrections))}" if option.corrections else ""
    return f"{option.name} is {value_words(option.value)}{usual}{by}" + (f": {option.text}" if option.text else "")


def outcome_words(outcome: Outcome) -> str:
    """How a hand ends in one reading of it."""
    if outcome.winner is not None and outcome.is_no_win:
        return f"{seat_name(outcome.winner)}'s mahjong is no win by the rules"
    if outcome.is_replayed:
        return "the hand is void and played again"
    if outcome.winner is not None:
        return f"{seat_name(outcome.winner)} wins"
    return "the hand is drawn" if outcome.is_washout else "nobody wins"


def outcome_rows(outcomes: Sequence[Outcome], seats: Iterable[Seat]) -> list[tuple[str, list[list[str]]]]:
    """Scores and payments as rows: a name, and for each reading a cell for each seat; empty where nothing is known."""
    order = [seat for seat in SEATS if seat in seats]
    rows = []
    for name, field, is_signed in _ROWS:
        by_outcome: list[Points] = [getattr(outcome, field) or {} for outcome in outcomes]
        if any(by_outcome):
            write = signed if is_signed else points
            rows.append((name, [[write(each[seat]) if seat in each else "" for seat in order] for each in by_outcome]))
    return rows


_ROWS = (
    ("announced", "announced", False), ("worth", "computed", False), ("paid", "paid", True), ("due", "due", True),
    ("penalties", "fines", True), ("gets in all", "gets", True),
)  # fmt: skip


def dead_words(dossier: Dossier) -> list[str]:
    """Dead hands: those dead at that moment, and those of the whole hand, with what follows by the rules."""
    dead = {seat: reason.replace("-", " ") for seat, reason in dossier.dead.items()}
    then = [f"{seat_name(seat)}'s hand was dead by then ({reason})" for seat, reason in dead.items()]
    return [*then, *("; ".join(each.words) for each in dossier.dead_hands)]


def proof_words(dossier: Dossier) -> list[str]:
    """The head of the log, how to check it, and the ids of the events of the dispute."""
    head, ids = proof_lines(dossier)
    return [*head, *ids]


def proof_lines(dossier: Dossier) -> tuple[list[str], list[str]]:
    """The head of the log and how to check it; and a line for the id of each event."""
    if dossier.proof is None:
        return ["There is no head of the log to print: it is not whole, or nothing may be told of it yet"], []
    before = "" if dossier.over else ", before the hand in progress"
    head = [
        f"The log had {counted(dossier.proof.events, 'event')}{before}; the id of the last is {dossier.proof.head}",
        f"Checkpoint, to be typed: {dossier.proof.short}",
        f"To check: mjlog verify FILE --head {shell_word(dossier.proof.short)}, FILE being the log or the database",
    ]
    return head, [f"{each.what.capitalize()} {each.seq}: {each.id}" for each in dossier.proof.ids]


# -- for a terminal ---------------------------------------------------------------------------------------------------


def dossier_text(dossier: Dossier, width: int = 80) -> str:
    """The whole dossier; ends with a line feed."""
    title = title_words(dossier)
    heading = [title, "=" * len(title), *(f"{name}: {text}" for name, text in heading_words(dossier))]
    certain = [f"- {text}" for text in dossier.certain] or ["- nothing about this event"]
    unknown = [f"- {text}" for text in dossier.unknown] or ["- nothing that bears on it"]
    certainty = [*_section("What is certain", certain), *_section("What cannot be known", unknown)]
    parts = [
        heading, _dispute(dossier), _event(dossier), _table(dossier), _section("Found", found_words(dossier)),
        certainty, _rules(dossier),
        _legal(dossier), _comes_to(dossier), _section("Proof", proof_words(dossier)),
    ]  # fmt: skip
    blocks = []
    for part in parts:
        block: list[str] = []
        for text in part:
            # What fits, a picture of the table above all, stays as it is.
            further = " " * (len(text) - len(text.lstrip(" ")) + 2)
            broken = textwrap.wrap(text, width, subsequent_indent=further, break_on_hyphens=False)
            block += broken if len(text) > width else [text]
        blocks += ["\n".join(block)] if block else []
    return "\n\n".join(blocks) + "\n"


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [title.upper(), *lines] if lines else []


def _dispute(dossier: Dossier) -> list[str]:
    if dossier.dispute is None:
        return _section("The dispute", ["nobody has objected to this event"])
    lines = [f"{dispute_words(dossier, dossier.dispute)}:", f"  {shown(dossier.dispute.text, LONGEST)}"]
    lines += [ruling_words(ruling) for ruling in dossier.dispute.rulings] or ["Not ruled yet"]
    for other in dossier.others:
        words = shown(other.text, LONGEST)
        lines += [f"Also: {dispute_words(dossier, other)}: {words} ({standing_words(other)})"]
    return _section("The dispute", lines)


def _event(dossier: Dossier) -> list[str]:
    event = dossier.event
    lines = [f"{event.seq}  {event.words or 'nothing is read here'}"]
    lines += [f"  as recorded, {part.what} {part.seq}: {recorded_words(part)}" for part in event.recorded]
    if event.correction is not None:
        lines.append(event.correction.words)
    here = [f"{'>' if line.seq <= event.seq <= line.until else ' '} {line.seq}  {line.words}" for line in event.near]
    return _section("The event", [*lines, *([""] if here else []), *here])


def _table(dossier: Dossier) -> list[str]:
    board = dossier.board
    if board is None:
        return _section("The table just before", ["the hand has not begun"])
    lines = text_table(board, width=72).rstrip("\n").split("\n")
    own = [f"  {who}: {tiles}" for who, tiles in seen_words(dossier)]
    if own:
        own = ["", EACH_SAW, *own]
    return _section("The table just before", [*lines, *own])


def _rules(dossier: Dossier) -> list[str]:
    lines = [line for rule in dossier.rules for line in _rule(rule)]
    options = [f"option {option_words(option)}" for option in dossier.options]
    silent = [f"[silent] {silent_words(each)}" for each in dossier.silent]
    rule = dossier.silent[0].rules[0] if silent else ""
    ask = [f"why? {as_command('explain', rule, dossier.game, dossier.event.seq)}"] if silent else []
    return [
        *_section("The rules that bear on it", [*(lines or ["none"]), *options]),
        *_section("Rules that are silent", [*silent, *ask]),
    ]


def _rule(rule: RuleAsked) -> Iterator[str]:
    gravity = f", {rule.severity}" if rule.severity not in (None, "error") else ""
    yield f"[{VERDICTS[rule.verdict]}{gravity}] {rule_name(rule)}" + (f": {rule.text}" if rule.text else "")
    label = {"broken": "wrong", "open": "if it was so"}.get(rule.verdict, "said")
    yield from (f"    {label}: {words}" for words in rule.says)
    if rule.reading:
        yield f"    reading: {rule.reading}"
    yield from (f"    kept: {words}" for words in kept_words(rule))
    if rule.source:
        yield f"    source: {rule.source}"


def _legal(dossier: Dossier) -> list[str]:
    lines = [
        f"{seat_name(part.seat) if part.seat is not None else 'Anybody'}: {'; '.join(part.acts)}"
        for part in dossier.possible
    ]
    section = _section("What was legal at that moment", lines)
    return [*section, *_section("Who could claim the tile", dossier.claims)]


def _comes_to(dossier: Dossier) -> list[str]:
    lines: list[str] = []
    head = f"  {'':14}{''.join(seat.value.rjust(9) for seat in SEATS if seat in dossier.players)}"
    for outcome in dossier.outcomes:
        lines.append(f"{outcome.label}: {outcome_words(outcome)}")
        rows = outcome_rows([outcome], dossier.players)
        lines += [head] if rows else []
        lines += [f"  {name:14}{''.join(cell.rjust(9) for cell in cells[0])}" for name, cells in rows]
        lines += [f"  {text}" for text in (outcome.worth if outcome is dossier.outcomes[0] else outcome.difference)]
    if not dossier.outcomes and dossier.hand is not None:
        lines = ["the hand is in progress: nothing can be said of what it comes to"]
    section = _section("Scores and payments, with it and without", lines)
    return [*section, *_section("Dead hands", [f"- {text}" for text in dead_words(dossier)])]
