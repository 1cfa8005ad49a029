"""The result of an audit: one report per hand, as `mjlog audit --json` prints it.

With the digest of the state at the end: two replays that agree on everything have the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog.answers import Answer, BySeat, plain
from mjlog.events import MAX_INT
from mjlog.findings import Finding, codes_that
from mjlog.seats import SEATS, Seat

if TYPE_CHECKING:
    from mjlog.events import Penalty, Settlement
    from mjlog.scoring import Payment, Score
    from mjlog.table.state import Win
from mjlog.table import Place, Table
from mjlog.tiles import CODES

LETTERS: dict[Seat, str] = {seat: seat.value for seat in SEATS}
"""Each seat as it is written. The value of an enum is slow to look up, and every hand needs dozens."""
_ENCODER = msgspec.json.Encoder(order="sorted")
_CLAIMED_BY: dict[Seat | None, str | None] = {None: None} | {seat: LETTERS[seat] for seat in SEATS}

_DUE_NUMBERS = (0, 1, 7, 2, 3, 4, 5, 6)
"""What is due, numbered as in the first digests, so that they stay what they were; the Charleston came later."""


def state_digest(table: Table) -> str:
    """SHA-256, in hex, over the canonical JSON of everything that is known of the table."""
    return hashlib.sha256(encoded_state(table)).hexdigest()


def encoded_state(table: Table) -> bytes:
    """What is known of the table, as canonical JSON."""
    return _ENCODER.encode(state_fields(table))


def state_fields(table: Table) -> dict[str, Any]:
    """What is known of the table, as plain JSON values; tiles as codes.

    What only some games have is there only in those: digests of the others stay what they were.
    """
    winners = [LETTERS[win.seat] for win in table.wins]
    stakes = {"winners": winners, "pot": table.standing.pot, "repeats": table.standing.repeats}
    state, riichi = table.riichi, dict[str, Any]()
    if state is not None:
        riichi = {
            "riichi": [LETTERS[seat] for seat in state.standing],
            "indicators": [CODES[face] for face in state.indicators],
            "under": [CODES[face] for face in state.under],
            "reds": {LETTERS[place.seat]: state.reds[place.seat.index] for place in table.places},
        }
    return {
        "hand": table.hand,
        "round": LETTERS[table.round],
        "players": {LETTERS[seat]: name for seat, name in table.players.items()},
        "totals": dict(table.totals),
        "places": {LETTERS[place.seat]: _place_fields(place) for place in table.places},
        "discards": [[LETTERS[one.seat], CODES[one.tile], _CLAIMED_BY[one.claimed_by]] for one in table.discards],
        "turn": LETTERS[table.turn],
        "due": _DUE_NUMBERS[table.due],
        "winner": LETTERS[table.winner] if table.winner is not None else None,
        "washout": table.washout,
        "taken": table.wall.taken,
        "loose": table.wall.loose_taken,
        **({"own": list(table.wall.own)} if table.plan.wall.own else {}),
        "scores": {LETTERS[seat]: total for seat, total in table.scores.items()},
        **(stakes if table.plan.family.goes_on_in_stakes else {}),
        **riichi,
    }


def _place_fields(place: Place) -> dict[str, Any]:
    doubtful = {CODES[kind]: count for kind, count in enumerate(place.doubtful) if count}
    return {
        "held": [CODES[kind] for kind in place.known()],
        "unknown": place.unknown,
        **({"doubtful": doubtful} if doubtful else {}),
        "sets": [[one.kind, [CODES[kind] for kind in one.tiles], one.concealed, one.origin] for one in place.sets],
        "bonus": [CODES[kind] for kind in place.bonus],
        "calling": place.calling,
    }


Points = dict[Seat, int]
"""Points by seat."""
Ending = Literal["won", "wash-out", "void", "unfinished"]
"""How a hand ended, as far as the record goes."""

GAP, UNKNOWN, UNSAID = "gap", "unknown", "unsaid"
"""Why something was not judged where no fault is the reason (`Unjudged.because`)."""


class Unjudged(msgspec.Struct):
    """What was not judged in a hand, and why.

    `rules`: the ids of the rules, or what was not judged in a word or two. `since`, `until`: the events, the last one
    None where it is so to the end of the hand. `because`: the code of the fault that leaves it open, `gap` (moves are
    missing), `unknown` (nobody wrote it down) or `unsaid` (a record does not say by which rules). `words`: what it
    depends on, for people. `is_lost_sight`: moves are missing, and the rules are noted as events come about which they
    keep silent.
    """

    rules: list[str] | str
    since: int | None
    until: int | None
    because: str
    words: str
    is_lost_sight: bool = False

    def copy(self) -> Unjudged:
        """An independent entry: rules are added to it as the hand goes on."""
        rules = self.rules if isinstance(self.rules, str) else list(self.rules)
        return msgspec.structs.replace(self, rules=rules)

    @property
    def is_by_depth(self) -> bool:
        """Whether nothing went wrong and nothing is missing: so much was meant to be written down, and no more."""
        return self.because == "unknown" and isinstance(self.rules, str)

    def as_json(self) -> dict[str, Any]:
        """As docs/lookup/format.md spells it."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        del fields["is_lost_sight"]
        return fields


