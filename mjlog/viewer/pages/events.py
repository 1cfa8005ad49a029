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
from itertools import pairwise
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
from mjlog.viewer.drawing import LAYOUTS, Layout, Sprite, file_style, scene_file, scene_svg, sprite_place
from mjlog.viewer.faces import hand_png, row_png, symbol_id
from mjlog.viewer.pages import present
from mjlog.viewer.pages.moment import ROWS, MomentPage, Reader, followed, legend, macros_for, reader_of
from mjlog.viewer.requests import DamagedError, asked_reading, hand_in, library, number_in, opened, place_in
from mjlog.viewer.serving.guard import allow_style
from mjlog.views.board import text_table
from mjlog.views.moment import decision_from, finding_from, tempo_of, winning_hand, winning_move
from mjlog.views.results import result_of

preview_blueprint = Blueprint("preview", __name__)
_SAMPLE = (("1b", "5b", "9c", "5d"), ("Ew", "Sw", "Ww", "Nw"), ("Rd", "Gd", "Wd"))
"""What is shown where nobody has won."""


class Preview(NamedTuple):
    """`picture`: its address."""

    title: str
    told: str
    picture: str


def of_hand(game: Game, hand: Hand, title: str) -> Preview:
    """The preview of a page about a hand: how it came out, who played."""
    result = result_of(hand)
    changes = result.by_player(result.change or {})
    won = [f"{shown(winner, 40)} {signed(changes[winner])}" for winner in result.won_by if winner in changes]
    ended = f"{list_words(won)}. " if won else f"{present.result_words(hand).words.capitalize()}. "
    return Preview(title, ended + _players(game), _picture_url(game, hand))


def of_game(game: Game, title: str) -> Preview:
    """The preview of the page of a game: totals, who played, and the hand that was won last."""
    over = [hand for hand in game.played if hand.is_over and hand.after is not None]
    totals = sorted((over[-1].after or {}).items(), key=lambda pair: -pair[1]) if over else []
    words = ", ".join(f"{shown(player, 40)} {points(total)}" for player, total in totals) or _players(game)
    won = next((hand for hand in reversed(game.played) if winning_move(game, hand) is not None), None)
    count = sum(result_of(hand).is_played for hand in game.played)
    hands = f"{counted(count, 'hand')} by" if count else "By"
    words_told = f"{words}. {hands} the rules {shown(str(game.ruleset or 'unknown'), 80)}"
    return Preview(title, words_told, _picture_url(game, won))


def _players(game: Game) -> str:
    return ", ".join(shown(player, 40) for player in game.players)


def _picture_url(game: Game, hand: Hand | None) -> str:
    number = hand.number if hand is not None and hand.number is not None else 0
    return url_for("preview.picture", name=game.id, number=number, _external=True)


