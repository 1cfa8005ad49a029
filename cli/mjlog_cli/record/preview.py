"""What a line that is being typed would mean, and what the rules would say of it; nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from mjlog.errors import MjlogError
from mjlog.findings import Finding, Severity
from mjlog.formats.shorthand.splitting import acts_in
from mjlog_cli.recording import RecordedGame

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


def preview(recorder: RecordedGame, text: str) -> Preview:
    """What a line would mean if it were entered now: it is carried out at a fork of the game, which is forgotten."""
    found = Preview()
    tried: RecordedGame | None = None
    for act in acts_in(text):
        try:
            tried = tried or recorder.fork()
            for one in tried.carry_out(tried.read(act.text)):
                found.said.append(one.words)
                found.findings += one.findings
        except MjlogError as error:
            found.error, found.act = str(error), act.text
            break
    return found
