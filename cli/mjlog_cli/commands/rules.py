"""`mjlog rules`, `explain`: the rule sets, what is wrong with a club's own; what a finding or a rule means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

import mjlog
from mjlog.errors import MjlogError, RecordError, RuleSetError
from mjlog.text import did_you_mean, quoted, shown
from mjlog_cli.console import say, tell, write_bytes, write_json
from mjlog_cli.games import or_the_last, replayed
from mjlog_cli.params import (
    as_of_option,
    as_recorded_option,
    cards_option,
    codes,
    db_option,
    json_option,
    ruleset_of,
    rulesets,
    stored_games,
)

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf
    from mjlog.reports.code_page import CodePage, Example
    from mjlog.rulesets import RuleSet


# -- explain ----------------------------------------------------------------------------------------------------------


FOLDER = "sample_logs/findings"
"""Where the examples stand in a checkout."""
_INSTALLED = Path(mjlog.__file__).resolve().parent
_PLACES = (_INSTALLED / "sample_findings", _INSTALLED.parent / FOLDER)
"""In an installed program, apart from its sample games, which have no fault; and in a checkout."""


def example_for(code: str) -> Example | None:
    """The example of a code, told up to its fault; None where this copy of the program came without it."""
    from mjlog.formats.lines import lines_of
    from mjlog.formats.logs import SUFFIX, read_log
    from mjlog.reports.code_page import example_of

    name = f"{code}{SUFFIX}"
    path = next((place / name for place in _PLACES if (place / name).is_file()), None)
    if path is None:
        return None
    try:
        return example_of(code, next(read_log(str(path), lines_of(path), code)), f"{FOLDER}/{name}")
    except MjlogError:
        return None


def page_for(code: str) -> CodePage:
    """The page of a code, with its example where it is at hand.

    Raises:
        KeyError: there is no such code.
    """
    from mjlog.reports.code_page import code_page

    return code_page(code, example_for(code))


@click.command(name="explain")
@click.argument("code", required=False, metavar="[RULE|CODE]", shell_complete=codes)
@click.argument("game", required=False, shell_complete=stored_games, callback=or_the_last)
@click.argument("event", required=False, type=click.IntRange(1))
@db_option
@as_recorded_option
@as_of_option
@cards_option
@json_option
def explain_command(
    code: str | None, game: str | None, event: int | None, db: str | None, as_recorded: bool, as_of: int | None,
    cards: CardShelf, as_json: bool,
) -> None:  # fmt: skip
    """Explain a finding: what CODE means, how grave it is, what to do, which rules it enforces, with an example.

    CODE is the code of a finding, or the id of a rule such as classical/claim-1; words of players, such as pao, honba
    or `no flowers`, lead to the rules, options and codes that are about them. Without CODE, all codes are listed.

    With GAME and the number of an EVENT: was the rule asked about this event, and what did it answer, or why was it
    silent? The game is judged as by `mjlog audit`.
    """
    if game is not None:
        if event is None or code is None:
            raise click.UsageError("which event? expected its number, like `mjlog explain western/kong-2 tuesday 57`")
        from mjlog.disputes.why import why, why_lines

        # Whoever gives a card is its owner, as in an audit.
        view, _record = replayed(game, db, as_recorded, as_of, cards, to_owner=True)
        for answer in why(view, event, code, as_audited=True):
            if as_json:
                write_json(answer)
            else:
                _say_all(why_lines(answer))
        return
    if code is not None and "/" in code:
        _explain_rule(code, as_json)
        return
    from mjlog.findings import registry

    known = registry()
    if code is not None and code not in known:
        if _explain_word(code, as_json):
            return
        from mjlog.reports.rule_pages import known_words

        meant = did_you_mean(code.strip().lower(), known_words())
        hint = f"; did you mean {meant}?" if meant else "; `mjlog explain` lists all codes, `mjlog rules ID` all rules"
        raise MjlogError(f"there is no finding code, rule or option {quoted(code)}{hint}")
    if code is not None:
        from mjlog.reports.code_page import page_lines

        page = page_for(code)
        if as_json:
            write_json(page.as_json())
        else:
            _say_all(page_lines(page))
        return
    group = None
    for info in known.values():
        if as_json:
            write_json(info)
            continue
        if info.group != group:
            say(f"{'' if group is None else chr(10)}{info.group}")
            group = info.group
        say(f"  {info.code}: {info.title} ({info.severity.value})")


def _explain_word(word: str, as_json: bool) -> bool:
    """Tell what a word of players leads to; whether it leads anywhere."""
    from mjlog.reports.rule_pages import led_lines, led_to

    led = led_to(word)
    if as_json:
        for answer in (*led.rules, *led.options, *led.codes):
            write_json(answer)
    elif not led.is_nowhere:
        _say_all(led_lines(word, led))
    return not led.is_nowhere


def _explain_rule(rule_id: str, as_json: bool) -> None:
    from mjlog.reports.rule_pages import rule_lines
    from mjlog.rulesets import find_rule, load

    ruleset = load(rule_id.partition("/")[0])
    rule = find_rule(rule_id)
    if rule is None:
        meant = did_you_mean(rule_id, [each_rule.id for each_rule in ruleset.rules])
        hint = f"; did you mean {meant}?" if meant else ""
        raise MjlogError(f"the rule set {ruleset.id} has no rule {quoted(rule_id)}{hint}")
    if as_json:
        write_json(rule)
    else:
        _say_all(rule_lines(rule))


def _say_all(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


# -- rules ------------------------------------------------------------------------------------------------------------


@click.command(name="rules")
@click.argument("ruleset", metavar="[ID[@VERSION]|FILE]", required=False, shell_complete=rulesets)
@click.option("--toml", "as_toml", is_flag=True, help="Print the document itself, to be copied and changed.")
@click.option("--as", "new_id", metavar="NEW-ID", help="With --toml: under an id of its own, for a club's rule set.")
@click.option(
    "--check", "checked", metavar="FILE", help="Say what is wrong with a document, by line; - is standard input."
)
@click.option("--diff", "compared", nargs=2, metavar="A B", help="What differs between two rule sets or versions.")
@json_option
def rules_command(
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

        for each_ruleset in map(load, shipped()):
            if as_json:
                write_json({**plain(each_ruleset), "versions": versions(each_ruleset.id)})
            else:
                say(one_line(each_ruleset))
        return 0
    if compared is not None:
        return _compare(ruleset_of(compared[0]), ruleset_of(compared[1]), as_json)
    assert ruleset is not None
    if as_toml:
        _copy(ruleset_of(ruleset), new_id)
    else:
        found = ruleset_of(ruleset)
        if as_json:
            write_json(found)
        else:
            from mjlog.reports.rule_pages import ruleset_lines

            _say_all(ruleset_lines(found))
    return 0


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
            write_json({
                "path": path, "line": fault.line or 1, "field": fault.field, "message": fault.message,
                "expected": fault.expected, "found": fault.found,
            })  # fmt: skip
        else:
            say(f"{shown(name, 300)}:{fault.line or 1}: {shown(fault.message, 1000)}")
    if not faults:
        # To standard error: the result is the list of mistakes, and it is empty.
        ruleset = read(text)
        tell(f"{name}: nothing is wrong with {one_line(ruleset)}; digest {ruleset.digest}")
    return 1 if faults else 0


# -- differences ------------------------------------------------------------------------------------------------


def _compare(before: RuleSet, after: RuleSet, as_json: bool) -> int:
    from mjlog.rulesets import differences

    found = differences(before, after)
    for number, (part, group) in enumerate(groupby(found, key=lambda difference: difference.part)):
        if not as_json:
            say(("\n" if number else "") + part.capitalize())
        for one in group:
            if as_json:
                write_json({"part": one.part, "name": one.name or None, "field": one.field or None,
                            "before": one.before, "after": one.after, "message": one.words()})  # fmt: skip
            else:
                say(f"  {one.words()}")
    if not found:
        same = before.document == after.document
        tell(f"{before.id} and {after.id}: " + ("the same document" if same else "only comments or layout differ"))
    return 1 if found else 0
