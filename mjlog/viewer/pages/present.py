"""What the templates are given: plain values, ready to be shown."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup, escape

from mjlog import events as ev
from mjlog.audit.game import Game, Hand
from mjlog.club.records import number_words
from mjlog.disputes.wording import ruling_words, standing_words
from mjlog.errors import NotationError
from mjlog.findings import Finding
from mjlog.log.records import Fault
from mjlog.reports.finding_words import ruled_words
from mjlog.scoring import Explanation
from mjlog.seats import SEATS, Seat
from mjlog.text import decimal, points, shown, signed, with_name
from mjlog.tiles import CODES, parse_tiles, tile_name
from mjlog.viewer.faces import symbol_id
from mjlog.viewer.pages.as_table import caption, group_label
from mjlog.viewer.pages.highlighted_hand import LitTile
from mjlog.views.card_lines import LineName
from mjlog.views.claimable import possible_first, so_far_words
from mjlog.views.disclosure import line_told
from mjlog.views.event_words import BASES
from mjlog.views.naming import pieces, player_words, seat_name, tile_words, with_names, won_words
from mjlog.views.results import HandResult, drawn_for, false_win, is_by_fu, penalties_in, worth_in_han
from mjlog.views.riichi_view import table_words
from mjlog.views.scores import PaymentTable, payment_table, working, worth_words
from mjlog.views.seen import EventLine, explanations_of, line_at

_NEAR_BEFORE, _NEAR_AFTER = 6, 10


def near(lines: list[EventLine], seq: int) -> list[EventLine]:
    """The lines round an event."""
    found = line_at(lines, seq)
    at = len(lines) - 1 if found is None else found
    first = max(0, min(at - _NEAR_BEFORE, len(lines) - _NEAR_BEFORE - _NEAR_AFTER - 1))
    return lines[first : at + _NEAR_AFTER + 1]


def told(words: str, seats: Mapping[Seat, str], sprite: str) -> Markup:
    """A sentence of ours with the names of the players, and with its tiles drawn before their names."""
    return _told(words, tuple(seats.items()), sprite)


@functools.lru_cache(maxsize=4096)
def _told(words: str, seats: tuple[tuple[Seat, str], ...], sprite: str) -> Markup:
    found = Markup("")
    for piece, faces in pieces(with_names(words, dict(seats))):
        for face in faces:
            found += Markup("{}&nbsp;").format(face_svg(face, sprite))
        found += piece
    return found


_TILE = Markup('<svg class="tile {}" viewBox="0 0 30 40" {}><use href="{}#{}"/></svg>')
_UNSAID, _SAID = Markup('aria-hidden="true" focusable="false"'), Markup('role="img" aria-label="{}"')


@functools.lru_cache(maxsize=2048)
def face_svg(face: int, sprite: str, look: str = "") -> Markup:
    """A tile in a line of text that says what it is."""
    return _TILE.format(look, _UNSAID, sprite, symbol_id(face))


@functools.lru_cache(maxsize=2048)
def tile_svg(kind: int, sprite: str, look: str = "") -> Markup:
    """A tile that stands for words."""
    return _TILE.format(look, _SAID.format(tile_name(kind)), sprite, symbol_id(kind))


@functools.lru_cache(maxsize=2048)
def kind_left(sprite: str, kind: int, left: int, risky: bool, safe: bool) -> Markup:
    """A kind of tile, and how many of it are not seen."""
    look = f"n{min(left, 4)}{' risky' if risky else ''}{' safe' if safe else ''}"
    return Markup('<span class="{}">{}{}</span>').format(look, tile_svg(kind, sprite), left)


COMMENTS = frozenset(("note", "dispute", "ruling"))
"""Events that are said of others."""


def commented(lines: list[EventLine], rows: Sequence[ev.Event | Fault]) -> list[EventLine]:
    """The lines of a hand, with what is said of an event below it."""
    about = {row.seq: row.on for row in rows if isinstance(row, ev.Event) and row.on is not None}
    found = [line for line in lines if about.get(line.seq) is None]
    for line in lines:
        on = about.get(line.seq)
        if on is not None:
            at = line_at(found, on)
            place = len(found) if at is None else at + 1
            while place < len(found) and found[place].type in COMMENTS:
                place += 1
            found.insert(place, line)
    return found


class ResultWords(NamedTuple):
    """How a hand came out, in words. `line`: of the card, with its value; `how`: han and fu of the winners, or why a
    hand of riichi was drawn."""

    words: str
    line: str = ""
    how: str = ""


def result_words(view: Game, hand: Hand, result: HandResult) -> ResultWords:
    """How a hand came out, as far as it may be told."""
    won = line_told(hand)
    line = line_text(won) if result.winners and won is not None else ""
    how = worth_in_han(hand, result.winners, view.rows) or drawn_for(hand)
    return ResultWords(_ended(view, hand, result), line, how)


def _ended(view: Game, hand: Hand, result: HandResult) -> str:
    """How a hand ended, in few words."""
    if result.winners:
        return won_words(result.winners)
    false = false_win(hand, view.rows)
    if false is not None:
        fine = sum(one.amount for one in penalties_in(hand, view.rows) if one.seat is false.seat)
        return f"no win: {false.words}" + (f", fined {fine}" if fine else "")
    return "drawn" if drawn_for(hand) else _ENDED.get(result.outcome, result.outcome)


_ENDED = {"unfinished": "not finished"}


def line_text(line: LineName) -> str:
    """A line of the card as it may be told: label and value."""
    label = shown(line.label, 40)
    return label if line.value is None else f"{label} ({line.value})"


@dataclass(frozen=True, slots=True)
class HandScores:
    """Whose hands were scored, where the scores come from, and who pays whom for them.

    `told`: whose scores are told; where only winners score, the other hands need not be mentioned. `has_sums`: the way
    from fu and han to the total is told.
    """

    seats: list[Seat]
    told: list[Seat]
    explained: Mapping[Seat, Explanation]
    payments: PaymentTable | None
    has_sums: bool


def scores(view: Game, hand: Hand) -> HandScores | None:
    """The scores of a hand that is over and was won; None otherwise."""
    report = hand.report
    if not hand.is_over or not (report.recorded or report.computed or report.settled):
        return None
    made = report.details.get("payments") or ()
    payments = payment_table(made, report.owed) if report.owed is not None else None
    seats = [seat for seat in SEATS if seat in hand.seats]
    told = [seat for seat in seats if _is_told(hand, seat.value)]
    return HandScores(seats, told, explanations_of(hand), payments, is_by_fu(hand))


def _is_told(hand: Hand, seat: str) -> bool:
    report, rules = hand.report, hand.start.rules
    if is_by_fu(hand):
        return seat in report.winners or seat in report.recorded
    return not rules.plan.family.wins_by_card or seat in report.computed or seat in report.recorded


def _finding_values(finding: Finding) -> str:
    """What it is and should be, in words, where the sentence does not say it."""
    values = (("should be", finding.expected), ("is", finding.found))
    words = [(what, _value(value)) for what, value in values if isinstance(value, str | int)]
    said = finding.message.lower()
    return "; ".join(f"{what} {value}" for what, value in words if value.lower() not in said)


def _value(value: str | int) -> str:
    """A value of a finding: seats and tiles by their names."""
    if isinstance(value, int):
        return points(value)
    if value in Seat.__members__:
        return seat_name(Seat[value])
    return tile_name(CODES.index(value)) if value in CODES else shown(value, 80).replace("-", " ")


def _in_print(words: str) -> Markup:
    """A reckoning as it is printed: powers raised, and a sign of its own for times."""
    return Markup(_POWER.sub(r"&times; 2<sup>\1</sup>", str(escape(words))))


_POWER = re.compile(r"x 2\^(\d+)")


def _signed(number: int | None) -> str:
    return "" if number is None else signed(number)


def _lit_look(lit: LitTile) -> str:
    """The classes of a tile: the lines of a score that speak of it, and whether it won the hand."""
    return " ".join([f"i{line}" for line in lit.lines] + ["won"] * lit.won)


def _faces_of(tiles: str) -> Sequence[int]:
    """The tiles that an item of a score is for; none where it names something else."""
    try:
        return parse_tiles(tiles)
    except NotationError:
        return ()


def _payers(rows: Sequence[Sequence[int | None]], to: Seat) -> list[Seat]:
    """Who pays a player."""
    return [seat for seat in SEATS if rows[seat.index][to.index]]


def coded(text: str, most: int = 2000) -> Markup:
    """The text of a rule, in which backquotes stand round the names of options; no more than `most` letters of it."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(shown(text, most)))))


_CODE = re.compile(r"`([^`]*)(?:`|$)")


FILTERS: dict[str, Callable[..., Any]] = {
    "near": near,
    "shown": shown,
    "coded": coded,
    # A name may hold characters that are not seen.
    "quoted": functools.partial(quote, safe="@"),
    "signed": _signed,
    "total": points,
    "decimal": decimal,
    "tile_name": tile_name,
    "face_svg": face_svg,
    "tile_svg": tile_svg,
    "symbol": symbol_id,
    "caption": caption,
    "group_label": group_label,
    "line_text": line_text,
    "basis_words": BASES.__getitem__,
    "seat_name": seat_name,
    "player": player_words,
    "in_print": _in_print,
    "tile_words": tile_words,
    "possible_first": possible_first,
    "so_far": so_far_words,
    "finding_values": _finding_values,
    "ruled_words": ruled_words,
    "ruling_words": ruling_words,
    "standing_words": standing_words,
    "lit_look": _lit_look,
    "faces_of": _faces_of,
    "payers": _payers,
    "worth": worth_words,
    "working": working,
    "named": with_name,
    "table_points": number_words,
    "on_the_table": table_words,
}
"""Filters of the templates. Whatever comes from a log passes through `shown`."""
