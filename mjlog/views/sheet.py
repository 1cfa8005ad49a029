"""The score sheet of a game: who won what in which hand, running totals, penalties, the head of the log; and in words.

A sheet goes from hand to hand, on paper: texts in it are as they may be printed, and of a purchased card no more is
told than label and value of lines that were won (give a log that was not read `to_owner`). Of a hand in progress it
says that it is in progress, and nothing that depends on more: neither totals nor the head count any event of it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType, field

from mjlog import events as ev
from mjlog.answers import Answer, ByPlayer, Count, Digest, OfGame, Seq, says
from mjlog.audit.game import Game, Hand
from mjlog.audit.valuing import scorer_for
from mjlog.chain import short_form
from mjlog.findings import Grave
from mjlog.rulesets import Rules
from mjlog.scoring import final_scores
from mjlog.scoring.rows import ScoringRow
from mjlog.seats import SEATS, Seat
from mjlog.text import counted, day_words, list_words, result, shown
from mjlog.text import points as points_words
from mjlog.text import signed as signed_points
from mjlog.views.csv_cells import Value, csv_text
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
from mjlog.views.seen import card_in_force, corrections_by_hand, disclosed_until, line_told
from mjlog.views.words import seat_name, value_words, with_names


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
    parts, table = _Cells(game, hand, result), hand.start.table
    # Whether it replayed a drawn hand; where the hand before is not known, as its exchanges have shown.
    goulash = table.agreed.goulash
    is_goulash = goulash is not None and hand.table_after(hand.end - hand.first - 1).plan is goulash
    stakes: SheetStakes | UnsetType = UNSET
    if table.plan.family.goes_on_in_stakes:
        stakes = SheetStakes(table.standing.repeats, table.standing.pot, result.drawn_for)
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
        stakes=stakes,
        goulash=is_goulash or UNSET,
        no_win=UNSET if result.false is None else result.false.words,
    )


def grave_findings(hand: Hand) -> tuple[SheetFinding, ...]:
    """The errors and warnings of a hand that is over."""
    return tuple(
        SheetFinding(
            finding.code, finding.severity, finding.seq, None if finding.rule is None else shown(finding.rule),
            shown(finding.message, _LONGEST_MESSAGE),
        )
        for finding in hand.report.findings
        if finding.severity in _GRAVE
    )  # fmt: skip


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
    shown_handles, card = tuple(map(_text, handles)), card_in_force(game)
    over = (row for hand in _over(game) for row in game.rows[hand.first : hand.end])

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
        card=_maybe(None if card is None else card.title or card.id),
        place=_maybe(start.place if start is not None else None),
        table=_maybe(start.table if start is not None else None),
        date=next((shown(row.at, 40) for row in over if isinstance(row, ev.Event) and row.at), None),
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
    totals_at_end = end.totals if end is not None and end.totals is not None else {}
    stated = {handle: totals_at_end[handle] for handle in handles if handle in totals_at_end}
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


def _options(game: Game, start: ev.GameStart | None) -> list[OptionSet]:
    """Options that are not what the rule set says by itself; of an unknown rule set all that are stated."""
    given: Mapping[str, Any] = (start.options if start is not None else None) or {}
    usual: Mapping[str, Any] = {}
    if game.rules is not None:
        usual = {name: info.read(info.default) for name, info in game.rules.ruleset.options.items()}
        given = {**given, **{name: value for name, value in game.rules.options.items() if name in given}}
    differing = [(name, value) for name, value in given.items() if name not in usual or usual[name] != value]
    return [OptionSet(shown(name), value_words(value)) for name, value in differing[:_MOST_OPTIONS]]


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
    lines: dict[str, dict[TallyLine, None]] = {"Points": {}, "Doubles": {}, "Limit hands": {}}
    for row in rows:
        title = "Limit hands" if row.is_limit else "Points" if row.points else "Doubles"
        lines[title][TallyLine(row.name, _row_worth(row), not row.for_loser)] = None
    return BlankSheet(
        rules.ruleset.id, rules.ruleset.title, tuple(players) or (None,) * len(rules.plan.seats), scorer is None,
        tuple(Tally(title, tuple(of_title)) for title, of_title in lines.items() if of_title),
    )  # fmt: skip


def _row_worth(row: ScoringRow) -> str:
    if row.limit_points:
        return f"{row.limit_points}"
    if row.limit:
        return "limit" if row.limit == 100 else f"{row.limit / 100:g} limit"
    doubled = f"×{2**row.doubles}" if row.doubles else ""
    return " ".join(filter(None, [str(row.points) if row.points else "", doubled]))


# -- in words ---------------------------------------------------------------------------------------------------------


WON_SOURCES = {
    "deal": "as dealt", "wall": "from the wall", "loose": "with a loose tile", "discard": "on a discard",
    "kong": "robbing a kong", "bonus": "on a tile laid aside", "exchange": "by a joker exchange",
}  # fmt: skip
"""How a hand was won, by the source of the winning tile."""
NOT_WHOLE = "the log is not whole, so it has no head: `mjlog verify` shows where"
NO_HEAD = "there is no head of the log to print"
UNKNOWN = "?"


def signed(number: int | None) -> str:
    """A gain or loss; `?` where it is not known.

    >>> signed(64), signed(-32), signed(0), signed(None)
    ('+64', '−32', '0', '?')
    """
    return UNKNOWN if number is None else signed_points(number)


def total_words(number: int | None) -> str:
    """A total; `?` where it is not known."""
    return UNKNOWN if number is None else points_words(number)


def final_words(points: int | None) -> str:
    """A final score, in thousands of points; `?` where it is not known.

    >>> final_words(41000), final_words(None)
    ('+41.0', '?')
    """
    return UNKNOWN if points is None else result(points)


def result_words(hand: SheetHand) -> str:
    """How a hand ended: who won, or that nobody did."""
    if hand.winners:
        seats = seats_of(hand)
        return f"{list_words([seats.get(seat, seat_name(seat)) for seat in hand.winners])} win"
    if hand.winner is not None:
        return f"{hand.winner} wins"
    if hand.no_win:
        return "no win"
    return "drawn" if hand.stakes and hand.stakes.drawn_for else hand.outcome


def is_winner(hand: SheetHand, seat: Seat) -> bool:
    """Whether a player is one of the winners."""
    return seat in hand.winners if hand.winners else seat is hand.winner_seat


def how_words(hand: SheetHand) -> str:
    """How a hand was won, and what it was, or why it was drawn; empty where nobody won."""
    if hand.no_win or (hand.stakes and hand.stakes.drawn_for):
        return with_names(hand.no_win or (hand.stakes.drawn_for if hand.stakes else ""), seats_of(hand))
    worth = hand.worth or ""
    if worth:
        named = worth.startswith("line ") or hand.stakes
        worth = with_names(worth, seats_of(hand)) if named else f"limit hand {worth}"
    source = hand.source or ""
    way = WON_SOURCES.get(source, "")
    if hand.discarder is not None and source in _WON_FROM:
        way = _WON_FROM[source].format(hand.discarder)
    return ", ".join(part for part in (way, worth) if part)


_WON_FROM = {
    "discard": "on {}'s discard", "bonus": "on the tile that {} laid aside", "kong": "robbing {}'s kong",
}  # fmt: skip


def seats_of(hand: SheetHand) -> dict[Seat, str]:
    """Who sat where."""
    return {cell.seat: cell.player for cell in hand.cells if cell.seat is not None}


def note_words(hand: SheetHand) -> list[str]:
    """What else is to be said of a hand."""
    notes = ["a goulash"] if hand.goulash else []
    notes += [f"{counted(hand.corrections, 'correction')}"] if hand.corrections else []
    if hand.stakes:
        notes += [f"{hand.stakes.pot} in the pot"] if hand.stakes.pot else []
    return notes + (["totals stated anew at its beginning"] if hand.restated else [])


def finding_words(finding: SheetFinding) -> str:
    """A finding: how grave, what, by which rule, at which event."""
    cited = [finding.rule] if finding.rule is not None else []
    cited += [f"event {finding.seq}"] if finding.seq is not None else []
    return f"{finding.severity} {finding.code}: {finding.message}" + (f" [{', '.join(cited)}]" if cited else "")


def round_words(hand: SheetHand) -> str:
    """The round as a column has it: `E`; where hands are repeated, with the number of its East: `E3, 1 honba`."""
    if hand.round is None or not hand.stakes:
        return "" if hand.round is None else hand.round.value
    number = next((at for at, cell in enumerate(hand.cells, 1) if cell.seat is Seat.E), "")
    return f"{hand.round.value}{number}" + (f", {hand.stakes.repeats} honba" if hand.stakes.repeats else "")


def penalty_words(penalty: SheetPenalty) -> str:
    """A fine: who pays, to whom, why."""
    to = ", ".join(f"{share.amount} to {share.player}" for share in penalty.to)
    whom = f" ({to})" if to else " off the final score" if penalty.amount else ""
    place = "before the first hand" if penalty.hand is None else f"hand {penalty.hand}"
    return f"{place}: {penalty.player} pays {penalty.amount}{whom}: {penalty.reason}"


def dispute_words(dispute: SheetDispute) -> str:
    """A dispute: what it is about, who objects, why, and how it was ruled."""
    place = [] if dispute.hand is None else [f"hand {dispute.hand}"]
    player = [] if dispute.player is None else [dispute.player]
    about = ", ".join([*place, f"event {dispute.on or dispute.seq}", *player])
    ruling = dispute.ruling
    if ruling is None:
        return f"{about}: {dispute.text} - open (dispute {dispute.seq})"
    decision = "" if ruling.decision is None else f" {ruling.decision}"
    return f"{about}: {dispute.text} - ruled{decision}: {ruling.text} (ruling {ruling.seq})"


def heading_words(sheet: ScoreSheet) -> list[tuple[str, str]]:
    """What stands at the top, by name: real names where they are wanted, rules, options, card, place, table, date."""
    version = f", version {sheet.version}" if sheet.version is not None else ""
    rules = f"{sheet.title} ({sheet.ruleset}{version})" if sheet.title else f"{sheet.ruleset or 'not known'}{version}"
    options = ", ".join(f"{part.name} {part.value}" for part in sheet.options)
    reading = [] if sheet.as_of is None else [f"as of event {sheet.as_of}: what was written later is left out"]
    reading += ["as recorded: corrections are not carried out"] if sheet.log == "recorded" else []
    parts = [
        ("players", ", ".join(f"{handle} is {name}" for handle, name in sheet.names)),
        ("rules", rules), ("options", options), ("card", sheet.card), ("place", sheet.place), ("table", sheet.table),
        ("session", " of ".join(str(part) for part in (sheet.session, sheet.tournament) if part)),
        ("date", day_words(sheet.date)), ("read", "; ".join(reading)),
    ]  # fmt: skip
    return [(name, text) for name, text in parts if text]


def standing_words(sheet: ScoreSheet) -> str:
    """Where the game stands: a hand in progress, or who is East next."""
    if sheet.is_live:
        return "a hand is in progress: it is not counted here"
    return f"East next: {sheet.next_east}" if sheet.next_east is not None else ""


def stated_words(sheet: ScoreSheet) -> str:
    """The totals that the log states at its end, where they are not those computed; empty where they are."""
    if sheet.stated is None:
        return ""
    if sheet.stated == sheet.totals:
        return "the totals are those that the log states at its end"
    items = sheet.stated.items()
    totals = ", ".join(f"{player} {points_words(total)}" for player, total in items if total is not None)
    return f"the log states other totals at its end: {totals}"


def head_words(sheet: ScoreSheet) -> str:
    """Which event the head stands for."""
    if sheet.head is None:
        return NO_HEAD if sheet.is_whole else NOT_WHOLE
    before = ", before the hand in progress" if sheet.is_live else ""
    return f"head of the log at event {sheet.head.seq}{before}"


def checkpoint_words(sheet: ScoreSheet) -> str:
    """The head in the short form, to be written down and typed back; empty where there is none."""
    return "" if sheet.head is None else f"checkpoint {short_form(sheet.head.seq, sheet.head.id)}"


def legend_words(sheet: ScoreSheet) -> str:
    """What the signs of the sheet mean, those that are on it; empty where none is."""
    cells = [cell for hand in sheet.hands if hand.outcome != "in progress" for cell in hand.cells]
    signs = []
    if any(cell.is_wrong for cell in cells):
        signs.append("! is not what the hand is worth")
    if None in (*sheet.totals.values(), *(cell.total for cell in cells), *(cell.change for cell in cells if cell.seat)):
        missing = [
            f"hand {hand.number}, {hand.unsaid}" for hand in sheet.hands if hand.unsaid and not is_presumed(hand)
        ]
        where = f": {'; '.join(missing)}" if missing else ""
        signs.append(f"? is not certain, for something was not written down{where}")
    presumed: dict[str, list[str]] = {}
    for hand in sheet.hands:
        if hand.unsaid is not None and is_presumed(hand):
            presumed.setdefault(hand.unsaid, []).append(str(hand.number))
    for unsaid, hands in presumed.items():
        signs.append(f"{'hand' if len(hands) == 1 else 'hands'} {list_words(hands)} {_COUNTS[len(hands) > 1]} {unsaid}")
    return "; ".join(signs)


_COUNTS = ("counts as computed: nobody wrote down", "count as computed: nobody wrote down")


def is_presumed(hand: SheetHand) -> bool:
    """Whether the payments of a hand count as long as nothing else is said."""
    return hand.unsaid is not None and any(cell.change is not None for cell in hand.cells)


_FEWEST, _MOST = 17, 34
"""Characters of the column that says how a hand ended."""
_SHORTEST_NAME = 4
_GAP = "  "
_INDENT = " " * 4


def sheet_text(sheet: ScoreSheet, width: int = 80) -> str:
    """The sheet as lines of text. A line has seat and score of every player, the next gain or loss and total.

    `!` marks an announced score that is not the computed one; what is wrong with it stands among the findings.
    """
    lines = textwrap.wrap(f"score sheet of {sheet.game}", width)
    for name, text in heading_words(sheet):
        lines += _wrapped(text, width, f"{name + ':':9}")
    lines += ["", *_table(sheet, width)]
    penalties, disputes = list(map(penalty_words, sheet.penalties)), list(map(dispute_words, sheet.disputes))
    sections = (_listed("penalties", penalties, width), _listed("disputes", disputes, width))
    standing = [
        line
        for text in (legend_words(sheet), standing_words(sheet), stated_words(sheet))
        if text
        for line in _wrapped(text, width)
    ]
    head = _wrapped(head_words(sheet), width)
    if sheet.head is not None:
        head += [*textwrap.wrap(sheet.head.id, max(width, 32)), checkpoint_words(sheet)]
    found = [("  before the first hand: ", finding) for finding in sheet.early]
    found += [(f"  hand {hand.number}: ", finding) for hand in sheet.hands for finding in hand.findings]
    findings = [line for place, finding in found for line in _wrapped(finding_words(finding), width, place)]
    for part in (standing, *sections, ["findings", *findings] if findings else [], head):
        lines += ["", *part] if part else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=" " * min(len(indent), 9))


# -- the table ----------------------------------------------------------------------------------------------------

Block = tuple[list[str], list[list[str]]]
"""Lines of the first column, and of each player's."""


