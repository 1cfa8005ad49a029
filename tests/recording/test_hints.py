"""What can be typed now, and which option would allow what a rule forbids."""

from __future__ import annotations

import itertools
import re

import pytest

from each import each
from mjlog.errors import MjlogError
from mjlog.events import Score, Settlement
from mjlog.formats.shorthand.reading import acts_in
from mjlog.recording.asking import allowed_by_options
from mjlog.recording.ending import end_of_hand
from mjlog.recording.game import RecordedGame
from mjlog.recording.hints import COMMANDS, asked_next, can_be_said, faults, hints, taps
from mjlog.recording.session import preview
from mjlog.seats import Seat
from tests.formats.shorthand_runs import bodies_of, game_of


def texts(text: str) -> set[str]:
    """What is listed after a text, as it is typed."""
    return {hint.text for hint in hints(RecordedGame("text", "t", bodies_of(text)).scene)}


def test_passes_are_listed_before_the_first_of_them_too() -> None:
    """The deal need not be written down."""
    assert "o" in texts(game_of("american"))
    assert "o" in texts(game_of("american", "deal"))
    assert not {"o", "sob2"} & texts(game_of("western"))
    assert not {"o", "sob2"} & texts(game_of("american", "deal", "5b"))


def test_of_the_charleston_that_is_listed_which_is_due() -> None:
    """Three passes, the second Charleston or its refusal, and the courtesy, that nobody has to give.

    Blind are passed tiles of the last pass of either alone; in a goulash nobody does.
    """
    passed = [game_of("american", *["o"] * times) for times in (1, 2, 3, 4, 5, 6)]
    assert ["so-" in texts(text) for text in passed] == [False, False, True, False, False, False]
    assert ["o" in texts(text) for text in passed] == [True] * 5 + [False]
    assert ["sob2" in texts(text) for text in passed] == [False, True, False, False, True, False]
    goulash = [["o"] * times for times in (0, 1, 2)]
    assert not [acts for acts in goulash if "sob2" in texts(game_of("bmja", "wash", "hand", *acts))]
    assert {"so2", "5b"} <= texts(passed[-1])


def test_a_limit_hand_of_the_rules_is_the_example_and_none_where_they_have_none() -> None:
    """With what it is worth there."""
    assert "8s500:heads-and-tails/4/2" in texts(game_of("dmjl", depth="result"))
    assert not [text for text in texts(game_of("pung-chi", depth="result")) if ":" in text]


def test_somebody_can_take_over_a_place_when_a_hand_is_over() -> None:
    assert "sit eva for ben" in texts(game_of("western", "8s48/4/2", depth="result"))
    assert "sit eva for ben" not in texts(game_of("western"))


@pytest.mark.parametrize(
    ("game", "act", "said"),
    [
        ("western", "5b sp 9d 2c 3c 4c ska5b emk", ["robbing_kong is false: `fix option robbing_kong=true`"]),
        ("western robbing_kong=true", "5b sp 9d 2c 3c 4c ska5b emk", []),
        ("western", "5b 5b 5b 5b 5b", []),
        ("pung-chi", "5b kc6c", ["concealed_kongs is "]),
    ],
)
def test_an_option_is_named_only_where_it_is_what_forbids(game: str, act: str, said: list[str]) -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of(game, act)))
    found = [one for report in recorded.replay.reports for one in report.findings]
    told = list(allowed_by_options(recorded, found))
    assert len(told) == len(said)
    assert all(words in one for words, one in zip(said, told, strict=True))


# -- riichi ---------------------------------------------------------------------------------------------------------


def lines_after(*acts: str, depth: str = "table") -> str:
    """What is told at the end of a hand of riichi after these acts."""
    recorded = RecordedGame("text", "t", bodies_of(game_of("riichi", *acts, depth=depth)))
    return "\n".join(end_of_hand(recorded.replay))


