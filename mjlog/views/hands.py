"""The hands of a game: where each begins and ends in the log, whether it is over, what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.findings import Finding
from mjlog.log.records import Fault
from mjlog.seats import Seat
from mjlog.table import PLAY_EVENTS
from mjlog.views.card_lines import BoardLine
from mjlog.views.sight import HIDING

PLAY: frozenset[type] = (PLAY_EVENTS - {ev.Mahjong, ev.Washout, ev.Show}) | {
    ev.Wall, ev.Roll, ev.Break, ev.Deal, ev.Charleston, ev.CharlestonStop, ev.Name, ev.Note,
}  # fmt: skip
"""Events before the end of a hand begins: nothing is scored or paid in them, and nobody has won yet."""


@dataclass(slots=True)
class HandSpan:
    """One play-through within the log; the first one (`number` None) is what comes before any hand.

    `first` and `end` are places in the log (from 0, `end` excluded). `is_over`: nothing of it needs to be hidden
    any more. `before`, `after`: running totals per player, where known. `line`: label and value of the line that it was
    won by, from a card of which nothing else may be told. `open_findings`: how many of
    the report, its first ones, were found in the `hand-start`, before any hidden tile. `start`: the replay just after
    the `hand-start`, to go on from in forks; nothing in it depends on the hidden tiles of the hand.
    """

    place: int
    number: int | None
    first: int
    end: int
    start: Engine
    report: HandReport
    round: Seat | None = None
    seats: dict[Seat, str] = field(default_factory=dict)
    depth: str = "full"
    is_over: bool = False
    is_washout: bool = False
    is_void: bool = False
    before: dict[str, int] | None = None
    after: dict[str, int] | None = None
    line: BoardLine | None = None
    open_findings: int = 0

    @property
    def has_play(self) -> bool:
        """Whether this is a hand, and not what comes before the first one."""
        return self.number is not None

    def replayed(self) -> Engine:
        """A replay that has read the `hand-start`, to be fed with the rest; its numbers need not follow one another."""
        replay = self.start.fork(())
        replay.folded = True
        return replay


_PUBLIC_ENDS = (ev.Washout, ev.Replay, ev.Score, ev.Settlement, ev.GameEnd)


class EndWatch:
    """Whether a hand is over for good, so that its concealed tiles may be seen by all.

    A declaration alone ends nothing: it can be taken back, or be false and leave the others playing on. The hand is
    over when it was drawn, voided, scored or paid, when its winner has shown a complete hand, or when the log goes on
    to something else. It goes on when tiles are drawn again after that.
    """

    SEEN: ClassVar[frozenset[type]] = HIDING | {
        ev.Discard, ev.Claim, ev.Mahjong, ev.Show, ev.Retract, ev.Dead, *_PUBLIC_ENDS,
    }  # fmt: skip
    """The rows that it depends on."""

    QUIET: ClassVar[frozenset[type]] = HIDING | {ev.Discard}
    """Of these the rows that change nothing while it `is_idle`: no end has begun, and nobody has called for mahjong."""

    def __init__(self) -> None:
        self.winner: Seat | None = None
        self.declared = 0
        self.called: dict[Seat, int] = {}
        self.has_tiles = False
        self.is_over = False
        self.is_washout = False
        self.is_void = False
        self.has_shown = False
        self.is_idle = False

    def see(self, event: ev.Event | Fault) -> None:
        """One more row of the hand."""
        if type(event) in HIDING:
            self.has_tiles, self.is_over, self.has_shown = True, False, False
        elif isinstance(event, ev.Discard):
            self.called = {}
        elif isinstance(event, ev.Claim) and event.for_ == "mahjong":
            self.called[event.seat] = event.seq
        elif isinstance(event, ev.Mahjong):
            # What is wrong with a declaration may have been found at the call before it.
            self.winner, self.declared = event.seat, self.called.get(event.seat, event.seq)
            self.has_shown = False
        elif isinstance(event, ev.Show) and event.seat is self.winner:
            self.has_shown = True
        elif isinstance(event, _PUBLIC_ENDS):
            self.is_over = True
            self.is_washout = self.is_washout or isinstance(event, ev.Washout)
            self.is_void = self.is_void or isinstance(event, ev.Replay)
        elif isinstance(event, ev.Retract | ev.Dead) and event.seat is self.winner:
            self.winner, self.has_shown = None, False
        self.is_idle = self.has_tiles and not (self.is_over or self.has_shown or self.called)

    def close(self, hand: HandSpan, is_last: bool, is_won: Callable[[Seat, int], bool]) -> None:
        """The rows of the hand end here. `is_won`: whether a winner, by a declaration, has shown a complete hand."""
        hand.is_over = self.is_over or not is_last or not (hand.has_play or self.has_tiles)
        if not hand.is_over and self.has_shown and self.winner is not None:
            hand.is_over = is_won(self.winner, self.declared)
        hand.is_washout, hand.is_void = self.is_washout, self.is_void


def findings_by_seq(findings: list[Finding]) -> dict[int, list[Finding]]:
    """Findings gathered by the event they are at; those without one under 0."""
    by_seq: dict[int, list[Finding]] = {}
    for finding in findings:
        by_seq.setdefault(finding.seq or 0, []).append(finding)
    return by_seq
