"""Writes the pages that follow from the program: `python docs/generate.py` (`--check`: only say which are out of date).

findings.md comes from the registry of finding codes, rules/ID.md from the rule sets, patterns.md and mechanisms.md from
the registries of those, commands.md from `--help`, shorthand.html, to be printed, from shorthand.md, cases.md from the
disputes that are told in sample_logs/disputes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click

DOCS = Path(__file__).resolve().parent
LOOK_UP = DOCS / "lookup"
TOP = DOCS.parent
sys.path[:0] = [str(TOP / folder) for folder in (".", "cli", "schemas", "docs")]

from building_blocks import mechanisms_page, patterns_page  # noqa: E402
from narrated import cases_page  # noqa: E402
from printed import printed_page  # noqa: E402

from mjlog.findings import CodeInfo, registry  # noqa: E402  (the folders above must be known first)
from mjlog.rules import CHECKS, CheckInfo  # noqa: E402
from mjlog.rulesets import OptionInfo, RuleInfo, RuleSet, load, shipped  # noqa: E402
from mjlog.rulesets.difference import differences  # noqa: E402
from mjlog.rulesets.document import parent_of  # noqa: E402
from mjlog_cli.main import main as commands  # noqa: E402

__all__ = ["pages"]
_NOTE = "<!-- Written by docs/generate.py: change {source} and run it again. -->\n"
_WIDTH = 100
_NAMES = ("East",)


def pages() -> dict[Path, str]:
    """Every generated page and its text."""
    found = {LOOK_UP / "findings.md": findings_page(), LOOK_UP / "commands.md": commands_page()}
    found[LOOK_UP / "patterns.md"] = patterns_page(_NOTE.format(source="mjlog/scoring/patterns, or a rule set,"))
    source = "mjlog/rulesets, or docs/building_blocks.py,"
    found[LOOK_UP / "mechanisms.md"] = mechanisms_page(_NOTE.format(source=source))
    found[LOOK_UP / "shorthand.html"] = printed_page((LOOK_UP / "shorthand.md").read_text("utf-8"))
    source = "sample_logs/disputes/*.toml, or the logs beside them,"
    told = cases_page(TOP / "sample_logs" / "disputes", _NOTE.format(source=source), rule_address)
    found[DOCS / "understand" / "cases.md"] = told
    return found | {LOOK_UP / "rules" / f"{name}.md": rules_page(load(name)) for name in shipped()}


# -- findings ---------------------------------------------------------------------------------------------------


def findings_page() -> str:
    """The registry of finding codes."""
    lines = [_NOTE.format(source="mjlog/codes.toml"), "# Findings", ""]
    lines += [
        "What an audit reports. A finding has a code, its severity, the event (`seq`), the line of the file, the hand,",
        "the seat, the rule that was broken where there is one, and a sentence: what was done, and why it cannot be.",
        "One fault gives one finding ([certainty](../understand/certainty.md)). `mjlog explain CODE`, and the viewer's",
        "page of a code, also say what to do in the record and which rules a code enforces, and show an example.",
        "",
    ]
    group = None
    for info in registry().values():
        if info.group != group:
            group = info.group
            lines += [f"## {group[0].upper()}{group[1:]}", ""]
        lines += _finding(info)
    return "\n".join(lines).rstrip() + "\n"


def _finding(info: CodeInfo) -> Iterator[str]:
    yield from (f"### {info.code}", "", f"*{info.severity.value}*: {info.title}. {info.meaning}", "")
    yield from (f"At the table: {info.at_the_table}", "")


def _small(sentence: str) -> str:
    start = sentence[:1] if sentence.startswith(_NAMES) else sentence[:1].lower()
    return start + sentence[1:].removesuffix(".")


# -- rule sets --------------------------------------------------------------------------------------------------


def anchor(rule_id: str) -> str:
    """The name of a rule's heading in links."""
    return rule_id.replace("/", "")


def rules_page(ruleset: RuleSet) -> str:
    """A rule set: its rules, the checks that enforce each, its options; of one that is like another what differs."""
    base = like(ruleset.id)
    lines = [_NOTE.format(source=f"mjlog/rulesets/{ruleset.id}.toml"), f"# `{ruleset.id}`", ""]
    lines += [f"{ruleset.title}, version {ruleset.version}. Source: {ruleset.source}.", ""]
    if base:
        said = f"The rules are those of [{base}]({base}.md), under ids that begin with `{ruleset.id}/`."
        lines += [f"{said} This page has what differs; `mjlog rules {ruleset.id}` prints all of them.", ""]
    lines += ["## Rules", ""]
    for rule in ruleset.rules:
        if is_told(ruleset.id, "rules", rule.id.partition("/")[2]):
            lines += _rule(rule)
    lines += [
        "## Options", "",
        "A game names the ones that differ from the default, in its `game-start` (`mjlog new --option NAME=VALUE`).",
        "A *score* is one number: hundredths of the limit × 1,000,000 + doubles × 10,000 + points.", "",
    ]  # fmt: skip
    lines += ["| option | kind | default | meaning |", "|---|---|---|---|"]
    lines += [_option(option) for name, option in ruleset.options.items() if is_told(ruleset.id, "options", name)]
    return "\n".join(lines).rstrip() + "\n"


