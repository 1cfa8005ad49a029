"""`mjlog rules`: the rule sets, what is wrong with a club's own, and what differs between two."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from mjlog.errors import RecordError, RuleSetError
from mjlog.text import quoted, shown
from mjlog_cli.completing import rulesets
from mjlog_cli.console import say, tell, write_bytes, write_json
from mjlog_cli.params import json_option

if TYPE_CHECKING:
    from mjlog.rulesets import Difference, RuleSet
    from mjlog_schemas import Fault

_TITLES = {
    "head": "Head", "options": "Options", "rules": "Rules", "table": "Table", "danger": "Danger", "fines": "Fines",
    "wall": "Wall", "break": "Break", "deal": "Deal", "scoring": "Scoring", "settlement": "Settlement",
}  # fmt: skip


@click.command(name="rules")
@click.argument("ruleset", metavar="[ID[@VERSION]|FILE]", required=False, shell_complete=rulesets)
@click.option("--toml", "as_toml", is_flag=True, help="Print the document itself, to be copied and changed.")
@click.option("--as", "new_id", metavar="NEW-ID", help="With --toml: under an id of its own, for a club's rule set.")
@click.option(
    "--check", "checked", metavar="FILE", help="Say what is wrong with a document, by line; - is standard input."
)
@click.option("--diff", "compared", nargs=2, metavar="A B", help="What differs between two rule sets or versions.")
@json_option
def command(
    ruleset: str | None, as_toml: bool, new_id: str | None, checked: str | None, compared: tuple[str, str] | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Print a rule set: its rules with text and source, its options, what scores what, and who pays whom. Without
    ID, list the rule sets that ship with the program.

    All versions stay: western@1 is the first, western the newest; mjlog rules --diff western@1 western tells what has
    changed. A game is judged by the version that it was played by.

    A club writes its own: mjlog rules western --toml --as club > club.toml, change it, and mjlog rules --check
    club.toml until nothing is wrong. Then its path stands wherever the id of a rule set does. With --check and --diff
    the exit status is 1 where there is a mistake, or a difference.
    """
    if sum(wish is not None for wish in (ruleset, checked, compared)) > 1:
        raise click.UsageError("expected one of: a rule set to print, --check, --diff")
    if as_toml and ruleset is None:
        raise click.UsageError("--toml: which rule set? expected its id, like `mjlog rules western --toml`")
    if new_id is not None and not as_toml:
        raise click.UsageError("--as is for a copy; expected --toml with it")
    if checked is not None:
        return _check(checked, as_json)
    if ruleset is None and compared is None:
        from mjlog.answers import plain
        from mjlog.reports.rule_pages import one_line
        from mjlog.rulesets import load, shipped, versions

        for one in map(load, shipped()):
            if as_json:
                write_json({**plain(one), "versions": versions(one.id)})
            else:
                say(one_line(one))
        return 0
    from mjlog_cli.params import ruleset_of

    if compared is not None:
        return _compare(ruleset_of(compared[0]), ruleset_of(compared[1]), as_json)
    assert ruleset is not None
    if as_toml:
        _copy(ruleset_of(ruleset), new_id)
    else:
        _print(ruleset_of(ruleset), as_json)
    return 0


def _print(ruleset: RuleSet, as_json: bool) -> None:
    from mjlog.reports.rule_pages import ruleset_lines

    if as_json:
        write_json(ruleset)
        return
    for line in ruleset_lines(ruleset):
        say(line)


def _copy(ruleset: RuleSet, new_id: str | None) -> None:
    """The document as it is, or as that of a rule set with another id.

    Raises:
        RuleSetError: the new id is none, or is taken.
    """
    from mjlog.rulesets import renamed, shipped

    text = ruleset.document
    if new_id is not None:
        if not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,199}", new_id) or new_id in shipped():
            raise RuleSetError(
                f"--as {quoted(new_id)}: expected an id that is not taken, in small letters, like club-2024"
            )
        text = renamed(text, ruleset.id, new_id)
    write_bytes([text.encode("utf-8")])


# -- mistakes ---------------------------------------------------------------------------------------------------


def _check(path: str, as_json: bool) -> int:
    from mjlog.house_rules import document_faults, document_text, played_faults
    from mjlog.reports.rule_pages import one_line
    from mjlog.rulesets import read
    from mjlog_schemas import Fault

    try:
        text = document_text(path)
        faults = document_faults(text) or played_faults(text)
    except RecordError as error:
        if error.line is None:
            raise
        text, faults = "", [Fault("bad-field", None, error.bare_message, line=error.line)]
    name = "standard input" if path == "-" else path
    for fault in faults:
        if as_json:
            write_json(_fault_fields(path, fault))
        else:
            say(f"{shown(name, 300)}:{fault.line or 1}: {shown(fault.message, 1000)}")
    if not faults:
        # To standard error: the result is the list of mistakes, and it is empty.
        ruleset = read(text)
        tell(f"{name}: nothing is wrong with {one_line(ruleset)}; digest {ruleset.digest}")
    return 1 if faults else 0


def _fault_fields(path: str, fault: Fault) -> dict[str, Any]:
    return {
        "path": path, "line": fault.line or 1, "field": fault.field, "message": fault.message,
        "expected": fault.expected, "found": fault.found,
    }  # fmt: skip


# -- differences ------------------------------------------------------------------------------------------------


def _compare(before: RuleSet, after: RuleSet, as_json: bool) -> int:
    from mjlog.rulesets import differences

    found = differences(before, after)
    if as_json:
        for one in found:
            write_json({"part": one.part, "name": one.name or None, "field": one.field or None,
                        "before": one.before, "after": one.after, "message": one.words()})  # fmt: skip
    else:
        _print_differences(found)
    if not found:
        same = before.document == after.document
        tell(f"{before.id} and {after.id}: " + ("the same document" if same else "only comments or layout differ"))
    return 1 if found else 0


def _print_differences(found: list[Difference]) -> None:
    for number, (part, group) in enumerate(groupby(found, key=lambda one: one.part)):
        if number:
            say()
        say(_TITLES[part])
        for one in group:
            say(f"  {one.words()}")
