"""`mjlog card`: score cards of the American game, checked, printed, compared, and ruled by."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from mjlog.text import counted, did_you_mean, quoted, shown
from mjlog.tiles import parse_tile, tile_name
from mjlog_cli.batches import run_batch
from mjlog_cli.console import say, tell, write_json
from mjlog_cli.params import card_content, json_option, set_of, used_card


class CardCommands(click.Group):
    """The commands about a card, in the order in which a card comes into use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them."""
        return [*self.commands]

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
def card_command() -> None:
    """Score cards of the American game, as a club types them. docs/do/cards.md says how a card is written.

    CARD is the path of a card's file, or the id of one that ships with the program: riverside-2026 (or riverside), the
    sample card. A card stays on this machine: a log carries its id and digest only.
    """


_card = click.argument("card", metavar="[CARD]", default="riverside")


@card_command.command(short_help="What is wrong with a card?")
@click.argument("card", metavar="CARD")
@json_option
def lint(card: str, as_json: bool) -> int:
    """Say what is wrong with a card, fault by fault: line, column, what and why. CARD may be - for standard input.

    A hand with a fault is left out where the card is used. Exit status 1 where there is a fault; a warning is none.
    """
    from mjlog.cards.expand import expand
    from mjlog.cards.lint import lint as faults_of
    from mjlog.cards.reading import read_card

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
    used, _ = read_card(data)
    if used is None:
        tell(f"{name}: the card cannot be used as it is")
    else:
        hands = f"{counted(len(used.lines), 'line')}, {counted(len(expand(used)), 'concrete hand')}"
        wrong = counted(len(faults), "fault") if faults else "nothing is wrong"
        tell(f"{name}: {used.id}: {wrong}; {hands}; digest {used.digest}")
    return 1 if any(fault.is_error for fault in faults) else 0


@card_command.command(short_help="Every concrete hand of a card.")
@_card
@json_option
def expand(card: str, as_json: bool) -> int:
    """Print every concrete hand that the card stands for, a hand a line, in the order in which rulings take them.

    A group of three or more in which no joker may stand has a ! behind it.
    """
    from mjlog.cards.expand import expand as hands_of
    from mjlog.cards.lint import tiles_of
    from mjlog.tiles import CODES

    card_read = used_card(card)
    for hand in hands_of(card_read):
        label = card_read.lines[hand.line].label
        if as_json:
            groups = [{"tile": CODES[kind], "size": size, "jokers": jokers} for kind, size, jokers in hand.groups]
            write_json({"label": label, "groups": groups})
        else:
            marks = (tiles_of(group) + "!" * (group.size > 2 and not group.jokers) for group in hand.groups)
            say(f"{shown(label)}: {' '.join(marks)}")
    return 0


@card_command.command(short_help="A card, printed readably.")
@_card
def show(card: str) -> int:
    """Print a card: its sections and lines, colours and conditions in words, how many hands each line stands for."""
    from mjlog.cards.printed import card_lines

    for line in card_lines(used_card(card)):
        say(line)
    return 0


@card_command.command(short_help="What differs between two cards?")
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@json_option
def compare(before: str, after: str, as_json: bool) -> int:
    """Say what card B has otherwise than card A: lines that are new, gone, renamed or changed, head and sections.

    Lines are compared by what they stand for, not by how they are written. Exit status 1 where there is a difference.
    """
    from mjlog.cards.compare import differences

    old, new = used_card(before), used_card(after)
    card_differences = differences(old, new)
    last = ""
    for difference in card_differences:
        if as_json:
            write_json(difference.as_json())
            continue
        if difference.part != last:
            say(_TITLES[difference.part])
            last = difference.part
        say(f"  {difference.words()}")
    if not card_differences:
        same = old.digest == new.digest
        tell(f"{before} and {after}: " + ("the same file" if same else "only comments, order or layout differ"))
    return 1 if card_differences else 0


_TITLES: dict[str, Any] = {"head": "Head", "section": "Sections", "line": "Lines"}


# -- rulings by a card ------------------------------------------------------------------------------------------------


@card_command.command(name="match", short_help="Is it mahjong, and by which line?")
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
    from mjlog.calculator.card import match_request
    from mjlog.cards.rulings import rulings_for

    rulings = rulings_for(used_card(card))
    if batch is not None:
        return run_batch(batch, partial(match_request, rulings=rulings))
    if concealed is None:
        raise click.UsageError("--concealed is missing; or give hands with --batch")
    laid = [set_of("--set", laid_set) for laid_set in sets]
    fields = match_request({"concealed": concealed, "sets": laid, "line": line}, rulings)
    if as_json:
        write_json(fields)
    elif not fields["complete"]:
        say(f"not mahjong: {shown(fields['reason'], 300)}")
    else:
        mode = "may be exposed" if fields["mode"] == "X" else "concealed"
        jokers = "without jokers" if fields["jokerless"] else "with jokers"
        say(f"mahjong: line {shown(fields['line'])}, {counted(fields['value'], 'point')}, {mode}, {jokers}")
        say("as " + " / ".join(fields["assignment"]))
        if len(fields["lines"]) > 1:
            say("all lines that fit: " + _labels(fields["lines"]))
    return 0


@card_command.command(name="dead", short_help="Is a hand dead, or which lines live?")
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
    from mjlog.calculator.card import dead_request
    from mjlog.cards.rulings import rulings_for

    rulings = rulings_for(used_card(card))
    if batch is not None:
        return run_batch(batch, partial(dead_request, rulings=rulings))
    laid, lying = ([set_of(option, text) for text in given] for option, given in (("--set", sets), ("--other", others)))
    fields = {"sets": laid, "visible": visible, "others": lying, "basis": basis}
    answer = dead_request(fields, rulings)
    if as_json:
        write_json(answer)
        return 0
    say(f"{'dead' if answer['dead'] else 'not dead'}, by what {_BASES[answer['basis']]} shows")
    if answer["lines"]:
        say("lines that live: " + _labels(answer["lines"]))
    if "reason" in answer:
        say(shown(answer["reason"], 300))
    if "nearest" in answer:
        say(f"nearest is line {shown(answer['nearest']['line'])}: {_lack(answer['nearest'])}")
    if not answer["dead"] and answer["basis"] == "rack":
        by_the_table = dead_request(fields | {"basis": "table"}, rulings)
        if "nearest" in by_the_table:
            say("by the tiles that lie face up it is dead, where the table plays so (--basis table):")
            say(f"nearest is line {shown(by_the_table['nearest']['line'])}: {_lack(by_the_table['nearest'])}")
    return 0


_BASES = {"rack": "the rack", "table": "the table"}


def _labels(labels: list[str]) -> str:
    return ", ".join(shown(label) for label in labels)


def _lack(nearest: dict[str, Any]) -> str:
    """What the nearest line lacks, in words."""
    parts = [f"no group of it is {text}" for text in nearest["misfits"]]
    for each in nearest["lacks"]:
        stands = f", {each['no_joker']} of them where no joker may stand" if each["no_joker"] else ""
        parts.append(f"it wants {each['count']} more {tile_name(parse_tile(each['tile']))} than can still come{stands}")
    if nearest["lacks"]:
        parts.append(f"{counted(nearest['jokers'], 'joker')} can still come")
    return "; ".join(parts)
