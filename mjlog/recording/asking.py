"""What is asked before a line goes into the record: what breaks a rule, and payments that nobody wrote down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError
from mjlog.findings import Finding, Severity, said_of
from mjlog.formats.shorthand.endings import typed_pay
from mjlog.recording.game import EventSaid, RecordedGame
from mjlog.recording.session import Preview, RecordingSession
from mjlog.rulesets.resolve import written_option
from mjlog.scoring import Settlement
from mjlog.seats import SEATS, Seat
from mjlog.text import signed
from mjlog.views.words import seat_name

# -- payments count as computed, as long as nothing else is said ------------------------------------------------------


class Presumed(NamedTuple):
    """Payments that count for a hand, and what they depend on that nobody wrote down, in words."""

    due: Settlement
    unsaid: str

    def __str__(self) -> str:
        return amounts(self.due.change)


def presumed_payment(replay: Engine) -> Presumed | None:
    """What counts as paid for the hand that is over; None where it was written down, or follows from what was."""
    table = replay.table
    if not table.standing.result_known or table.standing.voided or table.settlement is not None:
        return None
    due, unsaid = replay.ending.presumed(), replay.ending.unsaid()
    return None if due is None or unsaid is None else Presumed(due, unsaid)


def amounts(change: Mapping[Seat, int]) -> str:
    """What everybody gains, in words."""
    return ", ".join(f"{seat_name(seat)} {signed(change[seat])}" for seat in SEATS if seat in change)


# -- which option would allow it --------------------------------------------------------------------------------------


def allowed_by_options(game: RecordedGame, findings: Iterable[Finding]) -> Iterator[str]:
    """How an option stands under which a rule would not speak as it did, and how it is changed: a sentence each.

    `game`: after the events that were found at fault.
    """
    sentences = {}
    for finding in findings:
        rules = game.replay.rules
        rule = rules.ruleset.rule(finding.rule) if finding.rule is not None else None
        if rule is None or finding.severity != Severity.ERROR.value or rule.option not in rules.ruleset.options:
            continue
        option, now = rules.ruleset.options[rule.option], rules.options[rule.option]
        # One more of a count is enough to see whether it is the count that forbids.
        others = [not now] if option.kind == "bool" else [now + 1]
        if option.kind in ("choice", "list", "suits", "fines"):
            others = [value for value in option.values if value != now] if option.kind == "choice" else []
        for other in others:
            act = f"fix option {rule.option}={written_option(other)}"
            if act not in sentences and _is_allowed(game, act):
                sentences[act] = f"option {rule.option} is {written_option(now)}: `{act}` changes it for the whole game"
                break
    yield from sentences.values()


def _is_allowed(game: RecordedGame, act: str) -> bool:
    """Whether fewer faults are found in the game with another option."""
    tried = game.fork()
    try:
        tried.carry_out(tried.read(act))
    except MjlogError:
        return False
    return _errors(tried) < _errors(game)


def _errors(game: RecordedGame) -> int:
    findings = (finding for report in game.replay.reports for finding in report.findings)
    return sum(finding.severity == Severity.ERROR.value for finding in findings)


# -- questions --------------------------------------------------------------------------------------------------------


class YesNoQuestion(msgspec.Struct, frozen=True):
    """A question that is answered by yes or no.

    `line`: what is entered after a yes; `about`: told before the question, each with its weight (`said`, `error`;
    `info`: what would allow it; `else`: what can be entered after a no). `is_judged`: what the line itself breaks has
    been asked about; otherwise it is judged like any other line.
    """

    text: str
    line: str
    about: list[tuple[str, str]] = msgspec.field(default_factory=list)
    is_judged: bool = True


def asked_before(session: RecordingSession, text: str, understood: Preview) -> YesNoQuestion | None:
    """What is to be asked before a line is entered; None where nothing is."""
    entries = [entry for step in understood.steps for entry in step.said]
    presumed = presumed_payment(session.recorder.replay)
    if presumed is not None and entries and isinstance(entries[0].event, ev.HandStart | ev.GameEnd):
        # A hand is left whose payments depend on something that nobody said: that is asked, once.
        about = [("said", f"hand {session.table.hand}: {presumed}")]
        if session.table.plan.tracks_danger:
            others = typed_pay(session.table, -12, 4, 20)
            about.append(("else", f"`pay w` says that West paid for all, and `{others}` who how much"))
        ask = f"nobody wrote down {presumed.unsaid}: was it paid as computed?"
        return YesNoQuestion(ask, f"pay; {text}", about, is_judged=False)
    if not understood.errors:
        return None
    # An illegal move is recorded if it happened; what cannot have happened is most likely a slip.
    ask = said_of(understood.errors[0].code, "asked") or "did it happen at the table?"
    if understood.is_impossible:
        ask = "that can hardly be, is it a slip? record it all the same?"
    about = [("said", f"{text.strip()}: {'; '.join(understood.said)}")]
    about += [("error", f"{error.code}: {error.message}") for error in understood.errors]
    about += [("else", words) for error in understood.errors if (words := said_of(error.code, "otherwise"))]
    if understood.after is not None:
        about += [("info", words) for words in allowed_by_options(understood.after, understood.errors)]
    return YesNoQuestion(ask, text, about)


def asked_to_void(entries: Sequence[EventSaid]) -> str:
    """What is asked before events of the log are taken back."""
    words = "; ".join(f"event {entry.event.seq}: {entry.words}" for entry in entries)
    return f"{words} - confirmed already: void it by a correction, which stays in the log?"
