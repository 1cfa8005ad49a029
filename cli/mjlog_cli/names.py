"""Real names beside the handles of the logs, where they are wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from mjlog.text import did_you_mean, quoted, shown
from mjlog_cli.params import database_path

if TYPE_CHECKING:
    from mjlog.views.sheet import ScoreSheet

_F = TypeVar("_F", bound=Callable[..., Any])


def names_option(function: _F) -> _F:
    """`--names`."""
    return click.option(
        "--names", "with_names", is_flag=True, help="Real names beside the handles, as far as the database has them."
    )(function)


def real_names(db: str | None) -> dict[str, str]:
    """The real names that the database has, by handle.

    Raises:
        StoreError: there is no such database, or it cannot be read.
    """
    from mjlog.store import open_readonly

    with open_readonly(database_path(db)) as store:
        return {person.handle: person.name for person in store.people()}


def stranger_words(player: str, handles: Iterable[str]) -> str:
    """That a handle is in none of the games looked at, with the nearest one that is."""
    meant = did_you_mean(player, sorted(handles))
    hint = f"; did you mean {shown(meant, 200)}?" if meant else ""
    return f"nobody called {quoted(player)} plays in these games{hint}"


def named(sheet: ScoreSheet, names: Mapping[str, str]) -> ScoreSheet:
    """The sheet with the real names of its players."""
    return msgspec.structs.replace(
        sheet, names=tuple((player, shown(names[player], 200)) for player in sheet.players if player in names)
    )
