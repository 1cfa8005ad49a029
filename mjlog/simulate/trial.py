"""A game tried out by a rule set that nobody has played by: what keeps it from being played, or from being judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError
from mjlog.events import decode_event
from mjlog.findings import Severity
from mjlog.log.records import GameRecord
from mjlog.rulesets import RuleSet
from mjlog.simulate.game import Game

_MISUSES = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a mechanism can stumble over in a document whose every line is right by itself."""
_SEED = 7


def obstacle_in_play(ruleset: RuleSet, options: Mapping[str, Any], hands: int = 1) -> str | None:
    """Why so many simulated hands under these options cannot be played, or are not legal; None where they are."""
    lines: list[bytes] = []
    try:
        game = Game(ruleset, _SEED, 1, options=options, hands=hands)
        game.play(lines.append)
        events = [decode_event(line) for line in lines]
        engine = Engine(GameRecord(game.name, game.name, ((event, None) for event in events)), cards=game.cards)
        engine.run()
    except MjlogError as error:
        return str(error)
    except _MISUSES as error:
        return f"the tables do not fit together ({type(error).__name__}: {error})"
    finding = next((one for one in engine.report.findings if one.severity != Severity.INFO.value), None)
    if finding is not None:
        return f"a simulated game is not legal: {finding.message} ({finding.code})"
    return game.broken_off or None
