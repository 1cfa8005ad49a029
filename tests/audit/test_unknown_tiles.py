"""Records with unknown tiles and missing moves: never a false error, and what is provable is still found."""

from __future__ import annotations

import itertools
import lzma
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from audit.brute.acts import Record, copies_of, records
from audit.brute.assignments import Assignments
from audit.brute.concealed import NEVER, UNSEEN, Copies, follow, kinds_that_can_be, steps
from audit.brute.histories import history
from audit.hiding import Fields, audited, cut, hide, hide_tiles, leave_out, numbered, read
from cases import all_cases
from each import each
from mjlog.answers import plain
from mjlog.audit.report import HandReport
from mjlog.seats import Seat
from mjlog.table.danger import danger_fed
from mjlog.tiles import CODES, PLAIN_KINDS
from samples import LOGS, name_of
from short_logs import codes, fields, findings, marked, play
from simulate.games import CHINESE, played
from turns import examples, in_turn

HISTORIES = int(os.environ.get("MJLOG_MORE_HISTORIES", str(examples(300))))
VARIANTS = 12


# -- what is provable, by trying every assignment ------------------------------------------------------------------


def _judged(seed: int) -> tuple[list[Fields], int | None, list[Any]] | None:
    """A history, the event at which no assignment is left (None: one is), and the errors of the audit."""
    chance = Random(seed)
    events = history(chance, chance.randrange(1, 6), chance.random() < 0.6)
    worlds = Assignments()
    proved = next((event["seq"] for event in events if not worlds.follow(event)), None)
    errors = [finding for finding in audited(events) if finding.severity == "error"]
    return None if worlds.unclear else (events, proved, errors)


def test_an_error_is_reported_exactly_where_no_assignment_of_the_unknown_tiles_is_left() -> None:
    """Sound and complete on short histories: a deal, a few turns, claims, kongs, hands shown."""
    proved_wrong = 0
    for seed in range(HISTORIES):
        judged = _judged(seed)
        if judged is None:
            continue
        events, proved, errors = judged
        found = errors[0].seq if errors else None
        if proved is not None and events[proved - 1]["type"] == "expose" and found == _call_of(events, proved):
            # A false call that is carried through is one fault, cited at the call.
            found = proved
        assert found == proved, (seed, found, proved, [finding.message for finding in errors])
        proved_wrong += proved is not None
    assert HISTORIES // 4 < proved_wrong < HISTORIES * 3 // 4


def _call_of(events: list[Fields], exposed: int) -> int | None:
    """The claim that a set laid down answers."""
    seat = events[exposed - 1]["seat"]
    return next(
        (one["seq"] for one in reversed(events[:exposed]) if one["type"] == "claim" and one["seat"] == seat), None
    )


# -- legal games stay legal, whatever is not known -----------------------------------------------------------------


def _less(events: list[Fields], chance: Random) -> list[Fields]:
    return numbered(cut(leave_out(hide(events, chance), chance), chance))


def _assert_no_findings(events: list[Fields], seed: int, variants: int = VARIANTS) -> None:
    for number in range(variants):
        less = _less(events, Random(seed * 1000 + number))
        assert [f"{one.seq} {one.code}: {one.message}" for one in audited(less)] == [], (seed, number)


@pytest.mark.parametrize(("ruleset", "seed"), in_turn(itertools.product(CHINESE, [1, 2, 3])))
def test_a_legal_game_with_holes_has_no_finding(ruleset: str, seed: int) -> None:
    """Simulated games: tiles hidden, events left out, runs cut out."""
    _assert_no_findings(read(played(ruleset, seed, hands=3)), seed)


@pytest.mark.parametrize("path", LOGS[:4], ids=name_of)
def test_a_server_s_game_with_holes_has_no_finding(path: Any) -> None:
    """The first hands of recorded games."""
    with lzma.open(path) as log:
        events = read(itertools.islice(log, 600))
    _assert_no_findings(events, 7, 5)


@pytest.mark.parametrize("ruleset", CHINESE)
def test_a_legal_game_told_by_its_results_has_no_finding(ruleset: str) -> None:
    """Of each hand only the outcome: who won, the hands shown, scores and payments."""
    kept = ("game-start", "seats", "hand-start", "mahjong", "washout", "show", "score", "settlement", "game-end")
    for seed in range(5):
        events = [event for event in read(played(ruleset, seed, hands=4)) if event["type"] in kept]
        told = [{**event, "depth": "result"} if event["type"] == "hand-start" else event for event in events]
        assert [one.message for one in audited(numbered(told))] == []


