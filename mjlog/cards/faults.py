"""What is wrong with a card, one fault at a time: where it stands, of which kind, and what would be right.

Source: docs/do/cards.md#what-the-linter-says.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

KINDS_OF_FAULTS = (
    "not-14",
    "number-without-colour",
    "colour-without-suit",
    "three-alike-in-mixed",
    "like-two-numbers",
    "suits-contradict-colours",
    "duplicate-label",
    "unknown-condition",
    "expands-to-nothing",
    "needs-too-much",
    "common-hand-different-value",
    "bad-header",
    "syntax",
)
"""Every kind of fault, in the order of docs/do/cards.md."""


class Flaw(NamedTuple):
    """A fault within one line: its kind, column (from 1) and message; not yet whose line it is."""

    kind: str
    column: int
    message: str
    severity: str = "error"


@dataclass(frozen=True, slots=True)
class CardFault:
    """One fault of a card.

    `line` and `column` count from 1 in the file; `label` is that of the hand, None outside of hands; `kind` is one of
    `KINDS_OF_FAULTS`; `severity` is error, or warning where the line can be used all the same.
    """

    line: int
    column: int
    label: str | None
    kind: str
    severity: str
    message: str

    @property
    def is_error(self) -> bool:
        """Whether the line cannot be used as it stands."""
        return self.severity == "error"

    def as_json(self) -> dict[str, Any]:
        """The fault as JSON values. Source: docs/do/cards.md#commands (`mjlog card lint`)."""
        return asdict(self)


def fault_of(flaw: Flaw, line: int, label: str | None) -> CardFault:
    """A flaw with the line that it was found in."""
    return CardFault(line, flaw.column, label, flaw.kind, flaw.severity, flaw.message)
