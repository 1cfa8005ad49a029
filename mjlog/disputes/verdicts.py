"""What the rules say of one event: each of them, the event as a whole, what was legal instead.

The same functions are asked that judge a log. A rule that was kept bears on the event where the same act, done
otherwise at the same table, would have broken it; one that had nothing to say is left out. An act done otherwise is by
another player, with another tile, another set, other numbers. It stays the same kind of act: a claim for a chow does
not become one for a pung, whose rules do not bear on it.

In a game with jokers only the set that is laid down is judged, and a call can be taken back before (american/call-2,
american/call-4). The rules say what they refuse; they are silent where a record may have left something out. What
nobody would call a choice at that moment is not told: a set laid down by a winner whose hand lies open, a draw past a
call that stands. Of a score or a payment the choice is the right number.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain, islice
from typing import Annotated, Any, Literal

import msgspec
from msgspec import field
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.answers import Answer, says
from mjlog.audit.game import Game
from mjlog.disputes.case import CaseInfo, DisputedMoment, judged, table_before
from mjlog.disputes.unseen import NOTHING_LATER, Evidence, Unseen, asked_of, depends_on, later, ways_to_fill
from mjlog.findings import Finding, Grave, Refusal, Severity, severity_of
from mjlog.log.records import Fault
from mjlog.log.sight import Sight
from mjlog.rules import Bound, BoundCheck, not_asked
from mjlog.rules.claim import SIZES
from mjlog.rules.closing import rule_of_fines
from mjlog.rules.dead import replayed_for_three_wrong_hands
from mjlog.rules.registry import NO_CHECKS, knowing
from mjlog.rulesets import Rules, resolve
from mjlog.scoring import Score
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table
from mjlog.table.facts import NO_FACT, Fact, words_of
from mjlog.text import counted, either, list_words, shown
from mjlog.tiles import FIRST_HONOR, JOKER, PLAIN_KINDS, TILES, UNKNOWN, Tile, format_sorted, tile_name, tiles_name
from mjlog.views.claimable import upon, what_it_takes
from mjlog.views.moment import Move, SeatMoves, by_seat, moment_at, moves_after
from mjlog.views.seen import StartChange, findings_by_event, findings_of
from mjlog.views.words import tile_words, words

# -- the same act done otherwise --------------------------------------------------------------------------------------


_MOST = 600
_SIZES = {"pair": 2, "chow": 3, "pung": 3, "kong": 4, "quint": 5, "sextet": 6}


def other_events(table: Table, event: ev.Event) -> Iterator[ev.Event]:
    """The same act done otherwise, first what differs least; `_MOST` of them at most."""
    yield from islice(chain(*(vary(table, event) for vary in _WAYS)), _MOST)


def _changed(event: ev.Event, **fields: Any) -> ev.Event:
    return msgspec.structs.replace(event, **fields)


def _kinds(table: Table) -> list[int]:
    """The kinds of tiles in play."""
    return [kind for kind in range(UNKNOWN) if table.plan.copies[kind]]


def _seats(table: Table, event: Any) -> Iterator[ev.Event]:
    if isinstance(getattr(event, "seat", None), Seat):
        yield from (_changed(event, seat=seat) for seat in table.plan.seats if seat is not event.seat)


def _tile(table: Table, event: Any) -> Iterator[ev.Event]:
    if isinstance(getattr(event, "tile", None), Tile):
        yield from (_changed(event, tile=TILES[kind]) for kind in _kinds(table) if kind != event.tile.kind)


def _call(table: Table, event: Any) -> Iterator[ev.Event]:
    """With the original call, or without."""
    if isinstance(event, ev.Discard):
        yield _changed(event, calling=None if event.calling else True)


def _sets(table: Table, event: Any) -> Iterator[ev.Event]:
    """Another set laid down, or other bonus tiles."""
    if isinstance(event, ev.Bonus):
        yield from (_changed(event, tiles=(TILES[kind],)) for kind in _kinds(table))
    elif isinstance(event, ev.Kong):
        yield from (_changed(event, tiles=(TILES[kind],) * 4) for kind in range(PLAIN_KINDS))
    elif isinstance(event, ev.Expose | ev.LayConcealed):
        yield from (_changed(event, tiles=tiles) for tiles in _groups(table, event.kind))


def _groups(table: Table, kind: str) -> Iterator[tuple[Tile, ...]]:
    """The sets of this kind; with jokers where there are some."""
    if kind == "chow":
        lows = (low for low in range(FIRST_HONOR) if low % 9 <= 6)
        yield from ((TILES[low], TILES[low + 1], TILES[low + 2]) for low in lows)
        return
    size = _SIZES.get(kind, 3)
    for natural in range(PLAIN_KINDS):
        yield (TILES[natural],) * size
        if table.plan.copies[JOKER]:
            yield TILES[natural], *(TILES[JOKER],) * (size - 1)


def _fewer(table: Table, event: Any) -> Iterator[ev.Event]:
    """Fewer or more tiles than were dealt or passed, other ones, seen where they were passed blind."""
    if not isinstance(event, ev.Deal | ev.Charleston) or not event.tiles:
        return
    yield _changed(event, tiles=event.tiles[:-1])
    yield _changed(event, tiles=(*event.tiles, event.tiles[0]))
    yield from (_changed(event, tiles=(TILES[kind], *event.tiles[1:])) for kind in _kinds(table))
    if isinstance(event, ev.Charleston):
        yield from (_changed(event, pass_=name) for name in ("right-1", "across-1", "left-1", "left-2", "courtesy"))
        yield from (_changed(event, blind=number) for number in (0, 1, 3))


def _numbers(table: Table, event: Any) -> Iterator[ev.Event]:
    """Another number of the hand or stack, another round, other dice, other players on the seats."""
    if isinstance(event, ev.HandStart):
        yield _changed(event, hand=event.hand + 1)
        yield from (_changed(event, round=seat) for seat in SEATS if seat is not event.round)
        taken = [seat for seat in SEATS if seat in event.seats]
        players = [event.seats[seat] for seat in taken]
        for step in range(1, len(players)):
            yield _changed(event, seats=dict(zip(taken, [*players[step:], *players[:step]], strict=True)))
    elif isinstance(event, ev.Break):
        yield from (_changed(event, wall=seat) for seat in SEATS if seat is not event.wall)
        yield _changed(event, stack=event.stack + 1)
    elif isinstance(event, ev.Roll):
        yield _changed(event, dice=(7, *event.dice[1:]))
        yield _changed(event, dice=(*event.dice, 1))
        purposes = ("break-wall", "break-stack")
        yield from (_changed(event, purpose=purpose) for purpose in purposes if purpose != event.purpose)


def _exchange(table: Table, event: Any) -> Iterator[ev.Event]:
    if isinstance(event, ev.JokerExchange):
        yield from (_changed(event, owner=seat) for seat in table.plan.seats if seat is not event.owner)
        yield from (_changed(event, set=number) for number in range(4) if number != event.set)
    elif isinstance(event, ev.Dead):
        reasons = ("count", "exposure", "false-mahjong", "call")
        yield from (_changed(event, reason=reason) for reason in reasons if reason != event.reason)
    elif isinstance(event, ev.Penalty):
        yield _changed(event, amount=event.amount + 1)


_WAYS: tuple[Callable[[Table, Any], Iterator[ev.Event]], ...] = (
    _seats, _tile, _sets, _call, _fewer, _numbers, _exchange,
)  # fmt: skip


# -- the rules --------------------------------------------------------------------------------------------------------


Verdict = Literal["broken", "open", "noted", "applies", "kept"]
"""`open`: it depends on tiles that nobody saw; `noted`: nothing is wrong, but there is something to be said by it;
`applies`: it says what a score or a payment is."""
_ORDER = ("broken", "open", "noted", "applies", "kept")


class Demand(Answer):
    """Something that a rule demands, and that was kept."""

    words: str = field(name="demand")
    otherwise: Annotated[str | None, says("what it would have said of another such act")] = None


class RuleAsked(Answer):
    """A rule that bears on the event, and what it says of it."""

    id: Annotated[str | None, says("null: it holds at every table")]
    verdict: Annotated[Verdict, says("`open`: unseen tiles decide; `applies`: by this it is counted")]
    severity: Grave | None = None
    says: Annotated[tuple[str, ...], says("what was wrong, or is to be said")] = field(default=(), name="wrong")
    kept: tuple[Demand, ...] = ()
    text: str | None = None
    reading: str | None = None
    source: str | None = None
    options: Annotated[tuple[str, ...], says("that it reads")] = ()


def rules_asked(rules: Rules, table: Table, event: ev.Event) -> list[RuleAsked]:
    """The rules that the event was judged by, the broken ones first; the table is not changed."""
    by_rule: dict[str | None, RuleAsked] = {}
    others: list[ev.Event] = []
    for check in _asked(rules, table, event):
        function, rule = check.function, check.rule
        refusal = function(table, event)
        if refusal is not None:
            severity = severity_of(refusal)
            bearing_rule = RuleAsked(rule, "noted" if severity == _INFO else "broken", severity, (refusal.message,))
        else:
            others = others or list(other_events(table, event))
            other = contrast(check, table, others)
            if other is None:
                continue
            bearing_rule = RuleAsked(rule, "kept", kept=(Demand(demand(function), other.message or None),))
        by_rule[rule] = _together(by_rule.get(rule), bearing_rule)
    return in_order([told_in_full(rules, bearing) for bearing in by_rule.values()])


def allowed_by_options(rules: Rules, table: Table, event: ev.Event) -> Iterator[RuleAsked]:
    """The rules that would refuse the event if an option of theirs were as usual: that the game has it otherwise
    decides."""
    for name, info in rules.ruleset.options.items():
        if rules.options[name] == info.read(info.default):
            continue
        usual = resolve(rules.ruleset, {**rules.options, name: info.default})
        tried = copy(table)
        tried.plan = usual.plan
        for check in _asked(usual, tried, event):
            rule = usual.ruleset.rule(check.rule) if check.rule is not None else None
            refusal = check.function(tried, event) if rule is not None and rule.option == name else None
            if refusal is not None:
                kept = Demand(demand(check.function), f"with {name} as usual, {refusal.message}")
                yield told_in_full(rules, RuleAsked(check.rule, "kept", kept=(kept,)))


def _asked(rules: Rules, table: Table, event: ev.Event) -> Sequence[BoundCheck]:
    # As in the first turns, when every rule is asked: what a rule demands is told also where it could not speak.
    return knowing(rules.bound.get(type(event), NO_CHECKS)[table.due], table, event)


def contrast(check: BoundCheck, table: Table, others: Sequence[ev.Event]) -> Refusal | None:
    """What the rule would have said of the first other act that it refuses."""
    refusals = (check.function(table, other) for other in others if knowing((check,), table, other))
    return next((refusal for refusal in refusals if refusal is not None and severity_of(refusal) != _INFO), None)


def demand(function: Any) -> str:
    """What a rule demands, in a sentence."""
    return (inspect.getdoc(function) or function.__name__.replace("_", " ")).split("\n")[0].rstrip(".")


def _together(before: RuleAsked | None, rule: RuleAsked) -> RuleAsked:
    """Several functions enforce one rule: it is broken where one of them says so."""
    if before is None:
        return rule
    first = min(before, rule, key=lambda answer: _ORDER.index(answer.verdict))
    says = [words for answer in (before, rule) if answer.verdict == first.verdict for words in answer.says]
    return replace(first, says=tuple(dict.fromkeys(says)), kept=(*before.kept, *rule.kept))


def told_in_full(rules: Rules, rule: RuleAsked) -> RuleAsked:
    """The rule with its text, reading, source and options, as the rule set has them."""
    info = rules.ruleset.rule(rule.id) if rule.id is not None else None
    if info is None:
        return rule
    return replace(
        rule,
        text=info.text or None,
        reading=info.reading or None,
        source=info.source or None,
        options=tuple(name for name in dict.fromkeys((info.option, *info.when)) if name in rules.options),
    )


def in_order(rules: Sequence[RuleAsked]) -> list[RuleAsked]:
    """The broken rules first; what holds at every table last among its like."""
    return sorted(rules, key=lambda rule: (_ORDER.index(rule.verdict), rule.id is None))


def with_findings(rules: Rules | None, bearing: Sequence[RuleAsked], findings: Sequence[Finding]) -> list[RuleAsked]:
    """These rules, and those that were broken by what only the audit judges: scores, payments, totals."""
    made = list(bearing)
    for finding in findings:
        at = next((at for at, rule in enumerate(made) if rule.id == finding.rule), None)
        if finding.severity == _INFO or (at is not None and made[at].verdict == "broken"):
            continue
        bearing_rule = RuleAsked(finding.rule, "broken", finding.severity, (finding.message,))
        if at is not None:
            bearing_rule = replace(bearing_rule, kept=made.pop(at).kept)
        made.append(told_in_full(rules, bearing_rule) if rules is not None else bearing_rule)
    return in_order(made)


def with_options_changed(
    rules: Rules | None, bearing: tuple[RuleAsked, ...], changes: Sequence[StartChange]
) -> tuple[RuleAsked, ...]:
    """These rules, and those that an option governs which was changed meanwhile."""
    if rules is None:
        return bearing
    made = {rule.id: rule for rule in bearing}
    for change in changes:
        words = (f"its option was changed by correction {change.correction.seq}: {'; '.join(change.words)}",)
        for info in rules.ruleset.rules:
            before = made.get(info.id)
            if info.option in change.options and (before is None or before.verdict == "kept"):
                made[info.id] = told_in_full(rules, _together(before, RuleAsked(info.id, "noted", _INFO, words)))
    return tuple(in_order(list(made.values())))


def fine_rules(rules: Rules, table: Table, event: ev.Event) -> list[RuleAsked]:
    """The rule that fines a discard named as another tile, of that discard, and of a claim for it; else none."""
    tile = named = UNKNOWN
    if isinstance(event, ev.Discard) and event.named is not None:
        tile, named = event.tile.kind, event.named.kind
    elif isinstance(event, ev.Claim) and table.open_discard is not None and table.open_discard.named is not None:
        tile, named = table.open_discard.tile, table.open_discard.named
    fines = {fine.reason: fine.amount for fine in rules.plan.fines if fine.reason.split("-")[0] == _MISNAMED}
    rule = rule_of_fines(rules.ruleset.checks())
    if rule is None or not fines or UNKNOWN in (tile, named) or tile == named:
        return []
    kinds = [(amount, reason.partition("-")[2] or "set") for reason, amount in fines.items()]
    amounts = list_words([f"{amount} for {'' if kind == 'mahjong' else 'a '}{kind}" for amount, kind in kinds])
    words = f"a discard that is named as another tile costs a fine once it is claimed under that name: {amounts}"
    return [told_in_full(rules, RuleAsked(rule, "noted", _INFO, (words,)))]


_MISNAMED = "misnamed"
"""The reason of such a fine; behind it may stand for what the discard is claimed."""


def money_rules(rules: Rules, event: ev.Event, score: Score | None) -> list[RuleAsked]:
    """The rules by which a score, a payment or a total comes about; none for other events."""
    cites = rules.cites
    ids: list[str | None] = []
    if isinstance(event, ev.Score):
        items = (*score.items, *score.set_aside) if score is not None else ()
        ids = [cites.score, *(item.rule for item in items if item.rule)]
    elif isinstance(event, ev.Settlement):
        ids = [cites.settle, cites.east, cites.losers, cites.liable, cites.drawn, cites.jokerless]
    elif isinstance(event, ev.GameEnd):
        ids = [cites.total]
    return [told_in_full(rules, RuleAsked(rule, "applies")) for rule in dict.fromkeys(ids) if rule]


# -- the event as a whole ---------------------------------------------------------------------------------------------


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
    held, place = "", table.place(event.seat)
    if place.sure:
        needed, kinds = SIZES[event.for_] - 1, (discard.tile, JOKER)
        known = sum(place.held[kind] for kind in kinds)
        act = asked_of(bound, table, event, event.seat, after)
        ways = ways_to_fill(act, {kind: act.left[kind] for kind in kinds})
        is_held = {known + sum(number for _kind, number in tiles) >= needed for tiles, agrees in ways or () if agrees}
        # Both can be, or neither: the record leaves it open.
        held = "" if len(is_held) != 1 else ": it held them" if True in is_held else ": it did not"
    yield f"The call alone breaks no rule; the {event.for_} can be laid down {takes}{held}"


class Verdicts:
    """What the rules say of the event of one moment, and of which dispute it is.

    `before`: the table and the event as they are asked about, None where no rule can be asked. `called`: what a call
    needed, in words. `unseen`: how it depends on unseen tiles, None where it does not.
    """

    def __init__(self, game: Game, moment: DisputedMoment, case: CaseInfo | None, others: tuple[CaseInfo, ...]) -> None:
        self.game, self.moment, self.case, self.others = game, moment, case, others
        self.rules = moment.rules
        self.before: tuple[Table, ev.Event] | None = None
        if self.rules is not None and moment.is_read:
            self.before = judged(moment, moment.sight)
        findings = findings_by_event(moment.hand).get(moment.game.seq_at(moment.last), ()) if moment.is_read else ()
        self.findings = tuple(findings)
        self.asked = self._asked()
        self.refusals = [words for rule in self.asked if rule.verdict == "broken" for words in rule.says]
        self.called: tuple[str, ...] = ()
        self.unseen = self._unseen()

    def _asked(self) -> list[RuleAsked]:
        if self.rules is None or self.before is None:
            return with_findings(self.rules, [], self.findings)
        table, event = self.before
        made = [*rules_asked(self.rules, table, event), *fine_rules(self.rules, table, event)]
        known = {rule.id for rule in made}
        made += [rule for rule in allowed_by_options(self.rules, table, event) if rule.id not in known]
        hand = self.moment.hand
        score = hand.report.details.get(event.seat) if isinstance(event, ev.Score) and hand.is_over else None
        made += money_rules(self.rules, event, score)
        return with_findings(self.rules, made, self.findings)

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
        made = {rule_asked.id: rule_asked for rule_asked in self.asked}
        for assignment in unseen.illegal:
            rule = assignment.rule or None
            known = made.get(rule)
            if known is None:
                known = told_in_full(self.rules, RuleAsked(rule, "open"))
            if known.verdict != "broken":
                made[rule] = replace(known, verdict=verdict, says=(assignment.why,))
        return tuple(in_order(list(made.values())))


_ANSWERS = (ev.Pass, ev.Claim, ev.Retract, ev.Expose, ev.Fishing)
"""What can be done about a tile while a call for it stands; and a win on it."""
_IF_WRONG = ", if three hands have a wrong number of tiles"


def possible_acts(moment: DisputedMoment) -> list[SeatMoves]:
    """All that could rightly be done instead of the event, each seat's acts together; empty before a hand begins."""
    if not moment.hand.has_play or moment.first == moment.hand.first:
        return []
    table = table_before(moment, moment.sight)
    moves = [move for move in moves_after(moment.game, moment.first - 1, moment.sight) if _is_choice(table, move)]
    lines: list[SeatMoves] = []
    report, row = moment.hand.report, moment.row
    if moment.hand.is_over and isinstance(row, ev.Score) and row.seat in report.computed:
        lines.append(SeatMoves(row.seat, (f"announce the hand at {report.computed[row.seat]}",)))
    elif moment.hand.is_over and isinstance(row, ev.Settlement) and report.owed is not None:
        payment = words(table, ev.Settlement(seq=1, change=report.owed))
        lines.append(SeatMoves(None, (payment[:1].lower() + payment[1:],)))
    is_replay = any(isinstance(move.event, ev.Replay) for move in moves)
    has_condition = is_replay and replayed_for_three_wrong_hands(table, ev.Washout(seq=1)) is None
    for seat_moves in by_seat(moves, tile_words):
        if seat_moves.seat is None and has_condition:
            # By kind, in their order: the hand that is played again comes last.
            lines.append(SeatMoves(None, (*seat_moves.acts[:-1], seat_moves.acts[-1] + _IF_WRONG)))
        else:
            lines.append(seat_moves)
    # East's first; what is nobody's act comes last.
    made = {seat: [act for line in lines if line.seat is seat for act in line.acts] for seat in (*SEATS, None)}
    return [SeatMoves(seat, tuple(own)) for seat, own in made.items() if own]