@pytest.mark.parametrize(
    ("acts", "asked"),
    [
        ("", "indicator? `i5b`"),
        ("i1c", None),
        ("i1c kc5b", "indicator for the kong? `i5b`"),
        ("i1c kc5b i1d x5d", None),
        ("i1c 1b 2b! 5b sm", "indicator under the others? `i5b`"),
        ("i1c kc5b i1d 1b 2b! 5b sm", "2 indicators under the others? `i5b2d`"),
        ("i1c 1b 2b! 5b sm i4d", None),
        ("i1c 1b 2b 5b sm", None),
    ],
)
def test_an_indicator_that_is_due_is_asked_for_until_it_is_turned(acts: str, asked: str | None) -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of("riichi", acts)))
    assert asked_next(recorded.table) == asked
    assert ("i5b" in texts(game_of("riichi", acts))) == (asked is not None)


def test_nothing_is_turned_where_only_the_result_is_written_down_or_no_riichi_is_played() -> None:
    for text in (game_of("riichi", "s!", depth="result"), game_of("western", "5b")):
        assert asked_next(RecordedGame("text", "t", bodies_of(text)).table) is None


def test_results_of_riichi_are_listed_by_han_and_fu_and_those_of_others_are_not() -> None:
    riichi, western = texts(game_of("riichi", depth="result")), texts(game_of("western", depth="result"))
    assert {"sfe3h30", "sfe3h30+w2h40", "s!", "wash rse"} <= riichi
    assert "8s48/4/2" not in riichi
    assert not {"sfe3h30", "wash rse"} & western


def test_everything_that_is_listed_for_a_result_of_riichi_can_be_typed() -> None:
    game = game_of("riichi", depth="result")
    for text in ("sfe3h30", "sfemangan", "sfe3h30+w2h40", "s!", "wash rse", "wash 9"):
        assert text in texts(game)
        assert bodies_of(game + text)


def test_of_each_winner_it_is_told_what_is_still_to_be_said() -> None:
    told = lines_after("i1c 1b 2b! 5b ww 6d snm- sm")
    assert "`i5b` what lies under 1 indicator, `nm` North wins, too, `sh 123b 55d 7889b` South's hand" in told
    assert "South's hand or `s=3h30` its value" in told
    told = lines_after("i1c 1b 2b! 5b ww 6d snm- sm i4d s=3h30 nm n=2h40 pay")
    assert "to be said" not in told or "South" not in told.partition("to be said")[2]


def test_after_a_draw_and_a_win_of_a_result_what_is_open_is_asked_for() -> None:
    assert "who was ready: `sh`" in lines_after("wash", depth="result")
    assert "to be said" not in lines_after("wash rse", depth="result")
    assert "who discarded the winning tile" in lines_after("sm3h30", depth="result")
    assert "to be paid: East −3900, South +3900" in lines_after("sfe3h30", depth="result")


def test_the_next_hand_says_its_repeats_and_what_lies_on_the_table() -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of("riichi", "w! wash rw pay", depth="result")))
    (said,) = recorded.carry_out(recorded.read("hand"))
    assert "in the east round, 1 repeat, 1000 in the pot" in said.words
    assert "ben is East" in said.words


def test_the_end_of_a_game_of_riichi_has_totals_and_final_scores() -> None:
    """The stick that is left goes to the first."""
    recorded = RecordedGame("text", "t", bodies_of(game_of("riichi", "w! wash rew pay", depth="result")))
    (row,) = recorded.read("end")
    assert row["totals"] == {"anna": 27500, "ben": 23500, "cleo": 25500, "dora": 23500}
    assert sum(row["final"].values()) == 0
    assert row["final"]["anna"] == max(row["final"].values())
    assert [one.code for one in recorded.carry_out([row])[0].findings] == ["game-end-too-early"]


def test_the_end_of_another_game_is_the_end_and_no_more() -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of("western", "8s48/4/2 pay -48/96/-24/-24", depth="result")))
    assert recorded.read("end") == [{"type": "game-end"}]


