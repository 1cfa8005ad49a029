"""One moment of a game as its page shows it: the parts that change from event to event, and its marks.

The page and the film (what the browser steps through without asking again) are made of the same parts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from flask import current_app, url_for
from markupsafe import Markup, escape

from mjlog import events as ev
from mjlog.audit.game import Game, row_type
from mjlog.disputes.case import CaseInfo
from mjlog.findings import Finding
from mjlog.log.sight import Player, Sight, View, sees_hand, sight_name, views_of
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import Tile
from mjlog.viewer.drawing import Layout, Pen, Scene, table_scene
from mjlog.viewer.library import last_time
from mjlog.viewer.pages import present
from mjlog.viewer.pages.addresses import Addresses, tiles_url
from mjlog.viewer.pages.look import Look, asked_look
from mjlog.viewer.pages.present import curve_svg
from mjlog.viewer.requests import (
    USUAL_VIEW,
    asked_reading,
    asked_view,
    cases_on,
    library,
    opened,
    refuse_unseen,
    with_rulings_on,
)
from mjlog.viewer.serving.guard import is_embedded
from mjlog.views.claimable import Claims, so_far_words
from mjlog.views.moment import (
    HandMoment,
    Mark,
    Moment,
    SeatMoves,
    by_seat,
    claims_after,
    distances_in,
    marks_of,
    moment_at,
    moments_of,
    moves_after,
    opening_of,
    prospects_after,
    unseen_after,
    waits_after,
    winning_hand,
)
from mjlog.views.results import outcome_of
from mjlog.views.review import Lapse, lapses_in
from mjlog.views.seen import CorrectionNote, EventLine, correction_of, disclosed_until, event_lines, findings_by_event
from mjlog.views.waiting import Prospect, SeatWaits, Unseen
from mjlog.views.words import WITH_TEXTS, seat_name, tile_words, with_names

_SIGNS = {
    "claim": "M-4 9L0 2L4 9Z", "kong": "M-5 9V2H5V9Z", "bonus": "M0 3A3 3 0 1 1 -.01 3Z",
    "mahjong": "M0 0L1.8 4L6 4.4L2.8 7.2L3.8 11.4L0 9L-3.8 11.4L-2.8 7.2L-6 4.4L-1.8 4Z", "end": "M-1.5 0H1.5V11H-1.5Z",
    "correction": "M-5 10L-4 6L3 -1L6 2L-1 9Z",
    "ready": "M0 -1L5 5L0 11L-5 5Z", "lapse": "M-2 0H2L1 7H-1ZM-1.5 8.5H1.5V11.5H-1.5Z",
    "finding-error": "M-6 0H6L0 11Z", "finding-warning": "M-5 1H5L0 10Z", "finding-info": "M-4 2H4L0 9Z",
}  # fmt: skip
_NAMES = {
    "claim": "set laid down", "kong": "kong", "bonus": "bonus tile", "mahjong": "mahjong", "end": "end",
    "correction": "corrected", "finding-error": "error", "finding-warning": "warning", "finding-info": "remark",
    "lapse": "something better was to be had",
}  # fmt: skip


def legend() -> list[tuple[Markup, str]]:
    """Every kind of mark: its sign as SVG, and what it stands for."""
    return [(Markup(_sign(kind)), _NAMES[kind]) for kind in _NAMES]


def _sign(kind: str) -> str:
    box = '<svg viewBox="-7 -3 14 16" width="14" height="16" aria-hidden="true">'
    return f'{box}<path class="mark {kind}" d="{_SIGNS[kind]}"/></svg>'


def marks_svg(marks: Sequence[Mark], length: int, to: Addresses) -> str:
    """The marks of a hand of so many stops as one SVG, as wide as the way of the slider's knob; empty without marks.

    The `place` of a mark is its stop in the hand, from 0.
    """
    if not marks:
        return ""
    # The list of events tells the same to whoever does not see the picture.
    inside = ""
    for mark in reversed(marks):
        # As large however wide the slider is, at its part of the way from the first event to the last.
        along = 100 * mark.place / max(1, length - 1)
        inside += (
            f'<svg x="{along:.2f}%" overflow="visible"><a href="{escape(to.event(mark.seq))}" tabindex="-1">'
            f"<title>{_NAMES[mark.kind]}, event {mark.seq}</title>"
            f'<path class="mark {mark.kind}" d="{_SIGNS[mark.kind]}" transform="translate(0 2)"/></a></svg>'
        )
    return f'<svg aria-hidden="true">{inside}</svg>'


PARTS = (
    "crumb", "heading", "words", "note", "found", "card", "views", "files", "caption", "claims", "waits", "unseen",
    "acts", "lines", "coming", "scores",
)  # fmt: skip
"""The parts of the page that a moment has of its own, by the names of their macros in `_moment.html`."""
ROWS = {f"row-{seat.value}": seat for seat in SEATS}
HERE, CUT = "\2", "\1"
"""What stands in a part for the number of its event, and between pieces of it that change by themselves; in no log."""


_Kept = dict[Any, tuple[Any, Any]]
"""Pieces of HTML, and of pictures, by what they are, each with what they were made of."""


def _same(kept: _Kept, what: Any, made_of: Any, make: Callable[[], str]) -> list[str]:
    """What was made last, where it was made of the same; otherwise it is made."""
    kept_now = kept.get(what)
    if kept_now is None or kept_now[0] != made_of:
        kept_now = kept[what] = made_of, str(make()).strip().split(CUT)
    pieces: list[str] = kept_now[1]
    return pieces


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who looks at a game: in which view, in which reading, with which look.

    `stops`: those of the game; `sprites`: the address of the tiles; `embeds`: whether sites may show this in a frame;
    `once`: hands and claims are judged once, all open, and others told of the hands that they see; otherwise everybody
    is told what follows from what is seen. `kept`: the parts that were made last, each with what it was made of;
    `shared`: the same of what is alike in several views, for all readers of a film.
    """

    game: Game
    asked: View
    to: Addresses
    look: Look
    stops: Sequence[int]
    sprites: str
    embeds: bool = False
    once: bool = False
    kept: _Kept = field(default_factory=dict)
    shared: _Kept = field(default_factory=dict)

    @property
    def pen(self) -> Pen:
        """How the table is drawn for this reader."""
        return Pen(self.to.event, self.sprites, upright=self.look.discards == "upright", kept=self.shared)

    def moment(self, place: int, view: View | None = None, asked_seq: int | None = None) -> MomentPage:
        """The moment after the event at this place of the log, in the view asked for or in another.

        `asked_seq`: the event that was asked for, where another one stands in its place by now.
        """
        return MomentPage(self, moment_at(self.game, place, self.asked if view is None else view), asked_seq)


