"""A scored hand for people: as it was read, the arrangement, every item, what was not counted and why, the sum."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mjlog.calculator import Deal, ScoredHand, how_it_ended
from mjlog.errors import NotationError
from mjlog.scoring import Hand
from mjlog.scoring.hand_line import laid_words, with_red_fives
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import CODES, UNICODE, format_tiles, parse_tiles
from mjlog.views.words import payment_table, seat_name

WIDTH = 80
FACES = {"codes": CODES, "unicode": UNICODE}
"""How tiles can be written: their codes, or their Unicode faces."""
Faces = Sequence[str]


def tiles_as(text: str, faces: Faces) -> str:
    """A text of tiles in these faces; one that is none, as it is.

    >>> tiles_as("123b RRd", UNICODE), tiles_as("3 pungs", UNICODE)
    ('🀐🀑🀒 🀄🀄', '3 pungs')
    """
    text = shown(text, 200)
    if faces is not UNICODE:
        return text
    try:
        return " ".join(format_tiles(parse_tiles(word), faces) for word in text.split())
    except NotationError:
        return text


def columns_of(text: str) -> int:
    """How many columns a text takes on a terminal, where some tiles are two wide."""
    if text.isascii():
        return len(text)
    from prompt_toolkit.utils import get_cwidth

    return get_cwidth(text)


def left(text: str, size: int) -> str:
    """The text at the left of a cell of so many columns."""
    return text + " " * max(0, size - columns_of(text))


def right(text: str, size: int) -> str:
    """The text at the right of a cell of so many columns."""
    return " " * max(0, size - columns_of(text)) + text


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A text in lines; `first` stands before it, and `rest` before all lines but the first (blanks, if not given)."""
    rest = " " * len(first) if rest is None else rest
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False
    )


Fields = dict[str, Any]
_WHAT, _NUMBER, _MOST_HOW = 43, 7, 30
_NAME = 200


def hand_page(scored: ScoredHand, faces: Faces = CODES, number: int = 1) -> list[str]:
    """The lines about one hand; of one that cannot be, which of the deal it is and why not."""
    if scored.error is not None:
        return wrapped(f"hand {number}: {shown(scored.error, 1000)}")
    answer = scored.answer
    parts = [_as_read(scored.hand, faces) if scored.hand is not None else _by_card(scored)]
    parts += [[line for note in answer.get("notes") or [] for line in wrapped(shown(note, 300), "note: ")]]
    if "by_tile" in answer:
        return _joined([*parts, _by_tile(answer, faces, scored.by_fu)])
    if answer["total"] is None:
        if answer.get("sets"):
            parts += [_arrangement(answer, faces), _items("", answer["items"], faces, scored.by_fu)]
        reason = answer.get("reason") or "the hand is not complete"
        lacking = (text for text in answer.get("sum") or [] if text != reason)
        why = wrapped(f"no score: {shown(reason, 300)}")
        why += [line for text in lacking for line in wrapped(shown(text, 300), "  ", "    ")]
        return _joined([*parts, why, _not_counted(answer)])
    parts += [_arrangement(answer, faces), _items("", answer["items"], faces, scored.by_fu)]
    aside = "set aside by the limit" if answer.get("limit") else "set aside"
    parts += [_items(aside, answer.get("set_aside") or [], faces, scored.by_fu), _not_counted(answer)]
    total = [line for text in answer.get("sum") or [] for line in wrapped(shown(text, 300))]
    limit = f" (limit hand: {shown(answer['limit'])})" if answer["limit"] and not total else ""
    total.append(f"total {answer['total']:,}{limit}")
    return _joined([*parts, total, _waits(answer, faces)])


def _joined(parts: Sequence[Sequence[str]]) -> list[str]:
    """Parts with an empty line between them."""
    lines: list[str] = []
    for part in filter(None, parts):
        lines += [*([""] if lines else []), *part]
    return lines