class ScoreCompared(Answer):
    """A score as it was announced, and as it is computed."""

    recorded: int | None
    computed: int | None


class SettlementCompared(Answer):
    """What was paid, and what is computed, in points by seat."""

    recorded: BySeat[int] | None
    computed: BySeat[int] | None


class WaitWon(NamedTuple):
    """What a winner had waited for: the kinds, and how many of these tiles the winner had seen nowhere."""

    kinds: tuple[int, ...]
    left: int


class HandReport(msgspec.Struct):
    """What was found in one hand (or in the time before the first one), and what it was worth.

    Scores and changes are points per seat; None where nothing was recorded, or cannot be computed. `winners`: who has
    declared mahjong and stands as winner, the first first, whether or not the hand is one. `details`: the itemised
    computed scores; `payments`: those that are due; `final`: the state at the end of the hand, as canonical JSON.
    `unjudged`: what nothing was said about, and why. `presumed`: the payments that count where
    none are recorded and none are certain; `unsaid`: what they depend on, and nobody wrote down, in words.
    `stakes`: what was laid on the table in the hand (below nothing), or got from it at the end of the game, per seat.
    `drawn_for`: why the hand was drawn, by the word of the log. `settlements`, `penalties`: as they were written down.

    `seats`: the player in each seat. `due`: what each seat had to gain or lose, where a fault of
    counting or paying was found and every way to read the hand comes to the same; None otherwise. `accepted`: how many
    findings are left out because somebody has accepted them. `outcome`, `win`: how the hand ended, and was won;
    `waits`: what each winner had waited for, where that is asked for and known.
    """

    source: str
    game: str
    hand: int | None
    ruleset: str | None = None
    winners: tuple[Seat, ...] = ()
    findings: list[Finding] = msgspec.field(default_factory=list)
    recorded: Points = msgspec.field(default_factory=dict)
    computed: Points = msgspec.field(default_factory=dict)
    settlements: list[Settlement] = msgspec.field(default_factory=list)
    penalties: list[Penalty] = msgspec.field(default_factory=list)
    owed: Points | None = None
    payments: tuple[Payment, ...] = ()
    details: dict[Seat, Score] = msgspec.field(default_factory=dict)
    final: bytes | None = None
    unjudged: list[Unjudged] = msgspec.field(default_factory=list)
    presumed: Points | None = None
    unsaid: str | None = None
    drawn_for: str = ""
    stakes: Points = msgspec.field(default_factory=dict)
    seats: Mapping[Seat, str] = msgspec.field(default_factory=dict)
    due: Points | None = None
    accepted: int = 0
    outcome: Ending = "unfinished"
    win: Win | None = None
    waits: Mapping[Seat, WaitWon] = msgspec.field(default_factory=dict)

    def copy(self) -> HandReport:
        """An independent report, for a replay that goes on by itself."""
        return replace(
            self,
            findings=[msgspec.structs.replace(finding) for finding in self.findings],
            unjudged=[point.copy() for point in self.unjudged],
            recorded=self.recorded.copy(),
            computed=self.computed.copy(),
            details=self.details.copy(),
            settlements=self.settlements.copy(),
            penalties=self.penalties.copy(),
        )

    @property
    def winner(self) -> Seat | None:
        """Who has declared mahjong and stands as winner; of several the first."""
        return self.winners[0] if self.winners else None

    @property
    def settled(self) -> Points | None:
        """What was paid: by the first settlement, or by those for each of the winners; None where nothing was."""
        paid: Points | None = None
        winners = set[Seat | None]()
        for paid_apart in self.settlements:
            if paid is None or (None not in winners and paid_apart.for_ not in winners):
                paid = added(paid or {}, paid_apart.change)
                winners.add(paid_apart.for_)
        return paid

    @property
    def state(self) -> str | None:
        """The digest of the state at its end: two replays that agree on everything have the same."""
        return None if self.final is None else hashlib.sha256(self.final).hexdigest()

    @property
    def latest_fault(self) -> str:
        """The code of the fault that leaves things open: the latest one found; `unknown` where none was."""
        return next((finding.code for finding in reversed(self.findings) if finding.severity == "error"), UNKNOWN)

    @property
    def has_error(self) -> bool:
        """Whether anything of severity *error* was found in the hand; the end of the game is no part of it."""
        paid_at = max((paid.seq for paid in self.settlements), default=MAX_INT)
        errors = (finding for finding in self.findings if finding.severity == "error")
        return any(error.code not in codes_that("of-the-end") or (error.seq or 0) <= paid_at for error in errors)

    @property
    def is_no_win(self) -> bool:
        """Whether the only mahjong was none, and brought nothing: as long as it is paid, it stands as recorded."""
        winner, paid = self.winner, self.settled
        if winner is None or len(self.winners) != 1 or (paid is None and winner in self.recorded):
            return False
        if (paid or self.owed or self.presumed or {}).get(winner, 0) > 0:
            return False
        errors = (finding for finding in self.findings if finding.severity == "error" and finding.seat == winner.value)
        return any(error.code in codes_that("bars-win") for error in errors)

    def player(self, finding: Finding) -> str | None:
        """Who sits in the seat that a finding names; None where it names none, or nobody is known to sit there."""
        return next((player for seat, player in self.seats.items() if seat.value == finding.seat), None)

    def with_findings(self, findings: list[Finding], accepted: int = 0) -> HandReport:
        """The report with these findings in the place of its own, `accepted` having been left out of them."""
        return replace(self, findings=findings, accepted=self.accepted + accepted)

    @property
    def scores(self) -> dict[Seat, ScoreCompared]:
        """The scores of all seats."""
        return {seat: ScoreCompared(self.recorded.get(seat), self.computed.get(seat)) for seat in SEATS}

    @property
    def settlement(self) -> SettlementCompared:
        """The payments."""
        return SettlementCompared(in_seat_order(self.settled), in_seat_order(self.owed))

    def as_json(self) -> dict[str, Any]:
        """The report as `mjlog audit --json` prints it."""
        return {
            "source": self.source,
            "game": self.game,
            "hand": self.hand,
            "ruleset": self.ruleset,
            "winner": plain(self.winner),
            "winners": plain(list(self.winners)),
            "findings": [finding.as_json() for finding in self.findings],
            "unjudged": [point.as_json() for point in self.unjudged],
            "scores": plain(self.scores),
            "settlement": plain(self.settlement),
            "state": self.state,
        }


def added(points: Points, more: Points) -> Points:
    """Points with others added."""
    return {seat: points.get(seat, 0) + more.get(seat, 0) for seat in points | more}


def in_seat_order(points: Points | None) -> Points | None:
    """Points, East's first; None where there are none."""
    return None if points is None else {seat: points[seat] for seat in SEATS if seat in points}
