"""What a line that is being typed would mean, and what the rules would say of it; nothing is changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from mjlog import events as ev
from mjlog.errors import MjlogError
from mjlog.findings import Finding, Severity, codes_that
from mjlog.formats.shorthand.reading import refuse_nonsense
from mjlog.formats.shorthand.splitting import acts_in
from mjlog.recording.draft import Step
from mjlog.recording.game import RecordedGame
from mjlog.seats import SEATS
from mjlog.table import PLAY_EVENTS
from mjlog.text import shown
from mjlog.views.naming import seat_name

_OF_NO_HAND = (ev.Correction, ev.Note, ev.Dispute, ev.Ruling)


class Meaning(NamedTuple):
    """What is to be the same when a line is entered as it was when it was typed or tapped.

    The hand that it belongs to, of all that were `begun`, its number, who sits where in it, and its depth; for an act
    of play, how many `acts` there are then; what it says in words; how often that is `written` already; and which rules
    it breaks. A correction names its event, and a remark changes nothing: they belong to no hand.
    """

    begun: int = 0
    number: int = 0
    players: Sequence[tuple[str, str]] = ()
    depth: str = ""
    acts: int | None = None
    said: Sequence[str] = ()
    written: int = 0
    breaks: Sequence[str] = ()

    @property
    def hand_in_words(self) -> str:
        """The hand, and who sits where."""
        seated = ", ".join(f"{seat} {shown(player, 40)}" for seat, player in self.players)
        return f"hand {self.number} ({seated})" if self.number else "the time before the first hand"

    def hand_in_words_beside(self, other: Meaning) -> str:
        """The hand as far as it is another one."""
        if self.number == other.number:
            return self.hand_in_words if self.players != other.players else "that hand begun anew"
        return f"hand {self.number}"


@dataclass(slots=True)
class Preview:
    """A line understood: it was carried out at a fork of the game, and nothing is changed by that.

    `before` and `after`: the game, and the fork after all acts that could be read, each in `steps`. `trouble`: why the
    next one cannot be; `act`: that act.
    """

    before: RecordedGame | None = None
    after: RecordedGame | None = None
    steps: list[Step] = field(default_factory=list)
    trouble: MjlogError | None = None
    act: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.steps and self.trouble is None

    @property
    def error(self) -> str | None:
        """Why an act cannot be read."""
        return None if self.trouble is None else str(self.trouble)

    @property
    def said(self) -> list[str]:
        """The events in words."""
        return [words for step in self.steps for words in step.words]

    @property
    def findings(self) -> list[Finding]:
        """What the rules say of them."""
        return [finding for step in self.steps for one in step.said for finding in one.findings]

    @property
    def errors(self) -> list[Finding]:
        """What breaks a rule."""
        return [finding for finding in self.findings if finding.severity == Severity.ERROR.value]

    @property
    def is_impossible(self) -> bool:
        """Whether it cannot well have happened."""
        return any(finding.code in codes_that("slip") for finding in self.errors)

    @property
    def meaning(self) -> Meaning | None:
        """What the line means; None where there is none."""
        if self.before is None:
            return None
        made = [one for step in self.steps for one in step.said if not isinstance(one.event, ev.HandStart)]
        events = [one.event for one in made]
        said = [str(self.trouble)] if self.trouble is not None else [one.words for one in made] or self.said
        breaks = [one.code for one in self.errors]
        if events and all(isinstance(one, _OF_NO_HAND) for one in events):
            return Meaning(said=said, breaks=breaks)
        game = self.after or self.before
        table = game.table
        seated = [(seat_name(seat), table.players[seat]) for seat in SEATS if seat in table.players]
        acts = table.acts if any(type(one) in PLAY_EVENTS for one in events) else None
        written = _how_often(events, self.before.events)
        return Meaning(len(game.replay.reports), table.hand, seated, table.depth, acts, said, written, breaks)

    def strays_to(self, now: Preview) -> str | None:
        """Why the line, as it is understood now, is not what it was here; None where it is the same."""
        then, means = self.meaning, now.meaning
        if then == means or then is None or means is None:
            return None
        if (then.begun, then.players) != (means.begun, means.players):
            return f"it was for {then.hand_in_words}, now it is for {means.hand_in_words_beside(then)}"
        if then.said != means.said:
            was, is_now = (one.error or "; ".join(one.said) for one in (self, now))
            return f"it was: {shown(was, 200)}; now: {shown(is_now, 200)}"
        return "the same was written" if then.written != means.written else "others acted before it"


def preview(recorder: RecordedGame, text: str) -> Preview:
    """What a line would mean if it were entered now."""
    found = Preview(recorder)
    for act in acts_in(text):
        try:
            found.after = found.after or recorder.fork()
            refuse_nonsense(found.after.at_fault - recorder.at_fault)
            found.steps.append(Step(act.text, found.after.carry_out(found.after.read(act.text))))
        except MjlogError as error:
            found.trouble, found.act = error, act.text
            break
    return found


def _how_often(events: Sequence[ev.Event], written: Sequence[ev.Event]) -> int:
    """How often these were written down already, whoever wrote them, and when."""
    kinds = {type(one) for one in events}
    bare = [[replace(one, seq=1, at=None, recorder=None) for one in side if type(one) in kinds]
            for side in (events, written)]  # fmt: skip
    return sum(map(bare[1].count, bare[0]))
