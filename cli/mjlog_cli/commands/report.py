"""`mjlog report`: an audit as one page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from mjlog.reports.choice import Choice
from mjlog_cli.commands.audit import (
    Asked,
    accepting_options,
    choice_options,
    judging_options,
    refuse_no_folder,
    telling_options,
)
from mjlog_cli.params import as_of_option, force_option


@click.command(name="report")
@judging_options
@as_of_option
@choice_options
@accepting_options
@click.option("--out", metavar="FILE", required=True, help="Write the page to this file.")
@force_option
@telling_options
def command(
    asked: Asked, as_of: int | None, choice: Choice, accepted: dict[str, Any], told: dict[str, Any], out: str,
    force: bool,
) -> int:  # fmt: skip
    """Audit games as `mjlog audit` does, and write what is found as one page that needs no other file.

    The page has a summary and the findings of each game; the first ones are told as stories, with the table drawn. Of a
    hand in progress in a database it tells what lies on the table; of a purchased score card it tells label and value
    of lines that were won.
    """
    wish = replace(asked.request(), as_of=as_of, choice=choice, page=True, **accepted, **told)
    refuse_no_folder(out)
    return asked.audited(wish, page=out, force=force)
