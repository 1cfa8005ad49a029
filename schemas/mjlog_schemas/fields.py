"""Marshmallow fields: texts, numbers, flags, seats, tiles; lists, tables and parts of an event; and their faults.

They take exactly what the fast decoder takes (no number for a text, no 1.0 for 1), give it back unchanged,
and say what was found and what would be right. `published` is the field as JSON Schema. The first wrong item ends the
look at a list, so that a hostile line of a million items costs one message. The messages, which Marshmallow collects in
nested tables, become faults with one path each: in words for people, and in parts for programs.
"""

from __future__ import annotations

import enum
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.exceptions import SCHEMA

from mjlog.events import MAX_INT
from mjlog.seats import SEATS, Seat
from mjlog.text import OverlongNumber, did_you_mean, quoted, shown
from mjlog.tiles import CODES, UNICODE, Tile


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
            text = f"{path} {message}" if path else str(message)
            expected, found = getattr(message, "expected", None), getattr(message, "found", None)
            yield Fault(code, path or None, text, expected, found)


def _joined(path: str, key: object) -> str:
    if key == SCHEMA:
        return path
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{shown(key)}" if path else shown(key)


def unknown_key(code: str, path: str, key: str, known: list[str], noun: str) -> Fault:
    """A key that nothing reads, with the one that was probably meant."""
    expected = f"one of {', '.join(known)}"
    complaint = Complaint.saying(f"{quoted(key)} is no {noun}", quoted(key), expected, did_you_mean(key, known))
    message = f"{path}: {complaint}" if path else str(complaint)
    return Fault(code, _joined(path, key), message, expected, complaint.found)


_SURROGATE = re.compile("[\ud800-\udfff]")


class Worded(fields.Field[Any]):
    """What all our fields share: they name what would be right. `plural` names several such values.

    `schema`: the values that are taken, as JSON Schema, null aside.
    """

    expected = "a value"
    plural = "values"

    def __init__(self, **common: Any) -> None:
        super().__init__(**common)
        self.schema: dict[str, Any] = {}

    def take(self, value: Any) -> Any:
        """The value as it was given.

        Raises:
            ValidationError: it is not right.
        """
        return value

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        return self.take(value)

    def make_error(self, key: str, **_: Any) -> ValidationError:
        """Marshmallow's own complaints: the value is missing, or null."""
        if key == "null":
            return refusal(None, self.expected)
        return ValidationError([Complaint.saying("is missing", None, self.expected)])

    def published(self) -> dict[str, Any]:
        """The values that are taken, as JSON Schema."""
        return {"anyOf": [self.schema, {"type": "null"}]} if self.allow_none and self.schema else self.schema


class TextField(Worded):
    """A text of some length, in characters; half characters (lone surrogates) are no text."""

    plural = "texts"

    def __init__(
        self, min_length: int = 0, max_length: int | None = None, *,
        pattern: str | None = None, expected: str | None = None, **common: Any,
    ) -> None:  # fmt: skip
        super().__init__(**common)
        self.shortest, self.longest = min_length, max_length
        self.schema = _bounded("string", minLength=min_length or None, maxLength=max_length)
        self.pattern = None if pattern is None else re.compile(pattern)
        self.expected = expected or "a text" + span(min_length, max_length, "characters")

    def take(self, value: Any) -> str:
        if (
            not isinstance(value, str)
            or len(value) < self.shortest
            or (self.longest is not None and len(value) > self.longest)
            or (self.pattern is not None and self.pattern.fullmatch(value) is None)
        ):
            raise refusal(value, self.expected)
        if _SURROGATE.search(value):
            raise refusal(value, f"{self.expected}, without half characters (lone surrogates)")
        return value


def _bounded(kind: str, **bounds: Any) -> dict[str, Any]:
    """A type in JSON Schema, with those of its bounds that there are."""
    return {"type": kind} | {name: bound for name, bound in bounds.items() if bound is not None}


def span(least: int, most: int | None, unit: str) -> str:
    """How many, in words, after a noun; empty where there are no bounds."""
    if most is None:
        return f" of at least {least} {unit}" if least else ""
    if least == most:
        return f" of {least} {unit}"
    return f" of {least} to {most} {unit}" if least else f" of at most {most} {unit}"


