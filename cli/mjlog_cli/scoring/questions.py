"""Questions at a terminal that scoring and settling share; every answer is checked at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from mjlog.errors import MjlogError, NotationError
from mjlog.rulesets import RuleSet, default_rules, load, shipped
from mjlog.seats import SEATS, Seat
from mjlog_cli.console import tell
from mjlog_cli.house_rules import ruleset_of
from mjlog_cli.record.new_game import Ask, asker, say_in_lines, until_right

Say = Callable[[str], None]

__all__ = ["Ask", "Say", "ask_ruleset", "ask_seat", "asked", "asker", "say_in_lines", "until_right"]


@contextmanager
def asked(nothing_done: str) -> Iterator[Ask]:
    """Somebody to ask, who can leave with Ctrl-C or Ctrl-D; then it is said that nothing was done.

    Raises:
        KeyboardInterrupt: the person left.
    """
    tell("what is missing is asked for (Ctrl-C: leave)")
    try:
        yield asker()
    except (KeyboardInterrupt, EOFError):
        tell(nothing_done)
        raise KeyboardInterrupt from None


def ask_ruleset(ask: Ask, say: Say) -> tuple[str, RuleSet]:
    """Ask for a rule set that says what hands are worth by their tiles; how it was named, and which it is."""
    names = [name for name in shipped() if _scores_tiles(load(name))]
    say("rule sets:")
    for name in names:
        say(f"  {name:{max(map(len, names))}}  {load(name).title}")
    say("  or FILE, a club's own document")

    def read(text: str) -> tuple[str, RuleSet]:
        rules = ruleset_of(text)
        if not _scores_tiles(rules):
            raise MjlogError(f"{rules.id} values hands by a score card, or not at all: see mjlog score --help")
        return text, rules

    return until_right(ask, say, "rule set", read, words=names)


def _scores_tiles(ruleset: RuleSet) -> bool:
    rules = default_rules(ruleset.id) if ruleset.id in shipped() else None
    return rules is None or (rules.scoring is not None and not rules.plan.by_card)


def ask_seat(
    ask: Ask, say: Say, question: str, seats: Sequence[Seat] = SEATS, nobody: str | None = None
) -> Seat | None:
    """Ask for a seat; `nobody`: what Enter says, where there need not be one."""
    letters = {seat.value: seat for seat in seats} | {seat.wind_name.upper(): seat for seat in seats}
    names = ", ".join(seat.value for seat in seats)

    def read(text: str) -> Seat | None:
        if not text and nobody is not None:
            return None
        if text.upper() not in letters:
            raise NotationError(f"expected one of {names}{f', or Enter: {nobody}' if nobody is not None else ''}")
        return letters[text.upper()]

    hint = f"; Enter: {nobody}" if nobody is not None else ""
    return until_right(ask, say, f"{question} ({names}{hint})", read, words=[seat.value for seat in seats])
