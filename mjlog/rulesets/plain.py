"""Rule sets as answers: what `mjlog rules --json` prints, and what the API tells."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from mjlog.answers import Answer, Digest, one_of, says
from mjlog.rulesets.document import KINDS, OptionInfo, RuleInfo, RuleSet


class OptionAnswer(Answer):
    """An option of a rule set."""

    kind: Annotated[str, one_of(*KINDS)]
    default: Any
    text: str
    values: tuple[Any, ...] | UnsetType = UNSET


class RuleSetAnswer(Answer):
    """A rule set: rules, options, tables."""

    id: str
    title: str
    version: str
    source: str
    digest: Annotated[Digest, one_of, says("SHA-256 of its document as canonical JSON")]
    rules: tuple[RuleInfo, ...]
    options: Annotated[dict[str, OptionAnswer], says("by name")]
    tables: Annotated[dict[str, Any], says("wall, break, deal, scoring, settlement, as the document has them")]


def ruleset_answer(ruleset: RuleSet) -> RuleSetAnswer:
    """A rule set: head, rules, options by name, tables as its document has them."""
    return RuleSetAnswer(
        id=ruleset.id,
        title=ruleset.title,
        version=ruleset.version,
        source=ruleset.source,
        digest=ruleset.digest,
        rules=ruleset.rules,
        options={option.name: _option(option) for option in ruleset.options.values()},
        tables=dict(ruleset.tables),
    )


def _option(option: OptionInfo) -> OptionAnswer:
    return OptionAnswer(option.kind, option.default, option.text, option.values or UNSET)
