"""Several who would win one tile: which of them do, by the rules in force."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from mjlog.rulesets import Rules
from mjlog.seats import Seat
from mjlog.text import list_words

_RULES_OF_WINS = ("only_so_many_win", "nearest_in_turn_wins", "nearest_wins_unless_by_chows")
_TIE = "first_to_call_wins_by_a_chow"


class WinnersRuled(NamedTuple):
    """Who wins, the nearest to the discarder first; `words`: why not all do, or why nobody can say; else empty.

    `is_open`: it depends on what is not known.
    """

    winners: tuple[Seat, ...]
    words: str = ""
    is_open: bool = False


def ruled(seats: Collection[Seat], giver: Seat, rules: Rules, by_chow: Collection[Seat] | None = None) -> WinnersRuled:
    """Who of several who would win the tile of one player does.

    `by_chow`: those of them whom it completes a chow, as far as that is certain or possible; None: nobody knows.

    Source: riichi/win-3, riichi/abort-5, western/win-4, pung-chi/claim-5.
    """
    checks = rules.ruleset.checks()
    winners = rules.plan.winners_of(seats, giver)
    if not winners:
        words = f"{len(seats)} players win one tile: that ends the hand, nobody is paid, what lies on the table stays"
        return WinnersRuled((), words + cited(checks.get("three_ron_end_the_hand")))
    if len(winners) == len(seats):
        return WinnersRuled(winners)
    rule = rule_of_wins(rules)
    if not rule:
        words = f"{names_of(seats)} would win one tile, and no rule in force says who does"
        return WinnersRuled((), words, is_open=True)
    if _TIE in checks and (by_chow is None or (winners[0] in by_chow and len(by_chow) > 1)):
        words = f"of {names_of(seats)}, who win by a chow, the first to call does: ask without the others' hands"
        return WinnersRuled((), words + cited(checks[_TIE]), is_open=True)
    wins, may = ("wins", "one player wins") if rules.plan.family.most_winners == 1 else ("win", "two players win")
    words = f"{names_of(winners)} {wins}: by these rules {may} a tile, the nearest to {giver} in turn"
    return WinnersRuled(winners, words + rule)


def rule_of_wins(rules: Rules) -> str:
    """The rule that says who of several wins one tile, as it is cited; nothing where none is in force."""
    checks = rules.ruleset.checks()
    return cited(next((checks[name] for name in _RULES_OF_WINS if name in checks), None))


def names_of(seats: Iterable[Seat]) -> str:
    """Seats, as they are listed in a sentence."""
    return list_words(map(str, seats))


def cited(rule: str | None) -> str:
    """A rule as it stands behind what it says; nothing where there is none."""
    return f" [{rule}]" if rule is not None else ""