def _is_choice(table: Table, move: Move) -> bool:
    event = move.event
    if isinstance(event, ev.Expose) and table.winner is event.seat:
        return table.place(event.seat).shown is None
    if not table.claims or table.winner is not None:
        return True
    return isinstance(event, _ANSWERS) or (isinstance(event, ev.Mahjong) and event.source in ev.FROM_OTHERS)


# -- what is not judged ------------------------------------------------------------------------------------------------


def silent_about(bound: Bound, table: Table, event: ev.Event) -> str:
    """What decides whether such an event is legal, and is not known at this table, in words; else empty.

    Of the tiles of a hand see `Unseen.is_sure`.
    """
    # The facts without which it is not said that an event is legal, though no rule refuses it
    card = Fact.CARD if isinstance(event, ev.Mahjong) else NO_FACT
    # After a win no tile is open any more; of a hand recorded by its result no turn and no discard is written down.
    is_played = table.winner is None and table.depth != "result"
    decides, unknown = card | Fact.TURN | Fact.CLAIMS if is_played else card, NO_FACT
    for _rule, facts in not_asked(bound, table, event):
        unknown |= facts & decides
    return next(words_of(unknown), "")


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
    if not isinstance(row, ev.Mahjong) and not (isinstance(row, ev.Claim) and row.for_ == "mahjong"):
        return False
    at = upon(moment.game.rows, moment.last).shown
    after = None if at is None else moment.game.rows[at]
    if at is None or not isinstance(after, ev.Show):
        return False
    findings = findings_by_event(moment.hand).get(moment.game.seq_at(at), ())
    tiles = [tile.kind for part in (*(after.sets or ()), after.rest or ()) for tile in part]
    is_named = bool(tiles) and UNKNOWN not in tiles
    return is_named and not any(finding.severity == Severity.ERROR.value for finding in findings)


