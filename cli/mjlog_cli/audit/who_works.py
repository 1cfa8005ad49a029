"""Who works: `--workers N` processes of this machine, or `--cluster ADDRESS`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from mjlog.text import quoted
from mjlog_cli.audit.crew import Alone, Crew

MOST_WORKERS = 64
_F = TypeVar("_F", bound=Callable[..., Any])


def all_cores() -> int:
    """How many processors there are for this program."""
    try:
        return min(len(os.sched_getaffinity(0)), MOST_WORKERS)
    except AttributeError:  # not every system tells
        return min(os.cpu_count() or 1, MOST_WORKERS)


def crew_of(workers: int, cluster: str | None = None) -> Crew:
    """Who works: this process, so many processes beside it, or a cluster."""
    if cluster is not None and workers != 1:
        raise click.UsageError("--workers and --cluster: which of the two?")
    if cluster is not None:
        from mjlog_cli.audit.cluster import Cluster

        return Cluster(cluster)
    if workers == 1:
        return Alone()
    from mjlog_cli.audit.worker_pool import WorkerPool

    return WorkerPool(workers)


class WorkersType(click.ParamType[int]):
    """How many processes: a number, or `auto`."""

    name = "workers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if value == "auto":
            return all_cores()
        try:
            number = int(value)
        except ValueError:
            number = 0
        if not 1 <= number <= MOST_WORKERS:
            self.fail(f"{quoted(str(value))}: expected a number from 1 to {MOST_WORKERS}, or auto", param, ctx)
        return number


def workers_options(function: _F) -> _F:
    """`--workers` and `--cluster`; `crew_of` makes a crew of what is given."""
    workers = click.option("--workers", type=WorkersType(), metavar="N|auto", default=1, show_default=True,
                           help="Processes that share the work; auto: one for each processor.")  # fmt: skip
    cluster = click.option("--cluster", metavar="ADDRESS|local[N]",
                           help="Share the work on a Dask cluster: the address of its scheduler, or one that begins "
                           "here with N workers.")  # fmt: skip
    return workers(cluster(function))
