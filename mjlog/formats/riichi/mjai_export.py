"""A game written as mjai: what the format has no place for is lost. See `mjlog.formats.riichi.mjai`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.chain import compact_json
from mjlog.formats.foreign import riichi_that_stand
from mjlog.formats.riichi.export import PlayedGame, PlayedHand
from mjlog.formats.riichi.mjai import KIND, REASONS, UNDER
from mjlog.formats.riichi.names import in_messages
from mjlog.formats.riichi.tiles import MJAI_OF, UNSEEN
from mjlog.formats.riichi.transcript import PLACES, STICK
from mjlog.seats import Seat
from mjlog.tiles import Tile

LOST = ("rule set but red fives and rounds",)
"""What is always lost for other programs; this one reads its own field."""
CARRIED = frozenset(
    (
        "hands shown", "when indicators were turned", "fu of wins with a limit", "values of wins in points alone",
        "ends without points", "ends without final scores", "which of two norths was laid aside",
    )
)  # fmt: skip
"""Of what not every format has, what this one has."""
_USUAL: dict[str, Sequence[str]] = {
    "start_game": ("names",),
    "start_kyoku": ("bakaze", "dora_marker", "kyoku", "honba", "kyotaku", "oya", "scores", "tehais"),
    "ankan": ("actor", "consumed"),
    "hora": (
        "actor", "target", "pai", "pao", "hora_tehais", "yakus", "fu", "fan", "hora_points", "deltas", "ura_markers",
    ),
    "ryukyoku": ("reason", "deltas", "tehais"),
    "reach_accepted": ("actor",),
    "end_game": ("scores",),
}  # fmt: skip
"""The fields of a message where the game was not read from such a file; of other messages all that there are."""
_HAND = 13
_SETS = {"chow": "chi", "pung": "pon", "kong": "daiminkan"}

Message = dict[str, Any]


def write_mjai(game: PlayedGame, is_whole: bool) -> Iterator[bytes]:
    """The lines of a file; of a single hand without the end of the game."""
    is_own = game.record.get("format") == KIND
    keys = game.record.get("keys", {}) if is_own else {}
    start = json.loads(game.record.get("start", "{}")) if is_own else {
        "kyoku_first": len(PLACES) if game.options.get("rounds") == 1 else 0,
        "aka_flag": any((game.options.get("red_fives") or {}).values()),
        **game.own,
    }  # fmt: skip
    messages: list[Message] = [{"type": "start_game", "names": list(game.handles), **start}]
    for message in (*messages, *messages_of(game, is_whole, "haipai" in keys)):
        # The fields that messages of its sort have.
        kind = message["type"]
        wanted = {"type", *keys.get(kind, _USUAL.get(kind, tuple(message))), *(start if kind == "start_game" else ())}
        chosen = {key: value for key, value in message.items() if key in wanted}
        yield compact_json(chosen).encode() + b"\n"


def messages_of(game: PlayedGame, is_whole: bool, deals_apart: bool = False) -> Iterator[Message]:
    """What happens in a game, message by message. `deals_apart`: the tiles dealt stand in messages of their own."""
    for hand in game.hands:
        for message in HandWriter(hand).written():
            yield message
            if deals_apart and message["type"] == "start_kyoku":
                order = sorted(hand.place_of.values(), key=lambda place: (place - message["oya"]) % len(hand.place_of))
                yield from ({"type": "haipai", "actor": place, "pais": message["tehais"][place]} for place in order)
    if is_whole and game.end is not None:
        totals = game.end.totals
        scores = {} if totals is None else {"scores": [totals.get(handle, 0) for handle in game.handles]}
        yield {"type": "end_game", **scores}


class HandWriter:
    """Writes one hand, event by event."""

    def __init__(self, hand: PlayedHand) -> None:
        self.hand = hand
        self.messages: list[Message] = []
        self.drawn: Tile | None = None
        self.thrown: tuple[int, Tile] | None = None
        self.in_riichi: set[Seat] = set()
        self.standing = {discard.seq for discard in riichi_that_stand(hand.events)}

    def written(self) -> list[Message]:
        """All messages of the hand."""
        self.messages.append(self.start())
        for number, event in enumerate(self.hand.events):
            handler = _HANDLERS.get(type(event))
            if handler is not None:
                handler(self, event, number)
        if any(isinstance(event, ev.Mahjong | ev.Washout) for event in self.hand.events):
            self.say("end_kyoku")
        return self.messages

    def say(self, kind: str, **fields: Any) -> None:
        """One message more."""
        self.messages.append({"type": kind, **fields})

    def place(self, event: Any) -> int:
        """The place of the seat that acts."""
        return self.hand.place_of[event.seat]

    def start(self) -> Message:
        """`start_kyoku`."""
        opening = self.hand.opening
        dealt: list[list[str]] = [[] for _ in self.hand.place_of]
        for event in self.hand.events:
            if isinstance(event, ev.Deal):
                dealt[self.place(event)] += [MJAI_OF[tile] for tile in event.tiles]
        first = (event for event in self.hand.events if isinstance(event, ev.Indicator) and event.of == "first")
        marker = next((MJAI_OF[event.tile] for event in first), MJAI_OF[UNSEEN])
        return {
            "type": "start_kyoku", "bakaze": "ESWN"[opening.number // 4 % 4], "dora_marker": marker,
            "kyoku": opening.number % 4 + 1, "honba": opening.repeats, "kyotaku": opening.sticks,
            "oya": opening.dealer, "scores": list(opening.totals or ()), "tehais": dealt,
        }  # fmt: skip

    def lay_aside(self, event: ev.Bonus, _number: int) -> None:
        """`nukidora`."""
        for tile in event.tiles:
            self.thrown = self.place(event), tile
            drawn = {} if event.drawn is None else {"tsumogiri": event.drawn}
            self.say("nukidora", actor=self.place(event), pai=MJAI_OF[tile], **drawn)

    def draw(self, event: ev.Taking, _number: int) -> None:
        """`tsumo`."""
        self.say("tsumo", actor=self.place(event), pai=MJAI_OF[event.tile])
        self.drawn = event.tile

    def discard(self, event: ev.Discard, _number: int) -> None:
        """`dahai`, with riichi before it, and after it that it stands.

        Where it is not known whether a tile is the one drawn, one that looks like it is taken for it.
        """
        place = self.place(event)
        is_drawn = event.drawn if event.drawn is not None else event.tile is self.drawn
        if event.riichi:
            self.say("reach", actor=place)
        self.say("dahai", actor=place, pai=MJAI_OF[event.tile], tsumogiri=is_drawn)
        self.thrown, self.drawn = (place, event.tile), None
        if event.seq in self.standing:
            deltas = [-STICK if seated == place else 0 for seated in sorted(self.hand.place_of.values())]
            self.say("reach_accepted", actor=place, deltas=deltas)
            self.in_riichi.add(event.seat)

    def claim(self, event: ev.Expose, _number: int) -> None:
        """`chi`, `pon`, `daiminkan`."""
        place = self.place(event)
        giver, claimed = self.thrown or (place, event.tiles[0])
        own = list(event.tiles)
        if all(tile.kind != claimed.kind for tile in own):
            claimed = own[0]  # a fault of the game: the set is written as it lies there
        own.remove(claimed if claimed in own else own[0])
        consumed = [MJAI_OF[tile] for tile in own]
        self.say(_SETS[event.kind], actor=place, target=giver, pai=MJAI_OF[claimed], consumed=consumed)
        self.drawn = None

    def kong(self, event: ev.Kong, _number: int) -> None:
        """`ankan`, `kakan`."""
        place = self.place(event)
        self.thrown = place, event.tiles[-1]
        names = [MJAI_OF[tile] for tile in event.tiles]
        if event.kind == "concealed":
            self.say("ankan", actor=place, pai=MJAI_OF[event.tiles[-1]], consumed=names)
            return
        self.say("kakan", actor=place, pai=names[-1], consumed=names[:-1])

    def indicator(self, event: ev.Indicator, _number: int) -> None:
        """`dora`; those under the others go with the win."""
        if event.of == "kong":
            self.say("dora", dora_marker=MJAI_OF[event.tile])

    def win(self, event: ev.Mahjong, _number: int) -> None:
        """`hora`."""
        is_drawn = event.source not in ev.FROM_OTHERS
        thrown = None if self.thrown is None else self.thrown[1]
        tile = event.tile or (self.drawn if is_drawn else thrown) or UNSEEN
        turned = (event for event in self.hand.events if isinstance(event, ev.Indicator) and event.of == "under")
        under = [MJAI_OF[row.tile] for row in turned] if event.seat in self.in_riichi else []
        indicators = {} if MJAI_OF[UNSEEN] in under else dict.fromkeys(UNDER, under)
        paid = self.hand.paid_for(event)
        liable = {} if event.liable is None else {"pao": self.hand.place_of[event.liable]}
        self.say(
            "hora", actor=self.place(event), target=self.hand.giver(event), pai=MJAI_OF[tile], **liable,
            **self.laid_down(event.seat), **self.worth(event.seat), **({} if paid is None else {"deltas": paid}),
            **indicators, **({"tsumo": True} if is_drawn else {}),
        )  # fmt: skip

    def laid_down(self, seat: Seat) -> Message:
        """The winner's hand, where it was shown."""
        shown = (event.rest for event in self.hand.events if isinstance(event, ev.Show) and event.seat is seat)
        rest = next(shown, None)
        return {} if rest is None else {"hora_tehais": [MJAI_OF[tile] for tile in rest]}

    def worth(self, seat: Seat) -> Message:
        """What a win was said to be worth."""
        score = next((event for event in self.hand.events if isinstance(event, ev.Score) and event.seat is seat), None)
        if score is None:
            return {}
        items = [item for item in score.items if isinstance(item, dict)] if isinstance(score.items, list) else None
        yakus = [
            [in_messages(item.get("name", "")), item.get("doubles", 0) * (item.get("yakuman") or 1)]
            for item in items or ()
        ]
        fields = {"yakus": None if items is None else yakus, "fu": score.points,
                "fan": score.doubles, "hora_points": score.total}  # fmt: skip
        return {name: value for name, value in fields.items() if value is not None}

    def wash_out(self, event: ev.Washout, number: int) -> None:
        """`ryukyoku`."""
        settlements = (row for row in self.hand.events[number + 1 :] if isinstance(row, ev.Settlement))
        paid = next(settlements, None)
        reason = event.reason or "exhaustive"
        words = REASONS.get(reason, (reason,))[0]
        places = sorted(self.hand.place_of.values())
        deltas = [0] * len(places) if paid is None else self.hand.change(paid)
        shows = [row for row in self.hand.events if isinstance(row, ev.Show)]
        tehais = [["?"] * _HAND for _place in places]
        for show in shows:
            tehais[self.place(show)] = [MJAI_OF[tile] for tile in show.rest or ()]
        laid_down = {"tehais": tehais} if any(show.rest is not None for show in shows) else {}
        callers = [row for row in self.hand.events if isinstance(row, ev.Claim) and row.for_ == "mahjong"]
        showing = {self.place(row) for row in (callers if reason == "three-ron" else shows)}
        self.say("ryukyoku", reason=words, tenpais=[seated in showing for seated in places], **laid_down, deltas=deltas)


_HANDLERS: dict[type[ev.Event], Any] = {
    ev.Draw: HandWriter.draw,
    ev.KongReplacement: HandWriter.draw,
    ev.Bonus: HandWriter.lay_aside,
    ev.BonusReplacement: HandWriter.draw,
    ev.Discard: HandWriter.discard,
    ev.Expose: HandWriter.claim,
    ev.Kong: HandWriter.kong,
    ev.Indicator: HandWriter.indicator,
    ev.Mahjong: HandWriter.win,
    ev.Washout: HandWriter.wash_out,
}
