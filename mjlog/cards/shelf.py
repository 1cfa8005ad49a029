"""The score cards at hand: those that were given, those kept beside a database, and the one that ships."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from mjlog.errors import CardError, reason
from mjlog.events import Card as CardName
from mjlog.text import quoted

if TYPE_CHECKING:
    from mjlog.cards.document import Card
    from mjlog.cards.rulings import Rulings

# Reading cards is imported where a game asks for one: most games do not.


class CardShelf(msgspec.Struct, frozen=True):
    """Cards by the files that they are in; they are read when a game first asks for one.

    `paths`: those that were given; `kept`: folders with cards that were given before.
    """

    paths: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """All files at hand, those given first."""
        there = (str(path) for folder in self.kept for path in sorted(Path(folder).glob(f"*{_ENDING}")))
        return (*self.paths, *there)

    def contents(self) -> tuple[str, ...]:
        """A digest of what each file says, for whoever keeps what was judged; one that ships goes by its name."""
        places = map(Path, self.files)
        return tuple(sha256(place.read_bytes()).hexdigest() if place.is_file() else str(place) for place in places)

    def find(self, named: CardName | None) -> Rulings | None:
        """The card that a game names, by id and digest (by id alone where it names no digest); None without it.

        Raises:
            CardError: a file given is no card, or cannot be read.
        """
        if named is None:
            return None
        from mjlog.cards.rulings import rulings_for

        for card in self.cards():
            if card.id == named.id and named.digest in (None, card.digest):
                return rulings_for(card)
        return None

    def keeps_back(self, named: CardName | None) -> bool:
        """Whether the card that a game names is at hand, and nobody but its owner may look at it."""
        return False

    def asked(self, name: object = None) -> Rulings:
        """The card that a request is for: the one of this id, or the only one that was given.

        Raises:
            CardError: no card is named, or none of this id is at hand.
        """
        from mjlog.cards.rulings import rulings_for

        cards = list(self.cards())
        if name is not None:
            known_card = next((card for card in cards if card.id == name), None)
            if known_card is None:
                known = ", ".join(dict.fromkeys(card.id for card in cards))
                raise CardError(
                    f"no card {quoted(name)} is at hand: there are {known}; more are given with --card FILE"
                )
            return rulings_for(known_card)
        files = self.files
        if not files:
            shipped = ", ".join(card.id for card in cards)
            raise CardError(f"a hand of which card? name one with --card FILE, or the one that ships, {shipped}")
        if len({card.digest for card in cards[: len(self.paths) or len(files)]}) > 1:
            raise CardError("a hand of which card? several were given; expected the id of one as card")
        return rulings_for(cards[0])

    def cards(self) -> Iterable[Card]:
        """Every card at hand, those given first.

        Raises:
            CardError: a file given is no card, or cannot be read.
        """
        from mjlog.cards.shipped import shipped_cards

        yield from (_loaded(path) for path in self.paths)
        for path in self.files[len(self.paths) :]:
            with suppress(CardError):  # it was one when it was kept
                yield _loaded(path)
        yield from shipped_cards().values()


class PublicCards(CardShelf, frozen=True):
    """The cards of a shelf that everybody may look at: those that were not bought."""

    def find(self, named: CardName | None) -> Rulings | None:
        """The card that a game names; None without it, and where it is a purchased one."""
        rulings = super().find(named)
        return None if rulings is None or rulings.card.private else rulings

    def keeps_back(self, named: CardName | None) -> bool:
        """Whether the card that a game names is a purchased one."""
        rulings = super().find(named)
        return rulings is not None and rulings.card.private


def cards_beside(database: Path) -> Path:
    """The folder in which the cards of a club are kept: beside its database."""
    return database.absolute().parent / "cards"


def keep(database: Path, path: str) -> Path | None:
    """Keep a copy of a card beside a database, so that it need not be given again; nobody else may read it.

    Where it lies; None for a card that lies there already, or one that ships.

    Raises:
        CardError: it is no card, or cannot be read; or nothing can be kept there.
    """
    card, place = _loaded(path), Path(path)
    if not place.is_file():
        return None
    folder = cards_beside(database)
    kept = folder / f"{re.sub(r'[^A-Za-z0-9_.-]', '-', card.id)[:80]}-{card.digest[:_DIGITS]}{_ENDING}"
    if kept.exists():
        return None
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        kept.touch(mode=0o600)
        kept.write_bytes(place.read_bytes())
    except OSError as error:
        raise CardError(f"the card cannot be kept in {folder}: {reason(error)}") from error
    return kept


_ENDING = ".card"
_DIGITS = 12


def card_name(name: str) -> CardName:
    """What a game says of the card that it is played by. `name`: the id of a shipped card, or a file.

    Raises:
        CardError: there is no such card, or it cannot be used.
    """
    card = _loaded(name)
    return CardName(card.id, card.digest)


NO_CARDS = CardShelf()
"""Only what ships with the program."""


@cache
def _loaded(path: str) -> Card:
    from mjlog.cards.shipped import card_named

    return card_named(path)
