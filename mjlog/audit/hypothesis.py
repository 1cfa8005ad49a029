"""One way to read the record of a hand: a whole table, and what would have to be true for it.

Where nothing is wrong there is one hypothesis, as written down. A fault has a few explanations, and each makes a
hypothesis of its own; the replay goes on in all of them. See docs/understand/certainty.md.

What was not judged in a hand: where hypotheses disagree, where moves are missing, and what nobody wrote down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mjlog import events as ev
from mjlog.audit.report import UNKNOWN, UNSAID, HandReport, Refused, Reporter, Unjudged, first_error, has_error
from mjlog.audit.settling import Settling
from mjlog.events import (
    Bonus,
    BonusReplacement,
    Discard,
    Draw,
    Event,
    Expose,
    Kong,
    KongReplacement,
    Score,
    Settlement,
    Show,
)
from mjlog.findings import Refusal, Severity, codes_that, said_of
from mjlog.rules import CHECKS
from mjlog.rulesets import Rules
from mjlog.seats import Seat
from mjlog.table import PLAY_EVENTS, Place, Table, apply, prepare
from mjlog.table.facts import Fact
from mjlog.table.stakes import return_sticks
from mjlog.table.state import CLOSING, DONE, PASSING
from mjlog.text import list_words

MOST_READINGS = 12
"""With more of them the least likely go."""
AS_WRITTEN = "it happened as it was written down"
_AFTER_A_TILE = (Bonus, BonusReplacement, KongReplacement, Discard)
"""What belongs to a tile taken, or a set laid down, in the same turn."""
_TAKES_THE_TURN = (Draw, Discard, Expose, Kong)


class Hypothesis:
    """What can have happened so far.

    `table`: as it stands then; `end`: what the hand is worth by it. `why`: in words, what makes it another hypothesis
    than the one as written down, the latest first. `held`: an event that came one event later than it was written down.
    `excused`: codes that a player's next acts only carry through, as a chow that was called wrongly and is laid down;
    `is_excused`: the latest event was. `beside`: who acts out of turn while play stays where it was, until the discard
    that ends it. `before_play`: the first event of the play, and the table before the Charleston was ended for it.
    `is_blind`: nothing is known of the hand any more.
    """

    __slots__ = ("before_play", "beside", "end", "excused", "held", "is_blind", "is_excused", "table", "why")

    def __init__(self, table: Table, end: Settling, why: tuple[str, ...] = ()) -> None:
        self.table = table
        self.end = end
        self.why = why
        self.held: Event | None = None
        self.is_excused = False
        self.before_play: tuple[Event, Table] | None = None
        self.beside: Seat | None = None
        self.excused: frozenset[tuple[Seat | None, str]] = frozenset()
        self.is_blind = False

    @property
    def is_plain(self) -> bool:
        """Whether events are just asked about and carried out, as wherever nothing is wrong."""
        return not (self.excused or self.is_blind or self.held or self.beside)

    def excuses(self, event: Event, refusal: Refusal) -> bool:
        """Whether what is said against an event only carries an earlier fault through."""
        seats = (getattr(event, "seat", None), refusal.seat)
        if refusal.code == "out-of-place" and not isinstance(event, Show | Score | Settlement):
            return False
        if self.is_beside(event) and refusal.code in codes_that("of-the-turn"):
            return True
        return any((seat, refusal.code) in self.excused for seat in seats)

    def is_beside(self, event: Event) -> bool:
        """Whether an event belongs to what a player does out of turn."""
        return isinstance(event, _AFTER_A_TILE) and event.seat is self.beside

    def lose_the_turn(self, has_drawn: Seat | None, event: Event) -> None:
        """Whoever has drawn, and lost the turn to this event, may discard in the next one without drawing."""
        if has_drawn is not None and isinstance(event, _TAKES_THE_TURN) and self.table.turn is not has_drawn:
            self.excused |= {(has_drawn, "no-discard-due")}

    def branch(self, table: Table, why: str) -> Hypothesis:
        """A hypothesis that goes on from this one, with a table of its own. `why`: what was otherwise."""
        other = Hypothesis(table, self.end.fork(table), self.why if why == AS_WRITTEN else (why, *self.why))
        other.excused, other.beside, other.is_blind = self.excused, self.beside, self.is_blind
        return other

    def fork(self, reporter: Reporter) -> Hypothesis:
        """The same hypothesis in another replay, which goes on by itself; what was computed is kept."""
        other = self.branch(self.table.copy(), AS_WRITTEN)
        other.held = self.held
        other.end.reporter, other.end.values = reporter, self.end.values.copy()
        return other

    def prepare(self, event: Event) -> None:
        """Fill in what a record may leave out before this event."""
        table = self.table
        ended = table.win
        if table.due == PASSING:
            self.before_play = (event, table.copy()) if type(event) in PLAY_EVENTS else None
        prepare(table, event)
        if table.win is not ended:
            # Play goes on in a hand whose beginning is missing.
            self.end.clear()

    def put_held(self) -> None:
        """The event that came one later than it was written down happens now."""
        if self.held is not None:
            apply(self.table, self.held)
            self.held = None

    def is_like(self, other: Hypothesis) -> bool:
        """Whether nothing that can still be asked differs."""
        return self.held is other.held and _state(self.table) == _state(other.table)


def _state(table: Table) -> tuple[object, ...]:
    """What tells one table of a hand from another."""
    wall, latest = table.wall, table.discards[-1] if table.discards else None
    return (
        table.due, table.turn, table.open, table.winner, table.loose_due, table.in_deal, table.number, table.washout,
        table.round, table.players,
        wall.taken, wall.loose_taken, wall.tiles, wall.displaced, wall.out, wall.own,
        table.claims, table.answers, table.dead, table.seen,
        None if latest is None else (latest.seat, latest.tile, latest.claimed_by),
        None if table.kong is None else (table.kong.seat, table.kong.tile),
        [(one.held, one.unknown, one.doubtful, one.bonus, one.owed_bonus, one.calling, one.sets, one.last_drawn,
          one.shown) for one in table.places],
        table.passing, table.standing, table.totals, table.scores, table.riichi, table.wins, table.vain, table.no_wins,
    )  # fmt: skip


def different(hypotheses: Iterable[Hypothesis | None]) -> list[Hypothesis]:
    """Hypotheses that have become alike are one, the likeliest; of too many the likeliest are kept."""
    kept: list[Hypothesis] = []
    for hypothesis in hypotheses:
        if hypothesis is not None and not any(hypothesis.is_like(other) for other in kept):
            kept.append(hypothesis)
            if len(kept) == MOST_READINGS:
                break
    return kept


# -- how a hand can have ended, where a fault in its end leaves that open -------------------------------------------


class _End(NamedTuple):
    """One way in which a hand can end, in words; of a draw: whether East was ready, where that is asked."""

    why: str
    winners: tuple[Seat, ...] = ()
    voided: bool = False
    aborted: bool = False
    ready: frozenset[Seat] | None = frozenset()


def ways_it_ended(hypothesis: Hypothesis, on_the_table: int | None) -> list[Hypothesis]:
    """The hypotheses in which the next hand can begin, the likeliest first: one, unless the hand has a false end.

    The end stands as it was written down; or it does not, and the hand went on to another, or was played again.
    `on_the_table`: the points that lay there before the hand was paid.
    """
    table = hypothesis.table
    has_ended = table.due in (CLOSING, DONE)
    if table.standing.result_known or not has_ended or Fact.HANDS in table.in_doubt or not table.standing.seated:
        return [hypothesis]
    return different(hypothesis.branch(_ended(table, end, on_the_table), end.why) for end in _ends(table))


def with_pot(hypothesis: Hypothesis, pot: int | None) -> Hypothesis:
    """As if another number of points lay on the table: a fault leaves open whose sticks are there."""
    other = hypothesis.branch(hypothesis.table.copy(), "another number of points lay on the table")
    other.table.standing.lay(pot)
    return other


def _ends(table: Table) -> Iterator[_End]:
    standing = table.standing
    winners = tuple(win.seat for win in table.wins)
    if winners or table.washout or standing.voided:
        yield _End(AS_WRITTEN, winners, standing.voided, standing.aborted, standing.ready)
    yield _End("East had won", (Seat.E,))
    yield _End("another than East had won", (next((seat for seat in table.players if seat is not Seat.E), Seat.S),))
    yield _End("the hand had been drawn")
    if table.plan.family.goes_on_in_stakes:
        yield _End("the hand had been drawn, East ready", ready=frozenset((Seat.E,)))
        yield _End("the hand had been void", voided=True)


def _ended(table: Table, end: _End, on_the_table: int | None) -> Table:
    """The table after the hand has ended so."""
    table = table.copy()
    standing = table.standing
    standing.east_wins += (Seat.E in end.winners) - (standing.winner is Seat.E)
    if standing.pot is not None:
        standing.lay(0 if end.winners else on_the_table)
    if end.voided and not standing.voided:
        return_sticks(table)
    if end.winners and table.settlement is None:
        # What was paid for it nobody wrote down.
        standing.lose_totals()
    standing.winners, standing.winner = end.winners, end.winners[0] if end.winners else None
    standing.voided, standing.aborted, standing.ready = end.voided, end.aborted, end.ready
    standing.result_known = True
    return table


# -- a declaration of mahjong that is undone: taken back, or found to be none (american/error-5, american/dead-4) ----

Excused = frozenset[tuple[Seat | None, str]]
"""What is excused in a hypothesis."""


def before_the_win(hypotheses: list[Hypothesis], read_before: Mapping[tuple[str, ...], Excused]) -> list[Hypothesis]:
    """The hand is read as it was before the declaration: what explained that it was none is not asked any more."""
    standing = [standing_reading for standing_reading in hypotheses if standing_reading.why in read_before]
    for hypothesis in standing:
        hypothesis.end.result_open, hypothesis.excused = False, read_before[hypothesis.why]
    return standing or hypotheses[:1]


# -- what is left open ------------------------------------------------------------------------------------------------


_ERROR = Severity.ERROR.value
MONEY = "scores and payments"


def cause(report: HandReport, since: int | None) -> tuple[str, int | None]:
    """The fault that leaves what was won open, and from which event on: the latest before that, else the next one.

    What is said of scores and payments leaves nothing open but those.
    """
    faults = [one for one in report.findings if one.severity == _ERROR and one.code not in codes_that("of-points")]
    before = [fault for fault in faults if fault.seq is None or since is None or fault.seq <= since]
    if before or not faults:
        return (before[-1].code if before else UNKNOWN), since
    return faults[0].code, faults[0].seq


def disagreement(
    report: HandReport, event: ev.Event, judged: Iterable[tuple[Hypothesis, list[Refused] | None]], sound: Hypothesis
) -> Unjudged:
    """An event that is at fault in some hypotheses and in others not.

    `judged`: the hypotheses, the likeliest first, with what the rules have against the event in each. `sound`: the
    likeliest in which they have nothing.
    """
    faulty, refused = next((one, refused) for one, refused in judged if has_error(refused))
    rules = list(dict.fromkeys(rule for _refusal, rule in refused or () if rule is not None))
    first = first_error(refused)
    if sound.why:
        words = f"legal if {sound.why[0]}; else {first.message}"
    elif faulty.why:
        words = f"legal as it was written down; if {faulty.why[0]}, it is not: {first.message}"
    else:
        words = f"legal if the fault before it is held against nobody; else {first.message}"
    return Unjudged(rules or first.code, event.seq, event.seq, report.latest_fault, words)


def lost_sight(event: ev.Event | None, because: str) -> Unjudged:
    """Moves are missing: hands, turn and calls are open until the record tells them."""
    words = "moves are missing: hands, turn and open calls are judged again as the record tells them"
    return Unjudged([], None if event is None else event.seq, None, because, words, is_lost_sight=True)


def totals_left_open(reports: Sequence[HandReport], event: ev.Event) -> Unjudged:
    """Totals at the end of the game, where payments are open that they depend on."""
    faults = (report.latest_fault for report in reversed(reports))
    because = next((code for code in faults if code != UNKNOWN), UNKNOWN)
    words = "what was paid for some hand is open: the totals are judged only by what they add up to"
    return Unjudged("totals", event.seq, None, because, words)


def finals_told(rules: Rules, event: ev.Event, words: str) -> Unjudged:
    """Final scores of a record that does not say how they are made."""
    return Unjudged([rules.cites.final] if rules.cites.final else "final scores", event.seq, event.seq, UNSAID, words)


def totals_of_a_part(report: HandReport, event: ev.Event, refused: Iterable[Refused]) -> Iterator[Unjudged]:
    """Totals of a game that ends too early: they do not fit, and a hand that is missing may be the one fault."""
    for refusal, rule in refused:
        words = f"right if a hand is missing; else {refusal.message}"
        yield Unjudged([] if rule is None else [rule], event.seq, event.seq, report.latest_fault, words)


def another_hand(report: HandReport, event: ev.Event) -> Unjudged:
    """The hand is another than the one written down."""
    words = "nothing is known of the hand: it is another than the one that was written down"
    return Unjudged("everything", event.seq, None, report.latest_fault, words)


def dealt_otherwise(report: HandReport, event: ev.Event) -> Unjudged:
    """The deal was written down wrong: no hand is known by it."""
    words = "the deal was written down wrong: hands are known as far as they are shown"
    return Unjudged("the tiles dealt", event.seq, None, report.latest_fault, words)


def hands_in_doubt(report: HandReport, event: ev.Event, places: Iterable[Place]) -> Iterator[Unjudged]:
    """Players of whose tiles some are not there by a fault, and nobody knows which, until the hand is shown."""
    for place in places:
        if place.surplus:
            without = "one of them" if place.surplus == 1 else f"{place.surplus} of them"
            words = f"{place.seat} has the tiles that came without {without}: which, the hand tells when it is shown"
            yield Unjudged(f"what hangs on {place.seat}'s tiles", event.seq, None, report.latest_fault, words)


def never_written(rules: Rules, table: Table, began: int, not_understood: str = "") -> Iterator[Unjudged]:
    """What the rule set needs, and the record of this hand does not have.

    `began`: the `hand-start`; `not_understood`: what the record names of rules of its own, and nobody can read.
    """
    if not_understood:
        words = f"the game has rules of its own that are not known ({not_understood})"
        yield Unjudged([], began, None, UNSAID, words)
    if table.depth == "result":
        yield Unjudged("the play", began, None, UNKNOWN, "only the result of the hand was recorded")
        return
    if table.depth == "table":
        yield Unjudged("tiles that nobody saw", began, None, UNKNOWN, "the hand is recorded as seen from the table")
    elif not table.in_deal and not table.gaps and (table.discards or table.win is not None):
        ids = _rules_about(rules, (ev.Deal, ev.Wall))
        yield Unjudged(ids, began, None, UNKNOWN, "the deal was not recorded: hands are known as far as they are shown")
    if table.passing is not None and table.passing.none_recorded:
        ids = _rules_about(rules, (ev.Charleston, ev.CharlestonStop))
        yield Unjudged(ids, began, None, UNKNOWN, "no Charleston was recorded")
    if not table.has_card:
        checks = {"hand_is_on_the_card", "exposure_leaves_a_line"}
        ids = [rule.id for rule in rules.ruleset.rules if checks & {*rule.checks}]
        yield Unjudged(ids, began, None, UNKNOWN, "the score card is not at hand: what a hand must be is not judged")


def _rules_about(rules: Rules, kinds: Iterable[type[ev.Event]]) -> list[str]:
    """The rules with a check that is about events of these types alone."""
    wanted = set(kinds)
    names = {name for name, info in CHECKS.items() if wanted >= {*info.events}}
    return [rule.id for rule in rules.ruleset.rules if names & {*rule.checks}]


def minimum_left_open(worth: Settling) -> Iterator[Unjudged]:
    """Wins of which only the result is written down, and that need some worth: nothing tells whether they have it."""
    for seat in [] if worth.result_open else worth.minimum_left_open():
        win = worth.table.win_of(seat)
        words = f"whether {seat}'s hand was worth enough to win depends on what nobody wrote down"
        yield Unjudged("the minimum to win", None if win is None else win.seq, None, UNKNOWN, words)


def money_left_open(
    worth: Settling, report: HandReport, is_result_open: bool, told: str, left_open: str
) -> Iterator[Unjudged]:
    """Scores that were announced, and payments that were made, and that could not be compared with what is due.

    `told`: what payments depend on and the tiles leave open, so that these tell it; `left_open`: what the rules do.
    """
    win = worth.table.win
    because, since = cause(report, None if win is None else win.seq)
    if is_result_open and (report.recorded or report.settled):
        what = said_of(because, "opens") or "who has won"
        words = f"{what} is open: scores and payments are judged only by what adds up"
        yield Unjudged(MONEY, since, None, because if because != UNKNOWN else report.latest_fault, words)
        return
    if win is None or not worth.reporter.frame.known_rules:
        return
    silent = [seat.value for seat, total in report.recorded.items() if total and seat not in report.computed]
    if silent:
        seats = list_words(Seat[letter].wind_name for letter in silent)
        words = f"the scores of {seats} count as announced: their tiles do not tell what they are worth"
        yield Unjudged("scores", since, None, because, words)
    if report.settled is not None and report.owed is None:
        open_ = left_open or "what was due is open: neither tiles nor scores tell it"
        yield Unjudged("payments", since, None, because, open_)
    elif told:
        yield Unjudged("payments", since, None, because, f"the tiles leave open {told}: the payments tell it")
