"""tenhou/6: games as JSON, a list for each hand: what everybody was dealt, drew or claimed, and put down.

The order between the players is not written down; neither are hands shown, claims and when an indicator was turned. A
claim names the tile and whose discard it was: so the order is found by search. Source: docs/lookup/riichi-records.md.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from mjlog import events as ev
from mjlog.formats.json_values import Value as JsonValue
from mjlog.formats.json_values import json_values, lines_of_list, text_of
from mjlog.formats.riichi.names import (
    ALL_READY,
    COUNTED,
    DRAWS,
    LIMITS,
    NONE_READY,
    REASON_OF,
    WIN,
    WORDS,
    YAKUMAN_HAN,
    Announced,
    Value,
    is_other_wind,
    read_pattern,
    read_value,
)
from mjlog.formats.riichi.play import Hands
from mjlog.formats.riichi.tiles import TENHOU6, UNSEEN, in_order
from mjlog.formats.riichi.transcript import (
    LIVE,
    OLD_RULES,
    OWN,
    PLACES,
    MalformedError,
    Opening,
    Transcript,
    Won,
    is_old_number,
    pot_of,
    rounds_told_by,
    start_points,
    who_won,
)
from mjlog.log.records import GameRecord
from mjlog.text import counted, shown
from mjlog.tiles import Tile

# -- the order of moves -----------------------------------------------------------------------------------------------


class Claimed(NamedTuple):
    """A set laid down with the discard of another place. `tiles`: the claimed one first."""

    kind: Literal["chow", "pung", "kong"]
    tiles: tuple[Tile, ...]
    giver: int


class Own(NamedTuple):
    """A kong out of the hand, or a north wind laid aside; the tile added, or the last one, stands first.

    `giver`: of an added one, how many places after the owner's that is whose tile the pung was claimed from.
    """

    kind: Literal["concealed", "added", "north"]
    tiles: tuple[Tile, ...]
    giver: int | None = None


class Thrown(NamedTuple):
    """A discard; of the tile just drawn where no tile is named."""

    tile: Tile | None
    riichi: bool = False


class Nothing(NamedTuple):
    """What is put down after a kong is claimed, before the replacement."""


Taken = Tile | Claimed
Put = Thrown | Own | Nothing


class Step(NamedTuple):
    """One move: whose it was, and what was done; `is_loose`: the tile drawn replaces one of a kong."""

    place: int
    act: Taken | Put
    is_loose: bool = False


class _State(NamedTuple):
    """How far the hand has come: the next entry of each list, whose turn it is, the steps so far (the latest, before).

    `drawn`: the tile that the player in turn has drawn; None after a claim. `must_draw`: the turn begins with a draw.
    """

    taken: tuple[int, ...]
    put: tuple[int, ...]
    place: int
    must_draw: bool
    is_loose: bool
    drawn: Tile | None
    steps: tuple[object, ...] | None

    def step(self, act: Taken | Put, place: int | None = None) -> tuple[object, ...]:
        """The steps with one more."""
        return (Step(self.place if place is None else place, act, self.is_loose), self.steps)


_MOST_STATES = 50_000
"""States that are looked at before the search is given up."""


class Order:
    """The lists of one hand: by place, what was drawn or claimed, and what was put down."""

    def __init__(self, dealer: int, taken: Sequence[Sequence[Taken]], put: Sequence[Sequence[Put]]) -> None:
        self.dealer = dealer
        self.taken = taken
        self.put = put

    def found(self) -> list[Step] | None:
        """The moves in the order that fits; None where none does."""
        return next(self.fitting(), None)

    def fitting(self) -> Iterator[list[Step]]:
        """Every order that fits: whoever takes part in a claim waits for the other, so there is but one."""
        start = (0,) * len(self.taken)
        open_states = [_State(start, start, self.dealer, True, False, None, None)]
        for _count in range(_MOST_STATES):
            if not open_states:
                return
            state = open_states.pop()
            following = list(self._following(state))
            lists = zip((*state.taken, *state.put), (*self.taken, *self.put), strict=True)
            if not following and all(number == len(entries) for number, entries in lists):
                steps, linked = list[Step](), state.steps
                while linked is not None:
                    steps.append(linked[0])  # type: ignore[arg-type]
                    linked = linked[1]  # type: ignore[assignment]
                yield steps[::-1]
            open_states += reversed(following)

    def _following(self, state: _State) -> Iterator[_State]:
        """What can come next: the likeliest first, which is that a discard is claimed as soon as it can be."""
        place = state.place
        if state.must_draw:
            entry = self._next(self.taken, state.taken, place)
            if isinstance(entry, Tile):
                taken = _counted(state.taken, place)
                yield state._replace(taken=taken, must_draw=False, is_loose=False, drawn=entry, steps=state.step(entry))
            return
        put = self._next(self.put, state.put, place)
        counted = _counted(state.put, place)
        if isinstance(put, Own):
            yield state._replace(put=counted, must_draw=True, steps=state.step(put))._replace(is_loose=True)
        if not isinstance(put, Thrown):
            return
        tile, thrown = put.tile or state.drawn, state._replace(put=counted, steps=state.step(put))
        for step in range(1, len(self.taken)):
            claimer = (place + step) % len(self.taken)
            entry = self._next(self.taken, state.taken, claimer)
            if isinstance(entry, Claimed) and entry.giver == place and entry.tiles[0] is tile:
                is_kong = entry.kind == "kong"
                stands = is_kong and isinstance(self._next(self.put, thrown.put, claimer), Nothing)
                lists = _counted(state.taken, claimer), _counted(thrown.put, claimer) if stands else thrown.put
                yield _State(*lists, claimer, is_kong, is_kong, None, (Step(claimer, entry), thrown.steps))
        yield _State(state.taken, thrown.put, (place + 1) % len(self.taken), True, False, None, thrown.steps)

    @staticmethod
    def _next(lists: Sequence[Sequence[Taken]] | Sequence[Sequence[Put]], at: tuple[int, ...],
              place: int) -> Taken | Put | None:  # fmt: skip
        entries = lists[place]
        return entries[at[place]] if at[place] < len(entries) else None


def _counted(numbers: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + 1, *numbers[place + 1 :])


# -- the record -------------------------------------------------------------------------------------------------------


KIND = "tenhou6"
RED_KEYS = {"b": "aka53", "c": "aka51", "d": "aka52"}
"""What says in `rule` how many fives of a suit are red; `aka` says it of all."""
_ROOM = re.compile(r"[銅銀金玉]の間|王座の間|\b(?:Bronze|Silver|Gold|Jade|Throne) Room\b")
SOUL_RULES: dict[str, Any] = {
    "several_ron": "all", "abort_ron3": False,
    "double_yakuman": ["daisushi", "suanko-pair", "chuuren-nine", "kokushi-thirteen"],
    "pao_covers": "yakuman", "pao_honba": "discarder", "riichi_kan": "same-shape", "extra_ends": "at-once",
}  # fmt: skip
"""What another server plays by in rooms of these names: three may win one tile, some yakuman count double, and who is
liable answers for that yakuman alone. No record at hand decides its kongs in riichi, or its extra round."""
SOUL_RULES_OF_THREE: dict[str, Any] = {
    **{name: value for name, value in SOUL_RULES.items() if name not in ("several_ron", "abort_ron3")},
    "rob_closed_kan": True, "uma": [15_000, 0, -15_000],
}  # fmt: skip
OF_THREE, NORTH_ASIDE = "三", "f44"
"""How the names of rooms of three players begin; a north wind laid aside."""
_OWN_RULES = re.compile(r"大会戦|友人戦|\b(?:Tournament|Friendly)\b")
"""How its games are called that are played by rules of their own; the record does not say by which."""
_ROUNDS = {2: re.compile(r"南|\bSouth\b"), 1: re.compile(r"東|\bEast\b")}
"""What says in the name of a room how many rounds are played."""
DRAWN = 60
"""The number of a discard that is the tile just drawn."""
_FIELDS = 17
"""Of a hand: its number, points, two lists of indicators, three lists a player, the result."""
_MOST = 10**9
_IS_SPLIT = re.compile(r"\d-\d|∀")
"""Of a value in words: what the others and East pay, or each of the others."""
_SET = re.compile(r"(?:[cpmk]\d{6,8}|\d{2}[pmk]\d{4,6}|\d{4}[pk]\d{2,4}|\d{6}[ma]\d{2})")
_GIVERS = {0: 3, 2: 2, 4: 1, 6: 1}
"""By where the letter stands in a set: how many places after the owner's the discarder's is."""
_STANDS = {"c": (0,), "p": (0, 2, 4), "m": (0, 2, 6), "k": (0, 2, 4), "a": (6,)}
"""Where each letter may stand."""
_SIZES = {"c": 3, "p": 3, "m": 4, "k": 4, "a": 4}


def read_tenhou6(game: str, source: str, content: bytes) -> Iterator[GameRecord]:
    """The games of a file, or of an address of the editor."""
    for value in json_values(text_of(content)):
        reader = HandReader(game, source)
        reader.read(value)
        yield GameRecord(source, game, iter(reader.script.rows), reader.script.ruleset, foreign=KIND)


class HandReader:
    """Reads the hands of one game; `script` is what becomes of them.

    `hands`: what everybody holds; `givers`: of each pung, by its owner's place and kind, whose tile was claimed for it;
    `drawn`: how many tiles are drawn in the hand; `latest`: the tile that can be won now, or could be, and whose it is.
    """

    def __init__(self, game: str, source: str) -> None:
        self.script = Transcript(game)
        self.source = source
        self.hands = Hands([[]] * len(PLACES))
        self.givers: dict[tuple[int, int], int] = {}
        self.drawn = 0
        self.latest: tuple[int, Tile] | None = None

    def read(self, value: JsonValue) -> None:
        """A whole game."""
        document, text, first, fault = value
        if fault is not None:
            self.script.fault("bad-json", fault, first)
            return
        if not isinstance(document, dict) or not isinstance(document.get("log"), list):
            self.script.fault("bad-field", "a list of hands, `log`, is missing", first)
            return
        hands = list(zip(document["log"], lines_of_list(text, "log", len(document["log"]), first), strict=True))
        names, rule = document.get("name"), document.get("rule")
        if isinstance(rule, dict) and str(rule.get("disp", "")).startswith(OF_THREE):
            self.script.players = len(PLACES) - 1
        if isinstance(names, list):
            self.script.name_players([name if isinstance(name, str) else "" for name in names])
        self.start_game(document, hands[0][0] if hands else None, first)
        for hand, line in hands:
            try:
                self.hand(hand, line)
            except MalformedError as error:
                self.script.fault(error.code, str(error), line)
        self.end_game(document.get("sc"), text, first)

    def start_game(self, document: dict[str, Any], first: object, line: int) -> None:
        """Who plays; by which options, as far as `rule` says it."""
        rule = document.get("rule")
        rule = rule if isinstance(rule, dict) else {}
        name = str(rule.get("disp", ""))
        players = self.script.players
        is_tenhous = any(sign in name for sign in "東南")
        rounds = next((number for number, sign in _ROUNDS.items() if sign.search(name)), None)
        try:
            opening = _opening(first, players) if isinstance(first, list) else None
        except MalformedError:
            opening = None
        reds = {suit: rule.get(key, rule.get("aka", 0)) for suit, key in RED_KEYS.items()}
        # Three players have no fives of characters.
        reds |= {"c": 0} if players < len(PLACES) else {}
        options: dict[str, Any] = {
            "open_tanyao": not is_tenhous or "喰" in name,
            "red_fives": {suit: red if isinstance(red, int) and 0 <= red <= 4 else 0 for suit, red in reds.items()},
            "rounds": rounds_told_by(*_results(document, players), players) if rounds is None else rounds,
        }
        if is_old_number(str(document.get("ref", ""))) or is_old_number(self.script.game):
            options |= OLD_RULES
        begun = start_points(opening.totals, opening.sticks or 0) if opening is not None else None
        if begun is not None:
            options["start_points"] = begun
        if _ROOM.search(name):
            options |= SOUL_RULES if players == len(PLACES) else SOUL_RULES_OF_THREE
        own = _OWN_RULES.search(name)
        rest = {key: value for key, value in document.items() if key not in ("name", "log", "sc")}
        header = json.dumps(rest, ensure_ascii=False)
        record: dict[str, Any] = {"format": KIND, "header": header, "sc": "sc" in document}
        record |= {"not_understood": [own[0]]} if own is not None else {}
        self.script.start_game(0, options, record, line, rule.get(OWN))

    def end_game(self, stated: object, text: str, first: int) -> None:
        """`sc`: everybody's points, and final score."""
        if stated is None:
            return
        line = text.count("\n", 0, text.rfind('"sc"')) + first
        if not isinstance(stated, list) or len(stated) != 2 * len(PLACES) or not all(map(_is_number, stated)):
            self.script.fault("bad-field", "sc: points and score of four players are expected", line)
            return
        stated = stated[: 2 * self.script.players]
        totals, final = ([round(unit * number) for number in stated[at::2]] for at, unit in ((0, 1), (1, 1000)))
        self.script.end_game(totals, final, line)

    # -- one hand -------------------------------------------------------------------------------------------------

    def hand(self, hand: object, line: int) -> None:
        """One hand, from its deal to its result."""
        if not isinstance(hand, list) or len(hand) != _FIELDS:
            raise MalformedError("bad-field", f"a hand has {_FIELDS} parts")
        places, players = self.script.places, self.script.players
        opening = _opening(hand, players)
        dealt = [_tiles(hand[4 + 3 * place], "a deal") for place in places]
        upper, under = _tiles(hand[2], "the indicators"), _tiles(hand[3], "the indicators under them")
        steps, fault = _ordered(hand, opening.dealer, places)
        if steps is None and fault is None:
            # The number of the hand says who is East; the moves may say that it is another.
            others = ((place, _ordered(hand, place, places)[0]) for place in places)
            fitting = ((place, order) for place, order in others if order and _ends_so(order[-1], hand[_FIELDS - 1]))
            dealer, steps = next(fitting, (opening.dealer, None))
            opening = opening._replace(dealer=dealer)
        drawn = sum(isinstance(step.act, Tile) for step in steps or ())
        if steps and (drawn > LIVE[players] or _contradicts(steps[-1], hand[_FIELDS - 1], players)):
            steps = None
        script = self.script
        opening = script.start_hand(opening, line)
        script.compare_number(opening, 0, line)
        script.deal(dict(enumerate(dealt)), line)
        self.hands, self.givers, self.latest = Hands(dealt), {}, None
        self.drawn = drawn
        turn = Indicators(script, self.turned(upper, steps, line), line)
        turn.first()
        if steps is None:
            words = "no order of the moves fits what everybody drew, claimed and put down"
            script.fault(*(fault or ("out-of-place", words)), line)
        else:
            self.play(steps, turn, line)
            turn.rest()
        self.end(hand[_FIELDS - 1], opening, steps[-1] if steps else None, under, line)

    def turned(self, upper: Sequence[Tile], steps: Sequence[Step] | None, line: int) -> Sequence[Tile]:
        """The indicators that were turned; which they are nobody knows where there is one too many, or too few."""
        due, at_most = (len(upper),) * 2 if steps is None else _indicators_due(steps)
        if due <= len(upper) <= at_most:
            return upper
        code = "indicator-not-due" if len(upper) > due else "indicator-missing"
        words = f"{counted(len(upper), 'indicator')} were turned, by the kongs of the hand {due}"
        self.script.remark(code, words, line, due, [tile.value for tile in upper])
        return [UNSEEN] * due

    def play(self, steps: Sequence[Step], turn: Indicators, line: int) -> None:
        """The moves, in order."""
        drawn: Tile | None = None
        is_aside = False
        for step in steps:
            place, act = step.place, step.act
            if isinstance(act, Tile):
                drawn = act
                self.draw(place, act, step.is_loose, is_aside, line)
            elif isinstance(act, Thrown):
                turn.due()
                self.discard(place, act, drawn, line)
                drawn = None
            elif isinstance(act, Claimed):
                self.claim(place, act, line)
                is_aside = False
                turn.later += act.kind == "kong"
                drawn = None
            elif isinstance(act, Own):
                is_aside = act.kind == "north"
                self.kong(place, act, drawn, line)
                turn.kong(act.kind)

    def draw(self, place: int, tile: Tile, is_loose: bool, is_aside: bool, line: int) -> None:
        """A tile of the wall, or the one for a kong, or for a north wind that `is_aside`."""
        kind = (ev.BonusReplacement if is_aside else ev.KongReplacement) if is_loose else ev.Draw
        self.script.add(kind(seq=self.script.seq, seat=self.script.seats[place], tile=tile), line)
        self.hands.draw(place, tile)

    def discard(self, place: int, act: Thrown, drawn: Tile | None, line: int) -> None:
        """A discard."""
        tile = act.tile or drawn
        if tile is None:
            raise MalformedError("out-of-place", "a tile just drawn is put down, and none was drawn")
        seq, seat = self.script.seq, self.script.seats[place]
        riichi = True if act.riichi else None
        event = ev.Discard(seq=seq, seat=seat, tile=tile, riichi=riichi, drawn=act.tile is None)
        self.script.add(event, line)
        self.hands.put_down(place, [tile])
        self.latest = place, tile

    def claim(self, place: int, act: Claimed, line: int) -> None:
        """A set with the discard of another player."""
        script, tiles = self.script, tuple(in_order(act.tiles))
        script.claim(place, act.kind, line)
        seat = script.seats[place]
        script.add(ev.Expose(seq=script.seq, seat=seat, kind=act.kind, tiles=tiles), line)
        self.hands.lay(place, tiles, act.tiles[0])
        if act.kind == "pung":
            self.givers[place, act.tiles[0].kind] = act.giver

    def kong(self, place: int, act: Own, drawn: Tile | None, line: int) -> None:
        """A kong out of the hand, or a north wind laid aside."""
        script = self.script
        tiles = (*act.tiles[1:], act.tiles[0])
        seat = script.seats[place]
        if act.kind == "north":
            script.add(ev.Bonus(seq=script.seq, seat=seat, tiles=tiles, drawn=drawn is tiles[0]), line)
            self.hands.put_down(place, tiles)
            self.latest = place, tiles[0]
            return
        script.add(ev.Kong(seq=script.seq, seat=seat, kind=act.kind, tiles=tiles), line)
        self.latest = place, act.tiles[0]
        if act.kind == "added":
            # A kong is added to a pung; where its letter stands says once more whose tile that was claimed
            claimed = self.givers.get((place, act.tiles[0].kind))
            stated = (place + (act.giver or 0)) % len(PLACES)
            if claimed not in (None, stated):
                words = f"place {place} adds to a pung from place {claimed}, which is said to be from place {stated}"
                self.script.remark("claim-not-open", words, line, claimed, stated)
            self.hands.add(place, act.tiles[0])
        else:
            self.hands.lay(place, tiles)

    # -- the result -----------------------------------------------------------------------------------------------

    def end(self, result: object, opening: Opening, last: Step | None, under: Sequence[Tile], line: int) -> None:
        """How the hand ended."""
        if result in (None, []):
            return
        if not isinstance(result, list) or not isinstance(result[0], str):
            raise MalformedError("bad-field", "the result does not say how the hand ended")
        if result[0] == WIN:
            self.wins(result[1:], last, under, opening, line)
            return
        self.drawn_hand(result[0], _points(result[1], self.script.players) if len(result) > 1 else None, last, line)
        if under:
            words = "indicators under the others are turned for a win in riichi, and nobody has won"
            self.script.remark("indicator-not-due", words, line, [], [tile.value for tile in under])

    def wins(
        self, entries: Sequence[object], last: Step | None, under: Sequence[Tile], opening: Opening, line: int
    ) -> None:
        """One win, or several of one tile: of each the payments, and who has won what."""
        if len(entries) % 2:
            raise MalformedError("bad-field", "of each win there are payments, and who has won what")
        told_of = zip(entries[::2], entries[1::2], strict=True)
        wins = [self.won(change, about, last, opening, line) for change, about in told_of]
        for won in wins:
            if won.source in ev.FROM_OTHERS:
                self.script.claim(won.place, "mahjong", line)
        turner = next((won.place for won in wins if self.script.is_in_riichi(won.place)), wins[0].place if wins else 0)
        for won in wins:
            self.script.declare(won._replace(under=under) if won.place == turner else won)

    def won(self, change: object, about: object, last: Step | None, opening: Opening, line: int) -> Won:
        """One win."""
        are_places = isinstance(about, list) and all(_is_whole(place) and place in PLACES for place in about[:3])
        if not isinstance(about, list) or len(about) < 3 or not are_places:
            raise MalformedError("bad-field", "a win says who has won, from whom, and who is liable")
        place, giver, liable = about[:3]
        paid = _points(change, self.script.players)
        if last is not None:
            winner, giver, code = who_won(place, giver, last.place, isinstance(last.act, Tile), paid)
            if code is not None:
                words = f"place {place} is said to win a tile of place {about[1]}"
                words += f"; place {winner} wins that of place {giver}"
                self.script.remark(code, words, line, [winner, giver], about[:2])
            place, liable = winner, winner if liable == place else liable
        source: ev.Source = "discard" if place != giver else "wall"
        if last is not None and place == giver and last.is_loose:
            source = "loose"
        elif last is not None and place != giver and isinstance(last.act, Own):
            source = "bonus" if last.act.kind == "north" else "kong"
        return Won(
            place, source, line, liable=liable if liable != place else None,
            score=self.score(about[3:], place, opening, place == giver, line), change=paid, pot=pot_of(paid),
        )  # fmt: skip

    def score(
        self, words: Sequence[object], place: int, opening: Opening, is_drawn: bool, line: int
    ) -> dict[str, Any] | None:
        """What was announced, in words: the value, then the patterns."""
        if not words:
            return None
        texts = [word if isinstance(word, str) else str(word) for word in words]
        value, patterns = read_value(texts[0], self.script.players), [read_pattern(text) for text in texts[1:]]
        if value is None or None in patterns:
            raise MalformedError("bad-field", f"{shown(' '.join(texts), 200)!r} says no value of a hand")
        named = tuple(pattern for pattern in patterns if pattern is not None)
        worth = tuple(pattern for pattern in named if pattern.doubles)
        items: list[dict[str, Any]] = [
            {"name": item.name, "doubles": item.doubles} | ({"yakuman": item.yakuman} if item.yakuman else {})
            for item in worth
        ]
        doubles = value.doubles if value.doubles is not None else sum(item["doubles"] for item in items) or None
        winds = self.script.seats[place].index, opening.number // 4 % 4
        self.compare_words(texts, value, winds, is_drawn, line)
        limit = value.limit
        if limit == LIMITS[-1] and not any(pattern.yakuman for pattern in named):
            # A yakuman and one that is counted have the same word, and the patterns tell which it is.
            is_counted = sum(pattern.doubles for pattern in named) >= YAKUMAN_HAN
            limit = COUNTED if is_counted else limit if named else None
        usual = Announced(value._replace(limit=limit), worth, *winds, is_drawn, self.script.players).words()
        return {
            "total": value.total, "points": value.points, "doubles": doubles, "limit": limit,
            "items": items if len(texts) > 1 else None, "words": None if usual == texts else tuple(texts),
        }  # fmt: skip

    def compare_words(
        self, texts: Sequence[str], value: Value, winds: tuple[int, int], is_drawn: bool, line: int
    ) -> None:
        """The words say once more how the hand was won, and which wind is worth something."""
        if value.limit is None and None in (value.points, value.doubles):
            self.script.remark("wrong-score", f"{texts[0]} says neither a limit nor fu and han", line)
        if _IS_SPLIT.search(texts[0]) and not is_drawn:
            self.script.remark("wrong-score", f"{texts[0]} is a value paid by all, and the tile was claimed", line)
        for name in (text.partition("(")[0] for text in texts[1:]):
            if name in WORDS and is_other_wind(WORDS.index(name), *winds):
                words = f"{name} is announced, neither the winner's own wind nor that of the round"
                self.script.remark("wrong-score", words, line)

    def drawn_hand(self, words: str, change: Sequence[int] | None, last: Step | None, line: int) -> None:
        """A hand that nobody has won. Whose hands were shown follows from the payments, or from the hands."""
        script, reason = self.script, REASON_OF.get(words)
        if reason is None:
            raise MalformedError("bad-field", f"{shown(words)!r} is no way in which a hand ends")
        places = self.script.places
        paid = change or [0] * len(places)
        entitled = [place for place in places if paid[place] > 0]
        ready = {ALL_READY: list(places), NONE_READY: []}.get(words, entitled)
        if reason == "nagashi" or (reason == "exhaustive" and words not in (ALL_READY, NONE_READY) and not entitled):
            ready = [place for place in places if self.hands.is_ready(place)]
        is_at_the_end = reason in ("exhaustive", "nagashi") and self.drawn >= LIVE[self.script.players]
        for place in ready if is_at_the_end else ():
            script.show(place, line, None, basis="inferred")
        by_reason = {"nagashi": entitled, "nine-terminals": [last.place] if last is not None else []}
        if reason == "three-ron" and self.latest is not None:
            by_reason[reason] = self.hands.winners(*self.latest)
            script.claim_wins(by_reason[reason], line)
        script.draw_hand(reason, by_reason.get(reason, []), line)
        script.settle(paid, line, basis="inferred" if change is None else None)
        if words in (ALL_READY, NONE_READY) and entitled:
            script.remark("wrong-settlement", f"{words}: nothing is paid then, and place {entitled[0]} is", line)


