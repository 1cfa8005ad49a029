"""`mjlog settle`: who pays whom."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from mjlog.seats import Seat
from mjlog_cli.batches import run_batch
from mjlog_cli.console import say, write_json
from mjlog_cli.house_rules import ruleset_of
from mjlog_cli.params import json_option, option_values, options_option, pairs, ruleset_option
from mjlog_cli.requests import settlement_of


@click.command(name="settle", short_help="Who pays whom?")
@ruleset_option("The rule set, such as classical.", required=True)
@click.option("--batch", metavar="FILE", help="A request a line, as JSON; - is standard input.")
@click.option("--total", "totals", multiple=True, metavar="SEAT=N", help="A hand's total, for every seat.")
@click.option("--winner", metavar="SEAT", help="Who won. Default: nobody.")
@click.option("--discarder", metavar="SEAT", help="Who discarded the winning tile. Default: it was self-drawn.")
@click.option("--pays-for-all", metavar="SEAT", help="Who pays the winner for everybody.")
@click.option("--value", type=int, metavar="N", help="What the line of a score card is worth, instead of totals.")
@click.option("--jokerless", is_flag=True, help="No joker is among the fourteen tiles of a hand of a card.")
@click.option("--no-bonus", is_flag=True, help="Its section does not pay double for that: singles and pairs.")
@options_option
@json_option
def command(
    ruleset: str, batch: str | None, totals: tuple[str, ...], winner: str | None, discarder: str | None,
    pays_for_all: str | None, value: int | None, jokerless: bool, no_bonus: bool, options: tuple[str, ...],
    as_json: bool,
) -> int:  # fmt: skip
    """Settle a hand by its totals: `mjlog settle --ruleset classical --total E=16 --total S=40 … --winner S`.

    A batch line is {"totals": {"E": 16, …}, "winner": "S", "discarder": "W"} and is answered with {"change": …,
    "payments": [[from, to, points], …]}; an impossible one with {"error": …}, and exit status 1. In american it is
    {"winner": "S", "discarder": "W", "value": 25, "jokerless": false, "bonus": true}.
    """
    answer = partial(settlement_of, ruleset=ruleset_of(ruleset))
    if batch is not None:
        return run_batch(batch, answer)
    fields: dict[str, Any] = {"totals": pairs("--total", totals), "winner": winner, "discarder": discarder,
                              "pays_for_all": pays_for_all, "value": value, "jokerless": jokerless,
                              "bonus": not no_bonus, "options": option_values(options)}  # fmt: skip
    found = answer(fields)
    if as_json:
        write_json(found)
    else:
        _print(found)
    return 0


def _print(found: dict[str, Any]) -> None:
    for seat, amount in found["change"].items():
        say(f"{Seat[seat]}: {amount:+d}" if amount else f"{Seat[seat]}: 0")
    for payer, payee, points in found["payments"]:
        say(f"  {Seat[payer]} pays {Seat[payee]} {points}")
