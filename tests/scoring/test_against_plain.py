"""The program against a scorer that searches by trial (`plain`): hands and options at random, winners and losers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from mjlog.scoring.hand_line import read_hand_line
from mjlog.scoring.request import HandRequest
from mjlog.tiles import CODES
from plain import classical
from plain.__main__ import main
from plain.comparing import Comparison, Options, Request, Scoring, compare, options, program
from plain.random_options import RULESETS
from plain.rules import EARNED, LIMITS

Answer = dict[str, Any]
HANDS, FEW = 1_500, 150


@functools.cache
def sample(ruleset: str) -> Comparison:
    """A sample of the hands that are compared in the long run."""
    return compare(ruleset, "a sample", HANDS)


@functools.cache
def few(ruleset: str) -> Comparison:
    return compare(ruleset, "few", FEW)


@pytest.mark.rule("classical/limit-1")
@pytest.mark.rule("western/win-1")
@pytest.mark.rule("western/points-3")
@pytest.mark.rule("western/points-5")
@pytest.mark.rule("western/limit-5")
@pytest.mark.rule("bmja-kajongg/mahjong")
@pytest.mark.rule("dmjl/mahjong")
@pytest.mark.rule("mcr/count-1")
@pytest.mark.rule("mcr/count-2")
@pytest.mark.rule("mcr/count-3")
@pytest.mark.rule("mcr/count-4")
@pytest.mark.rule("mcr/count-5")
@pytest.mark.rule("mcr/count-6")
@pytest.mark.rule("mcr/wait-1")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_any_hand_is_worth_what_a_search_by_trial_finds(ruleset: str) -> None:
    found = sample(ruleset)
    assert not found.disagreements, "\n".join(found.disagreements[:5])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_hands_can_exist_and_earn_nearly_every_rule(ruleset: str) -> None:
    """The long run demands every rule of 100,000 hands."""
    found = sample(ruleset)
    never = [rule for rule in EARNED[ruleset] if not found.earned[rule]]
    never += [name for name in LIMITS[ruleset] if not found.limits[name]]
    assert found.hands["impossible"] < 0.02 * HANDS
    assert min(found.hands[sort] for sort in ("won", "not complete", "lost")) > 0.1 * HANDS
    assert len(never) <= 3, never


NO_LIMIT = {"NoLimit": True}
KONGS = {"KongHas3Types": True, "ConcealedFully": 30_000, "ConcealedAlmost": 10_000}
PARTS = {"MahJongScore": 1_000_000, "FlowersOwnEach": 2_000_000}
PLAYED: list[tuple[str, dict[str, Any], int, tuple[int, int] | None]] = [
    ("E in E 19b 19c 19d ESWNw RGWd +Rd discard", NO_LIMIT | {"ConcealedAlmost": 10_000}, 1000, (20, 3)),
    ("E in E 19b 19c 19d ESWNw RGWd +Rd wall", NO_LIMIT, 1000, (22, 3)),
    ("E in E 222333b RRRd 5d (8888b claimed) +5d wall", NO_LIMIT | KONGS, 3200, (50, 6)),
    ("E in E 222333b RRRd 5d (8888b claimed) +5d wall", NO_LIMIT | KONGS | {"KongHas3Types": False}, 400, (50, 3)),
    ("E in E 222333b RRRd (8888b claimed) 5d +5d discard", NO_LIMIT | KONGS, 384, (48, 3)),
    ("E in E 222333888b RRRd 5d +5d discard", NO_LIMIT | KONGS, 704, (44, 4)),
    ("W in E 44567c 234b 55d (7777d claimed) 14f 3s +4c discard", KONGS, 42, (42, 0)),
    ("E in E 1112345678999b +5b discard", NO_LIMIT | {"ConcealedAlmost": 10_000}, 1000, (38, 4)),
    ("E in E 22334466688b GGd +Gd discard", NO_LIMIT, 1000, (28, 2)),
    ("E in E 123456b 789c 55c 23d +1d last-discard", NO_LIMIT, 80, (20, 2)),
    ("S in E EESSWWNNw RRGGWd", {"LosersPurity": True}, 64, (8, 3)),
    ("E in E 666b 1d (NNNw) (999c) (RRRRd claimed) 1f 1s", PARTS, 20, None),
]
"""Hands that the server of `classical` was given, their options, the total, the points and doubles that it told."""


@pytest.mark.rule("classical/double-2")
@pytest.mark.rule("classical/kong-3")
@pytest.mark.rule("classical/limit-1")
@pytest.mark.parametrize(("line", "given", "total", "face"), PLAYED)
def test_both_scorers_say_what_the_server_said(
    line: str, given: dict[str, Any], total: int, face: tuple[int, int] | None
) -> None:
    request = _fields(read_hand_line(line))
    answer = program("classical", request, given)
    plain = classical.answers(request, options("classical", tuple(sorted(given.items()))))
    assert {answer["total"], *(each.total for each in plain)} == {total}
    if face is not None:
        assert (answer["points"], answer["doubles"]) == face
        assert face in {(each.points, each.doubles) for each in plain}


def _fields(request: HandRequest) -> dict[str, Any]:
    """A hand as the plain scorer reads it."""
    hand = request.hand()
    sets = [{"kind": laid.kind, "tiles": codes(laid.tiles), "concealed": laid.concealed} for laid in hand.sets]
    origins = [{"origin": laid.origin} if laid.origin else {} for laid in hand.sets]
    return {
        "seat": hand.seat.value, "round": hand.round.value, "concealed": codes(hand.concealed), "won": hand.won,
        "sets": [laid | origin for laid, origin in zip(sets, origins, strict=True)], "bonus": codes(hand.bonus),
        "tile": None if hand.tile is None else CODES[hand.tile], "source": hand.source, "flags": sorted(hand.flags),
        "east_wins": hand.east_wins,
    }  # fmt: skip


def codes(kinds: Iterable[int]) -> list[str]:
    """Tiles as codes."""
    return [CODES[kind] for kind in kinds]


def _altered(ruleset: str, alter: Callable[[Answer], Answer]) -> Scoring:
    """The program with answers that are altered."""

    def answer(request: Request, given: Options) -> Mapping[str, Any]:
        return alter(program(ruleset, request, given))

    return answer


def _one_point_more(answer: Answer) -> Answer:
    return answer | {"total": (answer["total"] or 0) + 1}


def _another_rule(answer: Answer) -> Answer:
    return answer | {"items": [item | {"rule": "western/points-4"} for item in answer["items"]]}


def _another_limit(answer: Answer) -> Answer:
    return answer | ({"limit": "jade-of-heaven"} if answer["limit"] else {})


def _always_complete(answer: Answer) -> Answer:
    return answer | {"complete": True}


def _waits_forgotten(answer: Answer) -> Answer:
    return answer | ({"waits": []} if "waits" in answer else {})


_FAULTS = (_one_point_more, _another_rule, _another_limit, _always_complete, _waits_forgotten)


@pytest.mark.parametrize(
    ("ruleset", "alter"),
    [(name, alter) for name in RULESETS for alter in _FAULTS if LIMITS[name] or alter is not _another_limit],
)
def test_a_scorer_with_a_fault_is_found_out(ruleset: str, alter: Callable[[Answer], Answer]) -> None:
    found = compare(ruleset, "few", FEW, _altered(ruleset, alter))
    assert len(found.disagreements) > len(few(ruleset).disagreements)
    assert all("program" in text and "plain" in text for text in found.disagreements)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_scorer_that_does_not_know_a_discard_from_a_drawn_tile_is_found_out(ruleset: str) -> None:
    def drawn(request: Request, given: Options) -> Mapping[str, Any]:
        source = "wall" if request["source"] == "discard" else request["source"]
        return program(ruleset, {**request, "source": source}, given)

    assert len(compare(ruleset, "few", FEW, drawn).disagreements) > len(few(ruleset).disagreements)


def test_the_same_seed_gives_the_same_hands_and_another_seed_others() -> None:
    first, again, other = (compare("western", seed, 200).earned for seed in ("one", "one", "two"))
    assert first == again
    assert first != other


def test_the_program_tells_what_came_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--ruleset", "dmjl", "--hands", "120", "--seed", "few"]) == 0
    told = capsys.readouterr().out
    assert "dmjl: 120 hands" in told
    assert "0 disagreements" in told
    assert "pung" in told


def test_the_program_fails_where_the_scorers_disagree(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = _altered("dmjl", _one_point_more)
    monkeypatch.setattr("plain.comparing.program", lambda _ruleset, request, given: wrong(request, given))
    assert main(["--ruleset", "dmjl", "--hands", "20", "--seed", "few"]) == 1
    assert "  plain   " in capsys.readouterr().out


def test_the_program_fails_where_a_rule_was_never_earned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("plain.__main__.ENOUGH", 20)
    assert main(["--ruleset", "dmjl", "--hands", "20", "--seed", "few"]) == 1
    assert "never: " in capsys.readouterr().out
