"""`why` at the end of a hand: every point, and what does not count."""

from __future__ import annotations

from mjlog.audit.engine import Engine
from mjlog.events import Settlement, Show
from mjlog.recording.ending import end_of_hand, why
from mjlog.sources import games_in
from samples import SAMPLES
from short_logs import play

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
