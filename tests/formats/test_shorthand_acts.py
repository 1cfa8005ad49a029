"""Acts of play and answers to a discard: every row of the page, at every depth, by the rule sets that differ."""

from __future__ import annotations

import pytest

from each import each

from .shorthand_runs import FULL, TABLE, game_of, meant, read_after

SEEN = "basis=inferred"
"""What is filled in, where nobody saw the tile."""
DEALT = f"{FULL}deal\n"
AMERICAN = game_of("american", "deal")
RICH = f"{TABLE}5b sp 2d"
"""South has a pung of 5 bamboo and has discarded 2 dots; West is next."""

PLAY = [
    # -- a discard
    (TABLE, "5b", "discard E 5b"),
    (TABLE, "e5b", "discard E 5b"),
    (f"{TABLE}5b", "9c", "discard S 9c"),
    (f"{TABLE}5b", "n9c", "discard N 9c"),
    (f"{TABLE}5b", "2d9c", "draw S 2d | discard S 9c"),
    (f"{TABLE}5b", "s2d9c", "draw S 2d | discard S 9c"),
    (f"{TABLE}5b", "x9c", "draw S ?? | discard S 9c"),
    (f"{TABLE}5b", "x", "discard S ??"),
    (f"{TABLE}5b", "9c!", "discard S 9c calling"),
    (f"{TABLE}5b", "5b=4b", "discard S 5b named=4b"),
    (f"{TABLE}5b", "2d5b!=4b", "draw S 2d | discard S 5b calling named=4b"),
    (f"{DEALT}5b", "9c", f"draw S ?? {SEEN} | discard S 9c"),
    (f"{DEALT}5b", "2d9c", "draw S 2d | discard S 9c"),
    (DEALT, "9c", "discard E 9c"),
    (AMERICAN, "ff", "discard E Ff"),
    (AMERICAN, "jk", "discard E Jk"),
    (AMERICAN, "1f", "discard E 1f"),
    # -- taking
    (f"{TABLE}5b", "t", "draw S"),
    (f"{TABLE}5b", "st2d", "draw S 2d"),
    (f"{DEALT}5b", "t", f"draw S ?? {SEEN}"),
    (f"{DEALT}5b", "t2d", "draw S 2d"),
    (f"{DEALT}5b sk", "t", f"kong-replacement S ?? {SEEN}"),
    (f"{TABLE}5b sk", "t2d", "kong-replacement S 2d"),
    (f"{TABLE}5b 1f", "t", "bonus-replacement S"),
    # -- flowers and seasons
    (TABLE, "1f", "bonus E 1f"),
    (TABLE, "n1f3s", "bonus N 1f 3s"),
    (f"{TABLE}5b", "2d1f", "draw S 2d | bonus S 1f"),
    (f"{TABLE}5b", "1f1f", "draw S 1f | bonus S 1f"),
    (f"{DEALT}5b t1f", "1f", "bonus S 1f"),
    (f"{DEALT}5b", "1f", f"draw S ?? {SEEN} | bonus S 1f"),
    (f"{DEALT}5b t1f 1f", "9c", f"bonus-replacement S ?? {SEEN} | discard S 9c"),
    (f"{DEALT}5b t1f 1f", "2d9c", "bonus-replacement S 2d | discard S 9c"),
    (f"{DEALT}5b t1f 1f", "2s", f"bonus-replacement S ?? {SEEN} | bonus S 2s"),
    # -- kongs out of the hand
    (RICH.replace("2d", ""), "k9c", "kong S concealed 9999c"),
    (RICH.replace("2d", ""), "k5b", "kong S added 5555b"),
    (RICH.replace("2d", ""), "sk5b", "kong S added 5555b"),
    (RICH.replace("2d", ""), "kc5b", "kong S concealed 5555b"),
    (RICH, "ska5b", "kong S added 5555b"),
    (RICH, "kcx", "kong W concealed ?? ?? ?? ??"),
    (RICH, "k9c", "kong W concealed 9999c"),
    (f"{DEALT}5b", "k9c", f"draw S ?? {SEEN} | kong S concealed 9999c"),
    (f"{DEALT}k9c", "5b", f"kong-replacement E ?? {SEEN} | discard E 5b"),
    # -- sets laid face down, jokers, what is said
    (f"{TABLE}5b", "l555b", "lay-concealed S pung 555b"),
    (f"{TABLE}5b", "nl456b", "lay-concealed N chow 456b"),
    (f"{TABLE}5b", "lwwww", "lay-concealed S pung Ww Ww Ww"),
    (f"{DEALT}5b", "l5555b", f"draw S ?? {SEEN} | lay-concealed S kong 5555b"),
    (f"{AMERICAN}5b wpj 2c", "jw5b", "joker-exchange N W 5b"),
    (f"{AMERICAN}5b wpj 2c", "sjw5b", "joker-exchange S W 5b"),
    (f"{TABLE}5b", "=4b", "name E 4b"),
    (f"{TABLE}5b", "w=4b", "name W 4b"),
    (f"{TABLE}5b", "f", "fishing E"),
    (f"{TABLE}5b", "sf", "fishing S"),
    (f"{TABLE}5b sp-", "su", "retract S"),
    (f"{TABLE}5b sp- np-", "u", "retract N"),
    (f"{TABLE}5b sm", "u", "retract S"),
    # -- what was missed
    (TABLE, "..", "gap"),
    (TABLE, "..5", "gap text=\"5 moves missed\""),
    (TABLE, "..1", "gap text=\"1 move missed\""),
    (TABLE, "..s", "gap turn=S"),
    (TABLE, "..5s", "gap text=\"5 moves missed\" turn=S"),
    (TABLE, "..s5", "gap text=\"5 moves missed\" turn=S"),
]  # fmt: skip