# -- what is certain, and what cannot be known ------------------------------------------------------------------------


_ERROR, _INFO = Severity.ERROR.value, Severity.INFO.value
_MOST_NAMED = 12
"""Assignments that are named in a sentence."""


def certain_words(
    moment: DisputedMoment,
    table: Table | None,
    findings: Sequence[Finding],
    unseen: Unseen | None,
    refusals: Sequence[str],
) -> Iterator[str]:
    """What the record proves of the event. `refusals`: what the rules say against it, in words."""
    places = table.places if table is not None and moment.first > moment.hand.first else ()
    has_unknown = any(place.unknown for place in places)
    whatever = ", whatever the tiles were that nobody saw" if has_unknown else ""
    faults = [finding for finding in findings if finding.severity != _INFO]
    for finding in faults:
        is_warning = finding.severity == Severity.WARNING.value
        gravity = " (a warning: nothing has followed from it yet)" if is_warning else ""
        yield f"A rule is broken{whatever}: {shown(finding.message, 400)}{gravity}"
    for finding in findings:
        if finding.severity == _INFO and finding.message not in refusals:
            yield f"To be said, and no fault: {shown(finding.message, 400)}"
    if not moment.is_read or moment.rules is None or table is None:
        return
    for refused in () if faults else refusals[:1]:
        why = "it is not reported apart: an earlier fault says the same, or leaves it in doubt"
        if any(finding.message == refused for finding in findings):
            why = "it counts as no fault of the record, for it was taken back or has had its consequence"
        yield f"A rule refuses the event{whatever}: {shown(refused, 400)}; {why}"
    if faults or refusals:
        return
    silent = silent_about(moment.rules.bound, table, moment.row) if isinstance(moment.row, ev.Event) else ""
    if unseen is not None and not unseen.is_sure:
        silent = f"which tiles {unseen.seat.wind_name} had"
    if silent:
        yield f"No rule that can be judged here is broken by event {moment.seq}: {silent} is not certain"
    elif unseen is None:
        yield f"No rule is broken by event {moment.seq}{_as_seen(moment)}"
    elif unseen.conflicts:
        yield f"Event {moment.seq} and {_AFTERWARDS} cannot both be right: {_whys(unseen)}"
    elif unseen.proves is None and unseen.shows:
        whose = unseen.seat.wind_name
        shows = f"it shows the tiles that {whose} needed"
        yield f"No rule is broken by event {moment.seq} as it was written down{_as_seen(moment)}: {shows}"
    elif unseen.proves is None:
        hidden = "tiles that nobody saw" if moment.hand.is_over else "hidden tiles"
        yield f"No rule is certainly broken by event {moment.seq}{_as_seen(moment)}: it depends on {hidden}"
    else:
        yield _proved_words(unseen, _as_seen(moment))


