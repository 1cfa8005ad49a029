"""What a record with unknown tiles proves, case by case: each with the fault, and with the same moves in order."""

from __future__ import annotations

import pytest

from mjlog.audit.engine import Engine
from short_logs import play

GAME = "game pung-chi concealed_kongs=true; hand"
LOST_PUNG = f"{GAME}; E discard 5b; S claim pung; N claim mahjong; N mahjong discard"
LOST_CHOW = (
    f"{GAME}; E discard 5b; S claim chow; N claim pung; N expose pung 555b; N discard 9c; washout reason=stopped"
)


def _found(text: str) -> list[tuple[str, int | None]]:
    """Codes and event numbers of the errors."""
    reports = play(text).finish()
    return [(one.code, one.seq) for report in reports for one in report.findings if one.severity == "error"]


def _fault(text: str) -> str:
    """The one error of a text whose last event shows it."""
    replay = play(text)
    last = replay.frame.next_seq - 1
    errors = [one for report in replay.finish() for one in report.findings if one.severity == "error"]
    assert [one.seq for one in errors] == [last], [one.message for one in errors]
    return errors[0].code


def _warned(text: str) -> str:
    """The one finding of a text whose last event shows it: a warning."""
    replay = play(text)
    last = replay.frame.next_seq - 1
    found = [one for report in replay.finish() for one in report.findings]
    assert [(one.severity, one.seq) for one in found] == [("warning", last)], [one.message for one in found]
    return found[0].code


def _held(replay: Engine, seat: int) -> int:
    place = replay.table.places[seat]
    return place.size - place.unknown


def test_a_lost_call_for_a_pung_that_the_hand_shown_did_not_have_is_a_warning() -> None:
    """North won with the 5 bamboo that south had called for a pung. A call alone is no error, and this one is none."""
    assert _found(f"{LOST_PUNG}; S show | 55b 123c 456c 789c 1d 9d") == []
    assert _warned(f"{LOST_PUNG}; S show | 5b 1b 123c 456c 789c 1d 9d") == "shown-hand-differs"
    assert _found(f"{LOST_PUNG}; S show | ?? ?? 123c 456c 789c 1d 9d") == []
    assert _warned(f"{LOST_PUNG}; S show | ?? 1b 123c 456c 789c 1d 9d") == "shown-hand-differs"


def test_a_false_call_is_as_grave_where_the_hand_is_shown_later_as_where_it_was_known() -> None:
    """Where every answer is written down, calls are made in earnest, and a false one is an error."""
    hand = "5b 1b 123c 456c 789c 1d 9d"
    for start, severity in ((GAME, "warning"), (f"{GAME} every=pass", "error")):
        called = "E discard 5b; S claim pung; W pass; N claim mahjong; N mahjong discard"
        for text in (f"{start}; dealt S {hand}; {called}", f"{start}; {called}; S show | {hand}"):
            found = [one for report in play(text).finish() for one in report.findings]
            assert [one.severity for one in found] == [severity], text


def test_a_lost_call_proves_no_tile() -> None:
    """South called 5 bamboo for a pung, and stood back; north won with all of the other three."""
    lost = f"{GAME}; E discard 5b; S claim pung; N claim mahjong; N mahjong discard"
    assert _held(play(lost), 1) == 0
    assert _found(f"{lost}; N show 555b 567b 123c 456c 11d") == []


def test_a_call_taken_back_tells_nothing() -> None:
    """Neither does a call that nobody goes before: it may have been a slip."""
    hand = "S show | 1379b 1379c 1379d Ew"
    assert _found(f"{GAME}; E discard 5b; S claim pung; S retract; N claim mahjong; N mahjong discard; {hand}") == []
    assert _found(f"{GAME}; E discard 5b; S claim pung; S draw ??; S discard 9d; washout reason=stopped; {hand}") == []


def test_what_a_declaration_taken_back_had_told_is_told_no_more() -> None:
    """North takes the mahjong back; then south's call for a pung was not lost."""
    assert len(play(LOST_PUNG).table.places[1].told) == 1
    assert play(f"{LOST_PUNG}; N retract").table.places[1].told == ()


def test_a_lost_call_for_a_chow_tells_of_one_of_three_pairs() -> None:
    """South had 34, 46 or 67 bamboo."""
    assert _found(f"{LOST_CHOW}; S show | 46b 123c 456c 789c 1d 9d") == []
    assert _warned(f"{LOST_CHOW}; S show | 37b 123c 456c 789c 1d 9d") == "shown-hand-differs"
    assert _found(f"{LOST_CHOW}; S show | 3b ?? 123c 456c 789c 1d 9d") == []
    assert _warned(f"{LOST_CHOW}; S show | 8b ?? 123c 456c 789c 1d 9d") == "shown-hand-differs"


def test_tiles_discarded_since_a_call_were_in_the_hand_and_tiles_drawn_since_were_not() -> None:
    """South called with 46 bamboo, and has discarded the 4 since; or has drawn it only afterwards."""
    start = (
        f"{GAME}; E discard 5b; S claim chow; N claim pung; N expose pung 555b; N discard 9c; E draw ??; E discard 9c"
    )
    end = "washout reason=stopped; S show | 6b 9d 123c 456c 789c 1d 9d"
    assert _found(f"{start}; S draw 9d; S discard 4b; {end}") == []
    assert _warned(f"{start}; S draw 4b; S discard 4b; {end}") == "shown-hand-differs"


