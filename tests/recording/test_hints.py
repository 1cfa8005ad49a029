"""What can be typed now, and tapped; which option would allow what a rule forbids; `why` at the end of a hand."""

from __future__ import annotations

import itertools
import re
from itertools import chain
from typing import NamedTuple

import pytest
from recorded_games import PLAYERS, RULE_SETS, bodies_of, recorder_of, simulated, typed

from each import each
from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError
from mjlog.events import Score, Settlement, Show
from mjlog.recording.asking import allowed_by_options
from mjlog.recording.ending import end_of_hand, why
from mjlog.recording.game import RecordedGame
from mjlog.recording.hints import (
    COMMANDS,
    announced,
    can_be_said,
    claims_by_seat,
    faults,
    hints,
    result_due,
    scores_due,
    taps,
)
from mjlog.recording.session import preview
from mjlog.seats import Seat
from mjlog.sources import games_in
from samples import SAMPLES
from short_logs import play
from tests.formats.shorthand_runs import game_of
from turns import in_turn


def texts(text: str) -> set[str]:
    """What is listed after a text, as it is typed."""
    return {hint.text for hint in hints(RecordedGame("text", "t", bodies_of(text)).scene)}


@pytest.mark.parametrize(("game", "act", "said"), [
    ("western", "5b sp 9d 2c 3c 4c ska5b emk", ["robbing_kong is false: `fix option robbing_kong=true`"]),
    ("western robbing_kong=true", "5b sp 9d 2c 3c 4c ska5b emk", []),
    ("western", "5b 5b 5b 5b 5b", []),
    ("pung-chi", "5b kc6c", ["concealed_kongs is "]),
])  # fmt: skip
def test_an_option_is_named_only_where_it_is_what_forbids(game: str, act: str, said: list[str]) -> None:
    recorded = RecordedGame("text", "t", bodies_of(game_of(game, act)))
    found = [one for report in recorded.replay.reports for one in report.findings]
    told = list(allowed_by_options(recorded, found))
    assert len(told) == len(said)
    assert all(words in one for words, one in zip(said, told, strict=True))


# -- riichi ---------------------------------------------------------------------------------------------------------


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
    for line in ("penalty s 300 late", f"penalty {player} 300 late", "penalty S 300 late"):
        (row,) = recorded.read(line)
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


@pytest.mark.parametrize(("game", "acts", "depth", "offered"), [
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
])  # fmt: skip
def test_that_a_win_is_none_is_offered_where_it_can_be_said(
    game: str, acts: str, depth: str, offered: list[str]
) -> None:
    """In the list of what can be typed, and among the taps; and then it is taken."""
    recorded = RecordedGame("text", "t", bodies_of(game_of(game, acts, depth=depth)))
    for found in (hints(recorded.scene), faults(recorded.scene)):
        assert [one.text for one in found if one.text.startswith("chombo") or "false" in one.text] == offered
    for act in offered:
        assert recorded.read(act)


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


def test_flowers_as_a_card_prints_them_are_as_many_where_a_hand_lacks_just_these() -> None:
    """`FF` is two; in short hand `ff` is one, and stays that where the hand is whole with it."""
    recorder = RecordedGame("text", "t", bodies_of(game_of("american", "smfe25", depth="result")))
    (shown,) = recorder.read("sh FF 111b 3333c 555d NN")
    assert shown["sets"][0] == ["Ff", "Ff"]
    (shown,) = recorder.read("sh ff 2222b 3333c 555d NN")
    assert shown["rest"] == ["Ff"]


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


# -- what a telephone offers to be tapped -----------------------------------------------------------------------------


def after(acts: str, ruleset: str = "western") -> RecordedGame:
    """A game after some acts."""
    begun = recorder_of(f"game t {ruleset} {PLAYERS}")
    found = preview(begun, acts)
    assert found.trouble is None, found.error
    return found.after or begun


