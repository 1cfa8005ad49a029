"""Scoring and settling one hand: from the request as JSON values to the answer as JSON values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mjlog.audit.valuing import agreed_score, scorer_for, terms_for
from mjlog.calculator.several import rule_of_wins, ruled
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import HandError, RuleSetError
from mjlog.rulesets import Rules, RuleSet, load_named, resolve
from mjlog.rulesets.typed import typed_options
from mjlog.scoring import (
    Hand,
    Scorer,
    Terms,
    answer_of,
    read_hand_line,
    score_request,
    settle_card_request,
    settle_request,
)
from mjlog.scoring.hand import SOURCES_IN_RIICHI, source_of
from mjlog.scoring.possible_hand import ImpossibleHandError
from mjlog.scoring.request import SEATS_BY_CODE, by_own_names, read_part
from mjlog.scoring.settle_request import shared_wins
from mjlog.seats import Seat
from mjlog.table import TablePlan
from mjlog.text import counted, list_words, quoted
from mjlog.tiles import CODES, HAND_TILES
from mjlog.views.naming import tile_words

SOURCE_WORDS = {
    "wall": "drawn from the wall",
    "discard": "discarded by another player",
    "loose": "a loose tile from the dead wall, as for a kong",
    "kong": "robbed from a kong",
    "last-wall": "the last tile of the wall, drawn",
    "last-discard": "the last discard, when the wall is used up",
    "deal": "as dealt",
    "first-discard": "East's first discard",
}
"""Where a winning tile comes from, in words."""
FLAG_WORDS = {
    "twofold": "kong upon kong: a kong's loose tile made the kong that brought this one",
    "original-call": "called with the first discard, and kept",
    "last-tile": "the wall was used up",
    "no-discard": "before the winner had discarded anything",
    "riichi": "in riichi",
    "double-riichi": "in riichi declared with the first discard",
    "ippatsu": "within a turn of the riichi",
    "first-turn": "in the first turn, before any claim or kong",
}
"""What else can be true of a win, in words."""


def how_it_ended(hand: Hand, faces: Sequence[str] = CODES) -> str:
    """Whether the hand won, with which tile, where that came from, and what else was true; tiles in these faces."""
    if not hand.won:
        return "did not win"
    words = ["won with the dealt hand"]
    if hand.tile is not None and hand.source is not None:
        words = [f"won with {tile_words(hand.tile)} ({faces[hand.tile]}), {SOURCE_WORDS[hand.source]}"]
    words += [FLAG_WORDS[flag] for flag in sorted(hand.flags)]
    # Only East's wins count; what is said of them beside another seat's hand is passed over.
    words += [f"{counted(hand.east_wins, 'win')} in a row as East"] if hand.east_wins and hand.seat is Seat.E else []
    return "; ".join(words)


if TYPE_CHECKING:
    from mjlog_schemas import Fault

Fields = dict[str, Any]


def score_of(
    fields: Fields, ruleset: RuleSet | str | None, cards: CardShelf = NO_CARDS, *, explained: bool = False
) -> Fields:
    """What a hand is worth, by the rule set that it names, or else by this one; by a card where hands are of a card.

    A field `hand` is a whole hand on one line (`mjlog.scoring.hand_line`); the other fields fill in what that does not
    say. `explained`: with how the score came about.

    Raises:
        HandError: there cannot be such a hand; the message says why.
        MjlogError: there is no such rule set or card.
    """
    rules = rules_of(fields.get("ruleset") or ruleset, fields.get("options"))
    fields = whole(fields, rules.plan)
    if rules.plan.by_card:
        from mjlog.scoring.card_request import score_by_card

        return score_by_card(_with_won(fields), cards.asked(fields.get("card")), rules.cites.score or "")
    scorer, plan = scorer_of(rules), rules.plan
    try:
        answer = score_request(fields, scorer, plan.copies, explained=explained, red_fives=plan.red_fives)
        return _by_agreement(answer, rules)
    except ImpossibleHandError:
        raise
    except HandError as error:
        from mjlog_schemas import explain_score_request

        raise _explained(explain_score_request, _with_won(fields), error) from None


def _with_won(fields: Fields) -> Fields:
    """A request that says whether the hand won, as one that leaves it open is read."""
    if fields.get("won") is not None:
        return fields
    return fields | {"won": fields.get("tile") is not None or fields.get("source") is not None}


def scorer_of(rules: Rules) -> Scorer:
    """The scorer of a rule set.

    Raises:
        RuleSetError: it does not say what hands are worth.
    """
    scorer = scorer_for(rules)
    if scorer is None:
        raise RuleSetError(f"the rule set {rules.ruleset.id} does not say what hands are worth")
    return scorer


def whole(fields: Fields, plan: TablePlan | None = None) -> Fields:
    """A request without `hand`: what that line says stands in its place, and the fields beside it fill in the rest.

    A field that is null says nothing; what the line and the fields beside it both say must mean the same. `plan`: of
    the rule set, where it is known: then what is written as its players do is in the words and letters of requests.

    >>> whole({"hand": "123b 55d (789c) +5d wall", "seat": "S", "round": "E"})["seat"]
    'S'

    Raises:
        HandError: the line cannot be read, or says something else than the fields beside it.
    """
    line = fields.get("hand")
    fields = _in_our_words(fields, plan)
    beside = {name: value for name, value in fields.items() if value is not None and name != "hand"}
    if line is None:
        return fields if "hand" not in fields else beside
    if not isinstance(line, str) or not line.strip():
        shown = repr(str(line)[:40]) if line != "" else "empty"
        raise HandError(f"`hand` is {shown}: a hand on one line is expected, like 'S in E 123b 55d +5d wall'")
    said = _said_once(_stated(read_hand_line(line, str if plan is None else plan.spelled)), plan)
    won = _won(said, beside)
    for name in _SAID_ONCE:
        _check_same(name, said, beside)
    flags = _flags(said, beside)
    return {"concealed": [], **beside, **said, "won": won, "flags": flags}


def _in_our_words(fields: Fields, plan: TablePlan | None) -> Fields:
    """A request with the source of its winning tile, and its tiles, in the words and letters of requests."""
    fields, found = by_own_names(fields), Fields()
    words = fields["source"].lower().split() if isinstance(fields.get("source"), str) else []
    if any(word in SOURCES_IN_RIICHI for word in words):
        found["source"] = source_of(words)
    if plan is not None:
        found |= {name: _spelled(fields[name], plan) for name in _OF_TILES if name in fields}
        if isinstance(fields.get("sets"), list):
            found["sets"] = [_set_spelled(one, plan) for one in fields["sets"]]
    return fields | found


def _set_spelled(one: object, plan: TablePlan) -> object:
    return one | {"tiles": _spelled(one.get("tiles"), plan)} if isinstance(one, dict) else one


_OF_TILES = ("concealed", "bonus", "tile", "indicators", "under")


def _spelled(value: object, plan: TablePlan) -> object:
    if isinstance(value, list):
        return [_spelled(one, plan) for one in value]
    return plan.spelled(value) if isinstance(value, str) else value


def _said_once(said: Fields, plan: TablePlan | None) -> Fields:
    """What a line says, the winning tile once: fourteen tiles among which it is hold it already."""
    by_card = plan is not None and plan.by_card
    concealed, tile = list(said.get("concealed", ())), said.get("tile")
    laid = sum(len(one["tiles"]) if by_card else HAND_TILES // 4 for one in said.get("sets", ()))
    if tile is not None and len(concealed) + laid == HAND_TILES + 1 and concealed.count(tile) > 1:
        concealed.remove(tile)
    return said | {"concealed": concealed} if concealed else said


_SAID_ONCE = ("seat", "round", "concealed", "sets", "bonus", "tile", "source", "east_wins", "indicators", "under",
              "discarder", "repeats", "pot", "liable")  # fmt: skip


def _stated(fields: Fields) -> Fields:
    """The fields of a line that say something."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], 0)}