# -- faults are found when what does not matter is hidden ----------------------------------------------------------

_SHOWN_BY_TILES = frozenset(
    ("tile-not-held", "set-not-held", "kong-not-concealed", "not-mahjong", "shown-hand-differs", "kong-no-pung",
     "chow-not-from-left", "chow-of-honors", "claim-outranked", "out-of-turn", "no-discard-due", "claim-not-made",
     "mahjong-outranked", "replacement-missing", "kong-on-exposed-pung", "bonus-kept", "not-a-bonus")
)  # fmt: skip
ILLEGAL = {key: case for key, case in all_cases().items() if case.illegal and case.code in _SHOWN_BY_TILES}


@pytest.mark.parametrize("key", sorted(ILLEGAL))
def test_a_fault_is_the_same_when_the_others_hands_are_hidden(key: str) -> None:
    """Hidden is what lies in the hands of players who do nothing at the faulty event, and is not of its kinds."""
    events = fields(ILLEGAL[key].illegal)
    before = [(one.code, one.seq, one.severity) for one in audited(events)]
    fault = events[marked(ILLEGAL[key].illegal) - 1]
    acting = {event.get("seat") for event in events if event["type"] not in ("deal", "draw", "discard", "show")}
    spoken = {tile for event in events for tile in _tiles_named(event)}
    acting |= {fault.get("seat"), "wall"}
    hidden = [hide_tiles(one, lambda seat, tile: seat not in acting and tile not in spoken) for one in events]
    assert [(one.code, one.seq, one.severity) for one in audited(hidden)] == before


def _tiles_named(event: Fields) -> list[str]:
    """The tiles that an act speaks of."""
    if event["type"] in ("deal", "wall", "draw", "kong-replacement", "bonus-replacement"):
        return []
    return [*event.get("tiles", ()), *([event["tile"]] if "tile" in event else ())]


# -- what is certain, and what is not, in American games with tiles that nobody saw ------------------------------------


_GAME = "game american card=riverside-2026"
TABLE = f"{_GAME}; hand depth=table;"


def faults(text: str) -> list[str]:
    """The codes of what is in error, or warned of."""
    return [one.code for one in findings(text) if one.severity != "info"]


def test_many_exposures_are_judged_as_fast_as_few() -> None:
    """With more sets on the table than a hand has tiles the card is asked no more."""
    turn = "E discard 5b; S claim pung; S expose pung 55b Jk; S discard 1c; W discard 2c; N discard 3c;"
    assert "dead-exposure" in [one.code for one in findings(f"{TABLE} {turn * 40}")]


THROWN = "E discard 9d; S draw ??; S discard {0}; W draw ??; W discard 9d; N draw ??; N discard 9d; E draw ??"


def test_a_winner_who_names_the_tile_just_drawn_can_have_drawn_it() -> None:
    """Nobody saw the draw: of the four 9 dots one must be left for it, and the hand of the card must have it."""
    for start in (TABLE, "game pung-chi; hand depth=table;"):
        assert faults(f"{start} {THROWN.format('8d')}; E mahjong wall 9d") == []
        assert faults(f"{start} {THROWN.format('9d')}; E mahjong wall 9d") == ["mahjong-tile-wrong"]
    named = f"{TABLE} {THROWN.format('8d')}; E mahjong wall {{}} line=r7; E show | 1111c 4444c 777d RRRd"
    assert faults(named.format("4c")) == []
    assert faults(named.format("1b")) != []


# -- called hands whose draws nobody saw -------------------------------------------------------------------------------


_RULE_SETS = ("classical", "bmja", "dmjl")


def _called(chance: Random, ruleset: str, changes: bool) -> tuple[str, bool]:
    """A hand in which South calls and West wins, and whether a tile of the hand called is missing in the end."""
    wall = [kind for kind in range(PLAIN_KINDS) for _ in range(4)]
    chance.shuffle(wall)
    hand = [wall.pop() for _ in range(13)]
    called, thrown = Counter(hand), CODES[wall.pop()]
    depth = chance.choice(("full", "table"))
    moves = [
        f"game {ruleset}; hand depth={depth}; dealt S {_written(hand)}; E discard {CODES[wall.pop()]}",
        f"S draw {thrown}; S discard {thrown} calling=true",
    ]
    for _turn in range(chance.randint(1, 6)):
        moves += [f"{seat} draw ??; {seat} discard {CODES[wall.pop()]}" for seat in "WNE"]
        hand.append(wall.pop())
        gone = chance.choice(hand) if changes and chance.random() < 0.4 else hand[-1]
        hand.remove(gone)
        moves.append(f"S draw ??; S discard {CODES[gone]}")
    moves.append(f"W draw ??; W mahjong wall; S show | {_written(hand)}")
    return "; ".join(moves), bool(called - Counter(hand))


