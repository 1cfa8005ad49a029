"""Riichi as records write it down: declared before a discard, and paid once nobody has won that.

A riichi is told three times, by the declaration, the discard and the payment: what one of them lacks the others tell.
"""

from __future__ import annotations

from mjlog import events as ev
from mjlog.formats.riichi.transcript import Transcript


class Sticks:
    """The riichi of one hand. `count`: sticks on the table.

    `declaring`: who has said riichi, before the discard; `declared`: whose riichi discard it was, before the stick is
    paid; `latest`: the latest discard, whose it was, and its line.
    """

    def __init__(self, script: Transcript, count: int) -> None:
        self.script = script
        self.count = count
        self.declaring: int | None = None
        self.declared: int | None = None
        self.latest: tuple[ev.Discard, int, int] | None = None

    @property
    def is_open(self) -> bool:
        """Whether a riichi has been declared, and its stick is not paid."""
        return self.declaring is not None or self.declared is not None

    def declare(self, place: int, turn: int | None, line: int) -> None:
        """A player says riichi; `turn`: who has drawn a tile, and is to discard."""
        if self.declaring is not None:
            self.script.remark("out-of-place", f"place {place} declares riichi a second time", line)
            return
        event, owner, _line = self.latest or (None, None, line)
        if turn is None and event is not None and owner == place and not event.riichi:
            self.script.remark("out-of-place", f"place {place} declares riichi after the discard", line)
            self.discard(event, place)
            return
        if turn not in (None, place):
            words = f"place {place} declares riichi, and place {turn} is to discard"
            self.script.remark("out-of-turn", words, line, turn, place)
        self.declaring = place

    def is_due(self, place: int) -> bool:
        """Whether it is this player who pays next."""
        return self.declared == place and self.declaring is None

    def withdraw(self) -> None:
        """The riichi just told of was none."""
        if self.latest is not None:
            self.latest[0].riichi = None
        self.count -= 1

    def draw(self, line: int) -> None:
        """A tile is drawn: riichi is declared after that."""
        if self.declaring is not None:
            self.script.remark("out-of-place", f"place {self.declaring} declares riichi before a draw", line)

    def discard(self, event: ev.Discard, place: int) -> None:
        """The discard with which riichi is declared."""
        event.riichi = True
        self.declaring, self.declared = None, place

    def pay(self, place: int, giver: int | None, line: int, is_early: bool = False) -> int | None:
        """A player pays: the place whose riichi it is; None where there is none.

        `giver`: whose discard can be won; `is_early`: the discard comes next.
        """
        if self.declared is None and self.declaring == place and not is_early:
            # The discard is missing: that is told by what comes next.
            self.declaring = None
            return self._paid(place)
        if self.declared is None:
            event, owner, where = self.latest or (None, None, line)
            if event is None or owner != place or event.riichi or giver != place:
                self.script.remark("out-of-place", f"place {place} pays for a riichi, and has not declared it", line)
                return None
            words = f"place {place} discards for a riichi that is paid, and has not declared it"
            self.script.remark("out-of-place", words, where)
            event.riichi = True
        elif self.declared != place:
            words = f"place {place} pays for the riichi of place {self.declared}"
            self.script.remark("out-of-place", words, line, self.declared, place)
            place = self.declared
        return self._paid(place)

    def unpaid(self, what: str, line: int) -> int | None:
        """Play goes on after a riichi, and the record does not say that the stick was paid: whose it is."""
        if self.declared is None:
            return None
        self.script.remark("out-of-place", f"{what} comes before place {self.declared} pays for its riichi", line)
        return self._paid(self.declared)

    def _paid(self, place: int) -> int:
        self.declared = None
        self.count += 1
        return place
