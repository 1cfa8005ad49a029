"""Records of a riichi server: mjlog XML of a whole game, and the tags that one player's program received.

Every tag that means something on the table becomes an event; offers, notices, clocks and chat do not. What a record
says twice (points, indicators, who discarded) is compared, and told where it differs. The rules of a lobby (`csrule`:
flags and figures) are read as options, as far as they are understood. Source: docs/lookup/riichi-records.md,
docs/lookup/riichi-records.md#lobbies.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

from mjlog import events as ev
from mjlog.errors import OtherGameError
from mjlog.formats.riichi import tags
from mjlog.formats.riichi.names import COUNTED, DORA, LIMITS, PATTERNS, WORDS, YAKUMAN_HAN, is_other_wind
from mjlog.formats.riichi.play import OTHER, Act, PlayReader
from mjlog.formats.riichi.tags import Attributes, Token
from mjlog.formats.riichi.tile_numbers import Meld, Numbers, SeededWall, is_early, read_meld, seeded_walls
from mjlog.formats.riichi.tiles import ALL, BY_NUMBER, PLAIN_BY_NUMBER, UNSEEN
from mjlog.formats.riichi.transcript import (
    OLD_RULES,
    PLACES,
    STICK,
    MalformedError,
    Opening,
    Won,
    is_old_number,
    start_points,
)
from mjlog.log.records import GameRecord
from mjlog.text import shown
from mjlog.tiles import Tile

# -- the rules of a lobby ---------------------------------------------------------------------------------------------


_FLAGS: Mapping[int, Mapping[str, Any]] = {
    0x1: {"nagashi": False},
    0x2: {"round_up_mangan": True},
    0x4: {"bust": False},
    0x8: {"kan_dora": "at-once"},
    0x20: {"kan_dora": "none"},
    0x40: {"under_dora": "none"},
    0x80: {"under_dora": "first"},
    0x100: {"abort_winds": False},
    0x200: {"abort_kans": False},
    0x400: {"abort_riichi": False},
    0x800: {"abort_nine": False},
    0x1000: {"abort_ron3": False, "several_ron": "all"},
    0x2000: {"several_ron": "head"},
    0x4000: {"leader_stops": "may"},
    0x8000: {"leader_stops": "may"},
    0x20000: {"east_stays": "win"},
    0x40000: {"round_final": True},
    0x80000: {"ippatsu": False},
    0x200000: {"extra_round": False},
}
"""What each flag of the first word makes of an option. Of a leader who stops after a win, and one who stops after being
ready, both are named: where one alone is allowed, East may stop."""
_LEADER_PLAYS_ON = 0x4000 | 0x8000
_NO_UNDER_DORA = 0x40
_LEFT_OPEN = {0x10000: "east_stays"}
"""Flags of rules that there is no option for, and the option that says nothing then: East leaves after winning, too."""
_OWN = 0x40000000
"""The lobby has rules of its own."""
_MORE_FLAGS: Mapping[int, Mapping[str, Any]] = {0x1: {"double_wind_pair": 2}, 0x2: {"uma_ties": "share"}}
_HEX = re.compile(r"[0-9A-Fa-f]{1,8}")
_FIGURE = re.compile(r"-?\d{1,6}")
_WORDS, _TARGET, _FROM, _STICK, _HONBA, _NOTEN, _UMA, _UMA_END = 2, 5, 6, 10, 11, 16, 21, 36
"""Where the figures stand: points that must be reached, and that final scores are reckoned from; a stick; what a repeat
adds for each payer; what one, two, three pay who are not ready; what the places but the first bring, by how many are
above their first points."""
_USUAL_NOTEN, _USUAL_UMA = ("1000", "1500", "3000"), ("10", "-10", "-20")


class LobbyRules(NamedTuple):
    """The options of a lobby, and, in words, those of its rules that are not understood."""

    options: Mapping[str, Any]
    unknown: tuple[str, ...]


def read_lobby_rules(text: str) -> LobbyRules:
    """The rules that a lobby names.

    >>> rules = read_lobby_rules("4007C004,,,,30000,30000,30000,,,,")
    >>> rules.options["bust"], rules.options["target"], rules.unknown
    (False, 30000, ('flag 10000',))
    """
    fields = [field.strip() for field in text.split(",")]
    fields += [""] * (_UMA_END - len(fields))
    options: dict[str, Any] = {}
    unknown: list[str] = []
    words = [int(field or "0", 16) if _HEX.fullmatch(field or "0") else 1 << 32 for field in fields[:_WORDS]]
    for word, known in zip(words, (_FLAGS, _MORE_FLAGS), strict=True):
        for flag in (flag for flag in (1 << bit for bit in range(33)) if word & flag):
            options |= known.get(flag, {})
            if flag not in known and flag != _OWN:
                unknown.append(f"flag {flag:x}" if word < 1 << 32 else "its flags")
    if words[0] & _LEADER_PLAYS_ON == _LEADER_PLAYS_ON:
        options["leader_stops"] = "no"
    if words[0] & _NO_UNDER_DORA:
        options["under_dora"] = "none"
    for flag, name in _LEFT_OPEN.items():
        if words[0] & flag:
            options.pop(name, None)
    unknown += _read_figures(fields, options)
    return LobbyRules(options, tuple(unknown))


def _read_figures(fields: list[str], options: dict[str, Any]) -> Iterator[str]:
    """The figures of a lobby, as options; and what is not understood of them."""
    if wrong := [field for field in fields[_WORDS:_UMA_END] if field and not _FIGURE.fullmatch(field)]:
        yield f"{wrong[0][:20]!r}"
        return
    target, reckoned = int(fields[_TARGET] or 30_000), int(fields[_FROM] or 30_000)
    rows = {
        tuple(given or usual for given, usual in zip(fields[at : at + 3], _USUAL_UMA, strict=True))
        for at in range(_UMA, _UMA_END, 3)
    }
    options["target"] = reckoned if options.get("extra_round") is False else target
    if len(rows) == 1 and options["target"] == reckoned:
        others = [1000 * int(points) for points in next(iter(rows))]
        options["uma"] = [-sum(others), *others]
    if fields[_STICK] not in ("", "1000"):
        yield f"sticks of {fields[_STICK]}"
    options["honba"] = 3 * int(fields[_HONBA] or 100)
    noten = tuple(given or usual for given, usual in zip(fields[_NOTEN : _NOTEN + 3], _USUAL_NOTEN, strict=True))
    if noten == ("0", "0", "0"):
        options["noten_pool"] = 0
    elif noten != _USUAL_NOTEN:
        yield f"payments of {', '.join(noten)} by who is not ready"


# -- the record -------------------------------------------------------------------------------------------------------


KIND = "tenhou"
SILENT = frozenset(
    (
        "mjloggm", "/mjloggm", "BYE", "FURITEN", "HELO", "LN", "REJOIN", "JOIN", "CHAT", "SAIKAI", "PROF", "RANKING",
        "KANSEN", "LOBBY", "ERR", "Z", "PXR", "NEXTREADY", "WGC", "DAN", "RATE", "DISCONNECT", "VLIST",
    )
)  # fmt: skip
"""Tags without a meaning on the table: the server's notices, reconnections, clocks and chat."""

