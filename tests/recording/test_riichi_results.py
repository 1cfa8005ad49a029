"""Evenings of riichi, as results and tile by tile: sticks, several winners, draws, honba, who is East."""

from __future__ import annotations

import json
from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from recorded_games import PLAYERS, audited, bodies_of, recorder_of

from mjlog.chain import event_body
from mjlog.errors import MjlogError
from mjlog.formats.shorthand.document import HEADING
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.writing import write_document
from mjlog.recording.game import RecordedGame
from mjlog.recording.hints import asked_next, indicators_due
from mjlog.rulesets import load
from mjlog.simulate.game import Game
from tests.formats.shorthand_runs import game_of, text_of

GAME = f"game t riichi {PLAYERS}\n"


def test_options_are_typed_shortly_wherever_a_game_is_begun_or_corrected() -> None:
    recorder = recorder_of(f"game t riichi {PLAYERS} red_fives=0 uma=15/5/-5/-15 pao=daisangen,daisushi\nhand result")
    recorder.carry_out(recorder.read("fix option pao=none"))
    options = recorder.replay.rules.options
    assert options["red_fives"] == {"b": 0, "c": 0, "d": 0}
    assert tuple(options["uma"]) == (15000, 5000, -5000, -15000)
    assert tuple(options["pao"]) == ()
    (said,) = recorder.carry_out(recorder.read("fix option pao=daisangen,sukantsu"))
    assert "option pao none -> daisangen,sukantsu" in said.words


def test_an_evening_of_results_is_written_out_as_it_can_be_typed_and_read_back() -> None:
    bodies = bodies_of(
        GAME + "s! sfe3h30 pay\ne! nfe3h30+s2h40 pay\nwash rse pay\nwash r-\nwash 9\nemwmangan pay\nhand\nend"
    )
    text = text_of(bodies)
    assert bodies_of(text) == bodies
    assert "sm3h30" in text
    assert "n=3h30" in text
    assert "emwmangan" in text


@pytest.mark.parametrize("last", ["wash rse", "s! wash rs", "s! sfe3h30", "sfe3h30+n2h40", "sw2h40"])
def test_the_end_counts_what_is_due_for_the_last_hand_whether_or_not_it_was_written_down(last: str) -> None:
    unpaid, paid = (recorder_of(f"{GAME}e! wash rse; pay\n{last}{more}").read("end")[0] for more in ("", "; pay"))
    assert unpaid == paid
    assert sum(unpaid["totals"].values()) == 4 * 25_000


# -- chombo ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["riichi-ema", "riichi-wrc"])
def test_a_chombo_after_the_draw_that_showed_it_is_of_that_hand(ruleset: str) -> None:
    """The riichi was not ready: its hand is dealt again. Otherwise the next result begins the next hand."""
    game = f"game t {ruleset} {PLAYERS}\nhand result s! wash "
    kinds = [json.loads(body)["type"] for body in bodies_of(f"{game}sh 1379b 1379c 1379d ew\nchombo s")]
    assert kinds[-4:] == ["washout", "show", "penalty", "replay"]
    kinds = [json.loads(body)["type"] for body in bodies_of(f"{game}sh 123456789b 123c ew\nchombo s")]
    assert kinds[-4:] == ["show", "hand-start", "penalty", "replay"]


FALSE = "hand table i1c 5b 9b 9c 9d 5b sm\nsh 123b 789c 11d 345d 46b5b"
"""A hand that is complete, and has no pattern to win with."""


@pytest.mark.parametrize("won", ["hand result sfe3h30", "e! sw3h30", "hand table i5b 5b sm", FALSE, f"{FALSE}\ns=3h30"])
@pytest.mark.parametrize("who", ["s", "ben"])
@pytest.mark.parametrize("ruleset", ["riichi-ema", "riichi-wrc", "riichi chombo=points", "riichi chombo=mangan"])
def test_a_chombo_of_who_has_won_voids_the_win(ruleset: str, who: str, won: str) -> None:
    """Nothing is paid for it, the sticks go back, and the same hand is dealt again."""
    rules, _blank, options = ruleset.partition(" ")
    bodies = bodies_of(f"game t {rules} {PLAYERS} {options}\n{won}\nchombo {who}\nhand")
    rows = [json.loads(body) for body in bodies]
    assert [row["type"] for row in rows[-3:]] == ["penalty", "replay", "hand-start"]
    assert (rows[-3]["seat"], rows[-1]["hand"], rows[-1]["seats"]["E"]) == ("S", 1, "anna")
    found, totals = audited(bodies)
    assert [one for one in found if "no-yaku" not in one] == []
    start = 25_000 if rules == "riichi" else 30_000
    paid = [4000, -8000, 2000, 2000] if "mangan" in options else [0] * 4
    assert list(totals.values()) == [start + one for one in paid]


