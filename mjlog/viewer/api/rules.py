"""Rule sets, as `mjlog rules --json` prints them, the registry of finding codes, rulings by the score cards at hand.

Is it mahjong, is a hand dead: the answers are those of `mjlog card match` and `mjlog card dead` in a batch. Nothing is
told of purchased cards. Source: docs/do/cards.md#commands, docs/do/cards.md#rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

from flask import Response, url_for
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict
from werkzeug.exceptions import NotFound

from mjlog.answers import Address, Answer, Count, Digest, says
from mjlog.calculator.card import DeadAnswer, MatchAnswer, dead_request, match_request
from mjlog.cards.document import Card
from mjlog.cards.rulings import Rulings, rulings_for
from mjlog.errors import MjlogError
from mjlog.findings import CodeInfo, registry
from mjlog.rulesets import (
    RuleInfo,
    RuleSet,
    find_rule,
    load,
    shipped,
    version_of,
    versions,
)
from mjlog.text import did_you_mean, quoted, shown
from mjlog.viewer.answers import FOREVER, Problem, answer
from mjlog.viewer.api.operations import ApiBlueprint, Asked, operation
from mjlog.viewer.requests import library
from mjlog_schemas.api import DeadAskedSchema, MatchAskedSchema

blueprint = ApiBlueprint("rules", "The rule sets that ship with the program, and what findings mean.")


class RuleSetLine(Answer):
    """A rule set in the list."""

    id: str
    title: str
    version: Annotated[str, says("the newest")]
    versions: Annotated[Sequence[str], says("all that there are, the newest last")]
    digest: Annotated[Digest, says("of what its document says")]
    rules: Annotated[Count, says("how many")]
    options: Annotated[Count, says("how many")]
    url: Address


class RuleSetList(Answer):
    """The rule sets that ship with the program."""

    rulesets: list[RuleSetLine]


class RuleSetDocument(RuleSet):
    """A rule set with its document: what it says never changes under its digest."""

    document: Annotated[str, says("TOML; comments and layout are no part of the digest")]


class CodeList(Answer):
    """All finding codes."""

    codes: list[CodeInfo]


@operation(blueprint, "/rulesets", RuleSetList)
def rulesets() -> RuleSetList:
    """The rule sets that ship with the program."""
    lines = [
        RuleSetLine(
            id=listed.id,
            title=listed.title,
            version=listed.version,
            versions=versions(listed.id),
            digest=listed.digest,
            rules=len(listed.rules),
            options=len(listed.options),
            url=url_for("api_rules.ruleset", id=listed.id),
        )
        for listed in map(load, shipped())
    ]
    return RuleSetList(lines)


@operation(blueprint, "/rulesets/<id>", RuleSet, query=("version",))
def ruleset(query: Asked, id: str) -> RuleSet:
    """One rule set: every rule with its id, text and source, options, tables."""
    return _ruleset(id, query.get("version"))


@operation(blueprint, "/rulesets/<id>/<digest:digest>", RuleSetDocument)
def ruleset_for_good(id: str, digest: str) -> Response:
    """One version of a rule set with its document: under its digest it never changes, and may be kept for ever."""
    newest = _ruleset(id)
    version = version_of(id, digest)
    if version is None:
        raise NotFound(f"no version of the rule set {quoted(id)} has this digest; the newest has {newest.digest}")
    document = load(id, version)
    return answer(RuleSetDocument(**asdict(document), document=document.document), keep=FOREVER)


@operation(blueprint, "/rulesets/<id>/rules/<rule>", RuleInfo, query=("version",))
def rule(query: Asked, id: str, rule: str) -> RuleInfo:
    """One rule: `chow-1` of `western` is what findings cite as `western/chow-1`.

    Without a version it is that of the newest one that has the rule.
    """
    ruleset = _ruleset(id, query.get("version"))
    stated = ruleset.rule(f"{id}/{rule}") if "version" in query else find_rule(f"{id}/{rule}")
    if stated is None:
        known = [known_rule.id for known_rule in ruleset.rules]
        raise _unknown(f"the rule set {id} has no rule {quoted(rule)}", f"{id}/{rule}", known)
    return stated


def _ruleset(id: str, version: int | None = None) -> RuleSet:
    """A rule set that ships with the program, in this version or the newest; no other is looked for anywhere.

    Raises:
        NotFound: none of them is called so, or it has no such version.
    """
    if id not in shipped():
        raise _unknown(f"there is no rule set {quoted(id)} here", id, shipped())
    if version is not None and str(version) not in versions(id):
        raise NotFound(f"the rule set {quoted(id)} has no version {version}: there are {', '.join(versions(id))}")
    return load(id, None if version is None else str(version))


def _unknown(words: str, name_asked: str, known: Iterable[str]) -> NotFound:
    """What is asked for is not there; perhaps something like it is."""
    meant = did_you_mean(name_asked, known)
    return NotFound(words + (f"; did you mean {meant}?" if meant else ""))


@operation(blueprint, "/codes", CodeList)
def codes() -> CodeList:
    """What every finding means."""
    return CodeList(list(registry().values()))


@operation(blueprint, "/codes/<code>", CodeInfo)
def code(code: str) -> CodeInfo:
    """What one finding means, how grave it is, how the replay goes on, what to do."""
    known = registry()
    if code not in known:
        raise _unknown(f"there is no finding code {quoted(code)}", code, known)
    return known[code]


cards_blueprint = ApiBlueprint("cards", "Rulings by the score cards at hand.")
_Ruling = Callable[[Mapping[str, Any], Rulings], dict[str, Any]]
_MATCH = {"concealed": "336699b FFFf Jk", "sets": [{"kind": "kong", "tiles": "9999c"}]}
_DEAD = {"sets": [{"kind": "kong", "tiles": ["9c", "9c", "9c", "Jk"]}], "visible": "RRRRd", "basis": "table"}


class CardAnswer(Answer):
    """A score card. Of a private one nothing is told but its id."""

    id: str
    private: bool
    title: str | UnsetType = UNSET
    lines: int | UnsetType = UNSET


class CardList(Answer):
    """The cards at hand."""

    cards: list[CardAnswer]


@operation(cards_blueprint, "/cards", CardList)
def cards() -> CardList:
    """The cards at hand, those given to the server before those that ship; private ones by their id alone."""
    listed: dict[str, Card] = {}
    for card in library().card_list:
        listed.setdefault(card.id, card)
    return CardList([
        CardAnswer(card.id, private=True)
        if card.private
        else CardAnswer(card.id, private=False, title=card.headers.get("card", card.id), lines=len(card.lines))
        for card in listed.values()
    ])


def _public_card(id: str) -> Card:
    """A card that everybody may ask.

    Raises:
        NotFound: no such card is at hand.
        Problem: it is a purchased one.
    """
    card = next((card for card in library().card_list if card.id == id), None)
    if card is None:
        raise NotFound(f"no score card {quoted(id)} is at hand")
    if card.private:
        detail = "this score card is private: ask its owner, who can use `mjlog card`"
        raise Problem(403, detail, kind="private-card", title="A private card")
    return card


@operation(cards_blueprint, "/cards/<id>/match", MatchAnswer, body=MatchAskedSchema, problems=(403, 409),
           example=_MATCH, first=_public_card)  # fmt: skip
def match(query: Asked, id: str) -> dict[str, Any]:
    """Whether fourteen tiles are mahjong, by which lines, for how much, and what the jokers stand for."""
    return _ruled(id, query, match_request)


@operation(cards_blueprint, "/cards/<id>/dead", DeadAnswer, body=DeadAskedSchema, problems=(403, 409), example=_DEAD,
           first=_public_card)  # fmt: skip
def dead(query: Asked, id: str) -> dict[str, Any]:
    """Whether a hand with some exposures is dead, or which lines it can still be."""
    return _ruled(id, query, dead_request)


def _ruled(id: str, query: Asked, ruling: _Ruling) -> dict[str, Any]:
    rulings = rulings_for(_public_card(id))
    try:
        return ruling(query, rulings)
    except MjlogError as error:
        detail = shown(str(error), 1000)
        raise Problem(409, detail, kind="impossible-hand", title="There is no such hand") from None
