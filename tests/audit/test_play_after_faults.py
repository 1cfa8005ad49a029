"""After a false end of a hand, or a turn taken out of turn: what follows is judged, and the fault is one."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.events import convert_event
from mjlog.findings import Finding, Severity
from mjlog.log.records import GameRecord
from mjlog.rulesets import default_rules, shipped
from short_logs import fields, findings, play
from simulate.american_cards import small_card
from simulate.games import played

BY_POINTS = ("riichi", "riichi-ema", "riichi-wrc")
RULESETS = (
    "mahjiang", "pung-chi", "dead-wall", "western", "classical", "bmja", "dmjl", "american card=riverside-2026",
    *BY_POINTS,
)  # fmt: skip
PLAYERS = ("anna", "ben", "cora", "dora")
ENDS = {
    "not-mahjong": "S mahjong wall; S show | 1379b 1379c 1379d EwSw",
    "washout-too-early": "S discard 2b; W draw ??; W discard 3b; washout",
}
RECORDS = ("full, with the wall", "full", "table")
CASES = [
    *itertools.product(RULESETS, RECORDS, ("not-mahjong",)),
    *itertools.product(RULESETS, RECORDS[:2], ("washout-too-early",)),
    ("american card=riverside-2026", "result", "not-mahjong"),
]


def false_end(ruleset: str, record: str, end: str) -> str:
    """A first hand that ends wrongly; where points lie on the table 2,000 are there, and it is the second repeat."""
    depth, _, has_wall = record.partition(",")
    start = [f"game {ruleset}", f"hand depth={depth}"]
    if ruleset in BY_POINTS:
        start[1] += " repeats=2 pot=2000"
    if has_wall:
        start.append("wall")
    if depth == "full":
        start.append("dealt")
        start += ["indicator 5d", "E draw ??"] if ruleset in BY_POINTS else []
        start += ["passes"] if ruleset.startswith("american") else []
    elif ruleset in BY_POINTS:
        start.append("indicator 5d")
    start += ["E discard 1b", "S draw ??"] if depth != "result" else []
    return "; ".join((*start, ENDS[end]))


def of_the_next_hand(text: str, hand: str) -> list[str]:
    """What is wrong with the hand that begins after the text."""
    return [one.code for one in judged(text, hand).reports[-1].findings]


def judged(text: str, hand: str) -> Engine:
    replay = play(f"{text}; {hand}")
    replay.finish()
    return replay


@pytest.mark.parametrize(("ruleset", "record", "end"), CASES)
def test_east_stays_or_the_next_player_is_east_and_nobody_else(ruleset: str, record: str, end: str) -> None:
    text = false_end(ruleset, record, end)
    by_card = ruleset.startswith("american")
    code = end.replace("not-mahjong", "not-on-card") if by_card else end
    assert [one.code for one in play(text).finish()[-1].findings if one.severity == "error"] == [code]
    stated = " repeats=3" if ruleset in BY_POINTS else ""
    found = [of_the_next_hand(text, f"hand 2 E {player}{stated}") for player in PLAYERS]
    assert found == [["wrong-east"] if by_card else [], [], ["wrong-east"], ["wrong-east"]]


@pytest.mark.parametrize(("ruleset", "record", "end"), [one for one in CASES if one[0] in BY_POINTS])
def test_repeats_and_pot_are_those_of_one_way_in_which_the_hand_can_have_ended(
    ruleset: str, record: str, end: str
) -> None:
    text = false_end(ruleset, record, end)
    # East wins; the hand is drawn, East ready or not; it is void; another wins.
    for possible in (
        "anna repeats=3 pot=0", "anna repeats=3 pot=2000", "ben repeats=3 pot=2000", "anna repeats=2 pot=2000",
        "ben repeats=0 pot=0",
    ):  # fmt: skip
        assert not of_the_next_hand(text, f"hand 2 E {possible}"), possible
    for player, repeats in (("anna", 8), ("ben", 8), ("anna", 0), ("ben", 2)):
        assert of_the_next_hand(text, f"hand 2 E {player} repeats={repeats} pot=2000") == ["wrong-repeats"]
    assert of_the_next_hand(text, "hand 2 E anna repeats=3 pot=8000") == ["wrong-pot"]
    assert len(of_the_next_hand(text, "hand 2 E ben repeats=0 pot=2000")) == 1, "either is wrong"


@pytest.mark.parametrize("ruleset", BY_POINTS)
def test_sticks_of_a_hand_that_was_void_after_a_false_win_can_have_gone_back(ruleset: str) -> None:
    """South wins in riichi with 1 bamboo, which south has discarded: the stick is won, lies there, or goes back."""
    text = (
        f"game {ruleset}; hand repeats=0 pot=0; dealt S 23b 456b 789b 456c 55d; indicator 9d; E draw ??;"
        "E discard Ew; S draw 1b; S discard 1b riichi=true; W draw ??; W discard Ww; N draw ??; N discard Nw;"
        "E draw ??; E discard Ew; S draw Ew; S discard Ew; W draw ??; W discard 1b; S claim mahjong; S mahjong discard"
    )
    assert [one.code for one in play(text).finish()[-1].findings if one.severity == "error"] == ["furiten"]
    for pot in (0, 1000):
        assert not of_the_next_hand(text, f"hand 2 E anna repeats=1 pot={pot}")
    assert of_the_next_hand(text, "hand 2 E anna repeats=1 pot=2000") == ["wrong-pot"]


@pytest.mark.parametrize("ruleset", BY_POINTS)
def test_sticks_of_a_riichi_that_may_not_stand_lie_there_or_do_not(ruleset: str) -> None:
    """South has declared riichi with an open hand, and the hand is drawn: a stick more, or none, and no third."""
    start = f"game {ruleset}; hand pot=2000; dealt; indicator 5d; E draw ??; E discard 4c; S claim pung;"
    turns = itertools.islice(itertools.cycle("WNES"), 69)
    play = "; ".join(f"{seat} draw ??; {seat} discard ??{' drawn=true' * (seat == 'S')}" for seat in turns)
    drawn = f"{start} S expose pung 444c; S discard 8d riichi=true; {play}; S show {'?' * 11}; washout"
    assert [one.code for one in judged(drawn, "hand 2 E ben").reports[-2].findings] == ["riichi-not-allowed"]
    for pot, found in ((2000, []), (3000, []), (8000, ["wrong-pot"])):
        assert of_the_next_hand(drawn, f"hand 2 E ben repeats=1 pot={pot}") == found


@pytest.mark.parametrize("ruleset", RULESETS[-4:])
def test_a_hand_that_is_played_again_for_nothing_can_be_so_or_another_follows(ruleset: str) -> None:
    dealt = "dealt; passes; E discard 1b" if ruleset.startswith("american") else "dealt; indicator 5d; E draw ??"
    text = f"game {ruleset}; hand; {dealt}; replay reason=spilled"
    assert [one.code for one in play(text).finish()[-1].findings] == ["replay-not-due"]
    assert not of_the_next_hand(text, "hand 1 E anna")
    assert not of_the_next_hand(text, "hand 2 E ben")
    assert of_the_next_hand(text, "hand 2 E cora") == ["wrong-east"]


@pytest.mark.parametrize("ruleset", RULESETS[:7])
def test_what_holds_in_one_way_alone_is_told_of_the_hand_with_the_false_end(ruleset: str) -> None:
    text = false_end(ruleset, "full", "not-mahjong")
    told = judged(text, "hand 2 E anna").reports[-2].unjudged[-1]
    assert (told.because, told.since, told.until) == ("not-mahjong", *[len(fields(text)) + 1] * 2)
    assert "East had won" in told.words
    assert not judged(text, "hand 2 E ben").reports[-1].unjudged


# -- the totals at the end of the game ---------------------------------------------------------------------------------


def at_the_end(text: str, totals: Sequence[int]) -> Engine:
    """A game that ends with such totals."""
    return judged(text, "end " + " ".join(f"{who}={points}" for who, points in zip(PLAYERS, totals, strict=True)))


@pytest.mark.parametrize(("ruleset", "record", "end"), CASES)
def test_totals_are_open_then_and_must_add_up(ruleset: str, record: str, end: str) -> None:
    """What was paid for the hand, if anything, nobody wrote down."""
    text, start = false_end(ruleset, record, end), 25000 if ruleset in BY_POINTS else 0
    lying = 2000 if ruleset in BY_POINTS else 0
    found = at_the_end(text, [start + 300 + lying, start - 100, start - 100, start - 100])
    assert [one.code for one in found.report.findings if one.code == "wrong-total"] == []
    because = "not-on-card" if (ruleset.startswith("american") and end == "not-mahjong") else end
    assert [one.because for one in found.report.unjudged if one.rules == "totals"] == [because]
    found = at_the_end(text, [start + 310, start - 100, start - 100, start - 100])
    assert [one.code for one in found.report.findings][-1] == "wrong-total"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_totals_before_the_next_hand_must_add_up_then(ruleset: str) -> None:
    text, start = false_end(ruleset, "full", "washout-too-early"), 25000 if ruleset in BY_POINTS else 0
    hand = "hand 2 E ben totals=anna:{},ben:{},cora:{},dora:{}"
    fair, unfair = ([start + first, start, start - 200, start] for first in (200, 210))
    assert "wrong-total" not in of_the_next_hand(text, hand.format(*fair))
    assert "wrong-total" in of_the_next_hand(text, hand.format(*unfair))


# -- a hand that is none was declared, and play goes on ----------------------------------------------------------------


GOES_ON = ("mahjiang", "pung-chi", "dead-wall", "western", "classical", "bmja", "dmjl", "riichi")
ASKS_FOR_MORE = {
    "american card=riverside-2026": "dead-false-mahjong",
    "riichi-ema": "play-after-end",
    "riichi-wrc": "play-after-end",
}
DEALT = {"known": "dealt S 1379b 1379c 1379d Ew;", "unseen": "dealt;"}
SHOWN = {
    "wall": "S draw Sw; S mahjong wall; S show | 1379b 1379c 1379d EwSw; {} S discard 1b;",
    "kept": "S claim mahjong; S mahjong discard; S show | 12379b 1379c 1379d Ew; {} S discard 1b;",
    "given back": "S claim mahjong; S mahjong discard; S show | 12379b 1379c 1379d Ew; {} S draw ??; S discard ??;",
}
TURNS = "W draw ??; W discard 3b; N draw ??; N discard 4b; E draw ??; E discard 9c;"
EVERY = list(itertools.product(GOES_ON, DEALT, SHOWN))


def told(ruleset: str, dealt: str, shown: str, turns: str = TURNS) -> list[Finding]:
    """What is found where play goes on like that."""
    first = "indicator 5d; E draw ??;" if ruleset.startswith("riichi") else ""
    passes = "passes;" if ruleset.startswith("american") else ""
    text = f"game {ruleset}; hand; {DEALT[dealt]} {first} {passes} E discard 2b; {shown.format('')} {turns}"
    return [one for report in play(text.rstrip("; ")).finish() for one in report.findings]


@pytest.mark.parametrize(("ruleset", "dealt", "shown"), EVERY)
def test_the_false_win_is_the_one_fault(ruleset: str, dealt: str, shown: str) -> None:
    assert [(one.code, one.seat) for one in told(ruleset, dealt, SHOWN[shown])] == [("not-mahjong", "S")]


@pytest.mark.parametrize(("ruleset", "dealt", "shown"), EVERY)
def test_a_second_fault_is_found_where_it_happens(ruleset: str, dealt: str, shown: str) -> None:
    """South discards in East's turn, what is not there besides; another draws in North's."""
    found = told(ruleset, dealt, SHOWN[shown], TURNS.replace("E discard 9c", "S discard 5d"))
    assert [one.seat for one in found] == ["S", "S"]
    assert found[-1].code in ("out-of-turn", "tile-not-held")
    found = told(ruleset, dealt, SHOWN[shown], "W draw ??; W discard 3b; E draw ??; E discard 4b")
    assert [(one.code, one.seat) for one in found] == [("not-mahjong", "S"), ("out-of-turn", "E")]


@pytest.mark.parametrize("ruleset", GOES_ON)
@pytest.mark.parametrize("fine", ["", "S penalty 300 reason=other;"])
def test_another_can_win_later(ruleset: str, fine: str) -> None:
    turns = "W draw ??; W mahjong wall; W show | 111222333b 555c 11d"
    shown = SHOWN["wall"].replace("{}", fine)
    found = told(ruleset, "known", shown, turns)
    assert [one.code for one in found if one.severity == "error"] == ["not-mahjong"]


@pytest.mark.parametrize("ruleset", ASKS_FOR_MORE)
def test_where_a_rule_asks_for_more_first_that_is_told(ruleset: str) -> None:
    first, second = told(ruleset, "known", SHOWN["wall"])
    assert (first.code in ("not-mahjong", "not-on-card"), second.code) == (True, ASKS_FOR_MORE[ruleset])
    assert "won" not in second.message


@pytest.mark.parametrize("ruleset", ["mahjiang", "dead-wall", "classical", "bmja", "dmjl"])
def test_a_kong_that_was_robbed_with_no_hand_goes_on(ruleset: str) -> None:
    """The tile goes back to the kong, and its maker takes the loose tile."""
    play_on = "E claim pung; E expose pung 555d; E discard 9c; S draw ??; S discard 8c; W draw ??; W discard 8c;"
    kong = "N draw ??; N discard 8c; E draw 5d; E kong added 5555d; {} E kong-replacement ??; E discard 1c"
    robbed = "S claim mahjong; S mahjong kong; S show | 1379b 1379c 1379d Ew5d;"
    dealt = "dealt E 55d / S 1379b 1379c 1379d Ew"
    start = f"game {ruleset}; hand; {dealt}; E discard 2b; S draw ??; S discard 2c; W draw ??; W discard 5d;"
    legal = [one.code for report in play(f"{start} {play_on} {kong.format('')}").finish() for one in report.findings]
    found = [
        one.code for report in play(f"{start} {play_on} {kong.format(robbed)}").finish() for one in report.findings
    ]
    assert [one for one in found if one not in legal] == ["not-mahjong"]


# -- what belongs to a turn that was taken out of turn is one fault with it; what its players do later -----------------


RULE_SETS = (
    "mahjiang", "pung-chi", "dead-wall", "western", "classical", "bmja", "dmjl", "riichi", "riichi-ema", "riichi-wrc",
)  # fmt: skip
ROUND = "E discard 1b; S draw 2b; S discard 2b; W draw 3b; W discard 3b; N draw 4c; N discard 4c;"
TAKEN = {
    "the player passed over draws after a whole turn": (
        f"{ROUND} S draw 9d; S discard 9d; E draw 4c; E discard 4c; S draw 6b; S discard 6b; W draw 7b; W discard 7b"
    ),
    "play goes on from who took the turn": (
        f"{ROUND} S draw 9d; S discard 9d; W draw 4c; W discard 4c; N draw 6b; N discard 6b"
    ),
    "a tile is kept until the player's turn": (
        f"{ROUND} S draw 9d; E draw 4c; E discard 4c; S discard 9d; W draw 6b; W discard 6b"
    ),
    "a concealed kong with its loose tile": (
        "E discard 1b; S draw 2b; S discard 2b; W draw 8d; W discard 3b; N draw 3b; W kong concealed 8888d;"
        "W kong-replacement 5c; N discard 3b; E draw 4c; E discard 4c; S draw 6b; S discard 6b"
    ),
    "a discard amid another's turn is claimed": (
        "E discard 1b; S draw 5c; W discard 7c; E claim pung; E expose pung 777c; E discard 9d; S discard 5c;"
        "W draw 6d; W discard 6d"
    ),
    "a late pung, and play goes on from it": (
        "E discard 1c; S draw 5c; W claim pung; W expose pung 111c; W discard 9b; N draw 4c; N discard 4c; E draw 4c;"
        "E discard 4c; S discard 5c; W draw 6d; W discard 6d"
    ),
}
"""Each with one fault, by whoever acts out of turn."""
HANDS = {"S": "123456789b 1234c", "W": "2344888d 7c 11c 39b Nw"}


def dealt(ruleset: str, hands: Mapping[str, str] = HANDS) -> str:
    """The deal, as far as the turns need it; the rest is unseen."""
    is_riichi = ruleset.startswith("riichi")
    size = {seat: 14 if seat == "E" and not is_riichi else 13 for seat in hands}
    known = {seat: sum(one in "0123456789ESWNRG" for one in tiles) for seat, tiles in hands.items()}
    whole = " / ".join(f"{seat} {tiles} {'?? ' * (size[seat] - known[seat])}" for seat, tiles in hands.items())
    return f"game {ruleset}; hand; dealt {whole}; {'indicator 6d; E draw ??; ' if is_riichi else ''}"


def errors(text: str) -> list[tuple[str, str | None]]:
    """The codes of all errors, and whose they are."""
    found = [one for report in play(text).finish() for one in report.findings]
    return [(one.code, one.seat) for one in found if one.severity == "error"]


def taken(ruleset: str, turns: str) -> str:
    """The hand up to what follows from a turn that was taken."""
    text = dealt(ruleset) + TAKEN[turns]
    return text.replace("8888d;", "8888d; indicator 7d kong;") if ruleset.startswith("riichi") else text


@pytest.mark.parametrize(("ruleset", "turns"), list(itertools.product(RULE_SETS, TAKEN)))
def test_it_is_one_fault_and_nobody_else_s(ruleset: str, turns: str) -> None:
    found = errors(taken(ruleset, turns))
    assert len(found) == 1
    assert found[0][1] in ("S", "W")


@pytest.mark.parametrize(("ruleset", "turns"), list(itertools.product(RULE_SETS, TAKEN)))
def test_what_the_same_player_cannot_have_later_is_found(ruleset: str, turns: str) -> None:
    text = taken(ruleset, turns)
    ((_code, who),) = errors(text)
    seats = "ESWN" * 3
    at = seats.index(text.rpartition("; ")[2][0]) + 1
    for seat in seats[at : seats.index(who or "", at)]:
        text += f"; {seat} draw ??; {seat} discard ??"
    assert errors(f"{text}; {who} draw 1d; {who} discard Ew")[1:] == [("tile-not-held", who)]


# -- a call that was refused -------------------------------------------------------------------------------------------

CALLED = "E discard 1b; S draw 2b; S discard 2b; S claim pung; {} W draw 3b; W discard 3b; N draw 4c; N discard 4c;"
LATER = "E draw 6d; E discard 6d; S draw Rd; S discard Rd; W draw 5d; W discard 5d;"


@pytest.mark.parametrize("ruleset", RULE_SETS)
@pytest.mark.parametrize(("acts", "code"), [
    ("S claim pung; S expose pung 555d", "set-not-held"),
    ("S claim chow; S expose chow 345d", "chow-not-from-left"),
    ("N expose pung 555d", "claim-not-made"),
])  # fmt: skip
def test_a_false_call_excuses_no_later_set(ruleset: str, acts: str, code: str) -> None:
    text = dealt(ruleset, {"S": "123456789b 1234c"}) + CALLED.format("") + LATER + acts
    first, second = errors(text)
    assert first == ("claim-own-discard", "S")
    assert second[0] == code or (second[0], code) == ("set-not-held", "claim-not-made")


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_that_the_tiles_of_a_late_pung_are_not_there_is_found_besides(ruleset: str) -> None:
    text = dealt(ruleset, {"W": "123456789b 1234d"})
    found = errors(f"{text} E discard 1c; S draw 5c; W claim pung; W expose pung 111c; W discard 9b")
    assert found == [("claim-not-open", "W"), ("set-not-held", "W")]


# -- what a fault leaves open, and what it does not -------------------------------------------------------------------

@pytest.mark.parametrize("ruleset", ["mahjiang", "pung-chi", "dead-wall", "western", "classical", "dmjl"])
def test_who_wins_a_later_hand_is_certain(ruleset: str) -> None:
    """The call before a rightful win is missing in the first hand; what is paid for the second is judged."""
    first = f"game {ruleset}; hand; dealt; E discard 9d; S mahjong discard 9d; S show | 123b 456b 789b 11c 789d"
    second = "hand 2 E ben; dealt; E discard 1c; S draw 9d; S mahjong wall 9d; S show | 123b 456b 789b 11c 789d"
    assert errors(f"{first}; {second}; settlement E=1 S=-1") == [("claim-not-made", "S"), ("wrong-settlement", None)]


@pytest.mark.parametrize("ruleset", [one for one in RULE_SETS if one != "bmja"])
def test_of_a_fifth_tile_another_player_s_can_have_been_misread(ruleset: str) -> None:
    """South's 2b was 2c, as the hand shows that South wins with."""
    text = dealt(ruleset, {"E": "22b", "S": "13456789c 11d 79d 9b", "W": "2b"})
    text += "E discard 7b; S draw 2b; S discard 9b; W draw 9b; W discard 9b; N draw 2b; N discard 2b; E draw Nw;"
    text += "E discard Nw; S draw ??; S mahjong wall; S show | 123456789c 11d 789d"
    assert errors(text) == [("too-many-copies", "N")]


