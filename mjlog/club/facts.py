"""What a game came to, hand by hand, as small as it can be: what statistics, standings and searches are made of.

A hand in progress is not told of at all. Results are those of the replay, as corrected; payments are those of the
settlement that was recorded, computed ones where none was. Source:
docs/understand/trust.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.audit.game import Game, Hand, row_type
from mjlog.audit.valuing import ledger_for
from mjlog.log.corrections import hides
from mjlog.period import ALWAYS, Period, date_of
from mjlog.rules.rotation import is_over
from mjlog.seats import SEATS
from mjlog.text import THOUSAND, where_words
from mjlog.views.results import FindingMark, HandResult, result_of
from mjlog.views.seen import corrections_by_hand
from mjlog.views.sheet import early_penalties, final_scores_of


class GameFacts(msgspec.Struct, frozen=True):
    """One game. `hands`: those that are over, behind the time before them. `begun`: the first time that the log states,
    in UTC unless it was put into the time of other clocks (`in_zone`); `ruleset`: the one that the log names.

    `totals`: points of everybody after the last of these hands; as the log states them at its end where they cannot be
    computed, None where it does not. `begun_with`: points of everybody before the first hand; `final`: the final
    scores, where the rule set has some, and the log or the rules say that the game is over. `is_live`: a hand is in
    progress; `is_ended`: the log says that the game is over. `is_whole`: no line of the log is missing or unreadable,
    and its chain holds. `is_hidden`: its last event takes it off lists. `tournament`, `session`: of which
    tournament, and which round of it. `points`: the totals as the log's end states them, with what lay on the table;
    else as they are. `fines`: what fines have moved in the totals, received less paid, those before the first hand,
    too; `off`: what is taken off the final scores.
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
    tournament: str | None = None
    session: int | None = None
    points: Mapping[str, int] | None = None
    fines: Mapping[str, int] = msgspec.field(default_factory=dict)
    off: Mapping[str, int] = msgspec.field(default_factory=dict)

    @property
    def results(self) -> Mapping[str, int] | None:
        """What the game brought everybody: the final score, else what was won or lost; None where it is not known."""
        if self.final is not None or self.totals is None:
            return self.final
        return {player: total - self.begun_with for player, total in self.totals.items()}

    def fined(self, player: str) -> int:
        """What fines came to for a player, in the totals or off the final score: received less paid."""
        return self.fines.get(player, 0) - self.off.get(player, 0)

    @property
    def where(self) -> list[str]:
        """Where it was played, in words."""
        return where_words(self.place, self.table, self.tournament, self.session)

    @property
    def unit(self) -> int:
        """How many points results are told in: a thousand where everybody begins with thousands (riichi/final-1)."""
        return THOUSAND if self.final is not None or self.begun_with >= THOUSAND else 1

    @property
    def is_by_place(self) -> bool:
        """Whether places alone make the results: what was won at the table stands apart (mcr/table-1)."""
        return self.final is not None and self.begun_with == 0

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
    hands = tuple(_hand(game, hand, latest[hand.number] == hand.place, corrected[hand.place]) for hand in over)
    last, latest_hand = game.rows[-1] if game.rows else None, game.hands[-1]
    totals = latest_hand.after if latest_hand.is_over else latest_hand.before
    totals = end.totals if totals is None and end is not None else totals
    return GameFacts(
        source=game.source,
        game=game.id,
        ruleset=game.hands[0].report.ruleset if start is None else start.ruleset,
        players=_players(over, start),
        place=None if start is None else start.place,
        table=None if start is None else start.table,
        begun=next((time for time in (date_of(row.at) for row in rows if row.at) if time is not None), None),
        totals=totals,
        is_live=not game.hands[-1].is_over,
        is_ended=end is not None,
        is_whole=game.log.is_whole,
        is_hidden=isinstance(last, ev.Note) and hides({"type": "note", "decision": last.decision}),
        begun_with=0 if game.rules is None else game.rules.plan.family.start_points,
        final=final_scores_of(game) if end is not None else _final_by_the_rules(game),
        hands=hands,
        tournament=None if start is None else start.tournament,
        session=None if start is None else start.session,
        points=totals if end is None or end.totals is None else end.totals,
        fines=_fines(game, hands),
        off=game.owners.ended.table.standing.fined,
    )


def _final_by_the_rules(game: Game) -> dict[str, int] | None:
    """The final scores of a game that the rules have ended, though its log does not; None if it goes on."""
    end = game.owners.ended.ending
    points = end.points_with({}) if game.hands[-1].is_over and is_over(end.table) else None
    return None if points is None else points[1]


def _players(over: list[Hand], start: ev.GameStart | None) -> tuple[str, ...]:
    """Who played, in seat order of the first hand; who took a seat later stands behind them."""
    seated = [hand.seats[seat] for hand in over for seat in SEATS if seat in hand.seats]
    return tuple(dict.fromkeys(seated or (start.players if start is not None else ())))


