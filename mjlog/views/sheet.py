"""The score sheet of a game: who won what in which hand, running totals, penalties, the head of the log.

A sheet goes from hand to hand, on paper: texts in it are as they may be printed, and of a purchased card no more is
told than label and value of lines that were won (give a log that was not read `to_owner`). Of a hand in progress it
says that it is in progress, and nothing that depends on more: neither totals nor the head count any event of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType, field

from mjlog import events as ev
from mjlog.answers import Answer, ByPlayer, Count, Digest, OfGame, Seq, says
from mjlog.audit.game import Game, Hand
from mjlog.audit.valuing import scorer_for
from mjlog.findings import Finding, Grave
from mjlog.rulesets import Rules
from mjlog.scoring import final_scores
from mjlog.scoring.rows import ScoringRow
from mjlog.seats import SEATS, Seat
from mjlog.text import quoted, shown
from mjlog.views.corrected import corrections_by_hand
from mjlog.views.results import (
    HandResult,
    Outcome,
    east_next,
    is_by_fu,
    outcome_of,
    result_of,
    shares_of,
    worth_in_han,
)
from mjlog.views.seen import card_in_force, disclosed_until, line_told


def totals_after(game: Game, hand: Hand) -> dict[str, int] | None:
    """Totals after the hand; not those that nobody could know any more, and that the next hand states anew."""
    following = game.hands[hand.place + 1] if hand.place + 1 < len(game.hands) else None
    begun = game.rows[following.first] if following is not None else None
    if not isinstance(begun, ev.HandStart) or begun.totals != hand.after or _adds_up(game, hand):
        return hand.after
    return None


def _adds_up(game: Game, hand: Hand) -> bool:
    """Whether the totals after a hand follow from those before it."""
    after = hand.after or {}
    if not hand.has_play:
        begun = game.rules.plan.family.start_points if game.rules is not None else 0
        return all(points == begun for points in after.values())
    before, result = hand.before, result_of(hand)
    gained, fined = result.change, result.fines
    if before is None or gained is None:
        return False
    return all(
        before.get(player, 0) + gained.get(seat, 0) + fined.get(seat, 0) == after.get(player, 0)
        for seat, player in hand.seats.items()
    )


def is_restated(game: Game, hand: Hand) -> bool:
    """Whether totals that nobody could know any more were stated when the hand began."""
    previous = game.hands[hand.place - 1]
    return hand.place > 0 and previous.after is not None and totals_after(game, previous) is None


LONGEST = 200
"""Characters of one text of a sheet; a handle has no more."""
_LONGEST_MESSAGE = 600
_GRAVE = frozenset(("error", "warning"))


class SheetCell(Answer):
    """One player's part of a hand, in points; null where it is not known."""

    player: str
    seat: Seat | None = None
    announced: int | None = None
    computed: int | None = None
    is_wrong: Annotated[bool, says("the announced score is not the right one")] = False
    change: Annotated[int | None, says("by the settlement that was recorded, else by the computed one")] = None
    penalties: Annotated[int, says("received less paid")] = 0
    total: Annotated[int | None, says("after the hand")] = None

    @property
    def score(self) -> int | None:
        """The score as announced, as computed where nobody announced it."""
        return self.computed if self.announced is None else self.announced


class SheetFinding(Answer):
    """An error or a warning on the sheet."""

    code: str
    severity: Grave
    seq: Seq | None
    rule: str | None
    message: str


class Share(Answer):
    """A share of a fine."""

    player: str
    amount: int


class SheetPenalty(Answer):
    """A fine. Players are names, or seats where nobody sits."""

    hand: int | None
    seq: Seq
    player: Annotated[str, says("who pays")]
    amount: int
    to: tuple[Share, ...]
    reason: str


class SheetRuling(Answer):
    """The ruling that holds."""

    seq: Seq
    decision: str | None
    text: str


class SheetDispute(Answer):
    """A dispute of the game, and how it was ruled."""

    hand: int | None
    seq: Seq
    on: Annotated[Seq | None, says("the event that it is about; null where it names none")]
    player: Annotated[str | None, says("who objects")]
    text: str
    ruling: Annotated[SheetRuling | None, says("null: it is open")]


class SheetStakes(Answer):
    """What riichi adds to a row: what lay on the table when the hand began, and why it was drawn."""

    repeats: Annotated[Count | None, says("how often the hand was repeated (honba)")]
    pot: Annotated[Count | None, says("points on the table")]
    drawn_for: Annotated[str, says("in words; empty where the hand was not drawn")]