NO_RED_FIVES, NO_OPEN_TANYAO, TWO_ROUNDS, THREE_PLAYERS = 2, 4, 8, 16
_KNOWN_TYPES = 0x7FF
"""Every sign of a game's type that is known: people, options, rooms and speed, how discards look, chips."""
_REASONS = {
    None: "exhaustive", "nm": "nagashi", "yao9": "nine-terminals", "kaze4": "four-winds", "reach4": "four-riichi",
    "kan4": "four-kongs", "ron3": "three-ron",
}  # fmt: skip
_BEGINNING = ("SHUFFLE", "GO", "UN", "TAIKYOKU")
"""The tags before the first hand, in their order."""
_HAND, _SIDES, _LIMIT = 13, 6, 2000
_LEAST_OF_A_LIMIT = 8000
"""What a win is worth at least that reaches a limit."""
_MOST_LOST_HANDS = 30
"""Walls that are looked through for the one of a hand, where records of hands before it are missing."""
_ALIKE = 30
"""Of 52 tiles dealt, so many make it certain that a wall is that of the hand."""

_Is = Literal["draw", "discard", "drawn"]


class _Move(NamedTuple):
    act: _Is
    place: int
    tile: int | None


_LETTERS: tuple[tuple[_Is, str], ...] = (("draw", "TUVW"), ("discard", "DEFG"), ("drawn", "defg"))
_MOVES = {letter: _Move("draw", place, None) for place, letter in enumerate("TUVW")} | {
    f"{letter}{tile}": _Move(act, place, tile)
    for act, letters in _LETTERS for place, letter in enumerate(letters) for tile in range(ALL)
}  # fmt: skip
"""The tags of draws and discards; `drawn`: a discard of the tile just drawn, as one seat's view writes it."""


def read_tenhou(game: str, source: str, content: bytes) -> GameRecord:
    """The game of a record.

    Raises:
        OtherGameError: it is a game of a type that is not known.
    """
    reader = TagReader(game, source)
    reader.read(tags.received(content))
    return GameRecord(source, game, iter(reader.script.rows), reader.script.ruleset, foreign=KIND)


