"""`mjlog score`, `settle`: what a hand is worth, and why; who pays whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from mjlog.calculator.deal import Payers, answer_of
from mjlog.calculator.settling import check_payers, rules_of, settlement_of
from mjlog.errors import HandError
from mjlog.rulesets import Rules
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
    pairs,
    ruleset_of,
    ruleset_option,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjlog.calculator.deal import Deal, Request
    from mjlog.cards.shelf import CardShelf
    from mjlog.rulesets import Rules


# -- score ------------------------------------------------------------------------------------------------------------


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
def score_command(
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
    lines = [{**beside, **(object_of(hand.encode("utf-8", "replace"), lambda text: {"hand": text}))} for hand in hands]
    requests = read_hands(lines, rules.plan if rules is not None else None)
    deal = score_deal(requests, _whole(requests, rules, given["line"]), cards, _payers(given))
    if not as_json:
        _print(deal, faces)
    elif len(deal.hands) == 1:
        # One hand alone has its payments with it.
        write_json(deal.hands[0].answer | ({"settlement": deal.settlement()} if deal.settlement() else {}))
    else:
        for hand in deal.hands:
            write_json(hand.answer)
        write_json({"settlement": deal.settlement()})
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


def _print(deal: Deal, faces: str) -> None:
    from mjlog.calculator.score_page import FACES, hand_page, settlement_page

    if len(deal.hands) == 1 and deal.hands[0].error is not None:
        complain(deal.hands[0].error)
        return
    for number, hand in enumerate(deal.hands):
        if number:
            say()
        for line in hand_page(hand, FACES[faces], number + 1):
            say(line)
    lines = settlement_page(deal)
    for line in (*([""] if lines else []), *lines):
        say(line)
    if deal.error is not None:
        complain(deal.error)


# -- settle -----------------------------------------------------------------------------------------------------------


_TOTALS_EXAMPLE = "--total E=16 --total S=40 --total W=8 --total N=8 --winner S"
_OF_TOTALS = ("totals", "pays_for_all")
_OF_A_CARD = ("value", "jokerless", "no_bonus", "misnamer")
_OF_A_SHARE = ("liable", "liable_total", "repeats", "pot", "sticks", "riichi", "ready", "nagashi")
_SWITCHES = {"totals": "total", "pays_for_all": "pays-for-all", "no_bonus": "no-bonus", "liable_total": "liable-total"}


@click.command(name="settle")
@ruleset_option("The rule set, such as classical.")
@click.option("--batch", metavar="FILE", help="A request a line, as JSON; - is standard input.")
@click.option("--total", "totals", multiple=True, metavar="SEAT=N", help="A hand's total, for every seat.")
@click.option("--winner", "winners", multiple=True, metavar="SEAT", help="Who won. Default: nobody.")
@click.option("--discarder", metavar="SEAT", help="Who discarded the winning tile. Default: it was self-drawn.")
@click.option("--pays-for-all", metavar="SEAT", help="Who pays the winner for everybody.")
@click.option("--value", type=int, metavar="N", help="What the line of a score card is worth, instead of totals.")
@click.option("--jokerless", is_flag=True, help="No joker is among the fourteen tiles of a hand of a card.")
@click.option("--no-bonus", is_flag=True, help="Its section does not pay double for that: singles and pairs.")
@click.option("--misnamer", metavar="SEAT", help="Whose discard was called for mahjong as what it was misnamed.")
@click.option("--repeats", "--honba", type=click.IntRange(0), metavar="N", help="Repeats, where these are paid.")
@click.option("--pot", type=click.IntRange(0), metavar="N", help="Points on the table, which the winner takes.")
@click.option("--sticks", type=click.IntRange(0), metavar="N", help="The same in sticks of 1,000.")
@click.option("--riichi", multiple=True, metavar="SEAT", help="Which winners are in riichi, where sticks go back.")
@click.option(
    "--liable",
    "--pao",
    multiple=True,
    metavar="SEAT",
    help="Who answers for the winner's yakuman; of several winners WINNER=SEAT.",
)
@click.option(
    "--liable-total",
    multiple=True,
    metavar="N",
    help="What of the total is for it; of several winners WINNER=N. Default: all.",
)
@click.option(
    "--ready",
    "--tenpai",
    multiple=True,
    metavar="SEAT",
    help="Who was ready after an exhaustive draw; each by itself.",
)
@click.option("--nagashi", multiple=True, metavar="SEAT", help="Who discarded terminals and honors only.")
@options_option
@json_option
def settle_command(
    ruleset: str | None, batch: str | None, options: Fields, as_json: bool, **given: Any,
) -> int:  # fmt: skip
    """Settle a hand by its totals: `mjlog settle --ruleset classical --total E=16 --total S=40 … --winner S`.

    In riichi only the winner has a total: `--total S=7700 --discarder W --repeats 1 --pot 1000`; two or three who win
    one discard have one each. By a score card the value of the line is settled: `--winner S --value 25`.

    A line of a batch is an object: {"totals": {"E": 16, …}, "winner": "S", "discarder": "W"}; in american {"winner":
    "S", "discarder": "W", "value": 25, "jokerless": false, "bonus": true}; in riichi {"total": 7700, "winner": "S",
    "discarder": "W", "repeats": 1, "pot": 1000, "liable": null}, or after a drawn hand {"ready": ["E", "W"]}. The
    answer is {"change": …, "payments": [[from, to, points], …]}; for an impossible line it is {"error": …}, and the
    exit status is 1. --option fills in where a line has no such option.
    """
    given |= {"winner": None if not given["winners"] else given["winners"][0] if len(given["winners"]) == 1 else
              list(given["winners"])}  # fmt: skip
    if ruleset is None:
        raise click.UsageError("--ruleset is missing: expected a rule set, like --ruleset classical")
    rules = rules_of(ruleset_of(ruleset), options)
    if batch is not None:
        of_one_hand = (*_OF_TOTALS, *_OF_A_CARD, *_OF_A_SHARE, "winner", "discarder")
        _refuse(given, of_one_hand, "one hand, and --batch: write it into the lines")
        return run_batch(batch, lambda fields: settlement_of(with_options(fields, options, None), rules.ruleset))
    # A hand of a card is settled by its value, every other one by totals; nobody is ready where nothing is shared.
    for names, why in _NOT_SAID[rules.plan.family.name]:
        _refuse(given, names, why)
    return _settled(rules, _fields(rules, options, given), as_json)


_NOT_SAID: Mapping[str, Sequence[tuple[Sequence[str], str]]] = {
    "points": (
        (_OF_A_SHARE, "a total that is shared, as in riichi, and by these rules none is"),
        (_OF_A_CARD, "a hand of a score card; by these rules totals are settled: expected --total SEAT=N"),
    ),
    "card": (
        (_OF_A_SHARE, "a total that is shared, as in riichi, and by these rules none is"),
        (_OF_TOTALS, "totals, and by a score card the value of a line is paid: expected --value N"),
    ),
    "shared": (
        (_OF_A_CARD, "a hand of a score card; by these rules a total is settled: expected --total SEAT=N"),
        (("pays_for_all",), "a dangerous discard; by these rules expected --liable SEAT"),
    ),
}
"""What is said of other kinds of games, and what is said instead, by the family of the rule set."""


def _refuse(given: Fields, names: Iterable[str], why: str) -> None:
    name = next((name for name in names if is_said(given[name])), None)
    if name is not None:
        raise click.UsageError(f"--{_SWITCHES.get(name, name)} is said of {why}")


def _fields(rules: Rules, options: Fields, given: Fields) -> Fields:
    """The request of the command line.

    Raises:
        click.UsageError: nothing is said that could be settled.
    """
    family = rules.plan.family
    if family.shares_total:
        fields = _shared(options, given)
    else:
        fields = {"totals": pairs("--total", _of_the_winner(given)), "winner": given["winner"],
                  "discarder": given["discarder"], "pays_for_all": given["pays_for_all"], "value": given["value"],
                  "jokerless": given["jokerless"],
                  "bonus": not given["no_bonus"], "misnamer": given["misnamer"], "options": options}  # fmt: skip
    if family.wins_by_card or any(fields.get(name) for name in ("totals", "total", "ready", "nagashi")):
        return fields
    raise click.UsageError(
        "the winner's total is missing: expected --total S=7700 --discarder W, or after a drawn hand --ready E"
        if family.shares_total
        else f"the totals are missing: expected one of each seat, like {_TOTALS_EXAMPLE}"
    )


def _of_the_winner(given: Fields) -> tuple[str, ...]:
    """The totals as SEAT=N: a number alone is that of the only winner."""
    words, winners = given["totals"], [given["winner"]] if isinstance(given["winner"], str) else given["winners"]
    return tuple(f"{winners[0]}={word}" if word.isdigit() and len(winners) == 1 else word for word in words)


def _shared(options: Fields, given: Fields) -> Fields:
    """The request for totals that are shared: of the winners alone.

    Raises:
        click.UsageError: another winner is named, or something is no value of its switch.
    """
    totals, winners = pairs("--total", _of_the_winner(given)), [winner.upper() for winner in given["winners"]]
    if totals and winners and {str(name).upper() for name in totals} != set(winners):
        raise click.UsageError("--total: by these rules winners alone have one; expected one --total SEAT=N of each")
    fields: Fields = {"options": options}
    fields |= {name: given[name] for name in ("discarder", "repeats", "pot", "sticks") if given[name] is not None}
    fields |= {name: _of_winners(name, given[name]) for name in ("liable", "liable_total") if given[name]}
    if len(totals) > 1 or len(winners) > 1:
        fields |= {"totals": totals, "winner": list(totals)}
    else:
        winner = next(iter(totals), given["winner"])
        named = {"total": totals.get(winner), "winner": winner}
        fields |= {name: value for name, value in named.items() if value is not None}
    return fields | {name: list(given[name]) for name in ("riichi", "ready", "nagashi") if given[name]}


def _of_winners(name: str, words: tuple[str, ...]) -> object:
    """What a switch says of the only winner, or by WINNER=… of each."""
    if len(words) == 1 and "=" not in words[0]:
        if name != "liable_total":
            return words[0]
        word = words[0]
        if not word.isascii() or not word.isdigit() or len(word) > 12:
            raise click.UsageError(f"--{_SWITCHES.get(name, name)} {quoted(word)}: a number is expected, 0 or more")
        return int(word)
    switch = f"--{_SWITCHES.get(name, name)}"
    return {winner.upper(): value for winner, value in pairs(switch, words).items()}


def _settled(rules: Rules, fields: Fields, as_json: bool) -> int:
    """Settle, and tell; the exit status."""
    try:
        # Seats that are none are told later.
        payers = (fields.get("discarder"), fields.get("pays_for_all"))
        discarder, liable = (Seat.__members__.get(str(payer).upper()) for payer in payers)
        check_payers(discarder, liable, won=fields.get("winner") is not None)
        settlement = settlement_of(fields, rules.ruleset)
    except HandError as error:
        if as_json:
            write_json({"error": str(error)})
        else:
            complain(str(error))
        return 1
    if as_json:
        write_json(settlement)
        return 0
    from mjlog.calculator.score_page import payment_lines, wrapped

    for line in (*payment_lines(settlement["payments"], settlement["change"]), *wrapped(settlement.get("remark", ""))):
        say(line)
    return 0
