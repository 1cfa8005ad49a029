"""What a game came to, hand by hand, as small as it can be: what statistics, standings and searches are made of.

A hand in progress is not told of at all. Results are those of the replay, as corrected; payments are those of the
settlement that was recorded, computed ones where none was. Source:
docs/understand/trust.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256
from typing import Literal

import msgspec

from mjlog import events as ev
from mjlog.audit.game import Game, Hand, row_type
from mjlog.audit.ledger import ledger_for
from mjlog.audit.shared_end import points_at_the_end
from mjlog.club.period import date_of
from mjlog.log.corrections import hides
from mjlog.log.records import Fault
from mjlog.rules.game_end import is_over
from mjlog.seats import SEATS
from mjlog.text import THOUSAND
from mjlog.views.corrected import corrections_by_hand
from mjlog.views.results import Found, HandResult, result_of
from mjlog.views.sheet import final_scores_of


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
    totals: Mapping[str, int] | None
    is_live: bool
    is_ended: bool
    is_whole: bool
    is_hidden: bool = False
    begun_with: int = 0
    final: Mapping[str, int] | None = None
    hands: tuple[HandResult, ...] = ()

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
    def played(self) -> tuple[HandResult, ...]:
        """The hands, without the time before the first."""
        return self.hands[1:]

    @property
    def counted(self) -> tuple[HandResult, ...]:
        """The hands that count as such: without those that were void."""
        return tuple(hand for hand in self.played if hand.is_played)


def game_facts(game: Game) -> GameFacts:
    """What a game came to.

    >>> from mjlog.log.records import GameRecord
    >>> start = ev.GameStart(seq=1, game="tuesday", ruleset="western", players=("anna", "ben", "carl", "dora"))
    >>> facts = game_facts(Game(GameRecord("", "", iter([(start, 1)]))))
    >>> facts.game, facts.players[0], facts.played, facts.is_ended
    ('tuesday', 'anna', (), False)
    """
    over = [hand for hand in game.hands if hand.is_over]
    rows = [row for hand in over for row in game.rows[hand.first : hand.end] if isinstance(row, ev.Event)]
    start = next((row for row in rows if isinstance(row, ev.GameStart)), None)
    end = next((row for row in reversed(rows) if isinstance(row, ev.GameEnd)), None)
    latest = {hand.number: hand.place for hand in game.hands}
    # As recorded each correction is one of the events of the hand in which it was written down.
    corrected = Counter[int]() if game.as_recorded else corrections_by_hand(game)
    return GameFacts(
        source=game.source,
        game=game.id,
        ruleset=game.hands[0].report.ruleset if start is None else start.ruleset,
        players=_players(over, start),
        place=None if start is None else start.place,
        table=None if start is None else start.table,
        begun=next((time for time in (date_of(row.at) for row in rows if row.at) if time is not None), None),
        totals=_totals(game, end),
        is_live=not game.hands[-1].is_over,
        is_ended=end is not None,
        is_whole=game.log.is_whole,
        is_hidden=_is_hidden(game),
        begun_with=_begun_with(game),
        final=final_scores_of(game) if end is not None else _final_by_the_rules(game),
        hands=tuple(_hand(game, hand, latest[hand.number] == hand.place, corrected[hand.place]) for hand in over),
    )


def _begun_with(game: Game) -> int:
    stakes = game.rules.plan.stakes if game.rules is not None else None
    return 0 if stakes is None else stakes.start_points


def _final_by_the_rules(game: Game) -> dict[str, int] | None:
    """The final scores of a game that the rules have ended, though its log does not; None if it goes on."""
    end = game.owners.ended.ending
    points = points_at_the_end(end, {}) if game.hands[-1].is_over and is_over(end.table) else None
    return None if points is None else points[1]


def _is_hidden(game: Game) -> bool:
    last = game.rows[-1] if game.rows else None
    return isinstance(last, ev.Note) and hides({"type": "note", "decision": last.decision})


def _players(over: list[Hand], start: ev.GameStart | None) -> tuple[str, ...]:
    """Who played, in seat order of the first hand; who took a seat later stands behind them."""
    seated = [hand.seats[seat] for hand in over for seat in SEATS if seat in hand.seats]
    return tuple(dict.fromkeys(seated or (start.players if start is not None else ())))


def _totals(game: Game, end: ev.GameEnd | None) -> dict[str, int] | None:
    last = game.hands[-1]
    totals = last.after if last.is_over else last.before
    return end.totals if totals is None and end is not None else totals


def _hand(game: Game, hand: Hand, is_latest: bool, corrections: int) -> HandResult:
    """A hand as it came out, and where it stands in its game."""
    result = result_of(hand, game.rows) if hand.has_play else HandResult("before play")
    types, seqs = _types(game.rows[hand.first : hand.end]), game.seqs_of(hand)
    if corrections:
        types["correction"] = corrections
    players = {seat.value: player for seat, player in result.seats.items()}
    found = (Found(one.code, one.severity, one.seq, players.get(one.seat or "")) for one in hand.report.findings)
    change, fines = result.change, result.fines
    return replace(
        result,
        change=None if change is None else {seat: change.get(seat, 0) for seat in result.seats},
        fines={seat: amount for seat, amount in fines.items() if amount and seat in result.seats},
        reaches_limit=_reaches_limit(game, result),
        round=None if game.rules is None or game.rules.plan.by_card else hand.round,
        first=min(seqs, default=0),
        last=max(seqs, default=0),
        found=tuple(found),
        types=types,
        is_latest=is_latest,
    )


def _types(rows: Sequence[ev.Event | Fault]) -> Counter[str]:
    """How many rows of each type; counted by their classes first, of which there are few."""
    examples = {type(row): row for row in rows}
    counted = Counter(map(type, rows))
    return Counter({row_type(examples[kind]): count for kind, count in counted.items()})


def _reaches_limit(game: Game, result: HandResult) -> bool:
    """Whether the winner announced as much as a limit hand is worth, where the tiles tell nothing."""
    if result.winner is None or result.limit is not None or result.winner in result.computed or game.rules is None:
        return False
    least = ledger_for(game.rules).limit
    return least is not None and (result.value or 0) >= least


Meeting = Literal["new", "again", "other"]


class Seen:
    """Remembers the games that were counted, in a few bytes each."""

    def __init__(self) -> None:
        self._prints: dict[str, set[bytes]] = {}

    def meet(self, game: GameFacts) -> Meeting:
        """Whether a game is new, was counted before, or is another game of the same name."""
        # Sorted: the same log may have its fields in another order.
        fields = msgspec.to_builtins(replace(game, source=""), str_keys=True)
        print_ = sha256(msgspec.json.encode(fields, order="sorted")).digest()
        known = self._prints.setdefault(game.game, set())
        if print_ in known:
            return "again"
        known.add(print_)
        return "new" if len(known) == 1 else "other"
