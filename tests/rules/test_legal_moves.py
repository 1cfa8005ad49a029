"""Legal moves: all that a replay accepts, and nothing that it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.log.records import GameRecord
from mjlog.rules.legal import is_legal, legal_moves
from mjlog.rulesets import load
from mjlog.seats import SEATS, Seat
from mjlog.simulate import Game
from mjlog.table.passing import SECOND
from mjlog.table.state import CLOSING, DEALING, DONE, DUE_WORDS
from mjlog.table.unseen import rests_of_set
from mjlog.tiles import ANY_FLOWER, CODES, PLAIN_KINDS, RED_FIVES, TILES, UNKNOWN, kind_of
from short_logs import play
from turns import in_turn

NO_MOVES = (
    ev.GameStart, ev.RuleSetText, ev.Seats, ev.HandStart, ev.Wall, ev.Roll, ev.Score, ev.Settlement, ev.GameEnd, ev.Gap,
)  # fmt: skip
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("classical", 1, {}),
    ("classical", 2, {"Flowers": False, "DeadWall16": True, "SevenPairs": True}),
    ("classical", 3, {"FlowersLoose": True}),
    ("mahjiang", 1, {}),
    ("mahjiang", 5, {"scoring": "western"}),
    ("pung-chi", 1, {}),
    ("pung-chi", 2, {"bonus_tiles": True, "concealed_kongs": True}),
    ("dead-wall", 1, {}),
    ("dead-wall", 2, {"bonus_tiles": False}),
    ("western", 1, {}),
    ("western", 2, {"players": 3}),
    ("western", 3, {"robbing_kong": True, "bonus_tiles": False}),
    ("riichi", 1, {}),
    ("riichi", 2, {"swap_call": "ends", "furiten_ends": "draw", "kan_dora": "at-once", "abort_nine": False}),
    ("riichi-ema", 3, {}),
]
IDS = ["-".join([name, *(f"{key}={value}" for key, value in options.items())]) for name, _seed, options in GAMES]


@cache
def _game(ruleset: str, seed: int, options: tuple[tuple[str, Any], ...], depth: str, hands: int) -> tuple[bytes, ...]:
    lines: list[bytes] = []
    Game(load(ruleset), seed, 1, options=dict(options), hands=hands, depth=depth).play(lines.append)
    return tuple(lines)


def moments(
    ruleset: str, seed: int, options: Mapping[str, Any], depth: str = "full", hands: int = 2
) -> Iterator[tuple[Engine, ev.Event]]:
    """A game event by event: the replay before each event of a hand, and the event."""
    replay = Engine(GameRecord("game", "game", iter(())))
    for number, line in enumerate(_game(ruleset, seed, tuple(options.items()), depth, hands), start=1):
        event = ev.decode_event(line)
        if replay.table.hand and not isinstance(event, NO_MOVES):
            yield replay, event
        replay.feed(event, number)
    assert [finding.message for report in replay.finish() for finding in report.findings] == []


def kind_of_moment(replay: Engine, event: ev.Event) -> tuple[object, ...]:
    """What makes a moment different from others, so that each kind of them is looked at."""
    table = replay.table
    place = table.place(table.turn)
    return (
        table.due, table.in_setup, table.open, table.whence, tuple(sorted(table.claims.values())),
        table.kong is not None and table.kong.concealed, table.loose_due is not None, table.call_due is not None,
        any(place.owed_bonus for place in table.places), bool(place.sets), type(event),
    )  # fmt: skip


def sample(ruleset: str, seed: int, options: Mapping[str, Any], most: int, depth: str = "full") -> Iterator[Engine]:
    """The first moments of each kind, rare kinds before common ones."""
    found: dict[tuple[object, ...], int] = {}
    counts: Counter[tuple[object, ...]] = Counter()
    for number, (replay, event) in enumerate(moments(ruleset, seed, options, depth)):
        kind = kind_of_moment(replay, event)
        counts[kind] += 1
        found.setdefault(kind, number)
    wanted = {found[kind] for kind in sorted(found, key=lambda kind: counts[kind])[:most]}
    for number, (replay, _event) in enumerate(moments(ruleset, seed, options, depth)):
        if number in wanted:
            yield replay


class StoppedError(Exception):
    """A fault is told; what can have happened instead would be looked into now."""


@pytest.fixture
def stops_at_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of tens of thousands of refused acts nobody goes on; to look for what explains each takes most of the time."""

    def stop(*_: object) -> None:
        raise StoppedError

    monkeypatch.setattr("mjlog.audit.hypotheses.explanations", stop)


