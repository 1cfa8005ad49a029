"""The frame of a log in the audit: the rule set in force, whether the game-start goes with it, which row comes next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mjlog.audit.valuing import scorer_for, terms_for
from mjlog.cards.shelf import CardShelf
from mjlog.events import Event, GameStart, RuleSetText
from mjlog.findings import Refusal
from mjlog.log.records import GameRecord
from mjlog.rules.registry import NO_CHECKS, ByStage
from mjlog.rulesets import (
    Rules,
    RuleSet,
    default_rules,
    load,
    load_named,
    parse,
    played_by,
    resolve,
    shipped,
    version_of,
    versions,
)

if TYPE_CHECKING:
    from mjlog.cards.rulings import Rulings

FORMAT = 1
UNREAD = -1
"""The number that is next after a line that could not be read: any."""


class Frame:
    """The frame of a log: by which rules its rows are judged, by which score card, and which number comes next.

    `ruleset`: judge by this one (or the shipped one of this name), whatever the log names. The log is read as
    corrected (`folded`), unless `as_recorded`. `cards`: score cards at hand, of which the one that the game names is
    used.

    `game`: its id. `start`: how it began, where that is told. `ruleset`: the id of the rule set in force, or of the one
    that the game names and nobody knows; `known_rules`: whether there is one in force.
    """

    def __init__(self, record: GameRecord, ruleset: RuleSet | str | None, as_recorded: bool, cards: CardShelf) -> None:
        self.record = record
        self.cards = cards
        self.folded = record.corrected and not as_recorded
        self.next_seq = 1
        self.game = record.name
        self.start: GameStart | None = None
        self.rules: Rules = default_rules("classical")
        self.known_rules = False
        self.ruleset: str | None = None
        self.forced_ruleset = ruleset or record.ruleset
        self._is_embedded = False

    def checks(self, event: Event) -> ByStage:
        """The rules about an event, by the stage that the hand is in."""
        return self.rules.bound.get(type(event), NO_CHECKS) if self.known_rules else NO_CHECKS

    def begin(self, event: GameStart) -> Iterator[Refusal]:
        """A game begins; why it cannot begin here."""
        again, self.start, self.game = self.start is not None, event, event.game
        if again:
            yield Refusal("out-of-place", "a second game-start in one log")
        elif (self.next_seq if self.folded else event.seq) not in (1, UNREAD):
            yield Refusal("out-of-place", "events stand before the game-start", 1, event.seq)

    def take_named(self, event: GameStart) -> Iterator[Refusal]:
        """The rules in force are those that the game names, or that are asked for; what is wrong in its start by them.

        Raises:
            RuleSetError: nobody has them, or they cannot be used; what was in force stays so.
        """
        self.ruleset = event.ruleset
        named, newest = self.forced_ruleset, self.record.newest_rules
        if named is None:
            named = load(event.ruleset) if newest else played_by(event.ruleset, event.version, event.digest)
        yield from self._take(named if isinstance(named, RuleSet) else load_named(named), event)
        if self.forced_ruleset is None and not newest:
            yield from other_version(event, self.rules.ruleset)

    def embed(self, has_begun: bool) -> Refusal | None:
        """The log brings its own rule set; why it cannot stand here. `has_begun`: a hand was played before it."""
        if self.start is not None and not has_begun and not self._is_embedded:
            self._is_embedded = True
            return None
        words = "a rule set stands where it cannot be: it follows the game-start, before the first hand, once"
        return Refusal("out-of-place", words)

    def take_embedded(self, event: RuleSetText, start: GameStart) -> Iterator[Refusal]:
        """The rules in force are those that the log brings; what is wrong in the start of the game by them.

        Raises:
            RuleSetError: they cannot be used; what was in force stays so.
        """
        yield from self._take(parse(event.document), start)
        yield from other_document(start, self.rules.ruleset)

    def _take(self, ruleset: RuleSet, start: GameStart) -> Iterator[Refusal]:
        self.rules = usable_rules(ruleset, start.options)
        self.known_rules, self.ruleset = True, ruleset.id
        yield from wrong_in_start(start, self.rules)

    def card(self, start: GameStart) -> Rulings | None:
        """The score card that the game names, where hands are those of a card and it is at hand.

        Raises:
            CardError: it is none, or cannot be read.
        """
        return self.cards.find(start.card) if self.rules.plan.family.wins_by_card else None

    def without_card(self, start: GameStart) -> Iterator[Refusal]:
        """That the score card is missing by which the game is played; a purchased one may be kept from who asks."""
        if self.rules.plan.family.wins_by_card and not self.cards.keeps_back(start.card):
            yield missing_card(start)


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