class Indicators:
    """The indicators of a hand, turned one after the other as they become due (riichi/dora-2).

    `later`: how many are turned with the next discard, or before the next replacement.
    """

    def __init__(self, script: Transcript, tiles: Sequence[Tile], line: int) -> None:
        self.script = script
        self.left = list(tiles)
        self.line = line
        self.later = 0

    def first(self) -> None:
        """The one that is turned after the deal."""
        if self.left:
            self.script.indicate(self.left.pop(0), "first", self.line)

    def kong(self, kind: Literal["concealed", "added", "north"]) -> None:
        """A kong out of the hand, or a north wind laid aside: those of kongs before it are turned; that of a concealed
        one at once."""
        self.later += kind == "concealed"
        self.due()
        self.later += kind == "added"

    def due(self) -> None:
        """What waited is turned."""
        for _number in range(min(self.later, len(self.left))):
            self.script.indicate(self.left.pop(0), "kong", self.line)
        self.later = 0

    def rest(self) -> None:
        """The hand is over: more were written down than were due."""
        self.later = len(self.left)
        self.due()


# -- the parts of a hand ------------------------------------------------------------------------------------------


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _MOST


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and _is_number(value)


def _results(document: dict[str, Any], players: int) -> tuple[list[tuple[int, list[int]]], list[int] | None]:
    """The number of each hand with the points before it, and the points at the end, as far as they can be read."""
    hands, end = list[tuple[int, list[int]]](), None
    for hand in document["log"]:
        with contextlib.suppress(MalformedError):
            opening = _opening(hand if isinstance(hand, list) else [], players)
            hands.append((opening.number, list(opening.totals or ())))
    with contextlib.suppress(MalformedError):
        end = _points(_list(document.get("sc"))[::2], players)
    return hands, end


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise MalformedError("bad-field", f"{shown(value)} is no list")
    return value