@pytest.mark.parametrize("ruleset", RULE_SETS[:-1])
def test_whatever_is_offered_can_be_entered(ruleset: str) -> None:
    """At every moment of a hand; but for words that need more, such as dice that nobody threw."""
    first, acts = typed(simulated(ruleset, "table"))
    recorder = RecordedGame("text", "t", bodies_of(first))
    for number, act in enumerate(acts):
        offered = [*taps(recorder.scene), *chain.from_iterable(claims_by_seat(recorder.scene).values())]
        for hint in in_turn(offered, number):
            assert hint.words, hint
            if hint.text != "b":
                assert preview(recorder, hint.text).trouble is None, (act, hint)
        recorder.carry_out(recorder.read(act))


def test_claims_stand_by_who_can_make_them() -> None:
    found = claims_by_seat(after("hand table 5b").scene)
    assert [(hint.text, hint.words) for hint in found[Seat.S]] == [
        ("c34", "chow 3-4"), ("c46", "chow 4-6"), ("c67", "chow 6-7"),
        ("sp", "pung"), ("sk", "kong"), ("sm", "mahjong"),
    ]  # fmt: skip
    assert [hint.text for hint in found[Seat.N]] == ["np", "nk", "nm"]
    assert Seat.E not in found
    assert not {hint.text for hint in taps(after("hand table 5b").scene)} & {"sp", "c34", "5b", "8s48/4/2"}


def test_in_a_charleston_everybody_who_has_not_passed_is_offered_to() -> None:
    found = claims_by_seat(after("hand table o o wob2", "american").scene)
    assert [(hint.text, hint.words) for hint in found[Seat.S]] == [
        ("so", "passes 3"), ("sob1", "blind 1"), ("sob2", "2"), ("sob3", "3"),
    ]  # fmt: skip
    assert Seat.W not in found
    refusing = claims_by_seat(after("hand table o o o", "american").scene)[Seat.N]
    assert [hint.text for hint in refusing] == ["no", "no-"]
    courtesy = claims_by_seat(after("hand table o o o n-", "american").scene)[Seat.N]
    assert [hint.text for hint in courtesy] == ["no0", "no1", "no2", "no3"]


def test_who_paid_for_all_is_offered_where_the_rules_know_that() -> None:
    won = "hand result 8s48/4/2"
    assert [hint.text for hint in taps(after(won, "classical").scene) if hint.text.startswith("pay")] == [
        "pay", "pay e", "pay w", "pay n",
    ]  # fmt: skip
    assert [hint.text for hint in taps(after(won).scene) if hint.text.startswith("pay")] == ["pay"]
    assert not [hint for hint in taps(after("hand result wash").scene) if hint.text.startswith("pay")]


@pytest.mark.parametrize("ruleset", ["western", "classical", "riichi", "american"])
def test_as_long_as_nothing_says_what_a_win_is_worth_nothing_is_offered_to_be_paid(ruleset: str) -> None:
    assert not [hint for hint in taps(after("hand result sm", ruleset).scene) if hint.text.startswith("pay")]


def test_what_is_paid_for_a_drawn_hand_is_offered() -> None:
    assert "pay" in {hint.text for hint in taps(after("hand result wash rse", "riichi").scene)}
    assert "pay" not in {hint.text for hint in taps(after("hand result wash r-", "riichi").scene)}


class _Due(NamedTuple):
    acts: str
    before: str | None
    east: str = ""


@pytest.mark.parametrize("case", [
    _Due("", "hand result", "anna"), _Due("hand result", "", "anna"), _Due("hand result 8s48/4/2", "", "ben"),
    _Due("hand result wash", "", "anna"), _Due("hand table", None), _Due("hand table 5b", None),
    _Due("hand table wash", "hand result", "anna"), _Due("end", None),
], ids=lambda case: case.acts or "nothing")  # fmt: skip
def test_a_result_is_asked_for_where_one_can_be_written_down(case: _Due) -> None:
    """Of the hand that goes on as its result, or of the next one, with who sits where in it."""
    due = result_due(after(case.acts))
    assert (due.before if due is not None else None) == case.before
    if due is not None:
        assert due.seats[Seat.E] == case.east
        assert preview(after(case.acts), f"{due.before} 8s48/4/2").errors == []