def test_a_win_that_is_void_counts_for_nothing() -> None:
    """The repeats and the pot of the hand before stay on the table, and so does East."""
    recorder = recorder_of(f"game t riichi-ema {PLAYERS}\nw! wash rse pay\nemw3h30\nchombo e")
    (said,) = recorder.carry_out(recorder.read("hand"))
    assert "Hand 2 begins in the east round, 1 repeat, 1000 in the pot" in said.words
    assert recorder.table.standing.east_wins == 0


@pytest.mark.parametrize("ends", ["hand result sfe3h30 pay", "hand table i1c 5b sm s=3h30 pay", "s! wash r-"])
def test_what_is_paid_is_taken_back_before_a_chombo_voids_the_hand(ends: str) -> None:
    """It is said so; and one in the next hand is one when that is begun."""
    recorder = recorder_of(f"game t riichi-ema {PLAYERS}\n{ends}")
    with pytest.raises(MjlogError, match="hand 1 is paid: take the payment back first, by `undo` or by `fix NUMBER"):
        recorder.read("chombo s")
    next_hand = recorder.fork()
    next_hand.carry_out(next_hand.read("hand"))
    assert [row["type"] for row in next_hand.read("chombo s")] == ["penalty", "replay"]
    recorder.carry_out(recorder.read(f"fix {recorder.last} void"))
    recorder.carry_out(recorder.read("chombo s"))
    assert recorder.read("hand")[0]["hand"] == 1


@pytest.mark.parametrize(("won", "act", "said"), [
    ("sfe3h30+n2h30", "chombo s", "North won hand 1: beside the win of another.* take South's win back"),
    ("sfe3h30", "chombo n", "South won hand 1: beside the win of another.* comes after `hand`"),
    ("hand table i1c 5b sm", "chombo n", "South won hand 1"),
    ("sfe3h30 pay end", "chombo s", "the game is over"),
])  # fmt: skip
def test_beside_the_win_of_another_a_chombo_does_not_count(won: str, act: str, said: str) -> None:
    with pytest.raises(MjlogError, match=said):
        recorder_of(f"game t riichi-ema {PLAYERS}\n{won}").read(act)


@pytest.mark.parametrize(("draw", "is_of_it"), [("s! wash", True), ("s! wash rse", False), ("e! wash", False)])
def test_a_chombo_of_riichi_that_no_hand_was_shown_for_is_of_the_hand_that_was_drawn(draw: str, is_of_it: bool) -> None:
    recorder = recorder_of(f"game t riichi-ema {PLAYERS}\nhand result {draw}")
    assert (recorder.read("chombo s")[0]["type"] == "penalty") == is_of_it


# -- evenings of riichi, tile by tile ---------------------------------------------------------------------------------


PLAY = ("discard", "claim", "expose", "kong", "mahjong", "washout", "indicator", "show")
TOLD = ("type", "seat", "tile", "tiles", "for", "kind", "source", "riichi", "of", "sets", "rest", "reason", "seats")
"""What is written down of an act; that a tile was drawn, and what a hand is worth, follows."""
KEYS = 4
SENT = 1
"""The key that ends an act."""


def hands_of(ruleset: str, seed: int) -> tuple[dict[str, Any], list[list[dict[str, Any]]], list[dict[str, Any]]]:
    """A simulated game: its beginning, its hands, and its end."""
    bodies: list[bytes] = []
    Game(load(ruleset), seed, 1, hands=6, depth="table").play(bodies.append)
    first, *rows = (json.loads(body) for body in bodies)
    hands: list[list[dict[str, Any]]] = []
    for row in rows:
        if row["type"] == "hand-start":
            hands.append([])
        hands[-1].append(row)
    return first, hands, [row for row in rows if row["type"] == "game-end"]


def _told(row: dict[str, Any]) -> dict[str, Any]:
    told = {name: row[name] for name in TOLD if name in row}
    if told["type"] == "expose":
        told["tiles"] = sorted(told["tiles"], key=lambda code: (code[1], code[0].replace("0", "5")))
    return told


def acts_of(first: dict[str, Any], hand: list[dict[str, Any]]) -> list[str]:
    """What is to be typed of a hand."""
    start = {name: hand[0][name] for name in ("type", "hand", "round", "seats")}
    rows = [first, {**start, "depth": "table"}, *(_told(row) for row in hand if row["type"] in PLAY)]
    log = [event_body({**row, "seq": seq}) for seq, row in enumerate(rows, 1)]
    text = "\n".join(line for line in write_document("g", log) if line != HEADING)
    return [act.text for act in acts_in(text)][2:]