def _points(value: object, players: int) -> list[int]:
    """One number for each player; of three the fourth one is that of nobody."""
    numbers = _list(value)
    if len(numbers) != len(PLACES) or not all(map(_is_whole, numbers)):
        raise MalformedError("bad-field", f"{shown(value)} are not points of four players")
    return numbers[:players]


def _opening(hand: Sequence[object], players: int) -> Opening:
    head, totals = _list(hand[0] if hand else None), _points(hand[1] if len(hand) > 1 else None, players)
    if len(head) != 3 or not all(_is_whole(value) and value >= 0 for value in head):
        raise MalformedError("bad-field", f"{shown(head)} is no hand: its number, repeats and sticks are expected")
    return Opening(head[0], head[0] % len(PLACES) % players, head[1], head[2], totals)


def _ordered(
    hand: Sequence[object], dealer: int, places: Sequence[int]
) -> tuple[list[Step] | None, tuple[str, str] | None]:
    """The moves of a hand in the order that fits, if any; or what cannot be read of them: code and words."""
    try:
        taken = [[_taken(entry, place) for entry in _list(hand[5 + 3 * place])] for place in places]
        put = [[_put(entry) for entry in _list(hand[6 + 3 * place])] for place in places]
    except MalformedError as error:
        return None, (error.code, str(error))
    return Order(dealer, taken, put).found(), None


