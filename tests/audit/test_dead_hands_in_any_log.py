"""Dead hands in logs of all sorts: none in legal ones, the truth where it is known, and nothing breaks on any log."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from audit.dead_cases import CASES
from audit.hiding import Fields, cut, hide, leave_out, numbered, read
from audit.mutations import MUTATIONS, Mutation
from audit.test_mutations import mutated
from audit.wrong_numbers import DETAIL, MISTAKES, found_in, with_mistake
from each import each
from mjlog.answers import plain
from mjlog.audit.dead import DeadHand, dead_hands
from mjlog.cards.shipped import shipped_cards
from mjlog.formats.xmj import read_game
from mjlog.views.dead_words import dead_hand_words
from samples import RECORDS, hand_histories, name_of
from short_logs import fields
from simulate.games import CHINESE, played
from turns import in_turn

RULESETS = (*CHINESE, "american")
WITH_SETS_OF_THREE = ("dmjl", "mahjiang", "pung-chi", "western")
SEEDS = st.integers(0, 10**6)
DEPTH = st.sampled_from(("full", "table"))


def game(ruleset: str, seed: int, depth: str = "full", hands: int = 2) -> list[Fields]:
    """A legal game; an exposure that was corrected is left out, so that events may be numbered anew."""
    more: dict[str, Any] = {"card": next(iter(shipped_cards().values()))} if ruleset == "american" else {}
    events = read(played(ruleset, seed, hands=hands, depth=depth, **more))
    corrected = {event["on"] for event in events if event["type"] == "expose" and "on" in event}
    return [event for event in events if not (event["type"] == "expose" and event["seq"] in corrected)]


def told(found: list[DeadHand]) -> list[str]:
    """What was found, in words."""
    return [". ".join(dead_hand_words(dead)) for dead in found]


# -- legal games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS, depth=DEPTH)
def test_no_hand_of_a_legal_game_is_dead(ruleset: str, seed: int, depth: str) -> None:
    assert told(found_in(numbered(game(ruleset, seed, depth)))) == []


@pytest.mark.parametrize("ruleset", CHINESE)
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, depth=DEPTH)
def test_no_hand_is_dead_for_what_was_not_written_down(ruleset: str, seed: int, depth: str) -> None:
    """Tiles hidden, events left out, runs of events cut out and a gap put there, a whole end of a hand as well."""
    chance = Random(seed)
    events = cut(leave_out(hide(game(ruleset, seed, depth), chance), chance), chance)
    assert told(found_in(numbered(events))) == []


@settings(max_examples=5, deadline=None)
@given(seed=SEEDS, depth=DEPTH)
def test_no_american_hand_is_dead_for_what_was_not_seen(seed: int, depth: str) -> None:
    chance = Random(seed)
    assert told(found_in(numbered(leave_out(hide(game("american", seed, depth), chance), chance)))) == []


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_no_hand_of_a_server_is_dead(path: Any) -> None:
    assert told(dead_hands(read_game("sample", "sample", hand_histories(path)))) == []


# -- mistakes of simulated players ------------------------------------------------------------------------------------


def is_last_act(seq: int, events: list[dict[str, Any]]) -> bool:
    """Whether nobody drew or called any more after this event: the others may say nothing of what it shows."""
    after = takewhile(lambda event: event["type"] != "washout", events[seq:])
    return {event["type"] for event in after} <= {"discard", "pass"}


@settings(max_examples=5, deadline=None)
@example(seed=9457, depth="full")
@given(seed=SEEDS, depth=DEPTH)
def test_mistakes_that_simulated_players_make_and_record_are_told_with_what_they_pay(seed: int, depth: str) -> None:
    """Each hand declared dead is proved, and pays what was paid; each mahjong taken back costs nothing."""
    card = next(iter(shipped_cards().values()))
    events = read(played("american", seed, hands=3, card=card, mistakes=True, depth=depth))
    found = found_in(events)
    declared = [dead for dead in found if dead.declared is not None]
    assert [dead.declared.seq for dead in declared if dead.declared] == [
        event["seq"] for event in events if event["type"] == "dead"
    ]
    for dead in found:
        assert dead.proved
        unsaid = dead.declared is None and dead.kind == "exposure" and is_last_act(dead.certain, events)
        assert dead.dead == (dead.declared is not None or unsaid)
        paid = [one.recorded for one in dead.follows if one.what == "pays-the-winner" and one.amount]
        assert set(paid) <= {"right"}
        assert dead.dead or [one.what for one in dead.follows] == ["no-penalty"]


# -- what is true is found --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("detail", DETAIL)
@pytest.mark.parametrize("mistake", MISTAKES)
@settings(max_examples=4, deadline=None)
@example(seed=1048, ruleset="mahjiang")
@example(seed=1946, ruleset="dmjl")
@given(seed=SEEDS, ruleset=st.sampled_from(WITH_SETS_OF_THREE))
def test_a_wrong_number_is_found_and_came_about_between_the_events_named(
    mistake: str, detail: str, seed: int, ruleset: str
) -> None:
    """However much was written down. A record that is whole but for a gap means that it was there."""
    wronged = with_mistake(ruleset, seed, mistake, detail)
    if wronged is None or (detail == "gap-before" and mistake != "draws-twice"):
        return
    (dead,) = found_in(wronged.events)
    assert (dead.kind, dead.seat.value, dead.proved) == ("count", wronged.seat, True)
    assert dead.certain is not None
    assert dead.since is not None
    assert dead.since.first <= wronged.truth <= dead.since.last <= dead.certain
    assert dead.number is not None
    assert not dead.number.had or (13 + wronged.more in dead.number.had or 14 + wronged.more in dead.number.had)
    if detail == "full" and mistake == "draws-twice":
        assert (dead.since.first, dead.since.last, dead.certain) == (wronged.truth,) * 3


@pytest.mark.parametrize("name", CASES)
def test_it_is_certain_at_that_event_and_not_before(name: str) -> None:
    """The log up to there proves it; without that event it proves less."""
    events = fields(CASES[name].text)
    for dead in found_in(events):
        if dead.certain is None or dead.kind == "misnamed":
            # Whether the tile is named again in time, and for what it is claimed, shows a little later.
            continue
        which = (dead.kind, dead.seat, dead.certain)
        known = found_in([event for event in events if event["seq"] <= max(dead.certain, dead.act or 0)])
        before = found_in([event for event in events if event["seq"] < dead.certain])
        assert which in [(one.kind, one.seat, one.certain) for one in known] or dead.basis == "table"
        assert which not in [(one.kind, one.seat, one.certain) for one in before]


# -- any log ----------------------------------------------------------------------------------------------------------

STRAY: tuple[Fields, ...] = (
    {"type": "dead", "seat": "S", "reason": "count"},
    {"type": "dead", "seat": "W", "reason": "exposure", "sets": [0, 9]},
    {"type": "dead", "seat": "N", "reason": "false-mahjong", "by": "E"},
    {"type": "dead", "seat": "E", "reason": "call"},
    {"type": "dead", "seat": "E", "reason": "other"},
    {"type": "penalty", "seat": "W", "amount": 300, "reason": "false mahjong"},
    {"type": "penalty", "seat": "S", "amount": -5, "to": {"S": 1}, "reason": "misnamed"},
    {"type": "retract", "seat": "E"},
    {"type": "replay", "reason": "so"},
    {"type": "mahjong", "seat": "N", "source": "wall"},
    {"type": "mahjong", "seat": "S", "source": "discard"},
    {"type": "show", "seat": "N", "rest": ["1b"] * 12},
    {"type": "show", "seat": "S", "sets": [["??"] * 4, []]},
    {"type": "washout"},
    {"type": "gap"},
)  # fmt: skip


def spoilt(events: list[Fields], chance: Random) -> list[Fields]:
    """A log with events left out, doubled, changed places, given to another seat, and others put in between."""
    events = list(events)
    for _ in range(chance.choice((1, 2, 5, 20))):
        at, other = chance.randrange(len(events)), chance.randrange(len(events))
        match chance.randrange(5):
            case 0:
                del events[at : at + chance.choice((1, 1, 5))]
            case 1:
                events.insert(at, events[at])
            case 2:
                events[at], events[other] = events[other], events[at]
            case 3 if "seat" in events[at]:
                events[at] = {**events[at], "seat": chance.choice("ESWN")}
            case _:
                events.insert(at, chance.choice(STRAY))
        if len(events) < 2:
            break
    return numbered(events)


def consistent(dead: DeadHand, events: int) -> bool:
    """What holds of every dead hand, whatever the log."""
    in_order = dead.since is None or 0 <= dead.since.first <= dead.since.last <= events
    known = dead.certain is not None or dead.declared is not None
    quiet = dead.contradicted is None or not dead.follows
    own = all(payment.payer is dead.seat is not payment.payee for one in dead.follows for payment in one.payments)
    whole = all(sum(payment.points for payment in one.payments) in (0, one.amount) for one in dead.follows)
    return in_order and known and quiet and own and whole and bool(dead_hand_words(dead)) and bool(plain(dead))


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS, depth=DEPTH)
def test_no_log_breaks_it_and_what_it_says_hangs_together(ruleset: str, seed: int, depth: str) -> None:
    chance = Random(seed)
    events = spoilt(game(ruleset, seed % 50, depth), chance)
    assert all(consistent(dead, len(events)) for dead in found_in(events))


@each("mutation", in_turn(MUTATIONS.values(), first=1), ids=lambda mutation: mutation.name)
def test_no_slip_in_a_servers_record_breaks_it(mutation: Mutation) -> None:
    """What it says hangs together, of the hand with the slip and the one after it."""
    files, path, _line = mutated(mutation, 0)
    since = [name for name, _content in files].index(path)
    for dead in dead_hands(read_game("sample", "sample", files[since:])):
        assert consistent(dead, 100_000)
