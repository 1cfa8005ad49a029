"""What corrections changed in the beginning of a game: options, rule set, players, place and date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mjlog import events as ev
from mjlog.log.corrections import CorrectedLog
from mjlog.log.records import Row
from mjlog.rulesets.typed import written_option
from mjlog.text import quoted, shown

_FIELDS = {"ruleset": "rule set", "version": "version", "players": "players", "place": "place", "table": "table",
           "at": "date", "card": "card"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class StartChange:
    """A correction of the `game-start`, and what it changed, a text each; `options`: the names of those it changed."""

    correction: ev.Correction
    words: tuple[str, ...]
    options: tuple[str, ...]


def start_changes(written: Sequence[Row]) -> Iterator[StartChange]:
    """The corrections of the beginning of a game, in their order. `written`: the log, as it was written."""
    places = {row.seq for row, _where in written if isinstance(row, ev.GameStart)}
    roots = CorrectedLog(written).roots
    for at, (row, _where) in enumerate(written):
        if isinstance(row, ev.Correction) and roots.get(row.seq) in places:
            before, after = _start(written[:at]), _start(written[: at + 1])
            if before is not None and after is not None:
                yield StartChange(row, tuple(changes_in_words(before, after)), tuple(changed_options(before, after)))


def _start(written: Sequence[Row]) -> ev.GameStart | None:
    """The beginning of the game as it is read."""
    return next((row for row, _where in CorrectedLog(written).rows() if isinstance(row, ev.GameStart)), None)


def changed_options(before: ev.GameStart, after: ev.GameStart) -> list[str]:
    """The names of the options that two beginnings of a game state otherwise."""
    old, new = before.options or {}, after.options or {}
    return [name for name in {**old, **new} if old.get(name) != new.get(name)]


def changes_in_words(before: ev.GameStart, after: ev.GameStart) -> list[str]:
    """What is another in the second of two beginnings of a game, a text each.

    >>> players = ("anna", "ben", "cleo", "dora")
    >>> start = ev.GameStart(seq=1, game="t", ruleset="western", players=players, place="club")
    >>> other = ev.GameStart(seq=9, game="t", ruleset="western", players=players, options={"robbing_kong": True})
    >>> changes_in_words(start, other)
    ['place club -> nothing', 'option robbing_kong as usual -> on']
    """
    found = [
        f"{name} {_plain(getattr(before, field))} -> {_plain(getattr(after, field))}"
        for field, name in _FIELDS.items()
        if getattr(before, field) != getattr(after, field)
    ]
    old, new = before.options or {}, after.options or {}
    return found + [
        f"option {shown(name, 40)} {_option(old.get(name))} -> {_option(new.get(name))}"
        for name in changed_options(before, after)
    ]


def _option(value: Any) -> str:
    if isinstance(value, list | dict):
        return shown(written_option(value), 60)
    return "as usual" if value is None else _plain(value)


def _plain(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, ev.Card):
        return shown(value.id, 40) + (f" ({shown(value.digest, 8)})" if value.digest else "")
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return " ".join(shown(each, 40) for each in value)
    return shown(value, 40) if isinstance(value, str | int) else quoted(value, 60)