def accepted(start: Engine, event: ev.Event, seq: int) -> bool:
    """Whether a replay that goes on from here finds nothing at all at this event."""
    replay = start.fork()
    replay.frame.next_seq = seq
    with suppress(StoppedError):
        replay.feed(_numbered(event, seq), None)
    return not replay.report.findings


def _numbered(event: ev.Event, seq: int) -> ev.Event:
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    return type(event)(**{**fields, "seq": seq})


def everything(replay: Engine) -> Iterator[ev.Event]:
    """Whatever anybody could think of doing, sensible or not."""
    table = replay.table
    for seat in table.plan.seats:
        yield from _with_each_tile(seat)
        yield from _said(replay, seat)
        for tile in range(PLAIN_KINDS):
            yield ev.Kong(seq=1, seat=seat, kind="concealed", tiles=(TILES[tile],) * 4)
            yield ev.Kong(seq=1, seat=seat, kind="added", tiles=(TILES[tile],) * 4)
        for kind, tiles in _sets():
            if replay.rules.ruleset.id != "classical":
                yield ev.LayConcealed(seq=1, seat=seat, kind=kind, tiles=tiles)  # type: ignore[arg-type]
            if table.winner is None:
                yield ev.Expose(seq=1, seat=seat, kind=kind, tiles=tiles)  # type: ignore[arg-type]
        for first in range(len(table.wall.tiles or ()) - 1):
            if table.due == DEALING and not first % 2:
                tiles = (table.wall.tiles or ())[first : first + 4]
                for size in (1, 2, 4):
                    yield ev.Deal(seq=1, seat=seat, tiles=tuple(TILES[kind] for kind in tiles[:size]))
    if table.riichi is not None:
        yield from _in_riichi(replay)
    yield ev.Washout(seq=1)


def _in_riichi(replay: Engine) -> Iterator[ev.Event]:
    """What can be tried where there are red fives, declarations, indicators and several draws."""
    for red in RED_FIVES:
        five = kind_of(red)
        for seat in SEATS:
            for kind, tiles in _sets():
                at = next((at for at, tile in enumerate(tiles) if tile.kind == five), None)
                if at is not None and replay.table.winner is None:
                    some_red = (*tiles[:at], TILES[red], *tiles[at + 1 :])
                    yield ev.Expose(seq=1, seat=seat, kind=kind, tiles=some_red)  # type: ignore[arg-type]
            for manner in ("concealed", "added"):
                yield ev.Kong(seq=1, seat=seat, kind=manner, tiles=(TILES[red], *(TILES[five],) * 3))  # type: ignore[arg-type]
    for seat in SEATS:
        for tile in (*TILES[:PLAIN_KINDS], *(TILES[red] for red in RED_FIVES)):
            yield ev.Discard(seq=1, seat=seat, tile=tile)
            yield ev.Discard(seq=1, seat=seat, tile=tile, riichi=True)
        yield ev.Washout(seq=1, reason="nine-terminals", seats=(seat,))
        yield ev.Washout(seq=1, reason="nagashi", seats=(seat,))
    for reason in ("exhaustive", "nagashi", "four-winds", "four-riichi", "four-kongs", "three-ron"):
        yield ev.Washout(seq=1, reason=reason)
    for tile in (*TILES[:PLAIN_KINDS], *(TILES[red] for red in RED_FIVES)):
        for of in ("first", "kong", "under"):
            yield ev.Indicator(seq=1, tile=tile, of=of)  # type: ignore[arg-type]


def _with_each_tile(seat: Seat) -> Iterator[ev.Event]:
    for tile in TILES[:ANY_FLOWER]:
        yield ev.Draw(seq=1, seat=seat, tile=tile)
        yield ev.KongReplacement(seq=1, seat=seat, tile=tile)
        yield ev.BonusReplacement(seq=1, seat=seat, tile=tile)
        yield ev.Discard(seq=1, seat=seat, tile=tile)
        yield ev.Bonus(seq=1, seat=seat, tiles=(tile,))


