"""A game written as tenhou/6: what the format has no place for is lost. See `mjlog.formats.riichi.tenhou6`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.formats.played import NotSayableError, has_no_words
from mjlog.formats.riichi.export import PlayedGame, PlayedHand, log_lines, refuse_unpaid
from mjlog.formats.riichi.names import (
    ALL_READY,
    DRAWS,
    LIMITS,
    NONE_READY,
    WIN,
    Announced,
    Pattern,
    Value,
)
from mjlog.formats.riichi.tenhou6 import DRAWN, KIND, NORTH_ASIDE, OF_THREE, RED_KEYS
from mjlog.formats.riichi.tiles import TENHOU6_OF
from mjlog.formats.riichi.transcript import PLACES
from mjlog.scoring.han_worth import HanTerms
from mjlog.seats import Seat
from mjlog.tiles import Tile

LOST = ("order between seats", "rule set but a line")
"""What is always lost for other programs; this one finds the order, and reads its own field."""
CARRIED = frozenset(("limits of wins", "words of wins", "final scores"))
"""Of what not every format has, what this one has."""
_ROOMS = ((0x20 | 0x80, "鳳"), (0x20, "特"), (0x80, "上"), (0, "般"))
"""What a game of each type of the server is called."""
_LETTERS = {"chow": "c", "pung": "p", "kong": "m"}


def write_tenhou6(game: PlayedGame) -> Iterator[bytes]:
    """The lines of a file, a hand each.

    Raises:
        NotSayableError: of a hand it is not recorded what was paid.
    """
    refuse_unpaid(game)
    is_own = game.record.get("format") == KIND
    hands = [_HandWriter(hand, is_own, game.terms).written() for hand in game.hands]
    if is_own:
        head = json.loads(game.record["header"])
    else:
        # The format has one line for rules.
        options, kind = game.options, game.record.get("type", 0)
        reds = options.get("red_fives") or {}
        room = next(word for signs, word in _ROOMS if kind & signs == signs)
        rounds = "東" if options.get("rounds") == 1 else "南"
        tanyao = "喰" if options.get("open_tanyao", True) else ""
        of_three = OF_THREE if len(game.handles) < len(PLACES) else ""
        name = f"{of_three}{room}{rounds}{tanyao}{'赤' if any(reds.values()) else ''}"
        fives = {key: reds.get(suit, 0) for suit, key in RED_KEYS.items()}
        aka = {"aka": reds["b"]} if len(set(reds.values())) == 1 else fives
        head = {"title": ["", ""], "rule": {"disp": name, **aka, **game.own}}
    head["name"] = _filled_up(game.handles, "")
    if game.end is not None and (game.record.get("sc") if is_own else game.end.totals and game.end.final):
        totals, final = game.end.totals or {}, game.end.final or {}
        places = [*game.handles, *(None for _empty in PLACES[len(game.handles) :])]
        both = ((totals.get(handle, 0), final.get(handle, 0) / 1000) if handle else (0, 0) for handle in places)
        head["sc"] = [int(number) if number == int(number) else number for pair in both for number in pair]
    yield from log_lines(head, hands)


def _filled_up(by_place: Sequence[Any], nobody: object) -> list[Any]:
    """What is said by place, of three players with a fourth place at which nobody sits."""
    return [*by_place, *(nobody for _empty in PLACES[len(by_place) :])] if by_place else []


class _HandWriter:
    """Writes one hand. `is_own`: it was read from such a file, whose order of tiles is kept; `terms`: what han are."""

    def __init__(self, hand: PlayedHand, is_own: bool, terms: HanTerms) -> None:
        self.hand = hand
        self.is_own = is_own
        self.terms = terms
        self.dealt: list[list[Tile]] = [[] for _ in PLACES]
        self.taken: list[list[int | str]] = [[] for _ in PLACES]
        self.put: list[list[int | str]] = [[] for _ in PLACES]
        self.upper: list[int] = []
        self.under: list[int] = []
        self.drawn: Tile | None = None
        self.thrown: tuple[int, Tile] | None = None
        self.pungs: list[tuple[int, str, int]] = []
        self.scores: dict[Seat, ev.Score] = {}
        self.wins: list[ev.Mahjong] = []
        self.paid: list[ev.Settlement] = []
        self.washout: ev.Washout | None = None
        self.ready = 0

    def written(self) -> list[Any]:
        """The hand as a list."""
        for event in self.hand.events:
            handler = _HANDLERS.get(type(event))
            if handler is not None:
                handler(self, event)
        opening = self.hand.opening
        dealt = [[TENHOU6_OF[tile] for tile in tiles] for tiles in self.dealt]
        lists = [part for place in PLACES for part in (dealt[place], self.taken[place], self.put[place])]
        head = [opening.number, opening.repeats, opening.sticks]
        return [head, _filled_up(opening.totals or (), 0), self.upper, self.under, *lists, self.result()]

    # -- the moves ----------------------------------------------------------------------------------------------------

    def place(self, event: Any) -> int:
        """The place of the seat that acts."""
        return self.hand.place_of[event.seat]

    def deal(self, event: ev.Deal) -> None:
        """Tiles of the deal."""
        tiles = self.dealt[self.place(event)]
        tiles += event.tiles
        if not self.is_own:
            tiles.sort(key=_rank)

    def lay_aside(self, event: ev.Bonus) -> None:
        """A north wind laid aside."""
        self.put[self.place(event)].append(NORTH_ASIDE)
        self.thrown = self.place(event), event.tiles[0]

    def draw(self, event: ev.Taking) -> None:
        """A tile drawn."""
        self.taken[self.place(event)].append(TENHOU6_OF[event.tile])
        self.drawn = event.tile

    def discard(self, event: ev.Discard) -> None:
        """A tile put down.

        Where it is not known whether it is the one just drawn, a tile that looks like it is taken for it.
        """
        place = self.place(event)
        is_drawn = event.drawn if event.drawn is not None else event.tile is self.drawn
        code = DRAWN if is_drawn else TENHOU6_OF[event.tile]
        self.put[place].append(f"r{code}" if event.riichi else code)
        self.thrown, self.drawn = (place, event.tile), None

    def claim(self, event: ev.Expose) -> None:
        """A set with the latest discard."""
        place = self.place(event)
        giver, claimed = self.thrown or (place, event.tiles[0])
        own = sorted(event.tiles, key=_rank)
        own.remove(claimed if claimed in own else own[0])
        letter, step = _LETTERS[event.kind], (giver - place) % 4
        at = 0 if letter == "c" or step == 3 else 1 if step == 2 else len(own)
        codes = [f"{TENHOU6_OF[tile]}" for tile in own]
        codes.insert(at, f"{letter}{TENHOU6_OF[claimed]}")
        text = "".join(codes)
        self.taken[place].append(text)
        self.drawn = None
        if letter == "p":
            self.pungs.append((place, text, claimed.kind))
        elif letter == "m":
            self.put[place].append(0)

    def kong(self, event: ev.Kong) -> None:
        """A kong out of the hand."""
        place = self.place(event)
        if event.kind == "concealed":
            codes = [f"{TENHOU6_OF[tile]}" for tile in sorted(event.tiles, key=_rank)]
            self.put[place].append("".join((*codes[:-1], "a", codes[-1])))
            return
        kind = event.tiles[0].kind
        pung = next((text for owner, text, claimed in self.pungs if owner == place and claimed == kind), None)
        if pung is None:
            raise NotSayableError(f"event {event.seq} adds to a pung that is not recorded, which the format cannot say")
        digits = "".join(sign for sign in pung if sign.isdigit())
        laid = [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]
        left = [TENHOU6_OF[tile] for tile in event.tiles]
        for code in laid:
            if code in left:
                left.remove(code)
        self.put[place].append(pung.replace("p", f"k{left[0]}"))

    def indicator(self, event: ev.Indicator) -> None:
        """An indicator turned."""
        (self.under if event.of == "under" else self.upper).append(TENHOU6_OF[event.tile])

    # -- the result ---------------------------------------------------------------------------------------------------

    def win(self, event: ev.Mahjong) -> None:
        """A win."""
        self.wins.append(event)

    def score(self, event: ev.Score) -> None:
        """What was announced."""
        self.scores[event.seat] = event

    def settle(self, event: ev.Settlement) -> None:
        """What was paid."""
        self.paid.append(event)

    def wash_out(self, event: ev.Washout) -> None:
        """A hand drawn."""
        self.washout = event

    def show(self, _event: ev.Show) -> None:
        """A hand laid down."""
        self.ready += 1

    def result(self) -> list[Any]:
        """How the hand ended; nothing where it did not."""
        if self.wins:
            return [WIN, *(part for win in self.wins for part in self.won(win))]
        if self.washout is None:
            return []
        reason = self.washout.reason or "exhaustive"
        words = DRAWS.get(reason)
        if words is None:
            raise NotSayableError(f"a hand was drawn for {reason}, which the format has no word for")
        stated = next(iter(self.paid), None)
        change = [0] * len(PLACES) if stated is None else _filled_up(self.hand.change(stated), 0)
        is_said = any(change) or (self.is_own and stated is not None and stated.basis != "inferred")
        if reason == "exhaustive" and not is_said:
            return [ALL_READY if self.ready == len(self.hand.place_of) else NONE_READY]
        return [words, change] if is_said else [words]

    def won(self, win: ev.Mahjong) -> tuple[list[int], list[Any]]:
        """One win: the payments, and who has won what from whom."""
        place = self.place(win)
        is_drawn = win.source not in ev.FROM_OTHERS
        liable = place if win.liable is None else self.hand.place_of[win.liable]
        words = self.words(self.scores.get(win.seat), is_drawn)
        return _filled_up(self.hand.paid_for(win) or (), 0), [place, self.hand.giver(win), liable, *words]

    def words(self, score: ev.Score | None, is_drawn: bool) -> Sequence[str]:
        """What was announced, in the words of the format."""
        if score is None:
            return ()
        if score.words is not None:
            return score.words
        if has_no_words(score):
            return ()
        items = score.items if isinstance(score.items, list) else []
        patterns = tuple(
            Pattern(str(item.get("name")), *(worth if isinstance(worth := item.get(name), int) else 0
                                             for name in ("doubles", "yakuman")))
            for item in items if isinstance(item, dict)
        )  # fmt: skip
        is_yakuman = any(pattern.yakuman for pattern in patterns)
        limit = score.limit if isinstance(score.limit, str) else LIMITS[-1] if is_yakuman else None
        if limit is None and score.doubles is not None:
            # Other formats do not name it; where no fu are told, it is one.
            limit = self.terms.limit_by_han(score.points or 0, score.doubles)[1]
            limit = LIMITS[1] if limit is None and score.points is None else limit
        value = Value(score.points, score.doubles, limit, score.total)
        round_wind = self.hand.opening.number // 4 % 4
        return Announced(value, patterns, score.seat.index, round_wind, is_drawn, len(self.hand.place_of)).words()


def _rank(tile: Tile) -> tuple[int, bool]:
    """The order of the format: characters, dots, bamboo, honors; a red five behind the plain ones."""
    code = TENHOU6_OF[tile]
    return (10 * (code - 50) + 5, True) if code > 50 else (code, False)


_HANDLERS: dict[type[ev.Event], Any] = {
    ev.Deal: _HandWriter.deal,
    ev.Draw: _HandWriter.draw,
    ev.KongReplacement: _HandWriter.draw,
    ev.Bonus: _HandWriter.lay_aside,
    ev.BonusReplacement: _HandWriter.draw,
    ev.Discard: _HandWriter.discard,
    ev.Expose: _HandWriter.claim,
    ev.Kong: _HandWriter.kong,
    ev.Indicator: _HandWriter.indicator,
    ev.Mahjong: _HandWriter.win,
    ev.Score: _HandWriter.score,
    ev.Settlement: _HandWriter.settle,
    ev.Washout: _HandWriter.wash_out,
    ev.Show: _HandWriter.show,
}