class TagReader(PlayReader):
    """Reads the tags of one game, one after the other.

    `kind`: the game's type; `lobby`: which one it was played in, and its rules; `first`: the place that is East first.
    `points`: what everybody has, as the record states it, or as it adds up from what was stated before: either may be
    right.
    `is_old`: it was played before June 2010, as its number says, or how its walls are written.
    `viewer`: the place whose view it is. `numbers`: where the tiles of the hand are; `drawn`: the one that each place
    has drawn last, and not yet discarded.
    """

    begins = "INIT"

    def __init__(self, game: str, source: str) -> None:
        self.kind: int | None = None
        self.lobby: dict[str, str] = {}
        self.first: int | None = None
        self.started = False
        self.start_line = 1
        self.seed_text = ""
        self.walls: Iterator[SeededWall] | None = None
        self.seed_line = 0
        self.is_old = is_old_number(game)
        self.tiles = BY_NUMBER
        self.tokens: list[Token] = []
        self.at = 0
        self.header = 0
        self.viewer: int | None = None
        self.points: list[list[int]] = []
        super().__init__(game, source)

    def begin_play(self) -> None:
        super().begin_play()
        self.indicators: list[int] = []
        self.drawn: list[int | None] = [None] * len(PLACES)
        self.numbers = Numbers(self.viewer, self.script.players)

    def of_players(self, by_place: list[int] | None) -> list[int] | None:
        """What is said by place, of those who play: of three players the fourth entry is that of nobody."""
        return by_place if by_place is None else by_place[: self.script.players]

    # -- the tags of a file -------------------------------------------------------------------------------------------

    def read(self, text: str) -> None:
        """All tags of a text."""
        moves, move = _MOVES, self.move
        self.tokens = list(tags.tokens(text))
        for at, (name, _given, line, _text) in enumerate(self.tokens):
            self.at = at
            if name in moves and moves[name].place < self.script.players:
                move(*moves[name], line)
            else:
                self.tag(self.tokens[at])
        self.flush_wins()
        self.numbers.tell(self.script)
        if not self.started:
            self.start_game(None, 1)

    def tag(self, token: Token) -> None:
        """One tag that is no draw and no discard."""
        name, given, line, text = token
        handler = _HANDLERS.get(name)
        try:
            if text.startswith(tags.ENTITIES):
                raise MalformedError("bad-event", "the document declares entities: records have none, none is read")
            if not name:
                raise MalformedError("bad-event", f"{shown(text)!r} is no tag")
            if name in _MOVES:
                self.taken_place(_MOVES[name].place)
            if handler is not None and not self.is_exchanged(_act(token), line):
                self.before(name, line)
                handler(self, given, line)
            elif handler is None and name not in SILENT:
                raise MalformedError("bad-event", f"{shown(name)!r} is no tag that is known")
        except MalformedError as error:
            words = str(error) if handler is None else f"{name}: {error}"
            self.script.fault(error.code, words, line)

    def following(self) -> Act:
        return _act(self.tokens[self.at + 1]) if self.at + 1 < len(self.tokens) else OTHER

    def exchange(self) -> str:
        at = self.at
        self.tokens[at], self.tokens[at + 1] = self.tokens[at + 1], self.tokens[at]
        token = self.tokens[at]
        if token.name in _MOVES and _MOVES[token.name].place < self.script.players:
            self.move(*_MOVES[token.name], token.line)
        else:
            self.tag(token)
        return token.name

    def before(self, name: str, line: int) -> None:
        """What must have come before this tag: all wins of a tile stand together, and a stick is paid at once."""
        if name != "AGARI":
            self.flush_wins()
        if name == "N":
            self.unpaid(name, line)

    def part(self, read: Callable[..., Any], given: Attributes, name: str, line: int, *more: int) -> Any:
        """An attribute without which the rest of the tag still makes sense: None where it cannot be read."""
        if name not in given:
            return None
        try:
            return read(given, name, *more)
        except MalformedError as error:
            self.script.fault(error.code, str(error), line)
            return None

    def place(self, given: Attributes, name: str) -> int:
        """The place of a player in an attribute.

        Raises:
            MalformedError: it is missing, or none, or nobody sits there.
        """
        return self.taken_place(tags.place(given, name))

    def taken_place(self, place: int) -> int:
        """A place at which somebody plays.

        Raises:
            MalformedError: nobody does.
        """
        if place >= self.script.players:
            raise MalformedError("bad-field", f"place {place}: nobody sits there, three play")
        return place

    # -- the beginning of a game --------------------------------------------------------------------------------------

    def in_order(self, name: str, line: int) -> bool:
        """Whether a tag of the beginning stands where it belongs, and has not come before."""
        number = _BEGINNING.index(name) + 1
        is_in_order = number > self.header and not self.started
        if not is_in_order:
            self.script.remark("out-of-place", f"{name} stands out of its place, or a second time", line)
        self.header = max(self.header, number)
        return is_in_order

    def go(self, given: Attributes, line: int) -> None:
        """`GO`: what is played."""
        kind = tags.number(given, "type")
        words = f"{self.source}:{line}: is a game of type {kind}"
        if not 0 <= kind <= _KNOWN_TYPES:
            raise OtherGameError(f"{words}, which is none that is known, and is not read")
        if not self.in_order("GO", line) and (self.kind is not None or self.started):
            return
        self.kind, self.start_line = kind, line
        self.lobby = {name: given[name] for name in ("lobby", "csrule") if given.get(name, "0") not in ("", "0")}
        self.tiles = PLAIN_BY_NUMBER if kind & NO_RED_FIVES else BY_NUMBER
        if kind & THREE_PLAYERS and not self.started:
            self.script.players = len(PLACES) - 1
            self.walls = seeded_walls(self.seed_text, self.script.players)

    def names(self, given: Attributes, line: int) -> None:
        """`UN`: who plays; later, who has come back."""
        is_of_all = len(given.keys() & {f"n{place}" for place in PLACES}) > 1
        if not self.started and is_of_all:
            self.in_order("UN", line)
            self.script.name_players([unquote(given.get(f"n{place}", "")) for place in PLACES])

    def first_dealer(self, given: Attributes, line: int) -> None:
        """`TAIKYOKU`: who is East first."""
        if self.in_order("TAIKYOKU", line) or self.first is None:
            self.first = self.place(given, "oya")

    def seed(self, given: Attributes, line: int) -> None:
        """`SHUFFLE`: the seed of all walls."""
        if not self.in_order("SHUFFLE", line) and self.walls is not None:
            return
        self.seed_text, self.seed_line = given.get("seed", ""), line
        self.walls = seeded_walls(self.seed_text, self.script.players)
        self.is_old |= is_early(self.seed_text)
        if self.walls is None and given.get("seed"):
            self.script.remark("bad-field", "SHUFFLE: no walls can be made of this seed", line)

    def start_game(self, opening: Opening | None, line: int) -> None:
        """The game begins with its first hand."""
        if opening is not None and self.kind is None:
            self.script.remark("out-of-place", "a hand begins before GO has said what is played", line)
        if opening is not None and self.first is None:
            self.script.remark("out-of-place", "a hand begins before TAIKYOKU has said who is East first", line)
            self.first = (opening.dealer - opening.number % len(PLACES)) % self.script.players
        kind = self.kind if self.kind is not None else TWO_ROUNDS | 1
        begun = start_points(opening.totals, opening.sticks or 0) if opening is not None else None
        is_of_three = self.script.players < len(PLACES)
        options: dict[str, Any] = {
            "open_tanyao": not kind & NO_OPEN_TANYAO,
            "red_fives": {suit: int(not kind & NO_RED_FIVES and (suit != "c" or not is_of_three)) for suit in "bcd"},
            "rounds": 2 if kind & TWO_ROUNDS else 1,
            **(OLD_RULES if self.is_old else {}),
        }
        if begun is not None:
            options["start_points"] = begun
        record: dict[str, Any] = {"format": KIND, "type": kind, **self.lobby}
        if "csrule" in self.lobby:
            rules = read_lobby_rules(self.lobby["csrule"])
            options |= rules.options
            record |= {"not_understood": list(rules.unknown)} if rules.unknown else {}
        self.script.start_game(self.first or 0, options, record, self.start_line)
        self.started = True

    # -- the beginning of a hand --------------------------------------------------------------------------------------

    def begin(self, given: Attributes, line: int) -> None:
        """`INIT`: number, repeats, sticks, dice, indicator; points, East's place, tiles."""
        seed = tags.numbers(given, "seed", 6)
        if min(seed) < 0 or seed[5] >= ALL:
            raise MalformedError("bad-field", f"seed={given['seed']}: there is no such hand")
        points = None
        with contextlib.suppress(MalformedError):
            points = [100 * count for count in tags.numbers(given, "ten", len(PLACES))]
        totals = self.of_players(points)
        view = PLACES[0] if "hai" in given else None
        stated = self.place(given, "oya")
        dealer = self.dealer(stated, seed[0], self.first)
        opening = Opening(seed[0], dealer, seed[1], seed[2], totals, view)
        self.is_old |= "shuffle" in given  # so it was written before a game had one seed
        if not self.started:
            self.start_game(opening, line)
        self.numbers.tell(self.script)
        opening = self.script.start_hand(opening, line)
        self.compare_dealer(dealer, stated, line)
        self.script.compare_number(opening, self.first or 0, line)
        if totals is None:
            self.script.fault("bad-field", f"INIT: ten={shown(given.get('ten', ''))!r}: four numbers are due", line)
        if not all(0 <= die < _SIDES for die in seed[3:5]):
            self.script.remark("bad-dice", "INIT: a die shows one to six, written as 0 to 5", line, None, seed[3:5])
        self.opening, self.is_passed_over, self.viewer = opening, False, view
        self.begin_play()
        self.points = [totals_told for totals_told in (totals, *self.points[:1]) if totals_told is not None]
        hands = {place: self.dealt(given, place, view, line) for place in self.script.places}
        for place, dealt in hands.items():
            self.numbers.deal(place, dealt, line)
        self.numbers.turn(seed[5:], line)
        self.build_wall(opening, hands, seed[3:5], line)
        self.script.deal({place: self.named(tiles) for place, tiles in hands.items()}, line)
        self.indicators = [seed[5]]
        self.script.indicate(self.tiles[seed[5]], "first", line)

    def dealt(self, given: Attributes, place: int, view: int | None, line: int) -> Sequence[int | None]:
        """The tiles of a place, None for one that was not seen."""
        name = "hai" if place == view else f"hai{place}"
        tiles: list[int] | None = self.part(tags.tiles, given, name, line)
        if tiles is None and name not in given and view in (None, place):
            self.script.fault("bad-field", f"INIT: {name} is missing", line)
        return [None] * _HAND if tiles is None else tiles

    def build_wall(
        self, opening: Opening, hands: Mapping[int, Sequence[int | None]], dice: Sequence[int], line: int
    ) -> None:
        """The wall, where it can be told from the seed: the next one from which these hands are dealt."""
        if self.walls is None or opening.view is not None:
            return
        players = self.script.players
        order = [hands[(opening.dealer + step) % players] for step in range(players)]
        wall = next((wall for wall in islice(self.walls, _MOST_LOST_HANDS) if _is_dealt_from(wall, order)), None)
        if wall is None:
            self.walls = None
            words = "SHUFFLE: the walls made of this seed are not those of the game"
            self.script.remark("bad-field", words, self.seed_line)
            return
        if wall.dice != tuple(dice):
            self.script.remark("bad-dice", "INIT: the dice are not those of the seed", line, list(wall.dice), dice)
        self.numbers.build(wall, opening.dealer, line)
        tiles = tuple(self.tiles[number] for number in wall.numbers)
        self.script.add(ev.Wall(seq=self.script.seq, tiles=tiles), line)

    def named(self, numbered: Sequence[int | None]) -> list[Tile]:
        """Tiles by their numbers."""
        return [UNSEEN if tile is None else self.tiles[tile] for tile in numbered]

    # -- draws, discards, sets ----------------------------------------------------------------------------------------

    def move(self, act: _Is, place: int, number: int | None, line: int) -> None:
        """A draw or a discard."""
        if self.wins:
            self.flush_wins()
        if act != "draw":
            if self.turn != place and self.is_exchanged(Act("discard", place, number), line):
                return
        elif self.is_irregular(place):
            if self.is_exchanged(Act("draw", place, number), line):
                return
            self.before_a_draw(line)
        if self.opening is None and self.is_out_of_play(line):
            return
        tile = UNSEEN if number is None else self.tiles[number]
        if act == "draw":
            self.draw(place, tile, number, line)
            self.drawn[place] = number
            if number is not None:
                self.numbers.draw(place, number, self.draw_source == "loose", line)
        else:
            self.discard(place, tile, number, self.is_drawn(act, place, number, line), line)
            self.drawn[place] = None

    def is_drawn(self, act: _Is, place: int, number: int | None, line: int) -> bool | None:
        """Whether a discard is the tile just drawn; None where its player is not known to have had it."""
        had = number is not None and self.numbers.discard(place, number, line)
        if self.viewer not in (None, place):
            return act == "drawn"
        return number == self.drawn[place] if had else None

    def lay(self, given: Attributes, line: int) -> None:
        """`N`: a set is claimed, or a kong made."""
        if self.is_out_of_play(line):
            return
        place, meld = self.place(given, "who"), read_meld(tags.number(given, "m"))
        if meld is None:
            raise MalformedError("bad-field", f"m={given['m']}: this is no set")
        tiles, latest = [self.tiles[number] for number in meld.numbers], self.latest_mark
        if meld.kind == "north":
            self.lay_aside(place, tiles[0], meld.numbers[0], None, line)
        elif meld.claimed is None:
            self.kong(place, meld.own, tiles, line)
        else:
            due = None if self.giver is None else (self.giver - meld.giver) % 4
            place = self.claimer(place, meld.kind, due not in (None, place) and due == self.following().place, line)
            self.claim(place, meld.kind, tiles, self.tiles[meld.claimed], (place + meld.giver) % 4, line)
            self.drawn[place] = None
        self.numbers.lay(place, meld, latest, line)

    # -- riichi -------------------------------------------------------------------------------------------------------

    def riichi(self, given: Attributes, line: int) -> None:
        """`REACH`: step 1 before the discard, step 2 when the stick is paid; the points after it are compared."""
        place, step = self.place(given, "who"), tags.number(given, "step")
        if step not in (1, 2):
            raise MalformedError("bad-field", f"step={step}: 1 or 2 is expected")
        if self.is_out_of_play(line):
            return
        if step == 1 and not (self.turn is None and self.sticks.is_due(place)):
            self.sticks.declare(place, self.turn, line)
            return
        if step == 1:
            words = f"place {place} declares riichi a second time, where it pays for it"
            self.script.remark("out-of-place", words, line)
        paid = self.pay_riichi(place, line)
        self.take_stick(paid)
        stated = self.part(tags.numbers, given, "ten", line, len(PLACES)) if paid is not None else None
        if stated is not None:
            self.compare_points([100 * count for count in stated[: self.script.players]], "REACH", line)

    def unpaid(self, what: str, line: int) -> None:
        place = self.sticks.unpaid(what, line)
        if place is not None and self.has_kept_the_stick(place):
            self.sticks.withdraw()
            return
        self.take_stick(place)

    def has_kept_the_stick(self, place: int) -> bool:
        """Whether the points that the record states next show that a player did not pay for riichi."""
        for token in self.tokens[self.at :]:
            counts = _points_in_play(token)
            if counts is not None:
                return any(points[place] == counts[place] for points in self.points)
            if token.name == "INIT":
                break
        return False

    def take_stick(self, place: int | None) -> None:
        """The stick of a place goes to the table."""
        if place is not None:
            for points in self.points:
                points[place] -= STICK

    def compare_points(self, stated: list[int], name: str, line: int) -> None:
        """Points that are stated within a hand, or at its end."""
        if self.points and stated not in self.points:
            words = f"{name}: the points of all are said to be {stated}, and were {self.points[0]}"
            self.script.remark("wrong-total", words, line, self.points[0], stated)
        self.points = [stated, *self.points[:1]]

    # -- indicators, wins, draws --------------------------------------------------------------------------------------

    def turn_indicator(self, given: Attributes, line: int) -> None:
        """`DORA`: the indicator of a kong."""
        if not self.is_out_of_play(line):
            tile = tags.tiles(given, "hai", 1)[0]
            self.indicators.append(tile)
            self.numbers.turn((tile,), line)
            self.indicate(self.tiles[tile], line)

    def win(self, given: Attributes, line: int) -> None:
        """`AGARI`: a win; those that follow one another are wins of one tile."""
        self.place(given, "who")
        self.place(given, "fromWho")
        if self.wins and self.wins[-1][0] == given:
            self.script.remark("out-of-place", "AGARI: the same win a second time", line)
        elif not self.is_out_of_play(line):
            self.wins.append((given, line))

    def flush_wins(self) -> None:
        """All wins of a tile were read."""
        wins, self.wins, turned = self.wins, [], list[int]()
        if not wins:
            return
        self.sticks.declared, self.is_over = None, True
        wins = [(self.as_won(given, line), line) for given, line in wins]
        for given, line in wins:
            self.call_the_win(self.place(given, "who"), self.place(given, "fromWho"), line)
        for given, line in wins:
            self.script.declare(self.won(given, turned, line))
            self.note_chips(given, line)
        self.end_game(*wins[-1])

    def note_chips(self, given: Attributes, line: int) -> None:
        """Chips are no points, and are paid beside them: who gained and lost how many is noted."""
        paid = tags.chips(given, "sc")
        if any(paid):
            gained = [(self.script.handles[place], paid[place]) for place in self.script.places if paid[place]]
            gains = ", ".join(f"{player} {chips:+}" for player, chips in gained)
            self.script.add(ev.Note(seq=self.script.seq, text=f"chips: {gains}"), line)

    def as_won(self, given: Attributes, line: int) -> Attributes:
        """A win with the winner, and whose tile it is, that its moves and payments tell."""
        stated = self.place(given, "who"), self.place(given, "fromWho")
        paid = _paid(given)
        who, giver = self.who_won(*stated, paid, line)
        return given if (who, giver) == stated else {**given, "who": str(who), "fromWho": str(giver)}

    def won(self, given: Attributes, turned: list[int], line: int) -> Won:
        """One win. `turned`: the indicators under the others, as far as they were turned for winners before."""
        place, giver = self.place(given, "who"), self.place(given, "fromWho")
        stated = self.part(tags.tiles, given, "doraHai", line)
        if stated is not None and stated != self.indicators:
            words = "AGARI: the indicators are not those that were turned"
            codes, due = ([self.tiles[tile].value for tile in tiles] for tiles in (stated, self.indicators))
            self.script.remark("wrong-indicator", words, line, due, codes)
        under = self.part(tags.tiles, given, "doraHaiUra", line) or []
        self.script.compare_under(place, under, turned, line)
        under = [] if under == turned else under
        turned += under
        last = self.part(tags.tiles, given, "machi", line, 1)
        rest = self.part(tags.tiles, given, "hai", line)
        sets = self.melds(given, line)
        if rest is not None and last is not None:
            latest = self.drawn[place] if place == giver else self.latest_mark
            self.numbers.win(place, rest, last[0], place != giver, latest, line)
            self.numbers.compare_sets(place, sets, line)
        self.numbers.turn(under, line)
        stakes = self.stakes(given, line)
        return Won(
            place, self.draw_source if place == giver else self.given, line,
            tile=self.tiles[last[0]] if last else None,
            liable=self.part(self.place, given, "paoWho", line),
            sets=[self.named(meld.numbers) for meld in sets if meld.kind != "north"],
            rest=None if rest is None else self.named(rest), under=self.named(under),
            score=self.score(given, line), change=self.change(given, "AGARI", line),
            pot=STICK * stakes[1] if stakes is not None else 0,
        )  # fmt: skip

    def melds(self, given: Attributes, line: int) -> list[Meld]:
        """The sets that a winner has on the table."""
        melds_read = [read_meld(bits) for bits in self.part(tags.numbers, given, "m", line) or ()]
        if None in melds_read:
            self.script.fault("bad-field", f"AGARI: m={shown(given['m'])!r} has something that is no set", line)
        return [meld for meld in melds_read if meld is not None]

    def score(self, given: Attributes, line: int) -> dict[str, Any] | None:
        """What was announced: fu, points, limit, patterns."""
        ten = self.part(tags.numbers, given, "ten", line, 3)
        if ten is None:
            return None
        named = self.part(tags.numbers, given, "yaku", line) or [] if given.get("yaku") else []
        yakuman = self.part(tags.numbers, given, "yakuman", line) or []
        pairs = zip(named[::2], named[1::2], strict=False)
        items = [{"name": _pattern(pattern), "doubles": han} for pattern, han in pairs if han]
        items += [{"name": _pattern(pattern), "doubles": YAKUMAN_HAN, "yakuman": 1} for pattern in yakuman]
        self.compare_patterns(named, self.place(given, "who"), line)
        limit = LIMITS[ten[2]] if 0 <= ten[2] < len(LIMITS) else str(ten[2])
        han = sum(item["doubles"] for item in items)
        is_limit = yakuman or ten[0] << 2 + max(0, min(han, YAKUMAN_HAN)) > _LIMIT
        if limit is None and ten[1] >= _LEAST_OF_A_LIMIT and is_limit:
            words = f"AGARI: {ten[0]} fu with {han} han are a limit, and none is announced"
            self.script.remark("wrong-score", words, line, LIMITS[1], None)
        is_counted = limit == LIMITS[-1] and not yakuman
        return {
            "total": ten[1], "points": ten[0], "doubles": han,
            "limit": COUNTED if is_counted else limit, "items": items,
        }  # fmt: skip

    def compare_patterns(self, named: Sequence[int], place: int, line: int) -> None:
        """The pattern of a wind has a number for the player's own wind, one for the round's. Only dora has no han."""
        round_wind = 0 if self.opening is None else self.opening.number // 4 % 4
        for number, han in zip(named[::2], named[1::2], strict=False):
            if is_other_wind(number, self.script.seats[place].index, round_wind):
                words = f"AGARI: {WORDS[number]} is announced, neither the winner's own wind nor that of the round"
                self.script.remark("wrong-score", words, line, None, number)
            elif not han and _pattern(number) not in DORA:
                self.script.remark("wrong-score", f"AGARI: {_pattern(number)} is announced with no han", line)

    def change(self, given: Attributes, name: str, line: int) -> list[int] | None:
        """What everybody gains or loses; the points before it are compared."""
        stated: list[int] | None = self.part(tags.counts, given, "sc", line)
        if stated is None:
            return None
        stated = stated[: 2 * self.script.players]
        self.compare_points([100 * count for count in stated[::2]], name, line)
        change = [100 * count for count in stated[1::2]]
        for points in self.points:
            points[:] = [before + gained for before, gained in zip(points, change, strict=True)]
        return change

    def stakes(self, given: Attributes, line: int) -> list[int] | None:
        """Repeats and sticks, as they are stated at the end of a hand; the repeats are compared."""
        stated: list[int] | None = self.part(tags.numbers, given, "ba", line, 2)
        due = self.opening.repeats if self.opening is not None else None
        if stated is not None and stated[0] != due:
            words = f"the hand is said to be repeat {stated[0]}, and began as repeat {due}"
            self.script.remark("wrong-repeats", words, line, due, stated[0])
        return stated

    def drawn_hand(self, given: Attributes, line: int) -> None:
        """`RYUUKYOKU`: the hand is drawn; hands are shown, points paid."""
        if self.is_out_of_play(line):
            return
        self.is_over = True
        if given.get("type") == "reach4":
            self.unpaid("RYUUKYOKU", line)
        stakes = self.stakes(given, line)
        if stakes is not None and stakes[1] != self.sticks.count:
            words = f"RYUUKYOKU: {stakes[1]} sticks are said to lie on the table, and there are {self.sticks.count}"
            self.script.remark("wrong-pot", words, line, STICK * self.sticks.count, STICK * stakes[1])
        reason = _REASONS.get(given.get("type"), given.get("type") or "")
        by_place = ((place, self.part(tags.tiles, given, f"hai{place}", line)) for place in self.script.places)
        shown_by = {place: tiles for place, tiles in by_place if tiles is not None}
        showing = list(shown_by)
        if reason == "three-ron" and not any(_paid(given) or ()):
            self.script.claim_wins(showing, line)
        for place in showing:
            self.numbers.show(place, shown_by[place], line)
            self.script.show(place, line, self.named(shown_by[place]))
        change = self.change(given, "RYUUKYOKU", line)
        if reason == "exhaustive" and self.viewer not in (None, *showing) and change is not None:
            self.show_own(change, showing, line)
        entitled = [place for place, points in enumerate(change or ()) if points > 0]
        by_reason = {"nine-terminals": showing, "three-ron": showing, "nagashi": entitled}
        self.script.draw_hand(reason, by_reason.get(reason, []), line)
        if change is not None:
            self.script.settle(change, line)
        self.note_chips(given, line)
        self.compare_shown(reason, showing, entitled, line)
        self.end_game(given, line)

    def compare_shown(self, reason: str, showing: list[int], entitled: list[int], line: int) -> None:
        """Who is paid as ready, or ends a hand for nine terminals, shows it; viewers know their own hands."""
        due = {"exhaustive": entitled, "four-riichi": self.script.places}.get(reason, ())
        unshown = next((place for place in due if place not in (*showing, self.viewer)), None)
        if unshown is not None:
            what, code = ("is paid as ready", "wrong-settlement") if entitled else ("is in riichi", "riichi-not-ready")
            self.script.remark(code, f"RYUUKYOKU: place {unshown} {what}, and does not show a hand", line)
        if reason == "nine-terminals" and not showing:
            self.script.remark("washout-not-due", "RYUUKYOKU: nobody shows nine terminals", line)

    def show_own(self, change: list[int], showing: list[int], line: int) -> None:
        """The record does not show the viewer's own hand: the payments tell whether it was ready."""
        place = self.viewer or 0
        if change[place] > 0 or (not any(change) and len(showing) == self.script.players - 1):
            known = self.named(sorted(self.numbers.held[place]))
            is_whole = (len(known) - _HAND) % 3 == 0 and len(known) <= _HAND
            self.script.show(place, line, known if is_whole else None, basis="inferred")

    def end_game(self, given: Attributes, line: int) -> None:
        """`owari`: the points and final scores of the game, beside its last win or draw."""
        self.numbers.tell(self.script)
        if "owari" in given:
            try:
                totals, final = tags.ends(given)
                self.script.end_game(totals[: self.script.players], final[: self.script.players], line)
            except MalformedError as error:
                self.script.fault(error.code, str(error), line)


