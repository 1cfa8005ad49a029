"""The dossier for a terminal: plain text in so many columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from mjlog.disputes import wording
from mjlog.disputes.applicable_rules import RuleAsked
from mjlog.disputes.dossier import Dossier
from mjlog.disputes.outcome import Outcome
from mjlog.disputes.register import LONGEST
from mjlog.findings import Severity
from mjlog.seats import SEATS
from mjlog.text import as_command, shown
from mjlog.views.naming import seat_name
from mjlog.views.text_table import text_table

_INFO = Severity.INFO.value


def dossier_text(one: Dossier, width: int = 80) -> str:
    """The whole dossier; ends with a line feed."""
    parts = [
        _heading(one), _dispute(one), _event(one), _table(one), _found(one), _certainty(one), _rules(one), _legal(one),
        _outcomes(one), _proof(one),
    ]  # fmt: skip
    blocks = [[line for text in part for line in _wrapped(text, width)] for part in parts]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    """One line of the dossier in as many as it needs; a picture of the table stays as it is."""
    if len(text) <= width:
        return [text]
    indent = len(text) - len(text.lstrip(" "))
    return textwrap.wrap(text, width, subsequent_indent=" " * (indent + 2), break_on_hyphens=False)


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [title.upper(), *lines] if lines else []


def _heading(one: Dossier) -> list[str]:
    title = wording.title_words(one)
    return [title, "=" * len(title), *(f"{name}: {text}" for name, text in wording.heading_words(one))]


def _dispute(one: Dossier) -> list[str]:
    if one.dispute is None:
        return _section("The dispute", ["nobody has objected to this event"])
    lines = [f"{wording.dispute_words(one, one.dispute)}:", f"  {shown(one.dispute.text, LONGEST)}"]
    lines += [wording.ruling_words(ruling) for ruling in one.dispute.rulings] or ["Not ruled yet"]
    for other in one.others:
        said = shown(other.text, LONGEST)
        lines += [f"Also: {wording.dispute_words(one, other)}: {said} ({wording.standing_words(other)})"]
    return _section("The dispute", lines)


def _event(one: Dossier) -> list[str]:
    event = one.event
    lines = [f"{event.seq}  {event.words or 'nothing is read here'}"]
    lines += [f"  as recorded, {part.what} {part.seq}: {wording.recorded_words(part)}" for part in event.recorded]
    if event.correction is not None:
        lines.append(event.correction.words)
    here = [f"{'>' if line.seq <= event.seq <= line.until else ' '} {line.seq}  {line.words}" for line in event.near]
    return _section("The event", [*lines, *([""] if here else []), *here])


def _table(one: Dossier) -> list[str]:
    board = one.board
    if board is None:
        return _section("The table just before", ["the hand has not begun"])
    lines = text_table(board, width=72).rstrip("\n").split("\n")
    own = [f"  {who}: {tiles}" for who, tiles in wording.seen_words(one)]
    if own:
        own = ["", wording.EACH_SAW, *own]
    return _section("The table just before", [*lines, *own])


def _found(one: Dossier) -> list[str]:
    return _section("Found", wording.found_words(one))


def _certainty(one: Dossier) -> list[str]:
    return [
        *_section("What is certain", [f"- {text}" for text in one.certain] or ["- nothing about this event"]),
        *_section("What cannot be known", [f"- {text}" for text in one.unknown] or ["- nothing that bears on it"]),
    ]


def _rules(one: Dossier) -> list[str]:
    lines = [line for rule in one.rules for line in _rule(rule)]
    options = [f"option {wording.option_words(option)}" for option in one.options]
    silent = [f"[silent] {wording.silent_words(each)}" for each in one.silent]
    ask = [f"why? {as_command('explain', one.silent[0].rules[0], one.game, one.event.seq)}"] if silent else []
    return [
        *_section("The rules that bear on it", [*(lines or ["none"]), *options]),
        *_section("Rules that are silent", [*silent, *ask]),
    ]


def _rule(rule: RuleAsked) -> Iterator[str]:
    gravity = f", {rule.severity}" if rule.severity not in (None, "error") else ""
    yield f"[{wording.VERDICTS[rule.verdict]}{gravity}] {wording.rule_name(rule)}" + (
        f": {rule.text}" if rule.text else ""
    )
    label = {"broken": "wrong", "open": "if it was so"}.get(rule.verdict, "said")
    yield from (f"    {label}: {words}" for words in rule.says)
    if rule.reading:
        yield f"    reading: {rule.reading}"
    yield from (f"    kept: {words}" for words in wording.kept_words(rule))
    if rule.source:
        yield f"    source: {rule.source}"


def _legal(one: Dossier) -> list[str]:
    lines = [
        f"{seat_name(part.seat) if part.seat is not None else 'Anybody'}: {'; '.join(part.acts)}"
        for part in one.possible
    ]
    found = _section("What was legal at that moment", lines)
    return [*found, *_section("Who could claim the tile", one.claims)]


def _outcomes(one: Dossier) -> list[str]:
    lines: list[str] = []
    for outcome in one.outcomes:
        lines += [f"{outcome.label}: {wording.outcome_words(outcome)}", *_points(one, outcome)]
        lines += [f"  {text}" for text in (outcome.worth if outcome is one.outcomes[0] else outcome.difference)]
    if not one.outcomes and one.hand is not None:
        lines = ["the hand is in progress: nothing can be said of what it comes to"]
    found = _section("Scores and payments, with it and without", lines)
    return [*found, *_section("Dead hands", [f"- {text}" for text in wording.dead_words(one)])]


def _points(one: Dossier, outcome: Outcome) -> list[str]:
    rows = wording.outcome_rows([outcome], one.players)
    seats = [seat.value for seat in SEATS if seat in one.players]
    head = f"  {'':14}{''.join(name.rjust(9) for name in seats)}"
    return (
        [head, *(f"  {name:14}{''.join(cell.rjust(9) for cell in cells[0])}" for name, cells in rows)] if rows else []
    )


def _proof(one: Dossier) -> list[str]:
    return _section("Proof", wording.proof_words(one))
