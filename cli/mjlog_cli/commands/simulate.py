"""`mjlog simulate`: complete legal games, played by the program."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from mjlog.cards.shipped import card_named
from mjlog.errors import RecordError
from mjlog.formats.logs import SUFFIX, write_log
from mjlog.rulesets.resolve import typed_options
from mjlog.simulate import DEPTHS, Game
from mjlog.text import counted
from mjlog_cli.console import tell, write_bytes, write_file
from mjlog_cli.params import force_option, options_option, ruleset_of, ruleset_option

_MOST_GAMES = 10_000_000
_LARGEST_SEED = 2**63 - 1


@click.command(name="simulate")
@ruleset_option("The rule set: an id such as western (`mjlog rules` lists them), or a club's own document.",
                required=True)  # fmt: skip
@click.option("--seed", type=click.IntRange(0, _LARGEST_SEED), default=1, show_default=True, metavar="N",
              help="The same seed gives the same games, on every machine.")  # fmt: skip
@click.option("--games", type=click.IntRange(1, _MOST_GAMES), default=1, show_default=True, metavar="N",
              help="How many games.")  # fmt: skip
@click.option("--hands", type=click.IntRange(1, 1000), metavar="N",
              help="Hands of a game at most. Default: four to twelve, as chance has it.")  # fmt: skip
@options_option
@click.option("--card", "cards", multiple=True, metavar="FILE",
              help="The score card that hands are built from, where they are those of one. Default: the sample card. "
                   "May be repeated: games take the cards in turn.")  # fmt: skip
@click.option("--mistakes", is_flag=True,
              help="Where hands are those of a card: players misname tiles, declare and expose what is no hand, and "
                   "their hands are declared dead.")  # fmt: skip
@click.option("--depth", type=click.Choice(DEPTHS), default="full", show_default=True,
              help="Write down everything, or what the table saw: no wall, and ?? for concealed tiles.")  # fmt: skip
@click.option("--out", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False),
              help="Write a file a game there. Default: all games one after the other to standard output.")  # fmt: skip
@force_option
@click.option("--chained", is_flag=True, help="Link the events of each game by their SHA-256.")
def simulate_command(
    ruleset: str, seed: int, games: int, hands: int | None, options: dict[str, Any], cards: tuple[str, ...],
    mistakes: bool, depth: str, out: Path | None, force: bool, chained: bool,
) -> None:  # fmt: skip
    """Write complete legal games: the program's players build hands, claim, make kongs, win, and announce scores.
    In american they pass tiles, exchange jokers, and build hands of a score card.

    Players keep every rule, also those of a house. Where the rules leave a player nothing to do, the game breaks off,
    and a note in it says why.

    Game number i of a seed is always the same. Files are named after the game, like western-1-1.mjlog.jsonl; a file
    that holds something else is written over only with --force.
    """
    rules = ruleset_of(ruleset)
    values = typed_options(rules, options)
    read = [card_named(card) for card in cards]
    began, played, events = time.perf_counter(), 0, 0
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(f"the folder cannot be made: {error.strerror or error}", str(out)) from None
    for number in range(1, games + 1):
        card = read[(number - 1) % len(read)] if read else None
        game = Game(rules, seed, number, options=values, hands=hands, depth=depth, card=card, mistakes=mistakes)
        lines: list[bytes] = []
        played += game.play(lines.append)
        events += len(lines)
        if out is None:
            write_bytes(write_log(lines, chained))
        else:
            write_file(out / f"{game.name}{SUFFIX}", write_log(lines, chained), force)
    if out is not None:
        took = max(time.perf_counter() - began, 1e-9)
        made = f"{counted(games, 'game')}, {counted(played, 'hand')}, {counted(events, 'event')}"
        tell(f"{made} in {out}: {played / took:.0f} hands a second")