def test_who_has_a_tile_too_few_by_a_second_discard_cannot_say_what_is_missing() -> None:
    """With the tile that was discarded besides the hand would lack one; without it nobody can say."""
    text = "game mahjiang; hand; dealt S 13456c 99c 778899d; E discard Ew; S draw Nw; S discard Nw; S discard 1c;"
    text += "W draw Rd; W discard Rd; N draw Rd; N discard Rd; E draw Wd; E discard Wd; S draw Wd; S discard Wd;"
    text += "S fishing; W draw Sw; W discard Sw; N draw 9d; N mahjong wall 9d; N show | 123456789b 55b 789d;"
    assert errors(f"{text} S show | 3456c 99c 778899d") == [("no-discard-due", "S")]


# -- a player discards a tile that was never there, and later does something else that cannot be -----------------------


Fields = dict[str, Any]
HONORS = ("Ew", "Sw", "Ww", "Nw", "Rd", "Gd", "Wd")
GOT = ("deal", "draw", "kong-replacement", "bonus-replacement")
SEEDS = range(1, 9)


@cache
def hand(ruleset: str, seed: int) -> list[Fields]:
    """One legal simulated hand; no answers, which would be others after another discard."""
    card = small_card() if ruleset == "american" else None
    events = [json.loads(line) for line in played(ruleset, seed, hands=1, card=card)]
    return [
        {name: value for name, value in one.items() if name not in ("every", "on", "seq", "digest", "version", "card")}
        for one in events
        if one["type"] not in ("pass", "fishing")
    ]