def _table(sheet: ScoreSheet, width: int) -> list[str]:
    blocks = _blocks(sheet, is_wide=True)
    sums = 2 if sheet.final else 1
    sizes = _sizes(sheet, blocks, width)
    if _left_over(sizes, width) < _FEWEST:
        blocks = _blocks(sheet, is_wide=False)
        sizes = _sizes(sheet, blocks, width)
    first = min(max(_left_over(sizes, width), _FEWEST), _MOST)
    names = [[shown(player, size)] for player, size in zip(sheet.players, sizes, strict=True)]
    rule = "-" * (first + sum(len(_GAP) + size for size in sizes))
    lines = [*_rows((["hand"], names), first, sizes), rule]
    for block in blocks[:-sums]:
        lines += _rows(block, first, sizes)
    return [*lines, rule, *(line for block in blocks[-sums:] for line in _rows(block, first, sizes))]


def _blocks(sheet: ScoreSheet, is_wide: bool) -> list[Block]:
    """The hands, the totals at the end, and the final scores of a game that has some."""
    hands: list[Block] = []
    for hand in sheet.hands:
        round_ = f"{round_words(hand)} " if hand.round is not None else ""
        first = f"{hand.number or 0:>3} {round_}{result_words(hand)}"
        hands.append(([first, *filter(None, [how_words(hand), *note_words(hand)])], _cells(hand, is_wide)))
    totals: Block = (["total"], [[total_words(total)] for total in sheet.column(sheet.totals)])
    if not sheet.final:
        return [*hands, totals]
    return [*hands, totals, (["final score"], [[final_words(points)] for points in sheet.column(sheet.final)])]