_HANDLERS: dict[str, Callable[[TagReader, Attributes, int], None]] = {
    "SHUFFLE": TagReader.seed,
    "GO": TagReader.go,
    "UN": TagReader.names,
    "TAIKYOKU": TagReader.first_dealer,
    "INIT": TagReader.begin,
    "N": TagReader.lay,
    "REACH": TagReader.riichi,
    "DORA": TagReader.turn_indicator,
    "AGARI": TagReader.win,
    "RYUUKYOKU": TagReader.drawn_hand,
}


_KINDS = {"INIT": Act("begin"), "TAIKYOKU": Act("head")}


def _act(token: Token) -> Act:
    """What a tag says to its neighbours; what cannot be read says nothing."""
    move = _MOVES.get(token.name)
    if move is not None:
        return Act("draw" if move.act == "draw" else "discard", move.place, move.tile)
    if token.name in _KINDS:
        return _KINDS[token.name]
    given = token.given
    try:
        if token.name == "RYUUKYOKU":
            ended_by = [place for place in PLACES if given.get("type") == "yao9" and f"hai{place}" in given]
            return Act("washout", *ended_by[:1])
        if token.name == "AGARI":
            return Act("win", tags.place(given, "who"), tags.tiles(given, "machi", 1)[0])
        meld = read_meld(tags.number(given, "m")) if token.name == "N" else None
        if meld is None:
            return OTHER
        kind: Literal["kong", "claim"] = "kong" if meld.claimed is None else "claim"
        return Act(kind, tags.place(given, "who"), meld.claimed)
    except MalformedError:
        return OTHER


