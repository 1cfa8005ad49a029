"""The table of what each format can say of a game, held to what is written and read again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from mjlog import events as ev
from mjlog.errors import MjlogError
from mjlog.formats.foreign import importers
from mjlog.formats.played import parts_of
from mjlog.formats.riichi.tiles import UNSEEN
from mjlog.seats import Seat
from riichi_records import CALLS, HEAD, NINE_TERMINALS, RIICHI, THREE, events, received, write_foreign

PAGE = Path(__file__).parents[2] / "docs/lookup/riichi-records.md"
WRITTEN = {"tenhou6", "mjai", "majiang"}
OWARI = ' owari="363,31.3,125,-37.5,275,7.5,237,-1.3"'
"""The end of the game."""


REFUSED = {("majiang", "riichi-sanma")}
"""What a format has no games of."""


def table() -> dict[str, dict[str, str]]:
    """What the page says of each thing, by format."""
    rows = re.findall(r"^\| (.*) \|$", PAGE.read_text("utf-8").partition("## Writing them")[2], re.MULTILINE)
    _empty, *formats = [cell.strip() for cell in rows[0].split("|")]
    cells = [[cell.strip() for cell in row.split("|")] for row in rows[1:]]
    return {what: dict(zip(formats, said, strict=True)) for what, *said in cells}


def everything() -> list[ev.Event]:
    """A game with something of each sort that not every format can say."""
    played = events(_ended())
    win = next(at for at, event in enumerate(played) if isinstance(event, ev.Score))
    score = played[win]
    assert isinstance(score, ev.Score)
    score.words = ("跳満12000点", "Double Riichi(2飜)")
    start = next(at for at, event in enumerate(played) if isinstance(event, ev.Indicator))
    wall = tuple(tile for event in played if isinstance(event, ev.Deal) for tile in event.tiles)[:52]
    more: list[ev.Event] = [
        ev.Pass(seq=1, seat=Seat.S), ev.Note(seq=1, text="late"), ev.Dispute(seq=1, text="not so"),
        ev.Claim(seq=1, seat=Seat.W, for_="chow"), ev.Wall(seq=1, tiles=wall),
        ev.Roll(seq=1, seat=Seat.E, dice=(1, 2), purpose="break-wall"),
    ]  # fmt: skip
    played[start + 1 : start + 1] = more
    played[-1].at = "2024-05-01T20:00:00Z"
    for seq, event in enumerate(played, 1):
        event.seq = seq
    return played


def broken_off() -> list[ev.Event]:
    """A game that has an end, and no points there."""
    played = events(HEAD + RIICHI)
    return [*played, ev.GameEnd(seq=len(played) + 1)]


def hardly_told() -> list[ev.Event]:
    """The same, of which little is said at its end: no final scores, of its last win the points alone."""
    played = events(_ended())
    end, win = played[-1], [event for event in played if isinstance(event, ev.Score)][-1]
    assert isinstance(end, ev.GameEnd)
    end.final = win.points = win.doubles = win.limit = win.items = None
    return played


def of_three() -> list[ev.Event]:
    """A game of three, in which a north that was held is laid aside, and the one just drawn kept."""
    played = events(THREE)
    aside = next(event for event in played if isinstance(event, ev.Bonus))
    aside.drawn = False
    return played


def _ended() -> str:
    head, _last, tail = CALLS.rpartition(' who="2" fromWho="2"')
    return HEAD + RIICHI + NINE_TERMINALS + head + OWARI + _last + tail


def written(played: list[ev.Event]) -> Iterator[tuple[str, list[str], list[ev.Event]]]:
    """What is lost in each format, and the game as it is read again."""
    bodies = [ev.encode_event(event) for event in played]
    for kind in importers().formats.values():
        if kind.kind in WRITTEN and kind.write is not None and (kind.kind, played[0].ruleset) not in REFUSED:  # type: ignore[attr-defined]
            content, lost = kind.write(bodies, "game", None)
            yield kind.kind, lost, events(content)


def parts(played: list[ev.Event]) -> dict[str, int]:
    """How much there is of each; of fu those of all wins, for that it was a limit may be lost."""
    fu = sum(isinstance(event, ev.Score) and event.points is not None for event in played)
    return {**parts_of(played), "fu of wins with a limit": fu}


def test_the_table_has_all_formats_that_are_written() -> None:
    written_ones = (kind.write for kind in importers().formats.values() if kind.write is not None)
    assert sum(write.__module__ == "mjlog.formats.riichi" for write in written_ones) == len(WRITTEN)
    assert all(set(said) == WRITTEN for said in table().values())


def test_what_is_lost_is_what_the_table_says() -> None:
    told = table()
    played_games = (everything(), hardly_told(), broken_off(), of_three())
    games = [(parts_of(played), parts(played), played) for played in played_games]
    assert [what for what in games[0][0] if not any(has[what] for has, _had, _played in games)] == []
    for has, had, (form, lost, again) in ((has, had, found) for has, had, played in games for found in written(played)):
        names = {line.rpartition(" (")[0] for line in lost if line.endswith(")")}
        kept = parts(again)
        for what, count in ((what, had[what]) for what in has if has[what]):
            said = told[what][form]
            assert (what in names) == (said == "lost"), (what, form)
            # That they were turned stays, where it is lost when.
            if what != "when indicators were turned":
                assert (kept[what] == count) == (said == "written"), (what, form, kept[what], count)


def test_what_is_always_lost_is_what_the_table_says() -> None:
    lost = {form: {line for line in lines if not line.endswith(")")} for form, lines, _again in written(everything())}
    for form, said in table()["rule set"].items():
        due = "rule set" if said == "lost" else f"rule set but {said}"
        assert due in lost[form]
    found = table()["order between seats"]
    assert [form for form, lines in lost.items() if "order between seats" in lines] == [
        form for form, said in found.items() if said == "found again"
    ]


def test_what_is_refused_is_what_the_table_says() -> None:
    unpaid = [event for event in everything() if not isinstance(event, ev.Settlement)]
    for seq, event in enumerate(unpaid, 1):
        event.seq = seq
    unseen = everything()
    for event in unseen:
        if isinstance(event, ev.Indicator) and event.of == "under":
            event.tile = UNSEEN
    cases = {
        "north winds laid aside": of_three(), "which of two norths was laid aside": of_three(),
        "tiles that nobody saw": events(received()), "wins without payments": unpaid,
        "indicators under the others that nobody saw": unseen,
    }  # fmt: skip
    for what, played in cases.items():
        for form, said in table()[what].items():
            try:
                write_foreign([ev.encode_event(event) for event in played], "game", form)
                is_refused = False
            except MjlogError:
                is_refused = True
            assert is_refused == (said == "refused"), (what, form)