def _written(hand: list[int]) -> str:
    return " ".join(CODES[kind] for kind in sorted(hand))


@each("number", range(30))
def test_a_hand_that_was_left_as_it_was_called_is_never_found_changed(number: int) -> None:
    text, missing = _called(Random(number), _RULE_SETS[number % 3], changes=False)
    assert not missing
    assert codes(text) == []


@each("number", range(30))
def test_a_hand_that_lacks_a_tile_that_was_called_is_found_once(number: int) -> None:
    """One that has all of them again may have been left as it was."""
    text, missing = _called(Random(number), _RULE_SETS[number % 3], changes=True)
    assert codes(text) == ["call-changed"] * missing


def test_a_hand_that_is_shown_is_known_also_if_it_breaks_the_call() -> None:
    """Only whether the call counts is open: what all hands are worth is computed."""
    text = (
        "game dmjl; hand; dealt E 169b148c279dRRdEWNw / S 123b 456b 789b 11c 45d / W 1178b299c667dSNWw /"
        "N 569b148c123dESwGWd; E discard Ww; S draw 9c; S discard 9c calling=true; W draw Nw; W discard Nw;"
        "N draw 8b; N discard 8b; E draw 9d; E discard 9d; S draw ??; S discard 4d; W draw 4d; W discard 4d;"
        "S claim mahjong; S mahjong discard; S show | 123b 456b 789b 11c 456d"
    )
    (report,) = play(text).finish()
    assert [finding.code for finding in report.findings] == ["call-changed"]
    assert plain(report.computed) == {"E": 2, "S": 40, "W": 0, "N": 0}


# -- a dangerous discard of a hand that nobody saw ---------------------------------------------------------------------


PLAYED_WITH = ("classical", "bmja", "dmjl")
DEPTHS = ("hand depth=table; ", "hand; dealt; ")
_CLAIM = "{0} discard {1}b; W claim pung; W expose pung {1}{1}{1}b; W discard {2}; "
THREE_PUNGS = "".join(_CLAIM.format(*one) for one in (("E", 1, "Ww"), ("N", 2, "Sw"), ("N", 3, "Nw")))
OTHERS = "S show | 147c 258d EESSw Rd 29c; N show | 369c 147d WWWw NNw GGd; "
SAFE = "| 345678c 23456d GGd"
DANGEROUS = "| 4555666777888b"
PARTLY_SEEN = "| 4555666777b ?? ?? ??"


def won(ruleset: str, depth: str, east: str, stated: str = "") -> str:
    """East discards a tile with which West makes a hand of one suit, and shows then what was in the hand."""
    fed = THREE_PUNGS if depth == DEPTHS[0] else THREE_PUNGS.replace("N discard", "N draw ??; N discard")
    drawn = "N discard 9d; " if depth == DEPTHS[0] else "N draw ??; N discard 9d; E draw ??; "
    win = f"W claim mahjong; W mahjong discard 9b{stated}; W show 44b 999b; "
    return f"game {ruleset}; {depth}{fed}{drawn}E discard 9b; {win}E show {east}; {OTHERS}"


def last(text: str) -> HandReport:
    """The report of the hand."""
    return play(text).finish()[-1]


def paid(ruleset: str, depth: str, east: str, like: str) -> str:
    """The hand with the payments that are due where East shows what `like` is."""
    owed = last(won(ruleset, depth, like)).owed
    assert owed is not None
    amounts = " ".join(f"{seat.value}={amount}" for seat, amount in owed.items())
    scores = "".join(
        f"{seat.value} score {total}; "
        for seat, total in last(won(ruleset, depth, like)).computed.items()
        if east != like
    )
    return f"{won(ruleset, depth, east)}{scores}settlement {amounts}"


@pytest.mark.rule("classical/cannon-1")
@pytest.mark.rule("bmja/cannon")
@pytest.mark.rule("dmjl/cannon")
@pytest.mark.parametrize("ruleset", PLAYED_WITH)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_hand_shown_tells_whether_there_was_a_choice(ruleset: str, depth: str) -> None:
    """With a harmless tile in it, who discarded pays for all; with none, everybody pays."""
    liable = last(won(ruleset, depth, SAFE)).owed
    assert liable is not None
    assert liable[Seat.S] == liable[Seat.N] == 0
    forced = last(won(ruleset, depth, DANGEROUS)).owed
    assert forced is not None
    assert 0 not in (forced[Seat.S], forced[Seat.N])
    for east in (SAFE, DANGEROUS):
        text = paid(ruleset, depth, east, east)
        assert findings(text) == []
        assert not any(one.rules == "payments" for one in last(text).unjudged)


