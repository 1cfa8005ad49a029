"""What an audit tells: one report a hand, as `mjlog audit --json` prints it, and the reporter that writes them.

A report has the digest of the state at the end: two replays that agree on everything have the same. One finding a fault
is told, of a false call once it is carried through.

The frame of a log in the audit: the rule set in force, whether the game-start goes with it, which row comes next.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.answers import Answer, BySeat, plain
from mjlog.audit.valuing import scorer_for, terms_for
from mjlog.cards.shelf import CardShelf
from mjlog.events import MAX_INT, Event, GameStart, RuleSetText
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
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table
from mjlog.tiles import CODES

if TYPE_CHECKING:
    from mjlog.cards.rulings import Rulings
    from mjlog.events import Penalty, Settlement
    from mjlog.scoring import Payment, Score
    from mjlog.table.state import Win


LETTERS: dict[Seat, str] = {seat: seat.value for seat in SEATS}
"""Each seat as it is written. The value of an enum is slow to look up, and every hand needs dozens."""
_ENCODER = msgspec.json.Encoder(order="sorted")
_CLAIMED_BY: dict[Seat | None, str | None] = {None: None} | {seat: LETTERS[seat] for seat in SEATS}

_DUE_NUMBERS = (0, 1, 7, 2, 3, 4, 5, 6)
"""What is due, numbered as in the first digests, so that they stay what they were; the Charleston came later."""


def state_digest(table: Table) -> str:
    """SHA-256, in hex, over the canonical JSON of everything that is known of the table."""
    return hashlib.sha256(encoded_state(table)).hexdigest()


def encoded_state(table: Table) -> bytes:
    """What is known of the table, as canonical JSON."""
    return _ENCODER.encode(state_fields(table))


def state_fields(table: Table) -> dict[str, Any]:
    """What is known of the table, as plain JSON values; tiles as codes.

    What only some games have is there only in those: digests of the others stay what they were.
    """
    winners = [LETTERS[win.seat] for win in table.wins]
    stakes = {"winners": winners, "pot": table.standing.pot, "repeats": table.standing.repeats}
    state, riichi = table.riichi, dict[str, Any]()
    if state is not None:
        riichi = {
            "riichi": [LETTERS[seat] for seat in state.standing],
            "indicators": [CODES[face] for face in state.indicators],
            "under": [CODES[face] for face in state.under],
            "reds": {LETTERS[place.seat]: state.reds[place.seat.index] for place in table.places},
        }
    return {
        "hand": table.hand,
        "round": LETTERS[table.round],
        "players": {LETTERS[seat]: name for seat, name in table.players.items()},
        "totals": dict(table.totals),
        "places": {LETTERS[place.seat]: _place_fields(place) for place in table.places},
        "discards": [[LETTERS[one.seat], CODES[one.tile], _CLAIMED_BY[one.claimed_by]] for one in table.discards],
        "turn": LETTERS[table.turn],
        "due": _DUE_NUMBERS[table.due],
        "winner": LETTERS[table.winner] if table.winner is not None else None,
        "washout": table.washout,
        "taken": table.wall.taken,
        "loose": table.wall.loose_taken,
        **({"own": list(table.wall.own)} if table.plan.wall.own else {}),
        "scores": {LETTERS[seat]: total for seat, total in table.scores.items()},
        **(stakes if table.plan.family.goes_on_in_stakes else {}),
        **riichi,
    }


def _place_fields(place: Place) -> dict[str, Any]:
    doubtful = {CODES[kind]: count for kind, count in enumerate(place.doubtful) if count}
    return {
        "held": [CODES[kind] for kind in place.known()],
        "unknown": place.unknown,
        **({"doubtful": doubtful} if doubtful else {}),
        "sets": [[one.kind, [CODES[kind] for kind in one.tiles], one.concealed, one.origin] for one in place.sets],
        "bonus": [CODES[kind] for kind in place.bonus],
        "calling": place.calling,
    }


Points = dict[Seat, int]
"""Points by seat."""
Ending = Literal["won", "wash-out", "void", "unfinished"]
"""How a hand ended, as far as the record goes."""

GAP, UNKNOWN, UNSAID = "gap", "unknown", "unsaid"
"""Why something was not judged where no fault is the reason (`Unjudged.because`)."""


class Unjudged(msgspec.Struct):
    """What was not judged in a hand, and why.

    `rules`: the ids of the rules, or what was not judged in a word or two. `since`, `until`: the events, the last one
    None where it is so to the end of the hand. `because`: the code of the fault that leaves it open, `gap` (moves are
    missing), `unknown` (nobody wrote it down) or `unsaid` (a record does not say by which rules). `words`: what it
    depends on, for people. `is_lost_sight`: moves are missing, and the rules are noted as events come about which they
    keep silent.
    """

    rules: list[str] | str
    since: int | None
    until: int | None
    because: str
    words: str
    is_lost_sight: bool = False

    def copy(self) -> Unjudged:
        """An independent entry: rules are added to it as the hand goes on."""
        rules = self.rules if isinstance(self.rules, str) else list(self.rules)
        return msgspec.structs.replace(self, rules=rules)

    @property
    def is_by_depth(self) -> bool:
        """Whether nothing went wrong and nothing is missing: so much was meant to be written down, and no more."""
        return self.because == "unknown" and isinstance(self.rules, str)

    def as_json(self) -> dict[str, Any]:
        """As docs/lookup/format.md spells it."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        del fields["is_lost_sight"]
        return fields