def _fines(game: Game, hands: Sequence[HandResult]) -> dict[str, int]:
    """What fines have moved in the totals, by player: in hands, and before the first one."""
    fines = Counter[str]()
    for hand in hands:
        fines.update(hand.by_player(hand.fines))
    for fine in early_penalties(game):
        fines.subtract({fine.player: fine.amount if fine.to else 0})
        fines.update({share.player: share.amount for share in fine.to})
    return {player: points for player, points in fines.items() if points}


def _hand(game: Game, hand: Hand, is_latest: bool, corrections: int) -> HandResult:
    """A hand as it came out, and where it stands in its game."""
    result = result_of(hand)
    rows, seqs = game.rows[hand.first : hand.end], game.seqs_of(hand)
    # Rows are counted by their classes first, of which there are few.
    examples = {type(row): row for row in rows}
    types = Counter({row_type(examples[kind]): count for kind, count in Counter(map(type, rows)).items()})
    if corrections:
        types["correction"] = corrections
    findings = hand.report.findings
    marks = (FindingMark(mark.code, mark.severity, mark.seq, hand.report.player(mark)) for mark in findings)
    change, fines = result.change, result.fines
    # Where the tiles tell nothing, the winner may have announced as much as a limit hand is worth.
    is_announced = result.winner is not None and result.limit is None and result.winner not in result.computed
    limit = ledger_for(game.rules).limit if is_announced and game.rules is not None else None
    return replace(
        result,
        change=None if change is None else {seat: change.get(seat, 0) for seat in result.seats},
        fines={seat: amount for seat, amount in fines.items() if amount and seat in result.seats},
        reaches_limit=limit is not None and (result.value or 0) >= limit,
        round=hand.round if game.rules is not None and game.rules.plan.family.has_round_winds else None,
        first=min(seqs, default=0),
        last=max(seqs, default=0),
        found=tuple(marks),
        types=types,
        is_latest=is_latest,
    )


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


# -- what is looked for -----------------------------------------------------------------------------------------------


class Wanted(msgspec.Struct, frozen=True):
    """What is looked for; what is not stated does not matter.

    `players`: handles, all of whom played; `place`, `table`, `tournament`: a part of the text, upper or lower case;
    `last_session`: games of a tournament up to this round, and no others. The rest is
    asked of single hands, and all of it of the same one: `events`: types that all occur; `codes`, `severities`: of a
    finding, any of these; `won_by`: a handle; `limit_hand`: won by a limit hand, or as high as one; `washout`: drawn.
    """

    players: tuple[str, ...] = ()
    period: Period = ALWAYS
    tournament: str | None = None
    last_session: int | None = None
    ruleset: str | None = None
    place: str | None = None
    table: str | None = None
    events: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    won_by: str | None = None
    limit_hand: bool = False
    washout: bool = False

    @property
    def asks_of_hands(self) -> bool:
        """Whether anything is asked that a single hand answers."""
        conditions = (self.events, self.codes, self.severities, self.won_by, self.limit_hand, self.washout)
        return any(conditions)

    def can_begin(self, ruleset: str | None, place: str | None, table: str | None) -> bool:
        """Whether a game that begins so can be meant, before it is replayed."""
        return (
            (self.ruleset is None or self.ruleset == ruleset)
            and _within(self.place, place)
            and _within(self.table, table)
        )

    def fits_game(self, game: GameFacts) -> bool:
        """Whether a game is looked for, whatever its hands are."""
        return (
            self.can_begin(game.ruleset, game.place, game.table)
            and self.period.has(game.day)
            and _within(self.tournament, game.tournament)
            and (self.last_session is None or (game.session is not None and game.session <= self.last_session))
            and all(player in game.players for player in self.players)
        )

    def hands_of(self, game: GameFacts) -> tuple[HandResult, ...]:
        """The hands of a game that are looked for; the time before the first one, too, where hands are asked about."""
        hands = game.hands if self.asks_of_hands else game.played
        return tuple(hand for hand in hands if self._fits_hand(hand))

    def _fits_hand(self, hand: HandResult) -> bool:
        is_seated = hand.number is None or all(player in hand.players for player in self.players)
        matching = [
            mark
            for mark in hand.found
            if (not self.codes or mark.code in self.codes) and (not self.severities or mark.severity in self.severities)
        ]
        return (
            is_seated
            and (self.won_by is None or self.won_by in hand.won_by)
            and (not self.limit_hand or hand.has_limit)
            and (not self.washout or hand.outcome == "wash-out")
            and all(kind in hand.types for kind in self.events)
            and (bool(matching) or not (self.codes or self.severities))
        )


def _within(wanted: str | None, text: str | None) -> bool:
    return wanted is None or (text is not None and wanted.casefold() in text.casefold())
