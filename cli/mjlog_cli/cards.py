"""Score cards that a command line names: read, and what is left out of them told on standard error."""

from __future__ import annotations

import sys

from mjlog.cards.document import Card
from mjlog.cards.reading import LARGEST_CARD, parse_named, read_card
from mjlog.cards.shipped import content_of
from mjlog.text import counted
from mjlog_cli.console import tell


def card_content(name: str) -> bytes:
    """The content of a card: a file by its path, a shipped one by its id; - is standard input.

    Raises:
        CardError: there is no such card.
    """
    return sys.stdin.buffer.read(LARGEST_CARD + 1) if name == "-" else content_of(name)


def used_card(name: str) -> Card:
    """The card that is named; what is left out of it is said on standard error.

    Raises:
        CardError: there is no such card, or it cannot be used.
    """
    data = card_content(name)
    card = parse_named(data, name)
    faults = [fault for fault in read_card(data)[1] if fault.is_error]
    if faults:
        first = f"the first in line {faults[0].line} ({faults[0].kind})"
        words = f"{counted(len(faults), 'fault')}, {first}; lines with faults are left out"
        tell(f"{name}: {words}: `mjlog card lint` tells them all")
    return card
