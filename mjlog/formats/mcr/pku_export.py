"""A game by competition rules written as open data (`mjlog.formats.mcr.pku`): what has no place there is lost.

Source: docs/lookup/mcr-records.md#writing-them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.formats.foreign import Written
from mjlog.formats.mcr.pku import CLAIMS
from mjlog.formats.mcr.round import OWN_WALLS, PKU_OF, PLAYERS, Fan, fans
from mjlog.formats.played import BETWEEN_HANDS, NotSayableError, OtherRulesError, parts_of, refuse_unsaid, replayed
from mjlog.log.records import GameRecord
from mjlog.scoring.rows import FANS
from mjlog.seats import SEATS, Seat
from mjlog.text import counted, list_words
from mjlog.tiles import Tile

_CARRIED = frozenset(("claims that lost", "words of wins", "values of wins in points alone"))
"""Of what not every format has, what this one has."""
_WORD_OF = {claimed: word.capitalize() for word, claimed in CLAIMS.items()}
_KONGS = {"concealed": "AnGang", "added": "BuGang"}
_UNSAID = {
    ev.Bonus: "a flower", ev.BonusReplacement: "a flower", ev.LayConcealed: "a set laid face down",
    ev.JokerExchange: "an exchange of a joker", ev.Charleston: "tiles passed on", ev.Fishing: "a call",
}  # fmt: skip
_HAND = 13


def write_pku(bodies: Iterable[bytes], name: str, hand: int | None) -> Written:
    """A game of these events, a match a hand, or one hand of it.

    Raises:
        NotSayableError: it has something that the format cannot say; no such hand was played.
    """
    engine = Engine(GameRecord(name, name, iter(()), corrected=True))
    hands: list[_Hand] = []
    events: list[ev.Event] = []
    for event in replayed(engine, ((ev.decode_event(body), None) for body in bodies)):
        events.append(event)
        if isinstance(event, ev.HandStart):
            hands.append(_Hand(event))
        elif hands and not isinstance(event, BETWEEN_HANDS):
            hands[-1].events.append(event)
    findings = sum(len(report.findings) for report in engine.finish())
    wanted = [wanted_hand for wanted_hand in hands if hand in (None, wanted_hand.start.hand)]
    if engine.frame.start is None or engine.rules.ruleset.tables.get("scoring", {}).get("total") != FANS:
        raise OtherRulesError("this is no game whose hands are counted in fans")
    if hand is not None and not wanted:
        raise NotSayableError(f"there is no hand {hand}: {counted(len(hands), 'hand')} were played")
    called = [name if len(hands) == 1 else f"{name}-{wanted_hand.start.hand}" for wanted_hand in wanted]
    lines = [line for played, match in zip(wanted, called, strict=True) for line in (*played.lines(match), "")]
    parts = {**parts_of(events if hand is None else wanted[0].events), "findings": findings}
    parts["chows that lost"] = sum(wanted_hand.unsaid_chows for wanted_hand in wanted)
    parts["names of fans"] = sum(wanted_hand.unnamed for wanted_hand in wanted)
    # What the format says of no game, where this one says otherwise than what is taken for granted.
    lost = ["names of players"] if engine.frame.start.players != PLAYERS else []
    options = engine.frame.start.options or {}
    others = sorted({*options, *OWN_WALLS} - {name for name in OWN_WALLS if options.get(name) == OWN_WALLS[name]})
    lost += [f"rule set but its winds: {list_words(others)}"] if others else []
    lost += [f"{what} ({count})" for what, count in parts.items() if count > 0 and what not in _CARRIED]
    content = "".join(f"{line}\n" for line in lines).encode()
    return Written(content, lost)


class _Hand:
    """Writes one hand. `unsaid_chows`: calls for chows of which it is not known which; `unnamed`: scores with items
    that are no fans.
    """

    def __init__(self, start: ev.HandStart) -> None:
        self.start = start
        self.events: list[ev.Event] = []
        self.unsaid_chows = self.unnamed = 0
        self.written: list[str] = []
        self.calls: list[ev.Claim] = []
        self.lies: Tile | None = None

    def lines(self, match: str) -> list[str]:
        """The lines of the match."""
        self._refuse()
        self.written = [f"Match {match}", f"Wind {self.start.round.index}"]
        dealt: dict[Seat, list[Tile]] = {}
        for event in self.events:
            if isinstance(event, ev.Deal):
                dealt.setdefault(event.seat, []).extend(event.tiles)
        for seat, tiles in sorted(dealt.items(), key=lambda dealt_to: dealt_to[0].index):
            size = _HAND if len(tiles) == _HAND + 1 and seat is Seat.E else len(tiles)
            self.written.append(f"Player {seat.index} Deal {' '.join(PKU_OF[tile] for tile in tiles[:size])}")
        if len(dealt.get(Seat.E, ())) == _HAND + 1:
            # East's fourteenth tile is a draw.
            self.lies = dealt[Seat.E][_HAND]
            self.written.append(self._act(Seat.E, "Draw", self.lies))
        for event in self.events:
            if isinstance(event, ev.Claim):
                self.calls.append(event)
            elif type(event) in _HANDLERS:
                _HANDLERS[type(event)](self, event)
        if self.calls:
            # What was called last, and nothing came of it.
            self.written[-1] += self._ignored(None)
        return self.written

    def _refuse(self) -> None:
        number = self.start.hand
        refuse_unsaid(number, self.events)
        wins = [event for event in self.events if isinstance(event, ev.Mahjong)]
        drawn = (event.reason for event in self.events if isinstance(event, ev.Washout))
        what = next((_UNSAID[type(event)] for event in self.events if type(event) in _UNSAID), None)
        if len(self.start.seats) != len(SEATS):
            what = f"{len(self.start.seats)} players"
        elif len(wins) > 1:
            what = "several who declared mahjong"
        elif any(win.source == "deal" for win in wins):
            what = "a win with the hand as it was dealt"
        elif reason := next((why for why in drawn if why not in (None, "", "exhaustive")), None):
            what = f"a hand drawn for {reason}"
        if self.start.depth in ("table", "result"):
            what = "moves that were not recorded"
        if what is not None:
            raise NotSayableError(f"hand {number} has {what}: the format cannot say that")

    def _act(self, seat: Seat, word: str, tile: Tile) -> str:
        return f"Player {seat.index} {word} {PKU_OF[tile]}"

    def _say(self, seat: Seat, word: str, tile: Tile, taken: ev.Claimed | None = None) -> None:
        """One act, with the calls that were made before it in vain. `taken`: what the player has called."""
        self.written.append(self._act(seat, word, tile) + self._ignored(seat if taken is not None else None))
        self.lies = tile

    def _ignored(self, taker: Seat | None) -> str:
        words = ""
        for call in self.calls:
            tile = call.tiles[1] if call.tiles is not None and len(call.tiles) == len(_CHOW) else self.lies
            if call.seat is taker or tile is None:
                continue
            if call.for_ == "chow" and call.tiles is None:
                self.unsaid_chows += 1
                continue
            words += f" Ignore {self._act(call.seat, _WORD_OF.get(call.for_, call.for_), tile)}"
        self.calls = []
        return words

    def draw(self, event: ev.Draw | ev.KongReplacement) -> None:
        """`Draw`."""
        self._say(event.seat, "Draw", event.tile)

    def discard(self, event: ev.Discard) -> None:
        """`Play`."""
        self._say(event.seat, "Play", event.tile)

    def expose(self, event: ev.Expose) -> None:
        """`Chi`, with the middle tile, `Peng`, `Gang`."""
        tiles = sorted(event.tiles, key=lambda tile: tile.kind)
        if event.kind in _WORD_OF and tiles:
            self._say(event.seat, _WORD_OF[event.kind], tiles[len(tiles) // 2], taken=event.kind)

    def kong(self, event: ev.Kong) -> None:
        """`AnGang`, `BuGang`."""
        self._say(event.seat, _KONGS[event.kind], event.tiles[0])

    def win(self, event: ev.Mahjong) -> None:
        """`Hu`."""
        tile = event.tile or self.lies
        if tile is not None:
            self._say(event.seat, "Hu", tile, taken="mahjong")

    def score(self, event: ev.Score) -> None:
        """`Fan`, of who has won."""
        if event.seat not in [win.seat for win in self.events if isinstance(win, ev.Mahjong)]:
            return
        items = [item for item in event.items if isinstance(item, dict)] if isinstance(event.items, list) else []
        named = _fans_of(items)
        if items and not named:
            self.unnamed += 1
        words = "+".join(f"{fan.name}*{times}" for fan, times in named) or " ".join(event.words or ())
        self.written.append(f"Fan {event.total} {words}".rstrip())

    def settle(self, event: ev.Settlement) -> None:
        """`Score`."""
        self.written.append(f"Score {' '.join(str(event.change.get(seat, 0)) for seat in SEATS)}")

    def wash_out(self, _event: ev.Washout) -> None:
        """`Huang`."""
        if self.calls:
            self.written[-1] += self._ignored(None)
        self.written.append("Huang")


_CHOW = range(3)
_HANDLERS: Mapping[type[ev.Event], Any] = {
    ev.Draw: _Hand.draw, ev.KongReplacement: _Hand.draw, ev.Discard: _Hand.discard, ev.Expose: _Hand.expose,
    ev.Kong: _Hand.kong, ev.Mahjong: _Hand.win, ev.Score: _Hand.score, ev.Settlement: _Hand.settle,
    ev.Washout: _Hand.wash_out,
}  # fmt: skip


def _fans_of(items: Sequence[Mapping[str, Any]]) -> list[tuple[Fan, int]]:
    """The fans that items of a score are, and how often each counts; none where an item is no fan."""
    from mjlog.rulesets import load

    rows = load("mcr").tables["scoring"]["item"]
    known = {fan.id: fan for fan in fans()}
    known |= {str(row["name"]): known[row["id"]] for row in rows if "name" in row and row["id"] in known}
    times: Counter[Fan] = Counter()
    for item in items:
        fan = known.get(str(item.get("name")))
        if fan is None:
            return []
        times[fan] += max(1, round(item.get("points", fan.points) / fan.points))
    return list(times.items())
