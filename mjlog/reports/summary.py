"""What many games came to: faults by kind and by player, and the money that errors of counting moved.

Money is what was paid for hands less what was due for them, in points of their rule set: points of different rule sets
are never added up. Only what is certain is counted; how many hands leave it open is counted beside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from mjlog.audit.report import Ending, HandReport
from mjlog.findings import Finding, Severity, codes_that


class Moved(msgspec.Struct):
    """What one player got too much and too little, in points; both are counted up over hands."""

    too_much: int = 0
    too_little: int = 0

    @property
    def balance(self) -> int:
        """What the player has too much (or too little, below nought) after all."""
        return self.too_much - self.too_little


class Summary(msgspec.Struct):
    """Counts of games, hands, findings and points.

    `faults`: findings by severity and code. `players`: errors and warnings by handle and severity, where they name a
    player's seat; `nobody`: how many name none. What is told for information is nobody's fault. `money`: by rule set
    and handle. `accepted`: findings that are left out as accepted; `ruled`: those that were ruled on at the table;
    `settled`: how many of these are counted nowhere else.

    Every hand is one of these. `wrong`: paid wrong for certain; `passed_over`: likewise, but what was found of it is
    accepted or not asked for; `right`: paid as due; `open`: paid, and it cannot be told whether rightly; `unpaid`: won,
    and no payment recorded; `drawn`, and nothing paid; `void`: thrown in; `without_result`: in progress, or the record
    does not say how it ended.
    """

    games: int = 0
    hands: int = 0
    faults: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    players: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    nobody: int = 0
    money: dict[str, dict[str, Moved]] = msgspec.field(default_factory=dict)
    wrong: int = 0
    passed_over: int = 0
    right: int = 0
    open: int = 0
    unpaid: int = 0
    drawn: int = 0
    void: int = 0
    without_result: int = 0
    accepted: int = 0
    ruled: int = 0
    settled: int = 0

    @property
    def severities(self) -> dict[str, int]:
        """How many findings of each severity."""
        return {severity: sum(codes.values()) for severity, codes in self.faults.items()}

    def add_game(self, hands: Iterable[HandReport], are_rulings_accepted: bool = False) -> None:
        """One more game. `are_rulings_accepted`: what was ruled on is counted apart, and nowhere else."""
        self.games += 1
        for hand in hands:
            self.add_hand(hand, are_rulings_accepted)

    def add_hand(self, hand: HandReport, are_rulings_accepted: bool = False) -> None:
        """One more hand of a game (or the time before its first)."""
        self.hands += hand.hand is not None
        self.accepted += hand.accepted
        for finding in hand.findings:
            self.ruled += finding.ruled is not None
            if finding.ruled is not None and are_rulings_accepted:
                self.settled += 1
            else:
                self._add_finding(finding, hand)
        if hand.hand is not None:
            self._add_payment(hand)

    def _add_finding(self, finding: Finding, hand: HandReport) -> None:
        _count(self.faults.setdefault(finding.severity, {}), finding.code)
        if finding.severity == Severity.INFO.value:
            return
        player = hand.player(finding)
        if player is None:
            self.nobody += 1
        else:
            _count(self.players.setdefault(player, {}), finding.severity)

    def _add_payment(self, hand: HandReport) -> None:
        due = hand.due
        paid, owed = _non_zero(hand.settled), _non_zero(hand.owed)
        nothing_due = hand.outcome in ("wash-out", "void") and not owed
        if paid is None or (nothing_due and not paid):
            self._add_unpaid(hand.outcome)
        elif paid in (owed, _non_zero(due)):
            self.right += 1
        elif due is None:
            self.open += 1
        elif any(finding.code in codes_that("of-counting-or-paying") for finding in hand.findings):
            self._add_moved(hand, due)
        else:
            self.passed_over += 1

    def _add_unpaid(self, outcome: Ending) -> None:
        self.unpaid += outcome == "won"
        self.drawn += outcome == "wash-out"
        self.void += outcome == "void"
        self.without_result += outcome == "unfinished"

    def _add_moved(self, hand: HandReport, due: Mapping[str, int]) -> None:
        paid = hand.settled or {}
        self.wrong += 1
        money = self.money.setdefault(hand.ruleset or "", {})
        for seat in {**paid, **due}:
            points = paid.get(seat, 0) - due.get(seat, 0)
            player = hand.seats.get(seat)
            if not points or player is None:
                continue
            moved = money.setdefault(player, Moved())
            if points > 0:
                moved.too_much += points
            else:
                moved.too_little -= points

    def add(self, other: Summary) -> None:
        """Another summary's counts to these."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, others in ((self.faults, other.faults), (self.players, other.players)):
            for outer, counts in others.items():
                for inner, number in counts.items():
                    _count(mine.setdefault(outer, {}), inner, number)
        for ruleset, players in other.money.items():
            money = self.money.setdefault(ruleset, {})
            for player, moved in players.items():
                mine_of = money.setdefault(player, Moved())
                mine_of.too_much += moved.too_much
                mine_of.too_little += moved.too_little


_COUNTS = tuple(field.name for field in msgspec.structs.fields(Summary) if field.type is int)


def _count(counts: dict[str, int], name: str, number: int = 1) -> None:
    counts[name] = counts.get(name, 0) + number


def _non_zero(change: Mapping[str, int] | None) -> dict[str, int] | None:
    return None if change is None else {seat: points for seat, points in change.items() if points}