def _said(replay: Engine, seat: Seat) -> Iterator[ev.Event]:
    yield ev.Pass(seq=1, seat=seat)
    yield ev.Retract(seq=1, seat=seat)
    for kind in ("chow", "pung", "kong", "mahjong"):
        yield ev.Claim(seq=1, seat=seat, for_=kind)
    for source in ("deal", "wall", "loose", "discard", "kong"):
        yield ev.Mahjong(seq=1, seat=seat, source=source)
    if replay.rules.ruleset.id == "mahjiang":
        yield ev.Fishing(seq=1, seat=seat)
    if replay.rules.ruleset.id == "classical":
        for tile in TILES[:ANY_FLOWER]:
            yield ev.Discard(seq=1, seat=seat, tile=tile, calling=True)
    if replay.table.due in (CLOSING, DONE):
        known = replay.table.place(seat).known()
        yield ev.Show(seq=1, seat=seat, rest=tuple(TILES[kind] for kind in known))


@cache
def _sets() -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Every pung, kong and chow; a chow once for each."""
    found = set()
    for tile in range(PLAIN_KINDS):
        for kind in ("pung", "kong", "chow") if tile < 27 else ("pung", "kong"):
            for rest in rests_of_set(kind, tile):
                found.add((kind, tuple(sorted((*rest, tile)))))
    return tuple((kind, tuple(TILES[one] for one in tiles)) for kind, tiles in sorted(found))


def look(event: Any) -> tuple[object, ...]:
    """An act without its number; a win without its tile, tiles in order."""
    tiles = tuple(sorted(tile.face for tile in getattr(event, "tiles", None) or getattr(event, "rest", None) or ()))
    tile = None if isinstance(event, ev.Mahjong) else getattr(event, "tile", None)
    names = ("seat", "kind", "for_", "source", "wall", "stack", "reason", "seats", "of", "riichi")
    what = [getattr(event, name, None) for name in names]
    return (event.type, *what, tile, tiles, bool(getattr(event, "calling", False)))


# -- properties ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("stops_at_a_fault")
@pytest.mark.parametrize(("ruleset", "seed", "options"), GAMES, ids=IDS)
def test_what_is_offered_is_accepted_and_all_else_refused(ruleset: str, seed: int, options: dict[str, Any]) -> None:
    """A replay finds nothing, of whatever severity, at a move that is offered, and something at every other."""
    for number, replay in enumerate(sample(ruleset, seed, options, most=5)):
        if replay.table.due == DEALING and not replay.table.in_deal:
            # A record may leave out the deal: this moment has a test of its own.
            continue
        start, seq = replay.fork(), replay.frame.next_seq
        offered = {look(move): move for move in legal_moves(replay.rules.bound, replay.table)}
        for move in offered.values():
            assert accepted(start, move, seq), (DUE_WORDS[replay.table.due], move)
        for act in in_turn(everything(replay), number):
            assert (look(act) in offered) == accepted(start, act, seq), (DUE_WORDS[replay.table.due], act)


@pytest.mark.parametrize(("ruleset", "seed", "options"), GAMES, ids=IDS)
def test_what_comes_next_in_a_legal_game_is_offered(ruleset: str, seed: int, options: dict[str, Any]) -> None:
    """Whatever the players did was among the moves offered just before."""
    for replay, event in moments(ruleset, seed, options):
        moves = legal_moves(replay.rules.bound, replay.table)
        assert any(_is_same(event, move) for move in moves), (event, [look(move) for move in moves])


def _is_same(event: Any, move: Any) -> bool:
    """Whether an event is a move that was offered; bonus tiles are offered one by one, a break without its maker."""
    if isinstance(event, ev.Bonus) and isinstance(move, ev.Bonus):
        return event.seat is move.seat and move.tiles[0] in event.tiles
    if isinstance(event, ev.Show) and isinstance(move, ev.Show):
        laid = [tile.kind for tiles in (*(event.sets or ()), event.rest or ()) for tile in tiles]
        return event.seat is move.seat and {tile.kind for tile in move.rest or ()} <= set(laid)
    return look(event) == look(move)


@pytest.mark.parametrize("depth", ["full", "table"])
@pytest.mark.parametrize("ruleset", ["classical", "mahjiang", "pung-chi", "dead-wall", "western", "riichi"])
def test_with_tiles_that_nobody_saw_what_is_offered_is_accepted(ruleset: str, depth: str) -> None:
    """Of hidden tiles whatever cannot be excluded is offered: no rule speaks against it afterwards."""
    for replay in sample(ruleset, 4, {}, most=6, depth="table"):
        replay.table.depth = depth
        start, seq = replay.fork(), replay.frame.next_seq
        for move in legal_moves(replay.rules.bound, replay.table):
            assert accepted(start, move, seq), move


@pytest.mark.parametrize("ruleset", ["classical", "mahjiang", "western", "riichi"])
@pytest.mark.parametrize("every", [7, 23])
def test_after_a_gap_what_is_offered_is_accepted(ruleset: str, every: int) -> None:
    """Where moves are missing nearly everything is possible, and nothing that is offered is objected to."""
    for number, (replay, _event) in enumerate(moments(ruleset, 6, {}, hands=1)):
        if number % every == 3 and number < 120:
            cut = replay.fork()
            cut.feed(ev.Gap(seq=cut.frame.next_seq), None)
            start = cut.fork()
            moves = legal_moves(cut.rules.bound, cut.table)
            assert {move.type for move in moves} >= {"draw", "discard", "claim", "expose", "mahjong"}
            for move in moves[:: 1 + len(moves) // 60]:
                assert accepted(start, move, cut.frame.next_seq), move


def test_a_table_is_not_changed_by_asking() -> None:
    """Who asks what can be done changes nothing, also where a record leaves things out."""
    for text in ("E discard 5b", "game western; hand depth=table; E discard 5b", "game mahjiang; hand; E deal 1234b"):
        replay = play(text)
        before = repr([[*place.held, place.unknown] for place in replay.table.places]), replay.table.due
        moves = [look(move) for move in legal_moves(replay.rules.bound, replay.table)]
        assert moves == [look(move) for move in legal_moves(replay.rules.bound, replay.table)]
        assert before == (repr([[*place.held, place.unknown] for place in replay.table.places]), replay.table.due)


# -- positions counted by hand ------------------------------------------------------------------------------------


def moves_of(text: str, seat: str | None = None) -> list[str]:
    """The moves after a text, in a few words each: `S discard 5b`."""
    replay = play(text)
    assert [finding.message for report in replay.reports for finding in report.findings] == []
    return sorted(_brief(move) for move in legal_moves(replay.rules.bound, replay.table, Seat[seat] if seat else None))


def _brief(move: Any) -> str:
    what = [getattr(move, name, None) for name in ("kind", "for_", "source", "wall", "stack")]
    tile = getattr(move, "tile", None)
    tiles = [CODES[one.kind] for one in (tile,) if one is not None]
    tiles += [one.value for one in getattr(move, "tiles", None) or getattr(move, "rest", None) or ()]
    call = ["calling"] if getattr(move, "calling", None) else []
    seat = [move.seat.value] if getattr(move, "seat", None) is not None else []
    words = [getattr(one, "value", str(one)) for one in what if one is not None]
    return " ".join([*seat, move.type, *words, *tiles, *call])


KNOWN = (
    "game {}; hand; dealt E 1112b 345b 678d EEw 99d / S 13b 2c 456d 789d RRd 99c / "
    "W 22b 4444c 59c NNNw Wd 1c / N 7777b 123c 55d 78c GGd; {}"
)


def test_who_is_left_of_the_discarder_may_not_chow() -> None:
    """After East's 2 bamboo: South, the next, has 1-3 for a chow; West has two of it; North has nothing for it."""
    discard = KNOWN.format("western bonus_tiles=false", "E discard 2b")
    assert moves_of(discard, "S") == ["S claim chow", "S draw ??", "S pass"]
    assert moves_of(discard, "W") == ["W claim pung", "W pass"]
    assert moves_of(discard, "N") == ["N pass"]
    assert moves_of(discard, "E") == []
    assert moves_of(discard) == sorted(moves_of(discard, "S") + moves_of(discard, "W") + moves_of(discard, "N"))


