"""What somebody sees of a game: of each hand the rows that they saw, replayed for themselves.

No other tile ever enters. While a hand is not over everybody has the table's view of it, and no finding that a
concealed tile decides. Source: docs/understand/trust.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mjlog import events as ev
from mjlog.audit.game import Game, Hand, row_type
from mjlog.audit.valuing import explained_score
from mjlog.findings import Finding, worst
from mjlog.log.records import Fault
from mjlog.log.sight import UNREADABLE, Player, Sight, View
from mjlog.scoring import Explanation, NotCounted, Score
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.text import did_you_mean, list_words, quoted, shown
from mjlog.views.event_words import words
from mjlog.views.walls import WallBreak, break_of_the_dice

_MOST_TOGETHER = 5
_MOST_PASSES = 4


class EventLine(NamedTuple):
    """One event of a hand in words (or several passes in a row); `until` is the last seq of it.

    `findings`: how many there are at it; `worst`: the severity of the worst of them, empty without any. `go_around`:
    from 1, each time the turn has come past East; 0 before the first turn.
    """

    seq: int
    until: int
    type: str
    words: str
    findings: int
    worst: str = ""
    go_around: int = 0


# -- who sees what ---------------------------------------------------------------------------------------------------


def sight_in(hand: Hand, view: View) -> Sight:
    """What may be seen of a hand: the table's view until it is over, and of a player who does not play in it."""
    if not hand.is_over:
        return "table"
    if isinstance(view, Player):
        return next((seat for seat, player in hand.seats.items() if player == view.handle), "table")
    return view


def unseen_player(game: Game, view: View) -> str:
    """What is to be said to who asks for the view of a player whom the game does not have; else nothing."""
    players = dict.fromkeys((*game.players, *(one for hand in game.hands for one in hand.seats.values())))
    if not isinstance(view, Player) or view.handle in players:
        return ""
    near = did_you_mean(view.handle, players)
    known = list_words([shown(one, 40) for one in (players if near is None else [near])] or ["nobody"])
    meant = f"players are {known}" if near is None else f"did you mean {known}?"
    return f"no player of this game is called {quoted(view.handle, 40)}; {meant}"


# -- what is found ---------------------------------------------------------------------------------------------------


def findings_of(hand: Hand) -> list[Finding]:
    """What was found in a hand, as far as it may be told."""
    if hand.is_over:
        return hand.report.findings
    # By number, not by seq: a correction can put the wall under the seq of the hand-start.
    return [*hand.start.report.findings, *hand.seen("table").findings]


def findings_by_event(hand: Hand) -> dict[int, list[Finding]]:
    """The findings of a hand, by event; those without one under 0."""
    return hand.recall("findings", lambda: _by_seq(findings_of(hand)))


def _by_seq(findings: Sequence[Finding]) -> dict[int, list[Finding]]:
    by_seq: dict[int, list[Finding]] = {}
    for finding in findings:
        by_seq.setdefault(finding.seq or 0, []).append(finding)
    return by_seq


def not_counted(hand: Hand) -> dict[Seat, tuple[NotCounted, ...]]:
    """What a player might have expected of a score, with the reason why it does not count."""
    return {seat: one.not_counted for seat, one in explanations_of(hand).items()}


def explanations_of(hand: Hand) -> Mapping[Seat, Explanation]:
    """How the computed scores came about; once the hand is over.

    Seats whose computed score does not come from the tiles of the hand are left out.
    """
    return hand.recall("explanations", lambda: _explained(hand)) if hand.is_over else {}


def _explained(hand: Hand) -> dict[Seat, Explanation]:
    scores = {seat: hand.report.details.get(seat.value) for seat in hand.seats}
    scored = [(seat, score) for seat, score in scores.items() if isinstance(score, Score)]
    if not scored:
        return {}
    table = hand.table_after(hand.end - hand.first - 1)
    found = ((seat, explained_score(table, seat, hand.start.rules, score)) for seat, score in scored)
    return {seat: explanation for seat, explanation in found if explanation is not None}


# -- in words --------------------------------------------------------------------------------------------------------


