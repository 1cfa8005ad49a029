"""The beginning of a game in the audit: the rule set in force, and whether the game-start goes with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mjlog.audit.valuing import scorer_for, terms_for
from mjlog.events import GameStart
from mjlog.findings import Refusal
from mjlog.rulesets import Rules, RuleSet, load, played_by, resolve, shipped, version_of, versions

FORMAT = 1


def ruleset_named(event: GameStart, *, newest: bool = False) -> RuleSet:
    """The shipped rule set that a game is judged by: in the version that it names, or in the newest one.

    Raises:
        RuleSetError: none goes by the id that the game names.
    """
    return load(event.ruleset) if newest else played_by(event.ruleset, event.version, event.digest)


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


def other_version(event: GameStart, ruleset: RuleSet) -> Iterator[Refusal]:
    """Whether the game names a version or a text of its rule set that this program does not have.

    A version that is not known may be a newer one: that is a warning. A digest that is not that of the version named is
    an error. `ruleset` is the shipped one by which the game is judged.
    """
    named = version_of(ruleset.id, event.digest)
    if event.version not in (None, ruleset.version):
        yield _unknown_version(event, ruleset) if named is None else _of_another_version(event, ruleset)
    elif named is None and event.digest is not None:
        yield _unknown_text(event, ruleset)


def _unknown_version(event: GameStart, ruleset: RuleSet) -> Refusal:
    words = (
        f"the game was played by version {str(event.version)[:60]} of {ruleset.id}: this program has version"
        f"{'s' if len(versions(ruleset.id)) > 1 else ''} {', '.join(versions(ruleset.id))}; it is judged by version "
        f"{ruleset.version}"
    )
    return Refusal("unknown-ruleset", words, ruleset.version, event.version, severity="warning")


def _of_another_version(event: GameStart, ruleset: RuleSet) -> Refusal:
    words = (
        f"the log names version {str(event.version)[:60]} of {ruleset.id}, and the digest of version {ruleset.version}"
        f", {str(event.digest)[:12]}…"
    )
    return Refusal("unknown-ruleset", words, ruleset.version, event.version)


def _unknown_text(event: GameStart, ruleset: RuleSet) -> Refusal:
    """No text of the version goes by the digest; where no version is named, a newer one may."""
    words = f"the rule set {ruleset.id} has the digest {ruleset.digest[:12]}…: the log names {str(event.digest)[:12]}…"
    if event.version is not None:
        return Refusal("unknown-ruleset", words, ruleset.digest, event.digest)
    words += f", and no version; it is judged by version {ruleset.version}"
    return Refusal("unknown-ruleset", words, ruleset.digest, event.digest, severity="warning")


def other_document(event: GameStart, ruleset: RuleSet) -> Iterator[Refusal]:
    """Whether the rule set in the log is another than its game-start names: by id, version or digest."""
    if ruleset.id in shipped() and version_of(ruleset.id, ruleset.digest) is None:
        words = (
            f"the rule set in the log goes by the id of {ruleset.id}, which ships with the program with another text"
        )
        yield Refusal("unknown-ruleset", words, load(ruleset.id).digest, ruleset.digest, severity="warning")
    digest = event.digest if event.digest is None or not ruleset.goes_by(event.digest) else ruleset.digest
    named = (("id", event.ruleset, ruleset.id), ("version", event.version, ruleset.version),
             ("digest", digest, ruleset.digest))  # fmt: skip
    for what, wanted, found in named:
        if wanted not in (None, found):
            words = f"the rule set in the log has the {what} {found[:60]}: the game-start names {str(wanted)[:60]}"
            yield Refusal("unknown-ruleset", words, wanted, found)
            return
