"""The score sheet of a game: who won what in which hand, running totals, penalties, and the head of the log.

A sheet goes from hand to hand, on paper: texts in it are as they may be printed, and of a purchased card no more is
told than label and value of lines that were won (give a log that was not read `to_owner`). Of a hand in progress it
says that it is in progress, and nothing that depends on more: neither totals nor the head count any event of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from mjlog import events as ev
from mjlog.answers import Answer, Count, Digest, says
from mjlog.scoring import final_scores
from mjlog.seats import SEATS
from mjlog.text import quoted, shown
from mjlog.views.as_written import corrections_by_hand
from mjlog.views.game_log import GameLog
from mjlog.views.hands import HandSpan
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


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A game as a club keeps it on paper. Texts are as they may be printed.

    `title`: of the rule set, None where it is not known; `version`: as the log states it; `options`: those that differ
    from the rule set's own values, by name. `date`: the first time that the log states. `players`: in seat order of the
    first hand; cells of hands, `totals` and `stated` run parallel to them. `early`: what was found before the first
    hand. `totals`: points after the last hand that is over, as the log states them at its end where they cannot be
    computed, None where they are not known; `stated`: what `game-end` states, where that is not what is computed.
    `final`: the final scores of a game that is over, with the bonus for each place, in points; None where there are
    none. `next_east`: who is East next. `is_whole`: no line of the log is missing or unreadable; only then it has a
    `head`, once something is written that may be told. `names`: real names by handle, where they are wanted and noted.
    `as_of`: the event that the log ends with, on the sheet of an earlier time. `disputes`: where they are wanted
    (`mjlog.disputes.on_sheet`).
    """

    game: str
    ruleset: str | None
    title: str | None
    version: str | None
    options: tuple[tuple[str, str], ...]
    card: str | None
    place: str | None
    table: str | None
    date: str | None
    as_recorded: bool
    as_of: int | None
    is_by_card: bool
    players: tuple[str, ...]
    hands: tuple[SheetHand, ...]
    early: tuple[SheetFinding, ...]
    penalties: tuple[SheetPenalty, ...]
    totals: tuple[int | None, ...]
    stated: tuple[int | None, ...] | None
    final: tuple[int | None, ...] | None
    next_east: str | None
    is_whole: bool
    head: LogHead | None
    names: tuple[tuple[str, str], ...] = ()
    disputes: tuple[SheetDispute, ...] = ()

    @property
    def has_fines(self) -> bool:
        """Whether somebody was fined, or got a part of a fine."""
        return any(cell.penalties for hand in self.hands for cell in hand.cells)

    @property
    def is_live(self) -> bool:
        """Whether a hand is in progress."""
        return any(hand.outcome == "in progress" for hand in self.hands)


def head_seq(log: GameLog) -> int:
    """The last event that the head of a sheet stands for; 0: no head can be given.

    While a hand is in progress it is the one before that hand.
    """
    return log.disclosed_until if log.written.is_whole else 0


def score_sheet(log: GameLog, head: LogHead | None = None) -> ScoreSheet:
    """The sheet of a game. `head`: of the log, as it was at `head_seq`.

    >>> from mjlog.log.records import GameRecord
    >>> start = ev.GameStart(seq=1, game="tuesday", ruleset="western", players=("anna", "ben", "carl", "dora"))
    >>> sheet = score_sheet(GameLog(GameRecord("", "", iter([(start, 1)]))))
    >>> sheet.game, sheet.players[0], sheet.hands, sheet.totals
    ('tuesday', 'anna', (), (0, 0, 0, 0))
    """
    start = log.first_of(ev.GameStart)
    handles = _handles(log, start)
    hands = _hands(log, handles)
    totals = _totals(log, handles)
    stated, final = _stated(log, handles, totals), final_scores_of(log)
    return ScoreSheet(
        game=_text(log.game),
        ruleset=_maybe(log.hands[0].report.ruleset),
        title=_maybe(log.ruleset),
        version=_maybe(start.version if start is not None else None),
        options=_options(log, start),
        card=_card(log),
        place=_maybe(start.place if start is not None else None),
        table=_maybe(start.table if start is not None else None),
        date=_date(log),
        as_recorded=log.as_recorded,
        as_of=log.as_of,
        is_by_card=log.rules is not None and log.rules.plan.by_card,
        players=tuple(map(_text, handles)),
        hands=hands,
        early=grave_findings(log.hands[0]),
        penalties=(*early_penalties(log), *(penalty for hand in hands for penalty in hand.penalties)),
        totals=totals if stated is None else tuple(map(_either, totals, stated)),
        stated=stated,
        final=None if final is None else tuple(final.get(handle) for handle in handles),
        next_east=_maybe(log.next_east),
        is_whole=log.written.is_whole,
        head=head if log.written.is_whole else None,
    )