@pytest.mark.parametrize("ruleset", ["riichi-ema", "riichi-wrc", "riichi", "western"])
@pytest.mark.parametrize("hands", [0, 1, 2])
def test_a_fine_is_typed_alike_and_goes_where_the_rules_say(ruleset: str, hands: int) -> None:
    """By seat, by handle or as an event; at a tournament to nobody, and the points of the game stay."""
    is_off = ruleset in ("riichi-ema", "riichi-wrc")
    begun, _, _hand = game_of(ruleset).partition("\n")
    text = begun + hands * f"\nhand result wash{'' if ruleset == 'western' else ' r-'}"
    recorded = RecordedGame("text", "t", bodies_of(f"{text}\n"))
    before = dict(recorded.replay.table.totals)
    player = recorded.scene.table.player_at(Seat.S)
    for typed in ("penalty s 300 late", f"penalty {player} 300 late", "penalty S 300 late"):
        (row,) = recorded.read(typed)
        assert (row["seat"], row["amount"], row.get("to")) == ("S", 300, {} if is_off else None)
    event = '{"type": "penalty", "seat": "S", "amount": 300, "reason": "late"}'
    (answer,) = recorded.carry_out(recorded.read(event))
    assert not answer.findings
    totals = recorded.replay.table.totals
    assert player is not None
    assert totals.get(player, 0) == before.get(player, 0) - (0 if is_off else 300)
    assert recorded.replay.table.standing.fined == ({player: 300} if is_off else {})
    told = {hint.text: hint.words for hint in hints(recorded.scene)}
    assert ("nobody gets it" in " ".join(told.values())) == is_off


def test_faults_that_can_be_tapped_can_be_typed() -> None:
    """A fine for each seat, with amount and reason behind it; dead hands by a card; a chombo if agreed on."""
    for begun, some in (
        (game_of("western", "5b"), ["penalty s"]),
        (game_of("american", "5b"), ["dead s exposure", "dead w count"]),
        (game_of("riichi chombo=points", "wash", depth="result"), ["chombo n"]),
    ):
        found = [hint.text for hint in faults(RecordedGame("text", "t", bodies_of(begun)).scene)]
        assert set(some) <= set(found)
        for act in found:
            bodies_of(f"{begun}\n{act}{' 50 talking' if act.startswith('penalty') else ''}")
    assert not faults(RecordedGame("text", "t", bodies_of(game_of("riichi", "wash", "end", depth="result"))).scene)


FALSE = "i1c 5b 9b 9c 9d 5b sm; sh 123b 789c 11d 345d 46b5b"
"""A hand that is complete, and has no pattern to win with."""


@pytest.mark.parametrize(
    ("game", "acts", "depth", "offered"),
    [
        ("riichi-ema", "sfe3h30", "result", ["chombo s"]),
        ("riichi-wrc", "i1c 5b sm", "table", ["chombo s"]),
        ("riichi-ema", "sfe3h30+n2h30", "result", []),
        ("riichi-ema", "i1c 5b sm s=3h30 pay", "table", []),
        ("riichi-ema", "i1c 5b", "table", ["chombo e", "chombo s", "chombo w", "chombo n"]),
        ("riichi", "sfe3h30", "result", []),
        ("american", "smfe25", "result", ["dead s false-mahjong"]),
        ("american", "5b sm", "table", ["dead s false-mahjong"]),
        ("american", "smfe25 pay", "result", []),
        ("western", "8s48/4/2", "result", []),
    ],
)
def test_that_a_win_is_none_is_offered_where_it_can_be_said(
    game: str, acts: str, depth: str, offered: list[str]
) -> None:
    """In the list of what can be typed, and among the taps; and then it is taken."""
    recorded = RecordedGame("text", "t", bodies_of(game_of(game, acts, depth=depth)))
    for found in (hints(recorded.scene), faults(recorded.scene)):
        assert [one.text for one in found if one.text.startswith("chombo") or "false" in one.text] == offered
    for act in offered:
        assert recorded.read(act)


