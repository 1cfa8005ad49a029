"""The cards that ship with the program, by their ids; all designed for it.

Source: docs/do/cards.md#a-bought-card-stays-private (published cards are copyrighted: none may enter the project).
"""

from __future__ import annotations

import functools
import importlib.resources

from mjlog.cards.document import Card
from mjlog.cards.reading import card_bytes, parse_card, parse_named
from mjlog.errors import CardError
from mjlog.text import did_you_mean, quoted

SAMPLE = "riverside"
_SUFFIX = ".card"


@functools.cache
def shipped_cards() -> dict[str, Card]:
    """The cards that ship, by id."""
    cards = [parse_card(_content(name)) for name in _names()]
    return {card.id: card for card in cards}


def sample_card() -> Card:
    """The sample card: some forty hands, every sign of the notation."""
    return shipped_card(SAMPLE)


def shipped_card(name: str) -> Card:
    """The shipped card with this id, or in the file of this name (without its ending).

    Raises:
        CardError: no such card ships.
    """
    return parse_card(_content(_name_of(name)))


def card_named(name: str) -> Card:
    """The card that a command line names: a shipped one, by id or name, or a file by its path.

    A shipped card goes before a file of its name; `./riverside` is the file.

    Raises:
        CardError: there is no such card, or it cannot be used.
    """
    return shipped_card(name) if is_shipped(name) else parse_named(content_of(name), name)


def content_of(name: str) -> bytes:
    """The content of the card that a command line names, usable or not; see `card_named`.

    Raises:
        CardError: there is no such card.
    """
    if is_shipped(name):
        return _content(_name_of(name))
    try:
        return card_bytes(name)
    except CardError as error:
        meant = did_you_mean(name, [*shipped_cards(), *_names()])
        hint = f"; did you mean {meant}, which ships with the program?" if meant else ""
        raise CardError(f"{error}{hint}") from None


def is_shipped(name: str) -> bool:
    """Whether a name means a shipped card, and not a file."""
    return name in _names() or name in shipped_cards()


def _name_of(name: str) -> str:
    """The name of the file of a shipped card."""
    for file_name in _names():
        if name in (file_name, parse_card(_content(file_name)).id):
            return file_name
    ids = ", ".join(shipped_cards())
    raise CardError(f"no score card {quoted(name)} ships with the program; expected one of {ids}, or a path")


@functools.cache
def _names() -> tuple[str, ...]:
    folder = importlib.resources.files("mjlog.cards")
    return tuple(sorted(entry.name[: -len(_SUFFIX)] for entry in folder.iterdir() if entry.name.endswith(_SUFFIX)))


@functools.cache
def _content(name: str) -> bytes:
    return (importlib.resources.files("mjlog.cards") / f"{name}{_SUFFIX}").read_bytes()
