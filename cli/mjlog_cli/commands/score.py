"""`mjlog score`: what a hand is worth, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mjlog.calculator.deal import Payers, answer_of
from mjlog.calculator.settling import rules_of
from mjlog.scoring.request import HandRequest, by_own_names
from mjlog.seats import Seat
from mjlog.text import quoted
from mjlog_cli.batches import object_of, run_batch, with_options
from mjlog_cli.console import complain, say, write_json
from mjlog_cli.params import (
    cards_option,
    is_said,
    json_option,
    options_option,
    ruleset_option,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjlog.calculator.deal import Deal, Request
    from mjlog.cards.shelf import CardShelf
    from mjlog.rulesets import Rules

Fields = dict[str, Any]
_EXAMPLE = '"S in E 234b 55d RRd (789c) [2222d] 1f +Rd discard"'
_BESIDE = ("seat", "round", "line")
_PAYERS = ("discarder", "pays_for_all", "repeats", "pot", "sticks", "liable")


@click.command(name="score")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@ruleset_option("The rule set, such as classical. A line of a batch may name its own.")
@click.option("--batch", metavar="FILE", help="A hand a line, as JSON or as HAND; - is standard input.")
@click.option("--seat", metavar="SEAT", help="The seat of hands that do not say it: E, S, W or N.")
@click.option("--round", metavar="WIND", help="The prevailing wind of hands that do not say it: E, S, W or N.")
@click.option("--line", metavar="LABEL", help="The line of the score card that the player names.")
@click.option("--discarder", metavar="SEAT", help="Who discarded the winning tile.")
@click.option("--pays-for-all", metavar="SEAT", help="Who pays the winner for everybody.")
@click.option("--repeats", "--honba", type=click.IntRange(0), metavar="N", help="Repeats, where these are paid.")
@click.option("--pot", type=click.IntRange(0), metavar="N", help="Points on the table, which the winner takes.")
@click.option("--sticks", type=click.IntRange(0), metavar="N", help="The same in sticks of 1,000.")
@click.option("--liable", "--pao", metavar="SEAT", help="Who answers for the winner's yakuman.")
@click.option("--faces", type=click.Choice(["codes", "unicode"]), default="codes", show_default=True,
              help="How tiles are written.")  # fmt: skip
@click.option("--explain", is_flag=True, help="In a batch: how every score came about, and what waits would bring.")
@cards_option
@options_option
@json_option
def command(
    hands: tuple[str, ...], ruleset: str | None, batch: str | None, cards: CardShelf, options: Fields, as_json: bool,
    explain: bool, faces: str, **given: Any,
) -> int:  # fmt: skip
    """Score a hand, item by item, in the best of its arrangements.

    HAND is a whole hand on one line: mjlog score --ruleset classical "S in E 234b 55d RRd (789c) [2222d] 1f +Rd
    discard". That is South's hand in the east round; sets on the table stand in brackets, square ones lie face down;
    the winning tile and where it came from stand at the end. Several HANDs are those of one deal, and are settled: two
    or three may win one discard, as far as the rules let them.

    HAND can also be a JSON object. A line of a batch is a HAND of either kind, for which --seat, --round and --option
    fill in; {"hands": […], "discarder": "E", "repeats": 2} asks of a deal. An impossible hand is answered with
    {"error": …}, and exit status 1.
    """
    named = None
    if ruleset is not None:
        from mjlog_cli.params import ruleset_of

        named = ruleset_of(ruleset)
    if batch is not None:
        _check_batch(hands, given, faces)
        if named is not None:
            rules_of(named, options)  # what is wrong with them is told once
        beside = {name: given[name] for name in ("seat", "round") if given[name] is not None}
        return run_batch(
            batch,
            lambda fields: answer_of(
                with_options(fields, options, named), named, cards, explained=explain, beside=beside
            ),
            lambda text: {"hand": text},
        )
    from mjlog.calculator.deal import read_hands, score_deal

    rules = None if named is None else rules_of(named, options)
    if not hands:
        raise click.UsageError(f"a hand is missing: expected it on one line, like {_EXAMPLE}, or --batch")
    beside = {name: given[name] for name in _BESIDE}
    asked = [{**beside, **(object_of(hand.encode("utf-8", "replace"), lambda text: {"hand": text}))} for hand in hands]
    requests = read_hands(asked, rules.plan if rules is not None else None)
    deal = score_deal(requests, _whole(requests, rules, given["line"]), cards, _payers(given))
    if as_json:
        _write(deal)
    else:
        _print(deal, faces)
    return 0 if deal.is_sound else 1


# -- what is asked ----------------------------------------------------------------------------------------------------


def _payers(given: Fields) -> Payers:
    """What the switches say of the payments.

    Raises:
        click.UsageError: a seat is none.
    """
    seats = ("discarder", "pays_for_all", "liable")
    wrong = next((name for name in seats if (given[name] or "E").upper() not in Seat.__members__), None)
    if wrong is not None:
        raise click.UsageError(f"{_switch(wrong)} {quoted(given[wrong])}: expected one of E, S, W, N")
    discarder, for_all, liable = (None if given[name] is None else Seat[given[name].upper()] for name in seats)
    pot = by_own_names({name: given[name] for name in ("pot", "sticks")})["pot"]
    return Payers(discarder, for_all, liable, given["repeats"], pot)


def _whole(requests: list[Request], rules: Rules | None, line: str | None) -> Rules:
    """The rule set by which hands are asked about that lack nothing; a hand of a card needs neither seat nor round.

    Raises:
        click.UsageError: something is missing, or said of another kind of hand.
    """
    of_a_card = rules is not None and rules.plan.family.wins_by_card
    if rules is not None and line is not None and not of_a_card:
        raise click.UsageError("--line is said of a hand of a score card, as in american; by these rules there is none")
    needed = ("concealed", "seat", "round") if not of_a_card else ("concealed",)
    for number, request in enumerate(requests, 1):
        # What cannot be read is told in its place among the others.
        name = next((name for name in needed if isinstance(request, HandRequest) and not getattr(request, name)), None)
        if name == "concealed":
            which = f"hand {number}" if len(requests) > 1 else "the hand"
            raise click.UsageError(
                f"{which} has no concealed tiles: expected those not laid on the table, too, like {_EXAMPLE}"
            )
        if name is not None:
            which = f"hand {number} does not say its {name}" if len(requests) > 1 else f"--{name} is missing"
            raise click.UsageError(f"{which}; or begin the hand with seat and round, like S in E")
    if rules is None:
        raise click.UsageError("--ruleset is missing: expected a rule set, like --ruleset classical")
    return rules


def _check_batch(hands: Sequence[str], given: Fields, faces: str) -> None:
    """Is beside a batch said only what fills in its lines?

    Raises:
        click.UsageError: no; one hand is spoken of, or how a page is printed.
    """
    if hands:
        raise click.UsageError("hands are given, and --batch: expected one of them")
    name = next((name for name in ("line", *_PAYERS) if is_said(given[name])), None)
    if name is not None:
        raise click.UsageError(f"{_switch(name)} is said of one hand, and --batch: write it into the lines")
    if faces != "codes":
        raise click.UsageError("--faces is said of a page, and --batch answers with objects: expected one of them")


def _switch(name: str) -> str:
    return f"--{name.replace('_', '-')}"


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
    from mjlog.calculator.score_page import FACES, hand_page, settlement_page

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