class SheetHand(Answer):
    """A row of the sheet. Cells run parallel to the sheet's players."""

    number: int | None = field(name="hand")
    round: Annotated[Seat | None, says("null where there are none")]
    outcome: Outcome
    east: str | None
    winner: str | None = None
    winner_seat: Seat | None = None
    winners: Annotated[tuple[Seat, ...] | UnsetType, says("all of them, where several won one tile")] = UNSET
    source: Annotated[str | None, says("of the winning tile")] = None
    discarder: str | None = None
    discarder_seat: Seat | None = None
    worth: Annotated[str | None, says("the limit hand, or the line of the card")] = None
    cells: tuple[SheetCell, ...] = ()
    findings: tuple[SheetFinding, ...] = ()
    penalties: tuple[SheetPenalty, ...] = ()
    corrections: Annotated[Count, says("how many touched the hand")] = 0
    restated: Annotated[bool, says("totals were stated anew when it began")] = False
    unsaid: Annotated[
        str | None, says("what its payments depend on, and nobody wrote down; those that count are presumed, or null")
    ] = None
    stakes: Annotated[SheetStakes | UnsetType, says("where riichi is played")] = UNSET
    goulash: Annotated[bool | UnsetType, says("true where it replayed a drawn hand, with wild tiles")] = UNSET
    no_win: Annotated[str | UnsetType, says("why a mahjong that was declared is none, in words")] = UNSET


def sheet_hand(game: Game, hand: Hand, handles: Sequence[str], corrections: int) -> SheetHand:
    """The row of a hand. `handles`: the players of the columns; `corrections`: how many touched it."""
    round_ = hand.round if game.rules is None or game.rules.plan.family.has_round_winds else None
    east = hand.seats.get(Seat.E)
    shown_east = None if east is None else shown(east, LONGEST)
    seat_of = {player: seat for seat, player in hand.seats.items()}
    if not hand.is_over:
        cells = tuple(SheetCell(shown(handle, LONGEST), seat_of.get(handle)) for handle in handles)
        return SheetHand(hand.number, round_, "in progress", shown_east, cells=cells)
    result = result_of(hand)
    parts = _Cells(game, hand, result)
    return SheetHand(
        number=hand.number,
        round=round_,
        outcome=outcome_of(hand),
        east=shown_east,
        cells=tuple(parts.of(handle, seat_of.get(handle)) for handle in handles),
        winner=_player(hand.seats, result.winner),
        winner_seat=result.winner,
        winners=result.winners if len(result.winners) > 1 else UNSET,
        source=result.source,
        discarder=_player(hand.seats, result.discarder),
        discarder_seat=result.discarder,
        worth=_worth(hand, result),
        findings=grave_findings(hand),
        penalties=tuple(_penalty(hand.number, hand.seats, penalty) for penalty in hand.report.penalties),
        corrections=corrections,
        restated=is_restated(game, hand),
        unsaid=None if hand.is_void else hand.report.unsaid,
        stakes=_stakes(hand, result),
        goulash=_is_goulash(hand) or UNSET,
        no_win=UNSET if result.false is None else result.false.words,
    )


def _stakes(hand: Hand, result: HandResult) -> SheetStakes | UnsetType:
    table = hand.start.table
    if not table.plan.family.goes_on_in_stakes:
        return UNSET
    return SheetStakes(table.standing.repeats, table.standing.pot, result.drawn_for)


def _is_goulash(hand: Hand) -> bool:
    """Whether it replayed a drawn hand; where the hand before is not known, as its exchanges have shown."""
    goulash = hand.start.table.agreed.goulash
    return goulash is not None and hand.table_after(hand.end - hand.first - 1).plan is goulash


def grave_findings(hand: Hand) -> tuple[SheetFinding, ...]:
    """The errors and warnings of a hand that is over."""
    grave = [finding for finding in hand.report.findings if finding.severity in _GRAVE]
    return tuple(map(_finding, grave))


def _finding(finding: Finding) -> SheetFinding:
    rule = None if finding.rule is None else shown(finding.rule)
    return SheetFinding(finding.code, finding.severity, finding.seq, rule, shown(finding.message, _LONGEST_MESSAGE))


def _player(seats: Mapping[Seat, str], seat: Seat | None) -> str | None:
    """Who sits there; the seat itself where nobody does."""
    return None if seat is None else shown(seats.get(seat, seat.wind_name.capitalize()), LONGEST)


def _worth(hand: Hand, result: HandResult) -> str | None:
    """The line or limit hand of the winner, or han and fu; of several winners those of each."""
    line = line_told(hand)
    if line is None or not result.winners:
        return worth_in_han(hand) or result.limit
    value = "" if line.value is None else f" ({line.value})"
    return f"line {shown(line.label, 40)}{value}"


