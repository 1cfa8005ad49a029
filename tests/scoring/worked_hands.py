"""Hands worked out by hand from the rules, read from `worked/RULESET.hands`.

Hands are separated by blank lines; a line that begins with ``##`` is a heading. A hand is::

    # Title: what the hand shows
    # Further remarks, any number of lines.
    S in E 234b 567b 99b (789c) RRRd +Rd discard
    options NAME=VALUE NAME=VALUE
    = 48: 24 points 1 double
    + mahjong 20
    + pung 4
    + honor-set 1D
    - concealed

The hand is written as `mjlog.scoring.hand_line` reads it; `options` may be missing. After ``=`` stand the total and the
points and doubles of the face value; ``= 1000: limit only-honors, 72 points 3 doubles`` names the limit hand that was
taken, ``= not complete`` is a win that is none. Where bonus tiles are reckoned apart, what they make follows:
``= 256: 30 points 3 doubles, apart 8 points 1 double``. After ``+`` stands the rule of an item that counts, without
the rule set, and what it earns: 4 is points, 2D doubles, L a limit hand. After ``-`` stands a rule that earns nothing.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from scoring_cases import document

from mjlog.errors import HandError
from mjlog.rulesets import load, resolve
from mjlog.scoring import Hand, Scorer
from mjlog.scoring.hand_line import read_hand_line
from mjlog.text import counted, did_you_mean

FOLDER = Path(__file__).parent / "worked"
_HEAD = re.compile(
    r"= (\d+): (?:limit ([a-z0-9-]+), )?(\d+) points? (\d+) doubles?(?:, apart (\d+) points? (\d+) doubles?)?"
)
_WORTH = re.compile(r"(\d+)|(\d+)D|(L)")
_NOT_COMPLETE = "= not complete"


class WorkedItem(NamedTuple):
    """An item that counts: the rule without the rule set, points, doubles, whether it is a limit hand."""

    rule: str
    points: int = 0
    doubles: int = 0
    limit: bool = False


class Worth(NamedTuple):
    """What a hand is worth: total, points and doubles of the face value, the limit hand taken, all items in order.

    `apart`: points and doubles of the bonus tiles, where they are reckoned apart.
    """

    total: int
    points: int
    doubles: int
    limit: str | None
    items: tuple[WorkedItem, ...]
    apart: tuple[int, int] | None = None


class WorkedHand(NamedTuple):
    """A hand, and what somebody found by the rules that it is worth; `worth` is None for a win that is not complete.

    `line`: where it begins in its file; `absent`: rules that earn nothing.
    """

    ruleset: str
    line: int
    title: str
    hand: Hand
    options: tuple[tuple[str, Any], ...]
    worth: Worth | None
    absent: frozenset[str]


class BlockError(Exception):
    """A hand is not written as the format wants it. The text begins with the file and the line."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path.name}:{line}: {message}")


@dataclass(frozen=True, slots=True)
class _Line:
    path: Path
    number: int
    text: str

    def fault(self, message: str) -> BlockError:
        return BlockError(self.path, self.number, message)


def files(folder: Path = FOLDER) -> list[Path]:
    """The files of worked hands, one a rule set, in the order of their names."""
    return sorted(folder.glob("*.hands"))


def read_file(path: Path) -> tuple[list[WorkedHand], list[BlockError]]:
    """The hands of a file named after its rule set, and a fault for each that cannot be read."""
    hands: list[WorkedHand] = []
    faults: list[BlockError] = []
    titles: dict[str, int] = {}
    for block in _blocks(path):
        try:
            worked = _read_block(block, path.stem)
            if worked.title in titles:
                raise block[0].fault(f"the title is that of line {titles[worked.title]} too; each has its own")
        except BlockError as fault:
            faults.append(fault)
            continue
        titles[worked.title] = worked.line
        hands.append(worked)
    return hands, faults


def found_by_program(worked: WorkedHand) -> Worth | None:
    """What the program makes of the hand; None where it says that the win is not complete."""
    score = _scorer(worked.ruleset, worked.options).score(worked.hand)
    if score.total is None:
        return None
    items = [
        WorkedItem(item.rule.removeprefix(f"{worked.ruleset}/"), item.points, item.doubles, item.limit > 0)
        for item in score.items
    ]
    assert score.complete == worked.hand.won
    return Worth(score.total, score.points, score.doubles, score.limit, tuple(sorted(items)), score.apart)


def scoring_rules(ruleset: str) -> tuple[str, ...]:
    """The rules of a rule set that earn something, without the rule set, in the order of its scoring table."""
    rows = document(ruleset)["scoring"]["item"]
    return tuple(dict.fromkeys(row["rule"].removeprefix(f"{ruleset}/") for row in rows))


def times_earned(hands: Iterable[WorkedHand]) -> Counter[str]:
    """By rule: in how many hands it earns something."""
    earned = (worked.worth.items for worked in hands if worked.worth is not None)
    return Counter(rule for items in earned for rule in {item.rule for item in items})


def times_absent(hands: Iterable[WorkedHand]) -> Counter[str]:
    """By rule: of how many hands it is said that it earns nothing."""
    return Counter(rule for worked in hands for rule in worked.absent)


@functools.cache
def _scorer(ruleset: str, options: tuple[tuple[str, Any], ...]) -> Scorer:
    scoring = resolve(load(ruleset), dict(options)).scoring
    assert scoring is not None
    return Scorer(scoring.table, scoring.options)


