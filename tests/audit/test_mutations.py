"""Real hands with one thing made wrong: each change is found once, where it happens, and nothing else is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.faults import TILES, fault_in
from audit.hiding import Fields, audited, hide, numbered, read
from audit.mutations import MUTATIONS, Mutation
from each import each
from mjlog.audit.engine import Engine
from mjlog.cards.shipped import shipped_cards
from mjlog.findings import Finding
from mjlog.formats.xmj import read_game
from samples import RECORDS, hand_histories, name_of
from simulate.games import CHINESE, played
from turns import in_turn

SEEDS = in_turn(range(4))
"""Hands and places are chosen by chance, the same ones each time."""

File = tuple[str, bytes]


def mutated(mutation: Mutation, seed: int) -> tuple[list[File], str, int]:
    """The hands of a game from the one before the changed one to the one after it; its path and the changed line.

    Where East's wins are counted, all hands before it.
    """
    chance = Random(f"{mutation.name} {seed}")
    hands = [(files, number) for path in RECORDS for files in [hand_histories(path)] for number in range(len(files))]
    chance.shuffle(hands)
    for files, number in hands:
        path, content = files[number]
        changed = mutation.change(chance, content.decode().splitlines())
        if changed is not None:
            lines, line = changed
            new = "\r\n".join([*lines, ""]).encode()
            first = 0 if mutation.name == "another-number-of-wins-as-east" else max(0, number - 1)
            return [*files[first:number], (path, new), *files[number + 1 : number + 2]], path, line
    pytest.fail(f"no hand of the samples has anything for {mutation.name}")


def errors(files: list[File]) -> list[tuple[str, Finding]]:
    """The errors found in a game, each with the path of its hand."""
    reports = Engine(read_game("sample", "sample", files)).run()
    return [(report.source, found) for report in reports for found in report.findings if found.severity == "error"]


@pytest.mark.parametrize("mutation", MUTATIONS.values(), ids=lambda mutation: mutation.name)
@each("seed", SEEDS)
def test_one_change_gives_one_finding(mutation: Mutation, seed: int) -> None:
    """In the changed hand, at the changed line or where the change first shows."""
    files, path, line = mutated(mutation, seed)
    found = errors(files)
    assert found, "the change is not noticed"
    unexpected = [one for one in found if len(found) == 1 or one[1].code != mutation.also]
    assert len(unexpected) == 1, [(source, one.line, one.code, one.message) for source, one in found]
    ((source, finding),) = unexpected
    assert finding.line is not None
    if mutation.next_hand:
        assert source != path
        return
    assert source == path
    first, last = mutation.window
    assert first <= finding.line - line <= last, f"changed in line {line}, found in {finding.line}: {finding.message}"


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_unchanged_hands_have_no_finding(path: Path) -> None:
    """What the changes start from is legal."""
    assert errors(list(hand_histories(path))) == []


@each(
    "name", ["draw-by-another-player", "draw-from-the-wrong-end", "draw-missing", "draw-doubled", "bonus-tile-missing"]
)
def test_a_fault_amid_the_deal_or_just_behind_it_is_one_finding(name: str) -> None:
    """Faults of the first lines of a hand, in every one of the first hands."""
    mutation, hands = MUTATIONS[name], hand_histories(RECORDS[0])
    for number, (path, content) in enumerate(hands[:6]):
        changed = mutation.change(Random(f"{name}{number}"), content.decode().splitlines())
        assert changed is not None
        found = errors([*hands[:number], (path, "\r\n".join([*changed[0], ""]).encode())])
        assert len(found) == 1, [(number, one.line, one.code) for _source, one in found]


# -- simulated hands with one event of the play made wrong -------------------------------------------------------------


RULESETS = (*CHINESE, "american")
MONEY = frozenset(("wrong-score", "wrong-settlement", "not-zero-sum", "washout-scored", "danger-misjudged"))


def hand(ruleset: str, seed: int, hidden: bool) -> list[Fields]:
    """A legal hand; perhaps some of its tiles were not seen."""
    card = next(iter(shipped_cards().values())) if ruleset == "american" else None
    events = read(played(ruleset, seed, hands=1, card=card))
    return numbered(hide(events, Random(seed)) if hidden else events)


def with_fault(events: Sequence[Fields], chance: Random) -> list[Fields]:
    """The hand with one event of its play made wrong, numbered anew."""
    return numbered(fault_in(events, chance)[0])


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_fault_in_the_play_makes_no_score_wrong(ruleset: str, hidden: bool, seed: int) -> None:
    """The scores that were announced and paid were right."""
    found = audited(with_fault(hand(ruleset, seed, hidden), Random(seed)))
    codes = [one.code for one in found]
    assert len(found) < 2 or not MONEY.intersection(codes), [one.message for one in found]


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_payments_that_do_not_cancel_are_told_beside_any_other_fault(ruleset: str, seed: int) -> None:
    """The sum of what is won and lost depends on nothing that was played."""
    events = [
        {**one, "change": {**one["change"], "E": one["change"]["E"] + 1}} if one["type"] == "settlement" else one
        for one in hand(ruleset, seed, False)
    ]
    chance = Random(seed)
    turn = next(number for number, one in enumerate(events) if one["type"] == "discard")
    faulty = numbered([*events[: turn + 1], {**events[turn], "tile": chance.choice(TILES)}, *events[turn + 1 :]])
    codes = [one.code for one in audited(faulty)]
    paid = any(one["type"] == "settlement" for one in events)
    assert ({"not-zero-sum", "washout-scored"} & set(codes) != set()) == paid
