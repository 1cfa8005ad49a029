"""The page of an event, the film of a game, previews of links, the moment as a file.

A film is the moments of a game in a row, each as what is different from the one before. A browser that has a reel of it
steps without asking the server (`static/film.js`): it puts ready-made HTML in its places, and the things of the picture
as they were drawn here. The pages of the viewer fetch reels of one view in one layout; a game in one file has reels of
all views in both, of the same make. A preview is what another program shows of a link to a page (https://ogp.me): its
picture is a PNG of the winning hand, for previews take no SVG. Nothing of a hand in progress is in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Conflict, NotFound
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.audit.game import Game, Hand, row_type
from mjlog.chain import chained_line
from mjlog.seats import Seat
from mjlog.text import counted, file_name, list_words, points, shown, signed
from mjlog.tiles import CODES
from mjlog.viewer.drawing import Layout, Sprite, file_style, scene_file, scene_svg, sprite_place
from mjlog.viewer.faces import hand_png, row_png, symbol_id
from mjlog.viewer.pages import present
from mjlog.viewer.pages.moment import ROWS, MomentPage, Reader, followed, legend, macros_for, reader_of
from mjlog.viewer.requests import DamagedError, asked_reading, hand_in, library, number_in, opened, place_in
from mjlog.viewer.serving.guard import allow_style
from mjlog.views.moment import decision_from, finding_from, tempo_of, winning_hand, winning_move
from mjlog.views.results import result_of
from mjlog.views.text_table import text_table

preview_blueprint = Blueprint("preview", __name__)
_SAMPLE = (("1b", "5b", "9c", "5d"), ("Ew", "Sw", "Ww", "Nw"), ("Rd", "Gd", "Wd"))
"""What is shown where nobody has won."""


class Preview(NamedTuple):
    """`picture`: its address."""

    title: str
    told: str
    picture: str


def of_hand(view: Game, hand: Hand, title: str) -> Preview:
    """The preview of a page about a hand: how it came out, who played."""
    result = result_of(hand)
    changes = result.by_player(result.change or {})
    won = [f"{shown(winner, 40)} {signed(changes[winner])}" for winner in result.won_by if winner in changes]
    ended = f"{list_words(won)}. " if won else f"{present.result_words(hand).words.capitalize()}. "
    return Preview(title, ended + _players(view), _picture_url(view, hand))


def of_game(view: Game, title: str) -> Preview:
    """The preview of the page of a game: totals, who played, and the hand that was won last."""
    over = [hand for hand in view.played if hand.is_over and hand.after is not None]
    totals = sorted((over[-1].after or {}).items(), key=lambda pair: -pair[1]) if over else []
    words = ", ".join(f"{shown(player, 40)} {points(total)}" for player, total in totals) or _players(view)
    won = next((hand for hand in reversed(view.played) if winning_move(view, hand) is not None), None)
    count = sum(result_of(hand).is_played for hand in view.played)
    hands = f"{counted(count, 'hand')} by" if count else "By"
    words_told = f"{words}. {hands} the rules {shown(str(view.ruleset or 'unknown'), 80)}"
    return Preview(title, words_told, _picture_url(view, won))


def _players(view: Game) -> str:
    return ", ".join(shown(player, 40) for player in view.players)


def _picture_url(view: Game, hand: Hand | None) -> str:
    number = hand.number if hand is not None and hand.number is not None else 0
    return url_for("preview.picture", name=view.id, number=number, _external=True)


@preview_blueprint.get("/games/<game:name>/hands/<number>.png")
def picture(name: str, number: str) -> Response:
    """The hand that was won (of several that of `seat`), as it lay at the end; where none was, tiles of no hand."""
    asked, letter = number_in(number, "hand"), request.args.get("seat")
    if letter not in (None, *Seat.__members__):
        raise BadRequest(f"there is no seat '{shown(letter, 20)}': they are {list_words(list(Seat.__members__))}")
    with opened(name, asked_reading()) as view:
        groups = winning_hand(view, hand_in(view, asked), Seat[letter] if letter else None) if asked else []
    names = [[symbol_id(tile.tile.face) for tile in group] for group in groups]
    made = row_png if "row" in request.args else hand_png
    return Response(made(names or _SAMPLE), mimetype="image/png")


WAYS = (
    "first", "previous", "next", "last", "previous-decision", "next-decision", "previous-finding", "next-finding",
    "previous-hand", "next-hand", "start", "end",
)  # fmt: skip
"""The steps, by name."""
_BESIDE = ("previous", "next")
"""Steps that are told by how far they lead."""
_NONE: Any = object()
_TILE = re.compile(r'<svg class="tile [^<]*<use href="[^"]*"/></svg>')
_FIRST_SIGN, _FIRST_TEXT = 0xE000, 0x100
_HIGH = re.compile("[\ue000-\U0010ffff]")
"""Characters that would be taken for signs: in HTML they can be told by their numbers."""

Macros = Mapping[str, Any]
_Changes = dict[str, Any]
"""What a view shows otherwise than at the moment before, by its name."""


def ways(game: Game, place: int) -> tuple[int | None, ...]:
    """The seq that each of the `WAYS` leads to from a place of the log; None where it leads nowhere."""
    hand = game.hand_at(place)
    start, end = game.seq_at(hand.first), game.seq_at(hand.end - 1)
    before = game.hands[hand.place - 1] if hand.place > 0 else None
    after = game.hands[hand.place + 1] if hand.place + 1 < len(game.hands) else None
    seqs = (
        start,
        game.neighbour(place, -1),
        game.neighbour(place, 1),
        end,
        decision_from(game, place, -1),
        decision_from(game, place, 1),
        finding_from(game, place, -1),
        finding_from(game, place, 1),
        game.seq_at(before.first) if before is not None and before.end > before.first else None,
        game.seq_at(after.first) if after is not None else None,
        game.seq_at(0),
        game.seq_at(len(game.rows) - 1),
    )
    return tuple(None if seq == game.seq_at(place) else seq for seq in seqs)


def reel(
    readers: Sequence[Reader],
    stops: range,
    macros: Macros,
    layouts: Sequence[Layout],
    tidy: Callable[[str], str] = str,
) -> dict[str, Any]:
    """One reel as plain values: these `stops` of the game, as each of the readers sees them in these layouts.

    `edition`: of so many events of the log it is made; with another, any frame may be another. `stops`: all frames of
    the film; `last`: the seq of the last event; `first`: which frame is the first here. `frames[i]`: what has changed,
    as `[name, value]`, or `[name, signs, value, …]` where `views` differ: a sign for each, the number of its value, or
    `.` where nothing changed for it. HTML and things of the picture are told by `texts`, a character each, from U+0100
    on: the pieces of a part; where a thing lies and how it looks, null where it is gone. `layers`: things from the
    lowest to the topmost, by the numbers of their names. `often`: what characters from U+E000 on in HTML stand for.

    `tidy`: what is done to HTML before it is told.
    """
    told, frames = _ReelWords(tidy), []
    rolls = [_Roll(reader, macros, layouts, told) for reader in readers]
    for stop in stops:
        place = readers[0].stops[stop]
        here = readers[0].game.seq_at(place)
        there = {
            f"ways/{way}": seq - here if seq is not None and way in _BESIDE else seq
            for way, seq in zip(WAYS, ways(readers[0].game, place), strict=True)
        }
        changes = [roll.changes(stop, there) for roll in rolls]
        names = dict.fromkeys(name for reader in changes for name in reader)
        frames.append([_side_by_side(name, changes, told) for name in names])
    one = readers[0]
    return {
        "edition": one.game.log.last,
        "game": shown(one.game.id or "", 40),
        "stops": len(one.stops),
        "last": one.game.last_seq,
        "first": stops.start,
        "steps": WAYS,
        "views": [reader.to.view for reader in readers],
        "frames": frames,
        "names": list(told.names),
        "layers": [told.names[name] for name in told.layers],
        "texts": told.short_texts(),
        "often": list(told.often),
    }


def _side_by_side(name: str, changes: Sequence[_Changes], told: _ReelWords) -> list[Any]:
    """A change as each view shows it."""
    values: list[Any] = []
    signs = ""
    for change in changes:
        value = change.get(name, _NONE)
        if value is not _NONE and value not in values:
            values.append(value)
        signs += "." if value is _NONE else chr(48 + values.index(value))
    numbers = [told.value(name, value) for value in values]
    number = told.names.setdefault(name, len(told.names))
    return [number, *numbers] if not signs.strip("0") else [number, signs, *numbers]


class _ReelWords:
    """What is said in a reel; `often`: tiles among words, each with the sign that it has."""

    def __init__(self, tidy: Callable[[str], str]) -> None:
        self.names: dict[str, int] = {}
        self.texts: dict[str, int] = {}
        self.often: dict[str, str] = {}
        self.layers: list[str] = []
        self._laid: set[str] = set()
        self._tidy = tidy

    def value(self, name: str, value: Any) -> Any:
        """A value as it is told."""
        if isinstance(value, Sprite):
            value = sprite_place(value), value.markup
        elif not name.startswith("parts/"):
            return value
        return "".join([chr(_FIRST_TEXT + self.texts.setdefault(text, len(self.texts))) for text in value])

    def lay(self, things: Sequence[str]) -> None:
        """Keep in mind which things lie above which."""
        for at, name in enumerate(things):
            if name not in self._laid:
                self._laid.add(name)
                self.layers.insert(self.layers.index(things[at - 1]) + 1 if at else 0, name)

    def short_texts(self) -> list[str]:
        """All texts, by their numbers."""
        return [self._short(self._tidy(text)) for text in self.texts]

    def _short(self, html: str) -> str:
        html = _HIGH.sub(lambda match: f"&#{ord(match[0])};", html)
        return _TILE.sub(lambda match: self.often.setdefault(match[0], chr(_FIRST_SIGN + len(self.often))), html)


class _Roll:
    """What one reader is shown, moment by moment."""

    def __init__(self, reader: Reader, macros: Macros, layouts: Sequence[Layout], told: _ReelWords) -> None:
        self._reader, self._macros, self._told = reader, macros, told
        self._now: _Changes = {}
        self._lying: dict[Layout, dict[str, Sprite]] = {layout: {} for layout in layouts}
        self._hand = -1

    def changes(self, stop: int, there: _Changes) -> _Changes:
        """What changes at the next stop, from where the ways lead `there`."""
        page = self._reader.moment(self._reader.stops[stop])
        fields = self._head(page) | there | self._pieces(page)
        pictures: _Changes = {}
        for layout in self._lying:
            if (scene := page.scene(layout)) is not None:
                fields[f"size/{layout}"] = scene.view_box
            pictures |= self._moved(layout, {} if scene is None else scene.sprites)
        changed = {name: value for name, value in fields.items() if self._now.get(name, _NONE) != value}
        self._now.update(changed)
        return changed | pictures

    def _head(self, page: MomentPage) -> _Changes:
        return {
            "head/seq": page.seq,
            "head/hand": page.hand.place,
            "head/said": shown(page.words, 80),
            "head/tempo": tempo_of(row_type(page.game.rows[page.moment.place])),
            "head/at": page.position,
            "head/of": page.length,
            "head/until": page.until,
        }

    def _moved(self, layout: Layout, lying: dict[str, Sprite]) -> _Changes:
        """The things that lie elsewhere or look otherwise than before; None for what is gone."""
        before, self._lying[layout] = self._lying[layout], lying
        self._told.lay([f"{layout}/{name}" for name in lying])
        gone = {f"{layout}/{name}": None for name in before if name not in lying}
        return gone | {f"{layout}/{name}": one for name, one in lying.items() if before.get(name) != one}

    def _pieces(self, page: MomentPage) -> _Changes:
        """What stays the same during a hand comes with its first moment; while the hand goes on, with every reel."""
        pieces = page.pieces(self._macros)
        if page.position == 1 or (not page.hand.is_over and page.hand.place != self._hand):
            pieces |= page.pieces_of_the_hand(self._macros)
        self._hand = page.hand.place
        return {f"parts/{name}": one for name, one in pieces.items()}


STEPS = (
    ("first", "First event of the hand (Home)", "", "M5 4V16M16 4L8 10L16 16Z"),
    ("previous-decision", "Previous decision (Shift and left)", "", "M10 4L3 10L10 16ZM17 4L10 10L17 16Z"),
    ("previous", "Back one event (left)", "", "M14 4L6 10L14 16Z", "prev"),
    ("next", "Next event (right)", "", "M6 4L14 10L6 16Z", "next"),
    ("next-decision", "Next decision (Shift and right)", "", "M3 4L10 10L3 16ZM10 4L17 10L10 16Z"),
    ("last", "Last event of the hand (End)", "", "M15 4V16M4 4L12 10L4 16Z"),
)
"""The steps on both sides of the button that plays: name, what is told of it, text, sign, relation."""
JUMPS = (
    ("previous-hand", "Hand before (Page up)", "← Hand"), ("next-hand", "Hand after (Page down)", "→"),
    ("previous-finding", "Finding before (,)", "← Finding"), ("next-finding", "Finding after (.)", "→"),
)  # fmt: skip
"""Longer steps, likewise."""
KEYS = (
    (("←", "→"), "event before, event after"),
    (("Shift ←", "Shift →"), "decision before, decision after"),
    ((",", "."), "finding before, finding after"),
    (("Page up", "Page down"), "hand before, hand after"),
    (("Home", "End"), "first and last event of the hand"),
    (("Shift Home", "Shift End"), "start and end of the game"),
    (("Space",), "play and pause"),
    (("+", "−"), "play faster, slower"),
    (("G",), "go to an event by its number"),
    (("T", "O"), "the table’s view, all open"),
    (("E", "S", "W", "N"), "the view of a seat"),
    (("R",), "as recorded, as corrected"),
    (("C", "V", "L", "A"), "copy as text, as SVG, as log, the address"),
    (("F",), "whole screen"),
    (("?",), "these keys"),
    (("Esc",), "close"),
)
"""Keys, and what they do."""


REEL = 16
"""Frames of one reel."""


def as_file(page: MomentPage, kind: str) -> Response:
    """The moment as `txt`, `svg` or `jsonl`.

    Raises:
        Conflict: the hand is in progress, and its log is nobody's business yet; or nothing is drawn before a hand.
    """
    make, mimetype = _KINDS[kind]
    response = Response(make(page), mimetype=mimetype)
    name = file_name(page.to.game, f"-{page.seq}.{kind}")
    if kind == "svg":
        allow_style(response, file_style())
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _text(page: MomentPage) -> str:
    table = f"\n{text_table(page.board)}" if page.hand.has_play else ""
    return f"{_title(page)}\n{page.words}\n{table}"


def _title(page: MomentPage) -> str:
    return f"{shown(page.to.game, 60)}, event {page.seq} of {page.game.last_seq}"


def _picture(page: MomentPage) -> str:
    scene = page.scene("wide")
    if scene is None:
        raise Conflict("no hand has begun at this event: there is no table to be drawn")
    return scene_file(scene, page.reader.look.tiles, title=_title(page), told=f"{page.words}. {page.caption}.")


def _excerpt(page: MomentPage) -> str:
    """The lines of the log from the beginning of the hand to this event as they were written, and its corrections."""
    store = library().store
    if not page.has_log:
        which = "this hand was corrected while another" if page.hand.is_over else "this hand"
        raise Conflict(f"{which} is in progress: its log can be had when that is over")
    written = page.read - {event.seq for event in page.game.log.corrections} or page.read
    seqs = sorted({*range(min(written), max(written) + 1), *page.read})
    events = (store.event(page.to.game, seq) for seq in seqs)
    return "".join(f"{chained_line(event.prev, event.body)[1].decode('utf-8')}\n" for event in events)


_KINDS: dict[str, tuple[Callable[[MomentPage], str], str]] = {
    "txt": (_text, "text/plain"),
    "svg": (_picture, "image/svg+xml"),
    "jsonl": (_excerpt, "application/x-ndjson"),
}


blueprint = Blueprint("events", __name__)
LAYOUTS: tuple[Layout, ...] = ("wide", "tall")


@blueprint.get("/games/<game:name>/events/<seq>")
def event(name: str, seq: str) -> str:
    """The table just after one event."""
    with reader_of(name) as reader:
        number = number_in(seq, "event")
        page = reader.moment(place_in(reader.game, number), asked_seq=number)
        return render_template(
            "event.html",
            preview=of_hand(page.game, page.hand, page.title),
            **followed(reader, name),
            **values_of(page, macros_for(reader)),
        )


def values_of(page: MomentPage, macros: Mapping[str, Any]) -> dict[str, Any]:
    """What the page of a moment is made of, by the names of its template."""
    return {
        "name": page.to.game,
        "page": page,
        "to": page.to,
        "parts": page.parts(macros),
        "near": macros["near"](page),
        "rows": ROWS,
        "ways": dict(zip(WAYS, ways(page.game, page.moment.place), strict=True)),
        "steps": STEPS,
        "jumps": JUMPS,
        "reel": REEL,
        "edition": page.game.log.last,
        "last_seq": page.game.last_seq,
        "keys_of_the_viewer": KEYS,
        "legend": legend(),
        "copies": _copies(page.game),
        **{layout: _drawn(page, layout) for layout in LAYOUTS},
    }


def _copies(game: Game) -> dict[str, int]:
    """How many tiles of each kind there are, by their codes; none where the rules are not known."""
    return {} if game.rules is None else {CODES[kind]: many for kind, many in enumerate(game.rules.plan.copies) if many}


def _drawn(page: MomentPage, layout: Layout) -> str:
    """The picture; an empty one before the first hand, for the script to draw in."""
    scene = page.scene(layout)
    empty = f'<svg class="{layout} board" aria-hidden="true" focusable="false"><g class="sprites"></g></svg>'
    return empty if scene is None else scene_svg(scene, f"{layout} board")


@blueprint.get("/games/<game:name>/film")
def film(name: str) -> Response:
    """A reel of the film: by its number, or by an event that is in it; `asked`: what stands for that event.

    All who follow a game ask for the same reel when it grows: it is made once.
    """
    layout: Layout = "tall" if request.args.get("layout") == "tall" else "wide"
    with reader_of(name) as reader:
        stop, look = _asked_stop(reader), reader.look
        number, to, seq = stop // REEL, reader.to, reader.game.log.last
        read, drawn = (name, seq, to.view, to.log, to.as_of), (look.tiles, look.discards, layout)
        made = library().kept(
            ("reel", request.script_root, *read, *drawn, number), lambda: _reel(reader, number, layout)
        )
        seq_asked = reader.game.seq_at(reader.stops[stop])
        return Response(f'{{"asked":{seq_asked},{made[1:]}', mimetype="application/json")


def _reel(reader: Reader, number: int, layout: Layout) -> str:
    count = len(reader.stops)
    stops = range(number * REEL, min(number * REEL + REEL, count))
    made = reel([reader], stops, macros_for(reader), [layout])
    return json.dumps(made | {"reel": number, "reels": -(-count // REEL)}, ensure_ascii=False, separators=(",", ":"))


def _asked_stop(reader: Reader) -> int:
    """Which stop of the game is asked for: that of an event (`last`: of the last one), or the first of a reel.

    Raises:
        NotFound: the film is not so long, or the game has no such event.
    """
    if request.args.get("seq") == "last" and reader.stops:
        return len(reader.stops) - 1
    if "seq" in request.args:
        return reader.stops.index(place_in(reader.game, number_in(request.args["seq"], "event")))
    stop = number_in(request.args.get("reel", "0"), "reel") * REEL
    if stop >= len(reader.stops):
        raise NotFound(f"the film of this game has {-(-len(reader.stops) // REEL)} reels, numbered from 0")
    return stop


@blueprint.get("/games/<game:name>/events/")
@blueprint.get("/games/<game:name>/events")
def goto(name: str) -> BaseResponse:
    """Sends on to the event with the number asked for; without one to the last."""
    with reader_of(name) as reader:
        seq_text = request.args.get("seq", "").strip()
        seq = number_in(seq_text, "event") if seq_text else reader.game.last_seq
        if not seq_text and not seq:
            abort(404, "this game has no events")
        reader.game.place_of(seq)
        return redirect(reader.to.event(seq), 303)


@blueprint.get("/games/<game:name>/events/<seq>.<any(txt, svg, jsonl):kind>")
def file(name: str, seq: str, kind: str) -> Response:
    """The moment as a file: the table as text or as a picture, or the log of the hand up to it."""
    with reader_of(name) as reader:
        if not reader.game.log.is_kept:
            raise DamagedError(name)
        page = reader.moment(place_in(reader.game, number_in(seq, "event")))
        return as_file(page, kind)
