"""What somebody sees of a game, what corrections changed in it, and what may be told of both while it goes on.

Of each hand somebody is given the rows that they saw, replayed for themselves: no other tile ever enters. While a hand
is not over everybody has the table's view of it, and no finding that a concealed tile decides.

The id of an event depends on every tile written down before it, so of a hand in progress nothing is given out. Neither
is anything of a hand that was undone: its tiles lie on the table still, and are about to be written down anew.

For everybody but its owner a game is judged as if a purchased card were not at hand. A second replay, by the card, is
kept beside it, of which nothing comes out but label and value (docs/do/cards.md#a-bought-card-stays-private).

What a correction changed is told at each of the events concerned: what was written first, and what stands now. An
address names an event for good, also after something else stands in its place. Both readings tell the same, as
corrected and as recorded. Source: docs/lookup/format.md#corrections; docs/understand/trust.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import field

from mjlog import events as ev
from mjlog.answers import Answer, Seq, says
from mjlog.audit.game import Game, Hand, recalled, row_type
from mjlog.audit.valuing import explained_score
from mjlog.findings import Finding, worst
from mjlog.log.corrections import Amendment, CorrectedLog, fields_inside
from mjlog.log.records import Fault, Row
from mjlog.log.sight import HIDING, UNREADABLE, Player, Sight, View, all_as_seen, redact
from mjlog.rulesets.resolve import written_option
from mjlog.scoring import Explanation, NotCounted
from mjlog.seats import Seat
from mjlog.table import Table, apply
from mjlog.text import did_you_mean, list_words, quoted, shown
from mjlog.views.board import BoardLine, WallBreak, break_of_the_dice, label_won
from mjlog.views.words import value_words, words

_HIDING_TYPES = frozenset(str(cls.__struct_config__.tag) for cls in HIDING)
_BEGINS = str(ev.HandStart.__struct_config__.tag)
_TELLS_THE_LINE = (ev.HandStart, ev.Mahjong, ev.Show, ev.Retract, ev.Dead)


def disclosed_until(game: Game) -> int:
    """The last event that everybody may read as it is stored; 0: none.

    Of a hand in progress it is none, not even its beginning: the id of an event depends on every tile written down
    before it.
    """
    public = game.hands[-1].recall("disclosed", lambda: _disclosed_until(game))
    return public if game.public_limit is None else min(public, game.public_limit)


def _disclosed_until(game: Game) -> int:
    # Of the hand in progress its events, and those that they stand in the place of.
    live = () if game.hands[-1].is_over else game.seqs_of(game.hands[-1])
    kept_back = [*live, *(game.slots.root.get(seq, seq) for seq in live), *_undone(game)]
    last = max(game.log.last, game.last_seq)
    return min(last, min(kept_back, default=last + 1) - 1)


def keeps_to(game: Game, corrected: Game) -> bool:
    """Whether nothing stands in a hand that is over, in this reading of a log, but what everybody may read now.

    `corrected`: the log as corrected. All is told there as it is stored, or in a hand that is over.
    """
    public = disclosed_until(corrected)
    seqs = {seq for hand in game.hands if hand.is_over for seq in game.seqs_of(hand)}
    rows = (corrected.by_seq.get(seq) for seq in seqs if seq > public)
    return all(place is not None and corrected.hand_at(place).is_over for place in rows)


def _undone(game: Game) -> Iterator[int]:
    """The beginnings, since the last hand that is over, of hands that were made void with tiles in them."""
    has_tiles = False
    for event in reversed(game.log.events):
        types = [fields.get("type") for fields in fields_inside(event)] if isinstance(event, ev.Correction) else ()
        has_tiles = has_tiles or type(event) in HIDING or any(kind in _HIDING_TYPES for kind in types)
        if isinstance(event, ev.GameEnd) and game.slots.here(event.seq) is not None:
            return
        begun = _begun_at(game, event)
        if begun is None and has_tiles:
            yield event.seq
        elif begun and isinstance(event, ev.HandStart) and game.hand_at(begun).is_over:
            return


def _begun_at(game: Game, event: ev.Event) -> int | None:
    """Where the hand is read that begins with an event; None where it is void. -1 for what begins no hand."""
    if isinstance(event, ev.Correction):
        if all(fields.get("type") != _BEGINS for fields in fields_inside(event)):
            return -1
    elif not isinstance(event, ev.HandStart):
        return -1
    standing = game.slots.here(game.slots.root.get(event.seq, event.seq))
    place = None if standing is None else game.by_seq[standing]
    while place is not None and place >= 0 and game.seq_at(place) == standing:
        if isinstance(game.rows[place], ev.HandStart):
            return place
        place -= 1
    return None


class CardInForce(Answer):
    """The score card that a game names; title and number of lines are null where it is not at hand, or private."""

    id: str
    title: str | None = None
    lines: int | None = None
    private: Annotated[bool, says("of a purchased card nothing is told but label and value of lines that were won")] = (
        False
    )


def card_in_force(game: Game) -> CardInForce | None:
    """What may be told of the card that a game names."""
    return game.hands[0].recall("card", lambda: _card_of(game))


def _card_of(game: Game) -> CardInForce | None:
    starts = game.all_of(ev.GameStart)
    named = starts[-1].card if starts else None
    if named is None:
        return None
    rulings = game.cards.find(named)
    if rulings is None:
        return CardInForce(named.id)
    card = rulings.card
    if game.now.frame.cards.keeps_back(named):
        return CardInForce(named.id, private=True)
    return CardInForce(named.id, card.headers.get("card", card.id), len(card.lines), card.private)


@recalled
def line_told(hand: Hand) -> BoardLine | None:
    """Label and value of the line that a hand was won by, also from a card of which nothing else may be told."""
    is_named = any(isinstance(row, ev.Mahjong) and row.line is not None for row in hand.rows)
    if not (is_named or hand.start.rules.plan.family.wins_by_card):
        return None
    last = max(at for at, row in enumerate(hand.rows) if isinstance(row, _TELLS_THE_LINE))
    return label_won(hand.game.owners.hands[hand.place].table_after(last))


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
    players = dict.fromkeys((*game.players, *(player for hand in game.hands for player in hand.seats.values())))
    if not isinstance(view, Player) or view.handle in players:
        return ""
    near = did_you_mean(view.handle, players)
    known = list_words([shown(player, 40) for player in (players if near is None else [near])] or ["nobody"])
    meant = f"players are {known}" if near is None else f"did you mean {known}?"
    return f"no player of this game is called {quoted(view.handle, 40)}; {meant}"


# -- what is found ---------------------------------------------------------------------------------------------------


def findings_of(hand: Hand) -> list[Finding]:
    """What was found in a hand, as far as it may be told."""
    if hand.is_over:
        return hand.report.findings
    # By number, not by seq: a correction can put the wall under the seq of the hand-start.
    return [*hand.start.report.findings, *hand.seen("table").findings]


@recalled
def findings_by_event(hand: Hand) -> dict[int, list[Finding]]:
    """The findings of a hand, by event; those without one under 0."""
    by_seq: dict[int, list[Finding]] = {}
    for finding in findings_of(hand):
        by_seq.setdefault(finding.seq or 0, []).append(finding)
    return by_seq


def not_counted(hand: Hand) -> dict[Seat, tuple[NotCounted, ...]]:
    """What a player might have expected of a score, with the reason why it does not count."""
    return {seat: explanation.not_counted for seat, explanation in explanations_of(hand).items()}


@recalled
def explanations_of(hand: Hand) -> Mapping[Seat, Explanation]:
    """How the computed scores came about; once the hand is over.

    Seats whose computed score does not come from the tiles of the hand are left out.
    """
    scores = hand.report.details if hand.is_over else {}
    if not scores:
        return {}
    table = hand.table_after(hand.end - hand.first - 1)
    explained = ((seat, explained_score(table, seat, hand.start.rules, score)) for seat, score in scores.items())
    return {seat: explanation for seat, explanation in explained if explanation is not None}


# -- in words --------------------------------------------------------------------------------------------------------


def words_in(seen: Hand) -> list[str]:
    """The events of a hand in words, as somebody saw it."""
    return seen.recall("words", lambda: [_words(*at_event) for at_event in zip(seen.tables(), seen.rows, strict=False)])


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
    seen, findings = hand.seen(sight_in(hand, sight)), findings_by_event(hand)
    lines: list[EventLine] = []
    rows = seen.rows
    events = zip(hand.game.seqs_of(hand), rows, words_in(seen), go_arounds(rows), strict=True)
    for seq, row, phrase, go_around in events:
        here = findings.get(seq, [])
        line = EventLine(seq, seq, row_type(row), phrase, len(here), worst(here) or "", go_around)
        passes = lines[-1] if lines else line
        is_next = line.seq in (passes.until, passes.until + 1) and line.seq - passes.seq < _MOST_PASSES
        if lines and is_next and all(each.type == "pass" and not each.findings for each in (passes, line)):
            lines.pop()
            name = line.words.split(" ", 1)[0]
            who = passes.words.split(" pass", 1)[0].replace(" and ", ", ")
            line = passes._replace(until=line.until, words=f"{who} and {name} pass")
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


def broken_by(seen: Hand, at: int) -> WallBreak | None:
    """The break of the wall, if it has happened by then; where it was left out (american/break-1), by the dice."""
    wall_break = _break_in(seen)
    return wall_break[0] if wall_break is not None and at >= wall_break[1] else None


@recalled
def _break_in(seen: Hand) -> tuple[WallBreak, int] | None:
    rows, thrown = seen.rows, None
    for at, row in enumerate(rows):
        if isinstance(row, ev.Break):
            return WallBreak(row.wall, row.stack), at
        thrown = at if isinstance(row, ev.Roll) and row.purpose != "seats" else thrown
    wall_break = None if thrown is None else break_of_the_dice(seen.table_after(thrown))
    return None if wall_break is None or thrown is None else (wall_break, thrown)


# -- what corrections changed -----------------------------------------------------------------------------------------


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
    slot = next((made.slot for made in game.log.corrected.made if made.slot.seq == root), None)
    if slot is None:
        return None
    first = None if slot.anchor is not None else root
    start, hand = _start(game, root)
    # A correction can hold the beginning of another hand, which may be on; at an earlier time, or as it was recorded,
    # a hand can look over that goes on now.
    inside = (fields.get("type") for made in slot.members for fields in fields_inside(made.event))
    reaches_on = slot.anchor is not None or "hand-start" in inside
    is_on = game.as_recorded or game.as_of is not None or not game.hands[-1].is_over
    # What is void is read nowhere, and looks as if it belonged to the hand before.
    is_hidden = root > disclosed_until(game) or (reaches_on and is_on)
    sight = "table" if is_hidden else sight_in(hand, view)
    written = [row for row, _where in (slot.members[0].own if slot.first is None else [slot.first])]
    stands = [row for row, _where in slot.rows]
    was, now = (_said(_table_before(game, start, view), _as_seen(hand, rows, sight)) for rows in (written, stands))
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


def _as_seen(hand: Hand, rows: Sequence[ev.Event | Fault], sight: Sight) -> Iterator[ev.Event | Fault]:
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


def _step(made: Amendment) -> CorrectionStep:
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


class StartChange(msgspec.Struct, frozen=True):
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
