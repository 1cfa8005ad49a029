"""Both scorers asked about the same hands: what the program says, what plain search says, where they disagree.

Compared are whether the hand is complete, its total, points and doubles, the limit hand, the items one by one, each
as a rule with its points and doubles, and what a loser waited for. The names of items and the tiles that earn them are
words for people and are not compared. Where several arrangements have the same total, each is right
(`plain.hand.best`), and so is every name of several limit hands that are worth the same.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mjlog.errors import HandError
from mjlog.rulesets import Rules, load, resolve
from mjlog.scoring import Scorer, hand_answer, scorer_by
from mjlog.scoring.hand import FAN_FLAGS, FLAGS
from mjlog.scoring.hand_line import hand_line, read_request
from plain import bmja, classical, dmjl, kajongg, mcr, western
from plain.hand import Answer
from plain.random_hands import requests

Request = Mapping[str, Any]
Options = Mapping[str, Any]
PLAIN = {
    "classical": (classical.answers, classical.waits),
    "western": (western.answers, western.waits),
    "bmja": (bmja.answers, bmja.waits),
    "bmja-kajongg": (kajongg.answers, kajongg.waits),
    "dmjl": (dmjl.answers, dmjl.waits),
    "mcr": (mcr.answers, mcr.waits),
}
"""What a hand may be worth, and what a loser waits for, in the rule sets."""
Scoring = Callable[[Request, Options], Mapping[str, Any]]
"""What the program answers to a request under some options."""


class Comparison(NamedTuple):
    """What came out of many hands.

    `hands`: how many of each sort there were: won, won but not complete, lost, and impossible ones, which the program
    says cannot exist and neither scored. `earned`: by how many hands each rule was earned, `limits`: how many were
    worth each limit hand, both as the plain scorer says. `disagreements`: in words.
    """

    hands: Counter[str]
    earned: Counter[str]
    limits: Counter[str]
    disagreements: list[str]


def compare(ruleset: str, seed: str, hands: int, scoring: Scoring | None = None) -> Comparison:
    """Put hands at random to both scorers; `scoring`: another than the program's."""
    scoring = scoring or functools.partial(program, ruleset)
    found = Comparison(Counter(), Counter(), Counter(), [])
    for request, given in requests(ruleset, seed, hands):
        try:
            answer = scoring(request, given)
        except HandError:
            found.hands["impossible"] += 1
            continue
        put(ruleset, request, given, answer, found)
    return found


def put(ruleset: str, request: Request, given: Options, answer: Mapping[str, Any], found: Comparison) -> None:
    """Compare the answer to one hand with that of the plain scorer, and keep what is found."""
    answers, waits = PLAIN[ruleset]
    full = options(ruleset, tuple(sorted(given.items())))
    expected = answers(request, full)
    waited = None if request["won"] else waits(request, full)
    if not agrees(answer, expected, waited):
        found.disagreements.append(disagreement(request, given, answer, expected, waited))
    found.hands["lost" if waited is not None else "won" if expected else "not complete"] += 1
    for right in expected[:1]:
        found.earned.update({rule for rule, _points, _doubles in right.items})
        found.limits.update(right.limits)


def agrees(answer: Mapping[str, Any], expected: list[Answer], waited: list[str] | None) -> bool:
    """Whether the program's answer is one of the right ones; `waited`: what a loser waits for, None for a winner."""
    if not expected:
        return answer["complete"] is False and answer["total"] is None and bool(answer["reason"])
    if answer["complete"] is not (waited is None) or answer.get("waits") != waited:
        return False
    told = (answer["total"], answer["points"], answer["doubles"], _items(answer))
    return any(
        told == (right.total, right.points, right.doubles, right.items) and answer["limit"] in (right.limits or {None})
        for right in expected
    )


def disagreement(
    request: Request, given: Options, answer: Mapping[str, Any], expected: list[Answer], waited: list[str] | None
) -> str:
    """The hand on one line, and both answers."""
    said = f"{answer['total']} ({answer['points']}, {answer['doubles']}, {answer['limit']}) {_words(_items(answer))}"
    hand = read_request(request).hand(flags=FLAGS | FAN_FLAGS)
    lines = [hand_line(hand), f"  options {dict(given)}" if given else "  the usual options"]
    lines.append(f"  program {said}")
    lines += [f"  plain   {_answer_words(right)}" for right in expected[:2]] or ["  plain   not complete"]
    if answer.get("waits") != waited:
        lines.append(f"  program waits for {answer.get('waits')}, plain for {waited}")
    return "\n".join(lines)


def _items(answer: Mapping[str, Any]) -> tuple[tuple[str, int, int], ...]:
    return tuple(sorted((item["rule"], item["points"], item["doubles"]) for item in answer["items"]))


def _answer_words(right: Answer) -> str:
    limits = "/".join(sorted(right.limits)) or None
    return f"{right.total} ({right.points}, {right.doubles}, {limits}) {_words(right.items)}"


def _words(items: tuple[tuple[str, int, int], ...]) -> str:
    return " ".join(f"{rule.split('/')[1]}:{points}/{doubles}" for rule, points, doubles in items)


# -- the program, and the options of its rule sets


def program(ruleset: str, request: Request, given: Options) -> dict[str, Any]:
    """The program's answer."""
    rules, scorer = _program(ruleset, tuple(sorted(given.items())))
    hand = read_request(request).hand(
        rules.plan.copies, bonus_from_live=scorer.manner.bonus_from_live, flags=scorer.flags
    )
    return hand_answer(hand, scorer, rules.plan.copies)


@functools.cache
def _program(ruleset: str, given: tuple[tuple[str, Any], ...]) -> tuple[Rules, Scorer]:
    rules = resolve(load(ruleset), dict(given))
    assert rules.scoring is not None
    return rules, scorer_by(rules.scoring.table, rules.scoring.options)


@functools.cache
def options(ruleset: str, given: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    """The value of every option of a rule set, with some given and the others as usual."""
    return {name: option.default for name, option in load(ruleset).options.items()} | dict(given)