def settlement_page(deal: Deal) -> list[str]:
    """The lines about who pays whom, and what is missing for more."""
    lines: list[str] = []
    if deal.payments is not None:
        drawn = ["nobody won: nobody pays"] if not deal.complete else []
        lines += drawn or payment_lines(deal.payments, deal.change)
    return lines + (wrapped(deal.remark) if deal.remark is not None else [])


# -- the hand ---------------------------------------------------------------------------------------------------------


def _by_card(scored: ScoredHand) -> list[str]:
    """Whose hand of a card it is, and how its line may be played."""
    request, answer = scored.request, scored.answer
    if request.seat is None:
        return []
    if not answer["complete"]:
        return [seat_name(request.seat)]
    jokers = "without" if answer["jokerless"] else "with"
    mode = "may be exposed" if answer["mode"] == "X" else "concealed"
    return [f"{seat_name(request.seat)}: line {shown(answer['line'])}, {mode}, {jokers} jokers"]


def _as_read(hand: Hand, faces: Faces) -> list[str]:
    lines = wrapped(f"{seat_name(hand.seat)} in the {hand.round} round: {how_it_ended(hand, faces)}")
    reds = list(hand.reds)
    lines += wrapped(format_tiles(with_red_fives(hand.concealed, reds), faces), "  concealed  ")
    if hand.sets:
        laid = [laid_words(laid_set, with_red_fives(laid_set.tiles, reds), faces) for laid_set in hand.sets]
        lines += wrapped(" ".join(laid), "  table      ")
    if hand.bonus:
        lines += wrapped(format_tiles(hand.bonus, faces), "  bonus      ")
    for name, kinds in (("indicators", hand.indicators), ("under", hand.under)):
        lines += wrapped(format_tiles(kinds, faces), f"  {name:10} ") if kinds else []
    return lines


def _arrangement(answer: Fields, faces: Faces) -> list[str]:
    """The sets that were counted, each with how it came; the tiles last, as their faces differ in width."""
    sets = answer.get("sets") or []
    if not sets:
        texts = [tiles_as(text, faces) for text in answer["arrangement"]]
        return wrapped(" / ".join(texts), "counted as  ") if texts else []
    hows = [shown(laid_set["how"], _MOST_HOW) for laid_set in sets]
    size = max(map(len, hows))
    rows = (f"  {how:{size}}  {tiles_as(laid_set['tiles'], faces)}" for how, laid_set in zip(hows, sets, strict=True))
    return ["counted as", *rows]


# -- the items --------------------------------------------------------------------------------------------------------


def _by_tile(answer: Fields, faces: Faces, by_fu: bool) -> list[str]:
    """What a win is worth whose winning tile nobody knows."""
    least, most = answer["least"], answer["most"]
    points, doubles = FU_AND_HAN if by_fu else POINTS_AND_DOUBLES
    lines = [f"which tile won is not known: {least:,}" + (f" to {most:,}" if most != least else "")]
    lines += ["", f"{'won with':16}{points:>{_NUMBER}} {doubles:>{_NUMBER}} {'total':>9}"]
    for way in answer["by_tile"]:
        counts = f"{way['points']:>{_NUMBER},} {way['doubles']:>{_NUMBER}}"
        lines.append(f"{left('  ' + tiles_as(way['tile'], faces), 16)}{counts} {way['total']:>9,}")
    return lines


POINTS_AND_DOUBLES, FU_AND_HAN = ("points", "doubles"), ("fu", "han")
"""What is counted, in the words of the rule set."""


def _items(title: str, items: Sequence[Fields], faces: Faces, by_fu: bool) -> list[str]:
    if not items:
        return []
    points, doubles = FU_AND_HAN if by_fu else POINTS_AND_DOUBLES
    lines = [f"{left(title, _WHAT)}{points:>{_NUMBER}} {doubles:>{_NUMBER}}  rule"]
    for item in items:
        name, tiles = shown(item["name"], _NAME), tiles_as(item.get("tiles") or "", faces)
        phrases = [f"  {name}  {tiles}".rstrip()]
        if columns_of(name) + columns_of(tiles) + 5 > _WHAT:
            # Name and tiles are too many for one line: they are on two or more.
            phrases = textwrap.wrap(name, _WHAT - 4, initial_indent="  ", subsequent_indent="    ")
            phrases += textwrap.wrap(tiles, _WHAT - 4, initial_indent="    ", subsequent_indent="    ") if tiles else []
        *above, last = phrases
        rule = shown(item.get("rule") or "", 60)
        lines += [*above, f"{left(last, _WHAT)}{_worth(item)}  {rule}".rstrip()]
    return lines


