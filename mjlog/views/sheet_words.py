"""A score sheet in words, on a terminal, in a table and on paper."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from mjlog.chain import short_form
from mjlog.period import day_words
from mjlog.seats import Seat
from mjlog.text import counted, list_words, result, shown
from mjlog.text import points as points_words
from mjlog.text import signed as signed_points
from mjlog.views.csv_cells import Value, csv_text
from mjlog.views.naming import seat_name, with_names
from mjlog.views.sheet import ScoreSheet, SheetCell, SheetDispute, SheetFinding, SheetHand, SheetPenalty

_SOURCES = {
    "deal": "as dealt", "wall": "from the wall", "loose": "with a loose tile", "discard": "on a discard",
    "kong": "robbing a kong", "bonus": "on a tile laid aside", "exchange": "by a joker exchange",
}  # fmt: skip
NOT_WHOLE = "the log is not whole, so it has no head: `mjlog verify` shows where"
NO_HEAD = "there is no head of the log to print"
UNKNOWN = "?"


def signed(number: int | None) -> str:
    """A gain or loss; `?` where it is not known.

    >>> signed(64), signed(-32), signed(0), signed(None)
    ('+64', '−32', '0', '?')
    """
    return UNKNOWN if number is None else signed_points(number)


def total_words(number: int | None) -> str:
    """A total; `?` where it is not known."""
    return UNKNOWN if number is None else points_words(number)


def final_words(points: int | None) -> str:
    """A final score, in thousands of points; `?` where it is not known.

    >>> final_words(41000), final_words(None)
    ('+41.0', '?')
    """
    return UNKNOWN if points is None else result(points)


def result_words(hand: SheetHand) -> str:
    """How a hand ended: who won, or that nobody did."""
    if hand.winners:
        seats = seats_of(hand)
        return f"{list_words([seats.get(seat, seat_name(seat)) for seat in hand.winners])} win"
    if hand.winner is not None:
        return f"{hand.winner} wins"
    if hand.no_win:
        return "no win"
    return "drawn" if hand.stakes and hand.stakes.drawn_for else hand.outcome


def is_winner(hand: SheetHand, seat: Seat) -> bool:
    """Whether a player is one of the winners."""
    return seat in hand.winners if hand.winners else seat is hand.winner_seat


def how_words(hand: SheetHand) -> str:
    """How a hand was won, and what it was, or why it was drawn; empty where nobody won."""
    if hand.no_win or (hand.stakes and hand.stakes.drawn_for):
        return with_names(hand.no_win or (hand.stakes.drawn_for if hand.stakes else ""), seats_of(hand))
    parts = [_source_words(hand), _worth_words(hand)]
    return ", ".join(part for part in parts if part)


def seats_of(hand: SheetHand) -> dict[Seat, str]:
    """Who sat where."""
    return {cell.seat: cell.player for cell in hand.cells if cell.seat is not None}


def _source_words(hand: SheetHand) -> str:
    if hand.discarder is not None and hand.source == "discard":
        return f"on {hand.discarder}'s discard"
    if hand.discarder is not None and hand.source == "bonus":
        return f"on the tile that {hand.discarder} laid aside"
    if hand.discarder is not None and hand.source == "kong":
        return f"robbing {hand.discarder}'s kong"
    return _SOURCES.get(hand.source or "", "")


def _worth_words(hand: SheetHand) -> str:
    if hand.worth is None or hand.worth.startswith("line ") or hand.stakes:
        return with_names(hand.worth or "", seats_of(hand))
    return f"limit hand {hand.worth}"


def note_words(hand: SheetHand) -> list[str]:
    """What else is to be said of a hand."""
    notes = ["a goulash"] if hand.goulash else []
    notes += [f"{counted(hand.corrections, 'correction')}"] if hand.corrections else []
    if hand.stakes:
        notes += [f"{hand.stakes.pot} in the pot"] if hand.stakes.pot else []
    return notes + (["totals stated anew at its beginning"] if hand.restated else [])


def finding_words(finding: SheetFinding) -> str:
    """A finding: how grave, what, by which rule, at which event."""
    cited = [finding.rule] if finding.rule is not None else []
    cited += [f"event {finding.seq}"] if finding.seq is not None else []
    return f"{finding.severity} {finding.code}: {finding.message}" + (f" [{', '.join(cited)}]" if cited else "")


def round_words(hand: SheetHand) -> str:
    """The round as a column has it: `E`; where hands are repeated, with the number of its East: `E3, 1 honba`."""
    if hand.round is None or not hand.stakes:
        return "" if hand.round is None else hand.round.value
    number = next((at for at, cell in enumerate(hand.cells, 1) if cell.seat is Seat.E), "")
    return f"{hand.round.value}{number}" + (f", {hand.stakes.repeats} honba" if hand.stakes.repeats else "")


def penalty_words(penalty: SheetPenalty) -> str:
    """A fine: who pays, to whom, why."""
    to = ", ".join(f"{share.amount} to {share.player}" for share in penalty.to)
    whom = f" ({to})" if to else " off the final score" if penalty.amount else ""
    place = "before the first hand" if penalty.hand is None else f"hand {penalty.hand}"
    return f"{place}: {penalty.player} pays {penalty.amount}{whom}: {penalty.reason}"


def dispute_words(one: SheetDispute) -> str:
    """A dispute: what it is about, who objects, why, and how it was ruled."""
    place = [] if one.hand is None else [f"hand {one.hand}"]
    about = ", ".join([*place, f"event {one.on or one.seq}", *([] if one.player is None else [one.player])])
    ruling = one.ruling
    if ruling is None:
        return f"{about}: {one.text} - open (dispute {one.seq})"
    decision = "" if ruling.decision is None else f" {ruling.decision}"
    return f"{about}: {one.text} - ruled{decision}: {ruling.text} (ruling {ruling.seq})"


def heading_words(sheet: ScoreSheet) -> list[tuple[str, str]]:
    """What stands at the top, by name: real names where they are wanted, rules, options, card, place, table, date."""
    version = f", version {sheet.version}" if sheet.version is not None else ""
    rules = f"{sheet.title} ({sheet.ruleset}{version})" if sheet.title else f"{sheet.ruleset or 'not known'}{version}"
    options = ", ".join(f"{part.name} {part.value}" for part in sheet.options)
    parts = [
        ("players", ", ".join(f"{handle} is {name}" for handle, name in sheet.names)),
        ("rules", rules), ("options", options), ("card", sheet.card), ("place", sheet.place), ("table", sheet.table),
        ("session", " of ".join(str(part) for part in (sheet.session, sheet.tournament) if part)),
        ("date", day_words(sheet.date)), ("read", "; ".join(_reading(sheet))),
    ]  # fmt: skip
    return [(name, text) for name, text in parts if text]


def _reading(sheet: ScoreSheet) -> Iterator[str]:
    """How the log is read, where that is not as corrected by all that it says now."""
    if sheet.as_of is not None:
        yield f"as of event {sheet.as_of}: what was written later is left out"
    if sheet.log == "recorded":
        yield "as recorded: corrections are not carried out"


def standing_words(sheet: ScoreSheet) -> str:
    """Where the game stands: a hand in progress, or who is East next."""
    if sheet.is_live:
        return "a hand is in progress: it is not counted here"
    return f"East next: {sheet.next_east}" if sheet.next_east is not None else ""


def stated_words(sheet: ScoreSheet) -> str:
    """The totals that the log states at its end, where they are not those computed; empty where they are."""
    if sheet.stated is None:
        return ""
    if sheet.stated == sheet.totals:
        return "the totals are those that the log states at its end"
    items = sheet.stated.items()
    totals = ", ".join(f"{player} {points_words(total)}" for player, total in items if total is not None)
    return f"the log states other totals at its end: {totals}"


def head_words(sheet: ScoreSheet) -> str:
    """Which event the head stands for."""
    if sheet.head is None:
        return NO_HEAD if sheet.is_whole else NOT_WHOLE
    before = ", before the hand in progress" if sheet.is_live else ""
    return f"head of the log at event {sheet.head.seq}{before}"


def checkpoint_words(sheet: ScoreSheet) -> str:
    """The head in the short form, to be written down and typed back; empty where there is none."""
    return "" if sheet.head is None else f"checkpoint {short_form(sheet.head.seq, sheet.head.id)}"


def legend_words(sheet: ScoreSheet) -> str:
    """What the signs of the sheet mean, those that are on it; empty where none is."""
    cells = [cell for hand in sheet.hands if hand.outcome != "in progress" for cell in hand.cells]
    signs = []
    if any(cell.is_wrong for cell in cells):
        signs.append("! is not what the hand is worth")
    if None in (*sheet.totals.values(), *(cell.total for cell in cells), *(cell.change for cell in cells if cell.seat)):
        missing = [
            f"hand {hand.number}, {hand.unsaid}" for hand in sheet.hands if hand.unsaid and not is_presumed(hand)
        ]
        where = f": {'; '.join(missing)}" if missing else ""
        signs.append(f"? is not certain, for something was not written down{where}")
    for unsaid, hands in _presumed(sheet).items():
        signs.append(f"{'hand' if len(hands) == 1 else 'hands'} {list_words(hands)} {_COUNTS[len(hands) > 1]} {unsaid}")
    return "; ".join(signs)


_COUNTS = ("counts as computed: nobody wrote down", "count as computed: nobody wrote down")


def is_presumed(hand: SheetHand) -> bool:
    """Whether the payments of a hand count as long as nothing else is said."""
    return hand.unsaid is not None and any(cell.change is not None for cell in hand.cells)


def _presumed(sheet: ScoreSheet) -> dict[str, list[str]]:
    """The hands whose payments are presumed, by what was not said of them."""
    hands: dict[str, list[str]] = {}
    for hand in sheet.hands:
        if hand.unsaid is not None and is_presumed(hand):
            hands.setdefault(hand.unsaid, []).append(str(hand.number))
    return hands


_FEWEST, _MOST = 17, 34
"""Characters of the column that says how a hand ended."""
_SHORTEST_NAME = 4
_GAP = "  "
_INDENT = " " * 4


def sheet_text(sheet: ScoreSheet, width: int = 80) -> str:
    """The sheet as lines of text. A line has seat and score of every player, the next gain or loss and total.

    `!` marks an announced score that is not the computed one; what is wrong with it stands among the findings.
    """
    lines = textwrap.wrap(f"score sheet of {sheet.game}", width)
    for name, text in heading_words(sheet):
        lines += _wrapped(text, width, f"{name + ':':9}")
    lines += ["", *_table(sheet, width)]
    penalties, disputes = list(map(penalty_words, sheet.penalties)), list(map(dispute_words, sheet.disputes))
    sections = (_listed("penalties", penalties, width), _listed("disputes", disputes, width))
    for part in (_standing(sheet, width), *sections, _findings(sheet, width), _head(sheet, width)):
        lines += ["", *part] if part else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=" " * min(len(indent), 9))


# -- the table ----------------------------------------------------------------------------------------------------

Block = tuple[list[str], list[list[str]]]
"""Lines of the first column, and of each player's."""


