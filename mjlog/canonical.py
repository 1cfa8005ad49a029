"""Canonical JSON and the chain of ids that makes a log tamper-evident.

Source: https://www.rfc-editor.org/rfc/rfc8785; docs/understand/chain.md#how-an-id-is-made.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator
from decimal import Decimal
from operator import methodcaller
from typing import Any

GENESIS = "0" * 64
"""The `prev` of the first event."""
_PREFIX = b"mjlog1\n"
_CHAIN_FIELDS = frozenset(("id", "prev"))
UTF_16 = methodcaller("encode", "utf-16-be")
"""By which RFC 8785 sorts keys: by code units, which differ from code points beyond the basic plane."""
_plain = json.JSONEncoder(ensure_ascii=False).encode


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
            parts.append(("," if position else "") + _plain(key) + ":")
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
        parts.append(_plain(value))


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
