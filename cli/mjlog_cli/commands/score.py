"""`mjlog score`: what a hand is worth, and why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from mjlog.errors import HandError, NotationError
from mjlog.referee.requests import rules_of, score_of, whole
from mjlog.text import quoted
from mjlog_cli.batches import Answer, run_batch
from mjlog_cli.console import complain, say, write_json
from mjlog_cli.params import cards_option, json_option, option_values, options_option, ruleset_option, shelf_of
from mjlog_cli.scoring.missing import at_terminal, missing_of

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf
    from mjlog.referee.deal import Deal
    from mjlog.rulesets import Rules, RuleSet
    from mjlog.seats import Seat

Fields = dict[str, Any]
_FACES = ("concealed", "claimed", "added")
_OF_ONE_HAND = ("concealed", "sets", "tile", "source", "won")
_EXAMPLE = '"S in E 234b 55d RRd (789c) [2222d] 1f +Rd discard"'


@click.command(name="score", short_help="What is a hand worth?")
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
@click.option("--line", metavar="LABEL", help="The line of the score card that the player names.")
@click.option("--discarder", metavar="SEAT", help="Who discarded the winning tile.")
@click.option("--pays-for-all", metavar="SEAT", help="Who pays the winner for everybody.")
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
    the winning tile and where it came from stand at the end. Several HANDs are those of one deal, and are settled. At
    a terminal, what is missing is asked for.

    The same with options: mjlog score --ruleset classical --seat S --round E --concealed "123b 55d RRRd" --set
    chow:789c --set pung:222d --tile 5d --source wall. A line of a batch is an object of the same names, or a HAND; an
    impossible hand is answered with {"error": …}, and exit status 1.
    """
    shelf = shelf_of(cards)
    if batch is not None:
        if hands:
            raise click.UsageError("hands are given, and --batch: expected one of them")
        return run_batch(batch, _batch_answer(_named(ruleset), shelf, explain, given), _of_text)
    requests = [_whole(fields) for fields in _requests(hands, given, options)]
    rules, requests = _completed(ruleset, options, requests)
    deal = _scored(requests, rules, shelf, given)
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


def _batch_answer(ruleset: RuleSet | None, cards: CardShelf, explain: bool, given: Fields) -> Answer:
    """What answers a line of a batch; seat and round of the command line fill in where a hand on a line is silent."""
    beside = {name: value for name, value in (("seat", given["seat"]), ("round", given["round_"])) if value is not None}
    more = {"would_be": True} if explain else {}
    score = partial(score_of, ruleset=ruleset, cards=cards, explained=explain)
    if not beside and not more:
        return score
    return lambda fields: score({**more, **(beside if "hand" in fields else {}), **fields})


def _of_text(text: str) -> Fields:
    return {"hand": text}


# -- what is asked ----------------------------------------------------------------------------------------------------


def _requests(hands: tuple[str, ...], given: Fields, options: tuple[str, ...]) -> list[Fields]:
    """The hands as lines of a batch would state them; one of which nothing is known where none is given."""
    values = option_values(options)
    beside: Fields = {"seat": given["seat"], "round": given["round_"], "bonus": given["bonus"],
                      "flags": list(given["flags"]), "east_wins": given["east_wins"], "options": values,
                      "line": given["line"]}  # fmt: skip
    if hands:
        twice = next((name for name in _OF_ONE_HAND if given[name]), None)
        if twice is not None:
            name = "set" if twice == "sets" else twice
            raise click.UsageError(f"--{name} is said of a hand that is no HAND on a line: expected one of them")
        return [{"hand": text, **beside} for text in hands]
    won = given["won"] or given["tile"] is not None or given["source"] is not None
    return [{**beside, "concealed": given["concealed"], "sets": [_set(text) for text in given["sets"]], "won": won,
             "tile": given["tile"], "source": given["source"]}]  # fmt: skip


def _whole(fields: Fields) -> Fields:
    """The fields with those of its line, where it has one; a line that cannot be read stays, to be told as scored."""
    try:
        fields = whole(fields)
    except HandError:
        return fields
    return {name: value for name, value in fields.items() if value is not None}


