"""A fault: what is wrong with something that came in, in words for people and in parts for programs.

Marshmallow collects messages in nested tables; here they are turned into faults with one path each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from marshmallow.exceptions import SCHEMA, ValidationError

from mjlog.text import did_you_mean, quoted, shown


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong. `code` is a finding code, `field` a path like ``tiles[3]`` or ``seats.E``.

    `expected` and `found` are the two halves of the message, `found` None where something is missing;
    `line` (1-based) is given for documents of several lines. Texts of the input are shortened and harmless.
    """

    code: str
    field: str | None
    message: str
    expected: str | None = None
    found: str | None = None
    line: int | None = None


class Complaint(str):
    """What marshmallow reports for one value: a message that still knows its halves."""

    expected: str | None
    found: str | None
    suggestion: str | None

    @classmethod
    def about(cls, value: object, expected: str, suggestion: str | None = None) -> Complaint:
        """The value is there and is wrong."""
        found = quoted(value)
        return cls.saying(f"is {found}", found, expected, suggestion)

    @classmethod
    def saying(cls, what: str, found: str | None, expected: str, suggestion: str | None = None) -> Complaint:
        """Something else than the value itself is wrong: it is missing, or a key of it is."""
        hint = "" if suggestion is None else f"; did you mean {quoted(suggestion)}?"
        complaint = cls(f"{what}; expected {expected}{hint}")
        complaint.expected, complaint.found, complaint.suggestion = expected, found, suggestion
        return complaint

    def at(self, path: str, code: str = "bad-field") -> Fault:
        """What is wrong with the value that stands there."""
        return Fault(code, path, f"{path} {self}", self.expected, self.found)


def refusal(value: object, expected: str, suggestion: str | None = None) -> ValidationError:
    """The error by which a marshmallow field refuses a value."""
    return ValidationError([Complaint.about(value, expected, suggestion)])


def faults_of(messages: Any, code: str = "bad-field", path: str = "") -> Iterator[Fault]:
    """The faults in a table of marshmallow messages, in the order of the fields."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from faults_of(inner, code, _joined(path, key))
    else:
        for message in messages:
            yield _fault(message, code, path)


def _joined(path: str, key: object) -> str:
    if key == SCHEMA:
        return path
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{shown(key)}" if path else shown(key)


def _fault(message: str, code: str, path: str) -> Fault:
    text = f"{path} {message}" if path else str(message)
    return Fault(code, path or None, text, getattr(message, "expected", None), getattr(message, "found", None))


def unknown_key(code: str, path: str, key: str, known: list[str], noun: str) -> Fault:
    """A key that nothing reads, with the one that was probably meant."""
    expected = f"one of {', '.join(known)}"
    complaint = Complaint.saying(f"{quoted(key)} is no {noun}", quoted(key), expected, did_you_mean(key, known))
    message = f"{path}: {complaint}" if path else str(complaint)
    return Fault(code, _joined(path, key), message, expected, complaint.found)
