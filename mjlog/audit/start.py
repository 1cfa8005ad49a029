"""The beginning of a game in the audit: the rule set in force, and whether the game-start goes with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mjlog.audit.valuing import scorer_for, terms_for
from mjlog.events import GameStart
from mjlog.findings import Refusal
from mjlog.rulesets import Rules, RuleSet, load, resolve, shipped

START_CODES = frozenset(("unknown-ruleset", "unknown-option", "unknown-card", "bad-field", "wrong-seats"))
"""What can be said of a game-start."""
FORMAT = 1


def usable_rules(ruleset: RuleSet, options: Mapping[str, Any] | None) -> Rules:
    """The rule set with the options of a game, tried to its end: scoring and settlement included.

    Raises:
        RuleSetError: the document names something that does not exist, or its parts do not go together.
    """
    rules = resolve(ruleset, options)
    scorer_for(rules)
    terms_for(rules)
    return rules


def wrong_in_start(event: GameStart, rules: Rules) -> Iterator[Refusal]:
    """What is wrong with a game-start under these rules: format, players, options."""
    if event.format != FORMAT:
        words = f"the log has format {event.format}: this program reads format {FORMAT}"
        yield Refusal("bad-field", words, FORMAT, event.format)
    if len(set(event.players)) != rules.plan.players:
        words = f"{len(set(event.players))} different players begin the game: it is played by {rules.plan.players}"
        yield Refusal("wrong-seats", words, rules.plan.players, list(event.players))
    for name, words in rules.problems:
        yield Refusal("unknown-option", words, found=name, part=f"option {name}")


def missing_card(event: GameStart) -> Refusal:
    """The score card of the game is not at hand: all that needs no card is judged."""
    if event.card is None:
        words = "the game names no score card: what a hand must be is not judged"
        return Refusal("unknown-card", words)
    digest = f" with the digest {event.card.digest[:12]}…" if event.card.digest else ""
    words = f"the score card {event.card.id[:60]}{digest} is not at hand: give it with --card"
    return Refusal("unknown-card", words, found=event.card.id)


def other_text(event: GameStart, ruleset: RuleSet) -> Iterator[Refusal]:
    """Whether the log names another text of a rule set than the one at hand; of another version that is a warning."""
    if event.digest in (None, ruleset.digest) or event.ruleset != ruleset.id:
        return
    words = (
        f"the rule set {event.ruleset} has the digest {ruleset.digest[:12]}…: the log names {str(event.digest)[:12]}…"
    )
    if event.version == ruleset.version:
        yield Refusal("unknown-ruleset", words, ruleset.digest, event.digest)
        return
    words += f"; the game was played by version {event.version}, it is judged by version {ruleset.version}"
    yield Refusal("unknown-ruleset", words, ruleset.version, event.version, severity="warning")


def other_document(event: GameStart, ruleset: RuleSet) -> Iterator[Refusal]:
    """Whether the rule set in the log is another than its game-start names: by id, version or digest."""
    if ruleset.id in shipped() and ruleset.digest != load(ruleset.id).digest:
        words = (
            f"the rule set in the log goes by the id of {ruleset.id}, which ships with the program with another text"
        )
        yield Refusal("unknown-ruleset", words, load(ruleset.id).digest, ruleset.digest, severity="warning")
    named = (("id", event.ruleset, ruleset.id), ("version", event.version, ruleset.version),
             ("digest", event.digest, ruleset.digest))  # fmt: skip
    for what, wanted, found in named:
        if wanted not in (None, found):
            words = f"the rule set in the log has the {what} {found[:60]}: the game-start names {str(wanted)[:60]}"
            yield Refusal("unknown-ruleset", words, wanted, found)
            return