def like(ruleset_id: str) -> str | None:
    """The rule set, written as a whole, that one is like in the end; None for one that is whole itself."""
    parent = parent_of(ruleset_id)
    return parent and (like(parent) or parent)


@cache
def _own(ruleset_id: str) -> frozenset[tuple[str, str]]:
    """What of a rule set differs from the one that it is like, but for where it comes from: `("rules", "win-3")`."""
    base = like(ruleset_id)
    found = differences(load(base), load(ruleset_id)) if base else ()
    return frozenset((one.part, one.name) for one in found if one.field != "source")


def is_told(ruleset_id: str, part: str, name: str) -> bool:
    """Whether a rule or an option stands on the page of its rule set, and not on that of the one that it is like."""
    return like(ruleset_id) is None or (part, name) in _own(ruleset_id)


def rule_address(rule_id: str) -> str:
    """Where a rule stands, below `lookup/`."""
    ruleset_id, _, name = rule_id.partition("/")
    if not is_told(ruleset_id, "rules", name):
        return rule_address(f"{like(ruleset_id)}/{name}")
    return f"rules/{ruleset_id}.md#{anchor(rule_id)}"


def _rule(rule: RuleInfo) -> Iterator[str]:
    yield from (f"### {rule.id}", "", rule.text, "")
    if rule.reading:
        yield f"- Reading: {rule.reading}"
    if rule.in_force:
        yield f"- In force {rule.in_force}"
    if rule.source:
        yield f"- Source: {rule.source}"
    if rule.reason:
        yield f"- No log can show it broken: {rule.reason}"
    for name in rule.checks:
        yield from (_check(info) for info in CHECKS.values() if info.named == name)
    if rule.reading or rule.source or rule.reason or rule.checks:
        yield ""


def _check(info: CheckInfo) -> str:
    function = info.function
    path = f"{function.__module__.replace('.', '/')}.py"
    said = (function.__doc__ or "").strip().splitlines()[0]
    codes = ", ".join(f"[{code}](../findings.md#{code})" for code in info.codes)
    return f"- `{info.name}` in [{path}](../../../{path}): {_small(said)} → {codes}"


def _option(option: OptionInfo) -> str:
    default = {True: "on", False: "off"}[option.default] if option.kind == "bool" else option.default
    kind = option.kind + (f": {', '.join(map(str, option.values))}" if option.values else "")
    return f"| `{option.name}` | {kind} | {default} | {option.text} |"


# -- commands ---------------------------------------------------------------------------------------------------

_STATUSES = (
    ("0", "nothing of severity *error* was found; what was asked for was done"),
    ("1", "something was found: a finding of severity *error*, a chain that does not hold, a line that is no event"),
    ("2", "it could not be done: wrong usage, a path that cannot be opened (after all others were done)"),
    ("70", "a fault of the program itself; `MJLOG_DEBUG=1` prints where"),
    ("130", "stopped by Ctrl-C"),
    ("141", "whoever read the output had seen enough (a closed pipe)"),
)


def commands_page() -> str:
    """Every command as its `--help` describes it, and the exit statuses."""
    lines = [_NOTE.format(source="cli/mjlog_cli"), "# Commands", ""]
    lines += ["```text", _help(commands, "mjlog"), "```", ""]
    lines += ["## Exit status", "", "| status | meaning |", "|---|---|"]
    lines += [f"| {number} | {meaning} |" for number, meaning in _STATUSES]
    lines += [
        "", "Results go to standard output, messages for people to standard error, both in UTF-8 whatever the console",
        "says. With `--json` every line of the result is one JSON object.", "",
    ]  # fmt: skip
    context = click.Context(commands, info_name="mjlog")
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command is not None
        lines += [f"## mjlog {name}", "", "```text", _help(command, f"mjlog {name}"), "```", ""]
        lines += _subcommands(command, f"mjlog {name}")
    return "\n".join(lines).rstrip() + "\n"


def _subcommands(group: click.Command, name: str) -> Iterator[str]:
    """The commands of a group, each under a heading of its own."""
    if not isinstance(group, click.Group):
        return
    context = click.Context(group, info_name=name)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command is not None
        yield from (f"### {name} {word}", "", "```text", _help(command, f"{name} {word}"), "```", "")


def _help(command: click.Command, name: str) -> str:
    context = click.Context(command, info_name=name, terminal_width=_WIDTH, help_option_names=["-h", "--help"])
    return "\n".join(line.rstrip() for line in command.get_help(context).splitlines())


def main() -> int:
    """Write the pages, or say which are out of date."""
    only_check = "--check" in sys.argv
    late = {path: text for path, text in pages().items() if not path.exists() or path.read_text("utf-8") != text}
    for path, text in late.items():
        print(f"{path.relative_to(TOP)} {'is out of date' if only_check else 'written'}")
        if not only_check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
    return 1 if late and only_check else 0


if __name__ == "__main__":
    sys.exit(main())