def _won(said: Fields, beside: Fields) -> object:
    """Whether the hand won, as the line or the fields beside it say; no truth value where the latter is none."""
    if "won" in said and beside.get("won") is False:
        raise HandError("the line names a winning tile, and `won` beside it is false: say one of them")
    return "won" in said or beside.get("won", "tile" in beside or "source" in beside)


def _check_same(name: str, said: Fields, beside: Fields) -> None:
    """What stands on the line and beside it means the same."""
    if name not in said or beside.get(name) in (None, "", [], 0):
        return
    if read_part(said, name) != read_part(beside, name):
        one, other = (_words(fields[name]) for fields in (said, beside))
        raise HandError(f"`{name}` is {one} on the line, and {other} beside it: say it once")


def _words(value: object) -> str:
    """A value of a field as it was given, where that is short and no object."""
    values = value if isinstance(value, list) else [value]
    if any(not isinstance(one, str | int) for one in values):
        return "something else"
    return repr(" ".join(map(str, values))[:60])


def _flags(said: Fields, beside: Fields) -> list[str]:
    """What both say to be true of the win.

    Raises:
        HandError: beside the line stands no list of such words.
    """
    read_part(beside, "flags")
    return list(dict.fromkeys([*said.pop("flags", ()), *beside.pop("flags", ())]))


