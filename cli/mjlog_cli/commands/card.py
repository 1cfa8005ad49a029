"""`mjlog card`: score cards of the American game, checked, printed, compared, and ruled by."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import click

from mjlog.text import counted, did_you_mean, quoted, shown
from mjlog_cli.cards import card_content, used_card
from mjlog_cli.console import say, tell, write_json
from mjlog_cli.params import json_option

if TYPE_CHECKING:
    from mjlog.cards.faults import CardFault

_RULINGS = {"match": "card_rulings", "dead": "card_rulings"}
"""Commands of another module, loaded when they are asked for."""


class CardCommands(click.Group):
    """The commands about a card: those written here, then the rulings."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order in which a card comes into use."""
        return [*self.commands, *_RULINGS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, from its module."""
        if cmd_name not in _RULINGS:
            return super().get_command(ctx, cmd_name)
        found = getattr(importlib.import_module(f"mjlog_cli.commands.{_RULINGS[cmd_name]}"), cmd_name)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was typed; a slip is answered with the one that was probably meant."""
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-"):
            meant = did_you_mean(args[0], names)
            hint = f"; did you mean {meant}?" if meant else f"; expected one of {', '.join(names)}"
            ctx.fail(f"there is no command {quoted(args[0])}{hint}")
        return super().resolve_command(ctx, args)


@click.group(name="card", cls=CardCommands)
def command() -> None:
    """Score cards of the American game, as a club types them. docs/do/cards.md says how a card is written.

    CARD is the path of a card's file, or the id of one that ships with the program: riverside-2026 (or riverside), the
    sample card. A card stays on this machine: a log carries its id and digest only.
    """


_card = click.argument("card", metavar="[CARD]", default="riverside")


@command.command(short_help="What is wrong with a card?")
@click.argument("card", metavar="CARD")
@json_option
def lint(card: str, as_json: bool) -> int:
    """Say what is wrong with a card, fault by fault: line, column, what and why. CARD may be - for standard input.

    A hand with a fault is left out where the card is used. Exit status 1 where there is a fault; a warning is none.
    """
    from mjlog.cards.lint import lint as faults_of

    data = card_content(card)
    faults = faults_of(data)
    name = "standard input" if card == "-" else card
    for fault in faults:
        if as_json:
            write_json(fault.as_json())
        else:
            label = "" if fault.label is None else f"{shown(fault.label)}: "
            place = f"{shown(name, 300)}:{fault.line}:{fault.column}"
            say(f"{place}: {fault.severity} {fault.kind}: {label}{shown(fault.message, 1000)}")
    _sum_up(name, data, faults)
    return 1 if any(fault.is_error for fault in faults) else 0


def _sum_up(name: str, data: bytes, faults: list[CardFault]) -> None:
    """What the card comes to, on standard error: the result is the list of faults."""
    from mjlog.cards.expand import expand
    from mjlog.cards.reading import read_card

    card, _ = read_card(data)
    if card is None:
        tell(f"{name}: the card cannot be used as it is")
        return
    hands = f"{counted(len(card.lines), 'line')}, {counted(len(expand(card)), 'concrete hand')}"
    wrong = counted(len(faults), "fault") if faults else "nothing is wrong"
    tell(f"{name}: {card.id}: {wrong}; {hands}; digest {card.digest}")


@command.command(short_help="Every concrete hand of a card.")
@_card
@json_option
def expand(card: str, as_json: bool) -> int:
    """Print every concrete hand that the card stands for, a hand a line, in the order in which rulings take them.

    A group of three or more in which no joker may stand has a ! behind it.
    """
    from mjlog.cards.expand import expand as hands_of
    from mjlog.cards.lint import tiles_of
    from mjlog.tiles import CODES

    found = used_card(card)
    for hand in hands_of(found):
        label = found.lines[hand.line].label
        if as_json:
            groups = [{"tile": CODES[kind], "size": size, "jokers": jokers} for kind, size, jokers in hand.groups]
            write_json({"label": label, "groups": groups})
        else:
            marks = (tiles_of(one) + "!" * (one.size > 2 and not one.jokers) for one in hand.groups)
            say(f"{shown(label)}: {' '.join(marks)}")
    return 0


@command.command(short_help="A card, printed readably.")
@_card
def show(card: str) -> int:
    """Print a card: its sections and lines, colours and conditions in words, how many hands each line stands for."""
    from mjlog.cards.printed import card_lines

    for line in card_lines(used_card(card)):
        say(line)
    return 0


@command.command(short_help="What differs between two cards?")
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@json_option
def compare(before: str, after: str, as_json: bool) -> int:
    """Say what card B has otherwise than card A: lines that are new, gone, renamed or changed, head and sections.

    Lines are compared by what they stand for, not by how they are written. Exit status 1 where there is a difference.
    """
    from mjlog.cards.compare import differences

    old, new = used_card(before), used_card(after)
    found = differences(old, new)
    if as_json:
        for one in found:
            write_json(one.as_json())
    else:
        _print_differences([(one.part, one.words()) for one in found])
    if not found:
        same = old.digest == new.digest
        tell(f"{before} and {after}: " + ("the same file" if same else "only comments, order or layout differ"))
    return 1 if found else 0


_TITLES: dict[str, Any] = {"head": "Head", "section": "Sections", "line": "Lines"}


def _print_differences(found: list[tuple[str, str]]) -> None:
    last = ""
    for part, words in found:
        if part != last:
            say(_TITLES[part])
            last = part
        say(f"  {words}")