@contextmanager
def reader_of(name: str) -> Iterator[Reader]:
    """Whoever asks, with the game as it is now.

    Raises:
        BadRequest: there is no such view or reading.
        NotFoundError, NotFound: no such game or player, or it has not come so far.
        RecordError: it is too long to be looked at.
        RevivedError: as recorded, or as of an earlier time, something would be seen of a hand that goes on.
    """
    asked, reading = asked_view(), asked_reading()
    with opened(name, reading) as game:
        refuse_unseen(game, asked)
        look, embeds = asked_look(), current_app.extensions["mjlog_embeds"] and not is_embedded()
        yield Reader(game, asked, Addresses(name, asked, *reading), look, game.stops, tiles_url(look.tiles), embeds)


def is_open(game: Game) -> bool:
    """Whether more events may come: the end of a game closes its log, and to an earlier time nothing is added."""
    return game.as_of is None and game.first_of(ev.GameEnd) is None


def followed(reader: Reader, name: str) -> dict[str, Any]:
    """What a page follows a game by that may go on; whether it is played now."""
    game = reader.game
    is_played = is_open(game) and library().came_lately(name, last_time(game))
    live = url_for("live.follow", name=name, after=game.log.last) if is_open(game) else ""
    return {"live": live, "is_played": is_played}


