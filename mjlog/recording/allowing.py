"""Which option of the rule set would allow what a rule speaks against: that is tried, for the rule that is cited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mjlog.errors import MjlogError
from mjlog.findings import Finding, Severity
from mjlog.recording.game import RecordedGame
from mjlog.rulesets import OptionInfo
from mjlog.rulesets.typed import written_option


def allowed_by_options(game: RecordedGame, findings: Iterable[Finding]) -> Iterator[str]:
    """How an option stands under which a rule would not speak as it did, and how it is changed: a sentence each.

    `game`: after the events that were found at fault.
    """
    said = {}
    for finding in findings:
        rules = game.replay.rules
        rule = rules.ruleset.rule(finding.rule) if finding.rule is not None else None
        if rule is None or finding.severity != Severity.ERROR.value or rule.option not in rules.ruleset.options:
            continue
        now = rules.options[rule.option]
        # One more of a count is enough to see whether it is the count that forbids.
        for other in _others(rules.ruleset.options[rule.option], now):
            act = f"fix option {rule.option}={written_option(other)}"
            if act not in said and _is_allowed(game, act):
                said[act] = f"option {rule.option} is {written_option(now)}: `{act}` changes it for the whole game"
                break
    yield from said.values()


def _others(option: OptionInfo, now: Any) -> list[Any]:
    if option.kind == "bool":
        return [not now]
    if option.kind in ("list", "suits", "fines"):
        return []
    return [one for one in option.values if one != now] if option.kind == "choice" else [now + 1]


def _is_allowed(game: RecordedGame, act: str) -> bool:
    """Whether fewer faults are found in the game with another option."""
    tried = game.fork()
    try:
        tried.carry_out(tried.read(act))
    except MjlogError:
        return False
    return _errors(tried) < _errors(game)


def _errors(game: RecordedGame) -> int:
    found = (finding for report in game.replay.reports for finding in report.findings)
    return sum(finding.severity == Severity.ERROR.value for finding in found)
