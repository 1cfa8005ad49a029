"""What is certain, and what is not, in American games with tiles that nobody saw (docs/understand/certainty.md)."""

from __future__ import annotations

from short_logs import findings

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