class MomentPage:
    """A moment with everything that its page says of it. `seq`, `hand`, `board`, `words`: of its event."""

    def __init__(self, reader: Reader, moment: Moment, asked_seq: int | None = None) -> None:
        self.reader = reader
        self.to = reader.to
        self.moment = moment
        self.seats = moment.hand.seats
        self.seq, self.hand, self.board, self.words = moment.seq, moment.hand, moment.board, moment.words
        self.game = reader.game
        self.asked_seq = moment.seq if asked_seq is None else asked_seq

    # -- what the templates ask for ----------------------------------------------------------------------------

    here = HERE
    """The event that the page is of."""

    @property
    def title(self) -> str:
        """The title of the page."""
        return f"Event {self.seq}: {shown(self.named_words, 200)} – {shown(self.game.id or '', 40)}"

    @property
    def named_words(self) -> str:
        """What happened, with the names of the players."""
        return self.words if self.kind in WITH_TEXTS else with_names(self.words, self.seats)

    @cached_property
    def findings(self) -> list[Finding]:
        """What was found at the event, and how it was ruled on."""
        return with_rulings_on(self.game, self.moment.findings)

    @property
    def views(self) -> list[tuple[str, str, str]]:
        """The views that the hand can be looked at in: value, words, and the seat's letter beside a name.

        People stand in the order round the table, the same in every hand.
        """
        seats, order = self.hand.seats, self.hand.start.table.standing.players
        sitting = sorted(seats, key=lambda seat: ([*order, seats[seat]].index(seats[seat]), seat.index))
        named = [(views_of(seats)[seat], shown(seats[seat], 14), seat.value) for seat in sitting]
        return [("table", "Table", ""), ("open", "All open", ""), *named]

    @property
    def view(self) -> str:
        """The view that is shown."""
        sight = self.moment.sight
        named = views_of(self.hand.seats).get(sight) if isinstance(sight, Seat) else None
        return named or sight_name(self.moment.sight)

    @property
    def asked_for_more(self) -> bool:
        """Whether more was asked for than may be shown while the hand goes on."""
        return self.reader.asked not in (USUAL_VIEW, self.moment.sight)

    @property
    def absent(self) -> str:
        """Who looks, and does not play in this hand."""
        asked = self.reader.asked
        is_absent = isinstance(asked, Player) and self.hand.has_play and asked.handle not in self.hand.seats.values()
        return asked.handle if isinstance(asked, Player) and is_absent else ""

    @cached_property
    def caption(self) -> str:
        """The middle of the table in words."""
        return present.caption(self.board) if self.hand.has_play else ""

    @cached_property
    def claims(self) -> Claims | None:
        """What each player could claim of the tile that the event is about."""
        found = claims_after(self.game, self.moment.place, self._judged)
        if found is None or self._judged is self.moment.sight:
            return found
        return found.replaced(seats={seat: all for seat, all in found.seats.items() if seat is self.moment.sight})

    @property
    def _judged(self) -> Sight:
        """The view in which hands and claims are judged."""
        return "open" if self.reader.once and self.hand.is_over else self.moment.sight

    def _is_told(self, seat: Seat) -> bool:
        """Whether the hand of a player is seen."""
        return sees_hand(self.moment.sight, seat) or self.board.seat(seat).shown

    @cached_property
    def waits(self) -> list[SeatWaits]:
        """What the hands that are seen wait for."""
        waits_now = waits_after(self.game, self.moment.place, self._judged)
        return [seat_waits for seat_waits in waits_now if self._is_told(seat_waits.seat)]

    @cached_property
    def prospects(self) -> list[Prospect]:
        """How far the hands that are seen are from being ready."""
        prospects_now = prospects_after(self.game, self.moment.place, self._judged)
        return [prospect for prospect in prospects_now if self._is_told(prospect.seat)]

    @cached_property
    def unseen(self) -> Unseen | None:
        """How many tiles of each kind are not seen."""
        return unseen_after(self.game, self.moment.place, self.moment.sight)

    @property
    def inside(self) -> int:
        """The place of the event in its hand."""
        return self.moment.place - self.hand.first

    def told(self, words: str, kind: str = "") -> Markup:
        """A sentence about the hand, with names and tiles where it is one of ours; `kind`: of the event it tells of."""
        if kind in WITH_TEXTS:
            return escape(words)
        return present.told(words, self.seats, self.reader.sprites)

    @property
    def kind(self) -> str:
        """The type of the event."""
        return row_type(self.game.rows[self.moment.place])

    @cached_property
    def _corrected(self) -> CorrectionNote | None:
        return correction_of(self.game, self.asked_seq, self.moment.sight)

    @property
    def correction(self) -> str:
        """What was corrected here, in words."""
        return "" if self._corrected is None else self._corrected.words

    @property
    def before_correction(self) -> int:
        """The last event of the log before this was corrected last; 0 where it was not."""
        return 0 if self._corrected is None else self._corrected.steps[-1].seq - 1

    @property
    def seq_before_correction(self) -> int:
        """The event that is looked at as of that time: this one; of the last correction itself, what it is about."""
        if self._corrected is None or self.asked_seq <= self.before_correction:
            return self.asked_seq
        last = self._corrected.steps[-1]
        return last.of or last.after or 1

    @cached_property
    def disputes(self) -> list[CaseInfo]:
        """Who has objected to the event."""
        return cases_on(self.game, self.asked_seq)

    @cached_property
    def read(self) -> frozenset[int]:
        """The events of the log that the hand is read from up to here, by their seqs: later corrections among them."""
        return frozenset(map(self.game.seq_at, range(self.hand.first, self.moment.place + 1)))

    @property
    def cards(self) -> list[tuple[str, str, str]]:
        """The hands of the winners as pictures, where the hand was won: address, whose, and its tiles in words."""
        number, seats, found = self.hand.number or 0, self.hand.seats, []
        for seat in self.hand.report.winners if self.hand.is_over and number else ():
            groups = winning_hand(self.game, self.hand, seat)
            name, words = shown(seats.get(seat) or seat_name(seat), 40), "; ".join(map(present.group_label, groups))
            found += [(self.to.hand_card(number, seat), name, words)] if groups else []
        return found

    @property
    def has_log(self) -> bool:
        """Whether everybody may have the log of the hand up to here."""
        return self.hand.is_over and max(self.read) <= disclosed_until(self.game)

    @cached_property
    def acts(self) -> list[SeatMoves]:
        """All that could be done now."""
        return by_seat(moves_after(self.game, self.moment.place, self.moment.sight), tile_words)

    @cached_property
    def scores(self) -> present.HandScores | None:
        """The scores, where the hand is decided by now."""
        # A mahjong that was taken back ends nothing.
        is_last = self.board.false_by is None or outcome_of(self.hand) == "false mahjong"
        return present.scores(self.game, self.hand) if self.board.is_decided and is_last else None

    @cached_property
    def lines(self) -> list[EventLine]:
        """All events of the hand in words."""
        rows = self.game.rows[self.hand.first : self.hand.end]
        return present.commented(event_lines(self.hand, self.moment.sight), rows)

    @cached_property
    def lapses(self) -> list[Lapse]:
        """The moments at which those whose hands are seen could have done better."""
        return lapses_in(self.hand, self.moment.sight)

    @property
    def opening(self) -> int:
        """The first discard of the hand."""
        return opening_of(self.game, self.hand)

    @cached_property
    def moments(self) -> list[tuple[HandMoment, Markup]]:
        """The moments of the hand that are worth going to, each with its sign."""
        hand_moments = moments_of(self.game, self.hand, self.moment.sight)
        return [(hand_moment, Markup(_sign(hand_moment.kind))) for hand_moment in hand_moments]

    @cached_property
    def position(self) -> int:
        """Which event of the hand this is, from 1."""
        return bisect_right(self.reader.stops, self.moment.place) - bisect_left(self.reader.stops, self.hand.first)

    @property
    def until(self) -> int:
        """The last event of the hand."""
        return self.game.seq_at(self.reader.stops[bisect_left(self.reader.stops, self.hand.end) - 1])

    @cached_property
    def length(self) -> int:
        """How many events the hand has, one at least."""
        return bisect_left(self.reader.stops, self.hand.end) - bisect_left(self.reader.stops, self.hand.first)

    # -- the parts of the page ---------------------------------------------------------------------------------

    def parts(self, macros: Mapping[str, Any]) -> dict[str, str]:
        """The HTML of every part of the page, by name."""
        pieces = self.pieces(macros) | self.pieces_of_the_hand(macros)
        return {name: "".join(one).replace(HERE, str(self.seq)) for name, one in pieces.items()}

    def pieces(self, macros: Mapping[str, Any]) -> dict[str, list[str]]:
        """Every part that a moment has of its own, in pieces; what is made of the same as the last one is that one."""
        pieces, last = {}, self.reader.kept
        for name in (*PARTS, *ROWS):
            made_of, kept = self._made_of(name), last.get(name)
            if kept is None or made_of is None or kept[0] != made_of:
                kept = last[name] = made_of, self._made(name, macros)
            pieces[name] = kept[1]
        return pieces

    def _made(self, name: str, macros: Mapping[str, Any]) -> list[str]:
        """A part, anew; of what is alike in several views, or was so a moment ago, what is there."""

        def shared(what: Any, made_of: Any, macro: str, *args: Any) -> list[str]:
            made_of = self.hand.place, made_of
            return _same(self.reader.shared, what, made_of, partial(macros[macro], self, *args))

        if name == "words":
            return shared(("words", self.words, self.kind), None, "words")
        if name == "claims" and self.claims is not None:
            phrases = shared(("chances", *self.claims.seats), self.claims, "all_chances")
            return [str(macros["claims"](self)).strip(), *phrases]
        if name == "waits" and (self.waits or self.prospects):
            rows = [shared(("waits", wait.seat), wait, "wait", wait) for wait in self.waits]
            rows += [shared(("waits", prospect.seat), prospect, "prospect", prospect) for prospect in self.prospects]
            return ['<dl class="waits">', *(piece for row in rows for piece in row), str(macros["waits"](self)).strip()]
        if name == "unseen" and self.unseen is not None:
            return shared(("unseen", self.unseen.seat), self.unseen, "unseen")
        if name in ROWS:
            seat = ROWS[name]
            view = self.board.seat(seat)
            if not self.hand.has_play or seat not in self.board.sides:
                return [""]
            made_of = self.hand.place, view, self.board.winners

            def row() -> str:
                made = str(macros["row"](present.seat_row(self.board, seat)))
                return made.replace(", ", f"{CUT}, ").replace("<td>", f"{CUT}<td>")

            return _same(self.reader.shared, (seat, self._is_told(seat)), made_of, row)
        return str(macros[name](self)).strip().split(CUT)

    def _made_of(self, name: str) -> Any:
        """What a part says, beside the number of the event and what holds for the hand; None: that is not known."""
        board = self.board
        match name:
            case "crumb" | "heading" | "views":
                said: Any = self.view
            case "words":
                said = self.words, self.kind
            case "caption":
                said = self.caption
            case "note":
                is_quiet = self.hand.is_over and not (self.to.as_of or self.disputes or self.correction or self.absent)
                if not is_quiet:
                    return None
                said = ""
            case "found":
                said = self.findings
            case "card" | "scores":
                said = None
                if board.is_decided:
                    lying = [(seat.concealed, seat.sets, seat.bonus) for seat in board.playing]
                    said = lying, board.winners, board.won_on, board.line, self.scores is None
            case "claims":
                said = self.claims, self.claims and so_far_words(self.claims, self.inside, self.seq)
            case "waits":
                said = self.waits, self.prospects
            case "unseen":
                said = self.unseen
            case "lines":
                said = [seat.lines for seat in board.playing]
            case "coming":
                said = board.wall.coming, board.wall.loose
            case _ if name in ROWS:
                said = board.seat(ROWS[name]), board.winners
            case _:
                return None
        return self.hand.place, said

    def pieces_of_the_hand(self, macros: Mapping[str, Any]) -> dict[str, list[str]]:
        """What stays the same during the hand, in pieces."""
        moments = str(macros["moments"](self)).strip().split(CUT)
        # How near each hand that is seen was to being ready, stop by stop.
        course = distances_in(self.hand, self.moment.sight) if self.hand.has_play else []
        stops, first = self.reader.stops, self.hand.first
        start = bisect_left(stops, first)
        curve = curve_svg([course[stop - first] for stop in stops[start : start + self.length] if course])
        # Along the slider, which counts stops: a correction by several events is one.
        marks = marks_of(self.game, self.hand)
        marks += [Mark((self.game.place_of(lapse.seq) or first) - first, lapse.seq, "lapse") for lapse in self.lapses]
        marks = [mark._replace(place=bisect_left(stops, first + mark.place) - start) for mark in marks]
        slider = marks_svg(marks, self.length, self.to)
        return {"log": self._log(macros), "moments": moments, "marks": [slider], "curve": [curve]}

    def _log(self, macros: Mapping[str, Any]) -> list[str]:
        """The list of events; a line that is alike in several views is made once."""
        found, go_around, pieces = findings_by_event(self.hand), 0, ['<ol class="lines" role="list">']
        lapses = {lapse.seq: lapse for lapse in self.lapses}
        for line in self.lines:
            if line.go_around not in (go_around, 0) and line.type not in present.COMMENTS:
                pieces.append(f'<li class="go-around">Go-around {line.go_around}</li>')
            go_around = line.go_around
            here = found.get(line.seq, [])[:3] if line.findings else []
            lapse = lapses.get(line.until)
            make = partial(macros["line"], self, line, here, lapse)
            pieces += _same(self.reader.shared, ("line", line.seq, lapse is None), (self.hand.place, line), make)
        return [*pieces, "</ol>"]

    @property
    def kinds_left(self) -> Markup:
        """How many of each kind are not seen."""
        assert self.unseen is not None
        risky, safe = self.unseen.risky, self.unseen.safe
        return Markup(CUT).join(
            present.kind_left(self.reader.sprites, kind, left, kind in risky, kind in safe)
            for kind, left in enumerate(self.unseen.left)
            if left is not None
        )

    def tiles(self, tiles: Sequence[Tile]) -> Markup:
        """Tiles side by side."""
        return Markup("").join(present.tile_svg(tile.face, self.reader.sprites) for tile in tiles)

    def scene(self, layout: Layout) -> Scene | None:
        """The picture of the table; None before the first hand."""
        pen = replace(self.reader.pen, call=call_of(self.moment.event))
        return table_scene(self.board, layout, pen) if self.hand.has_play else None


def call_of(event: ev.Event | None) -> tuple[Seat, str] | None:
    """What somebody calls with an event; what a claim says stands on the board."""
    match event:
        case ev.Expose(seat=seat, kind=kind):
            return seat, kind
        case ev.Kong(seat=seat):
            return seat, "kong"
        case ev.Mahjong(seat=seat):
            return seat, "mahjong"
        case ev.Discard(seat=seat, riichi=True):
            return seat, "riichi"
    return None


def macros_for(reader: Reader) -> Mapping[str, Any]:
    """The macros of the parts, for one reader."""
    template = current_app.jinja_env.get_template("_moment.html")
    return vars(template.make_module({"sprite": reader.sprites, "cut": CUT}))
