"""`mjlog explain`: what a finding code, or a rule, means; and why it was silent about an event."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import mjlog
from mjlog.errors import MjlogError
from mjlog.reports.code_page import CodePage, Example, code_page, example_of
from mjlog.text import did_you_mean, quoted
from mjlog_cli.completing import codes, stored_games
from mjlog_cli.console import say, write_json
from mjlog_cli.games import opened, or_the_last
from mjlog_cli.params import as_of_option, as_recorded_option, cards_option, db_option, json_option

if TYPE_CHECKING:
    from mjlog.audit.game import Game
    from mjlog.cards.shelf import CardShelf

FOLDER = "sample_logs/findings"
"""Where the examples stand in a checkout."""
_INSTALLED = Path(mjlog.__file__).resolve().parent
_PLACES = (_INSTALLED / "sample_findings", _INSTALLED.parent / FOLDER)
"""In an installed program, apart from its sample games, which have no fault; and in a checkout."""


def example_for(code: str) -> Example | None:
    """The example of a code, told up to its fault; None where this copy of the program came without it."""
    from mjlog.formats.logs import SUFFIX
    from mjlog.sources import games_in

    name = f"{code}{SUFFIX}"
    path = next((place / name for place in _PLACES if (place / name).is_file()), None)
    try:
        return None if path is None else example_of(code, next(games_in(str(path))), f"{FOLDER}/{name}")
    except MjlogError:
        return None


def page_for(code: str) -> CodePage:
    """The page of a code, with its example where it is at hand.

    Raises:
        KeyError: there is no such code.
    """
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
def command(
    code: str | None, game: str | None, event: int | None, db: str | None, as_recorded: bool, as_of: int | None,
    cards: CardShelf, as_json: bool,
) -> None:  # fmt: skip
    """Explain a finding: what CODE means, how grave it is, what to do, which rules it enforces, with an example.

    CODE is the code of a finding, or the id of a rule such as classical/claim-1; a word of players, such as pao, honba
    or misnamed, leads to the rules and codes that are about it. Without CODE, all codes are listed.

    With GAME and the number of an EVENT: was the rule asked about this event, and what did it answer, or why was it
    silent? The game is judged as by `mjlog audit`.
    """
    if game is not None:
        if event is None or code is None:
            raise click.UsageError("which event? expected its number, like `mjlog explain western/kong-2 tuesday 57`")
        _explain_silence(code, event, _view(game, db, as_recorded, as_of, cards), as_json)
        return
    if code is not None and "/" in code:
        _explain_rule(code, as_json)
        return
    from mjlog.findings import registry

    known = registry()
    if code is not None and code not in known:
        if _explain_word(code, as_json):
            return
        meant = did_you_mean(code, known)
        hint = f"; did you mean {meant}?" if meant else "; `mjlog explain` lists all"
        raise MjlogError(f"there is no finding code {quoted(code)}{hint}")
    if code is not None:
        _explain_code(code, as_json)
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
    from mjlog.reports.words import led_lines, led_to

    led = led_to(word)
    if as_json:
        for one in (*led.rules, *led.codes):
            write_json(one)
    elif led.rules or led.codes:
        for line in led_lines(word, led):
            say(line)
    return bool(led.rules or led.codes)


def _explain_code(code: str, as_json: bool) -> None:
    from mjlog.reports.code_page import page_lines
    from mjlog_cli.commands.explain import page_for

    page = page_for(code)
    if as_json:
        write_json(page.as_json())
        return
    for line in page_lines(page):
        say(line)


def _explain_rule(rule_id: str, as_json: bool) -> None:
    from mjlog.reports.rule_pages import rule_lines
    from mjlog.rulesets import find_rule, load

    ruleset = load(rule_id.partition("/")[0])
    rule = find_rule(rule_id)
    if rule is None:
        meant = did_you_mean(rule_id, [one.id for one in ruleset.rules])
        hint = f"; did you mean {meant}?" if meant else ""
        raise MjlogError(f"the rule set {ruleset.id} has no rule {quoted(rule_id)}{hint}")
    if as_json:
        write_json(rule)
    else:
        for line in rule_lines(rule):
            say(line)


def _view(game: str, db: str | None, as_recorded: bool, as_of: int | None, cards: CardShelf) -> Game:
    from mjlog.audit.game import Game
    from mjlog.log.records import as_of as log_as_of

    with opened(game, db) as record:
        # Whoever gives a card is its owner, as in an audit.
        return Game(log_as_of(record, as_of), as_recorded, cards=cards, to_owner=True)


def _explain_silence(named: str, seq: int, view: Game, as_json: bool) -> None:
    from mjlog.disputes.why import why, why_lines

    for one in why(view, seq, named, as_audited=True):
        if as_json:
            write_json(one)
            continue
        for line in why_lines(one):
            say(line)