def test_of_two_calls_for_mahjong_the_one_that_lost_was_true_as_well() -> None:
    """South's hand shown afterwards is complete with the tile."""
    both = f"{GAME}; W discard 5b; E claim mahjong; N claim mahjong; N mahjong discard"
    start = both.replace("W discard", "E discard 9c; S draw ??; S discard 9c; W draw ??; W discard")
    assert _found(f"{start}; E show | 46b 123c 456c 789c 99d") == []
    assert _warned(f"{start}; E show | 47b 123c 456c 789c 99d") == "shown-hand-differs"


def test_who_said_that_one_tile_was_missing_shows_such_a_hand() -> None:
    """Nothing was drawn since."""
    said = "game mahjiang; hand; E discard 9c; E fishing; S claim mahjong; S mahjong discard"
    assert _found(f"{said}; E show | 46b 123c 456c 789c 99d") == []
    assert _fault(f"{said}; E show | 48b 123c 456c 789c 99d") == "shown-hand-differs"


def test_a_kong_needs_tiles_that_are_not_seen_elsewhere() -> None:
    """Concealed ones four; to add to a pung, one."""
    drawn = f"{GAME}; E discard 5b; S draw ??"
    assert _found(f"{drawn}; S kong concealed 6666b") == []
    assert _fault(f"{drawn}; S kong concealed 5555b") == "kong-not-concealed"
    pung = f"{GAME}; E discard 5b; W claim pung; W expose pung 555b; W discard 9c; N draw ??"
    turn = "W draw ??; W kong added 5555b"
    assert _found(f"{pung}; N discard 9d; E draw ??; E discard 9d; S draw ??; S discard 9d; {turn}") == []
    assert _fault(f"{pung}; N discard 5b; E draw ??; E discard 9d; S draw ??; S discard 9d; {turn}") == "tile-not-held"


def test_a_kong_laid_down_unseen_can_only_be_of_tiles_that_can_be_held() -> None:
    """Of one kind it is known, of several it leaves open which; of none it cannot be."""
    hand = "123456789b 1c2c3c"
    known = f"{GAME}; dealt S {hand} Ew; E discard 9c; S draw ??; S kong concealed ?? ?? ?? ??"
    assert _fault(known) == "kong-not-concealed"
    one = f"{GAME}; dealt S 1b1b1b1b 123456789c; E discard 9d; S draw ??; S kong concealed ?? ?? ?? ??"
    assert play(one).table.places[1].sets[0].tiles == (0, 0, 0, 0)
    two = f"{GAME}; dealt S 1b1b1b1b 2b2b2b 123456c; E discard 9d; S draw ??; S kong concealed ?? ?? ?? ??"
    place = play(two).table.places[1]
    assert (place.held[0], place.held[1], place.size, place.held[9]) == (0, 0, 10, 1)


def test_a_set_repeated_when_the_hand_is_shown_may_be_one_laid_down_unseen() -> None:
    """The four are no part of the concealed tiles."""
    kong = f"{GAME}; E kong concealed ?? ?? ?? ??; E kong-replacement ??; E discard 9d; washout reason=stopped"
    assert _found(f"{kong}; E show NNNNw 123b 456b 789b | 5d") == []


@pytest.mark.parametrize("depth", ["result", "table"])
def test_five_of_a_kind_between_the_hands_shown(depth: str) -> None:
    """Of the hands nothing else is known."""
    won = f"game pung-chi; hand depth={depth}; E mahjong wall; E show 555b 123c 456c 789c 11d"
    assert _found(f"{won}; S show | 5b 1379b 1379c 379d Ew") == []
    assert len(_found(f"{won}; S show | 55b 379b 1379c 379d Ew")) == 1


def test_a_tile_won_from_another_player_is_one_tile() -> None:
    """Discarded, and shown by the winner."""
    start = "game pung-chi; hand; gap; E discard 5b; S claim mahjong; S mahjong discard; S show 555b 123c 456c 11d 789c"
    assert _found(f"{start}; W show | 5b 1379b 1379c 379d Ew") == []
    assert _fault(f"{start}; W show | 55b 379b 1379c 379d Ew") == "too-many-copies"


def test_after_missing_moves_tiles_are_counted_anew() -> None:
    """Four discarded before the gap may belong to another hand; five since then are one too many."""
    four = "E discard 5b; S draw ??; S discard 5b; W draw ??; W discard 5b; N draw ??; N discard 5b; E draw ??"
    assert _found(f"{GAME}; {four}; gap; E discard 5b") == []
    assert _fault(f"{GAME}; gap; {four}; E discard 5b") == "too-many-copies"


def test_tiles_known_to_lie_in_the_wall_are_in_no_hand() -> None:
    """Of a wall known in part, a tile that is not drawn yet cannot be discarded."""
    start = "game pung-chi; hand; wall ?? 60=555b"
    assert _found(f"{start}; E discard 5b") == []
    assert _fault(f"{start.replace('555b', '5555b')}; E discard 5b") == "too-many-copies"
