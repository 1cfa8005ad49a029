"""Hand histories of a public classical-Chinese server (`.mjs`): a folder is one game, a file a hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from mjlog.formats.foreign import Files, ForeignFormat
from mjlog.formats.lines import lines_of_bytes
from mjlog.log.records import GameRecord, Row

_NUMBER = re.compile("[0-9]++")


def read_game(game: str, source: str, files: Files) -> GameRecord:
    """One game from its hand histories, in any order."""
    rows = _rows(game, sorted(files, key=lambda file: _hand_number(file[0])))
    return GameRecord(source, game, rows, "classical")


def _hand_number(path: str) -> tuple[int, str]:
    numbers = _NUMBER.findall(PurePath(path).stem)
    return (int(numbers[-1][-9:]) if numbers else 0, path)


def _rows(game: str, files: Files) -> Iterator[Row]:
    from mjlog.formats.xmj.convert import convert  # asks the rules, which take longer to import than most files to read
    from mjlog.formats.xmj.header import Header, split_messages

    header = Header(game)
    expected = 1
    for path, content in files:
        number = _hand_number(path)[0]
        lost = None
        if number and number != expected:
            lost = f"the records of hands {expected} to {number - 1} are missing"
            if number == expected + 1:
                lost = f"the record of hand {expected} is missing"
        started = header.hand > 0
        messages = split_messages(lines_of_bytes(content, path))
        yield from header.read(messages, path, first_of_game=not started, lost=lost)
        yield from convert(header, messages, path)
        expected = number + 1


XMJ = ForeignFormat(
    "xmj", "hand histories of a server, .mjs; a folder is one game", (".mjs",),
    lambda beginning: beginning.startswith(b"Player "), read_game,
    loses=("offers and answers of the server", "chat", "pauses"), is_folder=True,
)  # fmt: skip