def test_a_five_of_an_unseen_hand_may_be_red_or_not() -> None:
    """Of a suit that has one red five among four."""
    replay = play("game riichi; hand; dealt; indicator 1c; E draw ??")
    moves = legal_moves(replay.rules.bound, replay.table, Seat.E)
    discards = {(move.tile.value, move.riichi) for move in moves if isinstance(move, ev.Discard)}
    assert {(five, riichi) for five in ("5b", "0b") for riichi in (None, True)} <= discards


def test_a_claimed_set_is_laid_down_as_it_was_called() -> None:
    """Both have called: the pung goes before the chow, and before a draw; either may take the call back."""
    claimed = KNOWN.format("western bonus_tiles=false", "E discard 2b; S claim chow; W claim pung")
    assert moves_of(claimed, "S") == ["S retract"]
    assert moves_of(claimed, "W") == ["W expose pung 2b 2b 2b", "W retract"]
    back = f"{claimed}; W retract"
    assert moves_of(back, "S") == ["S draw ??", "S expose chow 1b 2b 3b", "S retract"]


def test_a_claimer_discards_and_may_lay_down_four_alike() -> None:
    """In the turn that a claim began: any tile of the hand goes, and a kong out of the hand can be made."""
    pung = KNOWN.format("western bonus_tiles=false", "E discard 2b; W claim pung; W expose pung 222b")
    assert moves_of(pung) == sorted(
        ["W kong concealed 4c 4c 4c 4c", *(f"W discard {tile}" for tile in ("1c", "4c", "5c", "9c", "Nw", "Wd"))]
    )