_AFTERWARDS = "what the players laid down, threw and showed afterwards"


def _as_seen(moment: DisputedMoment) -> str:
    """How far it is certain: of a hand in progress by what lies open alone, for the record may tell more in the end."""
    return "" if moment.hand.is_over or not moment.hand.has_play else ", as far as everybody could see"


def _proved_words(unseen: Unseen, as_seen: str) -> str:
    """What the rest of the hand proves of the event."""
    how = _AFTERWARDS
    if unseen.proves:
        return f"Legal: {how} proves that the tiles were there; no rule is broken{as_seen}"
    if not unseen.later:
        return f"Not legal, whatever the tiles were that nobody saw: {_whys(unseen)}"
    return f"Not legal: at that moment it could not be seen, but {how} proves it: {_whys(unseen)}"


def unknown_words(
    moment: DisputedMoment, table: Table | None, event: ev.Event | None, unseen: Unseen | None
) -> Iterator[str]:
    """What cannot be known from the record, and why."""
    hand, game = moment.hand, moment.game
    if hand.has_play and not hand.is_over:
        yield "The hand is in progress: what is told here is what everybody sees on the table, and no more"
    if not game.log.is_whole:
        yield "The log is not whole: a line is missing or cannot be read, and it has no head that proves it"
    if moment.rules is None:
        yield "The rule set of the game is not known here: nothing can be judged by it"
    if moment.is_read and not isinstance(moment.row, ev.Event):
        yield "The line could not be read as an event: what it said is not known"
    elif isinstance(moment.row, ev.Event) and moment.row.basis in _BASES:
        yield _BASES[moment.row.basis]
    if hand.depth in _DEPTHS and not isinstance(moment.row, ev.HandStart):
        yield _DEPTHS[hand.depth]
    if table is not None and moment.hand.has_play and moment.first > moment.hand.first:
        yield from _of_the_table(moment, table, event)
    if unseen is None:
        return
    if unseen.proves is None and not unseen.shows:
        yield from unseen_words(unseen)
    elif unseen.proves is None and unseen.conflicts:
        yield f"Which was written down wrong, event {moment.seq} or one of those that disagree with it, is not known"
    elif unseen.proves is None:
        yield (
            f"That {unseen.seat.wind_name} had the tiles is told by event {moment.seq} itself; what the players laid "
            "down, threw and showed otherwise neither proves nor disproves it"
        )
    if unseen.doubt is not None:
        yield (
            f"The rest of the hand contradicts itself at event {unseen.doubt}: something is wrong there, or before it; "
            "what was recorded from then on is not used here"
        )


