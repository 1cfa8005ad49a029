"""What a line that is being typed would mean, and what the rules would say of it; nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from mjlog import events as ev
from mjlog.errors import MjlogError
from mjlog.findings import Finding, Severity
from mjlog.formats.shorthand.reading import refuse_nonsense
from mjlog.formats.shorthand.splitting import acts_in
from mjlog.recording.draft import Step
from mjlog.recording.game import RecordedGame
from mjlog.seats import SEATS
from mjlog.table import PLAY_EVENTS
from mjlog.text import shown

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
    def meaning(self) -> tuple[object, ...] | None:
        """What is to be the same when the line is entered as it was when it was typed or tapped.

        That is the hand that it belongs to, and who sits where in it; for an act of play how many came before it; what
        it says in words, and how often that was written down already; and which rules it breaks. A correction names its
        event, and belongs to no other hand. None where there is no line.
        """
        if self.before is None:
            return None
        made = [one for step in self.steps for one in step.said if not isinstance(one.event, ev.HandStart)]
        events = [one.event for one in made]
        said = [self.error] if self.trouble is not None else [one.words for one in made] or self.said
        breaks = [one.code for one in self.errors]
        if events and all(isinstance(one, ev.Correction) for one in events):
            return None, said, breaks
        now = (self.after or self.before).table
        at = now.acts if any(type(one) in PLAY_EVENTS for one in events) else None
        bare = [replace(one, seq=1, at=None, recorder=None) for one in events]
        kinds = {type(one) for one in events}
        before = [replace(one, seq=1, at=None, recorder=None) for one in self.before.events if type(one) in kinds]
        return self._hand, now.depth, at, said, sum(map(before.count, bare)), breaks

    @property
    def _hand(self) -> tuple[int, list[tuple[str, str]]]:
        """Which hand the line belongs to, of all that were begun, and who sits where in it."""
        game = self.after or self.before
        assert game is not None
        players = game.table.players
        return len(game.replay.reports), [(seat.value, players[seat]) for seat in SEATS if seat in players]

    def strays_to(self, now: Preview) -> str | None:
        """Why the line, as it is understood now, is not what it was here; None where it is the same."""
        if self.meaning == now.meaning:
            return None
        if self.before is not None and now.before is not None and self._hand != now._hand:
            then, meant = _hand_in_words(self), _hand_in_words(now)
            return f"it was for {then}, " + (f"and would be for {meant}" if then != meant else "which was begun anew")
        then, meant = (one.error or "; ".join(one.said) for one in (self, now))
        if then == meant:
            return "somebody else wrote the same, or what comes before it"
        return f"then: {shown(then, 200)}; now: {shown(meant, 200)}"


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


def _hand_in_words(line: Preview) -> str:
    """The hand that a line belongs to, and who sits where."""
    game = line.after or line.before
    assert game is not None
    table = game.table
    seated = ", ".join(f"{shown(table.players[seat], 40)} {seat}" for seat in SEATS if seat in table.players)
    return f"hand {table.hand} ({seated})" if table.hand else "no hand yet"