def test_a_kong_is_replaced_before_anything_else() -> None:
    """Nobody but its maker acts, unless the tile can be robbed."""
    kong = KNOWN.format("western bonus_tiles=false",
                        "E discard 2b; W claim pung; W expose pung 222b; W kong concealed 4444c")  # fmt: skip
    assert moves_of(kong, "W") == ["W kong-replacement ??"]
    assert not any(act in move for move in moves_of(kong) for act in ("draw", "discard", "mahjong", "expose"))


ROB = (
    "game {} bonus_tiles=false; hand; dealt E 119b 234c 567c 678d EEw / S 23b 123c 456c 789d 99d / "
    "W 5566778899c Rd Nw Sw / N 445566778899b Gd; E discard 9b; S draw Ww; S discard Ww; W draw Wd; W discard Wd; "
    "N draw 1b; N discard 1b; E claim pung; E expose pung 111b; E discard 8d; S draw Nw; S discard Nw; W draw Sw; "
    "W discard Sw; N draw Sw; N discard Sw; E draw 1b; E kong added 1111b"
)


def test_an_added_kong_can_be_robbed_where_the_rules_say_so() -> None:
    """South lacks 1 or 4 bamboo: the fourth tile that East adds to the pung can be taken to win, if that is played."""
    kong = ROB.format("dead-wall")
    assert moves_of(kong, "E") == ["E kong-replacement ??"]
    assert {"S claim mahjong", "S pass"} <= {*moves_of(kong, "S")}
    assert not any("mahjong" in move for move in moves_of(kong, "N") + moves_of(kong, "W"))
    assert moves_of(f"{kong}; S claim mahjong", "S") == ["S mahjong kong 1b", "S retract"]
    assert moves_of(f"{kong}; E kong-replacement ??", "S") == []
    assert "S claim mahjong" not in moves_of(ROB.format("western"))


def test_what_the_dice_counted_is_where_the_wall_is_broken() -> None:
    """After the throws the one stack where the count ends is broken, or the deal begins (the break may not be told)."""
    thrown = "game mahjiang; hand; E roll break-wall 5 6; W roll break-stack 4 5"
    assert moves_of(thrown) == ["E deal ?? ?? ?? ??", "break S 3"]
    assert moves_of("game western; hand; E roll break-wall 3 3; E roll break-stack 4 4") == [
        "E deal ?? ?? ?? ??", "break S 8",
    ]  # fmt: skip
    assert moves_of("game pung-chi; hand; E roll break-wall 3 4") == ["E deal ?? ?? ?? ??", "break N 7"]


def test_tiles_are_dealt_in_their_order() -> None:
    """Whose block is next, and of how many tiles; nothing else is done in the meantime."""
    assert moves_of("game western; hand; E deal 1234b") == ["S deal ?? ?? ?? ??"]
    blocks = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
    assert moves_of(f"game western; hand; {blocks}") == ["E deal ??"]
    assert moves_of(f"game mahjiang; hand; {blocks}") == ["E deal ?? ??"]


def test_the_wall_says_which_tile_is_drawn() -> None:
    """Where the whole wall is known, so is the tile of each draw."""
    assert "S draw 7d" in moves_of("game western bonus_tiles=false; hand; wall 54=7d; E discard 5b", "S")


def test_one_tile_missing_is_said_at_once() -> None:
    """A rule set in which it is said offers nothing else to anybody, who would then act over a call that is due."""
    text = "game mahjiang; hand; dealt E 123b 456b 789b 123c Ew Rd / S 147b 147c 147d SSSw Nw; E discard Rd"
    assert moves_of(text) == ["E fishing"]
    assert "S draw ??" in moves_of(f"{text}; E fishing")
    assert not any("fishing" in move for move in moves_of(text.replace("mahjiang", "western bonus_tiles=false")))