@pytest.mark.parametrize("ruleset", PLAYED_WITH)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_other_payments_are_wrong(ruleset: str, depth: str) -> None:
    """What would be due with the other hand is not due with this one."""
    for east, like in ((SAFE, DANGEROUS), (DANGEROUS, SAFE)):
        owed = last(won(ruleset, depth, like)).owed
        assert owed is not None
        amounts = " ".join(f"{seat.value}={amount}" for seat, amount in owed.items())
        found = findings(f"{won(ruleset, depth, east)}settlement {amounts}")
        assert [one.code for one in found] == ["wrong-settlement"]


@pytest.mark.parametrize("ruleset", PLAYED_WITH)
@pytest.mark.parametrize("depth", DEPTHS)
def test_what_the_hand_leaves_open_is_told_by_the_payments_and_not_judged(ruleset: str, depth: str) -> None:
    """Tiles that stay face down may have been harmless ones."""
    text = paid(ruleset, depth, PARTLY_SEEN, SAFE)
    assert [one.code for one in findings(text) if one.code != "wrong-score"] == []
    assert "whether somebody pays for all" in " ".join(one.words for one in last(text).unjudged)


@pytest.mark.parametrize("ruleset", PLAYED_WITH)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(
    ("east", "right", "wrong"), [(SAFE, "choice", "no-choice"), (DANGEROUS, "no-choice", "choice")]
)
def test_a_choice_that_was_written_down_is_held_against_the_hand(
    ruleset: str, depth: str, east: str, right: str, wrong: str
) -> None:
    """The hand proves it wrong, or right."""
    assert findings(won(ruleset, depth, east, f" dangerous={right}")) == []
    (found,) = findings(won(ruleset, depth, east, f" dangerous={wrong}"))
    assert (found.code, found.seat, found.expected, found.found) == ("danger-misjudged", "E", right, wrong)


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_tile_that_came_since_was_no_choice(depth: str) -> None:
    """East feeds a pung out of nothing but dangerous tiles, draws a harmless one then, and feeds the win."""
    text = won("classical", depth, DANGEROUS)
    drawn = "" if depth == DEPTHS[0] else "N draw ??; "
    later = f"W claim pung; W expose pung 999b; W discard Rd; {drawn}N discard 2c; E draw 2d; E discard 4b; "
    win = "W claim mahjong; W mahjong discard 4b; W show 44b; E show | 555666777888b 2d; "
    table = play(f"{text[: text.index('W claim mahjong')]}{later}{win}").table
    assert [(one.tile, one.judged, danger_fed(table, one)) for one in table.fed if one.supplier is Seat.E] == [
        (8, "unknown", "no-choice"),
        (3, "choice", "choice"),
    ]


# -- the audit of acts with unseen tiles, against trying every assignment ----------------------------------------------


CASES = [
    *(("american", seed) for seed in range(20, 26)),
    *((ruleset, 21) for ruleset in ("western", "bmja", "mahjiang", "dead-wall")),
]
OF_TILES = frozenset(("too-many-copies", "tile-not-held", "set-not-held", "shown-hand-differs", "kong-not-concealed"))


def _contradicts(record: Record, ruleset: str) -> int:
    """The event at which no assignment is left."""
    seat = record.act["seat"]
    made, copies = steps(record.events, seat), Copies(record.events, seat, copies_of(ruleset))
    came = [step.seq for step in made if step.what == "in" for tile in step.tiles if tile == UNSEEN]
    latest = 0
    for way in kinds_that_can_be(made, copies):
        if latest < NEVER and follow(made, way)[1] > latest:
            latest = max(latest, min(follow(made, way)[1], copies.lasts(list(zip(came, way, strict=True)))))
    return latest


@pytest.mark.parametrize(("ruleset", "seed"), in_turn(CASES))
def test_tiles_are_at_fault_exactly_where_no_assignment_of_the_unseen_ones_is_left(ruleset: str, seed: int) -> None:
    for record in records(ruleset, seed, 6):
        errors = [one for one in audited(record.written) if one.severity == "error"]
        if record.act["type"] == "mahjong" or any(one.code not in OF_TILES for one in errors[:1]):
            continue
        assert (errors[0].seq if errors else NEVER) == _contradicts(record, ruleset), (record.act, errors)