class NumberField(Worded):
    """A whole number, written without point or exponent."""

    plural = "whole numbers"

    def __init__(self, least: int | None = None, most: int | None = None, **common: Any) -> None:
        super().__init__(**common)
        self.least, self.most = least, most
        self.schema = _bounded("integer", minimum=least, maximum=most)
        bounded = least is not None and least > -MAX_INT
        self.expected = f"a whole number from {least}" if bounded else "a whole number"
        if most is not None and most < MAX_INT:
            self.expected += f" to {most}"

    def take(self, value: Any) -> int:
        if isinstance(value, OverlongNumber):
            raise refusal(value, f"a whole number of at most {MAX_INT if self.most is None else self.most}")
        if not isinstance(value, int) or isinstance(value, bool):
            raise refusal(value, self.expected)
        if self.most is not None and value > self.most:
            raise refusal(value, f"a whole number of at most {self.most}")
        if self.least is not None and value < self.least:
            raise refusal(value, f"a whole number of at least {self.least}")
        return value


class FlagField(Worded):
    """True or false; with `or_digit` also 1 or 0."""

    expected = "true or false"
    plural = "flags"

    def __init__(self, *, or_digit: bool = False, **common: Any) -> None:
        super().__init__(**common)
        self.or_digit = or_digit
        self.schema = {"type": "boolean"}

    def take(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if self.or_digit and isinstance(value, int) and value in (0, 1):
            return bool(value)
        raise refusal(value, self.expected)


class WordField(Worded):
    """One of a few words (or, for options, numbers)."""

    plural = "words"

    def __init__(self, words: Sequence[str | int], **common: Any) -> None:
        super().__init__(**common)
        self.words = tuple(words)
        self.schema = {"const": words[0]} if len(words) == 1 else {"enum": list(words)}
        self.expected = "one of " + ", ".join(map(str, self.words))

    def take(self, value: Any) -> Any:
        if isinstance(value, str | int) and any(word == value and type(word) is type(value) for word in self.words):
            return value
        raise refusal(value, self.expected, did_you_mean(value, map(str, self.words)))


class CodeField(Worded):
    """A seat or a tile, in every spelling that the enumeration itself reads."""

    def __init__(self, codes: type[enum.Enum], **common: Any) -> None:
        super().__init__(**common)
        self.codes = codes
        self.schema = {"$ref": f"#/$defs/{codes.__name__.lower()}"}
        self.expected, self.plural = _CODE_WORDS.get(codes, ("a code", "codes"))

    def take(self, value: Any) -> Any:
        try:
            self.codes(value if isinstance(value, str) else object())
        except ValueError:
            names = {word: seat.value for seat in SEATS for word in (seat.value.lower(), seat.wind_name)}
            meant = names.get(value.lower()) if self.codes is Seat and isinstance(value, str) else None
            raise refusal(value, self.expected, meant) from None
        return value


_CODE_WORDS: dict[type[enum.Enum], tuple[str, str]] = {
    Tile: ("a tile like 5b, Ew, Rd, 1f or ??", "tiles"),
    Seat: ("one of E, S, W, N", "seats"),
}


def published_codes() -> dict[str, Any]:
    """Seats and tiles as JSON Schema definitions."""
    faces = sorted({face for face in UNICODE if len(face) == 1 and face != "?"})
    spellings = [
        "".join(f"[{char.upper()}{char.lower()}]" if char.isalpha() else re.escape(char) for char in code)
        for code in CODES
    ]
    spellings += faces
    tile = {"type": "string", "description": "a tile code in any case, or a Unicode tile"}
    seat = {"description": "a seat of the hand, or a prevailing wind", "enum": [seat.value for seat in SEATS]}
    return {"tile": tile | {"pattern": f"^(?:{'|'.join(spellings)})$"}, "seat": seat}


class AnyField(Worded):
    """Any JSON value whose numbers and texts can be written down again."""

    expected = "a JSON value"

    def take(self, value: Any) -> Any:
        odd = next((leaf for leaf in leaves(value) if is_unwritable(leaf)), None)
        if odd is not None:
            raise refusal(odd, f"{self.expected} of numbers and texts that can be written down again")
        return value


def is_unwritable(leaf: object) -> bool:
    """A number without an end, or a text with half characters: JSON cannot carry it on."""
    if isinstance(leaf, str):
        return _SURROGATE.search(leaf) is not None
    return isinstance(leaf, float) and not math.isfinite(leaf)


def leaves(value: object) -> Iterable[object]:
    """The scalars of a JSON value and the keys of its objects; never recurses."""
    boxes = [value]
    while boxes:
        box = boxes.pop()
        if isinstance(box, dict):
            yield from box
            boxes.extend(box.values())
        elif isinstance(box, list | tuple):
            boxes.extend(box)
        else:
            yield box


# -- values that hold others --------------------------------------------------------------------------------------

_ANY_KEY = TextField()


class ListField(Worded):
    """Any number of like values, within bounds."""

    plural = "lists"

    def __init__(self, inner: Worded, least: int = 0, most: int | None = None, **common: Any) -> None:
        super().__init__(**common)
        self.inner, self.least, self.most = inner, least, most
        self.schema = _bounded("array", items=inner.published(), minItems=least or None, maxItems=most)
        bounds = span(least, most, inner.plural)
        self.expected = f"a list{bounds}" if bounds else f"a list of {inner.plural}"

    def take(self, value: Any) -> Any:
        if not isinstance(value, list | tuple) or len(value) < self.least:
            raise refusal(value, self.expected)
        if self.most is not None and len(value) > self.most:
            raise refusal(value, self.expected)
        for index, item in enumerate(value):
            _take(self.inner, item, index)
        return value


class RowField(Worded):
    """A list of fixed length in which every place has its own meaning."""

    plural = "rows"

    def __init__(self, places: list[Worded], **common: Any) -> None:
        super().__init__(**common)
        self.places = places
        published = [place.published() for place in places]
        self.schema = {"type": "array", "prefixItems": published, "items": False, "minItems": len(places)}
        self.expected = f"a list of {len(places)}: {'; '.join(place.expected for place in places)}"

    def take(self, value: Any) -> Any:
        if not isinstance(value, list | tuple) or len(value) != len(self.places):
            raise refusal(value, self.expected)
        for index, (place, item) in enumerate(zip(self.places, value, strict=True)):
            _take(place, item, index)
        return value


class TableField(Worded):
    """An object whose keys are all of one kind: seats, handles, or (without fields) anything."""

    plural = "tables"
    expected = "an object"

    def __init__(self, keys: Worded | None = None, values: Worded | None = None, **common: Any) -> None:
        super().__init__(**common)
        self.keys, self.values = keys, values
        names, published = (field and field.published() for field in (keys, values))
        self.schema = _bounded("object", propertyNames=names, additionalProperties=published)
        if keys is not None and values is not None:
            self.expected = f"an object from {keys.plural} to {values.plural}"

    def take(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise refusal(value, self.expected)
        for key, item in value.items():
            try:
                (self.keys or _ANY_KEY).deserialize(key)
            except ValidationError as error:
                wrong = cast(list[Complaint], error.messages)[0]
                found, expected = quoted(key), f"{wrong.expected} as key"
                complaint = Complaint.saying(f"has the key {found}", found, expected, wrong.suggestion)
                raise ValidationError([complaint]) from None
            if self.values is not None:
                _take(self.values, item, key)
        return value


class PartField(Worded):
    """An object with fields of its own."""

    expected = "an object"
    plural = "objects"

    def __init__(self, schema: Schema, **common: Any) -> None:
        super().__init__(**common)
        required = [name for name, field in schema.load_fields.items() if field.required]
        self.expected = f"an object with {' and '.join(required)}" if required else "an object"
        self.part = schema
        self.schema = published_object(schema)

    def take(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise refusal(value, self.expected)
        messages = self.part.validate(value)
        if messages:
            raise ValidationError(cast(dict[str, Any], messages))
        return value


def published_object(schema: Schema) -> dict[str, Any]:
    """A schema as JSON Schema; fields that it does not know are allowed where it keeps them."""
    properties = {name: cast(Worded, field).published() for name, field in schema.load_fields.items()}
    required = [name for name, field in schema.load_fields.items() if field.required]
    closed = False if schema.unknown == RAISE else None
    return _bounded("object", properties=properties, required=required or None, additionalProperties=closed)


def _take(field: Worded, item: object, place: object) -> None:
    try:
        field.deserialize(item)
    except ValidationError as error:
        raise ValidationError({place: error.messages}) from None