def _indicators_due(steps: Sequence[Step]) -> tuple[int, int]:
    """How many indicators were turned, at least and at most: the first, and those of kongs as they became due
    (riichi/dora-2).

    A kong with which the hand ends is robbed: none is turned for it; some programs turn those of kongs before it.
    """
    number, later = 1, 0
    is_robbed = bool(steps) and isinstance(steps[-1].act, Own)
    for step in steps[:-1] if is_robbed else steps:
        act = step.act
        is_own, is_claimed = isinstance(act, Own), isinstance(act, Claimed) and act.kind == "kong"
        if is_own or isinstance(act, Thrown):
            number, later = number + later, 0
        if isinstance(act, Own) and act.kind == "concealed":
            number += 1
        elif is_claimed or (isinstance(act, Own) and act.kind == "added"):
            later += 1
    return number, number + later * is_robbed


def _contradicts(last: Step, result: object, players: int) -> bool:
    """Whether a win is paid by all though the last tile was not drawn, or by one though it was."""
    if not isinstance(result, list) or len(result) < 3 or result[0] != WIN or not isinstance(result[1], list):
        return False
    is_paid_by_all = sum(_is_number(paid) and paid < 0 for paid in result[1]) == players - 1
    about = result[2]
    is_liable = isinstance(about, list) and len(about) > 2 and about[2] != about[0]
    return not is_liable and is_paid_by_all != isinstance(last.act, Tile)


