"""What was not judged in a hand: where readings disagree, where moves are missing, and what nobody wrote down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mjlog import events as ev
from mjlog.audit.reading import Reading
from mjlog.audit.report import UNKNOWN, UNSAID, HandReport, Unjudged
from mjlog.audit.reporter import Refused, first_error, has_error
from mjlog.audit.settling import Settling
from mjlog.findings import Severity, codes_that
from mjlog.rules import CHECKS
from mjlog.rulesets import Rules
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.text import list_words

_ERROR = Severity.ERROR.value
MONEY = "scores and payments"


def cause(report: HandReport, since: int | None) -> tuple[str, int | None]:
    """The fault that leaves what was won open, and from which event on: the latest before that, else the next one.

    What is said of scores and payments leaves nothing open but those.
    """
    faults = [one for one in report.findings if one.severity == _ERROR and one.code not in codes_that("of-points")]
    before = [one for one in faults if one.seq is None or since is None or one.seq <= since]
    if before or not faults:
        return (before[-1].code if before else UNKNOWN), since
    return faults[0].code, faults[0].seq


def disagreement(
    report: HandReport, event: ev.Event, judged: Iterable[tuple[Reading, list[Refused] | None]], sound: Reading
) -> Unjudged:
    """An event that is at fault in some readings and in others not.

    `judged`: the readings, the likeliest first, with what the rules have against the event in each. `sound`: the
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
    faults = (one.latest_fault for one in reversed(reports))
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
        what = "what the hand is worth" if because == "wrong-indicator" else "who has won"
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