def reports(events: Sequence[Fields]) -> list[HandReport]:
    """What an audit says of these events."""
    rows = [(convert_event({"seq": number, **one}), number) for number, one in enumerate(events, start=1)]
    return Engine(GameRecord("made", "made", iter(rows))).run()


def errors_at(events: Sequence[Fields]) -> list[int]:
    """The places of the errors."""
    found = [one for report in reports(events) for one in report.findings if one.severity == Severity.ERROR.value]
    return [int(one.seq or 0) - 1 for one in found]


def tiles_of(event: Fields) -> list[str]:
    """The kinds of the tiles of a deal or draw."""
    tiles = event.get("tiles") or [event["tile"]]
    return ["5" + tile[1] if tile[0] == "0" else tile for tile in tiles]


def second_faults(events: list[Fields]) -> Iterator[tuple[str, list[Fields], int, str, list[Fields]]]:
    """What the second act is; the hand up to it, the place of the first one, the tile that was never there; the act."""
    all_got = Counter(tile for one in events if one["type"] in GOT for tile in tiles_of(one))
    for seat in "ESWN":
        own = [
            place
            for place, (one, after) in enumerate(itertools.pairwise(events))
            if one["type"] == "discard" and one["seat"] == seat and after["type"] == "draw" and "riichi" not in one
        ]
        got = {tile for one in events if one["type"] in GOT and one["seat"] == seat for tile in tiles_of(one)}
        got |= {events[place]["tile"] for place in own}
        never = [tile for tile in HONORS if tile not in got and all_got[tile] <= 2]
        if len(own) < 4 or len(never) < 2:
            continue
        first, other = never[:2]
        yield "discard", events[: own[3]], own[1], first, [{"type": "discard", "seat": seat, "tile": other}]
        kong = {"type": "kong", "seat": seat, "kind": "concealed", "tiles": [other] * 4}
        yield "kong", events[: own[3]], own[1], first, [kong]
        for place in range(own[2] + 1, len(events) - 1):
            one, after = events[place], events[place + 1]
            is_free = one["type"] == "discard" and after["type"] == "draw"
            if is_free and one["seat"] != seat and one["tile"] in never[1:]:
                expose = {"type": "expose", "seat": seat, "kind": "pung", "tiles": [one["tile"]] * 3}
                claim = {"type": "claim", "seat": seat, "for": "pung"}
                yield "pung", events[: place + 1], own[1], first, [claim, expose]
                break


