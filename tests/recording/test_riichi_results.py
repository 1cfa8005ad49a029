"""An evening of riichi of which only results are written down: sticks, several winners, draws, honba, who is East."""

from __future__ import annotations

import json

import pytest
from recorded_games import PLAYERS, audited, bodies_of, recorder_of

from mjlog.errors import MjlogError
from mjlog.recording.session import preview
from tests.formats.shorthand_runs import text_of

GAME = f"game t riichi {PLAYERS}\n"


def totals_after(acts: str, game: str = GAME) -> tuple[int, ...]:
    """What everybody has after acts in which nothing is at fault."""
    found, totals = audited(bodies_of(game + acts))
    assert found == []
    return tuple(totals.values())


@pytest.mark.parametrize(
    ("acts", "totals"),
    [
        ("hand result\nsmfe3h30 pay", (21100, 28900, 25000, 25000)),
        ("sfe3h30 pay", (21100, 28900, 25000, 25000)),
        ("sw3h30 pay", (23000, 29000, 24000, 24000)),
        ("emwmangan; pay", (37000, 21000, 21000, 21000)),
        ("nmfsyakuman; pay", (25000, -7000, 25000, 57000)),
    ],
)
def test_a_result_is_a_winner_how_and_han_and_fu(acts: str, totals: tuple[int, ...]) -> None:
    assert totals_after(acts) == totals


def test_sticks_of_riichi_lie_on_the_table_until_somebody_wins() -> None:
    assert totals_after("s! w! e!\nwash rsew; pay") == (25000, 25000, 25000, 22000)
    assert totals_after("s! w! e!\nnfs2h40 pay") == (24000, 21400, 24000, 25000 + 2600 + 3000)
    assert totals_after("s! wash rs; pay\nnfs2h40 pay") == (27900, 27000, 21100, 24000)


def test_a_riichi_discard_of_a_result_is_not_the_tile_that_is_won() -> None:
    """East has declared riichi, and discards the winning tile later: the stick is paid."""
    assert totals_after("e! sfe3h30 pay") == (20100, 29900, 25000, 25000)


def test_several_win_a_tile_and_the_nearest_takes_honba_and_sticks() -> None:
    recorder = recorder_of(GAME + "n! wash re; pay\nnfe3h30+s2h40 pay")
    standing = recorder.table.standing
    assert [seat.value for seat in standing.winners] == ["S", "N"]
    assert recorder.table.known_totals == {
        "anna": 25000 + 3000 - 2900 - 3900, "ben": 24000 + 2600 + 300 + 1000, "cleo": 24000, "dora": 23000 + 3900,
    }  # fmt: skip
    assert (standing.pot, standing.repeats) == (0, 1)


def test_another_winner_can_be_told_afterwards() -> None:
    assert totals_after("sfe3h30+n2h40 pay") == (18500, 28900, 25000, 27600)
    recorder = recorder_of(GAME + "sfe3h30\n+n2h40")
    assert [win.seat.value for win in recorder.table.wins] == ["S", "N"]


@pytest.mark.parametrize(
    ("acts", "totals", "east"),
    [
        ("wash rse; pay", (26500, 26500, 23500, 23500), "anna"),
        ("wash; sh; eh; pay", (26500, 26500, 23500, 23500), "anna"),
        ("wash rs; pay", (24000, 28000, 24000, 24000), "ben"),
        ("wash; pay 1500/1500/-1500/-1500", (26500, 26500, 23500, 23500), "anna"),
        ("wash r-", (25000,) * 4, "ben"),
        ("wash 9", (25000,) * 4, "anna"),
        ("wash resnw; pay", (25000,) * 4, "anna"),
    ],
)
def test_at_a_draw_it_is_told_who_was_ready(acts: str, totals: tuple[int, ...], east: str) -> None:
    """That decides what is paid, and who is East; the repeats grow."""
    assert totals_after(acts) == totals
    recorder = recorder_of(f"{GAME}{acts}\nhand")
    assert next(iter(recorder.table.players.values())) == east
    assert recorder.table.standing.repeats == 1


def test_of_what_was_not_told_it_is_said_how_to_say_it() -> None:
    for acts, hint in (("wash", "who was ready? `sh`"), ("sm3h30", "`smfe3h30` says that East discarded it")):
        recorder = recorder_of(f"{GAME}hand result\n{acts}")
        found = preview(recorder, "pay")
        assert found.error is not None
        assert hint in found.error


def test_who_was_ready_is_asked_before_the_next_hand() -> None:
    recorder = recorder_of(f"{GAME}hand result\nwash")
    assert recorder.replay.ending.unsaid() == "who was ready"