def _points_in_play(token: Token) -> list[int] | None:
    """The points that a tag states before anything is paid in it; None where it states none that can be read."""
    name, given = token.name, token.given
    if name not in ("REACH", "AGARI", "RYUUKYOKU"):
        return None
    try:
        if "ten" in given and name == "REACH":
            return [100 * count for count in tags.numbers(given, "ten", len(PLACES))]
        return [100 * count for count in tags.counts(given, "sc")[::2]] if "sc" in given else None
    except MalformedError:
        return None


def _paid(given: Attributes) -> list[int] | None:
    """What everybody gains or loses by a tag; None where it cannot be read."""
    try:
        return tags.counts(given, "sc")[1::2]
    except MalformedError:
        return None


def _pattern(number: int) -> str:
    """The name of a pattern; one that is not known keeps its number."""
    return PATTERNS[number] if 0 <= number < len(PATTERNS) else str(number)


def _is_dealt_from(wall: SeededWall, hands: Sequence[Sequence[int | None]]) -> bool:
    """Whether these hands, from East's on, were dealt from a wall; a few tiles may be written down wrong."""
    pairs = (pair for dealt, hand in zip(wall.dealt(), hands, strict=True) for pair in zip(dealt, hand, strict=False))
    return sum(dealt_tile == other for dealt_tile, other in pairs) >= _ALIKE
