"""What a line that is being typed would mean, and what the rules would say of it; nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from mjlog.audit.records import GameRecord
from mjlog.audit.replay import Replay
from mjlog.errors import MjlogError
from mjlog.findings import Finding, Severity
from mjlog.formats.shorthand.document import event_of
from mjlog.formats.shorthand.scene import Scene
from mjlog.formats.shorthand.splitting import acts_in
from mjlog.views.hands import Start
from mjlog.views.words import words
from mjlog_cli.recording import Recorder, scene_of

IMPOSSIBLE = frozenset(
    (
        "tile-not-in-set", "too-many-copies", "tile-not-held", "not-the-wall-tile", "out-of-place", "play-after-end",
        "claim-own-discard", "kong-no-pung", "exchange-no-match", "not-a-set", "wrong-deal-count", "bad-dice",
        "shown-hand-differs",
    )
)  # fmt: skip
"""Findings of what can hardly have happened at a table: more likely a slip of the one who types."""


@dataclass(slots=True)
class Preview:
    """A line understood: its events in words, the findings, and where it could not be read.

    `error`: why an act cannot be read; `act`: that act.
    """

    said: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    error: str | None = None
    act: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.said and self.error is None

    @property
    def errors(self) -> list[Finding]:
        """What breaks a rule."""
        return [finding for finding in self.findings if finding.severity == Severity.ERROR.value]

    @property
    def is_impossible(self) -> bool:
        """Whether it cannot well have happened."""
        return any(finding.code in IMPOSSIBLE for finding in self.errors)


def preview(recorder: Recorder, text: str) -> Preview:
    """What a line would mean if it were entered now."""
    found = Preview()
    trial: _Trial | None = None
    for act in acts_in(text):
        try:
            trial = trial or _Trial(recorder)
            trial.carry_out(act.text, found)
        except MjlogError as error:
            found.error, found.act = str(error), act.text
            break
    if trial is not None:
        found.findings = trial.findings()
    return found


class _Trial:
    """A copy of the game, to try acts on."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.replay = Replay(GameRecord(recorder.record.source, recorder.game, iter(())), cards=recorder.cards)
        Start.after(recorder.replay).put_into(self.replay)
        self.replay.report.hand = recorder.replay.report.hand
        self.replay.ending.take_over(recorder.replay.ending)
        self.seq = recorder.last

    def carry_out(self, act: str, found: Preview) -> None:
        """One act."""
        scene: Scene = scene_of(self.replay)
        for fields in self.recorder.read(act, scene):
            self.seq += 1
            event, _body = event_of({**fields, "seq": self.seq})
            found.said.append(words(self.replay.table, event))
            self.replay.feed(event, None)

    def findings(self) -> list[Finding]:
        """What the rules said of the acts."""
        return [finding for report in self.replay.reports for finding in report.findings]