def test_other_rule_sets_have_neither_several_winners_nor_sticks() -> None:
    recorder = recorder_of(f"game t western {PLAYERS}\nhand result")
    with pytest.raises(MjlogError, match="one player alone wins"):
        recorder.read("sfe48+n20")


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


@pytest.mark.parametrize(
    ("acts", "totals", "east"),
    [
        ("wash ne pay", (37000, 21000, 21000, 21000), "ben"),
        ("wash nere; pay", (37000, 21000, 21000, 21000), "anna"),
        ("wash ne; eh; pay", (37000, 21000, 21000, 21000), "anna"),
        ("wash nsw pay", (17000, 31000, 31000, 21000), "ben"),
    ],
)
def test_nagashi_is_paid_to_who_is_named_and_east_stays_by_being_ready(
    acts: str, totals: tuple[int, ...], east: str
) -> None:
    assert totals_after(acts) == totals
    assert next(iter(recorder_of(f"{GAME}{acts}\nhand").table.players.values())) == east


def test_after_nagashi_too_it_is_asked_who_was_ready() -> None:
    assert recorder_of(f"{GAME}wash ne").replay.ending.unsaid() == "who was ready"
    assert recorder_of(f"{GAME}wash ne pay").replay.ending.unsaid() is None


def test_who_won_on_a_discard_nobody_named_has_not_won_on_that_of_the_riichi() -> None:
    recorder = recorder_of(f"{GAME}e! sm3h30")
    assert recorder.replay.report.findings == []
    assert recorder.replay.ending.unsaid() == "who discarded the winning tile"


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


def test_a_chombo_is_paid_as_agreed_and_the_hand_is_dealt_again() -> None:
    """Off the final score in a club's rules; like a lost mangan where that was agreed."""
    game = f"game t riichi-ema {PLAYERS}\n"
    found, totals = audited(bodies_of(game + "chombo cleo\nsfe2h30 pay"))
    assert found == []
    assert tuple(totals.values()) == (28000, 32000, 30000, 30000)
    mangan = f"game t riichi {PLAYERS} chombo=mangan\n"
    assert totals_after("s! chombo w", mangan) == (29000, 27000, 17000, 27000)
    assert totals_after("hand table i5b 9d 9d chombo e", mangan) == (13000, 29000, 29000, 29000)


@pytest.mark.parametrize(
    ("begun", "act", "said"),
    [
        (f"game t western {PLAYERS}", "chombo s", "there is no chombo by these rules: `penalty s 50 REASON`"),
        (f"game t american {PLAYERS}", "chombo s", "`dead s false-mahjong`"),
        (GAME, "chombo s", "without chombo"), (f"{GAME}hand table", "chombo s", "without chombo"),
        (f"game t riichi-ema {PLAYERS}\nhand table", "chombo x", "no seat"),
        (f"game t riichi-ema {PLAYERS}\nhand table", "chombo", "no seat"),
        (f"game t riichi-ema {PLAYERS}\nhand table i5b 9d\nchombo s", "chombo s", "none is in progress"),
    ],
)  # fmt: skip
def test_a_chombo_is_somebodys_and_ends_a_hand_where_it_was_agreed_on(begun: str, act: str, said: str) -> None:
    with pytest.raises(MjlogError, match=said):
        recorder_of(begun).read(act)


FALSE = "hand table i1c 5b 9b 9c 9d 5b sm\nsh 123b 789c 11d 345d 46b5b"
"""A hand that is complete, and has no pattern to win with."""


@pytest.mark.parametrize(
    "won", ["hand result sfe3h30", "e! sw3h30", "hand table i5b 5b sm", FALSE, f"{FALSE}\ns=3h30"]
)
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


@pytest.mark.parametrize(
    ("won", "act", "said"),
    [
        ("sfe3h30+n2h30", "chombo s", "North won hand 1: beside the win of another.* take South's win back"),
        ("sfe3h30", "chombo n", "South won hand 1: beside the win of another.* comes after `hand`"),
        ("hand table i1c 5b sm", "chombo n", "South won hand 1"),
        ("sfe3h30 pay end", "chombo s", "the game is over"),
    ],
)
def test_beside_the_win_of_another_a_chombo_does_not_count(won: str, act: str, said: str) -> None:
    with pytest.raises(MjlogError, match=said):
        recorder_of(f"game t riichi-ema {PLAYERS}\n{won}").read(act)


@pytest.mark.parametrize(("draw", "is_of_it"), [("s! wash", True), ("s! wash rse", False), ("e! wash", False)])
def test_a_chombo_of_riichi_that_no_hand_was_shown_for_is_of_the_hand_that_was_drawn(draw: str, is_of_it: bool) -> None:
    recorder = recorder_of(f"game t riichi-ema {PLAYERS}\nhand result {draw}")
    assert (recorder.read("chombo s")[0]["type"] == "penalty") == is_of_it
