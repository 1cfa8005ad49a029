"""One way to read the record of a hand: a whole table, and what would have to be true for it.

Where nothing is wrong there is one reading, as written down. A fault has a few explanations, and each makes a reading
of its own; the replay goes on in all of them. See docs/understand/certainty.md.
"""

from __future__ import annotations

from collections.abc import Iterable

from mjlog.audit.settling import Settling
from mjlog.audit.settling.base import Game
from mjlog.events import (
    Bonus,
    BonusReplacement,
    Discard,
    Draw,
    Event,
    Expose,
    Kong,
    KongReplacement,
    Score,
    Settlement,
    Show,
)
from mjlog.findings import Refusal, Severity, codes_that, severity_of
from mjlog.seats import Seat
from mjlog.table import Table

MOST_READINGS = 12
"""With more of them the least likely go."""
AS_WRITTEN = "it happened as it was written down"
_ERROR = Severity.ERROR.value
_AFTER_A_TILE = (Bonus, BonusReplacement, KongReplacement, Discard)
"""What belongs to a tile taken, or a set laid down, in the same turn."""
_TAKES_THE_TURN = (Draw, Discard, Expose, Kong)
Refused = tuple[Refusal, str | None]
"""Why an event is refused, and the id of the rule that it breaks."""


def has_error(refused: list[Refused] | None) -> bool:
    """Whether any of it is an error; the rest is for information, or a warning."""
    return refused is not None and any(severity_of(refusal) == _ERROR for refusal, _rule in refused)


def first_error(refused: list[Refused] | None) -> Refusal:
    """What is said of an event that is at fault: its first error."""
    return next(refusal for refusal, _rule in refused or () if severity_of(refusal) == _ERROR)


class Reading:
    """What can have happened so far.

    `table`: as it stands then; `end`: what the hand is worth by it. `why`: in words, what makes it another reading than
    the one as written down, the latest first. `held`: an event that came one event later than it was written down.
    `excused`: codes that a player's next acts only carry through, as a chow that was called wrongly and is laid down;
    `is_excused`: the latest event was. `beside`: who acts out of turn while play stays where it was, until the discard
    that ends it. `before_play`: the first event of the play, and the table before the Charleston
    was ended for it. `is_blind`: nothing is known of the hand any more.
    """

    __slots__ = ("before_play", "beside", "end", "excused", "held", "is_blind", "is_excused", "table", "why")

    def __init__(self, table: Table, end: Settling, why: tuple[str, ...] = ()) -> None:
        self.table = table
        self.end = end
        self.why = why
        self.held: Event | None = None
        self.is_excused = False
        self.before_play: tuple[Event, Table] | None = None
        self.beside: Seat | None = None
        self.excused: frozenset[tuple[Seat | None, str]] = frozenset()
        self.is_blind = False

    @property
    def is_plain(self) -> bool:
        """Whether events are just asked about and carried out, as wherever nothing is wrong."""
        return not (self.excused or self.is_blind or self.held or self.beside)

    def excuses(self, event: Event, refusal: Refusal) -> bool:
        """Whether what is said against an event only carries an earlier fault through."""
        seats = (getattr(event, "seat", None), refusal.seat)
        if refusal.code == "out-of-place" and not isinstance(event, Show | Score | Settlement):
            return False
        if self.is_beside(event) and refusal.code in codes_that("of-the-turn"):
            return True
        return any((seat, refusal.code) in self.excused for seat in seats)

    def is_beside(self, event: Event) -> bool:
        """Whether an event belongs to what a player does out of turn."""
        return isinstance(event, _AFTER_A_TILE) and event.seat is self.beside

    def lose_the_turn(self, has_drawn: Seat | None, event: Event) -> None:
        """Whoever has drawn, and lost the turn to this event, may discard in the next one without drawing."""
        if has_drawn is not None and isinstance(event, _TAKES_THE_TURN) and self.table.turn is not has_drawn:
            self.excused |= {(has_drawn, "no-discard-due")}

    def branch(self, table: Table, why: str) -> Reading:
        """A reading that goes on from this one, with a table of its own. `why`: what was otherwise."""
        other = Reading(table, self.end.fork(table), self.why if why == AS_WRITTEN else (why, *self.why))
        other.excused, other.beside, other.is_blind = self.excused, self.beside, self.is_blind
        return other

    def fork(self, game: Game) -> Reading:
        """The same reading in another replay, which goes on by itself; what was computed is kept."""
        other = self.branch(self.table.copy(), AS_WRITTEN)
        other.held = self.held
        other.end.game, other.end.values = game, self.end.values.copy()
        return other

    def is_like(self, other: Reading) -> bool:
        """Whether nothing that can still be asked differs."""
        return self.held is other.held and _state(self.table) == _state(other.table)


def _state(table: Table) -> tuple[object, ...]:
    """What tells one table of a hand from another."""
    wall, latest = table.wall, table.discards[-1] if table.discards else None
    return (
        table.due, table.turn, table.open, table.winner, table.loose_due, table.in_deal, table.number, table.washout,
        wall.taken, wall.loose_taken, wall.tiles, wall.displaced, wall.out,
        table.claims, table.answers, table.dead, table.seen,
        None if latest is None else (latest.seat, latest.tile, latest.claimed_by),
        None if table.kong is None else (table.kong.seat, table.kong.tile),
        [(one.held, one.unknown, one.doubtful, one.bonus, one.owed_bonus, one.calling, one.sets, one.last_drawn,
          one.shown) for one in table.places],
        table.passing, table.standing, table.totals, table.scores, table.riichi, table.wins, table.vain, table.no_wins,
    )  # fmt: skip


def different(readings: Iterable[Reading | None]) -> list[Reading]:
    """Readings that have become alike are one, the likeliest; of too many the likeliest are kept."""
    kept: list[Reading] = []
    for one in readings:
        if one is not None and not any(one.is_like(other) for other in kept):
            kept.append(one)
            if len(kept) == MOST_READINGS:
                break
    return kept
