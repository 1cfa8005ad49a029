"""What is asked before a line goes into the record: what breaks a rule, and payments that nobody wrote down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mjlog import events as ev
from mjlog.findings import said_of
from mjlog.formats.shorthand.endings import typed_pay
from mjlog.recording.allowing import allowed_by_options
from mjlog.recording.draft import Said
from mjlog.recording.payment import presumed_payment
from mjlog.recording.preview import Preview
from mjlog.recording.session import RecordingSession


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is answered by yes or no.

    `line`: what is entered after a yes; `about`: told before the question, each with its weight (`said`, `error`;
    `info`: what would allow it; `else`: what can be entered after a no). `is_judged`: what the line itself breaks has
    been asked about; otherwise it is judged like any other line.
    """

    text: str
    line: str
    about: list[tuple[str, str]] = field(default_factory=list)
    is_judged: bool = True


def asked_before(session: RecordingSession, text: str, understood: Preview) -> Asked | None:
    """What is to be asked before a line is entered; None where nothing is."""
    return _unpaid(session, text, understood) or _illegal(text, understood)


def _unpaid(session: RecordingSession, text: str, understood: Preview) -> Asked | None:
    """A hand is left whose payments depend on something that nobody said: that is asked, once."""
    said = [one for step in understood.steps for one in step.said]
    presumed = presumed_payment(session.recorder.replay)
    if presumed is None or not said or not isinstance(said[0].event, ev.HandStart | ev.GameEnd):
        return None
    about = [("said", f"hand {session.table.hand}: {presumed}")]
    if session.table.plan.tracks_danger:
        others = typed_pay(session.table, -12, 4, 20)
        about.append(("else", f"`pay w` says that West paid for all, and `{others}` who how much"))
    ask = f"nobody wrote down {presumed.unsaid}: was it paid as computed?"
    return Asked(ask, f"pay; {text}", about, is_judged=False)


def _illegal(text: str, understood: Preview) -> Asked | None:
    """An illegal move is recorded if it happened; what cannot have happened is most likely a slip."""
    if not understood.errors:
        return None
    ask = said_of(understood.errors[0].code, "asked") or "did it happen at the table?"
    if understood.is_impossible:
        ask = "that can hardly be, is it a slip? record it all the same?"
    about = [("said", f"{text.strip()}: {'; '.join(understood.said)}")]
    about += [("error", f"{one.code}: {one.message}") for one in understood.errors]
    about += [("else", words) for one in understood.errors if (words := said_of(one.code, "otherwise"))]
    if understood.after is not None:
        about += [("info", words) for words in allowed_by_options(understood.after, understood.errors)]
    return Asked(ask, text, about)


def asked_to_void(said: Sequence[Said]) -> str:
    """What is asked before events of the log are taken back."""
    words = "; ".join(f"event {one.event.seq}: {one.words}" for one in said)
    return f"{words} - confirmed already: void it by a correction, which stays in the log?"