def words_in(seen: Hand) -> list[str]:
    """The events of a hand in words, as somebody saw it."""
    return seen.recall("words", lambda: [_words(*one) for one in zip(seen.tables(), seen.rows, strict=False)])


def words_at(seen: Hand, at: int) -> str:
    """The event at this place of a hand in words, as somebody saw it."""
    known: list[str] | None = seen.known.get("words")
    if known is not None:
        return known[at]
    return _words(seen.table_after(at - 1) if at > 0 else next(seen.tables()), seen.game.rows[seen.first + at])


def _words(table: Table, row: ev.Event | Fault) -> str:
    return UNREADABLE if isinstance(row, Fault) else words(table, row)


def said_at(game: Game, place: int, view: View = "table") -> str:
    """The event at this place in words, with what stands under the same seq."""
    hand = game.hand_at(place)
    seen, first = hand.seen(sight_in(hand, view)), place
    while first > max(hand.first, place - _MOST_TOGETHER) and game.seq_at(first - 1) == game.seq_at(place):
        first -= 1
    return "; ".join(words_at(seen, at - hand.first) for at in range(first, place + 1))


def event_lines(hand: Hand, sight: Sight) -> list[EventLine]:
    """The events of a hand in words; passes that follow one another, and have no fault, are one line."""
    seen, found = hand.seen(sight_in(hand, sight)), findings_by_event(hand)
    lines: list[EventLine] = []
    rows = seen.rows
    for seq, row, said, go_around in zip(
        hand.game.seqs_of(hand), rows, words_in(seen), go_arounds(rows), strict=True
    ):
        here = found.get(seq, [])
        line = EventLine(seq, seq, row_type(row), said, len(here), worst(here) or "", go_around)
        if lines and _go_together(lines[-1], line):
            line = _joined(lines.pop(), line)
        lines.append(line)
    return lines


def go_arounds(rows: Iterable[ev.Event | Fault]) -> Iterator[int]:
    """For each row, how often the turn has come to East or past it; 0 before the first turn."""
    number, latest = 0, None
    for row in rows:
        if isinstance(row, ev.Draw | ev.Discard | ev.Expose) and row.seat is not latest:
            number += latest is None or row.seat.index < latest.index
            latest = row.seat
        yield number


def line_at(lines: Sequence[EventLine], seq: int) -> int | None:
    """Which of the lines of a hand tells of an event; of several under one number the last. None where none does.

    The numbers need not ascend: a corrected event has that of its correction.
    """
    return next((at for at in range(len(lines) - 1, -1, -1) if lines[at].seq <= seq <= lines[at].until), None)


def _go_together(passes: EventLine, line: EventLine) -> bool:
    """Whether a pass is told in one line with those before it, which has all the numbers from its first to its last."""
    is_next = line.seq in (passes.until, passes.until + 1) and line.seq - passes.seq < _MOST_PASSES
    return is_next and _is_plain_pass(line) and _is_plain_pass(passes)


def _is_plain_pass(line: EventLine) -> bool:
    return line.type == "pass" and not line.findings


def _joined(passes: EventLine, line: EventLine) -> EventLine:
    name = line.words.split(" ", 1)[0]
    who = passes.words.split(" pass", 1)[0].replace(" and ", ", ")
    return passes._replace(until=line.until, words=f"{who} and {name} pass")


def broken_by(seen: Hand, at: int) -> WallBreak | None:
    """The break of the wall, if it has happened by then; where it was left out (american/break-1), by the dice."""
    found = seen.recall("break", lambda: _break_in(seen))
    return found[0] if found is not None and at >= found[1] else None


def _break_in(seen: Hand) -> tuple[WallBreak, int] | None:
    rows, thrown = seen.rows, None
    for at, row in enumerate(rows):
        if isinstance(row, ev.Break):
            return WallBreak(row.wall, row.stack), at
        thrown = at if isinstance(row, ev.Roll) and row.purpose != "seats" else thrown
    found = None if thrown is None else break_of_the_dice(seen.table_after(thrown))
    return None if found is None or thrown is None else (found, thrown)
