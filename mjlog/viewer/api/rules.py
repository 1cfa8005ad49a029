"""Rule sets and finding codes: what `mjlog rules --json` and `mjlog explain --json` print."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for
from werkzeug.exceptions import NotFound

from mjlog.findings import CodeInfo, registry
from mjlog.rulesets import OptionInfo, RuleInfo, RuleSet, load, shipped
from mjlog.text import did_you_mean, quoted
from mjlog.viewer.api.answers import FOREVER, answer
from mjlog.viewer.api.operations import ApiBlueprint, operation
from mjlog_schemas.api import (
    CodeListSchema,
    CodeSchema,
    RuleSchema,
    RuleSetDocumentSchema,
    RuleSetListSchema,
    RuleSetSchema,
)

blueprint = ApiBlueprint("rules", "The rule sets that ship with the program, and what findings mean.")
_MAYBE = ("source", "reading", "option", "breach", "reason")


@operation(blueprint, "/rulesets", RuleSetListSchema)
def rulesets() -> dict[str, Any]:
    """The rule sets that ship with the program."""
    return {"rulesets": [_line(one) for one in map(load, shipped())]}


def _line(one: RuleSet) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "version": one.version,
        "digest": one.digest,
        "rules": len(one.rules),
        "options": len(one.options),
        "url": url_for("api_rules.ruleset", id=one.id),
    }


@operation(blueprint, "/rulesets/<id>", RuleSetSchema)
def ruleset(id: str) -> dict[str, Any]:
    """One rule set: every rule with its id, text and source, options, tables."""
    return ruleset_fields(_ruleset(id))


@operation(blueprint, "/rulesets/<id>/<digest:digest>", RuleSetDocumentSchema)
def ruleset_for_good(id: str, digest: str) -> Response:
    """One version of a rule set with its document: under its digest it never changes, and may be kept for ever."""
    found = _ruleset(id)
    if found.digest != digest:
        raise NotFound(f"this program ships the rule set {quoted(id)} with another digest: {found.digest}")
    return answer({**ruleset_fields(found), "document": found.document}, keep=FOREVER)


@operation(blueprint, "/rulesets/<id>/rules/<rule>", RuleSchema)
def rule(id: str, rule: str) -> dict[str, Any]:
    """One rule: `chow-1` of `western` is what findings cite as `western/chow-1`."""
    found = _ruleset(id)
    stated = found.rule(f"{id}/{rule}")
    if stated is None:
        meant = did_you_mean(f"{id}/{rule}", [one.id for one in found.rules])
        hint = f"; did you mean {meant}?" if meant else ""
        raise NotFound(f"the rule set {id} has no rule {quoted(rule)}{hint}")
    return rule_fields(stated)


def _ruleset(id: str) -> RuleSet:
    """A rule set that ships with the program; no other is looked for anywhere.

    Raises:
        NotFound: none of them is called so.
    """
    if id not in shipped():
        meant = did_you_mean(id, shipped())
        hint = f"; did you mean {meant}?" if meant else ""
        raise NotFound(f"there is no rule set {quoted(id)} here{hint}")
    return load(id)


def ruleset_fields(one: RuleSet) -> dict[str, Any]:
    """A rule set as plain values."""
    return {
        "id": one.id,
        "title": one.title,
        "version": one.version,
        "source": one.source,
        "digest": one.digest,
        "rules": [rule_fields(rule) for rule in one.rules],
        "options": {option.name: _option(option) for option in one.options.values()},
        "tables": dict(one.tables),
    }


def _option(option: OptionInfo) -> dict[str, Any]:
    fields = {"kind": option.kind, "default": option.default, "text": option.text}
    return {**fields, "values": list(option.values)} if option.values else fields


def rule_fields(rule: RuleInfo) -> dict[str, Any]:
    """A rule as plain values; what it does not state is left out."""
    said = {name: getattr(rule, name) for name in _MAYBE if getattr(rule, name)}
    return {"id": rule.id, "text": rule.text, "checks": list(rule.checks), **said}


@operation(blueprint, "/codes", CodeListSchema)
def codes() -> dict[str, Any]:
    """What every finding means."""
    return {"codes": [code_fields(info) for info in registry().values()]}


@operation(blueprint, "/codes/<code>", CodeSchema)
def code(code: str) -> dict[str, Any]:
    """What one finding means, how grave it is, how the replay goes on, what to do."""
    known = registry()
    if code not in known:
        meant = did_you_mean(code, known)
        hint = f"; did you mean {meant}?" if meant else ""
        raise NotFound(f"there is no finding code {quoted(code)}{hint}")
    return code_fields(known[code])


def code_fields(info: CodeInfo) -> dict[str, Any]:
    """A finding code as plain values."""
    return {
        "code": info.code,
        "title": info.title,
        "group": info.group,
        "severity": info.severity.value,
        "meaning": info.meaning,
        "afterwards": info.afterwards,
        "doubts": [doubt.name.lower() for doubt in info.doubts if doubt.name is not None],
        "silences": sorted(info.silences),
        "remedy": info.remedy,
    }
