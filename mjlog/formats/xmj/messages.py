"""The server's messages: splitting a hand history into them, with their line numbers.

A line is a message; a backslash at the end goes on in the next line. Source:
docs/lookup/format.md#hand-histories-of-the-server-mjs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MAX_CONTINUED = 500
"""Lines that one message may go on for; a real one has about thirty."""

SILENT = frozenset(
    (
        "PlayerReady", "Pause", "ClaimDenied", "StartPlay", "StopPlay", "Message", "Comment", "StateSaved",
        "PlayerOptionSet", "ChangeManager", "ConnectReply", "CanMahJong", "InfoTiles", "AuthReqd", "Redirect",
        "Reconnect", "GameOver", "Error",
    )
)  # fmt: skip
"""Messages without a meaning on the table."""
_NUMBER = re.compile("-?[0-9]{1,12}")


@dataclass(frozen=True, slots=True)
class Message:
    """A message: its name, its words, and for texts that go on the further lines. `lines[i]` is the line of text i."""

    name: str
    words: tuple[str, ...]
    line: int
    texts: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


def is_number(word: str) -> bool:
    """Whether a word is a whole number of a sensible size."""
    return _NUMBER.fullmatch(word) is not None


def split_messages(lines: Iterable[tuple[int, bytes]]) -> Iterator[Message]:
    """The messages of a file."""
    texts: list[str] = []
    numbers: list[int] = []
    for number, raw in lines:
        if texts and number != numbers[-1] + 1:
            # A blank line, which is not among the lines, ended the message.
            yield _message(texts, numbers)
            texts, numbers = [], []
        text = raw.decode("utf-8", "replace")
        goes_on = text.endswith("\\") and len(texts) < MAX_CONTINUED
        texts.append(text[:-1] if goes_on else text)
        numbers.append(number)
        if not goes_on:
            yield _message(texts, numbers)
            texts, numbers = [], []
    if texts:
        yield _message(texts, numbers)


def _message(texts: list[str], numbers: list[int]) -> Message:
    words = texts[0].split()
    name = words[0] if words else ""
    if len(texts) == 1:
        return Message(name, tuple(words[1:]), numbers[0])
    return Message(name, tuple(words[1:]), numbers[0], tuple(texts), tuple(numbers))