def _worth(item: Fields) -> str:
    """Points and doubles, a column each; of an item that has neither, the limit or what part of it."""
    if item["points"] or item["doubles"]:
        return " ".join(right(f"{item[name]:,}" if item[name] else "", _NUMBER) for name in ("points", "doubles"))
    if not any(item.get(name) for name in ("limit", "limit_points", "yakuman")):
        return ""
    part = item.get("limit") or 100
    text = f"limit {item['limit_points']:,}" if item.get("limit_points") else "limit"
    return right(text if part == 100 else f"{part / 100:g} limit", 2 * _NUMBER + 1)


def _not_counted(answer: Fields) -> list[str]:
    lines = []
    for reason in answer.get("not_counted") or []:
        rule = f" [{shown(reason['rule'], 60)}]" if reason.get("rule") else ""
        why_not = f"{shown(reason['name'], _NAME)}: {shown(reason['why'], 300)}{rule}"
        lines += wrapped(why_not, "  ", "    ")
    return ["not counted", *lines] if lines else []


# -- a hand that did not win ------------------------------------------------------------------------------------------


def _waits(answer: Fields, faces: Faces) -> list[str]:
    if "waits" not in answer:
        return []
    would_be = answer.get("would_be")
    if not answer["waits"]:
        return ["waits for no tile"]
    if not would_be:
        return wrapped(" ".join(tiles_as(code, faces) for code in answer["waits"]), "waits for  ")
    lines = [f"{left('waits for', 14)}{'left':>8}{'drawn':>12}{'discarded':>12}"]
    for wait in would_be:
        tile = left(f"  {tiles_as(wait['tile'], faces)}", 14)
        lines.append(f"{tile}{wait['left'] or 'none':>8}{wait['wall']:>12,}{wait['discard']:>12,}")
    return lines


_FIRST, _CELL = 14, 12


def payment_lines(payments: Iterable[Sequence[Any]], change: Mapping[str, int] | None = None) -> list[str]:
    """A row for everybody who pays, a column for everybody who is paid; `change`: what each seat wins or loses.

    `payments`: seat letters and points, as [from, to, points].

    >>> for line in payment_lines([["E", "S", 80], ["W", "S", 40]]): print(line)
    pays              to South
      East                  80
      West                  40
    """
    table = payment_table([(Seat[payer], Seat[payee], points) for payer, payee, points in payments])
    payees = [seat for seat in SEATS if any(row[seat.index] for row in table.rows)]
    if not payees:
        return ["nobody pays anything"]
    heads = [*(f"to {_name(seat)}" for seat in payees), *(["in all"] if change is not None else [])]
    lines = ["pays".ljust(_FIRST) + "".join(head.rjust(_CELL) for head in heads)]
    for payer in SEATS:
        row = table.rows[payer.index]
        cells = [f"{row[seat.index]:,}" if row[seat.index] else "" for seat in payees]
        cells += [_change(change[payer.value])] if change is not None and payer.value in change else []
        line = f"  {_name(payer)}".ljust(_FIRST) + "".join(cell.rjust(_CELL) for cell in cells)
        lines += [line.rstrip()] if any(cells) else []
    return lines


def _change(points: int) -> str:
    """What somebody wins or loses, written like the payments beside it.

    >>> _change(10032), _change(-9968), _change(0)
    ('+10,032', '−9,968', '0')
    """
    sign = "+" if points > 0 else "−" if points else ""
    return f"{sign}{abs(points):,}"


def _name(seat: Seat) -> str:
    return str(seat).capitalize()
