"""What differs between two cards: lines that came, went or changed, their names, the head, the sections' flags.

Lines are compared by their labels; a line that went and one that came are one line under another label where both
stand for the same hands. Comments, order, layout and the way of writing are no difference. Source: docs/do/cards.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from mjlog.cards.document import Card, CardLine, HandGroup
from mjlog.cards.expand import expansions
from mjlog.text import counted, shown

Hands: TypeAlias = frozenset[tuple[HandGroup, ...]]


@dataclass(frozen=True, slots=True)
class CardDifference:
    """One difference: in which part (head, section, line), of what, in which field.

    `field` is added, removed or renamed for a whole line or section; else value, mode, hands, section, flags, or the
    word of a header (then `name` is ""). `hands` counts concrete hands: those that went are in `before`, those that
    came in `after`.
    """

    part: str
    name: str
    field: str
    before: Any
    after: Any

    def words(self) -> str:
        """The difference as a line for people.

        >>> CardDifference("line", "y2", "value", 30, 35).words()
        'y2: value 30 -> 35'
        """
        name = shown(self.name)
        if self.field in ("added", "removed"):
            what = self.after if self.field == "added" else self.before
            return f"{name}: {self.field}{f' ({shown(what)})' if what else ''}"
        if self.field == "renamed":
            return f"{name}: now {shown(self.after)}"
        if self.part == "line" and self.field == "hands":
            return f"{name}: hands -{self.before} +{self.after}"
        place = f"{name}: {self.field}" if name else self.field
        return f"{place} {_plain(self.before)} -> {_plain(self.after)}"

    def as_json(self) -> dict[str, Any]:
        """The difference as JSON values."""
        return asdict(self) | {"name": self.name or None, "message": self.words()}


def differences(before: Card, after: Card) -> list[CardDifference]:
    """What the second card has otherwise than the first, part by part: head, sections, lines in card order."""
    words = ((word, before.headers.get(word), after.headers.get(word)) for word in {**before.headers, **after.headers})
    head = [CardDifference("head", "", word, old, new) for word, old, new in words if old != new]
    return [*head, *_sections(before, after), *_lines(before, after)]


def _plain(value: Any) -> str:
    return "nothing" if value is None else shown(value, 200)


def _sections(before: Card, after: Card) -> Iterator[CardDifference]:
    old, new = _flags(before), _flags(after)
    for name in dict.fromkeys([*old, *new]):
        if name not in new:
            yield CardDifference("section", name, "removed", old[name], None)
        elif name not in old:
            yield CardDifference("section", name, "added", None, new[name])
        elif old[name] != new[name]:
            yield CardDifference("section", name, "flags", old[name] or None, new[name] or None)


def _flags(card: Card) -> dict[str, str]:
    return {section.name: ", ".join(sorted(section.flags)) for section in card.sections}


def _lines(before: Card, after: Card) -> Iterator[CardDifference]:
    old, new = _hands_by_label(before), _hands_by_label(after)
    came: dict[Hands, str] = {}
    for label, (_, hands) in new.items():
        if label not in old and hands:
            came.setdefault(hands, label)
    # The labels that went, each with the one that came for the same hands.
    names = {label: came.pop(hands) for label, (_, hands) in old.items() if label not in new and hands in came}
    for label, (line, hands) in old.items():
        name = names.get(label, label)
        if name not in new:
            yield CardDifference("line", label, "removed", _summary(line, hands), None)
            continue
        if label in names:
            yield CardDifference("line", label, "renamed", label, name)
        new_line, new_hands = new[name]
        for field, left, right in (
            ("value", line.value, new_line.value),
            ("mode", line.mode, new_line.mode),
            ("section", before.section_of(line).name, after.section_of(new_line).name),
        ):
            if left != right:
                yield CardDifference("line", name, field, left, right)
        if hands != new_hands:
            yield CardDifference("line", name, "hands", len(hands - new_hands), len(new_hands - hands))
    for label, (line, hands) in new.items():
        if label not in old and label not in names.values():
            yield CardDifference("line", label, "added", None, _summary(line, hands))


def _hands_by_label(card: Card) -> dict[str, tuple[CardLine, Hands]]:
    return {
        line.label: (line, frozenset(tuple(sorted(hand.groups)) for hand in expansion.hands))
        for line, expansion in zip(card.lines, expansions(card), strict=True)
    }


def _summary(line: CardLine, hands: Hands) -> str:
    return f"{line.value} {line.mode}, {counted(len(hands), 'hand')}"
