"""A story as lines for a terminal, with the table drawn in text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from mjlog.reports.finding_words import finding_words
from mjlog.reports.story import PaymentRow, Story
from mjlog.seats import Seat
from mjlog.text import shown, signed
from mjlog.views.naming import seat_name
from mjlog.views.text_table import text_table

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

    >>> payment_words(PaymentRow("E", "anna", 64, 32))
    'East (anna) +64, due +32'
    """
    seat = seat_name(Seat[row.seat]) + (f" ({shown(row.player, 40)})" if row.player is not None else "")
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