@pytest.mark.parametrize(("game", "act"), [("riichi-ema", "chombo s"), ("riichi", None)])
def test_of_a_win_that_is_found_to_be_none_that_is_to_be_said(game: str, act: str | None) -> None:
    """And not that it is paid; where there is no word for it, nothing."""
    for shown in (FALSE, "i1c 5b sm; sh 13579b 1379c 13791d"):
        recorded = RecordedGame("text", "t", bodies_of(game_of(game, *shown.split("; "))))
        told = [one for one in end_of_hand(recorded.replay) if one.startswith("to be said")]
        if act is not None:
            assert told == [f"to be said: `{act}` that South's win is none"]
        else:
            assert not any("is none" in one for one in told)


@pytest.mark.parametrize("paid", ["smfe25 pay", "8s48/4/2 pay -48/96/-24/-24"])
def test_a_win_that_is_paid_is_not_taken_back_before_its_payment(paid: str) -> None:
    game = game_of("american" if "25" in paid else "western", paid, depth="result")
    recorded = RecordedGame("text", "t", bodies_of(game))
    for act in ("su", "retract S", "dead s false-mahjong"):
        with pytest.raises(MjlogError, match="hand 1 is paid: take the payment back first"):
            recorded.read(act)


@pytest.mark.parametrize("then", ["wmfn30", "wmw30", "wash"])
def test_after_a_false_win_of_a_result_another_player_s_turn_is_nobody_s_fault(then: str) -> None:
    """Whose turn it was nobody wrote down."""
    game = game_of("american", "smfe25", "dead s false-mahjong", then, depth="result")
    recorded = RecordedGame("text", "t", bodies_of(game))
    found = [one.code for report in recorded.replay.reports for one in report.findings if one.severity == "error"]
    assert found == []


# -- three players ---------------------------------------------------------------------------------------------------

STAGES = [
    ("riichi-sanma", acts, depth)
    for depth in ("table", "full")
    for acts in ("", "i1b", "i1b x5d", "i1b x5d!", "i1b kita", "i1b k5b", "i1b x5d sm", "i1b wash", "i1b x5d wm")
]
RESULTS = [
    *(("riichi-sanma", acts, "result") for acts in ("", "sfe3h30", "wash")),
    *(("western players=3", acts, "result") for acts in ("", "sm48", "wash")),
]


@each("ruleset,acts,depth", [*STAGES, *RESULTS])
def test_where_three_play_nothing_is_listed_that_four_alone_can_do(ruleset: str, acts: str, depth: str) -> None:
    """Neither a player who does not sit there, nor a tile that is not in the game, nor an end that cannot be."""
    scene = RecordedGame("text", "t", bodies_of(game_of(ruleset, *acts.split(), depth=depth))).scene
    copies, is_riichi = scene.table.plan.copies, ruleset == "riichi-sanma"
    for hint in (*hints(scene), *taps(scene), *faults(scene)):
        assert "North" not in hint.words, hint
        typed = " ".join((hint.text, *re.findall(r"`([^`]+)`", hint.words)))
        named = [int(rank) for ranks in re.findall(r"([1-9]+)c\b", typed) for rank in ranks]
        assert all(copies[9 + rank - 1] for rank in named), hint
        assert not is_riichi or not {"4w", "4r", "3r", "wash 4w", "wash 4r", "wash 3r"} & set(typed.split()), hint
        if hint.text.startswith(("8s", "8/")):
            assert hint.text.count("/") == 1 + hint.text.startswith("8/"), hint