def _table(sheet: ScoreSheet, width: int) -> list[str]:
    blocks = _blocks(sheet, is_wide=True)
    sums = 2 if sheet.final else 1
    sizes = _sizes(sheet, blocks, width)
    if _left_over(sizes, width) < _FEWEST:
        blocks = _blocks(sheet, is_wide=False)
        sizes = _sizes(sheet, blocks, width)
    first = min(max(_left_over(sizes, width), _FEWEST), _MOST)
    names = [[shown(player, size)] for player, size in zip(sheet.players, sizes, strict=True)]
    rule = "-" * (first + sum(len(_GAP) + size for size in sizes))
    lines = [*_rows((["hand"], names), first, sizes), rule]
    for block in blocks[:-sums]:
        lines += _rows(block, first, sizes)
    return [*lines, rule, *(line for block in blocks[-sums:] for line in _rows(block, first, sizes))]


def _blocks(sheet: ScoreSheet, is_wide: bool) -> list[Block]:
    """The hands, the totals at the end, and the final scores of a game that has some."""
    hands: list[Block] = [(_first_column(hand), _cells(hand, is_wide)) for hand in sheet.hands]
    totals: Block = (["total"], [[total_words(total)] for total in sheet.column(sheet.totals)])
    if not sheet.final:
        return [*hands, totals]
    return [*hands, totals, (["final score"], [[final_words(points)] for points in sheet.column(sheet.final)])]