def test_drawn_sets_are_laid_down_only_where_that_is_played() -> None:
    """Mahjiang lays self-drawn sets face down; in the other sets they stay in the hand."""
    hand = "game {}; hand; dealt E 111b 23b 58c Ew Sw Ww 147d 9d"
    laid = [move for move in moves_of(hand.format("mahjiang")) if "lay-concealed" in move]
    assert laid == ["E lay-concealed chow 1b 2b 3b", "E lay-concealed pung 1b 1b 1b"]
    assert not [move for move in moves_of(hand.format("western bonus_tiles=false")) if "lay-concealed" in move]


@pytest.mark.rule("american/charleston-1")
def test_three_tiles_are_passed_and_one_to_three_in_the_courtesy() -> None:
    passes = "; ".join(f"{seat} charleston {name} ????" for name in SECOND for seat in "ESWN")
    dealt = "game american card=riverside-2026; hand; dealt"
    three = "S charleston ?? ?? ??"
    assert moves_of(dealt, "S") == [three]
    assert moves_of(f"{dealt}; passes first; {passes}", "S") == ["S charleston ??", "S charleston ?? ??", three]


def test_no_hand_is_shown_while_play_goes_on_after_missing_moves() -> None:
    """The rule that refuses it is not asked there: calls may be among the missing moves."""
    assert not [move for move in moves_of("game; hand; E discard 9d; gap") if "show" in move]


def test_bonus_tiles_are_laid_out_one_by_one_before_the_discard() -> None:
    """East has two: no discard before they are laid out and replaced."""
    text = "game dead-wall; hand; dealt E 1f 2s 23b 58c Ew Sw Ww 147d 9d 9b"
    assert [move for move in moves_of(text, "E") if "mahjong" not in move] == ["E bonus 1f", "E bonus 2s"]
    assert moves_of(f"{text}; E bonus 1f", "E") == ["E bonus 2s", "E bonus-replacement ??"]


def test_a_win_can_be_declared_with_the_tile_that_came_last() -> None:
    """A complete hand may be declared, or a tile discarded; nobody must win."""
    text = "game western bonus_tiles=false; hand; dealt E 1112b 345c 678d EEw 9d 9c / S 234b 567c 789d 222d Rd"
    drawn = f"{text}; E discard 9d; S draw Rd"
    assert [move for move in moves_of(drawn) if "discard" not in move] == ["S mahjong wall Rd"]
    won = f"{drawn}; S mahjong wall"
    assert [move for move in moves_of(won, "S") if "show" not in move] == ["S retract"]
    assert [move.split()[:2] for move in moves_of(won, "E")] == [["E", "show"]]
    assert "S retract" not in moves_of(f"{won}; S show 234b 567c 789d 222d RRd")


def test_the_original_call_is_offered_with_a_first_discard_only() -> None:
    """The classical call goes with the first discard, for as long as nothing is laid down."""
    opening = "game Flowers=false; hand; dealt E 1112b 345c 678d EEw 99d"
    assert "E discard 2b calling" in moves_of(opening, "E")
    later = f"{opening}; E discard 2b; S pass; W pass; N pass"
    assert not [move for move in moves_of(later, "E") if "calling" in move]
    assert not [
        move for move in moves_of(opening.replace("game Flowers", "game western bonus_tiles")) if "call" in move
    ]


def test_the_hand_is_drawn_when_no_tile_is_left() -> None:
    """The last discard may still be claimed, or the hand ends; before that nobody ends it."""
    text = "game mahjiang; hand; E discard 5b; {}"
    turns = "; ".join(
        f"{'SWNE'[turn % 4]} draw ??; {'SWNE'[turn % 4]} discard {CODES[turn % PLAIN_KINDS]}" for turn in range(69)
    )
    last = moves_of(text.format(turns))
    assert "washout" in last
    assert not any("draw" in move for move in last)
    assert any("claim" in move for move in last)
    assert "washout" not in moves_of(text.format(turns.rsplit(";", 2)[0]))


def test_a_single_act_is_judged_like_the_list() -> None:
    """Asking for one act agrees with asking for all."""
    replay = play(KNOWN.format("western bonus_tiles=false", "E discard 2b"))
    bound, table = replay.rules.bound, replay.table
    assert is_legal(bound, table, ev.Claim(seq=1, seat=Seat.W, for_="pung"))
    assert not is_legal(bound, table, ev.Claim(seq=1, seat=Seat.N, for_="pung"))
    offered = {look(move) for move in legal_moves(bound, table)}
    for seat in SEATS:
        for act in (ev.Pass(seq=1, seat=seat), ev.Draw(seq=1, seat=seat, tile=TILES[UNKNOWN])):
            assert is_legal(bound, table, act) == (look(act) in offered)
