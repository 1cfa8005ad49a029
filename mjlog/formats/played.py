"""A game as it is written for other programs: its corrected log, what no format can say, and what not every one has.

What a format cannot say at all refuses the export; what it leaves out is said, a line each.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import Fault, Row
from mjlog.tiles import TILES, UNKNOWN, Tile

_UNSAID = {
    ev.Gap: "moves that were not recorded", ev.Dead: "a dead hand", ev.Replay: "a hand that is void",
    ev.Penalty: "a penalty", ev.Retract: "a call taken back", ev.Name: "a discard named again",
}  # fmt: skip
"""What no format has."""
BETWEEN_HANDS = (ev.GameStart, ev.GameEnd, ev.RuleSetText, ev.Seats)


class NotSayableError(MjlogError):
    """Something in a game that the format it is to be written in has no words for."""


class OtherRulesError(NotSayableError):
    """A game of other rules than those that a format is for."""


def replayed(engine: Engine, rows: Iterable[Row]) -> Iterator[ev.Event]:
    """The events of a log as corrected, each once it has been carried out.

    Raises:
        NotSayableError: a line of the log is no event.
    """
    for row, where in apply_corrections(list(rows)):
        if isinstance(row, Fault):
            raise NotSayableError(f"the log cannot be read: {row.message}")
        engine.feed(row, where)
        yield row


def refuse_unsaid(
    number: int, events: Iterable[ev.Event], may_be_unseen: Callable[[ev.Event], bool] | None = None
) -> None:  # fmt: skip
    """Refuse a hand with something that no format of other programs has.

    `may_be_unseen`: whether the format can say that nobody saw a tile of this event.

    Raises:
        NotSayableError: it has.
    """
    for event in events:
        what, tiles = _UNSAID.get(type(event)), tuple[Tile, ...]()
        if isinstance(event, ev.Deal | ev.Expose | ev.Kong | ev.Bonus):
            tiles = event.tiles
        elif isinstance(event, ev.Taking | ev.Discard | ev.Indicator):
            tiles = (event.tile,)
        if TILES[UNKNOWN] in tiles and not (may_be_unseen and may_be_unseen(event)):
            what = "an indicator that nobody saw" if is_under(event) else "a tile that nobody saw"
        if what is not None:
            raise NotSayableError(f"hand {number} has {what} (event {event.seq}): the format cannot say that")


def is_under(event: ev.Event) -> bool:
    """Whether it is an indicator that lies under another."""
    return isinstance(event, ev.Indicator) and event.of == "under"


def has_no_words(score: ev.Score) -> bool:
    """Whether nothing but points is said of a win: neither fu and han nor a limit."""
    return score.points is None and score.doubles is None and score.limit is None


def parts_of(events: Sequence[ev.Event]) -> dict[str, int]:
    """What not every format has, and a reader can do without: how much of it there is."""
    count = Counter(type(event) for event in events)
    won = sum(isinstance(event, ev.Mahjong) and event.source in ev.FROM_OTHERS for event in events)
    three = (event for event in events if isinstance(event, ev.Washout) and event.reason == "three-ron")
    losing = count[ev.Claim] - count[ev.Expose] - won - sum(len(event.seats or ()) for event in three)
    # North winds that were laid aside out of the hand though one had just been drawn.
    norths = sum(
        isinstance(aside, ev.Bonus) and aside.drawn is False and draw.tile in aside.tiles
        for draw, aside in itertools.pairwise(events)
        if isinstance(draw, ev.Taking)
    )
    scores = [event for event in events if isinstance(event, ev.Score)]
    ends = [event for event in events if isinstance(event, ev.GameEnd)]
    return {
        "claims that lost": losing, "passes": count[ev.Pass],
        "times": sum(event.at is not None or event.recorded is not None for event in events),
        "dice": count[ev.Roll] + count[ev.Break], "wall": count[ev.Wall],
        "notes": count[ev.Note], "disputes": count[ev.Dispute] + count[ev.Ruling],
        "which of two norths was laid aside": norths,
        "hands shown": sum(isinstance(event, ev.Show) and event.rest is not None for event in events),
        "when indicators were turned": sum(isinstance(event, ev.Indicator) and event.of == "kong" for event in events),
        "limits of wins": sum(score.limit is not None for score in scores),
        "fu of wins with a limit": sum(score.limit is not None and score.points is not None for score in scores),
        "words of wins": sum(score.words is not None for score in scores),
        "values of wins in points alone": sum(map(has_no_words, scores)),
        "ends without points": sum(end.totals is None for end in ends),
        "ends without final scores": sum(end.totals is not None and end.final is None for end in ends),
        "final scores": sum(end.final is not None for end in ends),
    }  # fmt: skip
