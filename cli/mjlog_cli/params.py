"""Options that several commands share, each worded once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

_F = TypeVar("_F", bound=Callable[..., Any])


def db_option(function: _F) -> _F:
    """`--db FILE`."""
    return click.option(
        "--db", "db", metavar="FILE", type=click.Path(path_type=str),
        help="The database. Default: $MJLOG_DB, else the one in your data folder.",
    )(function)  # fmt: skip


def json_option(function: _F) -> _F:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")(function)


def ruleset_option(text: str, **more: Any) -> Callable[[_F], _F]:
    """`--ruleset ID`, with what it is for."""
    return click.option("--ruleset", "ruleset", metavar="ID", help=text, **more)


def database_path(db: str | None) -> Path:
    """The database that a command uses."""
    if db is not None:
        return Path(db)
    from mjlog.store import default_path

    return default_path()
