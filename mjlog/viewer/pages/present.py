"""What the templates are given, ready to be shown; the board as a table of words, a hand beside its score.

Sets, pairs and bonus tiles name their tiles. Of what is said of the whole hand, the pattern of the rule set's row knows
the tiles: the winning one, winds or dragons, concealed sets, or all. A line of a card speaks of its groups.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup, escape

from mjlog import events as ev
from mjlog.audit.game import Game, Hand
from mjlog.audit.valuing import scorer_for
from mjlog.club.records import number_words
from mjlog.disputes.dossier import ruling_words, standing_words
from mjlog.errors import NotationError
from mjlog.findings import Finding
from mjlog.hands import NO_WILD, set_words
from mjlog.log.records import Fault
from mjlog.reports.finding_words import ruled_words
from mjlog.rulesets import Rules
from mjlog.rulesets.resolve import written_option
from mjlog.scoring import Explanation, Item, Score
from mjlog.scoring.placed import row_of, tiles_spoken_of
from mjlog.scoring.registry import about
from mjlog.seats import SEATS, Seat
from mjlog.text import counted, decimal, list_words, points, result, shown, signed, with_name
from mjlog.tiles import CODES, UNKNOWN, parse_faces, parse_tiles, tile_name
from mjlog.viewer.faces import symbol_id
from mjlog.views.board import Board, BoardSeat, CharlestonView, LaidSetView, LineName, SetTile, seat_words, table_words
from mjlog.views.claimable import possible_first, so_far_words
from mjlog.views.moment import tiles_of
from mjlog.views.results import HandResult, is_by_fu, result_of, worth_in_han
from mjlog.views.seen import EventLine, explanations_of, line_at, line_told
from mjlog.views.words import (
    BASES,
    DEAD_FOR,
    PaymentTable,
    payment_table,
    pieces,
    player_words,
    seat_name,
    tile_words,
    tiles_words,
    with_names,
    working,
    worth_words,
)

NOTHING = "none"


class SeatRow(NamedTuple):
    """What lies before one player, in words; `state`: to act, claims pung, dead …"""

    seat: Seat
    handle: str
    total: str
    state: str
    concealed: str
    sets: str
    bonus: str
    discards: str


def seat_row(board: Board, seat: Seat) -> SeatRow:
    """One player's side of the table."""
    view = board.seat(seat)
    total = "unknown" if view.total is None else points(view.total)
    discards = []
    for at, discard in enumerate(view.discards):
        taken = f" (claimed by {seat_name(discard.claimed_by)})" if discard.claimed_by is not None else ""
        declared = " (riichi)" if discard.riichi else ""
        mark = taken or (" (the last discard)" if at == view.latest else "")
        discards.append(tile_words(discard.tile) + declared + mark)
    return SeatRow(
        seat=seat,
        handle=view.player or "nobody",
        total=total if view.chips is None else counted(view.chips, "chip"),
        state=", ".join(_states(board, view)),
        concealed=_concealed(view),
        sets="; ".join(map(set_label, view.sets)) or NOTHING,
        bonus=tiles_words(view.bonus) if view.bonus else NOTHING,
        discards=", ".join(discards) or NOTHING,
    )


def _states(board: Board, view: BoardSeat) -> Iterable[str]:
    if view.dead:
        yield f"dead: {DEAD_FOR[view.dead]}"
    if view.seat in board.winners:
        yield "mahjong"
    elif view.is_turn:
        yield "to act"
    if view.claims:
        yield f"claims {view.claims}"
    if view.is_calling:
        yield "calling"
    if view.riichi:
        yield from seat_words(view.riichi, in_full=True)
    if view.tiles_due is not None:
        yield f"{view.tiles} tiles instead of {view.tiles_due}"


def _concealed(view: BoardSeat) -> str:
    if not view.concealed:
        return NOTHING
    if {tile.kind for tile in view.concealed} == {UNKNOWN}:
        return f"{counted(len(view.concealed), 'tile')} face down"
    drawn = f"; drawn last: {tile_name(view.drawn.face)}" if view.drawn is not None else ""
    return tiles_words(view.concealed) + drawn


