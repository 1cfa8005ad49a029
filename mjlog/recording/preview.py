"""What a line that is being typed would mean, and what the rules would say of it; nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from mjlog.errors import MjlogError
from mjlog.findings import Finding, Severity
from mjlog.formats.shorthand.reading import refuse_nonsense
from mjlog.formats.shorthand.splitting import acts_in
from mjlog.recording.draft import Step
from mjlog.recording.game import RecordedGame

IMPOSSIBLE = frozenset(
    (
        "bad-json", "bad-event", "bad-field", "seq-gap", "chain-broken", "unknown-ruleset", "unknown-option",
        "out-of-place", "play-after-end", "bad-dice", "wrong-deal-tiles", "not-the-wall-tile", "tile-not-in-set",
        "too-many-copies", "tile-not-held", "set-not-held", "not-a-set", "claim-own-discard", "kong-not-concealed",
        "kong-no-pung", "exchange-no-match", "mahjong-tile-wrong", "shown-hand-differs", "not-zero-sum",
    )
)  # fmt: skip
"""Findings of what can hardly have happened at a table: more likely a slip of the one who types.

Nobody lays down a tile that they do not have, or wins with another one than lies there, and what one pays another gets.
Whatever a player can do against the rules is none of these: a hand out of turn, a false call, a tile too many.
"""


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
        return any(finding.code in IMPOSSIBLE for finding in self.errors)

    @property
    def meaning(self) -> tuple[list[str], list[str]] | None:
        """What the line means in words, and which rules it breaks; None where it cannot be read."""
        return (self.said, [one.code for one in self.errors]) if self.trouble is None else None


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
