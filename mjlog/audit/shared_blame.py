"""Which rule was not kept where a score by fu and han is wrong: the one row whose absence or presence explains it."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from mjlog import events as ev
from mjlog.audit.compare import announced_items
from mjlog.audit.valuing import fu_of, han_terms_for
from mjlog.rulesets import Rules
from mjlog.scoring import Item, Score
from mjlog.scoring.han_worth import rounded_fu
from mjlog.scoring.rows import ScoringRow, resolve_rows
from mjlog.table import Table


def rule_of_score(event: ev.Score, score: Score, table: Table, rules: Rules) -> str | None:
    """The rule that an announced score breaks, where one mistake explains it; None where none does."""
    if score.total is None:
        return None
    return next(_mistakes(event, score, table, rules), None)


def _mistakes(event: ev.Score, score: Score, table: Table, rules: Rules) -> Iterator[str]:
    yield from _in_the_items(event, score, rules)
    if any(item.yakuman for item in score.items):
        yield from _in_the_yakuman(event, score, rules)
        return
    if event.points not in (None, score.points):
        yield from _in_the_fu(event.points or 0, fu_of(table, event.seat, rules, score), rules)
    if event.doubles not in (None, score.doubles):
        yield from _in_the_han(event.doubles or 0, score, rules)
    if event.points in (None, score.points) and event.doubles in (None, score.doubles):
        yield from _in_the_worth(event, score, rules)


def _in_the_items(event: ev.Score, score: Score, rules: Rules) -> Iterator[str]:
    """A pattern that is announced and not earned, or earned and not announced."""
    items = announced_items(event.items)
    if items is None:
        return
    stated, due = [(one.name, one.doubles) for one in items], [(one.name, one.doubles) for one in score.items]
    for item in score.items:
        if item.doubles and (item.name, item.doubles) not in stated:
            yield item.rule
    for one in stated:
        row = next((row for row in rows_of(rules) if row.name == one[0]), None)
        if row is not None and one not in due:
            yield row.rule


def _in_the_fu(stated: int, items: list[Item], rules: Rules) -> Iterator[str]:
    """One of the lines of the fu was passed over, those of sets and wait first, or one too many was counted."""
    whole = sum(item.points for item in items)
    if whole == stated:
        yield from (row.rule for row in rows_of(rules) if row.pattern == _ROUNDED)
    for item in reversed(items):
        if rounded_fu(whole - item.points) == stated and item.points < _WHOLE_HAND:
            yield item.rule
    for row in rows_of(rules):
        if row.points and rounded_fu(whole + row.points) == stated:
            yield row.rule
    yield from (item.rule for item in reversed(items))


_ROUNDED = "open-without-points"
_WHOLE_HAND = 20
"""The fu of the hand itself, which nobody passes over."""


def _in_the_han(stated: int, score: Score, rules: Rules) -> Iterator[str]:
    for item in score.items:
        if item.doubles and score.doubles - item.doubles == stated:
            yield item.rule
    for row in rows_of(rules):
        if row.doubles and score.doubles + row.doubles == stated:
            yield row.rule


def _in_the_yakuman(event: ev.Score, score: Score, rules: Rules) -> Iterator[str]:
    """A yakuman that was counted too often, or not as one."""
    units, total = sum(item.yakuman for item in score.items), score.total or 0
    stated, cites = event.total * units // total if total else 0, rules.cites
    if stated < units == len(score.items) > 1 and cites.adds:
        yield cites.adds
    if stated < units and any(item.yakuman > 1 for item in score.items) and cites.doubled:
        yield cites.doubled
    yield from (item.rule for item in score.items if item.yakuman)


def _in_the_worth(event: ev.Score, score: Score, rules: Rules) -> Iterator[str]:
    """Fu and han are right, and what they are worth is not."""
    terms, cites = han_terms_for(rules), rules.cites
    base = terms.limit_by_han(score.points, score.doubles)[0]
    ways = {terms.payout.received(base, east, drawn) for east in (False, True) for drawn in (False, True)}
    if event.total in ways and cites.settle:
        yield cites.settle
    if score.limit == "counted-yakuman" and cites.counted:
        yield cites.counted
    if cites.face:
        yield cites.face


@functools.lru_cache(maxsize=100)
def rows_of(rules: Rules) -> tuple[ScoringRow, ...]:
    """The rows of the scoring table in force."""
    scoring = rules.scoring
    return resolve_rows(dict(scoring.table), scoring.options, no_limit=False) if scoring is not None else ()
