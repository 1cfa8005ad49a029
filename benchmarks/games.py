"""What is measured with: the bundled sample games as log lines, and chess games played at random."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from mjlog.log.records import Fault
from mjlog.sources import games_in

SAMPLES = Path(__file__).resolve().parent.parent / "sample_logs" / "games"
_ENCODER = msgspec.json.Encoder(order="sorted")
_PLIES = 120

Lines = list[bytes]


def sample_games(folder: Path) -> list[Lines]:
    """The events of every game in a folder, as lines of a log (canonical JSON, without a chain)."""
    games = []
    for record in games_in(str(folder)):
        rows = [row for row, _where in record.rows]
        faults = [row for row in rows if isinstance(row, Fault)]
        if faults:
            raise SystemExit(f"{record.source}: {faults[0].message}")
        games.append([_ENCODER.encode(msgspec.to_builtins(row)) for row in rows])
    if not games:
        raise SystemExit(f"there are no games in {folder}")
    return games


def renamed(lines: Lines, name: str) -> Lines:
    """The same game under another id."""
    start = msgspec.json.decode(lines[0])
    return [_ENCODER.encode({**start, "game": name}), *lines[1:]]


def chess_games(number: int) -> tuple[str, int]:
    """Legal chess games of random moves, as one PGN text; and how many moves (of one side) they have."""
    import chess.pgn

    chance = random.Random(5)
    texts, moves = [], 0
    for _ in range(number):
        board = chess.Board()
        while len(board.move_stack) < _PLIES and not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
        moves += len(board.move_stack)
        texts.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(texts), moves