ANSWERS = [
    (f"{TABLE}5b", "sp", "claim S pung | expose S pung 555b"),
    (f"{TABLE}5b", "nk", "claim N kong | expose N kong 5555b"),
    (f"{TABLE}5b", "sp5b", "claim S pung | expose S pung 555b"),
    (f"{TABLE}..", "sp5b", "claim S pung | expose S pung 555b"),
    (f"{AMERICAN}5b", "sq", "claim S quint | expose S quint 55555b"),
    (f"{AMERICAN}5b", "sz", "claim S sextet | expose S sextet 555555b"),
    (f"{AMERICAN}5b", "spj", "claim S pung | expose S pung 55b Jk"),
    (f"{AMERICAN}5b", "skjj", "claim S kong | expose S kong 55b Jk Jk"),
    (f"{AMERICAN}5b", "szjjjj", "claim S sextet | expose S sextet 55b Jk Jk Jk Jk"),
    (f"{AMERICAN}ff", "sk", "claim S kong | expose S kong Ff Ff Ff Ff"),
    (f"{TABLE}5b", "c46", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "c64", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "c34", "claim S chow | expose S chow 345b"),
    (f"{TABLE}5b", "c67", "claim S chow | expose S chow 567b"),
    (f"{TABLE}5b", "c456", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "c4", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "wc4", "claim W chow | expose W chow 456b"),
    (f"{TABLE}1b", "c", "claim S chow | expose S chow 123b"),
    (f"{TABLE}9d", "c", "claim S chow | expose S chow 789d"),
    (f"{TABLE}9d", "c789c", "claim S chow | expose S chow 789c"),
    (f"{TABLE}..s", "c456b", "claim S chow | expose S chow 456b"),
    (f"{TABLE}5b", "sp-", "claim S pung"),
    (f"{TABLE}5b", "c-", "claim S chow"),
    (f"{TABLE}5b", "nc-", "claim N chow"),
    (f"{TABLE}5b", "sm-", "claim S mahjong"),
    (f"{TABLE}5b wm- sm-", "sm", "mahjong S discard tile=5b"),
    (f"{TABLE}5b wm-", "sm", "claim S mahjong | mahjong S discard tile=5b"),
    (f"{TABLE}5b sp-", "sp+", "expose S pung 555b"),
    (f"{TABLE}5b c-", "c46+", "expose S chow 456b"),
    (f"{TABLE}5b", "s-", "pass S"),
    (f"{TABLE}5b", "ne-", "pass N | pass E"),
    (f"{TABLE}5b", "-", "pass S | pass W | pass N"),
    (f"{TABLE}5b w-", "-", "pass S | pass N"),
    (f"{TABLE}5b sp-", "-", "pass W | pass N"),
    (f"{DEALT}5b", "sp", "claim S pung | expose S pung 555b"),
]  # fmt: skip

THREE = game_of("western players=3")
DIFFERENT = [
    (f"{THREE}5b", "-", "pass S | pass W"),
    (f"{THREE}5b 6b 7b", "5c", "discard E 5c"),
    (f"{THREE}5b 6b 7b", "c68", "claim E chow | expose E chow 678b"),
    (game_of("classical", "5b", "1f"), "t", "draw S"),
    (game_of("classical FlowersLoose=true", "5b", "1f"), "t", "bonus-replacement S"),
    (game_of("classical", "deal", "1f", depth="full"), "5b", f"draw E ?? {SEEN} | discard E 5b"),
    (game_of("dead-wall", "5b", "1f"), "t", "bonus-replacement S"),
    (game_of("mahjiang", "5b", "1f"), "t", "bonus-replacement S"),
    (game_of("pung-chi", "5b", "sk"), "t", "kong-replacement S"),
    (game_of("american", "deal", "5b", "sk"), "t", "draw S"),
]

RIICHI = game_of("riichi", "i1b")
LETTERS = [
    (RIICHI, "5m", "5c"),
    (RIICHI, "3s", "3b"),
    (RIICHI, "e0p!", "e0d!"),
    (f"{RIICHI}5b", "2p7z", "2drd"),
    (f"{RIICHI}5c", "sp5m", "sp5c"),
    (f"{RIICHI}5b", "smfe5s", "smfe5b"),
    (f"{RIICHI}5b smd", "sh 123m 456p 789s (111z) / 25z", "sh 123c 456d 789b eeew / sw wd"),
    (f"{TABLE}5b smd", "sh EEE RRR 123b / NEWS", "sh eeew rrrd 123b / nw ew ww sw"),
]


@each("before, act, events", PLAY)
def test_an_act_of_play_is_read_as_what_was_done(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@each("before, act, events", ANSWERS)
def test_an_answer_to_a_discard_is_read_as_what_was_called(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@each("before, act, ours", LETTERS)
def test_tiles_are_read_as_players_write_them(before: str, act: str, ours: str) -> None:
    assert read_after(before, act) == read_after(before, ours)


@each("before, act, events", DIFFERENT)
def test_the_same_act_is_read_by_the_rules_of_the_game(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@pytest.mark.parametrize("missed", ["..s", "..5s", ".. e9d"])
def test_after_missed_moves_the_turn_is_told_by_the_gap_or_by_the_first_act_with_a_seat(missed: str) -> None:
    assert read_after(f"{TABLE}5b {missed}\n", "6d") == meant("discard S 6d")