def paid_in(hand: list[dict[str, Any]]) -> dict[str, int]:
    """What everybody gained or lost by the settlements of a hand; nobody who did neither."""
    paid: dict[str, int] = {}
    for change in (row["change"] for row in hand if row["type"] == "settlement"):
        paid = {seat: paid.get(seat, 0) + change.get(seat, 0) for seat in paid | change}
    return {seat: amount for seat, amount in paid.items() if amount}


def typed(recorded: RecordedGame, acts: list[str]) -> Iterator[str]:
    """What is found in acts as they are typed; an indicator is asked for when one is to be turned, and not else."""
    for act in acts:
        if bool(indicators_due(recorded.table)) != act.startswith("i"):
            yield f"{act}: {asked_next(recorded.table)}"
        yield from (one.message for said in recorded.carry_out(recorded.read(act)) for one in said.findings)


@pytest.mark.parametrize(("ruleset", "seed"), [("riichi", 1), ("riichi", 3), ("riichi-ema", 4), ("riichi-wrc", 2)])
def test_whoever_types_what_happens_has_payments_and_seats_as_they_were_played(ruleset: str, seed: int) -> None:
    first, hands, ends = hands_of(ruleset, seed)
    recorded = RecordedGame("text", "t", [event_body(first)])
    keys: list[int] = []
    for hand in hands:
        recorded.carry_out(recorded.read("hand table"))
        assert {seat.value: player for seat, player in recorded.table.players.items()} == hand[0]["seats"]
        acts = acts_of(first, hand)
        keys += [len(act) + SENT for act in acts]
        assert list(typed(recorded, acts)) == []
        if paid_in(hand):
            recorded.carry_out(recorded.read("pay"))
        settled = (recorded.table.settlement or {}).items()
        assert {seat.value: amount for seat, amount in settled if amount} == paid_in(hand)
    for end in ends:
        (row,) = recorded.read("end")
        assert (row["totals"], row["final"]) == (end["totals"], end["final"])
    assert median(keys) <= KEYS


@pytest.mark.parametrize("acts", [
    ("i9d", "wash 9"),
    ("i9d", "eh 9b1699c1489dwnwrgwd", "wash 9"),
    ("i9d", "1b", "wash 9"),
    ("i9d", "1b", "sh 9b1699c1489dwnwrgwd", "wash 9"),
    ("i9d", "1b", "t", "wash 9"),
])  # fmt: skip
def test_who_ends_the_hand_with_nine_terminals_need_not_type_the_draw(acts: tuple[str, ...]) -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of("riichi")))
    assert list(typed(recorded, list(acts))) == []
    assert recorded.table.standing.aborted


def test_a_hand_shown_by_somebody_else_is_not_one_of_nine_terminals() -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of("riichi", "i9d 1b")))
    assert list(typed(recorded, ["wh 9b1699c1489dwnwrgwd"])) == ["west shows the hand before it is won or drawn"]


def test_what_an_unseen_hand_let_go_before_a_claim_does_not_bar_its_win_after_it() -> None:
    """Before the pung it did not wait for the tile; what went by since then does bar it."""
    before, hand = "i9c ew 8d 7d 9d 1b 7c np 5c", "nh 123b12366c123d"
    barred = ["north's win: north has let east's 1b go since the latest turn"]
    for acts, found in (("3d 1b nm", []), ("1b 3d 1b nm", barred)):
        recorded = RecordedGame("text", "t", bodies_of(game_of("riichi-ema", before)))
        assert list(typed(recorded, [*acts.split(), hand])) == found


def test_after_the_last_discard_it_is_asked_who_is_ready() -> None:
    """The simulated game's hand is drawn, and some of its players were ready."""
    first, hands, _ends = hands_of("riichi", 2)
    acts = acts_of(first, hands[1])
    at = next(number for number, act in enumerate(acts) if act[1] == "h")
    recorded = RecordedGame("text", "t", [event_body(first)])
    assert list(typed(recorded, ["hand table", *acts[:at]])) == []
    assert str(asked_next(recorded.table)).startswith("who is ready?")
    assert list(typed(recorded, [acts[at]])) == []
    assert str(asked_next(recorded.table)).startswith("who else is ready?")
    assert list(typed(recorded, acts[at + 1 :])) == []
    assert asked_next(recorded.table) is None