def _text(value: str) -> str:
    return shown(value, LONGEST)


def _maybe(value: str | None) -> str | None:
    return None if value is None else _text(value)


def _handles(log: GameLog, start: ev.GameStart | None) -> tuple[str, ...]:
    """Who played, in seat order of the first hand; behind them others whom the log names, so far as there is room."""
    seated = [hand.seats[seat] for hand in log.played for seat in SEATS if seat in hand.seats]
    named = (*seated[: len(log.played[0].seats) if log.played else 0], *(start.players if start else ()), *seated)
    return tuple(dict.fromkeys(named))[:_MOST_PLAYERS]


def _hands(log: GameLog, handles: tuple[str, ...]) -> tuple[SheetHand, ...]:
    def hand_of(seq: int) -> int:
        return log.hand_at(log.place_of(seq) or 0).place

    corrected = corrections_by_hand(log.slots, hand_of)
    return tuple(sheet_hand(log, hand, handles, corrected[hand.place]) for hand in log.played)


def _over(log: GameLog) -> list[HandSpan]:
    return [hand for hand in log.hands if hand.is_over]


def _totals(log: GameLog, handles: tuple[str, ...]) -> tuple[int | None, ...]:
    """Totals after the last hand that is over; those before a hand in progress may be stated anew at its beginning."""
    live = log.hands[-1]
    totals = live.after if live.is_over else live.before
    return tuple(None if totals is None else totals.get(handle, 0) for handle in handles)


def _either(total: int | None, stated: int | None) -> int | None:
    return stated if total is None else total


def _stated(log: GameLog, handles: tuple[str, ...], totals: tuple[int | None, ...]) -> tuple[int | None, ...] | None:
    """What the end of the game states, where it says something else, or something that nobody can compute."""
    end = next((end for end in _ends(log) if end.totals is not None), None)
    said = end.totals if end is not None and end.totals is not None else {}
    pairs = zip(handles, totals, strict=True)
    differs = any(handle in said and said[handle] != total for handle, total in pairs)
    return tuple(said.get(handle) for handle in handles) if differs else None


def final_scores_of(log: GameLog) -> dict[str, int] | None:
    """The final scores by player, as the end of the game states them, else as they follow from the totals.

    None where the game is not over, the rule set has none, or the totals are not known.
    """
    terms = log.rules.final if log.rules is not None else None
    end = next(_ends(log), None)
    if terms is None or end is None:
        return None
    totals = _over(log)[-1].after or end.totals
    if end.final is not None or totals is None:
        return end.final
    return final_scores(
        totals, [player for player in log.players if player in totals], terms, fined=log.audit.table.standing.fined
    )


def _ends(log: GameLog) -> Iterator[ev.GameEnd]:
    """The ends of the game that are told, the last one first."""
    for hand in reversed(_over(log)):
        for place in reversed(log.places_of(ev.GameEnd, hand=hand)):
            end = log.rows[place]
            assert isinstance(end, ev.GameEnd)
            yield end


def _date(log: GameLog) -> str | None:
    """The first time that is stated, without a look at a hand in progress."""
    rows = (row for hand in _over(log) for row in log.rows[hand.first : hand.end])
    return next((shown(row.at, 40) for row in rows if isinstance(row, ev.Event) and row.at), None)


def _card(log: GameLog) -> str | None:
    return None if log.card is None else _text(log.card.title or log.card.id)


def _options(log: GameLog, start: ev.GameStart | None) -> tuple[tuple[str, str], ...]:
    """Options that are not what the rule set says by itself; of an unknown rule set all that are stated."""
    given: Mapping[str, Any] = (start.options if start is not None else None) or {}
    usual: Mapping[str, Any] = {}
    if log.rules is not None:
        usual = {name: info.read(info.default) for name, info in log.rules.ruleset.options.items()}
        given = {**given, **{name: value for name, value in log.rules.options.items() if name in given}}
    differing = [(name, value) for name, value in given.items() if name not in usual or usual[name] != value]
    return tuple((shown(name), _value(value)) for name, value in differing[:_MOST_OPTIONS])


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return shown(value, 40) if isinstance(value, str | int) else quoted(value, 40)


__all__ = [
    "LogHead", "ScoreSheet", "SheetCell", "SheetDispute", "SheetFinding", "SheetHand", "SheetPenalty",
    "final_scores_of", "head_seq", "score_sheet",
]  # fmt: skip