def _set(text: str) -> Fields:
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
    fields: Fields = {"kind": kind, "tiles": tiles, "concealed": face == "concealed"}
    if face in ("claimed", "added"):
        fields["origin"] = face
    return fields


def _completed(ruleset: str | None, options: tuple[str, ...], requests: list[Fields]) -> tuple[Rules, list[Fields]]:
    """The rule set and the hands, with what was missing; asked for where somebody can be asked."""
    by_card = ruleset is not None and _by_card(ruleset)
    missing = _missing(requests, by_card)
    if not missing and ruleset is not None:
        return rules_of(_named(ruleset), option_values(options)), requests
    if by_card or not at_terminal() or (missing and len(requests) > 1):
        raise click.UsageError(missing or "--ruleset is missing: expected a rule set, like --ruleset classical")
    from mjlog_cli.scoring.asked_hand import ask_hand, same_on_one_line
    from mjlog_cli.scoring.questions import ask_ruleset, asked, say_in_lines

    with asked("nothing was scored") as ask:
        chosen = _named(ruleset) or ask_ruleset(ask, say_in_lines)
        rules = rules_of(chosen, option_values(options))
        requests = [one if "hand" in one else ask_hand(one, rules, ask, say_in_lines) for one in requests]
    say()
    for line in same_on_one_line(requests[0], rules):
        say(line)
    return rules, requests


def _by_card(ruleset: str) -> bool:
    return rules_of(_named(ruleset), None).plan.by_card


def _missing(requests: list[Fields], by_card: bool) -> str | None:
    """What keeps the hands from being scored, in words; a hand of a card needs neither seat nor round."""
    needed = ("concealed", "seat", "round") if not by_card else ("concealed",)
    for number, fields in enumerate(requests, 1):
        missing = [] if "hand" in fields else missing_of(fields)
        name = next((name for name in needed if name in missing), None)
        if name == "concealed":
            return f"a hand is missing: expected it on one line, like {_EXAMPLE}, or --concealed, or --batch"
        if name is not None:
            which = f"hand {number} does not say its {name}" if len(requests) > 1 else f"--{name} is missing"
            return f"{which}; or begin the hand with seat and round, like S in E"
    return None


# -- answers ----------------------------------------------------------------------------------------------------------


def _scored(requests: list[Fields], rules: Rules, cards: CardShelf, given: Fields) -> Deal:
    from mjlog.referee.deal import Payers, score_deal

    payers = Payers(_seat(given, "discarder"), _seat(given, "pays_for_all"))
    deal = score_deal(requests, rules, cards, payers)
    if deal.needs_discarder and at_terminal():
        from mjlog_cli.scoring.questions import ask_seat, asked, say_in_lines

        with asked("nothing was scored") as ask:
            others = [seat for seat in rules.plan.seats if seat.value != deal.winner]
            discarder = ask_seat(ask, say_in_lines, "who discarded the winning tile", others)
        deal = score_deal(requests, rules, cards, Payers(discarder, payers.for_all))
    return deal


def _seat(given: Fields, name: str) -> Seat | None:
    """A seat of the command line.

    Raises:
        click.UsageError: it is none.
    """
    from mjlog.scoring.request import SEATS_BY_CODE

    value = given[name]
    if value is not None and value.upper() not in SEATS_BY_CODE:
        raise click.UsageError(f"--{name.replace('_', '-')} {quoted(value)}: expected one of E, S, W, N")
    return None if value is None else SEATS_BY_CODE[value.upper()]


def _write(deal: Deal) -> None:
    """An object a hand, and one of the settlement of several; one hand alone has its payments with it."""
    if len(deal.hands) > 1:
        for one in deal.hands:
            write_json(one.answer)
        write_json({"settlement": deal.settlement()})
        return
    write_json(deal.hands[0].answer | ({"settlement": deal.settlement()} if deal.settlement() else {}))


def _print(deal: Deal, faces: str) -> None:
    from mjlog_cli.scoring.layout import FACES
    from mjlog_cli.scoring.page import hand_page, settlement_page

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