def both(ruleset: str, wall: bool) -> Counter[str]:
    """How many pairs of each kind there are, all of which are found."""
    found = Counter[str]()
    for seed in SEEDS:
        events = [one for one in hand(ruleset, seed) if wall or one["type"] != "wall"]
        for kind, before, place, tile, act in second_faults(events):
            alone = errors_at([*before, *act])
            if len(alone) != 1 or alone[0] < len(before):
                # What is not allowed at all by these rules, or is told otherwise.
                continue
            wrong = {key: value for key, value in before[place].items() if key not in ("named", "drawn")}
            with_first = [*before[:place], {**wrong, "tile": tile}, *before[place + 1 :]]
            assert errors_at(with_first) == [place], (kind, seed)
            assert errors_at([*with_first, *act]) == [place, *alone], (kind, seed)
            found[kind] += 1
    return found


@pytest.mark.parametrize("wall", [True, False], ids=["with the wall", "without"])
@pytest.mark.parametrize("ruleset", shipped())
def test_a_later_act_without_the_tiles_is_found(ruleset: str, wall: bool) -> None:
    found = both(ruleset, wall)
    assert found["discard"]


HELD = (
    "game {}; hand; dealt S 123456789b 1234c; E discard 5c; S draw 9d; S discard 7d; W draw 1d; W discard 1d;"
    "N draw 2d; N discard 2d; E draw 1c; E discard 1c; S draw 5d; S mahjong wall; S show {}"
)
NOT_CARD = [name for name in shipped() if name != "american" and not name.startswith("riichi")]