class _Cells:
    """What a hand brought to each player."""

    def __init__(self, game: Game, hand: Hand, result: HandResult) -> None:
        self.result = result
        self.wrong = {finding.seat for finding in hand.report.findings if finding.code == "wrong-score"}
        self.after = totals_after(game, hand)
        self.only_winners = is_by_fu(hand)

    def of(self, handle: str, seat: Seat | None) -> SheetCell:
        """One player's part."""
        total = None if self.after is None else self.after.get(handle, 0)
        if seat is None:
            return SheetCell(shown(handle, LONGEST), total=total)
        result = self.result
        announced, computed = result.announced.get(seat), result.computed.get(seat)
        if self.only_winners and seat not in result.winners:
            computed = None
        differs = None not in (announced, computed) and announced != computed
        return SheetCell(
            player=shown(handle, LONGEST),
            seat=seat,
            announced=announced,
            computed=computed,
            is_wrong=differs or seat.value in self.wrong,
            change=None if result.change is None else result.change.get(seat, 0),
            penalties=result.fines.get(seat, 0),
            total=total,
        )


def early_penalties(game: Game) -> Iterator[SheetPenalty]:
    """The fines that were written down before the first hand, by the seats that the players have there."""
    seats: Mapping[Seat, str] = {}
    for row in game.rows[: game.hands[0].end]:
        if isinstance(row, ev.GameStart):
            seats = dict(zip(SEATS, row.players, strict=False))
        elif isinstance(row, ev.Seats):
            seats = row.seats
        elif isinstance(row, ev.Penalty):
            yield _penalty(None, seats, row)


def _penalty(hand: int | None, seats: Mapping[Seat, str], event: ev.Penalty) -> SheetPenalty:
    to = tuple(Share(_player(seats, seat) or "", amount) for seat, amount in shares_of(event, seats).items() if amount)
    return SheetPenalty(hand, event.seq, _player(seats, event.seat) or "", event.amount, to, shown(event.reason, 300))


_MOST_PLAYERS = 12
_MOST_OPTIONS = 60


class LogHead(Answer):
    """The end of a log: it stands for all that was written down until then."""

    seq: Count
    id: Annotated[Digest, says("of that event")]


class OptionSet(Answer):
    """An option that is not what the rule set says by itself."""

    name: str
    value: str


class Sheet(OfGame):
    """The score sheet of a game. Texts are as they may be printed."""

    ruleset: str | None
    title: str | None
    version: str | None
    options: list[OptionSet]
    card: str | None
    place: str | None
    table: str | None
    date: str | None
    is_by_card: Annotated[bool, says("hands are those of a score card")]
    players: tuple[str, ...]
    hands: tuple[SheetHand, ...]
    early: tuple[SheetFinding, ...]
    totals: ByPlayer[int | None]
    stated: Annotated[ByPlayer[int | None] | None, says("what the end of the game states, where that differs")]
    next_east: str | None
    is_whole: Annotated[bool, says("no line of the log is missing or unreadable")]
    is_live: Annotated[bool, says("a hand is in progress")]
    head: Annotated[LogHead | None, says("of the log, as it is printed on the sheet")]
    disputes: tuple[SheetDispute, ...]
    final: Annotated[
        ByPlayer[int | None] | UnsetType, says("final scores of a game that is over and has some, in points")
    ] = UNSET
    tournament: Annotated[str | UnsetType, says("what it is a game of")] = UNSET
    session: Annotated[int | UnsetType, says("the round of the tournament")] = UNSET


class ScoreSheet(Sheet):
    """The sheet as it is printed. `players`: in seat order of the first hand; cells of hands run parallel to them.

    `totals`: points after the last hand that is over, as the log states them at its end where they cannot be computed.
    `penalties`: all of the game, those before the first hand, too. `names`: real names by handle, where they are wanted
    and noted.
    """

    penalties: tuple[SheetPenalty, ...] = ()
    names: tuple[tuple[str, str], ...] = ()

    @property
    def has_fines(self) -> bool:
        """Whether somebody was fined, or got a part of a fine."""
        return any(cell.penalties for hand in self.hands for cell in hand.cells)

    def column(self, points: ByPlayer[int | None]) -> list[int | None]:
        """Points of the players, in their order."""
        return [points[player] for player in self.players]

    @property
    def answer(self) -> Sheet:
        """What programs are told of it."""
        return Sheet(*(getattr(self, name) for name in Sheet.__struct_fields__))