def test_ends_that_were_agreed_are_listed_with_their_signs() -> None:
    """`abort_riichi`: in some clubs the third riichi ends the hand."""

    def listed(ruleset: str) -> list[str]:
        scene = RecordedGame("text", "t", bodies_of(game_of(ruleset, depth="result"))).scene
        return [f"{hint.text} {hint.words}" for hint in hints(scene) if hint.text.startswith("wash 9")]

    (four,), (three,), (agreed,) = map(listed, ("riichi", "riichi-sanma", "riichi-sanma abort_riichi=true"))
    assert [sign in four for sign in ("4w", "4r", "4k", "3r")] == [True] * 4
    assert [sign in three for sign in ("4w", "4r", "4k", "3r")] == [False, False, True, False]
    assert "`wash 4r` four riichi" in agreed
    assert listed("riichi abort_nine=false") == []


@each("ruleset", ["western", "classical", "mcr", "mahjiang", "riichi-ema", "american"])
def test_what_cannot_be_done_now_is_not_listed(ruleset: str) -> None:
    """Before a result nothing is paid, scored or ended; after it all of that is. Another set's joker needs a set."""
    before, after = texts(game_of(ruleset, depth="result")), texts(game_of(ruleset, "smfe", depth="result"))
    said = {"pay", "end", "hand", "hand table", "sit eva for ben"}
    assert not said & before
    assert said <= after
    assert not {"..", "s=48", "s=25", "8/48/4/2"} & before
    assert not {"jw5b", "fix 51 for 22 5d"} & texts(game_of(ruleset, depth="table"))


def test_a_result_of_the_card_is_typed_by_its_line_and_without_jokers_by_its_payment() -> None:
    listed = texts(game_of("american", depth="result"))
    assert "smfe:r2" in listed
    assert "8s48/4/2" not in listed
    scene = RecordedGame("text", "t", bodies_of(game_of("american", "smfe25", depth="result"))).scene
    assert "pay jokerless" in {hint.text: hint.words for hint in hints(scene)}["pay"]
    assert "pay jokerless" in {hint.text for hint in taps(scene)}


MISSING = {
    # rule set, what was typed: what `pay` lacks
    ("western", "wmfs e=10 s=6 n=2"): ["West's score (like `w=48`) is missing"],
    ("western", "wmfs w=48 e=10"): ["South's score (like `s=8`) and North's score (like `n=8`) are missing"],
    ("mcr", "wmfs"): ["West's score (like `w=48`) is missing"],
    ("riichi-ema", "smfe"): ["South's score (like `s=3h30`) is missing", "pay -3900/3900/0/0"],
    ("riichi-ema", "smw sh 234b 345c 456d 678d 88d"): ["; or the winning tile, like `fix 3 m5b`)"],
    ("american", "wmfs"): ["West's score (like `w=30`) is missing"],
}


@each("case", MISSING)
def test_a_payment_that_does_not_follow_says_what_is_missing(case: tuple[str, str]) -> None:
    ruleset, acts = case
    recorder = RecordedGame("text", "t", bodies_of(game_of(ruleset, acts, depth="result")))
    with pytest.raises(MjlogError) as refused:
        recorder.read("pay")
    for words in MISSING[case]:
        assert words in str(refused.value), str(refused.value)


def test_what_the_tiles_are_worth_is_said_where_only_that_is_missing() -> None:
    """The winner's hand was shown, and the others have announced: the line to type stands on the screen, too."""
    acts = "1b 9b 9c 1d 2d wm wh 123c 456c 22d 678b 777c e=10 s=6 n=2"
    recorder = RecordedGame("text", "t", bodies_of(game_of("western", acts, depth="table")))
    with pytest.raises(MjlogError, match=r"`w=\d+` what West's hand is worth is missing"):
        recorder.read("pay")
    (said,) = [line for line in end_of_hand(recorder.replay) if line.startswith("to be said")]
    typed = re.search(r"`(w=\d+)`", said)
    assert typed is not None
    offered = preview(recorder, "pay")
    assert offered.instead == f"{typed[1]} pay"
    assert typed[1] in {hint.text.removesuffix(" pay") for hint in taps(recorder.scene)}
    whole = preview(recorder, offered.instead)
    assert (whole.error, [type(step.said[0].event) for step in whole.steps]) == (None, [Score, Settlement])
    shorter = RecordedGame("text", "t", bodies_of(game_of("western", acts.removesuffix(" n=2"), depth="table")))
    assert preview(shorter, "n=2 pay").instead == f"n=2 {typed[1]} pay"


