"""What a score sheet says in words, the same on a terminal, in a table and on paper."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog import text
from mjlog.checkpoint import short_form
from mjlog.period import day_words
from mjlog.seats import Seat
from mjlog.text import counted, list_words
from mjlog.views.naming import seat_name
from mjlog.views.sheet import ScoreSheet
from mjlog.views.sheet_hands import SheetDispute, SheetFinding, SheetHand, SheetPenalty

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
    return UNKNOWN if number is None else text.signed(number)


def total_words(number: int | None) -> str:
    """A total; `?` where it is not known."""
    return UNKNOWN if number is None else text.points(number)


def final_words(points: int | None) -> str:
    """A final score, in thousands of points; `?` where it is not known.

    >>> final_words(41000), final_words(None)
    ('+41.0', '?')
    """
    return UNKNOWN if points is None else text.result(points)


def result_words(hand: SheetHand) -> str:
    """How a hand ended: who won, or that nobody did."""
    if hand.winners:
        return f"{list_words(seat.value for seat in hand.winners)} win"
    if hand.winner_seat is not None:
        return f"{seat_name(hand.winner_seat)} wins"
    if hand.no_win:
        return "no win"
    return "drawn" if hand.stakes and hand.stakes.drawn_for else hand.outcome


def is_winner(hand: SheetHand, seat: Seat) -> bool:
    """Whether a player is one of the winners."""
    return seat in hand.winners if hand.winners else seat is hand.winner_seat


def how_words(hand: SheetHand) -> str:
    """How a hand was won, and what it was, or why it was drawn; empty where nobody won."""
    if hand.no_win or (hand.stakes and hand.stakes.drawn_for):
        return hand.no_win or (hand.stakes.drawn_for if hand.stakes else "")
    parts = [_source_words(hand), _worth_words(hand)]
    return ", ".join(part for part in parts if part)


def _source_words(hand: SheetHand) -> str:
    if hand.discarder_seat is not None and hand.source == "discard":
        return f"on {seat_name(hand.discarder_seat)}'s discard"
    if hand.discarder_seat is not None and hand.source == "bonus":
        return f"on the tile that {seat_name(hand.discarder_seat)} laid aside"
    if hand.discarder_seat is not None and hand.source == "kong":
        return f"robbing {seat_name(hand.discarder_seat)}'s kong"
    return _SOURCES.get(hand.source or "", "")


def _worth_words(hand: SheetHand) -> str:
    if hand.worth is None or hand.worth.startswith("line ") or hand.stakes:
        return hand.worth or ""
    return f"limit hand {hand.worth}"


def note_words(hand: SheetHand) -> list[str]:
    """What else is to be said of a hand."""
    notes = [f"{counted(hand.corrections, 'correction')}"] if hand.corrections else []
    if hand.stakes:
        notes += [counted(hand.stakes.repeats, "repeat")] if hand.stakes.repeats else []
        notes += [f"{hand.stakes.pot} in the pot"] if hand.stakes.pot else []
    return notes + (["totals stated anew at its beginning"] if hand.restated else [])


def finding_words(one: SheetFinding) -> str:
    """A finding: how grave, what, by which rule, at which event."""
    cited = [one.rule] if one.rule is not None else []
    cited += [f"event {one.seq}"] if one.seq is not None else []
    return f"{one.severity} {one.code}: {one.message}" + (f" [{', '.join(cited)}]" if cited else "")


def penalty_words(one: SheetPenalty) -> str:
    """A fine: who pays, to whom, why."""
    to = ", ".join(f"{share.amount} to {share.player}" for share in one.to)
    whom = f" ({to})" if to else " off the final score" if one.amount else ""
    place = "before the first hand" if one.hand is None else f"hand {one.hand}"
    return f"{place}: {one.player} pays {one.amount}{whom}: {one.reason}"


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
    options = ", ".join(f"{one.name} {one.value}" for one in sheet.options)
    parts = [
        ("players", ", ".join(f"{handle} is {name}" for handle, name in sheet.names)),
        ("rules", rules), ("options", options), ("card", sheet.card), ("place", sheet.place), ("table", sheet.table),
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
    said = sheet.stated.items()
    totals = ", ".join(f"{player} {text.points(total)}" for player, total in said if total is not None)
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
        signs.append(": ".join(["? is not certain, for something was not written down", *_joined(missing)]))
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


def _joined(parts: list[str]) -> list[str]:
    return ["; ".join(parts)] if parts else []
