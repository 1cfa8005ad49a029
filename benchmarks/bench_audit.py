"""The full audit of log lines (decode, state, every rule, every score) against reading chess, and against decoding."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.games import Lines, chess_games, renamed
from benchmarks.measure import Row, best_times, rate
from mjlog.audit.engine import Engine
from mjlog.events import decode_event
from mjlog.formats.logs import read_log, write_log
from mjlog.sources import pieces_in
from mjlog_cli.audit.audit_request import AuditRequest
from mjlog_cli.audit.crew import crew_of
from mjlog_cli.commands.audit import audit_all

CHESS_GAMES = 60
FILES = 240


def decode(games: list[Lines]) -> None:
    """Every line becomes an event; nothing else is done."""
    for lines in games:
        for line in lines:
            decode_event(line)


def audit(games: list[Lines]) -> None:
    """Every game is replayed and judged; a fault would show that less than a whole game was measured."""
    for lines in games:
        for record in read_log("sample", enumerate(lines, 1), "sample"):
            for report in Engine(record).run():
                if report.has_error:
                    raise SystemExit(f"{report.game}: {report.findings[0].message}")


def read_chess(text: str) -> None:
    """Every game of a PGN text is read, as python-chess does it: moves parsed, checked and made."""
    import chess.pgn

    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        if game.errors:
            raise SystemExit(str(game.errors[0]))


def measure(games: list[Lines]) -> Iterator[Row]:
    """Audit against chess, and against decoding."""
    events = sum(map(len, games))
    text, moves = chess_games(CHESS_GAMES)
    times = best_times({
        "audit": lambda: audit(games), "decode": lambda: decode(games), "chess": lambda: read_chess(text),
    })  # fmt: skip
    ours, chess = events / times["audit"], moves / times["chess"]
    audited = rate(events, times["audit"], "events")
    yield Row("audit of log lines : python-chess reading PGN", 5, ours / chess,
              f"{audited}; {rate(moves, times['chess'], 'moves')}")  # fmt: skip
    yield Row("audit of log lines : decoding them", 0.1, times["decode"] / times["audit"],
              f"{audited}; {rate(events, times['decode'], 'events')}")  # fmt: skip


def measure_processes(games: list[Lines]) -> Iterator[Row]:
    """The audit of a folder of logs by two processes, their start included, against one."""
    with tempfile.TemporaryDirectory() as folder:
        events = 0
        for number in range(FILES):
            lines = renamed(games[number % len(games)], f"game-{number}")
            events += len(lines)
            Path(folder, f"game-{number:04}.mjlog.jsonl").write_bytes(b"".join(write_log(lines, chained=False)))

        def run(workers: int) -> None:
            with crew_of(workers) as crew:
                for _piece, found in audit_all(pieces_in(folder), AuditRequest(as_json=True), crew):
                    for audited in found:
                        if audited.trouble or audited.severities.get("error"):
                            raise SystemExit(audited.trouble or "a sample game has an error")

        times = best_times({"one": lambda: run(1), "two": lambda: run(2)}, runs=3)
    figures = f"{rate(events, times['two'], 'events')}; {rate(events, times['one'], 'events')}"
    yield Row("audit of a folder, two processes : one", 1.8, times["one"] / times["two"], figures)
