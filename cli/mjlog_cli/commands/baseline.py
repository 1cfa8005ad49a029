"""`mjlog baseline`: the findings of today are accepted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from mjlog.reports.choice import NOTHING
from mjlog_cli.audit.accepted import baseline_at
from mjlog_cli.audit.running import NEVER
from mjlog_cli.commands.audit import Asked, judging_options, refuse_no_folder, ruled_option


@click.command(name="baseline")
@judging_options
@ruled_option
@click.option("--out", metavar="FILE", required=True, help="The file of accepted findings. If it exists, it "
              "is brought up to date; what it has of other games stays.")  # fmt: skip
def command(asked: Asked, ruled: str, out: str) -> int:
    """Audit games, and accept what is found: from then on `mjlog audit --baseline FILE` leaves it out.

    What is no longer found is taken out of the file. Nothing is written where something cannot be read.
    """
    refuse_no_folder(out)
    before = baseline_at(out) if Path(out).exists() and Path(out).stat().st_size else NOTHING
    wish = replace(asked.request(), baseline=before, collect=True, are_rulings_accepted=ruled == "accept")
    return asked.audited(wish, fail_on=NEVER, write_baseline=out)