@preview_blueprint.get("/games/<game:name>/hands/<number>.png")
def picture(name: str, number: str) -> Response:
    """The hand that was won (of several that of `seat`), as it lay at the end; where none was, tiles of no hand."""
    asked, letter = number_in(number, "hand"), request.args.get("seat")
    if letter not in (None, *Seat.__members__):
        raise BadRequest(f"there is no seat '{shown(letter, 20)}': they are {list_words(list(Seat.__members__))}")
    with opened(name, asked_reading()) as game:
        groups = winning_hand(game, hand_in(game, asked), Seat[letter] if letter else None) if asked else []
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
_TILE = re.compile(r'<svg class="tile[ "][^<]*<use href="[^"]*"/></svg>')
_FIRST_SIGN, _FIRST_TEXT, _FIRST_STEP, _GONE = 0xE000, 0x100, 0x23, "\xff"
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
    passed: Callable[[int], object] = int,
) -> dict[str, Any]:
    """One reel as plain values: these `stops` of the game, as each of the readers sees them in each of the layouts.

    `edition`: of so many events of the log it is made; with another, any frame may be another. `stops`: all frames of
    the film; `last`: the seq of the last event; `first`: which frame is the first here. `eyes`: who looks, in which
    layout. What is to be seen goes on in tracks: `names[i]` is that of a track; `steps[i]`: for each of its changes how
    many frames it is after the one before; `signs[i]`: which of `patterns` it has (both a character for each change,
    U+0023 for 0); `values[i]`: the values of all changes in a row. A pattern has a character for each eye: which value
    of the change it sees, from `0` on, or `.` where nothing changes for it. Of the seq of the event its growth is told.

    HTML, and how things of the picture look and where they lie, is told by `texts`, a character each, from U+0100 on;
    what is gone looks like U+00FF. `layers`: the things of a layout from the lowest to the topmost, by the numbers of
    their tracks. `often`: what characters from U+E000 on in HTML stand for.

    `tidy`: what is done to HTML before it is told. `passed`: is told each stop that is done.
    """
    layers: dict[Layout, list[str]] = {layout: [] for layout in layouts}
    rolls = [_Roll(reader, macros, layers) for reader in readers]
    tracks: dict[str, list[tuple[int, list[Any]]]] = {}
    for frame, stop in enumerate(stops):
        place = readers[0].stops[stop]
        here = readers[0].game.seq_at(place)
        there = {
            f"ways/{way}": seq - here if seq is not None and way in _BESIDE else seq
            for way, seq in zip(WAYS, ways(readers[0].game, place), strict=True)
        }
        changes = [change for roll in rolls for change in roll.changes(stop, there)]
        for name in dict.fromkeys(name for change in changes for name in change):
            tracks.setdefault(name, []).append((frame, [change.get(name, _NONE) for change in changes]))
        passed(stop)
    one, told, names = readers[0], _ReelWords(tidy), sorted(tracks)
    values = [told.values(name, tracks[name]) for name in names]
    return {
        "edition": one.game.log.last,
        "game": shown(one.game.id or "", 40),
        "stops": len(one.stops),
        "last": one.game.last_seq,
        "first": stops.start,
        "eyes": [f"{reader.to.view} {layout}" for reader in readers for layout in layouts],
        "names": names,
        "steps": [_steps([frame for frame, _ in tracks[name]]) for name in names],
        "signs": [told.signs(tracks[name]) for name in names],
        "values": values,
        "patterns": list(told.patterns),
        "layers": {layout: [names.index(f"look/{name}") for name in layers[layout]] for layout in layouts},
        "texts": told.short_texts(),
        "often": list(told.often),
    }


def _steps(numbers: Sequence[int]) -> str:
    """How far it is from each to the next, a character each."""
    return "".join(chr(_FIRST_STEP + after - before) for before, after in pairwise((0, *numbers)))


class _ReelWords:
    """What is said in a reel, by its number; `often`: tiles among words, each with the sign that it has."""

    def __init__(self, tidy: Callable[[str], str]) -> None:
        self.patterns: dict[str, int] = {}
        self.texts: dict[str, int] = {}
        self.often: dict[str, str] = {}
        self._tidy = tidy

    def signs(self, changes: Sequence[tuple[int, Sequence[Any]]]) -> str:
        """Who sees which value of each change."""
        signs = []
        for _frame, seen in changes:
            values = [*dict.fromkeys(value for value in seen if value is not _NONE)]
            pattern = "".join("." if value is _NONE else chr(48 + values.index(value)) for value in seen)
            signs.append(chr(_FIRST_STEP + self.patterns.setdefault(pattern, len(self.patterns))))
        return "".join(signs)

    def values(self, name: str, changes: Sequence[tuple[int, Sequence[Any]]]) -> Any:
        """The values of all changes, each once for all who see it."""
        values = [value for _, seen in changes for value in dict.fromkeys(seen) if value is not _NONE]
        if name == "head/seq":
            return [after - before for before, after in pairwise((0, *values))]
        if name.startswith(("head/", "ways/")):
            return values
        spelled = [
            _GONE
            if value is None
            else "".join([chr(_FIRST_TEXT + self.texts.setdefault(text, len(self.texts))) for text in value])
            for value in values
        ]
        return spelled if name.startswith("parts/") else "".join(spelled)

    def short_texts(self) -> list[str]:
        """All texts, by their numbers."""
        plain = (_HIGH.sub(lambda match: f"&#{ord(match[0])};", self._tidy(text)) for text in self.texts)
        often = self.often
        return [
            _TILE.sub(lambda match: often.setdefault(match[0], chr(_FIRST_SIGN + len(often))), text) for text in plain
        ]


