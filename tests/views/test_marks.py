"""Marks along a hand, and steps to the next decision and finding."""

from __future__ import annotations

from mjlog.audit.game import Game
from mjlog.views.moment import DECISIONS, MARK_KINDS, decision_from, finding_from, marks_of
from mjlog.views.seen import findings_of
from short_logs import fields
from tests.views.american_logs import told
from tests.views.table_logs import played, view_of, won
from tests.views.test_corrected import fixed, readings

PLAY = """
game classical; hand; dealt E 1112b 345b 678d EEw 99d / S 13b 2c 456d 789d RRd 99c / W 22b 456c 123d 333c GWd / N 789b 789c 1479d SWNw
E discard 2b; S claim chow; W claim pung; N pass; W expose pung 222b; W discard 3c; N pass; E pass; S pass
N draw 1f; N bonus 1f; N bonus-replacement 5c; N discard 5c; E draw 1c; E discard 9b; washout
"""  # noqa: E501


def game(text: str) -> Game:
    """A short log, looked at."""
    return view_of(fields(text))


def kinds_of(view: Game) -> list[tuple[str, str]]:
    """The marks of the first hand: the type of their events, and what they are."""
    hand = view.hands[1]
    return [(view.rows[hand.first + mark.place].type, mark.kind) for mark in marks_of(view, hand)]  # type: ignore[union-attr]


def test_what_is_marked_of_a_hand() -> None:
    """Claims, kongs, bonus tiles, a win, the end; findings by their severity.

    A call alone is none: South's chow came to nothing. In the last, West claims without the tiles, and carries it
    through.
    """
    for view, marked in (
        (game(PLAY), [("expose", "claim"), ("bonus", "bonus"), ("washout", "end")]),
        (view_of(told().events), [("expose", "kong"), ("expose", "kong"), ("mahjong", "mahjong")]),
    ):
        assert [pair for pair in kinds_of(view) if not pair[1].startswith("finding")] == marked
        hand = view.hands[1]
        assert [view.seq_at(hand.first + mark.place) for mark in marks_of(view, hand)] == [
            mark.seq for mark in marks_of(view, hand)
        ]
    assert ("kong", "kong") in kinds_of(game("game; hand depth=table; E kong concealed 5555b"))
    view = game(PLAY.replace("22b 456c", "26b 456c"))
    assert ("claim", "finding-error") in kinds_of(view)
    assert {mark.kind for mark in marks_of(view, view.hands[1])} <= set(MARK_KINDS)


def test_at_one_event_what_is_most_worth_looking_at_comes_first() -> None:
    """A set that was laid down, as a correction says."""
    log = played(1, 60)
    laid = next(event for event in log.events if event["type"] == "expose")
    fixed(log, laid["seq"], {name: value for name, value in laid.items() if name != "seq"})
    assert [kind for event, kind in kinds_of(readings(log.events)[0]) if event == "expose"][:2] == [
        "correction",
        "claim",
    ]


def test_corrected_events_are_marked_in_both_readings() -> None:
    log = played(1, 3)
    seq = next(event["seq"] for event in log.events if event["type"] == "discard")
    last = fixed(log, seq, {"type": "discard", "seat": "E", "tile": "9d"})
    for view, marked in zip(readings(log.events), (last, seq), strict=True):
        assert [mark.seq for mark in marks_of(view, view.hands[1]) if mark.kind == "correction"] == [marked]


def test_a_step_to_the_next_decision_passes_by_draws_and_passes() -> None:
    """From the deal: discard, both claims, the set laid down, the next discard …; back the same way."""
    view = game(PLAY)
    seq, way = decision_from(view, view.hands[1].first, 1), []
    while seq is not None:
        way.append(seq)
        seq = decision_from(view, view.by_seq[seq], 1)
    assert [view.rows[view.by_seq[one]].type for one in way] == [  # type: ignore[union-attr]
        "discard", "claim", "claim", "expose", "discard", "discard", "discard", "washout",
    ]  # fmt: skip
    assert [decision_from(view, view.by_seq[one], -1) for one in way] == [None, *way[:-1]]
    assert "pass" not in DECISIONS
    assert "draw" not in DECISIONS


def test_a_step_to_the_next_finding_goes_from_hand_to_hand() -> None:
    """Two hands with a fault each."""
    log = won()
    for event in log.events:
        if event["type"] == "settlement":
            event["change"]["E"] = -1985
    second = won(log)
    view = view_of(second.events)
    seqs = sorted({finding.seq for hand in view.hands for finding in findings_of(hand) if finding.seq is not None})
    assert len({view.hand_at(view.by_seq[seq]).place for seq in seqs}) >= 2
    found, seq = [], finding_from(view, 0, 1)
    while seq is not None:
        found.append(seq)
        seq = finding_from(view, view.by_seq[seq], 1)
    assert found == seqs
    assert finding_from(view, len(view.rows) - 1, -1) == max(
        one for one in seqs if one < view.seq_at(len(view.rows) - 1)
    )
    assert finding_from(view, view.by_seq[seqs[0]], -1) is None
