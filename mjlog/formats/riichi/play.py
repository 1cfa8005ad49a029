"""The play of a hand, act by act, as records of it are read: what each act becomes, and what must come before it.

Records state some facts twice: whose tile was claimed, and by whom; that a riichi was paid. Where the two differ, a
remark says so; also where two acts stand in each other's places, which are read in the right order.

A riichi is declared before a discard, and paid once nobody has won that discard. A record states it three times, by the
declaration, the discard and the payment: what one of them lacks the others tell. Where a record does not repeat the
hands at the end, what everybody holds follows from the moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from mjlog import events as ev
from mjlog.formats.riichi.tiles import UNSEEN, in_order
from mjlog.formats.riichi.transcript import PLACES, RULESET, Opening, Transcript, who_won
from mjlog.hands import waits_left
from mjlog.rulesets import default_rules
from mjlog.tiles import KINDS, Tile

# -- hands ------------------------------------------------------------------------------------------------------------


class Hands:
    """The tiles of four players by place: `held` in the hand, `sets` on the table."""

    def __init__(self, dealt: Sequence[Sequence[Tile]]) -> None:
        self.held = [list(tiles) for tiles in dealt]
        self.sets: list[list[tuple[int, ...]]] = [[] for _ in PLACES]

    def has(self, place: int, tiles: Sequence[Tile]) -> bool:
        """Whether a player can hold these tiles."""
        left = list(self.held[place])
        for tile in tiles:
            told_tile = tile if tile in left else UNSEEN
            if told_tile not in left:
                return False
            left.remove(told_tile)
        return True

    def draw(self, place: int, tile: Tile) -> None:
        """A tile comes into a hand."""
        self.held[place].append(tile)

    def put_down(self, place: int, tiles: Iterable[Tile]) -> None:
        """Tiles leave a hand, as far as they are in it."""
        held = self.held[place]
        for tile in tiles:
            if tile in held:
                held.remove(tile)
            elif UNSEEN in held:
                held.remove(UNSEEN)

    def lay(self, place: int, tiles: Sequence[Tile], claimed: Tile | None = None) -> None:
        """A set is laid down; the claimed tile does not come out of the hand."""
        own = list(tiles)
        if claimed in own:
            own.remove(claimed)
        self.put_down(place, own)
        self.sets[place].append(tuple(sorted(tile.kind for tile in tiles)))

    def add(self, place: int, tile: Tile) -> None:
        """A tile is added to a pung."""
        self.put_down(place, [tile])
        sets = self.sets[place]
        self.sets[place] = [(*laid_set, tile.kind) if laid_set == (tile.kind,) * 3 else laid_set for laid_set in sets]

    def shown(self, place: int) -> list[Tile]:
        """A hand as it is laid down, in the order of its tiles."""
        return in_order(self.held[place])

    def is_ready(self, place: int) -> bool:
        """Whether one tile is missing, and the player does not have all four of it (riichi/win-4)."""
        return bool(self._waits(place))

    def winners(self, giver: int, tile: Tile) -> list[int]:
        """Who can win a tile of another player: whose hand is complete with it, or is not known."""
        others = (place for place in PLACES if place != giver)
        return [place for place in others if UNSEEN in self.held[place] or tile.kind in self._waits(place)]

    def _waits(self, place: int) -> Sequence[int]:
        counts = [0] * KINDS
        for tile in self.held[place]:
            counts[tile.kind] += 1
        own = list(counts)
        for kind in (kind for tiles in self.sets[place] for kind in tiles):
            own[kind] += 1
        laid = self.sets[place]
        return waits_left(counts, len(laid), own, forms=default_rules(RULESET).plan.forms, laid=laid)


# -- sticks -----------------------------------------------------------------------------------------------------------


class Sticks:
    """The riichi of one hand. `count`: sticks on the table.

    `declaring`: who has said riichi, before the discard; `declared`: whose riichi discard it was, before the stick is
    paid; `latest`: the latest discard, whose it was, and its line.
    """

    def __init__(self, script: Transcript, count: int) -> None:
        self.script = script
        self.count = count
        self.declaring: int | None = None
        self.declared: int | None = None
        self.latest: tuple[ev.Discard, int, int] | None = None

    @property
    def is_open(self) -> bool:
        """Whether a riichi has been declared, and its stick is not paid."""
        return self.declaring is not None or self.declared is not None

    def declare(self, place: int, turn: int | None, line: int) -> None:
        """A player says riichi; `turn`: who has drawn a tile, and is to discard."""
        if self.declaring is not None:
            self.script.remark("out-of-place", f"place {place} declares riichi a second time", line)
            return
        event, owner, _line = self.latest or (None, None, line)
        if turn is None and event is not None and owner == place and not event.riichi:
            self.script.remark("out-of-place", f"place {place} declares riichi after the discard", line)
            self.discard(event, place)
            return
        if turn not in (None, place):
            words = f"place {place} declares riichi, and place {turn} is to discard"
            self.script.remark("out-of-turn", words, line, turn, place)
        self.declaring = place

    def is_due(self, place: int) -> bool:
        """Whether it is this player who pays next."""
        return self.declared == place and self.declaring is None

    def withdraw(self) -> None:
        """Takes back the last riichi: it was none."""
        if self.latest is not None:
            self.latest[0].riichi = None
        self.count -= 1

    def draw(self, line: int) -> None:
        """A tile is drawn: riichi is declared after that."""
        if self.declaring is not None:
            self.script.remark("out-of-place", f"place {self.declaring} declares riichi before a draw", line)

    def discard(self, event: ev.Discard, place: int) -> None:
        """The discard with which riichi is declared."""
        event.riichi = True
        self.declaring, self.declared = None, place

    def pay(self, place: int, giver: int | None, line: int, is_early: bool = False) -> int | None:
        """A player pays: the place whose riichi it is; None where there is none.

        `giver`: whose discard can be won; `is_early`: the discard comes next.
        """
        if self.declared is None and self.declaring == place and not is_early:
            # The discard is missing: that is told by what comes next.
            self.declaring = None
            return self._paid(place)
        if self.declared is None:
            event, owner, where = self.latest or (None, None, line)
            if event is None or owner != place or event.riichi or giver != place:
                self.script.remark("out-of-place", f"place {place} pays for a riichi, and has not declared it", line)
                return None
            words = f"place {place} discards for a riichi that is paid, and has not declared it"
            self.script.remark("out-of-place", words, where)
            event.riichi = True
        elif self.declared != place:
            words = f"place {place} pays for the riichi of place {self.declared}"
            self.script.remark("out-of-place", words, line, self.declared, place)
            place = self.declared
        return self._paid(place)

    def unpaid(self, what: str, line: int) -> int | None:
        """Play goes on after a riichi, and the record does not say that the stick was paid: whose it is."""
        if self.declared is None:
            return None
        self.script.remark("out-of-place", f"{what} comes before place {self.declared} pays for its riichi", line)
        return self._paid(self.declared)

    def _paid(self, place: int) -> int:
        self.declared = None
        self.count += 1
        return place


# -- the play of a hand -----------------------------------------------------------------------------------------------


class Act(NamedTuple):
    """What a tag or message says, as far as its neighbours must know it. `tile`: as the record tells tiles apart."""

    kind: Literal["draw", "discard", "claim", "kong", "win", "washout", "begin", "close", "head", "other"]
    place: int | None = None
    tile: object = None


OTHER = Act("other")


class PlayReader(ABC):
    """Reads what happens in one game; `script` is what becomes of it.

    `turn`: who is to discard; `drawer`: who has drawn for that, `drawn_mark` which tile, `draw_source` from where;
    `has_turned`: an indicator was turned since. `giver`: the place whose tile can be claimed or won; `latest`: that
    tile, `latest_mark` which; `given`: how. `loose`: who draws a replacement next. `wins`: wins of one tile that were
    read, as the record has them. `is_over`: the hand is won or drawn. `is_passed_over`: it was said that what comes
    now belongs to no hand.
    """

    begins: ClassVar[str]
    """What begins a hand."""

    def __init__(self, game: str, source: str) -> None:
        self.script = Transcript(game)
        self.source = source
        self.opening: Opening | None = None
        self.is_passed_over = False
        self.wins: list[Any] = []
        self._is_exchanging = False
        self.begin_play()

    def begin_play(self) -> None:
        """Nothing has happened in the hand so far."""
        self.turn: int | None = None
        self.drawer: int | None = None
        self.drawn_mark: object = None
        self.has_turned = False
        self.draw_source: Literal["wall", "loose"] = "wall"
        self.giver: int | None = None
        self.latest: Tile | None = None
        self.latest_mark: object = None
        self.given: Literal["discard", "kong", "bonus"] = "discard"
        self.loose: int | None = None
        self.sticks = Sticks(self.script, 0 if self.opening is None else self.opening.sticks or 0)
        self.is_over = False

    # -- neighbours ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def following(self) -> Act:
        """The act after the one that is read."""

    @abstractmethod
    def exchange(self) -> str:
        """Let the next act and this one change places, and read what stands here now: what that is called."""

    def is_exchanged(self, act: Act, line: int) -> bool:
        """Whether the next act belongs before this one. If so, both are read in the right order, and a remark says
        so."""
        if self._is_exchanging or not self._comes_too_soon(act, self.following()):
            return False
        self._is_exchanging = True
        at = len(self.script.rows)
        name = self.exchange()
        self._is_exchanging = False
        self.script.remark_at(at, "out-of-place", f"{act.kind} before {name}: they stand in each other's places", line)
        return True

    def _comes_too_soon(self, act: Act, following: Act) -> bool:
        if act.kind == "discard":
            is_claim = following.kind == "claim" and self.giver is not None
            return self.turn is None and act.place == following.place and (following.kind == "draw" or is_claim)
        if act.kind == "claim":
            claimed = following.kind == "discard" and act.tile == following.tile is not None
            return claimed and act.tile != self.latest_mark
        if act.kind in ("win", "washout"):
            is_drawn = following.kind == "draw" and following.place == act.place is not None and self.drawer is None
            is_due = following.kind == "discard" and following.place == self.turn is not None
            return (is_drawn or is_due) and act.tile in (None, following.tile)
        if act.kind == "draw":
            if following.kind == "begin":
                return self.opening is None or self.is_over
            is_claim = following.kind == "claim" and self.giver is not None
            is_kong = following.kind == "kong" and self.drawer == act.place != self.loose
            return following.place == act.place and (is_claim or (is_kong and not self._is_drawn_twice(act.tile)))
        if act.kind == "kong":
            return following.kind == "draw" and following.place == act.place != self.drawer
        if act.kind == "close":
            return following.kind in ("win", "washout") and not self.is_over and not self.wins
        if act.kind == "begin":
            if self.opening is None:
                return following.kind == "head"
            ends = ("close", "win") if self.wins else ("win", "washout")
            return following.kind in (("close",) if self.is_over else ends)
        return False

    def _is_drawn_twice(self, mark: object) -> bool:
        """Whether it is the tile that was drawn last, and no indicator was turned: it is written down twice."""
        return mark == self.drawn_mark and not self.has_turned

    def is_irregular(self, place: int) -> bool:
        """Whether somebody else draws next, as things stand, or something is still due before."""
        is_next = self.giver is None or place in (self.loose, (self.giver + 1) % self.script.players)
        is_again = place == self.drawer != self.loose
        return self.opening is None or self.is_over or self.sticks.is_open or is_again or not is_next

    def dealer(self, stated: int, number: int, first: int | None) -> int:
        """East's place. The number of the hand tells it, too, and so does the first draw: two of them are right."""
        due = stated if first is None else (first + number % len(PLACES)) % self.script.players
        return due if self.following()[:2] == ("draw", due) else stated

    def compare_dealer(self, dealer: int, stated: int, line: int) -> None:
        """Who is said to be East."""
        if dealer != stated:
            words = f"place {stated} is said to be East; by the hand's number and first draw it is place {dealer}"
            self.script.remark("wrong-east", words, line, dealer, stated)

    def is_out_of_play(self, line: int) -> bool:
        """Whether no hand has begun: what happens then is passed over, and that is said once."""
        if self.opening is None and not self.is_passed_over:
            self.is_passed_over = True
            self.script.remark("out-of-place", f"a hand goes on before its {self.begins}: it is passed over", line)
        return self.opening is None

    def before_a_draw(self, line: int) -> None:
        """A stick must have been paid; and where the hand before is over, the beginning of this one is missing."""
        self.sticks.draw(line)
        self.unpaid("a draw", line)
        if self.is_over and self.opening is not None:
            self.script.remark("out-of-place", f"a tile is drawn before the {self.begins} of its hand", line)
            self.script.add(ev.Gap(seq=self.script.seq, text="the beginning of a hand is missing"), line)
            self.opening, self.is_passed_over = None, True

    def unpaid(self, what: str, line: int) -> None:
        """Play goes on, and a riichi should have been paid before."""
        self.sticks.unpaid(what, line)

    # -- acts ---------------------------------------------------------------------------------------------------------

    def draw(self, place: int, tile: Tile, mark: object, line: int) -> None:
        """A tile is drawn. Who draws a second time, and has discarded nothing, replaces a tile of a kong.

        `mark`: which tile it is, as the record tells tiles apart.
        """
        script = self.script
        is_loose = place == self.loose or (place == self.drawer and not self._is_drawn_twice(mark))
        kind = (ev.BonusReplacement if self.given == "bonus" else ev.KongReplacement) if is_loose else ev.Draw
        script.rows.append((kind(seq=script.seq, seat=script.seats[place], tile=tile), line))
        script.seq += 1
        # Once somebody else draws nobody waits for a replacement.
        self.loose = None
        self.draw_source = "loose" if is_loose else "wall"
        self.turn = self.drawer = place
        self.drawn_mark, self.giver, self.has_turned = mark, None, False

    def discard(self, place: int, tile: Tile, mark: object, drawn: bool | None, line: int) -> None:
        """A tile is discarded. `mark`: see `draw`; `drawn`: it is the tile just drawn."""
        script, sticks = self.script, self.sticks
        event = ev.Discard(seq=script.seq, seat=script.seats[place], tile=tile, drawn=drawn)
        script.rows.append((event, line))
        script.seq += 1
        self.turn = self.drawer = None
        self.giver, self.latest, self.latest_mark, self.given = place, tile, mark, "discard"
        sticks.latest = event, place, line
        if sticks.declaring is not None:
            sticks.discard(event, place)

    def claim(
        self, place: int, kind: Literal["chow", "pung", "kong"], tiles: Sequence[Tile], claimed: Tile, giver: int,
        line: int,
    ) -> None:  # fmt: skip
        """A set with the discard of another place, as the record has it; no call is inferred where nothing is open."""
        script, latest, kinds = self.script, self.latest, {tile.kind for tile in tiles}
        is_open = self.giver not in (None, place) and self.given == "discard"
        if latest is not None and is_open and latest.kind in kinds:
            # Whether the set can be made of the tile is judged by the rules, as that a pung or kong is none.
            is_another = claimed.kind != latest.kind and len(kinds) == len(tiles)
            if giver != self.giver or is_another:
                words = f"a set with {claimed} of place {giver}; the latest discard is {latest} of place {self.giver}"
                script.remark("claim-not-open", words, line, [self.giver, latest.value], [giver, claimed.value])
        if self.giver is not None:
            script.claim(place, kind, line)
        script.add(ev.Expose(seq=script.seq, seat=script.seats[place], kind=kind, tiles=tuple(tiles)), line)
        self.loose = place if kind == "kong" else None
        self.turn, self.drawer, self.giver = place, None, None

    def claimer(self, place: int, kind: str, is_anothers: bool, line: int) -> int:
        """Whose set it is: where the record contradicts itself (`is_anothers`), it is whoever goes on."""
        following = self.following()
        goes_on = "draw" if kind == "kong" else "discard"
        owner = following.place if following.kind == goes_on else None
        if not is_anothers or owner is None or owner == place:
            return place
        words = f"place {place} is said to claim a set, with which place {owner} goes on"
        self.script.remark("out-of-turn", words, line, owner, place)
        return owner

    def kong(self, place: int, kind: Literal["concealed", "added"], tiles: Sequence[Tile], line: int) -> None:
        """A kong out of the hand; the added tile, or the last one, stands at the end."""
        script = self.script
        script.add(ev.Kong(seq=script.seq, seat=script.seats[place], kind=kind, tiles=tuple(tiles)), line)
        self.giver, self.latest, self.latest_mark, self.given = place, tiles[-1] if tiles else None, None, "kong"
        # Whoever has drawn a tile has made the kong, and draws again.
        self.loose = place if self.drawer is None else self.drawer

    def lay_aside(self, place: int, tile: Tile, mark: object, drawn: bool | None, line: int) -> None:
        """A north wind is laid aside: others can win it, and a replacement is drawn.

        `drawn`: it is the one just drawn; None where the marks tell it.
        """
        script = self.script
        if drawn is None and place == self.drawer:
            drawn = self.drawn_mark == mark
        script.add(ev.Bonus(seq=script.seq, seat=script.seats[place], tiles=(tile,), drawn=drawn), line)
        self.giver, self.latest, self.latest_mark, self.given = place, tile, mark, "bonus"
        self.loose = place if self.drawer is None else self.drawer

    def indicate(self, tile: Tile, line: int) -> None:
        """The indicator of a kong is turned."""
        self.script.indicate(tile, "kong", line)
        self.has_turned = True

    def pay_riichi(self, place: int, line: int) -> int | None:
        """A riichi is paid: whose it is."""
        is_early = self.following()[:2] == ("discard", place)
        return self.sticks.pay(place, self.giver, line, is_early)

    def who_won(self, place: int, giver: int, change: Sequence[int] | None, line: int) -> tuple[int, int]:
        """Who has won whose tile, as the record has it, or its moves and payments, where it contradicts them."""
        last = self.drawer if self.giver is None else self.giver
        if last is None:
            return place, giver
        winner, owner, code = who_won(place, giver, last, self.giver is None, change)
        if code is not None:
            words = f"place {place} is said to win a tile of place {giver}; place {winner} wins that of place {owner}"
            self.script.remark(code, words, line, [winner, owner], [place, giver])
        return winner, owner

    def call_the_win(self, place: int, giver: int, line: int) -> None:
        """A discard that is won was called; what is not open nobody can have called."""
        if place != giver and self.giver is not None:
            self.script.claim(place, "mahjong", line)