class ScoreCompared(Answer):
    """A score as it was announced, and as it is computed."""

    recorded: int | None
    computed: int | None


class SettlementCompared(Answer):
    """What was paid, and what is computed, in points by seat."""

    recorded: BySeat[int] | None
    computed: BySeat[int] | None


class WaitWon(NamedTuple):
    """What a winner had waited for: the kinds, and how many of these tiles the winner had seen nowhere."""

    kinds: tuple[int, ...]
    left: int


class HandReport(msgspec.Struct):
    """What was found in one hand (or in the time before the first one), and what it was worth.

    Scores and changes are points per seat; None where nothing was recorded, or cannot be computed. `winners`: who has
    declared mahjong and stands as winner, the first first, whether or not the hand is one. `details`: the itemised
    computed scores; `payments`: those that are due; `final`: the state at the end of the hand, as canonical JSON.
    `unjudged`: what nothing was said about, and why. `presumed`: the payments that count where
    none are recorded and none are certain; `unsaid`: what they depend on, and nobody wrote down, in words.
    `stakes`: what was laid on the table in the hand (below nothing), or got from it at the end of the game, per seat.
    `drawn_for`: why the hand was drawn, by the word of the log. `settlements`, `penalties`: as they were written down.

    `seats`: the player in each seat. `due`: what each seat had to gain or lose, where a fault of
    counting or paying was found and every way to read the hand comes to the same; None otherwise. `accepted`: how many
    findings are left out because somebody has accepted them. `outcome`, `win`: how the hand ended, and was won;
    `waits`: what each winner had waited for, where that is asked for and known.
    """

    source: str
    game: str
    hand: int | None
    ruleset: str | None = None
    winners: tuple[Seat, ...] = ()
    findings: list[Finding] = msgspec.field(default_factory=list)
    recorded: Points = msgspec.field(default_factory=dict)
    computed: Points = msgspec.field(default_factory=dict)
    settlements: list[Settlement] = msgspec.field(default_factory=list)
    penalties: list[Penalty] = msgspec.field(default_factory=list)
    owed: Points | None = None
    payments: tuple[Payment, ...] = ()
    details: dict[Seat, Score] = msgspec.field(default_factory=dict)
    final: bytes | None = None
    unjudged: list[Unjudged] = msgspec.field(default_factory=list)
    presumed: Points | None = None
    unsaid: str | None = None
    drawn_for: str = ""
    stakes: Points = msgspec.field(default_factory=dict)
    seats: Mapping[Seat, str] = msgspec.field(default_factory=dict)
    due: Points | None = None
    accepted: int = 0
    outcome: Ending = "unfinished"
    win: Win | None = None
    waits: Mapping[Seat, WaitWon] = msgspec.field(default_factory=dict)

    def copy(self) -> HandReport:
        """An independent report, for a replay that goes on by itself."""
        return replace(
            self,
            findings=[msgspec.structs.replace(finding) for finding in self.findings],
            unjudged=[point.copy() for point in self.unjudged],
            recorded=self.recorded.copy(),
            computed=self.computed.copy(),
            details=self.details.copy(),
            settlements=self.settlements.copy(),
            penalties=self.penalties.copy(),
        )

    @property
    def winner(self) -> Seat | None:
        """Who has declared mahjong and stands as winner; of several the first."""
        return self.winners[0] if self.winners else None

    @property
    def settled(self) -> Points | None:
        """What was paid: by the first settlement, or by those for each of the winners; None where nothing was."""
        paid: Points | None = None
        winners = set[Seat | None]()
        for paid_apart in self.settlements:
            if paid is None or (None not in winners and paid_apart.for_ not in winners):
                paid = added(paid or {}, paid_apart.change)
                winners.add(paid_apart.for_)
        return paid

    @property
    def state(self) -> str | None:
        """The digest of the state at its end: two replays that agree on everything have the same."""
        return None if self.final is None else hashlib.sha256(self.final).hexdigest()

    @property
    def latest_fault(self) -> str:
        """The code of the fault that leaves things open: the latest one found; `unknown` where none was."""
        return next((finding.code for finding in reversed(self.findings) if finding.severity == "error"), UNKNOWN)

    @property
    def has_error(self) -> bool:
        """Whether anything of severity *error* was found in the hand; the end of the game is no part of it."""
        paid_at = max((paid.seq for paid in self.settlements), default=MAX_INT)
        errors = (finding for finding in self.findings if finding.severity == "error")
        return any(error.code not in codes_that("of-the-end") or (error.seq or 0) <= paid_at for error in errors)

    @property
    def is_no_win(self) -> bool:
        """Whether the only mahjong was none, and brought nothing: as long as it is paid, it stands as recorded."""
        winner, paid = self.winner, self.settled
        if winner is None or len(self.winners) != 1 or (paid is None and winner in self.recorded):
            return False
        if (paid or self.owed or self.presumed or {}).get(winner, 0) > 0:
            return False
        errors = (finding for finding in self.findings if finding.severity == "error" and finding.seat == winner.value)
        return any(error.code in codes_that("bars-win") for error in errors)

    def player(self, finding: Finding) -> str | None:
        """Who sits in the seat that a finding names; None where it names none, or nobody is known to sit there."""
        return next((player for seat, player in self.seats.items() if seat.value == finding.seat), None)

    def with_findings(self, findings: list[Finding], accepted: int = 0) -> HandReport:
        """The report with these findings in the place of its own, `accepted` having been left out of them."""
        return replace(self, findings=findings, accepted=self.accepted + accepted)

    @property
    def scores(self) -> dict[Seat, ScoreCompared]:
        """The scores of all seats."""
        return {seat: ScoreCompared(self.recorded.get(seat), self.computed.get(seat)) for seat in SEATS}

    @property
    def settlement(self) -> SettlementCompared:
        """The payments."""
        return SettlementCompared(in_seat_order(self.settled), in_seat_order(self.owed))

    def as_json(self) -> dict[str, Any]:
        """The report as `mjlog audit --json` prints it."""
        return {
            "source": self.source,
            "game": self.game,
            "hand": self.hand,
            "ruleset": self.ruleset,
            "winner": plain(self.winner),
            "winners": plain(list(self.winners)),
            "findings": [finding.as_json() for finding in self.findings],
            "unjudged": [point.as_json() for point in self.unjudged],
            "scores": plain(self.scores),
            "settlement": plain(self.settlement),
            "state": self.state,
        }


def added(points: Points, more: Points) -> Points:
    """Points with others added."""
    return {seat: points.get(seat, 0) + more.get(seat, 0) for seat in points | more}


def in_seat_order(points: Points | None) -> Points | None:
    """Points, East's first; None where there are none."""
    return None if points is None else {seat: points[seat] for seat in SEATS if seat in points}


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