def test_nothing_is_offered_that_is_not_known_or_is_paid() -> None:
    """Nor before somebody has won."""
    for acts, typed in (("wmfs e=10 s=6 n=2", "pay"), ("8s48/4/2", "wash"), ("8s48/4/2 pay", "pay"), ("", "pay")):
        recorder = RecordedGame("text", "t", bodies_of(game_of("western", *acts.split(), depth="result")))
        assert preview(recorder, typed).instead == ""
    played = RecordedGame("text", "t", bodies_of(game_of("western", "5b", depth="table")))
    with pytest.raises(MjlogError, match="nobody has won yet"):
        played.read("pay")


@each("ruleset, own", [
    ("western", ["8s48/4/2", "sm48"]), ("bmja", ["wash hand"]), ("american", ["o o", "smfe:r2"]),
    ("riichi-ema", ["smfe3h30"]), ("mcr", ["sfe24"]),
])  # fmt: skip
def test_whatever_is_listed_can_be_typed_as_it_stands(ruleset: str, own: list[str]) -> None:
    """In `?` and on telephones, before a hand, in it, at its end; what is paid may not be known yet."""
    for acts, depth in itertools.product(("", "5b", "5b sm", "wash", *own), ("result", "table", "full")):
        scene = RecordedGame("text", "t", bodies_of(game_of(ruleset, *acts.split(), depth=depth))).scene
        for hint in (*hints(scene), *taps(scene)):
            is_whole = not (hint.is_example or hint in COMMANDS or re.search("TEXT|REASON|--|pay|sit|why", hint.text))
            assert not is_whole or can_be_said(hint.text, scene), (acts, depth, hint.text)


def test_a_joker_is_offered_of_the_set_that_has_one() -> None:
    """For the tile of that set; and a kong only where one can be laid down out of the hand."""
    before = texts(game_of("american", "9b", "7c", "3c", depth="table"))
    assert not {text for text in before if re.match("j[eswn]|k5b", text)}
    assert "js3c" in texts(game_of("american", "9b", "7c", "3c", "skj", "4d", depth="table"))
    assert "k5b" in texts(game_of("western", "9b", depth="table"))


def test_a_hand_without_jokers_is_paid_double_and_says_so_itself() -> None:
    recorder = RecordedGame("text", "t", bodies_of(game_of("american", "smfe25", depth="result")))
    (paid,) = recorder.read("pay jokerless")
    assert paid["change"] == {"E": -100, "S": 200, "W": -50, "N": -50}
    recorder.carry_out([paid])
    assert not [line for line in end_of_hand(recorder.replay) if line.startswith("computed")]
    other = RecordedGame("text", "t", bodies_of(game_of("western", "smfe48 e=8 w=4 n=2", depth="result")))
    with pytest.raises(MjlogError, match="for a hand without jokers"):
        other.read("pay jokerless")


def test_flowers_as_a_card_prints_them_are_as_many_where_a_hand_lacks_just_these() -> None:
    """`FF` is two; in short hand `ff` is one, and stays that where the hand is whole with it."""
    recorder = RecordedGame("text", "t", bodies_of(game_of("american", "smfe25", depth="result")))
    (shown,) = recorder.read("sh FF 111b 3333c 555d NN")
    assert shown["sets"][0] == ["Ff", "Ff"]
    (shown,) = recorder.read("sh ff 2222b 3333c 555d NN")
    assert shown["rest"] == ["Ff"]


