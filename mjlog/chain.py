"""The chain of ids that makes a log tamper-evident: canonical JSON, the id of an event, and checkpoints.

A checkpoint says what a log was at some moment, in a line that can be written on a score sheet and typed back: a count
of events and the id of the last of them, which by the chain stands for all of them. Its forms, each with the game's id
before it or without:

    tuesday 1254 803b8390d070cfc51c028558cdc2b13725fa8a8ba73ab4697bb84970a8e3c300     in full
    tuesday 1254 803b-8390-d070-cfc5 n                                                short, with a check letter
    tuesday 1254:803b8390                                                             count and first digits
    {"game": "tuesday", "events": 1254, "head": "803b…"}                              a line of JSON

The check letter catches slips of the pen: any one digit that is wrong, any two neighbours that were swapped.
Source: https://www.rfc-editor.org/rfc/rfc8785; docs/understand/chain.md#how-an-id-is-made.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import Decimal
from operator import methodcaller
from typing import Any

import msgspec

from mjlog.errors import MjlogError
from mjlog.text import quoted, shown

GENESIS = "0" * 64
"""The `prev` of the first event."""
_PREFIX = b"mjlog1\n"
_CHAIN_FIELDS = frozenset(("id", "prev"))
UTF_16 = methodcaller("encode", "utf-16-be")
"""By which RFC 8785 sorts keys: by code units, which differ from code points beyond the basic plane."""
compact_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A value as JSON on one line, without blanks; its keys stay in their order."""


def canonical_json(value: Any) -> bytes:
    """The one byte string that stands for a JSON value: keys sorted, no spaces, no needless escapes.

    >>> canonical_json({"b": [1.0, 1e21, "é"], "a": None}).decode()
    '{"a":null,"b":[1,1e+21,"é"]}'

    Raises:
        ValueError: a number is not finite, or a text holds a lone surrogate.
    """
    parts: list[str] = []
    _write(value, parts)
    return "".join(parts).encode("utf-8")


def _write(value: Any, parts: list[str]) -> None:
    if isinstance(value, dict):
        parts.append("{")
        for position, key in enumerate(sorted(value, key=UTF_16)):
            parts.append(("," if position else "") + compact_json(key) + ":")
            _write(value[key], parts)
        parts.append("}")
    elif isinstance(value, list | tuple):
        parts.append("[")
        for position, item in enumerate(value):
            if position:
                parts.append(",")
            _write(item, parts)
        parts.append("]")
    elif isinstance(value, float):
        parts.append(_number(value))
    else:
        parts.append(compact_json(value))


def _number(value: float) -> str:
    """A float as ECMAScript prints it, which RFC 8785 asks for."""
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a JSON number")
    if value == 0:
        return "0"
    if 1e-6 <= abs(value) < 1e21:
        fixed = format(Decimal(repr(value)), "f")
        return fixed.rstrip("0").rstrip(".") if "." in fixed else fixed
    sign, digits, _ = Decimal(repr(value)).normalize().as_tuple()
    exponent = Decimal(repr(value)).adjusted()
    text = "".join(map(str, digits))
    mantissa = text[0] + ("." + text[1:] if len(text) > 1 else "")
    return f"{'-' if sign else ''}{mantissa}e{'+' if exponent > 0 else '-'}{abs(exponent)}"


def event_body(fields: dict[str, Any]) -> bytes:
    """The canonical JSON of an event without its chain fields: what is stored, exported and hashed."""
    return canonical_json({key: value for key, value in fields.items() if key not in _CHAIN_FIELDS})


def chain_id(prev: str, body: bytes) -> str:
    """The id of an event: SHA-256 over the id before it and its canonical body.

    >>> body = b'{"format":1,"game":"demo","players":["anna","ben","\\xc4\\x8den\\xc4\\x9bk","dora"],'
    >>> chain_id(GENESIS, body + b'"ruleset":"western","seq":1,"type":"game-start"}')[:12]
    'bedda872f1bf'
    """
    return hashlib.sha256(_PREFIX + prev.encode("ascii") + b"\n" + body).hexdigest()


def chain(bodies: Iterable[bytes], prev: str = GENESIS) -> Iterator[str]:
    """The ids of events that follow one another. `prev`: of the event before them."""
    for body in bodies:
        prev = chain_id(prev, body)
        yield prev


def chained_line(prev: str, body: bytes) -> tuple[str, bytes]:
    """An event's id, and its line in a chained log (canonical JSON with `id` and `prev`)."""
    event_id = chain_id(prev, body)
    return event_id, canonical_json({**json.loads(body), "id": event_id, "prev": prev})


FEWEST_DIGITS = 8
"""Digits of an id that a checkpoint has at least: with fewer, another log might have the same by chance."""
SHORT_DIGITS = 16
"""Digits of an id in the short form."""
LETTERS = "ghjkmnpqrstuvwxyz"
"""The check letters: no digits of an id, and none that is taken for a digit. There are 17, a prime number."""
_BASE = 3
"""Each place weighs three times the next one; by a power of it no two of 16 neighbouring places weigh the same."""
_ID_DIGITS = 64
_MOST_EVENTS = 2**53 - 1
_LONGEST_GAME = 200
_LONGEST = 2000

