"""Paper for an evening without a machine: an empty score sheet, and a tally by which a hand is counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mjlog.audit.valuing import scorer_for
from mjlog.rulesets import Rules
from mjlog.scoring.rows import ScoringRow


class TallyLine(NamedTuple):
    """What a hand can earn, and how much; `is_winners`: only whoever wins."""

    name: str
    worth: str
    is_winners: bool


class Tally(NamedTuple):
    """Lines of one kind, under their title."""

    title: str
    lines: tuple[TallyLine, ...]


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """An empty sheet. `players`: their handles, or None for a line on which a name is written.

    `is_by_card`: hands are won by the lines of a score card, and there is nothing to be counted.
    """

    ruleset: str
    title: str
    players: tuple[str | None, ...]
    is_by_card: bool
    tallies: tuple[Tally, ...]


def blank_sheet(rules: Rules, players: Sequence[str] = ()) -> BlankSheet:
    """The paper for games by these rules, with their options.

    >>> from mjlog.rulesets import load, resolve
    >>> sheet = blank_sheet(resolve(load("western")), ("anna", "ben", "cleo"))
    >>> sheet.players, sheet.tallies[0].title, sheet.tallies[0].lines[0]
    (('anna', 'ben', 'cleo'), 'Points', TallyLine(name='pung, exposed', worth='2', is_winners=False))
    """
    scorer = scorer_for(rules)
    rows = () if scorer is None else scorer.rows
    found = (Tally(title, tuple(_lines(rows, title))) for title in ("Points", "Doubles", "Limit hands"))
    return BlankSheet(
        rules.ruleset.id, rules.ruleset.title, tuple(players) or (None,) * len(rules.plan.seats), scorer is None,
        tuple(tally for tally in found if tally.lines),
    )  # fmt: skip


def _lines(rows: Sequence[ScoringRow], title: str) -> Iterator[TallyLine]:
    told = dict.fromkeys((row.name, _worth(row), not row.for_loser) for row in rows if _title(row) == title)
    return (TallyLine(*line) for line in told)


def _title(row: ScoringRow) -> str:
    if row.is_limit:
        return "Limit hands"
    return "Points" if row.points else "Doubles"


def _worth(row: ScoringRow) -> str:
    if row.limit_points:
        return f"{row.limit_points}"
    if row.limit:
        return "limit" if row.limit == 100 else f"{row.limit / 100:g} limit"
    doubled = f"×{2**row.doubles}" if row.doubles else ""
    return " ".join(filter(None, [str(row.points) if row.points else "", doubled]))
