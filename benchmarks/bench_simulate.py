"""Complete games made up by simulated players, and what it costs to audit them, for every rule set."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Row, rate, seconds
from mjlog.audit.engine import Engine
from mjlog.formats.lines import lines_of_bytes
from mjlog.formats.logs import read_log
from mjlog.rulesets import load, shipped
from mjlog.simulate import Game

GAMES = 12
_SEED = 1


def _play(ruleset: str) -> tuple[int, list[bytes]]:
    """So many games: how many hands, and the lines."""
    lines: list[bytes] = []
    hands = sum(Game(load(ruleset), _SEED, number).play(lines.append) for number in range(1, GAMES + 1))
    return hands, lines


def _audit(lines: list[bytes]) -> None:
    content = b"\n".join(line.rstrip(b"\n") for line in lines)
    for record in read_log("games", lines_of_bytes(content, "games"), "games"):
        Engine(record).run()


def measure() -> Iterator[Row]:
    """Hands and events in a second, for information."""
    for ruleset in shipped():
        _play(ruleset)  # the tables of shapes are built on first use
        hands, lines = _play(ruleset)
        spent = seconds(partial(_play, ruleset))
        audited = seconds(partial(_audit, lines))
        figures = f"{rate(len(lines), spent, 'events')}; audited at {rate(len(lines), audited, 'events')}"
        yield Row(f"simulated hands of {ruleset}", None, hands / spent, figures, "/s")