def _sizes(sheet: ScoreSheet, blocks: Sequence[Block], width: int) -> list[int]:
    """How wide each player's column is: for its numbers, and for the name so far as there is room."""
    room = max((width - _MOST) // max(len(sheet.players), 1) - len(_GAP), _SHORTEST_NAME)
    columns = zip(*(cells for _first, cells in blocks), strict=True)
    numbers = (max(len(line) for cell in column for line in cell) for column in columns)
    return [
        max(size, min(len(player), room), _SHORTEST_NAME) for size, player in zip(numbers, sheet.players, strict=True)
    ]


def _left_over(sizes: Sequence[int], width: int) -> int:
    """What the players' columns leave of a line."""
    return width - sum(len(_GAP) + size for size in sizes)


def _cells(hand: SheetHand, is_wide: bool) -> list[list[str]]:
    if hand.outcome == "in progress":
        return [[cell.seat.value if cell.seat is not None else ""] for cell in hand.cells]
    size = max((len(_change(cell)) for cell in hand.cells), default=0)
    totals = max((len(total_words(cell.total)) for cell in hand.cells), default=0)
    cells = []
    for cell in hand.cells:
        seat = cell.seat.value if cell.seat is not None else "-"
        score = "" if cell.score is None else f"{'!' if cell.is_wrong else ''}{cell.score}"
        total, change = total_words(cell.total), _change(cell)
        fines = [f"fine {signed(cell.penalties)}"] if cell.penalties else []
        below = [f"{change:>{size}} {total:>{totals}}"] if is_wide else [change, total]
        cells.append([f"{seat} {score:>4}", *fines, *below])
    return cells


def _change(cell: SheetCell) -> str:
    return "" if cell.seat is None else signed(cell.change)


def _rows(block: Block, first: int, sizes: Sequence[int]) -> list[str]:
    title, *more = block[0]
    # What follows the number stands under the words behind it.
    words = [
        title[:first],
        *(
            line
            for text in more
            for line in textwrap.wrap(text, first, initial_indent=_INDENT, subsequent_indent=_INDENT)
        ),
    ]
    lines = []
    for left, *cells in zip_longest(words, *block[1], fillvalue=""):
        right = (cell.rjust(size) for cell, size in zip(cells, sizes, strict=True))
        lines.append(_GAP.join([left.ljust(first), *right]))
    return lines


# -- below the table ----------------------------------------------------------------------------------------------


def _listed(title: str, entries: Sequence[str], width: int) -> list[str]:
    lines = [line for words in entries for line in _wrapped(words, width, "  ")]
    return [title, *lines] if lines else []


_FIRST = ("game", "hand", "round", "east", "result", "winner", "won by", "discarder", "limit or line")
_OF_PLAYER = ("seat", "announced", "computed", "change", "penalties", "total")
_STAKES = ("repeats", "pot", "drawn for")
"""What riichi adds."""
_LAST = (
    "corrections", "penalties", "findings", "disputes", "head at event", "head", "date", "place", "table", "ruleset",
)  # fmt: skip
_TOURNAMENT = ("tournament", "session")


def sheet_csv(sheet: ScoreSheet) -> str:
    """The sheet as comma-separated values (RFC 4180): a line of names, then a line a hand; unknown values are empty.

    What a spreadsheet would take for a formula begins with an apostrophe.
    """
    known, names = dict(sheet.names), [*_FIRST, *(_STAKES if _has_stakes(sheet) else ())]
    for player in sheet.players:
        who = f"{player} ({known[player]})" if player in known else player
        names += [f"{who} {name}" for name in (*_OF_PLAYER, *(["final score"] if sheet.final else []))]
    names += [*_LAST, *(_TOURNAMENT if sheet.session else ())]
    return csv_text(names, (_row(sheet, hand) for hand in sheet.hands))


def _row(sheet: ScoreSheet, hand: SheetHand) -> Iterator[Value]:
    round_ = None if hand.round is None else hand.round.value
    winners = [seats_of(hand).get(seat, seat.value) for seat in hand.winners] if hand.winners else []
    winner = "; ".join(winners) if winners else hand.winner
    yield from (sheet.game, hand.number, round_, hand.east, hand.outcome, winner, hand.source, hand.discarder)
    yield hand.worth
    if _has_stakes(sheet):
        # Repeats and pot at the beginning, and why the hand was drawn.
        stakes = hand.stakes
        yield from ((stakes.repeats, stakes.pot, stakes.drawn_for or None) if stakes else (None,) * len(_STAKES))
    is_told = hand.outcome != "in progress"
    for number, cell in enumerate(hand.cells):
        fined = sum(penalty.amount for penalty in hand.penalties if penalty.player == cell.player and not penalty.to)
        seat = None if cell.seat is None else cell.seat.value
        penalties = None if cell.seat is None or not is_told else cell.penalties - fined
        yield from (seat, cell.announced, cell.computed, cell.change, penalties, cell.total)
        if sheet.final:
            yield sheet.final[sheet.players[number]] if hand is sheet.hands[-1] else None
    yield hand.corrections if is_told else None
    yield "; ".join(map(penalty_words, hand.penalties))
    yield "; ".join(map(finding_words, hand.findings))
    # A dispute stands in the last row of its number; one about no hand in the first row.
    last = {row.number: row for row in sheet.hands}
    told = (dispute for dispute in sheet.disputes if hand is last.get(dispute.hand, sheet.hands[0]))
    yield "; ".join(map(dispute_words, told))
    yield from (sheet.head.seq, sheet.head.id) if sheet.head is not None else (None, None)
    yield from (sheet.date, sheet.place, sheet.table, sheet.ruleset)
    if sheet.session:
        yield from (sheet.tournament or None, sheet.session)


def _has_stakes(sheet: ScoreSheet) -> bool:
    return any(hand.stakes for hand in sheet.hands)