@pytest.mark.parametrize("ruleset", NOT_CARD)
def test_a_hand_of_tiles_that_cannot_be_there_is_no_mahjong(ruleset: str) -> None:
    text = HELD.format(ruleset, "111c 999c EwEwEw RdRdRd 55d")
    found = [one.code for one in findings(text) if one.severity == "error"]
    assert found == ["tile-not-held", "not-mahjong"]


@pytest.mark.parametrize("ruleset", NOT_CARD)
@pytest.mark.parametrize("tile", ["9b", "5d"])
def test_a_tile_drawn_since_and_one_dealt_can_leave(ruleset: str, tile: str) -> None:
    """That one of the tiles is not there does not tell which."""
    text = HELD.partition("S mahjong")[0].format(ruleset) + f"S discard {tile}; W draw 9b"
    codes = [one.code for one in findings(text) if one.severity == "error"]
    assert codes == ["tile-not-held"]


@pytest.mark.parametrize("ruleset", NOT_CARD)
def test_what_hangs_on_the_tiles_in_doubt_is_said_not_to_be_judged(ruleset: str) -> None:
    (report,) = play(HELD.partition("S draw 5d")[0].format(ruleset)).finish()[-1:]
    told = [one for one in report.unjudged if one.because == "tile-not-held"]
    assert [one.rules for one in told] == ["what hangs on south's tiles"]


