"""The screen in so many columns and rows: the table above, the latest events below, as styled text.

The table is as full as there is room: seats, points, sets, discards, concealed tiles that are known.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mjlog.findings import Finding
from mjlog.recording.ending import end_of_hand
from mjlog.recording.game import EventSaid
from mjlog.recording.session import RecordingSession
from mjlog.text import points, shown, signed
from mjlog.tiles import CODES, UNKNOWN, format_tiles
from mjlog.views.board import Board, BoardSeat, board, seat_words, set_text, table_words

# -- the table in lines -----------------------------------------------------------------------------------------------


Fragment = tuple[str, str]
Line = list[Fragment]
"""A line of the screen: styles (names of the style sheet) and texts."""
NOTHING: Mapping[str, int] = MappingProxyType({})
"""No points are reckoned."""


@dataclass(frozen=True, slots=True)
class _Detail:
    """How much is shown of each seat."""

    in_full: bool = True
    hands: bool = True
    all_discards: bool = True
    discards: bool = True


_LESS_AND_LESS = (
    _Detail(),
    _Detail(all_discards=False),
    _Detail(in_full=False, all_discards=False),
    _Detail(in_full=False, hands=False, all_discards=False),
    _Detail(in_full=False, hands=False, discards=False),
)


def plain(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for _style, text in line)


def table_lines(
    seen: Board, width: int, room: int, reckoned: Mapping[str, int] = NOTHING, is_over: bool = False
) -> list[Line]:
    """The table in `room` lines, or as few as it takes: what is due, and a block for each seat.

    `reckoned`: points by player as far as they were written down, shown with a `?` where more may have been paid.
    `is_over`: the game has ended.

    Where room is short, sets are written shorter, then known hands and old discards are left out, at last all but
    names and points.
    """
    state = [[("class:state", " the game is over")]] if is_over else state_lines(seen, width)
    places = []
    for view in seen.places:
        total = view.total if view.total is not None else reckoned.get(view.player)
        text = "" if total is None else signed(total) if not view.riichi else points(total)
        named = f"{shown(view.player, 12)} {text}{'?' if view.total is None else ''}"
        places.append(view.replaced(player=named))
    seen = seen.replaced().keeping(places=tuple(places))
    for detail in _LESS_AND_LESS:
        lines = [line for view in seen.playing for line in _seat(seen, view, width, detail)]
        if len(state) + len(lines) <= room:
            return [*state, *lines]
    heads = [_head(seen, view) for view in seen.playing]
    if sum(map(len, heads)) + len(heads) > 2 * width:
        heads = [f"{head[:2]}{head.rpartition(' ')[2]}" for head in heads]
    side_by_side = [""]
    for head in heads:
        if side_by_side[-1] and len(side_by_side[-1]) + len(head) + 1 > width:
            side_by_side.append("")
        side_by_side[-1] += f" {head}" if side_by_side[-1] else head
    return [*state, *([("class:seat", _cut(line, width))] for line in side_by_side)][: max(1, room)]


# -- what is due -----------------------------------------------------------------------------------------------------

_DUE = {
    "a discard": "{} to discard", "a draw or a claim": "{} to play", "a loose tile": "{} to take a loose tile",
    "the deal": "the deal, or {}'s first discard",
}  # fmt: skip


def state_lines(seen: Board, width: int) -> list[Line]:
    """Hand, round, tiles left, last discard, and who is to act; shorter, or in several lines, on a narrow screen."""
    long = " · ".join(_state(seen, short=False))
    if len(long) < width:
        return [[("class:state", f" {long}")]]
    short = _state(seen, short=True)
    lines = [""]
    for part in short:
        joined = f"{lines[-1]} · {part}" if lines[-1] else part
        if len(joined) < width:
            lines[-1] = joined
        else:
            lines.append(part)
    return [[("class:state", f" {line}"[:width])] for line in lines if line]


def _state(seen: Board, short: bool) -> list[str]:
    hand = f"hand {seen.hand}"
    if seen.family.has_round_winds:
        hand += f" {seen.round.value}" if short else f", {seen.round} round"
    hand += ", a goulash" if seen.wild else ""
    parts = [hand] if short and seen.depth != "result" else [hand, seen.depth]
    if seen.depth != "result" and seen.due != "the deal":
        parts.append(f"{'' if seen.wall.sure else '~' if short else 'about '}{seen.wall.live} left")
    if seen.latest is not None and seen.latest.seat is not None and seen.depth != "result":
        parts.append(f"{CODES[seen.latest.tile.kind]} by {seen.latest.seat.value if short else seen.latest.seat}")
    if seen.riichi:
        parts += table_words(seen.riichi, str)
    return [*parts, _due(seen, short)]


def _due(seen: Board, short: bool) -> str:
    if seen.winner is not None:
        return seen.won_by
    if seen.is_washout:
        return "a drawn hand"
    if seen.due == "nothing":
        return "the hand is over"
    if seen.depth == "result":
        return "its result"
    if short and seen.due == "the deal":
        return seen.due
    turn = "somebody" if seen.turn is None else seen.turn.value if short else str(seen.turn)
    return _DUE[seen.due].format(turn) if seen.due in _DUE else seen.due


# -- a seat ----------------------------------------------------------------------------------------------------------


def _seat(seen: Board, view: BoardSeat, width: int, detail: _Detail) -> list[Line]:
    """Seat, player, points, what lies on the table; the discards; concealed tiles as far as they are known."""
    style = "class:turn" if view.is_turn else "class:winner" if view.seat in seen.winners else "class:seat"
    head = _head(seen, view)
    left = max(len(_head(seen, board_seat)) for board_seat in seen.playing) + 2
    first, *more = _laid(view, width - left - 1, width - 4, detail.in_full)
    lines = [[(style, head), ("class:sets", (" " * (left - len(head)) + first).rstrip())]]
    lines += [[("class:sets", f"   {part}")] for part in more]
    # Where only the result is written down, discards say no more than who was in riichi.
    thrown = _thrown(view, width, detail) if seen.depth != "result" else []
    known = [tile.face for tile in view.concealed if tile.kind != UNKNOWN]
    hand = [_cut(f"  hand {format_tiles(known)}", width)] if known and detail.hands else []
    return [*lines, *thrown, *([("class:hand", text)] for text in hand)]


def _head(seen: Board, view: BoardSeat) -> str:
    mark = ">" if view.is_turn else "*" if view.seat in seen.winners else " "
    return f"{mark}{view.seat.value} {view.player}"


def _laid(view: BoardSeat, first: int, other: int, in_full: bool) -> list[str]:
    """Sets, flowers and remarks on the hand, in lines of `other` columns; the first, of `first`, stands beside the
    name."""
    parts = []
    for laid in view.sets:
        # In short whom it was claimed from; `k`: concealed.
        source = f" {laid.claimed_from.value}" if laid.claimed_from is not None else " k" if laid.concealed else ""
        short = f"[{format_tiles([tile.face for tile in laid.tiles])}{source}]"
        parts.append(set_text(laid).replace("\u00a0", " ") if in_full else short)
    parts += [" ".join(map(str, view.bonus))] if view.bonus else []
    parts += [f"DEAD ({view.dead})"] if view.dead is not None else []
    parts += ["calling"] if view.is_calling else []
    parts += seat_words(view.riichi) if view.riichi else []
    parts += [f"claims {view.claims}"] if view.claims else []
    lines, room = [""], first
    for part in parts:
        joined = f"{lines[-1]} {part}" if lines[-1] else part
        if len(joined) <= room:
            lines[-1] = joined
        else:
            lines.append(_cut(part, other))
            room = other
    return lines


def _thrown(view: BoardSeat, width: int, detail: _Detail) -> list[Line]:
    thrown = " ".join(
        f"{lies.tile}{'r' if lies.riichi else ''}{'*' if at == view.latest else '^' if lies.claimed_by else ''}"
        for at, lies in enumerate(view.discards)
    )
    if not thrown or not detail.discards:
        return []
    if not detail.all_discards:
        room = width - 7
        end = thrown if len(thrown) <= room else "… " + thrown[-(room - 2) :].partition(" ")[2]
        return [[("class:discards", f"   out {end}")]]
    parts = textwrap.wrap(thrown, max(8, width - 7))
    return [[("class:discards", ("       " if number else "   out ") + part)] for number, part in enumerate(parts)]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


# -- the screen -------------------------------------------------------------------------------------------------------


_EVENTS = 3
"""Lines of the latest events, at least, where the screen is not tiny."""
_TINY = 8


def screen(session: RecordingSession, width: int, height: int) -> list[Line]:
    """The table above, what was typed last below, in at most `height` lines."""
    lines = [] if height < _TINY else [title(session, width)]
    rule: list[Line] = [] if height < _TINY else [[("class:rule", "─" * width)]]
    wanted = 0 if height < _TINY else _EVENTS
    ending = ending_lines(session, width, most=max(wanted, height // 2))
    room = height - len(lines) - len(rule) - max(wanted, len(ending) + min(2, height // 10))
    seen = board(session.table, "open")
    if seen.hand:
        lines += table_lines(seen, width, room, session.table.totals, is_over=bool(session.table.standing.ended))
    else:
        # Who plays, and what to type.
        start = session.recorder.replay.frame.start
        players = ", ".join(shown(handle, 24) for handle in start.players) if start is not None else ""
        words = "no hand has begun: `hand table` begins one, ? lists what can be typed"
        lines += [[("", part)] for text in (players, words) if text for part in wrapped(text, width - 1, " ")]
    lines += rule
    return [*lines, *last_lines(session, width, height - len(lines), ending)][:height]


def title(session: RecordingSession, width: int) -> Line:
    """The game, where it is played, and how much of it is confirmed."""
    start = session.recorder.replay.frame.start
    parts = [shown(session.game, 24), session.recorder.replay.rules.ruleset.id]
    parts += [shown(part, 16) for part in start.where] if start is not None else []
    pencil = len(session.pencil)
    right = f"{pencil} in pencil" if pencil else "all confirmed"
    left = " · ".join(parts)[: max(0, width - len(right) - 3)]
    return [("class:title", f" {left}{' ' * max(1, width - len(left) - len(right) - 2)}{right} ")]


# -- below: what was typed, what the rules say ------------------------------------------------------------------------


def ending_lines(session: RecordingSession, width: int, most: int) -> list[Line]:
    """What a hand is worth, at its end: item by item where that takes no more than `most` lines."""
    for in_full in (True, False):
        texts = end_of_hand(session.recorder.replay, in_full)
        lines: list[Line] = [[("class:summary", part)] for text in texts for part in wrapped(text, width, " ")]
        if len(lines) <= most:
            return lines
    return [*lines[: most - 1], lines[-1]]


def last_lines(session: RecordingSession, width: int, room: int, ending: Sequence[Line]) -> list[Line]:
    """The latest events, the last below, and the end of the hand."""
    keep = max(0, room - len(ending))
    lines = events_in_words(session, width, keep)
    return [*lines[max(0, len(lines) - keep) :], *ending]


def events_in_words(session: RecordingSession, width: int, most: int | None = None) -> list[Line]:
    """The events of the hand, each with its number; those in pencil are marked. `most`: how many lines are enough."""
    lines: list[Line] = []
    pencil = {id(step) for step in session.pencil}
    mended = session.recorder.corrected_by()
    for step in reversed(session.steps):
        mark, style = ("~", "class:pencil") if id(step) in pencil else (" ", "class:ink")
        for entry in reversed(step.said):
            lines = [*event_lines(entry, width, mark, style, mended.get(entry.event.seq)), *lines]
        if most is not None and len(lines) >= most:
            break
    return lines


def event_lines(
    entry: EventSaid, width: int, mark: str = " ", style: str = "class:ink", mended: int | None = None
) -> list[Line]:
    """An event with its number, and what the rules say of it. `mended`: the seq of what corrects it."""
    lines: list[Line] = []
    indent = 7 if width > 2 * _NARROW else 1
    words = entry.words if mended is None else f"{entry.words} (corrected by {mended})"
    for number, part in enumerate(wrapped(words, width - 7, "")):
        seq = f"{mark}{entry.event.seq:>5} " if not number else " " * 7
        lines.append([("class:seq", seq), (style, part)])
    return [*lines, *(line for finding in entry.findings for line in finding_lines(finding, width, indent))]


_NARROW = 20


def finding_lines(finding: Finding, width: int, indent: int = 7) -> list[Line]:
    """A finding, in as many lines as it takes."""
    rule = f" [{finding.rule}]" if finding.rule else ""
    text = f"{finding.severity} {finding.code}: {shown(finding.message, 300)}{rule}"
    return [[(f"class:{finding.severity}", part)] for part in wrapped(text, width, " " * indent)]


def wrapped(text: str, width: int, indent: str) -> Sequence[str]:
    """A text in lines of `width` columns."""
    width = max(len(indent) + 8, width)
    lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return lines or [""]