def head_seq(game: Game) -> int:
    """The last event that the head of a sheet stands for; 0: no head can be given.

    While a hand is in progress it is the one before that hand.
    """
    return disclosed_until(game) if game.log.is_whole else 0


def score_sheet(game: Game, head: LogHead | None = None) -> ScoreSheet:
    """The sheet of a game. `head`: of the log, as it was at `head_seq`.

    >>> from mjlog.log.records import GameRecord
    >>> start = ev.GameStart(seq=1, game="tuesday", ruleset="western", players=("anna", "ben", "carl", "dora"))
    >>> sheet = score_sheet(Game(GameRecord("", "", iter([(start, 1)]))))
    >>> sheet.game, sheet.players[0], sheet.hands, sheet.totals
    ('tuesday', 'anna', (), {'anna': 0, 'ben': 0, 'carl': 0, 'dora': 0})
    """
    start = game.first_of(ev.GameStart)
    handles = _handles(game, start)
    corrected = corrections_by_hand(game)
    hands = tuple(sheet_hand(game, hand, handles, corrected[hand.place]) for hand in game.played)
    totals = _totals(game, handles)
    stated, final = _stated(game, handles, totals), final_scores_of(game)
    shown_handles = tuple(map(_text, handles))

    def by_player(points: Mapping[str, int]) -> dict[str, int | None]:
        by_handle: dict[str, int | None] = {}
        for player, handle in zip(shown_handles, handles, strict=True):
            # Of handles that are printed alike nobody could say whose the points are.
            by_handle[player] = None if player in by_handle else points.get(handle)
        return by_handle

    return ScoreSheet(
        game=_text(game.id),
        log="recorded" if game.as_recorded else "corrected",
        as_of=game.as_of,
        ruleset=_maybe(game.hands[0].report.ruleset),
        title=_maybe(game.ruleset),
        version=_maybe(start.version if start is not None else None),
        options=_options(game, start),
        card=_card(game),
        place=_maybe(start.place if start is not None else None),
        table=_maybe(start.table if start is not None else None),
        date=_date(game),
        is_by_card=game.rules is not None and game.rules.plan.family.wins_by_card,
        players=shown_handles,
        hands=hands,
        early=grave_findings(game.hands[0]),
        totals=by_player(totals if stated is None else {**stated, **totals}),
        stated=None if stated is None else by_player(stated),
        next_east=_maybe(east_next(game)),
        is_whole=game.log.is_whole,
        is_live=any(not hand.is_over for hand in game.played),
        head=head if game.log.is_whole else None,
        disputes=(),
        final=UNSET if final is None else by_player(final),
        tournament=_text(start.tournament) if start is not None and start.tournament else UNSET,
        session=start.session if start is not None and start.session is not None else UNSET,
        penalties=(*early_penalties(game), *(penalty for hand in hands for penalty in hand.penalties)),
    )


def _text(value: str) -> str:
    return shown(value, LONGEST)


def _maybe(value: str | None) -> str | None:
    return None if value is None else _text(value)


def _handles(game: Game, start: ev.GameStart | None) -> tuple[str, ...]:
    """Who played, in seat order of the first hand; behind them others whom the log names, so far as there is room."""
    seated = [hand.seats[seat] for hand in game.played for seat in SEATS if seat in hand.seats]
    named = (*seated[: len(game.played[0].seats) if game.played else 0], *(start.players if start else ()), *seated)
    return tuple(dict.fromkeys(named))[:_MOST_PLAYERS]


def _over(game: Game) -> list[Hand]:
    return [hand for hand in game.hands if hand.is_over]


def _totals(game: Game, handles: tuple[str, ...]) -> dict[str, int]:
    """Totals after the last hand that is over; those before a hand in progress may be stated anew at its beginning.

    None of them where they are not known.
    """
    live = game.hands[-1]
    totals = live.after if live.is_over else live.before
    return {} if totals is None else {handle: totals.get(handle, 0) for handle in handles}


def _stated(game: Game, handles: tuple[str, ...], totals: Mapping[str, int]) -> dict[str, int] | None:
    """What the end of the game states, where it says something else, or something that nobody can compute."""
    end = next((end for end in _ends(game) if end.totals is not None), None)
    said = end.totals if end is not None and end.totals is not None else {}
    stated = {handle: said[handle] for handle in handles if handle in said}
    return stated if any(totals.get(handle) != total for handle, total in stated.items()) else None


