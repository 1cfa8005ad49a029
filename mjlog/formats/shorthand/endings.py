"""Short acts at the end of a hand: `m`, `sm`, `sh 123b 55d`, `8/4/48/2`, `pay`."""

from __future__ import annotations

import difflib
import re

from mjlog.audit.ledger import ledger_for
from mjlog.errors import NotationError
from mjlog.formats.shorthand.acts import begin_result_hand, codes, group_of
from mjlog.formats.shorthand.filling import UNSEEN
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.shorthand.tokens import kind_of, seat_of, tiles_in
from mjlog.rules.groups import set_kind
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.state import A_DISCARD, A_LOOSE_TILE, CLOSING
from mjlog.text import either, quoted
from mjlog.tiles import CODES, UNKNOWN

Match = re.Match[str]
SOURCES = {"w": "wall", "l": "loose", "d": "discard", "k": "kong", "o": "deal", "x": "exchange"}
_OWN = ("deal", "wall", "loose", "exchange")


def mahjong(scene: Scene, match: Match, listed: str | None = None) -> list[Fields]:
    """`m` from the wall, `sm` on the discard; how, from whom, the tile, the line and the scores can follow."""
    hand = begin_result_hand(scene)
    blind = bool(hand) or scene.table.depth == "result"
    seat = seat_of(match["seat"]) or (None if blind else scene.next_seat())
    if seat is None:
        raise NotationError("who wins? expected a seat before the m, like `sm48`")
    how = group_of(match, "source")
    source = SOURCES.get(how) or ("discard" if how or blind else _source(scene.table, seat, bool(match["seat"])))
    parts = match.groupdict()
    tile = kind_of(parts["tile"]) if parts.get("tile") else None
    events = [*hand, *_before_win(scene, seat, source, how, tile)]
    fields: Fields = {"type": "mahjong", "seat": seat.value, "source": source}
    unwritten = any(one["type"] == "discard" for one in events)
    known = tile if tile is not None or blind or unwritten else _winning_tile(scene.table, seat, source)
    if known not in (None, UNKNOWN):
        fields["tile"] = CODES[known]
    if parts.get("line"):
        fields["line"] = parts["line"]
    return [*events, fields, *_scores(scene, listed or parts.get("scores"), seat, parts.get("limit"))]


def _source(table: Table, seat: Seat, named: bool) -> str:
    """Where the winning tile came from, as the table stands; a seat that is named wins on what lies open."""
    if table.kong is not None and table.kong.seat is not seat:
        return "kong"
    own = table.turn is seat and table.due in (A_DISCARD, A_LOOSE_TILE)
    if own:
        return _own_source(table, seat)
    discard = table.discard
    return "discard" if named and (discard is None or discard.seat is not seat) else "wall"


def _own_source(table: Table, seat: Seat) -> str:
    if table.loose_due is seat or table.whence == "loose":
        return "loose"
    if table.whence == "exchange":
        return "exchange"
    return "deal" if table.first_turns and not table.discards and not table.places[seat.index].bonus else "wall"


def _before_win(scene: Scene, seat: Seat, source: str, how: str, tile: int | None) -> list[Fields]:
    """What goes before a declaration: a tile taken; or a discard that was not typed, and the call."""
    if source in _OWN:
        due = scene.table.turn is seat and scene.table.due != A_DISCARD
        return scene.before(seat, tile) if scene.habits.draws and due and not scene.no_hand else []
    events: list[Fields] = []
    discard = scene.table.discard
    if how.startswith("f"):
        supplier = Seat[how[1].upper()]
        if discard is None or not scene.table.open or discard.seat is not supplier:
            code = UNSEEN if tile is None else CODES[tile]
            events.append({"type": "discard", "seat": supplier.value, "tile": code})
    elif scene.table.depth == "result" or scene.no_hand:
        return []
    call = {"for": "mahjong"}
    if events:
        return [*events, scene.answer("claim", seat, **call)]
    called = [] if _has_called(scene.table, seat) else [scene.answer("claim", seat, **call)]
    return [*called, *scene.passes(seat)]


def _has_called(table: Table, seat: Seat) -> bool:
    """Whether the seat has called the tile that lies open for mahjong (`sm-`)."""
    return table.claims.get(seat) == "mahjong" and (table.open or table.kong is not None)


def _winning_tile(table: Table, seat: Seat, source: str) -> int | None:
    if source == "discard":
        return table.discard.tile if table.discard is not None and table.open else None
    if source == "kong":
        return table.kong.tile if table.kong is not None else None
    return table.places[seat.index].last_drawn if source in ("wall", "loose") and table.due == A_DISCARD else None


def _scores(scene: Scene, text: str | None, winner: Seat, limit: str | None) -> list[Fields]:
    """Scores announced: the winner's alone, or all in the order of the seats; the winner's can be a limit hand's."""
    if not text:
        return []
    said = [_score(winner, text)] if "/" not in text else score_list(scene, text)
    name = limit_hand(scene, limit) if limit else None
    return [{**one, "limit": name} if name and one["seat"] == winner.value else one for one in said]