_BASES = {
    "inferred": "The event was filled in by the program: nobody wrote it down",
    "asserted": "The event was told afterwards: nobody wrote it down when it happened",
}
_OF_ALL = Fact.TURN | Fact.CLAIMS | Fact.COPIES
"""What is told of a table, where it is not known: what everybody at it would know."""
_DEPTHS = {
    "table": "The hand is recorded as seen from the table: concealed tiles are known only as far as they were shown",
    "result": "Only the result of the hand is recorded: no move and no concealed tile is known before it",
}


def _of_the_table(moment: DisputedMoment, table: Table, event: ev.Event | None) -> Iterator[str]:
    """What is open at the table just before the event."""
    if table.gaps:
        yield "Moves before this one were not recorded: hands and claims of that time are not known"
    unknown = [(place, number) for place in table.places if (number := _never_known(moment, table, place))]
    if unknown:
        parts = [f"{number} of {place.seat.wind_name}'s {place.size}" for place, number in unknown]
        yield f"Concealed tiles that nobody wrote down: {list_words(parts)}"
    for place in table.places if moment.hand.is_over else ():
        if place.surplus:
            without = "one of them" if place.surplus == 1 else f"{place.surplus} of them"
            has = f"{place.seat.wind_name} has {format_sorted(place.came)} without {without}"
            yield f"After an earlier fault {has}, and which is not known"
    seat = getattr(event, "seat", None)
    if isinstance(seat, Seat) and not table.place(seat).sure:
        whose = seat.wind_name
        yield f"{_since(moment, table)} it is not certain which tiles {whose} has: rules about them keep silent"
    for what in words_of(table.unknown_facts() & _OF_ALL):
        yield f"{_since(moment, table)} it is not certain {what}"
    if (
        table.wall.tiles is None
        and moment.hand.is_over
        and isinstance(event, ev.Taking | ev.Deal)
    ):
        yield "The wall was not recorded: whether these tiles were the next ones in it cannot be known"
    if not table.has_card:
        yield "The score card of the game is not at hand: what a hand must be is not judged"
    # What only follows from faults before the event is not reported again.
    before = _faults_before(moment)
    if before:
        finding = before[-1]
        yield (
            f"There is {'a fault' if len(before) == 1 else f'{len(before)} faults, the last'} earlier in the hand, at "
            f"event {finding.seq} ({finding.code}): what only follows from it is not reported again"
        )
    if moment.hand.is_over:
        open_here = (each for each in moment.hand.report.unjudged if each.since == each.until == moment.seq)
        yield from (f"Not judged: {unjudged.words}" for unjudged in open_here)


