"""Purchased score cards: nobody but the owner is told more of them than label and value of a line that was won.

For everybody else a game is judged as if such a card were not at hand. A second replay, by the card, is kept beside it,
of which nothing comes out but that label and value. Source:
docs/architecture.md#what-is-never-trusted-and-what-never-leaks;
docs/cards.md#a-bought-card-stays-private.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from mjlog import events as ev
from mjlog.cards.shelf import CardShelf
from mjlog.table import Table
from mjlog.views.card_lines import LineWon, label_won
from mjlog.views.hands import HandSpan

if TYPE_CHECKING:
    from mjlog.cards.rulings import Rulings


@dataclass(frozen=True)
class PublicCards(CardShelf):
    """The cards of a shelf that everybody may look at: those that were not bought."""

    def find(self, named: ev.Card | None) -> Rulings | None:
        """The card that a game names; None without it, and where it is a purchased one."""
        found = super().find(named)
        return None if found is None or found.card.private else found


class CardInForce(NamedTuple):
    """The score card that a game names. `title`: None where it is not at hand, or private; `lines`: how many it has."""

    id: str
    title: str | None = None
    lines: int | None = None
    private: bool = False


def card_in_force(named: ev.Card | None, cards: CardShelf, to_owner: bool) -> CardInForce | None:
    """What may be told of the card that a game names."""
    if named is None:
        return None
    found = cards.find(named)
    if found is None:
        return CardInForce(named.id)
    card = found.card
    if card.private and not to_owner:
        return CardInForce(named.id, private=True)
    return CardInForce(named.id, card.headers.get("card", card.id), len(card.lines), card.private)


class LineWatch:
    """Label and value of the line that a hand is won by, as far as the game has come.

    Between the rows that it depends on nobody asks: the table is looked at when the next row is another one.
    `is_behind`: it has not been looked at since.
    """

    SEEN: ClassVar[frozenset[type]] = frozenset((ev.HandStart, ev.Mahjong, ev.Show, ev.Retract, ev.Dead))
    """The rows that it depends on."""

    def __init__(self) -> None:
        self.line: LineWon | None = None
        self.is_behind = False

    def look(self, table: Table) -> None:
        """What the table says after the last of the rows that it depends on."""
        self.is_behind = False
        self.line = label_won(table)


def forget_missing_card(before: HandSpan) -> None:
    """The card is at hand, but not for everybody: that it is missing is no finding."""
    report = before.report
    report.findings[:] = [finding for finding in report.findings if finding.code != "unknown-card"]