class _Roll:
    """What one reader is shown, moment by moment. `layers`: gathers which things of a layout lie above which."""

    def __init__(self, reader: Reader, macros: Macros, layers: Mapping[Layout, list[str]]) -> None:
        self._reader, self._macros, self._layers = reader, macros, layers
        self._fields: _Changes = {}
        self._things: dict[Layout, _Changes] = {layout: {} for layout in layers}
        self._lying: dict[Layout, dict[str, Sprite]] = {layout: {} for layout in layers}
        self._hand = -1

    def changes(self, stop: int, there: _Changes) -> list[_Changes]:
        """What changes at the next stop in each layout, from where the ways lead `there`."""
        page = self._reader.moment(self._reader.stops[stop])
        head: _Changes = {
            "head/seq": page.seq,
            "head/hand": page.hand.place,
            "head/tempo": tempo_of(row_type(page.game.rows[page.moment.place])),
            "head/at": page.position,
            "head/of": page.length,
            "head/until": page.until,
        }
        pieces = page.pieces(self._macros)
        # What stays the same during a hand comes with its first moment; while the hand goes on, with every reel.
        if page.position == 1 or (not page.hand.is_over and page.hand.place != self._hand):
            pieces |= page.pieces_of_the_hand(self._macros)
        self._hand = page.hand.place
        parts: _Changes = {f"parts/{name}": tuple(piece) for name, piece in pieces.items()}
        fields = _new(self._fields, head | there | parts)
        return [fields | _new(things, self._moved(layout, page)) for layout, things in self._things.items()]

    def _moved(self, layout: Layout, page: MomentPage) -> _Changes:
        """How things look that may look otherwise than before, and where they lie; None for what is gone."""
        scene = page.scene(layout)
        before, lying = self._lying[layout], {} if scene is None else scene.sprites
        moved: _Changes = {f"look/{name}": None for name in before if name not in lying}
        if scene is not None:
            moved["head/size"] = scene.view_box
        layers, below = self._layers[layout], None
        for name, sprite in lying.items():
            if before.get(name) != sprite:
                moved[f"look/{name}"], moved[f"place/{name}"] = (sprite.markup,), (sprite_place(sprite),)
                if name not in layers:
                    layers.insert(0 if below is None else layers.index(below) + 1, name)
            below = name
        self._lying[layout] = lying
        return moved


def _new(now: _Changes, values: _Changes) -> _Changes:
    """Which of the values differ from what is there now, where they are put."""
    changed = {name: value for name, value in values.items() if now.get(name, _NONE) != value}
    now.update(changed)
    return changed


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
    return f"{_title(page)}\n{page.named_words}\n{table}"


def _title(page: MomentPage) -> str:
    return f"{shown(page.to.game, 60)}, event {page.seq} of {page.game.last_seq}"


def _picture(page: MomentPage) -> str:
    scene = page.scene("wide")
    if scene is None:
        raise Conflict("no hand has begun at this event: there is no table to be drawn")
    return scene_file(scene, page.reader.look.tiles, title=_title(page), told=f"{page.named_words}. {page.caption}.")


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
    rules = page.game.rules
    pictures: dict[str, str] = {}
    for layout in LAYOUTS:
        scene = page.scene(layout)
        # Before the first hand an empty one, for the script to draw in.
        empty = f'<svg class="{layout} board" aria-hidden="true"><g class="sprites"></g></svg>'
        pictures[layout] = empty if scene is None else scene_svg(scene, f"{layout} board")
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
        "copies": {} if rules is None else {CODES[kind]: many for kind, many in enumerate(rules.plan.copies) if many},
        **pictures,
    }


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