def _since(moment: DisputedMoment, table: Table) -> str:
    """What has left things in doubt: moves that are missing, faults before the event, or both."""
    has_fault = bool(_faults_before(moment)) or any(
        isinstance(row, Fault) for row in moment.game.rows[moment.hand.first : moment.first]
    )
    if not table.gaps:
        return "After an earlier fault"
    return f"After moves that are missing{', and an earlier fault,' if has_fault else ''}"


def _never_known(moment: DisputedMoment, table: Table, place: Place) -> int:
    """How many concealed tiles of a player the record does not name, then or later; none while that is hidden."""
    if not place.unseen or place.seat not in table.plan.seats or not moment.hand.is_over:
        return 0
    sights: tuple[Sight, ...] = (moment.sight, place.seat)
    seen = [moment_at(moment.game, moment.first - 1, sight).board.seat(place.seat).concealed for sight in sights]
    # A draw that was not recorded is filled in at the table, and stands on no board.
    learned = seen[0].count(TILES[UNKNOWN]) - seen[1].count(TILES[UNKNOWN])
    return place.unseen - max(0, learned)


def _faults_before(moment: DisputedMoment) -> list[Finding]:
    seqs = {moment.game.seq_at(place) for place in range(moment.hand.first, moment.first)}
    return [finding for finding in findings_of(moment.hand) if finding.severity == _ERROR and finding.seq in seqs]


