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


def _held(replay: Engine, seat: int) -> int:
    place = replay.table.places[seat]
    return place.size - place.unknown


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


def test_what_a_declaration_taken_back_had_told_is_told_no_more() -> None:
    """North takes the mahjong back; then south's call for a pung was not lost."""
    assert len(play(LOST_PUNG).table.places[1].told) == 1
    assert play(f"{LOST_PUNG}; N retract").table.places[1].told == ()


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


@pytest.mark.parametrize("depth", ["result", "table"])
def test_five_of_a_kind_between_the_hands_shown(depth: str) -> None:
    """Of the hands nothing else is known."""
    won = f"game pung-chi; hand depth={depth}; E mahjong wall; E show 555b 123c 456c 789c 11d"
    assert _found(f"{won}; S show | 5b 1379b 1379c 379d Ew") == []
    assert len(_found(f"{won}; S show | 55b 379b 1379c 379d Ew")) == 1
