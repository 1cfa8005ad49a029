"""`mjlog settle`: who pays whom; the running sheet of a session."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click

from mjlog.audit.valuing import terms_for
from mjlog.calculator.requests import rules_of, settlement_of
from mjlog.errors import HandError
from mjlog.rulesets import Rules
from mjlog.scoring.request import SEATS_BY_CODE
from mjlog.scoring.settle_request import check_payers
from mjlog.seats import SEATS, Seat
from mjlog_cli.batches import run_batch, with_options
from mjlog_cli.console import complain, say, write_json
from mjlog_cli.house_rules import ruleset_of
from mjlog_cli.params import json_option, option_values, options_option, pairs, ruleset_option
from mjlog_cli.scoring.missing import at_terminal
from mjlog_cli.scoring.switches import is_said, seat_of

Fields = dict[str, Any]
_EXAMPLE = "--total E=16 --total S=40 --total W=8 --total N=8 --winner S"
_OF_TOTALS = ("totals", "pays_for_all")
_OF_A_CARD = ("value", "jokerless", "no_bonus")
_OF_A_SHARE = ("liable", "liable_total", "repeats", "pot", "ready", "nagashi")
_SWITCHES = {"totals": "total", "pays_for_all": "pays-for-all", "no_bonus": "no-bonus", "liable_total": "liable-total"}


@click.command(name="settle")
@ruleset_option("The rule set, such as classical.")
@click.option("--batch", metavar="FILE", help="A request a line, as JSON; - is standard input.")
@click.option("--total", "totals", multiple=True, metavar="SEAT=N", help="A hand's total, for every seat.")
@click.option("--winner", metavar="SEAT", help="Who won. Default: nobody.")
@click.option("--discarder", metavar="SEAT", help="Who discarded the winning tile. Default: it was self-drawn.")
@click.option("--pays-for-all", metavar="SEAT", help="Who pays the winner for everybody.")
@click.option("--value", type=int, metavar="N", help="What the line of a score card is worth, instead of totals.")
@click.option("--jokerless", is_flag=True, help="No joker is among the fourteen tiles of a hand of a card.")
@click.option("--no-bonus", is_flag=True, help="Its section does not pay double for that: singles and pairs.")
@click.option("--repeats", type=click.IntRange(0), metavar="N", help="Repeats (honba), where these are paid.")
@click.option("--pot", type=click.IntRange(0), metavar="N", help="Points on the table, which the winner takes.")
@click.option("--liable", metavar="SEAT", help="Who answers for the winner's yakuman.")
@click.option("--liable-total", type=click.IntRange(0), metavar="N", help="What of the total is for it. Default: all.")
@click.option("--ready", multiple=True, metavar="SEAT", help="Who was ready after an exhaustive draw; each by itself.")
@click.option("--nagashi", multiple=True, metavar="SEAT", help="Who discarded terminals and honors only.")
@click.option("--sheet", metavar="FILE", help="The results of a session, a hand a line; - is standard input.")
@click.option("--player", "players", multiple=True, metavar="HANDLE",
              help="A player of the session: the first East, then on to the right. Default: Player 1 …")  # fmt: skip
@options_option
@json_option
def command(
    ruleset: str | None, batch: str | None, sheet: str | None, players: tuple[str, ...], options: tuple[str, ...],
    as_json: bool, **given: Any,
) -> int:  # fmt: skip
    """Settle a hand by its totals: `mjlog settle --ruleset classical --total E=16 --total S=40 … --winner S`.

    At a terminal, totals and winner are asked for. A batch line is {"totals": {"E": 16, …}, "winner": "S",
    "discarder": "W"} and is answered with {"change": …, "payments": [[from, to, points], …]}; an impossible one with
    {"error": …}, and exit status 1; --option fills in where a line has no such option of its own. In american a line
    is {"winner": "S", "discarder": "W", "value": 25, "jokerless": false, "bonus": true}. In riichi the winner's total
    is all there is: `--total S=7700 --discarder W --repeats 1 --pot 1000`, a line {"total": 7700, "winner": "S",
    "discarder": "W", "repeats": 1, "pot": 1000, "liable": null}; after a drawn hand {"ready": ["E", "W"]}.

    With --sheet the results of a whole session are settled hand by hand, in short hand (docs/shorthand.md): `8s48/4/2`
    is South's win with 48 when East has 8, West 4, North 2; `8sw48/4/2` from the wall; `wash` a drawn hand; `penalty S
    50 REASON`. A line that cannot be read or settled is named, and the rest goes on; exit status 1.
    """
    _check_alone(batch, sheet, players, given)
    if ruleset is None:
        return _of_a_rule_set_to_be_asked_for(batch, sheet, options, as_json, given)
    values = option_values(options)
    rules = rules_of(ruleset_of(ruleset), values)
    if sheet is not None:
        from mjlog_cli.scoring.session_sheet import run_sheet

        return run_sheet(sheet, rules, values, players, as_json=as_json)
    if batch is not None:
        return run_batch(batch, lambda fields: settlement_of(with_options(fields, values, None), rules.ruleset))
    _check_kind(rules, given)
    return _settled(rules, _fields(rules, options, given), as_json)


def _check_alone(batch: str | None, sheet: str | None, players: tuple[str, ...], given: Fields) -> None:
    """Is beside a batch or the sheet of a session said nothing of one hand?

    Raises:
        click.UsageError: something is.
    """
    whole = next((name for name, value in (("--batch", batch), ("--sheet", sheet)) if value is not None), None)
    if batch is not None and sheet is not None:
        raise click.UsageError("--batch and --sheet: expected one of them")
    if players and sheet is None:
        raise click.UsageError("--player is said of a session: expected --sheet, too")
    if whole is not None:
        of_one_hand = (*_OF_TOTALS, *_OF_A_CARD, *_OF_A_SHARE, "winner", "discarder")
        _refuse(given, of_one_hand, f"one hand, and {whole}: write it into the lines")


def _check_kind(rules: Rules | None, given: Fields) -> None:
    """Is a hand of a card settled by its value, and every other one by totals? Nobody is ready where nothing is shared.

    Raises:
        click.UsageError: not so.
    """
    if rules is not None and terms_for(rules).shared is not None:
        _refuse(given, _OF_A_CARD, "a hand of a score card; by these rules a total is settled: expected --total SEAT=N")
        _refuse(given, ("pays_for_all",), "a dangerous discard; by these rules expected --liable SEAT")
        return
    _refuse(given, _OF_A_SHARE, "a total that is shared, as in riichi, and by these rules none is")
    if rules is not None and rules.plan.by_card:
        _refuse(given, _OF_TOTALS, "totals, and by a score card the value of a line is paid: expected --value N")
    else:
        _refuse(given, _OF_A_CARD, "a hand of a score card; by these rules totals are settled: expected --total SEAT=N")


def _refuse(given: Fields, names: Iterable[str], why: str) -> None:
    name = next((name for name in names if is_said(given[name])), None)
    if name is not None:
        raise click.UsageError(f"--{_SWITCHES.get(name, name)} is said of {why}")


def _of_a_rule_set_to_be_asked_for(
    batch: str | None, sheet: str | None, options: tuple[str, ...], as_json: bool, given: Fields
) -> int:
    if batch is not None or sheet is not None or not at_terminal():
        raise click.UsageError("--ruleset is missing: expected a rule set, like --ruleset classical")
    from mjlog_cli.scoring.asked_hand import ask_shared, ask_totals
    from mjlog_cli.scoring.questions import ask_ruleset, asked, say_in_lines

    _check_kind(None, given)  # of a rule set by which hands are of a card nobody is asked
    _check_seats(given, SEATS)
    with asked("nothing was settled") as ask:
        _name, chosen = ask_ruleset(ask, say_in_lines)
        rules = rules_of(chosen, option_values(options))
        fields = _given(options, given)
        if not fields["totals"]:
            asking = ask_totals if terms_for(rules).shared is None else ask_shared
            fields = asking(fields, rules, ask, say_in_lines)
    return _settled(rules, fields, as_json)


def _fields(rules: Rules, options: tuple[str, ...], given: Fields) -> Fields:
    """The request of the command line, with what was missing, where somebody can be asked for it."""
    is_shared = terms_for(rules).shared is not None
    fields = _shared(options, given) if is_shared else _given(options, given)
    if rules.plan.by_card or any(fields.get(name) for name in ("totals", "total", "ready", "nagashi")):
        return fields
    if not at_terminal():
        raise click.UsageError(
            "the winner's total is missing: expected --total S=7700 --discarder W, or after a drawn hand --ready E"
            if is_shared
            else f"the totals are missing: expected one of each seat, like {_EXAMPLE}"
        )
    from mjlog_cli.scoring.asked_hand import ask_shared, ask_totals
    from mjlog_cli.scoring.questions import asked, say_in_lines

    _check_seats(given, rules.plan.seats)
    with asked("nothing was settled") as ask:
        return (ask_shared if is_shared else ask_totals)(fields, rules, ask, say_in_lines)


def _check_seats(given: Fields, seats: Sequence[Seat]) -> None:
    """Are the players who are named at the table? Told before anything is asked for.

    Raises:
        click.UsageError: not so, or the winner pays.
    """
    for name in ("winner", "discarder", "pays_for_all", "liable"):
        seat = seat_of(given, name)
        if seat is not None and seat not in seats:
            raise click.UsageError(f"--{_SWITCHES.get(name, name)} {seat.value}: nobody sits {seat} by these rules")
        if seat is not None and name != "winner" and seat is seat_of(given, "winner"):
            raise click.UsageError(
                f"--{_SWITCHES.get(name, name)} {seat.value}: expected another seat than the winner's"
            )


def _given(options: tuple[str, ...], given: Fields) -> Fields:
    return {"totals": pairs("--total", given["totals"]), "winner": given["winner"], "discarder": given["discarder"],
            "pays_for_all": given["pays_for_all"], "value": given["value"], "jokerless": given["jokerless"],
            "bonus": not given["no_bonus"], "options": option_values(options)}  # fmt: skip


def _shared(options: tuple[str, ...], given: Fields) -> Fields:
    """The request for a total that is shared: of the winner alone.

    Raises:
        click.UsageError: there are totals of several seats, or another winner is named.
    """
    totals = pairs("--total", given["totals"])
    winner = next(iter(totals), given["winner"])
    if len(totals) > 1 or (given["winner"] is not None and str(winner).upper() != given["winner"].upper()):
        raise click.UsageError("--total: by these rules the winner alone has one; expected one --total SEAT=N")
    fields = {"total": totals.get(winner), "winner": winner, "options": option_values(options)}
    fields |= {name: given[name] for name in ("discarder", "liable", "liable_total", "repeats", "pot")}
    drawn = {name: list(given[name]) for name in ("ready", "nagashi") if given[name]}
    return {name: value for name, value in fields.items() if value is not None} | drawn


def _settled(rules: Rules, fields: Fields, as_json: bool) -> int:
    """Settle, and tell; the exit status."""
    try:
        _check_payers(fields)
        found = settlement_of(fields, rules.ruleset)
    except HandError as error:
        if as_json:
            write_json({"error": str(error)})
        else:
            complain(str(error))
        return 1
    if as_json:
        write_json(found)
        return 0
    from mjlog_cli.scoring.page import payment_lines

    for line in payment_lines(found["payments"], found["change"]):
        say(line)
    return 0


def _check_payers(fields: Fields) -> None:
    """Are they said to pay for a hand that somebody won, and to be one player? Seats that are none are told later."""
    discarder, liable = (SEATS_BY_CODE.get(str(fields.get(name)).upper()) for name in ("discarder", "pays_for_all"))
    check_payers(discarder, liable, won=fields.get("winner") is not None)
