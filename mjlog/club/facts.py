"""What a game came to, hand by hand, as small as it can be: what statistics, standings and searches are made of.

A hand in progress is not told of at all. Results are those of the replay, as corrected; payments are those of the
settlement that was recorded, computed ones where none was. Source:
docs/architecture.md#what-is-never-trusted-and-what-never-leaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from hashlib import sha256
from typing import Literal, NamedTuple

import msgspec

from mjlog import events as ev
from mjlog.audit.ledger import ledger_for
from mjlog.audit.shared_end import points_at_the_end
from mjlog.club.period import date_of
from mjlog.findings import Finding
from mjlog.log.corrections import hides
from mjlog.log.records import Fault
from mjlog.rules.game_end import is_over
from mjlog.seats import SEATS
from mjlog.text import THOUSAND
from mjlog.views.as_written import corrections_by_hand
from mjlog.views.game_log import GameLog
from mjlog.views.hands import HandSpan
from mjlog.views.places import row_type
from mjlog.views.results import COUNTED, HandResult, Outcome, limit_of, result_of
from mjlog.views.sheet import final_scores_of

BeforePlay = Literal["before play"]
Result = Outcome | BeforePlay


class Found(NamedTuple):
    """A finding: its code and severity; the player who sat in the seat that it names, where it names one."""

    code: str
    severity: str
    seq: int | None = None
    player: str | None = None


class FurtherWin(NamedTuple):
    """Somebody else who won the same tile as the winner: who, what the hand was worth, and its limit."""

    player: str
    value: int | None
    limit: str | None


@dataclass(frozen=True, slots=True)
class HandFacts:
    """One hand. Players are handles; points are per player.

    The time before the first hand stands first, as a hand without a number (`result` is then "before play").
    `source`: of the winning tile (docs/format.md). `value`: of the winner's hand, as announced, else as computed.
    `limit`: the limit hand; `reaches_limit`: it was announced as high as one, and nobody can say which; `line`: of the
    card. `further`: who else won the tile. `gains`: by the settlement, None where they are not known; `fines`:
    received less paid. `winner_seat` is known also where nobody is known to sit there. `types`: how many events of each
    type. `first`, `last`: seqs of its events. `is_latest`: it was not played again under the same number.
    """

    number: int | None
    result: Result
    first: int
    last: int
    round: str | None = None
    seats: Mapping[str, str] = field(default_factory=dict)
    winner: str | None = None
    winner_seat: str | None = None
    source: str | None = None
    discarder: str | None = None
    value: int | None = None
    limit: str | None = None
    reaches_limit: bool = False
    line: str | None = None
    further: tuple[FurtherWin, ...] = ()
    gains: Mapping[str, int] | None = None
    fines: Mapping[str, int] = field(default_factory=dict)
    found: tuple[Found, ...] = ()
    types: Mapping[str, int] = field(default_factory=dict)
    is_latest: bool = True

    @property
    def is_played(self) -> bool:
        """Whether it counts as a hand: somebody won, or it was drawn."""
        return self.result in COUNTED

    @property
    def players(self) -> tuple[str, ...]:
        """Who played it, in seat order."""
        return tuple(self.seats.values())

    @property
    def has_limit(self) -> bool:
        """Whether it was won by a limit hand, or one as high as such."""
        return self.limit is not None or self.reaches_limit or any(one.limit is not None for one in self.further)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who is known to have won it, the winner first."""
        first = () if self.winner is None else (self.winner,)
        return (*first, *(one.player for one in self.further))


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game. `hands`: those that are over, behind the time before them. `begun`: the first time that the log states,
    in UTC unless it was put into the time of other clocks (`in_zone`); `ruleset`: the one that the log names.

    `totals`: points of everybody after the last of these hands; as the log states them at its end where they cannot be
    computed, None where it does not. `begun_with`: points of everybody before the first hand; `final`: the final
    scores, where the rule set has some, and the log or the rules say that the game is over. `is_live`: a hand is in
    progress; `is_ended`: the log says that the game is over. `is_whole`: no line of the log is missing or unreadable,
    and its chain holds. `is_hidden`: its last event takes it off lists.
    """

    source: str
    game: str
    ruleset: str | None
    players: tuple[str, ...]
    place: str | None
    table: str | None
    begun: datetime | None
    hands: tuple[HandFacts, ...]
    totals: Mapping[str, int] | None
    is_live: bool
    is_ended: bool
    is_whole: bool
    is_hidden: bool = False
    begun_with: int = 0
    final: Mapping[str, int] | None = None

    @property
    def results(self) -> Mapping[str, int] | None:
        """What the game brought everybody: the final score, else what was won or lost; None where it is not known."""
        if self.final is not None or self.totals is None:
            return self.final
        return {player: total - self.begun_with for player, total in self.totals.items()}

    @property
    def unit(self) -> int:
        """How many points results are told in: a thousand where everybody begins with thousands (riichi/final-1)."""
        return THOUSAND if self.final is not None or self.begun_with >= THOUSAND else 1

    @property
    def lacks_final(self) -> bool:
        """Whether final scores are still to come: the game has no end, and counts without the bonus for places."""
        return self.begun_with != 0 and self.final is None and not self.is_ended

    @property
    def day(self) -> date | None:
        """The date of the game: of the first time that its log states, by the clocks that `begun` is told by."""
        return None if self.begun is None else self.begun.date()

    @property
    def played(self) -> tuple[HandFacts, ...]:
        """The hands, without the time before the first."""
        return self.hands[1:]

    @property
    def counted(self) -> tuple[HandFacts, ...]:
        """The hands that count as such: without those that were void."""
        return tuple(hand for hand in self.played if hand.is_played)


def game_facts(log: GameLog) -> GameFacts:
    """What a game came to.

    >>> from mjlog.log.records import GameRecord
    >>> start = ev.GameStart(seq=1, game="tuesday", ruleset="western", players=("anna", "ben", "carl", "dora"))
    >>> facts = game_facts(GameLog(GameRecord("", "", iter([(start, 1)]))))
    >>> facts.game, facts.players[0], facts.played, facts.is_ended
    ('tuesday', 'anna', (), False)
    """
    over = [hand for hand in log.hands if hand.is_over]
    rows = [row for hand in over for row in log.rows[hand.first : hand.end] if isinstance(row, ev.Event)]
    start = next((row for row in rows if isinstance(row, ev.GameStart)), None)
    end = next((row for row in reversed(rows) if isinstance(row, ev.GameEnd)), None)
    latest = {hand.number: hand.place for hand in log.hands}
    corrected = _corrected(log)
    return GameFacts(
        source=log.source,
        game=log.game,
        ruleset=log.hands[0].report.ruleset if start is None else start.ruleset,
        players=_players(over, start),
        place=None if start is None else start.place,
        table=None if start is None else start.table,
        begun=next((time for time in (date_of(row.at) for row in rows if row.at) if time is not None), None),
        hands=tuple(_hand(log, hand, latest[hand.number] == hand.place, corrected[hand.place]) for hand in over),
        totals=_totals(log, end),
        is_live=not log.hands[-1].is_over,
        is_ended=end is not None,
        is_whole=log.written.is_whole,
        is_hidden=_is_hidden(log),
        begun_with=_begun_with(log),
        final=final_scores_of(log) if end is not None else _final_by_the_rules(log),
    )


def _begun_with(log: GameLog) -> int:
    stakes = log.rules.plan.stakes if log.rules is not None else None
    return 0 if stakes is None else stakes.start_points


def _final_by_the_rules(log: GameLog) -> dict[str, int] | None:
    """The final scores of a game that the rules have ended, though its log does not; None if it goes on."""
    end = log.audit.ending
    points = points_at_the_end(end, {}) if log.hands[-1].is_over and is_over(end.table) else None
    return None if points is None else points[1]


def _is_hidden(log: GameLog) -> bool:
    last = log.rows[-1] if log.rows else None
    return isinstance(last, ev.Note) and hides({"type": "note", "decision": last.decision})


def _players(over: list[HandSpan], start: ev.GameStart | None) -> tuple[str, ...]:
    """Who played, in seat order of the first hand; who took a seat later stands behind them."""
    seated = [hand.seats[seat] for hand in over for seat in SEATS if seat in hand.seats]
    return tuple(dict.fromkeys(seated or (start.players if start is not None else ())))


def _totals(log: GameLog, end: ev.GameEnd | None) -> dict[str, int] | None:
    last = log.hands[-1]
    totals = last.after if last.is_over else last.before
    return end.totals if totals is None and end is not None else totals


def _corrected(log: GameLog) -> Counter[int]:
    """How many corrections touch each hand, by its place; they are not read themselves where they are carried out.

    As recorded none is: each is one of the events of the hand in which it was written down.
    """
    if log.as_recorded or not log.written.corrections:
        return Counter()

    def hand_of(seq: int) -> int:
        return log.hand_at(log.place_of(seq) or 0).place

    return corrections_by_hand(log.slots, hand_of)


def _hand(log: GameLog, hand: HandSpan, is_latest: bool, corrections: int) -> HandFacts:
    seats = {seat.value: hand.seats[seat] for seat in SEATS if seat in hand.seats}
    types = _types(log.rows[hand.first : hand.end])
    if corrections:
        types["correction"] = corrections
    first, last = _ends(log, hand)
    found = tuple(_found(one, seats) for one in hand.report.findings)
    if not hand.has_play:
        return HandFacts(None, "before play", first, last, seats=seats, found=found, types=types)
    round_ = None if hand.round is None or log.rules is None or log.rules.plan.by_card else hand.round.value
    result = result_of(hand, log.rows)
    gains, winner = result.change, result.winner
    return HandFacts(
        number=hand.number,
        result=result.outcome,
        first=first,
        last=last,
        round=round_,
        seats=seats,
        winner=None if winner is None else hand.seats.get(winner),
        winner_seat=None if winner is None else winner.value,
        source=result.source,
        discarder=None if result.discarder is None else hand.seats.get(result.discarder),
        value=result.value,
        limit=result.limit,
        reaches_limit=_reaches_limit(log, result),
        line=None if result.line is None else result.line.label,
        further=tuple(
            FurtherWin(hand.seats[one], result.value_of(one), limit_of(hand, one, log.rows))
            for one in result.winners[1:]
            if one in hand.seats
        ),
        gains=None if gains is None else {hand.seats[one]: gains.get(one, 0) for one in SEATS if one in hand.seats},
        fines={hand.seats[one]: amount for one, amount in result.fines.items() if amount and one in hand.seats},
        found=found,
        types=types,
        is_latest=is_latest,
    )


def _types(rows: Sequence[ev.Event | Fault]) -> Counter[str]:
    """How many rows of each type; counted by their classes first, of which there are few."""
    examples = {type(row): row for row in rows}
    counted = Counter(map(type, rows))
    return Counter({row_type(examples[kind]): count for kind, count in counted.items()})


def _reaches_limit(log: GameLog, result: HandResult) -> bool:
    """Whether the winner announced as much as a limit hand is worth, where the tiles tell nothing."""
    if result.winner is None or result.limit is not None or result.winner in result.computed or log.rules is None:
        return False
    least = ledger_for(log.rules).limit
    return least is not None and (result.value or 0) >= least


def _found(one: Finding, seats: Mapping[str, str]) -> Found:
    return Found(one.code, one.severity, one.seq, seats.get(one.seat) if one.seat is not None else None)


def _ends(log: GameLog, hand: HandSpan) -> tuple[int, int]:
    """The first and last seq of a hand; 0 where it has no event."""
    seqs = log.seqs_of(hand)
    return min(seqs, default=0), max(seqs, default=0)


Meeting = Literal["new", "again", "other"]


class Seen:
    """Remembers the games that were counted, in a few bytes each."""

    def __init__(self) -> None:
        self._prints: dict[str, set[bytes]] = {}

    def meet(self, game: GameFacts) -> Meeting:
        """Whether a game is new, was counted before, or is another game of the same name."""
        # Sorted: the same log may have its fields in another order.
        print_ = sha256(msgspec.json.encode(replace(game, source=""), order="sorted")).digest()
        known = self._prints.setdefault(game.game, set())
        if print_ in known:
            return "again"
        known.add(print_)
        return "new" if len(known) == 1 else "other"