def _sizes(sheet: ScoreSheet, blocks: Sequence[Block], width: int) -> list[int]:
    """How wide each player's column is: for its numbers, and for the name so far as there is room."""
    room = max((width - _MOST) // max(len(sheet.players), 1) - len(_GAP), _SHORTEST_NAME)
    columns = zip(*(cells for _first, cells in blocks), strict=True)
    numbers = (max(len(line) for cell in column for line in cell) for column in columns)
    return [
        max(size, min(len(player), room), _SHORTEST_NAME) for size, player in zip(numbers, sheet.players, strict=True)
    ]


def _left_over(sizes: Sequence[int], width: int) -> int:
    """What the players' columns leave of a line."""
    return width - sum(len(_GAP) + size for size in sizes)


def _first_column(hand: SheetHand) -> list[str]:
    round_ = f"{round_words(hand)} " if hand.round is not None else ""
    return [f"{hand.number or 0:>3} {round_}{result_words(hand)}", *filter(None, [how_words(hand), *note_words(hand)])]


def _cells(hand: SheetHand, is_wide: bool) -> list[list[str]]:
    if hand.outcome == "in progress":
        return [[cell.seat.value if cell.seat is not None else ""] for cell in hand.cells]
    size = max((len(_change(cell)) for cell in hand.cells), default=0)
    totals = max((len(total_words(cell.total)) for cell in hand.cells), default=0)
    return [_cell(cell, size, totals, is_wide) for cell in hand.cells]


def _cell(cell: SheetCell, size: int, totals: int, is_wide: bool) -> list[str]:
    seat = cell.seat.value if cell.seat is not None else "-"
    score = "" if cell.score is None else f"{'!' if cell.is_wrong else ''}{cell.score}"
    total, change = total_words(cell.total), _change(cell)
    first = f"{seat} {score:>4}"
    fines = [f"fine {signed(cell.penalties)}"] if cell.penalties else []
    return [first, *fines, *([f"{change:>{size}} {total:>{totals}}"] if is_wide else [change, total])]


def _change(cell: SheetCell) -> str:
    return "" if cell.seat is None else signed(cell.change)


def _rows(block: Block, first: int, sizes: Sequence[int]) -> list[str]:
    title, *more = block[0]
    # What follows the number stands under the words behind it.
    words = [
        title[:first],
        *(
            line
            for text in more
            for line in textwrap.wrap(text, first, initial_indent=_INDENT, subsequent_indent=_INDENT)
        ),
    ]
    lines = []
    for left, *cells in zip_longest(words, *block[1], fillvalue=""):
        right = (cell.rjust(size) for cell, size in zip(cells, sizes, strict=True))
        lines.append(_GAP.join([left.ljust(first), *right]))
    return lines


# -- below the table ----------------------------------------------------------------------------------------------


def _standing(sheet: ScoreSheet, width: int) -> list[str]:
    parts = (legend_words(sheet), standing_words(sheet), stated_words(sheet))
    return [line for text in parts if text for line in _wrapped(text, width)]


def _listed(title: str, entries: Sequence[str], width: int) -> list[str]:
    lines = [line for words in entries for line in _wrapped(words, width, "  ")]
    return [title, *lines] if lines else []


def _findings(sheet: ScoreSheet, width: int) -> list[str]:
    findings = [(f"  hand {hand.number}: ", finding) for hand in sheet.hands for finding in hand.findings]
    findings = [*(("  before the first hand: ", finding) for finding in sheet.early), *findings]
    lines = [line for place, one in findings for line in _wrapped(finding_words(one), width, place)]
    return ["findings", *lines] if lines else []


def _head(sheet: ScoreSheet, width: int) -> list[str]:
    lines = _wrapped(head_words(sheet), width)
    if sheet.head is None:
        return lines
    return [*lines, *textwrap.wrap(sheet.head.id, max(width, 32)), checkpoint_words(sheet)]


_FIRST = ("game", "hand", "round", "east", "result", "winner", "won by", "discarder", "limit or line")
_OF_PLAYER = ("seat", "announced", "computed", "change", "penalties", "total")
_STAKES = ("repeats", "pot", "drawn for")
"""What riichi adds."""
_LAST = (
    "corrections", "penalties", "findings", "disputes", "head at event", "head", "date", "place", "table", "ruleset",
)  # fmt: skip
_TOURNAMENT = ("tournament", "session")


def sheet_csv(sheet: ScoreSheet) -> str:
    """The sheet as comma-separated values (RFC 4180): a line of names, then a line a hand; unknown values are empty.

    What a spreadsheet would take for a formula begins with an apostrophe.
    """
    return csv_text([*_names(sheet)], (_row(sheet, hand) for hand in sheet.hands))


def _names(sheet: ScoreSheet) -> Iterator[str]:
    yield from _FIRST
    yield from _STAKES if _has_stakes(sheet) else ()
    known = dict(sheet.names)
    for player in sheet.players:
        who = f"{player} ({known[player]})" if player in known else player
        yield from (f"{who} {name}" for name in (*_OF_PLAYER, *(["final score"] if sheet.final else [])))
    yield from _LAST
    yield from _TOURNAMENT if sheet.session else ()


def _row(sheet: ScoreSheet, hand: SheetHand) -> Iterator[Value]:
    round_ = None if hand.round is None else hand.round.value
    yield from (sheet.game, hand.number, round_, hand.east, hand.outcome, _winner(hand), hand.source, hand.discarder)
    yield hand.worth
    if _has_stakes(sheet):
        # Repeats and pot at the beginning, and why the hand was drawn.
        stakes = hand.stakes
        yield from ((stakes.repeats, stakes.pot, stakes.drawn_for or None) if stakes else (None,) * len(_STAKES))
    for number, cell in enumerate(hand.cells):
        yield from _cell_values(hand, cell)
        if sheet.final:
            yield sheet.final[sheet.players[number]] if hand is sheet.hands[-1] else None
    is_told = hand.outcome != "in progress"
    yield hand.corrections if is_told else None
    yield "; ".join(map(penalty_words, hand.penalties))
    yield "; ".join(map(finding_words, hand.findings))
    yield "; ".join(dispute_words(dispute) for dispute in sheet.disputes if _is_told_at(dispute, hand, sheet))
    yield from (sheet.head.seq, sheet.head.id) if sheet.head is not None else (None, None)
    yield from (sheet.date, sheet.place, sheet.table, sheet.ruleset)
    if sheet.session:
        yield from (sheet.tournament or None, sheet.session)


def _is_told_at(dispute: SheetDispute, hand: SheetHand, sheet: ScoreSheet) -> bool:
    """A dispute stands in the last row of its number; one about no hand in the first row."""
    rows = [row for row in sheet.hands if row.number == dispute.hand] or sheet.hands[:1]
    return hand is rows[-1]


def _has_stakes(sheet: ScoreSheet) -> bool:
    return any(hand.stakes for hand in sheet.hands)


def _winner(hand: SheetHand) -> str | None:
    """Who won, by name; all who did."""
    if not hand.winners:
        return hand.winner
    return "; ".join(seats_of(hand).get(seat, seat.value) for seat in hand.winners)


def _cell_values(hand: SheetHand, cell: SheetCell) -> tuple[Value, ...]:
    seat = None if cell.seat is None else cell.seat.value
    off = sum(penalty.amount for penalty in hand.penalties if penalty.player == cell.player and not penalty.to)
    penalties = None if cell.seat is None or hand.outcome == "in progress" else cell.penalties - off
    return seat, cell.announced, cell.computed, cell.change, penalties, cell.total
