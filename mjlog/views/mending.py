"""After a correction: which part of a game has to be replayed, and what comes after it as it was.

What happens in a hand depends on the state in which it begins, and on its own events. So a game is replayed from the
first hand that reads otherwise, until a hand begins in the very state in which it had begun before, and all that is
left of the log is the same: from there on nothing is otherwise. Running totals do not decide what happens in a hand,
nor how it is judged, unless somebody states them or the game ends by them: where nobody does, the hands that are left
keep all but their totals, and these are moved by what has changed.

Where the options are corrected, every hand may come out otherwise. Most options say what hands are worth, who pays and
how long is played, or what may be done with a kong: then the play of a hand without a fault, or without a kong, is as
it was, and only its end is replayed. So it is where other players sit in the seats: what is played depends on the seats
alone, unless something in the hand names a player.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import operator
from collections.abc import Sequence
from typing import Any

from mjlog import events as ev
from mjlog.audit.digest import fields_digest
from mjlog.audit.records import Fault, Row
from mjlog.audit.replay import Replay
from mjlog.audit.report import HandReport
from mjlog.rulesets import Rules
from mjlog.table import Table
from mjlog.table.plan import TablePlan
from mjlog.table.standing import Standing
from mjlog.views.hands import Hand, Start


@dataclasses.dataclass(frozen=True, slots=True)
class Shift:
    """By how many points the running total of each player has changed; `is_known`: the totals are known now.

    `is_none`: neither the totals nor whether they are known has changed.
    `was_lost`, `is_lost`: how often totals had become unknown by then, in the game as it was and as it is;
    `was_doubted`, `is_doubted`: how often they had come into doubt.
    """

    points: dict[str, int]
    is_known: bool
    was_lost: int
    is_lost: int
    was_doubted: int
    is_doubted: int
    is_none: bool

    def put_into(self, start: Start) -> Start:
        """The beginning of a later hand, with the totals of now."""
        table = start.table.copy()
        table.totals = self.of(table.totals)
        standing = table.standing
        if not self.is_none:
            standing.totals_known = self.is_known and standing.totals_lost == self.was_lost
        standing.totals_lost += self.is_lost - self.was_lost
        standing.totals_doubted += self.is_doubted - self.was_doubted
        return Start(table, start.known)

    def of(self, totals: dict[str, int]) -> dict[str, int]:
        """Totals as they are now."""
        return {player: total + self.points.get(player, 0) for player, total in totals.items()}


_NO_STATE = frozenset(("folded", "next_seq", "start", "rules", "steps", "began", "told", "read_before"))
"""What a replay knows that says only how the log is read, or is compared otherwise: the rules, and what they make."""
_OF_TOTALS = frozenset(("totals_known", "totals_lost", "totals_doubted"))
"""What the standing says of totals."""
_COMPARED_APART = frozenset(("totals", "standing", "plan", "players"))
"""What the table says beside the hand itself: who plays by which rules, and what runs from hand to hand."""


def first_changed(old: Sequence[ev.Event | Fault], new: Sequence[Row]) -> int:
    """The first place at which a log reads otherwise than before."""
    at = 0
    for before, (now, _where) in zip(old, new, strict=False):
        if before is not now and before != now:
            return at
        at += 1
    return at


def common_end(old: Sequence[ev.Event | Fault], new: Sequence[Row]) -> int:
    """How many rows at the end are the same as before."""
    count = 0
    for before, (now, _where) in zip(reversed(old), reversed(new), strict=False):
        if before is not now and before != now:
            return count
        count += 1
    return count


class Change:
    """A game as it was, its hands and rows, and the rows that are read now.

    `first`: the first place that reads otherwise; `rest`: from this place on all rows are as they were. `again`: by the
    place of its `hand-start` now, each hand that begins with the same rows after this as before.
    """

    def __init__(self, hands: Sequence[Hand], rows: Sequence[ev.Event | Fault], new: Sequence[Row]) -> None:
        self.hands = hands
        self.rows = rows
        self.new = new
        self.first = first_changed(rows, new)
        self.rest = len(new) - common_end(rows, new)
        begun = {id(rows[hand.first + 1]): hand for hand in hands if hand.has_play and hand.first + 1 < len(rows)}
        places = [place for place, (row, _where) in enumerate(new[:-1]) if type(row) is ev.HandStart]
        begins = ((place, begun.get(id(new[place + 1][0]))) for place in places)
        self.again = {place: hand for place, hand in begins if hand is not None}

    def shift_to(self, begun: Hand, before: Hand, place: int) -> Shift | None:
        """How the totals differ where a hand begins here as it began before; None where more does (`shift_between`)."""
        rest = self.new[place : place + self.hands[-1].first - before.first + 1]
        return shift_between(before, begun, [row for row, _where in rest])

    def play_of(self, hand: Hand, place: int) -> list[ev.Event | Fault] | None:
        """The rows of a hand that begins here now up to its end, if they are those that were played before."""
        if hand.played is None:
            return None
        before = self.rows[hand.first + 1 : hand.first + hand.played.rows]
        play = [row for row, _where in self.new[place + 1 : place + hand.played.rows]]
        return play if len(play) == len(before) and all(map(operator.is_, play, before)) else None


def shift_between(old: Hand, new: Hand, rest: Sequence[ev.Event | Fault]) -> Shift | None:
    """How the totals of a hand that has just begun differ from those it had begun with before.

    None, where anything else differs that the rest of the game may depend on. `rest`: the rows from its `hand-start` to
    that of the last hand, both included. That the rules are the same is known.
    """
    if not begins_alike(old, new):
        return None
    before, now = old.start.table, new.start.table
    if before.totals.keys() != now.totals.keys():
        return None
    points = {player: total - before.totals[player] for player, total in now.totals.items()}
    one, other = before.standing, now.standing
    same = (one.totals_known, one.totals_doubted) == (other.totals_known, other.totals_doubted)
    is_none = same and not any(points.values())
    lost, doubted = (one.totals_lost, other.totals_lost), (one.totals_doubted, other.totals_doubted)
    shift = Shift(points, other.totals_known, *lost, *doubted, is_none)
    if not is_none and (new.start.known["rules"].plan.ending.target or any(map(_asks_for_totals, rest))):
        return None
    return shift


def _asks_for_totals(row: ev.Event | Fault) -> bool:
    """Whether a row states totals, or whether they are known again depends on it."""
    return isinstance(row, ev.GameStart | ev.Gap) or getattr(row, "totals", None) is not None


def begins_alike(old: Hand, new: Hand) -> bool:
    """Whether a hand that has just begun began so before, but for the totals; that the rules do is known."""
    one, other = old.start.table, new.start.table
    if one.players != other.players or not _hands_alike(old, new):
        return False
    names = (name for name in Standing.__slots__ if name not in _OF_TOTALS)
    return all(getattr(one.standing, name) == getattr(other.standing, name) for name in names)


def _hands_alike(old: Hand, new: Hand) -> bool:
    if old.number != new.number or old.report.ruleset != new.report.ruleset:
        return False
    one, other = old.start, new.start
    if one.known.keys() != other.known.keys() or _agreed(one) != _agreed(other):
        return False
    if not all(_same(one.known[name], other.known[name]) for name in one.known if name not in _NO_STATE):
        return False
    names = (name for name in Table.__slots__ if name not in _COMPARED_APART)
    return all(_same(getattr(one.table, name), getattr(other.table, name)) for name in names)


def _agreed(start: Start) -> object:
    """What the beginning of the game says that later hands depend on, beside the rules that it makes."""
    event: ev.GameStart | None = start.known["start"]
    return None if event is None else (event.ruleset, event.version, event.digest, event.card)


def same_rules(old: Hand, new: Hand) -> bool:
    """Whether two hands are played by the same rules."""
    one, other = old.start.known["rules"], new.start.known["rules"]
    return one is other or one == other


OF_THE_END = frozenset(("ending", "fines", "east_leaves_after", "east_always_leaves", "scored_as_laid", "dead_jokers"))
"""What a plan says of how hands are scored, paid and fined, what comes of dead ones, who sits where in the next one,
and how long is played: nothing before the end of a hand begins, or somebody is declared dead."""
OF_KONGS = frozenset(("robbing", "concealed_kongs", "kongs_at_setup", "any_kong_upon_kong", "held_fourth"))
"""What a plan says of kongs out of the hand: nothing before one is made."""


def plays_alike(old: Hand, new: Hand) -> bool:
    """Whether two hands are played by rules that differ only in what comes of kongs, and of the end of a hand."""
    return _other_in_play(old, new) is not None


def played_alike(old: Hand, new: Hand, play: Sequence[ev.Event | Fault]) -> bool:
    """Whether a hand that has just begun is played as before, whoever sits in the seats and whatever runs on from hand
    to hand. `play`: its rows, which are the same; that the rules play alike is known.
    """
    one, other = old.start.table, new.start.table
    if one.players.keys() != other.players.keys() or one.in_doubt != other.in_doubt:
        return False
    if any(map(_names_a_player, play)) or (_other_in_play(old, new) and any(type(row) is ev.Kong for row in play)):
        return False
    return _hands_alike(old, new)


def _names_a_player(row: ev.Event | Fault) -> bool:
    return type(row) is ev.Roll and (row.player is not None or row.purpose == "seats")


def _other_in_play(old: Hand, new: Hand) -> frozenset[str] | None:
    """In what the rules of two hands differ that kongs depend on; None where more does that is asked in play."""
    one, other = old.start.known["rules"], new.start.known["rules"]
    return frozenset() if one is other else _differing(one, other)


@functools.lru_cache(maxsize=8)
def _differing(one: Rules, other: Rules) -> frozenset[str] | None:
    if one.ruleset.digest != other.ruleset.digest or one.bound is not other.bound:
        return None
    if (one.plan.fishing is None) != (other.plan.fishing is None):
        return None
    # How a hand that lacks one tile is recognised follows from the complete hands, which are compared.
    names = (field.name for field in dataclasses.fields(TablePlan) if field.name not in {*OF_THE_END, "fishing"})
    differing = frozenset(name for name in names if getattr(one.plan, name) != getattr(other.plan, name))
    return differing if differing <= OF_KONGS else None


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same, looking into those that do not compare by what they hold."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict | list | tuple) and one == other:
        return True
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if _compares(type(one)):
        return bool(one == other)
    names = [name for cls in type(one).__mro__ for name in getattr(cls, "__slots__", ())]
    return bool(names) and all(_same(getattr(one, name, None), getattr(other, name, None)) for name in names)


def _compares(kind: Any) -> bool:
    return kind.__eq__ is not object.__eq__


def moved_hands(olds: Sequence[Hand], hands: int, rows: int, shift: Shift) -> list[Hand]:
    """Hands that come later, or earlier, by so many hands and rows, with other totals, and are the same otherwise.

    Of the last one only the beginning: what it comes to is to be found by replaying it.
    """
    moved: list[Hand] = []
    for old in olds:
        hand = copy.copy(old)
        hand.place, hand.first, hand.end = old.place + hands, old.first + rows, old.end + rows
        hand.start = shift.put_into(old.start)
        table = hand.start.table
        hand.before = dict(table.totals) if table.standing.totals_known else None
        hand.report = _with_totals(old.report, shift)
        if moved:
            moved[-1].after = hand.before
        moved.append(hand)
    return moved


def taken_over(olds: Sequence[Hand], begun: Hand, rows: int, shift: Shift) -> list[Hand]:
    """The hands from one that has just begun on, which are as they were; of the last one only the beginning.

    `olds`: what they were; `rows`: by how many they come later.
    """
    moved = moved_hands(olds, begun.place - olds[0].place, rows, shift)
    # What was found where the first of them begins depends on the hand before it.
    first = moved[0]
    found = begun.report.findings + first.report.findings[first.open_findings :]
    first.report = dataclasses.replace(first.report, findings=found)
    first.open_findings = len(begun.report.findings)
    return moved


def _with_totals(report: HandReport, shift: Shift) -> HandReport:
    if report.final is None or not any(shift.points.values()):
        return report
    final = {**report.final, "totals": shift.of(report.final["totals"])}
    return dataclasses.replace(report, final=final, state=fields_digest(final))


def replay_from(hand: Hand, reports: Sequence[HandReport], like: Replay) -> Replay:
    """A replay that stands where a hand has just begun. `reports`: of what came before; `like`: of the same log."""
    replay, old = Replay(like.record, cards=like.cards), hand.report
    hand.start.put_into(replay)
    replay.folded = True
    found = list(old.findings[: hand.open_findings])
    replay.report = HandReport(old.source, old.game, old.hand, old.ruleset, findings=found)
    replay.reports = [*reports, replay.report]
    return replay
