"""A rule set document: reading it, and what it declares.

A rule set is data (TOML): ids and statements of the rules, the checks of `mjlog.rules` that enforce each, options
with their defaults, wall and deal, scoring tables. A club writes its own from the same mechanisms.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mjlog.errors import RuleSetError
from mjlog.text import read_toml


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option: its kind (bool, count, int, score, choice), default and meaning."""

    name: str
    kind: str
    default: Any
    text: str
    values: tuple[Any, ...] = ()

    def accepts(self, value: Any) -> bool:
        """Whether a JSON value fits the option."""
        if self.kind == "bool":
            return isinstance(value, int) and value in (0, 1)
        if self.kind == "choice":
            return any(type(value) is type(choice) and value == choice for choice in self.values)
        whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 10**9
        return whole and (self.kind == "int" or value >= 0)

    def read(self, value: Any) -> Any:
        """The value as the program uses it."""
        return bool(value) if self.kind == "bool" else value


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A numbered rule: its id, statement, and the checks that enforce it.

    `breach` is "none" with a `reason` where no log can show it broken.
    """

    id: str
    text: str
    checks: tuple[str, ...]
    source: str
    reading: str
    option: str
    breach: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """A rule set as written down. `digest` is the SHA-256 of the document's text."""

    id: str
    title: str
    version: str
    source: str
    digest: str
    options: Mapping[str, OptionInfo]
    rules: tuple[RuleInfo, ...]
    tables: Mapping[str, Any]

    def checks(self) -> dict[str, str]:
        """Which rule each check enforces, by the check's name."""
        return {name: rule.id for rule in self.rules for name in rule.checks}

    def rule(self, rule_id: str) -> RuleInfo | None:
        """The rule with this id."""
        return next((rule for rule in self.rules if rule.id == rule_id), None)


def shipped() -> tuple[str, ...]:
    """The ids of the rule sets that ship with the program."""
    folder = importlib.resources.files("mjlog.rulesets")
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


@functools.cache
def load(ruleset_id: str) -> RuleSet:
    """A shipped rule set by its id.

    Raises:
        RuleSetError: no such rule set ships.
    """
    if ruleset_id not in shipped():
        raise RuleSetError(f"no rule set {ruleset_id[:60]!r}: {', '.join(shipped())} ship with the program")
    return parse((importlib.resources.files("mjlog.rulesets") / f"{ruleset_id}.toml").read_text("utf-8"))


def parse(text: str) -> RuleSet:
    """A rule set from the text of its document.

    Raises:
        RuleSetError: the text is no rule set document; the message says where.
    """
    fields = read_toml(text)
    try:
        return _read(fields, hashlib.sha256(text.encode("utf-8", "replace")).hexdigest())
    except (KeyError, TypeError, AttributeError) as error:
        raise RuleSetError(f"the rule set document lacks or misuses {error}") from error


def _read(fields: dict[str, Any], digest: str) -> RuleSet:
    options = {name: _option(name, given) for name, given in fields.get("options", {}).items()}
    rules = tuple(_rule(fields["id"], given) for given in fields.get("rule", ()))
    tables = {key: value for key, value in fields.items() if isinstance(value, dict) and key != "options"}
    source = str(fields.get("source", ""))
    return RuleSet(
        str(fields["id"]), str(fields.get("title", fields["id"])), str(fields.get("version", "1")), source, digest,
        options, rules, tables,
    )  # fmt: skip


def _option(name: str, given: dict[str, Any]) -> OptionInfo:
    option = OptionInfo(name, given["kind"], given["default"], given.get("text", ""), tuple(given.get("values", ())))
    if not option.accepts(option.default):
        raise RuleSetError(f"option {name}: the default {option.default!r} is no {option.kind}")
    return option


def _rule(ruleset_id: str, given: dict[str, Any]) -> RuleInfo:
    return RuleInfo(
        id=f"{ruleset_id}/{given['id']}",
        text=given["text"],
        checks=tuple(given.get("checks", ())),
        source=given.get("source", ""),
        reading=given.get("reading", ""),
        option=given.get("option", ""),
        breach=given.get("breach", ""),
        reason=given.get("reason", ""),
    )