FIFTH = (
    "game {}; hand{}; dealt E 1111b 7777d 6666d {} / S 123456789b 1234c / W 11d 22d 33d 44d 88d 8c 7c 6c /"
    "N EEw SSw WWw NNw RRd GGd Wd; {} E discard 1c; S draw 9d; S discard 7d; W draw 9d; W discard 9d; N draw 8d;"
    "N discard 8d; E draw 8c; E discard 8c; S draw 5c; S discard Ew; W draw 5c; W discard 5c; N draw 5c; N discard 5c;"
    "E draw 4c; E discard 4c; S draw 4c; S discard Nw"
)
FIFTH_OF_THREE = (
    "game {}; hand{}; dealt E 1111b 7777d 6666d {} / S 123456789b 1234d / W 11d 22d 33d 44d 88d GGd 7b; {}"
    "E discard 1c; S draw 9d; S discard 8d; W draw 9d; W discard 9d; E draw Rd; E discard Rd; S draw 5d; S discard Ew;"
    "W draw 5d; W discard 5d; E draw 4d; E discard 4d; S draw 9c; S discard Nw"
)
"""South is dealt a fifth 1b, and discards three tiles that were not dealt. (With a Charleston more would be open.)"""


@pytest.mark.parametrize("ruleset", [name for name in shipped() if name != "american"])
def test_of_a_block_with_a_fifth_tile_the_others_are_known(ruleset: str) -> None:
    """One of the tiles was another, the first of those discarded; further ones were never there."""
    is_riichi = ruleset.startswith("riichi")
    points = {"riichi": 25000, "riichi-sanma": 35000}.get(ruleset, 30000)
    players = default_rules(ruleset).plan.players
    totals = ",".join(f"{name}:{points}" for name in ("anna", "ben", "cora", "dora")[:players])
    text = (FIFTH if players == 4 else FIFTH_OF_THREE).format(
        ruleset, f" totals={totals}" if is_riichi else "", "1c" if is_riichi else "1c 9c",
        "indicator 9c; E draw 9c;" if is_riichi else "",
    )  # fmt: skip
    found = [(one.code, one.seat) for one in findings(text) if one.severity == "error"]
    assert found == [("too-many-copies", "S"), ("tile-not-held", "S"), ("tile-not-held", "S")]
