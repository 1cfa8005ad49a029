"""Rule sets and their rules as plain JSON values: what `mjlog rules --json` prints, and what the API answers."""

from __future__ import annotations

from typing import Any

from mjlog.rulesets.document import OptionInfo, RuleInfo, RuleSet

_MAYBE = ("source", "reading", "option", "breach", "reason")


def ruleset_json(ruleset: RuleSet) -> dict[str, Any]:
    """A rule set: head, rules, options by name, tables as its document has them."""
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "source": ruleset.source,
        "digest": ruleset.digest,
        "rules": [rule_json(rule) for rule in ruleset.rules],
        "options": {option.name: _option(option) for option in ruleset.options.values()},
        "tables": dict(ruleset.tables),
    }


def _option(option: OptionInfo) -> dict[str, Any]:
    fields = {"kind": option.kind, "default": option.default, "text": option.text}
    return {**fields, "values": list(option.values)} if option.values else fields


def rule_json(rule: RuleInfo) -> dict[str, Any]:
    """A rule; what it does not state is left out."""
    said = {name: getattr(rule, name) for name in _MAYBE if getattr(rule, name)}
    return {"id": rule.id, "text": rule.text, "checks": list(rule.checks), **said}