# -- unseen tiles ------------------------------------------------------------------------------------------------


def unseen_words(unseen: Unseen) -> Iterator[str]:
    """What the event depends on that nobody saw.

    >>> from mjlog.disputes.unseen import Assignment
    >>> two, one = {Tile("5b"): 2}, {Tile("5b"): 1}
    >>> legal, illegal = (Assignment(two),), (Assignment(one, "west does not have it"),)
    >>> made = Unseen(seat=Seat.W, count=5, left={Tile("5b"): 3}, legal=legal, illegal=illegal, least=(two,))
    >>> print(*unseen_words(made), sep="\\n")
    Legal if at least 2 of west's 5 unseen tiles were 5 bamboo (3 of 5 bamboo are not seen)
    Not legal otherwise: west does not have it
    1 of the 2 ways in which these tiles can be there makes it legal; which it was, is not known
    """
    whose = f"{unseen.seat.wind_name}'s {counted(unseen.count, 'unseen tile')}"
    if not unseen.tried:
        yield f"It depends on {whose}: there are more ways to fill them in than are tried one by one"
        if unseen.example is not None:
            tiles = list_words([_so_many(tile, number) for tile, number in unseen.example.tiles.items()])
            yield f"It can have been legal: for example if {whose} were {tiles}"
        elif unseen.asked is not None:
            yield (
                f"Neither a hand that makes it legal nor a proof that there is none was found: the search ended after "
                f"{counted(unseen.asked, 'question')} to the rules"
            )
        return
    if not unseen.legal:
        yield f"Of {counted(len(unseen.illegal), 'way')} to fill in {whose} none makes it legal: {_whys(unseen)}"
        return
    parts = [f"{number} of {tile_name(tile.face)}" for tile, number in unseen.left.items()]
    are = "is" if list(unseen.left.values()) == [1] else "are"
    left = f" ({list_words(parts)} {are} not {'seen elsewhere' if unseen.later else 'seen'})" if parts else ""
    yield f"Legal if {_legal_words(unseen, whose)}{left}"
    yield f"Not legal otherwise: {_whys(unseen)}"
    number = len(unseen.legal) + len(unseen.illegal)
    ways = "ways to fill them in" if unseen.is_whole else "ways in which these tiles can be there"
    makes = "makes" if len(unseen.legal) == 1 else "make"
    fits = " and agree with the rest of the hand" if unseen.later else ""
    yield f"{len(unseen.legal):,} of the {number:,} {ways}{fits} {makes} it legal; which it was, is not known"