@pytest.mark.parametrize(
    ("ruleset", "whose"), [("western", "all"), ("classical", "all"), ("pung-chi", "nobody"), ("american", "winner")]
)
def test_scores_are_asked_of_those_who_announce_them(ruleset: str, whose: str) -> None:
    assert announced(after("hand table", ruleset).replay) == whose
    seats = {"all": set(Seat), "winner": {Seat.S}, "nobody": set()}[whose]
    assert set(scores_due(after("hand table 5b smfe", ruleset))) == seats
    assert [scores_due(after(f"hand table 5b{more}", ruleset)) for more in ("", " wash")] == [{}, {}]


# -- `why` at the end of a hand ---------------------------------------------------------------------------------------


HANDS = "dealt E 1112b 345b 678d EEw 99d / S 222b 666b 444d 55b 12d / W 2345678d 456c SNw 1c / N 13469b 13458c 147d"
WON = f"game dmjl; hand; {HANDS}; E discard 2b; S draw 3d; S mahjong wall 3d"


def test_why_tells_what_a_player_might_have_expected() -> None:
    lines = why(play(WON))
    assert "South's hand:" in lines
    assert "  not counted: no chow: there is the chow of 1-2-3 dots" in lines


def test_why_says_nothing_before_the_end() -> None:
    assert why(play(WON.replace("S mahjong wall 3d", "S discard 3d"))) == []


def test_why_says_of_a_hand_of_the_card_what_doubles_the_payment() -> None:
    """In a sample game: what those pay who did not discard the tile is the last number before the reason."""
    told = []
    for record in games_in(str(SAMPLES / "games" / "american.mjlog.jsonl.xz")):
        replay = Engine(record)
        for row, where in record.rows:
            replay.feed(row, where)
            if isinstance(row, Settlement) and replay.table.win is not None:
                reasons = [line for line in why(replay) if line.startswith("  paid: ")]
                once, _, rest = reasons[0].removeprefix("  paid: ").partition("; ")
                worth = int(once.replace(":", " ").replace(",", " ").split()[-1])
                lost = [-points for points in row.change.values() if points < 0]
                drawn = replay.table.win.discarder is None
                assert (min(lost), max(lost)) == (2 * worth if drawn else worth, 2 * worth)
                assert ("from all" in rest) is drawn
                told.append(drawn)
    assert {*told} == {True, False}


def test_only_what_is_not_computed_is_asked_for() -> None:
    """The value of a hand of the card that was seen is known; that of one nobody saw is to be said."""
    for record in games_in(str(SAMPLES / "games" / "american.mjlog.jsonl.xz")):
        replay = Engine(record)
        for row, where in record.rows:
            replay.feed(row, where)
            if isinstance(row, Show) and replay.table.winner is row.seat and not replay.table.scores:
                assert "to be said: `pay` that it is paid" in end_of_hand(replay)
    unseen = play("game american card=riverside-2026; hand depth=result; S mahjong wall")
    assert "to be said: South's score (like `s=30`), `pay` that it is paid" in end_of_hand(unseen)


def test_after_a_drawn_hand_the_next_one_is_said_to_be_a_goulash_where_that_is_played() -> None:
    for ruleset, options, replayed in (("bmja", "", True), ("bmja", " goulash=false", False), ("western", "", False)):
        drawn = play(f"game {ruleset}{options}; hand depth=result; washout")
        (said,) = [line for line in end_of_hand(drawn) if line.startswith("next")]
        assert ("a goulash" in said) is replayed, said
        won = play(f"game {ruleset}{options}; hand depth=result; S mahjong wall")
        assert not [line for line in end_of_hand(won) if "goulash" in line]
