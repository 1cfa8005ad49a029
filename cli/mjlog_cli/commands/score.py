"""`mjlog score`: what a hand is worth, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mjlog.calculator.deal import Payers, answer_of
from mjlog.calculator.settling import rules_of
from mjlog.errors import HandError
from mjlog.scoring.request import HandRequest
from mjlog.seats import Seat
from mjlog.text import quoted
from mjlog_cli.batches import Answer, run_batch, with_options
from mjlog_cli.console import complain, say, write_json
from mjlog_cli.params import (
    cards_option,
    is_said,
    json_option,
    option_values,
    options_option,
    ruleset_option,
    set_of,
    shelf_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjlog.calculator.deal import Deal, Request
    from mjlog.cards.shelf import CardShelf
    from mjlog.rulesets import Rules, RuleSet

Fields = dict[str, Any]
_EXAMPLE = '"S in E 234b 55d RRd (789c) [2222d] 1f +Rd discard"'
_OF_ONE_HAND = ("concealed", "sets", "tile", "source", "won")
_BESIDE = ("seat", "round", "bonus", "flags", "east_wins", "line", "indicators", "under")
_PAYERS = ("discarder", "pays_for_all", "repeats", "pot", "liable")


@click.command(name="score")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@ruleset_option("The rule set, such as classical. A line of a batch may name its own.")
@click.option("--batch", metavar="FILE", help="A hand a line, as JSON or as HAND; - is standard input.")
@click.option("--seat", metavar="SEAT", help="The seat: E, S, W or N.")
@click.option("--round", metavar="WIND", help="The prevailing wind: E, S, W or N.")
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
        _check_batch(hands, given, faces)
        return run_batch(batch, _batch_answer(_named(ruleset), values, shelf_of(cards), explain, given), _of_text)
    from mjlog.calculator.deal import read_hands, score_deal

    rules = None if ruleset is None else rules_of(_named(ruleset), values)
    requests = read_hands(_fields(hands, given), rules.plan if rules is not None else None)
    deal = score_deal(requests, _whole(requests, rules, given, on_a_line=bool(hands)), shelf_of(cards), _payers(given))
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
    beside = {name: value for name, value in (("seat", given["seat"]), ("round", given["round"])) if value is not None}

    def answer(fields: Fields) -> Fields:
        return answer_of(with_options(fields, options, ruleset), ruleset, cards, explained=explain, beside=beside)

    return answer


def _of_text(text: str) -> Fields:
    return {"hand": text}


# -- what is asked ----------------------------------------------------------------------------------------------------


def _fields(hands: Sequence[str], given: Fields) -> list[Fields]:
    """The hands, each with what the switches say beside it; one of switches alone where no HAND is given.

    Raises:
        click.UsageError: a switch is said of one hand, and hands on a line are given.
    """
    beside = {name: given[name] for name in _BESIDE} | {"flags": list(given["flags"])}
    if hands:
        twice = next((name for name in _OF_ONE_HAND if given[name]), None)
        if twice is not None:
            raise click.UsageError(
                f"{_switch(twice)} is said of a hand that is no HAND on a line: expected one of them"
            )
        return [{"hand": text, **beside} for text in hands]
    sets = [set_of("--set", text) for text in given["sets"]]
    return [{**beside, **{name: given[name] for name in _OF_ONE_HAND}, "sets": sets, "won": given["won"] or None}]


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
    return Payers(discarder, for_all, liable, given["repeats"], given["pot"])


def _whole(requests: list[Request], rules: Rules | None, given: Fields, *, on_a_line: bool) -> Rules:
    """The rule set by which hands are asked about that lack nothing.

    Raises:
        click.UsageError: something is missing, or said of another kind of hand.
    """
    of_a_card = rules is not None and rules.plan.family.wins_by_card
    if rules is not None and given["line"] is not None and not of_a_card:
        raise click.UsageError("--line is said of a hand of a score card, as in american; by these rules there is none")
    missing = _missing(requests, of_a_card, on_a_line=on_a_line)
    if missing or rules is None:
        raise click.UsageError(missing or "--ruleset is missing: expected a rule set, like --ruleset classical")
    return rules


def _missing(requests: list[Request], of_a_card: bool, *, on_a_line: bool) -> str | None:
    """What keeps the hands from being scored, in words; a hand of a card needs neither seat nor round."""
    needed = ("concealed", "seat", "round") if not of_a_card else ("concealed",)
    for number, request in enumerate(requests, 1):
        if isinstance(request, HandError):
            # What cannot be read is told in its place among the others.
            continue
        name = next((name for name in needed if not getattr(request, name)), None)
        if name == "concealed":
            return _no_tiles(request, number if len(requests) > 1 else 0, on_a_line)
        if name is not None:
            which = f"hand {number} does not say its {name}" if len(requests) > 1 else f"--{name} is missing"
            return f"{which}; or begin the hand with seat and round, like S in E"
    return None


def _no_tiles(request: HandRequest, number: int, on_a_line: bool) -> str:
    """What a hand without concealed tiles lacks; `number`: which of several it is."""
    if on_a_line:
        which = f"hand {number}" if number else "the hand"
        return f"{which} has no concealed tiles: expected those not laid on the table, too, like {_EXAMPLE}"
    if any(getattr(request, name) for name in ("sets", "bonus", "flags", "won")) or request.has_won:
        return "--concealed is missing: expected the tiles not laid on the table, the winning one among them"
    return f"a hand is missing: expected it on one line, like {_EXAMPLE}, or --concealed, or --batch"


def _check_batch(hands: Sequence[str], given: Fields, faces: str) -> None:
    """Is beside a batch said only what fills in its lines?

    Raises:
        click.UsageError: no; one hand is spoken of, or how a page is printed.
    """
    if hands:
        raise click.UsageError("hands are given, and --batch: expected one of them")
    of_one_hand = (*_OF_ONE_HAND, *(name for name in _BESIDE if name not in ("seat", "round")), *_PAYERS)
    name = next((name for name in of_one_hand if is_said(given[name])), None)
    if name is not None:
        raise click.UsageError(f"{_switch(name)} is said of one hand, and --batch: write it into the lines")
    if faces != "codes":
        raise click.UsageError("--faces is said of a page, and --batch answers with objects: expected one of them")


def _switch(name: str) -> str:
    words = {"sets": "set", "flags": "flag"}
    return f"--{words.get(name, name).replace('_', '-')}"


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
    from mjlog_cli.score_page import FACES, hand_page, settlement_page

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