def caption(board: Board) -> str:
    """The middle of the table in a sentence: round, wall, what is due."""
    wall = board.wall
    parts = [board.hand_words]
    parts += [] if not board.wild else [f"a goulash: {tile_words(board.wild)} is wild"]
    if board.depth != "result":
        parts.append(f"{'' if wall.sure else 'about '}{counted(wall.live, 'tile')} left in the wall")
    if wall.dead:
        parts.append(f"{wall.dead} in the dead wall")
    if wall.broken is not None:
        parts.append(f"broken at {seat_name(wall.broken.wall)}'s stack {wall.broken.stack}")
    if board.riichi:
        parts += table_words(board.riichi)
    if board.charleston is not None:
        parts += _passed_on(board.charleston)
    if board.due not in ("", "nothing"):
        parts.append(f"due: {board.due}")
    return with_names("; ".join(parts), {view.seat: view.player for view in board.playing})


def _passed_on(passing: CharlestonView) -> Iterable[str]:
    """Which pass it is, what lies between whom, who has still to pass."""
    yield passing.words
    for parcel in passing.parcels:
        blind = f" ({parcel.blind} blind)" if parcel.blind else ""
        yield f"from {seat_name(parcel.giver)} to {seat_name(parcel.taker)}: {tiles_words(parcel.tiles)}{blind}"
    if passing.waiting:
        yield f"still to pass: {list_words([seat_name(seat) for seat in passing.waiting])}"
    if passing.stopped:
        yield f"{seat_name(passing.stopped)} refused a second one"


def set_label(laid: LaidSetView) -> str:
    """A set on the table in words, and whom its claimed tile came from."""
    hidden = "concealed " if laid.concealed else ""
    source = f" from {seat_name(laid.claimed_from)}" if laid.claimed_from is not None else ""
    wild = next((tile.tile.kind for tile in laid.lying if tile.stands_for is not None), NO_WILD)
    return hidden + set_words(laid.kind, laid.tiles, wild) + source


def group_label(tiles: Sequence[SetTile]) -> str:
    """A group of a hand in words; of jokers what they stand for."""
    return list_words([
        tile_words(lies.tile) + ("" if lies.stands_for is None else f" for {tile_words(lies.stands_for)}")
        for lies in tiles
    ])


def lit_tiles(rules: Rules, board: Board, view: BoardSeat, score: Score, item: Item) -> tuple[int, ...]:
    """The tiles of a player that a line of the score speaks of, as kinds in order; several alike stand several times.

    `view`: the player on the `board`; only tiles that can be seen there are among them. Empty where the line is about
    no tile: a bonus for winning at all, or an agreed value.
    """
    laid = (tile for each in view.sets for tile in each.tiles)
    seen = Counter(tile.kind for tile in (*view.concealed, *laid, *view.bonus) if tile.kind != UNKNOWN)
    wanted = Counter(_spoken_of(rules, board, view, score, item, seen))
    return tuple(sorted((seen & wanted).elements()))


def lit_sets(score: Score) -> list[tuple[str, tuple[int, ...]]]:
    """The sets and pairs that a hand was counted in: each as the score names it, and its kinds.

    >>> from mjlog.scoring import Score
    >>> share = (0, 0, (), ("123b", "RRd"), (), b"")
    >>> lit_sets(Score(0, 0, 0, 0, None, (), (), (share,), True))
    [('123b', (0, 1, 2)), ('RRd', (31, 31))]
    """
    return [(text, _read(text)) for text in score.arrangement]


def _read(text: str) -> tuple[int, ...]:
    try:
        return tuple(parse_tiles(text))
    except NotationError:
        # A score from elsewhere may name its tiles in another way.
        return ()


def _spoken_of(
    rules: Rules, board: Board, view: BoardSeat, score: Score, item: Item, seen: Counter[int]
) -> Iterable[int]:
    if item.tiles:
        return _read(item.tiles)
    won_by = board.line if board.winner is view.seat else None
    if won_by is not None:
        return [tile.kind for group in won_by.groups for tile in group.tiles]
    scorer = scorer_for(rules)
    row = None if scorer is None else row_of(item, scorer)
    if scorer is None or row is None:
        return ()
    own = Counter(seen)
    own.subtract(tile.kind for tile in view.bonus)
    last = board.won_on.kind if view.seat in board.winners and board.won_on is not None else None
    chosen_by = about(row.pattern, of_fans=scorer.of_fans)
    # Pungs in the hand are concealed, and those laid face down; all others lie open.
    open_sets = [tuple(sorted(tile.kind for tile in laid.tiles)) for laid in view.sets if not laid.concealed]
    concealed_pungs = (
        kinds for _text, kinds in lit_sets(score) if len(kinds) >= 3 and len(set(kinds)) == 1 and kinds not in open_sets
    )
    return tiles_spoken_of(chosen_by, (+own).elements(), last, concealed_pungs)