def _ends_so(last: Step, result: object) -> bool:
    """Whether a hand that ends with this move can have this result: who has won drew last, or took what came last."""
    is_drawn = isinstance(last.act, Tile)
    words = result[0] if isinstance(result, list) and result else None
    if words != WIN:
        return is_drawn == (words == DRAWS["nine-terminals"])
    about = result[2] if isinstance(result, list) and len(result) > 2 else None
    return isinstance(about, list) and about[1:2] == [last.place] and is_drawn == (about[0] == about[1])


def _tile(code: object) -> Tile:
    tile = TENHOU6.get(code) if isinstance(code, int) else None
    if tile is None:
        raise MalformedError("bad-field", f"{shown(code)} is no tile")
    return tile


def _tiles(codes: object, what: str) -> list[Tile]:
    return [_tile(code) for code in _list(codes)]


def _set(text: str, place: int) -> Claimed | Own:
    """A set: the letter stands before the tile that was claimed or added, and tells whose discard it was."""
    if not _SET.fullmatch(text):
        raise MalformedError("bad-field", f"{shown(text)!r} is no set")
    at = next(at for at, sign in enumerate(text) if sign.isalpha())
    letter, digits = text[at], text[:at] + text[at + 1 :]
    codes = [int(digits[number : number + 2]) for number in range(0, len(digits), 2)]
    if len(codes) != _SIZES[letter] or at not in _STANDS[letter]:
        raise MalformedError("bad-field", f"{shown(text)!r} is no set")
    first = _tile(codes.pop(at // 2))
    tiles = (first, *map(_tile, codes))
    if letter == "a":
        return Own("concealed", tiles)
    if letter == "k":
        return Own("added", tiles, _GIVERS[at])
    kind: Literal["chow", "pung", "kong"] = {"c": "chow", "p": "pung", "m": "kong"}[letter]  # type: ignore[assignment]
    return Claimed(kind, tiles, (place + _GIVERS[at]) % 4)


def _taken(entry: object, place: int) -> Taken:
    """What a player drew or claimed."""
    if not isinstance(entry, str):
        return _tile(entry)
    taken = _set(entry, place)
    if isinstance(taken, Own):
        raise MalformedError("bad-field", f"{shown(entry)!r} is not claimed: it stands among what is put down")
    return taken


def _put(entry: object) -> Put:
    """What a player put down."""
    if entry == 0 and _is_whole(entry):
        return Nothing()
    if not isinstance(entry, str):
        return Thrown(None if entry == DRAWN else _tile(entry))
    if entry == NORTH_ASIDE:
        return Own("north", (_tile(int(entry[1:])),))
    if entry.startswith("r"):
        code = int(entry[1:]) if re.fullmatch(r"\d\d", entry[1:]) else None
        return Thrown(None if code == DRAWN else _tile(code), riichi=True)
    put = _set(entry, 0)
    if isinstance(put, Claimed):
        raise MalformedError("bad-field", f"{shown(entry)!r} is claimed: it stands among what is drawn")
    return put