def settlement_of(fields: Fields, ruleset: RuleSet | str) -> Fields:
    """Who pays whom: `change` per seat, `payments` as from, to, points.

    Raises:
        MjlogError: the request cannot be answered; the message says why.
    """
    fields = by_own_names(fields)
    rules = rules_of(ruleset, fields.get("options"))
    terms = terms_for(rules)
    if terms.shared is None:
        _check_one_winner(fields, rules)
    if rules.plan.by_card:
        return settle_card_request(fields)
    if not rules.settlement.table:
        raise RuleSetError(f"the rule set {rules.ruleset.id} does not say how hands are settled")
    try:
        fields, remark = _as_ruled(fields, rules, terms)
        return settle_request(fields, terms) | remark
    except ImpossibleHandError:
        raise
    except HandError as error:
        from mjlog_schemas import explain_settle_request, explain_shared_settle_request

        explain = explain_settle_request if terms.shared is None else explain_shared_settle_request
        raise _explained(explain, fields, error) from None


def _check_one_winner(fields: Fields, rules: Rules) -> None:
    """Is one winner named, where losers' hands, or the value of a line, are settled with one?

    Raises:
        HandError: several are.
    """
    winner = fields.get("winner")
    if isinstance(winner, list) and len(winner) > 1:
        said = list_words(str(SEATS_BY_CODE.get(str(one).upper(), quoted(one))) for one in winner)
        why = f"by these rules the nearest to the discarder in turn does{rule_of_wins(rules)}"
        more = "" if rules.plan.by_card else ", with the totals of the others as of hands that have not won"
        raise HandError(f"{said} have won: {why}; name that one{more}")


def _as_ruled(fields: Fields, rules: Rules, terms: Terms) -> tuple[Fields, Fields]:
    """A request with the totals of those alone who win by the rules, and a remark where not all who would win do."""
    if terms.shared is None or fields.get("total") is not None or not isinstance(fields.get("totals"), Mapping):
        return fields, {}
    wins = shared_wins(fields, terms)
    giver = wins[0].discarder
    if giver is None or giver in (win.winner for win in wins):
        return fields, {}
    found = ruled([win.winner for win in wins], giver, rules)
    if not found.words:
        return fields, {}
    if not found.winners:
        return {"ready": []}, {"remark": found.words}
    kept = {seat.value for seat in found.winners}
    only = {str(name): _of(fields[name], kept) for name in ("totals", "liable", "liable_total") if name in fields}
    return {**fields, **only, "winner": None}, {"remark": found.words}


def _of(value: object, kept: set[str]) -> object:
    """What is said of each winner, of those who are paid."""
    return {name: one for name, one in value.items() if name.upper() in kept} if isinstance(value, Mapping) else value


def _by_agreement(answer: Fields, rules: Rules) -> Fields:
    """The answer with the agreed value, where winners are paid one; a win that is not complete keeps its reason."""
    complete = answer["complete"]
    agreed = agreed_score(rules, complete)
    if agreed is None or (answer["total"] is None and not complete):
        return answer
    worth = answer_of(agreed)
    answer |= {key: worth[key] for key in ("total", "points", "doubles", "limit", "items")}
    # How the points came about, and what they left out, is said of the table that is not in use.
    answer |= {key: [] for key in ("set_aside", "not_counted", "sum") if key in answer}
    if "would_be" in answer:
        won = agreed_score(rules, won=True)
        assert won is not None
        answer["would_be"] = [one | {"wall": won.total, "discard": won.total} for one in answer["would_be"]]
    return answer


def _explained(explain: Callable[[object], Fault | None], fields: Fields, error: HandError) -> HandError:
    """The error in the words of the border, which names the field, where it finds the fault too."""
    fault = explain(fields)
    return error if fault is None else HandError(fault.message)


def rules_of(named: object, options: object) -> Rules:
    """A rule set, or the one that a line names (`ID`, `ID@VERSION`), under given options.

    A line cannot name a file: what is in a batch may come from anybody.

    Raises:
        MjlogError: there is no such rule set or option, or a value does not fit.
    """
    if options is not None and not isinstance(options, Mapping):
        raise RuleSetError('options is no object; expected option values, like {"SevenPairs": true}')
    if not isinstance(named, str | RuleSet):
        raise RuleSetError("no rule set is named; expected one with --ruleset, or as ruleset in the line")
    ruleset = load_named(named) if isinstance(named, str) else named
    rules = resolve(ruleset, typed_options(ruleset, options or {}))
    if rules.problems:
        raise RuleSetError(rules.problems[0][1])
    return rules