def final_scores_of(game: Game) -> dict[str, int] | None:
    """The final scores by player, as the end of the game states them, else as they follow from the totals.

    None where the game is not over, the rule set has none, or the totals are not known.
    """
    terms = game.rules.final if game.rules is not None else None
    end = next(_ends(game), None)
    if terms is None or end is None:
        return None
    totals = _over(game)[-1].after or end.totals
    if end.final is not None or totals is None:
        return end.final
    fined = game.owners.ended.table.standing.fined
    return final_scores(totals, [player for player in game.players if player in totals], terms, fined=fined)


def _ends(game: Game) -> Iterator[ev.GameEnd]:
    """The ends of the game that are told, the last one first."""
    for hand in reversed(_over(game)):
        for place in reversed(game.places_of(ev.GameEnd, hand=hand)):
            end = game.rows[place]
            assert isinstance(end, ev.GameEnd)
            yield end


def _date(game: Game) -> str | None:
    """The first time that is stated, without a look at a hand in progress."""
    rows = (row for hand in _over(game) for row in game.rows[hand.first : hand.end])
    return next((shown(row.at, 40) for row in rows if isinstance(row, ev.Event) and row.at), None)


def _card(game: Game) -> str | None:
    card = card_in_force(game)
    return None if card is None else _text(card.title or card.id)


def _options(game: Game, start: ev.GameStart | None) -> list[OptionSet]:
    """Options that are not what the rule set says by itself; of an unknown rule set all that are stated."""
    given: Mapping[str, Any] = (start.options if start is not None else None) or {}
    usual: Mapping[str, Any] = {}
    if game.rules is not None:
        usual = {name: info.read(info.default) for name, info in game.rules.ruleset.options.items()}
        given = {**given, **{name: value for name, value in game.rules.options.items() if name in given}}
    differing = [(name, value) for name, value in given.items() if name not in usual or usual[name] != value]
    return [OptionSet(shown(name), _value(value)) for name, value in differing[:_MOST_OPTIONS]]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return shown(value, 40) if isinstance(value, str | int) else quoted(value, 40)


__all__ = [
    "LogHead", "ScoreSheet", "Sheet", "SheetCell", "SheetDispute", "SheetFinding", "SheetHand", "SheetPenalty",
    "final_scores_of", "head_seq", "score_sheet",
]  # fmt: skip


class TallyLine(NamedTuple):
    """What a hand can earn, and how much; `is_winners`: only whoever wins."""

    name: str
    worth: str
    is_winners: bool


class Tally(NamedTuple):
    """Lines of one kind, under their title."""

    title: str
    lines: tuple[TallyLine, ...]


class BlankSheet(msgspec.Struct, frozen=True):
    """An empty sheet. `players`: their handles, or None for a line on which a name is written.

    `is_by_card`: hands are won by the lines of a score card, and there is nothing to be counted.
    """

    ruleset: str
    title: str
    players: tuple[str | None, ...]
    is_by_card: bool
    tallies: tuple[Tally, ...]


def blank_sheet(rules: Rules, players: Sequence[str] = ()) -> BlankSheet:
    """The paper for games by these rules, with their options.

    >>> from mjlog.rulesets import load, resolve
    >>> sheet = blank_sheet(resolve(load("western")), ("anna", "ben", "cleo"))
    >>> sheet.players, sheet.tallies[0].title, sheet.tallies[0].lines[0]
    (('anna', 'ben', 'cleo'), 'Points', TallyLine(name='pung, exposed', worth='2', is_winners=False))
    """
    scorer = scorer_for(rules)
    rows = () if scorer is None else scorer.rows
    tallies = (Tally(title, tuple(_lines(rows, title))) for title in ("Points", "Doubles", "Limit hands"))
    return BlankSheet(
        rules.ruleset.id, rules.ruleset.title, tuple(players) or (None,) * len(rules.plan.seats), scorer is None,
        tuple(tally for tally in tallies if tally.lines),
    )  # fmt: skip


def _lines(rows: Sequence[ScoringRow], title: str) -> Iterator[TallyLine]:
    row_fields = dict.fromkeys((row.name, _row_worth(row), not row.for_loser) for row in rows if _title(row) == title)
    return (TallyLine(*line) for line in row_fields)


def _title(row: ScoringRow) -> str:
    if row.is_limit:
        return "Limit hands"
    return "Points" if row.points else "Doubles"


def _row_worth(row: ScoringRow) -> str:
    if row.limit_points:
        return f"{row.limit_points}"
    if row.limit:
        return "limit" if row.limit == 100 else f"{row.limit / 100:g} limit"
    doubled = f"×{2**row.doubles}" if row.doubles else ""
    return " ".join(filter(None, [str(row.points) if row.points else "", doubled]))
