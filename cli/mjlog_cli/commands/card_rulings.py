"""`mjlog card match`, `mjlog card dead`: rulings by a score card."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from mjlog.calculator.card import dead_request, match_request
from mjlog.cards.rulings import rulings_for
from mjlog.text import counted, shown
from mjlog.tiles import parse_tile, tile_name
from mjlog_cli.batches import run_batch
from mjlog_cli.cards import used_card
from mjlog_cli.console import say, write_json
from mjlog_cli.params import json_option, set_of


@click.command(name="match", short_help="Is it mahjong, and by which line?")
@click.argument("card", metavar="CARD")
@click.option("--batch", metavar="FILE", help="A hand a line, as JSON; - is standard input.")
@click.option("--concealed", metavar="TILES", help="The tiles not laid open, the last one among them.")
@click.option("--set", "sets", multiple=True, metavar="KIND:TILES", help='A set laid open, like "pung:55b Jk".')
@click.option("--line", metavar="LABEL", help="The line that the player names. Default: the one of the highest value.")
@json_option
def match(
    card: str, batch: str | None, concealed: str | None, sets: tuple[str, ...], line: str | None, as_json: bool
) -> int:
    """Is it mahjong by the card: which lines, for how much, with or without jokers, and what the jokers stand for?

    For example: mjlog card match riverside --concealed "FFf 111b 555d NNw" --set "kong:33c Jk Jk". A line of a batch is
    {"concealed": …, "sets": [{"kind": …, "tiles": …}]}; an impossible one is answered with {"error": …}, and exit
    status 1.
    """
    rulings = rulings_for(used_card(card))
    if batch is not None:
        return run_batch(batch, partial(match_request, rulings=rulings))
    if concealed is None:
        raise click.UsageError("--concealed is missing; or give hands with --batch")
    laid = [set_of("--set", one) for one in sets]
    found = match_request({"concealed": concealed, "sets": laid, "line": line}, rulings)
    return _answered(found, _print_match, as_json)


@click.command(name="dead", short_help="Is a hand dead, or which lines live?")
@click.argument("card", metavar="CARD")
@click.option("--batch", metavar="FILE", help="A hand a line, as JSON; - is standard input.")
@click.option("--set", "sets", multiple=True, metavar="KIND:TILES", help='A set laid open, like "pung:55b Jk".')
@click.option("--visible", metavar="TILES", help="The discards.")
@click.option("--other", "others", multiple=True, metavar="KIND:TILES", help="A set that another player laid open.")
@click.option("--basis", type=click.Choice(("rack", "table")), default="rack", show_default=True,
              help="What counts: the sets of this hand only, or everything that lies face up.")  # fmt: skip
@json_option
def dead(
    card: str, batch: str | None, sets: tuple[str, ...], visible: str | None, others: tuple[str, ...], basis: str,
    as_json: bool,
) -> int:  # fmt: skip
    """Is a hand with these sets laid open dead by the card, or which lines can it still be?

    For example: mjlog card dead riverside --set "kong:888d Jk" --basis table --visible "66c Jk". A line of a batch is
    {"sets": …, "visible": …, "others": …, "basis": …}; an impossible one is answered with {"error": …}, and exit
    status 1.
    """
    rulings = rulings_for(used_card(card))
    if batch is not None:
        return run_batch(batch, partial(dead_request, rulings=rulings))
    laid, lying = ([set_of(option, one) for one in given] for option, given in (("--set", sets), ("--other", others)))
    fields = {"sets": laid, "visible": visible, "others": lying, "basis": basis}
    return _answered(dead_request(fields, rulings), _print_dead, as_json)


def _answered(found: dict[str, Any], show: Any, as_json: bool) -> int:
    if as_json:
        write_json(found)
    else:
        show(found)
    return 0


def _print_match(found: dict[str, Any]) -> None:
    if not found["complete"]:
        say(f"not mahjong: {shown(found['reason'], 300)}")
        return
    mode = "may be exposed" if found["mode"] == "X" else "concealed"
    jokers = "without jokers" if found["jokerless"] else "with jokers"
    say(f"mahjong: line {shown(found['line'])}, {counted(found['value'], 'point')}, {mode}, {jokers}")
    say("as " + " / ".join(found["assignment"]))
    if len(found["lines"]) > 1:
        say("all lines that fit: " + _labels(found["lines"]))


def _print_dead(found: dict[str, Any]) -> None:
    say(f"{'dead' if found['dead'] else 'not dead'}, by what {_BASES[found['basis']]} shows")
    if found["lines"]:
        say("lines that live: " + _labels(found["lines"]))
    if "reason" in found:
        say(shown(found["reason"], 300))
    if "nearest" in found:
        say(f"nearest is line {shown(found['nearest']['line'])}: {_lack(found['nearest'])}")


_BASES = {"rack": "the rack", "table": "the table"}


def _labels(labels: list[str]) -> str:
    return ", ".join(shown(label) for label in labels)


def _lack(nearest: dict[str, Any]) -> str:
    """What the nearest line lacks, in words."""
    parts = [f"no group of it is {text}" for text in nearest["misfits"]]
    parts += [_lacking(each) for each in nearest["lacks"]]
    if nearest["lacks"]:
        parts.append(f"{counted(nearest['jokers'], 'joker')} can still come")
    return "; ".join(parts)


def _lacking(each: dict[str, Any]) -> str:
    name = tile_name(parse_tile(each["tile"]))
    stands = f", {each['no_joker']} of them where no joker may stand" if each["no_joker"] else ""
    return f"it wants {each['count']} more {name} than can still come{stands}"