def lacking(ruleset: str, times: Mapping[str, int], least: int) -> list[str]:
    """The scoring rules of a rule set that are met less than so many times."""
    return [rule for rule in scoring_rules(ruleset) if times.get(rule, 0) < least]


# ---------------------------------------------------------------- reading


def _blocks(path: Path) -> Iterator[list[_Line]]:
    """Runs of lines between blank lines and headings."""
    block: list[_Line] = []
    for number, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if text.strip() and not text.startswith("##"):
            block.append(_Line(path, number, text.strip()))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _read_block(block: Sequence[_Line], ruleset: str) -> WorkedHand:
    first = block[0]
    if not first.text.startswith("# "):
        raise first.fault("a hand begins with a line that says what it shows, like: # All chows")
    rest = [line for line in block if not line.text.startswith("#")]
    if not rest:
        raise first.fault("no hand stands under this title; one is expected, like: S in E 123b 55d (789c) …")
    given = next((line for line in rest[1:] if line.text.startswith("options")), None)
    answers = [line for line in rest[1:] if line is not given]
    if not answers:
        raise rest[0].fault("what the hand is worth is missing; expected is a line like: = 48: 24 points 1 double")
    absent = _absent([line for line in answers[1:] if line.text.startswith("-")], ruleset)
    items = _items([line for line in answers[1:] if not line.text.startswith("-")], ruleset)
    hand = _hand(rest[0])
    worth = _worth(answers[0], items)
    _check_kind(answers[0], hand, worth, items, absent)
    return WorkedHand(ruleset, first.number, first.text[2:], hand, _options(given, ruleset), worth, absent)


def _hand(line: _Line) -> Hand:
    try:
        return read_hand_line(line.text).hand()
    except HandError as error:
        raise line.fault(str(error)) from None


def _options(line: _Line | None, ruleset: str) -> tuple[tuple[str, Any], ...]:
    if line is None:
        return ()
    values: dict[str, Any] = {}
    for word in line.text.split()[1:]:
        name, equals, value = word.partition("=")
        if not equals or name in values:
            raise line.fault(f"{word!r}: an option with its value is expected, each once, like roof_off=true")
        values[name] = {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)
    problems = resolve(load(ruleset), values).problems
    if problems or not values:
        raise line.fault(problems[0][1] if problems else "no option is named")
    return tuple(sorted(values.items()))


def _worth(line: _Line, items: Sequence[WorkedItem]) -> Worth | None:
    if line.text == _NOT_COMPLETE:
        return None
    match = _HEAD.fullmatch(line.text)
    if match is None:
        raise line.fault(f"{line.text!r} is no worth; expected is: = TOTAL: [limit NAME,] N points N doubles")
    total, limit, points, doubles, *apart = match.groups()
    beside = (int(apart[0]), int(apart[1])) if apart[0] else None
    return Worth(int(total), int(points), int(doubles), limit, tuple(sorted(items)), beside)


def _items(lines: Sequence[_Line], ruleset: str) -> list[WorkedItem]:
    return [_item(line, ruleset) for line in lines]


def _item(line: _Line, ruleset: str) -> WorkedItem:
    words = line.text.split()
    worth = [_WORTH.fullmatch(word) for word in words[2:]]
    if words[0] != "+" or not worth or None in worth:
        raise line.fault(f"{line.text!r} is no item; expected is: + RULE 4, + RULE 1D, + RULE L, or: - RULE")
    found: dict[str, Any] = {}
    for points, doubles, limit in (match.groups() for match in worth if match is not None):
        found |= {"limit": True} if limit else {"points": int(points)} if points else {"doubles": int(doubles)}
    return WorkedItem(_rule(words[1], line, ruleset), **found)


def _absent(lines: Sequence[_Line], ruleset: str) -> frozenset[str]:
    found = set()
    for line in lines:
        words = line.text.split()
        if words[0] != "-" or len(words) != 2 or words[1] in found:
            raise line.fault(f"{line.text!r}: one rule that earns nothing is expected, each once, like: - concealed")
        found.add(_rule(words[1], line, ruleset))
    return frozenset(found)


def _rule(name: str, line: _Line, ruleset: str) -> str:
    known = scoring_rules(ruleset)
    if name not in known:
        near = did_you_mean(name, known)
        raise line.fault(f"{ruleset} scores nothing by a rule {name!r}" + (f"; did you mean {near}?" if near else ""))
    return name


def _check_kind(
    line: _Line, hand: Hand, worth: Worth | None, items: Sequence[WorkedItem], absent: frozenset[str]
) -> None:
    """What is said of a hand must not contradict itself."""
    both = sorted(absent & {item.rule for item in items})
    if both:
        raise line.fault(f"{both[0]} is said to count, and not to count")
    if worth is None:
        if items or not hand.won:
            raise line.fault("not complete is said of a winner's hand, and nothing counts in it")
        return
    limits = [item for item in items if item.limit]
    if worth.limit is not None and not limits:
        raise line.fault(f"limit {worth.limit} was taken, but no item has an L")
    # A limit hand may replace all other items; otherwise they add up.
    sums = sum(item.points for item in items), sum(item.doubles for item in items)
    points, doubles = worth.apart or (0, 0)
    due = (points, doubles) if worth.apart and limits else (worth.points + points, worth.doubles + doubles)
    if len(limits) < len(items) and sums != due:
        raise line.fault(
            f"the items have {counted(sums[0], 'point')} and {counted(sums[1], 'double')} together, not those above"
        )
