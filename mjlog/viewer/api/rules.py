"""Rule sets, as `mjlog rules --json` prints them, and the registry of finding codes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Response, url_for
from werkzeug.exceptions import NotFound

from mjlog.findings import registry
from mjlog.rulesets import (
    RuleSet,
    find_rule,
    load,
    rule_json,
    ruleset_json,
    shipped,
    version_of,
    versions,
)
from mjlog.text import did_you_mean, quoted
from mjlog.viewer.api.answers import answer
from mjlog.viewer.api.operations import ApiBlueprint, operation
from mjlog.viewer.caching import FOREVER
from mjlog_schemas.api import (
    CodeListSchema,
    CodeSchema,
    RuleSchema,
    RuleSetDocumentSchema,
    RuleSetListSchema,
    RuleSetSchema,
    VersionQuery,
)

blueprint = ApiBlueprint("rules", "The rule sets that ship with the program, and what findings mean.")


@operation(blueprint, "/rulesets", RuleSetListSchema)
def rulesets() -> dict[str, Any]:
    """The rule sets that ship with the program."""
    return {"rulesets": [_line(one) for one in map(load, shipped())]}


def _line(one: RuleSet) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "version": one.version,
        "versions": list(versions(one.id)),
        "digest": one.digest,
        "rules": len(one.rules),
        "options": len(one.options),
        "url": url_for("api_rules.ruleset", id=one.id),
    }


@operation(blueprint, "/rulesets/<id>", RuleSetSchema, query=VersionQuery, problems=(422,))
def ruleset(asked: dict[str, int], id: str) -> dict[str, Any]:
    """One rule set: every rule with its id, text and source, options, tables."""
    return ruleset_json(_ruleset(id, asked.get("version")))


@operation(blueprint, "/rulesets/<id>/<digest:digest>", RuleSetDocumentSchema)
def ruleset_for_good(id: str, digest: str) -> Response:
    """One version of a rule set with its document: under its digest it never changes, and may be kept for ever."""
    newest = _ruleset(id)
    version = version_of(id, digest)
    if version is None:
        raise NotFound(f"no version of the rule set {quoted(id)} has this digest; the newest has {newest.digest}")
    found = load(id, version)
    return answer({**ruleset_json(found), "document": found.document}, keep=FOREVER)


@operation(blueprint, "/rulesets/<id>/rules/<rule>", RuleSchema, query=VersionQuery, problems=(422,))
def rule(asked: dict[str, int], id: str, rule: str) -> dict[str, Any]:
    """One rule: `chow-1` of `western` is what findings cite as `western/chow-1`.

    Without a version it is that of the newest one that has the rule.
    """
    found = _ruleset(id, asked.get("version"))
    stated = found.rule(f"{id}/{rule}") if "version" in asked else find_rule(f"{id}/{rule}")
    if stated is None:
        raise _unknown(f"the rule set {id} has no rule {quoted(rule)}", f"{id}/{rule}", [one.id for one in found.rules])
    return rule_json(stated)


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


def _unknown(said: str, asked: str, known: Iterable[str]) -> NotFound:
    """What is asked for is not there; perhaps something like it is."""
    meant = did_you_mean(asked, known)
    return NotFound(said + (f"; did you mean {meant}?" if meant else ""))


@operation(blueprint, "/codes", CodeListSchema)
def codes() -> dict[str, Any]:
    """What every finding means."""
    return {"codes": [info.as_json() for info in registry().values()]}


@operation(blueprint, "/codes/<code>", CodeSchema)
def code(code: str) -> dict[str, Any]:
    """What one finding means, how grave it is, how the replay goes on, what to do."""
    known = registry()
    if code not in known:
        raise _unknown(f"there is no finding code {quoted(code)}", code, known)
    return known[code].as_json()
