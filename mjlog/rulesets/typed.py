"""Options as people type them: `red_fives=1/1/1`, `uma=20/10/-10/-20`, `pao=daisangen,daisushi`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from mjlog.errors import RuleSetError
from mjlog.rulesets.document import OptionInfo, RuleSet
from mjlog.text import quoted, shown

_SUITS = "bcd"
_NOTHING = ("none", "")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_FINE = re.compile(r"(?P<reason>[a-z][a-z0-9-]{0,39})\s*:\s*(?P<points>[1-9][0-9]{0,8})")
_THOUSAND = 1000


def typed_options(ruleset: RuleSet, values: Mapping[str, Any]) -> dict[str, Any]:
    """Options with the values that were typed in full; whether these fit is for others to check.

    Of counts for the suits one number is meant of each, three are those of bamboo, characters and dots. Lists have
    commas, or strokes: numbers between strokes are thousands. Fines are reasons with their points, like
    `late-call:10`. `none` is an empty list, no suit, or no fine. JSON is read as it stands.

    Raises:
        RuleSetError: a list or counts cannot be read.
    """
    return {name: _in_full(ruleset.options.get(name), value) for name, value in values.items()}


def _in_full(option: OptionInfo | None, value: Any) -> Any:
    if option is None or option.kind not in ("list", "suits", "fines") or not isinstance(value, str | int):
        return value
    text = str(value).strip()
    if text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise _not_understood(option, text) from None
    parts = [] if text.lower() in _NOTHING else [part.strip() for part in re.split("[/,]", text)]
    if option.kind == "fines":
        named = [_FINE.fullmatch(part) for part in parts]
        if not all(named):
            raise _not_understood(option, text)
        return {found["reason"]: int(found["points"]) for found in named if found is not None}
    if option.kind == "list" and option.values:
        return parts
    if not all(map(_WHOLE.fullmatch, parts)):
        raise _not_understood(option, text)
    numbers = [int(part) for part in parts]
    if option.kind == "list":
        are_thousands = "/" in text and all(abs(number) < _THOUSAND for number in numbers)
        return [number * _THOUSAND for number in numbers] if are_thousands else numbers
    if len(numbers) <= 1:
        numbers = (numbers or [0]) * len(_SUITS)
    if len(numbers) != len(_SUITS):
        raise _not_understood(option, text)
    return dict(zip(_SUITS, numbers, strict=True))


def _not_understood(option: OptionInfo, text: str) -> RuleSetError:
    ways = {
        "fines": "reasons with their points, like late-call:10,wrong-call:20",
        "suits": "one number of each suit, or three of bamboo, characters and dots, like 1/1/1",
        "list": "numbers with strokes between them for thousands, like 20/10/-10/-20, or with commas",
    }
    return RuleSetError(f"option {shown(option.name)} is {quoted(text, 40)}; expected {ways[option.kind]}")


def written_option(value: Any) -> str:
    """The value of an option as it is typed.

    >>> written_option([20000, 10000, -10000, -20000]), written_option({"b": 1, "c": 1, "d": 2}), written_option([])
    ('20/10/-10/-20', '1/1/2', 'none')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping) and not (value and value.keys() <= set(_SUITS)):
        return ",".join(f"{reason}:{points}" for reason, points in value.items()) or "none"
    if isinstance(value, Mapping):
        return "/".join(str(value.get(suit, 0)) for suit in _SUITS)
    if not isinstance(value, list | tuple):
        return str(value)
    are_thousands = len(value) > 1 and all(isinstance(one, int) and one % _THOUSAND == 0 for one in value)
    if are_thousands and max(map(abs, value)) < _THOUSAND**2:
        return "/".join(str(one // _THOUSAND) for one in value)
    return ",".join(map(str, value)) or "none"


__all__ = ["typed_options", "written_option"]
