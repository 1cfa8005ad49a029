"""The options of a game: how a rule set declares them, and the values that a game gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from marshmallow import ValidationError

from mjlog.text import did_you_mean, quoted, shown
from mjlog.tiles import SUIT_LETTERS
from mjlog_schemas.faults import Complaint, Fault
from mjlog_schemas.fields import AnyField, FlagField, ListField, NumberField, TableField, TextField, Worded, WordField

MOST_FAULTS = 100
"""Faults that are told of one document; the rest waits until these are mended."""
_MOST_LISTED, _COPIES = 20, 4
_REASON = r"[a-z][a-z0-9-]{0,39}"
MOST_OF_AN_OPTION = 10**9
"""Ten limits, as a score option writes them; nothing at a table is larger."""

_MAKERS: dict[str, Callable[[Mapping[str, Any]], Worded]] = {
    "bool": lambda _: FlagField(or_digit=True),
    "count": lambda _: NumberField(0, MOST_OF_AN_OPTION),
    "int": lambda _: NumberField(-MOST_OF_AN_OPTION, MOST_OF_AN_OPTION),
    "score": lambda _: NumberField(0, MOST_OF_AN_OPTION),
    "choice": lambda declared: WordField(choices_of(declared)),
    "list": lambda declared: ListField(
        _MAKERS["choice" if declared.get("values") else "int"](declared), 0, _MOST_LISTED
    ),
    "suits": lambda _: TableField(WordField(list(SUIT_LETTERS)), NumberField(0, _COPIES)),
    "fines": lambda _: TableField(
        TextField(1, 40, pattern=_REASON, expected="a reason like late-call"), NumberField(1, MOST_OF_AN_OPTION)
    ),
}
KINDS = tuple(_MAKERS)
"""bool; count 0, 1, 2 …; int; score: centi-limits x 1 000 000 + doubles x 10 000 + points; choice: one of `values`;
list: some of `values`, or whole numbers where there are none; suits: a count for bamboo, characters and dots; fines: by
the reason of a penalty its points."""


def choices_of(declared: Mapping[str, Any]) -> list[str | int]:
    """The values of a choice that can be chosen; whatever else stands there is left out."""
    values = declared.get("values")
    return [value for value in values if isinstance(value, str | int)] if isinstance(values, list | tuple) else []


def value_field(declared: object) -> Worded:
    """The field that takes an option's values; a declaration that is itself wrong takes any."""
    kind = declared.get("kind") if isinstance(declared, Mapping) else None
    if not isinstance(kind, str) or kind not in _MAKERS or not isinstance(declared, Mapping):
        return AnyField(allow_none=True)
    return _MAKERS[kind](declared)


def explain_options(declared: Mapping[str, Any], given: object) -> list[Fault]:
    """What is wrong with the options of a game, against those that its rule set declares.

    >>> explain_options({"SevenPairs": {"kind": "bool"}}, {"sevenpair": True})[0].message
    "'sevenpair' is no option of the rule set; expected one of SevenPairs; did you mean 'SevenPairs'?"
    """
    if given is None:
        return []
    if not isinstance(given, Mapping):
        return [Complaint.about(given, "an object of option values").at("options")]
    faults = (fault for name, value in given.items() for fault in _option_faults(declared, name, value))
    return [fault for fault, _ in zip(faults, range(MOST_FAULTS), strict=False)]


def _option_faults(declared: Mapping[str, Any], name: object, value: object) -> Iterator[Fault]:
    if name not in declared:
        yield _unknown_option(declared, name)
        return
    complaint = complaint_about(value_field(declared[str(name)]), value)
    if complaint is not None:
        text = f"option {shown(name)} {complaint}"
        yield Fault("bad-field", f"options.{shown(name)}", text, complaint.expected, complaint.found)


def _unknown_option(declared: Mapping[str, Any], name: object) -> Fault:
    names = [shown(known) for known in list(declared)[:40]]
    expected = "one of " + ", ".join(names) if names else "no options"
    complaint = Complaint.saying(
        f"{quoted(name)} is no option of the rule set", quoted(name), expected, did_you_mean(name, declared)
    )
    return Fault("unknown-option", f"options.{shown(name)}", complaint, expected, complaint.found)


def complaint_about(field: Worded, value: object) -> Complaint | None:
    """What a field says about a value, None where it takes it."""
    try:
        field.deserialize(value)
    except ValidationError as error:
        message = _innermost(error.messages)
        return message if isinstance(message, Complaint) else Complaint.about(value, field.expected)
    return None


def _innermost(messages: object) -> object:
    """The first of messages that stand in lists, and by the place in a list that they are about."""
    while isinstance(messages, list | dict) and messages:
        messages = next(iter(messages.values() if isinstance(messages, dict) else messages))
    return messages