class LitTile(NamedTuple):
    """A tile, and the numbers of the lines that speak of it, from 0; `won`: the hand was won by it."""

    tile: SetTile
    lines: tuple[int, ...]
    won: bool = False

    @property
    def look(self) -> str:
        """Its classes: the lines that speak of it, and whether it won the hand."""
        return " ".join([f"i{line}" for line in self.lines] + ["won"] * self.won)


def lit_hand(rules: Rules, board: Board, view: BoardSeat, score: Score) -> list[list[LitTile]]:
    """The player's tiles as they lie: sets on the table, the hand, bonus tiles; empty where not all were seen."""
    groups = list(tiles_of(view))
    if any(tile.tile.kind == UNKNOWN for group in groups for tile in group):
        return []
    lines: list[list[list[int]]] = [[[] for _ in group] for group in groups]
    for number, item in enumerate(score.items):
        _light(groups, lines, number, Counter(lit_tiles(rules, board, view, score, item)))
    won_by = board.won_on if view.seat in board.winners else None
    # It is a tile of the hand, else of a set laid down with it.
    order = sorted(range(len(groups)), key=lambda at: at != len(view.sets))
    won = next(((at, place) for at in order for place, lies in enumerate(groups[at]) if lies.tile is won_by), None)
    return [
        [
            LitTile(tile, tuple(spoken), (at, place) == won)
            for place, (tile, spoken) in enumerate(zip(*both, strict=True))
        ]
        for at, both in enumerate(zip(groups, lines, strict=True))
    ]


def _light(
    groups: Sequence[Sequence[SetTile]], lines: Sequence[Sequence[list[int]]], number: int, wanted: Counter[int]
) -> None:
    """Marks the tiles of one line of the score: whole sets before single tiles."""
    is_whole = [Counter(tile.tile.kind for tile in group) <= wanted for group in groups]
    for whole in (True, False):
        for group, of_group, taken in zip(groups, lines, is_whole, strict=True):
            if taken is not whole:
                continue
            for set_tile, spoken in zip(group, of_group, strict=True):
                if wanted[set_tile.tile.kind] > 0:
                    wanted[set_tile.tile.kind] -= 1
                    spoken.append(number)


_FARTHEST = 6


def curve_svg(course: Sequence[Mapping[Seat, int]]) -> str:
    """A line a seat, the higher the nearer the hand was to being ready; empty where no hand is seen."""
    curves = {seat: "".join(_steps([near.get(seat) for near in course])) for seat in SEATS}
    paths = "".join(f'<path class="of-{seat.value}" d="{curve}"/>' for seat, curve in curves.items() if curve)
    box = f'viewBox="0 0 {max(1, len(course) - 1)} {_FARTHEST + 2}" preserveAspectRatio="none"'
    return f'<svg {box} aria-hidden="true">{paths}</svg>' if paths else ""


def _steps(course: Sequence[int | None]) -> Iterator[str]:
    """A path along the steps; a gap where the hand is not known."""
    before: int | None = None
    for at, away in enumerate(course):
        if away == before:
            continue
        if before is not None:
            yield f"H{at}"
        if away is not None:
            yield f"{f'M{at} ' if before is None else 'V'}{min(away, _FARTHEST) + 1.5:g}"
        before = away
    if before is not None:
        yield f"H{len(course) - 1}"


_NEAR_BEFORE, _NEAR_AFTER = 6, 10


def near(lines: list[EventLine], seq: int) -> list[EventLine]:
    """The lines round an event."""
    line = line_at(lines, seq)
    at = len(lines) - 1 if line is None else line
    first = max(0, min(at - _NEAR_BEFORE, len(lines) - _NEAR_BEFORE - _NEAR_AFTER - 1))
    return lines[first : at + _NEAR_AFTER + 1]


def told(words: str, seats: Mapping[Seat, str], sprite: str) -> Markup:
    """A sentence of ours with the names of the players, and with its tiles drawn before their names."""
    return _told(words, tuple(seats.items()), sprite)


@functools.lru_cache(maxsize=4096)
def _told(words: str, seats: tuple[tuple[Seat, str], ...], sprite: str) -> Markup:
    markup = Markup("")
    for piece, faces in pieces(with_names(words, dict(seats))):
        for face in faces:
            markup += Markup("{}&nbsp;").format(face_svg(face, sprite))
        markup += piece
    return markup


_CODES = re.compile(r"(?<![\w/])[0-9ESWNRGJF]{1,14}[bcdwfsk](?:-[0-9ESWNRGJF]{1,14}[bcdwfsk])*(?!\w)")


