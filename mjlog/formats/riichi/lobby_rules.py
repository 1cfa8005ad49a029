"""The rules of a lobby as the server writes them, `csrule`: flags and figures, read as options as far as understood.

Source: docs/lookup/riichi-records.md#lobbies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_FLAGS: Mapping[int, Mapping[str, Any]] = {
    0x1: {"nagashi": False},
    0x2: {"round_up_mangan": True},
    0x4: {"bust": False},
    0x8: {"kan_dora": "at-once"},
    0x20: {"kan_dora": "none"},
    0x40: {"under_dora": "none"},
    0x80: {"under_dora": "first"},
    0x100: {"abort_winds": False},
    0x200: {"abort_kans": False},
    0x400: {"abort_riichi": False},
    0x800: {"abort_nine": False},
    0x1000: {"abort_ron3": False, "several_ron": "all"},
    0x2000: {"several_ron": "head"},
    0x4000: {"leader_stops": "may"},
    0x8000: {"leader_stops": "may"},
    0x20000: {"east_stays": "win"},
    0x40000: {"round_final": True},
    0x80000: {"ippatsu": False},
    0x200000: {"extra_round": False},
}
"""What each flag of the first word makes of an option. Of a leader who stops after a win, and one who stops after being
ready, both are named: where one alone is allowed, East may stop."""
_LEADER_PLAYS_ON = 0x4000 | 0x8000
_NO_UNDER_DORA = 0x40
_LEFT_OPEN = {0x10000: "east_stays"}
"""Flags of rules that there is no option for, and the option that says nothing then: East leaves after winning, too."""
_OWN = 0x40000000
"""The lobby has rules of its own."""
_MORE_FLAGS: Mapping[int, Mapping[str, Any]] = {0x1: {"double_wind_pair": 2}, 0x2: {"uma_ties": "share"}}
_HEX = re.compile(r"[0-9A-Fa-f]{1,8}")
_FIGURE = re.compile(r"-?\d{1,6}")
_WORDS, _TARGET, _FROM, _STICK, _HONBA, _NOTEN, _UMA, _UMA_END = 2, 5, 6, 10, 11, 16, 21, 36
"""Where the figures stand: points that must be reached, and that final scores are reckoned from; a stick; what a repeat
adds for each payer; what one, two, three pay who are not ready; what the places but the first bring, by how many are
above their first points."""
_USUAL_NOTEN, _USUAL_UMA = ("1000", "1500", "3000"), ("10", "-10", "-20")


class LobbyRules(NamedTuple):
    """Options of a lobby, and what of its rules is not understood, in words."""

    options: Mapping[str, Any]
    unknown: tuple[str, ...]


def read_lobby_rules(text: str) -> LobbyRules:
    """The rules that a lobby names.

    >>> rules = read_lobby_rules("4007C004,,,,30000,30000,30000,,,,")
    >>> rules.options["bust"], rules.options["target"], rules.unknown
    (False, 30000, ('flag 10000',))
    """
    fields = [field.strip() for field in text.split(",")]
    fields += [""] * (_UMA_END - len(fields))
    options: dict[str, Any] = {}
    unknown: list[str] = []
    words = [int(field or "0", 16) if _HEX.fullmatch(field or "0") else 1 << 32 for field in fields[:_WORDS]]
    for word, known in zip(words, (_FLAGS, _MORE_FLAGS), strict=True):
        for flag in (flag for flag in (1 << bit for bit in range(33)) if word & flag):
            options |= known.get(flag, {})
            if flag not in known and flag != _OWN:
                unknown.append(f"flag {flag:x}" if word < 1 << 32 else "its flags")
    if words[0] & _LEADER_PLAYS_ON == _LEADER_PLAYS_ON:
        options["leader_stops"] = "no"
    if words[0] & _NO_UNDER_DORA:
        options["under_dora"] = "none"
    for flag, name in _LEFT_OPEN.items():
        if words[0] & flag:
            options.pop(name, None)
    unknown += _read_figures(fields, options)
    return LobbyRules(options, tuple(unknown))


def _read_figures(fields: list[str], options: dict[str, Any]) -> Iterator[str]:
    """The figures of a lobby, as options; and what is not understood of them."""
    if wrong := [field for field in fields[_WORDS:_UMA_END] if field and not _FIGURE.fullmatch(field)]:
        yield f"{wrong[0][:20]!r}"
        return
    target, reckoned = int(fields[_TARGET] or 30_000), int(fields[_FROM] or 30_000)
    rows = {
        tuple(given or usual for given, usual in zip(fields[at : at + 3], _USUAL_UMA, strict=True))
        for at in range(_UMA, _UMA_END, 3)
    }
    options["target"] = reckoned if options.get("extra_round") is False else target
    if len(rows) == 1 and options["target"] == reckoned:
        others = [1000 * int(points) for points in next(iter(rows))]
        options["uma"] = [-sum(others), *others]
    if fields[_STICK] not in ("", "1000"):
        yield f"sticks of {fields[_STICK]}"
    options["honba"] = 3 * int(fields[_HONBA] or 100)
    noten = tuple(given or usual for given, usual in zip(fields[_NOTEN : _NOTEN + 3], _USUAL_NOTEN, strict=True))
    if noten == ("0", "0", "0"):
        options["noten_pool"] = 0
    elif noten != _USUAL_NOTEN:
        yield f"payments of {', '.join(noten)} by who is not ready"
