"""What a correction changed, told at each of the events concerned: what was written first, and what stands now.

An address names an event for good, also after something else stands in its place. Both readings tell the same, as
corrected and as recorded. Source: docs/lookup/format.md#corrections;
docs/understand/trust.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import field

from mjlog import events as ev
from mjlog.answers import Answer, Seq, says
from mjlog.audit.game import Game, Hand
from mjlog.log.corrections import CorrectedLog, Made, Slot, fields_inside
from mjlog.log.records import Fault, Row
from mjlog.log.sight import UNREADABLE, Sight, View, all_as_seen, redact
from mjlog.rulesets.resolve import written_option
from mjlog.seats import Seat
from mjlog.table import Table, apply
from mjlog.text import list_words, shown
from mjlog.views.seen import disclosed_until, sight_in
from mjlog.views.words import value_words, words

_MOST_SAID = 5
"""Events of one correction that are told."""


class CorrectionStep(Answer):
    """One correction of a place in the log, as its own event says."""

    seq: Seq
    of: Annotated[Seq | None, says("the event that it corrects")]
    after: Annotated[Seq | None, says("the event after which it adds others")]
    is_void: Annotated[bool, says("nothing stands there any more")]
    reason: str
    agreed: Annotated[tuple[str, ...], says("who agreed")] = ()
    at: Annotated[str | None, says("when it was made, as it is written")] = None
    instead: Annotated[Seq | None, says("it says that the correction was meant for this event")] = None


class CorrectionNote(Answer):
    """What became of an event of the log, or what it stands for."""

    seq: Annotated[Seq, says("the event that was asked for")]
    first: Annotated[Seq | None, says("the event that was written there first")]
    written: Annotated[str, says("what was written first, in words")]
    stands: Annotated[str, says("what stands now, in words")]
    words: Annotated[str, says("the whole story")]
    steps: Annotated[tuple[CorrectionStep, ...], says("in their order")] = field(name="corrections")


def is_read(game: Game, seq: int) -> bool:
    """Whether something is read in the place of this event."""
    return game.slots.here(game.slots.root.get(seq, seq)) is not None


def place_read(game: Game, root: int) -> int | None:
    """The place that stands for an event: where it, or what corrects it, is read; else the nearest before it."""
    standing = game.slots.standing(root)
    return None if standing is None else game.by_seq[standing]


def corrected_places(hand: Hand) -> list[int]:
    """The places of a hand that corrections are about; of what is void, the one before it."""
    places = {place_read(hand.game, root) for root in hand.game.slots.members}
    return sorted(place for place in places if place is not None and hand.first <= place < hand.end)


def corrections_by_hand(game: Game) -> Counter[int]:
    """How many corrections touched each hand, by its place; those that name no event before them touch none."""
    if not game.log.corrections:
        return Counter()
    places = (place_read(game, root) for root in game.slots.root.values())
    return Counter(game.hand_at(place).place for place in places if place is not None)


def correction_of(game: Game, seq: int, view: View = "table") -> CorrectionNote | None:
    """What became of an event, or what it stands for, where corrections are about it; None where none is.

    While the hand is not over, in words that everybody may hear.
    """
    root = game.slots.root.get(seq, seq)
    slot = next((made.place for made in game.log.corrected.made if made.place.seq == root), None)
    if slot is None:
        return None
    first = None if slot.anchor is not None else root
    start, hand = _start(game, root)
    # What is void is read nowhere, and looks as if it belonged to the hand before.
    sight = "table" if root > disclosed_until(game) else _sight_of(hand, sight_in(hand, view), slot)
    written = [row for row, _where in (slot.members[0].own if slot.first is None else [slot.first])]
    stands = [row for row, _where in slot.rows]
    was, now = (_said(_table_before(game, start, view), _seen(hand, rows, sight)) for rows in (written, stands))
    # The words of the beginning of a game do not tell all of it.
    starts = [row for row in (*written, *stands) if isinstance(row, ev.GameStart)]
    changed = changes_in_words(*starts) if len(starts) == 2 else []
    now += f" (changed: {'; '.join(changed)})" if changed else ""
    steps = tuple(_step(made) for made in slot.members)
    return CorrectionNote(seq, first, was, now, _story(seq, first, steps), steps)


def _start(game: Game, root: int) -> tuple[int, Hand]:
    """The first place of the log that the slot is read at, and the hand that it belongs to."""
    place = place_read(game, root)
    if place is None:
        return 0, game.hands[0]
    hand = game.hand_at(place)
    if not is_read(game, root):
        return place + 1, hand
    seq = game.seq_at(place)
    while place > hand.first and game.seq_at(place - 1) == seq:
        place -= 1
    return place, hand


def _table_before(game: Game, place: int, view: View) -> Table:
    """The table just before a place of the log."""
    hand = game.hand_at(min(place, len(game.rows) - 1))
    inside = place - hand.first - 1
    return hand.seen(sight_in(hand, view)).table_after(inside) if inside >= 0 else hand.start.table.copy()


def _sight_of(hand: Hand, sight: Sight, slot: Slot) -> Sight:
    """What may be told of the contents. A correction can hold the beginning of another hand, which may be on."""
    game = hand.game
    inside = (fields.get("type") for made in slot.members for fields in fields_inside(made.event))
    reaches_on = slot.anchor is not None or "hand-start" in inside
    # At an earlier time, or as it was recorded, a hand can look over that goes on now.
    is_on = game.as_recorded or game.as_of is not None or not game.hands[-1].is_over
    return "table" if reaches_on and is_on else sight


def _seen(hand: Hand, rows: Sequence[ev.Event | Fault], sight: Sight) -> Iterator[ev.Event | Fault]:
    """The rows as this sight saw them; of what a player passed on blind, only together with the whole hand."""
    events = [row for row in rows if not isinstance(row, Fault)]
    if isinstance(sight, Seat):
        around = [row for row in hand.rows if isinstance(row, ev.Charleston)]
        seen = iter(all_as_seen([*around, *events], sight)[len(around) :])
    else:
        seen = (redact(event, sight) for event in events)
    for row in rows:
        yield row if isinstance(row, Fault) else next(seen)


def _said(table: Table, rows: Iterator[ev.Event | Fault]) -> str:
    """Events in words, one after another."""
    lines: list[str] = []
    for row in rows:
        if len(lines) == _MOST_SAID:
            return "; ".join([*lines, "and more"])
        if isinstance(row, Fault):
            lines.append(UNREADABLE)
        else:
            lines.append(words(table, row))
            apply(table, row)
    return "; ".join(lines)


def _step(made: Made) -> CorrectionStep:
    event, outer = made.event, made.event if made.outer is None else made.outer.event
    agreed = tuple(shown(player, 40) for player in event.agreed or outer.agreed or ())
    reason = shown(event.reason, 300) if event.reason else ""
    at = None if outer.at is None else shown(outer.at, 40)
    meant = None if made.meant is None else made.meant.event
    instead = None if meant is None else meant.of if meant.of is not None else meant.after
    return CorrectionStep(event.seq, event.of, event.after, not event.events, reason, agreed, at, instead)


def _story(seq: int, first: int | None, steps: Sequence[CorrectionStep]) -> str:
    """The corrections in few words each: the one of the event asked for, and those that came after it."""
    if seq == first:
        step_asked, later = steps[0], steps[1:]
        opening = f"Event {first} was {_became(step_asked)}"
    else:
        at = next(at for at, step in enumerate(steps) if step.seq == seq)
        step_asked, later = steps[at], steps[at + 1 :]
        opening = _does(step_asked, first, is_again=any(step.seq == step_asked.of for step in steps))
    return "; ".join([opening + _why(step_asked), *(_then(step, first) + _why(step) for step in later)])


def _became(step: CorrectionStep) -> str:
    return f"{'made void' if step.is_void else 'corrected'} by event {step.seq}"


def _does(step: CorrectionStep, first: int | None, is_again: bool) -> str:
    """What one correction does, said of itself. `is_again`: it is about a correction before it."""
    if step.instead is not None:
        return f"Event {step.seq} says that correction {step.of} was meant for event {step.instead}"
    if step.of is None:
        return f"Event {step.seq} was added after event {step.after}"
    if step.is_void:
        return f"Event {step.seq} " + (
            f"takes back correction {step.of}" if is_again else f"makes event {step.of} void"
        )
    meant = f", which stood for event {first}" if is_again and first is not None else ""
    return f"Event {step.seq} stands in the place of event {step.of}{meant}"


def _then(step: CorrectionStep, first: int | None) -> str:
    if step.instead is not None:
        return f"correction {step.of} was meant for event {step.instead}, by event {step.seq}"
    if step.of == first or not step.is_void:
        return f"event {step.of} was {_became(step)}"
    return f"correction {step.of} was taken back by event {step.seq}"


def _why(step: CorrectionStep) -> str:
    agreed = f" (agreed by {list_words(step.agreed)})" if step.agreed else ""
    return (f": {step.reason}" if step.reason else "") + agreed


# -- the beginning of a game, as it was changed ------------------------------------------------------------------------


_FIELDS = {"ruleset": "rule set", "version": "version", "players": "players", "place": "place", "table": "table",
           "tournament": "tournament", "session": "session",
           "at": "date", "card": "card"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class StartChange:
    """A correction of the `game-start`, and what it changed, a text each; `options`: the names of those it changed."""

    correction: ev.Correction
    words: tuple[str, ...]
    options: tuple[str, ...]


def start_changes(written: Sequence[Row]) -> Iterator[StartChange]:
    """The corrections of the beginning of a game, in their order. `written`: the log, as it was written."""
    places = {row.seq for row, _where in written if isinstance(row, ev.GameStart)}
    roots = CorrectedLog(written).roots
    for at, (row, _where) in enumerate(written):
        if isinstance(row, ev.Correction) and roots.get(row.seq) in places:
            before, after = _start_read(written[:at]), _start_read(written[: at + 1])
            if before is not None and after is not None:
                yield StartChange(row, tuple(changes_in_words(before, after)), tuple(changed_options(before, after)))


def _start_read(written: Sequence[Row]) -> ev.GameStart | None:
    """The beginning of the game as it is read."""
    return next((row for row, _where in CorrectedLog(written).rows() if isinstance(row, ev.GameStart)), None)


def changed_options(before: ev.GameStart, after: ev.GameStart) -> list[str]:
    """The names of the options that two beginnings of a game state otherwise."""
    old, new = before.options or {}, after.options or {}
    return [name for name in {**old, **new} if old.get(name) != new.get(name)]


def changes_in_words(before: ev.GameStart, after: ev.GameStart) -> list[str]:
    """What is another in the second of two beginnings of a game, a text each.

    >>> players = ("anna", "ben", "cleo", "dora")
    >>> start = ev.GameStart(seq=1, game="t", ruleset="western", players=players, place="club")
    >>> other = ev.GameStart(seq=9, game="t", ruleset="western", players=players, options={"robbing_kong": True})
    >>> changes_in_words(start, other)
    ['place club -> nothing', 'option robbing_kong as usual -> on']
    """
    lines = [
        f"{name} {_plain(getattr(before, field))} -> {_plain(getattr(after, field))}"
        for field, name in _FIELDS.items()
        if getattr(before, field) != getattr(after, field)
    ]
    old, new = before.options or {}, after.options or {}
    return lines + [
        f"option {shown(name, 40)} {_option(old.get(name))} -> {_option(new.get(name))}"
        for name in changed_options(before, after)
    ]


def _option(value: Any) -> str:
    if isinstance(value, list | dict):
        return shown(written_option(value), 60)
    return "as usual" if value is None else _plain(value)


def _plain(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, ev.Card):
        return shown(value.id, 40) + (f" ({shown(value.digest, 8)})" if value.digest else "")
    return " ".join(shown(each, 40) for each in value) if isinstance(value, tuple) else value_words(value)