def drawn(words: str, sprite: str, seats: Mapping[Seat, str] | None = None) -> Markup:
    """A text with the tiles drawn that it names by their codes, and with the names of players where `seats` has them.

    Where a page has no tiles to draw, the codes stay.
    """
    words, marked, end = with_names(words, seats or {}), Markup(""), 0
    for codes in _CODES.finditer(words) if sprite else ():
        faces = [_faces_of(code) for code in codes[0].split("-")]
        if all(faces):
            tiles = Markup("").join(tile_svg(face, sprite) for code in faces for face in code)
            marked += words[end : codes.start()] + Markup('<span class="set">{}</span>').format(tiles)
            end = codes.end()
    return marked + words[end:]


_TILE = Markup('<svg class="tile{}" {}><use href="{}#{}"/></svg>')
_UNSAID, _SAID = Markup('aria-hidden="true"'), Markup('role="img" aria-label="{}"')


@functools.lru_cache(maxsize=2048)
def face_svg(face: int, sprite: str, look: str = "") -> Markup:
    """A tile in a line of text that says what it is."""
    return _TILE.format(look and f" {look}", _UNSAID, sprite, symbol_id(face))


@functools.lru_cache(maxsize=2048)
def tile_svg(kind: int, sprite: str, look: str = "") -> Markup:
    """A tile that stands for words."""
    return _TILE.format(look and f" {look}", _SAID.format(tile_name(kind)), sprite, symbol_id(kind))


@functools.lru_cache(maxsize=2048)
def kind_left(sprite: str, kind: int, left: int, risky: bool, safe: bool) -> Markup:
    """A kind of tile, and how many of it are not seen."""
    look = f"n{min(left, 4)}{' risky' if risky else ''}{' safe' if safe else ''}"
    return Markup('<span class="{}">{}{}</span>').format(look, tile_svg(kind, sprite), left)


COMMENTS = frozenset(("note", "dispute", "ruling"))
"""Events that are said of others."""


def commented(lines: list[EventLine], rows: Sequence[ev.Event | Fault]) -> list[EventLine]:
    """The lines of a hand, with what is said of an event below it."""
    about = {row.seq: row.on for row in rows if isinstance(row, ev.Event) and row.on is not None}
    event_lines = [line for line in lines if about.get(line.seq) is None]
    for line in lines:
        on = about.get(line.seq)
        if on is not None:
            at = line_at(event_lines, on)
            place = len(event_lines) if at is None else at + 1
            while place < len(event_lines) and event_lines[place].type in COMMENTS:
                place += 1
            event_lines.insert(place, line)
    return event_lines


class ResultWords(NamedTuple):
    """How a hand came out, in words. `line`: of the card, with its value; `how`: han and fu of the winners, or why a
    hand of riichi was drawn."""

    words: str
    line: str = ""
    how: str = ""


def result_words(hand: Hand) -> ResultWords:
    """How a hand came out, as far as it may be told."""
    result, won = result_of(hand), line_told(hand)
    line = line_text(won) if result.winners and won is not None else ""
    how = worth_in_han(hand) or result.drawn_for
    if result.winners:
        words = won_words(result)
    elif result.false is not None:
        fine = sum(penalty.amount for penalty in hand.report.penalties if penalty.seat is result.false.seat)
        words = f"no win: {with_names(result.false.words, hand.seats)}" + (f", fined {fine}" if fine else "")
    else:
        words = "drawn" if result.drawn_for else _ENDED.get(result.outcome, result.outcome)
    return ResultWords(words, line, with_names(how, hand.seats))


_ENDED = {"unfinished": "not finished", "before play": "not finished"}


def won_words(result: HandResult) -> str:
    """Who has won a hand, and on whose tile: `gus wins on fay’s tile`."""
    winners = [shown(result.seats.get(seat, seat_name(seat)), 24) for seat in result.winners]
    giver = result.player(result.discarder)
    on = f" on {shown(giver, 24)}’s tile" if giver is not None else ""
    return f"{list_words(winners)} win{'s' if len(winners) == 1 else ''}{on}"


def line_text(line: LineName) -> str:
    """A line of the card as it may be told: label, section and value."""
    rest = ", ".join(map(str, filter(None, (shown(line.section, 40), line.value))))
    return shown(line.label, 40) + (f" ({rest})" if rest else "")


@dataclass(frozen=True, slots=True)
class HandScores:
    """Whose hands were scored, where the scores come from, and who pays whom for them.

    `told`: whose scores are told; where only winners score, the other hands need not be mentioned. `has_sums`: the way
    from fu and han to the total is told.
    """

    seats: list[Seat]
    told: list[Seat]
    explained: Mapping[Seat, Explanation]
    payments: PaymentTable | None
    has_sums: bool