@each("line, words", [("wash sn", "`wash rsn`"), ("nd", "the north wind is `nw`"), ("ed", "the east wind is `ew`")])
def test_a_slip_at_a_draw_or_of_a_wind_is_answered_with_what_is_typed(line: str, words: str) -> None:
    recorder = RecordedGame("text", "t", bodies_of(game_of("riichi-ema", depth="table")))
    *before, last = acts_in(line)
    for act in before:
        recorder.read(act.text)
    with pytest.raises(MjlogError, match=re.escape(words)):
        recorder.read(last.text)


def words_of(text: str) -> dict[str, str]:
    """What is listed after a text, and what it means."""
    return {hint.text: hint.words for hint in hints(RecordedGame("text", "t", bodies_of(text)).scene)}


def test_after_a_misnamed_discard_it_is_listed_how_it_is_named_rightly_and_who_can_win_it() -> None:
    """As what was said, where leagues let it; whoever misnamed it pays alone then."""
    by_the_text = words_of(game_of("american", "3d=3b"))
    assert by_the_text["=3d"] == "East names it rightly: it can be called"
    assert "sm" not in by_the_text
    assert "=3d" not in texts(game_of("american", "3d"))
    assert "=3d" not in texts(game_of("american", "3d=3b", "=3d"))
    as_leagues = words_of(game_of("american misnamed_mahjong=four-times", "3d=3b"))
    assert as_leagues["sm"] == "South claims mahjong on 3 dots from East, as the 3 bamboo that was said"
    won = words_of(game_of("american misnamed_mahjong=four-times", "3d=3b", "sm"))
    assert won["pay"].startswith("paid as computed, by East alone, who misnamed the tile; ")
    in_vain = words_of(game_of("american corrected_names=false", "3d=3b"))
    assert in_vain["=3d"] == "East names it rightly: it cannot be called any more"


def test_what_an_option_makes_matter_is_listed_with_it_alone() -> None:
    """A tile that is not racked, in a full hand; a tile that was not kept apart; a set in the place of a mahjong."""
    assert "t-" in texts(game_of("american called_until=rack", "5d", depth="full"))
    assert "t-" not in texts(game_of("american called_until=rack", "5d"))
    assert "t-" not in texts(game_of("american", "5d", depth="full"))
    assert "mahjong s wall apart=false" in texts(game_of("riichi-wrc", "5d"))
    assert "mahjong s wall apart=false" not in texts(game_of("riichi", "5d"))
    withdrawn = game_of("american withdrawn_mahjong=exposure", "3d", "sm", "sh 333d", "su")
    assert words_of(withdrawn)["dead s false-mahjong"] == "South lays no set down: the hand is dead"
    assert {"penalty s 50 challenge to=w"} <= texts(game_of("american failed_challenge=50", "5d", "sm"))


def test_a_tile_that_is_not_racked_is_tapped_and_goes_back_for_a_call() -> None:
    scene = RecordedGame("text", "t", bodies_of(game_of("american called_until=rack", "5d", depth="full"))).scene
    assert "t-" in {hint.text for hint in taps(scene)}
    for act in ("t-", "t3b-"):
        text = game_of("american called_until=rack", "5d", act, "wp", "9d", depth="full")
        table = RecordedGame("text", "t", bodies_of(text)).scene.table
        assert [one.claimed_by for one in table.discards] == [Seat.W, None]
    with pytest.raises(AssertionError, match="a hyphen is said of a draw"):
        bodies_of(game_of("western", "deal", "kc5b", "t-", depth="full"))


def test_a_fine_to_one_player_names_that_one_by_the_seat() -> None:
    text = game_of("american failed_challenge=50", "5d", "dead s exposure by=w", "penalty w 50 challenge to=s")
    scene = RecordedGame("text", "t", bodies_of(text)).scene
    assert (scene.table.totals["cleo"], scene.table.totals["ben"]) == (-50, 50)
