"""What the audit tells: one finding a fault, in the report of its hand; of a false call once it is carried through.

The frame of a log in the audit: the rule set in force, whether the game-start goes with it, which row comes next.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mjlog import events as ev
from mjlog.audit.report import UNSAID, HandReport, Unjudged
from mjlog.audit.valuing import scorer_for, terms_for
from mjlog.cards.shelf import CardShelf
from mjlog.events import Event, GameStart, RuleSetText
from mjlog.findings import Finding, Refusal, Severity, codes_that, registry, severity_of
from mjlog.log.records import GameRecord, Where, line_of
from mjlog.rules.registry import NO_CHECKS, ByStage, not_asked
from mjlog.rulesets import (
    Rules,
    RuleSet,
    default_rules,
    load,
    load_named,
    parse,
    played_by,
    resolve,
    shipped,
    version_of,
    versions,
)
from mjlog.seats import Seat
from mjlog.table import Table

if TYPE_CHECKING:
    from mjlog.cards.rulings import Rulings

# -- the frame of a log -----------------------------------------------------------------------------------------------


FORMAT = 1
UNREAD = -1
"""The number that is next after a line that could not be read: any."""


class Frame:
    """The frame of a log: by which rules its rows are judged, by which score card, and which number comes next.

    `ruleset`: judge by this one (or the shipped one of this name), whatever the log names. The log is read as
    corrected (`folded`), unless `as_recorded`. `cards`: score cards at hand, of which the one that the game names is
    used.

    `game`: its id. `start`: how it began, where that is told. `ruleset`: the id of the rule set in force, or of the one
    that the game names and nobody knows; `known_rules`: whether there is one in force.
    """

    def __init__(self, record: GameRecord, ruleset: RuleSet | str | None, as_recorded: bool, cards: CardShelf) -> None:
        self.record = record
        self.cards = cards
        self.folded = record.corrected and not as_recorded
        self.next_seq = 1
        self.game = record.name
        self.start: GameStart | None = None
        self.rules: Rules = default_rules("classical")
        self.known_rules = False
        self.ruleset: str | None = None
        self.forced_ruleset = ruleset or record.ruleset
        self._is_embedded = False

    def checks(self, event: Event) -> ByStage:
        """The rules about an event, by the stage that the hand is in."""
        return self.rules.bound.get(type(event), NO_CHECKS) if self.known_rules else NO_CHECKS

    def begin(self, event: GameStart) -> Iterator[Refusal]:
        """A game begins; why it cannot begin here."""
        again, self.start, self.game = self.start is not None, event, event.game
        if again:
            yield Refusal("out-of-place", "a second game-start in one log")
        elif (self.next_seq if self.folded else event.seq) not in (1, UNREAD):
            yield Refusal("out-of-place", "events stand before the game-start", 1, event.seq)

    def take_named(self, event: GameStart) -> Iterator[Refusal]:
        """The rules in force are those that the game names, or that are asked for; what is wrong in its start by them.

        Raises:
            RuleSetError: nobody has them, or they cannot be used; what was in force stays so.
        """
        self.ruleset = event.ruleset
        named, newest = self.forced_ruleset, self.record.newest_rules
        if named is None:
            named = load(event.ruleset) if newest else played_by(event.ruleset, event.version, event.digest)
        yield from self._take(named if isinstance(named, RuleSet) else load_named(named), event)
        if self.forced_ruleset is None and not newest:
            yield from other_version(event, self.rules.ruleset)

    def embed(self, has_begun: bool) -> Refusal | None:
        """The log brings its own rule set; why it cannot stand here. `has_begun`: a hand was played before it."""
        if self.start is not None and not has_begun and not self._is_embedded:
            self._is_embedded = True
            return None
        words = "a rule set stands where it cannot be: it follows the game-start, before the first hand, once"
        return Refusal("out-of-place", words)

    def take_embedded(self, event: RuleSetText, start: GameStart) -> Iterator[Refusal]:
        """The rules in force are those that the log brings; what is wrong in the start of the game by them.

        Raises:
            RuleSetError: they cannot be used; what was in force stays so.
        """
        yield from self._take(parse(event.document), start)
        yield from other_document(start, self.rules.ruleset)

    def _take(self, ruleset: RuleSet, start: GameStart) -> Iterator[Refusal]:
        self.rules = usable_rules(ruleset, start.options)
        self.known_rules, self.ruleset = True, ruleset.id
        yield from wrong_in_start(start, self.rules)

    def card(self, start: GameStart) -> Rulings | None:
        """The score card that the game names, where hands are those of a card and it is at hand.

        Raises:
            CardError: it is none, or cannot be read.
        """
        return self.cards.find(start.card) if self.rules.plan.family.wins_by_card else None

    def without_card(self, start: GameStart) -> Iterator[Refusal]:
        """That the score card is missing by which the game is played; a purchased one may be kept from who asks."""
        if self.rules.plan.family.wins_by_card and not self.cards.keeps_back(start.card):
            yield missing_card(start)


def usable_rules(ruleset: RuleSet, options: Mapping[str, Any] | None) -> Rules:
    """The rule set with the options of a game, tried to its end: scoring and settlement included.

    Raises:
        RuleSetError: the document names something that does not exist, or its parts do not go together.
    """
    rules = resolve(ruleset, options)
    scorer_for(rules)
    terms_for(rules)
    return rules


def wrong_in_start(event: GameStart, rules: Rules) -> Iterator[Refusal]:
    """What is wrong with a game-start under these rules: format, players, options."""
    if event.format != FORMAT:
        words = f"the log has format {event.format}: this program reads format {FORMAT}"
        yield Refusal("bad-field", words, FORMAT, event.format)
    if len(set(event.players)) != rules.plan.players:
        words = f"{len(set(event.players))} different players begin the game: it is played by {rules.plan.players}"
        yield Refusal("wrong-seats", words, rules.plan.players, list(event.players))
    for name, words in rules.problems:
        yield Refusal("unknown-option", words, found=name, part=f"option {name}")


def missing_card(event: GameStart) -> Refusal:
    """The score card of the game is not at hand: all that needs no card is judged."""
    if event.card is None:
        words = "the game names no score card: what a hand must be is not judged"
        return Refusal("unknown-card", words)
    digest = f" with the digest {event.card.digest[:12]}…" if event.card.digest else ""
    words = f"the score card {event.card.id[:60]}{digest} is not at hand: give it with --card"
    return Refusal("unknown-card", words, found=event.card.id)


def other_version(event: GameStart, ruleset: RuleSet) -> Iterator[Refusal]:
    """Whether the game names a version or a text of its rule set that this program does not have.

    A version that is not known may be a newer one: that is a warning. A digest that is not that of the version named is
    an error. `ruleset` is the shipped one by which the game is judged.
    """
    named = version_of(ruleset.id, event.digest)
    if event.version not in (None, ruleset.version):
        version = str(event.version)[:60]
        if named is None:
            words = (
                f"the game was played by version {version} of {ruleset.id}: this program has version"
                f"{'s' if len(versions(ruleset.id)) > 1 else ''} {', '.join(versions(ruleset.id))}; it is judged by "
                f"version {ruleset.version}"
            )
            yield Refusal("unknown-ruleset", words, ruleset.version, event.version, severity="warning")
        else:
            words = (
                f"the log names version {version} of {ruleset.id}, and the digest of version {ruleset.version}"
                f", {str(event.digest)[:12]}…"
            )
            yield Refusal("unknown-ruleset", words, ruleset.version, event.version)
    elif named is None and event.digest is not None:
        words = f"the rule set {ruleset.id} has the digest {ruleset.digest[:12]}…: the log names {event.digest[:12]}…"
        if event.version is not None:
            yield Refusal("unknown-ruleset", words, ruleset.digest, event.digest)
        else:
            words += f", and no version; it is judged by version {ruleset.version}"
            yield Refusal("unknown-ruleset", words, ruleset.digest, event.digest, severity="warning")


def other_document(event: GameStart, ruleset: RuleSet) -> Iterator[Refusal]:
    """Whether the rule set in the log is another than its game-start names: by id, version or digest."""
    if ruleset.id in shipped() and version_of(ruleset.id, ruleset.digest) is None:
        words = (
            f"the rule set in the log goes by the id of {ruleset.id}, which ships with the program with another text"
        )
        yield Refusal("unknown-ruleset", words, load(ruleset.id).digest, ruleset.digest, severity="warning")
    digest = event.digest if event.digest is None or not ruleset.goes_by(event.digest) else ruleset.digest
    named = (("id", event.ruleset, ruleset.id), ("version", event.version, ruleset.version),
             ("digest", digest, ruleset.digest))  # fmt: skip
    for what, wanted, found in named:
        if wanted not in (None, found):
            words = f"the rule set in the log has the {what} {found[:60]}: the game-start names {str(wanted)[:60]}"
            yield Refusal("unknown-ruleset", words, wanted, found)
            return


# -- what is told -----------------------------------------------------------------------------------------------------


_ERROR = Severity.ERROR.value
_SAID_WRONGLY = "dead-not-proved"
"""The fault of who says it, and not of whose hand is said to be dead."""
Refused = tuple[Refusal, str | None]
"""Why an event is refused, and the id of the rule that it breaks."""


class Reporter:
    """Tells what was found in the hands of a game, each fault once.

    `report`: of the hand being played; `reports`: of the hands so far, the first one (hand None) with what was found
    before the first hand. `declared`: how many findings of the hand there were before and after its latest declaration;
    `declared_before`: the one before it. `false_call`: a call at fault, which is told as an error when it is carried
    through. `seats_open`: a fault leaves open who sits where in this hand.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.report = HandReport(frame.record.source, frame.game, None)
        self.reports: list[HandReport] = [self.report]
        self.declared = self.declared_before = (0, 0)
        self.seats_open = False
        self.false_call: Finding | None = None

    def fork(self, frame: Frame, reports: Sequence[HandReport] | None) -> Reporter:
        """The same in another replay. `reports`: those of the hands before this one, where it has not the same."""
        other = copy.copy(self)
        other.frame, other.report = frame, self.report.copy()
        other.reports = [*(self.reports[:-1] if reports is None else reports), other.report]
        for mine, its in zip(self.report.findings, other.report.findings, strict=True):
            other.false_call = its if mine is self.false_call else other.false_call
        return other

    def begin_hand(self, number: int | None, source: str) -> None:
        """A new report. `source`: where the hand is read from."""
        self.report = HandReport(source, self.frame.game, number, self.frame.ruleset)
        self.reports.append(self.report)
        self.declared = (0, 0)

    def begin_declaration(self) -> None:
        """What is found from here on is found in a declaration of mahjong."""
        count = len(self.report.findings)
        self.declared_before, self.declared = self.declared, (count, count)

    def end_declaration(self) -> None:
        """What is found from here on was not found in the declaration itself."""
        self.declared = (self.declared[0], len(self.report.findings))

    def forgive(self, seat: Seat, discard: int | None = None) -> None:
        """A seat's latest declaration is no fault of the record; the one before it is the latest again.

        `discard`: the number of the one that was called for it, where the call is none either.
        """
        findings = self.report.findings
        before = findings[: self.declared[0]] if discard is not None else []
        called = [one for one in before if one.seq is not None and one.seq > (discard or 0)]
        for finding in (*called, *findings[self.declared[0] :]):
            if finding.code in codes_that("bars-win") and finding.seat == seat.value:
                finding.severity = Severity.INFO.value
        self.declared = self.declared_before

    def withdraw(self, codes: Collection[str], seats: Collection[str] | None = None) -> None:
        """What was told in this hand by these codes is not said any more. `seats`: only of these players."""
        findings = self.report.findings
        findings[:] = [
            one for one in findings if one.code not in codes or (seats is not None and one.seat not in seats)
        ]

    def note_silent(self, table: Table, event: ev.Event) -> None:
        """Where moves are missing: which rules keep silent about this event."""
        lost = self.report.unjudged[-1] if self.report.unjudged else None
        if lost is None or not lost.is_lost_sight or not isinstance(lost.rules, list):
            return
        silent = [rule for rule, _facts in not_asked(self.frame.rules.bound, table, event) if rule is not None]
        if silent:
            lost.rules += [rule for rule in dict.fromkeys(silent) if rule not in lost.rules]
            lost.until = event.seq

    # -- one fault, one finding ---------------------------------------------------------------------------------------

    def tell(
        self, refused: list[Refused], event: ev.Event, where: int | Where | None, called_in_vain: Collection[Seat]
    ) -> list[Refusal]:
        """Report what is wrong with one event: the first rule broken, as one fault is one finding; warnings too.

        `called_in_vain`: the players whose calls of the open discard were refused. Returns what counts of it, told now
        or with a fault before.
        """
        if len(refused) > 1:
            # Two rules may say the same of one event, and one fault may break others at once: it is said once.
            refused = list({refusal.code: (refusal, rule) for refusal, rule in reversed(refused)}.values())[::-1]
        if isinstance(event, ev.HandStart | ev.Settlement | ev.Score):
            said = frozenset[str]().union(*(registry()[refusal.code].silences for refusal, _rule in refused))
            refused = [breach for breach in refused if breach[0].code not in said] or refused[:1]
            left = sum(refusal.code in codes_that("left-to-the-next-hand") for refusal, _rule in refused)
            if left > 1 and self.frame.rules.plan.family.goes_on_in_stakes:
                # A hand before it is missing, or stands there twice: that is one fault, and the round is open by it.
                self.seats_open = True
                refused = refused[:1]
        else:
            wrong = [breach for breach in refused if severity_of(breach[0]) == _ERROR]
            others = [breach for breach in refused if breach not in wrong]
            if isinstance(event, ev.Claim):
                # A call is refused once, for the first reason there is; what another player left undone stands beside.
                own = [other for other in others if is_own(other[0], event)]
                others = [other for other in others if other not in own] + ([] if wrong else own[:1])
            refused = [*wrong[:1], *others]
        noted = [self.note(refusal, rule, event, where, called_in_vain) for refusal, rule in refused]
        false = [refusal for refusal, _rule in refused if isinstance(event, ev.Claim) and is_own(refusal, event)]
        if false and not has_error(refused):
            # What the player is at fault for was noted last.
            self.false_call = noted[-1]
        return [refusal for refusal, rule in refused if not self._is_unsaid(rule, event)]

    def note(
        self, refusal: Refusal, rule: str | None, event: ev.Event | None, where: int | Where | None,
        called_in_vain: Collection[Seat] = (),
    ) -> Finding | None:  # fmt: skip
        """Add a finding to the current hand; None where it is none, or told already."""
        if event is not None and self._is_unsaid(rule, event):
            words = f"the game has rules of its own that are not known; by the usual ones: {refusal.message}"
            self.report.unjudged.append(Unjudged([str(rule)], event.seq, event.seq, UNSAID, words))
            return None
        if severity_of(refusal) == _ERROR and refusal.code in codes_that("leaves-seats-open") and event is not None:
            # A record that names East in two ways leaves nothing open.
            self.seats_open = True
        if isinstance(event, ev.Expose | ev.Mahjong) and self._carries_through(refusal, event, called_in_vain):
            return None
        whose = "by" if refusal.code == _SAID_WRONGLY else "seat"
        seat = refusal.seat if refusal.seat is not None else getattr(event, whose, None)
        finding = Finding(
            code=refusal.code,
            severity=severity_of(refusal),
            seq=event.seq if event is not None else None,
            line=line_of(where, refusal.part),
            hand=self.report.hand,
            seat=getattr(seat, "value", seat),
            rule=rule,
            message=refusal.message,
            expected=refusal.expected,
            found=refusal.found,
        )
        self.report.findings.append(finding)
        return finding

    def _carries_through(
        self, refusal: Refusal, event: ev.Expose | ev.Mahjong, called_in_vain: Collection[Seat]
    ) -> bool:
        """Whether a fault is a false call carried through: then the call is the error, and this the same one."""
        call = self.false_call
        if call is None:
            return False
        # Where calls are inferred from what they led to, a set that tells of the call just before is one fault with it.
        is_inferred = self.frame.rules.plan.family.calls_are_inferred and refusal.code in codes_that("of-a-call")
        if is_inferred and call.seq == event.seq - 1 and call in self.report.findings:
            call.severity = _ERROR
            return True
        if called_in_vain != {event.seat} or refusal.code != call.code or call not in self.report.findings:
            return False
        if refusal.code in codes_that("told-at-the-win"):
            self.report.findings.remove(call)
            self.false_call = None
            return False
        call.severity = _ERROR
        return True

    def _is_unsaid(self, rule: str | None, event: ev.Event) -> bool:
        """Whether a record has rules of its own that are not understood, of which this may be one.

        Those it may be that have an option which the record does not name, and how a game goes on from hand to hand.
        """
        start = self.frame.start
        if rule is None or start is None or not self.not_understood:
            return False
        stated = self.frame.rules.ruleset.rule(rule)
        is_open = stated is not None and stated.option and not start.says(stated.option)
        return bool(is_open) or isinstance(event, ev.HandStart | ev.GameEnd)

    @property
    def not_understood(self) -> str:
        """Which of a record's own rules are not understood, in words."""
        start = self.frame.start
        stated = (start.record or {}).get("not_understood") if start is not None else None
        return ", ".join(map(str, stated)) if isinstance(stated, list) else ""


def has_error(refused: Iterable[Refused] | None) -> bool:
    """Whether any of it is an error; the rest is for information, or a warning."""
    return refused is not None and any(severity_of(refusal) == _ERROR for refusal, _rule in refused)


def first_error(refused: Iterable[Refused] | None) -> Refusal:
    """What is said of an event that is at fault: its first error."""
    return next(refusal for refusal, _rule in refused or () if severity_of(refusal) == _ERROR)


def is_own(refusal: Refusal, event: ev.Claim) -> bool:
    """Whether who calls is at fault, and not somebody else who has left something undone before."""
    return refusal.seat in (None, event.seat)
