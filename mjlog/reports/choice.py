"""Which findings are wanted: of which days, of whom, of which kind, how grave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from mjlog.audit.report import HandReport
from mjlog.findings import Finding, gravity
from mjlog.period import ALWAYS, Period
from mjlog.text import either, shown


@dataclass(frozen=True, slots=True)
class Choice:
    """What is asked of findings; everything must be true of one. Without anything: all of them.

    `period`: days on which the game was played. `player`: a handle; then only hands that this player took part in are
    looked at, and of their findings those of the player and those of nobody's seat. `codes`: one of these; `severity`:
    so grave at least.
    """

    period: Period = ALWAYS
    player: str | None = None
    codes: frozenset[str] = frozenset()
    severity: str = "info"

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return self.period.is_open and replace(self, period=ALWAYS) == EVERYTHING

    def words(self) -> Iterator[str]:
        """What is asked for, in words.

        >>> list(Choice(player="anna", severity="error").words())
        ['hands of anna', 'of severity error']
        """
        if self.period.since is not None:
            yield f"games since {self.period.since}"
        if self.period.until is not None:
            yield f"games until {self.period.until}"
        if self.player is not None:
            yield f"hands of {shown(self.player, 200)}"
        if self.codes:
            yield f"findings {either(sorted(self.codes))}"
        if self.severity != EVERYTHING.severity:
            yield f"of severity {self.severity}{'' if gravity(self.severity) == 0 else ' or graver'}"

    def has_day(self, day: date | None) -> bool:
        """Whether games of this day are wanted; one without a date is in no period that has an end."""
        return self.period.has(day)

    def has_hand(self, hand: HandReport) -> bool:
        """Whether the hand is looked at."""
        return self.player is None or self.player in hand.seats.values()

    def has(self, finding: Finding, hand: HandReport) -> bool:
        """Whether a finding of this hand is wanted."""
        if self.codes and finding.code not in self.codes:
            return False
        if gravity(finding.severity) > gravity(self.severity):
            return False
        return self.player is None or hand.player(finding) in (None, self.player)

    def of(self, hands: Iterable[HandReport]) -> list[HandReport]:
        """The hands that are looked at, each with the findings that are wanted."""
        return [hand.with_findings([one for one in hand.findings if self.has(one, hand)])
                for hand in hands if self.has_hand(hand)]  # fmt: skip


EVERYTHING = Choice()