def limit_hand(scene: Scene, typed: str) -> str:
    """The limit hand that a name means: one of the rule set, by its name or a part that no other has.

    Raises:
        NotationError: it has none of this name; those that are near are told.
    """
    word = typed.lower()
    ledger = ledger_for(scene.rules) if scene.rules is not None else None
    known = [row.id for row in (*ledger.rows, *ledger.off) if row.is_limit] if ledger is not None else []
    if not known or word in known:
        return word
    near = [name for name in known if word in name] or difflib.get_close_matches(word, known)
    if len(near) == 1 and word in near[0]:
        return near[0]
    which = f"did you mean {either(near)}?" if near else f"expected one of {', '.join(known)}"
    raise NotationError(f"{quoted(typed, 40)} is no limit hand of these rules; {which}")


def _score(seat: Seat, text: str) -> Fields:
    return {"type": "score", "seat": seat.value, "total": int(text)}


def score_list(scene: Scene, text: str) -> list[Fields]:
    """`8/4/48/2`: what East, South, West and North announce; nothing between the strokes is not announced."""
    said = [_score(seat, part) for seat, part in _by_seat(scene, text) if part]
    if not said:
        raise NotationError(
            f"{quoted(text)} says no score; expected one of a seat at least, like `8/48/4/2` or `/48//`"
        )
    return said


def _by_seat(scene: Scene, text: str) -> list[tuple[Seat, str]]:
    seats, parts = scene.table.plan.seats, text.split("/")
    if len(parts) != len(seats):
        order = "/".join(seat.wind_name for seat in seats)
        raise NotationError(f"{quoted(text)} has {len(parts)} numbers; expected {len(seats)}, for {order}")
    return list(zip(seats, parts, strict=True))


def result(scene: Scene, match: Match) -> list[Fields]:
    """`8/4w48/2`: all scores; before the winner's stands its letter, and how it won where not on a discard; behind it,
    as in `8/4w1000:thirteen-wonders/2`, the limit hand."""
    winner = seat_of(match["seat"])
    assert winner is not None
    seats = scene.table.plan.seats
    before = match["before"].split("/") if match["before"] else []
    if len(before) == winner.index + 1 and not before[-1]:
        del before[-1]  # the stroke before the winner's letter may be written as well
    after = f"{match['own']}{match['after']}".split("/")
    if winner not in seats or len(before) > winner.index or winner.index + len(after) != len(seats):
        order = ", ".join(seat.wind_name for seat in seats)
        raise NotationError(
            f"{quoted(match[0])}: expected a score each for {order}, the winner's letter before its own"
        )
    listed = [*before, *[""] * (winner.index - len(before)), *after]
    return mahjong(scene, match, "/".join(listed))


def scores(scene: Scene, match: Match) -> list[Fields]:
    """Scores of all seats; what a seat has announced before (`sm48`) may stand there again."""
    said, known = score_list(scene, match["scores"]), scene.table.scores
    new = [one for one in said if known.get(Seat[one["seat"]]) != one["total"]]
    if not new:
        raise NotationError(f"{quoted(match[0])}: all of it is announced already; expected `pay`, or another score")
    return new


def score(scene: Scene, match: Match) -> list[Fields]:
    """`s=64`: one score; `s=1000:thirteen-wonders` that of a limit hand."""
    seat = Seat[match["seat"].upper()]
    return _scores(scene, match["score"], seat, match["limit"])


def show(scene: Scene, match: Match) -> list[Fields]:
    """`sh 123b 55d / 9c Ew`: a hand as it is laid down; words that are no set are left over, and all after a stroke."""
    seat = seat_of(match["seat"]) or scene.table.winner
    if seat is None:
        raise NotationError("whose hand is shown? expected a seat, like `sh 123b 55d`")
    if not match["tiles"].strip():
        raise NotationError(f"{match[0]!r} shows no tiles; expected them, like `{seat.value.lower()}h 123b 55d`")
    sets: list[list[str]] = []
    rest: list[str] = []
    laid, _, over = match["tiles"].partition("/")
    for word in laid.split():
        kinds = tiles_in(word)
        if set_kind(kinds) is not None and UNKNOWN not in kinds:
            sets.append(codes(kinds))
        else:
            rest += codes(kinds)
    rest += [code for word in over.replace("/", " ").split() for code in codes(tiles_in(word))]
    fields: Fields = {"type": "show", "seat": seat.value}
    if sets:
        fields["sets"] = sets
    if rest:
        fields["rest"] = rest
    return [fields]


_PAY = re.compile(r"pay(?:\s+(?:(?P<change>-?\d+(?:/-?\d+)*)|(?P<seat>[eswn])))?", re.IGNORECASE)


def pay(scene: Scene, text: str) -> list[Fields]:
    """`pay -12/4/20/-12`: what everybody gained or lost; `pay w`: West paid for all; `pay`: it was paid as computed.

    Raises:
        NotationError: it cannot be computed, or the numbers are not one a seat.
    """
    match = _PAY.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            f"{quoted(text)}: expected one number a seat, like `pay -12/4/20/-12`, the seat that paid "
            "for all, like `pay w`, or `pay` alone"
        )
    if match["change"]:
        change = {seat.value: int(part) for seat, part in _by_seat(scene, match["change"])}
        return [{"type": "settlement", "change": change}]
    payer = Seat[match["seat"].upper()] if match["seat"] else None
    if payer is not None and not scene.table.plan.tracks_danger:
        raise NotationError(f"{quoted(text)}: by these rules nobody pays for all; expected `pay`, or one number a seat")
    owed = scene.owed(payer) if scene.table.due == CLOSING else None
    if owed is None:
        raise NotationError(
            "what is to be paid does not follow from what is written down: say it, like `pay -12/4/20/-12`"
        )
    return [{"type": "settlement", "change": owed}]
