"""`mjlog settle --sheet`: the running sheet of a session, from a file or as it is typed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mjlog.errors import MjlogError
from mjlog.formats.lines import open_bytes, read_lines
from mjlog.rulesets import Rules
from mjlog.text import shown
from mjlog.views import ScoreSheet
from mjlog.views.sheet_text import sheet_text
from mjlog.views.sheet_words import NO_HEAD
from mjlog_cli.batches import without_mark
from mjlog_cli.console import complain, say, tell, write_json
from mjlog_cli.scoring.missing import at_terminal
from mjlog_cli.scoring.session import ScoringSession

_NARROWEST, _WIDEST = 40, 120


def run_sheet(
    path: str, rules: Rules, options: Mapping[str, Any], players: Sequence[str], *, as_json: bool = False
) -> int:
    """Read the results of a session (`-`: from standard input, or as they are typed) and print its sheet.

    A line that cannot be read or settled is told, and the rest goes on; the exit status is 1 then, and where something
    is wrong in the session itself. Whoever leaves with Ctrl-C has the sheet so far.

    Raises:
        RecordError: the file cannot be opened.
        MjlogError: there can be no such session.
    """
    session = ScoringSession(rules, options, players)
    if path == "-" and at_terminal():
        try:
            _type(session)
        except KeyboardInterrupt:
            say()
            if session.sheet().hands:
                _print(session, as_json)
            raise
        is_right = True
    else:
        is_right = _read(session, path)
    _print(session, as_json)
    return 0 if is_right and not any(hand.findings for hand in session.sheet().hands) else 1


def _print(session: ScoringSession, as_json: bool) -> None:
    """The sheet as it stands, for people or for programs."""
    if as_json:
        _write(session.sheet())
    else:
        say(_text(session.sheet()).rstrip("\n"))


def _read(session: ScoringSession, path: str) -> bool:
    """The lines of a file; whether all could be read."""
    is_right = True
    for number, line in _lines(path):
        line = without_mark(line) if number == 1 else line
        try:
            remark = session.enter(line.decode("utf-8"))
        except (MjlogError, UnicodeDecodeError) as error:
            words = str(error) if isinstance(error, MjlogError) else "the line is no UTF-8 text"
            complain(f"{shown(path, 200)}:{number}: {words}")
            is_right = False
        else:
            if remark is not None:
                complain(f"{shown(path, 200)}:{number}: {remark}")
                is_right = False
    return is_right


def _lines(path: str) -> Iterable[tuple[int, bytes]]:
    if path == "-":
        yield from read_lines(sys.stdin.buffer, path)
        return
    with open_bytes(Path(path)) as stream:
        yield from read_lines(stream, path)


def _type(session: ScoringSession) -> None:
    """Lines as they are typed: after each, what it added to the sheet.

    Raises:
        KeyboardInterrupt: the person left with Ctrl-C.
    """
    from mjlog_cli.scoring.questions import asker, say_in_lines

    tell("a hand a line, like 8s48/4/2 or wash (docs/shorthand.md); Ctrl-D: that was all")
    ask, told = asker(), 0
    while True:
        try:
            line = ask(f"hand {len(session.sheet().hands) + 1}")
        except EOFError:
            say()
            return
        if not line:
            continue
        try:
            remark = session.enter(line)
        except MjlogError as error:
            say_in_lines(f"  {error}")
            continue
        if remark is not None:
            say_in_lines(f"  {remark}")
        told = _tell_more(session.sheet(), told)


def _tell_more(sheet: ScoreSheet, told: int) -> int:
    """The hands of the sheet from the last one told on, with the totals; how many hands it has."""
    lines = _text(sheet).splitlines()
    rulers = [number for number, line in enumerate(lines) if line and set(line) == {"-"}]
    first, last = rulers[0] + 1, rulers[1]
    rows = [number for number in range(first, last) if lines[number][:3].strip().isdigit()]
    begin = rows[min(told, len(rows) - 1)] if rows else first  # where no hand was added, the last one has changed
    for line in (*([] if told else lines[rulers[0] - 1 : first]), *lines[begin:last], lines[last + 1]):
        say(line)
    return len(rows)


def _text(sheet: ScoreSheet) -> str:
    width = min(max(shutil.get_terminal_size((80, 24)).columns, _NARROWEST), _WIDEST)
    return sheet_text(sheet, width).removesuffix(f"\n{NO_HEAD}\n")


def _write(sheet: ScoreSheet) -> None:
    """An object a hand: who won, and per player change and running total; then the totals."""
    for hand in sheet.hands:
        cells = zip(sheet.players, hand.cells, strict=True)
        write_json({
            "hand": hand.number,
            "round": hand.round.value if hand.round is not None else None,
            "outcome": hand.outcome,
            "winner": hand.winner,
            "players": {player: {"seat": cell.seat.value if cell.seat is not None else None, "score": cell.score,
                                 "change": cell.change, "penalties": cell.penalties, "total": cell.total}
                        for player, cell in cells},
        })  # fmt: skip
    write_json({"totals": dict(zip(sheet.players, sheet.totals, strict=True)), "next_east": sheet.next_east})
