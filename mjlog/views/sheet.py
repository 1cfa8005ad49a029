"""The score sheet of a game: who won what in which hand, running totals, penalties, and the head of the log.

A sheet goes from hand to hand, on paper: texts in it are as they may be printed, and of a purchased card no more is
told than label and value of lines that were won (give a log that was not read `to_owner`). Of a hand in progress it
says that it is in progress, and nothing that depends on more: neither totals nor the head count any event of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from mjlog import events as ev
from mjlog.answers import Answer, ByPlayer, Count, Digest, OfGame, says
from mjlog.audit.game import Game, Hand
from mjlog.scoring import final_scores
from mjlog.seats import SEATS
from mjlog.text import quoted, shown
from mjlog.views.corrected import corrections_by_hand
from mjlog.views.disclosure import card_in_force, disclosed_until
from mjlog.views.next_hand import east_next
from mjlog.views.sheet_hands import (
    LONGEST,
    SheetCell,
    SheetDispute,
    SheetFinding,
    SheetHand,
    SheetPenalty,
    early_penalties,
    grave_findings,
    sheet_hand,
)  # fmt: skip

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
        found: dict[str, int | None] = {}
        for player, handle in zip(shown_handles, handles, strict=True):
            # Of handles that are printed alike nobody could say whose the points are.
            found[player] = None if player in found else points.get(handle)
        return found

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
        is_by_card=game.rules is not None and game.rules.plan.by_card,
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
