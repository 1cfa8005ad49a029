"""`mjlog score`: what a hand is worth, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mjlog.calculator.deal import answer_of
from mjlog.calculator.requests import rules_of
from mjlog_cli.batches import Answer, run_batch, with_options
from mjlog_cli.console import complain, say, write_json
from mjlog_cli.params import cards_option, json_option, option_values, options_option, ruleset_option, shelf_of
from mjlog_cli.scoring.switches import (
    check_batch,
    check_line,
    payers_of,
    requests_of,
    what_is_missing,
)

if TYPE_CHECKING:
    from mjlog.calculator.deal import Deal
    from mjlog.cards.shelf import CardShelf
    from mjlog.rulesets import Rules, RuleSet

Fields = dict[str, Any]


@click.command(name="score")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@ruleset_option("The rule set, such as classical. A line of a batch may name its own.")
@click.option("--batch", metavar="FILE", help="A hand a line, as JSON or as HAND; - is standard input.")
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
@click.option("--indicators", metavar="TILES", help="The dora indicators, in the order in which they were turned.")
@click.option("--under", metavar="TILES", help="The tiles under them, of a winner in riichi.")
@click.option("--line", metavar="LABEL", help="The line of the score card that the player names.")
@click.option("--discarder", metavar="SEAT", help="Who discarded the winning tile.")
@click.option("--pays-for-all", metavar="SEAT", help="Who pays the winner for everybody.")
@click.option("--repeats", type=click.IntRange(0), metavar="N", help="Repeats (honba), where these are paid.")
@click.option("--pot", type=click.IntRange(0), metavar="N", help="Points on the table, which the winner takes.")
@click.option("--liable", metavar="SEAT", help="Who answers for the winner's yakuman.")
@click.option("--faces", type=click.Choice(["codes", "unicode"]), default="codes", show_default=True,
              help="How tiles are written.")  # fmt: skip
@click.option("--explain", is_flag=True, help="In a batch: how every score came about, and what waits would bring.")
@cards_option
@options_option
@json_option
def command(
    hands: tuple[str, ...],
    ruleset: str | None,
    batch: str | None,
    cards: tuple[str, ...],
    options: tuple[str, ...],
    as_json: bool,
    explain: bool,
    faces: str,
    **given: Any,
) -> int:
    """Score a hand, item by item, in the best of its arrangements.

    HAND is a whole hand on one line: mjlog score --ruleset classical "S in E 234b 55d RRd (789c) [2222d] 1f +Rd
    discard". That is South's hand in the east round; sets on the table stand in brackets, square ones lie face down;
    the winning tile and where it came from stand at the end. Several HANDs are those of one deal, and are settled: two
    or three may win one discard, as far as the rules let them.

    The same with options: mjlog score --ruleset classical --seat S --round E --concealed "123b 55d RRRd" --set
    chow:789c --set pung:222d --tile 5d --source wall. A line of a batch is an object of the same names, or a HAND, for
    which --seat, --round and --option fill in; {"hands": […], "discarder": "E", "repeats": 2} asks of a deal. An
    impossible hand is answered with {"error": …}, and exit status 1.
    """
    values = option_values(options)
    if batch is not None:
        check_batch(hands, given, faces)
        return run_batch(batch, _batch_answer(_named(ruleset), values, shelf_of(cards), explain, given), _of_text)
    from mjlog.calculator.deal import score_deal

    shelf, rules = shelf_of(cards), None if ruleset is None else rules_of(_named(ruleset), values)
    payers, requests = payers_of(given), requests_of(hands, given, values, rules.plan if rules is not None else None)
    deal = score_deal(requests, _whole(requests, rules, given, on_a_line=bool(hands)), shelf, payers)
    if as_json:
        _write(deal)
    else:
        _print(deal, faces)
    return 0 if deal.is_sound else 1


def _named(ruleset: str | None) -> RuleSet | None:
    if ruleset is None:
        return None
    from mjlog_cli.house_rules import ruleset_of

    return ruleset_of(ruleset)


# -- batches ----------------------------------------------------------------------------------------------------------


def _batch_answer(ruleset: RuleSet | None, options: Fields, cards: CardShelf, explain: bool, given: Fields) -> Answer:
    """What answers a line of a batch; the command line's seat, round and options fill in where a line is silent.

    Options are those of the command line's rule set: a line that names another one has its own.

    Raises:
        MjlogError: the rule set has no such option, or an option has no such value.
    """
    if ruleset is not None:
        rules_of(ruleset, options)
    beside = {name: value for name, value in (("seat", given["seat"]), ("round", given["round_"])) if value is not None}

    def answer(fields: Fields) -> Fields:
        return answer_of(with_options(fields, options, ruleset), ruleset, cards, explained=explain, beside=beside)

    return answer


def _of_text(text: str) -> Fields:
    return {"hand": text}


# -- what is asked ----------------------------------------------------------------------------------------------------


def _whole(requests: list[Fields], rules: Rules | None, given: Fields, *, on_a_line: bool) -> Rules:
    """The rule set by which hands are asked about that lack nothing.

    Raises:
        click.UsageError: something is missing, or said of another kind of hand.
    """
    by_card = rules is not None and rules.plan.by_card
    if rules is not None:
        check_line(given, by_card)
    missing = what_is_missing(requests, by_card, on_a_line=on_a_line)
    if missing or rules is None:
        raise click.UsageError(missing or "--ruleset is missing: expected a rule set, like --ruleset classical")
    return rules


# -- answers ----------------------------------------------------------------------------------------------------------


def _write(deal: Deal) -> None:
    """An object a hand, and one of the settlement of several; one hand alone has its payments with it."""
    if len(deal.hands) > 1:
        for one in deal.hands:
            write_json(one.answer)
        write_json({"settlement": deal.settlement()})
        return
    write_json(deal.hands[0].answer | ({"settlement": deal.settlement()} if deal.settlement() else {}))


def _print(deal: Deal, faces: str) -> None:
    from mjlog_cli.scoring.page import FACES, hand_page, settlement_page

    if len(deal.hands) == 1 and deal.hands[0].error is not None:
        complain(deal.hands[0].error)
        return
    for number, one in enumerate(deal.hands):
        if number:
            say()
        for line in hand_page(one, FACES[faces], number + 1):
            say(line)
    lines = settlement_page(deal)
    for line in (*([""] if lines else []), *lines):
        say(line)
    if deal.error is not None:
        complain(deal.error)