def _legal_words(unseen: Unseen, whose: str) -> str:
    if len(unseen.least) == 1 and len(unseen.least[0]) == 1:
        ((tile, number),) = unseen.least[0].items()
        named = f"was {tile_name(tile.face)}" if number == 1 else f"were {tiles_name(tile.face)}"
        return f"at least {number} of {whose} {named}"
    if unseen.least:
        return f"among {whose} were at least {either([_with_words(tiles) for tiles in unseen.least])}"
    ways = [_with_words(assignment.tiles) for assignment in unseen.legal[:_MOST_NAMED]]
    more = len(unseen.legal) - len(ways)
    were = "was" if unseen.count == 1 else "were"
    return f"{whose} {were} {either([*ways, *([f'one of {more:,} other ways'] if more else [])])}"


def _with_words(tiles: Mapping[Tile, int]) -> str:
    named = [_so_many(tile, number) for tile, number in tiles.items() if number]
    return " with ".join(named) or "none of these kinds"


def _so_many(tile: Tile, number: int) -> str:
    return f"{number} x {tile_name(tile.face)}" if number > 1 else tile_name(tile.face)


def _whys(unseen: Unseen) -> str:
    """The reasons why assignments are refused, each once."""
    reasons = list(dict.fromkeys(shown(assignment.why, 200) for assignment in unseen.illegal))
    return "; ".join([*reasons[:2], *(["…"] if len(reasons) > 2 else [])])