def scores(game: Game, hand: Hand) -> HandScores | None:
    """The scores of a hand that is over and was won; None otherwise."""
    report = hand.report
    if not hand.is_over or not (report.recorded or report.computed or report.settled):
        return None
    payments = payment_table(report.payments, report.owed) if report.owed is not None else None
    seats = [seat for seat in SEATS if seat in hand.seats]
    by_fu = is_by_fu(hand)
    scored = {*report.recorded, *(report.winners if by_fu else report.computed)}
    are_all_told = not by_fu and not hand.start.rules.plan.family.wins_by_card
    seats_told = [seat for seat in seats if are_all_told or seat in scored]
    return HandScores(seats, seats_told, explanations_of(hand), payments, by_fu)


def _finding_values(finding: Finding) -> str:
    """What it is and should be, in words, where the sentence does not say it."""
    values = (("should be", finding.expected), ("is", finding.found))
    words = [(what, _value(value)) for what, value in values if isinstance(value, str | int)]
    message = finding.message.lower()
    return "; ".join(f"{what} {value}" for what, value in words if value.lower() not in message)


def _value(value: str | int) -> str:
    """A value of a finding: seats and tiles by their names."""
    if isinstance(value, int):
        return points(value)
    if value in Seat.__members__:
        return seat_name(Seat[value])
    return tile_name(CODES.index(value)) if value in CODES else shown(value, 80).replace("-", " ")


_POWER = re.compile(r"x 2\^(\d+)")


def _faces_of(tiles: str) -> Sequence[int]:
    """The tiles that an item of a score is for; none where it names something else."""
    try:
        return parse_faces(tiles)
    except NotationError:
        return ()


def seats_at(game: Game, seq: int | None) -> Mapping[Seat, str]:
    """Who sat where when an event happened, as far as that is known."""
    place = None if seq is None else game.place_of(seq)
    return {} if place is None else game.hand_at(place).seats


def coded(text: str, most: int = 2000) -> Markup:
    """The text of a rule, in which backquotes stand round the names of options; no more than `most` letters of it."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(shown(text, most)))))


_CODE = re.compile(r"`([^`]*)(?:`|$)")


_SAID_SO = {"under-dora": "ura dora", "red-five": "red fives"}
"""What players call that for which a hand is worth something."""
_RULE_BEHIND = re.compile(r" \[([a-z-]+/[\w-]+)\]$")


FILTERS: dict[str, Callable[..., Any]] = {
    "near": near,
    "shown": shown,
    "coded": coded,
    # A name may hold characters that are not seen.
    "quoted": functools.partial(quote, safe="@"),
    "signed": lambda number: "" if number is None else signed(number),
    "total": points,
    "decimal": decimal,
    "typed": written_option,
    "tile_name": tile_name,
    "face_svg": face_svg,
    "tile_svg": tile_svg,
    "symbol": symbol_id,
    "caption": caption,
    "group_label": group_label,
    "line_text": line_text,
    "basis_words": BASES.__getitem__,
    "seat_name": seat_name,
    "player": player_words,
    "drawn": drawn,
    "seats_at": seats_at,
    "won_words": won_words,
    "hand_words": lambda hand: hand.start.table.plan.family.hand_words(hand.start.table),
    "round_words": lambda hand: hand.start.table.plan.family.round_words(hand.start.table),
    "item_name": lambda name: shown(_SAID_SO.get(name, name), 80),
    "without_rule": lambda words: _RULE_BEHIND.sub("", shown(words, 200)),
    "rule_behind": lambda words: (_RULE_BEHIND.findall(words) or [""])[0],
    # A reckoning as it is printed: powers raised, and a sign of its own for times.
    "in_print": lambda words: Markup(_POWER.sub(r"&times; 2<sup>\1</sup>", str(escape(words)))),
    "tile_words": tile_words,
    "possible_first": possible_first,
    "so_far": so_far_words,
    "finding_values": _finding_values,
    "ruled_words": ruled_words,
    "ruling_words": ruling_words,
    "standing_words": standing_words,
    "faces_of": _faces_of,
    "payers": lambda rows, to: [seat for seat in SEATS if rows[seat.index][to.index]],
    "worth": worth_words,
    "working": working,
    "named": with_name,
    "table_points": number_words,
    "result": result,
    "on_the_table": table_words,
}
"""Filters of the templates. Whatever comes from a log passes through `shown`."""
