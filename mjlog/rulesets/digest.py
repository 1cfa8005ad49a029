"""The digest of a rule set: of what its document says, not of how it is written."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from typing import Any

from mjlog.canonical import canonical_json

_WIDEST = 63
"""Bits of a whole number as TOML has it, beside its sign."""


def digest_of(fields: Mapping[str, Any]) -> str:
    """The SHA-256, in hex, of a document's fields as canonical JSON. Comments, layout and the order of keys are free.

    >>> from mjlog.text import read_toml
    >>> one, other = "id = 'club'\\nversion = '2'", "version = '2'  # since May\\nid = 'club'"
    >>> digest_of(read_toml(one)) == digest_of(read_toml(other))
    True
    """
    return hashlib.sha256(canonical_json(_in_json(fields))).hexdigest()


def text_digest(text: str) -> str:
    """The SHA-256, in hex, of a document's text: it names a document that a log carries.

    Games of the first releases name the shipped rule sets by it, too.
    """
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _in_json(value: Any) -> Any:
    """A value of a document as JSON has it; what JSON has no number for, and dates, are texts."""
    if isinstance(value, Mapping):
        return {key: _in_json(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_in_json(inner) for inner in value]
    if isinstance(value, int):
        return value if value.bit_length() <= _WIDEST else hex(value)
    if isinstance(value, float) and math.isfinite(value):
        return value
    return str(value)
