"""`mjlog score`: what a hand is worth, and why."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from mjlog.errors import NotationError
from mjlog.text import counted, quoted, shown
from mjlog_cli.batches import run_batch
from mjlog_cli.console import say, write_json
from mjlog_cli.params import cards_option, json_option, option_values, options_option, ruleset_option, shelf_of
from mjlog_cli.requests import score_of

_FACES = ("concealed", "claimed", "added")


@click.command(name="score", short_help="What is a hand worth?")
@ruleset_option("The rule set, such as classical. A line of a batch may name its own.")
@click.option("--batch", metavar="FILE", help="A hand a line, as JSON; - is standard input.")
@click.option("--seat", metavar="SEAT", help="The seat: E, S, W or N.")
@click.option("--round", "round_", metavar="WIND", help="The prevailing wind: E, S, W or N.")
@click.option("--concealed", metavar="TILES", help="The tiles not laid on the table, the winning one among them.")
@click.option("--set", "sets", multiple=True, metavar="KIND:TILES[:HOW]",
              help="A set on the table, like pung:555b; HOW is concealed, or for kongs claimed or added.")  # fmt: skip
@click.option("--bonus", metavar="TILES", help="Flowers and seasons.")
@click.option("--won", is_flag=True, help="The hand won; a --tile or --source says so too.")
@click.option("--tile", metavar="TILE", help="The winning tile.")
@click.option("--source", metavar="WORD", help="Where it came from: wall, discard, loose, kong, last-wall …")
@click.option("--flag", "flags", multiple=True, metavar="WORD", help="What else is true of the win, like twofold.")
@click.option("--east-wins", type=click.IntRange(0), metavar="N", help="Hands won in a row as East, this one counted.")
@click.option("--line", metavar="LABEL", help="The line of the score card that the player names.")
@cards_option
@options_option
@json_option
def command(
    ruleset: str | None,
    batch: str | None,
    cards: tuple[str, ...],
    options: tuple[str, ...],
    as_json: bool,
    **given: Any,
) -> int:
    """Score one hand, item by item, in the best of its arrangements.

    For example: mjlog score --ruleset classical --seat S --round E --concealed "123b 55d Rd Rd Rd" --set chow:789c
    --set pung:222d --tile 5d --source wall. A line of a batch is an object of the same names; an impossible hand
    is answered with {"error": …}, and exit status 1.
    """
    scored_by = None
    if ruleset is not None:
        from mjlog_cli.house_rules import ruleset_of

        scored_by = ruleset_of(ruleset)
    answer = partial(score_of, ruleset=scored_by, cards=shelf_of(cards))
    if batch is not None:
        return run_batch(batch, answer)
    found = answer(_fields(given, options, bool(cards)))
    if as_json:
        write_json(found)
    else:
        _print(found)
    return 0


def _fields(given: dict[str, Any], options: tuple[str, ...], by_card: bool) -> dict[str, Any]:
    """The hand as a line of a batch would state it; a hand of a card needs neither seat nor round."""
    needed = ("seat", "round_", "concealed") if not by_card else ("concealed",)
    missing = [name for name in needed if given[name] is None]
    if missing:
        raise click.UsageError(f"--{missing[0].rstrip('_')} is missing; or give hands with --batch")
    won = given["won"] or given["tile"] is not None or given["source"] is not None
    return {
        "seat": given["seat"], "round": given["round_"], "concealed": given["concealed"],
        "sets": [_set(text) for text in given["sets"]], "bonus": given["bonus"] or "", "won": won,
        "tile": given["tile"], "source": given["source"], "flags": list(given["flags"]),
        "east_wins": given["east_wins"], "options": option_values(options), "line": given["line"],
    }  # fmt: skip


def _set(text: str) -> dict[str, Any]:
    """A set on the table.

    >>> _set("kong:5555b:added")
    {'kind': 'kong', 'tiles': '5555b', 'concealed': False, 'origin': 'added'}

    Raises:
        NotationError: it does not say what it is.
    """
    kind, colon, rest = text.partition(":")
    tiles, _, face = rest.partition(":")
    if not colon or not tiles or face not in ("", *_FACES):
        raise NotationError(f"{quoted(text)} is no set; expected KIND:TILES or KIND:TILES:HOW, like pung:555b")
    fields: dict[str, Any] = {"kind": kind, "tiles": tiles, "concealed": face == "concealed"}
    if face in ("claimed", "added"):
        fields["origin"] = face
    return fields


def _print(found: dict[str, Any]) -> None:
    if found["total"] is None:
        say(f"no score: {shown(found.get('reason') or 'the hand is not complete', 300)}")
        return
    for item in found["items"]:
        say(f"  {shown(item['name'])}: {_worth(item)}{_rule(item)}")
    say(f"{counted(found['points'], 'point')}, {counted(found['doubles'], 'double')}: {found['total']}{_limit(found)}")
    if found["arrangement"]:
        say("as " + " / ".join(shown(part) for part in found["arrangement"]))


def _worth(item: dict[str, Any]) -> str:
    parts = [counted(item[name], name[:-1]) for name in ("points", "doubles") if item[name]]
    return ", ".join(parts) or "limit"


def _rule(item: dict[str, Any]) -> str:
    return f" [{shown(item['rule'])}]" if item.get("rule") else ""


def _limit(found: dict[str, Any]) -> str:
    return f" (limit hand: {shown(found['limit'])})" if found["limit"] else ""
