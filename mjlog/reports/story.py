"""The story of one finding: what happened just before, the event, what is wrong with it, what would have been right."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog.audit.game import Game, Hand
from mjlog.audit.report import HandReport
from mjlog.findings import Finding, codes_that, registry
from mjlog.reports.finding_words import finding_words, right_words, rule_words, unjudged_words
from mjlog.rulesets import RuleInfo
from mjlog.seats import Seat
from mjlog.text import shown, signed, with_name
from mjlog.views.board import Board, text_table
from mjlog.views.moment import in_short, moment_at, moves_after
from mjlog.views.seen import event_lines, findings_of, line_at
from mjlog.views.words import seat_name

_BEFORE = 4
"""Lines that are told of what happened before."""
_MOVES_OF = frozenset(("turn", "claims", "kongs", "calls", "Charleston and jokers", "dice, break, deal"))
"""Groups of codes of which it helps to know what else could have been done."""


class PaymentRow(NamedTuple):
    """What one seat was paid for the hand (or paid, below nought), and what was due."""

    seat: Seat
    player: str | None
    paid: int
    due: int


class Story(msgspec.Struct, frozen=True):
    """A finding told to somebody who was not there.

    `before`: events with their numbers, in words; `event`: the one that it is about; `board`: the table just before it,
    as it may be seen, None where there was none. `rule`: the id and text of the rule that was broken. `right`: what
    would have been right; `moves`: what the player could have done. `remedy`: what to do about the record.
    `at_the_table`: what to do when it is noticed during play. `payments`: what was paid and what was due, where that is
    certain. `unjudged`: what the fault has left open in the rest of the hand.
    """

    game: str
    hand: int | None
    finding: Finding
    title: str
    before: tuple[tuple[int, str], ...] = ()
    event: str = ""
    board: Board | None = None
    rule: tuple[str, str] | None = None
    right: str = ""
    moves: tuple[str, ...] = ()
    remedy: str = ""
    at_the_table: str = ""
    payments: tuple[PaymentRow, ...] = ()
    unjudged: tuple[str, ...] = ()


def story_of(game: Game, hand: HandReport, finding: Finding) -> Story:
    """The story of a finding of this game."""
    info = registry().get(finding.code)
    place = game.place_of(finding.seq) if finding.seq is not None else None
    rule: tuple[str, str] | None = None
    if finding.rule is not None:
        rule_info: RuleInfo | None = game.rules.ruleset.rule(finding.rule) if game.rules is not None else None
        rule = (finding.rule, rule_words(rule_info.text, rule_info.reading) if rule_info is not None else "")
    payments: tuple[PaymentRow, ...] = ()
    paid, due = hand.settled, hand.due
    if finding.code in codes_that("of-counting-or-paying") and due is not None and paid is not None:
        seats = [seat for seat in Seat if seat in paid or seat in due]
        payments = tuple(PaymentRow(seat, hand.seats.get(seat), paid.get(seat, 0), due.get(seat, 0)) for seat in seats)
    story = Story(
        game=game.id or hand.game,
        hand=hand.hand,
        finding=finding,
        title=info.title if info is not None else finding.code,
        rule=rule,
        right=right_words(finding, hand.seats),
        remedy=info.remedy if info is not None else "",
        at_the_table=info.at_the_table if info is not None else "",
        payments=payments,
    )
    return story if place is None else _with_events(story, game, place)


def _with_events(story: Story, game: Game, place: int) -> Story:
    """The story with what happened at the table."""
    hand = game.hand_at(place)
    lines = event_lines(hand, "open")
    seq = game.seq_at(place)
    at = line_at(lines, seq)
    before = () if at is None else tuple((line.seq, line.words) for line in lines[max(0, at - _BEFORE) : at])
    fields: dict[str, Any] = {"before": before, "event": moment_at(game, place, "open").words}
    if hand.is_over:
        open_since = [unjudged for unjudged in hand.report.unjudged if unjudged.since is None or unjudged.since >= seq]
        fields["unjudged"] = tuple(unjudged_words(open_since, hand.seats))
    # The event just before, in the same hand.
    former = next((at for at in range(place - 1, hand.first - 1, -1) if game.seq_at(at) != seq), None)
    if former is None or not hand.has_play:
        return replace(story, **fields)
    info = registry().get(story.finding.code)
    seat = story.finding.seat
    if info is not None and info.group in _MOVES_OF and hand.is_over and seat is not None:
        moves = moves_after(game, former, "open")
        fields["moves"] = tuple(in_short(move for move in moves if move.seat is not None and move.seat.value == seat))
    return replace(story, board=moment_at(game, former, "open").board, **fields)


def who_words(finding: Finding, hand: HandReport, names: Mapping[str, str] | None = None) -> str:
    """Who is at fault: the seat, and the player in it; empty where the finding names none."""
    if finding.seat is None:
        return ""
    player = hand.player(finding)
    seat = seat_name(Seat[finding.seat]) if finding.seat in Seat.__members__ else shown(finding.seat)
    return seat if player is None else f"{with_name(player, names or {})} ({seat})"


_INDENT = "  "


def story_lines(story: Story, width: int = 80, link: str | None = None) -> Iterator[str]:
    """The story in so many columns. `link`: where the event can be looked at."""
    place = f", hand {story.hand}" if story.hand is not None else ""
    title = f"{shown(story.game)}{place}: {story.title} ({story.finding.code})"
    yield from textwrap.wrap(title, max(width, 30), subsequent_indent=_INDENT, break_on_hyphens=False)
    yield from _numbered([*story.before], width)
    if story.board is not None:
        yield ""
        table = text_table(story.board, width=max(width - len(_INDENT), 30))
        yield from (f"{_INDENT}{line}".rstrip() for line in table.rstrip("\n").split("\n"))
        yield ""
    if story.event and story.finding.seq is not None:
        yield from _numbered([(story.finding.seq, story.event)], width, mark="> ")
    yield from _labelled("what is wrong", finding_words(story.finding), width)
    if story.rule is not None and story.rule[1]:
        yield from _labelled(f"rule {story.rule[0]}", story.rule[1], width)
    if story.right:
        yield from _labelled("right would be", story.right, width)
    if story.moves:
        yield from _labelled("could have been done", "; ".join(story.moves), width)
    if story.payments:
        yield from _labelled("paid and due", "; ".join(map(payment_words, story.payments)), width)
    if story.unjudged:
        yield from _labelled("not judged after it", "; ".join(story.unjudged), width)
    for label, text in (("at the table", story.at_the_table), ("in the record", story.remedy)):
        if text:
            yield from _labelled(label, text, width)
    if link is not None:
        yield f"{_INDENT}look at it: {link}"


def payment_words(row: PaymentRow) -> str:
    """What a seat was paid and what was due.

    >>> payment_words(PaymentRow(Seat.E, "anna", 64, 32))
    'East (anna) +64, due +32'
    """
    seat = seat_name(row.seat) + (f" ({shown(row.player, 40)})" if row.player is not None else "")
    if row.paid == row.due:
        return f"{seat} {signed(row.paid)} as due"
    return f"{seat} {signed(row.paid)}, due {signed(row.due)}"


def _numbered(lines: list[tuple[int, str]], width: int, mark: str = "  ") -> Iterator[str]:
    for seq, words in lines:
        label = f"{mark}{seq:>5}  "
        yield from textwrap.wrap(words, max(width, 30), initial_indent=label, subsequent_indent=" " * len(label),
                                 break_on_hyphens=False)  # fmt: skip


def _labelled(label: str, text: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(f"{label}: {text}", max(width, 30), initial_indent=_INDENT, subsequent_indent=_INDENT * 2,
                             break_on_hyphens=False)  # fmt: skip


# -- what may be told to others ---------------------------------------------------------------------------------------


def told_hands(hands: Sequence[HandReport], game: Game, disclosed_until: int | None = None) -> list[HandReport]:
    """The hands as they may be told.

    `disclosed_until`: the last event that everybody may read, where the view is another reading than that of the log as
    corrected now; a hand that goes further is told of as one in progress, and without its findings.
    """
    played = iter(game.played)
    stories = []
    for hand in hands:
        seen = game.hands[0] if hand.hand is None else next(played, None)
        if seen is not None and seen.is_over and (disclosed_until is None or last_seq(game, seen) <= disclosed_until):
            stories.append(hand)
            continue
        findings = findings_of(seen) if seen is not None and not seen.is_over and disclosed_until is None else []
        bare = HandReport(hand.source, hand.game, hand.hand, hand.ruleset, seats=hand.seats, accepted=hand.accepted)
        stories.append(bare.with_findings(list(findings)))
    return stories


def last_seq(game: Game, hand: Hand) -> int:
    """The last event of a hand, by its number in the log; 0 where it has none."""
    return max((game.seq_at(place) for place in range(hand.first, hand.end)), default=0)
