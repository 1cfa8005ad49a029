"""`mjlog rules`: the rule sets, their numbered rules and options."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from mjlog.text import shown
from mjlog_cli.console import say, write_json
from mjlog_cli.params import json_option

if TYPE_CHECKING:
    from mjlog.rulesets import OptionInfo, RuleInfo, RuleSet


@click.command(name="rules", short_help="Print the rule sets.")
@click.argument("ruleset", metavar="[ID]", required=False)
@json_option
def command(ruleset: str | None, as_json: bool) -> None:
    """Print a rule set: every rule with its id, text and source, every option with its kind and default.

    Without ID, list the rule sets that ship with the program.
    """
    from mjlog.rulesets import load, shipped

    found = [load(one) for one in ([ruleset] if ruleset is not None else shipped())]
    for one in found:
        if as_json:
            write_json(ruleset_fields(one))
        elif ruleset is None:
            say(f"{one.id}: {one.title}, version {one.version}; {len(one.rules)} rules, {len(one.options)} options")
        else:
            _print(one)


def ruleset_fields(ruleset: RuleSet) -> dict[str, Any]:
    """A rule set as JSON values."""
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "source": ruleset.source,
        "digest": ruleset.digest,
        "rules": [rule_fields(rule) for rule in ruleset.rules],
        "options": {
            option.name: {
                "kind": option.kind, "default": option.default, "text": option.text,
                **({"values": list(option.values)} if option.values else {}),
            }
            for option in ruleset.options.values()
        },
    }  # fmt: skip


def rule_fields(rule: RuleInfo) -> dict[str, Any]:
    """A rule as JSON values; what it does not state is left out."""
    fields: dict[str, Any] = {"id": rule.id, "text": rule.text, "checks": list(rule.checks)}
    for name in ("source", "reading", "option", "breach", "reason"):
        if getattr(rule, name):
            fields[name] = getattr(rule, name)
    return fields


def _print(ruleset: RuleSet) -> None:
    say(f"{ruleset.id}: {shown(ruleset.title, 200)}, version {shown(ruleset.version)}")
    say(f"source: {shown(ruleset.source, 400)}")
    say(f"digest: {ruleset.digest}")
    say("\nRules\n")
    for rule in ruleset.rules:
        print_rule(rule)
    say("\nOptions\n")
    for option in ruleset.options.values():
        _print_option(option)


def print_rule(rule: RuleInfo) -> None:
    """A rule for people."""
    say(shown(rule.id))
    for label, text in (("", rule.text), ("reading: ", rule.reading), ("source: ", rule.source)):
        if text:
            say(textwrap.fill(label + shown(text, 2000), 100, initial_indent="    ", subsequent_indent="    "))


def _print_option(option: OptionInfo) -> None:
    values = f", one of {', '.join(map(str, option.values))}" if option.values else ""
    default = {True: "on", False: "off"}[option.default] if option.kind == "bool" else option.default
    say(f"{shown(option.name)} ({option.kind}{shown(values, 200)}; default {shown(default)})")
    say(textwrap.fill(shown(option.text, 2000), 100, initial_indent="    ", subsequent_indent="    "))