_DASH = "[-\u2010-\u2015\u2212]"
_FOUR = "[0-9a-f]{4}"
_FORM = re.compile(
    rf"(?:(?P<game>.+?) )??(?P<count>[0-9]{{1,3}}(?:,[0-9]{{3}}){{1,5}}|[0-9]{{1,16}})(?: ?: ?| )"
    rf"(?P<head>{_FOUR}(?:(?: |{_DASH}){_FOUR}){{3}}|(?:[0-9a-f]|{_DASH})+)(?: (?P<letter>[a-z]))?",
    re.IGNORECASE,
)
_HEX = re.compile(r"[0-9a-f]*")
_EXPECTED = "expected [GAME] COUNT and the digits of its id, as `mjlog checkpoint` prints them"


class CheckpointError(MjlogError):
    """A text is no checkpoint, or one with a slip of the pen in it."""


class Checkpoint(msgspec.Struct, frozen=True):
    """What was noted of a log: how many events it had, and the first digits (hex) of the id of the last one.

    `game` is the id of the game as it was noted; None where none was.
    """

    count: int
    head: str
    game: str | None = None

    def fits(self, event_id: str) -> bool:
        """Whether the id of an event begins with these digits."""
        return event_id.startswith(self.head)


def check_letter(count: int, head: str) -> str:
    """The letter behind the short form: of the count and the 16 digits, read as one row of digits.

    >>> check_letter(1254, "803b8390d070cfc5"), check_letter(1245, "803b8390d070cfc5")
    ('n', 'k')
    """
    rest = 0
    for digit in f"{count}{head[:SHORT_DIGITS]}":
        rest = (rest * _BASE + int(digit, 16)) % len(LETTERS)
    return LETTERS[rest]


def short_form(count: int, head: str, game: str | None = None) -> str:
    """The form for a score sheet: game, count, 16 digits of the id in groups of four, and the check letter.

    >>> short_form(1254, "803b8390d070cfc51c028558cdc2b13725fa8a8ba73ab4697bb84970a8e3c300", "tuesday")
    'tuesday 1254 803b-8390-d070-cfc5 n'
    """
    groups = "-".join(head[start : start + 4] for start in range(0, SHORT_DIGITS, 4))
    return f"{_before(game)}{count} {groups} {check_letter(count, head)}"


def full_form(count: int, head: str, game: str | None = None) -> str:
    """Game, count and the whole id.

    >>> full_form(2, "803b8390", "tuesday")
    'tuesday 2 803b8390'
    """
    return f"{_before(game)}{count} {head}"


def _before(game: str | None) -> str:
    return "" if game is None else f"{shown(game, _LONGEST_GAME)} "


def plain_name(game: str) -> str:
    """A game's id as it is compared with one that was typed.

    Composed and decomposed letters are alike, and so are one blank and several; signs that cannot be printed are also
    known by the form in which they are shown.

    >>> plain_name("tuesday  7\\n") == plain_name("tuesday 7\\\\n")
    True
    """
    return unicodedata.normalize("NFC", " ".join(shown(game, _LONGEST_GAME).split()))


def read_checkpoint(text: str) -> Checkpoint:
    """A checkpoint in any of its forms.

    >>> read_checkpoint("tuesday 1254 803b-8390-d070-cfc5 n")
    Checkpoint(count=1254, head='803b8390d070cfc5', game='tuesday')
    >>> read_checkpoint("1,254:803B8390")
    Checkpoint(count=1254, head='803b8390', game=None)

    Raises:
        CheckpointError: it is none, or the check letter says that something in it is wrong.
    """
    words = " ".join(text[: _LONGEST + 1].split())
    fields = _fields(text)
    if fields is not None:
        count, last, game = fields.get("events"), fields.get("head"), fields.get("game")
        if type(count) is not int or not isinstance(last, str) or not isinstance(game, str | None):
            raise CheckpointError(
                f"{quoted(text, 120)} is no checkpoint; expected an object with the fields game, events (how many) and "
                "head (the id of the last one)"
            )
        return _checked(count, last.lower(), game)
    match = _FORM.fullmatch(words) if len(words) <= _LONGEST else None
    if match is None:
        raise CheckpointError(f"{quoted(words, 120)} is no checkpoint; {_EXPECTED}")
    head = re.sub(rf"[ ]|{_DASH}", "", match["head"]).lower()
    checkpoint = _checked(int(match["count"].replace(",", "")), head, match["game"])
    if not match["letter"]:
        return checkpoint
    if len(checkpoint.head) != SHORT_DIGITS:
        raise CheckpointError(
            f"{quoted(words, 120)}: a check letter stands behind {SHORT_DIGITS} digits of the id; here are "
            f"{len(checkpoint.head)}"
        )
    letter, due = match["letter"].lower(), check_letter(checkpoint.count, checkpoint.head)
    if letter != due:
        raise CheckpointError(
            f"{quoted(words, 120)}: the count or a digit is wrong, or the check letter: it is {letter}, and of what "
            f"stands here it would be {due}"
        )
    return checkpoint


def _fields(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is; None if it is none: a game's id may begin with a brace too."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def _checked(count: int, head: str, game: str | None) -> Checkpoint:
    if not 1 <= count <= _MOST_EVENTS:
        raise CheckpointError(f"a checkpoint of {shown(count)} events; expected a count from 1")
    if not FEWEST_DIGITS <= len(head) <= _ID_DIGITS or not _HEX.fullmatch(head):
        raise CheckpointError(
            f"{quoted(head, 80)} cannot stand for the id of event {count}; expected its first {FEWEST_DIGITS} to "
            f"{_ID_DIGITS} digits, 0-9 and a-f"
        )
    return Checkpoint(count, head, game)
